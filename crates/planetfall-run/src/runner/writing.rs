//! Everything that a run writes while it goes on, and how a run that was broken off takes it up again.

use super::{Audience, RunnerError};
use crate::aftermath::Watch;
use crate::checkpoint::{self, ResumeError, Resumption};
use crate::events::in_words;
use crate::imprints::Imprints;
use crate::photographs::Photographs;
use planetfall::ground::scm::Executor;
use planetfall::recording::{self, Recorder};
use planetfall::scenario::Scenario;
use planetfall::state::State;
use planetfall::time::Time;
use planetfall::world::World;
use planetfall_files::records::{Put, RecordError, Take};
use planetfall_files::run_folder::compare::{Measured, Residuals};
use planetfall_files::run_folder::{
    ColumnSpec, Event, GrainsWriter, HistoryWriter, OutputFolder, RunFile, RunFileError,
};
use planetfall_files::scenario::Loaded;
use planetfall_files::staging::Reach;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Events beyond this many are counted, not listed. Chosen.
const MOST_EVENTS: usize = 10_000;

/// What is written while a run goes on.
pub(crate) struct Writing<'a, 'b> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) history: HistoryWriter,
    pub(crate) grains: Option<GrainsWriter>,
    pub(crate) residuals: Residuals,
    pub(crate) reach: Reach,
    pub(crate) events: Vec<Event>,
    pub(crate) left_out: usize,
    /// Why the run cannot be written any more.
    pub(crate) failed: Option<RunnerError>,
    pub(crate) soil: Watch,
    pub(crate) imprints: Imprints,
    pub(crate) photographs: Photographs<'a>,
    /// Of the last record.
    time_s: f64,
    watch: &'a mut dyn FnMut(Time) -> ControlFlow<()>,
    audience: Option<&'a mut (dyn Audience + 'b)>,
}

/// Whoever is notified while it is written.
pub(crate) struct Observers<'a, 'b> {
    pub(crate) watch: &'a mut dyn FnMut(Time) -> ControlFlow<()>,
    pub(crate) audience: Option<&'a mut (dyn Audience + 'b)>,
}

type Threads = Option<Arc<dyn Executor + Send>>;

impl<'a, 'b> Writing<'a, 'b> {
    /// Begins all files of a run that goes on from a state or the start.
    pub(crate) fn begin(
        loaded: &'a Loaded,
        folder: &OutputFolder,
        from: Option<&State>,
        threads: Threads,
        observers: Observers<'a, 'b>,
    ) -> Result<Self, RunnerError> {
        folder.write_scenario(&loaded.kept)?;
        for one in &loaded.compared {
            folder.write_compared(&one.measured.comparison.file_name(), &one.text)?;
        }
        let scenario = &loaded.scenario;
        let columns = columns(&scenario.world);
        let soil = from.map_or_else(|| Watch::of(&scenario.initial()), Watch::of);
        Ok(Self {
            scenario,
            history: folder.history(&columns)?,
            grains: grains(folder, scenario)?,
            residuals: residuals(loaded, &columns),
            reach: Reach::of_columns(columns.iter().map(|column| column.name.as_str())),
            events: Vec::new(),
            left_out: 0,
            failed: None,
            soil,
            imprints: Imprints::new(&scenario.world),
            photographs: Photographs::new(folder, &scenario.world, threads)?,
            time_s: 0.0,
            watch: observers.watch,
            audience: observers.audience,
        })
    }

    /// Takes up the files of a run that was broken off.
    pub(crate) fn resume(
        loaded: &'a Loaded,
        folder: &OutputFolder,
        resumption: &Resumption,
        threads: Threads,
        observers: Observers<'a, 'b>,
    ) -> Result<Self, RunnerError> {
        let damaged = |error: RecordError| ResumeError::Damaged {
            path: folder.path().to_owned(),
            reason: error.to_string(),
        };
        let scenario = &loaded.scenario;
        let columns = columns(&scenario.world);
        let mut take = Take(&resumption.writers);
        // Whoever operates has taken up what a program was sent, before anything is written.
        let _packets = take.word().map_err(damaged)?;
        checkpoint::cut(&folder.file(RunFile::Commands), &mut take)?;
        checkpoint::cut(&folder.file(RunFile::Grains), &mut take)?;
        let rows = take.word().map_err(damaged)?;
        let time_s = take.real().map_err(damaged)?;
        let left_out = take.count().map_err(damaged)?;
        let events = take.bytes().map_err(damaged)?;
        let events = serde_json::from_slice(events).map_err(|_| damaged(RecordError::Content))?;
        let mut residuals = residuals(loaded, &columns);
        residuals.load(&mut take).map_err(damaged)?;
        let mut reach = Reach::of_columns(columns.iter().map(|column| column.name.as_str()));
        reach.load(&mut take).map_err(damaged)?;
        let soil = Watch::load(&mut take).map_err(damaged)?;
        let mut imprints = Imprints::new(&scenario.world);
        imprints.load(&mut take).map_err(damaged)?;
        let photographs = Photographs::resume(folder, &scenario.world, threads, &mut take)?;
        let grains = match scenario.world.grains().is_empty() {
            true => None,
            false => Some(GrainsWriter::append(&folder.file(RunFile::Grains))?),
        };
        Ok(Self {
            scenario,
            history: HistoryWriter::resume(&folder.file(RunFile::History), &columns, rows)?,
            grains,
            residuals,
            reach,
            events,
            left_out,
            failed: None,
            soil,
            imprints,
            photographs,
            time_s,
            watch: observers.watch,
            audience: observers.audience,
        })
    }

    /// Hands all that was gathered to the system: it can be read, also if the process dies.
    pub(crate) fn flush(&mut self) -> Result<(), RunnerError> {
        self.history.journal()?;
        self.grains.as_mut().map_or(Ok(()), GrainsWriter::flush)?;
        Ok(())
    }

    /// What [`Self::resume`] takes up. All that it counts on is on the disk.
    pub(crate) fn save(&mut self, folder: &OutputFolder) -> Result<Vec<u8>, RunnerError> {
        self.flush()?;
        self.history.sync()?;
        let mut put = Put::default();
        for file in [RunFile::Packets, RunFile::Commands, RunFile::Grains] {
            let path = folder.file(file);
            let length = checkpoint::length_on_disk(&path);
            put.word(length.map_err(|source| RunFileError::Disk { path, source })?);
        }
        put.word(self.history.rows());
        put.real(self.time_s);
        put.count(self.left_out);
        let events = serde_json::to_vec(&self.events).map_err(std::io::Error::other);
        let path = folder.file(RunFile::Events);
        put.bytes(&events.map_err(|source| RunFileError::Disk { path, source })?);
        self.residuals.save(&mut put);
        self.reach.save(&mut put);
        self.soil.save(&mut put);
        self.imprints.save(&mut put);
        self.photographs.save(&mut put)?;
        Ok(put.0)
    }
}

impl Recorder for Writing<'_, '_> {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        if let Err(error) = self.history.push(frame) {
            self.failed.get_or_insert(error.into());
        }
        if self.failed.is_some() || self.photographs.has_failed() {
            return ControlFlow::Break(());
        }
        self.residuals.record(frame);
        self.reach.include(frame);
        let time = frame.first().copied().unwrap_or_default();
        self.time_s = time;
        (self.watch)(Time::nearest(time))
    }

    fn event(&mut self, event: &recording::Event) {
        if self.events.len() >= MOST_EVENTS {
            self.left_out += 1;
            return;
        }
        let event = in_words(self.scenario, event);
        if let Some(audience) = &mut self.audience {
            audience.event(&event);
        }
        self.events.push(event);
    }

    fn soil(&mut self, state: &State) {
        self.soil.see(&state.ground.soil, self.time_s);
        self.imprints.see(&self.scenario.world, state, self.time_s);
        if let Some(audience) = &mut self.audience {
            audience.soil(&state.ground.soil);
        }
    }

    fn picture(&mut self, state: &State, sensor: usize) {
        self.photographs.see(state, sensor);
    }

    fn grains(&mut self, positions: &[f64]) {
        if let Some(grains) = &mut self.grains {
            grains.push(positions);
        }
    }
}

/// What the history holds.
fn columns(world: &World) -> Vec<ColumnSpec> {
    let all = recording::columns(world).into_iter();
    all.map(|column| ColumnSpec::new(column.name, column.meaning)).collect()
}

/// The file of the grains, where there are any.
fn grains(
    folder: &OutputFolder,
    scenario: &Scenario,
) -> Result<Option<GrainsWriter>, RunFileError> {
    let world = &scenario.world;
    if world.grains().is_empty() {
        return Ok(None);
    }
    let radii: Vec<f64> = world.grain_radii().collect();
    folder.grains(&radii).map(Some)
}

/// What gathers the residuals of all comparisons.
fn residuals(loaded: &Loaded, columns: &[ColumnSpec]) -> Residuals {
    let measured: Vec<Measured> =
        loaded.compared.iter().map(|compared| compared.measured.clone()).collect();
    let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    Residuals::new(&measured, &names)
}
