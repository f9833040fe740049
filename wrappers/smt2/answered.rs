//! The results of calls of a script whose output is known. So a replay of the trace checks the
//! output like the results of a library.

use super::Script;
use super::printed::PrintedAnswers;
use super::sexp::list;
use super::values::ModelReader;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::SortId;
use murxla_fsm::value::Value;

impl Script {
    /// Makes what a program has printed the results of the calls.
    pub(super) fn answer_by(&mut self, printed: PrintedAnswers) {
        self.printed = Some(printed);
    }

    /// What the program has printed for the last command.
    pub(super) fn printed_answer(&mut self) -> Option<String> {
        self.printed.as_mut()?.take_last()
    }

    /// The answer to a check, if a program has printed one.
    pub(super) fn printed_result(&mut self) -> Answer {
        let answer = self.printed_answer();
        let answer = answer.and_then(|answer| Answer::from_name(&answer));
        answer.unwrap_or(Answer::Unknown)
    }

    /// The values for terms of these sorts that a program has printed. None if it has not.
    pub(super) fn printed_values(&mut self, asked: &[(usize, SortId)]) -> Vec<Option<Value>> {
        let Some(answer) = self.printed_answer() else {
            return Vec::new();
        };
        let sorts: Vec<SortId> = asked.iter().map(|(_, sort)| *sort).collect();
        let mut elements = std::mem::take(&mut self.state.elements);
        let values = ModelReader::new(self, &mut elements).read_all(&sorts, &answer);
        self.state.elements = elements;
        values.unwrap_or_default()
    }

    /// The core that a program has printed after the result `unsat` of the same command. `None` if
    /// it has not.
    pub(crate) fn printed_core_of_search(&mut self) -> Option<Vec<TermId>> {
        let result = self.printed_answer()?;
        self.printed.as_mut()?.take_next();
        let core = self.printed_core();
        (result == Answer::Unsat.name()).then_some(core)
    }

    /// The core that a program has printed. Empty if it has not.
    pub(super) fn printed_core(&mut self) -> Vec<TermId> {
        let answer = self.printed_answer().unwrap_or_default();
        let symbols = list(&answer).unwrap_or_default();
        let term = |symbol: &str| self.state.names.get(symbol);
        symbols.into_iter().filter_map(term).collect()
    }
}
