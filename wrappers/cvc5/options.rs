//! The options that may be fuzzed: those that the library lists, without those that are denied here. None is set between checks. After
//! its first command cvc5 only accepts limits (`reproducible-resource-limit`, `tlimit-per`) and options of printing.

use super::ffi::{ListedDomain, Session};
use murxla_fsm::files::FileOption;
use murxla_fsm::option::{Category, OptionDomain, OptionInfo};
use murxla_fsm::solver::Result;
use murxla_fsm::theory::Theory;

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

/// Options that are not changed, each with the reason. `*` stands for any characters.
const DENIED: &[(&str, &str)] = &[
    // Generic names, which the action for options sets.
    ("incremental", "set by its generic name"),
    ("produce-models", "set by its generic name"),
    ("produce-unsat-cores", "set by its generic name"),
    ("produce-unsat-assumptions", "set by its generic name"),
    // These print, or end the process when the command line is read.
    ("copyright", "prints"),
    ("dump-*", "prints"),
    ("help*", "prints"),
    ("interactive", "of the command line"),
    ("early-exit", "of the command line"),
    ("print-success", "of the parser"),
    (
        "print-arith-lit-token",
        "changes how numbers are printed, and the parser does not read that",
    ),
    ("show-*", "prints"),
    ("stats*", "prints"),
    ("strict-parsing", "of the parser"),
    ("verbosity", "prints"),
    ("version", "prints"),
    // These change the meaning of calls, so that a correct answer looks wrong.
    ("fresh-declarations", "of the parser"),
    ("global-declarations", "changes what pop forgets"),
    ("parse-only", "answers nothing"),
    ("preprocess-only", "answers nothing"),
    ("produce-assertions", "get-assertions needs it"),
    (
        "solve-real-as-int",
        "refuses divisions: \"Cannot translate to Int\"",
    ),
    (
        "solve-int-as-bv",
        "refuses larger constants: \"Not enough bits for constant in intToBV\"",
    ),
    ("uf-ss-abort-card", "ends the process"),
    ("global-negate", "changes the problem"),
    // These turn whole theories off.
    ("arith-exp", "needed by operators"),
    ("arrays-exp", "needed by operators"),
    ("bags", "needed by operators"),
    ("datatypes-exp", "needed by operators"),
    ("ff", "needed by operators"),
    ("fp", "needed by operators"),
    ("fp-exp", "needed by operators"),
    ("rels-exp", "needed by operators"),
    ("sets-card-exp", "needed by operators"),
    ("sets-exp", "needed by operators"),
    ("uf-card-exp", "needed by operators"),
    ("uf-ho-exp", "needed by operators"),
    ("sep*", "theory that is not generated"),
    ("safe-mode", "refuses what is not for everybody, by design"),
    // These are for the program, or for debugging it.
    ("*partition*", "prints, and looks at the clock"),
    ("*portfolio*", "starts processes"),
    ("filesystem-access", "of the parser"),
    ("force-no-limit-cpu-while-dump", "of the program"),
    ("minisat-dump-dimacs", "prints"),
    ("output-print-defs", "prints"),
    ("parse-skolem-definitions", "of the parser"),
    ("parsing-mode", "of the parser"),
    ("segv-spin", "waits for a debugger instead of crashing"),
    ("term-sort-overload", "of the parser"),
    ("tptp-*", "of the parser"),
    // These limits depend on the machine. The campaign sets others.
    ("*-timeout", "depends on the machine"),
    ("rlimit", "ends the run early"),
    ("rlimit-per", "set by the campaign"),
    ("tlimit*", "depends on the machine"),
    // These are for other problems than satisfiability. Actions that make such problems draw them.
    ("*abducts", "set by cvc5-get-abduct"),
    ("*interpolants*", "set by cvc5-get-interpolant"),
    ("*synth*", "set by cvc5-synth"),
    ("cegis*", "set by cvc5-synth"),
    ("sygus", "changes the problem to synthesis"),
    ("sygus-abort-size", "ends the process"),
    ("sygus-si-abort", "ends the process"),
    ("sygus-si*", "set by cvc5-synth"),
    ("sygus-out", "prints"),
    ("sygus-stream", "prints"),
];

/// Modes of options that are not drawn, with the reason.
const DENIED_MODES: &[(&str, &[&str], &str)] = &[
    // This would print the modes.
    ("*", &["help"], "ends the process"),
    (
        "strings-process-loop-mode",
        &["abort", "simple-abort"],
        "ends the process where there is a loop",
    ),
];

/// The theories that options are about.
const ABOUT: &[(&str, &[Theory])] = &[
    ("arith-*", &[Theory::Int, Theory::Real]),
    ("nl-*", &[Theory::Int, Theory::Real, Theory::Transcendental]),
    ("iand-mode", &[Theory::Int]),
    ("bv-*", &[Theory::Bv, Theory::Fp]),
    ("bitblast", &[Theory::Bv, Theory::Fp]),
    ("bitwise-eq", &[Theory::Bv]),
    ("bool-to-bv", &[Theory::Bv]),
    ("solve-bv-as-int", &[Theory::Bv]),
    ("bvand-integer-granularity", &[Theory::Bv]),
    ("fp-*", &[Theory::Fp]),
    ("arrays-*", &[Theory::Array]),
    ("strings-*", &[Theory::String, Theory::Seq]),
    ("re-*", &[Theory::String]),
    ("seq-*", &[Theory::Seq]),
    ("sets-*", &[Theory::Set]),
    ("dt-*", &[Theory::Dt]),
    ("cdt-*", &[Theory::Dt]),
    ("uf-*", &[Theory::Uf, Theory::Ho]),
    ("symmetry-breaker", &[Theory::Uf]),
    ("ho-*", &[Theory::Ho]),
    ("*quant", &[Theory::Quant]),
    ("cbqi*", &[Theory::Quant]),
    ("sub-cbqi*", &[Theory::Quant]),
    ("cegqi*", &[Theory::Quant]),
    ("conjecture-gen*", &[Theory::Quant]),
    ("e-matching", &[Theory::Quant]),
    ("enum-inst*", &[Theory::Quant]),
    ("finite-model-find", &[Theory::Quant]),
    ("fmf-*", &[Theory::Quant]),
    ("ieval", &[Theory::Quant]),
    ("inst-*", &[Theory::Quant]),
    ("macros-quant*", &[Theory::Quant]),
    ("mbqi*", &[Theory::Quant]),
    ("miniscope-*", &[Theory::Quant]),
    ("multi-trigger*", &[Theory::Quant]),
    ("pre-skolem-quant*", &[Theory::Quant]),
    ("quant-*", &[Theory::Quant]),
    ("*-triggers", &[Theory::Quant]),
    ("sygus-inst*", &[Theory::Quant]),
    ("term-db-mode", &[Theory::Quant]),
    ("trigger-*", &[Theory::Quant]),
    ("user-pat", &[Theory::Quant]),
];

/// The largest number that is drawn for an option without an upper bound. Most are limits, and larger values make no difference.
const LARGE: i64 = 10_000;

/// The options of the library, without aliases and without those that are denied.
pub(super) fn list(session: &Session) -> Result<Vec<OptionInfo>> {
    let mut options = Vec::new();
    let mut names = session.option_names()?;
    names.sort();
    names.dedup();
    for name in names {
        if DENIED
            .iter()
            .chain(FILES)
            .any(|(pattern, _)| matches(pattern, &name))
        {
            continue;
        }
        let Some(told) = session.option_info(&name)? else {
            continue;
        };
        // Options of the fourth category, `undocumented`, are for the program.
        let (true, Some(category)) = (told.name == name, Category::from_name(&told.category))
        else {
            continue;
        };
        let domain = match told.domain {
            ListedDomain::Known(OptionDomain::Mode(mut modes)) => {
                let denied = DENIED_MODES.iter().filter(|(of, ..)| matches(of, &name));
                let denied: Vec<&str> = denied
                    .flat_map(|(_, modes, _)| modes.iter().copied())
                    .collect();
                modes.retain(|mode| !denied.contains(&mode.as_str()));
                OptionDomain::Mode(modes)
            }
            ListedDomain::Known(domain) => domain,
            ListedDomain::Integer(min, max) => {
                let min = min.unwrap_or(-1);
                OptionDomain::Integer(min, max.unwrap_or(LARGE.max(min)))
            }
        };
        let about = ABOUT.iter().find(|(pattern, _)| matches(pattern, &name));
        options.push(OptionInfo {
            default: Some(told.default),
            category,
            theories: about.map_or(&[], |(_, theories)| *theories),
            ..OptionInfo::new(name, domain)
        });
    }
    Ok(options)
}

/// Whether a pattern with at most one `*` at either end stands for `name`.
fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(rest), Some(_)) => name.contains(rest.trim_end_matches('*')),
        (Some(end), None) => name.ends_with(end),
        (None, Some(start)) => name.starts_with(start),
        (None, None) => name == pattern,
    }
}

/// Whether an error says that options conflict with each other or with the logic. cvc5 finds this at the first command after the
/// options, and says "Fatal error in option parsing". Conflicts of an option with the logic or with a formula come later. These errors name
/// the logic, an option (`--solve-bv-as-int=…`), or the mode that an operator requires.
pub(super) fn is_conflict(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    ["in option parsing", "logic", "--", "mode to be set"]
        .iter()
        .any(|words| message.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("dump-*", "dump-models"));
        assert!(matches("*-timeout", "mbqi-check-timeout"));
        assert!(matches("*interpolants*", "produce-interpolants"));
        assert!(!matches("sygus", "sygus-inst"));
    }

    #[test]
    fn every_denial_has_a_reason() {
        assert!(
            DENIED
                .iter()
                .all(|(name, why)| !name.is_empty() && !why.is_empty())
        );
        assert!(DENIED_MODES.iter().all(|(.., why)| !why.is_empty()));
    }
}
