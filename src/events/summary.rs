//! The summary at the end of a campaign, for people.

use super::{Counters, Event, StrategyCounts};
use crate::system::console::{self, Colour, say};
use crate::triage::{Finding, FindingId, Group, KindRow, Sights, Variant, variants};
use murxla_fsm::oracle::BugKind;
use std::collections::{BTreeMap, BTreeSet};

/// The number of reasons for filtering that are listed.
const REASONS: usize = 5;

/// The longest first line of a message that is shown, in characters.
const LINE: usize = 160;

/// What the summary needs of earlier events.
#[derive(Default)]
pub(super) struct Summary {
    /// The results directory.
    out: String,
    /// The findings that do not show on the library of this part.
    pub(super) gone: BTreeSet<FindingId>,
    /// The number of suspected bugs of this part that were filtered, by reason.
    filtered: BTreeMap<String, u64>,
}

/// The counters in one line.
#[must_use]
pub fn count_line(c: &Counters) -> String {
    let rate = if c.time > 0.0 {
        c.runs as f64 / c.time
    } else {
        0.0
    };
    let coverage = c.coverage.map(|count| format!(" | {count}"));
    format!(
        "{} runs, {rate:.0}/s | sat {} unsat {} unknown {} | timeouts {} | findings: {} new, {} duplicate, {} filtered{}",
        c.runs,
        c.sat,
        c.unsat,
        c.unknown,
        c.timeouts,
        c.found,
        c.duplicates,
        c.filtered,
        coverage.unwrap_or_default()
    )
}

/// The colour of findings of a kind.
pub(super) fn colour_of(kind: &BugKind) -> Colour {
    match KindRow::of(kind).group() {
        Group::Wrong => Colour::Red,
        Group::Crash => Colour::Yellow,
        Group::Other => Colour::Cyan,
    }
}

/// The first line of a message, shortened.
pub(super) fn first_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What a finding is in a line, shortened.
pub(super) fn headline(finding: &Finding) -> String {
    first_line(&finding.headline())
}

impl Summary {
    /// The campaign starts, with findings of earlier parts.
    pub(super) fn start(&mut self, out: &str, earlier: &[(Finding, u64)]) {
        self.out = out.to_owned();
        let gone = earlier.iter().filter(|(finding, _)| finding.gone.is_some());
        self.gone = gone.map(|(finding, _)| finding.id.clone()).collect();
    }

    /// A suspected bug was filtered.
    pub(super) fn count_filtered(&mut self, reason: &str) {
        *self.filtered.entry(reason.to_owned()).or_default() += 1;
    }

    /// Prints the summary of the event `Ended`.
    pub(super) fn print(&self, ended: &Event<'_>) {
        let Event::Ended {
            total,
            now,
            findings,
            not_minimized,
            strategies,
            compared,
            interrupted,
        } = ended
        else {
            return;
        };
        let how = if *interrupted { "interrupted" } else { "done" };
        say!("{how}: {} in {:.1} s", count_line(now), now.time);
        if total.runs > now.runs {
            say!("with earlier parts: {}", count_line(total));
        }
        if let Some(compared) = compared {
            say!("answers compared with other solvers: {compared}");
        }
        say_strategies(strategies);
        self.say_filtered();
        let findings = findings.iter();
        let findings = findings.map(|(finding, count)| (finding, Sights::times(*count)));
        say_findings(&self.out, &Vec::from_iter(findings), not_minimized);
        if !not_minimized.is_empty() {
            say!(
                "not minimized: {}; to minimize them: murxla-rs minimize {}",
                not_minimized.len(),
                self.out
            );
        }
    }

    fn say_filtered(&self) {
        let mut reasons: Vec<(&String, &u64)> = self.filtered.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (reason, count) in reasons.iter().take(REASONS) {
            say!("filtered {count}: {}", first_line(reason));
        }
        let rest = reasons.iter().skip(REASONS);
        let rest: u64 = rest.map(|(_, count)| **count).sum();
        if rest > 0 {
            say!(
                "filtered {rest}: other reasons, see {}/campaign.json",
                self.out
            );
        }
    }
}

/// Prints findings as the summary does. `out` is their results directory.
pub fn print_findings(out: &str, findings: &[(&Finding, Sights)]) {
    say_findings(out, findings, &[]);
}

/// The number of bugs, if there are variants. Three lines for each finding; one line for a variant
/// of another one.
fn say_findings(out: &str, findings: &[(&Finding, Sights)], not_minimized: &[FindingId]) {
    let all: Vec<&Finding> = findings.iter().map(|(finding, _)| *finding).collect();
    let variants = variants(&all);
    let bugs = variants.iter().filter(|variant| variant.is_none()).count();
    if bugs < all.len() {
        let s = if bugs == 1 { "" } else { "s" };
        say!("{} findings, probably {bugs} bug{s}", all.len());
    }
    for ((finding, sights), variant) in findings.iter().zip(variants) {
        let Finding { id, kind, .. } = finding;
        say_id(id, kind);
        let status = finding.status();
        if let Some(Variant { original, why }) = variant {
            say!(
                " seen {sights}, {status}, a variant of {} ({why})",
                original.id
            );
            continue;
        }
        let standing = &finding.standing;
        let kept = match not_minimized.contains(id) {
            true => ", not minimized",
            false => "",
        };
        let more = match standing {
            Some(standing) => format!(", {standing}, {} calls{kept}", standing.calls),
            None => format!(", tier not yet known{kept}"),
        };
        say!(" seen {sights}, {status}{more}");
        say!("      {}", headline(finding));
        say!("      murxla-rs replay {}/findings/{id}", out);
    }
}

fn say_id(id: &FindingId, kind: &BugKind) {
    console::out("  ");
    console::emphasis(id.as_str(), colour_of(kind));
}

/// What each strategy has done, unless all runs were walks.
fn say_strategies(strategies: &BTreeMap<String, StrategyCounts>) {
    if strategies.len() < 2 {
        return;
    }
    let each = strategies.iter().map(|(name, counts)| {
        let found = match counts.found {
            0 => String::new(),
            found => format!(" ({found} new)"),
        };
        format!("{name} {}{found}", counts.runs)
    });
    let each: Vec<String> = each.collect();
    say!("runs by strategy: {}", each.join(", "));
}
