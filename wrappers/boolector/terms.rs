//! Terms as the trace knows them, and as the library shows them.
//!
//! The library's parameters are bound once, by one function or quantifier, while a variable of a trace may be bound
//! again and again. A variable whose parameter has been bound gets a new one when it is next needed, and
//! the terms in which it is free are made again from what they were made of.

use super::ffi::{Node, Session, Sort as Made};
use super::ops;
use crate::arena::Arena;
use crate::encodings::malformed;
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
    free: Params,
    /// Of terms with free variables.
    recipe: Option<Rc<Recipe>>,
    /// A constant, a free function or a value: not made of other terms.
    is_leaf: bool,
    /// It depends on whether arrays are equal.
    compares: bool,
    /// It depends on what an array or a function has at a point.
    reads: bool,
}

/// What a term was made of.
enum Recipe {
    Param(Sort),
    Term(Op, Vec<TermId>, Vec<u32>),
    /// A constant array of a sort.
    Array(Sort, TermId),
    Fun(Vec<TermId>, TermId),
}

/// Variables, each with a parameter that stands for it.
type Params = BTreeMap<TermId, Node>;

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
        self.add(out, node, view, Params::new(), None);
    }

    /// Names a variable.
    pub(super) fn insert_param(&mut self, out: TermId, node: Node, sort: &Sort) {
        let recipe = Some(Rc::new(Recipe::Param(sort.clone())));
        self.spent.remove(&out);
        self.add(out, node, &sort.view, Params::from([(out, node)]), recipe);
    }

    fn add(
        &mut self,
        out: TermId,
        node: Node,
        view: &Rc<SortView>,
        free: Params,
        recipe: Option<Rc<Recipe>>,
    ) {
        let view = Rc::clone(view);
        self.order.push(out);
        self.known.insert(
            out,
            Known {
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
            (op::LAMBDA, [params @ .., body]) => Recipe::Fun(params.to_vec(), *body),
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
        let parts = recipe.parts();
        self.refresh(session, rng, parts.clone())?;
        let nodes = parts.iter().map(|part| self.node(*part));
        let nodes: Vec<Node> = nodes.collect::<Result<_>>()?;
        let node = self.cook(session, rng, Some(&recipe), &nodes)?;
        let mut free = Params::new();
        for part in &parts {
            free.extend(self.known.get(*part)?.free.clone());
        }
        free.retain(|var, _| !recipe.bound().contains(var));
        self.spent.extend(recipe.bound());
        let compares = self.compares(session, &recipe)?;
        let reads = self.reads(&recipe)?;
        let recipe = (!free.is_empty()).then(|| Rc::new(recipe));
        self.add(out, node, view, free, recipe);
        let known = self.known.get_mut(out)?;
        (known.is_leaf, known.compares, known.reads) = (false, compares, reads);
        Ok(())
    }

    /// Whether a term is a constant, a free function or a value.
    pub(super) fn is_leaf(&self, id: TermId) -> Result<bool> {
        Ok(self.known.get(id)?.is_leaf)
    }

    /// Whether the value of a term is that of the model. In it, arrays are what their reads need: an equality that is
    /// in no formula has a value of its own, whatever is in the arrays. `of_all`: the model is one of all terms. One of
    /// formulas has no value of a read that is in none of them: that of an earlier check is shown.
    pub(super) fn has_value(&self, id: TermId, of_all: bool) -> Result<bool> {
        let known = self.known.get(id)?;
        Ok(!known.compares && (of_all || !known.reads))
    }

    fn reads(&self, recipe: &Recipe) -> Result<bool> {
        if matches!(recipe, Recipe::Term(op, ..) if [op::ARRAY_SELECT, op::UF_APPLY].contains(op)) {
            return Ok(true);
        }
        for part in recipe.parts() {
            if self.known.get(part)?.reads {
                return Ok(true);
            }
        }
        Ok(false)
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

    /// Sees to it that the terms that a recipe takes stand on parameters that are not bound yet, the same in all of
    /// them. Those that do not are made again.
    fn refresh(&mut self, session: &Session, rng: &mut Rng, roots: Vec<TermId>) -> Result {
        let mut variables = BTreeSet::new();
        for root in &roots {
            variables.extend(self.known.get(*root)?.free.keys().copied());
        }
        for variable in &variables {
            if self.spent.contains(variable) {
                let recipe = self.known.get(*variable)?.recipe.clone();
                let param = self.cook(session, rng, recipe.as_deref(), &[])?;
                let known = self.known.get_mut(*variable)?;
                known.node = param;
                known.free = Params::from([(*variable, param)]);
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
            let known = self.known.get_mut(root)?;
            if let Some(node) = remade.get(&(root, params.clone())) {
                known.node = *node;
                known.free = params;
            }
        }
        Ok(())
    }

    /// Makes a term over given parameters, each binder in it with parameters of its own: those of a variable
    /// that is free elsewhere in the term must stay as they are. No recursion: terms may be deep.
    fn remake(
        &self,
        session: &Session,
        rng: &mut Rng,
        root: (TermId, Params),
        remade: &mut BTreeMap<(TermId, Params), Node>,
    ) -> Result {
        // Each with the parameters of its parts, once it has been met.
        let mut todo: Vec<((TermId, Params), Option<Params>)> = vec![(root, None)];
        while let Some(((id, params), inner)) = todo.pop() {
            let place = (id, params);
            let known = self.known.get(id)?;
            let Some(recipe) = &known.recipe else {
                remade.insert(place, known.node);
                continue;
            };
            if known.free == place.1 {
                remade.insert(place, known.node);
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
                        let recipe = self.known.get(*bound)?.recipe.as_deref();
                        inner.insert(*bound, self.cook(session, rng, recipe, &[])?);
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
                let nodes: Vec<Node> = nodes.collect::<Option<_>>().ok_or_else(malformed)?;
                let node = self.cook(session, rng, Some(recipe), &nodes)?;
                remade.insert(place, node);
            } else {
                todo.push((place, Some(inner)));
                todo.extend(places.into_iter().map(|part| (part, None)));
            }
        }
        Ok(())
    }

    /// The parameters among `params` that a term takes.
    fn narrow(&self, id: TermId, params: &Params) -> Result<Params> {
        let free = self.known.get(id)?.free.keys();
        let of = |var: &TermId| Some((*var, *params.get(var)?));
        Ok(free.filter_map(of).collect())
    }

    /// Follows a recipe, with the nodes of its parts.
    fn cook(
        &self,
        session: &Session,
        rng: &mut Rng,
        recipe: Option<&Recipe>,
        nodes: &[Node],
    ) -> Result<Node> {
        match (recipe, nodes) {
            (Some(Recipe::Param(sort)), _) => session.nameless_param(sort.of),
            (Some(Recipe::Array(sort, _)), [element]) => session.const_array(sort.of, *element),
            (Some(Recipe::Fun(..)), [params @ .., body]) => session.fun(params, *body),
            (Some(Recipe::Term(op::UF_APPLY, ..)), [function, args @ ..]) => {
                let misfit = session.misfit(args, *function);
                if misfit != -1 {
                    let message = format!("argument {misfit} does not fit the function");
                    return Err(Error::Contradiction(message));
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
    /// The terms that it takes.
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

/// What the library says that the sort of a node is. `claimed`: what it should be; of it only is taken that
/// a bit is a Boolean.
pub(super) fn view(of: &Session, node: Node, claimed: &SortView) -> Result<SortView> {
    let sort = of.sort_of(node);
    // An array's sort is that of a function of one argument, and some such functions count as arrays.
    let kinds = [
        of.is_bv_sort(sort),
        of.is_array(node),
        of.is_fun(node) && !of.is_array(node),
    ];
    let wrong = |what: &str| {
        Err(Error::Contradiction(format!(
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
    // The API shows the sort of the domain as a whole, and no way to take it to pieces.
    if let SortView::Fun(domain, codomain) = claimed {
        if of.arity(node) as usize != domain.len() {
            return wrong("arity and domain");
        }
        if of.sort_width(of.codomain_of(node)) != of.width(node) {
            return wrong("codomain and width");
        }
        let codomain = bits(of.width(node), Some(codomain));
        return Ok(SortView::Fun(domain.clone(), Box::new(codomain)));
    }
    if !is_array {
        return Ok(SortView::Other("a function".to_owned()));
    }
    let claims = match claimed {
        SortView::Array(parts) => Some(parts),
        _ => None,
    };
    let element = bits(of.width(node), claims.map(|parts| &parts.1));
    let index = bits(of.index_width(node), claims.map(|parts| &parts.0));
    Ok(SortView::Array(Box::new((index, element))))
}

/// Reads what the library shows of a node: its children are not among it.
pub(super) fn inspect(of: &Session, node: Node) -> Result {
    let wrong = |what: &str| {
        Err(Error::Contradiction(format!(
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
