//! How a solver makes applications of its operators: a table with a row for each, and what several
//! solvers need to follow one.

pub(crate) mod elements;
pub(crate) mod kinds;
pub(crate) mod lambda;
pub(crate) mod models;

use murxla_fsm::op::{self, Fold, Op, OpRow, Ops, Shape, Signature};
use murxla_fsm::solver::{Error, Result};

/// How a solver makes applications, `E`, and how an operator of two arguments takes more of them.
pub(crate) struct Encodings<E>(Vec<Option<(E, Fold)>>);

impl<E> Encodings<E> {
    /// `base` has rows of the base table. `extension_rows` and `extension` are the solver's
    /// extension operators and their encodings, in the same order.
    pub(crate) fn new(
        base: impl IntoIterator<Item = (Op, E)>,
        extension_rows: &'static [OpRow],
        extension: impl IntoIterator<Item = E>,
    ) -> Self {
        let ops = Ops::with(extension_rows);
        let mut all: Vec<_> = ops.iter().map(|_| None).collect();
        let extension = extension.into_iter().enumerate();
        let extension = extension.map(|(n, encoding)| (Op::extension(n), encoding));
        for (op, encoding) in base.into_iter().chain(extension) {
            all[op.index()] = Some((encoding, ops.signature(op).fold));
        }
        Self(all)
    }

    /// The row of an operator.
    pub(crate) fn of(&self, op: Op) -> Result<&(E, Fold)> {
        let row = self.0.get(op.index()).and_then(Option::as_ref);
        row.ok_or_else(|| unsupported(op))
    }
}

/// Rows `NAME symbol theory signature => encoding, value` of extension operators; the function that
/// computes the value is left out where values are unknown. The constants `ROWS` and `ENCODINGS`
/// have the two halves of them.
macro_rules! extension_ops {
    ($prefix:literal; $($name:ident $smt:literal $theory:ident $signature:literal => $encoding:expr $(, $value:expr)?;)*) => {
        /// The rows of the operator table.
        pub(super) const ROWS: &[murxla_fsm::op::OpRow] = &[$(murxla_fsm::op::OpRow {
            name: concat!($prefix, stringify!($name)),
            smt: $smt,
            theory: murxla_fsm::theory::Theory::$theory,
            signature: $signature,
            eval: $crate::shared::encoding::extension_ops!(@value $($value)?),
        },)*];

        /// How applications are made.
        pub(super) const ENCODINGS: &[Encoding] = &[$($encoding,)*];
    };
    (@value) => { Option::None };
    (@value $value:expr) => { Option::Some($value) };
}
pub(crate) use extension_ops;

/// An operator that the solver does not have.
pub(crate) fn unsupported(op: Op) -> Error {
    Error::Unsupported(format!("operator {}", op.0))
}

/// An application that no signature allows: the trace is damaged.
pub(crate) fn malformed() -> Error {
    Error::Rejected("wrong number of arguments or indices".to_owned())
}

/// The application must have at least the arguments of its signature, or two if the operator takes
/// any number, and exactly its indices. Not all libraries check this.
pub(crate) fn check_counts(signature: &Signature, args: usize, indices: usize) -> Result {
    let least = match signature.shape {
        Shape::Plain => signature.args.len(),
        _ => 2,
    };
    if args < least || indices != signature.indices.len() {
        return Err(malformed());
    }
    Ok(())
}

/// The only argument.
pub(crate) fn one<T>(args: &[T]) -> Result<&T> {
    match args {
        [a] => Ok(a),
        _ => Err(malformed()),
    }
}

/// The only two arguments.
pub(crate) fn two<T>(args: &[T]) -> Result<(&T, &T)> {
    match args {
        [a, b] => Ok((a, b)),
        _ => Err(malformed()),
    }
}

/// Applies an operator of two arguments, `pair`, to several. `and` is the conjunction of several
/// formulas.
pub(crate) fn folded<T: Clone>(
    fold: Fold,
    args: &[T],
    mut pair: impl FnMut(&T, &T) -> Result<T>,
    mut and: impl FnMut(&[T]) -> Result<T>,
) -> Result<T> {
    op::fold(fold, args, &mut pair, &mut and)?.ok_or_else(malformed)
}
