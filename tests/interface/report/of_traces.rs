//! The report of a trace, and what reports say of each solver: scripts, programs in C, options,
//! releases.

use super::{campaign, report};
use crate::common::{contains_all, findings, json, read, run, words};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The report of a trace is printed.
#[test]
fn a_trace_has_a_report() {
    let issue = report_of("z3/bvsmulo-4.8.5", "z3@4.8.5");
    contains_all(&issue, &["# z3 4.8.5: ", "| releases | already in 4.8.5"]);
    let shows = "This script shows the bug on the program of z3 4.8.5.";
    contains_all(&issue, &[shows, "## How to reproduce it"]);
}

/// The library of cvc5 reports `1.3.4-modified`, which is not a release. Its parser says why an
/// answer is unknown.
#[test]
fn a_report_of_cvc5_names_its_release_and_the_newest_one() {
    words("solvers install cvc5@1.3.4").with_code(0);
    let abduct = report_of("cvc5/abduct-of-selectors-1.4.2", "cvc5@1.4.2");
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.trace");
    let trace = read(trace("cvc5/sat-behind-unknown-1.4.2").as_ref());
    let lines = trace.lines().filter(|line| !line.starts_with("# "));
    let mut all = vec!["# solver: cvc5@1.3.4", "# expect: wrong-sat"];
    all.extend(lines);
    fs::write(&path, all.join("\n")).unwrap();
    let issue = report(&path).with_code(0).out;
    let title = "# cvc5 1.3.4: `sat`, but the formulas are unsatisfiable: concat, bvxnor [BV] by a solver that ran out of resources before";
    let shows = "This script shows the bug on the parser of cvc5 1.3.4.";
    let limit = "(set-option :reproducible-resource-limit 8000)\n";
    contains_all(&issue, &[title, "| newest installed | ", shows, limit]);
    // The formulas need no option of cvc5's experimental theories.
    assert!(!issue.contains("-exp"), "{issue}");
    // An abduct that does not imply the conjecture is printed by the script itself.
    let shows = "This script shows the bug on the parser of cvc5 1.4.2.";
    contains_all(&abduct, &[shows, "(get-abduct found "]);
    assert!(!abduct.contains("```c\n"), "{abduct}");
}

/// The path of a trace of this project.
fn trace(name: &str) -> String {
    format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"))
}

/// The report of a trace of this project on a release.
fn report_of(name: &str, release: &str) -> String {
    words(&format!("solvers install {release}")).with_code(0);
    run(["report", &trace(name)]).with_code(0).out
}

/// A script has what the run had: options that the wrapper always sets where the bug needs them,
/// levels for assumptions, and the argument for an engine. Values in its output are wrong by
/// themselves, and a stack overflow ends the program like the library.
#[test]
fn scripts_show_what_the_run_has_shown() {
    let shows = "This script shows the bug on the parser of cvc5 1.4.2.";
    let value = report_of("cvc5/value-of-exists-over-arrays-1.4.2", "cvc5@1.4.2");
    contains_all(&value, &["(set-option :arrays-exp true)\n", shows]);
    contains_all(&value, &["| always set | `arrays-exp=true`,"]);
    let overflow = report_of("cvc5/seq-update-by-itself-1.4.2", "cvc5@1.4.2");
    let title = "# cvc5 1.4.2: stack overflow in cvc5::internal::theory::TheoryEngineModelBuilder::normalize";
    contains_all(&overflow, &[title, shows, "It ends with SIGSEGV"]);
    let name = "yices/mcsat-unsat-after-assumptions-2.6.5";
    let answer = report_of(name, "yices@2.6.5.post24");
    let shows =
        "This script shows the bug on the program of yices 2.6.5 with --incremental --mcsat.";
    contains_all(&answer, &["(push 1)\n", "(pop 1)\n(check-sat)\n", shows]);
}

/// A program in C has the calls of the bug, and not those that look at terms.
#[test]
fn a_program_of_yices_is_short() {
    let issue = report_of("yices/mcsat-initial-order-2.6.5", "yices@2.6.5.post24");
    let (_, program) = issue.split_once("int main(void) {\n").unwrap();
    let (program, _) = program.split_once("\n}\n").unwrap();
    contains_all(program, &["yices_check_context_with_model_and_hint("]);
    contains_all(program, &["yices_formula_true_in_model("]);
    for getter in [
        "yices_term_is_",
        "yices_term_constructor",
        "yices_term_children",
        "_vector(",
        "gmp",
    ] {
        assert!(!program.contains(getter), "{getter}: {program}");
    }
    let shows = "This program in C shows the bug on the library of yices 2.6.5.";
    contains_all(&issue, &[shows]);
}

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

/// Tests of the solver's own suite have the right answers: those that are known, those of the
/// newest release, or those of other solvers.
#[test]
fn bugs_become_tests_of_the_solvers() {
    for release in ["z3", "z3@4.8.5", "yices@2.6.5.post24"] {
        words(&format!("solvers path --program {release}")).with_code(0);
    }
    let folder = TempDir::new().unwrap();
    let tests = folder.path().join("tests");
    let values = "sat\n(((distinct a (store a i i)) true))\n";
    for (solver, name, ending, answer) in [
        ("z3", "bvsmulo-4.8.5", "expected.out", "unsat\n"),
        ("z3", "int-div-div-zero-4.8.5", "expected.out", "sat\n"),
        ("yices", "bvadd-of-rotation-2.6.5", "smt2.gold", "sat\n"),
        // A model makes the asserted formulas true.
        ("yices", "mcsat-distinct-arrays-2.6.5", "smt2.gold", values),
        // Other solvers know the answer. No release of Bitwuzla does.
        ("bitwuzla", "escaping-exception", "expect", "sat\n"),
    ] {
        let old = read(trace(&format!("{solver}/{name}")).as_ref());
        // The newest release crashes, too, but by another signal.
        let newest = old.replace("bitwuzla@0.9.1", "bitwuzla");
        let trace = folder.path().join(format!("{name}.trace"));
        fs::write(&trace, newest.replace("crash-SIGABRT", "crash-SIGSEGV")).unwrap();
        let [trace, tests_of] = [&trace, &tests].map(|path| path.to_str().unwrap());
        run(["report", trace, "--regression", tests_of]).with_code(0);
        let given = read(&tests.join(format!("{name}.{ending}")));
        assert_eq!(given, answer, "{name}");
        let script = read(&tests.join(format!("{name}.smt2")));
        let is_comment =
            |line: &&str| line.starts_with(';') && !line.contains("needs the argument");
        assert_eq!(script.lines().find(is_comment), None, "{script}");
        assert!(script.contains("(check-sat)\n"), "{script}");
    }
    let arguments = read(&tests.join("mcsat-distinct-arrays-2.6.5.smt2.options"));
    assert_eq!(arguments, "--incremental --mcsat\n");
}

/// If SMT-LIB cannot express a call, the issue has a C program. The solver must be installed for
/// that.
#[test]
fn calls_outside_of_smt_lib_are_reported_in_c() {
    words("solvers install z3@5.4.0").with_code(0);
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 100 -o bug=segfault").with_code(1);
    let folder = findings(out.path()).remove(0);
    let trace = trace("z3/optimum-unbounded-5.4.0");
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
