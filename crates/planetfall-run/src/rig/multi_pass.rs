//! Multi-pass: what a wheel meets that runs in its own rut, pass by pass.

use super::findings::{Chart, Curve, Findings, Sheet, aligned};
use super::single_wheel::{SLIP, capital};
use super::{Bed, Extent, Wheel};
use crate::campaign::in_order;
use planetfall::rig::{RigError, Steady, WheelDrive, WheelRig};
use planetfall_files::rig::schema::MultiPassKeys;
use std::num::NonZero;

/// A wheel that passes the same place again and again.
#[derive(Clone, Debug)]
pub struct MultiPass {
    pub(super) bed: Bed,
    wheel: Wheel,
    speed: f64,
    distance: f64,
    passes: usize,
    slip: f64,
    slip_angle_deg: f64,
}

/// What a pass finds.
struct Pass {
    straight: Steady,
    /// Driven with the slip angle from the middle of the rut as the pass finds it, N.
    side: f64,
}

impl MultiPass {
    pub(super) fn described(keys: &MultiPassKeys, bed: Bed) -> Result<Self, RigError> {
        Ok(Self {
            bed,
            wheel: Wheel::described(&keys.wheel)?,
            speed: keys.speed_m_per_s.value(),
            distance: keys.distance_m.value(),
            passes: usize::try_from(keys.passes.value()).unwrap_or(2),
            slip: keys.slip.value(),
            slip_angle_deg: keys.slip_angle_deg.value(),
        })
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        let each = (1..=self.passes).flat_map(|pass| {
            ["pull_n", "resistance_n", "side_force_n", "depth_m"]
                .map(|name| format!("pass_{pass}.{name}"))
        });
        each.chain([
            "resistance_of_second_by_first".to_owned(),
            "side_force_of_second_by_first".to_owned(),
        ])
        .collect()
    }

    pub(super) fn extent(&self) -> Extent {
        // Each pass leaves a rut of its own to read the side force in.
        self.wheel.extent(&self.bed, self.passes, self.distance, self.slip_angle_deg)
    }

    pub(super) fn run(&self, jobs: NonZero<usize>) -> Result<Findings, RigError> {
        let passes = self.passes(jobs)?;
        let mut findings = Findings {
            setting: format!(
                "{} in {}, nodes every {} m, slip {}. {SLIP} Means over the last third of {} m; the \
                 side force is read with a slip angle of {}° from the middle of the rut, until the \
                 wheel has gone a third of its width into the wall.",
                capital(&self.wheel.words),
                self.bed.name,
                self.bed.spacing,
                self.slip,
                self.distance,
                self.slip_angle_deg
            ),
            ..Findings::default()
        };
        let heading = [
            "pass",
            "pull N",
            "resistance N",
            "compaction N",
            "bulldozing N",
            "side N",
            "depth mm",
        ];
        let mut lines = vec![heading.map(str::to_owned).to_vec()];
        let columns = [
            "pass",
            "pull_n",
            "resistance_n",
            "compaction_resistance_n",
            "bulldozing_resistance_n",
            "side_force_n",
            "depth_m",
            "torque_nm",
        ];
        let mut sheet = Sheet::new("multi-pass", &columns);
        for (number, Pass { straight, side }) in (1..).zip(&passes) {
            let Steady { pull, compaction, bulldozing, depth, torque, .. } = *straight;
            let resistance = straight.resistance();
            let numbers = [pull, resistance, compaction, bulldozing, *side];
            let cells =
                numbers.iter().map(|x| format!("{x:.2}")).chain([format!("{:.2}", 1e3 * depth)]);
            lines.push([format!("{number}")].into_iter().chain(cells).collect());
            sheet.rows.push(
                [f64::from(number)].into_iter().chain(numbers).chain([depth, torque]).collect(),
            );
            for (name, value) in [
                ("pull_n", pull),
                ("resistance_n", resistance),
                ("side_force_n", *side),
                ("depth_m", depth),
            ] {
                findings.record(format!("pass_{number}.{name}"), value);
            }
        }
        if let [first, second, ..] = &passes[..] {
            let resistance = second.straight.resistance() / first.straight.resistance();
            findings.record("resistance_of_second_by_first", resistance);
            findings.record("side_force_of_second_by_first", second.side / first.side);
        }
        findings.text = aligned(&lines);
        let softened = passes.last().map_or(0.0, |pass| pass.straight.softened);
        self.bed.warn_if_softened(&mut findings, softened)?;
        findings.charts = vec![self.chart(&passes)];
        findings.sheets = vec![sheet];
        Ok(findings)
    }

    /// All passes in one rut, and beside them a side force in a copy of what each finds.
    fn passes(&self, jobs: NonZero<usize>) -> Result<Vec<Pass>, RigError> {
        let drive = WheelDrive::with_slip(self.speed, self.slip, 0.0)?;
        let mut rig = self.wheel.over(&self.bed)?;
        let (mut found, mut ruts) = (Vec::new(), Vec::new());
        for _ in 0..self.passes {
            ruts.push(rig.another());
            rig.lift_to(0.0, 0.0);
            rig.put_down()?;
            found.push(rig.drive(&drive, self.distance)?);
        }
        let sides = in_order(&ruts, jobs, |rut| self.side(rut));
        let pass =
            |(straight, side): (Steady, Result<f64, RigError>)| Ok(Pass { straight, side: side? });
        found.into_iter().zip(sides).map(pass).collect()
    }

    fn side(&self, rut: &WheelRig) -> Result<f64, RigError> {
        let angle = self.slip_angle_deg.to_radians();
        let drive = WheelDrive::with_slip(self.speed, self.slip, angle)?;
        let mut rig = rut.another();
        let length = self.wheel.width / 3.0 / angle.sin();
        // Within the rut, whose ends are where passes begin and stop.
        rig.lift_to((0.4 * (self.distance - length)).max(0.0), 0.0);
        rig.put_down()?;
        Ok(rig.drive(&drive, length)?.side)
    }

    fn chart(&self, passes: &[Pass]) -> Chart {
        let curve = |label: &str, value: &dyn Fn(&Pass) -> f64| {
            let points = (1..).zip(passes).map(|(number, pass)| [f64::from(number), value(pass)]);
            Curve::line(label, points.collect())
        };
        Chart {
            name: "passes".to_owned(),
            title: format!("Passes of a wheel in one rut of {}", self.bed.name),
            caption: format!(
                "{}: in a rut less soil is left to compact, and its walls guide.",
                capital(&self.wheel.words)
            ),
            axes: ["Pass".to_owned(), "Force [N]".to_owned()],
            curves: vec![
                curve("resistance", &|pass| pass.straight.resistance()),
                curve("pull", &|pass| pass.straight.pull),
                curve(&format!("side force at {}°", self.slip_angle_deg), &|pass| pass.side),
            ],
            equal_aspect: false,
            notes: Vec::new(),
        }
    }
}
