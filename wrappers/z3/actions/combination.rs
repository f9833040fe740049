//! Combinations of tactics, simplifiers and probes, in the language of Z3's scripts:
//! `(then (using-params simplify :som true) smt)`. Arguments of calls have this text, so that a
//! call means the same on every release.

mod build;
mod draw;
#[cfg(test)]
mod tests;

pub(super) use build::check_probe;
pub(super) use draw::Drawer;

use super::super::ffi::Context;
use super::parameters::{self, Settings};
use crate::shared::actions::LibraryName;
use crate::smt2::tree::{Expr, Fault, Tree};
use murxla_fsm::solver;
use murxla_fsm::solver::loaded::LibraryNames;
use std::fmt::{self, Display};
use std::rc::Rc;

/// The greatest length of a text in bytes. A trace may come from an attacker.
const MAX_LENGTH: usize = 10_000;
/// The greatest depth of a combination.
const MAX_DEPTH: usize = 32;

/// What is combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Tactic,
    Simplifier,
    Probe,
}

impl Kind {
    /// The kind of names of the library.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Tactic => "tactic",
            Kind::Simplifier => "simplifier",
            Kind::Probe => "probe",
        }
    }

    /// The kind of the names of the parameters of something of this kind.
    pub(super) fn parameters_of(self, name: &str) -> String {
        format!("parameter of the {} {name}", self.name())
    }
}

/// A part of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Of(Kind),
    Number,
}

/// A way to combine.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Form {
    kind: Kind,
    head: &'static str,
    parts: &'static [Part],
}

const T: Part = Part::Of(Kind::Tactic);
const S: Part = Part::Of(Kind::Simplifier);
const P: Part = Part::Of(Kind::Probe);

const fn form(kind: Kind, head: &'static str, parts: &'static [Part]) -> Form {
    Form { kind, head, parts }
}

/// All ways to combine, besides parameters.
const FORMS: &[Form] = &[
    form(Kind::Tactic, "then", &[T, T]),
    form(Kind::Tactic, "or-else", &[T, T]),
    form(Kind::Tactic, "repeat", &[T, Part::Number]),
    form(Kind::Tactic, "if", &[P, T, T]),
    form(Kind::Tactic, "when", &[P, T]),
    form(Kind::Tactic, "try-for", &[T, Part::Number]),
    form(Kind::Tactic, "fail-if", &[P]),
    form(Kind::Simplifier, "then", &[S, S]),
    form(Kind::Probe, "and", &[P, P]),
    form(Kind::Probe, "or", &[P, P]),
    form(Kind::Probe, "<", &[P, P]),
    form(Kind::Probe, "<=", &[P, P]),
    form(Kind::Probe, ">", &[P, P]),
    form(Kind::Probe, ">=", &[P, P]),
    form(Kind::Probe, "=", &[P, P]),
    form(Kind::Probe, "not", &[P]),
];

/// The head of a list with parameters.
const USING_PARAMS: &str = "using-params";

/// A tactic, a simplifier or a probe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Combination {
    Name(String),
    /// A probe that is always this number, or a number in a form.
    Number(u32),
    Form(&'static Form, Vec<Combination>),
    /// A name with parameters.
    UsingParams(String, Settings),
}

impl Combination {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn read(kind: Kind, text: &str) -> Result<Self, String> {
        read_text(text, |all| match all {
            [only] => Self::from_expr(kind, *only),
            [] => Err(fault_at_start(format!("a {} is missing", kind.name()))),
            [_, second, ..] => Err(second.fault(format!("there is a second {}", kind.name()))),
        })
    }

    /// Reads an expression.
    pub(super) fn from_expr(kind: Kind, expr: Expr<'_>) -> Result<Self, Fault> {
        Self::nested(Part::Of(kind), expr, MAX_DEPTH)
    }

    fn nested(part: Part, expr: Expr<'_>, depth: usize) -> Result<Self, Fault> {
        let Part::Of(kind) = part else {
            return expr.number("number").map(Self::Number);
        };
        let what = kind.name();
        let Some(depth) = depth.checked_sub(1) else {
            return Err(expr.fault(format!("the {what} is nested too deeply")));
        };
        let Some(parts) = expr.list() else {
            return match expr.number("number") {
                Ok(number) if kind == Kind::Probe => Ok(Self::Number(number)),
                _ => Ok(Self::Name(name(expr, what)?)),
            };
        };
        let Some((head, parts)) = parts.split_first() else {
            return Err(expr.fault(format!("'()' is not a {what}")));
        };
        let head = head.named("name")?;
        if let (USING_PARAMS, [of, settings @ ..]) = (head, parts)
            && kind != Kind::Probe
        {
            let settings = Settings::read(parameters::OF_TACTICS, settings)?;
            return Ok(Self::UsingParams(name(*of, what)?, settings));
        }
        let is_meant = |form: &&Form| form.kind == kind && form.head == head;
        let Some(form) = FORMS.iter().find(is_meant) else {
            return Err(expr.fault(format!("'{}' is not a {what}", expr.shown())));
        };
        if form.parts.len() != parts.len() {
            let takes = form.parts.len();
            return Err(expr.fault(format!("'{head}' takes {takes} arguments")));
        }
        let parts = form.parts.iter().zip(parts);
        let parts = parts.map(|(part, expr)| Self::nested(*part, *expr, depth));
        Ok(Self::Form(form, parts.collect::<Result<_, Fault>>()?))
    }

    /// Adds the names of the library that it contains.
    pub(super) fn add_names(&self, kind: Kind, names: &mut Vec<LibraryName>) {
        match self {
            Self::Number(_) => {}
            Self::Name(name) => names.push(LibraryName::new(kind.name(), name)),
            Self::UsingParams(name, settings) => {
                names.push(LibraryName::new(kind.name(), name));
                names.extend(settings.names(&kind.parameters_of(name)));
            }
            Self::Form(form, parts) => {
                for (part, made) in form.parts.iter().zip(parts) {
                    if let Part::Of(kind) = part {
                        made.add_names(*kind, names);
                    }
                }
            }
        }
    }
}

impl Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Number(number) => write!(f, "{number}"),
            Self::UsingParams(name, settings) => write!(f, "({USING_PARAMS} {name} {settings})"),
            Self::Form(form, parts) => {
                write!(f, "({}", form.head)?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                f.write_str(")")
            }
        }
    }
}

/// Adds the names that a library has: tactics, simplifiers, probes, and their parameters.
///
/// # Errors
/// Z3 does not list them.
pub(super) fn add_names(cx: &Rc<Context>, names: &mut LibraryNames) -> solver::Result {
    let listed = |count: u32, name: &dyn Fn(u32) -> solver::Result<String>| {
        (0..count)
            .map(name)
            .collect::<solver::Result<Vec<String>>>()
    };
    let tactics = listed(cx.get_num_tactics()?, &|n| cx.get_tactic_name(n))?;
    for name in &tactics {
        let tactic = cx.mk_tactic(name)?;
        let descrs = cx.tactic_get_param_descrs(&tactic)?;
        let mut listed = parameters::listed(cx, &descrs)?;
        // Some list parameters that they then refuse. Asking for each alone takes long.
        let accepts = |settings: &Settings| {
            let params = settings.params(cx);
            params.is_ok_and(|params| cx.tactic_using_params(&tactic, &params).is_ok())
        };
        if !accepts(&listed) {
            listed.retain(accepts);
        }
        names.add(Kind::Tactic.parameters_of(name), only_names(&listed));
    }
    names.add(Kind::Tactic.name(), tactics);
    names.add(
        Kind::Probe.name(),
        listed(cx.get_num_probes()?, &|n| cx.get_probe_name(n))?,
    );
    // Old releases have no simplifiers.
    let Ok(count) = cx.get_num_simplifiers() else {
        return Ok(());
    };
    let simplifiers = listed(count, &|n| cx.get_simplifier_name(n))?;
    for name in &simplifiers {
        let descrs = cx.simplifier_get_param_descrs(&cx.mk_simplifier(name)?)?;
        let listed = parameters::listed(cx, &descrs)?;
        names.add(Kind::Simplifier.parameters_of(name), only_names(&listed));
    }
    names.add(Kind::Simplifier.name(), simplifiers);
    Ok(())
}

fn only_names(settings: &Settings) -> impl Iterator<Item = String> {
    settings.iter().map(|(name, _)| (*name).to_owned())
}

/// Reads the expressions of the text of an argument.
///
/// # Errors
/// What is wrong, and where.
pub(super) fn read_text<R>(
    text: &str,
    read: impl FnOnce(&[Expr<'_>]) -> Result<R, Fault>,
) -> Result<R, String> {
    if text.len() > MAX_LENGTH {
        return Err(format!("a text may have {MAX_LENGTH} bytes"));
    }
    let read = Tree::read(text).and_then(|tree| read(&tree.roots()));
    read.map_err(|fault| {
        let before = text.get(..fault.at).unwrap_or(text);
        let at = before.chars().count() + 1;
        format!("at character {at} of the text: {}", fault.message)
    })
}

/// An error at the beginning of a text.
pub(super) fn fault_at_start(message: impl Into<String>) -> Fault {
    Fault {
        at: 0,
        message: message.into(),
    }
}

/// A name as the library has them.
fn name(expr: Expr<'_>, what: &str) -> Result<String, Fault> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    match expr.symbol() {
        Some(name) if !name.is_empty() && name.chars().all(plain) => Ok(name.to_owned()),
        _ => Err(expr.fault(format!("'{}' is not a {what}", expr.shown()))),
    }
}
