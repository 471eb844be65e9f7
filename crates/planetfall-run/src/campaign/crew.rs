//! Many independent tasks on several threads.

use planetfall::ground::scm::Executor;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Results of tasks in the order of their inputs, whatever number of threads worked on them.
pub fn in_order<T: Sync, R: Send>(
    inputs: &[T],
    jobs: NonZero<usize>,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(inputs.len()));
    thread::scope(|scope| {
        for _ in 0..jobs.get().min(inputs.len()) {
            scope.spawn(|| {
                while let Some((index, input)) = taken(&next, inputs) {
                    let result = work(input);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Threads that share the work of one step on soft ground. They live as long as a piece of it, so they pay
/// where a piece is long: many wheels on a fine grid.
#[derive(Clone, Copy, Debug)]
pub struct Crew(pub NonZero<usize>);

impl Executor for Crew {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            let numbers = || Some(next.fetch_add(1, Ordering::Relaxed));
            std::iter::from_fn(numbers).take_while(|number| *number < count).for_each(job);
        };
        thread::scope(|scope| {
            let helpers = self.0.get().min(count).saturating_sub(1);
            // Where the system gives no more threads, those that are there do it all.
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).is_ok();
            (0..helpers).map(spawn).take_while(|spawned| *spawned).for_each(drop);
            work();
        });
    }
}

/// As many threads as the machine works on at once.
pub fn all_cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

fn taken<'a, T>(next: &AtomicUsize, inputs: &'a [T]) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    inputs.get(index).map(|input| (index, input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crew_does_every_job_once() {
        for threads in [1, 2, 5].map(|threads| NonZero::new(threads).unwrap()) {
            for count in [0, 1, 2, 100] {
                let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
                let job = |number: usize| {
                    done[number].fetch_add(1, Ordering::Relaxed);
                };
                Crew(threads).run(count, &job);
                assert!(done.iter().all(|times| times.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn results_come_in_the_order_of_their_inputs_for_any_number_of_threads() {
        let inputs: Vec<u64> = (0..200).collect();
        let expected: Vec<u64> = inputs.iter().map(|x| x * x).collect();
        for jobs in [1, 2, 7, 500].map(|jobs| NonZero::new(jobs).unwrap()) {
            assert_eq!(in_order(&inputs, jobs, |x| x * x), expected);
        }
        assert!(in_order(&[] as &[u64], NonZero::<usize>::MIN, |x| *x).is_empty());
    }
}
