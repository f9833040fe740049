//! `report` writes an issue for each finding of the toy's campaigns and a page about the whole
//! campaign. It also works on results directories that are old or damaged.

use super::{campaign, merge, page, report};
use crate::common::{contains_all, findings, json, read};
use regex::Regex;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The page names the issue of each finding. `tests/cases/report/kinds.trace` has an issue of each
/// kind that a replay shows at once.
#[test]
fn each_finding_has_an_issue() {
    let toy = |what: &str| format!("toy {}: {what}", env!("CARGO_PKG_VERSION"));
    for (bug, title, words) in [
        ("segfault", "SIGSEGV in assert-formula", "(assert "),
        ("hang", "does not return in mk-term", "--time-limit"),
    ] {
        let out = TempDir::new().unwrap();
        // Most traces of walks are short enough for an issue without --minimize.
        let line = format!("-m 40 --jobs 1 --strategy walk -o bug={bug}");
        campaign(out.path(), &line).with_code(1);
        let page = page(out.path());
        let folders = findings(out.path());
        let issues = folders.iter().map(|folder| read(&folder.join("report.md")));
        let issues: Vec<String> = issues.collect();
        for (folder, issue) in folders.iter().zip(&issues) {
            let id = folder.file_name().unwrap().to_str().unwrap();
            contains_all(&page, &[&format!("findings/{id}/report.md")]);
            // An issue has the observed and the expected behaviour, a program, the trace, and the
            // steps to reproduce.
            contains_all(issue, &[id, "## What happened", "## What was expected"]);
            contains_all(issue, &["```smt2\n", "(set-logic ", "set-option bug "]);
            contains_all(
                issue,
                &["murxla-rs replay ", "linux", &format!("bug={bug}")],
            );
        }
        let is_it = |issue: &String| issue.contains(&toy(title)) && issue.contains(words);
        assert!(issues.iter().any(is_it), "{bug}: {}", issues.concat());
    }
}

/// The ids of findings in a text, in the order in which they first occur.
fn ids_in(text: &str) -> Vec<&str> {
    let id = Regex::new(r"\b[A-Za-z0-9-]+-[0-9a-f]{8}\b").unwrap();
    let mut ids = Vec::new();
    for id in id.find_iter(text).map(|found| found.as_str()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// All lists of findings start with the wrong `unsat`, also if it was found after a crash.
#[test]
fn findings_are_listed_worst_first() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let wrong_unsat = "-m 100 --strategy walk -o bug=wrong-unsat";
    campaign(&out, "-m 100 --strategy walk -o bug=segfault").with_code(1);
    let summary = campaign(&out, wrong_unsat).with_code(1).out;
    let listed = ids_in(&summary);
    let kinds = ["wrong-unsat", "crash-SIGSEGV"];
    assert!(listed[0].starts_with(kinds[0]), "{listed:?}");
    let is_crash = |id: &&str| id.starts_with(kinds[1]);
    assert!(listed.iter().any(is_crash), "{listed:?}");
    assert_eq!(listed.len(), findings(&out).len());
    let done = campaign(&out, &format!("{wrong_unsat} --format json")).with_code(1);
    let ended: Json = serde_json::from_str(done.out.lines().last().unwrap()).unwrap();
    let found = ended["findings"].as_array().unwrap().iter();
    let of_event: Vec<&str> = found.map(|one| one["id"].as_str().unwrap()).collect();
    let merged = folder.path().join("merged");
    merge(&out, &merged);
    for out in [&out, &merged] {
        let said = report(out).with_code(0).out;
        assert_eq!(ids_in(&said), of_event);
        let page = read(&out.join("report.html"));
        assert_eq!(ids_in(&page), of_event);
        let rows = kinds.map(|kind| format!("<th scope=\"row\">{kind}</th>"));
        let rows = rows.map(|row| page.find(&row).unwrap());
        assert!(rows[0] < rows[1], "{rows:?}");
    }
}

/// `--no-filter` reports what profiles exclude. A profile clears a list of those before it.
#[test]
fn filtered_bugs_are_reported_on_request() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let rules = r#"{"errors": {"exclude": [{"regex": "crash", "reason": "issue 42"}]}}"#;
    fs::write(path("known.json"), rules).unwrap();
    fs::write(path("clear.json"), r#"{"errors": {"exclude": null}}"#).unwrap();
    let known = format!("--profile {}", path("known.json").display());
    let clear = format!("--profile {}", path("clear.json").display());
    for (out, more, code) in [
        ("filtered", known.clone(), 0),
        ("unfiltered", format!("{known} --no-filter"), 1),
        ("cleared", format!("{known} {clear}"), 1),
        ("excluded", format!("{known} {clear} {known}"), 0),
    ] {
        let done = campaign(&path(out), &format!("-m 100 -o bug=segfault {more}"));
        assert_eq!(done.code, Some(code), "{more}: {}", done.err);
    }
}

/// What a profile excludes is counted by its reason, also in merged directories.
#[test]
fn filtered_bugs_are_listed_with_their_reasons() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("known.json");
    let rules = r#"{"errors": {"exclude": [{"regex": "crash", "reason": "issue 42 & more"}]}}"#;
    let other =
        r#"{"errors": {"exclude": [{"regex": "depth < limit", "reason": "no issue < 7"}]}}"#;
    let out = folder.path().join("out");
    let more = format!("--profile {}", profile.display());
    for (text, bug) in [(rules, "segfault"), (rules, "segfault"), (other, "abort")] {
        fs::write(&profile, text).unwrap();
        campaign(&out, &format!("-m 200 -o bug={bug} {more}")).with_code(0);
    }
    let merged = folder.path().join("merged");
    merge(&out, &merged);
    for out in [&out, &merged] {
        let kept = json(&out.join("campaign.json"));
        let filtered = kept["filtered"].as_object().unwrap();
        let reasons: Vec<&String> = filtered.keys().collect();
        assert_eq!(reasons, ["issue 42 & more", "no issue < 7"]);
        let all: u64 = filtered.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(kept["counters"]["filtered"], all);
        // More than the number of events that are written about one reason.
        assert!(all > 40, "{kept}");
        let page = page(out);
        contains_all(&page, &["<h3>Filtered</h3>", "issue 42 &amp; more"]);
        contains_all(&page, &["no issue &lt; 7"]);
    }
}

/// Statistics list the operators of each theory in a line.
#[test]
fn statistics_list_operators_by_theory() {
    let out = TempDir::new().unwrap();
    let said = campaign(out.path(), "-m 50 --stats").with_code(0).out;
    for (theory, word) in [("BOOL", "OP_NOT"), ("BV", "OP_BV_ADD")] {
        let start = format!("operators of {theory}: ");
        let line = said.lines().find(|line| line.starts_with(&start)).unwrap();
        contains_all(line, &[word]);
        assert_eq!(line.contains("OP_BV_"), theory == "BV", "{line}");
    }
}

#[test]
fn findings_of_oracles_name_their_trace() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 300 -o bug=wrong-unsat --cross-check toy").with_code(1);
    report(out.path()).with_code(0);
    let folders = findings(out.path());
    assert!(!folders.is_empty());
    for folder in &folders {
        let issue = read(&folder.join("report.md"));
        if issue.contains("disagreement-") {
            contains_all(&issue, &["two solvers disagree", " says sat"]);
            contains_all(&issue, &["`cross-check` in the header of the trace"]);
        }
    }
}

fn samples(out: &Path) -> Vec<Json> {
    let samples = json(&out.join("samples.json"));
    samples["taken"].as_array().unwrap().clone()
}

fn number(sample: &Json, name: &str) -> f64 {
    sample[name].as_f64().unwrap()
}

#[test]
fn samples_continue_with_a_campaign() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 300 --stats").with_code(0);
    let first = samples(out.path());
    assert!(first.len() > 1, "{first:?}");
    assert_eq!(
        ["time", "runs"].map(|name| number(&first[0], name)),
        [0.0; 2]
    );
    campaign(out.path(), "-m 300 --stats").with_code(0);
    let both = samples(out.path());
    assert_eq!(both[..first.len()], first[..]);
    assert!(both.len() > first.len());
    for pair in both.windows(2) {
        assert!(number(&pair[0], "time") < number(&pair[1], "time"));
        assert!(number(&pair[0], "runs") <= number(&pair[1], "runs"));
    }
    let page = page(out.path());
    contains_all(&page, &["time in seconds", "<svg", "OP_BV_ADD"]);
    contains_all(&page, &["prefers-color-scheme"]);
    assert_eq!(page.matches("<script").count(), 1);
}

/// The CPU time of oracles is counted separately from that of the other processes.
#[test]
fn the_cpu_time_of_oracles_is_reported() {
    for (more, has_oracle) in [("", false), ("--cross-check toy", true)] {
        let out = TempDir::new().unwrap();
        campaign(out.path(), &format!("-m 300 --stats {more}")).with_code(0);
        let oracles = &json(&out.path().join("stats.json"))["cpu"]["oracles"];
        assert_eq!(oracles.as_u64().unwrap() > 0, has_oracle, "{oracles}");
    }
}

#[test]
fn pages_of_old_directories_leave_out_what_is_missing() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 200 -o bug=segfault").with_code(1);
    fs::remove_file(out.path().join("samples.json")).unwrap();
    let path = out.path().join("campaign.json");
    let mut campaign_file = json(&path);
    campaign_file.as_object_mut().unwrap().remove("platform");
    fs::write(&path, campaign_file.to_string()).unwrap();
    let page = page(out.path());
    contains_all(&page, &["About the campaign</h2>"]);
    contains_all(&page, &["Kinds and theories</h2>"]);
    for section in ["Over time", ">Operators<", "stats.json", "samples"] {
        assert!(!page.contains(section), "{section}");
    }
    let issue = read(&findings(out.path())[0].join("report.md"));
    contains_all(&issue, &["not recorded"]);
    // If such a campaign is continued, it has samples from then on.
    campaign(out.path(), "-m 200 -o bug=segfault").with_code(1);
    assert_eq!(number(&samples(out.path())[0], "runs"), 200.0);
}

#[test]
fn damaged_files_are_named_and_the_rest_is_reported() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 200 -o bug=segfault --minimize").with_code(1);
    let folder = findings(out.path()).remove(0);
    let damaged = |file: &str, content: &[u8], code: i32, issue: &str| {
        let path = [out.path(), &folder].map(|place| place.join(file));
        let path = path.iter().find(|path| path.exists()).unwrap();
        let before = fs::read(path).unwrap();
        fs::write(path, content).unwrap();
        report(out.path()).fails(code, &[file]);
        contains_all(&read(&out.path().join("report.html")), &[file]);
        contains_all(&read(&folder.join("report.md")), &[issue]);
        // `report` does not change the damaged file.
        assert_eq!(fs::read(path).unwrap(), content);
        fs::write(path, before).unwrap();
    };
    damaged("campaign.json", b"{", 3, "not recorded");
    damaged("samples.json", b"[1]", 3, "generated from `min.trace`");
    damaged("finding.json", b"\xff", 3, "");
    let from_full = "generated from `full.trace`";
    damaged("min.trace", b"1 mk-term \"", 4, from_full);
    damaged("min.trace", b"# nothing\n", 4, from_full);
    report(out.path()).with_code(0);
    fs::remove_file(folder.join("min.trace")).unwrap();
    fs::remove_file(folder.join("full.trace")).unwrap();
    report(out.path()).with_code(0);
    contains_all(&read(&folder.join("report.md")), &["No trace is available"]);
}

/// The report of the folder of a finding is that of its results directory, with what was stored in
/// between.
#[test]
fn the_report_of_a_finding_is_that_of_its_directory() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 100 --jobs 1 -o bug=segfault --minimize").with_code(1);
    let folder = findings(out.path()).remove(0);
    let mut finding = json(&folder.join("finding.json"));
    let range = serde_json::json!({ "first_bad": "1.0", "last_bad": "1.2" });
    finding["releases"] =
        serde_json::json!({ "tested": ["1.0", "1.2"], "bad": [range], "cannot_test": [] });
    fs::write(folder.join("finding.json"), finding.to_string()).unwrap();
    let of_folder = report(&folder).with_code(0).out;
    let releases = "| releases | in all releases that can be tested, from 1.0 to 1.2 |";
    contains_all(&of_folder, &[releases, "| tier | B: ", "seen "]);
    assert_eq!(read(&folder.join("report.md")), of_folder);
    report(out.path()).with_code(0);
    assert_eq!(read(&folder.join("report.md")), of_folder);
    // A folder elsewhere has no results directory.
    let moved = TempDir::new().unwrap();
    let elsewhere = moved.path().join("bug");
    fs::rename(&folder, &elsewhere).unwrap();
    let alone = report(&elsewhere).with_code(0).out;
    contains_all(&alone, &["| platform | not recorded |", ", seen once (20"]);
    fs::write(elsewhere.join("finding.json"), "{").unwrap();
    report(&elsewhere).fails(3, &["finding.json"]);
}
