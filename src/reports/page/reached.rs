//! What the runs have reached in the solver's libraries.

use super::plots::grouped;
use crate::coverage::{LibraryCoverage, Row};
use crate::system::escape::one_line;
use maud::{Markup, html};

/// The number of namespaces that are listed for a library.
const NAMESPACES: usize = 20;

/// A table of libraries, and one of namespaces for each.
pub(super) fn libraries(
    coverage: &[LibraryCoverage],
    namespaces: &[Result<Vec<Row>, String>],
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
        @for (library, rows) in coverage.iter().zip(namespaces) {
            h3 { "Namespaces of " (one_line(&library.library)) }
            @match rows {
                Ok(rows) => (table(rows)),
                Err(why) => p.faint { (why) },
            }
        }
    }
}

/// The namespaces with the most that was not reached.
fn table(rows: &[Row]) -> Markup {
    let more = rows.len().saturating_sub(NAMESPACES);
    html! {
        p.faint { "Those with the most that was not reached come first." @if more > 0 { " " (grouped(more as u64)) " more are not listed." } }
        div.scroll { table {
            tr { th scope="col" { "namespace" } th.n scope="col" { "reached" } th.n scope="col" { "of" } th.n scope="col" { "share" } td { } }
            @for Row { name, reached, total } in rows.iter().take(NAMESPACES) {
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
    }
}
