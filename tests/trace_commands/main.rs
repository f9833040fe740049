//! Tests of the commands that read traces and scripts, and of the regression traces.

mod arguments;
mod bisect;
#[path = "../common/mod.rs"]
mod common;
mod import;
mod minimize;
mod record;
mod replay;
mod traces;
mod translate;
