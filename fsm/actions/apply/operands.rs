//! Draws the operator and the operands of a generated application.

use super::super::draw::{
    ArgTerms, Indices, MAX_EXPANSION, MAX_NESTING, MAX_WIDTH, component, nesting, pick_of_sort,
};
use super::admissible::may_stand;
use crate::action::{Goal, MissingArgs, Pick};
use crate::op::{Bindings, Index, Op, Pattern, Signature};
use crate::profile::Kinds;
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::{Sort, SortId, SortKind};
use crate::state::{Leaf, Term};
use smallvec::{SmallVec, smallvec};

/// Draws a term whose sort is an instance of the pattern. Binds the variables of the pattern.
fn pick_for(cx: &mut Pick<'_>, op: Op, pattern: &Pattern, bound: &mut Bindings) -> Option<TermId> {
    let (sorts, functions) = (&cx.state.sorts, cx.state.is_higher_order());
    let sort = match pattern.instance(sorts, bound) {
        Some(sort) => sorts.find(&sort)?,
        None => {
            let fits = |id: &SortId| {
                !cx.state.pool(*id).is_empty()
                    && (functions || sorts.get(*id).is_some_and(|s| s.kind() != SortKind::Fun))
                    && may_stand(cx.state, cx.context, op, *id)
                    && pattern.matches(*id, sorts, &mut bound.clone())
            };
            let fitting: SmallVec<[SortId; 16]> =
                sorts.iter().map(|(id, _)| id).filter(fits).collect();
            *cx.rng.pick(&fitting)?
        }
    };
    let term = pick_of_sort(cx, sort)?;
    pattern.matches(sort, sorts, bound).then_some(term)
}

/// Draws arguments and indices for an operator with a plain signature. One argument is the root, if
/// there is one. `bound` has what is known about the sort of the result.
pub(crate) fn plain(
    cx: &mut Pick<'_>,
    op: Op,
    signature: &Signature,
    root: Option<TermId>,
    mut bound: Bindings,
) -> Option<(Op, ArgTerms, Indices)> {
    let mut place = None;
    let converts = !signature.indices.is_empty();
    if converts {
        choose_format(cx, signature, &mut bound)?;
    }
    if let Some(root) = root {
        // The root takes the first place that fits its sort, from a random place on.
        let sort = cx.state.term(root)?.sort;
        may_stand(cx.state, cx.context, op, sort).then_some(())?;
        let start = cx.rng.index(signature.args.len());
        let places = (0..signature.args.len()).map(|n| (start + n) % signature.args.len());
        for candidate in places {
            let mut attempt = bound.clone();
            if signature.args[candidate].matches(sort, &cx.state.sorts, &mut attempt) {
                bound = attempt;
                place = Some(candidate);
                break;
            }
        }
        place?;
    }
    if !converts {
        choose_format(cx, signature, &mut bound)?;
    }
    // An index that is a sort determines the sorts of arguments, so it is drawn before them.
    let mut chosen = None;
    for index in &signature.indices {
        if let Index::Sort(pattern) = index {
            chosen = Some(choose_sort(cx, pattern, &mut bound)?);
        }
    }
    let (mut terms, mut missing) = (ArgTerms::new(), Vec::new());
    for (n, pattern) in signature.args.iter().enumerate() {
        let term = match root {
            Some(root) if place == Some(n) => root,
            _ => match pick_for(cx, op, pattern, &mut bound) {
                Some(term) => term,
                None => {
                    missing.push(wanted(cx, pattern, &mut bound)?);
                    continue;
                }
            },
        };
        terms.push(distinct(cx, &terms, term)?);
    }
    if !missing.is_empty() {
        *cx.missing_args = Some(MissingArgs { op, sorts: missing });
        return None;
    }
    if signature.fold != crate::op::Fold::None {
        let extra = cx.rng.weighted([60, 20, 12, 8].into_iter())?;
        for _ in 0..extra {
            let last = signature.args.last()?;
            // Each further argument of `concat` may have another width.
            let changes = matches!(signature.result, Pattern::Bv(_))
                && signature.args.first() != signature.args.last();
            let term = if changes {
                pick_for(cx, op, last, &mut Bindings::default())?
            } else {
                pick_for(cx, op, last, &mut bound)?
            };
            terms.push(distinct(cx, &terms, term)?);
        }
    }
    if let Some(literals) = cx.swarm.literals(op, cx.context) {
        let state = cx.state;
        let is_taken = |term: &TermId| {
            let leaf = state.term(*term).map(|term| &term.leaf);
            matches!(leaf, Some(Leaf::Value(value)) if literals.take(value))
        };
        for term in terms.iter_mut().skip(literals.first) {
            if !is_taken(term) {
                let values = state.pool(state.term(*term)?.sort).values();
                let taken: Vec<TermId> = values.iter().copied().filter(is_taken).collect();
                *term = *cx.rng.pick(&taken)?;
            }
        }
    }
    let mut indices = Indices::new();
    for index in &signature.indices {
        let value = match index {
            Index::Sort(_) => chosen?.0,
            Index::Number(bounds) => {
                let (low, high) = bounds.range(&bound)?;
                pick_index(cx.rng, &cx.swarm.widths, low, high)
            }
        };
        index
            .bind(value, &cx.state.sorts, &mut bound)
            .then_some(())?;
        indices.push(value);
    }
    if let Some(sort) = signature.result.missing_element(&cx.state.sorts, &bound) {
        *cx.missing_args = Some(MissingArgs {
            op,
            sorts: vec![sort],
        });
        return None;
    }
    // The result may have no sort: the tuple of a join may have no parts left.
    signature.result.instance(&cx.state.sorts, &bound)?;
    Some((op, terms, indices))
}

/// The sort of a missing argument, or a sort that must be made before it. Parts that the pattern
/// does not determine are drawn.
fn wanted(cx: &mut Pick<'_>, pattern: &Pattern, bound: &mut Bindings) -> Option<Sort> {
    if pattern.is_nested_array() {
        // Existing sorts are preferred for the parts, because chance seldom makes the same sort
        // again.
        let (state, rng) = (cx.state, &mut *cx.rng);
        let fits = |sort: &Sort| {
            let kind = sort.kind();
            kind.has_symbols() && kind != SortKind::Fun && nesting(state, sort) <= MAX_NESTING
        };
        return pattern.sort_to_make(&state.sorts, bound, &mut |ids| {
            let ids = ids
                .iter()
                .filter(|id| state.sorts.get(**id).is_some_and(fits));
            rng.pick(&ids.copied().collect::<Vec<SortId>>()).copied()
        });
    }
    // The same holds for elements: their widths are those of existing sorts.
    if let Some(element) = pattern.element().filter(|e| !matches!(e, Pattern::Var(_))) {
        choose_sort(cx, element, bound);
    }
    pattern.bind_free(bound, &mut || component(cx, Kinds::default()))?;
    let sorts = &cx.state.sorts;
    pattern
        .instance(sorts, bound)
        .or_else(|| pattern.missing_element(sorts, bound))
}

/// If the result is a floating-point number and its format is not determined yet, draws a format
/// that other terms have, so that operators can combine the result with them.
fn choose_format(cx: &mut Pick<'_>, signature: &Signature, bound: &mut Bindings) -> Option<()> {
    let (result, sorts) = (&signature.result, &cx.state.sorts);
    if !matches!(result, Pattern::Fp(..)) || result.instance(sorts, bound).is_some() {
        return Some(());
    }
    choose_sort(cx, result, bound).map(|_| ())
}

/// Draws one of the existing sorts that are instances of the pattern.
fn choose_sort(cx: &mut Pick<'_>, pattern: &Pattern, bound: &mut Bindings) -> Option<SortId> {
    let sorts = &cx.state.sorts;
    let fits = |id: &SortId| pattern.matches(*id, sorts, &mut bound.clone());
    let fitting: SmallVec<[SortId; 4]> = sorts.iter().map(|(id, _)| id).filter(fits).collect();
    let sort = *cx.rng.pick(&fitting)?;
    pattern.matches(sort, sorts, bound).then_some(sort)
}

/// The term. If it is an argument already, most often another term of its sort.
fn distinct(cx: &mut Pick<'_>, before: &[TermId], term: TermId) -> Option<TermId> {
    if before.contains(&term) && cx.rng.chance(90) {
        return pick_of_sort(cx, cx.state.term(term)?.sort);
    }
    Some(term)
}

/// Draws an index: the lower bound, the upper bound, a width of this run, or any number between the
/// bounds. It is at most [`MAX_WIDTH`] above the lower bound.
fn pick_index(rng: &mut Rng, widths: &[u32], low: u32, high: u32) -> u32 {
    let near = high.min(low.saturating_add(MAX_WIDTH));
    match rng.below(4) {
        0 => low,
        1 => near,
        2 => match rng.pick(widths) {
            Some(width) if (low..=high).contains(width) => *width,
            _ => rng.range(low, near),
        },
        _ => rng.range(low, near),
    }
}

/// Draws a function and arguments of its domain. The root is the function or one of the arguments.
pub(super) fn apply(cx: &mut Pick<'_>, root: Option<TermId>) -> Option<ArgTerms> {
    let (sorts, functions) = (&cx.state.sorts, cx.state.is_higher_order());
    let root_sort = root.and_then(|id| Some(cx.state.term(id)?.sort));
    let function_sort = |id: SortId| match sorts.get(id) {
        Some(Sort::Fun(domain, _)) => Some(domain),
        _ => None,
    };
    let (function, domain) = match (root, root_sort.and_then(function_sort)) {
        // A root that is a function is applied. In higher-order logics it may also be an argument.
        (Some(root), Some(domain)) if !functions || cx.rng.coin() => (root, domain),
        _ => {
            let fits = |id: &SortId| {
                let takes_root = |domain: &[SortId]| root_sort.is_none_or(|s| domain.contains(&s));
                !cx.state.pool(*id).is_empty() && function_sort(*id).is_some_and(|d| takes_root(d))
            };
            let fitting: SmallVec<[SortId; 8]> =
                sorts.iter().map(|(id, _)| id).filter(fits).collect();
            let sort = *cx.rng.pick(&fitting)?;
            (cx.state.pool(sort).pick(cx.rng)?, function_sort(sort)?)
        }
    };
    let mut terms: ArgTerms = smallvec![function];
    let mut root = root.filter(|id| *id != function);
    for sort in domain {
        let term = match root {
            Some(id) if root_sort == Some(*sort) => {
                root = None;
                id
            }
            _ => {
                let shallow = |id: &TermId| {
                    cx.state
                        .term(*id)
                        .is_some_and(|t| t.expansion < MAX_EXPANSION)
                };
                (0..4).find_map(|_| pick_of_sort(cx, *sort).filter(shallow))?
            }
        };
        // With an open argument the application would be open too.
        let open = !cx.state.term(term)?.free.is_empty();
        if open && cx.goal == Goal::Close {
            return None;
        }
        terms.push(term);
    }
    // Nested applications of defined functions grow exponentially when they are expanded. Solvers
    // then take seconds to make a term, which is not an error.
    let nesting = terms
        .iter()
        .filter_map(|id| cx.state.term(*id))
        .map(|t| t.expansion);
    let defined = matches!(cx.state.term(function)?.leaf, Leaf::Fun(..));
    (!defined || nesting.max()? < MAX_EXPANSION).then_some(terms)
}

/// Draws the arguments of a set comprehension: an open formula, the term for the members, and the
/// bound variables. These are all free variables of both. If the goal is not to close terms, it may
/// be one of them.
pub(super) fn comprehension(cx: &mut Pick<'_>, root: Option<TermId>) -> Option<ArgTerms> {
    let (state, boolean) = (cx.state, cx.state.sorts.find(&Sort::Bool)?);
    let is_open = |id: &TermId| state.term(*id).is_some_and(|t| !t.free.is_empty());
    let root = root.filter(is_open);
    let is_formula = root.is_some_and(|id| state.term(id).is_some_and(|t| t.sort == boolean));
    let holds = match root {
        Some(root) if is_formula && cx.rng.chance(80) => root,
        _ => {
            let all = state.pool(boolean).all().iter().copied();
            let open: SmallVec<[TermId; 16]> = all.filter(is_open).collect();
            match cx.rng.pick(&open) {
                Some(formula) if cx.rng.chance(90) => *formula,
                _ => pick_of_sort(cx, boolean)?,
            }
        }
    };
    let mut variables = state.term(holds)?.free.clone();
    let member = match root.filter(|root| *root != holds) {
        Some(root) => root,
        // The members depend on the variables, because a set with a fixed member is of little
        // interest.
        None if cx.rng.coin() => *cx.rng.pick(&variables)?,
        None => {
            let shares = |(id, term): (TermId, &Term)| {
                let free = term.free.iter().any(|v| variables.contains(v));
                (free && !term.is_part()).then_some(id)
            };
            let sharing: SmallVec<[TermId; 16]> = state.terms.iter().filter_map(shares).collect();
            *cx.rng.pick(&sharing)?
        }
    };
    let may_be_member =
        |kind: SortKind| kind.has_symbols() && (state.is_higher_order() || kind != SortKind::Fun);
    let of_member = state.term(member)?;
    may_be_member(state.sorts.get(of_member.sort)?.kind()).then_some(())?;
    variables.extend(of_member.free.iter().copied());
    variables.sort_unstable();
    variables.dedup();
    cx.rng.shuffle(&mut variables);
    if cx.goal == Goal::Explore && cx.rng.chance(30) {
        variables.truncate(1);
    }
    Some([holds, member].into_iter().chain(variables).collect())
}

/// Draws the arguments of a quantifier: some or all free variables of an open formula, and the
/// formula.
pub(crate) fn quantify(cx: &mut Pick<'_>, root: Option<TermId>) -> Option<ArgTerms> {
    let boolean = cx.state.sorts.find(&Sort::Bool)?;
    let open = |id: &TermId| {
        let term = cx.state.term(*id);
        term.is_some_and(|t| t.sort == boolean && !t.free.is_empty() && t.leaf != Leaf::Var)
    };
    let body = match root.filter(open) {
        Some(root) => root,
        None => {
            let all = match cx.goal {
                Goal::Close => cx.state.terms.unclosed(),
                Goal::Explore => cx.state.pool(boolean).all(),
            };
            let bodies: SmallVec<[TermId; 16]> = all.iter().copied().filter(open).collect();
            *cx.rng.pick(&bodies)?
        }
    };
    let mut variables: ArgTerms = cx.state.term(body)?.free.iter().copied().collect();
    cx.rng.shuffle(&mut variables);
    if cx.goal == Goal::Explore && cx.rng.chance(30) {
        variables.truncate(1);
    }
    variables.push(body);
    Some(variables)
}
