//! Trace files: reading them, and the header that says where they come from.

use crate::actions::{called, role};
use crate::exit::Failure;
use crate::recorder;
use crate::triage::FindingId;
use murxla_executor::Verdict;
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::{Delete, MkTerm, theories_of};
use murxla_fsm::op::Ops;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::STRATEGY_NOTE;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortKind;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{Script, TextLine, Token, comment, header_line, header_of, lex};
use murxla_fsm::wrapper::AlwaysSet;
use murxla_store::SolverSpec;
use murxla_system::folder::Folder;
use murxla_system::input;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// The key of the line in the header of a trace whose noted answers are right by the claims of
/// another run. An answer that contradicts a note shows the bug.
pub const CLAIMS: &str = "claims";

/// The key of the line in the header that names the finding of the trace.
const FINDING: &str = "finding";

/// The key of the line in the header that names the solver.
pub const SOLVER: &str = "solver";

/// The comment in the first line of a trace.
pub const VERSION: &str = concat!("murxla-rs ", env!("CARGO_PKG_VERSION"));

/// The comments at the head of a trace.
#[must_use]
pub fn header(solver: impl fmt::Display, version: &str, seed: Option<u64>) -> String {
    let seed = seed.map(|seed| header_line("seed", format!("{seed:#x}")));
    [
        comment(VERSION),
        header_line(SOLVER, solver),
        header_line("version", version),
        seed.unwrap_or_default(),
    ]
    .concat()
}

/// The finding in the header of a trace.
#[must_use]
pub fn finding(script: &Script) -> Option<FindingId> {
    script.header(FINDING)?.to_owned().try_into().ok()
}

/// The bug in the header of a trace: the finding, or the kind that a regression trace documents.
#[must_use]
pub fn named_bug(script: &Script) -> Option<FindingId> {
    let documented = || script.header("expect")?.to_owned().try_into().ok();
    finding(script).or_else(documented)
}

/// The kind of bug in the header of a trace: the one that a regression trace documents, or that of
/// the finding.
#[must_use]
pub fn kind(script: &Script) -> Option<BugKind> {
    let documented = script.header("expect").map(BugKind::from);
    documented.or_else(|| Some(finding(script)?.kind()))
}

/// The header of a trace. If there is a finding, it is in the place of the one that the header
/// names, or in the last line.
#[must_use]
pub fn header_with(script: &Script, finding: Option<&FindingId>) -> String {
    let line = |text: &String| match (finding, text.split_once(':')) {
        (Some(id), Some((FINDING, _))) => finding_line(id),
        _ => comment(text),
    };
    let header = script.header.iter().map(line);
    let is_named = script.header(FINDING).is_some();
    let last = finding.filter(|_| !is_named).map(finding_line);
    header.chain(last).collect()
}

/// A header without the notes of strategies on terms that are not left. The others get the new ids
/// of their terms. `terms` has the new ids by the old ones.
#[must_use]
pub fn renamed_notes(header: &str, terms: &FxHashMap<TermId, TermId>) -> String {
    let id = |word: &str| TermId::from_name(word.trim_end_matches(':'));
    let renamed = |line| {
        let TextLine::Comment(note) = TextLine::of(line) else {
            return None;
        };
        if id(note.split(' ').next()?).is_none() {
            return Some(comment(note));
        }
        let words = note.split(' ').map(|word| match id(word) {
            Some(id) => {
                let end = if word.ends_with(':') { ":" } else { "" };
                Some(format!("{}{end}", terms.get(&id)?))
            }
            None => Some(word.to_owned()),
        });
        let words: Vec<String> = words.collect::<Option<_>>()?;
        Some(comment(&words.join(" ")))
    };
    header.lines().filter_map(renamed).collect()
}

/// The header of a trace for readers who do not have the program: without the notes of strategies.
pub fn without_notes(script: &Script) -> impl Iterator<Item = &str> {
    let is_note = move |line: &&str| {
        let start = line.split([' ', ':']).next().unwrap_or_default();
        matches!(start, "strategy" | "entry") || TermId::from_name(start).is_some()
    };
    let lines = script.header.iter().map(String::as_str);
    lines.filter(move |line| !is_note(line))
}

/// The line in the header that names the finding of a trace.
#[must_use]
pub fn finding_line(id: &FindingId) -> String {
    header_line(FINDING, id)
}

/// The comment at the end of the trace of a run that its time limit ended.
#[must_use]
pub fn end_by_time(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Timeout => {
            "# The time limit ended the run here. How far a run comes depends on the machine and its load.\n"
        }
        _ => "",
    }
}

/// Reads a trace from a file, or from stdin if it is called `-`.
///
/// # Errors
/// If it cannot be read, or is not a trace.
pub fn read(path: &Path) -> Result<(String, Script), Failure> {
    parsed(path, text(path, "trace")?)
}

/// Reads a trace from a file in a folder.
///
/// # Errors
/// If it cannot be read, or is not a trace.
pub fn read_in(folder: &Folder, name: &str) -> Result<(String, Script), Failure> {
    let path = folder.path(name);
    parsed(&path, decoded(&path, "trace", folder.read(name))?)
}

/// A trace with this text. `path` is for messages.
///
/// # Errors
/// If it is not a trace.
pub fn parsed(path: &Path, text: String) -> Result<(String, Script), Failure> {
    let name = path.display();
    if is_script(&text) {
        return Err(Failure::trace(format!(
            "{name} is an SMT-LIB script: 'murxla-rs import {name} --output bug.trace' makes a trace of it"
        )));
    }
    let script = lex(&text).map_err(|e| Failure::trace(format!("{name}: {e}")))?;
    if script.lines.is_empty() {
        return Err(Failure::trace(format!("{name} contains no calls")));
    }
    Ok((text, script))
}

/// Some editors write it at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether the first line that is not a comment begins a command of SMT-LIB.
#[must_use]
pub fn is_script(text: &str) -> bool {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with([';', '#']));
    first.is_some_and(|line| line.starts_with('('))
}

/// Reads the text of a file, or of stdin if it is called `-`, without a byte order mark. `what`
/// names the kind of file in error messages.
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn text(path: &Path, what: &str) -> Result<String, Failure> {
    decoded(path, what, input::read(path))
}

/// Reads the text of a script or of recorded calls, as [`text`] does. A recording may be larger.
///
/// # Errors
/// As [`text`].
pub fn script_or_recording(path: &Path) -> Result<String, Failure> {
    let mut is_own_log = false;
    let read = input::read_at_most(path, recorder::MAX_SIZE).and_then(|bytes| {
        is_own_log = recorder::is_own_log(&bytes);
        if !is_own_log && !recorder::is_recording(&bytes) {
            input::check_size(bytes.len(), input::MAX_SIZE)?;
        }
        Ok(bytes)
    });
    let text = decoded(path, "script", read)?;
    match is_own_log {
        true => recorder::recording_of(&text)
            .map_err(|why| Failure::trace(format!("{}: {why}", path.display()))),
        false => Ok(text),
    }
}

fn decoded(path: &Path, what: &str, read: std::io::Result<Vec<u8>>) -> Result<String, Failure> {
    let name = path.display();
    let bytes = read.map_err(|e| Failure::trace(format!("cannot read the {what} {name}: {e}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::trace(format!("{name} is not a {what}: it is not text in UTF-8")))?;
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// The solver in the header of a trace.
#[must_use]
pub fn solver(script: &Script) -> Option<SolverSpec> {
    if let Some(named) = script.header(SOLVER) {
        return named.parse().ok();
    }
    // The C++ original writes the flag of the solver.
    let flag = |option: &String| {
        let name = option.strip_prefix("--")?;
        let all = murxla_wrappers::WRAPPERS.iter();
        let named = all.copied().find(|w| w.constants().murxla_name == name);
        named.map(murxla_fsm::wrapper::Wrapper::name)
    };
    script.options.iter().find_map(flag)?.parse().ok()
}

/// The operators of the solver that the header of a trace names.
#[must_use]
pub fn ops(script: &Script) -> Ops {
    let wrapper = solver(script).and_then(|spec| murxla_wrappers::find(&spec.name));
    Ops::with(wrapper.map_or(&[], |wrapper| wrapper.constants().ops))
}

/// The theories of the operators in a trace.
#[must_use]
pub fn theories(script: &Script) -> BTreeSet<&'static str> {
    let ops = ops(script);
    let lines = script.lines.iter();
    let terms = lines.filter(|line| line.action.text == MkTerm.name());
    let found = terms.filter_map(|line| ops.find(&line.args.first()?.text));
    found.map(|op| Theory::short(ops.row(op).theory)).collect()
}

/// Whether a trace has an operator or a sort of one of these theories.
#[must_use]
pub fn uses(script: &Script, wanted: &[Theory]) -> bool {
    let words = script.lines.iter().flat_map(|line| &line.args);
    let words = words.filter(|token| !token.quoted);
    let mut sorts = words.filter_map(|token| SortKind::from_name(&token.text));
    let is_wanted = |theory: Theory| wanted.contains(&theory);
    sorts.any(|kind| theories_of(kind).any(is_wanted))
        || wanted
            .iter()
            .any(|theory| theories(script).contains(theory.short()))
}

/// Whether a trace has formulas that need an option, or on which it has an effect.
#[must_use]
pub fn needs(script: &Script, option: &AlwaysSet) -> bool {
    let has_formats = option.formats.is_empty()
        || formats(script).any(|format| !option.formats.contains(&format));
    has_formats && uses(script, option.theories)
}

/// The floating-point formats of a trace. Calls that make one, sorts and conversions, end with it.
fn formats(script: &Script) -> impl Iterator<Item = (u32, u32)> {
    let is_format = |token: &Token| !token.quoted && token.text == SortKind::Fp.name();
    let lines = script.lines.iter();
    let lines = lines.filter(move |line| line.args.iter().any(is_format));
    lines.filter_map(|line| {
        let [.., exponent, significand] = &line.args[..] else {
            return None;
        };
        Some((exponent.text.parse().ok()?, significand.text.parse().ok()?))
    })
}

/// The calls of a trace, and one that closes the instance if it is open, with a note before it.
#[must_use]
pub fn closed(trace: &str, note: &str) -> String {
    let last = trace.lines().filter_map(called).next_back();
    if last.is_none_or(|action| role(action) == Some(Role::Close)) {
        return trace.to_owned();
    }
    format!("{trace}{note}    0 {}\n", Delete.name())
}

/// The strategy that made a run, as the lines at the start of its trace say. `None` for a walk.
#[must_use]
pub fn strategy_of(trace: &str) -> Option<&str> {
    let mut entries = header_of(trace).filter_map(|line| line.entry());
    entries.find_map(|(key, strategy)| (key == STRATEGY_NOTE).then_some(strategy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_get_the_new_ids_of_their_terms() {
        let header = "# strategy: fusion\n# entry: t1 x.trace\n# t9: OP_IMPLIES -> OP_EQUAL\n\
            # t3: replaced by t4\n# t3 and t9: fused by t5\n";
        let terms = [(3, 1), (9, 2), (5, 7)].map(|(old, new)| (TermId(old), TermId(new)));
        let renamed = renamed_notes(header, &terms.into_iter().collect());
        let expected = "# strategy: fusion\n# entry: t1 x.trace\n# t2: OP_IMPLIES -> OP_EQUAL\n\
            # t1 and t2: fused by t7\n";
        assert_eq!(renamed, expected);
    }

    #[test]
    fn runs_that_ended_early_are_closed() {
        let whole = "    7 new\n   12 delete\n#= took 1\n";
        assert_eq!(closed(whole, "#= ended\n"), whole);
        let early =
            "    7 new\n    3 mk-sort SORT_BOOL\n      return s1\n#= left out the rest: x\n";
        assert_eq!(
            closed(early, "#= ended\n"),
            format!("{early}#= ended\n    0 delete\n")
        );
    }
}
