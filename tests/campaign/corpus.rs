//! `corpus` makes corpora of scripts and traces, and campaigns use them.

use crate::common::{
    Done, Run as _, contains_all, contains_none, findings, json, read, run, run_on,
};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Scripts, by the names of their files: one twice with other names, one that needs a dialect, one
/// that is wrong.
const SCRIPTS: &[(&str, &str)] = &[
    (
        "a.smt2",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)\
         (assert (and (< x y) (> x 3)))(set-info :status sat)(check-sat)",
    ),
    (
        "below/b.smt2",
        "(set-logic QF_LIA)(declare-const other Int)(declare-const name Int)\
         (assert (and (< other name) (> other 3)))(check-sat)",
    ),
    (
        "update.smt2",
        "(set-logic ALL)(declare-const s String)(push 1)(assert (= (str.update s 0 \"a\") s))\
         (assert (forall ((x Int)) (= x x)))(check-sat)(pop 1)",
    ),
    ("wrong.smt2", "(set-logic QF_LIA)\n(assert (< missing 3))"),
    ("notes.txt", "no script"),
];

fn scripts(folder: &TempDir) -> String {
    for (name, text) in SCRIPTS {
        let file = folder.path().join("scripts").join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    // A folder that contains itself.
    symlink(".", folder.path().join("scripts/again")).unwrap();
    path(folder, "scripts")
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn add(folder: &TempDir, from: &str) -> Done {
    run(["corpus", "add", from, "--out", &path(folder, "corpus")]).with_code(0)
}

/// A folder with [`SCRIPTS`], and the path of the corpus that they have become.
fn with_corpus() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    add(&folder, &scripts(&folder));
    let corpus = path(&folder, "corpus");
    (folder, corpus)
}

/// A trace that shows the bug `segfault` of the toy.
fn crashing() -> String {
    let script = "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))\
                  (assert (= (bvnot (bvnot (bvnot (bvxor a b)))) a))(check-sat)";
    run_on(["import", "-"], script.as_bytes()).with_code(0).out
}

#[test]
fn scripts_become_entries() {
    let folder = TempDir::new().unwrap();
    let added = add(&folder, &scripts(&folder));
    let counts = "4 files: 2 new, 1 equal to others up to names, 1 not imported, 0 known before\n";
    assert_eq!(added.out, counts);
    added.with_error(0, &["wrong.smt2: line 2, column 12: "]);
    let corpus = path(&folder, "corpus");
    let index = json(&Path::new(&corpus).join("index.json"));
    let entries = index["entries"].as_object().unwrap();
    let of = |name: &str| {
        let entry = entries.iter().find(|(file, _)| file.starts_with(name));
        entry.unwrap_or_else(|| panic!("{index:#}")).1
    };
    assert_eq!(of("a-")["answers"][0], "sat");
    assert_eq!(of("a-")["dialect"], "smt2");
    assert_eq!(of("update-")["dialect"], "cvc5");
    let features = of("update-")["features"].as_array().unwrap();
    for feature in ["levels", "quantifiers"] {
        assert!(features.contains(&feature.into()), "{features:?}");
    }
    run(["corpus", "show", &corpus]).with_code(0).prints(&[
        "entries: 2; ",
        "cvc5-OP_STRING_UPDATE",
        "INT",
        "1 symbol '…' is not supported",
    ]);
}

/// Folders of solvers have files of all kinds.
#[test]
fn folders_are_read_as_they_are() {
    let folder = TempDir::new().unwrap();
    let from = folder.path().join("a folder/of {some}/tests");
    fs::create_dir_all(&from).unwrap();
    let script = |n: u8| format!("(declare-const x Int)(assert (> x {n}))(check-sat)").into_bytes();
    let no_text = [&b"; \xff\n"[..], &script(5)].concat();
    let too_large = vec![b' '; (32 << 20) + 1];
    for (name, text) in [
        ("old.smt20", script(1)),
        ("UPPER.SMT2", script(2)),
        ("-o \u{1b}[31m\n.smt2", script(3)),
        ("a.smt2.expected", script(4)),
        ("other.sy", b"(synth-fun f () Int)".to_vec()),
        ("latin.smt2", no_text),
        ("large.smt2", too_large),
        ("empty.smt2", Vec::new()),
        ("unknown.smt2", b"(no-command)".to_vec()),
        ("open.smt2", b"(assert (".to_vec()),
    ] {
        fs::write(from.join(name), text).unwrap();
    }
    let added = add(&folder, folder.path().to_str().unwrap());
    let counts = "8 files: 3 new, 0 equal to others up to names, 5 not imported, 0 known before\n";
    assert_eq!(added.out, counts);
    let words = [
        "left out: 2 files and links that are neither *.smt2 nor *.trace",
        "latin.smt2: ",
        "not text in UTF-8",
        "larger than 32 MB",
        "no commands",
        "'no-command' is not supported",
        "'(' without ')'",
    ];
    contains_all(&added.err, &words);
    contains_none(&added.err, &["\u{1b}"]);
}

#[test]
fn an_import_continues() {
    let folder = TempDir::new().unwrap();
    let from = scripts(&folder);
    add(&folder, &format!("{from}/a.smt2"));
    let counts = "1 new, 1 equal to others up to names, 1 not imported, 1 known before";
    add(&folder, &from).prints(&[counts]);
    add(&folder, &from).prints(&["0 new, 0 equal", "4 known before"]);
}

#[test]
fn campaigns_use_corpora() {
    let (folder, corpus) = with_corpus();
    // Traces may be added by hand, and deleted. This one shows the bug that the campaign switches
    // on.
    let by_hand = Path::new(&corpus).join("by hand.trace");
    fs::write(&by_hand, crashing()).unwrap();
    let out = path(&folder, "out");
    let campaign = |corpus: &str| {
        let flags = "--solver toy --strategy opfuzz --theories int,bv --seed 9 -m 6";
        let flags = flags.split(' ').chain(["--option", "bug=segfault"]);
        run(flags.chain(["--corpus", corpus, "--out", &out]))
    };
    // Without entries, all runs are walks. These few do not show the bug.
    campaign("none").with_code(0);
    campaign(&corpus).with_code(1);
    let trace = read(&findings(Path::new(&out))[0].join("full.trace"));
    let header = [
        "\n# strategy: opfuzz\n# corpus: ",
        "\n# entry: by hand.trace\n",
    ];
    contains_all(&trace, &header);
    // The corpus belongs to the campaign, because other entries would make other runs of the same
    // seeds.
    fs::remove_file(by_hand).unwrap();
    campaign(&corpus).fails(3, &["results of another corpus", "--out"]);
}

/// Entries that show a bug by themselves are left out of the corpus, and a campaign does not report
/// bugs that they document.
#[test]
fn bugs_of_entries_are_known() {
    let (folder, corpus) = with_corpus();
    let made = crashing().replace(" new\n", " new\n0 set-option bug segfault\n");
    let made = format!("# solver: toy\n# expect: crash-SIGSEGV\n{made}");
    let by_hand = Path::new(&corpus).join("by hand.trace");
    fs::write(&by_hand, made).unwrap();
    let campaign = |words: &str| {
        let out = path(&folder, &words.replace(' ', "-"));
        let flags = "--solver toy --theories int,bv -m 150 -o bug=segfault --corpus";
        let args = flags.split(' ').chain([&*corpus, "--out", &out]);
        run(args.chain(words.split_whitespace()))
    };
    let left_out = "; entries of the corpus that show a bug, and are left out: 1\n";
    let done = campaign("--strategy opfuzz --seed 1").with_code(0);
    let done = done
        .prints(&[left_out, "findings: 0 new"])
        .prints_not(&["0 filtered"]);
    // The next campaign on the release reads what the replays have shown.
    let again = campaign("--seed 1 --strategy opfuzz").with_code(0);
    let last = |text: &str| {
        let counts = text.split("| findings: ").nth(1).unwrap_or_default();
        counts.split(" in ").next().unwrap_or_default().to_owned()
    };
    assert_eq!(last(&again.out), last(&done.out));
    again.prints(&["and are left out: 1\n"]);
    // What is not documented is reported.
    let unexpected = read(&by_hand).replace("# expect: crash-SIGSEGV\n", "");
    fs::write(&by_hand, unexpected).unwrap();
    let done = campaign("--strategy opfuzz --jobs 1 --seed 1").with_code(1);
    done.prints(&["left out"]);
    let done = campaign("--strategy opfuzz --known-defects --seed 1").with_code(1);
    done.prints_not(&["left out"]);
}

/// Reads signatures of entries, and prints rules in the format of the program.
const RULES: &str = r#"
import re, sys
from efficient_apriori import apriori
entries = [tuple(re.findall(r"\([^)]*\)", line.split(": ", 1)[1])) for line in sys.stdin]
for rule in apriori(entries, min_support=1 / len(entries), min_confidence=0.5, max_length=3)[1]:
    print(rule.count_full, f"{rule.confidence:.3f}", *rule.lhs, "=>", *rule.rhs)
"#;

/// The rules of the regression traces are those that a package mines from the same signatures.
#[test]
fn rules_are_those_of_an_independent_implementation() {
    let folder = TempDir::new().unwrap();
    let traces = Path::new(env!("CARGO_MANIFEST_DIR")).join("traces");
    add(&folder, traces.to_str().unwrap());
    let corpus = path(&folder, "corpus");
    let show = |more: &[&str]| {
        let args = ["corpus", "show", &*corpus].into_iter();
        run(args.chain(more.iter().copied())).with_code(0).out
    };
    let lines = |text: &str| {
        let lines = text.lines().map(|line| line.trim().to_owned());
        lines.collect::<BTreeSet<String>>()
    };
    let shown = show(&["--rules", "--support", "1", "--rows", "0"]);
    let (_, rules) = shown.split_once("\nrules: ").unwrap();
    let (_, rules) = rules.split_once("share\n").unwrap();
    let ours = lines(rules);

    let packages = path(&folder, "packages");
    let words = ["-m", "pip", "install", "-q", "--target", &packages];
    let installed = Command::new("python3")
        .args(words)
        .arg("efficient-apriori==2.0.6")
        .done();
    installed.with_code(0);
    let mut python = Command::new("python3")
        .args(["-c", RULES])
        .env("PYTHONPATH", &packages)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .start();
    python.feed(show(&["--signatures"]).as_bytes());
    let theirs = lines(&python.wait().with_code(0).out);
    assert!(ours.len() > 100, "{shown}");
    assert_eq!(ours, theirs);
}

/// An entry with an operator that the solver lacks is left out, and counted.
#[test]
fn entries_that_a_solver_lacks_are_counted() {
    let (folder, corpus) = with_corpus();
    let out = path(&folder, "out");
    let flags = "--solver toy --strategy opfuzz,history -m 20 --seed 1 --out";
    let done = run(flags.split(' ').chain([&*out, "--corpus", &*corpus])).with_code(0);
    done.prints(&["strategies use 1 of the 2 entries of the corpus"]);
}
