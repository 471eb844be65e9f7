//! Metrics of contactors: sums and extremes of what touched.

use super::or_nan;
use crate::contact::Impulse;
use crate::quantity::{Metric, quantities};
use crate::simulation::recording::Contactor;
use crate::state::{ContactTally, State};
use crate::world::World;

quantities! {
    /// Of a contactor.
    ContactorSums<'a>(SumsView<'a>) = "Contactors", "CONTACTOR." {
        FINAL_NORMAL_FORCE = "final_normal_force_n" of Contactor::NORMAL_FORCE,
            "ground's force along the normal, mean of the last half second", |it| it.last.normal;
        FINAL_FRICTION_FORCE = "final_friction_force_n" of Contactor::FRICTION_FORCE,
            "size of the friction force, mean of the last half second", |it| it.last.friction;
        PEAK_NORMAL_FORCE = "peak_normal_force_n" of Contactor::NORMAL_FORCE,
            "greatest force along the normal at the end of a step", |it| it.tally.peak;
        PEAK_TIME = "peak_time_s", "when that was", |it| or_nan(it.tally.peak_time);
        FIRST_CONTACT = "first_contact_s", "when it touched first", |it| or_nan(it.tally.first);
        LAST_TOUCH = "last_touch_s", "when it began to carry load last",
            |it| or_nan(it.tally.last_touch);
        LAST_LIFT_OFF = "last_lift_off_s", "when it ceased to carry load last",
            |it| or_nan(it.tally.last_lift_off);
        CONTACTS = "contacts" [1], "how often it began to carry load", |it| it.tally.count as f64;
        MAX_PENETRATION = "max_penetration_m", "how deep it was inside the ground at most",
            |it| it.tally.deepest;
        NORMAL_IMPULSE = "normal_impulse_n_s", "impulse of the ground along the normal",
            |it| it.tally.impulse.normal;
    }

    /// Of a contactor on soil, or of a driven wheel.
    ContactorLoad<'a>(SumsView<'a>) = "Contactors on soil and driven wheels", "CONTACTOR." {
        LOAD = "load_n", "what it carries, mean of the last half second", |it| it.last.normal;
    }

    /// Of a wheel on ROAMS's soil.
    Traction<'a>(SumsView<'a>) = "Wheels on `wheel` ground", "CONTACTOR." {
        MAX_RATIO = "max_traction_ratio" [1],
            "greatest force along the surface over the soil's strength", |it| it.tally.traction;
    }
}

pub(crate) struct SumsView<'a> {
    tally: &'a ContactTally,
    last: Impulse,
}

pub(super) fn metrics(world: &World, state: &State, contact: usize, list: &mut Vec<Metric>) {
    let view = SumsView {
        tally: &state.tally.contacts[contact],
        last: state.tally.mean_force_over_window(state.time, contact),
    };
    let entity = world.contactor_name(contact);
    let named = |end: &str| format!("{entity}.{end}");
    Metric::add::<ContactorSums>(list, &view, named);
    let soil = world.has_wheel_ground(contact);
    if soil || world.soil().is_some() || world.driven(contact).is_some() {
        Metric::add::<ContactorLoad>(list, &view, named);
    }
    if soil {
        Metric::add::<Traction>(list, &view, named);
    }
}
