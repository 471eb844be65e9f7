//! Aerodynamic force and moment of a body on its link, by (1) of [`crate::vehicle::aerodynamics`].
//!
//! Mach number, dynamic pressure and total angle of attack are those of the centre of mass of all that moves
//! with the link, as free-flight derivatives (Cmq) are defined; force and moment act at the reference point, from
//! which the equations of motion carry them to the centre of mass. The air moves with the wind at that
//! place and instant, so gusts turn a body as well as they push it.
//!
//! A small or simple part is a drag area instead: F = −q CdA(M) u at a point, no moment of its own.

use super::flow::{AirFlow, Exposure};
use super::{Exertion, ForceView};
use crate::math::spatial::Force;
use crate::vehicle::Anchor;
use crate::vehicle::aerodynamics::{AeroDatabase, Heating, MachCurve, OutsideDatabase};
use nalgebra::Vector3;
use std::sync::Arc;

/// Aerodynamics of a body on a link.
#[derive(Clone, Debug)]
pub struct Aerodynamics {
    /// Unique name.
    pub name: String,
    /// Reference point of the coefficients, or where drag acts.
    pub at: Anchor,
    /// The law.
    pub model: AeroModel,
    /// When the body is in the air stream.
    pub exposure: Exposure,
}

/// How the air acts on a body.
#[derive(Clone, Debug)]
pub enum AeroModel {
    /// A body of revolution by its coefficients.
    Body(AeroBody),
    /// Drag area CdA against Mach number, m².
    Drag(MachCurve),
}

impl AeroModel {
    /// Whether it has a nose, and with it a flight condition that is recorded.
    pub(crate) fn is_body(&self) -> bool {
        match self {
            Self::Body(_) => true,
            Self::Drag(_) => false,
        }
    }
}

/// A body of revolution.
#[derive(Clone, Debug)]
pub struct AeroBody {
    /// Coefficients.
    pub database: Arc<AeroDatabase>,
    /// From the body through its nose, link axes, of length 1.
    pub nose: Vector3<f64>,
    /// S: reference area, m².
    pub area: f64,
    /// D: reference length, m.
    pub length: f64,
    /// Clp: rolling moment per rate D/2V about the nose, negative where it damps.
    pub roll_damping: f64,
    /// How its nose is heated; nothing depends on it but what is recorded.
    pub heating: Option<Heating>,
    /// By which coefficients are multiplied.
    pub factors: AeroFactors,
}

/// By which the coefficients of a database are multiplied: what a campaign disperses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AeroFactors {
    /// Of CA.
    pub axial: f64,
    /// Of CN.
    pub normal: f64,
    /// Of Cm.
    pub moment: f64,
}

impl Default for AeroFactors {
    fn default() -> Self {
        Self { axial: 1.0, normal: 1.0, moment: 1.0 }
    }
}

impl Aerodynamics {
    pub(super) fn apply(&self, view: &ForceView<'_>, out: &mut Exertion<'_>) {
        if !self.exposure.is_exposed(view.mounted) {
            return;
        }
        let applied = match &self.model {
            AeroModel::Body(body) => self.push_body(body, view, out),
            AeroModel::Drag(area) => {
                let (place, velocity) = view.point(&self.at);
                let flow = view.flow(&place, &velocity);
                if flow.is_felt() {
                    let pull = 0.5 * flow.air.density * flow.speed * area.at(flow.mach);
                    out.force_at(&self.at, flow.velocity * -pull);
                }
                Ok(())
            }
        };
        if let Err(outside) = applied {
            out.report(outside);
        }
    }

    fn push_body(
        &self,
        body: &AeroBody,
        view: &ForceView<'_>,
        out: &mut Exertion<'_>,
    ) -> Result<(), OutsideDatabase> {
        let centre = view.moving_centre(self.at.vehicle);
        let flow = view.flow(&centre.position, &centre.velocity);
        if !flow.is_felt() {
            return Ok(());
        }
        let link = &view.kinematics(self.at.vehicle).links[self.at.link];
        let nose = link.rotation * body.nose;
        let (force, moment) = body.exert(&flow, &nose, &link.twist.angular)?;
        let place = link.position + link.rotation * self.at.point;
        let mut wrench = Force::at(force, &place);
        wrench.moment += moment;
        out.wrench((self.at.vehicle, self.at.link), wrench);
        Ok(())
    }

    /// Total angle of attack (rad) in a flow, of a body of revolution whose link is turned so (site from link).
    pub fn angle_of_attack(
        &self,
        flow: &AirFlow,
        rotation: &nalgebra::Matrix3<f64>,
    ) -> Option<f64> {
        match &self.model {
            AeroModel::Body(body) => Some(flow.angle_to(&(rotation * body.nose))),
            AeroModel::Drag(_) => None,
        }
    }
}

impl AeroBody {
    /// Force (N) and moment (N m) about the reference point, site axes, in a flow, with the nose in site axes and
    /// the body's angular velocity (rad/s).
    pub fn exert(
        &self,
        flow: &AirFlow,
        nose: &Vector3<f64>,
        rate: &Vector3<f64>,
    ) -> Result<(Vector3<f64>, Vector3<f64>), OutsideDatabase> {
        let along = nose.dot(&flow.velocity);
        let sideways = flow.velocity - nose * along;
        let across = sideways.norm();
        let angle = crate::math::real::atan2(across, along);
        let at = self.database.at(flow.mach, angle)?;
        // Head on there is no direction in which CN and Cm, which vanish there, could act.
        let aside = if across > 0.0 { sideways / across } else { Vector3::zeros() };
        let (axial, normal) = (self.factors.axial * at.axial, self.factors.normal * at.normal);
        let force = (nose * axial + aside * normal) * (-flow.dynamic_pressure * self.area);
        let rolling = nose * nose.dot(rate);
        let damping = (rate - rolling) * at.damping + rolling * self.roll_damping;
        let turning = nose.cross(&aside) * (self.factors.moment * at.moment)
            + damping * (0.5 * self.length / flow.speed);
        Ok((force, turning * (flow.dynamic_pressure * self.area * self.length)))
    }
}
