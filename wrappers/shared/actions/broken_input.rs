//! Texts with mistakes, for parsers of libraries: a text without mistakes is changed in some
//! places. The result is an argument of the call, line by line.

use super::{NOTHING, Takes};
use murxla_fsm::action::{Arg, Args, Call, Invalid, Pick, Validity};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use smallvec::smallvec;
use std::ops::Range;

/// Which lines of a sample a text has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lines {
    /// All, as an end is needed.
    All,
    /// All, or the first ones, as lines refer to those before them.
    First,
    /// Some, in any order.
    Some,
}

/// A language of a parser.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    /// Texts without mistakes. The lines up to an empty line belong to every text.
    samples: &'static [&'static str],
    lines: Lines,
}

/// SMT-LIB, with bit-vectors, arrays and uninterpreted functions.
pub(crate) const SMT2: Format = Format {
    name: "smt2",
    samples: &[include_str!("broken_input/bits.smt2")],
    lines: Lines::Some,
};

/// SMT-LIB, also with floating-point numbers.
pub(crate) const SMT2_WITH_FLOATS: Format = Format {
    samples: &[
        include_str!("broken_input/bits.smt2"),
        include_str!("broken_input/floats.smt2"),
    ],
    ..SMT2
};

/// SMT-LIB 1.2.
pub(crate) const SMT1: Format = Format {
    name: "smt1",
    samples: &[include_str!("broken_input/benchmark.smt")],
    lines: Lines::All,
};

/// The format of Boolector.
pub(crate) const BTOR: Format = Format {
    name: "btor",
    samples: &[include_str!("broken_input/formula.btor")],
    lines: Lines::First,
};

/// The format of model checkers.
pub(crate) const BTOR2: Format = Format {
    name: "btor2",
    samples: &[include_str!("broken_input/model.btor2")],
    lines: Lines::First,
};

arguments! {
    /// What actions that parse texts with mistakes take.
    pub(crate) struct BrokenInputArgs<'c> {
        /// The name of the format.
        format: Word,
        /// The lines of the text.
        lines: Texts,
    }
}

/// The formats that a library reads, with their weights.
pub(crate) trait Formats {
    const FORMATS: &'static [(Format, u32)];
}

/// A text with mistakes in one of the formats.
pub(crate) const fn broken_input<F: Formats>() -> Takes {
    Takes {
        params: BrokenInputArgs::PARAMS,
        pick: pick::<F>,
        valid: |_, call| valid::<F>(call),
        names: NOTHING.names,
    }
}

fn pick<F: Formats>(cx: &mut Pick<'_>) -> Option<Args> {
    let weights = F::FORMATS.iter().map(|(_, weight)| *weight);
    let (format, _) = &F::FORMATS[cx.rng.weighted(weights)?];
    let sample = cx.rng.pick(format.samples)?;
    let part = part_of(cx.rng, format, sample);
    let text = with_mistakes(cx.rng, &part, sample);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.map(Into::into).collect();
    Some(smallvec![Arg::Word(format.name.into()), Arg::Texts(lines)])
}

fn valid<F: Formats>(call: &Call) -> Validity {
    let BrokenInputArgs { format, lines } = BrokenInputArgs::args(call)?;
    let names: Vec<&str> = F::FORMATS.iter().map(|(format, _)| format.name).collect();
    if !names.contains(&format) {
        return Invalid::wrong(format!("'{format}' is not one of {}", names.join(", ")));
    }
    let names_file = |line: &str| FILES.iter().any(|option| line.contains(option));
    match lines.iter().find(|line| names_file(line)) {
        None => Ok(()),
        Some(line) => Err(Invalid::Forbidden(format!(
            "'{line}' names a file, and is not allowed here"
        ))),
    }
}

/// Parts of the names of options that write files. A trace may come from an attacker.
const FILES: [&str; 3] = ["output-channel", "write-aiger", "write-cnf"];

/// The largest number of lines of a text after those that every text has.
const LINES: usize = 5;

/// Some lines of a sample.
fn part_of(rng: &mut Rng, format: &Format, sample: &str) -> String {
    let (head, rest) = sample.split_once("\n\n").unwrap_or(("", sample));
    let mut lines: Vec<&str> = rest.lines().collect();
    match format.lines {
        Lines::First if rng.coin() => lines.truncate(1 + rng.index(lines.len())),
        Lines::All | Lines::First => {}
        Lines::Some => {
            rng.shuffle(&mut lines);
            lines.truncate(1 + rng.index(LINES));
        }
    }
    format!("{head}\n{}", lines.join("\n"))
}

/// Characters that are special in some format. Traces have no bars within texts.
const SPECIAL: &[&str] = &["(", ")", "\"", ";", "!", "-1", "0", "99999999999"];

/// A text with some mistakes: words, or lists in parentheses, are left out, repeated, exchanged, or
/// replaced. New words are from `sample`.
fn with_mistakes(rng: &mut Rng, text: &str, sample: &str) -> String {
    let spaced = |text: &str| text.replace('(', " ( ").replace(')', " ) ");
    // Lines have a meaning in some formats.
    let (text, sample) = (spaced(text).replace('\n', " \n "), spaced(sample));
    let mut all: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let words: Vec<&str> = sample.split_whitespace().collect();
    for _ in 0..=rng.index(3) {
        if all.is_empty() {
            break;
        }
        let (here, there) = (some_part(rng, &all), some_part(rng, &all));
        let other = all[there].to_vec();
        let new = match rng.chance(20) {
            true => rng.pick(SPECIAL),
            false => rng.pick(&words),
        };
        let new: Vec<&str> = new.into_iter().copied().collect();
        let at = here.start;
        match rng.below(6) {
            0 => drop(all.drain(here)),
            1 => drop(all.splice(at..at, other)),
            2 => drop(all.splice(here, other)),
            3 if rng.coin() => all.truncate(at),
            3 | 4 => drop(all.splice(at..at, new)),
            _ => drop(all.splice(here, new)),
        }
    }
    all.join(" ")
}

/// In percent, how often a part that begins with a parenthesis is the whole list.
const WHOLE_LISTS: u32 = 70;

/// A word, or a list with its parentheses.
fn some_part(rng: &mut Rng, words: &[&str]) -> Range<usize> {
    let start = rng.index(words.len());
    let mut depth = 0;
    let is_list = words[start] == "(" && rng.chance(WHOLE_LISTS);
    for (end, word) in words.iter().enumerate().skip(start).filter(|_| is_list) {
        depth += i32::from(*word == "(") - i32::from(*word == ")");
        if depth == 0 {
            return start..end + 1;
        }
    }
    start..start + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_depend_on_the_seed() {
        let text = "1 sort bitvec 8\n2 input 1\n(a b)\n";
        let made = |seed| with_mistakes(&mut Rng::new(seed), text, "x y\nz");
        assert_eq!(made(1), made(1));
        assert!((0..50).any(|seed| made(seed) != made(1)));
        assert!((0..50).any(|seed| made(seed).contains('z')));
        assert!((0..50).all(|seed| made(seed).lines().count() <= 12));
        assert_eq!(with_mistakes(&mut Rng::new(1), "", "x"), "");
    }

    #[test]
    fn texts_can_be_replayed() {
        for format in [&SMT2, &SMT2_WITH_FLOATS, &SMT1, &BTOR, &BTOR2] {
            let samples = format.samples.iter();
            let mut words = samples.chain(SPECIAL);
            assert!(!words.any(|text| text.contains('|')), "{}", format.name);
        }
    }

    #[test]
    fn parts_are_words_and_lists() {
        let words: Vec<&str> = "a ( b ( c ) ) d".split(' ').collect();
        let parts = (0..200).map(|seed| some_part(&mut Rng::new(seed), &words));
        let parts: Vec<Range<usize>> = parts.collect();
        for part in [0..1, 1..7, 3..6, 3..4, 6..7] {
            assert!(parts.contains(&part), "{part:?}");
        }
        assert!(!parts.contains(&(1..3)));
    }
}
