//! The status of a campaign on stderr. On a terminal, its lines are redrawn. Elsewhere, lines are
//! written from time to time if this was asked for.

use super::{Counters, Job};
use crate::system::console;
use crate::system::escape::visible;
use std::collections::VecDeque;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};
use terminal_size::{Height, Width, terminal_size_of};

/// The shortest time between two redraws on a terminal, and between two lines elsewhere.
const REDRAW: Duration = Duration::from_millis(200);
const REPEAT: Duration = Duration::from_secs(30);

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
    Log,
}

/// The status, as it was shown last.
pub(super) struct Status {
    medium: Medium,
    shown: Option<Instant>,
    /// The status is on the terminal. The cursor is at its beginning, where it stays if the
    /// terminal is resized.
    is_drawn: bool,
    pace: Pace,
}

impl Status {
    /// `quiet`: no status, even on a terminal. `verbose`: a status, even if stderr is not a
    /// terminal.
    pub(super) fn new(quiet: bool, verbose: bool) -> Self {
        let medium = match io::stderr().is_terminal() {
            _ if quiet => Medium::Nowhere,
            true => Medium::Terminal,
            false if verbose => Medium::Log,
            false => Medium::Nowhere,
        };
        Self {
            medium,
            shown: None,
            is_drawn: false,
            pace: Pace::default(),
        }
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
        gone: usize,
        left: Option<f64>,
        jobs: &[Option<Job>],
    ) {
        let rhythm = match self.medium {
            Medium::Nowhere => return,
            Medium::Terminal => REDRAW,
            Medium::Log => REPEAT,
        };
        if self.shown.is_some_and(|shown| shown.elapsed() < rhythm) {
            return;
        }
        self.shown = Some(Instant::now());
        let [runs, checks] = self.pace.rates(now);
        let mut lines = vec![status(now, gone, left, runs, checks)];
        let jobs = jobs.iter().enumerate();
        lines.extend(jobs.map(|(n, job)| line(n + 1, job.as_ref())));
        if self.medium == Medium::Log {
            let lines: Vec<String> = lines.iter().map(|line| line.concat() + "\n").collect();
            console::err(lines.concat());
            return;
        }
        let (Width(width), Height(height)) = terminal_size_of(io::stderr())
            .filter(|(width, height)| width.0 > 0 && height.0 > 0)
            .unwrap_or(SIZE);
        // Lines that do not fit on the screen cannot be redrawn.
        lines.truncate(usize::from(height).saturating_sub(1).max(1));
        let lines: Vec<String> = lines
            .iter()
            .map(|line| fitted(line, width.into()))
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
        let counts = [now.runs, now.sat + now.unsat + now.unknown];
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

/// The first parts of a line that fit on a terminal of this width. No part is cut, because a number
/// without its last digits is wrong. The last column stays empty, because some terminals begin a
/// new line after it.
fn fitted(parts: &[String], width: usize) -> String {
    let mut line = String::new();
    for part in parts {
        if line.chars().count() + part.chars().count() >= width {
            break;
        }
        line.push_str(part);
    }
    line
}

/// The parts of the status line, the most important ones first.
fn status(c: &Counters, gone: usize, left: Option<f64>, runs: f64, checks: f64) -> Vec<String> {
    let time = match left {
        Some(left) => format!("{} left", clock(left)),
        None => clock(c.time),
    };
    let gone = match gone {
        0 => String::new(),
        gone => format!(", {gone} gone"),
    };
    vec![
        time,
        format!(" | findings: {} new", c.found),
        gone,
        format!(", {} duplicate", c.duplicates),
        format!(", {} filtered", c.filtered),
        format!(" | {} runs", c.runs),
        format!(", {runs:.0}/s"),
        c.coverage
            .map_or_else(String::new, |count| format!(" | {count}")),
        format!(" | {checks:.0} checks/s"),
        format!(": sat {}", c.sat),
        format!(" unsat {}", c.unsat),
        format!(" unknown {}", c.unknown),
        format!(" | timeouts {}", c.timeouts),
    ]
}

/// The parts of the line of a job.
fn line(number: usize, job: Option<&Job>) -> Vec<String> {
    let number = format!("  job {number}:");
    let Some(job) = job else {
        return vec![number, " between runs".to_owned()];
    };
    let seed = job.seed.map(|seed| format!("seed {seed:#x}, "));
    let time = format!(" {}{:.1} s", seed.unwrap_or_default(), job.seconds);
    vec![number, time, format!(", {}", job.action)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::{BlockCount, Granularity};

    #[test]
    fn rates_are_recent() {
        let mut pace = Pace::default();
        let mut now = Counters::default();
        assert_eq!(pace.rates(&now), [0.0, 0.0]);
        for second in 1..=60 {
            now.time = f64::from(second);
            now.runs += if second <= 40 { 100 } else { 10 };
            now.sat += 5;
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

    #[test]
    fn lines_of_a_status() {
        let counters = Counters {
            runs: 10,
            found: 1,
            time: 5025.0,
            ..Counters::default()
        };
        let told = |left| status(&counters, 0, left, 2.0, 7.0).concat();
        let begin =
            "1:23:45 | findings: 1 new, 0 duplicate, 0 filtered | 10 runs, 2/s | 7 checks/s";
        assert!(told(None).starts_with(begin), "{}", told(None));
        let told_gone = status(&counters, 3, None, 2.0, 7.0).concat();
        assert!(
            told_gone.contains("1 new, 3 gone, 0 duplicate"),
            "{told_gone}"
        );
        assert!(told(Some(59.6)).starts_with("0:01:00 left | findings: 1 new,"));
        let job = Job {
            seed: Some(42),
            seconds: 1.25,
            action: "check-sat".to_owned(),
        };
        let told = line(3, Some(&job));
        assert_eq!(told.concat(), "  job 3: seed 0x2a, 1.2 s, check-sat");
        assert_eq!(fitted(&told, 30), "  job 3: seed 0x2a, 1.2 s");
        assert_eq!(line(4, None).concat(), "  job 4: between runs");
    }

    #[test]
    fn wide_terminals_show_the_coverage() {
        let counters = Counters {
            runs: 84_012,
            found: 1,
            duplicates: 12,
            coverage: Some(BlockCount {
                reached: 258_123,
                total: 891_817,
                granularity: Granularity::Block,
            }),
            ..Counters::default()
        };
        let parts = status(&counters, 0, Some(250.0), 336.0, 3120.0);
        let line = fitted(&parts, 120);
        assert!(
            line.contains(" | blocks 258123 of 891817 (28.9 %)"),
            "{line}"
        );
    }

    #[test]
    fn narrow_terminals_show_the_findings_and_whole_numbers() {
        let counters = Counters {
            runs: 123_456_789,
            found: 1234,
            duplicates: 56_789,
            ..Counters::default()
        };
        let parts = status(&counters, 0, Some(359_999.0), 2.0, 7.0);
        assert_eq!(fitted(&parts, 40), "99:59:59 left | findings: 1234 new");
        let whole = parts.concat();
        for width in 1..whole.len() + 2 {
            let line = fitted(&parts, width);
            assert!(line.len() < width && whole.starts_with(&line), "{line}");
            let rest = &whole[line.len()..];
            let is_cut = !line.is_empty() && rest.starts_with(|c: char| c.is_ascii_digit());
            assert!(!is_cut, "{line}");
        }
        assert_eq!(fitted(&parts, whole.len() + 1), whole);
    }
}
