//! A running simulation over real sockets: who may order, what a page is sent, and what becomes of it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use planetfall_files::live::Choice;
use planetfall_run::live::Venue;
use planetfall_view::Patience;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Reply, Viewer};
use crate::fixture;

const POSES: u32 = 0x5046_4c50;
const SERIES: u32 = 0x5046_4c53;

fn choice() -> Choice {
    Choice { scenario: "curiosity-drive".to_owned(), ..Choice::default() }
}

fn started() -> (TempDir, Viewer) {
    let workdir = tempfile::tempdir().unwrap();
    let venue = Venue { folder: Some(workdir.path().join("session")), ..Venue::default() };
    let viewer = Viewer::live(venue, &choice());
    (workdir, viewer)
}

/// An order of who has the token.
fn post(viewer: &Viewer, headers: &str, body: &str) -> Reply {
    send(viewer, &format!("{}{headers}", viewer.bearer()), body)
}

fn send(viewer: &Viewer, headers: &str, body: &str) -> Reply {
    let (address, length) = (viewer.address, body.len());
    viewer.send(&format!(
        "POST /api/live/order HTTP/1.1\r\nHost: {address}\r\n{headers}\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    ))
}

fn order(viewer: &Viewer, order: &Value) -> Reply {
    post(viewer, "Content-Type: application/json\r\n", &order.to_string())
}

fn status(viewer: &Viewer) -> Value {
    viewer.get("/api/live").json()["status"].clone()
}

fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The least that can be called a page: connects, says words, hears words and bytes.
struct Page(TcpStream);

enum Heard {
    Word(Value),
    Bytes(Vec<u8>),
}

impl Page {
    fn handshake(viewer: &Viewer, origin: &str) -> (TcpStream, String) {
        let token = viewer.token.clone().unwrap_or_default();
        Self::connect(viewer, &format!("?token={token}"), origin)
    }

    fn connect(viewer: &Viewer, question: &str, origin: &str) -> (TcpStream, String) {
        let address = viewer.address;
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let request = format!(
            "GET /api/live/stream{question} HTTP/1.1\r\nHost: {address}\r\n{origin}Connection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        (stream, String::from_utf8(head).unwrap())
    }

    fn open(viewer: &Viewer) -> Self {
        let origin = format!("Origin: http://{}\r\n", viewer.address);
        let (stream, head) = Self::handshake(viewer, &origin);
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Self(stream)
    }

    fn say(&mut self, word: &Value) {
        let text = word.to_string();
        let length = u16::try_from(text.len()).unwrap();
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(length.to_be_bytes());
        // A mask of zeros leaves the text as it is.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame).unwrap();
    }

    fn hear(&mut self) -> Option<Heard> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        let mut long = [0; 8];
        let length = match head[1] {
            126 => {
                self.0.read_exact(&mut long[6..]).ok()?;
                u64::from_be_bytes(long)
            }
            127 => {
                self.0.read_exact(&mut long).ok()?;
                u64::from_be_bytes(long)
            }
            short => u64::from(short),
        };
        let mut bytes = vec![0; usize::try_from(length).unwrap()];
        self.0.read_exact(&mut bytes).ok()?;
        match head[0] & 0x0f {
            1 => Some(Heard::Word(serde_json::from_slice(&bytes).unwrap())),
            2 => Some(Heard::Bytes(bytes)),
            _ => None,
        }
    }

    /// The next word that has a key.
    fn word(&mut self, key: &str) -> Value {
        loop {
            if let Heard::Word(word) = self.hear().unwrap()
                && let Some(found) = word.get(key)
            {
                return found.clone();
            }
        }
    }

    /// How fast the vehicle was, at all records that are kept.
    fn speeds(&mut self, number: u32) -> Vec<f64> {
        let columns = ["com.vx_m_per_s", "com.vy_m_per_s"];
        self.say(&json!({ "do": "watch", "number": number, "columns": columns }));
        let block = loop {
            let block = self.block(SERIES);
            if block[3] == number {
                break block;
            }
        };
        let points = block[2] as usize;
        let value = |column: usize, point: usize| {
            let at = 4 + 4 * column * points + 2 * (points + point);
            f64::from_bits(u64::from(block[at]) | (u64::from(block[at + 1]) << 32))
        };
        (0..points).map(|point| value(0, point).hypot(value(1, point))).collect()
    }

    /// The next block of a kind, as 32-bit words.
    fn block(&mut self, kind: u32) -> Vec<u32> {
        loop {
            if let Heard::Bytes(bytes) = self.hear().unwrap() {
                let words: Vec<u32> =
                    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
                if words[0] == kind {
                    return words;
                }
            }
        }
    }
}

#[test]
fn where_only_finished_runs_are_shown_nothing_can_be_ordered() {
    let workdir = tempfile::tempdir().unwrap();
    fixture::write(&workdir.path().join("run"), 50, 18);
    let viewer = Viewer::of(&[workdir.path().join("run")]);
    assert_eq!(viewer.get("/api/live").json(), Value::Null);
    assert_eq!(order(&viewer, &json!({ "do": "pause" })).status, 404);
    for question in ["scene", "ruts"] {
        assert_eq!(viewer.get(&format!("/api/live/{question}")).status, 404);
    }
    let origin = format!("Origin: http://{}\r\n", viewer.address);
    let (_, head) = Page::handshake(&viewer, &origin);
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}

#[test]
fn a_foreign_page_can_neither_order_nor_connect() {
    let (_workdir, viewer) = started();
    let port = viewer.address.port();
    let json = "Content-Type: application/json\r\n";
    let go = "{\"do\":\"go\"}";
    let foreign = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("http://evil.example:{port}"),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("http://127.0.0.1:{port}.evil.example"),
    ];
    for origin in &foreign {
        let header = format!("Origin: {origin}\r\n");
        let reply = post(&viewer, &format!("{header}{json}"), go);
        assert_eq!(reply.status, 403, "{origin}");
        let (_, head) = Page::handshake(&viewer, &header);
        assert!(head.starts_with("HTTP/1.1 403"), "{origin}: {head}");
    }
    // Two origins, of which one is ours.
    let both = format!("Origin: http://127.0.0.1:{port}\r\nOrigin: https://evil.example\r\n{json}");
    assert_eq!(post(&viewer, &both, go).status, 403);
    // A browser always says where a connection comes from.
    let (_, head) = Page::handshake(&viewer, "");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    // A form can be sent from anywhere, but not as JSON.
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/jsonp\r\n"] {
        assert_eq!(post(&viewer, kind, go).status, 415, "{kind}");
    }
    assert_eq!(status(&viewer)["paused"], true, "nothing of this was obeyed");
    for origin in [format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")] {
        let header = format!("Origin: {origin}\r\n{json}");
        assert_eq!(post(&viewer, &header, "{\"do\":\"pause\"}").status, 200, "{origin}");
        let (_, head) = Page::handshake(&viewer, &format!("Origin: {origin}\r\n"));
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    }
    assert_eq!(post(&viewer, json, "{\"do\":\"pause\"}").status, 200, "a program, not a page");
}

#[test]
fn who_does_not_have_the_token_can_neither_order_nor_connect() {
    let (_workdir, viewer) = started();
    let token = viewer.token.clone().unwrap();
    assert_eq!(token.len(), 32, "128 bits");
    let origin = format!("Origin: http://{}\r\n", viewer.address);
    let json = "Content-Type: application/json\r\n";
    let go = "{\"do\":\"go\"}";
    let mut other = token.clone().into_bytes();
    other[31] = if other[31] == b'0' { b'1' } else { b'0' };
    let other = String::from_utf8(other).unwrap();
    for wrong in ["", &token[..31], &format!("{token}0"), &other] {
        let bearer = format!("Authorization: Bearer {wrong}\r\n{json}");
        let reply = send(&viewer, &bearer, go);
        assert_eq!(reply.status, 401, "{wrong}");
        assert!(!reply.error().contains(&token));
        let (_, head) = Page::connect(&viewer, &format!("?token={wrong}"), &origin);
        assert!(head.starts_with("HTTP/1.1 401"), "{wrong}: {head}");
    }
    assert_eq!(send(&viewer, json, go).status, 401);
    let (_, head) = Page::connect(&viewer, "", &origin);
    assert!(head.starts_with("HTTP/1.1 401"), "{head}");
    assert_eq!(status(&viewer)["paused"], true, "nothing of this was obeyed");
    for path in ["/api/live", "/api/live/scene", "/"] {
        let shown = String::from_utf8_lossy(&viewer.get(path).body).into_owned();
        assert!(!shown.contains(&token), "{path} gives the token away");
    }
    assert_eq!(post(&viewer, json, "{\"do\":\"pause\"}").status, 200);
    let (_, head) = Page::connect(&viewer, &format!("?test&token={token}"), &origin);
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
}

#[test]
fn only_what_is_offered_can_be_chosen_and_no_file_is_read_for_a_page() {
    let (workdir, viewer) = started();
    let secret = workdir.path().join("secret.toml");
    std::fs::write(&secret, "password = \"for nobody else\"\n").unwrap();
    let secret = secret.to_str().unwrap();
    for choice in [
        json!({ "scenario": secret }),
        json!({ "scenario": "/etc/passwd" }),
        json!({ "scenario": "curiosity-drive", "vehicle": secret }),
        json!({ "scenario": "curiosity-drive", "terrain": "../secret.toml" }),
        json!({ "scenario": "curiosity-drive", "ground": secret }),
    ] {
        let reply = order(&viewer, &json!({ "do": "restart", "choice": choice }));
        assert_eq!(reply.status, 409, "{choice}");
        let said = String::from_utf8_lossy(&reply.body).into_owned();
        assert!(said.contains("there is no "), "{said}");
        assert!(!said.contains("password") && !said.contains("root:"), "{said}");
    }
}

#[test]
fn an_order_that_does_not_arrive_in_time_is_given_up() {
    let workdir = tempfile::tempdir().unwrap();
    let venue = Venue { folder: Some(workdir.path().join("session")), ..Venue::default() };
    let patience = Patience { body: Duration::from_millis(300), ..Patience::default() };
    let viewer = Viewer::patient_live(venue, &choice(), patience);
    let (address, bearer) = (viewer.address, viewer.bearer());
    let reply = viewer.send(&format!(
        "POST /api/live/order HTTP/1.1\r\nHost: {address}\r\n{bearer}Content-Type: application/json\r\n\
         Content-Length: 14\r\nConnection: close\r\n\r\n{{\"do\":"
    ));
    assert_eq!(reply.status, 408, "{}", reply.head);
    assert_eq!(status(&viewer)["paused"], true);
}

#[test]
fn orders_that_make_no_sense_are_refused_with_a_sentence() {
    let (_workdir, viewer) = started();
    for (body, status, word) in [
        (json!({ "do": "fly_away" }), 400, "fly_away"),
        (json!({ "do": "goal" }), 400, "at_m"),
        (json!({ "do": "goal", "at_m": [1.0, 2.0, 3.0] }), 400, "goal"),
        (json!({ "do": "watch", "number": 1, "columns": [] }), 400, "connected page"),
        (json!({ "do": "speed", "factor": -1.0 }), 409, "factor"),
        (json!({ "do": "drive", "forward": 7.0 }), 409, "forward"),
        (json!({ "do": "joint", "lever": "no.such", "value": 0.0 }), 409, "no.such"),
        (json!({ "do": "strike", "fault": "nobody" }), 409, "nobody"),
    ] {
        let reply = order(&viewer, &body);
        assert_eq!(reply.status, status, "{body}: {}", reply.head);
        assert!(reply.error().contains(word), "{body}: {}", reply.error());
    }
    let long = format!("{{\"do\":\"{}\"}}", "x".repeat(200_000));
    assert_eq!(post(&viewer, "Content-Type: application/json\r\n", &long).status, 413);
}

#[test]
fn a_page_is_sent_frames_watched_columns_and_how_it_is() {
    let (_workdir, viewer) = started();
    let mut page = Page::open(&viewer);
    let introduction = viewer.get("/api/live").json();
    assert_eq!(page.word("session"), introduction["session"]);
    let scene = viewer.get("/api/live/scene").json();
    let links = scene["vehicles"][0]["links"].as_array().unwrap().len();
    let frames = page.block(POSES);
    assert_eq!((frames[1], frames[2] as usize), (1, links), "paused at its first record");
    assert_eq!(page.word("status")["paused"], true);

    page.say(&json!({ "do": "watch", "number": 7, "columns": ["time_s", "nothing", "com.x_m"] }));
    let first = page.block(SERIES);
    assert_eq!(first[1..4], [3, 1, 7]);
    page.say(&json!({ "do": "step", "ticks": 3 }));
    let mut points = 0;
    while points < 3 {
        let more = page.block(SERIES);
        assert_eq!((more[1], more[3]), (3, 7));
        points += more[2];
    }
    wait_for("three steps", || status(&viewer)["records"] == 4);
    page.say(&json!({ "do": "watch", "number": 8, "columns": ["com.x_m"] }));
    let again = loop {
        let block = page.block(SERIES);
        if block[3] == 8 {
            break block;
        }
    };
    assert_eq!(again[1..3], [1, 4], "all that is kept");

    page.say(&json!({ "do": "goal", "at_m": "there" }));
    let refused = page.word("refused");
    assert!(refused.as_str().unwrap().contains("goal"), "{refused}");
    let mut second = Page::open(&viewer);
    assert_eq!(second.word("session"), introduction["session"]);
    assert_eq!(second.block(POSES)[1], 4, "whoever comes later is sent the same");
}

#[test]
fn a_page_that_vanishes_does_not_drive_on() {
    let (_workdir, viewer) = started();
    let mut page = Page::open(&viewer);
    page.say(&json!({ "do": "drive", "forward": 1.0 }));
    page.say(&json!({ "do": "step", "ticks": 150 }));
    wait_for("it drives", || status(&viewer)["records"] == 151);
    assert_eq!(status(&viewer)["mode"], "manual");
    drop(page);
    // Others let the time go by: it stands once the page's hand is off.
    let mut other = Page::open(&viewer);
    let mut fastest = 0.0_f64;
    let mut watch = 0;
    wait_for("it stands", || {
        let before = status(&viewer)["records"].as_u64().unwrap();
        order(&viewer, &json!({ "do": "step", "ticks": 50 }));
        wait_for("it rolls out", || status(&viewer)["records"] == before + 50);
        watch += 1;
        let speeds = other.speeds(watch);
        fastest = speeds.iter().copied().fold(fastest, f64::max);
        speeds.last().is_some_and(|last| *last < 0.1 * fastest)
    });
    assert!(fastest > 0.02, "it drove: {fastest}");
}

#[test]
fn a_goal_is_given_up_when_the_last_page_is_gone_and_not_before() {
    let (_workdir, viewer) = started();
    let (mut first, second) = (Page::open(&viewer), Page::open(&viewer));
    first.say(&json!({ "do": "goal", "at_m": [5.0, 0.0] }));
    wait_for("it has a goal", || status(&viewer)["mode"] == "goal");
    drop(second);
    std::thread::sleep(Duration::from_millis(3500));
    assert_eq!(status(&viewer)["mode"], "goal", "somebody still watches");
    drop(first);
    wait_for("it is given up", || status(&viewer)["goal"].is_null());
}

#[test]
fn a_session_becomes_a_run_and_another_begins() {
    let (workdir, viewer) = started();
    order(&viewer, &json!({ "do": "step", "ticks": 20 }));
    wait_for("it steps", || status(&viewer)["records"] == 21);
    let mut page = Page::open(&viewer);
    let first = page.word("session");
    let bad = order(&viewer, &json!({ "do": "restart", "choice": { "scenario": "no-such" } }));
    assert_eq!(bad.status, 409);
    assert!(bad.error().contains("no-such"), "{}", bad.error());
    assert_eq!(viewer.get("/api/live").json()["session"], first, "it goes on");

    page.say(&json!({ "do": "save" }));
    let saved = page.word("saved");
    assert_eq!(saved["run"], 0);
    assert_eq!(saved["folder"], workdir.path().join("session").display().to_string());
    let meta = viewer.get("/api/run/0/meta").json();
    assert_eq!(meta["label"], "session");
    assert!(meta["rows"].as_u64().unwrap() > 0);
    assert_eq!(order(&viewer, &json!({ "do": "save" })).json()["saved"], saved, "once is enough");
    let late = order(&viewer, &json!({ "do": "go" }));
    assert!(late.error().contains("ended"), "{}", late.error());

    let next =
        order(&viewer, &json!({ "do": "restart", "choice": { "scenario": "curiosity-drive" } }));
    assert_eq!(next.status, 200, "{}", next.head);
    let second = page.word("session");
    assert_ne!(second, first, "the page is asked to begin anew");
    let introduction = viewer.get("/api/live").json();
    assert_eq!(introduction["session"], second);
    assert_eq!(introduction["choice"]["scenario"], "curiosity-drive");
    assert_eq!(viewer.get("/api/runs").json().as_array().unwrap().len(), 1);
    drop(viewer);
    assert!(workdir.path().join("session-2/summary.json").is_file(), "kept when the server ends");
}
