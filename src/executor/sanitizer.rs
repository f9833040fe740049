//! Reports of sanitizers in the output of a child. Their stacks have addresses; the names of
//! functions come from the symbol tables of libraries, as for crashes.

use super::outcome::is_runtime;
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_system::symbols::{Symbols, readable};
use regex::{Captures, Regex};
use std::path::Path;
use std::sync::LazyLock;

/// A frame: its number, and the library with the offset.
const FRAME: &str = r"(?m)^ +#(?P<n>\d+) 0x[0-9a-f]+ +(?:in .*)?\((?P<library>[^()\n]+)\+0x(?P<at>[0-9a-f]+)\).*\n?";

/// What UndefinedBehaviorSanitizer prints: the file, and what is undefined.
const UNDEFINED: &str = r"(?m)^(?P<file>\S+?):\d+(?::\d+)?: runtime error: (?P<text>.*)$";

/// The kinds of undefined behaviour, by what a report says. The names are those of the runtime,
/// which prints them in some of its versions only.
const KINDS: [(&str, &str); 17] = [
    ("signed integer overflow", "signed-integer-overflow"),
    ("negation of ", "signed-integer-overflow"),
    ("division by zero", "integer-divide-by-zero"),
    ("shift ", "invalid-shift"),
    ("misaligned address", "misaligned-pointer-use"),
    ("null pointer passed", "invalid-null-argument"),
    ("null pointer returned", "invalid-null-return"),
    ("applying ", "pointer-overflow"),
    ("pointer index expression", "pointer-overflow"),
    ("null pointer", "null-pointer-use"),
    ("out of bounds", "out-of-bounds-index"),
    ("for type 'bool'", "invalid-bool-load"),
    ("is not a valid value for type", "invalid-enum-load"),
    ("outside the range of representable", "float-cast-overflow"),
    ("does not point to an object", "dynamic-type-mismatch"),
    ("insufficient space", "insufficient-object-size"),
    ("unreachable", "unreachable-call"),
];

/// The kind of reports that [`KINDS`] does not have.
const OTHER: &str = "undefined-behavior";

/// A regular expression of this file, compiled once.
macro_rules! compiled {
    ($pattern:expr) => {{
        static COMPILED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($pattern).ok());
        COMPILED.as_ref()
    }};
}

/// The text with names of functions in the place of addresses, without the frames of `program`,
/// which is this program.
pub(super) fn symbolized(text: &str, program: &Path, symbols: &mut Symbols) -> String {
    let Some(frame) = compiled!(FRAME) else {
        return text.to_owned();
    };
    let named = |found: &Captures<'_>| match Path::new(&found["library"]) == program {
        true => String::new(),
        false => format!(
            "    #{} in {}\n",
            &found["n"],
            readable(&name(found, symbols))
        ),
    };
    frame.replace_all(text, named).into_owned()
}

/// The stack of the first report, innermost first, without functions of the runtime and of
/// `program`.
pub(super) fn frames(text: &str, program: &Path, symbols: &mut Symbols) -> Vec<String> {
    let Some(frame) = compiled!(FRAME) else {
        return Vec::new();
    };
    let mut frames = Vec::new();
    for found in frame.captures_iter(text) {
        let is_next = found["n"] == *"0" && !frames.is_empty();
        if is_next || Path::new(&found["library"]) == program {
            break;
        }
        if !(frames.is_empty() && is_runtime(&found["library"])) {
            frames.push(name(&found, symbols));
        }
    }
    frames
}

/// The function of a frame.
fn name(found: &Captures<'_>, symbols: &mut Symbols) -> String {
    let library = &found["library"];
    let at = u64::from_str_radix(&found["at"], 16).unwrap_or_default();
    let file = library.rsplit('/').next().unwrap_or(library);
    let name = symbols.name(library, at).map(str::to_owned);
    name.unwrap_or_else(|| format!("{file}+0x{at:x}"))
}

/// The first report of undefined behaviour, after which the process goes on, and its stack.
pub(super) fn undefined(
    text: &str,
    program: &Path,
    symbols: &mut Symbols,
) -> Option<(Violation, Vec<String>)> {
    // Few runs have any output.
    if !text.contains(": runtime error: ") {
        return None;
    }
    let found = compiled!(UNDEFINED)?.captures(text)?;
    let (path, what) = (&found["file"], &found["text"]);
    let kind = KINDS.iter().find(|(says, _)| what.contains(says));
    let kind = kind.map_or(OTHER, |(_, kind)| kind);
    let frames = frames(&text[found.get(0)?.start()..], program, symbols);
    let file = path.rsplit('/').next().unwrap_or(path);
    let function = frames.first().map(|frame| format!("{}, ", readable(frame)));
    let message = format!("{what} (in {}{file})", function.unwrap_or_default());
    let violation = Violation::without_check(BugKind::Undefined(kind.into()), message);
    Some((violation, frames))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
../src/bv/bv.cpp:12:7: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x7f8a  (/usr/lib/libubsan.so.1+0x12)
    #1 0x7f8b  (/opt/libtoy.so+0x34) (BuildId: 12ab)
    #2 0x7f8c in f (/opt/libtoy.so+0x56)
    #3 0x7f8d  (/usr/bin/murxla-rs+0x78)

SUMMARY: UndefinedBehaviorSanitizer: signed-integer-overflow ../src/bv/bv.cpp:12:7 in 
";

    #[test]
    fn undefined_behaviour_is_a_violation() {
        let mut symbols = Symbols::default();
        let program = Path::new("/usr/bin/murxla-rs");
        let (violation, frames) = undefined(REPORT, program, &mut symbols).unwrap();
        assert_eq!(
            violation.kind.to_string(),
            "undefined-signed-integer-overflow"
        );
        let message = "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int' \
                       (in libtoy.so+0x34, bv.cpp)";
        assert_eq!(violation.message, message);
        assert_eq!(frames, ["libtoy.so+0x34", "libtoy.so+0x56"]);
        assert_eq!(
            undefined("sat\nruntime error: x", program, &mut symbols),
            None
        );
    }

    #[test]
    fn stacks_have_names() {
        let mut symbols = Symbols::default();
        let text = symbolized(REPORT, Path::new("/usr/bin/murxla-rs"), &mut symbols);
        let stack = "    #0 in libubsan.so.1+0x12\n    #1 in libtoy.so+0x34\n    #2 in libtoy.so+0x56\n\nSUMMARY";
        assert!(text.contains(stack), "{text}");
    }
}
