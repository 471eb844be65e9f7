//! The single wheel: pull, side force, torque and sinkage against slip and slip angle.

use super::bevameter::spelled;
use super::findings::{Chart, Curve, Findings, Sheet, aligned};
use super::stall::Stall;
use super::{Bed, Extent, Wheel};
use crate::campaign::in_order;
use planetfall::rig::{RigError, Steady, WheelDrive};
use planetfall_files::format::declare::Key;
use planetfall_files::rig::schema::SingleWheelKeys;
use std::num::NonZero;

/// A wheel that is driven with prescribed slips and slip angles over fresh soil.
#[derive(Clone, Debug)]
pub struct SingleWheel {
    /// The soil.
    pub bed: Bed,
    /// The wheel.
    pub wheel: Wheel,
    /// Of the axle, m/s.
    pub speed: f64,
    /// Of each drive, m.
    pub distance: f64,
    /// Slips, rising.
    pub slips: Vec<f64>,
    /// Slip angles, degrees.
    pub slip_angles_deg: Vec<f64>,
    /// Slope, degrees.
    pub slope_deg: f64,
}

/// How slip is counted.
pub(super) const SLIP: &str = "Slip is 1 - v/(w r) where the rim is the faster (driving) and \
                               w r/v - 1 where the axle is (braking), v along the wheel's heading.";

/// One drive.
#[derive(Clone, Copy, Debug)]
struct SlipCase {
    slip: f64,
    angle_deg: f64,
}

/// A drive, and what came of it.
type Tried = (SlipCase, Result<Steady, RigError>);
/// One that came to its end.
type Driven = (SlipCase, Steady);

/// Names of what a drive shows, and how to get it.
type Quantity = (&'static str, fn(&Steady, f64) -> f64);

/// What is recorded of each case, with its name in columns.
const QUANTITIES: [Quantity; 12] = [
    ("pull_n", |found, _| found.pull),
    ("pull_by_load", |found, load| found.pull / load),
    ("least_pull_n", |found, _| found.band[0]),
    ("greatest_pull_n", |found, _| found.band[1]),
    ("side_force_n", |found, _| found.side),
    ("torque_nm", |found, _| found.torque),
    ("sinkage_m", |found, _| found.sinkage),
    ("depth_m", |found, _| found.depth),
    ("thrust_n", |found, _| found.thrust),
    ("compaction_resistance_n", |found, _| found.compaction),
    ("bulldozing_resistance_n", |found, _| found.bulldozing),
    ("gravity_resistance_n", |found, _| found.gravity),
];

impl SingleWheel {
    pub(super) fn described(keys: &SingleWheelKeys, bed: Bed) -> Result<Self, RigError> {
        let sorted = |key: &Key<Vec<Key<f64>>>| {
            let mut list: Vec<f64> = key.values().collect();
            list.sort_by(f64::total_cmp);
            list.dedup();
            list
        };
        Ok(Self {
            bed,
            wheel: Wheel::described(&keys.wheel)?,
            speed: keys.speed_m_per_s.value(),
            distance: keys.distance_m.value(),
            slips: sorted(&keys.slips),
            slip_angles_deg: sorted(&keys.slip_angles_deg),
            slope_deg: keys.slope_deg.value(),
        })
    }

    fn cases(&self) -> Vec<SlipCase> {
        let angles = self.slip_angles_deg.iter();
        angles
            .flat_map(|angle| {
                self.slips.iter().map(|slip| SlipCase { slip: *slip, angle_deg: *angle })
            })
            .collect()
    }

    pub(super) fn extent(&self) -> Extent {
        let widest = self.slip_angles_deg.iter().map(|angle| angle.abs()).fold(0.0, f64::max);
        self.wheel.extent(&self.bed, self.cases().len(), self.distance, widest)
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        let cases = self.cases().into_iter();
        let each =
            cases.flat_map(|case| QUANTITIES.map(|(name, _)| format!("{}.{name}", case.name())));
        each.chain(["self_propulsion_slip", "stall_pull_n", "stall_slip"].map(str::to_owned))
            .collect()
    }

    /// What a drive over fresh soil shows.
    ///
    /// # Errors
    /// If the soil cannot answer.
    pub fn drive(&self, slip: f64, angle_deg: f64) -> Result<Steady, RigError> {
        let drive = WheelDrive::with_slip(self.speed, slip, angle_deg.to_radians())?;
        let mut rig = self.wheel.over(&self.bed)?.on_slope(self.slope_deg.to_radians())?;
        rig.put_down()?;
        rig.drive(&drive, self.distance)
    }

    pub(super) fn run(&self, jobs: NonZero<usize>) -> Result<Findings, RigError> {
        let cases = self.cases();
        let found = in_order(&cases, jobs, |case| self.drive(case.slip, case.angle_deg));
        let tried: Vec<Tried> = cases.into_iter().zip(found).collect();
        let (rows, warnings) = self.sorted_out(&tried)?;
        let load = self.wheel.load;
        let mut findings = Findings {
            setting: format!(
                "{} in {}, nodes every {} m. {SLIP} Means over the last third of {} m. Side force is \
                 against the sideslip. Depth is that of the rim's lowest point below the ground as \
                 found, sinkage that of the lowest node that bears.",
                capital(&self.wheel.words),
                self.bed.name,
                self.bed.spacing,
                self.distance
            ),
            text: table(&tried, load),
            warnings,
            ..Findings::default()
        };
        let softened = rows.iter().map(|(_, found)| found.softened).fold(0.0, f64::max);
        self.bed.warn_if_softened(&mut findings, softened)?;
        for (case, steady) in &rows {
            for (name, value) in QUANTITIES {
                findings.record(format!("{}.{name}", case.name()), value(steady, load));
            }
        }
        let stall = self.stall(&rows);
        self.record_pull(&stall, &mut findings);
        findings.sheets = vec![sheet(&tried, load)];
        findings.charts = self.charts(&rows);
        if let Some(pull) = findings.charts.first_mut() {
            pull.notes = stall.notes();
        }
        Ok(findings)
    }

    /// The drives that came to their end, and a warning for each in which the wheel sank to its axle; an
    /// error if it did so in all of them.
    fn sorted_out(&self, tried: &[Tried]) -> Result<(Vec<Driven>, Vec<String>), RigError> {
        let (mut rows, mut warnings) = (Vec::new(), Vec::new());
        for (case, found) in tried {
            match found {
                Ok(steady) => rows.push((*case, *steady)),
                Err(error @ RigError::Axle { .. }) => {
                    warnings.push(format!("warning: in {}: {error}", self.bed.name));
                }
                Err(error) => return Err(error.clone()),
            }
        }
        match (rows.is_empty(), tried.first()) {
            (true, Some((_, Err(error)))) => Err(error.clone()),
            _ => Ok((rows, warnings)),
        }
    }

    /// What the straightest drives say of the pull.
    fn stall(&self, rows: &[Driven]) -> Stall {
        let straight = straightest(&self.slip_angles_deg);
        let own = rows.iter().filter(|(case, _)| case.angle_deg == straight);
        let pulls: Vec<[f64; 2]> = own.map(|(case, found)| [case.slip, found.pull]).collect();
        let sinks_beyond = pulls.last().map(|[slip, _]| slip) != self.slips.last();
        Stall::of(&pulls, sinks_beyond)
    }

    /// Records where the wheel begins to pull, and where it pulls most.
    fn record_pull(&self, stall: &Stall, findings: &mut Findings) {
        findings.text += "\n";
        findings.text += &stall.words(self.wheel.load, self.slope_deg);
        findings.record("self_propulsion_slip", stall.pulls_from.unwrap_or(f64::NAN));
        if let Some([slip, pull]) = stall.greatest {
            findings.record("stall_pull_n", pull);
            findings.record("stall_slip", slip);
        }
    }

    fn charts(&self, rows: &[Driven]) -> Vec<Chart> {
        let curve = |angle: f64, value: &dyn Fn(&Steady) -> f64| {
            let own = rows.iter().filter(move |(case, _)| case.angle_deg == angle);
            own.map(|(case, found)| [case.slip, value(found)]).collect::<Vec<_>>()
        };
        let by_angle = |value: &dyn Fn(&Steady) -> f64| -> Vec<Curve> {
            let angles = self.slip_angles_deg.iter();
            angles
                .map(|angle| Curve::line(format!("slip angle {angle}°"), curve(*angle, value)))
                .collect()
        };
        let chart = |name: &str, title: &str, axis: &str, curves: Vec<Curve>| Chart {
            name: name.to_owned(),
            title: format!("{title} of a wheel in {}", self.bed.name),
            caption: format!("{}. {SLIP}", capital(&self.wheel.words)),
            axes: ["Slip".to_owned(), axis.to_owned()],
            curves,
            equal_aspect: false,
            notes: Vec::new(),
        };
        let straight = straightest(&self.slip_angles_deg);
        let part = |label: &str, value: &dyn Fn(&Steady) -> f64| {
            Curve::line(label, curve(straight, value))
        };
        let split = vec![
            part("thrust (shear)", &|found| found.thrust),
            part("compaction", &|found| found.compaction),
            part("bulldozing", &|found| found.bulldozing),
            part("gravity", &|found| found.gravity),
            part("pull = thrust less the others", &|found| found.pull),
        ];
        vec![
            chart("pull", "Drawbar pull", "Pull [N]", by_angle(&|found| found.pull)),
            chart("side-force", "Side force", "Side force [N]", by_angle(&|found| found.side)),
            chart("torque", "Torque", "Torque [N m]", by_angle(&|found| found.torque)),
            chart("depth", "Depth", "Depth [mm]", by_angle(&|found| 1e3 * found.depth)),
            chart("resistance", "Thrust and resistances", "Force [N]", split),
        ]
    }
}

impl SlipCase {
    fn name(&self) -> String {
        let slip = format!("slip_{}", spelled(100.0 * self.slip));
        match self.angle_deg {
            0.0 => slip,
            angle => format!("{slip}_angle_{}", spelled(angle)),
        }
    }
}

/// The slip angle nearest to none.
fn straightest(angles: &[f64]) -> f64 {
    angles.iter().copied().min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or_default()
}

/// Heads of the table's columns.
const HEADING: [&str; 13] = [
    "slip",
    "angle",
    "pull N",
    "/load",
    "band N",
    "side N",
    "torque Nm",
    "sinkage mm",
    "depth mm",
    "thrust N",
    "compaction N",
    "bulldozing N",
    "gravity N",
];

fn table(tried: &[Tried], load: f64) -> String {
    let mut lines = vec![HEADING.map(str::to_owned).to_vec()];
    for (case, found) in tried {
        let lead = [format!("{}", case.slip), format!("{}°", case.angle_deg)];
        let rest = match found {
            Ok(steady) => cells(steady, load),
            Err(_) => vec!["sinks in".to_owned()],
        };
        lines.push(lead.into_iter().chain(rest).collect());
    }
    aligned(&lines)
}

fn cells(found: &Steady, load: f64) -> Vec<String> {
    let plain = |x: f64, digits: usize| format!("{:.digits$}", x + 0.0);
    vec![
        plain(found.pull, 2),
        plain(found.pull / load, 3),
        format!("{:.1}..{:.1}", found.band[0], found.band[1]),
        plain(found.side, 2),
        plain(found.torque, 3),
        plain(1e3 * found.sinkage, 2),
        plain(1e3 * found.depth, 2),
        plain(found.thrust, 2),
        plain(found.compaction, 2),
        plain(found.bulldozing, 2),
        plain(found.gravity, 2),
    ]
}

fn sheet(tried: &[Tried], load: f64) -> Sheet {
    let columns: Vec<&str> =
        ["slip", "slip_angle_deg"].into_iter().chain(QUANTITIES.map(|(name, _)| name)).collect();
    let mut sheet = Sheet::new("single-wheel", &columns);
    for (case, found) in tried {
        let number = |value: fn(&Steady, f64) -> f64| {
            found.as_ref().map_or(f64::NAN, |steady| value(steady, load))
        };
        let numbers = QUANTITIES.map(|(_, value)| number(value));
        sheet.rows.push([case.slip, case.angle_deg].into_iter().chain(numbers).collect());
    }
    sheet
}

pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
