//! The same calls give the same counters (`Solver::counters`): in two new processes, which have
//! libraries and memory at other addresses, and in a process that has made other runs before.
//!
//! `MURXLA_COUNTED_RUNS=100` makes so many walks on each solver, and half as many runs of
//! strategies.

mod child;
#[path = "../common/mod.rs"]
mod common;
mod counted;

use child::{JOB, Job, Replayed};
use common::{Run as _, by_steps, run, words};
use counted::Reading;
use murxla_fsm::solver::Error;
use murxla_wrappers::find;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The number of walks, unless `MURXLA_COUNTED_RUNS` says another one. Old releases make half of
/// them.
const RUNS: usize = 8;

/// The strategies whose runs are replayed.
const STRATEGIES: [&str; 5] = ["opfuzz", "typefuzz", "storm", "fusion", "history"];

/// The number of seconds after which a run is not used.
const LIMIT: &str = "20";

/// Runs in processes of its own, started by the other tests.
#[test]
#[ignore = "a part of the other tests"]
fn child() {
    if let Some(job) = std::env::var_os(JOB) {
        child::work(Path::new(&job));
    }
}

/// The name of `NAME` or `NAME@VERSION`.
fn name_of(solver: &str) -> &str {
    solver.split('@').next().unwrap_or(solver)
}

/// The trace of the run of a seed. `None` if the run does not reach its end.
fn trace(solver: &str, strategy: &str, seed: usize) -> Option<String> {
    let seed = seed.to_string();
    let line = ["--solver", solver, "--strategy", strategy, "--seed", &seed];
    let line = line.into_iter().chain(["-t", LIMIT]);
    let line = line.chain(by_steps(name_of(solver)).iter().copied());
    // Entries with known bugs are used, too: to find out which ones they are takes longer than
    // these runs.
    let known = (strategy != "walk").then_some("--known-defects");
    let done = run(line.chain(known));
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.err);
    let mut calls = done.out.lines().filter(|line| !line.starts_with('#'));
    let is_complete = done.code == Some(0) && calls.next_back()?.ends_with(" delete");
    is_complete.then_some(done.out)
}

/// Files with traces of complete runs.
fn traces(solver: &str, folder: &Path) -> Vec<PathBuf> {
    let runs = std::env::var("MURXLA_COUNTED_RUNS").ok();
    let is_old = name_of(solver) != solver;
    let usual = if is_old { RUNS / 2 } else { RUNS };
    let runs = runs.map_or(usual, |runs| runs.parse().unwrap());
    let walks = (1..=runs).map(|seed| ("walk", seed));
    let others = (0..runs / 2).map(|n| (STRATEGIES[n % STRATEGIES.len()], 1000 + n));
    let mut files = Vec::new();
    for (strategy, seed) in walks.chain(others) {
        if let Some(text) = trace(solver, strategy, seed) {
            let file = folder.join(format!("{strategy}-{seed}.trace"));
            std::fs::write(&file, text).unwrap();
            files.push(file);
        }
    }
    assert!(files.len() * 2 > runs, "{solver}: {} runs", files.len());
    files
}

/// Replays traces in one process, or in several if a replay ends the process: `None` then.
fn replayed(
    solver: &str,
    library: Option<&Path>,
    traces: &[PathBuf],
    folder: &Path,
) -> Vec<Option<Replayed>> {
    let (path, results) = (folder.join("job"), folder.join("results"));
    let mut all = Vec::new();
    while all.len() < traces.len() {
        let job = Job {
            solver: name_of(solver).to_owned(),
            library: library.map(Path::to_owned),
            traces: traces[all.len()..].to_owned(),
            results: results.clone(),
        };
        std::fs::write(&path, serde_json::to_vec(&job).unwrap()).unwrap();
        std::fs::write(&results, "").unwrap();
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "child", "--ignored"]);
        let done = command.env(JOB, &path).done();
        let read = std::fs::read_to_string(&results).unwrap();
        let lines = read.lines().map(serde_json::from_str);
        all.extend(lines.map(|line| Some(line.unwrap())));
        if all.len() < traces.len() {
            assert_ne!(done.code, Some(0), "{}", done.out);
            println!("{}: {}{}", traces[all.len()].display(), done.out, done.err);
            all.push(None);
        }
    }
    all
}

/// The counters whose values differ, with these values.
fn differences(first: &[Reading], second: &[Reading]) -> Vec<String> {
    let mut found = Vec::new();
    for (first, second) in first.iter().zip(second) {
        match (first, second) {
            (Reading::Counters(a), Reading::Counters(b)) => {
                // A counter that is missing is 0.
                let counted = [a, b].map(|all| all.iter().filter(|(_, value)| *value > 0));
                let [a, b] = counted.map(BTreeSet::from_iter);
                let differ = a.symmetric_difference(&b);
                found.extend(differ.map(|(name, value)| format!("{name}: {value} only once")));
            }
            _ if first != second => found.push(format!("{first:?} and {second:?}")),
            _ => {}
        }
    }
    if first.len() != second.len() {
        found.push(format!("{} and {} readings", first.len(), second.len()));
    }
    found
}

/// The path of a solver's library. The program installs the library if it is missing.
fn library(solver: &str) -> Option<PathBuf> {
    let path = words(&format!("solvers path {solver}")).with_code(0).out;
    Some(PathBuf::from(path.trim())).filter(|path| path.is_absolute())
}

/// Asserts that the wrapper says that a solver has no counters.
fn has_no_counters(solver: &str) {
    let wrapper = find(name_of(solver)).unwrap();
    let loaded = wrapper.load(library(solver).as_deref()).unwrap();
    let counters = loaded.open().unwrap().counters();
    let has_none = matches!(counters, Err(Error::Unsupported(_)));
    assert!(has_none, "{counters:?}");
}

/// Compares the counters of equal runs on a solver, `NAME` or `NAME@VERSION`.
fn counters_repeat(solver: &str) {
    let library = library(solver);
    let library = library.as_deref();
    let folder = TempDir::new().unwrap();
    let traces = traces(solver, folder.path());
    let one = |trace| replayed(solver, library, std::slice::from_ref(trace), folder.path());
    let alone = || traces.iter().flat_map(one).collect::<Vec<_>>();
    let (first, second) = (alone(), alone());
    let together = replayed(solver, library, &traces, folder.path());
    let mut failures = Vec::new();
    let (mut read, mut micros) = (Vec::new(), Vec::new());
    for (n, trace) in traces.iter().enumerate() {
        let name = trace.file_stem().unwrap().to_string_lossy();
        let Some(first) = &first[n] else { continue };
        for (how, other) in [
            ("in another process", &second[n]),
            ("after other runs", &together[n]),
        ] {
            let Some(other) = other else { continue };
            if (&first.end, &first.answers) != (&other.end, &other.answers) {
                let ends = (&first.end, &first.answers, &other.end, &other.answers);
                failures.push(format!("{name}, {how}: another run: {ends:?}"));
                continue;
            }
            for difference in differences(&first.read, &other.read) {
                failures.push(format!("{name}, {how}: {difference}"));
            }
        }
        for reading in &first.read {
            match reading {
                Reading::Counters(counters) => read.push(counters.len()),
                Reading::Unsupported => {}
                Reading::Failed(why) => failures.push(format!("{name}: {why}")),
            }
        }
        micros.extend(&first.micros);
    }
    micros.sort_unstable();
    println!(
        "{solver}: {} traces, {} readings, {} of them with counters, {} on average, \
         median {} µs, at most {} µs",
        traces.len(),
        read.len(),
        read.iter().filter(|count| **count > 0).count(),
        read.iter().sum::<usize>() / read.len().max(1),
        micros.get(micros.len() / 2).unwrap_or(&0),
        micros.last().unwrap_or(&0),
    );
    assert!(failures.is_empty(), "{solver}\n{}", failures.join("\n"));
    assert!(read.len() * 2 >= traces.len(), "{solver}: {read:?}");
}

/// One test for each release, so that they run in parallel.
macro_rules! releases {
    ($($name:ident: $test:ident($solver:literal))*) => {
        $(
            #[test]
            fn $name() {
                $test($solver);
            }
        )*
    };
}

releases! {
    toy: counters_repeat("toy")
    z3: counters_repeat("z3")
    z3_4_8_5: counters_repeat("z3@4.8.5")
    z3_4_8_12: counters_repeat("z3@4.8.12")
    z3_4_8_14: counters_repeat("z3@4.8.14")
    z3_4_13_0: counters_repeat("z3@4.13.0")
    cvc5: counters_repeat("cvc5")
    // The instances of a process share terms, so that the counters of equal runs differ.
    cvc5_1_2_0: has_no_counters("cvc5@1.2.0")
    cvc5_1_3_0: counters_repeat("cvc5@1.3.0")
    bitwuzla: counters_repeat("bitwuzla")
    boolector: counters_repeat("boolector")
    // The C API has none.
    yices: has_no_counters("yices")
}
