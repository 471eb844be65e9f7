//! Built-in soils with their sources. What a source does not give is taken as for DLR's simulants.

use planetfall::ground::scm::{ShapeError, Soil};

/// A soil with a name.
#[derive(Clone, Copy, Debug)]
pub struct NamedSoil {
    /// By which scenario files call it.
    pub name: &'static str,
    /// Its numbers.
    pub soil: Soil,
    /// Where they come from.
    pub source: &'static str,
}

/// What is reported of a contactor whose shape leaves no print in soil.
pub fn cannot_press(contactor: &str, error: &ShapeError) -> String {
    format!(
        "`{contactor}` cannot press on soil: {error}; give it that length in the vehicle's file, or keep the vehicle \
         on hard ground"
    )
}

/// All built-in soils.
pub fn soils() -> Vec<NamedSoil> {
    let wong = "J. Y. Wong, Theory of Ground Vehicles, 2008, table 2.3";
    let sbel = "fit to a virtual bevameter, SBEL, 2022";
    let row = |name, [kc, kphi, n]: [f64; 3], [c, phi]: [f64; 2], k: f64, source| NamedSoil {
        name,
        soil: Soil {
            cohesive: kc,
            frictional: kphi,
            exponent: n,
            cohesion: c,
            friction_angle: f64::to_radians(phi),
            repose_angle: f64::to_radians(phi),
            shear_displacement: k,
            ..Soil::dlr_a()
        },
        source,
    };
    vec![
        NamedSoil {
            name: "dlr-a",
            soil: Soil::dlr_a(),
            source: "SCM paper, tables 1 and 2 (kc and kphi as in table 2)",
        },
        NamedSoil { name: "dlr-d", soil: Soil::dlr_d(), source: "SCM paper, table 1" },
        row("dry-sand", [990.0, 1_528_430.0, 1.1], [1040.0, 28.0], 0.02, wong),
        row("lete-sand", [102_000.0, 5_301_000.0, 0.79], [1300.0, 31.1], 0.012, wong),
        row("sandy-loam", [5270.0, 1_515_040.0, 0.7], [1720.0, 29.0], 0.02, wong),
        row("upland-sandy-loam", [74_600.0, 2_080_000.0, 1.1], [3300.0, 33.7], 0.02, wong),
        row("hit-lss1", [15_600.0, 2_407_400.0, 1.1], [250.0, 31.9], 0.01, "L. Ding et al."),
        row("grc-1", [-2.02e5, 2.99e6, 1.27], [1587.0, 21.0], 0.0184, sbel),
        row("grc-3", [-1.55e5, 3.66e6, 1.29], [2044.0, 25.0], 0.0114, sbel),
        row(
            "mars-simulant",
            [5790.0, 180_000.0, 0.8],
            [300.0, 17.8],
            0.01,
            "DLR's mechanical Mars simulant",
        ),
        NamedSoil {
            name: "cmu-sand",
            soil: Soil {
                exponent: 1.458,
                cohesive: -353_015.0,
                frictional: 17_599_400.0,
                cohesion: 0.0,
                friction_angle: f64::to_radians(29.0),
                repose_angle: f64::to_radians(29.0),
                body_friction: 0.45,
                shear_displacement: 0.01,
                slip_exponent: 0.5,
                compaction: 0.25,
                unit_weight: 1330.0 * 9.81,
                ..Soil::dlr_a()
            },
            source: "C. Pavlov, CMU: from its plates; mu, n1 and compaction fitted to a wheel",
        },
        row("lunar-nominal", [1400.0, 820_000.0, 1.0], [170.0, 35.0], 0.01, "lunar nominal soil"),
    ]
}

/// A built-in soil by its name.
pub fn find(name: &str) -> Option<Soil> {
    soils().into_iter().find(|one| one.name == name).map(|one| one.soil)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_soil_is_sound() {
        for one in soils() {
            assert!(one.soil.checked().is_ok(), "{}", one.name);
        }
    }
}
