//! A ball on a surface of triangles.
//!
//! It touches wherever its centre has a foot: a point of a face, an edge or a corner from which the
//! surface falls away on all sides.

use super::Contact;
use super::surface::TriangleSurface;
use nalgebra::Vector3;

/// Contacts with a surface, appended to `out`; a ball of no size is a corner of a body, and
/// `feature` its number.
pub(super) fn on_surface(
    centre: &Vector3<f64>,
    radius: f64,
    surface: &TriangleSurface,
    margin: f64,
    feature: u32,
    out: &mut Vec<Contact>,
) {
    for face in surface.faces().iter().filter(|face| face.is_near) {
        let height = face.normal.dot(&(centre - face.corners[0]));
        if height - radius > margin {
            continue;
        }
        let over = face.covers(centre);
        let (foot, distance, normal) = if over {
            (centre - face.normal * height, height, face.normal)
        } else {
            let foot = face.closest(centre);
            let offset = centre - foot;
            let distance = offset.norm();
            if height < 0.0 || distance == 0.0 || distance - radius > margin {
                continue;
            }
            (foot, distance, offset / distance)
        };
        // A centre inside the ground is held by the nearest face only.
        if distance < 0.0 && !surface.none_nearer(centre, -distance, &Vector3::zeros()) {
            continue;
        }
        let facet = if distance < 0.0 {
            Some(face.facet)
        } else {
            surface.behind(&foot, &normal).map(|support| support.facet)
        };
        if let Some(facet) = facet {
            let point = centre - normal * radius;
            let facet = if over { face.facet } else { facet };
            out.push(Contact::found(point, normal, distance - radius, facet, feature));
        }
    }
}
