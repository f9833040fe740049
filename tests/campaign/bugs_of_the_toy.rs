//! The planted bugs of the toy. A campaign finds each of them within 2,000 runs, once and with the
//! right kind. The trace of the finding reproduces the bug.

use crate::common::wrong_answers::wrong_unsat;
use crate::common::{
    Done, campaign_json, contains_none, finding_json, findings, json, read, run, run_with_input,
    sentence, words,
};
use murxla_fsm::trace::{Line, lex};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Campaigns with these numbers of runs are tried until one finds the bug.
const RUNS: [u32; 3] = [100, 400, 2000];

/// The ways to spread runs over children, as pairs that differ in both options. A test uses one of
/// the pairs, so that all four ways are tested.
const MODES: [[&str; 2]; 2] = [
    ["--batch 1 --jobs 1", "--batch 500 --jobs 4"],
    ["--batch 1 --jobs 4", "--batch 500 --jobs 1"],
];

/// Runs a campaign on the toy with a bug. Only the bug `hang` reaches the time limit.
fn campaign(bug: &str, runs: u32, out: &Path, more: &str) -> Done {
    let limit = if more.contains("-t ") { "" } else { "-t 30" };
    let line = format!("--solver toy --seed 1 -m {runs} -o bug={bug} {limit} {more} --out");
    run(line.split_whitespace().chain([out.to_str().unwrap()]))
}

/// A new campaign as [`campaign`], which must find a bug: its results directory, its output, and
/// the folders of its findings.
#[track_caller]
fn found_by(bug: &str, runs: u32, more: &str) -> (TempDir, Done, Vec<PathBuf>) {
    let out = TempDir::new().unwrap();
    let done = campaign(bug, runs, out.path(), more).with_code(1);
    let found = findings(out.path());
    (out, done, found)
}

fn replay(trace: &Path, more: &str) -> Done {
    let line = ["replay", trace.to_str().unwrap()].into_iter();
    run(line.chain(more.split_whitespace()))
}

/// Campaigns with these arguments find the bug once, as a finding of this kind. A replay of its
/// trace with `limit` reproduces the bug.
fn is_found(bug: &str, kind: &str, modes: [&str; 2], args: &str, limit: &str) {
    for mode in modes {
        let args = format!("{args} {mode}");
        let mut tries = RUNS.iter().map(|runs| {
            let out = TempDir::new().unwrap();
            let done = campaign(bug, *runs, out.path(), &args);
            (*runs, out, done)
        });
        let found = tries.find(|(_, out, _)| !findings(out.path()).is_empty());
        let (runs, out, done) = found.unwrap_or_else(|| panic!("{bug}, {mode}: not found"));
        let done = done.with_code(1);
        let found = findings(out.path());
        assert_eq!(found.len(), 1, "{bug}, {mode}:\n{}", done.out);
        let finding = finding_json(&found[0]);
        assert_eq!(finding["kind"], kind, "{bug}, {mode}: {finding}");
        assert_eq!(finding["reproduces"], "yes", "{bug}, {mode}: {finding}");
        let counters = &campaign_json(out.path())["counters"];
        assert_eq!(counters["runs"], runs, "{bug}, {mode}");
        assert_eq!(counters["found"], 1, "{bug}, {mode}");
        replay(&found[0].join("full.trace"), limit).with_code(1);
    }
}

#[test]
fn segfault() {
    is_found("segfault", "crash-SIGSEGV", MODES[1], "", "");
}

#[test]
fn abort() {
    is_found("abort", "crash-SIGABRT", MODES[0], "", "");
}

#[test]
fn hang() {
    is_found("hang", "timeout", MODES[1], "-t 0.1", "-t 1");
}

#[test]
fn memory() {
    is_found("memory", "memory", MODES[0], "--memory 64", "--memory 64");
}

#[test]
fn exit() {
    is_found("exit", "exit-3", MODES[1], "", "");
}

/// A campaign of 500 runs with one solver and without oracles in the parent finds the wrong answer.
/// The traces of its findings reproduce the bug.
///
/// One bug may have several findings, because findings are distinguished by kind, operator and
/// theory. All of them are of one of `kinds`, and at least one is of the first kind.
fn is_a_wrong_answer(bug: &str, kinds: &[&str]) {
    for mode in MODES[0] {
        // What strategies make depends on the corpus.
        let (_out, _, found) = found_by(bug, 500, &format!("{mode} --strategy walk"));
        let mut seen = Vec::new();
        for folder in found {
            let finding = finding_json(&folder);
            assert_eq!(finding["reproduces"], "yes", "{bug}, {mode}: {finding}");
            seen.push(finding["kind"].as_str().unwrap().to_owned());
            replay(&folder.join("full.trace"), "").with_code(1);
        }
        let is_possible = |kind: &String| kinds.contains(&kind.as_str());
        assert!(seen.iter().all(is_possible), "{bug}, {mode}: {seen:?}");
        let is_first = |kind: &String| kind == kinds[0];
        assert!(seen.iter().any(is_first), "{bug}, {mode}: {seen:?}");
    }
}

#[test]
fn wrong_sat() {
    is_a_wrong_answer("wrong-sat", &["wrong-sat", "wrong-model", "contradiction"]);
}

#[test]
fn wrong_answers_unsat() {
    let others = ["contradiction", "wrong-core", "wrong-assumptions"];
    is_a_wrong_answer("wrong-unsat", &[&["wrong-unsat"], &others[..]].concat());
}

/// Two bugs that have the same key are two findings once their traces are minimized. The campaign
/// may continue in between.
#[test]
fn wrong_answers_with_the_same_key_are_told_apart() {
    let line = "--strategy walk --theories int --jobs 1";
    let causes = |out: &Path, folder: &str| -> BTreeSet<String> {
        let entries = std::fs::read_dir(out.join(folder)).unwrap();
        let files = entries.map(|entry| finding_json(&entry.unwrap().path()));
        let causes = files.map(|finding| finding["cause"].as_str().unwrap_or("none").to_owned());
        causes.collect()
    };
    let of_both = ["OP_DISTINCT bug", "OP_XOR bug"]
        .map(|needs| format!("wrong-unsat|assignment.unsat||{needs}"));
    let (out, _, first) = found_by("two-wrong-unsat", 300, line);
    assert_eq!(first.len(), 1);
    let candidates = std::fs::read_dir(out.path().join("candidates")).unwrap();
    assert_eq!(candidates.count(), 4);
    let more = format!("{line} --minimize");
    campaign("two-wrong-unsat", 1, out.path(), &more).with_code(1);
    let found = causes(out.path(), "findings");
    assert_eq!(found, BTreeSet::from(of_both.clone()), "after a pause");
    assert_eq!(campaign_json(out.path())["counters"]["found"], 2);
    // Candidates with the cause of a finding are not minimized again.
    let before = causes(out.path(), "candidates");
    assert!(!before.contains("none"), "{before:?}");
    campaign("two-wrong-unsat", 1, out.path(), &more).prints_not(&["minimized"]);
    let (out, ..) = found_by("two-wrong-unsat", 300, &more);
    let found = causes(out.path(), "findings");
    assert_eq!(found, BTreeSet::from(of_both), "at once");
}

/// Each of five bugs with wrong answers makes several findings, which are recognized as variants.
/// All assignments are not tried: some of these bugs need deep formulas, and the oracle shows them
/// in more formulas whose depth comes from other operators, as if these were needed.
#[test]
fn wrong_answers_of_one_bug_are_variants() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("profile.json");
    std::fs::write(&profile, r#"{"runs": {"exhaustive": 0}}"#).unwrap();
    let line = format!("--strategy walk --minimize --profile {}", profile.display());
    let bugs = |name: &str, runs: u32| {
        let (_out, done, found) = found_by(name, runs, &line);
        assert!(found.len() > 5, "{name}: {}", done.out);
        let bugs = count(&done.out, done.out.find(" findings, probably "));
        let variants = done.out.matches(" a variant of ").count();
        assert_eq!(variants + bugs, found.len());
        bugs
    };
    assert_eq!(bugs("wrong-unsat", 30), 1);
    assert_eq!(bugs("five-wrong", 50), 5);
}

/// The first formulas of an enumeration show a wrong answer to a formula with one operator. All
/// seeds before the finding have shown that smaller formulas are right.
#[test]
fn small_formulas_show_wrong_answers() {
    for bug in ["xor", "distinct", "implies"] {
        let out = TempDir::new().unwrap();
        let line = "--strategy enumerate --theories bool --no-fuzz-opts --jobs 1 --minimize";
        let line = format!("--solver toy -m 1 -o bug=wrong-unsat-{bug} {line} --out");
        let done = run(line.split(' ').chain([out.path().to_str().unwrap()])).with_code(1);
        let done = done.prints(&[" 1 up to seed 0, 2 up to seed "]);
        contains_none(&done.out, &["enumerated:"]);
        let found = findings(out.path());
        let [folder] = &found[..] else {
            panic!("{bug}: {}", done.out)
        };
        let minimized = read(&folder.join("min.trace"));
        assert_eq!(minimized.matches("mk-term").count(), 1, "{minimized}");
        assert_eq!(finding_json(folder)["kind"], "wrong-unsat");
    }
}

/// Without a bug, a campaign says up to which size all formulas agree.
#[test]
fn small_formulas_agree() {
    let line =
        "--solver toy -m 2 --strategy enumerate --theories bool --no-fuzz-opts --jobs 1 --out";
    let out = TempDir::new().unwrap();
    let done = run(line.split(' ').chain([out.path().to_str().unwrap()])).with_code(0);
    done.prints(&["formulas, among them all with up to 1 operator; no disagreement"]);
}

/// The number of bugs that the summary names at this place.
fn count(summary: &str, at: Option<usize>) -> usize {
    let line = summary[at.expect("variants")..].lines().next().unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    words[words.len() - 2].parse().unwrap()
}

/// The second instance has the formulas of the first one, and the bug. The hidden assignment makes
/// one formula false, so it does not show that the answer is wrong; the answer of the first
/// instance does.
#[test]
fn answers_of_instances_contradict_each_other() {
    let second = wrong_unsat().replace("#= sat\n", "");
    let first = second.replace("2 set-option bug wrong-unsat\n", "");
    let second = second.replace("# solver: toy\n", "");
    let both = run_with_input("replay - --solver toy", (first + &second).as_bytes());
    both.with_error(1, &["contradiction"]);
}

#[test]
fn wrong_model() {
    is_a_wrong_answer("wrong-model", &["wrong-model"]);
}

#[test]
fn wrong_core() {
    is_a_wrong_answer("wrong-core", &["wrong-core", "wrong-assumptions"]);
}

/// The findings of runs with the profile [`FREE`], and their results directory.
fn found_in_free_runs(bug: &str, runs: u32, more: &str) -> (TempDir, Vec<PathBuf>) {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("free.json");
    std::fs::write(&profile, FREE).unwrap();
    // In these theories the toy decides nearly all checks, and the bug makes more cores wrong.
    let more = format!("{more} --theories bool,bv --profile {}", profile.display());
    let (out, _, found) = found_by(bug, runs, &more);
    (out, found)
}

/// An oracle in the parent finds a bug that the run itself does not show. These runs have no hidden
/// assignment.
fn is_found_by_the_oracle(bug: &str, kind: &str, oracle: &str, runs: u32) {
    let (_out, found) = found_in_free_runs(bug, runs, oracle);
    let found = found.into_iter().find(|folder| {
        let finding = finding_json(folder);
        let trace = read(&folder.join("full.trace"));
        // The header names the solver of the oracle, unless the run shows the bug by itself.
        let option = oracle.split(' ').next().unwrap().trim_start_matches('-');
        finding["kind"] == kind && trace.contains(&format!("\n# {option}: "))
    });
    let found = found.unwrap_or_else(|| panic!("{bug} is not found by {oracle}"));
    replay(&found.join("full.trace"), "").with_error(1, &[kind]);
    if kind != "disagreement" {
        // The trace that shows the oracle's reason is kept.
        replay(&found.join("evidence.trace"), "").with_error(1, &["check 1 was "]);
    }
}

#[test]
fn wrong_sat_by_an_oracle() {
    is_found_by_the_oracle("wrong-sat", "disagreement", "--cross-check toy", 1400);
}

#[test]
fn wrong_unsat_by_an_oracle() {
    is_found_by_the_oracle("wrong-unsat", "disagreement", "--cross-check toy", 400);
}

/// The solver is compared with itself, without the bug. Its checks have a budget. For `slower`, the
/// other one gets a hundredth of it.
#[test]
fn unknown_answers_that_another_one_decides() {
    for (bug, kind) in [("gives-up", "gave-up"), ("slow", "slower")] {
        let reference = "-o effort=4000 --cross-check toy --cross-option bug=none";
        let more = format!("{reference} --theories bool,bv --minimize");
        let (_out, _, found) = found_by(bug, 100, &more);
        assert!(!found.is_empty(), "{bug} is not found");
        for folder in found {
            let finding = finding_json(&folder);
            assert_eq!(finding["kind"], kind, "{finding}");
            assert_eq!(finding["standing"]["tier"], "C", "{finding}");
            for name in ["full.trace", "min.trace"] {
                let said = replay(&folder.join(name), "").with_error(1, &[kind]).err;
                assert_eq!(said.contains("with effort=40"), kind == "slower", "{said}");
            }
        }
        // With the bug, the other one does not decide either.
        let out = TempDir::new().unwrap();
        let more = "-o effort=4000 --theories bool,bv --cross-check toy";
        campaign(bug, 100, out.path(), more).with_code(0);
    }
}

#[test]
fn wrong_core_by_an_oracle() {
    is_found_by_the_oracle("wrong-core", "wrong-core", "--check", 900);
}

/// In runs without a hidden assignment, a wrong `sat` is seen as a wrong model, or as the opposite
/// of another answer. A fresh instance and a plain check alone say what it is.
#[test]
fn a_wrong_sat_is_called_so() {
    let (_out, found) = found_in_free_runs("wrong-sat", 800, "");
    let found: Vec<Json> = found.iter().map(|folder| finding_json(folder)).collect();
    let is_so = |finding: &Json| finding["kind"] == "wrong-sat";
    assert!(found.iter().all(is_so), "{found:?}");
    let is_said_alone = |finding: &Json| finding["check"] == "recheck.sat";
    assert!(found.iter().any(is_said_alone), "{found:?}");
}

/// A profile for runs without a hidden assignment, without scenarios, and without the oracle that
/// tries all assignments.
const FREE: &str = r#"{
    "runs": { "free": 1, "planted": 0, "refuted": 0, "exhaustive": 0 },
    "weights": { "again": 0, "levels": 0, "assume": 0, "refill": 0, "core": 0, "assumptions": 0, "read-model": 0,
        "simplify": 0, "get-unsat-core": 60 }
}"#;

#[test]
fn wrong_sort() {
    is_found("wrong-sort", "wrong-sort", MODES[0], "", "");
}

#[test]
fn leak() {
    is_found("leak", "leak", MODES[1], "", "");
}

#[test]
fn leak_of_a_term() {
    is_found("leak-term", "leak", MODES[0], "", "");
}

/// Findings of leaks name the call, their replay says how memory in use grows, and they are
/// minimized.
#[test]
fn leaks_are_found_by_their_calls() {
    for (bug, kind, needed) in [
        ("leak", "set-option bug", "set-option bug leak"),
        ("leak-term", "mk-term OP_DISTINCT", "mk-term OP_DISTINCT"),
    ] {
        let (_out, done, found) = found_by(bug, 60, "--minimize --theories bv");
        assert_eq!(found.len(), 1, "{bug}: {}", done.out);
        let finding = finding_json(&found[0]);
        let message = finding["message"].as_str().unwrap();
        assert_eq!(finding["check"], "leak.memory");
        let key = finding["key"].as_str().unwrap();
        assert_eq!(key, format!("leak|leak.memory {kind}"));
        let expected = format!("{} ({kind}): by ", sentence("leak.memory"));
        assert!(message.starts_with(&expected), "{message}");
        for trace in ["full.trace", "min.trace"] {
            let words = "when the calls are made 8 times in one process";
            replay(&found[0].join(trace), "").with_error(1, &[words]);
        }
        let minimized = read(&found[0].join("min.trace"));
        let script = lex(&minimized).unwrap();
        let calls: Vec<String> = script.lines.iter().map(Line::call).collect();
        assert!(calls.len() <= 7, "{minimized}");
        let is_needed = |call: &String| call.starts_with(needed);
        assert!(calls.iter().any(is_needed), "{minimized}");
        assert_eq!(calls.last().map(String::as_str), Some("delete"));
        // Without the bug, the same trace does not reproduce.
        let clean = found[0].join("clean.trace");
        std::fs::write(&clean, minimized.replace(&format!("bug {bug}"), "bug none")).unwrap();
        replay(&clean, "").with_error(5, &["memory in use does not grow"]);
    }
}

/// Half of all repetitions show the bug. The finding is marked as flaky in every mode.
#[test]
fn flaky() {
    for mode in MODES[1] {
        // All six repetitions of one campaign may end in the same way. This does not happen in ten
        // campaigns in a row.
        let is_marked = (0..10).any(|_| {
            let (_out, _, found) = found_by("flaky", 200, mode);
            assert_eq!(found.len(), 1, "{mode}");
            let finding = finding_json(&found[0]);
            assert_eq!(finding["kind"], "crash-SIGABRT", "{mode}");
            finding["reproduces"]["flaky"]["seen"].is_u64()
        });
        assert!(is_marked, "{mode}");
    }
}

/// The bug needs twenty instances in one process. Batches show it; a fork per run never does. The
/// trace contains the earlier runs that the bug needs.
#[test]
fn warm() {
    for mode in MODES[0] {
        let out = TempDir::new().unwrap();
        // Most walks open one instance, unless it is made again with other options.
        let mode = format!("{mode} --strategy walk --repeat-options 0 --theories bool,bv");
        let done = campaign("warm", 100, out.path(), &mode);
        if mode.contains("--batch 1 ") {
            done.with_code(0);
            assert!(findings(out.path()).is_empty(), "{mode}");
            continue;
        }
        done.with_code(1);
        let found = findings(out.path());
        assert_eq!(found.len(), 1, "{mode}");
        let finding = finding_json(&found[0]);
        assert_eq!(finding["kind"], "crash-SIGSEGV", "{mode}");
        assert_eq!(finding["reproduces"]["warm"]["runs"], 19, "{mode}");
        replay(&found[0].join("full.trace"), "").with_code(1);
    }
}

/// With this bug the solver answers `unknown` to everything after twenty instances. No oracle
/// reports that. `--stats` repeats some runs in fresh processes and reports which of them differ.
/// Repetitions count neither as runs nor as findings.
#[test]
fn tired() {
    for (bug, batch) in [("tired", 500), ("tired", 1), ("none", 500)] {
        let out = TempDir::new().unwrap();
        let more = format!("--stats --jobs 2 --batch {batch}");
        let done = campaign(bug, 500, out.path(), &more).with_code(0);
        assert_eq!(campaign_json(out.path())["counters"]["runs"], 500);
        let repeats = &json(&out.path().join("stats.json"))["repeats"];
        let count = |name: &str| repeats[name].as_u64().unwrap();
        let (repeated, differ) = (count("repeated"), count("differ"));
        let told = format!("repeated in a fresh process: {repeated}, {differ} of them differ");
        done.prints(&[&told]);
        // With a fork per run there are no earlier runs in a process.
        assert_eq!(repeated > 0, batch > 1);
        assert_eq!(differ > 0, bug == "tired" && batch > 1);
        for difference in repeats["first"].as_array().unwrap() {
            let told = |name: &str| difference[name].as_str().unwrap();
            assert!(told("call").contains(" check-sat"), "{difference}");
            assert_eq!(told("behind"), "#= unknown");
            let alone = told("alone");
            assert!(["#= sat", "#= unsat"].contains(&alone), "{difference}");
        }
    }
}

/// Without a bug no oracle finds anything.
#[test]
fn no_finding_without_a_bug() {
    for (options, modes) in ["-o bug=none", ""].into_iter().zip(MODES) {
        for mode in modes {
            let out = TempDir::new().unwrap();
            let line = "--solver toy --seed 1 -m 50 -t 30 --check --cross-check toy";
            let line = format!("{line} {options} {mode} --out {}", out.path().display());
            words(&line).with_code(0);
            assert!(findings(out.path()).is_empty(), "{mode}");
        }
    }
}
