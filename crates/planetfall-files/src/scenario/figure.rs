//! What figures of the report name must be there: columns that are recorded, metrics that are times.

use super::build::{check_metric, metric_names};
use super::schema::ScenarioKeys;
use super::schema::results::FigureKeys;
use super::{Compared, Report};
use crate::format::Place;
use crate::format::nearest;
use crate::quantity::column::Run;
use crate::quantity::unit_of;
use planetfall::recording;
use planetfall::scenario::Scenario;

/// Checks every figure of a scenario.
pub(super) fn check(
    root: &ScenarioKeys,
    scenario: &Scenario,
    compared: &[Compared],
    report: &mut Report<'_>,
) {
    let columns: Vec<String> =
        recording::columns(&scenario.world).into_iter().map(|column| column.name).collect();
    let metrics = metric_names(scenario, compared);
    for figure in &root.figure {
        check_columns(figure, &columns, report);
        check_window(figure, &metrics, report);
        check_marks(figure, &metrics, report);
    }
}

fn check_columns(figure: &FigureKeys, columns: &[String], report: &mut Report<'_>) {
    for column in figure.x.value().iter().chain(figure.y.value()) {
        let Some(name) = column.given() else { continue };
        if name.contains('*') || columns.iter().any(|known| known == name) {
            continue;
        }
        let message = format!("`{name}`: this scenario records no such column");
        let help = match nearest(name, columns.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`planetfall schema --columns SCENARIO` lists them".to_owned(),
        };
        report.help(column.place(), message, help);
    }
}

fn check_window(figure: &FigureKeys, metrics: &[String], report: &mut Report<'_>) {
    let ends = [figure.from_s.given(), figure.to_s.given()];
    if let [Some(from), Some(to)] = ends
        && from >= to
    {
        let message = format!("`to_s` is {to} but must be greater than `from_s`, which is {from}");
        report.error(figure.to_s.place(), message);
    }
    let Some(name) = figure.relative_to.given() else { return };
    let place = figure.relative_to.place();
    check_time(name, metrics, place, report);
    if ends == [None, None] {
        let message = "`relative_to` has nothing to move";
        report.help(place, message, "give `from_s`, `to_s` or both; they count from it");
    }
}

fn check_marks(figure: &FigureKeys, metrics: &[String], report: &mut Report<'_>) {
    if let Some(clock) = &figure.published_clock
        && let Some(name) = clock.metric.given()
    {
        check_time(name, metrics, clock.metric.place(), report);
    }
    let marks = &figure.mark;
    for mark in marks {
        match (mark.metric.given(), mark.published_s.given()) {
            (None, None) => {
                let message = "a mark needs a time: give `metric`, `published_s` or both";
                report.error(mark.place, message);
            }
            (Some(name), _) => check_time(name, metrics, mark.metric.place(), report),
            (None, Some(_)) => {}
        }
    }
    let over_time = figure.x.value().iter().all(|column| column.given() == Some(Run::TIME.name));
    if let (false, Some(mark)) = (over_time, marks.first()) {
        let message = "marks are instants, but time is not on this figure's horizontal axis";
        report.help(mark.place, message, "leave out `x`, or draw the marks in another figure");
    }
}

/// Refuses what is no metric, and a metric that is no time.
fn check_time(name: &str, metrics: &[String], place: Place, report: &mut Report<'_>) {
    let known = metrics.iter().any(|metric| metric == name);
    if known && unit_of(name) != "s" {
        report.error(place, format!("`{name}` is not a time in seconds"));
    } else {
        check_metric(name, metrics, place, report);
    }
}
