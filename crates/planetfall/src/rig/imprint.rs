//! What a body leaves in soil when its motion is prescribed altogether: prints for pictures of how the
//! model shares out pressure, puts soil aside and lets it slump (Figs 6 to 8 of the SCM paper).

use super::RigError;
use crate::ground::scm::{BodyOnSoil, Field, RasterShape, Scratch, Serial, SoilBed};
use crate::math::real;
use nalgebra::{Matrix3, Vector3};

/// A node of a print: place, m, and a number.
pub type Spot = [f64; 3];

/// Centrality of each node of a flat body that is pressed straight down from where its underside touches
/// level ground at zero: its pressure by the mean.
pub fn centralities(
    bed: &SoilBed,
    shape: &RasterShape,
    underside: f64,
) -> Result<Vec<Spot>, RigError> {
    let body = BodyOnSoil {
        shape,
        position: Vector3::new(0.0, 0.0, -underside - PRINT_DEPTH),
        axes: Matrix3::identity(),
        velocity: Vector3::zeros(),
        rate: Vector3::zeros(),
    };
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    bed.evaluate(&field, &[body], 0.0, false, &Serial, &mut scratch)?;
    bed.commit(&mut field, &mut scratch);
    let mut spots: Vec<Spot> = field
        .disturbed()
        .filter(|(_, state)| state.yield_pressure > 0.0)
        .map(|(node, state)| {
            let (x, y) = bed.place(node);
            [x, y, state.yield_pressure]
        })
        .collect();
    let mean = spots.iter().map(|spot| spot[2]).sum::<f64>() / spots.len() as f64;
    spots.iter_mut().for_each(|spot| spot[2] /= mean);
    Ok(spots)
}

/// How deep plates are pressed for [`centralities`], m. Chosen: centrality does not depend on it.
const PRINT_DEPTH: f64 = 0.01;

/// Rolls a smooth wheel (radius, width, m) along x over a distance (m) while it sinks evenly to a depth (m), and
/// says what has become of the soil.
pub fn rolled_in(
    bed: &SoilBed,
    [radius, width]: [f64; 2],
    distance: f64,
    depth: f64,
) -> Result<Field, RigError> {
    let shape = RasterShape::wheel(Vector3::zeros(), Vector3::y(), radius, width, None)?;
    let (mut field, mut scratch) = (Field::new(), Scratch::new());
    let speed = 0.1;
    let steps = (4.0 * distance / bed.spacing()).ceil().clamp(1.0, 1e5);
    let step = distance / speed / steps;
    for number in 1..=steps as u32 {
        let share = f64::from(number) / steps;
        let (sine, cosine) = real::sin_cos(share * distance / radius);
        let body = BodyOnSoil {
            shape: &shape,
            position: Vector3::new(share * distance, 0.0, radius - share * depth),
            axes: Matrix3::new(cosine, 0.0, sine, 0.0, 1.0, 0.0, -sine, 0.0, cosine),
            velocity: Vector3::new(speed, 0.0, -depth * speed / distance),
            rate: Vector3::new(0.0, speed / radius, 0.0),
        };
        bed.evaluate(&field, &[body], step, false, &Serial, &mut scratch)?;
        bed.commit(&mut field, &mut scratch);
    }
    Ok(field)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::{ScmVariant, Soil};
    use crate::rig::level_bed;

    #[test]
    fn the_centrality_of_a_disc_has_the_range_of_the_paper() {
        let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default()).unwrap();
        let disc = RasterShape::wheel(Vector3::zeros(), Vector3::z(), 0.2, 0.1, None).unwrap();
        let spots = centralities(&bed, &disc, -0.05).unwrap();
        let sum = |at: &Spot| -> f64 {
            let squares = spots.iter().map(|other| {
                (at[0] - other[0]) * (at[0] - other[0]) + (at[1] - other[1]) * (at[1] - other[1])
            });
            squares.filter(|square| *square > 0.0).map(|square| 1.0 / square).sum()
        };
        let sums: Vec<f64> = spots.iter().map(sum).collect();
        let mean = sums.iter().sum::<f64>() / sums.len() as f64;
        for (spot, sum) in spots.iter().zip(&sums) {
            assert!((spot[2] - sum / mean).abs() < 1e-9, "{spot:?} {}", sum / mean);
        }
        // Fig. 6: 0.52 to 1.17. The least is that of the outermost node, which depends on how the disc
        // lies on the grid: 0.52 where its centre is a node, 0.59 between nodes.
        let greatest = spots.iter().map(|spot| spot[2]).fold(0.0, f64::max);
        let least = spots.iter().map(|spot| spot[2]).fold(f64::INFINITY, f64::min);
        assert!((greatest - 1.17).abs() < 0.03, "{greatest}");
        assert!((0.51..0.6).contains(&least), "{least}");
    }

    #[test]
    fn erosion_flattens_what_a_wheel_has_put_aside() {
        let soil = Soil::dlr_a().of_2008();
        let steepest = |erosion_sweeps: u32| {
            let recipe = ScmVariant { erosion_sweeps, ..ScmVariant::SCM_2008 };
            let bed = level_bed(soil, 0.01, recipe).unwrap();
            let field = rolled_in(&bed, [0.125, 0.1], 0.3, 0.04).unwrap();
            let height = |y: f64| field.height(&bed, 0.15, y).unwrap();
            let ys = (0..40).map(|k| -0.2 + 0.01 * f64::from(k));
            ys.map(|y| (height(y + 0.01) - height(y)).abs() / 0.01).fold(0.0, f64::max)
        };
        assert!(steepest(0) > 2.0 * soil.repose_angle.tan(), "{}", steepest(0));
        assert!(steepest(8) < 1.1 * soil.repose_angle.tan(), "{}", steepest(8));
    }
}
