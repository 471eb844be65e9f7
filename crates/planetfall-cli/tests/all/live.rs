//! `planetfall live` as a user or a script starts and ends it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed test may panic")]

use crate::served::{Served, planetfall};
use std::path::Path;
use std::time::{Duration, Instant};

fn order(session: &Served, order: &str) -> String {
    let (host, token, length) = (&session.address, &session.token, order.len());
    session.send(&format!(
        "POST /api/live/order HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Authorization: Bearer {token}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{order}"
    ))
}

#[test]
fn a_scenario_that_is_none_is_the_users_mistake() {
    let workdir = tempfile::tempdir().unwrap();
    let out = workdir.path().join("session");
    let out = out.to_str().unwrap();
    for wrong in [&["no-such-scenario"][..], &["bevameter"], &["bounce", "--set", "nothing"]] {
        let done =
            planetfall(&[&["live", "--no-open", "-o", out], wrong].concat()).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{wrong:?}");
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(said.starts_with("error: "), "{said}");
        assert!(!workdir.path().join("session").exists(), "nothing was begun");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_a_session_and_it_replays_bit_for_bit() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("session");
    let out = folder.to_str().unwrap();
    let mut session = Served::start(&["live", "curiosity-drive", "--no-open", "-o", out]);
    assert!(session.address.starts_with("127.0.0.1:"), "{}", session.address);
    for wanted in [
        r#"{"do":"drive","forward":1.0,"turn":0.2}"#,
        r#"{"do":"sun","azimuth_deg":200,"elevation_deg":12}"#,
        r#"{"do":"step","ticks":40}"#,
    ] {
        let reply = order(&session, wanted);
        assert!(reply.starts_with("HTTP/1.1 200 OK"), "{wanted}: {reply}");
    }
    let start = Instant::now();
    let status = || session.get("/api/live");
    while !status().contains("\"records\":41") {
        assert!(start.elapsed() < Duration::from_secs(60), "{}", status());
        std::thread::sleep(Duration::from_millis(10));
    }
    let (code, rest) = session.interrupt();
    assert_eq!(code, Some(0));
    assert!(rest.contains(&format!("Kept in {}", folder.display())), "{rest}");

    let again = workdir.path().join("again");
    let scenario = folder.join("scenario.toml");
    let words = [scenario.as_path(), Path::new("--replay"), &folder, Path::new("--out"), &again];
    let done = planetfall(&["run", "--quiet"]).args(words).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let bytes = |of: &Path| std::fs::read(of.join("history.parquet")).unwrap();
    assert!(bytes(&again) == bytes(&folder), "the replay is the session, bit for bit");
}
