//! `smt2` online: a program behind pipes, which may be any, well or not.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The command of the solver in `fake_solver.py`. Its path is quoted, as one with blanks has to be.
fn fake(manner: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_solver.py");
    format!("smt2=python3 '{}' {manner}", script.display())
}

const TRACE: &str = "\
1 new
1 set-option incremental true
1 mk-sort SORT_BOOL
      return s1
1 mk-const s1 \"p\"
      return t1
1 push 1
1 assert-formula t1
1 check-sat
1 delete
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn trace(&self, text: &str) -> PathBuf {
        let path = self.0.path().join("a.trace");
        std::fs::write(&path, text).unwrap();
        path
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_murxla-rs"))
            .args(args)
            .current_dir(self.0.path())
            .output()
            .unwrap()
    }

    /// What a replay on a solver says, and its exit code.
    fn replay(&self, solver: &str) -> (String, Option<i32>) {
        let path = self.trace(TRACE);
        let output = self.run(&[
            "replay",
            path.to_str().unwrap(),
            "--solver",
            solver,
            "-t",
            "1",
        ]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (said, output.status.code())
    }
}

#[track_caller]
fn shows(manner: &str, verdict: &str, code: i32) {
    let (said, status) = Folder::new().replay(&fake(manner));
    assert!(said.contains(verdict), "{manner}: {said}");
    assert_eq!(status, Some(code), "{manner}: {said}");
}

#[test]
fn a_solver_that_answers_is_fine() {
    shows("", "", 0);
}

#[test]
fn errors_are_the_solvers_own_words() {
    shows("error", "check rejected: line 1: \"it\" cannot be", 1);
    shows("error '(assert'", "check rejected: line 1", 1);
    shows("error '(set-option :incr'", "", 0);
}

/// It takes the process with it that drives it, and what it said on the way out is kept.
#[test]
fn the_death_of_a_solver_is_a_finding() {
    shows("crash", "crash: SIGSEGV\nFatal failure", 1);
    shows("crash '(push'", "crash: SIGSEGV", 1);
    shows("crash '(exit'", "crash: SIGSEGV", 1);
    shows("exit", "exit with code 3\nout of ideas", 1);
}

#[test]
fn silence_ends_with_the_time_limit() {
    shows("silence", "timeout", 1);
    shows("silence '(exit'", "timeout", 1);
}

#[test]
fn garbage_is_a_wrong_result() {
    shows(
        "garbage",
        "check wrong-result: a check is answered by '(what",
        1,
    );
    shows(
        "garbage '(push'",
        "check wrong-result: 'push' is answered by '(what",
        1,
    );
}

#[test]
fn what_is_not_supported_is_told() {
    shows("unsupported", "", 0);
    shows("unsupported '(push'", "", 0);
}

#[test]
fn a_command_that_cannot_be_used_is_an_error_of_configuration() {
    for (solver, message) in [
        (
            "smt2=no-such-program -in".to_owned(),
            "no-such-program -in': No such file",
        ),
        ("smt2=python3 'open".to_owned(), "its quotes do not fit"),
        (fake("exit '(get-info'"), "it has ended"),
        (fake("garbage '(set-option'"), "it answers '(what"),
    ] {
        let (said, status) = Folder::new().replay(&solver);
        assert!(said.contains(message), "{solver}: {said}");
        assert_eq!(status, Some(3), "{solver}: {said}");
    }
}

/// A campaign keeps a trace that says by which command, and replays.
#[test]
fn findings_replay_by_the_command_in_their_header() {
    let folder = Folder::new();
    let solver = fake("crash");
    let output = folder.run(&[
        "--solver", &solver, "-m", "3", "-s", "1", "--out", "out", "-q",
    ]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let findings = std::fs::read_dir(folder.0.path().join("out/findings")).unwrap();
    let mut findings = findings.map(|finding| finding.unwrap().path());
    let crash = findings.find(|finding| finding.to_string_lossy().contains("/crash-"));
    let trace = crash.unwrap().join("full.trace");
    let text = std::fs::read_to_string(&trace).unwrap();
    assert!(text.contains(&format!("# solver: {solver}\n")), "{text}");
    let again = folder.run(&["replay", trace.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&again.stderr);
    assert!(said.contains("crash: SIGSEGV"), "{said}");
}
