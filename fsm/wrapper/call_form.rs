//! What the calls of a C API are in SMT-LIB. With it, the calls that another program made are
//! imported as a trace.
//!
//! Forms name parameters of the functions, as `api.h` does.

/// The forms of a C API.
#[derive(Clone, Copy, Debug)]
pub struct CallForms {
    /// The functions with their forms. Functions that only look at objects or count references have
    /// none.
    pub rows: &'static [(&'static str, CallForm)],
    /// The operators: a function that makes one, or the name of a kind, and the name in SMT-LIB.
    pub operators: fn() -> Vec<(&'static str, &'static str)>,
    /// The types whose handles stand for one kind of object, so that one may be passed for another.
    pub same: &'static [&'static str],
    /// How values and sorts are printed that the library computes.
    pub values: Option<PrintedValues>,
}

/// Values that a recorder prints, because a program may use them in later terms.
#[derive(Clone, Copy, Debug)]
pub struct PrintedValues {
    /// The function that returns the text of a value. It takes the first parameter of the function
    /// that computes the value, and the value.
    pub printer: &'static str,
    /// The functions that compute values. A value is the result, or the parameter points to it.
    pub functions: &'static [(&'static str, Option<&'static str>)],
}

/// What a call is in SMT-LIB. In a text, the name of a parameter stands for the argument, and the
/// name followed by `...` for all elements of the array.
#[derive(Clone, Copy, Debug)]
pub enum CallForm {
    /// It makes this term.
    Term(&'static str),
    /// It makes this sort.
    Sort(&'static str),
    /// It returns a sort, which is printed unless the program has made it itself.
    PrintedSort,
    /// It makes a function sort from the parameters with the arguments and the result.
    FunctionSort(&'static str, &'static str),
    /// It makes a symbol, from the parameter with the text or the number.
    Symbol(&'static str),
    /// It makes a constant: the parameters with its name, if it has one, and its sort.
    Constant(Option<&'static str>, &'static str),
    /// It declares a function: the parameters with its name, its arguments and its result.
    Function(&'static str, &'static str, &'static str),
    /// It applies the function of the first parameter to the arguments in the second one.
    Application(&'static str, &'static str),
    /// It makes a number: the parameters with the digits and the sort.
    Numeral(&'static str, &'static str),
    /// It binds constants: the binder, and the parameters with the constants and the body.
    Binder(&'static str, &'static str, &'static str),
    /// It returns a part or a view of the argument, which is the same in a script.
    Same(&'static str),
    /// It returns the function at the head of the argument.
    Head(&'static str),
    /// It opens an instance, with the logic of this parameter.
    Instance(Option<&'static str>),
    /// It is this command, for the instance in the first parameter with such an object.
    Command(&'static str),
    /// As [`Self::Command`]. The second text says what the command lacks.
    Part(&'static str, &'static str),
    /// As [`Self::Command`]. The result is an answer.
    Check(&'static str),
    /// It returns the model of an instance.
    Model(&'static str),
    /// It reads the value of a term in a model: the parameters with the model and the term. The
    /// value is printed.
    Value(&'static str, &'static str),
    /// It makes an object that collects options.
    Options,
    /// It adds an option: the parameters with the object, the name and the value. Without an
    /// object, the option is that of all later instances.
    SetOption(Option<&'static str>, &'static str, &'static str),
    /// It hands options to an instance, or, without one, to all later ones. The parameter has the
    /// options.
    UseOptions(&'static str),
    /// It depends on the value of a parameter: a number, or the name of an enumerator.
    Cases(&'static str, &'static [(&'static str, CallForm)]),
    /// It belongs to a datatype.
    Datatype(DatatypeForm),
    /// It changes nothing that a script contains.
    Idle,
}

/// What a call has to do with a datatype. All of them name parameters.
#[derive(Clone, Copy, Debug)]
pub enum DatatypeForm {
    /// It describes a constructor: its name, the names and sorts of its fields, and for each field
    /// without a sort, the number of a datatype.
    Constructor(&'static str, &'static str, &'static str, &'static str),
    /// It makes a list of constructors.
    List(&'static str),
    /// It declares a datatype: its name and its constructors.
    Declaration(&'static str, &'static str),
    /// It declares several datatypes: their names, their lists of constructors, and where it stores
    /// the sorts.
    Declarations(&'static str, &'static str, &'static str),
    /// It declares a datatype whose constructors have no fields: its name, their names, and where
    /// it stores the constructors and testers.
    Enumeration(&'static str, &'static str, &'static str, &'static str),
    /// It declares a datatype with one constructor: its name, the names and sorts of its fields,
    /// and where it stores the constructor and the selectors.
    Tuple(
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static str,
    ),
    /// It returns the constructor with this number in a sort.
    Made(&'static str, &'static str),
    /// It returns the tester of the constructor with this number in a sort.
    Tester(&'static str, &'static str),
    /// It returns a selector: the sort, the number of the constructor, the number of the field.
    Selector(&'static str, &'static str, &'static str),
    /// It stores the constructor, the tester and the selectors of a constructor.
    Parts(&'static str, &'static str, &'static str, &'static str),
}

impl CallForms {
    /// Calls are recorded, and not imported.
    pub const NONE: Self = Self {
        rows: &[],
        operators: Vec::new,
        same: &[],
        values: None,
    };

    /// The form of a function.
    #[must_use]
    pub fn of(&self, function: &str) -> Option<CallForm> {
        let row = self.rows.iter().find(|(name, _)| *name == function)?;
        Some(row.1)
    }
}
