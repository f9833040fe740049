//! Replaces symbols by short ones.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Action as _, Arg, Call, Context, Role};
use murxla_fsm::actions::MkVar;
use murxla_fsm::edit::Step;
use murxla_fsm::sort::{Datatypes, Declaration, Sort, SortConstructor};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Replaces long and unusual symbols by short ones that tell the kind of the thing, such as `x` and
/// `f`: all at once, then halves, then smaller parts of them.
pub(super) struct ShortenNames;

/// The kind of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Constant,
    Variable,
    Function,
    Sort,
    Datatype,
    Constructor,
    Selector,
    Param,
}

/// The first symbols of each kind. Further ones are the first of these with a number.
const SHORT: [(Kind, &[&str]); 8] = [
    (Kind::Constant, &["x", "y", "z"]),
    (Kind::Variable, &["v", "w"]),
    (Kind::Function, &["f", "g", "h"]),
    (Kind::Sort, &["S", "T", "U"]),
    (Kind::Datatype, &["D", "E"]),
    (Kind::Constructor, &["c", "d"]),
    (Kind::Selector, &["s", "t"]),
    (Kind::Param, &["P", "Q"]),
];

/// Symbols of this length stay, if they are usual.
const LONGEST: usize = 2;

/// A symbol of some kind.
type Name = (Kind, Box<str>);

impl Pass for ShortenNames {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let mut names: Vec<Name> = Vec::new();
        renamed(best, &mut |kind, symbol| {
            let name = (kind, symbol.into());
            if !names.contains(&name) {
                names.push(name);
            }
            None
        });
        let short = short(&names);
        let mut edits: Vec<Edit<'c>> = Vec::new();
        let mut size = names.len();
        while size > 0 {
            for part in names.chunks(size) {
                let new = |name: &Name| Some((name.clone(), short.get(name)?.clone()));
                let new: BTreeMap<Name, Box<str>> = part.iter().filter_map(new).collect();
                edits.push(Box::new(move || {
                    let to = &mut |kind, symbol: &str| new.get(&(kind, symbol.into())).cloned();
                    (!new.is_empty()).then(|| renamed(best, to))
                }));
            }
            size = match size {
                1 => 0,
                size => size.div_ceil(2),
            };
        }
        edits
    }
}

/// The new symbols of those that are not short.
fn short(names: &[Name]) -> BTreeMap<Name, Box<str>> {
    let mut used: BTreeSet<Box<str>> = names.iter().map(|(_, symbol)| symbol.clone()).collect();
    let mut short = BTreeMap::new();
    for name in names.iter().filter(|(_, symbol)| !is_short(symbol)) {
        let letters = SHORT.iter().find(|(kind, _)| *kind == name.0);
        let letters = letters.map_or(&["x"][..], |(_, letters)| letters);
        let numbered = (0..).map(|n| format!("{}{n}", letters[0]));
        let mut all = letters
            .iter()
            .map(|letter| (*letter).to_owned())
            .chain(numbered);
        if let Some(new) = all.find(|new| !used.contains(&**new)) {
            used.insert(new.as_str().into());
            short.insert(name.clone(), new.into());
        }
    }
    short
}

fn is_short(symbol: &str) -> bool {
    let is_usual = symbol.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let begins = symbol.starts_with(|first: char| first.is_ascii_alphabetic());
    begins && is_usual && symbol.len() <= LONGEST
}

/// Calls this with each symbol. It returns the new one, if there is any.
type Rename<'r> = &'r mut dyn FnMut(Kind, &str) -> Option<Box<str>>;

/// The steps with other symbols.
fn renamed(best: &Candidate, to: Rename<'_>) -> Vec<Step> {
    let mut steps = best.steps.clone();
    for step in &mut steps {
        let kind = match &step.sort {
            Some(Sort::Fun(..)) => Kind::Function,
            _ if step.call.action.name() == MkVar.name() => Kind::Variable,
            _ => Kind::Constant,
        };
        let Call { action, args, .. } = &mut step.call;
        let declares = action.role() == Role::Declare;
        for arg in args {
            match arg {
                Arg::Text(symbol) if declares => rename(symbol, kind, to),
                Arg::NewSort(
                    Sort::Uninterpreted(symbol)
                    | Sort::Constructor(SortConstructor::Uninterpreted(symbol, _)),
                ) => rename(symbol, Kind::Sort, to),
                Arg::Named(_, named) => {
                    let kinds = [Kind::Constructor, Kind::Selector].into_iter();
                    for (symbol, kind) in named.symbols.iter_mut().zip(kinds) {
                        rename(symbol, kind, to);
                    }
                }
                Arg::Datatypes(group) => {
                    let mut members = group.members().to_vec();
                    members
                        .iter_mut()
                        .for_each(|member| rename_member(member, to));
                    let made = match group.is_codata() {
                        true => Datatypes::codatatypes(members),
                        false => Datatypes::new(members),
                    };
                    // It is the same declaration, so it is valid unless symbols are equal now.
                    if let Ok(made) = made {
                        *group = Arc::new(made);
                    }
                }
                _ => {}
            }
        }
    }
    steps
}

fn rename(symbol: &mut Box<str>, kind: Kind, to: Rename<'_>) {
    if let Some(new) = to(kind, symbol) {
        *symbol = new;
    }
}

fn rename_member(member: &mut Declaration, to: Rename<'_>) {
    rename(&mut member.symbol, Kind::Datatype, to);
    for param in &mut member.params {
        rename(param, Kind::Param, to);
    }
    for constructor in &mut member.constructors {
        rename(&mut constructor.symbol, Kind::Constructor, to);
        for selector in &mut constructor.selectors {
            rename(&mut selector.symbol, Kind::Selector, to);
        }
    }
}
