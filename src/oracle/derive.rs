//! From a run to traces that check what it claims: that a core is unsatisfiable, that unsatisfiable
//! assumptions are, that a model satisfies the assertions.

use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Line, Script, Token, note};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A claim of a run, as a trace with one check.
#[derive(Debug)]
pub(super) struct Claim {
    /// The kind of finding if the claim is wrong.
    pub(super) kind: &'static str,
    /// What is wrong, if it is.
    pub(super) general: &'static str,
    /// What was claimed, and on which line.
    pub(super) detail: String,
    /// The trace.
    pub(super) trace: String,
    /// The answer that refutes the claim.
    pub(super) refuted_by: Answer,
}

/// The state of the instance as the lines of a trace build it.
#[derive(Default)]
struct State {
    /// Lines that make sorts and terms, and set the logic and options.
    setup: String,
    /// The sort of each term, by their names.
    sorts: BTreeMap<String, String>,
    assertions: Vec<String>,
    levels: Vec<usize>,
    assumed: Vec<String>,
    next_term: u32,
}

/// All claims of a run, at most `most`.
pub(super) fn claims(script: &Script, most: usize) -> Vec<Claim> {
    let mut state = State::default();
    let mut claims = Vec::new();
    for line in &script.lines {
        state.step(line);
        claims.extend(line.notes.iter().filter_map(|note| state.core(line, note)));
        claims.extend(state.model(line));
        if claims.len() >= most {
            claims.truncate(most);
            break;
        }
    }
    claims
}

impl State {
    fn step(&mut self, line: &Line) {
        let first = line.args.first();
        let count = || first.and_then(Token::number).unwrap_or(0);
        match line.action.text.as_str() {
            "new" => {
                *self = State::default();
                self.keep(line);
            }
            "reset" => {
                *self = State::default();
                self.setup.push_str("0 new\n");
            }
            "delete" => *self = State::default(),
            "reset-assertions" => {
                self.assertions.clear();
                self.levels.clear();
            }
            "push" => (0..count()).for_each(|_| self.levels.push(self.assertions.len())),
            "pop" => (0..count()).for_each(|_| {
                let before = self.levels.pop().unwrap_or(0);
                self.assertions.truncate(before);
            }),
            "assert-formula" => self.assertions.extend(first.map(|t| t.text.clone())),
            "check-sat" => self.assumed.clear(),
            "check-sat-assuming" => {
                self.assumed = line.args.iter().skip(1).map(|t| t.text.clone()).collect();
            }
            // A query that its option forbids is not made here.
            "set-option" if first.is_some_and(|t| t.text == Options::NAMES[0]) => {}
            "set-logic" | "set-option" => self.keep(line),
            _ if !line.returns.is_empty() => {
                self.keep(line);
                let Some(term) = line.returns.first().filter(|t| t.term().is_some()) else {
                    return;
                };
                let sort = line.returns.get(1).or(first);
                if let Some(sort) = sort.filter(|s| s.sort().is_some()) {
                    self.sorts.insert(term.text.clone(), sort.text.clone());
                }
                let id = term.term().map_or(0, |t| t.0);
                self.next_term = self.next_term.max(id + 1);
            }
            _ => {}
        }
    }

    /// Keeps a line as it was.
    fn keep(&mut self, line: &Line) {
        let mut text = format!("{} {}", line.seed, line.call());
        if !line.returns.is_empty() {
            let ids: Vec<&str> = line.returns.iter().map(|t| t.text.as_str()).collect();
            text.push_str("\n      return ");
            text.push_str(&ids.join(" "));
        }
        self.setup.push_str(&text);
        self.setup.push('\n');
    }

    /// The claim that the note of a core or of unsatisfiable assumptions makes.
    fn core(&self, line: &Line, note: &str) -> Option<Claim> {
        let (word, rest) = note.split_once(' ').unwrap_or((note, ""));
        let named = || rest.split_whitespace().map(str::to_owned);
        let on = format!("on line {}", line.number);
        match word {
            "unsat-core" => Some(Claim {
                kind: "wrong-core",
                general: "a core is satisfiable",
                detail: format!("the core {on}: {rest}"),
                trace: self.with(named(), "", Answer::Unsat),
                refuted_by: Answer::Sat,
            }),
            "unsat-assumptions" => Some(Claim {
                kind: "wrong-assumptions",
                general: "unsatisfiable assumptions are satisfiable",
                detail: format!("the assumptions {on}: {rest}"),
                trace: self.with(
                    self.assertions.iter().cloned().chain(named()),
                    "",
                    Answer::Unsat,
                ),
                refuted_by: Answer::Sat,
            }),
            _ => None,
        }
    }

    /// The claim that the values noted on a line make: some model has all of them.
    fn model(&self, line: &Line) -> Option<Claim> {
        // The sort of the equations may not have been made; any fresh id will do then.
        let bool_sort = format!("s{}", murxla_fsm::state::MAX_ID - 1);
        let mut more = format!("0 mk-sort SORT_BOOL\n      return {bool_sort}\n");
        let mut values = Vec::new();
        let mut equations = Vec::new();
        let mut next = self.next_term;
        for note in &line.notes {
            let Some((term, value)) = note.strip_prefix("value ").and_then(|n| n.split_once(' '))
            else {
                continue;
            };
            let Some(sort) = self.sorts.get(term) else {
                continue;
            };
            let (constant, equation) = (next, next + 1);
            next += 2;
            let written = write!(
                more,
                "0 mk-value {sort} {value}\n      return t{constant}\n\
                 0 mk-term OP_EQUAL SORT_BOOL 2 {term} t{constant}\n      return t{equation} {bool_sort}\n"
            );
            debug_assert!(written.is_ok(), "writing into a String does not fail");
            equations.push(format!("t{equation}"));
            values.push(format!("{term} {value}"));
        }
        if values.is_empty() {
            return None;
        }
        let formulas = self.assertions.iter().chain(&self.assumed).cloned();
        Some(Claim {
            kind: "wrong-model",
            general: "no model gives the terms the values that they have",
            detail: format!("the values on line {}: {}", line.number, values.join(", ")),
            trace: self.with(formulas.chain(equations), &more, Answer::Sat),
            refuted_by: Answer::Unsat,
        })
    }

    /// The set-up, more lines, the formulas asserted, and a check with the answer that is claimed.
    fn with(&self, formulas: impl Iterator<Item = String>, more: &str, claimed: Answer) -> String {
        let mut trace = self.setup.clone();
        trace.push_str(more);
        for formula in formulas {
            let written = writeln!(trace, "0 assert-formula {formula}");
            debug_assert!(written.is_ok(), "writing into a String does not fail");
        }
        // With the claim as a note, a replay of the evidence tells the difference.
        let written = write!(trace, "0 check-sat\n{}0 delete\n", note(claimed.name()));
        debug_assert!(written.is_ok(), "writing into a String does not fail");
        trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    #[test]
    fn claims_are_of_the_state_they_were_made_in() {
        let trace = "1 new\n2 set-option incremental true\n3 mk-sort SORT_BOOL\n return s1\n\
            4 mk-const s1 \"p\"\n return t1\n5 mk-term OP_NOT SORT_BOOL 1 t1\n return t2 s1\n\
            6 assert-formula t1\n7 push 1\n8 assert-formula t2\n9 check-sat\n#= unsat\n\
            10 get-unsat-core\n#= unsat-core t1 t2\n11 pop 1\n12 check-sat-assuming 1 t1\n#= sat\n\
            13 get-value 1 t2\n#= value t2 false\n";
        let claims = claims(&lex(trace).unwrap(), 10);
        assert_eq!(claims.len(), 2);
        assert!(claims[0].trace.ends_with(
            "0 assert-formula t1\n0 assert-formula t2\n0 check-sat\n#= unsat\n0 delete\n"
        ));
        assert!(
            claims[1]
                .trace
                .contains("0 mk-value s1 false\n      return t3\n")
        );
        assert!(claims[1].trace.ends_with(
            "0 assert-formula t1\n0 assert-formula t1\n0 assert-formula t4\n0 check-sat\n#= sat\n0 delete\n"
        ));
        assert_eq!(claims[1].refuted_by, Answer::Unsat);
    }
}
