//! The progress output of a campaign: on a terminal, not on a terminal, and as JSON.

use crate::common::{Collector, Run as _, program, words};
use nix::pty::{Winsize, openpty};
use regex::Regex;
use serde_json::Value as Json;
use std::fs::File;
use std::process::Stdio;
use tempfile::TempDir;

/// The width of a terminal on which the status fits, and of one on which it does not.
const WIDE: u16 = 200;
const NARROW: u16 = 60;

/// The command line of a campaign in which two jobs hang for a while, if its status names them.
fn line(more: &str, out: &TempDir) -> String {
    let out = out.path().display();
    let time = if more.contains("--verbose") { 1.5 } else { 0.3 };
    format!("--solver toy -o bug=hang --seed 1 -t 2 --max-time {time} --jobs 2 {more} --out {out}")
}

/// The output of a campaign on a terminal of this width.
fn shown(more: &str, width: u16) -> String {
    shown_on("xterm", more, width)
}

/// As [`shown`], on a terminal of this kind.
fn shown_on(kind: &str, more: &str, width: u16) -> String {
    let size = Winsize {
        ws_row: 24,
        ws_col: width,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let terminal = openpty(Some(&size), None).unwrap();
    let out = TempDir::new().unwrap();
    let mut command = program(line(more, &out).split_whitespace());
    command.env("TERM", kind);
    let campaign = command.stdout(Stdio::null()).stderr(terminal.slave).start();
    drop(command);
    let seen = Collector::new(File::from(terminal.master)).all();
    campaign.wait();
    seen
}

#[test]
fn status_on_a_terminal() {
    let seen = shown("--verbose", WIDE);
    for word in [
        "0:00:01 left | ",
        " runs | no bugs | ",
        " runs/s",
        " checks/s",
    ] {
        assert!(seen.contains(word), "no '{word}' in {seen:?}");
    }
    // The cursor moves back and each status is drawn over the previous one.
    let screens: Vec<&str> = seen.split("\u{1b}[J").collect();
    assert!(screens.len() > 4, "{seen:?}");
    let jobs = |screen: &str| screen.matches("  job ").count();
    for pair in screens.windows(2).filter(|pair| jobs(pair[0]) > 0) {
        assert_eq!(jobs(pair[0]), 2, "{pair:?}");
        assert!(pair[0].ends_with("\r\u{1b}[2A"), "{pair:?}");
    }
    assert!(seen.ends_with("\r\u{1b}[2A\u{1b}[J"), "{seen:?}");
    // The status names a job while it hangs.
    let job = Regex::new(r"  job [12]: seed [0-9]+, (\d+\.\d) s, mk-").unwrap();
    let hanging = job.captures_iter(&seen);
    let seconds = hanging.map(|job| job[1].parse::<f64>().unwrap());
    assert!(seconds.fold(0.0, f64::max) > 0.5, "{seen:?}");
    assert!(!shown("", WIDE).contains("job"));
    assert_eq!(shown("--quiet", WIDE), "");
}

/// A narrow terminal shows the status in several lines. A line that the terminal wraps could not be
/// erased.
#[test]
fn status_on_a_narrow_terminal() {
    let seen = shown("--verbose", NARROW);
    assert!(seen.contains(" runs | no bugs"), "{seen:?}");
    for line in seen.split(['\n', '\r']) {
        let line = line.rsplit("[J").next().unwrap();
        assert!(line.chars().count() < usize::from(NARROW), "{line}");
    }
    let screens = seen.split("\u{1b}[J");
    for screen in screens.filter(|screen| screen.contains(" left | ")) {
        assert!(screen.contains(" checks/s"), "{screen:?}");
    }
}

#[test]
fn status_without_a_terminal() {
    let out = TempDir::new().unwrap();
    let done = words(&line("", &out)).with_code(0);
    assert_eq!(done.err, "");
    // Without a terminal the status is printed rarely: once in this short time.
    let done = words(&line("--verbose", &out)).with_code(0);
    let told = done.err.matches(" left | ").count();
    assert!(told == 1 && !done.err.contains('\u{1b}'), "{}", done.err);
}

/// The events that a campaign with `--format json` prints.
fn events(printed: &str) -> impl Iterator<Item = Json> {
    printed
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
}

fn is_progress(event: &Json) -> bool {
    event["event"] == "progress"
}

#[test]
fn progress_for_programs() {
    let out = TempDir::new().unwrap();
    let progress = |more: &str| -> Vec<Json> {
        let done = words(&line(&format!("--format json {more}"), &out)).with_code(0);
        events(&done.out).filter(is_progress).collect()
    };
    let told = progress("--verbose");
    let is_in_time = |event: &Json| event["left"].as_f64().unwrap() <= 1.5;
    assert!(told.iter().all(is_in_time));
    let jobs = told.last().unwrap()["jobs"].as_array().unwrap();
    assert_eq!(jobs.len(), 2);
    for job in jobs {
        assert!(job["seed"].is_u64(), "{job}");
        assert!(job["seconds"].as_f64() > Some(0.2), "{job}");
        assert!(job["action"].as_str().unwrap().starts_with("mk-"), "{job}");
    }
    assert!(progress("").iter().all(|event| event.get("jobs").is_none()));
}

/// A hang is confirmed by two runs of two seconds. Progress is reported meanwhile.
#[test]
fn progress_while_a_finding_is_confirmed() {
    let out = TempDir::new().unwrap();
    let line = format!(
        "--solver toy -o bug=hang --theories bool,quant,int --seed 301 -t 1 -m 5 --jobs 2 --format json --out {}",
        out.path().display()
    );
    let done = words(&line).with_code(1);
    let before = events(&done.out).take_while(|event| event["event"] != "found");
    let told = before.filter(is_progress).count();
    assert!(told >= 2, "{}", done.out);
}

#[test]
fn a_dumb_terminal_gets_no_control_sequences() {
    let seen = shown_on("dumb", "--verbose", WIDE);
    assert!(seen.contains(" runs/s"), "{seen:?}");
    assert!(!seen.contains('\u{1b}'), "{seen:?}");
}
