//! Reads values that solvers write in the notation of SMT-LIB.

use super::script::Script;
use super::sexp::{list, name, string};
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::lambda::{self, Body};
use crate::shared::encoding::models::CONNECTIVES;
use murxla_fsm::eval::{domain, store};
use murxla_fsm::op::{self, BASE, Op};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{Bv, Cell, Format, Fp, MAX_ELEMENTS, Rm, Str, Table, Value, numeral};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use std::sync::Arc;

/// Values that nest deeper are not read.
const DEPTH: u32 = 200;

/// Reads values. A text of unknown form has no value.
pub(super) struct ModelReader<'a> {
    script: &'a Script,
    elements: &'a mut Elements,
    /// What `let` has bound.
    names: Vec<(&'a str, &'a str)>,
    depth: u32,
}

impl<'a> ModelReader<'a> {
    pub(super) fn new(script: &'a Script, elements: &'a mut Elements) -> Self {
        Self {
            script,
            elements,
            names: Vec::new(),
            depth: 0,
        }
    }

    /// Reads the answer to `get-value` for terms of these sorts. `None` if it does not have a value
    /// for each.
    pub(super) fn read_all(
        &mut self,
        sorts: &[SortId],
        answer: &'a str,
    ) -> Option<Vec<Option<Value>>> {
        let pairs = list(answer).filter(|pairs| pairs.len() == sorts.len())?;
        let values = sorts.iter().zip(pairs).map(|(sort, pair)| {
            let value = *list(pair).filter(|pair| pair.len() == 2)?.last()?;
            Some(self.read(*sort, value))
        });
        values.collect()
    }

    /// Reads a value of a sort.
    pub(super) fn read(&mut self, sort: SortId, text: &'a str) -> Option<Value> {
        self.read_part(text, |reader, text| reader.value(sort, text))
    }

    /// Reads a part of a value: its text without `let`, whose names are bound meanwhile.
    fn read_part<T>(
        &mut self,
        text: &'a str,
        read: impl FnOnce(&mut Self, &'a str) -> Option<T>,
    ) -> Option<T> {
        self.depth += 1;
        let count = self.names.len();
        let value = if self.depth > DEPTH {
            None
        } else {
            let text = self.open(text);
            text.and_then(|text| read(self, text))
        };
        self.names.truncate(count);
        self.depth -= 1;
        value
    }

    /// The text without `let` around it, or the text of a name.
    fn open(&mut self, mut text: &'a str) -> Option<&'a str> {
        // Names might refer to each other without end.
        for _ in 0..DEPTH {
            if let Some((_, bound)) = self.names.iter().rev().find(|(name, _)| *name == text) {
                text = bound;
            } else if text.starts_with("(let") {
                let parts = list(text)?;
                let &["let", bindings, body] = &parts[..] else {
                    return None;
                };
                for binding in list(bindings)? {
                    let &[name, bound] = &list(binding)?[..] else {
                        return None;
                    };
                    self.names.push((name, bound));
                }
                text = body;
            } else {
                return Some(text);
            }
        }
        None
    }

    fn value(&mut self, sort: SortId, text: &'a str) -> Option<Value> {
        match self.script.state.sorts.get(sort)?.clone() {
            Sort::Bool => text.parse().ok().map(Value::Bool),
            Sort::Int => {
                let number = number(text, 0)?;
                number.is_integer().then(|| Value::Int(number.to_integer()))
            }
            Sort::Real => number(text, 0).map(Value::Real),
            Sort::Bv(width) => {
                let (digits, bits) = bits(text)?;
                (digits == width).then(|| Value::Bv(Bv::new(width, bits)))
            }
            Sort::Fp(exponent, significand) => {
                fp(Format::new(exponent, significand), text).map(Value::Fp)
            }
            Sort::Rm => {
                let named = |mode: &Rm| mode.long_name() == text || mode.name() == text;
                Rm::ALL
                    .iter()
                    .map(|(mode, ..)| *mode)
                    .find(named)
                    .map(Value::Rm)
            }
            Sort::String => Str::parse(&string(text)?).map(Value::String),
            Sort::Array(index, element) => {
                let table = self.table(index, Some(element), text)?;
                Some(Value::Array(Arc::new(table)))
            }
            Sort::Seq(element) => {
                let elements = self.sequence(element, text)?;
                Some(Value::Seq(elements.into()))
            }
            Sort::Uninterpreted(_) | Sort::Instance(..) => {
                let element = match list(text).as_deref() {
                    Some(["as", element, _]) => name(element),
                    Some(_) => return None,
                    None => name(text),
                };
                // The names of Z3 and the standard. Others may be declared names.
                let is_value = element.contains("!val!") || element.starts_with('@');
                let sort = self
                    .script
                    .state
                    .declarations
                    .sort_texts
                    .get(sort)
                    .ok()?
                    .clone();
                is_value.then(|| Value::Element(self.elements.number(sort, element.to_owned())))
            }
            Sort::Dt(datatype) => {
                let parts = list(text);
                let (head, args) = match parts.as_deref() {
                    None | Some(["as", ..]) => (text, &[][..]),
                    Some(parts) => parts.split_first().map(|(head, args)| (*head, args))?,
                };
                let head = match list(head).as_deref() {
                    Some(["as", head, _]) => head,
                    _ => head,
                };
                let constructor = self.script.constructor(&datatype, name(head))?;
                let fields = datatype.fields(&self.script.state.sorts, constructor)?;
                if fields.len() != args.len() {
                    return None;
                }
                let args = fields
                    .iter()
                    .zip(args)
                    .map(|(field, arg)| self.read(*field, arg));
                let args = args.collect::<Option<Vec<Value>>>()?;
                let cell = Cell::new(u32::try_from(constructor).ok()?, args)?;
                Some(Value::Dt(Arc::new(cell)))
            }
            Sort::Tuple(sorts) => {
                let parts = self.script.tuple_parts(&sorts, text)?;
                let parts = sorts
                    .iter()
                    .zip(parts)
                    .map(|(sort, part)| self.read(*sort, part));
                Value::tuple(parts.collect::<Option<_>>()?)
            }
            Sort::Set(element) if self.script.dialect.language.sorts.sets_as_arrays.is_some() => {
                let table = self.table(element, None, text)?;
                let members = domain::members_by(&self.script.state.sorts, element, &table)?;
                Some(Value::Set(members))
            }
            Sort::Ff(_)
            | Sort::Set(_)
            | Sort::Bag(_)
            | Sort::Nullable(_)
            | Sort::Fun(..)
            | Sort::RegLan
            | Sort::Constructor(_) => None,
        }
    }

    /// Reads nested `store` on a constant array. Without a sort of elements, they are Boolean.
    fn table(&mut self, index: SortId, element: Option<SortId>, text: &'a str) -> Option<Table> {
        let read = |reader: &mut Self, text: &'a str| match element {
            Some(element) => reader.read(element, text),
            None => text.parse().ok().map(Value::Bool),
        };
        let (mut stores, mut inner) = (Vec::new(), text);
        let mut table = loop {
            inner = self.open(inner)?;
            let parts = list(inner)?;
            match &parts[..] {
                ["store", array, point, value] => {
                    stores.push((*point, *value));
                    inner = array;
                }
                [constant, value] => {
                    let head = list(constant)?;
                    if !matches!(&head[..], ["as", "const", _]) {
                        return None;
                    }
                    break Table::constant(read(self, value)?);
                }
                _ => return None,
            }
            if stores.len() > DEPTH as usize {
                return None;
            }
        };
        for (point, value) in stores.into_iter().rev() {
            let (point, value) = (self.read(index, point)?, read(self, value)?);
            store(&mut table, point, value)?;
        }
        Some(table)
    }

    /// Reads a function that is given by an expression over parameters: the names and sorts of the
    /// parameters, and the text of the expression.
    pub(super) fn function(
        &mut self,
        names: &[&'a str],
        (domain, codomain): (&[SortId], SortId),
        text: &'a str,
    ) -> Option<Value> {
        if names.len() != domain.len() {
            return None;
        }
        let params = names.iter().copied().zip(domain.iter().copied());
        let params: Vec<(&str, SortId)> = params.collect();
        let mut left = lambda::NODES;
        let codomain = (!self.is_bool(codomain)).then_some(codomain);
        let body = self.body(&params, codomain, text, &mut left)?;
        let table = lambda::table(&body, names.len())?;
        Some(Value::Fun(Arc::new(table)))
    }

    fn is_bool(&self, sort: SortId) -> bool {
        self.script.state.sorts.get(sort) == Some(&Sort::Bool)
    }

    /// Reads an expression over parameters. `None` if it has more than `left` nodes. Without a
    /// sort, it is Boolean.
    fn body(
        &mut self,
        params: &[(&'a str, SortId)],
        sort: Option<SortId>,
        text: &'a str,
        left: &mut u32,
    ) -> Option<Body> {
        *left = left.checked_sub(1)?;
        self.read_part(text, |reader, text| reader.case(params, sort, text, left))
    }

    fn case(
        &mut self,
        params: &[(&'a str, SortId)],
        sort: Option<SortId>,
        text: &'a str,
        left: &mut u32,
    ) -> Option<Body> {
        let param = |text: &str| params.iter().position(|(name, _)| *name == text);
        if let Some(place) = param(text) {
            return Some(Body::param(place, sort.is_none()));
        }
        let parts = list(text).unwrap_or_default();
        let (head, args) = parts.split_first().unwrap_or((&"", &[]));
        let name = |op: &Op| BASE.get(op.index()).map(|row| row.smt);
        let connective = CONNECTIVES.into_iter().find(|op| name(op) == Some(head));
        let sorts = match (connective, args) {
            (Some(op::ITE), [_, _, _]) => vec![None, sort, sort],
            // One of the sides is a parameter, or both are Boolean.
            (Some(op::EQUAL), [a, b]) => {
                let sort = [a, b].into_iter().find_map(|side| param(side));
                let sort = sort.map(|place| params[place].1);
                vec![sort.filter(|sort| !self.is_bool(*sort)); 2]
            }
            (Some(_), args) => vec![None; args.len()],
            (None, _) => {
                return Some(Body::Value(match sort {
                    Some(sort) => self.read(sort, text)?,
                    None => Value::Bool(text.parse().ok()?),
                }));
            }
        };
        let args = args
            .iter()
            .zip(sorts)
            .map(|(arg, sort)| self.body(params, sort, arg, left));
        let args = args.collect::<Option<Vec<Body>>>()?;
        connective.map(|op| Body::Apply(op, args))
    }

    fn sequence(&mut self, element: SortId, text: &'a str) -> Option<Vec<Value>> {
        let parts = list(text)?;
        match &parts[..] {
            ["as", "seq.empty", _] => Some(Vec::new()),
            ["seq.unit", value] => Some(vec![self.read(element, value)?]),
            ["seq.++", parts @ ..] if self.depth < DEPTH => {
                self.depth += 1;
                let elements = parts.iter().map(|part| self.sequence(element, part));
                let elements: Option<Vec<Vec<Value>>> = elements.collect();
                self.depth -= 1;
                Some(elements?.concat()).filter(|all| all.len() <= MAX_ELEMENTS)
            }
            _ => None,
        }
    }
}

/// Reads `5`, `1.25`, `(- 5)`, `(/ 1.0 3.0)`, and combinations of them.
pub(super) fn number(text: &str, depth: u32) -> Option<BigRational> {
    if depth > 4 {
        return None;
    }
    let Some(parts) = list(text) else {
        return numeral::decimal(text);
    };
    match &parts[..] {
        ["-", of] => Some(-number(of, depth + 1)?),
        ["to_real", of] => number(of, depth + 1),
        ["/", of, by] => {
            let by = number(by, depth + 1).filter(|by| !by.is_zero())?;
            Some(number(of, depth + 1)? / by)
        }
        _ => None,
    }
}

/// The width and the bits of `#b01`, `#xa` or `(_ bv1 2)`.
pub(super) fn bits(text: &str) -> Option<(u32, BigUint)> {
    let digits = |digits: &str, base: u32, width: usize| {
        let is_number = digits.bytes().all(|b| b.is_ascii_alphanumeric());
        let bits = match base {
            10 => numeral::natural(digits)?,
            _ => BigUint::parse_bytes(digits.as_bytes(), base).filter(|_| is_number)?,
        };
        Some((u32::try_from(width).ok()?, bits))
    };
    if let Some(text) = text.strip_prefix("#b") {
        return digits(text, 2, text.len());
    }
    if let Some(text) = text.strip_prefix("#x") {
        return digits(text, 16, 4 * text.len());
    }
    match list(text)?[..] {
        ["_", value, width] => digits(value.strip_prefix("bv")?, 10, width.parse().ok()?),
        _ => None,
    }
}

/// `(fp #b0 #b01 #b1)`, `(_ +oo 2 2)`.
pub(super) fn fp(format: Format, text: &str) -> Option<Fp> {
    match list(text)?[..] {
        ["fp", sign, exponent, fraction] => {
            let mut digits = String::new();
            for part in [sign, exponent, fraction] {
                let (width, bits) = bits(part)?;
                if width > format.width() {
                    return None;
                }
                digits.push_str(&Bv::new(width, bits).binary());
            }
            Fp::parse(format, &digits)
        }
        ["_", name, _, _] => Fp::named(format, if name == "NaN" { "nan" } else { name }),
        _ => None,
    }
}
