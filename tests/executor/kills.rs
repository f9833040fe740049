//! Killed processes: the executor reports them correctly, and no process is left.

use crate::common::{Run as _, wait_until};
use crate::fake::{Fake, all, all_ok, ends_with, item, limits, pool, time_limit};
use murxla_executor::{ExecutorError, Item, Limits, Pool, Verdict};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

fn is_alive(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(") ").next().unwrap_or_default();
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

pub(crate) fn killed_from_outside() {
    // If the child is killed once, its items are run again. The outcomes do not show the kill.
    let mut pool = pool(1, time_limit(5));
    for victim in ["child", "zygote"] {
        pool.submit(["first", "check now", "nap 200", "last"].map(item));
        assert_eq!(pool.next_outcome().unwrap().unwrap().verdict, Verdict::Ok);
        assert!(pool.next_outcome().unwrap().unwrap().verdict.is_finding());
        std::thread::sleep(Duration::from_millis(50));
        wait_until("no child runs", || pool.processes()[0].1.is_some());
        let (zygote, child) = pool.processes()[0];
        let child = child.expect("a child runs");
        let pid = if victim == "child" { child } else { zygote };
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
        let outcomes = all(&mut pool);
        assert_eq!(outcomes.len(), 2, "{victim}");
        all_ok(&outcomes);
        wait_until("the child is alive", || !is_alive(child));
    }
    // If the child is killed every time, the verdict says so. This is never a finding.
    let outcome = ends_with(Verdict::Killed, limits(), "kill");
    assert!(!outcome.verdict.is_finding());
}

/// Makes all slots busy forever. Returns when every child runs.
fn occupy(pool: &mut Pool, jobs: usize) {
    pool.submit(["check now", "hang"].map(item));
    for _ in 1..jobs {
        pool.submit([item("hang")]);
    }
    assert!(pool.next_outcome().unwrap().is_some());
    wait_until("a child does not run", || {
        pool.processes().iter().all(|(_, child)| child.is_some())
    });
}

pub(crate) fn no_orphans_after_drop() {
    let mut pool = pool(3, limits());
    occupy(&mut pool, 3);
    let pairs = pool.processes().into_iter();
    let pids: Vec<i32> = pairs.flat_map(|(z, c)| [Some(z), c]).flatten().collect();
    assert_eq!(pids.len(), 6);
    drop(pool);
    let left = |pid: &i32| Path::new(&format!("/proc/{pid}")).exists();
    assert!(!pids.iter().any(left), "killed children are not reaped");
}

/// The command of another copy of this program.
fn copy(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(args);
    command
}

/// Runs in a second copy of this program, started by [`parent_killed`].
pub(crate) fn be_a_victim() -> ! {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL).unwrap();
    let mut pool = pool(2, time_limit(1000));
    occupy(&mut pool, 2);
    for (zygote, child) in pool.processes() {
        println!("{zygote}\n{}", child.unwrap());
    }
    println!("end");
    let _ = pool.next_outcome();
    unreachable!("the items hang")
}

pub(crate) fn parent_killed() {
    // A file, because a thread would read a pipe, and a process with threads must not fork.
    let file = tempfile::NamedTempFile::new().unwrap();
    let parent = copy(&["be-a-victim"])
        .stdout(file.reopen().unwrap())
        .start();
    let said = || std::fs::read_to_string(file.path()).unwrap();
    wait_until("the children do not run", || said().ends_with("end\n"));
    let said = said();
    let lines = said.lines().take_while(|line| *line != "end");
    let pids: Vec<i32> = lines.map(|line| line.parse().unwrap()).collect();
    assert_eq!(pids.len(), 4);
    assert!(pids.iter().all(|&pid| is_alive(pid)));
    parent.kill();
    wait_until("a process is alive", || {
        !pids.iter().any(|&pid| is_alive(pid))
    });
}

/// Number of running processes whose last argument is this one.
fn processes_with(argument: &str) -> usize {
    let ends = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.ok()?.path();
        let line = std::fs::read(path.join("cmdline")).ok()?;
        let pid = path.file_name()?.to_str()?.parse().ok()?;
        (line.ends_with(format!("\0{argument}\0").as_bytes()) && is_alive(pid)).then_some(())
    };
    std::fs::read_dir("/proc").unwrap().filter_map(ends).count()
}

/// Forks all the time. Started by [`parent_killed_at_any_moment`].
pub(crate) fn be_busy() -> ! {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL).unwrap();
    let batch = 1;
    let mut pool = pool(2, Limits { batch, ..limits() });
    loop {
        pool.submit((0..100).map(Item::Seed));
        all(&mut pool);
    }
}

pub(crate) fn parent_killed_at_any_moment() {
    // Other copies of this program may run at the same time.
    let mark = format!("mark-{}", std::process::id());
    for round in 0..40 {
        let parent = copy(&["be-busy", &mark]).start();
        std::thread::sleep(Duration::from_micros(round * 500));
        parent.kill();
        wait_until("a process is alive", || processes_with(&mark) == 0);
    }
}

pub(crate) fn interrupt() {
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(libc::SIGINT, Arc::clone(&stop)).unwrap();
    let limits = time_limit(1000);
    let mut pool = Pool::new(1, limits, Box::new(Fake::default()), Arc::clone(&stop)).unwrap();
    let me = std::process::id();
    pool.submit([item("check now"), item("hang")]);
    assert!(pool.next_outcome().unwrap().is_some());
    let killer = Command::new("sh")
        .args(["-c", &format!("sleep 0.2; kill -INT {me}")])
        .start();
    assert!(pool.next_outcome().unwrap().is_none());
    assert!(stop.load(SeqCst));
    let outcome = pool.run_one(item("hang"));
    assert!(matches!(outcome, Err(ExecutorError::Interrupted)));
    killer.wait();
}
