//! `record`: runs a program, and records the calls that it makes of a solver.

use super::compile::compile;
use crate::cli::Record;
use crate::exit::{self, Failure};
use crate::recorder::{self, FILE_VARIABLE, log};
use murxla_executor::Limits;
use murxla_fsm::wrapper::CApi;
use murxla_system::console::{complain, shown_status};
use murxla_system::escape::one_line;
use murxla_system::input;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

/// The variable with the shared objects that the system loads before all others.
const PRELOAD: &str = "LD_PRELOAD";

/// Runs the program.
///
/// # Errors
/// There is no compiler or no such program, the file exists, or no call was recorded.
pub fn run(args: &Record, stop: &AtomicBool) -> Result<u8, Failure> {
    let api = api(&args.solver)?;
    let Some((program, arguments)) = args.program.split_first() else {
        return Err(Failure::usage("name the program to run after '--'"));
    };
    let output = &args.output;
    if output.exists() {
        let output = output.display();
        return Err(Failure::configuration(format!(
            "{output} exists: remove it, or name another file with --output"
        )));
    }
    let folder = tempfile::tempdir()
        .map_err(|e| Failure::configuration(format!("cannot make a temporary folder: {e}")))?;
    let library = compiled(&folder, &recorder::source(&args.solver, api), stop)?;
    let absolute = std::path::absolute(output)
        .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", output.display())))?;
    let mut command = Command::new(program);
    command.args(arguments);
    command.env(PRELOAD, preloaded(&library));
    command.env(FILE_VARIABLE, &absolute);
    #[expect(
        clippy::disallowed_methods,
        reason = "the user decides how long the program runs, and an interrupt ends it, too"
    )]
    let ended = command.status();
    let ended = ended.map_err(|e| {
        let program = one_line(&program.to_string_lossy());
        Failure::configuration(format!("cannot run {program}: {e}"))
    })?;
    report(args, api, ended)
}

/// The C API of a solver.
///
/// # Errors
/// There is no such solver, or it has no C API.
pub fn api(solver: &str) -> Result<&'static CApi, Failure> {
    let wrapper = murxla_wrappers::find(solver)
        .ok_or_else(|| Failure::usage(format!("unknown solver '{solver}'")))?;
    let api = wrapper.constants().api.as_ref();
    api.ok_or_else(|| {
        Failure::usage(format!(
            "{solver} has no C API whose calls could be recorded"
        ))
    })
}

/// The recorder, and what the user has preloaded.
fn preloaded(library: &Path) -> OsString {
    let mut all = library.as_os_str().to_owned();
    if let Some(before) = std::env::var_os(PRELOAD).filter(|before| !before.is_empty()) {
        all.push(":");
        all.push(before);
    }
    all
}

/// How a recorder is compiled. The function that replaces `dlsym` must end with a jump.
const OPTIONS: &[&str] = &[
    "-std=gnu11",
    "-w",
    "-O1",
    "-foptimize-sibling-calls",
    "-fPIC",
    "-shared",
    "-fexceptions",
    "-pthread",
    "-ldl",
    "-o",
];

/// The limits of the compiler. A recorder takes seconds.
fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        ..Limits::default()
    }
}

/// Compiles a recorder.
fn compiled(folder: &TempDir, source: &str, stop: &AtomicBool) -> Result<PathBuf, Failure> {
    let [file, library] = ["recorder.c", "recorder.so"].map(|name| folder.path().join(name));
    let compiled = std::fs::write(&file, source)
        .and_then(|()| compile(OPTIONS, &[&library, &file], &limits(), stop));
    compiled.map(|()| library).map_err(|e| {
        Failure::configuration(format!(
            "cannot compile the recorder with 'cc', which 'apt-get install gcc libc6-dev' installs: {e}"
        ))
    })
}

/// Says what was recorded.
fn report(args: &Record, api: &CApi, ended: ExitStatus) -> Result<u8, Failure> {
    let Record { solver, output, .. } = args;
    let end = shown_status(ended);
    if !output.exists() {
        return Err(Failure::configuration(format!(
            "the program made no call of {solver} that can be recorded, and ended with {end}: it does not use {solver}, \
             is linked with its library statically, or uses another API than that in C"
        )));
    }
    let shown = output.display();
    let cannot = |e| Failure::configuration(format!("cannot read {shown}: {e}"));
    let bytes = input::read_at_most(output, recorder::MAX_SIZE).map_err(cannot)?;
    let text = String::from_utf8_lossy(&bytes);
    let calls = log::calls(&text, api.header);
    let calls = calls.map_err(|why| Failure::trace(format!("{shown}: {why}")))?;
    let functions: BTreeSet<&str> = calls.iter().map(|call| call.function.name).collect();
    let open = calls.iter().rev().find(|call| call.returned.is_none());
    let end = match (ended.signal(), open) {
        (Some(_), Some(call)) => format!("{end} in {}", call.function.name),
        _ => end,
    };
    complain!(
        "recorded {} calls of {} functions in {shown}; the program ended with {end}",
        calls.len(),
        functions.len()
    );
    complain!("'murxla-rs import {shown} --output bug.trace' makes a trace of them");
    Ok(exit::CLEAN)
}
