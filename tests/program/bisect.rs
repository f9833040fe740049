//! `bisect` finds the releases in which a trace shows its bug.

use crate::common::{json, run, words};
use std::fs;
use std::path::Path;

fn trace(name: &str) -> String {
    format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"))
}

/// Both sides of a border are tested, and reports have the result.
#[test]
fn the_release_that_fixes_a_bug() {
    for release in ["z3@4.8.5", "z3@5.4.0"] {
        words(&format!("solvers install {release}")).with_code(0);
    }
    let fixed = trace("z3/bvsmulo-4.8.5");
    let done = run(["bisect", &fixed, "--installed"]).with_code(1);
    assert!(
        done.out
            .starts_with("already in 4.8.5, the oldest that can be tested, fixed "),
        "{}",
        done.out
    );
    assert!(
        done.err.contains("z3 4.8.5: shows\n") && done.err.contains("z3 5.4.0: does not show\n"),
        "{}",
        done.err
    );
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let campaign =
        "--solver toy --strategy walk -o bug=abort --theories bv --seed 1 -m 300 --jobs 1 --out";
    run(campaign.split(' ').chain([out.to_str().unwrap()])).with_code(1);
    let finding = crate::common::findings(&out).remove(0);
    fs::copy(&fixed, finding.join("min.trace")).unwrap();
    run(["bisect", finding.to_str().unwrap(), "--installed"]).with_code(1);
    let releases = json(&finding.join("finding.json"))["releases"].clone();
    assert_eq!(releases, done.out.trim());
    run(["report", out.to_str().unwrap()]).with_code(0);
    let report = fs::read_to_string(finding.join("report.md")).unwrap();
    assert!(
        report.contains(&format!("| releases | {} |", done.out.trim())),
        "{report}"
    );
}

#[test]
fn what_cannot_be_bisected() {
    let toy = trace("toy/wrong-sort-of-concat");
    run(["bisect", &toy]).fails(2, &["no release of toy", "--solver NAME=PATH"]);
    words("bisect /nowhere/bug.trace").fails(4, &["/nowhere/bug.trace"]);
    let empty = tempfile::tempdir().unwrap();
    run([Path::new("bisect"), empty.path()]).fails(4, &["full.trace"]);
    words("bisect x.trace --time-limit 0").fails(2, &["--time-limit"]);
}
