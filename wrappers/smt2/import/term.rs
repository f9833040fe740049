//! Reads terms. There is no recursion, because terms may be deep.

use super::{Importer, Meaning};
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Arg, Ids};
use murxla_fsm::op::{DT_MATCH, Op};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortId;
use murxla_fsm::trace::header_line;
use smallvec::smallvec;

/// A binder whose bodies and patterns are being read.
pub(super) struct Binder<'t> {
    pub(super) at: Expr<'t>,
    pub(super) ops: Vec<Op>,
    pub(super) variables: Vec<TermId>,
    /// The mark of the scope of the variables.
    pub(super) mark: usize,
    pub(super) bodies: usize,
    pub(super) attributes: Vec<Attribute<'t>>,
}

/// An attribute of the body of a binder.
pub(super) struct Attribute<'t> {
    /// Its keyword.
    pub(super) at: Expr<'t>,
    pub(super) op: Op,
    /// The number of its terms.
    pub(super) terms: usize,
    /// Its number, if it has no terms.
    pub(super) number: Option<u32>,
}

/// A case whose body is being read.
pub(super) struct OpenCase<'t> {
    pub(super) at: Expr<'t>,
    pub(super) sort: SortId,
    pub(super) constructor: Option<usize>,
    pub(super) variables: Vec<TermId>,
    pub(super) mark: usize,
}

/// A step of reading a term. Steps are kept on a stack.
pub(super) enum Task<'t> {
    /// Reads an expression, which adds a term.
    Read(Expr<'t>),
    /// Applies a head to this number of terms. Without a head, the first of the terms is applied to
    /// the others.
    Apply(Expr<'t>, Option<Expr<'t>>, usize),
    /// Gives the last terms these names, and reads the expression.
    Let(Vec<&'t str>, Expr<'t>),
    /// Ends a scope.
    End(usize),
    /// Gives the last term the name of its `:named` attribute.
    Label(Expr<'t>),
    /// Binds variables in the bodies that were read.
    Bind(Binder<'t>),
    /// Reads the cases of a match on the last term.
    Match(Expr<'t>, Vec<Expr<'t>>),
    /// Reads a case of a match on a term of this sort.
    Case(Expr<'t>, SortId),
    /// Makes a case, whose body was read.
    Yield(OpenCase<'t>),
    /// Makes a match with this number of cases.
    Matched(Expr<'t>, usize),
}

/// The state of reading a term.
#[derive(Default)]
pub(super) struct Reading<'t> {
    pub(super) tasks: Vec<Task<'t>>,
    pub(super) terms: Vec<TermId>,
}

impl<'t> Reading<'t> {
    /// Removes and returns the last `count` terms.
    pub(super) fn take(&mut self, count: usize) -> Vec<TermId> {
        self.terms.split_off(self.terms.len().saturating_sub(count))
    }

    pub(super) fn read_all(&mut self, all: &[Expr<'t>]) {
        self.tasks
            .extend(all.iter().rev().map(|expr| Task::Read(*expr)));
    }
}

/// The keywords of attributes, each with its value if it has one.
pub(super) fn keywords<'t>(
    attributes: &[Expr<'t>],
) -> impl Iterator<Item = (Expr<'t>, Option<Expr<'t>>)> {
    let is_keyword = |expr: &Expr<'t>| expr.text().starts_with(':');
    let next = attributes.iter().skip(1).map(Some).chain([None]);
    let pairs = attributes.iter().zip(next);
    let pairs = pairs.filter(move |(expr, _)| is_keyword(expr));
    pairs.map(move |(expr, next)| (*expr, next.copied().filter(|next| !is_keyword(next))))
}

impl<'t> Importer<'t> {
    /// Reads a term.
    pub(super) fn term(&mut self, at: Expr<'t>) -> Result<TermId> {
        let mut reading = Reading::default();
        reading.tasks.push(Task::Read(at));
        while let Some(task) = reading.tasks.pop() {
            self.step(task, &mut reading)?;
        }
        let term = reading.terms.pop();
        term.ok_or_else(|| at.fault(format!("'{}' is not a term", at.shown())))
    }

    /// Reads a term of a sort. An integer is converted if the sort is `Real`.
    pub(super) fn term_of(&mut self, at: Expr<'t>, sort: SortId) -> Result<TermId> {
        let term = self.term(at)?;
        self.coerce(at, term, sort)
    }

    fn step(&mut self, task: Task<'t>, reading: &mut Reading<'t>) -> Result<()> {
        match task {
            Task::Read(at) => return self.read(at, reading),
            Task::Apply(at, head, count) => {
                let args = reading.take(count);
                let term = match (head, args.split_first()) {
                    (Some(head), _) => {
                        let head = self.head(head)?;
                        self.apply(at, &head, &args)?
                    }
                    (None, Some((function, args))) => self.function(at, *function, args)?,
                    (None, None) => return Ok(()),
                };
                reading.terms.push(term);
            }
            Task::Let(names, body) => {
                let terms = reading.take(names.len());
                reading.tasks.push(Task::End(self.scopes.names.mark()));
                reading.tasks.push(Task::Read(body));
                for (name, term) in names.into_iter().zip(terms) {
                    self.scopes.names.bind(name, Meaning::Term(term));
                }
            }
            Task::End(mark) => self.scopes.names.end(mark),
            Task::Label(at) => {
                if let Some(term) = reading.terms.last() {
                    self.label(at, *term)?;
                }
            }
            Task::Bind(binder) => self.bind(binder, reading)?,
            Task::Match(at, cases) => {
                let sort = reading
                    .terms
                    .last()
                    .map_or(SortId(0), |term| self.sort_of(*term));
                reading.tasks.push(Task::Matched(at, cases.len()));
                let cases = cases.iter().rev().map(|case| Task::Case(*case, sort));
                reading.tasks.extend(cases);
            }
            Task::Case(at, sort) => self.open_case(at, sort, reading)?,
            Task::Yield(case) => self.close_case(case, reading)?,
            Task::Matched(at, count) => {
                let args = reading.take(count + 1);
                reading.terms.push(self.make(at, DT_MATCH, &args, &[])?);
            }
        }
        Ok(())
    }

    fn read(&mut self, at: Expr<'t>, reading: &mut Reading<'t>) -> Result<()> {
        let Some(parts) = at.list() else {
            let term = match at.symbol() {
                Some(_) => {
                    let head = self.head(at)?;
                    self.apply(at, &head, &[])?
                }
                None => self.literal(at)?,
            };
            reading.terms.push(term);
            return Ok(());
        };
        let Some((head, args)) = parts.split_first() else {
            return Err(at.fault("'()' is not a term"));
        };
        match (head.atom(), args) {
            (Some("_" | "as"), _) => {
                let head = self.head(at)?;
                reading.terms.push(self.apply(at, &head, &[])?);
            }
            (Some("let"), [bindings, body]) => {
                let (mut names, mut terms) = (Vec::new(), Vec::new());
                for binding in bindings.parts("list of bindings")? {
                    let [name, term] = binding.parts("name and term")?[..] else {
                        return Err(binding.fault("a binding is a name and a term"));
                    };
                    names.push(name.named("name")?);
                    terms.push(term);
                }
                reading.tasks.push(Task::Let(names, *body));
                reading.read_all(&terms);
            }
            (Some("match"), [subject, cases]) => {
                let cases = cases.parts("list of cases")?;
                reading.tasks.push(Task::Match(at, cases));
                reading.tasks.push(Task::Read(*subject));
            }
            (Some("!"), [term, attributes @ ..]) => {
                for (keyword, value) in keywords(attributes) {
                    match (keyword.text(), value) {
                        (":named", Some(name)) => reading.tasks.push(Task::Label(name)),
                        _ => self.leave_out(keyword, "calls do not support this attribute here"),
                    }
                }
                reading.tasks.push(Task::Read(*term));
            }
            (Some(name), args) => match self.binders(name) {
                ops if ops.is_empty() => {
                    reading.tasks.push(Task::Apply(at, Some(*head), args.len()));
                    reading.read_all(args);
                }
                ops => self.open_binder(at, ops, args, reading)?,
            },
            (None, args) if head.is_headed("_") || head.is_headed("as") => {
                reading.tasks.push(Task::Apply(at, Some(*head), args.len()));
                reading.read_all(args);
            }
            (None, _) => {
                reading.tasks.push(Task::Apply(at, None, parts.len()));
                reading.read_all(&parts);
            }
        }
        Ok(())
    }

    /// Gives a term the name of its `:named` attribute, also in the solver, if its API has names of
    /// terms. Otherwise a comment keeps the name.
    fn label(&mut self, at: Expr<'t>, term: TermId) -> Result<()> {
        let name = at.named("name")?;
        self.scopes.labels.bind(name, Meaning::Term(term));
        if let Some(action) = self.own_action("set-symbol") {
            let symbol = self.symbols.fresh(name);
            let args = smallvec![Arg::Term(term), Arg::Text(symbol)];
            self.call(at, action, args, Ids::default())?;
        } else {
            let named = format!("named {}", at.shown());
            self.trace.calls.push_str(&header_line(&named, term));
        }
        Ok(())
    }

    /// The operators of this symbol that bind variables.
    pub(super) fn binders(&self, name: &str) -> Vec<Op> {
        let ops = self.by_symbol.get(name).filter(|_| !name.is_empty());
        let binds = |op: &&Op| self.ops().signature(**op).shape.binds();
        ops.into_iter().flatten().filter(binds).copied().collect()
    }
}
