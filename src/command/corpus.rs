//! `corpus`: makes corpora, and shows what they have.

use super::corpus_minimize::minimize;
use crate::cli::{Allowed, CorpusAdd, CorpusCommand, CorpusFetch, CorpusShow};
use crate::corpus::{Index, Mined, add, files, index, read};
use crate::exit::{self, Failure};
use murxla_fsm::profile::nearest::suggestion;
use murxla_fsm::strategy::history::Limits;
use murxla_store::{Store, collections};
use murxla_system::console::{complain, say};
use murxla_system::escape::one_line;
use murxla_system::folder::Folder;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Runs a subcommand.
///
/// # Errors
/// Files that cannot be read or written.
pub fn run(
    command: &CorpusCommand,
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<u8, Failure> {
    match command {
        CorpusCommand::Add(args) => add_files(args, stop),
        CorpusCommand::Fetch(args) => fetch(args, allowed.offline, stop),
        CorpusCommand::Minimize(args) => minimize(args, allowed, stop),
        CorpusCommand::Show(args) => show(args),
    }
}

/// How often progress is shown.
const SHOWN: Duration = Duration::from_secs(2);

/// The number of refused files that are named.
const NAMED: usize = 10;

fn add_files(args: &CorpusAdd, stop: &AtomicBool) -> Result<u8, Failure> {
    let (files, others) = files(&args.paths)?;
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
    let after = index(&folder)?;
    let new = after
        .refused
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
    let parts: usize = after
        .entries
        .values()
        .map(|entry| entry.left_out.len())
        .sum();
    if parts > 0 {
        let folder = args.out.display();
        complain!(
            "parts of scripts that are left out: {parts}, see 'murxla-rs corpus show {folder}'"
        );
    }
    if others > 0 {
        complain!("left out: {others} files and links that are neither *.smt2 nor *.trace");
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

fn fetch(args: &CorpusFetch, offline: bool, stop: &AtomicBool) -> Result<u8, Failure> {
    let all = collections()?;
    let Some(out) = &args.out else {
        for collection in &all {
            say!("{:8}  {}", collection.name, collection.about);
            for command in collection.commands() {
                say!("{:8}  {command}", "");
            }
        }
        return Ok(exit::CLEAN);
    };
    let named = args.names.iter().map(|name| {
        let found = all.iter().find(|collection| collection.name == *name);
        found.ok_or_else(|| {
            let near = suggestion(name, all.iter().map(|collection| &*collection.name));
            let message =
                format!("unknown collection '{name}': 'murxla-rs corpus fetch' lists all{near}");
            Failure::usage(message)
        })
    });
    let store = Store::from_env()?;
    let mut paths = Vec::new();
    for collection in named.collect::<Result<Vec<_>, _>>()? {
        complain!("{}: {}", collection.name, collection.about);
        let scripts = store.collection(collection, offline).map_err(|why| {
            let message = format!(
                "cannot download {}: {why}; download it in another way, and add it:\n  {}\n  murxla-rs corpus add {} --out {}",
                collection.name,
                collection.commands().join("\n  "),
                collection.scripts().display(),
                out.display(),
            );
            match stop.load(Ordering::Relaxed) {
                true => Failure { code: exit::INTERRUPTED, message },
                false => Failure::configuration(message),
            }
        })?;
        paths.push(scripts);
    }
    let added = CorpusAdd {
        paths,
        out: out.clone(),
        solver: None,
    };
    add_files(&added, stop)
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
    if args.rules || args.signatures {
        return show_mined(args, &index);
    }
    say!(
        "entries: {}; files equal to others up to names: {}; files not imported: {}",
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
    let left_out = entries().flat_map(|entry| &entry.left_out);
    table("left out", left_out.map(|part| part.why.clone()), args.rows);
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

/// Shows what the strategy `history` takes from a corpus.
fn show_mined(args: &CorpusShow, index: &Index) -> Result<u8, Failure> {
    let limits = Limits {
        support: args.support as usize,
        confidence: args.confidence,
        ..Limits::default()
    };
    let entries = read(&args.corpus, &mut |message| complain!("{message}"))?;
    let mined = Mined::new(&entries, index, limits)?;
    if args.signatures {
        for (entry, signatures) in &mined.signatures {
            let signatures: Vec<&str> = signatures.iter().map(String::as_str).collect();
            say!("{}: {}", one_line(entry), signatures.join(" "));
        }
        return Ok(exit::CLEAN);
    }
    say!(
        "{} entries have {} different atoms",
        mined.signatures.len(),
        mined.atoms
    );
    print_counts("skeletons", &mined.skeletons, args.rows);
    let signatures = mined.signatures.values().flatten().cloned();
    table("signatures", signatures, args.rows);
    let texts = |items: &[u32]| {
        let texts = items
            .iter()
            .filter_map(|item| mined.items.get(*item as usize));
        texts.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    let mut rules: Vec<_> = mined.rules.iter().collect();
    rules.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    say!("\nrules: {}", rules.len());
    say!(" entries share");
    let most = limit(args.rows);
    for rule in rules.iter().take(most) {
        let (from, to) = (texts(&rule.antecedent), texts(&rule.consequent));
        say!("{:8} {:.3} {from} => {to}", rule.support, rule.confidence);
    }
    say_more(rules.len(), most);
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
    print_counts(title, &counts, rows);
}

/// Prints values with their counts, the most frequent first.
fn print_counts(title: &str, counts: &BTreeMap<String, usize>, rows: u32) {
    let mut counts: Vec<(&String, &usize)> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    say!("\n{title}: {}", counts.len());
    let most = limit(rows);
    for (value, count) in counts.iter().take(most) {
        say!("{count:8} {}", one_line(value));
    }
    say_more(counts.len(), most);
}

/// The number of rows of a table; 0 stands for all.
fn limit(rows: u32) -> usize {
    if rows == 0 { usize::MAX } else { rows as usize }
}

/// Says how many rows are left out.
fn say_more(count: usize, most: usize) {
    if count > most {
        say!("  … and {} more: --rows 0 shows all", count - most);
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
