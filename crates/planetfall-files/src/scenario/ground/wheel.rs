//! `kind = "wheel"`: ROAMS's soil under wheels.

use super::super::Report;
use super::keys::{NON_NEGATIVE, POSITIVE, StiffnessChoice};
use super::other::{Numbers, Stepped, bekker_keys};
use super::{ContactShape, InFiles, Load, Recipe};
use crate::format::Place;
use crate::format::declare::{GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, Range};
use planetfall::ground::compliant::Bekker;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::marker::Spring;
use planetfall::ground::wheel::{
    HuntCrossley, Resistance, SoilStrength, Strengths, TangentialSpring, WheelFootprint,
};
use planetfall::ground::{CompliantGround, Ground, WheelGround};
use planetfall::math::noise::Stream;
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
        /// a force on the hub against its path.
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
        /// Distance that a rim rolls until s is drawn anew.
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
        /// Strength where the path goes uphill.
        uphill: Option<UphillKeys> = OPTIONAL,
        /// Strength where it goes downhill.
        downhill: Option<DownhillKeys> = OPTIONAL,
        /// Strength where it goes across the slope.
        across: Option<AcrossKeys> = OPTIONAL,
        /// Slope at which level strength and that of the direction count alike.
        blend_slope_deg: Key<f64> = default::number(1.0).of(POSITIVE),
    }

    /// Soil strength in one direction.
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
        strength: StrengthKeys = GROUP,
    }

    /// Soil strength downhill.
    pub(crate) table DownhillKeys("ground.downhill") {
        strength: StrengthKeys = GROUP,
    }

    /// Soil strength across a slope.
    pub(crate) table AcrossKeys("ground.across") {
        strength: StrengthKeys = GROUP,
    }
}

pub(super) const IN_FILES: InFiles = InFiles { has_soil: true, stepping: Stepped::Soil, written };

pub(super) fn numbers(keys: &WheelGroundKeys) -> Numbers {
    let own = Numbers::of_angle(keys.friction_angle_deg.value());
    Numbers {
        spring: (keys.rest_penetration_m.value(), keys.damping_ratio.value()),
        soil: Some(bekker_keys(bekkers(keys))),
        disc_width: keys.disc_width_m.given().unwrap_or(own.disc_width),
        cohesion: keys.cohesion_pa.value(),
        ..own
    }
}

/// Bekker's numbers.
fn bekkers(keys: &WheelGroundKeys) -> [&Key<f64>; 3] {
    [&keys.sinkage_exponent, &keys.cohesive_modulus_n_per_m_n1, &keys.frictional_modulus_n_per_m_n2]
}

fn written(from: &Numbers) -> Option<String> {
    let Numbers { angle, spring: (penetration, damping), .. } = from;
    // Soil's is that of a wheel under its own share; a marker's may be under all the weight.
    let own = if from.whose == StiffnessChoice::PerMarker { from.contactors as f64 } else { 1.0 };
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
}

pub(super) fn read(keys: &WheelGroundKeys, report: &mut Report<'_>) -> Arc<dyn Recipe> {
    let rest_penetration = keys.rest_penetration_m.value();
    let level = SoilStrength {
        cohesion: keys.cohesion_pa.value(),
        friction_angle: keys.friction_angle_deg.value().to_radians(),
        deviation: keys.strength_deviation.value(),
        fall: keys.strength_fall.value(),
        correlation_length: keys.correlation_length_m.value(),
    };
    Arc::new(WheelRecipe {
        rest_penetration,
        damping_ratio: keys.damping_ratio.value(),
        exponent: keys.contact_exponent.value(),
        shear_deflection: keys.shear_deflection_m.given().unwrap_or(rest_penetration),
        shear_damping_ratio: keys.shear_damping_ratio.value(),
        strength: strengths(keys, level, report),
        soil: Bekker {
            exponent: keys.sinkage_exponent.value(),
            cohesive: keys.cohesive_modulus_n_per_m_n1.value(),
            frictional: keys.frictional_modulus_n_per_m_n2.value(),
        },
        disc_width: keys.disc_width_m.given(),
        resistance: resistance(keys, report),
    })
}

/// Whether rolling costs something, and the density of soil that is bulldozed, kg/m³.
fn resistance(keys: &WheelGroundKeys, report: &mut Report<'_>) -> Option<Option<f64>> {
    let density = keys.soil_density_kg_per_m3.given();
    let given = keys.rolling_resistance.value() == RollingResistanceChoice::Soil;
    if !given && density.is_some() {
        let message = "soil_density_kg_per_m3 has no effect without rolling resistance";
        report.warning(keys.soil_density_kg_per_m3.place(), message.to_owned());
    }
    given.then_some(density)
}

fn strengths(keys: &WheelGroundKeys, level: SoilStrength, report: &mut Report<'_>) -> Strengths {
    let mut set = |own: Option<&StrengthKeys>| {
        let strength = own.map_or(level, |own| overridden(own, level));
        if let Some(own) = own {
            check_spread(own.strength_fall.place(), &strength, report);
        }
        (own.is_some(), strength)
    };
    let sets = [
        set(keys.uphill.as_ref().map(|table| &table.strength)),
        set(keys.downhill.as_ref().map(|table| &table.strength)),
        set(keys.across.as_ref().map(|table| &table.strength)),
    ];
    check_spread(keys.strength_fall.place(), &level, report);
    let any = sets.iter().any(|(given, _)| *given);
    let inclined = any.then(|| Box::new(sets.map(|(_, own)| own)));
    Strengths { level, inclined, blend: keys.blend_slope_deg.value().to_radians() }
}

fn overridden(own: &StrengthKeys, level: SoilStrength) -> SoilStrength {
    let angle = own.friction_angle_deg.given().map(f64::to_radians);
    SoilStrength {
        cohesion: own.cohesion_pa.given().unwrap_or(level.cohesion),
        friction_angle: angle.unwrap_or(level.friction_angle),
        deviation: own.strength_deviation.given().unwrap_or(level.deviation),
        fall: own.strength_fall.given().unwrap_or(level.fall),
        correlation_length: own.correlation_length_m.given().unwrap_or(level.correlation_length),
    }
}

/// A deviation that would be less than zero is taken for zero: no error, but hardly meant.
fn check_spread(place: Place, strength: &SoilStrength, report: &mut Report<'_>) {
    if strength.fall > strength.deviation {
        let message = format!(
            "strength_fall ({}) is larger than strength_deviation ({}): near the angle of friction \
             the deviation would be less than zero and is taken for zero",
            strength.fall, strength.deviation
        );
        report.warning(place, message);
    }
}

impl Recipe for WheelRecipe {
    fn needs_weight(&self) -> bool {
        true
    }

    /// Soil under wheels and balls, the spring with dry friction under others.
    fn ground(&self, part: &ContactShape, load: &Load<'_>) -> Result<Ground, String> {
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
            tangent: TangentialSpring { stiffness: shear.stiffness, damping: shear.damping },
            strength: self.strength.clone(),
            footprint: WheelFootprint { radius, width, sinkage },
            stream: random.then(|| Stream::new(name, "soil strength")),
            resistance: self.resistance.map(|density| Resistance {
                soil: self.soil,
                unit_weight: density.map(|density| density * load.gravity),
            }),
        }))
    }
}

impl WheelRecipe {
    fn spring(&self, part: &ContactShape, load: &Load<'_>, mass: f64) -> Result<Ground, String> {
        let rest = Spring::from_rest(mass, load.gravity, self.rest_penetration, self.damping_ratio);
        let stiffness = part.own.0.unwrap_or(rest.stiffness);
        let damping = part.own.1.unwrap_or(rest.damping);
        let curve = Sinkage::spring(stiffness, damping).map_err(|error| error.to_string())?;
        Ok(CompliantGround::new(real::tan(self.strength.level.friction_angle), curve).into())
    }
}
