//! Aerodynamic coefficients: databases over Mach number and total angle of attack, curves over Mach
//! number, and modified Newtonian theory of a sphere-cone that makes the default database.
//!
//! Axes of a body of revolution: **n** from the body through its nose, **u** the direction in which the body
//! moves through the air, α the angle between them (total angle of attack, 0 to π), **e** the direction of
//! **u** − (**u**·**n**) **n**, **b** = **n** × **e**. With dynamic pressure q, reference area S and reference
//! length D the air exerts at the reference point
//!
//! ```text
//! F = −q S (CA n + CN e),   M = q S D (Cm b + Cmq ω⊥ D/2V + Clp (ω·n) n D/2V)                  (1)
//! ```
//!
//! so that Cm > 0 turns the nose into the wind. By symmetry there is no side force and no rolling moment
//! without a rate. Drag and lift are CD = CA cos α + CN sin α, CL = CA sin α − CN cos α; a blunt body lifts
//! by its axial force.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | CA, CN, Cm | `axial`, `normal`, `moment` of [`AeroCoefficients`] | – |
//! | Cmq (with the term of α̇) | `damping` | – |
//! | α | angle | rad |
//!
//! What acts on a link by them is [`crate::world::Aerodynamics`].

mod curve;
mod database;
mod heating;
mod sphere_cone;
mod trim;

pub use curve::{CurveError, MachCurve};
pub use database::{AeroCoefficients, AeroDatabase, DatabaseError, MachHold, OutsideDatabase};
pub use heating::Heating;
pub use sphere_cone::SphereCone;
pub use trim::{MSL_BALANCE, MassBalance, RationalFit, TrimError, TrimFits, scaled_to_trim};
