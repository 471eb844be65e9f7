//! Grains: a population of balls without names. They move, touch and are accounted for as any other
//! vehicle of one link, but nobody follows each of them: a run says what they are together, and where
//! they are as one block of numbers.
//!
//! A population starts on a loose lattice: square layers, each moved by half a cell against the one
//! below and a cell/√2 above it. With balls of one size and cells as wide as a ball this is the
//! face-centred cubic packing of solid fraction π/√18; scattered radii and a spacing above one make it
//! looser than the random packing it falls to. Radii are uniform between two limits, and each ball is
//! moved at random by as much as the lattice leaves it: both are pure functions of seed, name and number.

use crate::ground::RigidGround;
use crate::math::noise::{Key, uniform_pair};
use crate::shape::Shape;
use crate::vehicle::{Inertia, InertiaError, Motion, Vehicle};
use nalgebra::{Vector2, Vector3};
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// A ball of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// Middle at the start, site frame, m.
    pub position: Vector3<f64>,
    /// m
    pub radius: f64,
    /// kg/m³
    pub density: f64,
}

/// A loose lattice of grains.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    /// Names the population: its random numbers follow from it.
    pub name: String,
    /// How many grains.
    pub count: usize,
    /// Smallest and largest radius, m.
    pub radii: (f64, f64),
    /// kg/m³
    pub density: f64,
    /// Middle of the rectangle that is filled, east and north, m.
    pub centre: Vector2<f64>,
    /// Size of that rectangle, m.
    pub size: Vector2<f64>,
    /// Height under the lowest layer, m.
    pub bottom: f64,
    /// Distance between neighbours in the largest diameter, 1 or more.
    pub spacing: f64,
}

/// What makes a lattice impossible.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LatticeError {
    /// A number that is no size.
    #[error("{what} of the grains is {value}: it must be {wanted}")]
    Number {
        /// Which number.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What is allowed.
        wanted: &'static str,
    },
    /// A rectangle in which no grain has room.
    #[error(
        "no grain has room: the region is {width} m by {length} m and a cell of the lattice is {cell} m wide"
    )]
    NoSpace {
        /// Of the rectangle, m.
        width: f64,
        /// Of the rectangle, m.
        length: f64,
        /// Of a cell, m.
        cell: f64,
    },
}

impl Grain {
    /// kg
    pub fn mass(&self) -> f64 {
        self.density * 4.0 / 3.0 * PI * self.radius * self.radius * self.radius
    }

    /// The grain as a vehicle: a ball that meets ground and others by a law.
    pub fn vehicle(&self, name: String, ground: &RigidGround) -> Result<Vehicle, InertiaError> {
        let inertia = Inertia::ball(self.mass(), self.radius)?;
        let ball = Shape::Ball { centre: Vector3::zeros(), radius: self.radius };
        Ok(Vehicle::rigid(name, inertia).with_contactor("surface", 0, ball, *ground))
    }

    /// At rest where it starts.
    pub fn motion(&self) -> Motion {
        Motion::at_rest(self.position)
    }
}

impl Lattice {
    /// The grains, layer by layer from below.
    pub fn grains(&self, seed: u64) -> Result<Vec<Grain>, LatticeError> {
        self.check()?;
        let (least, most) = self.radii;
        let cell = 2.0 * most * self.spacing;
        let fits = self.size.map(|length| (length / cell * (1.0 + 1e-12)).floor());
        if fits.min() < 1.0 {
            return Err(LatticeError::NoSpace { width: self.size.x, length: self.size.y, cell });
        }
        let sizes = Key::new(seed, &self.name, "grain radius");
        let places = Key::new(seed, &self.name, "grain place");
        let mut grains = Vec::with_capacity(self.count);
        let mut layer = 0;
        while grains.len() < self.count {
            // Every other layer lies in the hollows of the one below, and has a row less.
            let inner = f64::from(layer % 2);
            let cells = fits.map(|n| (n - inner).max(1.0));
            let first = self.centre - (cells.add_scalar(-1.0)) * (0.5 * cell);
            let height = self.bottom + (0.5 + f64::from(layer) * FRAC_1_SQRT_2) * cell;
            let in_layer = (cells.x * cells.y) as usize;
            for place in (0..in_layer).take(self.count - grains.len()) {
                let number = grains.len() as u64;
                let (share, up) = uniform_pair(sizes, number);
                let (east, north) = uniform_pair(places, number);
                let radius = least + share * (most - least);
                let (row, column) = (place / cells.x as usize, place % cells.x as usize);
                let node = first + Vector2::new(column as f64, row as f64) * cell;
                // Within the ball of half a cell around its node, so that none reaches another.
                let free = (0.5 * cell - radius) / 3.0f64.sqrt();
                let moved = Vector3::new(east, north, up).map(|part| (2.0 * part - 1.0) * free);
                let position = Vector3::new(node.x, node.y, height) + moved;
                grains.push(Grain { position, radius, density: self.density });
            }
            layer += 1;
        }
        Ok(grains)
    }

    fn check(&self) -> Result<(), LatticeError> {
        let (least, most) = self.radii;
        let positive = "greater than 0 and finite";
        for (what, value) in [
            ("the smallest radius", least),
            ("the largest radius", most),
            ("the density", self.density),
            ("the region's width", self.size.x),
            ("the region's length", self.size.y),
        ] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(LatticeError::Number { what, value, wanted: positive });
            }
        }
        if most < least {
            let (what, wanted) = ("the largest radius", "no smaller than the smallest");
            return Err(LatticeError::Number { what, value: most, wanted });
        }
        if !(self.spacing >= 1.0 && self.spacing.is_finite()) {
            let (what, wanted) = ("the spacing", "1 or more, and finite");
            return Err(LatticeError::Number { what, value: self.spacing, wanted });
        }
        match self.centre.iter().chain([&self.bottom]).find(|value| !value.is_finite()) {
            Some(value) => {
                let (what, wanted) = ("the place", "finite");
                Err(LatticeError::Number { what, value: *value, wanted })
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice() -> Lattice {
        Lattice {
            name: "bed".to_owned(),
            count: 500,
            radii: (0.02, 0.03),
            density: 2600.0,
            centre: Vector2::new(1.0, -2.0),
            size: Vector2::new(0.6, 0.5),
            bottom: 0.25,
            spacing: 1.0,
        }
    }

    #[test]
    fn no_grain_of_a_lattice_reaches_another_nor_out_of_its_region() {
        let grains = lattice().grains(7).unwrap();
        assert_eq!(grains.len(), 500);
        for (index, one) in grains.iter().enumerate() {
            for other in &grains[..index] {
                let gap = (one.position - other.position).norm() - one.radius - other.radius;
                assert!(gap > -1e-12, "{gap:e}");
            }
            let from = (one.position.xy() - Vector2::new(1.0, -2.0)).abs();
            assert!(from.x + one.radius <= 0.3 + 1e-12 && from.y + one.radius <= 0.25 + 1e-12);
            assert!(one.position.z - one.radius >= 0.25 - 1e-12);
        }
    }

    #[test]
    fn balls_of_one_size_are_packed_face_centred() {
        let lattice = Lattice { radii: (0.03, 0.03), ..lattice() };
        let grains = lattice.grains(7).unwrap();
        let touching = |one: &Grain| {
            let near =
                |other: &&Grain| ((one.position - other.position).norm() - 0.06).abs() < 1e-9;
            grains.iter().filter(near).count()
        };
        assert_eq!(grains.iter().map(touching).max(), Some(12));
    }

    #[test]
    fn a_population_is_a_function_of_seed_and_name() {
        let other = Lattice { name: "heap".to_owned(), ..lattice() };
        assert_eq!(lattice().grains(7).unwrap(), lattice().grains(7).unwrap());
        assert_ne!(lattice().grains(7).unwrap(), lattice().grains(8).unwrap());
        assert_ne!(lattice().grains(7).unwrap(), other.grains(7).unwrap());
        // More grains leave those that were there as they were.
        let more = Lattice { count: 600, ..lattice() };
        assert_eq!(lattice().grains(7).unwrap()[..], more.grains(7).unwrap()[..500]);
    }

    #[test]
    fn numbers_that_are_no_lattice_are_reported() {
        let message = |lattice: Lattice| lattice.grains(1).unwrap_err().to_string();
        assert!(message(Lattice { radii: (0.0, 0.1), ..lattice() }).contains("smallest radius"));
        assert!(message(Lattice { radii: (0.2, 0.1), ..lattice() }).contains("no smaller"));
        assert!(message(Lattice { spacing: 0.9, ..lattice() }).contains("spacing"));
        assert!(message(Lattice { bottom: f64::NAN, ..lattice() }).contains("place"));
        assert!(
            message(Lattice { size: Vector2::new(0.05, 1.0), ..lattice() })
                .contains("no grain has room")
        );
    }
}
