//! Vehicles inside the ground: how deep, what the ground would make of it, and the way out.
//!
//! A vehicle that is put into the ground has not done the work against it. Ground laws are functions of
//! depth, so the ground gives that work to the vehicle as if it had, and throws it out.
//!
//! Let L be the lift, straight up, after which no shape of the vehicle is inside the ground, F(l) the
//! vertical force of the ground on the vehicle at rest after a lift l, and m its mass with all that it
//! carries. Without losses it leaves the ground upwards if
//!
//! ```text
//! E = ∫₀ᴸ F(l) dl  >  m g L .
//! ```
//!
//! That is what *inside the ground* means here. A vehicle in equilibrium is not: with F(0) = m g and a
//! force that grows with depth, E < m g L. On a linear spring E = m g L at twice the static penetration, on
//! a law z^n at (n + 1)^(1/n) times it. Rigid ground has no penetration at rest: whatever is deeper than
//! rounding ([`INPUT_ROUNDING`]) is inside.

use crate::contact::Contact;
use crate::contact::geometry::{CollisionShape, ContactDetector, PlacedShape};
use crate::contact::sample_point::sample_weight;
use crate::dynamics::Kinematics;
use crate::ground::Ground;
use crate::ground::scm::Scratch;
use crate::shape::Shape;
pub use crate::state::Below;
use crate::state::State;
use crate::state::staging;
use crate::stepping::{Evaluation, StepError};
use crate::terrain::NoGround;
use crate::world::World;
use nalgebra::Vector3;

/// Depth in rigid ground that rounding of a file's numbers, or a pose from elsewhere, can make, m.
/// Chosen: ten micrometres.
pub const INPUT_ROUNDING: f64 = 1e-5;
/// Depth that is none for the way out, m. Chosen: below any input's rounding, above that of positions.
const CLEAR_DEPTH: f64 = 1e-10;
/// Lifts that are tried on the way out. Chosen: one is exact on flat ground, surfaces are curved.
const LIFT_LIMIT: usize = 60;
/// Panels of Simpson's rule for the energy. Chosen.
const SIMPSON_PANELS: usize = 16;
/// Least vertical component of a normal along which a lift leads out: a face within 3° of upright.
/// Chosen.
const STEEPEST_NORMAL: f64 = 0.05;

/// A vehicle inside the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Immersion {
    /// Index of the vehicle; of several that move as one, the one that carries the others.
    pub vehicle: usize,
    /// Index of the deepest contactor among those of the world.
    pub contactor: usize,
    /// The deepest place, site frame, m.
    pub point: Vector3<f64>,
    /// How deep that is along the surface's normal, m.
    pub depth: f64,
    /// L: how far up it is free, m.
    pub lift: f64,
    /// E: what the ground would give it on that way, J; infinite where rigid ground is in the way.
    pub energy: f64,
    /// m g L: what the path takes, J.
    pub work: f64,
}

impl Immersion {
    /// Speed at which the ground would throw it out without losses, m/s; infinite out of rigid ground.
    pub fn speed(&self, mass: f64) -> f64 {
        (2.0 * (self.energy - self.work).max(0.0) / mass).sqrt()
    }
}

/// Vehicles that the ground would throw out, in their order. Only those whose root moves freely are
/// looked at: others were built into the ground.
pub fn immersed(world: &World, state: &State) -> Result<Vec<Immersion>, StepError> {
    let movers = (0..world.named()).filter(|&vehicle| {
        world.is_free(vehicle) && staging::mover(world, &state.discrete.mounted, vehicle) == vehicle
    });
    let mut found = Vec::new();
    for vehicle in movers {
        found.extend(immersion(world, state, vehicle)?);
    }
    Ok(found)
}

/// The same of one vehicle that is not carried, with all that it carries.
pub fn immersion(
    world: &World,
    state: &State,
    vehicle: usize,
) -> Result<Option<Immersion>, StepError> {
    let group = CoupledVehicles::new(world, state, vehicle);
    let mut soil = Scratch::new();
    let start = group.meet(state, Some(&mut soil))?;
    let Some(deepest) = start.deepest.filter(|deepest| deepest.gap < -CLEAR_DEPTH) else {
        return Ok(None);
    };
    if start.force == 0.0 && start.rigid <= INPUT_ROUNDING {
        // What bears nothing throws nothing out.
        return Ok(None);
    }
    let lift = group.exit_lift(state)?;
    let energy = if start.rigid > INPUT_ROUNDING {
        f64::INFINITY
    } else {
        group.energy(state, lift, &mut soil)?
    };
    let work = group.mass * world.gravity().at_site() * lift;
    Ok((energy > work).then_some(Immersion {
        vehicle,
        contactor: deepest.contactor,
        point: deepest.point,
        depth: -deepest.gap,
        lift,
        energy,
        work,
    }))
}

/// Vehicles that move as one.
struct CoupledVehicles<'a> {
    world: &'a World,
    members: Vec<usize>,
    /// kg
    mass: f64,
    /// Shapes of contactors whose ground asks for whole shapes, by their numbers in the world.
    solids: Vec<(usize, CollisionShape)>,
}

/// How a group meets the ground.
#[derive(Default)]
struct Met {
    deepest: Option<Contact>,
    /// How deep in rigid ground, m.
    rigid: f64,
    /// Vertical force of the ground that yields, N.
    force: f64,
}

impl<'a> CoupledVehicles<'a> {
    fn new(world: &'a World, state: &State, vehicle: usize) -> Self {
        let mover = |other: usize| staging::mover(world, &state.discrete.mounted, other);
        let members: Vec<usize> =
            (0..world.named()).filter(|&other| mover(other) == vehicle).collect();
        // What a link carries is part of its inertia.
        let own = &state.inertias[world.layout().links(vehicle)];
        let mass = own.iter().flatten().map(|inertia| inertia.mass()).sum();
        let contactors = members.iter().flat_map(|&member| world.layout().contactors(member));
        let solid = |contactor: usize| {
            let place = &world.contactors()[contactor];
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let soil = part.grounds().find_map(Ground::soil);
            let shape = match (&part.shape, soil) {
                // Soil sees a ball in the place of a marker.
                (Shape::Point { point }, Some(soil)) => CollisionShape::new(&Shape::Ball {
                    centre: *point,
                    radius: soil.tools.marker_radius,
                }),
                (shape, Some(_)) => CollisionShape::new(shape),
                (shape, None) if part.cone().is_some() => CollisionShape::new(shape),
                (_, None) => return None,
            };
            Some((contactor, shape))
        };
        let solids = contactors.filter_map(solid).collect();
        Self { world, members, mass, solids }
    }

    /// The same state with the group lifted, m.
    fn lifted(&self, state: &State, lift: f64) -> State {
        let mut state = state.clone();
        for &member in &self.members {
            let first = self.world.layout().positions(member).start;
            state.continuous[first + 2] += lift;
        }
        state
    }

    fn no_ground(&self, state: &State, contactor: usize, source: NoGround) -> StepError {
        let contact = self.world.contactor_name(contactor);
        StepError::NoGround { contact, time: state.time, source }
    }

    /// How the group meets the ground; with scratch for it, what soil bears as well.
    fn meet(&self, state: &State, soil: Option<&mut Scratch>) -> Result<Met, StepError> {
        let mut met = Met::default();
        for &member in &self.members {
            let kinematics = state.kinematics(self.world, member);
            self.meet_at_points(state, (member, &kinematics), &mut met)?;
            self.meet_shapes(state, (member, &kinematics), &mut met)?;
        }
        if let (Some(layer), Some(soil), true) = (self.world.soil(), soil, met.deepest.is_some()) {
            // Off the map the run itself says so.
            if layer.bear(self.world, state, soil).is_ok() {
                let own = layer.bodies.iter().zip(soil.reactions());
                let own = own.filter(|(body, _)| self.members.contains(&body.vehicle));
                met.force += own.map(|(_, reaction)| reaction.wrench.force.z).sum::<f64>();
            }
        }
        Ok(met)
    }

    /// Ground that answers contact sample points: marker, custom, ROAMS's soil under wheels.
    fn meet_at_points(
        &self,
        state: &State,
        (member, kinematics): (usize, &Kinematics),
        met: &mut Met,
    ) -> Result<(), StepError> {
        let world = self.world;
        for point in &world.sample_points()[world.layout().contacts(member)] {
            let motion = &kinematics.links[point.link];
            let origin = kinematics.anchor + motion.position;
            let touch = point.locus.touch(&motion.rotation, &origin, world.terrain());
            let (place, seen) =
                touch.map_err(|source| self.no_ground(state, point.contactor, source))?;
            let contact = Contact {
                contactor: point.contactor,
                ..Contact::found(place, seen.normal, seen.gap, seen.facet, 0)
            };
            let ground = &point.at(world.placement(), seen.facet, &place).ground;
            match ground {
                Ground::Marker(_) | Ground::Custom(_) | Ground::Wheel(_) => {
                    met.deepen(&contact);
                    let force = point.share * ground.standing_force(&contact, 0.0);
                    met.force += force * seen.normal.z;
                }
                Ground::Rigid(_) | Ground::Compliant(_) | Ground::Scm(_) => {}
            }
        }
        Ok(())
    }

    /// Ground that is met by whole shapes: rigid, by a curve, and soil, which says itself what it bears.
    fn meet_shapes(
        &self,
        state: &State,
        (member, kinematics): (usize, &Kinematics),
        met: &mut Met,
    ) -> Result<(), StepError> {
        let world = self.world;
        let own = world.layout().contactors(member);
        let (mut detector, mut contacts) = (ContactDetector::default(), Vec::new());
        for (contactor, solid) in self.solids.iter().filter(|(one, _)| own.contains(one)) {
            let place = &world.contactors()[*contactor];
            let part = &world.vehicles()[place.vehicle].contactors[place.contactor];
            let motion = &kinematics.links[part.link];
            let origin = kinematics.anchor + motion.position;
            let placed = PlacedShape { solid, rotation: &motion.rotation, origin: &origin };
            contacts.clear();
            let seen = detector.with_ground(placed, world.terrain(), 0.0, &mut contacts);
            seen.map_err(|source| self.no_ground(state, *contactor, source))?;
            for contact in contacts.iter().filter(|contact| contact.gap < 0.0) {
                let contact = Contact { contactor: *contactor, ..*contact };
                let ground = if part.elsewhere.is_empty() {
                    &part.ground
                } else {
                    part.numbered(world.placement().at(contact.facet, &contact.point))
                };
                match ground {
                    Ground::Rigid(_) => {
                        met.deepen(&contact);
                        met.rigid = met.rigid.max(-contact.gap);
                    }
                    Ground::Compliant(_) => {
                        met.deepen(&contact);
                        let share = sample_weight(&part.shape);
                        let force = share * ground.standing_force(&contact, 0.0);
                        met.force += force * contact.normal.z;
                    }
                    Ground::Scm(_) => met.deepen(&contact),
                    Ground::Marker(_) | Ground::Custom(_) | Ground::Wheel(_) => {}
                }
            }
        }
        Ok(())
    }

    /// How far up no shape is inside the ground any more, m.
    fn exit_lift(&self, state: &State) -> Result<f64, StepError> {
        let mut lift = 0.0;
        for _ in 0..LIFT_LIMIT {
            let met = self.meet(&self.lifted(state, lift), None)?;
            let Some(deepest) = met.deepest.filter(|one| one.gap < -CLEAR_DEPTH) else { break };
            lift -= deepest.gap / deepest.normal.z.max(STEEPEST_NORMAL);
        }
        Ok(lift)
    }

    /// E by Simpson's rule, J.
    fn energy(&self, state: &State, lift: f64, soil: &mut Scratch) -> Result<f64, StepError> {
        let panel = lift / SIMPSON_PANELS as f64;
        let mut sum = 0.0;
        for edge in 0..=2 * SIMPSON_PANELS {
            let weight = match edge {
                0 => 1.0,
                last if last == 2 * SIMPSON_PANELS => 1.0,
                odd if odd % 2 == 1 => 4.0,
                _ => 2.0,
            };
            let raised = self.lifted(state, 0.5 * panel * edge as f64);
            sum += weight * self.meet(&raised, Some(soil))?.force;
        }
        Ok(sum * panel / 6.0)
    }
}

impl Met {
    fn deepen(&mut self, contact: &Contact) {
        if self.deepest.is_none_or(|known| contact.gap < known.gap) {
            self.deepest = Some(*contact);
        }
    }
}

/// The first body of a vehicle whose centre of mass lies below the surface: the terrain's, or the soil's as
/// it is now, where that is lower. A body with a contact of its own that is as deep is pressed in there, and no such
/// body: the ground sees it.
pub(crate) fn below(
    world: &World,
    state: &State,
    vehicle: usize,
    evaluation: &Evaluation,
) -> Option<Below> {
    let kinematics = evaluation.kinematics(vehicle);
    let inertias = &state.inertias[world.layout().links(vehicle)];
    for (link, (motion, inertia)) in kinematics.links.iter().zip(inertias).enumerate() {
        let Some(inertia) = inertia else { continue };
        let point = kinematics.anchor + motion.position + motion.rotation * inertia.centre();
        // Off the map there is nothing to be below.
        let Ok(seen) = world.terrain().query(&point) else { continue };
        if seen.gap >= 0.0 {
            continue;
        }
        let soil =
            world.soil().and_then(|layer| state.ground.soil.height(&layer.bed, point.x, point.y));
        let depth = soil.map_or(-seen.gap, |height| (height - point.z).min(-seen.gap));
        if depth > 0.0 && !meets_ground_as_deep(world, evaluation, (vehicle, link), depth) {
            return Some(Below { time: state.time, link, point, depth });
        }
    }
    None
}

/// Whether a link has a contact at least so deep in the ground, m.
fn meets_ground_as_deep(
    world: &World,
    evaluation: &Evaluation,
    (vehicle, link): (usize, usize),
    depth: f64,
) -> bool {
    world.layout().contacts(vehicle).any(|index| {
        let gap = evaluation.contacts()[index].gap;
        world.sample_points()[index].link == link && -gap >= depth * (1.0 - DEPTH_ROUND_OFF)
    })
}

/// Share of a depth that is round-off between a contact at the centre of mass and the centre of mass.
const DEPTH_ROUND_OFF: f64 = 1e-9;
