//! A wheel on a carriage: its path over the ground and its spin are prescribed, it heaves freely under a
//! load.
//!
//! m ẇ = F_z − W cos α − d w, one step of implicit Euler with the soil's force at its end (Newton with
//! the soil's own derivative, bisection as a guard), then one commit. The damping d is the carriage's;
//! in steady driving it does nothing. The wheel heads along x and has its axle along y.

use super::drive::WheelDrive;
use super::{RigError, positive};
use crate::ground::scm::{BodyOnSoil, Field, RasterShape, Reaction, Scratch, Serial, SoilBed};
use crate::math::real;
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::TAU;

/// A wheel on a carriage over a bed of soil.
#[derive(Debug)]
pub struct WheelRig {
    bed: SoilBed,
    field: Field,
    scratch: Scratch,
    shape: RasterShape,
    radius: f64,
    load: f64,
    /// Of the heave, N s/m.
    damping: f64,
    /// Slope that is climbed, rad: gravity leans back by it, the ground of the rig stays level.
    slope: f64,
    position: Vector3<f64>,
    heave_rate: f64,
    angle: f64,
    /// Steps, and those in which k_c/b* + k_φ was not positive somewhere under it.
    steps: u64,
    softened: u64,
}

/// One step's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instant {
    /// What the soil does to the wheel.
    pub reaction: Reaction,
    /// Lowest point of the rim below the ground as found, m.
    pub depth: f64,
}

/// Damping of the heave per load, s/m. Chosen.
const HEAVE_DAMPING: f64 = 2.0;
/// Standard gravity, by which a load has a mass, m/s².
const GRAVITY: f64 = 9.806_65;
/// Newton steps and bisections for the heave rate of a step; they mostly need a few. Chosen: bisection alone closes
/// to round-off in it.
const HEAVE_ITERATION_LIMIT: usize = 60;
/// Where a wheel is put down, m: off the nodes and their middles, where symmetry would favour one of two.
const PUT_DOWN_OFFSET: [f64; 2] = [0.0013, 0.0011];

impl WheelRig {
    /// A wheel of any shape about its own origin with its axle along y, over fresh soil. `radius` (m) is
    /// the one by which slip is counted and depth measured; the load is in N.
    pub fn new(bed: SoilBed, shape: RasterShape, radius: f64, load: f64) -> Result<Self, RigError> {
        let radius = positive("the radius of the wheel, m", radius)?;
        let load = positive("the load on the wheel, N", load)?;
        Ok(Self {
            bed,
            field: Field::new(),
            scratch: Scratch::new(),
            shape,
            radius,
            load,
            damping: HEAVE_DAMPING * load,
            slope: 0.0,
            position: Vector3::new(PUT_DOWN_OFFSET[0], PUT_DOWN_OFFSET[1], radius),
            heave_rate: 0.0,
            angle: 0.0,
            steps: 0,
            softened: 0,
        })
    }

    /// A smooth cylinder of a radius and a width (m).
    pub fn smooth(bed: SoilBed, radius: f64, width: f64, load: f64) -> Result<Self, RigError> {
        let shape = RasterShape::wheel(Vector3::zeros(), Vector3::y(), radius, width, None)?;
        Self::new(bed, shape, radius, load)
    }

    /// The same climbing a slope (rad): the load presses by its cosine and pulls back by its sine.
    pub fn on_slope(mut self, slope: f64) -> Result<Self, RigError> {
        if !(-1.2..=1.2).contains(&slope) {
            let quantity = "the slope, rad";
            return Err(RigError::Setting {
                quantity,
                value: slope,
                allowed: "within -1.2 to 1.2",
            });
        }
        self.slope = slope;
        Ok(self)
    }

    /// Radius by which slip is counted, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Radius over the tips of its grousers, m.
    pub fn tip_radius(&self) -> f64 {
        self.radius + self.shape.grousers().map_or(0.0, |grousers| grousers.height)
    }

    /// Travel of the axle from one grouser to the next, m, if it has grousers and turns.
    pub fn pitch(&self, drive: &WheelDrive) -> Option<f64> {
        let grousers = self.shape.grousers()?;
        let rim = TAU * self.radius / f64::from(grousers.count);
        (drive.rim_speed != 0.0).then(|| rim * (drive.speed / drive.rim_speed).abs())
    }

    /// Weight on the wheel, N.
    pub fn load(&self) -> f64 {
        self.load
    }

    /// What of the weight pulls it back down the slope, N.
    pub fn downhill(&self) -> f64 {
        self.load * real::sin(self.slope)
    }

    /// The bed.
    pub fn bed(&self) -> &SoilBed {
        &self.bed
    }

    /// What has become of the soil.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Centre of the wheel, m.
    pub fn position(&self) -> Vector3<f64> {
        self.position
    }

    /// Share of its steps in which k_c/b* + k_φ was not positive somewhere under it.
    pub fn softened_share(&self) -> f64 {
        self.softened as f64 / self.steps.max(1) as f64
    }

    /// The same wheel on the same soil once more: what one does to it the other does not see.
    pub fn another(&self) -> Self {
        Self {
            bed: self.bed.clone(),
            field: self.field.clone(),
            scratch: Scratch::new(),
            shape: self.shape.clone(),
            ..*self
        }
    }

    /// Takes the wheel off the ground and holds it over another place (m) of the same soil.
    pub fn lift_to(&mut self, x: f64, y: f64) {
        let highest = self.field.disturbed().map(|(_, node)| node.height).fold(0.0, f64::max);
        self.position =
            Vector3::new(x + PUT_DOWN_OFFSET[0], y + PUT_DOWN_OFFSET[1], self.radius + highest);
        self.heave_rate = 0.0;
    }

    /// Lets the wheel down onto the soil, neither rolling nor turning, until it rests; an error if it
    /// sinks to its axle.
    pub fn put_down(&mut self) -> Result<Instant, RigError> {
        let standing = WheelDrive::standing();
        let mut last = self.step(&standing, LOWERING_STEP)?;
        for _ in 0..LOWERING_STEP_LIMIT {
            let before = self.position.z;
            last = self.step(&standing, LOWERING_STEP)?;
            self.demand_axle_above(&last, None, 0.0)?;
            if last.reaction.footprint.nodes > 0 && (before - self.position.z).abs() < REST_MOVE {
                break;
            }
        }
        Ok(last)
    }

    /// Refuses a wheel whose axle is on the ground: what lies above its axle meets no soil here.
    pub(super) fn demand_axle_above(
        &self,
        instant: &Instant,
        slip: Option<f64>,
        distance: f64,
    ) -> Result<(), RigError> {
        if instant.depth < self.radius {
            return Ok(());
        }
        let (load, radius, depth) = (self.load, self.radius, instant.depth);
        let advice = match self.softened_share() {
            0.0 => "take less load, a larger or wider wheel, or firmer soil".to_owned(),
            share => self.bed.softened(&under_the_wheel(share)),
        };
        Err(RigError::Axle { load, radius, depth, slip, distance, advice })
    }

    /// The longest step in which nothing of the wheel moves by more than half a spacing, s.
    pub fn longest_step(&self, drive: &WheelDrive) -> f64 {
        self.bed.longest(&[self.body(drive, 0.0, 0.0)])
    }

    /// One step of a drive.
    pub fn step(&mut self, drive: &WheelDrive, step: f64) -> Result<Instant, RigError> {
        let mass = self.load / GRAVITY;
        let weight = self.load * real::cos(self.slope);
        let mut scratch = std::mem::take(&mut self.scratch);
        let mut rate = self.heave_rate;
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut reaction = Reaction::default();
        for _ in 0..HEAVE_ITERATION_LIMIT {
            let body = self.body(drive, rate, step);
            self.bed.evaluate(&self.field, &[body], step, true, &Serial, &mut scratch)?;
            reaction = scratch.reactions().first().copied().unwrap_or_default();
            let force = reaction.wrench.force.z - weight - self.damping * rate;
            let residual = mass * (rate - self.heave_rate) - step * force;
            if residual.abs() < 1e-10 * self.load * step {
                break;
            }
            if residual > 0.0 {
                high = high.min(rate);
            } else {
                low = low.max(rate);
            }
            let soil = reaction.tangent.damping[(5, 5)] + step * reaction.tangent.stiffness[(5, 5)];
            let mut next = rate - residual / (mass + step * (self.damping + soil));
            if !(next > low && next < high) {
                next = 0.5 * (low + high);
            }
            if (next - rate).abs() * step < 1e-13 {
                break;
            }
            rate = next;
        }
        self.position = self.body(drive, rate, step).position;
        self.heave_rate = rate;
        self.angle += drive.rim_speed / self.radius * step;
        self.bed.commit(&mut self.field, &mut scratch);
        self.scratch = scratch;
        self.steps += 1;
        self.softened += u64::from(reaction.footprint.softened > 0);
        Ok(Instant { reaction, depth: self.radius - self.position.z })
    }

    /// The wheel as it would be after a step with a heave rate.
    fn body(&self, drive: &WheelDrive, heave_rate: f64, step: f64) -> BodyOnSoil<'_> {
        let (sine, cosine) = real::sin_cos(drive.slip_angle);
        let velocity = Vector3::new(drive.speed * cosine, drive.speed * sine, heave_rate);
        let spin = drive.rim_speed / self.radius;
        let (s, c) = real::sin_cos(self.angle + spin * step);
        BodyOnSoil {
            shape: &self.shape,
            position: self.position + velocity * step,
            axes: Matrix3::new(c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c),
            velocity,
            rate: Vector3::new(0.0, spin, 0.0),
        }
    }
}

/// Where and how often stiffness was not positive, in words.
pub fn under_the_wheel(softened_share: f64) -> String {
    // A step of many is reported, too.
    format!("under the wheel in {} % of the steps", (100.0 * softened_share).ceil())
}

/// Step of letting a wheel down, s. Chosen.
const LOWERING_STEP: f64 = 0.02;
/// Steps of letting a wheel down, at most: six seconds. Chosen.
const LOWERING_STEP_LIMIT: usize = 300;
/// What a wheel moves by in such a step when it rests, m. Chosen.
const REST_MOVE: f64 = 1e-8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::scm::{ScmVariant, Soil};
    use crate::rig::level_bed;

    #[test]
    fn a_wheel_that_was_put_down_bears_its_load_and_pulls_nowhere() {
        let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default()).unwrap();
        let mut rig = WheelRig::smooth(bed, 0.125, 0.1, 100.0).unwrap();
        let rests = rig.put_down().unwrap();
        let force = rests.reaction.wrench.force;
        assert!((force.z - 100.0).abs() < 1e-3, "{force}");
        // Nodes do not lie symmetrically under it.
        assert!(force.x.abs() < 3.0 && force.y.abs() < 1e-9, "{force}");
        assert!(rests.depth > 0.01 && rests.depth < 0.04, "{}", rests.depth);
    }

    #[test]
    fn a_wheel_that_sinks_to_its_axle_is_an_error_with_its_numbers() {
        let rig = |load: f64, slip_exponent: f64| {
            let soil = Soil { slip_exponent, ..Soil::dlr_a() };
            let bed = level_bed(soil, 0.01, ScmVariant::default()).unwrap();
            WheelRig::smooth(bed, 0.125, 0.1, load).unwrap()
        };
        let message = rig(5000.0, 0.0).put_down().unwrap_err().to_string();
        assert!(message.contains("5000 N sinks to its axle while it is put down"), "{message}");
        let mut slipping = rig(300.0, 2.0);
        slipping.put_down().unwrap();
        let drive = WheelDrive::with_slip(0.1, 0.8, 0.0).unwrap();
        let message = slipping.drive(&drive, 0.5).unwrap_err();
        assert!(matches!(message, RigError::Axle { depth, .. } if depth >= 0.125), "{message}");
        assert!(message.to_string().contains("at a slip of 0.800 after"), "{message}");
    }

    #[test]
    fn soil_too_soft_for_its_numbers_is_counted() {
        let rig = |cohesive: f64| {
            let soil = Soil { cohesive, ..Soil::dlr_a() };
            let bed = level_bed(soil, 0.01, ScmVariant::default()).unwrap();
            WheelRig::smooth(bed, 0.125, 0.02, 10.0).unwrap()
        };
        let mut firm = rig(2370.0);
        firm.put_down().unwrap();
        assert_eq!(firm.softened_share(), 0.0);
        // Positive from b* = 50 mm on, which so narrow a wheel never has.
        let mut soft = rig(-3000.0);
        let message = soft.put_down().unwrap_err().to_string();
        assert!(soft.softened_share() > 0.5, "{}", soft.softened_share());
        assert!(message.contains("not positive under the wheel in"), "{message}");
    }

    #[test]
    fn settings_that_no_rig_has_are_refused() {
        let bed = level_bed(Soil::dlr_a(), 0.01, ScmVariant::default()).unwrap();
        assert!(WheelRig::smooth(bed.clone(), 0.125, 0.1, -1.0).is_err());
        assert!(WheelRig::smooth(bed.clone(), f64::NAN, 0.1, 1.0).is_err());
        assert!(WheelRig::smooth(bed, 0.1, 0.1, 1.0).unwrap().on_slope(2.0).is_err());
    }
}
