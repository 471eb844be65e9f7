//! Drawbar pull of a tethered chassis: wheels in line, each in the rut of those before it, at a speed that
//! the tether prescribes (Fig. 12 of the SCM paper).
//!
//! The chassis is taken as rigid and evenly loaded: what its suspension and its pitch under the pull
//! would shift from wheel to wheel is left out. Both sides do the same at the same time; axles follow
//! each other with their grousers as they come.

use super::bevameter::spelled;
use super::findings::{Chart, Curve, Findings, Sheet, aligned};
use super::single_wheel::{SLIP, capital};
use super::stall::Stall;
use super::{Bed, Extent, Wheel};
use crate::campaign::in_order;
use planetfall::rig::{RigError, WheelDrive};
use planetfall_files::format::declare::Key;
use planetfall_files::rig::schema::DrawbarKeys;
use std::num::NonZero;

/// A chassis on a tether.
#[derive(Clone, Debug)]
pub struct Drawbar {
    pub(super) bed: Bed,
    wheel: Wheel,
    speed: f64,
    distance: f64,
    slips: Vec<f64>,
    axles: u32,
    sides: u32,
}

/// Mean, least and greatest pull of all wheels, N, and mean of each axle's wheels.
struct Pulled {
    mean: f64,
    band: [f64; 2],
    axles: Vec<f64>,
    /// Share of all steps in which the soil's stiffness was not positive.
    softened: f64,
}

/// Slip of the inset of Fig. 12 (Krenn and Hirzinger 2008).
const INSET_SLIP: f64 = 0.7;
/// Ends of its axis of forces, N.
const INSET_FORCES: [f64; 2] = [240.0, 360.0];

impl Drawbar {
    pub(super) fn described(keys: &DrawbarKeys, bed: Bed) -> Result<Self, RigError> {
        let count = |key: &Key<i64>| u32::try_from(key.value()).unwrap_or(1);
        let mut slips: Vec<f64> = keys.slips.values().collect();
        slips.sort_by(f64::total_cmp);
        slips.dedup();
        Ok(Self {
            bed,
            wheel: Wheel::described(&keys.wheel)?,
            speed: keys.speed_m_per_s.value(),
            distance: keys.distance_m.value(),
            slips,
            axles: count(&keys.axles),
            sides: count(&keys.sides),
        })
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        let names = |slip: &f64| {
            ["pull_n", "least_pull_n", "greatest_pull_n", "pull_by_weight"]
                .map(|name| format!("slip_{}.{name}", spelled(100.0 * slip)))
        };
        let stall = ["stall_pull_n", "stall_slip"].map(str::to_owned);
        self.slips.iter().flat_map(names).chain(stall).collect()
    }

    pub(super) fn extent(&self) -> Extent {
        let further = 2.0 * self.wheel.radius * f64::from(self.axles.saturating_sub(1));
        self.wheel.extent(&self.bed, self.slips.len(), self.distance + further, 0.0)
    }

    pub(super) fn run(&self, jobs: NonZero<usize>) -> Result<Findings, RigError> {
        let found = in_order(&self.slips, jobs, |slip| self.pulled(*slip));
        let found = found.into_iter().collect::<Result<Vec<_>, _>>()?;
        let weight = self.wheel.load * f64::from(self.axles * self.sides);
        let mut findings = Findings {
            setting: format!(
                "{} on each side of a chassis of {weight:.0} N, tethered at {} m/s in {}, nodes every {} \
                 m; each wheel is {}. {SLIP} Means and bands over the \
                 whole pitches of grousers in the last third of {} m.",
                capital(&format!("{} wheels in line", self.axles)),
                self.speed,
                self.bed.name,
                self.bed.spacing,
                self.wheel.words,
                self.distance
            ),
            ..Findings::default()
        };
        let mut sheet =
            Sheet::new("drawbar", &["slip", "pull_n", "least_pull_n", "greatest_pull_n"]);
        let heading = ["slip", "pull N", "band N", "/weight", "by axle N"].map(str::to_owned);
        let mut lines = vec![heading.to_vec()];
        for (slip, Pulled { mean, band: [least, greatest], axles, .. }) in
            self.slips.iter().zip(&found)
        {
            let share = mean / weight;
            let each: Vec<String> = axles.iter().map(|pull| format!("{pull:.1}")).collect();
            lines.push(vec![
                format!("{slip}"),
                format!("{mean:.1}"),
                format!("{least:.1}..{greatest:.1}"),
                format!("{share:.3}"),
                each.join(" "),
            ]);
            sheet.rows.push(vec![*slip, *mean, *least, *greatest]);
            for (name, value) in [
                ("pull_n", *mean),
                ("least_pull_n", *least),
                ("greatest_pull_n", *greatest),
                ("pull_by_weight", share),
            ] {
                findings.record(format!("slip_{}.{name}", spelled(100.0 * slip)), value);
            }
        }
        findings.text = aligned(&lines);
        let softened = found.iter().map(|one| one.softened).fold(0.0, f64::max);
        self.bed.warn_if_softened(&mut findings, softened)?;
        self.stall(&found, weight, &mut findings);
        findings.charts = vec![self.chart(&found)];
        findings.sheets = vec![sheet];
        Ok(findings)
    }

    /// One wheel of each axle, in the rut of those before it, and twice that for both sides. Axles are no
    /// nearer to each other than the diameter of their wheels: by so much each drives on before the next
    /// comes, which else would climb out of the end of the rut where it is measured.
    fn pulled(&self, slip: f64) -> Result<Pulled, RigError> {
        let drive = WheelDrive::with_slip(self.speed, slip, 0.0)?;
        let mut rig = self.wheel.over(&self.bed)?;
        let sides = f64::from(self.sides);
        let (mut sum, mut axles) = (Vec::new(), Vec::new());
        for axle in 0..self.axles {
            rig.lift_to(0.0, 0.0);
            rig.put_down()?;
            let last = rig.pulls(&drive, self.distance)?;
            let behind = self.axles - 1 - axle;
            if behind > 0 {
                rig.drive(&drive, 2.0 * rig.tip_radius() * f64::from(behind))?;
            }
            axles.push(sides * last.iter().sum::<f64>() / last.len() as f64);
            sum.resize(last.len(), 0.0);
            sum.iter_mut().zip(&last).for_each(|(sum, pull)| *sum += sides * pull);
        }
        let least = sum.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = sum.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mean = sum.iter().sum::<f64>() / sum.len() as f64;
        Ok(Pulled { mean, band: [least, greatest], axles, softened: rig.softened_share() })
    }

    /// The greatest pull, and what the paper shows beside a slip that it shows.
    fn stall(&self, found: &[Pulled], weight: f64, findings: &mut Findings) {
        let rows = || self.slips.iter().zip(found);
        let mut pulls: Vec<[f64; 2]> = rows().map(|(slip, one)| [*slip, one.mean]).collect();
        pulls.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let stall = Stall::of(&pulls, false);
        findings.text += "\n";
        findings.text += &stall.words(weight, 0.0);
        if let Some([slip, pull]) = stall.greatest {
            findings.record("stall_pull_n", pull);
            findings.record("stall_slip", slip);
        }
        if let Some((_, one)) = rows().find(|(slip, _)| (*slip - INSET_SLIP).abs() < 1e-9) {
            let [least, greatest] = one.band;
            findings.text += &format!(
                "at a slip of {INSET_SLIP}: mean {:.1} N, band {least:.1} to {greatest:.1} N; the inset of \
                 Fig. 12 has an axis from {} to {} N (its chassis' weight is not stated; here {weight:.0} N \
                 is an estimate)\n",
                one.mean, INSET_FORCES[0], INSET_FORCES[1]
            );
        }
    }

    fn chart(&self, found: &[Pulled]) -> Chart {
        let curve = |value: fn(&Pulled) -> f64| {
            self.slips.iter().zip(found).map(|(slip, one)| [*slip, value(one)]).collect::<Vec<_>>()
        };
        Chart {
            name: "drawbar".to_owned(),
            title: format!(
                "Drawbar pull of a chassis of {} wheels in {}",
                self.axles * self.sides,
                self.bed.name
            ),
            caption: "Fig. 12 of the paper: mean, and band that grousers make.".to_owned(),
            axes: ["Slip".to_owned(), "Pull [N]".to_owned()],
            curves: vec![
                Curve::line("mean", curve(|one| one.mean)),
                Curve::line("least", curve(|one| one.band[0])),
                Curve::line("greatest", curve(|one| one.band[1])),
                Curve::dots(
                    "ends of the axis of the paper's inset",
                    INSET_FORCES.map(|n| [INSET_SLIP, n]).to_vec(),
                ),
            ],
            equal_aspect: false,
            notes: Vec::new(),
        }
    }
}
