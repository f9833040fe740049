//! Texts about what a campaign has found: the issue of a finding ([`issue`]), the page of a
//! campaign ([`page`]), and C programs that make the calls of a run ([`c_program`]). Nothing in
//! here runs a solver.

pub mod c_program;
pub mod issue;
pub mod page;
