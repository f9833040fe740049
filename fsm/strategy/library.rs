//! Terms from which a strategy makes a run: those of entries of the corpus, and new ones.

use super::Input;
use super::makers::Makers;
use super::setup::{Setup, step};
use crate::action::{
    Action, Arg, Args, Call, Context, Effect, Goal, Ids, MissingArgs, Pick, Ref, Role, SwarmConfig,
};
use crate::actions::{
    MkConst, MkFun, MkSort, MkTerm, MkValue, MkValuedConst, MkVar, New, adopt, apply_op_for,
    indices, retype, symbol,
};
use crate::edit::{Step, check, is_of, needs_more, sort_of};
use crate::eval::draw;
use crate::features::insert_theories_of;
use crate::names::{Names as Naming, renumbered};
use crate::op::{Bindings, Op, Shape};
use crate::rng::Rng;
use crate::scenario::Draft;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{InstanceState, Leaf};
use crate::theory::Theories;
use crate::value::{Bv, Value};
use num_rational::BigRational;
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
    makers: Makers,
    /// The theories of which the solver has operators. Of others it may have the sorts alone, which
    /// it then can not solve.
    offered: Theories,
    /// The symbols of constants, functions and variables.
    symbols: FxHashSet<Box<str>>,
}

/// The prefix of symbols in runs with plain names. The symbols of walks have others.
const ADOPTED: &str = "c";

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

    /// Lets a sort of the library take the place of one of the entry.
    pub(super) fn unify(&mut self, entrys: SortId, with: SortId) {
        self.sorts.insert(entrys, with);
    }

    /// Whether what a call of the entry makes has a name.
    pub(super) fn has(&self, call: &Call) -> bool {
        match (call.ids.term, call.ids.sort) {
            (Some(term), _) => self.terms.contains_key(&term),
            (None, Some(sort)) => self.sorts.contains_key(&sort),
            (None, None) => false,
        }
    }
}

/// The theories of which a solver has operators.
fn offered(context: &Context) -> Theories {
    let supported = context.ops.iter().filter(|op| context.supports(*op));
    supported.map(|op| context.ops.row(op).theory).collect()
}

/// Whether a sort can take the place of another one in most terms.
fn is_similar(one: &Sort, other: &Sort) -> bool {
    matches!(
        (one, other),
        (Sort::Bv(_), Sort::Bv(_))
            | (Sort::Fp(..), Sort::Fp(..))
            | (Sort::Ff(_), Sort::Ff(_))
            | (Sort::Uninterpreted(_), Sort::Uninterpreted(_))
            | (Sort::Int, Sort::Real)
            | (Sort::Real, Sort::Int)
    )
}

/// The value of a sort that is nearest to a value of another one. `None` if no value is near.
fn converted(value: &Value, sort: &Sort) -> Option<Value> {
    Some(match (value, sort) {
        (Value::Bv(bits), Sort::Bv(width)) => Value::Bv(Bv::from_int(*width, &bits.signed())),
        (Value::Int(number), Sort::Real) => Value::Real(BigRational::from(number.clone())),
        (Value::Real(number), Sort::Int) => Value::Int(number.floor().to_integer()),
        _ => return None,
    })
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
        if setup.has_plain_names() {
            swarm.names = Naming::Plain;
        }
        let mut library = Self {
            context: input.context,
            swarm,
            rng: input.rng,
            setup,
            state: InstanceState::default(),
            steps: Vec::new(),
            makers: Makers::default(),
            offered: offered(input.context),
            symbols: FxHashSet::default(),
        };
        let new = step(library.rng, &New, Args::new());
        // What is valid depends on the logic: functions as values do.
        let setup = std::mem::take(&mut library.setup.steps);
        for step in std::iter::once(new).chain(setup) {
            library.add(step.call);
        }
        library.setup.steps.clone_from(&library.steps);
        library
    }

    /// Adds a call, if it is valid. In first-order logics functions are only applied, although the
    /// entry of the call may have a logic in which they are values.
    fn add(&mut self, call: Call) -> bool {
        if check(&self.state, &call, self.context).is_err()
            || needs_more(&call, &self.state, self.context)
        {
            return false;
        }
        self.makers.add(self.steps.len(), &call);
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
        self.steps.push(Step {
            sort: sort_of(&self.state, &call),
            ..Step::new(call)
        });
        true
    }

    /// Adds a call that makes a term. `None` if it is not valid.
    fn add_term(&mut self, draft: Draft) -> Option<TermId> {
        let seed = Call::draw_seed(self.rng);
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
                let mut theories = Theories::default();
                insert_theories_of(sort.kind(), &mut theories);
                if !theories.iter().any(|theory| self.offered.has(theory)) {
                    return false;
                }
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
            let renumbered = match self.setup.has_plain_names() {
                true => Some(format!("_{ADOPTED}{number}").into()),
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
        if self.convert_value(&mut call).is_none() {
            return;
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

    /// A value becomes one of its sort if another sort has taken the place of its own. `None` if
    /// there is none.
    fn convert_value(&mut self, call: &mut Call) -> Option<()> {
        let [Arg::Sort(id), Arg::Value(value)] = call.args.as_mut_slice() else {
            return Some(());
        };
        let sort = self.state.sorts.get(*id)?;
        if !is_of(value, sort) {
            let near = converted(value, sort);
            *value = near.or_else(|| draw(&self.state.sorts, *id, self.rng))?;
        }
        Some(())
    }

    /// A sort that can take the place of a sort that is not here.
    pub(super) fn similar(&mut self, sort: &Sort) -> Option<SortId> {
        let sorts = &self.state.sorts;
        if sorts.find(sort).is_some() {
            return None;
        }
        let similar = sorts.iter().filter(|(_, other)| is_similar(sort, other));
        let similar: Vec<SortId> = similar.map(|(id, _)| id).collect();
        self.rng.pick(&similar).copied()
    }

    /// Adds those sorts and terms of an entry that a term needs. `None` if the term can not be made
    /// here.
    pub(super) fn adopt_cone(
        &mut self,
        entry: &[Step],
        needed: &[usize],
        names: &mut Names,
        root: TermId,
    ) -> Option<TermId> {
        for number in needed {
            let step = &entry[*number];
            let role = step.call.action.role();
            if matches!(role, Role::Declare | Role::Build) && !names.has(&step.call) {
                self.adopt(step, names);
            }
        }
        names.term(root)
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
        let (linear, names) = (self.swarm.linear, self.swarm.names);
        self.swarm = SwarmConfig::draw(self.rng, theories, Some(linear), self.context);
        self.swarm.names = names;
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

    /// An application of an operator of the run to terms that are drawn, whose result has a sort.
    pub(super) fn applied_for(&mut self, sort: SortId) -> Option<TermId> {
        let (swarm, sorts, ops) = (&self.swarm, &self.state.sorts, &self.context.ops);
        let gives = |op: &Op| {
            let signature = ops.signature(*op);
            swarm.op_weights[op.index()] > 0
                && signature.shape == Shape::Plain
                && signature
                    .result
                    .matches(sort, sorts, &mut Bindings::default())
        };
        let ops: Vec<Op> = ops.iter().filter(gives).collect();
        let op = *self.rng.pick(&ops)?;
        let mut missing = None;
        let (args, ids) = apply_op_for(&mut self.pick(&mut missing), op, sort)?;
        let made = self.add_term(Draft {
            action: &MkTerm,
            args,
            ids,
        })?;
        (self.state.term(made)?.sort == sort).then_some(made)
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
        let name = Arg::Text(self.symbol("x"));
        self.declared(
            &MkValuedConst,
            smallvec![Arg::Sort(sort), name, Arg::Term(value)],
        )
    }

    /// A new constant of a sort.
    pub(super) fn constant(&mut self, sort: SortId) -> Option<TermId> {
        let name = Arg::Text(self.symbol("x"));
        self.declared(&MkConst, smallvec![Arg::Sort(sort), name])
    }

    /// A new variable of a sort. `None` if the profile does not allow variables of it.
    pub(super) fn variable(&mut self, sort: SortId) -> Option<TermId> {
        let kind = self.state.sorts.get(sort)?.kind();
        if !kind.has_symbols() || self.context.restrictions.var.has(kind) {
            return None;
        }
        let name = Arg::Text(self.symbol("v"));
        self.declared(&MkVar, smallvec![Arg::Sort(sort), name])
    }

    fn declared(&mut self, action: &'static dyn Action, args: Args) -> Option<TermId> {
        let ids = Ids {
            term: Some(self.state.fresh_term()),
            sort: None,
        };
        self.add_term(Draft { action, args, ids })
    }

    /// A symbol that no other term has.
    fn symbol(&mut self, prefix: &str) -> Box<str> {
        let mut missing = None;
        let prefix = if self.setup.has_plain_names() {
            ADOPTED
        } else {
            prefix
        };
        symbol(&mut self.pick(&mut missing), prefix)
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

    /// Whether a term has this leaf.
    pub(super) fn has_leaf(&self, id: TermId, leaf: &Leaf) -> bool {
        self.state.term(id).is_some_and(|term| term.leaf == *leaf)
    }

    /// The constants of a sort.
    pub(super) fn constants(&self, sort: SortId) -> Vec<TermId> {
        let all = self.state.pool(sort).all().iter().copied();
        all.filter(|id| self.has_leaf(*id, &Leaf::Const)).collect()
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

    /// The formulas in which a term is replaced at some of its places. `None` if that is not
    /// possible.
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
        let step = self.steps.get(self.makers.of_term(id)?)?;
        let sort = step.call.ids.sort;
        MkFun::of(&step.call)?;
        let name = Arg::Text(self.symbol("f"));
        let term = Some(self.state.fresh_term());
        self.add_term(Draft {
            action: &MkFun,
            args: smallvec![name, Arg::Terms(params), Arg::Term(body)],
            ids: Ids { sort, term },
        })
    }

    /// The numbers of the steps that make some terms and what they are made of, in order.
    pub(super) fn needed(&self, roots: &[TermId]) -> Vec<usize> {
        self.makers.needed(&self.steps, roots, &self.context.ops)
    }
}
