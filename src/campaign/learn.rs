//! What the solver refuses of options, learned from runs in which it did.

use super::Campaign;
use super::step::SUBJECT;
use crate::executor::{Item, Outcome};
use crate::exit::Failure;
use crate::payload::counter;
use murxla_fsm::trace::{Line, REFUSED, lex, noted};
use std::sync::Arc;

/// What comes behind the options, since solvers combine these only when they work.
const BODY: &str = "mk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"p\"\nreturn t1\nassert-formula t1\ncheck-sat\ndelete\n";

/// Calls before the options: some are fine for a few theories, or for quantifiers, only.
const LOGICS: [&str; 3] = ["", "set-logic QF_BV\n", "set-logic LIA\n"];

/// A setting of a run.
struct Setting<'a> {
    /// Its line of the trace.
    line: &'a str,
    name: &'a str,
    value: &'a str,
}

fn says_refused(outcome: &Outcome) -> bool {
    outcome.counters[counter::REFUSED] > 0 || noted(&outcome.trace, REFUSED).next().is_some()
}

/// The settings before the first sort of the instance that the run ended with, up to one that was refused.
fn settings<'a>(lines: &'a [Line], text: &'a str) -> Vec<Setting<'a>> {
    let starts = |line: &Line| matches!(line.action.text.as_str(), "new" | "reset");
    let refused = |line: &Line| line.is_noted(REFUSED);
    let mut instances = lines.split(starts).rev();
    // A refusal says which instance it is about; a late one is of the last.
    let of = { instances.clone() }.find(|lines| lines.iter().any(refused));
    let head = { of.or_else(|| instances.next()).unwrap_or_default().iter() }
        .take_while(|line| line.action.text.starts_with("set-"));
    let mut all = Vec::new();
    for line in head {
        if let ("set-option", [name, value]) = (line.action.text.as_str(), line.args.as_slice()) {
            all.push(Setting {
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
    /// Whether there is something to be learned from a run.
    pub(super) fn may_teach(&self, run: &Outcome) -> bool {
        self.plan.drive.fuzz_options.is_some() && says_refused(run)
    }

    /// If the solver refused settings of options in a run, and refuses them again without formulas, takes down
    /// which of them it refuses together, so that they are not drawn again. What it refuses because of a logic or of
    /// formulas is not: it may be fine in the next run.
    pub(super) fn learn(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        if !self.may_teach(outcome) {
            return Ok(());
        }
        let Ok(script) = lex(&outcome.trace) else {
            return Ok(());
        };
        let forced = |s: &Setting<'_>| {
            self.plan
                .drive
                .forced
                .iter()
                .any(|(name, _)| name == s.name)
        };
        let (fixed, mut guilty): (Vec<_>, Vec<_>) =
            { settings(&script.lines, &outcome.trace).into_iter() }.partition(forced);
        let names = |settings: &[Setting<'_>]| -> Vec<(String, String)> {
            let owned = |s: &Setting<'_>| (s.name.to_owned(), s.value.to_owned());
            settings.iter().map(owned).collect()
        };
        let known = names(&guilty);
        if self
            .conflicts
            .has(known.iter().map(|(n, v)| (n.as_str(), v.as_str())))
        {
            return Ok(()); // The child was begun before it was.
        }
        if !self.refuses(&fixed, &guilty, None)? {
            return Ok(());
        }
        let mut n = 0;
        while n < guilty.len() {
            if self.refuses(&fixed, &guilty, Some(n))? {
                guilty.remove(n);
            } else {
                n += 1;
            }
        }
        self.conflicts
            .learn(guilty.iter().map(|s| (s.name, s.value)));
        self.write(|campaign| campaign.results.keep_conflicts(&campaign.conflicts))
    }

    /// Whether the solver refuses the settings, one left out.
    fn refuses(
        &mut self,
        fixed: &[Setting<'_>],
        settings: &[Setting<'_>],
        left_out: Option<usize>,
    ) -> Result<bool, Failure> {
        let mut trace = String::new();
        let kept = { settings.iter().enumerate() }.filter(|(n, _)| Some(*n) != left_out);
        for setting in fixed.iter().chain(kept.map(|(_, setting)| setting)) {
            trace.push_str(setting.line);
            trace.push('\n');
        }
        trace.push_str(BODY);
        for logic in LOGICS {
            let item = Item::Trace(Arc::from(format!("new\n{logic}{trace}")));
            let again = self.run_one(SUBJECT, item)?;
            if !again.is_some_and(|again| says_refused(&again)) {
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
