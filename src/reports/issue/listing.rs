//! The programs, traces and outputs in an issue.

use super::markdown::{block, code, folded, plain};
use super::{IssueProgram, MAX_LINES, ScriptResult, shortened};

/// The greatest length in bytes of a program or trace in an issue. Longer ones are only named,
/// because issue trackers limit the length of an issue.
const MAX_LISTING: usize = 25_000;
/// A longer program is folded.
const MAX_OPEN_LINES: usize = 130;

impl IssueProgram {
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
    /// What it did, in Markdown. `what` was run.
    pub(super) fn text(&self, what: &str) -> String {
        let Self {
            program,
            end,
            output,
            ..
        } = self;
        let shows = match self.shows {
            Some(true) => format!("This {what} shows the bug"),
            Some(false) => format!("The {what} of this trace does not show the bug"),
            None => format!("This {what} was run"),
        };
        let printed = last_lines(output);
        let prints = match printed.as_str() {
            "" => "prints nothing.",
            _ => "prints:",
        };
        let mut text = format!(
            "{shows} on {}. It ends with {end} and {prints}\n",
            plain(program)
        );
        if !printed.is_empty() {
            text.push_str(&format!("\n{printed}"));
        }
        text
    }
}

/// The last lines of an output, as a code block. Empty if there is no text.
pub(super) fn last_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    if lines.iter().all(|line| line.trim().is_empty()) {
        return String::new();
    }
    let tail: Vec<String> = lines[lines.len().saturating_sub(MAX_LINES)..]
        .iter()
        .map(|line| shortened(line, 500))
        .collect();
    let which = match lines.len() {
        all if all > MAX_LINES => format!("The last {MAX_LINES} lines of {all}:\n\n"),
        _ => String::new(),
    };
    which + &block("", &tail.join("\n"))
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
