//! `smt2` online: the solver is a program behind pipes, which may misbehave.

mod z3;

use crate::common::{Done, Run as _, fake_solver as fake, program, sentence};

const TRACE: &str = include_str!("../../data/online/level.trace");

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn run(&self, args: &[&str]) -> Done {
        program(args).current_dir(self.0.path()).done()
    }

    /// The output of a replay on a solver, and its exit code.
    fn replay(&self, solver: &str) -> (String, Option<i32>) {
        std::fs::write(self.0.path().join("a.trace"), TRACE).unwrap();
        let done = self.run(&["replay", "a.trace", "--solver", solver, "-t", "1"]);
        (done.err, done.code)
    }
}

#[track_caller]
fn shows(manner: &str, verdict: &str, code: i32) {
    let (said, status) = Folder::new().replay(&fake(manner));
    assert!(said.contains(verdict), "{manner}: {said}");
    assert_eq!(status, Some(code), "{manner}: {said}");
}

#[test]
fn correct_answers_are_no_finding() {
    shows("", "", 0);
}

#[test]
fn errors_quote_the_solver() {
    shows("error", "check rejected: line 1: \"it\" cannot be", 1);
    shows("error '(assert'", "check rejected: line 1", 1);
    shows("error '(set-option :incr'", "", 0);
}

/// If the solver dies, the process that drives it ends in the same way. The solver's last output is
/// kept.
#[test]
fn a_crash_of_the_solver_is_a_finding() {
    shows("crash", "Fatal failure\ncrash: SIGSEGV", 1);
    shows("crash '(push'", "crash: SIGSEGV", 1);
    shows("crash '(exit'", "crash: SIGSEGV", 1);
    shows("exit", "out of ideas\nexit with code 3", 1);
}

#[test]
fn a_silent_solver_times_out() {
    shows("silence", "timeout", 1);
    shows("silence '(exit'", "timeout", 1);
}

#[test]
fn malformed_answers_are_wrong_results() {
    let wrong = |id, said| format!("check wrong-result: {}{said}", sentence(id));
    let check = wrong("smt2.answer.check-sat", "\n(what");
    shows("garbage", &check, 1);
    let push = wrong("smt2.answer.success", " (push)\n(what");
    shows("garbage '(push'", &push, 1);
}

#[test]
fn unsupported_commands_are_named() {
    shows("unsupported", "", 0);
    shows("unsupported '(push'", "", 0);
}

#[test]
fn unusable_commands_are_configuration_errors() {
    let absent = "smt2=no-such-program -in".to_owned();
    for (solver, message) in [
        (absent, "no-such-program -in': No such file"),
        ("smt2=python3 'open".to_owned(), "its quotes do not fit"),
        (fake("exit '(get-info'"), "it has ended"),
        (fake("garbage '(set-option'"), "it answers '(what"),
    ] {
        let (said, status) = Folder::new().replay(&solver);
        assert!(said.contains(message), "{solver}: {said}");
        assert_eq!(status, Some(3), "{solver}: {said}");
    }
}

/// The trace of a finding has the solver's command in its header and replays with it.
#[test]
fn findings_replay_by_the_command_in_their_header() {
    let folder = Folder::new();
    let solver = fake("crash");
    let done = folder.run(&[
        "--solver", &solver, "-m", "3", "-s", "1", "--out", "out", "-q",
    ]);
    done.with_code(1);
    let findings = std::fs::read_dir(folder.0.path().join("out/findings")).unwrap();
    let mut findings = findings.map(|finding| finding.unwrap().path());
    let crash = findings.find(|finding| finding.to_string_lossy().contains("/crash-"));
    let trace = crash.unwrap().join("full.trace");
    let text = std::fs::read_to_string(&trace).unwrap();
    assert!(text.contains(&format!("# solver: {solver}\n")), "{text}");
    let again = folder.run(&["replay", trace.to_str().unwrap()]);
    assert!(again.err.contains("crash: SIGSEGV"), "{}", again.err);
}
