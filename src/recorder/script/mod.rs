//! Finds out what recorded calls are in SMT-LIB.
//!
//! The [forms](murxla_fsm::wrapper::call_form) of the API say what a call makes or does. A term
//! that a call makes becomes `(define-term @NUMBER TERM)`, with the number of the call, so that
//! shared terms stay shared. This command, and `left-out`, are not in SMT-LIB: the importer reads
//! them in recordings only.

mod arguments;
mod binder;
mod datatype;
mod numeral;
mod objects;
mod reason;

use super::log::{Datum, LoggedCall};
use arguments::parameter;
use datatype::Constructor;
use murxla_fsm::wrapper::c_api::{CApi, CCalls, ConstantNames, Count, Role};
use murxla_fsm::wrapper::call_form::CallForm;
use murxla_wrappers::smt2::{SymbolTable, symbol_text};
use objects::{Object, Objects, SortText};
use reason::{Made, unknown};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What became of the calls of a function.
#[derive(Clone, Copy, Default, Debug)]
pub struct CallCounts {
    /// Those that are in the script.
    pub imported: usize,
    /// Those that only look at objects, count references or print.
    pub looking: usize,
    /// Those that are left out.
    pub left_out: usize,
}

impl CallCounts {
    /// All calls.
    #[must_use]
    pub fn all(&self) -> usize {
        self.imported + self.looking + self.left_out
    }

    /// A call of the script is not in the trace.
    pub fn lack(&mut self) {
        if self.imported > 0 {
            self.imported -= 1;
            self.left_out += 1;
        }
    }
}

/// The script of recorded calls.
pub struct RecordedScript {
    /// Its text: a command in each line.
    pub text: String,
    /// The function of the call of each line.
    pub functions: Vec<&'static str>,
    /// What became of the calls, by function.
    pub counts: BTreeMap<&'static str, CallCounts>,
    /// The number of instances that the program opened.
    pub instances: usize,
    /// The instance of the script, from 1 on. `None` if the program opened none.
    pub instance: Option<usize>,
    /// The function in which the program ended.
    pub ended_in: Option<&'static str>,
}

/// The definition of a name.
struct Definition {
    text: String,
    /// The names in it that stand for terms.
    uses: Vec<String>,
    /// The sort of a constant.
    sort: Option<String>,
}

/// A line of the script.
struct Line {
    text: String,
    function: &'static str,
    /// The instance to which it belongs. `None` for terms and declarations.
    instance: Option<usize>,
    /// The context in which it was made.
    context: Option<u64>,
}

/// An instance that the program opened.
struct Instance {
    context: Option<u64>,
    logic: Option<String>,
    /// The handle of its newest model.
    model: Option<u64>,
    /// The number of its lines.
    lines: usize,
}

struct Writer<'a> {
    api: &'a CApi,
    operators: FxHashMap<&'static str, &'static str>,
    objects: Objects,
    definitions: FxHashMap<String, Definition>,
    /// The names of constants and functions, by their symbols and sorts.
    declared: FxHashMap<(String, String), String>,
    names: SymbolTable,
    /// The constructors of declared datatypes, by the names of the sorts.
    datatypes: FxHashMap<String, Vec<usize>>,
    constructors: Vec<Constructor>,
    lines: Vec<Line>,
    instances: Vec<Instance>,
    counts: BTreeMap<&'static str, CallCounts>,
}

/// The script of the calls of an instance: `wanted`, the one in whose call the program ended, or
/// the first of those with the most calls.
///
/// # Errors
/// There is no such instance.
pub fn script(
    calls: &[LoggedCall],
    api: &CApi,
    wanted: Option<usize>,
) -> Result<RecordedScript, String> {
    let mut writer = Writer::new(api);
    for call in calls {
        writer.call(call);
    }
    let count = writer.instances.len();
    let last = calls.iter().rev().find(|call| call.returned.is_none());
    let lines = |n: &usize| writer.instances[*n].lines;
    let instance = match wanted {
        Some(n) if (1..=count).contains(&n) => Some(n - 1),
        Some(n) => {
            return Err(format!(
                "there is no instance {n}: the program opened {count}"
            ));
        }
        None => last
            .and_then(|call| writer.owner(call))
            .or_else(|| (0..count).rev().max_by_key(lines)),
    };
    let (text, functions) = writer.text(instance);
    Ok(RecordedScript {
        text,
        functions,
        counts: writer.counts,
        instances: count,
        instance: instance.map(|n| n + 1),
        ended_in: last.map(|call| call.function.name),
    })
}

impl<'a> Writer<'a> {
    fn new(api: &'a CApi) -> Self {
        Self {
            api,
            // The first row of a function counts.
            operators: (api.forms.operators)().into_iter().rev().collect(),
            objects: Objects::new(api.forms),
            definitions: FxHashMap::default(),
            declared: FxHashMap::default(),
            names: SymbolTable::default(),
            datatypes: FxHashMap::default(),
            constructors: Vec::new(),
            lines: Vec::new(),
            instances: Vec::new(),
            counts: BTreeMap::new(),
        }
    }

    /// The script of an instance, and the function of each line.
    fn text(&self, instance: Option<usize>) -> (String, Vec<&'static str>) {
        let its = instance.map(|n| &self.instances[n]);
        let context = its.and_then(|its| its.context);
        let mut text = "(set-option :global-declarations true)".to_owned();
        if let Some(logic) = its.and_then(|its| its.logic.as_ref()) {
            text.push_str(&format!(" (set-logic {})", symbol_text(logic)));
        }
        text.push('\n');
        let mut functions = vec![""];
        let of_instance = self.lines.iter().filter(|line| match line.instance {
            Some(owner) => Some(owner) == instance,
            None => line.context.is_none() || context.is_none() || line.context == context,
        });
        for line in of_instance {
            text.push_str(&line.text);
            text.push('\n');
            functions.push(line.function);
        }
        (text, functions)
    }
}

impl Writer<'_> {
    fn call(&mut self, call: &LoggedCall) {
        let function = call.function;
        let form = self.api.forms.of(function.name);
        let made = match form {
            Some(form) => self.form(call, form),
            None if self.operators.contains_key(function.name) => self.operator(call),
            None => {
                let CCalls { role, retain, .. } = function.calls;
                let looks = role.is_query() || role == Role::Counts || retain;
                let counts = self.counts.entry(function.name).or_default();
                if looks {
                    counts.looking += 1;
                    return;
                }
                Err("a trace has no such call".to_owned())
            }
        };
        let is_idle = matches!(form, Some(CallForm::Idle));
        let counts = self.counts.entry(function.name).or_default();
        match made {
            Ok(()) if is_idle => counts.looking += 1,
            Ok(()) => counts.imported += 1,
            Err(why) => {
                counts.left_out += 1;
                if let Some(handle) = self.result(call).and_then(Datum::handle) {
                    self.objects.forget(function.result.written, handle);
                }
                self.leave_out(call, &why);
            }
        }
    }

    /// Notes what is left out.
    fn leave_out(&mut self, call: &LoggedCall, why: &str) {
        let text = format!("(left-out {} {})", call.function.name, string(why));
        let owner = self.owner(call);
        self.add_line(call, owner, text);
        // The call is counted already.
        if let Some(line) = self.lines.last_mut() {
            line.function = "";
        }
    }

    fn form(&mut self, call: &LoggedCall, form: CallForm) -> Made<()> {
        match form {
            CallForm::Term(text) => {
                let (text, uses) = self.expanded(call, text)?;
                self.define(call, text, uses)
            }
            CallForm::Sort(text) => {
                let (text, _) = self.expanded(call, text)?;
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
                let codomain = self.argument(call, codomain)?;
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
            CallForm::Constant(name, sort) => {
                let symbol = match name {
                    Some(name) => self.symbol(call, name)?,
                    None => format!("fresh!{}", call.number),
                };
                let sort = self.sort(call, sort)?;
                let name = self.declare(call, &symbol, &sort);
                self.keep(call, Object::Term(name))
            }
            CallForm::Function(name, domain, codomain) => {
                let symbol = self.symbol(call, name)?;
                let domain = self.spelled_all(call, domain)?;
                let codomain = self.argument(call, codomain)?;
                let text = format!("({}) {codomain}", domain.join(" "));
                let sort = SortText {
                    name: text.clone(),
                    text,
                    function: Some((domain, codomain)),
                };
                let name = self.declare(call, &symbol, &sort);
                self.keep(call, Object::Function(name))
            }
            CallForm::Application(function, arguments) => {
                let function = self.argument(call, function)?;
                let arguments = self.spelled_all(call, arguments)?;
                match arguments[..] {
                    [] => self.keep(call, Object::Term(function)),
                    _ => {
                        let text = format!("({function} {})", arguments.join(" "));
                        self.define(call, text, arguments)
                    }
                }
            }
            CallForm::Numeral(digits, sort) => {
                let sort = self.sort(call, sort)?;
                let value = match self.datum(call, digits) {
                    Ok(datum) => numeral::numeral(datum, &sort.text)?,
                    Err(_) => numeral::special(digits, &sort.text)?,
                };
                self.define(call, value, Vec::new())
            }
            CallForm::Binder(binder, variables, body) => {
                let (text, uses) = self.bind(call, binder, variables, body)?;
                self.define(call, text, uses)?;
                match self.has_patterns(call, variables) {
                    true => {
                        self.leave_out(call, "patterns are not imported");
                        Ok(())
                    }
                    false => Ok(()),
                }
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
                    context: self.context(call),
                    logic,
                    model: None,
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
            CallForm::Check(text) => {
                if let Some(answer) = self.answer(call) {
                    let owner = self.owner(call);
                    self.add_line(call, owner, format!("(set-info :status {answer})"));
                }
                self.command(call, text)
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
            CallForm::Options => self.keep(call, Object::Options(Vec::new())),
            CallForm::SetOption(object, name, value) => self.set_option(call, object, name, value),
            CallForm::UseOptions(parameter) => {
                let Object::Options(options) = self.object(call, parameter)?.clone() else {
                    return Err(unknown(parameter));
                };
                let owner = self.owner(call);
                for (name, value) in options {
                    self.add_line(call, owner, option_line(&name, &value));
                }
                Ok(())
            }
            CallForm::Cases(parameter, cases) => {
                let value = self.argument(call, parameter)?;
                let case = cases.iter().find(|(case, _)| *case == value);
                let (_, form) = case
                    .ok_or_else(|| format!("a trace has no such call with {parameter} {value}"))?;
                self.form(call, *form)
            }
            CallForm::Datatype(form) => self.datatype(call, form),
            CallForm::Idle => Ok(()),
        }
    }

    /// Makes an operator. Numbers are its indices, and so are the widths of a floating-point sort.
    fn operator(&mut self, call: &LoggedCall) -> Made<()> {
        let name = self.operators[call.function.name];
        let (mut terms, mut indices) = (Vec::new(), Vec::new());
        let lengths: FxHashSet<usize> = call
            .function
            .parameters
            .iter()
            .filter_map(|its| match its.count {
                Count::Of(at) if its.kind.is_data() => Some(at),
                _ => None,
            })
            .collect();
        for (at, (parameter, datum)) in call
            .function
            .parameters
            .iter()
            .zip(&call.arguments)
            .enumerate()
        {
            if lengths.contains(&at) || self.is_context(parameter) {
                continue;
            }
            match datum {
                Datum::Number(number) => indices.push(number.clone()),
                Datum::List(elements) => {
                    for element in elements {
                        terms.push(self.spelled(parameter, element)?);
                    }
                }
                _ => match self.objects.find(parameter, datum)? {
                    Object::Sort(sort) => {
                        indices.extend(numeral::format(&sort.text).into_iter().flatten());
                    }
                    _ => terms.push(self.spelled(parameter, datum)?),
                },
            }
        }
        let head = match indices[..] {
            [] => name.to_owned(),
            _ => format!("(_ {name} {})", indices.join(" ")),
        };
        let text = match terms[..] {
            [] => head,
            _ => format!("({head} {})", terms.join(" ")),
        };
        self.define(call, text, terms)
    }

    /// Adds a command for the instance of a call.
    fn command(&mut self, call: &LoggedCall, text: &str) -> Made<()> {
        let owner = self.owner(call).ok_or("its instance is not known")?;
        let (text, _) = self.expanded(call, text)?;
        self.add_line(
            call,
            Some(owner),
            text.replace("check-sat-assuming ()", "check-sat"),
        );
        Ok(())
    }

    /// The value of a term in a model. If the model is the newest one of its instance, the script
    /// asks for the value.
    fn value(&mut self, call: &LoggedCall, model: &str, term: &str) -> Made<()> {
        let asked = self.datum(call, model)?.handle();
        if let Ok(Object::Model(number)) = self.object(call, model).cloned()
            && self.instances[number].model == asked
            && let Ok(term) = self.argument(call, term)
        {
            self.add_line(call, Some(number), format!("(get-value ({term}))"));
        }
        let text = call
            .returned
            .as_ref()
            .and_then(|returned| returned.text.clone());
        match text {
            Some(text) => self.define(call, text.replace('\n', " "), Vec::new()),
            None => Ok(()),
        }
    }

    fn set_option(
        &mut self,
        call: &LoggedCall,
        object: Option<&str>,
        name: &str,
        value: &str,
    ) -> Made<()> {
        let name = self.symbol(call, name)?;
        let parameter = parameter(call, value)?.1;
        let value = match self.datum(call, value)? {
            Datum::Text(text) => text.clone(),
            Datum::Number(number) => match (parameter.written, number.as_str()) {
                ("_Bool", "0") => "false".to_owned(),
                ("_Bool", _) => "true".to_owned(),
                _ => number.clone(),
            },
            Datum::Real(real) => real.to_string(),
            _ => self.symbol(call, value)?,
        };
        let Some(object) = object else {
            self.add_line(call, None, option_line(&name, &value));
            return Ok(());
        };
        match self.object_mut(call, object)? {
            Object::Options(options) => options.push((name, value)),
            _ => return Err(unknown(object)),
        }
        Ok(())
    }

    /// The answer that a check returned.
    fn answer(&self, call: &LoggedCall) -> Option<&'static str> {
        let Datum::Number(number) = self.result(call)? else {
            return None;
        };
        let declared = self.api.header.named(call.function.result.written)?;
        let Some(ConstantNames::Enumerators(prefix)) = declared.names else {
            return None;
        };
        let prefix = prefix.trim_end_matches('*');
        let name = self.api.header.enumerator(prefix, number.parse().ok()?)?;
        Some(match name {
            _ if name.contains("UNSAT") || name.ends_with("FALSE") => "unsat",
            _ if name.contains("SAT") || name.ends_with("TRUE") => "sat",
            _ => "unknown",
        })
    }

    /// Defines the name of a term.
    fn define(&mut self, call: &LoggedCall, text: String, uses: Vec<String>) -> Made<()> {
        let name = format!("@{}", call.number);
        self.add_line(call, None, format!("(define-term {name} {text})"));
        let definition = Definition {
            text,
            uses,
            sort: None,
        };
        self.definitions.insert(name.clone(), definition);
        self.keep(call, Object::Term(name))
    }

    /// Defines the name of a sort.
    fn define_sort(
        &mut self,
        call: &LoggedCall,
        text: String,
        function: Option<(Vec<String>, String)>,
    ) -> Made<()> {
        let is_simple = !text.starts_with('(');
        let name = if is_simple {
            text.clone()
        } else {
            format!("@s{}", call.number)
        };
        if !is_simple {
            self.add_line(call, None, format!("(define-sort {name} () {text})"));
        }
        self.keep(
            call,
            Object::Sort(SortText {
                name,
                text,
                function,
            }),
        )
    }

    /// Declares a constant or function, unless it is declared. A symbol may be declared with
    /// several sorts.
    fn declare(&mut self, call: &LoggedCall, symbol: &str, sort: &SortText) -> String {
        let key = (symbol.to_owned(), sort.name.clone());
        if let Some(name) = self.declared.get(&key) {
            return name.clone();
        }
        let name = self.names.fresh(symbol);
        let text = match &sort.function {
            Some((domain, codomain)) => {
                format!("(declare-fun {name} ({}) {codomain})", domain.join(" "))
            }
            None => format!("(declare-const {name} {})", sort.name),
        };
        self.add_line(call, None, text);
        self.declared.insert(key, name.clone());
        let definition = Definition {
            text: name.clone(),
            uses: Vec::new(),
            sort: Some(sort.name.clone()),
        };
        self.definitions.insert(name.clone(), definition);
        name
    }

    fn add_line(&mut self, call: &LoggedCall, instance: Option<usize>, text: String) {
        if let Some(number) = instance {
            self.instances[number].lines += 1;
        }
        self.lines.push(Line {
            text,
            function: call.function.name,
            instance,
            context: self.context(call),
        });
    }
}

/// A text as a literal of SMT-LIB.
fn string(text: &str) -> String {
    let text: String = text.replace(char::is_control, " ");
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn option_line(name: &str, value: &str) -> String {
    format!("(set-option :{} {})", symbol_text(name), symbol_text(value))
}
