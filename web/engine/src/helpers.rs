//! Threads for the helpers of a search. A module of WebAssembly cannot start any: the page starts
//! workers on the same memory, and each of them becomes a thread by calling [`help`].

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use dolmen::search::{Helper, Helpers};
use dolmen_study::desk::{Allowed, Desk};
use rayon_core::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
#[cfg(target_feature = "atomics")]
use wasm_bindgen::prelude::wasm_bindgen;

/// Threads of a pool that no worker runs so far. The one static of this package: workers have
/// nothing in common but the module and its memory, so that one finds what another has left there
/// by its place alone.
static IDLE: IdleThreads =
    IdleThreads { threads: Mutex::new(VecDeque::new()), added: Condvar::new() };

struct IdleThreads {
    threads: Mutex<VecDeque<ThreadBuilder>>,
    added: Condvar,
}

impl IdleThreads {
    fn add(&self, thread: ThreadBuilder) {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push_back(thread);
        self.added.notify_one();
    }

    /// Waits for one.
    fn take(&self) -> ThreadBuilder {
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(thread) = threads.pop_front() {
                return thread;
            }
            threads = self.added.wait(threads).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Answers calls with the help of workers, one for each thread but the first: they call [`help`]
/// sooner or later, and searches wait for them.
pub fn desk(allowed: Allowed) -> Desk {
    match WorkerThreads::new(allowed.threads.saturating_sub(1)) {
        Some(workers) => Desk::with_helpers(allowed, Arc::new(workers)),
        None => Desk::new(Allowed { threads: 1, ..allowed }),
    }
}

/// Threads that workers run.
#[derive(Debug)]
struct WorkerThreads(ThreadPool);

impl WorkerThreads {
    /// Of so many workers; `None` without any.
    fn new(workers: usize) -> Option<WorkerThreads> {
        // To the library none means as many as there are processors.
        if workers == 0 {
            return None;
        }
        let add = |thread| {
            IDLE.add(thread);
            Ok(())
        };
        let pool = ThreadPoolBuilder::new().num_threads(workers).spawn_handler(add).build();
        pool.ok().map(WorkerThreads)
    }
}

impl Helpers for WorkerThreads {
    fn run_beside<'a>(&self, helpers: Vec<Helper<'a>>, main: &mut dyn FnMut()) {
        self.0.in_place_scope(|scope| {
            for helper in helpers {
                scope.spawn(|_| helper());
            }
            main();
        });
    }
}

/// Helps in the searches of another worker on the same memory, until this worker is ended.
#[cfg_attr(target_feature = "atomics", wasm_bindgen)]
pub fn help() {
    IDLE.take().run();
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use super::*;

    /// The main thread waits here for what its helpers say, which therefore run beside it.
    #[test]
    fn workers_run_beside_the_main_thread() {
        let main = thread::current().id();
        for _ in 0..2 {
            thread::spawn(help);
        }
        let pool = WorkerThreads::new(2).expect("a pool");
        for _ in 0..3 {
            let (say, heard) = channel();
            let helper = |say: Sender<_>| -> Helper<'_> {
                Box::new(move || say.send(thread::current().id()).expect("the main thread listens"))
            };
            let helpers = vec![helper(say.clone()), helper(say)];
            let mut threads = Vec::new();
            pool.run_beside(helpers, &mut || threads = heard.iter().collect());
            assert!(threads.len() == 2 && !threads.contains(&main), "{threads:?}");
        }
    }
}
