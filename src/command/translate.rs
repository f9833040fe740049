//! `translate`: translates a trace into another language.

use super::program;
use crate::cli::{Allowed, Language, Translate};
use crate::console::{self, complain};
use crate::escape::visible;
use crate::exit::{self, Failure};
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{Answers, End, Sink, Strictness, replay};
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
/// A bad trace, or calls that the language does not have.
pub fn run(args: &Translate, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
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
        Language::Smt2 => smt2(args, &script, allowed)?,
        Language::C => c(args, &text, &script, allowed, stop)?,
    };
    match &args.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(text),
    }
    Ok(if complete { exit::CLEAN } else { exit::TRACE })
}

/// The CPU time limit of the replay: the default of `replay`.
const TIME: Duration = Duration::from_secs(60);

/// The program of a trace, and whether it has all calls of the trace.
fn c(
    args: &Translate,
    text: &str,
    script: &Script,
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<(String, bool), Failure> {
    let source = program::CProgramSource {
        name: &args.trace,
        text,
        script,
        solver: args.solver.as_ref(),
        strictness: strictness(args),
        time: TIME,
        allowed,
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

/// The script of a trace in the dialect that is asked for, and whether it has all calls of the trace.
fn smt2(args: &Translate, script: &Script, allowed: Allowed) -> Result<(String, bool), Failure> {
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
    let values = if args.assigned {
        AssignedValues::Explained
    } else {
        AssignedValues::Comments
    };
    let strictness = strictness(args);
    let script = translated(script, dialect, strictness, values, allowed, &mut gap)
        .map_err(|e| e.in_file(&args.trace))?;
    Ok((script.text, complete))
}

/// The solver into whose dialect a trace is translated by default.
pub(super) fn dialect_of(script: &Script) -> &'static dyn Wrapper {
    trace_file::solver(script)
        .and_then(|solver| murxla_wrappers::find(&solver.name))
        .unwrap_or(&Smt2)
}

/// Writes comments into the script: the answers in the trace, and the calls that are not translated. The latter are also
/// passed to `gap`.
struct TranslationSink<'a> {
    translation: &'a Translation,
    gap: &'a mut dyn FnMut(&str),
}

impl Sink for TranslationSink<'_> {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, _: &str) {}

    fn left_out(&mut self, text: &str) {
        (self.gap)(text);
        self.translation.comment(text);
    }

    fn unsupported(&mut self, text: &str) {
        self.left_out(text);
    }

    fn formulas(&mut self, text: &str) {
        self.translation.comment(text);
    }

    fn answer(&mut self, answer: Answer) {
        self.translation.comment(answer.name());
    }
}

/// Keeps the final state of each instance of a trace.
#[derive(Default)]
struct FinalStates(Vec<InstanceState>);

impl Sink for FinalStates {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, _: &str) {}

    fn end(&mut self, state: &InstanceState) {
        self.0.push(state.clone());
    }
}

/// How a script writes the values that the hidden assignment gives to symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AssignedValues {
    /// In comments.
    Comments,
    /// In definitions instead of declarations.
    Definitions,
    /// In definitions, with comments on the values of the formulas.
    Explained,
}

/// The script of a trace.
pub(super) struct TranslatedScript {
    /// Its text.
    pub(super) text: String,
    /// A sentence for each option that the dialect does not have. The text has it as a comment.
    pub(super) omitted: Vec<String>,
}

/// Translates a trace. `gap` gets the calls of the trace that the script does not have.
///
/// # Errors
/// Calls that are not valid, or that the dialect does not have, unless the translation is lenient.
pub(super) fn translated(
    script: &Script,
    dialect: &dyn Wrapper,
    strictness: Strictness,
    values: AssignedValues,
    allowed: Allowed,
    gap: &mut dyn FnMut(&str),
) -> Result<TranslatedScript, Failure> {
    let flavour = Flavour::of_solver(dialect.name());
    let mut translation = Translation::new(flavour, dialect.ops());
    let profile = Profile::load([(Smt2.name(), Smt2.profile())]);
    let profile = profile.map_err(Failure::configuration)?;
    let mut context = Context::new(dialect, &translation, &profile);
    context.foreign = script.foreign();
    if allowed.trust {
        context.files.allow();
    }
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
    // When a function is declared, it is not known yet at which points its value is needed. So the calls are made twice,
    // the first time only for the final states.
    let mut states = FinalStates::default();
    calls(
        &context,
        &Translation::new(flavour, dialect.ops()),
        &mut states,
    );
    translation.assign(states.0, values != AssignedValues::Comments);
    context.explain = values == AssignedValues::Explained;
    let mut commented = TranslationSink {
        translation: &translation,
        gap,
    };
    let end = calls(&context, &translation, &mut commented);
    let mut text = String::new();
    for line in &script.header {
        text.push_str(&format!("; {}\n", visible(line)));
    }
    text.push_str(&translation.text());
    match end {
        End::Ok => Ok(TranslatedScript {
            text,
            omitted: translation.omitted(),
        }),
        End::ResolveError(error @ ResolveError::Unsupported(_)) => Err(Failure::trace(format!(
            "{error}; --lenient leaves it out, with what needs its result"
        ))),
        End::ResolveError(error) => Err(Failure::unresolved(&error)),
        End::TimedOut => Err(Failure::trace("interrupted")),
        End::Oracle { message, .. }
        | End::Rejected(message)
        | End::Resources(message)
        | End::Refused(message) => Err(Failure::trace(message)),
    }
}
