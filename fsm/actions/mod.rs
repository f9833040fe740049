//! The actions that all solvers share. Each action has its own type.
//!
//! [`Action`] describes the parts of an action: it draws arguments (`pick`), checks them (`valid`),
//! makes the call (`run`) and updates the state of the instance (`apply`).

mod apply;
mod children;
mod declare_datatype;
mod draw;
mod instance;
mod instantiate_sort;
mod levels;
mod mk_const;
mod mk_fun;
mod mk_sort;
mod mk_term;
mod mk_value;
mod query;
mod recursion;
mod settings;
mod simplify;
mod solve;

pub(crate) use apply::{
    Application, Operands, Purpose, is_small_pattern, may_apply, may_be_pattern, quantify,
};
pub use children::TermGetChildren;
pub(crate) use draw::{ArgTerms, Indices, symbol};
pub use instance::{Delete, New, Reset, ResetAssertions};
pub use instantiate_sort::InstantiateSort;
pub use levels::{Pop, Push};
pub use mk_const::{MkConst, MkValuedConst, MkVar};
pub use mk_fun::MkFun;
pub use mk_sort::{MkSort, kinds_of, theories_of};
pub use mk_term::{MkTerm, apply_any, apply_op, apply_to, retype};
pub(crate) use mk_term::{adopt, application, apply_op_for, indices};
pub use mk_value::{MkSpecialValue, MkValue};
pub use query::{
    GetAssertions, GetStatistics, GetUnsatAssumptions, GetUnsatCore, GetValue, PrintModel, after,
};
pub use recursion::{DefineFunsRec, MkRecFun};
pub use settings::{SetLogic, SetOption, logic_name};
pub use simplify::{Simplify, add_equal, no_function};
pub use solve::{AssertFormula, CheckSat, CheckSatAssuming, may_assert, may_check, some_formula};

use crate::action::Action;

/// All actions, in the order in which they are listed to users.
pub const ACTIONS: &[&dyn Action] = &[
    &New,
    &Delete,
    &Reset,
    &ResetAssertions,
    &SetLogic,
    &SetOption,
    &MkSort,
    &InstantiateSort,
    &MkConst,
    &MkValuedConst,
    &MkVar,
    &MkValue,
    &MkSpecialValue,
    &MkTerm,
    &MkFun,
    &MkRecFun,
    &DefineFunsRec,
    &TermGetChildren,
    &Simplify,
    &AssertFormula,
    &CheckSat,
    &CheckSatAssuming,
    &Push,
    &Pop,
    &GetValue,
    &GetAssertions,
    &GetStatistics,
    &GetUnsatCore,
    &GetUnsatAssumptions,
    &PrintModel,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for action in ACTIONS {
            let same = ACTIONS.iter().filter(|a| a.name() == action.name());
            assert_eq!(same.count(), 1, "{}", action.name());
        }
    }
}
