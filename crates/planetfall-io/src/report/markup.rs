//! Text made safe to stand in HTML and SVG.

/// Text with every character that has a meaning in markup replaced by its reference, and
/// control characters, which XML does not allow, by the replacement character.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(character),
            '\r' => {}
            other if other.is_control() => safe.push('\u{fffd}'),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(
            escape("<script>\"a\" & 'b'</script>\0"),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;\u{fffd}"
        );
    }

    proptest! {
        #[test]
        fn no_text_can_open_a_tag_or_leave_an_attribute(text in any::<String>()) {
            prop_assert!(!escape(&text).contains(['<', '>', '"', '\'']));
        }
    }
}
