//! What the answers that a trace notes say about the checks of shorter traces. A set of formulas is
//! satisfiable if it is part of a set that is noted to be, and unsatisfiable if it has such a set
//! as a part.
//!
//! Formulas of two traces are the same if they are written in the same way: with the same
//! operators, and with constants and variables of the same symbols and sorts.

use murxla_fsm::action::{Arg, Context, Role};
use murxla_fsm::edit::{Step, print, read_with};
use murxla_fsm::op::{Index, Op};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::{InstanceState, Leaf, Term};
use murxla_fsm::trace::{Script, lex};
use murxla_fsm::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use std::sync::Arc;

/// The answers that a trace notes.
pub struct ExpectedAnswers {
    context: Context,
    formulas: Formulas,
    /// The answers of sets of formulas.
    known: Vec<(Answer, FxHashSet<Number>)>,
    /// The symbols that are declared several times, and how often. Shorter traces must have the
    /// same.
    repeated: FxHashMap<Symbol, u32>,
}

impl fmt::Debug for ExpectedAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ExpectedAnswers").field(&self.known).finish()
    }
}

/// A check of a trace.
struct Check {
    answer: Option<Answer>,
    /// The answer that is right, if it is known.
    right: Option<Answer>,
    /// The formulas that are checked. `None` for those that cannot be compared with formulas of
    /// other traces.
    formulas: Vec<Option<Number>>,
}

impl ExpectedAnswers {
    /// The answers that a trace notes. `None` if it notes none, or is not valid.
    #[must_use]
    pub fn of(script: &Script, mut context: Context) -> Option<Self> {
        let mut formulas = Formulas::default();
        let (_, checks) = checks(script, &context, &mut formulas)?;
        let known = checks.into_iter().filter_map(|check| {
            let answer = check.answer.filter(|answer| *answer != Answer::Unknown)?;
            Some((answer, check.formulas.into_iter().collect::<Option<_>>()?))
        });
        let known: Vec<_> = known.collect();
        // Shorter traces are written by this program.
        context.foreign = None;
        (!known.is_empty()).then(|| Self {
            context,
            known,
            repeated: formulas.take_repeated(),
            formulas,
        })
    }

    /// The answer that is right for a check. `None` if the trace does not tell.
    fn right(&self, check: &Check) -> Option<Answer> {
        self.known.iter().find_map(|(answer, known)| {
            let follows = match answer {
                Answer::Sat => check
                    .formulas
                    .iter()
                    .all(|formula| formula.is_some_and(|formula| known.contains(&formula))),
                Answer::Unsat => known
                    .iter()
                    .all(|formula| check.formulas.contains(&Some(*formula))),
                Answer::Unknown => false,
            };
            follows.then_some(*answer)
        })
    }

    /// The steps and the checks of another trace, with the right answers.
    fn steps(&self, trace: &str) -> Option<(Vec<Step>, Vec<Check>)> {
        let mut formulas = self.formulas.clone();
        let (steps, mut checks) = checks(&lex(trace).ok()?, &self.context, &mut formulas)?;
        if formulas.take_repeated() == self.repeated {
            for check in &mut checks {
                check.right = self.right(check);
            }
        }
        Some((steps, checks))
    }

    /// Whether the trace of a run has this answer where it is wrong.
    #[must_use]
    pub fn contradict(&self, trace: &str, answer: Answer) -> bool {
        let Some((_, checks)) = self.steps(trace) else {
            return false;
        };
        checks.iter().any(|check| {
            check.answer == Some(answer) && check.right.is_some_and(|right| right != answer)
        })
    }

    /// The trace of a run, with the right answers in its notes in the place of wrong ones. So its
    /// replay reports the bug.
    #[must_use]
    pub fn corrected(&self, trace: &str) -> String {
        let Some((mut steps, checks)) = self.steps(trace) else {
            return trace.to_owned();
        };
        let is_check = |step: &&mut Step| step.call.action.role() == Role::Check;
        for (step, check) in steps.iter_mut().filter(is_check).zip(checks) {
            step.answer = step.answer.and(check.right.or(check.answer));
        }
        print(&steps, &self.context.ops)
    }
}

/// The steps and the checks of a trace. `None` if it is not valid.
fn checks(
    script: &Script,
    context: &Context,
    formulas: &mut Formulas,
) -> Option<(Vec<Step>, Vec<Check>)> {
    let mut checks = Vec::new();
    let steps = read_with(script, context, &mut |step, state| {
        formulas.declare(step, state);
        if step.call.action.role() == Role::Check {
            let checked: Vec<TermId> = state.checked().collect();
            checks.push(Check {
                answer: step.answer,
                right: None,
                formulas: formulas.numbers(&checked, state, context),
            });
        }
    });
    Some((steps.ok()?, checks))
}

/// The number of a term: the same for terms that are written in the same way.
type Number = u32;

/// A declared symbol with its sort.
type Symbol = (Box<str>, SortId);

/// Terms with their numbers.
#[derive(Clone, Default)]
struct Formulas {
    sorts: FxHashMap<Sort, SortId>,
    terms: FxHashMap<Node, Number>,
    /// The constants and variables of the present instance.
    symbols: FxHashMap<TermId, (Symbol, u32)>,
    /// How often the symbols of the trace are declared.
    declared: FxHashMap<Symbol, u32>,
}

/// A term over the numbers of others.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    /// A constant or variable: the n-th with its symbol and sort.
    Symbol(Symbol, u32),
    Value(SortId, Value),
    Named(SortId, Box<str>),
    Fun(SortId, Vec<Number>),
    Result(SortId, Op, Vec<u32>, Vec<Number>),
}

impl Formulas {
    /// Notes the symbol that a step declares.
    fn declare(&mut self, step: &Step, state: &InstanceState) {
        let symbol = step.call.args.iter().find_map(|arg| match arg {
            Arg::Text(symbol) => Some(symbol),
            _ => None,
        });
        let term = step.call.ids.term;
        let (Some(id), Some(symbol)) = (term, symbol) else {
            return;
        };
        let Some(term) = state.term(id) else { return };
        let symbol: Symbol = (symbol.clone(), self.sort(term.sort, state));
        let count = self.declared.entry(symbol.clone()).or_default();
        *count += 1;
        self.symbols.insert(id, (symbol, *count));
    }

    /// The symbols that were declared several times, and forgets what was declared.
    fn take_repeated(&mut self) -> FxHashMap<Symbol, u32> {
        self.symbols.clear();
        let mut declared = std::mem::take(&mut self.declared);
        declared.retain(|_, count| *count > 1);
        declared
    }

    /// The sort in terms of the sorts of this table.
    fn sort(&mut self, id: SortId, state: &InstanceState) -> SortId {
        let Some(sort) = state.sorts.get(id) else {
            return id;
        };
        let mut sort = sort.clone().map_parts(&mut |part| self.sort(part, state));
        if let Sort::Dt(datatype) = &mut sort {
            let group = datatype.group.map_sorts(&mut |part| self.sort(part, state));
            datatype.group = Arc::new(group);
        }
        let next = SortId(self.sorts.len() as u32);
        *self.sorts.entry(sort).or_insert(next)
    }

    /// The numbers of formulas.
    fn numbers(
        &mut self,
        formulas: &[TermId],
        state: &InstanceState,
        context: &Context,
    ) -> Vec<Option<Number>> {
        let mut known: FxHashMap<TermId, Number> = FxHashMap::default();
        for id in state.terms.subterms(formulas) {
            let Some(term) = state.term(id) else { continue };
            let number = match &term.leaf {
                Leaf::Same(of) => known.get(of).copied(),
                _ => self.node(id, term, &known, state, context).map(|node| {
                    let next = self.terms.len() as Number;
                    *self.terms.entry(node).or_insert(next)
                }),
            };
            known.extend(number.map(|number| (id, number)));
        }
        formulas.iter().map(|id| known.get(id).copied()).collect()
    }

    /// `None` for terms that cannot be compared: recursive functions, and terms that a solver made.
    fn node(
        &mut self,
        id: TermId,
        term: &Term,
        known: &FxHashMap<TermId, Number>,
        state: &InstanceState,
        context: &Context,
    ) -> Option<Node> {
        let sort = self.sort(term.sort, state);
        let numbers = |ids: &[TermId]| -> Option<Vec<Number>> {
            ids.iter().map(|id| known.get(id).copied()).collect()
        };
        Some(match &term.leaf {
            Leaf::Const | Leaf::Var => {
                let (symbol, count) = self.symbols.get(&id)?.clone();
                Node::Symbol(symbol, count)
            }
            Leaf::Value(value) => Node::Value(sort, value.clone()),
            Leaf::Named(name) => Node::Named(sort, name.clone()),
            Leaf::Fun(params, body) => Node::Fun(sort, numbers(&[&params[..], &[*body]].concat())?),
            Leaf::None => {
                let op = term.op?;
                let signature = context.ops.signature(op);
                let indices = term.indices.iter().enumerate();
                let indices = indices.map(|(n, index)| match signature.indices.get(n) {
                    Some(Index::Sort(_)) => self.sort(SortId(*index), state).0,
                    _ => *index,
                });
                Node::Result(sort, op, indices.collect(), numbers(&term.args)?)
            }
            Leaf::Rec | Leaf::Same(_) | Leaf::Opaque => return None,
        })
    }
}
