//! The arguments and results of a recorded call, as a script names them.

use super::super::log::{Datum, LoggedCall};
use super::objects::{self, Object, SortText};
use super::reason::{Made, unknown};
use super::{Writer, string};
use murxla_fsm::wrapper::c_api::{CParameter, CType};

impl Writer<'_> {
    /// A form with the arguments of a call in the place of parameters, and the names of terms in
    /// it.
    pub(super) fn expanded(&self, call: &LoggedCall, form: &str) -> Made<(String, Vec<String>)> {
        let (mut text, mut uses) = (String::new(), Vec::new());
        for part in form.split_inclusive(['(', ')', ' ']) {
            let (word, end) = match part.strip_suffix(['(', ')', ' ']) {
                Some(word) => (word, &part[word.len()..]),
                None => (part, ""),
            };
            let (name, is_array) = match word.strip_suffix("...") {
                Some(name) => (name, true),
                None => (word, false),
            };
            let Ok((datum, parameter)) = parameter(call, name) else {
                text.push_str(part);
                continue;
            };
            let words = match datum {
                Datum::List(elements) if is_array => {
                    let words = elements
                        .iter()
                        .map(|element| self.spelled(parameter, element));
                    words.collect::<Made<Vec<_>>>()?
                }
                datum => vec![self.spelled(parameter, datum)?],
            };
            text.push_str(&words.join(" "));
            text.push_str(end);
            uses.extend(words);
        }
        Ok((text, uses))
    }

    /// A value of a parameter, or an element of it, in SMT-LIB.
    pub(super) fn spelled(&self, parameter: &CParameter, datum: &Datum) -> Made<String> {
        match datum {
            Datum::Number(number) => Ok(number.clone()),
            Datum::Text(text) => Ok(string(text)),
            Datum::Handle(_) => self.objects.find(parameter, datum)?.spelled(),
            Datum::Real(_) | Datum::List(_) | Datum::Unknown => Err(unknown(parameter.name)),
        }
    }

    pub(super) fn spelled_all(&self, call: &LoggedCall, name: &str) -> Made<Vec<String>> {
        let (datum, parameter) = parameter(call, name)?;
        match datum {
            Datum::List(elements) => elements
                .iter()
                .map(|element| self.spelled(parameter, element))
                .collect(),
            datum => Ok(vec![self.spelled(parameter, datum)?]),
        }
    }

    pub(super) fn argument(&self, call: &LoggedCall, name: &str) -> Made<String> {
        let (datum, parameter) = parameter(call, name)?;
        self.spelled(parameter, datum)
    }

    pub(super) fn datum<'c>(&self, call: &'c LoggedCall, name: &str) -> Made<&'c Datum> {
        parameter(call, name).map(|(datum, _)| datum)
    }

    pub(super) fn object(&self, call: &LoggedCall, name: &str) -> Made<&Object> {
        let (datum, parameter) = parameter(call, name)?;
        self.objects.find(parameter, datum)
    }

    pub(super) fn object_mut(&mut self, call: &LoggedCall, name: &str) -> Made<&mut Object> {
        let (datum, parameter) = parameter(call, name)?;
        self.objects.find_mut(parameter, datum)
    }

    pub(super) fn sort(&self, call: &LoggedCall, name: &str) -> Made<SortText> {
        match self.object(call, name)? {
            Object::Sort(sort) => Ok(sort.clone()),
            _ => Err(unknown(name)),
        }
    }

    /// The text of a symbol, which is a text or an object.
    pub(super) fn symbol(&self, call: &LoggedCall, name: &str) -> Made<String> {
        match self.datum(call, name)? {
            Datum::Text(text) => Ok(text.clone()),
            _ => match self.object(call, name)? {
                Object::Symbol(symbol) => Ok(symbol.clone()),
                _ => Err(unknown(name)),
            },
        }
    }

    /// Keeps what a call has made: its result, or what it wrote through its last parameter.
    pub(super) fn keep(&mut self, call: &LoggedCall, object: Object) -> Made<()> {
        let Some(returned) = &call.returned else {
            return Ok(());
        };
        if let Some(handle) = returned.result.as_ref().and_then(Datum::handle) {
            self.objects
                .insert(call.function.result.written, handle, object);
        } else if let Some((at, Datum::List(written))) = returned.written.last()
            && let [Datum::Handle(handle)] = written[..]
            && let Some(parameter) = call.function.parameters.get(*at)
        {
            self.objects.insert(parameter.written, handle, object);
        }
        Ok(())
    }

    pub(super) fn result<'c>(&self, call: &'c LoggedCall) -> Option<&'c Datum> {
        call.returned.as_ref()?.result.as_ref()
    }

    /// The instance to which a call belongs: its first argument that is one, or whose model it is.
    pub(super) fn owner(&self, call: &LoggedCall) -> Option<usize> {
        let mut arguments = call.function.parameters.iter().zip(&call.arguments);
        arguments.find_map(
            |(parameter, datum)| match self.objects.find(parameter, datum) {
                Ok(Object::Instance(number) | Object::Model(number)) => Some(*number),
                _ => None,
            },
        )
    }

    pub(super) fn is_context(&self, parameter: &CParameter) -> bool {
        let declared = self.api.header.named(objects::type_name(parameter.written));
        declared.is_some_and(|declared| declared.receiver.is_some())
    }

    /// The context in which a call was made.
    pub(super) fn context(&self, call: &LoggedCall) -> Option<u64> {
        let parameter = call.function.parameters.first()?;
        self.is_context(parameter)
            .then(|| call.arguments[0].handle())?
    }

    /// Whether an array of a binder that is not the one with the variables has elements.
    pub(super) fn has_patterns(&self, call: &LoggedCall, variables: &str) -> bool {
        let mut arrays = call.function.parameters.iter().zip(&call.arguments);
        arrays.any(|(parameter, datum)| {
            let is_array =
                matches!(parameter.kind, CType::Pointer(_)) && parameter.name != variables;
            is_array && matches!(datum, Datum::List(elements) if !elements.is_empty())
        })
    }
}

/// An argument and its parameter.
pub(super) fn parameter<'c>(
    call: &'c LoggedCall,
    name: &str,
) -> Made<(&'c Datum, &'static CParameter)> {
    let parameters = call.function.parameters;
    let at = parameters
        .iter()
        .position(|parameter| parameter.name == name);
    let at = at.ok_or_else(|| unknown(name))?;
    Ok((&call.arguments[at], &parameters[at]))
}
