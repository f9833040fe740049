//! `learn` makes tables of correlations, and campaigns use them.

use crate::common::{json, run, words};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn learn(table: &str, more: &str) -> crate::common::Done {
    words(&format!(
        "learn --solver toy --corpus none --jobs 1 --output {table} {more}"
    ))
}

#[test]
fn tables_are_made_continued_and_merged() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "toy.json");
    let done = learn(&table, "--max-formulas 40").with_code(0);
    assert!(
        done.out.contains("formulas: 40 examined, ")
            && done.out.contains("settings: 1 have an effect"),
        "{}",
        done.out
    );
    let first = json(Path::new(&table));
    let observations = first["observations"].as_u64().unwrap();
    assert_eq!(observations, 40, "{first}");
    assert!(
        first["settings"]["sample-seed=*"][0].as_u64() > Some(0),
        "{first}"
    );
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
    fs::write(
        &table,
        text.replacen("\"version\":\"", "\"version\":\"other-", 1),
    )
    .unwrap();
    let done = learn(&table, "--max-formulas 1").with_code(0);
    assert!(
        done.err.contains("has a quarter of its weight now"),
        "{}",
        done.err
    );
    let lighter = json(Path::new(&table))["observations"].as_u64().unwrap();
    assert!(lighter < observations, "{lighter} of {observations}");
}

#[test]
fn tables_are_shown() {
    let folder = TempDir::new().unwrap();
    let table = path(&folder, "toy.json");
    learn(&table, "--max-formulas 40").with_code(0);
    let shown = run(["show", "correlations", "--table", &table]).with_code(0);
    assert!(
        shown.out.contains("\nsample-seed=*") && shown.out.contains("SORT_BOOL"),
        "{}",
        shown.out
    );
    let feature = [
        "show",
        "correlations",
        "--table",
        &table,
        "--feature",
        "SORT_BOOL",
    ];
    let one = run(feature).with_code(0);
    assert_eq!(one.out.lines().count(), 3, "{}", one.out);
    let none = run(["show", "correlations", "--table", &table, "--option", "x*"]).with_code(0);
    assert_eq!(none.out.lines().count(), 2, "{}", none.out);
    let unknown = [
        "show",
        "correlations",
        "--table",
        &table,
        "--feature",
        "SORT_BOL",
    ];
    run(unknown).fails(2, &["no feature 'SORT_BOL'", "did you mean 'SORT_BOOL'?"]);
    run(["show", "correlations"]).fails(2, &["--solver NAME", "--table FILE"]);
    run(["show", "correlations", "--solver", "toy"]).fails(3, &["murxla-rs learn --solver toy"]);
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
    for text in [
        "{}",
        "no table",
        "[[[[",
        "{\"solver\":\"toy\",\"settings\":{\"a\":[9,9,9]}}",
    ] {
        fs::write(&wrong, text).unwrap();
        with(&wrong).fails(3, &["is not a table of 'murxla-rs learn'"]);
    }
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
    .with_code(0);
    assert!(
        done.out.contains("sample-seed: ") && done.out.contains("an effect in "),
        "{}",
        done.out
    );
    let repeats = "runs repeated in a fresh process: ";
    let line = done.out.lines().find(|line| line.starts_with(repeats));
    let line = line.unwrap().trim_start_matches(repeats);
    assert!(
        !line.starts_with('0') && line.contains(" 0 of them differ"),
        "{line}"
    );
    words("--solver toy --search-options 101 --seed 1").fails(2, &["--search-options"]);
}

#[test]
fn the_reference_has_options() {
    let folder = TempDir::new().unwrap();
    let campaign = |more: &str| {
        let out = path(&folder, "out");
        words(&format!(
            "--solver toy --strategy walk --theories bool,bv --seed 1 -m 100 --out {out} {more}"
        ))
    };
    // The bug is in the reference only.
    let done = campaign("--cross-check toy --cross-option bug=wrong-unsat").with_code(1);
    assert!(
        done.out.contains("toy") && done.out.contains("with bug=wrong-unsat"),
        "{}",
        done.out
    );
    let found = crate::common::findings(&folder.path().join("out"));
    let trace = fs::read_to_string(found[0].join("full.trace")).unwrap();
    assert!(
        trace.contains("# cross-check: toy\n# cross-option: bug=wrong-unsat\n"),
        "{trace}"
    );
    run(["replay", &found[0].join("full.trace").display().to_string()]).with_code(1);
    campaign("--cross-option a=b").fails(2, &["--cross-check"]);
    campaign("--cross-check toy --cross-option a=b").fails(3, &["refuses the option a=b"]);
}
