//! Whoever stands at the console for a page: waits as the page says, and turns its wishes into levers.

use super::breakage::Breakage;
use super::description::sun_place;
use super::desk::{Desk, Sheet};
use super::hands::{Hands, Held};
use crate::operator::Attendant;
use nalgebra::Vector3;
use planetfall::control::flight::Stick;
use planetfall::control::{BodyMotion, Ending, Incident, Operator, Orders, Packet};
use planetfall::math::real;
use planetfall::time::Time;
use planetfall_files::live::Order;
use planetfall_files::run_folder::SessionReport;
use std::ops::ControlFlow;
use std::sync::{Arc, MutexGuard};
use std::time::{Duration, Instant};

/// The outcome of a session that was saved.
pub(super) const SAVED: &str = "live_saved";

/// A run that is later than this counts its time anew instead of hurrying after it.
const LATE: Duration = Duration::from_millis(100);

/// The operator of a session.
#[derive(Debug)]
pub(super) struct Helm {
    pub(super) desk: Arc<Desk>,
    pub(super) breakages: Vec<Breakage>,
    pub(super) hands: Hands,
    /// Time between ticks, s.
    pub(super) span: f64,
    /// Simulation time and wall time that belong together.
    pub(super) anchor: Option<(Time, Instant)>,
    /// Who commands where no hand does.
    pub(super) own: &'static str,
}

impl Operator for Helm {
    fn tick(&mut self, packet: &Packet<'_>, orders: &mut Orders<'_>) -> ControlFlow<Ending> {
        let desk = Arc::clone(&self.desk);
        let mut sheet = desk.sheet();
        sheet.arrive(packet.time, packet.sight.frame);
        loop {
            while let Some(order) = sheet.orders.pop_front() {
                self.obey(order, &mut sheet, orders);
            }
            if sheet.finish {
                return ControlFlow::Break(Ending { outcome: SAVED.to_owned(), judged: false });
            }
            if std::mem::take(&mut sheet.abandoned) {
                self.let_go(&mut sheet);
            }
            match self.pass(packet.time, &desk, sheet) {
                Ok(mut sheet) => {
                    self.act(packet, &mut sheet, orders);
                    return ControlFlow::Continue(());
                }
                Err(waited) => sheet = waited,
            }
        }
    }

    fn looks(&self) -> bool {
        true
    }
}

impl Attendant for Helm {
    fn dismiss(&mut self, _: &str) -> Option<SessionReport> {
        None
    }
}

impl Helm {
    /// Whether the tick may go by now; else waits for a word or for the time.
    fn pass<'a>(
        &mut self,
        time: Time,
        desk: &'a Desk,
        mut sheet: MutexGuard<'a, Sheet>,
    ) -> Result<MutexGuard<'a, Sheet>, MutexGuard<'a, Sheet>> {
        if sheet.status.paused {
            self.anchor = None;
            sheet.status.behind = false;
            if sheet.steps > 0 {
                sheet.steps -= 1;
                return Ok(sheet);
            }
            sheet.resting = true;
            desk.ring();
            let mut sheet = desk.wait(sheet);
            sheet.resting = false;
            return Err(sheet);
        }
        if std::mem::take(&mut sheet.restarted) {
            self.anchor = None;
        }
        let Some(speed) = sheet.status.speed else {
            sheet.status.behind = false;
            return Ok(sheet);
        };
        let now = Instant::now();
        let (start, began) = *self.anchor.get_or_insert((time, now));
        let due = began + Duration::from_secs_f64((time - start).seconds().max(0.0) / speed);
        if let Some(left) = due.checked_duration_since(now).filter(|left| !left.is_zero()) {
            sheet.status.behind = false;
            return Err(desk.wait_for(sheet, left));
        }
        if now - due > LATE {
            sheet.status.behind = true;
            self.anchor = Some((time, now));
        }
        Ok(sheet)
    }

    /// Does what the page orders. All was checked when it came.
    fn obey(&mut self, order: Order, sheet: &mut Sheet, orders: &mut Orders<'_>) {
        sheet.status.message = None;
        match order {
            Order::Joint { lever, value } => {
                let console = orders.console();
                if console.lever(&lever).is_some_and(|lever| self.hands.moves(console, lever)) {
                    self.take(Held::Levers, sheet);
                }
                sheet.status.mode = if self.steers_itself() { "goal" } else { "manual" };
                pull(&lever, value, sheet, orders);
            }
            Order::Release { what } => pull(&what, 1.0, sheet, orders),
            Order::Drive { forward, turn, sideways } => {
                let motion = self.hands.wish(forward, turn, sideways);
                self.take(Held::Motion(motion), sheet);
            }
            Order::Stop => self.take(Held::Motion(BodyMotion::default()), sheet),
            Order::Goal { at_m: at } => self.take(Held::Goal { at, turning: false }, sheet),
            Order::Fly { throttle, roll, pitch, yaw } => {
                let stick = Stick { throttle, roll, pitch, yaw };
                self.take(Held::Stick { stick, heading: None }, sheet);
            }
            Order::Sun { azimuth_deg, elevation_deg } => {
                let direction = direction(azimuth_deg, elevation_deg);
                orders.befall(Incident::Sun(direction));
                sheet.status.sun = sun_place(&direction);
            }
            Order::Strike { fault } => self.fault(&fault, true, sheet, orders),
            Order::Mend { fault } => self.fault(&fault, false, sheet, orders),
            Order::Auto => {
                (0..orders.console().levers().len()).for_each(|lever| orders.unset(lever));
                self.take(Held::Nothing, sheet);
            }
            // Done when they came.
            Order::Pause | Order::Go | Order::Step { .. } | Order::Speed { .. } => {}
        }
    }

    /// Holds something, and tells so.
    fn take(&mut self, held: Held, sheet: &mut Sheet) {
        self.hands.hold(held);
        let (mode, goal) = match held {
            Held::Nothing => (self.own, None),
            Held::Goal { at, .. } => ("goal", Some(at)),
            Held::Levers | Held::Motion(_) | Held::Stick { .. } => ("manual", None),
        };
        sheet.status.mode = mode;
        sheet.status.goal = goal;
        sheet.status.goal_distance_m = None;
    }

    fn steers_itself(&self) -> bool {
        matches!(self.hands.held(), Held::Goal { .. })
    }

    /// Nobody is there any more: what moves by hand stands, what flies by hand stays level.
    fn let_go(&mut self, sheet: &mut Sheet) {
        match self.hands.held() {
            Held::Motion(_) | Held::Goal { .. } => {
                self.take(Held::Motion(BodyMotion::default()), sheet);
            }
            Held::Stick { stick, heading } => {
                let stick = Stick { throttle: stick.throttle, ..Stick::default() };
                self.take(Held::Stick { stick, heading }, sheet);
            }
            Held::Nothing | Held::Levers => {}
        }
    }

    /// What hands do in this tick.
    fn act(&mut self, packet: &Packet<'_>, sheet: &mut Sheet, orders: &mut Orders<'_>) {
        let reached = self.hands.act((packet.time, self.span), &packet.sight, orders);
        let rover = self.hands.rover.as_ref();
        if let (Some(goal), Some(rover)) = (sheet.status.goal, rover) {
            let motion = packet.sight.motions.get(rover.vehicle());
            sheet.status.goal_distance_m = motion.map(|motion| rover.distance(goal, motion));
        }
        if reached {
            sheet.status.message = Some("the goal is reached".to_owned());
            sheet.status.mode = "manual";
            sheet.status.goal = None;
        }
    }

    fn fault(&self, name: &str, strikes: bool, sheet: &mut Sheet, orders: &mut Orders<'_>) {
        let Some(known) = self.breakages.iter().find(|known| known.name == name) else { return };
        let holds = sheet.status.faults.iter().position(|struck| struck == name);
        match (holds, strikes) {
            (None, true) => {
                let struck = self.breakages.iter().filter(|other| other.excludes(known));
                for other in struck {
                    self.mend(other, sheet, orders);
                }
                sheet.status.faults.push(name.to_owned());
                orders.befall(Incident::Strike(known.kind));
            }
            (Some(_), false) => self.mend(known, sheet, orders),
            _ => {}
        }
    }

    /// Ends a fault that holds.
    fn mend(&self, known: &Breakage, sheet: &mut Sheet, orders: &mut Orders<'_>) {
        let place = sheet.status.faults.iter().position(|struck| *struck == known.name);
        if let Some(place) = place {
            sheet.status.faults.remove(place);
            orders.befall(Incident::Mend(known.kind));
        }
    }
}

/// Puts a lever somewhere.
fn pull(name: &str, value: f64, sheet: &mut Sheet, orders: &mut Orders<'_>) {
    let Some(lever) = orders.console().lever(name) else { return };
    if let Err(error) = orders.set(lever, value) {
        sheet.status.message = Some(error.to_string());
    }
}

/// The unit vector towards an azimuth from north by east and an elevation, degrees.
fn direction(azimuth_deg: f64, elevation_deg: f64) -> Vector3<f64> {
    let (sine, cosine) = real::sin_cos(azimuth_deg.to_radians());
    let (up, along) = real::sin_cos(elevation_deg.to_radians());
    Vector3::new(sine * along, cosine * along, up).normalize()
}
