//! `corpus`: makes corpora, and shows what they have.

use crate::cli::{CorpusAdd, CorpusCommand, CorpusShow};
use crate::console::{complain, say};
use crate::corpus::{Index, add, files, index};
use crate::escape::one_line;
use crate::exit::{self, Failure};
use crate::folder::Folder;
use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Runs a subcommand.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(command: &CorpusCommand, stop: &AtomicBool) -> Result<u8, Failure> {
    match command {
        CorpusCommand::Add(args) => add_files(args, stop),
        CorpusCommand::Show(args) => show(args),
    }
}

/// How often progress is shown.
const SHOWN: Duration = Duration::from_secs(2);

/// The number of refused files that are named.
const NAMED: usize = 10;

fn add_files(args: &CorpusAdd, stop: &AtomicBool) -> Result<u8, Failure> {
    let files = files(&args.paths)?;
    let wrong = |e| Failure::configuration(format!("cannot open {}: {e}", args.out.display()));
    fs::create_dir_all(&args.out).map_err(wrong)?;
    let folder = Folder::open(&args.out).map_err(wrong)?;
    let mut shown = Instant::now();
    let mut progress = |done: usize| {
        if shown.elapsed() >= SHOWN {
            shown = Instant::now();
            complain!("{done} of {} files", files.len());
        }
    };
    let solver = args.solver.as_ref().map(|solver| &*solver.name);
    let before = index(&folder)?.refused;
    let added = add(&files, &folder, solver, stop, &mut progress)?;
    let refused = index(&folder)?.refused;
    let new = refused
        .iter()
        .filter(|(file, _)| !before.contains_key(*file));
    for (file, why) in new.clone().take(NAMED) {
        complain!("not imported: {}: {}", one_line(file), one_line(why));
    }
    if new.clone().count() > NAMED {
        let folder = args.out.display();
        complain!(
            "… and {} more: murxla-rs corpus show {folder}",
            new.count() - NAMED
        );
    }
    say!(
        "{} files: {} new, {} equal to others up to names, {} not imported, {} known before",
        files.len(),
        added.new,
        added.repeated,
        added.refused,
        added.known
    );
    Ok(exit::CLEAN)
}

fn show(args: &CorpusShow) -> Result<u8, Failure> {
    let wrong = |e| Failure::configuration(format!("cannot open {}: {e}", args.corpus.display()));
    let folder = Folder::open(&args.corpus).map_err(wrong)?;
    let index = index(&folder)?;
    if index == Index::default() {
        let folder = args.corpus.display();
        return Err(Failure::configuration(format!(
            "{folder} has no index: 'murxla-rs corpus add PATH --out {folder}' makes one"
        )));
    }
    say!(
        "{} entries; {} files equal to others up to names; {} files not imported",
        index.entries.len(),
        index.repeated.len(),
        index.refused.len()
    );
    let entries = || index.entries.values();
    table(
        "theories",
        entries().flat_map(|entry| &entry.theories).cloned(),
        args.rows,
    );
    table(
        "operators",
        entries().flat_map(|entry| &entry.operators).cloned(),
        args.rows,
    );
    table(
        "features",
        entries().flat_map(|entry| &entry.features).cloned(),
        args.rows,
    );
    table("calls", entries().map(|entry| size(entry.calls)), args.rows);
    table(
        "dialects",
        entries().map(|entry| entry.dialect.clone()),
        args.rows,
    );
    let answers = entries().flat_map(|entry| &entry.answers);
    let answer = |answer: &String| match &**answer {
        "" => "no expected answer".to_owned(),
        other => other.to_owned(),
    };
    table("checks", answers.map(answer), args.rows);
    table(
        "not imported",
        index.refused.values().map(|why| reason(why)),
        args.rows,
    );
    Ok(exit::CLEAN)
}

/// The range in which a number of calls is.
fn size(calls: usize) -> String {
    let bounds = [10, 30, 100, 300, 1_000, 10_000];
    match bounds.iter().find(|bound| calls < **bound) {
        Some(bound) => format!("fewer than {bound}"),
        None => "10000 and more".to_owned(),
    }
}

/// A reason without its place and without names.
fn reason(why: &str) -> String {
    let general = why.split_once(": ").map_or(why, |(_, general)| general);
    let mut words = String::new();
    let mut is_name = false;
    for part in general.split('\'') {
        words.push_str(if is_name { "'…'" } else { part });
        is_name = !is_name;
    }
    words
}

/// Prints how often each value occurs, the most frequent first.
fn table(title: &str, values: impl Iterator<Item = String>, rows: u32) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    say!("\n{title}: {}", counts.len());
    let most = if rows == 0 { usize::MAX } else { rows as usize };
    for (value, count) in counts.iter().take(most) {
        say!("{count:8} {}", one_line(value));
    }
    if counts.len() > most {
        say!("  … and {} more: --rows 0 shows all", counts.len() - most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_counted_without_places_and_names() {
        assert_eq!(
            reason("line 3, column 7: unknown name 'x'"),
            "unknown name '…'"
        );
        assert_eq!(reason("no place"), "no place");
        assert_eq!(size(29), "fewer than 30");
    }
}
