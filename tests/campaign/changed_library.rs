//! Campaigns that continue with another library. A release must be the same one. With a library
//! that was rebuilt, the known findings are tried again.

use crate::common::{
    Done, campaign_json, contains_all, contains_none, finding_json, findings, json, read, run,
    words,
};
use serde_json::Value as Json;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A program that is rebuilt: a fake solver that behaves in another manner each time.
struct Build(TempDir);

impl Build {
    fn program(&self) -> PathBuf {
        self.0.path().join("solver")
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("out")
    }

    /// Runs a part of the campaign on a new build.
    fn campaign(&self, manner: &str, more: &str) -> Done {
        let fake = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_solver.py");
        let text = format!("#!/bin/sh\nexec python3 '{}' {manner}\n", fake.display());
        fs::write(self.program(), text).unwrap();
        fs::set_permissions(self.program(), fs::Permissions::from_mode(0o755)).unwrap();
        let solver = format!("smt2={}", self.program().display());
        let out = self.out().display().to_string();
        let line = format!(
            "--seed 1 -m 3 --jobs 1 --theories bool --strategy walk --out {out} {more} --solver"
        );
        run(line.split_whitespace().chain([&*solver]))
    }

    /// The finding of the build that crashes.
    fn crash(&self) -> Json {
        let found = findings(&self.out()).into_iter();
        let mut found = found.map(|folder| finding_json(&folder));
        let crash = found.find(|finding| finding["kind"] == "crash-SIGSEGV");
        crash.unwrap()
    }
}

#[test]
fn findings_are_tried_again_on_a_new_build() {
    let build = Build(TempDir::new().unwrap());
    build.campaign("crash", "").with_code(1);
    let crash = build.crash();
    let id = crash["id"].as_str().unwrap();
    assert_eq!(crash.get("gone"), None);
    let same = build.campaign("crash", "").with_code(1);
    same.prints_not(&["has changed"]);
    // A build that cannot make the check says nothing about the crash.
    let silent = build.campaign("unsupported", "");
    silent.prints(&["has changed"]).prints_not(&["gone"]);
    build.campaign("unknown", "").prints(&[
        "the library of smt2=",
        "has changed: version fake 1.0 (sha256 ",
        &format!("gone {id}: "),
        &format!("  {id} seen "),
        " times, is gone: it does not show on version fake 1.0",
    ]);
    let gone = build.crash()["gone"].to_string();
    assert!(gone.starts_with("\"version fake 1.0 (sha256 "), "{gone}");
    run([Path::new("report"), &build.out()]).with_code(0);
    let issue = build.out().join("findings").join(id).join("report.md");
    for file in [issue, build.out().join("report.html")] {
        contains_all(&read(&file), &["is gone: "]);
    }
    // It shows again. Findings of the build before are hidden by it, so nothing is said about them.
    let broken = build.campaign("crash", "").with_code(1);
    let broken = broken.prints(&[&format!("back {id}: it shows again")]);
    contains_none(&broken.out, &["gone"]);
    assert_eq!(build.crash().get("gone"), None);
    let libraries = campaign_json(&build.out())["libraries"].clone();
    assert_eq!(libraries.as_array().unwrap().len(), 1);
    assert_eq!(libraries[0]["role"], "solver");
    assert_eq!(libraries[0]["sha256"].as_str().unwrap().len(), 64);
}

/// A finding that is gone may show again in a run.
#[test]
fn a_finding_that_is_seen_is_not_gone() {
    let build = Build(TempDir::new().unwrap());
    build.campaign("crash", "").with_code(1);
    let crash = build.crash();
    let id = crash["id"].as_str().unwrap();
    let path = build.out().join("findings").join(id).join("finding.json");
    let mut marked = crash.clone();
    marked["gone"] = Json::from("version 0");
    fs::write(&path, marked.to_string()).unwrap();
    let again = build.campaign("crash", "").with_code(1).out;
    let back = format!("back {id}: it shows again");
    assert_eq!(again.matches(&back).count(), 1, "{again}");
    assert_eq!(build.crash(), crash);
}

#[test]
fn releases_do_not_change() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let line = format!("--solver toy --seed 1 -m 5 --out {}", out.display());
    let campaign = |more: &str| words(&format!("{line} {more}"));
    campaign("--cross-check yices --check").with_code(0);
    let path = out.join("campaign.json");
    let good = json(&path);
    let roles = good["libraries"].as_array().unwrap().iter();
    let roles: Vec<&Json> = roles.map(|library| &library["role"]).collect();
    assert_eq!(roles, ["solver", "cross-check", "check"]);
    for (place, field, solver) in [
        (0, "version", "toy"),
        (1, "version", "yices"),
        (1, "sha256", "yices"),
        (2, "version", "toy"),
    ] {
        let mut other = good.clone();
        other["libraries"][place][field] = Json::from("0".repeat(64));
        fs::write(&path, other.to_string()).unwrap();
        let done = campaign("--cross-check yices --check");
        let results = format!("results of {solver}");
        done.fails(3, &[&results, "--out", &format!("{solver}=PATH")]);
        assert_eq!(json(&path), other);
    }
    // Solvers that are not used do not matter. Older directories have the version of the solver
    // under test only.
    let mut old = good.clone();
    old.as_object_mut().unwrap().remove("libraries");
    old["version"] = Json::from("0.0.9");
    fs::write(&path, old.to_string()).unwrap();
    let now = concat!("version ", env!("CARGO_PKG_VERSION"));
    campaign("").fails(3, &["results of toy, version 0.0.9", now]);
    let mut one = good;
    one["libraries"][1]["version"] = Json::from("0");
    fs::write(&path, one.to_string()).unwrap();
    campaign("").with_code(0);
}
