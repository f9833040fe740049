//! Reads the declarations of a C API (`api.h`), with the tags in their comments, and writes Rust
//! for them.
//!
//! A header of ours is the one declaration of each C function that murxla-rs calls. The build
//! script of the wrappers writes the types and the table of functions, safe methods, and the
//! declarations themselves as data ([`CHeader`]). With these, `translate --to c` records calls and
//! writes C programs.
//!
//! The headers are our own, so the parser reads only what they contain: functions, variables,
//! structures, enumerations and type definitions. The recipe "A C function" in CONTRIBUTING.md
//! explains the tags.

mod declarator;
mod defaults;
mod header;
mod parse;
mod rust;
mod tags;

pub use header::{
    CCalls, CEnumerator, CFunction, CHeader, CMember, CParameter, CResult, CType, CTypedef,
    ConstantNames, Count, Role,
};
pub use parse::{HeaderError, parse};
pub use rust::{Receiver, methods, rust};
