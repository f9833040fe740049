//! Compiles the program of a finding in C, and tells whether it shows the bug.

use super::c_program::{Recording, preloaded};
use crate::reports::c_program::ProgramStyle;
use crate::reports::issue::{IssueProgram, ScriptResult};
use murxla_executor::{Limits, ProgramEnd, run_program};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The name of the program in the folder of its finding.
pub(super) const C_PROGRAM: &str = "bug.c";

/// The styles of programs, the shortest one first.
const STYLES: [ProgramStyle; 4] = [
    ProgramStyle::Minimal,
    ProgramStyle::Plain,
    ProgramStyle::Short,
    ProgramStyle::Full,
];

/// It finds programs as a shell does.
const ENV: &str = "/usr/bin/env";

/// The exit code of a program that shows the bug.
const SHOWS: i32 = 1;

/// The exit code of a program that does not show the bug.
const DOES_NOT_SHOW: i32 = 0;

/// The shortest program of a recording that shows the bug. If none does, or there is no compiler,
/// the one with all calls.
pub(super) fn shortest_program(
    recording: &Recording,
    limits: &Limits,
    stop: &AtomicBool,
) -> IssueProgram {
    let mut last = None;
    for style in STYLES {
        let written = recording.program(style);
        let result = try_out(&written.text, recording, limits, stop).ok();
        let shows = result
            .as_ref()
            .is_some_and(|result| result.shows == Some(true));
        last = Some((written, result));
        if shows {
            break;
        }
    }
    let (written, result) = last.unwrap_or_else(|| (recording.program(ProgramStyle::Full), None));
    IssueProgram {
        language: "c",
        title: "C",
        file: Some(C_PROGRAM),
        text: without_local_paths(&written.text, recording),
        gaps: written.gaps,
        assignment: None,
        result,
    }
}

/// Compiles a program and runs it.
///
/// # Errors
/// There is no compiler, or the user has interrupted the command.
fn try_out(
    text: &str,
    recording: &Recording,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<ScriptResult> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join(C_PROGRAM);
    let binary = folder.path().join("bug");
    std::fs::write(&source, text)?;
    let mut files = vec![binary.as_path(), &source];
    files.extend(recording.libraries.iter().map(PathBuf::as_path));
    compile(&["-std=c11", "-w", "-o"], &files, limits, stop)?;
    let preloaded = preloaded(&recording.libraries);
    let has_runtime = preloaded.len() > recording.libraries.len();
    let preload = format!("LD_PRELOAD={}", preloaded.join(" "));
    let limits = Limits {
        // AddressSanitizer reserves terabytes of address space.
        memory: if has_runtime { 0 } else { limits.memory },
        ..limits.clone()
    };
    let run = run_program(
        Path::new(ENV),
        &[Path::new(&preload), &binary],
        &limits,
        stop,
    )?;
    Ok(ScriptResult {
        program: format!("the library of {}", recording.version),
        shows: match run.end {
            ProgramEnd::Exit(SHOWS) => Some(true),
            ProgramEnd::Exit(DOES_NOT_SHOW) => Some(false),
            _ => None,
        },
        end: run.end.to_string(),
        output: run.output,
    })
}

/// Runs the C compiler with options and files.
///
/// # Errors
/// There is no compiler, it has failed, or the user has interrupted the command.
pub(super) fn compile(
    options: &[&str],
    files: &[&Path],
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<()> {
    let may_write = Limits {
        sandbox: false,
        ..limits.clone()
    };
    let words = std::iter::once(&"cc").chain(options).map(Path::new);
    let words: Vec<&Path> = words.chain(files.iter().copied()).collect();
    let compiled = run_program(Path::new(ENV), &words, &may_write, stop)?;
    match compiled.end {
        ProgramEnd::Exit(0) => Ok(()),
        _ => Err(io::Error::other(compiled.output)),
    }
}

/// The text without the folders of this machine.
fn without_local_paths(text: &str, recording: &Recording) -> String {
    let folders = recording
        .libraries
        .iter()
        .filter_map(|library| library.parent());
    folders.fold(text.to_owned(), |text, folder| {
        text.replace(&format!("{}/", folder.display()), "/path/to/")
    })
}
