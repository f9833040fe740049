//! Options that all runs set are tried before the first run.

use crate::actions::set_option;
use crate::cli::command_line_with;
use crate::exit::Failure;
use crate::plan::FoundSolver;
use murxla_executor::{ExecutorError, Item, Pool, Verdict};
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::New;
use murxla_fsm::option::files::FileOptions;
use murxla_fsm::trace::{Note, notes_in};
use std::sync::Arc;

/// Sets the options of all runs once, so that a refused one is reported at the start. In runs,
/// refused options are not reported.
///
/// # Errors
/// The solver's message about the first option that it refuses; the user interrupts; or children
/// cannot be run.
pub fn try_options(
    pool: &mut Pool,
    solver: &FoundSolver,
    options: &[(String, String)],
    is_trusted: bool,
) -> Result<(), Failure> {
    let trace = |(name, value): &(String, String)| {
        let trace = format!("{}\n{}", New.name(), set_option(name, value));
        Item::Trace(Arc::from(trace))
    };
    pool.submit(options.iter().map(trace));
    let mut outcomes = Vec::new();
    for _ in options {
        outcomes.push(pool.next_outcome()?.ok_or(ExecutorError::Interrupted)?);
    }
    outcomes.sort_by_key(|outcome| outcome.ticket);
    for ((name, value), outcome) in options.iter().zip(outcomes) {
        let refused = notes_in(&outcome.trace).find_map(|note| match note {
            Note::Refused(reason) => Some(reason),
            _ => None,
        });
        let wrong = match (&outcome.verdict, refused) {
            (Verdict::Ok, None) => continue,
            (Verdict::Ok, Some(reason)) => reason,
            (other, _) => format!("{other} {}", outcome.output.trim()),
        };
        let files = FileOptions::refused(solver.wrapper.file_options());
        let hint = if files.does(name).is_some() && !is_trusted {
            format!("to let it use files: {}", command_line_with(&["--trust"]))
        } else {
            "'murxla-rs show options' lists what can be set".to_owned()
        };
        return Err(Failure::configuration(format!(
            "{} refuses the option {name}={value}: {wrong}; {hint}",
            solver.spec
        )));
    }
    Ok(())
}
