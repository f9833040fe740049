//! What a row of the table of bugs shows when it is opened: what the issue of the finding has.

use super::Entry;
use super::duration;
use crate::reports::issue::{Brief, Listing};
use crate::triage::Compared;
use maud::{Markup, html};
use murxla_system::escape::one_line;

/// What a row shows when it is opened.
pub(super) fn opened(entry: &Entry<'_>, left: &mut usize) -> Markup {
    let Entry { finding, brief, .. } = entry;
    let theories: Vec<&str> = entry.theories.iter().copied().collect();
    let mut facts = vec![("replay", format!("It {}.", finding.status()))];
    let standing = finding.analysis.standing.as_ref();
    facts.extend(standing.map(|its| ("tier", format!("{:?}: {}", its.tier, its.reason))));
    if !theories.is_empty() {
        facts.push(("theories", theories.join(", ")));
    }
    facts.push(("seen", entry.sights.to_string()));
    if entry.sights.first.is_none() {
        facts.push(("found after", duration(finding.after)));
    }
    let releases = finding.analysis.releases.as_ref();
    facts.extend(releases.map(|releases| ("releases", releases.sentence())));
    let settings = finding.analysis.settings.as_ref();
    facts.extend(settings.map(|settings| ("other settings", settings.sentence())));
    facts.extend(finding.observed.check.clone().map(|check| ("check", check)));
    let listings = brief.listings.iter().map(|one| listing(one, left));
    let listings: Vec<Markup> = listings.collect();
    html! {
        dl {
            dt { "finding" } dd { a href={ "#" (finding.id) } { (finding.id) } }
            @for (name, value) in &facts { dt { (name) } dd { (one_line(value)) } }
            @if let Some(upstream) = &entry.upstream { dt { "upstream" } dd { (linked(upstream)) } }
        }
        (observed(brief))
        h3 { "What is right" }
        p { (sentence(&brief.expected)) }
        @if let Some(assignment) = &brief.assignment {
            p { "The assignment, for the script:" }
            div.listing { pre.copy { (assignment) } }
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

/// The status of the bug at the project of the solver. Only an address of the web is a link,
/// because the trace may come from others.
fn linked(upstream: &str) -> Markup {
    let text = one_line(upstream);
    html! {
        @if upstream.starts_with("https://") { a href=(text) rel="noreferrer" { (text) } }
        @else { (text) }
    }
}

/// The command that replays a trace of the finding.
fn command(entry: &Entry<'_>, trace: &str) -> String {
    let path = entry.place.join(trace).display().to_string();
    let quoted = shlex::try_quote(&path).map_or_else(|_| path.clone(), Into::into);
    format!("murxla-rs replay {}", one_line(&quoted))
}

fn observed(brief: &Brief) -> Markup {
    let compared = Compared::of(&brief.message);
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
        @if let Some(Compared { term, said, right }) = &compared {
            table.compared {
                tr { th scope="row" { "term" } td { code { (one_line(term)) } } }
                tr { th scope="row" { "the solver says" } td { code { (one_line(said)) } } }
                tr { th scope="row" { "right is" } td { code { (one_line(right)) } } }
            }
        }
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
                Some(text) => pre.copy { (text.trim_end()) },
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
