//! One visit of the numbers of a state: what saves them loads, names and compares them, too.
//!
//! A type that is part of the state has one `visit`, beside its declaration, which takes the type apart
//! without `..` and gives every number to the [`Archive`], with its name. A field that is forgotten there
//! does not compile. The archive alone knows which way the numbers go: into words, out of words, or past a
//! counter, to name the number that is at a place among them.
//!
//! Lengths of lists are words as well. Those that a scenario determines must be the scenario's, so that a
//! state of another scenario is refused where it parts, by name.

use crate::math::time::Time;
use nalgebra::Vector3;
use std::fmt;

/// Visits the numbers of a state in one order.
#[derive(Debug)]
pub(crate) struct Archive<'w> {
    direction: Direction<'w>,
}

/// Which way the numbers go.
#[derive(Debug)]
enum Direction<'w> {
    /// From the state into words.
    Saving(Vec<u64>),
    /// From words, of which these are left, into the state.
    Loading(&'w [u64]),
    /// Nowhere: the number that follows so many others is looked for.
    Seeking(usize),
}

/// What a number is, so that a word can be shown as it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberKind {
    Real,
    Time,
    Flag,
    Word,
}

/// A number of a state.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    /// SI.
    Real(f64),
    /// An instant or a span.
    Time(Time),
    /// Whether something is so.
    Flag(bool),
    /// A count, an index or a code.
    Word(u64),
}

impl NumberKind {
    /// A word as it is meant.
    pub(crate) fn value(self, word: u64) -> Value {
        match self {
            Self::Real => Value::Real(f64::from_bits(word)),
            Self::Time => Value::Time(Time::from_nanos(word as i64)),
            Self::Flag => Value::Flag(word != 0),
            Self::Word => Value::Word(word),
        }
    }
}

/// By their bits: NaN equals itself, and the two zeros differ.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Real(a), Self::Real(b)) => a.to_bits() == b.to_bits(),
            (Self::Time(a), Self::Time(b)) => a == b,
            (Self::Flag(a), Self::Flag(b)) => a == b,
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Real(_) | Self::Time(_) | Self::Flag(_) | Self::Word(_), _) => false,
        }
    }
}

impl Eq for Value {}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The shortest text that reads back as the same bits.
            Self::Real(number) => write!(f, "{number:?}"),
            Self::Time(Time::MAX) => f.write_str("never"),
            Self::Time(time) => write!(f, "{time}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Word(word) => write!(f, "{word}"),
        }
    }
}

/// What the items of a list belong to, one each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entity {
    /// Nothing that has a name: they are counted.
    Number,
    /// The one that there is.
    Only,
    /// Numbers of the state vector.
    Continuous,
    Vehicle,
    /// Links of all vehicles.
    Link,
    /// Engines of all vehicles.
    Engine,
    Contactor,
    Cable,
    CableGroup,
    Force,
    Sensor,
    /// Registers of all controllers.
    Register,
    /// Channels of the energy account.
    Channel,
}

/// A step on the way to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    Field(&'static str),
    Item(Entity, usize),
}

/// Why a visit ended early.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Halt {
    /// From the number outwards.
    path: Vec<Segment>,
    pub(crate) cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cause {
    /// The number that was looked for.
    Found(NumberKind),
    /// No word is left for it.
    Missing,
    /// A list of another length than the scenario's.
    Length { saved: u64, allowed: usize },
    /// A word that means nothing there.
    Refused(&'static str),
}

pub(crate) type Visited = Result<(), Box<Halt>>;

impl Halt {
    fn new(cause: Cause) -> Box<Self> {
        Box::new(Self { path: Vec::new(), cause })
    }

    fn within(mut self: Box<Self>, segment: Segment) -> Box<Self> {
        self.path.push(segment);
        self
    }

    /// The way to the number, from the state inwards.
    pub(crate) fn path(&self) -> impl Iterator<Item = Segment> {
        self.path.iter().rev().copied()
    }
}

/// The words of what a visit visits.
pub(crate) fn save(visit: impl FnOnce(&mut Archive<'_>) -> Visited) -> Vec<u64> {
    let mut archive = Archive { direction: Direction::Saving(Vec::new()) };
    // Numbers that go out are never refused.
    let visited = visit(&mut archive);
    debug_assert!(visited.is_ok(), "{visited:?}");
    match archive.direction {
        Direction::Saving(words) => words,
        Direction::Loading(_) | Direction::Seeking(_) => Vec::new(),
    }
}

/// Has a visit take its numbers from words; how many are left over.
pub(crate) fn load(
    words: &[u64],
    visit: impl FnOnce(&mut Archive<'_>) -> Visited,
) -> Result<usize, Box<Halt>> {
    let mut archive = Archive { direction: Direction::Loading(words) };
    visit(&mut archive)?;
    match archive.direction {
        Direction::Loading(left) => Ok(left.len()),
        Direction::Saving(_) | Direction::Seeking(_) => Ok(0),
    }
}

/// Where a visit comes to the number that follows so many others; `None` if it has no more than those.
pub(crate) fn seek(
    place: usize,
    visit: impl FnOnce(&mut Archive<'_>) -> Visited,
) -> Option<Box<Halt>> {
    visit(&mut Archive { direction: Direction::Seeking(place) }).err()
}

impl Archive<'_> {
    /// Whether numbers come from words.
    pub(crate) fn is_loading(&self) -> bool {
        matches!(self.direction, Direction::Loading(_))
    }

    /// Refuses what was loaded.
    pub(crate) fn refuse(&self, why: &'static str) -> Visited {
        Err(Halt::new(Cause::Refused(why)))
    }

    /// What belongs to a field.
    pub(crate) fn field(
        &mut self,
        name: &'static str,
        visit: impl FnOnce(&mut Self) -> Visited,
    ) -> Visited {
        visit(self).map_err(|halt| halt.within(Segment::Field(name)))
    }

    /// What belongs to an item of a list.
    pub(crate) fn item(
        &mut self,
        of: Entity,
        index: usize,
        visit: impl FnOnce(&mut Self) -> Visited,
    ) -> Visited {
        visit(self).map_err(|halt| halt.within(Segment::Item(of, index)))
    }

    fn number(&mut self, kind: NumberKind, value: &mut u64) -> Visited {
        match &mut self.direction {
            Direction::Saving(words) => words.push(*value),
            Direction::Loading(words) => {
                let (first, rest) = words.split_first().ok_or_else(|| Halt::new(Cause::Missing))?;
                (*value, *words) = (*first, rest);
            }
            Direction::Seeking(0) => return Err(Halt::new(Cause::Found(kind))),
            Direction::Seeking(left) => *left -= 1,
        }
        Ok(())
    }

    fn bare_real(&mut self, value: &mut f64) -> Visited {
        let mut word = value.to_bits();
        self.number(NumberKind::Real, &mut word)?;
        *value = f64::from_bits(word);
        Ok(())
    }

    fn bare_time(&mut self, value: &mut Time) -> Visited {
        let mut word = value.nanos() as u64;
        self.number(NumberKind::Time, &mut word)?;
        *value = Time::from_nanos(word as i64);
        Ok(())
    }

    fn bare_flag(&mut self, value: &mut bool) -> Visited {
        let mut word = u64::from(*value);
        self.number(NumberKind::Flag, &mut word)?;
        if word > 1 {
            return self.refuse("is neither true nor false");
        }
        *value = word != 0;
        Ok(())
    }

    pub(crate) fn real(&mut self, name: &'static str, value: &mut f64) -> Visited {
        self.field(name, |archive| archive.bare_real(value))
    }

    pub(crate) fn time(&mut self, name: &'static str, value: &mut Time) -> Visited {
        self.field(name, |archive| archive.bare_time(value))
    }

    pub(crate) fn flag(&mut self, name: &'static str, value: &mut bool) -> Visited {
        self.field(name, |archive| archive.bare_flag(value))
    }

    pub(crate) fn word(&mut self, name: &'static str, value: &mut u64) -> Visited {
        self.field(name, |archive| archive.number(NumberKind::Word, value))
    }

    pub(crate) fn count(&mut self, name: &'static str, value: &mut usize) -> Visited {
        let mut word = *value as u64;
        self.word(name, &mut word)?;
        match usize::try_from(word) {
            Ok(count) => *value = count,
            Err(_) => return self.field(name, |archive| archive.refuse("is too large")),
        }
        Ok(())
    }

    /// Numbers whose count the type fixes.
    pub(crate) fn reals<'a>(
        &mut self,
        name: &'static str,
        of: Entity,
        values: impl IntoIterator<Item = &'a mut f64>,
    ) -> Visited {
        self.field(name, |archive| {
            let mut values = values.into_iter().enumerate();
            values.try_for_each(|(k, value)| archive.item(of, k, |a| a.bare_real(value)))
        })
    }

    pub(crate) fn vector(&mut self, name: &'static str, value: &mut Vector3<f64>) -> Visited {
        let [[x, y, z]] = &mut value.data.0;
        self.field(name, |archive| {
            archive.real("x", x)?;
            archive.real("y", y)?;
            archive.real("z", z)
        })
    }

    /// What may be absent, with what stands in its place until it is read.
    pub(crate) fn optional<T>(
        &mut self,
        value: &mut Option<T>,
        empty: impl FnOnce() -> T,
        visit: impl FnOnce(&mut T, &mut Self) -> Visited,
    ) -> Visited {
        let mut present = value.is_some();
        self.flag("is_present", &mut present)?;
        if !present {
            *value = None;
            return Ok(());
        }
        visit(value.get_or_insert_with(empty), self)
    }

    /// What the scenario says to be there or not.
    pub(crate) fn settled<T>(
        &mut self,
        name: &'static str,
        value: &mut Option<T>,
        visit: impl FnOnce(&mut T, &mut Self) -> Visited,
    ) -> Visited {
        let items = value.as_mut_slice();
        let mut visit = Some(visit);
        self.list(name, Entity::Only, items, |item, archive| {
            visit.take().map_or(Ok(()), |visit| visit(item, archive))
        })
    }

    /// A list as long as the scenario says.
    pub(crate) fn list<T>(
        &mut self,
        name: &'static str,
        of: Entity,
        items: &mut [T],
        mut visit: impl FnMut(&mut T, &mut Self) -> Visited,
    ) -> Visited {
        self.field(name, |archive| {
            let allowed = items.len();
            let mut saved = allowed as u64;
            archive.field("count", |a| a.number(NumberKind::Word, &mut saved))?;
            if saved != allowed as u64 {
                return Err(Halt::new(Cause::Length { saved, allowed }));
            }
            let mut items = items.iter_mut().enumerate();
            items.try_for_each(|(k, item)| archive.item(of, k, |a| visit(item, a)))
        })
    }

    pub(crate) fn list_of_reals(
        &mut self,
        name: &'static str,
        of: Entity,
        items: &mut [f64],
    ) -> Visited {
        self.list(name, of, items, |item, archive| archive.bare_real(item))
    }

    pub(crate) fn list_of_times(&mut self, name: &'static str, items: &mut [Time]) -> Visited {
        self.list(name, Entity::Number, items, |item, archive| archive.bare_time(item))
    }

    pub(crate) fn list_of_flags(
        &mut self,
        name: &'static str,
        of: Entity,
        items: &mut [bool],
    ) -> Visited {
        self.list(name, of, items, |item, archive| archive.bare_flag(item))
    }

    /// The length of a list that grows in a run. Its items have so many words at least, which must all be there.
    pub(crate) fn length(
        &mut self,
        name: &'static str,
        length: &mut usize,
        words_each: usize,
    ) -> Visited {
        self.field(name, |archive| {
            archive.count("count", length)?;
            match &archive.direction {
                Direction::Loading(words) if *length > words.len() / words_each.max(1) => {
                    archive.refuse("has more items than the saved state has numbers")
                }
                Direction::Loading(_) | Direction::Saving(_) | Direction::Seeking(_) => Ok(()),
            }
        })
    }

    /// Vectors with names, as many as there are.
    pub(crate) fn named_vectors(
        &mut self,
        name: &'static str,
        items: &mut Vec<(u64, [f64; 3])>,
    ) -> Visited {
        let mut count = items.len();
        self.length(name, &mut count, 4)?;
        items.resize(count, (0, [0.0; 3]));
        let mut items = items.iter_mut().enumerate();
        items.try_for_each(|(k, (key, vector))| {
            self.field(name, |archive| {
                archive.item(Entity::Number, k, |archive| {
                    archive.word("key", key)?;
                    archive.reals("vector", Entity::Number, vector)
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(archive: &mut Archive<'_>, state: &mut (f64, Vec<bool>, Option<Time>)) -> Visited {
        let (real, flags, time) = state;
        archive.real("real", real)?;
        archive.list_of_flags("flags", Entity::Cable, flags)?;
        let visit = |time: &mut Time, archive: &mut Archive<'_>| archive.time("at", time);
        archive.field("time", |archive| archive.optional(time, || Time::ZERO, visit))
    }

    fn start() -> (f64, Vec<bool>, Option<Time>) {
        (-0.0, vec![true, false], Some(Time::from_millis(3)))
    }

    #[test]
    fn what_is_saved_is_loaded_bit_for_bit() {
        let words = save(|archive| visit(archive, &mut start()));
        assert_eq!(words, [1 << 63, 2, 1, 0, 1, 3_000_000]);
        let mut other = (7.0, vec![false; 2], None);
        assert_eq!(load(&words, |archive| visit(archive, &mut other)), Ok(0));
        assert_eq!(other, start());
        assert!(other.0.is_sign_negative());
    }

    #[test]
    fn a_number_is_found_by_its_place() {
        let found = |place| seek(place, |archive| visit(archive, &mut start()));
        let halt = found(3).unwrap();
        let path: Vec<Segment> = halt.path().collect();
        assert_eq!(path, [Segment::Field("flags"), Segment::Item(Entity::Cable, 1)]);
        assert_eq!(halt.cause, Cause::Found(NumberKind::Flag));
        assert_eq!(found(6), None);
    }

    #[test]
    fn words_of_something_else_are_refused_where_they_part() {
        let words = save(|archive| visit(archive, &mut start()));
        let refused = |words: &[u64], state: &mut (f64, Vec<bool>, Option<Time>)| {
            load(words, |archive| visit(archive, state)).unwrap_err().cause
        };
        let mut longer = (0.0, vec![false; 3], None);
        assert_eq!(refused(&words, &mut longer), Cause::Length { saved: 2, allowed: 3 });
        assert_eq!(refused(&words[..5], &mut start()), Cause::Missing);
        let mut broken = words;
        broken[2] = 2;
        assert!(matches!(refused(&broken, &mut start()), Cause::Refused(_)));
    }
}
