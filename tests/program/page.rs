//! The page of `report`, and what campaigns record about their parts for it.

use crate::common::{Done, findings, json, words};
use serde_json::{Value as Json, json as value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A campaign with one of the toy's bugs.
fn campaign(out: &Path, more: &str) -> Done {
    let out = out.display();
    words(&format!(
        "--solver toy --theories bool,bv -t 0.3 --jobs 1 --quiet --out {out} {more}"
    ))
}

fn page(out: &Path) -> String {
    words(&format!("report {}", out.display())).with_code(0);
    fs::read_to_string(out.join("report.html")).unwrap()
}

fn parts(out: &Path) -> Vec<Json> {
    let campaign = json(&out.join("campaign.json"));
    campaign["parts"].as_array().cloned().unwrap_or_default()
}

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no '{word}' in: {text}");
    }
}

const OTHER: &str = "other arguments than in the last part of the campaign: ";

#[test]
fn parts_are_recorded_and_compared() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let walk = "--strategy walk -o bug=segfault";
    let first = campaign(&out, &format!("-m 20 --seed 5 {walk}"));
    let again = campaign(&out, &format!("{walk} --max-runs=10 --stats"));
    for done in [first, again] {
        assert!(!done.out.contains(OTHER), "{}", done.out);
    }
    let other = campaign(&out, "-m 10 -o bug=abort --linear --format json");
    let started: Json = serde_json::from_str(other.out.lines().next().unwrap()).unwrap();
    let differs = "--linear given, before not given; --option bug=abort, before bug=segfault; --strategy not given, before walk";
    let remarks = started["remarks"].as_array().unwrap();
    assert!(
        remarks.contains(&value!(format!("{OTHER}{differs}"))),
        "{started}"
    );
    let back = campaign(&out, &format!("-m 10 {walk}"));
    has(&back.out, &[OTHER, "--linear not given, before given"]);
    let recorded = parts(&out);
    let runs: Vec<u64> = recorded
        .iter()
        .map(|part| part["runs"].as_u64().unwrap())
        .collect();
    assert_eq!(runs, [20, 10, 10, 10]);
    assert_eq!(recorded[0]["seed"], 5);
    assert_eq!(recorded[0]["strategies"], value!(["walk=1"]));
    assert_eq!(recorded[0]["theories"], value!(["bool", "bv"]));
    assert_eq!(recorded[2]["options"], value!(["bug=abort"]));
    for part in &recorded {
        assert_eq!(part["arguments"][1], "toy");
        let [started, stored] = ["started", "stored"].map(|name| part[name].as_str().unwrap());
        assert!(
            started.len() == 20 && started.starts_with("20") && started <= stored,
            "{part}"
        );
    }
    let merged = folder.path().join("merged");
    words(&format!(
        "merge {} --out {}",
        out.display(),
        merged.display()
    ))
    .with_code(0);
    assert_eq!(parts(&merged), recorded);
    for out in [&out, &merged] {
        has(
            &page(out),
            &[
                "Part 4",
                "Not all parts have the same settings",
                differs,
                "10 runs from seed 0x",
                "--linear --format json",
            ],
        );
    }
}

/// Directories of earlier versions have no parts. Arguments of later versions are not compared.
#[test]
fn parts_may_be_missing_or_unknown() {
    let folder = TempDir::new().unwrap();
    let (out, path) = (folder.path(), folder.path().join("campaign.json"));
    let change = |parts: Option<Json>| {
        let mut content = json(&path);
        let members = content.as_object_mut().unwrap();
        members.remove("parts");
        members.extend(parts.map(|parts| ("parts".to_owned(), parts)));
        fs::write(&path, content.to_string()).unwrap();
    };
    campaign(out, "-m 20 --seed 5 -o bug=segfault");
    change(None);
    has(
        &page(out),
        &["20 runs belong to parts that are not recorded"],
    );
    let done = campaign(out, "-m 10 -o bug=abort");
    assert!(!done.out.contains(OTHER), "{}", done.out);
    assert_eq!(parts(out).len(), 1);
    let mut later = parts(out).remove(0);
    later["arguments"] = value!(["--unheard-of", "<img src=x>\u{1b}[2J"]);
    later["more"] = value!(1);
    change(Some(value!([later])));
    let page = page(out);
    has(&page, &["--unheard-of", "&lt;img src=x&gt;\\u{1b}"]);
    assert!(!page.contains("<img") && !page.contains('\u{1b}'));
    let done = campaign(out, "-m 10 -o bug=abort");
    assert!(!done.out.contains(OTHER), "{}", done.out);
    assert_eq!(parts(out).len(), 2);
}

#[test]
fn absurd_parts_stop_nothing() {
    let folder = TempDir::new().unwrap();
    let out = folder.path();
    let path = out.join("campaign.json");
    campaign(out, "-m 20 --seed 5 -o bug=segfault");
    let good = json(&path);
    let part = &good["parts"][0];
    let with = |name: &str, bad: Json| {
        let mut part = part.clone();
        part[name] = bad;
        value!([part])
    };
    for bad in [
        value!(7),
        value!([7]),
        value!([{}]),
        value!(vec![part; 2000]),
        with("runs", value!(-1)),
        with("runs", value!(u64::MAX)),
        with("started", value!("2026-99-01T00:00:00Z")),
        with("arguments", value!(vec!["-m"; 9000])),
        with("options", value!(["x".repeat(9000)])),
        with("theories", value!({})),
    ] {
        let mut content = good.clone();
        content["parts"] = bad.clone();
        fs::write(&path, content.to_string()).unwrap();
        let done = words(&format!("report {}", out.display()));
        done.fails(3, &["campaign.json is damaged"]);
        let done = campaign(out, "-m 5 -o bug=segfault");
        has(&done.out, &["campaign.json is damaged"]);
        assert_eq!(parts(out).len(), 1, "{bad}");
    }
}

/// The page alone is enough to see what is wrong, and to show it to others.
#[test]
fn the_page_has_what_issues_have() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    campaign(
        &out,
        "-m 100 --seed 7 --strategy walk -o bug=wrong-unsat --minimize",
    )
    .with_code(1);
    let page = page(&out);
    let bug = &findings(&out)[0];
    let replay = format!("murxla-rs replay {}/min.trace", bug.display());
    has(
        &page,
        &[
            "The answer is <code>sat</code>, because an assignment makes the formulas true",
            "(set-logic ",
            "(check-sat)",
            "set-option bug ",
            "Runs per second",
            "Checks per second",
            &replay,
        ],
    );
    let first = page.find("class=\"bug ").unwrap();
    assert!(page[first..].starts_with("class=\"bug wrong\""));
    // Nothing is loaded.
    for word in ["<script", " src=", " href=", "url("] {
        assert!(!page.contains(word), "{word}");
    }
}
