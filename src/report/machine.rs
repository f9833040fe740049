//! Events for programs: JSON Lines and CSV, on stdout.

use super::{Event, Report};
use std::io::{self, Write as _};

/// One JSON object per event and line.
pub struct Json;

impl Report for Json {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, event)?;
        writeln!(out)
    }
}

/// One line per finding at the end: id, kind, number of sights, first seed, message.
pub struct Csv;

impl Report for Csv {
    fn take(&mut self, event: &Event<'_>) -> io::Result<()> {
        let Event::Ended { findings, .. } = event else {
            return Ok(());
        };
        let mut out = io::stdout().lock();
        writeln!(out, "id,kind,sights,seed,message")?;
        for (finding, sights) in *findings {
            let seed = finding.seed.map_or(String::new(), |s| format!("{s:#x}"));
            let message = finding.message.replace('"', "\"\"").replace('\n', " ");
            writeln!(
                out,
                "{},{},{sights},{seed},\"{message}\"",
                finding.id, finding.kind
            )?;
        }
        Ok(())
    }
}
