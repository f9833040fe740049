//! The language of cvc5's program and parser.

use super::options::FILES;
use super::options::FORMATS;
use crate::smt2::{
    ImportRules, Language, LogicRules, OptionRules, SMT_LIB, SortRules, TermRules, bit,
    same_keyword,
};

/// The language of cvc5's program and parser.
pub(crate) const LANGUAGE: Language = Language {
    solver: "cvc5",
    prefix: "cvc5",
    logics: LogicRules {
        other: |_| None,
        narrow: &[],
        ..SMT_LIB.logics
    },
    options: OptionRules {
        required: &["produce-assertions", "arrays-exp", "fp-exp", "sets-exp"],
        // Without these options, cvc5 only solves the formats of machines, has no complements and
        // universes, and does not solve datatypes inside of sorts in their own declarations and
        // constant arrays.
        for_formats: Some(("fp-exp", FORMATS)),
        for_sets: Some("sets-exp"),
        for_nested_datatypes: Some("dt-nested-rec"),
        for_constant_arrays: Some("arrays-exp"),
        keyword: |_, name| match name {
            // The name that SMT-LIB gives it.
            "rlimit-per" => Some("reproducible-resource-limit".to_owned()),
            _ => same_keyword(name),
        },
        has_incremental: true,
        files: FILES,
        ..SMT_LIB.options
    },
    terms: TermRules {
        // 1.4.2 has both names of conversions in all logics.
        spelling: |_, _, _| None,
        definition: |applied| {
            applied.width().map_or(Ok(None), |_| {
                Ok(match applied.own {
                    Some("BV_ULTBV") => Some(bit("(bvult x0 x1)")),
                    Some("BV_SLTBV") => Some(bit("(bvslt x0 x1)")),
                    _ => None,
                })
            })
        },
        has_chains_of_strings: false,
        ..SMT_LIB.terms
    },
    sorts: SortRules {
        has_tuples: true,
        has_arrays_as_indices: false,
        ..SMT_LIB.sorts
    },
    imports: ImportRules {
        // Pools only guide the instantiation of quantifiers. The actions for interpolants and
        // abducts themselves ask for further ones.
        idle_commands: &[
            "declare-pool",
            "find-synth",
            "get-abduct-next",
            "get-interpolant-next",
        ],
        queries: &[
            ("get-abduct", "get-abduct", 1),
            ("get-interpolant", "get-interpolant", 1),
            ("get-qe", "get-quantifier-elimination", 0),
            ("get-qe-disjunct", "get-quantifier-elimination-disjunct", 0),
        ],
        // With it, cvc5 treats every logic as one with quantifiers.
        costly_option: Some(("arrays-exp", &["const", "eqrange"])),
        ..SMT_LIB.imports
    },
    ..SMT_LIB
};
