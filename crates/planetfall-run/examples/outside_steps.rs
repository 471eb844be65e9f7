//! The Siconos rover on level ground with contacts that are given from outside, to count what a step costs with
//! many of them:
//!
//! ```text
//! outside_steps STEPS CONTACTS_PER_WHEEL [line | arc | patch | point]
//! ```
//!
//! Contacts lie across the tread (`line`), along its lower arc (`arc`, those beside the lowest line open), in a
//! flat patch under the wheel that all touch (`patch`: more than a round wheel can roll over), or all in one
//! point. From half of the steps on every wheel has a torque. Prints mean and worst iterations, work (iterations
//! times rows) and time of a step; tests/instructions.py style counts are had by running it under valgrind.
#![allow(clippy::unwrap_used, reason = "a fixed scenario")]

use nalgebra::Vector3;
use planetfall::outside::{OutsideContact, Session};
use planetfall::stepping::SolverStatus;
use planetfall::vehicle::MotorCommand;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use std::process::ExitCode;
use std::time::Instant;

const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/outside_steps.toml");

const RADIUS: f64 = 0.3;
const WIDTH: f64 = 0.1;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| arguments.get(place).and_then(|text| text.parse::<usize>().ok());
    let (Some(steps), Some(count)) = (number(0), number(1)) else {
        eprintln!("usage: outside_steps STEPS CONTACTS_PER_WHEEL [line | arc | patch | point]");
        return ExitCode::from(2);
    };
    let layout = arguments.get(2).map_or("line", String::as_str);
    let file = ScenarioFile::read(std::path::Path::new(SCENARIO)).unwrap();
    let loaded = file.load(Ink::Plain).unwrap();
    let mut session = Session::new(&loaded.scenario).unwrap();
    let (mut iterations, mut most, mut work, mut most_work, mut late) = (0, 0, 0, 0, 0);
    let (mut total, mut worst, mut residual) = (0.0, 0.0f64, 0.0f64);
    for step in 0..steps {
        if 2 * step == steps {
            for joint in 0..session.joints().len() {
                if session.joints()[joint].has_motor
                    && session.joints()[joint].name.contains("wheel")
                {
                    session.command(joint, MotorCommand::Torque(5.0)).unwrap();
                }
            }
        }
        let contacts = contacts(&session, count, layout);
        let start = Instant::now();
        let report = session.step(&contacts).unwrap();
        let time = start.elapsed().as_secs_f64();
        (total, worst) = (total + time, worst.max(time));
        iterations += report.iterations;
        most = most.max(report.iterations);
        work += report.solver.work;
        most_work = most_work.max(report.solver.work);
        residual = residual.max(report.solver.residual);
        late += u64::from(report.solver.status != SolverStatus::Solved);
    }
    let mean = |sum: u64| sum as f64 / steps as f64;
    println!(
        "{layout} {count}: iterations {:.2} most {most}, work {:.1} most {most_work}, time {:.1} us most {:.1} us, \
         residual {residual:.1e}, unsolved {late}, x {:.4} m",
        mean(iterations),
        mean(work),
        1e6 * total / steps as f64,
        1e6 * worst,
        session.pose(0).unwrap().position.x,
    );
    ExitCode::SUCCESS
}

/// Contacts of every wheel with the level at height zero.
fn contacts(session: &Session, count: usize, layout: &str) -> Vec<OutsideContact> {
    let mut all = Vec::new();
    for contactor in 0..session.contactors().len() {
        let pose = session.pose(session.link_of_contactor(contactor).unwrap()).unwrap();
        let axis = pose.site_from_link * Vector3::y();
        let down = (-Vector3::z() + axis * axis.z).normalize();
        let ahead = down.cross(&axis);
        for name in 0..count {
            let share = if count > 1 { name as f64 / (count - 1) as f64 - 0.5 } else { 0.0 };
            let wave = ((name * 7919) % 101) as f64 / 101.0 - 0.5;
            let (angle, across) = match layout {
                "line" => (0.0, share * WIDTH),
                "arc" => (share * 0.6, wave * WIDTH),
                "patch" => (share * 0.1, wave * WIDTH),
                _ => (0.0, 0.0),
            };
            let spoke: Vector3<f64> = down * f64::cos(angle) + ahead * f64::sin(angle);
            let point = pose.position + spoke * RADIUS + axis * across;
            let gap = if layout == "patch" { 0.0 } else { point.z };
            all.push(OutsideContact {
                contactor,
                other: None,
                point,
                normal: Vector3::z(),
                gap,
                friction: 0.6,
                restitution: 0.0,
                name: name as u32,
            });
        }
    }
    all
}
