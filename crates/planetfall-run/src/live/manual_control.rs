//! Manual control: what a person commands of a vehicle, tick by tick, as positions of levers.

use planetfall::control::flight::{Configuration, ManualFlight, Stick};
use planetfall::control::{BodyMotion, Console, Orders, Pilot, Sight};
use planetfall::time::Time;
use planetfall::world::World;
use planetfall_files::live::Can;
use std::sync::Arc;

/// The rover or the lander that a person can control, and what is commanded of it.
#[derive(Debug)]
pub(super) struct ManualControl {
    world: Arc<World>,
    pub(super) rover: Option<Pilot>,
    pub(super) lander: Option<ManualFlight>,
    /// What the lander weighs and carries, for those parts that it carries.
    design: Option<(Vec<bool>, Configuration)>,
    /// Since when wheels wait for their steering.
    waiting: Option<Time>,
    held: HeldCommand,
}

/// A command that is held until the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum HeldCommand {
    /// Nothing.
    #[default]
    Nothing,
    /// Levers that were put somewhere one by one.
    Levers,
    /// A motion of the body.
    Motion(BodyMotion),
    /// A place to go to, and whether it is turned to now.
    Goal { at: [f64; 2], turning: bool },
    /// Throttle and stick, with the heading that is kept, once it is known.
    Stick { stick: Stick, heading: Option<f64> },
}

/// How long wheels wait for a steering that may be stuck. Chosen.
const STEERING_WAIT: Time = Time::from_millis(10_000);
/// Step of steering angles, rad: finer ones would only fill the file of commands. Chosen: 0.1°.
const ANGLE_STEP: f64 = 0.002;
/// Step of wheel rates, in shares of the fastest, likewise. Chosen.
const RATE_STEP: f64 = 1.0 / 256.0;

impl ManualControl {
    pub(super) fn new(world: &Arc<World>) -> Self {
        let gear = world.running_gear().iter();
        let rover = gear.filter_map(|gear| Pilot::new(world, gear)).next();
        let named = 0..world.named();
        let lander = named.filter_map(|vehicle| ManualFlight::new(world, vehicle)).next();
        Self {
            world: Arc::clone(world),
            rover,
            lander: lander.filter(|_| !steered_after_console(world)),
            design: None,
            waiting: None,
            held: HeldCommand::Nothing,
        }
    }

    pub(super) fn can(&self) -> Can {
        let rover = self.rover.as_ref();
        Can {
            drive: rover.is_some(),
            sideways: rover.is_some_and(Pilot::goes_sideways),
            goal: rover.is_some_and(Pilot::turns),
            fly: self.lander.is_some(),
            auto: self.world.control().len() > 1,
        }
    }

    /// Share of its thrust with which the lander would hover as it starts.
    pub(super) fn hover(&self) -> Option<f64> {
        let lander = self.lander.as_ref()?;
        let mounted: Vec<bool> = self.world.mounts().iter().map(Option::is_some).collect();
        let zero = nalgebra::Vector3::zeros();
        let gravity = self.world.gravity().acceleration(&zero, &zero).norm();
        Some(lander.design(&self.world, &mounted).mass * gravity / lander.most())
    }

    pub(super) fn held(&self) -> HeldCommand {
        self.held
    }

    pub(super) fn hold(&mut self, held: HeldCommand) {
        self.waiting = None;
        self.held = match (self.held, held) {
            // The heading that is kept goes on being kept.
            (HeldCommand::Stick { heading, .. }, HeldCommand::Stick { stick, .. }) => {
                HeldCommand::Stick { stick, heading }
            }
            _ => held,
        };
    }

    /// Shares of speeds, as a motion of the body.
    pub(super) fn wish(&self, forward: f64, turn: f64, sideways: f64) -> BodyMotion {
        let wish = self.rover.as_ref().map(|rover| rover.wish(forward, turn, sideways));
        wish.unwrap_or_default()
    }

    /// Whether a lever is one that manual control moves by itself.
    pub(super) fn moves(&self, console: &Console, lever: usize) -> bool {
        let mut own = Vec::new();
        if let Some(rover) = &self.rover {
            for wheel in rover.settings(&BodyMotion::default()) {
                own.extend(console.speed_of(wheel.drive));
                own.extend(wheel.steer.and_then(|(link, _)| console.position_of(link)));
            }
        }
        let engines = self.lander.iter().flat_map(ManualFlight::engines);
        own.extend(engines.filter_map(|engine| console.thrust_of(engine)));
        own.iter().any(|own| *own == lever || console.exclude(*own, lever))
    }

    /// One tick of holding; whether a goal is reached.
    pub(super) fn act(
        &mut self,
        (time, span): (Time, f64),
        sight: &Sight<'_>,
        orders: &mut Orders<'_>,
    ) -> bool {
        match self.held {
            HeldCommand::Nothing | HeldCommand::Levers => false,
            HeldCommand::Motion(motion) => {
                self.roll(&motion, time, sight, orders);
                // A rover that stands needs that command once.
                if motion == BodyMotion::default() {
                    self.held = HeldCommand::Levers;
                }
                false
            }
            HeldCommand::Goal { at, mut turning } => {
                let rover = self.rover.as_ref();
                let towards = rover.and_then(|rover| {
                    rover.towards(at, sight.motions.get(rover.vehicle())?, &mut turning)
                });
                self.held = match towards {
                    Some(_) => HeldCommand::Goal { at, turning },
                    None => HeldCommand::Levers,
                };
                self.roll(&towards.unwrap_or_default(), time, sight, orders);
                towards.is_none()
            }
            HeldCommand::Stick { stick, heading } => {
                self.fly(&stick, heading, span, sight, orders);
                false
            }
        }
    }

    /// Sets wheels and steering for a motion.
    fn roll(
        &mut self,
        motion: &BodyMotion,
        time: Time,
        sight: &Sight<'_>,
        orders: &mut Orders<'_>,
    ) {
        let Some(rover) = &self.rover else { return };
        let stands = *motion == BodyMotion::default();
        let askew = !stands && rover.is_askew(motion, sight.joints);
        let since = *self.waiting.get_or_insert(time);
        if !askew {
            self.waiting = None;
        }
        let waits = stands || (askew && time - since < STEERING_WAIT);
        let console = orders.console();
        let fastest = rover.settings(motion).map(|wheel| wheel.rate.abs()).fold(0.0, f64::max);
        for wheel in rover.settings(motion) {
            let rate = if waits { 0.0 } else { rounded(wheel.rate, RATE_STEP * fastest) };
            put(console.speed_of(wheel.drive), rate, orders);
            let Some((link, angle)) = wheel.steer else { continue };
            let lever = console.position_of(link);
            if !stands {
                put(lever, rounded(angle, ANGLE_STEP), orders);
            } else if lever.is_some_and(|lever| orders.standing(lever).is_none()) {
                // Who stops does not steer; it only takes over what others steer.
                let at = sight.joints.get(link).map_or(0.0, |joint| joint.position);
                put(lever, rounded(at, ANGLE_STEP), orders);
            }
        }
    }

    /// Sets the engines for throttle and stick.
    fn fly(
        &mut self,
        stick: &Stick,
        heading: Option<f64>,
        span: f64,
        sight: &Sight<'_>,
        orders: &mut Orders<'_>,
    ) {
        let Some(lander) = &self.lander else { return };
        let Some(motion) = sight.motions.get(lander.vehicle()) else { return };
        if self.design.as_ref().is_none_or(|(mounted, _)| mounted != sight.mounted) {
            let design = lander.design(&self.world, sight.mounted);
            self.design = Some((sight.mounted.to_vec(), design));
        }
        let Some((_, design)) = &self.design else { return };
        let mut heading = heading.unwrap_or_else(|| lander.heading(motion));
        for (engine, thrust) in lander.thrusts(stick, motion, &mut heading, design, span) {
            put(orders.console().thrust_of(engine), thrust, orders);
        }
        self.held = HeldCommand::Stick { stick: *stick, heading: Some(heading) };
    }
}

/// To the nearest multiple of a step, if it is one.
fn rounded(value: f64, step: f64) -> f64 {
    // Zero has one sign only, lest a wheel that stands be commanded again and again.
    if step > 0.0 { (value / step).round() * step + 0.0 } else { 0.0 }
}

/// Puts a lever somewhere. It never asks for what a lever cannot: its numbers are finite.
fn put(lever: Option<usize>, value: f64, orders: &mut Orders<'_>) {
    if let Some(lever) = lever {
        let _ = orders.set(lever, value);
    }
}

/// Whether software commands the engines after the console has, in every tick.
fn steered_after_console(world: &World) -> bool {
    let place = |name: &str| world.control().iter().position(|control| control.name == name);
    matches!((place("operator"), place("steering")), (Some(console), Some(own)) if own > console)
}
