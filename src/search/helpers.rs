//! What runs the helpers of a search beside its main thread.

use std::fmt::Debug;
use std::panic::resume_unwind;
use std::thread::Builder;

/// What a helper does. It ends soon after the main thread.
pub type Helper<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Threads for the helpers of searches.
pub trait Helpers: Debug + Send + Sync {
    /// Runs `main` in the calling thread and as many helpers as it can in others meanwhile; returns
    /// when all of them are done. Helpers that find no thread are dropped.
    fn run_beside<'a>(&self, helpers: Vec<Helper<'a>>, main: &mut dyn FnMut());
}

/// A thread of the system for each helper.
#[derive(Clone, Copy, Debug)]
pub struct SystemThreads;

impl Helpers for SystemThreads {
    fn run_beside<'a>(&self, helpers: Vec<Helper<'a>>, main: &mut dyn FnMut()) {
        std::thread::scope(|scope| {
            // A system that has no more threads to give is no reason to fail.
            let spawn = |helper| Builder::new().name("helper".into()).spawn_scoped(scope, helper);
            let started: Vec<_> = helpers.into_iter().filter_map(|h| spawn(h).ok()).collect();
            main();
            started.into_iter().for_each(|h| h.join().unwrap_or_else(|e| resume_unwind(e)));
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    /// The main thread waits here for what its helpers say, which therefore run beside it.
    #[test]
    fn helpers_run_beside_the_main_thread() {
        let main = thread::current().id();
        let (say, heard) = channel();
        let helper = |say: std::sync::mpsc::Sender<_>| -> Helper<'_> {
            Box::new(move || say.send(thread::current().id()).expect("the main thread listens"))
        };
        let helpers = vec![helper(say.clone()), helper(say)];
        let mut threads = Vec::new();
        SystemThreads.run_beside(helpers, &mut || threads = heard.iter().collect());
        assert!(threads.len() == 2 && threads[0] != threads[1] && !threads.contains(&main));
    }
}
