//! Writes a campaign as one HTML page with plots. The page has no scripts.

mod plots;

use crate::coverage::LibraryCoverage;
use crate::events::Counters;
use crate::executor::readable;
use crate::reports::issue::shortened;
use crate::results::{CampaignRecord, Kept, Samples};
use crate::stats::{Counts, Operators};
use crate::system::escape::one_line;
use crate::triage::{Finding, KindRow, find_originals};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use murxla_fsm::oracle::BugKind;
use plots::{COLOURS, bars, css, curves, grouped};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const STYLE: &str = include_str!("style.css");

/// The number of operators in the plot of the most frequent ones, and in the plot of the rarest
/// ones.
const OPERATORS: usize = 25;

/// A finding, as the page lists it.
pub struct Entry<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// How often the campaign saw it.
    pub sights: u64,
    /// The theories of the operators in its shortest trace.
    pub theories: BTreeSet<&'static str>,
    /// The number of calls of that trace, and whether it is minimized. `None` without a trace.
    pub calls: Option<(usize, bool)>,
    /// The path of its issue, relative to the page.
    pub link: String,
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
                    h2 { "Findings" }
                    (self.list())
                    @match campaign {
                        Some(campaign) => (tiles(campaign)),
                        None => p.warn { "campaign.json is missing or cannot be read, so this page has no counters." }
                    }
                    (self.findings()?)
                    @if let Some(campaign) = campaign { (filtered(campaign)) }
                    h2 { "Over time" }
                    (over_time(self.kept.samples.as_ref(), campaign)?)
                    @if let Some(coverage) = &self.kept.coverage {
                        h2 { "Coverage" }
                        (reached(coverage))
                    }
                    h2 { "Operators" }
                    (match self.operators {
                        Some(operators) => used(operators)?,
                        None => html! { p.faint { "There is no stats.json. A campaign with --stats writes it when it ends." } },
                    })
                }
            }
        };
        Ok(page.into_string())
    }

    /// The table of findings.
    fn list(&self) -> Markup {
        let all: Vec<&Finding> = self.entries.iter().map(|entry| entry.finding).collect();
        if all.is_empty() {
            return html! { p { "None." } };
        }
        html! {
            p.faint { "The worst come first, and of equally bad ones those that users are most likely to meet (tier A)." }
            div.scroll { table.stacked {
                tr { th { "finding" } th { "tier" } th { "message" } th { "replay" } th.n { "times seen" } th.n { "calls" } th.n { "found after" } }
                @for (entry, first) in self.entries.iter().zip(find_originals(&all)) { (row(entry, first)) }
            } }
        }
    }

    /// Their kinds and theories.
    fn findings(&self) -> Result<Markup, String> {
        if self.entries.is_empty() {
            return Ok(html! {});
        }
        // The severity is a part of the key, so that the worst kinds come first.
        let mut kinds: BTreeMap<(u8, &BugKind), Vec<&Entry<'_>>> = BTreeMap::new();
        let mut theories = Counts::new();
        for entry in self.entries {
            let kind = &entry.finding.kind;
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
            p { }
            div.scroll { table.grid {
                tr { th { "kind \\ theory" } @for theory in theories.keys() { th { (theory) } } }
                @for ((_, kind), of) in &kinds {
                    tr {
                        td { (kind) }
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

/// The row of a finding, which may be a variant of the first one with its cause.
fn row(entry: &Entry<'_>, first: Option<&Finding>) -> Markup {
    let finding = entry.finding;
    let what = match finding.message.trim() {
        "" => finding
            .frames
            .iter()
            .take(3)
            .map(|frame| readable(frame))
            .collect::<Vec<_>>()
            .join("\n"),
        message => shortened(message, 400),
    };
    html! {
        tr {
            td { a href=(entry.link) { (finding.id) } @if let Some(first) = first { br; span.faint { "a variant of " (first.id) } } }
            td data-label="tier" { @if let Some(standing) = &finding.standing {
                strong { (format!("{:?}", standing.tier)) } br; span.faint { (standing.reason) }
            } }
            td { pre { (what) } }
            td data-label="replay" { (finding.status()) }
            td.n data-label="times seen" { (grouped(entry.sights)) }
            td.n data-label="calls" { @match entry.calls {
                Some((calls, true)) => (grouped(calls as u64)),
                Some((calls, false)) => { (grouped(calls as u64)) " " span.faint { "not minimized" } }
                None => "no trace",
            } }
            td.n data-label="found after" { (duration(finding.after)) }
        }
    }
}

/// The bugs that the profile excludes, the most frequent reason first.
fn filtered(campaign: &CampaignRecord) -> Markup {
    let rows = campaign
        .filtered
        .iter()
        .map(|(reason, count)| (reason.clone(), *count));
    let rows = sorted(rows);
    // Older directories count without the reasons.
    let known: u64 = campaign.filtered.values().sum();
    let rest = campaign.counters.filtered.saturating_sub(known);
    html! { @if campaign.counters.filtered > 0 {
        h2 { "Filtered by the profile" }
        div.scroll { table {
            tr { th { "reason" } th.n { "times" } }
            @for (reason, count, _) in &rows { tr { td { (reason) } td.n { (grouped(*count)) } } }
            @if rest > 0 { tr { td.faint { "reasons that were not recorded" } td.n { (grouped(rest)) } } }
        } }
    } }
}

/// The rows of a bar plot: names with their counts, the highest count first.
fn sorted(counts: impl Iterator<Item = (String, u64)>) -> Vec<(String, u64, Option<u64>)> {
    let mut rows: Vec<_> = counts.map(|(name, count)| (name, count, None)).collect();
    rows.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
    rows
}

fn figure(title: &str, caption: Markup, plot: &str) -> Markup {
    html! { figure { figcaption { b { (title) } (caption) } (PreEscaped(plot)) } }
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

fn tiles(campaign: &CampaignRecord) -> Markup {
    let c = &campaign.counters;
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
        ("sat", grouped(c.sat)),
        ("unsat", grouped(c.unsat)),
        ("unknown", grouped(c.unknown)),
        ("timed out", grouped(c.timeouts)),
        ("out of memory", grouped(c.memory)),
        ("time", duration(c.time)),
        ("CPU time of runs", duration(c.cpu)),
    ];
    html! { div.tiles { @for (name, value) in tiles { div.tile { b { (value) } span { (name) } } } } }
}

/// A line of a plot: its name, and the counter that it shows.
type PlotLine = (&'static str, fn(&Counters) -> u64);

/// The plots of samples: title, label of the vertical axis, lines.
const CURVES: [(&str, &str, &[PlotLine]); 4] = [
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
        "Duplicates, filtered runs, limits",
        "runs",
        &[
            ("duplicates", |c| c.duplicates),
            ("filtered by the profile", |c| c.filtered),
            ("timed out", |c| c.timeouts),
            ("out of memory", |c| c.memory),
        ],
    ),
];

fn over_time(
    samples: Option<&Samples>,
    campaign: Option<&CampaignRecord>,
) -> Result<Markup, String> {
    let Some(samples) = samples.filter(|samples| !samples.all().is_empty()) else {
        return Ok(html! { p.faint {
            "There are no samples. Earlier versions of murxla-rs did not store them; a campaign that is continued stores them from then on."
        } });
    };
    let last = campaign.map(|campaign| &campaign.counters);
    let points: Vec<&Counters> = samples.all().iter().chain(last).collect();
    let mut plots = Vec::new();
    for (title, what, lines) in CURVES {
        let line = |(_, count): &PlotLine| points.iter().map(|c| (c.time, count(c))).collect();
        let all: Vec<Vec<(f64, u64)>> = lines.iter().map(line).collect();
        let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
        let caption = if names.len() > 1 {
            legend(&names)
        } else {
            html! {}
        };
        plots.push(figure(title, caption, &curves(what, &all)?));
    }
    plots.extend(coverage_over_time(&points)?);
    Ok(html! {
        p.faint { "The plots show all parts of the campaign in sequence. Counts are totals since the beginning." }
        div.plots { @for plot in &plots { (plot) } }
    })
}

/// The plot of the blocks that were reached, if coverage was measured.
fn coverage_over_time(points: &[&Counters]) -> Result<Option<Markup>, String> {
    let counts = points
        .iter()
        .filter_map(|c| Some((c.time, c.coverage.as_ref()?)));
    let Some((_, last)) = counts.clone().next_back() else {
        return Ok(None);
    };
    // Parts of the campaign may have counted something else.
    let counts = counts.filter(|(_, count)| count.granularity == last.granularity);
    let line = counts.map(|(time, count)| (time, count.reached)).collect();
    let what = last.granularity.to_string();
    let plot = curves(&what, &[line])?;
    let title = format!("Coverage: {what} that were reached");
    Ok(Some(figure(&title, html! {}, &plot)))
}

/// A table of libraries.
fn reached(coverage: &[LibraryCoverage]) -> Markup {
    html! {
        p { "What the runs have reached in the solver's libraries. " code { "murxla-rs coverage" } " lists namespaces and functions." }
        div.scroll { table {
            tr { th { "library" } th { "counted" } th.n { "reached" } th.n { "of" } th.n { "share" } th { "sha256" } }
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
