//! Equations and inequalities of polynomials whose answers are known, in an instance of their own:
//! with a solution that is chosen first, or without one.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::super::options::is_conflict;
use super::inspect::look_at_value;
use super::{Extension, ExtensionCall, PLAIN};
use crate::cvc5::checks::POLYNOMIAL_MODEL;
use crate::cvc5::instance::Instance;
use crate::shared::actions::known_answers;
use murxla_fsm::action::Effect;
use murxla_fsm::op;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};

/// Solves polynomials over two or three variables.
pub(super) const POLYNOMIAL: Extension = Extension {
    name: "cvc5-polynomial",
    does: polynomial,
    ..PLAIN
};

/// Options of nonlinear arithmetic, with values other than the default.
const OPTIONS: &[(&str, &[&str])] = &[
    ("nl-ext", &["light", "none"]),
    ("nl-cov-linear-model", &["initial", "persistent"]),
    ("nl-ext-factor", &["false"]),
    ("nl-ext-flatten-mon", &["false"]),
    ("nl-ext-rewrite", &["false"]),
    ("nl-ext-tplanes", &["false"]),
    ("nl-ext-tplanes-interleave", &["true"]),
    ("nl-cov", &["false"]),
    ("produce-proofs", &["true"]),
];

/// The limit of a check. Cylindrical algebraic coverings need more steps than other checks.
const LIMIT: (&str, &str) = ("rlimit-per", "60000");

/// The kinds of the operators of a sort of numbers.
struct Kinds {
    sort: SortHandle,
    add: i32,
    multiply: i32,
    less: i32,
    at_most: i32,
    equal: i32,
}

impl Kinds {
    fn new(instance: &Instance, integers: bool) -> Result<Self> {
        let kind = |int, real| {
            let kind = instance.kinds.of(if integers { int } else { real });
            kind.ok_or_else(|| Error::Unsupported("arithmetic".to_owned()))
        };
        let session = &instance.session;
        Ok(Self {
            sort: if integers {
                session.int_sort()?
            } else {
                session.real_sort()?
            },
            add: kind(op::INT_ADD, op::REAL_ADD)?,
            multiply: kind(op::INT_MUL, op::REAL_MUL)?,
            less: kind(op::INT_LT, op::REAL_LT)?,
            at_most: kind(op::INT_LTE, op::REAL_LTE)?,
            equal: kind(op::EQUAL, op::EQUAL)?,
        })
    }

    fn number(&self, session: &Session, value: i64) -> Result<Term> {
        if session.sort_is_int(self.sort)? {
            session.mk_integer_int64(value)
        } else {
            session.mk_real_int64(value)
        }
    }

    /// A sum of monomials in the variables, and its value at a point.
    fn polynomial(
        &self,
        session: &Session,
        rng: &mut Rng,
        variables: &[Term],
        point: &[i64],
    ) -> Result<(Term, i64)> {
        let constant = rng.below(7) as i64 - 3;
        let (mut parts, mut value) = (vec![self.number(session, constant)?], constant);
        for _ in 0..1 + rng.index(3) {
            let factor = [-2, -1, 1, 2, 3][rng.index(5)];
            let (mut monomial, mut here) = (vec![self.number(session, factor)?], factor);
            for _ in 0..1 + rng.index(3) {
                let n = rng.index(variables.len());
                monomial.push(variables[n]);
                here *= point[n];
            }
            parts.push(session.mk_term(self.multiply, &monomial)?);
            value += here;
        }
        Ok((session.mk_term(self.add, &parts)?, value))
    }
}

fn polynomial((instance, _): &mut ExtensionCall<'_>) -> Result<Effect> {
    let integers = instance.rng.chance(25);
    let kinds = Kinds::new(instance, integers)?;
    let mut options = vec![("produce-models", "true"), LIMIT];
    for _ in 0..instance.rng.index(3) {
        if let Some((name, values)) = instance.rng.pick(OPTIONS)
            && let Some(value) = instance.rng.pick(values)
        {
            options.push((name, value));
        }
    }
    let session = match instance.scratch_solver(&options) {
        // Old releases do not have all of the options.
        Err(Error::Unsupported(_) | Error::Rejected(_)) => return Ok(Effect::Done),
        session => session?,
    };
    let count = 1 + instance.rng.index(3);
    let names = ["_x", "_y", "_z"];
    let variables = names[..count].iter();
    let variables = variables.map(|name| session.mk_const(kinds.sort, name));
    let variables = variables.collect::<Result<Vec<_>>>()?;
    let point: Vec<i64> = (0..count)
        .map(|_| instance.rng.below(7) as i64 - 3)
        .collect();
    let mut formulas = Vec::new();
    for _ in 0..1 + instance.rng.index(3) {
        formulas.push(holds(instance, &session, &kinds, &variables, &point)?);
    }
    let contradicts = instance.rng.coin();
    if contradicts {
        formulas.extend(contradiction(
            instance, &session, &kinds, &variables, &point,
        )?);
    }
    for formula in &formulas {
        session.assert_formula(*formula)?;
    }
    let answer = match session.check_sat() {
        Ok(outcome) => session.answer(outcome)?,
        Err(Error::Rejected(why)) if is_conflict(&why) => return Ok(Effect::Done),
        Err(error) => return Err(error),
    };
    let texts = formulas.iter().map(|formula| instance.text(*formula));
    known_answers::must_have(answer, !contradicts, "polynomials", texts)?;
    if answer == Answer::Sat {
        for variable in &variables {
            look_at_value(&session, session.value(*variable)?)?;
        }
        for formula in &formulas {
            let value = session.value(*formula)?;
            let is_false = session.is_bool_value(value)? && !session.bool_value(value)?;
            POLYNOMIAL_MODEL.must(!is_false)?;
        }
    }
    Ok(Effect::Done)
}

/// A formula that holds at the point.
fn holds(
    instance: &mut Instance,
    session: &Session,
    kinds: &Kinds,
    variables: &[Term],
    point: &[i64],
) -> Result<Term> {
    let rng = &mut instance.rng;
    let (sum, value) = kinds.polynomial(session, rng, variables, point)?;
    let more = 1 + rng.below(3) as i64;
    match rng.below(4) {
        0 => session.mk_term(kinds.less, &[sum, kinds.number(session, value + more)?]),
        1 => session.mk_term(kinds.at_most, &[kinds.number(session, value - more)?, sum]),
        2 => {
            let other = kinds.number(session, value + more)?;
            let equal = session.mk_term(kinds.equal, &[sum, other])?;
            session.mk_term(instance.kinds.not, &[equal])
        }
        _ => session.mk_term(kinds.equal, &[sum, kinds.number(session, value)?]),
    }
}

/// Formulas that hold at no point.
fn contradiction(
    instance: &mut Instance,
    session: &Session,
    kinds: &Kinds,
    variables: &[Term],
    point: &[i64],
) -> Result<Vec<Term>> {
    let rng = &mut instance.rng;
    let (sum, value) = kinds.polynomial(session, rng, variables, point)?;
    let number = |value| kinds.number(session, value);
    let square = |term| session.mk_term(kinds.multiply, &[term, term]);
    let [zero, one] = [number(0)?, number(1)?];
    Ok(match rng.below(4) {
        // A square is not negative.
        0 => {
            let squares = [square(sum)?, square(variables[0])?];
            let squares = session.mk_term(kinds.add, &squares)?;
            vec![session.mk_term(kinds.less, &[squares, zero])?]
        }
        // A sum has one value.
        1 => vec![
            session.mk_term(kinds.at_most, &[number(value + 1)?, sum])?,
            session.mk_term(kinds.less, &[sum, number(value + 1)?])?,
        ],
        // No number has a square of 2 and a cube of 3.
        2 => {
            let x = variables[0];
            let cube = session.mk_term(kinds.multiply, &[x, x, x])?;
            vec![
                session.mk_term(kinds.equal, &[square(x)?, number(2)?])?,
                session.mk_term(kinds.equal, &[cube, number(3)?])?,
            ]
        }
        // The square of a sum is at least 1 if the sum is.
        _ => vec![
            session.mk_term(kinds.at_most, &[one, sum])?,
            session.mk_term(kinds.less, &[square(sum)?, one])?,
        ],
    })
}
