//! Writes a campaign as one HTML page with plots. The page needs no other file. Its script filters
//! the bugs; without it, the page can be read.

mod about;
mod bugs;
mod details;
mod plots;
mod reached;
#[cfg(test)]
mod tests;
mod time;

use crate::reports::issue::Brief;
use crate::results::{CampaignRecord, Kept};
use crate::stats::{Counts, Operators};
use crate::triage::{Finding, KindRow, Sights};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use murxla_fsm::oracle::BugKind;
use murxla_system::digest::hash_in_base64;
use plots::{COLOURS, bars, css, grouped};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

pub use reached::ReachedGroups;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The number of operators in the plot of the most frequent ones, and in the plot of the rarest
/// ones.
const OPERATORS: usize = 25;

/// A finding, as the page lists it.
pub struct Entry<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// How often and when the campaign saw it.
    pub sights: Sights,
    /// The theories of the operators in its shortest trace.
    pub theories: BTreeSet<&'static str>,
    /// The operators and options in that trace.
    pub names: BTreeSet<String>,
    /// The number of calls of that trace, and whether it is minimized. `None` without a trace.
    pub calls: Option<(usize, bool)>,
    /// The public issue about the bug, as the header of that trace names it.
    pub upstream: Option<String>,
    /// Its folder.
    pub place: PathBuf,
    /// What its issue says.
    pub brief: Brief,
}

/// The data of the page.
pub struct Overview<'a> {
    /// The results directory.
    pub folder: &'a Path,
    /// The campaign, the samples and the findings in it.
    pub kept: &'a Kept,
    /// The statistics in it, if there are any.
    pub operators: Option<&'a Operators>,
    /// The findings, as the page lists them, the worst first.
    pub entries: &'a [Entry<'a>],
    /// For each part of the campaign, the arguments that differ from those of the part before and
    /// that decide what runs do.
    pub differences: &'a [Vec<String>],
    /// For each library whose coverage was measured, its blocks in groups, or a message why they
    /// are not known.
    pub groups: &'a [Result<ReachedGroups, String>],
    /// Messages about files that could not be read.
    pub damage: &'a [String],
}

impl Overview<'_> {
    /// The text of the page.
    ///
    /// # Errors
    /// Returns an error if a plot cannot be drawn.
    pub fn page(&self) -> Result<String, String> {
        let campaign = self.kept.campaign.as_ref();
        let title = campaign.map_or_else(|| self.folder.display().to_string(), title);
        let bugs = bugs::bugs(self.entries);
        let sections = self.sections()?;
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy());
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { "murxla-rs: " (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (title) }
                        p {
                            (bugs::count(&bugs))
                            @if let Some(campaign) = campaign {
                                " in " (grouped(campaign.counters.runs)) " runs, " (duration(campaign.counters.time))
                            }
                        }
                        nav aria-label="Sections" {
                            a href="#list" { "Bugs" }
                            @for (id, name, _) in &sections { a href={ "#" (id) } { (name) } }
                        }
                    }
                    main {
                        section #list aria-label="Bugs" { (bugs::list(&bugs)) }
                        @for damage in self.damage { p.warn { (damage) } }
                        @if campaign.is_none() {
                            p.warn { "campaign.json is missing or cannot be read, so this page has no counters." }
                        }
                        @for (id, name, content) in &sections {
                            section aria-labelledby=(id) { h2 id=(id) { (name) } (content) }
                        }
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        Ok(page.into_string())
    }

    /// What follows the bugs: ids, names and contents.
    fn sections(&self) -> Result<Vec<(&'static str, &'static str, Markup)>, String> {
        let campaign = self.kept.campaign.as_ref();
        let mut sections = Vec::new();
        if let Some(campaign) = campaign {
            sections.push((
                "campaign",
                "About the campaign",
                html! {
                    p.faint {
                        "murxla-rs" @if !campaign.platform.is_empty() { " on " (campaign.platform) }
                        "; results in " code { (self.folder.display()) }
                    }
                    (about::tiles(&campaign.counters))
                    (about::libraries(campaign))
                    (about::parts(campaign, self.differences))
                    (about::filtered(campaign))
                },
            ));
        }
        if !self.entries.is_empty() {
            sections.push(("kinds", "Kinds and theories", self.findings()?));
        }
        let samples = self.kept.samples.as_ref();
        if let Some(samples) = samples.filter(|samples| !samples.all().is_empty()) {
            sections.push(("time", "Over time", time::over_time(samples, campaign)?));
        }
        if let Some(coverage) = &self.kept.coverage {
            let content = reached::libraries(coverage, self.groups);
            sections.push(("coverage", "Coverage", content));
        }
        if let Some(operators) = self.operators {
            sections.push(("operators", "Operators", used(operators)?));
        }
        Ok(sections)
    }

    /// Their kinds and theories.
    fn findings(&self) -> Result<Markup, String> {
        // The severity is a part of the key, so that the worst kinds come first.
        let mut kinds: BTreeMap<(u8, &BugKind), Vec<&Entry<'_>>> = BTreeMap::new();
        let mut theories = Counts::new();
        for entry in self.entries {
            let kind = &entry.finding.observed.kind;
            let of = kinds.entry((KindRow::of(kind).severity, kind));
            of.or_default().push(entry);
            for theory in &entry.theories {
                *theories.entry((*theory).to_owned()).or_default() += 1;
            }
        }
        let by_kind = kinds
            .iter()
            .map(|((_, kind), of)| (kind.to_string(), of.len() as u64));
        let by_kind = bars(&sorted(by_kind))?;
        let by_theory = bars(&sorted(theories.clone().into_iter()))?;
        let count = |of: &[&Entry<'_>], theory: &str| {
            of.iter()
                .filter(|entry| entry.theories.contains(theory))
                .count()
        };
        let cells = kinds
            .values()
            .flat_map(|of| theories.keys().map(|theory| count(of, theory)));
        let most = cells.max().unwrap_or(0).max(1);
        Ok(html! {
            div.plots {
                (figure("Findings by kind", html! { "Number of findings" }, &by_kind))
                (figure("Findings by theory", html! { "Number of findings whose shortest trace has operators of the theory. A finding can count for several theories." }, &by_theory))
            }
            div.scroll { table.grid {
                tr { th scope="col" { "kind \\ theory" } @for theory in theories.keys() { th scope="col" { (theory) } } }
                @for ((_, kind), of) in &kinds {
                    tr {
                        th scope="row" { (kind) }
                        @for theory in theories.keys() {
                            @let count = count(of, theory);
                            @let shade = 0.12 + 0.5 * count as f64 / most as f64;
                            @if count > 0 { td style=(format!("background: rgba(var(--cell), {shade:.2})")) { (count) } } @else { td { } }
                        }
                    }
                }
            } }
        })
    }
}

/// The solver and its version, once.
fn title(campaign: &CampaignRecord) -> String {
    let CampaignRecord {
        solver, version, ..
    } = campaign;
    let of_spec = solver.split_once('@').map(|(_, version)| version);
    match of_spec.is_some_and(|of_spec| of_spec.split('+').next() == Some(version)) {
        true => solver.clone(),
        false => format!("{solver} {version}"),
    }
}

/// What a browser may load and run: this page and its script.
fn policy() -> String {
    let hash = hash_in_base64(SCRIPT.as_bytes());
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'"
    )
}

/// The rows of a bar plot: names with their counts, the highest count first.
fn sorted(counts: impl Iterator<Item = (String, u64)>) -> Vec<(String, u64, Option<u64>)> {
    let mut rows: Vec<_> = counts.map(|(name, count)| (name, count, None)).collect();
    rows.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    rows
}

/// A plot as SVG, with its title for those who cannot see it.
fn figure(title: &str, caption: Markup, plot: &str) -> Markup {
    let plot = plot.replacen("<svg ", "<svg role=\"img\" ", 1);
    let (start, rest) = plot.split_once('>').unwrap_or((&plot, ""));
    html! { figure {
        figcaption { b { (title) } (caption) }
        (PreEscaped(start)) (PreEscaped(">")) title { (title) } (PreEscaped(rest))
    } }
}

/// The legend of a plot: names of its lines with their colours.
fn legend(names: &[&str]) -> Markup {
    html! { @for (name, colour) in names.iter().zip(COLOURS) {
        span.key style=(format!("background: {}", css(colour))) {} (name)
    } }
}

/// A time in seconds, minutes or hours.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn used(operators: &Operators) -> Result<Markup, String> {
    let of = |counts: &Counts, op: &str| counts.get(op).copied().unwrap_or(0);
    let possible = operators.possible_ops.iter();
    let names: BTreeSet<&String> = operators.ops.keys().chain(possible).collect();
    let mut rows: Vec<_> = names
        .into_iter()
        .map(|op| {
            let live = of(&operators.live_ops, op);
            (op.clone(), of(&operators.ops, op), Some(live))
        })
        .collect();
    rows.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    let least = rows
        .len()
        .saturating_sub(OPERATORS)
        .max(OPERATORS.min(rows.len()));
    let most = bars(&rows[..rows.len().min(OPERATORS)])?;
    let few: Vec<_> = rows[least..].iter().rev().cloned().collect();
    let never = rows.iter().filter(|(_, count, _)| *count == 0).count();
    let caption = html! { "Number of terms in " (grouped(operators.runs)) " runs. The dark part is the number of terms that an assertion or query depends on." };
    Ok(html! {
        p { (grouped(rows.len() as u64)) " operators, " (grouped(never as u64)) " of them never applied. The statistics cover the last part of the campaign." }
        div.plots {
            (figure("The most frequent operators", caption.clone(), &most))
            @if !few.is_empty() { (figure("The rarest operators", caption, &bars(&few)?)) }
        }
        details { summary { "All operators" } div.names {
            @for (name, count, _) in &rows { div { code { (name) } " " span.faint { (grouped(*count)) } } }
        } }
    })
}
