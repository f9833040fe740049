//! `replay` and `minimize` show what the campaign says of a finding, whatever the bug depends on:
//! interrupted searches or bad addresses. `tests/cases/replay/disagreement.trace` needs a second
//! solver.

use crate::common::{Done, finding_json, findings, read, run_on, words};
use murxla_fsm::trace::lex;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Runs a campaign of the toy with a bug. Returns its output and the folders of its findings.
fn campaign(out: &Path, bug: &str, more: &str) -> (Done, Vec<PathBuf>) {
    let line = format!("--solver toy -o bug={bug} --theories bool,bv --seed 1 {more}");
    let done = words(&format!("{line} --out {}", out.display())).with_code(1);
    (done, findings(out))
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
    let finding = finding_json(folder_of_bug);
    assert_eq!(finding["kind"], "crash-SIGSEGV");
    assert_eq!(finding["search_limit"], 0.02);
    for name in ["full.trace", "min.trace"] {
        let trace = read(&folder_of_bug.join(name));
        assert!(trace.contains("\n# search-limit: 0.02\n"), "{trace}");
        let shown = run_on(["replay", "-"], trace.as_bytes()).with_code(1);
        assert!(shown.err.ends_with("crash: SIGSEGV\n"), "{}", shown.err);
    }
    let report = words(&format!("report {}", folder.path().join("out").display())).with_code(0);
    let is_progress = |line: &str| line.starts_with("issue ");
    assert!(report.err.lines().all(is_progress), "{}", report.err);
    assert!(read(&folder_of_bug.join("report.md")).contains("depends on time"));
}

/// The message of the crash differs from process to process, so that the key of the finding does,
/// too.
#[test]
fn a_crash_whose_key_varies() {
    let folder = TempDir::new().unwrap();
    let (_, found) = campaign(folder.path(), "wild", "-m 200");
    for folder in found {
        let finding = finding_json(&folder);
        assert_eq!(finding["reproduces"], "yes", "{finding}");
        let full = read(&folder.join("full.trace"));
        let short = run_on(["minimize", "-"], full.as_bytes()).with_code(1).out;
        assert!(lex(&short).unwrap().lines.len() <= 10, "{short}");
        run_on(["replay", "-"], short.as_bytes()).with_code(1);
    }
}
