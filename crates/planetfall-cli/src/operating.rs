//! Who operates the vehicle of a run: a program that is started, one that connects, or a file.

use crate::failure::Failure;
use crate::terminal::{say, warn};
use planetfall::time::Time;
use planetfall_files::run_folder::OutputFolder;
use planetfall_files::run_folder::PaceReport;
use planetfall_files::scenario::Loaded;
use planetfall_run::checkpoint::Resumption;
use planetfall_run::operator::journal::Replay;
use planetfall_run::operator::wire::Listener;
use planetfall_run::operator::{Attendant, Attended};
use planetfall_run::pacing::Pace;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the command line says of the operator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish<'a> {
    pub(crate) listen: Option<SocketAddr>,
    pub(crate) anywhere: bool,
    pub(crate) replay: Option<&'a Path>,
}

/// Who will stand at the console, found before anything is written.
pub(crate) enum Post {
    /// The scenario has no operator.
    None,
    Replay(Replay),
    /// A program, started here or not.
    Program {
        listener: Listener,
        starts: bool,
    },
}

/// Whoever stands there.
pub(crate) enum Manned {
    None,
    Replay(Replay),
    Program(Box<Attended>),
}

impl Manned {
    pub(crate) fn operator(&mut self) -> Option<&mut dyn Attendant> {
        match self {
            Self::None => None,
            Self::Replay(replay) => Some(replay),
            Self::Program(attended) => Some(&mut **attended),
        }
    }
}

impl Post {
    pub(crate) fn find(wish: &Wish<'_>, loaded: &Loaded) -> Result<Self, Failure> {
        let console = loaded.scenario.world.console();
        let (Some(spec), Some((_, console))) = (&loaded.operator, console) else {
            let option = if wish.replay.is_some() { "--replay" } else { "--listen" };
            if wish.replay.is_none() && wish.listen.is_none() {
                return Ok(Self::None);
            }
            return Err(Failure::Input(format!(
                "{option}: the scenario has no [operator]; add one, or say \
                 --set operator.period_s=0.01"
            )));
        };
        if let Some(folder) = wish.replay {
            let replay = Replay::read(folder, &loaded.scenario.world, console);
            return replay.map(Self::Replay).map_err(Failure::input);
        }
        if wish.anywhere {
            warn("whoever reaches this port can drive the run; nothing is encrypted or checked");
        }
        if wish.listen.is_none() && spec.command.is_empty() {
            return Err(Failure::Input(
                "the scenario is operated by an outside program, and names none to start: say where \
                 yours connects with --listen 127.0.0.1:PORT, or give [operator] a command"
                    .to_owned(),
            ));
        }
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let listener = Listener::bind(wish.listen.unwrap_or(here), wish.anywhere);
        let listener = listener.map_err(|error| Failure::Input(format!("--listen: {error}")))?;
        Ok(Self::Program { listener, starts: wish.listen.is_none() })
    }

    /// Waits for whoever is to come.
    pub(crate) fn man(
        self,
        loaded: &Loaded,
        folder: &OutputFolder,
        (interrupted, resumption): (&Arc<AtomicBool>, Option<&Resumption>),
        quiet: bool,
    ) -> Result<Manned, Failure> {
        let (listener, starts) = match self {
            Self::None => return Ok(Manned::None),
            Self::Replay(replay) => {
                let packets = resumption.map_or(Ok(0), Resumption::packets);
                if packets.map_err(Failure::input)? > 0 {
                    return Err(Failure::Input(
                        "--replay: a program operates this run, and has begun to: go on without it"
                            .to_owned(),
                    ));
                }
                return Ok(Manned::Replay(replay));
            }
            Self::Program { listener, starts } => (listener, starts),
        };
        if !quiet && !starts {
            say!("waiting for a program on {}", listener.address())?;
        }
        let attended = match resumption {
            None => {
                Attended::wait(loaded, listener, starts, folder, interrupted).map_err(Failure::run)
            }
            Some(resumption) => {
                let from = (interrupted, resumption);
                Attended::resume(loaded, listener, starts, folder, from).map_err(Failure::input)
            }
        };
        Ok(attended?.map_or(Manned::None, |one| Manned::Program(Box::new(one))))
    }
}

/// The pace that is asked for: deadlines are the operator's ticks, or each millisecond.
pub(crate) fn pace(factor: Option<f64>, loaded: &Loaded) -> Result<Option<Pace>, Failure> {
    let Some(factor) = factor else { return Ok(None) };
    if !(factor.is_finite() && (1e-6..=1e6).contains(&factor)) {
        return Err(Failure::Input(format!("--pace {factor}: must lie between 1e-6 and 1e6")));
    }
    let period = loaded.scenario.world.console().map_or(Time::from_millis(1), |(c, _)| c.period);
    Ok(Some(Pace { factor, period }))
}

/// How the run kept to its pace, in a line.
pub(crate) fn pacing_line(pacing: &PaceReport) -> String {
    format!(
        "pace {}: {} of {} deadlines of {} ms missed ({:.3} %), the latest by {:.3} ms; the longest \
         computing took {:.3} ms",
        pacing.pace,
        pacing.missed,
        pacing.deadlines,
        pacing.period_s * 1e3,
        pacing.missed_share * 100.0,
        pacing.worst_late_s * 1e3,
        pacing.worst_computing_s * 1e3,
    )
}
