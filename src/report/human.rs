//! Events for people: a status line on a terminal, a line per finding, a summary.

use super::{Counters, Event, KnownDefects, Report};
use crate::console;
use crate::executor::readable;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// The status line is not drawn more often.
const REDRAW: Duration = Duration::from_millis(200);

/// Findings go to stdout, the status line to stderr.
pub struct Human {
    status: bool,
    drawn: Option<Instant>,
    colour: bool,
}

impl Human {
    /// `quiet`: no status line, even on a terminal.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        Self {
            status: !quiet && io::stderr().is_terminal(),
            drawn: None,
            colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        if self.drawn.take().is_some() {
            console::err("\r\x1b[K");
            io::stderr().flush()?;
        }
        Ok(())
    }

    fn draw(&mut self, now: &Counters) -> io::Result<()> {
        if !self.status || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW) {
            return Ok(());
        }
        self.drawn = Some(Instant::now());
        console::err(format_args!("\r\x1b[K{}", summary(now)));
        io::stderr().flush()
    }
}

/// Counters in one line.
#[must_use]
pub fn summary(c: &Counters) -> String {
    let rate = if c.time > 0.0 {
        c.runs as f64 / c.time
    } else {
        0.0
    };
    format!(
        "{} runs, {rate:.0}/s | sat {} unsat {} unknown {} | timeouts {} | findings: {} new, {} duplicate, {} filtered",
        c.runs, c.sat, c.unsat, c.unknown, c.timeouts, c.found, c.duplicates, c.filtered
    )
}

impl Report for Human {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match event {
            Event::Started {
                solver,
                version,
                seed,
                shard,
                out: folder,
                known_defects,
                ..
            } => {
                writeln!(
                    out,
                    "fuzzing {solver}, version {version}, from seed {seed}{}; results in {folder}",
                    shard.map_or(String::new(), |shard| format!(", {shard}"))
                )?;
                for KnownDefects { release, defects } in *known_defects {
                    let defects = defects.join(", ");
                    writeln!(
                        out,
                        "without what {release} is known to get wrong (--known-defects): {defects}"
                    )?;
                }
                Ok(())
            }
            Event::Found { finding } => {
                self.clear()?;
                let (bold, plain) = if self.colour {
                    ("\x1b[1;31m", "\x1b[0m")
                } else {
                    ("", "")
                };
                let seed = finding
                    .seed
                    .map_or(String::new(), |s| format!(", seed {s:#x}"));
                writeln!(
                    out,
                    "{bold}finding{plain} {}{seed}, {}",
                    finding.id, finding.reproduces
                )?;
                for line in finding.message.lines() {
                    writeln!(out, "    {line}")?;
                }
                if let Some(frame) = finding.frames.first() {
                    writeln!(out, "    at {}", readable(frame))?;
                }
                Ok(())
            }
            Event::Minimized { id, calls } => {
                self.clear()?;
                writeln!(out, "minimized {id}: {calls} calls")
            }
            Event::Duplicate { .. } | Event::Filtered { .. } => Ok(()),
            Event::Trouble { message, seed } => {
                self.clear()?;
                let seed = seed.map_or(String::new(), |s| format!(" (seed {s:#x})"));
                writeln!(out, "trouble{seed}: {message}")
            }
            Event::Progress { now, .. } => self.draw(now),
            Event::Statistics { stats } => {
                self.clear()?;
                write!(out, "{stats}")
            }
            Event::Ended {
                total,
                now,
                findings,
                interrupted,
            } => {
                self.clear()?;
                let how = if *interrupted { "interrupted" } else { "done" };
                writeln!(out, "{how}: {} in {:.1} s", summary(now), now.time)?;
                if total.runs > now.runs {
                    writeln!(out, "with earlier parts: {}", summary(total))?;
                }
                for (finding, sights) in *findings {
                    let times = if *sights == 1 { "once" } else { "times" };
                    let count = if *sights == 1 {
                        String::new()
                    } else {
                        format!("{sights} ")
                    };
                    writeln!(
                        out,
                        "  {} seen {count}{times}, {}",
                        finding.id, finding.reproduces
                    )?;
                }
                Ok(())
            }
        }
    }
}
