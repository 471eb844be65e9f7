//! A mistake in an input file, and how it is shown.

use super::place::{Place, Span};
use super::source::Source;
use super::wording::printable;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but perhaps not as its author thinks.
    Warning,
}

/// One mistake: where, what, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// What was found and what is allowed, in one line.
    pub message: String,
    /// What to write instead, if we know.
    pub help: Option<String>,
}

/// Whether text is coloured for a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// No escape sequences.
    Plain,
    /// ANSI escape sequences.
    Colour,
}

/// Mistakes of an input and of the files that it builds on, rendered with their places.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Mistakes {
    /// One message per mistake, in the order of the files.
    pub text: String,
    /// How many.
    pub count: usize,
}

impl Mistakes {
    /// One message per mistake.
    #[must_use]
    pub fn new(messages: &[String]) -> Self {
        Self { count: messages.len(), text: messages.join("\n") }
    }
}

impl Diagnostic {
    /// A mistake that makes the file unusable.
    pub fn error(place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, place, message: message.into(), help: None }
    }

    /// Something that is allowed but suspect.
    pub fn warning(place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(place, message) }
    }

    /// The same with advice.
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The diagnostic as text, with the line it is about. Ends with a line break.
    pub fn render(&self, source: &Source, ink: Ink) -> String {
        let place = paint(ink, BOLD, &printable(&source.describe(self.place)));
        let label = match self.severity {
            Severity::Error => paint(ink, RED, "error"),
            Severity::Warning => paint(ink, YELLOW, "warning"),
        };
        // Another file's mistakes stand in lines of their own.
        let message: Vec<String> = self.message.lines().map(printable).collect();
        let mut text = format!("{place}: {label}: {}\n", message.join("\n    "));
        let mut gutter = 1;
        if let Some((page, span)) = source.stretch(self.place) {
            let line = page.position(span.start).line;
            gutter = line.to_string().len();
            text += &excerpt(page, span, line, gutter, ink);
        }
        if let Some(heir) = source.heir(self.place) {
            let label = paint(ink, CYAN, "note");
            let heir = printable(heir.name());
            text += &format!("{:gutter$} = {label}: {heir} extends this file\n", "");
        }
        if let Some(help) = &self.help {
            let label = paint(ink, CYAN, "help");
            text += &format!("{:gutter$} = {label}: {}\n", "", printable(help));
        }
        text
    }
}

/// All diagnostics as text, in the order given, with an empty line between them.
pub fn render(diagnostics: &[Diagnostic], source: &Source, ink: Ink) -> String {
    let texts: Vec<_> = diagnostics.iter().map(|one| one.render(source, ink)).collect();
    texts.join("\n")
}

/// Parameters of the terminal's control sequence (ECMA-48, SGR): bold.
const BOLD: &str = "1";
/// Bold red.
const RED: &str = "1;31";
/// Bold yellow.
const YELLOW: &str = "1;33";
/// Bold cyan.
const CYAN: &str = "1;36";
/// Bold blue.
const BLUE: &str = "1;34";

/// Longest part of a line that is shown: a file may be one line of a megabyte.
const WIDTH: usize = 120;
/// Characters shown in front of the mistake when a line is longer than that.
const LEAD: usize = 40;

fn paint(ink: Ink, code: &str, text: &str) -> String {
    match ink {
        Ink::Plain => text.to_owned(),
        Ink::Colour => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
    }
}

/// The line of the mistake with the mistake underlined.
fn excerpt(source: &Source, span: Span, line: usize, gutter: usize, ink: Ink) -> String {
    let whole = source.line(line);
    let column = source.position(span.start).column - 1;
    let skipped = if whole.chars().count() > WIDTH { column.saturating_sub(LEAD) } else { 0 };
    let shown: Vec<char> = whole.chars().skip(skipped).take(WIDTH).collect();
    let before = column - skipped;
    let marked = source.text().get(span.start..span.end).unwrap_or_default();
    let marked = marked.lines().next().unwrap_or_default().chars().count();
    let underlined = marked.min(shown.len().saturating_sub(before)).max(1);

    // A tab above is a tab below, so that the underline stands under the mistake.
    let pad = shown.iter().take(before).map(|c| if *c == '\t' { '\t' } else { ' ' });
    let pad: String = pad.chain(std::iter::repeat(' ')).take(before).collect();
    let shown = printable(&shown.into_iter().collect::<String>());
    let bar = paint(ink, BLUE, "|");
    let number = paint(ink, BLUE, &format!("{line:gutter$}"));
    let underline = paint(ink, RED, &"^".repeat(underlined));
    format!("{:gutter$} {bar}\n{number} {bar} {shown}\n{:gutter$} {bar} {pad}{underline}\n", "", "")
}
