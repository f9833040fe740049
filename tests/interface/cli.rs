//! Valid and invalid input on the command line. An error message says how to fix the input, the
//! exit code is the documented one, and the program does not panic. `tests/cases/command_line/` has
//! more.

use crate::common::{Done, Run as _, json, program, run, run_with_input, words};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const CLEAN: i32 = 0;
const FINDING: i32 = 1;
const CONFIGURATION: i32 = 3;
/// Creates a file in a folder that is removed at the end of the test.
fn file(content: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// Runs a campaign of the toy into a folder.
fn campaign(out: &Path, more: &str) -> Done {
    let runs = if more.contains("--stats") { 10 } else { 5 };
    let line = format!("--solver toy --seed 1 -m {runs} {more} --out");
    run(line.split_whitespace().chain([out.to_str().unwrap()]))
}

/// Whether the runs of a campaign with statistics have taken this operator or sort.
fn takes(out: &Path, kind: &str, name: &str) -> bool {
    json(&out.join("stats.json"))[kind][name].as_u64() > Some(0)
}

/// The program avoids known defects of a release and names them. With `--known-defects` it does not
/// avoid them.
#[test]
fn known_defects() {
    for (of, name, kind, word) in [
        ("operator", "OP_AND", "ops", "OP_AND"),
        ("theory", "THEORY_BV", "sorts", "SORT_BV"),
    ] {
        let row = format!(r#"{{"{of}": "{name}", "before": "99", "reason": "r", "trace": "t"}}"#);
        let (folder, path) = file(format!(r#"{{"defects": [{row}]}}"#).as_bytes());
        let profile = format!("--profile {}", path.display());
        let version = env!("CARGO_PKG_VERSION");
        let told = format!("known defects of toy {version} (--known-defects uses them): {name}\n");
        for (more, spared) in [("", true), (" --known-defects", false)] {
            let out = folder.path().join(format!("out{spared}"));
            let more = format!("{profile}{more} --stats");
            let said = campaign(&out, &more).with_code(0).out;
            assert_eq!(said.contains(&told), spared, "{said}");
            assert_ne!(takes(&out, kind, word), spared, "{name}");
        }
    }
}

/// Known defects of the solvers of oracles are avoided too, because wrong answers of an oracle's
/// solver say nothing about the solver under test.
#[test]
fn known_defects_of_oracles() {
    let folder = tempfile::tempdir().unwrap();
    let told = "runs avoid known defects of z3 4.8.5 (--known-defects uses them): ";
    for oracle in ["--cross-check z3@4.8.5", "--check=z3@4.8.5"] {
        for (more, spared) in [("", true), (" --known-defects", false)] {
            let with = format!("--theories bv {oracle}{more} --stats");
            let out = folder.path().join(&with);
            let done = campaign(&out, &with);
            // If the operator is applied, the oracle may report the defect of its own solver.
            let found = done.code == Some(FINDING) && !spared;
            let said = done.with_code(if found { FINDING } else { CLEAN }).out;
            let named = said.lines().find_map(|line| line.strip_prefix(told));
            let named = named.is_some_and(|ops| ops.contains("OP_BV_SMULO"));
            assert_eq!(named, spared, "{said}");
            assert_ne!(takes(&out, "ops", "OP_BV_SMULO"), spared);
        }
    }
}

/// The known defects of a release are named once, even if two oracles use it.
#[test]
fn known_defects_are_named_once() {
    let row = r#"{"operator": "OP_AND", "before": "99", "reason": "r", "trace": "t"}"#;
    let (folder, path) = file(format!(r#"{{"defects": [{row}]}}"#).as_bytes());
    let more = format!("--profile {} --cross-check toy --check", path.display());
    let said = campaign(&folder.path().join("out"), &more).with_code(0).out;
    let version = env!("CARGO_PKG_VERSION");
    let line = format!("known defects of toy {version} (--known-defects uses them): OP_AND\n");
    let told = said.matches(&line);
    assert_eq!(told.count(), 1, "{said}");
}

/// A folder that is in use, or has something else in it, is neither used nor changed.
#[test]
fn foreign_results_directories() {
    let out = TempDir::new().unwrap();
    campaign(out.path(), "-o bug=leak").with_code(1);
    let other = words(&format!(
        "--solver smt2 -m 1 --out {}",
        out.path().display()
    ));
    other.fails(CONFIGURATION, &["results of toy", "--out"]);
    let lock = fs::File::open(out.path().join(".lock")).unwrap();
    lock.lock().unwrap();
    campaign(out.path(), "").fails(CONFIGURATION, &["another campaign", "--out"]);
    let (folder, file) = file(b"notes");
    let told = ["no results", "--out", folder.path().to_str().unwrap()];
    campaign(folder.path(), "").fails(CONFIGURATION, &told);
    let entries = fs::read_dir(folder.path()).unwrap();
    let paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths, [file]);
}

/// The trace says if the time limit has ended the run.
#[test]
fn time_limits_are_in_traces() {
    let line = "--solver toy -o bug=hang --strategy walk --theories int,bv -t 0.2 --seed";
    let run = |seed| words(&format!("{line} {seed}"));
    let late = (1..200).map(run).find(|done| done.err.contains("timeout"));
    let late = late.expect("a seed that hangs");
    let comment = "\n# The time limit ended the run here. ";
    assert!(late.out.contains(comment), "{}", late.out);
    let again = run_with_input("replay - -t 0.2", late.out.as_bytes()).with_code(1);
    assert!(again.out.contains(comment), "{}", again.out);
}

#[test]
fn failed_installations_are_explained() {
    let store = TempDir::new().unwrap();
    let first_use = |line: &str, path: &str| -> Done {
        let mut command = program(line.split_whitespace());
        command
            .env("MURXLA_STORE", store.path())
            .env_remove("MURXLA_CVC5_LIB")
            .env("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
            .env("PIP_CONFIG_FILE", "/dev/null")
            .env("PIP_RETRIES", "0")
            .env_remove("PIP_FIND_LINKS")
            .env("PATH", path);
        command.done()
    };
    let path = std::env::var("PATH").unwrap();
    for spec in ["cvc5", "cvc5@1.3.0", "z3@5.4.0"] {
        let line = format!("--solver {spec} --seed 1 --offline");
        first_use(&line, &path).fails(CONFIGURATION, &["murxla-rs solvers install "]);
    }
    let online = "--solver cvc5 --seed 1";
    let advice = [
        "cannot be reached",
        "check the network",
        "MURXLA_CVC5_LIB=PATH",
    ];
    first_use(online, &path).with_error(CONFIGURATION, &advice);
    // A machine without Python, and one whose pip fails with an unknown message.
    first_use(online, "/nowhere").with_code(CONFIGURATION);
    let python = store.path().join("python3");
    let script = "#!/bin/sh\necho 'ERROR: an unusual problem' >&2\nexit 1\n";
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{path}", store.path().display());
    first_use(online, &path).with_error(CONFIGURATION, &["an unusual problem"]);
}

#[test]
fn formats() {
    let out = TempDir::new().unwrap();
    let done = campaign(out.path(), "-o bug=leak --format json").with_code(1);
    let event = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let events: Vec<_> = done.out.lines().map(event).collect();
    assert_eq!(events[0]["event"], "started");
    assert!(events.iter().any(|event| event["event"] == "found"));
    let ended = &events[events.len() - 1];
    assert_eq!(ended["event"], "ended");
    let findings = ended["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["kind"], "leak");
    assert_eq!(findings[0]["sights"], 3);
    let out = TempDir::new().unwrap();
    let done = campaign(out.path(), "-o bug=leak --format csv").with_code(1);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines[0], "id,kind,sights,seed,message");
    assert!(lines[1].contains(",leak,3,0x"), "{}", lines[1]);
    assert_eq!(lines.len(), 2);
}

/// The samples in a metrics file, by name and labels.
fn metrics(path: &Path) -> std::collections::BTreeMap<String, f64> {
    let text = fs::read_to_string(path).unwrap();
    let samples = text.lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, value) = line.rsplit_once(' ').unwrap();
        // The help and the type of each metric are above it.
        let family = name.split('{').next().unwrap();
        for word in ["HELP", "TYPE"] {
            assert!(text.contains(&format!("# {word} {family} ")), "{line}");
        }
        (name.to_owned(), value.parse().unwrap())
    };
    samples.map(sample).collect()
}

/// The metrics file has the counters of all parts of a campaign.
#[test]
fn metrics_of_a_campaign() {
    let out = TempDir::new().unwrap();
    let file = out.path().join("murxla.prom");
    let more = format!("--metrics {}", file.display());
    campaign(out.path(), &format!("-o bug=leak {more}")).with_code(1);
    let common = format!("solver=\"toy\",out=\"{}\"", out.path().display());
    let first = metrics(&file);
    campaign(out.path(), &more).with_code(0);
    let second = metrics(&file);
    let info = format!(",version=\"{}\",shard=\"\"", env!("CARGO_PKG_VERSION"));
    for (name, labels, values) in [
        ("runs_total", "", [5.0, 10.0]),
        ("findings_total", ",kind=\"leak\"", [1.0, 1.0]),
        ("running", "", [0.0, 0.0]),
        ("info", info.as_str(), [1.0, 1.0]),
    ] {
        let name = format!("murxla_{name}{{{common}{labels}}}");
        assert_eq!([first[&name], second[&name]], values, "{name}");
    }
    let [before, after] = [&first, &second].map(|all| all.keys().collect::<Vec<_>>());
    assert_eq!(before, after);
    assert!(first.iter().all(|(name, value)| second[name] >= *value));
    let counters = &json(&out.path().join("campaign.json"))["counters"];
    for answer in ["sat", "unsat", "unknown"] {
        let name = format!("murxla_checks_total{{{common},answer=\"{answer}\"}}");
        assert_eq!(Some(second[&name]), counters[answer].as_f64(), "{answer}");
    }
    let done = campaign(out.path(), "--metrics /nowhere/murxla.prom");
    done.fails(CONFIGURATION, &["/nowhere/murxla.prom"]);
}
