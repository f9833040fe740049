//! Normal forms. Terms with the same form are equal in every model, as SMT-LIB 2.7 defines models,
//! whatever the result of a division by zero.
//!
//! A form is the number of a class of terms. Classes are hash-consed nodes. The rules, one file per
//! theory, build them bottom-up. An application that has no rule becomes an opaque node over the
//! forms of its arguments. This is sound because every operator is a function. All rules also hold
//! for terms with free variables, so binders need no special treatment. Equal terms may have
//! different forms.
//!
//! Sums, conjunctions and similar terms are kept as one node up to a bound and are opaque beyond
//! it. The cost of a term is therefore bounded by a constant or by the number of its arguments.

mod arith;
mod array;
mod bv;
mod collection;
mod core;
mod datatype;
mod poly;

use super::{InstanceState, Leaf, Term};
use crate::eval::{self, MAX_BITS, Unknown};
use crate::op::{
    AND, ATTRIBUTES, BAG_CHOOSE, BASE, BV_AND, BV_CONCAT, BV_OR, BV_XOR, EXISTS, FORALL, Fold, OR,
    Op, Ops, SEQ_NTH, SET_CHOOSE, SET_COMPLEMENT, XOR,
};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::theory::Theory;
use crate::value::{Bv, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use poly::{Poly, Ring};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::sync::Arc;

/// Nodes with more parts than this are not flattened.
const MAX_PARTS: usize = 16;

/// A normal form: a class of terms that are equal in every model. For Booleans it also has a sign,
/// so a formula and its negation share a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(u32);

impl Form {
    /// The form of formulas that are known to be true in every model.
    pub const TRUE: Form = Form(0);
    /// The form of formulas that are known to be false in every model.
    pub const FALSE: Form = Form(1);

    /// The form of the negation of a formula. It has no meaning for terms of other sorts.
    #[must_use]
    pub fn negation(self) -> Form {
        Form(self.0 ^ 1)
    }

    fn truth(value: bool) -> Form {
        Form(u32::from(!value))
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// The negation if `negative`, otherwise the form itself.
    fn signed(self, negative: bool) -> Form {
        Form(self.0 ^ u32::from(negative))
    }

    fn class(self) -> usize {
        (self.0 >> 1) as usize
    }
}

type Forms = SmallVec<[Form; 4]>;
type FormIndices = SmallVec<[u32; 2]>;

/// The node of a class.
///
/// The operators of applications are those of the table, but some are used differently.
/// Conjunctions, parities and bitwise operators have any number of sorted arguments. Comparisons of
/// polynomials have one argument, which is compared with zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum ClassNode {
    /// A constant, a variable, a function, or a value without a canonical spelling.
    Leaf(TermId),
    /// A number, a bit-vector, or a sum.
    Poly(Poly),
    /// A floating-point number, a rounding mode, a string, a sequence, an element of a finite
    /// field, or a regular language in one of its spellings.
    Value(Value),
    /// An application.
    App(Op, FormIndices, Forms),
}

/// The algebra in which terms of a sort are simplified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Algebra {
    Bool,
    Ring(Ring),
    /// Only congruence applies. This includes bit-vectors that are too wide to compute with.
    Other,
}

impl Algebra {
    fn of(state: &InstanceState, sort: SortId) -> Self {
        match state.sorts.get(sort) {
            Some(Sort::Bool) => Algebra::Bool,
            Some(Sort::Int) => Algebra::Ring(Ring::Int),
            Some(Sort::Real) => Algebra::Ring(Ring::Real),
            Some(Sort::Bv(width)) if *width <= MAX_BITS => Algebra::Ring(Ring::Bv(*width)),
            _ => Algebra::Other,
        }
    }
}

/// The normal forms of the terms of one instance. `reset` frees ids, so a new value is needed after
/// it.
#[derive(Clone, Debug)]
pub struct Normals {
    nodes: Vec<(Arc<ClassNode>, Algebra)>,
    classes: FxHashMap<Arc<ClassNode>, u32>,
    memo: Vec<Option<Form>>,
}

impl Default for Normals {
    fn default() -> Self {
        let mut normals = Self {
            nodes: Vec::new(),
            classes: FxHashMap::default(),
            memo: Vec::new(),
        };
        // The empty conjunction is the first class, `Form::TRUE`.
        normals.app(AND, &[], Forms::new(), Algebra::Bool);
        normals
    }
}

impl Normals {
    /// The normal form of a term.
    pub fn of(&mut self, state: &InstanceState, term: TermId) -> Form {
        // Without recursion, because terms in traces may be nested to any depth.
        let mut open: SmallVec<[TermId; 16]> = smallvec![term];
        while let Some(top) = open.last().copied() {
            let Some(described) = state.term(top) else {
                self.cache(top, None);
                open.pop();
                continue;
            };
            let before = open.len();
            let missing = |arg: &TermId| self.known_form(*arg).is_none();
            let original = match &described.leaf {
                Leaf::Same(of) => Some(of),
                _ => None,
            };
            let parts = described.args.iter().chain(original);
            open.extend(parts.copied().filter(missing));
            if open.len() == before {
                let form = self.build(state, top, described);
                self.cache(top, Some(form));
                open.pop();
                // An argument may be on the stack twice.
                while open
                    .last()
                    .is_some_and(|next| self.known_form(*next).is_some())
                {
                    open.pop();
                }
            }
        }
        self.known_form(term).unwrap_or(Form::TRUE)
    }

    fn known_form(&self, term: TermId) -> Option<Form> {
        *self.memo.get(term.0 as usize)?
    }

    fn cache(&mut self, term: TermId, form: Option<Form>) {
        let form = form.unwrap_or_else(|| self.intern(ClassNode::Leaf(term), Algebra::Other));
        let slot = term.0 as usize;
        if self.memo.len() <= slot {
            self.memo.resize(slot + 1, None);
        }
        self.memo[slot] = Some(form);
    }

    /// The form of a term whose arguments have forms.
    fn build(&mut self, state: &InstanceState, id: TermId, term: &Term) -> Form {
        let algebra = Algebra::of(state, term.sort);
        if let Leaf::Value(value) = &term.leaf
            && let Some(form) = self.value(value)
        {
            return form;
        }
        if let Leaf::Same(of) = &term.leaf
            && let Some(form) = self.known_form(*of)
        {
            return form;
        }
        let Some(op) = term.op else {
            return self.intern(ClassNode::Leaf(id), algebra);
        };
        let args: Forms = term
            .args
            .iter()
            .filter_map(|arg| self.known_form(*arg))
            .collect();
        let form = self.fold(op, &term.indices, &args, algebra);
        // Empty collections have the same form for all sorts, but the results of these operators
        // depend on the sort.
        let depends_on_sort = [SET_CHOOSE, SET_COMPLEMENT, BAG_CHOOSE, SEQ_NTH].contains(&op);
        if (depends_on_sort || op.index() >= BASE.len())
            && args.iter().any(|arg| self.is_collection(*arg))
            && self.constant(form).is_none()
        {
            return self.intern(ClassNode::Leaf(id), algebra);
        }
        form
    }

    /// The form of an application. If it has more than two arguments and no rule for all of them,
    /// it is expanded as its operator's attribute says.
    fn fold(&mut self, op: Op, indices: &[u32], args: &[Form], algebra: Algebra) -> Form {
        const ALL_AT_ONCE: [Op; 7] = [AND, OR, XOR, BV_AND, BV_OR, BV_XOR, BV_CONCAT];
        let fold = match BASE.get(op.index()) {
            Some(_) if args.len() > 2 && !ALL_AT_ONCE.contains(&op) => {
                Ops::base().signature(op).fold
            }
            _ => Fold::None,
        };
        if fold == Fold::Pairwise
            && (args.first()).is_some_and(|a| self.has_less_than(args.len(), *a))
        {
            return Form::FALSE; // Pigeonhole principle: there are more terms than values.
        }
        let mut apply = |a, b| self.apply(op, indices, &[a, b], algebra);
        let parts: Forms = match (fold, args) {
            (Fold::None, _) => return self.apply(op, indices, args, algebra),
            (Fold::LeftAssoc, [first, rest @ ..]) => {
                return rest.iter().fold(*first, |so_far, arg| apply(so_far, *arg));
            }
            (Fold::RightAssoc, [rest @ .., last]) => {
                let rest = rest.iter().rev();
                return rest.fold(*last, |so_far, arg| apply(*arg, so_far));
            }
            (Fold::Chainable, _) => args
                .windows(2)
                .map(|pair| apply(pair[0], pair[1]))
                .collect(),
            (Fold::Pairwise, _) if args.len() <= MAX_PARTS => {
                let later = |n: usize| args[n + 1..].iter().map(move |b| (args[n], *b));
                let pairs = (0..args.len()).flat_map(later);
                pairs.map(|(a, b)| apply(a, b)).collect()
            }
            _ => return self.opaque(op, indices, args, algebra),
        };
        self.and(&parts)
    }

    /// Whether the sort of the form is known to have fewer than `count` elements.
    fn has_less_than(&self, count: usize, form: Form) -> bool {
        match self.algebra(form) {
            Algebra::Bool => count > 2,
            Algebra::Ring(Ring::Bv(width)) => width < usize::BITS && count > 1 << width,
            _ => false,
        }
    }

    fn apply(&mut self, op: Op, indices: &[u32], args: &[Form], algebra: Algebra) -> Form {
        // Extension operators come after the base table and have no rules.
        let ruled = match BASE.get(op.index()).map(|row| row.theory) {
            Some(Theory::Bool) => self.core(op, args, algebra),
            Some(Theory::Int | Theory::Real) => self.arith(op, indices, args),
            Some(Theory::Bv) => self.bv(op, indices, args),
            Some(Theory::Array) => self.array(op, args, algebra),
            // An attribute does not change the meaning of the body.
            Some(Theory::Quant) if ATTRIBUTES.contains(&op) => args.first().copied(),
            Some(Theory::Quant) => self.quantified(op, args),
            Some(Theory::Dt) => self.datatype(op, indices, args),
            // The other operators are only computed on values.
            Some(Theory::Set) => self.set(op, args),
            Some(Theory::Bag) => self.bag(op, args),
            Some(Theory::Seq) => self.seq(op, args),
            Some(Theory::Uf | Theory::Fp | Theory::String | Theory::Ff) => None,
            Some(Theory::Transcendental | Theory::Tuple | Theory::Nullable | Theory::Ho) => None,
            None => None,
        };
        ruled.unwrap_or_else(|| self.opaque(op, indices, args, algebra))
    }

    /// The form of an application without a rule: a value if all arguments are values, otherwise a
    /// node.
    fn opaque(&mut self, op: Op, indices: &[u32], args: &[Form], algebra: Algebra) -> Form {
        let values = args.iter().map(|arg| self.constant(*arg));
        if let Some(values) = values.collect::<Option<SmallVec<[Value; 4]>>>() {
            let values: SmallVec<[&Value; 4]> = values.iter().collect();
            let value = eval::apply(Ops::base(), op, indices, &values, &mut Unknown);
            if let Some(form) = value.and_then(|value| self.value(&value)) {
                return form;
            }
        }
        self.app(op, indices, args.into(), algebra)
    }

    /// `∀` is `¬∃¬`. The order of the variables does not matter.
    fn quantified(&mut self, op: Op, args: &[Form]) -> Option<Form> {
        let (body, variables) = args.split_last()?;
        if [Form::TRUE, Form::FALSE].contains(body) {
            return Some(*body); // No sort is empty.
        }
        let negative = op == FORALL;
        let mut args: Forms = variables.into();
        args.sort_unstable();
        args.push(body.signed(negative));
        Some(self.app(EXISTS, &[], args, Algebra::Bool).signed(negative))
    }

    /// The form of a value. `None` for arrays, functions, elements of uninterpreted sorts,
    /// collections that contain these, and values that are too wide.
    fn value(&mut self, value: &Value) -> Option<Form> {
        let (ring, constant, denominator) = match value {
            Value::Bool(value) => return Some(Form::truth(*value)),
            Value::Int(value) => (Ring::Int, value.clone(), BigInt::from(1)),
            Value::Real(value) => (Ring::Real, value.numer().clone(), value.denom().clone()),
            Value::Bv(bv) if bv.width() <= MAX_BITS => {
                let bits = BigInt::from(bv.unsigned().clone());
                (Ring::Bv(bv.width()), bits, BigInt::from(1))
            }
            Value::Fp(_) | Value::Rm(_) | Value::String(_) | Value::RegLan(_) | Value::Ff(_) => {
                return Some(self.intern(ClassNode::Value(value.clone()), Algebra::Other));
            }
            // Collections of elements or arrays are not canonical.
            Value::Seq(_) | Value::Set(_) | Value::Bag(_) if value.is_canonical() => {
                return Some(self.intern(ClassNode::Value(value.clone()), Algebra::Other));
            }
            _ => return None,
        };
        let constant = Poly::constant(ring, constant).divided_by(denominator);
        Some(self.sum(constant?))
    }

    /// The value that terms of this form have in every model, if it is known.
    #[must_use]
    pub fn constant(&self, form: Form) -> Option<Value> {
        if form.class() == 0 {
            return Some(Value::Bool(form == Form::TRUE));
        }
        if let Some(value) = self.as_value(form) {
            return Some(value.clone());
        }
        let poly = self.as_constant(form)?;
        Some(match poly.ring {
            Ring::Int => Value::Int(poly.constant.clone()),
            Ring::Real => {
                let (numerator, denominator) = (&poly.constant, &poly.denominator);
                // The fraction is already in lowest terms.
                Value::Real(BigRational::new_raw(numerator.clone(), denominator.clone()))
            }
            Ring::Bv(width) => Value::Bv(Bv::new(width, poly.constant.magnitude().clone())),
        })
    }

    fn as_value(&self, form: Form) -> Option<&Value> {
        match &*self.nodes.get(form.class())?.0 {
            ClassNode::Value(value) => Some(value),
            _ => None,
        }
    }

    fn as_constant(&self, form: Form) -> Option<&Poly> {
        match &*self.nodes.get(form.class())?.0 {
            ClassNode::Poly(poly) if poly.terms.is_empty() => Some(poly),
            _ => None,
        }
    }

    /// The polynomial of a form.
    fn poly(&self, form: Form) -> Option<Cow<'_, Poly>> {
        let (node, algebra) = self.nodes.get(form.class())?;
        match (&**node, algebra) {
            (ClassNode::Poly(poly), _) => Some(Cow::Borrowed(poly)),
            (_, Algebra::Ring(ring)) => Some(Cow::Owned(Poly::variable(*ring, form))),
            _ => None,
        }
    }

    /// The form of a polynomial.
    fn sum(&mut self, poly: Poly) -> Form {
        match poly.as_variable() {
            Some(form) => form,
            None => {
                let algebra = Algebra::Ring(poly.ring);
                self.intern(ClassNode::Poly(poly), algebra)
            }
        }
    }

    fn algebra(&self, form: Form) -> Algebra {
        self.nodes
            .get(form.class())
            .map_or(Algebra::Other, |node| node.1)
    }

    /// The indices and arguments of the form, if it is an application of `op`.
    fn as_app(&self, form: Form, op: Op) -> Option<(&[u32], &[Form])> {
        match &*self.nodes.get(form.class())?.0 {
            ClassNode::App(its, indices, args) if *its == op && !form.is_negative() => {
                Some((indices, args))
            }
            _ => None,
        }
    }

    fn app(&mut self, op: Op, indices: &[u32], args: Forms, algebra: Algebra) -> Form {
        self.intern(ClassNode::App(op, indices.into(), args), algebra)
    }

    fn intern(&mut self, node: ClassNode, algebra: Algebra) -> Form {
        let class = match self.classes.get(&node) {
            Some(class) => *class,
            None => {
                let class = self.nodes.len() as u32;
                let node = Arc::new(node);
                self.nodes.push((Arc::clone(&node), algebra));
                self.classes.insert(node, class);
                class
            }
        };
        Form(class << 1)
    }

    /// The arguments, where applications of `op` are replaced by their own arguments. If that makes
    /// too many, the arguments are returned unchanged.
    fn flattened(&self, op: Op, args: &[Form]) -> Forms {
        let parts = |form: Form| self.as_app(form, op).map_or(1, |(_, parts)| parts.len());
        if args.iter().map(|arg| parts(*arg)).sum::<usize>() > MAX_PARTS.max(args.len()) {
            return args.into();
        }
        let mut flat = Forms::new();
        for arg in args {
            match self.as_app(*arg, op) {
                Some((_, parts)) => flat.extend_from_slice(parts),
                None => flat.push(*arg),
            }
        }
        flat
    }
}
