//! Readings of a run against its truth, and noise that is each sensor's own.

use super::{column, drive, latch, load, millis, value};
use nalgebra::Vector3;
use planetfall::recording::{Silent, columns};
use planetfall::simulation::Simulation;

const NOISY: &str = "[[sensor]]\nkind = \"encoder\"\nname = \"turns\"\njoints = \"wheel_*\"\n\
    noise_deg = 0.5\nresolution_deg = 0.1\n\
    [[sensor]]\nkind = \"imu\"\nname = \"imu\"\nperiod_s = 0.005\n\
    angle_random_walk_deg_per_sqrt_h = 0.1\nrate_random_walk_deg_per_h_per_sqrt_h = 5.0\n\
    velocity_random_walk_m_per_s_per_sqrt_h = 0.03\nrate_instability_deg_per_h = 1.0\n\
    [[sensor]]\nkind = \"pose\"\nname = \"camera\"\nperiod_s = 0.1\nposition_noise_m = 0.05\n";

const MORE: &str = "[[sensor]]\nkind = \"imu\"\nname = \"spare\"\nperiod_s = 0.02\n\
    angle_random_walk_deg_per_sqrt_h = 0.1\n\
    [[sensor]]\nkind = \"radar\"\nname = \"radar\"\nrange_noise_m = 0.1\ndrop_out = 0.1\n\
    [[sensor]]\nkind = \"sun\"\nname = \"sunny\"\nnoise_deg = 0.3\n\
    [[sensor]]\nkind = \"inclinometer\"\nname = \"level\"\nnoise_deg = 0.1\n\
    [[sensor]]\nkind = \"motor_current\"\nname = \"amps\"\ntorque_constant_n_m_per_a = 20.0\n\
    noise_a = 0.01\n";

#[test]
fn a_sensor_more_or_less_changes_no_other_draw_and_nothing_of_the_run_bit_for_bit() {
    // The others stand before the first ones, so that all indices change.
    let (few, many) = (drive(NOISY), drive(&format!("{MORE}{NOISY}")));
    let mut a = Simulation::new(&few.scenario);
    let mut b = Simulation::new(&many.scenario);
    for tick in 0..=20 {
        a.advance(millis(100 * tick), &mut Silent).unwrap();
        b.advance(millis(100 * tick), &mut Silent).unwrap();
        for name in ["turns", "imu", "camera"] {
            assert_eq!(latch(&a, name), latch(&b, name), "{name} at {tick}");
        }
        assert_eq!(a.state().continuous, b.state().continuous, "at {tick}");
    }
    assert_ne!(value(&b, "spare", "rate_x_rad_per_s"), value(&b, "imu", "rate_x_rad_per_s"));
}

#[test]
fn every_kind_reads_what_is_recorded_of_the_truth() {
    let ideal = "[sun]\nazimuth_deg = 90.0\nelevation_deg = 30.0\n\
        [[sensor]]\nkind = \"encoder\"\nname = \"turns\"\n\
        [[sensor]]\nkind = \"pose\"\nname = \"place\"\n\
        [[sensor]]\nkind = \"inclinometer\"\nname = \"level\"\n\
        [[sensor]]\nkind = \"sun\"\nname = \"sunny\"\nhalf_view_deg = 90.0\n\
        [[sensor]]\nkind = \"radar\"\nname = \"radar\"\nposition_m = [0.2, 0.0, 0.6]\n\
        beams = [[0.0, 0.0, -1.0], [3.0, 0.0, -3.0]]\n\
        [[sensor]]\nkind = \"touch_switch\"\nname = \"foot\"\ncontactor = \"wheel_rear_left\"\n\
        [[sensor]]\nkind = \"motor_current\"\nname = \"amps\"\ntorque_constant_n_m_per_a = 20.0\n";
    let loaded = drive(ideal);
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(3000), &mut Silent).unwrap();
    let see = |sensor: &str, channel: &str| value(&simulation, sensor, channel);
    let truth = |name: &str| column(&simulation, name);
    for joint in ["wheel_front_left", "steer_rear_right", "bogie_left", "rocker_right"] {
        let position = see("turns", &format!("{joint}_position_rad"));
        assert_eq!(position, truth(&format!("{joint}.angle_rad")), "{joint}");
        let rate = see("turns", &format!("{joint}_rate_rad_per_s"));
        // The mean of two steps against the last one.
        assert!((rate - truth(&format!("{joint}.rate_rad_per_s"))).abs() < 2e-3, "{joint}");
    }
    for (channel, name) in
        [("x_m", "body.x_m"), ("qy", "body.qy"), ("wz_rad_per_s", "body.wz_rad_per_s")]
    {
        assert_eq!(see("place", channel), truth(name));
        assert_eq!(truth(&format!("place.{channel}")), truth(name), "recorded as it was read");
    }
    let motion = simulation.state().motion(&loaded.scenario.world, 0);
    let up = motion.site_from_body.inverse() * Vector3::z();
    assert!((see("level", "pitch_rad") - (-up.x).asin()).abs() < 1e-14);
    assert!((see("level", "roll_rad") - up.y.atan2(up.z)).abs() < 1e-14);
    let sun = Vector3::new(30f64.to_radians().cos(), 0.0, 30f64.to_radians().sin());
    let seen = motion.site_from_body.inverse() * sun;
    assert!((see("sunny", "x") - seen.x).abs() < 1e-15 && see("sunny", "valid") == 1.0);
    let eye = motion.position + motion.site_from_body * Vector3::new(0.2, 0.0, 0.6);
    let swing = motion.rate.cross(&Vector3::new(0.2, 0.0, 0.6));
    let velocity = motion.velocity + motion.site_from_body * swing;
    for (beam, along) in [(1, -Vector3::z()), (2, Vector3::new(1.0, 0.0, -1.0).normalize())] {
        let along = motion.site_from_body * along;
        let range = -eye.z / along.z;
        assert!((see("radar", &format!("range_{beam}_m")) - range).abs() < 1e-12);
        let speed = see("radar", &format!("speed_{beam}_m_per_s"));
        assert!((speed - velocity.dot(&along)).abs() < 1e-15 && (beam == 1 || speed > 0.03));
        assert_eq!(see("radar", &format!("valid_{beam}")), 1.0);
    }
    assert_eq!(see("foot", "closed"), 1.0);
    let torque = truth("wheel_middle_left.torque_n_m");
    assert!(torque.abs() > 0.1);
    assert_eq!(see("amps", "wheel_middle_left_current_a"), torque / 20.0);
}

#[test]
fn sensors_sample_at_their_own_periods_and_hold_between() {
    let loaded = drive(
        "[[sensor]]\nkind = \"pose\"\nname = \"slow\"\nperiod_s = 0.1\n\
         [[sensor]]\nkind = \"pose\"\nname = \"odd\"\nperiod_s = 0.007\nrecord = false\n",
    );
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(250), &mut Silent).unwrap();
    assert_eq!(latch(&simulation, "slow").time, Some(millis(200)));
    assert_eq!(latch(&simulation, "slow").samples, 3);
    assert_eq!(latch(&simulation, "odd").time, Some(millis(245)));
    assert_eq!(latch(&simulation, "odd").samples, 36);
    let names = columns(&loaded.scenario.world);
    assert!(names.iter().any(|column| column.name == "slow.height_m"));
    assert!(!names.iter().any(|column| column.name.starts_with("odd.")));
}

#[test]
fn a_lander_reads_its_height_and_speed_by_radar_as_the_closed_form_of_a_fall_says() {
    let loaded = load(
        "title = \"fall\"\nduration_s = 3.0\n[gravity]\nacceleration_m_per_s2 = 1.62\n\
         [terrain]\nkind = \"level\"\n[ground]\nstick_angle_deg = 30.0\nslide_angle_deg = 25.0\n\
         rest_penetration_m = 0.01\ndamping_ratio = 0.3\n\
         [[vehicle]]\nname = \"probe\"\nmass_kg = 10.0\ninertia_kg_m2 = [1.0, 1.0, 1.0]\n\
         [[vehicle.marker]]\nname = \"foot\"\nposition_m = [0.0, 0.0, -0.5]\n\
         [vehicle.start]\nheight_m = 40.0\n\
         [stepping]\nmethod = \"rk4\"\nstep_s = 0.01\n\
         [[sensor]]\nkind = \"radar\"\nname = \"radar\"\nmax_range_m = 39.0\n\
         [[sensor]]\nkind = \"imu\"\nname = \"imu\"\n",
    );
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(10), &mut Silent).unwrap();
    assert_eq!(value(&simulation, "radar", "valid_1"), 0.0, "beyond its reach");
    simulation.advance(millis(3000), &mut Silent).unwrap();
    let start = loaded.scenario.motions[0].position.z;
    let fallen = 0.5 * 1.62 * 9.0;
    assert!((value(&simulation, "radar", "range_1_m") - (start - fallen)).abs() < 1e-9);
    assert!((value(&simulation, "radar", "speed_1_m_per_s") - 1.62 * 3.0).abs() < 1e-9);
    // Free fall weighs nothing.
    for axis in ["x", "y", "z"] {
        let force = value(&simulation, "imu", &format!("specific_force_{axis}_m_per_s2"));
        assert!(force.abs() < 1e-9, "{force:e}");
    }
}
