//! The commands in the documents work. The ```` ```console ```` blocks of a document are run in
//! order, in an empty folder. A block with `no-run:` and a reason is not run. `# exit code 1` after
//! a command is the expected exit code (default: 0). The lines below a command must be in its
//! output; `…` stands for any text. Numbers may differ, except in a block that is `verbatim`.

use crate::common::{Run as _, words};
use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

struct Block {
    tag: String,
    commands: Vec<(String, Vec<String>)>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if let Some(tag) = line.strip_prefix("```console") {
            inside = true;
            let (tag, commands) = (tag.trim().to_owned(), Vec::new());
            blocks.push(Block { tag, commands });
        } else if line.starts_with("```") {
            inside = false;
        } else if let Some(block) = blocks.last_mut().filter(|_| inside) {
            match (line.strip_prefix("$ "), block.commands.last_mut()) {
                (Some(command), _) => block.commands.push((command.to_owned(), Vec::new())),
                (None, Some((_, shown))) => shown.push(line.to_owned()),
                (None, None) => panic!("output before the first command: {line}"),
            }
        }
    }
    blocks
}

/// The command that the test runs instead of the documented one. `cargo` commands are not run, and
/// campaigns are shorter.
fn shortened(command: &str) -> Option<String> {
    let mut command = command.replace("cargo run --release --", "murxla-rs");
    for (long, short) in [
        ("--max-runs 1000", "--max-runs 10"),
        ("--max-runs 50", "--max-runs 5"),
        ("-m 50", "-m 5"),
        ("--max-time 10", "--max-time 1"),
        ("--max-time 5", "--max-time 1"),
    ] {
        // Only whole numbers are replaced: `-m 5000` does not contain `-m 50`.
        let is_end = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
        if let Some((before, after)) = command.split_once(long)
            && is_end(after)
        {
            command = format!("{before}{short}{after}");
        }
    }
    (!command.starts_with("cargo ")).then_some(command)
}

/// Replaces numbers, because they differ from run to run.
fn masked(text: &str) -> String {
    let numbers = Regex::new(r"0x[0-9a-f]+|\d+").unwrap();
    numbers.replace_all(text, "#").into_owned()
}

fn check(
    command: &str,
    shown: &[String],
    mask: fn(&str) -> String,
    folder: &Path,
) -> Result<(), String> {
    let (_, comment) = command.split_once("# exit code").unwrap_or(("", "0"));
    let numbers = comment.split(|c: char| !c.is_ascii_digit());
    let expected: Vec<i32> = numbers.filter_map(|n| n.parse().ok()).collect();
    let program = Path::new(env!("CARGO_BIN_EXE_murxla-rs")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let done = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .env("PATH", format!("{}:{path}", program.display()))
        .current_dir(folder)
        .try_done()
        .map_err(|e| e.to_string())?;
    let (said, code) = (done.out, done.code);
    if !code.is_some_and(|code| expected.contains(&code)) {
        return Err(format!(
            "{command}\nended with {code:?} and printed\n{said}"
        ));
    }
    let said = mask(&said);
    for fragment in shown.iter().flat_map(|line| line.split('…')) {
        if !said.contains(&mask(fragment)) {
            return Err(format!("{command}\nprints no {fragment:?}, but\n{said}"));
        }
    }
    Ok(())
}

/// The documents name a library that a developer has built, `z3=build/libz3.so`. The test uses the
/// installed library instead.
fn build_z3(folder: &Path) {
    let library = words("solvers path z3").with_code(0).out;
    std::fs::create_dir(folder.join("build")).unwrap();
    std::os::unix::fs::symlink(library.trim(), folder.join("build/libz3.so")).unwrap();
}

/// The documents compile the template of a plugin in the folder of the sources.
fn link_sources(folder: &Path) {
    for name in ["wrappers", "examples"] {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        std::os::unix::fs::symlink(sources, folder.join(name)).unwrap();
    }
}

fn run(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    if text.contains("examples/plugin/boolean.c") {
        link_sources(folder.path());
    }
    if text.contains("build/libz3.so") {
        build_z3(folder.path());
    }
    let mut failures = Vec::new();
    let mut ran = 0;
    for block in blocks(text) {
        if let Some(reason) = block.tag.strip_prefix("no-run") {
            assert!(reason.len() > 3, "no-run without a reason");
            continue;
        }
        let mask = match block.tag.as_str() {
            "verbatim" => str::to_owned,
            _ => masked as fn(&str) -> String,
        };
        for (command, shown) in &block.commands {
            if let Some(command) = shortened(command) {
                failures.extend(check(&command, shown, mask, folder.path()).err());
                ran += 1;
            }
        }
    }
    assert!(ran > 0, "there are no commands");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn of_the_readme() {
    run(include_str!("../../README.md"));
}

#[test]
fn for_contributors() {
    run(include_str!("../../CONTRIBUTING.md"));
}

#[test]
fn of_the_template() {
    run(include_str!("../../examples/plugin/README.md"));
}

/// One test for each chapter of the guide, so that they run in parallel.
macro_rules! chapters {
    ($($test:ident: $file:literal,)*) => {
        $(
            #[test]
            fn $test() {
                run(include_str!(concat!("../../docs/guide/src/", $file)));
            }
        )*

        const CHAPTERS: &[&str] = &[$($file),*];
    };
}

chapters! {
    of_the_first_campaign: "first-campaign.md",
    about_findings: "findings.md",
    about_replays: "replay.md",
    about_minimizing: "minimize.md",
    about_reports: "reports.md",
    about_oracles: "oracles.md",
    about_options: "options.md",
    about_old_releases: "old-releases.md",
    about_builds: "builds.md",
    about_scripts: "import.md",
    about_recordings: "recording.md",
    about_pipes: "pipes.md",
    about_other_solvers: "other-solvers.md",
    about_untrusted_files: "untrusted.md",
    for_many_machines: "machines.md",
    about_coverage: "coverage.md",
    about_strategies: "strategies.md",
    for_monitoring: "monitoring.md",
    for_continuous_integration: "ci.md",
    about_performance: "performance.md",
}

/// All chapters of the guide are in its summary. Those with commands are tested.
#[test]
fn chapters_are_tested() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/src");
    let entries = std::fs::read_dir(&folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = names.filter(|name| name != "SUMMARY.md").collect();
    let summary = std::fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let link = Regex::new(r"\]\(([^)]+)\)").unwrap();
    let links = link.captures_iter(&summary);
    let linked: BTreeSet<String> = links.map(|found| found[1].to_owned()).collect();
    assert_eq!(linked, files);
    for name in files {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let tested = CHAPTERS.contains(&name.as_str());
        assert_eq!(tested, text.contains("```console"), "{name}");
    }
}
