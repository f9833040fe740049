//! The subcommands, one file each. They print results. Nothing but the command line calls them.

mod api;
pub mod bisect;
mod bug_replay;
mod c_program;
mod compile;
pub mod corpus;
mod correlations;
pub mod coverage;
pub mod fuzz;
pub mod import;
mod issue;
mod issue_script;
pub mod learn;
mod localize;
pub mod man;
pub mod merge;
pub mod minimize;
mod reached;
pub mod recheck;
mod regression;
pub mod replay;
pub mod report;
pub mod report_trace;
pub mod script;
pub mod show;
pub mod solvers;
pub mod translate;
