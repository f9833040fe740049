//! Writes a recorder in C.

use murxla_fsm::wrapper::c_api::{
    CApi, CFunction, CHeader, CParameter, CType, ConstantNames, Count,
};
use std::fmt::Write as _;

/// The part of a recorder that is the same for all solvers.
const RUNTIME: &str = include_str!("runtime.c");

/// The source of the recorder for the API of a solver.
#[must_use]
pub fn source(solver: &str, api: &CApi) -> String {
    let functions: Vec<&CFunction> = recorded(api.header).collect();
    let mut text = format!("#define SOLVER \"{solver}\"\n{RUNTIME}\n/* ---- Types ---- */\n\n");
    // The runtime includes the headers of the C library that declare `FILE`.
    let types = api.header.types.iter();
    let types = types.filter(|declared| !(declared.is_system && declared.name == "FILE"));
    for declared in types {
        text.push_str(declared.text);
        text.push('\n');
    }
    text.push_str("\n/* ---- Functions ---- */\n");
    for function in &functions {
        text.push_str(function.text);
        text.push('\n');
    }
    for (place, function) in functions.iter().enumerate() {
        text.push_str(&recorder(
            place,
            function,
            printer(api, function),
            api.header,
        ));
    }
    text.push_str("\nHIDDEN struct function functions[] = {\n");
    for CFunction { name, .. } in &functions {
        _ = writeln!(text, "  {{\"{name}\", (void *){name}, NULL}},");
    }
    _ = writeln!(
        text,
        "}};\n\nHIDDEN const size_t function_count = {};",
        functions.len()
    );
    text
}

/// The functions that are recorded.
fn recorded(header: &CHeader) -> impl Iterator<Item = &'static CFunction> {
    header
        .functions
        .iter()
        .filter(|function| !function.is_system)
}

/// The value that the function returns or writes, and the call that prints it, in C.
fn printer(api: &CApi, function: &CFunction) -> Option<(String, String)> {
    let printed = api.forms.values.iter().find_map(|values| {
        let mut functions = values.functions.iter();
        let (_, at) = functions.find(|(name, _)| *name == function.name)?;
        Some((values.printer, at))
    });
    let (printer, at) = printed?;
    let value = match at {
        None => "result_".to_owned(),
        Some(name) => {
            let mut parameters = function.parameters.iter();
            let is_pointer = parameters.any(|its| its.name == *name && its.kind.is_data());
            format!("{}{name}", if is_pointer { "*" } else { "" })
        }
    };
    let context = match api.header.function(printer)?.parameters.len() {
        1 => String::new(),
        _ => format!("{}, ", function.parameters.first()?.name),
    };
    Some((value.clone(), format!("{printer}({context}{value})")))
}

/// The function that stands before one of the library. Its own names end with `_`, so that they are
/// not those of parameters.
fn recorder(
    place: usize,
    function: &CFunction,
    printed: Option<(String, String)>,
    header: &CHeader,
) -> String {
    let CFunction {
        name,
        result,
        parameters,
        ..
    } = function;
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
    let names = names.join(", ");
    let (keeps, returns) = match result.kind {
        CType::Void => ("", ""),
        _ => ("result_ = ", " result_"),
    };
    let mut text = format!("\n{} {{\n", function.text.trim_end_matches(';'));
    _ = writeln!(
        text,
        "  __typeof__({name}) *original_ = (__typeof__({name}) *)original(&functions[{place}]);"
    );
    if !keeps.is_empty() {
        _ = writeln!(text, "  {} result_;", result.written);
    }
    text.push_str("  __attribute__((cleanup(leave))) struct call call_ = enter();\n");
    _ = writeln!(
        text,
        "  if (!call_.is_outermost) return original_({names});"
    );
    _ = writeln!(text, "  begin_call(&call_, \"{name}\");");
    for parameter in *parameters {
        text.push_str("  put_word(\" \");\n");
        text.push_str(&argument(parameter, parameters, header));
    }
    _ = writeln!(
        text,
        "  write_line();\n  {keeps}original_({names});\n  begin_result(&call_);"
    );
    if !keeps.is_empty() {
        text.push_str("  put_word(\" = \");\n");
        let length = length(result.count, parameters);
        text.push_str(&value(
            "result_",
            &result.kind,
            result.count,
            length.as_deref(),
            0,
        ));
    }
    for (at, parameter) in parameters.iter().enumerate() {
        if let Some(written) = written(parameter, parameters) {
            _ = writeln!(text, "  put_word(\" {at}=\");\n{written}");
        }
    }
    if let Some((value, print)) = printed {
        _ = writeln!(
            text,
            "  if ({value}) {{ put_word(\" text=\"); put_text({print}); }}"
        );
    }
    _ = writeln!(text, "  write_line();\n  return{returns};\n}}");
    text
}

/// The expression in C for the number of elements that a pointer leads to.
fn length(count: Count, parameters: &[CParameter]) -> Option<String> {
    match count {
        Count::One => Some("1".to_owned()),
        Count::Of(at) => {
            let parameter = parameters.get(at)?;
            let star = if parameter.kind.is_data() { "*" } else { "" };
            Some(format!("{star}{}", parameter.name))
        }
        Count::Terminated | Count::Buffer | Count::OutArray(_) | Count::Nested { .. } => None,
    }
}

/// Writes an argument before the call. Numbers that differ between releases are written as their
/// names.
fn argument(parameter: &CParameter, all: &[CParameter], header: &CHeader) -> String {
    let CParameter {
        name, kind, count, ..
    } = parameter;
    let declared = header.named(parameter.written);
    if let Some(ConstantNames::Function(names)) = declared.and_then(|declared| declared.names) {
        return format!("  put_text({names}({name}));\n");
    }
    // What the function writes may be anything before the call, and so may be a length that it
    // writes.
    let is_known = match count {
        Count::Of(at) => all.get(*at).is_some_and(|length| !length.kind.is_data()),
        _ => true,
    };
    match kind.is_data() && (!is_known || !parameter.is_const && *count == Count::One) {
        true => "  put_word(\"&\");\n".to_owned(),
        false => value(name, kind, *count, length(*count, all).as_deref(), 0),
    }
}

/// Writes what the function has written through a parameter.
fn written(parameter: &CParameter, all: &[CParameter]) -> Option<String> {
    let CParameter {
        name, kind, count, ..
    } = parameter;
    if parameter.is_const || !kind.is_data() {
        return None;
    }
    if let (Count::OutArray(length), CType::Pointer(array)) = (count, kind) {
        let length = format!("*{}", all.get(*length)?.name);
        return Some(value(
            &format!("*{name}"),
            array,
            Count::Of(0),
            Some(&length),
            0,
        ));
    }
    Some(value(name, kind, *count, Some(&length(*count, all)?), 0))
}

/// Writes a value. `depth` is the number of arrays around it.
fn value(name: &str, kind: &CType, count: Count, length: Option<&str>, depth: usize) -> String {
    match (kind, length) {
        (CType::Number { real: true, .. }, _) => format!("  put_real({name});\n"),
        (CType::Number { signed: true, .. }, _) => format!("  put_signed({name});\n"),
        (CType::Number { .. }, _) => format!("  put_unsigned({name});\n"),
        (CType::Handle { .. }, _) => format!("  put_handle({name});\n"),
        (CType::Text, Some(length)) if matches!(count, Count::Of(_)) => {
            format!("  put_bytes({name}, {length});\n")
        }
        (CType::Text, _) => format!("  put_text({name});\n"),
        (CType::Pointer(_), _) if kind.is_handle() => {
            format!("  put_handle((uintptr_t){name});\n")
        }
        (CType::Pointer(of), Some(length)) => {
            let i = format!("i{depth}_");
            let element = value(&format!("{name}[{i}]"), of, Count::One, None, depth + 1);
            format!(
                "  put_word(\"[\");\n  for (size_t {i} = 0; {name} && {i} < (size_t)({length}) && {i} < MOST; {i}++) {{\n  \
                 if ({i}) put_word(\",\");\n{element}  }}\n  put_word(\"]\");\n"
            )
        }
        (CType::Callback, _) => "  put_word(\"*\");\n".to_owned(),
        _ => "  put_word(\"?\");\n".to_owned(),
    }
}
