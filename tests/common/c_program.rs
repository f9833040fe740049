//! C programs that `translate` and `report` write.

use super::{Done, Run as _};
use std::path::Path;
use std::process::Command;

/// The rest of the line in the program's header that begins with `start`.
fn line<'a>(program: &'a str, start: &str) -> &'a str {
    let lines = program.lines().filter_map(|line| line.strip_prefix(" * "));
    let mut found = lines.filter_map(|line| line.strip_prefix(start));
    found.next().unwrap_or_else(|| panic!("{start}: {program}"))
}

/// Compiles and runs a program with the commands in its header. All warnings are errors.
pub(crate) fn built(program: &Path, text: &str) -> Result<Done, String> {
    let binary = program.with_extension("bin");
    let command = line(text, "cc ");
    let (compile, run) = command.split_once(" && ").unwrap();
    let (file, library) = (program.display(), run.split_once(' ').unwrap().0);
    let compile = compile.replace("bug.c", &file.to_string());
    let compile = compile.replace("-o bug", &format!("-o {}", binary.display()));
    let made = Command::new("cc")
        .args(["-Wall", "-Wextra", "-Werror"])
        .args(compile.split(' '))
        .try_done()
        .map_err(|e| e.to_string())?;
    if made.code != Some(0) {
        return Err(made.err);
    }
    let (variable, library) = library.split_once('=').unwrap();
    Command::new(&binary)
        .env(variable, library)
        .try_done()
        .map_err(|e| e.to_string())
}

/// Whether a program shows the bug that its header names.
pub(crate) fn shows(program: &Path, text: &str) -> Result<(), String> {
    let done = built(program, text)?;
    let said = done.out;
    let is_told = text.contains("\n * Result on ") && text.contains("\n * Expected:\n");
    let shows = said.lines().any(|line| line.starts_with("The bug shows"));
    // The program prints `in the run` for each result that differs from the recorded one. If calls
    // are repeated, the numbers of new objects may differ.
    let is_same = !said.contains(" in the run\n") || said.contains("\nrepetition 1: ");
    if done.code == Some(1) && is_told && shows && is_same {
        Ok(())
    } else {
        Err(format!("exit code {:?}: {said}", done.code))
    }
}
