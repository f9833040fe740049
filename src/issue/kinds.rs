//! What is said of a finding by its kind.

/// What a title says behind the kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum About {
    /// The call in flight.
    Call,
    /// The message.
    Message,
    /// What the message has in brackets and behind: theories and engines.
    Theories,
}

/// A kind of findings.
#[derive(Debug)]
pub(super) struct Kind {
    /// Its name, or how names begin, if it ends with a hyphen: `crash-SIGSEGV` is of `crash-`.
    name: &'static str,
    /// In a few words, for the title.
    pub(super) title: &'static str,
    /// For the title, too.
    pub(super) about: About,
    /// What has happened.
    pub(super) seen: &'static str,
    /// What should have, and why.
    pub(super) expected: &'static str,
    /// How a replay shows it.
    pub(super) again: &'static str,
    /// What an SMT-LIB script of the trace cannot show, if it shows no such thing.
    pub(super) beyond: Option<&'static str>,
}

const REPLAYED: &str = "The replay says what is wrong and ends with exit code 1.";

/// Where the message says that an assignment is the proof.
pub(super) const ASSIGNED: &str = "an assignment satisfies it";

/// All kinds; the last one is of those that have no row.
const KINDS: [Kind; 18] = [
    Kind {
        name: "crash-",
        title: "crash",
        about: About::Call,
        seen: "A signal has ended the process in a valid call.",
        expected: "The call returns, with a result or with an error.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "exit-",
        title: "the library ends the process",
        about: About::Message,
        seen: "The library has ended the process in a valid call.",
        expected: "The call returns, with a result or with an error: whether the process goes on is up to the program \
            that uses the library.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "timeout",
        title: "does not return",
        about: About::Call,
        seen: "The call has not returned within the limit of time.",
        expected: "The call returns soon. If it searches, its limits end it with the answer `unknown`.",
        again: "The replay runs into its limit of time (`--time-limit`) and ends with exit code 1.",
        beyond: None,
    },
    Kind {
        name: "memory",
        title: "memory without end",
        about: About::Call,
        seen: "The call has used up the limit of memory.",
        expected: "The call returns, and needs an amount of memory that is in proportion to its arguments.",
        again: "The replay runs into its limit of memory (`--memory`) and ends with exit code 1.",
        beyond: None,
    },
    Kind {
        name: "rejected",
        title: "a valid call is rejected",
        about: About::Message,
        seen: "The solver has rejected a call with an error.",
        expected: "The call succeeds: its arguments have the sorts that the operation takes, and the solver is in a \
            state that allows it.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "leak",
        title: "memory leak",
        about: About::Call,
        seen: "Each time that the calls are made in one process, more memory stays in use, although the last of them \
            deletes all.",
        expected: "What is deleted is given back: from the second or third time on the memory in use stays the same.",
        again: "The replay ends well; under a leak checker, `murxla-rs replay --in-process` shows what is left.",
        beyond: Some("memory that stays in use"),
    },
    Kind {
        name: "wrong-unsat",
        title: "`unsat`, but the formulas are satisfiable",
        about: About::Theories,
        seen: "The solver has answered `unsat`.",
        expected: "The answer is `sat`: an assignment makes the formulas true. It was chosen before the solver was asked, \
            and the values of all terms follow from it by SMT-LIB's semantics.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "wrong-sat",
        title: "`sat`, but the formulas are unsatisfiable",
        about: About::Theories,
        seen: "The solver has answered `sat`.",
        expected: "The answer is `unsat`: the formulas have a part that no assignment makes true, a formula together with \
            the negation of one that is equal to it in every model, say.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "wrong-model",
        title: "wrong model",
        about: About::Message,
        seen: "The model does not satisfy what it is a model of, or its values contradict each other.",
        expected: "Each term has the value that its operator makes, with SMT-LIB's semantics, of the values that the same \
            model gives its arguments; each formula that was asserted or assumed is true.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "wrong-core",
        title: "an unsat core is satisfiable",
        about: About::Theories,
        seen: "The formulas of an unsat core are satisfiable.",
        expected: "The formulas of a core are unsatisfiable by themselves, without what else was asserted.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "wrong-assumptions",
        title: "unsatisfiable assumptions are satisfiable",
        about: About::Theories,
        seen: "The assertions with the assumptions that are called unsatisfiable are satisfiable.",
        expected: "The assertions and these assumptions are unsatisfiable, without the other assumptions.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "wrong-members",
        title: "members of a core that are none",
        about: About::Message,
        seen: "What the solver lists has a formula that it must not have.",
        expected: "A core has formulas only that were asserted or assumed, unsatisfiable assumptions such that were assumed.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "contradiction",
        title: "two answers contradict each other",
        about: About::Theories,
        seen: "The solver has called formulas satisfiable and a part of them, or the same ones, unsatisfiable.",
        expected: "What is satisfiable has no unsatisfiable part: one of the two answers is wrong, whichever it is.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "disagreement",
        title: "two solvers disagree",
        about: About::Message,
        seen: "Two solvers have given contradictory answers to the same check.",
        expected: "Both give the same answer, or `unknown`: one of them is wrong.",
        again: "Each replay prints the answers of one solver, which replays on: add `--solver NAME` for the second one, which the \
            message names.",
        beyond: None,
    },
    Kind {
        name: "wrong-sort",
        title: "wrong sort of a term",
        about: About::Message,
        seen: "The solver says that a term has another sort than its operator makes of the sorts of its arguments.",
        expected: "The sort is that of the operator's signature.",
        again: REPLAYED,
        beyond: Some("the sort that the API returns for a term"),
    },
    Kind {
        name: "wrong-value",
        title: "wrong value of a term",
        about: About::Message,
        seen: "A value that was made reads as another one.",
        expected: "The value reads as it was made.",
        again: REPLAYED,
        beyond: Some("the value that the API returns for a term"),
    },
    Kind {
        name: "wrong-result",
        title: "wrong result",
        about: About::Message,
        seen: "The result of a call contradicts what the call promises.",
        expected: "The result has the property that the message says it lacks: it was checked, by the evaluator or by a \
            second instance of the solver.",
        again: REPLAYED,
        beyond: None,
    },
    Kind {
        name: "",
        title: "finding",
        about: About::Message,
        seen: "The solver has done what the message says.",
        expected: "See the message.",
        again: REPLAYED,
        beyond: None,
    },
];

/// The row of a kind.
pub(super) fn of(kind: &str) -> &'static Kind {
    let is_of =
        |row: &&Kind| kind == row.name || row.name.ends_with('-') && kind.starts_with(row.name);
    KINDS.iter().find(is_of).unwrap_or(&KINDS[KINDS.len() - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_their_rows() {
        for (index, row) in KINDS.iter().enumerate() {
            let name = row.name.replace('-', "-X");
            let kind = if row.name.ends_with('-') {
                &name
            } else {
                row.name
            };
            assert_eq!(of(kind).name, row.name);
            assert!(KINDS[..index].iter().all(|other| other.name != row.name));
        }
        assert_eq!(of("crash-SIGABRT").name, "crash-");
        assert_eq!(of("unheard-of").name, "");
    }
}
