//! `replay` and `minimize` show what the campaign says of a finding, whatever the bug depends on:
//! interrupted searches, bad addresses, or a second solver.

use crate::common::{Done, findings, json, run_on, run_with_input, sentence, words};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Runs a campaign of the toy with a bug. Returns its output and the folders of its findings.
fn campaign(out: &Path, bug: &str, more: &str) -> (Done, Vec<PathBuf>) {
    let line = format!("--solver toy -o bug={bug} --theories bool,bv --seed 1 {more}");
    let done = words(&format!("{line} --out {}", out.display())).with_code(1);
    (done, findings(out))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn calls(trace: &str) -> usize {
    murxla_fsm::trace::lex(trace).unwrap().lines.len()
}

/// The campaign interrupts searches after the time in its profile. A replay and a minimization do
/// the same.
#[test]
fn a_crash_in_an_interrupted_search() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("search.json");
    fs::write(&profile, r#"{"runs": {"search": 0.02}}"#).unwrap();
    let more = format!("-m 40 --minimize --profile {}", profile.display());
    let (done, found) = campaign(&folder.path().join("out"), "interrupted", &more);
    let told = "reproduces, but depends on time: a search is interrupted after 0.02 s";
    assert!(done.out.contains(told), "{}", done.out);
    // On a busy machine, one of the bugs may not show again while it is minimized.
    let is_minimized = |folder: &&PathBuf| folder.join("min.trace").is_file();
    let folder_of_bug = found.iter().find(is_minimized).unwrap();
    let finding = json(&folder_of_bug.join("finding.json"));
    assert_eq!(finding["kind"], "crash-SIGSEGV");
    assert_eq!(finding["search_limit"], 0.02);
    for name in ["full.trace", "min.trace"] {
        let trace = read(folder_of_bug, name);
        assert!(trace.contains("\n# search-limit: 0.02\n"), "{trace}");
        let shown = run_on(["replay", "-"], trace.as_bytes()).with_code(1);
        assert!(shown.err.ends_with("crash: SIGSEGV\n"), "{}", shown.err);
    }
    let report = words(&format!("report {}", folder.path().join("out").display())).with_code(0);
    let is_progress = |line: &str| line.starts_with("issue ");
    assert!(report.err.lines().all(is_progress), "{}", report.err);
    assert!(read(folder_of_bug, "report.md").contains("depends on time"));
}

/// The message of the crash differs from process to process, so that the key of the finding does,
/// too.
#[test]
fn a_crash_whose_key_varies() {
    let folder = TempDir::new().unwrap();
    let (_, found) = campaign(folder.path(), "wild", "-m 200");
    for folder in found {
        let finding = json(&folder.join("finding.json"));
        assert_eq!(finding["reproduces"], "yes", "{finding}");
        let full = read(&folder, "full.trace");
        let short = run_on(["minimize", "-"], full.as_bytes()).with_code(1).out;
        assert!(calls(&short) <= 10, "{short}");
        run_on(["replay", "-"], short.as_bytes()).with_code(1);
    }
}

/// A profile for runs in which no oracle of the child knows the answer.
const FREE: &str = r#"{
    "runs": { "free": 1, "planted": 0, "refuted": 0 },
    "weights": { "again": 0, "levels": 0, "assume": 0, "refill": 0, "read-model": 0, "simplify": 0 }
}"#;

/// The header names the second solver. Without it and without the option, the replay says that it
/// shows nothing.
#[test]
fn a_disagreement_is_replayed_with_its_second_solver() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("free.json");
    fs::write(&profile, FREE).unwrap();
    let more = format!("-m 1000 --cross-check toy --profile {}", profile.display());
    let (_, found) = campaign(&folder.path().join("out"), "wrong-unsat", &more);
    let is_it = |folder: &&PathBuf| json(&folder.join("finding.json"))["kind"] == "disagreement";
    let found = found.iter().find(is_it).expect("there is no disagreement");
    let full = read(found, "full.trace");
    assert!(full.contains("\n# cross-check: toy\n"), "{full}");
    let words = [
        &*format!("disagreement {} (toy", sentence("cross.unsat")),
        "says unsat and toy",
        "says sat",
    ];
    run_on(["replay", "-"], full.as_bytes()).with_error(1, &words);
    let alone = full.replace("# cross-check: toy\n", "");
    let hint = ["did not reproduce", "disagreement-", "--cross-check"];
    run_on(["replay", "-"], alone.as_bytes()).with_error(5, &hint);
    run_on(["minimize", "-"], alone.as_bytes()).with_error(5, &hint);
    run_on(["replay", "-", "--cross-check", "toy"], alone.as_bytes()).with_code(1);
    // The other solver does not disagree.
    let silent = ["replay", "-", "--cross-check", "smt2"];
    run_on(silent, full.as_bytes()).with_error(5, &["did not reproduce"]);
    // A shorter trace may show by itself that the answer is wrong. It says so.
    let short = run_on(["minimize", "-"], full.as_bytes()).with_code(1).out;
    let shown = run_on(["replay", "-"], short.as_bytes()).with_code(1);
    let mut lines = short.lines();
    let named = lines.find_map(|line| line.strip_prefix("# finding: "));
    let (kind, _) = named.unwrap().rsplit_once('-').unwrap();
    assert!(shown.err.contains(kind), "{short}{}", shown.err);
    assert!(!shown.err.contains("did not reproduce"), "{}", shown.err);
}

/// A script without a status says nothing about the right answer. Another solver does.
#[test]
fn a_script_without_a_status() {
    let script = crate::common::wrong_answers::deep_script();
    let import = "import - --solver toy --option bug=wrong-unsat";
    // The hidden assignment makes the formula false with one of the seeds, and so does not show
    // that it is satisfiable.
    let mut traces = (0..8).map(|seed| {
        let done = run_with_input(&format!("{import} --seed {seed}"), script.as_bytes());
        done.with_code(0).out
    });
    let is_quiet = |trace: &String| run_on(["replay", "-"], trace.as_bytes()).code == Some(0);
    let trace = traces.find(is_quiet).unwrap();
    let cross = ["replay", "-", "--cross-check", "toy"];
    run_on(cross, trace.as_bytes()).with_error(1, &["disagreement", "says unsat"]);
}
