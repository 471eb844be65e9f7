//! "did you mean": the known name most like one that is not known.

/// Likeness, from 0 to 1, from which a name is suggested: two of five letters may differ.
const LIKE_ENOUGH: f64 = 0.6;

/// The candidate most like a word, if it is like it at all; of several the first by the alphabet. Keys of files are
/// guessed with regard to their units and places instead (`unknown_key`).
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (strsim::normalized_damerau_levenshtein(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > LIKE_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_hand_is_recognised_and_a_stranger_is_not() {
        let known = ["curiosity", "curiosity-drive", "bounce"];
        assert_eq!(nearest("curiosty", known), Some("curiosity"));
        assert_eq!(nearest("bounse", known), Some("bounce"));
        assert_eq!(nearest("zeppelin", known), None);
    }

    #[test]
    fn of_two_that_are_as_like_the_first_by_the_alphabet_is_taken() {
        assert_eq!(nearest("wheel_3", ["wheel_2", "wheel_1"]), Some("wheel_1"));
    }
}
