//! What the calls of a C API are in SMT-LIB. With it, the calls that another program made are
//! imported as a trace.
//!
//! Forms name parameters of the functions, as `api.h` does.

use super::own_log::OwnLog;

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
    /// The log that the library writes itself.
    pub own_log: Option<OwnLog>,
    /// How values, sorts and answers are printed that the library computes.
    pub values: &'static [PrintedValues],
}

/// Results that a recorder prints, because a program may use them in later terms, and names of
/// options.
#[derive(Clone, Copy, Debug)]
pub struct PrintedValues {
    /// The function that returns the text of a value. It takes the value as its last parameter. If
    /// it has two, the first one is that of the function that computes the value.
    pub printer: &'static str,
    /// The functions that compute values. A value is the result, or the parameter is it or points
    /// to it.
    pub functions: &'static [(&'static str, Option<&'static str>)],
}

/// What a call is in SMT-LIB. In a text, the name of a parameter stands for the argument, and the
/// name followed by `...` for all elements of the array, or for the widths of a floating-point
/// sort. In the place of several parameters, a text has their names with spaces between them.
#[derive(Clone, Copy, Debug)]
pub enum CallForm {
    /// It makes this term.
    Term(&'static str),
    /// It makes this formula, in an API whose formulas are bit-vectors of width one. In a text, a
    /// parameter followed by `?` is a formula.
    Formula(&'static str),
    /// If the arguments in these parameters are formulas, it is the first form, otherwise the
    /// second one.
    IfFormulas(&'static str, &'static CallForm, &'static CallForm),
    /// It makes this sort.
    Sort(&'static str),
    /// It makes the uninterpreted sort of the name in this parameter.
    NamedSort(&'static str),
    /// It declares an uninterpreted sort, which differs from all others: the parameter with its
    /// name, if it has one.
    NewSort(Option<&'static str>),
    /// It returns a sort, which is printed unless the program has made it itself.
    PrintedSort,
    /// It makes a function sort: the parameters with the arguments, and the parameter or text with
    /// the result.
    FunctionSort(&'static str, &'static str),
    /// It makes a symbol, from the parameter with the text or the number.
    Symbol(&'static str),
    /// It makes the constant of a name and a sort, which are in these parameters.
    Constant(&'static str, &'static str),
    /// It makes a constant that differs from all others: the parameters with its name, if it has
    /// one, and its sort.
    NewConstant(Option<&'static str>, &'static str),
    /// It makes a variable for binders: the parameters with its name, if it has one, and its sort.
    Variable(Option<&'static str>, &'static str),
    /// It declares a function: the parameters with its name, its arguments and its result.
    Function(&'static str, &'static str, &'static str),
    /// As [`Self::Function`]. The function differs from all others.
    NewFunction(&'static str, &'static str, &'static str),
    /// It applies the function of the first parameter to the arguments in the other ones.
    Application(&'static str, &'static str),
    /// It applies the operator that the parameter names to all other arguments. Numbers are
    /// indices.
    Kind(&'static str),
    /// It makes an operator that is applied later: the parameter names it, and the other arguments
    /// are indices.
    Operator(&'static str),
    /// It makes a number: the digits, and the sort. Both are a parameter or a text. The digits may
    /// be two parameters with a `/` between them. The sort `Number` is `Int` for integers, and
    /// `Real` for other numbers.
    Numeral(&'static str, &'static str),
    /// As [`Self::Numeral`]. The parameter or number in the middle is the base of the digits.
    Based(&'static str, &'static str, &'static str),
    /// It makes the literal with this prefix and the digits in a parameter: a text, or numbers, the
    /// lowest one first.
    Literal(&'static str, &'static str),
    /// It binds constants: the binder, and the parameters with the constants and the body. With
    /// `?` after the body, both are formulas.
    Binder(&'static str, &'static str, &'static str),
    /// It returns a part or a view of the argument, which is the same in a script.
    Same(&'static str),
    /// It returns the function at the head of the argument.
    Head(&'static str),
    /// It opens an instance, with the logic of this parameter.
    Instance(Option<&'static str>),
    /// It sets the logic: the parameters with the instance or its options, and the logic.
    Logic(&'static str, &'static str),
    /// It is this command, for the instance in the first parameter with such an object.
    Command(&'static str),
    /// As [`Self::Command`]. The second text says what the command lacks.
    Part(&'static str, &'static str),
    /// As [`Self::Command`]. The result is an answer.
    Check(&'static str),
    /// The next check assumes the formula in this parameter.
    Assume(&'static str),
    /// The next check makes no assumption.
    ForgetAssumptions,
    /// It asserts what the next check would assume.
    AssertAssumptions,
    /// It returns the model of an instance.
    Model(&'static str),
    /// It reads the value of a term in a model: the parameters with the model and the term. The
    /// value is printed.
    Value(&'static str, &'static str),
    /// It makes an object that collects options.
    Options,
    /// It adds an option: the parameters with the object or instance, the name and the value. The
    /// name may be a text, or empty if it is printed. Without an object, the option is that of all
    /// later instances.
    SetOption(Option<&'static str>, &'static str, &'static str),
    /// It hands options to an instance, or, without one, to all later ones. The parameter has the
    /// options, unless it is a null pointer.
    UseOptions(&'static str),
    /// It depends on the value of a parameter: a number. `_` stands for all other values.
    Cases(&'static str, &'static [(&'static str, CallForm)]),
    /// It is all of these, one after the other.
    All(&'static [CallForm]),
    /// It belongs to a datatype.
    Datatype(DatatypeForm),
    /// It frees all objects.
    Reset,
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
