//! Pairs of boxes.

use super::*;
use crate::math::noise::{Key, uniform};
use proptest::prelude::*;

fn strewn(count: usize, seed: u64, flat: f64) -> Vec<(Vector3<f64>, Vector3<f64>)> {
    let key = Key::new(seed, "boxes", "sweep");
    (0..count as u64)
        .map(|i| {
            let draw = |j| uniform(key, 8 * i + j);
            let middle = Vector3::new(draw(0), draw(1), draw(2) * flat) * 20.0;
            let reach = Vector3::repeat(0.05 + 0.2 * draw(3));
            (middle - reach, middle + reach)
        })
        .collect()
}

fn brute(boxes: &[(Vector3<f64>, Vector3<f64>)]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (i, (low, high)) in boxes.iter().enumerate() {
        for (j, (other_low, other_high)) in boxes.iter().enumerate().skip(i + 1) {
            if (0..3).all(|k| low[k] <= other_high[k] && other_low[k] <= high[k]) {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

#[test]
fn ten_thousand_boxes_have_the_pairs_of_brute_force_at_a_five_hundredth_of_its_effort() {
    let boxes = strewn(10_000, 1, 1.0);
    let (mut detector, mut pairs) = (ContactDetector::default(), Vec::new());
    detector.pairs(&boxes, &mut pairs);
    assert_eq!(pairs, brute(&boxes));
    assert!(pairs.len() > 1000);
    let all = 10_000 * 9_999 / 2;
    assert!(detector.sweep.tried < all / 500, "{} of {all}", detector.sweep.tried);
}

#[test]
fn boxes_that_are_no_numbers_pair_with_nothing() {
    let nowhere = Vector3::repeat(f64::NAN);
    let unit = (Vector3::zeros(), Vector3::repeat(1.0));
    let mut pairs = Vec::new();
    ContactDetector::default().pairs(&[unit, (nowhere, nowhere), unit], &mut pairs);
    assert_eq!(pairs, [(0, 2)]);
    pairs.clear();
    ContactDetector::default().pairs(&[], &mut pairs);
    assert!(pairs.is_empty());
}

proptest! {
    #[test]
    fn sweeping_finds_the_pairs_of_brute_force(
        count in 0..120usize, seed: u64, flat in prop::sample::select(vec![0.0, 0.05, 1.0]),
    ) {
        let boxes = strewn(count, seed, flat);
        let mut pairs = Vec::new();
        ContactDetector::default().pairs(&boxes, &mut pairs);
        prop_assert_eq!(pairs, brute(&boxes));
    }
}
