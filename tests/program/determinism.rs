//! A seed determines its run: the run has the same calls, ids and answers each time. So has the
//! replay of its trace.

use crate::common::{Run as _, by_steps, findings, json, program, run, run_with_input};
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A time limit in seconds that is reached only by runs that hang. These hang in the same call each
/// time.
const LIMIT: &str = "20";

/// The trace of a seed, with more options. The way the run ended does not matter.
fn trace_with(solver: &str, seed: u32, more: &str) -> String {
    let seed = seed.to_string();
    let line = ["--solver", solver, "--seed", &seed, "-t", LIMIT];
    let line = line.into_iter().chain(by_steps(solver).iter().copied());
    let done = run(line.chain(more.split_whitespace()));
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.err);
    done.out
}

fn trace(solver: &str, seed: u32) -> String {
    trace_with(solver, seed, "")
}

/// The trace without its header, and without the calls that a strategy has skipped or left out: a
/// replay prints neither.
fn calls(trace: &str) -> String {
    let mut calls: Vec<String> = Vec::new();
    for line in trace.lines().filter(|line| !line.starts_with("# ")) {
        match line.strip_prefix("#= ") {
            Some("not made") => drop(calls.pop()),
            Some(note) if note.starts_with("skipped ") => {}
            Some(note)
                if note.starts_with("left out ") && !note.starts_with("left out the rest") => {}
            Some(_) => calls.extend([format!("{line}\n")]),
            // The results of a call are on a line of their own.
            None if line.trim_start().starts_with("return ") => {
                let call = calls.last_mut().expect("a call with these results");
                call.push_str(&format!("{line}\n"));
            }
            None => calls.extend([format!("{line}\n")]),
        }
    }
    calls.concat()
}

/// What a replay printed, without the remark that the time limit ended it: a run that hangs, hangs
/// in its replay, too.
fn without_remarks(replay: &str) -> String {
    let lines = replay.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("# ")).collect()
}

fn seeds_repeat(solver: &str, seeds: u32) {
    for seed in 1..=seeds {
        assert_eq!(trace(solver, seed), trace(solver, seed), "{solver}, {seed}");
    }
}

fn traces_replay(solver: &str, seeds: u32) {
    traces_replay_with(solver, seeds, "");
}

fn traces_replay_with(solver: &str, seeds: u32, more: &str) {
    let line = format!("replay --verbose -t {LIMIT} -");
    for seed in 1..=seeds {
        let first = trace_with(solver, seed, more);
        let again = run_with_input(&line, first.as_bytes());
        let replayed = without_remarks(&again.out);
        assert_eq!(calls(&first), replayed, "{solver}, {seed}: {}", again.err);
    }
}

#[test]
fn seeds_of_the_toy_repeat() {
    seeds_repeat("toy", 20);
}

#[test]
fn seeds_of_z3_repeat() {
    seeds_repeat("z3", 5);
}

#[test]
fn seeds_of_cvc5_repeat() {
    seeds_repeat("cvc5", 5);
}

#[test]
fn traces_of_the_toy_replay() {
    traces_replay("toy", 300);
}

#[test]
fn traces_of_z3_replay() {
    traces_replay("z3", 20);
}

#[test]
fn traces_of_cvc5_replay() {
    traces_replay("cvc5", 20);
}

/// The replay of a run that a strategy has made makes all of its calls.
fn runs_of_strategies_replay(solver: &str, seeds: u32) {
    for strategy in ["opfuzz", "typefuzz", "storm", "fusion", "history"] {
        // Entries with known bugs are used, too, because to find out which they are takes longer
        // than these runs.
        let more = format!("--known-defects --strategy {strategy}");
        traces_replay_with(solver, seeds, &more);
    }
}

#[test]
fn runs_of_strategies_replay_on_the_toy() {
    runs_of_strategies_replay("toy", 40);
}

#[test]
fn runs_of_strategies_replay_on_z3() {
    runs_of_strategies_replay("z3", 6);
}

#[test]
fn runs_of_strategies_replay_on_cvc5() {
    runs_of_strategies_replay("cvc5", 6);
}

#[test]
fn runs_of_strategies_replay_on_other_solvers() {
    for solver in ["bitwuzla", "yices", "boolector"] {
        runs_of_strategies_replay(solver, 4);
    }
}

/// The counters and findings of a campaign. Times, addresses and the path of the results directory
/// are removed.
fn results(out: &Path) -> Vec<Json> {
    let mut campaign = json(&out.join("campaign.json"));
    // The parts have dates.
    for name in ["id", "parts"] {
        campaign.as_object_mut().unwrap().remove(name);
    }
    for clock in ["cpu", "time"] {
        campaign["counters"].as_object_mut().unwrap().remove(clock);
    }
    let finding = |folder: std::path::PathBuf| {
        let finding = json(&folder.join("finding.json"));
        let keys = ["id", "kind", "key", "seed", "last_call", "reproduces"];
        keys.map(|key| finding[key].clone()).into_iter().collect()
    };
    let found = findings(out).into_iter().map(finding);
    std::iter::once(campaign).chain(found).collect()
}

fn campaign(bug: &str, more: &str) -> Vec<Json> {
    let out = TempDir::new().unwrap();
    let line = format!("--solver toy --seed 7 -m 200 -t {LIMIT} -o bug={bug} {more} --out");
    let mut command: Command = program(line.split_whitespace());
    command.arg(out.path()).done().with_code(1);
    results(out.path())
}

/// A repeated campaign finds the same bugs at the same seeds and has the same counters. With
/// several jobs, the order of two runs that show the same bug is not deterministic.
#[test]
fn campaigns_repeat() {
    for (bug, more) in [
        ("segfault", "--batch 50"),
        ("abort", "--batch 1"),
        ("warm", "--batch 50"),
        ("wrong-unsat", "--cross-check toy"),
    ] {
        let more = format!("--jobs 1 {more}");
        assert_eq!(campaign(bug, &more), campaign(bug, &more), "{bug}");
    }
}

/// Findings and counters do not depend on the number of jobs.
#[test]
fn results_do_not_depend_on_the_number_of_jobs() {
    let one = campaign("exit", "--jobs 1 --batch 50");
    for more in ["--jobs 4 --batch 50", "--jobs 3 --batch 7"] {
        let many = campaign("exit", more);
        assert_eq!(one[0]["counters"], many[0]["counters"], "{more}");
        let ids = |results: &[Json]| -> Vec<Json> {
            results[1..]
                .iter()
                .map(|finding| finding[0].clone())
                .collect()
        };
        assert_eq!(ids(&one), ids(&many), "{more}");
    }
}
