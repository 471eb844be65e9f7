//! Every key of a rig's file, with its unit, range, default and meaning.

use crate::format::declare::{
    Declared, GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Range, Table};
use crate::scenario::ExpectKeys;
use crate::scenario::soil_schema::{
    BedKeys, CENTRALITY, MODE, SAMPLING, SHEAR_AT, SOIL_NAME, SOIL_TYPES, SPACING,
};
use crate::scenario::soil_schema::{ModeChoice, SamplingChoice, ShearAtChoice, SoilTypeKeys};

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Lists of numbers above zero.
const LENGTHS: Kind = Kind::List(List::any(&POSITIVE));
/// Slip ratios, from −1 (dragged) to below 1 (spinning).
const SLIP: Kind = Kind::Number(Range::at_least(-1.0).below(1.0));
/// Angles, degrees.
const ANGLE: Kind = Kind::Number(Range::between(-90.0, 90.0));
/// `speed_m_per_s: Key<f64>`
const SPEED: Spec = default::number(0.1).of(POSITIVE).doc("Of the axle over the ground.");
/// `distance_m: Key<f64>`
const DISTANCE: Spec = default::number(0.5)
    .of(POSITIVE)
    .doc(
        "Length of each drive; results are means over its last third, with grousers over the whole \
     pitches in it.",
    )
    .formerly("way_m");

/// A whole file of a rig.
pub static RIG: Table = *RigFileKeys::TABLE;

declare! {
    /// A laboratory's rig on a bed of soil, without a vehicle.
    pub table RigFileKeys("rig file") {
        /// One line that says what it shows.
        title: Key<String> = REQUIRED,
        /// More about it.
        #[allow(dead_code)]
        description: Key<String> = default::text(""),
        /// The soil, level and without end.
        ground: RigGroundKeys = REQUIRED,
        /// What is done to it.
        rig: RigKeys = REQUIRED,
        /// Values that the run must reproduce, each with what stands behind it.
        expect: Tables<ExpectKeys> = default::EMPTY,
    }

    /// The Soil Contact Model, as `[ground] kind = "soil"` of a scenario.
    pub table RigGroundKeys("ground") {
        soil: Key<String> = SOIL_NAME,
        spacing_m: Key<f64> = SPACING,
        mode: Key<ModeChoice> = MODE,
        centrality_exponent: Key<f64> = CENTRALITY,
        sampling: Key<SamplingChoice> = SAMPLING,
        shear_at: Key<ShearAtChoice> = SHEAR_AT,
        soil_type: Tables<SoilTypeKeys> = SOIL_TYPES,
    }

    /// The rig.
    pub table RigKeys("rig", kind: RigCases = REQUIRED) {}

    /// Which one.
    pub cases RigCases {
        /// Plates are pressed in by a force; n, kc and kphi are identified from the readings.
        Bevameter(BevameterKeys) = "bevameter",
        /// A wheel with prescribed slip and slip angle heaves freely under its load.
        SingleWheel(SingleWheelKeys) = "single-wheel",
        /// The same wheel passes again and again through its own rut.
        MultiPass(MultiPassKeys) = "multi-pass",
        /// A wheel spins, hardly gets on, and digs itself in.
        SelfBurial(SelfBurialKeys) = "self-burial",
        /// Wheels in line on both sides of a chassis that a tether holds to a speed.
        Drawbar(DrawbarKeys) = "drawbar",
    }

    /// Keys of `bevameter`.
    pub group BevameterKeys {
        /// Radii of the discs: b of Bekker's law.
        radii_m: Key<Vec<Key<f64>>> = default::numbers(&[0.05, 0.1]).of(LENGTHS),
        /// Length and width of rectangular plates; b is 2 A/U.
        rectangles_m: Key<Vec<Key<[f64; 2]>>> = default::numbers(&[])
            .of(Kind::List(List::any(&Kind::List(List::exactly(2, &POSITIVE))))),
        /// Mean pressures: the force is that times the area of each plate.
        pressures_pa: Key<Vec<Key<f64>>> = default::numbers(&[2500.0, 5000.0, 10000.0, 20000.0])
            .of(Kind::List(List::at_least(2, &POSITIVE))),
        /// Each plate is put down at so many by so many places within a cell of the soil.
        offsets: Key<i64> = default::integer(21).of(Kind::Integer { min: 1, max: 100 }),
        /// The same again with other distances of the soil's nodes.
        further_spacings_m: Key<Vec<Key<f64>>> = default::numbers(&[]).of(LENGTHS),
    }

    /// A wheel under a rig.
    pub group RigWheelKeys {
        /// Of the rim, by which slip counts.
        radius_m: Key<f64> = default::number(0.125).of(POSITIVE),
        /// Of the wheel.
        width_m: Key<f64> = default::number(0.1).of(POSITIVE),
        /// On the wheel.
        load_n: Key<f64> = default::number(100.0).of(POSITIVE),
        /// Radius of its rounded edges, on which walls of a rut press; a sharp cylinder without it.
        shoulder_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Plates across the rim.
        grouser_count: OptionalKey<i64> = OPTIONAL.of(Kind::Integer { min: 1, max: 1000 }),
        /// How far they stand out of the rim.
        grouser_height_m: Key<f64> = default::number(0.01).of(POSITIVE),
        /// Along the rim; thinner than the soil's spacing they are seen blurred.
        grouser_thickness_m: Key<f64> = default::number(0.005).of(POSITIVE),
    }

    /// Keys of `single-wheel`.
    pub group SingleWheelKeys {
        wheel: RigWheelKeys = GROUP,
        speed_m_per_s: Key<f64> = SPEED,
        distance_m: Key<f64> = DISTANCE,
        /// 1 - v/(w r) where the rim is the faster (driving), w r/v - 1 where the axle is (braking); v
        /// along the wheel's heading.
        slips: Key<Vec<Key<f64>>> = default::numbers(&[-0.5, -0.2, 0.0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8])
            .of(Kind::List(List::at_least(1, &SLIP))),
        /// Angles of the motion to the wheel's heading.
        slip_angles_deg: Key<Vec<Key<f64>>> =
            default::numbers(&[0.0]).of(Kind::List(List::at_least(1, &ANGLE))),
        /// Gravity leans back by it; the bed stays level.
        slope_deg: Key<f64> = default::number(0.0).of(Kind::Number(Range::between(-45.0, 45.0))),
        /// Measured drives to be predicted instead of slips and slip angles: a file of comma-separated columns
        /// slip (by the speed of the carriage), slip_angle_deg, Fx_N, Fy_N, Fz_N, minus_avg_Z_mm.
        measured: OptionalKey<String> = OPTIONAL,
        /// With `measured`: plates by which n, kc and kphi of the soil are identified first: a file of
        /// comma-separated columns plate_diameter_mm, sinkage_mm, pressure_kPa.
        plates: OptionalKey<String> = OPTIONAL,
        /// With `measured`: fit mu, n1 and the compaction share to straight driving first.
        fit: Key<bool> = default::flag(false),
    }

    /// Keys of `multi-pass`.
    pub group MultiPassKeys {
        wheel: RigWheelKeys = GROUP,
        speed_m_per_s: Key<f64> = SPEED,
        distance_m: Key<f64> = DISTANCE,
        /// How many.
        passes: Key<i64> = default::integer(6).of(Kind::Integer { min: 2, max: 100 }),
        /// Of each pass.
        slip: Key<f64> = default::number(0.2).of(SLIP),
        /// Besides, the side force is read with this slip angle in the rut that each pass finds.
        slip_angle_deg: Key<f64> =
            default::number(10.0).of(Kind::Number(Range::above(0.0).up_to(60.0))),
    }

    /// Keys of `self-burial`.
    pub group SelfBurialKeys {
        wheel: RigWheelKeys = GROUP,
        /// Speed of the rim, w r.
        rim_speed_m_per_s: Key<f64> = default::number(0.1).of(POSITIVE),
        /// At exactly 1 it gets on by nothing, and digs nothing: soil bears what it has borne.
        slip: Key<f64> = default::number(0.95).of(Kind::Number(Range::FRACTION)),
        /// No more turns than these.
        turns: Key<f64> = default::number(40.0).of(POSITIVE),
    }

    /// Keys of `drawbar`.
    pub group DrawbarKeys {
        wheel: RigWheelKeys = GROUP,
        /// Of the tether.
        speed_m_per_s: Key<f64> = default::number(0.0108).of(POSITIVE),
        distance_m: Key<f64> = DISTANCE,
        /// 1 - v/(w r), v that of the tether.
        slips: Key<Vec<Key<f64>>> =
            default::numbers(&[0.1, 0.2, 0.4, 0.7]).of(Kind::List(List::at_least(1, &SLIP))),
        /// Wheels in line, each in the rut of those before it.
        axles: Key<i64> = default::integer(3).of(Kind::Integer { min: 1, max: 20 }),
        /// Rows of them.
        sides: Key<i64> = default::integer(2).of(Kind::Integer { min: 1, max: 2 }),
    }
}

impl RigGroundKeys {
    /// The keys of its soil; what presses on it has its own.
    pub fn bed_keys(&self) -> BedKeys<'_> {
        BedKeys {
            spacing_m: &self.spacing_m,
            mode: &self.mode,
            centrality_exponent: &self.centrality_exponent,
            sampling: &self.sampling,
            shear_at: &self.shear_at,
            soil_type: &self.soil_type,
            tools: None,
        }
    }
}
