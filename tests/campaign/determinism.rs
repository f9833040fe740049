//! A seed determines its run: the run has the same calls, ids and answers each time. So has the
//! replay of its trace.

use crate::common::{
    Done, Run as _, by_steps, campaign_json, finding_json, findings, program, run, run_with_input,
};
use serde_json::Value as Json;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A time limit in seconds that few runs reach. Where it ends a run depends on the machine and its
/// load, so these runs are not compared.
const LIMIT: &str = "2";

/// The comment in the output of a run or a replay that its time limit has ended.
const ENDED_BY_TIME: &str = "\n# The time limit ended the run here. ";

/// What a run or a replay has printed, unless its time limit has ended it. The other ways to end do
/// not matter.
fn output(done: Done) -> Option<String> {
    let done = done.without_error();
    (!done.out.contains(ENDED_BY_TIME)).then_some(done.out)
}

/// The trace of a seed, with more options. `None` if the time limit has ended its run.
fn trace_with(solver: &str, seed: u32, more: &str) -> Option<String> {
    let seed = seed.to_string();
    let line = ["--solver", solver, "--seed", &seed, "-t", LIMIT];
    let line = line.into_iter().chain(by_steps(solver).iter().copied());
    output(run(line.chain(more.split_whitespace())))
}

/// At least half of the runs must have been compared.
#[track_caller]
fn most_are_compared(what: &str, compared: usize, runs: u32) {
    println!("{what}: {compared} of {runs} runs are compared");
    let are_most = compared * 2 >= runs as usize;
    assert!(are_most, "{what}: {compared} of {runs}");
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

fn seeds_repeat(solver: &str, seeds: u32) {
    let is_compared = |seed: &u32| {
        let [first, again] = [(); 2].map(|()| trace_with(solver, *seed, ""));
        let both = first.zip(again);
        both.inspect(|(first, again)| assert_eq!(first, again, "{solver}, {seed}"))
            .is_some()
    };
    let compared = (1..=seeds).filter(is_compared).count();
    most_are_compared(solver, compared, seeds);
}

fn traces_replay(solver: &str, seeds: u32) {
    traces_replay_with(solver, seeds, "");
}

fn traces_replay_with(solver: &str, seeds: u32, more: &str) {
    let line = format!("replay --verbose -t {LIMIT} -");
    let is_compared = |seed: &u32| {
        let first = trace_with(solver, *seed, more);
        let both = first.and_then(|first| {
            let again = output(run_with_input(&line, first.as_bytes()))?;
            Some((first, again))
        });
        both.inspect(|(first, again)| assert_eq!(&calls(first), again, "{solver}, {seed}, {more}"))
            .is_some()
    };
    let compared = (1..=seeds).filter(is_compared).count();
    most_are_compared(&format!("{solver} {more}"), compared, seeds);
}

#[test]
fn seeds_of_the_toy_repeat() {
    seeds_repeat("toy", 10);
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
    traces_replay("toy", 50);
}

#[test]
fn traces_of_z3_replay() {
    traces_replay("z3", 10);
}

#[test]
fn traces_of_cvc5_replay() {
    traces_replay("cvc5", 10);
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
    runs_of_strategies_replay("toy", 6);
}

#[test]
fn runs_of_strategies_replay_on_z3() {
    runs_of_strategies_replay("z3", 3);
}

#[test]
fn runs_of_strategies_replay_on_cvc5() {
    runs_of_strategies_replay("cvc5", 3);
}

#[test]
fn runs_of_strategies_replay_on_bitwuzla() {
    runs_of_strategies_replay("bitwuzla", 2);
}

#[test]
fn runs_of_strategies_replay_on_yices() {
    runs_of_strategies_replay("yices", 2);
}

#[test]
fn runs_of_strategies_replay_on_boolector() {
    runs_of_strategies_replay("boolector", 2);
}

/// The counters and findings of a campaign. Times, addresses and the path of the results directory
/// are removed.
fn results(out: &Path) -> Vec<Json> {
    let mut campaign = campaign_json(out);
    // The last two have dates.
    for name in ["id", "parts", "last_seen"] {
        campaign.as_object_mut().unwrap().remove(name);
    }
    for clock in ["cpu", "time"] {
        campaign["counters"].as_object_mut().unwrap().remove(clock);
    }
    let finding = |folder: std::path::PathBuf| {
        let finding = finding_json(&folder);
        let keys = ["id", "kind", "key", "seed", "last_call", "reproduces"];
        keys.map(|key| finding[key].clone()).into_iter().collect()
    };
    let found = findings(out).into_iter().map(finding);
    std::iter::once(campaign).chain(found).collect()
}

fn campaign(bug: &str, more: &str) -> Vec<Json> {
    let out = TempDir::new().unwrap();
    let line = format!("--solver toy --seed 7 -m 100 -t {LIMIT} -o bug={bug} {more} --out");
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
        // This bug shows in the second run of a process. Which runs share a process depends on when
        // entries of the corpus have been replayed.
        ("warm", "--batch 50 --strategy walk"),
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
            let found = results[1..].iter();
            found.map(|finding| finding[0].clone()).collect()
        };
        assert_eq!(ids(&one), ids(&many), "{more}");
    }
}
