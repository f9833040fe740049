//! The documents agree with the code: tables in documents are compared with the code that they
//! describe.

use crate::common::{Run as _, expect_file, program, words};
use clap::CommandFactory as _;
use murxla_fsm::action::{Param, Returns};
use murxla_fsm::actions::ACTIONS;
use murxla_fsm::op::OpRow;
use murxla_rs::cli::Cli;
use murxla_rs::triage::KindRow;
use murxla_wrappers::WRAPPERS;
use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;

const README: &str = include_str!("../../README.md");
const MONITORING: &str = include_str!("../../docs/guide/src/monitoring.md");
const ORACLES: &str = include_str!("../../docs/guide/src/oracles.md");
const FINDINGS: &str = include_str!("../../docs/guide/src/findings.md");
const TRACES: &str = include_str!("../../traces/README.md");
const CI: &str = include_str!("../../.ci/run");

/// The trimmed cells of those table rows of a document whose first cell is in code style.
fn rows(text: &'static str) -> Vec<Vec<&'static str>> {
    let row = |line: &'static str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        cells[0].starts_with('`').then_some(cells)
    };
    let lines = text.lines().filter(|line| line.starts_with('|'));
    lines.filter_map(row).collect()
}

/// The name of a parameter in the table of actions.
fn name(param: Param) -> String {
    match param {
        Param::NewSort => "new-sort".to_owned(),
        Param::SortArgs => "sort-arguments".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

#[test]
fn the_table_of_actions_is_current() {
    let own = WRAPPERS.iter().flat_map(|of| of.constants().actions);
    let own = own.map(|own| own.action);
    let expected: Vec<String> = ACTIONS
        .iter()
        .copied()
        .chain(own)
        .map(|action| {
            let params = action.params().iter();
            let params: Vec<String> = params.map(|p| format!("*{}*", name(*p))).collect();
            let returns = match action.returns() {
                Returns::Nothing => "",
                Returns::Sort => "*sort*",
                Returns::Term => "*term*",
                Returns::TermAndSort => "*term* *sort*",
            };
            format!("`{}` | {} | {returns}", action.name(), params.join(" "))
        })
        .collect();
    let rows = rows(TRACES).into_iter().filter(|cells| cells.len() == 4);
    let listed: Vec<String> = rows.map(|cells| cells[..3].join(" | ")).collect();
    let table = expected.join("\n");
    assert_eq!(listed, expected, "the table should begin:\n{table}");
}

#[test]
fn every_solver_is_in_the_readme() {
    let rows = rows(README).into_iter();
    let listed: BTreeSet<String> = rows.map(|cells| cells[0].replace('`', "")).collect();
    for wrapper in WRAPPERS {
        let name = wrapper.name();
        assert!(listed.contains(name), "{name} is missing");
    }
}

/// The README's table has the right numbers of operators and actions that only one solver has.
#[test]
fn numbers_of_extensions_are_current() {
    let expected: Vec<(String, String)> = WRAPPERS
        .iter()
        .map(|wrapper| {
            // Operators that only scripts use do not count, because runs do not generate them.
            let made = |row: &&OpRow| !row.signature.contains(":scripted");
            let operators = wrapper.constants().ops.iter().filter(made).count();
            // Runs never take those of older versions and those of imports.
            let actions = wrapper.constants().actions.iter();
            let actions = actions.filter(|own| !own.states.is_empty()).count();
            let parts = [(operators, "operator"), (actions, "action")];
            let parts = parts.map(|(number, what)| match number {
                0 => String::new(),
                1 => format!("1 {what}"),
                _ => format!("{number} {what}s"),
            });
            let text = match parts.each_ref().map(String::as_str) {
                ["", ""] => "–".to_owned(),
                [one, ""] | ["", one] => one.to_owned(),
                both => both.join(", "),
            };
            (format!("`{}`", wrapper.name()), text)
        })
        .collect();
    let listed: Vec<(String, String)> = rows(README)
        .iter()
        .filter(|cells| cells.len() == 6 && cells[0] != "`smt2=COMMAND`")
        .map(|cells| {
            (
                cells[0].to_owned(),
                cells[5].trim_end_matches(" |").to_owned(),
            )
        })
        .collect();
    assert_eq!(listed, expected);
}

/// The README's table has the default version and the oldest version of each solver.
#[test]
fn versions_of_solvers_are_current() {
    let json: serde_json::Value =
        serde_json::from_str(include_str!("../../vendor/solvers.json")).unwrap();
    for (name, solver) in json.as_object().unwrap() {
        let (rows, quoted) = (rows(README), format!("`{name}`"));
        let row = rows.iter().find(|cells| cells[0] == quoted).unwrap();
        for key in ["package", "default", "oldest"] {
            let value = solver[key].as_str().unwrap();
            let is_told = row.iter().any(|cell| cell.contains(value));
            assert!(is_told, "{name}: {key} is {value}");
        }
    }
}

/// The codes of `src/exit.rs`, of the README, of the guide and of `--help` are the same.
#[test]
fn exit_codes_are_current() {
    let source = include_str!("../../src/exit.rs");
    let lines = source.lines();
    let constants = lines.filter_map(|line| line.strip_prefix("pub const "));
    let codes: Vec<&str> = constants
        .filter_map(|line| line.split_once("u8 = ")?.1.strip_suffix(';'))
        .collect();
    assert!(codes.len() >= 8, "the test no longer finds the constants");
    for document in [README, ORACLES] {
        let rows = rows(document).into_iter();
        let cells = rows.map(|cells| cells[0].replace('`', ""));
        let listed: Vec<String> = cells.filter(|cell| cell.parse::<u8>().is_ok()).collect();
        assert_eq!(listed, codes);
    }
    let help = words("--help").with_code(0).out;
    let (_, tail) = help.split_once("Exit codes:").unwrap();
    let words = tail.split(|c: char| !c.is_ascii_alphanumeric());
    let told: Vec<&str> = words.filter(|w| w.parse::<u8>().is_ok()).collect();
    assert_eq!(told, codes);
}

/// The guide lists all kinds of findings, the worst first.
#[test]
fn kinds_of_findings_are_current() {
    let known: Vec<&str> = KindRow::all().map(|kind| kind.name).collect();
    let listed = rows(FINDINGS).into_iter().map(|cells| cells[0]);
    // A row may list several kinds, such as `crash-SIGSEGV`, `crash-SIGABRT`. The first one counts.
    let listed = listed.filter_map(|cell| cell.split('`').nth(1));
    let listed = listed.map(|kind| KindRow::of(&kind.into()).name);
    let listed: Vec<&str> = listed.filter(|name| !name.is_empty()).collect();
    assert_eq!(listed, known);
}

/// A table lists the events of `src/events/mod.rs`.
#[test]
fn events_are_current() {
    let source = include_str!("../../src/events/mod.rs");
    let (_, events) = source.split_once("pub enum Event<'a> {\n").unwrap();
    let (events, _) = events.split_once("\n}\n").unwrap();
    let names = events
        .lines()
        .filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {"))
        .map(|name| format!("`{}`", name.to_lowercase()));
    let names: Vec<String> = names.collect();
    assert!(names.len() >= 9, "the test no longer finds the events");
    let rows = rows(MONITORING).into_iter();
    let listed = rows.filter(|cells| cells.len() == 2);
    assert_eq!(listed.map(|cells| cells[0]).collect::<Vec<_>>(), names);
}

/// A table lists the metrics that a campaign writes, with type and help text.
#[test]
fn metrics_are_current() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("murxla.prom");
    let done = program(["--solver", "yices", "--coverage=function", "-m", "5"])
        .args(["--quiet", "--metrics"])
        .args([&file, Path::new("--out"), folder.path()])
        .done();
    assert!(matches!(done.code, Some(0 | 1)), "{done:?}");
    let text = std::fs::read_to_string(file).unwrap();
    let of = |word: &str| -> Vec<(String, String)> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(word));
        let pairs = lines.filter_map(|line| line.split_once(' '));
        let pairs = pairs.map(|(name, rest)| (format!("`{name}`"), rest.to_owned()));
        pairs.collect()
    };
    let rows = rows(MONITORING).into_iter();
    let listed: Vec<Vec<&str>> = rows.filter(|cells| cells.len() == 4).collect();
    let column = |n: usize| -> Vec<(String, String)> {
        let cells = listed.iter();
        let pairs = cells.map(|cells| (cells[0].to_owned(), cells[n].to_owned()));
        pairs.collect()
    };
    assert_eq!(column(1), of("# TYPE "));
    assert_eq!(column(3), of("# HELP "));
}

/// The README's first block has two commands. `.ci/run` runs these, the first one with the program
/// of the tests.
#[test]
fn ci_runs_the_setup_commands() {
    let (_, block) = README.split_once("```console set-up").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let lines = block.lines();
    let commands: Vec<&str> = lines.filter_map(|line| line.strip_prefix("$ ")).collect();
    assert_eq!(commands.len(), 2);
    for command in commands {
        let program = "\"${CARGO_TARGET_DIR:-target}/debug/murxla-rs\"";
        let command = command.replace("cargo run --release --", program);
        let run = |line: &str| {
            line.strip_prefix(&command)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(" ||"))
        };
        assert!(CI.lines().any(run), ".ci/run lacks: {command}");
    }
}

/// The chapter of the guide is generated from clap's definitions:
/// `BLESS=1 cargo test --test documents docs` writes it.
#[test]
fn the_command_reference_is_current() {
    let options = clap_markdown::MarkdownOptions::new()
        .title("Command reference".to_owned())
        .show_footer(false);
    let made = clap_markdown::help_markdown_command_custom(&Cli::command(), &options);
    let made: Vec<&str> = made.lines().map(str::trim_end).collect();
    let made = made.join("\n").trim_end().to_owned() + "\n";
    expect_file("docs/guide/src/command-reference.md", &made);
}

/// The help of each subcommand has an example that names the subcommand.
#[test]
fn subcommands_have_examples() {
    fn look(command: &clap::Command, path: &str) {
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name());
            let text = sub.get_after_help().map(ToString::to_string);
            let text = text.unwrap_or_default();
            assert!(text.starts_with("Example"), "{path} has no example");
            let is_named = text.contains(&path);
            assert!(is_named, "the example of {path} does not name it");
            look(sub, &path);
        }
    }
    look(&Cli::command(), "murxla-rs");
}

/// The help of `--theories` lists all theories.
#[test]
fn theories_are_in_the_help() {
    let help = Cli::command().render_long_help().to_string();
    let (_, help) = help.split_once("--theories").unwrap();
    let (help, _) = help.split_once("--known-defects").unwrap();
    let words: Vec<&str> = help.split(|c: char| !c.is_alphanumeric()).collect();
    for (theory, _) in murxla_fsm::theory::Theory::ALL {
        let word = theory.short().to_lowercase();
        assert!(words.contains(&word.as_str()), "{word} is missing");
    }
}

/// Man pages are written for the program and for each subcommand.
#[test]
fn man_pages_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let done = program(["man", "--out"]).arg(folder.path()).done();
    done.with_code(0);
    for command in ["murxla-rs", "murxla-rs-replay", "murxla-rs-solvers-install"] {
        let page = format!("{command}.1");
        let text = std::fs::read_to_string(folder.path().join(&page)).unwrap();
        assert!(text.contains(".TH") && text.contains("Example"), "{page}");
    }
}

/// Files that the documents name exist. Names with a placeholder in capitals, such as
/// `wrappers/SOLVER/actions`, are skipped.
#[test]
fn named_files_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    let mut documents = names.map(|name| root.join(name)).to_vec();
    for folder in ["docs", "docs/decisions", "docs/guide/src"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let files = entries.map(|entry| entry.unwrap().path());
        documents.extend(files.filter(|path| path.extension().is_some_and(|e| e == "md")));
    }
    let folders = "fsm|wrappers|src|docs|tests|benches|traces|vendor|packaging";
    let named = Regex::new(&format!("`((?:{folders})/[a-z0-9_./-]*)`")).unwrap();
    let linked = Regex::new(r"\]\(([^)#:]+)(?:#[^)]*)?\)").unwrap();
    let mut missing = Vec::new();
    for document in documents {
        let text = std::fs::read_to_string(&document).unwrap();
        let folder = document.parent().unwrap();
        let names = named.captures_iter(&text).map(|found| root.join(&found[1]));
        let links = linked.captures_iter(&text);
        let links = links.map(|found| folder.join(&found[1]));
        let absent = names.chain(links).filter(|path| !path.exists());
        missing.extend(absent.map(|path| format!("{}: {}", document.display(), path.display())));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
