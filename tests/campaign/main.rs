//! Tests of campaigns: what they run, find, print, and leave in results directories.

mod asserting_action;
mod bench_compare;
mod breakpoints;
mod bugs_of_the_toy;
mod campaign_results;
mod changed_library;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod coverage;
mod cross_check;
mod determinism;
mod guided;
mod progress;
mod shards;
