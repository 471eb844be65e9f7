//! Words on figures: names of lines and axes, from the names of columns.

use planetfall_files::quantity::{entity_of, quantity_of};

/// Names as short as they can be while they differ: what all share is left to the axis.
pub(super) fn series_labels(names: &[&str]) -> Vec<String> {
    let entities: Vec<String> = names.iter().map(|n| entity_of(n).unwrap_or_default()).collect();
    let quantities: Vec<String> = names.iter().map(|name| quantity_of(name)).collect();
    let short = match (alike(&quantities), alike(&entities)) {
        (true, false) => entities.clone(),
        (_, true) => quantities.clone(),
        (false, false) => {
            let pairs = entities.iter().zip(&quantities);
            pairs.map(|(entity, quantity)| format!("{entity} {quantity}")).collect()
        }
    };
    short.iter().map(|label| label.trim().to_owned()).collect()
}

/// What the columns share, with their unit: `Normal force [N]`.
pub(super) fn axis_label(columns: &[(&str, &str)]) -> String {
    let mut quantities: Vec<String> = columns.iter().map(|(name, _)| quantity_of(name)).collect();
    let entities: Vec<_> = columns.iter().map(|(name, _)| entity_of(name)).collect();
    let units: Vec<&str> = columns.iter().map(|(_, unit)| *unit).collect();
    quantities.dedup();
    let text = match (quantities.as_slice(), entities.first()) {
        ([one], _) => one.clone(),
        (_, Some(Some(account))) if alike(&entities) && account == "energy" => account.clone(),
        (several, _) if several.len() <= 3 => several.join(", "),
        _ => "value".to_owned(),
    };
    let unit = match units.first() {
        Some(unit) if alike(&units) => unit_suffix(unit),
        _ => String::new(),
    };
    capitalised(&text) + &unit
}

pub(super) fn unit_suffix(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" [{unit}]") }
}

pub(super) fn alike<T: PartialEq>(items: &[T]) -> bool {
    items.iter().zip(items.iter().skip(1)).all(|(item, next)| item == next)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    // A symbol such as x or z keeps its case.
    if text.split([',', ' ']).next().is_some_and(|word| word.chars().count() < 2) {
        return text.to_owned();
    }
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_leave_what_all_share_to_the_axis() {
        let forces = ["wheel_1.normal_force_n", "wheel_2.normal_force_n"];
        assert_eq!(series_labels(&forces), ["wheel 1", "wheel 2"]);
        assert_eq!(axis_label(&forces.map(|name| (name, "N"))), "Normal force [N]");
        let energies = ["energy.kinetic_j", "energy.potential_j", "energy.lost_j", "energy.in_j"];
        assert_eq!(series_labels(&energies), ["kinetic", "potential", "lost", "in"]);
        assert_eq!(axis_label(&energies.map(|name| (name, "J"))), "Energy [J]");
        assert_eq!(series_labels(&["a.x_m", "b.y_m"]), ["a x", "b y"]);
        assert_eq!(axis_label(&[("rover.z_m", "m")]), "z [m]");
        assert_eq!(axis_label(&[("a.x_m", "m"), ("a.speed_m_per_s", "m/s")]), "x, speed");
    }
}
