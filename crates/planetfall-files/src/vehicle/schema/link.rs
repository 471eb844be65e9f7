//! Links, their mass, contactors and visuals.

use super::{FrameKeys, NON_NEGATIVE, POSITIVE, ProvenanceKeys, ZERO};
use crate::format::declare::{
    GROUP, Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Range};
use crate::vehicle::schema::joint::LinkJointKeys;
use crate::vehicle::schema::propulsion::{EngineKeys, TankKeys};

/// Three lengths.
const SIZE: Kind = Kind::List(List::exactly(3, &POSITIVE));
/// Numbers from 0 to 1.
const FRACTION: Kind = Kind::Number(Range::FRACTION);

declare! {
    /// A rigid part. Its frame is its joint's frame; with every joint at zero the frame stands at
    /// `position_m` with `yaw_pitch_roll_deg` in the parent's.
    pub(crate) table LinkKeys("link") {
        /// Unique name.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// The link it hangs on; the root has none.
        parent: OptionalKey<String> = OPTIONAL,
        /// Makes the part twice: as written, and as its mirror image with y reversed. Names get these
        /// as suffixes: `rocker` becomes `rocker_left` and `rocker_right`. All that hangs on it is made
        /// twice too.
        sides: OptionalKey<Vec<Key<String>>> =
            OPTIONAL.of(Kind::List(List::exactly(2, &Kind::Name))),
        frame: FrameKeys = GROUP,
        mass: MassKeys = GROUP,
        /// How it moves against its parent.
        joint: LinkJointKeys = default::EMPTY,
        parts: LinkPartKeys = GROUP,
    }

    /// Changes to a link. Mass properties replace the URDF's; contactors replace those that the loader
    /// would make for the link; engines and tanks replace the base's.
    pub(crate) table LinkOverlayKeys("link") {
        /// Name of a link of the URDF.
        name: Key<String> = REQUIRED,
        mass: MassKeys = GROUP,
        parts: LinkPartKeys = GROUP,
    }

    /// Mass properties of a link.
    pub(crate) group MassKeys {
        /// Mass; a link without it is only a frame.
        mass_kg: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Centre of mass in the link's frame; a `shape` stands there.
        centre_of_mass_m: Key<[f64; 3]> = ZERO,
        /// Moments of inertia about the centre of mass: xx, yy, zz, axes of the link.
        inertia_kg_m2: OptionalKey<[f64; 3]> = OPTIONAL,
        /// Off-diagonal elements of the inertia matrix: xy, xz, yz.
        products_of_inertia_kg_m2: Key<[f64; 3]> = ZERO,
        /// A homogeneous body of the link's mass that gives its inertia, instead of `inertia_kg_m2`.
        shape: Option<MassShapeKeys> = OPTIONAL,
        provenance: ProvenanceKeys = GROUP,
    }

    /// What a link carries.
    pub(crate) group LinkPartKeys {
        /// What of it feels the ground.
        contactor: Tables<ContactorKeys> = default::EMPTY,
        /// Rocket engines on it.
        engine: Tables<EngineKeys> = default::EMPTY,
        /// Propellant in it; the link's mass is without it.
        tank: Tables<TankKeys> = default::EMPTY,
        /// What a viewer draws.
        visual: Tables<VisualKeys> = default::EMPTY,
    }

    /// A homogeneous body.
    pub(crate) table MassShapeKeys("shape", kind: MassShapeCases = REQUIRED) {}

    /// Keys of `box`.
    pub(crate) group BoxMassShapeKeys {
        /// Lengths along x, y, z.
        size_m: Key<[f64; 3]> = REQUIRED.of(SIZE),
    }

    /// Keys of `cylinder`.
    pub(crate) group CylinderMassShapeKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Along the axis.
        length_m: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Direction of the axis.
        axis: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 1.0]),
    }

    /// Keys of `sphere`.
    pub(crate) group SphereMassShapeKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Which body.
    pub(crate) cases MassShapeCases {
        /// A block.
        Box(BoxMassShapeKeys) = "box",
        /// A cylinder; of length zero, a thin disc.
        Cylinder(CylinderMassShapeKeys) = "cylinder",
        /// A solid ball.
        Sphere(SphereMassShapeKeys) = "sphere",
    }

    /// A shape that feels the ground.
    pub(crate) table ContactorKeys("contactor", kind: ContactorCases = REQUIRED) {
        /// Unique name within the vehicle.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// What it is there for.
        role: Key<RoleChoice> = default::text("support"),
        provenance: ProvenanceKeys = GROUP,
    }

    /// Keys of `marker`.
    pub(crate) group MarkerContactorKeys {
        /// In the link's frame.
        position_m: Key<[f64; 3]> = REQUIRED,
    }

    /// Keys of `sphere`.
    pub(crate) group SphereContactorKeys {
        /// Centre in the link's frame.
        centre_m: Key<[f64; 3]> = ZERO,
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `box`.
    pub(crate) group BoxContactorKeys {
        /// Lengths along its x, y, z.
        size_m: Key<[f64; 3]> = REQUIRED.of(SIZE),
        frame: FrameKeys = GROUP,
    }

    /// Keys of `mesh`.
    pub(crate) group MeshContactorKeys {
        mesh: MeshFileKeys = GROUP,
        frame: FrameKeys = GROUP,
    }

    /// Which shape.
    pub(crate) cases ContactorCases {
        /// A point.
        Marker(MarkerContactorKeys) = "marker",
        /// A cylinder that rolls about its axis.
        Wheel(WheelKeys) = "wheel",
        /// A ball.
        Sphere(SphereContactorKeys) = "sphere",
        /// A block; `marker` ground feels it at its corners.
        Box(BoxContactorKeys) = "box",
        /// A body of triangles; `marker` ground feels it at its vertices.
        Mesh(MeshContactorKeys) = "mesh",
    }

    /// What it is there for.
    pub(crate) choice RoleChoice {
        /// Carries the vehicle: wheels, feet, pads.
        Support = "support",
        /// Part of the body, which meets the ground only when something goes wrong: chassis, mast, arm.
        /// It has no share in what carries the weight, and costs next to nothing while it is clear of
        /// the ground.
        Body = "body",
    }

    /// Keys of `wheel`.
    pub(crate) group WheelKeys {
        /// Centre in the link's frame.
        centre_m: Key<[f64; 3]> = ZERO,
        /// Axle.
        axis: Key<[f64; 3]> = default::numbers(&[0.0, 1.0, 0.0]),
        /// To the tips of the grousers, if it has any.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Zero makes it a disc.
        width_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
        /// Ribs across the rim.
        grouser_count: Key<i64> = default::integer(0).of(Kind::Integer { min: 0, max: 1000 }),
        /// Height of the ribs above the rim.
        grouser_height_m: Key<f64> = default::number(0.0).of(NON_NEGATIVE),
    }

    /// Something a viewer draws; it has no weight and feels nothing.
    pub(crate) table VisualKeys("visual", kind: VisualCases = REQUIRED) {
        frame: FrameKeys = GROUP,
        /// Red, green, blue and opacity, each 0 to 1.
        colour: Key<Vec<Key<f64>>> = default::numbers(&[0.7, 0.7, 0.7])
            .of(Kind::List(List { item: &FRACTION, min_len: 3, max_len: 4 })),
    }

    /// Keys of `box`.
    pub(crate) group BoxVisualKeys {
        /// Lengths along x, y, z.
        size_m: Key<[f64; 3]> = REQUIRED.of(SIZE),
    }

    /// Keys of `cylinder`.
    pub(crate) group CylinderVisualKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Along z.
        length_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `sphere`.
    pub(crate) group SphereVisualKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Keys of `mesh`.
    pub(crate) group MeshFileKeys {
        /// STL or OBJ file, relative to this one.
        file: Key<String> = REQUIRED,
        /// Metres per unit of the file.
        scale: Key<f64> = default::number(1.0).of(POSITIVE),
    }

    /// Which shape.
    pub(crate) cases VisualCases {
        /// A block.
        Box(BoxVisualKeys) = "box",
        /// A cylinder along z.
        Cylinder(CylinderVisualKeys) = "cylinder",
        /// A ball.
        Sphere(SphereVisualKeys) = "sphere",
        /// A file of triangles.
        Mesh(MeshFileKeys) = "mesh",
    }
}
