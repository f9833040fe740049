//! A trace means the same on every release. Each trace is replayed on two releases of its solver
//! while the calls of the library are recorded. The calls that make a solver or set something must
//! be the same, with the same texts and numbers, or the release cannot test the trace.
//!
//! Other calls are not compared. How often the wrapper asks for a term, a sort or a value depends
//! on results, and these may differ between releases. For the same reason, what one release does
//! after the end of the other one in the same call of the trace is not compared.
//!
//! Only a process with one thread may fork. So each solver is compared in a process of its own,
//! with `--test-threads=1`.

#[path = "../common/mod.rs"]
mod common;

use common::{Run as _, compiles_all};
use libtest_mimic::{Arguments, Trial};
use murxla_executor::{Item, Limits, Outcome, Verdict};
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::{Note, notes_in};
use murxla_rs::campaign::pool;
use murxla_rs::plan::FoundSolver;
use murxla_wrappers::record::{Datum, RecordedEvent};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A solver, and what is compared.
struct Compared {
    solver: &'static str,
    releases: [&'static str; 2],
    /// The second release must be compiled, which takes minutes. It is compared where it is
    /// installed, or if `MURXLA_COMPILE` is set.
    is_compiled: bool,
    /// How the names of the functions begin that make solvers or set something.
    functions: &'static str,
    /// Whether numbers in arguments mean the same on every release. Those of options may not.
    has_stable_numbers: bool,
    /// Traces whose calls differ, with the reason.
    different: &'static [(&'static str, &'static str)],
    /// The number of traces that both releases can test must not be lower.
    least: usize,
}

/// `set-logic` tells all solvers what the formulas are about. So it is not an error if one does not
/// know the logic.
const LOGIC: &str = "the old release does not know the logic, and uses its general solver";

const COMPARED: &[Compared] = &[
    Compared {
        solver: "z3",
        releases: ["5.4.0", "4.13.0"],
        is_compiled: false,
        functions: "Z3_mk_tactic Z3_tactic_ Z3_mk_simplifier Z3_simplifier_ Z3_mk_probe Z3_probe_ \
                    Z3_params_set Z3_mk_solver Z3_mk_simple_solver Z3_solver_add_simplifier \
                    Z3_solver_set_params Z3_fixedpoint_set_params Z3_update_param_value \
                    Z3_simplify Z3_substitute",
        has_stable_numbers: true,
        different: &[("ff-empty-core-5.4.0", LOGIC)],
        least: 70,
    },
    Compared {
        solver: "cvc5",
        releases: ["1.4.2", "1.3.0"],
        is_compiled: false,
        functions: "cvc5_set_ cvc5_new",
        has_stable_numbers: true,
        different: &[],
        least: 80,
    },
    Compared {
        solver: "bitwuzla",
        releases: ["0.10.0", "0.9.1"],
        is_compiled: true,
        functions: "bitwuzla_set_ bitwuzla_new",
        has_stable_numbers: false,
        different: &[],
        least: 20,
    },
    Compared {
        solver: "yices",
        releases: ["2.6.5.post24", "2.6.4.post23"],
        is_compiled: false,
        functions: "yices_set_config yices_default_config yices_new_context yices_context_ \
                    yices_set_param yices_check_formula",
        has_stable_numbers: true,
        different: &[
            ("mcsat-arrays-over-bool-2.6.5", LOGIC),
            ("model-of-nested-arrays-2.6.5", LOGIC),
        ],
        least: 24,
    },
    Compared {
        solver: "boolector",
        releases: ["3.2.4.38488416565", "3.2.4.19"],
        is_compiled: false,
        functions: "boolector_set_ boolector_new boolector_clone",
        has_stable_numbers: true,
        different: &[],
        least: 28,
    },
];

/// The limit of a replay. Some traces are of searches that do not end.
const LIMITS: fn() -> Limits = || Limits {
    time: Duration::from_secs(1),
    ..Limits::default()
};

/// What a replay has shown.
struct Replayed {
    /// Why the release cannot test the trace.
    lacks: Option<String>,
    /// For each call of the trace, the calls that are compared.
    calls: Vec<(String, Vec<String>)>,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let is_alone = arguments.test_threads == Some(1);
    let tests = COMPARED.iter().map(|row| {
        Trial::test(row.solver, move || {
            if is_alone {
                println!("{}", compare(row)?);
            } else {
                let mut process = Command::new(std::env::current_exe()?);
                process.args(["--exact", row.solver, "--test-threads=1"]);
                print!("{}", process.done().with_code(0).out);
            }
            Ok(())
        })
    });
    libtest_mimic::run(&arguments, tests.collect()).exit_code()
}

/// Replays the traces of a solver on both releases, and compares the calls.
fn compare(row: &Compared) -> Result<String, String> {
    let [first, second] = row.releases;
    let traces = traces(row.solver);
    let is_made = !row.is_compiled || compiles_all();
    match find(row, second, !is_made) {
        Err(error) if error.contains("is not installed") => {
            return Ok(format!("not compared, because {second} is not installed"));
        }
        found => found?,
    };
    let ours = replay_all(row, first, &traces)?;
    let theirs = replay_all(row, second, &traces)?;
    let (mut differ, mut compared, mut lack) = (Vec::new(), 0, 0);
    for (name, a) in &ours {
        let b = &theirs[name];
        if a.lacks.is_some() || b.lacks.is_some() {
            lack += 1;
            continue;
        }
        compared += 1;
        let reason = row.different.iter().find(|(known, _)| known == name);
        match (difference(a, b), reason) {
            (Some(difference), None) => differ.push(format!("{name}: {difference}")),
            (None, Some((_, why))) => differ.push(format!("{name}: none, but {why}")),
            _ => {}
        }
    }
    if !differ.is_empty() {
        let list = differ.join("\n");
        return Err(format!("different calls on {first} and {second}:\n{list}"));
    }
    if compared < row.least {
        return Err(format!("only {compared} traces are compared"));
    }
    Ok(format!(
        "{compared} traces have the same calls on {first} and {second}, {lack} cannot be tested"
    ))
}

/// The first difference between two replays, if there is one.
fn difference(a: &Replayed, b: &Replayed) -> Option<String> {
    for ((line, ours), (other, theirs)) in a.calls.iter().zip(&b.calls) {
        // Calls that depend on an answer are skipped if there was another one.
        if line != other {
            return None;
        }
        if let Some((a, b)) = ours.iter().zip(theirs).find(|(a, b)| a != b) {
            return Some(format!("in '{line}', {a} and {b}"));
        }
    }
    None
}

/// The names and texts of the traces of a solver.
fn traces(solver: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("traces/{solver}"));
    let files = fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let named = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        (file.file_stem().unwrap().display().to_string(), text)
    };
    files.map(named).collect()
}

/// A release of the solver. A missing release is installed, unless `offline` is set.
fn find(row: &Compared, release: &str, offline: bool) -> Result<FoundSolver, String> {
    let spec = format!("{}@{release}", row.solver);
    let spec = spec.parse().map_err(|e| format!("{spec}: {e}"))?;
    FoundSolver::find(&spec, offline).map_err(|e| e.message)
}

/// Replays traces on a release.
fn replay_all(
    row: &Compared,
    release: &str,
    traces: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, Replayed>, String> {
    let found = find(row, release, false)?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("calls");
    let mut drive = found.drive().map_err(|e| e.message)?;
    drive.collected.calls = Some(file.clone());
    drive.strictness = Strictness::Supported;
    let stop = Arc::new(AtomicBool::new(false));
    let mut pool = pool(drive, &LIMITS(), 1, &stop).map_err(|e| e.message)?;
    let mut read = 0;
    let mut all = BTreeMap::new();
    for (name, text) in traces {
        let outcome = pool.run_one(Item::Trace(Arc::from(text.as_str())));
        let outcome = outcome.map_err(|e| format!("{name}: {e}"))?;
        let recorded = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let new = String::from_utf8_lossy(&recorded[read..]).into_owned();
        read = recorded.len();
        let replayed = Replayed {
            lacks: lacks(&outcome),
            calls: calls(row, &new),
        };
        all.insert(name.clone(), replayed);
    }
    Ok(all)
}

/// Why a release cannot test the trace, if it cannot.
fn lacks(outcome: &Outcome) -> Option<String> {
    if let Verdict::Unusable(error) = &outcome.verdict {
        return Some(error.to_string());
    }
    let lacks = |note: &Note| note.is_left_out() || matches!(note, Note::Unsupported(_));
    let note = notes_in(&outcome.trace).find(lacks)?;
    Some(note.to_string())
}

/// The compared calls in a recording.
fn calls(row: &Compared, recorded: &str) -> Vec<(String, Vec<String>)> {
    let mut calls: Vec<(String, Vec<String>)> = Vec::new();
    let events = recorded.lines();
    for event in events.filter_map(|line| serde_json::from_str(line).ok()) {
        match event {
            RecordedEvent::Line(line) if !line.starts_with('#') => {
                calls.push((line.trim().to_owned(), Vec::new()));
            }
            RecordedEvent::Call(name, args) => {
                let mut starts = row.functions.split(' ');
                let is_compared = starts.any(|start| name.starts_with(start));
                if let (Some((_, calls)), true) = (calls.last_mut(), is_compared) {
                    let args = args.iter().map(|arg| shown(arg, row.has_stable_numbers));
                    let args: Vec<String> = args.collect();
                    calls.push(format!("{name}({})", args.join(", ")));
                }
            }
            RecordedEvent::Line(_) | RecordedEvent::Return(..) => {}
        }
    }
    calls
}

/// An argument as far as it is the same in all processes.
fn shown(datum: &Datum, has_numbers: bool) -> String {
    /// Larger numbers are addresses.
    const SMALL: u64 = 1 << 16;
    match datum {
        Datum::Text(_, bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Datum::Word(word) if has_numbers && *word < SMALL => word.to_string(),
        Datum::Word(_) | Datum::Array(..) | Datum::Struct(_) => "_".to_owned(),
    }
}
