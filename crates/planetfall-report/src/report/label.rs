//! Labels of vertical lines, staggered above a plot's frame so that none covers another.
//!
//! A label stands right of its line, or left of it where the edge of the drawing is near, on the
//! lowest row where it meets no other label, where its own line does not run through a label below
//! it, and no other line through itself. Labels are placed from the right to the left, since a
//! label reaches to the right: the one that is placed later then finds the lines it must pass over
//! already ended. Those that reach to the left go first, in the opposite order.

/// A label before it has a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label {
    /// Where its line is.
    pub(super) x: f64,
    /// How much room it needs.
    pub(super) width: f64,
}

/// A label's place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    /// Counted from the frame upwards.
    pub(super) row: usize,
    /// Left edge.
    pub(super) left: f64,
}

/// Rows above a frame; what needs more is left to a table.
const MOST_ROWS: usize = 14;

/// Spots of labels; none for a label that no row has room for.
pub(super) fn stagger(labels: &[Label], right_edge: f64) -> Vec<Option<Spot>> {
    let reaches_left = |label: &Label| label.x + label.width > right_edge;
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|a, b| match (labels.get(*a), labels.get(*b)) {
        (Some(one), Some(other)) => match (reaches_left(one), reaches_left(other)) {
            (true, true) => one.x.total_cmp(&other.x),
            (false, false) => other.x.total_cmp(&one.x),
            (left, _) => {
                if left {
                    std::cmp::Ordering::Less
                } else {
                    std::cmp::Ordering::Greater
                }
            }
        },
        _ => std::cmp::Ordering::Equal,
    });
    let mut taken: Vec<Taken> = Vec::new();
    let mut spots = vec![None; labels.len()];
    for index in order {
        let (Some(label), Some(spot)) = (labels.get(index), spots.get_mut(index)) else { continue };
        let left = if reaches_left(label) { label.x - label.width } else { label.x };
        let mut place = Taken { x: label.x, left, right: left + label.width, row: 0 };
        let mut free = |clear: fn(&Taken, &Taken) -> bool| {
            (0..MOST_ROWS).find(|row| {
                place.row = *row;
                taken.iter().all(|other| clear(&place, other))
            })
        };
        // Where lines cannot be kept out of labels, labels still do not cover each other.
        let row = free(Taken::is_clear_of).or_else(|| free(Taken::is_beside));
        if let Some(row) = row {
            taken.push(Taken { row, ..place });
            *spot = Some(Spot { row, left });
        }
    }
    spots
}

/// A label that has its place, with its line.
#[derive(Debug, Clone, Copy)]
struct Taken {
    x: f64,
    left: f64,
    right: f64,
    row: usize,
}

impl Taken {
    fn is_beside(&self, other: &Self) -> bool {
        self.row != other.row || self.right <= other.left || other.right <= self.left
    }

    fn is_clear_of(&self, other: &Self) -> bool {
        self.is_beside(other) && !self.is_crossed_by(other) && !other.is_crossed_by(self)
    }

    /// Whether the other's line runs through this label.
    fn is_crossed_by(&self, other: &Self) -> bool {
        other.row > self.row && self.left < other.x && other.x < self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn taken(labels: &[Label], spots: &[Option<Spot>]) -> Vec<Taken> {
        let pairs = labels.iter().zip(spots).filter_map(|(label, spot)| Some((label, (*spot)?)));
        pairs
            .map(|(label, Spot { row, left })| Taken {
                x: label.x,
                left,
                right: left + label.width,
                row,
            })
            .collect()
    }

    #[test]
    fn labels_apart_share_the_lowest_row() {
        let labels = [10.0, 100.0, 300.0].map(|x| Label { x, width: 80.0 });
        let spots = stagger(&labels, 760.0);
        assert!(spots.iter().all(|spot| spot.is_some_and(|spot| spot.row == 0)), "{spots:?}");
    }

    #[test]
    fn close_labels_climb_to_the_left_and_no_line_crosses_a_label() {
        let labels = [10.0, 40.0, 40.0, 70.0].map(|x| Label { x, width: 80.0 });
        let spots = stagger(&labels, 760.0);
        let rows: Vec<usize> = spots.iter().flatten().map(|spot| spot.row).collect();
        assert_eq!(rows, [3, 1, 2, 0]);
        let placed = taken(&labels, &spots);
        for one in &placed {
            assert!(placed.iter().all(|other| !one.is_crossed_by(other)));
        }
    }

    #[test]
    fn labels_at_the_edge_stand_left_of_their_lines() {
        let labels = [700.0, 720.0, 740.0].map(|x| Label { x, width: 90.0 });
        let spots = stagger(&labels, 760.0);
        let placed = taken(&labels, &spots);
        assert_eq!(placed.len(), 3);
        for one in &placed {
            assert!(one.right <= 760.0 && placed.iter().all(|other| !one.is_crossed_by(other)));
        }
    }

    proptest! {
        #[test]
        fn no_two_labels_cover_each_other(
            places in prop::collection::vec((78.0..742.0_f64, 20.0..220.0_f64), 0..24)
        ) {
            let labels: Vec<Label> =
                places.iter().map(|(x, width)| Label { x: *x, width: *width }).collect();
            let spots = stagger(&labels, 760.0);
            let placed = taken(&labels, &spots);
            prop_assert!(labels.len() > 10 || placed.len() == labels.len());
            for (index, one) in placed.iter().enumerate() {
                prop_assert!(placed.iter().skip(index + 1).all(|other| one.is_beside(other)));
            }
        }
    }
}
