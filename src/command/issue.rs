//! What an issue is written from: a replay of the shortest trace, its script on the solver's own
//! program, and a program in C if the script does not show the bug.

use super::bug_replay::{BugReplay, Where, replay_all};
use super::c_program::{self, CProgramSource, Recording};
use super::compile::shortest_program;
use super::described_run::{first_run, run_of_trace};
use super::issue_script::{ScriptTrial, issue_script};
use super::needed_options::needed_options;
use super::script::ScriptRunner;
use super::shows::ClaimedBug;
use crate::actions::{self, is_shared};
use crate::cli::{Allowed, ReplayArgs};
use crate::exit::Failure;
use crate::judgement::Judgement;
use crate::plan::named_by;
use crate::reports::issue::{
    Brief, Issue, IssueBuild, IssueOptions, IssueProgram, IssueRun, IssueTrace,
};
use crate::results::{EVIDENCE, KeptFinding};
use crate::trace_file::needs;
use crate::triage::{Finding, Releases, Reproduces};
use murxla_executor::{Limits, Outcome};
use murxla_fsm::action::Role;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::{Line, Script, lex};
use murxla_fsm::wrapper::AlwaysSet;
use murxla_store::{SolverSource, SolverSpec, Store, Version};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The CPU time limit of the replay, and of the solver's own program. A run that hangs has made its
/// calls long before.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// The sources of an issue.
pub(super) struct IssueSource {
    /// The shortest trace, or why there is none.
    pub(super) trace: Result<IssueTrace, String>,
    /// The C program, or why there is none. `None` if the script shows the bug, or the solver has
    /// no C API.
    pub(super) c: Option<Result<IssueProgram, String>>,
    run: IssueRun,
    /// The options of the trace that the bug needs, if that is known.
    needed: Option<BTreeSet<String>>,
    /// The newest release that is installed, if it is newer, and what a replay shows there.
    pub(super) newest: Option<(Version, Judgement)>,
    /// Whether the script shows the bug on that release, if it shows it on the one of the finding.
    newest_by_script: Option<bool>,
    /// The releases in which the script shows the bug, if they are not those of the calls.
    of_script: Option<Releases>,
    /// Of a build with assertions or sanitizers: how it was compiled, and what its release shows.
    build: Option<IssueBuild>,
}

impl IssueSource {
    /// Collects it. `solver` is the one that the user gives.
    ///
    /// # Errors
    /// The user has interrupted the command.
    pub(super) fn of(
        known: &KeptFinding,
        mut trace: Result<IssueTrace, String>,
        (solver, allowed): (Option<&SolverSpec>, Allowed),
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let mut c = None;
        let mut run = first_run(known);
        let mut needed = None;
        let mut newest = None;
        let mut newest_by_script = None;
        let mut of_script = None;
        let mut build = None;
        if let Ok(trace) = &mut trace {
            end_at_wrong_answer(trace, &known.finding.observed.kind, allowed);
            let named = named_by(&trace.script, allowed).ok();
            let own = solver.cloned().or(named);
            let recorded = record(known, trace, (solver, allowed), stop);
            if let Ok((outcome, _)) = &recorded {
                take_notes(trace, outcome, allowed);
                let replays = (own.as_ref(), &replays());
                run = run_of_trace(known, trace, outcome, replays, offline(allowed, stop));
            }
            let program = trace.program.as_ref();
            let claimed = ClaimedBug {
                kind: &known.finding.observed.kind,
                check: known.finding.observed.check.as_deref(),
                message: &run.message,
                has_last_call: program.is_ok_and(|p| p.missing_call(&trace.script).is_none()),
            };
            let runner = own.as_ref().and_then(|own| {
                let release = release_of(&known.finding);
                ScriptRunner::find(own, release.as_ref())
            });
            let options = options_set(&known.finding, |row| needs(&trace.script, row));
            let script_limits = limits(allowed);
            let trial = runner.as_ref().map(|runner| ScriptTrial {
                runner,
                claimed: &claimed,
                run: run.calls.as_ref(),
                options: &options,
                limits: &script_limits,
                allowed,
                stop,
            });
            let shows = trial.as_ref().and_then(|trial| trial.shows(trace));
            let showing = trial.filter(|_| shows == Some(true));
            match recorded {
                Ok((_, recording)) => {
                    let recording = recording.filter(|_| shows != Some(true));
                    let limits = Limits {
                        // The program has limits of its own where they are the bug.
                        time: 2 * TIME,
                        ..limits(allowed)
                    };
                    let program = recording.map(|mut recording| {
                        recording.leave_out_options(&idle_options(&known.finding, &trace.script));
                        shortest_program(&recording, &limits, stop)
                    });
                    c = program.map(Ok);
                }
                Err(why) => c = Some(Err(why.to_string())),
            }
            if let Some(own) = own {
                let place = offline(allowed, stop);
                if known.finding.reproduces == Reproduces::Yes {
                    needed = needed_options(&trace.text, &own, &replays(), place)?;
                }
                if let Some(trial) = &showing {
                    let is_needed = |name: &String| !trial.shows_without(trace, name);
                    needed
                        .iter_mut()
                        .for_each(|needed| needed.retain(is_needed));
                    let by_script = |calls: &Releases| {
                        let script = trial.releases(trace, &own.name)?;
                        script.contradicts(calls).then_some(script)
                    };
                    // A release may find another model by the script than by the calls.
                    let dated = known.finding.analysis.releases.as_ref();
                    let is_model = known.finding.observed.kind == BugKind::WrongModel;
                    of_script = dated.filter(|_| is_model).and_then(by_script);
                }
                build = of_build(trace, &own, place)?;
                newest = on_newest(&known.finding, trace, own.clone(), place)?;
                if let (Some(trial), Some((version, _)), Ok(program)) =
                    (&showing, &newest, &trace.program)
                {
                    newest_by_script = trial.shows_on(trace, program, &own.name, version);
                }
            }
        }
        if stop.load(Relaxed) {
            return Err(murxla_executor::ExecutorError::Interrupted.into());
        }
        Ok(Self {
            trace,
            c,
            run,
            needed,
            newest,
            newest_by_script,
            of_script,
            build,
        })
    }

    /// Whether a program of the issue sets an option.
    fn sets(&self, option: &str) -> bool {
        let trace = self.trace.as_ref().ok();
        let script = trace.and_then(|trace| trace.program.as_ref().ok());
        let c = self.c.as_ref().and_then(|c| c.as_ref().ok());
        let names = [format!(":{option} "), format!("\"{option}\"")];
        let mut programs = script.into_iter().chain(c);
        programs.any(|program| names.iter().any(|name| program.text.contains(name)))
    }

    /// The text of the issue, and its texts for the page.
    pub(super) fn texts(&self, known: &KeptFinding, platform: &str) -> (String, Brief) {
        let evidence = read(known, EVIDENCE);
        let always_set = options_set(&known.finding, |row| self.sets(row.option));
        let release = release_of(&known.finding);
        let issue = Issue {
            release: release
                .as_ref()
                .map_or(&known.finding.version, Version::of_solver),
            finding: &known.finding,
            sights: known.sights,
            options: IssueOptions {
                always_set: &always_set,
                needed: self.needed.as_ref(),
            },
            platform,
            trace: &self.trace,
            c: self.c.as_ref(),
            run: &self.run,
            // The line about the releases says more.
            newest: self
                .newest
                .as_ref()
                .filter(|_| known.finding.analysis.releases.is_none())
                .map(|(version, shown)| {
                    // Another release may find another model or proof by the script.
                    let differs = self.newest_by_script != shown.is_shown();
                    let by_script = match self.newest_by_script.filter(|_| differs) {
                        Some(true) => " with the calls of the trace, shows with the script",
                        Some(false) => " with the calls of the trace, not with the script",
                        None => "",
                    };
                    format!("{}: {shown}{by_script}", version.of_solver())
                }),
            of_script: self.of_script.as_ref(),
            build: self.build.as_ref(),
            evidence: evidence.as_deref(),
        };
        (issue.text(), issue.brief())
    }
}

/// Leaves out the calls after the last check of a trace, if its answer is what is wrong. They only
/// show that it is.
fn end_at_wrong_answer(trace: &mut IssueTrace, kind: &BugKind, allowed: Allowed) {
    let lines = &mut trace.script.lines;
    let Some(last) = lines.iter().rposition(|line| line.answer().is_some()) else {
        return;
    };
    // An action of one solver may have another wrong answer.
    let keeps_assertions = |line: &Line| {
        let action = actions::find(&line.action.text).filter(|_| is_shared(&line.action.text));
        action.is_some_and(|action| matches!(action.role(), Role::Build | Role::Query))
    };
    let is_wrong = kind.wrong_answer().is_some() && lines[last].answer() == kind.wrong_answer();
    if let Some(next) = lines.get(last + 1).map(|line| line.number)
        && is_wrong
        && lines[last + 1..].iter().all(keeps_assertions)
    {
        let kept = trace.text.split_inclusive('\n').take(next - 1);
        trace.text = kept.collect();
        lines.truncate(last + 1);
        trace.program = issue_script(&trace.script, allowed).map_err(|e| e.to_string());
    }
}

/// The options that each instance of the solver sets by itself, as far as `is_wanted`.
fn options_set(
    finding: &Finding,
    is_wanted: impl Fn(&AlwaysSet) -> bool,
) -> Vec<&'static AlwaysSet> {
    let named: Option<SolverSpec> = finding.solver.parse().ok();
    let wrapper = named.and_then(|solver| murxla_wrappers::find(&solver.name));
    let rows = wrapper
        .map_or(&[][..], |wrapper| wrapper.constants().options.always_set)
        .iter();
    rows.filter(|row| is_wanted(row)).collect()
}

/// Those that a trace neither sets nor needs.
fn idle_options(finding: &Finding, script: &Script) -> Vec<&'static str> {
    let sets = |option: &str| {
        let mut args = script.lines.iter().filter_map(|line| line.args.first());
        args.any(|token| token.text == option)
    };
    let idle = options_set(finding, |row| !needs(script, row) && !sets(row.option));
    idle.into_iter().map(|row| row.option).collect()
}

/// What a command may do, without installing anything: a report only reads.
fn offline(allowed: Allowed, stop: &Arc<AtomicBool>) -> Where<'_> {
    let offline = Allowed {
        offline: true,
        ..allowed
    };
    (offline, stop)
}

fn replays() -> ReplayArgs {
    ReplayArgs::with_limit(TIME.as_secs_f64())
}

/// The text of a file in the folder of a finding.
fn read(known: &KeptFinding, name: &str) -> Option<String> {
    let bytes = known.folder.read(name).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Replays the trace on the newest release that is installed. `None` if the finding is of this or a
/// newer one.
///
/// # Errors
/// The user has interrupted the command.
fn on_newest(
    finding: &Finding,
    trace: &IssueTrace,
    own: SolverSpec,
    place: Where<'_>,
) -> Result<Option<(Version, Judgement)>, Failure> {
    let found = release_of(finding);
    let newest = Store::from_env()?.newest_installed(&own.name);
    let Some(newest) = newest.filter(|newest| found.is_some_and(|found| found < *newest)) else {
        return Ok(None);
    };
    let replays = replays();
    let replay = BugReplay::new(&trace.text, &trace.script, &replays, place);
    let release = SolverSpec {
        name: own.name,
        source: SolverSource::Version(newest.clone()),
    };
    let mut shown = None;
    replay_all(&[(&replay, release)], true, |_, result| {
        shown = Some(result);
    })?;
    Ok(shown.map(|shown| (newest, shown)))
}

/// How a build with assertions or sanitizers was compiled, and what the same calls show on the
/// release with the same sources, if it is installed. `None` for a release.
///
/// # Errors
/// The user has interrupted the command.
fn of_build(
    trace: &IssueTrace,
    own: &SolverSpec,
    place: Where<'_>,
) -> Result<Option<IssueBuild>, Failure> {
    let SolverSource::Version(version) = &own.source else {
        return Ok(None);
    };
    if version.is_release() {
        return Ok(None);
    }
    let store = Store::from_env()?;
    let release = store.release_of(own, version.of_solver());
    let release = release.map(|release| SolverSpec {
        name: own.name.clone(),
        source: SolverSource::Version(release),
    });
    let replays = replays();
    let replay = BugReplay::new(&trace.text, &trace.script, &replays, place);
    let on_release = match release.map(|release| (replay.shown_on(&release), release)) {
        Some((Err(failure), _)) if failure.ends_command() => return Err(failure),
        Some((Ok(shown), release)) => Some(format!("{release} {shown}")),
        _ => None,
    };
    Ok(Some(IssueBuild {
        compiler: store.compiler_of(&own.name, version),
        on_release,
    }))
}

/// The release of its solver in which a finding was found, if that is known.
pub(super) fn release_of(finding: &Finding) -> Option<Version> {
    let solver: SolverSpec = finding.solver.parse().ok()?;
    let store = Store::from_env().ok()?;
    store.release_of(&solver, &finding.version)
}

/// Limits of the script and of the program.
fn limits(allowed: Allowed) -> Limits {
    Limits {
        time: TIME,
        sandbox: !allowed.trust,
        ..Limits::default()
    }
}

/// Replays the trace, and records the calls.
///
/// # Errors
/// The trace cannot be replayed.
fn record(
    known: &KeptFinding,
    trace: &IssueTrace,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &Arc<AtomicBool>,
) -> Result<(Outcome, Option<Recording>), Failure> {
    let source = CProgramSource {
        name: &known.folder.path(trace.name),
        text: &trace.text,
        script: &trace.script,
        solver,
        strictness: Strictness::Lenient,
        time: TIME,
        allowed: offline(allowed, stop).0,
        frames: &known.finding.observed.frames,
    };
    c_program::record(&source, stop)
}

/// Makes the script again if the replay notes commands that the trace does not have. Traces of
/// earlier versions of this program have none.
fn take_notes(trace: &mut IssueTrace, replay: &Outcome, allowed: Allowed) {
    let Ok(Script { lines, .. }) = lex(&replay.trace) else {
        return;
    };
    let is_new = |(noted, line): (&Line, &Line)| {
        noted.call() == line.call() && noted.commands().ne(line.commands())
    };
    if lines.len() == trace.script.lines.len() && lines.iter().zip(&trace.script.lines).any(is_new)
    {
        trace.script.lines = lines;
        trace.program = issue_script(&trace.script, allowed).map_err(|e| e.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use serde_json::json;

    #[test]
    fn a_trace_ends_at_the_wrong_answer() {
        let start = "# solver: z3\n    0 new\n    0 mk-sort SORT_BOOL\n      return s1\n    \
            0 mk-const s1 \"x\"\n      return t1\n    0 check-sat\n#= sat\n";
        let asks =
            "    0 mk-term OP_NOT SORT_BOOL 1 t1\n      return t2 s1\n    0 get-value 1 t2\n";
        let ended = |kind: &str, calls: &str| {
            let text = format!("{start}{calls}");
            let mut trace = IssueTrace {
                name: "min.trace",
                script: lex(&text).unwrap(),
                text,
                program: Err("not needed".to_owned()),
            };
            let allowed = Allowed {
                offline: true,
                trust: false,
            };
            end_at_wrong_answer(&mut trace, &kind.into(), allowed);
            assert_eq!(
                trace.script.lines.len(),
                lex(&trace.text).unwrap().lines.len()
            );
            trace.text == start
        };
        assert!(ended("wrong-sat", asks));
        assert!(!ended("wrong-model", asks));
        assert!(!ended("wrong-unsat", asks));
        // The answer of another call is wrong.
        assert!(!ended(
            "wrong-sat",
            "    0 assert-formula t1\n    0 check-sat\n"
        ));
        assert!(!ended("wrong-sat", "    1 z3-solve \"(check-sat)\" 1 t1\n"));
    }

    #[test]
    fn reports_name_options_that_traces_do_not_have() {
        let of = |solver: &str, trace: &str| {
            let solver = json!({ "solver": solver });
            let finding = finding("wrong-sat", "00000000", &solver);
            let script = lex(trace).unwrap();
            let needed = options_set(&finding, |row| needs(&script, row));
            let needed: Vec<&str> = needed.into_iter().map(|row| row.option).collect();
            (needed, idle_options(&finding, &script))
        };
        let of_machines = "0 new\n0 mk-sort SORT_FP 8 24\nreturn s1\n";
        assert!(of("cvc5@1.4.2", of_machines).0.is_empty());
        let converted =
            "0 new\n0 mk-term OP_FP_TO_FP_FROM_FP SORT_FP 2 t2 t1 2 5 11\nreturn t3 s2\n";
        assert_eq!(of("cvc5@1.4.2", converted).0, ["fp-exp"]);
        let floats = "0 new\n0 mk-sort SORT_FP 5 11\nreturn s1\n";
        let (needed, idle) = of("cvc5@1.4.2", floats);
        assert_eq!(needed, ["fp-exp"]);
        assert!(idle.contains(&"arrays-exp") && !idle.contains(&"fp-exp"));
        let sets = "0 new\n0 set-option arrays-exp true\n0 mk-term OP_SET_EMPTY SORT_SET s1\nreturn t1 s2\n";
        let (needed, idle) = of("cvc5@1.4.2", sets);
        assert_eq!(needed, ["sets-exp", "sets-ext"]);
        assert_eq!(idle, ["fp-exp", "mbqi-check-timeout"]);
        for other in ["z3=build/libz3.so", ""] {
            assert_eq!(of(other, floats), (vec![], vec![]));
        }
    }
}
