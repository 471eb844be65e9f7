use super::*;

fn grid() -> Grid {
    Grid::new((-16.0, -16.0), (0.5, 0.5), (65, 65)).unwrap()
}

fn full() -> TerrainRecipe {
    TerrainRecipe {
        tilt: Some(Tilt { slope: 0.05, downhill_heading: 1.0 }),
        undulations: vec![Undulation {
            amplitude: 0.3,
            wavelength: 20.0,
            heading: 0.3,
            phase: 1.0,
        }],
        roughness: Some(Roughness { hurst: 0.7, deviation: 0.05, baseline: 1.0 }),
        craters: Some(CraterField {
            law: PowerLaw::LUNAR_CRATERS,
            diameter_min: 1.5,
            diameter_max: 12.0,
            diffusion_age: 2.0,
        }),
        rocks: Some(RockField {
            law: RockLaw::Mars { cover: 0.08 },
            diameter_min: 0.1,
            diameter_max: 1.5,
            form: RockForm::Ellipsoid { height_to_diameter: 0.4, elongation_max: 1.8 },
        }),
        ..TerrainRecipe::level(grid())
    }
}

#[test]
fn the_same_recipe_seed_and_site_give_the_same_bits() {
    let (a, b) = (full().make(42, "gale").unwrap(), full().make(42, "gale").unwrap());
    assert_eq!(a, b);
    assert_ne!(a.dem, full().make(43, "gale").unwrap().dem);
    assert_ne!(a.dem, full().make(42, "jezero").unwrap().dem);
}

#[test]
fn the_bits_of_a_made_ground_are_the_same_on_every_machine() {
    let ground = full().make(42, "gale").unwrap();
    let heights = (0..65 * 65).map(|post| ground.dem.post(post / 65, post % 65).unwrap());
    let rocks = ground.rocks.iter().flat_map(|rock| [rock.x, rock.y, rock.heading, rock.top()]);
    let sum = heights.chain(rocks).fold(0u64, |sum, value| {
        sum.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ value.to_bits()
    });
    // A change of this number changes every generated site: say so in the commit.
    assert_eq!(sum, 0x5C33_6383_A27A_4BEB, "{sum:#X}");
}

#[test]
fn one_part_of_a_recipe_leaves_the_others_as_they_were() {
    let whole = full().make(42, "gale").unwrap();
    let without_craters = TerrainRecipe { craters: None, ..full() }.make(42, "gale").unwrap();
    assert_eq!(whole.rocks, without_craters.rocks);
    let without_rocks = TerrainRecipe { rocks: None, ..full() }.make(42, "gale").unwrap();
    assert_eq!(whole.dem, without_rocks.dem);
}

#[test]
fn a_tilted_ground_is_the_plane_of_the_same_slope() {
    let tilt = Tilt { slope: 0.2, downhill_heading: 0.7 };
    let recipe = TerrainRecipe { height: 3.0, tilt: Some(tilt), ..TerrainRecipe::level(grid()) };
    let dem = recipe.make(0, "site").unwrap().dem;
    let plane =
        super::super::Plane::incline(nalgebra::Vector3::new(0.0, 0.0, 3.0), 0.2, 0.7).unwrap();
    for (x, y) in [(0.0, 0.0), (3.3, -7.1), (-16.0, 16.0)] {
        assert!((dem.height(x, y).unwrap() - plane.height(x, y).unwrap()).abs() < 1e-9);
    }
}

#[test]
fn an_undulation_has_its_crest_and_trough_half_a_wave_apart() {
    let wave = Undulation { amplitude: 2.0, wavelength: 8.0, heading: 0.0, phase: 0.0 };
    let recipe = TerrainRecipe { undulations: vec![wave], ..TerrainRecipe::level(grid()) };
    let dem = recipe.make(0, "site").unwrap().dem;
    for x in [-5.0, 5.0] {
        assert!((dem.height(x, 0.0).unwrap() - 2.0).abs() < 1e-12);
        assert!((dem.height(x, 4.0).unwrap() + 2.0).abs() < 1e-12);
    }
}

#[test]
fn a_made_ground_answers_with_its_rocks() {
    let ground = full().make(42, "gale").unwrap();
    let rock = ground.rocks[0];
    let bare = ground.dem.height(rock.x, rock.y).unwrap();
    let terrain = ground.into_terrain().unwrap();
    assert!((terrain.height(rock.x, rock.y).unwrap() - bare - rock.top()).abs() < 1e-9);
}

#[test]
fn a_recipe_with_nonsense_is_refused() {
    let level = || TerrainRecipe::level(grid());
    for recipe in [
        TerrainRecipe { height: f64::NAN, ..level() },
        TerrainRecipe { tilt: Some(Tilt { slope: 2.0, downhill_heading: 0.0 }), ..level() },
        TerrainRecipe {
            undulations: vec![Undulation {
                amplitude: 1.0,
                wavelength: 0.0,
                heading: 0.0,
                phase: 0.0,
            }],
            ..level()
        },
    ] {
        assert!(recipe.make(0, "site").is_err());
    }
}
