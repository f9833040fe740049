//! The declarations of a script that are in force, by level.

use super::Meaning;
use super::names::Names;
use super::optimize::Objective;
use super::sort::SortMeaning;

/// What was declared before a level.
#[derive(Default)]
pub(super) struct Marks {
    names: usize,
    labels: usize,
    sorts: usize,
    objectives: usize,
}

/// The declarations that are in force.
#[derive(Default)]
pub(super) struct Scopes<'t> {
    /// The meanings of declared and bound names.
    pub(super) names: Names<'t, Meaning>,
    /// The terms of `:named` attributes. Such a name stays valid after the scope of the term.
    pub(super) labels: Names<'t, Meaning>,
    pub(super) sorts: Names<'t, SortMeaning<'t>>,
    /// The nesting depth of the sort that is being read.
    pub(super) sort_depth: u32,
    /// Declared constants for which there may be no call yet, in order.
    pub(super) declared: Vec<&'t str>,
    /// The objectives of the open levels.
    pub(super) objectives: Vec<Objective<'t>>,
    /// For each open level, the marks at its beginning.
    levels: Vec<Marks>,
    /// Whether declarations stay in force when their level is closed.
    pub(super) is_global: bool,
}

impl Scopes<'_> {
    pub(super) fn open_level(&mut self) {
        self.levels.push(Marks {
            names: self.names.mark(),
            labels: self.labels.mark(),
            sorts: self.sorts.mark(),
            objectives: self.objectives.len(),
        });
    }

    pub(super) fn close_level(&mut self) {
        if let Some(marks) = self.levels.pop() {
            self.forget(&marks);
        }
    }

    /// Closes all levels. The declarations stay.
    pub(super) fn close_levels(&mut self) {
        self.levels.clear();
        self.objectives.clear();
    }

    /// Closes all levels, and forgets all declarations, unless they are global.
    pub(super) fn clear(&mut self) {
        self.levels.clear();
        self.forget(&Marks::default());
    }

    /// Forgets what was declared since these marks. Global declarations stay.
    fn forget(&mut self, marks: &Marks) {
        self.objectives.truncate(marks.objectives);
        if !self.is_global {
            self.names.end(marks.names);
            self.labels.end(marks.labels);
            self.sorts.end(marks.sorts);
        }
    }
}
