use crate::WRAPPERS;
use murxla_fsm::wrapper::c_api::{CType, Count};

/// For each pointer of each bound function, a rule or a tag says how a C program represents it.
#[test]
fn every_pointer_has_a_rule() {
    for wrapper in WRAPPERS {
        let Some(api) = wrapper.constants().api else {
            continue;
        };
        let rules = api.program;
        for function in api.header.functions {
            let name = function.name;
            let given = rules.callbacks.iter().find(|row| row.0 == name);
            let given = given.map_or(0, |row| row.1.len());
            let taken = function.parameters.iter().map(|p| &p.kind);
            let taken = taken.filter(|kind| kind.calls_back()).count();
            assert!(
                function.calls.left_out.is_some() || given == taken,
                "{name} takes {taken} callbacks"
            );
            let frees = function.calls.free;
            for parameter in function.parameters {
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
                            matches!(of, CType::Struct(_) | CType::Text | CType::Pointer(_))
                        }
                        _ => false,
                    };
                    assert!(of(kind), "{which} is an array of unknown length");
                }
            }
            let result = &function.result.kind;
            let text = matches!(result, CType::Pointer(of) if matches!(of, CType::Struct(_)));
            let counted = function.result.count != Count::One;
            assert!(
                !result.is_data() || counted || text,
                "{name} returns an array of unknown length"
            );
        }
    }
}

/// The callbacks are for declared functions.
#[test]
fn callbacks_are_for_declared_functions() {
    for wrapper in WRAPPERS {
        let Some(api) = wrapper.constants().api else {
            continue;
        };
        for row in api.program.callbacks {
            let declared = api.header.function(row.0);
            assert!(declared.is_some(), "{}: {}", wrapper.name(), row.0);
        }
    }
}
