//! From a script of SMT-LIB to a trace.
//!
//! The calls are made on a model, so that they are valid by construction, and written down like those of a run.
//! What operators there are, and of what sorts, the table of operators says; sorts that are not equal decide which of
//! those of one name is meant.

mod apply;
mod binder;
mod command;
mod header;
mod literal;
mod names;
mod sets;
mod sort;
mod term;
mod tree;

use super::symbol::SymbolTable;
use crate::smt2::sexp;
use header::Header;
use murxla_fsm::action::{Action, Args, Call, Context, Effect, Ids, Invalid};
use murxla_fsm::actions::{Delete, New};
use murxla_fsm::op::{Op, Ops};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::sort::{Datatypes, SortId};
use murxla_fsm::state::{InstanceState, MAX_ID};
use murxla_fsm::trace::{TraceError, note, write_call};
use murxla_fsm::value::Value;
use names::Names;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use sort::SortMeaning;
use std::collections::VecDeque;
use std::sync::Arc;
use tree::{Expr, Fault, Result, Tree};

/// What the user says besides the script.
#[derive(Clone, Debug, Default)]
pub struct Wishes<'a> {
    /// What the names of actions of the dialect's solver begin with; empty for the standard.
    pub dialect: &'a str,
    /// Options to set before those of the script.
    pub options: &'a [(String, String)],
    /// The seed that the seeds of calls are drawn from. Without one, only what the hidden assignment depends on is drawn,
    /// and wrappers have no choices.
    pub seed: Option<u64>,
    /// Whether the model of each check is read.
    pub values: bool,
}

/// The calls of a script, as text. Its lines `; COMMAND-LINE:` and `; EXPECT:`, as cvc5's regressions have them, are
/// options and expected answers; so is what `set-info` says of the status. An answer that is expected is noted like one
/// that was given.
///
/// # Errors
/// What cannot be read, or is not supported, with line and column.
pub fn import(
    text: &str,
    context: &Context,
    wishes: &Wishes<'_>,
) -> std::result::Result<String, TraceError> {
    let calls = || {
        let tree = Tree::read(text)?;
        let mut importer = Importer::new(text, context, wishes);
        importer.run(&tree.roots())?;
        Ok(importer.out)
    };
    calls().map_err(|fault: Fault| {
        let before = text.get(..fault.at).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        TraceError {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            message: fault.message,
        }
    })
}

/// Calls whose seeds give symbols their values.
const ASSIGNED: [&str; 3] = ["new", "mk-const", "mk-rec-fun"];

/// What a name means.
#[derive(Clone)]
enum Meaning {
    Term(TermId),
    /// A constant of this sort and symbol that is declared, but not made yet.
    Declared(SortId, Box<str>),
    /// A constructor, by its declaration, datatype and place.
    Constructor(Arc<Datatypes>, usize, usize),
    /// A selector, by the places of its constructor and of itself.
    Selector([u32; 2]),
}

/// An application: equal ones are made once.
type Application = (Op, SmallVec<[TermId; 4]>, SmallVec<[u32; 2]>);

/// The state of the import.
struct Importer<'t> {
    context: &'t Context,
    wishes: &'t Wishes<'t>,
    header: Header,
    model: InstanceState,
    rng: Rng,
    out: String,
    by_symbol: FxHashMap<&'static str, Vec<Op>>,
    /// Answers that are expected, if the script tells all of them.
    expected: VecDeque<Answer>,
    /// What is said of the next check.
    status: Option<Answer>,
    /// Names declared or bound.
    names: Names<'t, Meaning>,
    /// Constants that may be declared only, in this order.
    declared: Vec<&'t str>,
    /// Names of terms, which do not end with the scope that they are in.
    labels: Names<'t, Meaning>,
    sorts: Names<'t, SortMeaning<'t>>,
    /// Where the scopes of open levels begin in these.
    levels: Vec<[usize; 3]>,
    is_global: bool,
    /// Without integers, `1` is a real number.
    is_real: bool,
    symbols: SymbolTable,
    applications: FxHashMap<Application, TermId>,
    values: FxHashMap<(SortId, Value), TermId>,
    depth: u32,
}

impl<'t> Importer<'t> {
    fn new(text: &str, context: &'t Context, wishes: &'t Wishes<'t>) -> Self {
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
            wishes,
            expected: header.answers.iter().copied().collect(),
            header,
            model: InstanceState::default(),
            rng: Rng::new(wishes.seed.unwrap_or_default()),
            out: String::new(),
            by_symbol,
            status: None,
            names: Names::default(),
            declared: Vec::new(),
            labels: Names::default(),
            sorts: Names::default(),
            levels: Vec::new(),
            is_global: false,
            is_real: false,
            symbols: SymbolTable::default(),
            applications: FxHashMap::default(),
            values: FxHashMap::default(),
            depth: 0,
        }
    }

    fn run(&mut self, commands: &[Expr<'t>]) -> Result<()> {
        let Some(first) = commands.first() else {
            let message = "the script has no commands".to_owned();
            return Err(Fault { at: 0, message });
        };
        if self.header.count_checks(commands) != self.expected.len() {
            self.expected.clear();
        }
        self.call(*first, &New, Args::new(), Ids::default())?;
        self.set_options(*first, commands)?;
        for (n, command) in commands.iter().enumerate() {
            if command.is_headed("exit") {
                break;
            }
            self.command(*command, &commands[n + 1..])?;
        }
        self.make_declared(*first)?;
        self.call(*first, &Delete, Args::new(), Ids::default())
    }

    /// Whether terms are to be those that Z3's parser makes, since their shape and order decide what its solvers do.
    fn parses_as_z3(&self) -> bool {
        self.wishes.dialect == "z3"
    }

    fn ops(&self) -> &'t Ops {
        &self.context.ops
    }

    /// Makes a call, which the expression stands for.
    fn call(
        &mut self,
        at: Expr<'t>,
        action: &'static dyn Action,
        args: Args,
        ids: Ids,
    ) -> Result<()> {
        let is_drawn = self.wishes.seed.is_some() || ASSIGNED.contains(&action.name());
        let call = Call {
            seed: if is_drawn {
                self.rng.below(100_000) as u32
            } else {
                0
            },
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
        let is_now = match action.valid(&self.model, &call, self.context) {
            Ok(()) => true,
            // What comes after answers that nobody has given yet.
            Err(Invalid::NotNow(_)) => false,
            Err(Invalid::Wrong(message)) => {
                return Err(at.fault(format!("'{}': {message}", at.shown())));
            }
        };
        write_call(&mut self.out, &call, &self.context.ops);
        let mut effect = Effect::Done;
        if action.name().starts_with("check-sat") {
            let answer = self.expected.pop_front().or(self.status.take());
            if let Some(answer) = answer {
                self.out.push_str(&note(answer.name()));
                effect = Effect::Answer(answer);
            }
        }
        if is_now {
            action.apply(&mut self.model, &call, &effect, self.context);
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
        let term = self.model.fresh_term();
        let ids = Ids {
            term: Some(term),
            sort: None,
        };
        self.call(at, action, args, ids)?;
        Ok(term)
    }

    /// Says in a comment that something is left out.
    fn leave_out(&mut self, what: Expr<'t>) {
        self.out
            .push_str(&format!("# left out: {}\n", what.shown()));
    }

    /// A symbol for a name that may have been declared before: those in a trace are all distinct, since scopes of
    /// APIs are not those of scripts.
    fn symbol(&mut self, name: &str) -> Box<str> {
        let printable = name.replace(char::is_control, "_");
        sexp::name(&self.symbols.fresh(&printable)).into()
    }

    fn sort_of(&self, term: TermId) -> SortId {
        self.model.term(term).map_or(SortId(0), |term| term.sort)
    }
}
