//! Every key of a vehicle file and of an overlay, with its unit, range, default and meaning.

pub(super) mod joint;
pub(super) mod link;
pub(super) mod propulsion;

use crate::format::declare::{
    Declared, GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, Range, Table};
use crate::vehicle::schema::joint::JointOverlayKeys;
use crate::vehicle::schema::link::{LinkKeys, LinkOverlayKeys};

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// `description: Key<String>`
const DESCRIPTION: Spec = default::text("").doc("More about it.");
/// `root: Key<RootChoice>`
const ROOT: Spec = default::text("free").doc("How the root link hangs in the site.");
/// `drive: Tables<DriveWheelKeys>`
const DRIVE_WHEELS: Spec = default::EMPTY.doc("Wheels by which the vehicle drives.");
/// Three zeros unless given.
const ZERO: Spec = default::numbers(&[0.0, 0.0, 0.0]);

/// A whole vehicle file.
pub static VEHICLE: Table = *VehicleFileKeys::TABLE;
/// What is laid over a URDF file.
pub static OVERLAY: Table = *OverlayKeys::TABLE;

declare! {
    /// Where the numbers of a table come from; every table that has numbers is listed.
    pub(crate) group ProvenanceKeys {
        /// Where these numbers come from.
        source: OptionalKey<String> = OPTIONAL,
        /// Whether these numbers, or some of them, are the author's estimate.
        estimate: Key<bool> = default::flag(false),
    }

    /// Where a frame stands in its parent's.
    pub(crate) group FrameKeys {
        /// Origin of the frame in the parent's.
        position_m: Key<[f64; 3]> = ZERO,
        /// Axes of the frame: rotations about z, then the new y, then the new x.
        yaw_pitch_roll_deg: Key<[f64; 3]> = ZERO,
    }

    /// A vehicle: links that hang on each other by joints. Each link has a frame; the root's is the
    /// body frame: x forward, y left, z up.
    pub(crate) table VehicleFileKeys("vehicle") {
        /// One line about the vehicle.
        title: Key<String> = REQUIRED,
        #[allow(dead_code)]
        description: Key<String> = DESCRIPTION,
        provenance: ProvenanceKeys = GROUP,
        root: Key<RootChoice> = ROOT,
        /// Rigid parts in any order; exactly one has no parent.
        link: Tables<LinkKeys> = REQUIRED,
        drive: Tables<DriveWheelKeys> = DRIVE_WHEELS,
    }

    /// Additions to another vehicle file, most of all to a URDF: what that format cannot say.
    pub(crate) table OverlayKeys("overlay") {
        /// The URDF or TOML file, relative to this one, or the name of a built-in vehicle.
        base: Key<String> = REQUIRED,
        /// One line about the vehicle.
        title: OptionalKey<String> = OPTIONAL,
        #[allow(dead_code)]
        description: Key<String> = DESCRIPTION,
        #[allow(dead_code)]
        provenance: ProvenanceKeys = GROUP,
        root: Key<RootChoice> = ROOT,
        /// Changes to links of the URDF.
        link: Tables<LinkOverlayKeys> = default::EMPTY,
        /// Changes to joints of the URDF.
        joint: Tables<JointOverlayKeys> = default::EMPTY,
        drive: Tables<DriveWheelKeys> = DRIVE_WHEELS,
    }

    /// How the root link hangs in the site.
    pub(crate) choice RootChoice {
        /// The root moves freely.
        Free = "free",
        /// The root is bolted to the site: a test rig.
        Fixed = "fixed",
    }

    /// A driven wheel. One entry for a mirrored wheel serves both sides.
    pub(crate) table DriveWheelKeys("drive") {
        /// Name of a contactor of kind `wheel`.
        wheel: Key<String> = REQUIRED,
        /// Name of the joint that turns it; default the one of the contactor's link.
        drive: OptionalKey<String> = OPTIONAL,
        /// Name of the joint that steers it.
        steer: OptionalKey<String> = OPTIONAL,
    }
}
