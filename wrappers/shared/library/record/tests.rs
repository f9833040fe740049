use super::header::CHeader;
use super::types::CType;
use crate::WRAPPERS;
use murxla_fsm::wrapper::c_api::{Count, matches};

/// For each pointer of each bound function, a rule or a table row says how a C program represents
/// it.
#[test]
fn every_pointer_has_a_rule() {
    for wrapper in WRAPPERS {
        let Some(api) = wrapper.api() else { continue };
        let rules = api.program;
        let header = CHeader::new(rules);
        for name in api.bound {
            let function = header.function(name);
            let function = function.unwrap_or_else(|| panic!("{name} is not declared"));
            let given = rules.callbacks.iter().find(|row| row.0 == *name);
            let given = given.map_or(0, |row| row.1.len());
            let left_out = rules.left_out.iter().any(|(row, _)| row == name);
            let calls_back = |kind: &CType| kind.calls_back();
            let taken = function.parameters.iter().map(|p| &p.kind);
            let taken = taken.filter(|kind| calls_back(kind)).count();
            assert!(left_out || given == taken, "{name} takes {taken} callbacks");
            let frees = rules.frees.contains(name);
            for parameter in &function.parameters {
                let which = format!("{name}: {} {}", parameter.written, parameter.name);
                let kind = &parameter.kind;
                if kind.calls_back() {
                    // Counted above.
                } else if parameter.written.starts_with("void") {
                    assert!(taken > 0 || frees, "{which} points to an unknown type");
                } else if *kind == CType::Text && !parameter.is_const {
                    assert!(
                        frees || parameter.count != Count::One,
                        "{which} has an unknown length"
                    );
                } else if kind.is_data() && parameter.is_const && parameter.count == Count::One {
                    // No rule gives a length, so it must be a single structure, string or pointer.
                    let of = |kind: &CType| match kind {
                        CType::Pointer(of) => {
                            matches!(**of, CType::Struct(_) | CType::Text | CType::Pointer(_))
                        }
                        _ => false,
                    };
                    assert!(of(kind), "{which} is an array of unknown length");
                }
            }
            let result = &function.result;
            let text = matches!(result, CType::Pointer(of) if matches!(**of, CType::Struct(_)));
            let counted = function.count != Count::One;
            assert!(
                !result.is_data() || counted || text,
                "{name} returns an array of unknown length"
            );
        }
    }
}

/// Table rows name declared functions and parameters.
#[test]
fn rows_name_declared_functions() {
    for wrapper in WRAPPERS {
        let Some(api) = wrapper.api() else { continue };
        let rules = api.program;
        let header = CHeader::new(rules);
        let known = |row: &str, parameter: Option<&str>| {
            let functions = header.functions().filter(|(name, _)| matches(row, name));
            functions.into_iter().any(|(_, function)| {
                let named = |name| function.parameters.iter().any(|p| p.name == name);
                parameter.is_none_or(|name| name.is_empty() || named(name))
            })
        };
        let lengths = rules.lengths.iter();
        let rows = lengths.map(|row| (row.0, Some(row.1)));
        let names = rules.constants.iter();
        let rows = rows.chain(names.map(|(function, parameter, _)| (*function, Some(*parameter))));
        let alone = [rules.silent, rules.frees].concat();
        let rows = rows.chain(alone.iter().map(|name| (*name, None)));
        let left_out = rules.left_out.iter();
        let rows = rows.chain(left_out.map(|(name, _)| (*name, None)));
        let called_back = rules.callbacks.iter();
        let rows = rows.chain(called_back.map(|row| (row.0, None)));
        for (function, parameter) in rows {
            assert!(
                known(function, parameter),
                "{}: {function} {parameter:?}",
                wrapper.name()
            );
        }
    }
}
