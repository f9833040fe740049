//! Datatypes. Some releases have no datatypes with parameters, and no release has several of them
//! that refer to each other. So each instance of a datatype with parameters may be declared as a
//! separate datatype, with its name in SMT-LIB.

use super::ffi::datatypes::{Constructor, Field as FieldHandle};
use super::ffi::{Ast, Context, Sort, Symbol, Z3Api};
use super::sorts::view::{UNIT_TUPLE, named as sort_name};
use super::strings;
use super::terms::MatchCase;
use crate::shared::encoding::malformed;
use murxla_fsm::op::{
    DT_APPLY_CONS, DT_APPLY_SEL, DT_APPLY_TESTER, DT_APPLY_UPDATER, DT_MATCH_BIND_CASE,
    DT_MATCH_CASE, Op,
};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::{Datatypes, Declaration, Field, SortId, SortKind};
use std::rc::Rc;
use std::sync::Arc;

/// The largest number of instances that are made at once. A declaration can need infinitely many.
const MAX_INSTANCES: usize = 32;

/// Looks up the sort of an id.
type SortLookup<'a> = &'a dyn Fn(SortId) -> Result<Sort>;

/// A datatype in Z3: a member of a declaration, with sorts for its parameters.
struct DatatypeInstance {
    group: Arc<Datatypes>,
    member: usize,
    args: Vec<Sort>,
    sort: Sort,
}

/// A member of a declaration that has parameters.
struct DatatypeSchema {
    group: Arc<Datatypes>,
    member: usize,
    /// The datatype in Z3, with variables for parameters. If there is none, each instance is a
    /// separate datatype.
    declared: Option<Sort>,
}

/// All datatypes of an instance.
#[derive(Default)]
pub(super) struct DatatypeInstances {
    declared: Vec<DatatypeInstance>,
    schemas: Vec<DatatypeSchema>,
    tuples: Vec<Sort>,
}

impl DatatypeInstances {
    /// A sort of tuples. Its name is the one that cvc5 has for it.
    pub(super) fn tuple(&mut self, cx: &Rc<Context>, parts: &[Sort]) -> Result<Sort> {
        let name = match parts {
            [] => UNIT_TUPLE.to_owned(),
            parts => sort_name(cx, "Tuple", parts)?,
        };
        let field = |(n, part): (usize, &Sort)| {
            let field = cx.mk_string_symbol(&format!("{name}.{n}"))?;
            Ok((field, part.clone()))
        };
        let fields = parts.iter().enumerate().map(field);
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let (sort, ..) = cx.tuple_sort(cx.mk_string_symbol(&name)?, &fields)?;
        self.tuples.push(sort.clone()); // Z3 forgets a datatype that nobody has.
        Ok(sort)
    }

    fn find(&self, group: &Arc<Datatypes>, member: usize, args: &[Sort]) -> Option<&Sort> {
        let same = |instance: &&DatatypeInstance| {
            Arc::ptr_eq(&instance.group, group)
                && instance.member == member
                && instance.args == args
        };
        self.declared
            .iter()
            .find(same)
            .map(|instance| &instance.sort)
    }

    /// An instance that exists, or a new one of a datatype that was declared with parameters. The
    /// seed of the call decides whether a datatype is declared with parameters.
    fn instance(
        &mut self,
        cx: &Rc<Context>,
        rng: &mut Rng,
        (group, member, args): (&Arc<Datatypes>, usize, &[Sort]),
        sort_of: SortLookup<'_>,
    ) -> Result<Option<Sort>> {
        if let Some(sort) = self.find(group, member, args) {
            return Ok(Some(sort.clone()));
        }
        let declaration = &group.members()[member];
        if declaration.params.is_empty() || !cx.table().Z3_mk_polymorphic_datatype.exists() {
            return Ok(None);
        }
        let same =
            |schema: &&DatatypeSchema| Arc::ptr_eq(&schema.group, group) && schema.member == member;
        let is_declared = match self.schemas.iter().find(same) {
            Some(schema) => schema.declared.is_some(),
            None => {
                let is_apt = refers_to(declaration, |other| other == member) && rng.coin();
                let declared = is_apt.then(|| schema(cx, rng, declaration, sort_of));
                let declared = declared.transpose()?;
                let is_declared = declared.is_some();
                self.schemas.push(DatatypeSchema {
                    group: Arc::clone(group),
                    member,
                    declared,
                });
                is_declared
            }
        };
        if !is_declared {
            return Ok(None);
        }
        let sort = cx.mk_datatype_sort(cx.mk_string_symbol(&declaration.symbol)?, args)?;
        self.declared.push(DatatypeInstance {
            group: Arc::clone(group),
            member,
            args: args.to_vec(),
            sort: sort.clone(),
        });
        Ok(Some(sort))
    }

    /// The datatypes `wanted`: members of `group` with sorts for their parameters. They are
    /// declared together with all datatypes that they refer to. `sort_of` looks up the sorts of
    /// ids.
    pub(super) fn make(
        &mut self,
        cx: &Rc<Context>,
        rng: &mut Rng,
        group: &Arc<Datatypes>,
        wanted: Vec<(usize, Vec<Sort>)>,
        sort_of: SortLookup<'_>,
    ) -> Result<Vec<Sort>> {
        let mut new: Vec<(usize, Vec<Sort>)> = Vec::new();
        for (member, args) in &wanted {
            let there = self.instance(cx, rng, (group, *member, args), sort_of)?;
            if there.is_none() {
                new.push((*member, args.clone()));
            }
        }
        let mut declared = Vec::new();
        let mut next = 0;
        while let Some((member, args)) = new.get(next).cloned() {
            next += 1;
            if next > MAX_INSTANCES {
                let what = "a datatype with so many instances in its fields";
                return Err(Error::Unsupported(what.to_owned()));
            }
            let declaration = &group.members()[member];
            let mut member = |other: usize, args: Vec<Sort>, is_part: bool| {
                if let Some(sort) = self.instance(cx, rng, (group, other, &args), sort_of)? {
                    return Ok(FieldHandle::Sort(sort));
                }
                let by_name = is_part.then(|| {
                    let name = sort_name(cx, &group.members()[other].symbol, &args)?;
                    forward(cx, &name)
                });
                let wanted = (other, args);
                let place = new.iter().position(|n| *n == wanted);
                let place = place.unwrap_or_else(|| {
                    new.push(wanted);
                    new.len() - 1
                });
                match by_name {
                    Some(sort) => sort.map(FieldHandle::Sort),
                    None => Ok(FieldHandle::Member(place)),
                }
            };
            let constructors = constructors(cx, declaration, &args, sort_of, &mut member)?;
            let name = sort_name(cx, &declaration.symbol, &args)?;
            declared.push((cx.mk_string_symbol(&name)?, constructors));
        }
        if !declared.is_empty() {
            let alone = declared.len() == 1 && rng.coin();
            let by_name = rng.chance(25) && has_forward_references(cx.table());
            let made = cx.datatypes(&declared, alone, by_name)?;
            for ((member, args), sort) in new.into_iter().zip(made) {
                let group = Arc::clone(group);
                self.declared.push(DatatypeInstance {
                    group,
                    member,
                    args,
                    sort,
                });
            }
        }
        let sorts = wanted.iter().map(|(member, args)| {
            let sort = self.find(group, *member, args).cloned();
            sort.ok_or_else(|| Error::Rejected("a datatype was not made".to_owned()))
        });
        sorts.collect()
    }
}

/// Whether all members of its declaration to which a datatype refers satisfy a condition.
fn refers_to(declaration: &Declaration, such: impl Fn(usize) -> bool) -> bool {
    let mut selectors = declaration.constructors.iter().flat_map(|c| &c.selectors);
    let is_other = |part: &Field| matches!(part, Field::Member(other, _) if !such(*other));
    selectors.all(|selector| !selector.field.has(&is_other))
}

/// Whether a sort can be made of a datatype that is not declared yet. Before 4.9.0 there was no
/// function for this, and its arguments are other ones in releases that do not have
/// `Z3_optimize_translate`.
pub(super) fn has_forward_references(api: &Z3Api) -> bool {
    api.Z3_optimize_translate.exists()
}

/// A datatype that is not declared yet.
fn forward(cx: &Rc<Context>, name: &str) -> Result<Sort> {
    if !has_forward_references(cx.table()) {
        let what = "a datatype inside of another sort in its own declaration";
        return Err(Error::Unsupported(what.to_owned()));
    }
    cx.mk_datatype_sort(cx.mk_string_symbol(name)?, &[])
}

/// Declares a datatype with variables for its parameters. It may only refer to itself.
fn schema(
    cx: &Rc<Context>,
    rng: &mut Rng,
    declaration: &Declaration,
    sort_of: SortLookup<'_>,
) -> Result<Sort> {
    let symbol = cx.mk_string_symbol(&declaration.symbol)?;
    let variable = |name| cx.mk_type_variable(cx.mk_string_symbol(name)?);
    let params = declaration.params.iter().map(|name| variable(name));
    let params = params.collect::<Result<Vec<_>>>()?;
    let mut itself = |_: usize, args: Vec<Sort>, is_part: bool| {
        // The datatype itself, with its parameters, can also be referred to by its number.
        if !is_part && args == params && rng.coin() {
            Ok(FieldHandle::Member(0))
        } else {
            Ok(FieldHandle::Sort(cx.mk_datatype_sort(symbol, &args)?))
        }
    };
    let constructors = constructors(cx, declaration, &params, sort_of, &mut itself)?;
    cx.polymorphic_datatype(symbol, &params, &constructors)
}

/// Makes a field whose sort is a member of the declaration, with sorts for the parameters of that
/// member. The part of another sort must be a sort.
type MakeMember<'a> = &'a mut dyn FnMut(usize, Vec<Sort>, bool) -> Result<FieldHandle>;

/// The constructors of a declaration with these sorts for its parameters.
fn constructors(
    cx: &Rc<Context>,
    declaration: &Declaration,
    params: &[Sort],
    sort_of: SortLookup<'_>,
    made: MakeMember<'_>,
) -> Result<Vec<Constructor>> {
    let mut constructors = Vec::new();
    for constructor in &declaration.constructors {
        let mut fields = Vec::new();
        for selector in &constructor.selectors {
            let field = field(cx, &selector.field, params, sort_of, made, false)?;
            fields.push((cx.mk_string_symbol(&selector.symbol)?, field));
        }
        constructors.push(named(cx, &constructor.symbol, fields)?);
    }
    Ok(constructors)
}

fn field(
    cx: &Rc<Context>,
    of: &Field,
    params: &[Sort],
    sort_of: SortLookup<'_>,
    made: MakeMember<'_>,
    is_part: bool,
) -> Result<FieldHandle> {
    let mut parts = |parts: &[Field]| {
        let part = |of| match field(cx, of, params, sort_of, made, true)? {
            FieldHandle::Sort(sort) => Ok(sort),
            FieldHandle::Member(_) => Err(malformed()),
        };
        parts.iter().map(part).collect::<Result<Vec<_>>>()
    };
    Ok(FieldHandle::Sort(match of {
        Field::Sort(sort) => sort_of(*sort)?,
        Field::Param(n) => params.get(*n).cloned().ok_or_else(malformed)?,
        Field::Member(other, args) => {
            let args = parts(args)?;
            return made(*other, args, is_part);
        }
        // For Z3 it would be the index of an array.
        Field::Composed(SortKind::Set, _) if of.is_recursive() => {
            let what = "a set of a datatype in its own declaration";
            return Err(Error::Unsupported(what.to_owned()));
        }
        Field::Composed(kind, of) => strings::composed(cx, *kind, &parts(of)?)?,
    }))
}

fn named(
    cx: &Rc<Context>,
    symbol: &str,
    fields: Vec<(Symbol, FieldHandle)>,
) -> Result<Constructor> {
    Ok(Constructor {
        symbol: cx.mk_string_symbol(symbol)?,
        tester: cx.mk_string_symbol(&format!("is-{symbol}"))?,
        fields,
    })
}

/// Makes an application that is not a part of a match.
pub(super) fn apply(
    cx: &Rc<Context>,
    op: Op,
    sort: &Sort,
    indices: &[u32],
    args: &[Ast],
) -> Result<Ast> {
    let constructor = *indices.get(1).ok_or_else(malformed)?;
    // Z3 does not check these numbers.
    if constructor >= cx.get_datatype_sort_num_constructors(sort)? {
        return Err(malformed());
    }
    let selector = || {
        let place = *indices.get(2).ok_or_else(malformed)?;
        if place >= cx.get_arity(&cx.get_datatype_sort_constructor(sort, constructor)?)? {
            return Err(malformed());
        }
        cx.get_datatype_sort_constructor_accessor(sort, constructor, place)
    };
    match (op, args) {
        (DT_APPLY_CONS, _) => cx.apply(&cx.get_datatype_sort_constructor(sort, constructor)?, args),
        (DT_APPLY_TESTER, [_]) => {
            cx.apply(&cx.get_datatype_sort_recognizer(sort, constructor)?, args)
        }
        (DT_APPLY_SEL, [_]) => cx.apply(&selector()?, args),
        (DT_APPLY_UPDATER, [of, value]) => cx.datatype_update_field(&selector()?, of, value),
        _ => Err(malformed()),
    }
}

/// Makes a case of a match.
pub(super) fn case(op: Op, indices: &[u32], args: &[Ast]) -> Option<Result<MatchCase>> {
    if op != DT_MATCH_CASE && op != DT_MATCH_BIND_CASE {
        return None;
    }
    let Some((body, variables)) = args.split_last() else {
        return Some(Err(malformed()));
    };
    Some(Ok(MatchCase {
        constructor: indices.get(1).copied(),
        variables: variables.to_vec(),
        body: body.clone(),
    }))
}

/// Makes a match, for which the API has no function. The last case is used if no other one matches.
pub(super) fn matched(cx: &Rc<Context>, subject: &Ast, cases: &[&MatchCase]) -> Result<Ast> {
    let sort = cx.get_sort(subject)?;
    let mut result: Option<Ast> = None;
    for case in cases.iter().rev() {
        let values = match case.constructor {
            None => vec![subject.clone()],
            Some(constructor) => {
                let places = 0..case.variables.len() as u32;
                let select = |place| {
                    let selector =
                        cx.get_datatype_sort_constructor_accessor(&sort, constructor, place)?;
                    cx.apply(&selector, std::slice::from_ref(subject))
                };
                places.map(select).collect::<Result<Vec<_>>>()?
            }
        };
        let body = cx.substitute(&case.body, &case.variables, &values)?;
        result = Some(match (result, case.constructor) {
            (Some(rest), Some(constructor)) => {
                let recognizer = cx.get_datatype_sort_recognizer(&sort, constructor)?;
                let is_made = cx.apply(&recognizer, std::slice::from_ref(subject))?;
                cx.mk_ite(&is_made, &body, &rest)?
            }
            _ => body,
        });
    }
    result.ok_or_else(malformed)
}
