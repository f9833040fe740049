//! The subcommands, one file each. They print results. Nothing but the command line calls them.

mod actions;
mod api;
pub mod bisect;
mod bug_replay;
mod c_program;
mod compile;
pub mod corpus;
mod corpus_minimize;
mod correlations;
pub mod coverage;
mod described_run;
pub mod findings;
mod found_formula;
pub mod fuzz;
pub mod import;
mod issue;
mod issue_script;
pub mod learn;
mod localize;
pub mod man;
pub mod merge;
pub mod minimize;
pub mod minimize_all;
mod needed_options;
mod output_check;
mod reached;
pub mod recheck;
pub mod record;
mod regression;
pub mod replay;
pub mod report;
pub mod report_trace;
pub mod script;
pub mod show;
mod shows;
pub mod solvers;
pub mod translate;

use murxla_system::console;
use serde::Serialize;

/// Prints a JSON document. What is printed has no keys but those of structures, so this cannot
/// fail.
fn print_json(document: &impl Serialize) {
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    console::out(text + "\n");
}
