//! Finds out what recorded calls are in SMT-LIB.
//!
//! The [forms](murxla_fsm::wrapper::call_form) of the API say what a call makes or does. A term
//! that a call makes becomes `(define-term @NUMBER TERM)`, with the number of the call, so that
//! shared terms stay shared. This command, and `left-out`, are not in SMT-LIB: the importer reads
//! them in recordings only.

mod argument;
mod binder;
mod datatype;
mod definition;
mod form;
mod instance;
mod numeral;
mod objects;
mod operator;

use super::log::{Datum, LoggedCall};
use datatype::Constructor;
use murxla_fsm::wrapper::c_api::{CApi, CCalls, CParameter, Role};
use murxla_fsm::wrapper::call_form::CallForm;
use murxla_wrappers::smt2::{SymbolTable, symbol_text};
use objects::{Object, Objects};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Calls after this number of bytes of a script are left out.
const MOST_TEXT: usize = 1 << 28;

/// What became of the calls of a function.
#[derive(Clone, Copy, Default, Debug)]
pub struct CallCounts {
    /// Those that are in the script.
    pub imported: usize,
    /// Those that belong to other instances.
    pub elsewhere: usize,
    /// Those that only look at objects, count references or print.
    pub looking: usize,
    /// Those that are left out.
    pub left_out: usize,
}

impl CallCounts {
    /// All calls.
    #[must_use]
    pub fn all(&self) -> usize {
        self.imported + self.elsewhere + self.looking + self.left_out
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

/// Why a call is left out.
type Reason = String;
type Made<T> = Result<T, Reason>;

/// The definition of a name.
struct Definition {
    text: String,
    /// The names in it that stand for terms.
    uses: Vec<String>,
    /// The sort of a constant or a variable.
    sort: Option<String>,
    /// Whether it is a variable, or a term with a variable that is not bound in it. The script has
    /// such terms within binders only.
    is_open: bool,
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

/// A call that a script has or notes.
struct KeptCall {
    function: &'static str,
    is_left_out: bool,
    /// As in [`Line`].
    instance: Option<usize>,
    context: Option<u64>,
}

/// An instance that the program opened.
struct Instance {
    context: Option<u64>,
    logic: Option<String>,
    /// The handle of its newest model.
    model: Option<u64>,
    /// The formulas that the next check assumes, if a function adds them one by one.
    assumptions: Vec<String>,
    /// The number of its lines.
    lines: usize,
}

struct Writer<'a> {
    api: &'a CApi,
    forms: FxHashMap<&'static str, CallForm>,
    operators: FxHashMap<&'static str, &'static str>,
    objects: Objects,
    definitions: FxHashMap<String, Definition>,
    /// The names of constants, functions and sorts, by their contexts, symbols and sorts.
    declared: FxHashMap<(Option<u64>, String, String), String>,
    names: SymbolTable,
    /// The constructors of declared datatypes, by the names of the sorts.
    datatypes: FxHashMap<String, Vec<usize>>,
    constructors: Vec<Constructor>,
    lines: Vec<Line>,
    /// The number of bytes of the lines.
    size: usize,
    /// What binders have cost: bytes of their bodies, which repeat definitions, and terms visited.
    repeated: usize,
    instances: Vec<Instance>,
    counts: BTreeMap<&'static str, CallCounts>,
    /// The calls that a script has or notes.
    kept: Vec<KeptCall>,
}

/// The script of the calls of an instance: `wanted`, the one in whose call the program ended or the
/// newest of the context of this call, or the first of those with the most calls.
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
            .and_then(|call| writer.owner(call).or_else(|| writer.newest(call)))
            .or_else(|| (0..count).rev().max_by_key(lines)),
    };
    let (text, functions) = writer.text(instance);
    writer.count(instance);
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
            forms: api.forms.rows.iter().rev().copied().collect(),
            operators: (api.forms.operators)().into_iter().rev().collect(),
            objects: Objects::new(api.forms),
            definitions: FxHashMap::default(),
            declared: FxHashMap::default(),
            names: SymbolTable::default(),
            datatypes: FxHashMap::default(),
            constructors: Vec::new(),
            lines: Vec::new(),
            size: 0,
            repeated: 0,
            instances: Vec::new(),
            counts: BTreeMap::new(),
            kept: Vec::new(),
        }
    }

    /// Whether the script of an instance has what belongs to an owner or a context.
    fn has(&self, instance: Option<usize>, owner: Option<usize>, context: Option<u64>) -> bool {
        let its = instance.and_then(|n| self.instances[n].context);
        match owner {
            Some(_) => owner == instance,
            None => context.is_none() || its.is_none() || context == its,
        }
    }

    /// Counts what became of the calls in the script of an instance.
    fn count(&mut self, instance: Option<usize>) {
        for call in std::mem::take(&mut self.kept) {
            let is_there = self.has(instance, call.instance, call.context);
            let counts = self.counts.entry(call.function).or_default();
            *match (is_there, call.is_left_out) {
                (false, _) => &mut counts.elsewhere,
                (true, false) => &mut counts.imported,
                (true, true) => &mut counts.left_out,
            } += 1;
        }
    }

    /// The script of an instance, and the function of each line.
    fn text(&self, instance: Option<usize>) -> (String, Vec<&'static str>) {
        let its = instance.map(|n| &self.instances[n]);
        let mut text = "(set-option :global-declarations true)".to_owned();
        if let Some(logic) = its.and_then(|its| its.logic.as_ref()) {
            text.push_str(&format!(" (set-logic {})", symbol_text(logic)));
        }
        text.push('\n');
        let mut functions = vec![""];
        let lines = self.lines.iter();
        for line in lines.filter(|line| self.has(instance, line.instance, line.context)) {
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
        if self.size > MOST_TEXT {
            self.counts.entry(function.name).or_default().left_out += 1;
            return;
        }
        let form = self.forms.get(function.name).copied();
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
        if is_idle && made.is_ok() {
            self.counts.entry(function.name).or_default().looking += 1;
            return;
        }
        self.kept.push(KeptCall {
            function: function.name,
            is_left_out: made.is_err(),
            instance: self.owner(call),
            context: self.context(call),
        });
        if let Err(why) = made {
            if let Some(handle) = self.result(call).and_then(Datum::handle) {
                self.objects.forget(function.result.written, handle);
            }
            self.leave_out(call, &why);
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

    fn add_line(&mut self, call: &LoggedCall, instance: Option<usize>, text: String) {
        if self.size > MOST_TEXT {
            return;
        }
        self.size += text.len();
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

    /// The instance to which a call belongs: its first argument that is one, or whose model it is.
    fn owner(&self, call: &LoggedCall) -> Option<usize> {
        let mut arguments = call.function.parameters.iter().zip(&call.arguments);
        arguments.find_map(
            |(parameter, datum)| match self.objects.find(parameter, datum) {
                Ok(Object::Instance(number) | Object::Model(number)) => Some(*number),
                _ => None,
            },
        )
    }

    /// The newest instance of the context in which a call was made.
    fn newest(&self, call: &LoggedCall) -> Option<usize> {
        let context = self.context(call)?;
        let mut all = self.instances.iter();
        all.rposition(|instance| instance.context == Some(context))
    }

    fn is_context(&self, parameter: &CParameter) -> bool {
        let declared = self.api.header.named(objects::type_name(parameter.written));
        declared.is_some_and(|declared| declared.receiver.is_some())
    }

    /// The context that an instance is itself, if terms belong to it.
    fn opened_context(&self, call: &LoggedCall) -> Option<u64> {
        let declared = self
            .api
            .header
            .named(objects::type_name(call.function.result.written))?;
        declared.receiver?;
        self.result(call)?.handle()
    }

    /// The context in which a call was made. Instances belong to one, and so do their calls.
    fn context(&self, call: &LoggedCall) -> Option<u64> {
        if let Some(owner) = self.owner(call) {
            return self.instances[owner].context;
        }
        let (parameter, datum) = (call.function.parameters.first()?, call.arguments.first()?);
        let is_object = self.objects.find(parameter, datum).is_ok();
        (self.is_context(parameter) && !is_object)
            .then(|| datum.handle().filter(|handle| *handle != 0))?
    }
}

/// An argument and its parameter.
fn parameter<'c>(call: &'c LoggedCall, name: &str) -> Made<(&'c Datum, &'static CParameter)> {
    let parameters = call.function.parameters;
    let at = parameters
        .iter()
        .position(|parameter| parameter.name == name);
    let at = at.ok_or_else(|| unknown(name))?;
    Ok((&call.arguments[at], &parameters[at]))
}

fn unknown(name: &str) -> Reason {
    format!("its argument {name} is not known")
}

/// A text as a literal of SMT-LIB.
fn string(text: &str) -> String {
    let text: String = text.replace(char::is_control, " ");
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
