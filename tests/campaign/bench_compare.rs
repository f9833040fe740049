//! `benches/compare` compares two builds or settings by pairs of campaigns.

use crate::common::{Done, Run as _, planted};
use std::process::Command;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_murxla-rs");

/// Compares the program without arguments (`A`) and with these arguments (`B`).
fn compare(b: &str, more: &[&str]) -> Done {
    compare_with(&format!("'{PROGRAM}' {b}"), more)
}

/// Compares the program (`A`) with this side `B`.
fn compare_with(b: &str, more: &[&str]) -> Done {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/compare");
    let a = format!("'{PROGRAM}'");
    Command::new(script)
        .args(["--a", &a, "--b", b, "--pairs", "2"])
        .args(more)
        .done()
}

/// The cells in the row of a label.
#[track_caller]
fn row<'a>(done: &'a Done, label: &str) -> Vec<&'a str> {
    let row = done.out.lines().find_map(|line| line.strip_prefix(label));
    let row = row.unwrap_or_else(|| panic!("no '{label}' in: {}", done.out));
    row.split_whitespace().collect()
}

#[test]
fn settings_are_compared_by_campaigns() {
    let more = ["--runs", "20", "--", "--solver", "toy"];
    let done = compare("--batch 1", &more).with_code(0);
    assert_eq!(row(&done, "runs"), ["40", "40"]);
    // Both sides make the same calls, because they run the same seeds.
    let calls = row(&done, "calls ");
    assert_eq!(calls[0], calls[1]);
    assert_eq!(calls[2], "1.000");
    for label in ["CPU time, s", "time, s", "calls per CPU second"] {
        assert_eq!(row(&done, label).len(), 8, "{}", done.out);
    }
    done.with_error(0, &["pair 2 of 2"]);
    let done = compare("--linear", &more).with_code(0);
    assert_ne!(row(&done, "calls ")[2], "1.000");
}

#[test]
fn timed_campaigns_are_compared_by_calls_per_second() {
    // A side may be a program that starts another program.
    let b = format!("/usr/bin/env '{PROGRAM}' --batch 1");
    let done = compare_with(&b, &["--time", "0.5", "--", "--solver", "toy"]).with_code(0);
    assert_eq!(row(&done, "calls per second").len(), 8, "{}", done.out);
}

#[test]
fn commands_other_than_fuzz_are_compared() {
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("long.trace");
    std::fs::write(&trace, planted::crashing(200)).unwrap();
    let more = ["--", "minimize", trace.to_str().unwrap()];
    let done = compare("--jobs 1", &more).with_code(0);
    assert_eq!(row(&done, "CPU time, s").len(), 8);
    done.prints_not(&["calls"]);
}

#[test]
fn sides_that_cannot_be_run_are_errors() {
    let unknown = ["--", "--solver", "nope"];
    compare("", &unknown).with_error(1, &["unknown solver `nope`"]);
    let nothing = ["--a", "./no/such/thing", "--", "--solver", "toy"];
    let words = "neither the path of a program nor a git revision";
    compare("", &nothing).with_error(1, &[words]);
    compare("", &["--"]).with_code(2);
}
