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
    /// Whether the program needs arguments for the script.
    pub(super) has_arguments: bool,
    pub(super) seed: u32,
    /// The state at the end of the phase, with the assignment to write.
    pub(super) model: Rc<InstanceState>,
    /// The symbols that stand for values without literals.
    pub(super) stand_ins: StandIns,
    /// The place in the text for the next option.
    pub(super) head: usize,
    /// Whether a command has ended the start mode.
    pub(super) started: bool,
    /// The logic, in a line at `head`.
    pub(super) logic: Option<String>,
    /// The options that were set.
    pub(super) options: FxHashMap<String, String>,
    /// The option that limits checks, and its value.
    pub(super) limit: Option<(String, String)>,
    /// The limit that is in force at the end of the text.
    pub(super) limited: Option<String>,
    /// The action after which the program does not know the result of the last check any more.
    pub(super) forgotten: Option<&'static str>,
    pub(super) symbols: SymbolTable,
    pub(super) sorts: Sorts,
    pub(super) sort_texts: Arena<SortId, String>,
    pub(super) datatypes: Vec<DeclaredDatatype>,
    /// The datatypes that stand for tuples, by the sorts of their parts, or only by their length.
    pub(super) tuples: FxHashMap<Vec<Option<SortId>>, DeclaredTuple>,
    /// Symbols of operators that the script defines, by their names and sorts.
    pub(super) defined: FxHashMap<String, String>,
    /// Declared sorts, with their symbols in the script.
    pub(super) declared: FxHashMap<Box<str>, String>,
    pub(super) terms: Arena<TermId, TracedTerm>,
    pub(super) assertions: Assertions<TermId>,
    /// Whether the program has a level with the assumptions of the last check. It is kept for
    /// queries of the result.
    pub(super) has_assumed_level: bool,
    pub(super) named: usize,
    /// The elements of uninterpreted sorts that a program has named.
    pub(super) elements: Elements,
    /// The names of assertions.
    pub(super) names: FxHashMap<String, TermId>,
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
pub(super) struct StandIns {
    /// Symbols of elements of uninterpreted sorts, by the names of the sorts.
    pub(super) elements: FxHashMap<(Box<str>, u32), String>,
    /// Symbols of constant arrays, by the texts of sort and element.
    pub(super) arrays: FxHashMap<(String, String), String>,
    /// Assertions of facts that definitions cannot express.
    pub(super) premises: String,
}
