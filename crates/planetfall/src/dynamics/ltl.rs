//! LᵀL factorisation along the branches of a tree (Featherstone 2008, §6.5): a mass matrix has entries
//! only between coordinates of one branch, and factored from the leaves it keeps that pattern. With
//! z = L v the kinetic energy is ½ z·z, and velocities of points are products with y = L⁻ᵀ Jᵀ, which
//! stays within the branch as well.

use crate::vehicle::Tree;
use nalgebra::{DMatrix, Vector3};

/// Which entries of the factor can differ from zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// For each coordinate, the earlier ones that its row of L meets, ascending.
    rows: Vec<Vec<usize>>,
    /// For each link, the coordinates that move it and all that the factor ties to them, descending.
    supports: Vec<Vec<usize>>,
}

impl Pattern {
    /// The pattern of a tree's mass matrix. Joints that share a coordinate tie their branches together.
    pub fn new(tree: &Tree) -> Self {
        let count = tree.velocities();
        let mut met = vec![vec![false; count]; count];
        let mut chains = Vec::with_capacity(tree.links().len());
        for link in 0..tree.links().len() {
            let chain = coordinates(tree, link);
            for &row in &chain {
                for &column in chain.iter().filter(|column| **column < row) {
                    met[row][column] = true;
                }
            }
            chains.push(chain);
        }
        let mut rows = vec![Vec::new(); count];
        for row in (0..count).rev() {
            let own: Vec<usize> = (0..row).filter(|&column| met[row][column]).collect();
            for &a in &own {
                for &b in own.iter().filter(|b| **b < a) {
                    met[a][b] = true;
                }
            }
            rows[row] = own;
        }
        let supports = chains.iter().map(|chain| closure(&rows, chain)).collect();
        Self { rows, supports }
    }

    /// Number of coordinates.
    pub fn count(&self) -> usize {
        self.rows.len()
    }

    /// Coordinates that an impulse on a link reaches in z, descending.
    pub fn support(&self, link: usize) -> &[usize] {
        &self.supports[link]
    }

    /// Replaces the lower triangle of a symmetric positive definite matrix by L with LᵀL = matrix.
    pub fn factor(&self, matrix: &mut DMatrix<f64>) {
        let count = self.rows.len();
        let entries = matrix.as_mut_slice();
        for row in (0..count).rev() {
            let own = &self.rows[row];
            let pivot = entries[row * count + row].sqrt();
            entries[row * count + row] = pivot;
            for &column in own {
                entries[column * count + row] /= pivot;
            }
            for (place, &a) in own.iter().enumerate() {
                let left = entries[a * count + row];
                for &b in &own[..=place] {
                    entries[b * count + a] -= left * entries[b * count + row];
                }
            }
        }
    }

    /// L v.
    pub fn whiten(&self, factor: &DMatrix<f64>, v: &[f64], z: &mut [f64]) {
        let (count, entries) = (v.len(), factor.as_slice());
        for (row, own) in self.rows.iter().enumerate() {
            let mut sum = entries[row * count + row] * v[row];
            for &column in own {
                sum += entries[column * count + row] * v[column];
            }
            z[row] = sum;
        }
    }

    /// Solves L v = z in place.
    pub fn colour(&self, factor: &DMatrix<f64>, z: &mut [f64]) {
        let (count, entries) = (z.len(), factor.as_slice());
        for (row, own) in self.rows.iter().enumerate() {
            let mut sum = z[row];
            for &column in own {
                sum -= entries[column * count + row] * z[column];
            }
            z[row] = sum / entries[row * count + row];
        }
    }

    /// Solves Lᵀ y = f in place: a generalised impulse in z.
    pub fn impulse(&self, factor: &DMatrix<f64>, f: &mut [f64]) {
        let (count, entries) = (f.len(), factor.as_slice());
        for row in (0..count).rev() {
            let value = f[row] / entries[row * count + row];
            f[row] = value;
            for &column in &self.rows[row] {
                f[column] -= entries[column * count + row] * value;
            }
        }
    }

    /// The same for three impulses at once that reach only the support of a link; other places of `f`
    /// are neither read nor written.
    pub fn impulses(&self, factor: &DMatrix<f64>, support: &[usize], f: &mut [Vector3<f64>]) {
        let (count, entries) = (self.rows.len(), factor.as_slice());
        for &row in support {
            let value = f[row] / entries[row * count + row];
            f[row] = value;
            for &column in &self.rows[row] {
                f[column] -= value * entries[column * count + row];
            }
        }
    }
}

/// Coordinates that move a link, each once.
fn coordinates(tree: &Tree, link: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = Some(link);
    while let Some(index) = at {
        let columns = tree.places()[index].columns.clone();
        found.extend(columns.map(|column| tree.columns()[column].coordinate));
        at = tree.links()[index].parent;
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn closure(rows: &[Vec<usize>], chain: &[usize]) -> Vec<usize> {
    let mut reached = vec![false; rows.len()];
    chain.iter().for_each(|&row| reached[row] = true);
    for row in (0..rows.len()).rev() {
        if reached[row] {
            rows[row].iter().for_each(|&column| reached[column] = true);
        }
    }
    (0..rows.len()).rev().filter(|&row| reached[row]).collect()
}
