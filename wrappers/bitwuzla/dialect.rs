//! The language of Bitwuzla's program and parser.

use super::options::FILES;
use crate::smt2::{LAMBDA, Language, LogicRules, OptionRules, SMT_LIB, TermRules, same_keyword};

/// The language of Bitwuzla's program and parser.
pub(crate) const LANGUAGE: Language = Language {
    solver: "bitwuzla",
    prefix: "bitwuzla",
    missing: &[
        "get-assertions",
        "produce-assertions",
        "@",
        LAMBDA,
        // A number that the call's seed decides.
        "bitwuzla-OP_FP_TO_FP_FROM_REAL",
    ],
    logics: LogicRules {
        known: LOGICS,
        other: |_| None,
        ..SMT_LIB.logics
    },
    options: OptionRules {
        required: &[],
        // `terminate-after` only exists in the API.
        keyword: |_, name| same_keyword(name).filter(|name| name != "terminate-after"),
        quotes_modes: true,
        files: FILES,
        ..SMT_LIB.options
    },
    terms: TermRules {
        spelling: |_, _, _| None,
        has_chains_of_strings: false,
        ..SMT_LIB.terms
    },
    ..SMT_LIB
};

const LOGICS: &[&str] = &[
    "AUF",
    "AUFBV",
    "AUFBVFP",
    "AUFFP",
    "BV",
    "BVFP",
    "FP",
    "QF_ABV",
    "QF_ABVFP",
    "QF_AUF",
    "QF_AUFBV",
    "QF_AUFBVFP",
    "QF_AUFFP",
    "QF_BV",
    "QF_BVFP",
    "QF_FP",
    "QF_UF",
    "QF_UFBV",
    "QF_UFBVFP",
    "QF_UFFP",
    "UF",
    "UFBV",
    "UFBVFP",
    "UFFP",
];
