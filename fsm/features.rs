//! Features of runs: what correlates with the effects of options.

use crate::action::{Action, Arg, Context, Role};
use crate::actions::{MkVar, SetLogic, kinds_of, theories_of};
use crate::edit::{Step, print};
use crate::op::Op;
use crate::sort::SortKind;
use crate::state::HIGHER_ORDER;
use crate::theory::{Theories, Theory};
use crate::trace::{Line, lex};
use std::collections::BTreeSet;

/// The features of calls: their operators, kinds of sorts, commands and logic. `role` gives the
/// role of an action.
#[must_use]
pub fn features(lines: &[Line], role: impl Fn(&str) -> Option<Role>) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    for line in lines {
        let action = line.action.text.as_str();
        let words = line.args.iter().filter(|token| !token.quoted);
        let named =
            words.filter(|token| token.text.contains("OP_") || token.text.starts_with("SORT_"));
        match role(action) {
            // The names of options are no features.
            Some(Role::Configure) if action == "set-logic" => {
                features.extend(
                    line.args
                        .iter()
                        .map(|logic| format!("{action} {}", logic.text)),
                );
            }
            Some(Role::Open | Role::Close | Role::Configure) | None => {}
            Some(Role::Declare | Role::Build | Role::Assert) => {
                features.extend(named.map(|token| token.text.clone()));
            }
            Some(_) => {
                features.insert(action.to_owned());
            }
        }
    }
    features
}

/// The features of steps.
#[must_use]
pub fn features_of(steps: &[Step], context: &Context) -> BTreeSet<String> {
    let role = |name: &str| context.action(name).map(Action::role);
    let script = lex(&print(steps, &context.ops));
    script.map_or_else(|_| BTreeSet::new(), |script| features(&script.lines, role))
}

/// The features that the sorts of some theories are.
pub fn sort_features(theories: Theories) -> impl Iterator<Item = &'static str> {
    let all = Vec::from_iter(theories.iter());
    all.into_iter().flat_map(kinds_of).map(SortKind::name)
}

/// The features that terms of some theories may have, with any operator that the solver has.
#[must_use]
pub fn features_of_theories(theories: Theories, context: &Context) -> BTreeSet<String> {
    let is_theirs = |op: &Op| context.supports(*op) && theories.has(context.ops.row(*op).theory);
    let operators = context.ops.iter().filter(is_theirs);
    let operators = operators.map(|op| context.ops.row(op).name);
    let all = operators.chain(sort_features(theories));
    all.map(str::to_owned).collect()
}

/// The theories of the operators and sorts in some steps, and of the sorts of their terms. Logics
/// with functions as values have the theory of higher-order logic.
#[must_use]
pub fn theories_of_steps<'s>(
    steps: impl IntoIterator<Item = &'s Step>,
    context: &Context,
) -> Theories {
    let mut theories = Theories::default();
    for step in steps {
        if let Some(args) = SetLogic::of(&step.call)
            && args.logic.starts_with(HIGHER_ORDER)
        {
            theories.insert(Theory::Ho);
        }
        if !matches!(step.call.action.role(), Role::Declare | Role::Build) {
            continue;
        }
        if MkVar::of(&step.call).is_some() {
            theories.insert(Theory::Quant);
        }
        if let Some(sort) = &step.sort {
            insert_theories_of(sort.kind(), &mut theories);
        }
        for arg in &step.call.args {
            match arg {
                Arg::Op(op) => theories.insert(context.ops.row(*op).theory),
                Arg::Datatypes(_) => theories.insert(Theory::Dt),
                Arg::NewSort(sort) => insert_theories_of(sort.kind(), &mut theories),
                _ => {}
            }
        }
    }
    theories
}

/// Adds the theories of sorts of a kind.
pub fn insert_theories_of(kind: SortKind, theories: &mut Theories) {
    theories_of(kind).for_each(|theory| theories.insert(theory));
}
