//! The objects of the library, as a script names them.

use super::super::log::Datum;
use super::{Made, unknown};
use murxla_fsm::wrapper::c_api::{CParameter, CType};
use murxla_fsm::wrapper::call_form::CallForms;
use murxla_wrappers::smt2::symbol_text;
use rustc_hash::FxHashMap;

/// A sort.
#[derive(Clone, Debug)]
pub(super) struct SortText {
    /// Its name in the script.
    pub(super) name: String,
    /// What the name stands for.
    pub(super) text: String,
    /// The arguments and the result of a function.
    pub(super) function: Option<(Vec<String>, String)>,
}

/// What a program has set for later instances.
#[derive(Clone, Default, Debug)]
pub(super) struct Options {
    pub(super) logic: Option<String>,
    pub(super) all: Vec<(String, String)>,
}

/// An object of the library.
#[derive(Clone, Debug)]
pub(super) enum Object {
    /// A term, by its name.
    Term(String),
    /// A formula, by its name, in an API whose formulas are bit-vectors of width one.
    Formula(String),
    Sort(SortText),
    /// A function, by its name.
    Function(String),
    Symbol(String),
    /// An instance, by its number.
    Instance(usize),
    /// A model of the instance with this number.
    Model(usize),
    Options(Options),
    /// A list of variables, by their names.
    Variables(Vec<String>),
    /// Constructors of datatypes, by their numbers.
    Constructors(Vec<usize>),
}

impl Object {
    /// The object in a term or command.
    pub(super) fn spelled(&self) -> Made<String> {
        match self {
            Self::Term(name) | Self::Function(name) => Ok(name.clone()),
            Self::Formula(name) => Ok(format!("(ite {name} #b1 #b0)")),
            Self::Sort(sort) => Ok(sort.name.clone()),
            Self::Symbol(symbol) => Ok(symbol_text(symbol)),
            Self::Instance(_)
            | Self::Model(_)
            | Self::Options(_)
            | Self::Variables(_)
            | Self::Constructors(_) => Err("an argument is not a term".to_owned()),
        }
    }

    /// The object as a formula, in an API whose formulas are bit-vectors of width one.
    pub(super) fn formula(&self) -> Made<String> {
        match self {
            Self::Formula(name) => Ok(name.clone()),
            _ => Ok(format!("(= {} #b1)", self.spelled()?)),
        }
    }
}

/// The objects by their handles. A handle stands for another object once the library has used its
/// address again.
pub(super) struct Objects {
    forms: &'static CallForms,
    all: FxHashMap<(&'static str, u64), Object>,
}

impl Objects {
    pub(super) fn new(forms: &'static CallForms) -> Self {
        Self {
            forms,
            all: FxHashMap::default(),
        }
    }

    /// The type by which handles of a type are found.
    fn class(&self, written: &'static str) -> &'static str {
        let name = type_name(written);
        match self.forms.same.contains(&name) {
            true => self.forms.same[0],
            false => name,
        }
    }

    /// Adds an object. A null pointer and a negative number stand for none.
    pub(super) fn insert(
        &mut self,
        written: &'static str,
        kind: &CType,
        handle: u64,
        object: Object,
    ) {
        let is_object = match is_number(kind) {
            true => u32::try_from(handle).is_ok(),
            false => handle != 0,
        };
        if is_object {
            self.all.insert((self.class(written), handle), object);
        }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn get(&self, written: &'static str, handle: u64) -> Option<&Object> {
        self.all.get(&(self.class(written), handle))
    }

    pub(super) fn has(&self, written: &'static str, handle: u64) -> bool {
        self.all.contains_key(&(self.class(written), handle))
    }

    pub(super) fn forget(&mut self, written: &'static str, handle: u64) {
        self.all.remove(&(self.class(written), handle));
    }

    /// The object that an argument stands for.
    pub(super) fn find(&self, parameter: &CParameter, datum: &Datum) -> Made<&Object> {
        let handle = datum.handle().ok_or_else(|| unknown(parameter.name))?;
        let found = self.all.get(&(self.class(parameter.written), handle));
        found.ok_or_else(|| unknown(parameter.name))
    }

    pub(super) fn find_mut(&mut self, parameter: &CParameter, datum: &Datum) -> Made<&mut Object> {
        let handle = datum.handle().ok_or_else(|| unknown(parameter.name))?;
        let key = (self.class(parameter.written), handle);
        self.all
            .get_mut(&key)
            .ok_or_else(|| unknown(parameter.name))
    }
}

/// Whether the handles of a type, or of its elements, are numbers.
fn is_number(kind: &CType) -> bool {
    match kind {
        CType::Handle { .. } => true,
        CType::Pointer(of) => is_number(of),
        _ => false,
    }
}

/// The name of a type, without `const` and `*`.
pub(super) fn type_name(written: &'static str) -> &'static str {
    let name = written.trim_start_matches("const ");
    name.trim_end_matches([' ', '*'])
}
