//! One conversation with an outside program, in lock-step: a packet out, the run waits, an answer in.

use super::message::{self, Choice, Form, FrameKind, Inbox, Reply};
use super::transcript::{Exchange, Lost, Past, Transcript};
use super::wire::Wire;
use super::{Attendant, Loss};
use planetfall::control::{Console, Ending, Operator, Orders, Packet, Sight};
use planetfall::time::Time;
use planetfall_files::run_folder::SessionReport;
use planetfall_files::scenario::{OnSilence, OperatorSpec};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Mistakes in a row that are answered; after one more the program counts as broken. Chosen.
const MOST_MISTAKES: u32 = 16;

/// A program that answers packets, or that did so once.
#[derive(Debug)]
pub struct ProgramSession<W> {
    /// None once the program is lost.
    line: Option<Line<W>>,
    /// What was lost before the first tick.
    lost: Option<Loss>,
    on_silence: OnSilence,
    report: SessionReport,
    /// What a program that is started again is sent.
    transcript: Option<Transcript>,
}

/// The line to a program that is there.
#[derive(Debug)]
struct Line<W> {
    wire: W,
    inbox: Inbox,
    choice: Choice,
    timeout: Duration,
    out: Vec<u8>,
    orders: Vec<(usize, f64)>,
    mistakes: u64,
}

impl<W: Wire> ProgramSession<W> {
    /// Greets a program. What goes wrong is found at the first tick, so that the run has an outcome.
    pub fn open(
        wire: Result<W, Loss>,
        scenario: &str,
        period: Time,
        console: &Console,
        spec: &OperatorSpec,
        images: Option<&str>,
        resumed_tick: Option<u64>,
    ) -> Self {
        let timeout_s = spec.timeout.as_secs_f64();
        let period_ns = period.nanos();
        let hello = message::hello(scenario, period_ns, timeout_s, console, images, resumed_tick);
        let line = wire.and_then(|wire| Line::greet(wire, &hello, console, spec));
        let (line, lost) = match line {
            Ok(line) => (Some(line), None),
            Err(loss) => (None, Some(loss)),
        };
        let report = SessionReport::default();
        Self { line, lost, on_silence: spec.on_silence, report, transcript: None }
    }

    /// One whose program was lost before the run was broken off: it is not asked again.
    pub(super) fn over(lost: Lost, on_silence: OnSilence) -> Self {
        let Lost { text, answers, mistakes } = lost;
        let report =
            SessionReport { answers, mistakes, lost: Some(text), ..SessionReport::default() };
        Self { line: None, lost: None, on_silence, report, transcript: None }
    }

    /// Writes down from now on what is said.
    pub(super) fn write_down(&mut self, mut transcript: Transcript) {
        if let Some(line) = &self.line {
            transcript.choice(&line.choice);
        }
        self.transcript = Some(transcript);
    }

    /// Brings a program that was started again to where its predecessor was.
    ///
    /// # Errors
    /// In words, if it is not there or does not answer as its predecessor did.
    pub(super) fn replay(&mut self, past: &Past, console: &Console) -> Result<(), String> {
        if let Some(loss) = &self.lost {
            return Err(format!("it {loss}"));
        }
        let Some(line) = &self.line else { return Ok(()) };
        if !line.choice.replay {
            return Ok(());
        }
        if past.joined {
            let text =
                "earlier it brought its memory along, and must say `\"replay\": false` again";
            return Err(text.to_owned());
        }
        if past.choice.as_ref().is_some_and(|choice| !choice.asks_the_same(&line.choice)) {
            return Err("it asks for other readings, levers or another form than before".to_owned());
        }
        let chosen = line.choice.readings.clone();
        let mut readings = vec![f64::NAN; console.readings().len()];
        for one in &past.exchanges {
            for (place, value) in chosen.iter().zip(&one.readings) {
                readings[*place] = *value;
            }
            self.repeat(one, &readings, console)?;
        }
        Ok(())
    }

    /// Sends a packet again, whose answer is known.
    fn repeat(
        &mut self,
        one: &Exchange,
        readings: &[f64],
        console: &Console,
    ) -> Result<(), String> {
        let time = Time::from_nanos(one.time_ns.cast_signed());
        let packet = Packet { time, tick: one.tick, readings, sight: Sight::default() };
        let at = || {
            format!("when it is sent the packets until the checkpoint, at t = {} s", time.seconds())
        };
        let reply =
            self.converse(&packet, console).map_err(|loss| format!("{}, it {loss}", at()))?;
        let bits = |orders: &[(usize, f64)]| -> Vec<(usize, u64)> {
            orders.iter().map(|(lever, value)| (*lever, value.to_bits())).collect()
        };
        let orders = self.line.as_ref().map_or(&[][..], |line| &line.orders);
        match reply {
            Reply::Command { .. } if bits(orders) == bits(&one.orders) => Ok(()),
            reply @ (Reply::Command { .. } | Reply::Finish { .. }) => Err(format!(
                "{}, it says {} where it said {}: a program with a memory must answer the same packets in \
                 the same way, or bring its memory along (`\"replay\": false` in its hello)",
                at(),
                said(&reply, orders, console),
                said(&Reply::Command { tick: one.tick }, &one.orders, console),
            )),
        }
    }

    /// A packet and its answer, which may have set orders.
    fn converse(&mut self, packet: &Packet<'_>, console: &Console) -> Result<Reply, Loss> {
        let Some(line) = &mut self.line else { return Err(Loss::Left(String::new())) };
        let sent = Instant::now();
        let reply = line.ask(packet, console)?;
        let took = sent.elapsed().as_secs_f64();
        self.report.answers += 1;
        self.report.mean_answer_s += took;
        self.report.worst_answer_s = self.report.worst_answer_s.max(took);
        Ok(reply)
    }

    /// What follows from a loss.
    fn lose(&mut self, loss: &Loss, time: Time, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        if let Some(line) = self.line.take() {
            self.report.mistakes = line.mistakes;
        }
        let outcome = loss.outcome().to_owned();
        let policy = if *loss == Loss::Interrupted { OnSilence::Stop } else { self.on_silence };
        let then = match policy {
            OnSilence::Stop => "the run ends",
            OnSilence::Hold => "its last command is held",
            OnSilence::Idle => "motors and engines are switched off",
        };
        let at = time.seconds();
        self.report.lost =
            Some(format!("{outcome}: at t = {at} s the outside program {loss}; {then}"));
        if let (Some(transcript), Some(text)) = (&mut self.transcript, &self.report.lost) {
            let SessionReport { answers, mistakes, .. } = self.report;
            transcript.lost(&Lost { text: text.clone(), answers, mistakes });
        }
        match policy {
            OnSilence::Stop => {}
            OnSilence::Hold => return ControlFlow::Continue(()),
            OnSilence::Idle => {
                orders.idle();
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(Ending { outcome, judged: false })
    }
}

/// An answer in words: the first of its orders is enough to find the place.
fn said(reply: &Reply, orders: &[(usize, f64)], console: &Console) -> String {
    if matches!(reply, Reply::Finish { .. }) {
        return "that it has finished".to_owned();
    }
    let word = |(lever, value): &(usize, f64)| {
        let name = console.levers().get(*lever).map_or("", |lever| lever.name.as_str());
        format!("{name} = {value}")
    };
    let words: Vec<String> = orders.iter().map(word).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

impl<W: Wire> Operator for ProgramSession<W> {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        if let Some(loss) = self.lost.take() {
            return self.lose(&loss, packet.time, orders);
        }
        if self.line.is_none() {
            return ControlFlow::Continue(());
        }
        match self.converse(packet, orders.console()) {
            Ok(reply) => {
                let Some(line) = &self.line else { return ControlFlow::Continue(()) };
                // All were found to be allowed before any is obeyed.
                for &(lever, value) in &line.orders {
                    let _ = orders.set(lever, value);
                }
                match reply {
                    Reply::Command { tick } => {
                        if let Some(transcript) = &mut self.transcript {
                            let at = (tick, packet.time.nanos().unsigned_abs());
                            let reading = |place: &usize| packet.readings.get(*place).copied();
                            let readings = line.choice.readings.iter();
                            let readings = readings.map(|place| reading(place).unwrap_or(f64::NAN));
                            transcript.exchange(at, readings, &line.orders);
                        }
                        ControlFlow::Continue(())
                    }
                    Reply::Finish { .. } => {
                        let outcome = "client_finished".to_owned();
                        ControlFlow::Break(Ending { outcome, judged: true })
                    }
                }
            }
            Err(loss) => self.lose(&loss, packet.time, orders),
        }
    }
}

impl<W: Wire> Attendant for ProgramSession<W> {
    fn dismiss(&mut self, outcome: &str) -> Option<SessionReport> {
        if let Some(mut line) = self.line.take() {
            self.report.mistakes = line.mistakes;
            // It may have left already, which is its right.
            let _ = line.send(&message::end(outcome));
        }
        let mean_answer_s = self.report.mean_answer_s / self.report.answers.max(1) as f64;
        Some(SessionReport { mean_answer_s, ..self.report.clone() })
    }
}

impl<W: Wire> Line<W> {
    fn greet(
        mut wire: W,
        hello: &str,
        console: &Console,
        spec: &OperatorSpec,
    ) -> Result<Self, Loss> {
        let by = Instant::now() + spec.start_timeout;
        let late = |loss: Loss| as_silence(loss, spec.start_timeout);
        wire.send(format!("{hello}\n").as_bytes(), by).map_err(late)?;
        let mut inbox = Inbox::default();
        for _ in 0..=MOST_MISTAKES {
            let line = loop {
                if let Some(line) = inbox.next(Form::Json).map_err(Loss::Malformed)? {
                    break line;
                }
                wire.receive(inbox.tail(), by).map_err(late)?;
            };
            let chosen = message::choose(inbox.body(&line), console);
            let said = match &chosen {
                Ok(choice) => message::ready(choice),
                Err(mistake) => message::error(mistake),
            };
            wire.send(format!("{said}\n").as_bytes(), by).map_err(late)?;
            if let Ok(choice) = chosen {
                let timeout = spec.timeout;
                let (out, orders) = (Vec::new(), Vec::new());
                return Ok(Self { wire, inbox, choice, timeout, out, orders, mistakes: 0 });
            }
        }
        Err(Loss::Malformed("no hello that could be understood".to_owned()))
    }

    /// Sends a packet and waits for its answer. Mistakes are reported, and may be made good in time.
    fn ask(&mut self, packet: &Packet<'_>, console: &Console) -> Result<Reply, Loss> {
        let by = Instant::now() + self.timeout;
        let timeout = self.timeout;
        let late = |loss: Loss| as_silence(loss, timeout);
        self.out.clear();
        message::write_packet(packet, &self.choice, &mut self.out);
        self.wire.send(&self.out, by).map_err(late)?;
        let mut last = String::new();
        for _ in 0..=MOST_MISTAKES {
            match self.hear(packet.tick, console, by).map_err(late)? {
                Ok(reply) => return Ok(reply),
                Err(mistake) => {
                    self.mistakes += 1;
                    self.send(&message::error(&mistake)).map_err(late)?;
                    last = mistake;
                }
            }
        }
        Err(Loss::Malformed(last))
    }

    /// The next message, understood or not.
    fn hear(
        &mut self,
        tick: u64,
        console: &Console,
        by: Instant,
    ) -> Result<Result<Reply, String>, Loss> {
        let whole = loop {
            if let Some(whole) = self.inbox.next(self.choice.form).map_err(Loss::Malformed)? {
                break whole;
            }
            self.wire.receive(self.inbox.tail(), by)?;
        };
        let body = self.inbox.body(&whole);
        let reply = match whole.kind {
            FrameKind::Command => {
                message::binary_reply(body, &self.choice, console, &mut self.orders)
            }
            FrameKind::Text | FrameKind::Packet => message::reply(body, console, &mut self.orders),
        };
        Ok(reply.and_then(|reply| match reply {
            Reply::Command { tick: own } | Reply::Finish { tick: own } if own != tick => {
                Err(format!("this answers packet {own}, but packet {tick} is waited for"))
            }
            reply @ (Reply::Command { .. } | Reply::Finish { .. }) => Ok(reply),
        }))
    }

    fn send(&mut self, text: &str) -> Result<(), Loss> {
        self.out.clear();
        message::write_text(text, self.choice.form, &mut self.out);
        self.wire.send(&self.out, Instant::now() + self.timeout)
    }
}

/// A wait that was in vain has lasted as long as it was allowed to.
fn as_silence(loss: Loss, timeout: Duration) -> Loss {
    match loss {
        Loss::Silent(_) => Loss::Silent(timeout),
        loss @ (Loss::Left(_) | Loss::Malformed(_) | Loss::Interrupted) => loss,
    }
}
