//! A measured wheel predicted: the soil is identified on plates, up to three of its further numbers are
//! fitted to straight driving, and the rest of the measurements is printed as it comes out.
//!
//! Fitted are what plates do not identify: the friction μ between soil and wheel, n₁ of slip sinkage and the
//! share κ of displaced soil that is compacted. K stays that of the soil. The search is Nelder and Mead's over the mean of squares of (pull/1.7 N) and
//! (depth/2.5 mm), the residuals that are asked for.

use super::findings::{Chart, Curve, Findings, Sheet, aligned};
use super::measured::MeasuredWheel;
use super::{Bed, Wheel};
use crate::campaign::in_order;
use crate::slope::simplex;
use planetfall::ground::compliant::Bekker;
use planetfall::ground::scm::Soil;
use planetfall::rig::{PlateReading, RigError, Steady, WheelDrive, pressure_residual};
use std::num::NonZero;

/// A wheel that was measured, and the soil it is predicted on.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The soil.
    pub bed: Bed,
    /// The wheel; its load is that of each measurement.
    pub wheel: Wheel,
    /// Of the carriage, m/s.
    pub speed: f64,
    /// Of each drive, m.
    pub distance: f64,
}

/// What the page is headed.
pub(super) const TITLE: &str = "A measured wheel, predicted";

/// Measured and predicted.
pub type Pair = (MeasuredWheel, Steady);

/// Straight driving with at least this slip is fitted. Chosen.
const LEAST_SLIP: f64 = -0.25;
/// Residuals that count alike: pull, N, and depth, m. Chosen.
const ALIKE: [f64; 2] = [1.7, 2.5e-3];
/// Ranges of μ, n₁ and κ.
const RANGES: [[f64; 2]; 3] = [[0.1, 0.8], [0.0, 1.2], [0.0, 1.0]];

impl Prediction {
    /// Whether a measurement belongs to those that are fitted.
    #[must_use]
    pub fn is_fitted(row: &MeasuredWheel) -> bool {
        row.slip_angle_deg == 0.0 && row.slip >= LEAST_SLIP
    }

    /// What is predicted for measurements.
    ///
    /// # Errors
    /// If the soil cannot answer.
    pub fn of(&self, rows: &[MeasuredWheel], jobs: NonZero<usize>) -> Result<Vec<Pair>, RigError> {
        let one = |row: &MeasuredWheel| -> Result<Pair, RigError> {
            let mut rig = self.wheel.under(row.load).over(&self.bed)?;
            rig.put_down()?;
            let drive = WheelDrive {
                speed: self.speed,
                rim_speed: row.rim_speed(self.speed),
                slip_angle: row.slip_angle_deg.to_radians(),
            };
            Ok((*row, rig.drive(&drive, self.distance)?))
        };
        in_order(rows, jobs, one).into_iter().collect()
    }

    /// The same with μ, n₁ and κ fitted to straight driving, on a coarser grid; `watch` gets the
    /// trials and the least residual.
    #[must_use]
    pub fn fitted(
        &self,
        rows: &[MeasuredWheel],
        spacing: f64,
        jobs: NonZero<usize>,
        watch: &mut dyn FnMut(usize, f64),
    ) -> Self {
        let rows: Vec<MeasuredWheel> =
            rows.iter().filter(|row| Self::is_fitted(row)).copied().collect();
        let (mut trials, mut least) = (0, f64::INFINITY);
        let soil = &self.bed.soil;
        let start = [soil.body_friction, soil.slip_exponent, soil.compaction];
        let start: Vec<f64> = start
            .iter()
            .zip(RANGES)
            .map(|(value, [low, high])| ((value - low) / (high - low)).clamp(0.0, 1.0))
            .collect();
        let (place, _) = simplex::search(&start, 0.1, 2e-3, 45, |place| {
            let mut trial = Self { bed: with(&self.bed, place), ..self.clone() };
            trial.bed.spacing = spacing;
            let residual = trial.of(&rows, jobs).map_or(f64::NAN, |pairs| {
                let [pull, depth] = residuals(&pairs);
                (pull / ALIKE[0]).hypot(depth / ALIKE[1])
            });
            trials += 1;
            least = least.min(residual);
            watch(trials, least);
            residual
        });
        Self { bed: with(&self.bed, &place), ..self.clone() }
    }

    /// All of it as findings.
    ///
    /// # Errors
    /// If the bed cannot be.
    pub fn findings(
        &self,
        pairs: &[Pair],
        plates: &[PlateReading],
        plate_soil: &Bekker,
    ) -> Result<Findings, RigError> {
        let fitted: Vec<Pair> =
            pairs.iter().filter(|(row, _)| Self::is_fitted(row)).copied().collect();
        let [pull, depth] = residuals(&fitted);
        let Soil { shear_displacement, body_friction, slip_exponent, compaction, .. } =
            self.bed.soil;
        let mut findings = Findings {
            title: TITLE.to_owned(),
            setting: format!(
                "{} at {} m/s under its measured load. Soil: n {:.4}, kc {:.0}, kphi {:.0} (off the plates by {:.0} Pa), K {:.4} m, mu {:.3}, n1 {:.3}, \
                 compaction share {:.3}; `fit` fits the last three to straight driving with slip of \
                 -0.2 and more. Nodes every {} m. Slip as measured: by the speed of the carriage.",
                capitalised(&self.wheel.build),
                self.speed,
                plate_soil.exponent,
                plate_soil.cohesive,
                plate_soil.frictional,
                pressure_residual(plate_soil, plates),
                shear_displacement,
                body_friction,
                slip_exponent,
                compaction,
                self.bed.spacing
            ),
            text: table(pairs),
            ..Findings::default()
        };
        findings.text += &format!(
            "\nstraight, slip of -0.2 and more: root mean square of pull {pull:.2} N, of depth {:.2} mm\n",
            1e3 * depth
        );
        findings.text += &self.to_paste();
        findings.record("straight.pull_rms_n", pull);
        findings.record("straight.depth_rms_m", depth);
        record_sides(pairs, &mut findings);
        let softened = pairs.iter().map(|(_, found)| found.softened).fold(0.0, f64::max);
        self.bed.warn_if_softened(&mut findings, softened)?;
        let straight = |angle: &f64| *angle == 0.0;
        // As many as have styles of their own.
        let sideways = |angle: &f64| [15.0, 30.0, 60.0].contains(angle);
        let (pull, force) = (|row: &MeasuredWheel| row.pull, |found: &Steady| found.pull);
        let (deep, depth) =
            (|row: &MeasuredWheel| 1e3 * row.depth, |found: &Steady| 1e3 * found.depth);
        let (side, across) = (|row: &MeasuredWheel| row.side, |found: &Steady| found.side);
        findings.charts = vec![
            chart(pairs, straight, "cmu-pull", ["Pull", "Pull [N]"], pull, force),
            chart(pairs, straight, "cmu-depth", ["Depth", "Depth [mm]"], deep, depth),
            chart(pairs, sideways, "cmu-side", ["Side force", "Side force [N]"], side, across),
            plates_chart(plates, plate_soil),
        ];
        findings.sheets = vec![sheet(pairs)];
        Ok(findings)
    }
}

/// A sentence from its words.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Slips from which on side forces are summed, with the metric and the words.
const SIDES: [(f64, &str, &str); 2] =
    [(-1.0, "side_force", "all slips"), (LEAST_SLIP, "driven_side_force", "slip of -0.2 and more")];

/// Names of the metrics for measurements at these slip angles.
pub(super) fn metric_names(angles_deg: impl Iterator<Item = f64>) -> Vec<String> {
    let mut names = vec!["straight.pull_rms_n".to_owned(), "straight.depth_rms_m".to_owned()];
    for angle in distinct(angles_deg).into_iter().filter(|angle| *angle != 0.0) {
        for (_, which, _) in SIDES {
            names.extend(["n", "share"].map(|unit| format!("angle_{angle}.{which}_rms_{unit}")));
        }
    }
    names
}

/// Side forces at each slip angle: over all slips, and over those of -0.2 and more.
fn record_sides(pairs: &[Pair], findings: &mut Findings) {
    for angle in angles(pairs).into_iter().filter(|angle| *angle != 0.0) {
        for (least, which, words) in SIDES {
            let own = || {
                let at =
                    move |row: &MeasuredWheel| row.slip_angle_deg == angle && row.slip >= least;
                pairs.iter().filter(move |(row, _)| at(row))
            };
            let deviation = rms(own().map(|(row, found)| found.side - row.side));
            let share = deviation / rms(own().map(|(row, _)| row.side));
            findings.text += &format!(
                "slip angle {angle}°, {words}: root mean square of side force {deviation:.2} N, {:.0} % of the \
                 measured\n",
                100.0 * share
            );
            findings.record(format!("angle_{angle}.{which}_rms_n"), deviation);
            findings.record(format!("angle_{angle}.{which}_rms_share"), share);
        }
    }
}

impl Prediction {
    /// The soil as a table of a file.
    fn to_paste(&self) -> String {
        let soil = &self.bed.soil;
        format!(
            "\n[[ground.soil_type]]\nname = \"measured\"\nsinkage_exponent = {:.6}\n\
             cohesive_modulus_n_per_m_n1 = {:.1}\nfrictional_modulus_n_per_m_n2 = {:.1}\n\
             slip_sinkage = {:.4}\ncohesion_pa = {}\nfriction_angle_deg = {:.3}\nbody_friction = {:.4}\n\
             shear_displacement_m = {:.5}\ncompaction_share = {:.4}\nunit_weight_n_per_m3 = {:.0}\n\n",
            soil.exponent,
            soil.cohesive,
            soil.frictional,
            soil.slip_exponent,
            soil.cohesion,
            soil.friction_angle.to_degrees(),
            soil.body_friction,
            soil.shear_displacement,
            soil.compaction,
            soil.unit_weight
        )
    }
}

/// The bed with μ, n₁ and κ from a place in the unit cube.
fn with(bed: &Bed, place: &[f64]) -> Bed {
    let at = |k: usize| {
        let [low, high] = RANGES[k];
        low + (high - low) * place.get(k).copied().unwrap_or_default()
    };
    let soil = Soil { body_friction: at(0), slip_exponent: at(1), compaction: at(2), ..bed.soil };
    Bed { soil, ..bed.clone() }
}

/// Root mean squares of pull, N, and depth, m.
#[must_use]
pub fn residuals(pairs: &[Pair]) -> [f64; 2] {
    [
        rms(pairs.iter().map(|(row, found)| found.pull - row.pull)),
        rms(pairs.iter().map(|(row, found)| found.depth - row.depth)),
    ]
}

fn rms(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) =
        numbers.fold((0.0, 0.0), |(sum, count), number| (sum + number * number, count + 1.0));
    (sum / count).sqrt()
}

fn angles(pairs: &[Pair]) -> Vec<f64> {
    distinct(pairs.iter().map(|(row, _)| row.slip_angle_deg))
}

/// Each of some numbers once, rising.
fn distinct(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut angles: Vec<f64> = numbers.collect();
    angles.sort_by(f64::total_cmp);
    angles.dedup();
    angles
}

fn table(pairs: &[Pair]) -> String {
    let heading =
        ["angle", "slip", "load N", "pull N", "here", "side N", "here", "depth mm", "here"];
    let mut lines = vec![heading.map(str::to_owned).to_vec()];
    for (row, found) in pairs {
        let numbers = [
            row.load,
            row.pull,
            found.pull,
            row.side,
            found.side,
            1e3 * row.depth,
            1e3 * found.depth,
        ];
        let lead = [format!("{}°", row.slip_angle_deg), format!("{:.2}", row.slip)];
        lines.push(lead.into_iter().chain(numbers.map(|x| format!("{x:.2}"))).collect());
    }
    aligned(&lines)
}

fn sheet(pairs: &[Pair]) -> Sheet {
    let columns = [
        "slip_angle_deg",
        "slip",
        "load_n",
        "measured_pull_n",
        "pull_n",
        "measured_side_force_n",
        "side_force_n",
        "measured_depth_m",
        "depth_m",
    ];
    let mut sheet = Sheet::new("prediction", &columns);
    for (row, found) in pairs {
        sheet.rows.push(vec![
            row.slip_angle_deg,
            row.slip,
            row.load,
            row.pull,
            found.pull,
            row.side,
            found.side,
            row.depth,
            found.depth,
        ]);
    }
    sheet
}

fn chart(
    pairs: &[Pair],
    shown: impl Fn(&f64) -> bool,
    name: &str,
    [title, axis]: [&str; 2],
    measured: impl Fn(&MeasuredWheel) -> f64,
    here: impl Fn(&Steady) -> f64,
) -> Chart {
    let mut curves = Vec::new();
    for angle in angles(pairs).into_iter().filter(shown) {
        let own = || pairs.iter().filter(|(row, _)| row.slip_angle_deg == angle);
        let dots = own().map(|(row, _)| [row.slip, measured(row)]).collect();
        curves.push(Curve::line(
            format!("{angle}°, here"),
            own().map(|(row, found)| [row.slip, here(found)]).collect(),
        ));
        curves.push(Curve::dots(format!("{angle}°, measured"), dots));
    }
    Chart {
        name: name.to_owned(),
        title: format!("{title} of a measured wheel and here"),
        caption: "Lines are predicted, dots measured; slip by the speed of the carriage."
            .to_owned(),
        axes: ["Slip".to_owned(), axis.to_owned()],
        curves,
        equal_aspect: false,
        notes: Vec::new(),
    }
}

fn plates_chart(plates: &[PlateReading], soil: &Bekker) -> Chart {
    let mut widths: Vec<f64> = plates.iter().map(|one| one.width).collect();
    widths.sort_by(f64::total_cmp);
    widths.dedup();
    let mut curves = Vec::new();
    for width in widths {
        let own = || plates.iter().filter(|one| one.width == width);
        let deepest = own().map(|one| one.sinkage).fold(0.0, f64::max);
        let ideal = |k: u32| {
            let sinkage = deepest * f64::from(k) / 40.0;
            [1e3 * sinkage, 1e-3 * soil.pressure(sinkage, width)]
        };
        let diameter = 2e3 * width;
        curves
            .push(Curve::line(format!("{diameter:.0} mm, Bekker"), (0..=40).map(ideal).collect()));
        // Every fourth reading shows as much as all of them.
        let dots = own().step_by(4).map(|one| [1e3 * one.sinkage, 1e-3 * one.pressure]).collect();
        curves.push(Curve::dots(format!("{diameter:.0} mm, measured"), dots));
    }
    Chart {
        name: "cmu-plates".to_owned(),
        title: "Measured plates and the soil identified from them".to_owned(),
        caption: "One n for all plates, kc and kphi from their sizes.".to_owned(),
        axes: ["Sinkage [mm]".to_owned(), "Pressure [kPa]".to_owned()],
        curves,
        equal_aspect: false,
        notes: Vec::new(),
    }
}
