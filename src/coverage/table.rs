//! Tables of what was reached: by library, by namespace, by function.

use std::collections::BTreeMap;

use super::blocks::{Blocks, Function};
use super::{Granularity, LibraryCoverage};
use crate::executor::readable;

/// How blocks are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Grouping {
    /// By library.
    Library,
    /// By namespace or class.
    Namespace,
    /// By function.
    Function,
}

/// Stands for the namespace of functions that have none.
const NO_NAMESPACE: &str = "(no namespace)";
/// Stands for the namespace of functions whose names are not known.
const NO_NAMES: &str = "(no names)";

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

/// The groups of a library's blocks. Those with the most blocks that were not reached come first.
/// `blocks` must be those of the library.
#[must_use]
pub fn table(coverage: &LibraryCoverage, blocks: &Blocks, by: Grouping) -> Vec<Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (function, reached, total) in functions(coverage, blocks) {
        let name = match by {
            Grouping::Library => coverage.library.clone(),
            Grouping::Namespace => namespace(&readable(&function.name)).to_owned(),
            Grouping::Function if function.name.is_empty() => {
                format!("{}+{:#x}", coverage.library, function.start)
            }
            Grouping::Function => readable(&function.name),
        };
        let row = rows.entry(name.clone()).or_insert(Row {
            name,
            reached: 0,
            total: 0,
        });
        row.reached += reached;
        row.total += total;
    }
    let mut rows: Vec<Row> = rows.into_values().collect();
    // Groups of the same size stay in the order of their names.
    rows.sort_by_key(|row| std::cmp::Reverse(row.total - row.reached));
    rows
}

/// Each function, with the number of its blocks that were reached, and of all its blocks.
fn functions<'a>(
    coverage: &'a LibraryCoverage,
    blocks: &'a Blocks,
) -> impl Iterator<Item = (&'a Function, u32, u32)> {
    let mut first = 0;
    blocks.functions.iter().map(move |function| {
        let count = match coverage.granularity {
            Granularity::Function => 1,
            Granularity::Block => {
                let rest = &blocks.starts[first as usize..];
                rest.partition_point(|start| *start < function.end()) as u32
            }
        };
        let numbers = first..first + count;
        first += count;
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

#[cfg(test)]
mod tests {
    use super::*;

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
        };
        let blocks = Blocks {
            file_bias: 0,
            functions: vec![function(0, "a::f"), function(10, ""), function(20, "a::g")],
            starts: vec![0, 5, 10, 12, 14, 20],
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
}
