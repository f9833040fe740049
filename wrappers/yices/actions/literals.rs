//! The values of a model as terms.

use super::super::checks::VALUE_TERM;
use super::super::ffi::{Api, Model, Term};
use murxla_fsm::solver::Result;

/// The values of some terms as terms. `None` if one has no value, or no value that is a term.
pub(super) fn literals(api: Api, model: &Model, terms: &[Term]) -> Result<Option<Vec<Term>>> {
    let values = model.literals(terms)?;
    for (term, value) in terms.iter().zip(values.iter().flatten()) {
        let of = api.type_of_term(*term)?;
        let its = api.type_of_term(*value);
        let is_value = its.is_ok_and(|its| api.compatible_types(its, of).unwrap_or(false));
        VALUE_TERM.must_or(is_value, || api.describe(*term))?;
    }
    Ok(values)
}
