//! The log that Z3 writes itself after `Z3_open_log`, as a recording.
//!
//! Each line is a command of a stack machine: a letter and its operands. Some push an argument, `C`
//! calls a function, and others give an address to what the call has made. The log has no other
//! results: neither answers nor numbers.

use murxla_fsm::wrapper::c_api::{CFunction, CHeader};
use murxla_fsm::wrapper::own_log::{OwnLog, RecordingWriter, recorded_text};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The log.
pub(super) const LOG: OwnLog = OwnLog {
    begins: "V \"",
    recording,
};

/// The functions of all releases.
const ORDER: &str = include_str!("function_order.txt");

/// What stands before the number of the last release in the table.
const LAST: &str = "# The last release is ";
/// The first release in the table.
const FIRST: &str = "4.8.5";

/// The functions of a release, in the order of their numbers.
fn functions(release: &str) -> Result<Vec<&'static str>, String> {
    let last = ORDER
        .lines()
        .find_map(|line| line.strip_prefix(LAST)?.strip_suffix('.'));
    let last = last.unwrap_or(FIRST);
    if !(numbers(FIRST)..=numbers(last)).contains(&numbers(release)) {
        return Err(format!(
            "the log is of Z3 {release}, and this program reads logs of {FIRST} to {last}: record the calls with 'murxla-rs record'"
        ));
    }
    let is_there = |line: &&str| {
        let mut words = line.split(' ').skip(1);
        while let (Some(word), Some(named)) = (words.next(), words.next()) {
            let is_later = numbers(release) >= numbers(named);
            if is_later != (word == "since") {
                return false;
            }
        }
        true
    };
    let lines = ORDER.lines().filter(|line| !line.starts_with('#'));
    let names = lines
        .filter(is_there)
        .filter_map(|line| line.split(' ').next());
    Ok(names.collect())
}

/// The first three numbers of a release.
fn numbers(release: &str) -> Vec<u32> {
    let numbers = release.split('.').take(3);
    numbers
        .map(|number| number.parse().unwrap_or_default())
        .collect()
}

fn recording(text: &str, header: &CHeader) -> Result<String, String> {
    let mut reader = Reader::new(header);
    for (place, line) in text.lines().enumerate() {
        let (letter, operands) = line.split_once(' ').unwrap_or((line, ""));
        let read = reader.command(letter, operands);
        read.map_err(|why| format!("line {}: {why}", place + 1))?;
    }
    // The log does not say whether the last call has returned.
    reader.end();
    Ok(reader.writer.finish())
}

struct Reader<'t> {
    header: &'t CHeader,
    writer: RecordingWriter,
    functions: Vec<&'static str>,
    /// The arguments, as in a recording.
    arguments: Vec<String>,
    /// What the open call has written into arrays, by the places of the parameters.
    written: BTreeMap<i128, Vec<String>>,
    /// The handles of symbols, by their texts as in a recording.
    symbols: FxHashMap<String, usize>,
    make_symbol: [Option<&'static CFunction>; 2],
}

impl<'t> Reader<'t> {
    fn new(header: &'t CHeader) -> Self {
        Self {
            header,
            writer: RecordingWriter::default(),
            functions: Vec::new(),
            arguments: Vec::new(),
            written: BTreeMap::new(),
            symbols: FxHashMap::default(),
            make_symbol: ["Z3_mk_string_symbol", "Z3_mk_int_symbol"]
                .map(|name| header.function(name)),
        }
    }

    fn command(&mut self, letter: &str, operands: &'t str) -> Result<(), String> {
        let mut words = operands.split(' ');
        let first = words.next().unwrap_or_default();
        let argument = match letter {
            // A program may open the log several times.
            "V" if !self.functions.is_empty() => return Ok(()),
            "V" => {
                let text = unescaped(operands, '"')?;
                let release = text.split(' ').next().unwrap_or_default();
                self.functions = functions(release)?;
                return Ok(());
            }
            "R" => {
                self.end();
                self.arguments.clear();
                return Ok(());
            }
            "M" => return Ok(()),
            "C" => return self.call(first),
            "=" => {
                self.writer.add_result(&format!("= {}", handle(first)?));
                return Ok(());
            }
            "*" => {
                let place = number(words.next().unwrap_or_default())?;
                self.writer
                    .add_result(&format!("{place}=[{}]", handle(first)?));
                return Ok(());
            }
            "@" => {
                let place = number(words.next().unwrap_or_default())?;
                self.written.entry(place).or_default().push(handle(first)?);
                return Ok(());
            }
            "P" => handle(first)?,
            "S" => recorded_text(&unescaped(operands, '"')?),
            "N" => self.symbol(0, recorded_text("")),
            "$" => self.symbol(0, recorded_text(&unescaped(operands, '|')?)),
            "#" => self.symbol(1, number(first)?.to_string()),
            "U" | "I" => number(first)?.to_string(),
            "D" | "F" => real(first.parse().map_err(|_| wrong(first))?),
            "p" | "s" | "u" | "i" => {
                let length = usize::try_from(number(first)?).map_err(|_| wrong(first))?;
                let start = self.arguments.len().checked_sub(length);
                let elements = self.arguments.split_off(start.ok_or_else(|| wrong(first))?);
                if elements.iter().any(|element| element.starts_with('[')) {
                    return Err("an array has arrays as elements".to_owned());
                }
                format!("[{}]", elements.join(","))
            }
            _ => return Err(format!("'{letter}' is not a command of a log")),
        };
        self.arguments.push(argument);
        Ok(())
    }

    /// Ends the open call.
    fn end(&mut self) {
        for (place, elements) in std::mem::take(&mut self.written) {
            self.writer
                .add_result(&format!("{place}=[{}]", elements.join(",")));
        }
        self.writer.end();
    }

    /// Calls the function with a number. One that the wrapper does not declare is left out, as in a
    /// recording.
    fn call(&mut self, word: &str) -> Result<(), String> {
        let at = usize::try_from(number(word)?).ok();
        let name = at.and_then(|at| self.functions.get(at));
        let name = name.ok_or_else(|| format!("Z3 of this release has no function {word}"))?;
        let Some(function) = self.header.function(name) else {
            self.writer.end();
            return Ok(());
        };
        let wanted = function.parameters.len();
        if self.arguments.len() != wanted {
            let count = self.arguments.len();
            return Err(format!("{name} takes {wanted} arguments, not {count}"));
        }
        // The log has no address of a symbol.
        let kind = self
            .make_symbol
            .iter()
            .position(|its| its.is_some_and(|its| its.name == *name));
        if let (Some(kind), [_, text]) = (kind, &self.arguments[..]) {
            self.symbol(kind, text.clone());
            return Ok(());
        }
        self.writer.begin(function, &self.arguments);
        Ok(())
    }

    /// The handle of a symbol, which is made when it is first used.
    fn symbol(&mut self, kind: usize, text: String) -> String {
        let next = self.symbols.len() + 1;
        let is_new = !self.symbols.contains_key(&text);
        let handle = format!("@{:x}", self.symbols.entry(text.clone()).or_insert(next));
        if let (true, Some(function)) = (is_new, self.make_symbol[kind]) {
            self.writer.begin(function, &["@0".to_owned(), text]);
            self.writer.add_result(&format!("= {handle}"));
            self.writer.end();
        }
        handle
    }
}

fn wrong(word: &str) -> String {
    format!("'{word}' is not an operand of this command")
}

fn number(word: &str) -> Result<i128, String> {
    word.parse().map_err(|_| wrong(word))
}

fn handle(word: &str) -> Result<String, String> {
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let address = u64::from_str_radix(digits, 16).map_err(|_| wrong(word))?;
    Ok(format!("@{address:x}"))
}

/// A floating-point number as in a recording.
fn real(value: f64) -> String {
    if !value.is_finite() {
        return value.abs().to_string().to_lowercase();
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let (whole, exponent) = match exponent {
        0 => (0, -1022),
        _ => (1, exponent as i32 - 1023),
    };
    let sign = if value.is_sign_negative() { "-" } else { "" };
    format!("{sign}0x{whole}.{fraction:013x}p{exponent:+}")
}

/// A text between quotes, in which `\065` stands for a byte.
fn unescaped(operand: &str, quote: char) -> Result<String, String> {
    let text = operand
        .strip_prefix(quote)
        .and_then(|text| text.strip_suffix(quote));
    let mut parts = text.ok_or_else(|| wrong(operand))?.split('\\');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..3).and_then(|code| code.parse().ok());
        bytes.push(code.ok_or_else(|| wrong(operand))?);
        bytes.extend_from_slice(&part.as_bytes()[3..]);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_the_numbers_of_their_release() {
        let all = functions("4.8.5").unwrap();
        assert_eq!(all[0], "Z3_global_param_set");
        assert_eq!(all.len(), 678);
        assert_eq!(functions("4.8.10").unwrap().len(), 687);
        assert_eq!(functions("5.1.0").unwrap().len(), 794);
        assert!(functions("4.8.4").is_err() && functions("99.0.0").is_err());
    }

    #[test]
    fn what_is_not_a_log_is_refused() {
        let api = crate::find("z3").unwrap().constants().api.as_ref().unwrap();
        let read = |lines: &str| recording(&format!("V \"4.8.5.0\"\n{lines}"), api.header);
        assert_eq!(read("R\nP 0x10\nU 1\nR\n").as_deref(), Ok(""));
        for wrong in [
            "C 5000",
            "U 1\nC 3",
            "p 1",
            "P 0\np 1\np 1",
            "P x",
            "S \"a",
            "Q",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_and_texts_are_read() {
        assert_eq!(real(12.0), "0x1.8000000000000p+3");
        assert_eq!(real(-5e-324), "-0x0.0000000000001p-1022");
        assert_eq!(
            unescaped("\"a\\034\\195\\164\"", '"').as_deref(),
            Ok("a\"ä")
        );
        for wrong in ["a", "\"a", "\"\\9\"", "\"\\999\""] {
            assert!(unescaped(wrong, '"').is_err(), "{wrong}");
        }
    }
}
