//! Experiments with a minimized trace: runs of similar traces tell what its bug needs, and in which
//! functions of the solver it may be.

use super::MinimizeSetup;
use crate::campaign::{covered_pool, pool, prepare_coverage};
use crate::exit::{self, Failure};
use crate::judgement::{Judgement, Wanted};
use crate::minimize::{Neighbour, neighbours};
use crate::triage::{Experiments, is_telling};
use murxla_coverage::{CoveredRun, Granularity, Observation, suspicious_functions};
use murxla_executor::{Limits, Outcome};
use murxla_fsm::action::Context;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, lex};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The most traces that are run, and the time after which no further run begins.
const MOST: usize = 96;
const MOST_TIME: Duration = Duration::from_secs(10);

/// A minimized trace with more calls has too many places for the experiments to tell.
const LONGEST: usize = 200;

/// Runs with breakpoints take so many times longer.
const SLOWER: u32 = 4;

impl MinimizeSetup<'_> {
    /// Runs traces that are similar to the minimized one, if it shows a wrong answer: the first of
    /// `sought` that it shows. Nothing is found if they cannot be run.
    ///
    /// # Errors
    /// The user has interrupted the command.
    pub(super) fn experiments(
        &self,
        text: &str,
        context: &Context,
        (sought, whole): (&[Wanted], Duration),
    ) -> Result<Experiments, Failure> {
        let script = lex(text).unwrap_or_default();
        if !sought.iter().all(is_by_answer) || script.lines.len() > LONGEST {
            return Ok(Experiments::default());
        }
        let all = neighbours(&script, context, MOST).unwrap_or_default();
        let wrong = sought.iter().find_map(wrong_answer);
        for wanted in sought {
            match self.run_neighbours(&all, (wanted, wrong), whole) {
                Err(failure) if failure.code == exit::INTERRUPTED => return Err(failure),
                Ok(Some(found)) => return Ok(found),
                Err(_) | Ok(None) => {}
            }
        }
        Ok(Experiments::default())
    }

    /// `None` if the first trace does not show the bug. `wrong` is the answer that is wrong.
    fn run_neighbours(
        &self,
        all: &[Neighbour],
        (wanted, wrong): (&Wanted, Option<Answer>),
        whole: Duration,
    ) -> Result<Option<Experiments>, Failure> {
        let limits = Limits {
            time: whole * SLOWER,
            batch: 1,
            ..self.limits(whole)
        };
        // A solver without a library, and some processors, have no coverage.
        let covered = prepare_coverage(Granularity::Block, Vec::new()).and_then(|coverage| {
            covered_pool(self.drive.clone(), &limits, 1, self.stop, Some(coverage))
        });
        let pool = covered.or_else(|_| pool(self.drive.clone(), &limits, 1, self.stop))?;
        let mut predicate = self.predicate_of(pool, (&limits, 1), wanted.clone())?;
        let mut runs = Vec::new();
        let started = Instant::now();
        for neighbour in all {
            if started.elapsed() > MOST_TIME {
                break;
            }
            let (judgement, outcome) = predicate.judged(&neighbour.text)?;
            let shows = match judgement {
                Judgement::Shows => true,
                Judgement::DoesNotShow => false,
                _ => continue,
            };
            if runs.is_empty() && !shows {
                return Ok(None);
            }
            runs.push(Run {
                neighbour,
                shows,
                tells: !shows && tells(&outcome, wrong),
                blocks: outcome.coverage.blocks,
            });
        }
        let needs = needs(&runs);
        let observation = |run: &Run<'_>| match (run.shows, needs.is_subset(&run.neighbour.names)) {
            (true, _) => Some(Observation::Shows),
            (false, false) => Some(Observation::LacksNeed),
            // The same answer may be wrong, too, although no oracle knows it.
            (false, true) => run.tells.then_some(Observation::Other),
        };
        let covered = runs.iter().filter_map(|run| {
            Some(CoveredRun {
                observation: observation(run)?,
                blocks: run.blocks.iter().copied().collect(),
            })
        });
        let covered: Vec<CoveredRun> = covered.collect();
        let functions = match predicate.coverage() {
            Some(coverage) => coverage.functions().unwrap_or_default(),
            None => Vec::new(),
        };
        Ok(Some(Experiments {
            functions: suspicious_functions(&covered, &functions, is_telling),
            needs,
        }))
    }
}

/// The run of a trace that is similar to the minimized one, or of this one.
struct Run<'a> {
    neighbour: &'a Neighbour,
    shows: bool,
    /// It does not show the bug, but would, if the solver treated it as the minimized trace.
    tells: bool,
    blocks: Vec<u32>,
}

/// Whether a bug is a wrong answer, model or value.
fn is_by_answer(wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Bug(key) => key.check.is_some() && key.kind != BugKind::Leak,
        Wanted::Answer { noted, .. } => noted.is_none(),
        _ => false,
    }
}

fn wrong_answer(wanted: &Wanted) -> Option<Answer> {
    match wanted {
        Wanted::Bug(key) => key.kind.wrong_answer(),
        Wanted::Answer { answer, .. } => Some(*answer),
        _ => None,
    }
}

/// What the bug needs of the operators and options of the minimized trace, which is the first run.
/// An operator is not needed if most traces with another one in its place show the bug. If a few
/// do, they may show another bug with the same answer.
fn needs(runs: &[Run<'_>]) -> BTreeSet<String> {
    let is_needed = |name: &&String| {
        let replacing = runs.iter().filter(|run| {
            run.neighbour.replaced == Some(name.as_str()) && (run.shows || run.tells)
        });
        let (showing, others): (Vec<_>, Vec<_>) = replacing.partition(|run| run.shows);
        showing.is_empty() || showing.len() < others.len()
    };
    let first = runs.iter().take(1);
    let names = first.flat_map(|run| &run.neighbour.names);
    names.filter(is_needed).cloned().collect()
}

/// Whether a run that does not show the bug would do so if the solver treated its trace as the
/// minimized one: no check has the answer that is wrong there.
fn tells(outcome: &Outcome, wrong: Option<Answer>) -> bool {
    let script = lex(&outcome.trace).unwrap_or_default();
    let mut answers = script.lines.iter().filter_map(Line::answer);
    wrong.is_none_or(|wrong| answers.all(|answer| answer != wrong))
}
