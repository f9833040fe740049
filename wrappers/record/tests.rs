use super::header::Type;
use super::rules::Count;
use super::*;
use crate::WRAPPERS;

/// What becomes of each pointer of each function in a program is known, by a rule or by a row.
#[test]
fn every_pointer_has_a_rule() {
    for wrapper in WRAPPERS {
        let Some(api) = wrapper.api() else { continue };
        let interface = interface(wrapper.name()).unwrap();
        let header = interface.header();
        for name in api.bound {
            let function = header.function(name);
            let function = function.unwrap_or_else(|| panic!("{name} is not declared"));
            let given = interface.called_back.iter().find(|row| row.0 == *name);
            let given = given.map_or(0, |row| row.1.len());
            let left_out = interface.left_out.iter().any(|(row, _)| row == name);
            let calls_back = |kind: &Type| kind.calls_back();
            let taken = function.parameters.iter().map(|p| &p.kind);
            let taken = taken.filter(|kind| calls_back(kind)).count();
            assert!(
                left_out || given == taken,
                "{name} takes {taken} to call back"
            );
            let frees = interface.frees.contains(name);
            for parameter in &function.parameters {
                let which = format!("{name}: {} {}", parameter.written, parameter.name);
                let kind = &parameter.kind;
                if kind.calls_back() {
                    // Counted above.
                } else if parameter.written.starts_with("void") {
                    assert!(taken > 0 || frees, "{which} leads to anything");
                } else if *kind == Type::Text && !parameter.is_const {
                    assert!(
                        frees || parameter.count != Count::One,
                        "{which} has some length"
                    );
                } else if kind.is_data() && parameter.is_const && parameter.count == Count::One {
                    // Nothing counts them, so it is one: a structure, or a place for a string.
                    let of = |kind: &Type| match kind {
                        Type::Pointer(of) => {
                            matches!(**of, Type::Struct(_) | Type::Text | Type::Pointer(_))
                        }
                        _ => false,
                    };
                    assert!(of(kind), "{which} is an array of some length");
                }
            }
            let result = &function.result;
            let text = matches!(result, Type::Pointer(of) if matches!(**of, Type::Struct(_)));
            let counted = function.count != Count::One;
            assert!(
                !result.is_data() || counted || text,
                "{name} returns an array of some length"
            );
        }
    }
}

/// Rows name functions and parameters that there are.
#[test]
fn rows_are_about_what_there_is() {
    for (solver, interface) in INTERFACES {
        let header = interface.header();
        let known = |row: &str, parameter: Option<&str>| {
            let functions = header
                .functions()
                .filter(|(name, _)| rules::matches(row, name));
            functions.into_iter().any(|(_, function)| {
                let named = |name| function.parameters.iter().any(|p| p.name == name);
                parameter.is_none_or(|name| name.is_empty() || named(name))
            })
        };
        let exceptions = interface.exceptions.iter();
        let rows = exceptions.map(|row| (row.0, Some(row.1)));
        let names = interface.names.iter();
        let rows = rows.chain(names.map(|(function, parameter, _)| (*function, Some(*parameter))));
        let alone = [interface.silent, interface.frees].concat();
        let rows = rows.chain(alone.iter().map(|name| (*name, None)));
        let left_out = interface.left_out.iter();
        let rows = rows.chain(left_out.map(|(name, _)| (*name, None)));
        let called_back = interface.called_back.iter();
        let rows = rows.chain(called_back.map(|row| (row.0, None)));
        for (function, parameter) in rows {
            assert!(
                known(function, parameter),
                "{solver}: {function} {parameter:?}"
            );
        }
    }
}
