//! Runs the program as a user does.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes,
    reason = "several test crates have this module, and each uses a part of it"
)]

pub mod landlock;
pub mod planted;

use serde_json::Value as Json;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The exit code and the output of the program.
#[derive(Debug)]
pub struct Done {
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// The text on stdout.
    pub out: String,
    /// The text on stderr.
    pub err: String,
}

impl Done {
    /// Asserts the exit code. The failure message has the output.
    #[track_caller]
    pub fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        self
    }

    /// Asserts the exit code, and that stderr contains all of `words`.
    #[track_caller]
    pub fn with_error(self, code: i32, words: &[&str]) -> Self {
        let done = self.with_code(code);
        for word in words {
            assert!(done.err.contains(word), "no '{word}' in: {}", done.err);
        }
        done
    }

    /// Asserts an error with this exit code and one message that contains all of `words`. There must be no panic.
    #[track_caller]
    pub fn fails(self, code: i32, words: &[&str]) -> Self {
        let done = self.with_code(code);
        assert!(done.err.starts_with("error: "), "{}", done.err);
        assert!(!done.err.contains("panicked"), "{}", done.err);
        for word in words {
            assert!(done.err.contains(word), "no '{word}' in: {}", done.err);
        }
        done
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// A command that runs the program.
pub fn program<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_murxla-rs"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs the program.
pub fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Done {
    program(args).output().unwrap().into()
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
    let mut child = program(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Writing fails if the program ends before it has read all of its input. Some tests check this case.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap().into()
}

/// Arguments for runs that do not depend on the speed of the machine. cvc5 limits synthesis and timeout cores by
/// wall-clock time, so runs leave these actions out.
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

/// Reads a JSON file.
#[track_caller]
pub fn json(path: &Path) -> Json {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", path.display()))
}

/// The folders of the complete findings in a results directory, in order.
pub fn findings(out: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(out.join("findings")).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.join("finding.json").exists());
    folders.sort();
    folders
}
