//! Running sums of gauges, metrics that a scenario defines.

use crate::archive::{Archive, Entity, Visited};

/// Running sums of one gauge; a part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct GaugeTally {
    pub(crate) count: f64,
    pub(crate) first: (f64, f64),
    pub(crate) last: f64,
    pub(crate) sums: [f64; 4],
    pub(crate) weighed: (f64, f64),
    pub(crate) most: f64,
    pub(crate) least: f64,
    /// One once the window is over.
    pub(crate) over: f64,
}

impl GaugeTally {
    pub(crate) fn add(&mut self, time: f64, value: f64, step: f64, inside: bool) {
        if self.count == 0.0 {
            self.first = (time, value);
            (self.most, self.least) = (value, value);
        }
        let (t, y) = (time - self.first.0, value - self.first.1);
        self.count += 1.0;
        self.last = value;
        for (sum, part) in self.sums.iter_mut().zip([t, y, t * t, t * y]) {
            *sum += part;
        }
        // The step that ends where the window begins lies before it.
        if inside {
            self.weighed.0 += step;
            self.weighed.1 += step * value;
        }
        self.most = self.most.max(value);
        self.least = self.least.min(value);
    }

    pub(crate) fn slope(&self) -> f64 {
        let [t, y, tt, ty] = self.sums;
        (self.count * ty - t * y) / (self.count * tt - t * t)
    }

    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { count, first, last, sums, weighed, most, least, over } = self;
        archive.real("count", count)?;
        archive.reals("first", Entity::Number, [&mut first.0, &mut first.1])?;
        archive.real("last", last)?;
        archive.reals("sums", Entity::Number, sums)?;
        archive.reals("weighed", Entity::Number, [&mut weighed.0, &mut weighed.1])?;
        archive.real("most", most)?;
        archive.real("least", least)?;
        archive.real("over", over)
    }
}
