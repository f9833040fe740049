//! A campaign on several machines: shards of its seeds.

mod common;

use common::{Done, findings, json, program, words};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const USAGE: i32 = 2;
const CONFIGURATION: i32 = 3;

/// What a campaign of the toy is asked for: each seed gives the same run, wherever it is run.
fn line(more: &str, out: &Path) -> String {
    let out = out.display();
    format!("--solver toy --seed 7 --batch 20 --no-fuzz-opts --quiet {more} --out {out}")
}

fn campaign(more: &str, out: &Path) -> Done {
    words(&line(more, out))
}

fn kept(out: &Path) -> Json {
    json(&out.join("campaign.json"))
}

/// Counters that the seeds decide.
fn counters(out: &Path) -> Vec<u64> {
    let counters = &kept(out)["counters"];
    let names = ["runs", "calls", "sat", "unsat", "unknown", "timeouts"];
    { names.iter() }
        .map(|name| counters[name].as_u64().unwrap())
        .collect()
}

fn sum(parts: &[Vec<u64>]) -> Vec<u64> {
    let at = |n: usize| parts.iter().map(|part| part[n]).sum();
    (0..parts[0].len()).map(at).collect()
}

/// The ids of the findings.
fn ids(out: &Path) -> BTreeSet<String> {
    let name = |folder: std::path::PathBuf| folder.file_name().unwrap().to_string_lossy().into();
    findings(out).into_iter().map(name).collect()
}

/// Kills a campaign when it has counted more runs.
fn killed(more: &str, out: &Path) {
    let runs = |out: &Path| {
        if out.join("campaign.json").exists() {
            counters(out)[0]
        } else {
            0
        }
    };
    let before = runs(out);
    let mut command = program(line(more, out).split_whitespace());
    let mut campaign = command.stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    while runs(out) == before {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no run is counted"
        );
        assert_eq!(campaign.try_wait().unwrap(), None, "it has ended");
        std::thread::sleep(Duration::from_millis(5));
    }
    campaign.kill().unwrap();
    campaign.wait().unwrap();
}

#[test]
fn shards_are_the_whole_campaign() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let more = "-m 301 -o bug=abort";
    campaign(more, &at("all")).with_code(1);
    let mut found = BTreeSet::new();
    let mut parts = Vec::new();
    for index in 0..4 {
        let out = at(&format!("{index}"));
        let jobs = 1 + index % 2;
        campaign(&format!("{more} --shard {index}/4 --jobs {jobs}"), &out);
        let runs = if index == 0 { 76 } else { 75 };
        assert_eq!(counters(&out)[0], runs);
        found.extend(ids(&out));
        parts.push(counters(&out));
    }
    assert_eq!(sum(&parts), counters(&at("all")));
    assert_eq!(found, ids(&at("all")));
    // There is nothing left to do, until the campaign gets longer.
    let again = campaign("-m 301 --shard 2/4", &at("2")).with_code(0);
    assert!(again.out.contains("done: 0 runs"), "{}", again.out);
    campaign("-m 401 --shard 2/4", &at("2")).with_code(0);
    assert_eq!(counters(&at("2"))[0], 100);
}

/// What was begun when a machine went down is run again, and nothing else.
#[test]
fn killed_shards_go_on() {
    let folder = TempDir::new().unwrap();
    let [whole, part] = ["whole", "part"].map(|name| folder.path().join(name));
    let more = "-m 12000 --shard 1/4 --jobs 3 -o bug=abort";
    killed(more, &part);
    killed(more, &part);
    assert!(
        kept(&part)["unfinished"]
            .as_array()
            .is_some_and(|open| !open.is_empty())
    );
    campaign(more, &part);
    campaign(more, &whole).with_code(1);
    assert_eq!(counters(&part)[0], 3000);
    assert_eq!(counters(&part), counters(&whole));
    let reached = |out: &Path| {
        (
            kept(out)["next_seed"].clone(),
            kept(out)["unfinished"].clone(),
        )
    };
    assert_eq!(reached(&part), reached(&whole));
}

/// A directory is of one shard.
#[test]
fn shards_do_not_mix() {
    let folder = TempDir::new().unwrap();
    let [shard, plain] = ["shard", "plain"].map(|name| folder.path().join(name));
    campaign("-m 20 --shard 1/4", &shard).with_code(0);
    campaign("-m 20", &plain).with_code(0);
    let mixed = [
        (
            "--shard 2/4",
            &shard,
            "shard 1/4 of the seeds from 7, not of shard 2/4",
        ),
        ("--shard 1/3", &shard, "not of shard 1/3"),
        ("", &shard, "not of a campaign without shards"),
        (
            "--shard 1/4",
            &plain,
            "a campaign without shards, not of shard 1/4",
        ),
    ];
    for (more, out, message) in mixed {
        let done = campaign(&format!("-m 20 {more}"), out);
        done.fails(CONFIGURATION, &[message, "--out"]);
    }
    for (line, word) in [
        ("--solver toy -m 5 --shard 0/4", "--seed"),
        ("--solver toy --seed 1 --shard 0/4", "--max-runs"),
        ("--solver toy --seed 1 -m 5 --shard 4/4", "0/4 to 3/4"),
        ("--solver toy --seed 1 -m 5 --shard 1", "I/N"),
    ] {
        words(line).fails(USAGE, &[word]);
    }
}
