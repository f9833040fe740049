//! What wrappers share: loading a library ([`library`]), what an open instance knows of its run
//! ([`instance`]), how operators, values and models are written ([`encoding`]), the tables of
//! options ([`options`]), actions that only one solver has ([`actions`]), and the SAT solver that
//! several of them contain ([`cadical`]). Nothing in here knows a solver of `wrappers/`.

#[macro_use]
pub(crate) mod library;

pub(crate) mod actions;
pub(crate) mod cadical;
pub(crate) mod encoding;
pub(crate) mod instance;
pub(crate) mod options;
