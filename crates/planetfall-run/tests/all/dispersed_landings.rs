//! Dispersed landings of the sky crane: outcomes, forces at rest, and touchdown detection.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::Vector3;
use planetfall::math::noise::{Key, gaussian, uniform};
use planetfall::outcome::Outcome;
use planetfall::recording::{Event, EventKind, Recorder, columns};
use planetfall::scenario::Scenario;
use planetfall::simulation::run;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

type Settings = Vec<(String, String)>;

/// Weight of the rover, N.
const WEIGHT: f64 = 899.18 * 3.7132;

fn load(name: &str, settings: &Settings) -> Scenario {
    let file = ScenarioFile::from_text(name, builtin(name).unwrap().text);
    let loaded = file.with_overrides(settings).load(Ink::Plain);
    loaded.unwrap_or_else(|mistakes| panic!("{settings:?}\n{}", mistakes.text)).scenario
}

/// Numbers of one sample: functions of seed, index, what they are for and a counter.
#[derive(Clone, Copy)]
struct Draws {
    seed: u64,
    index: u64,
}

impl Draws {
    fn even(self, what: &str, counter: u64) -> f64 {
        uniform(Key::new(self.seed, what, "landing"), 1000 * self.index + counter)
    }

    fn bell(self, what: &str, counter: u64) -> f64 {
        gaussian(Key::new(self.seed, what, "landing"), 1000 * self.index + counter)
    }

    fn vector(self, what: &str, sigma: f64) -> String {
        let [x, y, z] = [0, 1, 2].map(|axis| sigma * self.bell(what, axis));
        format!("[{x:?}, {y:?}, {z:?}]")
    }

    /// A gust on a vehicle that begins within 25 s and lasts so long.
    fn gust(self, (vehicle, sigma): (&str, f64), place: u64, span: [f64; 2]) -> String {
        let [x, y, z] = [0, 1, 2].map(|axis| sigma * self.bell("gust", 3 * place + axis));
        let [least, most] = span;
        let lasts = least + (most - least) * self.even("gust_for", place);
        let [from, span] =
            [25.0 * self.even("gust_from", place), lasts].map(|t| (t * 1e3).round() / 1e3);
        format!(
            "{{vehicle=\"{vehicle}\", force_n=[{x:?}, {y:?}, {z:?}], from_s={from:?}, for_s={span:?}}}"
        )
    }
}

/// A landing among rocks, bridles and ground of any stiffness.
fn among_rocks(draws: Draws) -> Settings {
    let mut settings = Settings::new();
    let mut set = |key: &str, value: String| settings.push((key.to_owned(), value));
    set("expect", "[]".into());
    set("terrain.slope_deg", format!("{:?}", 15.0 * draws.even("slope", 0)));
    set("terrain.downhill_heading_deg", format!("{:?}", 360.0 * draws.even("heading", 0)));
    let rock = |i: u64| {
        let angle = std::f64::consts::TAU * draws.even("rock_direction", i);
        let r = 3.0 * draws.even("rock_distance", i);
        let (x, y) = (r * angle.cos(), r * angle.sin());
        let radius = 0.05 + 0.3 * draws.even("rock_radius", i);
        format!("{{shape=\"hemisphere\", radius_m={radius:?}, position_m=[{x:?}, {y:?}]}}")
    };
    let rocks: Vec<String> = (0..6).map(rock).collect();
    set("terrain.rock", format!("[{}]", rocks.join(", ")));
    // Stiffness × 0.1 to 10, evenly in its logarithm.
    let stiffness = 10f64.powf(2.0 * draws.even("stiffness", 0) - 1.0);
    set("ground.rest_penetration_m", format!("{:?}", 0.01 / stiffness));
    set("ground.damping_ratio", format!("{:?}", 0.1 + 0.4 * draws.even("damping", 0)));
    let gust = |vehicle, place| draws.gust((vehicle, 150.0), place, [0.5, 3.5]);
    set("gust", format!("[{}, {}]", gust("rover", 0), gust("descent_stage", 1)));
    set("flight.navigation.velocity_bias_m_per_s", draws.vector("velocity_bias", 0.05));
    set("flight.navigation.attitude_error_deg", draws.vector("attitude_error", 0.3));
    set("flight.navigation.gravity_error", format!("{:?}", 0.001 * draws.bell("gravity", 0)));
    set("flight.mass_error", format!("{:?}", 0.01 * draws.bell("mass", 0)));
    for bridle in 1..4 {
        let value = 11130.0 * (0.7 + 0.8 * draws.even("bridle", 0));
        set(&format!("cable.bridle_{bridle}.axial_stiffness_n"), format!("{value:?}"));
    }
    settings
}

/// How widely a set of landings on slopes is spread.
#[derive(Clone, Copy)]
struct Spread {
    /// Steepest slope, deg.
    slope: f64,
    /// Of all errors, against those of the mild set.
    factor: f64,
    /// Propellant from and to, kg.
    propellant: [f64; 2],
}

const MILD: Spread = Spread { slope: 12.0, factor: 1.0, propellant: [190.0, 190.0] };
const HARD: Spread = Spread { slope: 25.0, factor: 3.0, propellant: [110.0, 220.0] };

impl Spread {
    fn on_slopes(self, draws: Draws) -> Settings {
        let mut settings = Settings::new();
        let mut set = |key: &str, value: String| settings.push((key.to_owned(), value));
        let between = |what: &str, [from, to]: [f64; 2]| from + (to - from) * draws.even(what, 0);
        let bell =
            |what: &str, sigma: f64| format!("{:?}", self.factor * sigma * draws.bell(what, 0));
        let vector = |what: &str, sigma: f64| draws.vector(what, self.factor * sigma);
        set("expect", "[]".into());
        set("terrain.slope_deg", format!("{:?}", between("slope", [0.0, self.slope])));
        set("terrain.downhill_heading_deg", format!("{:?}", between("heading", [0.0, 360.0])));
        // Evenly in its logarithm.
        let penetration = 10f64.powf(between("stiffness", [0.002f64.log10(), 0.1f64.log10()]));
        set("ground.rest_penetration_m", format!("{penetration:?}"));
        set("ground.damping_ratio", format!("{:?}", between("damping", [0.05, 1.0])));
        let gust =
            |vehicle, sigma, place| draws.gust((vehicle, self.factor * sigma), place, [0.1, 4.0]);
        let gusts = [gust("rover", 100.0, 0), gust("descent_stage", 150.0, 1)];
        set("gust", format!("[{}]", gusts.join(", ")));
        set("flight.navigation.velocity_bias_m_per_s", vector("velocity_bias", 0.05));
        set("flight.navigation.attitude_error_deg", vector("attitude_error", 0.3));
        set("flight.navigation.gravity_error", bell("gravity", 1e-3));
        set("flight.mass_error", bell("mass", 0.01));
        set("vehicle.descent_stage.start.rate_deg_per_s", vector("rates", 2.0));
        set(
            "vehicle.descent_stage.propellant_kg",
            format!("{:?}", between("fuel", self.propellant)),
        );
        settings
    }
}

/// How long a rover must have carried its weight while the stage could fly for touchdown to be noticed, s: twice the
/// persistence of the detector.
const TIME_TO_NOTICE: f64 = 1.0;
/// What counts as the end of a run, s: final forces are means over the same time.
const LATE: f64 = 0.5;
/// Share of the weight that a rover carries that stands: the detector waits for a change of the pull by 0.6.
const CARRIED: f64 = 0.8;

/// Cosine of the least angle by which the force on a wheel turns when it changes from one surface to another. Friction
/// that turns round turns it by 64° at most, twice the angle at which it sticks; a hemisphere rises from the ground by 90°.
const ANOTHER_SURFACE: f64 = 0.43;

/// The force under the rover over time, and how long it stood before the tanks ran dry.
struct AtRest {
    force: usize,
    last: Vec<[f64; 2]>,
    /// First of three columns of each wheel's force, and the force of the last record.
    wheels: Vec<(usize, Vector3<f64>)>,
    /// When the force on a wheel last turned from one surface to another.
    turned: f64,
    /// Since when it stands; none where it does not, or where the tanks are dry.
    since: Option<f64>,
    dry: bool,
    /// The longest time without a break, s.
    stood: f64,
}

impl Recorder for AtRest {
    fn frame(&mut self, frame: &[f64]) -> ControlFlow<()> {
        let [time, force] = [frame[0], frame[self.force]];
        self.last.push([time, force]);
        for (column, last) in &mut self.wheels {
            let now = Vector3::from_column_slice(&frame[*column..*column + 3]);
            if now.dot(last) < ANOTHER_SURFACE * now.norm() * last.norm() {
                self.turned = time;
            }
            *last = now;
        }
        self.since = match force > CARRIED * WEIGHT && !self.dry {
            true => Some(self.since.unwrap_or(time)),
            false => None,
        };
        self.stood = self.stood.max(self.since.map_or(0.0, |since| time - since));
        ControlFlow::Continue(())
    }
    fn event(&mut self, event: &Event) {
        self.dry |= matches!(event.kind, EventKind::Dry { .. });
    }
}

impl AtRest {
    /// Greatest deviation of the force from the weight within the last half second, as a share.
    fn deviation(&self) -> f64 {
        let end = self.end();
        let late = self.last.iter().filter(|[time, _]| *time > end - LATE);
        late.map(|[_, force]| (force / WEIGHT - 1.0).abs()).fold(0.0, f64::max)
    }

    /// Whether a wheel stands where ground and rock meet within that time. The law of markers knows one surface
    /// under a point at a time: there it takes turns from step to step, and only the mean is at rest.
    fn takes_turns(&self) -> bool {
        self.turned > self.end() - LATE
    }

    fn end(&self) -> f64 {
        self.last.last().map_or(0.0, |[time, _]| *time)
    }
}

/// One landing of a set: how it ended, or the message of its failure.
struct Landing {
    index: u64,
    outcome: Result<Outcome, String>,
    /// [`AtRest::deviation`].
    unrest: f64,
    /// [`AtRest::takes_turns`].
    takes_turns: bool,
    /// [`AtRest::stood`].
    stood: f64,
}

impl Landing {
    fn name(&self) -> String {
        match &self.outcome {
            Ok(outcome) => outcome.name.clone(),
            Err(error) => format!("error: sample {}: {error}", self.index),
        }
    }

    fn metric(&self, name: &str) -> f64 {
        self.outcome.as_ref().map_or(f64::NAN, |outcome| outcome.metric(name).unwrap())
    }

    /// What happened, in a line.
    fn story(&self) -> String {
        let metric = |name: &str| self.metric(name);
        format!(
            "sample {}: {}, separated {:.2} s, touched {:.2} s at {:.2} and {:.2} m/s, declared {:.2} s, tilt {:.0}°, \
             {:.0} kg left, stood {:.2} s while the stage flew, {:.2} m travelled",
            self.index,
            self.name(),
            metric("rover.separation_time_s"),
            metric("touchdown.time_s"),
            metric("touchdown.vertical_speed_m_per_s"),
            metric("touchdown.horizontal_speed_m_per_s"),
            metric("detection.declared_s"),
            metric("rover.tilt_final_deg"),
            metric("descent_stage.propellant_left_kg"),
            self.stood,
            metric("rover.travel_after_touchdown_m"),
        )
    }

    /// Whether touchdown was not noticed although the rover stood for long enough while the stage could fly, wherever it
    /// was dragged before and after. A stage that falls because its tanks are dry asks for thrust that it does not get,
    /// whatever the rover does.
    fn undetected(&self) -> bool {
        self.stood > TIME_TO_NOTICE && self.metric("detection.declared_s").is_nan()
    }

    fn declared_in_the_air(&self) -> bool {
        let (declared, touched) =
            (self.metric("detection.declared_s"), self.metric("touchdown.time_s"));
        declared < touched || declared.is_finite() && touched.is_nan()
    }
}

/// The landings of a set, in their order.
fn landings(settings: impl Fn(u64) -> Settings + Sync, samples: u64) -> Vec<Landing> {
    let next = AtomicU64::new(0);
    let all = Mutex::new(Vec::new());
    let fly = |index: u64| {
        let scenario = load("msl-sky-crane", &settings(index));
        let names = columns(&scenario.world);
        let place = |name: &str| names.iter().position(|column| column.name == name).unwrap();
        let of_wheel = |side: &str| place(&format!("wheel_{side}.force_x_n"));
        let mut rest = AtRest {
            force: place("rover.ground_force_n"),
            last: Vec::new(),
            wheels: WHEELS.map(|side| (of_wheel(side), Vector3::zeros())).to_vec(),
            turned: 0.0,
            since: None,
            dry: false,
            stood: 0.0,
        };
        let outcome = run(&scenario, &mut rest).map_err(|error| error.to_string());
        let (unrest, takes_turns) = (rest.deviation(), rest.takes_turns());
        Landing { index, outcome, unrest, takes_turns, stood: rest.stood }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= samples {
                        return;
                    }
                    let landing = fly(index);
                    all.lock().unwrap().push(landing);
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|landing| landing.index);
    all
}

const WHEELS: [&str; 6] =
    ["front_left", "front_right", "middle_left", "middle_right", "rear_left", "rear_right"];

const NAMES: [&str; 12] = [
    "landed",
    "crashed",
    "dropped",
    "dragged",
    "on_its_back",
    "tipped_over",
    "no_separation",
    "no_touchdown",
    "touchdown_not_detected",
    "not_cut",
    "stage_struck_rover",
    "stage_down_too_near",
];

/// A number of a landing.
type Quantity<'a> = &'a dyn Fn(&Landing) -> f64;

/// Prints how far numbers of the landings spread: least, 1 %, median, 99 %, greatest.
fn spreads(all: &[Landing]) {
    // What there is of a landing that was not cut.
    let metric = |name: &'static str| {
        move |landing: &Landing| {
            landing.outcome.as_ref().ok().and_then(|o| o.metric(name)).unwrap_or(f64::NAN)
        }
    };
    let wait = |landing: &Landing| {
        landing.metric("detection.declared_s") - landing.metric("touchdown.time_s")
    };
    let numbers: [(&str, Quantity<'_>); 6] = [
        ("touchdown, vertical [m/s]", &metric("touchdown.vertical_speed_m_per_s")),
        ("touchdown, along the ground [m/s]", &metric("touchdown.horizontal_speed_m_per_s")),
        ("contact to declaration [s]", &wait),
        ("contact to cut [s]", &metric("cut.delay_after_contact_s")),
        ("tilt at rest [deg]", &metric("rover.tilt_final_deg")),
        ("unexplained energy, share", &metric("energy.unexplained_share")),
    ];
    for (what, number) in numbers {
        let mut values: Vec<f64> =
            all.iter().map(number).filter(|value| value.is_finite()).collect();
        values.sort_by(f64::total_cmp);
        let at =
            |share: f64| values.get((share * (values.len().max(1) - 1) as f64).round() as usize);
        let shown = [0.0, 0.01, 0.5, 0.99, 1.0].map(at);
        println!("{what}, {} values: {shown:?}", values.len());
    }
}

/// Outcomes by their names, all of which are known; what has landed stands on its weight.
fn named(all: &[Landing], samples: u64) -> BTreeMap<String, u64> {
    let mut table = BTreeMap::new();
    for landing in all {
        *table.entry(landing.name()).or_insert(0) += 1;
    }
    println!("{samples} dispersed landings: {table:?}");
    let failed = all.iter().filter(|landing| landing.name() != "landed");
    failed.for_each(|landing| println!("{}", landing.story()));
    spreads(all);
    assert_eq!(table.values().sum::<u64>(), samples);
    for name in table.keys() {
        assert!(NAMES.contains(&name.as_str()), "{table:?}");
    }
    let mut between_surfaces = Vec::new();
    for landing in all.iter().filter(|landing| landing.name() == "landed") {
        let (index, unrest) = (landing.index, landing.unrest);
        if unrest >= 0.01 {
            assert!(
                landing.takes_turns,
                "sample {index}: the force at rest is off by {unrest} of the weight"
            );
            between_surfaces.push(index);
        }
        let mean = landing.metric("rover.ground_force_final_n");
        assert!((mean / WEIGHT - 1.0).abs() < 2e-3, "sample {index}: {mean} N at rest");
    }
    println!("a wheel takes turns between ground and rock in samples {between_surfaces:?}");
    // 12 of a thousand: there are six rocks within three metres, and a wheel rolls to a rock's foot as easily as past it.
    assert!(50 * between_surfaces.len() as u64 <= samples, "{between_surfaces:?}");
    table
}

#[test]
fn dispersed_landings_end_in_a_named_outcome_and_stand_on_their_weight() {
    named(&landings(|index| among_rocks(Draws { seed: 1, index }), 12), 12);
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn a_thousand_dispersed_landings_end_in_a_named_outcome_and_stand_on_their_weight() {
    let table = named(&landings(|index| among_rocks(Draws { seed: 1, index }), 1000), 1000);
    assert!(table["landed"] > 900, "{table:?}");
}

/// Landings of the mild set: nearly all land, each is noticed, none is declared in the air.
fn check_mild(seed: u64, samples: u64) {
    let all = landings(|index| MILD.on_slopes(Draws { seed, index }), samples);
    let table = named(&all, samples);
    for landing in &all {
        assert!(!landing.undetected(), "not noticed: {}", landing.story());
        assert!(!landing.declared_in_the_air(), "in the air: {}", landing.story());
    }
    assert!(table["landed"] * 100 >= 97 * samples, "{table:?}");
}

/// Landings of the hard set: none is undetected on a rover that stands.
fn check_hard(seed: u64, samples: u64) {
    let all = landings(|index| HARD.on_slopes(Draws { seed, index }), samples);
    named(&all, samples);
    for landing in &all {
        assert!(!landing.undetected(), "not noticed: {}", landing.story());
    }
    let early = all.iter().filter(|landing| landing.declared_in_the_air()).count();
    println!("{early} of {samples} declared in the air");
}

#[test]
fn mild_landings_are_noticed_and_none_is_declared_in_the_air() {
    check_mild(1, 12);
}

#[test]
fn hard_landings_are_noticed_where_the_rover_stands() {
    check_hard(1, 8);
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn three_hundred_mild_landings_are_noticed_and_none_is_declared_in_the_air() {
    check_mild(2, 300);
}

#[test]
#[ignore = "takes long; run by ./test --full"]
fn three_hundred_hard_landings_are_noticed_where_the_rover_stands() {
    check_hard(2, 300);
}

#[test]
fn a_gust_of_two_seconds_is_not_taken_for_ground() {
    for from in [8.0, 10.0, 12.0, 14.0, 16.0] {
        let gust = format!(
            "[{{vehicle=\"descent_stage\", force_n=[0.0, 0.0, 1500.0], from_s={from:?}, for_s=2.0}}]"
        );
        let settings = vec![("expect".to_owned(), "[]".to_owned()), ("gust".to_owned(), gust)];
        let outcome =
            run(&load("msl-sky-crane", &settings), &mut planetfall::recording::Silent).unwrap();
        let metric = |name: &str| outcome.metric(name).unwrap();
        assert_eq!(outcome.name, "landed", "from {from}");
        assert!(metric("detection.declared_s") > metric("touchdown.time_s"), "from {from}");
    }
}

#[test]
fn touchdown_soon_after_separation_is_noticed() {
    // Let go lower, the rover touches 6 to 10 s after separation.
    for height in ["14.5", "16.0", "17.5"] {
        let settings = [("expect", "[]"), ("flight.separation_height_m", height)];
        let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
        let outcome =
            run(&load("msl-sky-crane", &settings), &mut planetfall::recording::Silent).unwrap();
        let metric = |name: &str| outcome.metric(name).unwrap();
        let after = metric("touchdown.time_s") - metric("rover.separation_time_s");
        assert!((5.0..11.0).contains(&after), "{height}: {after}");
        assert_eq!(outcome.name, "landed", "{height}");
        let wait = metric("detection.declared_s") - metric("touchdown.time_s");
        assert!((0.5..3.5).contains(&wait), "{height}: {wait}");
    }
}

#[test]
fn a_reference_by_the_clock_is_warned_of() {
    let touchdown = "{by=\"throttle\", settle_s=2.0, threshold=0.8, persistence_s=0.7}";
    let settings = vec![("flight.touchdown".to_owned(), touchdown.to_owned())];
    let file = ScenarioFile::from_text("msl-sky-crane", builtin("msl-sky-crane").unwrap().text);
    let loaded =
        file.with_overrides(&settings).load(Ink::Plain).unwrap_or_else(|m| panic!("{}", m.text));
    assert!(loaded.warnings[0].contains("leave out settle_s"), "{:?}", loaded.warnings);
}
