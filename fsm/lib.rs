//! The core of murxla-rs: which calls exist, which of them are valid in a state, and what they must
//! return.
//!
//! A module uses only modules before it: `rng`, `names`, `option`, `files`, `theory`, `sort`,
//! `value`, `op`, `eval`, `profile`, `solver`, `c_api`, `loaded`, `state`, `action`, `settings`,
//! `swarm`, `actions`, `wrapper`, `trace`, `edit`, `features`, `corpus`, `scenario`, `machine`,
//! `strategy`, `oracle`, `run`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod action;
pub mod actions;
pub mod c_api;
pub mod corpus;
pub mod edit;
pub mod eval;
pub mod features;
pub mod files;
pub mod loaded;
pub mod machine;
pub mod names;
pub mod nearest;
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
pub mod spelling;
pub mod state;
pub mod strategy;
pub mod swarm;
pub mod theory;
pub mod trace;
pub mod value;
pub mod wrapper;
