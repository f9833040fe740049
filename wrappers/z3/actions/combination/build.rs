//! Makes tactics, simplifiers and probes of combinations.

use super::super::super::checks::{NOTHING_PRINTED, PROBE};
use super::super::super::ffi::{Context, Goal, Probe, Simplifier, Tactic};
use super::super::refused;
use super::Combination;
use super::Combination::{Form, Name, Number, UsingParams};
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

impl Combination {
    /// Makes a tactic.
    pub(in super::super) fn tactic(&self, cx: &Rc<Context>) -> Result<Tactic> {
        let (head, parts) = match self {
            Name(name) => return named(cx, name),
            UsingParams(name, settings) => {
                let tactic = named(cx, name)?;
                settings.look_up(cx, &cx.tactic_get_param_descrs(&tactic)?)?;
                let set = cx.tactic_using_params(&tactic, &settings.params(cx)?);
                // The tactic `smt` is another one then, and lists parameters that it refuses.
                return if cx.has_new_core() {
                    set.map_err(refused)
                } else {
                    set
                };
            }
            Number(_) => return Err(self.is_not("tactic")),
            Form(form, parts) => (form.head, &parts[..]),
        };
        match (head, parts) {
            ("then", [a, b]) => cx.tactic_and_then(&a.tactic(cx)?, &b.tactic(cx)?),
            ("or-else", [a, b]) => cx.tactic_or_else(&a.tactic(cx)?, &b.tactic(cx)?),
            ("repeat", [a, Number(times)]) => cx.tactic_repeat(&a.tactic(cx)?, *times),
            ("if", [probe, a, b]) => {
                cx.tactic_cond(&probe.probe(cx)?, &a.tactic(cx)?, &b.tactic(cx)?)
            }
            ("when", [probe, a]) => cx.tactic_when(&probe.probe(cx)?, &a.tactic(cx)?),
            ("try-for", [a, Number(time)]) => cx.tactic_try_for(&a.tactic(cx)?, *time),
            ("fail-if", [probe]) => cx.tactic_fail_if(&probe.probe(cx)?),
            _ => Err(self.is_not("tactic")),
        }
    }

    /// Makes a simplifier.
    pub(in super::super) fn simplifier(&self, cx: &Rc<Context>) -> Result<Simplifier> {
        let (name, settings) = match self {
            Name(name) => (name, None),
            UsingParams(name, settings) => (name, Some(settings)),
            Form(_, parts) => match &parts[..] {
                [a, b] => return cx.simplifier_and_then(&a.simplifier(cx)?, &b.simplifier(cx)?),
                _ => return Err(self.is_not("simplifier")),
            },
            Number(_) => return Err(self.is_not("simplifier")),
        };
        cx.simplifier_get_descr(name)?;
        let simplifier = cx.mk_simplifier(name)?;
        cx.simplifier_get_help(&simplifier)?;
        let Some(settings) = settings else {
            return Ok(simplifier);
        };
        settings.look_up(cx, &cx.simplifier_get_param_descrs(&simplifier)?)?;
        cx.simplifier_using_params(&simplifier, &settings.params(cx)?)
    }

    /// Makes a probe.
    pub(in super::super) fn probe(&self, cx: &Rc<Context>) -> Result<Probe> {
        match self {
            Name(name) => {
                let is_described = !cx.probe_get_descr(name)?.is_empty();
                NOTHING_PRINTED.must_for("a probe", is_described)?;
                cx.mk_probe(name)
            }
            Number(number) => cx.probe_const(f64::from(*number)),
            UsingParams(..) => Err(self.is_not("probe")),
            Form(form, parts) => {
                let parts = parts.iter().map(|part| part.probe(cx));
                let parts = parts.collect::<Result<Vec<Probe>>>()?;
                match (form.head, &parts[..]) {
                    ("and", [a, b]) => cx.probe_and(a, b),
                    ("or", [a, b]) => cx.probe_or(a, b),
                    ("<", [a, b]) => cx.probe_lt(a, b),
                    ("<=", [a, b]) => cx.probe_le(a, b),
                    (">", [a, b]) => cx.probe_gt(a, b),
                    (">=", [a, b]) => cx.probe_ge(a, b),
                    ("=", [a, b]) => cx.probe_eq(a, b),
                    ("not", [a]) => cx.probe_not(a),
                    _ => Err(self.is_not("probe")),
                }
            }
        }
    }

    /// An error that reading a text excludes.
    fn is_not(&self, what: &str) -> Error {
        Error::Rejected(format!("'{self}' is not a {what}"))
    }
}

/// The tactic with a name. Some have functions of their own.
fn named(cx: &Rc<Context>, name: &str) -> Result<Tactic> {
    match name {
        "skip" => cx.tactic_skip(),
        "fail" => cx.tactic_fail(),
        "fail-if-undecided" => cx.tactic_fail_if_not_decided(),
        _ => {
            cx.tactic_get_descr(name)?;
            cx.mk_tactic(name)
        }
    }
}

/// The value of a probe for a goal. It must follow from the values of its parts.
pub(in super::super) fn check_probe(
    cx: &Rc<Context>,
    goal: &Goal,
    probe: &Combination,
) -> Result<f64> {
    let value = cx.probe_apply(&probe.probe(cx)?, goal)?;
    let must_be = match probe {
        Number(number) => f64::from(*number),
        Form(form, parts) => {
            let values = parts.iter().map(|part| check_probe(cx, goal, part));
            let values = values.collect::<Result<Vec<f64>>>()?;
            f64::from(match (form.head, &values[..]) {
                ("and", [a, b]) => *a != 0.0 && *b != 0.0,
                ("or", [a, b]) => *a != 0.0 || *b != 0.0,
                ("<", [a, b]) => a < b,
                ("<=", [a, b]) => a <= b,
                (">", [a, b]) => a > b,
                (">=", [a, b]) => a >= b,
                ("=", [a, b]) => a == b,
                ("not", [a]) => *a == 0.0,
                _ => return Err(probe.is_not("probe")),
            })
        }
        Name(_) | UsingParams(..) => value,
    };
    if value != must_be {
        return PROBE.fails(format!("{probe} is {value}, not {must_be}"));
    }
    Ok(value)
}
