//! A rover whose contacts are found by another process.
//!
//! `detector.py` does the collision detection; this program steps Planetfall with what it answers, prints
//! where the trunk is each second, and at the end holds it against a rover that Planetfall led alone.
//!
//! ```text
//! cargo run --release -p outside-detection            ten seconds on a plane: agreement to 1e-9 m
//! cargo run --release -p outside-detection -- step    half a minute over a step of 0.05 m
//! ```

mod detector;

use detector::Detector;
use planetfall::outside::{LinkPose, OutsideContact, Session};
use planetfall::vehicle::MotorCommand;
use planetfall_files::format::Ink;
use planetfall_files::scenario::ScenarioFile;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Friction and restitution, which the other tool does not know.
const FRICTION: f64 = 0.7;
const RESTITUTION: f64 = 0.1;
/// At each wheel from this time on, s.
const DRIVE_AT: f64 = 3.0;
/// How far two rovers may be apart on a plane, m.
const AGREEMENT: f64 = 1e-9;

/// Where the rover drives, and how.
struct Drive {
    scenario: &'static str,
    /// What the detector is given of the ground.
    ground: &'static [&'static str],
    /// At the wheels of the left and of the right side, N m.
    torques: [f64; 2],
}

/// With more torque on one side, so that no two wheels do the same.
const PLANE: Drive = Drive { scenario: "plane.toml", ground: &[], torques: [1.0, 1.5] };
const STEP: Drive = Drive { scenario: "step.toml", ground: &["1.5", "0.05"], torques: [1.0, 1.0] };

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        None | Some("plane") => drive(&PLANE).map(|apart| apart <= AGREEMENT),
        Some("step") => drive(&STEP).map(|_| true),
        Some(other) => {
            eprintln!("there is no ground `{other}`: say plane or step");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the two rovers are farther apart than {AGREEMENT:e} m");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Drives the rover twice; how far the trunks are apart at the end, m.
fn drive(case: &Drive) -> Result<f64, Box<dyn Error>> {
    let loaded = ScenarioFile::read(&beside(case.scenario))?.load(Ink::Plain)?;
    let mut session = Session::new(&loaded.scenario)?;
    let mut alone = session.clone();
    let mut detector = Detector::start(&beside("detector.py"), case.ground)?;
    let (trunk, wheels) = (session.link("trunk")?, wheel_links(&session)?);
    let second = (1.0 / session.step_length().seconds()).round() as u64;
    let steps = (loaded.scenario.duration.seconds() / session.step_length().seconds()) as u64;
    let mut apart: f64 = 0.0;
    for step in 1..=steps {
        if session.time().seconds() == DRIVE_AT {
            push(&mut session, case.torques)?;
            push(&mut alone, case.torques)?;
        }
        let poses =
            wheels.iter().map(|wheel| session.pose(*wheel)).collect::<Result<Vec<_>, _>>()?;
        let contacts: Vec<OutsideContact> = detector.ask(&poses)?.iter().map(with_ground).collect();
        session.step(&contacts)?;
        alone.step_detecting()?;
        let (one, other) = (session.pose(trunk)?, alone.pose(trunk)?);
        apart = apart.max((one.position - other.position).norm());
        if step % second == 0 {
            report(&session, &one);
        }
    }
    println!("apart from Planetfall's own detection by at most {apart:.1e} m");
    Ok(apart)
}

/// The torque at every wheel.
fn push(session: &mut Session, [left, right]: [f64; 2]) -> Result<(), Box<dyn Error>> {
    for joint in 0..session.joints().len() {
        let entry = &session.joints()[joint];
        if entry.has_motor {
            let torque = if entry.name.ends_with("_left") { left } else { right };
            session.command(joint, MotorCommand::Torque(torque))?;
        }
    }
    Ok(())
}

/// Links of all contactors, in their order.
fn wheel_links(session: &Session) -> Result<Vec<usize>, Box<dyn Error>> {
    let all = 0..session.contactors().len();
    Ok(all.map(|contactor| session.link_of_contactor(contactor)).collect::<Result<_, _>>()?)
}

/// What the other tool found, with what the ground is like there.
fn with_ground(found: &detector::Found) -> OutsideContact {
    OutsideContact {
        contactor: found.wheel,
        other: None,
        point: found.point,
        normal: found.normal,
        gap: found.gap,
        friction: FRICTION,
        restitution: RESTITUTION,
        name: found.number,
    }
}

fn report(session: &Session, trunk: &LinkPose) {
    let (at, turn) = (trunk.position, trunk.site_from_link);
    println!(
        "t {:4.1} s  trunk {:+.6} {:+.6} {:+.6} m  quaternion {:+.6} {:+.6} {:+.6} {:+.6}  {} contacts",
        session.time().seconds(),
        at.x,
        at.y,
        at.z,
        turn.w,
        turn.i,
        turn.j,
        turn.k,
        session.impulses().iter().filter(|impulse| impulse.normal > 0.0).count(),
    );
}

fn beside(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}
