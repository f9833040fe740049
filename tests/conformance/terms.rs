//! Terms and formulas that are written as text.

use crate::semantics;
use crate::suite::{Attempt, Instance, Stop, expect_answer};
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, TermId};
use std::str::SplitWhitespace;

impl Instance<'_> {
    /// The terms that a text lists. The text has operators of SMT-LIB, the names of terms, and
    /// literals as in the table of known results. `(forall x y …)` binds the variables `x` and `y`,
    /// and patterns follow the body in `(! …)`. All terms have the predicted sorts.
    pub(crate) fn terms(&mut self, text: &str) -> Attempt<Vec<TermId>> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        self.until_closed(&mut spaced.split_whitespace())
    }

    /// The terms up to the end of the text or to the parenthesis that closes a list.
    fn until_closed(&mut self, words: &mut SplitWhitespace<'_>) -> Attempt<Vec<TermId>> {
        let mut terms = Vec::new();
        while let Some(word) = words.next().filter(|word| *word != ")") {
            terms.push(match word {
                "(" => self.application(words)?,
                _ => self.named_or_literal(word)?,
            });
        }
        Ok(terms)
    }

    fn application(&mut self, words: &mut SplitWhitespace<'_>) -> Attempt<TermId> {
        let mut behind = words.clone();
        let head = behind.next().unwrap_or_default();
        let op = self.ops.iter().find(|op| self.ops.row(*op).smt == head);
        if op.is_some() {
            *words = behind;
        }
        let args = self.until_closed(words)?;
        let term = self.term(op.unwrap_or(op::UF_APPLY), &args, &[])?;
        self.check_sort(term)?;
        Ok(term)
    }

    fn named_or_literal(&mut self, word: &str) -> Attempt<TermId> {
        if let Some(term) = self.named.get(word) {
            return Ok(*term);
        }
        let literal = semantics::value(word);
        self.value(&literal.ok_or_else(|| Stop::Failed(format!("nothing is named '{word}'")))?)
    }

    /// The term that a text describes. It can be named in later texts.
    pub(crate) fn read(&mut self, text: &str) -> Attempt<TermId> {
        match self.terms(text)?[..] {
            [term] => Ok(term),
            _ => Err(Stop::Failed(format!("'{text}' is not one term"))),
        }
    }

    /// Gives a name to a term.
    pub(crate) fn name(&mut self, name: &str, term: TermId) {
        self.named.insert(name.to_owned(), term);
    }

    /// Asserts a formula.
    pub(crate) fn assert_text(&mut self, formula: &str) -> Attempt {
        let formula = self.read(formula)?;
        self.assert(formula)
    }

    /// Checks satisfiability with the assumptions that a text lists, and expects this answer.
    pub(crate) fn expect_assuming(&mut self, assumptions: &str, expected: Answer) -> Attempt {
        let assumptions = self.terms(assumptions)?;
        expect_answer(self.check_assuming(&assumptions)?, expected)
    }
}
