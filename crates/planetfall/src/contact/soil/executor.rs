//! Who does the work: physics spawns no thread, but a caller may lend some.

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
