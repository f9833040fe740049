//! Tests of the command line, of output and reports, and of files from other people.

mod bug_reports;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod escaped_output;
mod file_options;
mod foreign_files;
mod foreign_results;
mod output_errors;
mod page;
mod shells;
