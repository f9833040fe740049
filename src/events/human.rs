//! Events as text for people: a status line, a line per finding, a summary.

use super::status::Status;
use super::{Counters, Event, KnownDefects, Reporter};
use crate::executor::readable;
use crate::system::console::{self, say};
use crate::triage::{Finding, FindingId, find_originals};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _};

/// Writes findings to stdout and the status line to stderr.
pub struct Human {
    status: Status,
    /// The findings that do not show on the library of this part.
    gone: BTreeSet<FindingId>,
    colour: bool,
}

impl Human {
    /// `quiet`: no status, even on a terminal. `verbose`: a status, even if stderr is not a
    /// terminal.
    #[must_use]
    pub fn new(quiet: bool, verbose: bool) -> Self {
        Self {
            status: Status::new(quiet, verbose),
            gone: BTreeSet::new(),
            colour: io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// The counters in one line.
#[must_use]
pub fn summary(c: &Counters) -> String {
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

impl Reporter for Human {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        match event {
            Event::Started {
                solver,
                version,
                seed,
                shard,
                out: folder,
                remarks,
                known_defects,
                earlier,
                ..
            } => {
                let gone = earlier.iter().filter(|(finding, _)| finding.gone.is_some());
                self.gone = gone.map(|(finding, _)| finding.id.clone()).collect();
                say!(
                    "fuzzing {solver}, version {version}, from seed {seed}{}; results in {folder}",
                    shard.map_or(String::new(), |shard| format!(", {shard}"))
                );
                for remark in *remarks {
                    say!("{remark}");
                }
                for KnownDefects { release, defects } in *known_defects {
                    let defects = defects.join(", ");
                    say!("without the known defects of {release} (--known-defects): {defects}");
                }
            }
            Event::Found { finding } => {
                self.status.clear();
                let seed = finding
                    .seed
                    .map_or(String::new(), |s| format!(", seed {s:#x}"));
                console::emphasis("finding", self.colour);
                say!(" {}{seed}, {}", finding.id, finding.status());
                for line in finding.message.lines() {
                    say!("    {line}");
                }
                if let Some(frame) = finding.frames.first() {
                    say!("    at {}", readable(frame));
                }
            }
            Event::Minimized { id, calls } => {
                self.status.clear();
                say!("minimized {id}: {calls} calls");
            }
            Event::Duplicate { .. } | Event::Filtered { .. } => {}
            Event::Trouble { message, seed } => {
                self.status.clear();
                let seed = seed.map_or(String::new(), |s| format!(" (seed {s:#x})"));
                say!("trouble{seed}: {message}");
            }
            Event::Damaged { message } => {
                self.status.clear();
                say!("{message}");
            }
            Event::Changed {
                solver,
                before,
                now,
                findings,
            } => {
                self.status.clear();
                say!(
                    "the library of {solver} has changed: {now}, before {before}; findings that are tried again: {findings}"
                );
            }
            Event::Gone { id, library } => {
                self.status.clear();
                self.gone.insert((*id).clone());
                say!("gone {id}: it does not show on {library}");
            }
            Event::Back { id } => {
                self.status.clear();
                self.gone.remove(*id);
                say!("back {id}: it shows again");
            }
            Event::Paused {
                out: folder,
                message,
            } => {
                self.status.clear();
                say!(
                    "paused: no space in {folder} ({message}); free some space to continue, or press Ctrl-C and \
                     continue the campaign later"
                );
            }
            Event::Resumed { seconds } => {
                say!("there is space again, after {seconds:.0} s");
            }
            Event::Progress {
                now, left, jobs, ..
            } => self.status.show(now, self.gone.len(), *left, jobs),
            Event::Statistics { stats } => {
                self.status.clear();
                console::out(stats);
            }
            Event::Ended {
                total,
                now,
                findings,
                interrupted,
            } => {
                self.status.clear();
                let how = if *interrupted { "interrupted" } else { "done" };
                say!("{how}: {} in {:.1} s", summary(now), now.time);
                if total.runs > now.runs {
                    say!("with earlier parts: {}", summary(total));
                }
                let all: Vec<&Finding> = findings.iter().map(|(finding, _)| finding).collect();
                for ((finding, sights), first) in findings.iter().zip(find_originals(&all)) {
                    let seen = match sights {
                        1 => "once".to_owned(),
                        _ => format!("{sights} times"),
                    };
                    let (id, status) = (&finding.id, finding.status());
                    let more = match (first, &finding.standing) {
                        (Some(first), _) => format!(", a variant of {}", first.id),
                        (None, Some(standing)) => format!(", {standing}"),
                        (None, None) => String::new(),
                    };
                    say!("  {id} seen {seen}, {status}{more}");
                }
            }
        }
        Ok(())
    }
}
