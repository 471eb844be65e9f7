//! The ground's law from its engineering parameters.

use super::Report;
use crate::format::Node;
use planetfall::contact::compliant::{Friction, FrictionTable, MarkerLaw, Spring};
use planetfall::math::real;

/// What the file says about the marker law; stiffness follows from each vehicle's weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct LawRecipe {
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

impl LawRecipe {
    /// The law under one marker of a vehicle; the paper gives each marker the full mass.
    pub(super) fn law(&self, mass: f64, gravity: f64, markers: usize) -> MarkerLaw {
        let share = if self.shared { mass / markers.max(1) as f64 } else { mass };
        let mut spring =
            Spring::from_rest(share, gravity, self.rest_penetration, self.damping_ratio);
        spring.compression_only = self.compression_only;
        let friction = match self.resting {
            None => Friction::Classical,
            Some(shear) => {
                let tangent =
                    Spring::from_rest(share, gravity, shear.deflection, shear.damping_ratio);
                Friction::Resting { stiffness: tangent.stiffness, damping: tangent.damping }
            }
        };
        MarkerLaw { spring, table: self.table, friction }
    }
}

pub(super) fn law(node: &Node, report: &mut Report<'_>) -> LawRecipe {
    let (v1, v2) = (node.number("stick_speed_m_per_s"), node.number("slide_speed_m_per_s"));
    if v2 <= v1 {
        let message = format!(
            "slide_speed_m_per_s (V2 = {v2}) must be larger than stick_speed_m_per_s (V1 = {v1})"
        );
        report.error(node.place_of("slide_speed_m_per_s"), message);
    }
    let (stick, slide) = (node.number("stick_angle_deg"), node.number("slide_angle_deg"));
    if slide > stick {
        let message = format!(
            "slide_angle_deg ({slide}) is larger than stick_angle_deg ({stick}): the ground would \
             hold a moving vehicle better than a resting one"
        );
        report.warning(node.place_of("slide_angle_deg"), message);
    }
    let rest_penetration = node.number("rest_penetration_m");
    let resting = (node.text("friction") == "resting").then(|| Shear {
        deflection: node.optional_number("shear_deflection_m").unwrap_or(rest_penetration),
        damping_ratio: node.number("shear_damping_ratio"),
    });
    LawRecipe {
        rest_penetration,
        damping_ratio: node.number("damping_ratio"),
        table: FrictionTable {
            stick_speed: v1,
            slide_speed: v2,
            stick_coefficient: real::tan(stick.to_radians()),
            slide_coefficient: real::tan(slide.to_radians()),
        },
        shared: node.text("stiffness") == "shared",
        compression_only: node.flag("compression_only"),
        resting,
    }
}
