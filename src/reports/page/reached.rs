//! What the runs have reached in the solver's libraries.

use super::plots::grouped;
use maud::{Markup, html};
use murxla_coverage::{Blocks, Grouping, LibraryCoverage, Row, table};
use murxla_system::escape::one_line;

/// The number of groups that are listed in a table.
const ROWS: usize = 20;

/// The blocks of a library, in groups.
pub struct ReachedGroups {
    /// The namespaces. Those with the most that was not reached come first.
    namespaces: Vec<Row>,
    /// What is grouped in `unreached`: folders of source files if the library says them, or
    /// namespaces.
    unit: &'static str,
    /// The groups without a block that was reached, the largest first.
    unreached: Vec<Row>,
    /// By namespace, the blocks that only the last part of the campaign has reached, the most
    /// first. `None` if nothing is known of earlier parts.
    new: Option<Vec<Row>>,
}

impl ReachedGroups {
    /// Groups the blocks of a library. `before` is what earlier parts of the campaign have reached.
    #[must_use]
    pub fn new(library: &LibraryCoverage, blocks: &Blocks, before: &[LibraryCoverage]) -> Self {
        let has_folders = blocks.sources.iter().any(|source| source.contains('/'));
        let namespaces = table(library, blocks, Grouping::Namespace);
        let mut unreached = match has_folders {
            true => table(library, blocks, Grouping::Folder),
            false => namespaces.clone(),
        };
        unreached.retain(|row| row.reached == 0);
        let mut before = before
            .iter()
            .filter(|before| before.counts_the_same(library));
        let new = before.next().map(|before| {
            let mut new = library.clone();
            new.reached.remove(&before.reached);
            let mut rows = table(&new, blocks, Grouping::Namespace);
            rows.retain(|row| row.reached > 0);
            rows.sort_by_key(|row| std::cmp::Reverse(row.reached));
            rows
        });
        Self {
            namespaces,
            unit: if has_folders { "folder" } else { "namespace" },
            unreached,
            new,
        }
    }
}

/// A table of libraries, and the groups of each.
pub(super) fn libraries(
    coverage: &[LibraryCoverage],
    groups: &[Result<ReachedGroups, String>],
) -> Markup {
    html! {
        p { "What the runs have reached in the solver's libraries. " code { "murxla-rs coverage" } " lists namespaces and functions." }
        div.scroll { table {
            tr { th scope="col" { "library" } th scope="col" { "counted" } th.n scope="col" { "reached" } th.n scope="col" { "of" } th.n scope="col" { "share" } th scope="col" { "sha256" } }
            @for library in coverage {
                @let count = library.count();
                tr {
                    td { (one_line(&library.library)) }
                    td { (count.granularity) }
                    td.n { (grouped(count.reached)) }
                    td.n { (grouped(count.total)) }
                    td.n { (format!("{:.1} %", count.percent())) }
                    td { code { (library.sha256.get(..12).unwrap_or_default()) "…" } }
                }
            }
        } }
        @for (library, groups) in coverage.iter().zip(groups) {
            @let name = one_line(&library.library);
            @match groups {
                Ok(groups) => (tables(&name, groups)),
                Err(why) => { h3 { (name) } p.faint { (why) } }
            }
        }
    }
}

/// The groups of a library.
fn tables(library: &str, groups: &ReachedGroups) -> Markup {
    let ReachedGroups {
        namespaces,
        unit,
        unreached,
        new,
    } = groups;
    html! {
        @if let Some(new) = new {
            @let count: u64 = new.iter().map(|row| u64::from(row.reached)).sum();
            h3 { "New in " (library) }
            p.faint { "The last part of the campaign is the first one that has reached " (grouped(count)) " of the blocks." }
            @if !new.is_empty() { (table_of("namespace", new)) }
        }
        h3 { "Namespaces of " (library) }
        p.faint { "Those with the most that was not reached come first." }
        (table_of("namespace", namespaces))
        @if !unreached.is_empty() {
            h3 { "Never reached in " (library) }
            p.faint { "No run has reached these. The largest come first." }
            (table_of(unit, unreached))
        }
    }
}

/// The first rows of a table of groups.
fn table_of(unit: &str, rows: &[Row]) -> Markup {
    let more = rows.len().saturating_sub(ROWS);
    html! {
        div.scroll { table {
            tr { th scope="col" { (unit) } th.n scope="col" { "reached" } th.n scope="col" { "of" } th.n scope="col" { "share" } td { } }
            @for Row { name, reached, total } in rows.iter().take(ROWS) {
                @let percent = 100.0 * f64::from(*reached) / f64::from((*total).max(1));
                tr {
                    td.name { code { (one_line(name)) } }
                    td.n { (grouped(u64::from(*reached))) }
                    td.n { (grouped(u64::from(*total))) }
                    td.n { (format!("{percent:.1} %")) }
                    td.share { span style=(format!("width: {percent:.1}%")) { } }
                }
            }
        } }
        @if more > 0 { p.faint { (grouped(more as u64)) " more are not listed." } }
    }
}
