//! Campaigns: many runs of one scenario, each with keys of its own.
//!
//! A sample is a pure function of the campaign's seed and the sample's number: its scenario is the
//! campaign's with the sample's keys set, its seed is drawn by Philox from that pair. So any sample can be
//! repeated alone, more samples leave the earlier ones as they were, and results depend neither on how
//! many threads work nor on who is done first. Samples of different cases with the same number share
//! their seed: common random numbers, under which cases differ by what was changed and not by luck.

mod crew;
mod kept;

pub use crew::{Crew, all_cores, in_order};
pub use kept::{KeptSamples, SampleEnd};

use planetfall::math::noise::{self, Key};
use planetfall_files::format::{Ink, Mistakes};
use planetfall_files::scenario::{Loaded, ScenarioFile};

/// One scenario that is run many times.
#[derive(Clone, Debug)]
pub struct Campaign {
    file: ScenarioFile,
    seed: u64,
}

/// One run of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its number, from which its seed follows.
    pub number: u64,
    /// Keys that it sets, as on the command line.
    pub settings: Vec<(String, String)>,
}

impl Campaign {
    /// Of a scenario, with a seed.
    #[must_use]
    pub fn new(file: ScenarioFile, seed: u64) -> Self {
        Self { file, seed }
    }

    /// The seed of a sample of a number: 63 bits, as many as a scenario's `seed` holds.
    #[must_use]
    pub fn seed_of(&self, number: u64) -> u64 {
        let [low, high, ..] =
            noise::noise(Key::new(self.seed, "campaign", "seed of sample"), number);
        (u64::from(high & 0x7fff_ffff) << 32) | u64::from(low)
    }

    /// A sample's scenario, checked and built.
    ///
    /// # Errors
    /// The mistakes of the file, or of what the sample sets.
    pub fn load(&self, sample: &Sample) -> Result<Loaded, Mistakes> {
        let seed = ("seed".to_owned(), self.seed_of(sample.number).to_string());
        let settings: Vec<_> = sample.settings.iter().cloned().chain([seed]).collect();
        self.file.clone().with_overrides(&settings).load(Ink::Plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_samples_follow_from_the_pair_alone_and_differ() {
        let campaign = |seed| Campaign::new(ScenarioFile::from_text("none", ""), seed);
        let seeds = |seed: u64| (0..1000).map(move |n| campaign(seed).seed_of(n));
        let mut all: Vec<u64> = seeds(1).chain(seeds(2)).collect();
        assert!(all.iter().all(|seed| i64::try_from(*seed).is_ok()));
        assert_eq!(campaign(2).seed_of(7), all[1007]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2000);
    }
}
