//! Driving: legs that a vehicle is given, motions for a time or points to go to, then parked.

use super::odometer::{PlanarPose, SPEEDS};
use super::route::{PoseSource, Route};
use super::wheels::{BodyMotion, DriveError, WheelJoints, drive_wheels, wheel_joints};
use super::{Command, Controller, DriveWheel, RegisterColumn, SensorView};
use crate::math::time::Time;
use crate::quantity::{Metric, quantities};
use crate::vehicle::{Motion, MotorCommand, Navigation};
use crate::world::World;
use nalgebra::{Vector2, Vector3};

/// One leg of a drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// How long; a route ends before if its last point is reached.
    pub duration: Time,
    /// What to do.
    pub task: Task,
}

/// What to do in a leg.
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// Move so.
    Move(BodyMotion),
    /// Go there.
    Follow(Route),
    /// Stand, wheels held.
    Park,
}

/// Drives a vehicle through legs, one after the other, then parks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    wheels: Vec<DriveWheel>,
    vehicle: usize,
    /// First link of the vehicle among those of the world.
    first_link: usize,
    legs: Vec<Leg>,
    eyes: Option<Eyes>,
    /// After this time at rest the drift of a parked vehicle counts.
    settling: Time,
    /// What names of metrics begin with.
    prefix: String,
}

/// Whence a driver knows where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Eyes {
    sensor: usize,
    odometry: usize,
}

/// Places of a driver's registers.
const LEG: usize = 0;
/// Start of the leg, ns: a whole number, exact for a hundred days.
const START: usize = 1;
/// Point of the route that it goes to, and whether it turns in place.
const POINT: usize = 2;
const TURNING: usize = 3;
/// Slip velocity ahead and left, m/s, and turning, rad/s.
const SLIP: usize = 4;
/// Whether the route has begun, and where.
const BEGUN: usize = 7;
const FROM: usize = 8;
/// Points reached in all legs, and the greatest distance from the path, m.
const REACHED: usize = 10;
const OFFSET: usize = 11;
/// Whether the vehicle counts as parked, where, and how far it has moved from there, m.
const PARKED: usize = 12;
const PLACE: usize = 13;
const DRIFT: usize = 16;
/// While wheels wait for their steering: the least sum of its errors so far (rad; zero when none waits),
/// ticks since it last fell, and how often steering stalled in all legs.
const ERROR: usize = 17;
const IDLE: usize = 18;
const STALLS: usize = 19;
const COUNT: usize = 20;

/// Steering this far from where it should be makes wheels wait, rad.
const ASKEW: f64 = 0.15;
/// What the sum of all errors of steering must fall by to count as nearer, rad: far below what the
/// slowest steering turns by in the time that follows, far above what a stalled one creeps.
const NEARER: f64 = 1e-3;
/// Ticks without coming nearer after which steering counts as stalled: two seconds.
const STALLED: f64 = 200.0;

impl Driver {
    /// For a vehicle of a world, by the wheels that motors turn ([`wheel_joints`]).
    pub fn new(world: &World, vehicle: usize, legs: Vec<Leg>) -> Result<Self, DriveError> {
        Self::by_wheels(world, vehicle, &wheel_joints(&world.vehicles()[vehicle]), legs)
    }

    /// For a vehicle of a world, by the wheels named.
    pub fn by_wheels(
        world: &World,
        vehicle: usize,
        joints: &[WheelJoints],
        legs: Vec<Leg>,
    ) -> Result<Self, DriveError> {
        Ok(Self {
            wheels: drive_wheels(world, vehicle, joints)?,
            vehicle,
            first_link: world.layout().links(vehicle).start,
            legs,
            eyes: None,
            settling: Time::ZERO,
            prefix: world.entity_name(vehicle, ""),
        })
    }

    /// The same driver that knows where it is, by a navigation sensor without error and by an odometer
    /// whose registers begin at a place; without, it stands where it should follow a route.
    #[must_use]
    pub fn seeing(self, sensor: usize, odometry: usize) -> Self {
        Self { eyes: Some(Eyes { sensor, odometry }), ..self }
    }

    /// The same driver whose parked vehicle may settle for a time before drift counts.
    #[must_use]
    pub fn settling(self, time: Time) -> Self {
        Self { settling: time, ..self }
    }

    /// The wheels it drives.
    pub fn wheels(&self) -> &[DriveWheel] {
        &self.wheels
    }

    /// The leg that registers name, with its index and the time it ends at the latest; none after
    /// the last.
    fn leg(&self, registers: &[f64]) -> Option<(usize, Time, &Leg)> {
        let index = registers[LEG] as usize;
        let leg = self.legs.get(index)?;
        Some((index, Time::from_nanos(registers[START] as i64) + leg.duration, leg))
    }

    /// Goes on to the leg of an instant.
    fn go_on(&self, time: Time, registers: &mut [f64]) {
        while let Some((index, end, leg)) = self.leg(registers) {
            let there = match &leg.task {
                Task::Follow(route) => registers[POINT] as usize >= route.points.len(),
                _ => false,
            };
            if time < end && !there {
                return;
            }
            // Legs by the clock follow each other without a gap, whatever the period of ticks.
            let start = if there { time } else { end };
            registers[LEG] = (index + 1) as f64;
            registers[START] = start.nanos() as f64;
            registers[POINT..REACHED].fill(0.0);
            registers[ERROR..STALLS].fill(0.0);
        }
    }

    /// Where the vehicle believes to be, and its true motion in body axes.
    fn seen(&self, view: &SensorView<'_>, route: &Route) -> Option<(PlanarPose, Navigation)> {
        let eyes = self.eyes?;
        let truth = view.navigation(eyes.sensor)?;
        let pose = match route.pose {
            PoseSource::Ideal => PlanarPose::of(&truth.motion),
            PoseSource::Odometry => PlanarPose::reckoned(view, eyes.odometry),
        };
        Some((pose, truth))
    }

    /// The motion that follows a route now.
    fn follow(&self, route: &Route, view: &SensorView<'_>, registers: &mut [f64]) -> BodyMotion {
        let Some((pose, truth)) = self.seen(view, route) else { return BodyMotion::default() };
        if registers[BEGUN] == 0.0 {
            registers[BEGUN] = 1.0;
            (registers[FROM], registers[FROM + 1]) = (pose.x, pose.y);
        }
        let place = Vector2::new(pose.x, pose.y);
        while let Some(point) = route.points.get(registers[POINT] as usize) {
            if (Vector2::from(*point) - place).norm() > route.arrival {
                break;
            }
            (registers[FROM], registers[FROM + 1]) = (point[0], point[1]);
            registers[POINT] += 1.0;
            registers[REACHED] += 1.0;
        }
        let Some(point) = route.points.get(registers[POINT] as usize) else {
            return BodyMotion::default();
        };
        let stretch = [Vector2::new(registers[FROM], registers[FROM + 1]), Vector2::from(*point)];
        let spot = Vector2::new(truth.motion.position.x, truth.motion.position.y);
        registers[OFFSET] = registers[OFFSET].max(Route::offset(&spot, stretch));
        let compensates = route.compensates && route.pose == PoseSource::Ideal;
        let crab = if compensates {
            route.crab(slip(registers), self.reported_motion(view)[0])
        } else {
            0.0
        };
        let course = PlanarPose { heading: pose.heading + crab, ..pose };
        let aim = route.aim(&course, stretch, registers[TURNING] != 0.0, &self.wheels);
        registers[TURNING] = f64::from(u8::from(aim.turning));
        if aim.turning {
            // What carries it sideways and turns it now does not after the turn.
            registers[SLIP + 1..SLIP + 3].fill(0.0);
        }
        if aim.turning || !compensates {
            return aim.motion;
        }
        self.make_up(route, aim.motion, (view, &truth), registers)
    }

    /// The body's velocity ahead and left (m/s) and its turn (rad/s) by its wheels.
    fn reported_motion(&self, view: &SensorView<'_>) -> [f64; 3] {
        let odometry = self.eyes.map_or(0, |eyes| eyes.odometry);
        [0, 1, 2].map(|axis| view.registers.get(odometry + SPEEDS + axis))
    }

    /// The motion with what slip takes added to it.
    fn make_up(
        &self,
        route: &Route,
        motion: BodyMotion,
        (view, truth): (&SensorView<'_>, &Navigation),
        registers: &mut [f64],
    ) -> BodyMotion {
        let speed = truth.motion.site_from_body.inverse() * truth.motion.velocity;
        let moves = [speed.x, speed.y, truth.motion.rate.z];
        let with = |[ahead, _, turn]: [f64; 3]| BodyMotion {
            forward: motion.forward + ahead,
            turn: motion.turn + turn,
            ..motion
        };
        // Wheels are steered by what was made up for last: held against the bare motion they could seem
        // askew for good, and nothing would be learnt again.
        let last = slip(registers);
        if self.is_askew(&with(last), view) {
            return with(last);
        }
        let next = route.slip(last, self.reported_motion(view), moves, PERIOD.seconds());
        registers[SLIP..SLIP + 3].copy_from_slice(&next);
        with(next)
    }

    /// How far each steered wheel is from where a motion wants it, rad.
    fn steering_errors(
        &self,
        motion: &BodyMotion,
        view: &SensorView<'_>,
    ) -> impl Iterator<Item = f64> {
        self.wheels.iter().filter_map(|wheel| {
            let reading = view.joints.get(self.first_link + wheel.steer?)?;
            Some((reading.position - wheel.setting(motion).0).abs())
        })
    }

    /// Whether a wheel's steering is still far from where a motion wants it.
    fn is_askew(&self, motion: &BodyMotion, view: &SensorView<'_>) -> bool {
        self.steering_errors(motion, view).any(|error| error > ASKEW)
    }

    /// Whether wheels wait for their steering. A wheel that stands against a rock may hold its steering
    /// for good: where that comes no nearer for a while, all wheels turn, which frees it.
    fn waits(&self, motion: &BodyMotion, view: &SensorView<'_>, registers: &mut [f64]) -> bool {
        if !self.is_askew(motion, view) {
            registers[ERROR..STALLS].fill(0.0);
            return false;
        }
        if registers[IDLE] >= STALLED {
            return false;
        }
        let error: f64 = self.steering_errors(motion, view).sum();
        if registers[ERROR] == 0.0 || error < registers[ERROR] - NEARER {
            (registers[ERROR], registers[IDLE]) = (error, 0.0);
        } else {
            registers[IDLE] += 1.0;
        }
        let stalled = registers[IDLE] >= STALLED;
        registers[STALLS] += f64::from(u8::from(stalled));
        !stalled
    }

    /// Notes where a parked vehicle stands.
    fn note_place(&self, view: &SensorView<'_>, registers: &mut [f64]) {
        let parks = match self.leg(registers) {
            Some((index, _, leg)) => leg.task == Task::Park && index + 1 == self.legs.len(),
            None => true,
        };
        let since = view.time - Time::from_nanos(registers[START] as i64);
        let reading = self.eyes.and_then(|eyes| view.navigation(eyes.sensor));
        let Some(truth) = reading.filter(|_| parks && since >= self.settling) else { return };
        let place = truth.motion.position;
        if registers[PARKED] == 0.0 {
            registers[PARKED] = 1.0;
            registers[PLACE..PLACE + 3].copy_from_slice(place.as_slice());
        }
    }

    fn has_route(&self) -> bool {
        self.legs.iter().any(|leg| matches!(leg.task, Task::Follow(_)))
    }
}

/// Slip velocity ahead, left (m/s) and turning (rad/s) that registers give.
fn slip(registers: &[f64]) -> [f64; 3] {
    [registers[SLIP], registers[SLIP + 1], registers[SLIP + 2]]
}

/// Time between ticks of drivers and odometers.
pub(super) const PERIOD: Time = Time::from_millis(10);

impl Driver {
    /// Time between ticks that a driver reckons with.
    pub const PERIOD: Time = PERIOD;
}

/// Registers that are recorded of a driver that follows a route.
pub(crate) const COLUMNS: [RegisterColumn; 4] = [
    RegisterColumn::new("waypoint", "points of all routes reached so far", REACHED).dimensionless(),
    RegisterColumn::new("turning", "1 while it turns in place towards the next point", TURNING)
        .dimensionless(),
    RegisterColumn::new("slip_ahead_m_per_s", "slip ahead that wheels make up for", SLIP),
    RegisterColumn::new(
        "slip_left_m_per_s",
        "drift to the right that the heading makes up for",
        SLIP + 1,
    ),
];

quantities! {
    /// Of a driver that follows a route.
    RouteDriven<'a>(&'a [f64]) = "Vehicles that follow a route", "[VEHICLE.]" {
        POINTS_REACHED = "route.points_reached" [1], "points of all routes that were reached",
            |registers| registers[REACHED];
        MAX_OFFSET = "route.max_offset_m", "greatest distance from the path",
            |registers| registers[OFFSET];
        STEERING_STALLS = "route.steering_stalls" [1], "how often steering stalled",
            |registers| registers[STALLS];
    }

    /// Of a driver that sees where it is.
    Parked<'a>(&'a [f64]) = "Vehicles that park", "[VEHICLE.]" {
        DRIFT = "parked.drift_m", "how far it moved since it came to rest after its drive",
            |registers| if registers[PARKED] != 0.0 { registers[DRIFT] } else { f64::NAN };
    }
}

/// Modes of a driver with a route, as events name them.
const MODES: [&str; 5] = [
    "driving with stalled steering",
    "turning in place",
    "following waypoints",
    "moving by the clock",
    "parked",
];

impl Controller for Driver {
    fn registers(&self) -> usize {
        COUNT
    }

    fn update(&self, view: &SensorView<'_>, registers: &mut [f64], command: &mut Command) {
        self.go_on(view.time, registers);
        let mut waits = false;
        let motion = match self.leg(registers).map(|(_, _, leg)| &leg.task) {
            Some(Task::Move(motion)) => *motion,
            Some(Task::Follow(route)) => {
                let motion = self.follow(route, view, registers);
                waits = self.waits(&motion, view, registers);
                motion
            }
            Some(Task::Park) | None => BodyMotion::default(),
        };
        for wheel in &self.wheels {
            let (angle, rate) = wheel.setting(&motion);
            let rate = if waits { 0.0 } else { rate };
            command.motors[self.first_link + wheel.drive] = MotorCommand::Speed(rate);
            if let Some(steer) = wheel.steer {
                command.motors[self.first_link + steer] = MotorCommand::Position(angle);
            }
        }
        self.note_place(view, registers);
    }

    fn watched(&self) -> Option<usize> {
        self.eyes.map(|_| self.vehicle)
    }

    /// How far a parked vehicle is from where it stood: at every step, not at ticks alone.
    fn watch(&self, motion: &Motion, registers: &mut [f64]) {
        if registers[PARKED] != 0.0 {
            let from = Vector3::from_column_slice(&registers[PLACE..PLACE + 3]);
            registers[DRIFT] = registers[DRIFT].max((motion.position - from).norm());
        }
    }

    fn columns(&self) -> &'static [RegisterColumn] {
        if self.has_route() { &COLUMNS } else { &[] }
    }

    fn metrics(&self, registers: &[f64]) -> Vec<Metric> {
        let mut list = Vec::new();
        let named = |name: &str| format!("{}{name}", self.prefix);
        if self.has_route() {
            Metric::add::<RouteDriven>(&mut list, &registers, named);
        }
        if self.eyes.is_some() {
            Metric::add::<Parked>(&mut list, &registers, named);
        }
        list
    }

    fn mode_index(&self, registers: &[f64]) -> Option<usize> {
        let leg = self.leg(registers).map(|(_, _, leg)| &leg.task);
        self.has_route().then_some(match leg {
            Some(Task::Follow(_)) if registers[IDLE] >= STALLED => 0,
            Some(Task::Follow(_)) if registers[TURNING] != 0.0 => 1,
            Some(Task::Follow(_)) => 2,
            Some(Task::Move(_)) => 3,
            Some(Task::Park) | None => 4,
        })
    }

    fn mode_name(&self, mode: usize) -> &str {
        MODES.get(mode).copied().unwrap_or_default()
    }

    fn mode(&self, _: Time, registers: &[f64]) -> Option<String> {
        let legs = self.legs.len();
        let Some((index, end, leg)) = self.leg(registers) else {
            return Some(format!("stopped: all {legs} legs are done"));
        };
        let what = match &leg.task {
            Task::Move(BodyMotion { forward, left, turn }) => format!(
                "{forward} m/s ahead, {left} m/s left, turning {:.4} deg/s",
                turn.to_degrees()
            ),
            Task::Park => "parked, wheels held".to_owned(),
            Task::Follow(route) => format!(
                "to waypoint {} of {}, making up for a slip of {:.4} m/s ahead",
                registers[POINT] + 1.0,
                route.points.len(),
                registers[SLIP]
            ),
        };
        Some(format!("leg {} of {legs} until {end}: {what}", index + 1))
    }
}
