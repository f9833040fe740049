//! Applications of operators and functions.

use super::super::log::{Datum, LoggedCall};
use super::objects::Object;
use super::{Made, Writer, numeral, unknown};
use murxla_fsm::wrapper::c_api::{CParameter, Count};
use rustc_hash::FxHashSet;

/// The kind of a list of variables, which is the first argument of a binder.
const VARIABLE_LIST: &str = "VARIABLE_LIST";

/// What the script lacks of a quantifier.
pub(super) const UNPATTERNED: &str = "patterns are not imported";

/// The kinds that are binders, by their names in SMT-LIB.
const BINDERS: [&str; 3] = ["forall", "exists", "lambda"];

type Argument<'c> = (&'static CParameter, &'c Datum);

impl Writer<'_> {
    /// Makes an operator that the function names.
    pub(super) fn operator(&mut self, call: &LoggedCall) -> Made<()> {
        let name = self.operators[call.function.name];
        self.apply(call, name, &self.operands(call, None))
    }

    /// Makes an operator that a kind names.
    pub(super) fn kind(&mut self, call: &LoggedCall, kind: &str) -> Made<()> {
        let name = self.kind_name(call, kind)?;
        let operands = self.operands(call, Some(kind));
        if name == VARIABLE_LIST {
            let names = operands
                .iter()
                .map(|(parameter, datum)| self.spelled(parameter, datum));
            let names = names.collect::<Made<_>>()?;
            return self.keep(call, Object::Variables(names));
        }
        match self.operator_of(name)? {
            // An application of a function has no name.
            "" => {
                let terms = operands
                    .iter()
                    .map(|(parameter, datum)| self.spelled(parameter, datum));
                let mut terms = terms.collect::<Made<Vec<_>>>()?;
                if terms.is_empty() {
                    return Err(unknown(kind));
                }
                let function = terms.remove(0);
                self.apply_function(call, function, terms)
            }
            binder if BINDERS.contains(&binder) => self.apply_binder(call, binder, &operands),
            operator => self.apply(call, operator, &operands),
        }
    }

    /// Keeps an operator with its indices, which is applied later.
    pub(super) fn operator_object(&mut self, call: &LoggedCall, kind: &str) -> Made<()> {
        let operator = self.operator_of(self.kind_name(call, kind)?)?;
        let mut indices = Vec::new();
        for (parameter, datum) in self.operands(call, Some(kind)) {
            let index = datum.digits().ok_or_else(|| unknown(parameter.name))?;
            indices.push(index.to_owned());
        }
        self.keep(call, Object::Function(head(operator, &indices)))
    }

    /// Applies a function to arguments. Without arguments it is the function.
    pub(super) fn apply_function(
        &mut self,
        call: &LoggedCall,
        function: String,
        arguments: Vec<String>,
    ) -> Made<()> {
        if arguments.is_empty() {
            return self.keep(call, Object::Term(function));
        }
        self.define(call, format!("({function} {})", arguments.join(" ")))
    }

    /// Applies an operator. Numbers are its indices, and so are the widths of a floating-point
    /// sort.
    fn apply(&mut self, call: &LoggedCall, name: &str, operands: &[Argument<'_>]) -> Made<()> {
        let (mut terms, mut indices) = (Vec::new(), Vec::new());
        for (parameter, datum) in operands {
            match datum {
                Datum::Number(number) => indices.push(number.clone()),
                _ => match self.objects.find(parameter, datum)? {
                    Object::Sort(sort) => {
                        indices.extend(numeral::format(&sort.text).into_iter().flatten());
                    }
                    object => terms.push(object.spelled()?),
                },
            }
        }
        let head = head(name, &indices);
        let text = match terms[..] {
            [] => head,
            _ => format!("({head} {})", terms.join(" ")),
        };
        self.define(call, text)
    }

    /// Binds the variables in a list, or all arguments but the last one.
    fn apply_binder(
        &mut self,
        call: &LoggedCall,
        binder: &str,
        operands: &[Argument<'_>],
    ) -> Made<()> {
        let spelled = |(parameter, datum): &Argument<'_>| self.spelled(parameter, datum);
        let wrong = || "its binder has no body".to_owned();
        let (first, rest) = operands.split_first().ok_or_else(wrong)?;
        let (variables, body, more) = match self.objects.find(first.0, first.1)? {
            Object::Variables(names) => {
                let (body, more) = rest.split_first().ok_or_else(wrong)?;
                (names.clone(), body, more)
            }
            _ => {
                let (body, variables) = operands.split_last().ok_or_else(wrong)?;
                let names = variables.iter().map(spelled);
                (names.collect::<Made<_>>()?, body, &[][..])
            }
        };
        let body = spelled(body)?;
        self.bind(call, binder, &variables, &body, Object::Term)?;
        if !more.is_empty() {
            self.leave_out(call, UNPATTERNED);
        }
        Ok(())
    }

    /// The operands of a call: neither its context, nor lengths of arrays, nor its kind.
    fn operands<'c>(&self, call: &'c LoggedCall, kind: Option<&str>) -> Vec<Argument<'c>> {
        let parameters = call.function.parameters;
        let lengths = parameters.iter().filter_map(|its| match its.count {
            Count::Of(at) if its.kind.is_data() => Some(at),
            _ => None,
        });
        let lengths: FxHashSet<usize> = lengths.collect();
        let mut operands = Vec::new();
        for (at, (parameter, datum)) in parameters.iter().zip(&call.arguments).enumerate() {
            let is_kind = Some(parameter.name) == kind;
            match datum {
                _ if is_kind || lengths.contains(&at) || self.is_context(parameter) => {}
                Datum::List(elements) => {
                    operands.extend(elements.iter().map(|element| (parameter, element)));
                }
                datum => operands.push((parameter, datum)),
            }
        }
        operands
    }

    /// The name of a kind, without the prefix that some releases print.
    fn kind_name<'c>(&self, call: &'c LoggedCall, kind: &str) -> Made<&'c str> {
        match self.datum(call, kind)? {
            Datum::Text(text) => Ok(text.split_once("_KIND_").map_or(text, |(_, name)| name)),
            _ => Err(unknown(kind)),
        }
    }

    fn operator_of(&self, kind: &str) -> Made<&'static str> {
        let operator = self.operators.get(kind).copied();
        operator.ok_or_else(|| format!("the kind {kind} is not imported"))
    }
}

/// An operator with its indices.
fn head(name: &str, indices: &[String]) -> String {
    match indices {
        [] => name.to_owned(),
        _ => format!("(_ {name} {})", indices.join(" ")),
    }
}
