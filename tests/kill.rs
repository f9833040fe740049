//! Processes of a campaign are killed at random moments: a child, a zygote, the parent. No process is
//! left behind, nothing that was recorded is lost, and the campaign goes on.
//!
//! `MURXLA_KILL_ROUNDS` says how often (10), `MURXLA_KILL_SEED` which moments.

mod common;

use common::{Done, findings, json, program};
use murxla_fsm::rng::Rng;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Set to the results directory in the environment of each campaign, and so of all its processes.
const MARK: &str = "MURXLA_TEST_CAMPAIGN";

/// Waits for what must come soon, however busy the machine is.
#[track_caller]
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().unwrap())
}

/// The living processes of the campaign in `out`, parents before their children.
fn processes(out: &Path) -> Vec<Pid> {
    let mark = format!("{MARK}={}", out.display());
    let is_marked = |pid: &i32| {
        let has = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let environment = has("environ");
        let state = String::from_utf8_lossy(&has("stat")).into_owned();
        let is_dead = state
            .rsplit(") ")
            .next()
            .is_none_or(|s| s.starts_with(['Z', 'X']));
        let mut variables = environment.split(|byte| *byte == 0);
        !is_dead && variables.any(|variable| variable == mark.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let mut pids: Vec<i32> = entries
        .filter_map(|entry| entry.file_name().to_string_lossy().parse().ok())
        .filter(is_marked)
        .collect();
    pids.sort_by_key(|pid| depth(*pid));
    pids.into_iter().map(Pid::from_raw).collect()
}

/// How many generations a process is away from the first one.
fn depth(pid: i32) -> usize {
    let parent = |pid: i32| -> Option<i32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit(") ").next()?.split(' ').nth(1)?.parse().ok()
    };
    std::iter::successors(Some(pid), |pid| parent(*pid).filter(|pid| *pid > 0)).count()
}

fn start(out: &Path, more: &str) -> Child {
    let line = format!("--solver toy -t 20 --batch 50 --jobs 2 {more} --out");
    let mut command = program(line.split_whitespace());
    command
        .arg(out)
        .env(MARK, out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Everything in the results directory is whole. Returns the ids of the findings.
fn recorded(out: &Path) -> BTreeSet<String> {
    let events = std::fs::read_to_string(out.join("events.jsonl")).unwrap();
    let lines: Vec<&str> = events.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let is_sound = serde_json::from_str::<Json>(line).is_ok();
        // The line in flight when the program was killed is cut off; the next part begins behind it.
        let next = lines.get(number + 1);
        let is_cut = next.is_none_or(|next| next.contains("\"started\"") || next.is_empty());
        assert!(is_sound || is_cut, "line {}: {line}", number + 1);
    }
    if out.join("campaign.json").exists() {
        json(&out.join("campaign.json"));
    }
    let id = |folder: PathBuf| {
        let id = json(&folder.join("finding.json"))["id"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(folder.ends_with(&id));
        let trace = std::fs::read_to_string(folder.join("full.trace")).unwrap();
        assert!(trace.contains(&id) && trace.ends_with('\n'));
        assert!(folder.join("stderr.txt").exists());
        id
    };
    findings(out).into_iter().map(id).collect()
}

fn runs(out: &Path) -> u64 {
    let counted = out.join("campaign.json").exists();
    let counters = || json(&out.join("campaign.json"))["counters"]["runs"].as_u64();
    if counted { counters().unwrap() } else { 0 }
}

#[test]
fn killed_at_any_moment() {
    let folder = TempDir::new().unwrap();
    let out = folder.path();
    let mut rng = Rng::new(setting("MURXLA_KILL_SEED", 1));
    let (mut known, mut counted) = (BTreeSet::new(), 0);
    for round in 0..setting("MURXLA_KILL_ROUNDS", 10) {
        let more = ["-o bug=abort", "-o bug=exit", "-o bug=segfault"][rng.index(3)];
        let mut campaign = start(out, &format!("--continuous {more}"));
        let parent = Pid::from_raw(campaign.id() as i32);
        wait_until("no child runs", || processes(out).len() >= 3);
        if round == 0 {
            // A busy machine needs its time.
            wait_until("nothing is found", || !findings(out).is_empty());
        }
        for _ in 0..rng.index(4) {
            std::thread::sleep(Duration::from_millis(rng.below(200)));
            let below: Vec<Pid> = processes(out)
                .into_iter()
                .filter(|p| *p != parent)
                .collect();
            if let Some(victim) = rng.pick(&below) {
                // It may have ended by itself.
                let _ = kill(*victim, Signal::SIGKILL);
            }
        }
        std::thread::sleep(Duration::from_millis(rng.below(500)));
        if campaign.try_wait().unwrap().is_some() {
            let done: Done = campaign.wait_with_output().unwrap().into();
            panic!("round {round}: it has ended: {done:?}");
        }
        campaign.kill().unwrap();
        let done: Done = campaign.wait_with_output().unwrap().into();
        assert!(
            !done.err.contains("panicked"),
            "round {round}: {}",
            done.err
        );
        wait_until("processes are left", || processes(out).is_empty());
        let now = recorded(out);
        assert!(now.is_superset(&known), "round {round}: {known:?}, {now:?}");
        assert!(runs(out) >= counted, "round {round}");
        (known, counted) = (now, runs(out));
    }
    // The last part ends by itself, and all parts add up.
    let last: Done = start(out, "-m 100").wait_with_output().unwrap().into();
    last.with_code(0);
    assert!(recorded(out).is_superset(&known));
    let campaign = json(&out.join("campaign.json"));
    let counters = &campaign["counters"];
    assert_eq!(counters["runs"], counted + 100);
    assert_eq!(counters["found"], known.len());
    let sights = campaign["sights"].as_array().unwrap();
    let sights: u64 = sights.iter().map(|sight| sight[1].as_u64().unwrap()).sum();
    let again = counters["duplicates"].as_u64().unwrap();
    assert_eq!(sights, known.len() as u64 + again);
    // Nothing is left of files that were being written.
    for folder in findings(out).iter().map(PathBuf::as_path).chain([out]) {
        let names = std::fs::read_dir(folder).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        let is_partial = |name: &&std::ffi::OsString| name.to_string_lossy().starts_with(".part-");
        assert_eq!(names.iter().find(is_partial), None, "{}", folder.display());
    }
}

/// Ctrl-C: the summary, the exit code for it, nothing left behind.
#[test]
fn interrupted() {
    for (signal, more) in [
        (Signal::SIGINT, "--continuous"),
        (Signal::SIGTERM, "--continuous --cross-check toy"),
        (Signal::SIGINT, "-m 1000000 -o bug=hang"),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path();
        let campaign = start(out, more);
        let parent = Pid::from_raw(campaign.id() as i32);
        wait_until("no child runs", || processes(out).len() >= 3);
        std::thread::sleep(Duration::from_millis(300));
        kill(parent, signal).unwrap();
        let done: Done = campaign.wait_with_output().unwrap().into();
        let done = done.with_code(130);
        assert!(done.out.contains("interrupted: "), "{more}: {}", done.out);
        wait_until("processes are left", || processes(out).is_empty());
        recorded(out);
        let counted = runs(out);
        let again: Done = start(out, "-m 10").wait_with_output().unwrap().into();
        again.with_code(0);
        assert_eq!(runs(out), counted + 10);
    }
}
