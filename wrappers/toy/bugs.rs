//! The bugs that can be switched on, each with its condition. Conditions are structural, so that
//! traces can be minimized. One random run in seven to forty meets them. Each bug shows in one way
//! only, so that a campaign must report it once.

use super::ffi;
use super::terms::{TermKind, TermNode};
use crate::shared::library::interrupt::SearchBudget;
use murxla_fsm::op::{
    BV_ADD, BV_CONCAT, BV_MULT, BV_REPEAT, BV_SMOD, BV_XOR, BV_ZERO_EXTEND, DISTINCT, IMPLIES,
    INT_ABS, INT_ADD, ITE, Op, REAL_ADD, REAL_TO_INT, XOR,
};
use murxla_fsm::solver::{Answer, ReasonUnknown, TermId};
use murxla_fsm::sort::SortView;
use murxla_fsm::value::{Bv, Value};
use std::sync::atomic::{AtomicU32, Ordering};

/// A bug that can be switched on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bug {
    None,
    Segfault,
    Abort,
    Hang,
    Memory,
    Exit,
    WrongSat,
    WrongUnsat,
    /// Two bugs with the same effect.
    TwoWrongUnsat,
    /// `unsat` where a formula has this operator.
    WrongUnsatOf(Op),
    /// The five bugs of [`FIVE`] together.
    FiveWrong,
    WrongModel,
    WrongCore,
    WrongSort,
    Leak,
    LeakTerm,
    Flaky,
    Warm,
    Tired,
    Interrupted,
    Wild,
    /// `unknown` instead of the answer, as if the toy were incomplete.
    GivesUp,
    /// `unknown` instead of the answer, as if the limit of effort were reached.
    Slow,
    /// See `Instance::assert_all`.
    AssertAll,
}

/// The values of the option `bug`.
const NAMES: &[(&str, Bug)] = &[
    ("none", Bug::None),
    ("segfault", Bug::Segfault),
    ("abort", Bug::Abort),
    ("hang", Bug::Hang),
    ("memory", Bug::Memory),
    ("exit", Bug::Exit),
    ("wrong-sat", Bug::WrongSat),
    ("wrong-unsat", Bug::WrongUnsat),
    ("two-wrong-unsat", Bug::TwoWrongUnsat),
    ("wrong-unsat-xor", Bug::WrongUnsatOf(XOR)),
    ("wrong-unsat-distinct", Bug::WrongUnsatOf(DISTINCT)),
    ("wrong-unsat-implies", Bug::WrongUnsatOf(IMPLIES)),
    ("five-wrong", Bug::FiveWrong),
    ("wrong-model", Bug::WrongModel),
    ("wrong-core", Bug::WrongCore),
    ("wrong-sort", Bug::WrongSort),
    ("leak", Bug::Leak),
    ("leak-term", Bug::LeakTerm),
    ("flaky", Bug::Flaky),
    ("warm", Bug::Warm),
    ("tired", Bug::Tired),
    ("interrupted", Bug::Interrupted),
    ("wild", Bug::Wild),
    ("gives-up", Bug::GivesUp),
    ("slow", Bug::Slow),
    ("assert-all", Bug::AssertAll),
];

/// Bugs with wrong answers, each by another cause.
const FIVE: [Bug; 5] = [
    Bug::WrongSat,
    Bug::WrongUnsat,
    Bug::WrongUnsatOf(XOR),
    Bug::WrongUnsatOf(DISTINCT),
    Bug::WrongUnsatOf(IMPLIES),
];

/// A call in which a bug may show.
pub(super) enum Event<'a> {
    Assert(TermId, &'a TermNode),
    MkTerm(TermId, Op, &'a TermNode),
    Assume(usize),
    Drop,
}

/// Instances opened in this process, for `warm` and `tired`.
static OPENED: AtomicU32 = AtomicU32::new(0);

/// Counts an instance.
pub(super) fn opened() {
    OPENED.fetch_add(1, Ordering::Relaxed);
}

impl Bug {
    /// The bug of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        NAMES.iter().find(|(n, _)| *n == name).map(|(_, bug)| *bug)
    }

    /// All names, for a message.
    pub(super) fn names() -> String {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    /// Bugs that end the process or never return, by their conditions.
    pub(super) fn crash_or_hang(self, event: &Event<'_>) {
        match (self, event) {
            // A deep formula with an exclusive or of bit-vectors.
            (Bug::Segfault, Event::Assert(_, f)) if f.depth >= 4 && f.has(BV_XOR) => {
                ffi::segfault()
            }
            // An `ite` over a `distinct` and an exclusive or. The message has an address and a
            // number that change.
            (Bug::Abort, Event::MkTerm(id, ITE, t)) if t.has(DISTINCT) && t.has(XOR) => {
                abort(*id, t)
            }
            // Two rare operators over a deep term.
            (Bug::Hang, Event::MkTerm(_, BV_SMOD | INT_ABS, t)) if t.depth >= 4 => hang(),
            // Two rare operators over a term that is not a leaf.
            (Bug::Memory, Event::MkTerm(_, BV_REPEAT | REAL_TO_INT, t)) if t.depth >= 2 => {
                exhaust_memory()
            }
            // A formula with a `distinct` and an exclusive or.
            (Bug::Wild, Event::Assert(_, f)) if f.has(DISTINCT) && f.has(XOR) => crash_anyhow(),
            // Three assumptions or more.
            (Bug::Exit, Event::Assume(3..)) => std::process::exit(3),
            // A formula with a `distinct` and an exclusive or is asserted in one half of all
            // instances. The half does not depend on the seed.
            (Bug::Flaky, Event::Assert(id, f)) if f.has(DISTINCT) && f.has(XOR) && is_unlucky() => {
                abort(*id, f)
            }
            // Any assertion that is not flat, once twenty instances have been opened.
            (Bug::Warm, Event::Assert(_, f))
                if f.depth >= 1 && OPENED.load(Ordering::Relaxed) >= 20 =>
            {
                ffi::segfault()
            }
            // More than a megabyte per instance, or per application of one operator, is never
            // freed.
            (Bug::Leak, Event::Drop) | (Bug::LeakTerm, Event::MkTerm(_, DISTINCT, _)) => {
                std::hint::black_box(vec![1u8; 5 << 18].leak());
            }
            _ => {}
        }
    }

    /// Wrong answers to the check of `formulas`.
    pub(super) fn answer<'a>(
        self,
        answer: Answer,
        mut formulas: impl Iterator<Item = &'a TermNode> + Clone,
    ) -> Answer {
        match (self, answer) {
            (Bug::FiveWrong, _) => {
                let answers = FIVE.map(|bug| bug.answer(answer, formulas.clone()));
                let wrong = answers.into_iter().find(|wrong| *wrong != answer);
                wrong.unwrap_or(answer)
            }
            (Bug::WrongUnsatOf(op), Answer::Sat) if formulas.any(|f| f.has(op)) => Answer::Unsat,
            // One of the contradicting formulas is deep and has an exclusive or.
            (Bug::WrongSat, Answer::Unsat) if formulas.any(|f| f.depth >= 4 && f.has(XOR)) => {
                Answer::Sat
            }
            // One of the formulas is deep and has an `ite`.
            (Bug::WrongUnsat, Answer::Sat) if formulas.any(|f| f.depth >= 5 && f.has(ITE)) => {
                Answer::Unsat
            }
            // One of the formulas has an exclusive or, or a `distinct`, but not both.
            (Bug::TwoWrongUnsat, Answer::Sat)
                if formulas.any(|f| f.has(XOR) != f.has(DISTINCT)) =>
            {
                Answer::Unsat
            }
            // One of the formulas is deep and has an exclusive or. The search does not end before
            // it is interrupted.
            (Bug::Interrupted, _) if formulas.any(|f| f.depth >= 3 && f.has(XOR)) => {
                let budget = SearchBudget::new();
                while !budget.must_stop() {
                    std::hint::spin_loop();
                }
                ffi::segfault()
            }
            // All answers are unknown after twenty instances have been opened.
            (Bug::Tired, _) if OPENED.load(Ordering::Relaxed) >= 20 => Answer::Unknown,
            // One of the formulas has an exclusive or.
            (Bug::GivesUp | Bug::Slow, _) if formulas.any(|f| f.has(XOR)) => Answer::Unknown,
            _ => answer,
        }
    }

    /// Why the answer is unknown, where `decided` is the one without the bug.
    pub(super) fn reason(self, decided: Answer) -> ReasonUnknown {
        match (self, decided) {
            (Bug::GivesUp, Answer::Sat | Answer::Unsat) => ReasonUnknown::Incomplete,
            _ => ReasonUnknown::Limit,
        }
    }

    /// Wrong values of some operators in a model.
    pub(super) fn value(self, term: &TermNode, value: Option<Value>) -> Option<Value> {
        let TermKind::App(XOR | BV_ADD | BV_MULT | INT_ADD | REAL_ADD, _) = term.kind else {
            return value;
        };
        match value {
            Some(value) if self == Bug::WrongModel => Some(match value {
                Value::Bool(value) => Value::Bool(!value),
                Value::Int(value) => Value::Int(value + 1),
                Value::Bv(value) => Value::Bv(Bv::new(value.width(), value.unsigned() + 1u32)),
                Value::Real(value) => Value::Real(-value + num_bigint::BigInt::from(1)),
                other => other,
            }),
            value => value,
        }
    }

    /// Drops the last member of a core.
    pub(super) fn core(self, mut core: Vec<TermId>) -> Vec<TermId> {
        if self == Bug::WrongCore {
            core.pop();
        }
        core
    }

    /// Makes the sort of two operators too wide.
    pub(super) fn sort(self, term: &TermNode, sort: SortView) -> SortView {
        match (self, &term.kind, sort) {
            (Bug::WrongSort, TermKind::App(BV_CONCAT | BV_ZERO_EXTEND, _), SortView::Bv(width)) => {
                SortView::Bv(width.wrapping_add(1))
            }
            (_, _, sort) => sort,
        }
    }
}

#[expect(
    clippy::disallowed_macros,
    reason = "a library prints this when an assertion fails"
)]
fn abort(id: TermId, term: &TermNode) -> ! {
    eprintln!("toy: assertion 'depth < limit' failed at {term:p} (term {id})");
    std::process::abort()
}

/// Crashes with a message that differs from process to process, as if it came from a bad address.
#[expect(
    clippy::disallowed_macros,
    reason = "a library prints this before it crashes"
)]
fn crash_anyhow() -> ! {
    let found = ["nothing", "zeros", "text"];
    eprintln!(
        "toy: found {}",
        found[std::process::id() as usize % found.len()]
    );
    ffi::segfault()
}

fn hang() -> ! {
    loop {
        std::hint::spin_loop();
    }
}

fn exhaust_memory() -> ! {
    let mut hoard = Vec::new();
    loop {
        // Not zero, so that the pages are touched.
        hoard.push(vec![1u8; 1 << 24]);
    }
}

/// Whether the last opened instance is in one half of all instances. The half depends on the
/// process id and on the number of instances that the process has opened, and not on seeds.
fn is_unlucky() -> bool {
    let which = std::process::id().wrapping_add(OPENED.load(Ordering::Relaxed));
    which.wrapping_mul(0x9e37_79b9) >> 31 == 1
}
