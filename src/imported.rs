//! Traces of SMT-LIB scripts.

use crate::exit::Failure;
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::{comment, header_line};
use murxla_fsm::wrapper::Wrapper;
use murxla_store::SolverSpec;
use murxla_system::console::complain;
use murxla_wrappers::smt2::{ImportConfig, LeftOut, import};
use murxla_wrappers::{SMT2, WRAPPERS};
use std::path::Path;

/// The key of the line in the header of a trace that names the script which it was made of.
pub const IMPORTED: &str = "imported";

/// How a script is imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScriptConfig<'a> {
    /// The solver whose language the script has. Without it, only SMT-LIB is read.
    pub solver: Option<&'a SolverSpec>,
    /// Options that the trace sets first.
    pub options: &'a [(String, String)],
    /// See [`ImportConfig::seed`].
    pub seed: Option<u64>,
    /// The trace asks for the values of all symbols after each `sat`.
    pub values: bool,
    /// See [`ImportConfig::places`].
    pub places: bool,
    /// See [`ImportConfig::recorded`].
    pub recorded: bool,
}

impl<'a> ScriptConfig<'a> {
    /// For a script in the place of a trace: errors name places in the script.
    #[must_use]
    pub fn in_place_of_trace(solver: Option<&'a SolverSpec>) -> Self {
        Self {
            solver,
            places: true,
            ..Self::default()
        }
    }
}

/// The trace of a script.
pub struct ImportedTrace {
    /// Its text.
    pub text: String,
    /// The parts of the script that it lacks.
    pub left_out: Vec<LeftOut>,
}

/// Says on stderr what the import of a file has left out.
pub fn say_left_out(path: &Path, parts: &[LeftOut]) {
    let line = |part| format!("{}: left out: {part}", path.display());
    say_first(
        parts.iter().map(line),
        "parts, see the comments of the trace ('murxla-rs import')",
    );
}

/// Says the first ten lines on stderr, and the number of others, which are `what`.
pub fn say_first(lines: impl ExactSizeIterator<Item = String>, what: &str) {
    const NAMED: usize = 10;
    let more = lines.len().saturating_sub(NAMED);
    for line in lines.take(NAMED) {
        complain!("{line}");
    }
    if more > 0 {
        complain!("left out: {more} more {what}");
    }
}

/// The trace of a script. `path` is its file, for the header and for messages.
///
/// # Errors
/// A script that is wrong, or uses something that is not supported.
pub fn trace_of_script(
    text: &str,
    path: &Path,
    config: ScriptConfig<'_>,
) -> Result<ImportedTrace, Failure> {
    let dialect: &dyn Wrapper = match config.solver {
        None => &SMT2,
        Some(solver) => murxla_wrappers::find(&solver.name)
            .ok_or_else(|| Failure::usage(format!("unknown solver '{}'", solver.name)))?,
    };
    let profile = Profile::load([(dialect.name(), dialect.profile())]);
    let profile = profile.map_err(Failure::configuration)?;
    let mut context = Context::new(dialect, &Unloaded, &profile);
    context.user.options = config.options.to_vec();
    let import_config = ImportConfig {
        dialect: murxla_wrappers::dialect(dialect.name(), None),
        options: config.options,
        seed: config.seed,
        values: config.values,
        places: config.places,
        recorded: config.recorded,
    };
    let script = import(text, &context, &import_config).map_err(|error| {
        let mut message = format!("{}: {error}", path.display());
        if config.solver.is_none()
            && let Some(solver) = reader(text, path, config)
        {
            let or = if message.ends_with('?') { " Or" } else { ";" };
            message.push_str(&format!(
                "{or} add --solver {solver}, which reads the script"
            ));
        }
        Failure::trace(message)
    })?;
    let mut trace = comment(trace_file::VERSION);
    if let Some(solver) = config.solver {
        trace.push_str(&header_line(trace_file::SOLVER, solver));
    }
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().replace(char::is_control, "_");
    trace.push_str(&header_line(IMPORTED, name));
    trace.push_str(&script.calls);
    Ok(ImportedTrace {
        text: trace,
        left_out: script.left_out,
    })
}

/// The first solver whose language has all of the script.
fn reader(text: &str, path: &Path, config: ScriptConfig<'_>) -> Option<&'static str> {
    let mut names = WRAPPERS.iter().map(|wrapper| wrapper.name());
    names.find(|name| {
        let solver = name.parse::<SolverSpec>().ok();
        let config = ScriptConfig {
            solver: solver.as_ref(),
            ..config
        };
        config.solver.is_some() && trace_of_script(text, path, config).is_ok()
    })
}
