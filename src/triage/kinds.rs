//! How bad findings of each kind are, and the texts of issues about them.

use murxla_fsm::oracle::BugKind;
use serde::{Deserialize, Serialize};

/// How far a bug is from what most users of the solver do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Tier {
    /// A wrong answer, a wrong model, or a crash in a check, with standard operators and the
    /// default options.
    A,
    /// Other effects, options, operators that the standard does not have, or actions of one solver.
    B,
    /// Something about which the maintainers do not accept reports.
    C,
}

/// Kinds in summaries, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Wrong answers, models and cores.
    Wrong,
    /// The process has ended.
    Crash,
    /// All others.
    Other,
}

impl Group {
    /// All groups.
    pub const ALL: [Self; 3] = [Self::Wrong, Self::Crash, Self::Other];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Crash => "crash",
            Self::Other => "other",
        }
    }
}

/// The part of the title of an issue after the name of the kind.
#[derive(Clone, Copy, Debug)]
pub enum TitleDetail {
    /// The innermost function, and the last call.
    Call,
    /// The last call, and why the library ended the process.
    End,
    /// The failed assertion with its file, and the last call.
    Assertion,
    /// The message.
    Message,
    /// The part of the message from the first bracket on: theories and engines.
    Theories,
}

/// A kind of findings.
#[derive(Debug)]
pub struct KindRow {
    /// Its name, see [`BugKind::family`]: `crash-` stands for `crash-SIGSEGV`.
    pub name: &'static str,
    /// How bad its findings are: 0 is the worst.
    pub severity: u8,
    /// The best tier that its findings may have.
    pub best: Tier,
    /// The kind in a few words, for the title.
    pub title: &'static str,
    /// What follows in the title.
    pub detail: TitleDetail,
    /// The observed behaviour.
    pub observed: &'static str,
    /// The expected behaviour, and why.
    pub expected: &'static str,
    /// How a replay shows the error.
    pub replay: &'static str,
    /// What SMT-LIB cannot express, if a script cannot show the error.
    pub inexpressible: Option<&'static str>,
}

const FAILS: &str = "The replay reports the error and ends with exit code 1.";

/// The severity of kinds that the table does not have, such as those of later versions of this
/// program.
const UNKNOWN: u8 = u8::MAX;

/// All kinds, the worst first. Kinds of the same severity are equally bad. The last entry is for
/// kinds that have no entry of their own.
///
/// Wrong answers come first, because the user of the solver does not see that something is wrong. A
/// wrong `unsat` is worse than a wrong `sat`: it hides a bug of the program that the user verifies.
/// Of two answers that contradict each other, it is not known which one is wrong. Bugs of a solver
/// of `--cross-check` come last, because it is not the solver under test.
const KINDS: &[KindRow] = &[
    KindRow {
        name: "wrong-unsat",
        severity: 0,
        best: Tier::A,
        title: "`unsat`, but the formulas are satisfiable",
        detail: TitleDetail::Theories,
        observed: "The solver answered `unsat`.",
        expected: "The answer should be `sat`: an assignment makes the formulas true.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-sat",
        severity: 1,
        best: Tier::A,
        title: "`sat`, but the formulas are unsatisfiable",
        detail: TitleDetail::Theories,
        observed: "The solver answered `sat`.",
        expected: "The answer should be `unsat`, because no assignment makes all formulas true.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "disagreement",
        severity: 2,
        best: Tier::A,
        title: "two solvers disagree",
        detail: TitleDetail::Message,
        observed: "Two solvers gave contradictory answers to the same check.",
        expected: "Both solvers give the same answer, or one of them answers `unknown`. One of the two answers is \
            wrong.",
        replay: "The replay asks both solvers, says how their answers differ, and ends with exit code 1. The second solver \
            is `cross-check` in the header of the trace; `--cross-check NAME` asks another one.",
        inexpressible: None,
    },
    KindRow {
        name: "contradiction",
        severity: 2,
        best: Tier::A,
        title: "two answers contradict each other",
        detail: TitleDetail::Theories,
        observed: "The solver answered `sat` for some formulas, and `unsat` for the same formulas or for a part of \
            them.",
        expected: "A satisfiable set of formulas has no unsatisfiable part, so one of the two answers is wrong. It is \
            not known which one.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-model",
        severity: 3,
        best: Tier::A,
        title: "wrong model",
        detail: TitleDetail::Message,
        observed: "The model does not satisfy the formulas, or its values contradict each other.",
        expected: "Each term has the value that its operator computes, with the semantics of SMT-LIB, from the values \
            that the same model gives to its arguments. Each asserted or assumed formula is true.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-core",
        severity: 4,
        best: Tier::B,
        title: "an unsat core is satisfiable",
        detail: TitleDetail::Theories,
        observed: "The formulas of an unsat core are satisfiable.",
        expected: "The formulas of a core are unsatisfiable by themselves, without the other assertions.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-assumptions",
        severity: 4,
        best: Tier::B,
        title: "the unsat assumptions are satisfiable",
        detail: TitleDetail::Theories,
        observed: "The solver reported some assumptions as unsatisfiable. The assertions and these assumptions are \
            satisfiable together.",
        expected: "The assertions and the reported assumptions are unsatisfiable together, without the other \
            assumptions.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-members",
        severity: 4,
        best: Tier::B,
        title: "a core contains a wrong formula",
        detail: TitleDetail::Message,
        observed: "The solver returned an unsat core or a set of unsatisfiable assumptions with a formula that it must \
            not contain.",
        expected: "An unsat core contains only formulas that were asserted or assumed. A set of unsatisfiable \
            assumptions contains only formulas that were assumed.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "crash-",
        severity: 5,
        best: Tier::A,
        title: "crash",
        detail: TitleDetail::Call,
        observed: "A signal terminated the process during a valid call.",
        expected: "The call returns a result or an error.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "address-",
        severity: 5,
        best: Tier::A,
        title: "bad memory access",
        detail: TitleDetail::Call,
        observed: "AddressSanitizer found an access to bad memory during a valid call.",
        expected: "The solver accesses only memory that it has allocated and not freed.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "exit-",
        severity: 5,
        best: Tier::A,
        title: "the library ends the process",
        detail: TitleDetail::End,
        observed: "The library terminated the process during a valid call.",
        expected: "The call returns a result or an error. A library must not terminate the program that uses it.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "assertion",
        severity: 6,
        best: Tier::A,
        title: "assertion failed",
        detail: TitleDetail::Assertion,
        observed: "An assertion of the solver failed during a valid call.",
        expected: "The assertion holds. The call returns a result or an error.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-result",
        severity: 7,
        best: Tier::B,
        title: "wrong result",
        detail: TitleDetail::Message,
        observed: "The result of a call violates what the call guarantees.",
        expected: "The result has the property that the message names. murxla-rs checked this with its evaluator or \
            with a second instance of the solver.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "wrong-value",
        severity: 7,
        best: Tier::B,
        title: "wrong value of a term",
        detail: TitleDetail::Message,
        observed: "A value term was created, and the solver returned a different value for it.",
        expected: "The solver returns the value with which the term was created.",
        replay: FAILS,
        inexpressible: Some("the value that the API returns for a term"),
    },
    KindRow {
        name: "wrong-sort",
        severity: 7,
        best: Tier::B,
        title: "wrong sort of a term",
        detail: TitleDetail::Message,
        observed: "The solver reports a sort that does not follow from the operator of the term and the sorts of its \
            arguments.",
        expected: "The sort is the one that the signature of the operator gives for these arguments.",
        replay: FAILS,
        inexpressible: Some("the sort that the API returns for a term"),
    },
    KindRow {
        name: "undefined-",
        severity: 7,
        best: Tier::B,
        title: "undefined behaviour",
        detail: TitleDetail::Message,
        observed: "UndefinedBehaviorSanitizer reported undefined behaviour during a valid call.",
        expected: "The solver does nothing that the standard of C or C++ leaves undefined.",
        replay: FAILS,
        inexpressible: Some("what the C or C++ code of the solver does"),
    },
    KindRow {
        name: "rejected",
        severity: 8,
        best: Tier::B,
        title: "a valid call is rejected",
        detail: TitleDetail::Message,
        observed: "The solver returned an error for a valid call.",
        expected: "The call succeeds. Its arguments have the sorts that the operation requires, and the state of the \
            solver allows the call.",
        replay: FAILS,
        inexpressible: None,
    },
    KindRow {
        name: "memory",
        severity: 9,
        best: Tier::B,
        title: "memory limit exceeded",
        detail: TitleDetail::Call,
        observed: "The call exceeded the memory limit.",
        expected: "The call returns. The memory that it needs is in proportion to the size of its arguments.",
        replay: "The replay reaches its memory limit (`--memory`) and ends with exit code 1.",
        inexpressible: None,
    },
    KindRow {
        name: "timeout",
        severity: 9,
        best: Tier::B,
        title: "does not return",
        detail: TitleDetail::Call,
        observed: "The call did not return within the time limit.",
        expected: "The call returns soon. If it searches, its resource limit ends the search with the answer `unknown`.",
        replay: "The replay reaches its time limit (`--time-limit`) and ends with exit code 1.",
        inexpressible: None,
    },
    KindRow {
        name: "leak",
        severity: 10,
        best: Tier::C,
        title: "memory leak",
        detail: TitleDetail::Call,
        observed: "The calls were made several times in one process. The memory in use grew each time, although the \
            last calls delete everything.",
        expected: "Deleting an object frees its memory. From the second or third repetition on, the memory in use stays \
            the same.",
        replay: "The replay makes the calls several times in one process, says how much memory in use grows each time, \
            and ends with exit code 1. Run `murxla-rs replay --in-process` under a leak checker to see the memory that is \
            not freed.",
        inexpressible: Some("memory that is not freed"),
    },
    KindRow {
        name: "gave-up",
        severity: 11,
        best: Tier::C,
        title: "`unknown`, but another solver decides the check",
        detail: TitleDetail::Theories,
        observed: "The solver answered `unknown` and gave a reason that is not a limit: it is incomplete. No budget was \
            reached, and the formulas are small and of a decidable logic.",
        expected: "The answer is `sat` or `unsat`. The solver of `--cross-check` decides the same check.",
        replay: "The replay makes the calls on both solvers, says which check only the second one decides, and ends with \
            exit code 1. The second solver is `cross-check` in the header of the trace.",
        inexpressible: None,
    },
    KindRow {
        name: "slower",
        severity: 11,
        best: Tier::C,
        title: "out of resources, but a hundredth of them is enough",
        detail: TitleDetail::Theories,
        observed: "The solver answered `unknown` because the check reached its limit of resources. The solver of \
            `--cross-check`, another release or the same one with other options, decides the check with a hundredth of \
            this limit.",
        expected: "The solver decides the check with about the resources that the other release or the other options \
            need.",
        replay: "The replay makes the calls on both solvers, says which check only the second one decides, and ends with \
            exit code 1. The second solver is `cross-check` in the header of the trace.",
        inexpressible: None,
    },
    KindRow {
        name: "reference-",
        severity: 12,
        best: Tier::B,
        title: "the reference solver fails",
        detail: TitleDetail::Message,
        observed: "The solver under test made the calls without an error. The solver of `--cross-check` then failed in the \
            same calls: it crashed, rejected a valid call, or gave a wrong answer or model. The message names it.",
        expected: "The calls are valid, so the solver of `--cross-check` makes them without an error, too.",
        replay: "The replay makes the calls on both solvers, says how the second one fails, and ends with exit code 1. The \
            second solver is `cross-check` in the header of the trace.",
        inexpressible: None,
    },
    KindRow {
        name: "",
        severity: UNKNOWN,
        best: Tier::B,
        title: "finding",
        detail: TitleDetail::Message,
        observed: "The message says what the solver did.",
        expected: "See the message.",
        replay: FAILS,
        inexpressible: None,
    },
];

impl KindRow {
    /// The kind of a finding.
    #[must_use]
    pub fn of(kind: &BugKind) -> &'static Self {
        let row = KINDS.iter().find(|row| row.name == kind.family());
        row.unwrap_or(&KINDS[KINDS.len() - 1])
    }

    /// Its name without a hyphen at the end: `crash`.
    #[must_use]
    pub fn short_name(&self) -> &'static str {
        self.name.trim_end_matches('-')
    }

    /// The group of the kind in summaries.
    #[must_use]
    pub fn group(&self) -> Group {
        match self.severity {
            ..=4 => Group::Wrong,
            5..=6 => Group::Crash,
            _ => Group::Other,
        }
    }

    /// All kinds, the worst first.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        KINDS.iter().filter(|row| !row.name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All kinds, each once. Those with details have some.
    fn kinds() -> Vec<BugKind> {
        let others = [
            "crash-SIGABRT",
            "exit-3",
            "address-double-free",
            "undefined-shift",
            "reference-leak",
            "unheard-of",
        ];
        let others = others.into_iter().map(BugKind::from);
        BugKind::PLAIN.iter().cloned().chain(others).collect()
    }

    #[test]
    fn each_kind_has_a_row() {
        let mut families: Vec<&str> = kinds().iter().map(BugKind::family).collect();
        let mut rows: Vec<&str> = KINDS.iter().map(|row| row.name).collect();
        families.sort_unstable();
        rows.sort_unstable();
        assert_eq!(families, rows);
    }

    #[test]
    fn the_worst_kinds_come_first() {
        assert!(KINDS.is_sorted_by_key(|row| row.severity));
        let worst_to_least = [
            "wrong-unsat",
            "wrong-sat",
            "contradiction",
            "wrong-model",
            "wrong-members",
            "exit-3",
            "wrong-sort",
            "rejected",
            "timeout",
            "leak",
            "gave-up",
            "reference-wrong-unsat",
            "unheard-of",
        ];
        let severity = |kind: &str| KindRow::of(&kind.into()).severity;
        assert!(worst_to_least.is_sorted_by(|a, b| severity(a) < severity(b)));
        for unknown in [
            "",
            "-",
            "crash",
            "wrong-",
            "wrong-unsat-",
            "exit-x",
            "\u{1f41b}-",
        ] {
            assert_eq!(severity(unknown), UNKNOWN, "{unknown}");
        }
        assert_eq!(severity("crash-"), severity("crash-SIGSEGV"));
    }
}
