//! `import`: makes a trace of an SMT-LIB script, or of recorded calls.

use super::record;
use crate::cli::Import;
use crate::exit::{self, Failure};
use crate::imported::{ImportedTrace, ScriptConfig, say_first, say_left_out, trace_of_script};
use crate::recorder::script::{CallCounts, RecordedScript, script};
use crate::recorder::{is_recording, log};
use crate::trace_file;
use murxla_store::SolverSpec;
use murxla_system::console::{self, complain};
use murxla_system::folder::write;
use std::path::Path;

/// Imports a script or a recording.
///
/// # Errors
/// A script that is wrong, or uses something that is not supported.
pub fn run(args: &Import) -> Result<u8, Failure> {
    let text = trace_file::script_or_recording(&args.script)?;
    let config = ScriptConfig {
        solver: args.solver.as_ref(),
        options: &args.options,
        seed: args.seed,
        values: args.values,
        ..ScriptConfig::default()
    };
    let trace = if is_recording(text.as_bytes()) {
        recorded(&text, &args.script, args.instance, config)?
    } else if args.instance.is_some() {
        return Err(Failure::usage(
            "--instance is for recorded calls, and this is a script",
        ));
    } else {
        let imported = trace_of_script(&text, &args.script, config)?;
        say_left_out(&args.script, &imported.left_out);
        imported.text
    };
    match &args.output {
        Some(path) => write(path, trace.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(trace),
    }
    Ok(exit::CLEAN)
}

/// The trace of recorded calls. Says what became of them.
fn recorded(
    text: &str,
    path: &Path,
    instance: Option<usize>,
    config: ScriptConfig<'_>,
) -> Result<String, Failure> {
    let wrong = |why| Failure::trace(format!("{}: {why}", path.display()));
    let name = log::solver(text).map_err(wrong)?;
    let api = record::api(name)?;
    let calls = log::calls(text, api.header).map_err(wrong)?;
    let mut script = script(&calls, api, instance).map_err(Failure::usage)?;
    let named = name.parse::<SolverSpec>().ok();
    let config = ScriptConfig {
        solver: config.solver.or(named.as_ref()),
        recorded: true,
        ..config
    };
    let ImportedTrace { text, left_out } = trace_of_script(&script.text, path, config)?;
    for part in &left_out {
        let function = script.functions.get(part.place.line - 1);
        if let Some(counts) = function.and_then(|name| script.counts.get_mut(name)) {
            counts.lack();
        }
    }
    say_counts(&script);
    Ok(text)
}

/// Says on stderr what became of recorded calls.
fn say_counts(script: &RecordedScript) {
    let sum = |part: fn(&CallCounts) -> usize| script.counts.values().map(part).sum::<usize>();
    let all = sum(CallCounts::all);
    let others = match sum(|counts| counts.elsewhere) {
        0 => String::new(),
        count => format!(", {count} belong to other instances"),
    };
    complain!(
        "{all} calls: {} are in the trace, {} only look at objects or count references, {} are left out{others}",
        sum(|counts| counts.imported),
        sum(|counts| counts.looking),
        sum(|counts| counts.left_out)
    );
    let mut lacking: Vec<_> = script
        .counts
        .iter()
        .filter(|(_, its)| its.left_out > 0)
        .collect();
    lacking.sort_by_key(|(_, its)| std::cmp::Reverse(its.left_out));
    let lines = lacking.iter().map(|(function, its)| {
        format!(
            "left out: {function}, {} of {} calls",
            its.left_out,
            its.all()
        )
    });
    say_first(lines, "functions, see the comments of the trace");
    if let (Some(instance), 2..) = (script.instance, script.instances) {
        complain!(
            "the trace has instance {instance} of {}; --instance N chooses another one",
            script.instances
        );
    }
    if let Some(function) = script.ended_in {
        complain!("the program ended in {function}");
    }
}
