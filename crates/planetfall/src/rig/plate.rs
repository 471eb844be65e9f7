//! Bekker's bevameter: plates that are pressed into level soil, by a sinkage or by a force.
//!
//! On fresh soil the force at a sinkage is a pure evaluation; the sinkage under a force is where the two
//! agree, found along the straight line that Bekker's law is in logarithms. [`PlateLoading`] goes the whole
//! way with the soil's memory, so that it also shows unloading and loading again.

use super::{RigError, positive};
use crate::ground::scm::{BodyOnSoil, Field, RasterShape, Scratch, Serial, Soil, SoilBed};
use crate::math::real;
use nalgebra::{Matrix3, Vector3};

/// A flat plate with its axes along the site's.
#[derive(Clone, Debug)]
pub struct Plate {
    shape: RasterShape,
    area: f64,
    width: f64,
    sides: [f64; 2],
}

/// Half of the height of a plate, m: it must not drown ([`DEEPEST_SINKAGE`]).
const HALF_HEIGHT: f64 = 0.5;
/// No plate is pressed deeper, m: less than its height.
const DEEPEST_SINKAGE: f64 = 0.9;
/// Two steps of the soil's heights, m: no sinkage is found more finely.
const HEIGHT_RESOLUTION: f64 = 2.0 / 4_294_967_296.0;
/// Change of a force's logarithm that two steps of the heights may make. Chosen.
const FORCE_STEP: f64 = 1e-3;
/// The first sinkage that is tried, m. Chosen.
const FIRST_SINKAGE: f64 = 0.01;

impl Plate {
    /// A disc: b is its radius, m.
    pub fn disc(radius: f64) -> Result<Self, RigError> {
        let height = 2.0 * HALF_HEIGHT;
        let shape = RasterShape::wheel(Vector3::zeros(), Vector3::z(), radius, height, None)?;
        let area = std::f64::consts::PI * radius * radius;
        Ok(Self { shape, area, width: radius, sides: [2.0 * radius; 2] })
    }

    /// A rectangle, m: b = 2 A/U as the model has it.
    pub fn rectangle(length: f64, breadth: f64) -> Result<Self, RigError> {
        let sides = Vector3::new(length, breadth, 2.0 * HALF_HEIGHT);
        let shape = RasterShape::cuboid(Vector3::zeros(), Matrix3::identity(), sides)?;
        let area = length * breadth;
        Ok(Self { shape, area, width: area / (length + breadth), sides: [length, breadth] })
    }

    /// Seen from above, m².
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Of the rectangle around it, m.
    pub fn sides(&self) -> [f64; 2] {
        self.sides
    }

    /// b, m.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Force that presses it to a sinkage (m) into fresh soil, N; its middle is at a place (m).
    pub fn force(
        &self,
        bed: &SoilBed,
        place: [f64; 2],
        sinkage: f64,
        scratch: &mut Scratch,
    ) -> Result<f64, RigError> {
        let body = self.body(place, sinkage);
        bed.evaluate(&Field::new(), &[body], 0.0, false, &Serial, scratch)?;
        Ok(scratch.reactions().first().map_or(0.0, |reaction| reaction.wrench.force.z))
    }

    /// Whether k_c/b* + k_φ is positive under it; an error where no node lies there.
    pub fn is_held(
        &self,
        bed: &SoilBed,
        place: [f64; 2],
        scratch: &mut Scratch,
    ) -> Result<bool, RigError> {
        self.force(bed, place, FIRST_SINKAGE, scratch)?;
        match scratch.reactions().first() {
            Some(reaction) if reaction.footprint.nodes > 0 => Ok(reaction.footprint.softened == 0),
            _ => Err(self.between_nodes(bed)),
        }
    }

    /// What to say of a plate that lies between the nodes.
    fn between_nodes(&self, bed: &SoilBed) -> RigError {
        let width = self.width;
        let is_firm = |soil: &Soil| soil.cohesive / width + soil.frictional > 0.0;
        let besides = match bed.soils().iter().all(is_firm) {
            true => String::new(),
            false => format!(". Besides, {}", self.softened(bed)),
        };
        RigError::BetweenNodes { width, besides }
    }

    /// What to say where the soil's numbers do not hold for it.
    fn softened(&self, bed: &SoilBed) -> String {
        bed.softened(&format!("under a plate of b = {} m", self.width))
    }

    /// Sinkage into fresh soil under a force (N), m.
    pub fn sinkage(
        &self,
        bed: &SoilBed,
        place: [f64; 2],
        force: f64,
        scratch: &mut Scratch,
    ) -> Result<f64, RigError> {
        let force = positive("the force on the plate, N", force)?;
        let sinks = self.sinks(bed, place, force, scratch)?;
        let aim = real::ln(force);
        // Two readings give the line of a power law; a footprint that changes bends it a little.
        let (mut near, mut far) = (FIRST_SINKAGE, 2.0 * FIRST_SINKAGE);
        let mut of_near = real::ln(self.force(bed, place, near, scratch)?);
        for _ in 0..60 {
            let of_far = real::ln(self.force(bed, place, far, scratch)?);
            if (of_far - aim).abs() < 1e-13 {
                return Ok(far);
            }
            // Heights are whole multiples of 2⁻³² m: in stiff soil, where a plate sinks by micrometres,
            // two of them are all that distinguishes one force from the next.
            if (far - near).abs() <= HEIGHT_RESOLUTION && (of_far - of_near).abs() < FORCE_STEP {
                return Ok(far);
            }
            let slope = (of_far - of_near) / real::ln(far / near);
            let next = far * real::exp(((aim - of_far) / slope).clamp(-3.0, 3.0));
            if !(next > 0.0 && next <= DEEPEST_SINKAGE) {
                return Err(sinks);
            }
            if (next / far - 1.0).abs() < 1e-15 {
                return Ok(next);
            }
            (near, of_near, far) = (far, of_far, next);
        }
        Err(sinks)
    }

    /// What to say if the soil does not carry a force.
    fn sinks(
        &self,
        bed: &SoilBed,
        place: [f64; 2],
        force: f64,
        scratch: &mut Scratch,
    ) -> Result<RigError, RigError> {
        let deepest = DEEPEST_SINKAGE;
        if self.is_held(bed, place, scratch)? {
            return Ok(RigError::Sinks { force, deepest });
        }
        Ok(RigError::Softened { force, deepest, reason: self.softened(bed) })
    }

    fn body(&self, [x, y]: [f64; 2], sinkage: f64) -> BodyOnSoil<'_> {
        BodyOnSoil {
            shape: &self.shape,
            position: Vector3::new(x, y, HALF_HEIGHT - sinkage),
            axes: Matrix3::identity(),
            velocity: Vector3::zeros(),
            rate: Vector3::zeros(),
        }
    }
}

/// A plate that is pressed in and let go, on soil that remembers.
#[derive(Debug)]
pub struct PlateLoading<'a> {
    plate: &'a Plate,
    bed: &'a SoilBed,
    place: [f64; 2],
    field: Field,
    scratch: Scratch,
}

impl<'a> PlateLoading<'a> {
    /// Over fresh soil, its middle at a place (m).
    pub fn new(plate: &'a Plate, bed: &'a SoilBed, place: [f64; 2]) -> Self {
        Self { plate, bed, place, field: Field::new(), scratch: Scratch::new() }
    }

    /// Moves it to a sinkage (m) and returns the mean pressure there, Pa.
    pub fn to(&mut self, sinkage: f64) -> Result<f64, RigError> {
        let body = self.plate.body(self.place, sinkage);
        self.bed.evaluate(&self.field, &[body], 0.0, false, &Serial, &mut self.scratch)?;
        let force = self.scratch.reactions().first().map_or(0.0, |one| one.wrench.force.z);
        self.bed.commit(&mut self.field, &mut self.scratch);
        Ok(force / self.plate.area)
    }

    /// What has become of the soil.
    pub fn field(&self) -> &Field {
        &self.field
    }
}

/// A square of places within a cell of the bed, `count` by `count`: no result may hang on how a plate
/// happens to lie over the nodes.
pub fn offsets(bed: &SoilBed, count: u32) -> Vec<[f64; 2]> {
    // Off the symmetric places, at which many nodes would lie on an edge at once.
    let offset = |k: u32| bed.spacing() * (f64::from(k) + 0.37) / f64::from(count.max(1));
    (0..count).flat_map(|row| (0..count).map(move |column| [offset(column), offset(row)])).collect()
}

/// Mean, and standard deviation of a single one, of numbers.
pub fn mean_and_deviation(numbers: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
    let count = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    let square = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>() / count;
    [mean, square.sqrt()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::ScmVariant;
    use crate::rig::level_bed;

    #[test]
    fn a_plate_sinks_under_a_force_to_where_that_force_holds_it() {
        let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default()).unwrap();
        let mut scratch = Scratch::new();
        for plate in [Plate::disc(0.05).unwrap(), Plate::rectangle(0.2, 0.1).unwrap()] {
            for sinkage in [0.0004, 0.02, 0.11] {
                let force = plate.force(&bed, [0.001, 0.002], sinkage, &mut scratch).unwrap();
                let found = plate.sinkage(&bed, [0.001, 0.002], force, &mut scratch).unwrap();
                assert!((found / sinkage - 1.0).abs() < 1e-9, "{found} {sinkage}");
            }
            assert!(plate.sinkage(&bed, [0.0, 0.0], 1e9, &mut scratch).is_err());
            assert!(plate.sinkage(&bed, [0.0, 0.0], f64::NAN, &mut scratch).is_err());
        }
    }

    #[test]
    fn a_plate_too_small_for_the_numbers_of_the_soil_or_for_its_nodes_is_reported() {
        // Positive from b = 20 mm on.
        let soil = Soil { cohesive: -1e4, frictional: 5e5, ..Soil::dlr_a() };
        let bed = level_bed(soil, 0.005, ScmVariant::default()).unwrap();
        let mut scratch = Scratch::new();
        let place = [0.001, 0.002];
        for (radius, held) in [(0.01, false), (0.04, true)] {
            let plate = Plate::disc(radius).unwrap();
            assert_eq!(plate.is_held(&bed, place, &mut scratch).unwrap(), held, "{radius}");
        }
        let small = Plate::disc(0.01).unwrap();
        let message = small.sinkage(&bed, place, 1000.0, &mut scratch).unwrap_err().to_string();
        assert!(message.contains("not positive under a plate of b = 0.01 m"), "{message}");
        assert!(message.contains("must exceed -k_c/k_phi = 0.0200 m"), "{message}");
        let tiny = Plate::disc(0.001).unwrap();
        let between = [0.0025, 0.0025];
        let message = tiny.sinkage(&bed, between, 1.0, &mut scratch).unwrap_err().to_string();
        assert!(message.contains("no soil node lies under the plate of b = 0.001 m"), "{message}");
        assert!(message.contains("Besides, the soil's stiffness"), "{message}");
        let firm = level_bed(Soil::dlr_a(), 0.005, ScmVariant::default()).unwrap();
        let message = tiny.sinkage(&firm, between, 1.0, &mut scratch).unwrap_err();
        assert_eq!(message, RigError::BetweenNodes { width: 0.001, besides: String::new() });
    }

    #[test]
    fn pressed_soil_lets_go_elastically_and_yields_again_where_it_left_off() {
        let soil = Soil::dlr_a();
        let bed = level_bed(soil, 0.01, ScmVariant::default()).unwrap();
        let plate = Plate::disc(0.1).unwrap();
        let mut loading = PlateLoading::new(&plate, &bed, [0.001, 0.002]);
        let inwards: Vec<f64> =
            (1..=30).map(|k| loading.to(0.001 * f64::from(k)).unwrap()).collect();
        // A tenth of the elastic way back takes a tenth of the pressure off.
        let top = inwards[29];
        let back = loading.to(0.03 - 0.1 * top / soil.elastic_stiffness).unwrap();
        assert!((back / top - 0.9).abs() < 0.1, "{back} {top}");
        assert!(loading.to(0.028).unwrap() < 1e-6 * top);
        let again = loading.to(0.031).unwrap();
        let mut scratch = Scratch::new();
        let fresh = plate.force(&bed, [0.001, 0.002], 0.031, &mut scratch).unwrap() / plate.area();
        assert!((again / fresh - 1.0).abs() < 1e-6, "{again} {fresh}");
    }
}
