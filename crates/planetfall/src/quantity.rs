//! Recorded and measured quantities, each declared once: name with unit, meaning, and how its number is got.
//!
//! `quantities!` declares a group: all that is recorded, or measured, of one kind of thing. From it come
//!
//! * one constant per quantity, by which other code names it (`Contactor::NORMAL_FORCE`), so that a misspelt
//!   column or metric does not compile;
//! * the list of names and meanings ([`QuantityGroup`]), of which columns, metrics and the reference page are made;
//! * `Group::each`, which gives every quantity of a view together with its number.
//!
//! A *view* holds what the group's quantities have in common, computed once for an entity and an instant. Names and
//! numbers both come from walking the same groups, so neither can be added without the other.

use std::fmt::Display;

/// What is recorded or measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Name of its column or metric, behind the entity's where it belongs to one; the unit is its suffix.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Whether it has no unit; else its name ends with one.
    pub is_dimensionless: bool,
    /// The column of which a metric is the last, the greatest or the mean number.
    pub column: Option<&'static Quantity>,
}

impl Quantity {
    /// A quantity with a unit, which its name ends with, that is made of no other.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, is_dimensionless: false, column: None }
    }

    /// The same without a unit.
    pub const fn dimensionless(self) -> Self {
        Self { is_dimensionless: true, ..self }
    }

    /// Its name for an entity: `wheel_1.gap_m`.
    pub fn of(&self, entity: impl Display) -> String {
        format!("{entity}.{}", self.name)
    }

    /// The entity that a name of this quantity belongs to: `wheel_1` of `wheel_1.gap_m`.
    pub fn entity<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_suffix(self.name)?.strip_suffix('.')
    }
}

/// Quantities of one kind of thing.
#[derive(Clone, Copy, Debug)]
pub struct QuantityGroup {
    /// What they are of, in the plural, as a heading.
    pub title: &'static str,
    /// What stands before their names for whose they are: `CONTACTOR.`; empty for a run as a whole.
    pub entity: &'static str,
    /// The quantities, in the order of the columns or metrics.
    pub quantities: &'static [Quantity],
}

/// Quantities of one kind of thing as the reference page lists them, also those that are declared otherwise than
/// as a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceSection {
    /// What they are of, in the plural.
    pub title: &'static str,
    /// What stands before their names.
    pub entity: &'static str,
    /// Names, meanings, and the columns that metrics are made of.
    pub entries: Vec<ReferenceEntry>,
}

/// A line of the reference page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceEntry {
    /// Name behind the entity's; words in capitals stand for names of a world.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
    /// Whether it has no unit.
    pub is_dimensionless: bool,
    /// Name of the column that a metric is made of.
    pub column: Option<&'static str>,
}

impl From<&Quantity> for ReferenceEntry {
    fn from(one: &Quantity) -> Self {
        let column = one.column.map(|column| column.name);
        Self {
            name: one.name.to_owned(),
            meaning: one.meaning,
            is_dimensionless: one.is_dimensionless,
            column,
        }
    }
}

impl From<QuantityGroup> for ReferenceSection {
    fn from(group: QuantityGroup) -> Self {
        Self::new(group.title, group.entity, group.quantities)
    }
}

impl ReferenceSection {
    pub(crate) fn new<'q>(
        title: &'static str,
        entity: &'static str,
        quantities: impl IntoIterator<Item = &'q Quantity>,
    ) -> Self {
        Self { title, entity, entries: quantities.into_iter().map(ReferenceEntry::from).collect() }
    }
}

/// A group of quantities with the numbers that they have; declared by `quantities!`.
pub(crate) trait Group {
    /// What their numbers are got from.
    type View<'a>;

    /// Names and meanings.
    const GROUP: QuantityGroup;

    /// Gives each quantity with its number.
    fn each(view: &Self::View<'_>, take: impl FnMut(&'static Quantity, f64));
}

/// A measured number of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Entity, quantity, unit.
    pub name: String,
    /// What it is.
    pub meaning: &'static str,
    /// Not a number where the run never came to it.
    pub value: f64,
}

impl Metric {
    /// Adds the quantities of a group, each with the name that is made of its own.
    pub(crate) fn add<G: Group>(
        list: &mut Vec<Self>,
        view: &G::View<'_>,
        named: impl Fn(&str) -> String,
    ) {
        G::each(view, |quantity, value| {
            list.push(Self { name: named(quantity.name), meaning: quantity.meaning, value });
        });
    }
}

/// Declares groups of quantities: `CONSTANT = "name_unit", "meaning", |view| number;`. Behind a name stand `[1]`
/// where it has no unit, and `of COLUMN` where it is a metric that is made of a column.
macro_rules! quantities {
    ($(
        $(#[$doc:meta])*
        $group:ident<$life:lifetime>($view:ty) = $title:literal, $entity:literal {
            $($quantity:ident = $name:literal $([$one:tt])? $(of $column:path)?, $meaning:literal, $get:expr;)*
        }
    )*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $group;

        impl $group {
            $(
                #[doc = $meaning]
                pub const $quantity: $crate::quantity::Quantity = $crate::quantity::Quantity {
                    name: $name,
                    meaning: $meaning,
                    is_dimensionless: $crate::quantity::quantities!(@dimensionless $($one)?),
                    column: $crate::quantity::quantities!(@column $($column)?),
                };
            )*
            /// All of them.
            pub const GROUP: $crate::quantity::QuantityGroup = $crate::quantity::QuantityGroup {
                title: $title,
                entity: $entity,
                quantities: &[$(Self::$quantity),*],
            };
        }

        impl $crate::quantity::Group for $group {
            type View<$life> = $view;

            const GROUP: $crate::quantity::QuantityGroup = Self::GROUP;

            #[inline]
            fn each<$life>(
                view: &$view,
                mut take: impl FnMut(&'static $crate::quantity::Quantity, f64),
            ) {
                $({
                    let get: fn(&$view) -> f64 = $get;
                    take(&Self::$quantity, get(view));
                })*
            }
        }
    )*};
    (@dimensionless) => { false };
    (@dimensionless 1) => { true };
    (@column) => { None };
    (@column $column:path) => { Some(&$column) };
}

pub(crate) use quantities;

#[cfg(test)]
#[allow(unreachable_pub, reason = "what a group declares is public")]
mod tests {
    use super::*;

    pub(crate) struct Crate {
        side: f64,
    }

    quantities! {
        /// Of a crate.
        Solid<'a>(Crate) = "Crates", "CRATE." {
            SIDE = "side_m", "length of an edge", |it| it.side;
            VOLUME = "volume_m3", "what it holds", |it| it.side.powi(3);
            SIDES = "sides" [1], "how many it has", |_| 6.0;
        }

        /// At the end.
        SolidEnd<'a>(Crate) = "Crates", "CRATE." {
            FINAL_SIDE = "final_side_m" of Solid::SIDE, "that at the end", |it| it.side;
        }
    }

    #[test]
    fn a_group_gives_each_quantity_once_in_the_order_of_its_declaration() {
        let mut given = Vec::new();
        Solid::each(&Crate { side: 2.0 }, |one, value| given.push((one.name, value)));
        assert_eq!(given, [("side_m", 2.0), ("volume_m3", 8.0), ("sides", 6.0)]);
        let listed: Vec<&str> = Solid::GROUP.quantities.iter().map(|one| one.name).collect();
        assert_eq!(listed, ["side_m", "volume_m3", "sides"]);
        let bare: Vec<bool> =
            Solid::GROUP.quantities.iter().map(|one| one.is_dimensionless).collect();
        assert_eq!(bare, [false, false, true]);
        assert_eq!(SolidEnd::FINAL_SIDE.column, Some(&Solid::SIDE));
    }

    #[test]
    fn an_entity_and_a_quantity_make_a_name_and_are_found_in_it() {
        assert_eq!(Solid::SIDE.of("stage.crate"), "stage.crate.side_m");
        assert_eq!(Solid::SIDE.entity("stage.crate.side_m"), Some("stage.crate"));
        assert_eq!(Solid::SIDE.entity("crate.outside_m"), None);
        assert_eq!(Solid::SIDE.entity("side_m"), None);
    }
}
