//! The page of `report`, and what campaigns record about their parts for it.

use crate::bug_reports::{merge, page};
use crate::common::{Done, contains_all, findings, json, words};
use serde_json::{Value as Json, json as value};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A campaign with one of the toy's bugs.
fn campaign(out: &Path, more: &str) -> Done {
    let out = out.display();
    words(&format!(
        "--solver toy --theories bool,bv -t 0.1 --jobs 1 --quiet --out {out} {more}"
    ))
}

fn parts(out: &Path) -> Vec<Json> {
    let campaign = json(&out.join("campaign.json"));
    campaign["parts"].as_array().cloned().unwrap_or_default()
}

/// Replaces or removes a member of a JSON file.
#[track_caller]
fn change(path: &Path, name: &str, new: Option<Json>) {
    let mut content = json(path);
    let members = content.as_object_mut().unwrap();
    assert!(members.remove(name).is_some(), "{name}");
    members.extend(new.map(|new| (name.to_owned(), new)));
    fs::write(path, content.to_string()).unwrap();
}

fn is_date(text: &str) -> bool {
    text.len() == 20 && text.starts_with("20")
}

const OTHER: &str = "arguments differ from the last part of the campaign: ";

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
    let differs = "--linear given, previously not given; --option bug=abort, previously bug=segfault; --strategy not given, previously walk";
    let remark = value!(format!("{OTHER}{differs}"));
    let remarks = started["remarks"].as_array().unwrap();
    assert!(remarks.contains(&remark), "{started}");
    let back = campaign(&out, &format!("-m 10 {walk}"));
    contains_all(&back.out, &[OTHER, "--linear not given, previously given"]);
    let recorded = parts(&out);
    let runs = recorded.iter().map(|part| part["runs"].as_u64().unwrap());
    assert_eq!(runs.collect::<Vec<_>>(), [20, 10, 10, 10]);
    assert_eq!(recorded[0]["seed"], 5);
    assert_eq!(recorded[0]["strategies"], value!(["walk=1"]));
    assert_eq!(recorded[0]["theories"], value!(["bool", "bv"]));
    assert_eq!(recorded[2]["options"], value!(["bug=abort"]));
    for part in &recorded {
        assert_eq!(part["arguments"][1], "toy");
        let [started, stored] = ["started", "stored"].map(|name| part[name].as_str().unwrap());
        assert!(is_date(started) && started <= stored, "{part}");
    }
    let merged = folder.path().join("merged");
    merge(&out, &merged);
    assert_eq!(parts(&merged), recorded);
    for out in [&out, &merged] {
        let page = page(out);
        contains_all(&page, &["Part 4", "Not all parts have the same settings"]);
        contains_all(
            &page,
            &[differs, "10 runs from seed 0x", "--linear --format json"],
        );
    }
}

/// Directories of earlier versions have no parts. Arguments of later versions are not compared.
#[test]
fn parts_may_be_missing_or_unknown() {
    let folder = TempDir::new().unwrap();
    let (out, path) = (folder.path(), folder.path().join("campaign.json"));
    let change = |parts: Option<Json>| change(&path, "parts", parts);
    campaign(out, "-m 20 --seed 5 -o bug=segfault");
    change(None);
    let missing = "20 runs belong to parts that are not recorded";
    contains_all(&page(out), &[missing]);
    let done = campaign(out, "-m 10 -o bug=abort");
    assert!(!done.out.contains(OTHER), "{}", done.out);
    assert_eq!(parts(out).len(), 1);
    let mut later = parts(out).remove(0);
    later["arguments"] = value!(["--unheard-of", "<img src=x>\u{1b}[2J"]);
    later["more"] = value!(1);
    change(Some(value!([later])));
    let page = page(out);
    contains_all(&page, &["--unheard-of", "&lt;img src=x&gt;\\u{1b}"]);
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
        contains_all(&done.out, &["campaign.json is damaged"]);
        assert_eq!(parts(out).len(), 1, "{bad}");
    }
}

/// The page alone is enough to see what is wrong, and to show it to others.
#[test]
fn the_page_has_what_issues_have() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let more = "-m 20 --seed 7 --strategy walk -o bug=wrong-unsat --minimize";
    campaign(&out, more).with_code(1);
    let page = page(&out);
    let bug = &findings(&out)[0];
    let replay = format!("murxla-rs replay {}/min.trace", bug.display());
    let right = "The answer should be <code>sat</code>: an assignment makes the formulas true";
    contains_all(
        &page,
        &[right, "(set-logic ", "(check-sat)", "set-option bug "],
    );
    contains_all(&page, &["Runs per second", "Checks per second", &replay]);
    let first = page.find("class=\"bug ").unwrap();
    assert!(page[first..].starts_with("class=\"bug wrong\""));
    // Nothing is loaded.
    for word in [" src=", " href=\"h", "url("] {
        assert!(!page.contains(word), "{word}");
    }
}

/// A wrong value is shown with the right one, and each finding with its dates.
#[test]
fn the_page_has_values_and_dates() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let bug = "--strategy walk -o bug=wrong-model";
    campaign(&out, &format!("-m 20 --seed 7 --minimize {bug}")).with_code(1);
    let found = json(&findings(&out)[0].join("finding.json"));
    let message = found["message"].as_str().unwrap();
    let mut lines = message.lines();
    let wrong = lines.find(|line| line.contains(" in the model, "));
    let words: Vec<&str> = wrong.unwrap().split(' ').collect();
    let [said, right] = [2, 7].map(|place| words[place].trim_end_matches(','));
    let said = format!("the solver says</th><td><code>{said}</code>");
    let right = format!("right is</th><td><code>{right}</code>");
    let date = format!("<time datetime={}>", found["first_seen"]);
    contains_all(&page(&out), &[&said, &right, &date]);
}

/// The header of a trace names the public issue. An address of the web is a link.
#[test]
fn the_page_names_public_issues() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let bug = "--strategy walk -o bug=wrong-unsat";
    campaign(&out, &format!("-m 20 --seed 7 --minimize {bug}")).with_code(1);
    let file = findings(&out)[0].join("min.trace");
    let trace = fs::read_to_string(&file).unwrap();
    let address = "https://example.org/issues/1";
    let link = format!("<a href=\"{address}\" rel=\"noreferrer\">");
    let statuses = [
        (address, link.as_str()),
        ("javascript:stop()", "<dd>javascript:stop()</dd>"),
        ("not reported", "<dd>not reported</dd>"),
    ];
    for (upstream, shown) in statuses {
        fs::write(&file, format!("# upstream: {upstream}\n{trace}")).unwrap();
        contains_all(&page(&out), &["<dt>upstream</dt>", shown]);
    }
}

/// Results say when findings were seen. Those of earlier versions do not.
#[test]
fn findings_have_dates() {
    let folder = TempDir::new().unwrap();
    let [one, other, merged] = ["one", "other", "merged"].map(|name| folder.path().join(name));
    let bug = "--strategy walk -o bug=segfault";
    campaign(&one, &format!("-m 20 --seed 5 {bug}")).with_code(1);
    campaign(&other, &format!("-m 20 --seed 6 {bug}")).with_code(1);
    let events = fs::read_to_string(one.join("events.jsonl")).unwrap();
    for event in events.lines() {
        let event: Json = serde_json::from_str(event).unwrap();
        assert!(is_date(event["time"].as_str().unwrap()), "{event}");
    }
    let path = |out: &Path| findings(out)[0].join("finding.json");
    let id = json(&path(&one))["id"].as_str().unwrap().to_owned();
    assert_eq!(json(&path(&other))["id"], id.as_str());
    let at = |day: u32| value!(format!("2026-01-0{day}T00:00:00Z"));
    let last = |day: u32| Some(value!({ (id.as_str()): at(day) }));
    for (out, days) in [(&one, [2, 3]), (&other, [1, 2])] {
        change(&path(out), "first_seen", Some(at(days[0])));
        change(&out.join("campaign.json"), "last_seen", last(days[1]));
    }
    let line = |command: &str| words(&format!("{command} {}", merged.display()));
    let inputs = format!("{} {}", one.display(), other.display());
    words(&format!("merge {inputs} --out {}", merged.display())).with_code(0);
    let listed = line("findings").with_code(0).out;
    let dates = "(2026-01-01 00:00:00 to 2026-01-03 00:00:00 UTC)";
    contains_all(&listed, &[" times ", dates]);
    contains_all(&page(&merged), &[dates, "2026-01-03 00:00<"]);
    let issue = fs::read_to_string(findings(&merged)[0].join("report.md")).unwrap();
    contains_all(&issue, &[dates]);
    // The bug is seen again.
    campaign(&merged, &format!("-m 20 --seed 7 {bug}"));
    let seen = json(&merged.join("campaign.json"))["last_seen"].clone();
    assert!(seen[&id].as_str() > Some("2026-01-04"), "{seen}");
    change(&path(&merged), "first_seen", None);
    change(&merged.join("campaign.json"), "last_seen", None);
    let listed = line("findings").with_code(0).out;
    contains_all(&listed, &[" times, "]);
    contains_all(&page(&merged), &["found after"]);
}
