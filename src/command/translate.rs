//! `translate`: translates a trace into another language.

use super::c_program;
use crate::bug_traces::NamedTrace;
use crate::cli::{Allowed, Translate, TranslationTarget};
use crate::exit::{self, Failure};
use crate::imported::IMPORTED;
use crate::imported::ScriptConfig;
use crate::reports::c_program::ProgramStyle;
use crate::reports::issue::NOT_THERE;
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{Answers, End, Sink, Strictness, replay};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::state::InstanceState;
use murxla_fsm::trace::{Note, Script};
use murxla_fsm::wrapper::Wrapper;
use murxla_store::{SolverSource, SolverSpec};
use murxla_system::console::{self, complain};
use murxla_system::escape::visible;
use murxla_system::folder::write;
use murxla_wrappers::smt2::{Dialect, GLOBAL_DECLARATIONS, Translation, UNSUPPORTED_BY};
use murxla_wrappers::{SMT2, dialect};
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Translates a trace.
///
/// # Errors
/// A bad trace, or calls that the language does not have.
pub fn run(args: &Translate, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let NamedTrace { text, script, .. } = NamedTrace::find(
        &args.trace,
        ScriptConfig::in_place_of_trace(args.solver.as_ref()),
    )?;
    let (is_c, smt2_only) = (
        args.to == TranslationTarget::C,
        args.assigned || args.dialect.is_some(),
    );
    if is_c && smt2_only {
        return Err(Failure::usage("--dialect and --assigned are for --to smt2"));
    }
    // A script is imported for the solver.
    let solver_is_idle = args.solver.is_some() && script.header(IMPORTED).is_none();
    if !is_c && (solver_is_idle || args.all_calls) {
        return Err(Failure::usage("--solver and --all-calls are for --to c"));
    }
    let (text, complete) = match args.to {
        TranslationTarget::Smt2 => smt2(args, &script, allowed)?,
        TranslationTarget::C => c(args, &text, &script, allowed, stop)?,
    };
    match &args.output {
        Some(path) => write(path, text.as_bytes())
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => console::out(text),
    }
    Ok(if complete || !args.strict {
        exit::CLEAN
    } else {
        exit::TRACE
    })
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
    let source = c_program::CProgramSource {
        name: &args.trace,
        text,
        script,
        solver: args.solver.as_ref(),
        strictness: Strictness::Supported,
        time: TIME,
        allowed,
        frames: &[],
    };
    let (_, recording) = c_program::record(&source, stop)?;
    let recording = recording.ok_or_else(|| {
        Failure::usage("the solver of the trace has no C API: add --solver, or translate --to smt2")
    })?;
    let written = recording.program(match args.all_calls {
        true => ProgramStyle::Full,
        false => ProgramStyle::Plain,
    });
    for gap in &written.gaps {
        complain!("{gap}");
    }
    Ok((written.text, written.gaps.is_empty()))
}

/// The script of a trace in the dialect that is asked for, and whether it has all calls of the
/// trace.
fn smt2(args: &Translate, script: &Script, allowed: Allowed) -> Result<(String, bool), Failure> {
    let target = match args.dialect.as_deref() {
        None => Target::of(script),
        Some(name) => Target::named(name, script)?,
    };
    let values = if args.assigned {
        AssignedValues::Explained
    } else {
        AssignedValues::Comments
    };
    let script = translated(script, &target, Strictness::Supported, values, allowed)
        .map_err(|e| e.in_file(&args.trace))?;
    for gap in &script.gaps {
        complain!("{gap}");
    }
    Ok((script.text, script.gaps.is_empty()))
}

/// What a trace is translated to.
pub(super) struct Target {
    /// The solver whose own operators the script may have.
    pub(super) solver: &'static dyn Wrapper,
    dialect: Dialect,
}

impl Target {
    fn new(solver: &'static dyn Wrapper, version: Option<&str>) -> Self {
        let dialect = dialect(solver.name(), version);
        Self { solver, dialect }
    }

    pub(super) fn translation(&self) -> Translation {
        Translation::new(self.dialect.clone(), self.solver.constants().ops)
    }

    /// The dialect of the solver and the release that a trace names.
    pub(super) fn of(script: &Script) -> Self {
        let Some(named) = trace_file::solver(script) else {
            return Self::new(&SMT2, None);
        };
        let pinned = match &named.source {
            SolverSource::Version(version) => Some(version.to_string()),
            _ => None,
        };
        let version = script.header("version").or(pinned.as_deref());
        match murxla_wrappers::find(&named.name) {
            Some(solver) => Self::new(solver, version),
            None => Self::new(&SMT2, None),
        }
    }

    /// The dialect of this name, as in `--dialect`. Without a version, it is that of the trace, if
    /// it is of the same solver.
    fn named(name: &str, script: &Script) -> Result<Self, Failure> {
        if name == "standard" {
            return Ok(Self::new(&SMT2, None));
        }
        let spec = SolverSpec::from_str(name).map_err(|e| Failure::usage(e.to_string()))?;
        let solver = murxla_wrappers::find(&spec.name)
            .ok_or_else(|| Failure::usage(format!("unknown solver '{name}'")))?;
        let own = Self::of(script);
        match spec.source {
            SolverSource::Any if own.solver.name() == spec.name => Ok(own),
            SolverSource::Any => Ok(Self::new(solver, None)),
            SolverSource::Version(version) => Ok(Self::new(solver, Some(&version.to_string()))),
            SolverSource::Path(_) => Err(Failure::usage(format!(
                "'{name}' is not a dialect: write NAME or NAME@VERSION"
            ))),
        }
    }
}

/// Writes comments into the script: the answers in the trace, and the calls that are not
/// translated.
struct TranslationSink<'a>(&'a Translation);

impl Sink for TranslationSink<'_> {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, note: &Note) {
        match note {
            Note::LeftOut { .. } => self.0.gap(&note.to_string()),
            Note::Unsupported(what) => {
                // The language of a solver may lack what SMT-LIB has.
                let parts = what.split_once(UNSUPPORTED_BY);
                let (action, who) = parts.unwrap_or((what, "SMT-LIB"));
                let gap = Note::LeftOut {
                    action: action.to_owned(),
                    why: format!("{who} {NOT_THERE}"),
                };
                self.0.gap(&gap.to_string());
            }
            Note::Formulas(..) => self.0.comment(&note.to_string()),
            _ => {}
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.0.comment(answer.name());
    }
}

/// Keeps the final state of each instance of a trace.
#[derive(Default)]
struct FinalStates(Vec<InstanceState>);

impl Sink for FinalStates {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, _: &Note) {}

    fn end(&mut self, state: &InstanceState) {
        self.0.push(state.clone());
    }
}

/// How a script writes the values that the hidden assignment gives to symbols.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AssignedValues {
    /// In comments, if what the trace shows may need them.
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
    /// A sentence for each part of the trace that the dialect cannot express. The text has it as a
    /// comment in its place.
    pub(super) gaps: Vec<String>,
    /// Whether the hidden assignment may be the evidence for the bug of the trace.
    pub(super) needs_assignment: bool,
}

/// Whether the hidden assignment may be the evidence for the bug of a trace, if its last instance
/// ends in this state. Traces of other kinds of findings do not need it, and formulas that are not
/// true under it are satisfied by another assignment.
fn may_need_assignment(script: &Script, last: Option<&InstanceState>) -> bool {
    match trace_file::kind(script) {
        Some(kind) => kind.is_by_assignment() && last.is_none_or(are_claimed_formulas_true),
        // The formulas of a script need not be true under it.
        None => script.header(IMPORTED).is_none(),
    }
}

/// Whether the formulas that the solver has claimed to be unsatisfiable are true under the hidden
/// assignment: a core, assertions with unsatisfiable assumptions, or the formulas of a check.
fn are_claimed_formulas_true(state: &InstanceState) -> bool {
    let last = state.checks.last.as_ref();
    let core = last.and_then(|last| last.core.as_ref());
    let failed = last.and_then(|last| last.failed.as_ref());
    let is_true = |id: TermId| state.truth(id) == Some(true);
    match (core, failed) {
        (Some(core), _) => core.iter().copied().all(is_true),
        (None, Some(failed)) => state
            .assertions
            .formulas
            .iter()
            .chain(failed)
            .copied()
            .all(is_true),
        (None, None) => state.checked().all(is_true),
    }
}

/// The script without the option that matters only if levels are left.
fn without_idle_option(text: &str) -> String {
    let leaves_levels =
        |line: &str| line.starts_with("(pop") || line.starts_with("(reset-assertions");
    if text.lines().any(leaves_levels) {
        return text.to_owned();
    }
    let lines = text.split_inclusive('\n');
    lines
        .filter(|line| line.trim_end() != GLOBAL_DECLARATIONS)
        .collect()
}

/// How a trace is replayed into a translation.
pub(super) struct ReplaySettings {
    pub(super) strictness: Strictness,
    pub(super) answers: Answers,
    /// Whether the values of formulas are explained.
    pub(super) explains: bool,
    pub(super) allowed: Allowed,
}

/// Makes the calls of a trace in a translation.
///
/// # Errors
/// A defect of the program.
pub(super) fn replay_into(
    translation: &Translation,
    script: &Script,
    target: &Target,
    settings: &ReplaySettings,
    sink: &mut dyn Sink,
) -> Result<End, Failure> {
    let profile = Profile::load([(SMT2.name(), SMT2.profile())]);
    let profile = profile.map_err(Failure::configuration)?;
    let mut context = Context::new(target.solver, translation, &profile);
    context.foreign = script.foreign();
    context.solver_label = target.dialect.to_string();
    context.user.explain = settings.explains;
    if settings.allowed.trust {
        context.options.files.allow();
    }
    let (strictness, answers) = (settings.strictness, settings.answers);
    Ok(replay(
        script,
        &context,
        strictness,
        answers,
        translation,
        sink,
    ))
}

/// Translates a trace. What the dialect cannot express is left out.
///
/// # Errors
/// Calls that are not valid.
pub(super) fn translated(
    script: &Script,
    target: &Target,
    strictness: Strictness,
    values: AssignedValues,
    allowed: Allowed,
) -> Result<TranslatedScript, Failure> {
    let mut translation = target.translation();
    let settings = |explains| ReplaySettings {
        strictness,
        answers: Answers::Noted,
        explains,
        allowed,
    };
    // When a function is declared, it is not known yet at which points its value is needed. So the
    // calls are made twice, the first time only for the final states.
    let mut states = FinalStates::default();
    let first = target.translation();
    replay_into(&first, script, target, &settings(false), &mut states)?;
    let needs_assignment = may_need_assignment(script, states.0.last());
    if values != AssignedValues::Comments || needs_assignment {
        translation.assign(states.0, values != AssignedValues::Comments);
    }
    let settings = settings(values == AssignedValues::Explained);
    let mut sink = TranslationSink(&translation);
    let end = replay_into(&translation, script, target, &settings, &mut sink)?;
    let mut text = String::new();
    for line in trace_file::without_notes(script) {
        text.push_str(&format!("; {}\n", visible(line)));
    }
    text.push_str(&translation.text());
    match end {
        End::Ok => Ok(TranslatedScript {
            text: without_idle_option(&text),
            gaps: translation.gaps(),
            needs_assignment,
        }),
        End::ResolveError(error) => Err(Failure::unresolved(&error)),
        End::TimedOut | End::NeedsReplays(_) => Err(Failure::trace("interrupted")),
        End::Violation(violation) => Err(Failure::trace(violation.message)),
        End::OutOfResources(message) | End::OptionRefused(message) => Err(Failure::trace(message)),
    }
}
