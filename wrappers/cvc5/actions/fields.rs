//! Finite fields. Only libraries with CoCoA solve them, which released ones are not. All others
//! make, simplify and print such terms.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::parse::read_back;
use super::{Extension, ExtensionCall, PLAIN};
use crate::cvc5::checks::{FIELD_NO_VALUE, FIELD_UNSAT, FIELD_VALUE};
use crate::cvc5::instance::Instance;
use crate::smt2::tree::{Expr, Fault, Tree};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use smallvec::smallvec;

arguments! {
    /// What `cvc5-field` takes.
    struct FieldArgs<'c> {
        /// The size of the field, a prime.
        size: Number,
        /// A term over the constants `x` and `y`, such as `(ff.mul x (ff.neg 3))`.
        term: Text,
        /// The values of the constants.
        x: Number,
        y: Number,
    }
}

/// Simplifies a term of a finite field, and compares values with those computed here.
pub(super) const FIELD: Extension = Extension {
    name: "cvc5-field",
    params: FieldArgs::PARAMS,
    pick: |cx| {
        let size = *cx.rng.pick(&SIZES)?;
        let term = draw(cx.rng, size);
        let [x, y] = [0; 2].map(|_| Arg::Number(cx.rng.below(u64::from(size)) as u32));
        Some(smallvec![Arg::Number(size), Arg::Text(term.into()), x, y])
    },
    valid: |_, call| {
        let args = FieldArgs::args(call)?;
        if !SIZES.contains(&args.size) {
            return Invalid::wrong(format!("the size is not one of {SIZES:?}"));
        }
        let value_of = |expr: Expr<'_>| Field::new(args).value(expr);
        read(args.term, value_of).map(drop).map_err(Invalid::Wrong)
    },
    does: field,
    ..PLAIN
};

/// The sizes of the fields.
const SIZES: [u32; 6] = [2, 3, 5, 13, 257, 65_537];

/// The largest number of operators of a term that is drawn.
const MANY: usize = 12;

/// The names of the constants.
const NAMES: [&str; 2] = ["x", "y"];

/// The operators, with the values of their applications.
const OPERATORS: &[(&str, Op, Evaluate)] = &[
    ("ff.add", op::FINITE_FIELD_ADD, |size, values| {
        values.iter().fold(0, |a, b| (a + b) % size)
    }),
    ("ff.mul", op::FINITE_FIELD_MULT, |size, values| {
        values.iter().fold(1, |a, b| a * b % size)
    }),
    // The first argument is the lowest bit.
    ("ff.bitsum", op::FINITE_FIELD_BITSUM, |size, values| {
        let bits = values.iter().rev();
        bits.fold(0, |so_far, bit| (2 * so_far + bit) % size)
    }),
    ("ff.neg", op::FINITE_FIELD_NEG, |size, values| {
        (size - values.first().copied().unwrap_or(0)) % size
    }),
];

/// The value of an operator in the field of a size, for some values.
type Evaluate = fn(u64, &[u64]) -> u64;

/// Draws a term: constants and values, combined by operators.
fn draw(rng: &mut Rng, size: u32) -> String {
    let mut made: Vec<String> = NAMES.map(str::to_owned).to_vec();
    for _ in 0..1 + rng.index(MANY) {
        let count = 1 + rng.index(3);
        let args: Vec<String> = (0..count)
            .map(|_| made[rng.index(made.len())].clone())
            .collect();
        let length: usize = args.iter().map(String::len).sum();
        made.push(match (rng.below(5), count) {
            (0, _) => rng.below(u64::from(size)).to_string(),
            _ if length > LONG => continue,
            (_, 1) => format!("(ff.neg {})", args[0]),
            (1, _) => format!("(ff.add {})", args.join(" ")),
            (2 | 3, _) => format!("(ff.mul {})", args.join(" ")),
            _ => format!("(ff.bitsum {})", args.join(" ")),
        });
    }
    made.pop().unwrap_or_default()
}

/// The largest length of the arguments of a term that is drawn, in bytes.
const LONG: usize = 400;
/// The largest depth of a term.
const DEPTH: usize = 50;

/// Reads the only expression of a text.
fn read<T>(
    text: &str,
    of: impl FnOnce(Expr<'_>) -> std::result::Result<T, Fault>,
) -> std::result::Result<T, String> {
    let tree = Tree::read(text).map_err(|fault| fault.message)?;
    match tree.roots()[..] {
        [expr] => of(expr).map_err(|fault| fault.message),
        _ => Err(format!("'{text}' is not one term")),
    }
}

/// An expression of a field.
enum Parsed<'t> {
    /// The number of a constant.
    Constant(usize),
    Value(u64),
    Application(&'static (&'static str, Op, Evaluate), Vec<Expr<'t>>),
}

/// A field, and the values of the constants.
struct Field {
    size: u64,
    values: [u64; 2],
    depth: usize,
}

impl Field {
    fn new(args: FieldArgs<'_>) -> Self {
        let size = u64::from(args.size);
        Self {
            size,
            values: [args.x, args.y].map(|value| u64::from(value) % size.max(1)),
            depth: 0,
        }
    }

    fn parse<'t>(&self, expr: Expr<'t>) -> std::result::Result<Parsed<'t>, Fault> {
        let wrong = |what: &str| expr.fault(format!("'{}' is not {what}", expr.shown()));
        if self.depth > DEPTH {
            return Err(expr.fault(format!("the term is nested deeper than {DEPTH}")));
        }
        if let Some(number) = NAMES.iter().position(|name| expr.atom() == Some(name)) {
            return Ok(Parsed::Constant(number));
        }
        let Some(parts) = expr.list() else {
            let value = u64::from(expr.number("x, y or a number")?);
            let is_element = value < self.size;
            return is_element
                .then_some(Parsed::Value(value))
                .ok_or_else(|| wrong("below the size"));
        };
        let row = parts.first().and_then(|name| {
            OPERATORS
                .iter()
                .find(|(known, ..)| name.atom() == Some(known))
        });
        let row =
            row.ok_or_else(|| wrong("an application of ff.add, ff.mul, ff.bitsum or ff.neg"))?;
        let args = parts[1..].to_vec();
        let fits = match row.0 {
            "ff.neg" => args.len() == 1,
            _ => args.len() > 1,
        };
        fits.then_some(Parsed::Application(row, args))
            .ok_or_else(|| wrong("well-formed"))
    }

    /// The value of a term.
    fn value(&mut self, expr: Expr<'_>) -> std::result::Result<u64, Fault> {
        Ok(match self.parse(expr)? {
            Parsed::Constant(number) => self.values[number],
            Parsed::Value(value) => value,
            Parsed::Application((_, _, evaluate), args) => {
                self.depth += 1;
                let values = args.into_iter().map(|arg| self.value(arg));
                let values = values.collect::<std::result::Result<Vec<u64>, Fault>>()?;
                self.depth -= 1;
                evaluate(self.size, &values)
            }
        })
    }

    /// The term that an expression stands for.
    fn term(
        &self,
        instance: &Instance,
        session: &Session,
        (sort, symbols): (SortHandle, &[Term]),
        expr: Expr<'_>,
    ) -> Result<Term> {
        let parsed = self
            .parse(expr)
            .map_err(|fault| Error::Rejected(fault.message))?;
        match parsed {
            Parsed::Constant(number) => Ok(symbols[number]),
            Parsed::Value(value) => session.mk_ff(&value.to_string(), sort, 10),
            Parsed::Application((_, op, _), args) => {
                let kind = instance.kinds.of(*op);
                let kind = kind.ok_or_else(|| Error::Unsupported("finite fields".to_owned()))?;
                let args = args.into_iter();
                let args = args.map(|arg| self.term(instance, session, (sort, symbols), arg));
                session.mk_term(kind, &args.collect::<Result<Vec<_>>>()?)
            }
        }
    }
}

fn field((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let args = FieldArgs::args(context.call)?;
    // Before 1.4 an error ends the process.
    let session = match instance.scratch_solver(&[]) {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        session => session?,
    };
    let sort = session.ff_sort(&args.size.to_string(), 10)?;
    let symbols = NAMES.map(|name| session.mk_const(sort, &format!("_{name}1")));
    let symbols = symbols.into_iter().collect::<Result<Vec<Term>>>()?;
    let field = Field::new(args);
    let made = read(args.term, |expr| {
        let expected = Field::new(args).value(expr)?;
        Ok((
            field.term(instance, &session, (sort, &symbols), expr),
            expected,
        ))
    });
    let (term, expected) = made.map_err(Error::Rejected)?;
    let term = term?;
    let simple = session.simplify(term, false)?;
    let read = read_back(instance, "ALL".to_owned(), term, &symbols)?;
    let values = field.values.iter();
    let values = values.map(|value| session.mk_ff(&value.to_string(), sort, 10));
    let values = values.collect::<Result<Vec<_>>>()?;
    for (way, made) in [("as made", term), ("simplified", simple), ("parsed", read)] {
        let filled = session.substitute_all(made, &symbols, &values)?;
        let value = session.simplify(filled, false)?;
        FIELD_NO_VALUE.must(session.is_ff_value(value)?)?;
        let value = session.ff_value(value)?;
        // A value may be negative: the library prints the one that is next to 0.
        let number = value.parse::<i64>().unwrap_or_default();
        if number.rem_euclid(field.size as i64) as u64 != expected {
            let text = instance.text(term);
            let details = format!("{value}, not {expected} of {}\n{text}", field.size);
            return FIELD_VALUE.fails_for(way, details);
        }
    }
    let number = session.mk_ff(&expected.to_string(), sort, 10)?;
    let equal = match instance.kinds.of(op::EQUAL) {
        Some(equal) => session.mk_term(equal, &[term, number])?,
        None => return Ok(Effect::Done),
    };
    session.assert_formula(equal)?;
    match session.check_sat() {
        Ok(outcome) => FIELD_UNSAT.must(session.answer(outcome)? != Answer::Unsat)?,
        Err(Error::Rejected(why)) if why.contains("cocoa") => {}
        Err(error) => return Err(error),
    }
    Ok(Effect::Done)
}
