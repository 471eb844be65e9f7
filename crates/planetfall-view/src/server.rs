//! Listening on the loopback address until asked to stop.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use planetfall_files::live::{Choice, LiveFailure, LiveHost};
use planetfall_files::run_folder::{RunFile, is_run};
use tokio::sync::Notify;

use crate::api::{Shown, router};
use crate::connection::{Patience, serve};
use crate::folder::Folder;
use crate::guard::Gate;
use crate::live::Hall;
use crate::run::{Run, Runs, labels};
use crate::token::Token;

/// Threads that read files; each request may use all processors besides. Chosen.
const READERS: usize = 4;

/// A viewer that has its address and waits to be run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shown: Shown,
    /// Who has it may order the simulation, where there is one.
    token: Option<Token>,
    patience: Patience,
    stop: Arc<Notify>,
}

/// Ends a running [`Server`], from any thread.
#[derive(Debug, Clone)]
pub struct Stopper(Arc<Notify>);

/// Why the viewer cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// There is nothing to show.
    #[error("name at least one folder of a run")]
    NoRuns,
    /// The folder is no run.
    #[error("{} is not the folder of a Planetfall run", .0.display())]
    NotARun(PathBuf),
    /// Another program listens there.
    #[error("port {0} is in use: choose another with --port, or leave it out to get a free one")]
    PortInUse(u16),
    /// The system refuses the port.
    #[error("port {port} cannot be opened: {source}")]
    Port {
        /// The port asked for; 0 is any.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The system refuses threads or sockets.
    #[error("the viewer cannot start: {0}")]
    Start(io::Error),
    /// What was to be run cannot be, or its files could not be written.
    #[error(transparent)]
    Live(LiveFailure),
}

impl Server {
    /// Takes the runs and opens the port on 127.0.0.1, a free one if none is given. A run whose
    /// files are damaged is taken too: the page says what is wrong with it.
    ///
    /// # Errors
    /// If a folder is no run, or the port cannot be had.
    pub fn bind(folders: &[PathBuf], port: Option<u16>) -> Result<Self, ViewError> {
        let runs = Runs::of(take(folders)?);
        Self::listening(open(port)?, Shown { runs, live: None }, None)
    }

    /// Begins a simulation, paused, that its page operates. It goes on in a thread of its own; when
    /// the server ends, it is ended and its files are written.
    ///
    /// # Errors
    /// If it cannot be begun, or the port cannot be had.
    pub fn live(
        host: impl LiveHost + 'static,
        choice: &Choice,
        port: Option<u16>,
    ) -> Result<Self, ViewError> {
        // The port first: nothing is begun that nobody could see.
        let listener = open(port)?;
        let token = Token::draw().map_err(ViewError::Start)?;
        let runs = Runs::default();
        let hall = Hall::open(Box::new(host), choice, runs.clone()).map_err(ViewError::Live)?;
        Self::listening(listener, Shown { runs, live: Some(Arc::new(hall)) }, Some(token))
    }

    fn listening(
        listener: TcpListener,
        shown: Shown,
        token: Option<Token>,
    ) -> Result<Self, ViewError> {
        let address = listener.local_addr().map_err(ViewError::Start)?;
        let (patience, stop) = (Patience::default(), Arc::default());
        Ok(Self { listener, address, shown, token, patience, stop })
    }

    /// The same with other limits for connections.
    #[must_use]
    pub fn with_patience(mut self, patience: Patience) -> Self {
        self.patience = patience;
        self
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for a browser; of a simulation with the token without which it obeys nobody.
    #[must_use]
    pub fn url(&self) -> String {
        match &self.token {
            Some(token) => format!("http://{}/?token={}", self.address, token.text()),
            None => format!("http://{}/", self.address),
        }
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves until the stopper is used. Requests under way then are dropped. A simulation is ended
    /// and kept: its folder is what is returned.
    ///
    /// # Errors
    /// If the system refuses what a server needs, or the files of a simulation cannot be written.
    pub fn run(self) -> Result<Option<PathBuf>, ViewError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(READERS)
            .build()
            .map_err(ViewError::Start)?;
        self.listener.set_nonblocking(true).map_err(ViewError::Start)?;
        let Self { listener, address, shown, token, patience, stop } = self;
        let live = shown.live.clone();
        runtime
            .block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                prepare(shown.runs.clone());
                let router = router(shown, Gate { port: address.port(), token, patience });
                tokio::spawn(serve(listener, router, patience));
                stop.notified().await;
                Ok(())
            })
            .map_err(ViewError::Start)?;
        runtime.shutdown_background();
        live.map(|hall| hall.close()).transpose().map_err(ViewError::Live)
    }
}

impl Stopper {
    /// Ends the server, or keeps it from starting.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// The port on 127.0.0.1, a free one if none is given.
fn open(port: Option<u16>) -> Result<TcpListener, ViewError> {
    let port = port.unwrap_or(0);
    let refused = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => ViewError::PortInUse(port),
        _ => ViewError::Port { port, source },
    };
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)
}

fn take(folders: &[PathBuf]) -> Result<Vec<Run>, ViewError> {
    let mut taken = Vec::new();
    for folder in folders {
        if !is_run(folder) && !RunFile::History.within(folder).is_file() {
            return Err(ViewError::NotARun(folder.clone()));
        }
        taken.push(Folder::at(folder).map_err(|_| ViewError::NotARun(folder.clone()))?);
    }
    if taken.is_empty() {
        return Err(ViewError::NoRuns);
    }
    let places: Vec<PathBuf> = taken.iter().map(|folder| folder.path().to_owned()).collect();
    Ok(labels(&places)
        .into_iter()
        .zip(taken)
        .map(|(label, folder)| Run::new(label, folder))
        .collect())
}

/// Makes the tables of poses while the browser starts. What fails here fails again when it is
/// asked for, and is given then.
fn prepare(runs: Runs) {
    tokio::task::spawn_blocking(move || {
        for run in runs.all() {
            let _ = run.opened().and_then(|run| run.staged().map(drop));
        }
    });
}
