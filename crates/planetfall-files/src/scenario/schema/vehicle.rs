//! Keys of `[[vehicle]]`: what moves, and how it starts.

use super::super::staging_schema as staging;
use super::{NON_NEGATIVE, POSITIVE};
use crate::format::declare::{
    AnyKey, Key, OPTIONAL, OptionalKey, REQUIRED, Tables, declare, default,
};
use crate::format::schema::{Kind, List, Range};
use crate::scenario::cycle::CycleKeys;
use crate::scenario::driving::DriveKeys;
use crate::scenario::staging_schema::AttachedKeys;
use crate::scenario::torque::TorqueKeys;

declare! {
    /// A vehicle: a model from a file, or a free rigid body with markers described here.
    pub(crate) table VehicleKeys("vehicle") {
        /// Unique name.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Name of an earlier vehicle whose mass, inertia and markers this one has.
        like: OptionalKey<String> = OPTIONAL,
        /// A built-in vehicle's name, or the path of a vehicle file (TOML or URDF) relative to the
        /// scenario file, instead of a body described here.
        model: OptionalKey<String> = OPTIONAL,
        /// Mass.
        mass_kg: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// In body axes.
        centre_of_mass_m: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Moments of inertia about the centre of mass: xx, yy, zz, body axes.
        inertia_kg_m2: OptionalKey<[f64; 3]> = OPTIONAL,
        /// Off-diagonal elements of the inertia matrix: xy, xz, yz.
        products_of_inertia_kg_m2: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Points that feel the ground.
        marker: Tables<MarkerKeys> = default::EMPTY,
        /// Blocks and balls that feel the ground, and each other on ground that is no `marker`.
        shape: Tables<ShapeKeys> = default::EMPTY,
        /// Where it starts, unless it is `attached`.
        start: Option<StartKeys> = OPTIONAL,
        attached: Option<AttachedKeys> = staging::ATTACHED,
        /// Propellant at the start in all tanks together, shared as the model fills them; default
        /// the model's.
        propellant_kg: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Joints that do not start where the model has them.
        joint: Tables<JointStartKeys> = default::EMPTY,
        /// Commands of the wheels, leg by leg from the start; then they stop.
        drive: Tables<DriveKeys> = default::EMPTY,
        /// Torques that motors are commanded by the clock.
        torque: Tables<TorqueKeys> = default::EMPTY,
        /// Positions that joints go through again and again: gaits.
        cycle: Tables<CycleKeys> = default::EMPTY,
    }

    /// Where a joint starts.
    pub(crate) table JointStartKeys("joint") {
        /// The joint's name in the model.
        name: Key<String> = REQUIRED,
        /// Of a turning joint.
        angle_deg: OptionalKey<f64> = OPTIONAL,
        /// Of a sliding joint.
        extension_m: OptionalKey<f64> = OPTIONAL,
    }

    /// A point of the body that feels the ground.
    pub(crate) table MarkerKeys("marker") {
        /// Unique name within the vehicle.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// In body axes.
        position_m: Key<[f64; 3]> = REQUIRED,
        /// K of this marker instead of the ground's.
        stiffness_n_per_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// C of this marker instead of the ground's.
        damping_n_s_per_m: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
    }

    /// A shape of the body that feels the ground.
    pub(crate) table ShapeKeys("shape", kind: ShapeCases = REQUIRED) {
        /// Unique name within the vehicle.
        name: Key<String> = REQUIRED.of(Kind::Name),
        /// Its middle in body axes.
        position_m: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
    }

    /// Keys of `box`.
    pub(crate) group BoxShapeKeys {
        /// Lengths along its x, y, z.
        size_m: Key<[f64; 3]> = REQUIRED.of(Kind::List(List::exactly(3, &POSITIVE))),
        /// Its attitude in body axes: about z, then the new y, then the new x.
        yaw_pitch_roll_deg: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
    }

    /// Keys of `sphere`.
    pub(crate) group SphereShapeKeys {
        /// Radius.
        radius_m: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Which shape.
    pub(crate) cases ShapeCases {
        /// A block; `marker` ground feels it at its corners.
        Box(BoxShapeKeys) = "box",
        /// A ball.
        Sphere(SphereShapeKeys) = "sphere",
    }

    /// Position, attitude and motion at the start.
    pub(crate) table StartKeys("start") {
        /// East and north of the centre of mass.
        position_m: Key<[f64; 2]> = default::numbers(&[0.0, 0.0]),
        /// Height above the ground; required unless `geodetic` says where it starts.
        height_m: OptionalKey<f64> = OPTIONAL,
        /// Place, flight path and attitude as those of an entry are given, instead of the keys above and below.
        geodetic: Option<GeodeticKeys> = OPTIONAL,
        /// What has this height.
        height_of: Key<HeightOfChoice> = default::text("centre_of_mass"),
        /// How it is measured.
        height_along: Key<HeightAlongChoice> = default::text("vertical"),
        /// What becomes of a start inside the ground: one that the ground would throw out
        /// (docs/hard-ground.md).
        inside_ground: Key<InsideGroundChoice> = default::text("refuse"),
        /// What becomes of a settled start on a slope that friction does not hold it on.
        beyond_friction: Key<BeyondFrictionChoice> = default::text("refuse"),
        /// What the angles start from.
        attitude_frame: Key<AttitudeFrameChoice> = default::text("site"),
        /// Rotations about z, then the new y, then the new x.
        yaw_pitch_roll_deg: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Of the centre of mass: east, north, up.
        velocity_m_per_s: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// Added along the slope, on terrains that have one direction of fall.
        downhill_speed_m_per_s: Key<f64> = default::number(0.0),
        /// Angular rate about the body axes.
        rate_deg_per_s: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
        /// What it is a rate against.
        rate_frame: Key<RateFrameChoice> = default::text("site"),
    }

    /// A start by latitude and longitude, over a planet. The centre of mass is there and flies so.
    pub(crate) table GeodeticKeys("geodetic") {
        /// Geocentric latitude.
        latitude_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-90.0, 90.0))),
        /// East longitude.
        longitude_deg: Key<f64> = REQUIRED.of(Kind::Number(Range::between(-360.0, 360.0))),
        /// Distance from the planet's centre; or give the altitude.
        radius_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        /// Altitude over the surface that altitudes of `[gravity]` count from; or give the radius.
        altitude_m: OptionalKey<f64> = OPTIONAL,
        /// Speed.
        speed_m_per_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// Angle of the velocity above the local horizontal, which is square to the line to the planet's centre.
        flight_path_angle_deg: Key<f64> =
            REQUIRED.of(Kind::Number(Range::between(-90.0, 90.0))),
        /// Direction of the velocity, clockwise from north.
        azimuth_deg: Key<f64> = REQUIRED,
        /// What speed, flight-path angle and azimuth are those of.
        velocity_frame: Key<VelocityFrameChoice> = default::text("relative"),
        /// What the attitude starts from.
        attitude: Key<FlightAttitudeChoice> = default::text("velocity"),
        /// With `velocity`: the forward axis lies above the velocity over the planet by it,
        angle_of_attack_deg: Key<f64> = default::number(0.0),
        /// the velocity comes from the right by it,
        sideslip_deg: Key<f64> = default::number(0.0),
        /// and the body is turned about the velocity to the right by it.
        bank_deg: Key<f64> = default::number(0.0),
        /// With `velocity`: the axis of the body that points ahead. Its y axis points to the right.
        forward_axis: Key<ForwardAxisChoice> = default::text("x"),
        /// With `local_enu` and `local_ned`: rotations about z, then the new y, then the new x.
        yaw_pitch_roll_deg: Key<[f64; 3]> = default::numbers(&[0.0, 0.0, 0.0]),
    }

    /// What speed, flight-path angle and azimuth are those of.
    pub(crate) choice VelocityFrameChoice {
        /// The velocity over the turning planet.
        Relative = "relative",
        /// The velocity against the stars.
        Inertial = "inertial",
    }

    /// What the attitude starts from.
    pub(crate) choice FlightAttitudeChoice {
        /// The velocity over the planet: angle of attack, sideslip, bank.
        Velocity = "velocity",
        /// East, north, up of the place, by its local vertical.
        LocalEnu = "local_enu",
        /// North, east, down of the place, by its local vertical.
        LocalNed = "local_ned",
    }

    /// With `velocity`: the axis of the body that points ahead. Its y axis points to the right.
    pub(crate) choice ForwardAxisChoice {
        /// x ahead, z down.
        X = "x",
        /// x behind, z up.
        MinusX = "-x",
        /// z ahead, x up.
        Z = "z",
        /// z behind, x down: a capsule whose heat shield lies towards −z.
        MinusZ = "-z",
    }

    /// What it is a rate against.
    pub(crate) choice RateFrameChoice {
        /// The turning planet.
        Site = "site",
        /// The stars: 0 holds an attitude inertially while the planet turns.
        Inertial = "inertial",
    }

    /// What has this height.
    pub(crate) choice HeightOfChoice {
        /// Of the centre of mass.
        CentreOfMass = "centre_of_mass",
        /// Of the marker nearest to the ground.
        LowestMarker = "lowest_marker",
        /// At rest as statics has it, on soil sunk in as deep as it carries: height_m is then above
        /// that pose, and where it is not 0 above the soil as found.
        Settled = "settled",
    }

    /// How it is measured.
    pub(crate) choice HeightAlongChoice {
        /// Straight up from the ground.
        Vertical = "vertical",
        /// Along the ground's normal.
        Normal = "normal",
    }

    /// What becomes of a start inside the ground: one that the ground would throw out
    /// (docs/hard-ground.md).
    pub(crate) choice InsideGroundChoice {
        /// An error that says which part is how deep, what the ground would do, and from which height
        /// on the start is free.
        Refuse = "refuse",
        /// Lifted straight up until nothing of it is inside, with a warning that says how far.
        Lift = "lift",
    }

    /// What becomes of a settled start on a slope that friction does not hold it on.
    pub(crate) choice BeyondFrictionChoice {
        /// An error that says which part would slide and at which slope.
        Refuse = "refuse",
        /// It starts in the pose that enough friction would hold, at rest, and slides from there.
        Slide = "slide",
    }

    /// What the angles start from.
    pub(crate) choice AttitudeFrameChoice {
        /// Angles turn east-north-up axes into body axes.
        Site = "site",
        /// Angles turn north-east-down axes into body axes.
        Ned = "ned",
        /// As `ned`, then tilted with the ground.
        Slope = "slope",
    }
}

impl VehicleKeys {
    /// The keys of mass of a body that is described here.
    pub(crate) fn own_mass(&self) -> [&dyn AnyKey; 2] {
        [&self.mass_kg, &self.inertia_kg_m2]
    }

    /// The markers, else the shapes, of a body that is described here; none if it has neither.
    pub(crate) fn own_parts(&self) -> Option<&dyn AnyKey> {
        if !self.marker.is_empty() {
            return Some(&self.marker);
        }
        (!self.shape.is_empty()).then_some(&self.shape)
    }
}
