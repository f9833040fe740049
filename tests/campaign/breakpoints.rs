//! Breakpoints for coverage change nothing but the time: crashes, interrupts, exceptions, threads,
//! callbacks and limits have the same effect with and without them.

use crate::common::{Done, findings, run};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Regression traces, and what each of them needs besides calls.
const TRACES: [(&str, &str); 11] = [
    ("a backtrace", "boolector/equal-constant-arrays"),
    ("a backtrace", "z3/segfault-nested-div-5.4.0"),
    ("a library in C", "yices/mcsat-bvshl-2.6.5"),
    (
        "a C++ exception that leaves the library",
        "cvc5/seq-extract-overflow-1.2.0",
    ),
    ("a stack overflow", "cvc5/interpolant-overflow-1.4.2"),
    (
        "an interrupted search",
        "cvc5/check-behind-interrupted-1.4.2",
    ),
    ("an assertion of the library", "cvc5/ho-print-model-1.4.2"),
    ("the time limit", "cvc5/power-of-two-1.4.2"),
    ("the memory limit", "cvc5/memory-behind-interrupted-1.4.2"),
    ("callbacks", "z3/propagate-decide-5.4.0"),
    ("an old library", "z3/rec-def-quantifier-4.8.8"),
];

fn trace(name: &str) -> PathBuf {
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    traces.join(format!("{name}.trace"))
}

/// The lines of stderr that say neither what was reached nor what was installed. Where a stack
/// overflows depends on its start, and where a corrupted heap shows depends on what is in memory.
/// Both differ between processes, so the frames behind such a line do not count.
fn messages(done: &Done) -> Vec<&str> {
    let others = [
        "the trace reaches ",
        "waiting for ",
        "building ",
        "continuing to build ",
        "installing ",
        "installed ",
    ];
    let mut frames_vary = false;
    let counts = |line: &&str| {
        let is_frame = line.starts_with("  at ");
        let is_lost = frames_vary && is_frame;
        frames_vary |= line.contains("stack overflow") || line.contains("corrupted");
        !is_lost && !others.iter().any(|other| line.starts_with(other))
    };
    done.err.lines().filter(counts).collect()
}

#[test]
fn traces_show_the_same_bugs() {
    for (needs, name) in TRACES {
        let file = trace(name);
        let replay = |more: &[&str]| {
            let args = ["replay", file.to_str().unwrap()];
            run(args.iter().chain(more))
        };
        let plain = replay(&[]);
        assert_eq!(plain.code, Some(1), "{name}: {}", plain.err);
        for more in ["--coverage", "--coverage=function"] {
            let covered = replay(&[more]);
            assert_eq!(covered.code, Some(1), "{needs}, {name}: {}", covered.err);
            assert_eq!(covered.out, plain.out, "{needs}, {name}");
            assert_eq!(messages(&covered), messages(&plain), "{needs}, {name}");
            assert_ne!(covered.err, plain.err, "{name}: nothing was measured");
        }
    }
}

/// Runs a campaign with and without coverage. It has the same findings.
fn same_findings(line: &str) {
    let folder = TempDir::new().unwrap();
    let campaign = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let args = line.split_whitespace();
        let args = args.chain(["--out", out.to_str().unwrap()]);
        run(args.chain(more.iter().copied())).without_error();
        let found = findings(&out).into_iter();
        let names = found.map(|folder| folder.file_name().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    let plain = campaign("plain", &[]);
    assert_eq!(campaign("covered", &["--coverage"]), plain, "{line}");
}

#[test]
fn threads_of_a_solver_reach_blocks() {
    same_findings("--solver z3 --seed 1 -m 20 -o threads=3 -o parallel.enable=true");
}

#[test]
fn one_run_per_process() {
    same_findings("--solver boolector --seed 1 -m 40 --batch 1 --jobs 2");
}

#[test]
fn runs_that_reach_limits() {
    same_findings("--solver z3 --seed 1 -m 20 -t 0.2 --memory 64 --batch 5");
}
