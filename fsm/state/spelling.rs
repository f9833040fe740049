//! Values as terms of SMT-LIB.

use crate::solver::{Error, Result};
use crate::sort::{Sort, SortId, Sorts};
use crate::value::{FunTable, Value};

/// The text of a value of this sort, for messages and notes: a term of SMT-LIB, where the standard
/// has one.
///
/// Elements of uninterpreted sorts are written as abstract values of models, `(as @e0 U)`. Constant
/// arrays are `((as const (Array Int Int)) 0)`, as Z3 and cvc5 have them. Functions are written
/// with `lambda`. Sets, bags, sequences, tuples, nullable values and elements of finite fields are
/// written as cvc5 has them.
#[must_use]
pub fn text(sorts: &Sorts, sort: SortId, value: &Value) -> String {
    // A value that is not of the sort has no term.
    let term = Plain(sorts).value(sort, value);
    term.unwrap_or_else(|_| value.to_string())
}

/// The application of a function or selector to values of these sorts, as in [`text`].
#[must_use]
pub fn application(sorts: &Sorts, head: &str, domain: &[SortId], args: &[Value]) -> String {
    let args = domain.iter().zip(args);
    let args = args.map(|(sort, arg)| format!(" {}", text(sorts, *sort, arg)));
    format!("({head}{})", args.collect::<String>())
}

/// The spelling of [`text`].
struct Plain<'s>(&'s Sorts);

impl Spelling for Plain<'_> {
    fn sorts(&self) -> &Sorts {
        self.0
    }
}

/// The error for a value that has no term.
#[must_use]
pub fn no_term(value: &Value) -> Error {
    Error::Unsupported(format!("the value {value}"))
}

/// How values are written. A language implements what it writes in another way than [`text`], or
/// what it has to declare first. Each method fails if the language has no text for its argument.
#[expect(
    clippy::missing_errors_doc,
    reason = "the errors of all methods are described above"
)]
pub trait Spelling {
    /// The sorts of the values.
    fn sorts(&self) -> &Sorts;

    /// A sort.
    fn sort(&mut self, sort: SortId) -> Result<String> {
        Ok(self.sorts().view(sort).to_string())
    }

    /// The n-th element of an uninterpreted sort.
    fn element(&mut self, sort: SortId, n: u32) -> Result<String> {
        Ok(format!("(as @e{n} {})", self.sort(sort)?))
    }

    /// An array of this sort with the same value everywhere.
    fn constant_array(&mut self, sort: SortId, everywhere: &str) -> Result<String> {
        Ok(format!("((as const {}) {everywhere})", self.sort(sort)?))
    }

    /// The empty set of this sort.
    fn empty_set(&mut self, sort: SortId) -> Result<String> {
        Ok(format!("(as set.empty {})", self.sort(sort)?))
    }

    /// A set with one more member.
    fn with_member(&mut self, set: &str, member: &str) -> String {
        format!("(set.insert {member} {set})")
    }

    /// A constructor of a datatype. It has its sort if its arguments do not determine it.
    fn constructor(&mut self, sort: SortId, number: u32) -> Result<String> {
        let datatype = match self.sorts().get(sort) {
            Some(Sort::Dt(datatype)) => datatype,
            _ => return Err(Error::Unsupported(format!("the datatype {sort}"))),
        };
        let constructor = datatype.constructors().get(number as usize);
        let what = || Error::Unsupported(format!("constructor {number} of {sort}"));
        let symbol = constructor.ok_or_else(what)?.symbol.to_string();
        Ok(match &datatype.args[..] {
            [] => symbol,
            _ => format!("(as {symbol} {})", self.sort(sort)?),
        })
    }

    /// The constructor of tuples with parts of these sorts.
    fn tuple(&mut self, _parts: &[SortId]) -> Result<String> {
        Ok("tuple".to_owned())
    }

    /// The n-th parameter of the function with this name.
    fn parameter(&mut self, _function: &str, n: usize) -> String {
        format!("x{n}")
    }

    /// A value of this sort.
    fn value(&mut self, sort: SortId, value: &Value) -> Result<String> {
        let Some(of) = self.sorts().get(sort).cloned() else {
            return Err(no_term(value));
        };
        match (&of, value) {
            (Sort::Uninterpreted(_) | Sort::Instance(..), Value::Element(n)) => {
                self.element(sort, *n)
            }
            (Sort::Array(index, element), Value::Array(table)) => {
                let everywhere = self.value(*element, &table.default)?;
                let mut text = self.constant_array(sort, &everywhere)?;
                for (key, value) in table.entries() {
                    let (key, value) = (self.value(*index, key)?, self.value(*element, value)?);
                    text = format!("(store {text} {key} {value})");
                }
                Ok(text)
            }
            (Sort::Set(element), Value::Set(set)) => {
                let mut text = self.empty_set(sort)?;
                for member in set.members() {
                    let member = self.value(*element, member)?;
                    text = self.with_member(&text, &member);
                }
                Ok(text)
            }
            (Sort::Bag(element), Value::Bag(bag)) => {
                let mut text = format!("(as bag.empty {})", self.sort(sort)?);
                for (member, times) in bag.members() {
                    let member = self.value(*element, member)?;
                    text = format!("(bag.union_disjoint (bag {member} {times}) {text})");
                }
                Ok(text)
            }
            (Sort::Seq(element), Value::Seq(elements)) => {
                let mut units = Vec::new();
                for value in elements.iter() {
                    units.push(format!("(seq.unit {})", self.value(*element, value)?));
                }
                Ok(match &units[..] {
                    [] => format!("(as seq.empty {})", self.sort(sort)?),
                    [one] => one.clone(),
                    units => format!("(seq.++ {})", units.join(" ")),
                })
            }
            (Sort::Fun(domain, codomain), Value::Fun(table)) => {
                let (params, body) = self.function("function", domain, *codomain, table)?;
                Ok(format!("(lambda ({params}) {body})"))
            }
            (Sort::Ff(_), Value::Ff(value)) => {
                Ok(format!("(as ff{} {})", value.value(), self.sort(sort)?))
            }
            (Sort::Dt(datatype), Value::Dt(cell)) => {
                let constructor = self.constructor(sort, cell.constructor())?;
                let fields = datatype.fields(self.sorts(), cell.constructor() as usize);
                let fields = fields.ok_or_else(|| no_term(value))?;
                self.cell(constructor, &fields, cell.args())
            }
            (Sort::Tuple(parts), Value::Dt(cell)) if parts.len() == cell.args().len() => {
                let constructor = self.tuple(parts)?;
                self.cell(constructor, parts, cell.args())
            }
            (Sort::Nullable(element), Value::Dt(cell)) => match cell.args() {
                [] => Ok(format!("(as nullable.null {})", self.sort(sort)?)),
                args => self.cell("nullable.some".to_owned(), &[*element], args),
            },
            _ if value.is_literal() || matches!(value, Value::RegLan(_)) => Ok(value.to_string()),
            _ => Err(no_term(value)),
        }
    }

    /// The application of a constructor to values of these sorts.
    fn cell(&mut self, constructor: String, sorts: &[SortId], args: &[Value]) -> Result<String> {
        let mut text = constructor;
        for (sort, arg) in sorts.iter().zip(args) {
            text.push_str(&format!(" {}", self.value(*sort, arg)?));
        }
        Ok(match args {
            [] => text,
            _ => format!("({text})"),
        })
    }

    /// The parameters and the body of a function with this table. The body has nested `ite`.
    fn function(
        &mut self,
        name: &str,
        domain: &[SortId],
        codomain: SortId,
        table: &FunTable,
    ) -> Result<(String, String)> {
        let mut params = Vec::new();
        for n in 0..domain.len() {
            params.push(self.parameter(name, n));
        }
        let (mut body, mut close) = (String::new(), String::new());
        for (point, value) in table.entries() {
            let mut here = Vec::new();
            for ((param, sort), arg) in params.iter().zip(domain).zip(point) {
                here.push(format!("(= {param} {})", self.value(*sort, arg)?));
            }
            let here = match &here[..] {
                [one] => one.clone(),
                _ => format!("(and {})", here.join(" ")),
            };
            body.push_str(&format!("(ite {here} {} ", self.value(codomain, value)?));
            close.push(')');
        }
        body.push_str(&self.value(codomain, &table.default)?);
        let mut list = Vec::new();
        for (param, sort) in params.iter().zip(domain) {
            list.push(format!("({param} {})", self.sort(*sort)?));
        }
        Ok((list.join(" "), body + &close))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Cell, Set, Table};
    use std::sync::Arc;

    fn int(n: i64) -> Value {
        Value::Int(n.into())
    }

    #[test]
    fn values_are_terms() {
        let mut sorts = Sorts::default();
        let all = [
            Sort::Int,
            Sort::Uninterpreted("_u1".into()),
            Sort::Array(SortId(0), SortId(1)),
            Sort::Set(SortId(0)),
            Sort::Tuple([SortId(1), SortId(3)].into()),
            Sort::Seq(SortId(4)),
            Sort::Nullable(SortId(0)),
            Sort::Fun([SortId(0)].into(), SortId(1)),
        ];
        for (n, sort) in (0..).zip(all) {
            sorts.insert(SortId(n), sort);
        }
        let shown = |sort: u32, value: &Value| text(&sorts, SortId(sort), value);
        let element = Value::Element(2);
        assert_eq!(shown(1, &element), "(as @e2 _u1)");
        let mut table = Table::constant(element.clone());
        table.set(int(-3), Value::Element(0));
        assert_eq!(
            shown(2, &Value::Array(Arc::new(table))),
            "(store ((as const (Array Int _u1)) (as @e2 _u1)) (- 3) (as @e0 _u1))"
        );
        let set = Value::Set([int(1)].into_iter().collect::<Set>());
        assert_eq!(shown(3, &set), "(set.insert 1 (as set.empty (Set Int)))");
        let tuple = Value::tuple(vec![element.clone(), Value::Set(Set::default())]).unwrap();
        let term = "(tuple (as @e2 _u1) (as set.empty (Set Int)))";
        assert_eq!(shown(4, &tuple), term);
        let units = Value::Seq(vec![tuple].into());
        assert_eq!(shown(5, &units), format!("(seq.unit {term})"));
        let none = Value::Dt(Arc::new(Cell::new(0, Vec::new()).unwrap()));
        assert_eq!(shown(6, &none), "(as nullable.null (Nullable Int))");
        let mut table = FunTable::constant(Value::Element(1));
        table.set(vec![int(5)], Value::Element(0));
        assert_eq!(
            shown(7, &Value::Fun(Arc::new(table))),
            "(lambda ((x0 Int)) (ite (= x0 5) (as @e0 _u1) (as @e1 _u1)))"
        );
        assert_eq!(
            application(&sorts, "t4", &[SortId(0), SortId(1)], &[int(7), element]),
            "(t4 7 (as @e2 _u1))"
        );
    }
}
