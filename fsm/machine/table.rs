//! The states and edges of the machine, the one place that lists them.

use super::{Act, Edge, State};
use crate::action::{Context, Goal};
use crate::actions::{self, SetOption};
use crate::scenario;
use crate::solver::{Answer, TermId};
use crate::state::InstanceState;

macro_rules! machine {
    ($($state:ident $goal:ident if $enter:expr, busy $busy:expr => {
        $($act:ident $weight:literal $(-> $to:ident)?;)*
    } $(+ { $($scenario:ident $odds:literal $(-> $then:ident)?;)* })?)*) => {
        /// The states; the first one is the start.
        pub const STATES: &[State] = &[$(State {
            name: stringify!($state),
            enter: $enter,
            busy: $busy,
            goal: Goal::$goal,
        },)*];
        /// The edges.
        pub const EDGES: &[Edge] = &[$($(Edge {
            from: stringify!($state),
            act: machine!(@act $act),
            weight: $weight,
            to: machine!(@to $state $($to)?),
        },)* $($(Edge {
            from: stringify!($state),
            act: Act::Scenario(&scenario::$scenario),
            weight: $odds,
            to: machine!(@to $state $($then)?),
        },)*)?)*];
    };
    (@act Step) => { Act::Step };
    (@act $action:ident) => { Act::Call(&actions::$action) };
    (@to $state:ident) => { stringify!($state) };
    (@to $state:ident $to:ident) => { stringify!($to) };
}

// `Action weight [-> next state];` `Step` does nothing. Behind `+` are schemes. `if`: when
// the state may be entered; `busy`: steps out of it are then ten times rarer.
machine! {
    new Explore if always, busy never => {
        New 1 -> logic;
    }
    logic Explore if always, busy never => {
        SetLogic 9 -> options;
        Step 1 -> options;
    }
    options Explore if always, busy never => {
        SetOption 24;
        Step 2 -> sorts;
    }
    sorts Explore if forced_options_are_set, busy never => {
        MkSort 7;
        InstantiateSort 3;
        Step 2 -> inputs;
    }
    inputs Explore if has_sorts, busy never => {
        MkConst 36;
        MkVar 8;
        MkValue 16;
        MkSpecialValue 6;
        MkSort 2;
        InstantiateSort 1;
        Step 12 -> terms;
        Step 1 -> levels;
    }
    terms Explore if has_terms, busy never => {
        MkTerm 80;
        MkFun 2;
        MkConst 3;
        MkValue 5;
        TermGetChildren 1;
        Step 5 -> close;
    } + {
        Simplify 1;
        Match 3;
        Patterns 2;
        Recursion 1;
    }
    close Close if has_terms, busy has_last_unclosed => {
        MkTerm 80;
        MkFun 5;
        MkValue 2;
        MkConst 1;
        Step 10 -> assert;
        Step 1 -> inputs;
    } + {
        Patterns 3;
    }
    assert Explore if has_formula, busy has_last_formula => {
        AssertFormula 60;
        GetAssertions 1;
        Step 15 -> levels;
        Step 30 -> check;
        Step 4 -> terms;
    } + {
        Plant 60;
        Refute 6;
    }
    check Explore if worth_checking, busy never => {
        CheckSat 30 -> answered;
        CheckSatAssuming 20 -> answered;
        Step 10 -> levels;
    }
    answered Explore if checked, busy never => {
        Step 36 -> sat;
        Step 36 -> unsat;
        Step 12 -> levels;
        Step 3 -> check;
        Step 1 -> delete;
    } + {
        Again 1;
        Levels 1;
        Assume 1;
        Refill 1;
    }
    sat Explore if is_sat, busy never => {
        GetValue 6;
        PrintModel 2;
        Step 4 -> levels;
        Step 4 -> check;
    } + {
        ReadModel 6;
    }
    unsat Explore if is_unsat, busy never => {
        GetUnsatCore 2;
        GetUnsatAssumptions 2;
        Step 4 -> levels;
        Step 4 -> check;
    } + {
        Core 4;
        Assumptions 4;
    }
    levels Explore if goes_on, busy never => {
        Push 12;
        Pop 10;
        SetOption 4;
        GetAssertions 1;
        ResetAssertions 1 -> inputs;
        Reset 1 -> logic;
        Step 8 -> inputs;
        Step 10 -> terms;
        Step 20 -> close;
        Step 20 -> assert;
        Step 14 -> check;
        Step 1 -> delete;
    }
    delete Explore if may_end, busy never => {
        Delete 1 -> end;
    }
    end Explore if always, busy never => {
    }
}

fn always(_: &InstanceState, _: &Context) -> bool {
    true
}

fn never(_: &InstanceState) -> bool {
    false
}

fn forced_options_are_set(state: &InstanceState, context: &Context) -> bool {
    SetOption::forced(state, context).is_none()
}

fn has_sorts(state: &InstanceState, _: &Context) -> bool {
    state.sorts.iter().next().is_some()
}

fn has_terms(state: &InstanceState, _: &Context) -> bool {
    state.fresh_term() > TermId(1) && state.terms().next().is_some()
}

pub(super) fn has_unclosed(state: &InstanceState) -> bool {
    !state.unclosed().is_empty()
}

fn has_formula(state: &InstanceState, _: &Context) -> bool {
    state.formulas() > 0
}

pub(super) fn has_root_formula(state: &InstanceState) -> bool {
    !state.unused_formulas().is_empty()
}

/// Whether terms wait that only the next check can see; an incremental instance asks in between.
fn has_last_unclosed(state: &InstanceState) -> bool {
    !state.options.incremental && has_unclosed(state)
}

/// The same of formulas.
fn has_last_formula(state: &InstanceState) -> bool {
    !state.options.incremental && has_root_formula(state)
}

pub(super) fn may_check(state: &InstanceState, _: &Context) -> bool {
    state.checks == 0 || state.options.incremental
}

fn goes_on(state: &InstanceState, context: &Context) -> bool {
    may_check(state, context)
}

fn checked(state: &InstanceState, _: &Context) -> bool {
    state.last.is_some()
}

fn last(state: &InstanceState, answer: Answer) -> bool {
    state
        .last
        .as_ref()
        .is_some_and(|last| last.answer == answer)
}

fn is_sat(state: &InstanceState, _: &Context) -> bool {
    last(state, Answer::Sat)
}

fn is_unsat(state: &InstanceState, _: &Context) -> bool {
    last(state, Answer::Unsat)
}

/// The only check of an instance that is not incremental comes after all has been asserted.
fn worth_checking(state: &InstanceState, _: &Context) -> bool {
    state.options.incremental || (state.checks == 0 && is_used_up(state))
}

fn is_used_up(state: &InstanceState) -> bool {
    !has_unclosed(state) && !has_root_formula(state)
}

/// A run without any check tests little, and terms that reach no check test less.
fn may_end(state: &InstanceState, context: &Context) -> bool {
    state.checks > 0 && (!may_check(state, context) || is_used_up(state))
}
