//! The status of a campaign on stderr. On a terminal, its lines are redrawn. Elsewhere, lines are
//! written from time to time if this was asked for.

use super::counters::plural;
use super::{Counters, Job};
use crate::seeds::SeedForm;
use crate::triage::{Group, KindRow};
use murxla_fsm::oracle::BugKind;
use murxla_system::console;
use murxla_system::escape::visible;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::time::{Duration, Instant};
use terminal_size::{Height, Width, terminal_size_of};

/// The shortest time between two redraws on a terminal, and between two lines elsewhere: if the
/// user has asked for lines, and if not.
const REDRAW: Duration = Duration::from_millis(200);
const REPEAT: Duration = Duration::from_secs(30);
const SELDOM: Duration = Duration::from_secs(60);

/// The time in seconds over which rates are averaged.
const RECENT: f64 = 10.0;

/// Erases the terminal from the cursor on.
const ERASE: &str = "\x1b[J";

/// The size of a terminal that does not report its size.
const SIZE: (Width, Height) = (Width(80), Height(24));

/// Where the status goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Medium {
    Nowhere,
    Terminal,
    /// Lines with this time between them.
    Log(Duration),
}

/// The status, as it was shown last.
pub(super) struct Status {
    medium: Medium,
    shown: Option<Instant>,
    /// The status is on the terminal. The cursor is at its beginning, where it stays if the
    /// terminal is resized.
    is_drawn: bool,
    pace: Pace,
    new: NewFindings,
    /// How seeds are written.
    seeds: SeedForm,
}

/// The new findings of this part of the campaign.
#[derive(Default)]
struct NewFindings {
    counts: BTreeMap<Group, u64>,
    /// When the last one was found.
    last: Option<Instant>,
}

/// What the status line shows beside the counters.
#[derive(Clone, Copy, Default)]
struct Recent {
    /// Runs and checks per second.
    rates: [f64; 2],
    /// An estimate of the seconds that are left.
    left: Option<f64>,
    open: OpenWork,
}

/// What waits beside the runs.
#[derive(Clone, Copy, Default)]
pub(super) struct OpenWork {
    /// The number of findings that are left to minimize.
    pub(super) minimizing: usize,
    /// The number of suspected bugs that are left to confirm.
    pub(super) confirming: usize,
    /// The number of runs that wait for replays.
    pub(super) waiting: usize,
}

impl Status {
    /// `quiet`: no status, even on a terminal. `verbose`: more of it, if stderr is not a terminal.
    pub(super) fn new(quiet: bool, verbose: bool, seeds: SeedForm) -> Self {
        let medium = match console::can_redraw() {
            _ if quiet => Medium::Nowhere,
            true => Medium::Terminal,
            false => Medium::Log(if verbose { REPEAT } else { SELDOM }),
        };
        // A log begins with what the campaign is; the first status comes later.
        let is_seldom = medium == Medium::Log(SELDOM);
        Self {
            medium,
            shown: is_seldom.then(Instant::now),
            is_drawn: false,
            pace: Pace::default(),
            new: NewFindings::default(),
            seeds,
        }
    }

    /// There is a new finding.
    pub(super) fn note_finding(&mut self, kind: &BugKind) {
        let group = KindRow::of(kind).group();
        *self.new.counts.entry(group).or_default() += 1;
        self.new.last = Some(Instant::now());
    }

    /// Removes the status from the terminal, so that other lines can be written.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            self.shown = None;
            console::control(ERASE);
        }
    }

    /// Shows the status, unless it was shown a short time ago.
    pub(super) fn show(
        &mut self,
        now: &Counters,
        left: Option<f64>,
        open: OpenWork,
        jobs: &[Option<Job>],
    ) {
        if !self.is_due() {
            return;
        }
        let recent = Recent {
            rates: self.pace.rates(now),
            left,
            open,
        };
        let mut lines = vec![status(now, &self.new, recent)];
        let jobs = jobs.iter().enumerate();
        lines.extend(jobs.map(|(n, job)| line(n + 1, job.as_ref(), self.seeds)));
        self.draw(&lines);
    }

    /// Shows how many findings were minimized after the end of the campaign.
    pub(super) fn show_minimizing(&mut self, done: usize, all: usize, seconds: f64) {
        if self.is_due() {
            let number = (done + 1).min(all);
            self.draw(&[vec![format!(
                "minimizing {number} of {all}, {seconds:.0} s"
            )]]);
        }
    }

    /// Whether the status must be shown now.
    fn is_due(&mut self) -> bool {
        let rhythm = match self.medium {
            Medium::Nowhere => return false,
            Medium::Terminal => REDRAW,
            Medium::Log(rhythm) => rhythm,
        };
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= rhythm);
        if is_due {
            self.shown = Some(Instant::now());
        }
        is_due
    }

    fn draw(&mut self, lines: &[Vec<String>]) {
        if matches!(self.medium, Medium::Log(_)) {
            let lines: Vec<String> = lines.iter().map(|line| line.concat() + "\n").collect();
            console::err(lines.concat());
            return;
        }
        let (Width(width), Height(height)) = terminal_size_of(io::stderr())
            .filter(|(width, height)| width.0 > 0 && height.0 > 0)
            .unwrap_or(SIZE);
        let lines = lines.iter().flat_map(|line| wrapped(line, width.into()));
        // Lines that do not fit on the screen cannot be redrawn.
        let lines: Vec<String> = lines
            .take(usize::from(height).saturating_sub(1).max(1))
            .collect();
        let up = match lines.len() - 1 {
            0 => String::new(),
            more => format!("\x1b[{more}A"),
        };
        let start = if self.is_drawn { "" } else { "\r" };
        let text = lines.join("\n");
        console::control(&format!("{start}{ERASE}{}\r{up}", visible(&text)));
        self.is_drawn = true;
    }
}

/// The counters of the last seconds: time, runs, checks.
#[derive(Default)]
struct Pace(VecDeque<(f64, [u64; 2])>);

impl Pace {
    /// Runs and checks per second.
    fn rates(&mut self, now: &Counters) -> [f64; 2] {
        let counts = [now.runs, now.answers.all()];
        self.0.push_back((now.time, counts));
        while self.0.len() > 2 && self.0[1].0 < now.time - RECENT {
            self.0.pop_front();
        }
        let (since, before) = match self.0.front() {
            Some((since, before)) if *since < now.time => (*since, *before),
            _ => (0.0, [0, 0]),
        };
        let rate = |n: usize| (counts[n] - before[n]) as f64 / (now.time - since).max(0.001);
        [rate(0), rate(1)]
    }
}

/// Seconds as hours, minutes and seconds.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{hours}:{minutes:02}:{:02}", seconds % 60)
}

/// The parts of a line as lines that fit on a terminal of this width. No part is cut, because a
/// number without its last digits is wrong; a part that is longer than the terminal is left out.
/// The last column stays empty, because some terminals begin a new line after it.
fn wrapped(parts: &[String], width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for part in parts {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        let length = part.chars().count();
        if line > 0 && line + length >= width {
            lines.push(String::new());
        }
        let is_first = lines.len() > 1 && lines.last().is_some_and(String::is_empty);
        let part = if is_first {
            part.trim_start_matches([' ', '|', ','])
        } else {
            part
        };
        if part.chars().count() < width
            && let Some(line) = lines.last_mut()
        {
            line.push_str(part);
        }
    }
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

/// How much of all this is, if there is some: ` 8 % unknown`.
fn share(part: u64, all: u64, name: &str) -> String {
    match part {
        0 => String::new(),
        part => format!(", {:.0} % {name}", 100.0 * part as f64 / all.max(1) as f64),
    }
}

/// A time in its largest unit.
fn rounded(seconds: f64) -> String {
    let units = [(86400.0, "d"), (3600.0, "h"), (60.0, "min")];
    let unit = units.into_iter().find(|(unit, _)| seconds >= *unit);
    let (unit, name) = unit.unwrap_or((1.0, "s"));
    format!("{:.0} {name}", (seconds / unit).floor())
}

/// The parts of the status line.
fn status(c: &Counters, new: &NewFindings, recent: Recent) -> Vec<String> {
    let time = match recent.left {
        Some(left) => format!("{} left", clock(left)),
        None => clock(c.time),
    };
    let [runs, checks] = recent.rates;
    let all_checks = c.answers.all();
    let groups = Group::ALL.into_iter().filter_map(|group| {
        let count = new.counts.get(&group)?;
        Some(format!("{count} {}", group.name()))
    });
    let groups: Vec<String> = groups.collect();
    let bugs = match &groups[..] {
        [] => "no bugs".to_owned(),
        groups => format!("bugs: {}", groups.join(" ")),
    };
    let last = new.last.map(|last| {
        let ago = rounded(last.elapsed().as_secs_f64());
        format!(", last {ago} ago")
    });
    let coverage = c.coverage.map(|count| format!(" | {count}"));
    let OpenWork {
        minimizing,
        confirming,
        waiting,
    } = recent.open;
    let open = |count: usize, what: &str| match count {
        0 => String::new(),
        count => format!(" | {count} {what}"),
    };
    let parts = [
        time,
        format!(" | {}", plural(c.runs, "run")),
        format!(" | {bugs}"),
        last.unwrap_or_default(),
        format!(" | {runs:.0} runs/s"),
        share(c.timeouts, c.runs, "timeouts"),
        format!(" | {checks:.0} checks/s"),
        share(c.answers.unknown, all_checks, "unknown"),
        open(confirming, "to confirm"),
        open(minimizing, "to minimize"),
        open(waiting, "waiting for replays"),
        coverage.unwrap_or_default(),
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect()
}

/// The parts of the line of a job.
fn line(number: usize, job: Option<&Job>, seeds: SeedForm) -> Vec<String> {
    let number = format!("  job {number}:");
    let Some(job) = job else {
        return vec![number, " between runs".to_owned()];
    };
    let seed = job.seed.map(|seed| format!("seed {}, ", seeds.text(seed)));
    let mut parts = vec![
        number,
        format!(" {}{:.1} s", seed.unwrap_or_default(), job.seconds),
    ];
    // Before its first call, a run has no action.
    if !job.action.is_empty() {
        parts.push(format!(", {}", job.action));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::events::AnswerCounts;
    use murxla_coverage::{BlockCount, Granularity};

    #[test]
    fn rates_are_recent() {
        let mut pace = Pace::default();
        let mut now = Counters::default();
        assert_eq!(pace.rates(&now), [0.0, 0.0]);
        for second in 1..=60 {
            now.time = f64::from(second);
            now.runs += if second <= 40 { 100 } else { 10 };
            now.answers.sat += 5;
            let [runs, checks] = pace.rates(&now);
            assert_eq!(checks, 5.0);
            match second {
                ..=40 => assert_eq!(runs, 100.0),
                41..=50 => assert!(runs < 100.0),
                _ => assert!(runs <= 19.0, "{second}: {runs}"),
            }
            assert!(pace.0.len() < 15);
        }
    }

    fn new_findings(kinds: &[&str]) -> NewFindings {
        let mut new = NewFindings::default();
        for kind in kinds {
            let group = KindRow::of(&BugKind::from(*kind)).group();
            *new.counts.entry(group).or_default() += 1;
            new.last = Some(Instant::now());
        }
        new
    }

    #[test]
    fn lines_of_a_status() {
        let counters = Counters {
            runs: 200,
            timeouts: 10,
            answers: AnswerCounts {
                sat: 30,
                unsat: 10,
                unknown: 10,
            },
            time: 5025.0,
            ..Counters::default()
        };
        let recent = Recent {
            rates: [28.0, 117.0],
            ..Recent::default()
        };
        let told = status(&counters, &new_findings(&[]), recent).concat();
        let rates = "28 runs/s, 5 % timeouts | 117 checks/s, 20 % unknown";
        assert_eq!(told, format!("1:23:45 | 200 runs | no bugs | {rates}"));
        let recent = Recent {
            left: Some(59.6),
            open: OpenWork {
                minimizing: 2,
                confirming: 1,
                waiting: 0,
            },
            ..recent
        };
        let new = new_findings(&["crash-SIGSEGV", "wrong-unsat", "wrong-model", "leak"]);
        let parts = status(&counters, &new, recent);
        let bugs = "bugs: 2 wrong 1 crash 1 other, last 0 s ago";
        let told =
            format!("0:01:00 left | 200 runs | {bugs} | {rates} | 1 to confirm | 2 to minimize");
        assert_eq!(parts.concat(), told);
        let lines = [
            format!("0:01:00 left | 200 runs | {bugs}"),
            "28 runs/s, 5 % timeouts | 117 checks/s, 20 % unknown | 1 to confirm".to_owned(),
            "2 to minimize".to_owned(),
        ];
        assert_eq!(wrapped(&parts, 80), lines);
        let job = Job {
            seed: Some(42),
            seconds: 1.25,
            action: "check-sat".to_owned(),
        };
        let told = line(3, Some(&job), SeedForm::Decimal);
        assert_eq!(told.concat(), "  job 3: seed 42, 1.2 s, check-sat");
        let told = line(3, Some(&job), SeedForm::Hexadecimal);
        assert_eq!(told.concat(), "  job 3: seed 0x2a, 1.2 s, check-sat");
        assert_eq!(
            line(4, None, SeedForm::Decimal).concat(),
            "  job 4: between runs"
        );
    }

    #[test]
    fn times_have_one_unit() {
        let texts = [4.9, 65.0, 7199.0, 90_000.0].map(rounded);
        assert_eq!(texts, ["4 s", "1 min", "1 h", "1 d"]);
    }

    #[test]
    fn nothing_is_cut() {
        let counters = Counters {
            runs: 123_456_789,
            timeouts: 23_456,
            answers: AnswerCounts {
                unknown: 3,
                ..AnswerCounts::default()
            },
            coverage: Some(BlockCount {
                reached: 258_123,
                total: 891_817,
                granularity: Granularity::Block,
            }),
            ..Counters::default()
        };
        let recent = Recent {
            rates: [336.0, 3120.0],
            left: Some(359_999.0),
            open: OpenWork {
                minimizing: 12,
                confirming: 3,
                waiting: 1000,
            },
        };
        let parts = status(&counters, &new_findings(&["leak"]), recent);
        for width in [40, 60, 80, 100, 120, 220] {
            let lines = wrapped(&parts, width);
            assert!(lines.iter().all(|line| line.len() < width), "{lines:?}");
            let words = |text: &str| text.replace([' ', '|', ','], "");
            let shown: String = lines.iter().map(|line| words(line)).collect();
            assert_eq!(shown, words(&parts.concat()), "{width}");
        }
        assert_eq!(wrapped(&parts, 3), [""]);
        assert_eq!(wrapped(&parts, 220).len(), 1);
    }
}
