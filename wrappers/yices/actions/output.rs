//! Printed terms, which are parsed again, printed models, and formulas as clauses.

use super::super::checks::{
    NO_DIMACS, NO_PRINTED_ERROR, NO_PRINTED_TERMS, NO_PRINTED_VALUES, PRINTED_BITS,
    PRINTED_NOT_PARSED, STRING_AND_FILE,
};
use super::super::ffi::{Api, Term};
use super::super::printing::Area;
use super::answers::{OWN_CONTEXT, is_propositional};
use super::contexts::answer_if_supported;
use super::{ExtensionCall, mcsat};
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;

/// The widths, heights and indentations of texts. Some are too small for most terms.
const WIDTHS: [u32; 4] = [4, 20, 80, 200];
const HEIGHTS: [u32; 4] = [1, 3, 20, 1000];
const OFFSETS: [u32; 3] = [0, 3, 15];

fn area(rng: &mut Rng) -> Area {
    [
        WIDTHS[rng.index(WIDTHS.len())],
        HEIGHTS[rng.index(HEIGHTS.len())],
        OFFSETS[rng.index(OFFSETS.len())],
    ]
}

/// Prints the term and its type into areas of different sizes. A string and a file must have the
/// same text.
pub(super) fn print(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let area = area(&mut call.yices.rng);
    let of = api.type_of_term(term)?;
    for [string, file] in [api.term_in(term, area)?, api.type_in(of, area)?] {
        // The file has a line feed at its end.
        if string.trim_end() != file.trim_end() {
            return STRING_AND_FILE.fails(format!("in {area:?}\n{string}\n{file}"));
        }
    }
    let both = api.terms_in(&[term, api.r#true()?, term], area, call.yices.rng.coin())?;
    NO_PRINTED_TERMS.must(!both.is_empty())?;
    NO_PRINTED_ERROR.must(api.parse_term("(_").is_err() && !api.printed_error()?.is_empty())?;
    api.last_error();
    Ok(Effect::Done)
}

/// Prints a model of the formulas in all ways.
pub(super) fn print_model(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    let Some(found) = answer_if_supported(api.solve(&formulas, None, None))? else {
        return Ok(Effect::Done);
    };
    if let (_, Some(model)) = &found {
        let area = area(&mut call.yices.rng);
        model.printed(area)?;
        let texts = model.printed_values(&formulas, area)?;
        // Values that the library cannot compute, as of functions of functions, are not printed.
        NO_PRINTED_VALUES.must(
            model.all_hold(&formulas)?.is_none() || texts.iter().all(|text| !text.is_empty()),
        )?;
    }
    call.claim(found.0, OWN_CONTEXT)
}

/// Translates formulas of bit-vectors to clauses, and solves these.
pub(super) fn clauses(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, formulas) = (call.api, call.formulas()?);
    if !is_propositional(api, &formulas)? {
        return Ok(Effect::Done);
    }
    let simplify = call.yices.rng.coin();
    let how = if simplify {
        "simplified clauses"
    } else {
        "clauses"
    };
    let text = match answer_if_supported(api.clauses(&formulas, simplify))? {
        Some(Ok(text)) => text,
        Some(Err(answer)) => return call.claim(answer, how),
        None => return Ok(Effect::Done),
    };
    if text.len() > LONG {
        return Ok(Effect::Done);
    }
    let Some(clauses) = read(api, &text)? else {
        return NO_DIMACS.fails(text);
    };
    match api.solve(&clauses, None, None) {
        Ok((answer, _)) => call.claim(answer, how),
        Err(failure) => Err(failure.into()),
    }
}

/// The largest number of letters of clauses that are read.
const LONG: usize = 200_000;

/// Reads clauses. The header says how many variables and clauses there are.
fn read(api: Api, text: &str) -> Result<Option<Vec<Term>>> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header = lines.next().unwrap_or_default();
    let header: Vec<&str> = header.split_whitespace().collect();
    let ["p", "cnf", variables, count] = header[..] else {
        return Ok(None);
    };
    let (Ok(variables), Ok(count)) = (variables.parse::<usize>(), count.parse::<usize>()) else {
        return Ok(None);
    };
    // There is hardly a variable without a literal.
    let variables = variables.min(text.len());
    let bool = api.bool_type()?;
    let variables = (0..variables).map(|_| api.new_uninterpreted_term(bool));
    let variables = variables.collect::<Result<Vec<Term>>>()?;
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    for word in lines.flat_map(str::split_whitespace) {
        match word.parse::<isize>() {
            Ok(0) => clauses.push(api.or(&mut std::mem::take(&mut clause))?),
            Ok(literal) => {
                let Some(variable) = variables.get(literal.unsigned_abs() - 1) else {
                    return Ok(None);
                };
                clause.push(if literal < 0 {
                    api.not(*variable)?
                } else {
                    *variable
                });
            }
            Err(_) => return Ok(None),
        }
    }
    Ok((clauses.len() == count && clause.is_empty()).then_some(clauses))
}

/// Prints the term and parses it.
pub(super) fn parse(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let text = api.term_to_string(term, 10_000, 1_000, 0)?;
    // Long texts are cut, and terms without a name are printed as numbers.
    if text.contains("...") || text.contains('!') {
        return call.add_result(term);
    }
    let parsed = match api.parse_term(&text) {
        Ok(parsed) => parsed,
        Err(error) => return PRINTED_NOT_PARSED.fails(format!("{error}\n{text}")),
    };
    // Release 2.6.5 prints bits from the lowest one on, and its parser takes the highest one first.
    if parsed != term && text.contains("(bool-to-bv ") {
        if !mcsat::is_equal_in_assignment(call, parsed)? {
            return PRINTED_BITS.fails(text);
        }
        return call.add_result(term);
    }
    call.add_result(parsed)
}
