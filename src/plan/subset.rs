//! Which operators and theories runs may use, as the user chooses them.

use crate::cli::TestedPart;
use crate::exit::Failure;
use crate::payload::Drive;
use murxla_fsm::glob::matches;
use murxla_fsm::op::BASE;
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::theory::{Theories, Theory};
use murxla_fsm::wrapper::Wrapper;
use std::collections::BTreeSet;

/// The profile that `--exclude-op` and `--only-op` ask for, with its name.
///
/// # Errors
/// A pattern that no operator of the solver matches.
pub(super) fn op_restrictions(
    part: &TestedPart,
    wrapper: &dyn Wrapper,
) -> Result<Option<(String, String)>, Failure> {
    let rows = BASE.iter().chain(wrapper.constants().ops);
    let names: Vec<&str> = rows.map(|row| row.name).collect();
    for pattern in part.exclude_op.iter().chain(&part.only_op) {
        if !names.iter().any(|name| matches(pattern, name)) {
            let near = suggested_pattern(pattern, &names);
            return Err(Failure::usage(format!(
                "no operator matches '{pattern}'{near}; 'murxla-rs show ops --solver {}' lists all",
                wrapper.name()
            )));
        }
    }
    let any = |patterns: &[String], name: &str| patterns.iter().any(|one| matches(one, name));
    let (only, exclude) = (&part.only_op, &part.exclude_op);
    let is_excluded = |name: &&str| any(exclude, name) || !only.is_empty() && !any(only, name);
    let excluded: Vec<&str> = names.iter().copied().filter(is_excluded).collect();
    let text = serde_json::json!({"operators": {"exclude": excluded}}).to_string();
    Ok((!excluded.is_empty()).then(|| ("--exclude-op".to_owned(), text)))
}

/// The end of an error message about a pattern that matches no operator. If it ends with `*`, the
/// suggestion is a pattern, too: the beginning of a name up to a `_`.
fn suggested_pattern(pattern: &str, names: &[&str]) -> String {
    let Some(start) = pattern.strip_suffix('*') else {
        return suggestion(pattern, names.iter().copied());
    };
    let starts = |name: &&str| {
        let ends: Vec<usize> = name
            .match_indices('_')
            .map(|(place, _)| place + 1)
            .collect();
        let starts = ends.into_iter().map(|end| name[..end].to_owned());
        starts.collect::<Vec<String>>()
    };
    let known: BTreeSet<String> = names.iter().flat_map(starts).collect();
    suggestion(start, known.iter().map(String::as_str)).replace("'?", "*'?")
}

/// The theories that the user chooses.
pub struct TheoryChoice {
    /// Only these. `None` for all of the profile.
    only: Option<Theories>,
    /// None of these.
    without: Theories,
}

impl TheoryChoice {
    /// The choice with these names.
    ///
    /// # Errors
    /// An unknown name, or runs cannot do without the theory.
    pub fn new(only: &[String], without: &[String]) -> Result<Self, Failure> {
        let named = |names: &[String]| -> Result<Theories, Failure> {
            names.iter().map(|name| theory(name)).collect()
        };
        let without = named(without)?;
        if without.has(Theory::Bool) {
            return Err(Failure::usage("every run uses the theory 'bool'"));
        }
        let mut wanted = named(only)?;
        wanted.insert(Theory::Bool);
        Ok(Self {
            only: (!only.is_empty()).then_some(wanted),
            without,
        })
    }

    /// Leaves only the chosen theories to runs.
    ///
    /// # Errors
    /// The profile does not have one of them.
    pub fn apply(&self, drive: &mut Drive) -> Result<(), Failure> {
        if let Some(only) = self.only {
            let mut missing = only
                .iter()
                .filter(|theory| !drive.subset.theories.has(*theory));
            if let Some(theory) = missing.next() {
                return Err(Failure::configuration(format!(
                    "the profile of {} does not include {}",
                    drive.wrapper.name(),
                    theory.name()
                )));
            }
            drive.subset.theories = only;
        }
        for theory in self.without.iter() {
            drive.subset.theories.remove(theory);
        }
        Ok(())
    }
}

/// The theory with this name.
///
/// # Errors
/// The name is not known.
fn theory(name: &str) -> Result<Theory, Failure> {
    Theory::from_name(name).ok_or_else(|| {
        let names = Theory::ALL.map(|(theory, _)| theory.short().to_lowercase());
        let aliases = Theory::ALIASES.map(|(alias, _)| alias);
        let near = suggestion(name, names.iter().map(String::as_str).chain(aliases));
        Failure::usage(format!(
            "unknown theory '{name}'{near}; 'murxla-rs show theories' lists them"
        ))
    })
}
