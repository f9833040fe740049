//! Applications. Finds the operator, function or constructor that a symbol means.

use super::{Importer, Meaning};
use crate::smt2::applied::{is_indexed_by_function, takes_collection_last};
use crate::smt2::sets::ARRAY_NAMES;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::actions::{MkTerm, apply_any};
use murxla_fsm::op::{
    ATTRIBUTES, BAG_DIFFERENCE_REMOVE, BAG_DIFFERENCE_SUBTRACT, BAG_INTERSECTION_MIN,
    BAG_UNION_DISJOINT, BAG_UNION_MAX, DISTINCT, DT_APPLY_SEL, DT_MATCH_BIND_CASE, DT_MATCH_CASE,
    EQUAL, FP_FP, Fold, HO_APPLY, INT_NEG, INT_TO_REAL, IllSorted, Index, Op, RE_CONCAT, RE_LOOP,
    RE_POW, RE_STAR, REAL_DIV, REAL_NEG, SET_INTERSECTION, SET_MINUS, SET_UNION, Shape, UF_APPLY,
};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::Leaf;
use murxla_fsm::theory::Theory;
use murxla_fsm::value::Value;
use num_traits::Zero;
use smallvec::SmallVec;

/// The head of an application.
pub(super) struct Head<'t> {
    pub(super) name: &'t str,
    pub(super) indices: Vec<Expr<'t>>,
    /// The sort after `as`.
    pub(super) sort: Option<SortId>,
}

/// Old and alternative names of operators.
const ALIASES: &[(&str, &str)] = &[
    ("bv2int", "ubv_to_int"),
    ("if", "ite"),
    ("iff", "="),
    ("implies", "=>"),
    ("int.to.str", "str.from_int"),
    ("int2bv", "int_to_bv"),
    ("nat2bv", "int_to_bv"),
    ("re.complement", "re.comp"),
    ("re.difference", "re.diff"),
    ("re.nostr", "re.none"),
    ("seq.in.re", "str.in_re"),
    ("seq.replace_re", "str.replace_re"),
    ("seq.replace_re_all", "str.replace_re_all"),
    ("seq.to.re", "str.to_re"),
    ("str.in.re", "str.in_re"),
    ("str.replaceall", "str.replace_all"),
    ("str.to.int", "str.to_int"),
    ("str.to.re", "str.to_re"),
    ("tuple.unit", "tuple"),
];

/// Operators of strings whose names cvc5 and older releases of Z3 also use for sequences, each with
/// the operator of sequences.
const SEQUENCES: &[(&str, &str)] = &[
    ("str.++", "seq.++"),
    ("str.at", "seq.at"),
    ("str.contains", "seq.contains"),
    ("str.indexof", "seq.indexof"),
    ("str.len", "seq.len"),
    ("str.prefixof", "seq.prefixof"),
    ("str.replace", "seq.replace"),
    ("str.replace_all", "seq.replace_all"),
    ("str.rev", "seq.rev"),
    ("str.substr", "seq.extract"),
    ("str.suffixof", "seq.suffixof"),
    ("str.update", "seq.update"),
];

/// Operators of characters, each with the operator of the string of a character.
const CHARACTERS: &[(&str, &str)] = &[
    ("char.<=", "str.<="),
    ("char.is_digit", "str.is_digit"),
    ("char.to_int", "str.to_code"),
];

/// The operator for the character at a place of a string.
const NTH: &str = "seq.nth";

/// An operator of one solver with an exponent and a significand. Its parser accepts them in either
/// order.
const EXPONENT_FIRST: &str = "-OP_FP_TO_FP_FROM_INT_REAL";

/// Operators whose applications to literals are literals, unless the shape of terms is kept.
const LITERALS: [Op; 4] = [INT_NEG, REAL_NEG, REAL_DIV, FP_FP];

/// Operators of two arguments that cvc5's parser applies to more of them, from the left.
const FOLDED: [Op; 8] = [
    BAG_DIFFERENCE_REMOVE,
    BAG_DIFFERENCE_SUBTRACT,
    BAG_INTERSECTION_MIN,
    BAG_UNION_DISJOINT,
    BAG_UNION_MAX,
    SET_INTERSECTION,
    SET_MINUS,
    SET_UNION,
];

/// Up to this number of integer arguments, every combination of conversions to reals is tried. For
/// more, all are converted or none.
const COMBINED: usize = 4;

/// Whether applications of an operator are a part of one other term, and are made again for each
/// such term.
fn is_part(op: Op) -> bool {
    ATTRIBUTES.contains(&op) || [DT_MATCH_CASE, DT_MATCH_BIND_CASE].contains(&op)
}

/// Why no operator of a name accepts the arguments.
#[derive(Default)]
struct Faults {
    /// The reason of the operator that accepts most of the first arguments, with the position of
    /// the argument that it does not accept. 0 if it is not an argument.
    best: Option<(usize, String)>,
}

impl Faults {
    fn add(&mut self, position: usize, why: impl FnOnce() -> String) {
        if self.best.as_ref().is_none_or(|(best, _)| position > *best) {
            self.best = Some((position, why()));
        }
    }
}

impl<'t> Importer<'t> {
    pub(super) fn head(&mut self, at: Expr<'t>) -> Result<Head<'t>> {
        let Some(parts) = at.list() else {
            return Ok(Head {
                name: at.named("symbol")?,
                indices: Vec::new(),
                sort: None,
            });
        };
        match (parts.first().and_then(|first| first.atom()), &parts[..]) {
            (Some("_"), [_, name, indices @ ..]) if !indices.is_empty() => Ok(Head {
                name: name.named("symbol")?,
                indices: indices.to_vec(),
                sort: None,
            }),
            (Some("as"), [_, inner, sort]) if !inner.is_headed("as") => Ok(Head {
                sort: Some(self.sort(*sort)?),
                ..self.head(*inner)?
            }),
            _ => Err(at.fault(format!("'{}' is not a symbol", at.shown()))),
        }
    }

    /// Applies a head to arguments.
    pub(super) fn apply(
        &mut self,
        at: Expr<'t>,
        head: &Head<'t>,
        args: &[TermId],
    ) -> Result<TermId> {
        if head.indices.is_empty() {
            self.make_constant(at, head.name)?;
            match self.meaning(head, args) {
                Some(Meaning::Term(term)) => return self.function(at, term, args),
                Some(Meaning::Constructor(group, member, place)) => {
                    return self.constructor(at, (group, member, place), head.sort, args);
                }
                Some(Meaning::Selector(_, _, places)) => {
                    return self.of_datatype(at, DT_APPLY_SEL, args, &places);
                }
                Some(Meaning::Declared(..)) | None => {}
            }
        }
        if args.is_empty()
            && let Some(value) = self.named_value(at, head)?
        {
            return Ok(value);
        }
        if let Some(term) = self.part_of_datatype(at, head, args)? {
            return Ok(term);
        }
        if head.name == "re.loop"
            && let Some(term) = self.old_loop(at, head, args)?
        {
            return Ok(term);
        }
        if let ("nullable.lift", [function]) = (head.name, &head.indices[..]) {
            return self.lifted(at, *function, args);
        }
        if let [function] = head.indices[..]
            && let Some(op) = self.of_function(head.name)
        {
            let args = [&[self.term(function)?], args].concat();
            let head = Head {
                name: head.name,
                indices: Vec::new(),
                sort: None,
            };
            return self.choose(at, &[op], &args, &head);
        }
        let has_array_sets = self.language().sorts.sets_as_arrays.is_some();
        if has_array_sets && let Some(term) = self.set_as_array(at, head, args)? {
            return Ok(term);
        }
        let has_characters = self.language().sorts.strings_are_sequences;
        if has_characters && self.is_string_of_character(at, head, args) {
            return Ok(args[0]);
        }
        let array_names = has_array_sets.then_some(ARRAY_NAMES);
        let more = [has_characters.then_some(CHARACTERS), array_names];
        let mut aliases = ALIASES.iter().chain(more.into_iter().flatten().flatten());
        let alias = aliases.find(|(alias, _)| *alias == head.name);
        let name = alias.map_or(head.name, |(_, name)| *name);
        let names = [Some(name), self.twin(name)];
        let ops = names.iter().flatten().filter(|name| !name.is_empty());
        let ops: Vec<Op> = ops
            .filter_map(|name| self.by_symbol.get(name))
            .flatten()
            .copied()
            .collect();
        if ops.is_empty() {
            return Err(self.unknown(at, head.name));
        }
        match args {
            // `@` with several arguments applies the function to all of them at once.
            [function, args @ ..] if ops == [HO_APPLY] && args.len() > 1 => {
                self.function(at, *function, args)
            }
            _ => self.choose(at, &ops, args, head),
        }
    }

    /// The operator of this name whose first argument is a function, which is an index here.
    fn of_function(&self, name: &str) -> Option<Op> {
        let mut ops = self.by_symbol.get(name).into_iter().flatten();
        let op = ops.find(|op| is_indexed_by_function(self.ops().row(**op)));
        op.copied()
    }

    /// The name that an operator of strings has for sequences, or the other way round.
    fn twin(&self, name: &str) -> Option<&'static str> {
        let are_one = self.language().sorts.strings_are_sequences;
        let twin = |(string, sequence): &(&'static str, &'static str)| match name {
            _ if name == *string => Some(*sequence),
            _ if name == *sequence && are_one => Some(*string),
            _ => None,
        };
        SEQUENCES.iter().find_map(twin)
    }

    /// Whether this is `seq.unit` of a character of a string, for which the trace has its string.
    fn is_string_of_character(&self, at: Expr<'t>, head: &Head<'t>, args: &[TermId]) -> bool {
        let [arg] = args else { return false };
        let is_character = |op| {
            let row = self.ops().row(op);
            row.smt == NTH && row.theory == Theory::String
        };
        let made_by = self.state.term(*arg).and_then(|term| term.op);
        let is_literal = || {
            at.list()
                .is_some_and(|parts| parts.get(1).is_some_and(|part| part.is_headed("_")))
        };
        let is_string = self.state.sorts.get(self.sort_of(*arg)) == Some(&Sort::String);
        head.name == "seq.unit" && is_string && (made_by.is_some_and(is_character) || is_literal())
    }

    /// Reads the loops of Z3 that are not in the standard: `(re.loop r 2 5)`, and `(re.loop r 2)`
    /// and `((_ re.loop 2) r)`, which have no upper bound. `None` if it is another one.
    fn old_loop(
        &mut self,
        at: Expr<'t>,
        head: &Head<'t>,
        args: &[TermId],
    ) -> Result<Option<TermId>> {
        let Some((body, bounds)) = args.split_first() else {
            return Ok(None);
        };
        let mut numbers: Vec<u32> = self.indices(RE_LOOP, head)?.to_vec();
        let bound = |term: &TermId| match self.literal_of(*term) {
            Some(Value::Int(number)) => u32::try_from(number).ok(),
            _ => None,
        };
        numbers.extend(bounds.iter().filter_map(bound));
        if numbers.len() != head.indices.len() + bounds.len() {
            return Ok(None);
        }
        match (&numbers[..], bounds) {
            ([low], _) => {
                let least = self.make(at, RE_POW, &[*body], &[*low])?;
                let rest = self.make(at, RE_STAR, &[*body], &[])?;
                self.make(at, RE_CONCAT, &[least, rest], &[]).map(Some)
            }
            ([_, _], [_, _]) => self.make(at, RE_LOOP, &[*body], &numbers).map(Some),
            _ => Ok(None),
        }
    }

    /// Applies the first operator that accepts the arguments. Integers among the arguments may be
    /// converted to reals.
    pub(super) fn choose(
        &mut self,
        at: Expr<'t>,
        ops: &[Op],
        args: &[TermId],
        head: &Head<'t>,
    ) -> Result<TermId> {
        let sorts: Vec<SortId> = args.iter().map(|arg| self.sort_of(*arg)).collect();
        let mut faults = Faults::default();
        for reals in self.conversions(&sorts) {
            let mut converted = sorts.clone();
            for place in &reals {
                converted[*place] = self.make_sort(at, Sort::Real)?;
            }
            for op in ops {
                let signature = self.ops().signature(*op);
                if self.ops().row(*op).theory == Theory::Ho && !self.state.is_higher_order() {
                    faults.add(0, || {
                        " is supported only in logics that begin with 'HO_'".to_owned()
                    });
                    continue;
                }
                let indices = self.indices(*op, head)?;
                let order = self.order(*op, &converted);
                let tried: Vec<SortId> = order.iter().map(|n| converted[*n]).collect();
                let missing = signature.missing_element(&self.state.sorts, &tried, &indices);
                if let Some(element) = missing {
                    self.make_sort(at, element)?;
                }
                if let Err(why) = signature.infer(&self.state.sorts, &tried, &indices) {
                    match why {
                        IllSorted::Arity { .. } => faults.add(0, || format!(" {why}")),
                        IllSorted::Index { .. } => faults.add(0, || format!(": {why}")),
                        IllSorted::Argument { position, .. } => {
                            faults.add(position, || format!(": {why}"));
                        }
                    }
                    continue;
                }
                let mut chosen = Vec::new();
                for n in order {
                    chosen.push(self.coerce(at, args[n], converted[n])?);
                }
                return self.make(at, *op, &chosen, &indices);
            }
        }
        let folds = |op: &Op| {
            let fold = self.ops().signature(*op).fold;
            matches!(fold, Fold::LeftAssoc | Fold::RightAssoc)
        };
        if let ([first, rest @ ..], true) = (args, FOLDED.iter().any(|op| ops.contains(op)))
            && rest.len() > 1
        {
            let fold = |so_far, next: &TermId| self.choose(at, ops, &[so_far, *next], head);
            return rest.iter().try_fold(*first, fold);
        }
        match args {
            // Solvers accept `(and x)`, and `to_real` of a real.
            [arg] if ops.iter().any(folds) => return Ok(*arg),
            [arg] if ops.contains(&INT_TO_REAL) => return Ok(*arg),
            // Z3 accepts it.
            [_] if ops.contains(&DISTINCT) => return self.truth(at, true),
            _ => {}
        }
        let why = faults.best.map_or(String::new(), |(_, why)| why);
        Err(at.fault(format!("'{}' in '{}'{why}", head.name, at.shown())))
    }

    /// The places of the arguments in the script, in the order that the operator has in traces.
    fn order(&self, op: Op, sorts: &[SortId]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..sorts.len()).collect();
        if takes_collection_last(op) {
            order.rotate_right(1.min(sorts.len()));
        }
        let is_real = |sort: &SortId| self.state.sorts.get(*sort) == Some(&Sort::Real);
        if self.ops().row(op).name.ends_with(EXPONENT_FIRST) && sorts.get(1).is_some_and(is_real) {
            order.swap(1, sorts.len() - 1);
        }
        order
    }

    /// The conversions to try, in order: none, all integers, and some of them. Each is given by the
    /// places of the converted arguments.
    fn conversions(&self, sorts: &[SortId]) -> impl Iterator<Item = Vec<usize>> + use<> {
        let int = self.state.sorts.find(&Sort::Int);
        let is_int = |n: &usize| Some(sorts[*n]) == int;
        let ints: Vec<usize> = (0..sorts.len()).filter(is_int).collect();
        let all = (!ints.is_empty()).then(|| ints.clone());
        let masks = match ints.len() {
            count @ 1..=COMBINED => 1..(1_usize << count) - 1,
            _ => 0..0,
        };
        let some = masks.map(move |mask| {
            let is_in = |(n, place): (usize, &usize)| (mask >> n & 1 == 1).then_some(*place);
            ints.iter().enumerate().filter_map(is_in).collect()
        });
        std::iter::once(Vec::new()).chain(all).chain(some)
    }

    /// The indices of an operator: numbers, sorts, or the sort after `as`.
    fn indices(&mut self, op: Op, head: &Head<'t>) -> Result<SmallVec<[u32; 2]>> {
        let signature = self.ops().signature(op);
        if let ([Index::Sort(_)], Some(sort)) = (&signature.indices[..], head.sort) {
            return Ok([sort.0].into_iter().collect());
        }
        let kinds = signature
            .indices
            .iter()
            .map(Some)
            .chain(std::iter::repeat(None));
        let kinds = head.indices.iter().zip(kinds);
        kinds
            .map(|(index, kind)| match kind {
                Some(Index::Sort(_)) => Ok(self.sort(*index)?.0),
                _ => index.number("number"),
            })
            .collect()
    }

    /// Makes an application, or the literal that it stands for. An application that was made before
    /// is used again.
    pub(super) fn make(
        &mut self,
        at: Expr<'t>,
        op: Op,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<TermId> {
        let key = (op, args.into(), indices.into());
        if let Some(term) = self.made.applications.get(&key) {
            return Ok(*term);
        }
        if let Some(term) = self.literal_made(at, op, args, indices)? {
            return Ok(term);
        }
        let shape = self.ops().signature(op).shape;
        let is_function = |arg: &TermId| {
            matches!(
                self.state.sorts.get(self.sort_of(*arg)),
                Some(Sort::Fun(..))
            )
        };
        let rest = if shape == Shape::Apply {
            args.get(1..)
        } else {
            Some(args)
        };
        let mut functions = rest
            .unwrap_or_default()
            .iter()
            .filter(|arg| is_function(arg));
        if !self.state.is_higher_order()
            && let Some(why) = functions.find_map(|function| self.lacks_functions(op, *function))
        {
            return Err(at.fault(format!("'{}': {why}", at.shown())));
        }
        let (call, ids) = apply_any(&self.state, self.ops(), op, args, indices)
            .map_err(|message| at.fault(format!("'{}': {message}", at.shown())))?;
        self.call(at, &MkTerm, call, ids)?;
        let term = ids.term.unwrap_or(TermId(0));
        if !is_part(op) {
            self.made.applications.insert(key, term);
        }
        Ok(term)
    }

    /// Why an operator does not take a function, in logics where functions are not values. `None`
    /// if it takes the function.
    ///
    /// Some parsers accept `(= f g)` in such logics, because the name of a declared function is an
    /// array there. The trace has the functions themselves: its arrays have one index, and other
    /// solvers can compare functions, too. The index of a transitive closure is a declared
    /// function.
    fn lacks_functions(&self, op: Op, function: TermId) -> Option<&'static str> {
        let Some(has_arrays) = self.language().sorts.functions_as_arrays else {
            return Some(
                "a function is a term only in logics that begin with 'HO_', such as HO_ALL",
            );
        };
        let row = self.ops().row(op);
        let is_declared = self
            .state
            .term(function)
            .is_some_and(|term| term.leaf == Leaf::Const);
        match op {
            _ if !is_declared => {
                Some("a defined function is not a term; declare one and assert its values")
            }
            EQUAL | DISTINCT if !has_arrays(self.state.logic.as_deref()) => {
                Some("functions are compared only in logics with arrays, such as ALL")
            }
            EQUAL | DISTINCT => None,
            _ if is_indexed_by_function(row) => None,
            _ => Some("a function is a term only in equations; apply it to arguments"),
        }
    }

    /// The literal that an application stands for, if there is one.
    fn literal_made(
        &mut self,
        at: Expr<'t>,
        op: Op,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<Option<TermId>> {
        let is_literal = |arg: &TermId| self.literal_of(*arg).is_some();
        if self.language().imports.keeps_shape
            || !LITERALS.contains(&op)
            || !args.iter().all(is_literal)
        {
            return Ok(None);
        }
        let is_zero = |arg: &TermId| matches!(self.literal_of(*arg), Some(Value::Real(number)) if number.is_zero());
        if op == REAL_DIV && args.iter().skip(1).any(is_zero) {
            return Ok(None);
        }
        let sort = self.state.infer(self.ops(), op, args, indices);
        let value = self.state.evaluate(self.ops(), op, indices, args);
        match (sort, value) {
            (Ok(sort), Some(value)) => {
                let sort = self.make_sort(at, sort)?;
                self.value(at, sort, value).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Applies a function to arguments, in logics of higher order also to some of them. Without
    /// arguments, this is the term itself.
    pub(super) fn function(
        &mut self,
        at: Expr<'t>,
        function: TermId,
        args: &[TermId],
    ) -> Result<TermId> {
        if args.is_empty() {
            return Ok(function);
        }
        let sort = self.state.sorts.get(self.sort_of(function));
        let Some(Sort::Fun(domain, _)) = sort.cloned() else {
            return Err(at.fault(format!(
                "'{}' has arguments, but applies no function",
                at.shown()
            )));
        };
        let (first, rest) = args.split_at(args.len().min(domain.len()));
        let mut all = vec![function];
        for (n, (arg, wanted)) in first.iter().zip(&domain).enumerate() {
            let sort = self.sort_of(*arg);
            if !self.converts(sort, *wanted) {
                let [is, wanted] = [sort, *wanted].map(|sort| self.state.sorts.view(sort));
                let place = format!("argument {} of '{}'", n + 1, at.shown());
                let message = format!("{place} has sort {is}, but {wanted} is expected");
                return Err(at.fault(message));
            }
            all.push(self.coerce(at, *arg, *wanted)?);
        }
        let result = if first.len() == domain.len() {
            self.make(at, UF_APPLY, &all, &[])?
        } else if self.state.is_higher_order() {
            let mut partial = function;
            for arg in &all[1..] {
                partial = self.make(at, HO_APPLY, &[partial, *arg], &[])?;
            }
            partial
        } else {
            let (wanted, got) = (domain.len(), args.len());
            return Err(at.fault(format!(
                "'{}' takes {wanted} arguments, not {got}",
                at.shown()
            )));
        };
        self.function(at, result, rest)
    }
}
