//! `minimize`: makes a short trace that shows the same bug.

mod experiments;
mod restated;

use crate::bug_traces::{self, NamedTrace};
use crate::campaign::{OracleSet, pool};
use crate::cli::{Allowed, Minimize};
use crate::exit::{self, Failure};
use crate::judgement::{ExpectedAnswers, Wanted};
use crate::minimize::{
    CommandPredicate, Minimized, Predicate as _, RunPredicate, minimize, restrict, without_answers,
};
use crate::oracle::leak;
use crate::payload::{Drive, SearchLimit};
use crate::plan::{FoundSolver, Oracles, read_profiles};
use crate::trace_file;
use crate::triage::{FindingId, Rules, SeenBug, Shown, SuspectedBug};
use murxla_executor::{Limits, Outcome, Pool, Verdict, processors};
use murxla_fsm::action::Context;
use murxla_fsm::edit::{Step, print, read};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::Script;
use murxla_store::SolverSource;
use murxla_system::console::{self, complain};
use murxla_system::folder::write;
use regex::Regex;
use restated::{Restated, restates, says_kind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time limit of candidates: this multiple of the time of the run that showed the bug, plus
/// this time.
const SLACK: (u32, Duration) = (3, Duration::from_millis(500));

/// If the bug is a hang, each candidate that shows it takes all of the time limit. So candidates
/// first get a part of the limit. If the result does not show the bug within the whole limit, the
/// next larger part is tried, and at last the whole limit.
const PARTS: [u32; 2] = [16, 4];

/// How often a crash is repeated in order to see whether its key is always the same.
const CRASHES: usize = 3;

/// Minimizes a trace.
///
/// # Errors
/// A bad trace, one that shows no bug, or a solver that is not there and cannot be installed.
pub fn run(args: &Minimize, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let reading = args.oracles.reading(args.solver.as_ref());
    let NamedTrace {
        path, text, script, ..
    } = NamedTrace::find(&args.trace, reading)?;
    let (code, shown) = minimize_trace(args, (&path, &text, &script), allowed, stop)?;
    if let (Some(path), Some(shown)) = (&args.shown, shown) {
        let text = serde_json::to_string(&shown).unwrap_or_default();
        write_file(path, &text)?;
    }
    Ok(code)
}

/// Minimizes a trace: its file for messages, its text and its calls. Returns the exit code, and
/// what the minimized trace shows.
///
/// # Errors
/// As [`run`].
pub(super) fn minimize_trace(
    args: &Minimize,
    (path, text, script): (&Path, &str, &Script),
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<(u8, Option<Shown>), Failure> {
    let started = Instant::now();
    let profiles = read_profiles(&args.profile)?;
    let subject = FoundSolver::of_trace(args.solver.as_ref(), script, allowed)?;
    let mut drive = subject.drive_with(&profiles)?;
    drive.is_trusted = allowed.trust;
    let context = context(&subject, &drive, script);
    let steps = read(script, &context).map_err(|e| Failure::unresolved(&e).in_file(path))?;
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let done = match &args.wanted.predicate {
        Some(command) => {
            minimize_by_command(command, &steps, script, context, (args, path, jobs, stop))?
        }
        None => MinimizeSetup {
            rules: Rules::new(&drive.profile.errors).map_err(Failure::configuration)?,
            oracles: Oracles::of_trace(&args.oracles, script, allowed)?,
            search_limit: drive.interrupt_as(script).map_err(Failure::trace)?,
            jobs,
            subject,
            drive,
            args,
            allowed,
            stop,
        }
        .minimize_by_runs(text, script, context)?,
    };
    if args.output.is_none() {
        console::out(done.trace);
    }
    let Minimized {
        is_interrupted,
        calls,
        calls_before,
        runs,
        ..
    } = done.minimized;
    let end = if is_interrupted { ", interrupted" } else { "" };
    let kept = match calls == calls_before {
        true => format!("still {calls} calls"),
        false => format!("{calls} calls instead of {calls_before}"),
    };
    complain!(
        "{}: {kept}, after {runs} runs in {:.1} s{end}",
        done.what,
        started.elapsed().as_secs_f64(),
    );
    let code = match (is_interrupted, done.is_finding) {
        (true, _) => exit::INTERRUPTED,
        (false, true) => exit::FINDING,
        (false, false) => exit::CLEAN,
    };
    Ok((code, done.shown))
}

/// The settings for reading a trace.
fn context(subject: &FoundSolver, drive: &Drive, script: &Script) -> Context {
    let mut context = Context::new(subject.wrapper, &Unloaded, &drive.profile);
    context.foreign = script.foreign();
    let version = match &subject.spec.source {
        SolverSource::Version(version) => version.to_string(),
        _ => script.header("version").unwrap_or_default().to_owned(),
    };
    restrict(&mut context, subject.wrapper, &drive.profile, &version);
    if drive.is_trusted {
        context.options.files.allow();
    }
    context
}

/// The result of the command.
struct Done {
    /// What all traces have shown that were kept.
    what: String,
    /// It is a finding.
    is_finding: bool,
    /// What the trace shows, if it is a finding that a single run shows.
    shown: Option<Shown>,
    /// The trace with its header.
    trace: String,
    minimized: Minimized,
}

/// Writes the trace to the file of `--output`.
fn write_output(args: &Minimize, trace: &str) -> Result<(), Failure> {
    args.output
        .as_ref()
        .map_or(Ok(()), |path| write_file(path, trace))
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    write(path, text.as_bytes())
        .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))
}

/// Minimizes as long as a command of the user keeps the trace.
fn minimize_by_command(
    command: &str,
    steps: &[Step],
    script: &Script,
    context: Context,
    (args, path, jobs, stop): (&Minimize, &Path, usize, &Arc<AtomicBool>),
) -> Result<Done, Failure> {
    if context.foreign.is_some() {
        let file = path.display();
        return Err(Failure::trace(format!(
            "{file} is a trace of the C++ original: 'murxla-rs replay --verbose {file} > new.trace' makes one \
             that can be minimized by a command"
        )));
    }
    let header = trace_file::header_with(script, None);
    let text = print(steps, &context.ops);
    // As for runs.
    let limit = Duration::from_secs_f64(args.time_limit) * 4;
    let mut predicate = CommandPredicate::new(command, header.clone(), limit, jobs, stop)?;
    if predicate.first_kept(&[&text])?.is_none() {
        return Err(Failure {
            code: exit::NOT_REPRODUCED,
            message: format!(
                "did not reproduce: the command of --predicate {} for the trace without its noted answers; \
                 it must end with exit code 0",
                predicate.refusal()
            ),
        });
    }
    let whole = |text: &str| header.clone() + &without_answers(text);
    let mut save = |text: &str| write_output(args, &whole(text));
    let minimized = minimize(script, &text, &context, &mut predicate, &mut save)?;
    let header = trace_file::renamed_notes(&header, &minimized.terms);
    let trace = header + &without_answers(&minimized.text);
    write_output(args, &trace)?;
    Ok(Done {
        what: "kept by the command".to_owned(),
        is_finding: false,
        shown: None,
        trace,
        minimized,
    })
}

/// Any bug, and any limit that is reached.
fn any_bug() -> Wanted {
    Wanted::Text(String::new())
}

/// The bug that a trace shows.
struct ShownBug {
    kind: String,
    /// Its id, unless the header names a bug of its kind.
    id: Option<FindingId>,
    /// What candidates must show.
    wanted: Wanted,
    /// The time limit of candidates.
    whole: Duration,
    /// The parts of this limit that are tried before.
    parts: Vec<Duration>,
}

/// The solver, profile and oracles that the command line asks for.
struct MinimizeSetup<'a> {
    subject: FoundSolver,
    drive: Drive,
    rules: Rules,
    oracles: Oracles,
    search_limit: Option<SearchLimit>,
    jobs: usize,
    args: &'a Minimize,
    allowed: Allowed,
    stop: &'a Arc<AtomicBool>,
}

impl MinimizeSetup<'_> {
    /// Minimizes as long as runs show the bug.
    fn minimize_by_runs(
        &self,
        text: &str,
        script: &Script,
        mut context: Context,
    ) -> Result<Done, Failure> {
        let ShownBug {
            kind,
            id,
            wanted,
            whole,
            parts,
        } = self.shown(text, script)?;
        // Candidates are written by this program, even if the C++ original has written the trace.
        context.foreign = None;
        let mut header = trace_file::header_with(script, id.as_ref());
        // Traces of runs note the wrong answers. The right ones are written instead, so that a
        // replay shows the bug.
        let noted = match &wanted {
            Wanted::Answer { noted, .. } => noted.clone(),
            _ => None,
        };
        let corrected = |text: &str| match &noted {
            Some(noted) => noted.corrected(text),
            None => text.to_owned(),
        };
        let with_header = |text: &str| header.clone() + &corrected(text);
        let mut minimize_within = |time: Duration| {
            let mut predicate = self.predicate(time, wanted.clone())?;
            // A trace that shows the bug with a part of the time may not show it with the whole.
            let is_sure = time == whole;
            let mut save = |text: &str| match is_sure {
                true => write_output(self.args, &with_header(text)),
                false => Ok(()),
            };
            minimize(script, text, &context, &mut predicate, &mut save)
        };
        let mut minimized = self.escalate(&parts, whole, &wanted, &mut minimize_within)?;
        let named = id.or_else(|| trace_file::finding(script));
        let mut shown = None;
        let mut sought = vec![wanted.clone()];
        if restates(&self.args.wanted, script, &wanted) && !minimized.is_interrupted {
            let found = self.restated(&minimized, named.as_ref(), &context, whole)?;
            if let Some(Restated { bug, again }) = found {
                minimized = match again {
                    Some(again) => minimized.then(again),
                    None => minimized,
                };
                let key = bug.key(&self.rules);
                let id = key.id();
                if named.is_none_or(|named| !says_kind(&named, &bug.violation.kind)) {
                    header = trace_file::header_with(script, Some(&id));
                }
                shown = Some(Shown {
                    bug: SeenBug::new(&bug, &key),
                    evidence: bug.evidence,
                });
                sought.insert(0, Wanted::Bug(key));
            }
        }
        let mut text = minimized.text.clone();
        if let Wanted::Leak = wanted {
            text = trace_file::closed(&text, "");
        }
        header = trace_file::renamed_notes(&header, &minimized.terms);
        let mut trace = header + &corrected(&text);
        write_output(self.args, &trace)?;
        if !minimized.is_interrupted {
            let found = self.experiments(&text, &context, (&sought, whole))?;
            trace = bug_traces::with_header(&trace, &found.header());
            write_output(self.args, &trace)?;
        }
        let kind_shown = shown.as_ref().map(|shown| shown.bug.kind.to_string());
        Ok(Done {
            what: kind_shown.unwrap_or(kind),
            is_finding: !matches!(wanted, Wanted::Output(_)),
            shown,
            trace,
            minimized,
        })
    }

    /// Runs candidates with a time limit.
    fn predicate(&self, time: Duration, wanted: Wanted) -> Result<RunPredicate, Failure> {
        let limits = Limits {
            batch: match wanted {
                Wanted::Leak => leak::REPEATS,
                _ => 1,
            },
            ..self.limits(time)
        };
        let pool = pool(self.drive.clone(), &limits, self.jobs, self.stop)?;
        self.predicate_of(pool, (&limits, self.jobs), wanted)
    }

    /// The limits of candidates.
    fn limits(&self, time: Duration) -> Limits {
        Limits {
            time,
            memory: self.args.memory << 20,
            sandbox: !self.allowed.trust,
            ..Limits::default()
        }
    }

    /// Runs candidates in a pool with so many jobs.
    fn predicate_of(
        &self,
        pool: Pool,
        (limits, jobs): (&Limits, usize),
        wanted: Wanted,
    ) -> Result<RunPredicate, Failure> {
        let profile = &self.drive.profile;
        let with = (limits, jobs);
        let oracles = OracleSet::load(&self.subject, profile, &self.oracles, with, self.stop)?;
        let runs = (usize::from(self.args.repeat), jobs);
        let rules = self.rules.clone();
        let limit = self.search_limit;
        let oracles = oracles.workers;
        Ok(RunPredicate::new(pool, oracles, rules, wanted, limit, runs))
    }

    /// The bug that the trace shows: the finding that its header names, unless the user asks for
    /// another one.
    fn shown(&self, text: &str, script: &Script) -> Result<ShownBug, Failure> {
        let limit = Duration::from_secs_f64(self.args.time_limit);
        let within = |cpu: Duration| limit.min(cpu * SLACK.0 + SLACK.1);
        if let Some(pattern) = &self.args.wanted.match_output {
            let wanted = Wanted::Output(pattern.clone());
            let shown = self.predicate(limit, wanted.clone())?.first(&[text])?;
            let (_, shown) = shown.ok_or_else(|| not_printed(self.args, pattern))?;
            return Ok(ShownBug {
                kind: "kept by --match-output".to_owned(),
                id: None,
                wanted,
                whole: match shown.verdict {
                    Verdict::Timeout => limit,
                    _ => within(shown.cost.cpu),
                },
                parts: Vec::new(),
            });
        }
        if leak::is_of(script) {
            let shown = self.predicate(limit, Wanted::Leak)?.first(&[text])?;
            let (_, shown) = shown.ok_or_else(|| no_bug_failure(script, ""))?;
            return Ok(ShownBug {
                kind: BugKind::Leak.to_string(),
                id: None,
                wanted: Wanted::Leak,
                whole: within(shown.cost.cpu),
                parts: Vec::new(),
            });
        }
        let named = trace_file::finding(script);
        let sought = named
            .as_ref()
            .filter(|_| self.args.wanted.matches.is_none());
        let wanted = sought.cloned().map_or_else(any_bug, Wanted::Finding);
        let mut predicate = self.predicate(limit, wanted)?;
        let Some((_, shown)) = predicate.first(&[text])? else {
            return self.contradicted(text, script, limit)?.map_or_else(
                || Err(self.not_shown(text, script, limit)?),
                |(wanted, shown)| {
                    Ok(ShownBug {
                        kind: "wrong answer".to_owned(),
                        id: None,
                        wanted,
                        whole: within(shown.cost.cpu),
                        parts: Vec::new(),
                    })
                },
            );
        };
        let mut bugs = predicate.suspected_bugs(&shown)?;
        let place = match (sought, &self.args.wanted.matches) {
            (Some(id), _) => id.find_in(&bugs, &self.rules),
            (None, Some(text)) => bugs.iter().position(|bug| bug.says(text)),
            (None, None) => None,
        };
        if bugs.is_empty() {
            return Err(self.not_reproduced(text, script, limit)?);
        }
        let (whole, parts) = match shown.verdict {
            Verdict::Timeout => {
                let before = shown.cost.wall.saturating_sub(shown.calls.last_took);
                let part = |part| limit.min(before * SLACK.0 + limit / part);
                (limit, PARTS.map(part).to_vec())
            }
            _ => (within(shown.cost.cpu), Vec::new()),
        };
        let bug = bugs.swap_remove(place.unwrap_or(0));
        let wanted = match &self.args.wanted.matches {
            Some(text) => Wanted::Text(text.clone()),
            None if self.args.wanted.match_verdict => Wanted::Kind(bug.violation.kind.clone()),
            None => match bug.wrong_answer() {
                // Another oracle may show that the answer of a simpler trace is wrong.
                Some(answer) if bug.violation.kind == BugKind::Disagreement => Wanted::Answer {
                    answer,
                    noted: None,
                },
                _ => self.same_bug(&bug, text, limit)?,
            },
        };
        // A trace without the name of its bug would be taken for one whose notes are right.
        let is_named = match named {
            Some(id) => id.is_of(&bug),
            None => script.header("expect").is_some(),
        };
        Ok(ShownBug {
            id: (!is_named).then(|| bug.key(&self.rules).id()),
            kind: bug.violation.kind.to_string(),
            wanted,
            whole,
            parts,
        })
    }

    /// What candidates must show so that they show the same bug: its key, or its kind if the key
    /// differs between runs of the whole trace, because what the solver reads at a bad address
    /// decides how it crashes.
    fn same_bug(&self, bug: &SuspectedBug, text: &str, limit: Duration) -> Result<Wanted, Failure> {
        let key = bug.key(&self.rules);
        let any_key = Wanted::Kind(bug.violation.kind.clone());
        if let Verdict::Crash(_) = bug.outcome.verdict {
            let mut predicate = self.predicate(limit, any_key.clone())?;
            for _ in 0..CRASHES {
                let again = predicate.first(&[text])?.map(|(_, shown)| shown);
                let again = again.and_then(SuspectedBug::of);
                if again.is_some_and(|again| !key.is_same_bug(&again.key(&self.rules))) {
                    return Ok(any_key);
                }
            }
        }
        Ok(Wanted::Bug(key))
    }

    /// The error that says that a trace does not show the finding in its header. It may show
    /// another bug.
    fn not_shown(&self, text: &str, script: &Script, limit: Duration) -> Result<Failure, Failure> {
        let mut predicate = self.predicate(limit, any_bug())?;
        let shown = predicate.first(&[text])?.map(|(_, shown)| shown);
        let bugs = shown.map(|shown| predicate.suspected_bugs(&shown));
        let other = bugs.transpose()?.unwrap_or_default().into_iter().next();
        let (Some(id), Some(other)) = (trace_file::finding(script), other) else {
            return self.not_reproduced(text, script, limit);
        };
        let kind = other.violation.kind;
        Ok(Failure {
            code: exit::NOT_REPRODUCED,
            message: format!(
                "did not reproduce: the trace is of {id}, but its replay shows another bug: {kind}; \
                 --match {kind} minimizes that one, --repeat K tries more often"
            ),
        })
    }

    /// The error that says that a replay shows no bug, and what was not decided.
    fn not_reproduced(
        &self,
        text: &str,
        script: &Script,
        limit: Duration,
    ) -> Result<Failure, Failure> {
        let undecided = self.predicate(limit, any_bug())?.undecided(text)?;
        let of = |who: &str, count: usize| match count {
            0 => String::new(),
            1 => format!(", and {who} does not decide 1 check within the limits"),
            count => format!(", and {who} does not decide {count} checks within the limits"),
        };
        let why = of("the solver", undecided.0) + &of("the reference solver", undecided.1);
        Ok(no_bug_failure(script, &why))
    }

    /// The wrong answer of a run that contradicts the answers that the trace notes, as those of an
    /// imported script.
    fn contradicted(
        &self,
        text: &str,
        script: &Script,
        limit: Duration,
    ) -> Result<Option<(Wanted, Outcome)>, Failure> {
        let context = context(&self.subject, &self.drive, script);
        let Some(noted) = ExpectedAnswers::of(script, context).map(Arc::new) else {
            return Ok(None);
        };
        for answer in [Answer::Sat, Answer::Unsat] {
            let noted = Some(Arc::clone(&noted));
            let wanted = Wanted::Answer { answer, noted };
            let shown = self.predicate(limit, wanted.clone())?.first(&[text])?;
            if let Some((_, shown)) = shown {
                return Ok(Some((wanted, shown)));
            }
        }
        Ok(None)
    }

    /// Minimizes with the first of these time limits whose result shows the bug within the whole
    /// limit, or with the whole limit.
    fn escalate(
        &self,
        parts: &[Duration],
        whole: Duration,
        wanted: &Wanted,
        minimize_within: &mut dyn FnMut(Duration) -> Result<Minimized, Failure>,
    ) -> Result<Minimized, Failure> {
        for &part in parts {
            let mut done = match minimize_within(part) {
                Ok(done) => done,
                Err(failure) if failure.code == exit::NOT_REPRODUCED => continue,
                Err(failure) => return Err(failure),
            };
            let shown = match self.predicate(whole, wanted.clone())?.first(&[&done.text]) {
                Err(failure) if failure.code == exit::INTERRUPTED => {
                    done.is_interrupted = true;
                    true
                }
                shown => shown?.is_some(),
            };
            if shown {
                return Ok(done);
            }
        }
        minimize_within(whole)
    }
}

fn not_printed(args: &Minimize, pattern: &Regex) -> Failure {
    let file = args.trace.display();
    Failure {
        code: exit::NOT_REPRODUCED,
        message: format!(
            "did not reproduce: nothing that the replay prints matches '{pattern}'; \
             'murxla-rs replay --verbose {file}' shows the output; --repeat K tries more often"
        ),
    }
}

/// The error that says that a replay shows no bug. `undecided` continues the sentence.
fn no_bug_failure(script: &Script, undecided: &str) -> Failure {
    let what = script.header("finding").map(|id| format!(" of {id}"));
    Failure {
        code: exit::NOT_REPRODUCED,
        message: format!(
            "did not reproduce: the replay of the trace{} ended well{undecided}; --repeat K tries more often; \
             --cross-check and --check find bugs that a run does not show by itself",
            what.unwrap_or_default()
        ),
    }
}
