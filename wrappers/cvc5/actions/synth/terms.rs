//! Makes the sorts and terms that the texts of a problem stand for.

use super::super::super::ffi::{Session, Sort as SortHandle, Term};
use super::problem::{Function, Typed};
use crate::cvc5::instance::Instance;
use crate::smt2::tree::Expr;
use murxla_fsm::op::{self, Op};
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::state::MAX_WIDTH;
use std::collections::BTreeMap;

/// The operators of terms.
const OPERATORS: &[(&str, Op)] = &[
    ("=", op::EQUAL),
    ("distinct", op::DISTINCT),
    ("ite", op::ITE),
    ("not", op::NOT),
    ("and", op::AND),
    ("or", op::OR),
    ("=>", op::IMPLIES),
    ("+", op::INT_ADD),
    ("-", op::INT_SUB),
    ("*", op::INT_MUL),
    ("<=", op::INT_LTE),
    ("<", op::INT_LT),
    (">=", op::INT_GTE),
    (">", op::INT_GT),
    ("bvadd", op::BV_ADD),
    ("bvsub", op::BV_SUB),
    ("bvmul", op::BV_MULT),
    ("bvnot", op::BV_NOT),
    ("bvand", op::BV_AND),
    ("bvor", op::BV_OR),
    ("bvule", op::BV_ULE),
    ("bvult", op::BV_ULT),
    ("str.++", op::STR_CONCAT),
];

/// The largest depth of a term. A trace may come from an attacker.
const DEPTH: usize = 50;

/// Makes terms in a session. `instance` knows the kinds of operators.
pub(super) struct TermMaker<'a> {
    pub(super) instance: &'a Instance,
    pub(super) session: &'a Session,
    /// The terms that names stand for.
    pub(super) names: BTreeMap<String, Term>,
}

impl TermMaker<'_> {
    pub(super) fn sort(&self, text: Expr<'_>) -> Result<SortHandle> {
        match (text.atom(), &text.list().unwrap_or_default()[..]) {
            (Some("Int"), _) => self.session.get_integer_sort(),
            (Some("Bool"), _) => self.session.get_boolean_sort(),
            (Some("String"), _) => self.session.get_string_sort(),
            (None, [underscore, name, width])
                if underscore.atom() == Some("_") && name.atom() == Some("BitVec") =>
            {
                self.session.mk_bv_sort(read_width(*width)?)
            }
            _ => Err(unknown(text, "a sort of this action")),
        }
    }

    /// Variables with these names.
    pub(super) fn variables(&self, typed: &[Typed<'_>]) -> Result<Vec<Term>> {
        let variables = typed.iter();
        let variables = variables.map(|(name, sort)| self.session.mk_var(self.sort(*sort)?, name));
        variables.collect()
    }

    /// The parameters of a function, and the names with which its body is read.
    pub(super) fn scope(&self, function: &Function<'_>) -> Result<(Vec<Term>, Self)> {
        let params = self.variables(&function.params)?;
        let names = function.params.iter().map(|(name, _)| *name);
        Ok((params.clone(), self.with_names(names.zip(params))))
    }

    /// The same with more names.
    pub(super) fn with_names<'n>(&self, more: impl Iterator<Item = (&'n str, Term)>) -> Self {
        let mut names = self.names.clone();
        names.extend(more.map(|(name, term)| (name.to_owned(), term)));
        Self { names, ..*self }
    }

    pub(super) fn term(&self, text: Expr<'_>) -> Result<Term> {
        self.nested(text, DEPTH)
    }

    fn nested(&self, text: Expr<'_>, depth: usize) -> Result<Term> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(unknown(text, "a term, as it is nested too deeply"));
        };
        let Some(parts) = text.list() else {
            return self.atom(text);
        };
        let head = parts.first().and_then(|head| head.atom());
        if let (Some("_"), [_, value, width]) = (head, &parts[..]) {
            let digits = value.atom().and_then(|value| value.strip_prefix("bv"));
            let digits = digits.ok_or_else(|| unknown(text, "a value"))?;
            return self.session.mk_bv(read_width(*width)?, digits, 10);
        }
        let args = parts.iter().skip(1).map(|part| self.nested(*part, depth));
        let mut args = args.collect::<Result<Vec<Term>>>()?;
        let op = match OPERATORS.iter().find(|(name, _)| head == Some(*name)) {
            Some((_, op)) => *op,
            None => {
                let function = parts.first().ok_or_else(|| unknown(text, "a term"))?;
                args.insert(0, self.atom(*function)?);
                op::UF_APPLY
            }
        };
        let kind = self.instance.kinds.of(op);
        let kind = kind.ok_or_else(|| Error::Unsupported("an operator of synthesis".to_owned()))?;
        self.session.mk_term(kind, &args)
    }

    fn atom(&self, text: Expr<'_>) -> Result<Term> {
        let atom = text.atom().unwrap_or_default();
        if let Some(term) = self.names.get(atom) {
            return Ok(*term);
        }
        let is_number = !atom.is_empty() && atom.bytes().all(|byte| byte.is_ascii_digit());
        let string = atom
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        match (atom, string) {
            ("true" | "false", _) => self.session.mk_boolean(atom == "true"),
            (_, Some(string)) => self.session.mk_string(&string.replace("\"\"", "\""), false),
            _ if is_number => self.session.mk_integer(atom),
            _ => Err(unknown(text, "a declared name, an operator or a value")),
        }
    }
}

/// The width of a bit-vector.
fn read_width(text: Expr<'_>) -> Result<u32> {
    let width = text.number("width").ok();
    let width = width.filter(|width| (1..=MAX_WIDTH).contains(width));
    width.ok_or_else(|| unknown(text, "a width"))
}

fn unknown(text: Expr<'_>, what: &str) -> Error {
    Error::Rejected(format!("'{}' is not {what}", text.shown()))
}
