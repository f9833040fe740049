//! Adds to the script what a call with a form is.

use super::super::log::{Datum, LoggedCall};
use super::objects::{Object, Options, SortText};
use super::operator::UNPATTERNED;
use super::{Instance, Made, Writer, numeral, parameter, unknown};
use murxla_fsm::wrapper::c_api::CType;
use murxla_fsm::wrapper::call_form::CallForm;

impl Writer<'_> {
    /// Adds what a call with this form is.
    pub(super) fn form(&mut self, call: &LoggedCall, form: CallForm) -> Made<()> {
        match form {
            CallForm::Term(text) => {
                let text = self.expanded(call, text)?;
                self.define(call, text)
            }
            CallForm::Formula(text) => {
                let text = self.expanded(call, text)?;
                self.define_formula(call, text)
            }
            CallForm::IfFormulas(arguments, then, otherwise) => {
                let mut arguments = arguments.split(' ').map(|name| self.object(call, name));
                let are = arguments.all(|object| matches!(object, Ok(Object::Formula(_))));
                self.form(call, if are { *then } else { *otherwise })
            }
            CallForm::Sort(text) => {
                let text = self.expanded(call, text)?;
                self.define_sort(call, text, None)
            }
            CallForm::PrintedSort => {
                let handle = self.result(call).and_then(Datum::handle);
                let text = call.returned.as_ref().and_then(|its| its.text.clone());
                match (handle, text) {
                    (Some(handle), Some(text))
                        if !self.objects.has(call.function.result.written, handle) =>
                    {
                        self.define_sort(call, text, None)
                    }
                    _ => Ok(()),
                }
            }
            CallForm::FunctionSort(domain, codomain) => {
                let domain = self.spelled_all(call, domain)?;
                let codomain = self.expanded(call, codomain)?;
                let text = format!("(-> {} {codomain})", domain.join(" "));
                self.define_sort(call, text, Some((domain, codomain)))
            }
            CallForm::Symbol(name) => {
                let symbol = match self.datum(call, name)? {
                    Datum::Text(text) => text.clone(),
                    Datum::Number(number) => format!("k!{number}"),
                    _ => return Err(unknown(name)),
                };
                self.keep(call, Object::Symbol(symbol))
            }
            CallForm::NamedSort(name) => {
                let symbol = self.symbol(call, name)?;
                self.named_sort(call, &symbol)
            }
            CallForm::NewSort(name) => {
                let symbol = self.optional_symbol(call, name)?;
                self.new_sort(call, &symbol)
            }
            CallForm::Constant(name, sort) => {
                let symbol = self.symbol(call, name)?;
                let sort = self.sort(call, sort)?;
                let name = self.declare(call, &symbol, &sort);
                self.keep(call, Object::Term(name))
            }
            CallForm::NewConstant(name, sort) => {
                let symbol = self.optional_symbol(call, name)?;
                let sort = self.sort(call, sort)?;
                let name = self.declare_new(call, &symbol, &sort);
                self.keep(call, Object::Term(name))
            }
            CallForm::Variable(name, sort) => {
                let symbol = self.optional_symbol(call, name)?;
                let sort = self.sort(call, sort)?;
                self.variable(call, &symbol, &sort)
            }
            CallForm::Function(name, domain, codomain) => {
                let (symbol, sort) = self.signature(call, name, domain, codomain)?;
                let name = self.declare(call, &symbol, &sort);
                self.keep(call, Object::Function(name))
            }
            CallForm::NewFunction(name, domain, codomain) => {
                let (symbol, sort) = self.signature(call, name, domain, codomain)?;
                let name = self.declare_new(call, &symbol, &sort);
                self.keep(call, Object::Function(name))
            }
            CallForm::Application(function, arguments) => {
                let function = self.argument(call, function)?;
                let arguments = self.spelled_all(call, arguments)?;
                self.apply_function(call, function, arguments)
            }
            CallForm::Kind(kind) => self.kind(call, kind),
            CallForm::Operator(kind) => self.operator_object(call, kind),
            CallForm::Numeral(digits, sort) => self.make_number(call, digits, None, sort),
            CallForm::Based(digits, base, sort) => self.make_number(call, digits, Some(base), sort),
            CallForm::Literal(prefix, digits) => {
                let text = numeral::literal(prefix, self.datum(call, digits)?)?;
                self.define(call, text)
            }
            CallForm::Binder(binder, variables, body) => {
                let names = self.spelled_all(call, variables)?;
                let is_formula = body.ends_with('?');
                let body = self.body(call, body)?;
                let result = if is_formula {
                    Object::Formula
                } else {
                    Object::Term
                };
                self.bind(call, binder, &names, &body, result)?;
                if self.has_patterns(call, variables) {
                    self.leave_out(call, UNPATTERNED);
                }
                Ok(())
            }
            CallForm::Same(parameter) => {
                let object = self.object(call, parameter)?.clone();
                self.keep(call, object)
            }
            CallForm::Head(parameter) => {
                let term = self.argument(call, parameter)?;
                let definition = self.definitions.get(&term);
                let head = definition.filter(|its| its.sort.is_none()).map(|its| {
                    let text = its.text.trim_start_matches('(');
                    text.split([' ', ')']).next().unwrap_or_default().to_owned()
                });
                self.keep(call, Object::Function(head.unwrap_or(term)))
            }
            CallForm::Instance(logic) => {
                let logic = logic.map(|logic| self.symbol(call, logic)).transpose()?;
                let number = self.instances.len();
                self.instances.push(Instance {
                    context: self.context(call).or_else(|| self.opened_context(call)),
                    logic,
                    model: None,
                    assumptions: Vec::new(),
                    lines: 0,
                });
                self.keep(call, Object::Instance(number))
            }
            CallForm::Command(text) => self.command(call, text),
            CallForm::Part(text, lacks) => {
                self.command(call, text)?;
                self.leave_out(call, lacks);
                Ok(())
            }
            CallForm::Check(text) => self.check(call, text),
            CallForm::Assume(formula) => {
                let formula = self.object(call, formula)?.formula()?;
                self.assumptions(call)?.push(formula);
                Ok(())
            }
            CallForm::ForgetAssumptions => {
                self.assumptions(call)?.clear();
                Ok(())
            }
            CallForm::AssertAssumptions => {
                for formula in std::mem::take(self.assumptions(call)?) {
                    self.command(call, &format!("(assert {formula})"))?;
                }
                Ok(())
            }
            CallForm::Model(instance) => {
                let Object::Instance(number) = *self.object(call, instance)? else {
                    return Err(unknown(instance));
                };
                let handle = self.result(call).and_then(Datum::handle);
                self.instances[number].model = handle;
                self.keep(call, Object::Model(number))
            }
            CallForm::Value(model, term) => self.value(call, model, term),
            CallForm::Logic(object, logic) => self.set_logic(call, object, logic),
            CallForm::Options => self.keep(call, Object::Options(Options::default())),
            CallForm::SetOption(object, name, value) => self.set_option(call, object, name, value),
            CallForm::UseOptions(parameter) => self.use_options(call, parameter),
            CallForm::Cases(parameter, cases) => {
                let value = self.argument(call, parameter)?;
                let case = cases
                    .iter()
                    .find(|(case, _)| *case == value || *case == "_");
                let (_, form) = case
                    .ok_or_else(|| format!("a trace has no such call with {parameter} {value}"))?;
                self.form(call, *form)
            }
            CallForm::Datatype(form) => self.datatype(call, form),
            CallForm::All(forms) => forms.iter().try_for_each(|form| self.form(call, *form)),
            CallForm::Reset => {
                self.objects.clear();
                Ok(())
            }
            CallForm::Idle => Ok(()),
        }
    }

    /// Makes a number.
    fn make_number(
        &mut self,
        call: &LoggedCall,
        digits: &str,
        base: Option<&str>,
        sort: &str,
    ) -> Made<()> {
        let sort = match parameter(call, sort) {
            Ok(_) => self.sort(call, sort)?.text,
            Err(_) => self.expanded(call, sort)?,
        };
        let text = match digits.split_once('/') {
            Some((above, below)) => {
                let part = |name| {
                    let datum = self.datum(call, name)?;
                    datum.digits().ok_or_else(|| unknown(name))
                };
                Datum::Text(format!("{}/{}", part(above)?, part(below)?))
            }
            None if parameter(call, digits).is_ok() => self.datum(call, digits)?.clone(),
            None if digits.parse::<i32>().is_ok() => Datum::Text(digits.to_owned()),
            None => {
                let value = numeral::special(digits, &sort)?;
                return self.define(call, value);
            }
        };
        let text = match base {
            Some(base) => match self.datum(call, base) {
                Ok(base) => numeral::decimal(&text, base)?,
                Err(_) => numeral::decimal(&text, &Datum::Number(base.to_owned()))?,
            },
            None => text,
        };
        let value = numeral::numeral(&text, &sort)?;
        self.define(call, value)
    }

    /// The name of a term or formula in a binder.
    fn body(&mut self, call: &LoggedCall, parameter: &str) -> Made<String> {
        let text = match parameter.strip_suffix('?') {
            Some(name) => self.object(call, name)?.formula()?,
            None => self.argument(call, parameter)?,
        };
        match self.definitions.contains_key(&text) {
            true => Ok(text),
            false => Ok(self.define_as(call, "-body", text)),
        }
    }

    /// The symbol and the sort of a function.
    fn signature(
        &self,
        call: &LoggedCall,
        name: &str,
        domain: &str,
        codomain: &str,
    ) -> Made<(String, SortText)> {
        let symbol = self.symbol(call, name)?;
        let domain = self.spelled_all(call, domain)?;
        let codomain = self.argument(call, codomain)?;
        let text = format!("({}) {codomain}", domain.join(" "));
        let sort = SortText {
            name: text.clone(),
            text,
            function: Some((domain, codomain)),
        };
        Ok((symbol, sort))
    }

    /// Whether an array of a binder that is not the one with the variables has elements.
    fn has_patterns(&self, call: &LoggedCall, variables: &str) -> bool {
        let mut arrays = call.function.parameters.iter().zip(&call.arguments);
        arrays.any(|(parameter, datum)| {
            let is_array =
                matches!(parameter.kind, CType::Pointer(_)) && parameter.name != variables;
            is_array && matches!(datum, Datum::List(elements) if !elements.is_empty())
        })
    }
}
