//! Entries as problems: the formulas of their checks.

use super::adopt::IdMap;
use super::draws::{Draws, open_run};
use super::opening::{Opening, may_combine, name_logic};
use super::terms::Terms;
use super::{Entries, StrategyInput, StrategyRun};
use crate::action::{Arg, Role};
use crate::actions::MkRecFun;
use crate::edit::Step;
use crate::features::theories_of_steps;
use crate::solver::TermId;
use crate::theory::{Theories, Theory};
use std::rc::Rc;

/// An entry whose terms the run has.
pub(super) struct Problem<'a> {
    pub(super) terms: Terms,
    pub(super) draws: Draws<'a>,
    /// The theories of its terms.
    pub(super) uses: Theories,
    pub(super) entries: Entries<'a>,
    /// The entry: its number, its steps, and what its terms are called in the run. `None` if
    /// the run has no entry of its own.
    pub(super) entry: Option<(usize, Rc<[Step]>, IdMap)>,
    /// The formulas of one of its checks.
    pub(super) formulas: Vec<TermId>,
    /// Notes on the run for its trace.
    pub(super) notes: Vec<String>,
}

impl<'a> Problem<'a> {
    /// Draws an entry and one of its checks.
    pub(super) fn draw(input: &'a mut StrategyInput<'_>) -> Option<Self> {
        let entries = input.entries;
        let number = entries.draw_first(input.rng)?;
        let steps = entries.steps(number, input.context)?;
        let notes = vec![format!("entry: {}", entries.name(number))];
        let uses = theories_of_steps(&*steps, input.context);
        if !may_combine(uses, input.context) {
            return None;
        }
        let opening = Opening::draw(input, &steps, uses);
        let (mut terms, mut draws) = open_run(input, opening);
        let names = terms.adopt_all(&mut draws, &steps);
        let problems = problems(&steps);
        let problem = draws.rng.pick(&problems)?;
        let formulas = translate_formulas(problem, &names, &terms);
        terms.draw_assignment(&mut draws, &formulas, 0);
        (!formulas.is_empty()).then_some(Self {
            terms,
            draws,
            uses,
            entries,
            entry: Some((number, steps, names)),
            formulas,
            notes,
        })
    }

    /// No entry, for a run with terms of these theories.
    pub(super) fn without_entry(input: &'a mut StrategyInput<'_>, uses: Theories) -> Option<Self> {
        if !may_combine(uses, input.context) {
            return None;
        }
        let entries = input.entries;
        let names: Vec<&str> = uses.iter().map(Theory::short).collect();
        let opening = Opening::draw(input, &[], uses);
        let (terms, draws) = open_run(input, opening);
        Some(Self {
            terms,
            draws,
            uses,
            entries,
            entry: None,
            formulas: Vec::new(),
            notes: vec![format!("theories: {}", names.join(", "))],
        })
    }

    /// Takes the terms of another entry. Returns the formulas of one of its checks, and a note.
    pub(super) fn borrow(&mut self) -> Option<(Vec<TermId>, String)> {
        let number = self.entries.draw(self.draws.rng)?;
        self.borrow_from(number)
    }

    /// Takes the terms of an entry, without datatypes and recursive functions, which would have to
    /// be declared completely. Returns the formulas of one of its checks, and a note.
    pub(super) fn borrow_from(&mut self, number: usize) -> Option<(Vec<TermId>, String)> {
        let steps = self.entries.steps(number, self.draws.context)?;
        let is_rec = |step: &Step| MkRecFun::of(&step.call).is_some();
        let declares = |step: &Step| matches!(step.call.args.first(), Some(Arg::Datatypes(_)));
        let is_taken = |step: &&Step| !declares(step) && !is_rec(step);
        let steps: Vec<Step> = steps.iter().filter(is_taken).cloned().collect();
        let theirs = theories_of_steps(&steps, self.draws.context);
        if !self.admit(theirs) {
            return None;
        }
        let (terms, draws) = (&mut self.terms, &mut self.draws);
        let first = terms.steps.len();
        let names = terms.adopt_all(draws, &steps);
        let problems = problems(&steps);
        let formulas = translate_formulas(draws.rng.pick(&problems)?, &names, terms);
        terms.draw_assignment(draws, &formulas, first);
        Some((formulas, format!("entry: {}", self.entries.name(number))))
    }

    /// Adds theories to those of the terms, if the profile and the set-up of the run allow it.
    pub(super) fn admit(&mut self, more: Theories) -> bool {
        let all = self.uses.union(more);
        let is_allowed = more.iter().all(|theory| self.draws.opening.allows(theory))
            && may_combine(all, self.draws.context);
        if is_allowed {
            self.uses = all;
        }
        is_allowed
    }

    /// The run of some steps.
    pub(super) fn into_run(self, mut steps: Vec<Step>) -> StrategyRun {
        name_logic(&mut steps, self.draws.context);
        StrategyRun {
            steps,
            continues: self.draws.opening.continues,
            notes: self.notes,
        }
    }
}

/// The formulas of an entry under their names in the run. Those that it does not have are left
/// out, and so are all if a recursive function has no definition there.
fn translate_formulas(formulas: &[TermId], names: &IdMap, terms: &Terms) -> Vec<TermId> {
    let named = formulas.iter().filter_map(|id| names.term(*id));
    named.filter(|id| terms.state.is_formula(*id)).collect()
}

/// The formulas of each check of an entry: what is asserted and assumed. Without a check, all that
/// is asserted.
pub(super) fn problems(steps: &[Step]) -> Vec<Vec<TermId>> {
    let (mut asserted, mut levels): (Vec<TermId>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut problems = Vec::new();
    for Step { call, .. } in steps {
        let terms = || {
            let terms = call.args.iter().flat_map(|arg| match arg {
                Arg::Term(id) => std::slice::from_ref(id),
                Arg::Terms(ids) => ids,
                _ => &[],
            });
            terms.copied().collect::<Vec<_>>()
        };
        let number = || match call.args.first() {
            Some(Arg::Number(number)) => *number as usize,
            _ => 1,
        };
        match call.action.role() {
            Role::Assert => asserted.extend(terms()),
            Role::Check => problems.push([asserted.clone(), terms()].concat()),
            Role::Push => levels.extend(std::iter::repeat_n(asserted.len(), number())),
            Role::Pop => {
                let left = levels.len().saturating_sub(number());
                asserted.truncate(levels.get(left).copied().unwrap_or_default());
                levels.truncate(left);
            }
            Role::ClearAssertions | Role::Reset => {
                asserted.clear();
                levels.clear();
            }
            Role::Close => break,
            _ => {}
        }
    }
    problems.retain(|problem| !problem.is_empty());
    if problems.is_empty() {
        problems.push(asserted);
    }
    problems
}
