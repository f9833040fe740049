//! The options that may be fuzzed: those that the library lists, without those that are denied
//! here. None is set between checks. After its first command cvc5 only accepts limits
//! (`reproducible-resource-limit`, `tlimit-per`) and options of printing.

use super::ffi::{ListedDomain, Session};
use crate::shared::options::denied::{Denied, Named, OptionPolicy, Rules};
use murxla_fsm::option::files::FileOption;
use murxla_fsm::option::{Category, OptionDomain, OptionInfo};
use murxla_fsm::solver::Result;
use murxla_fsm::theory::Theory;
use murxla_fsm::wrapper::AlwaysSet;
use std::rc::Rc;

const WRITES: &str = "names a file that cvc5 writes";

/// Options with which cvc5 reads or writes files, of all releases, with their aliases.
pub(crate) const FILES: &[FileOption] = &[
    ("err", WRITES),
    ("out", WRITES),
    ("in", "names a file that cvc5 reads"),
    ("write-partitions-to", WRITES),
    ("partitions-out", WRITES),
    (
        "filename",
        "is the beginning of the names of files that cvc5 writes",
    ),
    // Release 1.2.0 writes clauses to NAME.drat_input.cnf, where NAME is `filename`.
    ("prop-proof-mode", "writes files"),
    ("sygus-query-gen-dump-files", "writes files"),
    ("proof-log", "writes a file"),
];

use Named::{Beginning, Ending, Exactly};

const GENERIC: &str = "set by its generic name";
const CLOCK: &str = "answers would depend on the clock";

/// Options that runs do not draw, each with the reason.
const DENIED: &[Denied] = &[
    // Generic names, which the action for options sets.
    (Exactly("incremental"), GENERIC),
    (Exactly("produce-models"), GENERIC),
    (Exactly("produce-unsat-cores"), GENERIC),
    (Exactly("produce-unsat-assumptions"), GENERIC),
    // These print, or end the process after printing.
    (Exactly("compute-partitions"), "prints partitions"),
    (Exactly("copyright"), "prints"),
    (Beginning("help"), "prints"),
    (
        Exactly("minisat-dump-dimacs"),
        "prints clauses, and ends the process",
    ),
    (Exactly("output"), "prints"),
    (Exactly("quiet"), "a step of 'verbosity'"),
    (Exactly("show-config"), "prints"),
    (Exactly("show-trace-tags"), "prints"),
    (Exactly("stats-every-query"), "prints"),
    (
        Exactly("sygus-stream"),
        "prints solutions, and does not end",
    ),
    (Exactly("trace"), "prints"),
    (Exactly("verbose"), "a step of 'verbosity'"),
    (Exactly("verbosity"), "prints"),
    (Exactly("version"), "prints"),
    // These change how terms are printed, so that the actions that parse them would look wrong.
    (
        Exactly("print-arith-lit-token"),
        "changes how numbers are printed, and the parser does not read that",
    ),
    // These change the meaning of formulas.
    (Exactly("global-negate"), "changes the problem"),
    (
        Exactly("solve-int-as-bv"),
        "changes the problem: integers are bit-vectors of this width",
    ),
    (
        Exactly("solve-real-as-int"),
        "changes the problem: reals are integers",
    ),
    (Exactly("sygus"), "changes the problem to synthesis"),
    // These end the process.
    (
        Exactly("segv-spin"),
        "waits for a debugger instead of crashing",
    ),
    // These limits depend on the machine, or the campaign sets them.
    (Ending("-timeout"), CLOCK),
    (
        Exactly("rlimit"),
        "ends all searches of a run early; the campaign sets 'rlimit-per'",
    ),
    (Exactly("rlimit-per"), "set by the campaign"),
    (
        Exactly("preprocess-only"),
        "leaves nearly all checks undecided, and reaches no code of its own",
    ),
    (Exactly("tlimit"), CLOCK),
    (Exactly("tlimit-per"), CLOCK),
    // Their values are texts.
    (Exactly("force-logic"), "set by set-logic"),
    (Exactly("lang"), "of the parser"),
    (
        Exactly("output-lang"),
        "changes the language in which terms are printed",
    ),
    (
        Exactly("rweight"),
        "changes the units of the campaign's limit",
    ),
];

/// A mode that all options with modes have: it prints the modes and ends the process.
const HELP: &str = "help";

/// Modes of options that are not drawn, with the reason.
const DENIED_MODES: &[(Named, &[&str], &str)] = &[
    (
        Exactly("strings-process-loop-mode"),
        &["abort", "simple-abort"],
        "ends the process where there is a loop",
    ),
    (
        Exactly("cegis-sample"),
        &["trust"],
        "takes what is true for samples for a solution",
    ),
];

/// The theories that options are about.
const ABOUT: &[(Named, &[Theory])] = &[
    (Beginning("arith-"), &[Theory::Int, Theory::Real]),
    (
        Beginning("nl-"),
        &[Theory::Int, Theory::Real, Theory::Transcendental],
    ),
    (Exactly("iand-mode"), &[Theory::Int]),
    (Beginning("bv-"), &[Theory::Bv, Theory::Fp]),
    (Exactly("bitblast"), &[Theory::Bv, Theory::Fp]),
    (Exactly("bitwise-eq"), &[Theory::Bv]),
    (Exactly("bool-to-bv"), &[Theory::Bv]),
    (Exactly("solve-bv-as-int"), &[Theory::Bv]),
    (Exactly("bvand-integer-granularity"), &[Theory::Bv]),
    (Beginning("fp-"), &[Theory::Fp]),
    (Beginning("arrays-"), &[Theory::Array]),
    (Beginning("strings-"), &[Theory::String, Theory::Seq]),
    (Beginning("re-"), &[Theory::String]),
    (Beginning("seq-"), &[Theory::Seq]),
    (Beginning("sets-"), &[Theory::Set]),
    (Beginning("dt-"), &[Theory::Dt]),
    (Beginning("cdt-"), &[Theory::Dt]),
    (Beginning("uf-"), &[Theory::Uf, Theory::Ho]),
    (Exactly("symmetry-breaker"), &[Theory::Uf]),
    (Beginning("ho-"), &[Theory::Ho]),
    (Ending("quant"), &[Theory::Quant]),
    (Beginning("cbqi"), &[Theory::Quant]),
    (Beginning("sub-cbqi"), &[Theory::Quant]),
    (Beginning("cegqi"), &[Theory::Quant]),
    (Beginning("conjecture-gen"), &[Theory::Quant]),
    (Exactly("e-matching"), &[Theory::Quant]),
    (Beginning("enum-inst"), &[Theory::Quant]),
    (Exactly("finite-model-find"), &[Theory::Quant]),
    (Beginning("fmf-"), &[Theory::Quant]),
    (Exactly("ieval"), &[Theory::Quant]),
    (Beginning("inst-"), &[Theory::Quant]),
    (Beginning("macros-quant"), &[Theory::Quant]),
    (Beginning("mbqi"), &[Theory::Quant]),
    (Beginning("miniscope-"), &[Theory::Quant]),
    (Beginning("multi-trigger"), &[Theory::Quant]),
    (Beginning("pre-skolem-quant"), &[Theory::Quant]),
    (Beginning("quant-"), &[Theory::Quant]),
    (Ending("-triggers"), &[Theory::Quant]),
    (Beginning("sygus-inst"), &[Theory::Quant]),
    (Exactly("term-db-mode"), &[Theory::Quant]),
    (Beginning("trigger-"), &[Theory::Quant]),
    (Exactly("user-pat"), &[Theory::Quant]),
];

/// The largest number that is drawn for an option without an upper bound. Most are limits, and
/// larger values make no difference.
const LARGE: i64 = 10_000;

/// The largest decimal that is drawn for an option without an upper bound. They are factors and
/// seconds.
const LARGE_DECIMAL: f64 = 10.0;

const RULES: Rules = Rules {
    denied: DENIED,
    files: FILES,
    modules: &[],
};

/// The options of the library, without aliases.
pub(super) fn option_policy(session: &Session) -> Result<OptionPolicy> {
    let mut all = OptionPolicy::default();
    let mut names = session.option_names()?;
    names.sort();
    names.dedup();
    for name in names {
        let told = session.option_info(&name)?;
        if told.name != name {
            continue;
        }
        let Some(category) = Category::from_name(&told.category) else {
            let why = RULES.reason(&name);
            all.deny(name, why.unwrap_or("undocumented: for the program of cvc5"));
            continue;
        };
        let drawn = told.values.map(|(listed, default)| {
            let rows = ABOUT.iter();
            let about = rows.clone().find(|(named, _)| named.has(&name));
            OptionInfo {
                default: Some(default),
                category,
                theories: about.map_or(&[], |(_, theories)| *theories),
                ..OptionInfo::new(name.as_str(), domain(&name, listed))
            }
        });
        all.add(RULES, &name, drawn);
    }
    Ok(all)
}

/// The options of a release before 1.4. None is drawn: one that is refused ends the process.
pub(super) fn option_policy_of_old_release(session: &Session) -> Result<OptionPolicy> {
    let mut all = OptionPolicy::default();
    for name in session.option_names()? {
        all.deny(
            name,
            "before 1.4 an option that is refused ends the process",
        );
    }
    Ok(all)
}

/// The rows of the table that are about no option of the library.
pub(super) fn unused_denials(session: &Session) -> Result<Vec<String>> {
    let names = session.option_names()?;
    Ok(RULES.unused_denials(names.iter().map(String::as_str)))
}

/// An option that turns an experimental theory on.
const fn experimental(option: &'static str, theories: &'static [Theory]) -> AlwaysSet {
    AlwaysSet {
        option,
        value: "true",
        theories,
        formats: &[],
    }
}

/// The options that every instance sets, before the first formula. Without the experimental ones,
/// cvc5 only solves the floating-point formats [`FORMATS`], and no constant arrays, complements of
/// sets and universes. `sets-exp` is called `sets-ext` in 1.2.
pub(super) const ALWAYS_SET: [AlwaysSet; 5] = [
    AlwaysSet {
        formats: FORMATS,
        ..experimental("fp-exp", &[Theory::Fp])
    },
    experimental("arrays-exp", &[Theory::Array]),
    experimental("sets-exp", &[Theory::Set]),
    experimental("sets-ext", &[Theory::Set]),
    // Since 1.4 it is 500 ms of wall-clock time, so that answers would depend on the machine and
    // its load. 0 is not a limit: the steps of the whole check are limited.
    AlwaysSet {
        option: "mbqi-check-timeout",
        value: "0",
        theories: &[Theory::Quant],
        formats: &[],
    },
];

/// The floating-point formats that cvc5 solves without the option `fp-exp`: `Float32` and
/// `Float64`.
pub(super) const FORMATS: &[(u32, u32)] = &[(8, 24), (11, 53)];

/// The options of [`ALWAYS_SET`] that the library has. Before 1.4 an unknown option would end the
/// process.
pub(super) fn always_set(session: &Session) -> Result<Rc<[AlwaysSet]>> {
    let names = session.option_names()?;
    let rows = ALWAYS_SET.into_iter();
    let available = rows.filter(|row| names.iter().any(|name| name == row.option));
    Ok(available.collect())
}

/// The values of an option that are drawn.
fn domain(name: &str, listed: ListedDomain) -> OptionDomain {
    match listed {
        ListedDomain::Known(OptionDomain::Mode(mut modes)) => {
            let denied = DENIED_MODES.iter().filter(|(of, ..)| of.has(name));
            let denied: Vec<&str> = denied
                .flat_map(|(_, modes, _)| modes.iter().copied())
                .collect();
            modes.retain(|mode| mode != HELP && !denied.contains(&mode.as_str()));
            OptionDomain::Mode(modes)
        }
        ListedDomain::Known(domain) => domain,
        ListedDomain::Integer(min, max) => {
            let min = min.unwrap_or(-1);
            OptionDomain::Integer(min, max.unwrap_or(LARGE.max(min)))
        }
        ListedDomain::Decimal(min, max) => {
            let min = min.unwrap_or(0.0);
            OptionDomain::Decimal(min, max.unwrap_or(LARGE_DECIMAL.max(min)))
        }
    }
}

/// Whether an error says that options conflict with each other or with the logic. cvc5 finds this
/// at the first command after the options, and says "Fatal error in option parsing". Conflicts of
/// an option with the logic or with a formula come later. These errors name the logic, an option
/// (`--solve-bv-as-int=…`), the mode that an operator requires, or say that the configuration does
/// not allow it. Some options have the purpose to end a search with an error.
pub(super) fn is_conflict(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    const WORDS: &[&str] = &[
        "in option parsing",
        "logic",
        "--",
        "mode to be set",
        // `fp`, `arith-exp` and others that are off.
        "in this configuration",
        // `safe-mode`.
        "in safe mode",
        "in stable mode",
        "in unrestricted mode",
        // `sygus-abort-size`, `sygus-si-abort` and `uf-ss-abort-card`.
        "for enumerative sygus exceeded",
        "not handled by single invocation",
        "for finite model finding exceeded",
    ];
    WORDS.iter().any(|words| message.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_denial_has_a_reason() {
        assert!(DENIED.iter().all(|(_, why)| !why.is_empty()));
        assert!(DENIED_MODES.iter().all(|(.., why)| !why.is_empty()));
    }

    #[test]
    fn options_of_synthesis_are_drawn() {
        for name in [
            "sygus-si",
            "sygus-simple-sym-break",
            "check-abducts",
            "interpolants-mode",
        ] {
            assert_eq!(RULES.reason(name), None, "{name}");
        }
    }

    #[test]
    fn refusals_are_conflicts() {
        assert!(is_conflict(
            "Maximum term size (3) for enumerative SyGuS exceeded."
        ));
        assert!(is_conflict(
            "Cannot handle assertion with term of kind PI in this configuration."
        ));
        assert!(!is_conflict("Unhandled kind INTERNAL_KIND"));
    }
}
