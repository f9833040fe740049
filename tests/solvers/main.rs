//! Tests of where solvers come from: installed and built libraries, adapters, and programs behind
//! pipes.

mod builds;
#[path = "../common/mod.rs"]
mod common;
mod installs;
mod online;
mod plugin;
