//! The table of bugs: a row for each, and a second row that opens. Variants of a bug are within it.

use super::Entry;
use super::details::opened;
use super::plots::grouped;
use crate::reports::issue::shortened;
use crate::triage::{Finding, Group, KindRow, Reproduces, Tier, Variant, WhySame, variants};
use maud::{Markup, html};
use murxla_system::date::Date;
use std::collections::BTreeSet;

/// The size in bytes of all programs and traces on a page. Those of further bugs are only named.
const MOST_LISTED: usize = 8 << 20;
/// The number of operators and options in a row.
const MOST_NAMES: usize = 8;

/// A bug with its variants.
pub(super) struct Bug<'a> {
    entry: &'a Entry<'a>,
    variants: Vec<(&'a Entry<'a>, WhySame)>,
}

/// The bugs in the order of their first findings.
pub(super) fn bugs<'a>(entries: &'a [Entry<'a>]) -> Vec<Bug<'a>> {
    let all: Vec<&Finding> = entries.iter().map(|entry| entry.finding).collect();
    let mut bugs: Vec<Bug<'a>> = Vec::new();
    for (entry, variant) in entries.iter().zip(variants(&all)) {
        let Some(Variant { original, why }) = variant else {
            bugs.push(Bug {
                entry,
                variants: Vec::new(),
            });
            continue;
        };
        let known = bugs
            .iter_mut()
            .find(|bug| bug.entry.finding.id == original.id);
        if let Some(bug) = known {
            bug.variants.push((entry, why));
        }
    }
    bugs
}

/// A number of things, with their name in the singular.
fn number_of(count: usize, thing: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {thing}{s}", grouped(count as u64))
}

/// How many bugs there are.
pub(super) fn count(bugs: &[Bug<'_>]) -> Markup {
    let groups = Group::ALL.map(|group| {
        let of = bugs.iter().filter(|bug| group_of(bug.entry) == group);
        (group, of.count())
    });
    let variants = bugs.iter().map(|bug| bug.variants.len()).sum();
    html! {
        b { (number_of(bugs.len(), "bug")) }
        @for (group, count) in groups.iter().filter(|(_, count)| *count > 0) {
            " " span.group.(group.name()) { (count) " " (group.name()) }
        }
        @if variants > 0 { " with " (number_of(variants, "variant")) }
    }
}

/// The list of bugs, the worst first.
pub(super) fn list(bugs: &[Bug<'_>]) -> Markup {
    if bugs.is_empty() {
        return html! {};
    }
    let mut left = MOST_LISTED;
    let rows = bugs.iter().map(|Bug { entry, variants }| {
        let opened = html! {
            (opened(entry, &mut left))
            @if !variants.is_empty() {
                h3 { "Variants" }
                p.faint { "These findings are probably the same bug." }
                (table(None, variants.iter().map(|(variant, why)| {
                    let opened = opened(variant, &mut left);
                    row(variant, &html! { (why.to_string()) }, &opened)
                })))
            }
        };
        let more = html! {
            @if !variants.is_empty() {
                span.more { "+" (number_of(variants.len(), "variant")) } " "
            }
            @if needed(entry).is_some() { (shortened(&entry.finding.observed.headline(), 300)) } @else { "Details" }
        };
        row(entry, &more, &opened)
    });
    let table = table(Some("bugs"), rows);
    html! {
        (filter(bugs))
        (table)
        p.faint {
            "The worst come first, and of equally bad ones those that users are most likely to meet (tier A). "
            "Click a row for details. “Calls” is the length of the shortest trace, with * if it is not minimized."
        }
    }
}

/// The fields by which bugs are found. Without the script of the page, they have no effect, and are
/// not shown.
fn filter(bugs: &[Bug<'_>]) -> Markup {
    let variants = bugs.iter().flat_map(|bug| &bug.variants);
    let variants = variants.map(|(variant, _)| *variant);
    let entries = bugs.iter().map(|bug| bug.entry).chain(variants);
    let mut values: [BTreeSet<String>; 4] = Default::default();
    for entry in entries {
        for (all, its) in values.iter_mut().zip(properties(entry)) {
            all.extend(its.1);
        }
    }
    let names = ["kind", "theory", "operator", "tier"];
    html! {
        form #filter role="search" hidden {
            label { "Search " input type="search" name="search"; }
            @for (name, values) in names.iter().zip(&values) {
                label { (name) " " select name=(name) {
                    option value="" { "all" }
                    @for value in values { option { (value) } }
                } }
            }
            button type="reset" { "Show all" }
            output { }
        }
    }
}

/// What bugs are filtered by.
fn properties(entry: &Entry<'_>) -> [(&'static str, BTreeSet<String>); 4] {
    let needs = needed(entry).unwrap_or_else(|| entry.names.iter().map(String::as_str).collect());
    let operators = needs.into_iter().filter(|name| is_operator(name));
    let tier = tier(entry.finding).map(|tier| format!("{tier:?}"));
    [
        ("kind", [entry.finding.observed.kind.to_string()].into()),
        (
            "theory",
            entry
                .theories
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
        ),
        ("operator", operators.map(str::to_owned).collect()),
        ("tier", tier.into_iter().collect()),
    ]
}

fn table(id: Option<&str>, rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        table.bugs id=[id] {
            colgroup { @for (class, _) in COLUMNS { col.(class); } }
            thead { tr { @for (class, title) in COLUMNS { th.(class) scope="col" { (title) } } } }
            @for row in rows { (row) }
        }
    }
}

/// The columns: their classes in the style sheet, and their titles.
const COLUMNS: [(&str, &str); 8] = [
    ("kind", "kind"),
    ("what", "needs, or where it shows"),
    ("tier", "tier"),
    ("calls", "calls"),
    ("seen", "seen"),
    ("date", "first seen"),
    ("date", "last seen"),
    ("reproduces", "reproduces"),
];

fn group_of(entry: &Entry<'_>) -> Group {
    KindRow::of(&entry.finding.observed.kind).group()
}

fn tier(finding: &Finding) -> Option<Tier> {
    finding
        .analysis
        .standing
        .as_ref()
        .map(|standing| standing.tier)
}

fn is_operator(name: &str) -> bool {
    name.contains("OP_")
}

/// The operators and options without which the bug does not show, if that is known.
fn needed<'a>(entry: &'a Entry<'_>) -> Option<Vec<&'a str>> {
    let needs = &entry.finding.analysis.experiments.as_ref()?.needs;
    let (operators, options): (Vec<&str>, Vec<&str>) = needs
        .iter()
        .map(String::as_str)
        .partition(|name| is_operator(name));
    Some([operators, options].concat()).filter(|needs| !needs.is_empty())
}

/// The row of a finding, and one below it that opens.
fn row(entry: &Entry<'_>, more: &Markup, opened: &Markup) -> Markup {
    let finding = entry.finding;
    let calls = match entry.calls {
        Some((calls, true)) => grouped(calls as u64),
        Some((calls, false)) => format!("{}*", grouped(calls as u64)),
        None => "–".to_owned(),
    };
    let tier = tier(finding).map_or("–".to_owned(), |tier| format!("{tier:?}"));
    let [kinds, theories, operators, tiers] =
        properties(entry).map(|(_, values)| Vec::from_iter(values).join(" "));
    html! {
        tbody.bug.(group_of(entry).name()) id=(finding.id)
            data-kind=(kinds) data-theory=(theories) data-operator=(operators) data-tier=(tiers)
        {
            tr {
                th.kind scope="row" { (finding.observed.kind) }
                td.what { (what(entry)) }
                td.tier { (tier) }
                td.calls { (calls) }
                td.seen { (grouped(entry.sights.count)) }
                td.date { (date(entry.sights.first)) }
                td.date { (date(entry.sights.last)) }
                td.reproduces { (reproduces(finding)) }
            }
            tr { td.opens colspan=(COLUMNS.len()) {
                details { summary { (more) } div.open { (opened) } }
            } }
        }
    }
}

/// What tells a bug from others of its kind: what it needs, where it shows, since when.
fn what(entry: &Entry<'_>) -> Markup {
    let finding = entry.finding;
    let experiments = finding.analysis.experiments.as_ref();
    let suspicious = experiments.and_then(|its| its.readable_functions().next());
    let range = finding
        .analysis
        .releases
        .as_ref()
        .and_then(|its| its.bad.first());
    html! {
        @match needed(entry) {
            Some(names) => {
                @for name in names.iter().take(MOST_NAMES) {
                    code.needed.option[!is_operator(name)] { (name) } " "
                }
                @if names.len() > MOST_NAMES { "and " (names.len() - MOST_NAMES) " more" }
            },
            None => code { (shortened(&finding.observed.headline(), 300)) },
        }
        @if let Some(function) = suspicious {
            div.faint { "suspicious: " code { (shortened(&function, 120)) } }
        }
        @if let Some(range) = range {
            div.faint {
                @if range.last_good.is_some() { "since " } @else { "in " }
                (range.first_bad.of_solver())
                @if let Some(fixed) = &range.fixed_in { ", fixed in " (fixed.of_solver()) }
            }
        }
    }
}

/// A date without seconds.
fn date(date: Option<Date>) -> Markup {
    html! { @match date {
        Some(date) => time datetime=(date) { (date.readable().get(..16).unwrap_or_default()) },
        None => "–",
    } }
}

/// Whether it reproduces, in a word.
fn reproduces(finding: &Finding) -> String {
    match (&finding.gone, &finding.reproduces) {
        (Some(_), _) => "gone".to_owned(),
        (None, Reproduces::Yes) if finding.search_limit.is_some() => "by time".to_owned(),
        (None, Reproduces::Yes) => "yes".to_owned(),
        (None, Reproduces::Flaky { seen, tries }) => format!("{seen} of {tries}"),
        (None, Reproduces::Warm { .. }) => "in its batch".to_owned(),
        (None, Reproduces::No) => "no".to_owned(),
    }
}
