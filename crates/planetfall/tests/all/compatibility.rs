//! The table of what goes together against worlds that have it: a scenario is accepted where the table
//! says so, and refused with its reason where it says that.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::common::paper_law;
use nalgebra::{UnitQuaternion, Vector3};
use planetfall::contact::{Contact, Load};
use planetfall::environment::Gravity;
use planetfall::forces::{
    AeroModel, Aerodynamics, Axes, CustomForce, Exertion, Exposure, ExternalWrench, ForceView,
    Gust, Parachute,
};
use planetfall::grains::Grain;
use planetfall::ground::compliant::Sinkage;
use planetfall::ground::scm::Tools;
use planetfall::ground::scm::{ScmVariant, Soil, SoilBed, Uniform};
use planetfall::ground::wheel::{
    HuntCrossley, SoilStrength, Strengths, TangentialSpring, WheelFootprint, WheelGround,
};
use planetfall::ground::{CompliantGround, RigidGround};
use planetfall::ground::{CustomGround, Ground};
use planetfall::recording::Silent;
use planetfall::scenario::{Scenario, ScenarioError};
use planetfall::shape::{Shape, Wheel};
use planetfall::simulation::Simulation;
use planetfall::stepping::compatibility::{Cell, Feature, GroundKind, MethodKind, table};
use planetfall::stepping::{Method, Tolerance};
use planetfall::terrain::Plane;
use planetfall::time::Time;
use planetfall::vehicle::aerodynamics::MachCurve;
use planetfall::vehicle::{
    Anchor, Cable, Engine, Inertia, Joint, JointKind, Link, Motion, Mount, Placement, Tank, Tree,
    Vehicle,
};
use planetfall::vehicle::{Canopy, Filling};
use planetfall::world::World;
use std::sync::Arc;

const G: f64 = 3.71;
const MASS: f64 = 20.0;
const RADIUS: f64 = 0.1;
const WIDTH: f64 = 0.08;
/// Hubs of the wheels in the body's axes, m.
const HUBS: [[f64; 3]; 4] =
    [[0.3, 0.2, 0.0], [0.3, -0.2, 0.0], [-0.3, 0.2, 0.0], [-0.3, -0.2, 0.0]];

/// A spring that pushes straight up.
#[derive(Debug)]
struct Mattress;

impl CustomGround for Mattress {
    fn evaluate(
        &self,
        touch: &Contact,
        _internals: &[f64],
        _memory: &[f64],
        _rates: &mut [f64],
        _increment: &mut [f64],
    ) -> Load {
        let force = (-5e3 * touch.gap - 100.0 * touch.gap_rate()).max(0.0);
        let normal_force = if touch.gap < 0.0 { force } else { 0.0 };
        Load { normal_force, friction: Vector3::zeros() }
    }
}

/// Air that holds the first vehicle back.
#[derive(Debug)]
struct Drag;

impl CustomForce for Drag {
    fn name(&self) -> &str {
        "drag"
    }

    fn links(&self) -> Vec<(usize, usize)> {
        vec![(0, 0)]
    }

    fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        let at = Anchor { vehicle: 0, link: 0, point: Vector3::zeros() };
        let (_, velocity) = view.point(&at);
        out.force_at(&at, -0.5 * velocity);
    }
}

fn method(kind: MethodKind) -> Method {
    let step = Time::from_millis(1);
    match kind {
        MethodKind::RungeKutta4 => Method::RungeKutta4 { step },
        MethodKind::DormandPrince54 => {
            let tolerance =
                Tolerance { position: 1e-7, velocity: 1e-5, attitude: 1e-6, rate: 1e-5 };
            let (longest, shortest) = (Time::from_millis(5), Time::from_nanos(1000));
            Method::DormandPrince54 { tolerance, longest, shortest }
        }
        MethodKind::Implicit => Method::Implicit { step },
        MethodKind::MoreauJean => Method::MoreauJean { step, theta: 0.5 },
        MethodKind::Newmark => Method::Newmark { step },
        MethodKind::EventDriven => Method::EventDriven { step },
    }
}

/// The law of a ground; under soil, that of rock.
fn law(ground: GroundKind) -> Ground {
    let share = MASS / 4.0;
    match ground {
        GroundKind::Marker => paper_law().into(),
        GroundKind::Nonsmooth | GroundKind::Soil => RigidGround::new(0.5, 0.0).into(),
        GroundKind::Spring => {
            CompliantGround::new(0.5, Sinkage::spring(1e4, 100.0).unwrap()).into()
        }
        GroundKind::Bekker => {
            let curve = Sinkage::new([(0.01, 20.0), (0.03, 100.0)], 10.0).unwrap();
            CompliantGround::new(0.5, curve).into()
        }
        GroundKind::Wheel => {
            let level = SoilStrength {
                cohesion: 0.0,
                friction_angle: 0.6,
                deviation: 0.0,
                fall: 0.0,
                correlation_length: 0.1,
            };
            let sinkage = Sinkage::new([(0.01, 20.0), (0.03, 100.0)], 0.0).unwrap();
            WheelGround {
                normal: HuntCrossley::from_rest(share * G, share, 0.01, 1.0, 0.7),
                tangent: TangentialSpring { stiffness: 1e4, damping: 100.0 },
                strength: Strengths { level, inclined: None, blend: 0.1 },
                footprint: WheelFootprint { radius: RADIUS, width: WIDTH, sinkage },
                stream: None,
                resistance: None,
            }
            .into()
        }
        GroundKind::Custom => Arc::new(Mattress).into(),
    }
}

fn wheel(centre: Vector3<f64>) -> Shape {
    let axis = Vector3::y();
    Shape::Wheel(Wheel { centre, axis, radius: RADIUS, width: WIDTH, grousers: None })
}

fn inertia() -> Inertia {
    Inertia::principal(MASS, Vector3::new(0.5, 0.8, 1.0)).unwrap()
}

/// A body on four wheels that do not turn.
fn cart(law: &Ground) -> Vehicle {
    HUBS.iter().enumerate().fold(Vehicle::rigid("cart", inertia()), |cart, (index, hub)| {
        cart.with_contactor(format!("wheel_{index}"), 0, wheel(Vector3::from(*hub)), law.clone())
    })
}

fn link(name: &str, parent: Option<usize>, kind: JointKind, at: [f64; 3], mass: f64) -> Link {
    let about = Vector3::repeat(0.1 * mass);
    Link {
        name: name.to_owned(),
        parent,
        joint: Joint::new(&format!("{name}_joint"), kind),
        parent_from_joint: Placement::at(Vector3::from(at)),
        inertia: Some(Inertia::principal(mass, about).unwrap()),
    }
}

/// A body whose wheels turn.
fn rover(law: &Ground) -> Vehicle {
    let hinge = JointKind::Revolute(Vector3::y());
    let mut links = vec![link("body", None, JointKind::Free, [0.0; 3], MASS - 4.0)];
    let hubs = HUBS.iter().enumerate();
    links.extend(hubs.map(|(i, hub)| link(&format!("rim_{i}"), Some(0), hinge, *hub, 1.0)));
    let tree = Vehicle::new("rover", Tree::new(links).unwrap());
    (1..=4).fold(tree, |rover, number| {
        let name = format!("wheel_{number}");
        rover.with_contactor(name, number, wheel(Vector3::zeros()), law.clone())
    })
}

/// The cart with a parallelogram of bars on its back.
fn linkage(law: &Ground) -> Vehicle {
    let hinge = JointKind::Revolute(Vector3::y());
    let links = vec![
        link("body", None, JointKind::Free, [0.0; 3], MASS - 3.0),
        link("crank", Some(0), hinge, [-0.1, 0.0, 0.3], 1.0),
        link("coupler", Some(1), hinge, [0.0, 0.0, -0.1], 1.0),
        link("rocker", Some(0), hinge, [0.1, 0.0, 0.3], 1.0),
    ];
    let body = Vehicle::new("linkage", Tree::new(links).unwrap()).with_closure(
        "pin",
        (2, Vector3::new(0.2, 0.0, 0.0)),
        (3, Vector3::new(0.0, 0.0, -0.1)),
    );
    HUBS.iter().enumerate().fold(body, |body, (index, hub)| {
        body.with_contactor(format!("wheel_{index}"), 0, wheel(Vector3::from(*hub)), law.clone())
    })
}

/// A load of 1 kg without contact shapes.
fn parcel() -> Vehicle {
    Vehicle::rigid("parcel", Inertia::ball(1.0, 0.05).unwrap())
}

fn propelled(mut vehicle: Vehicle) -> Vehicle {
    vehicle.engines.push(Engine {
        name: "engine".into(),
        link: 0,
        position: Vector3::zeros(),
        direction: Vector3::z(),
        least: 1.0,
        most: 50.0,
        lag: 0.05,
        specific_impulse: 212.0,
        fails_at: None,
        valve: None,
    });
    vehicle.tanks.push(Tank {
        name: "tank".into(),
        link: 0,
        position: Vector3::zeros(),
        propellant: 1.0,
        gyration: Vector3::repeat(0.1),
    });
    vehicle
}

fn cable() -> Cable {
    let anchor = |vehicle| Anchor { vehicle, link: 0, point: Vector3::zeros() };
    Cable {
        name: "cable".into(),
        group: None,
        from: anchor(0),
        to: anchor(1),
        axial_stiffness: 100.0,
        damping_time: 0.01,
        stowed: 0.5,
        length: 0.5,
        brake: None,
        stuck: false,
    }
}

fn on_plane(vehicles: Vec<Vehicle>) -> World {
    World::new(Gravity::Uniform(G), Arc::new(Plane::level(0.0).unwrap()), vehicles)
}

fn chute() -> Parachute {
    let canopy = Canopy {
        area: 2.0,
        drag: MachCurve::constant(0.6),
        filling: Filling::Time(0.4),
        exponent: 2.0,
        packed_share: 0.1,
        opening_load_factor: 1.0,
        relaxation: 1.0,
        oscillation: None,
        fault: None,
    };
    let at = Anchor { vehicle: 0, link: 0, point: Vector3::z() };
    Parachute { name: "chute".to_owned(), at, riser: Vec::new(), canopy }
}

/// The least world that has one feature on a ground everywhere, and where its vehicles start.
fn world(ground: GroundKind, feature: Option<Feature>) -> (World, Vec<Motion>) {
    let law = law(ground);
    let start = Motion::at_rest(Vector3::new(0.0, 0.0, RADIUS));
    let above = Motion::at_rest(Vector3::new(0.0, 0.0, RADIUS + 0.4));
    let alone = |vehicle: Vehicle| (on_plane(vec![vehicle]), vec![start]);
    let (made, motions) = match feature {
        None => alone(cart(&law)),
        Some(Feature::Articulated) => alone(rover(&law)),
        Some(Feature::Engines) => alone(propelled(cart(&law))),
        Some(Feature::Cables) => {
            let world = on_plane(vec![cart(&law), parcel()]).with_cable(cable()).unwrap();
            (world, vec![start, above])
        }
        Some(Feature::CarriedParts) => {
            let position = Vector3::new(0.0, 0.0, 0.4);
            let rotation = UnitQuaternion::identity();
            let mount = Mount { part: 1, carrier: 0, link: 0, position, rotation };
            (on_plane(vec![cart(&law), parcel()]).with_mount(mount).unwrap(), vec![start, above])
        }
        Some(Feature::Gusts) => {
            let force = Vector3::new(1.0, 0.0, 0.0);
            let gust = Gust { vehicle: 0, force, from: Time::ZERO, until: Time::from_millis(100) };
            (on_plane(vec![cart(&law)]).with_force(gust).unwrap(), vec![start])
        }
        Some(Feature::CustomForce) => {
            (on_plane(vec![cart(&law)]).with_force(Arc::new(Drag)).unwrap(), vec![start])
        }
        Some(Feature::ExternalWrench) => {
            let push = ExternalWrench {
                name: "push".to_owned(),
                at: Anchor { vehicle: 0, link: 0, point: Vector3::z() },
                axes: Axes::Site,
                force: Vector3::x(),
                moment: Vector3::zeros(),
                from: Time::ZERO,
                until: Time::MAX,
            };
            (on_plane(vec![cart(&law)]).with_force(push).unwrap(), vec![start])
        }
        Some(Feature::Aerodynamics) => {
            let body = Aerodynamics {
                name: "air".to_owned(),
                at: Anchor { vehicle: 0, link: 0, point: Vector3::z() },
                model: AeroModel::Drag(MachCurve::constant(0.5)),
                exposure: Exposure::Always,
            };
            (on_plane(vec![cart(&law)]).with_force(body).unwrap(), vec![start])
        }
        Some(Feature::Parachutes) => {
            (on_plane(vec![cart(&law)]).with_force(chute()).unwrap(), vec![start])
        }
        Some(Feature::ClosedLoops) => alone(linkage(&law)),
        Some(Feature::Grains) => {
            let position = Vector3::new(1.0, 0.0, 0.05);
            let grain = Grain { position, radius: 0.05, density: 2600.0 };
            let (mut world, mut motions) = alone(cart(&law));
            world = world.with_grains(&[grain], &RigidGround::new(0.5, 0.0)).unwrap();
            motions.push(grain.motion());
            (world, motions)
        }
    };
    (covered(made, ground), motions)
}

/// With soil over the ground, if that is it.
fn covered(world: World, ground: GroundKind) -> World {
    if ground != GroundKind::Soil {
        return world;
    }
    let strata = Arc::new(Uniform { depth: f64::INFINITY });
    let plane = Arc::new(Plane::level(0.0).unwrap());
    let bed =
        SoilBed::new(plane, 0.02, vec![Soil::dlr_a()], strata, ScmVariant::default()).unwrap();
    world.with_soil(Arc::new(bed), &Tools::default()).unwrap()
}

fn scenario(cell: &Cell) -> Result<Scenario, ScenarioError> {
    let (world, motions) = world(cell.ground, cell.feature);
    let method = method(cell.method);
    Scenario::single_phase("cell", world, motions, method, Time::from_millis(100))
}

#[test]
fn every_cell_of_the_table_runs_or_is_refused_as_it_says() {
    let cells = table();
    assert_eq!(cells.len(), 7 * 6 * 12);
    for cell in cells {
        match (scenario(&cell), &cell.verdict) {
            (Ok(scenario), Ok(())) => {
                let mut simulation = Simulation::new(&scenario);
                let ran = simulation.advance(Time::from_millis(100), &mut Silent);
                assert!(ran.is_ok(), "{cell:?}: {ran:?}");
                let share = simulation.state().ledger.unexplained_share();
                assert!(share < 0.02, "{cell:?}: {share:e} of the energy is unexplained");
            }
            (Err(ScenarioError::Method { method, refusal, .. }), Err(expected)) => {
                assert_eq!(method, cell.method.name());
                assert_eq!(refusal.cause, expected.cause, "{cell:?}");
                assert_eq!(refusal.reason, expected.reason, "{cell:?}");
            }
            (found, _) => panic!("{cell:?}: {found:?}"),
        }
    }
}
