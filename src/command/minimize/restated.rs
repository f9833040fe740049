//! What a minimized trace shows. The whole trace was too long to tell: its formulas may be
//! unsatisfiable, or a plain check may show the bug of an action of one solver.

use super::{MinimizeSetup, any_bug};
use crate::cli::Minimize;
use crate::exit::Failure;
use crate::judgement::Wanted;
use crate::minimize::{Minimized, minimize};
use crate::trace_file;
use crate::triage::{FindingId, SuspectedBug};
use murxla_fsm::action::Context;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::{Script, lex};
use std::time::Duration;

/// The bug of a minimized trace.
pub(super) struct Restated {
    pub(super) bug: SuspectedBug,
    /// A trace with a plain check that shows it, minimized again.
    pub(super) again: Option<Minimized>,
}

/// Whether it matters what else the bug is. The user may ask for something else, and the header of
/// a regression trace says what it shows.
pub(super) fn restates(args: &Minimize, script: &Script, wanted: &Wanted) -> bool {
    let is_asked = args.matches.is_some() || args.match_verdict || args.match_output.is_some();
    let is_named = trace_file::finding(script).is_some() || script.header("expect").is_none();
    let is_bug = match wanted {
        Wanted::Bug(_) | Wanted::Kind(_) => true,
        Wanted::Answer { noted, .. } => noted.is_none(),
        _ => false,
    };
    !is_asked && is_named && is_bug
}

/// Whether the id of a finding says the kind of its bug. A crash may end with another signal.
pub(super) fn says_kind(id: &FindingId, kind: &BugKind) -> bool {
    let named = id.kind();
    named == *kind || named.ends_process() && kind.ends_process()
}

impl MinimizeSetup<'_> {
    /// The bug that the minimized trace shows, as bad as it is. `None` if it does not show now.
    pub(super) fn restated(
        &self,
        minimized: &Minimized,
        named: Option<&FindingId>,
        context: &Context,
        whole: Duration,
    ) -> Result<Option<Restated>, Failure> {
        let Some(bug) = self.bug_of(&minimized.text, named, whole)? else {
            return Ok(None);
        };
        let mut predicate = self.predicate(whole, any_bug())?;
        let Some(worse) = predicate.restate(&bug, context)? else {
            return Ok(Some(Restated { bug, again: None }));
        };
        if worse.evidence.is_some() || worse.outcome.trace == bug.outcome.trace {
            let bug = worse;
            return Ok(Some(Restated { bug, again: None }));
        }
        // A plain check shows it.
        let text = worse.outcome.trace.to_string();
        let script = lex(&text).map_err(|e| Failure::trace(e.to_string()))?;
        let wanted = Wanted::Bug(worse.key(&self.rules));
        let mut predicate = self.predicate(whole, wanted)?;
        let again = minimize(&script, &text, context, &mut predicate, &mut |_| Ok(()))?;
        let shown = self.bug_of(&again.text, None, whole)?.unwrap_or(worse);
        let mut predicate = self.predicate(whole, any_bug())?;
        let bug = predicate.restate(&shown, context)?.unwrap_or(shown);
        let again = Some(again);
        Ok(Some(Restated { bug, again }))
    }

    /// The bug that a trace shows, that of the finding if there are several.
    fn bug_of(
        &self,
        text: &str,
        named: Option<&FindingId>,
        whole: Duration,
    ) -> Result<Option<SuspectedBug>, Failure> {
        let mut predicate = self.predicate(whole, any_bug())?;
        let Some((_, shown)) = predicate.first(&[text])? else {
            return Ok(None);
        };
        let mut bugs = predicate.suspected_bugs(&shown)?;
        let place = named.and_then(|id| id.find_in(&bugs, &self.rules));
        Ok((!bugs.is_empty()).then(|| bugs.swap_remove(place.unwrap_or(0))))
    }
}
