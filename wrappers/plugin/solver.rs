//! The calls of a run.

use super::checks::VALUE;
use super::instance::Instance;
use crate::shared::library::c;
use murxla_fsm::op::{BASE, Op};
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId, SortKind};
use murxla_fsm::value::Value;
use std::any::Any;

/// The kinds of sorts that adapters can be asked for.
const KINDS: [SortKind; 12] = [
    SortKind::Bool,
    SortKind::Int,
    SortKind::Real,
    SortKind::Bv,
    SortKind::Array,
    SortKind::Fun,
    SortKind::Uninterpreted,
    SortKind::Fp,
    SortKind::Rm,
    SortKind::String,
    SortKind::RegLan,
    SortKind::Seq,
];

/// The functions of adapters that an option needs.
const NEEDED: [(&str, &[&str]); 4] = [
    ("incremental", &["murxla_plugin_push", "murxla_plugin_pop"]),
    ("produce-models", &["murxla_plugin_get_value"]),
    ("produce-unsat-cores", &["murxla_plugin_in_core"]),
    ("produce-unsat-assumptions", &["murxla_plugin_in_core"]),
];

fn unsupported<T>(what: &str) -> Result<T> {
    Err(Error::Unsupported(what.to_owned()))
}

/// Whether a solver may have values of this sort that are not literals: arrays, elements of
/// declared sorts, and irrational numbers.
fn has_other_values(sort: Option<&Sort>) -> bool {
    use SortKind::{Array, Fun, Real, RegLan, Seq, Uninterpreted};
    let other = [Array, Fun, Real, RegLan, Seq, Uninterpreted];
    sort.is_none_or(|sort| other.contains(&sort.kind()))
}

impl Solver for Instance {
    fn begin(&mut self, seed: u32) {
        self.notation.begin(seed);
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        match self.session.set_logic(logic) {
            // The logic only restricts what follows.
            Ok(_) | Err(Error::Unsupported(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        let needed = NEEDED.iter().find(|(option, _)| *option == name);
        if let (Some((_, functions)), "true") = (needed, value)
            && !self.api.has(functions)
        {
            let functions = functions.join(" or ");
            return Err(Error::Option(format!("the plugin has no {functions}")));
        }
        match self.session.set_option(name, value) {
            Ok(_) => Ok(()),
            // Without the function, there is nothing to prepare for the common options.
            Err(Error::Unsupported(function)) if needed.is_none() || self.api.has(&[&function]) => {
                Err(Error::Option(format!("the plugin has no option {name}")))
            }
            Err(Error::Unsupported(_)) => Ok(()),
            Err(Error::Rejected(message)) => Err(Error::Option(message)),
            Err(error) => Err(error),
        }
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let kind = sort.kind();
        if !KINDS.contains(&kind) || self.missing.has(kind) || matches!(sort, Sort::Instance(..)) {
            return unsupported(kind.name());
        }
        self.notation.add_sort(out, sort)?;
        let symbol = match sort {
            Sort::Uninterpreted(symbol) => symbol,
            _ => "",
        };
        let indices = match sort {
            Sort::Bv(width) => vec![*width],
            Sort::Fp(exponent, significand) => vec![*exponent, *significand],
            _ => Vec::new(),
        };
        let parts: Vec<u32> = sort.parts().iter().map(|part| part.0).collect();
        let (kind, symbol) = (c(kind.name())?, c(symbol)?);
        self.session
            .mk_sort(out.0, &kind, &symbol, &indices, &parts)?;
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.session.mk_const(out.0, sort.0, symbol)?;
        self.terms.insert(out, sort);
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.session.mk_var(out.0, sort.0, symbol)?;
        self.terms.insert(out, sort);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let text = self.notation.literal(sort, value)?;
        self.session.mk_value(out.0, sort.0, &text)?;
        self.terms.insert(out, sort);
        Ok(())
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        let Some(row) = BASE.get(op.index()) else {
            return unsupported("an operator of another solver");
        };
        let args = self.known(args)?;
        self.session
            .mk_term(out.0, row.name, &args, indices, sort.0)?;
        self.terms.insert(out, sort);
        Ok(())
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let params = self.known(params)?;
        self.terms.get(body)?;
        self.session
            .mk_fun(out.0, sort.0, symbol, &params, body.0)?;
        self.terms.insert(out, sort);
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        self.terms.get(formula)?;
        self.session.assert(formula.0)?;
        self.asserted.add(formula);
        Ok(())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        let formulas = self.known(assumptions)?;
        self.assumed = assumptions.to_vec();
        self.session.check_sat(&formulas)
    }

    fn push(&mut self, levels: u32) -> Result {
        self.session.push(levels)?;
        self.asserted.push(levels);
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.asserted.check_pop(levels)?;
        self.session.pop(levels)?;
        self.asserted.pop(levels)
    }

    /// Adapters have no function for it: there is a new instance, with nothing of the old one.
    fn reset(&mut self) -> Result {
        *self = Self::new(self.api, self.missing)?;
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.session.reset_assertions()?;
        self.asserted.clear();
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        let mut values = Vec::new();
        for term in terms {
            let id = *self.terms.get(*term)?;
            let is_function = matches!(self.notation.sort(id), Some(Sort::Fun(..)));
            let text = if is_function {
                None
            } else {
                self.session.value(term.0)?
            };
            let value = text.as_ref().and_then(|text| self.notation.read(id, text));
            if let (Some(text), None) = (&text, &value)
                && !has_other_values(self.notation.sort(id))
            {
                return VALUE.fails(format!("the value of {term} is '{text}'"));
            }
            values.push(value);
        }
        Ok(values)
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        self.core_of(&[&self.asserted[..], &self.assumed].concat())
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        self.core_of(&self.assumed)
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}
