//! Queries after a check or at any time. They change nothing.

use super::super::ffi::Term;
use super::super::statistics::StatValue;
use super::{Extension, ExtensionCall, SEARCHING, needs_quantifiers, write};
use crate::cvc5::checks::{
    DIFFICULTY, FORMULA, INFO_LEVELS, INFO_LOGIC, INFO_MANAGER, INFO_OPTION, INFO_OUTPUT,
    LEARNED_LITERAL, MODEL_ELEMENT_SORT, MODEL_ELEMENTS, STATISTIC,
};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{
    LibraryName, NOTHING, SortArg, Takes, TermArg, has_model, is_answered, is_unsat,
};
use murxla_fsm::action::needs_option;
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{SortId, SortKind};
use murxla_fsm::state::Leaf;
use smallvec::smallvec;
use std::collections::BTreeSet;

/// Reads how difficult the assertions were.
pub(super) const GET_DIFFICULTY: Extension = Extension {
    name: "cvc5-get-difficulty",
    now: is_answered,
    needs: &[("produce-difficulty", "true")],
    does: get_difficulty,
    writes: Some(write::get_difficulty),
    ..SEARCHING
};

/// Reads literals that cvc5 has learned. They must follow from the assertions. The seed selects
/// their kind.
pub(super) const GET_LEARNED_LITERALS: Extension = Extension {
    name: "cvc5-get-learned-literals",
    now: is_answered,
    needs: &[("produce-learned-literals", "true")],
    does: get_learned_literals,
    writes: Some(write::get_learned_literals),
    ..SEARCHING
};

/// Reads the elements of an uninterpreted sort.
pub(super) const GET_MODEL_DOMAIN_ELEMENTS: Extension = Extension {
    name: "cvc5-get-model-domain-elements",
    takes: Takes {
        params: SortArg::PARAMS,
        pick: |cx| {
            let sorts = cx.state.sorts.iter();
            let sorts = sorts.filter(|(_, sort)| sort.kind() == SortKind::Uninterpreted);
            let sorts: Vec<SortId> = sorts.map(|(id, _)| id).collect();
            Some(smallvec![Arg::Sort(*cx.rng.pick(&sorts)?)])
        },
        valid: |state, call| {
            let SortArg { sort } = SortArg::args(call)?;
            if state.sorts.is_uninterpreted(sort) {
                return Ok(());
            }
            Invalid::wrong(format!("{sort} is not an uninterpreted sort"))
        },
        ..NOTHING
    },
    now: has_model,
    does: get_model_domain_elements,
    ..SEARCHING
};

/// Reads whether a constant is part of the model core.
pub(super) const IS_MODEL_CORE_SYMBOL: Extension = Extension {
    name: "cvc5-is-model-core-symbol",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| {
            let constants = cx
                .state
                .terms
                .iter()
                .filter(|(_, term)| term.leaf == Leaf::Const);
            let constants: Vec<TermId> = constants.map(|(id, _)| id).collect();
            Some(smallvec![Arg::Term(*cx.rng.pick(&constants)?)])
        },
        valid: |state, call| {
            let TermArg { term } = TermArg::args(call)?;
            match state.term(term).map(|term| &term.leaf) {
                Some(Leaf::Const) => Ok(()),
                _ => Invalid::wrong(format!("{term} is not a constant")),
            }
        },
        ..NOTHING
    },
    now: has_model,
    needs: &[("model-cores", "simple")],
    does: |(instance, context)| {
        let constant = *instance
            .content
            .terms
            .get(TermArg::args(context.call)?.term)?;
        instance.classify_error(instance.session.is_model_core_symbol(constant))?;
        Ok(Effect::Done)
    },
    ..SEARCHING
};

/// Reads the lemmas that a refutation used.
pub(super) const GET_UNSAT_CORE_LEMMAS: Extension = Extension {
    name: "cvc5-get-unsat-core-lemmas",
    now: |state| {
        needs_option(state.options.cores, "produce-unsat-cores")?;
        is_unsat(state)
    },
    needs: &[("unsat-cores-mode", "sat-proof")],
    does: |(instance, _)| {
        let lemmas = instance.classify_error(instance.session.get_unsat_core_lemmas())?;
        check_are_formulas(instance, "a lemma of a core", &lemmas)?;
        Ok(Effect::Done)
    },
    writes: Some(write::get_unsat_core_lemmas),
    ..SEARCHING
};

/// Reads the instantiations of quantifiers.
pub(super) const GET_INSTANTIATIONS: Extension = Extension {
    name: "cvc5-get-instantiations",
    now: |state| {
        needs_quantifiers(state)?;
        is_answered(state)
    },
    does: |(instance, _)| {
        instance.classify_error(instance.session.get_instantiations())?;
        Ok(Effect::Done)
    },
    ..SEARCHING
};

/// Reads statistics of the solver or the manager. The seed decides.
pub(super) const GET_STATISTICS: Extension = Extension {
    name: "cvc5-get-statistics",
    does: get_statistics,
    ..SEARCHING
};

arguments! {
    /// The name of an option.
    struct OptionArg<'c> {
        option: Word,
    }
}

/// The kind of the names of options.
pub(super) const OPTION: &str = "option";

/// Calls `get-info`, `get-option` for an option, and similar functions.
pub(super) const GET_INFO: Extension = Extension {
    name: "cvc5-get-info",
    takes: Takes {
        params: OptionArg::PARAMS,
        pick: |cx| {
            let names = cx.context.available.names.as_ref()?.of(OPTION);
            let name: &str = cx.rng.pick(names)?;
            Some(smallvec![Arg::Word(name.into())])
        },
        names: |call| {
            let name = OptionArg::args(call).map(|args| LibraryName::new(OPTION, args.option));
            Vec::from_iter(name.ok())
        },
        ..NOTHING
    },
    does: get_info,
    ..SEARCHING
};

/// All terms must have the sort `Bool`.
pub(super) fn check_are_formulas(instance: &Instance, what: &str, terms: &[Term]) -> Result {
    for term in terms {
        let sort = instance.session.term_get_sort(*term)?;
        if !instance.session.sort_is_boolean(sort)? {
            return FORMULA.fails_for(what, instance.text(*term));
        }
    }
    Ok(())
}

fn get_difficulty((instance, _): &mut ExtensionCall<'_>) -> Result<Effect> {
    let session = &instance.session;
    let (inputs, values) = instance.classify_error(session.get_difficulty())?;
    for (input, value) in inputs.into_iter().zip(values) {
        check_are_formulas(instance, "what is difficult", &[input])?;
        if !session.term_is_integer_value(value)?
            || session.term_get_real_or_integer_value_sign(value)? < 0
        {
            return DIFFICULTY.fails(instance.text(value));
        }
    }
    Ok(Effect::Done)
}

/// The kinds of learned literals, without the last number, which stands for none.
const LITERALS: usize = 6;

fn get_learned_literals((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let kind = instance.rng.index(LITERALS) as i32;
    instance.session.modes_learned_lit_type_to_string(kind)?;
    let literals = instance.classify_error(instance.session.get_learned_literals(kind))?;
    check_are_formulas(instance, "a learned literal", &literals)?;
    let last = context.state.checks.last.as_ref();
    if last.is_none_or(|last| last.assuming || last.answer == Answer::Unknown) {
        return Ok(Effect::Done);
    }
    // Only the solver that made a skolem knows what it stands for.
    let told = literals
        .iter()
        .filter(|literal| !has_skolem(instance, **literal).unwrap_or(true));
    let told: Vec<Term> = told.copied().collect();
    if let Some(literal) = instance.rng.pick(&told).copied() {
        let negation = instance.negation(literal)?;
        instance.refute(&[negation], LEARNED_LITERAL.failed(""))?;
    }
    Ok(Effect::Done)
}

/// Whether a term contains a skolem.
pub(super) fn has_skolem(instance: &Instance, term: Term) -> Result<bool> {
    let session = &instance.session;
    let mut visited = BTreeSet::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if session.term_is_skolem(term)? {
            return Ok(true);
        }
        if visited.insert(session.term_get_id(term)?) {
            open.extend(session.children(term)?);
        }
    }
    Ok(false)
}

fn get_model_domain_elements((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let sort = *instance
        .content
        .sorts
        .get(SortArg::args(context.call)?.sort)?;
    let session = &instance.session;
    let elements = instance.classify_error(session.get_model_domain_elements(sort))?;
    let mut names = Vec::new();
    for element in &elements {
        let same = session.sort_is_equal(session.term_get_sort(*element)?, sort)?;
        MODEL_ELEMENT_SORT.must(same)?;
        names.push(session.term_get_uninterpreted_sort_value(*element)?);
    }
    names.sort();
    names.dedup();
    if names.is_empty() || names.len() < elements.len() {
        return MODEL_ELEMENTS.fails(format!("{names:?} of {}", elements.len()));
    }
    Ok(Effect::Done)
}

fn get_statistics((instance, _): &mut ExtensionCall<'_>) -> Result<Effect> {
    let mut draw = || instance.rng.coin();
    let (manager, internal, default) = (draw(), draw(), draw());
    for statistic in instance.session.statistics(manager, internal, default)? {
        let odd = match &statistic.reading {
            // An average of no values is NaN.
            StatValue::Integer(_) | StatValue::Decimal(_) | StatValue::Text(_) => false,
            StatValue::Histogram(bars) => bars.iter().any(|(key, _)| key.is_empty()),
        };
        let hidden = (statistic.internal && !internal) || (statistic.default && !default);
        if odd || hidden || !statistic.found {
            let details = format!("{statistic:?}");
            return STATISTIC.fails_for(statistic.name, details);
        }
    }
    Ok(Effect::Done)
}

/// Flags of `get-info` that exist in any state.
const FLAGS: [&str; 7] = [
    "name",
    "version",
    "authors",
    "error-behavior",
    "filename",
    "assertion-stack-levels",
    "all-statistics",
];

/// Keywords of `set-info`, with values.
const FACTS: [(&str, &str); 5] = [
    ("category", "crafted"),
    ("difficulty", "0"),
    ("filename", "murxla.smt2"),
    ("license", "none"),
    ("source", "murxla"),
];

/// Tags of output. No run turns them on.
const TAGS: [&str; 3] = ["inst", "sygus", "learned-lits"];

/// The languages of parsers, without the last number, which stands for none.
const LANGUAGES: usize = 2;

fn get_info((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let session = &instance.session;
    let rng = &mut instance.rng;
    if let Some((keyword, value)) = rng.pick(&FACTS) {
        session.set_info(keyword, value)?;
    }
    if let Some(flag) = rng.pick(&FLAGS) {
        let said = session.get_info(flag)?;
        let levels = context.state.assertions.levels.len();
        if *flag == "assertion-stack-levels"
            && said.trim_end_matches(')').rsplit(' ').next() != Some(&levels.to_string())
        {
            return INFO_LEVELS.fails(format!("{levels} levels are '{said}'"));
        }
    }
    // Some options can only be set. Before 1.4, reading them ends the process.
    let name = OptionArg::args(context.call)?.option;
    if session.reports_errors() {
        match session.get_option(name) {
            Err(Error::Rejected(text)) if text.contains("Ungettable option") => {}
            said => drop(said?),
        }
        match session.option_text(name) {
            Err(Error::Unsupported(_)) => {}
            Ok(text) if !text.contains(name) && session.option_info(name)?.name == name => {
                return INFO_OPTION.fails(format!("{name}\n{text}"));
            }
            said => drop(said?),
        }
    }
    if let Some(logic) = &context.state.logic
        && (!session.is_logic_set()? || session.get_logic()? != **logic)
    {
        return INFO_LOGIC.fails("");
    }
    if let Some(tag) = rng.pick(&TAGS)
        && session.is_output_on(tag)?
    {
        return INFO_OUTPUT.fails("");
    }
    session.modes_input_language_to_string(rng.index(LANGUAGES) as i32)?;
    INFO_MANAGER.must(session.get_tm()? == session.parts().0)?;
    // There are getters for errors since 1.4.0.
    match session.reset_error() {
        Err(Error::Unsupported(_)) => {}
        said => said?,
    }
    Ok(Effect::Done)
}
