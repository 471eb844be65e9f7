//! One conversation with an outside program, in lock-step: a packet out, the run waits, an answer in.

use super::message::{self, Answer, Choice, Form, FrameKind, Inbox};
use super::wire::Wire;
use super::{Attendant, Loss, OnSilence, OperatorSpec};
use planetfall::control::{Console, Ending, Operator, Orders, Packet};
use planetfall::time::Time;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Mistakes in a row that are answered; one more, and the program talks nonsense.
const MOST_MISTAKES: u32 = 16;

/// A program that answers packets, or that did so once.
#[derive(Debug)]
pub struct Session<W> {
    /// None once the program is lost.
    line: Option<Line<W>>,
    /// What was lost before the first tick.
    lost: Option<Loss>,
    on_silence: OnSilence,
    report: SessionReport,
}

/// How the conversation went. Times are wall times: they differ from run to run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SessionReport {
    /// Packets that were answered.
    pub answers: u64,
    /// Messages that made no sense and were told so.
    pub mistakes: u64,
    /// Mean time from a packet to its answer.
    pub mean_answer_s: f64,
    /// The longest such time.
    pub worst_answer_s: f64,
    /// How the program was lost, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
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

impl<W: Wire> Session<W> {
    /// Greets a program. What goes wrong is found at the first tick, so that the run has an outcome.
    pub fn open(
        wire: Result<W, Loss>,
        scenario: &str,
        period: Time,
        console: &Console,
        spec: &OperatorSpec,
        images: Option<&str>,
    ) -> Self {
        let timeout_s = spec.timeout.as_secs_f64();
        let hello = message::hello(scenario, period.nanos(), timeout_s, console, images);
        let line = wire.and_then(|wire| Line::greet(wire, &hello, console, spec));
        let (line, lost) = match line {
            Ok(line) => (Some(line), None),
            Err(loss) => (None, Some(loss)),
        };
        Self { line, lost, on_silence: spec.on_silence, report: SessionReport::default() }
    }

    /// What follows from a loss.
    fn lose(&mut self, loss: &Loss, time: Time, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        if let Some(line) = self.line.take() {
            self.report.mistakes = line.mistakes;
        }
        let outcome = loss.outcome().to_owned();
        let then = match self.on_silence {
            _ if *loss == Loss::Interrupted => "the run ends",
            OnSilence::Stop => "the run ends",
            OnSilence::Hold => "its last command is held",
            OnSilence::Idle => "motors and engines are switched off",
        };
        let at = time.seconds();
        self.report.lost =
            Some(format!("{outcome}: at t = {at} s the outside program {loss}; {then}"));
        match self.on_silence {
            OnSilence::Stop => {}
            _ if *loss == Loss::Interrupted => {}
            OnSilence::Hold => return ControlFlow::Continue(()),
            OnSilence::Idle => {
                orders.idle();
                return ControlFlow::Continue(());
            }
        }
        ControlFlow::Break(Ending { outcome, judged: false })
    }
}

impl<W: Wire> Operator for Session<W> {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        if let Some(loss) = self.lost.take() {
            return self.lose(&loss, packet.time, orders);
        }
        let Some(line) = &mut self.line else { return ControlFlow::Continue(()) };
        let sent = Instant::now();
        match line.ask(packet, orders.console()) {
            Ok(answer) => {
                let took = sent.elapsed().as_secs_f64();
                self.report.answers += 1;
                self.report.mean_answer_s += took;
                self.report.worst_answer_s = self.report.worst_answer_s.max(took);
                // All were found to be allowed before any is obeyed.
                for &(lever, value) in &line.orders {
                    let _ = orders.set(lever, value);
                }
                match answer {
                    Answer::Command { .. } => ControlFlow::Continue(()),
                    Answer::Finish { .. } => {
                        let outcome = "client_finished".to_owned();
                        ControlFlow::Break(Ending { outcome, judged: true })
                    }
                }
            }
            Err(loss) => self.lose(&loss, packet.time, orders),
        }
    }
}

impl<W: Wire> Attendant for Session<W> {
    fn dismiss(&mut self, outcome: &str) -> Option<SessionReport> {
        if let Some(mut line) = self.line.take() {
            self.report.mistakes = line.mistakes;
            // It may have left already, which is its right.
            let _ = line.tell(&message::end(outcome));
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

    /// Sends a packet and waits for its answer. Mistakes are told, and may be made good in time.
    fn ask(&mut self, packet: &Packet<'_>, console: &Console) -> Result<Answer, Loss> {
        let by = Instant::now() + self.timeout;
        let timeout = self.timeout;
        let late = |loss: Loss| as_silence(loss, timeout);
        self.out.clear();
        message::write_packet(packet, &self.choice, &mut self.out);
        self.wire.send(&self.out, by).map_err(late)?;
        let mut last = String::new();
        for _ in 0..=MOST_MISTAKES {
            match self.hear(packet.tick, console, by).map_err(late)? {
                Ok(answer) => return Ok(answer),
                Err(mistake) => {
                    self.mistakes += 1;
                    self.tell(&message::error(&mistake)).map_err(late)?;
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
    ) -> Result<Result<Answer, String>, Loss> {
        let whole = loop {
            if let Some(whole) = self.inbox.next(self.choice.form).map_err(Loss::Malformed)? {
                break whole;
            }
            self.wire.receive(self.inbox.tail(), by)?;
        };
        let body = self.inbox.body(&whole);
        let answer = match whole.kind {
            FrameKind::Command => {
                message::binary_answer(body, &self.choice, console, &mut self.orders)
            }
            _ => message::answer(body, console, &mut self.orders),
        };
        Ok(answer.and_then(|answer| match answer {
            Answer::Command { tick: own } | Answer::Finish { tick: own } if own != tick => {
                Err(format!("this answers packet {own}, but packet {tick} is waited for"))
            }
            answer => Ok(answer),
        }))
    }

    fn tell(&mut self, text: &str) -> Result<(), Loss> {
        self.out.clear();
        message::write_text(text, self.choice.form, &mut self.out);
        self.wire.send(&self.out, Instant::now() + self.timeout)
    }
}

/// A wait that was in vain has lasted as long as it was allowed to.
fn as_silence(loss: Loss, timeout: Duration) -> Loss {
    match loss {
        Loss::Silent(_) => Loss::Silent(timeout),
        other => other,
    }
}
