//! Errors about unknown names. They suggest a known name that is near.

use super::Importer;
use crate::smt2::tree::{Expr, Fault};
use murxla_fsm::profile::nearest::suggestion;
use std::collections::BTreeSet;

/// Sorts, each with its form.
const SORTS: [(&str, &str); 13] = [
    ("Array", "(Array Int Int)"),
    ("Bag", "(Bag Int)"),
    ("BitVec", "(_ BitVec 8)"),
    ("Bool", "Bool"),
    ("FiniteField", "(_ FiniteField 7)"),
    ("FloatingPoint", "(_ FloatingPoint 8 24)"),
    ("Int", "Int"),
    ("Real", "Real"),
    ("RegLan", "RegLan"),
    ("RoundingMode", "RoundingMode"),
    ("Seq", "(Seq Int)"),
    ("Set", "(Set Int)"),
    ("String", "String"),
];

/// Functions with sort parameters stand for one function for each sort, and traces have functions
/// of one sort only.
const NO_PARAMETERS: &str = "functions have no sort parameters; declare a function for each sort";

/// Commands that languages do not have, or for which nothing in a trace stands, each with what to
/// write instead.
const WITHOUT_CALLS: [(&str, &str); 3] = [
    (
        "check-sat-assuming-model",
        "few solvers support it; use (check-sat-assuming ((= x 1))) instead",
    ),
    ("declare-sort-parameter", NO_PARAMETERS),
    ("declare-type-var", NO_PARAMETERS),
];

impl<'t> Importer<'t> {
    /// The error about a symbol that neither the script nor the language has.
    pub(super) fn unknown(&self, at: Expr<'t>, name: &str) -> Fault {
        let declared = self.scopes.names.known().chain(self.scopes.labels.known());
        // Names of the script come first, because `suggestion` takes the first of the nearest.
        let declared: BTreeSet<&str> = declared.collect();
        let symbols: BTreeSet<&str> = self.by_symbol.keys().copied().collect();
        let known = declared.into_iter().chain(symbols);
        // Each short name is near to another one. A name may be known, but not with indices.
        let is_long = name.chars().count() > 2;
        let is_other = |known: &&str| is_long && !known.is_empty() && *known != name;
        let near = suggestion(name, known.filter(is_other));
        at.fault(format!(
            "symbol '{name}' is neither declared nor supported{near}"
        ))
    }

    /// The error about a sort that neither the script nor the language has.
    pub(super) fn unknown_sort(&self, at: Expr<'t>) -> Fault {
        let shown = at.shown();
        let name = sort_name(at);
        if let Some((_, form)) = SORTS.iter().find(|(sort, _)| Some(*sort) == name) {
            return at.fault(format!(
                "'{shown}' is not a sort; write, for example, '{form}'"
            ));
        }
        let declared: BTreeSet<&str> = self.scopes.sorts.known().collect();
        let known = declared.into_iter().chain(SORTS.map(|(sort, _)| sort));
        let is_other = |known: &&str| Some(*known) != name;
        let near = name.map(|name| suggestion(name, known.filter(is_other)));
        let near = near.unwrap_or_default();
        at.fault(format!(
            "sort '{shown}' is neither declared nor supported{near}"
        ))
    }
}

/// The name in a sort, which may have indices or arguments.
fn sort_name(at: Expr<'_>) -> Option<&str> {
    let Some(parts) = at.list() else {
        return at.atom();
    };
    let is_indexed = parts.first()?.atom() == Some("_");
    parts.get(usize::from(is_indexed))?.atom()
}

/// The error about a command that the language does not have.
pub(super) fn unknown_command<'t>(
    at: Expr<'t>,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Fault {
    if let Some((_, why)) = WITHOUT_CALLS.iter().find(|(command, _)| *command == name) {
        return at.fault(format!("command '{name}' is not supported: {why}"));
    }
    let near = suggestion(name, known);
    at.fault(format!("command '{name}' is not supported{near}"))
}
