//! The table of identities: pairs of terms that are equal in every model. They are written in this
//! notation:
//!
//! ```text
//! side     := variable | number ":" variable | "min:" variable | "true" | "false"
//!           | "(" OPERATOR [ "{" index {"," index} "}" ] {side} ")"
//! variable := letter [ ":" sort ]                the sort where the variable first occurs
//! sort     := "Bool" | "Int" | "Real" | "Bv" | "Array" | "Set" | "Bag" | "Seq" | letter [ ".index" | ".element" ]
//! index    := number | "top"                     "top": the position of the argument's highest bit
//! ```
//! - Operators have their names in the table of operators, without `OP_`.
//! - A row with `N_` or `Num` stands for two identities, one for Int and one for Real.
//! - A number is an element of the sort of the variable after it. `min` is the least signed
//!   bit-vector.
//! - A variable with a sort stands for any term of this sort. The variables without a sort get
//!   theirs from the terms that they are matched with; if nothing is matched, they all have the
//!   same sort.

use crate::op::{Op, Ops};
use crate::sort::SortKind;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The identities. A rewrite replaces either side by the other one. A variable that occurs only on
/// the new side needs a sort, so that a term can be drawn for it.
#[rustfmt::skip]
const TABLE: &[(&str, &str)] = &[
    // Core.
    ("a:Bool", "(NOT (NOT a))"),
    ("(NOT (AND a b))", "(OR (NOT a) (NOT b))"),
    ("(NOT (OR a b))", "(AND (NOT a) (NOT b))"),
    ("(AND a b)", "(AND b a)"),
    ("(OR a b)", "(OR b a)"),
    ("(AND a (AND b c))", "(AND (AND a b) c)"),
    ("(OR a (OR b c))", "(OR (OR a b) c)"),
    ("(AND a b c)", "(AND a (AND b c))"),
    ("(OR a b c)", "(OR a (OR b c))"),
    ("(AND a b)", "(AND a b a)"),
    ("a:Bool", "(AND a a)"),
    ("a:Bool", "(OR a a)"),
    ("a:Bool", "(AND a (OR a b:Bool))"),
    ("a:Bool", "(OR a (AND a b:Bool))"),
    ("a:Bool", "(AND a true)"),
    ("a:Bool", "(OR a false)"),
    ("a:Bool", "(XOR a false)"),
    ("a:Bool", "(XOR (XOR a b:Bool) b)"),
    ("a:Bool", "(ITE a true false)"),
    ("a:Bool", "(ITE a a false)"),
    ("(IMPLIES a b)", "(OR (NOT a) b)"),
    ("(IMPLIES a b)", "(IMPLIES (NOT b) (NOT a))"),
    ("(IMPLIES a b)", "(ITE a b true)"),
    ("(IMPLIES a (IMPLIES b c))", "(IMPLIES (AND a b) c)"),
    ("(IMPLIES a b c)", "(IMPLIES a (IMPLIES b c))"),
    ("(AND a (NOT b))", "(NOT (IMPLIES a b))"),
    ("(XOR a b)", "(NOT (IFF a b))"),
    ("(XOR a b)", "(XOR b a)"),
    ("(XOR a b)", "(IFF (NOT a) b)"),
    ("(XOR a b)", "(DISTINCT a b)"),
    ("(NOT (XOR a b))", "(XOR (NOT a) b)"),
    ("(XOR a (XOR b c))", "(XOR a b c)"),
    ("(IFF a b)", "(EQUAL a b)"),
    ("(NOT a)", "(ITE a false true)"),
    ("(AND a b)", "(ITE a b false)"),
    ("(OR a b)", "(ITE a true b)"),
    ("(ITE c:Bool a (NOT a))", "(IFF c a)"),
    ("(NOT (ITE c:Bool a b))", "(ITE c (NOT a) (NOT b))"),
    ("a", "(ITE c:Bool a a)"),
    ("a", "(ITE (EQUAL b:a b) a c:a)"),
    ("a", "(ITE (DISTINCT b:a b) c:a a)"),
    ("(ITE c:Bool a b)", "(ITE (NOT c) b a)"),
    ("(ITE c:Bool a b)", "(ITE c (ITE c a d:a) b)"),
    ("(EQUAL a b)", "(EQUAL b a)"),
    ("(EQUAL a b)", "(NOT (DISTINCT a b))"),
    ("(EQUAL a b c)", "(AND (EQUAL a b) (EQUAL b c))"),
    ("(DISTINCT a:Int b:a c:a)", "(AND (DISTINCT a b) (DISTINCT b c) (DISTINCT a c))"),
    // Ints and Reals.
    ("a:Num", "(N_NEG (N_NEG a))"),
    ("a:Num", "(N_ADD a 0:a)"),
    ("a:Num", "(N_MUL a 1:a)"),
    ("a:Num", "(N_SUB (N_ADD a b:a) b)"),
    ("a:Num", "(N_ADD (N_SUB a b:a) b)"),
    ("(N_NEG a)", "(N_SUB 0:a a)"),
    ("(N_NEG a)", "(N_MUL a -1:a)"),
    ("(N_NEG (N_ADD a b))", "(N_SUB (N_NEG a) b)"),
    ("(N_NEG (N_SUB a b))", "(N_SUB b a)"),
    ("(N_SUB a b)", "(N_ADD a (N_NEG b))"),
    ("(N_SUB a b c)", "(N_SUB a (N_ADD b c))"),
    ("(N_ADD a b)", "(N_SUB a (N_NEG b))"),
    ("(N_ADD a b)", "(N_ADD b a)"),
    ("(N_ADD a (N_ADD b c))", "(N_ADD (N_ADD a b) c)"),
    ("(N_ADD a b c)", "(N_ADD a (N_ADD b c))"),
    ("(N_ADD a a)", "(N_MUL a 2:a)"),
    ("(N_MUL a b)", "(N_MUL b a)"),
    ("(N_MUL a (N_MUL b c))", "(N_MUL (N_MUL a b) c)"),
    ("(N_MUL (N_ADD a b) c)", "(N_ADD (N_MUL a c) (N_MUL b c))"),
    ("(N_MUL (N_NEG a) b)", "(N_NEG (N_MUL a b))"),
    ("(N_LT a b)", "(N_GT b a)"),
    ("(N_LT a b)", "(NOT (N_GTE a b))"),
    ("(N_LT a b)", "(N_LT (N_SUB a b) 0:a)"),
    ("(N_LT a b)", "(N_LT (N_ADD a c:a) (N_ADD b c))"),
    ("(N_LT a b c)", "(AND (N_LT a b) (N_LT b c))"),
    ("(N_LTE a b)", "(N_GTE b a)"),
    ("(N_LTE a b)", "(NOT (N_GT a b))"),
    ("(N_LTE a b)", "(N_LTE (N_NEG b) (N_NEG a))"),
    ("(N_LTE a b)", "(N_LTE (N_MUL a 2:a) (N_MUL b 2:a))"),
    ("(EQUAL a:Num b:a)", "(EQUAL (N_SUB a b) 0:a)"),
    ("(EQUAL a:Num b:a)", "(EQUAL (N_NEG a) (N_NEG b))"),
    ("(EQUAL a:Num b:a)", "(EQUAL (N_ADD a c:a) (N_ADD b c))"),
    ("(INT_LT a b)", "(INT_LTE (INT_ADD a 1:a) b)"),
    ("(INT_LTE a b)", "(INT_LT (INT_MUL a 2:a) (INT_ADD (INT_MUL b 2:a) 1:a))"),
    ("(INT_ABS a)", "(ITE (INT_LT a 0:a) (INT_NEG a) a)"),
    ("(INT_ABS a)", "(ITE (INT_GTE a 0:a) a (INT_NEG a))"),
    ("(INT_IS_DIV{3} a)", "(EQUAL (INT_MOD a 3:a) 0:a)"),
    ("a:Int", "(REAL_TO_INT (INT_TO_REAL a))"),
    ("(INT_TO_REAL (INT_ADD a b))", "(REAL_ADD (INT_TO_REAL a) (INT_TO_REAL b))"),
    ("(INT_TO_REAL (INT_NEG a))", "(REAL_NEG (INT_TO_REAL a))"),
    ("a:Real", "(REAL_DIV a 1:a)"),
    ("a:Real", "(REAL_DIV (REAL_MUL a 3:a) 3:a)"),
    ("a:Real", "(REAL_ADD (REAL_DIV a 2:a) (REAL_DIV a 2:a))"),
    ("(REAL_NEG a)", "(REAL_DIV a -1:a)"),
    ("(REAL_LT a b)", "(REAL_LT (REAL_DIV a 2:a) (REAL_DIV b 2:a))"),
    // Bit-vectors.
    ("a:Bv", "(BV_NOT (BV_NOT a))"),
    ("a:Bv", "(BV_NEG (BV_NEG a))"),
    ("a:Bv", "(BV_ADD a 0:a)"),
    ("a:Bv", "(BV_MULT a 1:a)"),
    ("a:Bv", "(BV_SUB (BV_ADD a b:a) b)"),
    ("a:Bv", "(BV_AND a a)"),
    ("a:Bv", "(BV_OR a a)"),
    ("a:Bv", "(BV_AND a -1:a)"),
    ("a:Bv", "(BV_OR a 0:a)"),
    ("a:Bv", "(BV_XOR (BV_XOR a b:a) b)"),
    ("a:Bv", "(BV_SHL a 0:a)"),
    ("a:Bv", "(BV_LSHR a 0:a)"),
    ("a:Bv", "(BV_ASHR a 0:a)"),
    ("a:Bv", "(BV_REPEAT{1} a)"),
    ("a:Bv", "(BV_ZERO_EXTEND{0} a)"),
    ("a:Bv", "(BV_SIGN_EXTEND{0} a)"),
    ("a:Bv", "(BV_EXTRACT{top,0} a)"),
    ("a:Bv", "(BV_ROTATE_LEFT{0} a)"),
    ("a:Bv", "(BV_ROTATE_RIGHT{1} (BV_ROTATE_LEFT{1} a))"),
    ("(BV_NEG a)", "(BV_ADD (BV_NOT a) 1:a)"),
    ("(BV_NEG a)", "(BV_SUB 0:a a)"),
    ("(BV_NOT a)", "(BV_SUB -1:a a)"),
    ("(BV_NOT a)", "(BV_XOR a -1:a)"),
    ("(BV_NOT a)", "(BV_NAND a a)"),
    ("(BV_NOT a)", "(BV_NOR a a)"),
    ("(BV_NOT (BV_NEG a))", "(BV_SUB a 1:a)"),
    ("(BV_SUB a b)", "(BV_ADD a (BV_NEG b))"),
    ("(BV_SUB a b)", "(BV_NEG (BV_SUB b a))"),
    ("(BV_ADD a b)", "(BV_ADD b a)"),
    ("(BV_ADD a (BV_ADD b c))", "(BV_ADD (BV_ADD a b) c)"),
    ("(BV_ADD a b c)", "(BV_ADD a (BV_ADD b c))"),
    ("(BV_ADD a a)", "(BV_SHL a 1:a)"),
    ("(BV_ADD a a)", "(BV_MULT a 2:a)"),
    ("(BV_MULT a b)", "(BV_MULT b a)"),
    ("(BV_MULT a (BV_MULT b c))", "(BV_MULT (BV_MULT a b) c)"),
    ("(BV_MULT (BV_ADD a b) c)", "(BV_ADD (BV_MULT a c) (BV_MULT b c))"),
    ("(BV_MULT (BV_NEG a) b)", "(BV_NEG (BV_MULT a b))"),
    ("(BV_AND a b)", "(BV_AND b a)"),
    ("(BV_OR a b)", "(BV_OR b a)"),
    ("(BV_XOR a b)", "(BV_XOR b a)"),
    ("(BV_AND a (BV_AND b c))", "(BV_AND a b c)"),
    ("(BV_OR a (BV_OR b c))", "(BV_OR a b c)"),
    ("(BV_XOR a (BV_XOR b c))", "(BV_XOR a b c)"),
    ("(BV_NOT (BV_AND a b))", "(BV_OR (BV_NOT a) (BV_NOT b))"),
    ("(BV_NOT (BV_OR a b))", "(BV_AND (BV_NOT a) (BV_NOT b))"),
    ("(BV_NOT (BV_XOR a b))", "(BV_XOR (BV_NOT a) b)"),
    ("(BV_NAND a b)", "(BV_NOT (BV_AND a b))"),
    ("(BV_NOR a b)", "(BV_NOT (BV_OR a b))"),
    ("(BV_XNOR a b)", "(BV_NOT (BV_XOR a b))"),
    ("(BV_COMP a b)", "(BV_COMP b a)"),
    ("(BV_ULT a b)", "(BV_UGT b a)"),
    ("(BV_ULT a b)", "(NOT (BV_UGE a b))"),
    ("(BV_ULT a b)", "(NOT (BV_ULE b a))"),
    ("(BV_ULT a b)", "(BV_USUBO a b)"),
    ("(BV_SLT a b)", "(BV_SGT b a)"),
    ("(BV_SLT a b)", "(NOT (BV_SGE a b))"),
    ("(BV_SLT a b)", "(NOT (BV_SLE b a))"),
    ("(BV_NEGO a)", "(EQUAL a min:a)"),
    ("(BV_UADDO a b)", "(BV_UADDO b a)"),
    ("(BV_SMULO a b)", "(BV_SMULO b a)"),
    ("(EQUAL a:Bv b:a)", "(EQUAL (BV_NOT a) (BV_NOT b))"),
    ("(EQUAL a:Bv b:a)", "(EQUAL (BV_SUB a b) 0:a)"),
    ("(EQUAL a:Bv b:a)", "(EQUAL (BV_ADD a c:a) (BV_ADD b c))"),
    ("(BV_TO_NAT a)", "(BV_UBV_TO_INT a)"),
    ("(BV_CONCAT a (BV_CONCAT b c))", "(BV_CONCAT a b c)"),
    // Arrays.
    ("(ARRAY_SELECT (ARRAY_STORE a:Array i:a.index v:a.element) i)", "v"),
    ("a:Array", "(ARRAY_STORE a i:a.index (ARRAY_SELECT a i))"),
    ("(ARRAY_STORE a:Array i:a.index v:a.element)", "(ARRAY_STORE (ARRAY_STORE a i w:v) i v)"),
    // Sets and bags.
    ("a:Set", "(SET_UNION a a)"),
    ("a:Set", "(SET_INTERSECTION a a)"),
    ("a:Set", "(SET_UNION a (SET_INTERSECTION a b:a))"),
    ("a:Set", "(SET_INTERSECTION a (SET_UNION a b:a))"),
    ("(SET_UNION a b)", "(SET_UNION b a)"),
    ("(SET_INTERSECTION a b)", "(SET_INTERSECTION b a)"),
    ("(SET_UNION a (SET_UNION b c))", "(SET_UNION (SET_UNION a b) c)"),
    ("(SET_INTERSECTION a (SET_INTERSECTION b c))", "(SET_INTERSECTION (SET_INTERSECTION a b) c)"),
    ("(SET_MINUS (SET_MINUS a b) c)", "(SET_MINUS a (SET_UNION b c))"),
    ("(SET_INSERT a:Set e:a.element)", "(SET_UNION a (SET_SINGLETON e))"),
    ("(SET_INSERT a:Set e:a.element f:e)", "(SET_INSERT (SET_INSERT a f) e)"),
    ("(SET_SUBSET a b)", "(EQUAL (SET_UNION a b) b)"),
    ("(SET_MEMBER e (SET_SINGLETON f))", "(EQUAL e f)"),
    ("(SET_MEMBER e (SET_UNION a:Set b:a))", "(OR (SET_MEMBER e a) (SET_MEMBER e b))"),
    ("(SET_MEMBER e (SET_INTERSECTION a:Set b:a))", "(AND (SET_MEMBER e a) (SET_MEMBER e b))"),
    ("(SET_MEMBER e (SET_MINUS a:Set b:a))", "(AND (SET_MEMBER e a) (NOT (SET_MEMBER e b)))"),
    ("a:Bag", "(BAG_UNION_MAX a a)"),
    ("a:Bag", "(BAG_INTERSECTION_MIN a (BAG_UNION_MAX a b:a))"),
    ("(BAG_UNION_MAX a b)", "(BAG_UNION_MAX b a)"),
    ("(BAG_UNION_MAX a (BAG_UNION_MAX b c))", "(BAG_UNION_MAX (BAG_UNION_MAX a b) c)"),
    ("(BAG_UNION_DISJOINT a b)", "(BAG_UNION_DISJOINT b a)"),
    ("(BAG_UNION_DISJOINT a (BAG_UNION_DISJOINT b c))", "(BAG_UNION_DISJOINT (BAG_UNION_DISJOINT a b) c)"),
    ("(BAG_INTERSECTION_MIN a b)", "(BAG_INTERSECTION_MIN b a)"),
    ("(BAG_SUBBAG a b)", "(EQUAL (BAG_UNION_MAX a b) b)"),
    ("(BAG_COUNT e (BAG_UNION_DISJOINT a:Bag b:a))", "(INT_ADD (BAG_COUNT e a) (BAG_COUNT e b))"),
    ("(BAG_DUPLICATE_REMOVAL a)", "(BAG_DUPLICATE_REMOVAL (BAG_DUPLICATE_REMOVAL a))"),
    // Sequences.
    ("(SEQ_CONCAT a (SEQ_CONCAT b c))", "(SEQ_CONCAT (SEQ_CONCAT a b) c)"),
    ("(SEQ_LENGTH (SEQ_CONCAT a b))", "(INT_ADD (SEQ_LENGTH a) (SEQ_LENGTH b))"),
    ("(SEQ_LENGTH (SEQ_REV a))", "(SEQ_LENGTH a)"),
    ("a:Seq", "(SEQ_REV (SEQ_REV a))"),
    ("(SEQ_REV (SEQ_CONCAT a b))", "(SEQ_CONCAT (SEQ_REV b) (SEQ_REV a))"),
    ("(SEQ_PREFIX a:Seq (SEQ_CONCAT a b:a))", "true"),
    ("(SEQ_SUFFIX a:Seq (SEQ_CONCAT b:a a))", "true"),
    ("(SEQ_CONTAINS (SEQ_CONCAT a:Seq b:a) b)", "true"),
];

/// The number of a variable.
pub(super) type Slot = usize;

/// One side of an identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Variable(Slot),
    Truth(bool),
    /// A number, as an element of the sort of a variable.
    Number(i32, Slot),
    /// The least signed bit-vector of the sort of a variable.
    Least(Slot),
    App(Op, SmallVec<[OpIndex; 2]>, Vec<Side>),
}

/// An index of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpIndex {
    Number(u32),
    /// The width of the argument minus 1.
    Top,
}

/// The sort of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VariableSort {
    /// Any sort: the sort of the term that is matched.
    Any,
    /// Any sort of this kind.
    Kind(SortKind),
    /// The sort of another variable.
    Same(Slot),
    /// The sort of the indices of an array variable.
    Index(Slot),
    /// The sort of the elements of a variable: an array, set, bag or sequence.
    Element(Slot),
}

/// Two terms that are equal in every model.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// The row of the table.
    pub(super) text: (&'static str, &'static str),
    pub(super) sides: [Side; 2],
    /// The sorts of the variables, by slot.
    pub(super) sorts: Vec<VariableSort>,
}

static IDENTITIES: LazyLock<Vec<Identity>> = LazyLock::new(|| {
    let expand = |text: (&'static str, &'static str)| {
        let general = text.1.contains("(N_");
        let sorts = [("(INT_", ":Int"), ("(REAL_", ":Real")];
        let sorts = sorts.into_iter().take(1 + usize::from(general));
        sorts.filter_map(move |(ops, sort)| {
            let special = |side: &str| side.replace("(N_", ops).replace(":Num", sort);
            parse(text, &special(text.0), &special(text.1))
        })
    };
    TABLE.iter().copied().flat_map(expand).collect()
});

/// All identities.
pub(super) fn all() -> &'static [Identity] {
    &IDENTITIES
}

fn parse(text: (&'static str, &'static str), left: &str, right: &str) -> Option<Identity> {
    let mut parser = SideReader::default();
    let sides = [parser.whole(left)?, parser.whole(right)?];
    Some(Identity {
        text,
        sides,
        sorts: parser.sorts,
    })
}

/// Reads the two sides of an identity. They share their variables.
#[derive(Default)]
struct SideReader {
    names: Vec<char>,
    sorts: Vec<VariableSort>,
}

impl SideReader {
    fn whole(&mut self, text: &str) -> Option<Side> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace();
        let side = self.side(&mut words)?;
        words.next().is_none().then_some(side)
    }

    fn side(&mut self, words: &mut dyn Iterator<Item = &str>) -> Option<Side> {
        match words.next()? {
            "(" => self.app(words),
            "true" => Some(Side::Truth(true)),
            "false" => Some(Side::Truth(false)),
            word => self.leaf(word),
        }
    }

    fn app(&mut self, words: &mut dyn Iterator<Item = &str>) -> Option<Side> {
        let head = words.next()?;
        let (name, indices) = head.split_once('{').unwrap_or((head, "}"));
        let indices = indices
            .strip_suffix('}')?
            .split(',')
            .filter(|index| !index.is_empty());
        let indices = indices.map(|index| match index {
            "top" => Some(OpIndex::Top),
            number => number.parse().ok().map(OpIndex::Number),
        });
        let indices = indices.collect::<Option<_>>()?;
        let op = Ops::base().find(&format!("OP_{name}"))?;
        let mut args = Vec::new();
        loop {
            match words.next()? {
                ")" => return Some(Side::App(op, indices, args)),
                "(" => args.push(self.app(words)?),
                word => args.push(self.side(&mut [word].into_iter())?),
            }
        }
    }

    fn leaf(&mut self, word: &str) -> Option<Side> {
        let (first, sort) = word.split_once(':').unwrap_or((word, ""));
        if first == "min" {
            return Some(Side::Least(self.slot_of(sort)?));
        }
        if let Ok(number) = first.parse() {
            return Some(Side::Number(number, self.slot_of(sort)?));
        }
        let mut letters = first.chars();
        let name = letters.next().filter(char::is_ascii_lowercase)?;
        letters.next().is_none().then_some(())?;
        if let Some(slot) = self.slot_of(first) {
            return Some(Side::Variable(slot));
        }
        let of = match sort {
            "" => VariableSort::Any,
            "Bool" => VariableSort::Kind(SortKind::Bool),
            "Int" => VariableSort::Kind(SortKind::Int),
            "Real" => VariableSort::Kind(SortKind::Real),
            "Bv" => VariableSort::Kind(SortKind::Bv),
            "Array" => VariableSort::Kind(SortKind::Array),
            "Set" => VariableSort::Kind(SortKind::Set),
            "Bag" => VariableSort::Kind(SortKind::Bag),
            "Seq" => VariableSort::Kind(SortKind::Seq),
            other => match other.split_once('.') {
                None => VariableSort::Same(self.slot_of(other)?),
                Some((array, "index")) => VariableSort::Index(self.slot_of(array)?),
                Some((array, "element")) => VariableSort::Element(self.slot_of(array)?),
                Some(_) => return None,
            },
        };
        self.names.push(name);
        self.sorts.push(of);
        Some(Side::Variable(self.names.len() - 1))
    }

    fn slot_of(&self, name: &str) -> Option<Slot> {
        self.names
            .iter()
            .position(|known| name.chars().eq([*known]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        for (left, right) in TABLE {
            let count = all()
                .iter()
                .filter(|identity| identity.text == (*left, *right))
                .count();
            let general = right.contains("(N_");
            assert_eq!(count, if general { 2 } else { 1 }, "{left} = {right}");
        }
    }

    #[test]
    fn what_is_no_identity_is_refused() {
        for (left, right) in [
            ("a", "(FLY a)"),
            ("(AND a", "a"),
            ("a", "a a"),
            ("a", "0:b"),
            ("a", "(NOT{x} a)"),
            ("", "a"),
        ] {
            assert!(
                parse((left, right), left, right).is_none(),
                "{left} = {right}"
            );
        }
    }
}
