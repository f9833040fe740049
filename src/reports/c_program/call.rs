//! Writes one recorded call as a statement of C, with the variables that it needs and sets.

use super::literal;
use super::variables::VariableId;
use super::{ProgramLine, Writer, errors};
use murxla_fsm::wrapper::c_api::{
    CFunction, CParameter, CType, ConstantNames, Count, ErrorReport, Role,
};
use murxla_wrappers::record::Datum;

/// The number of elements of buffers whose length is not recorded.
const BUFFER_SIZE: &str = "65536";

/// A recorded call.
pub(super) struct RecordedCall<'a> {
    pub(super) name: &'a str,
    pub(super) function: &'a CFunction,
    /// The arguments before the call.
    pub(super) before: &'a [Datum],
    /// The arguments after the call, and the result. `None` if the call did not return.
    pub(super) after: Option<(&'a [Datum], &'a Datum)>,
    /// The id that the result has in the trace, if it has one.
    pub(super) wanted: Option<&'a str>,
}

/// What the program declares for an argument through which the library writes. The strings are
/// names.
enum OutArgument {
    Variable(String),
    Array(String),
    Structure(String),
    /// A member of this structure, with the position and the offset in bytes of the member.
    Member(String, usize, usize),
}

/// The type that a pointer points to, as written in C.
fn pointee(written: &str) -> &str {
    written.strip_suffix('*').unwrap_or(written).trim_end()
}

/// The type that a pointer points to. Other types are returned as they are.
fn target(kind: &CType) -> &CType {
    match kind {
        CType::Pointer(of) => of,
        other => other,
    }
}

/// Whether the function only reads the array. The program then writes it as a literal inside the
/// call.
fn is_read(parameter: &CParameter) -> bool {
    let of = target(&parameter.kind);
    parameter.is_const && (of.is_handle() || !matches!(of, CType::Text | CType::Pointer(_)))
}

impl Writer<'_> {
    /// Writes the call, with the declarations that it needs.
    pub(super) fn call(&mut self, call: &RecordedCall<'_>) {
        let RecordedCall { name, function, .. } = call;
        if self.aim.style.is_plain() && function.calls.role == Role::Counts {
            return;
        }
        if let Some(reason) = function.calls.left_out {
            self.gap(&format!("{name} is left out: {reason}"));
            return;
        }
        self.declared.functions.insert((*name).to_owned());
        let mut arguments = Vec::new();
        let mut outs = Vec::new();
        let mut callbacks = self.callbacks(name);
        for (parameter, datum) in function.parameters.iter().zip(call.before) {
            if parameter.kind == CType::Callback {
                let callback = callbacks.next().filter(|_| datum.word() != 0);
                arguments.push(callback.unwrap_or("NULL").to_owned());
                outs.push(None);
                continue;
            }
            let (text, out) = self.argument(call, parameter, datum);
            arguments.push(text);
            outs.push(out);
        }
        let name = self.plain_names(name);
        let text = format!("{name}({})", arguments.join(", "));
        let Some((after, result)) = call.after else {
            self.push_line(format!("{text}; // does not return in the run"));
            if self.aim.sign.ends() {
                self.push_line("is_behind = 1;".to_owned());
            }
            self.error_of_last_call();
            return;
        };
        let returned = self.result(call, text, result);
        for ((parameter, datum), out) in function.parameters.iter().zip(after).zip(outs) {
            if let Some(out) = out {
                self.written(call, parameter, datum, out);
            }
        }
        // The length, which is compared first, is in an argument.
        if let (Some((name, variable)), Datum::Array(_, elements)) = (returned, result) {
            let (of, written) = (
                target(&function.result.kind),
                pointee(function.result.written),
            );
            self.read(of, written, elements, &name, Some(variable));
            if function.result.count == Count::Terminated {
                let end = format!("{name}[{}]", elements.len());
                self.compare_term(written, 0, &end, Some(variable));
            }
        }
    }

    /// Compares a term that the library has returned with the term of the run.
    fn compare_term(&mut self, written: &str, word: u64, text: &str, from: Option<VariableId>) {
        if !self.results.is_on
            || !self.aim.is_about_terms
            || !self.header.is_handle("Term", written)
        {
            return;
        }
        let known = match word {
            0 => Some("0".to_owned()),
            _ => self.variables.find(written, word, false),
        };
        let Some(known) = known else {
            self.results.is_incomplete = true;
            return;
        };
        if let Some(variable) = from {
            self.variables.mark_used(variable);
        }
        // The array may be shorter than that of the run.
        let is_same = format!("{text} == {known}");
        self.prints(format!(
            "print(\"{is_same}\", !differences && {is_same}, 1);"
        ));
    }

    /// An argument in C, and what was declared for it.
    fn argument(
        &mut self,
        call: &RecordedCall<'_>,
        parameter: &CParameter,
        datum: &Datum,
    ) -> (String, Option<OutArgument>) {
        let (kind, written) = (&parameter.kind, parameter.written);
        let frees = call.function.calls.free;
        let text = match (kind, datum) {
            (_, Datum::Word(0)) if !matches!(kind, CType::Number { .. } | CType::Handle { .. }) => {
                "NULL".to_owned()
            }
            (CType::Pointer(_), _) if call.name == "free" => {
                // The buffer of a stream in memory. The stream set its address when it was closed,
                // so no call returned it.
                self.buffers.pop().unwrap_or_else(|| "NULL".to_owned())
            }
            (CType::Pointer(_) | CType::Text, _)
                if frees && !kind.is_handle() || written.starts_with("void") =>
            {
                self.address(written, datum.word(), true)
            }
            (CType::Text, Datum::Text(_, bytes)) if parameter.is_const => literal::text(bytes),
            (CType::Text, Datum::Text(_, bytes)) if matches!(parameter.count, Count::Of(_)) => {
                format!("(char *){}", literal::text(bytes))
            }
            (CType::Text, _) if !parameter.is_const => {
                let name = self.fresh("buffer", None);
                self.push_line(format!("static char {name}[{BUFFER_SIZE}];"));
                return (name.clone(), None);
            }
            (CType::Text, _) => self.address(written, datum.word(), false),
            (CType::Pointer(_), _) if kind.is_data() => return self.memory(parameter, datum),
            _ => self.scalar(kind, written, datum),
        };
        (text, None)
    }

    /// A number, a handle, a string or a structure.
    fn scalar(&mut self, kind: &CType, written: &str, datum: &Datum) -> String {
        match (kind, datum) {
            (CType::Number { size, .. }, _) => {
                let value = literal::signed(datum.word(), *size);
                let named = self.named(written, value);
                named.unwrap_or_else(|| literal::number(datum.word(), kind))
            }
            (CType::Handle { size }, _) => {
                let known = self.variables.find(written, datum.word(), false);
                known.unwrap_or_else(|| literal::signed(datum.word(), *size).to_string())
            }
            (CType::Text, Datum::Text(_, bytes)) => literal::text(bytes),
            (CType::Struct(_), _) => self.structure(kind, written, datum),
            _ => self.address(written, datum.word(), false),
        }
    }

    /// The variable that has an address. If there is none, it is `NULL`, which is a gap unless the
    /// address is optional.
    fn address(&mut self, written: &str, word: u64, optional: bool) -> String {
        if word == 0 {
            return "NULL".to_owned();
        }
        if let Some(name) = self.variables.find(written, word, true) {
            return name;
        }
        if !optional {
            self.gap(&format!(
                "a value of type {written} has an unknown origin and is written as NULL"
            ));
        }
        "NULL".to_owned()
    }

    /// The named constant for a number of this type, which the program then declares.
    fn named(&mut self, written: &str, value: i64) -> Option<String> {
        Some(match self.header.named(written)?.names? {
            ConstantNames::Enumerators(prefix) => {
                let name = self.header.enumerator(prefix, value)?.to_owned();
                self.constants.enumerators.insert(name.clone(), value);
                name
            }
            ConstantNames::Function(by) => {
                let name = self
                    .constants
                    .returned
                    .get(&(by.to_owned(), value))?
                    .clone();
                self.declared.functions.insert(by.to_owned());
                self.constants.named_by.insert(name.clone(), by);
                name
            }
        })
    }

    /// The names of the callbacks for a function, which the program then defines.
    fn callbacks(&mut self, function: &str) -> impl Iterator<Item = &'static str> + use<> {
        let mut rows = self.rules.callbacks.iter();
        let row = rows.find(|row| row.0 == function);
        if let Some(difference) = row.and_then(|row| row.2) {
            self.gap(difference);
        }
        let mut definitions = row.map_or(&[][..], |row| row.1).to_vec();
        if let Some(definition) = self.error_callback(function) {
            definitions = vec![definition];
            let called = |name: &String| definition.contains(&format!("{name}("));
            let functions = self.header.functions.iter().map(|f| f.name.to_owned());
            self.declared.functions.extend(functions.filter(called));
        }
        self.declared.definitions.extend(&definitions);
        definitions.into_iter().map(|definition| {
            // The name is the last word before the parameters.
            let before = definition.split('(').next().unwrap_or_default();
            before.rsplit([' ', '*']).next().unwrap_or_default()
        })
    }

    /// A pointer to memory of the caller, and what was declared for it.
    fn memory(&mut self, parameter: &CParameter, datum: &Datum) -> (String, Option<OutArgument>) {
        let (of, written) = (target(&parameter.kind), pointee(parameter.written));
        if parameter.count == Count::Buffer {
            let name = self.fresh("buffer", None);
            self.push_line(format!("static {written} {name}[{BUFFER_SIZE}];"));
            return (name, None);
        }
        let Datum::Array(address, elements) = datum else {
            self.gap("the memory of an argument could not be read; it is written as NULL");
            return ("NULL".to_owned(), None);
        };
        let terminated = parameter.count == Count::Terminated;
        if elements.is_empty() && !terminated {
            return ("NULL".to_owned(), None);
        }
        if let (Count::Nested { .. }, CType::Pointer(inner)) = (parameter.count, of) {
            let of_inner = pointee(written);
            let arrays = elements.iter().map(|array| match array {
                Datum::Array(_, elements) if !elements.is_empty() => {
                    let list = self.list(inner, of_inner, elements);
                    format!("({of_inner}[]){{{list}}}")
                }
                _ => "NULL".to_owned(),
            });
            let arrays: Vec<String> = arrays.collect();
            return (format!("({written}[]){{{}}}", arrays.join(", ")), None);
        }
        let one = matches!(parameter.count, Count::One | Count::OutArray(_));
        if let CType::Struct(_) = of {
            if !parameter.is_const {
                if let Some((text, out)) = self.member(written, &elements[0]) {
                    return (format!("&{text}"), Some(out));
                }
                let name = self.out_structure(of, written, *address, &elements[0]);
                return (format!("&{name}"), Some(OutArgument::Structure(name)));
            }
            if one {
                let text = self.structure(of, written, &elements[0]);
                return (format!("&{text}"), None);
            }
        }
        let mut list = self.list(of, written, elements);
        if terminated {
            let comma = if elements.is_empty() { "" } else { ", " };
            list.push_str(&format!("{comma}0"));
        }
        if is_read(parameter) {
            return (format!("({written}[]){{{list}}}"), None);
        }
        if one {
            let wanted = self.fresh(written, None);
            self.push_line(format!("{written} {wanted} = {list};"));
            return (format!("&{wanted}"), Some(OutArgument::Variable(wanted)));
        }
        let name = self.fresh(&format!("{}_array", parameter.name), None);
        self.push_line(format!(
            "{written} {name}[{}] = {{{list}}};",
            elements.len()
        ));
        (name.clone(), Some(OutArgument::Array(name)))
    }

    /// The elements of an array, separated by commas. A handle of unknown origin is 0 or `NULL`: it
    /// is the initial content of memory to which the library has not written yet.
    fn list(&mut self, of: &CType, written: &str, elements: &[Datum]) -> String {
        let mut list = Vec::new();
        for element in elements {
            let word = element.word();
            list.push(match of {
                CType::Struct(_) => self.structure(of, written, element),
                CType::Handle { .. } => {
                    let known = self.variables.find(written, word, false);
                    known.unwrap_or_else(|| "0".to_owned())
                }
                _ if of.is_handle() => {
                    let known = self.variables.find(written, word, true);
                    known.unwrap_or_else(|| "NULL".to_owned())
                }
                CType::Pointer(_) | CType::Callback => "NULL".to_owned(),
                CType::Text if !matches!(element, Datum::Text(..)) => "NULL".to_owned(),
                _ => self.scalar(of, written, element),
            });
        }
        list.join(", ")
    }

    /// A structure that the library reads: the variable with this content, or a literal.
    fn structure(&mut self, kind: &CType, written: &str, datum: &Datum) -> String {
        let (CType::Struct(members), Datum::Struct(values)) = (kind, datum) else {
            return "0".to_owned();
        };
        if let Some((known, member)) = self.variables.with_content(datum) {
            let (name, whole) = (known.name.clone(), self.header.named(&known.kind));
            return match (member, whole.map(|declared| declared.kind)) {
                (Some(at), Some(CType::Struct(members))) => format!("{name}.{}", members[at].name),
                _ => name,
            };
        }
        let written = written.trim_start_matches("const ");
        if let Some(known) = self.variables.same_structure(written, datum) {
            return known.name.clone();
        }
        let list: Vec<String> = members
            .iter()
            .zip(values)
            .map(|(member, value)| self.list(&member.kind, "", std::slice::from_ref(value)))
            .collect();
        format!("({written}){{{}}}", list.join(", "))
    }

    /// A member through which the library writes, of a structure that is known. An example is the
    /// numerator of a rational.
    fn member(&self, written: &str, content: &Datum) -> Option<(String, OutArgument)> {
        let (known, at) = self.variables.with_content(content)?;
        let whole = self.header.named(&known.kind)?.kind;
        let (Some(at), CType::Struct(members)) = (at, whole) else {
            return None;
        };
        let member = members.get(at).filter(|member| member.written == written)?;
        let text = format!("{}.{}", known.name, member.name);
        let offset = *whole.offsets().get(at)?;
        Some((text, OutArgument::Member(known.name.clone(), at, offset)))
    }

    /// The variable of a structure through which the library writes. A known structure keeps its
    /// variable.
    fn out_structure(
        &mut self,
        kind: &CType,
        written: &str,
        address: u64,
        content: &Datum,
    ) -> String {
        if let Some(known) = self.variables.structure(written, address, content) {
            return known.name.clone();
        }
        let name = self.fresh(written, None);
        let mut list = "0".to_owned();
        if let (CType::Struct(members), Datum::Struct(values)) = (kind, content) {
            let values = members.iter().zip(values).map(|(member, value)| {
                let known = match value.word() {
                    word if word != 0 && member.kind.is_handle() => {
                        self.variables.find(member.written, word, false)
                    }
                    _ => None,
                };
                known.unwrap_or_else(|| "0".to_owned())
            });
            let values: Vec<String> = values.collect();
            if values.iter().any(|value| value != "0") {
                list = values.join(", ");
            }
        }
        self.push_line(format!("{written} {name} = {{{list}}};"));
        name
    }

    /// Writes the call itself, and notes the variable of its result. Returns it if it is an array.
    fn result(
        &mut self,
        call: &RecordedCall<'_>,
        text: String,
        result: &Datum,
    ) -> Option<(String, VariableId)> {
        let function = call.function;
        let written = function.result.written;
        let prints = self.results.is_on && !(function.calls.report_error && result.word() == 0);
        match (&function.result.kind, result) {
            // The functions that return something return NULL, so that a later call fails.
            (CType::Void, _) if matches!(self.errors, Some(ErrorReport::OfLastCall(..))) => {
                self.push_line(format!("{text}, {};", errors::CHECK));
            }
            (CType::Void, _) => self.push_line(format!("{text};")),
            (CType::Number { real, .. }, _) if prints => {
                let expected = self.scalar(&function.result.kind, written, result);
                let print = if *real { "print_real" } else { "print" };
                self.prints(format!("{print}(\"{}\", {text}, {expected});", call.name));
            }
            (CType::Number { .. }, _) => self.push_line(format!("{text};")),
            (CType::Text, _) => {
                let name = self.fresh("text", None);
                let variable = self.declared(written, &name, text);
                if result.word() != 0 {
                    self.variables
                        .set(written, result.word(), &name, Some(variable));
                }
                if let (true, Datum::Text(_, bytes)) = (prints, result) {
                    let name = self
                        .variables
                        .find(written, result.word(), false)
                        .unwrap_or(name);
                    let expected = literal::text(bytes);
                    self.prints(format!(
                        "print_text(\"{}\", {name}, {expected});",
                        call.name
                    ));
                }
            }
            (kind, _) => {
                let name = self.fresh(written, call.wanted);
                let variable = self.declared(written, &name, text);
                self.compare_term(written, result.word(), &name, Some(variable));
                if result.word() != 0 || matches!(kind, CType::Handle { .. }) {
                    self.variables
                        .set(written, result.word(), &name, Some(variable));
                }
                return kind.is_data().then_some((name, variable));
            }
        }
        None
    }

    /// Writes a call whose result gets a variable if it is used.
    fn declared(&mut self, written: &str, name: &str, call: String) -> VariableId {
        let variable = self.variables.add_optional(None);
        let space = if written.ends_with('*') { "" } else { " " };
        self.lines.push(ProgramLine::Result {
            variable,
            declaration: format!("{written}{space}{name} = "),
            call: format!("{call};"),
        });
        variable
    }

    /// Copies the handles in an array to variables, because the library may overwrite the array.
    fn read(
        &mut self,
        of: &CType,
        written: &str,
        elements: &[Datum],
        array: &str,
        parent: Option<VariableId>,
    ) {
        if !of.is_handle() {
            return;
        }
        for (n, element) in elements.iter().enumerate() {
            let written = written.trim_start_matches("const ");
            self.compare_term(written, element.word(), &format!("{array}[{n}]"), parent);
            let name = self.fresh(written, None);
            let variable = self.variables.add_optional(parent);
            let text = format!("{written} {name} = {array}[{n}];");
            self.lines.push(ProgramLine::IfUsed { variable, text });
            self.variables
                .set(written, element.word(), &name, Some(variable));
        }
    }

    /// Notes what the library wrote through an argument.
    fn written(
        &mut self,
        call: &RecordedCall<'_>,
        parameter: &CParameter,
        datum: &Datum,
        out: OutArgument,
    ) {
        let Datum::Array(address, elements) = datum else {
            return;
        };
        let (of, written) = (target(&parameter.kind), pointee(parameter.written));
        match out {
            OutArgument::Array(name) => self.read(of, written, elements, &name, None),
            OutArgument::Variable(name) => {
                let element = &elements[0];
                let what = format!("{} in {}", parameter.name, call.name);
                match (of, element) {
                    (CType::Number { real, .. }, _) if self.results.is_on => {
                        let expected = literal::number(element.word(), of);
                        let print = if *real { "print_real" } else { "print" };
                        self.prints(format!("{print}(\"{what}\", {name}, {expected});"));
                    }
                    (CType::Text, Datum::Text(_, bytes)) if self.results.is_on => {
                        let expected = literal::text(bytes);
                        self.prints(format!("print_text(\"{what}\", {name}, {expected});"));
                    }
                    _ => {}
                }
                if call.name == "open_memstream" && *of == CType::Text {
                    self.buffers.push(name.clone());
                }
                if element.word() != 0 && !matches!(of, CType::Number { .. }) {
                    self.variables.set(written, element.word(), &name, None);
                }
                if let (Count::OutArray(_), Datum::Array(_, elements)) = (parameter.count, element)
                {
                    self.read(target(of), pointee(written), elements, &name, None);
                }
            }
            OutArgument::Member(name, at, offset) => {
                if let Some(content) = elements.first() {
                    let whole = address.wrapping_sub(offset as u64);
                    self.variables.set_member(&name, at, whole, content.clone());
                }
            }
            OutArgument::Structure(name) => {
                let Some(content) = elements.first() else {
                    return;
                };
                self.variables
                    .set_structure(&name, written, *address, content.clone());
                let (CType::Struct(members), Datum::Struct(values)) = (of, content) else {
                    return;
                };
                for (member, value) in members.iter().zip(values) {
                    let path = format!("{name}.{}", member.name);
                    match (&member.kind, value) {
                        (kind, Datum::Word(size))
                            if kind.is_count()
                                && member.name == "size"
                                && self.results.is_on
                                && self.aim.is_about_terms =>
                        {
                            self.prints(format!("print(\"{path}\", {path}, {size});"));
                        }
                        (kind, Datum::Array(_, elements)) if kind.is_data() => {
                            let of = pointee(member.written).to_owned();
                            self.read(target(kind), &of, elements, &path, None);
                        }
                        (kind, _) if kind.is_handle() && value.word() != 0 => {
                            self.variables
                                .set(member.written, value.word(), &path, None);
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
