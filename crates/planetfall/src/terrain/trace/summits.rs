//! How high things reach over the cells of a grid, in ever larger squares: a ray that passes above a square passes
//! over it in one step (A. Tevs, I. Ihrke, H.-P. Seidel, *Maximum mipmaps for fast, accurate, and scalable dynamic
//! height field rendering*, I3D 2008).

use super::{CellTraversal, Ray};

/// Greatest heights of squares of cells.
#[derive(Clone, Debug)]
pub(crate) struct Summits {
    /// The smallest squares that are remembered have 2^finest cells along a side; smaller ones are walked through.
    finest: u32,
    /// By level, from the finest on: heights row by row, and how many stand in a row.
    levels: Vec<(usize, Vec<f64>)>,
}

impl Summits {
    /// From the heights of the smallest squares, row by row, and how many stand in a row.
    pub(crate) fn new(finest: u32, wide: usize, tops: Vec<f64>) -> Self {
        let (mut high, mut wide) = (tops.len() / wide.max(1), wide);
        let mut levels = vec![(wide, tops)];
        while high > 1 || wide > 1 {
            let Some((_, below)) = levels.last() else { break };
            let (up, across) = (high.div_ceil(2), wide.div_ceil(2));
            let mut tops = vec![f64::NEG_INFINITY; up * across];
            for (at, height) in below.iter().enumerate() {
                let top = &mut tops[(at / wide / 2) * across + at % wide / 2];
                *top = top.max(*height);
            }
            (high, wide) = (up, across);
            levels.push((wide, tops));
        }
        Self { finest, levels }
    }

    /// How high a square reaches.
    #[inline]
    fn top(&self, level: u32, row: u32, column: u32) -> f64 {
        let (wide, tops) = &self.levels[(level - self.finest) as usize];
        tops[(row >> level) as usize * wide + (column >> level) as usize]
    }

    /// Visits the cells that a ray may meet something in, in their order along the ray, each with the distance at which
    /// the ray leaves it, until something is found.
    #[inline]
    pub(crate) fn walk<T>(
        &self,
        mut course: CellTraversal<'_>,
        ray: &Ray,
        mut visit: impl FnMut(&CellTraversal<'_>, f64) -> Option<T>,
    ) -> Option<T> {
        let height = |distance: f64| ray.origin.z + ray.direction.z * distance;
        let coarsest = self.finest + self.levels.len() as u32 - 1;
        let (mut level, mut inside) = (coarsest, false);
        loop {
            if !inside {
                let exit = course.exit(level);
                let lowest = height(course.distance).min(height(exit.0));
                if lowest > self.top(level, course.row, course.column) {
                    if !course.leave(level, exit) {
                        return None;
                    }
                    level = (level + 1).min(coarsest);
                    continue;
                }
                if level > self.finest {
                    level -= 1;
                    continue;
                }
            }
            let exit = course.exit(0);
            if let Some(found) = visit(&course, exit.0) {
                return Some(found);
            }
            let square = (course.row >> self.finest, course.column >> self.finest);
            if !course.leave(0, exit) {
                return None;
            }
            inside = square == (course.row >> self.finest, course.column >> self.finest);
            level = self.finest;
        }
    }
}
