//! Terms from which a strategy makes a run: those of entries of the corpus, and new ones.

use super::Input;
use super::setup::Setup;
use crate::action::{
    Action, Arg, Call, Context, Effect, Goal, Ids, MissingArgs, Pick, Ref, Role, SwarmConfig,
};
use crate::actions::{
    DefineFunsRec, MkFun, MkRecFun, MkSort, MkTerm, MkValue, MkValuedConst, MkVar, New, adopt,
    indices, retype, symbol,
};
use crate::edit::{Step, check};
use crate::names::renumbered;
use crate::op::Op;
use crate::rng::Rng;
use crate::scenario::Draft;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf};
use crate::theory::Theories;
use crate::value::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The steps that make terms, and the state after them. Nothing is asserted in this state.
pub(super) struct Library<'a> {
    pub(super) context: &'a Context,
    pub(super) swarm: SwarmConfig,
    pub(super) rng: &'a mut Rng,
    pub(super) setup: Setup,
    pub(super) state: InstanceState,
    /// In order.
    pub(super) steps: Vec<Step>,
    /// The number of the step that makes a term.
    makers: FxHashMap<TermId, usize>,
    /// The number of the step that makes a sort.
    sort_makers: FxHashMap<SortId, usize>,
    /// The symbols of constants, functions and variables.
    symbols: FxHashSet<Box<str>>,
}

/// What the terms of an entry are called in a library.
#[derive(Default)]
pub(super) struct Names {
    sorts: FxHashMap<SortId, SortId>,
    terms: FxHashMap<TermId, TermId>,
}

impl Names {
    pub(super) fn term(&self, id: TermId) -> Option<TermId> {
        self.terms.get(&id).copied()
    }
}

/// A term below some formulas, at one of its places: an argument of another term.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) parent: TermId,
    pub(super) argument: usize,
}

impl<'a> Library<'a> {
    /// A library without terms.
    pub(super) fn new(input: &'a mut Input<'_>, setup: Setup) -> Self {
        let mut swarm = input.swarm.clone();
        swarm.linear = setup.linear;
        let mut library = Self {
            context: input.context,
            swarm,
            rng: input.rng,
            setup,
            state: InstanceState::default(),
            steps: Vec::new(),
            makers: FxHashMap::default(),
            sort_makers: FxHashMap::default(),
            symbols: FxHashSet::default(),
        };
        let new = Step::new(Call {
            seed: library.rng.below(Call::SEEDS) as u32,
            action: &New,
            args: smallvec![],
            ids: Ids::default(),
        });
        // What is valid depends on the logic: functions as values do.
        let setup = std::mem::take(&mut library.setup.steps);
        for step in std::iter::once(new).chain(setup) {
            library.add(step.call);
        }
        library.setup.steps.clone_from(&library.steps);
        library
    }

    /// Adds a call, if it is valid.
    fn add(&mut self, call: Call) -> bool {
        if check(&self.state, &call, self.context).is_err() {
            return false;
        }
        let number = self.steps.len();
        if let Some(sort) = call.ids.sort {
            for more in 0..call.sort_count() as u32 {
                let sort = SortId(sort.0 + more);
                self.sort_makers.entry(sort).or_insert(number);
            }
        }
        if let Some(term) = call.ids.term {
            self.makers.insert(term, number);
        }
        if call.action.role() == Role::Declare {
            let texts = call.args.iter().filter_map(|arg| match arg {
                Arg::Text(text) => Some(text.clone()),
                _ => None,
            });
            self.symbols.extend(texts);
        }
        let effect = Effect::Done;
        let (state, context) = (&mut self.state, self.context);
        call.action.apply(state, &call, &effect, context);
        self.steps.push(Step::new(call));
        true
    }

    /// Adds a call that makes a term. `None` if it is not valid.
    fn add_term(&mut self, draft: Draft) -> Option<TermId> {
        let seed = self.rng.below(Call::SEEDS) as u32;
        let id = draft.ids.term?;
        self.add(draft.call(seed)).then_some(id)
    }

    /// Whether the profile allows the sort or the term that a call of an entry makes.
    fn allows(&mut self, call: &Call) -> bool {
        let (state, restrictions) = (&self.state, &self.context.restrictions);
        let kind = |id: SortId| state.sorts.get(id).map(Sort::kind);
        if let Some(args) = MkTerm::of(call) {
            let (op, terms) = (args.op, args.terms);
            let Ok(indices) = indices(state, &self.context.ops, &args) else {
                return false;
            };
            let mut missing = None;
            return adopt(&self.pick(&mut missing), op, terms, &indices).is_some();
        }
        if let Some(args) = MkVar::of(call)
            && kind(args.sort).is_none_or(|kind| restrictions.var.has(kind))
        {
            return false;
        }
        if let Some(args) = MkFun::of(call) {
            let body = state.term(args.body).and_then(|body| kind(body.sort));
            return body.is_some_and(|kind| kind.has_symbols() && !restrictions.codomain.has(kind));
        }
        let has_symbols = |arg: &Arg| match arg {
            Arg::Sort(id) => kind(*id).is_some_and(SortKind::has_symbols),
            Arg::NewSort(sort) => {
                let format = match sort {
                    Sort::Fp(exponent, significand) => Some((*exponent, *significand)),
                    _ => None,
                };
                let formats = &restrictions.formats;
                state.sorts.parts_have_symbols(sort)
                    && restrictions.allow(&state.sorts, sort)
                    && (formats.is_empty() || format.is_none_or(|format| formats.contains(&format)))
            }
            _ => true,
        };
        call.action.role() != Role::Declare || call.args.iter().all(has_symbols)
    }

    /// Gives the symbols that a call declares names that no other symbol has.
    fn rename(&self, call: &mut Call) {
        for arg in &mut call.args {
            let Arg::Text(symbol) = arg else { continue };
            let number = self.state.symbol();
            let renumbered = match self.setup.continues {
                true => Some(format!("_x{number}").into()),
                false => renumbered(symbol, number),
            };
            *symbol = renumbered.unwrap_or_else(|| {
                let is_taken = self.symbols.contains(symbol);
                if is_taken {
                    format!("{symbol}_x{number}").into()
                } else {
                    symbol.clone()
                }
            });
        }
    }

    /// Adds a call of an entry, unless it is not valid here, or needs a term that is not here.
    fn adopt(&mut self, step: &Step, names: &mut Names) {
        let mut call = step.call.clone();
        let mut is_missing = false;
        call.map_refs(&self.context.ops, &mut |name| match name {
            Ref::Sort(id) => Ref::Sort(names.sorts.get(&id).copied().unwrap_or_else(|| {
                is_missing = true;
                id
            })),
            Ref::Term(id) => Ref::Term(names.terms.get(&id).copied().unwrap_or_else(|| {
                is_missing = true;
                id
            })),
        });
        if is_missing {
            return;
        }
        let made = step.call.ids;
        if call.action.returns_equal() {
            // The solver makes it of a term. That term takes its place.
            if let (Some(id), Some(Arg::Term(of))) = (made.term, call.args.first()) {
                names.terms.insert(id, *of);
            }
            return;
        }
        if let (Some(id), Some(Arg::NewSort(sort))) = (made.sort, call.args.first())
            && let Some(known) = self.state.sorts.find(sort)
        {
            names.sorts.insert(id, known);
            return;
        }
        if call.action.role() == Role::Declare {
            self.rename(&mut call);
        }
        call.ids.term = made.term.map(|_| self.state.fresh_term());
        call.ids.sort = made.sort.map(|id| {
            let known = names.sorts.get(&id).copied();
            known.unwrap_or_else(|| self.state.fresh_sort())
        });
        if retype(&self.state, self.context, &mut call).is_none() || !self.allows(&call) {
            return;
        }
        let ids = call.ids;
        let count = call.sort_count() as u32;
        if !self.add(call) {
            return;
        }
        if let (Some(was), Some(is)) = (made.term, ids.term) {
            names.terms.insert(was, is);
        }
        if let (Some(was), Some(is)) = (made.sort, ids.sort) {
            for more in 0..count {
                let (was, is) = (SortId(was.0 + more), SortId(is.0 + more));
                names.sorts.entry(was).or_insert(is);
            }
        }
    }

    /// Adds the sorts and terms of an entry. Calls that are not valid here are left out.
    pub(super) fn adopt_all(&mut self, entry: &[Step]) -> Names {
        let mut names = Names::default();
        for step in entry {
            if matches!(step.call.action.role(), Role::Declare | Role::Build) {
                self.adopt(step, &mut names);
            }
            if step.call.action.role().ends_instance() {
                break;
            }
        }
        names
    }

    /// Draws the operators from which terms are generated, from some theories.
    pub(super) fn generate_from(&mut self, theories: Theories) {
        let linear = self.swarm.linear;
        self.swarm = SwarmConfig::draw(self.rng, theories, self.context);
        self.swarm.linear = linear;
    }

    /// What actions see while they pick arguments.
    fn pick<'p>(&'p mut self, missing: &'p mut Option<MissingArgs>) -> Pick<'p> {
        Pick {
            state: &self.state,
            rng: self.rng,
            swarm: &self.swarm,
            context: self.context,
            goal: Goal::Explore,
            missing_args: missing,
        }
    }

    /// An application that the profile allows.
    pub(super) fn apply(&mut self, op: Op, args: &[TermId], indices: &[u32]) -> Option<TermId> {
        let mut missing = None;
        let (args, ids) = adopt(&self.pick(&mut missing), op, args, indices)?;
        self.add_term(Draft {
            action: &MkTerm,
            args,
            ids,
        })
    }

    /// A term that an action makes with arguments that it draws.
    pub(super) fn drawn(&mut self, action: &'static dyn Action) -> Option<TermId> {
        let mut missing = None;
        let (args, ids) = action.pick(&mut self.pick(&mut missing))?;
        self.add_term(Draft { action, args, ids })
    }

    /// A value.
    pub(super) fn value(&mut self, sort: SortId, value: Value) -> Option<TermId> {
        let ids = Ids {
            term: Some(self.state.fresh_term()),
            sort: None,
        };
        self.add_term(Draft {
            action: &MkValue,
            args: smallvec![Arg::Sort(sort), Arg::Value(value)],
            ids,
        })
    }

    /// Whether the values of a sort can be written as literals.
    pub(super) fn has_literals(&self, sort: SortId) -> bool {
        matches!(
            self.state.sorts.get(sort),
            Some(
                Sort::Bool
                    | Sort::Int
                    | Sort::Real
                    | Sort::Bv(_)
                    | Sort::Fp(..)
                    | Sort::Rm
                    | Sort::String
                    | Sort::Ff(_)
            )
        )
    }

    /// A new constant whose hidden value is that of a term.
    pub(super) fn valued_constant(&mut self, sort: SortId, value: TermId) -> Option<TermId> {
        let mut missing = None;
        let name = symbol(&mut self.pick(&mut missing), "x");
        let ids = Ids {
            term: Some(self.state.fresh_term()),
            sort: None,
        };
        self.add_term(Draft {
            action: &MkValuedConst,
            args: smallvec![Arg::Sort(sort), Arg::Text(name), Arg::Term(value)],
            ids,
        })
    }

    /// The id of a sort, which is made if it is missing.
    pub(super) fn sort(&mut self, sort: &Sort) -> Option<SortId> {
        if let Some(known) = self.state.sorts.find(sort) {
            return Some(known);
        }
        let id = self.state.fresh_sort();
        let call = Call {
            seed: 0,
            action: &MkSort,
            args: smallvec![Arg::NewSort(sort.clone())],
            ids: Ids {
                sort: Some(id),
                term: None,
            },
        };
        self.add(call).then_some(id)
    }

    /// The terms below some formulas, each once, in the order of ids, with the formulas.
    pub(super) fn below(&self, roots: &[TermId]) -> Vec<TermId> {
        self.state.cone(roots)
    }

    /// The places of a term below some formulas.
    pub(super) fn places(&self, roots: &[TermId], of: TermId) -> Vec<Place> {
        let mut places = Vec::new();
        for parent in self.below(roots) {
            let Some(term) = self.state.term(parent) else {
                continue;
            };
            let arguments = term.args.iter().enumerate();
            let those = arguments.filter(|(_, arg)| **arg == of);
            places.extend(those.map(|(argument, _)| Place { parent, argument }));
        }
        places
    }

    /// The formulas in which terms are replaced, everywhere. `None` if that is not possible.
    pub(super) fn replaced(
        &mut self,
        roots: &[TermId],
        by: FxHashMap<TermId, TermId>,
    ) -> Option<Vec<TermId>> {
        self.rebuilt(roots, by, None)
    }

    /// The formulas in which a term is replaced at some of its places. `None` if that is not possible.
    pub(super) fn replaced_at_some(
        &mut self,
        roots: &[TermId],
        of: TermId,
        by: TermId,
    ) -> Option<Vec<TermId>> {
        self.rebuilt(roots, FxHashMap::default(), Some((of, by)))
    }

    /// The formulas in which terms are replaced: some everywhere, and one at places that are drawn.
    fn rebuilt(
        &mut self,
        roots: &[TermId],
        mut by: FxHashMap<TermId, TermId>,
        at_some: Option<(TermId, TermId)>,
    ) -> Option<Vec<TermId>> {
        for id in self.below(roots) {
            if by.contains_key(&id) {
                continue;
            }
            let term = self.state.term(id)?;
            let is_changed = |id: &TermId| by.contains_key(id);
            match &term.leaf {
                Leaf::Fun(params, body) if is_changed(body) => {
                    let (params, body) = (params.clone(), by[body]);
                    by.insert(id, self.function(id, params, body)?);
                }
                _ => {
                    let was = term.args.clone();
                    let args = was.iter().map(|arg| match at_some {
                        Some((of, by)) if *arg == of && self.rng.coin() => by,
                        _ => by.get(arg).copied().unwrap_or(*arg),
                    });
                    let args: SmallVec<[TermId; 4]> = args.collect();
                    if args != was {
                        by.insert(id, self.again(id, &args)?);
                    }
                }
            }
        }
        Some(
            roots
                .iter()
                .map(|id| by.get(id).copied().unwrap_or(*id))
                .collect(),
        )
    }

    /// The term with other arguments.
    pub(super) fn again(&mut self, id: TermId, args: &[TermId]) -> Option<TermId> {
        let term = self.state.term(id)?;
        let (op, indices) = (term.op?, term.indices.clone());
        self.apply(op, args, &indices)
    }

    /// A function with another body. `None` if it is a recursive one.
    fn function(
        &mut self,
        id: TermId,
        params: SmallVec<[TermId; 4]>,
        body: TermId,
    ) -> Option<TermId> {
        let step = self.steps.get(*self.makers.get(&id)?)?;
        let sort = step.call.ids.sort;
        MkFun::of(&step.call)?;
        let mut missing = None;
        let name = Arg::Text(symbol(&mut self.pick(&mut missing), "f"));
        let term = Some(self.state.fresh_term());
        self.add_term(Draft {
            action: &MkFun,
            args: smallvec![name, Arg::Terms(params), Arg::Term(body)],
            ids: Ids { sort, term },
        })
    }

    /// The numbers of the steps that make some terms and what they are made of, in order.
    pub(super) fn needed(&self, roots: &[TermId]) -> Vec<usize> {
        let mut is_needed = vec![false; self.steps.len()];
        let mut todo: Vec<usize> = roots
            .iter()
            .filter_map(|id| self.makers.get(id))
            .copied()
            .collect();
        while !todo.is_empty() {
            let mut functions: Vec<TermId> = Vec::new();
            while let Some(number) = todo.pop() {
                if std::mem::replace(&mut is_needed[number], true) {
                    continue;
                }
                let call = &self.steps[number].call;
                call.each_ref(&self.context.ops, &mut |name| {
                    todo.extend(match name {
                        Ref::Sort(id) => self.sort_makers.get(&id),
                        Ref::Term(id) => self.makers.get(&id),
                    });
                });
                if MkRecFun::of(call).is_some() {
                    functions.extend(call.ids.term);
                }
            }
            // The definition of a recursive function comes later.
            todo.extend(self.definitions(&functions));
        }
        let numbers = is_needed.iter().enumerate();
        numbers
            .filter(|(_, needed)| **needed)
            .map(|(number, _)| number)
            .collect()
    }

    /// The steps that define recursive functions.
    fn definitions(&self, functions: &[TermId]) -> Vec<usize> {
        let defines = |step: &Step| {
            let args = DefineFunsRec::of(&step.call);
            args.is_some_and(|args| args.functions.iter().any(|id| functions.contains(id)))
        };
        let numbered = self.steps.iter().enumerate();
        numbered
            .filter(|(_, step)| defines(step))
            .map(|(number, _)| number)
            .collect()
    }
}
