//! The same scenario on another kind of ground: which numbers carry over, and which are taken for it.
//!
//! Friction carries over as an angle (a marker's stick angle, the cone's tangent, the soil's angle of
//! friction), stiffness and damping where both laws have them. Rigid ground has no stiffness: a law with
//! one gets that of a penetration at rest of a millimetre. How deep wheels sink into soil follows from
//! none but Bekker's: soil is taken to be dry sand then, without cohesion, as the others have none.
//! Stepping goes with the law: impulses are found by `moreau_jean` in steps of 5 ms, forces by `implicit`
//! in steps of 1 ms, which any stiffness allows, and soil of either kind by `implicit` in steps of 5 ms.

use super::build::metric_names;
use super::{SCENARIO, ScenarioFile, lineage, soil_ground};
use crate::format::{self, Ink, Node};
use crate::pattern;
use planetfall::ground::scm::Soil;
use planetfall::math::real;
use planetfall::recording;

/// Penetration at rest of ground that was rigid, m, and its damping ratio.
const NEARLY_RIGID: (f64, f64) = (0.001, 0.5);

/// Bekker's numbers of soil that nothing is known of: dry sand (J. Wong, *Theory of Ground Vehicles*,
/// table 2.3: n = 1.1, kc = 0.99 kN/m^2.1, kphi = 1528 kN/m^3.1), as keys of `[ground]`.
const DRY_SAND: &str = "sinkage_exponent = 1.1, cohesive_modulus_n_per_m_n1 = 990.0, \
                        frictional_modulus_n_per_m_n2 = 1528430.0";

impl ScenarioFile {
    /// The kind of ground that it has; none where that cannot be told.
    pub fn ground(&self) -> Option<&'static str> {
        let (source, _) = lineage::trace(self);
        let kind = format::check(&source, &SCENARIO).value.get("ground").case();
        Some(kind).filter(|kind| !kind.is_empty())
    }

    /// The same on another kind of ground, with the stepping that it needs; as it is where it has that
    /// kind already. Tells why where the other law's numbers do not follow from those of this one.
    pub fn on_ground(self, kind: &str) -> Result<Self, String> {
        let (source, _) = lineage::trace(&self);
        let checked = format::check(&source, &SCENARIO);
        let ground = checked.value.get("ground");
        // A file with mistakes tells them when it is loaded.
        if checked.has_errors() || ground.case() == kind {
            return Ok(self);
        }
        let law = law(ground, kind, || self.contactors())?;
        let mut settings = vec![("ground".to_owned(), law)];
        if family(ground.case()) != family(kind) {
            let stepping = family(kind);
            settings.push(("stepping".to_owned(), stepping.to_owned()));
            let phases = checked.value.list("phase").iter().enumerate();
            for (index, _) in phases.filter(|(_, phase)| phase.has("stepping")) {
                settings.push((format!("phase[{index}].stepping"), stepping.to_owned()));
            }
        }
        Ok(self.with_overrides(&settings).without_foreign())
    }

    /// The same without the metrics, figures and measurements of columns that this ground does not record,
    /// and without its expectations where one of them is of a metric that is not there: they are about the
    /// scenario's own ground then.
    fn without_foreign(self) -> Self {
        type Named = fn(&Node) -> Vec<&str>;
        const OF_COLUMNS: [(&str, Named); 3] = [
            ("metric", |node| node.texts("column")),
            ("figure", |node| [node.texts("x"), node.texts("y")].concat()),
            ("compare", |node| node.list("column").iter().map(|pair| pair.text("ours")).collect()),
        ];
        let empty = |key: &str| (key.to_owned(), "[]".to_owned());
        let keys = OF_COLUMNS.iter().map(|(key, _)| *key).chain(["expect"]);
        let bare = self.clone().with_overrides(&keys.map(empty).collect::<Vec<_>>());
        let Ok(bare) = bare.load(Ink::Plain) else { return self };
        let (source, _) = lineage::trace(&self);
        let all = format::check(&source, &SCENARIO).value;
        let columns = recording::columns(&bare.scenario.world);
        let recorded = |wanted: &str| columns.iter().any(|one| pattern::matches(wanted, &one.name));
        let mut kept = Vec::new();
        for (key, named) in OF_COLUMNS {
            let whole = |node: &&Node| named(node).into_iter().all(recorded);
            let left: Vec<&Node> = all.list(key).iter().filter(whole).collect();
            if left.len() < all.list(key).len() {
                let left: Vec<String> = left.into_iter().map(format::write_inline).collect();
                kept.push((key.to_owned(), format!("[{}]", left.join(", "))));
            }
        }
        let own = self.with_overrides(&kept);
        let plain = own.clone().with_overrides(&[empty("expect")]);
        let Ok(loaded) = plain.clone().load(Ink::Plain) else { return own };
        let known = metric_names(&loaded.scenario, &loaded.compared);
        let is_known = |node: &Node| known.iter().any(|name| name == node.text("metric"));
        if all.list("expect").iter().all(is_known) { own } else { plain }
    }
}

impl ScenarioFile {
    /// How many shapes carry the first vehicle.
    fn contactors(&self) -> usize {
        let loaded = self.clone().load(Ink::Plain).ok();
        let first = loaded.as_ref().and_then(|one| one.scenario.world.vehicles().first());
        first.map_or(1, |vehicle| vehicle.contactors.len().max(1))
    }
}

/// What the user should know of numbers that did not follow from the scenario's own ground; nothing
/// where all did.
pub fn taken_for(own: &str, kind: &str) -> Option<&'static str> {
    let own_soil = matches!(own, "wheel" | "bekker" | "soil");
    (matches!(kind, "wheel" | "soil") && !own_soil).then_some(
        "soil is taken to be dry sand (Bekker's n = 1.1, kc = 990 N/m^2.1, kphi = 1.528e6 \
         N/m^3.1) of equal strength everywhere and without cohesion: the scenario's ground does not say",
    )
}

/// How a kind of ground is stepped.
fn family(kind: &str) -> &'static str {
    match kind {
        "marker" => "{ method = \"implicit\", step_s = 0.001 }",
        "wheel" | "soil" => "{ method = \"implicit\", step_s = 0.005 }",
        _ => "{ method = \"moreau_jean\", step_s = 0.005 }",
    }
}

/// The other law as it would stand in a file.
fn law(ground: &Node, kind: &str, contactors: impl Fn() -> usize) -> Result<String, String> {
    let angle = friction_angle(ground);
    let (penetration, damping) = match ground.case() {
        "marker" | "spring" | "wheel" => {
            (ground.number("rest_penetration_m"), ground.number("damping_ratio"))
        }
        _ => NEARLY_RIGID,
    };
    let whose = match ground.case() {
        "marker" | "spring" => ground.text("stiffness"),
        _ => "shared",
    };
    let spring = format!(
        "rest_penetration_m = {penetration:?}, damping_ratio = {damping:?}, stiffness = \"{whose}\""
    );
    match kind {
        "nonsmooth" => Ok(format!("{{ kind = \"nonsmooth\", friction_angle_deg = {angle:?} }}")),
        "spring" => {
            Ok(format!("{{ kind = \"spring\", friction_angle_deg = {angle:?}, {spring} }}"))
        }
        "marker" => Ok(format!(
            "{{ kind = \"marker\", stick_angle_deg = {angle:?}, slide_angle_deg = {angle:?}, \
             friction = \"resting\", {spring} }}"
        )),
        "wheel" => {
            // Soil's is that of a wheel under its own share; a marker's may be under all the weight.
            let own = if whose == "per_marker" { contactors() as f64 } else { 1.0 };
            let penetration = penetration / own;
            let (soil, width) = (soil(ground), disc_width(ground));
            Ok(format!(
                "{{ kind = \"wheel\", friction_angle_deg = {angle:?}, rest_penetration_m = \
                 {penetration:?}, damping_ratio = {damping:?}, {soil}, disc_width_m = {width:?} }}"
            ))
        }
        "soil" => {
            let soil = soil(ground);
            Ok(format!(
                "{{ kind = \"soil\", soil = \"compared\", soil_type = [{{ name = \"compared\", \
                 friction_angle_deg = {angle:?}, cohesion_pa = {:?}, {soil} }}] }}",
                cohesion(ground)
            ))
        }
        _ => Err(format!(
            "the numbers of {kind} ground do not follow from those of {} ground: write a scenario that \
             `extends` this one with a [ground] of that kind",
            ground.case()
        )),
    }
}

/// Bekker's numbers, as keys of `[ground]` or of a soil: the ground's own, or those of dry sand.
fn soil(ground: &Node) -> String {
    const KEYS: [&str; 3] =
        ["sinkage_exponent", "cohesive_modulus_n_per_m_n1", "frictional_modulus_n_per_m_n2"];
    if let Some(soil) = named_soil(ground) {
        let Soil { exponent, cohesive, frictional, .. } = soil;
        // A wheel's footprint has one width only, for which a negative modulus may make no sense.
        return [exponent, cohesive.max(0.0), frictional]
            .iter()
            .zip(KEYS)
            .map(|(value, key)| format!("{key} = {value:?}"))
            .collect::<Vec<_>>()
            .join(", ");
    }
    if !matches!(ground.case(), "bekker" | "wheel") {
        return DRY_SAND.to_owned();
    }
    let given = |key: &str| Some(format!("{key} = {:?}", ground.optional_number(key)?));
    KEYS.iter().filter_map(|key| given(key)).collect::<Vec<_>>().join(", ")
}

/// Width of wheels that are discs, m.
fn disc_width(ground: &Node) -> f64 {
    let known = matches!(ground.case(), "bekker" | "wheel");
    known.then(|| ground.optional_number("disc_width_m")).flatten().unwrap_or(0.1)
}

/// The soil that `[ground] kind = "soil"` names.
fn named_soil(ground: &Node) -> Option<Soil> {
    (ground.case() == "soil").then(|| soil_ground::soil_of(ground)).flatten()
}

/// Of soil, Pa; others have none.
fn cohesion(ground: &Node) -> f64 {
    if ground.case() == "wheel" {
        return ground.number("cohesion_pa");
    }
    named_soil(ground).map_or(0.0, |soil| soil.cohesion)
}

/// The slope at which something begins to slide, degrees.
fn friction_angle(ground: &Node) -> f64 {
    if let Some(soil) = named_soil(ground) {
        return soil.friction_angle.to_degrees();
    }
    if ground.case() == "marker" {
        return ground.number("stick_angle_deg");
    }
    let angle = ground.optional_number("friction_angle_deg");
    angle.unwrap_or_else(|| real::atan2(ground.number("friction_coefficient"), 1.0).to_degrees())
}
