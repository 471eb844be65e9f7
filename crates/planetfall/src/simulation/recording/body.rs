//! Columns of a run as a whole and of vehicles as bodies.

use super::Instant;
use crate::dynamics::energy::Centre;
use crate::quantity::quantities;
use crate::vehicle::Motion;

quantities! {
    /// Of a run as a whole.
    Run<'a>(Instant<'a>) = "The run", "" {
        TIME = "time_s", "time since the start", |now| now.state.time.seconds();
        PHASE = "phase" [1], "index of the phase", |now| now.state.phase as f64;
        STEP = "step_s", "length of the last step", |now| now.step.seconds();
    }

    /// Of a vehicle: its centre of mass, and the root of its tree.
    Body<'a>(BodyView) = "Vehicles", "[VEHICLE.]" {
        COM_X = "com.x_m", "centre of mass, east", |it| it.centre.position.x;
        COM_Y = "com.y_m", "centre of mass, north", |it| it.centre.position.y;
        COM_Z = "com.z_m", "centre of mass, up", |it| it.centre.position.z;
        COM_VX = "com.vx_m_per_s", "velocity of the centre of mass, east",
            |it| it.centre.velocity.x;
        COM_VY = "com.vy_m_per_s", "velocity of the centre of mass, north",
            |it| it.centre.velocity.y;
        COM_VZ = "com.vz_m_per_s", "velocity of the centre of mass, up",
            |it| it.centre.velocity.z;
        X = "body.x_m", "body origin, east", |it| it.root.position.x;
        Y = "body.y_m", "body origin, north", |it| it.root.position.y;
        Z = "body.z_m", "body origin, up", |it| it.root.position.z;
        QW = "body.qw" [1], "attitude quaternion, site from body", |it| it.root.site_from_body.w;
        QX = "body.qx" [1], "attitude quaternion, site from body", |it| it.root.site_from_body.i;
        QY = "body.qy" [1], "attitude quaternion, site from body", |it| it.root.site_from_body.j;
        QZ = "body.qz" [1], "attitude quaternion, site from body", |it| it.root.site_from_body.k;
        WX = "body.wx_rad_per_s", "angular rate about body x", |it| it.root.rate.x;
        WY = "body.wy_rad_per_s", "angular rate about body y", |it| it.root.rate.y;
        WZ = "body.wz_rad_per_s", "angular rate about body z", |it| it.root.rate.z;
        HEIGHT = "com.height_m", "centre of mass above the ground under it", |it| it.height;
    }
}

pub(crate) struct BodyView {
    centre: Centre,
    root: Motion,
    height: f64,
}

impl BodyView {
    pub(super) fn of(now: Instant<'_>, vehicle: usize) -> Self {
        let centre = now.evaluation.centre(now.world, now.state, vehicle);
        let root = now.state.motion(now.world, vehicle);
        let height = now.world.height_above_ground(&centre.position).unwrap_or(f64::NAN);
        Self { centre, root, height }
    }
}
