//! Reports of findings that no script, or not every script, can show. `tests/cases/report/` has the
//! reports of traces of each solver.

use super::{campaign, report};
use crate::common::{contains_all, findings, json, read, run, words};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A replay does not show a leak by itself. What is said about it fits the short trace all the
/// same.
#[test]
fn the_report_of_a_leak_is_about_the_trace_that_is_shown() {
    let out = TempDir::new().unwrap();
    let line = "-m 60 --jobs 1 --strategy walk -o bug=leak-term --minimize";
    campaign(out.path(), line).with_code(1);
    report(out.path()).with_code(0);
    let is_leak = |folder: &PathBuf| folder.to_string_lossy().contains("leak-");
    let folder = findings(out.path()).into_iter().find(is_leak).unwrap();
    let issue = read(&folder.join("report.md"));
    contains_all(&issue, &["# toy ", ": memory leak in mk-term OP_"]);
    contains_all(&issue, &["| minimized | yes |\n"]);
    let (_, behind) = issue.split_once("\nLast call: `").unwrap();
    let (call, _) = behind.split_once('`').unwrap();
    let trace = read(&folder.join("min.trace"));
    let is_there = trace.lines().any(|line| line.ends_with(call));
    assert!(is_there, "{call}\n{trace}");
    // SMT-LIB cannot express a leak, so the trace comes before the script.
    let [trace, script] =
        ["Trace of API calls", "SMT-LIB, generated from"].map(|text| issue.find(text).unwrap());
    assert!(trace < script, "{issue}");
}

/// If SMT-LIB cannot express a call, the issue has a C program. The solver must be installed for
/// that.
#[test]
fn calls_outside_of_smt_lib_are_reported_in_c() {
    words("solvers install z3@5.4.0").with_code(0);
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 100 -o bug=segfault").with_code(1);
    let folder = findings(out.path()).remove(0);
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    let trace = traces.join("z3/optimum-unbounded-5.4.0.trace");
    fs::copy(trace, folder.join("full.trace")).unwrap();
    report(out.path()).with_code(0);
    let issue = read(&folder.join("report.md"));
    contains_all(&issue, &["C, generated from <code>full.trace</code>"]);
    let shows = "This program in C shows the bug on the library of z3 5.4.0.";
    contains_all(&issue, &[shows, "cc -std=c11 bug.c /path/to/libz3.so"]);
    contains_all(&issue, &["Z3_optimize_check"]);
    let program = read(&folder.join("bug.c"));
    contains_all(&program, &["Z3_optimize_check", "int main(void)"]);
    // Calls that only look at objects are left out.
    assert!(!program.contains("Z3_param_descrs"), "{program}");
}

/// A maintainer can see each bug of an old release without murxla-rs: the script shows it on Z3's
/// program, or the C program does.
#[test]
fn a_script_or_a_c_program_shows_each_bug() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let line = "--solver z3@4.8.5 --known-defects --no-fuzz-opts --seed 252 -m 18 --jobs 1 --out";
    run(line.split(' ').chain([out.to_str().unwrap()])).with_code(1);
    words("solvers path --program z3@4.8.5").with_code(0);
    let library = words("solvers path z3@4.8.5").with_code(0);
    report(&out).with_code(0);
    let (mut scripts, mut programs) = (0, 0);
    for finding in findings(&out) {
        let known = json(&finding.join("finding.json"));
        let issue = read(&finding.join("report.md"));
        let source = finding.join("bug.c");
        if issue.contains("This script shows the bug on the program of z3 4.8.5.") {
            assert!(!source.exists(), "{issue}");
            scripts += 1;
        } else if known["reproduces"] == "yes" {
            let text = fs::read_to_string(&source).unwrap();
            let text = text.replace("/path/to/libz3.so", library.out.trim());
            fs::write(&source, &text).unwrap();
            let shown = crate::common::c_program::shows(&source, &text);
            shown.unwrap_or_else(|error| panic!("{error}\n{issue}"));
            programs += 1;
        }
    }
    let shown = format!("{scripts} scripts, {programs} programs");
    assert!(scripts > 0 && programs > 0, "{shown}");
}
