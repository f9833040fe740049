//! No control character from outside reaches a terminal, and no markup reaches an issue.

use crate::common::{Done, Run as _, findings, program};
use std::fs;
use std::path::Path;

/// Clears the screen, sets the title of the window, and changes the direction of text.
const EVIL: &str = "\x1b[2J\x1b]0;title\x07\u{9b}2J\u{202e}";

#[track_caller]
fn is_clean(done: &Done) {
    let hidden = |c: char| c.is_control() && !"\n\t".contains(c) || c == '\u{202e}';
    assert!(!done.out.contains(hidden), "{done:?}");
    assert!(!done.err.contains(hidden), "{done:?}");
}

/// Runs the program in a folder.
fn run(folder: &Path, args: &[&str]) -> Done {
    program(args).current_dir(folder).done()
}

#[test]
fn files_with_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let traces = [
        format!("# solver: toy\n# {EVIL}\nnew\ncheck-sat\n"),
        format!("# solver: toy{EVIL}\nnew\ncheck-sat\n"),
        format!("# solver: toy\n{EVIL}\n"),
        format!("# solver: toy\nnew\nset-option \"{EVIL}\" \"{EVIL}\"\n"),
        format!(
            "# solver: toy\n# finding: {EVIL}\nnew\nset-option incremental true\nmk-sort SORT_BOOL\n  return s1\n\
             mk-const s1 \"{EVIL}\"\n  return t1\nassert-formula t1\ncheck-sat\n#= {EVIL}\ndelete\n"
        ),
        format!(
            "# solver: toy\nnew\nmk-sort SORT_BOOL\n  return s1\nmk-value s1 \"{EVIL}\"\n  return t1\n"
        ),
    ];
    for (n, trace) in traces.iter().enumerate() {
        let file = format!("{n}{EVIL}.trace");
        write(&file, trace);
        for command in [
            &["replay"][..],
            &["replay", "--in-process"],
            &["replay", "--explain", "--lenient"],
            &["minimize"],
            &["translate", "--to", "smt2"],
            &["translate", "--to", "c", "--solver", "z3"],
        ] {
            is_clean(&run(folder.path(), &[command, &[file.as_str()]].concat()));
        }
    }
    let script = format!(
        "; COMMAND-LINE: --{EVIL}\n; EXPECT: {EVIL}\n(set-info :status |{EVIL}|)\n(declare-const |{EVIL}| Bool)\n\
         (assert |{EVIL}|)\n(echo \"{EVIL}\")\n(check-sat)\n"
    );
    write("bug.smt2", &script);
    write("bad.smt2", &format!("(assert {EVIL})\n"));
    let profile = format!("{{\"ops\": {{\"exclude\": [\"{EVIL}\"]}}}}");
    write("profile.json", &profile);
    write("bad.json", &format!("{{\"{EVIL}\": 1}}"));
    for command in [
        &["import", "bug.smt2"][..],
        &["import", "bad.smt2"],
        &["import", "--solver", EVIL, "bug.smt2"],
        &["replay", EVIL],
        &["minimize", EVIL],
        &["report", EVIL],
        &["merge", EVIL, "--out", EVIL],
        &["show", EVIL],
        &["--solver", EVIL, "-s", "1"],
        &["--solver", "toy", "--theories", EVIL, "-s", "1"],
        &["--solver", "toy", "-s", EVIL],
        &["--solver", "toy", "-s", "1", "--profile", "profile.json"],
        &["--solver", "toy", "-s", "1", "--profile", "bad.json"],
    ] {
        is_clean(&run(folder.path(), command));
    }
}

/// A solver writes control characters into its messages.
#[test]
fn messages_with_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "while read c; do case $c in *check-sat*) printf '(error \"{EVIL}<img src=x onerror=alert(1)>\")\\n'; \
         printf '{EVIL}' >&2;; *) echo success;; esac; done"
    );
    fs::write(folder.path().join("solver.sh"), script).unwrap();
    let solver = "smt2=sh solver.sh";
    for format in ["human", "json", "csv"] {
        let args = [
            "--solver", solver, "-m", "10", "-s", "1", "-j", "1", "--format", format, "--out",
            format,
        ];
        let done = run(folder.path(), &args).with_code(1);
        is_clean(&done);
        is_clean(&run(folder.path(), &["report", format]).with_code(0));
    }
    let found = findings(&folder.path().join("human"));
    let issues = found
        .iter()
        .map(|finding| fs::read_to_string(finding.join("report.md")).unwrap());
    let issues: Vec<String> = issues.collect();
    assert!(
        issues.iter().any(|issue| issue.contains("<img")),
        "{issues:?}"
    );
    for issue in &issues {
        assert!(!issue.contains('\x1b'), "{issue}");
        // The markup is only within code, or escaped.
        let mut fence = None;
        for line in issue.lines() {
            let ticks: String = line.chars().take_while(|c| *c == '`').collect();
            match &fence {
                None if ticks.len() >= 3 => fence = Some(ticks),
                Some(open) if *line == **open => fence = None,
                Some(_) => {}
                None => {
                    let outside: String = line.split('`').step_by(2).collect();
                    let shown = outside.replace("\\<", "");
                    assert!(!shown.contains("<img"), "{line}");
                }
            }
        }
    }
    let page = fs::read_to_string(folder.path().join("human/report.html")).unwrap();
    assert!(!page.contains("<img"), "{page}");
    assert!(!page.contains('\x1b'));
}
