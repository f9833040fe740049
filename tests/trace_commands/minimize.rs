//! `minimize` on traces of the toy's bugs. The calls that each bug needs are known, and the
//! minimizer keeps only these.

use crate::common::planted::{CRASH, crashing, planted, wrong_unsat};
use crate::common::{Done, Run as _, findings, program, run_on, wait_until, words};
use murxla_fsm::trace::lex;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The calls of a trace without seeds and results.
fn bare(trace: &str) -> Vec<String> {
    let lines = trace.lines().map(str::trim_start);
    let calls = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let bare = calls.filter_map(|line| line.split_once(' '));
    bare.map(|(_, call)| call.to_owned()).collect()
}

fn calls(trace: &str) -> usize {
    lex(trace).unwrap().lines.len()
}

/// Bugs that need one, two or three calls and the terms in these, and a bug that needs a deep
/// formula. Each entry has the options and calls that are put into the trace, and the calls that
/// must be left.
const NEEDED: &[(&[&str], &[&str], &[&str])] = &[
    (
        &["bug wrong-sort"],
        &["0 mk-term OP_BV_CONCAT SORT_BV 2 t1 t1\nreturn t3 s3"],
        &[
            "new",
            "set-option bug wrong-sort",
            "mk-sort SORT_BV 1",
            "mk-value s1 \"0\" 2",
            "mk-term OP_BV_CONCAT SORT_BV 2 t1 t1",
        ],
    ),
    (
        &["bug wrong-model", "produce-models true"],
        &[
            "0 mk-term OP_BV_ADD SORT_BV 2 t1 t1\nreturn t3 s1",
            "0 check-sat\n0 get-value 2 t1 t3",
        ],
        &[
            "new",
            "set-option bug wrong-model",
            "set-option produce-models true",
            "mk-sort SORT_BV 1",
            "mk-value s1 \"0\" 2",
            "mk-term OP_BV_ADD SORT_BV 2 t1 t1",
            "check-sat",
            "get-value 1 t2",
        ],
    ),
    (
        &["bug wrong-core", "produce-unsat-cores true"],
        &[
            "0 mk-value s2 false\nreturn t3",
            "0 assert-formula t3",
            "0 check-sat\n0 get-unsat-core",
        ],
        &[
            "new",
            "set-option bug wrong-core",
            "set-option produce-unsat-cores true",
            "mk-sort SORT_BOOL",
            "mk-value s1 false",
            "assert-formula t1",
            "check-sat",
            "get-unsat-core",
        ],
    ),
    (
        CRASH.0,
        CRASH.1,
        &[
            "new",
            "set-option bug segfault",
            "mk-sort SORT_BV 1",
            "mk-value s1 \"0\" 2",
            "mk-term OP_BV_XOR SORT_BV 2 t1 t1",
            "mk-term OP_BV_ADD SORT_BV 2 t2 t1",
            "mk-term OP_BV_ADD SORT_BV 2 t3 t1",
            "mk-term OP_EQUAL SORT_BOOL 2 t4 t1",
            "assert-formula t5",
        ],
    ),
];

#[test]
fn only_needed_calls_are_left() {
    for (options, needed, left) in NEEDED {
        for lines in [200, 2000] {
            let long = planted(options, needed, lines);
            assert!(long.lines().count() >= lines);
            let done = run_on(["minimize", "-"], long.as_bytes()).with_code(1);
            assert_eq!(bare(&done.out), *left);
            assert!(done.err.contains("runs in"), "{}", done.err);
        }
    }
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let long = crashing(200);
    let with = |jobs: &str| run_on(["minimize", "-", "--jobs", jobs], long.as_bytes()).out;
    assert_eq!(with("1"), with("5"));
}

/// A finding of a campaign with this bug, and its folder.
fn finding(bug: &str, more: &str) -> (TempDir, PathBuf) {
    let out = TempDir::new().unwrap();
    let path = out.path().display().to_string();
    let runs = "--theories bool,bv --seed 7 -m 400 -t 0.3";
    words(&format!(
        "--solver toy {runs} -o bug={bug} {more} --out {path}"
    ))
    .with_code(1);
    let folder = findings(out.path()).into_iter().next().unwrap();
    (out, folder)
}

fn minimized(trace: &Path, more: &str) -> String {
    let line = format!("minimize {} -t 0.3 {more}", trace.display());
    words(&line).with_code(1).out
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
        let (_out, folder) = finding(bug, more);
        let trace = folder.join("full.trace");
        let before = std::fs::read_to_string(&trace).unwrap();
        let short = minimized(&trace, "");
        assert!(calls(&short) <= 20, "{bug}: {short}");
        assert!(calls(&short) < calls(&before), "{bug}: {short}");
        // The minimized trace shows the same kind of finding and cannot be made shorter.
        let again = run_on(["minimize", "-", "-t", "0.3"], short.as_bytes()).with_code(1);
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
    let done = run_on(["replay", "-"], trace.as_bytes()).with_code(1);
    assert!(done.err.contains("crash: SIGSEGV"), "{}", done.err);
    let unmarked = trace.replace("#= ended\n", "");
    let done = run_on(["replay", "-"], unmarked.as_bytes()).with_code(1);
    assert!(done.err.contains("out of memory"), "{}", done.err);
    let short = run_on(["minimize", "-", "-t", "0.3"], trace.as_bytes())
        .with_code(1)
        .out;
    let left = bare(&short);
    let count = |action: &str| left.iter().filter(|call| call.starts_with(action)).count();
    assert_eq!((count("new"), count("push")), (20, 0), "{short}");
}

#[test]
fn oracles_decide_if_the_run_shows_no_bug() {
    let (_out, folder) = finding("wrong-unsat", "--cross-check toy");
    let trace = folder.join("full.trace");
    let text = std::fs::read_to_string(&trace).unwrap();
    let short = minimized(&trace, "--cross-check toy");
    assert!(calls(&short) < calls(&text), "{short}");
}

#[test]
fn traces_that_do_not_reproduce_are_refused() {
    let trace = "# solver: toy\n# finding: crash-SIGSEGV-01234567\n1 new\n2 delete\n";
    let words = ["did not reproduce", "crash-SIGSEGV-01234567", "--repeat"];
    run_on(["minimize", "-"], trace.as_bytes()).fails(5, &words);
    run_on(
        ["minimize", "-", "--match", "nothing"],
        crashing(200).as_bytes(),
    )
    .fails(5, &["does not show"]);
    run_on(["minimize", "-"], b"1 new\n2 delete\n").fails(2, &["--solver"]);
    // A release may lack an operator.
    let nth = "# solver: z3@4.8.5\n1 new\n2 mk-sort SORT_INT\n   return s1\n3 mk-value s1 \"1\"\n   return t1\n\
        4 mk-term OP_SEQ_UNIT SORT_SEQ 1 t1\n   return t2 s2\n5 mk-term OP_SEQ_NTH SORT_INT 2 t2 t1\n   return t3 s1\n";
    run_on(["minimize", "-"], nth.as_bytes()).fails(4, &["OP_SEQ_NTH", "z3 4.8.5"]);
    run_on(
        ["minimize", "-", "--solver", "toy"],
        b"1 mk-const s9 \"a\"\n",
    )
    .fails(4, &["s9"]);
}

#[test]
fn what_was_not_decided_is_said() {
    let checked = |effort: &str| {
        format!(
            "# solver: toy\n1 new\n{effort}2 mk-sort SORT_INT\nreturn s1\n3 mk-const s1 \"x\"\nreturn t1\n\
             4 mk-term OP_EQUAL SORT_BOOL 2 t1 t1\nreturn t2 s2\n5 assert-formula t2\n6 check-sat\n7 delete\n"
        )
    };
    let all = [
        "minimize",
        "-",
        "--cross-check",
        "toy",
        "--cross-option",
        "effort=0",
    ];
    let of = |args: &[&str], effort: &str| run_on(args, checked(effort).as_bytes());
    of(&all[..2], "").fails(5, &["ended well;"]);
    let ours = "and the solver does not decide 1 check within the limits";
    of(&all[..2], "1 set-option effort 0\n").fails(5, &[ours]);
    let theirs = "and the solver to compare with does not decide 1 check within the limits";
    of(&all, "").fails(5, &[theirs]);
}

/// A trace without a bug.
fn harmless() -> String {
    planted(
        &[],
        &[
            "0 mk-term OP_BV_XOR SORT_BV 2 t1 t1\nreturn t3 s1",
            "0 assert-formula t2",
        ],
        200,
    )
}

#[test]
fn a_pattern_of_the_output_needs_no_finding() {
    let trace = harmless();
    run_on(["minimize", "-"], trace.as_bytes()).fails(5, &["ended well;"]);
    let by = |pattern: &str, trace: &str| {
        run_on(
            ["minimize", "-", "--match-output", pattern],
            trace.as_bytes(),
        )
    };
    let done = by("OP_BV_XOR", &trace).with_code(0);
    let left = [
        "new",
        "mk-sort SORT_BV 1",
        "mk-value s1 \"0\" 2",
        "mk-term OP_BV_XOR SORT_BV 2 t1 t1",
    ];
    assert_eq!(bare(&done.out), left);
    assert!(
        done.err.starts_with("kept by --match-output: 4 calls of "),
        "{}",
        done.err
    );
    // The pattern may be about a note, or about how a run ends.
    let checked = by(
        "^#= sat$",
        &trace.replace("0 delete", "0 check-sat\n0 delete"),
    )
    .with_code(0);
    assert_eq!(bare(&checked.out), ["new", "check-sat"]);
    let crashed = by("^crash: SIG[A-Z]*$", &crashing(200)).with_code(0);
    assert_eq!(bare(&crashed.out), NEEDED[3].2);
    by("^crash", &trace).fails(5, &["'^crash'", "replay --verbose"]);
    by("(", &trace).fails(2, &["regular expression"]);
}

fn by_command(command: &str, trace: &str, more: &[&str]) -> Done {
    let line = ["minimize", "-", "--predicate", command];
    run_on(line.iter().chain(more), trace.as_bytes())
}

#[test]
fn a_command_keeps_traces() {
    let done = by_command("grep -q OP_BV_XOR", &harmless(), &[]).with_code(0);
    let (header, calls) = done.out.split_once("    0 new").unwrap();
    assert!(header.contains("# solver: toy"), "{header}");
    assert_eq!(calls.matches("mk-").count(), 3, "{calls}");
    assert!(done.err.starts_with("kept by the command: 4 calls of "));
    let jobs = by_command("grep -q OP_BV_XOR", &harmless(), &["--jobs", "5"]).with_code(0);
    assert_eq!(jobs.out, done.out);
    // The command finds the solver in the trace, and `replay` does not report answers that the
    // original trace notes.
    let noted = "# solver: toy\n1 new\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-value s1 true\nreturn t1\n\
        1 mk-value s1 false\nreturn t2\n1 assert-formula t1\n1 assert-formula t2\n1 check-sat\n#= unsat\n1 delete\n";
    let program = env!("CARGO_BIN_EXE_murxla-rs");
    let command = format!("f() {{ {program} replay \"$1\" && grep -q check-sat \"$1\"; }}; f");
    let done = by_command(&command, noted, &[]).with_code(0);
    assert_eq!(bare(&done.out), ["new", "check-sat"]);
    // A trace has at least one call.
    let done = by_command("true", &harmless(), &[]).with_code(0);
    assert_eq!(bare(&done.out), ["new"]);
    // Traces of findings can be minimized, too.
    let command = format!("f() {{ {program} replay \"$1\"; test $? = 1; }}; f");
    let done = by_command(&command, &crashing(200), &[]).with_code(0);
    assert_eq!(bare(&done.out), NEEDED[3].2);
}

#[test]
fn a_command_that_does_not_keep_the_trace_is_an_error() {
    let trace = harmless();
    let ends = |command: &str, end: &str| {
        by_command(command, &trace, &[]).fails(5, &["--predicate", end]);
    };
    ends("false", "exit status: 1");
    ends("kill -9 $$;", "SIGKILL");
    ends("/nowhere/command", "exit status: 127");
    by_command("true", &trace, &["--repeat", "3"]).fails(2, &["--repeat"]);
    // A command that a trace names is not run.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("made");
    let named = format!("# predicate: touch {}\n{trace}", file.display());
    run_on(["minimize", "-"], named.as_bytes()).fails(5, &["did not reproduce"]);
    assert!(!file.exists());
}

/// What the command has started in the background ends with it.
#[test]
fn a_command_has_a_limit() {
    let folder = TempDir::new().unwrap();
    let pid = folder.path().join("pid");
    let command = format!("sleep 1000 & echo $! > {}; sleep 1000;", pid.display());
    by_command(&command, &harmless(), &["-t", "0.2"]).fails(5, &["ran for 0.8 s"]);
    let pid = std::fs::read_to_string(pid).unwrap();
    let gone = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z"))
    };
    wait_until("the process is gone", gone);
}

#[test]
fn the_output_file_has_the_shortest_trace() {
    let folder = TempDir::new().unwrap();
    let (long, short) = (
        folder.path().join("long.trace"),
        folder.path().join("short.trace"),
    );
    std::fs::write(&long, crashing(200)).unwrap();
    let line = format!("minimize {} --output {}", long.display(), short.display());
    let done = words(&line).with_code(1);
    assert_eq!(done.out, "");
    let kept = std::fs::read_to_string(&short).unwrap();
    assert!(calls(&kept) <= 10, "{kept}");
    let gone = format!("minimize {} --output /nowhere/short.trace", long.display());
    words(&gone).fails(3, &["/nowhere/short.trace"]);
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
        let [full, min] = ["full.trace", "min.trace"]
            .map(|name| calls(&std::fs::read_to_string(finding.join(name)).unwrap()));
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
    let text = std::fs::read_to_string(&part).unwrap();
    words(&minimizing(out.path())).with_code(1);
    let again = std::fs::read_to_string(finding.join("min.trace")).unwrap();
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

/// The `:status` of a script is its right answer: formulas without a model may have one if one of
/// them is left out.
#[test]
fn noted_answers_hold_for_shorter_traces() {
    let script = "(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)\
        (assert (or a b))(push 1)(assert c)(pop 1)(assert (or a (not b)))\
        (set-info :status unsat)(check-sat)(set-info :status sat)(assert (not a))(check-sat)";
    let trace = run_on(["import", "-", "--solver", "toy"], script.as_bytes()).with_code(0);
    let replay = run_on(["replay", "-"], trace.out.as_bytes()).with_code(1);
    let first = "check 1: the script says unsat, the solver sat\n";
    let second = "check 2: the script says sat, the solver unsat\n";
    assert_eq!(replay.err, format!("{first}{second}"));
    let done = run_on(["minimize", "-"], trace.out.as_bytes()).with_code(1);
    let left = bare(&done.out);
    let count = |action: &str| left.iter().filter(|call| call.starts_with(action)).count();
    let counts = ["assert-formula", "mk-const", "push", "check-sat"].map(count);
    assert_eq!(counts, [2, 2, 0, 1], "{}", done.out);
    let replay = run_on(["replay", "-"], done.out.as_bytes()).with_code(1);
    assert_eq!(replay.err, first);
    // If a symbol stands for several constants, they are told apart by their order.
    let again = script.replace("(assert c)", "(declare-const a Bool)(assert a)");
    let trace = run_on(["import", "-", "--solver", "toy"], again.as_bytes()).with_code(0);
    let done = run_on(["minimize", "-"], trace.out.as_bytes()).with_code(1);
    let replay = run_on(["replay", "-"], done.out.as_bytes()).with_code(1);
    assert_eq!(replay.err, first);
}

#[test]
fn stronger_oracles_show_the_same_wrong_answer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("wrong.trace");
    std::fs::write(&path, wrong_unsat()).unwrap();
    // The replay only differs from the noted answer.
    let replay = words(&format!("replay {}", path.display()));
    replay.with_error(1, &["check 1 was sat, now is unsat"]);
    let minimize = format!("minimize {}", path.display());
    // The noted answer holds for a part of the formulas. For that, the hidden assignment shows the
    // wrong answer.
    let done = words(&minimize).with_code(1);
    let replay = run_on(["replay", "-"], done.out.as_bytes()).with_code(1);
    assert!(replay.err.contains("wrong-unsat"), "{}", replay.err);
    // The other solver gives the right answer, or none; in both cases the hidden assignment shows
    // that the shorter trace has the same wrong answer.
    for reference in ["toy", "smt2"] {
        let done = words(&format!("{minimize} --cross-check {reference}")).with_code(1);
        let left = bare(&done.out);
        assert_eq!(
            left.iter()
                .filter(|call| call.starts_with("assert-formula"))
                .count(),
            1,
            "{left:?}"
        );
        assert!(left.len() <= 12, "{left:?}");
        let short = folder.path().join("short.trace");
        std::fs::write(&short, &done.out).unwrap();
        let again = words(&format!("replay {}", short.display())).with_code(1);
        assert!(again.err.contains("wrong-unsat"), "{}", again.err);
    }
}

/// The wrapper of Yices tries the model-constructing engine where the usual one fails. The program
/// does not, so the minimized trace names the engine.
#[test]
fn minimized_traces_name_the_engine() {
    words("solvers install yices@2.6.5.post24").with_code(0);
    let option = "    0 set-option solver-type mcsat\n";
    let name = "traces/yices/mcsat-unsat-after-assumptions-2.6.5.trace";
    let named = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let (_, calls) = named.split_once(option).unwrap();
    let trace = format!("# solver: yices@2.6.5.post24\n    0 new\n{calls}");
    let done = run_on(["minimize", "-"], trace.as_bytes()).with_code(1);
    assert!(
        done.out.contains(&format!("    0 new\n{option}")),
        "{}",
        done.out
    );
}

/// The calls that are left of a script if a text must stay in the trace.
fn left_of(script: &str, text: &str) -> Vec<String> {
    left_with("toy", script, text)
}

/// The same for a trace of this solver.
fn left_with(solver: &str, script: &str, text: &str) -> Vec<String> {
    let trace = run_on(["import", "-", "--solver", solver], script.as_bytes()).with_code(0);
    let done = by_command(&format!("grep -q '{text}'"), &trace.out, &[]).with_code(0);
    bare(&done.out)
}

#[test]
fn datatypes_keep_what_is_used() {
    let script = "(declare-datatypes ((A 1) (B 0) (C 0)) (\
        (par (P) ((nil) (cons (head P) (tail (A P)) (other B))))\
        ((b1) (b2) (b3 (of C)) (b4))\
        ((c1) (c2 (back B) (number Int)) (c3) (c4 (list (A Int))))))\
        (declare-const a (A Int))(declare-const b B)(declare-const p Bool)\
        (assert (or p ((_ is cons) a)))\
        (assert (match b ((b1 p) (b2 false) ((b3 c) p) (b4 true))))";
    for (text, left) in [
        (
            "mk-sort SORT_DT",
            &["mk-sort SORT_DT 1 \"A\" 0 1 \"c\" 0"][..],
        ),
        (
            "instantiate-sort",
            &[
                "mk-sort SORT_INT",
                "mk-sort SORT_DT 1 \"A\" 1 s\"P\" 1 \"c\" 0",
                "instantiate-sort s2 s1",
            ],
        ),
        (
            "TESTER",
            &[
                "mk-sort SORT_DT 1 \"A\" 0 1 \"c\" 0",
                "mk-const s1 \"a\"",
                "mk-term OP_DT_APPLY_TESTER SORT_BOOL 1 \"c\" 1 t1",
            ],
        ),
    ] {
        assert_eq!(left_of(script, text)[1..], *left, "{text}");
    }
    // The cases of removed constructors are removed.
    let left = left_of(script, "OP_DT_MATCH SORT");
    let cases = left.iter().filter(|call| call.contains("MATCH_CASE"));
    assert_eq!(cases.count(), 1, "{left:?}");
}

#[test]
fn symbols_become_short() {
    let script = "(declare-sort |~!@ sort| 0)(declare-const |a b| |~!@ sort|)(declare-const x |~!@ sort|)\
        (declare-fun |a function| (|~!@ sort|) Bool)(assert (distinct |a b| x))";
    let trace = run_on(["import", "-", "--solver", "toy"], script.as_bytes()).with_code(0);
    // All symbols, or those that may change.
    for (kept, constant) in [("mk-const", "y"), ("a b", "a b")] {
        let command = format!(
            "f() {{ test $(grep -c mk-const $1) = 3 && grep -q SORT_FUN $1 && \
             grep -q SORT_UNINTERPRETED $1 && grep -q '{kept}' $1; }}; f"
        );
        let done = by_command(&command, &trace.out, &[]).with_code(0);
        let left = bare(&done.out);
        for symbol in [
            "SORT_UNINTERPRETED S",
            &format!("\"{constant}\""),
            "\"x\"",
            "\"f\"",
        ] {
            assert!(
                left.iter().any(|call| call.ends_with(symbol)),
                "{symbol}: {left:?}"
            );
        }
    }
}

#[test]
fn conjuncts_and_constants_become_simple() {
    let script = "(declare-const x Int)(declare-const y Int)(declare-const p Bool)\
        (assert (and (= x (+ y 2)) p (or p (< x 5)) (not p) (< y 1) p (distinct x y)))";
    // The equality is left out, and the constant is replaced.
    let left = left_of(script, "OP_INT_LT");
    assert_eq!(left[1..].len(), 3, "{left:?}");
    let command = "f() { grep -q OP_INT_LT $1 && grep -q assert $1; }; f";
    let trace = run_on(["import", "-", "--solver", "toy"], script.as_bytes()).with_code(0);
    let done = by_command(command, &trace.out, &[]).with_code(0);
    let left = bare(&done.out);
    assert_eq!(left[1..].len(), 4, "{left:?}");
}

/// A trace that needs no experimental option and nothing that the profile leaves out does not need
/// it after minimization.
#[test]
fn formats_stay_those_of_runs() {
    for (solver, format, left) in [
        ("toy", "8 24", "2 2"),
        ("bitwuzla", "8 24", "5 11"),
        ("cvc5", "8 24", "8 24"),
        ("cvc5", "11 53", "11 53"),
        ("cvc5", "3 5", "2 2"),
    ] {
        let script =
            format!("(declare-const x (_ FloatingPoint {format}))(assert (fp.isNaN x))(check-sat)");
        let calls = left_with(solver, &script, "OP_FP_IS_NAN");
        let made = format!("mk-sort SORT_FP {left}");
        assert!(calls.contains(&made), "{solver} {format}: {calls:?}");
    }
}
