//! MSL's entry with six degrees of freedom: trim by balance masses, bank by pulsed thrusters, guidance on navigated
//! quantities, from entry interface to the trigger of the parachute.

use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use planetfall::control::flight::entry::{
    BankLaw, BankLimits, Curve, Deadband, EntryGuidance, EntryMode, EntryModel, EntryState,
    ModeEnd, ModeOrder, OrderKind, Place, PlanetModel, RangeControl, ReferenceFlight, SiteFrame,
};
use planetfall::control::flight::phase_plane::PhasePlane;
use planetfall::control::flight::{
    Approach, AttitudePlan, Detection, FlightSoftware, Gains, LanderPlan, Plan, PlanetNavigation,
};
use planetfall::environment::{Atmosphere, EmbeddedAtmosphere, Gravity, Planet, ReferenceSurface};
use planetfall::forces::{AeroBody, AeroFactors, AeroModel, Aerodynamics, Exposure};
use planetfall::recording::Silent;
use planetfall::scenario::Scenario;
use planetfall::simulation::Simulation;
use planetfall::stepping::Method;
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::aerodynamics::{MSL_BALANCE, SphereCone, TrimFits, scaled_to_trim};
use planetfall::vehicle::sensor::{InertialUnit, PoseErrors};
use planetfall::vehicle::{
    Anchor, Engine, Inertia, Motion, Mount, Sensor, SensorKind, Tank, Valve, Vehicle,
};
use planetfall::world::World;
use std::sync::Arc;

const TICK: Time = Time::from_millis(50);
const DEPLOY: f64 = 400.6;
const SITE_RADIUS: f64 = 3_391_150.0;
const MASS: f64 = 3153.0;
const BALLAST: f64 = 25.0;
const BALLASTS: usize = 6;
/// The six masses at this lever give the offset of 0.0273 D that trims at 16°.
const LEVER: f64 = 0.0273 * 4.5 * MASS / (BALLASTS as f64 * BALLAST);

fn place(longitude: f64, latitude: f64) -> Place {
    Place { longitude: longitude.to_radians(), latitude: latitude.to_radians() }
}

fn target() -> Place {
    place(137.4019, -4.5965)
}

fn planet() -> Planet {
    let Place { longitude, latitude } = target();
    Planet::new(
        4.282_837_371_6e13,
        1.956_608_6e-3,
        3_396_000.0,
        SITE_RADIUS,
        7.088_218e-5,
        latitude,
    )
    .with_longitude(longitude)
}

fn entry() -> EntryState {
    EntryState {
        radius: 3_522_200.0,
        place: place(126.70, -3.92),
        speed: 5845.2,
        path_angle: (-16.14_f64).to_radians(),
        heading: 93.35_f64.to_radians(),
    }
}

fn air() -> Atmosphere {
    EmbeddedAtmosphere::MarsMsl.atmosphere().unwrap()
}

fn thruster(name: &str, position: [f64; 3], direction: [f64; 3]) -> Engine {
    Engine {
        name: name.to_owned(),
        link: 0,
        position: Vector3::from(position),
        direction: Vector3::from(direction),
        least: 0.0,
        most: 302.0,
        lag: 0.0,
        specific_impulse: 210.0,
        fails_at: None,
        valve: Some(Valve { cycle: TICK, least_on: Time::from_millis(10) }),
    }
}

/// Nose at 0.30 D below the centre, on the axis −z; four thrusters for roll, four for pitch and yaw.
fn capsule() -> Vehicle {
    let propellant = 50.0;
    let dry = MASS - BALLASTS as f64 * BALLAST - propellant;
    let inertia = Matrix3::from_diagonal(&Vector3::new(3900.0, 3700.0, 4600.0));
    let mut vehicle =
        Vehicle::rigid("capsule", Inertia::new(dry, Vector3::zeros(), inertia).unwrap());
    vehicle.engines = vec![
        thruster("roll_1", [1.9, 0.0, 0.4], [0.0, 1.0, 0.0]),
        thruster("roll_2", [-1.9, 0.0, 0.4], [0.0, -1.0, 0.0]),
        thruster("roll_3", [0.0, 1.9, 0.4], [1.0, 0.0, 0.0]),
        thruster("roll_4", [0.0, -1.9, 0.4], [-1.0, 0.0, 0.0]),
        thruster("pitch_1", [1.9, 0.0, 0.4], [0.0, 0.0, 1.0]),
        thruster("pitch_2", [-1.9, 0.0, 0.4], [0.0, 0.0, 1.0]),
        thruster("yaw_1", [0.0, 1.9, 0.4], [0.0, 0.0, 1.0]),
        thruster("yaw_2", [0.0, -1.9, 0.4], [0.0, 0.0, 1.0]),
    ];
    vehicle.tanks = vec![Tank {
        name: "tank".to_owned(),
        link: 0,
        position: Vector3::zeros(),
        propellant,
        gyration: Vector3::new(0.2, 0.2, 0.2),
    }];
    vehicle
}

fn aerodynamics() -> Aerodynamics {
    let shape = SphereCone::MSL;
    let database = scaled_to_trim(&shape, &TrimFits::msl(), &MSL_BALANCE, 0.0).unwrap();
    Aerodynamics {
        name: "aeroshell".to_owned(),
        at: Anchor { vehicle: 0, link: 0, point: Vector3::new(0.0, 0.0, -0.30 * 4.5) },
        model: AeroModel::Body(AeroBody {
            database: Arc::new(database),
            nose: -Vector3::z(),
            area: shape.area(),
            length: shape.diameter,
            roll_damping: 0.0,
            heating: None,
            factors: AeroFactors::default(),
        }),
        exposure: Exposure::Always,
    }
}

fn model() -> EntryModel {
    let fits = TrimFits::msl();
    let against = |of: &dyn Fn(f64) -> f64| {
        let rows = (0..140).map(|row| 1.3 + 0.25 * f64::from(row));
        Curve::new(rows.map(|mach| [mach, of(mach)]).collect()).unwrap()
    };
    let atmosphere = air();
    let datum = match atmosphere.surface() {
        Some(ReferenceSurface::Sphere { radius }) => *radius,
        other => panic!("{other:?}"),
    };
    EntryModel {
        planet: PlanetModel {
            mu: planet().mu(),
            j2: planet().j2(),
            equatorial_radius: planet().equatorial_radius(),
            rotation_rate: planet().rotation().norm(),
        },
        atmosphere,
        datum,
        wind: [0.0; 2],
        drag: against(&|mach| fits.drag.at(mach)),
        lift_to_drag: against(&|mach| fits.lift.at(mach) / fits.drag.at(mach)),
        lift_share: Curve::new(vec![[418.0, 0.0], [460.0, 1.0]]).unwrap(),
        area_per_mass: SphereCone::MSL.area() / MASS,
    }
}

fn guidance() -> EntryGuidance {
    let profile = [
        [1800.0, 44.3],
        [2600.0, 56.1],
        [3400.0, 42.1],
        [4200.0, 62.8],
        [5000.0, 66.9],
        [5800.0, 80.0],
    ];
    let range = RangeControl {
        gain: 4.0,
        bank: [15.0_f64, 90.0].map(f64::to_radians),
        deadband: Deadband { least: 2500.0, per_speed_squared: 5e-4 },
    };
    let align = BankLaw::Align { gain: 5.0, limit: 30.0_f64.to_radians() };
    let mode = |name: &str, law, end| EntryMode::new(name, law, vec![end]);
    let mut straighten = mode("straighten_up", BankLaw::Hold(0.0), ModeEnd::SpeedBelow(DEPLOY));
    straighten.orders = (0..BALLASTS)
        .map(|index| ModeOrder { after: 2.0 * index as f64, what: OrderKind::Separate(1 + index) })
        .collect();
    let prebank = BankLaw::Hold(80.0_f64.to_radians());
    let profile = profile.map(|[speed, bank]: [f64; 2]| [speed, bank.to_radians()]);
    EntryGuidance {
        plan: vec![
            mode("prebank", prebank, ModeEnd::DragAbove(0.2 * 9.80665)),
            mode("range_control", BankLaw::Range(range), ModeEnd::SpeedBelow(1100.0)),
            mode("heading_alignment", align, ModeEnd::SpeedBelow(460.0)),
            straighten,
            EntryMode::new("parachute", BankLaw::Free, Vec::new()),
        ],
        profile: Curve::new(profile.to_vec()).unwrap(),
        target: target(),
        target_radius: SITE_RADIUS,
        table: Vec::new(),
    }
}

fn approach() -> Approach {
    let model = model();
    let flight = ReferenceFlight {
        start: entry(),
        limits: BankLimits { rate: 20.0_f64.to_radians(), acceleration: 5.0_f64.to_radians() },
        cycle: 0.25,
        end_speed: DEPLOY,
        beyond: 7200.0,
    };
    let (guidance, _) = flight.guided(&model, guidance()).unwrap();
    let site = SiteFrame { place: target(), radius: SITE_RADIUS };
    Approach { guidance, model, site, engines: Vec::new(), cycle: Time::from_millis(250) }
}

fn software(world: &World) -> FlightSoftware {
    let sensor = |name: &str, kind| Sensor::new(name, 0, TICK, "test", kind);
    FlightSoftware {
        vehicle: 0,
        radar: sensor("radar", SensorKind::Pose(PoseErrors::default())),
        inertial: sensor("inertial", SensorKind::Inertial(InertialUnit::default())),
        radar_until: Time::ZERO,
        gravity: 3.7132,
        planet: Some(PlanetNavigation {
            gravity: Gravity::Planet(planet()),
            gravity_error: 0.0,
            geodesy: *world.geodesy(),
            ground: 0.0,
            errors: [Vector3::zeros(); 3],
            radar_switch: None,
        }),
        approach: Some(approach()),
        attitude: Some(AttitudePlan {
            thrusters: (0..8).collect(),
            lift: -Vector3::x(),
            roll: PhasePlane {
                deadband: 1.0_f64.to_radians(),
                rate_deadband: 0.5_f64.to_radians(),
                rate: 20.0_f64.to_radians(),
                acceleration: 5.0_f64.to_radians(),
            },
            rate_deadband: 2.0_f64.to_radians(),
            period: TICK,
        }),
        plan: Plan::Lander(LanderPlan {
            descent_speed: 1.0,
            drift: [0.0; 2],
            cut_off_delay: Time::ZERO,
        }),
        detection: Detection::Switches { switches: Vec::new(), least: 1, persistence: Time::ZERO },
        gains: Gains { velocity: 1.0, integral: 0.0, attitude: 1.0, damping: 1.0, tilt: 0.3 },
        engines: Vec::new(),
        mass_ratio: 1.0,
        periods: [TICK; 4],
    }
}

/// Attitude with the heat shield ahead, the masses (and the lift) banked by an angle, trimmed.
fn start() -> Motion {
    let site = SiteFrame { place: target(), radius: SITE_RADIUS };
    let (position, velocity) = site.motion(&entry());
    let along = velocity.normalize();
    let right = along.cross(&site.up(&position)).normalize();
    let over = right.cross(&along);
    let (bank, trim) = (80.0_f64.to_radians(), 16.0_f64.to_radians());
    let lift = over * bank.cos() + right * bank.sin();
    // The axis −z lies below the velocity, away from the lift, by the angle of trim; −x points to the lift.
    let nose = along * trim.cos() - lift * trim.sin();
    let minus_x = lift * trim.cos() + along * trim.sin();
    let (x, z) = (-minus_x, -nose);
    let turn = Matrix3::from_columns(&[x, z.cross(&x), z]);
    let turn = nalgebra::Rotation3::from_matrix_unchecked(turn);
    Motion {
        site_from_body: UnitQuaternion::from_rotation_matrix(&turn),
        velocity,
        ..Motion::at_rest(position)
    }
}

fn scenario() -> Scenario {
    let mut vehicles = vec![capsule()];
    for index in 0..BALLASTS {
        let inertia = Inertia::ball(BALLAST, 0.1).unwrap();
        vehicles.push(Vehicle::rigid(format!("balance_mass_{index}"), inertia));
    }
    let ground = Plane::level(-1e6).unwrap();
    let mut world = World::new(Gravity::Planet(planet()), Arc::new(ground), vehicles)
        .with_atmosphere(Arc::new(air()))
        .with_force(aerodynamics())
        .unwrap();
    for index in 0..BALLASTS {
        let mount = Mount {
            part: 1 + index,
            carrier: 0,
            link: 0,
            position: Vector3::new(-LEVER, 0.0, 0.0),
            rotation: UnitQuaternion::identity(),
        };
        world = world.with_mount(mount).unwrap();
    }
    let software = software(&world);
    let world = world.with_flight_software(software);
    let motions = vec![start(); 1 + BALLASTS];
    let method = Method::RungeKutta4 { step: TICK };
    let duration = Time::from_seconds(280.0).unwrap();
    Scenario::single_phase("entry", world, motions, method, duration).unwrap()
}

#[test]
fn msl_is_guided_from_entry_interface_to_the_published_deployment() {
    let scenario = scenario();
    let mut simulation = Simulation::new(&scenario);
    let end = scenario.duration;
    let mut last = Time::ZERO;
    let deployed = loop {
        simulation.advance((last + TICK).min(end), &mut Silent).unwrap();
        last = simulation.state().time;
        let metrics = scenario.metrics(simulation.state());
        let found = metrics.iter().find(|(name, _)| name == "mode.parachute_s").unwrap().1;
        if found.is_finite() {
            break found;
        }
        assert!(last < end, "no deployment; {metrics:?}");
    };
    let state = simulation.state();
    let truth = state.motion(&scenario.world, 0);
    let site = SiteFrame { place: target(), radius: SITE_RADIUS };
    let flown = site.entry_state(&truth.position, &truth.velocity);
    let altitude = flown.radius - SITE_RADIUS;
    let range = flown.place.towards(&target()).0 * SITE_RADIUS;
    let metrics = scenario.metrics(state);
    let metric = |end: &str| metrics.iter().find(|(name, _)| name.ends_with(end)).unwrap().1;
    let (peak, peak_time) = (metric("entry.peak_g"), metric("entry.peak_g_s"));
    assert!((peak - 12.4).abs() < 0.6, "{peak}");
    assert!((peak_time - 79.0).abs() < 5.0, "{peak_time}");
    assert!((deployed - 257.0).abs() < 8.0, "{deployed}");
    assert!((flown.speed - 400.0).abs() < 15.0, "{}", flown.speed);
    assert!((altitude - 11_700.0).abs() < 1500.0, "{altitude}");
    assert!((range - 7200.0).abs() < 3000.0, "{range}");
}
