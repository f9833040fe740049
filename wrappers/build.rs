//! Regenerates the committed bindings when the feature `bindgen` is on; otherwise does nothing,
//! so that users need no libclang.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "bindgen")]
    bindings::generate();
}

#[cfg(feature = "bindgen")]
mod bindings {
    /// Solver folder, name of the generated table of functions, prefixes of what it declares.
    const APIS: &[(&str, &str, &str)] = &[
        ("boolector", "BoolectorApi", "boolector_.*|BOOLECTOR_.*"),
        ("z3", "Z3Api", "Z3_.*"),
        ("cvc5", "Cvc5Api", "[Cc]vc5.*|CVC5_.*"),
        ("yices", "YicesApi", "yices_.*|YICES_.*|__gmp.*"),
    ];

    pub(super) fn generate() {
        for (folder, table, prefix) in APIS {
            let header = format!("{folder}/api.h");
            println!("cargo:rerun-if-changed={header}");
            bindgen::Builder::default()
                .header(&header)
                .dynamic_library_name(*table)
                // A function that an old library lacks is an `Err` field, not a load error.
                .dynamic_link_require_all(false)
                .allowlist_function(prefix)
                .allowlist_type(prefix)
                .allowlist_var(prefix)
                .wrap_unsafe_ops(true)
                .layout_tests(false)
                .formatter(bindgen::Formatter::Prettyplease)
                .generate()
                .unwrap_or_else(|e| panic!("{header}: {e}"))
                .write_to_file(format!("{folder}/bindings.rs"))
                .unwrap_or_else(|e| panic!("{folder}/bindings.rs: {e}"));
        }
    }
}
