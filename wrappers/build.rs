//! Writes Rust for the declarations in each `api.h`, into `OUT_DIR`: `NAME.rs` and
//! `NAME_methods.rs`.
#![expect(
    clippy::disallowed_macros,
    reason = "a build script talks to cargo by what it prints"
)]

use murxla_c_header::Receiver;
use std::path::Path;

/// A C API: its header, and the type that has the methods.
struct Api {
    header: &'static str,
    receiver: Receiver,
}

const fn api(
    (wrapper, header): (&'static str, &'static str),
    (table, prefix): (&'static str, &'static str),
    (name, by): (&'static str, &'static str),
) -> Api {
    let receiver = Receiver {
        wrapper,
        name,
        by,
        prefix,
        table,
    };
    Api { header, receiver }
}

const SESSION: (&str, &str) = ("Session", "&self");

#[rustfmt::skip]
const APIS: &[Api] = &[
    api(("bitwuzla", "bitwuzla/api.h"), ("BitwuzlaApi", "bitwuzla_"), SESSION),
    api(("boolector", "boolector/api.h"), ("BoolectorApi", "boolector_"), SESSION),
    api(("cvc5", "cvc5/api.h"), ("Cvc5Api", "cvc5_"), SESSION),
    // No function takes an instance.
    api(("yices", "yices/api.h"), ("YicesApi", "yices_"), ("Api", "&self")),
    // Handles hold the context.
    api(("z3", "z3/api.h"), ("Z3Api", "Z3_"), ("Context", "self: &Rc<Self>")),
];

/// The interface of adapters is public, so that its header has no tags, and methods are by hand.
const PLUGIN: (&str, &str, &str) = ("plugin", "plugin/murxla_plugin.h", "PluginApi");

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |file: String, text: String| {
        let file = Path::new(&out).join(file);
        std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    };
    let declarations = |(name, header, table): (&str, &str, &str)| {
        println!("cargo:rerun-if-changed={header}");
        let text = std::fs::read_to_string(header).unwrap_or_else(|e| panic!("{header}: {e}"));
        let parsed = murxla_c_header::parse(&text).unwrap_or_else(|e| panic!("{header}: {e}"));
        write(format!("{name}.rs"), murxla_c_header::rust(&parsed, table));
        parsed
    };
    declarations(PLUGIN);
    for Api { header, receiver } in APIS {
        let name = receiver.wrapper;
        let parsed = declarations((name, header, receiver.table));
        let methods = murxla_c_header::methods(&parsed, *receiver);
        let methods = methods.unwrap_or_else(|e| panic!("{header}: {e}"));
        write(format!("{name}_methods.rs"), methods);
    }
}
