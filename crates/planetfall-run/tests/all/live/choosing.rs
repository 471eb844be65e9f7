//! Scenarios of a choice of vehicle, terrain and ground.

use crate::live::{session, step};
use planetfall_files::live::Choice;
use planetfall_run::live::{LiveError, Venue, offers};

#[test]
fn every_vehicle_and_every_terrain_that_is_offered_can_be_had() {
    let workdir = tempfile::tempdir().unwrap();
    let offers = offers();
    assert!(offers.scenarios.iter().all(|offer| !offer.title.is_empty()), "{:?}", offers.scenarios);
    let level = |vehicle: &str| Choice {
        vehicle: Some(vehicle.to_owned()),
        terrain: Some("level".to_owned()),
        ..Choice::default()
    };
    let vehicles = offers.vehicles.iter().map(|offer| level(&offer.name));
    let terrains = offers
        .terrains
        .iter()
        .map(|offer| Choice { terrain: Some(offer.name.clone()), ..Choice::default() });
    for (number, choice) in vehicles.chain(terrains).enumerate() {
        let session = session(&choice, &[], &workdir.path().join(number.to_string()));
        let status = step(&session, 5);
        assert!(status.ended.is_none(), "{choice:?}: {status:?}");
    }
}

#[test]
fn what_cannot_be_chosen_is_reported_with_what_can() {
    let workdir = tempfile::tempdir().unwrap();
    let venue = Venue { folder: Some(workdir.path().join("live")), ..Venue::default() };
    let none = Choice::default();
    let cases = [
        (Choice { scenario: "curiosity-driv".to_owned(), ..none.clone() }, "`curiosity-drive`"),
        (Choice { vehicle: Some("curiosty".to_owned()), ..none.clone() }, "`curiosity`"),
        (Choice { terrain: Some("moon".to_owned()), ..none.clone() }, "ripples"),
        (Choice { ground: Some("jelly".to_owned()), ..none.clone() }, "nonsmooth"),
        (Choice { ground: Some("bekker".to_owned()), ..none.clone() }, "do not follow"),
    ];
    for (choice, reported) in cases {
        let error = venue.open(&choice).map(|_| ()).unwrap_err();
        assert!(matches!(error, LiveError::Choice(_)), "{error}");
        assert!(error.to_string().contains(reported), "{error}");
    }
    assert!(!workdir.path().join("live").exists(), "nothing is left of what never began");
}

#[test]
fn a_second_session_does_not_replace_the_first() {
    let workdir = tempfile::tempdir().unwrap();
    let folder = workdir.path().join("live");
    let venue = Venue { folder: Some(folder.clone()), ..Venue::default() };
    let choice = Choice { scenario: "bounce".to_owned(), ..Choice::default() };
    let first = venue.open(&choice).unwrap().save().unwrap();
    let second = venue.open(&choice).unwrap().save().unwrap();
    assert_eq!([first, second], [folder, workdir.path().join("live-2")]);
}
