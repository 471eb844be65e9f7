//! Laws inside the cone step from their engineering parameters.

use super::Report;
use super::ground::{Load, Part};
use crate::format::Node;
use planetfall::ground::compliant::Bekker;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::Spring;
use planetfall::ground::{CompliantGround, Ground, RigidGround};
use planetfall::math::real;
use planetfall::shape::{Shape, Wheel};

/// What the file says; curves follow from who stands on the ground, and on what.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConeRecipe {
    friction: f64,
    normal: Normal,
}

#[derive(Clone, Copy, Debug)]
enum Normal {
    Rigid { restitution: f64 },
    Spring { rest_penetration: f64, damping_ratio: f64, shared: bool },
    Bekker(Soil),
}

#[derive(Clone, Copy, Debug)]
struct Soil {
    law: Bekker,
    damping_ratio: f64,
    plate_area: Option<f64>,
    disc_width: Option<f64>,
}

/// Reads a table whose case is a law of the cone step.
pub(super) fn recipe(node: &Node, report: &mut Report<'_>) -> ConeRecipe {
    let normal = match node.case() {
        "spring" => Normal::Spring {
            rest_penetration: node.number("rest_penetration_m"),
            damping_ratio: node.number("damping_ratio"),
            shared: node.text("stiffness") == "shared",
        },
        "bekker" => Normal::Bekker(Soil {
            law: Bekker {
                exponent: node.number("sinkage_exponent"),
                cohesive: node.number("cohesive_modulus_n_per_m_n1"),
                frictional: node.number("frictional_modulus_n_per_m_n2"),
            },
            damping_ratio: node.number("damping_ratio"),
            plate_area: node.optional_number("plate_area_m2"),
            disc_width: node.optional_number("disc_width_m"),
        }),
        _ => Normal::Rigid { restitution: node.number("restitution") },
    };
    ConeRecipe { friction: friction(node, report), normal }
}

/// Coulomb's coefficient, given as such or as an angle.
fn friction(node: &Node, report: &mut Report<'_>) -> f64 {
    let angle = node.optional_number("friction_angle_deg");
    match (node.optional_number("friction_coefficient"), angle) {
        (Some(coefficient), None) => coefficient,
        (None, Some(angle)) => real::tan(angle.to_radians()),
        (Some(_), Some(_)) => {
            let message = "friction is given twice: as a coefficient and as an angle";
            report.help(node.place_of("friction_angle_deg"), message, "leave one of them out");
            f64::NAN
        }
        (None, None) => {
            // A key that is there but wrong has been told already and reads as absent.
            if !report.checked.has_errors() {
                let message = "the ground's friction is missing";
                let help = "give friction_coefficient, or friction_angle_deg";
                report.help(node.place(), message, help);
            }
            f64::NAN
        }
    }
}

impl ConeRecipe {
    /// Rigid ground on which nothing bounces.
    pub(super) fn hard(friction: f64) -> Self {
        Self { friction, normal: Normal::Rigid { restitution: 0.0 } }
    }

    /// Whether its stiffness follows from the weight.
    pub(super) fn is_spring(&self) -> bool {
        matches!(self.normal, Normal::Spring { .. })
    }

    /// The law, where it is that of rigid ground.
    pub(super) fn rigid(&self) -> Option<RigidGround> {
        match self.normal {
            Normal::Rigid { restitution } => Some(RigidGround::new(self.friction, restitution)),
            Normal::Spring { .. } | Normal::Bekker(_) => None,
        }
    }

    /// The law under a shape.
    pub(super) fn law(&self, part: &Part, load: &Load<'_>) -> Result<Ground, String> {
        let sinkage = match self.normal {
            Normal::Rigid { restitution } => {
                return Ok(RigidGround::new(self.friction, restitution).into());
            }
            Normal::Spring { rest_penetration, damping_ratio, shared } => {
                let share = load.mass / if shared { load.contactors.max(1) as f64 } else { 1.0 };
                let rest = Spring::from_rest(share, load.gravity, rest_penetration, damping_ratio);
                let stiffness = part.own.0.unwrap_or(rest.stiffness);
                let damping = part.own.1.unwrap_or(rest.damping);
                Sinkage::spring(stiffness, damping).map_err(|error| error.to_string())?
            }
            Normal::Bekker(soil) => soil.curve(&part.shape, load)?,
        };
        Ok(CompliantGround::new(self.friction, sinkage).into())
    }
}

impl Soil {
    /// The curve under a shape, with the damper that its share of the vehicle needs where it stands.
    fn curve(&self, shape: &Shape, load: &Load<'_>) -> Result<Sinkage, String> {
        let points = self.points(shape)?;
        let undamped = Sinkage::new(points.iter().copied(), 0.0).map_err(|e| e.to_string())?;
        let share = load.mass / load.contactors.max(1) as f64;
        let depth = undamped.depth(share * load.gravity).max(1e-9);
        let slope = (undamped.force(1.01 * depth) - undamped.force(0.99 * depth)) / (0.02 * depth);
        let damping = 2.0 * self.damping_ratio * (slope * share).sqrt();
        Sinkage::new(points, damping).map_err(|error| error.to_string())
    }

    fn points(&self, shape: &Shape) -> Result<Vec<(f64, f64)>, String> {
        /// A plate has no size at which its curve would have to end, m.
        const DEEP: f64 = 1.0;
        match *shape {
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
                let area = self.plate_area.ok_or(help)?;
                Ok(Bekker::curve(DEEP, |depth| self.law.on_plate(depth, area, area.sqrt())))
            }
        }
    }
}
