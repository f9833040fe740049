//! The report of a trace, and what reports say of each solver: scripts, programs in C, options,
//! releases.

use super::{campaign, has, read, report};
use crate::common::{findings, json, run, words};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The report of a trace is printed.
#[test]
fn a_trace_has_a_report() {
    has(
        &report_of("z3/bvsmulo-4.8.5", "z3@4.8.5"),
        &[
            "# z3 4.8.5: ",
            "| releases | already in 4.8.5",
            "This script shows the bug on the program of z3 4.8.5.",
            "## How to reproduce it",
        ],
    );
}

/// The library of cvc5 reports `1.3.4-modified`, which is not a release. Its parser says why an
/// answer is unknown.
#[test]
fn a_report_of_cvc5_names_its_release_and_the_newest_one() {
    for release in ["cvc5@1.4.2", "cvc5@1.3.4"] {
        words(&format!("solvers install {release}")).with_code(0);
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.trace");
    let name = "traces/cvc5/sat-behind-unknown-1.4.2.trace";
    let trace = read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let lines = trace.lines().filter(|line| !line.starts_with("# "));
    let lines: Vec<&str> = ["# solver: cvc5@1.3.4", "# expect: wrong-sat"]
        .into_iter()
        .chain(lines)
        .collect();
    fs::write(&path, lines.join("\n")).unwrap();
    let issue = run(["report", path.to_str().unwrap()]).with_code(0).out;
    has(
        &issue,
        &[
            "# cvc5 1.3.4: `sat`, but the formulas are unsatisfiable: concat, bvxnor [BV] by a solver that ran out of resources before",
            "| newest installed | ",
            "This script shows the bug on the parser of cvc5 1.3.4.",
            "(set-option :reproducible-resource-limit 8000)\n",
        ],
    );
    // The formulas need no option of cvc5's experimental theories.
    assert!(!issue.contains("-exp"), "{issue}");
    // An abduct that does not imply the conjecture is printed by the script itself.
    let name = "traces/cvc5/abduct-of-selectors-1.4.2.trace";
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let issue = run(["report", trace.to_str().unwrap()]).with_code(0).out;
    has(
        &issue,
        &[
            "This script shows the bug on the parser of cvc5 1.4.2.",
            "(get-abduct found ",
        ],
    );
    assert!(!issue.contains("```c\n"), "{issue}");
}

/// The report of a trace of this project on a release.
fn report_of(name: &str, release: &str) -> String {
    words(&format!("solvers install {release}")).with_code(0);
    let trace = format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"));
    run(["report", &trace]).with_code(0).out
}

/// A script has what the run had: options that the wrapper always sets where the bug needs them,
/// levels for assumptions, and the argument for an engine. Values in its output are wrong by
/// themselves, and a stack overflow ends the program like the library.
#[test]
fn scripts_show_what_the_run_has_shown() {
    let shows = "This script shows the bug on the parser of cvc5 1.4.2.";
    let value = report_of("cvc5/value-of-exists-over-arrays-1.4.2", "cvc5@1.4.2");
    has(
        &value,
        &[
            "(set-option :arrays-exp true)\n",
            shows,
            "| always set | `arrays-exp=true`,",
        ],
    );
    let overflow = report_of("cvc5/seq-update-by-itself-1.4.2", "cvc5@1.4.2");
    let title = "# cvc5 1.4.2: stack overflow in cvc5::internal::theory::TheoryEngineModelBuilder::normalize";
    has(&overflow, &[title, shows, "It ends with SIGSEGV"]);
    let answer = report_of(
        "yices/mcsat-unsat-after-assumptions-2.6.5",
        "yices@2.6.5.post24",
    );
    let shows =
        "This script shows the bug on the program of yices 2.6.5 with --incremental --mcsat.";
    has(&answer, &["(push 1)\n", "(pop 1)\n(check-sat)\n", shows]);
}

/// A program in C has the calls of the bug, and not those that look at terms.
#[test]
fn a_program_of_yices_is_short() {
    let issue = report_of("yices/mcsat-initial-order-2.6.5", "yices@2.6.5.post24");
    let (_, program) = issue.split_once("int main(void) {\n").unwrap();
    let (program, _) = program.split_once("\n}\n").unwrap();
    has(
        program,
        &[
            "yices_check_context_with_model_and_hint(",
            "yices_formula_true_in_model(",
        ],
    );
    for getter in [
        "yices_term_is_",
        "yices_term_constructor",
        "yices_term_children",
        "_vector(",
        "gmp",
    ] {
        assert!(!program.contains(getter), "{getter}: {program}");
    }
    has(
        &issue,
        &["This program in C shows the bug on the library of yices 2.6.5."],
    );
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
    let issue = read(folder.join("report.md"));
    has(
        &issue,
        &[
            "# toy ",
            ": memory leak in mk-term OP_",
            "| minimized | yes |\n",
        ],
    );
    let (_, behind) = issue.split_once("\nLast call: `").unwrap();
    let (call, _) = behind.split_once('`').unwrap();
    let trace = read(folder.join("min.trace"));
    assert!(
        trace.lines().any(|line| line.ends_with(call)),
        "{call}\n{trace}"
    );
    // SMT-LIB cannot express a leak, so the trace comes before the script.
    let [trace, script] =
        ["Trace of API calls", "SMT-LIB, generated from"].map(|text| issue.find(text).unwrap());
    assert!(trace < script, "{issue}");
}

/// Tests of the solver's own suite have the right answers: those that are known, those of the
/// newest release, or those of other solvers.
#[test]
fn bugs_become_tests_of_the_solvers() {
    words("solvers install bitwuzla@0.9.1").with_code(0);
    for release in ["z3", "z3@4.8.5", "yices@2.6.5.post24"] {
        words(&format!("solvers path --program {release}")).with_code(0);
    }
    let folder = TempDir::new().unwrap();
    let tests = folder.path().join("tests");
    for (name, expected, answer) in [
        ("z3/bvsmulo-4.8.5", "bvsmulo-4.8.5.expected.out", "unsat\n"),
        (
            "z3/int-div-div-zero-4.8.5",
            "int-div-div-zero-4.8.5.expected.out",
            "sat\n",
        ),
        (
            "yices/bvadd-of-rotation-2.6.5",
            "bvadd-of-rotation-2.6.5.smt2.gold",
            "sat\n",
        ),
        // A model makes the asserted formulas true.
        (
            "yices/mcsat-distinct-arrays-2.6.5",
            "mcsat-distinct-arrays-2.6.5.smt2.gold",
            "sat\n(((distinct a (store a i i)) true))\n",
        ),
        // Other solvers know the answer. No release of Bitwuzla does.
        (
            "bitwuzla/escaping-exception",
            "escaping-exception.expect",
            "sat\n",
        ),
    ] {
        let trace = format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"));
        run(["report", &trace, "--regression", tests.to_str().unwrap()]).with_code(0);
        assert_eq!(read(tests.join(expected)), answer, "{name}");
        let (_, name) = name.split_once('/').unwrap();
        let script = read(tests.join(format!("{name}.smt2")));
        let is_comment =
            |line: &&str| line.starts_with(';') && !line.contains("needs the argument");
        assert_eq!(script.lines().find(is_comment), None, "{script}");
        assert!(script.contains("(check-sat)\n"), "{script}");
    }
    let arguments = read(tests.join("mcsat-distinct-arrays-2.6.5.smt2.options"));
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
    let trace =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/z3/optimum-unbounded-5.4.0.trace");
    fs::copy(trace, folder.join("full.trace")).unwrap();
    report(out.path()).with_code(0);
    let issue = read(folder.join("report.md"));
    has(
        &issue,
        &[
            "C, generated from <code>full.trace</code>",
            "Z3_optimize_check",
            "This program in C shows the bug on the library of z3 5.4.0.",
            "cc -std=c11 bug.c /path/to/libz3.so",
        ],
    );
    let program = read(folder.join("bug.c"));
    has(&program, &["Z3_optimize_check", "int main(void)"]);
    // Calls that only look at objects are left out.
    assert!(!program.contains("Z3_param_descrs"), "{program}");
}

/// A maintainer can see each bug of an old release without murxla-rs: the script shows it on Z3's
/// program, or the C program does.
#[test]
fn a_script_or_a_c_program_shows_each_bug() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let campaign =
        "--solver z3@4.8.5 --known-defects --no-fuzz-opts --seed 252 -m 18 --jobs 1 --out";
    let args: Vec<&str> = campaign.split(' ').chain([out.to_str().unwrap()]).collect();
    run(args).with_code(1);
    run(["solvers", "path", "--program", "z3@4.8.5"]).with_code(0);
    let library = run(["solvers", "path", "z3@4.8.5"]).with_code(0);
    run(["report", out.to_str().unwrap()]).with_code(0);
    let (mut scripts, mut programs) = (0, 0);
    for finding in findings(&out) {
        let known = json(&finding.join("finding.json"));
        let issue = std::fs::read_to_string(finding.join("report.md")).unwrap();
        let source = finding.join("bug.c");
        if issue.contains("This script shows the bug on the program of z3 4.8.5.") {
            assert!(!source.exists(), "{issue}");
            scripts += 1;
        } else if known["reproduces"] == "yes" {
            let text = std::fs::read_to_string(&source).unwrap();
            let text = text.replace("/path/to/libz3.so", library.out.trim());
            std::fs::write(&source, &text).unwrap();
            let shown = crate::common::c_program::shows(&source, &text);
            shown.unwrap_or_else(|error| panic!("{error}\n{issue}"));
            programs += 1;
        }
    }
    assert!(
        scripts > 0 && programs > 0,
        "{scripts} scripts, {programs} programs"
    );
}
