//! Who does the work: physics spawns no thread, but a caller may lend some.

use std::fmt;
use std::sync::Arc;

/// Does a number of jobs that know nothing of each other, in any order or at once.
pub trait Executor: Sync {
    /// Calls `job` once with each number below `count` and returns when all are done.
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync));
}

/// One after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Executor for Serial {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(job);
    }
}

/// What the caller of a simulation has lent to its steps; without it they do their work one after the
/// other.
#[derive(Clone, Default)]
pub(crate) struct BorrowedExecutor(Option<Arc<dyn Executor + Send>>);

impl BorrowedExecutor {
    pub(crate) fn new(executor: Arc<dyn Executor + Send>) -> Self {
        Self(Some(executor))
    }

    pub(crate) fn executor(&self) -> &dyn Executor {
        match &self.0 {
            Some(executor) => &**executor,
            None => &Serial,
        }
    }
}

impl fmt::Debug for BorrowedExecutor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a lent executor" } else { "no executor" })
    }
}
