//! How a file with a wrong sensor or fault is refused.

use super::DRIVE;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

fn assert_reports(more: &str, parts: &[&str]) {
    let file = ScenarioFile::from_text("sensing", &format!("{DRIVE}{more}"));
    let text = file.load(Ink::Plain).map_or_else(|mistakes| mistakes.text, |_| String::new());
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_wrong_sensor_is_reported_with_what_is_allowed() {
    let sensor = |text: &str| format!("[[sensor]]\nname = \"s\"\n{text}\n");
    assert_reports(&sensor("kind = \"gyro\""), &["sensing.toml", "\"gyro\" is not allowed", "imu"]);
    assert_reports(
        &sensor("kind = \"encoder\"\njoints = [\"wheel_frnt_left\"]"),
        &[
            "`wheel_frnt_left`: no such joint of vehicle `rover`",
            "did you mean `wheel_front_left`?",
        ],
    );
    assert_reports(
        &sensor("kind = \"motor_current\"\ntorque_constant_n_m_per_a = 1.0\njoints = \"bogie_*\""),
        &["no joint of vehicle `rover` with a motor is so"],
    );
    assert_reports(&sensor("kind = \"motor_current\""), &["torque_constant_n_m_per_a"]);
    assert_reports(
        &sensor("kind = \"radar\"\nbeams = [[0.0, 0.0, 0.0]]"),
        &["a beam needs a direction"],
    );
    assert_reports(
        &sensor("kind = \"imu\"\nperiod_s = 0.3333333333333333"),
        &["whole number of nanoseconds"],
    );
    assert_reports(&sensor("kind = \"imu\"\nrate_bias_rad_per_s = 0.1"), &["rate_bias_deg_per_s"]);
    assert_reports(
        &sensor("kind = \"touch_switch\"\ncontactor = \"foot\""),
        &["`foot`: no such contactor of vehicle `rover`"],
    );
    assert_reports(
        "[[sensor]]\nkind = \"imu\"\nname = \"bogie_left\"\n",
        &["has the name of a joint"],
    );
    assert_reports(
        "[[sensor]]\nkind = \"imu\"\nname = \"rover-truth\"\n",
        &["has the name of a sensor that software made for itself"],
    );
}

#[test]
fn a_wrong_fault_is_reported_with_what_is_allowed() {
    let fault = |text: &str| format!("[[fault]]\n{text}\n");
    assert_reports(
        &fault("kind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"bogie_left\"\nat_s = 1.0"),
        &["joint `bogie_left` has not a motor"],
    );
    assert_reports(
        &fault("kind = \"motor_weak\"\nvehicle = \"rovr\"\njoint = \"bogie_left\"\nat_s = 1.0"),
        &["`rovr`: no such vehicle", "did you mean `rover`?"],
    );
    assert_reports(
        &fault("kind = \"sensor_drop_out\"\nsensor = \"imu\"\nat_s = 1.0"),
        &["no such sensor"],
    );
    assert_reports(
        &fault("kind = \"imu_bias_step\"\nsensor = \"rover-truth\"\nat_s = 1.0"),
        &["sensor `rover-truth` is no imu"],
    );
    let late = "kind = \"command_late\"\ndelay_s = 1.0\nat_s = 1.0";
    assert_reports(&format!("{}{}", fault(late), fault(late)), &["this fails already, since 1 s"]);
    assert_reports(&fault("kind = \"motor_weak\"\ntorque_share = 1.5"), &["torque_share"]);
}
