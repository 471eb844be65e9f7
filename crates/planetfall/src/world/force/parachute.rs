//! A parachute: drag of a canopy that is a body of its own ([`crate::vehicle::Canopy`]).
//!
//! Its two states are σ of (1) there, and the time since line stretch, which starts when one of the riser's
//! cables is first taut with the canopy flying by itself.

use super::{Exertion, ForceView};
use crate::vehicle::{Anchor, Canopy};

/// A parachute in flight.
#[derive(Clone, Debug)]
pub struct Parachute {
    /// Unique name.
    pub name: String,
    /// Where the drag acts: on the canopy's own vehicle.
    pub at: Anchor,
    /// Cables of the riser, by their indices: it fills from when the first of them is taut.
    pub riser: Vec<usize>,
    /// The canopy.
    pub canopy: Canopy,
}

/// Place of σ among the element's states.
const FILLED: usize = 0;
/// Place of the time since line stretch.
const SINCE: usize = 1;

impl Parachute {
    /// States of its own.
    pub(super) const STATES: usize = 2;

    pub(super) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        if view.is_carried(self.at.vehicle) {
            return;
        }
        let (filled, since) = (view.states()[FILLED], view.states()[SINCE]);
        let (place, velocity) = view.point(&self.at);
        let flow = view.flow(&place, &velocity);
        if since > 0.0 || self.riser.iter().any(|cable| view.stretch(*cable) > 0.0) {
            out.rates[FILLED] = self.canopy.filling_rate(filled, since, flow.speed);
            out.rates[SINCE] = 1.0;
        }
        if flow.is_felt() {
            let area = self.canopy.drag_area(filled, since, flow.mach);
            out.force_at(&self.at, flow.velocity * (-0.5 * flow.air.density * flow.speed * area));
        }
    }
}
