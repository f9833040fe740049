//! What a C header declares, as the C compiler reads it.

use crate::{BEFORE, Upstream, fetch::run};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Functions and enumerators of a header.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// For each function the kind of its result, and of its parameters.
    pub(crate) functions: BTreeMap<String, Vec<String>>,
    pub(crate) enumerators: BTreeMap<String, i64>,
}

/// Splits a list of parameters in C or Rust at commas outside of brackets.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(move |c| {
        match c {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            _ => {}
        }
        depth == 0 && c == ','
    });
    parts
        .map(str::trim)
        // The compiler writes a comment in place of the parameters of `f()`.
        .filter(|part| !["", "void"].contains(part) && !part.starts_with("/*"))
        .collect()
}

/// A type without qualifiers. `None` for a pointer.
fn value_type(written: &str) -> Option<String> {
    if written.contains(['*', '(', '[']) {
        return None;
    }
    let words = written.split_whitespace();
    let words = words.filter(|word| !["const", "extern"].contains(word));
    Some(words.collect::<Vec<&str>>().join(" "))
}

/// What a header declares. Only these enumerators are looked for.
pub(crate) fn declared(
    upstream: &Upstream,
    header: &Path,
    enumerators: &[&str],
    scratch: &Path,
) -> Declared {
    let root = header.to_string_lossy();
    let root = root.strip_suffix(upstream.file).unwrap_or(&root).to_owned();
    let folder = header.parent().unwrap();
    let start = format!("{BEFORE}#include \"{}\"\n", header.display());
    let source = scratch.join("header.c");
    std::fs::write(&source, &start).unwrap();
    let compiler = || {
        let mut command = Command::new("cc");
        command.args(["-std=gnu11", "-w", "-I", &root, "-I"]);
        command.arg(folder);
        command
    };
    // Each line is `/* FILE:LINE:NC */ extern RESULT NAME (PARAMETERS);`.
    let list = scratch.join("prototypes");
    let to_list = ["-fsyntax-only", "-aux-info"];
    run(compiler().args(to_list).args([&list, &source]));
    let text = std::fs::read_to_string(&list).unwrap();
    let mut prototypes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let Some(line) = line.split_once("extern ").map(|(_, rest)| rest) else {
            continue;
        };
        let Some((before, after)) = line.split_once(" (") else {
            continue;
        };
        let Some(parameters) = after.strip_suffix(");") else {
            continue;
        };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        let result = before.strip_suffix(name).unwrap_or_default().trim();
        let types = [result].into_iter().chain(split(parameters));
        prototypes.insert(name, types.collect());
    }
    let kinds = kinds(&prototypes, &start, enumerators, &compiler, scratch);
    let kind = |written: &&str| match value_type(written) {
        None => "pointer".to_owned(),
        Some(plain) if plain == "void" => plain,
        Some(plain) => kinds.0.get(&plain).cloned().unwrap_or(plain),
    };
    let functions = prototypes.iter();
    let functions =
        functions.map(|(name, types)| ((*name).to_owned(), types.iter().map(kind).collect()));
    Declared {
        functions: functions.collect(),
        enumerators: kinds.1,
    }
}

/// The kinds of the types that prototypes name, and the values of enumerators, from a program that
/// prints them.
fn kinds(
    prototypes: &BTreeMap<&str, Vec<&str>>,
    start: &str,
    enumerators: &[&str],
    compiler: &dyn Fn() -> Command,
    scratch: &Path,
) -> (BTreeMap<String, String>, BTreeMap<String, i64>) {
    let types: BTreeSet<String> = prototypes
        .values()
        .flatten()
        .filter_map(|written| value_type(written))
        .filter(|plain| plain != "void" && plain != "...")
        .collect();
    let source = scratch.join("kinds.c");
    std::fs::write(&source, start).unwrap();
    let all = run(compiler().arg("-E").arg("-P").arg(&source));
    let words = all.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: BTreeSet<&str> = words.collect();
    let mut program = format!("{start}#include <stdio.h>\nint main(void) {{\n");
    for of in &types {
        program += &format!(
            "  printf(\"type|{of}|%d|%d\\n\", (int)sizeof({of}), __builtin_classify_type(*({of} *)0));\n"
        );
    }
    for name in enumerators.iter().filter(|name| words.contains(**name)) {
        program += &format!("  printf(\"value|{name}|%lld\\n\", (long long){name});\n");
    }
    program += "  return 0;\n}\n";
    std::fs::write(&source, program).unwrap();
    let binary = scratch.join("kinds");
    run(compiler().arg(&source).arg("-o").arg(&binary));
    let (mut kinds, mut values) = (BTreeMap::new(), BTreeMap::new());
    for line in run(&mut Command::new(&binary)).lines() {
        match line.split('|').collect::<Vec<_>>()[..] {
            ["type", name, size, class] => {
                let kind = match class {
                    "5" => "pointer".to_owned(),
                    "8" => format!("real {size}"),
                    "12" | "13" => format!("structure {size}"),
                    _ => format!("integer {size}"),
                };
                kinds.insert(name.to_owned(), kind);
            }
            ["value", name, value] => {
                values.insert(name.to_owned(), value.parse().unwrap());
            }
            _ => panic!("{line}"),
        }
    }
    (kinds, values)
}
