//! `docs/bugs.md` is generated from the headers of the regression traces:
//! `BLESS=1 cargo test --test documents bug_list`.

use crate::common::{expect_file, files_below, read};
use murxla_fsm::trace::{Script, lex};
use murxla_rs::bug_traces::{RELEASES, RIGHT_WITH, UPSTREAM};
use murxla_rs::trace_file::theories;
use murxla_rs::triage::{KindRow, Releases, RightSettings};
use murxla_wrappers::{WRAPPERS, find};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The lines in a header that are not about the bug.
const NOT_ABOUT_BUG: &str = "^(murxla-rs\\b|(solver|version|releases|right-with|expect|seed|finding|\
    tries|cross-check|check|upstream): )";

/// A bug that a trace shows.
struct Bug {
    kind: String,
    row: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// What the comments in a header say.
fn description(script: &Script) -> String {
    let other = Regex::new(NOT_ABOUT_BUG).unwrap();
    let lines = script.header.iter().filter(|line| !other.is_match(line));
    let lines: Vec<&str> = lines.map(|line| line.trim()).collect();
    let text = lines.join(" ").replace('|', "\\|");
    // Markdown shows code as it is.
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        0 => part.replace('<', "&lt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// The bugs of the traces in the folder of a solver, the worst first.
fn bugs(solver: &str) -> Vec<Bug> {
    let mut bugs = Vec::new();
    for path in files_below(&root().join("traces").join(solver)) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let script = lex(&read(&path)).unwrap();
        let kind = script.header("expect").unwrap().to_owned();
        let releases = script.header(RELEASES);
        let releases: Option<Releases> = releases.and_then(|text| text.parse().ok());
        let solver_spec = script.header("solver");
        let build = solver_spec.and_then(|spec| spec.split_once('+'));
        let releases = match (releases, build) {
            (Some(releases), _) => releases.sentence(),
            // Releases do not have what shows the bug.
            (None, Some((spec, parts))) => {
                let version = spec.split('@').nth(1).unwrap_or_default();
                format!("in {version}, built with {}", parts.replace('+', " and "))
            }
            (None, None) => panic!(
                "traces/{solver}/{name}: run 'murxla-rs bisect traces/{solver}/{name} --write'"
            ),
        };
        let right = script.header(RIGHT_WITH).map(RightSettings::from);
        let right = right.map_or(String::new(), |settings| {
            let sets: Vec<String> = settings.0.iter().map(|set| set.join(" ")).collect();
            sets.join("; ")
        });
        let upstream = match script.header(UPSTREAM) {
            Some(issue) if issue.starts_with("https://") => format!("[known]({issue})"),
            status => status.unwrap_or_default().to_owned(),
        };
        let theories: Vec<&str> = theories(&script).into_iter().collect();
        let shown = match kind.as_str() {
            "ok" => "wrong answer, which no check reports",
            kind => kind,
        };
        let row = format!(
            "| [{}](../traces/{solver}/{name}) | {shown} | {} | {} | {} | {releases} | {upstream} | {right} |",
            name.trim_end_matches(".trace"),
            description(&script),
            theories.join(", "),
            script.lines.len(),
        );
        bugs.push(Bug { kind, row });
    }
    bugs.sort_by_key(|bug| KindRow::of(&bug.kind.as_str().into()).severity);
    bugs
}

/// The solvers that are not part of this program, with their bugs.
fn all() -> BTreeMap<&'static str, Vec<Bug>> {
    let mut all = BTreeMap::new();
    for wrapper in WRAPPERS {
        let name = wrapper.name();
        if name != "toy" && root().join("traces").join(name).is_dir() {
            all.insert(name, bugs(name));
        }
    }
    all
}

/// How many traces there are.
fn totals(all: &BTreeMap<&'static str, Vec<Bug>>) -> String {
    let count: usize = all.values().map(Vec::len).sum();
    let of_one = |(name, bugs): (&&str, &Vec<Bug>)| format!("{} of {}", bugs.len(), title(name));
    let each: Vec<String> = all.iter().map(of_one).collect();
    format!("{count} traces: {}", each.join(", "))
}

/// What is known about the bugs from elsewhere.
fn standing(all: &BTreeMap<&'static str, Vec<Bug>>) -> String {
    let count = |word: &str| {
        let bugs = all.values().flatten();
        bugs.filter(|bug| bug.row.contains(word)).count()
    };
    format!(
        "{} of these bugs are fixed in a later release, and {} are known from public issues",
        count("fixed in"),
        count("https://github.com/")
    )
}

/// The name of a solver as its authors write it.
fn title(name: &str) -> String {
    let wrapper = find(name).unwrap();
    match wrapper.name() {
        "cvc5" => "cvc5".to_owned(),
        name => name[..1].to_uppercase() + &name[1..],
    }
}

fn page(all: &BTreeMap<&'static str, Vec<Bug>>) -> String {
    let mut text = format!(
        "# Bugs found\n\n\
         murxla-rs has found these bugs in released solvers. Each has a minimized [trace](../traces/README.md), which the tests\n\
         replay where its release or build is installed. There are {}.\n\
         {}. None of them has been reported by this project so far.\n\n\
         The releases are what `murxla-rs bisect` says; it tests those that this program can install. Some bugs show only in\n\
         builds with assertions or sanitizers, which `murxla-rs solvers build` makes. With the settings of\n\
         options under *right with*, where `bisect --options` was asked, a bug does not show: bugs with the same setting may\n\
         have one cause. The worst kinds come first; the [guide](guide/src/findings.md) explains them.\n\n\
         This file is generated from the headers of the traces: `BLESS=1 cargo test --test documents bug_list`.\n",
        totals(all),
        standing(all)
    );
    for (name, bugs) in all {
        write!(
            text,
            "\n## {}\n\n| trace | kind | what is wrong | theories | calls | releases | upstream | right with |\n|---|---|---|---|---|---|---|---|\n",
            title(name)
        )
        .unwrap();
        for bug in bugs {
            writeln!(text, "{}", bug.row).unwrap();
        }
    }
    text
}

#[test]
fn the_list_of_bugs_is_current() {
    let all = all();
    expect_file("docs/bugs.md", &page(&all));
    let readme = read(&root().join("README.md"));
    let words: Vec<&str> = readme.split_whitespace().collect();
    let readme = words.join(" ");
    for said in [totals(&all), standing(&all)] {
        assert!(readme.contains(&said), "README.md does not say: {said}");
    }
}
