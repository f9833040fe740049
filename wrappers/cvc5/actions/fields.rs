//! Finite fields. Only libraries with CoCoA solve them, which released ones are not. All others
//! make, simplify and print such terms.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::parse::read_back;
use super::{Extension, ExtensionCall, PLAIN};
use crate::cvc5::checks::{FIELD_NO_VALUE, FIELD_UNSAT, FIELD_VALUE};
use crate::cvc5::instance::Instance;
use murxla_fsm::action::Effect;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};

/// Simplifies a term of a finite field, and compares values with those computed here.
pub(super) const FIELD: Extension = Extension {
    name: "cvc5-field",
    does: field,
    ..PLAIN
};

/// The sizes of the fields.
const SIZES: [u64; 6] = [2, 3, 5, 13, 257, 65_537];

/// The largest number of operators of a term.
const MANY: usize = 12;

/// A term and its value if the constants have their hidden values.
type Valued = (Term, u64);

/// A random term: constants and values, combined by the operators of fields.
fn term(
    instance: &mut Instance,
    session: &Session,
    (sort, size): (SortHandle, u64),
    leaves: &[Valued],
) -> Result<Valued> {
    let mut made = leaves.to_vec();
    for _ in 0..1 + instance.rng.index(MANY) {
        let count = 1 + instance.rng.index(3);
        let rng = &mut instance.rng;
        let args: Vec<Valued> = (0..count).map(|_| made[rng.index(made.len())]).collect();
        let value = rng.below(size);
        let values = args.iter().map(|(_, value)| *value);
        let (operator, value) = match (rng.below(5), count) {
            (0, _) => {
                made.push((session.mk_ff(&value.to_string(), sort, 10)?, value));
                continue;
            }
            (_, 1) => (op::FINITE_FIELD_NEG, (size - args[0].1) % size),
            (1, _) => (op::FINITE_FIELD_ADD, values.fold(0, |a, b| (a + b) % size)),
            (2 | 3, _) => (op::FINITE_FIELD_MULT, values.fold(1, |a, b| a * b % size)),
            _ => {
                // The first argument is the lowest bit.
                let sum = values
                    .rev()
                    .fold(0, |so_far, bit| (2 * so_far + bit) % size);
                (op::FINITE_FIELD_BITSUM, sum)
            }
        };
        let kind = instance.kinds.of(operator);
        let kind = kind.ok_or_else(|| Error::Unsupported("finite fields".to_owned()))?;
        let args: Vec<Term> = args.iter().map(|(term, _)| *term).collect();
        made.push((session.mk_term(kind, &args)?, value));
    }
    Ok(made[made.len() - 1])
}

fn field((instance, _): &mut ExtensionCall<'_>) -> Result<Effect> {
    // Before 1.4 an error ends the process.
    let session = match instance.scratch_solver(&[]) {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        session => session?,
    };
    let size = *instance.rng.pick(&SIZES).unwrap_or(&2);
    let sort = session.ff_sort(&size.to_string(), 10)?;
    let mut leaves = Vec::new();
    for name in ["_x", "_y"] {
        leaves.push((session.mk_const(sort, name)?, instance.rng.below(size)));
    }
    let symbols: Vec<Term> = leaves.iter().map(|(leaf, _)| *leaf).collect();
    let (term, expected) = self::term(instance, &session, (sort, size), &leaves)?;
    let simple = session.simplify(term, false)?;
    let read = read_back(instance, "ALL".to_owned(), term, &symbols)?;
    let values = leaves.iter();
    let values = values.map(|(_, value)| session.mk_ff(&value.to_string(), sort, 10));
    let values = values.collect::<Result<Vec<_>>>()?;
    for (way, made) in [("as made", term), ("simplified", simple), ("parsed", read)] {
        let filled = session.substitute_all(made, &symbols, &values)?;
        let value = session.simplify(filled, false)?;
        FIELD_NO_VALUE.must(session.is_ff_value(value)?)?;
        let value = session.ff_value(value)?;
        // A value may be negative: the library prints the one that is next to 0.
        let number = value.parse::<i64>().unwrap_or_default();
        if number.rem_euclid(size as i64) as u64 != expected {
            let text = instance.text(term);
            let details = format!("{value}, not {expected} of {size}\n{text}");
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
