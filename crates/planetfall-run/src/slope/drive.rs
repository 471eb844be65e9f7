//! One sample: a vehicle that drives on an incline, and what it makes of its wheels' turning.

use nalgebra::Vector3;
use planetfall::dynamics::Kinematics;
use planetfall::recording::Silent;
use planetfall::shape::Wheel;
use planetfall::simulation::Simulation;
use planetfall::state::State;
use planetfall::time::Time;
use planetfall::vehicle::{MotorCommand, Vehicle};
use planetfall::world::World;
use planetfall_files::records::{Put, RecordError, Take};
use planetfall_files::scenario::Loaded;

/// What one run amounts to. Numbers that a motion does not have are not a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// Of the distance: 1 − made / rolled.
    pub slip: f64,
    /// The same of the turn.
    pub turn_slip: f64,
    /// Of the distance sideways against the distance along the course, anticlockwise, degrees.
    pub slip_angle_deg: f64,
    /// Distance made down the fall line, m.
    pub downhill_m: f64,
    /// Distance made along the course, m.
    pub made_m: f64,
    /// Distance that the rims rolled, m.
    pub rolled_m: f64,
    /// Draws of the soil's strength, and how many were clamped at zero.
    pub draws: u64,
    /// See `draws`.
    pub clamped: u64,
    /// Whether it moved at many times its commanded speed: the run ends there, and slip is that of the
    /// distance until then.
    pub slid_away: bool,
}

/// What keeps a run from having a slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// The scenario could not be built.
    Refused(String),
    /// The run broke off.
    Failed(String),
    /// It leans over far more than the slope.
    TippedOver,
}

/// What the driver is commanded, and when counting starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    /// m/s
    pub forward: f64,
    /// rad/s
    pub turn: f64,
    /// s
    pub start_s: f64,
}

/// Time between looks at the vehicle, s. Chosen.
const LOOK_S: f64 = 0.1;
/// A vehicle this many times faster than its wheels should be slides for good. Chosen.
const RUNAWAY: f64 = 10.0;
/// Cosine of the angle between the body's up and the ground's normal beyond which it lies on its side:
/// 60°. Chosen: as where it settles.
const TIPPED_COSINE: f64 = 0.5;

impl Mishap {
    /// In a few words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Refused(text) | Self::Failed(text) => {
                text.lines().next().unwrap_or_default().to_owned()
            }
            Self::TippedOver => "tipped over".to_owned(),
        }
    }
}

/// Distance of the outermost wheel from the body's origin with all joints at zero, m.
pub(super) fn arm(loaded: &Loaded) -> Result<f64, String> {
    let Some(vehicle) = loaded.scenario.world.vehicles().first() else {
        return Err("there is no vehicle".to_owned());
    };
    let tree = &vehicle.tree;
    let mut kinematics = Kinematics::new(tree);
    kinematics.update(tree, &tree.neutral(), &vec![0.0; tree.velocities()]);
    let reach = vehicle.contactors.iter().filter_map(|part| {
        let Wheel { centre, .. } = part.shape.as_wheel()?;
        let place = kinematics.links.get(part.link)?.point(centre).0;
        Some(place.x.hypot(place.y))
    });
    match reach.fold(0.0, f64::max) {
        arm if arm > 0.0 => Ok(arm),
        _ => Err(format!("{} has no wheels to drive on a slope with", vehicle.name)),
    }
}

/// Runs it.
pub(super) fn drive(loaded: &Loaded, command: &Command) -> Result<Made, Mishap> {
    let scenario = &loaded.scenario;
    let world = &*scenario.world;
    let end = scenario.duration;
    let mut simulation = Simulation::new(scenario);
    let mut go = |until: f64| -> Result<State, Mishap> {
        let until = Time::nearest(until).min(end);
        let failed = |error: planetfall::simulation::RunError| Mishap::Failed(error.to_string());
        simulation.advance_past(until, end, &mut Silent).map_err(failed)?;
        Ok(simulation.state().clone())
    };
    let plane = Ground::of(world, &scenario.initial())?;
    let course = plane.ahead(world, &scenario.initial());
    let first = go(command.start_s)?;
    let rims = Rims::of(world, &first);
    let mut trace = Trace { last: first.clone(), along: 0.0, turned: 0.0, slid_away: false };
    let views = ((end.seconds() - command.start_s) / LOOK_S).round() as u64;
    for look in 1..=views {
        let state = go(command.start_s + look as f64 * LOOK_S)?;
        trace.go_on(world, &plane, state, command)?;
        if trace.slid_away {
            break;
        }
    }
    let (last, slid_away) = (trace.last, trace.slid_away);
    let moved = last.motion(world, 0).position - first.motion(world, 0).position;
    // On an arc the course turns with the vehicle.
    let straight = command.turn == 0.0;
    let made_m = if straight { moved.dot(&course) } else { trace.along };
    let sideways = moved.dot(&plane.normal.cross(&course));
    let worked = rims.worked(&first, &last);
    let draws = |count: fn(&planetfall::ground::WheelMemory) -> u64| {
        last.ground.treads.iter().map(count).sum()
    };
    Ok(Made {
        slip: 1.0 - made_m / (command.forward * worked),
        turn_slip: 1.0 - trace.turned / (command.turn * worked),
        slip_angle_deg: if straight { sideways.atan2(made_m).to_degrees() } else { f64::NAN },
        downhill_m: moved.dot(&plane.downhill),
        made_m,
        rolled_m: command.forward * worked,
        draws: draws(|tread| tread.draws),
        clamped: draws(|tread| tread.clamped),
        slid_away,
    }
    .known(command))
}

impl Made {
    pub(super) fn save(made: &Result<Self, Mishap>, put: &mut Put) {
        let text = match made {
            Ok(made) => {
                let Self { slip, turn_slip, slip_angle_deg, downhill_m, made_m, rolled_m, .. } =
                    *made;
                put.count(0);
                [slip, turn_slip, slip_angle_deg, downhill_m, made_m, rolled_m]
                    .iter()
                    .for_each(|number| put.real(*number));
                [made.draws, made.clamped, u64::from(made.slid_away)]
                    .iter()
                    .for_each(|word| put.word(*word));
                return;
            }
            Err(Mishap::Refused(text)) => (1, text.as_str()),
            Err(Mishap::Failed(text)) => (2, text.as_str()),
            Err(Mishap::TippedOver) => (3, ""),
        };
        put.count(text.0);
        put.bytes(text.1.as_bytes());
    }

    pub(super) fn load(take: &mut Take<'_>) -> Result<Result<Self, Mishap>, RecordError> {
        Ok(match take.count()? {
            0 => {
                let mut numbers = [0.0; 6];
                take.reals(&mut numbers)?;
                let [slip, turn_slip, slip_angle_deg, downhill_m, made_m, rolled_m] = numbers;
                let (draws, clamped, slid_away) = (take.word()?, take.word()?, take.word()? != 0);
                Ok(Self {
                    slip,
                    turn_slip,
                    slip_angle_deg,
                    downhill_m,
                    made_m,
                    rolled_m,
                    draws,
                    clamped,
                    slid_away,
                })
            }
            1 => Err(Mishap::Refused(take.text()?)),
            2 => Err(Mishap::Failed(take.text()?)),
            3 => Err(Mishap::TippedOver),
            _ => return Err(RecordError::Content),
        })
    }

    /// Without the numbers that have no meaning for a motion: zero over zero.
    fn known(self, command: &Command) -> Self {
        let keep = |value: f64, of: f64| if of == 0.0 { f64::NAN } else { value };
        Self {
            slip: keep(self.slip, command.forward),
            turn_slip: keep(self.turn_slip, command.turn),
            made_m: keep(self.made_m, command.forward),
            rolled_m: keep(self.rolled_m, command.forward),
            ..self
        }
    }
}

/// The incline.
struct Ground {
    normal: Vector3<f64>,
    downhill: Vector3<f64>,
}

impl Ground {
    fn of(world: &World, state: &State) -> Result<Self, Mishap> {
        let place = state.motion(world, 0).position;
        let normal =
            world.terrain().query(&place).map_err(|error| Mishap::Failed(error.to_string()));
        let normal = normal?.normal;
        let fall = normal * normal.z - Vector3::z();
        let downhill = fall.try_normalize(1e-9).unwrap_or_else(|| -Vector3::x());
        Ok(Self { normal, downhill })
    }

    /// Unit vector ahead of the vehicle, in the ground.
    fn ahead(&self, world: &World, state: &State) -> Vector3<f64> {
        let ahead = state.motion(world, 0).site_from_body * Vector3::x();
        let flat = ahead - self.normal * ahead.dot(&self.normal);
        flat.try_normalize(1e-9).unwrap_or(ahead)
    }
}

/// Distance and turn so far, from look to look.
struct Trace {
    last: State,
    /// Along the vehicle's own heading, m.
    along: f64,
    /// rad
    turned: f64,
    slid_away: bool,
}

impl Trace {
    fn go_on(
        &mut self,
        world: &World,
        plane: &Ground,
        state: State,
        command: &Command,
    ) -> Result<(), Mishap> {
        let (before, now) = (self.last.motion(world, 0), state.motion(world, 0));
        let (was, is) = (plane.ahead(world, &self.last), plane.ahead(world, &state));
        let moved = now.position - before.position;
        self.along += moved.dot(&(was + is).try_normalize(1e-9).unwrap_or(is));
        self.turned += was.cross(&is).dot(&plane.normal).atan2(was.dot(&is));
        self.last = state;
        let up = now.site_from_body * Vector3::z();
        if up.dot(&plane.normal) < TIPPED_COSINE {
            return Err(Mishap::TippedOver);
        }
        let fast = RUNAWAY * command.forward.abs().max(command.turn.abs());
        self.slid_away = now.velocity.norm() > fast;
        Ok(())
    }
}

/// The joints that turn wheels, with the commanded speed of their rims.
struct Rims(Vec<Rim>);

struct Rim {
    /// Place of its coordinate in the state.
    place: usize,
    /// Distance of the rim for each unit of it, m.
    radius: f64,
    /// m/s
    commanded: f64,
}

impl Rims {
    fn of(world: &World, state: &State) -> Self {
        let Some(vehicle) = world.vehicles().first() else { return Self(Vec::new()) };
        let layout = world.layout();
        let motors = state.command.motors.get(layout.links(0)).unwrap_or_default();
        let rims = motors.iter().enumerate().filter_map(|(link, motor)| {
            let MotorCommand::Speed(rate) = motor else { return None };
            let place = vehicle.tree.places().get(link)?;
            let radius = radius(vehicle, link)? * place.multiplier;
            let commanded = rate * radius;
            Some(Rim { place: layout.positions(0).start + place.position, radius, commanded })
        });
        Self(rims.collect())
    }

    /// How long the rims have carried out the command, s.
    fn worked(&self, first: &State, last: &State) -> f64 {
        let (mut rolled, mut squares) = (0.0, 0.0);
        for Rim { place, radius, commanded } in &self.0 {
            let at = |state: &State| state.continuous.get(*place).copied().unwrap_or_default();
            rolled += radius * (at(last) - at(first)) * commanded;
            squares += commanded * commanded;
        }
        rolled / squares
    }
}

/// Radius of the wheel on a link, m.
fn radius(vehicle: &Vehicle, link: usize) -> Option<f64> {
    let mut parts = vehicle.contactors.iter().filter(|part| part.link == link);
    parts.find_map(|part| Some(part.shape.as_wheel()?.radius))
}
