//! Events as text for people: a status line, a line per finding, a summary.

use super::status::{OpenWork, Status};
use super::summary::{Summary, colour_of, headline, say_line};
use super::{Event, KnownDefects, Reporter};
use crate::seeds::SeedForm;
use murxla_system::console::{self, say};
use std::io;

/// Writes findings to stdout and the status line to stderr.
pub struct Human {
    status: Status,
    summary: Summary,
    /// How seeds are written.
    seeds: SeedForm,
}

impl Human {
    /// `quiet`: no status, even on a terminal. `verbose`: more of it, if stderr is not a terminal.
    #[must_use]
    pub fn new(quiet: bool, verbose: bool, seeds: SeedForm) -> Self {
        Self {
            status: Status::new(quiet, verbose, seeds),
            summary: Summary::default(),
            seeds,
        }
    }

    /// A seed in brackets, if there is one.
    fn with_seed(&self, seed: Option<u64>) -> String {
        seed.map_or(String::new(), |seed| {
            format!(" (seed {})", self.seeds.text(seed))
        })
    }
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
                self.summary.start(folder, earlier);
                let seed = self.seeds.text(*seed);
                say_line(&format!(
                    "fuzzing {solver}, version {version}, from seed {seed}{}; results in {folder}",
                    shard.map_or(String::new(), |shard| format!(", {shard}"))
                ));
                for remark in *remarks {
                    say_line(remark);
                }
                for KnownDefects { release, defects } in *known_defects {
                    let defects = defects.join(", ");
                    say_line(&format!(
                        "runs avoid known defects of {release} (--known-defects uses them): {defects}"
                    ));
                }
            }
            Event::Found { finding } => {
                self.status.clear();
                self.status.note_finding(&finding.observed.kind);
                let colour = colour_of(&finding.observed.kind);
                console::emphasis("finding", colour);
                let (id, status) = (&finding.id, finding.status());
                say!(" {id}{}, {status}", self.with_seed(finding.seed));
                say!(
                    "{}",
                    console::wrapped(&format!("    {}", headline(finding)), "    ")
                );
            }
            Event::Minimizing { done, all, seconds } => {
                self.status.show_minimizing(*done, *all, *seconds);
            }
            Event::Minimized { id, calls, known } => {
                self.status.clear();
                let known = known.map_or(String::new(), |why| format!("; known: {why}"));
                say!("minimized {id}: {calls} calls{known}");
            }
            Event::Duplicate { .. } => {}
            Event::Filtered { reason, .. } => self.summary.count_filtered(reason),
            Event::Trouble { message, seed } => {
                self.status.clear();
                say!("trouble{}: {message}", self.with_seed(*seed));
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
                    "the library of {solver} has changed: {now}, previously {before}; findings that are tried again: {findings}"
                );
            }
            Event::Gone { id, library } => {
                self.status.clear();
                self.summary.gone.insert((*id).clone());
                say!("gone {id}: it does not show on {library}");
            }
            Event::Back { id } => {
                self.status.clear();
                self.summary.gone.remove(*id);
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
                now,
                left,
                minimizing,
                confirming,
                waiting,
                jobs,
                ..
            } => {
                let open = OpenWork {
                    minimizing: minimizing.unwrap_or_default(),
                    confirming: *confirming,
                    waiting: *waiting,
                };
                self.status.show(now, *left, open, jobs);
            }
            Event::Statistics { stats } => {
                self.status.clear();
                console::out(stats);
            }
            Event::Ended { .. } => {
                self.status.clear();
                self.summary.print(event);
            }
        }
        Ok(())
    }
}
