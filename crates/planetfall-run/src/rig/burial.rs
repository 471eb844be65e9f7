//! Self-burial: sinkage against turns of a wheel that spins.

use super::findings::{Chart, Curve, Findings, Sheet};
use super::single_wheel::capital;
use super::{Bed, Extent, Wheel};
use planetfall::rig::{Burial, BurialEnd, BurialTurn, RigError};
use planetfall_files::rig::schema::SelfBurialKeys;

/// A wheel that spins and hardly gets on.
#[derive(Clone, Debug)]
pub struct SelfBurial {
    pub(super) bed: Bed,
    wheel: Wheel,
    burial: Burial,
}

impl SelfBurial {
    pub(super) fn described(keys: &SelfBurialKeys, bed: Bed) -> Result<Self, RigError> {
        let burial = Burial {
            rim_speed: keys.rim_speed_m_per_s.value(),
            slip: keys.slip.value(),
            turns: keys.turns.value(),
        };
        Ok(Self { bed, wheel: Wheel::described(&keys.wheel)?, burial })
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        [
            "start.depth_m",
            "end.depth_m",
            "end.turns",
            "end.torque_nm",
            "depth_by_radius",
            "reached_axle",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    pub(super) fn extent(&self) -> Extent {
        let Burial { slip, turns, .. } = self.burial;
        let distance = std::f64::consts::TAU * self.wheel.radius * turns * (1.0 - slip);
        self.wheel.extent(&self.bed, 1, distance, 0.0)
    }

    pub(super) fn run(&self) -> Result<Findings, RigError> {
        let mut rig = self.wheel.over(&self.bed)?;
        let start = rig.put_down()?.depth;
        let (course, ending) = self.burial.dig(&mut rig)?;
        let mut findings = Findings {
            setting: format!(
                "{} in {}, nodes every {} m, put down and then spun with a slip of {}: it gets on by {:.3} \
                 of what its rim rolls.",
                capital(&self.wheel.words),
                self.bed.name,
                self.bed.spacing,
                self.burial.slip,
                1.0 - self.burial.slip
            ),
            ..Findings::default()
        };
        if self.bed.soil.slip_exponent == 0.0 || self.burial.slip == 1.0 {
            findings.warnings.push(
                "warning: slip weakens this soil by nothing (slip_sinkage is 0), or the wheel comes \
                 upon no fresh soil (slip is 1): it digs no deeper than it rolls"
                    .to_owned(),
            );
        }
        self.bed.warn_if_softened(&mut findings, rig.softened_share())?;
        let end = course.last().copied().unwrap_or(BurialTurn {
            turns: 0.0,
            depth: start,
            pull: 0.0,
            torque: 0.0,
        });
        findings.text = format!(
            "put down: {:.2} mm deep\nafter {:.2} turns: {:.2} mm, {}\n",
            1e3 * start,
            end.turns,
            1e3 * end.depth,
            ending.words()
        );
        findings.record("start.depth_m", start);
        findings.record("end.depth_m", end.depth);
        findings.record("end.turns", end.turns);
        findings.record("end.torque_nm", end.torque);
        findings.record("depth_by_radius", end.depth / self.wheel.radius);
        findings.record("reached_axle", f64::from(u8::from(ending == BurialEnd::Axle)));
        let columns = ["turns", "depth_m", "pull_n", "torque_nm"];
        let mut sheet = Sheet::new("self-burial", &columns);
        let row = |one: &BurialTurn| vec![one.turns, one.depth, one.pull, one.torque];
        sheet.rows = course.iter().map(row).collect();
        findings.sheets = vec![sheet];
        findings.charts = vec![self.chart(start, &course)];
        Ok(findings)
    }

    fn chart(&self, start: f64, course: &[BurialTurn]) -> Chart {
        let depth = course.iter().map(|one| [one.turns, 1e3 * one.depth]);
        let axle = 1e3 * self.wheel.radius;
        let last = course.last().map_or(1.0, |one| one.turns);
        Chart {
            name: "burial".to_owned(),
            title: format!("Depth of a wheel that spins in {}", self.bed.name),
            caption: format!(
                "{}: it digs as fast as it comes upon fresh soil, which carries less under slip.",
                capital(&self.wheel.words)
            ),
            axes: ["Turns".to_owned(), "Depth [mm]".to_owned()],
            curves: vec![
                Curve::line("depth", [[0.0, 1e3 * start]].into_iter().chain(depth).collect()),
                Curve::line("axle", vec![[0.0, axle], [last, axle]]),
            ],
            equal_aspect: false,
            notes: Vec::new(),
        }
    }
}
