//! What wrappers share: loading a library ([`library`]), what an open instance knows of its run
//! ([`instance`]), how operators, values and models are written ([`encoding`]), the tables of
//! options ([`options`]), and actions that only one solver has ([`actions`]). Nothing in here knows
//! a solver.

#[macro_use]
pub(crate) mod library;

pub(crate) mod actions;
pub(crate) mod encoding;
pub(crate) mod instance;
pub(crate) mod options;
