//! `kind = "spring"` and `kind = "bekker"`: curves of force over depth inside the cone step.

use super::super::Report;
use super::keys::{
    DAMPING_RATIO, FrictionKeys, NON_NEGATIVE, POSITIVE, REST_PENETRATION, WHOSE_STIFFNESS,
    friction,
};
use super::other::{Numbers, Stepped, bekker_keys};
use super::{ContactShape, InFiles, Load, Recipe};
use crate::format::declare::{GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, Range};
use crate::scenario::ground::keys::StiffnessChoice;
use planetfall::ground::compliant::{Bekker, Sinkage};
use planetfall::ground::marker::Spring;
use planetfall::ground::{CompliantGround, Ground};
use planetfall::shape::{Shape, Wheel};
use planetfall::vehicle::ContactorRole;
use std::sync::Arc;

declare! {
    /// Keys of `spring`.
    pub(crate) group SpringGroundKeys {
        rest_penetration_m: Key<f64> = REST_PENETRATION,
        damping_ratio: Key<f64> = DAMPING_RATIO,
        stiffness: Key<StiffnessChoice> = WHOSE_STIFFNESS,
        friction: FrictionKeys = GROUP,
    }

    /// Keys of `bekker`.
    pub(crate) group BekkerGroundKeys {
        /// n of p = (kc/b + kphi) z^n.
        sinkage_exponent: Key<f64> = REQUIRED.of(Kind::Number(Range::above(0.0).up_to(3.0))),
        /// kc, in N/m^(n+1).
        cohesive_modulus_n_per_m_n1: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// kphi, in N/m^(n+2).
        frictional_modulus_n_per_m_n2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of a vehicle's share of mass on the slope of the curve where it stands; 1 is critical.
        damping_ratio: Key<f64> = default::number(0.5).of(NON_NEGATIVE),
        /// Area by which a point (marker, corner, vertex) presses on the soil.
        plate_area_m2: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Width of wheels whose file gives none.
        disc_width_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        friction: FrictionKeys = GROUP,
    }
}

/// What files and schema need to know of springs.
pub(super) const SPRING_IN_FILES: InFiles =
    InFiles { has_soil: false, stepping: Stepped::Impulses, written: spring_written };

/// What files and schema need to know of Bekker's curves.
pub(super) const BEKKER_IN_FILES: InFiles =
    InFiles { has_soil: true, stepping: Stepped::Impulses, written: bekker_written };

/// What the file says of a spring; its stiffness follows from who stands on the ground.
#[derive(Clone, Copy, Debug)]
struct SpringRecipe {
    friction: f64,
    rest_penetration: f64,
    damping_ratio: f64,
    shared: bool,
}

/// What the file says of Bekker's soil; curves follow from what stands on it.
#[derive(Clone, Copy, Debug)]
struct Soil {
    friction: f64,
    law: Bekker,
    damping_ratio: f64,
    plate_area: Option<f64>,
    disc_width: Option<f64>,
}

pub(super) fn read_spring(keys: &SpringGroundKeys, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    Arc::new(SpringRecipe {
        friction: friction(&keys.friction, report),
        rest_penetration: keys.rest_penetration_m.value(),
        damping_ratio: keys.damping_ratio.value(),
        shared: keys.stiffness.value() == StiffnessChoice::Shared,
    })
}

pub(super) fn read_bekker(keys: &BekkerGroundKeys, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    Arc::new(Soil {
        friction: friction(&keys.friction, report),
        law: Bekker {
            exponent: keys.sinkage_exponent.value(),
            cohesive: keys.cohesive_modulus_n_per_m_n1.value(),
            frictional: keys.frictional_modulus_n_per_m_n2.value(),
        },
        damping_ratio: keys.damping_ratio.value(),
        plate_area: keys.plate_area_m2.given(),
        disc_width: keys.disc_width_m.given(),
    })
}

pub(super) fn spring_numbers(keys: &SpringGroundKeys) -> Numbers {
    let spring = (keys.rest_penetration_m.value(), keys.damping_ratio.value());
    Numbers { spring, whose: keys.stiffness.value(), ..Numbers::of_friction(&keys.friction) }
}

fn spring_written(from: &Numbers) -> Option<String> {
    let (angle, spring) = (from.angle, from.spring_keys());
    Some(format!("{{ kind = \"spring\", friction_angle_deg = {angle:?}, {spring} }}"))
}

pub(super) fn bekker_numbers(keys: &BekkerGroundKeys) -> Numbers {
    let own =
        Numbers { soil: Some(bekker_keys(bekkers(keys))), ..Numbers::of_friction(&keys.friction) };
    Numbers { disc_width: keys.disc_width_m.given().unwrap_or(own.disc_width), ..own }
}

/// Bekker's numbers.
fn bekkers(keys: &BekkerGroundKeys) -> [&Key<f64>; 3] {
    [&keys.sinkage_exponent, &keys.cohesive_modulus_n_per_m_n1, &keys.frictional_modulus_n_per_m_n2]
}

/// Its numbers follow from no other ground.
fn bekker_written(_: &Numbers) -> Option<String> {
    None
}

impl Recipe for SpringRecipe {
    fn needs_weight(&self) -> bool {
        true
    }

    fn ground(&self, part: &ContactShape, load: &Load<'_>) -> Result<Ground, String> {
        let share = load.mass / if self.shared { load.contactors.max(1) as f64 } else { 1.0 };
        let rest =
            Spring::from_rest(share, load.gravity, self.rest_penetration, self.damping_ratio);
        let stiffness = part.own.0.unwrap_or(rest.stiffness);
        let damping = part.own.1.unwrap_or(rest.damping);
        let sinkage = Sinkage::spring(stiffness, damping).map_err(|error| error.to_string())?;
        Ok(CompliantGround::new(self.friction, sinkage).into())
    }
}

impl Recipe for Soil {
    fn ground(&self, part: &ContactShape, load: &Load<'_>) -> Result<Ground, String> {
        Ok(CompliantGround::new(self.friction, self.curve(part, load)?).into())
    }
}

impl Soil {
    /// The curve under a shape, with the damper that its share of the vehicle needs where it stands.
    fn curve(&self, part: &ContactShape, load: &Load<'_>) -> Result<Sinkage, String> {
        let points = self.points(part)?;
        let undamped = Sinkage::new(points.iter().copied(), 0.0).map_err(|e| e.to_string())?;
        let share = load.mass / load.contactors.max(1) as f64;
        let depth = undamped.depth(share * load.gravity).max(1e-9);
        let slope = (undamped.force(1.01 * depth) - undamped.force(0.99 * depth)) / (0.02 * depth);
        let damping = 2.0 * self.damping_ratio * (slope * share).sqrt();
        Sinkage::new(points, damping).map_err(|error| error.to_string())
    }

    fn points(&self, part: &ContactShape) -> Result<Vec<(f64, f64)>, String> {
        /// Depth to which a plate's curve goes, m: it has no size at which it would have to end.
        /// Chosen.
        const DEEPEST_PLATE: f64 = 1.0;
        match part.shape {
            Shape::Wheel(Wheel { radius, width, .. }) => {
                let width = Some(width).filter(|width| *width > 0.0).or(self.disc_width);
                let help = "a disc would cut into the soil: give disc_width_m in [ground]";
                let width = width.ok_or(help)?;
                Ok(Bekker::curve(radius, |depth| self.law.on_wheel(depth, radius, width)))
            }
            Shape::Ball { radius, .. } => {
                Ok(Bekker::curve(radius, |depth| self.law.on_ball(depth, radius)))
            }
            Shape::Point { .. }
            | Shape::Box { .. }
            | Shape::Cylinder { .. }
            | Shape::Mesh { .. } => {
                let help = "a point would cut into the soil: give plate_area_m2 in [ground]";
                let own = match part.role {
                    ContactorRole::Support => None,
                    ContactorRole::Body => corner_area(&part.shape),
                };
                let area = self.plate_area.or(own).ok_or(help)?;
                Ok(Bekker::curve(DEEPEST_PLATE, |depth| {
                    self.law.on_plate(depth, area, area.sqrt())
                }))
            }
        }
    }
}

/// Area by which a corner of a body presses on the soil where no plate is given, m²: a quarter of its
/// smallest face.
fn corner_area(shape: &Shape) -> Option<f64> {
    match shape.boxed()? {
        Shape::Box { half, .. } => {
            Some((half.x * half.y).min(half.y * half.z).min(half.z * half.x))
                .filter(|area| *area > 0.0)
        }
        Shape::Cylinder { radius, half_length, .. } => Some(radius * radius.min(half_length)),
        Shape::Point { .. } | Shape::Ball { .. } | Shape::Wheel(_) | Shape::Mesh { .. } => None,
    }
}
