//! Checks under assumptions, in languages that only take literals, or ignore them.

use super::Script;
use murxla_fsm::solver::{Answer, Result, TermId};

impl Script {
    /// The text of an assumption. If the dialect only has literals, the text is a constant that is
    /// asserted to be equal to the formula.
    pub(super) fn assumption_text(&mut self, id: TermId) -> Result<String> {
        let text = self.formula_text(id)?;
        if self
            .dialect
            .is_in(self.dialect.language.assumptions.formulas)
        {
            return Ok(text);
        }
        let literal = self.state.symbols.fresh("assumption");
        self.command(&format!("(declare-const {literal} Bool)"));
        self.command(&format!("(assert (= {literal} {text}))"));
        Ok(literal)
    }

    /// Checks under assumptions in a level of their own.
    pub(super) fn check_in_level(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        self.leave_assumed_level();
        self.command("(push 1)");
        for id in assumptions {
            let text = self.formula_text(*id)?;
            self.command(&format!("(assert {text})"));
        }
        self.check("(check-sat)");
        self.state.last_check.has_assumption_level = true;
        Ok(self.printed_result())
    }

    /// Leaves the level with the assumptions of the last check, if there is one.
    pub(super) fn leave_assumed_level(&mut self) {
        if std::mem::take(&mut self.state.last_check.has_assumption_level) {
            self.command("(pop 1)");
        }
    }
}
