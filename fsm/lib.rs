//! The model of murxla-rs: what calls there are, which are valid now, what they must return.
//!
//! Modules in their order; each uses only earlier ones, except that `trace`, `action` and `swarm`
//! know each other's types (a call names its action, an action makes calls):
//! `rng` → `option` → `theory` → `sort` → `value` → `op` → `eval` → `profile` → `solver` → `c_api` → `wrapper` →
//! `model` → `trace`/`action`/`swarm` → `scheme` → `machine` → `check` → `run`.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod action;
pub mod actions;
pub mod c_api;
pub mod edit;
pub mod eval;
pub mod loaded;
pub mod machine;
pub mod op;
pub mod option;
pub mod oracle;
pub mod profile;
pub mod rng;
pub mod run;
pub mod scenario;
pub mod solver;
pub mod sort;
pub mod state;
pub mod swarm;
pub mod theory;
pub mod trace;
pub mod value;
pub mod wrapper;
