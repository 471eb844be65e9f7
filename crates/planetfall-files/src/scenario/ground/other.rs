//! The same scenario on another kind of ground: which numbers carry over, and which are taken for it.
//!
//! Friction carries over as an angle (a marker's stick angle, the cone's tangent, the soil's angle of
//! friction), stiffness and damping where both laws have them. Rigid ground has no stiffness: a law with
//! one gets that of a penetration at rest of a millimetre. How deep wheels sink into soil follows from
//! none but Bekker's: soil is taken to be dry sand then, without cohesion, as the others have none.
//! Stepping goes with the law ([`Stepped`]): impulses are found by `moreau_jean` in steps of 5 ms, forces by
//! `implicit` in steps of 1 ms, which any stiffness allows, and soil of either kind by `implicit` in the
//! scenario's own steps within 1 ms and 5 ms. A phase by a method that chooses its steps itself says nothing of
//! how long they may be, and gets 1 ms: `implicit` is of first order where soil yields, and its loss at a
//! touchdown grows with the step.

use super::super::build::metric_names;
use super::super::comparison::CompareKeys;
use super::super::schema::ScenarioKeys;
use super::super::schema::results::{ExpectKeys, FigureKeys};
use super::super::schema::stepping::SteppingKeys;
use super::super::{SCENARIO, ScenarioFile, lineage};
use super::keys::{FrictionKeys, StiffnessChoice};
use super::{InFiles, in_files};
use crate::format::declare::{Cases, Declared, Key, Words};
use crate::format::{self, Ink, Node};
use crate::pattern;
use planetfall::ground::GroundKind;
use planetfall::math::real;
use planetfall::recording;

/// Penetration at rest of ground that was rigid, m, and its damping ratio.
const NEARLY_RIGID: (f64, f64) = (0.001, 0.5);

/// Bekker's numbers of soil that nothing is known of: dry sand (J. Wong, *Theory of Ground Vehicles*,
/// table 2.3: n = 1.1, kc = 0.99 kN/m^2.1, kphi = 1528 kN/m^3.1), as keys of `[ground]`.
const DRY_SAND: &str = "sinkage_exponent = 1.1, cohesive_modulus_n_per_m_n1 = 990.0, \
                        frictional_modulus_n_per_m_n2 = 1528430.0";

impl ScenarioFile {
    /// The kind of ground that it has; none where that cannot be known.
    pub fn ground(&self) -> Option<&'static str> {
        let (source, _) = lineage::trace(self);
        let checked = format::check(&source, &SCENARIO);
        ScenarioKeys::of(&checked.value).ground.kind.given().map(Cases::word)
    }

    /// The same on another kind of ground, with the stepping that it needs; as it is where it has that
    /// kind already. Reports why where the other law's numbers do not follow from those of this one.
    pub fn on_ground(self, kind: &str) -> Result<Self, String> {
        let (source, _) = lineage::trace(&self);
        let checked = format::check(&source, &SCENARIO);
        let keys = ScenarioKeys::of(&checked.value);
        let ground = &keys.ground;
        // A file with mistakes is reported when it is loaded.
        if checked.has_errors() || ground.kind.word() == kind {
            return Ok(self);
        }
        let (Some(own), Some(other)) = (files_of(ground.kind.word()), files_of(kind)) else {
            return Err(format!("there is no ground model `{kind}`"));
        };
        let law = ground.law().map(|law| law.numbers());
        let numbers = law.unwrap_or_else(|| Numbers::of_angle(f64::NAN));
        let numbers = Numbers { contactors: self.contactors(), ..numbers };
        let law = (other.written)(&numbers).ok_or_else(|| {
            format!(
                "the numbers of {kind} ground do not follow from those of {} ground: write a scenario that \
                 `extends` this one with a [ground] of that kind",
                ground.kind.word()
            )
        })?;
        let mut settings = vec![("ground".to_owned(), law)];
        if own.stepping != other.stepping {
            settings.push(("stepping".to_owned(), other.stepping.written(&keys.stepping)));
            for (index, phase) in keys.phase.iter().enumerate() {
                let Some(own) = &phase.stepping else { continue };
                settings.push((format!("phase[{index}].stepping"), other.stepping.written(own)));
            }
        }
        Ok(self.with_overrides(&settings).without_foreign())
    }

    /// The same without the metrics, figures and measurements of columns that this ground does not record,
    /// and without its expectations where one of them is of a metric that is not there: they are about the
    /// scenario's own ground then.
    fn without_foreign(self) -> Self {
        let empty = |key: &str| (key.to_owned(), "[]".to_owned());
        let all = ["metric", "figure", "compare", "expect"];
        let bare = self.clone().with_overrides(&all.map(empty));
        let Ok(bare) = bare.load(Ink::Plain) else { return self };
        let (source, _) = lineage::trace(&self);
        let checked = format::check(&source, &SCENARIO);
        let all = ScenarioKeys::of(&checked.value);
        let columns = recording::columns(&bare.scenario.world);
        let recorded = |wanted: &str| columns.iter().any(|one| pattern::matches(wanted, &one.name));
        let metrics = all.metric.iter().map(|one| one.column.values().all(recorded));
        let drawn = |one: &FigureKeys| one.x.values().chain(one.y.values()).all(recorded);
        let figures = all.figure.iter().map(drawn);
        let compared = |one: &CompareKeys| one.column.iter().all(|c| recorded(c.ours.value()));
        let compared = all.compare.iter().map(compared);
        let mut kept = Vec::new();
        kept.extend(kept_of(&checked.value, "metric", &metrics.collect::<Vec<_>>()));
        kept.extend(kept_of(&checked.value, "figure", &figures.collect::<Vec<_>>()));
        kept.extend(kept_of(&checked.value, "compare", &compared.collect::<Vec<_>>()));
        let own = self.with_overrides(&kept);
        let plain = own.clone().with_overrides(&[empty("expect")]);
        let Ok(loaded) = plain.clone().load(Ink::Plain) else { return own };
        let known = metric_names(&loaded.scenario, &loaded.compared);
        let is_known = |one: &ExpectKeys| known.iter().any(|name| name == one.metric.value());
        if all.expect.iter().all(is_known) { own } else { plain }
    }
}

impl ScenarioFile {
    /// How many shapes carry the first vehicle.
    fn contactors(&self) -> usize {
        let loaded = self.clone().load(Ink::Plain).ok();
        let first = loaded.as_ref().and_then(|one| one.scenario.world.vehicles().first());
        first.map_or(1, |vehicle| vehicle.supports().max(1))
    }
}

/// A setting that leaves of the tables under a path those that are wanted; none where all are.
fn kept_of(root: &Node, path: &str, wanted: &[bool]) -> Option<(String, String)> {
    let tables = root.find(path).map_or(&[][..], Node::elements);
    let kept = tables.iter().zip(wanted).filter(|(_, wanted)| **wanted);
    let kept: Vec<String> = kept.map(|(table, _)| format::write_inline(table)).collect();
    (kept.len() < tables.len()).then(|| (path.to_owned(), format!("[{}]", kept.join(", "))))
}

/// What the user should know of numbers that did not follow from the scenario's own ground; nothing
/// where all did.
pub fn taken_for(own: &str, kind: &str) -> Option<&'static str> {
    let is_soil = |name: &str| files_of(name).is_some_and(|files| files.has_soil);
    let needs_soil = files_of(kind).is_some_and(|files| files.stepping == Stepped::Soil);
    (needs_soil && !is_soil(own)).then_some(
        "soil is taken to be dry sand (Bekker's n = 1.1, kc = 990 N/m^2.1, kphi = 1.528e6 \
         N/m^3.1) of equal strength everywhere and without cohesion: the scenario's ground does not say",
    )
}

fn files_of(name: &str) -> Option<&'static InFiles> {
    GroundKind::named(name).and_then(in_files)
}

/// How a kind of ground is stepped where a scenario comes to it from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scenario) enum Stepped {
    /// Ground that gives forces.
    Forces,
    /// Ground whose impulses are unknowns.
    Impulses,
    /// Soil of either kind.
    Soil,
}

/// The shortest and the longest step on soil, s, that a scenario of another ground gets.
const ON_SOIL: (f64, f64) = (0.001, 0.005);

impl Stepped {
    /// The table `stepping` of a scenario or phase whose own is given.
    fn written(self, own: &SteppingKeys) -> String {
        let (shortest, longest) = ON_SOIL;
        let (method, step) = match self {
            Self::Forces => ("implicit", 0.001),
            Self::Impulses => ("moreau_jean", 0.005),
            Self::Soil => {
                let step = own.step().map_or(shortest, |step| step.value());
                ("implicit", step.clamp(shortest, longest))
            }
        };
        format!("{{ method = \"{method}\", step_s = {step:?} }}")
    }
}

/// What carries over from one kind of ground to another.
#[derive(Clone, Debug)]
pub(in crate::scenario) struct Numbers {
    /// The slope at which something begins to slide, degrees.
    pub(in crate::scenario) angle: f64,
    /// Penetration at rest, m, and damping ratio.
    pub(in crate::scenario) spring: (f64, f64),
    /// Whose stiffness that is.
    pub(in crate::scenario) whose: StiffnessChoice,
    /// Bekker's numbers as keys; none where nothing is known of them.
    pub(in crate::scenario) soil: Option<String>,
    /// Pa
    pub(in crate::scenario) cohesion: f64,
    /// Width of wheels that are discs, m.
    pub(in crate::scenario) disc_width: f64,
    /// How many shapes carry the first vehicle.
    pub(in crate::scenario) contactors: usize,
}

impl Numbers {
    /// Of ground of which nothing but the angle of friction is known: nearly rigid, and without soil.
    pub(in crate::scenario) fn of_angle(angle: f64) -> Self {
        Self {
            angle,
            spring: NEARLY_RIGID,
            whose: StiffnessChoice::Shared,
            soil: None,
            cohesion: 0.0,
            disc_width: 0.1,
            contactors: 1,
        }
    }

    /// The same of ground with Coulomb's cone.
    pub(super) fn of_friction(keys: &FrictionKeys) -> Self {
        let coefficient = || keys.friction_coefficient.given().unwrap_or(f64::NAN);
        let angle = || real::atan2(coefficient(), 1.0).to_degrees();
        Self::of_angle(keys.friction_angle_deg.given().unwrap_or_else(angle))
    }

    /// Keys of a spring.
    pub(in crate::scenario) fn spring_keys(&self) -> String {
        let ((penetration, damping), whose) = (self.spring, self.whose.word());
        format!(
            "rest_penetration_m = {penetration:?}, damping_ratio = {damping:?}, stiffness = \"{whose}\""
        )
    }

    /// Keys of soil: its own, or those of dry sand.
    pub(in crate::scenario) fn soil_keys(&self) -> &str {
        self.soil.as_deref().unwrap_or(DRY_SAND)
    }
}

/// Bekker's numbers of a table.
pub(in crate::scenario) fn bekker_keys(numbers: [&Key<f64>; 3]) -> String {
    let given = |key: &&Key<f64>| Some(format!("{} = {:?}", key.name(), key.given()?));
    numbers.iter().filter_map(given).collect::<Vec<_>>().join(", ")
}
