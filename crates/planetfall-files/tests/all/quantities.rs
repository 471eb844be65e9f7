//! Every column and metric is declared with its unit, and what worlds record is what the reference lists.

use planetfall::quantity::{ReferenceEntry, ReferenceSection};
use planetfall::{outcome, recording};
use planetfall_files::format::Ink;
use planetfall_files::quantity::unit_of;
use planetfall_files::scenario::{ScenarioFile, builtins};

fn entries(
    sections: &[ReferenceSection],
) -> impl Iterator<Item = (&ReferenceSection, &ReferenceEntry)> {
    sections.iter().flat_map(|one| one.entries.iter().map(move |entry| (one, entry)))
}

#[test]
fn every_declared_name_ends_with_its_unit_or_is_declared_dimensionless() {
    let all = [recording::reference(), outcome::reference()];
    assert!(all.iter().all(|sections| entries(sections).count() > 80));
    for (section, one) in all.iter().flat_map(|sections| entries(sections)) {
        let unit = unit_of(&one.name);
        let (title, name) = (section.title, &one.name);
        assert_eq!(unit.is_empty(), one.is_dimensionless, "{title}: {name} has the unit `{unit}`");
        assert!(!one.meaning.is_empty() && !one.meaning.ends_with('.'), "{title}: {name}");
    }
}

#[test]
fn a_metric_has_the_unit_and_the_words_of_the_column_that_it_is_made_of() {
    let metrics = outcome::reference();
    let columns = recording::reference();
    let mut count = 0;
    for (_, metric) in entries(&metrics) {
        let Some(column) = metric.column else { continue };
        assert!(entries(&columns).any(|(_, one)| one.name == column), "{column} is no column");
        assert_eq!(unit_of(&metric.name), unit_of(column), "{}", metric.name);
        let words = |name: &str| name.split(['.', '_']).map(str::to_owned).collect::<Vec<_>>();
        let own = words(&metric.name);
        assert!(words(column).iter().all(|word| own.contains(word)), "{} of {column}", metric.name);
        count += 1;
    }
    assert!(count > 15, "{count}");
}

/// Whether an entry of the reference stands for a name: `JOINT`, `BEAM` and `MODE` are a world's own.
fn stands_for(section: &ReferenceSection, entry: &ReferenceEntry, name: &str) -> bool {
    let own = ["JOINT", "BEAM", "MODE"].iter().find_map(|word| entry.name.split_once(word));
    match own {
        Some(("", after)) => name.ends_with(after),
        Some((before, after)) => name.contains(before) && name.ends_with(after),
        None => match name.strip_suffix(&entry.name) {
            Some("") => section.entity.is_empty() || section.entity == "[VEHICLE.]",
            Some(entity) => entity.ends_with('.'),
            None => false,
        },
    }
}

#[test]
fn what_the_built_in_scenarios_record_and_measure_is_in_the_reference() {
    let (columns, metrics) = (recording::reference(), outcome::reference());
    let listed = |sections: &[ReferenceSection], name: &str, meaning: &str| {
        entries(sections)
            .any(|(section, one)| one.meaning == meaning && stands_for(section, one, name))
    };
    for known in builtins() {
        let file = ScenarioFile::from_text(known.name, known.text);
        if file.is_rig() {
            continue;
        }
        let scenario = file.load(Ink::Plain).unwrap().scenario;
        for column in recording::columns(&scenario.world) {
            assert!(
                listed(&columns, &column.name, column.meaning),
                "{}: {}",
                known.name,
                column.name
            );
        }
        let state = scenario.initial();
        for metric in outcome::metrics(&scenario.world, &state) {
            assert!(
                listed(&metrics, &metric.name, metric.meaning),
                "{}: {}",
                known.name,
                metric.name
            );
        }
    }
}
