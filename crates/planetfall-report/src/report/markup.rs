//! Text made safe to stand in HTML and SVG.

/// A whole page: self-contained, light and dark, with the script that reads out plots.
pub(super) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{} · Planetfall</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{body}\n\
         </main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escape(title),
        include_str!("style.css"),
        include_str!("script.js"),
    )
}

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
