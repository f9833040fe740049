//! Terms of the trace, and what the library says about them.
//!
//! In the library a parameter is bound once, by one function or quantifier. In a trace a variable
//! may be bound several times. A variable whose parameter is bound gets a new parameter when it is
//! next needed. The terms in which the variable is free are then made again, from a recipe.

use super::checks::{
    COPY, INSTANCE_OF_NODE, KINDS, MISFIT, NUMBER_OF_NODE, OWN_SORT, WIDTH_OF_ARRAY,
};
use super::ffi::{Session, Sort as SortHandle, Term};
use super::ops;
use crate::shared::encoding::malformed;
use crate::shared::instance::TracedSort;
use crate::shared::instance::arena::Arena;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortView;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A term, with its sort in the trace.
struct TracedTerm {
    node: Term,
    view: Rc<SortView>,
    /// The free variables, each with the parameter that stood for it when the node was made.
    free: Params,
    /// Terms with free variables have one.
    recipe: Option<Rc<Recipe>>,
    /// Whether it is a constant, a free function or a value.
    is_leaf: bool,
    /// Whether it depends on the equality of arrays or functions.
    compares: bool,
    /// Whether it depends on an element of an array or a value of a function.
    reads: bool,
}

/// How a term is made.
enum Recipe {
    Param(TracedSort<SortHandle>),
    Term(Op, Vec<TermId>, Vec<u32>),
    /// A constant array of a sort.
    Array(TracedSort<SortHandle>, TermId),
    Fun(Vec<TermId>, TermId),
}

/// The parameters that stand for variables.
type Params = BTreeMap<TermId, Term>;

/// All terms of an instance.
#[derive(Default)]
pub(super) struct Terms {
    traced: Arena<TermId, TracedTerm>,
    /// The ids in the order in which the terms were made.
    order: Vec<TermId>,
    /// Variables whose parameters are bound.
    spent: BTreeSet<TermId>,
    /// The symbols in use. The library requires that they are unique.
    symbols: BTreeSet<String>,
}

impl Terms {
    /// Whether a symbol is new. Notes that it is used.
    pub(super) fn is_fresh(&mut self, symbol: &str) -> bool {
        self.symbols.insert(symbol.to_owned())
    }

    /// Adds a term without free variables. Calls that make one end with it.
    pub(super) fn insert(&mut self, out: TermId, node: Term, view: &Rc<SortView>) -> Result {
        self.add(out, node, view, Params::new(), None);
        Ok(())
    }

    /// Adds a variable.
    pub(super) fn insert_param(&mut self, out: TermId, node: Term, sort: &TracedSort<SortHandle>) {
        let recipe = Some(Rc::new(Recipe::Param(sort.clone())));
        self.spent.remove(&out);
        self.add(out, node, &sort.view, Params::from([(out, node)]), recipe);
    }

    fn add(
        &mut self,
        out: TermId,
        node: Term,
        view: &Rc<SortView>,
        free: Params,
        recipe: Option<Rc<Recipe>>,
    ) {
        let view = Rc::clone(view);
        self.order.push(out);
        self.traced.insert(
            out,
            TracedTerm {
                node,
                view,
                free,
                recipe,
                is_leaf: true,
                compares: false,
                reads: false,
            },
        );
    }

    /// The sort of a term in the trace.
    pub(super) fn view(&self, id: TermId) -> Result<&Rc<SortView>> {
        Ok(&self.traced.get(id)?.view)
    }

    /// All terms without free variables.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (TermId, Term)> + '_ {
        let closed = |id: &TermId| Some((*id, self.closed(*id).ok()?));
        self.order.iter().filter_map(closed)
    }

    /// The latest node of a term.
    pub(super) fn node(&self, id: TermId) -> Result<Term> {
        Ok(self.traced.get(id)?.node)
    }

    /// The node of a term without free variables.
    pub(super) fn closed(&self, id: TermId) -> Result<Term> {
        let term = self.traced.get(id)?;
        if !term.free.is_empty() {
            return Err(Error::Rejected(format!("{id} has free variables")));
        }
        Ok(term.node)
    }

    /// Makes an application, and adds it.
    pub(super) fn make(
        &mut self,
        session: &Session,
        rng: &mut Rng,
        out: TermId,
        (op, args, indices): (Op, &[TermId], &[u32]),
        sort: &TracedSort<SortHandle>,
    ) -> Result {
        let recipe = match (op, args) {
            (op::CONST_ARRAY, [element]) => Recipe::Array(sort.clone(), *element),
            (op::LAMBDA, [params @ .., body]) => Recipe::Fun(params.to_vec(), *body),
            _ => Recipe::Term(op, args.to_vec(), indices.to_vec()),
        };
        self.build(session, rng, out, recipe, &sort.view)
    }

    /// Makes a function of parameters and a body, and adds it.
    pub(super) fn make_fun(
        &mut self,
        session: &Session,
        rng: &mut Rng,
        out: TermId,
        (params, body): (&[TermId], TermId),
        view: &Rc<SortView>,
    ) -> Result {
        let recipe = Recipe::Fun(params.to_vec(), body);
        self.build(session, rng, out, recipe, view)
    }

    fn build(
        &mut self,
        session: &Session,
        rng: &mut Rng,
        out: TermId,
        recipe: Recipe,
        view: &Rc<SortView>,
    ) -> Result {
        let parts = recipe.parts();
        self.refresh(session, rng, parts.clone())?;
        let nodes = parts.iter().map(|part| self.node(*part));
        let nodes: Vec<Term> = nodes.collect::<Result<_>>()?;
        let node = self.make_node(session, rng, Some(&recipe), &nodes)?;
        let mut free = Params::new();
        for part in &parts {
            free.extend(self.traced.get(*part)?.free.clone());
        }
        free.retain(|var, _| !recipe.bound().contains(var));
        self.spent.extend(recipe.bound());
        let compares = self.compares(session, &recipe)?;
        let reads = self.reads(&recipe)?;
        let recipe = (!free.is_empty()).then(|| Rc::new(recipe));
        self.add(out, node, view, free, recipe);
        let term = self.traced.get_mut(out)?;
        (term.is_leaf, term.compares, term.reads) = (false, compares, reads);
        Ok(())
    }

    /// Whether a term is a constant, a free function or a value.
    pub(super) fn is_leaf(&self, id: TermId) -> Result<bool> {
        Ok(self.traced.get(id)?.is_leaf)
    }

    /// Whether the value that the library has for a term is the one in the model. In a model,
    /// arrays have only the elements that reads need. An equality of arrays that is in no formula
    /// has an arbitrary value. If the model has values only for the terms in formulas (`of_all` is
    /// false), a read that is in no formula has the value of an earlier check.
    pub(super) fn has_value(&self, id: TermId, of_all: bool) -> Result<bool> {
        let term = self.traced.get(id)?;
        Ok(!term.compares && (of_all || !term.reads))
    }

    fn reads(&self, recipe: &Recipe) -> Result<bool> {
        if matches!(recipe, Recipe::Term(op, ..) if [op::ARRAY_SELECT, op::UF_APPLY].contains(op)) {
            return Ok(true);
        }
        for part in recipe.parts() {
            if self.traced.get(part)?.reads {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compares(&self, session: &Session, recipe: &Recipe) -> Result<bool> {
        let is_equality =
            matches!(recipe, Recipe::Term(op, ..) if [op::EQUAL, op::DISTINCT].contains(op));
        for part in recipe.parts() {
            let part = self.traced.get(part)?;
            if part.compares || is_equality && session.is_fun(part.node)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes sure that the terms of a recipe use parameters that are not bound yet, and the same
    /// ones in all of them. Other terms are made again.
    fn refresh(&mut self, session: &Session, rng: &mut Rng, roots: Vec<TermId>) -> Result {
        let mut variables = BTreeSet::new();
        for root in &roots {
            variables.extend(self.traced.get(*root)?.free.keys().copied());
        }
        for variable in &variables {
            if self.spent.contains(variable) {
                let recipe = self.traced.get(*variable)?.recipe.clone();
                let param = self.make_node(session, rng, recipe.as_deref(), &[])?;
                let term = self.traced.get_mut(*variable)?;
                term.node = param;
                term.free = Params::from([(*variable, param)]);
                self.spent.remove(variable);
            }
        }
        let mut current = Params::new();
        for variable in variables {
            current.insert(variable, self.node(variable)?);
        }
        let mut remade = BTreeMap::new();
        for root in roots {
            let params = self.narrow(root, &current)?;
            self.remake(session, rng, (root, params.clone()), &mut remade)?;
            let term = self.traced.get_mut(root)?;
            if let Some(node) = remade.get(&(root, params.clone())) {
                term.node = *node;
                term.free = params;
            }
        }
        Ok(())
    }

    /// Makes a term again over given parameters. Each binder in it gets new parameters, because a
    /// variable may also be free elsewhere in the term, and there its parameter must not change.
    /// There is no recursion, because terms may be deep.
    fn remake(
        &self,
        session: &Session,
        rng: &mut Rng,
        root: (TermId, Params),
        remade: &mut BTreeMap<(TermId, Params), Term>,
    ) -> Result {
        // Terms to make. One that has been visited before has the parameters of its parts.
        let mut todo: Vec<((TermId, Params), Option<Params>)> = vec![(root, None)];
        while let Some(((id, params), inner)) = todo.pop() {
            let place = (id, params);
            let term = self.traced.get(id)?;
            let Some(recipe) = &term.recipe else {
                remade.insert(place, term.node);
                continue;
            };
            if term.free == place.1 {
                remade.insert(place, term.node);
                continue;
            }
            if let (Recipe::Param(_), Some(param)) = (&**recipe, place.1.get(&id).copied()) {
                remade.insert(place, param);
                continue;
            }
            if remade.contains_key(&place) {
                continue;
            }
            let parts = recipe.parts();
            let is_met = inner.is_some();
            let inner = match inner {
                Some(inner) => inner,
                None => {
                    let mut inner = place.1.clone();
                    for bound in recipe.bound() {
                        let recipe = self.traced.get(*bound)?.recipe.as_deref();
                        inner.insert(*bound, self.make_node(session, rng, recipe, &[])?);
                    }
                    inner
                }
            };
            let places = parts
                .iter()
                .map(|part| Ok((*part, self.narrow(*part, &inner)?)));
            let places: Vec<(TermId, Params)> = places.collect::<Result<_>>()?;
            if is_met {
                let nodes = places.iter().map(|part| remade.get(part).copied());
                let nodes: Vec<Term> = nodes.collect::<Option<_>>().ok_or_else(malformed)?;
                let node = self.make_node(session, rng, Some(recipe), &nodes)?;
                remade.insert(place, node);
            } else {
                todo.push((place, Some(inner)));
                todo.extend(places.into_iter().map(|part| (part, None)));
            }
        }
        Ok(())
    }

    /// The parameters among `params` that are free in a term.
    fn narrow(&self, id: TermId, params: &Params) -> Result<Params> {
        let free = self.traced.get(id)?.free.keys();
        let of = |var: &TermId| Some((*var, *params.get(var)?));
        Ok(free.filter_map(of).collect())
    }

    /// Makes a node by a recipe, from the nodes of its parts.
    fn make_node(
        &self,
        session: &Session,
        rng: &mut Rng,
        recipe: Option<&Recipe>,
        nodes: &[Term],
    ) -> Result<Term> {
        match (recipe, nodes) {
            (Some(Recipe::Param(sort)), _) => session.param(sort.handle, None),
            (Some(Recipe::Array(sort, _)), [element]) => session.const_array(sort.handle, *element),
            (Some(Recipe::Fun(..)), [params @ .., body]) => session.fun(params, *body),
            (Some(Recipe::Term(op::UF_APPLY, ..)), [function, args @ ..]) => {
                let misfit = session.fun_sort_check(args, *function)?;
                if misfit != -1 {
                    return MISFIT.fails(format!("argument {misfit}"));
                }
                session.apply(args, *function)
            }
            (Some(Recipe::Term(op::FORALL, ..)), [vars @ .., body]) => session.forall(vars, *body),
            (Some(Recipe::Term(op::EXISTS, ..)), [vars @ .., body]) => session.exists(vars, *body),
            (Some(Recipe::Term(op, _, indices)), _) => ops::make(session, rng, *op, nodes, indices),
            _ => Err(malformed()),
        }
    }
}

impl Recipe {
    /// The terms from which it is made.
    fn parts(&self) -> Vec<TermId> {
        match self {
            Recipe::Param(_) => Vec::new(),
            Recipe::Term(_, args, _) => args.clone(),
            Recipe::Array(_, element) => vec![*element],
            Recipe::Fun(params, body) => [params, &[*body][..]].concat(),
        }
    }

    /// The variables that it binds.
    fn bound(&self) -> &[TermId] {
        match self {
            Recipe::Fun(params, _) => params,
            Recipe::Term(op::FORALL | op::EXISTS, parts, _) => {
                parts.split_last().map_or(&[], |(_, vars)| vars)
            }
            _ => &[],
        }
    }
}

/// Reads all that the library says about a node. It has no getter for children.
pub(super) fn inspect(of: &Session, node: Term) -> Result {
    of.get_symbol(node)?;
    INSTANCE_OF_NODE.must(of.owns(node))?;
    // Only the references that the copies add are released.
    let (copy, sort) = (of.copy(node)?, of.get_sort(node)?);
    let sort_copy = of.copy_sort(sort)?;
    of.release_sort(sort_copy)?;
    of.release(copy)?;
    COPY.must(copy == node && sort == sort_copy)?;
    // The negation of a node has the same number as the node.
    let number = of.get_node_id(node)?;
    NUMBER_OF_NODE.must(of.get_node_id(of.match_node(node)?)? == number)?;
    NUMBER_OF_NODE.must(of.get_node_id(of.match_node_by_id(number)?)? == number)?;
    OWN_SORT.must(of.is_equal_sort(node, node)?)?;
    let kinds = [
        of.is_const(node)?,
        of.is_var(node)?,
        of.is_param(node)?,
        of.is_array_var(node)?,
        of.is_uf(node)? && !of.is_array_var(node)?,
    ];
    KINDS.must(kinds.iter().filter(|kind| **kind).count() <= 1)?;
    if of.is_param(node)? {
        of.is_bound_param(node)?;
    }
    WIDTH_OF_ARRAY.must(!of.is_array(node)? || of.get_width(node)? != 0)
}
