//! From calls to text.

mod datatype;

pub use datatype::CODATA;

use crate::action::{Arg, Call};
use crate::op::{Index, Ops, Signature};
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::value::Value;
use std::fmt::Write as _;

/// Appends the lines of a call to `out`: `seed action args` and, if it returns ids, `return ids`.
pub fn write_call(out: &mut String, call: &Call, ops: &Ops) {
    // Most of a trace is numbers and ids, so digits are written without `fmt`, which is slower.
    let start = out.len();
    number(out, call.seed);
    let digits = out.len() - start;
    out.insert_str(start, &"     "[..5_usize.saturating_sub(digits)]);
    out.push(' ');
    out.push_str(call.action.name());
    let mut signature = None;
    for arg in &call.args {
        match arg {
            Arg::Op(op) => signature = Some(ops.signature(*op)),
            Arg::Indices(indices) => {
                write_indices(out, indices, signature);
                continue;
            }
            _ => {}
        }
        write_arg(out, arg, ops);
    }
    out.push('\n');
    if call.ids.term.is_some() || call.ids.sort.is_some() {
        out.push_str("      return");
        if let Some(term) = call.ids.term {
            id(out, 't', term.0);
        }
        if let Some(sort) = call.ids.sort {
            for more in 0..call.sort_count() as u32 {
                id(out, 's', sort.0 + more);
            }
        }
        out.push('\n');
    }
}

pub(super) fn number(out: &mut String, value: u32) {
    let mut digits = [0_u8; 10];
    let mut start = digits.len();
    let mut rest = value;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[start..].iter().map(|d| char::from(*d)));
}

pub(super) fn id(out: &mut String, letter: char, value: u32) {
    out.push(' ');
    out.push(letter);
    number(out, value);
}

pub(super) fn string(out: &mut String, text: &str) {
    out.push_str(" \"");
    out.push_str(&text.replace('"', "\"\""));
    out.push('"');
}

/// Writes a word. It is only quoted where it could not be read back otherwise, because the C++
/// original writes no quotes.
fn write_word(out: &mut String, text: &str) {
    if text.is_empty() || text.contains(|c: char| c == '"' || c.is_whitespace()) {
        return string(out, text);
    }
    out.push(' ');
    out.push_str(text);
}

fn write_arg(out: &mut String, arg: &Arg, ops: &Ops) {
    match arg {
        Arg::Sort(sort) => id(out, 's', sort.0),
        Arg::Term(term) => id(out, 't', term.0),
        Arg::Sorts(sorts) => {
            out.push(' ');
            number(out, sorts.len() as u32);
            for sort in sorts {
                id(out, 's', sort.0);
            }
        }
        Arg::Terms(terms) => {
            out.push(' ');
            number(out, terms.len() as u32);
            for term in terms {
                id(out, 't', term.0);
            }
        }
        Arg::Op(op) => {
            out.push(' ');
            out.push_str(ops.row(*op).name);
        }
        Arg::Kind(kind) => {
            out.push(' ');
            out.push_str(kind.name());
        }
        Arg::Indices(indices) => write_indices(out, indices, None),
        Arg::Number(value) => {
            out.push(' ');
            number(out, *value);
        }
        Arg::Word(text) => write_word(out, text),
        Arg::Text(text) => string(out, text),
        Arg::Texts(texts) => {
            out.push(' ');
            number(out, texts.len() as u32);
            for text in texts {
                string(out, text);
            }
        }
        Arg::Named(kind, named) => {
            out.push(' ');
            out.push_str(kind.name());
            if let Some(sort) = named.sort {
                id(out, 's', sort.0);
            }
            out.push(' ');
            number(out, named.symbols.len() as u32);
            for symbol in &named.symbols {
                string(out, symbol);
            }
        }
        Arg::Datatypes(group) => {
            out.push(' ');
            out.push_str(SortKind::Dt.name());
            datatype::write(out, group);
        }
        Arg::SortArgs(sorts) => sorts.iter().for_each(|sort| id(out, 's', sort.0)),
        Arg::NewSort(sort) => new_sort(out, sort),
        Arg::Value(value) => write_value(out, value),
    }
}

/// Writes the number of the indices and the indices. Indices that are sorts are written as ids,
/// `s7`.
fn write_indices(out: &mut String, indices: &[u32], signature: Option<&Signature>) {
    if indices.is_empty() {
        return;
    }
    out.push(' ');
    number(out, indices.len() as u32);
    for (n, index) in indices.iter().enumerate() {
        match signature.and_then(|signature| signature.indices.get(n)) {
            Some(Index::Sort(_)) => id(out, 's', *index),
            _ => {
                out.push(' ');
                number(out, *index);
            }
        }
    }
}

fn new_sort(out: &mut String, sort: &Sort) {
    out.push(' ');
    if let Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity)) = sort {
        out.push_str(SortKind::Uninterpreted.name());
        write_word(out, symbol);
        out.push(' ');
        return number(out, *arity);
    }
    out.push_str(sort.kind().name());
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::Rm | Sort::String | Sort::RegLan => {}
        // `mk-sort` declares datatypes with `Arg::Datatypes`, and `instantiate-sort` makes the
        // others.
        Sort::Dt(_) | Sort::Instance(..) | Sort::Constructor(_) => {}
        Sort::Bv(width) => {
            out.push(' ');
            number(out, *width);
        }
        Sort::Array(index, element) => {
            id(out, 's', index.0);
            id(out, 's', element.0);
        }
        Sort::Set(element) | Sort::Bag(element) => id(out, 's', element.0),
        Sort::Fun(domain, codomain) => {
            for sort in domain {
                id(out, 's', sort.0);
            }
            id(out, 's', codomain.0);
        }
        Sort::Tuple(parts) => parts.iter().for_each(|part| id(out, 's', part.0)),
        Sort::Seq(element) | Sort::Nullable(element) => id(out, 's', element.0),
        Sort::Ff(size) => {
            let written = write!(out, " {size}");
            debug_assert!(written.is_ok(), "writing into a String does not fail");
        }
        Sort::Uninterpreted(symbol) => write_word(out, symbol),
        Sort::Fp(exponent, significand) => {
            for width in [exponent, significand] {
                out.push(' ');
                number(out, *width);
            }
        }
    }
}

/// Appends a value as `mk-value` takes it, after a space.
pub fn write_value(out: &mut String, value: &Value) {
    let result = match value {
        Value::Bool(value) => write!(out, " {value}"),
        Value::Int(value) => write!(out, " \"{value}\""),
        Value::Real(value) if value.is_integer() => write!(out, " \"{}\"", value.numer()),
        Value::Real(value) => write!(out, " \"{}\" \"{}\"", value.numer(), value.denom()),
        Value::Bv(value) => write!(out, " \"{}\" 2", value.binary()),
        Value::Fp(value) => write!(out, " \"{}\"", value.binary()),
        Value::Rm(value) => write!(out, " {}", value.name()),
        Value::Ff(value) => write!(out, " \"{}\"", value.value()),
        Value::String(value) => write!(out, " {value}"),
        // Values of these sorts are never arguments.
        Value::Element(_)
        | Value::Array(_)
        | Value::Set(_)
        | Value::Bag(_)
        | Value::Fun(_)
        | Value::RegLan(_)
        | Value::Seq(_)
        | Value::Dt(_) => write!(out, " \"{value}\""),
    };
    debug_assert!(result.is_ok(), "writing into a String does not fail");
}
