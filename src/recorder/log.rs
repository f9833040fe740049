//! Reads a recording: the calls that a program made, with arguments and results.
//!
//! A recording may come from others, so nothing in it is trusted. Its first line names the solver.
//! The other lines are
//!
//! ```text
//! > NUMBER THREAD FUNCTION ARGUMENT ...
//! < NUMBER = RESULT PLACE=WRITTEN ... text=PRINTED
//! ```
//!
//! for a call and its result, which is missing if the program ended within the call. `PLACE` is the
//! number of a parameter through which the function has written. Values are numbers, handles
//! (`@7f00`), texts (`"…"`), arrays (`[1,2]`), and `-`, `&`, `*` and `?` for what has no value.

use super::FIRST_WORD;
use murxla_fsm::wrapper::c_api::{CFunction, CHeader};
use rustc_hash::FxHashMap;

/// The version of the format.
pub(super) const VERSION: &str = "1";

/// Arrays of arrays are not nested deeper.
const MOST_NESTED: usize = 3;

/// A value in C.
#[derive(Clone, PartialEq, Debug)]
pub enum Datum {
    /// An integer, in decimal.
    Number(String),
    /// A floating-point number.
    Real(f64),
    /// An object of the library: an address, which may be null, or a number.
    Handle(u64),
    /// A text, in UTF-8 as far as it is.
    Text(String),
    /// An array.
    List(Vec<Datum>),
    /// A null pointer, a callback, or what was not recorded.
    Unknown,
}

impl Datum {
    /// The handle of an object.
    #[must_use]
    pub fn handle(&self) -> Option<u64> {
        match self {
            Self::Handle(handle) => Some(*handle),
            _ => None,
        }
    }

    /// The digits of a number, which may be a text.
    #[must_use]
    pub fn digits(&self) -> Option<&str> {
        match self {
            Self::Number(text) | Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// What a call returned.
#[derive(Clone, Default, Debug)]
pub struct Returned {
    /// Its result. `None` for `void`.
    pub result: Option<Datum>,
    /// What it wrote through its parameters, with their positions.
    pub written: Vec<(usize, Datum)>,
    /// The printed value.
    pub text: Option<String>,
}

/// A recorded call.
#[derive(Clone, Debug)]
pub struct LoggedCall {
    /// Its number, from 1 on.
    pub number: u64,
    /// The function.
    pub function: &'static CFunction,
    /// The arguments, as many as the function has parameters.
    pub arguments: Vec<Datum>,
    /// `None` if the program ended within the call.
    pub returned: Option<Returned>,
}

/// The solver that the first line of a recording names.
///
/// # Errors
/// It is not the first line of a recording, or that of another version.
pub fn solver(text: &str) -> Result<&str, String> {
    let first = text.lines().next().unwrap_or_default();
    match first.split(' ').collect::<Vec<_>>()[..] {
        [FIRST_WORD, VERSION, solver] => Ok(solver),
        [FIRST_WORD, version, _] => Err(format!(
            "line 1: the recording has version {version}, and this program reads version {VERSION}: record the calls again"
        )),
        _ => Err(format!(
            "line 1: a recording begins with '{FIRST_WORD} {VERSION} SOLVER'"
        )),
    }
}

/// The calls of a recording, in the order in which they began.
///
/// # Errors
/// Returns a message with the number of a line that is wrong.
pub fn calls(text: &str, header: &CHeader) -> Result<Vec<LoggedCall>, String> {
    solver(text)?;
    let mut calls: Vec<LoggedCall> = Vec::new();
    let mut open: FxHashMap<u64, usize> = FxHashMap::default();
    let mut lines = text.lines().enumerate().skip(1).peekable();
    while let Some((place, line)) = lines.next() {
        let is_cut = lines.peek().is_none() && !text.ends_with('\n');
        let read = read_line(line, header).and_then(|line| match line {
            Line::Call(call) => {
                open.insert(call.number, calls.len());
                calls.push(call);
                Ok(())
            }
            Line::Result(number, returned) => {
                let at = open.remove(&number);
                let at = at.ok_or_else(|| format!("there is no open call {number}"))?;
                calls[at].returned = Some(returned);
                Ok(())
            }
        });
        match read {
            // The machine may have stopped within the last line.
            Err(_) if is_cut => {}
            read => read.map_err(|why| format!("line {}: {why}", place + 1))?,
        }
    }
    Ok(calls)
}

enum Line {
    Call(LoggedCall),
    Result(u64, Returned),
}

fn read_line(line: &str, header: &CHeader) -> Result<Line, String> {
    let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let number = || {
        number
            .parse()
            .map_err(|_| format!("'{number}' is not the number of a call"))
    };
    match kind {
        ">" => {
            let mut words = rest.splitn(3, ' ').skip(1);
            let name = words.next().unwrap_or_default();
            let function = header.function(name);
            let function = function.ok_or_else(|| {
                format!(
                    "the API has no function '{name}': record the calls again with this version"
                )
            })?;
            let mut reader = Reader(words.next().unwrap_or_default());
            let mut arguments = Vec::new();
            while !reader.0.is_empty() {
                arguments.push(reader.value(0)?);
                reader.skip(" ");
            }
            if arguments.len() != function.parameters.len() {
                let wanted = function.parameters.len();
                return Err(format!(
                    "{name} takes {wanted} arguments, not {}",
                    arguments.len()
                ));
            }
            Ok(Line::Call(LoggedCall {
                number: number()?,
                function,
                arguments,
                returned: None,
            }))
        }
        "<" => Ok(Line::Result(number()?, returned(rest)?)),
        _ => Err(format!("a line begins with '>' or '<', not with '{kind}'")),
    }
}

fn returned(text: &str) -> Result<Returned, String> {
    let mut returned = Returned::default();
    let mut reader = Reader(text);
    while !reader.0.is_empty() {
        if reader.skip("= ") {
            returned.result = Some(reader.value(0)?);
        } else if reader.skip("text=") {
            if let Datum::Text(text) = reader.value(0)? {
                returned.text = Some(text);
            }
        } else {
            let place = reader.until(&['=']);
            let number = place
                .parse()
                .map_err(|_| format!("'{place}' is not a parameter"))?;
            reader.skip("=");
            returned.written.push((number, reader.value(0)?));
        }
        reader.skip(" ");
    }
    Ok(returned)
}

/// The rest of a line.
struct Reader<'t>(&'t str);

impl<'t> Reader<'t> {
    fn skip(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// What comes before the first of these characters.
    fn until(&mut self, ends: &[char]) -> &'t str {
        let (text, rest) = self.0.split_at(self.0.find(ends).unwrap_or(self.0.len()));
        self.0 = rest;
        text
    }

    fn value(&mut self, depth: usize) -> Result<Datum, String> {
        if self.skip("\"") {
            let text = self.until(&['"']);
            if !self.skip("\"") {
                return Err("a text has no end".to_owned());
            }
            return Ok(Datum::Text(unescaped(text)?));
        }
        if self.skip("[") {
            if depth == MOST_NESTED {
                return Err("arrays are nested too deeply".to_owned());
            }
            let mut elements = Vec::new();
            while !self.skip("]") {
                if !elements.is_empty() && !self.skip(",") {
                    return Err("an array has no end".to_owned());
                }
                elements.push(self.value(depth + 1)?);
            }
            return Ok(Datum::List(elements));
        }
        let word = self.until(&[' ', ',', ']']);
        let wrong = || format!("'{word}' is not a value");
        if let Some(handle) = word.strip_prefix('@') {
            return u64::from_str_radix(handle, 16)
                .map(Datum::Handle)
                .map_err(|_| wrong());
        }
        let digits = word.strip_prefix('-').unwrap_or(word);
        match word {
            "-" | "&" | "*" | "?" => Ok(Datum::Unknown),
            _ if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Datum::Number(word.to_owned()))
            }
            _ => real(word).map(Datum::Real).ok_or_else(wrong),
        }
    }
}

/// A text in which `\x0a` stands for a byte.
fn unescaped(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut parts = text.split("\\x");
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.ok_or("a text has an escape that is not '\\x' and two digits")?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A floating-point number as C prints it with `%a`: `-0x1.8p+3`, `inf`, `nan`.
fn real(word: &str) -> Option<f64> {
    let (negative, word) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word),
    };
    let value = match word {
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => {
            let (digits, exponent) = word.strip_prefix("0x")?.split_once('p')?;
            let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
            let digits = format!("{whole}{fraction}");
            // A double has at most 14 digits, so that nothing is rounded.
            let mantissa = u64::from_str_radix(&digits, 16)
                .ok()
                .filter(|_| digits.len() <= 14)?;
            let exponent: i32 = exponent.parse().ok().filter(|e: &i32| e.abs() < 2000)?;
            let shift = exponent - 4 * i32::try_from(fraction.len()).ok()?;
            // In two steps, because the smallest power alone would be 0.
            mantissa as f64 * 2f64.powi(shift / 2) * 2f64.powi(shift - shift / 2)
        }
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read() {
        let value = |text: &str| Reader(text).value(0);
        let number = |text: &str| Datum::Number(text.to_owned());
        assert_eq!(value("-12"), Ok(number("-12")));
        assert_eq!(value("@7f00"), Ok(Datum::Handle(0x7f00)));
        assert_eq!(value(r#""a\x22 b""#), Ok(Datum::Text("a\" b".to_owned())));
        let list = Datum::List(vec![number("1"), Datum::List(vec![]), Datum::Unknown]);
        assert_eq!(value("[1,[],-]"), Ok(list));
        for (text, double) in [("0x1.8p+3", 12.0), ("-0x1p-1074", -5e-324), ("0x0p+0", 0.0)] {
            assert_eq!(value(text), Ok(Datum::Real(double)));
        }
        for wrong in [
            "",
            "x",
            "[1",
            "\"a",
            "@g",
            "\"\\x4\"",
            "[[[[1]]]]",
            "0x1.8",
            "1e5",
        ] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
    }
}
