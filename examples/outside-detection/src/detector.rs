//! The other process: poses of wheels go to its standard input, contacts come back.

use nalgebra::Vector3;
use planetfall::outside::LinkPose;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running detector.
pub(crate) struct Detector {
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    line: String,
}

/// A contact that it found.
pub(crate) struct Found {
    pub(crate) wheel: usize,
    /// Its place among those of the wheel.
    pub(crate) number: u32,
    pub(crate) point: Vector3<f64>,
    pub(crate) normal: Vector3<f64>,
    pub(crate) gap: f64,
}

/// Numbers of one contact.
const WORDS: usize = 8;

impl Detector {
    /// Starts a Python script; `PYTHON` names another interpreter than `python3`.
    pub(crate) fn start(script: &Path, arguments: &[&str]) -> Result<Self, Box<dyn Error>> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut command = Command::new(&python);
        command.arg(script).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process =
            command.spawn().map_err(|error| format!("cannot start `{python}`: {error}"))?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err("the detector has no standard input or output".into());
        };
        let (questions, answers) = (Some(questions), BufReader::new(answers));
        Ok(Self { process, questions, answers, line: String::new() })
    }

    /// The contacts of wheels at these poses.
    pub(crate) fn ask(&mut self, wheels: &[LinkPose]) -> Result<Vec<Found>, Box<dyn Error>> {
        self.line.clear();
        for pose in wheels {
            let (at, turn) = (&pose.position, &pose.site_from_link);
            // Written so that every number returns bit for bit.
            for number in [at.x, at.y, at.z, turn.w, turn.i, turn.j, turn.k] {
                write!(self.line, "{number:e} ")?;
            }
        }
        self.line.push('\n');
        let questions = self.questions.as_mut().ok_or("the detector was stopped")?;
        questions.write_all(self.line.as_bytes())?;
        self.line.clear();
        if self.answers.read_line(&mut self.line)? == 0 {
            return Err("the detector ended without an answer".into());
        }
        understand(&self.line)
    }
}

impl Drop for Detector {
    /// The end of its input ends it.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ = self.process.wait();
    }
}

fn understand(line: &str) -> Result<Vec<Found>, Box<dyn Error>> {
    let numbers: Vec<f64> = line
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, std::num::ParseFloatError>>()?;
    let mut all: Vec<Found> = Vec::new();
    let contacts = numbers.chunks_exact(WORDS);
    if !contacts.remainder().is_empty() {
        return Err(format!("the detector's answer is cut: {line}").into());
    }
    for contact in contacts {
        let &[wheel, x, y, z, nx, ny, nz, gap] = contact else { continue };
        let wheel = wheel as usize;
        all.push(Found {
            wheel,
            number: all.iter().filter(|found| found.wheel == wheel).count() as u32,
            point: Vector3::new(x, y, z),
            normal: Vector3::new(nx, ny, nz),
            gap,
        });
    }
    Ok(all)
}
