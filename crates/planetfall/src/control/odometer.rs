//! Wheel odometry: where a rover believes it is from the turns of its wheels and the angles of its
//! steering alone.
//!
//! In a short time the body moves by (a, b) in its own axes and turns by c. A wheel at (x, y) that
//! points to e and rolls by w then gives e · (a − c y, b + c x) = w, and, since it should not move
//! sideways, n · (a − c y, b + c x) = 0 with n across e. Six wheels give twelve equations for three
//! unknowns; the least squares of them are added up. Wheels that cannot steer are dragged sideways on
//! every arc, so their second equation only counts where no other does. Slip, sideslip and the
//! ground's slope (a distance along it is longer than on the map) are what this pose does not know: how far
//! it is off is recorded.

use super::{Command, Controller, DriveWheel, RegisterColumn, SensorView};
use crate::math::real;
use crate::quantity::{Metric, quantities};
use nalgebra::{Matrix3, Vector3};

/// Keeps the dead-reckoned pose of one vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Odometer {
    wheels: Vec<DriveWheel>,
    first_link: usize,
    /// The navigation sensor that says where it starts and how far it is off.
    sensor: usize,
    name: String,
}

/// A place on the map and a heading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarPose {
    /// East, m.
    pub x: f64,
    /// North, m.
    pub y: f64,
    /// Anticlockwise from east, rad.
    pub heading: f64,
}

/// Places of an odometer's registers.
const BEGUN: usize = 0;
const X: usize = 1;
const Y: usize = 2;
const HEADING: usize = 3;
const ERROR: usize = 4;
const TIME: usize = 5;
/// Ahead, then left, m/s, then turning, rad/s.
pub(super) const SPEEDS: usize = 6;
const ANGLES: usize = 9;

/// Weight of the sideways equation of a wheel that cannot steer, where others can.
const DRAGGED: f64 = 1e-6;

impl Odometer {
    /// Of the wheels of a vehicle whose first link is this one of the world's; the sensor is a
    /// navigation sensor of the same vehicle, and the name what its metrics begin with.
    pub fn new(wheels: Vec<DriveWheel>, first_link: usize, sensor: usize, name: &str) -> Self {
        Self { wheels, first_link, sensor, name: name.to_owned() }
    }

    fn angle(&self, view: &SensorView<'_>, link: usize) -> f64 {
        view.joints.get(self.first_link + link).map_or(0.0, |joint| joint.position)
    }

    /// Distance ahead and to the left (m), and turn (rad), of the body since the wheels had other angles.
    fn increment(&self, view: &SensorView<'_>, before: &[f64]) -> Vector3<f64> {
        let steers = self.wheels.iter().any(|wheel| wheel.steer.is_some());
        let (mut matrix, mut right) = (Matrix3::zeros(), Vector3::zeros());
        for (wheel, before) in self.wheels.iter().zip(before) {
            let rolled = wheel.rolled(self.angle(view, wheel.drive) - before);
            let heading = wheel.steer.map_or(0.0, |link| wheel.heading(self.angle(view, link)));
            let (sine, cosine) = real::sin_cos(heading);
            let row = |ex: f64, ey: f64| Vector3::new(ex, ey, ey * wheel.x - ex * wheel.y);
            let (along, across) = (row(cosine, sine), row(-sine, cosine));
            let weight = if steers && wheel.steer.is_none() { DRAGGED } else { 1.0 };
            matrix += along * along.transpose() + across * across.transpose() * weight;
            right += along * rolled;
        }
        matrix.cholesky().map_or_else(Vector3::zeros, |factors| factors.solve(&right))
    }

    fn begin(&self, view: &SensorView<'_>, pose: &PlanarPose, registers: &mut [f64]) {
        registers[BEGUN] = 1.0;
        (registers[X], registers[Y], registers[HEADING]) = (pose.x, pose.y, pose.heading);
        registers[TIME] = view.time.seconds();
        self.note(view, registers);
    }

    fn note(&self, view: &SensorView<'_>, registers: &mut [f64]) {
        for (slot, wheel) in registers[ANGLES..].iter_mut().zip(&self.wheels) {
            *slot = self.angle(view, wheel.drive);
        }
    }

    fn go_on(&self, view: &SensorView<'_>, registers: &mut [f64]) {
        let moved = self.increment(view, &registers[ANGLES..]);
        let (sine, cosine) = real::sin_cos(registers[HEADING] + 0.5 * moved.z);
        registers[X] += cosine * moved.x - sine * moved.y;
        registers[Y] += sine * moved.x + cosine * moved.y;
        registers[HEADING] += moved.z;
        let span = view.time.seconds() - registers[TIME];
        if span > 0.0 {
            registers[SPEEDS..SPEEDS + 3].copy_from_slice((moved / span).as_slice());
        }
        registers[TIME] = view.time.seconds();
        self.note(view, registers);
    }
}

impl PlanarPose {
    /// Of a body.
    pub fn of(motion: &crate::vehicle::Motion) -> Self {
        let ahead = motion.site_from_body * Vector3::x();
        Self { x: motion.position.x, y: motion.position.y, heading: real::atan2(ahead.y, ahead.x) }
    }

    /// From an odometer's registers, which start at a place among those of all controllers.
    pub(super) fn reckoned(view: &SensorView<'_>, first: usize) -> Self {
        let get = |place: usize| view.registers.get(first + place);
        Self { x: get(X), y: get(Y), heading: get(HEADING) }
    }
}

/// Registers that are recorded.
pub(crate) const COLUMNS: [RegisterColumn; 4] = [
    RegisterColumn::new("x_m", "place by wheel odometry, east", X),
    RegisterColumn::new("y_m", "place by wheel odometry, north", Y),
    RegisterColumn::new(
        "heading_rad",
        "heading by wheel odometry, anticlockwise from east",
        HEADING,
    ),
    RegisterColumn::new(
        "error_m",
        "distance on the map between that place and the true one",
        ERROR,
    ),
];

quantities! {
    /// Of wheel odometry.
    OdometryEnd<'a>(f64) = "Wheel odometry", "ODOMETRY." {
        ERROR = "error_m", "distance on the map between its place and the true one at the end",
            |error| *error;
    }
}

impl Controller for Odometer {
    fn registers(&self) -> usize {
        ANGLES + self.wheels.len()
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], _: &mut Command) {
        let Some(truth) = view.navigation(self.sensor) else { return };
        let truth = PlanarPose::of(&truth.motion);
        if registers[BEGUN] == 0.0 {
            self.begin(view, &truth, registers);
        } else {
            self.go_on(view, registers);
        }
        registers[ERROR] = (registers[X] - truth.x).hypot(registers[Y] - truth.y);
    }

    fn columns(&self) -> &'static [RegisterColumn] {
        &COLUMNS
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let mut list = Vec::new();
        Metric::add::<OdometryEnd>(&mut list, &registers[ERROR], |end| {
            format!("{}.{end}", self.name)
        });
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{BodyMotion, JointReading};
    use crate::math::time::Time;
    use crate::vehicle::{Latch, Motion, Navigation};

    fn wheels() -> Vec<DriveWheel> {
        let places = [(1.0, 1.0), (0.0, 1.1), (-1.2, 1.0), (1.0, -1.0), (0.0, -1.1), (-1.2, -1.0)];
        let wheel = |(index, (x, y)): (usize, (f64, f64))| DriveWheel {
            contactor: index,
            drive: index,
            steer: (x != 0.0).then_some(6 + index),
            x,
            y,
            radius: 0.25,
            drive_sign: 1.0,
            steer_sign: if y > 0.0 { 1.0 } else { -1.0 },
        };
        places.into_iter().enumerate().map(wheel).collect()
    }

    /// Where an odometer believes to be after wheels did for a time what a motion asks of them.
    fn after(motion: BodyMotion, ticks: i64) -> PlanarPose {
        let odometer = Odometer::new(wheels(), 0, 0, "odometry");
        let mut registers = vec![0.0; odometer.registers()];
        let mut joints = vec![JointReading::default(); 12];
        let start = Motion::at_rest(Vector3::new(2.0, 3.0, 0.0));
        let reading = Navigation { time: Time::ZERO, motion: start, height: 0.0 };
        let reading = [Latch::reading(Time::ZERO, reading.numbers().to_vec())];
        for wheel in odometer.wheels.iter() {
            let (angle, _) = wheel.setting(&motion);
            if let Some(link) = wheel.steer {
                joints[link].position = angle;
            }
        }
        for tick in 0..=ticks {
            let view = SensorView {
                time: Time::from_millis(10 * tick),
                sensors: &reading,
                joints: &joints,
                ..SensorView::default()
            };
            odometer.update(&view, &mut registers, &mut Command::default());
            for wheel in &odometer.wheels {
                joints[wheel.drive].position += 0.01 * wheel.setting(&motion).1;
            }
        }
        PlanarPose { x: registers[X], y: registers[Y], heading: registers[HEADING] }
    }

    #[test]
    fn straight_wheels_lead_straight_on() {
        let pose = after(BodyMotion::straight(0.1), 1000);
        assert!((pose.x - 3.0).abs() < 1e-9 && (pose.y - 3.0).abs() < 1e-9, "{pose:?}");
        assert!(pose.heading.abs() < 1e-12);
    }

    #[test]
    fn an_arc_ends_where_its_circle_does() {
        // The middle wheels roll a little less than their place on the circle would have them.
        let pose = after(BodyMotion::arc(0.1, 5.0), 1000);
        assert!((pose.heading - 0.2).abs() < 1e-4, "{pose:?}");
        assert!((pose.x - 2.0 - 5.0 * 0.2f64.sin()).abs() < 1e-3);
        assert!((pose.y - 3.0 - 5.0 * (1.0 - 0.2f64.cos())).abs() < 1e-3);
    }

    #[test]
    fn a_turn_in_place_stays_and_a_crab_does_not_turn() {
        let pose = after(BodyMotion::turn_in_place(0.05), 1000);
        assert!((pose.heading - 0.5).abs() < 1e-3 && (pose.x - 2.0).abs() < 1e-3, "{pose:?}");
        let pose = after(BodyMotion::crab(0.1, 0.4), 1000);
        assert!(pose.heading.abs() < 0.02, "{pose:?}");
    }
}
