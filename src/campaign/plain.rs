//! A bug that an action of one solver shows with formulas may also show without the action. Then a
//! trace that asserts and checks the formulas is the better one.

use super::repeater::Repeater;
use crate::actions;
use crate::executor::{Item, Outcome};
use crate::triage::{KindRow, SuspectedBug, Tier};
use murxla_fsm::action::{Action, Param, Role};
use murxla_fsm::actions::{AssertFormula, CheckSat, GetValue, New, SetOption};
use murxla_fsm::trace::lex;

impl Repeater {
    /// The bug that the formulas of the last call show when they are asserted and checked instead.
    /// `None` if they show none, or if the last call was no action of one solver on formulas.
    pub(super) async fn reproduce_without_action(
        &self,
        bug: &SuspectedBug,
    ) -> Option<SuspectedBug> {
        let trace = plain_trace(&bug.outcome.trace)?;
        let outcome = self.run_one(Item::Trace(trace.into())).await;
        // The seed is that of the run that has led to it.
        let item = bug.outcome.item.clone();
        let plain = SuspectedBug::of(Outcome { item, ..outcome });
        plain.filter(|plain| KindRow::of(&plain.violation.kind).best == Tier::A)
    }
}

/// A trace that makes the terms of the last instance, asserts the formulas of the last call, checks
/// them, and reads their values. `None` if the last call is no action of one solver on formulas.
fn plain_trace(text: &str) -> Option<String> {
    let script = lex(text).ok()?;
    let last = script.lines.last()?;
    let name = last.action.text.as_str();
    let action = actions::find(name)?;
    if actions::is_shared(name) || action.params() != [Param::Terms] {
        return None;
    }
    let formulas: Vec<&str> = last
        .args
        .iter()
        .skip(1)
        .map(|arg| arg.text.as_str())
        .collect();
    let roles = script
        .lines
        .iter()
        .map(|line| actions::role(&line.action.text));
    let opened = roles
        .rev()
        .position(|role| matches!(role, Some(Role::Open | Role::Reset)))?;
    let lines = &script.lines[script.lines.len() - opened..];
    let models = "produce-models";
    let mut plain = format!("0 {}\n0 {} {models} true\n", New.name(), SetOption.name());
    let rows: Vec<&str> = text.lines().collect();
    for (n, line) in lines.iter().enumerate() {
        let is_setup = actions::role(&line.action.text) == Some(Role::Configure);
        let sets_models = line.args.first().is_some_and(|arg| arg.text == models);
        if (!is_setup || sets_models) && line.returns.is_empty() {
            continue;
        }
        let end = lines.get(n + 1).map_or(rows.len(), |next| next.number - 1);
        for row in rows.get(line.number - 1..end)? {
            if !row.trim_start().starts_with('#') {
                plain.push_str(row);
                plain.push('\n');
            }
        }
    }
    for formula in &formulas {
        plain.push_str(&format!("0 {} {formula}\n", AssertFormula.name()));
    }
    let asked = format!("{} {}", formulas.len(), formulas.join(" "));
    plain.push_str(&format!(
        "0 {}\n0 {} {asked}\n",
        CheckSat.name(),
        GetValue.name()
    ));
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_of_an_action_are_asserted() {
        let setup = "7 mk-sort SORT_BOOL\n  return s1\n8 mk-const s1 \"p\"\n  return t1\n";
        let before =
            "1 new\n2 delete\n3 new\n4 set-option produce-models false\n5 set-option \"x\" \"1\"\n";
        let text =
            format!("# head\n{before}{setup}#= note\n9 assert-formula t1\n10 check-sat\n#= sat\n");
        assert_eq!(plain_trace(&text), None);
        let plain = format!(
            "0 new\n0 set-option produce-models true\n5 set-option \"x\" \"1\"\n{setup}0 assert-formula t1\n\
             0 check-sat\n0 get-value 1 t1\n"
        );
        assert_eq!(
            plain_trace(&format!("{text}11 z3-propagate 1 t1\n")),
            Some(plain)
        );
        assert_eq!(plain_trace("not a trace"), None);
    }
}
