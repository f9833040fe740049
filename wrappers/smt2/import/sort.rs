//! Sorts, and declarations of datatypes.

use super::{Importer, Meaning};
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Action, Arg, Args, Ids};
use murxla_fsm::actions::{InstantiateSort, MkSort};
use murxla_fsm::sort::{
    Constructor, Datatype, Datatypes, Declaration, Field, Selector, Sort, SortConstructor, SortId,
    SortKind,
};
use murxla_fsm::state::MAX_WIDTH;
use murxla_fsm::value::is_prime;
use num_bigint::BigUint;
use smallvec::smallvec;
use std::sync::Arc;

/// The meaning of a sort's name.
#[derive(Clone)]
pub(super) enum SortMeaning<'t> {
    Sort(SortId),
    /// A sort constructor.
    Constructor(SortId),
    /// A definition by `define-sort`: the parameters and the body.
    Macro(Vec<&'t str>, Expr<'t>),
}

/// Sorts that are named in theories.
const NAMED: [(&str, Sort); 12] = [
    ("Bool", Sort::Bool),
    ("Int", Sort::Int),
    ("Real", Sort::Real),
    ("String", Sort::String),
    ("RegLan", Sort::RegLan),
    ("RoundingMode", Sort::Rm),
    ("Float16", Sort::Fp(5, 11)),
    ("Float32", Sort::Fp(8, 24)),
    ("Float64", Sort::Fp(11, 53)),
    ("Float128", Sort::Fp(15, 113)),
    // Z3 prints these.
    ("(RegEx String)", Sort::RegLan),
    ("(Seq Unicode)", Sort::String),
];

/// The largest depth of nested sorts.
const MAX_DEPTH: u32 = 200;

/// The largest number of arguments of a sort constructor in a trace.
pub(super) const MAX_ARITY: u32 = 64;
/// The largest number of bits of the size of a finite field.
const MAX_FIELD: u64 = 512;

/// The largest number of instances of datatypes that are made for the fields of a datatype. There
/// may be infinitely many.
const MAX_INSTANCES: usize = 64;

/// A datatype that is declared: its name, its parameters and its constructors.
pub(super) type Member<'t> = (&'t str, Vec<&'t str>, Vec<Expr<'t>>);

impl<'t> Importer<'t> {
    /// The id of a sort. The sort is made if it has no id.
    pub(super) fn make_sort(&mut self, at: Expr<'t>, sort: Sort) -> Result<SortId> {
        if let Some(id) = self.state.sorts.find(&sort) {
            return Ok(id);
        }
        self.new_sort(at, &MkSort, smallvec![Arg::NewSort(sort)])
    }

    /// Makes a sort, or several, and returns the first one.
    fn new_sort(&mut self, at: Expr<'t>, by: &'static dyn Action, args: Args) -> Result<SortId> {
        let id = self.state.ids.sort();
        let ids = Ids {
            sort: Some(id),
            term: None,
        };
        self.call(at, by, args, ids)?;
        Ok(id)
    }

    fn new_instance(
        &mut self,
        at: Expr<'t>,
        constructor: SortId,
        args: Vec<SortId>,
    ) -> Result<SortId> {
        let args = smallvec![Arg::Sort(constructor), Arg::SortArgs(args.into())];
        self.new_sort(at, &InstantiateSort, args)
    }

    pub(super) fn function_sort(
        &mut self,
        at: Expr<'t>,
        domain: &[SortId],
        codomain: SortId,
    ) -> Result<SortId> {
        if domain.is_empty() {
            return Ok(codomain);
        }
        let sort = self.state.sorts.function(domain, codomain);
        self.make_sort(at, sort)
    }

    /// Reads a sort.
    pub(super) fn sort(&mut self, at: Expr<'t>) -> Result<SortId> {
        if self.scopes.sort_depth == MAX_DEPTH {
            return Err(at.fault("sorts are nested too deeply"));
        }
        self.scopes.sort_depth += 1;
        let sort = self.sort_within(at);
        self.scopes.sort_depth -= 1;
        sort
    }

    fn sort_within(&mut self, at: Expr<'t>) -> Result<SortId> {
        let declared = at.symbol().and_then(|name| self.scopes.sorts.get(name));
        match (declared, at.symbol()) {
            (Some(SortMeaning::Sort(sort)), _) => return Ok(*sort),
            (Some(_), _) => return Err(at.fault(format!("'{}' takes sorts", at.shown()))),
            _ => {}
        }
        if let "UnitTuple" | "Relation" | "Table" = at.text() {
            return self.collection(at, at.text(), &[]);
        }
        if let Some((_, sort)) = NAMED.iter().find(|(name, _)| *name == at.text()) {
            return self.make_sort(at, sort.clone());
        }
        if let Some(sort) = self.sort_of_named(at) {
            return sort;
        }
        let parts = at.list().ok_or_else(|| self.unknown_sort(at))?;
        let Some((head, args)) = parts.split_first() else {
            return Err(self.unknown_sort(at));
        };
        if head.atom() == Some("_") {
            let sort = indexed(args)?.ok_or_else(|| self.unknown_sort(at))?;
            return self.make_sort(at, sort);
        }
        let name = head.symbol().ok_or_else(|| self.unknown_sort(at))?;
        let meaning = self.scopes.sorts.get(name).cloned();
        let is_sort = |arg: &Expr<'_>| arg.symbol().is_some() || arg.list().is_some();
        if !args.iter().all(is_sort) {
            return Err(self.unknown_sort(at));
        }
        let sorts = args.iter().map(|arg| self.sort(*arg));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        match meaning {
            Some(SortMeaning::Constructor(constructor)) => {
                self.instantiate(at, constructor, &sorts)
            }
            Some(SortMeaning::Macro(params, body)) => {
                if params.len() != sorts.len() {
                    let (wanted, got) = (params.len(), sorts.len());
                    return Err(at.fault(format!("'{name}' takes {wanted} sorts, not {got}")));
                }
                let mark = self.scopes.sorts.mark();
                for (param, sort) in params.into_iter().zip(sorts) {
                    self.scopes.sorts.bind(param, SortMeaning::Sort(sort));
                }
                let sort = self.sort(body);
                self.scopes.sorts.end(mark);
                sort
            }
            Some(SortMeaning::Sort(_)) => Err(at.fault(format!("'{name}' takes no sorts"))),
            None => {
                if let Some(sort) = composed(name).and_then(|kind| Sort::composed(kind, &sorts)) {
                    return self.make_sort(at, sort);
                }
                match (name, &sorts[..]) {
                    ("->", [domain @ .., codomain]) if !domain.is_empty() => {
                        self.function_sort(at, domain, *codomain)
                    }
                    ("Tuple" | "Relation" | "Table", [_, ..]) => self.collection(at, name, &sorts),
                    _ => Err(self.unknown_sort(at)),
                }
            }
        }
    }

    /// The sort of tuples of these parts, or of sets or bags of them.
    fn collection(&mut self, at: Expr<'t>, name: &str, parts: &[SortId]) -> Result<SortId> {
        let tuple = self.make_sort(at, Sort::Tuple(parts.into()))?;
        match name {
            "Relation" => self.make_sort(at, Sort::Set(tuple)),
            "Table" => self.make_sort(at, Sort::Bag(tuple)),
            _ => Ok(tuple),
        }
    }

    /// Applies a sort constructor.
    pub(super) fn instantiate(
        &mut self,
        at: Expr<'t>,
        constructor: SortId,
        args: &[SortId],
    ) -> Result<SortId> {
        let Some(Sort::Constructor(constructing)) = self.state.sorts.get(constructor) else {
            return Err(at.fault(format!("'{}' takes no sorts", at.shown())));
        };
        let args: Vec<SortId> = args
            .iter()
            .map(|arg| self.state.sorts.canon(*arg))
            .collect();
        if constructing.arity() == args.len()
            && let Some(id) = self.state.sorts.find(&constructing.instance(&args))
        {
            return Ok(id);
        }
        let id = self.new_instance(at, constructor, args)?;
        self.name_fields(at, id)?;
        Ok(id)
    }

    /// Makes the sorts of the fields of a datatype. Its constructors cannot be applied without
    /// them.
    fn name_fields(&mut self, at: Expr<'t>, id: SortId) -> Result<()> {
        let mut todo = vec![id];
        for _ in 0..MAX_INSTANCES {
            let Some(id) = todo.pop() else { break };
            let Some(Sort::Dt(datatype)) = self.state.sorts.get(id).cloned() else {
                continue;
            };
            let selectors = datatype.constructors().iter().flat_map(|c| &c.selectors);
            for selector in selectors {
                self.name_field(at, &datatype, &selector.field, &mut todo)?;
            }
        }
        Ok(())
    }

    /// The id of a field's sort. Adds a new instance of a datatype to `todo`, because its fields
    /// need sorts, too.
    fn name_field(
        &mut self,
        at: Expr<'t>,
        datatype: &Datatype,
        field: &Field,
        todo: &mut Vec<SortId>,
    ) -> Result<SortId> {
        let missing = || at.fault(format!("'{}' has fields without sorts", at.shown()));
        let parts = match field {
            Field::Sort(sort) => return Ok(*sort),
            Field::Param(n) => return datatype.args.get(*n).copied().ok_or_else(missing),
            Field::Member(_, parts) | Field::Composed(_, parts) => parts,
        };
        let args = parts
            .iter()
            .map(|arg| self.name_field(at, datatype, arg, todo));
        let args = args.collect::<Result<Vec<_>>>()?;
        let args: Vec<_> = args
            .iter()
            .map(|arg| self.state.sorts.canon(*arg))
            .collect();
        let member = match field {
            Field::Member(member, _) => *member,
            _ => {
                let sort = datatype.field(&self.state.sorts, field);
                return self.make_sort(at, sort.ok_or_else(missing)?);
            }
        };
        let constructing = SortConstructor::Dt(Arc::clone(&datatype.group), member);
        if let Some(id) = self.state.sorts.find(&constructing.instance(&args)) {
            return Ok(id);
        }
        let constructor = self.state.sorts.find(&Sort::Constructor(constructing));
        let id = self.new_instance(at, constructor.ok_or_else(missing)?, args)?;
        todo.push(id);
        Ok(id)
    }

    /// Declares datatypes together.
    pub(super) fn datatypes(
        &mut self,
        at: Expr<'t>,
        heads: &[Member<'t>],
        is_codata: bool,
    ) -> Result<()> {
        let mut declarations = Vec::new();
        for (name, params, constructors) in heads {
            let symbol = self.symbols.fresh(name);
            let mut made = Vec::new();
            for constructor in constructors {
                let (constructor, fields) = match constructor.list() {
                    None => (*constructor, Vec::new()),
                    Some(parts) => match parts.split_first() {
                        Some((name, fields)) => (*name, fields.to_vec()),
                        None => return Err(constructor.fault("a constructor has a name")),
                    },
                };
                let symbol = self.symbols.fresh(constructor.named("constructor")?);
                let mut selectors = Vec::new();
                for field in fields {
                    let [selector, sort] = field.parts("selector and sort")?[..] else {
                        return Err(field.fault("a field is a selector and a sort"));
                    };
                    selectors.push(Selector {
                        symbol: self.symbols.fresh(selector.named("selector")?),
                        field: self.field(sort, params, heads)?,
                    });
                }
                made.push(Constructor { symbol, selectors });
            }
            if made.is_empty() {
                return Err(at.fault(format!("'{name}' has no constructors")));
            }
            declarations.push(Declaration {
                symbol,
                params: params.iter().map(|param| (*param).into()).collect(),
                constructors: made,
            });
        }
        let group = match is_codata {
            true => Datatypes::codatatypes(declarations),
            false => Datatypes::new(declarations),
        };
        let group = Arc::new(group.map_err(|message| at.fault(message))?);
        if let Some(option) = self.language().options.for_nested_datatypes
            && group.is_nested()
        {
            self.set(at, option, "true")?;
        }
        let args = smallvec![Arg::Datatypes(Arc::clone(&group))];
        let first = self.new_sort(at, &MkSort, args)?;
        for (member, (name, params, constructors)) in heads.iter().enumerate() {
            let id = SortId(first.0 + member as u32);
            let meaning = match params.is_empty() {
                true => SortMeaning::Sort(id),
                false => SortMeaning::Constructor(id),
            };
            self.scopes.sorts.bind(name, meaning);
            for (place, constructor) in constructors.iter().enumerate() {
                let parts = constructor.list().unwrap_or_else(|| vec![*constructor]);
                for (n, part) in parts.iter().enumerate() {
                    let (named, meaning) = match n {
                        0 => (
                            *part,
                            Meaning::Constructor(Arc::clone(&group), member, place),
                        ),
                        n => (
                            part.list()
                                .and_then(|p| p.first().copied())
                                .unwrap_or(*part),
                            Meaning::Selector(
                                Arc::clone(&group),
                                member,
                                [place as u32, n as u32 - 1],
                            ),
                        ),
                    };
                    self.scopes.names.bind(named.named("name")?, meaning);
                }
            }
        }
        for member in 0..heads.len() {
            self.name_fields(at, SortId(first.0 + member as u32))?;
        }
        Ok(())
    }

    /// Reads the sort of a field. It may contain parameters and the datatypes that are declared
    /// together.
    fn field(&mut self, at: Expr<'t>, params: &[&'t str], members: &[Member<'t>]) -> Result<Field> {
        let is_member = |name: &str| members.iter().position(|(member, ..)| *member == name);
        let is_open = at.has_symbol(|name| params.contains(&name) || is_member(name).is_some());
        if !is_open {
            return Ok(Field::Sort(self.sort(at)?));
        }
        let parts = at.list().unwrap_or_else(|| vec![at]);
        let (name, args) = match parts.split_first() {
            Some((name, args)) => (name.symbol().unwrap_or_default(), args),
            None => ("", &[][..]),
        };
        if let (Some(param), []) = (params.iter().position(|param| *param == name), args) {
            return Ok(Field::Param(param));
        }
        let kind = composed(name).filter(|_| self.scopes.sorts.get(name).is_none());
        let mut field = match (is_member(name), kind) {
            (Some(member), _) => Field::Member(member, Vec::new()),
            (None, Some(kind)) => Field::Composed(kind, Vec::new()),
            (None, None) => {
                let message = "only arrays, sequences, sets, bags and nullables may be composed of datatypes of \
                    the same declaration or of parameters";
                return Err(at.fault(format!("'{}': {message}", at.shown())));
            }
        };
        // In SMT-LIB 2.5 the datatypes of a command have the same parameters. They are not written.
        if let Field::Member(member, to) = &mut field
            && args.is_empty()
            && members[*member].1 == params
        {
            *to = (0..params.len()).map(Field::Param).collect();
            return Ok(field);
        }
        if self.scopes.sort_depth == MAX_DEPTH {
            return Err(at.fault("sorts are nested too deeply"));
        }
        self.scopes.sort_depth += 1;
        let parts = args.iter().map(|arg| self.field(*arg, params, members));
        let parts = parts.collect::<Result<_>>();
        self.scopes.sort_depth -= 1;
        if let Field::Member(_, to) | Field::Composed(_, to) = &mut field {
            *to = parts?;
        }
        Ok(field)
    }
}

/// The kind of the sorts with this name and a fixed number of parts.
fn composed(name: &str) -> Option<SortKind> {
    let mut rows = SortKind::COMPOSED.iter();
    rows.find(|(_, its, _)| *its == name).map(|row| row.0)
}

/// The parameters and constructors of a declaration.
pub(super) fn parametric(declaration: Expr<'_>) -> Result<(Vec<&str>, Vec<Expr<'_>>)> {
    let parts = declaration.parts("declaration")?;
    match parts[..] {
        [par, params, constructors] if par.atom() == Some("par") => {
            let params = params.parts("list of names")?;
            let params = params.iter().map(|param| param.named("name"));
            let constructors = constructors.parts("list of constructors")?;
            Ok((params.collect::<Result<_>>()?, constructors))
        }
        _ => Ok((Vec::new(), parts)),
    }
}

/// The sort of a name and its indices. `None` if there is no such sort.
fn indexed(parts: &[Expr<'_>]) -> Result<Option<Sort>> {
    let Some((name, indices)) = parts.split_first() else {
        return Ok(None);
    };
    let width = |at: Expr<'_>, least: u32| {
        let width = at.number("width")?;
        if (least..=MAX_WIDTH).contains(&width) {
            return Ok(width);
        }
        Err(at.fault(format!("the width must be {least} to {MAX_WIDTH}")))
    };
    Ok(Some(match (name.text(), indices) {
        ("BitVec", [bits]) => Sort::Bv(width(*bits, 1)?),
        ("FloatingPoint", [e, s]) => Sort::Fp(width(*e, 2)?, width(*s, 2)?),
        ("FiniteField", [size]) => {
            field(size.text()).ok_or_else(|| size.fault("the size must be a prime"))?
        }
        _ => return Ok(None),
    }))
}

/// The finite field of a size.
pub(super) fn field(size: &str) -> Option<Sort> {
    let number = BigUint::parse_bytes(size.as_bytes(), 10);
    let prime = number.filter(|n| n.bits() <= MAX_FIELD && is_prime(n));
    prime.map(|size| Sort::Ff(Arc::new(size)))
}
