//! `report` writes an issue for each finding of the toy's campaigns and a page about the whole
//! campaign. It also works on results directories that are old or damaged.

use crate::common::{findings, json, run, words};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A campaign with one of the toy's bugs.
fn campaign(out: &Path, more: &str) -> crate::common::Done {
    let out = out.display();
    words(&format!(
        "--solver toy --theories bool,bv --seed 7 -t 0.3 --quiet --out {out} {more}"
    ))
}

fn report(out: &Path) -> crate::common::Done {
    words(&format!("report {}", out.display()))
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "no '{word}' in: {text}");
    }
}

#[test]
fn each_kind_of_finding_has_an_issue() {
    let kinds: [(&str, &str, &[&str]); 9] = [
        (
            "segfault",
            "",
            &[
                concat!(
                    "toy ",
                    env!("CARGO_PKG_VERSION"),
                    ": SIGSEGV in assert-formula"
                ),
                "The call returns",
                "(assert ",
            ],
        ),
        (
            "abort",
            "",
            &["SIGABRT in mk-term", "assertion 'depth < limit' failed"],
        ),
        (
            "exit",
            "",
            &[
                "exit 3 in check-sat",
                "check-sat-assuming",
                "must not terminate the program",
            ],
        ),
        (
            "hang",
            "",
            &[
                concat!(
                    "toy ",
                    env!("CARGO_PKG_VERSION"),
                    ": does not return in mk-term"
                ),
                "--time-limit",
            ],
        ),
        (
            "wrong-sat",
            "",
            &[
                "The solver answered `sat`",
                "contradict each other",
                "The answer is `unsat`",
            ],
        ),
        (
            "wrong-unsat",
            "--minimize",
            &[
                "The solver answered `unsat`",
                "The answer is `sat`, because an assignment makes the formulas true",
                "generated from `min.trace`",
            ],
        ),
        (
            "wrong-model",
            "",
            &["wrong model: ", "The model does not satisfy", "(get-value "],
        ),
        (
            "wrong-sort",
            "",
            &[
                "must be",
                "SMT-LIB cannot express the sort that the API returns",
            ],
        ),
        (
            "wrong-core",
            "",
            &[
                "unsat core",
                "The formulas of a core are unsatisfiable by themselves",
            ],
        ),
    ];
    for (bug, more, expected) in kinds {
        let out = TempDir::new().unwrap();
        // Walks show each bug, and their traces are short enough for an issue without --minimize.
        // With one job, the same run is the first to show it.
        let line = format!("-m 100 --jobs 1 --strategy walk -o bug={bug} {more}");
        campaign(out.path(), &line).with_code(1);
        report(out.path()).with_code(0);
        let page = read(out.path().join("report.html"));
        let folders = findings(out.path());
        assert!(!folders.is_empty(), "{bug}");
        let mut issues = Vec::new();
        for folder in &folders {
            let issue = read(folder.join("report.md"));
            let id = folder.file_name().unwrap().to_str().unwrap();
            has(&page, &[&format!("findings/{id}/report.md")]);
            // An issue has the observed and the expected behaviour, a program, the trace, and the
            // steps to reproduce.
            has(
                &issue,
                &[
                    id,
                    "## What happened",
                    "## What was expected",
                    "```smt2\n",
                    "(set-logic ",
                ],
            );
            has(
                &issue,
                &[
                    "set-option bug ",
                    "murxla-rs replay ",
                    "linux",
                    &format!("bug={bug}"),
                ],
            );
            issues.push(issue);
        }
        // A wrong answer may also cause a finding of another kind.
        let is_so = |issue: &String| expected.iter().all(|word| issue.contains(word));
        assert!(issues.iter().any(is_so), "{bug}: {}", issues.concat());
        // What the solver printed stands once, because it is the message.
        let once = |issue: &String| issue.matches("assertion 'depth").count() == 1;
        assert!(
            bug != "abort" || issues.iter().all(once),
            "{}",
            issues.concat()
        );
    }
}

/// The ids of findings in a text, in the order in which they first occur.
fn ids_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let mut ids = Vec::new();
    for word in words {
        let hash = word.rsplit_once('-').map_or("", |(_, hash)| hash);
        let is_id = hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit());
        if is_id && !ids.contains(&word) {
            ids.push(word);
        }
    }
    ids
}

/// All lists of findings start with the wrong `unsat`, also if it was found after a crash.
#[test]
fn findings_are_listed_worst_first() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let wrong_unsat = "-m 100 --strategy walk -o bug=wrong-unsat";
    campaign(&out, "-m 100 --strategy walk -o bug=segfault").with_code(1);
    let summary = campaign(&out, wrong_unsat).with_code(1).out;
    let listed = ids_in(&summary);
    let kinds = ["wrong-unsat", "crash-SIGSEGV"];
    assert!(listed[0].starts_with(kinds[0]), "{listed:?}");
    let is_crash = |id: &&str| id.starts_with(kinds[1]);
    assert!(listed.iter().any(is_crash), "{listed:?}");
    assert_eq!(listed.len(), findings(&out).len());
    let events = campaign(&out, &format!("{wrong_unsat} --format json"))
        .with_code(1)
        .out;
    let ended: Json = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    let of_event = ended["findings"].as_array().unwrap().iter();
    let of_event: Vec<&str> = of_event
        .map(|finding| finding["id"].as_str().unwrap())
        .collect();
    let merged = folder.path().join("merged");
    words(&format!("merge {} {}", merged.display(), out.display())).with_code(0);
    for out in [&out, &merged] {
        let said = report(out).with_code(0).out;
        assert_eq!(ids_in(&said), of_event);
        let page = read(out.join("report.html"));
        assert_eq!(ids_in(&page), of_event);
        let rows = kinds.map(|kind| page.find(&format!("<td>{kind}</td>")).unwrap());
        assert!(rows[0] < rows[1], "{rows:?}");
    }
}

/// `--no-filter` reports what profiles exclude. A profile clears a list of those before it.
#[test]
fn filtered_bugs_are_reported_on_request() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let rules = r#"{"errors": {"exclude": [{"regex": "crash", "reason": "issue 42"}]}}"#;
    fs::write(path("known.json"), rules).unwrap();
    fs::write(path("clear.json"), r#"{"errors": {"exclude": null}}"#).unwrap();
    let known = format!("--profile {}", path("known.json").display());
    let clear = format!("--profile {}", path("clear.json").display());
    for (out, more, code) in [
        ("filtered", known.clone(), 0),
        ("unfiltered", format!("{known} --no-filter"), 1),
        ("cleared", format!("{known} {clear}"), 1),
        ("excluded", format!("{known} {clear} {known}"), 0),
    ] {
        let done = campaign(&path(out), &format!("-m 100 -o bug=segfault {more}"));
        assert_eq!(done.code, Some(code), "{more}: {}", done.err);
    }
}

/// What a profile excludes is counted by its reason, also in merged directories.
#[test]
fn filtered_bugs_are_listed_with_their_reasons() {
    let folder = TempDir::new().unwrap();
    let profile = folder.path().join("known.json");
    let rules = r#"{"errors": {"exclude": [{"regex": "crash", "reason": "issue 42 & more"}]}}"#;
    let other =
        r#"{"errors": {"exclude": [{"regex": "depth < limit", "reason": "no issue < 7"}]}}"#;
    let out = folder.path().join("out");
    let more = format!("--profile {}", profile.display());
    for (text, bug) in [(rules, "segfault"), (rules, "segfault"), (other, "abort")] {
        fs::write(&profile, text).unwrap();
        campaign(&out, &format!("-m 200 -o bug={bug} {more}")).with_code(0);
    }
    let merged = folder.path().join("merged");
    words(&format!("merge {} {}", merged.display(), out.display())).with_code(0);
    for out in [&out, &merged] {
        let kept = json(&out.join("campaign.json"));
        let filtered = kept["filtered"].as_object().unwrap();
        assert_eq!(
            filtered.keys().collect::<Vec<_>>(),
            ["issue 42 & more", "no issue < 7"]
        );
        let all: u64 = filtered.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(kept["counters"]["filtered"], all);
        // More than the number of events that are written about one reason.
        assert!(all > 40, "{kept}");
        report(out).with_code(0);
        let page = read(out.join("report.html"));
        has(
            &page,
            &[
                "Filtered by the profile",
                "issue 42 &amp; more",
                "no issue &lt; 7",
            ],
        );
    }
}

/// Statistics list the operators of each theory in a line.
#[test]
fn statistics_list_operators_by_theory() {
    let out = TempDir::new().unwrap();
    let said = campaign(out.path(), "-m 50 --stats").with_code(0).out;
    for (theory, word) in [("BOOL", "OP_NOT"), ("BV", "OP_BV_ADD")] {
        let start = format!("operators of {theory}: ");
        let line = said.lines().find(|line| line.starts_with(&start)).unwrap();
        has(line, &[word]);
        assert_eq!(line.contains("OP_BV_"), theory == "BV", "{line}");
    }
}

#[test]
fn findings_of_oracles_name_their_trace() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 300 -o bug=wrong-unsat --cross-check toy").with_code(1);
    report(out.path()).with_code(0);
    let folders = findings(out.path());
    let issues = folders.iter().map(|folder| read(folder.join("report.md")));
    let [with, without]: [Vec<String>; 2] = {
        let (a, b) = issues.partition(|issue| issue.contains("disagreement-"));
        [a, b]
    };
    for issue in &with {
        has(
            issue,
            &[
                "two solvers disagree",
                " says sat",
                "`cross-check` in the header of the trace",
            ],
        );
    }
    assert!(!with.is_empty() || !without.is_empty());
}

fn samples(out: &Path) -> Vec<Json> {
    let samples = json(&out.join("samples.json"));
    samples["taken"].as_array().unwrap().clone()
}

fn number(sample: &Json, name: &str) -> f64 {
    sample[name].as_f64().unwrap()
}

#[test]
fn samples_continue_with_a_campaign() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 300 --stats").with_code(0);
    let first = samples(out.path());
    assert!(first.len() > 1, "{first:?}");
    assert_eq!(
        (number(&first[0], "time"), number(&first[0], "runs")),
        (0.0, 0.0)
    );
    campaign(out.path(), "-m 300 --stats").with_code(0);
    let both = samples(out.path());
    assert_eq!(both[..first.len()], first[..]);
    assert!(both.len() > first.len());
    for pair in both.windows(2) {
        assert!(number(&pair[0], "time") < number(&pair[1], "time"));
        assert!(number(&pair[0], "runs") <= number(&pair[1], "runs"));
    }
    report(out.path()).with_code(0);
    let page = read(out.path().join("report.html"));
    has(
        &page,
        &[
            "time in seconds",
            "<svg",
            "OP_BV_ADD",
            "prefers-color-scheme",
        ],
    );
    assert!(!page.contains("<script") && !page.contains("no samples"));
}

/// The CPU time of oracles is counted separately from that of the other processes.
#[test]
fn the_cpu_time_of_oracles_is_reported() {
    for (more, has_oracle) in [("", false), ("--cross-check toy", true)] {
        let out = TempDir::new().unwrap();
        campaign(out.path(), &format!("-m 300 --stats {more}")).with_code(0);
        let oracles = &json(&out.path().join("stats.json"))["cpu"]["oracles"];
        assert_eq!(oracles.as_u64().unwrap() > 0, has_oracle, "{oracles}");
    }
}

#[test]
fn pages_of_old_directories_say_what_is_missing() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 200 -o bug=segfault").with_code(1);
    fs::remove_file(out.path().join("samples.json")).unwrap();
    let path = out.path().join("campaign.json");
    let mut campaign_file = json(&path);
    campaign_file.as_object_mut().unwrap().remove("platform");
    fs::write(&path, campaign_file.to_string()).unwrap();
    report(out.path()).with_code(0);
    has(
        &read(out.path().join("report.html")),
        &["no samples", "no stats.json"],
    );
    has(
        &read(findings(out.path())[0].join("report.md")),
        &["not recorded"],
    );
    // If such a campaign is continued, it has samples from then on.
    campaign(out.path(), "-m 200 -o bug=segfault").with_code(1);
    assert_eq!(number(&samples(out.path())[0], "runs"), 200.0);
}

#[test]
fn damaged_files_are_named_and_the_rest_is_reported() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 200 -o bug=segfault --minimize").with_code(1);
    let folder = findings(out.path()).remove(0);
    let damaged = |file: &str, content: &[u8], code: i32, issue: &str| {
        let path = [out.path(), &folder].map(|place| place.join(file));
        let path = path.iter().find(|path| path.exists()).unwrap();
        let before = fs::read(path).unwrap();
        fs::write(path, content).unwrap();
        report(out.path()).fails(code, &[file]);
        has(&read(out.path().join("report.html")), &[file]);
        has(&read(folder.join("report.md")), &[issue]);
        // `report` does not change the damaged file.
        assert_eq!(fs::read(path).unwrap(), content);
        fs::write(path, before).unwrap();
    };
    damaged("campaign.json", b"{", 3, "not recorded");
    damaged("samples.json", b"[1]", 3, "generated from `min.trace`");
    damaged("finding.json", b"\xff", 3, "");
    damaged(
        "min.trace",
        b"1 mk-term \"",
        4,
        "generated from `full.trace`",
    );
    damaged(
        "min.trace",
        b"# nothing\n",
        4,
        "generated from `full.trace`",
    );
    report(out.path()).with_code(0);
    fs::remove_file(folder.join("min.trace")).unwrap();
    fs::remove_file(folder.join("full.trace")).unwrap();
    report(out.path()).with_code(0);
    has(&read(folder.join("report.md")), &["No trace is available"]);
}

#[test]
fn other_directories_are_refused() {
    let folder = TempDir::new().unwrap();
    report(folder.path()).fails(3, &["no results directory"]);
    words("report /nowhere/results").fails(3, &["/nowhere/results"]);
    words("report").with_code(2);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

/// The report of a trace is printed.
#[test]
fn a_trace_has_a_report() {
    words("solvers install z3@4.8.5").with_code(0);
    let trace = |name: &str| format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"));
    let done = run(["report", &trace("z3/bvsmulo-4.8.5")]).with_code(0);
    has(
        &done.out,
        &[
            "# z3 4.8.5: ",
            "| releases | already in 4.8.5",
            "This script shows the bug on the program of z3 4.8.5.",
            "## How to reproduce it",
        ],
    );
    let done = run(["report", &trace("toy/wrong-sort-of-concat")]).with_code(0);
    has(&done.out, &["wrong sort", "set-option bug wrong-sort"]);
    let right = trace("toy/levels-assumptions-and-values");
    run(["report", &right]).fails(5, &["shows no bug on toy"]);
}

/// A trace with one of the toy's bugs: it is read from a file with this name.
fn report_of_toy(name: &str, calls: &str) -> String {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, format!("# solver: toy\n0 new\n{calls}")).unwrap();
    run(["report", path.to_str().unwrap()]).with_code(0).out
}

/// An issue says that the bug needs an option only if it does not show without it.
#[test]
fn needed_options_are_those_without_which_the_bug_does_not_show() {
    let issue = report_of_toy(
        "concat.trace",
        "0 set-option bug wrong-sort\n0 set-option produce-models true\n0 mk-sort SORT_BV 8\nreturn s1\n\
         0 mk-const s1 \"x\"\nreturn t1\n0 mk-term OP_BV_CONCAT SORT_BV 2 t1 t1\nreturn t2 s2\n",
    );
    has(
        &issue,
        &[
            "| needs the options | `bug=wrong-sort` |\n",
            "| options | `produce-models=true` |\n",
        ],
    );
}

/// The library of cvc5 reports `1.3.4-modified`, which is not a release. Its parser says why an answer
/// is unknown.
#[test]
fn a_report_of_cvc5_names_its_release_and_the_newest_one() {
    for release in ["cvc5@1.4.2", "cvc5@1.3.4"] {
        words(&format!("solvers install {release}")).with_code(0);
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("old.trace");
    let name = "traces/cvc5/sat-behind-unknown-1.4.2.trace";
    let trace = read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    let lines = trace.lines().filter(|line| !line.starts_with("# "));
    let lines: Vec<&str> = ["# solver: cvc5@1.3.4", "# expect: wrong-model"]
        .into_iter()
        .chain(lines)
        .collect();
    fs::write(&path, lines.join("\n")).unwrap();
    let issue = run(["report", path.to_str().unwrap()]).with_code(0).out;
    has(
        &issue,
        &[
            "# cvc5 1.3.4: wrong model: a formula is false",
            "| newest installed | ",
            "This script shows the bug on the parser of cvc5 1.3.4.",
            "(set-option :reproducible-resource-limit 8000)\n",
        ],
    );
    // The formulas need no option of cvc5's experimental theories.
    assert!(!issue.contains("-exp"), "{issue}");
    // An abduct that does not imply the conjecture is printed by the script itself.
    let name = "traces/cvc5/abduct-of-selectors-1.4.2.trace";
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let issue = run(["report", trace.to_str().unwrap()]).with_code(0).out;
    has(
        &issue,
        &[
            "This script shows the bug on the parser of cvc5 1.4.2.",
            "(get-abduct found ",
        ],
    );
    assert!(!issue.contains("```c\n"), "{issue}");
}

/// A program in C has the calls of the bug, and not those that look at terms.
#[test]
fn a_program_of_yices_is_short() {
    words("solvers install yices@2.6.5.post24").with_code(0);
    let name = "traces/yices/mcsat-initial-order-2.6.5.trace";
    let trace = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let issue = run(["report", trace.to_str().unwrap()]).with_code(0).out;
    let (_, program) = issue.split_once("int main(void) {\n").unwrap();
    let (program, _) = program.split_once("\n}\n").unwrap();
    has(
        program,
        &[
            "yices_check_context_with_model_and_hint(",
            "yices_formula_true_in_model(",
        ],
    );
    for getter in [
        "yices_term_is_",
        "yices_term_constructor",
        "yices_term_children",
        "_vector(",
        "gmp",
    ] {
        assert!(!program.contains(getter), "{getter}: {program}");
    }
    has(
        &issue,
        &["This program in C shows the bug on the library of yices 2.6.5."],
    );
}

/// A replay does not show a leak by itself. What is said about it fits the short trace all the same.
#[test]
fn the_report_of_a_leak_is_about_the_trace_that_is_shown() {
    let out = TempDir::new().unwrap();
    let line = "-m 60 --jobs 1 --strategy walk -o bug=leak-term --minimize";
    campaign(out.path(), line).with_code(1);
    report(out.path()).with_code(0);
    let is_leak = |folder: &PathBuf| folder.to_string_lossy().contains("leak-");
    let folder = findings(out.path()).into_iter().find(is_leak).unwrap();
    let issue = read(folder.join("report.md"));
    has(
        &issue,
        &[
            "# toy ",
            ": memory leak in mk-term OP_",
            "| minimized | yes |\n",
        ],
    );
    let (_, behind) = issue.split_once("\nLast call: `").unwrap();
    let (call, _) = behind.split_once('`').unwrap();
    let trace = read(folder.join("min.trace"));
    assert!(
        trace.lines().any(|line| line.ends_with(call)),
        "{call}\n{trace}"
    );
    // SMT-LIB cannot express a leak, so the trace comes before the script.
    let [trace, script] =
        ["Trace of API calls", "SMT-LIB, generated from"].map(|text| issue.find(text).unwrap());
    assert!(trace < script, "{issue}");
}

/// Tests of the solver's own suite have the right answers: those that are known, those of the
/// newest release, or those of other solvers.
#[test]
fn bugs_become_tests_of_the_solvers() {
    words("solvers install bitwuzla@0.9.1").with_code(0);
    for release in ["z3", "z3@4.8.5", "yices@2.6.5.post24"] {
        words(&format!("solvers path --program {release}")).with_code(0);
    }
    let folder = TempDir::new().unwrap();
    let tests = folder.path().join("tests");
    for (name, expected, answer) in [
        ("z3/bvsmulo-4.8.5", "bvsmulo-4.8.5.expected.out", "unsat\n"),
        (
            "z3/int-div-div-zero-4.8.5",
            "int-div-div-zero-4.8.5.expected.out",
            "sat\n",
        ),
        (
            "yices/bvadd-of-rotation-2.6.5",
            "bvadd-of-rotation-2.6.5.smt2.gold",
            "sat\n",
        ),
        // A model makes the asserted formulas true.
        (
            "yices/mcsat-distinct-arrays-2.6.5",
            "mcsat-distinct-arrays-2.6.5.smt2.gold",
            "sat\n(((and (distinct a (store a i i)) true) true))\n",
        ),
        // Other solvers know the answer. No release of Bitwuzla does.
        (
            "bitwuzla/escaping-exception",
            "escaping-exception.expect",
            "sat\n",
        ),
    ] {
        let trace = format!("{}/traces/{name}.trace", env!("CARGO_MANIFEST_DIR"));
        run(["report", &trace, "--regression", tests.to_str().unwrap()]).with_code(0);
        assert_eq!(read(tests.join(expected)), answer, "{name}");
        let (_, name) = name.split_once('/').unwrap();
        let script = read(tests.join(format!("{name}.smt2")));
        let is_comment =
            |line: &&str| line.starts_with(';') && !line.contains("needs the argument");
        assert_eq!(script.lines().find(is_comment), None, "{script}");
        assert!(script.contains("(check-sat)\n"), "{script}");
    }
    let arguments = read(tests.join("mcsat-distinct-arrays-2.6.5.smt2.options"));
    assert_eq!(arguments, "--incremental --mcsat\n");
}

/// If SMT-LIB cannot express a call, the issue has a C program. The solver must be installed for
/// that.
#[test]
fn calls_outside_of_smt_lib_are_reported_in_c() {
    words("solvers install z3@5.4.0").with_code(0);
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-m 100 -o bug=segfault").with_code(1);
    let folder = findings(out.path()).remove(0);
    let trace =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("traces/z3/optimum-unbounded-5.4.0.trace");
    fs::copy(trace, folder.join("full.trace")).unwrap();
    report(out.path()).with_code(0);
    let issue = read(folder.join("report.md"));
    has(
        &issue,
        &[
            "C, generated from <code>full.trace</code>",
            "Z3_optimize_check",
            "This program in C shows the bug on the library of z3 5.4.0.",
            "cc -std=c11 bug.c /path/to/libz3.so",
        ],
    );
    let program = read(folder.join("bug.c"));
    has(&program, &["Z3_optimize_check", "int main(void)"]);
    // Calls that only look at objects are left out.
    assert!(!program.contains("Z3_param_descrs"), "{program}");
}

/// A maintainer can see each bug of an old release without murxla-rs: the script shows it on Z3's
/// program, or the C program does.
#[test]
fn a_script_or_a_c_program_shows_each_bug() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let campaign =
        "--solver z3@4.8.5 --known-defects --no-fuzz-opts --seed 5 -m 100 --jobs 1 --out";
    let args: Vec<&str> = campaign.split(' ').chain([out.to_str().unwrap()]).collect();
    run(args).with_code(1);
    run(["solvers", "path", "--program", "z3@4.8.5"]).with_code(0);
    let library = run(["solvers", "path", "z3@4.8.5"]).with_code(0);
    run(["report", out.to_str().unwrap()]).with_code(0);
    let (mut scripts, mut programs) = (0, 0);
    for finding in findings(&out) {
        let known = json(&finding.join("finding.json"));
        let issue = std::fs::read_to_string(finding.join("report.md")).unwrap();
        let source = finding.join("bug.c");
        if issue.contains("This script shows the bug on the program of z3 4.8.5.") {
            assert!(!source.exists(), "{issue}");
            scripts += 1;
        } else if known["reproduces"] == "yes" {
            let text = std::fs::read_to_string(&source).unwrap();
            let text = text.replace("/path/to/libz3.so", library.out.trim());
            std::fs::write(&source, &text).unwrap();
            let shown = crate::translate::c::shows(&source, &text);
            shown.unwrap_or_else(|error| panic!("{error}\n{issue}"));
            programs += 1;
        }
    }
    assert!(
        scripts > 0 && programs > 0,
        "{scripts} scripts, {programs} programs"
    );
}
