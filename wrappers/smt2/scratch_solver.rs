//! Commands of actions that use a separate solver.

use super::Script;
use murxla_fsm::solver::{Answer, Result, TermId};

/// Why a part of an action is left out.
pub(crate) const NO_COMMAND: &str = "has no command for it";

/// The commands of an action that uses a separate solver: a check, with the commands before and
/// after it.
pub(crate) struct ScratchCommands {
    pub(crate) before: Vec<String>,
    pub(crate) check: String,
    /// The answer that the trace notes for the check.
    pub(crate) answer: Option<Answer>,
    pub(crate) after: Vec<String>,
    /// The other effects of the action, for which the program has no command.
    pub(crate) missing: Vec<String>,
    /// The option that limits the check, and its value.
    pub(crate) limit: (&'static str, u32),
}

impl Script {
    /// Writes commands of an action that knows no assertions but its own. A program has one set of
    /// assertions. So the script drops those of the run before, if there are any. It makes them
    /// again afterwards, with their levels. Queries of the last result are then left out, because
    /// the program no longer has it.
    ///
    /// # Errors
    /// The dialect cannot drop assertions.
    pub(crate) fn write_scratch_check(
        &mut self,
        action: &'static str,
        commands: &ScratchCommands,
    ) -> Result {
        self.needs("reset-assertions")?;
        self.comment(action);
        for what in &commands.missing {
            self.omit(what, NO_COMMAND);
        }
        if !self.state.assertions.is_empty() || self.state.assertions.depth() > 0 {
            self.drop_assertions();
        }
        for command in &commands.before {
            self.command(command);
        }
        let (keyword, value) = commands.limit;
        let own = (keyword.to_owned(), value.to_string());
        let limit = self.state.options.limit.replace(own);
        self.check(&commands.check);
        if let Some(answer) = commands.answer {
            self.comment(answer.name());
        }
        for command in &commands.after {
            self.command(command);
        }
        self.clear_program();
        self.state.options.limit = limit;
        self.state.last_check.forgotten_after = Some(action);
        self.make_assertions_again()
    }

    /// Checks that the program knows the result of the last check, for this command.
    ///
    /// # Errors
    /// An action has made it forget the result.
    pub(super) fn needs_result(&self, command: &str) -> Result {
        match self.state.last_check.forgotten_after {
            None => Ok(()),
            Some(action) => Err(self.dialect.without(command, &format!(" after {action}"))),
        }
    }

    /// Drops all assertions and levels of the program. The script still knows them.
    pub(super) fn drop_assertions(&mut self) {
        self.leave_assumed_level();
        let depth = self.state.assertions.depth();
        if depth > 0 {
            // Z3 keeps the levels when it drops the assertions.
            self.command(&format!("(pop {depth})"));
        }
        self.clear_program();
    }

    /// Drops all assertions of a program that has no levels.
    fn clear_program(&mut self) {
        self.command("(reset-assertions)");
        self.assert_premises();
    }

    fn make_assertions_again(&mut self) -> Result {
        let ranges: Vec<_> = self.state.assertions.by_level().collect();
        let formulas: Vec<TermId> = self.state.assertions.to_vec();
        for (level, range) in ranges.into_iter().enumerate() {
            if level > 0 {
                self.command("(push 1)");
            }
            for formula in formulas.get(range).unwrap_or_default() {
                self.write_assertion(*formula)?;
            }
        }
        Ok(())
    }
}
