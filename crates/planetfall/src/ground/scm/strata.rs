//! Which soil lies where, and how deep: the same everywhere, by a map, or as a user's own code says.

use std::fmt::Debug;

/// Soil at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratum {
    /// Which soil of the bed.
    pub soil: u16,
    /// Down to the rock, m; infinite where there is none.
    pub depth: f64,
}

/// Answers which soil lies at a place. It never changes.
pub trait Strata: Debug + Send + Sync {
    /// The soil at a place (m); `None` where rock lies bare.
    fn at(&self, x: f64, y: f64) -> Option<Stratum>;

    /// Whether soil lies everywhere; what does not say may have bare rock.
    fn is_everywhere(&self) -> bool {
        false
    }
}

/// The first soil of the bed everywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniform {
    /// Down to the rock, m.
    pub depth: f64,
}

impl Strata for Uniform {
    fn at(&self, _x: f64, _y: f64) -> Option<Stratum> {
        Some(Stratum { soil: 0, depth: self.depth })
    }

    fn is_everywhere(&self) -> bool {
        true
    }
}

/// Soils by cells of a grid; a place outside has that of the nearest cell.
#[derive(Clone, Debug, PartialEq)]
pub struct SoilMap {
    west: f64,
    south: f64,
    cell: f64,
    columns: usize,
    cells: Vec<Option<Stratum>>,
}

impl SoilMap {
    /// A map of cells, row by row from south to north, whose south-western corner is at a place (m).
    /// `None` unless the cells fill whole rows and their side is positive.
    pub fn new(
        (west, south): (f64, f64),
        cell: f64,
        columns: usize,
        cells: Vec<Option<Stratum>>,
    ) -> Option<Self> {
        let whole = columns > 0 && !cells.is_empty() && cells.len().is_multiple_of(columns);
        let placed = west.is_finite() && south.is_finite() && cell > 0.0 && cell.is_finite();
        (whole && placed).then_some(Self { west, south, cell, columns, cells })
    }
}

impl Strata for SoilMap {
    fn at(&self, x: f64, y: f64) -> Option<Stratum> {
        let rows = self.cells.len() / self.columns;
        let column = (((x - self.west) / self.cell).max(0.0) as usize).min(self.columns - 1);
        let row = (((y - self.south) / self.cell).max(0.0) as usize).min(rows - 1);
        self.cells.get(row * self.columns + column).copied().flatten()
    }

    fn is_everywhere(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_gives_each_cell_its_soil_and_beyond_its_edge_that_of_the_edge() {
        let sand = |soil| Some(Stratum { soil, depth: 1.0 });
        let map = SoilMap::new((-1.0, 0.0), 1.0, 2, vec![sand(0), None, sand(2), sand(3)]).unwrap();
        assert_eq!(map.at(-0.5, 0.5), sand(0));
        assert_eq!(map.at(0.5, 0.5), None);
        assert_eq!(map.at(-7.0, 9.0), sand(2));
        assert_eq!(map.at(7.0, 9.0), sand(3));
        assert!(SoilMap::new((0.0, 0.0), 1.0, 2, vec![None; 3]).is_none());
    }
}
