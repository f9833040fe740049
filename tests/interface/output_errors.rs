//! Output that cannot be written. A full disk is an error with a message. A reader that closes the
//! pipe is not.

use crate::common::{Done, Run as _, program, words};
use std::fs::{self, File};
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::process::Stdio;
use tempfile::TempDir;

const CONFIGURATION: i32 = 3;

/// Each subcommand that writes to stdout, and its exit code. `DIR` is a folder with the files that
/// [`inputs`] writes, and `NEW` a folder that does not exist.
const COMMANDS: [(&str, i32); 25] = [
    ("--solver toy --seed 1", 0),
    ("--solver toy --seed 1 -m 10 -o bug=leak --out NEW", 1),
    ("--solver toy --seed 1 -m 10 --format json --out NEW", 0),
    ("--solver toy --seed 1 -m 10 --format csv --out NEW", 0),
    ("--solver toy --seed 1 -m 10 --stats --out NEW", 0),
    ("replay DIR/abort.trace", 1),
    ("replay DIR/good.trace --verbose", 0),
    ("replay DIR/good.trace --in-process", 0),
    ("minimize DIR/abort.trace", 1),
    ("import DIR/script.smt2", 0),
    ("translate DIR/good.trace --to smt2", 0),
    ("merge DIR/results --out NEW", 0),
    ("report DIR/results", 0),
    ("solvers", 0),
    ("solvers path toy", 0),
    ("solvers install toy", 0),
    ("show ops", 0),
    ("show options --solver toy", 0),
    ("show profile --solver z3", 0),
    ("completions bash", 0),
    ("man", 0),
    ("--help", 0),
    ("-h", 0),
    ("help replay", 0),
    ("--version", 0),
];

/// Commands that write to a file.
const TO_FILES: [&str; 4] = [
    "--solver toy --seed 1 -m 10 --out NEW --metrics /dev/full",
    "minimize DIR/abort.trace --output /dev/full",
    "import DIR/script.smt2 --output /dev/full",
    "translate DIR/good.trace --to smt2 --output /dev/full",
];

/// Writes the files that the commands read.
fn inputs(folder: &Path) {
    let good = words("--solver toy --seed 1").with_code(0).out;
    fs::write(folder.join("good.trace"), good).unwrap();
    let out = folder.join("results");
    let line = "--solver toy --seed 1 -m 100 -o bug=abort --out";
    words(&format!("{line} {}", out.display())).with_code(1);
    let found = crate::common::findings(&out).remove(0);
    fs::copy(found.join("full.trace"), folder.join("abort.trace")).unwrap();
    let script = "(declare-const p Bool)\n(assert p)\n(check-sat)\n";
    fs::write(folder.join("script.smt2"), script).unwrap();
}

/// Runs a command whose standard output is `out`.
fn run_into(folder: &Path, line: &str, out: impl Into<Stdio>) -> Done {
    let new = folder.join("new");
    // It is there if an earlier command has written it.
    let _ = fs::remove_dir_all(&new);
    let line = line.replace("DIR", &folder.display().to_string());
    let line = line.replace("NEW", &new.display().to_string());
    let mut command = program(line.split_whitespace());
    command.stdout(out).stderr(Stdio::piped());
    command.start().wait()
}

fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

#[test]
fn output_that_cannot_be_written() {
    let inputs_of = TempDir::new().unwrap();
    let folder = inputs_of.path();
    inputs(folder);
    for (line, code) in COMMANDS {
        run_into(folder, line, Stdio::piped()).with_code(code);
        let closed = run_into(folder, line, closed_pipe()).with_code(code);
        assert!(!closed.err.contains("error"), "{line}: {}", closed.err);
        let lost = run_into(folder, line, full()).with_code(CONFIGURATION);
        let last = lost.err.lines().last().unwrap_or_default();
        let is_told = last.starts_with("error: ") && last.contains("No space left on device");
        assert!(is_told, "{line}: {}", lost.err);
    }
    for line in TO_FILES {
        let lost = run_into(folder, line, Stdio::piped()).with_code(CONFIGURATION);
        let is_told = lost.err.contains("No space left on device");
        assert!(is_told, "{line}: {}", lost.err);
        // It is written to and not replaced.
        let device = fs::metadata("/dev/full").unwrap();
        assert!(device.file_type().is_char_device(), "{line}");
    }
    // Results do not need the output, so they are complete.
    let line = "--solver toy --seed 1 -m 10 --out NEW";
    run_into(folder, line, full()).with_code(CONFIGURATION);
    let kept = crate::common::json(&folder.join("new/campaign.json"));
    assert_eq!(kept["counters"]["runs"], 10);
}

/// A reader may close the pipe of an error message, too.
#[test]
fn error_messages_that_nobody_reads() {
    for (line, code) in [("--solver nope --seed 1", CONFIGURATION), ("--nonsense", 2)] {
        let mut command = program(line.split_whitespace());
        let done = command.stdout(closed_pipe()).stderr(closed_pipe()).start();
        assert_eq!(done.wait().code, Some(code), "{line}");
    }
}

/// A campaign whose events nobody reads ends, however long it was meant to run.
#[test]
fn endless_campaigns_end_with_their_reader() {
    let folder = TempDir::new().unwrap();
    let line = "--solver toy --seed 1 --continuous --format json --out NEW";
    let done = run_into(folder.path(), line, closed_pipe()).with_code(0);
    assert_eq!(done.err, "");
}
