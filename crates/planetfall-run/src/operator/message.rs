//! Messages between a run and an outside program, in both forms. Nothing here talks or waits: bytes in,
//! meaning or a mistake in words out, so that any bytes may be tried on it.

use planetfall::control::{Console, Packet};
use planetfall_files::quantity::unit_of;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Version of the protocol.
pub const VERSION: u64 = 1;

/// No message is longer than this. Chosen.
pub const MOST_BYTES: usize = 256 * 1024;

/// Length and kind before each message of the binary form.
pub const HEADER_BYTES: usize = 8;

/// What a binary frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Readings, to the program.
    Packet,
    /// Values of all levers it chose, from the program.
    Command,
    /// A message of the JSON form, in either direction.
    Text,
}

impl FrameKind {
    fn code(self) -> u32 {
        match self {
            Self::Packet => 1,
            Self::Command => 2,
            Self::Text => 3,
        }
    }
}

/// How packets and commands are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON object a line.
    Json,
    /// Little-endian numbers of eight bytes.
    Binary,
}

/// What a program asked for in its hello.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The form.
    pub form: Form,
    /// Readings it wants, in its order.
    pub readings: Vec<usize>,
    /// Levers whose values a binary command has, in its order.
    pub levers: Vec<usize>,
    /// Whether it wants the packets of a run that goes on from its beginning; one that brings its memory
    /// along does not.
    pub replay: bool,
}

impl Choice {
    /// Whether the same packets and commands follow from it.
    pub(super) fn asks_the_same(&self, other: &Self) -> bool {
        (self.form, &self.readings, &self.levers) == (other.form, &other.readings, &other.levers)
    }
}

/// What a program answered to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Levers are set.
    Command {
        /// The packet it answers.
        tick: u64,
    },
    /// It has done what it wanted; the run may end.
    Finish {
        /// The packet it answers.
        tick: u64,
    },
}

/// The first line: what there is to read and to pull.
#[must_use]
pub fn hello(
    scenario: &str,
    period_ns: i64,
    timeout_s: f64,
    console: &Console,
    images: Option<&str>,
    resumed_tick: Option<u64>,
) -> String {
    let described = |name: &str, meaning: &str| json!({ "name": name, "unit": unit_of(name), "meaning": meaning });
    let readings: Vec<Value> = console
        .readings()
        .iter()
        .map(|reading| described(&reading.name, reading.meaning))
        .collect();
    let levers: Vec<Value> =
        console.levers().iter().map(|lever| described(&lever.name, lever.meaning)).collect();
    let hello = json!({
        "type": "hello",
        "version": VERSION,
        "scenario": scenario,
        "period_ns": period_ns,
        "timeout_s": timeout_s,
        "goal_m": console.goal().map(|goal| goal.place),
        "forms": ["json", "binary"],
        "images": images,
        "resumed_tick": resumed_tick,
        "readings": readings,
        "levers": levers,
    });
    hello.to_string()
}

/// The answer to a hello that was understood.
#[must_use]
pub fn ready(choice: &Choice) -> String {
    let packet = HEADER_BYTES + 16 + 8 * choice.readings.len();
    let command = HEADER_BYTES + 8 + 8 * choice.levers.len();
    let ready = json!({
        "type": "ready",
        "readings": choice.readings.len(),
        "levers": choice.levers.len(),
        "packet_bytes": packet,
        "command_bytes": command,
    });
    ready.to_string()
}

/// A mistake, reported to the program.
#[must_use]
pub fn error(text: &str) -> String {
    json!({ "type": "error", "message": text }).to_string()
}

/// The last message of a conversation.
#[must_use]
pub fn end(outcome: &str) -> String {
    json!({ "type": "end", "outcome": outcome }).to_string()
}

/// What the program's hello asks for.
///
/// # Errors
/// In words, if it is none.
pub fn choose(text: &[u8], console: &Console) -> Result<Choice, String> {
    let hello = object(text)?;
    let kind = hello.get("type").and_then(Value::as_str);
    if kind != Some("hello") {
        let found = kind.unwrap_or("no type");
        return Err(format!(
            "the first message must have \"type\": \"hello\", and has {found:.40}"
        ));
    }
    only(&hello, &["type", "version", "form", "readings", "levers", "replay"])?;
    match hello.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(other) => {
            return Err(format!("this is version {VERSION} of the protocol, not {other}"));
        }
        None => return Err(format!("`version` must be {VERSION}")),
    }
    let form = match hello.get("form").map(|form| form.as_str()) {
        None | Some(Some("json")) => Form::Json,
        Some(Some("binary")) => Form::Binary,
        _ => return Err("`form` must be \"json\" or \"binary\"".to_owned()),
    };
    let replay = match hello.get("replay").map(Value::as_bool) {
        None => true,
        Some(Some(replay)) => replay,
        Some(None) => return Err("`replay` must be true or false".to_owned()),
    };
    let readings = console.readings().iter().map(|reading| reading.name.as_str());
    let levers = console.levers().iter().map(|lever| lever.name.as_str());
    let chosen = Choice {
        form,
        readings: selection(&hello, "readings", readings.collect())?,
        levers: match hello.get("levers") {
            // Nobody sets all levers at once: those of a motor exclude each other.
            None => Vec::new(),
            Some(_) => selection(&hello, "levers", levers.collect())?,
        },
        replay,
    };
    for (place, &one) in chosen.levers.iter().enumerate() {
        if let Some(&other) = chosen.levers[..place].iter().find(|&&o| console.exclude(one, o)) {
            return Err(rivals(console, other, one));
        }
    }
    Ok(chosen)
}

fn rivals(console: &Console, one: usize, other: usize) -> String {
    let name = |lever: usize| console.levers().get(lever).map_or("", |lever| lever.name.as_str());
    format!(
        "`{}` and `{}` command the same motor two things; choose one of them",
        name(one),
        name(other)
    )
}

/// Names of a list as indices; all where the key is absent.
fn selection(
    hello: &Map<String, Value>,
    key: &str,
    names: Vec<&str>,
) -> Result<Vec<usize>, String> {
    let Some(value) = hello.get(key) else { return Ok((0..names.len()).collect()) };
    let Some(list) = value.as_array() else {
        return Err(format!("`{key}` must be a list of names"));
    };
    let mut chosen: Vec<usize> = Vec::new();
    let mut taken = vec![false; names.len()];
    for one in list {
        let name = one.as_str().ok_or_else(|| format!("`{key}` must be a list of names"))?;
        let place = place(name, key, &names)?;
        if std::mem::replace(&mut taken[place], true) {
            return Err(format!("`{key}` names `{name}` twice"));
        }
        chosen.push(place);
    }
    Ok(chosen)
}

/// The place of a name; an unknown one is answered with what is allowed.
fn place(name: &str, key: &str, names: &[&str]) -> Result<usize, String> {
    names.iter().position(|known| *known == name).ok_or_else(|| {
        let shown: String = name.chars().take(80).collect();
        let near = planetfall_files::format::nearest(&shown, names.iter().copied());
        let hint = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!(
            "`{shown}`: there is no such name among the {key}; {hint}there are {}",
            names.join(", ")
        )
    })
}

/// What a message of the JSON form says; `orders` are filled with levers and their values.
///
/// # Errors
/// In words, if it says nothing that can be obeyed; `orders` are then to be forgotten.
pub fn reply(
    text: &[u8],
    console: &Console,
    orders: &mut Vec<(usize, f64)>,
) -> Result<Reply, String> {
    orders.clear();
    let message = object(text)?;
    let tick = message
        .get("tick")
        .and_then(Value::as_u64)
        .ok_or("`tick` must be the number of the packet that is answered")?;
    match message.get("type").and_then(Value::as_str) {
        Some("command") => only(&message, &["type", "tick", "set"])?,
        Some("finish") => {
            only(&message, &["type", "tick"])?;
            return Ok(Reply::Finish { tick });
        }
        _ => return Err("`type` must be \"command\" or \"finish\"".to_owned()),
    }
    let Some(set) = message.get("set") else { return Ok(Reply::Command { tick }) };
    let set = set.as_object().ok_or("`set` must be an object of levers and their values")?;
    for (name, value) in set {
        let lever = console.lever(name);
        let lever = match lever {
            Some(lever) => lever,
            None => {
                let names: Vec<&str> = console.levers().iter().map(|l| l.name.as_str()).collect();
                place(name, "levers", &names)?
            }
        };
        let value = value.as_f64().ok_or_else(|| format!("`{name}` must be a finite number"))?;
        order(console, lever, value, orders)?;
    }
    Ok(Reply::Command { tick })
}

/// What a binary command says.
///
/// # Errors
/// In words, as [`reply`].
pub fn binary_reply(
    body: &[u8],
    choice: &Choice,
    console: &Console,
    orders: &mut Vec<(usize, f64)>,
) -> Result<Reply, String> {
    orders.clear();
    let expected = 8 + 8 * choice.levers.len();
    if body.len() != expected {
        return Err(format!(
            "a command has {expected} bytes after its header (the tick and {} levers), not {}",
            choice.levers.len(),
            body.len()
        ));
    }
    let (tick, values) = body.split_at(8);
    for (&lever, value) in choice.levers.iter().zip(values.chunks_exact(8)) {
        let value = f64::from_le_bytes(value.try_into().unwrap_or_default());
        console.check(lever, value).map_err(|error| error.to_string())?;
        orders.push((lever, value));
    }
    Ok(Reply::Command { tick: u64::from_le_bytes(tick.try_into().unwrap_or_default()) })
}

fn order(
    console: &Console,
    lever: usize,
    value: f64,
    orders: &mut Vec<(usize, f64)>,
) -> Result<(), String> {
    console.check(lever, value).map_err(|error| error.to_string())?;
    if let Some((other, _)) = orders.iter().find(|(other, _)| console.exclude(lever, *other)) {
        return Err(rivals(console, *other, lever));
    }
    orders.push((lever, value));
    Ok(())
}

fn object(text: &[u8]) -> Result<Map<String, Value>, String> {
    let value: Value =
        serde_json::from_slice(text).map_err(|error| format!("this is no JSON: {error}"))?;
    match value {
        Value::Object(map) => Ok(map),
        _ => Err("a message must be a JSON object".to_owned()),
    }
}

/// Refuses keys that mean nothing here.
fn only(message: &Map<String, Value>, keys: &[&str]) -> Result<(), String> {
    match message.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            Err(format!("`{key:.80}`: there is no such key here; there are {}", keys.join(", ")))
        }
    }
}

/// A message as it goes over the wire after the hello: a line, or a frame of text.
pub fn write_text(text: &str, form: Form, out: &mut Vec<u8>) {
    if form == Form::Binary {
        header(text.len(), FrameKind::Text, out);
    }
    out.extend_from_slice(text.as_bytes());
    if form == Form::Json {
        out.push(b'\n');
    }
}

/// A packet in the form that was chosen.
pub fn write_packet(packet: &Packet<'_>, choice: &Choice, out: &mut Vec<u8>) {
    let values = choice.readings.iter().map(|&index| packet.readings.get(index).copied());
    let values = values.map(|value| value.unwrap_or(f64::NAN));
    match choice.form {
        Form::Binary => {
            header(16 + 8 * choice.readings.len(), FrameKind::Packet, out);
            out.extend_from_slice(&packet.tick.to_le_bytes());
            out.extend_from_slice(&packet.time.nanos().to_le_bytes());
            values.for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
        }
        Form::Json => {
            let (tick, time) = (packet.tick, packet.time.nanos());
            // Writing to memory does not fail.
            let _ = write!(out, r#"{{"type":"packet","tick":{tick},"time_ns":{time},"readings":["#);
            for (place, value) in values.enumerate() {
                let comma = if place > 0 { "," } else { "" };
                let _ = match value.is_finite() {
                    true => write!(out, "{comma}{value:?}"),
                    false => write!(out, "{comma}null"),
                };
            }
            out.extend_from_slice(b"]}\n");
        }
    }
}

fn header(length: usize, kind: FrameKind, out: &mut Vec<u8>) {
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&kind.code().to_le_bytes());
}

/// Bytes that have come in and are not yet understood.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// Where the next message begins.
    start: usize,
    /// How far it has been looked for the end of a line.
    searched: usize,
}

/// A whole message within an [`Inbox`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Its kind; a line is text.
    pub kind: FrameKind,
    /// Its bytes within [`Inbox::body`].
    range: std::ops::Range<usize>,
}

impl Inbox {
    /// Where more bytes are appended.
    pub fn tail(&mut self) -> &mut Vec<u8> {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched = self.searched.saturating_sub(self.start);
            self.start = 0;
        }
        &mut self.bytes
    }

    /// The bytes of a message that was just found.
    #[must_use]
    pub fn body(&self, whole: &Whole) -> &[u8] {
        self.bytes.get(whole.range.clone()).unwrap_or_default()
    }

    /// The next whole message, if it is there.
    ///
    /// # Errors
    /// In words, if what is there can never become one.
    pub fn next(&mut self, form: Form) -> Result<Option<Whole>, String> {
        match form {
            Form::Json => self.line(),
            Form::Binary => self.frame(),
        }
    }

    fn line(&mut self) -> Result<Option<Whole>, String> {
        let from = self.searched.max(self.start);
        let found = self.bytes[from..].iter().position(|byte| *byte == b'\n');
        let end = found.map_or(self.bytes.len(), |place| from + place);
        if end - self.start > MOST_BYTES {
            return Err(format!("a line is longer than {MOST_BYTES} bytes"));
        }
        self.searched = end;
        if found.is_none() {
            return Ok(None);
        }
        let range = self.start..end;
        self.start = end + 1;
        self.searched = self.start;
        Ok(Some(Whole { kind: FrameKind::Text, range }))
    }

    fn frame(&mut self) -> Result<Option<Whole>, String> {
        let Some(header) = self.bytes.get(self.start..self.start + HEADER_BYTES) else {
            return Ok(None);
        };
        let word = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
        };
        let (length, kind) = (word(0) as usize, word(4));
        if length > MOST_BYTES {
            return Err(format!("a frame of {length} bytes; the longest allowed has {MOST_BYTES}"));
        }
        let kind = match kind {
            2 => FrameKind::Command,
            3 => FrameKind::Text,
            other => return Err(format!("a frame of kind {other}; allowed are 2 and 3")),
        };
        let first = self.start + HEADER_BYTES;
        if self.bytes.len() < first + length {
            return Ok(None);
        }
        self.start = first + length;
        Ok(Some(Whole { kind, range: first..self.start }))
    }
}
