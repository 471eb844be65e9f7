//! Joints: how a link may move against its parent, and what resists or drives it.

use crate::archive::{Archive, Visited};
use crate::math::rotation;
use nalgebra::{Isometry3, Quaternion, Translation3, UnitQuaternion, Vector3};

/// A joint between a link and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Unique name within the vehicle.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// A coordinate of its own, or that of another joint.
    pub coupling: Option<Coupling>,
    /// Spring, damper and dry friction.
    pub passive: Passive,
    /// What is crushed when it is driven in; of a joint of one coordinate.
    pub crush: Option<Crush>,
    /// Where it ends.
    pub limits: Option<JointLimits>,
    /// What drives it.
    pub motor: Option<Motor>,
}

impl Joint {
    /// Whether its motor holds its speed, and so has a lag among the continuous states.
    #[inline]
    pub fn holds(&self) -> bool {
        self.motor.is_some_and(|motor| motor.hold_gain > 0.0)
    }

    /// How many continuous states it has beside its coordinates: the motor's lag, then what is
    /// crushed.
    #[inline]
    pub fn states(&self) -> usize {
        usize::from(self.holds()) + usize::from(self.crush.is_some())
    }
}

/// What a joint does: force along the coordinate and rates of the states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointForce {
    /// Springs, dampers, friction, crush and stops, N m or N.
    pub passive: f64,
    /// Motor, N m or N.
    pub motor: f64,
    /// Rates of the joint's states, as many as it has.
    pub rates: [f64; 2],
}

impl Joint {
    /// All forces of a joint of one coordinate with its states.
    #[inline]
    pub fn force(
        &self,
        drive: MotorInput,
        position: f64,
        speed: f64,
        states: &[f64],
    ) -> JointForce {
        self.whole_force(self.smooth_force(drive, position, speed, states), position, speed)
    }

    /// The same from what is smooth in it.
    #[inline]
    pub(crate) fn whole_force(&self, smooth: JointForce, position: f64, speed: f64) -> JointForce {
        let mut out = smooth;
        out.passive += self.passive.rub(speed);
        if let Some(limits) = &self.limits {
            out.passive += limits.force(position, speed);
        }
        out
    }

    /// The same without what is one-sided or dry: stops and friction.
    #[inline]
    pub fn smooth_force(
        &self,
        drive: MotorInput,
        position: f64,
        speed: f64,
        states: &[f64],
    ) -> JointForce {
        let mut out = self.smooth_push(drive, position, speed, states);
        let mut next = 0;
        if let Some(rate) = self.lag_rate(drive, speed, states) {
            out.rates[0] = rate;
            next = 1;
        }
        if let Some(crush) = &self.crush {
            out.rates[next] = crush.rate(position, speed, states[next]);
        }
        out
    }

    /// The same, for who does not ask for rates of the states.
    #[inline]
    pub(crate) fn smooth_push(
        &self,
        drive: MotorInput,
        position: f64,
        speed: f64,
        states: &[f64],
    ) -> JointForce {
        let passive = self.passive.pull(position, speed);
        let mut out = JointForce { passive, ..JointForce::default() };
        let mut next = 0;
        if let Some(motor) = &self.motor {
            let bent = drive.bend(motor);
            let (motor, command) = bent.as_ref().map_or((motor, drive.command), |b| (&b.0, b.1));
            let mut lag = 0.0;
            if motor.hold_gain > 0.0 {
                lag = states[0];
                next = 1;
            }
            let torque = motor.torque(command, position, speed, lag);
            match drive.condition {
                // A gear that holds is no motor that works.
                MotorCondition::Jammed(_) => out.passive += torque,
                _ => out.motor = torque,
            }
        }
        if let Some(crush) = &self.crush {
            out.passive += crush.force(position, states[next]);
        }
        out
    }

    /// Whether it has a force that is neither one-sided nor dry.
    pub(crate) fn is_smooth(&self) -> bool {
        let Passive { stiffness, damping, .. } = self.passive;
        stiffness != 0.0 || damping != 0.0 || self.motor.is_some() || self.crush.is_some()
    }

    /// Whether its smooth force depends on the way that a step makes: on its position, or on the lag of its motor.
    #[inline]
    pub(crate) fn depends_on_displacement(&self, drive: MotorInput) -> bool {
        let held = |motor: &Motor| match (drive.condition, drive.command) {
            (MotorCondition::Jammed(_), _) | (_, MotorCommand::Position(_)) => true,
            (MotorCondition::Sound | MotorCondition::Weak(_), MotorCommand::Speed(_)) => {
                motor.hold_gain > 0.0
            }
            (
                MotorCondition::Sound | MotorCondition::Weak(_),
                MotorCommand::Off | MotorCommand::Torque(_),
            ) => false,
        };
        let springy = self.passive.stiffness != 0.0 || self.crush.is_some();
        springy || self.motor.as_ref().is_some_and(held)
    }

    /// States at the end of an implicit step that brings the joint to a position, at a mean speed of its motion. The lag
    /// of a motor is a displacement as the position is, so it is moved by the same mean.
    #[inline]
    pub(crate) fn states_after(
        &self,
        drive: MotorInput,
        (position, mean): (f64, f64),
        states: &[f64],
        h: f64,
    ) -> [f64; 2] {
        let mut after = [0.0; 2];
        let mut next = 0;
        if let Some(rate) = self.lag_rate(drive, mean, states) {
            after[0] = states[0] + h * rate;
            next = 1;
        }
        if let Some(crush) = &self.crush {
            after[next] = crush.crushed_at(position, states[next]);
        }
        after
    }

    /// Change of [`Self::smooth_push`] with the speed at the end of a step that has led to some states
    /// ([`Self::states_after`]): what does not depend on the displacement, and what is to be multiplied by the time in which
    /// that speed moves the joint; none near a limit of the motor, at its stiction and with honeycomb, where the force
    /// has a kink.
    #[inline]
    pub(crate) fn smooth_slope(
        &self,
        drive: MotorInput,
        (position, speed): (f64, f64),
        ended: &[f64],
    ) -> Option<[f64; 2]> {
        if self.crush.is_some() {
            return None;
        }
        let passive = [-self.passive.damping, -self.passive.stiffness];
        let Some(motor) = &self.motor else { return Some(passive) };
        if drive.condition != MotorCondition::Sound {
            return None;
        }
        let lag = if motor.hold_gain > 0.0 { ended[0] } else { 0.0 };
        let Some(wish) = motor.wish(drive.command, position, speed, lag) else {
            return Some(passive);
        };
        let slope = match drive.command {
            MotorCommand::Off | MotorCommand::Torque(_) => [0.0, 0.0],
            MotorCommand::Speed(_) => [motor.speed_gain, motor.hold_gain],
            MotorCommand::Position(_) => [motor.speed_gain, motor.position_gain],
        };
        let is_smooth = motor.gives(wish, speed) && (motor.stiction == 0.0 || !stands(speed));
        is_smooth.then_some([passive[0] - slope[0], passive[1] - slope[1]])
    }

    /// Rate of the motor's lag, which is the first state of a joint that has it.
    #[inline]
    fn lag_rate(&self, drive: MotorInput, speed: f64, states: &[f64]) -> Option<f64> {
        let motor = self.motor.as_ref().filter(|motor| motor.hold_gain > 0.0)?;
        let bent = drive.bend(motor);
        let (motor, command) = bent.as_ref().map_or((motor, drive.command), |b| (&b.0, b.1));
        Some(motor.lag_rate(command, speed, states[0]))
    }
}

/// Writes the states of a joint, or their rates, of which it has none, one or two. A loop over so few would be made
/// a copy of memory, which is not worth its call.
#[inline]
pub(crate) fn put_states(slots: &mut [f64], [first, second]: [f64; 2]) {
    match slots {
        [] => {}
        [one] => *one = first,
        [one, other, ..] => (*one, *other) = (first, second),
    }
}

/// How a joint moves. Axes are unit vectors in the joint's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// About an axis; one coordinate, rad.
    Revolute(Vector3<f64>),
    /// Along an axis; one coordinate, m.
    Prismatic(Vector3<f64>),
    /// About all axes; quaternion w x y z, rates in the link's axes.
    Spherical,
    /// In the plane across an axis; two coordinates in the plane (m) and one about the axis (rad).
    Planar(Vector3<f64>),
    /// Freely; position in the parent's axes and quaternion, velocity in the parent's axes and
    /// rates in the link's.
    Free,
}

impl JointKind {
    /// Number of position coordinates.
    pub fn positions(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute(_) | Self::Prismatic(_) => 1,
            Self::Spherical => 4,
            Self::Planar(_) => 3,
            Self::Free => 7,
        }
    }

    /// How many of its coordinates are lengths (they come first), and how much of an angle the
    /// numbers of the others are: half in a quaternion.
    pub(crate) fn slides(&self) -> (usize, f64) {
        match self {
            Self::Fixed | Self::Revolute(_) => (0, 1.0),
            Self::Prismatic(_) => (1, 1.0),
            Self::Spherical => (0, 0.5),
            Self::Planar(_) => (2, 1.0),
            Self::Free => (3, 0.5),
        }
    }

    /// Whether it moves freely, as the root of a vehicle that flies or drives.
    #[inline]
    pub fn is_free(&self) -> bool {
        match self {
            Self::Free => true,
            Self::Fixed
            | Self::Revolute(_)
            | Self::Prismatic(_)
            | Self::Spherical
            | Self::Planar(_) => false,
        }
    }

    /// Whether it does not move.
    pub fn is_fixed(&self) -> bool {
        self.velocities() == 0
    }

    /// What it is called in files that show it, and what a reader of one gets back.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute(_) => "revolute",
            Self::Prismatic(_) => "prismatic",
            Self::Spherical => "spherical",
            Self::Planar(_) => "planar",
            Self::Free => "free",
        }
    }

    /// All kinds, those with an axis about or along z.
    pub fn all() -> [Self; 6] {
        let z = Vector3::z();
        [
            Self::Fixed,
            Self::Revolute(z),
            Self::Prismatic(z),
            Self::Spherical,
            Self::Planar(z),
            Self::Free,
        ]
    }

    /// The axis that it is defined by, if it has one.
    pub fn axis(&self) -> Option<&Vector3<f64>> {
        match self {
            Self::Revolute(axis) | Self::Prismatic(axis) | Self::Planar(axis) => Some(axis),
            Self::Fixed | Self::Spherical | Self::Free => None,
        }
    }

    /// The same, to change it.
    pub fn axis_mut(&mut self) -> Option<&mut Vector3<f64>> {
        match self {
            Self::Revolute(axis) | Self::Prismatic(axis) | Self::Planar(axis) => Some(axis),
            Self::Fixed | Self::Spherical | Self::Free => None,
        }
    }

    /// The joint on the other side of a plane, whose reflection of directions is `reflect`, with a coordinate that
    /// counts in the given sense. An axis of turning is an axial vector: its reflection points back.
    #[must_use]
    pub fn mirrored(&self, reflect: impl Fn(&Vector3<f64>) -> Vector3<f64>, sense: f64) -> Self {
        match self {
            Self::Revolute(axis) => Self::Revolute(-reflect(axis) * sense),
            Self::Prismatic(axis) => Self::Prismatic(reflect(axis) * sense),
            Self::Planar(axis) => Self::Planar(-reflect(axis)),
            Self::Fixed | Self::Spherical | Self::Free => *self,
        }
    }

    /// Names of position, speed and motor's effort of a joint of one coordinate.
    pub fn single_coordinate(&self) -> Option<[&'static str; 3]> {
        match self {
            Self::Revolute(_) => Some(["angle_rad", "rate_rad_per_s", "torque_n_m"]),
            Self::Prismatic(_) => Some(["extension_m", "speed_m_per_s", "force_n"]),
            Self::Fixed | Self::Spherical | Self::Planar(_) | Self::Free => None,
        }
    }

    /// The link in the joint's frame: joint_from_link(q), Featherstone 2008, table 4.1. Quaternions are normalised,
    /// for records of single precision are not quite of unit length; a missing coordinate is not a number.
    pub fn displacement(&self, q: &[f64]) -> Isometry3<f64> {
        let number = |index: usize| q.get(index).copied().unwrap_or(f64::NAN);
        let place = || Vector3::from_fn(|axis, _| number(axis));
        let attitude = |first: usize| {
            let [w, x, y, z] = [0, 1, 2, 3].map(|part| number(first + part));
            UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
        };
        let turned = |axis: &Vector3<f64>, angle: f64| rotation::from_scaled_axis(&(axis * angle));
        let none = Translation3::identity();
        match self {
            Self::Fixed => Isometry3::identity(),
            Self::Revolute(axis) => Isometry3::from_parts(none, turned(axis, number(0))),
            Self::Prismatic(axis) => Isometry3::from(Translation3::from(axis * number(0))),
            Self::Spherical => Isometry3::from_parts(none, attitude(0)),
            Self::Planar(axis) => {
                let (first, second) = rotation::plane(axis);
                let offset = first * number(0) + second * number(1);
                Isometry3::from_parts(Translation3::from(offset), turned(axis, number(2)))
            }
            Self::Free => Isometry3::from_parts(Translation3::from(place()), attitude(3)),
        }
    }

    /// The axis about which its one coordinate turns, if it does.
    #[inline]
    pub fn turns_about(&self) -> Option<&Vector3<f64>> {
        match self {
            Self::Revolute(axis) => Some(axis),
            Self::Fixed | Self::Prismatic(_) | Self::Spherical | Self::Planar(_) | Self::Free => {
                None
            }
        }
    }

    /// The axis along which its one coordinate slides, if it does.
    pub fn slides_along(&self) -> Option<&Vector3<f64>> {
        match self {
            Self::Prismatic(axis) => Some(axis),
            Self::Fixed | Self::Revolute(_) | Self::Spherical | Self::Planar(_) | Self::Free => {
                None
            }
        }
    }

    /// Where the quaternion begins among its position coordinates, if it has one.
    #[inline]
    pub fn quaternion(&self) -> Option<usize> {
        match self {
            Self::Free => Some(3),
            Self::Spherical => Some(0),
            Self::Fixed | Self::Revolute(_) | Self::Prismatic(_) | Self::Planar(_) => None,
        }
    }

    /// Number of velocity coordinates.
    pub fn velocities(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute(_) | Self::Prismatic(_) => 1,
            Self::Spherical | Self::Planar(_) => 3,
            Self::Free => 6,
        }
    }
}

/// A joint that follows another: q = multiplier · q_master + offset, exactly, for they share one
/// coordinate. The rocker differential is such a joint with multiplier −1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coupling {
    /// Index of the link whose joint is followed.
    pub master: usize,
    /// Without unit for like joints.
    pub multiplier: f64,
    /// rad or m.
    pub offset: f64,
}

/// Passive forces of a joint of one coordinate, in N m or N.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passive {
    /// N m/rad or N/m.
    pub stiffness: f64,
    /// Where the spring is at rest, rad or m.
    pub rest: f64,
    /// N m s/rad or N s/m.
    pub damping: f64,
    /// Dry friction, N m or N.
    pub friction: f64,
    /// Speed at which dry friction is fully there, rad/s or m/s.
    pub friction_speed: f64,
}

/// A cartridge of honeycomb or foam that a joint of one coordinate crushes when it is driven in
/// (towards larger positions). It gives way elastically up to the crush force, then for good; it does
/// not pull the joint out again: what is crushed stays so, and is a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crush {
    /// Force at which it gives way for good, N or N m.
    pub force: f64,
    /// Before that, N/m or N m/rad.
    pub stiffness: f64,
}

/// End stops of a joint of one coordinate: springs and dampers that only push back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointLimits {
    /// rad or m.
    pub lower: f64,
    /// rad or m.
    pub upper: f64,
    /// N m/rad or N/m.
    pub stiffness: f64,
    /// N m s/rad or N s/m.
    pub damping: f64,
}

/// A motor with gear on a joint of one coordinate. All values are at the joint, behind the gear,
/// but for the rotor's inertia.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Turns of the rotor per turn of the joint.
    pub gear_ratio: f64,
    /// Inertia of the rotor about its own axis, kg m².
    pub rotor_inertia: f64,
    /// Torque at stand-still, N m or N.
    pub stall_torque: f64,
    /// Speed without load, rad/s or m/s.
    pub no_load_speed: f64,
    /// The controller never asks for more, N m or N.
    pub torque_limit: f64,
    /// Torque that it takes to start from rest, N m or N; smaller commands do nothing at rest.
    pub stiction: f64,
    /// Gain of the speed and position modes on speed error, N m s/rad or N s/m.
    pub speed_gain: f64,
    /// Gain of the position mode on position error, N m/rad or N/m.
    pub position_gain: f64,
    /// Gain of the speed mode on the lag: how far the joint is behind where the speeds commanded so
    /// far would have brought it, N m/rad or N/m. With it a motor runs at its speed under load, and
    /// holds still at speed zero; without it it yields.
    pub hold_gain: f64,
}

/// What a motor is commanded to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MotorCommand {
    /// Nothing: the joint is free but for its passive forces.
    #[default]
    Off,
    /// N m or N.
    Torque(f64),
    /// rad/s or m/s.
    Speed(f64),
    /// rad or m.
    Position(f64),
}

impl MotorCommand {
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let mut kind = match self {
            Self::Off => 0,
            Self::Torque(_) => 1,
            Self::Speed(_) => 2,
            Self::Position(_) => 3,
        };
        archive.word("kind", &mut kind)?;
        if archive.is_loading() {
            *self = match kind {
                0 => Self::Off,
                1 => Self::Torque(0.0),
                2 => Self::Speed(0.0),
                3 => Self::Position(0.0),
                _ => return archive.refuse("is a motor command of no known kind"),
            };
        }
        match self {
            Self::Off => Ok(()),
            Self::Torque(value) | Self::Speed(value) | Self::Position(value) => {
                archive.real("value", value)
            }
        }
    }
}

/// What a motor is able to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MotorCondition {
    /// All that it was made for.
    #[default]
    Sound,
    /// A share of its torque.
    Weak(f64),
    /// Nothing: its gear is stuck and holds the joint up to a torque, N m or N.
    Jammed(f64),
}

impl MotorCondition {
    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let mut kind = match self {
            Self::Sound => 0,
            Self::Weak(_) => 1,
            Self::Jammed(_) => 2,
        };
        archive.word("kind", &mut kind)?;
        if archive.is_loading() {
            *self = match kind {
                0 => Self::Sound,
                1 => Self::Weak(0.0),
                2 => Self::Jammed(0.0),
                _ => return archive.refuse("is a motor in no known condition"),
            };
        }
        match self {
            Self::Sound => Ok(()),
            Self::Weak(value) | Self::Jammed(value) => archive.real("value", value),
        }
    }
}

/// What a motor is commanded, and what it is able to do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MotorInput {
    /// What it is commanded.
    pub command: MotorCommand,
    /// What it is able to do.
    pub condition: MotorCondition,
}

impl From<MotorCommand> for MotorInput {
    fn from(command: MotorCommand) -> Self {
        Self { command, condition: MotorCondition::Sound }
    }
}

impl MotorInput {
    /// What is left of a motor that is not sound, and what it then does. A stuck gear gives way like a
    /// motor that holds still, with the stiffness of its own gains, but by no torque-speed line.
    #[inline]
    pub(crate) fn bend(&self, motor: &Motor) -> Option<(Motor, MotorCommand)> {
        match self.condition {
            MotorCondition::Sound => None,
            MotorCondition::Weak(share) => {
                let stall_torque = share * motor.stall_torque;
                let torque_limit = share * motor.torque_limit;
                Some((Motor { stall_torque, torque_limit, ..*motor }, self.command))
            }
            MotorCondition::Jammed(holding) => {
                let stuck = Motor {
                    stall_torque: f64::INFINITY,
                    no_load_speed: f64::INFINITY,
                    torque_limit: holding,
                    stiction: 0.0,
                    ..*motor
                };
                Some((stuck, MotorCommand::Speed(0.0)))
            }
        }
    }
}

/// Why a motor gives less than its controller wishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotorCut {
    /// The controller's own limit.
    TorqueLimit,
    /// The motor's torque-speed line.
    SpeedLine,
    /// Stiction of a joint that stands.
    Stiction,
}

impl Passive {
    /// Force of spring and damper along the coordinate.
    #[inline]
    pub fn pull(&self, position: f64, speed: f64) -> f64 {
        -self.stiffness * (position - self.rest) - self.damping * speed
    }

    /// Dry friction along the coordinate, regularised.
    #[inline]
    pub fn rub(&self, speed: f64) -> f64 {
        if self.friction > 0.0 {
            return -self.friction * (speed / self.friction_speed).clamp(-1.0, 1.0);
        }
        0.0
    }

    /// Energy in the spring, J.
    pub fn stored(&self, position: f64) -> f64 {
        0.5 * self.stiffness * (position - self.rest) * (position - self.rest)
    }
}

impl Crush {
    /// Force along the coordinate at a position when so much is crushed.
    #[inline]
    pub fn force(&self, position: f64, crushed: f64) -> f64 {
        -(self.stiffness * (position - crushed)).clamp(0.0, self.force)
    }

    /// How fast more is crushed, m/s or rad/s.
    #[inline]
    pub fn rate(&self, position: f64, speed: f64, crushed: f64) -> f64 {
        let yields = self.stiffness * (position - crushed) >= self.force;
        if yields && speed > 0.0 { speed } else { 0.0 }
    }

    /// What is crushed once the joint was at a position: no more than its force is ever carried.
    #[inline]
    pub fn crushed_at(&self, position: f64, crushed: f64) -> f64 {
        crushed.max(position - self.force / self.stiffness)
    }

    /// Work that it takes to drive a fresh one in, J.
    pub fn work(&self, position: f64) -> f64 {
        let elastic = position.clamp(0.0, self.force / self.stiffness);
        0.5 * self.stiffness * elastic * elastic + self.force * (position.max(0.0) - elastic)
    }
}

impl JointLimits {
    /// Force along the coordinate; zero between the stops.
    #[inline]
    pub fn force(&self, position: f64, speed: f64) -> f64 {
        if position < self.lower {
            (self.stiffness * (self.lower - position) - self.damping * speed).max(0.0)
        } else if position > self.upper {
            (self.stiffness * (self.upper - position) - self.damping * speed).min(0.0)
        } else {
            0.0
        }
    }
}

/// A joint slower than this stands, rad/s or m/s: its motor must first overcome its stiction.
const STANDING: f64 = 1e-6;

#[inline]
fn stands(speed: f64) -> bool {
    speed.abs() < STANDING
}

/// Of its greatest torque this much is not near that limit.
const WELL_BELOW: f64 = 0.999;

impl Motor {
    /// Rotor inertia as the joint feels it, kg m² or kg.
    pub fn armature(&self) -> f64 {
        self.gear_ratio * self.gear_ratio * self.rotor_inertia
    }

    /// Torque at the joint for a command: the controller's wish, cut by its limit and by the
    /// torque-speed line of the motor.
    #[inline]
    pub fn torque(&self, command: MotorCommand, position: f64, speed: f64, lag: f64) -> f64 {
        let Some(wish) = self.wish(command, position, speed, lag) else { return 0.0 };
        if stands(speed) && wish.abs() < self.stiction {
            return 0.0;
        }
        let wish = wish.clamp(-self.torque_limit, self.torque_limit);
        self.within_line(wish, speed)
    }

    /// What the controller would like, N m or N; nothing while it is off.
    #[inline]
    pub fn wish(&self, command: MotorCommand, position: f64, speed: f64, lag: f64) -> Option<f64> {
        Some(match command {
            MotorCommand::Off => return None,
            MotorCommand::Torque(torque) => torque,
            MotorCommand::Speed(wanted) => {
                self.speed_gain * (wanted - speed) + self.hold_gain * lag
            }
            MotorCommand::Position(wanted) => {
                self.position_gain * (wanted - position) - self.speed_gain * speed
            }
        })
    }

    /// Rate of the lag, rad/s or m/s. A controller that gets less than it wishes waits: what cannot
    /// be had now is not asked for later (anti-windup by clamping).
    #[inline]
    pub fn lag_rate(&self, command: MotorCommand, speed: f64, lag: f64) -> f64 {
        let MotorCommand::Speed(wanted) = command else { return 0.0 };
        let behind = wanted - speed;
        let wish = self.speed_gain * behind + self.hold_gain * lag;
        let given = self.within_line(wish.clamp(-self.torque_limit, self.torque_limit), speed);
        if given != wish && wish * behind > 0.0 { 0.0 } else { behind }
    }

    /// What keeps the motor from giving what the controller wishes, if anything does.
    pub fn cut(
        &self,
        command: MotorCommand,
        position: f64,
        speed: f64,
        lag: f64,
    ) -> Option<MotorCut> {
        let wish = self.wish(command, position, speed, lag).filter(|wish| *wish != 0.0)?;
        if stands(speed) && wish.abs() < self.stiction {
            return Some(MotorCut::Stiction);
        }
        let limited = wish.clamp(-self.torque_limit, self.torque_limit);
        if self.within_line(limited, speed) != limited {
            return Some(MotorCut::SpeedLine);
        }
        (limited != wish).then_some(MotorCut::TorqueLimit)
    }

    /// A motor that runs with the torque loses it towards its no-load speed; one that is driven
    /// against it keeps the stall torque.
    fn within_line(&self, wish: f64, speed: f64) -> f64 {
        let most = self.most(wish, speed);
        wish.clamp(-most, most)
    }

    /// The greatest torque that its line leaves at a speed, in the sense of a wish.
    #[inline]
    fn most(&self, wish: f64, speed: f64) -> f64 {
        let along = speed * wish.signum();
        self.stall_torque * (1.0 - (along / self.no_load_speed).max(0.0)).max(0.0)
    }

    /// Whether it gives what is wished, far from all limits.
    #[inline]
    fn gives(&self, wish: f64, speed: f64) -> bool {
        wish.abs() < WELL_BELOW * self.torque_limit.min(self.most(wish, speed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOTOR: Motor = Motor {
        gear_ratio: 100.0,
        rotor_inertia: 1e-5,
        stall_torque: 50.0,
        no_load_speed: 2.0,
        torque_limit: 40.0,
        stiction: 0.0,
        speed_gain: 100.0,
        position_gain: 500.0,
        hold_gain: 200.0,
    };

    #[test]
    fn every_kind_of_joint_is_found_by_its_name_once() {
        // A kind that is added does not compile here until it has its place.
        let place = |kind: &JointKind| match kind {
            JointKind::Fixed => 0,
            JointKind::Revolute(_) => 1,
            JointKind::Prismatic(_) => 2,
            JointKind::Spherical => 3,
            JointKind::Planar(_) => 4,
            JointKind::Free => 5,
        };
        let all = JointKind::all();
        assert_eq!(all.each_ref().map(place), [0, 1, 2, 3, 4, 5]);
        let names = all.each_ref().map(JointKind::name);
        assert_eq!(names, ["fixed", "revolute", "prismatic", "spherical", "planar", "free"]);
    }

    #[test]
    fn the_motor_follows_its_torque_speed_line() {
        let torque = |wanted, speed| MOTOR.torque(MotorCommand::Torque(wanted), 0.0, speed, 0.0);
        assert_eq!(torque(100.0, 0.0), 40.0);
        assert_eq!(torque(100.0, 1.0), 25.0);
        assert_eq!(torque(100.0, 2.5), 0.0);
        assert_eq!(torque(-30.0, 1.0), -30.0);
        assert!((MOTOR.armature() - 0.1).abs() < 1e-15);
    }

    #[test]
    fn a_weak_motor_has_a_share_of_its_line_and_a_stuck_one_holds_to_its_limit() {
        let joint =
            Joint { motor: Some(MOTOR), ..Joint::new("wheel", JointKind::Revolute(Vector3::y())) };
        let force = |condition, command, speed, lag| {
            joint.force(MotorInput { command, condition }, 0.0, speed, &[lag])
        };
        let (full, push) = (MotorCommand::Torque(100.0), MotorCommand::Torque(15.0));
        let half = MotorCondition::Weak(0.5);
        assert_eq!(force(half, full, 0.0, 0.0).motor, 20.0);
        assert_eq!(force(half, full, 1.5, 0.0).motor, 6.25);
        assert_eq!(force(half, push, 0.0, 0.0).motor, 15.0);
        // A gear that is stuck: no motor, but what holds. Beyond its limit the lag does not grow.
        let stuck = |holding| force(MotorCondition::Jammed(holding), full, 0.1, -0.05);
        assert_eq!((stuck(f64::INFINITY).motor, stuck(f64::INFINITY).passive), (0.0, -20.0));
        assert_eq!((stuck(f64::INFINITY).rates[0], stuck(5.0).rates[0]), (-0.1, 0.0));
        assert_eq!(stuck(5.0).passive, -5.0);
    }

    #[test]
    fn a_standing_motor_answers_only_beyond_its_stiction() {
        let sticky = Motor { stiction: 5.0, ..MOTOR };
        let torque = |wanted, speed| sticky.torque(MotorCommand::Torque(wanted), 0.0, speed, 0.0);
        assert_eq!(torque(4.0, 0.0), 0.0);
        assert_eq!(torque(6.0, 0.0), 6.0);
        assert_eq!(torque(4.0, 0.1), 4.0);
    }

    #[test]
    fn a_motor_reports_what_cuts_it() {
        let cut =
            |motor: &Motor, torque, speed| motor.cut(MotorCommand::Torque(torque), 0.0, speed, 0.0);
        assert_eq!(cut(&MOTOR, 30.0, 0.0), None);
        assert_eq!(cut(&MOTOR, 45.0, 0.0), Some(MotorCut::TorqueLimit));
        assert_eq!(cut(&MOTOR, 45.0, 1.0), Some(MotorCut::SpeedLine));
        let sticky = Motor { stiction: 5.0, ..MOTOR };
        assert_eq!(cut(&sticky, 4.0, 0.0), Some(MotorCut::Stiction));
        assert_eq!(cut(&sticky, 0.0, 0.0), None);
    }

    #[test]
    fn modes_ask_for_what_their_gains_say() {
        assert_eq!(MOTOR.torque(MotorCommand::Off, 1.0, 1.0, 1.0), 0.0);
        let speed = MOTOR.torque(MotorCommand::Speed(0.3), 0.0, 0.1, 0.05);
        assert!((speed - 30.0).abs() < 1e-12);
        let position = MOTOR.torque(MotorCommand::Position(0.05), 0.0, 0.1, 9.0);
        assert!((position - 15.0).abs() < 1e-12);
    }

    #[test]
    fn the_lag_grows_only_while_the_motor_can_answer() {
        let rate = |speed, lag| MOTOR.lag_rate(MotorCommand::Speed(0.3), speed, lag);
        assert!((rate(0.1, 0.0) - 0.2).abs() < 1e-15);
        assert_eq!(rate(0.1, 1.0), 0.0, "at its limit it asks for no more");
        assert!((rate(0.4, 1.0) + 0.1).abs() < 1e-15, "but it gives way at once");
        assert_eq!(MOTOR.lag_rate(MotorCommand::Position(1.0), 0.1, 0.0), 0.0);
    }

    #[test]
    fn the_slope_of_a_joints_force_is_that_of_its_differences_where_it_has_no_kink() {
        let passive = Passive { stiffness: 30.0, damping: 0.4, ..Passive::default() };
        let held = Motor { hold_gain: 20.0, ..MOTOR };
        let (h, end_weight, lag) = (1e-3, 0.5, [0.01]);
        for (motor, command, position, speed, smooth) in [
            (held, MotorCommand::Speed(0.5), 0.2, 0.4, true),
            (held, MotorCommand::Speed(1.5), 0.2, 0.4, false),
            (MOTOR, MotorCommand::Position(0.1), 0.12, -0.03, true),
            (MOTOR, MotorCommand::Torque(3.0), 0.1, 0.2, true),
            (MOTOR, MotorCommand::Torque(30.0), 0.1, 1.9, false),
            (MOTOR, MotorCommand::Off, 0.1, 0.2, true),
            (Motor { stiction: 1.0, ..MOTOR }, MotorCommand::Speed(0.001), 0.1, 0.0, false),
        ] {
            let joint = Joint {
                passive,
                motor: Some(motor),
                ..Joint::new("j", JointKind::Revolute(Vector3::y()))
            };
            let drive = MotorInput::from(command);
            let at = |end: f64| {
                let mean = end_weight * end + (1.0 - end_weight) * speed;
                let position = position + h * mean;
                let ended = joint.states_after(drive, (position, mean), &lag, h);
                let force = joint.smooth_push(drive, position, end, &ended);
                (position, ended, force.passive + force.motor)
            };
            let (there, ended, _) = at(speed);
            let slopes = joint.smooth_slope(drive, (there, speed), &ended);
            let slope =
                slopes.map(|[fixed, per_displacement]| fixed + h * end_weight * per_displacement);
            assert_eq!(slope.is_some(), smooth, "{command:?}");
            if let Some(slope) = slope {
                let chord = (at(speed + 1e-4).2 - at(speed - 1e-4).2) / 2e-4;
                assert!((slope - chord).abs() < 1e-7 * chord.abs(), "{command:?}: {slope} {chord}");
            }
        }
    }

    #[test]
    fn honeycomb_gives_way_at_its_force_and_never_pulls() {
        let crush = Crush { force: 3000.0, stiffness: 1e6 };
        assert_eq!(crush.force(0.001, 0.0), -1000.0);
        assert_eq!(crush.force(0.1, 0.0), -3000.0);
        assert_eq!(crush.force(0.05, 0.097), 0.0);
        assert_eq!(crush.rate(0.1, 0.5, 0.097), 0.5);
        assert_eq!(crush.rate(0.1, -0.5, 0.097), 0.0);
        assert_eq!(crush.rate(0.1, 0.5, 0.099), 0.0);
    }

    #[test]
    fn stops_only_push_back() {
        let limits = JointLimits { lower: -0.5, upper: 0.5, stiffness: 1000.0, damping: 10.0 };
        assert_eq!(limits.force(0.0, 3.0), 0.0);
        assert!((limits.force(0.6, 0.0) + 100.0).abs() < 1e-9);
        assert_eq!(limits.force(0.6, -100.0), 0.0);
        assert!(limits.force(-0.6, -1.0) > 100.0);
    }
}
