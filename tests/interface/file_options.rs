//! Traces, scripts and profiles cannot make a solver write files, by any of its options and however
//! the options are spelled. `--trust` shows that a solver would write them. All of this holds
//! without Landlock, too.

use crate::common::landlock::on_both;
use crate::common::{Done, Run as _, program, words};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder for the files of a test. A solver that writes a file named `mark` writes it there.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    fn run(&self, args: &[&str]) -> Done {
        program(args).current_dir(self.path()).done()
    }

    /// Runs the program with words separated by blanks.
    fn words(&self, line: &str) -> Done {
        self.run(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Whether no other files were written than those of these names.
    #[track_caller]
    fn has_only(&self, names: &[&str]) {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| !names.iter().any(|name| path.ends_with(name)));
        assert!(found.is_empty(), "{found:?}");
    }
}

/// A trace that sets an option.
fn setting(solver: &str, option: &str, value: &str) -> String {
    let settings = format!("1 set-option {option} {value}\n1 set-option incremental true\n");
    let calls = "1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"x\"\nreturn t1\n1 assert-formula t1\n1 check-sat\n";
    format!("# solver: {solver}\n1 new\n{settings}{calls}")
}

/// A tactic that sets an option.
const TACTIC: &str = "\"(using-params smt :smtlib2_log mark)\"";

/// Options and spellings of their names.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("cvc5", "err", "mark"),
    ("cvc5", "diagnostic-output-channel", "mark"),
    ("cvc5", "out", "mark"),
    ("cvc5", "regular-output-channel", "mark"),
    ("cvc5", "in", "/dev/zero"),
    ("cvc5", "partitions-out", "mark"),
    ("cvc5", "filename", "mark"),
    ("z3", "smtlib2_log", "mark"),
    ("z3", "solver.smtlib2_log", "mark"),
    ("z3", "Solver.SMTLIB2-Log", "mark"),
    ("z3", ":solver.smtlib2_log", "mark"),
    ("z3", "sat.drat.file", "mark"),
    ("z3", "trace", "true"),
    ("z3", "trace_file_name", "mark"),
    ("z3", "proof.log", "mark"),
    ("z3", "dot_proof_file", "mark"),
    ("z3", "tactic.default_tactic", TACTIC),
    ("bitwuzla", "write-cnf", "mark"),
];

/// All options are refused by `replay`, and one of each solver by all commands.
#[test]
fn traces_set_no_option_for_files() {
    on_both(|| {
        let mut solvers = BTreeSet::new();
        for (solver, option, value) in OPTIONS {
            let folder = Folder::new();
            folder.write("bug.trace", &setting(solver, option, value));
            let commands = if solvers.insert(solver) { 5 } else { 1 };
            let all = [
                ("replay bug.trace", "replay bug.trace --trust"),
                ("replay bug.trace --in-process", "--in-process --trust"),
                ("minimize bug.trace", "minimize bug.trace --trust"),
                ("translate bug.trace --to c", "--to c --trust"),
                ("translate bug.trace --to smt2", "--to smt2 --trust"),
            ];
            let refused = format!("line 3, column 3: the option '{option}' ");
            for (command, retry) in all.into_iter().take(commands) {
                folder.words(command).with_error(3, &[&refused, retry]);
            }
            let left_out = format!("left out set-option: {refused}");
            let done = folder.words("replay bug.trace --lenient");
            done.with_error(4, &[&left_out]);
            folder.has_only(&["bug.trace"]);
        }
    });
}

/// The options of the tests do what they should: with `--trust` the files are written.
#[test]
fn trusted_traces_may_set_options_for_files() {
    on_both(|| {
        for (solver, option, value, written) in [
            ("cvc5", "err", "mark", "mark"),
            ("z3", "trace", "true", "z3.log"),
            ("z3", "sat.drat.file", "mark", "mark"),
        ] {
            let folder = Folder::new();
            folder.write("bug.trace", &setting(solver, option, value));
            folder.words("replay bug.trace --trust").with_code(0);
            let has_written = folder.path().join(written).exists();
            // Z3 proves the formula of the trace without the engine that writes the file.
            assert!(has_written || option == "sat.drat.file", "{option}");
        }
    });
}

/// A symbol in which SMT-LIB allows no backslash: Z3 prints it, and its parser reads a command in
/// it.
#[test]
fn symbols_are_no_commands() {
    on_both(|| {
        let symbol = r#"a\) (set-option :regular-output-channel ""mark"") (declare-fun b"#;
        let trace = format!(
            "# solver: z3\n1 new\n1 set-option incremental true\n1 mk-sort SORT_BOOL\nreturn s1\n1 mk-const s1 \"{symbol}\"\n\
         return t1\n1 assert-formula t1\n5 z3-script 1 t1\n"
        );
        let folder = Folder::new();
        folder.write("bug.trace", &trace);
        let place = "line 6, column 15: the symbol 'a\\) (set-option";
        for command in ["replay bug.trace", "minimize bug.trace"] {
            folder.words(command).fails(3, &[place, "--trust"]);
        }
        folder.has_only(&["bug.trace"]);
        folder.run(&["replay", "bug.trace", "--trust"]);
        assert!(folder.path().join("mark").exists());
    });
}

#[test]
fn import_leaves_out_options_for_files() {
    on_both(|| {
        let script = "; COMMAND-LINE: --err=mark --seed=3\n(set-option :diagnostic-output-channel \"mark\")\n\
                  (set-option :smtlib2_log \"mark\")\n(declare-const x Bool)\n(assert x)\n(check-sat)\n";
        let (err, channel, log) = ("err", "diagnostic-output-channel", "smtlib2_log");
        for (solver, left_out) in [
            ("--solver cvc5", &[err, channel][..]),
            ("--solver z3", &[channel, log]),
            ("", &[err, channel, log]),
        ] {
            let folder = Folder::new();
            folder.write("script.smt2", script);
            let import = format!("import script.smt2 --output script.trace {solver}");
            folder.words(&import).with_code(0);
            let trace = fs::read_to_string(folder.path().join("script.trace")).unwrap();
            for option in left_out {
                let note = format!(" (the option '{option}' ");
                assert!(trace.contains(&note), "{trace}");
                assert!(!trace.contains(&format!("set-option {option} ")), "{trace}");
            }
            let default = "--solver cvc5";
            let solver = if solver.is_empty() { default } else { solver };
            folder.words(&format!("replay script.trace {solver}"));
            folder.has_only(&["script.smt2", "script.trace"]);
        }
    });
}

#[test]
fn profiles_set_no_option_for_files() {
    on_both(|| {
        let folder = Folder::new();
        let profile = r#"{"options": {"set": {"err": "mark"}}}"#;
        folder.write("evil.json", profile);
        let done = folder.words("--solver cvc5 -m 1 -s 1 --profile evil.json");
        done.fails(3, &["a profile sets the option 'err'", "--trust"]);
        folder.has_only(&["evil.json"]);
    });
}

/// The program behind a pipe may be any solver.
#[test]
fn programs_get_no_option_for_files() {
    on_both(|| {
        let folder = Folder::new();
        let path = words("solvers path --program z3").with_code(0).out;
        let mut z3 = Command::new(path.trim());
        z3.arg("--version").done().with_code(0);
        let solver = format!("smt2={} -in", path.trim());
        for option in ["solver.smtlib2_log", "regular-output-channel", "err"] {
            folder.write("bug.trace", &setting("z3", option, "mark"));
            let done = folder.run(&["replay", "bug.trace", "--solver", &solver]);
            done.fails(3, &[option, "--trust"]);
        }
        folder.has_only(&["bug.trace"]);
    });
}

/// The user may set such options in a campaign, with `--trust`.
#[test]
fn campaigns_may_set_options_for_files() {
    let folder = Folder::new();
    let refused = "cvc5 refuses the option err=mark";
    let done = folder.words("--solver cvc5 -s 1 -o err=mark");
    done.fails(3, &[refused, "-o 'err=mark' --trust"]);
    folder.has_only(&["results"]);
    let done = folder.words("--solver cvc5 -s 1 -o err=mark --trust");
    assert!(done.out.contains("set-option err mark"), "{}", done.out);
    assert!(folder.path().join("mark").exists());
}

/// The report leaves out what a trace must not do.
#[test]
fn reports_set_no_option_for_files() {
    on_both(|| {
        let folder = Folder::new();
        let campaign = "--solver toy -o bug=abort -m 100 -s 1 --out results";
        folder.words(campaign).with_code(1);
        for finding in crate::common::findings(&folder.path().join("results")) {
            let path = finding.join("full.trace");
            fs::write(path, setting("cvc5", "err", "mark")).unwrap();
        }
        let words = ["full.trace: the option 'err'", "report results --trust"];
        folder.words("report results").with_error(3, &words);
        folder.has_only(&["results"]);
    });
}
