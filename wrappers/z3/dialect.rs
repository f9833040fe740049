//! The language of Z3's program.

use super::actions::parameters::RELATIONS;
use super::options::{AS_PROGRAM, FILES, MK_SOLVER, keyword};
use super::sets::TEXTS;
use crate::smt2::{
    Applied, Around, AssumptionRules, CommandRules, Dialect, ImportRules, Language, LogicRules,
    OptionRules, Releases, SMT_LIB, SortRules, TermRules, other_standard_logic, standard_spelling,
};
use murxla_fsm::op::{
    BV_SBV_TO_INT, BV_SMULO, BV_TO_NAT, BV_UBV_TO_INT, BV_UMULO, CONST_ARRAY, DT_APPLY_UPDATER,
    INT_TO_BV, Op, SEQ_UPDATE, TUPLE_UPDATE,
};
use murxla_fsm::solver::Result;

/// The first release with the predicates of overflow of SMT-LIB 2.7.
const OVERFLOW: &str = "4.12.2";
/// The first release with the conversions of SMT-LIB 2.7.
const CONVERSIONS: &str = "4.14.1";
/// The first release that has constant arrays in all logics.
const CONSTANT_ARRAYS: &str = "4.15.4";
/// The first release whose solvers have the parameter `candidate_models`.
const CANDIDATE_MODELS: &str = "4.8.10";

/// The language of Z3's program.
pub(crate) const LANGUAGE: Language = Language {
    solver: "z3",
    prefix: "z3",
    logics: LogicRules {
        other: other_logic,
        // Without a logic, Z3 has another strategy.
        default: None,
        needs_all,
        ..SMT_LIB.logics
    },
    options: OptionRules {
        keyword: |dialect, name| match name {
            "candidate_models" if dialect.is_before(CANDIDATE_MODELS) => None,
            _ => keyword(name),
        },
        command_limits: &["rlimit"],
        files: FILES,
        ..SMT_LIB.options
    },
    assumptions: AssumptionRules {
        formulas: Releases::Since("4.8.6"),
        // If cores are on, as in 5.4.0.
        lists_names: true,
        ..SMT_LIB.assumptions
    },
    terms: TermRules {
        spelling,
        definition,
        values_of_binders: Releases::Since("4.12.2"),
        overflow: Releases::Since(OVERFLOW),
        no_overflow: Releases::Before(OVERFLOW),
        new_conversions: Releases::Since(CONVERSIONS),
        has_chains_of_strings: false,
        field_update: Some("update-field"),
    },
    sorts: SortRules {
        has_instances: true,
        has_bags: false,
        sets_as_arrays: Some(TEXTS),
        has_constant_arrays: true,
        strings_are_sequences: true,
        functions_as_arrays: Some(has_arrays),
        ..SMT_LIB.sorts
    },
    commands: CommandRules {
        keeps_declarations: Releases::Since("4.8.8"),
        has_checks_with_tactics: true,
        optimizing: Some("optimize"),
        relations: Some(&RELATIONS),
    },
    imports: ImportRules {
        keeps_shape: true,
        as_program: &[(MK_SOLVER, AS_PROGRAM)],
        // Soft assertions choose between models. Hints and simplifiers change how an answer is
        // found.
        idle_commands: &["assert-soft", "set-initial-value", "set-simplifier"],
        printing_commands: &[
            "apply",
            "display",
            "eval",
            "get-consequences",
            "get-objectives",
            "get-proof",
            "help",
            "help-tactic",
            "labels",
        ],
        ..SMT_LIB.imports
    },
    ..SMT_LIB
};

/// Whether a script is for a release of Z3 before this one.
pub(super) fn is_before(dialect: &Dialect, version: &str) -> bool {
    dialect.is_of(LANGUAGE.solver) && dialect.is_before(version)
}

/// Z3 5.4.0 only has `divisible` in its API. Its parser says "unknown constant divisible (Int)" in
/// all logics. It only has `bv2nat` in the logic ALL.
fn spelling(dialect: &Dialect, op: Op, indices: &[u32]) -> Option<Around> {
    let is_old = dialect.is_before(CONVERSIONS);
    match (op, indices) {
        (INT_TO_BV, [width]) if is_old => Some((format!("((_ int2bv {width})"), ")".to_owned())),
        (BV_UBV_TO_INT | BV_TO_NAT, _) if is_old => Some(("(bv2int".to_owned(), ")".to_owned())),
        _ => standard_spelling(op, indices),
    }
}

/// The symbols of operators that only Z3 has, and only in the logic ALL.
const ONLY_IN_ALL: &[&str] = &[
    "ext_rotate_left",
    "ext_rotate_right",
    "at-most",
    "at-least",
    "pble",
    "pbge",
    "pbeq",
    "linear-order",
    "partial-order",
    "piecewise-linear-order",
    "tree-order",
    "transitive-closure",
];

/// Operators that only exist in the logic ALL, or if there is no logic.
fn needs_all(dialect: &Dialect, op: Op, symbol: &str) -> bool {
    match op {
        CONST_ARRAY => dialect.is_before(CONSTANT_ARRAYS),
        // They are defined by predicates that are not in the logics of SMT-LIB.
        BV_UMULO | BV_SMULO => dialect.is_before(OVERFLOW),
        DT_APPLY_UPDATER | TUPLE_UPDATE => true,
        _ => ONLY_IN_ALL.contains(&symbol),
    }
}

/// Whether a logic has arrays. Without a logic, there are all theories.
fn has_arrays(logic: Option<&str>) -> bool {
    let starts = ["A", "QF_A", "HORN", "SMTFD"];
    logic.is_none_or(|logic| starts.iter().any(|start| logic.starts_with(start)))
}

/// Z3 has few logics with datatypes and strings. In `QF_ALL`, 5.4.0 has no sort `Int`.
fn other_logic(logic: &str) -> Option<&'static str> {
    let has_datatypes = logic.contains("DT") && !matches!(logic, "QF_DT" | "QF_UFDT");
    let has_strings = logic.contains('S') && !matches!(logic, "QF_S" | "QF_SLIA");
    (has_datatypes || has_strings)
        .then_some("ALL")
        .or_else(|| other_standard_logic(logic))
}

fn definition(applied: &Applied<'_>) -> Result<Option<String>> {
    Ok(match (applied.op, applied.own) {
        (SEQ_UPDATE, _) => Some(
            "(ite (and (<= 0 x1) (< x1 (seq.len x0))) (seq.++ (seq.extract x0 0 x1) \
             (seq.extract x2 0 (- (seq.len x0) x1)) \
             (seq.extract x0 (+ x1 (seq.len x2)) (seq.len x0))) x0)"
                .to_owned(),
        ),
        // 4.8.5 cannot parse `bit2bool`.
        (_, Some("BV_BIT")) => {
            let bit = applied.indices.first();
            bit.map(|bit| format!("(= ((_ extract {bit} {bit}) x0) #b1)"))
        }
        (_, Some("STR_NTH")) => Some("(seq.unit (seq.nth x0 x1))".to_owned()),
        (_, Some("SEQ_MAPI")) => applied.with_lambda("seq.mapi", 2)?,
        (_, Some("SEQ_FOLDL")) => applied.with_lambda("seq.foldl", 2)?,
        (_, Some("SEQ_FOLDLI")) => applied.with_lambda("seq.foldli", 3)?,
        (BV_SBV_TO_INT, _) if !applied.has_new_conversions => applied.width().map(|width| {
            format!("(ite (bvslt x0 (_ bv0 {width})) (- (bv2int (bvneg x0))) (bv2int x0))")
        }),
        _ => None,
    })
}
