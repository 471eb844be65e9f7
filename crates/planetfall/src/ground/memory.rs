//! What the ground remembers: one memory for all grounds, a part of the state.

use super::scm::Field;
use crate::archive::{Archive, Entity, Visited};

/// Memory of all grounds of a world. Its clone is part of a checkpoint; only a commit changes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundMemory {
    /// Numbers of the contacts, as [`crate::world::GroundPart::memory`] and [`crate::world::SamplePoint::kept`] say:
    /// those of laws of one's own, and what contacts of the cone problem carried in the last step.
    pub contacts: Vec<f64>,
    /// Deflections of ROAMS's soil along its surface by the name of their contact, site axes, m.
    pub deflections: Vec<(u64, [f64; 3])>,
    /// What soil knows of each contactor.
    pub treads: Vec<WheelMemory>,
    /// What has become of SCM's soil where it was touched.
    pub soil: Field,
}

impl GroundMemory {
    /// Of ground that nothing has touched yet, with so many numbers of contacts and so many contactors on
    /// soil.
    pub(crate) fn new(numbers: usize, contactors: usize) -> Self {
        Self {
            contacts: vec![0.0; numbers],
            deflections: Vec::new(),
            treads: vec![WheelMemory::default(); contactors],
            soil: Field::new(),
        }
    }

    pub(crate) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { contacts, deflections, treads, soil } = self;
        archive.list_of_reals("contacts", Entity::Number, contacts)?;
        archive.named_vectors("deflections", deflections)?;
        archive.list("treads", Entity::Contactor, treads, WheelMemory::visit)?;
        archive.field("soil", |archive| soil.visit(archive))
    }
}

/// A wheel's path over soil so far, and how it stands there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelMemory {
    /// Distance that the rim has rolled, m.
    pub rolled: f64,
    /// Distance since strength was last drawn, m.
    pub since: f64,
    /// Draws of the soil's strength so far, and how many of them were clamped at zero.
    pub draws: u64,
    /// See `draws`.
    pub clamped: u64,
    /// Load along the normal, N.
    pub load: f64,
    /// Force along the surface, N.
    pub traction: f64,
    /// Its limit, N.
    pub limit: f64,
    /// Depth to which it has sunk in, m.
    pub sinkage: f64,
    /// How deep the rim is inside ground or rock at the end of the step, m: what the spring along the
    /// normal gives way.
    pub depth: f64,
    /// Force that holds it back as it rolls, N.
    pub resistance: f64,
    /// Force of the soil ahead and to the left, N.
    pub pull: f64,
    /// See `pull`.
    pub side: f64,
    /// What of the resistance heaps of soil give, N; the rest compacts soil.
    pub bulldozing: f64,
    /// What its share of the weight pulls back along its heading, N.
    pub gravity: f64,
    /// Torque about its axle that the soil takes, N m.
    pub torque: f64,
    /// Area of the footprint, m².
    pub area: f64,
    /// Greatest pressure in the footprint, Pa.
    pub pressure: f64,
    /// Steps in which the soil's stiffness under it would have been negative and was clamped.
    pub softened: u64,
    /// Velocity of the rim's deepest point ahead and to the left, m/s.
    pub skid: [f64; 2],
    /// Force along the surface with which it stands before the first step, site axes, N; zero after it.
    pub leaning: [f64; 3],
}

impl WheelMemory {
    fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self {
            rolled,
            since,
            draws,
            clamped,
            load,
            traction,
            limit,
            sinkage,
            depth,
            resistance,
            pull,
            side,
            bulldozing,
            gravity,
            torque,
            area,
            pressure,
            softened,
            skid,
            leaning,
        } = self;
        archive.real("rolled", rolled)?;
        archive.real("since", since)?;
        archive.word("draws", draws)?;
        archive.word("clamped", clamped)?;
        archive.real("load", load)?;
        archive.real("traction", traction)?;
        archive.real("limit", limit)?;
        archive.real("sinkage", sinkage)?;
        archive.real("depth", depth)?;
        archive.real("resistance", resistance)?;
        archive.real("pull", pull)?;
        archive.real("side", side)?;
        archive.real("bulldozing", bulldozing)?;
        archive.real("gravity", gravity)?;
        archive.real("torque", torque)?;
        archive.real("area", area)?;
        archive.real("pressure", pressure)?;
        archive.word("softened", softened)?;
        archive.reals("skid", Entity::Number, skid)?;
        archive.reals("leaning", Entity::Number, leaning)
    }

    /// Forgets how it stood, not how far it has come.
    pub(crate) fn lift(&mut self) {
        let Self { rolled, since, draws, clamped, softened, .. } = *self;
        *self = Self { rolled, since, draws, clamped, softened, ..Self::default() };
    }

    /// Force along the surface over the soil's strength; zero for a wheel without load.
    pub(crate) fn traction_ratio(&self) -> f64 {
        if self.traction == 0.0 || self.limit == 0.0 { 0.0 } else { self.traction / self.limit }
    }
}
