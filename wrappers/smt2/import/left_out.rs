//! The text of the trace that an import makes, and what it leaves out, with its place in the
//! script.

use super::{Imported, Importer};
use crate::smt2::tree::{Expr, Fault};
use murxla_fsm::trace::{TraceError, header_line, write_place};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The line, from 1 on.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
}

/// A part of a script that is not in its trace, and may matter. Commands that only print are not
/// noted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeftOut {
    /// Where it is.
    pub place: Place,
    /// Its text, which may be cut off.
    pub what: String,
    /// Why it is left out.
    pub why: String,
}

/// For messages and comments: `line 3, column 5: (minimize x) (…)`.
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        write!(
            f,
            "line {line}, column {column}: {} ({})",
            self.what, self.why
        )
    }
}

/// The lines of a text, for places.
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The byte position at which each line begins.
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(end, _)| end + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The place of a byte position.
    pub(super) fn place(&self, at: usize) -> Place {
        let line = self.starts.partition_point(|start| *start <= at);
        let before = self
            .starts
            .get(line - 1)
            .and_then(|start| self.text.get(*start..at));
        Place {
            line,
            column: 1 + before.map_or(0, |before| before.chars().count()),
        }
    }

    pub(super) fn error(&self, fault: Fault) -> TraceError {
        let Place { line, column } = self.place(fault.at);
        TraceError {
            line,
            column,
            message: fault.message,
        }
    }
}

/// The key of a comment that says what is left out.
const LEFT_OUT: &str = "left out";

/// The text of the trace that is being made.
pub(super) struct TraceText<'t> {
    /// The lines of the script.
    lines: &'t Lines<'t>,
    pub(super) calls: String,
    left_out: Vec<LeftOut>,
    /// The place in the script that the trace has named last, as a byte position.
    place: Option<usize>,
}

impl<'t> TraceText<'t> {
    pub(super) fn new(lines: &'t Lines<'t>) -> Self {
        Self {
            lines,
            calls: String::new(),
            left_out: Vec::new(),
            place: None,
        }
    }

    /// Names a place in the script, unless the trace has named it last.
    pub(super) fn name_place(&mut self, at: Expr<'_>) {
        if self.place.replace(at.at()) != Some(at.at()) {
            let Place { line, column } = self.lines.place(at.at());
            write_place(&mut self.calls, line, column);
        }
    }

    /// The end of the import.
    pub(super) fn finish(self) -> Imported {
        Imported {
            calls: self.calls,
            left_out: self.left_out,
        }
    }
}

impl<'t> Importer<'t> {
    /// Leaves out a command that only prints.
    pub(super) fn leave_out_idle(&mut self, what: Expr<'t>) {
        let line = header_line(LEFT_OUT, what.shown());
        self.trace.calls.push_str(&line);
    }

    /// Leaves out an expression. A comment of the trace and the result of the import say so.
    pub(super) fn leave_out(&mut self, what: Expr<'t>, why: impl Into<String>) {
        let left_out = LeftOut {
            place: self.trace.lines.place(what.at()),
            what: what.shown(),
            why: why.into(),
        };
        let line = header_line(LEFT_OUT, &left_out);
        self.trace.calls.push_str(&line);
        self.trace.left_out.push(left_out);
    }
}
