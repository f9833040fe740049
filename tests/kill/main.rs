//! Faults during campaigns. Processes of a campaign (children, zygotes and the parent) are stopped
//! and killed at random times, the disk is full, the library is removed, and the clock jumps.
//! Afterwards no process is left and no recorded result is lost. The campaign continues or prints
//! why it cannot.
//!
//! `MURXLA_KILL_ROUNDS` is the number of rounds (default: 5) and `MURXLA_KILL_SEED` the seed of the
//! random times (default: a new one each time, which a failure prints; `.ci/run` sets a fixed one).
//! The tests of a full disk need the right to mount one. Without it, they print a message and skip
//! that fault.

mod campaign;
mod clock;
#[path = "../common/mod.rs"]
mod common;
mod disk;

use campaign::{assert_continues, command, processes, recorded, runs, start, stop_all};
use clock::{Clock, JUMPS};
use common::{
    Run as _, by_steps, campaign_json, contains_all, fake_solver, findings, run, wait_until, words,
};
use disk::Disk;
use murxla_fsm::rng::Rng;
use murxla_system::random::fresh;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The value of a numeric environment variable.
fn number_from_env(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    KillBelow,
    StopBelow,
    StopParent,
    StopAll,
    FullDisk,
    ClockJump,
}

/// The faults of a round. A fault that is listed twice is twice as likely.
const FAULTS: [Fault; 7] = [
    Fault::KillBelow,
    Fault::KillBelow,
    Fault::StopBelow,
    Fault::StopParent,
    Fault::StopAll,
    Fault::FullDisk,
    Fault::ClockJump,
];

/// The bug and the options of the campaign in a round.
const CAMPAIGNS: [&str; 8] = [
    "abort --minimize",
    "segfault --minimize",
    "exit --cross-check toy",
    "wrong-sort",
    "wrong-unsat",
    "wrong-model",
    "wrong-core --check",
    "warm",
];

/// The environment of the campaign's processes.
struct Machine {
    disk: Option<Disk>,
    clock: Clock,
    rng: Rng,
}

impl Machine {
    /// Injects a fault. Most faults end before this returns. A full disk may last until the
    /// campaign is killed.
    fn inject(&mut self, fault: Fault, out: &Path, parent: Pid) {
        let pause = Duration::from_millis(self.rng.below(300));
        let all = processes(out);
        let below: Vec<Pid> = all.into_iter().filter(|p| *p != parent).collect();
        let below = self.rng.pick(&below).copied();
        let send = |to: Option<Pid>, signal| {
            // It may have ended by itself.
            let _ = to.map(|to| kill(to, signal));
        };
        let stop = |whom| {
            send(whom, Signal::SIGSTOP);
            std::thread::sleep(pause);
            send(whom, Signal::SIGCONT);
        };
        match fault {
            Fault::KillBelow => send(below, Signal::SIGKILL),
            Fault::StopBelow => stop(below),
            Fault::StopParent => stop(Some(parent)),
            Fault::StopAll => stop_all(out, pause),
            Fault::FullDisk => {
                self.disk.iter().for_each(Disk::fill);
                std::thread::sleep(pause);
                // Half of the parents are killed while there is no space.
                if self.rng.index(2) == 0 {
                    self.disk.iter().for_each(Disk::clear);
                }
            }
            Fault::ClockJump => self.clock.jump(JUMPS[self.rng.index(JUMPS.len())]),
        }
    }
}

#[test]
fn faults_at_random_times() {
    let folder = TempDir::new().unwrap();
    let seed = number_from_env("MURXLA_KILL_SEED").unwrap_or_else(fresh);
    eprintln!("MURXLA_KILL_SEED={seed} repeats these times");
    let mut machine = Machine {
        disk: Disk::new("16m"),
        clock: Clock::new(),
        rng: Rng::new(seed),
    };
    let disk = machine.disk.as_ref().map(|disk| disk.path().join("out"));
    let out = disk.unwrap_or(folder.path().to_owned());
    let out = out.as_path();
    let (mut known, mut counted, mut injected) = (BTreeSet::new(), 0, BTreeMap::new());
    for round in 0..number_from_env("MURXLA_KILL_ROUNDS").unwrap_or(5) {
        // The first campaign finds its bug soon.
        let choices = if round == 0 { 1 } else { CAMPAIGNS.len() };
        let more = CAMPAIGNS[machine.rng.index(choices)];
        // Strategies replay their corpus before the first run, and a full disk ends a campaign that
        // has no run.
        let line = "-t 20 --solver toy --strategy walk --continuous -o";
        let mut command = command(out, &format!("{line} bug={more}"));
        machine.clock.attach(&mut command);
        let mut campaign = command.start();
        let parent = campaign.pid();
        wait_until("no child runs", || processes(out).len() >= 3);
        if round == 0 {
            // This takes long on a busy machine.
            wait_until("nothing is found", || !findings(out).is_empty());
        }
        for _ in 0..machine.rng.index(4) {
            std::thread::sleep(Duration::from_millis(machine.rng.below(200)));
            let fault = FAULTS[machine.rng.index(FAULTS.len())];
            *injected.entry(fault).or_insert(0) += 1;
            machine.inject(fault, out, parent);
        }
        // Some campaigns run long enough to save their counters.
        let rest = if machine.rng.index(4) == 0 { 3000 } else { 500 };
        std::thread::sleep(Duration::from_millis(machine.rng.below(rest)));
        let done = if campaign.has_ended() {
            // A full disk ends a campaign that has no run yet. Children run before that.
            let done = campaign.wait();
            let is_full = done.code == Some(3) && done.err.contains("free some space");
            assert!(is_full, "round {round}: it ended by itself: {done:?}");
            done
        } else {
            campaign.kill()
        };
        let said = done.err;
        assert!(!said.contains("panicked"), "round {round}: {said}");
        wait_until("processes are left", || processes(out).is_empty());
        machine.disk.iter().for_each(Disk::clear);
        let now = recorded(out);
        assert!(now.is_superset(&known), "round {round}: {known:?}, {now:?}");
        assert!(runs(out) >= counted, "round {round}");
        (known, counted) = (now, runs(out));
    }
    assert_continues(out, "--solver toy -m 100", &known);
    // No partially written files are left.
    for folder in findings(out).iter().map(PathBuf::as_path).chain([out]) {
        let names = std::fs::read_dir(folder).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        let is_partial = |name: &&std::ffi::OsString| name.to_string_lossy().starts_with(".part-");
        assert_eq!(names.iter().find(is_partial), None, "{}", folder.display());
    }
    let number = known.len();
    eprintln!("{injected:?}; {counted} runs, {number} findings, none lost");
}

/// Jumps of the system clock do not change times and results of campaigns.
#[test]
fn clock_jumps() {
    let clock = Clock::new();
    let date = || {
        let mut date = Command::new("date");
        clock.attach(date.arg("+%s"));
        date.done().out.trim().parse::<i64>().unwrap()
    };
    let right = date();
    for days in JUMPS {
        clock.jump(days);
        let gone = date() - right - days * 24 * 60 * 60;
        assert!((0..60).contains(&gone), "{days} days: {gone}");
    }
    // Campaigns that end with a crash, with a timeout, or at their time limit.
    for (more, found, code) in [
        ("--continuous -t 20 -o bug=abort", Some("crash"), 130),
        ("--continuous -t 0.2 -o bug=hang", Some("timeout"), 130),
        ("--max-time 1 -t 20", None, 0),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path();
        let start = || {
            let mut command = command(out, &format!("--solver toy {more}"));
            clock.attach(&mut command);
            command.start()
        };
        let begun = Instant::now();
        let mut campaign = start();
        let mut jumps = JUMPS.into_iter().cycle();
        if found.is_some() {
            wait_until("nothing is found", || {
                clock.jump(jumps.next().unwrap());
                out.join("findings").exists() && !findings(out).is_empty()
            });
            start()
                .wait()
                .fails(3, &["another campaign is writing there"]);
            campaign.signal(Signal::SIGINT);
        }
        wait_until("it does not end", || {
            clock.jump(jumps.next().unwrap());
            campaign.has_ended()
        });
        let took = begun.elapsed().as_secs_f64();
        campaign.wait().with_code(code);
        let time = campaign_json(out)["counters"]["time"].clone();
        let least = if found.is_some() { 0.0 } else { 1.0 };
        assert!((least..=took).contains(&time.as_f64().unwrap()), "{time}");
        let known = recorded(out);
        let kinds: BTreeSet<&str> = known.iter().filter_map(|id| id.split('-').next()).collect();
        assert_eq!(kinds, found.into_iter().collect());
        assert_continues(out, "--solver toy -m 100", &known);
    }
    // Calls and answers do not depend on the time of day.
    for solver in ["z3", "cvc5"] {
        let counted = |days| {
            let folder = TempDir::new().unwrap();
            // No search is interrupted, because that depends on the speed of the machine. So does
            // which entries of the corpus show a bug before their time limit, so all runs are
            // walks. With this seed, they take less than a second.
            let line = "-t 20 --report-limits --strategy walk --seed 300 -m 10";
            let line = format!("{line} --solver {solver}");
            let mut command = command(folder.path(), &line);
            command.args(by_steps(solver));
            clock.attach(&mut command);
            clock.jump(days);
            command.done().without_error();
            let counters = campaign_json(folder.path())["counters"].clone();
            ["runs", "calls", "sat", "unsat", "unknown", "found"].map(|name| counters[name].clone())
        };
        assert_eq!(counted(0), counted(-100 * 365), "{solver}");
    }
}

/// If all processes of a campaign are stopped for longer than the time limit, no timeouts are
/// reported.
#[test]
fn a_stop_of_all_processes_causes_no_timeouts() {
    let folder = TempDir::new().unwrap();
    let out = folder.path();
    // The theories have no large numbers. With these, about one run in ten thousand takes the toy a
    // second.
    let line = "--solver toy --report-limits --theories bool,bv";
    let campaign = command(out, &format!("-t 1 {line} --continuous")).start();
    for _ in 0..2 {
        let counted = runs(out);
        wait_until("it does not go on", || runs(out) > counted);
        let saved = || campaign_json(out);
        let begun = saved()["next_seed"].as_u64().unwrap();
        // Runs that the last stop interrupted are repeated before the next stop.
        wait_until("some runs are still unfinished", || {
            let open = saved()["unfinished"].as_array().unwrap().clone();
            open.iter()
                .all(|open| open["first"].as_u64().unwrap() >= begun)
        });
        // A run that uses no CPU time has four times the time limit. The stop lasts longer than
        // that.
        stop_all(out, Duration::from_secs(5));
    }
    campaign.signal(Signal::SIGINT);
    campaign.wait().with_code(130);
    assert_eq!(recorded(out), BTreeSet::new());
    assert_continues(out, &format!("{line} -m 100"), &BTreeSet::new());
}

/// If the disk is full, no other finding is minimized.
#[test]
fn full_disk_while_minimizing() {
    let Some(disk) = Disk::new("4m") else { return };
    let out = disk.path().join("out");
    let line = "--solver toy --strategy walk -o bug=wrong-unsat --seed 1 -m 30 --quiet --out";
    run(line.split(' ').chain([out.to_str().unwrap()])).with_code(1);
    assert!(findings(&out).len() > 1);
    disk.fill();
    let done = run([Path::new("minimize"), &out]).with_error(3, &["No space"]);
    assert!(!done.err.contains("minimizing 2 of"), "{}", done.err);
    disk.clear();
    run([Path::new("minimize"), &out]).with_code(0);
}

/// If the disk is full, the campaign says so and waits for space. No result is lost.
#[test]
fn full_disk() {
    let Some(disk) = Disk::new("1m") else { return };
    let out = disk.path().join("out");
    let mut campaign = start(&out, "--solver toy -o bug=abort --continuous");
    campaign.line("finding");
    let mut known = BTreeSet::new();
    for _ in 0..2 {
        wait_until("nothing is counted", || out.join("campaign.json").exists());
        disk.fill();
        let told = campaign.line("paused");
        contains_all(&told, &[&out.to_string_lossy(), "No space"]);
        let (now, counted) = (recorded(&out), runs(&out));
        assert!(!now.is_empty() && now.is_superset(&known));
        known = now;
        disk.clear();
        campaign.line("there is space again");
        wait_until("it does not go on", || runs(&out) > counted);
    }
    disk.fill();
    campaign.line("paused");
    let counted = runs(&out);
    campaign.signal(Signal::SIGINT);
    campaign
        .wait()
        .fails(130, &["no space", &out.to_string_lossy()]);
    assert_eq!(runs(&out), counted);
    disk.clear();
    assert_continues(&out, "--solver toy -m 100", &known);
}

/// A campaign waits for space until its time is over. One with a number of runs, or without a run,
/// does not wait.
#[test]
fn limits_on_a_full_disk() {
    let Some(disk) = Disk::new("1m") else { return };
    let over = "the time is over while there was no space";
    let full = "No space left on device";
    for (line, why) in [("-t 20 --max-time 6", over), ("-t 20 -m 1000000000", full)] {
        let out = disk.path().join("out");
        let campaign = command(&out, &format!("--solver toy {line}")).start();
        // A campaign without a run does not wait.
        wait_until("nothing is counted", || runs(&out) > 0);
        disk.fill();
        campaign.wait().fails(3, &[why, &out.to_string_lossy()]);
        disk.clear();
        assert_continues(&out, "--solver toy -m 100", &BTreeSet::new());
        std::fs::remove_dir_all(&out).unwrap();
    }
    let out = disk.path().join("out");
    disk.fill();
    for more in ["--continuous", "-m 100"] {
        let done = command(&out, &format!("--solver toy {more}")).done();
        done.fails(3, &[full, "--out"]);
    }
}

/// A campaign ignores SIGHUP if the signal was ignored at its start.
#[test]
fn campaigns_outlive_a_terminal_with_nohup() {
    let folder = TempDir::new().unwrap();
    let out = folder.path();
    let plain = command(out, "--solver toy --continuous");
    let mut nohup = Command::new("nohup");
    nohup.arg(plain.get_program()).args(plain.get_args());
    nohup.stdin(Stdio::null()).stdout(Stdio::piped());
    let campaign = nohup.stderr(Stdio::piped()).start();
    for _ in 0..2 {
        let counted = runs(out);
        wait_until("it does not run", || runs(out) > counted);
        campaign.signal(Signal::SIGHUP);
    }
    campaign.signal(Signal::SIGINT);
    campaign.wait().with_code(130);
}

/// A minimization that failed on a full disk is repeated by the same process when there is space.
#[test]
fn findings_are_minimized_when_there_is_space() {
    let Some(disk) = Disk::new("1m") else { return };
    let out = disk.path().join("out");
    let mut campaign = start(&out, "--solver toy -o bug=abort --continuous --minimize");
    let found = || match out.join("findings").exists() {
        true => findings(&out),
        false => Vec::new(),
    };
    let any_has = |name: &str| found().iter().any(|folder| folder.join(name).exists());
    wait_until("nothing is minimized", || any_has("minimize.txt"));
    disk.fill();
    std::thread::sleep(Duration::from_secs(3));
    let is_early = any_has("min.trace");
    assert!(!is_early, "it was minimized before the disk was full");
    disk.clear();
    wait_until("the minimization is not repeated", || {
        found()
            .iter()
            .all(|folder| folder.join("min.trace").exists())
    });
    assert!(!campaign.has_ended());
    campaign.kill();
    assert_continues(&out, "--solver toy -m 100", &recorded(&out));
}

/// Processes that have loaded the library continue without its file. If the library has to be
/// loaded again, the campaign names the missing file.
#[test]
fn removed_library() {
    let folder = TempDir::new().unwrap();
    let (out, copy) = (folder.path().join("out"), folder.path().join("libyices.so"));
    let installed = words("solvers path yices").with_code(0).out;
    std::fs::copy(installed.trim(), &copy).unwrap();
    // These runs have no findings, because confirming a finding would load the library.
    let solver = format!("yices={}", copy.display());
    let line = format!("--solver {solver} --no-fuzz-opts --theories bool --seed 1");
    let campaign = start(&out, &format!("{line} --continuous"));
    let parent = campaign.pid();
    wait_until("no run is counted", || runs(&out) > 0);
    std::fs::remove_file(&copy).unwrap();
    let counted = runs(&out);
    wait_until("it does not go on", || runs(&out) > counted);
    for zygote in processes(&out).into_iter().filter(|p| *p != parent) {
        // It may have ended by itself.
        let _ = kill(zygote, Signal::SIGKILL);
    }
    let done = campaign.wait();
    let name = copy.to_string_lossy();
    done.fails(3, &[&name, "cannot be loaded", "No such file"]);
    let known = recorded(&out);
    std::fs::copy(installed.trim(), &copy).unwrap();
    assert_continues(&out, &format!("{line} -m 100"), &known);
}

/// A second solver that never answers delays no run. When the campaign is killed, runs that were
/// not compared are not counted. The next campaign repeats them, and its results are those of a
/// campaign that was not killed.
#[test]
fn comparisons_continue_after_a_kill() {
    let (folder, whole) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let out = folder.path();
    let line = "--solver toy -o bug=wrong-unsat";
    let mut campaign = command(out, &format!("{line} -t 100 --seed 1 -m 30"));
    campaign.args(["--cross-check", &fake_solver("silence")]);
    let campaign = campaign.start();
    let saved = || campaign_json(out);
    wait_until("the second solver delays the runs", || {
        out.join("campaign.json").exists() && saved()["next_seed"] == 31
    });
    campaign.kill();
    let open = saved()["unfinished"].as_array().unwrap().clone();
    let counts = open.iter().map(|open| open["count"].as_u64().unwrap());
    let open: u64 = counts.sum();
    assert!(open > 10, "{open}");
    assert_eq!(runs(out) + open, 30);
    let compared = |out: &Path, more: &str| {
        // The second solver answers `sat` to every check.
        let mut campaign = command(out, &format!("{line} {more}"));
        let campaign = campaign.args(["--cross-check", &fake_solver("good")]);
        campaign.done().with_code(1);
        let counters = &campaign_json(out)["counters"];
        let counted = ["runs", "calls", "sat", "unsat", "found", "duplicates"];
        (counted.map(|name| counters[name].clone()), recorded(out))
    };
    let continued = compared(out, &format!("-m {open}"));
    let at_once = compared(whole.path(), "--seed 1 -m 30");
    let is_compared =
        |id: &String| id.starts_with("disagreement") || id.starts_with("reference-wrong-sat");
    assert!(continued.1.iter().any(is_compared), "{continued:?}");
    assert_eq!(continued, at_once);
}

/// Signals end the campaign with a summary and the documented exit code. No process is left.
#[test]
fn interrupted_campaigns_end_cleanly() {
    for (signal, more) in [
        (Signal::SIGINT, "--continuous"),
        (Signal::SIGHUP, "--continuous"),
        (Signal::SIGTERM, "--continuous --cross-check toy"),
        (Signal::SIGINT, "-m 1000000 -o bug=hang"),
    ] {
        let folder = TempDir::new().unwrap();
        let out = folder.path();
        let campaign = start(out, &format!("--solver toy {more}"));
        // Children that replay the corpus come before the campaign begins.
        let has_begun = || out.join("campaign.json").exists();
        wait_until("the campaign does not begin", has_begun);
        wait_until("no child runs", || processes(out).len() >= 3);
        std::thread::sleep(Duration::from_millis(300));
        campaign.signal(signal);
        campaign.wait().with_code(130).prints(&["interrupted: "]);
        assert_continues(out, "--solver toy -m 100", &recorded(out));
    }
}
