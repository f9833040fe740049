//! The script: its text, and the texts of sorts, terms and values.

use super::applied::{is_indexed_by_function, lifted, takes_collection_last};
use super::print::{TermText, TracedTerm, print};
use super::printed::PrintedAnswers;
use super::state::ScriptState;
use super::{Around, Dialect};
use crate::shared::actions::SolverScript;
use murxla_fsm::op::{BASE, HO_APPLY, INT_IS_DIV, Index, Op, OpRow, Ops, Shape, Signature};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::InstanceState;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The first command to a program. After it, the program answers each command.
pub(super) const GREETING: &str = "(set-option :print-success true)";

/// Declarations stay when levels are left, as in APIs.
pub const GLOBAL_DECLARATIONS: &str = "(set-option :global-declarations true)";

/// A script. It grows with every call of `Solver`, and is always complete up to the last one.
///
/// In the standard options come before the logic, and the logic comes before everything else. Calls
/// have any order, so that both are inserted at the head of the script. So an option can also be
/// added for a later command.
#[derive(Debug)]
pub struct Script {
    pub(crate) dialect: Dialect,
    ops: Ops,
    ops_len: usize,
    pub(super) text: String,
    pub(super) state: ScriptState,
    /// The text is added to it when the script is dropped.
    end: Rc<RefCell<String>>,
    /// Comments for the end of the present text.
    remarks: Rc<RefCell<String>>,
    /// What the dialect cannot express, see [`Translation::gaps`](super::Translation::gaps).
    pub(super) gaps: Rc<RefCell<Vec<String>>>,
    /// The states with the hidden assignments of the next phases.
    models: Rc<RefCell<VecDeque<InstanceState>>>,
    /// Whether the assignment is in definitions, and not only in comments.
    pub(super) assigned: bool,
    /// Whether a program reads the script, so that what it has read cannot change any more.
    is_online: bool,
    /// What a program has printed for the commands of the script, if it was run.
    pub(super) printed: Option<PrintedAnswers>,
}

impl SolverScript for Script {
    fn is_for(&self, solver: &str) -> bool {
        self.dialect.is_of(solver)
    }
}

/// The beginning of a body with patterns.
pub(super) const ANNOTATION: &str = "(!";

/// Adds `text` to `to` as comment lines.
pub(super) fn comment(to: &mut String, text: &str) {
    for line in text.split(['\n', '\r']) {
        to.push_str(format!("; {line}").trim_end());
        to.push('\n');
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.take_remarks();
        if !self.end.borrow().is_empty() {
            let reset = self.reset_text();
            self.end.borrow_mut().push_str(&reset);
        }
        self.end.borrow_mut().push_str(&self.text);
    }
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self::with_ops(dialect, &[])
    }

    /// An empty script for a solver. It may use the extension operators of that solver.
    #[must_use]
    pub fn with_ops(dialect: Dialect, extensions: &[OpRow]) -> Self {
        let mut script = Self {
            dialect,
            ops: Ops::with(extensions),
            ops_len: BASE.len() + extensions.len(),
            text: String::new(),
            state: ScriptState::default(),
            end: Rc::default(),
            remarks: Rc::default(),
            gaps: Rc::default(),
            models: Rc::default(),
            assigned: false,
            is_online: false,
            printed: None,
        };
        script.begin_phase();
        script
    }

    /// A script for a program. It begins with all options that a later command may need.
    pub(super) fn online(dialect: Dialect) -> Self {
        let mut script = Self::new(dialect);
        script.text.clear();
        script.is_online = true;
        script.begin_phase();
        script
    }

    /// Takes the text that cannot change any more. Until the next command, the logic may change,
    /// and options may be inserted before it.
    pub(super) fn take_ready(&mut self) -> String {
        let end = if self.state.options.left_start_mode {
            self.text.len()
        } else {
            self.state.options.option_place
        };
        self.state.options.option_place = 0;
        self.text.drain(..end).collect()
    }

    /// Makes the script one of several. Its text is added to `end` when it is dropped. Comments
    /// that are added to `remarks` are inserted at the present end of the text.
    pub(super) fn joins(&mut self, end: Rc<RefCell<String>>, remarks: Rc<RefCell<String>>) {
        self.end = end;
        self.remarks = remarks;
        self.take_remarks();
    }

    /// Writes the assignments of `models`, one at the start and one after each `reset`, in comments
    /// or, with `defined`, as definitions instead of declarations.
    pub(super) fn assign(&mut self, models: Rc<RefCell<VecDeque<InstanceState>>>, defined: bool) {
        self.models = models;
        self.assigned = defined;
        self.state.end_state = self.next_end_state();
    }

    fn next_end_state(&self) -> Rc<InstanceState> {
        Rc::new(self.models.borrow_mut().pop_front().unwrap_or_default())
    }

    pub(super) fn is_online(&self) -> bool {
        self.is_online
    }

    pub(super) fn take_remarks(&mut self) {
        self.text.push_str(&self.remarks.take());
    }

    /// The script so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds `text` as comment lines.
    pub fn comment(&mut self, text: &str) {
        self.take_remarks();
        comment(&mut self.text, text);
    }

    /// Notes in a comment that an option or a part of a command is left out. `why` continues a
    /// sentence about the language.
    pub(crate) fn omit(&mut self, what: &str, why: &str) {
        let gap = format!("left out {what}: {} {why}", self.dialect);
        self.comment(&gap);
        self.gaps.borrow_mut().push(gap);
    }

    /// Checks that the dialect has this command.
    ///
    /// # Errors
    /// It does not have it, so that the call is left out.
    pub(super) fn needs(&self, name: &str) -> Result {
        if self.dialect.lacks(name) {
            return Err(self.dialect.without(name, ""));
        }
        Ok(())
    }

    /// The command that forgets everything. Without one, the script ends.
    pub(super) fn reset_text(&self) -> String {
        if !self.dialect.lacks("reset") {
            return "(reset)\n".to_owned();
        }
        let gap = format!(
            "left out all calls after this one: {} has no reset",
            self.dialect
        );
        let text = format!("; {gap}\n(exit)\n");
        self.gaps.borrow_mut().push(gap);
        text
    }

    /// Begins a phase, at the start and after `reset`. In APIs declarations are not undone by
    /// `pop`.
    pub(super) fn begin_phase(&mut self) {
        self.take_remarks();
        self.state = ScriptState {
            end_state: self.next_end_state(),
            ..ScriptState::default()
        };
        if self.is_online {
            self.text.push_str(GREETING);
            self.text.push('\n');
        }
        self.text.push_str(GLOBAL_DECLARATIONS);
        self.text.push('\n');
        self.state.options.option_place = self.text.len();
        if self.is_online {
            for option in self.dialect.language.options.required {
                self.require(option);
            }
        }
    }

    /// Inserts a line that sets an option, behind the other options.
    pub(super) fn insert_option(&mut self, line: &str) {
        self.state.options.insert_line(&mut self.text, line);
    }

    pub(super) fn write_logic(&mut self, logic: &str) {
        let mut logic = self.dialect.logic(logic);
        if self.is_online && self.dialect.language.logics.narrow.contains(&logic) {
            logic = "ALL";
        }
        self.state.options.insert_logic(&mut self.text, logic);
    }

    /// Replaces the logic by one that has all theories.
    pub(super) fn widen_logic(&mut self) {
        if !(self.is_online && self.state.options.left_start_mode) {
            self.state.options.widen_logic(&mut self.text);
        }
    }

    /// Adds a check, with its limit.
    pub(crate) fn check(&mut self, command: &str) {
        self.leave_assumed_level();
        if let Some((keyword, value)) = self.state.options.limit.clone()
            && self.state.options.limit_in_force != Some(value.clone())
        {
            self.state.options.limit_in_force = None;
            self.command(&format!("(set-option :{keyword} {value})"));
            self.state.options.limit_in_force = Some(value);
        }
        self.start();
        self.state.last_check.forgotten_after = None;
        self.add(command);
    }

    /// Adds a command that is not a check.
    pub(crate) fn command(&mut self, command: &str) {
        self.start();
        if let Some(line) = self.state.options.remove_limit() {
            self.text.push_str(&line);
        }
        self.add(command);
    }

    fn add(&mut self, command: &str) {
        self.text.push_str(command);
        self.text.push('\n');
        if let Some(printed) = &mut self.printed {
            printed.advance(command);
        }
    }

    /// Adds a command of the solver's own, and sets the option that it needs.
    pub(crate) fn write_query(&mut self, option: &str, command: &str) {
        self.require(option);
        self.command(command);
    }

    /// The random choices of the present call.
    pub(crate) fn rng(&self) -> Rng {
        Rng::new(u64::from(self.state.seed))
    }

    /// Ends the start mode.
    fn start(&mut self) {
        self.take_remarks();
        if std::mem::replace(&mut self.state.options.left_start_mode, true) {
            return;
        }
        let default = self.dialect.language.logics.default;
        if let (None, Some(logic)) = (&self.state.options.logic, default) {
            self.write_logic(logic);
        }
        self.premises();
    }

    /// Sets an option that the standard needs, and APIs do not.
    pub(crate) fn require(&mut self, option: &str) {
        self.require_value(option, "true");
    }

    /// Sets the option that a sort needs if it is a floating-point format.
    pub(super) fn require_for_format(&mut self, sort: &Sort) {
        if let (Some((option, others)), Sort::Fp(exponent, significand)) =
            (self.dialect.language.options.for_formats, sort)
            && !others.contains(&(*exponent, *significand))
        {
            self.require(option);
        }
    }

    /// Sets an option to a value, unless it is set.
    pub(crate) fn require_value(&mut self, option: &str, value: &str) {
        let is_late = self.is_online && self.state.options.left_start_mode;
        if !is_late && !self.state.options.values.contains_key(option) {
            self.insert_option(&format!("(set-option :{option} {value})\n"));
            self.state.options.set(option, value);
        }
    }

    pub(super) fn has_option(&self, option: &str) -> bool {
        self.state.options.has(option)
    }

    pub(crate) fn sort_text(&self, sort: SortId) -> Result<&str> {
        let texts = &self.state.declarations.sort_texts;
        texts.get(sort).map(String::as_str)
    }

    /// The symbol of an uninterpreted sort. Declares it if it is new.
    pub(super) fn declare_sort(&mut self, name: &str) -> String {
        self.declare_sort_of(name, 0)
    }

    /// The symbol of a sort constructor. Declares it if it is new.
    pub(super) fn declare_sort_of(&mut self, name: &str, arity: u32) -> String {
        // The premises may have declared it.
        self.start();
        if let Some(symbol) = self.state.declarations.sorts.get(name) {
            return symbol.clone();
        }
        let symbol = self.state.symbols.fresh(name);
        self.command(&format!("(declare-sort {symbol} {arity})"));
        self.state
            .declarations
            .sorts
            .insert(name.into(), symbol.clone());
        symbol
    }

    /// Declares a constant or function.
    pub(super) fn declare(&mut self, sort: SortId, symbol: &str) -> Result {
        let command = match self.domain(sort) {
            Some((domain, codomain)) => format!(
                "(declare-fun {symbol} ({}){})",
                self.sort_list(domain)?.trim_start(),
                self.sort_list(&[codomain])?
            ),
            None => format!("(declare-const {symbol} {})", self.sort_text(sort)?),
        };
        self.command(&command);
        Ok(())
    }

    /// ` text` for each sort.
    pub(super) fn sort_list(&self, sorts: &[SortId]) -> Result<String> {
        let mut list = String::new();
        for sort in sorts {
            list.push(' ');
            list.push_str(self.sort_text(*sort)?);
        }
        Ok(list)
    }

    pub(super) fn domain(&self, sort: SortId) -> Option<(&[SortId], SortId)> {
        match self.state.sorts.get(sort) {
            Some(Sort::Fun(domain, codomain)) => Some((domain, *codomain)),
            _ => None,
        }
    }

    /// `((x Int) (y Bool))`
    pub(super) fn variable_list(&self, variables: &[TermId]) -> Result<String> {
        let mut list = String::new();
        for id in variables {
            let term = self.state.terms.get(*id)?;
            let (TermText::Leaf(symbol), [_]) = (&term.kind, &term.free[..]) else {
                return Err(Error::Rejected(format!("{id} is not a variable")));
            };
            let separator = if list.is_empty() { "" } else { " " };
            list.push_str(&format!(
                "{separator}({symbol} {})",
                self.sort_text(term.sort)?
            ));
        }
        Ok(format!("({list})"))
    }

    /// The text of a term. Its free variables must be among `bound`.
    pub(crate) fn term_text(&self, id: TermId, bound: &[TermId]) -> Result<String> {
        let free = &self.state.terms.get(id)?.free;
        if let Some(variable) = free.iter().find(|variable| !bound.contains(variable)) {
            let is_named = self.state.terms.get(*variable)?.has_name();
            return Err(match is_named {
                true => Error::Rejected(format!("{variable} is free in {id}")),
                false => Error::Unsupported(format!("a call with {variable}, which has no name")),
            });
        }
        let mut text = String::new();
        print(&self.state.terms, id, &mut text)?;
        Ok(text)
    }

    /// Adds a term that a command has made, and that has no name in the script. Calls with it are
    /// left out.
    pub(crate) fn insert_unnamed(&mut self, out: TermId, sort: SortId) {
        let mut term = TracedTerm::leaf(sort, String::new());
        term.free = [out].into();
        self.insert(out, term);
    }

    pub(super) fn formula_text(&self, id: TermId) -> Result<String> {
        let sort = self.state.terms.get(id)?.sort;
        if self.state.sorts.get(sort) != Some(&Sort::Bool) {
            return Err(Error::Rejected(format!("{id} is not a formula")));
        }
        self.term_text(id, &[])
    }

    /// The row of an operator.
    pub(super) fn row(&self, op: Op) -> Result<&OpRow> {
        if op.index() < self.ops_len {
            Ok(self.ops.row(op))
        } else {
            Err(Error::Unsupported(format!("operator {}", op.0)))
        }
    }

    pub(super) fn signature(&self, op: Op) -> Result<&Signature> {
        self.row(op)?;
        Ok(self.ops.signature(op))
    }

    /// The text of an application, in parts.
    pub(super) fn kind(&self, op: Op, args: &[TermId], indices: &[u32]) -> Result<TermText> {
        let row = self.row(op)?;
        let signature = self.ops.signature(op);
        if let Some(kind) = self.set_kind(op, args, indices)? {
            return Ok(kind);
        }
        if signature.shape == Shape::Plain && signature.args.is_empty() && args.is_empty() {
            return self
                .constant_text(row, signature, indices)
                .map(TermText::Leaf);
        }
        if let Shape::Dt(part) = signature.shape {
            for arg in args {
                self.state.terms.get(*arg)?;
            }
            return self.datatype_kind(row, part, args, indices);
        }
        if let (Shape::Tuple(tupling), []) = (signature.shape, args) {
            return self.tuple_kind(row, tupling, args, indices);
        }
        let Some((first, rest)) = args.split_first() else {
            return Err(Error::Rejected(format!("{} without arguments", row.name)));
        };
        for arg in args {
            self.state.terms.get(*arg)?;
        }
        match signature.shape {
            Shape::Apply => match &self.state.terms.get(*first)?.kind {
                TermText::Leaf(symbol) if !rest.is_empty() => Ok(TermText::Apply {
                    open: format!("({symbol}"),
                    args: rest.to_vec(),
                    close: ")".to_owned(),
                }),
                TermText::Leaf(_) => Err(Error::Rejected(format!("{first} without arguments"))),
                // A function without a symbol is applied by an operator, to all arguments at once.
                _ => self.applied(args),
            },
            Shape::Partial => self.applied(args),
            shape @ (Shape::Binder | Shape::Lambda | Shape::Comprehension) => {
                match shape.binding(args) {
                    Some((variables @ [_, ..], bodies)) => {
                        let mut open = format!("({} {}", row.smt, self.variable_list(variables)?);
                        let (mut bodies, mut close) = (bodies.to_vec(), ")".to_owned());
                        // Shared terms of the body are bound inside of the annotation.
                        if let TermText::Apply {
                            open: annotation,
                            args,
                            close: patterns,
                        } = &self.state.terms.get(bodies[0])?.kind
                            && annotation == ANNOTATION
                            && let Some(annotated) = args.first()
                        {
                            open.push(' ');
                            open.push_str(annotation);
                            close.insert_str(0, patterns);
                            bodies = vec![*annotated];
                        }
                        Ok(TermText::Binder {
                            open,
                            vars: variables.to_vec(),
                            bodies,
                            close,
                        })
                    }
                    _ => Err(Error::Rejected(format!("{} without a body", row.name))),
                }
            }
            Shape::Annotated => self.annotated(op, args, indices),
            Shape::Tuple(tupling) => self.tuple_kind(row, tupling, args, indices),
            Shape::Plain | Shape::Dt(_) => {
                let as_sort = match (&signature.indices[..], indices) {
                    ([Index::Sort(_)], [sort]) => Some(self.sort_text(SortId(*sort))?.to_owned()),
                    _ => None,
                };
                let function = match is_indexed_by_function(row) {
                    true => Some(self.term_text(*first, &[])?),
                    false => None,
                };
                let (open, close) = self.spelling(op, indices).unwrap_or_else(|| {
                    let indices: String = match (lifted(row), &function) {
                        (Some(inner), _) => format!(" {}", inner.smt),
                        (None, Some(function)) => format!(" {function}"),
                        (None, None) => indices.iter().map(|i| format!(" {i}")).collect(),
                    };
                    let open = match (&as_sort, &indices[..]) {
                        (Some(sort), _) => format!("((as {} {sort})", row.smt),
                        (None, "") => format!("({}", row.smt),
                        (None, indices) => format!("((_ {}{indices})", row.smt),
                    };
                    (open, ")".to_owned())
                });
                let mut args = args[usize::from(function.is_some())..].to_vec();
                if takes_collection_last(op) {
                    args.rotate_left(1);
                }
                Ok(TermText::Apply { open, args, close })
            }
        }
    }

    /// The text around the arguments of an application, if it is not `(symbol` and `)`.
    fn spelling(&self, op: Op, indices: &[u32]) -> Option<Around> {
        let has_divisible = self.dialect.language.logics.has_linear_engine && !self.is_online;
        let is_written = op == INT_IS_DIV && has_divisible && !self.has_other_engine();
        let other = (!is_written).then(|| self.dialect.spelling(op, indices));
        other.flatten()
    }

    /// Whether an argument of the program or a nonlinear logic chooses another engine than usual.
    pub(crate) fn has_other_engine(&self) -> bool {
        let logic = self.state.options.logic.as_deref().unwrap_or_default();
        self.state.options.needs_arguments || logic.contains('N')
    }

    /// The text of an operator without arguments.
    fn constant_text(&self, row: &OpRow, signature: &Signature, indices: &[u32]) -> Result<String> {
        let name = row.smt;
        match (&signature.indices[..], indices) {
            ([Index::Sort(_)], [sort]) => {
                Ok(format!("(as {name} {})", self.sort_text(SortId(*sort))?))
            }
            ([Index::Sort(_), _], [sort, n]) => {
                Ok(format!("(_ {name} {} {n})", self.sort_text(SortId(*sort))?))
            }
            _ => Ok(name.to_owned()),
        }
    }

    /// A function that is a term, and its arguments.
    fn applied(&self, args: &[TermId]) -> Result<TermText> {
        let operator = self.row(HO_APPLY)?.smt;
        if self.dialect.lacks(operator) {
            let what = "an applied function that is not a symbol";
            return Err(Error::Unsupported(what.to_owned()));
        }
        Ok(TermText::Apply {
            open: format!("({operator}"),
            args: args.to_vec(),
            close: ")".to_owned(),
        })
    }

    pub(super) fn insert(&mut self, out: TermId, term: TracedTerm) {
        self.state.terms.insert(out, term);
    }
}
