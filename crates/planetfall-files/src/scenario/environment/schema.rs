//! Keys of `[gravity]`, `[atmosphere]` and `[wind]`.

use crate::format::declare::{
    Key, OPTIONAL, OptionalKey, REQUIRED, Spec, Tables, declare, default,
};
use crate::format::schema::{Kind, Range};
use crate::scenario::schema::STRONGEST_GRAVITY;

/// Numbers above zero.
const POSITIVE: Kind = Kind::Number(Range::POSITIVE);
/// Numbers from zero on.
const NON_NEGATIVE: Kind = Kind::Number(Range::NON_NEGATIVE);
/// Latitudes, degrees.
const LATITUDE: Kind = Kind::Number(Range::between(-90.0, 90.0));
/// Longitudes to the east or west, once around, degrees.
const LONGITUDE: Kind = Kind::Number(Range::between(-360.0, 360.0));
/// `latitude_deg: Key<f64>`
const SITE_LATITUDE: Spec =
    default::number(0.0).of(LATITUDE).doc("Geocentric latitude of the site.");
/// `longitude_deg: Key<f64>`
const SITE_LONGITUDE: Spec = default::number(0.0).of(LONGITUDE).doc("East longitude of the site.");
/// `datum_radius_m: OptionalKey<f64>`
const DATUM: Spec = OPTIONAL.of(POSITIVE).doc(
    "Altitudes of the table count from a sphere of this radius; default the surface that altitudes of \
     [gravity] count from.",
);

declare! {
    /// Gravity in the site frame (x east, y north, z up).
    pub(crate) table GravityKeys("gravity", kind: GravityCases = default::text("uniform")) {}

    /// Keys of `uniform`.
    pub(crate) group UniformGravityKeys {
        /// Strength, towards −z; a thousand times the Earth's at most.
        acceleration_m_per_s2: Key<f64> =
            REQUIRED.of(Kind::Number(Range::between(0.0, STRONGEST_GRAVITY))),
    }

    /// Keys of `planet`.
    pub(crate) group PlanetGravityKeys {
        /// Gravitational parameter.
        gm_m3_per_s2: Key<f64> = REQUIRED.of(POSITIVE),
        /// Second zonal harmonic.
        j2: Key<f64> = default::number(0.0),
        /// Reference radius of the harmonic.
        equatorial_radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Distance of the site's origin from the centre. Altitudes count from the sphere of this radius.
        site_radius_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Rotation rate.
        rotation_rad_per_s: Key<f64> = default::number(0.0),
        latitude_deg: Key<f64> = SITE_LATITUDE,
        longitude_deg: Key<f64> = SITE_LONGITUDE,
    }

    /// Keys of `body`.
    pub(crate) group BodyGravityKeys {
        /// Which body: its GM, J2, radii, rotation and gas (docs/theory/environment.md#bodies).
        body: Key<BodyChoice> = REQUIRED,
        /// Distance of the site's origin from the centre; default that of the body's surface at the site.
        site_radius_m: OptionalKey<f64> = OPTIONAL.of(POSITIVE),
        latitude_deg: Key<f64> = SITE_LATITUDE,
        longitude_deg: Key<f64> = SITE_LONGITUDE,
        /// What altitudes count from.
        altitudes_over: Key<AltitudesChoice> = default::text("body"),
    }

    /// Which body: its GM, J2, radii, rotation and gas (docs/theory/environment.md#bodies).
    pub(crate) choice BodyChoice {
        /// Mars.
        Mars = "mars",
        /// The Earth.
        Earth = "earth",
        /// The Moon.
        Moon = "moon",
        /// Titan.
        Titan = "titan",
    }

    /// What altitudes count from.
    pub(crate) choice AltitudesChoice {
        /// The body's ellipsoid or sphere.
        Body = "body",
        /// The sphere through the site's origin.
        Site = "site",
    }

    /// Which field.
    pub(crate) cases GravityCases {
        /// The same everywhere, straight down.
        Uniform(UniformGravityKeys) = "uniform",
        /// A rotating, oblate planet below the site.
        Planet(PlanetGravityKeys) = "planet",
        /// The same by the name of the body.
        Body(BodyGravityKeys) = "body",
    }

    /// Air against altitude (docs/theory/environment.md#atmosphere).
    pub(crate) table AtmosphereKeys("atmosphere", kind: AtmosphereCases = REQUIRED) {
        /// Factor on density and pressure at all altitudes; temperature stays.
        density_factor: Key<f64> = default::number(1.0).of(POSITIVE),
        /// Factors on density and pressure against altitude, straight lines between, constant beyond.
        multiplier: Tables<MultiplierKeys> = default::EMPTY,
        /// A draw of density about its mean, by the scenario's seed.
        perturbation: Option<PerturbationKeys> = OPTIONAL,
        /// What becomes of a vehicle that leaves the altitudes of the table.
        beyond_table: Key<BeyondChoice> = default::text("extrapolate"),
    }

    /// Keys of `embedded`.
    pub(crate) group EmbeddedKeys {
        /// Which.
        profile: Key<ProfileChoice> = REQUIRED,
    }

    /// Which.
    pub(crate) choice ProfileChoice {
        /// COSPAR's Mars with the density that MSL's predicted trajectory implies: Gale, August 2012.
        MarsMsl = "mars-msl",
        /// COSPAR's reference atmosphere of Mars.
        MarsCospar = "mars-cospar",
        /// Mean of Mars-GRAM.
        MarsGram = "mars-gram",
        /// U.S. Standard Atmosphere 1976.
        EarthUs1976 = "earth-us1976",
        /// Mean of Titan-GRAM.
        TitanGram = "titan-gram",
    }

    /// Keys of `table`.
    pub(crate) group TableKeys {
        /// CSV file, relative to the scenario file: columns `altitude_m`, `density_kg_per_m3`, `temperature_k`, and if
        /// it has them `pressure_pa`, `sound_speed_m_per_s` and `density_factor`, which multiplies density and pressure.
        file: Key<String> = REQUIRED,
        /// Ratio of specific heats, for the speed of sound.
        gamma: Key<f64> = default::number(1.29).of(Kind::Number(Range::above(1.0))),
        /// Specific gas constant.
        gas_constant_j_per_kg_k: Key<f64> = default::number(188.92).of(POSITIVE),
        datum_radius_m: OptionalKey<f64> = DATUM,
    }

    /// Keys of `exponential`.
    pub(crate) group ExponentialKeys {
        /// Density at altitude 0.
        density_kg_per_m3: Key<f64> = REQUIRED.of(POSITIVE),
        /// Height in which density falls by the factor e.
        scale_height_m: Key<f64> = REQUIRED.of(POSITIVE),
        /// Of all altitudes.
        temperature_k: Key<f64> = REQUIRED.of(POSITIVE),
        /// Ratio of specific heats, for the speed of sound.
        gamma: Key<f64> = default::number(1.29).of(Kind::Number(Range::above(1.0))),
        /// Specific gas constant.
        gas_constant_j_per_kg_k: Key<f64> = default::number(188.92).of(POSITIVE),
        datum_radius_m: OptionalKey<f64> = DATUM,
    }

    /// Where its numbers are from.
    pub(crate) cases AtmosphereCases {
        /// No air.
        Nothing = "none",
        /// One that comes with the program.
        Embedded(EmbeddedKeys) = "embedded",
        /// A table from a file.
        Table(TableKeys) = "table",
        /// Density that falls exponentially, of one temperature.
        Exponential(ExponentialKeys) = "exponential",
    }

    /// What becomes of a vehicle that leaves the altitudes of the table.
    pub(crate) choice BeyondChoice {
        /// Below by the lapse rate and the scale heights of the lowest interval; above by the last scale heights, at
        /// the last temperature.
        Extrapolate = "extrapolate",
        /// The run ends in an error that says where and in which phase.
        Error = "error",
    }

    /// A factor at an altitude.
    pub(crate) table MultiplierKeys("multiplier") {
        /// Where.
        altitude_m: Key<f64> = REQUIRED,
        /// On density and pressure.
        factor: Key<f64> = REQUIRED.of(POSITIVE),
    }

    /// Density about its mean, correlated by exp(−distance/length) over altitude.
    pub(crate) table PerturbationKeys("perturbation") {
        /// Standard deviation of density over its mean at the lower altitude and below,
        lower_sigma: Key<f64> = default::number(0.05).of(NON_NEGATIVE),
        /// this altitude,
        lower_altitude_m: Key<f64> = default::number(0.0),
        /// at the upper altitude and above, with a straight line between,
        upper_sigma: Key<f64> = default::number(0.1).of(NON_NEGATIVE),
        /// and this one.
        upper_altitude_m: Key<f64> = default::number(60_000.0),
        /// Distance in altitude in which correlation falls by the factor e.
        correlation_length_m: Key<f64> = default::number(10_000.0).of(POSITIVE),
    }

    /// Velocity of the air over the turning planet.
    pub(crate) table WindKeys("wind") {
        /// Towards the east at all altitudes; with a table it is added to that.
        east_m_per_s: Key<f64> = default::number(0.0),
        /// The same towards the north.
        north_m_per_s: Key<f64> = default::number(0.0),
        /// CSV file, relative to the scenario file: columns `altitude_m`, `east_m_per_s`, `north_m_per_s`. Straight lines
        /// between its rows, constant beyond them.
        file: OptionalKey<String> = OPTIONAL,
        /// Rows of a table written here instead.
        row: Tables<WindRowKeys> = default::EMPTY,
        datum_radius_m: OptionalKey<f64> = DATUM,
        /// Gusts by Dryden's spectrum; none if left out.
        gusts: Option<GustsKeys> = OPTIONAL,
    }

    /// Wind at an altitude.
    pub(crate) table WindRowKeys("row") {
        /// Where.
        altitude_m: Key<f64> = REQUIRED,
        /// Towards the east.
        east_m_per_s: Key<f64> = default::number(0.0),
        /// Towards the north.
        north_m_per_s: Key<f64> = default::number(0.0),
    }

    /// A frozen field of turbulence that the wind of the lowest row carries past (docs/theory/environment.md#gusts).
    pub(crate) table GustsKeys("gusts") {
        /// Standard deviation in each direction at the ground and below,
        lower_sigma_m_per_s: Key<f64> = REQUIRED.of(NON_NEGATIVE),
        /// at this altitude,
        lower_altitude_m: Key<f64> = default::number(0.0),
        /// and at the upper altitude and above; default the same as below.
        upper_sigma_m_per_s: OptionalKey<f64> = OPTIONAL.of(NON_NEGATIVE),
        /// The upper altitude.
        upper_altitude_m: Key<f64> = default::number(10_000.0),
        /// L of the longitudinal correlation exp(−r/L).
        length_m: Key<f64> = default::number(533.4).of(POSITIVE),
        /// Waves shorter than this are left out: take the vehicle's size.
        shortest_m: Key<f64> = default::number(10.0).of(POSITIVE),
    }
}
