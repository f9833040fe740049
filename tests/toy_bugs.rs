//! The errors of the toy: a campaign finds each of them within 2,000 runs, as what it is, once,
//! and what it keeps shows it again.

mod common;

use common::{Done, findings, json, run};
use std::path::Path;
use tempfile::TempDir;

/// An error and how it is to be found. `runs` is enough in every mode, and few: 2,000 would do.
struct Case {
    bug: &'static str,
    kind: &'static str,
    runs: u32,
    /// Further arguments of the campaign.
    args: &'static str,
}

const CASES: [Case; 11] = [
    case("segfault", "crash-SIGSEGV", 100, ""),
    case("abort", "crash-SIGABRT", 100, ""),
    case("hang", "timeout", 60, "-t 0.2"),
    case("memory", "memory", 60, "--memory 64"),
    case("exit", "exit-3", 100, ""),
    case("wrong-sat", "disagreement", 200, "--cross-check toy"),
    case("wrong-unsat", "disagreement", 200, "--cross-check toy"),
    case("wrong-model", "wrong-model", 150, "--check"),
    case("wrong-core", "wrong-core", 200, "--check"),
    case("wrong-sort", "wrong-sort", 300, ""),
    case("leak", "leak", 60, ""),
];

const fn case(bug: &'static str, kind: &'static str, runs: u32, args: &'static str) -> Case {
    Case {
        bug,
        kind,
        runs,
        args,
    }
}

/// The modes in which children are used.
const MODES: [&str; 4] = [
    "--batch 1 --jobs 1",
    "--batch 1 --jobs 4",
    "--batch 500 --jobs 1",
    "--batch 500 --jobs 4",
];

/// A campaign on the toy with an error. The limit of time is one that only `hang` meets.
fn campaign(bug: &str, runs: u32, out: &Path, more: &str) -> Done {
    let limit = if more.contains("-t ") { "" } else { "-t 30" };
    let line = format!("--solver toy --seed 1 -m {runs} -o bug={bug} {limit} {more} --out");
    run(line.split_whitespace().chain([out.to_str().unwrap()]))
}

fn replay(trace: &Path, more: &str) -> Done {
    run(["replay", trace.to_str().unwrap()]
        .into_iter()
        .chain(more.split_whitespace()))
}

/// The campaign finds the bug once, and its trace shows it again.
fn is_found(bug: &str) {
    let case = CASES.iter().find(|case| case.bug == bug).unwrap();
    for mode in MODES {
        let out = TempDir::new().unwrap();
        let done = campaign(bug, case.runs, out.path(), &format!("{} {mode}", case.args));
        let done = done.with_code(1);
        let found = findings(out.path());
        assert_eq!(found.len(), 1, "{bug}, {mode}:\n{}", done.out);
        let finding = json(&found[0].join("finding.json"));
        assert_eq!(finding["kind"], case.kind, "{bug}, {mode}: {finding}");
        assert_eq!(finding["reproduces"], "yes", "{bug}, {mode}: {finding}");
        let counters = &json(&out.path().join("campaign.json"))["counters"];
        assert_eq!(counters["runs"], case.runs, "{bug}, {mode}");
        assert_eq!(counters["found"], 1, "{bug}, {mode}");
        shows_again(case, &found[0]);
    }
}

/// What a finding has kept shows the bug when it is replayed.
fn shows_again(case: &Case, folder: &Path) {
    let trace = folder.join("full.trace");
    match case.kind {
        // The run itself is fine: a judge has to tell. What it went by is kept.
        "wrong-model" | "wrong-core" => {
            replay(&trace, "").with_code(0);
            let again = replay(&folder.join("evidence.trace"), "").with_code(1);
            assert!(again.err.contains("check 1 was "), "{}", again.err);
        }
        // Two runs that answer alike by themselves, or a run whose memory nobody looks at.
        "disagreement" | "leak" => drop(replay(&trace, "").with_code(0)),
        "timeout" => drop(replay(&trace, "-t 1").with_code(1)),
        "memory" => drop(replay(&trace, "--memory 64").with_code(1)),
        _ => drop(replay(&trace, "").with_code(1)),
    }
}

#[test]
fn segfault() {
    is_found("segfault");
}

#[test]
fn abort() {
    is_found("abort");
}

#[test]
fn hang() {
    is_found("hang");
}

#[test]
fn memory() {
    is_found("memory");
}

#[test]
fn exit() {
    is_found("exit");
}

#[test]
fn wrong_sat() {
    is_found("wrong-sat");
}

#[test]
fn wrong_unsat() {
    is_found("wrong-unsat");
}

#[test]
fn wrong_model() {
    is_found("wrong-model");
}

#[test]
fn wrong_core() {
    is_found("wrong-core");
}

#[test]
fn wrong_sort() {
    is_found("wrong-sort");
}

#[test]
fn leak() {
    is_found("leak");
}

/// Half of all tries show it: the finding says so, whatever the mode.
#[test]
fn flaky() {
    for mode in MODES {
        // Six tries in a row may end alike: rarely once, never in ten campaigns.
        let is_marked = (0..10).any(|_| {
            let out = TempDir::new().unwrap();
            campaign("flaky", 200, out.path(), mode).with_code(1);
            let found = findings(out.path());
            assert_eq!(found.len(), 1, "{mode}");
            let finding = json(&found[0].join("finding.json"));
            assert_eq!(finding["kind"], "crash-SIGABRT", "{mode}");
            finding["reproduces"]["flaky"]["seen"].is_u64()
        });
        assert!(is_marked, "{mode}");
    }
}

/// It takes twenty instances in one process: a fork per run never shows it, a batch does, and the
/// trace that is kept has the runs that it needs.
#[test]
fn warm() {
    for mode in MODES {
        let out = TempDir::new().unwrap();
        let done = campaign("warm", 100, out.path(), mode);
        if mode.contains("--batch 1 ") {
            done.with_code(0);
            assert!(findings(out.path()).is_empty(), "{mode}");
            continue;
        }
        done.with_code(1);
        let found = findings(out.path());
        assert_eq!(found.len(), 1, "{mode}");
        let finding = json(&found[0].join("finding.json"));
        assert_eq!(finding["kind"], "crash-SIGSEGV", "{mode}");
        assert_eq!(finding["reproduces"]["warm"]["runs"], 19, "{mode}");
        replay(&found[0].join("full.trace"), "").with_code(1);
    }
}

/// Without an error nothing is found, by no oracle.
#[test]
fn none() {
    for bug in ["none", ""] {
        let options = if bug.is_empty() { "" } else { "-o bug=none" };
        for mode in MODES {
            let out = TempDir::new().unwrap();
            let line = format!(
                "--solver toy --seed 1 -m 50 -t 30 --check --cross-check toy {options} {mode} --out"
            );
            let done = run(line
                .split_whitespace()
                .chain([out.path().to_str().unwrap()]));
            done.with_code(0);
            assert!(findings(out.path()).is_empty(), "{mode}");
        }
    }
}
