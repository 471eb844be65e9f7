//! The print of a body: the nodes that it touches, and what a commit would make of each.

use super::Node;
use super::window::Rect;
use nalgebra::Vector3;

/// A node that a body touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeContact {
    pub(super) node: Node,
    /// Height of the body, m.
    pub(super) below: f64,
    /// Ground to body.
    pub(super) normal: Vector3<f64>,
    /// The same of the surface in which grousers are details: a wheel's mantle.
    pub(super) facing: Vector3<f64>,
    /// Whether a wheel with grousers touches it.
    pub(super) on_tread: bool,
    pub(super) soil: u16,
    /// Whether soil carries it: firm soil, or loose soil that it presses.
    pub(super) bears: bool,
    /// Whether it reaches firm soil.
    pub(super) firm: bool,
    /// The level that sinkage of loose soil is measured from, m; not above the body where none carries.
    pub(super) crust: f64,
    /// Surface of the loose soil before, and what would stay of it, m.
    pub(super) surface: f64,
    pub(super) yields: bool,
    /// Sinkage that would stay, m, and pressure that was borne, Pa.
    pub(super) plastic: f64,
    pub(super) yielding: f64,
    /// Elastic shear displacement and path, m.
    pub(super) shear: [f64; 2],
    pub(super) path: f64,
    /// Soil that a commit pushes aside here, units.
    pub(super) moved: i64,
    /// γ (k_c/b* + k_φ).
    pub(super) modulus: f64,
    /// Normal stress, Pa.
    pub(super) pressure: f64,
}

/// The nodes that a body touches.
#[derive(Debug, Default)]
pub(super) struct Print {
    /// Row by row.
    pub(super) contacts: Vec<NodeContact>,
    /// Of which nodes of this rectangle they are.
    rect: Rect,
    /// Whether any node is held between grousers.
    pub(super) holding: bool,
    pub(super) marks: Vec<Mark>,
}

/// What a body does to a node of the rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mark {
    #[default]
    Nothing,
    /// It lies between grousers that reach into the soil.
    Holds,
    Touches,
}

impl Print {
    pub(super) fn clear(&mut self, rect: Rect) {
        self.contacts.clear();
        self.holding = false;
        self.rect = rect;
        self.marks.clear();
        self.marks.resize(rect.len(), Mark::Nothing);
    }

    /// Whether the body touches a node.
    #[inline]
    pub(super) fn covers(&self, node: Node) -> bool {
        self.mark(node) == Mark::Touches
    }

    /// Whether the body touches a node or holds it between its grousers.
    #[inline]
    pub(super) fn holds(&self, node: Node) -> bool {
        self.mark(node) != Mark::Nothing
    }

    /// Nodes that it touches or holds between its grousers, row by row.
    pub(super) fn marked(&self) -> impl Iterator<Item = Node> {
        let first = self.rect.first;
        let rows = (0..).zip(self.marks.chunks_exact(self.rect.columns.max(1) as usize));
        rows.flat_map(move |(row, marks)| {
            let marked = (0..).zip(marks).filter(|(_, mark)| **mark != Mark::Nothing);
            marked.map(move |(column, _)| first.shifted(row, column))
        })
    }

    /// Whether it shares nodes with another one's, or with those around them.
    pub(super) fn is_near(&self, other: &Self) -> bool {
        let Rect { first, rows, columns } = other.rect;
        let around = Rect { first: first.shifted(-1, -1), rows: rows + 2, columns: columns + 2 };
        !self.rect.clipped(&around).is_empty()
    }

    #[inline]
    fn mark(&self, node: Node) -> Mark {
        let row = node.row.wrapping_sub(self.rect.first.row);
        let column = node.column.wrapping_sub(self.rect.first.column);
        if row < 0 || column < 0 || row >= self.rect.rows || column >= self.rect.columns {
            return Mark::Nothing;
        }
        self.marks[row as usize * self.rect.columns as usize + column as usize]
    }
}
