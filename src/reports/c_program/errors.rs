//! What a program does when a call fails that did not fail in the run. On another release, the bug
//! then neither shows nor does it not show: the program ends with 125.

use super::Writer;
use super::needed::has_failed;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::wrapper::c_api::{CProgramRules, ErrorReport};
use murxla_wrappers::record::RecordedEvent;
use rustc_hash::FxHashSet;

/// The statement that ends the program if a call has failed.
pub(super) const CHECK: &str = "check_error()";

impl Writer<'_> {
    /// How the program learns that a call has failed. `None` if it does not matter, or if calls of
    /// the run itself have failed.
    pub(super) fn error_report(
        &self,
        events: &[RecordedEvent],
        needed: Option<&FxHashSet<usize>>,
    ) -> Option<ErrorReport> {
        let is_the_bug = matches!(self.aim.kind, Some(BugKind::Rejected)) && !self.aim.sign.ends();
        let matters = (self.aim.sign.ends() || self.aim.sign.is_by_results()) && !is_the_bug;
        let report = self.rules.errors.filter(|_| matters)?;
        (!has_failed(self.header, events, needed)).then_some(report)
    }

    /// The definition of the callback for errors that this function registers.
    pub(super) fn error_callback(&self, function: &str) -> Option<&'static str> {
        match self.errors? {
            ErrorReport::Callback(by, definition) => (by == function).then_some(definition),
            _ => None,
        }
    }

    /// Writes a statement that ends the program if a call has failed.
    pub(super) fn check_error(&mut self) {
        if let Some(ErrorReport::Kept(..) | ErrorReport::OfLastCall(..)) = self.errors {
            self.push_line(format!("{CHECK};"));
        }
    }

    /// Writes what follows a call that does not return: where the run ended because the library
    /// rejected a call, other releases return the error.
    pub(super) fn error_of_last_call(&mut self) {
        if let (Some(BugKind::Rejected), Some(condition)) = (self.aim.kind, self.condition()) {
            self.push_line(format!(
                "if ({condition}) puts(\"The bug shows: the last call returns an error.\"), _exit(1);"
            ));
        }
    }

    /// The condition in C that a call has failed.
    fn condition(&self) -> Option<String> {
        match self.errors? {
            ErrorReport::Callback(..) => None,
            ErrorReport::Kept(function, _) => Some(format!("{function}()")),
            ErrorReport::OfLastCall(function, _) => Some(format!("{function} && {function}()")),
        }
    }

    /// The functions that handle errors, if `text` calls them.
    pub(super) fn error_handling(&self, main: &str) -> String {
        let mut definitions = String::new();
        if let (Some(ErrorReport::Kept(_, message) | ErrorReport::OfLastCall(_, message)), true) =
            (self.errors, main.contains(CHECK))
            && let Some(condition) = self.condition()
        {
            definitions = format!(
                "\nstatic void check_error(void) {{\n  if ({condition}) failed({message}());\n}}\n"
            );
        }
        let mut callbacks = self.declared.definitions.iter();
        if !definitions.is_empty() || callbacks.any(|text| text.contains(" failed(")) {
            let (is_decided, call) = match self.aim.sign.ends() {
                true => ("  if (is_last) return;\n", "an earlier call"),
                false if main.contains("differences") => ("  if (differences) return;\n", "a call"),
                false => ("", "a call"),
            };
            definitions.insert_str(
                0,
                &format!(
                    "\n/* A call fails that did not fail in the run. */\n\
                     static void failed(const char *error) {{\n{is_decided}  \
                     printf(\"The program cannot tell: {call} fails: %.*s\\n\", (int)strcspn(error, \"\\n\"), error);\n  \
                     _exit(125);\n}}\n"
                ),
            );
        }
        definitions
    }
}

/// The functions that the statements about errors call.
pub(super) fn functions(report: ErrorReport) -> [&'static str; 2] {
    match report {
        ErrorReport::Callback(..) => ["", ""],
        ErrorReport::Kept(function, message) | ErrorReport::OfLastCall(function, message) => {
            [function, message]
        }
    }
}

/// The declaration of a function. One that not all releases have is a weak symbol, so that the
/// program can ask whether it exists.
pub(super) fn declaration(rules: &CProgramRules, name: &str, text: String) -> String {
    match (rules.errors, text.strip_suffix(';')) {
        (Some(report @ ErrorReport::OfLastCall(..)), Some(start))
            if functions(report).contains(&name) =>
        {
            format!("{start} __attribute__((weak));")
        }
        _ => text,
    }
}
