//! Safe methods for the functions of a header.
//!
//! A method has the name of the function without the prefix of the library. What C says in several
//! parameters is one in Rust: a pointer and a length are a slice, and a place that the function
//! writes to is a part of the result. The method looks the function up, converts the arguments,
//! calls, checks for an error, and converts the result.

use crate::declarator::{Declarator, NUMBERS};
use crate::header::{CFunction, CHeader, CParameter, CType, CTypedef, Count};
use std::fmt::Write as _;

/// The type that has the methods.
#[derive(Clone, Copy, Debug)]
pub struct Receiver {
    /// The module of the wrapper, such as `z3`.
    pub wrapper: &'static str,
    /// The type, as seen from there.
    pub name: &'static str,
    /// How methods take it: `&self`, or `self: &Rc<Self>`.
    pub by: &'static str,
    /// The prefix of the functions.
    pub prefix: &'static str,
    /// The type of the table of functions.
    pub table: &'static str,
}

/// The beginning of the Rust type of a result in C that says whether the call failed, as in
/// `Tried<T>`. The method has the result `Tried<T>`, an alias of the wrapper with its own errors.
const TRIED: &str = "Tried<";

/// The name of a method.
fn name_of(function: &CFunction, receiver: Receiver) -> String {
    let prefix = receiver.prefix;
    let name = function.name.strip_prefix(prefix).unwrap_or(function.name);
    match super::types::is_keyword(name) {
        true => format!("r#{name}"),
        false => name.to_owned(),
    }
}

/// A method that is being written.
#[derive(Default)]
struct Method {
    /// The parameters in Rust.
    parameters: Vec<String>,
    /// Statements before the call.
    before: Vec<String>,
    /// Statements after the call.
    after: Vec<String>,
    /// Whether the result is a [`TRIED`].
    is_tried: bool,
    /// The arguments of the call.
    arguments: Vec<String>,
    /// The types of the parts of the result, and the expressions that convert them.
    results: Vec<(String, String)>,
}

/// Rust for all functions that are not called by hand.
pub(super) fn methods(header: &CHeader, receiver: Receiver) -> Result<String, String> {
    let Receiver { wrapper, name, .. } = receiver;
    let mut slots = String::new();
    let mut text = format!("impl crate::{wrapper}::ffi::{name} {{\n");
    let own = |function: &&CFunction| !function.by_hand && !function.is_system;
    for function in header.functions.iter().filter(own) {
        let method = Method::new(header, function);
        let method =
            method.map_err(|what| format!("{}: {what}: tag it @by_hand", function.name))?;
        method.write(&mut text, function, receiver);
        if function.is_operator {
            method.write_slot(&mut slots, function, receiver);
        }
    }
    text.push_str("}\n");
    if !slots.is_empty() {
        let _ = write!(
            text,
            "/// The functions that make operators.\n#[allow(non_upper_case_globals, reason = \"the \
             names are those of C\")]\npub(in crate::{wrapper}) mod slots {{\n    use super::*;\n{slots}}}\n"
        );
    }
    Ok(text)
}

/// The type of a number in Rust, such as `u32`. `written` is its type in C, or a declared name of
/// it.
fn number(header: &CHeader, written: &str, kind: CType) -> Option<&'static str> {
    let CType::Number { .. } = kind else {
        return None;
    };
    let name = base(written);
    let Some(number) = NUMBERS.iter().find(|number| number.name == name) else {
        let text = header.named(name)?.text.trim_start_matches("typedef ");
        let declared = Declarator::new(text.trim_end_matches(';'));
        return number(header, declared.base, kind);
    };
    Some(match number.rust {
        "c_char" => "i8",
        "c_int" => "i32",
        "c_uint" => "u32",
        "c_long" | "c_longlong" => "i64",
        "c_ulong" | "c_ulonglong" => "u64",
        fixed => fixed,
    })
}

/// The value of a variable that the function sets.
fn unset(rust: &str, kind: CType, is_const: bool) -> &'static str {
    match kind {
        CType::Number { size: 1, .. } if rust == "bool" => "false",
        CType::Number { real: true, .. } => "0.0",
        CType::Number { .. } | CType::Handle { .. } => "0",
        _ if is_const => "::std::ptr::null()",
        _ => "::std::ptr::null_mut()",
    }
}

/// The name of a type that is declared in the header, without `const` and pointers to it.
fn base(written: &str) -> &str {
    written
        .trim_start_matches("const ")
        .trim_end_matches([' ', '*'])
}

/// A handle of the header that is passed by value, as written in C. A structure with a type in Rust
/// is passed by its address.
fn handle<'a>(header: &'a CHeader, written: &str) -> Option<&'a CTypedef> {
    let declared = header.named(base(written))?;
    let star = match (declared.kind, declared.rust) {
        (CType::Struct(_), Some(_)) => " *",
        _ => "",
    };
    let as_written = declared.by_value() + star;
    (as_written == written.trim_start_matches("const ")).then_some(declared)
}

impl Method {
    fn new(header: &CHeader, function: &CFunction) -> Result<Self, String> {
        let mut method = Self::default();
        for (at, parameter) in function.parameters.iter().enumerate() {
            method.parameter(header, function, at, parameter)?;
        }
        for at in 0..function.parameters.len() {
            let lengths = lengths(function, at);
            if lengths.len() > 1 {
                let check = format!("same_length(&[{}])?;", lengths.join(", "));
                method.before.insert(0, check);
            }
        }
        method.result(header, function)?;
        Ok(method)
    }

    /// Adds a parameter of the C function.
    fn parameter(
        &mut self,
        header: &CHeader,
        function: &CFunction,
        at: usize,
        parameter: &CParameter,
    ) -> Result<(), String> {
        let CParameter {
            name: c_name,
            written,
            kind,
            is_const,
            count,
            is_optional,
            is_changed,
            ..
        } = *parameter;
        let name = &super::types::name(c_name)[..];
        let declared = handle(header, written);
        if let Some(receiver) = declared.and_then(|declared| declared.receiver) {
            self.arguments.push(format!("self.{receiver}()?"));
            return Ok(());
        }
        if let Some(length) = lengths(function, at).first() {
            self.arguments.push(format!("{length} as _"));
            return Ok(());
        }
        let mut all = function.parameters.iter();
        let is_length = function.result.count == Count::Of(at)
            || all.any(|parameter| parameter.count == Count::OutArray(at));
        if is_length && matches!(kind, CType::Pointer(_)) {
            // The length of arrays that are returned.
            self.before.push(format!("let mut {name} = 0;"));
            self.arguments.push(format!("&raw mut {name}"));
            return Ok(());
        }
        let declared = declared.filter(|_| count == Count::One);
        if let Some(rust) = declared.and_then(|declared| declared.rust) {
            if is_optional {
                self.parameters.push(format!("{name}: Option<{rust}>"));
                self.arguments.push(format!(
                    "{name}.map(|each| each.lower(self)).transpose()?.unwrap_or(::std::ptr::null_mut())"
                ));
                return Ok(());
            }
            self.parameters.push(format!("{name}: {rust}"));
            self.arguments.push(format!("{name}.lower(self)?"));
            return Ok(());
        }
        if let Some(number) = number(header, written, kind) {
            self.parameters.push(format!("{name}: {number}"));
            self.arguments.push(name.to_owned());
            return Ok(());
        }
        match (kind, count) {
            (CType::Text, Count::Of(_)) => {
                self.parameters.push(format!("{name}: &[u8]"));
                self.arguments
                    .push(format!("{name}.as_ptr().cast_mut().cast()"));
            }
            (CType::Text, _) if is_const && is_optional => {
                self.parameters.push(format!("{name}: Option<&str>"));
                self.before
                    .push(format!("let {name} = {name}.map(c_string).transpose()?;"));
                self.arguments.push(format!(
                    "{name}.as_ref().map_or(::std::ptr::null(), |text| text.as_ptr())"
                ));
            }
            (CType::Text, _) if is_const => {
                self.parameters.push(format!("{name}: &str"));
                self.before.push(format!("let {name} = c_string({name})?;"));
                self.arguments.push(format!("{name}.as_ptr()"));
            }
            (CType::Pointer(of), Count::Of(_)) => {
                let element = element(header, written, *of)?;
                let rust = element.rust.trim_start_matches('&');
                if is_changed {
                    self.parameters.push(format!("{name}: &mut [{rust}]"));
                    self.arguments.push(match element.is_converted {
                        true => format!("Changed::pointer({name})"),
                        false => format!("{name}.as_mut_ptr()"),
                    });
                    return Ok(());
                }
                self.parameters.push(format!("{name}: &[{rust}]"));
                if element.is_converted {
                    self.before
                        .push(format!("let {name} = Lower::lower_all({name}, self)?;"));
                }
                let pointer = if is_const {
                    "as_ptr()"
                } else {
                    "as_ptr().cast_mut()"
                };
                self.arguments.push(format!("{name}.{pointer}"));
            }
            (CType::Pointer(CType::Pointer(of)), Count::OutArray(length)) => {
                let stars = written.matches('*').count();
                // `const` belongs to what the innermost pointer points to.
                let unset = unset("", kind, is_const && stars == 2);
                self.before.push(format!("let mut {name} = {unset};"));
                self.arguments.push(format!("&raw mut {name}"));
                let array = written.strip_suffix('*').unwrap_or(written).trim_end();
                let length = super::types::name(function.parameters[length].name);
                let element = element(header, array, **of)?;
                self.results
                    .push(element.all_lifted(name, &length, function.name));
            }
            // `const` belongs to what the inner pointer points to.
            (CType::Pointer(of), Count::One)
                if !is_const || matches!(of, CType::Text | CType::Pointer(_)) =>
            {
                let element = element(header, written, *of)?;
                self.before.push(format!(
                    "let mut {name} = {};",
                    unset(&element.rust, *of, is_const)
                ));
                self.arguments.push(format!("&raw mut {name}"));
                let (rust, lifted) = element.lifted(name, function.name);
                self.results.push(match is_optional {
                    true => optional(name, &rust, &lifted),
                    false => (rust, lifted),
                });
            }
            _ => return Err(format!("{written} {c_name}")),
        }
        Ok(())
    }

    /// Adds the result of the C function.
    fn result(&mut self, header: &CHeader, function: &CFunction) -> Result<(), String> {
        let (written, kind) = (function.result.written, function.result.kind);
        let outs = std::mem::take(&mut self.results);
        if kind != CType::Void {
            let (rust, expression) = match (kind, function.result.count) {
                (CType::Pointer(of), count @ (Count::Of(_) | Count::Terminated)) => {
                    let length = match count {
                        Count::Of(at) => lengths(function, at)
                            .into_iter()
                            .next()
                            .unwrap_or_else(|| super::types::name(function.parameters[at].name)),
                        _ => "terminated(result)".to_owned(),
                    };
                    let element = element(header, written, *of)?;
                    element.all_lifted("result", &length, function.name)
                }
                (CType::Text, _) => {
                    let copy = "unsafe { text_of(result) }";
                    let text = match function.result.freed_by {
                        None => copy.to_owned(),
                        Some(by) => format!(
                            "{{ let copy = {copy}; if copy.is_some() {{ let free = \
                             self.table().{by}.found()?; unsafe {{ free.call({}) }}; }} copy }}",
                            freeing(header, by)?,
                        ),
                    };
                    match function.result.is_nullable {
                        true => ("Option<String>".to_owned(), text),
                        false => (
                            "String".to_owned(),
                            format!("{text}.ok_or_else(|| self.no_object({:?}))?", function.name),
                        ),
                    }
                }
                _ => {
                    let element = element(header, &format!("{written} *"), kind)?;
                    match (function.result.is_nullable, number(header, written, kind)) {
                        // The places are set if the result says so.
                        (true, Some(_)) => (String::new(), String::new()),
                        (true, None) => {
                            let (rust, lifted) = element.lifted("result", function.name);
                            optional("result", &rust, &lifted)
                        }
                        (false, _) => element.lifted("result", function.name),
                    }
                }
            };
            if rust.is_empty() {
                let (rust, values): (Vec<_>, Vec<_>) = outs.into_iter().unzip();
                let (rust, values) = (tuple(&rust), tuple(&values));
                let is_written = match kind {
                    CType::Number { size: 1, .. } => "result",
                    _ => "result >= 0",
                };
                self.results.push((
                    format!("Option<{rust}>"),
                    format!("if {is_written} {{ Some({values}) }} else {{ None }}"),
                ));
                return Ok(());
            }
            let tried = rust.strip_prefix(TRIED);
            match tried.and_then(|inner| inner.strip_suffix('>')) {
                Some("()") => self.after.push(format!("{expression}?;")),
                Some(inner) => self
                    .results
                    .push((inner.to_owned(), format!("{expression}?"))),
                None => self.results.push((rust.clone(), expression)),
            }
            self.is_tried = tried.is_some();
        }
        self.results.extend(outs);
        Ok(())
    }

    /// The method as a constant, with the question whether the library has the function.
    fn write_slot(&self, text: &mut String, function: &CFunction, receiver: Receiver) {
        let Receiver { wrapper, name, .. } = receiver;
        let method = name_of(function, receiver);
        let types = self.parameters.iter();
        let types = types.map(|p| p.split_once(": ").map_or("", |(_, of)| of));
        let types: String = types.map(|of| format!(", {of}")).collect();
        let (rust, _): (Vec<_>, Vec<_>) = self.results.iter().cloned().unzip();
        let taken = match receiver.by {
            "&self" => format!("&{name}"),
            by => by.replace("self: ", "").replace("Self", name),
        };
        let _ = writeln!(
            text,
            "    pub(in crate::{wrapper}) const {method}: Slot<{}, fn({taken}{types}) -> \
             Result<{}>> = Slot {{ name: \"{function}\", exists: |table| table.{function}.exists(), \
             make: {name}::{method} }};",
            receiver.table,
            tuple(&rust),
            function = function.name,
        );
    }

    fn write(&self, text: &mut String, function: &CFunction, receiver: Receiver) {
        let Receiver { wrapper, by, .. } = receiver;
        let name = name_of(function, receiver);
        let (rust, values): (Vec<_>, Vec<_>) = self.results.iter().cloned().unzip();
        let parameters: String = self.parameters.iter().map(|p| format!(", {p}")).collect();
        let lines = |statements: &[String]| -> String {
            let lines = statements.iter().map(|line| format!("        {line}\n"));
            lines.collect()
        };
        let (before, after) = (lines(&self.before), lines(&self.after));
        let since = function.since.map(|since| format!("Since {since}."));
        let comment = Some(function.comment.to_owned()).filter(|text| !text.is_empty());
        let about: Vec<String> = comment.into_iter().chain(since).collect();
        let about = match about.is_empty() {
            true => String::new(),
            false => format!("    /// {}\n    ///\n", about.join(" ")),
        };
        let result = if self.is_tried { "Tried" } else { "Result" };
        let _ = write!(
            text,
            "{about}    /// `{}`\n    \
             pub(in crate::{wrapper}) fn {name}({by}{parameters}) -> {result}<{}> {{\n        \
             let callee = self.table().{c_name}.found()?;\n{before}        \
             // SAFETY: the declaration is that of the library; handles are alive and its own, \
             slices are passed with their lengths, and strings live until the call returns.\n        \
             {bound}unsafe {{ callee.call({}) }};\n        \
             self.check_error({c_name:?})?;\n{after}        Ok({})\n    }}\n",
            function.text,
            tuple(&rust),
            self.arguments.join(", "),
            tuple(&values),
            c_name = function.name,
            bound = if function.result.kind == CType::Void {
                ""
            } else {
                "let result = "
            },
        );
    }
}

/// A handle, or none if the value stands for no object.
fn optional(value: &str, rust: &str, lifted: &str) -> (String, String) {
    (
        format!("Option<{rust}>"),
        format!("if {value}.is_no_object() {{ None }} else {{ Some({lifted}) }}"),
    )
}

/// The lengths of the arrays that the caller passes, if the parameter at this position is their
/// length.
fn lengths(function: &CFunction, at: usize) -> Vec<String> {
    let is_array = |p: &&CParameter| {
        p.count == Count::Of(at) && matches!(p.kind, CType::Pointer(_) | CType::Text)
    };
    let arrays = function.parameters.iter().filter(is_array);
    arrays
        .map(|p| format!("{}.len()", super::types::name(p.name)))
        .collect()
}

/// An element of an array, or a place that is written to.
struct Element {
    rust: String,
    /// Whether its type has a conversion of its own.
    is_converted: bool,
    is_text: bool,
}

/// The elements to which a pointer leads, as written in C.
fn element(header: &CHeader, pointer: &str, kind: CType) -> Result<Element, String> {
    let written = pointer.strip_suffix('*').unwrap_or(pointer).trim_end();
    if let Some(rust) = handle(header, written).and_then(|declared| declared.rust) {
        return Ok(Element {
            rust: rust.to_owned(),
            is_converted: true,
            is_text: false,
        });
    }
    let is_text = kind == CType::Text;
    let rust = match number(header, written, kind) {
        _ if is_text => "Option<String>",
        Some(number) => number,
        None => return Err(pointer.to_owned()),
    };
    Ok(Element {
        rust: rust.to_owned(),
        is_converted: false,
        is_text,
    })
}

impl Element {
    /// Its type as a result, and the expression that converts the raw value.
    fn lifted(&self, value: &str, function: &str) -> (String, String) {
        let rust = self.rust.trim_start_matches('&').to_owned();
        let expression = match () {
            () if self.is_converted => {
                format!("<{rust} as Lift<_>>::lift({value}, self, {function:?})?")
            }
            () if self.is_text => format!("unsafe {{ text_of({value}) }}"),
            () => value.to_owned(),
        };
        (rust, expression)
    }

    /// The type of an array as a result, and the expression that copies and converts it.
    fn all_lifted(&self, array: &str, length: &str, function: &str) -> (String, String) {
        let (rust, lifted) = self.lifted("each", function);
        let all = format!(
            "unsafe {{ copied({array}, {length} as usize) }}.into_iter()\
             .map(|each| Ok({lifted})).collect::<Result<Vec<_>>>()?"
        );
        (format!("Vec<{rust}>"), all)
    }
}

/// The arguments of a function that frees `result`.
fn freeing(header: &CHeader, function: &str) -> Result<String, String> {
    let declared = header
        .function(function)
        .ok_or_else(|| format!("there is no {function}"))?;
    let argument = |parameter: &CParameter| {
        let receiver = handle(header, parameter.written).and_then(|declared| declared.receiver);
        receiver.map_or_else(
            || "result".to_owned(),
            |receiver| format!("self.{receiver}()?"),
        )
    };
    let arguments: Vec<String> = declared.parameters.iter().map(argument).collect();
    Ok(arguments.join(", "))
}

/// One part as it is, others as a tuple.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}
