//! Tests of the program's commands, documents and sources.
//!
//! They are one test target, so that it is linked once and its tests run in parallel.

mod arguments;
mod asserting_action;
mod bisect;
mod breakpoints;
mod bug_list;
mod builds;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod config;
mod corpus;
mod coverage;
mod cross_check;
mod determinism;
mod docs;
mod escapes;
mod file_options;
mod guided;
mod hostile;
mod import;
mod installs;
mod layers;
mod learn;
mod machines;
mod minimize;
mod online;
mod output;
mod packaging;
mod page;
mod plugin;
mod profile_schema;
mod progress;
mod readme;
mod rebuilt;
mod replay;
mod report;
mod results_of_campaigns;
mod shells;
mod toy_bugs;
mod traces;
mod translate;
mod untrusted;

/// The sentence of the check with this id. Tests name the id, because sentences may change.
fn sentence(id: &str) -> &'static str {
    let mut checks = murxla_rs::triage::checks::checks(None);
    let check = checks.find(|check| check.id() == id);
    check.expect("there is no such check").sentence()
}
