//! Writes Rust for the declarations in each `api.h`, into `OUT_DIR`.
#![expect(
    clippy::disallowed_macros,
    reason = "a build script talks to cargo by what it prints"
)]

use murxla_c_header::Receiver;
use std::path::Path;

/// The types that have the methods.
const RECEIVERS: &[(&str, Receiver)] = &[
    (
        "bitwuzla",
        Receiver {
            module: "crate::bitwuzla",
            name: "Session",
            by: "&self",
            prefix: "bitwuzla_",
        },
    ),
    (
        "boolector",
        Receiver {
            module: "crate::boolector",
            name: "Session",
            by: "&self",
            prefix: "boolector_",
        },
    ),
    (
        "cvc5",
        Receiver {
            module: "crate::cvc5",
            name: "Session",
            by: "&self",
            prefix: "cvc5_",
        },
    ),
];

/// The names of the files, the headers, and the names of the tables of functions.
const APIS: &[(&str, &str, &str)] = &[
    ("bitwuzla", "bitwuzla/api.h", "BitwuzlaApi"),
    ("boolector", "boolector/api.h", "BoolectorApi"),
    ("cvc5", "cvc5/api.h", "Cvc5Api"),
    ("plugin", "plugin/murxla_plugin.h", "PluginApi"),
    ("yices", "yices/api.h", "YicesApi"),
    ("z3", "z3/api.h", "Z3Api"),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for (name, header, table) in APIS {
        println!("cargo:rerun-if-changed={header}");
        let text = std::fs::read_to_string(header).unwrap_or_else(|e| panic!("{header}: {e}"));
        let parsed = murxla_c_header::parse(&text).unwrap_or_else(|e| panic!("{header}: {e}"));
        let file = Path::new(&out).join(format!("{name}.rs"));
        let text = murxla_c_header::rust(&parsed, table);
        std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let receiver = RECEIVERS.iter().find(|(of, _)| of == name);
        if let Some((_, receiver)) = receiver {
            let file = Path::new(&out).join(format!("{name}_methods.rs"));
            let text = murxla_c_header::methods(&parsed, *receiver);
            let text = text.unwrap_or_else(|e| panic!("{header}: {e}"));
            std::fs::write(&file, text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        }
    }
}
