//! The ground as it is now: the terrain as found, and where soil was moved, the soil's own surface.
//!
//! Squares of soil in which something moved take the place of the terrain under them. A ray goes from one to the
//! next: over a square it meets triangles between the nodes of the soil, elsewhere the terrain.

use crate::ground::scm::Square;
use crate::math::grid::Grid;
use crate::state::State;
use crate::terrain::Facet;
use crate::terrain::trace::{CellTraversal, Hit, Ray, Span, Tracer, Triangles};
use crate::world::World;

/// Ground, rocks and moved soil.
pub(super) struct Surface<'a> {
    ground: &'a dyn Tracer,
    soil: Option<MovedSoil>,
}

struct MovedSoil {
    /// Cells are the squares.
    over: Grid,
    /// Row and column of the first one.
    first: (i32, i32),
    /// In the order of their rows and columns, with the nodes as a grid.
    squares: Vec<(Square, Grid)>,
}

impl<'a> Surface<'a> {
    pub(super) fn new(world: &World, state: &State, ground: &'a dyn Tracer) -> Self {
        let squares = world.soil().map(|layer| state.ground.soil.squares(&layer.bed));
        let spacing = world.soil().map_or(0.0, |layer| layer.bed.spacing());
        Self { ground, soil: squares.and_then(|squares| MovedSoil::new(squares, spacing)) }
    }

    /// Where a ray meets ground, soil or rock first.
    pub(super) fn meet(&self, ray: &Ray, span: Span) -> Option<Hit> {
        let ground = match &self.soil {
            None => self.ground.ground(ray, span),
            Some(soil) => soil.meet(self.ground, ray, span),
        };
        let to = ground.map_or(span.to, |hit| hit.distance);
        self.ground.rocks(ray, Span { to, ..span }).or(ground)
    }
}

impl MovedSoil {
    fn new(squares: Vec<Square>, spacing: f64) -> Option<Self> {
        let ends = |of: fn(&Square) -> i32| {
            Some((squares.iter().map(of).min()?, squares.iter().map(of).max()?))
        };
        let (rows, columns) = (ends(|square| square.row)?, ends(|square| square.column)?);
        let side = Square::SIDE as f64 * spacing;
        let corner = |row: i32, column: i32| (f64::from(column) * side, f64::from(row) * side);
        let posts = |(low, high): (i32, i32)| high.abs_diff(low) + 2;
        let first = (rows.0, columns.0);
        let over = Grid::new(corner(first.0, first.1), (side, side), (posts(rows), posts(columns)))
            .ok()?;
        let nodes = Square::SIDE as u32 + 1;
        let gridded = squares.into_iter().filter_map(|square| {
            let south_west = corner(square.row, square.column);
            let grid = Grid::new(south_west, (spacing, spacing), (nodes, nodes)).ok()?;
            Some((square, grid))
        });
        Some(Self { over, first, squares: gridded.collect() })
    }

    fn square(&self, row: u32, column: u32) -> Option<&(Square, Grid)> {
        let key = (self.first.0 + row as i32, self.first.1 + column as i32);
        let place = self.squares.binary_search_by(|(one, _)| (one.row, one.column).cmp(&key));
        place.ok().map(|place| &self.squares[place])
    }

    fn meet(&self, terrain: &dyn Tracer, ray: &Ray, span: Span) -> Option<Hit> {
        let mut bare = span.from;
        let mut course = CellTraversal::new(&self.over, ray, span);
        while let Some(at) = &mut course {
            let exit = at.exit(0);
            if let Some((square, nodes)) = self.square(at.row, at.column) {
                let before = Span { from: bare, to: at.distance };
                let outer = (before.from < before.to).then(|| terrain.ground(ray, before));
                let own = Span { from: at.distance, to: exit.0 };
                if let Some(hit) = outer.flatten().or_else(|| over(square, nodes, ray, own)) {
                    return Some(hit);
                }
                bare = exit.0;
            }
            if !at.leave(0, exit) {
                course = None;
            }
        }
        terrain.ground(ray, Span { from: bare, ..span })
    }
}

/// Where a ray over a square meets its soil.
fn over(square: &Square, nodes: &Grid, ray: &Ray, span: Span) -> Option<Hit> {
    let height = |distance: f64| ray.origin.z + ray.direction.z * distance;
    if height(span.from).min(height(span.to)) > square.top {
        return None;
    }
    let mut course = CellTraversal::new(nodes, ray, span)?;
    let wide = Square::SIDE + 1;
    loop {
        let exit = course.exit(0);
        let node = |j: u32, i: u32| {
            square.heights[(course.row + j) as usize * wide + (course.column + i) as usize]
        };
        let cell = Triangles {
            corner: nodes.position(course.row, course.column),
            sides: (nodes.x_spacing(), nodes.y_spacing()),
            heights: [node(0, 0), node(0, 1), node(1, 0), node(1, 1)],
        };
        if let Some((distance, normal, half)) = cell.meet(ray, course.distance, exit.0) {
            let (row, column) = (course.row, course.column);
            return Some(Hit { distance, normal, facet: Facet::Cell { row, column, half } });
        }
        if !course.leave(0, exit) {
            return None;
        }
    }
}
