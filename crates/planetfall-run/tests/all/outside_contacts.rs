//! A rover of 21 freedoms with from 1 to 100 given contacts under each wheel.
#![allow(clippy::unwrap_used, clippy::panic)]

use nalgebra::Vector3;
use planetfall::outside::{OutsideContact, Session};
use planetfall::stepping::SolverStatus;
use planetfall::vehicle::MotorCommand;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use std::path::Path;

const SCENARIO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/outside_steps.toml");
/// Of a wheel, m.
const RADIUS: f64 = 0.3;
const WIDTH: f64 = 0.1;
const STEPS: usize = 200;

/// Where the contacts of a wheel lie: across its tread at the lowest line, or along its lower arc, where all but
/// the lowest are open.
#[derive(Clone, Copy, Debug)]
enum Layout {
    Across,
    Along,
}

/// What the solver took in a drive.
#[derive(Debug)]
struct Drive {
    /// Iterations in all steps, and in the dearest.
    iterations: u64,
    most: u64,
    /// Distance of the trunk, m.
    distance: f64,
}

fn contacts(session: &Session, count: usize, layout: Layout) -> Vec<OutsideContact> {
    let mut all = Vec::new();
    for contactor in 0..session.contactors().len() {
        let pose = session.pose(session.link_of_contactor(contactor).unwrap()).unwrap();
        let axis = pose.site_from_link * Vector3::y();
        let down = (axis * axis.z - Vector3::z()).normalize();
        let ahead = down.cross(&axis);
        for name in 0..count {
            let share = if count > 1 { name as f64 / (count - 1) as f64 - 0.5 } else { 0.0 };
            let (angle, across) = match layout {
                Layout::Across => (0.0, share * WIDTH),
                Layout::Along => (0.6 * share, 0.0),
            };
            let spoke = down * f64::cos(angle) + ahead * f64::sin(angle);
            let point = pose.position + spoke * RADIUS + axis * across;
            all.push(OutsideContact {
                contactor,
                other: None,
                point,
                normal: Vector3::z(),
                gap: point.z,
                friction: 0.6,
                restitution: 0.0,
                name: name as u32,
            });
        }
    }
    all
}

/// Stands for half of the steps, then drives.
fn drive(count: usize, layout: Layout) -> Drive {
    let loaded = ScenarioFile::read(Path::new(SCENARIO)).unwrap().load(Ink::Plain);
    let scenario = loaded.unwrap_or_else(|mistakes| panic!("{}", mistakes.text)).scenario;
    let mut session = Session::new(&scenario).unwrap();
    let start = session.pose(0).unwrap().position.x;
    let mut drive = Drive { iterations: 0, most: 0, distance: 0.0 };
    for step in 0..STEPS {
        for joint in 0..if 2 * step == STEPS { session.joints().len() } else { 0 } {
            if session.joints()[joint].name.starts_with("wheel") {
                session.command(joint, MotorCommand::Torque(5.0)).unwrap();
            }
        }
        let given = contacts(&session, count, layout);
        let report = session.step(&given).unwrap();
        assert_eq!(report.solver.status, SolverStatus::Solved, "{count} {layout:?} step {step}");
        assert!(report.solver.residual < 2e-8, "{count} {layout:?} step {step}: {report:?}");
        assert_eq!(report.solver.work, report.iterations * given.len() as u64);
        drive.iterations += report.iterations;
        drive.most = drive.most.max(report.iterations);
    }
    drive.distance = session.pose(0).unwrap().position.x - start;
    drive
}

#[test]
fn a_hundred_contacts_under_a_wheel_take_no_more_iterations_than_a_few() {
    for layout in [Layout::Across, Layout::Along] {
        for count in [1, 4, 20, 100] {
            let found = drive(count, layout);
            println!("{count} {layout:?}: {found:?}");
            // Work is iterations times contacts: with iterations bounded it grows no faster than contacts.
            assert!(found.iterations <= 12 * STEPS as u64, "{count} {layout:?}: {found:?}");
            assert!(found.most <= 60, "{count} {layout:?}: {found:?}");
        }
    }
}

#[test]
fn contacts_across_a_tread_carry_the_rover_as_one_does() {
    let [one, many] = [1, 100].map(|count| drive(count, Layout::Across).distance);
    assert!(one > 0.01, "{one}");
    assert!((one - many).abs() < 1e-3 * one, "{one} {many}");
}
