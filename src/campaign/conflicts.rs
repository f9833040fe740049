//! Learns which option settings the solver refuses together, from runs in which it refused an
//! option.

use super::Campaign;
use super::repeater::Repeater;
use crate::actions::role;
use crate::exit::Failure;
use crate::payload::counter;
use murxla_executor::{Item, Outcome};
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::trace::{Line, Note, lex, notes_in};
use std::sync::Arc;

/// The calls after the options: solvers combine the options only when they work.
const BODY: &str = "mk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"p\"\nreturn t1\nassert-formula t1\ncheck-sat\ndelete\n";

/// The calls before the options: some settings are accepted only with few theories or with
/// quantifiers.
const LOGICS: [&str; 3] = ["", "set-logic QF_BV\n", "set-logic LIA\n"];

/// An option setting of a run.
pub(super) struct RunSetting {
    /// Its line of the trace.
    line: String,
    name: String,
    value: String,
}

/// Settings of a run that the solver may refuse together.
pub(super) struct SuspectedConflict {
    /// Those that the user sets.
    fixed: Vec<RunSetting>,
    refused: Vec<RunSetting>,
}

fn pairs(settings: &[RunSetting]) -> impl Iterator<Item = (&str, &str)> + Clone {
    settings.iter().map(|s| (s.name.as_str(), s.value.as_str()))
}

fn has_refusal(outcome: &Outcome) -> bool {
    let is_refusal = |note: Note| matches!(note, Note::Refused(_));
    outcome.counters[counter::REFUSED] > 0 || notes_in(&outcome.trace).any(is_refusal)
}

/// The settings of the instance in which an option was refused, up to the refused one. If the
/// option was refused when it was used, this is the last instance, with all settings before the
/// first sort.
fn settings(lines: &[Line]) -> Vec<RunSetting> {
    let role = |line: &Line| role(&line.action.text);
    let starts = |line: &Line| matches!(role(line), Some(Role::Open | Role::Reset));
    let mut instances = lines.split(starts).rev();
    let with_refusal = instances
        .clone()
        .find(|lines| lines.iter().any(Line::is_refused));
    let instance = with_refusal
        .or_else(|| instances.next())
        .unwrap_or_default();
    let configures = |line: &&Line| role(line) == Some(Role::Configure);
    let mut all = Vec::new();
    for line in instance.iter().take_while(configures) {
        let is_option = line.action.text == SetOption.name();
        if let (true, [name, value]) = (is_option, line.args.as_slice()) {
            all.push(RunSetting {
                line: line.call_and_results(),
                name: name.text.clone(),
                value: value.text.clone(),
            });
        }
        if line.is_refused() {
            break;
        }
    }
    all
}

impl Campaign<'_> {
    /// Whether a run may show settings that the solver refuses together.
    pub(super) fn may_show_conflict(&self, run: &Outcome) -> bool {
        self.plan.drive.options.pattern.is_some() && has_refusal(run)
    }

    /// The settings of a run that the solver refused, unless they are known to be a conflict.
    pub(super) fn suspected_conflict(&self, run: &Outcome) -> Option<SuspectedConflict> {
        if !self.may_show_conflict(run) {
            return None;
        }
        let script = lex(&run.trace).ok()?;
        let user = &self.plan.drive.user;
        let settings = settings(&script.lines).into_iter();
        let (fixed, refused): (Vec<_>, Vec<_>) =
            settings.partition(|setting| user.sets(&setting.name));
        // It may have been learned after the child of this run had started.
        let is_known = self.decider.conflicts.has(pairs(&refused));
        (!is_known).then_some(SuspectedConflict { fixed, refused })
    }

    /// Keeps settings that the solver refuses together, so that they are not drawn again.
    pub(super) fn learn_conflict(&mut self, settings: &[RunSetting]) -> Result<(), Failure> {
        self.decider.conflicts.learn(pairs(settings));
        self.write(|campaign| {
            campaign
                .record
                .results
                .keep_conflicts(&campaign.decider.conflicts)
        })
    }
}

impl Repeater {
    /// If the solver refuses the settings again with a trivial formula in each of [`LOGICS`], finds
    /// a minimal set of settings that it refuses together. Settings that are refused only in some
    /// logics or with other formulas are not a conflict, because the next run may use them.
    pub(super) async fn minimal_conflict(
        &self,
        suspected: SuspectedConflict,
    ) -> Option<Vec<RunSetting>> {
        let SuspectedConflict { fixed, mut refused } = suspected;
        if !self.refuses(&fixed, &refused, None).await {
            return None;
        }
        let mut n = 0;
        while n < refused.len() {
            if self.refuses(&fixed, &refused, Some(n)).await {
                refused.remove(n);
            } else {
                n += 1;
            }
        }
        Some(refused)
    }

    /// Whether the solver refuses settings in each of [`LOGICS`], without the one at `left_out`.
    async fn refuses(
        &self,
        fixed: &[RunSetting],
        settings: &[RunSetting],
        left_out: Option<usize>,
    ) -> bool {
        let mut trace = String::new();
        let settings = settings.iter().enumerate();
        let kept = settings.filter(|(n, _)| Some(*n) != left_out);
        for setting in fixed.iter().chain(kept.map(|(_, setting)| setting)) {
            trace.push_str(&setting.line);
        }
        trace.push_str(BODY);
        for logic in LOGICS {
            let item = Item::Trace(Arc::from(format!("new\n{logic}{trace}")));
            if !has_refusal(&self.run_one(item).await) {
                return false;
            }
        }
        true
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
        let found = settings(&script.lines);
        let lines: Vec<_> = found.iter().map(|s| s.line.as_str()).collect();
        assert_eq!(lines, ["2 set-option a true\n", "4 set-option b 2\n"]);
        let late = trace.replace("#= refused no\n", "");
        let script = lex(&late).unwrap();
        let found = settings(&script.lines);
        let names: Vec<_> = pairs(&found).collect();
        assert_eq!(names, [("d", "4")]);
    }
}
