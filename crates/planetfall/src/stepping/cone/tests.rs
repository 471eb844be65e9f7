//! Claims about the step that need its parts.

use super::*;
use crate::environment::Gravity;
use crate::forces::{Axes, ExternalWrench};
use crate::stepping::accept;
use crate::terrain::Plane;
use crate::vehicle::{Anchor, Inertia, Motion, Vehicle};
use std::sync::Arc;

/// A body of 2 kg in free space that 6 N pull along x.
fn towed() -> World {
    let body = Vehicle::rigid("body", Inertia::ball(2.0, 0.1).unwrap());
    let far = Arc::new(Plane::level(-100.0).unwrap());
    let tow = ExternalWrench {
        name: "tow".to_owned(),
        at: Anchor { vehicle: 0, link: 0, point: Vector3::zeros() },
        axes: Axes::Site,
        force: Vector3::new(6.0, 0.0, 0.0),
        moment: Vector3::zeros(),
        from: Time::ZERO,
        until: Time::MAX,
    };
    World::new(Gravity::Uniform(0.0), far, vec![body]).with_force(tow).unwrap()
}

/// The ledger after a second, with or without the wrench booked.
fn ledger_after(scheme: Scheme, booked: bool) -> crate::stepping::Ledger {
    let world = towed();
    let mut state = State::new(&world, &[Motion::at_rest(Vector3::zeros())], &[]);
    state.discrete.acting.fill(true);
    let mut workspace = Workspace::new(&world);
    let taken = Time::from_millis(10);
    for _ in 0..100 {
        workspace.refresh(&world, &state).unwrap();
        let mut report = StepReport::of(taken);
        let span = StepConstants::new(&world, taken, scheme);
        let found = find_step(&world, &state, (span, scheme), &mut workspace, &mut report);
        assert!(matches!(found, Ok(Trial::Found)));
        if !booked {
            workspace.stage.applied.pushes.clear();
        }
        finish_step(&world, &state, (span, scheme), &mut workspace, &report).unwrap();
        accept(&world, &mut state, &report, &mut workspace).unwrap();
    }
    state.ledger
}

#[test]
fn a_force_left_out_of_the_ledger_is_found_in_the_unexplained_energy() {
    for scheme in [Scheme::Midpoint, Scheme::Theta(0.5), Scheme::Theta(1.0)] {
        // 6 N on 2 kg for a second: 3 m/s, 9 J.
        let whole = ledger_after(scheme, true);
        assert!((whole.kinetic - 9.0).abs() < 1e-12, "{scheme:?}: {}", whole.kinetic);
        assert!(whole.unexplained().abs() < 1e-12, "{scheme:?}: {}", whole.unexplained());
        assert!(whole.numerical.abs() < 1e-12, "{scheme:?}: {}", whole.numerical);
        let lacking = ledger_after(scheme, false);
        assert!(
            (lacking.unexplained() - 9.0).abs() < 1e-12,
            "{scheme:?}: {}",
            lacking.unexplained()
        );
        assert!(lacking.numerical.abs() < 1e-12, "{scheme:?}: {}", lacking.numerical);
    }
}
