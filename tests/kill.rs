//! Faults at random moments: processes of a campaign, children, zygotes and the parent, are stopped and killed, the disk is
//! full, the library is gone. No process is left behind, nothing that was recorded is lost, and the campaign goes on or says
//! why it does not.
//!
//! `MURXLA_KILL_ROUNDS` says how often (10), `MURXLA_KILL_SEED` which moments. A full disk takes the right to mount
//! one: without it, tests say so and leave that fault out.

mod common;

use common::{Done, findings, json, program, words};
use murxla_fsm::rng::Rng;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
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

/// A small disk for results directories.
struct Disk(TempDir);

impl Disk {
    /// None if there may be none.
    fn new(size: &str) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"]);
        let mounted = mount.arg(folder.path()).output();
        let is_mounted = mounted.is_ok_and(|done| done.status.success());
        if !is_mounted {
            eprintln!("no full disk is tried: mounting one is not allowed");
        }
        is_mounted.then(|| Self(folder))
    }

    fn ballast(&self) -> PathBuf {
        self.0.path().join("ballast")
    }

    /// Leaves no room.
    fn fill(&self) {
        let mut ballast = File::create(self.ballast()).unwrap();
        // A byte at a time in the end: also what is small must not fit.
        for chunk in [&[0; 4096][..], &[0]] {
            while ballast.write_all(chunk).is_ok() {}
        }
    }

    /// Makes room again, if there was none.
    fn clear(&self) {
        // There may be no such file.
        let _ = std::fs::remove_file(self.ballast());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The folder is removed next, which fails if it is still mounted.
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

fn start(out: &Path, more: &str) -> Child {
    let line = format!("-t 20 --batch 50 --jobs 2 {more} --out");
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

/// The campaign goes on after all faults and ends well: what was recorded is there, and all parts add up.
fn goes_on(out: &Path, more: &str, known: &BTreeSet<String>) {
    let before = runs(out);
    let last: Done = start(out, more).wait_with_output().unwrap().into();
    last.with_code(0);
    let now = recorded(out);
    assert!(now.is_superset(known), "{known:?}, {now:?}");
    let campaign = json(&out.join("campaign.json"));
    let counters = &campaign["counters"];
    assert_eq!(counters["runs"], before + 100);
    assert_eq!(counters["found"], now.len());
    let sights = campaign["sights"].as_array().unwrap();
    let sights: u64 = sights.iter().map(|sight| sight[1].as_u64().unwrap()).sum();
    let again = counters["duplicates"].as_u64().unwrap();
    assert_eq!(sights, now.len() as u64 + again);
}

fn runs(out: &Path) -> u64 {
    let counted = out.join("campaign.json").exists();
    let counters = || json(&out.join("campaign.json"))["counters"]["runs"].as_u64();
    if counted { counters().unwrap() } else { 0 }
}

#[test]
fn faults_at_any_moment() {
    let (folder, disk) = (TempDir::new().unwrap(), Disk::new("16m"));
    let out = { disk.as_ref() }.map_or(folder.path().to_owned(), |disk| disk.0.path().join("out"));
    let out = out.as_path();
    let mut rng = Rng::new(setting("MURXLA_KILL_SEED", 1));
    let (mut known, mut counted) = (BTreeSet::new(), 0);
    for round in 0..setting("MURXLA_KILL_ROUNDS", 10) {
        let more = ["-o bug=abort", "-o bug=exit", "-o bug=segfault"][rng.index(3)];
        let mut campaign = start(out, &format!("--solver toy --continuous {more}"));
        let parent = Pid::from_raw(campaign.id() as i32);
        wait_until("no child runs", || processes(out).len() >= 3);
        if round == 0 {
            // A busy machine needs its time.
            wait_until("nothing is found", || !findings(out).is_empty());
        }
        for _ in 0..rng.index(4) {
            std::thread::sleep(Duration::from_millis(rng.below(200)));
            let pause = Duration::from_millis(rng.below(300));
            let all = processes(out);
            let below: Vec<Pid> = all.into_iter().filter(|p| *p != parent).collect();
            let send = |to, signal| {
                // It may have ended by itself.
                let _ = kill(to, signal);
            };
            match (rng.index(5), rng.pick(&below)) {
                (0 | 1, Some(victim)) => send(*victim, Signal::SIGKILL),
                (fault @ (2 | 3), Some(below)) => {
                    let victim = if fault == 2 { *below } else { parent };
                    send(victim, Signal::SIGSTOP);
                    std::thread::sleep(pause);
                    send(victim, Signal::SIGCONT);
                }
                _ => {
                    disk.iter().for_each(Disk::fill);
                    std::thread::sleep(pause);
                    // Half of the parents are killed while there is no room.
                    if rng.index(2) == 0 {
                        disk.iter().for_each(Disk::clear);
                    }
                }
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
        disk.iter().for_each(Disk::clear);
        let now = recorded(out);
        assert!(now.is_superset(&known), "round {round}: {known:?}, {now:?}");
        assert!(runs(out) >= counted, "round {round}");
        (known, counted) = (now, runs(out));
    }
    goes_on(out, "--solver toy -m 100", &known);
    // Nothing is left of files that were being written.
    for folder in findings(out).iter().map(PathBuf::as_path).chain([out]) {
        let names = std::fs::read_dir(folder).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        let is_partial = |name: &&std::ffi::OsString| name.to_string_lossy().starts_with(".part-");
        assert_eq!(names.iter().find(is_partial), None, "{}", folder.display());
    }
}

/// A disk that is full is said, waited for, and costs nothing.
#[test]
fn full_disk() {
    let Some(disk) = Disk::new("1m") else {
        return;
    };
    let out = disk.0.path().join("out");
    let mut campaign = start(&out, "--solver toy -o bug=abort --continuous");
    let parent = Pid::from_raw(campaign.id() as i32);
    let mut said = BufReader::new(campaign.stdout.take().unwrap()).lines();
    let mut wait_for = |word: &str| {
        let line = said.find(|line| line.as_ref().unwrap().starts_with(word));
        line.unwrap_or_else(|| panic!("not said: {word}")).unwrap()
    };
    wait_for("finding");
    let mut known = BTreeSet::new();
    for _ in 0..2 {
        wait_until("nothing is counted", || out.join("campaign.json").exists());
        disk.fill();
        let told = wait_for("paused");
        assert!(told.contains(&*out.to_string_lossy()) && told.contains("No space"));
        let (now, counted) = (recorded(&out), runs(&out));
        assert!(!now.is_empty() && now.is_superset(&known));
        known = now;
        disk.clear();
        wait_for("there is room again");
        wait_until("it does not go on", || runs(&out) > counted);
    }
    disk.fill();
    wait_for("paused");
    let counted = runs(&out);
    kill(parent, Signal::SIGINT).unwrap();
    let done: Done = campaign.wait_with_output().unwrap().into();
    done.fails(130, &["no room", &out.to_string_lossy()]);
    wait_until("processes are left", || processes(&out).is_empty());
    assert_eq!(runs(&out), counted);
    disk.clear();
    goes_on(&out, "--solver toy -m 100", &known);
}

/// What has loaded the library goes on without its file; what is to load it again says what is missing.
#[test]
fn removed_library() {
    let folder = TempDir::new().unwrap();
    let (out, copy) = (folder.path().join("out"), folder.path().join("libyices.so"));
    let installed = words("solvers path yices").with_code(0).out;
    std::fs::copy(installed.trim(), &copy).unwrap();
    // Runs without findings, whose confirmation would load the library.
    let line = format!(
        "--solver yices={} --no-fuzz-opts --theories bool --seed 1",
        copy.display()
    );
    let campaign = start(&out, &format!("{line} --continuous"));
    let parent = Pid::from_raw(campaign.id() as i32);
    wait_until("no run is counted", || runs(&out) > 0);
    std::fs::remove_file(&copy).unwrap();
    let counted = runs(&out);
    wait_until("it does not go on", || runs(&out) > counted);
    for zygote in processes(&out).into_iter().filter(|p| *p != parent) {
        // It may have ended by itself.
        let _ = kill(zygote, Signal::SIGKILL);
    }
    let done: Done = campaign.wait_with_output().unwrap().into();
    let name = copy.to_string_lossy();
    done.fails(3, &[&name, "cannot be loaded", "No such file"]);
    wait_until("processes are left", || processes(&out).is_empty());
    let known = recorded(&out);
    std::fs::copy(installed.trim(), &copy).unwrap();
    goes_on(&out, &format!("{line} -m 100"), &known);
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
        let campaign = start(out, &format!("--solver toy {more}"));
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
        let again: Done = start(out, "--solver toy -m 10")
            .wait_with_output()
            .unwrap()
            .into();
        again.with_code(0);
        assert_eq!(runs(out), counted + 10);
    }
}
