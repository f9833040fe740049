#![doc = include_str!("README.md")]
//!
//! # Modules
//!
//! A module uses only modules before it: `glob`, `rng`, `option`, `theory`, `sort`, `value`, `op`,
//! `eval`, `profile`, `solver`, `state`, `action`, `settings`, `actions`, `wrapper`, `trace`,
//! `edit`, `features`, `scenario`, `machine`, `strategy`, `oracle`, `run`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod action;
pub mod actions;
pub mod edit;
pub mod eval;
pub mod features;
pub mod glob;
pub mod machine;
pub mod op;
pub mod option;
pub mod oracle;
pub mod profile;
pub mod rng;
pub mod run;
pub mod scenario;
pub mod settings;
pub mod solver;
pub mod sort;
pub mod state;
pub mod strategy;
pub mod theory;
pub mod trace;
pub mod value;
pub mod wrapper;
