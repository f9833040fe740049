//! The arguments and results of calls, in SMT-LIB.

use super::super::log::{Datum, LoggedCall};
use super::objects::{Object, SortText};
use super::{Made, Writer, numeral, parameter, string, unknown};
use murxla_fsm::wrapper::c_api::CParameter;

impl Writer<'_> {
    /// A form with the arguments of a call in the place of parameters.
    pub(super) fn expanded(&self, call: &LoggedCall, form: &str) -> Made<String> {
        let mut text = String::new();
        for part in form.split_inclusive(['(', ')', ' ']) {
            let (word, end) = match part.strip_suffix(['(', ')', ' ']) {
                Some(word) => (word, &part[word.len()..]),
                None => (part, ""),
            };
            if let Some(name) = word.strip_suffix('?') {
                text.push_str(&self.object(call, name)?.formula()?);
                text.push_str(end);
                continue;
            }
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
                datum if is_array => match self.objects.find(parameter, datum)? {
                    Object::Sort(sort) => numeral::format(&sort.text)
                        .ok_or_else(|| unknown(name))?
                        .to_vec(),
                    _ => return Err(unknown(name)),
                },
                datum => vec![self.spelled(parameter, datum)?],
            };
            text.push_str(&words.join(" "));
            text.push_str(end);
        }
        Ok(text)
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

    /// The elements of all these parameters.
    pub(super) fn spelled_all(&self, call: &LoggedCall, names: &str) -> Made<Vec<String>> {
        let mut all = Vec::new();
        for name in names.split(' ') {
            let (datum, parameter) = parameter(call, name)?;
            match datum {
                Datum::List(elements) => {
                    for element in elements {
                        all.push(self.spelled(parameter, element)?);
                    }
                }
                datum => all.push(self.spelled(parameter, datum)?),
            }
        }
        Ok(all)
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

    /// The text of a symbol, or the text itself if no parameter has this name.
    pub(super) fn symbol_or_text(&self, call: &LoggedCall, name: &str) -> Made<String> {
        match parameter(call, name) {
            Ok(_) => self.symbol(call, name),
            Err(_) => Ok(name.to_owned()),
        }
    }

    /// The symbol of a new object. Programs may give none.
    pub(super) fn optional_symbol(&self, call: &LoggedCall, name: Option<&str>) -> Made<String> {
        match name {
            Some(name) if *self.datum(call, name)? != Datum::Unknown => self.symbol(call, name),
            _ => Ok(format!("fresh!{}", call.number)),
        }
    }

    /// Keeps what a call has made: its result, or what it wrote through its last parameter.
    pub(super) fn keep(&mut self, call: &LoggedCall, object: Object) -> Made<()> {
        let Some(returned) = &call.returned else {
            return Ok(());
        };
        let result = &call.function.result;
        if let Some(handle) = returned.result.as_ref().and_then(Datum::handle) {
            self.objects
                .insert(result.written, &result.kind, handle, object);
        } else if let Some((at, Datum::List(written))) = returned.written.last()
            && let [Datum::Handle(handle)] = written[..]
            && let Some(parameter) = call.function.parameters.get(*at)
        {
            self.objects
                .insert(parameter.written, &parameter.kind, handle, object);
        }
        Ok(())
    }

    pub(super) fn result<'c>(&self, call: &'c LoggedCall) -> Option<&'c Datum> {
        call.returned.as_ref()?.result.as_ref()
    }
}
