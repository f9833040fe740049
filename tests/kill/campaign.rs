//! Starts campaigns, finds their processes, and checks their results directories.

use crate::common::{
    Process, Run as _, campaign_json, finding_json, findings, program, read, wait_until,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// This environment variable is set to the results directory in all processes of a campaign.
const MARK: &str = "MURXLA_TEST_CAMPAIGN";

/// The living processes of the campaign in `out`, parents before their children.
pub(crate) fn processes(out: &Path) -> Vec<Pid> {
    let mark = format!("{MARK}={}", out.display());
    let is_marked = |pid: &i32| {
        let has = |name: &str| std::fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
        let environment = has("environ");
        let state = String::from_utf8_lossy(&has("stat")).into_owned();
        let state = state.rsplit(") ").next();
        let is_dead = state.is_none_or(|state| state.starts_with(['Z', 'X']));
        let mut variables = environment.split(|byte| *byte == 0);
        !is_dead && variables.any(|variable| variable == mark.as_bytes())
    };
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_string_lossy().parse().ok());
    let mut pids: Vec<i32> = numbers.filter(is_marked).collect();
    pids.sort_by_key(|pid| depth(*pid));
    pids.into_iter().map(Pid::from_raw).collect()
}

/// The number of ancestors of a process, including itself.
fn depth(pid: i32) -> usize {
    let parent = |pid: i32| -> Option<i32> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit(") ").next()?.split(' ').nth(1)?.parse().ok()
    };
    std::iter::successors(Some(pid), |pid| parent(*pid).filter(|pid| *pid > 0)).count()
}

/// The command of a campaign.
pub(crate) fn command(out: &Path, line: &str) -> Command {
    let line = format!("--batch 50 --jobs 2 {line} --out");
    let mut command = program(line.split_whitespace());
    command.arg(out).env(MARK, out);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a campaign with a time limit that its runs do not reach.
pub(crate) fn start(out: &Path, more: &str) -> Process {
    command(out, &format!("-t 20 {more}")).start()
}

/// Stops all processes of a campaign for a while.
pub(crate) fn stop_all(out: &Path, time: Duration) {
    let send_all = |signal| {
        for process in processes(out) {
            // The process may have ended by itself.
            let _ = kill(process, signal);
        }
    };
    send_all(Signal::SIGSTOP);
    // Some processes were started after the first list was made.
    send_all(Signal::SIGSTOP);
    std::thread::sleep(time);
    send_all(Signal::SIGCONT);
}

/// Asserts that all files in the results directory are complete. Returns the ids of the findings.
pub(crate) fn recorded(out: &Path) -> BTreeSet<String> {
    let events = read(&out.join("events.jsonl"));
    let lines: Vec<&str> = events.lines().collect();
    let mut last = 0.0;
    for (number, line) in lines.iter().enumerate() {
        let event = serde_json::from_str::<Json>(line);
        let is_sound = event.is_ok();
        // If the program was killed while it wrote a line, the line is cut off. The next part of
        // the campaign begins after it.
        let next = lines.get(number + 1);
        let is_cut = next.is_none_or(|next| next.contains("\"started\"") || next.is_empty());
        assert!(is_sound || is_cut, "line {}: {line}", number + 1);
        let event = event.unwrap_or_default();
        if event["event"] == "started" {
            last = 0.0;
        }
        if let Some(after) = event["finding"]["after"].as_f64() {
            assert!(after >= last, "line {}: {line}", number + 1);
            last = after;
        }
    }
    if out.join("campaign.json").exists() {
        campaign_json(out);
    }
    let id = |folder: PathBuf| {
        let finding = finding_json(&folder);
        let id = finding["id"].as_str().unwrap().to_owned();
        assert!(folder.ends_with(&id));
        let trace = read(&folder.join("full.trace"));
        assert!(trace.contains(&id) && trace.ends_with('\n'));
        assert!(folder.join("stderr.txt").exists());
        let minimized = std::fs::read_to_string(folder.join("min.trace")).ok();
        assert!(minimized.is_none_or(|trace| trace.ends_with('\n')));
        id
    };
    findings(out).into_iter().map(id).collect()
}

/// Continues a campaign after all faults. No process may be left. The campaign must end normally,
/// the recorded findings must be there, and the counters of all parts must add up.
pub(crate) fn assert_continues(out: &Path, more: &str, known: &BTreeSet<String>) {
    wait_until("processes are left", || processes(out).is_empty());
    let before = runs(out);
    start(out, more).wait().with_code(0);
    let now = recorded(out);
    assert!(now.is_superset(known), "{known:?}, {now:?}");
    let campaign = campaign_json(out);
    let counters = &campaign["counters"];
    assert_eq!(counters["runs"], before + 100);
    assert_eq!(counters["found"], now.len());
    let sights = campaign["sights"].as_array().unwrap();
    let sights: u64 = sights.iter().map(|sight| sight[1].as_u64().unwrap()).sum();
    let again = counters["duplicates"].as_u64().unwrap();
    assert_eq!(sights, now.len() as u64 + again);
}

pub(crate) fn runs(out: &Path) -> u64 {
    match out.join("campaign.json").exists() {
        true => campaign_json(out)["counters"]["runs"].as_u64().unwrap(),
        false => 0,
    }
}
