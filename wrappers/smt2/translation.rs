//! Translates a whole trace, which may have several instances.

use super::printed::PrintedAnswers;
use super::script::comment;
use super::{Dialect, Script};
use murxla_fsm::op::{BASE, Op, OpRow};
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Result, Solver};
use murxla_fsm::state::InstanceState;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A library whose instances are scripts. When an instance ends, its script is added to the text of
/// the translation. The text is one file for one process of a solver, so that each further instance
/// starts with `(reset)`.
#[derive(Debug)]
pub struct Translation {
    dialect: Dialect,
    extensions: &'static [OpRow],
    text: Rc<RefCell<String>>,
    remarks: Rc<RefCell<String>>,
    gaps: Rc<RefCell<Vec<String>>>,
    models: Rc<RefCell<VecDeque<InstanceState>>>,
    assigned: bool,
    printed: Option<PrintedAnswers>,
}

impl Translation {
    /// An empty translation, for traces that use the extension operators of a solver.
    #[must_use]
    pub fn new(dialect: Dialect, extensions: &'static [OpRow]) -> Self {
        Self {
            dialect,
            extensions,
            text: Rc::default(),
            remarks: Rc::default(),
            gaps: Rc::default(),
            models: Rc::default(),
            assigned: false,
            printed: None,
        }
    }

    /// Makes the output of a program for the script the results of the calls. Returns whether it
    /// has one for each call, as far as is known: with errors it has not.
    pub fn answer_by(&mut self, output: &str) -> bool {
        self.printed = PrintedAnswers::in_output(output);
        self.printed.is_some()
    }

    /// Writes the assignments of `models`, the states at the ends of the instances of the same
    /// trace, in order. They are in comments or, with `defined`, in definitions instead of
    /// declarations.
    pub fn assign(&mut self, models: Vec<InstanceState>, defined: bool) {
        self.models = Rc::new(RefCell::new(models.into()));
        self.assigned = defined;
    }

    /// Adds `text` as a comment at the present end of the translation, such as the answer of the
    /// last check.
    pub fn comment(&self, text: &str) {
        comment(&mut self.remarks.borrow_mut(), text);
    }

    /// Notes that a part of the trace is left out, in a comment at the present end of the
    /// translation.
    pub fn gap(&self, text: &str) {
        self.comment(text);
        self.gaps.borrow_mut().push(text.to_owned());
    }

    /// A sentence for each part of the trace that the dialect cannot express, each once. The text
    /// has it as a comment in its place.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let mut known = FxHashSet::default();
        let mut gaps = self.gaps.borrow().clone();
        gaps.retain(|gap| known.insert(gap.clone()));
        gaps
    }

    /// The scripts of all instances that have ended.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.text.borrow().clone();
        text.push_str(&self.remarks.borrow());
        text
    }
}

impl Loaded for Translation {
    fn version(&self) -> String {
        super::VERSION.to_owned()
    }

    fn has_recursion(&self) -> bool {
        true
    }

    fn supports(&self, op: Op) -> bool {
        op.index() < BASE.len() + self.extensions.len()
    }

    fn open(&self) -> Result<Box<dyn Solver>> {
        let mut script = Script::with_ops(self.dialect.clone(), self.extensions);
        script.joins(Rc::clone(&self.text), Rc::clone(&self.remarks));
        script.gaps = Rc::clone(&self.gaps);
        script.assign(Rc::clone(&self.models), self.assigned);
        if let Some(printed) = &self.printed {
            script.answer_by(printed.clone());
        }
        Ok(Box::new(script))
    }
}
