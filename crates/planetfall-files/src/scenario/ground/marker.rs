//! `kind = "marker"`: POST2's law.

use super::super::Report;
use super::keys::{DAMPING_RATIO, NON_NEGATIVE, POSITIVE, REST_PENETRATION, WHOSE_STIFFNESS};
use super::other::{Numbers, Stepped};
use super::{ContactShape, InFiles, Load, Recipe};
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, Range};
use crate::scenario::ground::keys::StiffnessChoice;
use planetfall::ground::marker::{Friction, FrictionTable, Spring};
use planetfall::ground::{Ground, MarkerGround};
use planetfall::math::real;
use std::sync::Arc;

/// Angles from level to upright, degrees.
const SLOPE: Kind = Kind::Number(Range::at_least(0.0).below(90.0));

declare! {
    /// Keys of `marker`.
    pub(crate) group MarkerLawKeys {
        rest_penetration_m: Key<f64> = REST_PENETRATION,
        damping_ratio: Key<f64> = DAMPING_RATIO,
        /// θ1: a vehicle at rest begins to slide on steeper slopes.
        stick_angle_deg: Key<f64> = REQUIRED.of(SLOPE),
        /// θ2: a sliding vehicle keeps its speed on this slope.
        slide_angle_deg: Key<f64> = REQUIRED.of(SLOPE),
        /// V1: sliding speed at which friction is largest.
        stick_speed_m_per_s: Key<f64> = default::number(0.05).of(POSITIVE),
        /// V2: sliding speed from which friction is constant.
        slide_speed_m_per_s: Key<f64> = default::number(0.10).of(POSITIVE),
        stiffness: Key<StiffnessChoice> = WHOSE_STIFFNESS,
        /// Whether the ground can only push.
        compression_only: Key<bool> = default::flag(true),
        /// Kind of friction.
        friction: Key<MarkerFrictionChoice> = default::text("classical"),
        /// Resting friction: deflection under a tangent force of the vehicle's weight; default
        /// rest_penetration_m.
        shear_deflection_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Resting friction: damping ratio of the tangent springs.
        shear_damping_ratio: Key<f64> = default::number(0.5).of(NON_NEGATIVE),
    }

    /// Kind of friction.
    pub(crate) choice MarkerFrictionChoice {
        /// The paper's table; creeps on slopes.
        Classical = "classical",
        /// Tangent springs limited by friction; stands still.
        Resting = "resting",
    }
}

/// What files and schema need to know of this law.
pub(super) const IN_FILES: InFiles =
    InFiles { has_soil: false, stepping: Stepped::Forces, written };

/// What carries over to other kinds.
pub(super) fn numbers(keys: &MarkerLawKeys) -> Numbers {
    let spring = (keys.rest_penetration_m.value(), keys.damping_ratio.value());
    let whose = keys.stiffness.value();
    Numbers { spring, whose, ..Numbers::of_angle(keys.stick_angle_deg.value()) }
}

fn written(from: &Numbers) -> Option<String> {
    let (angle, spring) = (from.angle, from.spring_keys());
    Some(format!(
        "{{ kind = \"marker\", stick_angle_deg = {angle:?}, slide_angle_deg = {angle:?}, \
         friction = \"resting\", {spring} }}"
    ))
}

/// What the file says about the marker law; stiffness follows from each vehicle's weight.
#[derive(Clone, Copy, Debug)]
struct MarkerRecipe {
    rest_penetration: f64,
    damping_ratio: f64,
    table: FrictionTable,
    shared: bool,
    compression_only: bool,
    resting: Option<Shear>,
}

#[derive(Clone, Copy, Debug)]
struct Shear {
    deflection: f64,
    damping_ratio: f64,
}

impl Recipe for MarkerRecipe {
    fn needs_weight(&self) -> bool {
        true
    }

    /// The law under one marker of a vehicle; the paper gives each marker the full mass.
    fn ground(&self, part: &ContactShape, load: &Load<'_>) -> Result<Ground, String> {
        let own = part.own;
        let Load { mass, gravity, contactors, .. } = *load;
        let share = if self.shared { mass / contactors.max(1) as f64 } else { mass };
        let mut spring =
            Spring::from_rest(share, gravity, self.rest_penetration, self.damping_ratio);
        spring.stiffness = own.0.unwrap_or(spring.stiffness);
        spring.damping = own.1.unwrap_or(spring.damping);
        spring.compression_only = self.compression_only;
        let friction = match self.resting {
            None => Friction::Classical,
            Some(shear) => {
                let tangent =
                    Spring::from_rest(share, gravity, shear.deflection, shear.damping_ratio);
                Friction::Resting { stiffness: tangent.stiffness, damping: tangent.damping }
            }
        };
        Ok(MarkerGround { spring, table: self.table, friction }.into())
    }
}

pub(super) fn read(keys: &MarkerLawKeys, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    let (v1, v2) = (keys.stick_speed_m_per_s.value(), keys.slide_speed_m_per_s.value());
    if v2 <= v1 {
        let message = format!(
            "slide_speed_m_per_s (V2 = {v2}) must be larger than stick_speed_m_per_s (V1 = {v1})"
        );
        report.error(keys.slide_speed_m_per_s.place(), message);
    }
    let (stick, slide) = (keys.stick_angle_deg.value(), keys.slide_angle_deg.value());
    if slide > stick {
        let message = format!(
            "slide_angle_deg ({slide}) is larger than stick_angle_deg ({stick}): the ground would \
             hold a moving vehicle better than a resting one"
        );
        report.warning(keys.slide_angle_deg.place(), message);
    }
    let rest_penetration = keys.rest_penetration_m.value();
    let resting = (keys.friction.value() == MarkerFrictionChoice::Resting).then(|| Shear {
        deflection: keys.shear_deflection_m.given().unwrap_or(rest_penetration),
        damping_ratio: keys.shear_damping_ratio.value(),
    });
    Arc::new(MarkerRecipe {
        rest_penetration,
        damping_ratio: keys.damping_ratio.value(),
        table: FrictionTable {
            stick_speed: v1,
            slide_speed: v2,
            stick_coefficient: real::tan(stick.to_radians()),
            slide_coefficient: real::tan(slide.to_radians()),
        },
        shared: keys.stiffness.value() == StiffnessChoice::Shared,
        compression_only: keys.compression_only.value(),
        resting,
    })
}
