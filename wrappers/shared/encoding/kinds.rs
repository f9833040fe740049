//! Kinds: the numbers by which some libraries name their operators. They differ between releases,
//! so that tables have the names of kinds, and the numbers are looked up when a library is loaded.

use crate::shared::encoding::unsupported;
use murxla_fsm::op::{BASE, Evaluate, Op, OpRow};
use murxla_fsm::solver::Result;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::theory::Theory;
use std::collections::BTreeMap;
use std::path::Path;

/// An extension operator and the name of its kind.
pub(crate) type KindRow = (OpRow, &'static str);

/// An extension operator.
pub(crate) const fn extension_op(
    name: &'static str,
    smt: &'static str,
    theory: Theory,
    signature: &'static str,
    eval: Option<Evaluate>,
) -> OpRow {
    OpRow {
        name,
        smt,
        theory,
        signature,
        eval,
    }
}

/// The operators without their kinds.
pub(crate) const fn op_rows<const N: usize>(kinds: &[KindRow; N]) -> [OpRow; N] {
    let mut rows = [kinds[0].0; N];
    let mut n = 0;
    while n < N {
        rows[n] = kinds[n].0;
        n += 1;
    }
    rows
}

/// The error about a library without kinds that every release has.
pub(crate) fn no_kinds(library: &Path) -> LoadError {
    LoadError(format!("{}: basic kinds have no names", library.display()))
}

/// The kinds of all operators in one library.
#[derive(Debug)]
pub(crate) struct KindTable<N>(Vec<Option<N>>);

impl<N: Copy> KindTable<N> {
    /// `base` names kinds of operators of the base table: the first that is among `numbers` is
    /// used.
    pub(crate) fn resolve<'a>(
        numbers: &BTreeMap<String, N>,
        base: impl IntoIterator<Item = (Op, &'a [&'a str])>,
        extension: &[KindRow],
    ) -> Self {
        let number = |name: &str| numbers.get(name).copied();
        let mut kinds = vec![None; BASE.len()];
        for (op, names) in base {
            kinds[op.index()] = names.iter().find_map(|name| number(name));
        }
        kinds.extend(extension.iter().map(|(_, name)| number(name)));
        Self(kinds)
    }

    /// The kind of an operator, if the library has one.
    pub(crate) fn of(&self, op: Op) -> Option<N> {
        *self.0.get(op.index())?
    }

    /// The kind of an operator that an application needs.
    pub(crate) fn get(&self, op: Op) -> Result<N> {
        self.of(op).ok_or_else(|| unsupported(op))
    }
}
