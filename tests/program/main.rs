//! Tests of the program's commands, documents and sources.
//!
//! They are one test target, so that it is linked once and its tests run in parallel.

mod arguments;
mod asserting_action;
mod bench_compare;
mod bisect;
mod breakpoints;
mod bug_list;
mod builds;
mod campaign_results;
mod changed_library;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod config;
mod corpus;
mod coverage;
mod cross_check;
mod determinism;
mod docs;
mod escaped_output;
mod file_options;
mod foreign_files;
mod foreign_results;
mod guided;
mod import;
mod installs;
mod layers;
mod learn;
mod minimize;
mod online;
mod output_errors;
mod packaging;
mod page;
mod plugin;
mod profile_schema;
mod progress;
mod prose;
mod readme;
mod record;
mod replay;
mod report;
mod shards;
mod shells;
mod toy_bugs;
mod traces;
mod translate;

/// The sentence of the check with this id. Tests name the id, because sentences may change.
fn sentence(id: &str) -> &'static str {
    let mut checks = murxla_rs::triage::checks::checks(None);
    let check = checks.find(|check| check.id() == id);
    check.expect("there is no such check").sentence()
}
