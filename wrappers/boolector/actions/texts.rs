//! Texts that the library writes and reads: values, dumps in several formats, and texts with
//! mistakes.

use super::{
    Args, BITS, CallContext, Extension, PLAIN, TermArg, formats, has_value, is_closed, mark_used,
    some_term,
};
use crate::boolector::checks::{
    CIRCUIT, CIRCUIT_FORMAT, DUMP_ANSWER, DUMP_NOT_READ, PRINTED_VALUE,
};
use crate::boolector::ffi::Session;
use crate::boolector::ffi::is_parse_error;
use crate::boolector::instance::Instance;
use crate::boolector::options;
use crate::shared::actions::broken_input::{
    self, BTOR, BTOR2, BrokenInputArgs, Formats, SMT1, SMT2, broken_input,
};
use crate::shared::actions::{NOTHING, Takes, has_model};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Result};

/// Dumps the formulas, and writes the dump in formats that the library only reads. The answer must
/// be the same.
pub(super) const DUMP_FORMATS: Extension = Extension {
    name: "btor-dump-formats",
    searches: true,
    does: |(instance, context)| {
        let expected = instance.known_answer(context);
        instance.dump_formats(expected)
    },
    ..PLAIN
};

/// Dumps the formulas as a circuit, which must have the same answer.
pub(super) const DUMP_CIRCUIT: Extension = Extension {
    name: "btor-dump-circuit",
    searches: true,
    does: |(instance, context)| {
        let expected = instance.known_answer(context);
        instance.dump_circuit(expected)
    },
    ..PLAIN
};

/// Parses a text with mistakes. The parser may refuse it.
pub(super) const PARSE_MISTAKES: Extension = Extension::searches(
    "btor-parse-mistakes",
    broken_input::<Parsers>(),
    |(instance, context)| {
        let BrokenInputArgs { format, lines } = BrokenInputArgs::args(context.call)?;
        let format = match format {
            "smt1" => Format::Smt1,
            "btor" => Format::Btor,
            "btor2" => Format::Btor2,
            _ => Format::Smt2,
        };
        let reader = Session::new(instance.api)?;
        // Without it, `(push 1)` ends the process.
        options::set_known(&reader, options::INCREMENTAL, 1)?;
        parse(&reader, Some(format), lines.join("\n").into_bytes())?;
        Ok(Effect::Done)
    },
);

/// The formats in which the library reads formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Btor,
    Smt2,
    /// Only read.
    Btor2,
    /// Only read: SMT-LIB 1.
    Smt1,
}

/// Reads a formula, with the parser of its format or, if there is none, with the one that
/// recognizes formats. Returns the error message.
pub(super) fn parse(
    of: &Session,
    format: Option<Format>,
    mut content: Vec<u8>,
) -> Result<Option<String>> {
    let name = "dumped";
    let (_, (result, error)) = of.reading(&mut content, |file| {
        of.written(|out| {
            let (result, error, ..) = match format {
                Some(Format::Btor) => of.parse_btor(file, name, out)?,
                Some(Format::Btor2) => of.parse_btor2(file, name, out)?,
                Some(Format::Smt1) => of.parse_smt1(file, name, out)?,
                Some(Format::Smt2) => of.parse_smt2(file, name, out)?,
                None => {
                    let (result, error, status, _) = of.parse(file, name, out)?;
                    (result, error, status)
                }
            };
            Ok((result, error))
        })
    })?;
    let is_wrong = is_parse_error(result) || error.is_some();
    Ok(is_wrong.then(|| error.unwrap_or_default()))
}

/// The parsers of the library.
struct Parsers;

impl Formats for Parsers {
    // Mistakes in SMT-LIB 1 crash release 3.2.4: traces/boolector/mistake-in-smt-lib-1.trace.
    const FORMATS: &'static [(broken_input::Format, u32)] =
        &[(SMT1, 1), (BTOR, 10), (BTOR2, 10), (SMT2, 11)];
}

/// Prints the value of a bit-vector, which must be its assignment.
pub(super) const PRINT_VALUE: Extension = Extension {
    name: "btor-print-value",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| -> Option<Args> { some_term(cx, |state, id| is_closed(state, id, BITS)) },
        valid: |state, call| has_value(state, call, BITS),
        ..NOTHING
    },
    now: has_model,
    apply: mark_used,
    does: |(instance, context)| instance.print_value(context),
    ..PLAIN
};

impl Instance {
    /// The formulas in a format that the library writes.
    pub(super) fn dump(&self, format: Format) -> Result<Vec<u8>> {
        let session = &self.session;
        let (text, ()) = session.written(|file| match format {
            Format::Smt2 => session.dump_smt2(file),
            _ => session.dump_btor(file),
        })?;
        Ok(text)
    }

    /// The formulas in BTOR. `None` if they have what the format does not have.
    fn in_btor(&self) -> Result<Option<String>> {
        if self.content.extra.is_beyond_btor {
            return Ok(None);
        }
        let text = self.dump(Format::Btor)?;
        Ok(Some(String::from_utf8_lossy(&text).into_owned()))
    }

    /// A new instance that has read a text. It must have the expected answer, if there is one.
    fn read(&self, format: Format, text: &str, expected: Option<Answer>) -> Result<Session> {
        let reader = Session::new(self.api)?;
        if let Some(error) = parse(&reader, Some(format), text.to_owned().into_bytes())? {
            return DUMP_NOT_READ.fails_for(format!("{format:?}"), format!("{error}\n{text}"));
        }
        if let Some(expected) = expected {
            let answer = reader.sat()?;
            if ![expected, Answer::Unknown].contains(&answer) {
                let details = format!("it is {}\n{text}", answer.name());
                return DUMP_ANSWER.fails_for(format!("{format:?}"), details);
            }
        }
        Ok(reader)
    }

    fn dump_formats(&mut self, expected: Option<Answer>) -> Result<Effect> {
        let Some(text) = self.in_btor()? else {
            return Ok(Effect::Done);
        };
        let (format, text) = match self.rng.below(5) {
            0 => (Format::Btor, Some(text)),
            1 | 2 => (Format::Btor2, formats::btor2(&text)),
            _ => (Format::Smt1, formats::smt1(&text)),
        };
        if let Some(text) = text {
            self.read(format, &text, expected)?;
        }
        Ok(Effect::Done)
    }

    fn dump_circuit(&mut self, expected: Option<Answer>) -> Result<Effect> {
        // Circuits are of bit-vectors only.
        let is_circuit =
            |text: &String| !text.contains(" array ") && formats::btor2(text).is_some();
        let Some(text) = self.in_btor()?.filter(is_circuit) else {
            return Ok(Effect::Done);
        };
        // Dumping a circuit simplifies the formulas, so another instance does it.
        let reader = self.read(Format::Btor, &text, None)?;
        let (is_binary, merged) = (self.rng.chance(25), self.rng.coin());
        let (dumped, ()) = reader.written(|file| match is_binary {
            true => reader.dump_aiger_binary(file, merged),
            false => reader.dump_aiger_ascii(file, merged),
        })?;
        if is_binary {
            CIRCUIT_FORMAT.must(dumped.starts_with(b"aig "))?;
            return Ok(Effect::Done);
        }
        let dumped = String::from_utf8_lossy(&dumped);
        let Some(text) = formats::circuit(&dumped) else {
            return CIRCUIT.fails(dumped);
        };
        self.read(Format::Btor, &text, expected)?;
        Ok(Effect::Done)
    }

    fn print_value(&mut self, context: &CallContext<'_>) -> Result<Effect> {
        self.content.expect(Answer::Sat)?;
        let TermArg { term } = TermArg::args(context.call)?;
        let node = self.content.terms.closed(term)?;
        let session = &self.session;
        let bits = session.bv_assignment(node)?;
        let (printed, ()) = session.written(|file| session.print_value_smt2(node, "of", file))?;
        let printed = String::from_utf8_lossy(&printed);
        let truth = match &*bits {
            "0" => "false",
            "1" => "true",
            _ => "#b",
        };
        // A bit that does not matter is an `x`.
        let fits = bits.contains('x')
            || printed.contains(&bits)
            || printed.contains(truth) && bits.len() == 1;
        if !fits {
            return PRINTED_VALUE.fails(format!("{bits} of {term} as {printed}"));
        }
        Ok(Effect::Done)
    }
}
