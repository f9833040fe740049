//! Makes programs in C: replays a trace, records the calls of the library, and writes a program
//! that makes them.

use crate::campaign::pool;
use crate::cli::Allowed;
use crate::exit::Failure;
use crate::oracle::leak;
use crate::plan::FoundSolver;
use crate::reports::c_program::{self, BugSign, ProgramAim, ProgramInfo, ProgramStyle};
use crate::trace_file;
use crate::triage::{SuspectedBug, bad_memory, checks};
use murxla_executor::{Item, Limits, Outcome, Verdict};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::{Note, Script, notes_in};
use murxla_fsm::wrapper::CApi;
use murxla_fsm::wrapper::c_api::CHeader;
use murxla_store::SolverSpec;
use murxla_system::sanitizer;
use murxla_system::symbols::readable;
use murxla_wrappers::record::{Datum, RecordedEvent};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The columns of the expected results, in the comment at the beginning of a program.
const COMMENT_WIDTH: usize = 90;

/// The kinds of bugs that may be in what the library says about sorts and the form of terms.
const FORMS: [BugKind; 2] = [BugKind::WrongSort, BugKind::WrongResult];

/// The kinds of bugs that are in which terms the library returns.
const TERMS: [BugKind; 2] = [BugKind::WrongCore, BugKind::WrongAssumptions];

/// A trace from which a program is made.
pub(super) struct CProgramSource<'a> {
    /// The path of its file, for messages.
    pub(super) name: &'a Path,
    pub(super) text: &'a str,
    pub(super) script: &'a Script,
    /// The solver, if it is not the solver in the header of the trace.
    pub(super) solver: Option<&'a SolverSpec>,
    pub(super) strictness: Strictness,
    /// The CPU time limit of the replay.
    pub(super) time: Duration,
    pub(super) allowed: Allowed,
    /// The functions on the stack of a crash, if they are known: a replay may have others.
    pub(super) frames: &'a [String],
}

/// A program, and its differences from the trace.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) gaps: Vec<String>,
}

/// The recorded calls of a replay, and what its programs say about it.
pub(super) struct Recording {
    /// The solver and the version that its library reports, such as `z3 5.4.0`.
    pub(super) version: String,
    /// The library of the solver, and companion libraries whose functions are called.
    pub(super) libraries: Vec<PathBuf>,
    api: CApi,
    events: Vec<RecordedEvent>,
    comments: Vec<String>,
    kind: Option<BugKind>,
    sign: BugSign,
    gaps: Vec<String>,
}

impl Recording {
    /// Leaves out the calls that set these options.
    pub(super) fn leave_out_options(&mut self, names: &[&str]) {
        leave_out_options(&mut self.events, names);
    }

    /// Writes a program that makes the calls.
    pub(super) fn program(&self, style: ProgramStyle) -> Written {
        let kind = self.kind.as_ref();
        let info = ProgramInfo {
            comments: &self.comments,
            aim: ProgramAim {
                kind,
                sign: self.sign,
                style,
                is_about_forms: kind.is_some_and(|kind| FORMS.contains(kind)),
                is_about_terms: kind.is_some_and(|kind| TERMS.contains(kind)),
            },
        };
        let program = c_program::write(&info, (self.api.header, self.api.program), &self.events);
        let gaps = self.gaps.iter().cloned().chain(program.gaps);
        Written {
            gaps: gaps.collect(),
            text: program.text,
        }
    }
}

/// Leaves out the calls that set these options. Each takes an instance, the name, and a value.
fn leave_out_options(events: &mut Vec<RecordedEvent>, names: &[&str]) {
    let is_name = |datum: &Datum| match datum {
        Datum::Text(_, text) => names.iter().any(|name| name.as_bytes() == &text[..]),
        _ => false,
    };
    let mut is_left_out = false;
    events.retain(|event| {
        is_left_out = match event {
            RecordedEvent::Call(_, arguments) => {
                matches!(&arguments[..], [_, name, Datum::Text(..)] if is_name(name))
            }
            // What a call returns follows it.
            RecordedEvent::Return(..) => is_left_out,
            RecordedEvent::Line(_) => false,
        };
        !is_left_out
    });
}

/// Replays a trace, and records the calls. There is no recording if the solver has no C API.
///
/// # Errors
/// The solver cannot be found or installed, or the trace cannot be replayed on it.
pub(super) fn record(
    source: &CProgramSource<'_>,
    stop: &Arc<AtomicBool>,
) -> Result<(Outcome, Option<Recording>), Failure> {
    let script = source.script;
    let subject = FoundSolver::of_trace(source.solver, script, source.allowed)?;
    let solver = subject.wrapper.name();
    let api = subject
        .wrapper
        .constants()
        .api
        .zip(subject.library.as_ref());
    let folder = tempfile::tempdir().map_err(|e| {
        Failure::configuration(format!(
            "cannot create a directory for the recorded calls: {e}"
        ))
    })?;
    let record = folder.path().join("calls");
    let mut drive = subject.drive()?;
    let search_limit = drive.interrupt_as(script).map_err(Failure::trace)?;
    drive.collected.calls = api.is_some().then(|| record.clone());
    drive.strictness = source.strictness;
    drive.is_trusted = source.allowed.trust;
    let limits = Limits {
        time: source.time,
        sandbox: !source.allowed.trust,
        ..Limits::default()
    };
    let mut pool = pool(drive, &limits, 1, stop)?;
    let outcome = pool.run_one(Item::Trace(Arc::from(source.text)))?;
    let version = format!("{solver} {}", pool.version());
    if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
        return Err(failure.in_file(source.name));
    }
    let Some((api, library)) = api else {
        return Ok((outcome, None));
    };
    let left_out = notes_in(&outcome.trace).filter(Note::is_left_out);
    let mut gaps: Vec<String> = left_out.map(|note| note.to_string()).collect();
    gaps.extend(search_limit.map(|limit| format!("a search that is interrupted after {limit} s")));
    let recorded = std::fs::read_to_string(&record)
        .map_err(|e| Failure::configuration(format!("the calls cannot be read: {e}")))?;
    let events: Vec<RecordedEvent> = recorded
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let kind = kind(script, &outcome);
    let libraries = libraries(api.header, library, &events);
    let recording = Recording {
        comments: comments(source, &outcome, kind.as_ref(), (&libraries, &version)),
        sign: sign(kind.as_ref(), &outcome, &limits),
        version,
        libraries,
        api,
        events,
        kind,
        gaps,
    };
    Ok((outcome, Some(recording)))
}

/// The kind of the bug. If no oracle has found it in the run, the header of the trace may name the
/// error.
fn kind(script: &Script, outcome: &Outcome) -> Option<BugKind> {
    if let Some(bug) = SuspectedBug::of(outcome.clone()) {
        return Some(bug.violation.kind);
    }
    trace_file::kind(script)
}

/// How a program recognises a bug of this kind.
fn sign(kind: Option<&BugKind>, outcome: &Outcome, limits: &Limits) -> BugSign {
    let is_damage = bad_memory(&outcome.output).is_some();
    match (kind, &outcome.verdict) {
        // The sanitizer's report is the sign.
        (None | Some(BugKind::Undefined(_)), _) => BugSign::None,
        (_, Verdict::Crash(_)) if is_damage => BugSign::Damage,
        (Some(BugKind::Leak), Verdict::Ok) => BugSign::Growth,
        (_, Verdict::Crash(_)) => BugSign::Signal,
        (_, Verdict::Exit(_)) => BugSign::Exit,
        (_, Verdict::Timeout) => BugSign::Time(limits.time),
        (_, Verdict::OutOfMemory) => BugSign::Memory(limits.memory),
        (Some(BugKind::Contradiction), _) => BugSign::AllResults,
        _ => BugSign::LastResults,
    }
}

/// The verdict of the run. If no oracle has found an error, the header of the trace may name the
/// error.
fn describe_verdict(script: &Script, outcome: &Outcome, kind: Option<&BugKind>) -> String {
    if leak::is_of(script) && outcome.verdict == Verdict::Ok {
        return "memory in use grows with each repetition of the calls".to_owned();
    }
    let wrong = kind.and_then(BugKind::wrong_answer);
    match (&outcome.verdict, wrong, script.header("expect")) {
        (Verdict::Ok, Some(wrong), _) => {
            format!("the last answer is {}, which is wrong", wrong.name())
        }
        (Verdict::Ok, None, Some(expected)) => format!("{expected}, see the comments"),
        (verdict, ..) => verdict.to_string(),
    }
}

/// The library of the solver, and companion libraries whose functions are called.
fn libraries(header: &CHeader, library: &Path, events: &[RecordedEvent]) -> Vec<PathBuf> {
    let is_called = |name: &str| {
        let is_it =
            |event: &RecordedEvent| matches!(event, RecordedEvent::Call(of, _) if of == name);
        events.iter().any(is_it)
    };
    let others = murxla_wrappers::companion_libraries(library, header, is_called);
    [library.to_owned()].into_iter().chain(others).collect()
}

fn comments(
    source: &CProgramSource<'_>,
    outcome: &Outcome,
    kind: Option<&BugKind>,
    (libraries, version): (&[PathBuf], &str),
) -> Vec<String> {
    let script = source.script;
    let header = trace_file::without_notes(script);
    // The result names the version, and the calls do not depend on the seed.
    let is_useful = |line: &&str| {
        !["version: ", "seed: "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let mut comments: Vec<String> = header.filter(is_useful).map(str::to_owned).collect();
    comments.push(String::new());
    comments.push(format!("Result on {version}:"));
    comments.extend(
        describe_verdict(script, outcome, kind)
            .lines()
            .map(|line| format!("  {line}")),
    );
    let frames = match source.frames {
        [] => &outcome.frames[..],
        known => known,
    };
    for frame in frames {
        comments.push(format!("  at {}", readable(frame)));
    }
    let check = SuspectedBug::of(outcome.clone()).and_then(|bug| bug.violation.check);
    if let Some(kind) = kind {
        let expected = checks::expected(kind, check.as_ref().map(|check| check.id.as_str()));
        comments.push(String::new());
        comments.push("Expected:".to_owned());
        let lines = textwrap::wrap(&expected, COMMENT_WIDTH).into_iter();
        comments.extend(lines.map(|line| format!("  {line}")));
    }
    // The libraries are preloaded, because the program may search them under names that differ from
    // those of their files.
    let paths: Vec<String> = libraries.iter().map(|l| l.display().to_string()).collect();
    let quoted = paths.iter().map(|path| shlex::try_quote(path));
    let quoted: Vec<Cow<'_, str>> = quoted.flatten().collect();
    let preloaded = preloaded(libraries).join(" ");
    let preloaded = shlex::try_quote(&preloaded).unwrap_or_else(|_| Cow::from(&preloaded));
    comments.push(String::new());
    comments.push(format!(
        "cc -std=c11 bug.c {} -o bug && LD_PRELOAD={preloaded} ./bug",
        quoted.join(" ")
    ));
    comments.push(
        "Exit codes: 1 if the bug shows, 0 if it does not, others if the program cannot tell."
            .to_owned(),
    );
    comments
}

/// What the loader has to load before a program: the libraries, and in front of them the runtimes
/// of the sanitizers that they are built with.
pub(super) fn preloaded(libraries: &[PathBuf]) -> Vec<String> {
    let runtimes = libraries
        .iter()
        .flat_map(|library| sanitizer::runtimes(library));
    let libraries = libraries
        .iter()
        .map(|library| library.display().to_string());
    runtimes.chain(libraries).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_the_formulas_do_not_need_are_left_out() {
        let text = |text: &str| Datum::Text(7, text.as_bytes().to_vec());
        let call = |name: &str, arguments: Vec<Datum>| {
            let returned = RecordedEvent::Return(arguments.clone(), Datum::Word(0));
            [RecordedEvent::Call(name.to_owned(), arguments), returned]
        };
        let solver = || Datum::Word(1);
        let set = |name: &str| call("set_option", vec![solver(), text(name), text("true")]);
        let line = [RecordedEvent::Line("1 check-sat\n".to_owned())];
        let declare = call("mk_const", vec![solver(), text("a-exp")]);
        let mut events = [&set("a-exp")[..], &line, &set("b-exp"), &declare].concat();
        leave_out_options(&mut events, &["a-exp"]);
        assert_eq!(events, [&line[..], &set("b-exp"), &declare].concat());
    }
}
