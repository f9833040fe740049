//! All formulas of a grammar, the smallest first (Winterer, Su: Validating SMT Solvers for
//! Correctness and Performance via Grammar-Based Enumeration, OOPSLA 2024).
//!
//! | file | holds |
//! |---|---|
//! | `grammar.rs` | the sorts, leaves and operators, and the formula with a number |
//! | `sizes.rs` | which seeds have all formulas with so many operators |
//!
//! The seed of a run is the number of a block of formulas, so that consecutive seeds enumerate all
//! of them. The run asserts each formula on a level of its own, and reads the values of the
//! formula, of its simplification by the solver, and of its symbols. Its sorts are small, so that
//! the oracle which tries all assignments knows most answers.

mod grammar;
mod sizes;

pub use grammar::Grammar;
pub use sizes::EnumeratedSizes;

use super::draws::offered;
use super::pose::Poser;
use super::problem::Problem;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::action::{Arg, Context, Ids};
use crate::actions::Simplify;
use crate::scenario::Draft;
use crate::solver::TermId;
use crate::sort::Sort;
use crate::theory::{Theories, Theory};
use grammar::{GrammarLeaf, Tree};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The number of formulas of a run, with those that are left out because another one is the same
/// up to names.
pub const BLOCK: u64 = 256;

/// The widths of exponent and significand of floating-point numbers, unless the profile allows
/// larger ones only.
const FORMAT: (u32, u32) = (3, 3);

/// With more theories than these, each one has a grammar of its own.
const TOGETHER: usize = 3;

/// The number of sizes about which a campaign says which seeds have them. No campaign reaches the
/// end of the last one.
const NAMED_SIZES: usize = 3;

/// The grammars from which runs take their formulas.
#[derive(Default, Debug)]
pub struct Enumeration {
    grammars: Vec<Grammar>,
}

impl Enumeration {
    /// The grammars of those of some theories that the solver has: one for all of them if they are
    /// few, otherwise one for each.
    #[must_use]
    pub fn new(theories: Theories, context: &Context) -> Self {
        let supports = |op| context.supports(op);
        let theories = theories.intersection(offered(context));
        let others = theories.iter().filter(|theory| *theory != Theory::Bool);
        let others: Vec<Theory> = others.collect();
        let sets: Vec<Theories> = match others.len() {
            ..=TOGETHER => vec![theories],
            _ => others
                .into_iter()
                .map(|one| Theories::from_iter([one]))
                .collect(),
        };
        let allowed = context.restrictions.formats.iter().copied();
        let smallest = allowed.min_by_key(|(exponent, significand)| exponent + significand);
        let format = smallest.unwrap_or(FORMAT);
        let of_set = |set| Grammar::new(set, format, &context.ops, &supports);
        let grammars = sets.into_iter().map(of_set);
        Self {
            grammars: grammars.collect(),
        }
    }

    /// The grammars. Seeds take them in turn.
    pub fn grammars(&self) -> impl Iterator<Item = &Grammar> {
        self.grammars.iter()
    }

    /// What a campaign says about its seeds.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let count = self.grammars.len();
        let in_turn = (count > 1).then(|| {
            format!(
                "{count} theories are enumerated, each by itself, and seeds take them in turn: --theories chooses up to {TOGETHER}"
            )
        });
        let remarks = in_turn.into_iter().chain([self.sizes().to_string()]);
        remarks.collect()
    }

    /// The last seeds of the smallest sizes.
    fn sizes(&self) -> EnumeratedSizes {
        let count = self.grammars.len() as u64;
        let last_seed = |size: usize| {
            let ends = (0..).zip(&self.grammars).map(|(place, grammar)| {
                let of_size = |size| grammar.formulas(size);
                let formulas = (1..=size).map(of_size).fold(0, u64::saturating_add);
                let last_block = formulas.saturating_sub(1) / BLOCK;
                last_block.saturating_mul(count).saturating_add(place)
            });
            ends.max().unwrap_or_default()
        };
        EnumeratedSizes::new((1..=NAMED_SIZES).map(last_seed).collect())
    }

    /// The grammar of a seed, and the number of its first formula.
    fn block(&self, seed: u64) -> Option<(&Grammar, u64)> {
        let count = self.grammars.len() as u64;
        let grammar = self
            .grammars
            .get(usize::try_from(seed.checked_rem(count)?).ok()?)?;
        let formulas: u64 = grammar.sizes().map(|size| grammar.formulas(size)).sum();
        let blocks = formulas.div_ceil(BLOCK);
        Some((grammar, (seed / count).checked_rem(blocks)? * BLOCK))
    }
}

/// The strategy.
pub struct Enumerate;

impl Strategy for Enumerate {
    fn name(&self) -> &'static str {
        "enumerate"
    }

    fn needs_entries(&self) -> bool {
        false
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        let (grammar, first) = input.entries.enumeration.block(input.seed)?;
        let mut problem = Problem::without_entry(input, grammar.theories)?;
        problem.draws.opening.continues = false;
        problem
            .notes
            .push(format!("formulas: {BLOCK} from {first} on"));
        let mut terms = Enumerated::new(grammar, problem)?;
        let mut poser = Poser::default();
        poser.open(&mut terms.problem.terms, &mut terms.problem.draws);
        for number in first..first + BLOCK {
            let Some((size, number)) = grammar.size_at(number) else {
                break;
            };
            let formula = grammar.formula(size, number)?;
            if grammar.is_first(&formula)
                && let Some(id) = terms.term(&formula)
            {
                let mut read = vec![id];
                read.extend(terms.simplified(id));
                terms.symbols(&formula, &mut read);
                let problem = &mut terms.problem;
                poser.pose_alone(&mut problem.terms, &mut problem.draws, id, read);
            }
        }
        Some(terms.problem.into_run(poser.steps))
    }
}

/// The terms of a run. Equal terms are made once.
struct Enumerated<'a> {
    grammar: &'a Grammar,
    problem: Problem<'a>,
    leaves: FxHashMap<(usize, usize), TermId>,
    applications: FxHashMap<(usize, SmallVec<[TermId; 3]>), TermId>,
}

impl<'a> Enumerated<'a> {
    /// The sorts of the grammar, and no terms. `None` if the profile leaves out a sort.
    fn new(grammar: &'a Grammar, mut problem: Problem<'a>) -> Option<Self> {
        for id in &grammar.listed {
            let (terms, draws) = (&mut problem.terms, &mut problem.draws);
            let made = match grammar.sorts.get(*id)? {
                Sort::Dt(datatype) => terms.datatypes(draws, &datatype.group),
                sort => terms.sort(draws, sort),
            };
            (made == Some(*id)).then_some(())?;
        }
        Some(Self {
            grammar,
            problem,
            leaves: FxHashMap::default(),
            applications: FxHashMap::default(),
        })
    }

    /// The term of a tree. `None` if the profile leaves it out.
    fn term(&mut self, tree: &Tree) -> Option<TermId> {
        let Problem { terms, draws, .. } = &mut self.problem;
        match tree {
            Tree::Leaf(sort, place) => {
                if let Some(known) = self.leaves.get(&(*sort, *place)) {
                    return Some(*known);
                }
                let id = self.grammar.listed[*sort];
                let made = match &self.grammar.leaves[*sort][*place] {
                    GrammarLeaf::Symbol(_) => terms.constant(draws, id),
                    GrammarLeaf::Variable => terms.variable(draws, id),
                    GrammarLeaf::Value(value) => terms.value(draws, id, value.clone()),
                }?;
                self.leaves.insert((*sort, *place), made);
                Some(made)
            }
            Tree::Apply(rule, args) => {
                let of = &self.grammar.rules[*rule];
                let mut ids: SmallVec<[TermId; 3]> = SmallVec::new();
                if let Some(sort) = of.binds {
                    let is_variable = |leaf: &GrammarLeaf| *leaf == GrammarLeaf::Variable;
                    let place = self.grammar.leaves[sort].iter().position(is_variable)?;
                    ids.push(self.term(&Tree::Leaf(sort, place))?);
                }
                for arg in args {
                    ids.push(self.term(arg)?);
                }
                let key = (*rule, ids);
                if let Some(known) = self.applications.get(&key) {
                    return Some(*known);
                }
                let Problem { terms, draws, .. } = &mut self.problem;
                let made = terms.apply(draws, of.op, &key.1, &of.indices)?;
                self.applications.insert(key, made);
                Some(made)
            }
        }
    }

    /// The solver's simplification of a formula. `None` if the solver has none.
    fn simplified(&mut self, formula: TermId) -> Option<TermId> {
        let Problem { terms, draws, .. } = &mut self.problem;
        if !draws.context.available.simplifies {
            return None;
        }
        let ids = Ids {
            term: Some(terms.state.ids.term()),
            sort: None,
        };
        let draft = Draft {
            action: &Simplify,
            args: smallvec![Arg::Term(formula)],
            ids,
        };
        terms.add_term(draws, draft)
    }

    /// Adds the symbols of a tree that have values, each once.
    fn symbols(&self, tree: &Tree, to: &mut Vec<TermId>) {
        match tree {
            Tree::Leaf(sort, place) => {
                let is_read = matches!(self.grammar.leaves[*sort][*place], GrammarLeaf::Symbol(_))
                    && !self.grammar.is_function(*sort);
                let id = self.leaves.get(&(*sort, *place)).filter(|_| is_read);
                to.extend(id.filter(|id| !to.contains(id)).copied());
            }
            Tree::Apply(_, args) => args.iter().for_each(|arg| self.symbols(arg, to)),
        }
    }
}
