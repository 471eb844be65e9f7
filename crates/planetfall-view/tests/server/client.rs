//! A server on a thread, and the least that can be called an HTTP client.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::thread::JoinHandle;

use planetfall_files::live::Choice;
use planetfall_run::live::Venue;
use planetfall_view::{Patience, Server, Stopper};
use serde_json::Value;

/// A running viewer, ended when it is dropped.
pub(crate) struct Viewer {
    pub(crate) address: SocketAddr,
    /// Of a simulation; nothing where only runs are shown.
    pub(crate) token: Option<String>,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Viewer {
    pub(crate) fn of(folders: &[PathBuf]) -> Self {
        Self::run(Server::bind(folders, None).unwrap())
    }

    /// A simulation that has just begun.
    pub(crate) fn live(venue: Venue, choice: &Choice) -> Self {
        Self::run(Server::live(venue, choice, None).unwrap())
    }

    /// Runs, with other limits for connections.
    pub(crate) fn patient(folders: &[PathBuf], patience: Patience) -> Self {
        Self::run(Server::bind(folders, None).unwrap().with_patience(patience))
    }

    /// The same for a simulation.
    pub(crate) fn patient_live(venue: Venue, choice: &Choice, patience: Patience) -> Self {
        Self::run(Server::live(venue, choice, None).unwrap().with_patience(patience))
    }

    /// The header by which a program shows that it may order.
    pub(crate) fn bearer(&self) -> String {
        let header = |token: &String| format!("Authorization: Bearer {token}\r\n");
        self.token.as_ref().map(header).unwrap_or_default()
    }

    fn run(server: Server) -> Self {
        let (address, stopper) = (server.address(), server.stopper());
        let token = server.url().split_once("?token=").map(|(_, token)| token.to_owned());
        let thread = Some(std::thread::spawn(move || drop(server.run().unwrap())));
        Self { address, token, stopper, thread }
    }

    /// A proper request.
    pub(crate) fn get(&self, path: &str) -> Reply {
        let address = self.address;
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
    }

    /// Bytes as they are.
    pub(crate) fn send(&self, request: &str) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        let body = bytes.split_off(end + 4);
        let head = String::from_utf8(bytes).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head, body }
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().unwrap().join();
        assert!(ended.is_ok() || std::thread::panicking());
    }
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| {
            line.split_once(':').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name))
        };
        self.head.lines().find(named).and_then(|line| line.split_once(": ")).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.head);
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The sentence of a refusal.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }

    pub(crate) fn words(&self) -> Vec<u32> {
        self.body.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
    }

    /// Doubles from a place on.
    pub(crate) fn doubles(&self, from: usize, count: usize) -> Vec<f64> {
        let words = self.body[from..].as_chunks().0;
        words[..count].iter().map(|word| f64::from_le_bytes(*word)).collect()
    }

    /// Singles from a place on.
    pub(crate) fn singles(&self, from: usize, count: usize) -> Vec<f32> {
        let words = self.body[from..].as_chunks().0;
        words[..count].iter().map(|word| f32::from_le_bytes(*word)).collect()
    }
}
