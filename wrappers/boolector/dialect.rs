//! The language of Boolector's program.

use crate::smt2::{
    Applied, AssumptionRules, LAMBDA, Language, LogicRules, OptionRules, Releases, SMT_LIB,
    TermRules, bit, overflow, same_keyword,
};
use murxla_fsm::op::{BV_SADDO, BV_SDIVO, BV_SMULO, BV_SSUBO, BV_UADDO, BV_UMULO, BV_USUBO};

/// The language of Boolector's program.
pub(crate) const LANGUAGE: Language = Language {
    solver: "boolector",
    prefix: "btor",
    missing: &[
        "get-assertions",
        "produce-assertions",
        "get-unsat-core",
        "produce-unsat-cores",
        "reset",
        "reset-assertions",
        "@",
        LAMBDA,
        "btor-OP_ROL",
        "btor-OP_ROR",
    ],
    logics: LogicRules {
        known: &["QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV", "BV"],
        other: |_| None,
        ..SMT_LIB.logics
    },
    options: OptionRules {
        required: &[],
        // `patience` only exists in the API.
        keyword: |_, name| same_keyword(name).filter(|name| name != "patience"),
        has_incremental: true,
        ..SMT_LIB.options
    },
    assumptions: AssumptionRules {
        can_be_empty: false,
        ..SMT_LIB.assumptions
    },
    terms: TermRules {
        spelling: |_, _, _| None,
        definition: |applied| Ok(definition(applied)),
        overflow: Releases::None,
        has_chains_of_strings: false,
        ..SMT_LIB.terms
    },
    ..SMT_LIB
};

fn definition(applied: &Applied<'_>) -> Option<String> {
    let width = applied.width()?;
    let op = match applied.own? {
        "INC" => return Some(format!("(bvadd x0 (_ bv1 {width}))")),
        "DEC" => return Some(format!("(bvsub x0 (_ bv1 {width}))")),
        "REDXOR" => {
            let bits = (1..width).map(|n| format!("((_ extract {n} {n}) x0)"));
            let first = "((_ extract 0 0) x0)".to_owned();
            return Some(bits.fold(first, |all, bit| format!("(bvxor {all} {bit})")));
        }
        "UADDO" => BV_UADDO,
        "SADDO" => BV_SADDO,
        "UMULO" => BV_UMULO,
        "SMULO" => BV_SMULO,
        "USUBO" => BV_USUBO,
        "SSUBO" => BV_SSUBO,
        "SDIVO" => BV_SDIVO,
        _ => return None,
    };
    overflow(op, width).map(|formula| bit(&formula))
}
