//! The input language of Yices. The text of a term is parsed by the library, and is made by the
//! functions of the API, too. Both must make the same term.

mod draw;

use super::super::checks::{
    PRINTED_TYPE, QUANTIFIER_REFUSED, TERM_OF_TEXT, TEXT_NOT_PARSED, TYPE_OF_TEXT,
};
use super::super::ffi::{Api, Term};
use super::super::ops::Encoding::{self, Bin, Idx1, Nary, Ter, Un};
use super::{ExtensionCall, are_sat};
use crate::shared::actions::{NOTHING, Takes};
use crate::smt2::tree::{Expr, Tree};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Error, Result};
use smallvec::smallvec;

arguments! {
    /// What `yices-syntax` takes.
    struct SyntaxArgs<'c> {
        /// `term` or `type`.
        what: Word,
        /// The text. Terms may have the constants of [`draw::CONSTANTS`].
        text: Text,
    }
}

/// How often the text is that of a type, in percent.
const TYPES: u32 = 5;
/// The largest length of a text in bytes.
const LONG: usize = 10_000;

/// A text, and what it is.
pub(super) const TEXT: Takes = Takes {
    params: SyntaxArgs::PARAMS,
    pick: |cx| {
        let (what, text) = match cx.rng.chance(TYPES) {
            true => ("type", draw::type_text(cx.rng)),
            false => ("term", draw::term(cx.rng)),
        };
        let is_short = text.len() <= LONG;
        is_short.then(|| smallvec![Arg::Word(what.into()), Arg::Text(text.into())])
    },
    valid: |_, call| {
        let args = SyntaxArgs::args(call)?;
        if !["term", "type"].contains(&args.what) {
            return Invalid::wrong(format!("'{}' is not 'term' or 'type'", args.what));
        }
        let tree = Tree::read(args.text).map_err(|fault| Invalid::Wrong(fault.message))?;
        let is_one = tree.roots().len() == 1 && args.text.len() <= LONG && depth(args.text) <= DEEP;
        is_one.then_some(()).ok_or_else(|| {
            Invalid::Wrong(format!(
                "the text is not one expression of at most {LONG} bytes and {DEEP} levels"
            ))
        })
    },
    names: NOTHING.names,
};

/// The largest number of levels of a text.
const DEEP: usize = 100;

fn depth(text: &str) -> usize {
    let mut open: usize = 0;
    let levels = text.bytes().map(|byte| {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            _ => {}
        }
        open
    });
    levels.max().unwrap_or(0)
}

/// The operators, for formulas, numbers and bit-vectors. If a name has several rows, the sort of
/// the first argument decides.
const OPERATORS: &[(Of, &str, Encoding)] = &[
    (Of::Any, "not", Un(Api::not)),
    (Of::Any, "and", Nary(Api::and2, Api::and)),
    (Of::Any, "or", Nary(Api::or2, Api::or)),
    (Of::Any, "xor", Nary(Api::xor2, Api::xor)),
    (Of::Any, "=>", Bin(Api::implies)),
    (Of::Any, "<=>", Bin(Api::iff)),
    (Of::Any, "ite", Ter(Api::ite)),
    (Of::Any, "if", Ter(Api::ite)),
    (
        Of::Any,
        "bool-to-bv",
        Nary(
            |api, a, b| api.bvarray(&[b, a]),
            |api, bits| {
                bits.reverse();
                api.bvarray(bits)
            },
        ),
    ),
    (Of::Any, "+", Nary(Api::add, |api, a| api.sum(a))),
    (Of::Any, "*", Nary(Api::mul, |api, a| api.product(a))),
    (Of::Any, "-", Bin(Api::sub)),
    (Of::Any, "-", Un(Api::neg)),
    (Of::Any, "/", Bin(Api::division)),
    (Of::Any, "div", Bin(Api::idiv)),
    (Of::Any, "mod", Bin(Api::imod)),
    (Of::Any, "divides", Bin(Api::divides_atom)),
    (Of::Any, "abs", Un(Api::abs)),
    (Of::Any, "floor", Un(Api::floor)),
    (Of::Any, "ceil", Un(Api::ceil)),
    (Of::Any, "is-int", Un(Api::is_int_atom)),
    (Of::Any, "<", Bin(Api::arith_lt_atom)),
    (Of::Any, "<=", Bin(Api::arith_leq_atom)),
    (Of::Any, ">", Bin(Api::arith_gt_atom)),
    (Of::Any, ">=", Bin(Api::arith_geq_atom)),
    (Of::Numbers, "=", Bin(Api::arith_eq_atom)),
    (Of::Numbers, "/=", Bin(Api::arith_neq_atom)),
    (Of::Any, "distinct", Nary(Api::neq, Api::distinct)),
    (Of::Any, "bv-not", Un(Api::bvnot)),
    (Of::Any, "bv-neg", Un(Api::bvneg)),
    (Of::Any, "bv-redand", Un(Api::redand)),
    (Of::Any, "bv-redor", Un(Api::redor)),
    (Of::Any, "bv-comp", Bin(Api::redcomp)),
    (Of::Any, "bv-add", Nary(Api::bvadd, |api, a| api.bvsum(a))),
    (
        Of::Any,
        "bv-mul",
        Nary(Api::bvmul, |api, a| api.bvproduct(a)),
    ),
    (Of::Any, "bv-and", Nary(Api::bvand2, |api, a| api.bvand(a))),
    (Of::Any, "bv-or", Nary(Api::bvor2, |api, a| api.bvor(a))),
    (Of::Any, "bv-xor", Nary(Api::bvxor2, |api, a| api.bvxor(a))),
    (
        Of::Any,
        "bv-concat",
        Nary(Api::bvconcat2, |api, a| api.bvconcat(a)),
    ),
    (Of::Any, "bv-sub", Bin(Api::bvsub)),
    (Of::Any, "bv-nand", Bin(Api::bvnand)),
    (Of::Any, "bv-nor", Bin(Api::bvnor)),
    (Of::Any, "bv-xnor", Bin(Api::bvxnor)),
    (Of::Any, "bv-div", Bin(Api::bvdiv)),
    (Of::Any, "bv-rem", Bin(Api::bvrem)),
    (Of::Any, "bv-sdiv", Bin(Api::bvsdiv)),
    (Of::Any, "bv-srem", Bin(Api::bvsrem)),
    (Of::Any, "bv-smod", Bin(Api::bvsmod)),
    (Of::Any, "bv-shl", Bin(Api::bvshl)),
    (Of::Any, "bv-lshr", Bin(Api::bvlshr)),
    (Of::Any, "bv-ashr", Bin(Api::bvashr)),
    (Of::Any, "bv-lt", Bin(Api::bvlt_atom)),
    (Of::Any, "bv-le", Bin(Api::bvle_atom)),
    (Of::Any, "bv-gt", Bin(Api::bvgt_atom)),
    (Of::Any, "bv-ge", Bin(Api::bvge_atom)),
    (Of::Any, "bv-slt", Bin(Api::bvslt_atom)),
    (Of::Any, "bv-sle", Bin(Api::bvsle_atom)),
    (Of::Any, "bv-sgt", Bin(Api::bvsgt_atom)),
    (Of::Any, "bv-sge", Bin(Api::bvsge_atom)),
    (Of::Vectors, "=", Bin(Api::bveq_atom)),
    (Of::Vectors, "/=", Bin(Api::bvneq_atom)),
    (Of::Any, "=", Bin(Api::eq)),
    (Of::Any, "/=", Bin(Api::neq)),
    (Of::Any, "bv-repeat", Idx1(Api::bvrepeat)),
    (Of::Any, "bv-pow", Idx1(Api::bvpower)),
    (Of::Any, "bv-rotate-left", Idx1(Api::rotate_left)),
    (Of::Any, "bv-rotate-right", Idx1(Api::rotate_right)),
    (Of::Any, "bv-shift-left0", Idx1(Api::shift_left0)),
    (Of::Any, "bv-shift-left1", Idx1(Api::shift_left1)),
    (Of::Any, "bv-shift-right0", Idx1(Api::shift_right0)),
    (Of::Any, "bv-shift-right1", Idx1(Api::shift_right1)),
    (Of::Any, "bv-ashift-right", Idx1(Api::ashift_right)),
    (Of::Any, "bv-sign-extend", Idx1(Api::sign_extend)),
    (Of::Any, "bv-zero-extend", Idx1(Api::zero_extend)),
    (Of::Any, "bit", Idx1(Api::bitextract)),
    (Of::Any, "^", Idx1(Api::power)),
];

/// The sort of the first argument of an operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Any,
    Numbers,
    Vectors,
}

/// Parses the text, and makes it by the API.
pub(super) fn syntax(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let api = call.api;
    let args = SyntaxArgs::args(call.call)?;
    if args.what == "type" {
        let parsed = api.parse_type(args.text)?;
        let again = api.parse_type(&api.describe_type(parsed))?;
        PRINTED_TYPE.must_or(again == parsed, || args.text.to_owned())?;
        return Ok(Effect::Done);
    }
    let mut names: Vec<(&str, Term)> = Vec::new();
    for (name, of) in draw::CONSTANTS {
        let term = api.new_uninterpreted_term(api.parse_type(of)?)?;
        api.set_term_name(term, name)?;
        names.push((name, term));
    }
    let compared = compare(api, args.text, &names);
    for (name, _) in draw::CONSTANTS {
        api.remove_term_name(name)?;
    }
    compared.map(|()| Effect::Done)
}

/// Compares what the parser makes of a text with what the API makes. If it is another term, it must
/// be equal in all models.
fn compare(api: Api, text: &str, names: &[(&str, Term)]) -> Result {
    let tree = Tree::read(text).map_err(|fault| Error::Rejected(fault.message))?;
    let Some(root) = tree.roots().first().copied() else {
        return Ok(());
    };
    let names = names.to_vec();
    let made = TextReader { api, names }.term(root);
    let parsed = api.parse_term(text);
    let term = match made {
        Made::Term(term) => term,
        Made::Quantified(term) => {
            // Each parse has variables of its own, so that the terms differ.
            if parsed.is_ok() != term.is_ok() {
                return QUANTIFIER_REFUSED.fails(text);
            }
            let printed = api.describe(parsed?);
            return api.parse_term(&printed).map(drop);
        }
        // What the API refuses, such as a division by a term, the parser may refuse or not.
        Made::Refused | Made::Unknown => return Ok(()),
    };
    let parsed = match parsed {
        Ok(parsed) => parsed,
        Err(Error::Rejected(why)) => return TEXT_NOT_PARSED.fails(format!("{why}\n{text}")),
        Err(error) => return Err(error),
    };
    if parsed == term {
        return Ok(());
    }
    if !api.compatible_types(api.type_of_term(parsed)?, api.type_of_term(term)?)? {
        return TYPE_OF_TEXT.fails(text);
    }
    let differ = api.neq(parsed, term)?;
    TERM_OF_TEXT.must_or(!are_sat(api, &[differ])?, || text.to_owned())
}

/// What the API makes of a text.
enum Made {
    Term(Term),
    /// A quantifier at the root, or why there is none.
    Quantified(Result<Term>),
    /// The API refuses a part of it.
    Refused,
    /// A part has a form that this program does not read.
    Unknown,
}

impl From<Result<Term>> for Made {
    fn from(made: Result<Term>) -> Self {
        made.map_or(Self::Refused, Self::Term)
    }
}

/// The term of a part of a text, or the reason why there is none. A quantifier within a term is not
/// compared, because the API may refuse what is around it.
macro_rules! term {
    ($made:expr) => {
        match $made {
            Made::Term(term) => term,
            Made::Quantified(_) => return Made::Unknown,
            other => return other,
        }
    };
}

/// Makes the terms of a text.
struct TextReader<'t> {
    api: Api,
    /// The names that have a meaning, the newest last.
    names: Vec<(&'t str, Term)>,
}

impl<'t> TextReader<'t> {
    fn term(&mut self, expr: Expr<'t>) -> Made {
        let Some(parts) = expr.list() else {
            return self.atom(expr.text());
        };
        let Some((head, args)) = parts.split_first() else {
            return Made::Unknown;
        };
        match (head.atom(), args) {
            (None, [arg]) if is_identity(*head) => self.term(*arg),
            (Some("mk-bv"), [width, value]) => match (number(*width), number(*value)) {
                (Some(width), Some(value)) => self.api.bvconst_uint32(width, value).into(),
                _ => Made::Unknown,
            },
            (Some("let"), [bindings, body]) => self.with_binding(*bindings, *body),
            (Some("mk-tuple"), [first, second]) => {
                let (first, second) = (term!(self.term(*first)), term!(self.term(*second)));
                self.api.pair(first, second).into()
            }
            (Some("select"), [tuple, place]) => {
                let tuple = term!(self.term(*tuple));
                let place = number(*place);
                place.map_or(Made::Unknown, |place| self.api.select(place, tuple).into())
            }
            (Some("tuple-update"), [tuple, place, value]) => {
                let (tuple, value) = (term!(self.term(*tuple)), term!(self.term(*value)));
                let place = number(*place);
                let update = |place| self.api.tuple_update(tuple, place, value).into();
                place.map_or(Made::Unknown, update)
            }
            (Some("bv-extract"), [high, low, vector]) => {
                let vector = term!(self.term(*vector));
                match (number(*high), number(*low)) {
                    (Some(high), Some(low)) => self.api.bvextract(vector, low, high).into(),
                    _ => Made::Unknown,
                }
            }
            (Some("forall"), [variable, body]) => self.quantifier(*variable, *body),
            (Some(name), args) => self.application(name, args),
            (None, _) => Made::Unknown,
        }
    }

    fn atom(&self, text: &str) -> Made {
        let api = self.api;
        if let Some((_, term)) = self.names.iter().rev().find(|(name, _)| *name == text) {
            return Made::Term(*term);
        }
        let vector = |digits: &str, base, width: usize| {
            let value = u32::from_str_radix(digits, base).ok();
            value.map_or(Made::Unknown, |value| {
                api.bvconst_uint32((digits.len() * width) as u32, value)
                    .into()
            })
        };
        match (text, text.get(..2)) {
            ("true", _) => api.r#true().into(),
            ("false", _) => api.r#false().into(),
            (_, Some("0b")) => vector(&text[2..], 2, 1),
            (_, Some("0x")) => vector(&text[2..], 16, 4),
            _ => match fraction(text) {
                Some((numerator, denominator)) => api.rational32(numerator, denominator).into(),
                None => Made::Unknown,
            },
        }
    }

    fn with_binding(&mut self, bindings: Expr<'t>, body: Expr<'t>) -> Made {
        let all = bindings.list().unwrap_or_default();
        let [binding] = all[..] else {
            return Made::Unknown;
        };
        let Some(parts) = binding.list() else {
            return Made::Unknown;
        };
        let [name, value] = parts[..] else {
            return Made::Unknown;
        };
        let Some(name) = name.atom() else {
            return Made::Unknown;
        };
        let value = term!(self.term(value));
        self.names.push((name, value));
        let made = self.term(body);
        self.names.pop();
        made
    }

    fn quantifier(&mut self, variable: Expr<'t>, body: Expr<'t>) -> Made {
        let parts = variable.list().unwrap_or_default();
        let declared = match &parts[..] {
            [both] => both.text().split_once("::"),
            [name, of] => name.text().strip_suffix("::").map(|name| (name, of.text())),
            _ => None,
        };
        let Some((name, of)) = declared else {
            return Made::Unknown;
        };
        let Ok(variable) = self
            .api
            .parse_type(of)
            .and_then(|of| self.api.new_variable(of))
        else {
            return Made::Refused;
        };
        self.names.push((name, variable));
        let body = self.term(body);
        self.names.pop();
        Made::Quantified(self.api.forall(&mut [variable], term!(body)))
    }

    fn application(&mut self, name: &str, args: &[Expr<'t>]) -> Made {
        let api = self.api;
        let Some((first, rest)) = args.split_first() else {
            return Made::Unknown;
        };
        let first = term!(self.term(*first));
        let sort = match api.type_of_term(first) {
            Ok(of) if api.type_is_bitvector(of).unwrap_or(false) => Of::Vectors,
            Ok(of) if api.type_is_arithmetic(of).unwrap_or(false) => Of::Numbers,
            _ => Of::Any,
        };
        let rows = OPERATORS
            .iter()
            .filter(|(of, known, _)| *known == name && (*of == Of::Any || *of == sort));
        let fits = |encoding: &Encoding| match encoding {
            Un(_) => rest.is_empty(),
            Bin(_) | Idx1(_) => rest.len() == 1,
            Ter(_) => rest.len() == 2,
            Nary(..) => true,
            _ => false,
        };
        let Some((.., encoding)) = rows.into_iter().find(|(.., encoding)| fits(encoding)) else {
            return Made::Unknown;
        };
        if let (Idx1(make), [index]) = (encoding, rest) {
            let index = number(*index);
            return index.map_or(Made::Unknown, |index| make(&api, first, index).into());
        }
        let mut terms = vec![first];
        for arg in rest {
            terms.push(term!(self.term(*arg)));
        }
        match (encoding, &mut terms[..]) {
            (Un(make), [a]) => make(&api, *a).into(),
            (Bin(make) | Nary(make, _), [a, b]) => make(&api, *a, *b).into(),
            (Ter(make), [a, b, c]) => make(&api, *a, *b, *c).into(),
            (Nary(_, make), all) => make(&api, all).into(),
            _ => Made::Unknown,
        }
    }
}

/// Whether an expression is `(lambda (x::sort) x)`.
fn is_identity(expr: Expr<'_>) -> bool {
    let parts = expr.list().unwrap_or_default();
    let [lambda, variable, body] = &parts[..] else {
        return false;
    };
    let variable = variable.list().unwrap_or_default();
    let name = variable.first().map_or("", |part| part.text());
    lambda.atom() == Some("lambda") && name.split("::").next() == body.atom()
}

fn number(expr: Expr<'_>) -> Option<u32> {
    expr.atom()?.parse().ok()
}

/// The numerator and the denominator of a number such as `-3`, `3/7`, `3.25` or `3e2`.
fn fraction(text: &str) -> Option<(i32, u32)> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = denominator.parse().ok().filter(|n| *n > 0)?;
        return Some((numerator.parse().ok()?, denominator));
    }
    if let Some((mantissa, exponent)) = text.split_once('e') {
        let (numerator, denominator) = fraction(mantissa)?;
        let factor = 10_i32.checked_pow(exponent.parse().ok()?)?;
        return Some((numerator.checked_mul(factor)?, denominator));
    }
    let (whole, digits) = text.split_once('.').unwrap_or((text, ""));
    let denominator = 10_u32.checked_pow(u32::try_from(digits.len()).ok()?)?;
    let is_plain = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let numerator = format!("{whole}{digits}")
        .parse()
        .ok()
        .filter(|_| is_plain)?;
    Some((numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::rng::Rng;

    #[test]
    fn numbers_are_fractions() {
        assert_eq!(fraction("-12"), Some((-12, 1)));
        assert_eq!(fraction("3/7"), Some((3, 7)));
        assert_eq!(fraction("3.25"), Some((325, 100)));
        assert_eq!(fraction("3e2"), Some((300, 1)));
        for other in [
            "",
            "x",
            "true",
            "e2",
            "3e99",
            "3/0",
            "/3",
            "99999999999",
            "1.99999999999",
        ] {
            assert_eq!(fraction(other), None, "{other}");
        }
    }

    #[test]
    fn drawn_texts_are_one_expression() {
        for seed in 0..500 {
            let text = draw::term(&mut Rng::new(seed));
            let tree = Tree::read(&text).map_err(|fault| fault.message).unwrap();
            assert_eq!(tree.roots().len(), 1, "{text}");
            assert!(depth(&text) <= DEEP);
        }
    }
}
