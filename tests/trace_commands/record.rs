//! `record` and `import`: the calls of C programs become traces with the same answers.

use crate::common::{Done, Run as _, files_below, program, run, words};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The library of a solver.
fn library(solver: &str) -> String {
    let line = format!("solvers path {solver}");
    words(&line).with_code(0).out.trim().to_owned()
}

/// Compiles a program in `tests/data/record/`, and links it with a library.
fn compiled(folder: &Path, name: &str, library: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/record");
    let (source, made) = (data.join(name).with_extension("c"), folder.join(name));
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread"]);
    cc.args(["-Wl,--unresolved-symbols=ignore-in-shared-libs", "-o"]);
    cc.args([&made, &source]).args([library, "-ldl"]);
    cc.done().with_code(0);
    made
}

/// Runs a program with a library that is loaded after the recorder. Programs look for the library
/// by another name than that of its file.
const PRELOADING: &str = r#"LD_PRELOAD="$LD_PRELOAD:$0" exec "$@""#;

/// A program whose calls have been recorded.
struct Recorded {
    folder: TempDir,
    log: PathBuf,
    done: Done,
}

impl Recorded {
    /// Records the calls of a program that is linked with the library.
    fn linked(solver: &str, name: &str) -> Self {
        let library = library(solver);
        Self::new(solver, name, &library, |made| {
            let made = made.to_str().unwrap();
            let line = ["sh", "-c", PRELOADING, &library, made];
            line.map(str::to_owned).to_vec()
        })
    }

    fn new(solver: &str, name: &str, linked: &str, line: impl Fn(&Path) -> Vec<String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = compiled(folder.path(), name, linked);
        let log = folder.path().join("calls.log");
        let mut record = program(["record", "--solver", solver, "--output"]);
        let done = record.arg(&log).arg("--").args(line(&made)).done();
        Self { folder, log, done }
    }

    /// Like [`imported`]. The trace also notes the answers.
    fn imported(&self, log: &Path, answers: &str) -> String {
        let trace = self.folder.path().join("bug.trace");
        let said = imported(log, &trace, answers);
        let text = fs::read_to_string(&trace).unwrap();
        // The trace notes the answers of the program.
        let noted = text.lines().filter_map(|line| line.strip_prefix("#= "));
        assert_eq!(noted.collect::<Vec<_>>().join(", "), answers, "{text}");
        said
    }
}

/// Imports calls, and replays the trace, which has these answers, too. Returns what the import has
/// said.
fn imported(log: &Path, trace: &Path, answers: &str) -> String {
    let mut import = program(["import"]);
    let said = import.arg(log).arg("--output").arg(trace).done();
    let said = said.with_code(0).err;
    let replayed = run([Path::new("replay"), trace]).with_code(0);
    let ended = format!("ended well: {answers}\n");
    let text = fs::read_to_string(trace).unwrap();
    assert!(replayed.err.contains(&ended), "{said}{replayed:?}{text}");
    said
}

/// All calls of a program are in its trace or only look at objects, and the answers are the same.
fn program_of(solver: &str, answers: &str) {
    let recorded = Recorded::linked(solver, solver);
    let done = &recorded.done;
    assert!(done.err.contains("ended with exit status 0"), "{done:?}");
    let said = recorded.imported(&recorded.log, answers);
    assert!(said.contains(" 0 are left out"), "{said}");
}

#[test]
fn calls_of_bitwuzla() {
    program_of("bitwuzla", "sat, sat, unsat, sat");
}

#[test]
fn calls_of_yices() {
    program_of("yices", "sat, sat, unsat, sat");
}

#[test]
fn calls_of_cvc5() {
    program_of("cvc5", "sat, sat, unsat");
}

#[test]
fn calls_of_boolector() {
    program_of("boolector", "sat, unsat, sat, unsat");
}

/// Imports the log that a library has written itself, and replays the trace. Returns what the
/// import has said.
fn own_log(solver: &str, name: &str, run_with: &[&str], answers: &str) -> String {
    let (folder, library) = (tempfile::tempdir().unwrap(), library(solver));
    let made = compiled(folder.path(), name, &library);
    let [log, trace] = ["own.log", "own.trace"].map(|name| folder.path().join(name));
    let mut application = Command::new("env");
    application.args(run_with).arg(made).arg("own.log");
    application.current_dir(folder.path());
    application.env("LD_PRELOAD", &library).done().with_code(0);
    imported(&log, &trace, answers)
}

/// Boolector does not write the width of a hexadecimal constant.
#[test]
fn own_log_of_boolector() {
    let (variable, answers) = (["BTORAPITRACE=own.log"], "sat, unsat, sat, unsat");
    let said = own_log("boolector", "boolector", &variable, answers);
    assert!(said.contains("boolector_consth, 1 of 1 calls"), "{said}");
    assert!(said.contains(" 4 are left out"), "{said}");
}

#[test]
fn own_log_of_z3() {
    let said = own_log("z3", "z3_own_log", &[], "sat, unsat, sat");
    assert!(said.contains(" 0 are left out"), "{said}");
}

/// Threads write into one recording, and a child process into its own. The trace of a crash ends
/// with the call that has crashed.
#[test]
fn threads_children_and_crashes() {
    let recorded = Recorded::linked("z3", "z3_threads");
    let said = &recorded.done.err;
    assert!(said.contains("signal 6"), "{said}");
    assert!(said.contains("in Z3_mk_bvnot"), "{said}");
    let said = recorded.imported(&recorded.log, "sat");
    assert!(said.contains("has instance 41 of 41"), "{said}");
    assert!(said.contains("the program ended in Z3_mk_bvnot"), "{said}");
    let mut logs = files_below(recorded.folder.path()).into_iter();
    let child = logs.find(|file| file.to_str().unwrap().contains("calls.log."));
    let said = recorded.imported(&child.unwrap(), "sat");
    assert!(said.contains(" 0 are left out"), "{said}");
}

#[test]
fn a_program_that_loads_the_library_itself() {
    let library = library("z3");
    let recorded = Recorded::new("z3", "z3_dlopen", "-lc", |made| {
        vec![made.to_str().unwrap().to_owned(), library.clone()]
    });
    let said = recorded.imported(&recorded.log, "unsat");
    assert!(said.contains(" 0 are left out"), "{said}");
}
