//! Writes and reads floating-point numbers and rounding modes.

use crate::cvc5::bindings as raw;
use crate::cvc5::checks::{VALUE_FP, VALUE_RM};
use crate::cvc5::ffi::{Session, Term};
use crate::shared::encoding::models::agree;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Bv, Format, Fp, Rm, Value};

/// The numbers of rounding modes, which are the same in all releases.
const MODES: [(Rm, u32); 5] = [
    (Rm::Rne, raw::CVC5_RM_ROUND_NEAREST_TIES_TO_EVEN),
    (Rm::Rna, raw::CVC5_RM_ROUND_NEAREST_TIES_TO_AWAY),
    (Rm::Rtp, raw::CVC5_RM_ROUND_TOWARD_POSITIVE),
    (Rm::Rtn, raw::CVC5_RM_ROUND_TOWARD_NEGATIVE),
    (Rm::Rtz, raw::CVC5_RM_ROUND_TOWARD_ZERO),
];

/// Makes the term of a number.
pub(super) fn write(session: &Session, rng: &mut Rng, value: &Fp) -> Result<Term> {
    let Format {
        exponent,
        significand,
    } = value.format();
    if rng.chance(70) {
        match value.name() {
            Some("nan") => return session.mk_fp_nan(exponent, significand),
            Some("+oo") => return session.mk_fp_pos_inf(exponent, significand),
            Some("-oo") => return session.mk_fp_neg_inf(exponent, significand),
            Some("+zero") => return session.mk_fp_pos_zero(exponent, significand),
            Some("-zero") => return session.mk_fp_neg_zero(exponent, significand),
            _ => {}
        }
    }
    if rng.coin() {
        let bits = Bv::new(value.format().width(), value.bits().clone());
        let bits = super::write_bv(session, rng, &bits)?;
        return session.mk_fp(exponent, significand, bits);
    }
    let [sign, exponent, fraction] = value.fields();
    session.mk_fp_from_ieee(
        super::write_bv(session, rng, &sign)?,
        super::write_bv(session, rng, &exponent)?,
        super::write_bv(session, rng, &fraction)?,
    )
}

/// Makes the term of a rounding mode.
pub(super) fn write_mode(session: &Session, mode: Rm) -> Result<Term> {
    let row = MODES.iter().find(|(known, _)| *known == mode);
    let number = row.and_then(|(_, number)| i32::try_from(*number).ok());
    session.mk_rm(number.unwrap_or_default())
}

/// Reads a rounding mode. `None` if `term` is not a literal.
pub(super) fn read_mode(session: &Session, term: Term) -> Result<Option<Rm>> {
    if !session.term_is_rm_value(term)? {
        return Ok(None);
    }
    let said = session.term_get_rm_value(term)?;
    let row = MODES.iter().find(|(_, n)| i32::try_from(*n) == Ok(said));
    match row {
        Some((mode, _)) => Ok(Some(*mode)),
        None => VALUE_RM.fails(format!("number {said}")),
    }
}

/// Reads a number. `None` if `term` is not a literal. Several getters must agree.
pub(super) fn read(session: &Session, rng: &mut Rng, term: Term) -> Result<Option<Fp>> {
    if !session.term_is_fp_value(term)? {
        return Ok(None);
    }
    let (exponent, significand, bits) = session.term_get_fp_value(term)?;
    let format = Format::new(exponent, significand);
    let value = match super::read(session, rng, bits)? {
        Some(Value::Bv(bits)) if bits.width() == format.width() => {
            Fp::new(format, bits.unsigned().clone())
        }
        other => {
            let details = format!("of format {exponent} {significand}: {other:?}");
            return VALUE_FP.fails(details);
        }
    };
    let said = [
        session.term_is_fp_nan(term)?,
        session.term_is_fp_pos_inf(term)?,
        session.term_is_fp_neg_inf(term)?,
        session.term_is_fp_pos_zero(term)?,
        session.term_is_fp_neg_zero(term)?,
    ];
    let is = Fp::NAMES.map(|name| value.name() == Some(name));
    agree("by what it is", &said, &is, &value)?;
    Ok(Some(value))
}
