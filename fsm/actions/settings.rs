//! `set-logic` and `set-option`.

use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Role, Run, Validity,
    live,
};
use crate::arguments;
use crate::settings;
use crate::solver::{Error, Result};
use crate::state::{HIGHER_ORDER, InstanceState};
use crate::theory::{Theories, Theory};
use smallvec::smallvec;

/// The SMT-LIB name of the smallest logic with all of `theories`. `linear` says whether arithmetic
/// is linear.
#[must_use]
pub fn logic_name(theories: Theories, linear: bool) -> String {
    let has = |theory| theories.has(theory);
    if has(Theory::Bag) {
        // Only cvc5 has bags, and it has no other name for a logic with them.
        let name = if has(Theory::Quant) { "ALL" } else { "QF_ALL" };
        return name.to_owned();
    }
    let mut name = String::new();
    // `set.fold` of cvc5 needs integers.
    let integers = has(Theory::Int) || has(Theory::Set) && has(Theory::Ho);
    let arithmetic = integers || has(Theory::Real);
    if has(Theory::Array) {
        let others = [
            Theory::Uf,
            Theory::Bv,
            Theory::Fp,
            Theory::String,
            Theory::Seq,
            Theory::Ff,
            Theory::Set,
            Theory::Dt,
            Theory::Tuple,
            Theory::Nullable,
        ];
        let alone = !others.into_iter().any(has) && !arithmetic;
        name.push_str(if alone { "AX" } else { "A" });
    }
    // QF_ABV only allows arrays between bit-vectors, and Z3 enforces that.
    let mixed = has(Theory::Array) && (has(Theory::Bv) || has(Theory::Fp));
    if has(Theory::Uf) || mixed {
        name.push_str("UF");
    }
    if has(Theory::Bv) {
        name.push_str("BV");
    }
    if has(Theory::Ff) {
        name.push_str("FF");
    }
    if has(Theory::Fp) {
        name.push_str("FP");
    }
    if has(Theory::Dt) || has(Theory::Tuple) || has(Theory::Nullable) {
        name.push_str("DT");
    }
    // Sequences belong to the theory of strings.
    if has(Theory::String) || has(Theory::Seq) {
        name.push('S');
    }
    if arithmetic {
        let transcendental = has(Theory::Real) && has(Theory::Transcendental);
        name.push(if linear && !transcendental { 'L' } else { 'N' });
        name.push_str(if integers { "I" } else { "" });
        name.push_str(if has(Theory::Real) { "R" } else { "" });
        name.push_str(if transcendental { "AT" } else { "A" });
    }
    if has(Theory::Set) {
        name.push_str("FS"); // The name in cvc5.
    }
    if name.is_empty() {
        name.push_str("UF"); // SMT-LIB has no logic of the Core theory alone.
    }
    if !has(Theory::Quant) {
        name.insert_str(0, "QF_");
    }
    name
}

/// `set-logic`.
pub struct SetLogic;

arguments! {
    /// What `set-logic` takes.
    SetLogic => SetLogicArgs<'c> {
        /// The name of the logic.
        logic: Word,
    }
}

impl Action for SetLogic {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            ..ActionRow::new("set-logic", Role::Configure)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if cx.state.logic.is_some() {
            return None;
        }
        let logic = if cx.rng.chance(30) {
            "ALL".to_owned()
        } else {
            logic_name(cx.swarm.theories, cx.swarm.linear)
        };
        let logic = if cx.swarm.theories.has(Theory::Ho) {
            format!("{HIGHER_ORDER}{logic}")
        } else {
            logic
        };
        Some((smallvec![Arg::Word(logic.into())], Ids::default()))
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        live(state)?;
        if state.logic.is_some() {
            return Invalid::wrong("the logic has been set already");
        }
        if state.sorts.iter().next().is_some() {
            return Invalid::wrong("the logic must be set before sorts are made");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let logic = Self::args(call)?.logic;
        cx.solver()?.set_logic(logic)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        state.logic = Self::args(call).ok().map(|args| args.logic.into());
    }
}

/// `set-option`.
pub struct SetOption;

arguments! {
    /// What `set-option` takes.
    SetOption => SetOptionArgs<'c> {
        /// The name of the option.
        name: Word,
        /// Its value.
        value: Word,
    }
}

impl SetOption {
    /// The first forced option that has not been set yet.
    pub fn forced<'a>(state: &InstanceState, context: &'a Context) -> Option<&'a (String, String)> {
        let done = |name: &str| state.set_options.names.iter().any(|n| **n == *name);
        context.user.options.iter().find(|(name, _)| !done(name))
    }
}

impl Action for SetOption {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            ..ActionRow::new("set-option", Role::Configure)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if cx.state.checks.count > 0 {
            let (name, value) = settings::draw_change(cx.rng, &cx.swarm.settings, cx.context)?;
            return Some(setting(&name, &value));
        }
        if cx.state.sorts.iter().next().is_some() {
            return None;
        }
        let is_set = |name: &str| cx.state.set_options.names.iter().any(|set| **set == *name);
        let is_off = |name: &str| settings::is_left_off(name, cx.swarm.theories, cx.context);
        let forced = Self::forced(cx.state, cx.context);
        let forced = forced.map(|(name, value)| (name.as_str(), value.as_str()));
        let mut drawn = cx.swarm.settings.of_walk();
        let (name, value) =
            forced.or_else(|| drawn.find(|(name, _)| !is_set(name) && !is_off(name)))?;
        Some(setting(name, value))
    }

    fn valid_args(&self, _: &InstanceState, call: &Call, context: &Context) -> Validity {
        let SetOptionArgs { name, value } = Self::args(call)?;
        if let Some(does) = context.options.files.refusal(name)
            && !context
                .user
                .options
                .iter()
                .any(|(n, v)| n == name && v == value)
        {
            return Err(Invalid::Forbidden(format!("the option '{name}' {does}")));
        }
        let mut needed = context.foreign.unwrap_or_default();
        if value != "true" && needed.get_mut(name).is_some_and(|on| *on) {
            // The call is skipped. The solver of the trace may lack the option, so that the call
            // had no effect there.
            let message = format!("'{name}' stays on, because calls of the trace need it");
            return Err(Invalid::NotNow(message));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let SetOptionArgs { name, value } = Self::args(call)?;
        match cx.solver()?.set_option(name, value) {
            Ok(()) => Ok(Effect::Done),
            Err(Error::Option(reason)) => Ok(Effect::Refused(reason)),
            Err(other) => Err(other),
        }
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, effect: &Effect, _: &Context) {
        let Ok(SetOptionArgs { name, value }) = Self::args(call) else {
            return;
        };
        state.set_options.names.push(name.into());
        state.discard_last_check();
        if *effect != Effect::Done {
            return;
        }
        match state.options.get_mut(name) {
            Some(option) => *option = value == "true",
            None => {
                let setting = (name.into(), value.into());
                state.set_options.own.extend([setting]);
            }
        }
    }
}

fn setting(name: &str, value: &str) -> (Args, Ids) {
    let args = smallvec![Arg::Word(name.into()), Arg::Word(value.into())];
    (args, Ids::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logics_have_their_standard_names() {
        let name = |list: &[Theory], linear| logic_name(list.iter().copied().collect(), linear);
        use Theory::{Array, Bv, Fp, Int, Quant, Real, Seq, String, Uf};
        assert_eq!(name(&[Bv], false), "QF_BV");
        assert_eq!(name(&[Array], false), "QF_AX");
        assert_eq!(name(&[Array, Uf, Bv, Quant], false), "AUFBV");
        assert_eq!(name(&[Array, Uf, Int, Real, Quant], true), "AUFLIRA");
        assert_eq!(name(&[Uf, Real], false), "QF_UFNRA");
        assert_eq!(name(&[Fp], false), "QF_FP");
        assert_eq!(name(&[Theory::Set], false), "QF_FS");
        assert_eq!(name(&[Theory::Set, Theory::Ho], true), "QF_LIAFS");
        assert_eq!(name(&[Fp, Bv], false), "QF_BVFP");
        assert_eq!(name(&[Fp, Real], true), "QF_FPLRA");
        assert_eq!(name(&[], false), "QF_UF");
        assert_eq!(name(&[String], false), "QF_S");
        assert_eq!(name(&[String, Int], true), "QF_SLIA");
        assert_eq!(name(&[Seq, Array], true), "QF_AS");
        assert_eq!(name(&[Theory::Ff, Bv], true), "QF_BVFF");
        assert_eq!(name(&[Theory::Transcendental, Real], true), "QF_NRAT");
        assert_eq!(name(&[Theory::Transcendental, Int], true), "QF_LIA");
        assert_eq!(name(&[String, Int, Array, Uf], false), "QF_AUFSNIA");
    }
}
