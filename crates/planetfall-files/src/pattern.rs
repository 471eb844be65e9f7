//! Patterns of names, in which `*` stands for any text.

/// Whether a name fits a pattern.
pub fn matches(pattern: &str, name: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(head) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        match left.find(piece) {
            Some(at) => left = left.get(at + piece.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("wheel_*.normal_force_n", "wheel_12.normal_force_n"));
        assert!(matches("*.z_m", "rover.z_m") && matches("energy.*", "energy."));
        assert!(matches("a*b*c", "a--b--b--c") && matches("*", ""));
        assert!(!matches("wheel_*.x_m", "wheel_1.z_m") && !matches("x_m", "x_mm"));
        assert!(!matches("ab*ba", "aba"));
    }
}
