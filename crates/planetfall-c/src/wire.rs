//! Numbers as C sees them: the structures of the header, field by field.

use nalgebra::Vector3;
use planetfall::outside::{JointState, LinkPose, OutsideContact};
use planetfall::stepping::{Channel, Impulse, Ledger, SolverStatus, StepReport};

/// A contact from C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Index of the contactor.
    pub contactor: usize,
    /// 0 for the ground, else one more than the index of the contactor that it rests on.
    pub rests_on: usize,
    /// m
    pub point_m: [f64; 3],
    /// Without unit.
    pub normal: [f64; 3],
    /// m
    pub gap_m: f64,
    /// Without unit.
    pub friction: f64,
    /// Without unit.
    pub restitution: f64,
    /// From step to step.
    pub name: u32,
}

/// A link's pose for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// m
    pub position_m: [f64; 3],
    /// Without unit.
    pub quaternion_wxyz: [f64; 4],
    /// m/s
    pub velocity_m_per_s: [f64; 3],
    /// rad/s
    pub rate_rad_per_s: [f64; 3],
}

/// A joint's kind for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joint {
    /// Index of the link that it moves.
    pub link: usize,
    /// 1 if its coordinate is a length.
    pub slides: i32,
    /// 1 if it obeys commands.
    pub has_motor: i32,
}

/// A joint's state for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointMotion {
    /// rad or m.
    pub position: f64,
    /// rad/s or m/s.
    pub speed: f64,
    /// N m or N.
    pub motor: f64,
}

/// A contact's impulse for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactImpulse {
    /// N s
    pub normal_n_s: f64,
    /// N s
    pub friction_n_s: f64,
    /// N s
    pub total_n_s: [f64; 3],
}

/// The energy account for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// J
    pub kinetic_j: f64,
    /// J
    pub potential_j: f64,
    /// J
    pub ground_normal_j: f64,
    /// J
    pub ground_friction_j: f64,
    /// J
    pub joints_j: f64,
    /// J
    pub motors_j: f64,
    /// J
    pub restitution_j: f64,
    /// J
    pub correction_j: f64,
    /// J
    pub unexplained_j: f64,
}

/// How the impulses of a step were found, for C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solver {
    /// One of the header's PLANETFALL_SOLVER_ codes.
    pub status: i32,
    /// Natural-map error, relative.
    pub residual: f64,
    /// Iterations of the step.
    pub iterations: u64,
    /// Iterations times rows.
    pub work: u64,
}

impl From<&StepReport> for Solver {
    fn from(report: &StepReport) -> Self {
        let status = match report.solver.status {
            SolverStatus::Solved => 0,
            SolverStatus::BudgetSpent => 1,
        };
        let (iterations, work) = (report.iterations, report.solver.work);
        Self { status, residual: report.solver.residual, iterations, work }
    }
}

impl From<&Contact> for OutsideContact {
    fn from(contact: &Contact) -> Self {
        Self {
            contactor: contact.contactor,
            other: contact.rests_on.checked_sub(1),
            point: Vector3::from(contact.point_m),
            normal: Vector3::from(contact.normal),
            gap: contact.gap_m,
            friction: contact.friction,
            restitution: contact.restitution,
            name: contact.name,
        }
    }
}

impl From<LinkPose> for Pose {
    fn from(pose: LinkPose) -> Self {
        let turn = pose.site_from_link;
        Self {
            position_m: pose.position.into(),
            quaternion_wxyz: [turn.w, turn.i, turn.j, turn.k],
            velocity_m_per_s: pose.velocity.into(),
            rate_rad_per_s: pose.rate.into(),
        }
    }
}

impl From<JointState> for JointMotion {
    fn from(state: JointState) -> Self {
        Self { position: state.position, speed: state.speed, motor: state.motor }
    }
}

impl From<&Impulse> for ContactImpulse {
    fn from(impulse: &Impulse) -> Self {
        Self {
            normal_n_s: impulse.normal,
            friction_n_s: impulse.friction,
            total_n_s: impulse.total.into(),
        }
    }
}

impl From<&Ledger> for Energy {
    fn from(ledger: &Ledger) -> Self {
        let work = |channel: Channel| ledger.work[channel as usize];
        Self {
            kinetic_j: ledger.kinetic,
            potential_j: ledger.potential,
            ground_normal_j: work(Channel::GroundNormal),
            ground_friction_j: work(Channel::GroundFriction),
            joints_j: work(Channel::Joints),
            motors_j: work(Channel::Motors),
            restitution_j: work(Channel::Restitution),
            correction_j: work(Channel::Correction),
            unexplained_j: ledger.unexplained(),
        }
    }
}
