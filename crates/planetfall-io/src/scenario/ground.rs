//! The ground's law from its engineering parameters.

use super::Report;
use super::hard_ground::{self, ConeRecipe};
use super::wheel_ground::{self, WheelRecipe};
use crate::format::{Node, Place};
use planetfall::ground::marker::{Friction, FrictionTable, MarkerGround, Spring};
use planetfall::ground::{Placement, RigidGround};

use planetfall::math::real;
use planetfall::shape::Shape;
use planetfall::vehicle::{Contactor, Rolling};

/// What the file says about the ground; numbers of the law follow from who stands on it.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) place: Place,
    law: Law,
    rocks: Option<ConeRecipe>,
    rolling: Rolling,
    /// Thickness of all grousers along the rim, where the ground gives one, m.
    grouser_thickness: Option<f64>,
}

#[derive(Clone, Debug)]
enum Law {
    Marker(LawRecipe),
    Cone(ConeRecipe),
    Wheel(Box<WheelRecipe>),
}

/// Who stands on the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load<'a> {
    /// Name of the vehicle.
    pub(super) vehicle: &'a str,
    /// kg
    pub(super) mass: f64,
    /// m/s²
    pub(super) gravity: f64,
    /// How many shapes carry it.
    pub(super) contactors: usize,
}

/// A shape of a vehicle that the ground is to answer.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) link: usize,
    pub(super) shape: Shape,
    /// Stiffness (N/m) and damping (N s/m) of its own, instead of the ground's.
    pub(super) own: (Option<f64>, Option<f64>),
}

impl Ground {
    /// Whether the law's stiffness follows from the weight.
    pub(super) fn needs_weight(&self) -> bool {
        match &self.law {
            Law::Marker(_) => true,
            Law::Cone(recipe) => recipe.is_spring(),
            Law::Wheel(_) => true,
        }
    }

    /// Which of a contactor's grounds lies where.
    pub(super) fn placement(&self) -> Placement {
        Placement::new(Vec::new(), self.rocks.is_some().then_some(1))
    }

    /// Whether a marker can have a stiffness of its own.
    pub(super) fn has_stiffness(&self) -> bool {
        self.needs_weight()
    }

    /// The law of ground that does not give way.
    pub(super) fn rigid(&self) -> Option<RigidGround> {
        match &self.law {
            Law::Cone(recipe) => recipe.rigid(),
            Law::Marker(_) | Law::Wheel(_) => None,
        }
    }

    /// The contactor with the law under it; told where there is none.
    pub(super) fn under(
        &self,
        part: Part,
        load: &Load<'_>,
        report: &mut Report<'_>,
    ) -> Option<Contactor> {
        let mut told = |made: Result<planetfall::ground::Ground, String>| {
            let message = |text| format!("`{}` of vehicle `{}`: {text}", part.name, load.vehicle);
            made.map_err(|text| {
                // Numbers that are missing or wrong have been told, and would only echo.
                if !report.checked.has_errors() {
                    report.error(self.place, message(text));
                }
            })
            .ok()
        };
        let rock_law = self.rocks.as_ref().map(|recipe| told(recipe.law(&part, load)));
        let law = match &self.law {
            Law::Marker(recipe) => planetfall::ground::Ground::Marker(recipe.law(load, part.own)),
            Law::Cone(recipe) => told(recipe.law(&part, load))?,
            Law::Wheel(recipe) => told(recipe.law(&part, load))?,
        };
        let Part { name, link, shape, .. } = part;
        let rock_law = match rock_law {
            Some(None) => return None,
            other => other.flatten(),
        };
        let elsewhere = rock_law.into_iter().collect();
        let shape = match self.grouser_thickness {
            Some(thickness) => shape.with_grouser_thickness(thickness),
            None => shape,
        };
        Some(Contactor { name, link, shape, ground: law, elsewhere, rolling: self.rolling })
    }
}

/// Reads `[ground]`.
pub(super) fn ground(node: &Node, seed: u64, report: &mut Report<'_>) -> Ground {
    let law = match node.case() {
        "marker" | "" => Law::Marker(marker(node, report)),
        "soil" => Law::Cone(ConeRecipe::hard(node.number("friction_coefficient"))),
        "wheel" => Law::Wheel(Box::new(wheel_ground::recipe(node, seed, report))),
        _ => Law::Cone(hard_ground::recipe(node, report)),
    };
    let rocks = node.get("rocks");
    if !rocks.is_absent() && matches!(law, Law::Marker(_)) {
        let message = "rocks can have another law only where the ground's own is no `marker`";
        let help = "say kind = \"nonsmooth\", \"spring\", \"bekker\" or \"wheel\" in [ground]";
        report.help(rocks.place(), message, help);
    }
    let rocks = (!rocks.is_absent()).then(|| hard_ground::recipe(rocks, report));
    let rolling = match node.case() == "nonsmooth" && node.text("rolling") == "own_spin" {
        true => Rolling::OwnSpin,
        false => Rolling::Exact,
    };
    let grouser_thickness = (node.case() == "soil").then(|| node.number("grouser_thickness_m"));
    Ground { place: node.place(), law, rocks, rolling, grouser_thickness }
}

/// What the file says about the marker law; stiffness follows from each vehicle's weight.
#[derive(Clone, Copy, Debug)]
struct LawRecipe {
    rest_penetration: f64,
    damping_ratio: f64,
    table: FrictionTable,
    shared: bool,
    compression_only: bool,
    resting: Option<Shear>,
}

#[derive(Clone, Copy, Debug)]
struct Shear {
    deflection: f64,
    damping_ratio: f64,
}

impl LawRecipe {
    /// The law under one marker of a vehicle; the paper gives each marker the full mass.
    fn law(&self, load: &Load<'_>, own: (Option<f64>, Option<f64>)) -> MarkerGround {
        let Load { mass, gravity, contactors, .. } = *load;
        let share = if self.shared { mass / contactors.max(1) as f64 } else { mass };
        let mut spring =
            Spring::from_rest(share, gravity, self.rest_penetration, self.damping_ratio);
        spring.stiffness = own.0.unwrap_or(spring.stiffness);
        spring.damping = own.1.unwrap_or(spring.damping);
        spring.compression_only = self.compression_only;
        let friction = match self.resting {
            None => Friction::Classical,
            Some(shear) => {
                let tangent =
                    Spring::from_rest(share, gravity, shear.deflection, shear.damping_ratio);
                Friction::Resting { stiffness: tangent.stiffness, damping: tangent.damping }
            }
        };
        MarkerGround { spring, table: self.table, friction }
    }
}

fn marker(node: &Node, report: &mut Report<'_>) -> LawRecipe {
    let (v1, v2) = (node.number("stick_speed_m_per_s"), node.number("slide_speed_m_per_s"));
    if v2 <= v1 {
        let message = format!(
            "slide_speed_m_per_s (V2 = {v2}) must be larger than stick_speed_m_per_s (V1 = {v1})"
        );
        report.error(node.place_of("slide_speed_m_per_s"), message);
    }
    let (stick, slide) = (node.number("stick_angle_deg"), node.number("slide_angle_deg"));
    if slide > stick {
        let message = format!(
            "slide_angle_deg ({slide}) is larger than stick_angle_deg ({stick}): the ground would \
             hold a moving vehicle better than a resting one"
        );
        report.warning(node.place_of("slide_angle_deg"), message);
    }
    let rest_penetration = node.number("rest_penetration_m");
    let resting = (node.text("friction") == "resting").then(|| Shear {
        deflection: node.optional_number("shear_deflection_m").unwrap_or(rest_penetration),
        damping_ratio: node.number("shear_damping_ratio"),
    });
    LawRecipe {
        rest_penetration,
        damping_ratio: node.number("damping_ratio"),
        table: FrictionTable {
            stick_speed: v1,
            slide_speed: v2,
            stick_coefficient: real::tan(stick.to_radians()),
            slide_coefficient: real::tan(slide.to_radians()),
        },
        shared: node.text("stiffness") == "shared",
        compression_only: node.flag("compression_only"),
        resting,
    }
}
