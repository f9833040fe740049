//! What a campaign leaves for people and for continuous integration: exit codes, the summary, the
//! time of minimization, and the commands that read findings by their folders and ids.

use crate::common::{Done, Run as _, findings, json, program, words};
use nix::sys::signal::Signal;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A campaign of the toy, which makes no runs from a corpus.
fn campaign(out: &Path, more: &str) -> Done {
    let out = out.display();
    words(&format!(
        "--solver toy --strategy walk --theories bool,int {more} --out {out}"
    ))
}

/// A folder, its results directory `out` with findings, and the first of them.
fn with_findings(more: &str) -> (TempDir, PathBuf, PathBuf) {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    campaign(&out, &format!("-o bug=wrong-unsat -m 100 --seed 7 {more}")).with_code(1);
    let first = findings(&out).remove(0);
    (folder, out, first)
}

#[test]
fn the_user_says_which_findings_fail() {
    let (_folder, out, _) = with_findings("");
    let again = |more: &str| campaign(&out, &format!("-o bug=wrong-unsat -m 200 {more}"));
    let same_runs = |more: &str| {
        let copy = TempDir::new().unwrap();
        let line = format!("-o bug=wrong-unsat -m 100 --seed 7 {more}");
        campaign(copy.path(), &line)
    };
    let known = format!("--known {}", out.display());
    assert!(same_runs(&known).with_code(0).out.contains("filtered "));
    again("--fail-on new").with_code(0);
    again("--fail-on any").with_code(1);
    for on in ["any", "new", "wrong-unsat", "wrong-sat", "crash"] {
        same_runs(&format!("--fail-on {on}")).with_code(1);
    }
    for (on, code) in [("wrong-model", 0), ("crash", 1), ("leak", 1)] {
        let fresh = TempDir::new().unwrap();
        // Few runs nest terms so that the toy aborts.
        let line = format!("-o bug=abort -m 800 --seed 7 --fail-on {on}");
        campaign(fresh.path(), &line).with_code(code);
    }
    again("--fail-on severe").with_error(2, &["any", "new", "wrong-unsat", "crash"]);
}

/// The same command makes other runs, although it names a seed. No run is counted twice.
#[test]
fn the_same_command_continues() {
    let folder = TempDir::new().unwrap();
    let begin = |more: &str| {
        let done = campaign(folder.path(), &format!("-m 20 {more}")).with_code(0);
        let record = json(&folder.path().join("campaign.json"));
        let counters = ["runs", "sat"].map(|name| record["counters"][name].as_u64().unwrap());
        (done.out, counters, record["next_seed"].as_u64().unwrap())
    };
    let (_, [runs, first], next) = begin("--seed 1");
    assert_eq!((runs, next), (20, 21));
    let (said, [runs, both], next) = begin("--seed 1");
    assert_eq!((runs, next), (40, 41));
    assert!(said.contains("from seed 21"), "{said}");
    assert!(
        said.contains("has run seed 1: the campaign continues"),
        "{said}"
    );
    // Seeds between two parts are run, and those of the parts are left out.
    assert_eq!(begin("--seed 100").2, 120);
    assert_eq!(begin("--seed 90").2, 130);
    assert_eq!(begin("").2, 150);
    let (said, [runs, again], next) = begin("--seed 1 --restart");
    assert_eq!((runs, again, next), (20, first, 21));
    assert!(!said.contains("with earlier parts"), "{said}");
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
    let record = fs::read_to_string(out.join("events.jsonl")).unwrap();
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
    assert!(
        text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"),
        "{text}"
    );
    let later = campaign(out.path(), "-m 120 --format junit --fail-on new")
        .with_code(0)
        .out;
    assert_eq!(later.matches("<skipped ").count(), count, "{later}");
    let clean = TempDir::new().unwrap();
    let text = campaign(clean.path(), "-m 10 --format junit")
        .with_code(0)
        .out;
    assert!(text.contains("tests=\"1\" failures=\"0\""), "{text}");
}

#[test]
fn the_summary_names_each_finding() {
    let out = TempDir::new().unwrap();
    let done = campaign(out.path(), "-o bug=wrong-unsat -m 100 --seed 7").with_code(1);
    let folder = out.path().display();
    for finding in findings(out.path()) {
        let id = finding.file_name().unwrap().to_string_lossy().into_owned();
        assert!(done.out.contains(&format!("  {id} seen ")), "{}", done.out);
        let replay = format!("      murxla-rs replay {folder}/findings/{id}\n");
        assert!(done.out.contains(&replay), "{}", done.out);
        assert!(
            done.out.contains(&format!("finding {id} (seed ")),
            "{}",
            done.out
        );
    }
    // Seeds are written as the user writes them.
    assert!(done.out.contains(" from seed 7;"), "{}", done.out);
    assert!(!done.out.contains("seed 0x"), "{}", done.out);
    let hexadecimal = TempDir::new().unwrap();
    let done = campaign(hexadecimal.path(), "-o bug=wrong-unsat -m 100 --seed 0x7").with_code(1);
    assert!(done.out.contains(" (seed 0x"), "{}", done.out);
}

#[test]
fn minimization_has_a_time_of_its_own() {
    let started = Instant::now();
    let (_folder, out, first) = with_findings("--minimize --minimize-time 1ms");
    let rest = started.elapsed();
    assert!(rest < Duration::from_secs(600), "{rest:?}");
    let left = findings(&out);
    let left = left
        .iter()
        .filter(|finding| !finding.join("min.trace").exists());
    assert!(left.count() > 0, "all were minimized in a millisecond");
    let all = out.display();
    let done = words(&format!("minimize {all}")).with_code(0);
    assert!(done.err.contains("minimizing 1 of "), "{}", done.err);
    let minimized = findings(&out)
        .iter()
        .all(|one| one.join("min.trace").exists());
    assert!(minimized && first.join("min.trace").exists());
    // Nothing is left to do.
    let again = words(&format!("minimize {all}")).with_code(0);
    assert!(
        again.err.contains("minimized: 0, not minimized: 0"),
        "{}",
        again.err
    );
    words(&format!("minimize {all} --output x.trace")).fails(2, &["--output"]);
}

/// `timeout` signals the program, and then its process group.
#[test]
fn two_signals_at_a_time_are_one() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let out = TempDir::new().unwrap();
        let line = format!(
            "--solver toy --continuous --quiet --out {}",
            out.path().display()
        );
        let mut command = program(line.split_whitespace());
        let mut campaign = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .start();
        campaign.line("fuzzing toy");
        campaign.signal(signal);
        campaign.signal(signal);
        let done = campaign.wait().with_code(130);
        assert!(done.out.contains("interrupted: "), "{done:?}");
    }
}

#[test]
fn durations_have_units() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "--max-time 1s -t 500ms").with_code(0);
    campaign(out.path(), "--max-time 1y").with_error(2, &["90s", "10m", "1h30m"]);
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
    assert!(
        in_folder(&format!("report {place}"))
            .with_code(0)
            .out
            .contains("# ")
    );
    let listed = words(&format!("findings {}", out.display()))
        .with_code(0)
        .out;
    assert!(listed.contains(&format!("  {id} seen ")), "{listed}");
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
    fs::create_dir_all(copy.join("findings").join(&id)).unwrap();
    fs::copy(
        first.join("finding.json"),
        copy.join("findings").join(&id).join("finding.json"),
    )
    .unwrap();
    let several = in_folder(&format!("replay {id}"));
    fs::remove_dir_all(&copy).unwrap();
    several.fails(4, &["several findings"]);
}

#[test]
fn scripts_are_replayed() {
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("a.smt2");
    fs::write(&script, "(declare-const x Int)(assert (< x x))(check-sat)").unwrap();
    let line = format!("replay {}", script.display());
    words(&line).fails(4, &["SMT-LIB script", "--solver"]);
    let done = words(&format!("{line} --solver z3 --verbose")).with_code(0);
    assert!(done.out.contains("#= unsat"), "{}", done.out);
}

/// The short help fits on a screen, and words that users try have hints.
#[test]
fn the_command_line_helps() {
    let short = words("-h").with_code(0).out;
    assert!(short.lines().count() <= 60, "{short}");
    for heading in [
        "What is tested:",
        "How long:",
        "Oracles:",
        "Findings:",
        "Output:",
    ] {
        assert!(short.contains(heading), "no {heading} in {short}");
    }
    assert!(words("--help").with_code(0).out.contains("--exclude-op"));
    words("fuzz").with_error(2, &["murxla-rs --solver NAME --continuous"]);
    words("list").with_error(2, &["findings DIR"]);
    let kinds = words("show kinds").with_code(0).out;
    assert!(kinds.starts_with("wrong-unsat "), "{kinds}");
}

#[test]
fn operators_are_chosen_by_patterns() {
    let out = TempDir::new().unwrap();
    let dump = |more: &str| {
        let line = format!("--solver toy --theories bv --seed 3 --strategy walk {more}");
        words(&line).with_code(0).out
    };
    assert!(dump("").contains(" OP_BV_"));
    let without = dump("--exclude-op OP_BV_*");
    assert!(!without.contains("mk-term OP_BV_"), "{without}");
    let only = dump("--only-op OP_BV_* --only-op OP_EQUAL --exclude-op OP_BV_ADD");
    for line in only.lines().filter(|line| line.contains("mk-term ")) {
        let allowed = line.contains(" OP_BV_") || line.contains(" OP_EQUAL");
        assert!(allowed && !line.contains(" OP_BV_ADD "), "{line}");
    }
    campaign(out.path(), "-m 1 --exclude-op OP_BV_ADDD").fails(2, &["OP_BV_ADD'", "show ops"]);
}
