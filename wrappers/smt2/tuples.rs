//! Tuples. If the dialect does not have them, the script declares datatypes.

use super::print::TermText;
use super::script::Script;
use super::sexp::{list, name};
use super::state::DeclaredTuple;
use murxla_fsm::op::{OpRow, TupleOp};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};

/// The tuple without parts.
const UNIT: &str = "tuple.unit";

fn unknown() -> Error {
    Error::Rejected("tuples whose sort was not made".to_owned())
}

impl Script {
    /// The text of a sort of tuples.
    pub(super) fn tuple_sort(&mut self, parts: &[SortId]) -> Result<String> {
        let list = self.sort_list(parts)?;
        if parts.is_empty() {
            return match self.dialect.language.sorts.has_tuples {
                true => Ok("UnitTuple".to_owned()),
                false => Err(Error::Unsupported("a tuple without parts".to_owned())),
            };
        }
        if self.dialect.language.sorts.has_tuples {
            return Ok(format!("(Tuple{list})"));
        }
        let key = self.tuple_key(parts);
        if !self.state.declarations.tuples.contains_key(&key) {
            let declared = self.declare_tuples(parts)?;
            self.state.declarations.tuples.insert(key, declared);
        }
        let symbol = &self.declared_tuples(parts)?.sort;
        Ok(match self.dialect.language.sorts.has_instances {
            true => symbol.clone(),
            false => format!("({symbol}{list})"),
        })
    }

    /// What tuples that share a datatype have in common: all sorts, or only the length.
    fn tuple_key(&self, parts: &[SortId]) -> Vec<Option<SortId>> {
        let has_instances = self.dialect.language.sorts.has_instances;
        let part = |sort: &SortId| has_instances.then(|| self.state.sorts.canon(*sort));
        parts.iter().map(part).collect()
    }

    /// A datatype for tuples: one with parameters, or one for these sorts, if the dialect has
    /// instances.
    fn declare_tuples(&mut self, parts: &[SortId]) -> Result<DeclaredTuple> {
        let (length, list) = (parts.len(), self.sort_list(parts)?);
        let has_instances = self.dialect.language.sorts.has_instances;
        let symbols = &mut self.state.symbols;
        let mut all = |what: &str| -> Vec<String> {
            let places = 0..length;
            places
                .map(|n| symbols.fresh(&format!("{what}{n}")))
                .collect()
        };
        let params = if has_instances { Vec::new() } else { all("T") };
        let selectors = all(&format!("tuple{length}-"));
        let name = match has_instances {
            true => format!("Tuple{length}<{}>", list.trim()),
            false => format!("Tuple{length}"),
        };
        let (sort, constructor) = (
            symbols.fresh(&name),
            symbols.fresh(&format!("tuple{length}")),
        );
        let mut fields = String::new();
        for (n, selector) in selectors.iter().enumerate() {
            let sort = match params.get(n) {
                Some(param) => param,
                None => self.sort_text(parts[n])?,
            };
            fields.push_str(&format!(" ({selector} {sort})"));
        }
        let mut body = format!("(({constructor}{fields}))");
        if !has_instances {
            body = format!("(par ({}) {body})", params.join(" "));
        }
        self.command(&format!("(declare-datatype {sort} {body})"));
        Ok(DeclaredTuple {
            sort,
            constructor,
            selectors,
        })
    }

    fn declared_tuples(&self, parts: &[SortId]) -> Result<&DeclaredTuple> {
        let declared = self.state.declarations.tuples.get(&self.tuple_key(parts));
        declared.ok_or_else(unknown)
    }

    /// The text before the parts of a tuple.
    pub(super) fn tuple_head(&self, parts: &[SortId]) -> Result<&str> {
        match self.dialect.language.sorts.has_tuples {
            true if parts.is_empty() => Ok(UNIT),
            true => Ok("tuple"),
            false => Ok(&self.declared_tuples(parts)?.constructor),
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
        if tupling == TupleOp::Make && args.is_empty() {
            return Ok(TermText::Leaf(self.tuple_head(&[])?.to_owned()));
        }
        let first = *args.first().ok_or_else(unknown)?;
        let open = if tupling == TupleOp::Make {
            let sort = |arg: &TermId| self.state.terms.get(*arg).map(|term| term.sort);
            let parts = args.iter().map(sort).collect::<Result<Vec<_>>>()?;
            format!("({}", self.tuple_head(&parts)?)
        } else if self.dialect.language.sorts.has_tuples {
            let indices: String = indices.iter().map(|i| format!(" {i}")).collect();
            match indices.is_empty() {
                true => format!("({}", row.smt),
                false => format!("((_ {}{indices})", row.smt),
            }
        } else {
            let sort = self.state.terms.get(first)?.sort;
            let Some(Sort::Tuple(parts)) = self.state.sorts.get(sort) else {
                return Err(unknown());
            };
            let selectors = &self.declared_tuples(parts)?.selectors;
            let place = indices.first().and_then(|n| selectors.get(*n as usize));
            let selector = place.ok_or_else(unknown)?;
            match tupling {
                TupleOp::Select => format!("({selector}"),
                TupleOp::Update => {
                    let update = self.dialect.language.terms.field_update.unwrap_or("update");
                    format!("((_ {update} {selector})")
                }
                _ => return Err(Error::Unsupported(row.smt.to_owned())),
            }
        };
        Ok(TermText::Apply {
            open,
            args: args.to_vec(),
            close: ")".to_owned(),
        })
    }

    /// The texts of the parts of a tuple of these sorts.
    pub(super) fn tuple_parts<'t>(&self, sorts: &[SortId], text: &'t str) -> Option<Vec<&'t str>> {
        if sorts.is_empty() {
            return (name(text) == UNIT).then(Vec::new);
        }
        let mut parts = list(text)?;
        let head = match list(parts.first()?).as_deref() {
            Some(["as", head, _]) => *head,
            _ => parts.first()?,
        };
        let is_tuple = name(head) == name(self.tuple_head(sorts).ok()?);
        parts.remove(0);
        (is_tuple && parts.len() == sorts.len()).then_some(parts)
    }
}
