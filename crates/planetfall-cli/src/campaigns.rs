//! The folder of a campaign, which is written elsewhere until all of it is there.

use crate::failure::{Failure, complain};
use crate::terminal::{say, warn};
use planetfall_files::run_folder::OutputFolder;
use planetfall_run::campaign::KeptSamples;
use std::path::Path;

/// Where a campaign is written, and the samples that it has.
pub(crate) struct Place {
    folder: OutputFolder,
    samples: KeptSamples,
}

impl Place {
    /// Takes a folder, or goes on with the unfinished campaign of it.
    pub(crate) fn take(path: &Path, resumes: bool) -> Result<Self, Failure> {
        if !resumes {
            let folder = OutputFolder::claim(path, true, true).map_err(Failure::input)?;
            if let Some(aside) = folder.set_aside() {
                let text = "note: an unfinished run or campaign was in the way and is in";
                complain(&format!("{text} {} now", aside.display()));
            }
            let samples = KeptSamples::begin(folder.path()).map_err(Failure::run)?;
            folder.keep().map_err(Failure::run)?;
            return Ok(Self { folder, samples });
        }
        let folder = OutputFolder::resume(path).map_err(Failure::input)?;
        let samples = KeptSamples::resume(folder.path()).map_err(Failure::input)?;
        let known = samples.known();
        say!("going on: {known} samples in {} are finished", folder.path().display())?;
        Ok(Self { folder, samples })
    }

    /// Where files are written.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn samples(&self) -> &KeptSamples {
        &self.samples
    }

    /// Puts the folder in its place.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        if let Some(failure) = self.samples.failure() {
            warn(&format!("warning: samples could not be kept while they were made: {failure}"));
        }
        self.folder.put_in_place().map_err(Failure::run)
    }
}
