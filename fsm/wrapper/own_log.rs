//! Logs that libraries write of their own calls, as recordings.

use murxla_c_header::{CFunction, CHeader};
use std::fmt::Write as _;

/// The log that a library writes of its own calls.
#[derive(Clone, Copy, Debug)]
pub struct OwnLog {
    /// How the log begins.
    pub begins: &'static str,
    /// The lines of a recording with the calls in the log. The error names the line that is wrong.
    pub recording: fn(&str, &CHeader) -> Result<String, String>,
}

/// Writes the lines of a recording.
#[derive(Default, Debug)]
pub struct RecordingWriter {
    text: String,
    /// The number of calls.
    calls: u64,
    /// The call without a result.
    open: Option<&'static CFunction>,
    /// What is known of its result.
    returned: String,
}

impl RecordingWriter {
    /// Begins a call. Ends the one before.
    pub fn begin(&mut self, function: &'static CFunction, arguments: &[String]) {
        self.end();
        self.calls += 1;
        self.open = Some(function);
        _ = write!(self.text, "> {} 0 {}", self.calls, function.name);
        for argument in arguments {
            _ = write!(self.text, " {argument}");
        }
        self.text.push('\n');
    }

    /// The call that has begun and not ended.
    #[must_use]
    pub fn open(&self) -> Option<&'static CFunction> {
        self.open
    }

    /// Adds to the result of the call. The text is as in a recording.
    pub fn add_result(&mut self, part: &str) {
        self.returned.push(' ');
        self.returned.push_str(part);
    }

    /// Ends the call.
    pub fn end(&mut self) {
        if self.open.take().is_some() {
            _ = writeln!(self.text, "< {}{}", self.calls, self.returned);
        }
        self.returned.clear();
    }

    /// The recording. A call that has not ended is the one in which the program ended.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }
}

/// A text as a value in a recording.
#[must_use]
pub fn recorded_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '\0'..='\x1f' => _ = write!(quoted, "\\x{:02x}", c as u32),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
