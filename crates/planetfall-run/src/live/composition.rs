//! From a choice of scenario, vehicle, terrain and ground to the scenario that is run.
//!
//! Another vehicle leaves of a scenario its gravity, terrain, ground, sun and stepping: phases, flight
//! software, cables, faults, sensors and expectations are about the vehicle that it had. Another terrain
//! leaves the vehicles, but not what they were commanded to drive.

use super::LiveError;
use planetfall::ground::GroundKind;
use planetfall_files::format::nearest;
use planetfall_files::live::{Choice, Offer, Offers};
use planetfall_files::scenario::{self, ScenarioFile, ground_models, taken_for};
use planetfall_files::vehicle;
use toml::{Table, Value};

/// Where `planetfall live` begins if nothing else is said.
pub const PLAYGROUND: &str = "playground";
/// The scenario of that name.
const PLAYGROUND_TEXT: &str = include_str!("playground.toml");

/// Height at which a vehicle that flies starts, m. Chosen: time to take the stick.
const ALOFT_M: f64 = 30.0;

/// Step of its run, s. Chosen: struts and pads are stiff.
const ALOFT_STEP_S: f64 = 0.00025;

/// A terrain to choose: its name, a line about it, and where it is from.
struct Place {
    name: &'static str,
    title: &'static str,
    from: From,
}

enum From {
    /// As it would stand in a file; vehicles start at the origin.
    Text(&'static str),
    /// A built-in scenario, with its seed and its start.
    Scenario(&'static str),
}

/// Grounds that a vehicle can be put on by hand.
const PLACES: [Place; 8] = [
    Place { name: "level", title: "Level ground", from: From::Text("{ kind = \"level\" }") },
    Place {
        name: "slope",
        title: "A slope of 10 degrees, down to the west",
        from: From::Text("{ kind = \"incline\", slope_deg = 10.0, downhill_heading_deg = 270.0 }"),
    },
    Place {
        name: "playground",
        title: "Gentle waves with rocks",
        from: From::Scenario(PLAYGROUND),
    },
    Place {
        name: "rocks",
        title: "Level, with 200 rocks (rock-garden)",
        from: From::Scenario("rock-garden"),
    },
    Place {
        name: "mars",
        title: "A rough field of Mars with rocks (traverse)",
        from: From::Scenario("traverse"),
    },
    Place { name: "ripples", title: "Ripples of 10 cm (sandpit)", from: From::Scenario("sandpit") },
    Place {
        name: "step",
        title: "A step of 0.15 m, 4 m ahead",
        from: From::Text(
            "{ kind = \"step\", rise_m = 0.15, uphill_heading_deg = 90.0, edge_m = 4.0 }",
        ),
    },
    Place {
        name: "gale",
        title: "A field as in Gale crater (msl-gale-drop)",
        from: From::Scenario("msl-gale-drop"),
    },
];

/// Vehicles that stand by themselves; a walker needs the stance of its scenario.
fn vehicles() -> impl Iterator<Item = &'static vehicle::BuiltInVehicle> {
    vehicle::builtins().iter().filter(|known| known.name != "crawler")
}

/// What can be chosen.
#[must_use]
pub fn offers() -> Offers {
    let offer = |name: &str, title: &str| Offer { name: name.to_owned(), title: title.to_owned() };
    let scenarios = scenario::builtins().iter().map(|one| (one.name, one.text));
    Offers {
        scenarios: [(PLAYGROUND, PLAYGROUND_TEXT)]
            .into_iter()
            .chain(scenarios)
            .map(|(name, text)| offer(name, &title(text)))
            .collect(),
        vehicles: vehicles().map(|one| offer(one.name, &title(one.text))).collect(),
        terrains: PLACES.iter().map(|place| offer(place.name, place.title)).collect(),
        grounds: ground_models()
            .map(|name| offer(name, GroundKind::named(name).map_or("", GroundKind::title)))
            .collect(),
    }
}

/// The title that a file gives itself.
fn title(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("title = \""));
    line.and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
}

/// Whether all of a choice is among what is offered, or was chosen by whoever started the server: his
/// own files are his to name, a page's are not.
///
/// # Errors
/// If something is not offered.
pub(super) fn check_offered(choice: &Choice, first: &Choice) -> Result<(), LiveError> {
    let offers = offers();
    let check = |what: &str, name: Option<&str>, own: Option<&str>, offers: &[Offer]| {
        let known: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
        match name {
            Some(name) if Some(name) != own && !known.contains(&name) => {
                Err(unknown(what, name, &known))
            }
            _ => Ok(()),
        }
    };
    let scenario = Some(choice.scenario.as_str()).filter(|name| !name.is_empty());
    check("scenario", scenario, Some(first.scenario.as_str()), &offers.scenarios)?;
    for (what, own, first, offers) in [
        ("vehicle", &choice.vehicle, &first.vehicle, &offers.vehicles),
        ("terrain", &choice.terrain, &first.terrain, &offers.terrains),
        ("ground model", &choice.ground, &first.ground, &offers.grounds),
    ] {
        check(what, own.as_deref(), first.as_deref(), offers)?;
    }
    Ok(())
}

/// A scenario as it was chosen.
pub(super) struct Composed {
    pub(super) file: ScenarioFile,
    /// The kind of its ground.
    pub(super) ground: String,
    /// What was assumed.
    pub(super) notes: Vec<String>,
}

/// The scenario of a choice.
pub(super) fn compose(
    choice: &Choice,
    settings: &[(String, String)],
) -> Result<Composed, LiveError> {
    let mut notes = Vec::new();
    let mut file = find(&choice.scenario)?.with_overrides(settings);
    if file.is_rig() {
        let message = format!("{}: a rig has no vehicle to operate", choice.scenario);
        return Err(LiveError::Choice(message));
    }
    if choice.vehicle.is_some() || choice.terrain.is_some() {
        file = rearranged(&file, choice)?;
    }
    let flies = choice.vehicle.as_ref().and_then(|name| vehicle::builtin(name)).is_some_and(flies);
    // Engines are stepped with explicit methods, which take ground that answers with forces.
    let aloft = (flies && file.ground() != Some("marker")).then(|| "marker".to_owned());
    if let Some(ground) = choice.ground.as_ref().or(aloft.as_ref()) {
        let known: Vec<&str> = ground_models().collect();
        if !known.contains(&ground.as_str()) {
            return Err(unknown("ground model", ground, &known));
        }
        notes.extend(file.ground().and_then(|own| taken_for(own, ground)).map(str::to_owned));
        file = file
            .on_ground(ground)
            .map_err(|text| LiveError::Choice(format!("ground {ground}: {text}")))?;
    }
    if flies {
        let stepping = format!("{{ method = \"rk4\", step_s = {ALOFT_STEP_S:?} }}");
        file = file.with_overrides(&[("stepping".to_owned(), stepping)]);
        notes.extend(aloft.map(|_| "engines need ground of markers: that is taken".to_owned()));
    }
    let ground = file.ground().unwrap_or_default().to_owned();
    Ok(Composed { file: file.attended(), ground, notes })
}

/// The scenario of a path or name.
fn find(name: &str) -> Result<ScenarioFile, LiveError> {
    if name == PLAYGROUND || name.is_empty() {
        return Ok(ScenarioFile::from_text(PLAYGROUND, PLAYGROUND_TEXT));
    }
    if let Some(known) = scenario::builtin(name) {
        return Ok(ScenarioFile::from_text(known.name, known.text));
    }
    let path = std::path::Path::new(name);
    if path.exists() || name.ends_with(".toml") {
        return ScenarioFile::read(path)
            .map_err(|error| LiveError::Choice(format!("{name}: {error}")));
    }
    let known: Vec<&str> = scenario::builtins().iter().map(|known| known.name).collect();
    Err(unknown("file or built-in scenario", name, &known))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> LiveError {
    let hint = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are: {}", known.join(", ")),
    };
    LiveError::Choice(format!("there is no {what} `{name}`; {hint}"))
}

/// All keys of a file, with their defaults.
fn table(file: &ScenarioFile) -> Result<Table, LiveError> {
    let text = file.effective_text()?;
    // What we write ourselves can be read; a mistake in it is ours, and reported all the same.
    text.parse().map_err(|error: toml::de::Error| LiveError::Choice(error.to_string()))
}

/// Keys that are about the vehicles of a scenario.
const OF_VEHICLES: [&str; 17] = [
    "flight",
    "cable",
    "gust",
    "external_wrench",
    "aerodynamics",
    "parachute",
    "fault",
    "sensor",
    "operator",
    "grains",
    "phase",
    "end",
    "outcome",
    "metric",
    "expect",
    "figure",
    "compare",
];
/// Keys that are about its terrain.
const OF_TERRAIN: [&str; 5] = ["outcome", "metric", "expect", "figure", "compare"];

/// The scenario with another vehicle, another terrain, or both.
fn rearranged(file: &ScenarioFile, choice: &Choice) -> Result<ScenarioFile, LiveError> {
    let mut keys = table(file)?;
    let mut start = first_start(&keys);
    if let Some(name) = &choice.terrain {
        let known: Vec<&str> = PLACES.iter().map(|place| place.name).collect();
        let place = PLACES.iter().find(|place| place.name == name);
        let place = place.ok_or_else(|| unknown("terrain", name, &known))?;
        start = lay(place, &mut keys)?;
        OF_TERRAIN.iter().for_each(|key| drop(keys.remove(*key)));
        for vehicle in keys.get_mut("vehicle").and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(vehicle) = vehicle.as_table_mut() else { continue };
            vehicle.remove("drive");
            let own = vehicle.get_mut("start").and_then(Value::as_table_mut);
            if let Some(own) = own {
                own.insert("position_m".to_owned(), start.clone());
            }
        }
    }
    if let Some(name) = &choice.vehicle {
        let known: Vec<&str> = vehicles().map(|known| known.name).collect();
        let chosen = vehicles().find(|known| known.name == name);
        let chosen = chosen.ok_or_else(|| unknown("vehicle", name, &known))?;
        OF_VEHICLES.iter().for_each(|key| drop(keys.remove(*key)));
        keys.insert("vehicle".to_owned(), Value::Array(vec![parked(chosen, start)]));
        let title = format!("{} of {}, operated by hand", chosen.name, file.name());
        keys.insert("title".to_owned(), Value::String(title));
        keys.remove("description");
    }
    let lines = keys.iter().map(|(key, value)| format!("{key} = {}\n", inline(value)));
    Ok(ScenarioFile::from_text(file.name(), &lines.collect::<String>()))
}

/// Puts a terrain in place, and returns where vehicles start on it.
fn lay(place: &Place, keys: &mut Table) -> Result<Value, LiveError> {
    let (terrain, start) = match place.from {
        From::Text(text) => {
            let line = format!("terrain = {text}").parse::<Table>();
            let line = line.map_err(|error| LiveError::Choice(error.to_string()))?;
            (line.get("terrain").cloned(), origin())
        }
        From::Scenario(name) => {
            let own = table(&find(name)?)?;
            if let Some(seed) = own.get("seed") {
                keys.insert("seed".to_owned(), seed.clone());
            }
            (own.get("terrain").cloned(), first_start(&own))
        }
    };
    if let Some(terrain) = terrain {
        keys.insert("terrain".to_owned(), terrain);
    }
    Ok(start)
}

fn origin() -> Value {
    Value::Array(vec![Value::Float(0.0), Value::Float(0.0)])
}

/// Where the first vehicle that is not carried starts.
fn first_start(keys: &Table) -> Value {
    let vehicles = keys.get("vehicle").and_then(Value::as_array).into_iter().flatten();
    let mut places =
        vehicles.filter_map(|vehicle| vehicle.get("start")?.get("position_m").cloned());
    places.next().unwrap_or_else(origin)
}

/// Whether a vehicle has engines.
fn flies(known: &vehicle::BuiltInVehicle) -> bool {
    known.text.contains(".engine]]")
}

/// A vehicle that stands, or that flies if it has engines.
fn parked(chosen: &vehicle::BuiltInVehicle, place: Value) -> Value {
    let flies = flies(chosen);
    let text = |text: &str| Value::String(text.to_owned());
    let mut start = Table::new();
    start.insert("position_m".to_owned(), place);
    start.insert("height_m".to_owned(), Value::Float(if flies { ALOFT_M } else { 0.0 }));
    if !flies {
        start.insert("height_of".to_owned(), text("settled"));
    }
    let mut vehicle = Table::new();
    vehicle.insert("name".to_owned(), text(&chosen.name.replace('-', "_")));
    vehicle.insert("model".to_owned(), text(chosen.name));
    vehicle.insert("start".to_owned(), Value::Table(start));
    Value::Table(vehicle)
}

/// A value on one line.
fn inline(value: &Value) -> String {
    // Escapes of JSON are escapes of TOML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    match value {
        Value::String(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) if number.is_nan() => "nan".to_owned(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(time) => time.to_string(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(keys) => {
            let pair =
                |(key, value): (&String, &Value)| format!("{} = {}", quoted(key), inline(value));
            let pairs: Vec<String> = keys.iter().map(pair).collect();
            format!("{{ {} }}", pairs.join(", "))
        }
    }
}
