//! `learn` makes tables of correlations, and campaigns use them.

use crate::common::{Done, contains_all, findings, json, read, run, words};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn learn(table: &str, more: &str) -> Done {
    let line = "learn --solver toy --corpus none --jobs 1 --output";
    words(&format!("{line} {table} {more}"))
}

#[test]
fn tables_are_made_continued_and_merged() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "toy.json");
    let done = learn(&table, "--max-formulas 40").with_code(0);
    done.prints(&["formulas: 40 examined, ", "settings: 1 have an effect"]);
    let first = json(Path::new(&table));
    let observations = first["observations"].as_u64().unwrap();
    assert_eq!(observations, 40, "{first}");
    let effects = first["settings"]["sample-seed=*"][0].as_u64();
    assert!(effects > Some(0), "{first}");
    // The same seeds make the same table, and it is continued.
    let again = path(&folder, "again.json");
    learn(&again, "--max-formulas 40").with_code(0);
    assert_eq!(json(Path::new(&again)), first);
    learn(&table, "--max-formulas 40").with_code(0);
    let second = json(Path::new(&table));
    assert_eq!(second["observations"], observations + 40, "{second}");
    let merged = path(&folder, "merged.json");
    run(["merge", &table, &again, "--output", &merged]).with_code(0);
    let sum = second["observations"].as_u64().unwrap() + observations;
    assert_eq!(json(Path::new(&merged))["observations"], sum);
    run(["merge", &table, "--out", &merged]).fails(2, &["tables need --output"]);
    run(["merge", &table, "--output", &merged]).fails(3, &["exists", "choose another"]);
    // A table of another library counts a quarter.
    let text = fs::read_to_string(&table).unwrap();
    let other = text.replacen("\"version\":\"", "\"version\":\"other-", 1);
    fs::write(&table, other).unwrap();
    learn(&table, "--max-formulas 1").with_error(0, &["has a quarter of its weight now"]);
    let lighter = json(Path::new(&table))["observations"].as_u64().unwrap();
    assert!(lighter < observations, "{lighter} of {observations}");
}

#[test]
fn tables_are_shown() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "toy.json");
    learn(&table, "--max-formulas 40").with_code(0);
    let show = |more: &[&str]| {
        let line = ["show", "correlations", "--table", &table];
        run(line.iter().chain(more))
    };
    show(&[])
        .with_code(0)
        .prints(&["\nsample-seed=*", "SORT_BOOL"]);
    let one = show(&["--feature", "SORT_BOOL"]).with_code(0);
    assert_eq!(one.out.lines().count(), 3, "{}", one.out);
    let none = show(&["--option", "x*"]).with_code(0);
    assert_eq!(none.out.lines().count(), 2, "{}", none.out);
    let unknown = ["no feature 'SORT_BOL'", "did you mean 'SORT_BOOL'?"];
    show(&["--feature", "SORT_BOL"]).fails(2, &unknown);
}

#[test]
fn campaigns_use_tables() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "toy.json");
    learn(&table, "--max-formulas 40").with_code(0);
    let campaign = |more: &str| words(&format!("--solver toy --seed 3 {more}"));
    let with = |table: &str| campaign(&format!("--correlations {table}"));
    assert_eq!(with(&table).with_code(0).out, with(&table).with_code(0).out);
    with("none").with_code(0);
    with(&path(&folder, "missing.json")).fails(3, &["cannot read the table"]);
    let wrong = path(&folder, "wrong.json");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&wrong, text.replacen("\"toy\"", "\"z3\"", 1)).unwrap();
    with(&wrong).fails(3, &["is about z3, and not about toy"]);
    learn(&wrong, "--max-formulas 1").fails(3, &["is about z3", "--output"]);
}

/// Runs with searches repeat in a fresh process, and the statistics name the options that had an
/// effect.
#[test]
fn searches_repeat_and_effective_options_are_named() {
    let folder = TempDir::new().unwrap();
    let out = path(&folder, "out");
    let done = words(&format!(
        "--solver toy --seed 1 -m 120 --search-options 100 --strategy walk --stats --out {out}"
    ))
    .with_code(0)
    .prints(&["sample-seed: ", "an effect in "]);
    let repeats = "runs repeated in a fresh process: ";
    let line = done.out.lines().find(|line| line.starts_with(repeats));
    let line = line.unwrap().trim_start_matches(repeats);
    assert!(!line.starts_with('0'), "{line}");
    contains_all(line, &[" 0 of them differ"]);
}

#[test]
fn the_reference_has_options() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let campaign = |more: &str| {
        let line = "--solver toy --strategy walk --theories bool,bv --seed 1 -m 100 --out";
        words(&format!("{line} {} {more}", out.display()))
    };
    // The bug is in the reference only.
    let done = campaign("--cross-check toy --cross-option bug=wrong-unsat").with_code(1);
    done.prints(&["toy", "with bug=wrong-unsat"]);
    let trace = findings(&out)[0].join("full.trace");
    let header = "# cross-check: toy\n# cross-option: bug=wrong-unsat\n";
    contains_all(&read(&trace), &[header]);
    run([Path::new("replay"), &trace]).with_code(1);
}
