//! What a minimized trace shows. The whole trace was too long to tell: its formulas may be
//! unsatisfiable, or a plain check may show the bug of an action of one solver.

use super::{MinimizeSetup, any_bug};
use crate::campaign::pool;
use crate::cli::WantedArgs;
use crate::exit::Failure;
use crate::judgement::Wanted;
use crate::minimize::{Minimized, RunPredicate, minimize};
use crate::oracle::restate::refuting_trials;
use crate::plan::FoundSolver;
use crate::trace_file;
use crate::triage::{FindingId, SuspectedBug};
use murxla_executor::{Item, Limits};
use murxla_fsm::action::Context;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::{Script, lex};
use murxla_store::{SolverSource, SolverSpec, Store};
use std::time::Duration;

/// The bug of a minimized trace.
pub(super) struct Restated {
    pub(super) bug: SuspectedBug,
    /// Another trace that shows it: one with a plain check, minimized again, or one that names the
    /// engine.
    pub(super) again: Option<Minimized>,
}

/// Whether it matters what else the bug is. The user may ask for something else, and the header of
/// a regression trace says what it shows.
pub(super) fn restates(asked: &WantedArgs, script: &Script, wanted: &Wanted) -> bool {
    let is_asked = asked.matches.is_some() || asked.match_verdict || asked.match_output.is_some();
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

/// The limit on the CPU time of a check by a second solver.
const SECOND_OPINION: Duration = Duration::from_secs(5);

/// The solvers that may refute an answer: the newest installed releases, that of the same solver
/// first.
fn second_solvers(subject: &SolverSpec) -> Vec<SolverSpec> {
    let Ok(store) = Store::from_env() else {
        return Vec::new();
    };
    let installed = store.list().into_iter().map(|library| library.name);
    let mut names: Vec<String> = installed.collect();
    names.sort_by_key(|name| (*name != subject.name, name.clone()));
    names.dedup();
    let newest = |name: String| {
        let version = store.newest_installed(&name)?;
        let source = SolverSource::Version(version);
        Some(SolverSpec { name, source })
    };
    let solvers = names.into_iter().filter_map(newest);
    solvers.filter(|solver| solver != subject).collect()
}

impl MinimizeSetup<'_> {
    /// The bug that the minimized trace shows, as bad as it is, and the trace that shows it best.
    /// `None` if it does not show now.
    pub(super) fn restated(
        &self,
        minimized: &Minimized,
        named: Option<&FindingId>,
        context: &Context,
        whole: Duration,
    ) -> Result<Option<Restated>, Failure> {
        let mut runs = self.predicate(whole, any_bug())?;
        let Some(bug) = self.bug_of(&minimized.text, named, &mut runs)? else {
            return Ok(None);
        };
        let Some(worse) = runs.restate(&bug, (self.subject.wrapper, context))? else {
            return Ok(Some(match self.refuted_elsewhere(&bug, context)? {
                Some(bug) => Restated { bug, again: None },
                None => self.with_engine(minimized, bug, &mut runs)?,
            }));
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
        let shown = self.bug_of(&again.text, None, &mut runs)?.unwrap_or(worse);
        let bug = match runs.restate(&shown, (self.subject.wrapper, context))? {
            Some(bug) => bug,
            None => self.refuted_elsewhere(&shown, context)?.unwrap_or(shown),
        };
        let again = Some(again);
        Ok(Some(Restated { bug, again }))
    }

    /// The bug and its trace with the option that chooses the engine, if the wrapper has chosen it
    /// where the usual engine gives no answer. The program of the solver does not do so.
    fn with_engine(
        &self,
        minimized: &Minimized,
        bug: SuspectedBug,
        runs: &mut RunPredicate,
    ) -> Result<Restated, Failure> {
        let topic = bug.violation.topic.as_ref();
        let engine = topic.map_or("", |topic| &topic.engine);
        let rows = self
            .subject
            .wrapper
            .constants()
            .scripts
            .option_arguments
            .iter();
        let mut rows = rows.filter(|row| row.value == engine);
        let chosen = rows.find_map(|row| {
            let set = format!("    0 set-option {} {}\n", row.option, row.value);
            let opened = minimized.text.find("    0 new\n")? + "    0 new\n".len();
            let (before, after) = minimized.text.split_at(opened);
            (!after.contains(set.trim())).then(|| format!("{before}{set}{after}"))
        });
        if let Some(text) = chosen
            && let Some(chosen) = self.bug_of(&text, None, runs)?
            && chosen.key(&self.rules) == bug.key(&self.rules)
        {
            return Ok(Restated {
                bug: chosen,
                again: Some(minimized.with_call(text)),
            });
        }
        Ok(Restated { bug, again: None })
    }

    /// A wrong model as a wrong `sat`, if the newest installed release of the solver or another
    /// installed solver answers `unsat`.
    fn refuted_elsewhere(
        &self,
        bug: &SuspectedBug,
        context: &Context,
    ) -> Result<Option<SuspectedBug>, Failure> {
        let solvers = second_solvers(&self.subject.spec);
        let names: Vec<String> = solvers.iter().map(ToString::to_string).collect();
        for trial in refuting_trials(bug, context, &names) {
            let solver = trial.other.and_then(|number| solvers.get(number));
            // A solver that does not load is not asked.
            let found = solver.map(|solver| FoundSolver::find(solver, true));
            let Some(Ok(subject)) = found else {
                continue;
            };
            let limits = Limits {
                time: SECOND_OPINION,
                sandbox: !self.allowed.trust,
                ..Limits::default()
            };
            let Ok(mut pool) = pool(subject.drive()?, &limits, 1, self.stop) else {
                continue;
            };
            let run = pool.run_one(Item::Trace(trial.trace.as_str().into()))?;
            let worse = trial.worse_bug(bug, run);
            if worse.is_some() {
                return Ok(worse);
            }
        }
        Ok(None)
    }

    /// The bug that a trace shows, that of the finding if there are several. A limit that ends the
    /// run is not another bug.
    fn bug_of(
        &self,
        text: &str,
        named: Option<&FindingId>,
        runs: &mut RunPredicate,
    ) -> Result<Option<SuspectedBug>, Failure> {
        let Some((_, shown)) = runs.first(&[text])? else {
            return Ok(None);
        };
        let mut bugs = runs.suspected_bugs(&shown)?;
        bugs.retain(|bug| !bug.is_limit() || named.is_some_and(|id| id.is_of(bug)));
        let place = named.and_then(|id| id.find_in(&bugs, &self.rules));
        Ok((!bugs.is_empty()).then(|| bugs.swap_remove(place.unwrap_or(0))))
    }
}
