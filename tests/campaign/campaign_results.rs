//! What a campaign leaves for people and for continuous integration: exit codes, the summary, the
//! time of minimization, and the commands that read findings by their folders and ids.

use crate::common::{
    Done, Run as _, campaign_json, contains_all, contains_none, findings, program, read,
    wait_until, words,
};
use nix::sys::signal::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A campaign of the toy, which makes no runs from a corpus.
fn campaign(out: &Path, more: &str) -> Done {
    let out = out.display();
    let line = "--solver toy --strategy walk --theories bool,int";
    words(&format!("{line} {more} --out {out}"))
}

/// A folder, its results directory `out` with findings, and the first of them.
fn with_findings(more: &str) -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    campaign(&out, &format!("-o bug=wrong-unsat -m 100 --seed 7 {more}")).with_code(1);
    let first = findings(&out).remove(0);
    (folder, out, first)
}

/// The same command makes other runs, although it names a seed. No run is counted twice.
#[test]
fn the_same_command_continues() {
    let folder = TempDir::new().unwrap();
    let begin = |more: &str| {
        let done = campaign(folder.path(), &format!("-m 20 {more}")).with_code(0);
        let record = campaign_json(folder.path());
        let counters = ["runs", "sat"].map(|name| record["counters"][name].as_u64().unwrap());
        (done.out, counters, record["next_seed"].as_u64().unwrap())
    };
    let (_, [runs, first], next) = begin("--seed 1");
    assert_eq!((runs, next), (20, 21));
    let (said, [runs, both], next) = begin("--seed 1");
    assert_eq!((runs, next), (40, 41));
    let continues = "has run seed 1: the campaign continues";
    contains_all(&said, &["from seed 21", continues]);
    // Seeds between two parts are run, and those of the parts are left out.
    assert_eq!(begin("--seed 100").2, 120);
    assert_eq!(begin("--seed 90").2, 130);
    assert_eq!(begin("").2, 150);
    let (said, [runs, again], next) = begin("--seed 1 --restart");
    assert_eq!((runs, again, next), (20, first, 21));
    contains_none(&said, &["with earlier parts"]);
    assert_eq!(begin("--seed 1").1, [40, both]);
}

/// The time limit is that of everything.
#[test]
fn decisions_and_minimizing_end_with_the_time() {
    let (_folder, out, _) = with_findings("");
    let since = Instant::now();
    let more = "-o bug=wrong-unsat --known-defects --minimize --max-time 3 --jobs 1";
    let done = campaign(&out, more).with_code(1);
    // Starting and ending take time on a busy machine.
    assert!(since.elapsed() < Duration::from_secs(15), "{done:?}");
    let record = read(&out.join("events.jsonl"));
    let ended = record.lines().last().unwrap_or_default();
    let ended: serde_json::Value = serde_json::from_str(ended).unwrap();
    let time = ended["now"]["time"].as_f64().unwrap();
    assert!((2.5..4.5).contains(&time), "{time}");
}

#[test]
fn junit_has_a_test_case_for_each_finding() {
    let out = TempDir::new().unwrap();
    let line = "-o bug=wrong-unsat -m 100 --seed 7 --format junit";
    let text = campaign(out.path(), line).with_code(1).out;
    let count = findings(out.path()).len();
    assert_eq!(text.matches("<testcase ").count(), count, "{text}");
    assert_eq!(text.matches("<failure ").count(), count, "{text}");
    let start = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
    assert!(text.starts_with(start), "{text}");
    let later = campaign(out.path(), "-m 120 --format junit --fail-on new");
    let later = later.with_code(0).out;
    assert_eq!(later.matches("<skipped ").count(), count, "{later}");
    let clean = TempDir::new().unwrap();
    let done = campaign(clean.path(), "-m 10 --format junit").with_code(0);
    done.prints(&[r#"tests="1" failures="0""#]);
}

#[test]
fn the_summary_names_each_finding() {
    let out = TempDir::new().unwrap();
    let done = campaign(out.path(), "-o bug=wrong-unsat -m 100 --seed 7").with_code(1);
    let folder = out.path().display();
    for finding in findings(out.path()) {
        let id = finding.file_name().unwrap().to_string_lossy().into_owned();
        let seen = format!("  {id} seen ");
        let replay = format!("      murxla-rs replay {folder}/findings/{id}\n");
        let found = format!("finding {id} (seed ");
        contains_all(&done.out, &[&seen, &replay, &found]);
    }
    // Seeds are written as the user writes them.
    done.prints(&[" from seed 7;"]).prints_not(&["seed 0x"]);
    let hexadecimal = TempDir::new().unwrap();
    let done = campaign(hexadecimal.path(), "-o bug=wrong-unsat -m 100 --seed 0x7").with_code(1);
    done.prints(&[" (seed 0x"]);
}

#[test]
fn minimization_has_a_time_of_its_own() {
    let started = Instant::now();
    let (_folder, out, first) = with_findings("--minimize --minimize-time 1ms");
    let rest = started.elapsed();
    assert!(rest < Duration::from_secs(600), "{rest:?}");
    let is_minimized = |finding: &PathBuf| finding.join("min.trace").exists();
    let are_all = findings(&out).iter().all(is_minimized);
    assert!(!are_all, "all were minimized in a millisecond");
    let minimize = format!("minimize {}", out.display());
    words(&minimize).with_error(0, &["minimizing 1 of "]);
    let are_all = findings(&out).iter().all(is_minimized);
    assert!(are_all && is_minimized(&first));
    // Nothing is left to do.
    words(&minimize).with_error(0, &["minimized: 0, not minimized: 0"]);
    words(&format!("{minimize} --output x.trace")).fails(2, &["--output"]);
}

/// `timeout` signals the program, and then its process group.
#[test]
fn two_signals_at_a_time_are_one() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let out = TempDir::new().unwrap();
        let mut command = program("--solver toy --continuous --quiet --out".split(' '));
        command.arg(out.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut campaign = command.start();
        campaign.line("fuzzing toy");
        // Before its first runs, it ends without a summary.
        let results = out.path().join("campaign.json");
        wait_until("it has not begun", || results.exists());
        campaign.signal(signal);
        campaign.signal(signal);
        campaign.wait().with_code(130).prints(&["interrupted: "]);
    }
}

#[test]
fn findings_are_named_by_folder_and_id() {
    let (folder, out, first) = with_findings("");
    let id = first.file_name().unwrap().to_str().unwrap().to_owned();
    let in_folder = |line: &str| {
        let mut command = program(line.split_whitespace());
        command.current_dir(folder.path()).done()
    };
    let place = first.display();
    for command in ["replay", "minimize"] {
        in_folder(&format!("{command} {place}")).with_code(1);
        in_folder(&format!("{command} {id}")).with_code(1);
    }
    in_folder(&format!("translate {id} --to smt2")).with_code(0);
    let report = in_folder(&format!("report {place}"));
    report.with_code(0).prints(&["# "]);
    let listed = words(&format!("findings {}", out.display())).with_code(0);
    listed.prints(&[&format!("  {id} seen ")]);
    // Several traces, no trace, and no such id.
    let two = TempDir::new().unwrap();
    for name in ["a.trace", "b.trace"] {
        fs::copy(first.join("full.trace"), two.path().join(name)).unwrap();
    }
    in_folder(&format!("replay {}", two.path().display())).fails(4, &["2 traces: name one"]);
    in_folder("replay wrong-unsat-00000000").fails(4, &["wrong-unsat-00000000"]);
    let empty = TempDir::new().unwrap();
    in_folder(&format!("replay {}", empty.path().display())).fails(4, &["no traces"]);
    let copy = folder.path().join("copy");
    let same = copy.join("findings").join(&id);
    fs::create_dir_all(&same).unwrap();
    fs::copy(first.join("finding.json"), same.join("finding.json")).unwrap();
    let several = in_folder(&format!("replay {id}"));
    fs::remove_dir_all(&copy).unwrap();
    several.fails(4, &["several findings"]);
}
