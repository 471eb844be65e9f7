//! ROAMS's wheel on soil: rolling, slipping, parking, falling, on built-in rovers and on a block.
#![allow(clippy::unwrap_used, clippy::panic)]

use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::statics;
use planetfall::time::Time;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

const DRY_SAND: &str = "kind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
    cohesion_pa = 1040\nsinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990\n\
    frictional_modulus_n_per_m_n2 = 1528430\n";

/// What is stated of a trial; the rest follows.
struct Trial<'a> {
    vehicle: &'a str,
    slope_deg: f64,
    start: &'a str,
    drive: &'a str,
    ground: &'a str,
    /// Method and its numbers beside the step.
    method: &'a str,
    step_s: f64,
    seconds: f64,
}

impl Trial<'_> {
    fn scenario(&self) -> Scenario {
        let Self { vehicle, slope_deg, start, drive, ground, method, step_s, seconds } = self;
        let text = format!(
            "title = \"trial\"\nduration_s = {seconds:?}\nseed = 7\n\
             [gravity]\nacceleration_m_per_s2 = 9.81\n\
             [terrain]\nkind = \"incline\"\nslope_deg = {slope_deg:?}\ndownhill_heading_deg = 270.0\n\
             [ground]\n{ground}[[vehicle]]\nname = \"rover\"\nmodel = \"{vehicle}\"\n\
             [vehicle.start]\n{start}\n{drive}\n\
             [stepping]\n{method}\nstep_s = {step_s:?}\n"
        );
        ScenarioFile::from_text("trial.toml", &text).load(Ink::Plain).unwrap().scenario
    }
}

const SETTLED: &str = "height_m = 0.0\nheight_of = \"settled\"";
const STRAIGHT: &str =
    "[[vehicle.drive]]\nmotion = \"straight\"\nspeed_m_per_s = 0.05\nduration_s = 1e4\n";
const STOP: &str = "[[vehicle.drive]]\nmotion = \"stop\"\nduration_s = 1e4\n";

const IMPLICIT: &str = "method = \"implicit\"";

const UPHILL: Trial<'_> = Trial {
    vehicle: "mer-dtm",
    slope_deg: 10.0,
    start: SETTLED,
    drive: STRAIGHT,
    ground: DRY_SAND,
    method: IMPLICIT,
    step_s: 0.005,
    seconds: 20.0,
};

fn seconds(value: f64) -> Time {
    Time::from_nanos((value * 1e9).round() as i64)
}

/// Lets it run and looks at every so many seconds, from an instant on.
fn watch(trial: &Trial<'_>, from: f64, every: f64, mut look: impl FnMut(&Simulation)) {
    let scenario = trial.scenario();
    let mut simulation = Simulation::new(&scenario);
    let mut now = from;
    while now <= trial.seconds {
        simulation.advance(seconds(now), &mut Silent).unwrap();
        look(&simulation);
        now += every;
    }
}

#[test]
fn wheels_roll_on_level_ground_without_skidding() {
    let level = Trial { slope_deg: 0.0, ..UPHILL };
    watch(&level, 15.0, 0.5, |simulation| {
        let wheels = simulation.scenario().world.vehicles()[0].supports();
        for tread in simulation.state().ground.treads.iter().take(wheels) {
            assert!(tread.load > 50.0 && tread.rolled > 0.5, "{tread:?}");
            let skid = tread.skid[0].hypot(tread.skid[1]);
            assert!(skid <= 1e-12, "{skid:e} m/s");
        }
    });
}

#[test]
fn no_wheel_pulls_more_than_its_soil_bears() {
    let random = format!("{DRY_SAND}strength_deviation = 0.5\nstrength_fall = 0.3\n");
    let steep = Trial { slope_deg: 20.0, ground: &random, ..UPHILL };
    let mut fullest: f64 = 0.0;
    watch(&steep, 0.005, 0.005, |simulation| {
        for tread in &simulation.state().ground.treads {
            assert!(tread.traction <= tread.limit * (1.0 + 1e-9) + 1e-9, "{tread:?}");
            fullest = fullest.max(tread.traction / tread.limit.max(1e-9));
        }
    });
    assert!(fullest > 0.999, "some wheel slips: {fullest}");
}

#[test]
fn a_parked_rover_stands_still() {
    let parked = Trial { slope_deg: 15.0, drive: STOP, seconds: 120.0, ..UPHILL };
    let mut places = Vec::new();
    watch(&parked, 20.0, 100.0, |simulation| {
        places.push(simulation.state().continuous[..3].to_vec());
    });
    for (first, last) in places[0].iter().zip(&places[1]) {
        let moved = (last - first).abs();
        assert!(moved <= 1e-12, "{moved:e} m");
    }
}

#[test]
fn wheels_of_a_parked_rover_carry_what_statics_says() {
    for (vehicle, yaw) in
        [("curiosity", 0.0), ("curiosity", 90.0), ("mer-dtm", 35.0), ("mer-dtm", 180.0)]
    {
        let start = format!(
            "{SETTLED}\nyaw_pitch_roll_deg = [{yaw:?}, 0.0, 0.0]\nattitude_frame = \"site\""
        );
        let parked = Trial { vehicle, slope_deg: 15.0, start: &start, drive: STOP, ..UPHILL };
        let scenario = parked.scenario();
        let world = &scenario.world;
        let rest =
            statics::settle(world, &scenario.initial(), 0, statics::FrictionBound::Ground).unwrap();
        let mut wanted = vec![0.0; world.contactors().len()];
        for support in &rest.supports {
            wanted[support.contactor] += support.load;
        }
        watch(&parked, 1.0, 1.0, |simulation| {
            let wheels = simulation.scenario().world.vehicles()[0].supports();
            let treads = simulation.state().ground.treads.iter().take(wheels);
            for (tread, wanted) in treads.zip(&wanted) {
                let deviation = tread.load / wanted - 1.0;
                assert!(deviation.abs() < 1e-3, "{vehicle} {yaw}: {deviation:e} of {wanted} N");
            }
        });
    }
}

#[test]
fn stiff_ground_stays_calm_in_long_steps() {
    // Six wheels share 785 N: at 1.3e-4 m this is 1e6 N/m along the normal and the surface.
    let ground = DRY_SAND.replace("0.002", "1.3e-4");
    for drive in [STRAIGHT, STOP] {
        let stiff = Trial { ground: &ground, drive, ..UPHILL };
        let mut loads = Vec::new();
        watch(&stiff, 15.0, 0.005, |simulation| {
            let sum: f64 = simulation.state().ground.treads.iter().map(|tread| tread.load).sum();
            loads.push(sum);
        });
        let across = 80.0 * 9.81 * 10f64.to_radians().cos();
        for load in loads {
            assert!((load / across - 1.0).abs() < 0.01, "{load} {across}");
        }
    }
}

#[test]
fn a_rover_that_falls_two_metres_is_caught_in_long_steps() {
    let start = "height_m = 2.0\nheight_of = \"lowest_marker\"";
    let fall = Trial { slope_deg: 0.0, start, drive: STOP, step_s: 0.01, ..UPHILL };
    watch(&fall, 0.01, 0.01, |simulation| {
        let lowest = simulation.state().continuous[2];
        // The deepest that 2 m of fall press a spring that rests at 2 mm: sqrt(2 h z) and some.
        assert!(lowest > -0.13, "at {} s: {lowest}", simulation.state().time.seconds());
    });
}

#[test]
fn a_wheel_at_a_metre_a_second_does_not_pass_through_a_slope() {
    let drive = STRAIGHT.replace("0.05", "1.0");
    let fast = Trial { drive: &drive, step_s: 0.01, seconds: 6.0, ..UPHILL };
    let slope = 10f64.to_radians();
    watch(&fast, 0.01, 0.01, |simulation| {
        let at = &simulation.state().continuous[..3];
        let above = at[2] * slope.cos() - at[0] * slope.sin();
        assert!(above > -0.05, "{above} m at {} s", simulation.state().time.seconds());
    });
}

/// Four runners under a block of 10 kg: on 30 degrees and an angle of friction of 20 it slides.
#[test]
fn a_block_slides_with_what_friction_leaves_of_gravity() {
    let runners: String = [(0.2, 0.1), (0.2, -0.1), (-0.2, 0.1), (-0.2, -0.1)]
        .iter()
        .enumerate()
        .map(|(k, (x, y))| {
            format!(
                "[[vehicle.shape]]\nname = \"runner_{k}\"\nkind = \"sphere\"\nradius_m = 0.02\n\
                 position_m = [{x:?}, {y:?}, -0.03]\n"
            )
        })
        .collect();
    let dry = DRY_SAND.replace("28.0", "20.0").replace("cohesion_pa = 1040\n", "");
    for step in [0.005, 0.001] {
        let text = format!(
            "title = \"block\"\nduration_s = 2.0\n[gravity]\nacceleration_m_per_s2 = 9.81\n\
             [terrain]\nkind = \"incline\"\nslope_deg = 30.0\ndownhill_heading_deg = 90.0\n\
             [ground]\n{dry}[[vehicle]]\nname = \"block\"\nmass_kg = 10.0\n\
             inertia_kg_m2 = [0.1, 0.1, 0.1]\n{runners}[vehicle.start]\nheight_m = -0.002\n\
             height_of = \"lowest_marker\"\nheight_along = \"normal\"\n\
             yaw_pitch_roll_deg = [0.0, 30.0, 0.0]\n\
             [stepping]\n{IMPLICIT}\nstep_s = {step:?}\n"
        );
        let scenario =
            ScenarioFile::from_text("block.toml", &text).load(Ink::Plain).unwrap().scenario;
        let mut simulation = Simulation::new(&scenario);
        // In the first second it finds its pitch, which its runners' friction gives it.
        let speeds = [1.0, 2.0].map(|time| {
            simulation.advance(seconds(time), &mut Silent).unwrap();
            simulation.state().motion(&scenario.world, 0).velocity.norm()
        });
        let (slope, angle) = (30f64.to_radians(), 20f64.to_radians());
        let exact = 9.81 * (slope.sin() - angle.tan() * slope.cos());
        let gained = speeds[1] - speeds[0];
        assert!((gained / exact - 1.0).abs() < 1e-6, "{gained} {exact} at {step} s");
    }
}

/// A rover that drives uphill, long after its motors have started, whose lag is taken at the end of a step.
#[test]
fn the_distance_of_a_drive_is_of_second_order_by_implicit_and_of_the_first_by_moreau_jean() {
    let order = |method: &str| {
        let place = |step_s: f64| {
            let scenario = Trial { step_s, seconds: 5.0, method, ..UPHILL }.scenario();
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(seconds(4.0), &mut Silent).unwrap();
            simulation.state().continuous[0]
        };
        let [one, two, three] = [0.002, 0.001, 0.0005].map(place);
        ((one - two) / (two - three)).abs().log2()
    };
    let second = order(IMPLICIT);
    assert!(second > 1.8, "{second}");
    let first = order("method = \"moreau_jean\"\ntheta = 1.0");
    assert!((0.6..1.3).contains(&first), "{first}");
}

/// Without slip, a braked rover keeps its place on a slope; its motors show what rolling costs.
#[test]
fn soil_that_is_pressed_into_a_rut_costs_energy() {
    let work = |ground: &str| {
        let level = Trial { slope_deg: 0.0, ground, seconds: 40.0, ..UPHILL };
        let mut ends = Vec::new();
        watch(&level, 20.0, 20.0, |simulation| {
            let state = simulation.state();
            let held: f64 = state.ground.treads.iter().map(|tread| tread.resistance).sum();
            ends.push((state.continuous[0], state.ledger.work[4], held));
        });
        let (distance, energy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        (energy / distance, ends[1].2)
    };
    let (free, none) = work(DRY_SAND);
    let (rut, held) = work(&format!("{DRY_SAND}rolling_resistance = \"soil\"\n"));
    assert!(free.abs() < 1e-6 && none == 0.0, "{free} J/m");
    assert!(held > 10.0 && (rut / held - 1.0).abs() < 1e-6, "{rut} J/m, {held} N");
}

#[test]
fn a_pause_changes_no_bit() {
    let random = format!("{DRY_SAND}strength_deviation = 0.5\nstrength_fall = 0.3\n");
    let scenario = Trial { slope_deg: 20.0, ground: &random, ..UPHILL }.scenario();
    let mut whole = Simulation::new(&scenario);
    whole.advance(seconds(4.0), &mut Silent).unwrap();
    let mut half = Simulation::new(&scenario);
    half.advance(seconds(2.0), &mut Silent).unwrap();
    let mut rest = Simulation::resume(&scenario, half.state().clone());
    rest.advance(seconds(4.0), &mut Silent).unwrap();
    let (whole, rest) = (whole.state(), rest.state());
    assert_eq!(whole.continuous, rest.continuous);
    assert_eq!(whole.ground.treads, rest.ground.treads);
    assert!(
        whole.reactions == rest.reactions && whole.ground.deflections == rest.ground.deflections
    );
}

/// A vehicle alone is stepped with its stuck wheels in the mass matrix; with another one somewhere else in the
/// world the general problem is posed and solved.
#[test]
fn a_rover_drives_the_same_whether_its_wheels_are_in_the_mass_matrix_or_in_a_cone_problem() {
    let stone = "[[vehicle]]\nname = \"stone\"\nmass_kg = 1.0\ninertia_kg_m2 = [0.01, 0.01, 0.01]\n\
        [[vehicle.shape]]\nkind = \"sphere\"\nname = \"stone\"\nradius_m = 0.1\n\
        [vehicle.start]\nheight_m = 500.0\n";
    let both = format!("{STRAIGHT}{stone}");
    for (slope_deg, step_s) in [(10.0, 0.005), (0.0, 0.001)] {
        let ended = |drive: &str, step_s: f64| {
            let trial = Trial { slope_deg, step_s, drive, seconds: 3.0, ..UPHILL };
            let scenario = trial.scenario();
            let mut simulation = Simulation::new(&scenario);
            simulation.advance(seconds(3.0), &mut Silent).unwrap();
            let state = simulation.state();
            state.continuous[scenario.world.layout().positions(0)].to_vec()
        };
        let apart = |one: &[f64], other: &[f64]| {
            one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let (alone, among) = (ended(STRAIGHT, step_s), ended(&both, step_s));
        // It moves, and rounding shows that the paths differ.
        assert!(alone[..2].iter().any(|place| place.abs() > 0.1) && alone != among, "{alone:?}");
        // The middle of a step is guessed from accelerations with wheels held, or without: what that
        // changes is small beside what a step changes anyway.
        let (distances, steps) =
            (apart(&alone, &among), apart(&alone, &ended(STRAIGHT, 0.5 * step_s)));
        assert!(distances < 1e-3 * steps, "{distances:e} {steps:e} at {slope_deg} degrees");
    }
}
