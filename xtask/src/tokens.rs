//! Names, comments and texts of a source in Rust, TypeScript or Python, as far as counting their words needs.

/// What a stretch of a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// An identifier or a keyword.
    Name,
    /// A comment.
    Comment,
    /// A literal between quotes, with what is interpolated.
    Text,
}

/// The languages of the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Rust,
    TypeScript,
    Python,
}

impl Language {
    /// By the end of a file's name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "rs" => Some(Self::Rust),
            "ts" => Some(Self::TypeScript),
            "py" => Some(Self::Python),
            _ => None,
        }
    }
}

/// Names, comments and texts in their order; numbers and punctuation are left out.
pub(crate) fn tokens(text: &str, language: Language) -> Vec<(Token, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next(rest, first, language);
        let (token, after) = rest.split_at(length.clamp(first.len_utf8(), rest.len()));
        found.extend(kind.map(|kind| (kind, token)));
        rest = after;
    }
    found
}

fn next(rest: &str, first: char, language: Language) -> (Option<Token>, usize) {
    let line = || rest.find('\n').unwrap_or(rest.len());
    let is_python = language == Language::Python;
    if (is_python && first == '#') || (!is_python && rest.starts_with("//")) {
        return (Some(Token::Comment), line());
    }
    if !is_python && rest.starts_with("/*") {
        return (Some(Token::Comment), rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    if language == Language::Rust
        && let Some(length) = raw_text(rest)
    {
        return (Some(Token::Text), length);
    }
    if is_python && (rest.starts_with("\"\"\"") || rest.starts_with("'''")) {
        let end = rest.get(3..).and_then(|inner| inner.find(&rest[..3]));
        return (Some(Token::Text), end.map_or(rest.len(), |end| end + 6));
    }
    match first {
        '"' => (Some(Token::Text), quoted(rest, first)),
        '`' if language == Language::TypeScript => (Some(Token::Text), quoted(rest, first)),
        '\'' if language == Language::Rust => (None, character(rest)),
        '\'' => (Some(Token::Text), quoted(rest, first)),
        _ if first.is_alphabetic() || first == '_' => {
            let ends = |c: char| !c.is_alphanumeric() && c != '_';
            (Some(Token::Name), rest.find(ends).unwrap_or(rest.len()))
        }
        // A number with its suffix is no name.
        _ if first.is_ascii_digit() => {
            let ends = |c: char| !c.is_alphanumeric() && c != '_';
            (None, rest.find(ends).unwrap_or(rest.len()))
        }
        _ => (None, first.len_utf8()),
    }
}

/// Length of a text that begins with a quote and ends with the next that no backslash guards.
fn quoted(rest: &str, quote: char) -> usize {
    let mut guarded = true;
    for (at, c) in rest.char_indices() {
        match c {
            _ if guarded => guarded = false,
            '\\' => guarded = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Length of a raw text of Rust, `r"…"` or with hashes.
fn raw_text(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = inner.len() - inner.trim_start_matches('#').len();
    let inner = inner[hashes..].strip_prefix('"')?;
    let end = inner.find(&format!("\"{}", "#".repeat(hashes)))?;
    Some(rest.len() - inner.len() + end + 1 + hashes)
}

/// Length of a character of Rust, or of the quote before a lifetime.
fn character(rest: &str) -> usize {
    let mut inner = rest.char_indices().skip(1);
    match inner.next() {
        Some((_, '\\')) => quoted(rest, '\''),
        Some(_) => inner.next().filter(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// The words of a name, in small letters: `first_row` and `FirstRow` have two.
pub(crate) fn words_of_name(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in name.split('_') {
        let mut before_is_small = false;
        let mut is_new = true;
        for c in part.chars() {
            if is_new || (c.is_uppercase() && before_is_small) {
                words.push(String::new());
            }
            is_new = false;
            before_is_small = !c.is_uppercase();
            if let Some(last) = words.last_mut() {
                last.extend(c.to_lowercase());
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_comments_and_texts_are_distinguished() {
        let text = "let a1 = \"b \\\" c\"; // d\n'e' f<'g> 12.5_f64 r#\"h \" i\"# /* j */ '\\'' k";
        let found = tokens(text, Language::Rust);
        let of = |kind| {
            let own = found.iter().filter(|(token, _)| *token == kind);
            own.map(|(_, text)| *text).collect::<Vec<_>>()
        };
        assert_eq!(of(Token::Name), ["let", "a1", "f", "g", "k"]);
        assert_eq!(of(Token::Text), ["\"b \\\" c\"", "r#\"h \" i\"#"]);
        assert_eq!(of(Token::Comment), ["// d", "/* j */"]);
        let python = tokens("x = 'a' # b\n\"\"\"c\nd\"\"\"", Language::Python);
        let kinds: Vec<_> = python.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [Token::Name, Token::Text, Token::Comment, Token::Text]);
        assert_eq!(tokens("`a ${b}`", Language::TypeScript), [(Token::Text, "`a ${b}`")]);
    }

    #[test]
    fn a_name_has_the_words_that_it_is_made_of() {
        assert_eq!(words_of_name("first_row"), ["first", "row"]);
        assert_eq!(words_of_name("FirstRow"), ["first", "row"]);
        assert_eq!(words_of_name("MAX_RMS"), ["max", "rms"]);
    }
}
