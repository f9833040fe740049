//! No control character of a solver reaches a terminal, and no markup reaches an issue. Those of
//! files and arguments are in `tests/cases/command_line/`.

use crate::common::{Done, Run as _, findings, program};
use std::fs;
use std::path::{Path, PathBuf};

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
        let line = format!("-m 10 -s 1 -j 1 --format {format} --out {format}");
        let args = ["--solver", solver].into_iter().chain(line.split(' '));
        let done = run(folder.path(), &args.collect::<Vec<_>>());
        is_clean(&done.with_code(1));
        is_clean(&run(folder.path(), &["report", format]).with_code(0));
    }
    let found = findings(&folder.path().join("human"));
    let issue = |finding: &PathBuf| fs::read_to_string(finding.join("report.md")).unwrap();
    let issues: Vec<String> = found.iter().map(issue).collect();
    let has_markup = issues.iter().any(|issue| issue.contains("<img"));
    assert!(has_markup, "{issues:?}");
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
