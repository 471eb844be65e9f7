//! What a slope study found: as a table, as CSV, as JSON.

use super::drive::{Made, Mishap};
use super::{Motion, Statistics, Study, StudyCase};
use serde_json::{Value, json};

/// All that a study found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What was studied.
    pub study: Study,
    /// One row per case.
    pub rows: Vec<Row>,
}

/// The samples of one case.
#[derive(Clone, Debug)]
pub struct Row {
    /// The case.
    pub case: StudyCase,
    /// What became of each sample.
    pub made: Vec<Result<Made, Mishap>>,
}

impl Row {
    /// Statistics of a number of the runs that have it.
    pub fn statistics(&self, number: impl Fn(&Made) -> f64) -> Statistics {
        Statistics::of(self.made.iter().flatten().map(number))
    }

    /// The slip by which a motion is judged: of the turn for a turn in place, else of the distance.
    #[must_use]
    pub fn slip(&self) -> Statistics {
        self.statistics(|made| made.judged(self.case.motion))
    }

    /// Share of draws that were clamped at zero; not a number without draws.
    #[must_use]
    pub fn clamped(&self) -> f64 {
        let sum = |count: fn(&Made) -> u64| self.made.iter().flatten().map(count).sum::<u64>();
        sum(|made| made.clamped) as f64 / sum(|made| made.draws) as f64
    }

    /// Runs that slid away: counted, with their slip until then.
    #[must_use]
    pub fn slid_away(&self) -> usize {
        self.made.iter().flatten().filter(|made| made.slid_away).count()
    }

    /// Why runs failed that have no slip, each kind once with its count.
    #[must_use]
    pub fn mishaps(&self) -> Vec<(String, usize)> {
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for mishap in self.made.iter().filter_map(|made| made.as_ref().err()) {
            let words = mishap.words();
            match kinds.iter_mut().find(|(known, _)| *known == words) {
                Some((_, count)) => *count += 1,
                None => kinds.push((words, 1)),
            }
        }
        kinds
    }

    fn counted_mishaps(&self) -> String {
        let counted = self.mishaps().into_iter().map(|(words, count)| format!("{count} {words}"));
        counted.collect::<Vec<_>>().join("; ")
    }

    fn remarks(&self) -> String {
        let slid = match self.slid_away() {
            0 => String::new(),
            count => format!("{count} slid away"),
        };
        let lost = match self.counted_mishaps() {
            counted if counted.is_empty() => counted,
            counted => format!("not counted: {counted}"),
        };
        [slid, lost].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }
}

impl Made {
    /// The slip by which a motion is judged.
    #[must_use]
    pub fn judged(&self, motion: Motion) -> f64 {
        if motion == Motion::Turn { self.turn_slip } else { self.slip }
    }
}

/// Names of the numbers of a run in CSV and JSON, and how to get them.
type Column = (&'static str, fn(&Made) -> f64);

/// Columns of the survey, with what stands in each.
const COLUMNS: [Column; 6] = [
    ("slip", |made| made.slip),
    ("turn_slip", |made| made.turn_slip),
    ("slip_angle_deg", |made| made.slip_angle_deg),
    ("downhill_m", |made| made.downhill_m),
    ("made_m", |made| made.made_m),
    ("rolled_m", |made| made.rolled_m),
];

impl Survey {
    /// The table for a terminal.
    #[must_use]
    pub fn table(&self) -> String {
        let mut text = format!(
            "{:9} {:9} {:>7}  {:>9} {:>9} {:>9}  {:>9} {:>10} {:>8}  {}\n",
            "motion",
            "direction",
            "slope",
            "mean slip",
            "deviation",
            "95 % ±",
            "turn slip",
            "slip angle",
            "clamped",
            "remarks"
        );
        for row in &self.rows {
            let StudyCase { motion, direction, angle_deg } = row.case;
            let slip = row.statistics(|made| made.slip);
            let judged = row.slip();
            let turn = row.statistics(|made| made.turn_slip);
            let angle = row.statistics(|made| made.slip_angle_deg);
            text += format!(
                "{:9} {:9} {:>6}°  {:>9} {:>9} {:>9}  {:>9} {:>10} {:>8}  {}",
                motion.name(),
                direction.name(),
                angle_deg,
                percent(slip.mean),
                percent(judged.deviation),
                percent(judged.half_interval()),
                percent(turn.mean),
                if angle.count > 0 { format!("{:.2}°", angle.mean + 0.0) } else { "-".to_owned() },
                percent(row.clamped()),
                row.remarks()
            )
            .trim_end();
            text += "\n";
        }
        text
    }

    /// One line per case.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = "motion,direction,angle_deg,samples,counted".to_owned();
        for (name, _) in COLUMNS {
            text += &format!(",{name}_mean,{name}_deviation,{name}_half_interval_95");
        }
        text += ",clamped_share,slid_away,not_counted\n";
        for row in &self.rows {
            text += &lead(&row.case);
            text += &format!(",{},{}", row.made.len(), row.made.iter().flatten().count());
            for (_, number) in COLUMNS {
                let found = row.statistics(number);
                for value in [found.mean, found.deviation, found.half_interval()] {
                    text += &format!(",{}", cell(value));
                }
            }
            let mishaps = row.counted_mishaps().replace('"', "\"\"");
            let (clamped, slid) = (cell(row.clamped()), row.slid_away());
            text += &format!(",{clamped},{slid},\"{mishaps}\"\n");
        }
        text
    }

    /// One line per run.
    #[must_use]
    pub fn samples_csv(&self) -> String {
        let names: Vec<&str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        let names = names.join(",");
        let mut text =
            format!("motion,direction,angle_deg,sample,{names},draws,clamped,slid_away,mishap\n");
        for row in &self.rows {
            for (number, made) in row.made.iter().enumerate() {
                text += &format!("{},{number}", lead(&row.case));
                match made {
                    Ok(made) => {
                        COLUMNS.iter().for_each(|(_, of)| text += &format!(",{}", cell(of(made))));
                        let slid = u8::from(made.slid_away);
                        text += &format!(",{},{},{slid},\n", made.draws, made.clamped);
                    }
                    Err(mishap) => {
                        let words = mishap.words().replace('"', "\"\"");
                        text += &format!("{},,,,\"{words}\"\n", ",".repeat(COLUMNS.len()));
                    }
                }
            }
        }
        text
    }

    /// Study and rows; `null` where there is no number.
    #[must_use]
    pub fn json(&self) -> Value {
        let study = &self.study;
        let rows: Vec<Value> = self.rows.iter().map(row_json).collect();
        json!({
            "vehicle": study.vehicle,
            "soil": study.soil.name,
            "ground": study.soil.text,
            "gravity_m_per_s2": study.gravity_m_per_s2,
            "samples": study.samples,
            "seed": study.seed,
            "speed_m_per_s": study.speed_m_per_s,
            "length_m": study.length_m,
            "step_s": study.step_s,
            "interval": "two-sided 95 % of the mean, Student",
            "rows": rows,
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// Runs that have no slip, and all.
    #[must_use]
    pub fn lost(&self) -> (usize, usize) {
        let runs = || self.rows.iter().flat_map(|row| &row.made);
        (runs().filter(|made| made.is_err()).count(), runs().count())
    }
}

fn row_json(row: &Row) -> Value {
    let mut object = serde_json::Map::new();
    object.insert("motion".to_owned(), row.case.motion.name().into());
    object.insert("direction".to_owned(), row.case.direction.name().into());
    object.insert("angle_deg".to_owned(), row.case.angle_deg.into());
    object.insert("counted".to_owned(), row.made.iter().flatten().count().into());
    for (name, number) in COLUMNS {
        let found = row.statistics(number);
        let value = json!({
            "mean": found.mean,
            "deviation": found.deviation,
            "half_interval_95": found.half_interval(),
        });
        object.insert(name.to_owned(), value);
    }
    object.insert("clamped_share".to_owned(), json!(row.clamped()));
    object.insert("slid_away".to_owned(), row.slid_away().into());
    let mishaps = row.mishaps().into_iter();
    let mishaps: Vec<Value> =
        mishaps.map(|(what, runs)| json!({ "what": what, "runs": runs })).collect();
    object.insert("not_counted".to_owned(), mishaps.into());
    Value::Object(object)
}

fn lead(case: &StudyCase) -> String {
    format!("{},{},{:?}", case.motion.name(), case.direction.name(), case.angle_deg)
}

fn cell(number: f64) -> String {
    if number.is_finite() { format!("{number:?}") } else { String::new() }
}

fn percent(share: f64) -> String {
    // Adding zero turns a negative zero into a plain one.
    let shown = (1000.0 * share).round() / 10.0 + 0.0;
    if share.is_finite() { format!("{shown:.1} %") } else { "-".to_owned() }
}
