//! What a program has printed for the commands of a script. With it, a replay of the trace checks the
//! results of the script like those of a library.

use super::Script;
use super::sexp::{list, split};
use super::values::ModelReader;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::SortId;
use murxla_fsm::value::Value;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// How the commands begin for which a program prints something.
const PRINTING: &[&str] = &[
    "(apply ",
    "(check-",
    "(display ",
    "(echo ",
    "(eval ",
    "(get-",
    "(query ",
    "(simplify ",
];

/// What a program has printed, an expression for each command that prints. All instances of a trace
/// share it.
#[derive(Clone, Debug)]
pub(super) struct PrintedAnswers {
    left: Rc<RefCell<VecDeque<String>>>,
    last: Option<String>,
}

impl PrintedAnswers {
    /// The answers in an output. `None` if there is an error, because then it is not known which
    /// commands have answers.
    pub(super) fn in_output(output: &str) -> Option<Self> {
        let mut left = VecDeque::new();
        let mut is_reason = false;
        for answer in split(output) {
            if answer.starts_with("(error") {
                return None;
            }
            // The parser of cvc5 adds why an answer is unknown.
            if !(is_reason && answer.starts_with('(')) {
                left.push_back(answer.to_owned());
            }
            is_reason = answer == "unknown";
        }
        Some(Self {
            left: Rc::new(RefCell::new(left)),
            last: None,
        })
    }

    /// Goes on to the answer of a command, if it has one.
    pub(super) fn advance(&mut self, command: &str) {
        if PRINTING.iter().any(|start| command.starts_with(start)) {
            self.take_next();
        }
    }

    /// Goes on to the next answer, which is of the same command.
    fn take_next(&mut self) {
        self.last = self.left.borrow_mut().pop_front();
    }

    /// The answer of the last command that has one, unless it was taken.
    pub(super) fn take_last(&mut self) -> Option<String> {
        self.last.take()
    }
}

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
        let term = |symbol: &str| self.state.names.get(symbol).copied();
        symbols.into_iter().filter_map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_its_answer() {
        let output = "sat\n((x 1)\n (y 2))\nunknown (TIMEOUT)\n()\n";
        let mut printed = PrintedAnswers::in_output(output).unwrap();
        let mut answer = |command: &str| {
            printed.advance(command);
            printed.take_last()
        };
        assert_eq!(answer("(check-sat)").as_deref(), Some("sat"));
        assert_eq!(answer("(assert x)"), None);
        assert_eq!(
            answer("(get-value (x y))").as_deref(),
            Some("((x 1)\n (y 2))")
        );
        assert_eq!(answer("(check-sat)").as_deref(), Some("unknown"));
        assert_eq!(answer("(get-unsat-core)").as_deref(), Some("()"));
        assert_eq!(answer("(check-sat)"), None);
        assert!(PrintedAnswers::in_output("sat\n(error \"x\")\n").is_none());
    }
}
