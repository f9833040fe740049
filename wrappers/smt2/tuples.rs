//! Tuples. cvc5 has them. For other solvers, the script declares a datatype for each length.

use super::Flavour;
use super::print::TermText;
use super::script::Script;
use super::sexp::{list, name};
use super::state::DeclaredTuple;
use murxla_fsm::op::{OpRow, TupleOp};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;

fn unknown() -> Error {
    Error::Rejected("tuples whose sort was not made".to_owned())
}

impl Script {
    /// The text of a sort of tuples.
    pub(super) fn tuple_sort(&mut self, parts: &[SortId]) -> Result<String> {
        let list = self.sort_list(parts)?;
        if parts.is_empty() {
            return Err(Error::Rejected("a tuple without parts".to_owned()));
        }
        if self.flavour == Flavour::Cvc5 {
            return Ok(format!("(Tuple{list})"));
        }
        let length = parts.len();
        let symbol = match self.state.tuples.get(&length) {
            Some(declared) => declared.sort.clone(),
            None => self.declare_tuples(length),
        };
        Ok(format!("({symbol}{list})"))
    }

    fn declare_tuples(&mut self, length: usize) -> String {
        let symbols = &mut self.state.symbols;
        let mut all = |what: &str| -> Vec<String> {
            let places = 0..length;
            places
                .map(|n| symbols.fresh(&format!("{what}{n}")))
                .collect()
        };
        let (params, selectors) = (all("T"), all(&format!("tuple{length}-")));
        let (sort, constructor) = (
            symbols.fresh(&format!("Tuple{length}")),
            symbols.fresh(&format!("tuple{length}")),
        );
        let fields = selectors.iter().zip(&params);
        let fields: String = fields.map(|(s, p)| format!(" ({s} {p})")).collect();
        let params = params.join(" ");
        self.command(&format!(
            "(declare-datatype {sort} (par ({params}) (({constructor}{fields}))))"
        ));
        let declared = DeclaredTuple {
            sort: sort.clone(),
            constructor,
            selectors,
        };
        self.state.tuples.insert(length, declared);
        sort
    }

    fn declared_tuples(&self, length: usize) -> Result<&DeclaredTuple> {
        self.state.tuples.get(&length).ok_or_else(unknown)
    }

    /// The text before the parts of a tuple.
    fn tuple_head(&self, length: usize) -> Result<&str> {
        match self.flavour {
            Flavour::Cvc5 => Ok("tuple"),
            _ => Ok(&self.declared_tuples(length)?.constructor),
        }
    }

    /// The text of an application, in parts.
    pub(super) fn tuple_kind(
        &self,
        row: &OpRow,
        tupling: TupleOp,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<TermText> {
        let first = *args.first().ok_or_else(unknown)?;
        let open = if tupling == TupleOp::Make {
            format!("({}", self.tuple_head(args.len())?)
        } else if self.flavour == Flavour::Cvc5 {
            let indices: String = indices.iter().map(|i| format!(" {i}")).collect();
            format!("((_ {}{indices})", row.smt)
        } else {
            let sort = self.state.terms.get(first)?.sort;
            let Some(Sort::Tuple(parts)) = self.state.sorts.get(sort) else {
                return Err(unknown());
            };
            let selectors = &self.declared_tuples(parts.len())?.selectors;
            let place = indices.first().and_then(|n| selectors.get(*n as usize));
            let selector = place.ok_or_else(unknown)?;
            match (tupling, self.flavour) {
                (TupleOp::Select, _) => format!("({selector}"),
                (TupleOp::Update, Flavour::Z3) => format!("((_ update-field {selector})"),
                (TupleOp::Update, _) => format!("((_ update {selector})"),
                _ => return Err(Error::Unsupported(row.smt.to_owned())),
            }
        };
        Ok(TermText::Apply {
            open,
            args: args.to_vec(),
            close: ")".to_owned(),
        })
    }

    /// The text of a tuple.
    pub(super) fn tuple_text(&mut self, parts: &[SortId], value: &Value) -> Result<String> {
        let values = value.parts().filter(|values| values.len() == parts.len());
        let mut text = format!("({}", self.tuple_head(parts.len())?);
        for (part, value) in parts.iter().zip(values.ok_or_else(unknown)?) {
            text.push_str(&format!(" {}", self.value_text(*part, value)?));
        }
        Ok(text + ")")
    }

    /// The texts of the parts of a tuple of a length.
    pub(super) fn tuple_parts<'t>(&self, length: usize, text: &'t str) -> Option<Vec<&'t str>> {
        let mut parts = list(text)?;
        let head = match list(parts.first()?).as_deref() {
            Some(["as", head, _]) => *head,
            _ => parts.first()?,
        };
        let is_tuple = name(head) == name(self.tuple_head(length).ok()?);
        parts.remove(0);
        (is_tuple && parts.len() == length).then_some(parts)
    }
}
