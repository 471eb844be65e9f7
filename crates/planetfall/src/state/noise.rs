//! The seed of a sample, and the keys that it makes of the world's streams of noise.

use crate::archive::{Archive, Visited};
use crate::ground::Ground;
use crate::math::noise::{Key, Stream};
use crate::world::World;

/// The seed of a sample and the streams of noise that follow from it.
///
/// Keys are made once, when a sample begins or is loaded: a step draws, it hashes no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noise {
    seed: u64,
    /// One for each sensor.
    sensors: Vec<Key>,
    /// One for each contactor, of the strength of the soil under it.
    soil: Vec<Option<Key>>,
}

impl Noise {
    /// All streams of a world under a seed.
    pub(crate) fn new(world: &World, seed: u64) -> Self {
        let sensors = world.sensors().iter().map(|sensor| sensor.stream.key(seed)).collect();
        let own = |contactor: usize| {
            let mut laws = world.grounds(contactor).filter_map(Ground::wheel);
            laws.find_map(|law| law.stream.as_ref()).map(|stream: &Stream| stream.key(seed))
        };
        let soil = (0..world.treads()).map(own).collect();
        Self { seed, sensors, soil }
    }

    /// The seed of the sample.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The streams of the sensors, in the world's order.
    pub fn sensors(&self) -> &[Key] {
        &self.sensors
    }

    /// The stream of the soil's strength under a contactor, if that is random.
    #[inline]
    pub(crate) fn soil(&self, contactor: usize) -> Option<Key> {
        self.soil.get(contactor).copied().flatten()
    }

    /// The seed alone: whoever loads another makes the keys anew ([`Self::new`]).
    pub(super) fn visit(&mut self, archive: &mut Archive<'_>) -> Visited {
        let Self { seed, sensors: _, soil: _ } = self;
        archive.word("seed", seed)
    }
}
