//! Removes datatypes, constructors, selectors and parameters from declarations of datatypes.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::{Arg, Context, Ref};
use murxla_fsm::edit::Step;
use murxla_fsm::op::{DT_APPLY_CONS, DT_MATCH, DT_MATCH_BIND_CASE, DT_MATCH_CASE};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Constructor, Datatypes, Declaration, Field, Selector, SortId};
use smallvec::smallvec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Removes a datatype with its fields elsewhere, some constructors that are not used, a selector
/// with its argument in all applications of the constructor, or a parameter with its argument in
/// all instances.
pub(super) struct ShortenDatatypes;

/// What is removed from a declaration. Members, constructors and parameters are named by their
/// place.
#[derive(Clone)]
enum Part {
    Member(usize),
    Constructors(usize, BTreeSet<usize>),
    Selector(usize, usize, usize),
    Param(usize, usize),
}

impl Pass for ShortenDatatypes {
    fn edits<'c>(&self, best: &'c Candidate, context: &'c Context) -> Vec<Edit<'c>> {
        let mut edits: Vec<Edit<'c>> = Vec::new();
        for (place, step) in best.steps.iter().enumerate() {
            let [Arg::Datatypes(group)] = &step.call.args[..] else {
                continue;
            };
            for part in parts(group, &named(best)) {
                edits.push(Box::new(move || {
                    without(best, place, group, &part, context)
                }));
            }
        }
        edits
    }
}

/// The symbols of constructors and selectors that calls name.
fn named(best: &Candidate) -> BTreeSet<&str> {
    let args = best.steps.iter().flat_map(|step| &step.call.args);
    let symbols = args.filter_map(|arg| match arg {
        Arg::Named(_, named) => Some(named.symbols.iter()),
        _ => None,
    });
    symbols.flatten().map(|symbol| &**symbol).collect()
}

/// What may be removed, the largest parts first.
fn parts(group: &Datatypes, named: &BTreeSet<&str>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let members = group.members();
    if members.len() > 1 {
        parts.extend((0..members.len()).rev().map(Part::Member));
    }
    for (m, member) in members.iter().enumerate() {
        let constructors = member.constructors.iter().enumerate();
        let is_unnamed = |(_, c): &(usize, &Constructor)| !named.contains(&*c.symbol);
        let unused: BTreeSet<usize> = constructors.filter(is_unnamed).map(|(c, _)| c).collect();
        if unused.len() > 1 {
            parts.push(Part::Constructors(m, unused.clone()));
            // All but one, so that there is one.
            for kept in &unused {
                let mut out = unused.clone();
                out.remove(kept);
                parts.push(Part::Constructors(m, out));
            }
        }
        for (c, constructor) in member.constructors.iter().enumerate() {
            parts.push(Part::Constructors(m, BTreeSet::from([c])));
            let selectors = (0..constructor.selectors.len()).rev();
            parts.extend(selectors.map(|s| Part::Selector(m, c, s)));
        }
        parts.extend((0..member.params.len()).rev().map(|p| Part::Param(m, p)));
    }
    parts
}

/// The steps without a part of the declaration that a call makes.
fn without(
    best: &Candidate,
    place: usize,
    group: &Datatypes,
    part: &Part,
    context: &Context,
) -> Option<Vec<Step>> {
    let first = best.steps[place].call.ids.sort?;
    let sort = |member: usize| SortId(first.0 + member as u32);
    let mut members = group.members().to_vec();
    let mut steps = best.steps.clone();
    match part {
        Part::Member(m) => {
            let names = |part: &Field| matches!(part, Field::Member(n, _) if n == m);
            remove_fields(&mut members, &mut steps, &|field| field.has(&names));
            members.remove(*m);
            for selector in selectors(&mut members) {
                selector.field.edit(&mut |part| {
                    if let Field::Member(member, _) = part {
                        *member -= usize::from(*member > *m);
                    }
                });
            }
            let is_after = |id: SortId| id > sort(*m) && id < sort(group.members().len());
            let moved = |id: SortId| SortId(id.0 - u32::from(is_after(id)));
            for step in &mut steps {
                step.call.ids.sort = step.call.ids.sort.map(moved);
                step.call.map_refs(&context.ops, &mut |name| match name {
                    Ref::Sort(id) => Ref::Sort(moved(id)),
                    name => name,
                });
            }
        }
        Part::Constructors(m, out) => {
            let constructors = &mut members[*m].constructors;
            let gone = out.iter().map(|c| constructors[*c].symbol.clone());
            let gone: BTreeSet<Box<str>> = gone.collect();
            constructors.retain(|constructor| !gone.contains(&constructor.symbol));
            remove_cases(&mut steps, &gone);
        }
        Part::Selector(m, c, s) => {
            let constructor = &mut members[*m].constructors[*c];
            constructor.selectors.remove(*s);
            remove_argument(&mut steps, &constructor.symbol, *s);
        }
        Part::Param(m, p) => {
            let own = &mut members[*m..=*m];
            let is_out = |field: &Field| {
                let mut is_out = false;
                field.each_component(&mut |part| is_out |= *part == Field::Param(*p));
                is_out
            };
            remove_fields(own, &mut steps, &is_out);
            own[0].params.remove(*p);
            for selector in selectors(own) {
                selector.field.edit(&mut |part| {
                    if let Field::Param(n) = part {
                        *n -= usize::from(*n > *p);
                    }
                });
            }
            for selector in selectors(&mut members) {
                selector.field.edit(&mut |part| match part {
                    Field::Member(member, args) if *member == *m && *p < args.len() => {
                        args.remove(*p);
                    }
                    _ => {}
                });
            }
            remove_sort_argument(&mut steps, sort(*m), *p, context);
        }
    }
    if members.iter().any(|member| member.constructors.is_empty()) {
        return None;
    }
    let group = match group.is_codata() {
        true => Datatypes::codatatypes(members),
        false => Datatypes::new(members),
    };
    let group = Arc::new(group.ok()?);
    let is_declaration = |step: &&mut Step| {
        let is_group = matches!(step.call.args[..], [Arg::Datatypes(_)]);
        is_group && step.call.ids.sort == Some(first)
    };
    let declaration = steps.iter_mut().find(is_declaration)?;
    declaration.call.args = smallvec![Arg::Datatypes(group)];
    Some(steps)
}

fn selectors(members: &mut [Declaration]) -> impl Iterator<Item = &mut Selector> {
    let constructors = members.iter_mut().flat_map(|m| &mut m.constructors);
    constructors.flat_map(|c| &mut c.selectors)
}

/// Removes fields, and their arguments in all applications.
fn remove_fields(members: &mut [Declaration], steps: &mut [Step], is_out: &dyn Fn(&Field) -> bool) {
    for Constructor { symbol, selectors } in members.iter_mut().flat_map(|m| &mut m.constructors) {
        for place in (0..selectors.len()).rev() {
            if is_out(&selectors[place].field) {
                selectors.remove(place);
                remove_argument(steps, symbol, place);
            }
        }
    }
}

/// Removes an argument of a constructor where it is applied, and its variable in the cases of
/// matches.
fn remove_argument(steps: &mut [Step], symbol: &str, out: usize) {
    for step in steps {
        if let [Arg::Op(op), Arg::Named(_, named), Arg::Terms(terms), _] = &mut step.call.args[..]
            && named.symbols.first().is_some_and(|its| **its == *symbol)
            && out < terms.len()
        {
            match *op {
                DT_APPLY_CONS => {
                    terms.remove(out);
                }
                DT_MATCH_BIND_CASE => {
                    terms.remove(out);
                    // The body is left.
                    if terms.len() == 1 {
                        *op = DT_MATCH_CASE;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Removes the cases of these constructors.
fn remove_cases(steps: &mut Vec<Step>, gone: &BTreeSet<Box<str>>) {
    let mut cases: BTreeSet<TermId> = BTreeSet::new();
    steps.retain_mut(|step| match &mut step.call.args[..] {
        [
            Arg::Op(DT_MATCH_CASE | DT_MATCH_BIND_CASE),
            Arg::Named(_, named),
            ..,
        ] => {
            let is_out = named.symbols.first().is_some_and(|its| gone.contains(its));
            cases.extend(step.call.ids.term.filter(|_| is_out));
            !is_out
        }
        [Arg::Op(DT_MATCH), _, Arg::Terms(terms), _] => {
            terms.retain(|term| !cases.contains(term));
            true
        }
        _ => true,
    });
}

/// Removes a sort from the arguments of a sort constructor. Without arguments it is a sort itself.
fn remove_sort_argument(steps: &mut Vec<Step>, constructor: SortId, out: usize, context: &Context) {
    let mut same = BTreeSet::new();
    steps.retain_mut(|step| match &mut step.call.args[..] {
        [Arg::Sort(applied), Arg::SortArgs(sorts)]
            if *applied == constructor && out < sorts.len() =>
        {
            sorts.remove(out);
            same.extend(step.call.ids.sort.filter(|_| sorts.is_empty()));
            !sorts.is_empty()
        }
        _ => true,
    });
    for step in steps {
        let to = |id: SortId| if same.contains(&id) { constructor } else { id };
        step.call.ids.sort = step.call.ids.sort.map(to);
        step.call.map_refs(&context.ops, &mut |name| match name {
            Ref::Sort(id) => Ref::Sort(to(id)),
            name => name,
        });
    }
}
