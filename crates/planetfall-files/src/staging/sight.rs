//! What cameras see of vehicles: the same that is drawn of them, but for stand-ins that are not there, such as the
//! balls of markers.

use super::quaternion;
use super::visuals::{self, Drawn};
use crate::vehicle::Visual;
use planetfall::imaging;
use planetfall::math::rotation;
use planetfall::world::World;

/// Shapes of all vehicles that have a name. What cannot be read is reported where the scene is set.
pub(crate) fn seen(world: &World, visuals: &[Vec<Visual>]) -> Vec<imaging::Visual> {
    let mut all = Vec::new();
    for (number, vehicle) in world.vehicles()[..world.named()].iter().enumerate() {
        let own = visuals.get(number).map_or(&[][..], Vec::as_slice);
        for link in 0..vehicle.tree.links().len() {
            let drawn = visuals::shapes(vehicle, link, own, &mut Vec::new());
            let place = |drawn: &Drawn| visual(number, link, drawn);
            if own.iter().any(|visual| visual.link == link) {
                all.extend(drawn.iter().filter_map(place));
                continue;
            }
            let contactors = vehicle.contactors.iter().filter(|one| one.link == link);
            if contactors.clone().all(|one| one.shape.is_point()) {
                // The box of its inertia: points are not seen.
                all.extend(drawn.iter().filter_map(place));
            }
            all.extend(
                contactors
                    .filter_map(|one| imaging::Visual::of_contactor(number, link, &one.shape)),
            );
        }
    }
    all
}

fn visual(vehicle: usize, link: usize, drawn: &Drawn) -> Option<imaging::Visual> {
    let [red, green, blue, _] = drawn.colour;
    let seen = imaging::Visual::new(vehicle, link, &drawn.shape, [red, green, blue])?;
    // As the scene stores it, so that cameras and viewer see the same.
    let stored = rotation::from_numbers(&quaternion(&seen.rotation)).to_rotation_matrix();
    Some(imaging::Visual { rotation: *stored.matrix(), ..seen })
}
