//! Features of runs: what correlates with the effects of options.

use crate::action::{Action as _, Arg, Call, Context, Role};
use crate::actions::{MkVar, SetLogic, kinds_of, theories_of};
use crate::edit::Step;
use crate::op::{Op, Ops};
use crate::sort::{Field, Sort, SortKind};
use crate::state::HIGHER_ORDER;
use crate::theory::{Theories, Theory};
use crate::trace::Line;
use std::collections::BTreeSet;

/// The features of calls: their operators, kinds of sorts, commands and logic. `role` gives the
/// role of an action.
#[must_use]
pub fn features(lines: &[Line], role: impl Fn(&str) -> Option<Role>) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    for line in lines {
        let action = line.action.text.as_str();
        let words = line.args.iter().filter(|token| !token.quoted);
        let words: Vec<&str> = words.map(|token| token.text.as_str()).collect();
        if let Some(role) = role(action) {
            add_features(action, role, &words, &mut features);
        }
    }
    features
}

/// The features of steps.
#[must_use]
pub fn features_of(steps: &[Step], context: &Context) -> BTreeSet<String> {
    let mut features = BTreeSet::new();
    for Step { call, .. } in steps {
        let words = words(call, &context.ops);
        add_features(
            call.action.name(),
            call.action.role(),
            &words,
            &mut features,
        );
    }
    features
}

/// Adds the features of a call. `words` has its logic, and the names of its operators and of its
/// kinds of sorts.
fn add_features(action: &str, role: Role, words: &[&str], features: &mut BTreeSet<String>) {
    match role {
        // The names of options are not features.
        Role::Configure if action == SetLogic.name() => {
            features.extend(words.iter().map(|logic| format!("{action} {logic}")));
        }
        Role::Open | Role::Close | Role::Configure => {}
        Role::Declare | Role::Build | Role::Assert => {
            let is_name = |word: &&&str| word.contains("OP_") || word.starts_with("SORT_");
            features.extend(words.iter().filter(is_name).map(|word| (*word).to_owned()));
        }
        _ => {
            features.insert(action.to_owned());
        }
    }
}

/// The words in the arguments of a call, with the names of operators and kinds of sorts.
fn words<'c>(call: &'c Call, ops: &Ops) -> Vec<&'c str> {
    let mut words = Vec::new();
    for arg in &call.args {
        match arg {
            Arg::Op(op) => words.push(ops.row(*op).name),
            Arg::Kind(kind) | Arg::Named(kind, _) => words.push(kind.name()),
            Arg::NewSort(Sort::Constructor(_)) => words.push(SortKind::Uninterpreted.name()),
            Arg::NewSort(sort) => words.push(sort.kind().name()),
            Arg::Word(word) => words.push(word),
            Arg::Datatypes(group) => {
                words.push(SortKind::Dt.name());
                let constructors = group.members().iter().flat_map(|dt| &dt.constructors);
                for selector in constructors.flat_map(|constructor| &constructor.selectors) {
                    selector.field.each(&mut |field| {
                        if let Field::Composed(kind, _) = field {
                            words.push(kind.name());
                        }
                    });
                }
            }
            _ => {}
        }
    }
    words
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
