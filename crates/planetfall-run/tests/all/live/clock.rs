//! Pause, single steps, speed, and the end.

use crate::live::{assert_replays, built_in, now, session, step};
use planetfall_files::live::Order;
use planetfall_files::run_folder::Summary;

#[test]
fn a_session_starts_paused_and_a_step_is_exactly_one_tick() {
    let place = tempfile::tempdir().unwrap();
    let session = session(&built_in("curiosity-park"), &[], &place.path().join("live"));
    let status = session.settle(crate::live::PATIENCE).unwrap();
    assert!(status.paused && status.time_s == 0.0 && status.records == 1, "{status:?}");
    let period = session.describe().period_s;
    for count in 1..=3_u32 {
        let status = step(&session, 1);
        let reported = (status.time_s, status.records);
        assert_eq!(reported, (period * f64::from(count), u64::from(count) + 1));
        assert_eq!(now(&session, "time_s"), status.time_s);
    }
    let status = step(&session, 97);
    assert_eq!(status.time_s, 2.0);
    assert!(status.paused);
}

#[test]
fn a_session_that_was_nothing_but_watched_replays_and_is_named_as_saved() {
    let place = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| place.path().join(name));
    let session = session(&built_in("curiosity-park"), &[], &first);
    step(&session, 100);
    assert_eq!(session.save().unwrap(), first);
    let summary = Summary::read(&first.join("summary.json")).unwrap();
    assert_eq!((summary.outcome.as_str(), summary.sim_time_s), ("live_saved", 2.0));
    assert!(session.order(Order::Go).unwrap_err().contains("has ended"));
    assert_replays(&first, &second);
}

#[test]
fn rows_that_a_page_was_too_slow_for_are_thinned_and_the_last_is_there() {
    let place = tempfile::tempdir().unwrap();
    let session = session(&built_in("bounce"), &[], &place.path().join("live"));
    let status = step(&session, 1000);
    let feed = session.since(0, 100);
    assert_eq!(feed.next, status.records);
    assert!(feed.rows.len() <= 100 && feed.rows.len() > 80, "{}", feed.rows.len());
    assert_eq!(feed.rows.last().unwrap()[0], status.time_s);
    assert!(feed.rows.is_sorted_by(|one, other| one[0] < other[0]));
    assert!(session.since(feed.next, 100).rows.is_empty());
}

#[test]
fn a_session_whose_process_died_comes_back_paused_and_replays() {
    let workdir = tempfile::tempdir().unwrap();
    let place = workdir.path().join("live");
    let own = session(&built_in("playground"), &[], &place);
    own.order(Order::Go).unwrap();
    let partial = workdir.path().join("live.partial");
    // The first stands at the start.
    while !partial.join("checkpoint-2.state").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    own.order(Order::Pause).unwrap();
    own.settle(crate::live::PATIENCE).unwrap();
    // What a process that is killed now leaves behind.
    let left = workdir.path().join("left.partial");
    std::fs::create_dir(&left).unwrap();
    for entry in std::fs::read_dir(&partial).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), left.join(entry.file_name())).unwrap();
    }
    drop(own);
    let again = planetfall_run::live::LiveSession::resume(&workdir.path().join("left")).unwrap();
    let status = again.settle(crate::live::PATIENCE).unwrap();
    assert!(status.paused && status.time_s > 0.0, "{status:?}");
    let later = step(&again, 3);
    assert!(later.time_s > status.time_s);
    let folder = again.save().unwrap();
    assert_eq!(folder, workdir.path().join("left"));
    crate::live::assert_replays(&folder, &workdir.path().join("replayed"));
}
