//! Where a vehicle comes to rest, by statics and not by waiting for the dynamics.
//!
//! The unknowns are the root's pose and the joints that no motor holds. Ground springs carry along the normal. Along
//! the surface every contact carries a share of its load that is the same for all but for what keeps the heading, as
//! in a creep of the whole vehicle: no force is locked in between wheels, and on a plane no other distribution
//! needs less friction. The pose is followed from level ground to the slope (`continuation`), so that it
//! is the one that a vehicle has that was set down there, and its end is recognised: friction or tipping over.

mod continuation;
mod equilibrium;
pub mod immersion;
mod posture;
mod sinking;
mod tipping;

pub use sinking::{SettledInSoil, sink};
pub use tipping::{support_polygon, tip_over_angle};

use crate::dynamics::energy::{self, Centre};
pub use crate::state::Stance;
use crate::state::State;
use crate::stepping::{self, StepError};
use crate::terrain::NoGround;
use crate::world::World;
use nalgebra::Vector3;
use posture::Posture;

/// Whether friction has a bound while a pose is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrictionBound {
    /// That of the ground's own law.
    Ground,
    /// None: what is found is only where soil then bears it.
    Unbounded,
}

/// A vehicle at rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// Position coordinates.
    pub positions: Vec<f64>,
    /// What each contact point carries, in the world's order.
    pub supports: Vec<Support>,
    /// Centre of mass.
    pub centre: Centre,
    /// Friction that every contact uses ahead along the mean surface, as a share of its load.
    pub rolling_share: f64,
    /// Largest force left unbalanced, as a share of the weight.
    pub residual: f64,
    /// Iterations taken.
    pub iterations: usize,
    /// What the motors must give to hold it, by velocity coordinate, N m or N; zero elsewhere.
    pub holding: Vec<f64>,
}

impl Settled {
    /// How the vehicle holds itself.
    pub fn stance(&self, vehicle: usize) -> Stance {
        let mut leaning: Vec<(usize, Vector3<f64>)> = Vec::new();
        for support in &self.supports {
            match leaning.iter_mut().find(|(contactor, _)| *contactor == support.contactor) {
                Some((_, force)) => *force += support.tangent,
                None => leaning.push((support.contactor, support.tangent)),
            }
        }
        let carry = self.supports.iter().filter(|support| support.load > 0.0);
        let held = carry.map(|support| (support.sample, support.tangent)).collect();
        Stance { vehicle, holding: self.holding.clone(), leaning, held }
    }
}

/// A contact point of a vehicle at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Support {
    /// Index of the contactor among those of the world.
    pub contactor: usize,
    /// Index of the sample point among those of the world.
    pub sample: usize,
    /// In the site frame, m.
    pub point: Vector3<f64>,
    /// Of the surface.
    pub normal: Vector3<f64>,
    /// Along the normal, N.
    pub load: f64,
    /// Along the surface, N.
    pub tangent: Vector3<f64>,
}

/// Why a vehicle does not settle.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettleError {
    /// No ground under it.
    #[error(transparent)]
    NoGround(#[from] NoGround),
    /// The vehicle cannot move, or has nothing to stand on.
    #[error("{0}")]
    Unsuitable(&'static str),
    /// Friction does not hold it.
    #[error(
        "it slides: {contactor} would need friction of {share:.3} of its load on a slope of {at_deg:.2}°, and the \
         ground gives {limit:.3} (friction angle {limit_deg:.2}°); asked for were {asked_deg:.2}°"
    )]
    Slides {
        /// Slope that was asked for, degrees.
        asked_deg: f64,
        /// Slope at which more friction is needed than there is, degrees.
        at_deg: f64,
        /// Contactor that needs it.
        contactor: String,
        /// Friction that it needs, as a share of its load.
        share: f64,
        /// Friction that it has.
        limit: f64,
        /// The angle of that friction, degrees.
        limit_deg: f64,
    },
    /// It turns over about what still carries it.
    #[error(
        "it tips over at a slope of {limit_deg:.2}°, about {about}, which then carry all of its weight; asked for \
         were {asked_deg:.2}°"
    )]
    TipsOver {
        /// Slope that was asked for, degrees.
        asked_deg: f64,
        /// Slope at which it tips over, degrees.
        limit_deg: f64,
        /// Contactors that carry it then.
        about: String,
    },
    /// Soil does not hold it.
    #[error(
        "it slides: on a slope of {at_deg:.2}° soil would have to bear {share:.3} of its load along the surface, and \
         bears {limit:.3} under this vehicle (an angle of {limit_deg:.2}°); asked for were {asked_deg:.2}°"
    )]
    SlidesInSoil {
        /// Slope that was asked for, degrees.
        asked_deg: f64,
        /// Slope at which more is needed than there is, degrees.
        at_deg: f64,
        /// What is needed along the surface, as a share of the load.
        share: f64,
        /// What soil bears.
        limit: f64,
        /// The angle of that, degrees.
        limit_deg: f64,
    },
    /// Soil does not bear it.
    #[error("the soil does not bear its weight: it has sunk by {depth_m:.3} m and is not carried")]
    Sinks {
        /// How far it was lowered, m.
        depth_m: f64,
    },
    /// Soil closes over what should bear it.
    #[error(
        "the soil does not bear its weight: {contactor}, {height_m:.3} m high, sinks in by {depth_m:.3} m, and soil \
         does not bear what lies above it; give the vehicle a larger foot (a wheel or a pad: a marker presses on soil \
         as a small ball), or choose firmer soil"
    )]
    Buried {
        /// What sinks in entirely.
        contactor: String,
        /// Its height, m.
        height_m: f64,
        /// How deep its lowest point stands, m.
        depth_m: f64,
    },
    /// The iteration ended elsewhere.
    #[error("no resting pose found: {residual:.1e} of the weight is unbalanced")]
    NotFound {
        /// Share of the weight left.
        residual: f64,
    },
}

/// Finds the resting pose of a vehicle at the state's place and heading: height, tilt and free joints are found.
/// Joints with motors are held where they are. On rigid ground the pose is then moved out of it as the whole
/// shapes ask for, which sample points do not see.
pub fn settle(
    world: &World,
    state: &State,
    vehicle: usize,
    grip: FrictionBound,
) -> Result<Settled, SettleError> {
    let mut posture = Posture::new(world, state, vehicle)?;
    let found = posture.follow(grip)?;
    let mut settled = posture.settled(found.residual, found.iterations)?;
    if world.is_hard() {
        posture.leave_ground(state, &mut settled)?;
    }
    Ok(settled)
}

impl Posture<'_> {
    /// Moves the pose out of rigid ground.
    fn leave_ground(&mut self, state: &State, settled: &mut Settled) -> Result<(), SettleError> {
        let mut state = state.clone();
        let places = self.world.layout().positions(self.vehicle);
        state.continuous[places].copy_from_slice(&settled.positions);
        match stepping::cleared(self.world, &state, self.vehicle) {
            Ok(positions) => settled.positions = positions,
            Err(StepError::NoGround { source, .. }) => return Err(source.into()),
            // A pose that cannot be evaluated is left as statics found it.
            Err(_) => return Ok(()),
        }
        self.q.copy_from_slice(&settled.positions);
        self.move_links();
        settled.centre = energy::centre_of_mass(self.inertias, &self.kinematics);
        Ok(())
    }

    fn settled(&mut self, residual: f64, iterations: usize) -> Result<Settled, SettleError> {
        self.imbalance()?;
        let mut holding = self.lacking.clone();
        for &coordinate in &self.free {
            holding[coordinate] = 0.0;
        }
        let first = self.world.layout().contacts(self.vehicle).start;
        let supports = self.standing.iter().enumerate().map(|(slot, here)| Support {
            contactor: self.world.sample_points()[first + slot].contactor,
            sample: first + slot,
            point: here.point,
            normal: here.normal,
            load: here.load,
            tangent: here.tangent,
        });
        Ok(Settled {
            positions: self.q.clone(),
            supports: supports.collect(),
            centre: energy::centre_of_mass(self.inertias, &self.kinematics),
            rolling_share: self.held[0],
            residual,
            iterations,
            holding,
        })
    }
}
