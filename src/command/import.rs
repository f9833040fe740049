//! `import`: makes a trace of an SMT-LIB script.

use crate::cli::Import;
use crate::exit::{self, Failure};
use crate::system::console;
use crate::system::folder::write;
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::SMT2;
use murxla_wrappers::smt2::{ImportConfig, import};

/// Imports a script.
///
/// # Errors
/// A script that is wrong, or uses something that is not supported.
pub fn run(args: &Import) -> Result<u8, Failure> {
    let text = trace_file::text(&args.script, "script")?;
    let dialect: &dyn Wrapper = match &args.solver {
        None => &SMT2,
        Some(solver) => murxla_wrappers::find(&solver.name)
            .ok_or_else(|| Failure::usage(format!("unknown solver '{}'", solver.name)))?,
    };
    let profile = Profile::load([(dialect.name(), dialect.profile())]);
    let profile = profile.map_err(Failure::configuration)?;
    let mut context = Context::new(dialect, &Unloaded, &profile);
    context.user.options.clone_from(&args.options);
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect(dialect.name(), None),
        options: &args.options,
        seed: args.seed,
        values: args.values,
    };
    let calls = import(&text, &context, &config)
        .map_err(|e| Failure::trace(format!("{}: {e}", args.script.display())))?;
    let mut trace = format!("# murxla-rs {}\n", env!("CARGO_PKG_VERSION"));
    if let Some(solver) = &args.solver {
        trace.push_str(&format!("# solver: {solver}\n"));
    }
    let name = args.script.file_name().unwrap_or(args.script.as_os_str());
    let name = name.to_string_lossy().replace(char::is_control, "_");
    trace.push_str(&format!("# imported: {name}\n"));
    trace.push_str(&calls);
    match &args.output {
        Some(path) => write(path, trace.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(trace),
    }
    Ok(exit::CLEAN)
}
