//! Keys of `[[aerodynamics]]`.

use crate::format::declare::{GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, declare, default};
use crate::format::schema::{Kind, List, Range};

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Two numbers.
const PAIR: Kind = Kind::List(List::exactly(2, &Kind::NUMBER));

declare! {
    /// How the air acts on a body: force and moment by its Mach number and angle of attack, or a drag area. It
    /// needs an atmosphere.
    pub(crate) table AerodynamicsKeys("aerodynamics", kind: AerodynamicsCases = REQUIRED) {
        /// Unique name, for messages.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Name of the vehicle.
        vehicle: Key<String> = REQUIRED,
        /// Which of its links; default its root.
        link: OptionalKey<String> = OPTIONAL,
        /// Reference point of the coefficients, or where drag acts, in the axes of that link. Of a sphere-cone it
        /// is the nose.
        position_m: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// It acts only while this vehicle is attached to another: a capsule while it has its heat shield.
        while_attached: OptionalKey<String> = OPTIONAL,
        /// It acts only once this vehicle flies by itself.
        once_separated: OptionalKey<String> = OPTIONAL,
    }

    /// Which law.
    pub(crate) cases AerodynamicsCases {
        /// A drag area: a force against the motion through the air.
        Drag(DragKeys) = "drag",
        /// Coefficients of a body of revolution from a file.
        Database(DatabaseKeys) = "database",
        /// Modified Newtonian theory of a blunt sphere-cone, scaled to published drag and lift or as it is.
        SphereCone(SphereConeKeys) = "sphere_cone",
    }

    /// Keys of `drag`.
    pub(crate) group DragKeys {
        /// Drag coefficient times area, the same at every Mach number; or give `drag_area_by_mach`.
        drag_area_m2: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// Pairs of Mach number, ascending, and drag coefficient times area (m²); straight between them, held
        /// beyond them.
        drag_area_by_mach: OptionalKey<Vec<Key<[f64; 2]>>> =
            OPTIONAL.of(Kind::List(List::at_least(1, &PAIR))),
    }

    /// Keys that all bodies of revolution share.
    pub(crate) group RevolutionKeys {
        /// Direction from the body through its nose, in the axes of the link; of any length.
        nose: Key<[f64; 3]> = REQUIRED,
        /// Rolling moment coefficient per rate D/2V about the nose; negative where it damps.
        roll_damping: Key<f64> = default::number(0.0),
        /// By which CA is multiplied.
        axial_factor: Key<f64> = default::number(1.0).of(NON_NEGATIVE),
        /// By which CN is multiplied.
        normal_factor: Key<f64> = default::number(1.0).of(NON_NEGATIVE),
        /// By which Cm is multiplied.
        moment_factor: Key<f64> = default::number(1.0).of(NON_NEGATIVE),
        /// Radius of the nose for its heating; default no heating, but for a sphere-cone its own radius.
        heating_nose_radius_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Sutton and Graves's constant of the gas, kg^½/m; the default is that of Mars's air, the Earth's is
        /// 1.7415e-4.
        heating_constant: Key<f64> = default::number(1.9027e-4).of(POSITIVE),
    }

    /// Keys of `database`.
    pub(crate) group DatabaseKeys {
        body: RevolutionKeys = GROUP,
        /// A CSV file, relative to the scenario's, with the columns `mach`, `angle_deg`, `ca`, `cn`, `cm` and, if
        /// rates damp, `cmq`: a row for every angle at every Mach number, both ascending.
        file: Key<String> = REQUIRED,
        /// Reference area.
        area_m2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Reference length.
        length_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Whether the coefficients of the first Mach number hold below it; else flying there ends the run.
        hold_below: Key<bool> = default::flag(false),
        /// Whether the coefficients of the last Mach number hold above it; else flying there ends the run.
        hold_above: Key<bool> = default::flag(false),
    }

    /// Keys of `sphere_cone`.
    pub(crate) group SphereConeKeys {
        body: RevolutionKeys = GROUP,
        /// Of the base; the reference length.
        diameter_m: Key<f64> = default::number(4.5).of(POSITIVE),
        /// Of the nose.
        nose_radius_m: Key<f64> = default::number(1.125).of(POSITIVE),
        /// Between axis and cone.
        half_angle_deg: Key<f64> =
            default::number(70.0).of(Kind::Number(Range::between(5.0, 85.0))),
        /// Pressure coefficient at the stagnation point.
        stagnation_pressure: Key<f64> = default::number(1.84).of(POSITIVE),
        /// Published drag and lift at trim to which the coefficients are scaled at each Mach number.
        scaled_to: Key<FitsChoice> = default::text("msl"),
        /// Reference lengths by which the centre of mass of the fits lies behind the nose.
        trim_behind: Key<f64> = default::number(0.30).of(NON_NEGATIVE),
        /// Reference lengths by which the centre of mass of the fits lies beside the axis.
        trim_beside: Key<f64> = default::number(0.0273).of(NON_NEGATIVE),
        /// Cmq: pitching moment coefficient per rate D/2V; negative where it damps. Not public for any capsule.
        pitch_damping: Key<f64> = default::number(0.0),
    }

    /// Fits of drag and lift at trim.
    pub(crate) choice FitsChoice {
        /// Of Mars Science Laboratory, valid above Mach 1.3 and held below.
        Msl = "msl",
        /// None: Newtonian coefficients as they are, at every Mach number.
        None = "none",
    }
}
