//! Converts a script of SMT-LIB to a trace.
//!
//! The importer keeps an instance state, as a run does. Each call is checked against this state
//! before it is written, so that the trace is valid. The operator table has the names and
//! signatures of operators. If several operators have the same name, the sorts of the arguments
//! decide which one is meant.

mod apply;
mod binder;
mod coerce;
mod command;
mod datatype;
mod declare;
mod fixedpoint;
mod header;
mod left_out;
mod lift;
mod literal;
mod names;
mod nearest;
mod optimize;
mod overload;
mod recorded;
mod scopes;
mod sets;
mod sort;
mod term;

use super::dialect::{Dialect, Language};
use super::symbol::SymbolTable;
use crate::smt2::sexp;
use crate::smt2::tree::{Expr, Fault, Result, Tree};
use fixedpoint::FixedpointSettings;
use header::{Header, count_checks};
pub use left_out::{LeftOut, Place};
use left_out::{Lines, TraceText};
use murxla_fsm::action::{Action, Args, Call, Context, Effect, Ids, Invalid, Role};
use murxla_fsm::actions::{Delete, New};
use murxla_fsm::op::{Op, Ops};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatypes, SortId};
use murxla_fsm::state::{InstanceState, MAX_ID};
use murxla_fsm::trace::{Note, TraceError, write_call};
use murxla_fsm::value::Value;
use rustc_hash::{FxHashMap, FxHasher};
use scopes::Scopes;
use smallvec::SmallVec;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

/// How a script is imported.
#[derive(Clone, Debug, Default)]
pub struct ImportConfig<'a> {
    /// The dialect that is read.
    pub dialect: Dialect,
    /// Options that are set before those of the script.
    pub options: &'a [(String, String)],
    /// The seed from which the seeds of all calls are drawn. Without it, only calls that the hidden
    /// assignment depends on have drawn seeds, which depend on the text of the script. The others
    /// have the seed 0, so that wrappers make no random choices.
    pub seed: Option<u64>,
    /// Whether values are read after each check.
    pub values: bool,
    /// Whether the trace has lines with places in the script, so that errors in its calls name
    /// them.
    pub places: bool,
    /// Whether the script was made of recorded calls. It has commands of its own, and what is wrong
    /// or not supported is left out.
    pub recorded: bool,
}

/// An imported script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The text of the trace, without a header.
    pub calls: String,
    /// What the trace lacks, in the order of the script.
    pub left_out: Vec<LeftOut>,
}

/// Converts a script to the text of a trace. Lines `; COMMAND-LINE:` and `; EXPECT:`, which cvc5's
/// regression tests have, give options and expected answers. `(set-info :status …)` also gives an
/// expected answer. The trace notes an expected answer like the answer of a solver.
///
/// # Errors
/// Returns an error with line and column if something cannot be read or is not supported.
pub fn import(
    text: &str,
    context: &Context,
    config: &ImportConfig<'_>,
) -> std::result::Result<Imported, TraceError> {
    let lines = Lines::of(text);
    let imported = || {
        let tree = Tree::read(text)?;
        let mut importer = Importer::new(text, &lines, context, config);
        importer.run(&tree.roots())?;
        Ok(importer.trace.finish())
    };
    imported().map_err(|fault: Fault| lines.error(fault))
}

/// The greatest sum of the numbers of variables of all terms. The state has a list of variables for
/// each term, and a script with nested binders may be small.
const MAX_VARIABLES: usize = 50_000_000;

/// Actions whose seeds decide the hidden values of symbols.
const ASSIGNED: [&str; 3] = ["new", "mk-const", "mk-rec-fun"];

/// The meaning of a name.
#[derive(Clone)]
enum Meaning {
    Term(TermId),
    /// A declared constant for which no call has been made yet: its sort and symbol.
    Declared(SortId, Box<str>),
    /// A constructor: its declaration, the number of its datatype, and its number in the datatype.
    Constructor(Arc<Datatypes>, usize, usize),
    /// A selector: the declaration, the number of the datatype, the number of its constructor, and
    /// its number in the constructor.
    Selector(Arc<Datatypes>, usize, [u32; 2]),
}

/// An application. Equal applications are made once.
type Application = (Op, SmallVec<[TermId; 4]>, SmallVec<[u32; 2]>);

/// The terms that were made. They are used again where the script repeats them.
#[derive(Default)]
struct MadeTerms {
    applications: FxHashMap<Application, TermId>,
    values: FxHashMap<(SortId, Value), TermId>,
    /// The number of variables in all terms, for each term.
    variables: usize,
}

impl MadeTerms {
    /// Forgets the terms after a reset.
    fn forget_terms(&mut self) {
        self.applications.clear();
        self.values.clear();
    }
}

/// What the trace has in place of the names of the script.
#[derive(Default)]
struct Symbols<'t> {
    table: SymbolTable,
    /// The numbers of the names of quantifiers.
    quantifiers: FxHashMap<&'t str, u32>,
}

impl<'t> Symbols<'t> {
    /// A new symbol for a name. A script may declare a name several times, in different scopes. All
    /// symbols of a trace are distinct, because APIs have no such scopes.
    fn fresh(&mut self, name: &str) -> Box<str> {
        let printable = name.replace(char::is_control, "_");
        sexp::name(&self.table.fresh(&printable)).into()
    }

    /// The number that stands for the name of a quantifier.
    fn number_of_quantifier(&mut self, name: &'t str) -> u32 {
        let next = self.quantifiers.len() as u32;
        *self.quantifiers.entry(name).or_insert(next)
    }
}

/// The state of the import.
struct Importer<'t> {
    context: &'t Context,
    config: &'t ImportConfig<'t>,
    header: Header,
    state: InstanceState,
    rng: Rng,
    trace: TraceText<'t>,
    by_symbol: FxHashMap<&'static str, Vec<Op>>,
    scopes: Scopes<'t>,
    fixedpoint: FixedpointSettings,
    /// Whether the logic has no integers, so that `1` is a real number.
    is_real: bool,
    symbols: Symbols<'t>,
    made: MadeTerms,
}

/// A number that depends on a text only.
fn digest(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}

impl<'t> Importer<'t> {
    fn new(
        text: &str,
        lines: &'t Lines<'t>,
        context: &'t Context,
        config: &'t ImportConfig<'t>,
    ) -> Self {
        let header = Header::read(text);
        let mut by_symbol: FxHashMap<&'static str, Vec<Op>> = FxHashMap::default();
        for op in context.ops.iter() {
            by_symbol
                .entry(context.ops.row(op).smt)
                .or_default()
                .push(op);
        }
        Self {
            context,
            config,
            header,
            state: InstanceState::default(),
            rng: Rng::new(config.seed.unwrap_or_else(|| digest(text))),
            trace: TraceText::new(lines),
            by_symbol,
            scopes: Scopes::default(),
            fixedpoint: FixedpointSettings::default(),
            is_real: false,
            symbols: Symbols::default(),
            made: MadeTerms::default(),
        }
    }

    fn run(&mut self, commands: &[Expr<'t>]) -> Result<()> {
        let Some(first) = commands.first() else {
            let message = "the script contains no commands".to_owned();
            return Err(Fault { at: 0, message });
        };
        self.header.answers.expect_checks(count_checks(commands));
        self.call(*first, &New, Args::new(), Ids::default())?;
        self.set_options(*first, commands)?;
        for (n, command) in commands.iter().enumerate() {
            if command.is_headed("exit") {
                break;
            }
            match self.command(*command, &commands[n + 1..]) {
                Err(fault) if self.config.recorded => self.leave_out(*command, fault.message),
                imported => imported?,
            }
        }
        self.make_declared(*first)?;
        self.call(*first, &Delete, Args::new(), Ids::default())
    }

    /// The language that is read.
    fn language(&self) -> &'static Language {
        self.config.dialect.language
    }

    /// The action of the solver with this name, without its prefix.
    fn own_action(&self, name: &str) -> Option<&'static dyn Action> {
        let prefix = self.language().prefix;
        self.context.action(&format!("{prefix}-{name}"))
    }

    fn ops(&self) -> &'t Ops {
        &self.context.ops
    }

    /// Makes a call. Errors name the expression `at`.
    fn call(
        &mut self,
        at: Expr<'t>,
        action: &'static dyn Action,
        args: Args,
        ids: Ids,
    ) -> Result<()> {
        let is_drawn = self.config.seed.is_some() || ASSIGNED.contains(&action.name());
        let seed = match is_drawn {
            true => Call::draw_seed(&mut self.rng),
            false => 0,
        };
        let call = Call {
            seed,
            action,
            args,
            ids,
        };
        let last = ids
            .term
            .map_or(0, |id| id.0)
            .max(ids.sort.map_or(0, |id| id.0));
        if last as usize + call.sort_count() > MAX_ID as usize {
            return Err(at.fault("the script has too many terms"));
        }
        let is_now = match action.valid(&self.state, &call, self.context) {
            Ok(()) => true,
            // The call needs the answer of a check that has no expected answer. A replay decides
            // whether it is made.
            Err(Invalid::NotNow(_)) => false,
            Err(Invalid::Forbidden(message) | Invalid::Unsupported(message)) => {
                self.leave_out(at, message);
                return Ok(());
            }
            Err(Invalid::Wrong(message)) => {
                return Err(at.fault(format!("'{}': {message}", at.shown())));
            }
        };
        if self.config.places {
            self.trace.name_place(at);
        }
        write_call(&mut self.trace.calls, &call, &self.context.ops);
        let mut effect = Effect::Done;
        if action.role() == Role::Check
            && let Some(answer) = self.header.answers.take()
        {
            self.trace.calls.push_str(&Note::Answer(answer).line());
            effect = Effect::Answer(answer);
        }
        if is_now {
            action.apply(&mut self.state, &call, &effect, self.context);
        }
        let made = ids.term.and_then(|id| self.state.term(id));
        self.made.variables += made.map_or(0, |term| term.free.len() + term.bound.len());
        if self.made.variables > MAX_VARIABLES {
            return Err(at.fault("the terms contain too many variables"));
        }
        Ok(())
    }

    /// Makes a call that makes a term.
    fn new_term(
        &mut self,
        at: Expr<'t>,
        action: &'static dyn Action,
        args: Args,
    ) -> Result<TermId> {
        let term = self.state.ids.term();
        let ids = Ids {
            term: Some(term),
            sort: None,
        };
        self.call(at, action, args, ids)?;
        Ok(term)
    }

    fn sort_of(&self, term: TermId) -> SortId {
        self.state.term(term).map_or(SortId(0), |term| term.sort)
    }
}
