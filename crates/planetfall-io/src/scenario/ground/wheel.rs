//! `kind = "wheel"`: ROAMS's soil under wheels.

use super::super::Report;
use super::keys::{NON_NEGATIVE, POSITIVE};
use super::other::{Numbers, Stepped, bekker_keys};
use super::{InFiles, Load, Part, Recipe};
use crate::format::Node;
use crate::format::declare::{Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::ground::compliant::Bekker;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::Spring;
use planetfall::ground::wheel::{
    Footprint, HuntCrossley, Resistance, Strength, Strengths, Tangent,
};
use planetfall::ground::{CompliantGround, Ground, WheelGround};
use planetfall::math::noise;
use planetfall::math::real;
use planetfall::shape::{Shape, Wheel};
use std::sync::Arc;

const STRENGTH_ANGLE: Kind = Kind::Number(Range::above(0.0).below(89.0));

declare! {
    /// What rolling costs.
    pub(crate) choice RollingResistanceChoice {
        /// A rolling wheel costs nothing, as in the paper.
        None = "none",
        /// Soil is pressed into a rut (Bekker), and pushed ahead where its density is given (Terzaghi):
        /// a force on the hub against its way.
        Soil = "soil",
    }

    /// Keys of `wheel`.
    pub(crate) group WheelGroundKeys {
        /// Penetration at rest under a wheel's share of the weight.
        rest_penetration_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of it; 1 is critical.
        damping_ratio: Key<f64> = default::number(0.5).of(NON_NEGATIVE),
        /// n of Hunt and Crossley's normal force k z^n (1 + a dz/dt).
        contact_exponent: Key<f64> =
            default::number(1.0).of(Kind::Number(Range::between(1.0, 3.0))),
        /// Deflection along the surface under a force of a wheel's share of the weight; default
        /// rest_penetration_m.
        shear_deflection_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Of it.
        shear_damping_ratio: Key<f64> = default::number(0.7).of(NON_NEGATIVE),
        /// phi of the strength c A + N tan phi.
        friction_angle_deg: Key<f64> = REQUIRED.of(STRENGTH_ANGLE),
        /// c of it.
        cohesion_pa: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// p1: greatest standard deviation of the factor s on the strength; 0 for none.
        strength_deviation: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// p2: by how much the deviation is less on a slope of phi.
        strength_fall: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Way that a rim rolls until s is drawn anew.
        correlation_length_m: Key<f64> = default::number(0.01).of(POSITIVE),
        /// n of Bekker's p = (kc/b + kphi) z^n, from which sinkage and area A follow.
        sinkage_exponent: Key<f64> = REQUIRED.of(Kind::Number(Range::above(0.0).up_to(3.0))),
        /// kc, in N/m^(n+1).
        cohesive_modulus_n_per_m_n1: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// kphi, in N/m^(n+2).
        frictional_modulus_n_per_m_n2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Width of wheels whose file gives none.
        disc_width_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// What rolling costs.
        rolling_resistance: Key<RollingResistanceChoice> = default::text("none"),
        /// Of soil that is pushed ahead.
        soil_density_kg_per_m3: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Strength where the way goes uphill.
        uphill: Option<UphillKeys> = OPTIONAL,
        /// Strength where it goes downhill.
        downhill: Option<DownhillKeys> = OPTIONAL,
        /// Strength where it goes across the slope.
        across: Option<AcrossKeys> = OPTIONAL,
        /// Slope at which level strength and that of the direction count alike.
        blend_slope_deg: Key<f64> = default::number(1.0).of(POSITIVE),
    }

    /// Keys of `strength`.
    pub(crate) group StrengthKeys {
        /// phi; default that of [ground].
        friction_angle_deg: OptionalKey<f64> = OPTIONAL.of(STRENGTH_ANGLE),
        /// c; default that of [ground].
        cohesion_pa: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p1; default that of [ground].
        strength_deviation: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p2; default that of [ground].
        strength_fall: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Default that of [ground].
        correlation_length_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// Soil strength uphill.
    pub(crate) table UphillKeys("ground.uphill") {
        /// phi; default that of [ground].
        friction_angle_deg: OptionalKey<f64> = OPTIONAL.of(STRENGTH_ANGLE),
        /// c; default that of [ground].
        cohesion_pa: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p1; default that of [ground].
        strength_deviation: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p2; default that of [ground].
        strength_fall: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Default that of [ground].
        correlation_length_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// Soil strength downhill.
    pub(crate) table DownhillKeys("ground.downhill") {
        /// phi; default that of [ground].
        friction_angle_deg: OptionalKey<f64> = OPTIONAL.of(STRENGTH_ANGLE),
        /// c; default that of [ground].
        cohesion_pa: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p1; default that of [ground].
        strength_deviation: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p2; default that of [ground].
        strength_fall: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Default that of [ground].
        correlation_length_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }

    /// Soil strength across a slope.
    pub(crate) table AcrossKeys("ground.across") {
        /// phi; default that of [ground].
        friction_angle_deg: OptionalKey<f64> = OPTIONAL.of(STRENGTH_ANGLE),
        /// c; default that of [ground].
        cohesion_pa: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p1; default that of [ground].
        strength_deviation: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// p2; default that of [ground].
        strength_fall: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Default that of [ground].
        correlation_length_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
    }
}

pub(super) const IN_FILES: InFiles =
    InFiles { read, has_soil: true, stepping: Stepped::Soil, numbers, written };

fn numbers(node: &Node) -> Numbers {
    let own = Numbers::of_angle(node.number("friction_angle_deg"));
    Numbers {
        spring: (node.number("rest_penetration_m"), node.number("damping_ratio")),
        soil: Some(bekker_keys(node)),
        disc_width: node.optional_number("disc_width_m").unwrap_or(own.disc_width),
        cohesion: node.number("cohesion_pa"),
        ..own
    }
}

fn written(from: &Numbers) -> Option<String> {
    let Numbers { angle, spring: (penetration, damping), .. } = from;
    // Soil's is that of a wheel under its own share; a marker's may be under all the weight.
    let own = if from.whose == "per_marker" { from.contactors as f64 } else { 1.0 };
    let penetration = penetration / own;
    let (soil, width) = (from.soil_keys(), from.disc_width);
    Some(format!(
        "{{ kind = \"wheel\", friction_angle_deg = {angle:?}, rest_penetration_m = \
         {penetration:?}, damping_ratio = {damping:?}, {soil}, disc_width_m = {width:?} }}"
    ))
}

/// What the file says; stiffness follows from who stands on the ground.
#[derive(Clone, Debug)]
struct WheelRecipe {
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

fn read(node: &Node, seed: u64, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    let rest_penetration = node.number("rest_penetration_m");
    let level = Strength {
        cohesion: node.number("cohesion_pa"),
        friction_angle: node.number("friction_angle_deg").to_radians(),
        deviation: node.number("strength_deviation"),
        fall: node.number("strength_fall"),
        correlation_length: node.number("correlation_length_m"),
    };
    Arc::new(WheelRecipe {
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
    })
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

impl Recipe for WheelRecipe {
    fn needs_weight(&self) -> bool {
        true
    }

    /// Soil under wheels and balls, the spring with dry friction under others.
    fn ground(&self, part: &Part, load: &Load<'_>) -> Result<Ground, String> {
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
            stream: random.then(|| noise::Key::new(self.seed, &name, "soil strength")),
            resistance: self.resistance.map(|density| Resistance {
                soil: self.soil,
                unit_weight: density.map(|density| density * load.gravity),
            }),
        }))
    }
}

impl WheelRecipe {
    fn spring(&self, part: &Part, load: &Load<'_>, mass: f64) -> Result<Ground, String> {
        let rest = Spring::from_rest(mass, load.gravity, self.rest_penetration, self.damping_ratio);
        let stiffness = part.own.0.unwrap_or(rest.stiffness);
        let damping = part.own.1.unwrap_or(rest.damping);
        let curve = Sinkage::spring(stiffness, damping).map_err(|error| error.to_string())?;
        Ok(CompliantGround::new(real::tan(self.strength.level.friction_angle), curve).into())
    }
}
