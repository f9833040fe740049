//! `mk-value` and `mk-special-value`.

use super::{Action, Context, Effect, Invalid, Pick, Run, Validity, live};
use crate::model::{Leaf, Model, Term};
use crate::rng::Rng;
use crate::solver::Result;
use crate::sort::{Sort, SortId};
use crate::trace::{Arg, Args, Call, Ids, Param, Returns};
use crate::value::{Bv, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::One;
use smallvec::smallvec;

/// Values of bit-vector sorts that APIs have a name for. Names as in Murxla.
const SPECIAL: [&str; 5] = [
    "bv.zero",
    "bv.one",
    "bv.ones",
    "bv-min-signed",
    "bv-max-signed",
];

/// The value that a special name stands for in a sort.
#[must_use]
pub fn special_value(sort: &Sort, name: &str) -> Option<Value> {
    let Sort::Bv(width) = sort else {
        return None;
    };
    let top = BigUint::one() << (width - 1);
    let bits = match name {
        "bv.zero" => BigUint::default(),
        "bv.one" => BigUint::one(),
        "bv.ones" => (BigUint::one() << *width) - BigUint::one(),
        "bv-min-signed" => top,
        "bv-max-signed" => top - BigUint::one(),
        _ => return None,
    };
    Some(Value::Bv(Bv::new(*width, bits)))
}

/// An integer near an edge: 0, ±1, a small one, a power of two ± 1, now and then a long one.
fn integer(rng: &mut Rng) -> BigInt {
    let magnitude = match rng.weighted([30, 30, 25, 8].into_iter()) {
        Some(0) => BigInt::from(rng.below(3)),
        Some(1) => BigInt::from(rng.below(20)),
        Some(2) => {
            let power = BigInt::one() << rng.range(2, 66);
            power + (rng.below(3) as i64 - 1)
        }
        _ => (BigInt::from(rng.bits()) << 64) + rng.bits(),
    };
    if rng.chance(40) {
        -magnitude
    } else {
        magnitude
    }
}

fn draw(sort: &Sort, rng: &mut Rng) -> Option<Value> {
    Some(match sort {
        Sort::Bool => Value::Bool(rng.coin()),
        Sort::Int => Value::Int(integer(rng)),
        Sort::Real => {
            let denominator = match rng.below(3) {
                0 => BigInt::one(),
                1 => BigInt::from(2 + rng.below(9)),
                _ => BigInt::one() << rng.range(1, 40),
            };
            Value::Real(BigRational::new(integer(rng), denominator))
        }
        Sort::Bv(width) => {
            if rng.coin() {
                return special_value(sort, rng.pick(&SPECIAL)?);
            }
            if rng.coin() {
                return Some(Value::Bv(Bv::from_int(*width, &integer(rng))));
            }
            let words = (0..width.div_ceil(64)).flat_map(|_| {
                let bits = rng.bits();
                [bits as u32, (bits >> 32) as u32]
            });
            Value::Bv(Bv::new(*width, BigUint::new(words.collect())))
        }
        Sort::Array(..) | Sort::Fun(..) | Sort::Uninterpreted(_) => return None,
    })
}

fn ids(model: &Model) -> Ids {
    Ids {
        term: Some(model.fresh_term()),
        sort: None,
    }
}

/// A sort that has terms other than values, so that a value can meet them.
fn sort(cx: &mut Pick<'_>, wanted: impl Fn(&Sort) -> bool) -> Option<SortId> {
    let fits = |(id, sort): (SortId, &Sort)| {
        let pool = cx.model.pool(id);
        (wanted(sort) && pool.all().len() > pool.values().len()).then_some(id)
    };
    let sorts: Vec<SortId> = cx.model.sorts.iter().filter_map(fits).collect();
    cx.rng.pick(&sorts).copied()
}

/// Makes a value.
pub struct MkValue;

impl Action for MkValue {
    fn name(&self) -> &'static str {
        "mk-value"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Sort, Param::Value]
    }

    fn returns(&self) -> Returns {
        Returns::Term
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let rare = !cx.rng.chance(15);
        let has_values = |sort: &Sort| match sort {
            Sort::Int | Sort::Real | Sort::Bv(_) => true,
            Sort::Bool => !rare, // Boolean values make formulas trivial.
            _ => false,
        };
        let sort = sort(cx, has_values)?;
        let value = draw(cx.model.sorts.get(sort)?, cx.rng)?;
        Some((smallvec![Arg::Sort(sort), Arg::Value(value)], ids(cx.model)))
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        live(model)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        cx.solver()?
            .mk_value(call.new_term(), call.sort(0), &call.value(1))?;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        let leaf = Leaf::Value(call.value(1));
        model.add_term(call.new_term(), Term::leaf(call.sort(0), leaf));
    }
}

/// Makes a value that has a name.
pub struct MkSpecialValue;

impl Action for MkSpecialValue {
    fn name(&self) -> &'static str {
        "mk-special-value"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Sort, Param::Text]
    }

    fn returns(&self) -> Returns {
        Returns::Term
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let sort = sort(cx, |sort| matches!(sort, Sort::Bv(_)))?;
        let name = *cx.rng.pick(&SPECIAL)?;
        Some((
            smallvec![Arg::Sort(sort), Arg::Text(name.into())],
            ids(cx.model),
        ))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        live(model)?;
        let sort = model.sorts.get(call.sort(0));
        if sort.and_then(|s| special_value(s, call.text(1))).is_none() {
            let name = call.text(1);
            return Invalid::wrong(format!("the sort has no special value '{name}'"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let sort = cx.model.sorts.get(call.sort(0));
        if let Some(value) = sort.and_then(|s| special_value(s, call.text(1))) {
            let (out, sort, name) = (call.new_term(), call.sort(0), call.text(1));
            cx.solver()?.mk_special_value(out, sort, name, &value)?;
        }
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        let sort = model.sorts.get(call.sort(0));
        if let Some(value) = sort.and_then(|s| special_value(s, call.text(1))) {
            let term = Term::leaf(call.sort(0), Leaf::Value(value));
            model.add_term(call.new_term(), term);
        }
    }
}
