//! Samples of a campaign on disk: what a sample gave, by the values of its scenario, so that a campaign
//! whose process died makes only those again that were not finished.
//!
//! `samples.journal` has a record for each sample ([`planetfall_files::records`]), written when it is finished. A
//! sample that takes long has its state in `sample-KEY.state` meanwhile.

use crate::checkpoint;
use planetfall::outcome::Outcome;
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::{RunError, Simulation};
use planetfall::state::State;
use planetfall::state::checkpoint::{VERSION, save};
use planetfall::time::Time;
use planetfall_files::bounded;
use planetfall_files::records::{self, Put, RecordError, Records, Take};
use planetfall_files::run_folder::{RunFile, RunFileError, content_error};
use planetfall_files::scenario::Loaded;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between the states of a sample that takes long.
const STATE_EVERY: Duration = Duration::from_secs(4);

/// What the samples of a campaign gave.
#[derive(Debug)]
pub struct KeptSamples {
    folder: PathBuf,
    known: BTreeMap<u64, Vec<u8>>,
    file: Mutex<File>,
    failed: Mutex<Option<String>>,
}

/// How a sample ended.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleEnd {
    /// By itself.
    Outcome {
        /// Name of the outcome.
        name: String,
        /// All metrics.
        metrics: Vec<(String, f64)>,
        /// What it warned of.
        warnings: Vec<String>,
    },
    /// It broke off, for this reason.
    Failed(String),
}

impl KeptSamples {
    /// Begins with none.
    ///
    /// # Errors
    /// If the disk refuses it.
    pub fn begin(folder: &Path) -> Result<Self, RunFileError> {
        let path = RunFile::Samples.within(folder);
        let begin = || {
            let mut file = File::create(&path)?;
            records::append(&mut file, env!("CARGO_PKG_VERSION").as_bytes())?;
            Ok(file)
        };
        let file = begin().map_err(|source| RunFileError::Disk { path: path.clone(), source })?;
        Ok(Self::over(folder, BTreeMap::new(), file))
    }

    /// Goes on with those that were finished.
    ///
    /// # Errors
    /// If the file is damaged, of another version, or the disk refuses it.
    pub fn resume(folder: &Path) -> Result<Self, RunFileError> {
        let path = RunFile::Samples.within(folder);
        let disk = |source| RunFileError::Disk { path: path.clone(), source };
        let bytes = bounded::read(&path, bounded::RUN_FILE).map_err(disk)?;
        let damaged = |error: RecordError| content_error(&path, error);
        let mut all = Records::of(&bytes);
        let version = all.next().ok_or(RecordError::Content).and_then(|head| head);
        if version.map_err(damaged)? != env!("CARGO_PKG_VERSION").as_bytes() {
            let reason = "another version of Planetfall began this campaign: begin it again";
            return Err(content_error(&path, reason));
        }
        let mut known = BTreeMap::new();
        for record in all.by_ref() {
            let mut take = Take(record.map_err(damaged)?);
            known.insert(take.word().map_err(damaged)?, take.0.to_vec());
        }
        // What was being written when the process died is cut off.
        let file = File::options().append(true).open(&path).map_err(disk)?;
        file.set_len(all.place() as u64).map_err(disk)?;
        Ok(Self::over(folder, known, file))
    }

    fn over(folder: &Path, known: BTreeMap<u64, Vec<u8>>, file: File) -> Self {
        let (file, failed) = (Mutex::new(file), Mutex::new(None));
        Self { folder: folder.to_owned(), known, file, failed }
    }

    /// How many are known from before.
    #[must_use]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Why samples could not be kept, if so: they have to be made again should the process die.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What a sample gave, or gives now. `what` distinguishes what is made of the same scenario.
    pub(crate) fn or_make<T>(
        &self,
        loaded: &Loaded,
        what: &str,
        read: impl FnOnce(&mut Take<'_>) -> Result<T, RecordError>,
        make: impl FnOnce(&Path) -> T,
        write: impl FnOnce(&T, &mut Put),
    ) -> T {
        let key = checkpoint::key(loaded, what);
        if let Some(Ok(made)) = self.known.get(&key).map(|bytes| read(&mut Take(bytes))) {
            return made;
        }
        let made = make(&self.folder.join(format!("sample-{key:016x}.state")));
        let mut put = Put::default();
        put.word(key);
        write(&made, &mut put);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = records::append(&mut *file, &put.0) {
            let place = RunFile::Samples.within(&self.folder);
            let text = format!("{}: {error}", place.display());
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
        }
        made
    }

    /// Runs a scenario without writing its records.
    #[must_use]
    pub fn run(&self, loaded: &Loaded) -> SampleEnd {
        let make = |state: &Path| SampleEnd::of(run_from(&loaded.scenario, state));
        self.or_make(loaded, "run", SampleEnd::load, make, SampleEnd::save)
    }
}

impl SampleEnd {
    fn of(made: Result<Outcome, RunError>) -> Self {
        match made {
            Ok(Outcome { name, metrics, warnings, .. }) => {
                Self::Outcome { name, metrics, warnings }
            }
            Err(error) => Self::Failed(error.to_string()),
        }
    }

    /// The value of a metric; not a number where there is none.
    #[must_use]
    pub fn metric(&self, wanted: &str) -> f64 {
        match self {
            Self::Outcome { metrics, .. } => metrics
                .iter()
                .find(|(name, _)| name == wanted)
                .map_or(f64::NAN, |(_, value)| *value),
            Self::Failed(_) => f64::NAN,
        }
    }

    fn save(&self, put: &mut Put) {
        match self {
            Self::Failed(reason) => {
                put.count(0);
                put.bytes(reason.as_bytes());
            }
            Self::Outcome { name, metrics, warnings } => {
                put.count(1);
                put.bytes(name.as_bytes());
                put.count(metrics.len());
                for (name, value) in metrics {
                    put.bytes(name.as_bytes());
                    put.real(*value);
                }
                put.count(warnings.len());
                warnings.iter().for_each(|warning| put.bytes(warning.as_bytes()));
            }
        }
    }

    fn load(take: &mut Take<'_>) -> Result<Self, RecordError> {
        if take.count()? == 0 {
            return Ok(Self::Failed(take.text()?));
        }
        let name = take.text()?;
        let count = take.count()?;
        let metrics =
            (0..count).map(|_| Ok((take.text()?, take.real()?))).collect::<Result<_, _>>()?;
        let count = take.count()?;
        let warnings = (0..count).map(|_| take.text()).collect::<Result<_, _>>()?;
        Ok(Self::Outcome { name, metrics, warnings })
    }
}

/// Runs to the end, from the state that a file has if there is one, and puts the state there now and then.
fn run_from(scenario: &Scenario, path: &Path) -> Result<Outcome, RunError> {
    let mut simulation = match read_state(scenario, path) {
        Some(state) => Simulation::resume(scenario, state),
        None => Simulation::new(scenario),
    };
    let end = scenario.duration;
    let mut saved = Instant::now();
    while simulation.ended().is_none() && simulation.state().time < end {
        let next = simulation.state().time + Time::from_nanos(1);
        simulation.advance_past(next, end, &mut Silent)?;
        if saved.elapsed() >= STATE_EVERY && simulation.ended().is_none() {
            // A state that could not be written only costs time.
            let _ = write_state(path, &simulation.resumable());
            saved = Instant::now();
        }
    }
    simulation.advance(end, &mut Silent)?;
    let _ = fs::remove_file(path);
    Ok(simulation.outcome())
}

fn write_state(path: &Path, state: &State) -> io::Result<()> {
    let mut words = Put::default();
    words.word(u64::from(VERSION));
    words.words(&save(state));
    let mut bytes = Vec::new();
    records::append(&mut bytes, &words.0)?;
    let new = path.with_extension("new");
    let file = File::create(&new)?;
    io::Write::write_all(&mut &file, &bytes)?;
    file.sync_data()?;
    fs::rename(&new, path)
}

/// A state that is damaged is as good as none: the sample is made from its start.
fn read_state(scenario: &Scenario, path: &Path) -> Option<State> {
    let bytes = bounded::read(path, bounded::STATE).ok()?;
    let record = Records::of(&bytes).next()?.ok()?;
    let mut take = Take(record);
    // The words of another version mean something else.
    let is_ours = take.word().is_ok_and(|version| version == u64::from(VERSION));
    scenario.restore(&take.words().ok().filter(|_| is_ours)?).ok()
}
