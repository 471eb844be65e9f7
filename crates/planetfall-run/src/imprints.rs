//! Gathers the pressure on soil while a run goes on.

use planetfall::ground::scm::Scratch;
use planetfall::state::State;
use planetfall::world::World;
use planetfall_files::records::{Put, RecordError, Take};
use planetfall_files::run_folder::{
    Footprint, FootprintFrame, Footprints, OutputFolder, PressedNode, RunFile, RunFileError,
};

/// Bytes that frames may take; with more, every second one is left out. Chosen: what a page loads at
/// once.
const MOST_BYTES: usize = 16_000_000;

/// Pressure at the records so far.
#[derive(Debug)]
pub(crate) struct Imprints {
    kept: Footprints,
    scratch: Scratch,
    bytes: usize,
    /// Records until now, and every how many of them are kept.
    records: usize,
    every: usize,
    any: bool,
}

impl Imprints {
    pub(crate) fn new(world: &World) -> Self {
        let spacing_m = world.soil().map_or(0.0, |layer| layer.bed.spacing());
        Self {
            kept: Footprints { spacing_m, ..Footprints::default() },
            scratch: Scratch::new(),
            bytes: 0,
            records: 0,
            every: 1,
            any: false,
        }
    }

    /// Takes a record into account.
    pub(crate) fn see(&mut self, world: &World, state: &State, time_s: f64) {
        let Some(layer) = world.soil() else { return };
        self.records += 1;
        if !(self.records - 1).is_multiple_of(self.every) {
            return;
        }
        // Where soil cannot answer, the step says why.
        if layer.bear(world, state, &mut self.scratch).is_err() {
            return;
        }
        let mut prints = Vec::new();
        for (number, body) in layer.bodies.iter().enumerate() {
            let mut nodes = Vec::new();
            self.scratch.bearing(number, |node, height_m, pressure_pa| {
                let (row, column) = (node.row, node.column);
                nodes.push(PressedNode { row, column, height_m, pressure_pa });
            });
            if !nodes.is_empty() {
                prints.push(Footprint { contactor: body.contactor as u32, nodes });
            }
        }
        self.keep(time_s, &prints);
        if self.bytes > MOST_BYTES {
            self.thin();
        }
    }

    fn keep(&mut self, time_s: f64, prints: &[Footprint]) {
        let mut nodes = prints.iter().flat_map(|print| &print.nodes);
        if let (false, Some(first)) = (self.any, nodes.next()) {
            self.kept.base_m = first.height_m.round();
            self.any = true;
        }
        let frame = FootprintFrame::new(time_s, self.kept.base_m, prints);
        self.bytes += frame.size();
        self.kept.frames.push(frame);
    }

    /// Puts down what was gathered.
    pub(crate) fn save(&self, put: &mut Put) {
        [self.bytes, self.records, self.every, usize::from(self.any), self.kept.frames.len()]
            .iter()
            .for_each(|count| put.count(*count));
        put.real(self.kept.base_m);
        self.kept.frames.iter().for_each(|frame| frame.save(put));
    }

    /// Takes up what was put down.
    pub(crate) fn load(&mut self, take: &mut Take<'_>) -> Result<(), RecordError> {
        (self.bytes, self.records) = (take.count()?, take.count()?);
        (self.every, self.any) = (take.count()?.max(1), take.count()? != 0);
        let frames = take.count()?;
        self.kept.base_m = take.real()?;
        self.kept.frames =
            (0..frames).map(|_| FootprintFrame::load(take)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Leaves out every second frame.
    fn thin(&mut self) {
        let mut number = 0;
        self.kept.frames.retain(|_| {
            number += 1;
            number % 2 == 1
        });
        self.every *= 2;
        self.bytes = self.kept.frames.iter().map(FootprintFrame::size).sum();
    }

    /// Writes what was pressed, if anything was.
    pub(crate) fn write(&self, folder: &OutputFolder) -> Result<(), RunFileError> {
        if self.any { self.kept.write(&folder.file(RunFile::Footprints)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use planetfall::environment::Gravity;
    use planetfall::terrain::Plane;
    use std::sync::Arc;

    #[test]
    fn beyond_its_bound_every_second_frame_is_left_out_and_so_on() {
        let ground = Arc::new(Plane::level(0.0).unwrap());
        let mut imprints = Imprints::new(&World::new(Gravity::Uniform(1.0), ground, Vec::new()));
        let node = PressedNode { row: 0, column: 0, height_m: 0.0, pressure_pa: 1.0 };
        let print = Footprint { contactor: 0, nodes: vec![node; 10_000] };
        for record in 0..1000_usize {
            imprints.records += 1;
            if !usize::is_multiple_of(record, imprints.every) {
                continue;
            }
            imprints.keep(record as f64, std::slice::from_ref(&print));
            if imprints.bytes > MOST_BYTES {
                imprints.thin();
            }
        }
        assert_eq!(imprints.every, 8);
        let times: Vec<f64> = imprints.kept.frames.iter().map(|frame| frame.time_s).collect();
        assert_eq!(times.len(), 125);
        assert!(times.iter().enumerate().all(|(k, time)| *time == 8.0 * k as f64));
        assert!(imprints.bytes <= MOST_BYTES);
    }
}
