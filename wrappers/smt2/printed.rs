//! What a program has printed for the commands of a script.

use super::sexp::split;
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
    pub(super) fn take_next(&mut self) {
        self.last = self.left.borrow_mut().pop_front();
    }

    /// The answer of the last command that has one, unless it was taken.
    pub(super) fn take_last(&mut self) -> Option<String> {
        self.last.take()
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
