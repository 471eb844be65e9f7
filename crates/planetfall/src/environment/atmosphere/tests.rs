//! Tables of air against closed forms and published values.

use super::*;
use crate::math::noise::Key;
use proptest::prelude::*;

const MARS: Gas = Gas { gamma: 1.29, constant: 188.92 };

fn row(altitude: f64, density: f64, temperature: f64) -> AirRow {
    AirRow { altitude, density, temperature, pressure: None, sound_speed: None }
}

proptest! {
    #[test]
    fn an_exponential_atmosphere_is_exact_at_every_altitude(altitude in -2e4..3e5f64) {
        let (density, height) = (0.02, 11_100.0);
        let law = |h: f64| density * f64::exp(-h / height);
        let made = Atmosphere::exponential(density, height, 210.0, &MARS).unwrap();
        let rows: Vec<AirRow> = (-1..13).map(|k| f64::from(k) * 1e4).map(|h| row(h, law(h), 210.0)).collect();
        let table = Atmosphere::new(&rows, &MARS).unwrap();
        for air in [made.at(altitude), table.at(altitude)] {
            prop_assert!((air.density / law(altitude) - 1.0).abs() < 1e-13);
            prop_assert!((air.pressure / (air.density * 188.92 * 210.0) - 1.0).abs() < 1e-12);
            prop_assert_eq!(air.temperature, 210.0);
        }
    }
}

#[test]
fn the_speed_of_sound_follows_from_temperature_or_is_tabulated() {
    let by_gas = Atmosphere::new(&[row(0.0, 0.02, 200.0), row(1e4, 0.01, 180.0)], &MARS).unwrap();
    assert_eq!(by_gas.at(0.0).sound_speed, (1.29f64 * 188.92 * 200.0).sqrt());
    let own = |altitude, sound| AirRow { sound_speed: Some(sound), ..row(altitude, 0.01, 200.0) };
    let tabulated = Atmosphere::new(&[own(0.0, 230.0), own(1e4, 210.0)], &MARS).unwrap();
    assert_eq!(tabulated.at(5e3).sound_speed, 220.0);
}

#[test]
fn below_the_table_the_lapse_rate_goes_on_and_above_it_the_last_temperature() {
    let rows = [row(0.0, 0.02, 220.0), row(1e4, 0.01, 200.0), row(2e4, 0.004, 190.0)];
    let table = Atmosphere::new(&rows, &MARS).unwrap();
    let below = table.at(-5e3);
    assert!((below.temperature - 230.0).abs() < 1e-12);
    assert!((below.density - 0.02 * 2f64.sqrt()).abs() < 1e-15);
    let above = table.at(3e4);
    assert_eq!(above.temperature, 190.0);
    assert!((above.density - 0.0016).abs() < 1e-15, "{}", above.density);
    assert_eq!(table.coverage(), [0.0, 2e4]);
    assert_eq!((table.limits(), table.refusing_extrapolation().limits()), (None, Some([0.0, 2e4])));
}

#[test]
fn multiplier_and_perturbation_change_density_and_pressure_and_nothing_else() {
    let plain = EmbeddedAtmosphere::MarsMsl.atmosphere().unwrap();
    let key = Key::new(3, "atmosphere", "density");
    let sigma = Profile::constant(0.1);
    let perturbation = DensityPerturbation::new(sigma, 1e4, key, plain.coverage()).unwrap();
    let factor = Profile::new(vec![(0.0, 0.5), (1e5, 1.5)], "factor").unwrap();
    let changed =
        plain.clone().with_multiplier(factor).with_perturbation(perturbation.clone()).at(5e4);
    let mean = plain.at(5e4);
    let expected = perturbation.factor(5e4);
    assert!((changed.density / mean.density / expected - 1.0).abs() < 1e-14);
    assert!((changed.pressure / mean.pressure / expected - 1.0).abs() < 1e-14);
    assert_eq!((changed.temperature, changed.sound_speed), (mean.temperature, mean.sound_speed));
}

#[test]
fn rows_that_are_no_air_are_refused_with_their_number_and_column() {
    let refusal = |second: AirRow| {
        Atmosphere::new(&[row(0.0, 0.02, 200.0), second], &MARS).unwrap_err().to_string()
    };
    let refused = |second| refusal(second);
    assert_eq!(refused(row(1.0, 0.0, 200.0)), "row 2: density is 0: it must be greater than zero");
    assert_eq!(
        refused(row(1.0, 0.01, f64::NAN)),
        "row 2: temperature is NaN: it must be a finite number"
    );
    assert!(refused(row(-1.0, 0.01, 200.0)).contains("altitudes must increase"));
    let pressure = AirRow { pressure: Some(-2.0), ..row(1.0, 0.01, 200.0) };
    assert_eq!(refused(pressure), "row 2: pressure is -2: it must be greater than zero");
    assert!(Atmosphere::new(&[row(0.0, 0.02, 200.0)], &MARS).is_err());
}

#[test]
fn the_us_standard_atmosphere_has_its_published_values() {
    // NASA TM-X-74335, table I: geometric altitude m, temperature K, pressure Pa, density kg/m³, speed of sound m/s.
    let published = [
        (0.0, 288.150, 101_325.0, 1.2250, 340.29),
        (5000.0, 255.676, 54_048.0, 0.736_43, 320.55),
        (11_000.0, 216.774, 22_700.0, 0.364_80, 295.15),
        (20_000.0, 216.650, 5529.3, 0.088_910, 295.07),
        (32_000.0, 228.490, 889.06, 0.013_555, 303.02),
        (50_000.0, 270.650, 79.779, 1.0269e-3, 329.80),
        (60_000.0, 247.021, 21.958, 3.0968e-4, 315.07),
        (70_000.0, 219.585, 5.2209, 8.2829e-5, 297.06),
        (80_000.0, 198.639, 1.0524, 1.8458e-5, 282.54),
    ];
    // Its pressures above 20 km start from base pressures that were rounded, which is 1e-5 of them.
    let earth = EmbeddedAtmosphere::EarthUs1976.atmosphere().unwrap();
    for (altitude, temperature, pressure, density, sound) in published {
        let air = earth.at(altitude);
        assert!((air.temperature - temperature).abs() < 6e-4, "{altitude}: {air:?}");
        assert!((air.pressure / pressure - 1.0).abs() < 1e-4, "{altitude}: {air:?}");
        assert!((air.density / density - 1.0).abs() < 1e-4, "{altitude}: {air:?}");
        assert!((air.sound_speed - sound).abs() < 6e-3, "{altitude}: {air:?}");
    }
}

#[test]
fn the_us_standard_atmosphere_joins_its_table_at_86_km() {
    let earth = EmbeddedAtmosphere::EarthUs1976.atmosphere().unwrap();
    let (below, above) = (earth.at(85_999.999), earth.at(86_000.0));
    assert!((below.temperature - above.temperature).abs() < 1e-3, "{below:?} {above:?}");
    assert!((below.density / above.density - 1.0).abs() < 1e-4);
    assert!((below.pressure / above.pressure - 1.0).abs() < 1e-4);
    assert!((earth.at(100_000.0).density / 5.604e-7 - 1.0).abs() < 1e-12);
}

/// g₀ r₀² of the standard atmosphere, whose gravity is 9.80665 m/s² at sea level.
const EARTH_MU: f64 = 9.806_65 * 6_356_766.0 * 6_356_766.0;

/// Δp over ∫ρ g dh of a whole table, and root mean square over its intervals, less one.
fn hydrostatic(air: &Atmosphere, mu: f64, radius: f64, [from, to]: [f64; 2]) -> (f64, f64) {
    let steps = ((to - from) / 1000.0).round() as usize;
    let (mut whole, mut squares) = ([0.0, 0.0], 0.0);
    for number in 0..steps {
        let low = from + number as f64 * 1000.0;
        let fall = air.at(low).pressure - air.at(low + 1000.0).pressure;
        let slices = 20;
        let weight: f64 = (0..slices)
            .map(|slice| low + (f64::from(slice) + 0.5) * 1000.0 / f64::from(slices))
            .map(|h| air.at(h).density * mu / (radius + h).powi(2) * 1000.0 / f64::from(slices))
            .sum();
        whole[0] += fall;
        whole[1] += weight;
        squares += (fall / weight - 1.0).powi(2);
    }
    (whole[0] / whole[1] - 1.0, (squares / steps as f64).sqrt())
}

#[test]
fn embedded_tables_are_hydrostatic_to_their_stated_accuracy() {
    // Over the whole range, and over its kilometres: Mars-GRAM's mean, one of densities and one of pressures, misses by
    // 44 % over the worst one (64 to 65 km), COSPAR's by the rounding of its three digits.
    let cases = [
        (EmbeddedAtmosphere::EarthUs1976, EARTH_MU, 6_356_766.0, [0.0, 80e3], 1e-5, 1e-4),
        (EmbeddedAtmosphere::MarsCospar, 4.2828e13, 3.39565e6, [0.0, 100e3], 0.006, 0.03),
        (EmbeddedAtmosphere::MarsGram, 4.2828e13, 3.396e6, [0.0, 100e3], 0.04, 0.15),
        (EmbeddedAtmosphere::TitanGram, 8.9781e12, 2.575e6, [0.0, 1000e3], 3e-4, 3e-3),
    ];
    for (which, mu, radius, range, total, rms) in cases {
        let found = hydrostatic(&which.atmosphere().unwrap(), mu, radius, range);
        assert!(found.0.abs() < total && found.1 < rms, "{which:?}: {found:?}");
    }
}

#[test]
fn the_table_of_msl_is_cospars_times_its_ratio() {
    let (msl, cospar) = (EmbeddedAtmosphere::MarsMsl, EmbeddedAtmosphere::MarsCospar);
    let (msl, cospar) = (msl.atmosphere().unwrap(), cospar.atmosphere().unwrap());
    for (altitude, ratio) in [(-4500.0, 0.71), (20e3, 0.822), (140e3, 0.86)] {
        let (ours, mean) = (msl.at(altitude), cospar.at(altitude));
        assert!((ours.density / mean.density - ratio).abs() < 1e-3, "{altitude}");
        assert_eq!(ours.temperature, mean.temperature);
    }
    assert_eq!(msl.surface(), Some(&ReferenceSurface::Sphere { radius: 3_395_650.0 }));
}

#[test]
fn mach_at_the_parachute_of_msl_is_the_published_one() {
    // 400.6 m/s, 11.71 km above the site, which lies 4.5 km below the datum: Mach 1.77 (Way et al.).
    let air = EmbeddedAtmosphere::MarsMsl.atmosphere().unwrap().at(11_710.0 - 4500.0);
    assert!((400.6 / air.sound_speed - 1.77).abs() < 0.01, "{}", 400.6 / air.sound_speed);
}
