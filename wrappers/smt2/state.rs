//! What a script knows of the calls that it has written: symbols, sorts, terms and assertions.

use super::print::TracedTerm;
use super::symbol::SymbolTable;
use crate::shared::encoding::elements::Elements;
use crate::shared::instance::arena::Arena;
use crate::shared::instance::assertions::Assertions;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatypes, SortId, Sorts};
use murxla_fsm::state::InstanceState;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What `reset` forgets.
#[derive(Debug, Default)]
pub(super) struct ScriptState {
    pub(super) seed: u32,
    pub(super) options: ScriptOptions,
    /// The state at the end of the phase, with the assignment to write.
    pub(super) end_state: Rc<InstanceState>,
    /// The symbols that stand for values without literals.
    pub(super) value_symbols: ValueSymbols,
    pub(super) symbols: SymbolTable,
    pub(super) sorts: Sorts,
    pub(super) declarations: Declarations,
    pub(super) terms: Arena<TermId, TracedTerm>,
    pub(super) assertions: Assertions<TermId>,
    pub(super) names: AssertionNames,
    pub(super) last_check: LastCheck,
    /// The elements of uninterpreted sorts that a program has named.
    pub(super) elements: Elements,
}

/// The options of a script, and its logic.
#[derive(Debug, Default)]
pub(super) struct ScriptOptions {
    /// Whether the program needs arguments for the script.
    pub(super) needs_arguments: bool,
    /// The place in the text for the next option.
    pub(super) option_place: usize,
    /// Whether a command has ended the start mode.
    pub(super) left_start_mode: bool,
    /// The logic, in a line at `option_place`.
    pub(super) logic: Option<String>,
    /// The options that were set.
    pub(super) values: FxHashMap<String, String>,
    /// The option that limits checks, and its value.
    pub(super) limit: Option<(String, String)>,
    /// The limit that is in force at the end of the text.
    pub(super) limit_in_force: Option<String>,
}

impl ScriptOptions {
    /// Records that an option was set.
    pub(super) fn set(&mut self, option: &str, value: &str) {
        self.values.insert(option.to_owned(), value.to_owned());
    }

    /// Inserts a line that sets an option into the text of the script.
    pub(super) fn insert_line(&mut self, text: &mut String, line: &str) {
        text.insert_str(self.option_place, line);
        self.option_place += line.len();
    }

    /// Inserts the logic into the text of the script. Later options come before it.
    pub(super) fn insert_logic(&mut self, text: &mut String, logic: &str) {
        text.insert_str(self.option_place, &format!("(set-logic {logic})\n"));
        self.logic = Some(logic.to_owned());
    }

    /// Replaces the logic in the text of the script by one that has all theories.
    pub(super) fn widen_logic(&mut self, text: &mut String) {
        if self.logic.as_deref() != Some("ALL")
            && let Some(logic) = self.logic.replace("ALL".to_owned())
        {
            let start = self.option_place + "(set-logic ".len();
            let rest = format!("ALL) ; {logic}");
            text.replace_range(start..=start + logic.len(), &rest);
        }
    }

    /// The line that removes the limit of checks, if one is in force.
    pub(super) fn remove_limit(&mut self) -> Option<String> {
        let in_force = self.limit_in_force.take();
        let (keyword, _) = self.limit.as_ref()?;
        in_force.map(|_| format!("(set-option :{keyword} 0)\n"))
    }

    /// Whether an option is on.
    pub(super) fn has(&self, option: &str) -> bool {
        self.values.get(option).is_some_and(|value| value == "true")
    }
}

/// What a program knows of the last check.
#[derive(Debug, Default)]
pub(super) struct LastCheck {
    /// Whether the program has a level with the assumptions of the check. It is kept for queries of
    /// the result.
    pub(super) has_assumption_level: bool,
    /// The action after which the program does not know the result any more.
    pub(super) forgotten_after: Option<&'static str>,
}

/// What a script has declared and defined, except terms.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    /// The texts of sorts.
    pub(super) sort_texts: Arena<SortId, String>,
    /// Declared sorts, with their symbols in the script.
    pub(super) sorts: FxHashMap<Box<str>, String>,
    pub(super) datatypes: Vec<DeclaredDatatype>,
    /// The datatypes that stand for tuples, by the sorts of their parts, or only by their length.
    pub(super) tuples: FxHashMap<Vec<Option<SortId>>, DeclaredTuple>,
    /// Symbols of operators that the script defines, by their names and sorts.
    pub(super) operators: FxHashMap<String, String>,
}

/// The names of assertions.
#[derive(Debug, Default)]
pub(super) struct AssertionNames {
    /// The number of names so far.
    count: usize,
    formulas: FxHashMap<String, TermId>,
}

impl AssertionNames {
    /// A new name.
    pub(super) fn fresh(&mut self, symbols: &mut SymbolTable) -> String {
        let name = symbols.fresh(&format!("a!{}", self.count));
        self.count += 1;
        name
    }

    /// Records the name of an assertion.
    pub(super) fn insert(&mut self, name: String, formula: TermId) {
        self.formulas.insert(name, formula);
    }

    /// The formula of this name.
    pub(super) fn get(&self, name: &str) -> Option<TermId> {
        self.formulas.get(name).copied()
    }
}

/// A declared datatype, with its symbols in the script.
#[derive(Debug)]
pub(super) struct DeclaredDatatype {
    pub(super) group: Arc<Datatypes>,
    /// Its number in the group.
    pub(super) member: usize,
    /// The sorts of its parameters, if each instance is declared.
    pub(super) args: Vec<SortId>,
    pub(super) symbol: String,
    /// Constructors with their selectors.
    pub(super) constructors: Vec<(String, Vec<String>)>,
}

/// The symbols of a datatype that stands for tuples.
#[derive(Clone, Debug)]
pub(super) struct DeclaredTuple {
    pub(super) sort: String,
    pub(super) constructor: String,
    pub(super) selectors: Vec<String>,
}

/// The symbols and assertions for values without literals.
#[derive(Debug, Default)]
pub(super) struct ValueSymbols {
    /// Symbols of elements of uninterpreted sorts, by the names of the sorts.
    pub(super) elements: FxHashMap<(Box<str>, u32), String>,
    /// Symbols of constant arrays, by the texts of sort and element.
    pub(super) arrays: FxHashMap<(String, String), String>,
    /// Assertions of facts that definitions cannot express.
    pub(super) premises: String,
}
