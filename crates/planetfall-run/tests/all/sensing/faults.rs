//! Each fault does what it says, when it says, and is reported.

use super::{DRIVE, column, drive, latch, load, millis, value};
use planetfall::checkpoint;
use planetfall::recording::{EventKind, Memory, Silent};
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall::vehicle::{FaultKind, MotorCommand};
use planetfall_files::scenario::Loaded;

const SENSORS: &str = "[[sensor]]\nkind = \"encoder\"\nname = \"turns\"\n\
    [[sensor]]\nkind = \"imu\"\nname = \"imu\"\nangle_random_walk_deg_per_sqrt_h = 0.1\n\
    rate_random_walk_deg_per_h_per_sqrt_h = 5.0\n\
    [[sensor]]\nkind = \"motor_current\"\nname = \"amps\"\ntorque_constant_n_m_per_a = 20.0\n";

fn with(fault: &str) -> Loaded {
    drive(&format!("{SENSORS}{fault}"))
}

/// Faults reported until an instant: when, and whether each was the end of one.
fn reported(simulation: &mut Simulation, until: Time) -> Vec<(Time, bool)> {
    let mut heard = Memory::default();
    simulation.advance(until, &mut heard).unwrap();
    let faults = heard.events.iter().filter_map(|event| match event.kind {
        EventKind::Fault { over, .. } => Some((event.time, over)),
        _ => None,
    });
    faults.collect()
}

#[test]
fn a_stuck_wheel_stops_and_draws_no_current_while_the_others_turn_on() {
    let loaded = with(
        "[[fault]]\nkind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"wheel_front_right\"\n\
         at_s = 2.0\nfor_s = 3.0\n",
    );
    let mut simulation = Simulation::new(&loaded.scenario);
    assert_eq!(reported(&mut simulation, millis(2000)), [(millis(2000), false)]);
    let angle = |s: &Simulation, wheel: &str| column(s, &format!("{wheel}.angle_rad"));
    let [stuck, free] = ["wheel_front_right", "wheel_front_left"].map(|w| angle(&simulation, w));
    simulation.advance(millis(4500), &mut Silent).unwrap();
    let dragged = angle(&simulation, "wheel_front_right") - stuck;
    assert!(dragged.abs() < 0.01, "{dragged}");
    let rolled = angle(&simulation, "wheel_front_left") - free;
    // The others are slowed down by what they drag, along their motors' torque-speed lines.
    let wanted = 2.5 * 0.05 / 0.127;
    assert!((0.8 * wanted..wanted).contains(&rolled), "{rolled}");
    assert_eq!(value(&simulation, "amps", "wheel_front_right_current_a"), 0.0);
    assert!(value(&simulation, "amps", "wheel_front_left_current_a").abs() > 0.05);
    // It slides, with all the strength that the soil has under its load.
    let wheel = |name: &str| column(&simulation, &format!("wheel_front_right.{name}"));
    let strength = wheel("normal_force_n") * 28f64.to_radians().tan();
    assert!((wheel("friction_force_n") / strength - 1.0).abs() < 1e-6);
    // What its gear gave is torque over stiffness: a little less, for the rover turns and the drag is
    // askew by some degrees.
    let gave = dragged / (strength * 0.127 / 2000.0);
    assert!((0.99..1.0).contains(&gave), "{gave}");
    assert!(column(&simulation, "wheel_front_right.slip_speed_m_per_s") > 0.03);
    // The rover is drawn to the side of the wheel that drags.
    assert!(column(&simulation, "body.qz") < -1e-4, "{}", column(&simulation, "body.qz"));
    assert_eq!(reported(&mut simulation, millis(6000)), [(millis(5000), true)]);
    assert!(angle(&simulation, "wheel_front_right") - stuck > 0.2, "free again");
    let ledger = &simulation.state().ledger;
    assert!(ledger.unexplained().abs() < 1e-3 * ledger.scale());
}

#[test]
fn a_gear_that_holds_too_little_slips_and_only_drags() {
    let loaded = with(
        "[[fault]]\nkind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"wheel_front_right\"\n\
         at_s = 0.0\nholding_torque_n_m = 0.5\n",
    );
    let mut simulation = Simulation::new(&loaded.scenario);
    simulation.advance(millis(5000), &mut Silent).unwrap();
    let rate = column(&simulation, "wheel_front_right.rate_rad_per_s");
    assert!(rate > 0.3, "{rate}: the ground turns it");
}

#[test]
fn a_dead_encoder_reads_on_what_it_read_last_and_misleads_odometry() {
    let loaded = with(
        "[[fault]]\nkind = \"encoder_dead\"\nvehicle = \"rover\"\njoint = \"wheel_rear_left\"\n\
         at_s = 2.0\nfor_s = 3.0\n",
    );
    let healthy = with("");
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut other = Simulation::new(&healthy.scenario);
    assert_eq!(reported(&mut simulation, millis(2000)), [(millis(2000), false)]);
    let seen = |s: &Simulation| value(s, "turns", "wheel_rear_left_position_rad");
    let held = seen(&simulation);
    assert_eq!(held, column(&simulation, "wheel_rear_left.angle_rad"));
    simulation.advance(millis(4000), &mut Silent).unwrap();
    assert_eq!(seen(&simulation), held);
    assert_eq!(value(&simulation, "turns", "wheel_rear_left_rate_rad_per_s"), 0.0);
    assert!((column(&simulation, "wheel_rear_left.angle_rad") - held).abs() > 0.7);
    // It looks alive, and the others are.
    assert_eq!(latch(&simulation, "turns").time, Some(millis(4000)));
    other.advance(millis(4000), &mut Silent).unwrap();
    assert_eq!(
        value(&simulation, "turns", "wheel_rear_right_position_rad"),
        value(&other, "turns", "wheel_rear_right_position_rad"),
        "wheels are commanded by the clock here: the run is the same"
    );
    let error = |s: &Simulation| column(s, "odometry.error_m");
    assert!(error(&simulation) > error(&other) + 0.005);
    assert_eq!(reported(&mut simulation, millis(6000)), [(millis(5000), true)]);
    assert_eq!(seen(&simulation), column(&simulation, "wheel_rear_left.angle_rad"));
}

#[test]
fn a_weak_motor_gives_no_more_than_its_share() {
    let loaded = with(
        "[[fault]]\nkind = \"motor_weak\"\nvehicle = \"rover\"\njoint = \"wheel_middle_left\"\n\
         torque_share = 0.02\nat_s = 1.0\n",
    );
    let mut simulation = Simulation::new(&loaded.scenario);
    assert_eq!(reported(&mut simulation, millis(1000)), [(millis(1000), false)]);
    let (mut most, mut others) = (0.0f64, 0.0f64);
    for tick in 101..=500 {
        simulation.advance(millis(10 * tick), &mut Silent).unwrap();
        let torque = |wheel: &str| column(&simulation, &format!("{wheel}.torque_n_m"));
        let speed = column(&simulation, "wheel_middle_left.rate_rad_per_s").max(0.0);
        // 2 % of a line from 22.2 N m at rest to none at 0.5 rad/s; where it brakes, of 22.2 N m.
        let stall = 0.02 * 22.222_222_2;
        let (weak, line) = (torque("wheel_middle_left"), stall * (1.0 - speed / 0.5));
        assert!((-stall - 1e-6..=line + 1e-6).contains(&weak), "{weak} of {line} at {speed} rad/s");
        most = most.max(torque("wheel_middle_left"));
        others = others.max(torque("wheel_middle_right"));
    }
    assert!(most > 0.1 && others > 1.3 * most, "{most} {others}");
}

#[test]
fn a_step_of_an_imus_bias_is_in_its_increments_and_in_nothing_else() {
    let loaded = with(
        "[[fault]]\nkind = \"imu_bias_step\"\nsensor = \"imu\"\nrate_deg_per_s = [0.0, 0.0, 2.0]\n\
         acceleration_m_per_s2 = [0.1, 0.0, 0.0]\nat_s = 1.0\nfor_s = 1.0\n",
    );
    let healthy = with("");
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut other = Simulation::new(&healthy.scenario);
    let difference = |a: &Simulation, b: &Simulation, channel: &str| {
        value(a, "imu", channel) - value(b, "imu", channel)
    };
    for (until, on) in [(990, 0.0), (1010, 1.0), (1990, 1.0), (2010, 0.0)] {
        simulation.advance(millis(until), &mut Silent).unwrap();
        other.advance(millis(until), &mut Silent).unwrap();
        let turn = difference(&simulation, &other, "delta_angle_z_rad");
        assert!((turn - on * 2f64.to_radians() * 0.01).abs() < 1e-15, "{until}");
        let force = difference(&simulation, &other, "specific_force_x_m_per_s2");
        assert!((force - on * 0.1).abs() < 1e-12, "{until}: {force}");
        assert_eq!(difference(&simulation, &other, "delta_angle_x_rad"), 0.0);
        assert_eq!(simulation.state().continuous, other.state().continuous);
    }
}

#[test]
fn late_commands_are_obeyed_late_and_in_order() {
    let loaded =
        with("[[fault]]\nkind = \"command_late\"\ndelay_s = 1.5\nat_s = 0.0\nfor_s = 4.0\n");
    let mut simulation = Simulation::new(&loaded.scenario);
    assert_eq!(reported(&mut simulation, millis(1490)), [(Time::ZERO, false)]);
    let wheel = loaded.scenario.world.vehicles()[0].tree.joint("wheel_front_left").unwrap();
    let obeyed = |s: &Simulation| s.state().command.motors[wheel];
    assert_eq!(obeyed(&simulation), MotorCommand::Off);
    assert!(matches!(simulation.state().late.as_ref().unwrap().asked.motors[wheel],
        MotorCommand::Speed(rate) if rate > 0.3));
    simulation.advance(millis(1500), &mut Silent).unwrap();
    assert!(matches!(obeyed(&simulation), MotorCommand::Speed(rate) if rate > 0.3));
    assert!(column(&simulation, "wheel_front_left.angle_rad").abs() < 0.01);
    assert_eq!(reported(&mut simulation, millis(4000)), [(millis(4000), true)]);
    assert!(simulation.state().late.is_none());
    let rolled = column(&simulation, "wheel_front_left.angle_rad");
    assert!((rolled / (2.5 * 0.05 / 0.127) - 1.0).abs() < 0.05, "{rolled}");
}

#[test]
fn a_sensor_that_drops_out_grows_old_and_comes_back_as_if_nothing_had_been() {
    let fault =
        "[[fault]]\nkind = \"sensor_drop_out\"\nsensor = \"imu\"\nat_s = 1.0\nfor_s = 1.0\n";
    let (loaded, healthy) = (with(fault), with(""));
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut other = Simulation::new(&healthy.scenario);
    assert_eq!(reported(&mut simulation, millis(1990)), [(millis(1000), false)]);
    let held = latch(&simulation, "imu");
    assert_eq!((held.time, held.samples), (Some(millis(990)), 100));
    assert_eq!(reported(&mut simulation, millis(2000)), [(millis(2000), true)]);
    other.advance(millis(2000), &mut Silent).unwrap();
    let (back, never_gone) = (latch(&simulation, "imu"), latch(&other, "imu"));
    assert_eq!(back.time, Some(millis(2000)));
    assert_eq!(back.values, never_gone.values);
    assert_eq!((back.samples, never_gone.samples), (101, 201));
}

#[test]
fn faults_can_be_brought_about_and_mended_by_hand() {
    let loaded = with("");
    let scripted = with(
        "[[fault]]\nkind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"wheel_front_right\"\n\
         at_s = 1.0\nfor_s = 1.0\n",
    );
    let link = loaded.scenario.world.vehicles()[0].tree.joint("wheel_front_right").unwrap();
    let kind = FaultKind::Jammed { vehicle: 0, link, holding: f64::INFINITY };
    let mut simulation = Simulation::new(&loaded.scenario);
    let mut heard = Memory::default();
    simulation.advance(millis(1000), &mut heard).unwrap();
    simulation.strike(&kind, &mut heard);
    simulation.advance(millis(2000), &mut heard).unwrap();
    simulation.mend(&kind, &mut heard);
    simulation.advance(millis(3000), &mut heard).unwrap();
    let faults = heard.events.iter().filter(|e| matches!(e.kind, EventKind::Fault { .. }));
    assert_eq!(faults.count(), 2);
    let mut other = Simulation::new(&scripted.scenario);
    other.advance(millis(3000), &mut Silent).unwrap();
    assert_eq!(simulation.state().continuous, other.state().continuous);
}

#[test]
fn a_run_with_every_fault_on_goes_on_from_a_saved_state_with_the_same_bits() {
    let loaded = with(
        "[[fault]]\nkind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"wheel_front_right\"\nat_s = 1.0\n\
         [[fault]]\nkind = \"motor_weak\"\nvehicle = \"rover\"\njoint = \"wheel_rear_right\"\nat_s = 1.0\n\
         [[fault]]\nkind = \"encoder_dead\"\nvehicle = \"rover\"\njoint = \"wheel_rear_left\"\nat_s = 1.0\n\
         for_s = 2.0\n\
         [[fault]]\nkind = \"imu_bias_step\"\nsensor = \"imu\"\nrate_deg_per_s = [0.0, 0.0, 2.0]\n\
         at_s = 1.0\nfor_s = 2.0\n\
         [[fault]]\nkind = \"sensor_drop_out\"\nsensor = \"amps\"\nat_s = 1.0\nfor_s = 2.0\n\
         [[fault]]\nkind = \"command_late\"\ndelay_s = 0.3\nat_s = 0.0\n",
    );
    let mut whole = Simulation::new(&loaded.scenario);
    whole.advance(millis(4000), &mut Silent).unwrap();
    // Before the commands arrive, while all faults are on, and after some are over.
    for cut in [200, 1000, 1500, 3000, 3500] {
        let mut first = Simulation::new(&loaded.scenario);
        first.advance(millis(cut), &mut Silent).unwrap();
        let words = checkpoint::save(first.state());
        let saved = loaded.scenario.restore(&words).unwrap();
        assert_eq!(saved, *first.state(), "cut at {cut}");
        let mut second = Simulation::resume(&loaded.scenario, saved);
        second.advance(millis(4000), &mut Silent).unwrap();
        let mut ended = second.state().clone();
        // A fresh workspace evaluates the start once more.
        ended.effort = whole.state().effort;
        assert_eq!(checkpoint::save(&ended), checkpoint::save(whole.state()), "cut at {cut}");
    }
}

/// Explicit steps begin with an evaluation that the last step has left: it must know of a fault between them.
#[test]
fn a_fault_at_the_instant_of_a_saved_state_is_known_to_explicit_steps_of_both_runs() {
    let text = format!("{DRIVE}{WEAK}")
        .replace("\"implicit\"\nstep_s = 0.005", "\"rk4\"\nstep_s = 0.0005")
        .replace(WHEEL_GROUND, MARKER_GROUND);
    let loaded = load(&text);
    let mut whole = Simulation::new(&loaded.scenario);
    whole.advance(millis(1500), &mut Silent).unwrap();
    let mut first = Simulation::new(&loaded.scenario);
    first.advance(millis(1000), &mut Silent).unwrap();
    let mut second = Simulation::resume(&loaded.scenario, first.state().clone());
    second.advance(millis(1500), &mut Silent).unwrap();
    assert_eq!(second.state().continuous, whole.state().continuous);
}

const WEAK: &str = "[[fault]]\nkind = \"motor_weak\"\ntorque_share = 0.001\nvehicle = \"rover\"\n\
    joint = \"wheel_front_right\"\nat_s = 1.0\n";
const WHEEL_GROUND: &str = "kind = \"wheel\"\nrest_penetration_m = 0.002\nfriction_angle_deg = 28.0\n\
    rolling_resistance = \"soil\"\n\
    sinkage_exponent = 1.1\ncohesive_modulus_n_per_m_n1 = 990.0\n\
    frictional_modulus_n_per_m_n2 = 1528430.0\n";
const MARKER_GROUND: &str = "rest_penetration_m = 0.01\ndamping_ratio = 0.3\nstick_angle_deg = 32.0\n\
    slide_angle_deg = 27.0\nfriction = \"resting\"\n";
