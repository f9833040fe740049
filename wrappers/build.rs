//! Writes Rust for the declarations in each `api.h`, into `OUT_DIR`: `NAME.rs` and
//! `NAME_methods.rs`.
#![expect(
    clippy::disallowed_macros,
    reason = "a build script talks to cargo by what it prints"
)]

use murxla_c_header::Receiver;
use std::path::Path;

/// A C API.
struct Api {
    /// The folder of the wrapper.
    name: &'static str,
    header: &'static str,
    /// The type of the table of functions.
    table: &'static str,
    /// The type that has the methods, if they are written here.
    receiver: Option<Receiver>,
}

/// An API whose methods belong to the `Session` of the wrapper.
const fn session(
    name: &'static str,
    header: &'static str,
    table: &'static str,
    prefix: &'static str,
) -> Api {
    let receiver = Some(Receiver {
        wrapper: name,
        name: "Session",
        by: "&self",
        prefix,
        table,
    });
    Api {
        name,
        header,
        table,
        receiver,
    }
}

const APIS: &[Api] = &[
    session("bitwuzla", "bitwuzla/api.h", "BitwuzlaApi", "bitwuzla_"),
    session("boolector", "boolector/api.h", "BoolectorApi", "boolector_"),
    session("cvc5", "cvc5/api.h", "Cvc5Api", "cvc5_"),
    Api {
        receiver: None,
        ..session(
            "plugin",
            "plugin/murxla_plugin.h",
            "PluginApi",
            "murxla_plugin_",
        )
    },
    Api {
        // No function takes an instance.
        receiver: Some(Receiver {
            wrapper: "yices",
            name: "Api",
            by: "&self",
            prefix: "yices_",
            table: "YicesApi",
        }),
        ..session("yices", "yices/api.h", "YicesApi", "yices_")
    },
    Api {
        // Handles hold the context.
        receiver: Some(Receiver {
            wrapper: "z3",
            name: "Context",
            by: "self: &Rc<Self>",
            prefix: "Z3_",
            table: "Z3Api",
        }),
        ..session("z3", "z3/api.h", "Z3Api", "Z3_")
    },
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |file: String, text: String| {
        let file = Path::new(&out).join(file);
        std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    };
    for api in APIS {
        let (name, header) = (api.name, api.header);
        println!("cargo:rerun-if-changed={header}");
        let text = std::fs::read_to_string(header).unwrap_or_else(|e| panic!("{header}: {e}"));
        let parsed = murxla_c_header::parse(&text).unwrap_or_else(|e| panic!("{header}: {e}"));
        write(
            format!("{name}.rs"),
            murxla_c_header::rust(&parsed, api.table),
        );
        if let Some(receiver) = api.receiver {
            let methods = murxla_c_header::methods(&parsed, receiver);
            let methods = methods.unwrap_or_else(|e| panic!("{header}: {e}"));
            write(format!("{name}_methods.rs"), methods);
        }
    }
}
