//! Reports of sanitizers in the output of a child. Their stacks have addresses; the names of
//! functions come from the symbol tables of libraries, as for crashes.

use super::outcome::is_runtime;
use super::symbols::{Symbols, readable};
use murxla_fsm::oracle::{BugKind, Violation};
use regex::{Captures, Regex};
use std::sync::LazyLock;

/// A frame: its number, and the library with the offset.
const FRAME: &str =
    r"(?m)^ +#(?P<n>\d+) 0x[0-9a-f]+ +(?:in .*)?\((?P<library>[^()\n]+)\+0x(?P<at>[0-9a-f]+)\).*$";

/// What UndefinedBehaviorSanitizer prints: the file, and what is undefined.
const UNDEFINED: &str = r"(?m)^(?P<file>\S+?):\d+(?::\d+)?: runtime error: (?P<text>.*)$";

/// The last line of such a report, which has the kind of the error.
const SUMMARY: &str = r"(?m)^SUMMARY: UndefinedBehaviorSanitizer: (?P<kind>[a-z-]+)";

/// A regular expression of this file, compiled once.
macro_rules! compiled {
    ($pattern:expr) => {{
        static COMPILED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($pattern).ok());
        COMPILED.as_ref()
    }};
}

/// The text with names of functions in the place of addresses.
pub(super) fn symbolized(text: &str, symbols: &mut Symbols) -> String {
    let Some(frame) = compiled!(FRAME) else {
        return text.to_owned();
    };
    let named = |found: &Captures<'_>| {
        let name = name(found, symbols);
        format!("    #{} in {}", &found["n"], readable(&name))
    };
    frame.replace_all(text, named).into_owned()
}

/// The stack of the first report, innermost first, without functions of the runtime.
pub(super) fn frames(text: &str, symbols: &mut Symbols) -> Vec<String> {
    let Some(frame) = compiled!(FRAME) else {
        return Vec::new();
    };
    let mut frames = Vec::new();
    for found in frame.captures_iter(text) {
        if found["n"] == *"0" && !frames.is_empty() {
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

/// The first report of undefined behaviour, after which the process goes on.
pub(super) fn undefined(text: &str) -> Option<Violation> {
    // Few runs have any output.
    if !text.contains(": runtime error: ") {
        return None;
    }
    let found = compiled!(UNDEFINED)?.captures(text)?;
    let file = found["file"]
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .to_owned();
    let rest = &text[found.get(0)?.end()..];
    let kind = compiled!(SUMMARY)?.captures(rest);
    let kind = kind.map_or("undefined-behavior".into(), |found| found["kind"].into());
    let message = format!("{file}: {}", &found["text"]);
    Some(Violation::without_check(BugKind::Undefined(kind), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "\
../src/bv/bv.cpp:12:7: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
    #0 0x7f8a  (/usr/lib/libubsan.so.1+0x12)
    #1 0x7f8b  (/opt/libtoy.so+0x34) (BuildId: 12ab)
    #2 0x7f8c in f (/opt/libtoy.so+0x56)

SUMMARY: UndefinedBehaviorSanitizer: signed-integer-overflow ../src/bv/bv.cpp:12:7 in 
";

    #[test]
    fn undefined_behaviour_is_a_violation() {
        let violation = undefined(REPORT).unwrap();
        assert_eq!(
            violation.kind.to_string(),
            "undefined-signed-integer-overflow"
        );
        let message =
            "bv.cpp: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'";
        assert_eq!(violation.message, message);
        assert_eq!(undefined("sat\nruntime error: x"), None);
    }

    #[test]
    fn stacks_have_names() {
        let mut symbols = Symbols::default();
        let frames = frames(REPORT, &mut symbols);
        assert_eq!(frames, ["libtoy.so+0x34", "libtoy.so+0x56"]);
        let text = symbolized(REPORT, &mut symbols);
        assert!(
            text.contains("\n    #1 in libtoy.so+0x34\n    #2 in libtoy.so+0x56\n"),
            "{text}"
        );
    }
}
