//! `minimize` on traces of the toy's bugs. The calls that each bug needs are known, and the
//! minimizer keeps only these. More is in `tests/cases/minimize/`.

use crate::common::planted::{CRASH, crashing, planted};
use crate::common::{
    Run as _, contains_none, expect_file, findings, program, read, run_on, wait_until, words,
};
use murxla_fsm::trace::lex;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn calls(trace: &str) -> usize {
    lex(trace).unwrap().lines.len()
}

/// Bugs that need one, two or three calls and the terms in these, and a bug that needs a deep
/// formula: the options and calls that are put into a trace.
const NEEDED: [(&[&str], &[&str]); 4] = [
    (
        &["bug wrong-sort"],
        &["0 mk-term OP_BV_CONCAT SORT_BV 2 t1 t1\nreturn t3 s3"],
    ),
    (
        &["bug wrong-model", "produce-models true"],
        &[
            "0 mk-term OP_BV_ADD SORT_BV 2 t1 t1\nreturn t3 s1",
            "0 check-sat\n0 get-value 2 t1 t3",
        ],
    ),
    (
        &["bug wrong-core", "produce-unsat-cores true"],
        &[
            "0 mk-value s2 false\nreturn t3",
            "0 assert-formula t3",
            "0 check-sat\n0 get-unsat-core",
        ],
    ),
    CRASH,
];

#[test]
fn only_needed_calls_are_left() {
    for lines in [200, 2000] {
        let mut left = String::new();
        for (options, needed) in NEEDED {
            let long = planted(options, needed, lines);
            assert!(long.lines().count() >= lines);
            let done = run_on(["minimize", "-"], long.as_bytes()).with_code(1);
            assert!(done.err.contains("runs in"), "{}", done.err);
            // The version of the program is in the first line.
            left += done.out.split_once('\n').unwrap().1;
        }
        expect_file("tests/data/needed_calls.txt", &left);
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let long = crashing(200);
    let with = |jobs: &str| run_on(["minimize", "-", "--jobs", jobs], long.as_bytes()).out;
    assert_eq!(with("1"), with("5"));
}

#[test]
fn findings_of_each_kind_are_minimized() {
    for (bug, more) in [
        ("segfault", ""),
        ("exit", ""),
        ("wrong-sat", ""),
        ("wrong-unsat", ""),
        ("wrong-model", ""),
        ("wrong-sort", ""),
        ("hang", "--report-limits"),
    ] {
        let out = TempDir::new().unwrap();
        let runs = "--theories bool,bv --seed 7 -m 200 -t 0.1";
        let path = out.path().display();
        let line = format!("--solver toy {runs} -o bug={bug} {more} --out {path}");
        words(&line).with_code(1);
        let trace = findings(out.path()).remove(0).join("full.trace");
        let before = read(&trace);
        let minimize = format!("minimize {} -t 0.1", trace.display());
        let short = words(&minimize).with_code(1).out;
        assert!(calls(&short) <= 20, "{bug}: {short}");
        assert!(calls(&short) < calls(&before), "{bug}: {short}");
        // The minimized trace shows the same kind of finding and cannot be made shorter.
        let again = run_on(["minimize", "-", "-t", "0.1"], short.as_bytes()).with_code(1);
        assert_eq!(calls(&again.out), calls(&short), "{bug}");
    }
}

/// A bug may need earlier runs in the same process. The minimizer keeps those runs, even if they
/// ended early.
#[test]
fn earlier_runs_may_have_ended_early() {
    let pushes = "0 push 1000\n".repeat(11);
    let early = format!("0 new\n0 set-option incremental true\n{pushes}#= ended\n0 delete\n");
    let last = "0 new\n0 set-option bug warm\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-const s1 \"x\"\nreturn t1\n\
                0 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n0 assert-formula t2\n";
    let trace = format!("# solver: toy\n{}{last}", early.repeat(19));
    run_on(["replay", "-"], trace.as_bytes()).with_error(1, &["crash: SIGSEGV"]);
    let unmarked = trace.replace("#= ended\n", "");
    run_on(["replay", "-"], unmarked.as_bytes()).with_error(1, &["out of memory"]);
    let done = run_on(["minimize", "-", "-t", "0.1"], trace.as_bytes());
    let short = done.with_code(1).out;
    assert_eq!(short.matches(" new\n").count(), 20, "{short}");
    contains_none(&short, &[" push "]);
}

/// What the command has started in the background ends with it.
#[test]
fn a_command_has_a_limit() {
    let folder = TempDir::new().unwrap();
    let pid = folder.path().join("pid");
    let command = format!("sleep 1000 & echo $! > {}; sleep 1000;", pid.display());
    let minimize = ["minimize", "-", "-t", "0.2", "--predicate", &command];
    run_on(minimize, crashing(40).as_bytes()).fails(5, &["ran for 0.8 s"]);
    let pid = read(&pid);
    let gone = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z"))
    };
    wait_until("the process is gone", gone);
}

/// The command line of a campaign that minimizes its findings. About one run in 40 shows the bug.
fn minimizing(out: &Path) -> String {
    let out = out.display();
    format!("--solver toy -o bug=wrong-sort --minimize --seed 1 --max-runs 300 --quiet --out {out}")
}

#[test]
fn campaigns_minimize_their_findings() {
    let out = TempDir::new().unwrap();
    let done = words(&minimizing(out.path())).with_code(1);
    let found = findings(out.path());
    assert!(!found.is_empty());
    for finding in &found {
        let [full, min] = ["full.trace", "min.trace"].map(|name| calls(&read(&finding.join(name))));
        assert!(min < full.min(12), "{}: {min} of {full}", finding.display());
        let id = finding.file_name().unwrap().to_str().unwrap();
        let told = format!("minimized {id}: {min} calls");
        assert!(done.out.contains(&told), "{told} is missing: {}", done.out);
        assert!(!finding.join("min.part.trace").exists());
    }
}

#[test]
fn an_interrupted_minimization_continues() {
    let out = TempDir::new().unwrap();
    words(&minimizing(out.path())).with_code(1);
    let finding = &findings(out.path())[0];
    let part = finding.join("min.part.trace");
    std::fs::rename(finding.join("min.trace"), &part).unwrap();
    std::fs::remove_file(finding.join("full.trace")).unwrap();
    let text = read(&part);
    words(&minimizing(out.path())).with_code(1);
    let again = read(&finding.join("min.trace"));
    assert_eq!(calls(&again), calls(&text));
}

/// The minimizer's processes end when their campaign is killed.
#[test]
fn a_minimizer_dies_with_its_campaign() {
    let out = TempDir::new().unwrap();
    let args = minimizing(out.path()).replace("wrong-sort", "hang");
    let mut campaign = program(args.split(' ')).start();
    let begun = |finding: &PathBuf| finding.join("minimize.txt").exists();
    let started = || {
        let is_there = out.path().join("findings").exists();
        is_there && findings(out.path()).iter().any(begun)
    };
    wait_until("no minimization is started", || {
        assert!(!campaign.has_ended(), "the campaign has ended");
        started()
    });
    campaign.kill();
    let needle = out.path().display().to_string();
    let is_alive = |entry: std::io::Result<std::fs::DirEntry>| {
        let cmdline = entry.map(|entry| std::fs::read(entry.path().join("cmdline")));
        matches!(cmdline, Ok(Ok(text)) if String::from_utf8_lossy(&text).contains(&needle))
    };
    // The children get their signal a moment later.
    wait_until("a process of the campaign is alive", || {
        !std::fs::read_dir("/proc").unwrap().any(is_alive)
    });
}
