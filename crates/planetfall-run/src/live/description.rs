//! What there is to drive, pull, break and plot in a session.

use super::breakage::Breakage;
use super::hands::Hands;
use crate::events::sun_angles;
use planetfall::control::Pilot;
use planetfall::control::flight::HandFlight;
use planetfall::recording;
use planetfall::vehicle::JointKind;
use planetfall::world::World;
use planetfall_files::quantity::unit_of;
use planetfall_files::run_folder::ColumnSpec;
use planetfall_files::scenario::Loaded;
use serde::Serialize;

/// All that a page needs to know of a session that does not change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Description {
    /// The scenario's name.
    pub scenario: String,
    /// One line about it.
    pub title: String,
    /// Where the run is written.
    pub folder: String,
    /// `rover`, `lander` or `other`.
    pub kind: &'static str,
    /// The vehicle that is driven or flown.
    pub vehicle: String,
    /// Simulation time between ticks.
    pub period_s: f64,
    /// Numbers of a row, in their order.
    pub columns: Vec<DescribedColumn>,
    /// Joints with motors.
    pub joints: Vec<JointSlider>,
    /// What can be let go or cut, by the names of its levers.
    pub releases: Vec<String>,
    /// What can fail.
    pub faults: Vec<FaultOffer>,
    /// All levers.
    pub levers: Vec<DescribedLever>,
    /// Where the sun stands at the start.
    pub sun: SunPlace,
    /// The kind of ground.
    pub ground: String,
    /// What can be done by hand.
    pub can: Can,
    /// The fastest that a rover is driven by hand.
    pub top_speed_m_per_s: Option<f64>,
    /// Throttle at which a lander hovers as it starts.
    pub hover_throttle: Option<f64>,
    /// Why something cannot be done, and what was assumed.
    pub notes: Vec<String>,
}

/// A number of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DescribedColumn {
    /// `entity.quantity_unit`.
    pub name: String,
    /// Typeset; empty where dimensionless.
    pub unit: String,
    /// In a sentence.
    pub description: String,
}

/// A lever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DescribedLever {
    /// Its name.
    pub name: String,
    /// Typeset; empty for a switch.
    pub unit: String,
    /// What it does.
    pub meaning: String,
}

/// A joint with a motor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointSlider {
    /// The joint.
    pub name: String,
    /// The lever that has it hold a position.
    pub position: String,
    /// The lever that has it hold a speed.
    pub rate: String,
    /// The column that tells where it is.
    pub column: String,
    /// Unit of the position.
    pub unit: String,
    /// Least position; a half turn where it may turn for ever.
    pub min: f64,
    /// Greatest.
    pub max: f64,
    /// Greatest speed.
    pub most_rate: f64,
    /// Whether it turns or steers a wheel, which driving commands as well.
    pub drives: bool,
}

/// A fault that can be struck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultOffer {
    /// Its name in an order.
    pub name: String,
    /// What fails, in words.
    pub title: String,
}

/// Where the sun stands.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SunPlace {
    /// From north by east.
    pub azimuth_deg: f64,
    /// Above the horizontal.
    pub elevation_deg: f64,
}

/// What can be done by hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Can {
    /// Drive.
    pub drive: bool,
    /// Drive sideways.
    pub sideways: bool,
    /// Go to a place by itself.
    pub goal: bool,
    /// Fly.
    pub fly: bool,
    /// Give the vehicle back to controllers of the scenario's own.
    pub auto: bool,
}

impl SunPlace {
    /// Of a direction.
    pub(super) fn of(direction: &nalgebra::Vector3<f64>) -> Self {
        let [azimuth_deg, elevation_deg] = sun_angles(direction);
        Self { azimuth_deg, elevation_deg }
    }
}

/// Describes a session before it begins.
pub(super) fn describe(
    loaded: &Loaded,
    folder: &std::path::Path,
    breakages: &[Breakage],
    hands: &Hands,
) -> Description {
    let world = &loaded.scenario.world;
    let console = world.console();
    let levers = console.map_or(&[][..], |(_, console)| console.levers());
    let columns = recording::columns(world).into_iter();
    let columns = columns.map(|column| {
        let ColumnSpec { name, unit, description } = ColumnSpec::new(column.name, column.meaning);
        DescribedColumn { name, unit, description }
    });
    let flown = hands.lander.as_ref().map(HandFlight::vehicle);
    let own = flown.or(hands.rover.as_ref().map(Pilot::vehicle)).unwrap_or(0);
    let loosens = |name: &&String| name.ends_with(".separate") || name.ends_with(".cut");
    Description {
        scenario: loaded.scenario.name.clone(),
        title: loaded.title.clone(),
        folder: folder.display().to_string(),
        kind: match (&hands.lander, &hands.rover) {
            (Some(_), _) => "lander",
            (None, Some(_)) => "rover",
            _ => "other",
        },
        vehicle: world.vehicles().get(own).map_or_else(String::new, |own| own.name.clone()),
        period_s: console.map_or(0.0, |(control, _)| control.period.seconds()),
        columns: columns.collect(),
        joints: joints(world),
        releases: levers.iter().map(|lever| &lever.name).filter(loosens).cloned().collect(),
        faults: breakages
            .iter()
            .map(|one| FaultOffer { name: one.name.clone(), title: one.title.clone() })
            .collect(),
        levers: levers
            .iter()
            .map(|lever| DescribedLever {
                name: lever.name.clone(),
                unit: unit_of(&lever.name),
                meaning: lever.meaning.to_owned(),
            })
            .collect(),
        sun: SunPlace::of(world.sun()),
        ground: String::new(),
        can: hands.can(),
        top_speed_m_per_s: hands.rover.as_ref().map(Pilot::top_speed),
        hover_throttle: hands.hover(),
        notes: Vec::new(),
    }
}

/// Joints with motors.
fn joints(world: &World) -> Vec<JointSlider> {
    let mut list = Vec::new();
    for vehicle in 0..world.named() {
        let gear = world.running_gear().iter().find(|gear| gear.vehicle == vehicle);
        for (link, part) in world.vehicles()[vehicle].tree.links().iter().enumerate() {
            let joint = &part.joint;
            let [position, rate] = match joint.kind {
                JointKind::Revolute(_) => ["angle_rad", "rate_rad_per_s"],
                JointKind::Prismatic(_) => ["extension_m", "speed_m_per_s"],
                JointKind::Fixed
                | JointKind::Spherical
                | JointKind::Planar(_)
                | JointKind::Free => continue,
            };
            let Some(motor) = &joint.motor else { continue };
            let name = world.entity_name(vehicle, &joint.name);
            let [least, most] = match &joint.limits {
                Some(limits) => [limits.lower, limits.upper],
                None if position == "angle_rad" => [-std::f64::consts::PI, std::f64::consts::PI],
                None => [-1.0, 1.0],
            };
            let wheel = |wheel: &planetfall::control::DriveWheel| {
                wheel.drive == link || wheel.steer == Some(link)
            };
            list.push(JointSlider {
                position: format!("{name}.{position}"),
                rate: format!("{name}.{rate}"),
                column: format!("{name}.{position}"),
                unit: unit_of(position),
                min: least,
                max: most,
                most_rate: motor.no_load_speed,
                drives: gear.is_some_and(|gear| gear.wheels.iter().any(wheel)),
                name,
            });
        }
    }
    list
}
