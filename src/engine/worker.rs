use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Engine;

/// Processes jobs with one engine, in the calling thread, until there are no more or `deliver` returns
/// `false`. `new` creates the engine for the first job.
///
/// A panic in a job is caught: `deliver` gets `None` for it, and the next one begins with a new
/// engine.
pub fn work_off<J, A>(
    jobs: impl IntoIterator<Item = J>,
    new: impl Fn(&J) -> Engine,
    answer: impl Fn(&mut Engine, &J) -> A,
    mut deliver: impl FnMut(J, Option<A>) -> bool,
) {
    let mut engine: Option<Engine> = None;
    for job in jobs {
        let result = catch_unwind(AssertUnwindSafe(|| {
            answer(engine.get_or_insert_with(|| new(&job)), &job)
        }));
        if result.is_err() {
            engine = None;
        }
        if !deliver(job, result.ok()) {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_costs_one_answer() {
        let mut answers = Vec::new();
        let answer = |_: &mut Engine, &job: &u32| {
            assert!(job != 2, "a job that fails on purpose");
            10 * job
        };
        work_off(
            [1, 2, 3, 4],
            |_| Engine::new(1 << 20, 1),
            answer,
            |job, answer| {
                answers.push((job, answer));
                job < 3
            },
        );
        assert_eq!(answers, [(1, Some(10)), (2, None), (3, Some(30))]);
    }
}
