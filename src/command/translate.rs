//! `translate`: a trace in another language.

use crate::cli::{Language, Translate};
use crate::console::{self, complain};
use crate::exit::{self, Failure};
use crate::trace_file;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{Answers, End, Sink, Strictness, replay};
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::smt2::{Flavour, Smt2, Translation};

/// Translates a trace.
///
/// # Errors
/// A bad trace, or calls that have no counterpart here.
pub fn run(args: &Translate) -> Result<u8, Failure> {
    let (_, script) = trace_file::read(&args.trace)?;
    let flavour = match &args.dialect {
        None => Flavour::Standard,
        Some(name) if murxla_wrappers::find(name).is_some() => Flavour::of_solver(name),
        Some(name) => return Err(Failure::usage(format!("unknown solver '{name}'"))),
    };
    let strictness = if args.lenient {
        Strictness::Lenient
    } else {
        Strictness::Strict
    };
    let text = match args.to {
        Language::Smt2 => smt2(&script, flavour, strictness)
            .map_err(|e| Failure::trace(format!("{}: {e}", args.trace.display())))?,
    };
    match &args.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|e| Failure::configuration(format!("cannot write {}: {e}", path.display())))?,
        None => {
            console::out(text);
        }
    }
    Ok(exit::CLEAN)
}

/// Tells on stderr what has no counterpart.
struct Tell;

impl Sink for Tell {
    fn call(&mut self, _: &str) {}

    fn note(&mut self, text: &str) {
        if text.starts_with("left out") || text.starts_with("unsupported") {
            complain!("{text}");
        }
    }
}

/// The script of a trace; after each check the answer that the trace has noted, as a comment.
fn smt2(script: &Script, flavour: Flavour, strictness: Strictness) -> Result<String, String> {
    let translation = Translation::new(flavour, &[]);
    let profile = Profile::load([(Smt2.name(), Smt2.profile())])?;
    let mut context = Context::new(&Smt2, &translation, &profile);
    context.foreign = !script.options.is_empty();
    let end = replay(
        script,
        &context,
        strictness,
        Answers::Noted,
        &translation,
        &mut Tell,
    );
    let mut text = String::new();
    for line in &script.header {
        text.push_str(&format!("; {line}\n"));
    }
    text.push_str(&translation.text());
    match end {
        End::Ok => Ok(text),
        End::Trouble(trouble) => Err(trouble.to_string()),
        End::Check(_, message)
        | End::Rejected(message)
        | End::Resources(message)
        | End::Refused(message) => Err(message),
    }
}
