//! The description of the format itself.

use planetfall_files::format::audit;
use planetfall_files::scenario::SCENARIO;

#[test]
fn the_format_of_scenarios_has_no_fault() {
    assert_eq!(audit(&SCENARIO), Vec::<String>::new());
}
