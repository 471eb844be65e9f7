//! The report's page: its sections, in the order in which a reader asks.

use super::figure::{Figure, MARKERS};
use super::markup::{self, escape};
use super::overlay;
use planetfall_files::quantity::{significant, typeset_number, unit_of, with_unit};
use planetfall_files::run_folder::compare::Measured;
use planetfall_files::run_folder::{
    Event, ExpectationKind, RunFile, Summary, Verdict, by_kind, tally,
};

/// All that the page shows.
pub(super) struct Page {
    pub(super) summary: Summary,
    pub(super) title: String,
    pub(super) scenario: String,
    pub(super) events: Vec<Event>,
    /// The end of the run in three dimensions, drawn.
    pub(super) still: Option<String>,
    /// Events along time, drawn.
    pub(super) timeline: Option<String>,
    pub(super) figures: Vec<Figure>,
    /// Wheel by wheel, drawn.
    pub(super) wheels: Option<String>,
    pub(super) energy: Option<Figure>,
    /// What the run is compared with.
    pub(super) measured: Vec<Measured>,
    /// What could not be read or drawn.
    pub(super) notes: Vec<String>,
}

impl Page {
    /// The whole page as HTML.
    pub(super) fn html(&self) -> String {
        let sections = [
            self.banner(),
            self.warnings(),
            self.expectations(),
            self.still.clone().unwrap_or_default(),
            self.timeline(),
            self.figures(),
            self.measured(),
            self.wheels(),
            self.energy(),
            self.metrics(),
            self.events(),
            self.facts(),
            self.parameters(),
        ];
        markup::page(&self.summary.scenario, &sections.join("\n"))
    }

    fn banner(&self) -> String {
        let expect = &self.summary.expect;
        let (class, words) = match expect.iter().all(|verdict| verdict.pass) {
            _ if expect.is_empty() => ("plain", "no expectations to check".to_owned()),
            true => ("good", format!("✓ {}", tally(expect))),
            false => ("bad", format!("✗ {}", tally(expect))),
        };
        let (class, words) = match &self.summary.failure {
            Some(reason) => ("bad", reason.clone()),
            None => (class, words),
        };
        format!(
            "<header><p class=\"maker\">Planetfall run report</p><h1>{}</h1><p>{}</p>\
             <p class=\"banner {class}\"><strong>{}</strong><span class=\"count\">{}</span></p>\
             </header>",
            escape(&self.summary.scenario),
            escape(&self.title),
            escape(&self.summary.outcome.replace('_', " ")),
            escape(&words),
        )
    }

    fn warnings(&self) -> String {
        let warnings = self.summary.warnings.iter().chain(&self.notes);
        let items: String =
            warnings.map(|warning| format!("<li>{}</li>", escape(warning))).collect();
        if items.is_empty() {
            return String::new();
        }
        section("Warnings", &format!("<ul class=\"warnings\">{items}</ul>"))
    }

    fn expectations(&self) -> String {
        if self.summary.expect.is_empty() {
            return String::new();
        }
        let blocks: String = by_kind(&self.summary.expect)
            .map(|(kind, those)| expectation_block(kind, &those))
            .collect();
        section("Expectations", &blocks)
    }

    fn figures(&self) -> String {
        let figures = self.figures.iter().enumerate().map(|(index, figure)| {
            drawn(figure, &format!("figure-{}", index + 1), &format!("Figure {}. ", index + 1))
        });
        let figures: String = figures.collect();
        if figures.is_empty() { String::new() } else { section("Figures", &figures) }
    }

    fn timeline(&self) -> String {
        self.timeline.as_ref().map_or_else(String::new, |drawn| section("Timeline", drawn))
    }

    fn wheels(&self) -> String {
        self.wheels.as_ref().map_or_else(String::new, |drawn| section("Wheel by wheel", drawn))
    }

    fn measured(&self) -> String {
        let table = overlay::table(&self.measured, &self.summary);
        if table.is_empty() { table } else { section("Compared with data", &table) }
    }

    fn energy(&self) -> String {
        let drawn = self.energy.as_ref().map(|figure| drawn(figure, "energy", ""));
        drawn.map_or_else(String::new, |figure| section("Energy account", &figure))
    }

    fn metrics(&self) -> String {
        if self.summary.metrics.is_empty() {
            return String::new();
        }
        let row = |(name, value): (&String, &f64)| {
            format!(
                "<tr><td><code>{}</code></td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
                breakable(name),
                number(*value),
                escape(&unit_of(name)),
                escape(self.summary.meanings.get(name).map_or("", String::as_str))
            )
        };
        let rows: String = self.summary.metrics.iter().map(row).collect();
        section(
            "Metrics",
            &format!(
                "<div class=\"wide\"><table class=\"narrow\"><thead><tr><th>metric</th>\
                 <th class=\"n\">value</th><th>unit</th><th>meaning</th></tr></thead><tbody>{rows}</tbody>\
                 </table></div>"
            ),
        )
    }

    fn events(&self) -> String {
        if self.events.is_empty() {
            return String::new();
        }
        let rows: String = self.events.iter().map(event_row).collect();
        let table = format!(
            "<div class=\"wide\"><table><thead><tr><th class=\"n\">time [s]</th><th>kind</th>\
             <th>who</th><th>what</th></tr></thead><tbody>{rows}</tbody></table></div>"
        );
        // A long list is collapsed.
        let body = if self.events.len() > MARKERS {
            format!(
                "<details><summary>{} events; the figures mark the first of each kind</summary>\
                 {table}</details>",
                self.events.len()
            )
        } else {
            table
        };
        section("Events", &body)
    }

    fn facts(&self) -> String {
        let summary = &self.summary;
        let fact = |name: &str, value: String| format!("<dt>{name}</dt><dd>{value}</dd>");
        let mut facts = fact("simulated time", number(summary.sim_time_s) + " s");
        facts += &fact("steps", typeset_number(&summary.steps.to_string()));
        facts +=
            &fact("computing time", typeset_number(&significant(summary.wall_time_s, 3)) + " s");
        if let Some(version) = &summary.version {
            facts += &fact("Planetfall", escape(version));
        }
        let files = [RunFile::Scenario, RunFile::Summary, RunFile::History, RunFile::Events];
        let links = files.map(|file| format!("<a href=\"{0}\">{0}</a>", file.name()));
        facts += &fact("files beside this page", links.join(", "));
        section("The run", &format!("<dl>{facts}</dl>"))
    }

    fn parameters(&self) -> String {
        section(
            "Parameters",
            &format!(
                "<details><summary>the effective scenario, nothing implicit</summary>\
                 <pre>{}</pre></details>",
                escape(&self.scenario)
            ),
        )
    }
}

fn section(title: &str, body: &str) -> String {
    format!("<section><h2>{title}</h2>{body}</section>")
}

fn drawn(figure: &Figure, id: &str, number: &str) -> String {
    let notes: String = figure
        .notes
        .iter()
        .map(|note| format!("<p class=\"note\">{}.</p>", escape(note)))
        .collect();
    let picture = if figure.plot.series.is_empty() {
        "<p class=\"note\">Nothing to draw.</p>".to_owned()
    } else {
        format!("{}{}<output></output>", figure.plot.legend(), figure.plot.svg(id))
    };
    let caption = if figure.caption.is_empty() {
        String::new()
    } else {
        format!("<span>{}</span>", escape(&figure.caption))
    };
    format!(
        "<figure id=\"{id}-figure\">{picture}<figcaption><b>{number}{}</b> {caption}</figcaption>\
         {notes}{}</figure>",
        ended(&escape(&figure.title)),
        figure.table,
    )
}

/// A title reads as a sentence before its caption.
fn ended(title: &str) -> String {
    if title.ends_with(['.', '?', '!']) { title.to_owned() } else { format!("{title}.") }
}

/// Expectations of one kind, their column headed by it.
fn expectation_block(kind: ExpectationKind, verdicts: &[&Verdict]) -> String {
    let rows: String = verdicts.iter().map(|verdict| expectation_row(verdict)).collect();
    format!(
        "<div class=\"wide\"><table class=\"expect\"><thead><tr><th>metric</th><th class=\"n\">{}</th>\
         <th class=\"n\">here</th><th>tolerance met</th><th>source</th></tr></thead>\
         <tbody>{rows}</tbody></table></div>",
        kind.heading(),
    )
}

fn expectation_row(verdict: &Verdict) -> String {
    let class = if verdict.pass { "good" } else { "bad" };
    format!(
        "<tr><td><code>{}</code></td><td class=\"n\" data-head=\"{}\">{}</td>\
         <td class=\"n\" data-head=\"here\">{}</td>\
         <td class=\"{class}\" data-head=\"tolerance met\">{}</td><td class=\"source\">{}</td></tr>",
        breakable(&verdict.metric),
        verdict.kind.heading(),
        escape(&typeset(&verdict.allowed())),
        escape(&typeset(&verdict.here())),
        escape(&typeset(&verdict.judgement())),
        escape(&verdict.source),
    )
}

fn event_row(event: &Event) -> String {
    let value = |(name, value): (&String, &f64)| {
        let shown = with_unit(&typeset_number(&significant(*value, 6)), &unit_of(name));
        format!("{} {}", escape(name), escape(&shown))
    };
    let values: Vec<String> = event.values.iter().map(value).collect();
    let values = if values.is_empty() {
        String::new()
    } else {
        format!("<br><span class=\"source\">{}</span>", values.join(", "))
    };
    format!(
        "<tr><td class=\"n\">{}</td><td>{}</td><td><code>{}</code></td><td>{}{values}</td></tr>",
        typeset_number(&format!("{:.4}", event.time_s)),
        escape(&event.kind),
        escape(event.entity.as_deref().unwrap_or("")),
        escape(&event.message),
    )
}

fn number(value: f64) -> String {
    escape(&typeset_number(&significant(value, 7)))
}

/// A phrase with its numbers typeset.
fn typeset(phrase: &str) -> String {
    phrase.split(' ').map(typeset_number).collect::<Vec<_>>().join(" ")
}

/// A name that may break over lines after its dots.
fn breakable(name: &str) -> String {
    escape(name).replace('.', ".<wbr>")
}
