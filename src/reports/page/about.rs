//! The campaign itself: its counters, its libraries, its parts, and what the profile filtered.

use super::plots::grouped;
use super::{duration, sorted};
use crate::events::{Counters, LibraryRole};
use crate::results::{CampaignRecord, Part};
use crate::seeds::SeedForm;
use maud::{Markup, html};
use murxla_system::escape::one_line;

/// The number of parts that are listed openly: the last ones.
const OPEN: usize = 3;

/// The counters.
pub(super) fn tiles(c: &Counters) -> Markup {
    let per_second = c.runs as f64 / c.time.max(f64::MIN_POSITIVE);
    let rate = if c.time > 0.0 {
        format!("{per_second:.1}")
    } else {
        "–".to_owned()
    };
    let tiles = [
        ("findings", grouped(c.found)),
        ("duplicates", grouped(c.duplicates)),
        ("filtered by the profile", grouped(c.filtered)),
        ("runs", grouped(c.runs)),
        ("runs per second", rate),
        ("API calls", grouped(c.calls)),
        ("sat", grouped(c.answers.sat)),
        ("unsat", grouped(c.answers.unsat)),
        ("unknown", grouped(c.answers.unknown)),
        ("timed out", grouped(c.timeouts)),
        ("out of memory", grouped(c.memory)),
        ("time", duration(c.time)),
        ("CPU time of runs", duration(c.cpu)),
    ];
    html! { div.tiles { @for (name, value) in tiles { div.tile { b { (value) } span { (name) } } } } }
}

/// The solvers, their versions and the hashes of their libraries.
pub(super) fn libraries(campaign: &CampaignRecord) -> Markup {
    let role = |role: LibraryRole| match role {
        LibraryRole::Solver => "under test",
        LibraryRole::CrossCheck => "--cross-check",
        LibraryRole::Check => "--check",
    };
    html! { @if !campaign.libraries.is_empty() {
        div.scroll { table {
            tr { th scope="col" { "solver" } th scope="col" { "purpose" } th scope="col" { "version" } th scope="col" { "sha256" } }
            @for library in &campaign.libraries { tr {
                td { (one_line(&library.solver)) }
                td { (role(library.role)) }
                td { (one_line(&library.version)) }
                td { @match library.sha256.get(..12) { Some(hash) => code { (one_line(hash)) "…" }, None => "–" } }
            } }
        } }
    } }
}

/// The parts, the last one first. `differences` has the arguments that differ from those of the
/// part before.
pub(super) fn parts(campaign: &CampaignRecord, differences: &[Vec<String>]) -> Markup {
    let parts = &campaign.parts;
    let known: u64 = parts.iter().map(|part| part.runs).sum();
    let rest = campaign.counters.runs.saturating_sub(known);
    let rows = parts.iter().enumerate().rev().map(|(place, part)| {
        let differs = differences.get(place).map_or(&[][..], Vec::as_slice);
        row(place + 1, part, differs)
    });
    let rows: Vec<Markup> = rows.collect();
    let (open, folded) = rows.split_at(rows.len().min(OPEN));
    let is_mixed = differences.iter().any(|of_part| !of_part.is_empty());
    html! {
        h3 { "Parts" }
        @if is_mixed { p.warn { "Not all parts have the same settings. The numbers on this page are about all of them." } }
        @for part in open { (part) }
        @if !folded.is_empty() {
            details { summary { (folded.len()) " earlier" } @for part in folded { (part) } }
        }
        @if rest > 0 {
            p.faint { (grouped(rest)) " runs belong to parts that are not recorded. Earlier versions of murxla-rs recorded none." }
        }
    }
}

fn row(number: usize, part: &Part, differs: &[String]) -> Markup {
    let settings = &part.settings;
    let list = |words: &[String], none: &str| match words {
        [] => none.to_owned(),
        words => one_line(&words.join(", ")),
    };
    let words = settings.arguments.iter();
    let words = words.map(|word| shlex::try_quote(word).map_or_else(|_| word.clone(), Into::into));
    let line = words.collect::<Vec<String>>().join(" ");
    let fuzzed = match settings.fuzzed.as_str() {
        "" => "none".to_owned(),
        pattern => one_line(pattern),
    };
    let facts = [
        ("strategies", list(&settings.strategies, "not recorded")),
        ("theories", list(&settings.theories, "not recorded")),
        ("options of all runs", list(&settings.options, "none")),
        ("fuzzed options", fuzzed),
    ];
    html! { div.part {
        p {
            b { "Part " (number) } ": " (part.started.readable()) " to " (part.stored.readable()) " UTC, "
            (grouped(part.runs)) " runs from seed " (SeedForm::Hexadecimal.text(settings.seed))
        }
        @if !differs.is_empty() {
            p.warn { "Other arguments than in the part before: " (differs.join("; ")) }
        }
        p { code.copy { "murxla-rs " (one_line(&line)) } }
        dl { @for (name, value) in facts { dt { (name) } dd { (value) } } }
    } }
}

/// The bugs that the profile excludes, the most frequent reason first.
pub(super) fn filtered(campaign: &CampaignRecord) -> Markup {
    let rows = campaign
        .filtered
        .iter()
        .map(|(reason, count)| (reason.clone(), *count));
    let rows = sorted(rows);
    // Older directories count without the reasons.
    let known: u64 = campaign.filtered.values().sum();
    let rest = campaign.counters.filtered.saturating_sub(known);
    html! { @if campaign.counters.filtered > 0 {
        h3 { "Filtered" }
        div.scroll { table {
            tr { th scope="col" { "reason" } th.n scope="col" { "times" } }
            @for (reason, count, _) in &rows { tr { td { (reason) } td.n { (grouped(*count)) } } }
            @if rest > 0 { tr { td.faint { "reasons that were not recorded" } td.n { (grouped(rest)) } } }
        } }
    } }
}
