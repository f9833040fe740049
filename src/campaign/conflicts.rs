//! Learns which option settings the solver refuses together, from runs in which it refused an
//! option.

use super::Campaign;
use super::step::UNDER_TEST;
use crate::actions::role;
use crate::executor::{Item, Outcome};
use crate::exit::Failure;
use crate::payload::counter;
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::trace::{Line, REFUSED, lex, noted};
use std::sync::Arc;

/// The calls after the options: solvers combine the options only when they work.
const BODY: &str = "mk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"p\"\nreturn t1\nassert-formula t1\ncheck-sat\ndelete\n";

/// The calls before the options: some settings are accepted only with few theories or with
/// quantifiers.
const LOGICS: [&str; 3] = ["", "set-logic QF_BV\n", "set-logic LIA\n"];

/// An option setting of a run.
struct RunSetting<'a> {
    /// Its line of the trace.
    line: &'a str,
    name: &'a str,
    value: &'a str,
}

fn has_refusal(outcome: &Outcome) -> bool {
    outcome.counters[counter::REFUSED] > 0 || noted(&outcome.trace, REFUSED).next().is_some()
}

/// The settings of the instance in which an option was refused, up to the refused one. If the
/// option was refused when it was used, this is the last instance, with all settings before the
/// first sort.
fn settings<'a>(lines: &'a [Line], text: &'a str) -> Vec<RunSetting<'a>> {
    let role = |line: &Line| role(&line.action.text);
    let starts = |line: &Line| matches!(role(line), Some(Role::Open | Role::Reset));
    let refused = |line: &Line| line.is_noted(REFUSED);
    let mut instances = lines.split(starts).rev();
    let with_refusal = instances.clone().find(|lines| lines.iter().any(refused));
    let instance = with_refusal
        .or_else(|| instances.next())
        .unwrap_or_default();
    let configures = |line: &&Line| role(line) == Some(Role::Configure);
    let mut all = Vec::new();
    for line in instance.iter().take_while(configures) {
        let is_option = line.action.text == SetOption.name();
        if let (true, [name, value]) = (is_option, line.args.as_slice()) {
            all.push(RunSetting {
                line: text.lines().nth(line.number - 1).unwrap_or_default(),
                name: &name.text,
                value: &value.text,
            });
        }
        if refused(line) {
            break;
        }
    }
    all
}

impl Campaign<'_> {
    /// Whether a run may show settings that the solver refuses together.
    pub(super) fn may_show_conflict(&self, run: &Outcome) -> bool {
        self.plan.drive.fuzz_options.is_some() && has_refusal(run)
    }

    /// If the solver refused settings in a run, and refuses them again with a trivial formula in
    /// each of [`LOGICS`], finds a minimal set of settings that it refuses together. Keeps the set,
    /// so that it is not drawn again. Settings that are refused only in some logics or with other
    /// formulas are not kept, because the next run may use them.
    pub(super) fn find_conflict(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        if !self.may_show_conflict(outcome) {
            return Ok(());
        }
        let Ok(script) = lex(&outcome.trace) else {
            return Ok(());
        };
        let user = &self.plan.drive.user;
        let is_forced = |setting: &RunSetting<'_>| user.sets(setting.name);
        let settings = settings(&script.lines, &outcome.trace).into_iter();
        let (fixed, mut refused): (Vec<_>, Vec<_>) = settings.partition(is_forced);
        let pairs = refused.iter().map(|s| (s.name, s.value));
        if self.conflicts.has(pairs) {
            return Ok(()); // It was learned after the child of this run had started.
        }
        if !self.refuses(&fixed, &refused, None)? {
            return Ok(());
        }
        let mut n = 0;
        while n < refused.len() {
            if self.refuses(&fixed, &refused, Some(n))? {
                refused.remove(n);
            } else {
                n += 1;
            }
        }
        self.conflicts
            .learn(refused.iter().map(|s| (s.name, s.value)));
        self.write(|campaign| campaign.results.keep_conflicts(&campaign.conflicts))
    }

    /// Whether the solver refuses settings in each of [`LOGICS`], without the one at `left_out`.
    fn refuses(
        &mut self,
        fixed: &[RunSetting<'_>],
        settings: &[RunSetting<'_>],
        left_out: Option<usize>,
    ) -> Result<bool, Failure> {
        let mut trace = String::new();
        let settings = settings.iter().enumerate();
        let kept = settings.filter(|(n, _)| Some(*n) != left_out);
        for setting in fixed.iter().chain(kept.map(|(_, setting)| setting)) {
            trace.push_str(setting.line);
            trace.push('\n');
        }
        trace.push_str(BODY);
        for logic in LOGICS {
            let item = Item::Trace(Arc::from(format!("new\n{logic}{trace}")));
            let again = self.run_one(UNDER_TEST, item)?;
            if !again.is_some_and(|again| has_refusal(&again)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_of_the_refusal() {
        let trace = "1 new\n2 set-option a true\n3 set-logic QF_BV\n4 set-option b 2\n#= refused no\n\
            5 set-option c 3\nmk-sort SORT_BOOL\nreturn s1\nreset\nset-option d 4\nmk-sort SORT_BOOL\nreturn s2\n\
            set-option e 5\n";
        let script = lex(trace).unwrap();
        let found = settings(&script.lines, trace);
        let lines: Vec<_> = found.iter().map(|s| s.line).collect();
        assert_eq!(lines, ["2 set-option a true", "4 set-option b 2"]);
        let late = trace.replace("#= refused no\n", "");
        let script = lex(&late).unwrap();
        let found = settings(&script.lines, &late);
        let names: Vec<_> = found.iter().map(|s| (s.name, s.value)).collect();
        assert_eq!(names, [("d", "4")]);
    }
}
