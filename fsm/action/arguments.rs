//! Access to the arguments of a call by their names: the schema of an action and the struct of its
//! arguments come from one declaration.

use super::Param;
use super::call::{Arg, Named};
use crate::op::Op;
use crate::solver::TermId;
use crate::sort::{Datatypes, Sort, SortId, SortKind};
use crate::value::Value;
use std::sync::Arc;

/// What `mk-sort` makes.
#[derive(Clone, Copy, Debug)]
pub enum NewSort<'c> {
    /// A sort.
    Sort(&'c Sort),
    /// Datatypes that are declared together.
    Datatypes(&'c Arc<Datatypes>),
}

/// The kind of the sort that an application has, and what an operator of datatypes names.
#[derive(Clone, Copy, Debug)]
pub struct ResultKind<'c> {
    /// The kind of the sort.
    pub kind: SortKind,
    /// The datatype, constructor and selector; `None` for all other operators.
    pub named: Option<&'c Named>,
}

/// A type of parameter, as the macro `arguments` names it.
pub trait Parameter {
    /// The type of the value of such an argument.
    type Read<'c>;

    /// The schema.
    const PARAM: Param;

    /// Reads an argument; `None` if it is of another type.
    fn read(arg: &Arg) -> Option<Self::Read<'_>>;
}

/// The types of parameters; each has the name of a variant of [`Param`].
pub mod parameter {
    use super::{Arg, NewSort as New, Param, Parameter, ResultKind};
    use super::{Op as Operator, SortId, TermId, Value as Valuation};

    macro_rules! parameters {
        ($($name:ident: $read:ty = $($pattern:pat => $result:expr),+;)*) => {$(
            #[doc = concat!("See [`Param::", stringify!($name), "`].")]
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Parameter for $name {
                type Read<'c> = $read;
                const PARAM: Param = Param::$name;

                fn read(arg: &Arg) -> Option<Self::Read<'_>> {
                    match arg {
                        $($pattern => Some($result),)+
                        _ => None,
                    }
                }
            }
        )*};
    }

    parameters! {
        Sort: SortId = Arg::Sort(sort) => *sort;
        Term: TermId = Arg::Term(term) => *term;
        Sorts: &'c [SortId] = Arg::Sorts(sorts) => sorts;
        Terms: &'c [TermId] = Arg::Terms(terms) => terms;
        Op: Operator = Arg::Op(op) => *op;
        Kind: ResultKind<'c> =
            Arg::Kind(kind) => ResultKind { kind: *kind, named: None },
            Arg::Named(kind, named) => ResultKind { kind: *kind, named: Some(named) };
        Indices: &'c [u32] = Arg::Indices(indices) => indices;
        Number: u32 = Arg::Number(number) => *number;
        Word: &'c str = Arg::Word(text) => text;
        Text: &'c str = Arg::Text(text) => text;
        Texts: &'c [Box<str>] = Arg::Texts(texts) => texts;
        NewSort: New<'c> =
            Arg::NewSort(sort) => New::Sort(sort),
            Arg::Datatypes(group) => New::Datatypes(group);
        Constructor: SortId = Arg::Sort(sort) => *sort;
        SortArgs: &'c [SortId] = Arg::SortArgs(sorts) => sorts;
        Value: &'c Valuation = Arg::Value(value) => value;
    }
}

/// Declares the arguments of calls: a struct with a field for each argument, with `PARAMS`, the
/// schema, and `args`, which reads the arguments of a call. A struct whose fields borrow from the
/// call has a lifetime.
///
/// ```ignore
/// arguments! {
///     /// A term.
///     pub struct TermArg {
///         /// The term.
///         term: Term,
///     }
/// }
/// ```
///
/// If actions come before the struct, they also get `PARAMS` and `args`, and `of`, which reads the
/// arguments of a call if it is a call of the action.
///
/// ```ignore
/// arguments! {
///     /// What `mk-fun` takes.
///     MkFun => MkFunArgs<'c> {
///         /// The function's name.
///         symbol: Text,
///     }
/// }
/// ```
#[macro_export]
macro_rules! arguments {
    ($(#[$meta:meta])* $($action:ident),+ => $args:ident<$life:lifetime> $fields:tt) => {
        $crate::arguments! { $(#[$meta])* pub struct $args<$life> $fields }
        $($crate::arguments!(@action $action $args $args<'_>);)+
    };
    ($(#[$meta:meta])* $($action:ident),+ => $args:ident $fields:tt) => {
        $crate::arguments! { $(#[$meta])* pub struct $args $fields }
        $($crate::arguments!(@action $action $args $args);)+
    };
    ($(#[$meta:meta])* $vis:vis struct $args:ident<$life:lifetime> $fields:tt) => {
        $crate::arguments!(
            @struct [$(#[$meta])*] [$vis] $args [<$life>] $life [&$life $crate::action::Call] $fields
        );
    };
    ($(#[$meta:meta])* $vis:vis struct $args:ident $fields:tt) => {
        $crate::arguments!(
            @struct [$(#[$meta])*] [$vis] $args [] 'static [&$crate::action::Call] $fields
        );
    };
    (@struct [$($meta:tt)*] [$vis:vis] $args:ident [$($generics:tt)*] $life:lifetime [$call:ty] {
        $($(#[$field_meta:meta])* $field:ident: $param:ident),+ $(,)?
    }) => {
        $($meta)*
        #[derive(Clone, Copy, Debug)]
        $vis struct $args $($generics)* {
            $(
                $(#[$field_meta])*
                $vis $field: <$crate::action::parameter::$param as $crate::action::Parameter>::Read<$life>
            ),+
        }

        impl $($generics)* $args $($generics)* {
            /// The types of the arguments.
            $vis const PARAMS: &'static [$crate::action::Param] = &[
                $(<$crate::action::parameter::$param as $crate::action::Parameter>::PARAM),+
            ];

            /// The arguments of a call.
            ///
            /// # Errors
            /// The call has other arguments.
            $vis fn args(call: $call) -> ::std::result::Result<Self, $crate::action::BadArguments> {
                use $crate::action::{BadArguments, Parameter, parameter};
                let mut all = call.args.iter();
                let args = Self {
                    $($field: all
                        .next()
                        .and_then(<parameter::$param as Parameter>::read)
                        .ok_or(BadArguments)?),+
                };
                match all.next() {
                    None => Ok(args),
                    Some(_) => Err(BadArguments),
                }
            }
        }
    };
    (@action $action:ident $args:ident $type:ty) => {
        impl $action {
            pub(crate) const PARAMS: &'static [$crate::action::Param] = $args::PARAMS;

            /// The arguments of a call of this action.
            ///
            /// # Errors
            /// The call has other arguments.
            pub fn args(
                call: &$crate::action::Call,
            ) -> ::std::result::Result<$type, $crate::action::BadArguments> {
                $args::args(call)
            }

            /// The arguments of a call; `None` if it is a call of another action.
            #[must_use]
            pub fn of(call: &$crate::action::Call) -> Option<$type> {
                let is_this = call.action.name() == $crate::action::Action::name(&$action);
                is_this.then(|| $args::args(call).ok()).flatten()
            }
        }
    };
}
