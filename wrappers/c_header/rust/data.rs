//! The declarations of a header as constants of Rust.

use crate::header::{CCalls, CFunction, CHeader, CMember, CParameter, CResult, CType, CTypedef};
use std::fmt::Write as _;

/// The static `HEADER`.
pub(super) fn data(header: &CHeader) -> String {
    let mut text = String::from(
        "/// The declarations.\npub static HEADER: ::murxla_c_header::CHeader = {\n    \
         use ::murxla_c_header::{CType::*, ConstantNames::*, Count::*, *};\n    \
         CHeader {\n        functions: &[\n",
    );
    for function in header.functions {
        let _ = writeln!(text, "{},", of_function(function));
    }
    text.push_str("        ],\n        types: &[\n");
    for declared in header.types {
        let _ = writeln!(text, "{},", of_typedef(declared));
    }
    let _ = writeln!(
        text,
        "        ],\n        enumerators: &{:?},\n        variables: &{:?},\n    }}\n}};",
        header.enumerators, header.variables
    );
    text
}

fn of_function(function: &CFunction) -> String {
    let CFunction {
        name,
        text,
        comment,
        result,
        parameters,
        since,
        calls,
        is_system,
        is_operator,
        by_hand,
        companion,
    } = function;
    let parameters: Vec<String> = parameters.iter().map(of_parameter).collect();
    format!(
        "CFunction {{ name: {name:?}, text: {text:?}, comment: {comment:?}, result: {}, \
         parameters: &[{}], since: {since:?}, calls: {}, is_system: {is_system}, \
         is_operator: {is_operator}, by_hand: {by_hand}, companion: {companion:?} }}",
        of_result(result),
        parameters.join(", "),
        of_calls(calls),
    )
}

fn of_result(result: &CResult) -> String {
    let CResult {
        written,
        kind,
        count,
        is_nullable,
        freed_by,
    } = result;
    format!(
        "CResult {{ written: {written:?}, kind: {}, count: {count:?}, \
         is_nullable: {is_nullable}, freed_by: {freed_by:?} }}",
        of_type(kind)
    )
}

fn of_calls(calls: &CCalls) -> String {
    let CCalls {
        role,
        make_instance,
        retain,
        report_error,
        free,
        plain,
        left_out,
    } = calls;
    format!(
        "CCalls {{ role: Role::{role:?}, make_instance: {make_instance}, retain: {retain}, \
         report_error: {report_error}, free: {free}, plain: {plain:?}, left_out: {left_out:?} }}"
    )
}

fn of_parameter(parameter: &CParameter) -> String {
    let CParameter {
        name,
        written,
        kind,
        is_const,
        count,
        length_size,
        is_optional,
        is_changed,
    } = parameter;
    format!(
        "CParameter {{ name: {name:?}, written: {written:?}, kind: {}, is_const: {is_const}, \
         count: {count:?}, length_size: {length_size}, \
         is_optional: {is_optional}, is_changed: {is_changed} }}",
        of_type(kind)
    )
}

fn of_typedef(declared: &CTypedef) -> String {
    let CTypedef {
        name,
        text,
        comment,
        kind,
        rust,
        is_handle,
        receiver,
        is_system,
        names,
    } = declared;
    format!(
        "CTypedef {{ name: {name:?}, text: {text:?}, comment: {comment:?}, kind: {}, \
         rust: {rust:?}, is_handle: {is_handle}, receiver: {receiver:?}, is_system: {is_system}, names: {names:?} }}",
        of_type(kind)
    )
}

fn of_type(kind: &CType) -> String {
    match kind {
        CType::Pointer(of) => format!("Pointer(&{})", of_type(of)),
        CType::Struct(members) => {
            let members = members.iter().map(
                |CMember {
                     name,
                     written,
                     kind,
                 }| {
                    let kind = of_type(kind);
                    format!("CMember {{ name: {name:?}, written: {written:?}, kind: {kind} }}")
                },
            );
            format!("Struct(&[{}])", members.collect::<Vec<_>>().join(", "))
        }
        plain => format!("{plain:?}"),
    }
}
