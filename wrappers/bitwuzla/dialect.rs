//! The language of Bitwuzla's program and parser.

use super::options::FILES;
use crate::smt2::{LAMBDA, Language, SMT_LIB, same_keyword};

/// The language of Bitwuzla's program and parser.
pub(crate) const LANGUAGE: Language = Language {
    solver: "bitwuzla",
    prefix: "bitwuzla",
    logics: LOGICS,
    other_logic: |_| None,
    missing: &[
        "get-assertions",
        "produce-assertions",
        "@",
        LAMBDA,
        // A number that the call's seed decides.
        "bitwuzla-OP_FP_TO_FP_FROM_REAL",
    ],
    requirements: &[],
    // `terminate-after` only exists in the API.
    keyword: |_, name| same_keyword(name).filter(|name| name != "terminate-after"),
    quotes_modes: true,
    files: FILES,
    spelling: |_, _, _| None,
    has_chains_of_strings: false,
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
