//! What searching threads share is made of these: the standard library's, or in a build with
//! `--cfg loom` those of a model checker that tries all orders of events.

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Zeroed words, allocated by the system and touched only when used, in large pages if it has them.
///
/// # Errors
/// If the system has not so much memory to give.
#[cfg(not(loom))]
pub fn zeros(length: usize) -> Result<Box<[AtomicU64]>, ()> {
    let mut words = bytemuck::allocation::try_zeroed_slice_box(length)?;
    crate::eval::prefer_large_pages(&mut words);
    Ok(words)
}

/// The same for the model.
#[cfg(loom)]
pub fn zeros(length: usize) -> Result<Box<[AtomicU64]>, ()> {
    Ok((0..length).map(|_| AtomicU64::new(0)).collect())
}

/// Run by `make model`.
#[cfg(all(test, loom))]
mod model {
    use std::time::Duration;

    use loom::sync::Arc;
    use loom::thread::spawn;

    use crate::search::parallel::Shared;
    use crate::search::tt::{TableEntry, TranspositionTable};
    use crate::search::{Control, Params, Setup, SystemThreads};
    use crate::types::{Bound, Coord, Depth, Score};

    /// All orders in which threads are interrupted at most three times.
    fn check(model: impl Fn() + Sync + Send + 'static) {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(3);
        builder.check(model);
    }

    fn entry(depth: i32) -> TableEntry {
        let (score, eval) = (Score::eval(7 * depth), Score::eval(-depth));
        let (best, depth) = (Coord::new(3, 4), Depth::new(depth));
        TableEntry { best, score, bound: Bound::Exact, depth, eval, fours_tried: 1, was_pv: true }
    }

    /// Two positions compete for a place: who reads finds an entry as it was written for the
    /// position, or none.
    #[test]
    fn an_entry_is_found_whole_or_not_at_all() {
        check(|| {
            let table = Arc::new(TranspositionTable::new(0));
            let write = |hash: u64, depth: i32| {
                let table = Arc::clone(&table);
                spawn(move || table.store(hash, entry(depth)))
            };
            let probe = || {
                for (hash, depth) in [(11, 5), (12, 9)] {
                    let found = table.probe(hash);
                    assert!(found.is_none_or(|found| found == entry(depth)), "{found:?}");
                }
            };
            let writers = [write(11, 5), write(12, 9)];
            probe();
            writers.into_iter().for_each(|writer| writer.join().expect("no panic"));
            probe();
        });
    }

    #[test]
    fn the_earliest_deadline_and_every_stop_count() {
        check(|| {
            let control = Arc::new(Control::new());
            let limit = |ms: u64| {
                let control = Arc::clone(&control);
                spawn(move || control.limit_time(Duration::from_millis(ms)))
            };
            let limits = [limit(20), limit(10)];
            control.stop();
            limits.into_iter().for_each(|limit| limit.join().expect("no panic"));
            assert_eq!(control.deadline(), Some(Duration::from_millis(10)));
            assert!(control.is_stopped());
        });
    }

    #[test]
    fn every_position_is_counted_once_and_a_depth_is_taken_by_half() {
        check(|| {
            let control: &'static Control = Box::leak(Box::new(Control::new()));
            let params = Params::default();
            let helpers = std::sync::Arc::new(SystemThreads);
            let setup = Setup { params, net: None, threads: 2, helpers, store: None };
            let shared = Arc::new(Shared::new(control, Box::leak(Box::new(setup))));
            let helper = {
                let shared = Arc::clone(&shared);
                spawn(move || (shared.count(256), shared.is_taken(Depth::new(1))))
            };
            let taken = shared.is_taken(Depth::new(1));
            shared.count(100);
            let (seen, helpers_taken) = helper.join().expect("no panic");
            assert_eq!(shared.count(0), 356);
            assert!(seen == 256 || seen == 356);
            assert!(taken != helpers_taken);
        });
    }
}
