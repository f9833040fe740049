//! The status of a campaign on stderr. On a terminal, its lines are redrawn. Elsewhere, lines are written from time to
//! time if this was asked for.

use super::{Counters, Job};
use crate::console;
use crate::escape::visible;
use std::collections::VecDeque;
use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};
use terminal_size::{Height, Width, terminal_size_of};

/// The shortest time between two redraws on a terminal, and between two lines elsewhere.
const REDRAW: Duration = Duration::from_millis(200);
const REPEAT: Duration = Duration::from_secs(30);

/// The time in seconds over which rates are averaged.
const RECENT: f64 = 10.0;

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
    /// The number of lines on the terminal. The cursor is in the last one.
    lines: usize,
    pace: Pace,
}

impl Status {
    /// `quiet`: no status, even on a terminal. `verbose`: a status, even if stderr is not a terminal.
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
            lines: 0,
            pace: Pace::default(),
        }
    }

    /// Removes the status from the terminal, so that other lines can be written.
    pub(super) fn clear(&mut self) {
        if self.lines == 0 {
            return;
        }
        self.shown = None;
        console::control(&self.back());
        self.lines = 0;
    }

    /// Shows the status, unless it was shown a short time ago.
    pub(super) fn show(&mut self, now: &Counters, left: Option<f64>, jobs: &[Option<Job>]) {
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
        let mut lines = vec![status(now, left, runs, checks)];
        let jobs = jobs.iter().enumerate();
        lines.extend(jobs.map(|(n, job)| line(n + 1, job.as_ref())));
        if self.medium == Medium::Log {
            lines.push(String::new());
            console::err(lines.join("\n"));
        } else {
            let (Width(width), Height(height)) = terminal_size_of(io::stderr())
                .filter(|(width, height)| width.0 > 0 && height.0 > 0)
                .unwrap_or(SIZE);
            // Lines that do not fit on the screen cannot be redrawn.
            lines.truncate(usize::from(height).saturating_sub(1).max(1));
            for line in &mut lines {
                *line = line.chars().take(usize::from(width) - 1).collect();
            }
            let lines_of_jobs = lines.join("\n");
            console::control(&(self.back() + &visible(&lines_of_jobs)));
            self.lines = lines.len();
        }
    }

    /// The text that moves the cursor to the start of the status and removes it.
    fn back(&self) -> String {
        match self.lines {
            0 | 1 => "\r\x1b[J".to_owned(),
            lines => format!("\r\x1b[{}A\x1b[J", lines - 1),
        }
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

/// The status line. The most important numbers come first, because terminals may be narrow.
fn status(c: &Counters, left: Option<f64>, runs: f64, checks: f64) -> String {
    let time = match left {
        Some(left) => format!("{} left", clock(left)),
        None => clock(c.time),
    };
    format!(
        "{time} | {} runs, {runs:.0}/s | findings: {} new, {} duplicate, {} filtered \
         | {checks:.0} checks/s: sat {} unsat {} unknown {} | timeouts {}",
        c.runs, c.found, c.duplicates, c.filtered, c.sat, c.unsat, c.unknown, c.timeouts
    )
}

/// The line of a job.
fn line(number: usize, job: Option<&Job>) -> String {
    let Some(job) = job else {
        return format!("  job {number}: between runs");
    };
    let seed = job
        .seed
        .map_or(String::new(), |seed| format!("seed {seed:#x}, "));
    format!("  job {number}: {seed}{:.1} s, {}", job.seconds, job.action)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let told = status(&counters, None, 2.0, 7.0);
        assert!(
            told.starts_with("1:23:45 | 10 runs, 2/s | findings: 1 new, 0 dup"),
            "{told}"
        );
        let told = status(&counters, Some(59.6), 2.0, 7.0);
        assert!(told.starts_with("0:01:00 left | 10 runs"), "{told}");
        let job = Job {
            seed: Some(42),
            seconds: 1.25,
            action: "check-sat".to_owned(),
        };
        assert_eq!(line(3, Some(&job)), "  job 3: seed 0x2a, 1.2 s, check-sat");
        assert_eq!(line(4, None), "  job 4: between runs");
    }
}
