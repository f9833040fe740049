//! Tests of the commands that read traces and scripts, and of the regression traces.

mod all_traces;
mod arguments;
mod bisect;
#[path = "../common/mod.rs"]
mod common;
mod import;
mod minimize;
mod record;
mod replay;
mod translate;
