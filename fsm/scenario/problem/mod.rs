//! Problems of one kind, with a known answer. Many engines of solvers are only for such problems,
//! which random formulas seldom are, such as difference logic or polynomials.
//!
//! The formulas of a problem are true for the hidden values of its constants, so that `unsat` is
//! wrong. Then come formulas that exclude all solutions, on a level of their own, so that each
//! model is wrong.

mod arrays;
mod difference;
mod domain;
mod numbers;
mod orders;
mod polynomials;
mod residues;
mod sums;

pub use arrays::ARRAYS;
pub use difference::DIFFERENCES;
pub use orders::ORDERS;
pub use polynomials::POLYNOMIALS;
pub use residues::RESIDUES;
pub use sums::SUMS;

use super::plans::Plans;
use super::{
    Draft, ReadModel, Scenario, ScenarioKind, assert, check, draft_without_results, mk_sort, pop,
    push,
};
use crate::action::{Action, Arg, Args, Call, Ids, Param, Pick, Role};
use crate::actions::{MkConst, MkValue, MkValuedConst, symbol, theories_of};
use crate::solver::{Answer, TermId};
use crate::sort::{Sort, SortKind};
use crate::state::InstanceState;
use crate::value::Value;
use domain::Domain;
use numbers::Numbers;
use smallvec::smallvec;
use std::collections::VecDeque;

/// How often a problem begins when its row of the machine was drawn, in percent. There are several
/// kinds, and a state is left by many other ways.
const BEGINS: u32 = 33;
/// How often the hidden values are the usual ones, in percent. These may be large.
const USUAL_VALUES: u32 = 20;
/// How often the first formulas get a level of their own, in percent.
const LEVEL: u32 = 50;
/// How often an extension action solves the formulas, too, in percent.
const EXTENSION: u32 = 60;

/// The formulas of a problem.
pub(super) struct Formulas {
    /// They are true for the hidden values.
    solvable: Vec<TermId>,
    /// They have no solution together.
    unsolvable: Vec<TermId>,
}

/// The largest numbers of the constants of a problem.
struct Constants {
    /// Of the sort that stands for numbers.
    numbers: u64,
    /// Formulas.
    truths: u64,
    /// Arrays from numbers to numbers. There are as many as this.
    arrays: u64,
}

impl Constants {
    const NONE: Self = Self {
        numbers: 0,
        truths: 0,
        arrays: 0,
    };
}

/// A kind of problems.
pub struct Problem {
    name: &'static str,
    /// The sorts that may stand for numbers.
    domains: &'static [Domain],
    constants: Constants,
    /// Draws the formulas. `None` if the solver or the run lacks an operator.
    draw: fn(&mut Numbers<'_, '_>) -> Option<Formulas>,
}

impl ScenarioKind for Problem {
    fn name(&self) -> &'static str {
        self.name
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        // Other formulas would need other engines.
        if !cx.state.assertions.formulas.is_empty() || !cx.rng.chance(BEGINS) {
            return None;
        }
        let is_used = |kind: SortKind| {
            let mut theories = theories_of(kind);
            theories.any(|theory| cx.swarm.theories.has(theory))
        };
        let Constants {
            numbers,
            truths,
            arrays,
        } = self.constants;
        if arrays > 0 && !is_used(SortKind::Array) {
            return None;
        }
        let domains = self.domains.iter();
        let domains: Vec<&'static Domain> = domains.filter(|d| is_used(d.kind)).collect();
        let domain = *cx.rng.pick(&domains)?;
        let sort = (domain.sort)(cx.rng);
        let mut count = |most: u64| match most {
            0 => 0,
            most => 1 + cx.rng.below(most) as usize,
        };
        let mut missing = vec![Shape::Number; count(numbers)];
        missing.extend(vec![Shape::Truth; count(truths)]);
        missing.extend(vec![Shape::Array; arrays as usize]);
        // Only strings of one letter stand for numbers.
        let is_usual = domain.kind != SortKind::String && cx.rng.chance(USUAL_VALUES);
        let mut values = Vec::new();
        for _ in missing.iter().filter(|_| !is_usual) {
            let number = (domain.draw)(cx.rng);
            values.push((domain.value)(&sort, &number)?);
        }
        Some(Box::new(Steps {
            draw: self.draw,
            domain,
            sort,
            missing,
            values,
            constants: Vec::new(),
            calls: VecDeque::new(),
            stage: Stage::Constants,
            formulas: Formulas {
                solvable: Vec::new(),
                unsolvable: Vec::new(),
            },
            has_level: false,
        }))
    }
}

/// The shape of a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Number,
    Truth,
    Array,
}

/// What comes next when all calls have been made.
#[derive(Clone, Copy)]
enum Stage {
    Constants,
    Formulas,
    /// The answer to the formulas that have a solution.
    Solvable,
    /// The answer to all formulas.
    Unsolvable,
    /// There are all answers.
    Solved,
    End,
}

/// The calls of a problem.
struct Steps {
    draw: fn(&mut Numbers<'_, '_>) -> Option<Formulas>,
    domain: &'static Domain,
    /// The sort that stands for numbers.
    sort: Sort,
    /// The constants that are not made yet.
    missing: Vec<Shape>,
    /// Values that are to be the hidden values of constants that are numbers. Without them,
    /// constants have the usual ones.
    values: Vec<Value>,
    constants: Vec<TermId>,
    /// The next calls.
    calls: VecDeque<Draft>,
    stage: Stage,
    formulas: Formulas,
    /// Whether the first formulas have a level of their own.
    has_level: bool,
}

impl Scenario for Steps {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        loop {
            if let Some(call) = self.calls.pop_front() {
                return Some(call);
            }
            match self.stage {
                Stage::Constants => self.add_constant(cx)?,
                Stage::Formulas => self.add_formulas(cx)?,
                Stage::Solvable => {
                    let formulas = self.formulas.solvable.clone();
                    self.look_at_answer(cx, formulas);
                    if cx.state.options.incremental && !self.formulas.unsolvable.is_empty() {
                        self.calls.push_back(push());
                        let more = self.formulas.unsolvable.iter().copied();
                        self.calls.extend(more.map(assert));
                        self.calls.push_back(check());
                        self.stage = Stage::Unsolvable;
                    } else {
                        self.stage = Stage::Solved;
                    }
                }
                Stage::Unsolvable => {
                    let formulas = &self.formulas;
                    let all = [&formulas.solvable[..], &formulas.unsolvable].concat();
                    self.look_at_answer(cx, all);
                    self.calls.extend([pop(), check()]);
                    self.stage = Stage::Solved;
                }
                Stage::Solved => {
                    self.calls.extend(self.has_level.then(pop));
                    self.stage = Stage::End;
                }
                Stage::End => return None,
            }
        }
    }
}

impl Steps {
    /// The sort of constants of a shape. `None` if a sort must be made before.
    fn sort_of(&self, state: &InstanceState, shape: Shape) -> Option<Sort> {
        Some(match shape {
            Shape::Number => self.sort.clone(),
            Shape::Truth => Sort::Bool,
            Shape::Array => {
                let sort = state.sorts.find(&self.sort)?;
                Sort::Array(sort, sort)
            }
        })
    }

    /// Adds the call that makes a sort, or those that make the next constant. The sort of formulas
    /// is always needed.
    fn add_constant(&mut self, cx: &mut Pick<'_>) -> Option<()> {
        let shapes = [Shape::Number, Shape::Truth];
        for shape in shapes.into_iter().chain(self.missing.last().copied()) {
            let sort = self.sort_of(cx.state, shape)?;
            if cx.state.sorts.find(&sort).is_none() {
                let allows = cx.context.restrictions.allow(&cx.state.sorts, &sort);
                self.calls
                    .push_back(allows.then(|| mk_sort(cx.state, &sort))?);
                return Some(());
            }
        }
        let Some(shape) = self.missing.pop() else {
            self.stage = Stage::Formulas;
            return Some(());
        };
        let sort = cx.state.sorts.find(&self.sort_of(cx.state, shape)?)?;
        let mut add = |action: &'static dyn Action, args: Args, id: TermId| {
            let ids = Ids {
                term: Some(id),
                sort: None,
            };
            let draft = draft_without_results(action, args);
            self.calls.push_back(Draft { ids, ..draft });
        };
        let id = cx.state.ids.term();
        let name = Arg::Text(symbol(cx, "x"));
        let value = match shape {
            Shape::Number => self.values.pop(),
            Shape::Truth | Shape::Array => None,
        };
        let constant = match value {
            None => {
                add(&MkConst, smallvec![Arg::Sort(sort), name], id);
                id
            }
            Some(value) => {
                add(&MkValue, smallvec![Arg::Sort(sort), Arg::Value(value)], id);
                let constant = TermId(id.0 + 1);
                let args = smallvec![Arg::Sort(sort), name, Arg::Term(id)];
                add(&MkValuedConst, args, constant);
                constant
            }
        };
        self.constants.push(constant);
        Some(())
    }

    /// Adds the calls that make all formulas, and those that assert and check the first ones.
    fn add_formulas(&mut self, cx: &mut Pick<'_>) -> Option<()> {
        let mut plans = Plans::new(cx);
        let (domain, constants) = (self.domain, &self.constants);
        let mut numbers = Numbers::new(&mut plans, cx.rng, domain, &self.sort, constants)?;
        let drawn = (self.draw)(&mut numbers)?;
        let all = [&drawn.solvable[..], &drawn.unsolvable].concat();
        let (drafts, roots) = plans.drafts(&all);
        let (solvable, unsolvable) = roots.split_at(drawn.solvable.len());
        self.formulas = Formulas {
            solvable: solvable.to_vec(),
            unsolvable: unsolvable.to_vec(),
        };
        self.calls.extend(drafts);
        if cx.state.options.incremental && cx.rng.chance(LEVEL) {
            self.has_level = true;
            self.calls.push_back(push());
        }
        let formulas = self.formulas.solvable.iter().copied();
        self.calls.extend(formulas.map(assert));
        self.calls.push_back(check());
        self.stage = Stage::Solvable;
        Some(())
    }

    /// Adds calls that read the model of the last check, and a call of an extension action that
    /// solves the formulas, if there is one.
    fn look_at_answer(&mut self, cx: &mut Pick<'_>, formulas: Vec<TermId>) {
        if let Some(Answer::Sat) = cx.state.checks.last.as_ref().map(|last| last.answer)
            && let Some(mut reads) = ReadModel.begin(cx)
        {
            self.calls.extend(reads.next(cx));
        }
        if cx.rng.chance(EXTENSION) {
            self.calls.extend(solve_by_extension(cx, formulas));
        }
    }
}

/// A call of an extension action that searches, for these formulas. `None` if there is none.
fn solve_by_extension(cx: &mut Pick<'_>, formulas: Vec<TermId>) -> Option<Draft> {
    let extensions = cx.context.available.extensions.iter();
    let actions = extensions.map(|extension| extension.action);
    let takes_terms = |action: &&dyn Action| {
        let is_query = action.row().searches && action.role() == Role::Query;
        is_query && action.params().contains(&Param::Terms)
    };
    let searches: Vec<&'static dyn Action> = actions.filter(takes_terms).collect();
    let action = *cx.rng.pick(&searches)?;
    let (mut args, ids) = action.pick(cx)?;
    let list = args.iter_mut().find_map(|arg| match arg {
        Arg::Terms(terms) => Some(terms),
        _ => None,
    });
    *list? = formulas.into();
    let call = Call {
        seed: 0,
        action,
        args,
        ids,
    };
    action.valid(cx.state, &call, cx.context).ok()?;
    Some(Draft {
        action,
        args: call.args,
        ids,
    })
}
