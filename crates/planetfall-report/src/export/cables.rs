//! Cables in the records of a run.

use super::foxglove::{self, SITE};
use super::protobuf::Message;
use super::run::{ExportedRun, Record};
use nalgebra::Point3;
use planetfall_files::run_folder::scene::CableEnds;

/// A cable and where it is in a record.
pub(super) struct CableColumns {
    pub(super) name: String,
    span: CableEnds,
    length: Option<usize>,
    tension: Option<usize>,
}

/// Cables of a run's scene.
pub(super) fn cables(run: &ExportedRun) -> Vec<CableColumns> {
    let spans = CableEnds::all(&run.scene);
    let named = run.scene.cables.iter().zip(spans);
    let cables = named.map(|(cable, span)| CableColumns {
        name: cable.name.clone(),
        span,
        length: run.column(&cable.length_column()),
        tension: run.column(&cable.tension_column()),
    });
    cables.collect()
}

impl CableColumns {
    /// Its two ends in the site; none once it was cut, which its length shows.
    pub(super) fn ends(&self, record: &Record<'_>) -> Option<[Point3<f64>; 2]> {
        let cut = self.length.is_some_and(|column| record.row[column].is_nan());
        if cut { None } else { self.span.ends(record.poses) }
    }

    /// A line, grey while slack and orange while it carries; an entity without line once it was cut,
    /// which takes the last line away.
    pub(super) fn entity(&self, nanos: u64, record: &Record<'_>) -> Message {
        /// Colour of a slack cable, red, green, blue and opacity. Chosen: grey.
        const SLACK: [f64; 4] = [0.6, 0.62, 0.65, 1.0];
        /// Colour of a cable under load. Chosen: orange.
        const LOADED: [f64; 4] = [0.9, 0.45, 0.1, 1.0];
        /// Width of the line, pixels. Chosen.
        const PIXELS: f64 = 2.5;
        let mut entity = foxglove::entity(nanos, SITE, &self.name);
        let Some(ends) = self.ends(record) else { return entity };
        let loaded = self.tension.is_some_and(|column| record.row[column] > 0.0);
        let mut line = Message::default();
        line.message(2, &foxglove::pose(&[0.0; 3], &[1.0, 0.0, 0.0, 0.0]));
        line.double(3, PIXELS);
        line.integer(4, 1);
        for end in &ends {
            line.message(5, &foxglove::parts(&[end.x, end.y, end.z]));
        }
        line.message(6, &foxglove::parts(if loaded { &LOADED } else { &SLACK }));
        entity.message(11, &line);
        entity
    }

    /// Points along it, for a viewer that draws no lines; none once it was cut.
    pub(super) fn points(&self, record: &Record<'_>) -> Vec<[f32; 3]> {
        /// Pieces of a cable. Chosen: points so near that they look like a line.
        const CABLE_PIECES: u32 = 32;
        let Some([from, to]) = self.ends(record) else { return Vec::new() };
        let along = |piece: u32| from + (to - from) * (f64::from(piece) / f64::from(CABLE_PIECES));
        (0..=CABLE_PIECES).map(|piece| along(piece).coords.cast::<f32>().into()).collect()
    }
}
