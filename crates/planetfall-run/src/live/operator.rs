//! The operator for whom a page speaks: waits as the page says, and turns its orders into levers.

use super::channel::{ChannelState, PageChannel};
use super::description::sun_place;
use super::faults::OfferedFault;
use super::manual_control::{HeldCommand, ManualControl};
use crate::operator::Attendant;
use nalgebra::Vector3;
use planetfall::control::flight::Stick;
use planetfall::control::{BodyMotion, Ending, Operator, OperatorEvent, Orders, Packet};
use planetfall::math::real;
use planetfall::time::Time;
use planetfall_files::live::Order;
use planetfall_files::run_folder::SessionReport;
use std::ops::ControlFlow;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

/// The outcome of a session that was saved.
pub(super) const SAVED: &str = "live_saved";

/// Lag beyond which a run counts its time anew instead of hurrying after it. Chosen: less than a person
/// notices.
const LATE: Duration = Duration::from_millis(100);

/// The operator of a session.
#[derive(Debug)]
pub(super) struct PageOperator {
    pub(super) channel: Arc<PageChannel>,
    pub(super) faults: Vec<OfferedFault>,
    pub(super) manual: ManualControl,
    /// Time between ticks, s.
    pub(super) span: f64,
    /// Simulation time and wall time that belong together.
    pub(super) anchor: Option<(Time, Instant)>,
    /// Who commands where no person does.
    pub(super) own: &'static str,
}

impl Operator for PageOperator {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        let channel = Arc::clone(&self.channel);
        let mut state = channel.state();
        state.arrive(packet.time, packet.sight.frame);
        loop {
            while let Some(order) = state.orders.pop_front() {
                self.obey(order, &mut state, orders);
            }
            if state.finish {
                return ControlFlow::Break(Ending { outcome: SAVED.to_owned(), judged: false });
            }
            if std::mem::take(&mut state.abandoned) {
                self.let_go(&mut state);
            }
            match self.pass(packet.time, &channel, state) {
                Ok(mut state) => {
                    self.act(packet, &mut state, orders);
                    return ControlFlow::Continue(());
                }
                Err(waited) => state = waited,
            }
        }
    }

    fn sees_truth(&self) -> bool {
        true
    }
}

impl Attendant for PageOperator {
    fn dismiss(&mut self, _: &str) -> Option<SessionReport> {
        None
    }
}

impl PageOperator {
    /// Whether the tick may go by now; else waits for a word or for the time.
    fn pass<'a>(
        &mut self,
        time: Time,
        channel: &'a PageChannel,
        mut state: MutexGuard<'a, ChannelState>,
    ) -> Result<MutexGuard<'a, ChannelState>, MutexGuard<'a, ChannelState>> {
        if state.status.paused {
            self.anchor = None;
            state.status.behind = false;
            if state.steps > 0 {
                state.steps -= 1;
                return Ok(state);
            }
            state.resting = true;
            channel.notify();
            let mut state = channel.wait(state);
            state.resting = false;
            return Err(state);
        }
        if std::mem::take(&mut state.restarted) {
            self.anchor = None;
        }
        let Some(speed) = state.status.speed else {
            state.status.behind = false;
            return Ok(state);
        };
        let now = Instant::now();
        let (start, began) = *self.anchor.get_or_insert((time, now));
        let due = began + Duration::from_secs_f64((time - start).seconds().max(0.0) / speed);
        if let Some(left) = due.checked_duration_since(now).filter(|left| !left.is_zero()) {
            state.status.behind = false;
            return Err(channel.wait_for(state, left));
        }
        if now - due > LATE {
            state.status.behind = true;
            self.anchor = Some((time, now));
        }
        Ok(state)
    }

    /// Does what the page orders. All was checked when it came.
    fn obey(&mut self, order: Order, state: &mut ChannelState, orders: &mut Orders<'_>) {
        state.status.message = None;
        match order {
            Order::Joint { lever, value } => {
                let console = orders.console();
                if console.lever(&lever).is_some_and(|lever| self.manual.moves(console, lever)) {
                    self.take(HeldCommand::Levers, state);
                }
                state.status.mode = if self.steers_itself() { "goal" } else { "manual" };
                pull(&lever, value, state, orders);
            }
            Order::Release { what } => pull(&what, 1.0, state, orders),
            Order::Drive { forward, turn, sideways } => {
                let motion = self.manual.wish(forward, turn, sideways);
                self.take(HeldCommand::Motion(motion), state);
            }
            Order::Stop => self.take(HeldCommand::Motion(BodyMotion::default()), state),
            Order::Goal { at_m: at } => self.take(HeldCommand::Goal { at, turning: false }, state),
            Order::Fly { throttle, roll, pitch, yaw } => {
                let stick = Stick { throttle, roll, pitch, yaw };
                self.take(HeldCommand::Stick { stick, heading: None }, state);
            }
            Order::Sun { azimuth_deg, elevation_deg } => {
                let direction = direction(azimuth_deg, elevation_deg);
                orders.raise(OperatorEvent::Sun(direction));
                state.status.sun = sun_place(&direction);
            }
            Order::Strike { fault } => self.fault(&fault, true, state, orders),
            Order::Mend { fault } => self.fault(&fault, false, state, orders),
            Order::Auto => {
                (0..orders.console().levers().len()).for_each(|lever| orders.unset(lever));
                self.take(HeldCommand::Nothing, state);
            }
            // Done when they came.
            Order::Pause | Order::Go | Order::Step { .. } | Order::Speed { .. } => {}
        }
    }

    /// Holds something, and says so.
    fn take(&mut self, held: HeldCommand, state: &mut ChannelState) {
        self.manual.hold(held);
        let (mode, goal) = match held {
            HeldCommand::Nothing => (self.own, None),
            HeldCommand::Goal { at, .. } => ("goal", Some(at)),
            HeldCommand::Levers | HeldCommand::Motion(_) | HeldCommand::Stick { .. } => {
                ("manual", None)
            }
        };
        state.status.mode = mode;
        state.status.goal = goal;
        state.status.goal_distance_m = None;
    }

    fn steers_itself(&self) -> bool {
        matches!(self.manual.held(), HeldCommand::Goal { .. })
    }

    /// Nobody is there any more: what moves by hand stands, what flies by hand stays level.
    fn let_go(&mut self, state: &mut ChannelState) {
        match self.manual.held() {
            HeldCommand::Motion(_) | HeldCommand::Goal { .. } => {
                self.take(HeldCommand::Motion(BodyMotion::default()), state);
            }
            HeldCommand::Stick { stick, heading } => {
                let stick = Stick { throttle: stick.throttle, ..Stick::default() };
                self.take(HeldCommand::Stick { stick, heading }, state);
            }
            HeldCommand::Nothing | HeldCommand::Levers => {}
        }
    }

    /// Manual control in this tick.
    fn act(&mut self, packet: &Packet<'_>, state: &mut ChannelState, orders: &mut Orders<'_>) {
        let reached = self.manual.act((packet.time, self.span), &packet.sight, orders);
        let rover = self.manual.rover.as_ref();
        if let (Some(goal), Some(rover)) = (state.status.goal, rover) {
            let motion = packet.sight.motions.get(rover.vehicle());
            state.status.goal_distance_m = motion.map(|motion| rover.distance(goal, motion));
        }
        if reached {
            state.status.message = Some("the goal is reached".to_owned());
            state.status.mode = "manual";
            state.status.goal = None;
        }
    }

    fn fault(&self, name: &str, strikes: bool, state: &mut ChannelState, orders: &mut Orders<'_>) {
        let Some(known) = self.faults.iter().find(|known| known.name == name) else { return };
        let holds = state.status.faults.iter().position(|struck| struck == name);
        match (holds, strikes) {
            (None, true) => {
                let struck = self.faults.iter().filter(|other| other.excludes(known));
                for other in struck {
                    self.mend(other, state, orders);
                }
                state.status.faults.push(name.to_owned());
                orders.raise(OperatorEvent::Strike(known.kind));
            }
            (Some(_), false) => self.mend(known, state, orders),
            _ => {}
        }
    }

    /// Ends a fault that holds.
    fn mend(&self, known: &OfferedFault, state: &mut ChannelState, orders: &mut Orders<'_>) {
        let place = state.status.faults.iter().position(|struck| *struck == known.name);
        if let Some(place) = place {
            state.status.faults.remove(place);
            orders.raise(OperatorEvent::Mend(known.kind));
        }
    }
}

/// Puts a lever somewhere.
fn pull(name: &str, value: f64, state: &mut ChannelState, orders: &mut Orders<'_>) {
    let Some(lever) = orders.console().lever(name) else { return };
    if let Err(error) = orders.set(lever, value) {
        state.status.message = Some(error.to_string());
    }
}

/// The unit vector towards an azimuth from north by east and an elevation, degrees.
fn direction(azimuth_deg: f64, elevation_deg: f64) -> Vector3<f64> {
    let (sine, cosine) = real::sin_cos(azimuth_deg.to_radians());
    let (up, along) = real::sin_cos(elevation_deg.to_radians());
    Vector3::new(sine * along, cosine * along, up).normalize()
}
