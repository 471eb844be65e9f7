//! How the ground answers: one enum, one folder for each ground.
//!
//! | ground | folder | what it is | stepped as |
//! |---|---|---|---|
//! | [`Ground::Marker`] | [`marker`] | POST2: spring, damper and friction at contact sample points | force |
//! | [`Ground::Rigid`] | [`rigid`] | Siconos: Signorini, Newton and Coulomb | rows of the cone problem |
//! | [`Ground::Compliant`] | [`compliant`] | a curve of force over depth: spring, Bekker | rows with compliance |
//! | [`Ground::Wheel`] | [`wheel`] | ROAMS: compliance and strength of soil under a wheel | rows with compliance |
//! | [`Ground::Scm`] | [`scm`] | DLR's soil that keeps ruts | force of a footprint |
//! | [`Ground::Custom`] | [`custom`] | a law of one's own | force |
//!
//! What grounds share is the step, not the force. A ground that gives a force ([`ForceGround`]) answers
//! kinematics and memory, purely, any number of times in a step; memory changes only in
//! [`ForceGround::commit`], once, with what the accepted end of the step says. A ground of the cone problem
//! ([`ConeGround`]) has no force to be asked for: its impulses are unknowns of the step, and it only says what
//! holds at the end of it ([`crate::contact::nonsmooth`]). Soil answers whole footprints
//! ([`scm::SoilLayer`]). Which ground lies where is a [`GroundMap`]; what all of them remember is one
//! [`GroundMemory`].
//!
//! Every match on grounds is in this file or names all of them: a ground that is added does not compile until
//! it has said all of this.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod compliant;
pub(crate) mod cone;
pub mod custom;
pub mod marker;
mod memory;
mod placement;
pub mod rigid;
pub mod scm;
pub mod step_force;
pub mod wheel;

pub use compliant::CompliantGround;
pub use custom::CustomGround;
pub use marker::MarkerGround;
pub use memory::{GroundMemory, WheelMemory};
pub use placement::{GroundMap, PlacementError, Region};
pub use rigid::RigidGround;
pub use scm::ScmGround;
pub use wheel::WheelGround;

use crate::contact::{Contact, Load};
use crate::math::real;
use crate::quantity::Quantity;
use nalgebra::Vector3;
use std::sync::Arc;
use step_force::{LawState, StepForce, StepPath};
use wheel::Strengths;

/// The ground under one contactor at one place.
#[derive(Clone, Debug)]
pub enum Ground {
    /// POST2's spring-damper with classical or resting Coulomb friction.
    Marker(MarkerGround),
    /// Nothing gives way.
    Rigid(RigidGround),
    /// Force grows with depth, inside the cone problem.
    Compliant(CompliantGround),
    /// ROAMS's wheel on soil, which yields along the surface too.
    Wheel(Arc<WheelGround>),
    /// SCM: soil that is pressed, sheared and piled up.
    Scm(Arc<ScmGround>),
    /// A law of the user's own.
    Custom(Arc<dyn CustomGround>),
}

/// A ground without its numbers, as scenario files call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundKind {
    /// POST2's spring-damper at points.
    Marker,
    /// Rigid: Signorini's condition and Newton's impact law.
    Nonsmooth,
    /// A spring and damper inside the cone problem.
    Spring,
    /// Bekker's curve of force over depth inside the cone problem.
    Bekker,
    /// ROAMS's wheel on soil.
    Wheel,
    /// SCM: soil that keeps ruts.
    Soil,
    /// A law of the user's own ([`CustomGround`]).
    Custom,
}

/// How a ground takes part in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundFormulation {
    /// By a force at contact sample points.
    Force,
    /// By conditions of the cone problem, in which it yields or does not.
    Cone {
        /// Whether it gives way.
        yields: bool,
    },
    /// By the force of soil on whole footprints.
    Footprint,
}

/// What a ground is called, and how it takes part in a step.
pub(crate) struct KindText {
    /// In files.
    name: &'static str,
    /// For a list to choose from.
    title: &'static str,
    /// In a line.
    meaning: &'static str,
    formulation: GroundFormulation,
}

impl GroundKind {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Marker,
        Self::Nonsmooth,
        Self::Spring,
        Self::Bekker,
        Self::Wheel,
        Self::Soil,
        Self::Custom,
    ];

    fn text(self) -> &'static KindText {
        match self {
            Self::Marker => &marker::KIND,
            Self::Nonsmooth => &rigid::KIND,
            Self::Spring => &compliant::SPRING,
            Self::Bekker => &compliant::BEKKER,
            Self::Wheel => &wheel::KIND,
            Self::Soil => &scm::KIND,
            Self::Custom => &custom::KIND,
        }
    }

    /// The kind of a name. The one place where a string becomes a kind.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in scenario files; of one's own law, what it is called here.
    pub fn name(self) -> &'static str {
        self.text().name
    }

    /// What it is called where one is chosen.
    pub fn title(self) -> &'static str {
        self.text().title
    }

    /// What it is, in a line.
    pub fn meaning(self) -> &'static str {
        self.text().meaning
    }

    /// How it takes part in a step.
    pub fn formulation(self) -> GroundFormulation {
        self.text().formulation
    }
}

/// What a law answers small motions of a point with, along its normal and aside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct LinearAnswer {
    /// N/m
    pub(crate) stiffness: f64,
    /// N s/m
    pub(crate) damping: f64,
    /// N/m
    pub(crate) side_stiffness: f64,
    /// N s/m
    pub(crate) side_damping: f64,
}

impl LinearAnswer {
    /// That of a share of the law.
    pub(crate) fn times(self, share: f64) -> Self {
        Self {
            stiffness: share * self.stiffness,
            damping: share * self.damping,
            side_stiffness: share * self.side_stiffness,
            side_damping: share * self.side_damping,
        }
    }
}

/// A ground that gives a force.
#[derive(Clone, Copy, Debug)]
pub enum ForceGround<'a> {
    /// POST2's.
    Marker(&'a MarkerGround),
    /// The user's own.
    Custom(&'a dyn CustomGround),
}

/// A ground whose impulses are unknowns of the step.
#[derive(Clone, Copy, Debug)]
pub enum ConeGround<'a> {
    /// Nothing gives way.
    Rigid(&'a RigidGround),
    /// By a curve.
    Compliant(&'a CompliantGround),
    /// Soil under a wheel.
    Wheel(&'a Arc<WheelGround>),
}

impl From<MarkerGround> for Ground {
    fn from(ground: MarkerGround) -> Self {
        Self::Marker(ground)
    }
}

impl From<RigidGround> for Ground {
    fn from(ground: RigidGround) -> Self {
        Self::Rigid(ground)
    }
}

impl From<CompliantGround> for Ground {
    fn from(ground: CompliantGround) -> Self {
        Self::Compliant(ground)
    }
}

impl From<WheelGround> for Ground {
    fn from(ground: WheelGround) -> Self {
        Self::Wheel(Arc::new(ground))
    }
}

impl<L: CustomGround + 'static> From<Arc<L>> for Ground {
    fn from(ground: Arc<L>) -> Self {
        Self::Custom(ground)
    }
}

impl Ground {
    /// Its kind. A curve of force over depth that is one straight line is a spring.
    pub fn kind(&self) -> GroundKind {
        match self {
            Self::Marker(_) => GroundKind::Marker,
            Self::Rigid(_) => GroundKind::Nonsmooth,
            Self::Compliant(ground) if ground.sinkage.is_straight() => GroundKind::Spring,
            Self::Compliant(_) => GroundKind::Bekker,
            Self::Wheel(_) => GroundKind::Wheel,
            Self::Scm(_) => GroundKind::Soil,
            Self::Custom(_) => GroundKind::Custom,
        }
    }

    /// The force that it gives, if it does.
    #[inline(always)]
    pub fn force(&self) -> Option<ForceGround<'_>> {
        match self {
            Self::Marker(ground) => Some(ForceGround::Marker(ground)),
            Self::Custom(ground) => Some(ForceGround::Custom(&**ground)),
            Self::Rigid(_) | Self::Compliant(_) | Self::Wheel(_) | Self::Scm(_) => None,
        }
    }

    /// Whether it neither gives a force nor changes anything of its own at a point above it.
    pub(crate) fn is_idle_above(&self) -> bool {
        match self {
            Self::Marker(ground) => ground.internals() == 0,
            Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Wheel(_)
            | Self::Scm(_)
            | Self::Custom(_) => false,
        }
    }

    /// Its conditions of the cone problem, if it has such.
    #[inline]
    pub fn cone(&self) -> Option<ConeGround<'_>> {
        match self {
            Self::Rigid(ground) => Some(ConeGround::Rigid(ground)),
            Self::Compliant(ground) => Some(ConeGround::Compliant(ground)),
            Self::Wheel(ground) => Some(ConeGround::Wheel(ground)),
            Self::Marker(_) | Self::Scm(_) | Self::Custom(_) => None,
        }
    }

    /// Whether an implicit step on it can be of second order: its force is continuous but where a damper
    /// begins to act, or stick turns into slip.
    pub fn is_smooth(&self) -> bool {
        match self {
            Self::Marker(_) | Self::Compliant(_) | Self::Wheel(_) | Self::Custom(_) => true,
            Self::Rigid(_) | Self::Scm(_) => false,
        }
    }

    /// Whether contacts of a contactor with one surface of it are merged into one: ground whose answer to a whole
    /// wheel is one force.
    pub(crate) fn merges_contacts(&self) -> bool {
        match self {
            Self::Wheel(_) => true,
            Self::Marker(_)
            | Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Scm(_)
            | Self::Custom(_) => false,
        }
    }

    /// The soil, if it is SCM's.
    pub fn soil(&self) -> Option<&ScmGround> {
        match self {
            Self::Scm(ground) => Some(ground),
            Self::Marker(_)
            | Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Wheel(_)
            | Self::Custom(_) => None,
        }
    }

    /// ROAMS's soil under a wheel, if it is that.
    pub fn wheel(&self) -> Option<&WheelGround> {
        match self {
            Self::Wheel(ground) => Some(ground),
            Self::Marker(_)
            | Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Scm(_)
            | Self::Custom(_) => None,
        }
    }

    /// POST2's law, if it is that.
    pub fn marker(&self) -> Option<&MarkerGround> {
        match self {
            Self::Marker(ground) => Some(ground),
            Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Wheel(_)
            | Self::Scm(_)
            | Self::Custom(_) => None,
        }
    }

    /// Number of continuous states of one contact.
    pub fn internals(&self) -> usize {
        self.force().map_or(0, |ground| ground.internals())
    }

    /// Numbers of memory of one contact.
    pub fn memory(&self) -> usize {
        self.force().map_or(0, |ground| ground.memory())
    }

    /// Whether a touch that carries this load, or a share of it, slips over the ground: what the ground
    /// itself calls slipping. Soil is sheared as soon as it is loaded, and does not say.
    pub fn slips(&self, touch: &Contact, load: &Load) -> Option<bool> {
        match self {
            Self::Marker(ground) => Some(ground.slips(touch, load)),
            Self::Rigid(ground) => Some(slips_in_cone(ground.friction, load)),
            Self::Compliant(ground) => Some(slips_in_cone(ground.friction, load)),
            Self::Wheel(ground) => Some(slips_in_cone(ground.level_friction(), load)),
            Self::Scm(_) => None,
            Self::Custom(ground) => Some(ground.slips(touch, load)),
        }
    }

    /// The normal force on a point that does not move, N, with a stiffness (N/m) for rigid ground. Soil bears
    /// whole footprints, and no point.
    pub(crate) fn standing_force(&self, touch: &Contact, rigid: f64) -> f64 {
        match self {
            Self::Rigid(_) => (-rigid * touch.gap).max(0.0),
            Self::Compliant(ground) => ground.sinkage.force(-touch.gap),
            Self::Wheel(ground) => ground.normal.force(-touch.gap, 0.0),
            Self::Scm(_) => 0.0,
            Self::Marker(ground) => ForceGround::Marker(ground).standing_force(touch),
            Self::Custom(ground) => ForceGround::Custom(&**ground).standing_force(touch),
        }
    }

    /// How it holds a point sideways, N/m, with a stiffness for rigid ground.
    pub(crate) fn sideways_stiffness(&self, rigid: f64) -> f64 {
        /// Depth over which stiffness along the normal is taken for the one along the surface, m.
        const SHALLOW: f64 = 1e-6;
        match self {
            Self::Marker(ground) => ground.sideways_stiffness(),
            Self::Rigid(_) => rigid * SHALLOW / SHALLOW,
            Self::Compliant(ground) => ground.sinkage.force(SHALLOW) / SHALLOW,
            Self::Wheel(ground) => ground.normal.force(SHALLOW, 0.0) / SHALLOW,
            Self::Scm(_) => 0.0,
            Self::Custom(_) => custom::SIDEWAYS_STIFFNESS,
        }
    }

    /// The most that friction can be of a load (N) on something at rest, without unit; `None` where the law does
    /// not say (one's own) or where it is no matter of one point (soil).
    pub(crate) fn holding_friction(&self, load: f64) -> Option<f64> {
        match self {
            Self::Marker(ground) => Some(ground.table.stick_coefficient),
            Self::Rigid(ground) => Some(ground.friction),
            Self::Compliant(ground) => Some(ground.friction),
            Self::Wheel(ground) => Some(ground.holding_friction(load)),
            Self::Scm(_) | Self::Custom(_) => None,
        }
    }

    /// The deflection of a spring along the surface that carries a force (N), where the law keeps one as state of a
    /// sample point.
    pub(crate) fn resting_deflection(&self, force: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self {
            Self::Marker(ground) => ground.resting_deflection(force),
            Self::Rigid(_)
            | Self::Compliant(_)
            | Self::Wheel(_)
            | Self::Scm(_)
            | Self::Custom(_) => None,
        }
    }

    /// Numbers that a contactor on such ground records beside those that all have.
    pub fn quantities(&self) -> &'static [GroundQuantity] {
        match self {
            Self::Wheel(_) => &wheel::QUANTITIES,
            Self::Scm(_) => &scm::QUANTITIES,
            Self::Marker(_) | Self::Rigid(_) | Self::Compliant(_) | Self::Custom(_) => &[],
        }
    }
}

/// Whether a load lies on Coulomb's cone.
fn slips_in_cone(friction: f64, load: &Load) -> bool {
    let most = friction * load.normal_force;
    most > 0.0 && load.friction.norm() > (1.0 - 1e-6) * most
}

/// A recorded quantity of a contactor that its ground knows.
#[derive(Clone, Copy, Debug)]
pub struct GroundQuantity {
    /// Its column.
    pub quantity: Quantity,
    /// Its number.
    pub get: fn(&WheelMemory) -> f64,
}

impl GroundQuantity {
    const fn new(name: &'static str, meaning: &'static str, get: fn(&WheelMemory) -> f64) -> Self {
        Self { quantity: Quantity::new(name, meaning), get }
    }

    const fn dimensionless(self) -> Self {
        Self { quantity: self.quantity.dimensionless(), ..self }
    }
}

impl ForceGround<'_> {
    /// Number of continuous states of one contact.
    pub fn internals(&self) -> usize {
        match self {
            Self::Marker(ground) => ground.internals(),
            Self::Custom(ground) => ground.internals(),
        }
    }

    /// Whether the continuous states of a contact that carries nothing are reset when a step is accepted: then
    /// their error in that step means nothing.
    pub(crate) fn resets_unloaded_states(&self) -> bool {
        match self {
            // Friction is cut to its limit, which is zero without a load.
            Self::Marker(_) => true,
            Self::Custom(_) => false,
        }
    }

    /// Numbers of memory of one contact.
    pub fn memory(&self) -> usize {
        match self {
            Self::Marker(_) => 0,
            Self::Custom(ground) => ground.memory(),
        }
    }

    /// The force on a touch; pure. Rates and increment are written, nothing else.
    #[inline(always)]
    pub fn evaluate(
        &self,
        touch: &Contact,
        internals: &[f64],
        memory: &[f64],
        rates: &mut [f64],
        increment: &mut [f64],
    ) -> Load {
        match self {
            Self::Marker(ground) => ground.evaluate(touch, internals, rates),
            Self::Custom(ground) => ground.evaluate(touch, internals, memory, rates, increment),
        }
    }

    /// The law's mean force in a step and its derivative; pure but for the scratch in `state`.
    pub fn step_force(&self, path: &StepPath, state: &mut LawState<'_>) -> StepForce {
        match self {
            Self::Marker(law) => law.step_force(path, state.internals, state.rates),
            Self::Custom(_) => self.step_force_by_differences(path, state),
        }
    }

    /// The law's own mean force on the same path, at the mean velocity: its work is what the law does, the
    /// rest of the step's is the scheme's.
    pub fn own_step_load(&self, path: &StepPath, state: &mut LawState<'_>) -> Load {
        match self {
            Self::Marker(law) => law.own_step_load(path, state.internals),
            Self::Custom(_) => self.own_step_load_by_evaluation(path, state),
        }
    }

    /// Takes the accepted end of a step into internals and memory.
    pub fn commit(
        &self,
        touch: &Contact,
        load: &Load,
        internals: &mut [f64],
        memory: &mut [f64],
        increment: &[f64],
    ) {
        match self {
            Self::Marker(ground) => ground.commit(touch, load, internals),
            Self::Custom(ground) => ground.commit(touch, internals, memory, increment),
        }
    }

    /// Numbers that an explicit step (s) must keep below its limit of stability, with what they are, for a
    /// normal force (N) on a point that 1 N accelerates by an inverse mass (m/s² per N). A law of one's own does not say.
    pub fn stability(&self, step: f64, load: f64, inverse_mass: f64) -> Vec<(&'static str, f64)> {
        match self {
            Self::Marker(ground) => ground.stability(step, load, inverse_mass).to_vec(),
            Self::Custom(_) => Vec::new(),
        }
    }

    /// The most that it answers a small motion with under a normal force (N) at a sliding speed (m/s), which a step
    /// can change by `reach` (m/s) times the coefficient of friction. A law of one's own does not say.
    pub(crate) fn linear_answer(
        &self,
        load: f64,
        sliding: f64,
        reach: f64,
    ) -> Option<LinearAnswer> {
        match self {
            Self::Marker(ground) => Some(ground.linear_answer(load, sliding, reach)),
            Self::Custom(_) => None,
        }
    }

    /// The contact is on other ground at the end of a step.
    pub(crate) fn leave(&self, internals: &mut [f64]) {
        match self {
            Self::Marker(_) => internals.fill(0.0),
            // What it remembers is its own business.
            Self::Custom(_) => {}
        }
    }

    /// The normal force on a point that does not move, N.
    fn standing_force(&self, touch: &Contact) -> f64 {
        let (mut rates, mut increments) = (vec![0.0; self.internals()], vec![0.0; self.memory()]);
        let (internals, memory) = (vec![0.0; self.internals()], vec![0.0; self.memory()]);
        self.evaluate(touch, &internals, &memory, &mut rates, &mut increments).normal_force
    }
}

impl ConeGround<'_> {
    /// As it counts between two vehicles, where nothing gives way.
    pub(crate) fn between_vehicles(&self) -> RigidGround {
        match self {
            Self::Rigid(ground) => **ground,
            Self::Compliant(ground) => RigidGround::new(ground.friction, 0.0),
            Self::Wheel(ground) => RigidGround::new(ground.level_friction(), 0.0),
        }
    }
}

impl WheelGround {
    /// The most that soil of its mean strength bears along the surface of a load (N), in the direction in which it is
    /// weakest, without unit.
    fn holding_friction(&self, load: f64) -> f64 {
        let Strengths { level, inclined, .. } = &self.strength;
        let all = std::iter::once(level).chain(inclined.iter().flat_map(|sets| sets.iter()));
        let bears = all.map(|set| {
            let strength = (set, real::tan(set.friction_angle));
            self.coefficient(strength, 1.0, &self.sink(set, load))
        });
        bears.fold(f64::INFINITY, f64::min)
    }

    /// Friction of dry soil on the level, without unit: what counts where no wheel rolls.
    pub(crate) fn level_friction(&self) -> f64 {
        real::tan(self.strength.level.friction_angle)
    }
}
