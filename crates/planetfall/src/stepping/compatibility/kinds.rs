//! The kinds that go together or not: methods, grounds and features of vehicles.

/// A stepping method without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// Classical Runge–Kutta.
    RungeKutta4,
    /// Dormand and Prince's pair with error control.
    DormandPrince54,
    /// Implicit: second order on compliant ground, first order elsewhere.
    Implicit,
    /// Moreau and Jean's time stepping.
    MoreauJean,
    /// Newmark's trapezoidal rule with contact impulses.
    Newmark,
    /// Free motion between located impacts.
    EventDriven,
}

impl MethodKind {
    /// All of them, explicit ones first.
    pub const ALL: [Self; 6] = [
        Self::RungeKutta4,
        Self::DormandPrince54,
        Self::Implicit,
        Self::MoreauJean,
        Self::Newmark,
        Self::EventDriven,
    ];

    /// The kind of a name. The one place where a string becomes a method.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in scenario files.
    pub fn name(self) -> &'static str {
        match self {
            Self::RungeKutta4 => "rk4",
            Self::DormandPrince54 => "dopri54",
            Self::Implicit => "implicit",
            Self::MoreauJean => "moreau_jean",
            Self::Newmark => "newmark",
            Self::EventDriven => "event_driven",
        }
    }
}

/// Something a vehicle, or what is around it, may have besides a rigid body with contact shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Joints: an articulated rover.
    Articulated,
    /// Engines or tanks.
    Engines,
    /// Cables between vehicles.
    Cables,
    /// Parts that are carried and let go.
    CarriedParts,
    /// Gusts of wind.
    Gusts,
    /// A force or moment from a controller or from outside.
    ExternalWrench,
    /// The air on a body.
    Aerodynamics,
    /// Canopies.
    Parachutes,
    /// A force of the user's own.
    CustomForce,
    /// Links pinned to each other besides the tree.
    ClosedLoops,
    /// Populations of balls.
    Grains,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Articulated,
        Self::Engines,
        Self::Cables,
        Self::CarriedParts,
        Self::Gusts,
        Self::ExternalWrench,
        Self::Aerodynamics,
        Self::Parachutes,
        Self::CustomForce,
        Self::ClosedLoops,
        Self::Grains,
    ];

    /// Its name in tables and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Articulated => "joints",
            Self::Engines => "engines",
            Self::Cables => "cables",
            Self::CarriedParts => "carried parts",
            Self::Gusts => "gusts",
            Self::ExternalWrench => "external wrenches",
            Self::Aerodynamics => "aerodynamics",
            Self::Parachutes => "parachutes",
            Self::CustomForce => "custom forces",
            Self::ClosedLoops => "closed loops",
            Self::Grains => "grains",
        }
    }

    /// What it is, in a line.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Articulated => "an articulated rover: links with joints and motors",
            Self::Engines => "engines with their tanks",
            Self::Cables => "bridles and other cables between vehicles",
            Self::CarriedParts => "parts that are carried, and let go in flight",
            Self::Gusts => "gusts of wind",
            Self::ExternalWrench => "force and moment from a controller or from outside",
            Self::Aerodynamics => "the air on a body: coefficients or drag area",
            Self::Parachutes => "canopies that inflate behind their risers",
            Self::CustomForce => "a force of one's own (`CustomForce`)",
            Self::ClosedLoops => "linkages whose links are pinned to each other",
            Self::Grains => "populations of balls",
        }
    }
}
