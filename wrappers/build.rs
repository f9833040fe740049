//! Regenerates the committed bindings if the feature `bindgen` is on. Otherwise it does nothing, so
//! that users do not need libclang.
#![expect(
    clippy::disallowed_macros,
    reason = "a build script talks to cargo by what it prints"
)]

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "bindgen")]
    bindings::generate();
}

#[cfg(feature = "bindgen")]
mod bindings {
    /// For each solver: its folder, the name of the generated table of functions, and a regular
    /// expression for the names that get bindings.
    const APIS: &[(&str, &str, &str)] = &[
        (
            "boolector",
            "BoolectorApi",
            "boolector_.*|BOOLECTOR_.*|fmemopen|open_memstream|fclose|free|setenv|unsetenv",
        ),
        ("plugin", "PluginApi", "murxla_.*|MURXLA_.*"),
        ("z3", "Z3Api", "Z3_.*"),
        ("cvc5", "Cvc5Api", "[Cc]vc5.*|CVC5_.*"),
        ("yices", "YicesApi", "yices_.*|YICES_.*|__gmp.*"),
        (
            "bitwuzla",
            "BitwuzlaApi",
            "[Bb]itwuzla.*|BITWUZLA_.*|open_memstream|fclose|free|setenv|unsetenv",
        ),
    ];

    pub(super) fn generate() {
        for (folder, table, prefix) in APIS {
            let header = format!("{folder}/api.h");
            println!("cargo:rerun-if-changed={header}");
            // The header includes this file.
            println!("cargo:rerun-if-changed={folder}/actions.h");
            let text = bindgen::Builder::default()
                .header(&header)
                .allowlist_function(prefix)
                .allowlist_type(prefix)
                .allowlist_var(prefix)
                .layout_tests(false)
                .formatter(bindgen::Formatter::Prettyplease)
                .generate()
                .unwrap_or_else(|e| panic!("{header}: {e}"))
                .to_string();
            let file = format!("{folder}/bindings.rs");
            std::fs::write(&file, tabled(&text, table)).unwrap_or_else(|e| panic!("{file}: {e}"));
        }
    }

    /// The bindings with all functions and variables inside one `functions!` (`library.rs`).
    /// bindgen writes each into its own `extern` block. `functions!` makes a table of them, which
    /// is filled when the library is loaded.
    fn tabled(text: &str, table: &str) -> String {
        let (mut types, mut functions, mut variables) =
            (String::new(), String::new(), String::new());
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if !line.ends_with("extern \"C\" {") {
                types.push_str(line);
                types.push('\n');
                continue;
            }
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            let is_variable = block
                .iter()
                .any(|l| l.trim_start().starts_with("pub static"));
            let to = if is_variable {
                &mut variables
            } else {
                &mut functions
            };
            for line in block {
                to.push_str(&format!("    {line}\n"));
            }
        }
        format!("{types}functions! {{\n    {table} {{\n{functions}{variables}    }}\n}}\n")
    }
}
