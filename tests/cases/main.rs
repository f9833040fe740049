//! Cases: files that the program is run on, with the output that it must have. A case is a file
//! `tests/cases/TOPIC/NAME.EXTENSION`. Its first lines are the commands, in comments:
//!
//! ```text
//! ; $ murxla-rs import [FILE] --solver z3 | murxla-rs replay -
//! ```
//!
//! Bash runs each command in an empty folder with the file `[FILE]`, in which the commands are
//! empty lines. The exit code of a pipeline is the last one that is not 0. A line `; --- TITLE`
//! (or `# --- TITLE`) begins a part: the commands are run on each part, after the lines before the
//! first part. What they print is in `NAME.expected`, below the command if there are several.
//! Lines of stderr have the mark `! `, and the exit code is last. There are no control characters.
//! `BLESS=1` writes the file. What differs from run to run stands there as `[VERSION]`, `[TIME]`,
//! `[FOLDER]` or `[ROOT]`, and `[..]` is any text within a line.

#[path = "../common/mod.rs"]
mod common;

use common::{Run as _, files_below};
use libtest_mimic::{Arguments, Failed, Trial};
use regex::{Captures, Regex};
use snapbox::{Data, IntoData as _, Redactions};
use std::collections::BTreeSet;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> ExitCode {
    let folder = Path::new(ROOT).join("tests/cases");
    let mut files = files_below(&folder);
    files.retain(|file| !file.ends_with("main.rs"));
    let is_expected = |file: &PathBuf| file.extension().is_some_and(|e| e == "expected");
    let (expected, cases): (Vec<_>, Vec<_>) = files.into_iter().partition(is_expected);
    let mut tests = vec![Trial::test("every_file_is_used_once", {
        let cases = cases.clone();
        move || every_file_is_used_once(&cases, &expected)
    })];
    let mut cases_text = String::new();
    for case in cases {
        cases_text += &fs::read_to_string(&case).unwrap_or_default();
        let name = case.strip_prefix(&folder).unwrap().with_extension("");
        let name = name.to_str().unwrap().replace('/', "::");
        tests.push(Trial::test(name, move || test(&case)));
    }
    let mut arguments = Arguments::from_args();
    // Cases wait for processes about half of the time.
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    arguments.test_threads.get_or_insert(2 * processors);
    if !arguments.list {
        install(&cases_text);
    }
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// Installs the solvers that cases use, because an installation prints messages.
fn install(cases: &str) {
    let named = Regex::new(r"\b(?:z3|cvc5|bitwuzla|yices|boolector)@\d[\w.]*\w").unwrap();
    let defaults = ["z3", "cvc5", "bitwuzla", "yices", "boolector"];
    let named = named.find_iter(cases).map(|found| found.as_str());
    for solver in named.chain(defaults).collect::<BTreeSet<_>>() {
        // An unknown release is part of a case.
        let done = common::run(["solvers", "install", solver]);
        assert!(matches!(done.code, Some(0 | 3)), "{done:?}");
    }
}

/// Each expected output belongs to a case, and each case has an output of its own.
fn every_file_is_used_once(cases: &[PathBuf], expected: &[PathBuf]) -> Result<(), Failed> {
    let mut outputs = BTreeSet::new();
    for case in cases {
        if !outputs.insert(case.with_extension("expected")) {
            return Err(format!("{}: another case has this name", case.display()).into());
        }
    }
    match expected.iter().find(|file| !outputs.contains(*file)) {
        Some(unused) => Err(format!("{}: no case has this output", unused.display()).into()),
        None => Ok(()),
    }
}

/// Runs a case, and compares its output.
fn test(case: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(case)?;
    let command = Regex::new(r"(?m)^[;#] \$ (.*)$")?;
    let commands: Vec<&str> = command.captures_iter(&text).map(inner).collect();
    if commands.is_empty() {
        return Err("it has no command".into());
    }
    // Messages name lines of the case, so the commands become empty lines.
    let text = command.replace_all(&text, "");
    let title = Regex::new("(?m)^[;#] --- (.*)\n")?;
    let titles = title.captures_iter(&text).map(inner);
    let mut texts = title.split(&text);
    let beginning = texts.next().unwrap_or_default();
    let mut actual = String::new();
    let name = case.file_name().unwrap().to_str().unwrap();
    for (title, part) in titles.zip(texts) {
        actual += &format!("--- {title}\n");
        actual += &run(&commands, name, &format!("{beginning}{part}"))?;
    }
    if actual.is_empty() {
        actual = run(&commands, name, beginning)?;
    }
    let expected = Data::read_from(&case.with_extension("expected"), None);
    let comparison = common::comparison().normalize_paths(false);
    let comparison = comparison.redact_with(redactions()?);
    comparison.try_eq(None, actual.into_data(), expected)?;
    Ok(())
}

/// The group of a match.
fn inner(found: Captures<'_>) -> &str {
    found.extract::<1>().1[0]
}

/// Runs the commands in an empty folder with this file. Returns what they print.
fn run(commands: &[&str], file: &str, text: &str) -> Result<String, Failed> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join(file), text)?;
    let program = Path::new(env!("CARGO_BIN_EXE_murxla-rs")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH")?);
    let mut printed = String::new();
    for command in commands {
        let done = Command::new("bash")
            .args(["-o", "pipefail", "-c", &command.replace("[FILE]", file)])
            .env("PATH", &path)
            .env("ROOT", ROOT)
            .env_remove("MURXLA_RS_PROFILE")
            .current_dir(folder.path())
            .try_done()?;
        // No text from outside reaches a terminal as it is.
        let is_hidden = |c: char| c.is_control() && !"\n\t".contains(c) || c == '\u{202e}';
        if done.out.contains(is_hidden) || done.err.contains(is_hidden) {
            return Err(format!("'{command}' prints control characters: {done:?}").into());
        }
        if commands.len() > 1 {
            printed += &format!("$ {command}\n");
        }
        printed += &done.out;
        if !done.out.is_empty() && !done.out.ends_with('\n') {
            printed += "\n(no end of line)\n";
        }
        for line in done.err.lines() {
            printed += &format!("! {line}\n");
        }
        match (done.code, done.signal) {
            (Some(code), _) => printed += &format!("exit code {code}\n"),
            (None, signal) => printed += &format!("signal {signal:?}\n"),
        }
    }
    Ok(printed.replace(&*folder.path().to_string_lossy(), "[FOLDER]"))
}

fn redactions() -> Result<Redactions, Failed> {
    let mut redactions = Redactions::new();
    let version = r"\b(murxla-rs|toy|version) (?<redacted>\d+\.\d+\.\d+)\b";
    redactions.insert("[VERSION]", Regex::new(version)?)?;
    redactions.insert("[TIME]", Regex::new(r"\bin (?<redacted>\d+\.\d+) s\b")?)?;
    redactions.insert("[ROOT]", ROOT)?;
    Ok(redactions)
}
