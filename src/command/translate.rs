//! `translate`: a trace in another language.

use super::program;
use crate::cli::{Language, Translate};
use crate::console::{self, complain};
use crate::exit::{self, Failure};
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{Answers, End, FORMULAS, LEFT_OUT, Sink, Strictness, replay};
use murxla_fsm::solver::Answer;
use murxla_fsm::state::InstanceState;
use murxla_fsm::trace::{ResolveError, Script};
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::smt2::{Flavour, Smt2, Translation};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Translates a trace.
///
/// # Errors
/// A bad trace, or calls that have no counterpart here.
pub fn run(args: &Translate, offline: bool, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let (text, script) = trace_file::read(&args.trace)?;
    let (is_c, smt2_only) = (
        args.to == Language::C,
        args.assigned || args.dialect.is_some(),
    );
    if is_c && smt2_only {
        return Err(Failure::usage("--dialect and --assigned are for --to smt2"));
    }
    if !is_c && args.solver.is_some() {
        return Err(Failure::usage("--solver is for --to c"));
    }
    let (text, complete) = match args.to {
        Language::Smt2 => smt2(args, &script)?,
        Language::C => c(args, &text, &script, offline, stop)?,
    };
    match &args.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(text),
    }
    Ok(if complete { exit::CLEAN } else { exit::TRACE })
}

/// CPU time that the replay may take: as `replay` by default.
const TIME: Duration = Duration::from_secs(60);

/// The program of a trace, and whether it has all of the trace's calls.
fn c(
    args: &Translate,
    text: &str,
    script: &Script,
    offline: bool,
    stop: &Arc<AtomicBool>,
) -> Result<(String, bool), Failure> {
    let source = program::Source {
        name: &args.trace,
        text,
        script,
        solver: args.solver.as_ref(),
        strictness: strictness(args),
        time: TIME,
        offline,
    };
    let written = program::write(&source, stop)?;
    for gap in &written.gaps {
        complain!("{gap}");
    }
    Ok((written.text, written.gaps.is_empty()))
}

fn strictness(args: &Translate) -> Strictness {
    if args.lenient {
        Strictness::Lenient
    } else {
        Strictness::Strict
    }
}

/// The script of a trace in the dialect that is asked for, and whether it has all of the trace's calls.
fn smt2(args: &Translate, script: &Script) -> Result<(String, bool), Failure> {
    let dialect = match args.dialect.as_deref() {
        None => dialect_of(script),
        Some("standard") => &Smt2,
        Some(name) => murxla_wrappers::find(name)
            .ok_or_else(|| Failure::usage(format!("unknown solver '{name}'")))?,
    };
    let mut complete = true;
    let mut gap = |text: &str| {
        complain!("{text}");
        complete = false;
    };
    let text = translated(script, dialect, strictness(args), args.assigned, &mut gap)
        .map_err(|e| Failure::trace(format!("{}: {e}", args.trace.display())))?;
    Ok((text, complete))
}

/// The solver whose dialect a trace is translated into if nothing else is said.
pub(super) fn dialect_of(script: &Script) -> &'static dyn Wrapper {
    trace_file::solver(script)
        .and_then(|solver| murxla_wrappers::find(&solver.name))
        .unwrap_or(&Smt2)
}

/// Comments the script with the answers that the trace has noted and with what is not translated,
/// which is told elsewhere, too.
struct Tell<'a> {
    translation: &'a Translation,
    gap: &'a mut dyn FnMut(&str),
}

impl Sink for Tell<'_> {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, text: &str) {
        if text.starts_with(FORMULAS) {
            self.translation.comment(text);
        }
        if text.starts_with(LEFT_OUT) || text.starts_with("unsupported") {
            (self.gap)(text);
            self.translation.comment(text);
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.translation.comment(answer.name());
    }
}

/// Keeps the models with which the instances of a trace end.
#[derive(Default)]
struct Models(Vec<InstanceState>);

impl Sink for Models {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, _: &str) {}

    fn end(&mut self, state: &InstanceState) {
        self.0.push(state.clone());
    }
}

/// The script of a trace; `gap` is told what it lacks of the trace's calls.
///
/// # Errors
/// Calls that are not valid, or, unless it is lenient, have no counterpart.
pub(super) fn translated(
    script: &Script,
    dialect: &dyn Wrapper,
    strictness: Strictness,
    assigned: bool,
    gap: &mut dyn FnMut(&str),
) -> Result<String, String> {
    let flavour = Flavour::of_solver(dialect.name());
    let mut translation = Translation::new(flavour, dialect.ops());
    let profile = Profile::load([(Smt2.name(), Smt2.profile())])?;
    let mut context = Context::new(dialect, &translation, &profile);
    context.foreign = script.foreign();
    let calls = |context: &Context, translation: &Translation, sink: &mut dyn Sink| {
        replay(
            script,
            context,
            strictness,
            Answers::Noted,
            translation,
            sink,
        )
    };
    // Where functions are declared it is not known yet at which points their values will count:
    // the first time is for the models alone.
    let mut models = Models::default();
    calls(
        &context,
        &Translation::new(flavour, dialect.ops()),
        &mut models,
    );
    translation.assign(models.0, assigned);
    context.explain = assigned;
    let mut tell = Tell {
        translation: &translation,
        gap,
    };
    let end = calls(&context, &translation, &mut tell);
    let mut text = String::new();
    for line in &script.header {
        text.push_str(&format!("; {line}\n"));
    }
    text.push_str(&translation.text());
    match end {
        End::Ok => Ok(text),
        End::ResolveError(trouble @ ResolveError::Unsupported(_)) => Err(format!(
            "{trouble}; --lenient leaves it out, with what needs its result"
        )),
        End::ResolveError(trouble) => Err(trouble.to_string()),
        End::TimedOut => Err("interrupted".to_owned()),
        End::Oracle { message, .. }
        | End::Rejected(message)
        | End::Resources(message)
        | End::Refused(message) => Err(message),
    }
}
