//! The label of a PDS3 file, written in the Object Description Language.
//!
//! ODL (PDS Standards Reference 3.8, chapter 12) is a sequence of `KEY = VALUE` statements, grouped
//! by `OBJECT = NAME … END_OBJECT` and `GROUP = NAME … END_GROUP`, closed by `END`. A value is a
//! number with an optional `<unit>`, a based number such as `16#FF7FFFFB#`, a word, a text in
//! quotes that may run over lines, or a list of these in parentheses or braces. Comments stand
//! between `/*` and `*/`. After `END` anything may follow: the image, mostly.

use crate::dem::error::Problem;

/// A label: its statements in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Label {
    statements: Vec<Statement>,
}

/// `KEY = VALUE` within objects.
#[derive(Clone, Debug, PartialEq)]
struct Statement {
    /// Names of the objects and groups around it, the outermost first.
    within: Vec<String>,
    key: String,
    value: LabelValue,
}

/// A value of a label.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum LabelValue {
    /// A number, word or text, as written and without quotes, with its unit in lower case.
    One {
        text: String,
        unit: Option<String>,
    },
    List(Vec<LabelValue>),
}

impl Label {
    /// Reads a label from the start of a file; what follows `END` is not looked at.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Problem> {
        let mut words = LabelTokens { bytes, at: 0 };
        let mut label = Self::default();
        let mut within: Vec<String> = Vec::new();
        loop {
            let start = words.at_word();
            let key = words.word()?.to_ascii_uppercase();
            match key.as_str() {
                "" => return Err(words.expected(start, "the label ends without END")),
                "END" => match within.pop() {
                    None => return Ok(label),
                    Some(open) => {
                        let what = format!("END comes before the end of {open}");
                        return Err(words.expected(start, &what));
                    }
                },
                "END_OBJECT" | "END_GROUP" => {
                    words.closing_name()?;
                    if within.pop().is_none() {
                        let what = format!("{key} without a beginning");
                        return Err(words.expected(start, &what));
                    }
                }
                "OBJECT" | "GROUP" | "BEGIN_OBJECT" | "BEGIN_GROUP" => {
                    words.equals(&key)?;
                    within.push(words.word()?.to_ascii_uppercase());
                }
                _ => {
                    words.equals(&key)?;
                    let value = words.value(0)?;
                    label.statements.push(Statement { within: within.clone(), key, value });
                }
            }
        }
    }

    /// Whether there is an object of this name.
    pub(super) fn has_object(&self, object: &str) -> bool {
        self.statements.iter().any(|statement| statement.is_in(object))
    }

    /// The value of a key directly in an object, or outside of all for the object "".
    pub(super) fn value(&self, object: &str, key: &str) -> Option<&LabelValue> {
        self.statements
            .iter()
            .find(|statement| statement.key == key && statement.is_in(object))
            .map(|statement| &statement.value)
    }

    /// The first value of a key wherever it stands.
    pub(super) fn anywhere(&self, key: &str) -> Option<&LabelValue> {
        self.statements
            .iter()
            .find(|statement| statement.key == key)
            .map(|statement| &statement.value)
    }

    /// A text; `None` also where the label says that there is none.
    pub(super) fn text(&self, object: &str, key: &str) -> Option<&str> {
        self.value(object, key).and_then(LabelValue::stated)
    }

    /// A number and its unit; `None` also where the label says that there is none.
    pub(super) fn number(
        &self,
        object: &str,
        key: &str,
    ) -> Result<Option<(f64, Option<&str>)>, Problem> {
        let Some(value) = self.value(object, key) else { return Ok(None) };
        let Some(text) = value.stated() else { return Ok(None) };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Some((number, value.unit()))),
            _ => {
                let reason = format!("{key} = \"{text}\" is not a number");
                Err(Problem::Label { reason })
            }
        }
    }

    /// A whole number, not negative.
    pub(super) fn count(&self, object: &str, key: &str) -> Result<Option<u64>, Problem> {
        let Some(text) = self.text(object, key) else { return Ok(None) };
        match text.parse::<u64>() {
            Ok(count) => Ok(Some(count)),
            Err(_) => {
                let reason = format!("{key} = \"{text}\" is not a whole number");
                Err(Problem::Label { reason })
            }
        }
    }
}

impl Statement {
    fn is_in(&self, object: &str) -> bool {
        self.within.last().map_or("", String::as_str) == object
    }
}

impl LabelValue {
    /// A single value as it was written.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::One { text, .. } => Some(text),
            Self::List(_) => None,
        }
    }

    /// Its unit.
    pub(super) fn unit(&self) -> Option<&str> {
        match self {
            Self::One { unit, .. } => unit.as_deref(),
            Self::List(_) => None,
        }
    }

    /// A single value, unless it is one of PDS3's words for "none".
    fn stated(&self) -> Option<&str> {
        let none = ["", "N/A", "NULL", "UNK", "NONE"];
        self.as_text().filter(|text| !none.contains(&text.to_ascii_uppercase().as_str()))
    }
}

/// The words of a label.
struct LabelTokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// Lists within lists that are followed; no label has more than two.
const DEPTH: usize = 8;

impl LabelTokens<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Where the next word begins, past blanks and comments.
    fn at_word(&mut self) -> usize {
        loop {
            match self.bytes.get(self.at..) {
                Some([byte, ..]) if byte.is_ascii_whitespace() || *byte == 0 => self.at += 1,
                Some([b'/', b'*', rest @ ..]) => {
                    let length = rest.windows(2).position(|pair| pair == b"*/");
                    self.at += length.map_or(2 + rest.len(), |length| length + 4);
                }
                _ => return self.at,
            }
        }
    }

    /// The next word, empty at the end of the label.
    fn word(&mut self) -> Result<String, Problem> {
        let start = self.at_word();
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"=,(){}<>\"'\0".contains(&byte);
        while self.peek().is_some_and(|byte| !ends(byte)) {
            self.at += 1;
        }
        if self.at == start && self.peek().is_some() {
            return Err(self.expected(start, "a word was expected"));
        }
        Ok(self.text_of(start, self.at))
    }

    fn equals(&mut self, key: &str) -> Result<(), Problem> {
        let start = self.at_word();
        if self.peek() != Some(b'=') {
            return Err(self.expected(start, &format!("\"=\" was expected after {key}")));
        }
        self.at += 1;
        Ok(())
    }

    /// The optional name after `END_OBJECT`.
    fn closing_name(&mut self) -> Result<(), Problem> {
        self.at_word();
        if self.peek() == Some(b'=') {
            self.at += 1;
            self.word()?;
        }
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Result<LabelValue, Problem> {
        let start = self.at_word();
        match self.peek() {
            None => Err(self.expected(start, "the label ends where a value was expected")),
            Some(b'(') => self.list(b')', depth),
            Some(b'{') => self.list(b'}', depth),
            Some(quote @ (b'"' | b'\'')) => {
                let text = self.quoted(quote)?;
                Ok(LabelValue::One { text, unit: self.unit()? })
            }
            Some(_) => {
                let text = self.word()?;
                Ok(LabelValue::One { text, unit: self.unit()? })
            }
        }
    }

    fn list(&mut self, close: u8, depth: usize) -> Result<LabelValue, Problem> {
        let start = self.at;
        self.at += 1;
        if depth == DEPTH {
            return Err(self.expected(start, "lists within lists within lists"));
        }
        let mut values = Vec::new();
        loop {
            self.at_word();
            match self.peek() {
                None => return Err(self.expected(start, "this list does not end")),
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Ok(LabelValue::List(values));
                }
                Some(b',') => self.at += 1,
                Some(_) => values.push(self.value(depth + 1)?),
            }
        }
    }

    /// A text between quotes, its line ends and indents made single blanks.
    fn quoted(&mut self, quote: u8) -> Result<String, Problem> {
        let start = self.at;
        let rest = self.bytes.get(start + 1..).unwrap_or_default();
        let Some(length) = rest.iter().position(|byte| *byte == quote) else {
            return Err(self.expected(start, "this text has no closing quote"));
        };
        self.at = start + length + 2;
        let text = self.text_of(start + 1, start + 1 + length);
        Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn unit(&mut self) -> Result<Option<String>, Problem> {
        let start = self.at_word();
        if self.peek() != Some(b'<') {
            return Ok(None);
        }
        let rest = self.bytes.get(start + 1..).unwrap_or_default();
        let Some(length) = rest.iter().take(80).position(|byte| *byte == b'>') else {
            return Err(self.expected(start, "this unit has no \">\""));
        };
        self.at = start + length + 2;
        Ok(Some(self.text_of(start + 1, start + 1 + length).trim().to_ascii_lowercase()))
    }

    fn text_of(&self, start: usize, end: usize) -> String {
        String::from_utf8_lossy(self.bytes.get(start..end).unwrap_or_default()).into_owned()
    }

    /// A mistake with its line and column.
    fn expected(&self, at: usize, what: &str) -> Problem {
        let before = self.bytes.get(..at).unwrap_or(self.bytes);
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Problem::text(line, 1 + before.len() - line_start, format!("in the PDS3 label: {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABEL: &str = "PDS_VERSION_ID = PDS3 /* a comment = (\n */\r\n^IMAGE = (\"A.IMG\", 3 <BYTES>)\r\n\
        NOTE = \"two\r\n   lines = not a statement\"\r\nOBJECT = IMAGE\n LINES = 12\n\
        SAMPLE_BIT_MASK = 2#1111#\n OBJECT = WINDOW\n  LINES = 4\n END_OBJECT = WINDOW\n\
        MISSING_CONSTANT = 16#FF7FFFFB#\n OFFSET = N/A\n END_OBJECT\n\
        GROUP = G\n SCALE = 0.463 <KM/PIXEL>\n NAMES = {A, 'B C', (1, 2)}\nEND_GROUP = G\nEND\n\
        \x00\x01 anything = ";

    #[test]
    fn keys_are_found_in_their_own_object_and_not_in_another() {
        let label = Label::parse(LABEL.as_bytes()).unwrap();
        assert_eq!(label.count("IMAGE", "LINES").unwrap(), Some(12));
        assert_eq!(label.count("WINDOW", "LINES").unwrap(), Some(4));
        assert_eq!(label.count("", "LINES").unwrap(), None);
        assert_eq!(label.text("IMAGE", "MISSING_CONSTANT"), Some("16#FF7FFFFB#"));
        assert_eq!(label.number("IMAGE", "OFFSET").unwrap(), None);
        assert_eq!(label.number("G", "SCALE").unwrap(), Some((0.463, Some("km/pixel"))));
        assert_eq!(label.text("", "NOTE"), Some("two lines = not a statement"));
        assert!(label.has_object("WINDOW") && !label.has_object("TABLE"));
    }

    #[test]
    fn lists_keep_their_order_depth_and_units() {
        let label = Label::parse(LABEL.as_bytes()).unwrap();
        let Some(LabelValue::List(pointer)) = label.value("", "^IMAGE") else { panic!("no list") };
        assert_eq!(pointer[0].as_text(), Some("A.IMG"));
        assert_eq!((pointer[1].as_text(), pointer[1].unit()), (Some("3"), Some("bytes")));
        let Some(LabelValue::List(names)) = label.anywhere("NAMES") else { panic!("no list") };
        assert_eq!(names[1].as_text(), Some("B C"));
        assert!(matches!(&names[2], LabelValue::List(inner) if inner.len() == 2));
    }

    #[test]
    fn a_label_cut_anywhere_is_an_error_with_its_line() {
        let end = LABEL.find("END\n\x00").unwrap();
        for length in 0..end {
            let refusal = Label::parse(&LABEL.as_bytes()[..length]).unwrap_err().to_string();
            assert!(
                refusal.contains("line ") && refusal.contains("PDS3 label"),
                "{length}: {refusal}"
            );
        }
    }

    #[test]
    fn mistakes_are_reported_where_they_are() {
        let refusal = |text: &str| Label::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(
            refusal("A = 1\nB 2\nEND").contains("line 2, column 3"),
            "{}",
            refusal("A = 1\nB 2\nEND")
        );
        assert!(refusal("A = (1, 2\nEND").contains("line 1, column 5"));
        assert!(refusal("A = \"text\nEND").contains("closing quote"));
        assert!(refusal("END_OBJECT = X\nEND").contains("without a beginning"));
        assert!(refusal(&format!("A = {}", "(".repeat(100))).contains("lists within lists"));
    }
}
