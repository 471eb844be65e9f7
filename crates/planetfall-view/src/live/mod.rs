//! A simulation that runs while its page shows it: see docs/live.md.
//!
//! | module | what |
//! |---|---|
//! | here | which session there is, keeping it as a run, and beginning another |
//! | `questions` | what is asked and ordered over HTTP |
//! | `stream` | the connection of a page: who watches, and when it is gone |
//! | `news` | what a page does not know yet, as bytes and words |
//! | `wishes` | what a page says |

mod news;
mod questions;
mod stream;
mod wishes;

use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use planetfall_files::live::{Choice, LiveFailure, LiveHost, LiveRun};
use serde::Serialize;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::run::{Run, Runs, labels};

pub(crate) use questions::routes;

/// The session that is shown, and all that it takes to show another.
#[derive(Debug)]
pub(crate) struct Hall {
    host: Box<dyn LiveHost>,
    /// What the user named when he started the server.
    first: Choice,
    runs: Runs,
    current: Mutex<Current>,
    /// Sessions that have become runs, the oldest first.
    kept: Mutex<Vec<Saved>>,
    /// Pages that are connected.
    watchers: AtomicUsize,
    /// Held while a session is kept or begun: that takes time, and is done once.
    work: Mutex<()>,
}

/// A session with its name.
#[derive(Debug, Clone)]
pub(crate) struct Current {
    /// Shows a page whether it is still the same one, even over a start of the program.
    pub(crate) id: String,
    pub(crate) session: Arc<dyn LiveRun>,
    pub(crate) saved: Option<Saved>,
    choice: Choice,
}

/// A session that has become a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Saved {
    /// Its number among the runs of this server.
    pub(crate) run: usize,
    pub(crate) folder: String,
}

impl Hall {
    /// Begins the first session.
    pub(crate) fn open(
        host: Box<dyn LiveHost>,
        choice: &Choice,
        runs: Runs,
    ) -> Result<Self, LiveFailure> {
        let current = Mutex::new(Current::begin(&*host, choice)?);
        Ok(Self {
            host,
            first: choice.clone(),
            runs,
            current,
            kept: Mutex::default(),
            watchers: AtomicUsize::new(0),
            work: Mutex::default(),
        })
    }

    /// The session that is shown now.
    pub(crate) fn current(&self) -> Current {
        self.lock().clone()
    }

    /// Ends the session and offers it among the runs.
    pub(crate) fn save(&self) -> Result<Saved, String> {
        let _work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        self.keep()
    }

    /// The same for a session that may have been followed by another meanwhile, and is kept then.
    pub(crate) fn save_own(&self, id: &str) -> Result<(), String> {
        let _work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        if self.current().id == id { self.keep().map(drop) } else { Ok(()) }
    }

    /// Keeps the session, and begins another in its place, of what is offered or what the user named when
    /// he started the server: a page names no files. If that cannot be begun, the present one
    /// goes on.
    pub(crate) fn restart(&self, choice: &Choice) -> Result<(), String> {
        self.host.check_offered(choice, &self.first).map_err(|error| error.to_string())?;
        let _work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let next = Current::begin(&*self.host, choice).map_err(|error| error.to_string())?;
        let kept = self.keep();
        *self.lock() = next;
        kept.map(drop).map_err(|error| format!("the session before could not be kept: {error}"))
    }

    /// The folder of the session, whose files are whole after this.
    pub(crate) fn close(&self) -> Result<PathBuf, LiveFailure> {
        let _work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        self.current().session.save()
    }

    /// What a page needs to begin.
    pub(crate) fn introduction(&self) -> Value {
        let Current { id, session, choice, .. } = self.current();
        json!({
            "session": id,
            "status": session.status(),
            "description": session.describe(),
            "choice": choice,
            "offers": self.host.offers(),
            "kept": *self.kept.lock().unwrap_or_else(PoisonError::into_inner),
        })
    }

    fn keep(&self) -> Result<Saved, String> {
        let current = self.current();
        if let Some(saved) = current.saved {
            return Ok(saved);
        }
        let folder = current.session.save().map_err(|error| error.to_string())?;
        let place =
            Folder::at(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let label = labels(&[place.path().to_owned()]).pop().unwrap_or_default();
        let run = self.runs.add(Run::new(label, place));
        let saved = Saved { run, folder: folder.display().to_string() };
        self.lock().saved = Some(saved.clone());
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(saved.clone());
        Ok(saved)
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Current {
    fn begin(host: &dyn LiveHost, choice: &Choice) -> Result<Self, LiveFailure> {
        let session = host.begin(choice)?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let id = format!("{}-{}", since.as_nanos(), std::process::id());
        Ok(Self { id, session, saved: None, choice: choice.clone() })
    }
}
