//! The command that serves a page, as a user or a script starts and ends it.
#![allow(dead_code, reason = "each test takes its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

pub(crate) fn planetfall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planetfall"));
    command.args(arguments);
    command
}

/// What serves, killed if the test fails, and what it prints after its address.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: String,
    /// With which a simulation is ordered.
    pub(crate) token: String,
    output: BufReader<ChildStdout>,
}

impl Served {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut process = planetfall(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://").unwrap();
        let (address, question) = address.split_once('/').unwrap();
        let token = question.strip_prefix("?token=").unwrap_or_default().to_owned();
        Self { process, address: address.to_owned(), token, output }
    }

    pub(crate) fn get(&self, path: &str) -> String {
        let host = &self.address;
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    pub(crate) fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        String::from_utf8_lossy(&reply).into_owned()
    }

    /// Presses Ctrl-C; gives the exit code and what was printed until then.
    pub(crate) fn interrupt(&mut self) -> (Option<i32>, String) {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (self.process.wait().unwrap().code(), rest)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
