//! Any bytes may come from outside: they are answered or refused, and nothing grows.

use crate::operating::{ROVER, load};
use planetfall::control::{Ending, Operator, Orders, Packet};
use planetfall::math::noise::{Key, uniform};
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use planetfall::time::Time;
use planetfall_files::scenario::{OnSilence, OperatorSpec};
use planetfall_run::operator::Loss;
use planetfall_run::operator::message::{self, Form, Inbox};
use planetfall_run::operator::session::ProgramSession;
use planetfall_run::operator::wire::Wire;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Draws of a stream.
struct Dice {
    key: Key,
    drawn: u64,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self { key: Key::new(seed, "fuzz", "bytes"), drawn: 0 }
    }

    fn below(&mut self, count: usize) -> usize {
        self.drawn += 1;
        ((uniform(self.key, self.drawn) * count as f64) as usize).min(count - 1)
    }

    fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }
}

/// Messages that are right, from which wrong ones are made.
const SEEDS: [&str; 8] = [
    r#"{"type":"hello","version":1,"form":"binary","readings":["pose.x_m"],"levers":["wheel_front_left.torque_n_m"]}"#,
    r#"{"type":"hello","version":1,"form":"json"}"#,
    r#"{"type":"command","tick":0,"set":{"wheel_front_left.rate_rad_per_s":0.25,"steer_rear_left.angle_rad":-1e-3}}"#,
    r#"{"type":"command","tick":1}"#,
    r#"{"type":"command","tick":18446744073709551615,"set":{}}"#,
    r#"{"type":"finish","tick":0}"#,
    r#"{"type":"command","tick":0,"set":{"wheel_middle_left.off":1}}"#,
    r#"[[[[[[[[{"type":"command"}]]]]]]]]"#,
];

/// Random bytes, a right message, or a right message with some of it changed.
fn message(dice: &mut Dice, form: Form, out: &mut Vec<u8>) {
    let first = out.len();
    match dice.below(8) {
        0 => {
            let count = dice.below(64);
            out.extend((0..count).map(|_| dice.byte()));
        }
        1 if form == Form::Binary => {
            let (length, kind) = (dice.below(40) as u32, dice.below(5) as u32);
            out.extend(length.to_le_bytes().into_iter().chain(kind.to_le_bytes()));
            out.extend((0..dice.below(48)).map(|_| dice.byte()));
        }
        2 if form == Form::Binary => {
            let value = f64::from_bits(u64::from_le_bytes(std::array::from_fn(|_| dice.byte())));
            out.extend([16_u32, 2].into_iter().flat_map(u32::to_le_bytes));
            out.extend((dice.below(3) as u64).to_le_bytes().into_iter().chain(value.to_le_bytes()));
        }
        _ => {
            let text = SEEDS[dice.below(SEEDS.len())];
            message::write_text(text, form, out);
        }
    }
    let length = out.len() - first;
    for _ in 0..dice.below(4).min(length) {
        let at = first + dice.below(length);
        match dice.below(3) {
            0 => out[at] = dice.byte(),
            1 => out[at] ^= 1 << dice.below(8),
            _ => out.insert(at, dice.byte()),
        }
    }
    if dice.below(10) == 0 {
        out.truncate(first + dice.below(length + 1));
    }
}

/// A wire on which dice talk; it is silent when they have said enough.
struct Babble {
    dice: Rc<RefCell<Dice>>,
    form: Form,
    left: usize,
    heard: usize,
}

impl Wire for Babble {
    fn send(&mut self, bytes: &[u8], _: Instant) -> Result<(), Loss> {
        self.heard += bytes.len();
        Ok(())
    }

    fn receive(&mut self, into: &mut Vec<u8>, _: Instant) -> Result<(), Loss> {
        let Some(left) = self.left.checked_sub(1) else { return Err(Loss::Silent(Duration::ZERO)) };
        self.left = left;
        message(&mut self.dice.borrow_mut(), self.form, into);
        assert!(into.len() < 2 * message::MOST_BYTES, "what is not understood piles up");
        Ok(())
    }
}

/// A wire whose program says a right hello before it babbles.
struct Polite {
    hello: Option<Vec<u8>>,
    babble: Babble,
}

impl Wire for Polite {
    fn send(&mut self, bytes: &[u8], by: Instant) -> Result<(), Loss> {
        self.babble.send(bytes, by)
    }

    fn receive(&mut self, into: &mut Vec<u8>, by: Instant) -> Result<(), Loss> {
        match self.hello.take() {
            Some(hello) => into.extend(hello),
            None => self.babble.receive(into, by)?,
        }
        Ok(())
    }
}

/// Counts messages over sessions of every kind, each at the console of the same run.
struct Fuzzer {
    dice: Rc<RefCell<Dice>>,
    messages: usize,
    sessions: usize,
    outcomes: [usize; 4],
}

impl Operator for Fuzzer {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        for _ in 0..50 {
            let draw = self.dice.borrow_mut().below(4);
            let form = if draw.is_multiple_of(2) { Form::Json } else { Form::Binary };
            let left = 40;
            let babble = Babble { dice: Rc::clone(&self.dice), form, left, heard: 0 };
            let hello = (draw < 3)
                .then(|| format!("{}\n", SEEDS[usize::from(draw.is_multiple_of(2))]).into_bytes());
            let spec = OperatorSpec {
                command: Vec::new(),
                folder: None,
                timeout: Duration::from_secs(5),
                start_timeout: Duration::from_secs(5),
                on_silence: OnSilence::Stop,
            };
            let wire = Polite { hello, babble };
            let mut session = ProgramSession::open(
                Ok(wire),
                "fuzz",
                Time::from_millis(1),
                orders.console(),
                &spec,
                None,
                None,
            );
            for _ in 0..20 {
                match session.tick(packet, orders) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(ending) => {
                        let names =
                            ["client_silent", "client_left", "client_malformed", "client_finished"];
                        let place = names.iter().position(|name| *name == ending.outcome).unwrap();
                        self.outcomes[place] += 1;
                        break;
                    }
                }
            }
            self.sessions += 1;
            self.messages += left;
        }
        // Whatever was ordered is a number.
        for lever in 0..orders.console().levers().len() {
            assert!(orders.standing(lever).is_none_or(f64::is_finite));
        }
        ControlFlow::Continue(())
    }
}

/// Parses mutated messages without a session around them.
fn parse(count: usize) {
    let loaded = load(ROVER, &[]);
    let console = loaded.scenario.world.console().unwrap().1;
    let choice = message::choose(SEEDS[0].as_bytes(), console).unwrap();
    let mut dice = Dice::new(7);
    let (mut text, mut orders, mut understood) = (Vec::new(), Vec::new(), 0);
    for index in 0..count {
        text.clear();
        let form = if index % 2 == 0 { Form::Json } else { Form::Binary };
        message(&mut dice, form, &mut text);
        understood += usize::from(message::reply(&text, console, &mut orders).is_ok());
        for &(lever, value) in &orders {
            assert!(lever < console.levers().len() && value.is_finite());
        }
        let _ = message::choose(&text, console);
        let mut inbox = Inbox::default();
        inbox.tail().extend_from_slice(&text);
        while let Ok(Some(whole)) = inbox.next(form) {
            let body = inbox.body(&whole);
            understood +=
                usize::from(message::binary_reply(body, &choice, console, &mut orders).is_ok());
            understood += usize::from(message::reply(body, console, &mut orders).is_ok());
        }
        assert!(orders.capacity() < 1000 && text.capacity() < 1 << 16);
    }
    assert!(
        understood > count / 50,
        "{understood} of {count}: the mutations are too wild to test much"
    );
}

/// Sessions at the console of a run that goes on.
fn converse(ticks: i64) -> usize {
    let loaded = load(ROVER, &[]);
    let mut fuzzer = Fuzzer {
        dice: Rc::new(RefCell::new(Dice::new(11))),
        messages: 0,
        sessions: 0,
        outcomes: [0; 4],
    };
    let mut simulation = Simulation::new(&loaded.scenario);
    let until = Time::from_millis(ticks - 1);
    // Torques drawn from bytes may throw the rover about, which is theirs to do.
    let _ = simulation.operate(until, &mut Silent, &mut fuzzer);
    let [silent, left, malformed, finished] = fuzzer.outcomes;
    assert!(silent + malformed > 0 && finished > 0 && left == 0, "{:?}", fuzzer.outcomes);
    fuzzer.messages
}

#[test]
fn random_and_mutated_messages_are_answered_or_refused() {
    parse(20_000);
    assert!(converse(10) > 10_000);
}

#[test]
#[ignore = "a million messages: ./test --full"]
fn a_million_random_and_mutated_messages_are_answered_or_refused() {
    let before = resident();
    parse(1_000_000);
    let mut messages = 0;
    while messages < 1_000_000 {
        messages += converse(50);
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 100_000_000, "memory grew by {grown} bytes");
}

/// Bytes of this process that are in memory; zero where the system does not say.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: usize =
        text.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * 4096
}
