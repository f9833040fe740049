//! Names in the declarations of runs.
//!
//! Solvers keep symbols in tables, print them, and compare them with names of their own. So some
//! runs have symbols that are harder to treat than `_x0`.

use crate::rng::Rng;
use std::ops::Range;

/// How a run names what it declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// `_x0`, `_f1`. No word of SMT-LIB begins so.
    Plain,
    /// Symbols that SMT-LIB allows, most of them only between bars.
    Unusual,
    /// Also words that have a meaning in SMT-LIB. An API allows them, but a script with them would
    /// say something else. So such runs do not read what a solver prints.
    Reserved,
}

/// The forms of unusual symbols. The braces stand for the usual symbol, so each symbol is unique
/// and messages are compared without it. No form has a bar or a backslash, which SMT-LIB does not
/// allow, or an end of a line. None begins or ends with a blank, or has two together, so names
/// within printed sorts can be compared.
const FORMS: &[&str] = &[
    "a {}",
    "{} b",
    "0{}",
    "#b0 {}",
    ":{}",
    "\"{}\"",
    "(- {})",
    "({}",
    ";{}",
    "{}'",
    "%s{}%d",
    // Names that solvers give to symbols of their own.
    "{}!0",
    "{}@1",
    "{}.2",
    "~!$%^&*_-+=<>.?/{}",
    "é{}",
    "变量 {}",
    "😀 {}",
];

/// The lengths of long symbols, in characters: around sizes of buffers.
const LENGTHS: [usize; 4] = [63, 255, 1_024, 4_097];

/// How many symbols of a run can be words with a meaning. Each number has other words, so no word
/// occurs twice.
const PLACES: u32 = 16;

/// Words with a meaning in SMT-LIB or to a solver, and the empty symbol: `PLACES` in a row.
const WORDS: &[&str] = &[
    "",
    "and",
    "_",
    "=",
    "x",
    "let",
    "true",
    "+",
    "bvadd",
    "!",
    "-",
    "select",
    "false",
    "0",
    "ite",
    "fp.add",
    "Bool",
    "str.++",
    "forall",
    "not",
    "@x",
    ".x",
    "k!0",
    "x!1",
    "as",
    "RNE",
    "concat",
    "to_real",
    "par",
    "distinct",
    "store",
    "set.union",
    "Int",
    "NUMERAL",
    "assert",
    "lambda",
    "bv1",
    "#x0",
    "seq.unit",
    "=>",
    "/",
    "re.all",
    "match",
    "or",
    "$1",
    "is",
    "const",
    "Array",
];

/// The symbol of a trace with another number, so that it differs from all symbols of a run. Symbols
/// that no run has drawn stay as they are.
#[must_use]
pub fn renumbered(symbol: &str, number: u32) -> Option<Box<str>> {
    let digits = digits(symbol)?;
    Some(
        format!(
            "{}{number}{}",
            &symbol[..digits.start],
            &symbol[digits.end..]
        )
        .into(),
    )
}

/// The number in a symbol that a run has drawn.
#[must_use]
pub fn number_of(symbol: &str) -> Option<u32> {
    symbol[digits(symbol)?].parse().ok()
}

/// A number from which on no drawn symbol is one of these.
pub fn number_behind<'a>(symbols: impl Iterator<Item = &'a str>) -> u32 {
    let behind = symbols
        .filter_map(number_of)
        .map(|number| number.saturating_add(1));
    behind.max().unwrap_or_default().max(PLACES)
}

/// Where the number is in a symbol that a run has drawn.
fn digits(symbol: &str) -> Option<Range<usize>> {
    let bytes = symbol.as_bytes();
    let is_digit = |at: &usize| bytes.get(*at).is_some_and(u8::is_ascii_digit);
    // The last one, because words may stand before it.
    let at = (0..bytes.len()).rev().find(|at| {
        bytes[*at] == b'_'
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
            && is_digit(&(at + 2))
    })?;
    let end = (at + 2..).find(|at| !is_digit(at))?;
    Some(at + 2..end)
}

impl Names {
    /// Draws how a run names things. In most runs the names are plain; with `are_plain` they always
    /// are.
    #[must_use]
    pub fn draw(rng: &mut Rng, are_plain: bool) -> Self {
        match rng.below(16) {
            0..=11 => Self::Plain,
            _ if are_plain => Self::Plain,
            12..=14 => Self::Unusual,
            _ => Self::Reserved,
        }
    }

    /// Whether a language without quotes can have these names.
    #[must_use]
    pub fn are_plain(self) -> bool {
        self == Self::Plain
    }

    /// Whether these names may be declared in SMT-LIB.
    #[must_use]
    pub fn are_legal(self) -> bool {
        self != Self::Reserved
    }

    /// A symbol of a constant, a function or a variable. `number` is that of no other symbol of the
    /// run. The prefix shows the kind, for example `x` for constants.
    pub fn symbol(self, rng: &mut Rng, prefix: &str, number: u32) -> Box<str> {
        if self == Self::Reserved && number < PLACES && rng.coin() {
            let place = number + PLACES * rng.range(0, WORDS.len() as u32 / PLACES - 1);
            return WORDS[place as usize].into();
        }
        self.legal_symbol(rng, prefix, number)
    }

    /// The same, but never a word with a meaning. This is for sorts, which are found by their
    /// names, and for symbols whose numbers are counted separately.
    pub fn legal_symbol(self, rng: &mut Rng, prefix: &str, number: u32) -> Box<str> {
        let usual = format!("_{prefix}{number}");
        if self == Self::Plain || rng.coin() {
            return usual.into();
        }
        // The last place stands for long symbols.
        match FORMS.get(rng.index(FORMS.len() + 1)) {
            Some(form) => form.replace("{}", &usual).into(),
            None => {
                let length = rng.pick(&LENGTHS).copied().unwrap_or_default();
                let rest = length.saturating_sub(usual.len() + 1);
                format!("{} {usual}", "l".repeat(rest)).into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn symbols_of_traces_get_other_numbers() {
        for (symbol, is) in [
            ("_x12", Some("_x7")),
            ("é_f0 b_", Some("é_f7 b_")),
            ("x1", None),
            ("_", None),
        ] {
            assert_eq!(renumbered(symbol, 7).as_deref(), is, "{symbol}");
        }
        assert_eq!(number_of("a _d12p"), Some(12));
        assert_eq!(number_of("_d99999999999"), None);
        assert_eq!(number_behind(["_x20", "and", "é_f7 b_"].into_iter()), 21);
        assert_eq!(number_behind(["_x3"].into_iter()), PLACES);
        let mut rng = Rng::new(1);
        for number in 0..200 {
            let symbol = Names::Unusual.symbol(&mut rng, "x", number);
            let again = renumbered(&symbol, number);
            assert_eq!(again.as_deref(), Some(&*symbol));
        }
    }

    #[test]
    fn symbols_are_unique_and_allowed_in_traces() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let names = Names::draw(&mut rng, false);
            let symbols: Vec<_> = (0..100).map(|n| names.symbol(&mut rng, "x", n)).collect();
            assert_eq!(symbols.iter().collect::<BTreeSet<_>>().len(), 100);
            let is_bad = |c: char| c == '|' || c == '\\' || c.is_control();
            assert!(!symbols.iter().any(|symbol| symbol.contains(is_bad)));
            if names.are_legal() {
                assert!(
                    symbols
                        .iter()
                        .enumerate()
                        .all(|(n, s)| s.contains(&format!("_x{n}")))
                );
            }
        }
    }
}
