//! Rules of the architecture that neither the compiler nor Clippy checks: dependencies of crates,
//! import cycles, and the files that may contain `unsafe` or names of solvers. The `clippy.toml` of
//! a crate lists what the crate must not use.

mod imports;

use crate::common::{files_below, read};
use imports::Modules;
use murxla_wrappers::WRAPPERS;
use regex::Regex;
use serde_json::Value as Json;
use std::path::PathBuf;

/// A source file of the project.
struct Source {
    /// Its path in the repository.
    path: String,
    /// Its code without comments and unit tests.
    code: String,
    lines: usize,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("tests.rs")
}

/// The files of Rust below these folders.
fn rust_files(folders: &[&str]) -> Vec<PathBuf> {
    let is_source = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "rs");
    let files = folders
        .iter()
        .flat_map(|folder| files_below(&root().join(folder)));
    files.filter(is_source).collect()
}

/// The sources below these folders.
fn sources(folders: &[&str]) -> Vec<Source> {
    let mut files = rust_files(folders);
    files.sort();
    assert!(!files.is_empty(), "{folders:?}");
    let source = |file: PathBuf| {
        let text = read(&file);
        // Unit tests are at the end of a file.
        let tested = text.split("#[cfg(test)]\nmod tests {").next();
        let code = tested.unwrap_or(&text).lines();
        let code = code.map(|line| line.split("//").next().unwrap_or(""));
        let path = file.strip_prefix(root()).unwrap();
        Source {
            path: path.display().to_string(),
            code: code.collect::<Vec<_>>().join("\n"),
            lines: text.lines().count(),
        }
    };
    files.into_iter().map(source).collect()
}

/// Asserts that the code of no file matches a pattern, except files for which `is_free` holds.
#[track_caller]
fn none_matches(folders: &[&str], pattern: &str, is_free: impl Fn(&str) -> bool) {
    let pattern = Regex::new(pattern).unwrap();
    for source in sources(folders) {
        let found = pattern.find(&source.code).map(|found| found.as_str());
        let is_right = found.is_none() || is_free(&source.path);
        assert!(is_right, "{} uses {found:?}", source.path);
    }
}

/// The names of the dependencies that a Cargo.toml lists in its section `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = read(&root().join(manifest)).parse().unwrap();
    let section = manifest.get("dependencies").and_then(toml::Value::as_table);
    let names = section.into_iter().flat_map(toml::Table::keys);
    names.cloned().collect()
}

#[track_caller]
fn depends_on_none_of(manifest: &str, forbidden: &[&str]) {
    for name in dependencies(manifest) {
        let is_allowed = !forbidden.contains(&name.as_str());
        assert!(is_allowed, "{manifest} depends on {name}");
    }
}

/// The crates, by folder, and the others that each may depend on.
const CRATES: &[(&str, &[&str])] = &[
    ("vendor", &[]),
    ("wrappers/c_header", &[]),
    ("fsm", &["murxla-c-header"]),
    ("wrappers", &["murxla-c-header", "murxla-fsm"]),
    ("src/system", &[]),
    ("src/coverage", &["murxla-system"]),
    (
        "src/executor",
        &["murxla-coverage", "murxla-fsm", "murxla-system"],
    ),
    (
        "src/store",
        &["murxla-fsm", "murxla-system", "murxla-vendor"],
    ),
];

#[test]
fn crates_have_only_allowed_dependencies() {
    for (folder, allowed) in CRATES {
        let dependencies = dependencies(&format!("{folder}/Cargo.toml"));
        let own = dependencies.iter().map(String::as_str);
        let own: Vec<&str> = own.filter(|name| name.starts_with("murxla")).collect();
        assert_eq!(own, *allowed, "{folder}");
    }
    let program = ["clap", "nix", "tempfile", "signal-hook", "sha2", "regex"];
    depends_on_none_of("wrappers/Cargo.toml", &program);
    depends_on_none_of("fsm/Cargo.toml", &program);
    depends_on_none_of("fsm/Cargo.toml", &["libc", "libloading"]);
}

/// The program does not depend on the time of day, because the system clock may jump. `clippy.toml`
/// forbids the functions that read it. One file reads it, for dates that are only shown.
#[test]
fn code_does_not_read_the_system_clock() {
    let all = ["src", "wrappers", "fsm"];
    none_matches(&all, r"\bCLOCK_REALTIME\b", |_| false);
    let clocks = r"\b(SystemTime|Timestamp)\b";
    none_matches(&all, clocks, |path| path == "src/system/date.rs");
}

/// Only the few files that call C or the system contain `unsafe`.
#[test]
fn unsafe_code_is_in_allowed_files() {
    let fsm = read(&root().join("fsm/lib.rs"));
    assert!(fsm.contains("#![forbid(unsafe_code)]"));
    let code = r"\bunsafe (\{|(fn|impl|trait|extern)\b)";
    none_matches(&["fsm"], code, |_| false);
    none_matches(&["wrappers"], code, |path| {
        path.ends_with("/ffi.rs")
            || path.contains("/ffi/")
            || matches!(
                path,
                "wrappers/shared/library/mod.rs"
                    | "wrappers/shared/library/function.rs"
                    | "wrappers/shared/library/interrupt.rs"
                    | "wrappers/shared/library/methods.rs"
                    // They write code that calls a library.
                    | "wrappers/c_header/rust/methods.rs"
                    | "wrappers/c_header/rust/types.rs"
                    | "wrappers/c_header/parse_tests.rs"
            )
    });
    none_matches(&["src", "tests"], code, |path| {
        matches!(
            path,
            "src/coverage/breakpoints.rs"
                | "src/coverage/counters.rs"
                | "src/coverage/map.rs"
                | "src/coverage/processor.rs"
                | "src/executor/fork.rs"
                | "src/executor/shm.rs"
                | "src/system/shared_memory.rs"
                | "src/system/signals.rs"
                | "tests/common/process.rs"
                | "tests/documents/layers.rs"
        )
    });
}

/// Every folder of `wrappers/` belongs to a solver, has a profile, and is in the list of wrappers.
#[test]
fn every_folder_is_a_wrapper() {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(root().join("wrappers")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        // These are what wrappers share, the crate that reads headers, and the tests of the crate.
        if path.is_dir() && !matches!(name.as_str(), "shared" | "c_header" | "tests") {
            assert!(path.join("profile.json").is_file(), "{name}");
            folders.push(name);
        }
    }
    let mut listed: Vec<&str> = WRAPPERS.iter().map(|w| w.name()).collect();
    folders.sort();
    listed.sort_unstable();
    assert_eq!(folders, listed);
}

/// What wrappers share does not depend on any of them.
#[test]
fn shared_code_uses_no_wrapper() {
    let sources = sources(&["wrappers/shared"]).into_iter();
    for source in sources.filter(|source| !source.path.ends_with("tests.rs")) {
        let mut paths = source.code.split("crate::").skip(1);
        let other = paths.find(|path| !path.starts_with("shared::"));
        assert_eq!(other, None, "{}", source.path);
    }
}

/// Solvers and their functions are named only in their folders, not even as parts of words. So a
/// new solver changes only its own folder, the list of wrappers and the catalogue of packages. A
/// new extension changes only the solver's folder.
#[test]
fn solvers_are_named_only_in_their_folders() {
    let solvers = WRAPPERS.iter().filter(|of| of.constants().api.is_some());
    let names: Vec<&str> = solvers.map(|of| of.name()).collect();
    let is_free = |path: &str| {
        // Exceptions are examples in help and errors, the catalogue of packages, and tests.
        let texts =
            "src/cli.rs src/cli/help.rs src/store/spec.rs wrappers/lib.rs wrappers/build.rs";
        let mut folders = names.iter().map(|name| format!("wrappers/{name}/"));
        let is_own = folders.any(|folder| path.starts_with(&folder));
        is_own || is_test(path) || texts.split(' ').any(|text| text == path)
    };
    let texts = WRAPPERS.iter().map(|of| of.constants().crash_texts);
    let functions = texts.flat_map(|texts| [texts.ends, texts.data_structures, texts.values]);
    let parts: Vec<&str> = names.iter().chain(functions.flatten()).copied().collect();
    for source in sources(&["fsm", "src", "wrappers"]) {
        let code = source.code.to_lowercase();
        let mut parts = parts.iter();
        let found = parts.find(|part| code.contains(&part.to_lowercase()));
        let path = source.path;
        assert!(found.is_none() || is_free(&path), "{path}: {found:?}");
    }
}

/// A profile gives a reason for each excluded error and each excluded option.
#[test]
fn exclusions_have_reasons() {
    for wrapper in WRAPPERS {
        let profile: Json = serde_json::from_str(wrapper.profile()).unwrap();
        for place in ["/errors/exclude", "/options/exclude"] {
            let rules = profile.pointer(place).and_then(Json::as_array);
            for rule in rules.into_iter().flatten() {
                let reason = rule["reason"].as_str().unwrap_or("");
                assert!(reason.len() > 10, "{} {place}: {rule}", wrapper.name());
            }
        }
        // Other exclusions share one reason.
        let excludes = wrapper.profile().contains("\"exclude\"");
        let explains = wrapper.profile().contains("\"reason");
        assert!(!excludes || explains, "{}", wrapper.name());
    }
}

/// Source files are short, so that they are easy to read.
#[test]
fn files_are_short() {
    for source in sources(&["src", "fsm", "wrappers", "tests"]) {
        let lines = source.lines;
        assert!(lines <= 650, "{}: {lines} lines", source.path);
    }
}

/// Comments are prose, which is hard to read in long lines. Code and diagrams in fences may be
/// longer.
#[test]
fn comments_have_at_most_100_columns() {
    let mut long = Vec::new();
    for file in rust_files(&["src", "wrappers", "fsm", "tests", "benches"]) {
        let text = read(&file);
        let mut is_fenced = false;
        for (number, line) in (1..).zip(text.lines()) {
            let Some(comment) = line.trim_start().strip_prefix("//") else {
                is_fenced = false;
                continue;
            };
            let comment = comment.trim_start_matches(['/', '!', ' ']);
            is_fenced ^= comment.starts_with("```");
            let is_row = comment.starts_with('|');
            if !is_fenced && !is_row && line.chars().count() > 100 {
                long.push(format!("{}:{number}", file.display()));
            }
        }
    }
    let list = long.join("\n");
    assert!(long.is_empty(), "comments are too long: {list}");
}

/// Files that may be in import cycles. The equality of nested values is recursive, because arrays,
/// sets and sequences may be elements of each other.
const KNOWN_CYCLES: &[&str] = &[
    "fsm/eval/array.rs",
    "fsm/eval/collection.rs",
    "fsm/eval/core.rs",
    "fsm/eval/seq.rs",
];

/// The files of a crate have no cyclic dependencies, except between a module and its own children.
#[test]
fn no_import_cycles() {
    let mut found = imports::Graph::new();
    let folders = CRATES.iter().map(|(folder, _)| *folder);
    for folder in folders.chain(["src"]) {
        let first = format!("{folder}/lib.rs");
        found.extend(imports::cycles(Modules::read(&root(), &first).graph()));
    }
    found.retain(|file, _| !KNOWN_CYCLES.contains(&file.as_str()));
    assert!(found.is_empty(), "import cycles: {found:#?}");
}

/// The files that may look for the marks of notes and comments, with the reason.
const MARK_READERS: &[(&str, &str)] = &[
    ("fsm/profile/merge.rs", "references in a JSON schema"),
    ("fsm/trace/lex.rs", "it reads lines"),
    ("fsm/trace/note.rs", "it reads and writes notes"),
    ("src/plan/known.rs", "a list of findings, with comments"),
];

/// The files that may have regular expressions, with what these match.
const REGEX_USERS: &[(&str, &str)] = &[
    ("src/cli/minimize.rs", "messages, by an option"),
    ("src/cli/values.rs", "messages, by an option"),
    ("src/command/minimize/mod.rs", "messages, by an option"),
    ("src/executor/sanitizer.rs", "reports of sanitizers"),
    ("src/judgement/mod.rs", "messages, by an option"),
    ("src/triage/assertion.rs", "the output of solvers"),
    ("src/triage/cause.rs", "messages"),
    ("src/triage/key.rs", "messages and the output of solvers"),
    ("src/triage/rules.rs", "messages, by a profile"),
];

/// Asserts that exactly these files of some folders, apart from tests, have code that matches.
#[track_caller]
fn only_in(folders: &[&str], files: &[(&str, &str)], pattern: &str) {
    let pattern = Regex::new(pattern).unwrap();
    let all = sources(folders).into_iter();
    let found = all.filter(|source| !is_test(&source.path) && pattern.is_match(&source.code));
    let found: Vec<String> = found.map(|source| source.path).collect();
    let named: Vec<&str> = files.iter().map(|(path, _)| *path).collect();
    assert_eq!(found, named);
}

/// The text of a trace is read in one place. Other code asks `TextLine`, `Note` and the lines of a
/// `Script`.
#[test]
fn traces_are_read_in_one_place() {
    only_in(
        &["fsm", "src"],
        MARK_READERS,
        r##""#=|(starts_with|strip_prefix|contains|find)\(("#|'#')"##,
    );
    let searched = r"\btrace\.(replace|contains|starts_with|strip_prefix|find)\b";
    none_matches(&["fsm", "src"], searched, |_| false);
    only_in(&["src"], REGEX_USERS, r"\bregex\b");
}
