//! Values that shells offer for completion, for options that also accept others.

use crate::triage::FailOn;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use murxla_fsm::op::Ops;
use murxla_fsm::option::Category;
use murxla_fsm::strategy;
use murxla_fsm::theory::Theory;
use murxla_store::{SolverSpec, SpecError, Store};
use std::ffi::OsStr;

/// A parser of values, with some that are offered for completion.
#[derive(Clone, Copy)]
pub(super) struct Offered<T> {
    parse: fn(&str) -> Result<T, String>,
    offered: fn() -> Vec<String>,
}

impl<T> Offered<T> {
    /// A parser that accepts what `parse` accepts.
    pub(super) fn new(parse: fn(&str) -> Result<T, String>, offered: fn() -> Vec<String>) -> Self {
        Self { parse, offered }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Offered<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        self.parse.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let offered = (self.offered)().into_iter();
        Some(Box::new(offered.map(PossibleValue::new)))
    }
}

/// Solvers, with the name, release and build that `SolverSpec` describes.
pub(super) fn solver() -> Offered<SolverSpec> {
    let parse = |text: &str| text.parse().map_err(|e: SpecError| e.to_string());
    Offered::new(parse, solvers)
}

/// Solvers with an API in C.
pub(super) fn with_c_api() -> PossibleValuesParser {
    let wrappers = murxla_wrappers::WRAPPERS.iter();
    let with_api = wrappers.filter(|wrapper| wrapper.constants().api.is_some());
    PossibleValuesParser::new(with_api.map(|wrapper| wrapper.name()))
}

/// Accepts every text.
#[expect(clippy::unnecessary_wraps, reason = "parsers return results")]
pub(super) fn text(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

/// Solvers, and their pinned releases.
pub(super) fn solvers() -> Vec<String> {
    let names = murxla_wrappers::WRAPPERS
        .iter()
        .map(|wrapper| wrapper.name());
    let mut all: Vec<String> = names.map(str::to_owned).collect();
    for solver in Store::from_env().iter().flat_map(Store::installable) {
        let versions = solver.versions.iter();
        all.extend(versions.map(|version| format!("{}@{version}", solver.name)));
    }
    all
}

/// Theories.
pub(super) fn theories() -> Vec<String> {
    Theory::ALL
        .map(|(theory, _)| theory.short().to_lowercase())
        .to_vec()
}

/// Strategies.
pub(super) fn strategies() -> Vec<String> {
    strategy::names().map(str::to_owned).collect()
}

/// Categories of options.
pub(super) fn categories() -> Vec<String> {
    Category::ALL
        .map(|category| category.name().to_owned())
        .to_vec()
}

/// What `--fail-on` accepts.
pub(super) fn fail_on() -> Vec<String> {
    FailOn::names().map(str::to_owned).collect()
}

/// Operators of all solvers that runs make.
pub(super) fn operators() -> Vec<String> {
    let ops = Ops::base();
    let made = ops.iter().filter(|op| !ops.signature(*op).scripted);
    made.map(|op| ops.row(op).name.to_owned()).collect()
}
