//! The lines of a free root, which every pattern with one has at its beginning: row i meets the i coordinates
//! before it. Loops over them have fixed lengths, and sums the order of those over other lines.

use super::ROOT;

/// The lower triangle of the root's six coordinates, line by line.
pub(super) type Lines = [f64; 21];

/// Where the line of a row begins.
const fn start(row: usize) -> usize {
    row * (row + 1) / 2
}

/// Σ of a line's numbers times those of its coordinates.
#[inline]
fn along<const ROW: usize>(root: &Lines, v: &[f64; ROOT]) -> f64 {
    let mut sum = 0.0;
    for column in 0..ROW {
        sum += root[start(ROW) + column] * v[column];
    }
    sum
}

/// Takes a multiple of a line from the numbers of its coordinates.
#[inline]
fn take<const ROW: usize>(root: &Lines, times: f64, f: &mut [f64; ROOT]) {
    for column in 0..ROW {
        f[column] -= root[start(ROW) + column] * times;
    }
}

/// Takes the product of the symmetric matrix and a vector from another; how many rows that were.
#[inline]
pub(super) fn subtract_product(root: &Lines, v: &[f64; ROOT], from: &mut [f64; ROOT]) -> usize {
    #[inline]
    fn row<const ROW: usize>(root: &Lines, v: &[f64; ROOT], from: &mut [f64; ROOT]) {
        from[ROW] -= root[start(ROW) + ROW] * v[ROW] + along::<ROW>(root, v);
        take::<ROW>(root, v[ROW], from);
    }
    row::<0>(root, v, from);
    row::<1>(root, v, from);
    row::<2>(root, v, from);
    row::<3>(root, v, from);
    row::<4>(root, v, from);
    row::<5>(root, v, from);
    ROOT
}

/// L v; how many rows that were.
#[inline]
pub(super) fn whiten(root: &Lines, v: &[f64; ROOT], z: &mut [f64; ROOT]) -> usize {
    #[inline]
    fn row<const ROW: usize>(root: &Lines, v: &[f64; ROOT], z: &mut [f64; ROOT]) {
        z[ROW] = root[start(ROW) + ROW] * v[ROW] + along::<ROW>(root, v);
    }
    row::<0>(root, v, z);
    row::<1>(root, v, z);
    row::<2>(root, v, z);
    row::<3>(root, v, z);
    row::<4>(root, v, z);
    row::<5>(root, v, z);
    ROOT
}

/// Solves L v = z in place; how many rows that were.
#[inline]
pub(super) fn colour(root: (&Lines, &[f64; ROOT]), z: &mut [f64; ROOT]) -> usize {
    #[inline]
    fn row<const ROW: usize>((root, shares): (&Lines, &[f64; ROOT]), z: &mut [f64; ROOT]) {
        z[ROW] = (z[ROW] - along::<ROW>(root, z)) * shares[ROW];
    }
    row::<0>(root, z);
    row::<1>(root, z);
    row::<2>(root, z);
    row::<3>(root, z);
    row::<4>(root, z);
    row::<5>(root, z);
    ROOT
}

/// Solves Lᵀ y = f in place.
#[inline]
pub(super) fn impulse(root: (&Lines, &[f64; ROOT]), f: &mut [f64; ROOT]) {
    #[inline]
    fn row<const ROW: usize>((root, shares): (&Lines, &[f64; ROOT]), f: &mut [f64; ROOT]) {
        let value = f[ROW] * shares[ROW];
        f[ROW] = value;
        take::<ROW>(root, value, f);
    }
    row::<5>(root, f);
    row::<4>(root, f);
    row::<3>(root, f);
    row::<2>(root, f);
    row::<1>(root, f);
    row::<0>(root, f);
}

/// Replaces the matrix by L with LᵀL = matrix, and writes one over the numbers on its diagonal.
#[inline]
pub(super) fn factor(root: &mut Lines, shares: &mut [f64; ROOT]) {
    #[inline]
    fn row<const ROW: usize>(root: &mut Lines, shares: &mut [f64; ROOT]) {
        let pivot = root[start(ROW) + ROW].sqrt();
        root[start(ROW) + ROW] = pivot;
        shares[ROW] = 1.0 / pivot;
        for column in 0..ROW {
            root[start(ROW) + column] *= shares[ROW];
        }
        for place in 0..ROW {
            let left = root[start(ROW) + place];
            for column in 0..=place {
                root[start(place) + column] -= left * root[start(ROW) + column];
            }
        }
    }
    row::<5>(root, shares);
    row::<4>(root, shares);
    row::<3>(root, shares);
    row::<2>(root, shares);
    row::<1>(root, shares);
    row::<0>(root, shares);
}
