//! ROAMS's soil under wheels from its engineering parameters.

use super::Report;
use super::ground::{Load, Part};
use crate::format::Node;
use planetfall::ground::compliant::Bekker;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::Spring;
use planetfall::ground::wheel::{
    Footprint, HuntCrossley, Resistance, Strength, Strengths, Tangent,
};
use planetfall::ground::{CompliantGround, Ground, WheelGround};
use planetfall::math::noise::Key;
use planetfall::math::real;
use planetfall::shape::{Shape, Wheel};

/// What the file says; stiffness follows from who stands on the ground.
#[derive(Clone, Debug)]
pub(super) struct WheelRecipe {
    rest_penetration: f64,
    damping_ratio: f64,
    exponent: f64,
    shear_deflection: f64,
    shear_damping_ratio: f64,
    strength: Strengths,
    soil: Bekker,
    disc_width: Option<f64>,
    resistance: Option<Option<f64>>,
    seed: u64,
}

/// Reads a table whose case is `wheel`.
pub(super) fn recipe(node: &Node, seed: u64, report: &mut Report<'_>) -> WheelRecipe {
    let rest_penetration = node.number("rest_penetration_m");
    let level = Strength {
        cohesion: node.number("cohesion_pa"),
        friction_angle: node.number("friction_angle_deg").to_radians(),
        deviation: node.number("strength_deviation"),
        fall: node.number("strength_fall"),
        correlation_length: node.number("correlation_length_m"),
    };
    WheelRecipe {
        rest_penetration,
        damping_ratio: node.number("damping_ratio"),
        exponent: node.number("contact_exponent"),
        shear_deflection: node.optional_number("shear_deflection_m").unwrap_or(rest_penetration),
        shear_damping_ratio: node.number("shear_damping_ratio"),
        strength: strengths(node, level, report),
        soil: Bekker {
            exponent: node.number("sinkage_exponent"),
            cohesive: node.number("cohesive_modulus_n_per_m_n1"),
            frictional: node.number("frictional_modulus_n_per_m_n2"),
        },
        disc_width: node.optional_number("disc_width_m"),
        resistance: resistance(node, report),
        seed,
    }
}

/// Whether rolling costs something, and the density of soil that is bulldozed, kg/m³.
fn resistance(node: &Node, report: &mut Report<'_>) -> Option<Option<f64>> {
    let density = node.optional_number("soil_density_kg_per_m3");
    let given = node.text("rolling_resistance") != "none";
    if !given && density.is_some() {
        let message = "soil_density_kg_per_m3 has no effect without rolling resistance";
        report.warning(node.place_of("soil_density_kg_per_m3"), message.to_owned());
    }
    given.then_some(density)
}

fn strengths(node: &Node, level: Strength, report: &mut Report<'_>) -> Strengths {
    let mut set = |key: &str| {
        let table = node.get(key);
        let own = if table.is_absent() { level } else { overridden(table, level) };
        check_spread(table, &own, report);
        (!table.is_absent(), own)
    };
    let sets = [set("uphill"), set("downhill"), set("across")];
    check_spread(node, &level, report);
    let any = sets.iter().any(|(given, _)| *given);
    let inclined = any.then(|| Box::new(sets.map(|(_, own)| own)));
    Strengths { level, inclined, blend: node.number("blend_slope_deg").to_radians() }
}

fn overridden(table: &Node, level: Strength) -> Strength {
    let or = |key: &str, value: f64| table.optional_number(key).unwrap_or(value);
    let angle = table.optional_number("friction_angle_deg").map(f64::to_radians);
    Strength {
        cohesion: or("cohesion_pa", level.cohesion),
        friction_angle: angle.unwrap_or(level.friction_angle),
        deviation: or("strength_deviation", level.deviation),
        fall: or("strength_fall", level.fall),
        correlation_length: or("correlation_length_m", level.correlation_length),
    }
}

/// A deviation that would be less than zero is taken for zero: no error, but hardly meant.
fn check_spread(node: &Node, strength: &Strength, report: &mut Report<'_>) {
    if !node.is_absent() && strength.fall > strength.deviation {
        let message = format!(
            "strength_fall ({}) is larger than strength_deviation ({}): near the angle of friction \
             the deviation would be less than zero and is taken for zero",
            strength.fall, strength.deviation
        );
        report.warning(node.place_of("strength_fall"), message);
    }
}

impl WheelRecipe {
    /// The law under a shape: soil under wheels and balls, the spring with dry friction under others.
    pub(super) fn law(&self, part: &Part, load: &Load<'_>) -> Result<Ground, String> {
        let mass = load.mass / load.contactors.max(1) as f64;
        let weight = mass * load.gravity;
        let (radius, width) = match part.shape {
            Shape::Wheel(Wheel { radius, width, .. }) => {
                let known = Some(width).filter(|width| *width > 0.0).or(self.disc_width);
                let help = "a disc would cut into the soil: give disc_width_m in [ground]";
                (radius, known.ok_or(help)?)
            }
            Shape::Ball { radius, .. } => (radius, radius),
            Shape::Point { .. }
            | Shape::Box { .. }
            | Shape::Cylinder { .. }
            | Shape::Mesh { .. } => return self.spring(part, load, mass),
        };
        let points = Bekker::curve(radius, |depth| self.soil.on_wheel(depth, radius, width));
        let sinkage = Sinkage::new(points, 0.0).map_err(|error| error.to_string())?;
        let (z, ratio) = (self.rest_penetration, self.damping_ratio);
        let shear =
            Spring::from_rest(mass, load.gravity, self.shear_deflection, self.shear_damping_ratio);
        let level = &self.strength.level;
        let mut sets =
            std::iter::once(level).chain(self.strength.inclined.iter().flat_map(|s| s.iter()));
        let random = sets.any(|set| set.deviation > 0.0);
        let name = format!("{}.{}", load.vehicle, part.name);
        Ok(Ground::from(WheelGround {
            normal: HuntCrossley::from_rest(weight, mass, z, self.exponent, ratio),
            tangent: Tangent { stiffness: shear.stiffness, damping: shear.damping },
            strength: self.strength.clone(),
            footprint: Footprint { radius, width, sinkage },
            stream: random.then(|| Key::new(self.seed, &name, "soil strength")),
            resistance: self.resistance.map(|density| Resistance {
                soil: self.soil,
                unit_weight: density.map(|density| density * load.gravity),
            }),
        }))
    }

    fn spring(&self, part: &Part, load: &Load<'_>, mass: f64) -> Result<Ground, String> {
        let rest = Spring::from_rest(mass, load.gravity, self.rest_penetration, self.damping_ratio);
        let stiffness = part.own.0.unwrap_or(rest.stiffness);
        let damping = part.own.1.unwrap_or(rest.damping);
        let curve = Sinkage::spring(stiffness, damping).map_err(|error| error.to_string())?;
        Ok(CompliantGround::new(real::tan(self.strength.level.friction_angle), curve).into())
    }
}
