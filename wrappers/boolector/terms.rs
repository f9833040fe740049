//! Terms as the trace knows them, and as the library shows them.
//!
//! The library's parameters are bound once, by one function or quantifier, while a variable of a trace may be bound
//! again and again. A variable whose parameter has been bound gets a new one when it is next needed, and
//! the terms in which it is free are made again from what they were made of.

use super::ffi::{Node, Session, Sort as Made};
use super::ops::{self, malformed};
use crate::arena::Arena;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::SortView;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A sort: the library's, and what it is to the trace, since Booleans are bit-vectors.
#[derive(Clone)]
pub(super) struct Sort {
    pub(super) of: Made,
    pub(super) view: Rc<SortView>,
}

/// A term with the sort that it was made for.
struct Known {
    node: Node,
    view: Rc<SortView>,
    /// Free variables, each with the parameter that stood for it when the node was made.
    free: BTreeMap<TermId, Node>,
    /// Of terms with free variables.
    recipe: Option<Rc<Recipe>>,
    /// Terms are made of those with smaller numbers.
    number: usize,
    /// It depends on whether arrays are equal.
    compares: bool,
}

/// What a term was made of.
enum Recipe {
    Param(Sort),
    Term(Op, Vec<TermId>, Vec<u32>),
    /// A constant array of a sort.
    Array(Sort, TermId),
    Fun(Vec<TermId>, TermId),
}

/// All terms of an instance.
#[derive(Default)]
pub(super) struct Terms {
    known: Arena<TermId, Known>,
    /// In the order in which they were made.
    order: Vec<TermId>,
    /// Variables whose parameters are bound.
    spent: BTreeSet<TermId>,
    /// Symbols in use: the library wants them to be unique.
    symbols: BTreeSet<String>,
}

impl Terms {
    /// Whether a symbol is new, which it then is no longer.
    pub(super) fn is_fresh(&mut self, symbol: &str) -> bool {
        self.symbols.insert(symbol.to_owned())
    }

    /// Names a term without free variables.
    pub(super) fn insert(&mut self, out: TermId, node: Node, view: &Rc<SortView>) {
        self.add(out, node, view, BTreeMap::new(), None);
    }

    /// Names a variable.
    pub(super) fn insert_param(&mut self, out: TermId, node: Node, sort: &Sort) {
        let recipe = Some(Rc::new(Recipe::Param(sort.clone())));
        self.spent.remove(&out);
        self.add(out, node, &sort.view, BTreeMap::from([(out, node)]), recipe);
    }

    fn add(
        &mut self,
        out: TermId,
        node: Node,
        view: &Rc<SortView>,
        free: BTreeMap<TermId, Node>,
        recipe: Option<Rc<Recipe>>,
    ) {
        let view = Rc::clone(view);
        let number = self.order.len();
        self.order.push(out);
        self.known.insert(
            out,
            Known {
                node,
                view,
                free,
                recipe,
                number,
                compares: false,
            },
        );
    }

    /// What the trace says that the sort of a term is.
    pub(super) fn view(&self, id: TermId) -> Result<&Rc<SortView>> {
        Ok(&self.known.get(id)?.view)
    }

    /// All terms without free variables.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (TermId, Node)> + '_ {
        let closed = |id: &TermId| Some((*id, self.closed(*id).ok()?));
        self.order.iter().filter_map(closed)
    }

    /// A term as it was made last.
    pub(super) fn node(&self, id: TermId) -> Result<Node> {
        Ok(self.known.get(id)?.node)
    }

    /// A term without free variables.
    pub(super) fn closed(&self, id: TermId) -> Result<Node> {
        let known = self.known.get(id)?;
        if !known.free.is_empty() {
            return Err(Error::Rejected(format!("{id} has free variables")));
        }
        Ok(known.node)
    }

    /// Makes an application, and names it.
    pub(super) fn make(
        &mut self,
        session: &Session,
        rng: &mut Rng,
        out: TermId,
        (op, args, indices): (Op, &[TermId], &[u32]),
        sort: &Sort,
    ) -> Result {
        let recipe = match (op, args) {
            (op::CONST_ARRAY, [element]) => Recipe::Array(sort.clone(), *element),
            _ => Recipe::Term(op, args.to_vec(), indices.to_vec()),
        };
        self.build(session, rng, out, recipe, &sort.view)
    }

    /// Makes a function of parameters and a body, and names it.
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
        self.refresh(session, rng, recipe.parts())?;
        let (node, free) = self.cook(session, rng, &recipe)?;
        let compares = self.compares(session, &recipe)?;
        let recipe = (!free.is_empty()).then(|| Rc::new(recipe));
        self.add(out, node, view, free, recipe);
        self.known.get_mut(out)?.compares = compares;
        Ok(())
    }

    /// Whether the value of a term is that of the model. In it, arrays are what their reads need: an equality that is
    /// in no formula has a value of its own, whatever is in the arrays.
    pub(super) fn has_value(&self, id: TermId) -> Result<bool> {
        Ok(!self.known.get(id)?.compares)
    }

    fn compares(&self, session: &Session, recipe: &Recipe) -> Result<bool> {
        let is_equality =
            matches!(recipe, Recipe::Term(op, ..) if [op::EQUAL, op::DISTINCT].contains(op));
        for part in recipe.parts() {
            let part = self.known.get(part)?;
            if part.compares || is_equality && session.is_fun(part.node) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes the terms again that stand on spent parameters, in the order in which they were first made.
    fn refresh(&mut self, session: &Session, rng: &mut Rng, roots: Vec<TermId>) -> Result {
        let mut stale = BTreeMap::new();
        let mut seen = BTreeSet::new();
        let mut todo = roots;
        while let Some(id) = todo.pop() {
            let known = self.known.get(id)?;
            let is_current = |(var, param): (&TermId, &Node)| {
                !self.spent.contains(var) && self.node(*var) == Ok(*param)
            };
            let Some(recipe) = &known.recipe else {
                continue;
            };
            if seen.insert(id) && !known.free.iter().all(is_current) {
                todo.extend(recipe.parts());
                stale.insert(known.number, (id, Rc::clone(recipe)));
            }
        }
        for (_, (id, recipe)) in stale {
            let (node, mut free) = self.cook(session, rng, &recipe)?;
            if let Recipe::Param(_) = *recipe {
                self.spent.remove(&id);
                free.insert(id, node);
            }
            self.known.get_mut(id)?.node = node;
            self.known.get_mut(id)?.free = free;
        }
        Ok(())
    }

    /// Follows a recipe of which all parts are current.
    fn cook(
        &mut self,
        session: &Session,
        rng: &mut Rng,
        recipe: &Recipe,
    ) -> Result<(Node, BTreeMap<TermId, Node>)> {
        let mut free = BTreeMap::new();
        for part in recipe.parts() {
            free.extend(self.known.get(part)?.free.clone());
        }
        let nodes = |ids: &[TermId]| {
            ids.iter()
                .map(|id| self.node(*id))
                .collect::<Result<Vec<_>>>()
        };
        let mut bound: &[TermId] = &[];
        let node = match recipe {
            Recipe::Param(sort) => session.nameless_param(sort.of)?,
            Recipe::Array(sort, element) => session.const_array(sort.of, self.node(*element)?)?,
            Recipe::Fun(params, body) => {
                bound = params;
                session.fun(&nodes(params)?, self.node(*body)?)?
            }
            Recipe::Term(op::UF_APPLY, args, _) => match args.split_first() {
                Some((function, args)) => {
                    let (args, function) = (nodes(args)?, self.node(*function)?);
                    let misfit = session.misfit(&args, function);
                    if misfit != -1 {
                        let message = format!("argument {misfit} does not fit the function");
                        return Err(Error::Check(message));
                    }
                    session.apply(&args, function)?
                }
                None => return Err(malformed()),
            },
            Recipe::Term(of @ (op::FORALL | op::EXISTS), parts, _) => match parts.split_last() {
                Some((body, vars)) => {
                    bound = vars;
                    let (vars, body) = (nodes(vars)?, self.node(*body)?);
                    if *of == op::FORALL {
                        session.forall(&vars, body)?
                    } else {
                        session.exists(&vars, body)?
                    }
                }
                None => return Err(malformed()),
            },
            Recipe::Term(op, args, indices) => {
                ops::make(session, rng, *op, &nodes(args)?, indices)?
            }
        };
        free.retain(|var, _| !bound.contains(var));
        self.spent.extend(bound);
        Ok((node, free))
    }
}

impl Recipe {
    /// The terms that it takes.
    fn parts(&self) -> Vec<TermId> {
        match self {
            Recipe::Param(_) => Vec::new(),
            Recipe::Term(_, args, _) => args.clone(),
            Recipe::Array(_, element) => vec![*element],
            Recipe::Fun(params, body) => [params, &[*body][..]].concat(),
        }
    }
}

/// What the library says that the sort of a node is. `claimed`: what it should be; of it only is taken that
/// a bit is a Boolean.
pub(super) fn view(of: &Session, node: Node, claimed: &SortView) -> Result<SortView> {
    let sort = of.sort_of(node);
    // An array's sort is that of a function of one argument.
    let kinds = [
        of.is_bv_sort(sort),
        of.is_array(node),
        of.is_fun(node) && !of.is_array(node),
    ];
    let wrong = |what: &str| {
        Err(Error::Check(format!(
            "{what} of a node contradict each other"
        )))
    };
    let is_function = of.is_fun_sort(sort);
    if kinds.iter().filter(|kind| **kind).count() != 1
        || is_function != of.is_fun(node)
        || of.is_array(node) && !of.is_array_sort(sort)
    {
        return Ok(SortView::Other(format!("{kinds:?}")));
    }
    let bits = |width: u32, claimed: Option<&SortView>| match claimed {
        Some(SortView::Bool) if width == 1 => SortView::Bool,
        _ => SortView::Bv(width),
    };
    let [is_bv, is_array, _] = kinds;
    if is_bv {
        if of.width(node) != of.sort_width(sort) {
            return wrong("width and sort");
        }
        return Ok(bits(of.width(node), Some(claimed)));
    }
    if is_array {
        let claims = match claimed {
            SortView::Array(parts) => Some(parts),
            _ => None,
        };
        let element = bits(of.width(node), claims.map(|parts| &parts.1));
        let index = bits(of.index_width(node), claims.map(|parts| &parts.0));
        return Ok(SortView::Array(Box::new((index, element))));
    }
    // The API shows the sort of the domain as a whole, and no way to take it to pieces.
    let SortView::Fun(domain, codomain) = claimed else {
        return Ok(SortView::Other("a function".to_owned()));
    };
    if of.arity(node) as usize != domain.len() {
        return wrong("arity and domain");
    }
    if of.sort_width(of.codomain_of(node)) != of.width(node) {
        return wrong("codomain and width");
    }
    let codomain = bits(of.width(node), Some(codomain));
    Ok(SortView::Fun(domain.clone(), Box::new(codomain)))
}

/// Reads what the library shows of a node: its children are not among it.
pub(super) fn inspect(of: &Session, node: Node) -> Result {
    let wrong = |what: &str| {
        Err(Error::Check(format!(
            "{what} of a node contradict each other"
        )))
    };
    of.symbol(node);
    if !of.owns(node) {
        return wrong("instances");
    }
    of.copy_and_release(node)?;
    // Negations have the number of what they negate.
    if of.id(of.match_node(node)?) != of.id(node) || of.id(of.match_id(of.id(node))?) != of.id(node)
    {
        return wrong("numbers");
    }
    if !of.same_sort(node, node) {
        return wrong("sorts");
    }
    let kinds = [
        of.is_const(node),
        of.is_var(node),
        of.is_param(node),
        of.is_array_var(node),
        of.is_uf(node) && !of.is_array_var(node),
    ];
    if kinds.iter().filter(|kind| **kind).count() > 1 {
        return wrong("kinds");
    }
    if of.is_param(node) {
        of.is_bound_param(node);
    }
    if of.is_array(node) && of.width(node) == 0 {
        return wrong("widths");
    }
    Ok(())
}
