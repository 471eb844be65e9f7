//! What the reference says the drop case does when its open choices are made otherwise. The values
//! were computed independently (RK4, 1 ms unless said), and fix the meaning of every option.

use crate::scenario::fixture::near;
use planetfall_files::format::Ink;
use planetfall_files::scenario::{ScenarioFile, builtin};
use planetfall_run::runner;

struct Case {
    what: &'static str,
    set: &'static [(&'static str, &'static str)],
    /// Metric, value, tolerance: the last digit that is given, unless said otherwise.
    expected: &'static [(&'static str, f64, f64)],
}

/// A peak is read at the ends of steps: at 1 ms it moves by this share with the place of the first
/// contact within its step.
const SAMPLED: f64 = 5e-4;

const CASES: &[Case] = &[
    Case {
        what: "2 m measured along the normal",
        set: &[("vehicle[0].start.height_along", "\"normal\"")],
        expected: &[
            ("wheel_1.peak_normal_force_n", 17_662.0, SAMPLED * 17_662.0),
            ("wheel_2.peak_normal_force_n", 20_370.0, SAMPLED * 20_370.0),
            ("slide_distance_m", 4.612, 0.001),
        ],
    },
    Case {
        what: "without the compression-only clamp",
        set: &[("ground.compression_only", "false")],
        expected: &[("slide_distance_m", 3.144, 0.001)],
    },
    Case {
        what: "V2 just above V1",
        set: &[("ground.slide_speed_m_per_s", "0.051")],
        expected: &[("slide_distance_m", 3.824, 0.001)],
    },
    Case {
        what: "V2 far above V1",
        set: &[("ground.slide_speed_m_per_s", "0.5")],
        expected: &[("slide_distance_m", 3.701, 0.001)],
    },
    Case {
        what: "the stiff limit of friction",
        set: &[("ground.stick_speed_m_per_s", "0.001"), ("stepping.step_s", "2e-5")],
        expected: &[
            ("wheel_1.peak_normal_force_n", 16_000.0, 50.0),
            ("wheel_2.peak_normal_force_n", 19_600.0, 50.0),
            ("slide_distance_m", 3.94, 0.01),
        ],
    },
    Case {
        what: "the converged baseline",
        set: &[("stepping.step_s", "2e-5")],
        expected: &[
            ("wheel_1.peak_normal_force_n", 15_888.6, 0.1),
            ("wheel_2.peak_normal_force_n", 19_693.3, 0.1),
            ("stop_time_s", 4.9245, 1e-4),
            ("slide_distance_m", 3.8184, 1e-4),
        ],
    },
    Case {
        // The shared springs bounce for long and may roll the rover over from 2 m; the loads at
        // rest are those of the statics, so it is set down from just above the ground.
        what: "stiffness shared over the markers",
        set: &[
            ("ground.stiffness", "\"shared\""),
            ("ground.damping_ratio", "1.0"),
            ("vehicle[0].start.attitude_frame", "\"slope\""),
            ("vehicle[0].start.height_of", "\"lowest_marker\""),
            ("vehicle[0].start.height_m", "0.0"),
        ],
        expected: &[
            ("wheel_1.final_normal_force_n", 500.40, 0.02),
            ("wheel_2.final_normal_force_n", 1047.46, 0.02),
        ],
    },
];

#[test]
fn the_drop_case_answers_its_open_choices_as_the_reference_does() {
    let drop = builtin("msl-incline-drop").unwrap();
    for case in CASES {
        println!("{}", case.what);
        let settings: Vec<(String, String)> =
            case.set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let file = ScenarioFile::from_text(drop.name, drop.text).with_overrides(&settings);
        let loaded = file.load(Ink::Plain).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let outcome = runner::run_silently(&loaded.scenario).unwrap();
        for (metric, value, tolerance) in case.expected {
            near(&outcome, metric, *value, *tolerance);
        }
    }
}

#[test]
fn without_the_clamp_the_ground_pulls_with_four_kilonewtons() {
    use planetfall::recording::{Memory, columns};
    let drop = builtin("msl-incline-drop").unwrap();
    let file = ScenarioFile::from_text(drop.name, drop.text);
    let settings = [
        ("ground.compression_only".to_owned(), "false".to_owned()),
        ("record.period_s".to_owned(), "0".to_owned()),
    ];
    let scenario = file.with_overrides(&settings).load(Ink::Plain).unwrap().scenario;
    let mut memory = Memory::default();
    planetfall::simulation::run(&scenario, &mut memory).unwrap();
    let names = columns(&scenario.world);
    let forces: Vec<usize> =
        (0..names.len()).filter(|index| names[*index].name.ends_with(".normal_force_n")).collect();
    assert_eq!(forces.len(), 4);
    let all = memory.frames.iter().flat_map(|frame| forces.iter().map(|index| frame[*index]));
    let least = all.fold(f64::INFINITY, f64::min);
    assert!((least - -4_100.0).abs() < 50.0, "{least} N");
}
