//! Tables of the reached blocks: by library, namespace, source file or function.

use std::collections::BTreeMap;
use std::ops::Range;

use super::blocks::{Blocks, Function};
use super::{Granularity, LibraryCoverage};
use murxla_system::symbols::readable;
use wildmatch::WildMatch;

/// How blocks are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Grouping {
    /// By library.
    Library,
    /// By namespace or class.
    Namespace,
    /// By folder of the source file. Folders are known only from debug information.
    Folder,
    /// By source file. In libraries without debug information, it is known only for functions that
    /// are local to a file.
    Source,
    /// By function.
    Function,
}

/// Stands for the namespace of functions that have none.
const NO_NAMESPACE: &str = "(no namespace)";
/// Stands for the namespace of functions whose names are not known.
const NO_NAMES: &str = "(no names)";
/// Stands for the namespace of functions that run while the library is loaded.
const AT_LOAD: &str = "(initialization)";
/// Stands for the source file of functions whose file the library does not say.
const NO_SOURCE: &str = "(not known)";
/// Stands for the folder of source files without one.
const NO_FOLDER: &str = "(no folder)";

/// The beginnings of names of functions that initialize variables while the library is loaded. So
/// runs never reach them.
const INITIALIZERS: [&str; 3] = [
    "__static_initialization_and_destruction",
    "_GLOBAL__sub_I_",
    "__cxx_global_",
];

/// A group of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the group.
    pub name: String,
    /// How many blocks were reached.
    pub reached: u32,
    /// How many blocks there are.
    pub total: u32,
}

/// The groups of a library's blocks. Those with the most blocks that were not reached come first,
/// and those that only initialize the library last. `blocks` must be those of the library.
#[must_use]
pub fn table(coverage: &LibraryCoverage, blocks: &Blocks, by: Grouping) -> Vec<Row> {
    matching(coverage, blocks, by, "*")
}

/// The groups of the functions whose own name matches a pattern, or that of their group.
#[must_use]
pub fn matching(
    coverage: &LibraryCoverage,
    blocks: &Blocks,
    by: Grouping,
    pattern: &str,
) -> Vec<Row> {
    let mut rows: BTreeMap<String, (bool, Row)> = BTreeMap::new();
    for (function, reached, total) in functions(coverage, blocks) {
        let own = readable(&function.name);
        let is_initializer = INITIALIZERS.iter().any(|begin| own.starts_with(begin));
        let source = function.source.and_then(|n| blocks.sources.get(n as usize));
        let name = match by {
            Grouping::Library => coverage.library.clone(),
            Grouping::Namespace if is_initializer => AT_LOAD.to_owned(),
            Grouping::Namespace => namespace(&own).to_owned(),
            Grouping::Folder => source.map_or(NO_SOURCE, |source| folder(source)).to_owned(),
            Grouping::Source => source.map_or(NO_SOURCE, String::as_str).to_owned(),
            Grouping::Function if own.is_empty() => {
                format!("{}+{:#x}", coverage.library, function.start)
            }
            Grouping::Function => own.clone(),
        };
        if !matches(pattern, &name) && !matches(pattern, &own) {
            continue;
        }
        let (is_last, row) = rows.entry(name.clone()).or_insert_with(|| {
            let row = Row {
                name,
                reached: 0,
                total: 0,
            };
            (true, row)
        });
        *is_last &= is_initializer;
        row.reached += reached;
        row.total += total;
    }
    let mut rows: Vec<(bool, Row)> = rows.into_values().collect();
    // Groups of the same size stay in the order of their names.
    rows.sort_by_key(|(is_last, row)| (*is_last, std::cmp::Reverse(row.total - row.reached)));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The numbers of the blocks of the functions whose name, namespace or source file matches a
/// pattern.
pub(super) fn blocks_matching(
    blocks: &Blocks,
    granularity: Granularity,
    pattern: &str,
) -> impl Iterator<Item = Range<u32>> {
    let all = blocks.functions_with_blocks(granularity);
    let named = all.filter(move |(function, _)| {
        let own = readable(&function.name);
        let source = function.source.and_then(|n| blocks.sources.get(n as usize));
        let source = source.is_some_and(|source| matches(pattern, source));
        source
            || [&*own, namespace(&own)]
                .iter()
                .any(|name| matches(pattern, name))
    });
    named.map(|(_, numbers)| numbers)
}

/// The folder of a source file.
fn folder(source: &str) -> &str {
    source
        .rsplit_once('/')
        .map_or(NO_FOLDER, |(folder, _)| folder)
}

/// Each function, with the number of its blocks that were reached, and of all its blocks.
fn functions<'a>(
    coverage: &'a LibraryCoverage,
    blocks: &'a Blocks,
) -> impl Iterator<Item = (&'a Function, u32, u32)> {
    let functions = blocks.functions_with_blocks(coverage.granularity);
    functions.map(|(function, numbers)| {
        let count = numbers.len() as u32;
        let reached = numbers.filter(|block| coverage.reached.contains(*block));
        (function, reached.count() as u32, count)
    })
}

/// The namespace and class of a function: its name without the last part. Parts within brackets do
/// not count.
fn namespace(name: &str) -> &str {
    if name.is_empty() {
        return NO_NAMES;
    }
    let (mut depth, mut end) = (0_u32, None);
    for (at, c) in name.char_indices() {
        match c {
            '<' | '(' | '{' => depth += 1,
            '>' | ')' | '}' => depth = depth.saturating_sub(1),
            ':' if depth == 0 && name[at..].starts_with("::") => end = Some(at),
            _ => {}
        }
    }
    end.map_or(NO_NAMESPACE, |end| &name[..end])
}

/// Whether a pattern matches a name: `*` stands for any characters, `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    WildMatch::new(pattern).matches(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Granularity;

    #[test]
    fn namespaces_of_functions() {
        for (name, expected) in [
            ("smt::theory_seq::propagate", "smt::theory_seq"),
            ("std::vector<a::b>::push_back", "std::vector<a::b>"),
            ("Z3_mk_string", NO_NAMESPACE),
            ("(anonymous namespace)::f", "(anonymous namespace)"),
            ("", NO_NAMES),
        ] {
            assert_eq!(namespace(name), expected);
        }
    }

    #[test]
    fn groups_with_the_most_missing_blocks_come_first() {
        let function = |start, name: &str| Function {
            start,
            len: 10,
            name: name.to_owned(),
            source: None,
        };
        let blocks = Blocks {
            counters: None,
            file_bias: 0,
            functions: vec![function(0, "a::f"), function(10, ""), function(20, "a::g")],
            starts: vec![0, 5, 10, 12, 14, 20],
            sources: Vec::new(),
        };
        let mut coverage = LibraryCoverage {
            library: "libz.so".to_owned(),
            sha256: String::new(),
            granularity: Granularity::Block,
            blocks: 6,
            reached: [0, 2, 5].into_iter().collect(),
        };
        let row = |name: &str, reached, total| Row {
            name: name.to_owned(),
            reached,
            total,
        };
        let by = |grouping| table(&coverage, &blocks, grouping);
        assert_eq!(by(Grouping::Library), [row("libz.so", 3, 6)]);
        assert_eq!(
            by(Grouping::Namespace),
            [row(NO_NAMES, 1, 3), row("a", 2, 3)]
        );
        assert_eq!(
            by(Grouping::Function),
            [
                row("libz.so+0xa", 1, 3),
                row("a::f", 1, 2),
                row("a::g", 1, 1)
            ]
        );
        coverage.granularity = Granularity::Function;
        coverage.reached = [1].into_iter().collect();
        let by_library = table(&coverage, &blocks, Grouping::Library);
        assert_eq!(by_library, [row("libz.so", 1, 3)]);
    }
    #[test]
    fn functions_are_selected_and_grouped_by_source() {
        let init = "_Z41__static_initialization_and_destruction_0ii";
        let rows = [
            ("a::f", Some(1)),
            ("b::f", Some(0)),
            (init, Some(0)),
            ("c", None),
        ];
        let functions = rows.iter().enumerate().map(|(n, (name, source))| Function {
            start: n as u32 * 10,
            len: 10,
            name: (*name).to_owned(),
            source: *source,
        });
        let blocks = Blocks {
            counters: None,
            file_bias: 0,
            functions: functions.collect(),
            starts: vec![0, 10, 20, 21, 22, 30],
            sources: vec!["sat/b.cpp".to_owned(), "x.cpp".to_owned()],
        };
        let coverage = LibraryCoverage {
            library: "libz.so".to_owned(),
            sha256: String::new(),
            granularity: Granularity::Block,
            blocks: 6,
            reached: [0].into_iter().collect(),
        };
        let names = |by, pattern: &str| -> Vec<String> {
            let rows = matching(&coverage, &blocks, by, pattern);
            rows.into_iter().map(|row| row.name).collect()
        };
        let all = names(Grouping::Function, "*");
        assert_eq!(
            all,
            [
                "b::f",
                "c",
                "a::f",
                "__static_initialization_and_destruction_0"
            ]
        );
        assert_eq!(names(Grouping::Function, "?::*"), ["b::f", "a::f"]);
        assert_eq!(names(Grouping::Namespace, "a*"), ["a"]);
        assert_eq!(names(Grouping::Namespace, "*").last().unwrap(), AT_LOAD);
        assert_eq!(
            names(Grouping::Source, "*"),
            ["sat/b.cpp", NO_SOURCE, "x.cpp"]
        );
        assert_eq!(names(Grouping::Source, "sat/*"), ["sat/b.cpp"]);
        assert_eq!(names(Grouping::Folder, "*"), ["sat", NO_SOURCE, NO_FOLDER]);
        assert!(names(Grouping::Library, "nlsat*").is_empty());
    }
}
