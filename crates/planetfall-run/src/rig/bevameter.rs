//! The bevameter: pressure-sinkage curves of plates, and the soil that follows from them, beside the one
//! that was put in and the paper's Table 2.

use super::findings::{Chart, Curve, Findings, Sheet, aligned};
use super::{Bed, Extent};
use crate::campaign::in_order;
use planetfall::ground::compliant::Bekker;
use planetfall::ground::scm::{Scratch, Soil};
use planetfall::rig::{
    Plate, PlateLoading, PlateReading, RigError, identify, level_bed, mean_and_deviation, offsets,
};
use planetfall_files::rig::schema::BevameterKeys;
use planetfall_files::scenario::Report;
use std::num::NonZero;

/// Plates pressed into soil.
#[derive(Clone, Debug)]
pub struct Bevameter {
    pub(super) bed: Bed,
    spacings: Vec<f64>,
    plates: Vec<(String, Plate)>,
    pressures: Vec<f64>,
    offsets: u32,
}

/// A row of Table 2: spacing, then n, kc and kphi as the paper identified them from DLR-A, then the
/// mean and the standard deviation of kc and kphi of an independent program of the same equations, over
/// 20 offsets.
struct Published {
    spacing: f64,
    paper: [f64; 3],
    reference: [[f64; 2]; 2],
}

/// Rows of table 2 of Krenn and Hirzinger 2008.
const TABLE_2: [Published; 3] = [
    Published {
        spacing: 0.005,
        paper: [0.6343, 2271.48, 62_612.16],
        reference: [[2357.0, 33.0], [60_383.0, 342.0]],
    },
    Published {
        spacing: 0.0075,
        paper: [0.6331, 2357.78, 63_119.75],
        reference: [[2380.0, 165.0], [60_144.0, 2052.0]],
    },
    Published {
        spacing: 0.01,
        paper: [0.6323, 2351.08, 61_874.48],
        reference: [[2362.0, 94.0], [60_416.0, 832.0]],
    },
];

/// Means and deviations of n, kc and kphi at one spacing.
struct Identified {
    spacing: f64,
    found: [[f64; 2]; 3],
    /// Each plate at each pressure: mean, least and greatest sinkage, m.
    sinkages: Vec<[f64; 3]>,
    /// Whether the soil's stiffness was positive under each plate at all places.
    held: Vec<bool>,
}

impl Bevameter {
    pub(super) fn described(
        keys: &BevameterKeys,
        bed: Bed,
        report: &mut Report<'_>,
    ) -> Result<Self, RigError> {
        let mut plates = Vec::new();
        for radius in keys.radii_m.values() {
            plates.push((format!("disc of radius {radius} m"), Plate::disc(radius)?));
        }
        for [length, width] in keys.rectangles_m.values() {
            let name = format!("rectangle of {length} m by {width} m");
            plates.push((name, Plate::rectangle(length, width)?));
        }
        let mut widths: Vec<f64> = plates.iter().map(|(_, plate)| plate.width()).collect();
        widths.sort_by(f64::total_cmp);
        widths.dedup();
        if widths.len() < 2 {
            let message = "kc can be distinguished from kphi by plates of two sizes or more only";
            report.error(keys.radii_m.place(), message);
        }
        let mut pressures: Vec<f64> = keys.pressures_pa.values().collect();
        pressures.sort_by(f64::total_cmp);
        pressures.dedup();
        if pressures.len() < 2 {
            report.error(keys.pressures_pa.place(), "n needs two different pressures or more");
        }
        let mut spacings = vec![bed.spacing];
        for spacing in keys.further_spacings_m.values() {
            if let Err(error) = level_bed(bed.soil, spacing, bed.recipe) {
                report.error(keys.further_spacings_m.place(), error.to_string());
            }
            if !spacings.contains(&spacing) {
                spacings.push(spacing);
            }
        }
        let offsets = u32::try_from(keys.offsets.value()).unwrap_or(1);
        Ok(Self { bed, spacings, plates, pressures, offsets })
    }

    pub(super) fn metric_names(&self) -> Vec<String> {
        let each = self.spacings.iter().enumerate();
        each.flat_map(|(index, spacing)| metrics(index, *spacing)).collect()
    }

    pub(super) fn extent(&self) -> Extent {
        let spacing = self.spacings.iter().copied().fold(f64::INFINITY, f64::min);
        let sides = self.plates.iter().map(|(_, plate)| plate.sides());
        let largest = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.max(c), b.max(d)];
        let print = sides.clone().fold([0.0; 2], largest);
        let tracks = [sides.map(|[length, _]| length).sum(), print[1]];
        Extent { spacing, print, tracks }
    }

    pub(super) fn run(&self, jobs: NonZero<usize>) -> Result<Findings, RigError> {
        let mut all = Vec::new();
        for spacing in &self.spacings {
            all.push(self.identified(*spacing, jobs)?);
        }
        let mut findings = Findings {
            setting: format!(
                "{} plates in {} under {} to {} Pa, each at {} places within a cell of the soil; \
                 n, kc and kphi by least squares of each placement.",
                self.plates.len(),
                self.bed.name,
                self.pressures.first().copied().unwrap_or_default(),
                self.pressures.last().copied().unwrap_or_default(),
                self.offsets * self.offsets
            ),
            text: self.table(&all),
            ..Findings::default()
        };
        for (index, one) in all.iter().enumerate() {
            let values = one.found.iter().flatten();
            for (name, value) in metrics(index, one.spacing).into_iter().zip(values) {
                findings.record(name, *value);
            }
        }
        findings.warnings = self.softened(&all)?;
        findings.sheets = vec![self.identified_sheet(&all), self.sheet(&all)];
        findings.charts = vec![self.chart(&all)?];
        Ok(findings)
    }

    /// A warning for plates too small for the soil's numbers.
    fn softened(&self, all: &[Identified]) -> Result<Vec<String>, RigError> {
        let is_held = |plate: usize| all.iter().all(|one| one.held[plate]);
        let plates = self.plates.iter().enumerate();
        let names: Vec<&str> = plates
            .filter(|(index, _)| !is_held(*index))
            .map(|(_, (name, _))| name.as_str())
            .collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let warning = self.bed.build()?.softened(&format!("under the {}", names.join(" and the ")));
        Ok(vec![format!("warning: {warning}")])
    }

    fn identified(&self, spacing: f64, jobs: NonZero<usize>) -> Result<Identified, RigError> {
        let bed = level_bed(self.bed.soil, spacing, self.bed.recipe)?;
        let places = offsets(&bed, self.offsets);
        let at = |place: &[f64; 2]| -> Result<(Bekker, Vec<f64>, Vec<bool>), RigError> {
            let mut scratch = Scratch::new();
            let (mut readings, mut held) = (Vec::new(), Vec::new());
            for (_, plate) in &self.plates {
                held.push(plate.is_held(&bed, *place, &mut scratch)?);
                for pressure in &self.pressures {
                    let force = pressure * plate.area();
                    let sinkage = plate.sinkage(&bed, *place, force, &mut scratch)?;
                    readings.push(PlateReading {
                        width: plate.width(),
                        sinkage,
                        pressure: *pressure,
                    });
                }
            }
            let sinkages = readings.iter().map(|one| one.sinkage).collect();
            // Readings are positive, and of two plates and pressures at least.
            let soil = identify(&readings).unwrap_or(UNKNOWN);
            Ok((soil, sinkages, held))
        };
        let found = in_order(&places, jobs, at).into_iter().collect::<Result<Vec<_>, _>>()?;
        let of = |number: fn(&Bekker) -> f64| {
            mean_and_deviation(found.iter().map(move |(soil, ..)| number(soil)))
        };
        let readings = self.plates.len() * self.pressures.len();
        let sinkages = (0..readings).map(|k| {
            let each = found.iter().filter_map(move |(_, sinkages, _)| sinkages.get(k).copied());
            let [mean, _] = mean_and_deviation(each.clone());
            let least = each.clone().fold(f64::INFINITY, f64::min);
            [mean, least, each.fold(0.0, f64::max)]
        });
        let held = |plate: usize| found.iter().all(|(_, _, held)| held[plate]);
        Ok(Identified {
            spacing,
            held: (0..self.plates.len()).map(held).collect(),
            found: [of(|soil| soil.exponent), of(|soil| soil.cohesive), of(|soil| soil.frictional)],
            sinkages: sinkages.collect(),
        })
    }

    /// What Table 2 says, if this is its soil.
    fn published(&self, spacing: f64) -> Option<&'static Published> {
        let Soil { exponent, cohesive, frictional, .. } = Soil::dlr_a();
        let soil = &self.bed.soil;
        let same =
            soil.exponent == exponent && soil.cohesive == cohesive && soil.frictional == frictional;
        TABLE_2.iter().find(|row| same && (row.spacing - spacing).abs() < 1e-9)
    }

    fn table(&self, all: &[Identified]) -> String {
        let soil = &self.bed.soil;
        let words = |cells: [String; 5]| cells.to_vec();
        let heading = ["spacing", "", "n", "kc N/m^(n+1)", "kphi N/m^(n+2)"].map(str::to_owned);
        let mut rows = vec![words(heading)];
        let plain =
            |[n, kc, kphi]: [f64; 3]| [format!("{n:.4}"), format!("{kc:.1}"), format!("{kphi:.0}")];
        let mut push = |spacing: String, what: &str, [n, kc, kphi]: [String; 3]| {
            rows.push(words([spacing, what.to_owned(), n, kc, kphi]));
        };
        let given = [soil.exponent, soil.cohesive, soil.frictional];
        push(String::new(), "put in", plain(given));
        for one in all {
            let [n, kc, kphi] = one.found;
            let means =
                [format!("{:.6}", n[0]), format!("{:.1}", kc[0]), format!("{:.0}", kphi[0])];
            push(format!("{} m", one.spacing), "identified, mean", means);
            let spread = [n[1], kc[1], kphi[1]];
            let [dn, dkc, dkphi] =
                spread.map(|x| format!("± {}", planetfall_files::quantity::significant(x, 2)));
            push(String::new(), "single placement", [dn, dkc, dkphi]);
            let deviation = [0, 1, 2].map(|k| 100.0 * (one.found[k][0] / given[k] - 1.0));
            push(String::new(), "mean off by", deviation.map(|x| format!("{:+.2} %", x + 0.0)));
            if let Some(row) = self.published(one.spacing) {
                push(String::new(), "paper, Table 2", plain(row.paper));
                let [kc, kphi] = row.reference.map(|[mean, sd]| format!("{mean} ± {sd}"));
                push(String::new(), "reference, 20 offsets", ["0.63".to_owned(), kc, kphi]);
            }
        }
        aligned(&rows) + self.remark(all)
    }

    /// What Table 2 is of, where nothing of the kind was pressed here.
    fn remark(&self, all: &[Identified]) -> &'static str {
        let is_disc = |plate: &Plate| plate.sides() == [2.0 * plate.width(); 2];
        let has_disc = self.plates.iter().any(|(_, plate)| is_disc(plate));
        match all.iter().any(|one| self.published(one.spacing).is_some()) && !has_disc {
            true => RECTANGLES,
            false => "",
        }
    }

    fn identified_sheet(&self, all: &[Identified]) -> Sheet {
        let columns = ["spacing_m", "n", "n_spread", "kc", "kc_spread", "kphi", "kphi_spread"];
        let mut sheet = Sheet::new("identified", &columns);
        let row = |one: &Identified| {
            [one.spacing].into_iter().chain(one.found.iter().flatten().copied()).collect()
        };
        sheet.rows = all.iter().map(row).collect();
        sheet
    }

    fn sheet(&self, all: &[Identified]) -> Sheet {
        let columns = [
            "spacing_m",
            "plate_width_m",
            "plate_area_m2",
            "pressure_pa",
            "sinkage_mean_m",
            "sinkage_least_m",
            "sinkage_greatest_m",
            "bekker_sinkage_m",
        ];
        let mut sheet = Sheet::new("pressure-sinkage", &columns);
        for one in all {
            let cases = self.plates.iter().flat_map(|(_, plate)| {
                self.pressures.iter().map(move |pressure| (plate, *pressure))
            });
            for ((plate, pressure), sinkages) in cases.zip(&one.sinkages) {
                let ideal = self.ideal(plate, pressure);
                let lead = [one.spacing, plate.width(), plate.area(), pressure];
                sheet.rows.push(lead.into_iter().chain(*sinkages).chain([ideal]).collect());
            }
        }
        sheet
    }

    /// Bekker's sinkage, m.
    fn ideal(&self, plate: &Plate, pressure: f64) -> f64 {
        let soil = &self.bed.soil;
        let modulus = soil.cohesive / plate.width() + soil.frictional;
        (pressure / modulus).powf(1.0 / soil.exponent)
    }

    /// Bekker's sinkage of a plate under the greatest pressure, m; as it was read where his law has none.
    fn deepest(&self, plate: usize, all: &[Identified]) -> f64 {
        let most = self.pressures.last().copied().unwrap_or_default();
        let ideal = self.plates.get(plate).map_or(f64::NAN, |(_, plate)| self.ideal(plate, most));
        let last = (plate + 1) * self.pressures.len() - 1;
        let read = all.first().and_then(|one| one.sinkages.get(last)).map(|[mean, ..]| *mean);
        if ideal.is_finite() { ideal } else { read.unwrap_or_default() }
    }

    /// Pressure over sinkage, as in Fig. 9, with a press that lets go and presses again.
    fn chart(&self, all: &[Identified]) -> Result<Chart, RigError> {
        let bed = self.bed.build()?;
        let first = offsets(&bed, 1).first().copied().unwrap_or_default();
        let mut curves = Vec::new();
        let mut readings = Vec::new();
        let most = self.pressures.last().copied().unwrap_or_default();
        for (index, (name, plate)) in self.plates.iter().enumerate() {
            let deepest = self.deepest(index, all);
            let ideal = |k: u32| {
                let pressure = most * f64::from(k) / 60.0;
                [1e3 * self.ideal(plate, pressure), 1e-3 * pressure]
            };
            curves.push(Curve::line(format!("Bekker, {name}"), (0..=60).map(ideal).collect()));
            let mut loading = PlateLoading::new(plate, &bed, first);
            let mut course = Vec::new();
            for sinkage in excursion(deepest, most / self.bed.soil.elastic_stiffness) {
                course.push([1e3 * sinkage, 1e-3 * loading.to(sinkage)?]);
            }
            curves.push(Curve::line(format!("pressed, {name}"), course));
            for one in all {
                let from = index * self.pressures.len();
                let own = one.sinkages.iter().skip(from).zip(&self.pressures);
                readings.extend(own.map(|([mean, _, _], p)| [1e3 * mean, 1e-3 * p]));
            }
        }
        curves.push(Curve::dots("readings, means over placements", readings));
        Ok(Chart {
            name: "pressure-sinkage".to_owned(),
            title: format!("Pressure and sinkage of plates in {}", self.bed.name),
            caption:
                "Fig. 9 of the paper: Bekker's law, and plates pressed into the model's soil at \
                      one place; halfway they are let go and pressed again."
                    .to_owned(),
            axes: ["Sinkage [mm]".to_owned(), "Pressure [kPa]".to_owned()],
            curves,
            equal_aspect: false,
            notes: Vec::new(),
        })
    }
}

/// What the page says where no disc was pressed.
const RECTANGLES: &str = "\nTable 2 and the reference are of discs; here rectangles alone were pressed. \
                          The contour of a rectangle along the grid comes out short by 1.4 % along its \
                          sides and by about two spacings at its corners, so kc is too small, the less \
                          the finer the grid.\n";

/// What no line could be drawn through.
const UNKNOWN: Bekker = Bekker { exponent: f64::NAN, cohesive: f64::NAN, frictional: f64::NAN };

/// Down to a depth, and on the way once out by some elastic ways and in again.
fn excursion(deepest: f64, elastic: f64) -> Vec<f64> {
    let halfway = 0.5 * deepest;
    let part = |from: f64, to: f64, k: u32| from + (to - from) * f64::from(k) / 30.0;
    let out = (halfway - 1.5 * elastic).max(0.0);
    let legs = [(0.0, halfway), (halfway, out), (out, halfway), (halfway, deepest)];
    legs.into_iter().flat_map(|(from, to)| (1..=30).map(move |k| part(from, to, k))).collect()
}

/// Names of n, its spread, kc, its spread, kphi and its spread; the first spacing's have no prefix.
fn metrics(index: usize, spacing: f64) -> [String; 6] {
    let prefix = match index {
        0 => String::new(),
        _ => format!("spacing_{}_mm.", spelled(1e3 * spacing)),
    };
    ["n", "n_spread", "kc", "kc_spread", "kphi", "kphi_spread"]
        .map(|name| format!("{prefix}identified_{name}"))
}

/// A number as part of a name: 7.5 is `7_5`, −20 is `minus_20`.
pub(super) fn spelled(number: f64) -> String {
    // Three decimals are as fine as anyone sets these.
    let rounded = (1e3 * number).round() / 1e3 + 0.0;
    format!("{rounded}").replace('-', "minus_").replace('.', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_have_neither_dots_nor_signs() {
        assert_eq!(spelled(7.5), "7_5");
        assert_eq!(spelled(-20.0), "minus_20");
        assert_eq!(spelled(1e2 * 0.3), "30");
        assert_eq!(spelled(-0.0), "0");
    }
}
