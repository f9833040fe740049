//! `--guided` on Yices, which is small, so that its campaigns take seconds.

use crate::common::{Run as _, campaign_json, contains_all, findings, program, read, run, words};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Calls on which Yices depends neither on time nor on addresses of memory.
const CALLS: &str = "--strategy walk=3,opfuzz --standard --no-fuzz-opts --theories uf";

/// No time ends a search.
const LIMITS: &str = "--report-limits -t 100";

/// A campaign. Runs become entries after the first 500.
fn campaign(out: &Path, more: &str) -> String {
    let line = format!("--solver yices --jobs 1 --seed 1 {more} --out");
    let mut command = program(line.split_whitespace());
    command.arg(out).done().without_error().out
}

/// The entries of a results directory, by the names of their files.
fn entries(out: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(out.join("entries")).unwrap();
    let files = files.map(|file| file.unwrap());
    let entry = |file: fs::DirEntry| {
        let name = file.file_name().into_string().unwrap();
        (name, read(&file.path()))
    };
    files.map(entry).collect()
}

/// What the kinds of runs have reached, and the counters. Which of the unguided runs was the first
/// to reach a block may depend on where Yices has its memory, and so do the recent rewards.
fn counts(out: &Path) -> [Json; 2] {
    let mut campaign = campaign_json(out);
    for kind in campaign["kinds"].as_object_mut().unwrap().values_mut() {
        kind.as_object_mut().unwrap().remove("recent");
    }
    let mut counters = campaign["counters"].clone();
    for clock in ["cpu", "time"] {
        counters.as_object_mut().unwrap().remove(clock);
    }
    [campaign["kinds"].clone(), counters]
}

#[test]
fn one_job_makes_the_same_runs() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus");
    fs::create_dir(&corpus).unwrap();
    let entry = "0 new\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-const s1 \"a\"\nreturn t1\n\
        0 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n0 assert-formula t2\n0 check-sat\n";
    for name in ["one", "two", "three"] {
        let text = format!("# {name}\n{entry}");
        fs::write(corpus.join(format!("{name}.trace")), text).unwrap();
    }
    let corpus = corpus.display();
    // Yices has its memory elsewhere in each process. So now and then, another run is the first to
    // reach a block, and its trace becomes an entry. All else decides the runs, so two of a few
    // campaigns are the same.
    let mut campaigns = (0..4).map(|number| {
        let out = folder.path().join(number.to_string());
        let more = format!("--guided -m 700 --corpus {corpus} {CALLS} {LIMITS}");
        campaign(&out, &more);
        (entries(&out), counts(&out))
    });
    let mut seen = Vec::new();
    let repeated = campaigns.find(|made| {
        let is_repeated = seen.contains(made);
        seen.push(made.clone());
        is_repeated
    });
    let (entries, [kinds, _]) = repeated.expect("two campaigns are the same");
    assert!(entries.len() > 3);
    for kind in ["unguided", "formulas", "state", "options"] {
        assert!(kinds[kind]["runs"].as_u64().unwrap() > 3, "{kinds}");
    }
}

#[test]
fn entries_are_continued_merged_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let said = campaign(&at("one"), "--guided -m 600");
    let first = entries(&at("one"));
    let count = format!("guided: {} entries; ", first.len());
    contains_all(&said, &[&count]);
    for (name, text) in &first {
        assert!(text.starts_with("# new blocks: "), "{name}: {text}");
        let path = at("one").join("entries").join(name);
        run([Path::new("replay"), &path]).without_error();
    }
    // Findings of guided runs are traces like others.
    for finding in findings(&at("one")) {
        run([Path::new("replay"), &finding]).without_error();
    }
    campaign(&at("one"), "--guided -m 100");
    let more = entries(&at("one"));
    assert!(first.keys().all(|name| more.contains_key(name)));
    let line = "--solver yices --jobs 1 --seed 5000 -m 600 --guided --out";
    let mut command = program(line.split_whitespace());
    command.arg(at("two")).done();
    let [one, two, all] = ["one", "two", "all"].map(|name| at(name).display().to_string());
    words(&format!("merge {one} {two} --out {all}")).with_code(0);
    let mut both = more;
    both.extend(entries(&at("two")));
    assert_eq!(entries(&at("all")), both);
    let strategies = format!("--strategy opfuzz -m 10 --corpus {one}/entries");
    campaign(&at("corpus"), &strategies);
}

/// The two releases have the same functions, and some of them differ.
#[test]
fn changed_functions_are_in_the_focus() {
    let folder = tempfile::tempdir().unwrap();
    let more = "--guided --baseline yices@2.6.4.post23 --focus-changes -m 40";
    let out = folder.path().join("out");
    let said = campaign(&out, more);
    let focus = said.lines().find(|line| line.starts_with("focus: "));
    let focus = focus.unwrap_or_else(|| panic!("{said}"));
    let numbers: Vec<u64> = focus.split(' ').filter_map(|n| n.parse().ok()).collect();
    let (reached, of) = (numbers[0], numbers[1]);
    assert!(0 < reached && reached < of, "{focus}");
    let all = &campaign_json(&out)["counters"]["coverage"]["total"];
    let all = all.as_u64().unwrap();
    assert!(of < all / 2, "{focus} of all {all}");
}
