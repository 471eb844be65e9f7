//! What the tests of vehicle files share.

use nalgebra::{DMatrix, Matrix3, Vector3};
use planetfall::dynamics::Kinematics;
use planetfall::dynamics::crba::{CrbaScratch, crba};
use planetfall::vehicle::Inertia;
use planetfall_files::format::Ink;
use planetfall_files::vehicle::{VehicleFile, VehicleModel};

/// A text that must be a sound vehicle.
#[track_caller]
pub(crate) fn sound(text: &str) -> VehicleModel {
    match VehicleFile::from_text("test", text).load(Ink::Plain) {
        Ok(model) => model,
        Err(mistakes) => panic!("{mistakes}"),
    }
}

/// All that is wrong with a text.
#[track_caller]
pub(crate) fn mistakes(text: &str) -> String {
    match VehicleFile::from_text("test", text).load(Ink::Plain) {
        Ok(_) => panic!("this should have been refused:\n{text}"),
        Err(mistakes) => mistakes.text,
    }
}

/// Motion of all links at positions, at rest.
pub(crate) fn posed(model: &VehicleModel, q: &[f64]) -> Kinematics {
    let mut kinematics = Kinematics::new(&model.tree);
    kinematics.update(&model.tree, q, &vec![0.0; model.tree.velocities()]);
    kinematics
}

/// The mass matrix at the start.
pub(crate) fn mass_matrix(model: &VehicleModel) -> DMatrix<f64> {
    let tree = &model.tree;
    let inertias: Vec<Option<Inertia>> = tree.links().iter().map(|link| link.inertia).collect();
    let mut mass = DMatrix::zeros(tree.velocities(), tree.velocities());
    let kinematics = posed(model, &model.initial_positions());
    crba(tree, &inertias, &kinematics, &mut CrbaScratch::new(tree), &mut mass);
    mass
}

/// Centre of mass in body axes and inertia about it, at the start.
pub(crate) fn whole(model: &VehicleModel) -> (Vector3<f64>, Matrix3<f64>) {
    let kinematics = posed(model, &model.initial_positions());
    let parts: Vec<(f64, Vector3<f64>, Matrix3<f64>)> = model
        .tree
        .links()
        .iter()
        .zip(&kinematics.links)
        .filter_map(|(link, motion)| {
            let inertia = link.inertia.as_ref()?;
            let (centre, about) = motion.inertia(inertia);
            Some((inertia.mass(), centre, about))
        })
        .collect();
    let centre = parts.iter().map(|(m, c, _)| c * *m).sum::<Vector3<f64>>() / model.tree.mass();
    let moved = |(m, c, about): &(f64, Vector3<f64>, Matrix3<f64>)| {
        let d = c - centre;
        about + (Matrix3::identity() * d.norm_squared() - d * d.transpose()) * *m
    };
    (centre, parts.iter().map(moved).sum())
}

/// Where the wheels' centres are in body axes, at the start, by contactor.
pub(crate) fn wheel_centres(model: &VehicleModel) -> Vec<(String, Vector3<f64>)> {
    let kinematics = posed(model, &model.initial_positions());
    model
        .contactors
        .iter()
        .filter_map(|contactor| {
            let wheel = contactor.shape.as_wheel()?;
            let motion = kinematics.links.get(contactor.link)?;
            Some((contactor.name.clone(), motion.point(&wheel.centre).0))
        })
        .collect()
}
