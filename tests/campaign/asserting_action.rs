//! An asserting action that only one solver has, `toy-assert-all`, works with the oracles,
//! `--check`, the minimizer and the statistics. They know its role only.

use crate::common::{finding_json, findings, json, read, run, words};
use murxla_fsm::trace::{Token, lex};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Only this action asserts, except at the end of runs that get too long. Scenarios are off,
/// because they contain assertions of their own.
const PROFILE: &str = r#"{ "weights": { "assert-formula": 0, "toy-assert-all": 40, "again": 0, "levels": 0, "assume": 0,
    "refill": 0, "core": 0, "assumptions": 0, "read-model": 0, "simplify": 0, "get-unsat-core": 60 } }"#;

/// The results of a campaign with this profile, which ends with this code.
#[track_caller]
fn campaign(folder: &TempDir, code: i32, more: &str) -> PathBuf {
    let profile = folder.path().join("profile.json");
    fs::write(&profile, PROFILE).unwrap();
    let out = folder.path().join("results");
    let line = "--solver toy --theories bool,bv --seed 1 -t 30";
    let files = format!("--profile {} --out {}", profile.display(), out.display());
    words(&format!("{line} {files} {more}")).with_code(code);
    out
}

/// The number of formulas that calls of an action have as arguments.
fn formulas(trace: &str, action: &str) -> usize {
    let lines = lex(trace).unwrap().lines;
    let calls = lines.iter().filter(|line| line.action.text == action);
    let counts = calls.map(|line| line.args.iter().filter_map(Token::term).count());
    counts.sum()
}

/// The bug is in the action. The expected answer reveals it. The minimizer keeps the action with
/// the formulas that the bug needs.
#[test]
fn bug_of_an_asserting_action_is_found_and_minimized() {
    let folder = TempDir::new().unwrap();
    let out = campaign(&folder, 1, "-m 200 -o bug=assert-all --minimize");
    let mut kinds = Vec::new();
    for finding in findings(&out) {
        let trace = read(&finding.join("min.trace"));
        let asserted = formulas(&trace, "toy-assert-all");
        assert!((2..=4).contains(&asserted), "{trace}");
        assert!(lex(&trace).unwrap().lines.len() <= 12, "{trace}");
        run([Path::new("replay"), &finding.join("min.trace")]).with_code(1);
        kinds.push(finding_json(&finding)["kind"].clone());
    }
    assert!(kinds.iter().any(|kind| kind == "wrong-sat"), "{kinds:?}");
}

/// `--check` confirms all cores and values of runs in which the action asserts.
#[test]
fn formulas_of_an_asserting_action_are_checked() {
    let folder = TempDir::new().unwrap();
    let out = campaign(&folder, 0, "-m 200 --check --cross-check toy --stats");
    assert!(findings(&out).is_empty());
    let actions = &json(&out.join("stats.json"))["actions"];
    for action in ["toy-assert-all", "get-unsat-core", "get-value"] {
        assert!(actions[action].as_u64() > Some(0), "{action}: {actions}");
    }
}

/// The statistics count each formula that the action asserts.
#[test]
fn formulas_of_an_asserting_action_are_counted() {
    let folder = TempDir::new().unwrap();
    let out = campaign(&folder, 0, "-m 100 --stats");
    let stats = json(&out.join("stats.json"));
    let calls = stats["actions"]["toy-assert-all"].as_u64().unwrap();
    let depths = stats["depth"].as_object().unwrap().values();
    let formulas: u64 = depths.map(|count| count.as_u64().unwrap()).sum();
    let are_counted = calls > 0 && formulas > calls;
    assert!(are_counted, "{calls} calls, {formulas} formulas");
}

/// Runs with `--standard` do not take it, whatever the profile says. Without the option, runs do.
#[test]
fn standard_runs_have_no_action_of_one_solver() {
    for (option, is_taken) in [("", true), ("--standard", false)] {
        let folder = TempDir::new().unwrap();
        let out = campaign(&folder, 0, &format!("-m 50 --stats {option}"));
        let actions = &json(&out.join("stats.json"))["actions"];
        let taken = actions["toy-assert-all"].as_u64().unwrap_or(0);
        assert_eq!(taken > 0, is_taken, "{actions}");
    }
}

/// They have no operator of one solver either, and their scripts are in the language of the
/// standard.
#[test]
fn standard_runs_have_no_operator_of_one_solver() {
    for (option, is_free) in [("", false), ("--standard", true)] {
        let folder = TempDir::new().unwrap();
        let out = folder.path().join("results");
        let line = "--solver z3 --strategy walk,opfuzz --seed 1 -m 30 --stats --out";
        words(&format!("{line} {} {option}", out.display())).without_error();
        let stats = json(&out.join("stats.json"));
        for of in ["ops", "actions"] {
            let mut names = stats[of].as_object().unwrap().keys();
            let is_without = !names.any(|name| name.starts_with("z3-"));
            assert_eq!(is_without, is_free, "{of}: {:?}", stats[of]);
        }
    }
}
