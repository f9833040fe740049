//! A campaign as one page of HTML, with its plots and without scripts.

mod plots;

use crate::executor::readable;
use crate::issue::shortened;
use crate::report::{Campaign, Counters, Kept, Samples};
use crate::stats::{Counts, Operators};
use crate::triage::Finding;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use plots::{COLOURS, bars, css, curves, grouped};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const STYLE: &str = include_str!("style.css");

/// So many operators are shown of the most, and of the least frequent ones.
const OPERATORS: usize = 25;

/// A finding on the page.
pub struct Entry<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// How often it was seen.
    pub sights: u64,
    /// The theories of the operators in its shortest trace.
    pub theories: BTreeSet<&'static str>,
    /// The calls of that trace, and whether it is as short as it gets.
    pub calls: Option<(usize, bool)>,
    /// The path of its issue, from the page.
    pub link: String,
}

/// What the page tells of.
pub struct Overview<'a> {
    /// The results directory.
    pub folder: &'a Path,
    /// What it keeps.
    pub kept: &'a Kept,
    /// Its statistics.
    pub operators: Option<&'a Operators>,
    /// Its findings.
    pub entries: &'a [Entry<'a>],
    /// Files that could not be read.
    pub damage: &'a [String],
}

impl Overview<'_> {
    /// The page.
    ///
    /// # Errors
    /// If a plot cannot be drawn.
    pub fn page(&self) -> Result<String, String> {
        let campaign = self.kept.campaign.as_ref();
        let title = campaign.map_or_else(
            || self.folder.display().to_string(),
            |campaign| format!("{} {}", campaign.solver, campaign.version),
        );
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { "murxla-rs: " (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { (title) }
                    p.faint { "A campaign of murxla-rs" @if let Some(platform) = campaign.map(|c| &c.platform).filter(|p| !p.is_empty()) { " on " (platform) } "; results in " code { (self.folder.display()) } }
                    @for damage in self.damage { p.warn { (damage) } }
                    @match campaign {
                        Some(campaign) => (tiles(campaign)),
                        None => p.warn { "There is no campaign.json that could be read: the page has no counters." }
                    }
                    h2 { "Findings" }
                    (self.findings()?)
                    h2 { "Over time" }
                    (over_time(self.kept.samples.as_ref(), campaign)?)
                    h2 { "Operators" }
                    (match self.operators {
                        Some(operators) => used(operators)?,
                        None => html! { p.faint { "There is no stats.json: a campaign with --stats writes it when it ends." } },
                    })
                }
            }
        };
        Ok(page.into_string())
    }

    fn findings(&self) -> Result<Markup, String> {
        if self.entries.is_empty() {
            return Ok(html! { p { "None." } });
        }
        let mut kinds: BTreeMap<&str, Vec<&Entry<'_>>> = BTreeMap::new();
        let mut theories = Counts::new();
        for entry in self.entries {
            kinds.entry(&entry.finding.kind).or_default().push(entry);
            for theory in &entry.theories {
                *theories.entry((*theory).to_owned()).or_default() += 1;
            }
        }
        let by_kind = kinds
            .iter()
            .map(|(kind, of)| ((*kind).to_owned(), of.len() as u64));
        let by_kind = bars(&sorted(by_kind))?;
        let by_theory = bars(&sorted(theories.clone().into_iter()))?;
        Ok(html! {
            div.plots {
                (figure("Findings by kind", html! { "Number of findings" }, &by_kind))
                (figure("Findings by theory", html! { "Number of findings whose shortest trace has operators of the theory; most have several" }, &by_theory))
            }
            p { }
            div.scroll { table.grid {
                tr { th { "kind \\ theory" } @for theory in theories.keys() { th { (theory) } } }
                @for (kind, of) in &kinds {
                    tr {
                        td { (kind) }
                        @for theory in theories.keys() {
                            @let count = of.iter().filter(|entry| entry.theories.contains(theory.as_str())).count();
                            @let shade = 0.12 + 0.5 * count as f64 / of.len() as f64;
                            @if count > 0 { td style=(format!("background: rgba(var(--cell), {shade:.2})")) { (count) } } @else { td { } }
                        }
                    }
                }
            } }
            p { }
            div.scroll { table {
                tr { th { "finding" } th { "what" } th { "reproduces" } th.n { "sights" } th.n { "calls" } th.n { "after" } }
                @for entry in self.entries { (row(entry)) }
            } }
        })
    }
}

fn row(entry: &Entry<'_>) -> Markup {
    let finding = entry.finding;
    let what = match finding.message.trim() {
        "" => { finding.frames.iter().take(3) }
            .map(|frame| readable(frame))
            .collect::<Vec<_>>()
            .join("\n"),
        message => shortened(message, 400),
    };
    html! {
        tr {
            td { a href=(entry.link) { (finding.id) } }
            td { pre { (what) } }
            td { (finding.reproduces) }
            td.n { (grouped(entry.sights)) }
            td.n { @match entry.calls {
                Some((calls, true)) => (grouped(calls as u64)),
                Some((calls, false)) => { (grouped(calls as u64)) " " span.faint { "not minimized" } }
                None => "no trace",
            } }
            td.n { (length(finding.after)) }
        }
    }
}

/// Names with counts, the highest first.
fn sorted(counts: impl Iterator<Item = (String, u64)>) -> Vec<(String, u64, Option<u64>)> {
    let mut rows: Vec<_> = counts.map(|(name, count)| (name, count, None)).collect();
    rows.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    rows
}

fn figure(title: &str, caption: Markup, plot: &str) -> Markup {
    html! { figure { figcaption { b { (title) } (caption) } (PreEscaped(plot)) } }
}

/// What the lines of a plot stand for.
fn key(names: &[&str]) -> Markup {
    html! { @for (name, colour) in names.iter().zip(COLOURS) {
        span.key style=(format!("background: {}", css(colour))) {} (name)
    } }
}

/// A time in the unit that suits it.
fn length(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn tiles(campaign: &Campaign) -> Markup {
    let c = &campaign.counters;
    let per_second = c.runs as f64 / c.time.max(f64::MIN_POSITIVE);
    let rate = if c.time > 0.0 {
        format!("{per_second:.1}")
    } else {
        "–".to_owned()
    };
    let tiles = [
        ("findings", grouped(c.found)),
        ("sights of known ones", grouped(c.duplicates)),
        ("left out by the profile", grouped(c.filtered)),
        ("runs", grouped(c.runs)),
        ("runs per second", rate),
        ("API calls", grouped(c.calls)),
        ("sat", grouped(c.sat)),
        ("unsat", grouped(c.unsat)),
        ("unknown", grouped(c.unknown)),
        ("out of time", grouped(c.timeouts)),
        ("out of memory", grouped(c.memory)),
        ("time", length(c.time)),
        ("CPU time of runs", length(c.cpu)),
    ];
    html! { div.tiles { @for (name, value) in tiles { div.tile { b { (value) } span { (name) } } } } }
}

/// A count of each sample.
type Count = (&'static str, fn(&Counters) -> u64);

/// The plots of samples: title, what is counted, lines.
const CURVES: [(&str, &str, &[Count]); 4] = [
    ("Runs", "runs", &[("runs", |c| c.runs)]),
    (
        "Answers",
        "checks",
        &[
            ("sat", |c| c.sat),
            ("unsat", |c| c.unsat),
            ("unknown", |c| c.unknown),
        ],
    ),
    ("New findings", "findings", &[("findings", |c| c.found)]),
    (
        "Sights that are not new, limits",
        "runs",
        &[
            ("known findings", |c| c.duplicates),
            ("left out by the profile", |c| c.filtered),
            ("out of time", |c| c.timeouts),
            ("out of memory", |c| c.memory),
        ],
    ),
];

fn over_time(samples: Option<&Samples>, campaign: Option<&Campaign>) -> Result<Markup, String> {
    let Some(samples) = samples.filter(|samples| !samples.all().is_empty()) else {
        return Ok(html! { p.faint {
            "There are no samples: campaigns of earlier versions of murxla-rs kept none. One that is gone on with keeps them from then on."
        } });
    };
    let last = campaign.map(|campaign| &campaign.counters);
    let points: Vec<&Counters> = samples.all().iter().chain(last).collect();
    let mut plots = Vec::new();
    for (title, what, lines) in CURVES {
        let line = |(_, count): &Count| points.iter().map(|c| (c.time, count(c))).collect();
        let all: Vec<Vec<(f64, u64)>> = lines.iter().map(line).collect();
        let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        let caption = if names.len() > 1 {
            key(&names)
        } else {
            html! {}
        };
        plots.push(figure(title, caption, &curves(what, &all)?));
    }
    Ok(html! {
        p.faint { "All parts of the campaign, one behind the other; each count is from the beginning." }
        div.plots { @for plot in &plots { (plot) } }
    })
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
    let caption = html! { "Terms made, of " (grouped(operators.runs)) " runs; dark: those that an assertion or query depends on" };
    Ok(html! {
        p { (grouped(rows.len() as u64)) " operators, " (grouped(never as u64)) " of them never applied. The statistics are of the last part of the campaign." }
        div.plots {
            (figure("The most frequent operators", caption.clone(), &most))
            @if !few.is_empty() { (figure("The rarest operators", caption, &bars(&few)?)) }
        }
        details { summary { "All operators" } div.names {
            @for (name, count, _) in &rows { div { code { (name) } " " span.faint { (grouped(*count)) } } }
        } }
    })
}
