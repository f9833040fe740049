//! Every `traces/**/*.trace` shows the bug that its header names. `traces/README.md` has the rules.

use crate::common::{Run as _, compiles_all, files_below, program, run};
use murxla_fsm::profile::Profile;
use murxla_fsm::trace::{Script, lex};
use murxla_rs::bug_traces::RELEASES;
use murxla_rs::triage::Releases;
use murxla_wrappers::{WRAPPERS, find};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The exit code of a replay that does not show the bug of its trace.
const NOT_REPRODUCED: i32 = 5;

fn traces(folder: &Path) -> Vec<PathBuf> {
    let mut found = files_below(folder);
    found.retain(|path| path.extension().is_some_and(|ext| ext == "trace"));
    found
}

/// The solver that a trace names. The trace must be in the solver's folder. The version of a solver
/// that has versions must be pinned.
fn pinned<'t>(path: &Path, script: &'t Script) -> Result<&'t str, String> {
    let solver = script
        .header("solver")
        .ok_or("the header names no solver")?;
    let (name, version) = solver.split_once('@').unwrap_or((solver, ""));
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    if folder != name {
        return Err(format!("a trace of {name} belongs into traces/{name}"));
    }
    find(name).ok_or(format!("unknown solver {name}"))?;
    let released: serde_json::Value =
        serde_json::from_str(include_str!("../../vendor/solvers.json"))
            .map_err(|e| e.to_string())?;
    if version.is_empty() && released.get(name).is_some() {
        return Err(format!(
            "the version of {name} is not pinned: {name}@VERSION"
        ));
    }
    Ok(solver)
}

/// The message of `replay` for this kind of finding.
fn words(kind: &str) -> String {
    if let Some(signal) = kind.strip_prefix("crash-") {
        return format!("crash: {signal}");
    }
    if let Some(code) = kind.strip_prefix("exit-") {
        return format!("exit with code {code}");
    }
    match kind {
        "timeout" => "timeout".to_owned(),
        "assertion" => "assertion: ".to_owned(),
        "memory" => "out of memory".to_owned(),
        check => format!("check {check}: "),
    }
}

/// Where a trace is replayed, and what the replay shows.
enum Replay<'t> {
    /// The bug, on the solver that the trace names.
    OnNamed,
    /// The bug, on another release.
    OnOther(&'t str),
    /// No bug, on another release.
    Fixed(&'t str),
}

/// Whether the solver is installed, or is a release that the replay downloads. The libraries of all
/// others are compiled, which takes minutes. With `MURXLA_COMPILE`, Bitwuzla is compiled.
fn is_available(solver: &str) -> bool {
    let is_of_bitwuzla = solver.starts_with("bitwuzla@");
    if is_of_bitwuzla && compiles_all() {
        if let Some((release, parts)) = solver.split_once('+') {
            let parts = parts.replace('+', ",");
            run(["solvers", "build", release, "--with", &parts]).with_code(0);
        }
        return true;
    }
    let is_compiled = is_of_bitwuzla || solver.contains('+');
    !is_compiled || run(["solvers", "path", solver, "--offline"]).code == Some(0)
}

/// Replays a trace on the solver that it names. If this one is not available, the trace is replayed
/// on the newest release. The header says whether the bug shows there.
fn shows(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let script = lex(&text).map_err(|e| e.to_string())?;
    let solver = pinned(path, &script)?;
    if is_available(solver) {
        return replays(path, &script, &Replay::OnNamed);
    }
    let (name, _) = solver.split_once('@').ok_or("no version")?;
    let library = run(["solvers", "path", name]).with_code(0).out;
    let folder = Path::new(&library).parent().and_then(Path::file_name);
    let newest = folder.and_then(|folder| folder.to_str()?.parse().ok());
    let newest = newest.ok_or(format!("no version in {library}"))?;
    let releases = script.header(RELEASES).and_then(|text| text.parse().ok());
    match releases.and_then(|releases: Releases| releases.shows(&newest)) {
        Some(true) => replays(path, &script, &Replay::OnOther(name)),
        Some(false) => replays(path, &script, &Replay::Fixed(name)),
        None => {
            let path = path.display();
            let why = format!("{path} is not replayed, because {solver} is not built");
            // `eprintln` is not shown if a test passes.
            writeln!(io::stderr(), "{why}").map_err(|e| e.to_string())
        }
    }
}

fn replays(path: &Path, script: &Script, replay: &Replay<'_>) -> Result<(), String> {
    let expected = script
        .header("expect")
        .ok_or("the header expects nothing")?;
    let limit = if expected == "timeout" { "2" } else { "120" };
    // Some bugs depend on the addresses of objects.
    let tries = script.header("tries").map_or(Ok(1), str::parse::<u32>);
    let tries = tries.map_err(|e| format!("tries: {e}"))?;
    let mut failure = "no tries".to_owned();
    for _ in 0..tries {
        let mut command = program(["replay", "--time-limit", limit]);
        if let Replay::OnOther(solver) | Replay::Fixed(solver) = replay {
            command.args(["--solver", solver]);
        }
        let done = command.arg(path).done();
        let as_expected = match (replay, expected, done.code) {
            (Replay::Fixed(_), _, code) => {
                code == Some(NOT_REPRODUCED) && done.err.contains("the replay ended well")
            }
            (_, "ok", code) => code == Some(0),
            // Messages about the installation of the solver may come first.
            (_, kind, Some(1)) => done.err.lines().any(|line| line.starts_with(&words(kind))),
            _ => false,
        };
        if as_expected {
            return Ok(());
        }
        failure = format!("expected {expected}, got {:?}:\n{}", done.code, done.err);
    }
    Err(failure)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("traces")
}

/// All traces of a solver show the bugs that their headers name.
fn traces_of(solver: &str) {
    let paths = traces(&root().join(solver));
    assert!(!paths.is_empty(), "there are no traces of {solver}");
    let failure = |path: &PathBuf| Some(format!("{}: {}", path.display(), shows(path).err()?));
    let failures: Vec<String> = paths.iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// One test for each solver, so that they run in parallel.
macro_rules! solvers {
    ($($solver:ident)*) => {
        /// The solvers whose traces are tested.
        const SOLVERS: &[&str] = &[$(stringify!($solver)),*];

        $(
            #[test]
            fn $solver() {
                traces_of(stringify!($solver));
            }
        )*
    };
}

solvers! { bitwuzla boolector cvc5 toy yices z3 }

#[test]
fn every_trace_belongs_to_a_tested_solver() {
    for path in traces(&root()) {
        let tested = |solver: &&str| path.starts_with(root().join(solver));
        assert!(SOLVERS.iter().any(tested), "{}", path.display());
    }
}

/// Each known defect in a profile has a trace for one of the affected releases.
#[test]
fn known_defects_have_traces() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for wrapper in WRAPPERS {
        let profile = Profile::load([(wrapper.name(), wrapper.profile())]).unwrap();
        for defect in &profile.defects {
            let text = fs::read_to_string(root.join(&defect.trace)).expect(&defect.trace);
            let script = lex(&text).unwrap();
            let solver = script.header("solver").expect(&defect.trace);
            let (name, version) = solver.split_once('@').expect(&defect.trace);
            assert_eq!(name, wrapper.name(), "{defect:?}");
            assert!(defect.is_in(version), "{defect:?}");
        }
    }
}

#[test]
fn traces_that_do_not_show_their_bug_fail() {
    let folder = tempfile::tempdir().unwrap();
    let toy = folder.path().join("toy");
    fs::create_dir(&toy).unwrap();
    let path = toy.join("clean.trace");
    let clean = "# solver: toy\n# expect: crash-SIGABRT\n1 new\n2 delete\n";
    fs::write(&path, clean).unwrap();
    assert!(shows(&path).unwrap_err().contains("expected crash-SIGABRT"));
    fs::write(&path, "# solver: z3\n# expect: ok\n1 new\n").unwrap();
    assert!(shows(&path).unwrap_err().contains("belongs into traces/z3"));
}
