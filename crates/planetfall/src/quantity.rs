//! Recorded and measured quantities, each declared once: name with unit, meaning, and how its number is got.
//!
//! [`quantities!`] declares a group: all that is recorded, or measured, of one kind of thing. From it come
//!
//! * one constant per quantity, by which other code names it (`Contactor::NORMAL_FORCE`), so that a misspelt
//!   column or metric does not compile;
//! * the list of names and meanings ([`QuantityGroup`]), of which columns, metrics and the reference page are made;
//! * [`Group::each`], which gives every quantity of a view together with its number.
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
    /// The column of which a metric is the last, the greatest or the mean number.
    pub column: Option<&'static Quantity>,
}

impl Quantity {
    /// A quantity that is made of no other.
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, column: None }
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
    /// Name of the column that a metric is made of.
    pub column: Option<&'static str>,
}

impl From<&Quantity> for ReferenceEntry {
    fn from(one: &Quantity) -> Self {
        let column = one.column.map(|column| column.name);
        Self { name: one.name.to_owned(), meaning: one.meaning, column }
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

/// A group of quantities with the numbers that they have; declared by [`quantities!`].
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

/// Declares groups of quantities: `CONSTANT = "name_unit", "meaning", |view| number;`, with `of COLUMN` behind
/// the name of a metric that is made of a column.
macro_rules! quantities {
    ($(
        $(#[$doc:meta])*
        $group:ident<$life:lifetime>($view:ty) = $title:literal, $entity:literal {
            $($quantity:ident = $name:literal $(of $column:path)?, $meaning:literal, $get:expr;)*
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
    (@column) => { None };
    (@column $column:path) => { Some(&$column) };
}

pub(crate) use quantities;
