//! The programs, traces and outputs in an issue.

use super::markdown::{block, code, folded, plain};
use super::{IssueProgram, MAX_LINES, NOT_THERE, ScriptResult, shortened};
use murxla_fsm::trace::{Note, Script};

/// The greatest length in bytes of a program or trace in an issue. Longer ones are only named,
/// because issue trackers limit the length of an issue.
pub(super) const MAX_LISTING: usize = 25_000;
/// A longer program is folded.
const MAX_OPEN_LINES: usize = 130;

impl IssueProgram {
    /// The note about the last call of the trace, if the program lacks it.
    #[must_use]
    pub fn missing_call(&self, trace: &Script) -> Option<&String> {
        let last = trace.lines.last();
        let last = last.map_or("", |line| line.action.text.as_str());
        // Other gaps are about a part of the call.
        let is_of_last = |gap: &&String| match Note::parse(gap) {
            Note::LeftOut { action, why } => action == last && why.ends_with(NOT_THERE),
            _ => false,
        };
        self.gaps.iter().find(is_of_last)
    }

    /// Whether it was run, and did not show the bug.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.result.as_ref().is_some_and(|r| r.shows == Some(false))
    }

    /// Whether it was run, and has shown the bug.
    #[must_use]
    pub fn shows_bug(&self) -> bool {
        self.result.as_ref().is_some_and(|r| r.shows == Some(true))
    }
}

impl ScriptResult {
    /// What it did, as a sentence. `what` was run, on `program`.
    pub(super) fn sentence(&self, what: &str, program: &str) -> String {
        let Self { end, output, .. } = self;
        let prints = match is_blank(output) {
            true => "prints nothing.",
            false => "prints:",
        };
        match self.shows {
            Some(true) => {
                format!("This {what} shows the bug on {program}. It ends with {end} and {prints}")
            }
            Some(false) => {
                format!("The {what} of this trace does not show the bug on {program}.")
            }
            None => format!(
                "It is not known whether this {what} shows the bug. On {program}, it ends with {end} and {prints}"
            ),
        }
    }

    /// What it has printed, as far as it says something about the bug.
    pub(super) fn shown_output(&self) -> &str {
        match self.shows {
            Some(false) => "",
            _ => &self.output,
        }
    }

    /// What it did, in Markdown. `what` was run.
    pub(super) fn text(&self, what: &str) -> String {
        let mut text = self.sentence(what, &plain(&self.program)) + "\n";
        let printed = last_lines(self.shown_output());
        if !printed.is_empty() {
            text.push_str(&format!("\n{printed}"));
        }
        text
    }
}

/// The last lines of an output, as a code block. Empty if there is no text.
pub(super) fn last_lines(output: &str) -> String {
    if is_blank(output) {
        return String::new();
    }
    let which = match output.lines().count() {
        all if all > MAX_LINES => format!("The last {MAX_LINES} lines of {all}:\n\n"),
        _ => String::new(),
    };
    which + &block("", &shown_lines(output))
}

fn is_blank(output: &str) -> bool {
    output.lines().all(|line| line.trim().is_empty())
}

/// The last lines of an output. Long ones are cut.
pub(super) fn shown_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    let tail = lines[lines.len().saturating_sub(MAX_LINES)..].iter();
    let tail: Vec<String> = tail.map(|line| shortened(line, 500)).collect();
    tail.join("\n")
}

/// The listing of a trace.
pub(super) fn listed_trace(name: &str, text: &str, is_open: bool) -> String {
    if text.len() > MAX_LISTING {
        return format!("The trace `{name}` is too long to be shown here; attach the file.\n");
    }
    let listing = block("", text);
    if is_open {
        format!("Trace of API calls, `{name}`:\n\n{listing}")
    } else {
        folded(
            &format!("Trace of API calls, <code>{name}</code>"),
            &listing,
        )
    }
}

/// The listing of a program, with the parts of the trace that it lacks.
pub(super) fn listed(program: &IssueProgram, trace: &str) -> String {
    let IssueProgram {
        language,
        title,
        file,
        ..
    } = program;
    let mut text = if program.text.len() <= MAX_LISTING {
        let listing = block(language, &program.text);
        let heading = format!("{title}, generated from");
        match program.text.lines().count() <= MAX_OPEN_LINES {
            true => format!("{heading} {}:\n\n{listing}", code(trace)),
            false => folded(&format!("{heading} <code>{trace}</code>"), &listing),
        }
    } else {
        let elsewhere = match file {
            Some(file) => format!("attach `{file}`"),
            None => format!("`murxla-rs translate {trace} --to {language}` prints it"),
        };
        format!(
            "{title}, generated from {}, is too long to be shown here; {elsewhere}.\n",
            code(trace)
        )
    };
    text.push_str(&not_translated(program));
    text
}

/// The parts of the trace that a program lacks.
pub(super) fn not_translated(program: &IssueProgram) -> String {
    let mut text = String::new();
    if !program.gaps.is_empty() {
        text.push_str(&format!("\nNot translated to {}:\n\n", program.title));
    }
    for gap in &program.gaps {
        text.push_str(&format!("- {}\n", code(gap)));
    }
    text
}
