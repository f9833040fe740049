//! The table of the machine: for each state its conditions and its edges.

use super::{Act, Edge, Row};
use crate::action::{Context, Goal, MachineState};
use crate::actions::{self, SetOption};
use crate::scenario;
use crate::solver::{Answer, TermId};
use crate::state::InstanceState;

macro_rules! machine {
    ($($state:ident $goal:ident if $enter:expr, busy $busy:expr => {
        $($act:ident $weight:literal $(-> $to:ident)?;)*
    } $(+ { $($scenario:ident $odds:literal $(-> $then:ident)?;)* })?)*) => {
        /// The row of a state. A state without a row does not compile.
        pub(super) fn row(state: MachineState) -> Row {
            match state {
                $(MachineState::$state => Row {
                    enter: $enter,
                    busy: $busy,
                    goal: Goal::$goal,
                },)*
            }
        }

        /// The edges.
        pub(super) const EDGES: &[Edge] = &[$($(Edge {
            from: MachineState::$state,
            act: machine!(@act $act),
            weight: $weight,
            to: machine!(@to $state $($to)?),
        },)* $($(Edge {
            from: MachineState::$state,
            act: Act::Scenario(&scenario::$scenario),
            weight: $odds,
            to: machine!(@to $state $($then)?),
        },)*)?)*];
    };
    (@act Step) => { Act::Step };
    (@act $action:ident) => { Act::Call(&actions::$action) };
    (@to $state:ident) => { MachineState::$state };
    (@to $state:ident $to:ident) => { MachineState::$to };
}

// `Action weight [-> next state];` `Step` makes no call. Scenarios follow `+`. `if` says when the
// state may be entered. While `busy` holds, steps out of the state are ten times rarer.
machine! {
    New Explore if is_closed, busy never => {
        New 1 -> Logic;
    }
    Logic Explore if has_no_logic, busy never => {
        SetLogic 9 -> Options;
        Step 1 -> Options;
    }
    Options Explore if has_no_sorts, busy never => {
        SetOption 24;
        Step 2 -> Sorts;
    }
    Sorts Explore if forced_options_are_set, busy never => {
        MkSort 7;
        InstantiateSort 3;
        Step 2 -> Inputs;
    }
    Inputs Explore if has_sorts, busy never => {
        MkConst 36;
        MkVar 14;
        MkValue 16;
        MkSpecialValue 6;
        MkSort 2;
        InstantiateSort 1;
        Step 12 -> Terms;
        Step 1 -> Levels;
    } + {
        ARRAYS 1 -> Answered;
        DIFFERENCES 1 -> Answered;
        ORDERS 1 -> Answered;
        POLYNOMIALS 1 -> Answered;
        RESIDUES 1 -> Answered;
        SUMS 1 -> Answered;
    }
    Terms Explore if has_terms, busy never => {
        MkTerm 80;
        MkFun 8;
        MkVar 2;
        MkConst 3;
        MkValue 5;
        TermGetChildren 1;
        Step 5 -> Close;
    } + {
        CompareSimplified 1;
        Match 3;
        Patterns 2;
        Recursion 1;
    }
    Close Close if has_terms, busy has_last_unclosed => {
        MkTerm 80;
        MkFun 12;
        MkValue 2;
        MkConst 1;
        Step 10 -> Assert;
        Step 1 -> Inputs;
    } + {
        Patterns 3;
    }
    Assert Explore if has_formula, busy has_last_formula => {
        AssertFormula 60;
        GetAssertions 1;
        Step 15 -> Levels;
        Step 30 -> Check;
        Step 4 -> Terms;
    } + {
        Plant 60;
        Refute 6;
    }
    Check Explore if worth_checking, busy never => {
        CheckSat 30 -> Answered;
        CheckSatAssuming 20 -> Answered;
        Step 10 -> Levels;
    }
    Answered Explore if checked, busy never => {
        Step 36 -> Sat;
        Step 36 -> Unsat;
        Step 12 -> Levels;
        Step 3 -> Check;
        Step 1 -> Delete;
    } + {
        Again 1;
        Levels 1;
        Assume 1;
        Refill 1;
    }
    Sat Explore if is_sat, busy never => {
        GetValue 6;
        PrintModel 2;
        Step 4 -> Levels;
        Step 4 -> Check;
    } + {
        ReadModel 6;
    }
    Unsat Explore if is_unsat, busy never => {
        GetUnsatCore 2;
        GetUnsatAssumptions 2;
        Step 4 -> Levels;
        Step 4 -> Check;
    } + {
        Core 4;
        Assumptions 4;
    }
    Levels Explore if goes_on, busy never => {
        Push 12;
        Pop 10;
        SetOption 4;
        GetAssertions 1;
        GetStatistics 1;
        ResetAssertions 1 -> Inputs;
        Reset 1 -> Logic;
        Step 8 -> Inputs;
        Step 10 -> Terms;
        Step 20 -> Close;
        Step 20 -> Assert;
        Step 14 -> Check;
        Step 1 -> Delete;
    }
    Delete Explore if may_end, busy never => {
        Delete 1 -> End;
    }
    End Explore if always, busy never => {
    }
}

/// The state that fits an instance best. A walk that continues other calls begins there.
pub(super) fn fitting(state: &InstanceState, context: &Context) -> MachineState {
    if !state.live {
        MachineState::New
    } else if checked(state, context) {
        MachineState::Answered
    } else if !may_check(state, context) {
        MachineState::Delete
    } else if has_terms(state, context) {
        MachineState::Levels
    } else if has_sorts(state, context) {
        MachineState::Inputs
    } else if has_no_logic(state, context) && state.set_options.names.is_empty() {
        MachineState::Logic
    } else {
        MachineState::Options
    }
}

fn always(_: &InstanceState, _: &Context) -> bool {
    true
}

fn never(_: &InstanceState) -> bool {
    false
}

fn is_closed(state: &InstanceState, _: &Context) -> bool {
    !state.live
}

fn has_no_logic(state: &InstanceState, context: &Context) -> bool {
    state.logic.is_none() && has_no_sorts(state, context)
}

fn has_no_sorts(state: &InstanceState, context: &Context) -> bool {
    !has_sorts(state, context)
}

fn forced_options_are_set(state: &InstanceState, context: &Context) -> bool {
    SetOption::forced(state, context).is_none()
}

fn has_sorts(state: &InstanceState, _: &Context) -> bool {
    state.sorts.iter().next().is_some()
}

fn has_terms(state: &InstanceState, _: &Context) -> bool {
    state.ids.term() > TermId(1) && state.terms.iter().next().is_some()
}

pub(super) fn has_unclosed(state: &InstanceState) -> bool {
    !state.terms.unclosed().is_empty()
}

fn has_formula(state: &InstanceState, _: &Context) -> bool {
    state.terms.formulas() > 0
}

pub(super) fn has_root_formula(state: &InstanceState) -> bool {
    !state.terms.unused_formulas().is_empty()
}

/// Whether there are open terms and only one check is left to see them. An incremental instance can
/// check again.
fn has_last_unclosed(state: &InstanceState) -> bool {
    !state.options.incremental && has_unclosed(state)
}

/// The same for formulas.
fn has_last_formula(state: &InstanceState) -> bool {
    !state.options.incremental && has_root_formula(state)
}

pub(super) fn may_check(state: &InstanceState, _: &Context) -> bool {
    state.checks.count == 0 || state.options.incremental
}

fn goes_on(state: &InstanceState, context: &Context) -> bool {
    may_check(state, context)
}

fn checked(state: &InstanceState, _: &Context) -> bool {
    state.checks.last.is_some()
}

fn last_answer_is(state: &InstanceState, answer: Answer) -> bool {
    state
        .checks
        .last
        .as_ref()
        .is_some_and(|last| last.answer == answer)
}

fn is_sat(state: &InstanceState, _: &Context) -> bool {
    last_answer_is(state, Answer::Sat)
}

fn is_unsat(state: &InstanceState, _: &Context) -> bool {
    last_answer_is(state, Answer::Unsat)
}

/// An instance that is not incremental has one check. It comes after everything has been asserted.
fn worth_checking(state: &InstanceState, _: &Context) -> bool {
    state.options.incremental || (state.checks.count == 0 && is_used_up(state))
}

fn is_used_up(state: &InstanceState) -> bool {
    !has_unclosed(state) && !has_root_formula(state)
}

/// A run without a check tests little, and so do terms that no check depends on.
fn may_end(state: &InstanceState, context: &Context) -> bool {
    state.checks.count > 0 && (!may_check(state, context) || is_used_up(state))
}
