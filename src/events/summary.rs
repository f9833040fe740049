//! The summary at the end of a campaign, for people.

use super::counters::plural;
use super::{Counters, Event, GuidedRuns, StrategyCounts, SuspectedRun};
use crate::guidance::KindCounts;
use crate::triage::{Finding, FindingId, Group, KindRow, Sights, Variant, variants};
use murxla_fsm::oracle::BugKind;
use murxla_system::console::{self, Colour, say};
use std::collections::{BTreeMap, BTreeSet};

/// The number of reasons for filtering that are listed.
const REASONS: usize = 3;

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
        "{}, {rate:.0}/s | sat {} unsat {} unknown {} | timeouts {} | findings: {} new, {}, {} filtered{}",
        plural(c.runs, "run"),
        c.answers.sat,
        c.answers.unsat,
        c.answers.unknown,
        c.timeouts,
        c.found,
        plural(c.duplicates, "duplicate"),
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
    first_line(&finding.observed.headline())
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
            not_examined,
            strategies,
            left_out,
            guided,
            compared,
            enumerated,
            interrupted,
        } = ended
        else {
            return;
        };
        let listed = findings.iter();
        let listed = listed.map(|(finding, count)| (finding, Sights::times(*count)));
        say_findings(&self.out, &Vec::from_iter(listed), not_minimized);
        let how = if *interrupted { "interrupted" } else { "done" };
        let closing = format!("{how}: {} in {:.1} s", count_line(now), now.time);
        let worst = findings.first().filter(|_| now.found > 0);
        let colour = worst.map_or(Colour::Green, |(finding, _)| {
            colour_of(&finding.observed.kind)
        });
        console::emphasis(&console::wrapped(&closing, INDENT), colour);
        say!("");
        if total.runs > now.runs {
            say_line(&format!("with earlier parts: {}", count_line(total)));
        }
        if let Some(compared) = compared {
            say!("answers compared with other solvers: {compared}");
        }
        if let Some(size) = enumerated {
            say_line(&format!(
                "enumerated: {}, among them all with up to {}; no disagreement",
                plural(total.answers.all(), "formula"),
                plural(*size as u64, "operator")
            ));
        }
        self.say_next(findings, not_minimized, not_examined);
        say_strategies(strategies, *left_out);
        if let Some(guided) = guided {
            say_guided(guided);
        }
        self.say_filtered();
    }

    /// What the user can type next.
    fn say_next(
        &self,
        findings: &[(Finding, u64)],
        not_minimized: &[FindingId],
        not_examined: &[SuspectedRun],
    ) {
        let out = &self.out;
        if !findings.is_empty() {
            say_line(&format!("next: murxla-rs report {out}"));
        }
        if !not_minimized.is_empty() {
            let findings = plural(not_minimized.len() as u64, "finding");
            say_line(&format!(
                "{findings} not minimized: murxla-rs minimize {out}"
            ));
        }
        if let [first, ..] = not_examined {
            let bugs = plural(not_examined.len() as u64, "suspected bug");
            let kinds = match not_examined.len() {
                1 => first.kind.to_string(),
                _ => format!("{}, …", first.kind),
            };
            say_line(&format!(
                "{bugs} not confirmed before the end ({kinds}): the same command begins with them"
            ));
        }
    }

    /// The most frequent reasons, in one line.
    fn say_filtered(&self) {
        let mut reasons: Vec<(&String, &u64)> = self.filtered.iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let all: u64 = reasons.iter().map(|(_, count)| **count).sum();
        if all == 0 {
            return;
        }
        let shown = reasons.iter().take(REASONS);
        let shown: Vec<String> = shown
            .map(|(reason, count)| format!("{} ({count})", reason.lines().next().unwrap_or("")))
            .collect();
        let more = match reasons.len() > REASONS {
            true => format!("; and others, see {}/campaign.json", self.out),
            false => String::new(),
        };
        say_line(&format!("filtered {all}: {}{more}", shown.join("; ")));
    }
}

/// The indentation of the second line of a long one.
const INDENT: &str = "  ";

/// Prints a line. On a terminal, it is wrapped between words.
pub(super) fn say_line(text: &str) {
    say!("{}", console::wrapped(text, INDENT));
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
        let bugs = plural(bugs as u64, "bug");
        say!("{} findings, probably {bugs}", all.len());
    }
    for ((finding, sights), variant) in findings.iter().zip(variants) {
        let (id, kind) = (&finding.id, &finding.observed.kind);
        let say_rest = |rest: &str| {
            let line = console::wrapped(&format!("  {id}{rest}"), "      ");
            say_id(id, kind);
            say!("{}", line.get(2 + id.as_str().len()..).unwrap_or_default());
        };
        let status = finding.status();
        if let Some(Variant { original, why }) = variant {
            let original = &original.id;
            say_rest(&format!(
                " seen {sights}, {status}, a variant of {original} ({why})"
            ));
            continue;
        }
        let standing = &finding.analysis.standing;
        let kept = match not_minimized.contains(id) {
            true => ", not minimized",
            false => "",
        };
        let more = match standing {
            Some(standing) => format!(", {standing}, {} calls{kept}", standing.calls),
            None => format!(", tier unknown until minimized{kept}"),
        };
        say_rest(&format!(" seen {sights}, {status}{more}"));
        let headline = format!("      {}", headline(finding));
        say!("{}", console::wrapped(&headline, "      "));
        say!("      murxla-rs replay {}/findings/{id}", out);
    }
}

fn say_id(id: &FindingId, kind: &BugKind) {
    console::out("  ");
    console::emphasis(id.as_str(), colour_of(kind));
}

/// What each strategy has done, unless all runs were walks, and how many entries they left out.
fn say_strategies(strategies: &BTreeMap<String, StrategyCounts>, left_out: usize) {
    if strategies.len() < 2 && left_out == 0 {
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
    let left_out = match left_out {
        0 => String::new(),
        count => format!("; entries of the corpus that show a bug, and are left out: {count}"),
    };
    say_line(&format!("runs by strategy: {}{left_out}", each.join(", ")));
}

/// What guided and unguided runs have reached.
fn say_guided(guided: &GuidedRuns) {
    let GuidedRuns {
        entries,
        focus,
        kinds,
    } = guided;
    let entries = match entries {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    let counts = |KindCounts { runs, blocks, .. }: KindCounts| {
        let blocks = plural(blocks, "new block");
        format!("{}, {blocks}", plural(runs, "run"))
    };
    say_line(&format!(
        "guided: {entries}; {} (formulas: {}; state: {}; options: {}); unguided: {}",
        counts(kinds.guided()),
        counts(kinds.formulas),
        counts(kinds.state),
        counts(kinds.options),
        counts(kinds.unguided)
    ));
    if let Some(focus) = focus {
        say_line(&format!("focus: {focus}"));
    }
}
