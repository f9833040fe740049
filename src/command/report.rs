//! `report`: makes a page of a results directory, and the text of an issue for each finding.

use super::compile::C_PROGRAM;
use super::coverage::blocks_of;
use super::issue::IssueSource;
use super::issue_script::issue_script;
use super::regression::write_test;
use super::translate::Target;

use crate::bug_traces::{TRACES, UPSTREAM};
use crate::cli::settings::differences;
use crate::cli::{Allowed, Report};
use crate::exit::{self, Failure};
use crate::plan::named_by;
use crate::reports::issue::{Brief, IssueTrace};
use crate::reports::page::{Entry, Overview, ReachedGroups};
use crate::results::{Kept, KeptFinding, MINIMIZED, OnDamage, Part};
use crate::trace_file;
use crate::triage::{Finding, names};
use murxla_coverage::LibraryCoverage;
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::SetOption;
use murxla_fsm::option::files::FileOptions;
use murxla_fsm::trace::Script;
use murxla_store::Store;
use murxla_system::console::{complain, say};
use murxla_system::escape::visible;
use murxla_system::folder::Folder;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The name of the page in the results directory.
const PAGE: &str = "report.html";
/// The name of the issue in the folder of its finding.
const ISSUE: &str = "report.md";

/// Writes the page and the issues.
///
/// # Errors
/// The folder is not a results directory, or it cannot be written. Damaged files are reported and
/// left out.
pub fn run(args: &Report, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let folder = &args.results;
    let mut kept = Kept::read(folder, OnDamage::Leave).map_err(|e| {
        let name = folder.display();
        Failure::configuration(format!("{name} is not a results directory: {e}"))
    })?;
    let operators = kept.operators();
    let damage = kept.damage.iter();
    let damage = damage.map(Failure::configuration);
    let mut damage: Vec<Failure> = damage.collect();
    let campaign = kept.campaign.as_ref();
    let platform = campaign.map_or("", |campaign| &campaign.platform);
    let mut entries = Vec::new();
    let all = kept.findings.len();
    for (number, known) in kept.findings.iter().enumerate() {
        if all > 1 {
            complain!("issue {} of {all}: {}", number + 1, known.finding.id);
        }
        let written = write_issue(args, (known, platform), allowed, stop)?;
        damage.extend(written.damage);
        let trace = written.source.trace.as_ref().ok();
        entries.push(entry(known, trace, written.brief));
    }
    let mut words: Vec<String> = damage.iter().map(ToString::to_string).collect();
    words.dedup();
    let parts = campaign.map_or(&[][..], |campaign| &campaign.parts);
    let page = Overview {
        folder,
        kept: &kept,
        operators: operators.as_ref(),
        entries: &entries,
        differences: &all_differences(parts),
        groups: &reached_groups(&kept)?,
        damage: &words,
    };
    let page = page.page().map_err(|message| Failure {
        code: exit::DEFECT,
        message,
    })?;
    save(&kept.folder, PAGE, &visible(&page))?;
    say!("{}", folder.join(PAGE).display());
    for known in &kept.findings {
        say!("{}", known.folder.path(ISSUE).display());
    }
    for word in &words {
        complain!("error: {word}");
    }
    Ok(damage.first().map_or(exit::CLEAN, |first| first.code))
}

/// What was written about a finding.
pub(super) struct WrittenIssue {
    /// The text of the issue.
    pub(super) text: String,
    /// What damaged traces have.
    pub(super) damage: Vec<Failure>,
    source: IssueSource,
    brief: Brief,
}

/// Writes the issue of a finding of a campaign on a platform into the folder of the finding, and
/// the C program if there is one.
///
/// # Errors
/// A file cannot be written, or the user has interrupted the command.
pub(super) fn write_issue(
    args: &Report,
    (known, platform): (&KeptFinding, &str),
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<WrittenIssue, Failure> {
    let (trace, mut damage) = find_best_trace(&known.folder, allowed);
    if let Ok(trace) = &trace {
        if args.solver.is_none() {
            damage.extend(named_by(&trace.script, allowed).err());
        }
        let forbidden = forbidden(&trace.script, allowed);
        damage.extend(forbidden.map(|e| e.in_file(&known.folder.path(trace.name))));
    }
    let source = IssueSource::of(known, trace, (args.solver.as_ref(), allowed), stop)?;
    let name = known.finding.id.as_str();
    write_regression(args, name, &known.finding, &source, stop)?;
    match &source.c {
        Some(Ok(program)) if !program.is_refuted() => {
            save(&known.folder, C_PROGRAM, &program.text)?;
        }
        Some(Err(_)) => {}
        // That of an earlier report is not needed any more.
        _ if known.folder.exists(C_PROGRAM) => {
            let removed = known.folder.remove(C_PROGRAM);
            removed
                .map_err(|e| Failure::configuration(format!("cannot remove {C_PROGRAM}: {e}")))?;
        }
        _ => {}
    }
    let (text, brief) = source.texts(known, platform);
    save(&known.folder, ISSUE, &visible(&text))?;
    Ok(WrittenIssue {
        text,
        damage,
        source,
        brief,
    })
}

/// Writes a test, if the user wants tests, and says where, or why there is none.
pub(super) fn write_regression(
    args: &Report,
    name: &str,
    finding: &Finding,
    source: &IssueSource,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if let Some(directory) = &args.regression {
        match write_test(directory, name, finding, source, stop)? {
            Ok(path) => complain!("test {}", path.display()),
            Err(why) => complain!("no test of {name}: {why}"),
        }
    }
    Ok(())
}

pub(super) fn save(folder: &Folder, name: &str, text: &str) -> Result<(), Failure> {
    folder.write(name, text.as_bytes()).map_err(|e| {
        let path = folder.path(name);
        Failure::configuration(format!("cannot write {}: {e}", path.display()))
    })
}

/// The most useful trace that can be read, or why there is none, and the errors of damaged traces.
pub(super) fn find_best_trace(
    folder: &Folder,
    allowed: Allowed,
) -> (Result<IssueTrace, String>, Vec<Failure>) {
    let mut bad = Vec::new();
    for name in TRACES {
        if !folder.exists(name) {
            continue;
        }
        let path = folder.path(name);
        match trace_file::read_in(folder, name) {
            Ok((text, script)) => {
                let program = issue_script(&script, allowed).map_err(|e| e.to_string());
                if let Err(e) = &program {
                    bad.push(Failure::trace(format!("{}: {e}", path.display())));
                }
                let trace = IssueTrace {
                    name,
                    text,
                    script,
                    program,
                };
                return (Ok(trace), bad);
            }
            Err(failure) => bad.push(failure),
        }
    }
    let why = match bad.last() {
        Some(failure) => failure.to_string(),
        None => "the folder of the finding has no trace".to_owned(),
    };
    (Err(why), bad)
}

/// An error that says that a trace sets an option with which its solver reads or writes files, if
/// it does. The programs of the issue leave it out.
fn forbidden(script: &Script, allowed: Allowed) -> Option<Failure> {
    let files = FileOptions::refused(Target::of(script).solver.file_options());
    let settings = script
        .lines
        .iter()
        .filter(|line| !allowed.trust && line.action.text == SetOption.name());
    let mut names = settings.filter_map(|line| Some(&line.args.first()?.text));
    names.find_map(|name| {
        let does = files.refusal(name)?;
        Some(Failure::untrusted(format!("the option '{name}' {does}")))
    })
}

/// For each part of a campaign, the arguments that differ from those of the part before.
fn all_differences(parts: &[Part]) -> Vec<Vec<String>> {
    let of_pair = |pair: &[Part]| {
        let [before, now] = [&pair[0], &pair[1]].map(|part| &part.settings.arguments);
        let all = differences(before, now).unwrap_or_default();
        all.iter().map(ToString::to_string).collect()
    };
    let first = parts.first().map(|_| Vec::new());
    first
        .into_iter()
        .chain(parts.windows(2).map(of_pair))
        .collect()
}

/// What the campaign has reached in each library, if the library was examined on this machine.
///
/// # Errors
/// There is no folder for what was found in libraries.
fn reached_groups(kept: &Kept) -> Result<Vec<Result<ReachedGroups, String>>, Failure> {
    let coverage = kept.coverage.as_deref().unwrap_or_default();
    if coverage.is_empty() {
        return Ok(Vec::new());
    }
    let before = kept.coverage_before.as_deref().unwrap_or_default();
    let cache = Store::from_env()?.coverage_folder()?;
    let of_library = |library: &LibraryCoverage| match blocks_of(library, &cache) {
        Ok(blocks) => Ok(ReachedGroups::new(library, &blocks, before)),
        Err(_) => Err(NOT_EXAMINED.to_owned()),
    };
    Ok(coverage.iter().map(of_library).collect())
}

/// Why the blocks of a library are not known.
const NOT_EXAMINED: &str =
    "The library was not examined on this machine: use murxla-rs coverage with --library FILE.";

fn entry<'a>(known: &'a KeptFinding, trace: Option<&IssueTrace>, brief: Brief) -> Entry<'a> {
    Entry {
        finding: &known.finding,
        sights: known.sights,
        theories: trace.map_or_else(BTreeSet::new, |trace| trace_file::theories(&trace.script)),
        names: trace.map_or_else(BTreeSet::new, |trace| names(&trace.script)),
        calls: trace.map(|trace| (trace.script.lines.len(), trace.name == MINIMIZED)),
        upstream: trace.and_then(|trace| Some(trace.script.header(UPSTREAM)?.to_owned())),
        place: known.folder.path("").components().collect(),
        brief,
    }
}
