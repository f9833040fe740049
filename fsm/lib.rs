//! The model of murxla-rs: what calls there are, which are valid now, what they must return.
//!
//! Modules in their order; each uses only earlier ones:
//! `rng` → `theory` → `sort` → `value` → `op` → `solver` → `wrapper` → ….

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod op;
pub mod rng;
pub mod solver;
pub mod sort;
pub mod theory;
pub mod value;
pub mod wrapper;
