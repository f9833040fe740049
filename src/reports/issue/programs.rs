//! The section of an issue with the script, the program in C and the trace: what shows the bug
//! comes first.

use super::listing::{listed, listed_trace, not_translated};
use super::markdown::{code, plain};
use super::{Issue, IssueProgram, IssueTrace, MAX_CALLS, NOT_RUN};
use crate::results::EVIDENCE;
use crate::triage::KindRow;

/// The parts of the section, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// The trace, if no program may show the bug.
    OnlyTrace,
    /// A script that shows the bug.
    ScriptThatShows,
    CProgram,
    /// A script that may show the bug.
    Script,
    Trace,
    /// A program that does not show the bug, or why there is none.
    Nothing,
}

impl Issue<'_> {
    pub(super) fn program(&self, kind: &KindRow) -> String {
        let trace = match self.trace {
            Ok(trace) => trace,
            Err(why) => return format!("No trace is available: {}.\n", plain(why)),
        };
        let mut text = String::new();
        if let Some(inexpressible) = kind.inexpressible {
            let elsewhere = match self.has_c() {
                true => "The C program below",
                false => "The trace of API calls below",
            };
            text.push_str(&format!(
                "SMT-LIB cannot express {inexpressible}. {elsewhere} shows it.\n\n"
            ));
        }
        let mut parts = vec![self.script(trace)];
        parts.extend(self.c_program(trace));
        let shows = parts.iter().any(|(part, _)| *part < Part::Script);
        let calls = trace.script.lines.len();
        let listing = listed_trace(trace.name, &trace.text, !shows && calls <= MAX_CALLS);
        let part = rank_of_traces(parts.iter().map(|(part, _)| *part));
        parts.push((part, listing));
        if let Some(evidence) = self.evidence.filter(|_| trace.name != EVIDENCE) {
            parts.push((part, listed_trace(EVIDENCE, evidence, false)));
        }
        // Parts of the same rank stay in their order.
        parts.sort_by_key(|(part, _)| *part);
        let parts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        text + &parts.join("\n")
    }

    /// The script, and what it shows.
    fn script(&self, trace: &IssueTrace) -> (Part, String) {
        let program = match &trace.program {
            Ok(program) => program,
            Err(why) => {
                let why = plain(why);
                let text = format!("The trace cannot be translated to SMT-LIB: {why}\n");
                return (Part::Nothing, text);
            }
        };
        if let Some(gap) = missing_call(program, trace) {
            let gap = code(gap);
            let text =
                format!("There is no script, because it would not have the last call: {gap}.\n");
            return (Part::Nothing, text);
        }
        let listing = listed(program, trace.name);
        let rank = self.rank_of_script(program);
        let Some(result) = &program.result else {
            return (rank, format!("{listing}\n{NOT_RUN}\n"));
        };
        let says = result.text("script");
        let text = match rank {
            Part::ScriptThatShows => format!("{listing}\n{says}"),
            // It is left out if there is something better.
            Part::Nothing if self.has_c() => format!("{says}{}", not_translated(program)),
            _ => format!("{says}\n{listing}"),
        };
        (rank, text)
    }

    /// The program in C, and what it shows.
    fn c_program(&self, trace: &IssueTrace) -> Option<(Part, String)> {
        let program = match self.c? {
            Ok(program) => program,
            Err(why) => {
                let text = format!("No C program could be written: {}\n", plain(why));
                return Some((Part::Nothing, text));
            }
        };
        let says = program.result.as_ref();
        let says = says.map_or_else(String::new, |result| result.text("program in C"));
        Some(match program.is_refuted() {
            true => (Part::Nothing, format!("{says}{}", not_translated(program))),
            false => (
                Part::CProgram,
                format!("{}\n{says}", listed(program, trace.name)),
            ),
        })
    }

    /// Whether there is a program in C that may show the bug.
    pub(super) fn has_c(&self) -> bool {
        matches!(self.c, Some(Ok(program)) if !program.is_refuted())
    }

    /// The rank of a script.
    pub(super) fn rank_of_script(&self, program: &IssueProgram) -> Part {
        let is_expressible = KindRow::of(&self.finding.observed.kind)
            .inexpressible
            .is_none();
        match program.result.as_ref().map(|result| result.shows) {
            Some(Some(true)) => Part::ScriptThatShows,
            Some(None) | None if is_expressible => Part::Script,
            _ => Part::Nothing,
        }
    }
}

/// The rank of the traces behind these parts.
pub(super) fn rank_of_traces(mut parts: impl Iterator<Item = Part>) -> Part {
    match parts.any(|part| part < Part::Trace) {
        true => Part::Trace,
        false => Part::OnlyTrace,
    }
}

/// The note about the last call, if the script lacks it and does not show the bug without it.
pub(super) fn missing_call<'a>(
    program: &'a IssueProgram,
    trace: &IssueTrace,
) -> Option<&'a String> {
    let missing = program.missing_call(&trace.script);
    missing.filter(|_| !program.shows_bug())
}
