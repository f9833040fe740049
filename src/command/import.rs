//! `import`: makes a trace of an SMT-LIB script.

use crate::cli::Import;
use crate::exit::{self, Failure};
use crate::imported::{ImportedTrace, ScriptConfig, say_left_out, trace_of_script};
use crate::trace_file;
use murxla_system::console;
use murxla_system::folder::write;

/// Imports a script.
///
/// # Errors
/// A script that is wrong, or uses something that is not supported.
pub fn run(args: &Import) -> Result<u8, Failure> {
    let text = trace_file::text(&args.script, "script")?;
    let config = ScriptConfig {
        solver: args.solver.as_ref(),
        options: &args.options,
        seed: args.seed,
        values: args.values,
        places: false,
    };
    let ImportedTrace {
        text: trace,
        left_out,
    } = trace_of_script(&text, &args.script, config)?;
    say_left_out(&left_out);
    match &args.output {
        Some(path) => write(path, trace.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(trace),
    }
    Ok(exit::CLEAN)
}
