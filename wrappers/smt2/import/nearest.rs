//! Errors about unknown names. They suggest a known name that is near.

use super::Importer;
use crate::smt2::tree::{Expr, Fault};
use murxla_fsm::profile::nearest::suggestion;
use std::collections::BTreeSet;

/// Sorts without parameters, and constructors of sorts.
const SORTS: [&str; 13] = [
    "Array",
    "Bag",
    "BitVec",
    "Bool",
    "FiniteField",
    "FloatingPoint",
    "Int",
    "Real",
    "RegLan",
    "RoundingMode",
    "Seq",
    "Set",
    "String",
];

impl<'t> Importer<'t> {
    /// The error about a symbol that neither the script nor the language has.
    pub(super) fn unknown(&self, at: Expr<'t>, name: &str) -> Fault {
        let declared = self.names.known().chain(self.labels.known());
        // Names of the script come first, because `suggestion` takes the first of the nearest.
        let declared: BTreeSet<&str> = declared.collect();
        let symbols: BTreeSet<&str> = self.by_symbol.keys().copied().collect();
        let known = declared.into_iter().chain(symbols);
        // Each short name is near to another one.
        let is_long = name.chars().count() > 2;
        let near = suggestion(name, known.filter(|known| is_long && !known.is_empty()));
        at.fault(format!("symbol '{name}' is not supported{near}"))
    }

    /// The error about a sort that neither the script nor the language has.
    pub(super) fn unknown_sort(&self, at: Expr<'t>) -> Fault {
        let declared: BTreeSet<&str> = self.sorts.known().collect();
        let known = declared.into_iter().chain(SORTS);
        let near = at.atom().map(|name| suggestion(name, known));
        let near = near.unwrap_or_default();
        at.fault(format!("sort '{}' is not supported{near}", at.shown()))
    }
}

/// The error about a command that the language does not have.
pub(super) fn unknown_command<'t>(
    at: Expr<'t>,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> Fault {
    let near = suggestion(name, known);
    at.fault(format!("command '{name}' is not supported{near}"))
}
