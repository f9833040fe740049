//! Checks and cores.

use super::checks::LEVELS;
use super::ffi::{self, Ast, Context};
use super::instance::Instance;
use super::terms::TracedTerm;
use crate::shared::actions::checks::STRANGE_IN_CORE;
use crate::shared::instance::assertions::Formula;
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, TermId};
use std::rc::Rc;

/// Parts of the message of Z3 if a limit has ended a check: `canceled`, `timeout`, `(resource
/// limits reached)`, `max. resource limit exceeded`, `interrupted from keyboard`,
/// `max-conflicts-reached`, `num. conflicts`. Releases differ.
const LIMITS: &[&str] = &[
    "cancel",
    "timeout",
    "resource",
    "memory",
    "interrupted",
    "max",
    "limit",
    "num. conflicts",
];

/// The reason that the text of a solver stands for.
fn reason(text: &str) -> ReasonUnknown {
    match LIMITS.iter().any(|part| text.contains(part)) {
        true => ReasonUnknown::Limit,
        false => ReasonUnknown::Incomplete,
    }
}

impl Instance {
    /// A literal for an assumption, which Z3 requires: the formula itself, or a new constant that
    /// implies it. The implication stays asserted. It has no effect later, because nothing else
    /// uses the constant.
    fn literal(&mut self, cx: &Rc<Context>, solver: &ffi::Solver, id: TermId) -> Result<Ast> {
        let term = self.content.terms.get(id)?;
        let formula = term.ast()?.clone();
        if matches!(term, TracedTerm::Atom(_) | TracedTerm::NotAtom(_)) && self.rng.chance(80) {
            return Ok(formula);
        }
        let proxy = cx.mk_fresh_const("assumed", &cx.mk_bool_sort()?)?;
        cx.solver_assert(solver, &cx.mk_implies(&proxy, &formula)?)?;
        Ok(proxy)
    }

    pub(super) fn check(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let (cx, solver) = self.solver()?;
        self.content.assumed.clear();
        // All ids are looked up before the first assertion.
        self.asts(assumptions)?;
        for id in assumptions {
            let literal = self.literal(&cx, &solver, *id)?;
            self.content.assumed.push((*id, Some(literal)));
        }
        let assumed = self.content.assumed.iter();
        let literals: Vec<Ast> = assumed.filter_map(|(_, literal)| literal.clone()).collect();
        let plain = literals.is_empty() && self.rng.chance(80);
        match cx.check_sat(&solver, (!plain).then_some(&literals)) {
            // After a limit or an interrupt, the answer is unknown.
            Err(Error::Resources(why)) if !why.contains("memory") => {
                self.reason = Some(ReasonUnknown::Limit);
                Ok(Answer::Unknown)
            }
            Ok(Answer::Unknown) => {
                // The reason is read as users do. A check that ran out of memory only says so here.
                let why = cx.solver_get_reason_unknown(&solver)?;
                if why.contains("memory") {
                    return Err(Error::Resources(why));
                }
                self.reason = Some(reason(&why));
                Ok(Answer::Unknown)
            }
            answer => answer,
        }
    }

    /// The formulas of the core, each once: the asserted and the assumed ones.
    pub(super) fn core(&mut self) -> Result<(Vec<TermId>, Vec<TermId>)> {
        let (cx, solver) = self.solver()?;
        let (mut asserted, mut assumed) = (Vec::new(), Vec::new());
        for literal in cx.items(&cx.solver_get_unsat_core(&solver)?)? {
            let is_named = |(_, name): &&Formula<Option<Ast>>| name.as_ref() == Some(&literal);
            if let Some((id, _)) = self.content.asserted.iter().find(is_named) {
                asserted.push(*id);
            } else if let Some((id, _)) = self.content.assumed.iter().find(is_named) {
                assumed.push(*id);
            } else {
                return STRANGE_IN_CORE.fails_for("the unsat core", "");
            }
        }
        Ok((asserted, assumed))
    }

    pub(super) fn check_levels(&mut self) -> Result {
        let (cx, solver) = self.solver()?;
        let (theirs, ours) = (
            cx.solver_get_num_scopes(&solver)? as usize,
            self.content.asserted.depth(),
        );
        if theirs == ours {
            return Ok(());
        }
        LEVELS.fails(format!("{theirs} instead of {ours}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_limits_or_not() {
        for (text, expected) in [
            ("canceled", ReasonUnknown::Limit),
            ("timeout", ReasonUnknown::Limit),
            ("max. resource limit exceeded", ReasonUnknown::Limit),
            ("(resource limits reached)", ReasonUnknown::Limit),
            ("max. memory exceeded", ReasonUnknown::Limit),
            ("interrupted from keyboard", ReasonUnknown::Limit),
            ("max-conflicts-reached", ReasonUnknown::Limit),
            (
                "(incomplete (theory arithmetic))",
                ReasonUnknown::Incomplete,
            ),
            (
                "smt tactic failed to show goal to be sat/unsat",
                ReasonUnknown::Incomplete,
            ),
            ("unknown", ReasonUnknown::Incomplete),
        ] {
            assert_eq!(reason(text), expected, "{text}");
        }
    }
}
