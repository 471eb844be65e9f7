//! What a file with a wrong sensor or fault is told.

use super::DRIVE;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;

fn tells(more: &str, parts: &[&str]) {
    let file = ScenarioFile::from_text("sensing", &format!("{DRIVE}{more}"));
    let text = file.load(Ink::Plain).map_or_else(|mistakes| mistakes.text, |_| String::new());
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn a_wrong_sensor_is_told_with_what_is_allowed() {
    let sensor = |text: &str| format!("[[sensor]]\nname = \"s\"\n{text}\n");
    tells(&sensor("kind = \"gyro\""), &["sensing.toml", "\"gyro\" is not allowed", "imu"]);
    tells(
        &sensor("kind = \"encoder\"\njoints = [\"wheel_frnt_left\"]"),
        &[
            "`wheel_frnt_left`: no such joint of vehicle `rover`",
            "did you mean `wheel_front_left`?",
        ],
    );
    tells(
        &sensor("kind = \"motor_current\"\ntorque_constant_n_m_per_a = 1.0\njoints = \"bogie_*\""),
        &["no joint of vehicle `rover` with a motor is so"],
    );
    tells(&sensor("kind = \"motor_current\""), &["torque_constant_n_m_per_a"]);
    tells(&sensor("kind = \"radar\"\nbeams = [[0.0, 0.0, 0.0]]"), &["a beam needs a direction"]);
    tells(
        &sensor("kind = \"imu\"\nperiod_s = 0.3333333333333333"),
        &["whole number of nanoseconds"],
    );
    tells(&sensor("kind = \"imu\"\nrate_bias_rad_per_s = 0.1"), &["rate_bias_deg_per_s"]);
    tells(
        &sensor("kind = \"touch_switch\"\ncontactor = \"foot\""),
        &["`foot`: no such contactor of vehicle `rover`"],
    );
    tells("[[sensor]]\nkind = \"imu\"\nname = \"bogie_left\"\n", &["has the name of a joint"]);
    tells(
        "[[sensor]]\nkind = \"imu\"\nname = \"rover-truth\"\n",
        &["has the name of a sensor that software made for itself"],
    );
}

#[test]
fn a_wrong_fault_is_told_with_what_is_allowed() {
    let fault = |text: &str| format!("[[fault]]\n{text}\n");
    tells(
        &fault("kind = \"joint_stuck\"\nvehicle = \"rover\"\njoint = \"bogie_left\"\nat_s = 1.0"),
        &["joint `bogie_left` has not a motor"],
    );
    tells(
        &fault("kind = \"motor_weak\"\nvehicle = \"rovr\"\njoint = \"bogie_left\"\nat_s = 1.0"),
        &["`rovr`: no such vehicle", "did you mean `rover`?"],
    );
    tells(&fault("kind = \"sensor_drop_out\"\nsensor = \"imu\"\nat_s = 1.0"), &["no such sensor"]);
    tells(
        &fault("kind = \"imu_bias_step\"\nsensor = \"rover-truth\"\nat_s = 1.0"),
        &["sensor `rover-truth` is no imu"],
    );
    let late = "kind = \"command_late\"\ndelay_s = 1.0\nat_s = 1.0";
    tells(&format!("{}{}", fault(late), fault(late)), &["this fails already, since 1 s"]);
    tells(&fault("kind = \"motor_weak\"\ntorque_share = 1.5"), &["torque_share"]);
}
