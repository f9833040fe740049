//! The grammar whose formulas are enumerated: a few small sorts of some theories, two symbols and
//! some values of each, and all operators that give terms of these sorts.
//!
//! All formulas have a number: first come those with one operator, then those with two, and so on.
//! The formulas of a size are counted, so that the formula with a number is found without the
//! others.

use crate::eval::{Unknown, apply, domain, equal};
use crate::op::{DatatypeOp, EXISTS, FORALL, Index, Op, Ops, Shape, Signature};
use crate::sort::{
    Constructor, Datatypes, Declaration, Field, Selector, Sort, SortId, Sorts, members,
};
use crate::theory::{Theories, Theory};
use crate::value::Value;
use smallvec::{Array, SmallVec};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The number of symbols of each sort.
const SYMBOLS: usize = 2;

/// The greatest number of values of a sort that are terms, if it has more of them. They are the
/// first ones of [`domain::nth`], such as the special values of floating-point numbers.
const VALUES: u64 = 6;

/// The greatest number of arguments of an operator.
const ARGUMENTS: usize = 3;

/// The indices of operators, by the number of indices: fewer if there are several, because each
/// combination makes operators of its own.
const INDICES: [&[u32]; 4] = [&[], &[0, 1, 2, 3], &[0, 1, 2], &[1, 2]];

/// The greatest number of values with which is tried whether an operator is commutative.
const TRIED: u64 = 16;

/// The greatest number of operators in a formula.
const MOST_SIZE: usize = 5;

/// Where a list has a sort, a leaf or a rule.
type Place = usize;

/// A leaf of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum GrammarLeaf {
    /// A symbol. Those of a sort are numbered from 0 on.
    Symbol(usize),
    /// A variable, which a quantifier binds.
    Variable,
    /// A value.
    Value(Value),
}

/// An operator with its indices and the sorts of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) op: Op,
    pub(super) indices: SmallVec<[u32; 2]>,
    /// The sorts of the arguments that are terms. A quantifier has its body only.
    pub(super) args: SmallVec<[Place; 3]>,
    /// The sort of the variable that it binds.
    pub(super) binds: Option<Place>,
    /// The arguments may be exchanged.
    is_commutative: bool,
}

/// A term of the grammar. The order is that of the enumeration, except that a leaf comes before all
/// applications.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tree {
    /// A leaf of a sort.
    Leaf(Place, Place),
    /// An application.
    Apply(Place, Vec<Tree>),
}

/// The grammar of some theories.
#[derive(Default, Debug)]
pub struct Grammar {
    pub(super) sorts: Sorts,
    /// The sorts of terms, the components of each before it.
    pub(super) listed: Vec<SortId>,
    /// The leaves of each sort.
    pub(super) leaves: Vec<Vec<GrammarLeaf>>,
    pub(super) rules: Vec<Rule>,
    /// The rules for terms of each sort.
    by_result: Vec<Vec<Place>>,
    /// The number of terms of each size and sort.
    counts: Vec<Vec<u64>>,
    /// The number of applications of each rule, for each size from 1 on.
    applications: Vec<Vec<u64>>,
    pub(super) theories: Theories,
}

impl Grammar {
    /// The grammar of some theories, with the operators that the solver has. `format` is that of
    /// floating-point numbers: the widths of exponent and significand.
    #[must_use]
    pub fn new(
        theories: Theories,
        format: (u32, u32),
        ops: &Ops,
        is_supported: &dyn Fn(Op) -> bool,
    ) -> Self {
        let mut grammar = Self {
            theories,
            ..Self::default()
        };
        for sort in sorts_of(theories, format) {
            grammar.add_sort(&sort);
        }
        grammar.leaves = grammar
            .listed
            .iter()
            .map(|id| grammar.leaves_of(*id))
            .collect();
        grammar.by_result = vec![Vec::new(); grammar.listed.len()];
        for op in ops.iter().filter(|op| is_supported(*op)) {
            let theory = ops.row(op).theory;
            let signature = ops.signature(op);
            let may_be = theories.has(theory) || theory == Theory::Bool;
            if may_be && !signature.scripted && !signature.literal {
                grammar.add_rules(op, signature, ops);
            }
        }
        // An operator that is commutative for one bit need not be so for two, and a solver treats
        // both alike.
        let of_two = |rule: &&Rule| rule.args.len() == 2 && !rule.is_commutative;
        let ordered: BTreeSet<Op> = grammar
            .rules
            .iter()
            .filter(of_two)
            .map(|rule| rule.op)
            .collect();
        for rule in &mut grammar.rules {
            rule.is_commutative &= !ordered.contains(&rule.op);
        }
        grammar.count();
        grammar
    }

    /// The number of formulas with so many operators.
    #[must_use]
    pub fn formulas(&self, size: usize) -> u64 {
        let of_size = self.counts.get(size);
        of_size
            .and_then(|counts| counts.first())
            .copied()
            .unwrap_or(0)
    }

    /// The sizes that have a count.
    pub fn sizes(&self) -> std::ops::Range<usize> {
        1..self.counts.len()
    }

    /// The size of the formula with a number, and its number among those of the size. `None` if
    /// there are fewer formulas.
    pub(super) fn size_at(&self, mut number: u64) -> Option<(usize, u64)> {
        for size in self.sizes() {
            let count = self.formulas(size);
            if number < count {
                return Some((size, number));
            }
            number -= count;
        }
        None
    }

    /// The formula of this size with this number.
    pub(super) fn formula(&self, size: usize, number: u64) -> Option<Tree> {
        self.term(0, size, number)
    }

    /// Whether the sort at a place is a function sort.
    pub(super) fn is_function(&self, sort: Place) -> bool {
        matches!(self.sorts.get(self.listed[sort]), Some(Sort::Fun(..)))
    }

    fn add_sort(&mut self, sort: &Sort) {
        let id = SortId(self.listed.len() as u32 + 1);
        self.sorts.insert(id, sort.clone());
        self.listed.push(id);
    }

    fn leaves_of(&self, id: SortId) -> Vec<GrammarLeaf> {
        let Some(sort) = self.sorts.get(id) else {
            return Vec::new();
        };
        let symbols = match sort {
            Sort::Fun(..) | Sort::Rm => 1,
            _ => SYMBOLS,
        };
        let size = domain::size(&self.sorts, id);
        let mut leaves: Vec<GrammarLeaf> = (0..symbols).map(GrammarLeaf::Symbol).collect();
        let has_variable = self.theories.has(Theory::Quant)
            && *sort != Sort::Bool
            && !matches!(sort, Sort::Fun(..) | Sort::Array(..));
        leaves.extend(has_variable.then_some(GrammarLeaf::Variable));
        let count = size.map_or(VALUES, |size| size.min(VALUES));
        let values = (0..count).filter_map(|n| domain::nth(&self.sorts, id, n));
        leaves.extend(values.filter(Value::is_literal).map(GrammarLeaf::Value));
        leaves
    }

    /// Adds the applications of an operator whose result has a listed sort.
    fn add_rules(&mut self, op: Op, signature: &Signature, ops: &Ops) {
        let sorts: Vec<Place> = (0..self.listed.len()).collect();
        if [FORALL, EXISTS].contains(&op) {
            for sort in sorts {
                if self.leaves[sort].contains(&GrammarLeaf::Variable) {
                    self.rules.push(Rule {
                        op,
                        indices: SmallVec::new(),
                        args: SmallVec::from_slice(&[0]),
                        binds: Some(sort),
                        is_commutative: false,
                    });
                    self.by_result[0].push(self.rules.len() - 1);
                }
            }
            return;
        }
        let arities = match signature.shape {
            Shape::Plain => signature.args.len()..=signature.args.len(),
            Shape::Apply => 2..=ARGUMENTS,
            Shape::Dt(part) if !part.is_case() && part != DatatypeOp::Match => 0..=ARGUMENTS,
            Shape::Tuple(_) => 1..=ARGUMENTS,
            _ => return,
        };
        let indices = self.indices_of(signature);
        for arity in arities {
            for args in products::<[Place; 3]>(&vec![&sorts[..]; arity]) {
                let of_args: SmallVec<[SortId; 3]> =
                    args.iter().map(|place| self.listed[*place]).collect();
                // First-order functions are only applied.
                let is_function = |id: &SortId| matches!(self.sorts.get(*id), Some(Sort::Fun(..)));
                let first = usize::from(signature.shape == Shape::Apply);
                if of_args.iter().skip(first).any(is_function) {
                    continue;
                }
                for indices in &indices {
                    let Ok(result) = signature.infer(&self.sorts, &of_args, indices) else {
                        continue;
                    };
                    let result = self.sorts.find(&result);
                    let Some(result) = self.listed.iter().position(|id| Some(*id) == result) else {
                        continue;
                    };
                    self.by_result[result].push(self.rules.len());
                    self.rules.push(Rule {
                        op,
                        indices: indices.clone(),
                        is_commutative: self.is_commutative(op, indices, &of_args, ops),
                        args: args.clone(),
                        binds: None,
                    });
                }
            }
        }
    }

    /// The indices that an operator may have.
    fn indices_of(&self, signature: &Signature) -> Vec<SmallVec<[u32; 2]>> {
        if let Shape::Tuple(_) = signature.shape {
            let places = [0, 1].map(|place| SmallVec::from_slice(&[place]));
            return [SmallVec::new()].into_iter().chain(places).collect();
        }
        let of_datatype = &[0, 1][..];
        let numbers = INDICES[signature.indices.len().min(INDICES.len() - 1)];
        let sorts: Vec<u32> = self.listed.iter().map(|id| id.0).collect();
        let slots: Vec<&[u32]> = match signature.shape {
            // The datatype, a constructor, and a selector.
            Shape::Dt(part) => {
                let count = 1 + part.symbols().1;
                [&sorts[..], of_datatype, of_datatype][..count].to_vec()
            }
            _ => {
                let slots = signature.indices.iter().map(|index| match index {
                    Index::Number(_) => numbers,
                    Index::Sort(_) => &sorts[..],
                });
                slots.collect()
            }
        };
        products(&slots)
    }

    /// Whether an operator of two arguments has the same value if they are exchanged, for all
    /// values of a small sort, or the first ones of another one.
    fn is_commutative(&self, op: Op, indices: &[u32], args: &[SortId], ops: &Ops) -> bool {
        let [one, other] = args else { return false };
        let size = domain::size(&self.sorts, *one).unwrap_or(TRIED).min(TRIED);
        let values = (0..size).map(|n| domain::nth(&self.sorts, *one, n));
        let Some(values) = values.collect::<Option<Vec<Value>>>() else {
            return false;
        };
        let value = |args: [&Value; 2]| apply(ops, op, indices, &args, &mut Unknown);
        one == other
            && values.iter().enumerate().all(|(place, a)| {
                values[..place].iter().all(|b| {
                    let both = value([a, b]).zip(value([b, a]));
                    both.is_some_and(|(a, b)| equal(&a, &b) == Some(true))
                })
            })
    }

    /// Counts the terms, up to a size with more formulas than 64 bits can count.
    fn count(&mut self) {
        let leaves = self.leaves.iter().map(|leaves| leaves.len() as u64);
        self.counts.push(leaves.collect());
        let mut all = 0_u64;
        for size in 1..=MOST_SIZE {
            let of_rules = self.rules.iter();
            let of_rules = of_rules.map(|rule| self.tuples(&rule.args, size - 1));
            let of_rules: Vec<u64> = of_rules.collect();
            let of_sorts = self.by_result.iter().map(|rules| {
                let of_sort = rules.iter().map(|rule| of_rules[*rule]);
                of_sort.fold(0, u64::saturating_add)
            });
            let of_sorts: Vec<u64> = of_sorts.collect();
            all = all.saturating_add(of_sorts.first().copied().unwrap_or(0));
            if all == u64::MAX {
                return;
            }
            self.counts.push(of_sorts);
            self.applications.push(of_rules);
        }
    }

    /// The number of tuples of terms of these sorts with so many operators together.
    fn tuples(&self, sorts: &[Place], size: usize) -> u64 {
        let Some((first, rest)) = sorts.split_first() else {
            return u64::from(size == 0);
        };
        let shares = (0..=size).map(|share| {
            let terms = self.counts[share][*first];
            match terms {
                0 => 0,
                _ => terms.saturating_mul(self.tuples(rest, size - share)),
            }
        });
        shares.fold(0, u64::saturating_add)
    }

    /// The term of a sort with this size and number.
    fn term(&self, sort: Place, size: usize, mut number: u64) -> Option<Tree> {
        if size == 0 {
            let place = usize::try_from(number).ok()?;
            return (place < self.leaves[sort].len()).then_some(Tree::Leaf(sort, place));
        }
        for rule in &self.by_result[sort] {
            let count = self.applications[size - 1][*rule];
            if number < count {
                let mut args = Vec::new();
                self.tuple(&self.rules[*rule].args, size - 1, number, &mut args)?;
                return Some(Tree::Apply(*rule, args));
            }
            number -= count;
        }
        None
    }

    fn tuple(
        &self,
        sorts: &[Place],
        size: usize,
        mut number: u64,
        terms: &mut Vec<Tree>,
    ) -> Option<()> {
        let Some((first, rest)) = sorts.split_first() else {
            return Some(());
        };
        for share in 0..=size {
            let others = self.tuples(rest, size - share);
            let count = self.counts[share][*first].saturating_mul(others);
            if number < count {
                terms.push(self.term(*first, share, number / others)?);
                return self.tuple(rest, size - share, number % others, terms);
            }
            number -= count;
        }
        None
    }

    /// Whether this formula is put to the solver: no variable is free, and it is the first of those
    /// that differ from it in the names of symbols or in the order of arguments only.
    pub(super) fn is_first(&self, formula: &Tree) -> bool {
        let mut symbols = vec![0; self.listed.len()];
        self.is_ordered(formula, &mut symbols)
            && self.free(formula).is_none_or(|free| free.is_empty())
    }

    /// Whether symbols occur in the order of their numbers, and arguments that may be exchanged in
    /// their order.
    fn is_ordered(&self, term: &Tree, symbols: &mut [usize]) -> bool {
        match term {
            Tree::Leaf(sort, place) => match self.leaves[*sort][*place] {
                GrammarLeaf::Symbol(number) if number > symbols[*sort] => false,
                GrammarLeaf::Symbol(number) => {
                    symbols[*sort] = symbols[*sort].max(number + 1);
                    true
                }
                _ => true,
            },
            Tree::Apply(rule, args) => {
                let swapped = self.rules[*rule].is_commutative && args[0] > args[1];
                !swapped && args.iter().all(|arg| self.is_ordered(arg, symbols))
            }
        }
    }

    /// The sorts of the free variables. `None` if a quantifier binds a variable that its body does
    /// not have.
    fn free(&self, term: &Tree) -> Option<Vec<Place>> {
        match term {
            Tree::Leaf(sort, place) => {
                let is_variable = self.leaves[*sort][*place] == GrammarLeaf::Variable;
                Some(is_variable.then_some(*sort).into_iter().collect())
            }
            Tree::Apply(rule, args) => {
                let mut all = Vec::new();
                for arg in args {
                    all.extend(self.free(arg)?);
                }
                if let Some(bound) = self.rules[*rule].binds {
                    let before = all.len();
                    all.retain(|sort| *sort != bound);
                    (all.len() < before).then_some(())?;
                }
                Some(all)
            }
        }
    }
}

/// All tuples with a member of each slot, in order.
fn products<A: Array<Item: Copy>>(slots: &[&[A::Item]]) -> Vec<SmallVec<A>> {
    let mut tuples = vec![SmallVec::new()];
    for slot in slots {
        let longer = tuples.iter().flat_map(|before: &SmallVec<A>| {
            slot.iter().map(|member| {
                let mut longer = before.clone();
                longer.push(*member);
                longer
            })
        });
        tuples = longer.collect();
    }
    tuples
}

/// The sorts of some theories: small ones, the components of each before it. The first one is
/// `Bool`. Their ids are their places, from 1 on.
fn sorts_of(theories: Theories, (exponent, significand): (u32, u32)) -> Vec<Sort> {
    let mut sorts = vec![Sort::Bool];
    let mut add = |theory: Theory, sort: Sort| {
        let is_new = theories.has(theory) && !sorts.contains(&sort);
        if is_new {
            sorts.push(sort);
        }
    };
    add(Theory::Bv, Sort::Bv(2));
    add(Theory::Bv, Sort::Bv(1));
    add(Theory::Int, Sort::Int);
    add(Theory::Real, Sort::Real);
    add(Theory::String, Sort::String);
    add(Theory::Fp, Sort::Fp(exponent, significand));
    add(Theory::Fp, Sort::Rm);
    add(Theory::Ff, Sort::Ff(Arc::new(3_u32.into())));
    // The sort of elements, indices and arguments: the second one, if there is one.
    let element = SortId(if sorts.len() > 1 { 2 } else { 1 });
    for (theory, sort) in [
        (Theory::Array, Sort::Array(element, element)),
        (Theory::Set, Sort::Set(element)),
        (Theory::Seq, Sort::Seq(element)),
        (Theory::Bag, Sort::Bag(element)),
        (Theory::Nullable, Sort::Nullable(element)),
        (Theory::Tuple, Sort::Tuple([element, element].into())),
        (Theory::Uf, Sort::Fun([element].into(), element)),
    ] {
        if theories.has(theory) {
            sorts.push(sort);
        }
    }
    if theories.has(Theory::Dt) {
        sorts.extend(optional(element));
    }
    sorts
}

/// A datatype whose values are those of a sort, and one more.
fn optional(element: SortId) -> Option<Sort> {
    let constructor = |symbol: &str, selectors| Constructor {
        symbol: symbol.into(),
        selectors,
    };
    let content = Selector {
        symbol: "content".into(),
        field: Field::Sort(element),
    };
    let declaration = Declaration {
        symbol: "Optional".into(),
        params: Vec::new(),
        constructors: vec![
            constructor("nothing", Vec::new()),
            constructor("something", vec![content]),
        ],
    };
    let group = Datatypes::new(vec![declaration]).ok()?;
    members(&Arc::new(group)).pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grammar_of(theories: &[Theory]) -> Grammar {
        let theories = theories.iter().copied().collect();
        Grammar::new(theories, (3, 3), Ops::base(), &|_| true)
    }

    /// Renames the symbols of a Boolean formula with two symbols.
    fn renamed(grammar: &Grammar, tree: &Tree) -> Tree {
        match tree {
            Tree::Leaf(sort, place) => match grammar.leaves[*sort][*place] {
                GrammarLeaf::Symbol(number) => Tree::Leaf(*sort, 1 - number),
                _ => tree.clone(),
            },
            Tree::Apply(rule, args) => {
                let args = args.iter().map(|arg| renamed(grammar, arg));
                Tree::Apply(*rule, args.collect())
            }
        }
    }

    /// The same formulas with the arguments of commutative operators in their order.
    fn sorted(grammar: &Grammar, tree: &Tree) -> Tree {
        let Tree::Apply(rule, args) = tree else {
            return tree.clone();
        };
        let mut args: Vec<Tree> = args.iter().map(|arg| sorted(grammar, arg)).collect();
        if grammar.rules[*rule].is_commutative {
            args.sort();
        }
        Tree::Apply(*rule, args)
    }

    #[test]
    fn all_formulas_are_enumerated_once() {
        let grammar = grammar_of(&[Theory::Bool]);
        let mut numbers = 0..;
        for size in 1..=2 {
            let count = grammar.formulas(size);
            let all = (0..count).map(|number| grammar.formula(size, number).unwrap());
            let all: BTreeSet<Tree> = all.collect();
            assert_eq!(all.len() as u64, count);
            assert_eq!(grammar.formula(size, count), None);
            let firsts: BTreeSet<&Tree> = all.iter().filter(|it| grammar.is_first(it)).collect();
            let (kept, all_of_size) = (firsts.len(), all.len());
            assert!(kept * 5 < all_of_size * 3, "{kept} of {all_of_size}");
            for tree in &all {
                let same = [
                    sorted(&grammar, tree),
                    sorted(&grammar, &renamed(&grammar, tree)),
                ];
                assert!(same.iter().any(|tree| firsts.contains(tree)), "{tree:?}");
            }
            for number in 0..count {
                let next = numbers.next().unwrap();
                assert_eq!(grammar.size_at(next), Some((size, number)));
            }
        }
    }

    #[test]
    fn operators_with_equal_values_are_commutative() {
        let grammar = grammar_of(&[Theory::Bv]);
        let commutative = |name: &str| {
            let op = Ops::base().find(name).unwrap();
            let rules = grammar.rules.iter().filter(|rule| rule.op == op);
            let all: BTreeSet<bool> = rules.map(|rule| rule.is_commutative).collect();
            Vec::from_iter(all)
        };
        for (name, expected) in [
            ("OP_BV_ADD", true),
            ("OP_BV_XNOR", true),
            ("OP_AND", true),
            ("OP_BV_SUB", false),
            ("OP_BV_ULT", false),
            ("OP_IMPLIES", false),
        ] {
            assert_eq!(commutative(name), [expected], "{name}");
        }
    }

    /// The operators of a theory, as far as they are about the sorts of the grammar.
    #[test]
    fn datatypes_and_tuples_have_their_operators() {
        for (theory, least) in [(Theory::Dt, 5), (Theory::Tuple, 5), (Theory::Nullable, 3)] {
            let grammar = grammar_of(&[theory]);
            let rules = grammar.rules.iter();
            let own = rules.filter(|rule| Ops::base().row(rule.op).theory == theory);
            assert!(own.count() >= least, "{theory:?}: {:?}", grammar.rules);
        }
    }

    /// A quantifier binds a variable of its body, and no other variable is free.
    #[test]
    fn formulas_are_closed() {
        let grammar = grammar_of(&[Theory::Bv, Theory::Quant]);
        let mut quantified = 0;
        for number in 0..grammar.formulas(2) {
            let tree = grammar.formula(2, number).unwrap();
            let Tree::Apply(rule, args) = &tree else {
                panic!("{tree:?}")
            };
            let Some(bound) = grammar.rules[*rule].binds else {
                continue;
            };
            let free = grammar.free(&args[0]).unwrap_or_default();
            let is_closed = !free.is_empty() && free.iter().all(|sort| *sort == bound);
            assert_eq!(grammar.free(&tree) == Some(Vec::new()), is_closed);
            quantified += u64::from(grammar.is_first(&tree));
        }
        assert!(quantified > 100, "{quantified}");
    }
}
