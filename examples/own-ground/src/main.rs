//! Flies the lander and says how it went.

use own_ground::lander;
use planetfall::recording::Silent;
use planetfall::simulation::Simulation;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let scenario = lander::scenario(vec![lander::navigation("inertial")], 0)?;
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(scenario.duration, &mut Silent)?;
    let outcome = simulation.outcome();
    println!("{}: {} after {}", scenario.name, outcome.name, outcome.time);
    for (contact, crush) in simulation.state().ground.contacts.iter().enumerate() {
        let name = scenario.world.contactor_name(contact);
        let metric = |what: &str| outcome.metric(&format!("{name}.{what}")).unwrap_or(f64::NAN);
        println!(
            "  {name}: touched at {:.3} s, at most {:.0} N, crushed by {:.1} mm",
            metric("first_contact_s"),
            metric("peak_normal_force_n"),
            1e3 * crush,
        );
    }
    for name in ["com.final_speed_m_per_s", "energy.unexplained_share"] {
        println!("  {name} {:.3e}", outcome.metric(name).unwrap_or(f64::NAN));
    }
    outcome.warnings.iter().for_each(|warning| println!("  {warning}"));
    Ok(())
}
