//! The description of the format itself.

use planetfall_io::format::audit;
use planetfall_io::scenario::SCENARIO;

#[test]
fn the_format_of_scenarios_has_no_fault() {
    assert_eq!(audit(&SCENARIO), Vec::<String>::new());
}
