//! `planetfall live` as a user or a script starts and ends it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

fn planetfall(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planetfall"));
    command.args(arguments);
    command
}

/// A session, killed if the test fails, and what it prints after its address.
struct Session {
    process: Child,
    address: String,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(folder: &Path) -> Self {
        let mut command =
            planetfall(&["live", "curiosity-drive", "--no-open", "-o", folder.to_str().unwrap()]);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("http://").unwrap().trim_end_matches('/');
        Self { process, address: address.to_owned(), output }
    }

    fn order(&self, order: &str) -> String {
        let (host, length) = (&self.address, order.len());
        self.send(&format!(
            "POST /api/live/order HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{order}"
        ))
    }

    fn status(&self) -> String {
        let host = &self.address;
        self.send(&format!("GET /api/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        String::from_utf8_lossy(&reply).into_owned()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_scenario_that_is_none_is_the_users_mistake() {
    let room = tempfile::tempdir().unwrap();
    let out = room.path().join("session");
    let out = out.to_str().unwrap();
    for wrong in [&["no-such-scenario"][..], &["bevameter"], &["bounce", "--set", "nothing"]] {
        let done =
            planetfall(&[&["live", "--no-open", "-o", out], wrong].concat()).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{wrong:?}");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.starts_with("error: "), "{said}");
        assert!(!room.path().join("session").exists(), "nothing was begun");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_session_and_it_replays_bit_for_bit() {
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("session");
    let mut session = Session::start(&folder);
    assert!(session.address.starts_with("127.0.0.1:"), "{}", session.address);
    for order in [
        r#"{"do":"drive","forward":1.0,"turn":0.2}"#,
        r#"{"do":"sun","azimuth_deg":200,"elevation_deg":12}"#,
        r#"{"do":"step","ticks":40}"#,
    ] {
        let reply = session.order(order);
        assert!(reply.starts_with("HTTP/1.1 200 OK"), "{order}: {reply}");
    }
    let start = Instant::now();
    while !session.status().contains("\"records\":41") {
        assert!(start.elapsed() < Duration::from_secs(60), "{}", session.status());
        std::thread::sleep(Duration::from_millis(10));
    }
    let id = session.process.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    session.output.read_to_string(&mut rest).unwrap();
    assert_eq!(session.process.wait().unwrap().code(), Some(0));
    assert!(rest.contains(&format!("Kept in {}", folder.display())), "{rest}");

    let again = room.path().join("again");
    let scenario = folder.join("scenario.toml");
    let words = [scenario.as_path(), Path::new("--replay"), &folder, Path::new("--out"), &again];
    let done = planetfall(&["run", "--quiet"]).args(words).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let bytes = |of: &Path| std::fs::read(of.join("history.parquet")).unwrap();
    assert!(bytes(&again) == bytes(&folder), "the replay is the session, bit for bit");
}
