//! The `planetfall` command: one file per verb, no physics and no validation of its own.

// `println` panics where nobody reads: `terminal::say` does not.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod campaigns;
mod check;
mod compare;
mod converge;
mod diff;
mod export;
mod failure;
mod folders;
mod list;
mod live;
mod methods;
mod new;
mod operating;
mod quantities;
mod report;
mod rig_verbs;
mod rigs;
mod run;
mod rut;
mod scenarios;
mod schema;
mod settle;
mod slope;
mod sweep;
mod terminal;
mod terrain;
mod view;
mod why;

use check::CheckArguments;
use clap::{Parser, Subcommand};
use compare::CompareArguments;
use converge::ConvergeArguments;
use diff::DiffArguments;
use export::ExportArguments;
use list::ListArguments;
use live::LiveArguments;
use new::NewArguments;
use report::ReportArguments;
use run::RunArguments;
use rut::RutArguments;
use schema::SchemaArguments;
use settle::SettleArguments;
use slope::SlopeArguments;
use std::process::ExitCode;
use sweep::SweepArguments;
use terrain::TerrainArguments;
use view::ViewArguments;
use why::WhyArguments;

/// Flies landers to the ground and drives rovers on it.
///
/// Without a verb it runs the showcase, Curiosity driving 100 m over rocky ground.
#[derive(Debug, Parser)]
#[command(name = "planetfall", version, about, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    List(ListArguments),
    Run(RunArguments),
    Check(CheckArguments),
    New(NewArguments),
    Report(ReportArguments),
    View(ViewArguments),
    Live(LiveArguments),
    Export(ExportArguments),
    Converge(ConvergeArguments),
    Sweep(SweepArguments),
    Terrain(TerrainArguments),
    Schema(SchemaArguments),
    Settle(SettleArguments),
    Slope(SlopeArguments),
    Rut(RutArguments),
    #[command(hide = true)]
    Bevameter(rig_verbs::Bevameter),
    #[command(hide = true)]
    SingleWheel(rig_verbs::SingleWheel),
    #[command(hide = true)]
    MultiPass(rig_verbs::MultiPass),
    #[command(hide = true)]
    SelfBurial(rig_verbs::SelfBurial),
    #[command(hide = true)]
    ExomarsDrawbar(rig_verbs::ExomarsDrawbar),
    SoilFigures(rigs::SoilFigures),
    Why(WhyArguments),
    Diff(DiffArguments),
    Compare(CompareArguments),
}

fn main() -> ExitCode {
    let done = match CommandLine::parse().verb {
        None => run::showcase(),
        Some(Verb::List(arguments)) => list::list(&arguments),
        Some(Verb::Run(arguments)) => run::run(&arguments),
        Some(Verb::Check(arguments)) => check::check(&arguments),
        Some(Verb::New(arguments)) => new::new(&arguments),
        Some(Verb::Report(arguments)) => report::report(&arguments),
        Some(Verb::View(arguments)) => view::view(&arguments),
        Some(Verb::Live(arguments)) => live::live(&arguments),
        Some(Verb::Export(arguments)) => export::export(&arguments),
        Some(Verb::Converge(arguments)) => converge::converge(&arguments),
        Some(Verb::Sweep(arguments)) => sweep::sweep(&arguments),
        Some(Verb::Terrain(arguments)) => terrain::terrain(&arguments),
        Some(Verb::Schema(arguments)) => schema::schema(&arguments),
        Some(Verb::Settle(arguments)) => settle::settle(&arguments),
        Some(Verb::Slope(arguments)) => slope::slope(&arguments),
        Some(Verb::Rut(arguments)) => rut::rut(&arguments),
        Some(Verb::Bevameter(arguments)) => rig_verbs::bevameter(&arguments),
        Some(Verb::SingleWheel(arguments)) => rig_verbs::single_wheel(&arguments),
        Some(Verb::MultiPass(arguments)) => rig_verbs::multi_pass(&arguments),
        Some(Verb::SelfBurial(arguments)) => rig_verbs::self_burial(&arguments),
        Some(Verb::ExomarsDrawbar(arguments)) => rig_verbs::exomars_drawbar(&arguments),
        Some(Verb::SoilFigures(arguments)) => rigs::soil_figures(&arguments),
        Some(Verb::Why(arguments)) => why::why(&arguments),
        Some(Verb::Diff(arguments)) => diff::diff(&arguments),
        Some(Verb::Compare(arguments)) => compare::compare(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print();
            failure.code()
        }
    }
}
