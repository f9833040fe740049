//! The functions on the stack of a crash: which one tells where the bug is.

use murxla_executor::UNKNOWN_FRAME;
use murxla_fsm::wrapper::CrashTexts;
use murxla_system::symbols::readable;
use murxla_wrappers::WRAPPERS;
use std::collections::BTreeSet;

/// How the names of functions of the C library begin. No bug is in them.
const OF_LIBRARIES: [&str; 2] = ["__", "_int_"];

/// The names of others.
const OF_C_LIBRARY: [&str; 12] = [
    "calloc",
    "cfree",
    "exit",
    "free",
    "gsignal",
    "malloc",
    "memcpy",
    "memmove",
    "pthread_kill",
    "raise",
    "realloc",
    "strlen",
];

/// How the names of operators begin that are not methods.
const OPERATORS: [&str; 7] = ["_Zpl", "_Zmi", "_Zng", "_Zml", "_Zdv", "_Zeq", "_Zlt"];

/// The names of destructors have one of these parts.
const DESTRUCTORS: [&str; 3] = ["D0Ev", "D1Ev", "D2Ev"];

/// Functions in which many bugs show: they end the process, or are of the standard library.
const COMMON: [&str; 5] = ["_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "abort", "__assert_fail"];

/// At most `most` innermost frames, from the first one that distinguishes bugs. None if there is no
/// such frame.
pub(super) fn identifying_frames(frames: &[String], most: usize) -> Vec<String> {
    let is_telling = |frame: &String| frame != UNKNOWN_FRAME && !is_common(frame);
    let first = frames.iter().position(is_telling);
    first.map_or(Vec::new(), |first| {
        without_repeated_frames(&frames[first..], most)
    })
}

/// At most `most` frames. The depth of a recursion differs from run to run, so each frame counts
/// once.
pub(super) fn without_repeated_frames(all: &[String], most: usize) -> Vec<String> {
    let mut frames: Vec<String> = Vec::new();
    for frame in all {
        if frames.len() < most && !frames.contains(frame) {
            frames.push(frame.clone());
        }
    }
    frames
}

fn is_common(frame: &str) -> bool {
    let mut starts = COMMON.iter().copied().chain(of_solvers(|texts| texts.ends));
    starts.any(|start| frame.starts_with(start))
}

/// What is known about the crashes of all solvers. The names of their functions differ.
pub(super) fn of_solvers(
    part: fn(&CrashTexts) -> &'static [&'static str],
) -> impl Iterator<Item = &'static str> {
    let texts = WRAPPERS
        .iter()
        .map(|wrapper| wrapper.constants().crash_texts);
    texts.flat_map(part).copied()
}

/// The innermost function on the stack that tells one bug from another: one of a data structure
/// only if there is no other.
pub(super) fn telling(frames: &[String]) -> Option<&str> {
    let is_general = |frame: &str| {
        let structures = of_solvers(|texts| texts.data_structures);
        begins_with(frame, structures.chain(of_solvers(|texts| texts.values)))
    };
    own(frames)
        .find(|frame| !is_general(frame))
        .or_else(|| innermost(frames))
}

/// Prefixes of instances of templates of the C++ library. On a stack, they may be the innermost
/// function that has a name.
const STANDARD_LIBRARY: [&str; 2] = ["_ZSt", "_ZNSt"];

/// Whether the name of a function tells one wrong answer from another. Functions of the standard
/// library, of data structures and of other projects, operators of numbers and destructors do not.
#[must_use]
pub fn is_telling(name: &str) -> bool {
    let of_language = OPERATORS.iter().chain(&STANDARD_LIBRARY).copied();
    let structures = of_solvers(|texts| texts.data_structures);
    let foreign = of_solvers(|texts| texts.foreign);
    let is_destructor = DESTRUCTORS.iter().any(|part| name.contains(part));
    let is_general = begins_with(name, of_language.chain(structures).chain(foreign));
    !is_common(name) && !is_destructor && !is_general
}

/// Whether a mangled name begins with one of these. Methods of constant objects have another
/// prefix.
fn begins_with(name: &str, mut starts: impl Iterator<Item = &'static str>) -> bool {
    let name = name.replacen("_ZNK", "_ZN", 1);
    starts.any(|start| name.starts_with(start))
}

/// The innermost function on the stack that is the solver's own. If there is none, the innermost
/// one that has a name and is not of the standard library.
pub(super) fn innermost(frames: &[String]) -> Option<&str> {
    own(frames).next().or_else(|| named(frames).next())
}

/// The innermost function of the solver's own whose name is known.
pub(super) fn innermost_named(frames: &[String]) -> Option<&str> {
    own(frames).find(|frame| !frame.contains("+0x"))
}

/// The function that a stack overflow is known by: of those that are several times on the stack,
/// the first one by name. The innermost function of a recursion differs from run to run.
pub(super) fn recursive(frames: &[String]) -> Option<&str> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let is_known = |frame: &&String| *frame != UNKNOWN_FRAME;
    let names = frames.iter().filter(is_known).map(String::as_str);
    names.filter(|name| !seen.insert(name)).min()
}

/// The functions on the stack that have names and are not of the standard library.
fn named(frames: &[String]) -> impl Iterator<Item = &str> {
    let frames = frames.iter().map(String::as_str);
    frames.filter(|frame| *frame != UNKNOWN_FRAME && !is_common(frame))
}

/// Those that are neither operators nor of a library that the solver uses.
fn own(frames: &[String]) -> impl Iterator<Item = &str> {
    let is_of_library = |frame: &&str| {
        let allocators = of_solvers(|texts| texts.allocators);
        let mut starts = OF_LIBRARIES.into_iter().chain(allocators);
        starts.any(|start| frame.starts_with(start)) || OF_C_LIBRARY.contains(frame)
    };
    named(frames).filter(move |frame| !is_of_library(frame) && !is_operator(frame))
}

/// Whether a function is an operator such as `operator*`. A call operator is not meant: it is the
/// whole of a component.
fn is_operator(frame: &str) -> bool {
    let name = readable(frame);
    let mut ends = name
        .match_indices("operator")
        .map(|(at, word)| (at, at + word.len()));
    ends.any(|(start, end)| {
        let (before, after) = (&name[..start], &name[end..]);
        let is_word = before.is_empty() || before.ends_with("::");
        let is_symbol = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        is_word && is_symbol && !after.is_empty() && !after.starts_with("()")
    })
}

/// The name of a function without the arguments of templates: `a::f` for `a::f<b<c> >`.
pub(super) fn without_template_arguments(name: &str) -> String {
    let mut short = String::new();
    let mut depth = 0_usize;
    for c in name.chars() {
        let is_operator = short
            .trim_end_matches(['<', '>', '=', '-'])
            .ends_with("operator");
        match c {
            '<' | '>' if depth == 0 && is_operator => short.push(c),
            '<' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => short.push(c),
            _ => {}
        }
    }
    short.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_function_is_the_solvers_own() {
        let of = |frames: &[&str]| {
            let frames: Vec<String> = frames.iter().map(|&frame| frame.to_owned()).collect();
            innermost(&frames).map(readable).unwrap_or_default()
        };
        let product = "_ZmlRK8rationalS1_";
        let gcd = "_ZN11mpz_managerILb1EE3gcdERK4mpz_S3_RS1_";
        let push = "_ZNSt6vectorIiSaIiEE9push_backERKi";
        assert_eq!(
            of(&["?", push, "free", gcd, product]),
            "mpz_manager<true>::gcd"
        );
        assert_eq!(
            of(&["_ZN6memory10deallocateEPv", product, "check"]),
            "check"
        );
        assert_eq!(
            of(&["_ZnwmSt11align_val_t", "_ZN3smtplERKS_S1_", "smt_add"]),
            "smt_add"
        );
        // The function that applies a component is a call operator.
        let tactic = "_ZN6tacticclERK4goal";
        assert_eq!(of(&[tactic, "check"]), "tactic::operator()");
        assert_eq!(of(&["operator_of_toy", "check"]), "operator_of_toy");
        assert_eq!(of(&[product]), "operator*");
        assert_eq!(of(&["?", push]), "");
        let failed = [
            "_Z16ask_debug_actionRNSt3__113basic_istreamIcNS_11char_traitsIcEEEE",
            "_Z15invoke_debuggerv",
            "_ZNK6vectorIjLb0EjE4backEv",
            "_ZN8datatype4util20get_datatype_subtermEP4sort",
        ];
        let failed = failed.map(str::to_owned);
        assert_eq!(
            telling(&failed).map(readable).as_deref(),
            Some("datatype::util::get_datatype_subterm")
        );
        assert!(is_common(push) && !is_common("_ZN2lp10lar_solver8activateEj"));
    }
}
