//! Reading a CSV file of measured values: one header line, then rows of numbers.
//!
//! The separator is the one the header uses most: comma, semicolon or tab. Fields may stand in
//! quotes. Lines that begin with `#` and empty lines are passed over. A cell that is empty or `nan`
//! is a gap.

use super::{Comparison, Pair};

/// A comparison with its numbers, in our units and times.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// How it was read.
    pub comparison: Comparison,
    /// Simulated times, rising.
    pub times_s: Vec<f64>,
    /// One list for each pair of columns; NaN where there is a gap.
    pub values: Vec<Vec<f64>>,
}

/// Why a CSV file cannot be compared with.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CsvMistake {
    /// No header.
    #[error("the file has no line with the names of its columns")]
    NoHeader,
    /// A column that is not there.
    #[error("there is no column `{wanted}`; the columns are {known}")]
    NoColumn {
        /// Asked for.
        wanted: String,
        /// What there is.
        known: String,
    },
    /// A column that is there twice.
    #[error("the column `{0}` is there twice")]
    Twice(String),
    /// A cell that is no number.
    #[error("line {line}: `{cell}` in column `{column}` is not a number{hint}")]
    NotANumber {
        /// Line of the file.
        line: usize,
        /// Column's name.
        column: String,
        /// What stands there.
        cell: String,
        /// What may be meant.
        hint: &'static str,
    },
    /// A row that ends too early.
    #[error("line {line} has {found} cells where the first line names {expected} columns")]
    Short {
        /// Line of the file.
        line: usize,
        /// Cells.
        found: usize,
        /// Columns.
        expected: usize,
    },
    /// Times that do not rise.
    #[error("line {line}: the time {time} s does not come after {before} s; times must rise")]
    NotRising {
        /// Line of the file.
        line: usize,
        /// Its time.
        time: f64,
        /// The time before.
        before: f64,
    },
    /// Nothing below the header.
    #[error("the file has no rows of numbers")]
    NoRows,
}

impl Measured {
    /// Reads a text as a comparison says.
    ///
    /// # Errors
    /// The first mistake of the file, with its line.
    pub fn parse(text: &str, comparison: Comparison) -> Result<Self, CsvMistake> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut lines = lines
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
        let (_, header) = lines.next().ok_or(CsvMistake::NoHeader)?;
        let separator = separator(header);
        let names = cells(header, separator);
        let table = CsvHeader { separator, names: &names };
        let time = table.place(&comparison.time_column)?;
        let places = comparison.columns.iter().map(|pair| table.place(&pair.theirs));
        let places = places.collect::<Result<Vec<usize>, _>>()?;
        let mut times_s: Vec<f64> = Vec::new();
        let mut values = vec![Vec::new(); places.len()];
        for (line, text) in lines {
            let row = table.row(line, text)?;
            let seconds = table.number(line, &row, time)?;
            if seconds.is_nan() {
                return Err(table.not_a_number(line, &row, time));
            }
            let now = seconds * comparison.time_scale + comparison.time_offset_s;
            if let Some(&before) = times_s.last().filter(|before| now <= **before) {
                return Err(CsvMistake::NotRising { line, time: now, before });
            }
            times_s.push(now);
            for ((place, pair), list) in places.iter().zip(&comparison.columns).zip(&mut values) {
                list.push(in_our_unit(table.number(line, &row, *place)?, pair));
            }
        }
        if times_s.is_empty() {
            return Err(CsvMistake::NoRows);
        }
        Ok(Self { comparison, times_s, values })
    }

    /// First and last time, s.
    #[must_use]
    pub fn span_s(&self) -> (f64, f64) {
        let or_nan = |time: Option<&f64>| time.copied().unwrap_or(f64::NAN);
        (or_nan(self.times_s.first()), or_nan(self.times_s.last()))
    }

    /// The pairs with their values, in the order of the scenario.
    pub fn series(&self) -> impl Iterator<Item = (&Pair, &[f64])> {
        self.comparison.columns.iter().zip(self.values.iter().map(Vec::as_slice))
    }
}

fn in_our_unit(value: f64, pair: &Pair) -> f64 {
    value * pair.scale + pair.offset
}

/// Rows of numbers of a text whose first line names columns: those wanted, then those that may be there.
pub(crate) fn number_columns(
    text: &str,
    wanted: &[&str],
    possible: &[&str],
) -> Result<Vec<(usize, Vec<Option<f64>>)>, CsvMistake> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let mut lines =
        lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let (_, header) = lines.next().ok_or(CsvMistake::NoHeader)?;
    let separator = separator(header);
    let names = cells(header, separator);
    let table = CsvHeader { separator, names: &names };
    let mut places = Vec::new();
    for name in wanted {
        places.push(Some(table.place(name)?));
    }
    for name in possible {
        let is_there = names.iter().any(|known| known == name);
        places.push(if is_there { Some(table.place(name)?) } else { None });
    }
    let mut rows = Vec::new();
    for (line, text) in lines {
        let row = table.row(line, text)?;
        let mut numbers = Vec::new();
        for place in &places {
            let number = place.map(|place| match table.number(line, &row, place) {
                Ok(number) if number.is_nan() => Err(table.not_a_number(line, &row, place)),
                other => other,
            });
            numbers.push(number.transpose()?);
        }
        rows.push((line, numbers));
    }
    if rows.is_empty() { Err(CsvMistake::NoRows) } else { Ok(rows) }
}

/// The header's columns, by which rows are read.
struct CsvHeader<'a> {
    separator: char,
    names: &'a [String],
}

impl CsvHeader<'_> {
    fn place(&self, wanted: &str) -> Result<usize, CsvMistake> {
        let mut found = self.names.iter().enumerate().filter(|(_, name)| *name == wanted);
        let Some((place, _)) = found.next() else {
            let known = self.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
            return Err(CsvMistake::NoColumn {
                wanted: wanted.to_owned(),
                known: known.join(", "),
            });
        };
        match found.next() {
            Some(_) => Err(CsvMistake::Twice(wanted.to_owned())),
            None => Ok(place),
        }
    }

    fn row(&self, line: usize, text: &str) -> Result<Vec<String>, CsvMistake> {
        let row = cells(text, self.separator);
        let (found, expected) = (row.len(), self.names.len());
        if found < expected { Err(CsvMistake::Short { line, found, expected }) } else { Ok(row) }
    }

    fn number(&self, line: usize, row: &[String], place: usize) -> Result<f64, CsvMistake> {
        let cell = row.get(place).map_or("", String::as_str);
        if cell.is_empty() || cell.eq_ignore_ascii_case("nan") {
            return Ok(f64::NAN);
        }
        let number = cell.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| self.not_a_number(line, row, place))
    }

    fn not_a_number(&self, line: usize, row: &[String], place: usize) -> CsvMistake {
        let text = |list: &[String]| list.get(place).cloned().unwrap_or_default();
        let cell = text(row);
        let with_point = cell.replacen(',', ".", 1).parse::<f64>();
        let hint = match (cell.contains(','), with_point) {
            (true, Ok(_)) => "; write decimals with a point",
            _ => "",
        };
        CsvMistake::NotANumber { line, column: text(self.names), cell, hint }
    }
}

/// The separator that the header uses most, outside quotes; a comma where it uses none.
fn separator(header: &str) -> char {
    // Every second piece between quotes stands in them.
    let bare: String = header.split('"').step_by(2).collect();
    let count = |c: char| bare.matches(c).count();
    [';', '\t']
        .into_iter()
        .filter(|c| count(*c) > count(','))
        .max_by_key(|c| count(*c))
        .unwrap_or(',')
}

/// The cells of a line, without blanks and quotes around them.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut letters = line.trim_end_matches('\r').chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(cell) = cells.last_mut() else { break };
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted || cell.trim().is_empty() => quoted = !quoted,
            other if other == separator && !quoted => cells.push(String::new()),
            other => cell.push(other),
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn comparison() -> Comparison {
        Comparison {
            name: "bench".to_owned(),
            time_column: "t".to_owned(),
            time_scale: 0.001,
            time_offset_s: 2.0,
            columns: vec![Pair {
                theirs: "Fz, N".to_owned(),
                ours: "w.force_n".to_owned(),
                scale: -1.0,
                offset: 0.5,
            }],
        }
    }

    fn refusal(text: &str) -> String {
        Measured::parse(text, comparison()).unwrap_err().to_string()
    }

    #[test]
    fn times_and_values_come_in_our_units() {
        let text =
            "\u{feff}# a bench\nt,\"Fz, N\",note\r\n0,1,ok\r\n\r\n500,,gap\n1000, 3 ,\"x\"\n";
        let read = Measured::parse(text, comparison()).unwrap();
        assert_eq!(read.times_s, [2.0, 2.5, 3.0]);
        assert_eq!((read.values[0][0], read.values[0][2]), (-0.5, -2.5));
        assert!(read.values[0][1].is_nan());
        assert_eq!(read.span_s(), (2.0, 3.0));
    }

    #[test]
    fn semicolons_and_tabs_separate_where_the_header_has_them() {
        for text in ["t;Fz, N\n1;2\n", "t\tFz, N\n1\t2\n"] {
            let text = text.replace("Fz, N", "\"Fz, N\"");
            assert_eq!(Measured::parse(&text, comparison()).unwrap().values, [[-1.5]]);
        }
    }

    #[test]
    fn every_mistake_names_its_line_or_column() {
        assert!(refusal("").contains("no line with the names"));
        assert!(refusal("t,x\n").contains("no column `Fz, N`; the columns are `t`, `x`"));
        let head = "t,\"Fz, N\"\n";
        assert!(refusal(head).contains("no rows"));
        assert!(
            refusal(&format!("{head}0,1\n1,abc\n")).contains("line 3: `abc` in column `Fz, N`")
        );
        assert!(refusal(&format!("{head}0\n")).contains("line 2 has 1 cells"));
        assert!(refusal(&format!("{head}0,1\n0,2\n")).contains("line 3: the time 2 s"));
        assert!(refusal(&format!("{head},1\n")).contains("line 2: `` in column `t`"));
        assert!(refusal(&format!("{head}0,inf\n")).contains("not a number"));
        assert!(refusal("t;\"Fz, N\"\n0;1,5\n").contains("decimals with a point"));
        assert!(refusal("t,\"Fz, N\",t\n0,1,2\n").contains("`t` is there twice"));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = Measured::parse(&text, comparison());
            let _ = Measured::parse(&format!("t,\"Fz, N\"\n{text}"), comparison());
        }

        #[test]
        fn numbers_return_as_they_were(values in prop::collection::vec(-1e9f64..1e9, 1..50)) {
            let rows = values.iter().enumerate().map(|(t, v)| format!("{t},{v}\n"));
            let text = format!("t,\"Fz, N\"\n{}", rows.collect::<String>());
            let read = Measured::parse(&text, comparison()).unwrap();
            let expected: Vec<f64> = values.iter().map(|v| v * -1.0 + 0.5).collect();
            prop_assert_eq!(&read.values[0], &expected);
        }
    }
}
