//! Measured drives of a wheel as a file asks for them to be predicted: the single wheel's rig with `measured`.

use super::findings::Findings;
use super::measured::{self, MeasuredWheel};
use super::prediction::{Prediction, metric_names};
use super::single_wheel::SingleWheel;
use planetfall::ground::compliant::Bekker;
use planetfall::ground::scm::Soil;
use planetfall::rig::{PlateReading, RigError, identify};
use planetfall_files::bounded;
use planetfall_files::format::declare::AnyKey;
use planetfall_files::rig::schema::SingleWheelKeys;
use planetfall_files::scenario::{Report, ScenarioFile};
use std::num::NonZero;
use std::path::Path;

/// How much coarser the grid is on which parameters are searched for: a search takes some 45 predictions.
const COARSER: f64 = 1.5;

/// A wheel that was measured, the soil under it, and what is fitted before it is predicted.
#[derive(Clone, Debug)]
pub struct PredictionStudy {
    /// The wheel on the soil that the plates show, if there are some.
    pub wheel: SingleWheel,
    rows: Vec<MeasuredWheel>,
    readings: Vec<PlateReading>,
    plate_soil: Bekker,
    fit: bool,
}

impl PredictionStudy {
    /// What the keys ask for; none, reported, where a file cannot be used.
    pub(super) fn described(
        keys: &SingleWheelKeys,
        mut wheel: SingleWheel,
        file: &ScenarioFile,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let measured = keys.measured.given()?;
        let rows = read(&keys.measured, &file.beside(measured), measured::read_wheels, report)?;
        let Soil { exponent, cohesive, frictional, .. } = wheel.bed.soil;
        let mut plate_soil = Bekker { exponent, cohesive, frictional };
        let mut readings = Vec::new();
        if let Some(plates) = keys.plates.given() {
            readings = read(&keys.plates, &file.beside(plates), measured::read_plates, report)?;
            let found = identify(&readings);
            plate_soil =
                found.map_err(|error| report.error(keys.plates.place(), error.to_string())).ok()?;
            let Bekker { exponent, cohesive, frictional } = plate_soil;
            wheel.bed.soil = Soil { exponent, cohesive, frictional, ..wheel.bed.soil };
        }
        Some(Self { wheel, rows, readings, plate_soil, fit: keys.fit.value() })
    }

    /// Whether parameters are searched for, which takes its time.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.fit
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        metric_names(self.rows.iter().map(|row| row.slip_angle_deg))
    }

    pub(super) fn run(
        &self,
        jobs: NonZero<usize>,
        watch: &mut dyn FnMut(usize, f64),
    ) -> Result<Findings, RigError> {
        let SingleWheel { bed, wheel, speed, distance, .. } = self.wheel.clone();
        let mut prediction = Prediction { bed, wheel, speed, distance };
        if self.fit {
            let coarse = COARSER * prediction.bed.spacing;
            prediction = prediction.fitted(&self.rows, coarse, jobs, watch);
        }
        let pairs = prediction.of(&self.rows, jobs)?;
        prediction.findings(&pairs, &self.readings, &self.plate_soil)
    }
}

/// The numbers of a file that a key names; none, reported, where it cannot be used.
fn read<T>(
    key: &dyn AnyKey,
    path: &Path,
    parse: impl Fn(&str) -> Result<Vec<T>, String>,
    report: &mut Report<'_>,
) -> Option<Vec<T>> {
    let text = bounded::read_text(path, bounded::NUMBERS).map_err(|error| error.to_string());
    let wrong = |what: String| report.error(key.place(), format!("{}: {what}", path.display()));
    text.and_then(|text| parse(&text)).map_err(wrong).ok()
}
