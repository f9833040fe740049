//! Events for other programs: JSON Lines and CSV, on stdout.

use super::{Event, Reporter};
use murxla_system::console;
use murxla_system::escape::visible_json;
use std::io;
use std::time::{Duration, Instant};

/// The shortest time between two progress events in the output. The campaign sends one per step.
const PROGRESS: Duration = Duration::from_secs(1);

/// One JSON object per event and line.
#[derive(Default)]
pub struct Json {
    written: Option<Instant>,
}

impl Reporter for Json {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        if let Event::Progress { .. } | Event::Minimizing { .. } = event {
            if self
                .written
                .is_some_and(|written| written.elapsed() < PROGRESS)
            {
                return Ok(());
            }
            self.written = Some(Instant::now());
        }
        let line = serde_json::to_string(&event.now())?;
        console::try_out(format_args!("{}\n", visible_json(&line)))
    }
}

/// One line per finding at the end: id, kind, how often it was seen, first seed, message.
pub struct Csv;

impl Reporter for Csv {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let Event::Ended { findings, .. } = event else {
            return Ok(());
        };
        let mut table = "id,kind,sights,seed,message\n".to_owned();
        for (finding, sights) in *findings {
            let seed = finding.seed.map_or(String::new(), |s| format!("{s:#x}"));
            let message = finding
                .observed
                .message
                .replace('"', "\"\"")
                .replace('\n', " ");
            table.push_str(&format!(
                "{},{},{sights},{seed},\"{message}\"\n",
                finding.id, finding.observed.kind
            ));
        }
        console::out(table);
        Ok(())
    }
}
