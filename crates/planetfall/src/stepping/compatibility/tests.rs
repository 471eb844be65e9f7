//! The rules against what is certain of them.

use super::*;

#[test]
fn ground_whose_impulses_are_unknowns_is_never_stepped_by_an_explicit_method() {
    use GroundKind::{Bekker, Nonsmooth, Spring, Wheel};
    for ground in [Nonsmooth, Spring, Bekker, Wheel] {
        for method in [MethodKind::RungeKutta4, MethodKind::DormandPrince54] {
            let refusal = check(method, &[ground], &[]).unwrap_err();
            assert_eq!(refusal.cause, Cause::Ground(ground));
            assert!(refusal.instead.contains("implicit, moreau_jean"), "{refusal}");
        }
    }
}

#[test]
fn joints_are_taken_wherever_a_rigid_body_is() {
    for ground in GroundKind::ALL {
        for method in MethodKind::ALL {
            let body = check(method, &[ground], &[]).is_ok();
            let rover = check(method, &[ground], &[Feature::Articulated]).is_ok();
            assert_eq!(body, rover, "{ground:?} {method:?}");
        }
    }
}

#[test]
fn what_is_advised_is_taken() {
    for cell in table() {
        let Err(refusal) = &cell.verdict else { continue };
        let advice = refusal.instead.strip_prefix("use ");
        let advice = advice.unwrap_or_else(|| panic!("{cell:?}: one feature always has a way"));
        for remedy in advice.split(", or ") {
            let (methods, grounds) = match remedy.split_once(" on ") {
                Some((methods, grounds)) => (methods, grounds.strip_suffix(" ground").unwrap()),
                None => (remedy, cell.ground.name()),
            };
            for method in names(methods) {
                for ground in names(grounds) {
                    let method = MethodKind::ALL.into_iter().find(|m| m.name() == method);
                    let ground = GroundKind::ALL.into_iter().find(|g| g.name() == ground);
                    let (method, ground) = (method.unwrap(), ground.unwrap());
                    let verdict = check(method, &[ground], cell.feature.as_slice());
                    assert_eq!(verdict, Ok(()), "{cell:?}");
                }
            }
        }
    }
}

/// The names in "a, b or c".
fn names(list: &str) -> Vec<&str> {
    list.split(", ").flat_map(|part| part.split(" or ")).collect()
}

#[test]
fn the_order_in_which_grounds_are_named_does_not_matter() {
    for one in GroundKind::ALL {
        for other in GroundKind::ALL {
            for method in MethodKind::ALL {
                let there = check(method, &[one, other], &[]).is_ok();
                let back = check(method, &[other, one], &[]).is_ok();
                assert_eq!(there, back, "{one:?} {other:?} {method:?}");
            }
        }
    }
}

#[test]
fn what_no_method_takes_is_to_be_left_out() {
    let refusal = check(
        MethodKind::MoreauJean,
        &[GroundKind::Soil, GroundKind::Marker],
        &[Feature::Grains, Feature::ClosedLoops],
    )
    .unwrap_err();
    assert!(!refusal.instead.is_empty(), "{refusal}");
}
