//! Adapters of other solvers. The template is compiled as the guide says, and changed so that it
//! misbehaves.

use crate::common::{Done, Run as _, contains_all, findings, json, program, sentence};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) const TEMPLATE: &str = include_str!("../../examples/plugin/boolean.c");
const ANYTHING: &str = include_str!("../data/plugin/anything.c");

/// A compiled adapter, in a folder of its own.
pub(crate) struct Adapter(tempfile::TempDir);

impl Adapter {
    /// Compiles a source.
    fn of(source: &str) -> Self {
        Self::with_flags(source, "-std=c99 -Wall -Wextra -Werror")
    }

    /// Compiles a source with these flags.
    pub(crate) fn with_flags(source: &str, flags: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("mine.c"), source).unwrap();
        let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("wrappers/plugin");
        let flags = format!("{flags} -O1 -shared -fPIC mine.c -o libmine.so -I");
        let mut compiler = Command::new("cc");
        compiler.args(flags.split(' ')).arg(header);
        compiler.current_dir(folder.path()).done().with_code(0);
        Self(folder)
    }

    /// Compiles the template with a text replaced.
    fn changed(from: &str, to: &str) -> Self {
        assert!(TEMPLATE.contains(from), "the template has no {from}");
        Self::of(&TEMPLATE.replace(from, to))
    }

    /// Runs the program in the folder, with words separated by blanks.
    pub(crate) fn run(&self, line: &str) -> Done {
        let mut command = program(line.split_whitespace());
        command.current_dir(self.0.path()).done()
    }

    /// Runs a campaign.
    pub(crate) fn campaign(&self, runs: u32, more: &str) -> Done {
        let line = "--solver plugin=./libmine.so --seed 1 -t 30 --out out";
        self.run(&format!("{line} -m {runs} {more}"))
    }

    pub(crate) fn out(&self) -> PathBuf {
        self.0.path().join("out")
    }
}

/// Asserts that a text is in the output.
#[track_caller]
pub(crate) fn says(done: &Done, text: &str) {
    contains_all(&done.out, &[text]);
}

#[test]
fn the_template_has_no_findings() {
    let done = Adapter::of(TEMPLATE).campaign(400, "").with_code(0);
    says(&done, "version boolean 1.0");
    for answer in ["sat", "unsat", "unknown"] {
        let none = format!(" {answer} 0 ");
        assert!(!done.out.contains(&none), "{}", done.out);
    }
}

/// The bug is found, replayed, minimized and translated.
#[test]
fn the_bug_of_the_template_is_found() {
    let adapter = Adapter::of(TEMPLATE);
    adapter.campaign(60, "-o bug=true").with_code(1);
    let found = findings(&adapter.out());
    assert_eq!(found.len(), 1, "{found:?}");
    let finding = json(&found[0].join("finding.json"));
    assert_eq!(finding["kind"], "wrong-unsat");
    assert_eq!(finding["reproduces"], "yes");
    let full = found[0].join("full.trace").display().to_string();
    adapter.run(&format!("replay {full}")).with_code(1);
    let done = adapter.run(&format!("minimize {full} --output min.trace"));
    done.with_code(1);
    adapter.run("replay min.trace").with_code(1);
    let minimized = std::fs::read_to_string(adapter.0.path().join("min.trace")).unwrap();
    let calls = minimized.lines().filter(|line| line.starts_with("    0 "));
    assert!(calls.count() <= 6, "{minimized}");
    let script = adapter.run("translate min.trace --to smt2").with_code(0);
    says(&script, "(declare-const");
    says(&script, "(assert");
}

/// A bug of the library is not reported if the one of `--baseline` shows it, too.
#[test]
fn a_bug_of_the_base_build_is_not_reported() {
    let buggy = || Adapter::changed("solver->has_bug && assignments", "assignments");
    let (adapter, same, right) = (buggy(), buggy(), Adapter::of(TEMPLATE));
    let line = "--solver plugin=./libmine.so --seed 1 -m 60 -t 30 --fail-on new --baseline";
    let against = |base: &Adapter, out: &str| {
        let library = base.0.path().join("libmine.so");
        adapter.run(&format!("{line} {} --out {out}", library.display()))
    };
    against(&right, "fixed").with_code(1);
    let done = against(&same, "kept").with_code(0);
    says(&done, "the library of --baseline shows it, too");
    let kept = findings(&adapter.0.path().join("kept"));
    assert!(kept.is_empty(), "{kept:?}");
    let missing = adapter.run(&format!("{line} nowhere.so --out missing"));
    missing.fails(3, &["nowhere.so", "does not exist"]);
}

/// What the adapter leaves out, runs do not use.
#[test]
fn functions_may_be_left_out() {
    for function in ["push", "pop", "get_value", "reset_assertions", "set_option"] {
        let name = format!("murxla_plugin_{function}(");
        let other = format!("none_{function}(");
        let adapter = Adapter::changed(&name, &other);
        adapter.campaign(100, "").with_code(0);
    }
}

/// Each call has arguments that were made before, and as many indices and parts as the header says.
/// What is too wide is left out.
#[test]
fn promises_of_the_header_are_kept() {
    let adapter = Adapter::of(ANYTHING);
    adapter.campaign(300, "").with_code(0);
    let trace = adapter.run("--solver plugin=./libmine.so --seed 3 --theories bv,uf,array");
    says(&trace.with_code(0), "mk-term");
}

#[test]
fn what_is_no_adapter_is_refused() {
    let refused = |adapter: &Adapter, words: &[&str]| {
        let done = adapter.campaign(1, "");
        done.fails(3, &[words, &["libmine.so", "other-solvers.md"]].concat());
    };
    let version = Adapter::changed("return MURXLA_PLUGIN_ABI;", "return 7;");
    refused(&version, &["version 7", "1 is needed", "murxla_plugin.h"]);
    let lacking = Adapter::changed("murxla_plugin_assert(", "another_assert(");
    refused(&lacking, &["it has no murxla_plugin_assert"]);
    let empty = Adapter::of("int nothing;");
    refused(&empty, &["it has no murxla_plugin_abi"]);
    let words = ["plugin=PATH", "other-solvers.md"];
    empty.run("--solver plugin -m 1").fails(3, &words);
    empty.run("--solver plugin@1.0 -m 1").fails(3, &words[..1]);
    let missing = empty.run("--solver plugin=none.so -m 1");
    missing.fails(3, &["none.so"]);
}

/// The adapter returns what the header does not allow. Each is a finding, and never a panic.
#[track_caller]
fn shows(adapter: &Adapter, wanted: &str) {
    let done = adapter.campaign(100, "").with_code(1);
    says(&done, wanted);
    assert!(!done.err.contains("panicked"), "{}", done.err);
}

#[test]
fn garbage_is_a_finding() {
    let value = "value_of(solver, id) ? \"true\" : \"false\"";
    let wrong = sentence("plugin.result.value");
    for garbage in [
        "\"\"",
        "\"(\"",
        "\"true false\"",
        "\"((as const\"",
        "\"(let ((x x)) x)\"",
        "\"\\xff\\xfe|\"",
        "\"(_ bv99999999999999999999 1)\"",
    ] {
        let unused = format!("((void)solver, (void)id, {garbage})");
        shows(&Adapter::changed(value, &unused), wrong);
    }
    let code = sentence("plugin.result.code");
    shows(&Adapter::changed("return MURXLA_SAT;", "return 11;"), code);
    let negative = Adapter::changed("return MURXLA_UNSAT;", "return -77;");
    shows(&negative, code);
}

#[test]
fn rejected_calls_quote_the_solver() {
    let from = "  push(&solver->asserted, formula);\n";
    let to = "  (void)formula;\n  solver->error = \"no room\";\n  return MURXLA_REJECTED;\n";
    let adapter = Adapter::changed(from, to);
    shows(&adapter, "no room");
}

/// A search without end is interrupted, long before the time limit of the run would be a finding.
#[test]
fn searches_are_interrupted() {
    let source = TEMPLATE.replace(
        "int murxla_plugin_check_sat(",
        "static volatile int stopped;\n\
         void murxla_plugin_interrupt(murxla_solver *solver) { (void)solver, stopped = 1; }\n\
         int murxla_plugin_check_sat(",
    );
    let endless = "stopped = 0;\n  while (!stopped) {}\n  return MURXLA_UNKNOWN;";
    let limited = "if (solver->constants > MAX_CONSTANTS) return MURXLA_UNKNOWN;";
    let source = source.replace(limited, endless);
    assert!(source.contains(endless));
    let done = Adapter::of(&source).campaign(4, "--strategy walk");
    says(&done.with_code(0), "timeouts 4 | findings: 0 new");
}
