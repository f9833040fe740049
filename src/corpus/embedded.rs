//! The corpus that is part of the program: its regression traces, which show bugs of solvers.
//! `build.rs` packs them.

use flate2::read::ZlibDecoder;
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use std::io::Read as _;

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/corpus.json.zlib"));

/// The regression traces of the program.
#[must_use]
pub fn regressions() -> Corpus {
    let mut text = Vec::new();
    // Each run reads the corpus. A reader of JSON takes longer for single bytes.
    let unpacked = ZlibDecoder::new(PACKED).read_to_end(&mut text);
    let traces = unpacked
        .ok()
        .and_then(|_| serde_json::from_slice(&text).ok());
    let traces: Vec<(Box<str>, Box<str>)> = traces.unwrap_or_default();
    let entries = traces.into_iter().map(|(name, text)| Entry { name, text });
    Corpus::new(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_has_its_traces() {
        let corpus = regressions();
        assert!(corpus.entries().len() > 100);
        let is_z3 =
            |entry: &Entry| entry.name.starts_with("z3/") && entry.text.contains("solver: z3");
        assert!(corpus.entries().iter().any(is_z3));
    }
}
