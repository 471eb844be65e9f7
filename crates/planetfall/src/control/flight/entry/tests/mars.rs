//! MSL's entry as a point mass.

use crate::control::flight::entry::*;
use crate::environment::{AirRow, Atmosphere, Gas};

/// Altitude over a sphere of 3395.65 km (m), temperature (K), density (kg/m³) of the COSPAR reference atmosphere, and
/// what its density is multiplied by to be that of the predicted trajectory.
const AIR: [[f64; 4]; 60] = [
    [-10000.0, 214.0, 0.0385, 0.710],
    [-8000.0, 214.0, 0.0321, 0.710],
    [-6000.0, 214.0, 0.0268, 0.710],
    [-5000.0, 214.0, 0.0245, 0.710],
    [-4000.0, 214.0, 0.0224, 0.710],
    [-2000.0, 214.0, 0.0187, 0.710],
    [0.0, 214.0, 0.0155, 0.710],
    [2000.0, 213.8, 0.013, 0.710],
    [4000.0, 213.4, 0.0108, 0.710],
    [5000.0, 212.9, 0.0099, 0.710],
    [6000.0, 212.4, 0.00906, 0.710],
    [8000.0, 209.2, 0.00765, 0.710],
    [10000.0, 205.0, 0.00647, 0.719],
    [12000.0, 201.4, 0.00544, 0.754],
    [14000.0, 197.8, 0.00456, 0.784],
    [15000.0, 196.2, 0.00417, 0.793],
    [16000.0, 194.6, 0.00381, 0.801],
    [18000.0, 191.5, 0.00317, 0.814],
    [20000.0, 188.3, 0.00263, 0.822],
    [22000.0, 185.2, 0.00218, 0.830],
    [24000.0, 182.5, 0.00179, 0.830],
    [25000.0, 181.2, 0.00162, 0.830],
    [26000.0, 180.0, 0.00147, 0.830],
    [28000.0, 177.5, 0.0012, 0.830],
    [30000.0, 175.0, 0.00098, 0.830],
    [32000.0, 172.5, 0.000797, 0.821],
    [34000.0, 170.0, 0.000647, 0.812],
    [35000.0, 168.7, 0.000582, 0.807],
    [36000.0, 167.5, 0.000524, 0.803],
    [38000.0, 164.8, 0.000423, 0.794],
    [40000.0, 162.4, 0.00034, 0.785],
    [42000.0, 160.0, 0.000272, 0.772],
    [44000.0, 158.0, 0.000217, 0.755],
    [45000.0, 157.0, 0.000194, 0.747],
    [46000.0, 156.0, 0.000173, 0.738],
    [48000.0, 154.1, 0.000137, 0.722],
    [50000.0, 152.2, 0.000108, 0.705],
    [52000.0, 150.3, 8.52e-05, 0.688],
    [54000.0, 148.7, 6.69e-05, 0.682],
    [55000.0, 147.9, 5.92e-05, 0.684],
    [56000.0, 147.2, 5.23e-05, 0.686],
    [58000.0, 145.7, 4.09e-05, 0.691],
    [60000.0, 144.2, 3.18e-05, 0.695],
    [65000.0, 141.5, 1.68e-05, 0.706],
    [70000.0, 139.5, 8.73e-06, 0.726],
    [75000.0, 139.0, 4.47e-06, 0.753],
    [80000.0, 139.0, 2.29e-06, 0.780],
    [85000.0, 139.0, 1.17e-06, 0.806],
    [90000.0, 139.0, 6.01e-07, 0.833],
    [95000.0, 139.0, 3.09e-07, 0.860],
    [100000.0, 139.0, 1.59e-07, 0.860],
    [105000.0, 144.2, 8.01e-08, 0.860],
    [110000.0, 149.4, 4.14e-08, 0.860],
    [115000.0, 154.6, 2.2e-08, 0.860],
    [120000.0, 159.7, 1.19e-08, 0.860],
    [125000.0, 164.9, 6.63e-09, 0.860],
    [130000.0, 170.0, 3.76e-09, 0.860],
    [140000.0, 245.1, 1.09e-09, 0.860],
    [150000.0, 288.6, 4.73e-10, 0.860],
    [160000.0, 314.0, 2.43e-10, 0.860],
];

const GAS: Gas = Gas { gamma: 1.29, constant: 188.92 };
pub(super) const MASS: f64 = 3153.0;
const AREA: f64 = 15.904;
/// Radius of the landing site, m.
pub(super) const SITE: f64 = 3_391_150.0;
/// Speed of the parachute, m/s.
pub(super) const DEPLOY: f64 = 400.6;

pub(super) const LIMITS: BankLimits = BankLimits { rate: 0.349_066, acceleration: 0.087_266 };
pub(super) const CYCLE: f64 = 0.25;

fn polynomial(coefficients: &[f64], mach: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * mach + coefficient)
}

/// The published fits, held below Mach 1.3.
fn drag(mach: f64) -> f64 {
    polynomial(&[25980.0, -1022.0, -2904.0, 678.6, -44.33, 1.373], mach)
        / polynomial(&[15050.0, 1687.0, -2651.0, 544.1, -34.11, 1.0], mach)
}

fn lift(mach: f64) -> f64 {
    polynomial(&[11720.0, -3654.0, 485.6, -14.61, 0.4192], mach)
        / polynomial(&[25300.0, -7846.0, 1086.0, -28.35, 1.0], mach)
}

fn against_mach(of: impl Fn(f64) -> f64) -> Curve {
    let rows = (0..140).map(|row| 1.3 + 0.25 * f64::from(row));
    Curve::new(rows.map(|mach| [mach, of(mach)]).collect()).unwrap()
}

pub(super) fn model() -> EntryModel {
    let row = |row: &[f64; 4]| AirRow {
        altitude: row[0],
        density: row[2] * row[3],
        temperature: row[1],
        pressure: None,
        sound_speed: None,
    };
    let rows: Vec<AirRow> = AIR.iter().map(row).collect();
    EntryModel {
        planet: PlanetModel {
            mu: 4.282_837_371_6e13,
            j2: 1.956_608_6e-3,
            equatorial_radius: 3_396_000.0,
            rotation_rate: 7.088_218e-5,
        },
        atmosphere: Atmosphere::new(&rows, &GAS).unwrap(),
        datum: 3_395_650.0,
        wind: [0.0; 2],
        drag: against_mach(drag),
        lift_to_drag: against_mach(|mach| lift(mach) / drag(mach)),
        // Balance masses leave and lift ends in 12 to 14 s from 460 m/s on.
        lift_share: Curve::new(vec![[418.0, 0.0], [460.0, 1.0]]).unwrap(),
        area_per_mass: AREA / MASS,
    }
}

fn place(longitude: f64, latitude: f64) -> Place {
    Place { longitude: longitude.to_radians(), latitude: latitude.to_radians() }
}

pub(super) fn start() -> EntryState {
    EntryState {
        radius: 3_522_200.0,
        place: place(126.70, -3.92),
        speed: 5845.2,
        path_angle: (-16.14_f64).to_radians(),
        heading: 93.35_f64.to_radians(),
    }
}

/// The reference bank of the published trajectory as found by others, against speed.
pub(super) fn guidance() -> EntryGuidance {
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
        bank: [15.0_f64.to_radians(), 90.0_f64.to_radians()],
        deadband: Deadband { least: 2500.0, per_speed_squared: 500.0 * 1e-6 },
    };
    let mode = |name: &str, law, end| EntryMode::new(name, law, vec![end]);
    let align = BankLaw::Align { gain: 5.0, limit: 30.0_f64.to_radians() };
    let prebank = BankLaw::Hold(80.0_f64.to_radians());
    EntryGuidance {
        plan: vec![
            mode("prebank", prebank, ModeEnd::DragAbove(0.2 * 9.80665)),
            mode("range_control", BankLaw::Range(range), ModeEnd::SpeedBelow(1100.0)),
            mode("heading_alignment", align, ModeEnd::SpeedBelow(460.0)),
            mode("straighten_up", BankLaw::Hold(0.0), ModeEnd::SpeedBelow(DEPLOY)),
        ],
        profile: Curve::new(
            profile.map(|[speed, bank]: [f64; 2]| [speed, bank.to_radians()]).to_vec(),
        )
        .unwrap(),
        target: place(137.4019, -4.5965),
        target_radius: SITE,
        table: Vec::new(),
    }
}

pub(super) fn flight() -> ReferenceFlight {
    ReferenceFlight {
        start: start(),
        limits: LIMITS,
        cycle: CYCLE,
        end_speed: DEPLOY,
        beyond: 7200.0,
    }
}
