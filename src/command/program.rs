//! `translate --to c`: the trace is replayed, the calls of the library recorded, and a program made of them.

use crate::campaign::pool;
use crate::cli::Translate;
use crate::console::complain;
use crate::executor::{Item, Limits, Outcome, Verdict, readable};
use crate::exit::{self, Failure};
use crate::plan::Subject;
use crate::program::{self, Head};
use murxla_fsm::run::{LEFT_OUT, Strictness};
use murxla_fsm::trace::Script;
use murxla_wrappers::record::{Event, interface};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// CPU time that the replay may take: as `replay` by default.
const TIME: Duration = Duration::from_secs(60);

/// The program, and whether it has all calls.
///
/// # Errors
/// A solver without a C API, one that cannot be had, or a trace that cannot be replayed on it.
pub(super) fn write(
    args: &Translate,
    text: &str,
    script: &Script,
    offline: bool,
    stop: &Arc<AtomicBool>,
) -> Result<(String, bool), Failure> {
    let subject = Subject::of_trace(args.solver.as_ref(), script, offline)?;
    let solver = subject.wrapper.name();
    let (Some(interface), Some(library)) = (interface(solver), &subject.library) else {
        return Err(Failure::usage(format!("{solver} has no C API")));
    };
    let folder = tempfile::tempdir()
        .map_err(|e| Failure::configuration(format!("no place for the calls: {e}")))?;
    let record = folder.path().join("calls");
    let mut drive = subject.drive()?;
    drive.record = Some(record.clone());
    if args.lenient {
        drive.strictness = Strictness::Lenient;
    }
    let limits = Limits {
        time: TIME,
        ..Limits::default()
    };
    let mut pool = pool(drive, &limits, 1, stop)?;
    let outcome = pool.run_one(Item::Trace(Arc::from(text)))?;
    let version = format!("{solver} {}", pool.version());
    match &outcome.verdict {
        Verdict::Refused { message, .. } | Verdict::Unsupported { message, .. } => {
            let name = args.trace.display();
            return Err(Failure::trace(format!("{name}: {message}")));
        }
        Verdict::Defect(message) => {
            return Err(Failure {
                code: exit::DEFECT,
                message: message.clone(),
            });
        }
        _ => {}
    }
    let notes = outcome.trace.lines();
    let notes = notes.filter_map(|line| line.strip_prefix("#= "));
    let left_out = notes.filter(|note| note.starts_with(LEFT_OUT));
    let left_out = left_out.inspect(|note| complain!("{note}")).count();
    let recorded = std::fs::read_to_string(&record)
        .map_err(|e| Failure::configuration(format!("the calls cannot be read: {e}")))?;
    let events: Vec<Event> = recorded
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let head = Head {
        comments: &comments(script, &outcome, library, &version),
        shows: &shows(script, &outcome),
    };
    let program = program::write(&head, interface, &events);
    for gap in &program.gaps {
        complain!("{gap}");
    }
    Ok((program.text, left_out == 0 && program.gaps.is_empty()))
}

/// What the run showed; where no check objects, the trace may say itself what is wrong.
fn shows(script: &Script, outcome: &Outcome) -> String {
    match (&outcome.verdict, script.header("expect")) {
        (Verdict::Ok, Some(expected)) => format!("{expected}, as the comments say"),
        (verdict, _) => verdict.to_string(),
    }
}

fn comments(script: &Script, outcome: &Outcome, library: &Path, version: &str) -> Vec<String> {
    let mut comments = script.header.clone();
    comments.push(String::new());
    comments.push(format!("On {version} the run ends so:"));
    comments.extend(
        shows(script, outcome)
            .lines()
            .map(|line| format!("  {line}")),
    );
    for frame in &outcome.frames {
        comments.push(format!("  at {}", readable(frame)));
    }
    // Preloaded, as many a library is looked for by another name than that of its file.
    let library = library.display();
    comments.push(String::new());
    comments.push(format!(
        "cc -std=c11 bug.c {library} -o bug && LD_PRELOAD={library} ./bug"
    ));
    comments
}
