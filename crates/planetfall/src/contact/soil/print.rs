//! The print of a body: the nodes that it touches, and what a commit would make of each.

use super::Node;
use super::window::Rect;
use nalgebra::Vector3;

/// A node that a body touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    pub(super) node: Node,
    /// Height of the body, m.
    pub(super) below: f64,
    /// Ground to body.
    pub(super) normal: Vector3<f64>,
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
    pub(super) contacts: Vec<Contact>,
    /// Of which nodes of this rectangle they are.
    rect: Rect,
    pub(super) marks: Vec<bool>,
}

impl Print {
    pub(super) fn clear(&mut self, rect: Rect) {
        self.contacts.clear();
        self.rect = rect;
        self.marks.clear();
        self.marks.resize(rect.len(), false);
    }

    #[inline]
    pub(super) fn covers(&self, node: Node) -> bool {
        let row = node.row.wrapping_sub(self.rect.first.row);
        let column = node.column.wrapping_sub(self.rect.first.column);
        if row < 0 || column < 0 || row >= self.rect.rows || column >= self.rect.columns {
            return false;
        }
        self.marks[row as usize * self.rect.columns as usize + column as usize]
    }
}
