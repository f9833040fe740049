//! Runs the program as a user does.
#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    clippy::allow_attributes,
    reason = "several test crates have this module, and each uses a part of it"
)]

pub mod c_program;
pub mod landlock;
pub mod planted;
pub mod process;
pub mod wrong_answers;

pub use process::{Collector, Done, Process, Run, contains_all, contains_none, wait_until};
use serde_json::Value as Json;
use snapbox::assert::Action;
use snapbox::{Assert, Data};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command that runs the program.
pub fn program<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla-rs"));
    command.args(args).stdin(Stdio::null());
    command
}

/// The name of the solver in `fake_solver.py`, which misbehaves in this manner. Its path is quoted,
/// because it may contain blanks.
pub fn fake_solver(manner: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake_solver.py");
    format!("smt2=python3 '{}' {manner}", script.display())
}

/// Runs the program.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Done {
    program(args).done()
}

/// Runs the program with words separated by blanks.
pub fn words(line: &str) -> Done {
    run(line.split_whitespace())
}

/// Runs the program with words separated by blanks, and an input.
pub fn run_with_input(line: &str, input: &[u8]) -> Done {
    run_on(line.split_whitespace(), input)
}

/// Runs the program with an input.
pub fn run_on<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Done {
    let mut command = program(args);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.start();
    process.feed(input);
    process.wait()
}

/// Arguments for runs that do not depend on the speed of the machine. cvc5 limits synthesis and
/// timeout cores by wall-clock time, so runs leave these actions out.
pub fn by_steps(solver: &str) -> &'static [&'static str] {
    const PROFILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/common/cvc5-by-steps.json"
    );
    match solver {
        "cvc5" => &["--profile", PROFILE],
        _ => &[],
    }
}

/// All files below a folder, sorted by path. If it is not a folder, only this path.
pub fn files_below(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let paths = path.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths.flat_map(|path| files_below(&path)).collect();
    files.sort();
    files
}

/// Reads a JSON file.
#[track_caller]
pub fn json(path: &Path) -> Json {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", path.display()))
}

/// Reads a text.
#[track_caller]
pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// A comparison with expected texts. With `BLESS` in the environment, it writes them instead.
pub fn comparison() -> Assert {
    Assert::new().action(match std::env::var_os("BLESS") {
        Some(_) => Action::Overwrite,
        None => Action::Verify,
    })
}

/// Whether the tests compile the releases and builds of Bitwuzla that only some of them need:
/// `MURXLA_COMPILE` is in the environment.
pub fn compiles_all() -> bool {
    std::env::var_os("MURXLA_COMPILE").is_some()
}

/// Compares a text with a file of the project. With `BLESS=1` in the environment, the file becomes
/// the text.
#[track_caller]
pub fn expect_file(file: &str, text: &str) {
    let kept = Data::read_from(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file), None);
    let compared = comparison().try_eq(None, text.into(), kept.raw());
    compared.unwrap_or_else(|error| panic!("with BLESS=1, this test writes {file}\n{error}"));
}

/// The sentence of the check with this id. Tests name the id, because sentences may change.
pub fn sentence(id: &str) -> &'static str {
    let mut checks = murxla_rs::triage::checks::checks(None);
    let check = checks.find(|check| check.id() == id);
    check.expect("there is no such check").sentence()
}

/// The folders of the complete findings in a results directory, in order.
pub fn findings(out: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(out.join("findings")).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("finding.json").exists());
    folders.sort();
    folders
}

/// What the folder of a finding says about it.
#[track_caller]
pub fn finding_json(folder: &Path) -> Json {
    json(&folder.join("finding.json"))
}

/// The record of a campaign in its results directory.
#[track_caller]
pub fn campaign_json(out: &Path) -> Json {
    json(&out.join("campaign.json"))
}
