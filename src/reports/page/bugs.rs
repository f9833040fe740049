//! The bugs: a row for each, which opens. Variants of a bug are within its row.

use super::Entry;
use super::duration;
use super::plots::grouped;
use crate::reports::issue::{Brief, Listing, shortened};
use crate::results::CampaignRecord;
use crate::system::escape::one_line;
use crate::triage::{Finding, Group, KindRow, Reproduces, Variant, WhySame, variants};
use maud::{Markup, html};

/// The size in bytes of all programs and traces on a page. Those of further bugs are only named.
const MOST_LISTED: usize = 8 << 20;

/// A bug with its variants.
struct Bug<'a> {
    entry: &'a Entry<'a>,
    variants: Vec<(&'a Entry<'a>, WhySame)>,
}

/// The bugs in the order of their first findings.
fn bugs<'a>(entries: &'a [Entry<'a>]) -> Vec<Bug<'a>> {
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

/// The list of bugs, the worst first.
pub(super) fn list(entries: &[Entry<'_>], campaign: Option<&CampaignRecord>) -> Markup {
    let bugs = bugs(entries);
    let mut left = MOST_LISTED;
    let rows = bugs
        .iter()
        .map(|bug| row(bug.entry, &bug.variants, &mut left));
    let rows: Vec<Markup> = rows.collect();
    let groups = Group::ALL.map(|group| {
        let of = bugs.iter().filter(|bug| group_of(bug.entry) == group);
        (group, of.count())
    });
    let variants = entries.len() - bugs.len();
    let counters = campaign.map(|campaign| &campaign.counters);
    html! {
        p {
            b { (grouped(bugs.len() as u64)) " bugs" }
            @for (group, count) in groups.iter().filter(|(_, count)| *count > 0) {
                " " span.group.(group.name()) { (count) " " (group.name()) }
            }
            @if variants > 0 { " with " (grouped(variants as u64)) " variants" }
            @if let Some(counters) = counters {
                " in " (grouped(counters.runs)) " runs, " (duration(counters.time))
            }
        }
        @if !bugs.is_empty() {
            div.bugs {
                div.head {
                    span { } span { "kind" } span { "message" } span.n { "seen" } span.n { "calls" }
                    span { "tier" } span { "reproduces" }
                }
                @for row in &rows { (row) }
            }
            p.faint {
                "The worst come first, and of equally bad ones those that users are most likely to meet (tier A). A row opens. "
                "“calls” is the length of the shortest trace, with * if it is not minimized."
            }
        }
    }
}

fn group_of(entry: &Entry<'_>) -> Group {
    KindRow::of(&entry.finding.kind).group()
}

/// The row of a finding, and what it shows when it is opened.
fn row(entry: &Entry<'_>, variants: &[(&Entry<'_>, WhySame)], left: &mut usize) -> Markup {
    let finding = entry.finding;
    let calls = match entry.calls {
        Some((calls, true)) => grouped(calls as u64),
        Some((calls, false)) => format!("{}*", grouped(calls as u64)),
        None => "–".to_owned(),
    };
    let tier = finding.standing.as_ref();
    let tier = tier.map_or("–".to_owned(), |standing| format!("{:?}", standing.tier));
    let opened = opened(entry, left);
    let variants = variants.iter();
    let variants: Vec<(Markup, &WhySame)> = variants
        .map(|(entry, why)| (row(entry, &[], left), why))
        .collect();
    html! {
        details.bug.(group_of(entry).name()) id=(finding.id) {
            summary {
                span.mark { }
                span.kind { (finding.kind) }
                span.what {
                    @match variants.len() {
                        0 => "",
                        1 => span.more { "+1 variant" },
                        more => span.more { "+" (more) " variants" },
                    }
                    (shortened(&finding.headline(), 300))
                }
                span.n data-label="seen" { (grouped(entry.sights)) }
                span.n data-label="calls" { (calls) }
                span data-label="tier" { (tier) }
                span data-label="reproduces" { (reproduces(finding)) }
            }
            div.open {
                (opened)
                @if !variants.is_empty() {
                    h3 { "Variants" }
                    p.faint { "These findings are probably the same bug, for the reason above each." }
                    @for (variant, why) in &variants { p.faint { (why.to_string()) } (variant) }
                }
            }
        }
    }
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

/// What a row shows when it is opened.
fn opened(entry: &Entry<'_>, left: &mut usize) -> Markup {
    let Entry { finding, brief, .. } = entry;
    let theories: Vec<&str> = entry.theories.iter().copied().collect();
    let mut facts = vec![
        ("finding", finding.id.as_str().to_owned()),
        ("replay", format!("It {}.", finding.status())),
    ];
    let standing = finding.standing.as_ref();
    facts.extend(standing.map(|its| ("tier", format!("{:?}: {}", its.tier, its.reason))));
    if !theories.is_empty() {
        facts.push(("theories", theories.join(", ")));
    }
    facts.push(("found after", duration(finding.after)));
    let releases = finding.releases.as_ref();
    facts.extend(releases.map(|releases| ("releases", releases.sentence())));
    let settings = finding.settings.as_ref();
    facts.extend(settings.map(|settings| ("other settings", settings.sentence())));
    facts.extend(finding.check.clone().map(|check| ("check", check)));
    let listings = brief.listings.iter().map(|one| listing(one, left));
    let listings: Vec<Markup> = listings.collect();
    html! {
        dl { @for (name, value) in &facts { dt { (name) } dd { (one_line(value)) } } }
        (observed(brief))
        h3 { "What is right" }
        p { (sentence(&brief.expected)) }
        @if let Some(assignment) = &brief.assignment {
            p { "The assignment, for the script:" }
            pre { (assignment) }
        }
        h3 { "How to see it" }
        @for name in &brief.replays { p { code.copy { (command(entry, name)) } } }
        p.faint {
            "Without the results directory, save the trace below and give its name instead. " (sentence(&brief.shows))
            " " code { (entry.place.join("report.md").display()) } " is the text of an issue."
        }
        @if let Some(why) = &brief.no_script { p.faint { (why) } }
        @for listing in &listings { (listing) }
    }
}

/// The command that replays a trace of the finding.
fn command(entry: &Entry<'_>, trace: &str) -> String {
    let path = entry.place.join(trace).display().to_string();
    let quoted = shlex::try_quote(&path).map_or_else(|_| path.clone(), Into::into);
    format!("murxla-rs replay {}", one_line(&quoted))
}

fn observed(brief: &Brief) -> Markup {
    let blocks = [
        ("", brief.message.trim()),
        ("What the solver returned:", &brief.returned.join("\n")),
        (
            "These calls made the terms that are named above:",
            &brief.named.join("\n"),
        ),
        ("Backtrace:", &brief.frames.join("\n")),
    ];
    html! {
        h3 { "What happened" }
        p { (sentence(&brief.observed)) @if let Some(call) = &brief.last_call { " Last call: " code { (one_line(call)) } } }
        @for (title, text) in blocks.iter().filter(|(_, text)| !text.is_empty()) {
            @if !title.is_empty() { p { (title) } }
            pre { (text) }
        }
    }
}

/// A program or a trace. The first program is open.
fn listing(listing: &Listing, left: &mut usize) -> Markup {
    let text = listing.text.as_ref().filter(|text| text.len() <= *left);
    *left -= text.map_or(0, String::len);
    html! {
        details.listing open[listing.result.is_some()] {
            summary { (listing.title) }
            @match text {
                Some(text) => pre { (text.trim_end()) },
                None => p.faint { "It is too long for this page." },
            }
            @if let Some(result) = &listing.result { p { (result) } }
            @if !listing.output.is_empty() { pre { (listing.output) } }
            @if !listing.gaps.is_empty() {
                p { "Not translated:" }
                ul { @for gap in &listing.gaps { li { code { (gap) } } } }
            }
        }
    }
}

/// A sentence in which backquotes mark code.
pub(super) fn sentence(text: &str) -> Markup {
    let parts = text.split('`').enumerate();
    html! { @for (place, part) in parts {
        @if place % 2 == 1 { code { (part) } } @else { (part) }
    } }
}
