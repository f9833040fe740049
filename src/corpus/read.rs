//! Makes entries of files: scripts of SMT-LIB in the dialects that can be imported, and traces.

use super::index::EntryRecord;
use crate::exit::Failure;
use crate::trace_file;
use murxla_fsm::action::{Arg, Context, Role};
use murxla_fsm::edit::{Step, fingerprint, print, read, renumbered};
use murxla_fsm::op::Ops;
use murxla_fsm::profile::Profile;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::lex;
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::SMT2;
use murxla_wrappers::smt2::{ImportConfig, LeftOut, import};
use std::path::Path;

/// A way to read scripts: a solver's dialect, or the standard.
pub(super) struct ScriptReader {
    wrapper: &'static dyn Wrapper,
    context: Context,
}

impl ScriptReader {
    /// The readers that are tried: that of a solver, or the standard and then all others.
    ///
    /// # Errors
    /// There is no such solver.
    pub(super) fn all(solver: Option<&str>) -> Result<Vec<Self>, Failure> {
        let wrappers: Vec<&'static dyn Wrapper> = match solver {
            Some(name) => {
                let found = murxla_wrappers::find(name);
                vec![found.ok_or_else(|| Failure::usage(format!("unknown solver '{name}'")))?]
            }
            None => {
                let standard: &'static dyn Wrapper = &SMT2;
                let others = murxla_wrappers::WRAPPERS.iter().copied();
                let others = others.filter(|wrapper| wrapper.name() != standard.name());
                std::iter::once(standard).chain(others).collect()
            }
        };
        wrappers.into_iter().map(Self::new).collect()
    }

    fn new(wrapper: &'static dyn Wrapper) -> Result<Self, Failure> {
        let profile = Profile::load([(wrapper.name(), wrapper.profile())]);
        let profile = profile.map_err(Failure::configuration)?;
        Ok(Self {
            wrapper,
            context: Context::new(wrapper, &Unloaded, &profile),
        })
    }

    /// Whether an index names its dialect so.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.wrapper.constants().murxla_name == name
    }

    pub(super) fn context(&self) -> &Context {
        &self.context
    }

    pub(super) fn ops(&self) -> &Ops {
        &self.context.ops
    }
}

/// A file as an entry.
pub(super) struct ReadEntry {
    /// The text of the trace.
    pub(super) text: String,
    /// Its row in the index.
    pub(super) record: EntryRecord,
    /// The same for entries that are equal up to names and seeds.
    pub(super) shape: u64,
}

/// Makes an entry of a file. The first dialect that reads it counts.
///
/// # Errors
/// Why no dialect reads it. The message is that of the first one.
pub(super) fn read_entry(file: &Path, readers: &[ScriptReader]) -> Result<ReadEntry, String> {
    let text = trace_file::text(file, "script or trace").map_err(|failure| failure.message)?;
    let is_trace = file
        .extension()
        .is_some_and(|extension| extension == "trace");
    let mut reason = None;
    for reader in readers {
        let steps = if is_trace {
            steps(&text, reader).map(|steps| (steps, Vec::new()))
        } else {
            imported(&text, reader)
        };
        match steps {
            Ok((steps, left_out)) => {
                let mut entry = entry(file, &steps, reader);
                entry.record.left_out = left_out;
                return Ok(entry);
            }
            Err(why) => reason = reason.or(Some(why)),
        }
    }
    Err(reason.unwrap_or_default())
}

/// The calls of a script, and what is left out.
fn imported(text: &str, reader: &ScriptReader) -> Result<(Vec<Step>, Vec<LeftOut>), String> {
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect(reader.wrapper.name(), None),
        ..ImportConfig::default()
    };
    let script = import(text, &reader.context, &config).map_err(|e| e.to_string())?;
    Ok((steps(&script.calls, reader)?, script.left_out))
}

fn steps(text: &str, reader: &ScriptReader) -> Result<Vec<Step>, String> {
    let script = lex(text).map_err(|e| e.to_string())?;
    read(&script, &reader.context).map_err(|e| e.to_string())
}

fn entry(file: &Path, steps: &[Step], reader: &ScriptReader) -> ReadEntry {
    let (ops, name) = (&reader.context.ops, reader.wrapper.constants().murxla_name);
    let source = file.display().to_string();
    let shape = fingerprint(&plain(steps, ops));
    ReadEntry {
        text: print(steps, ops),
        record: EntryRecord::new(source, name, steps, &reader.context),
        shape,
    }
}

/// The steps without seeds and answers, with names that count.
fn plain(steps: &[Step], ops: &Ops) -> Vec<Step> {
    let (mut plain, _) = renumbered(steps, ops);
    for (number, step) in plain.iter_mut().enumerate() {
        step.call.seed = 0;
        step.answer = None;
        if step.call.action.role() == Role::Declare {
            for arg in &mut step.call.args {
                if let Arg::Text(symbol) = arg {
                    *symbol = number.to_string().into();
                }
            }
        }
    }
    plain
}
