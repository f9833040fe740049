//! Applies an operator to more arguments than its signature has, by applications to two.

use super::Fold;

/// Expands an application of more than two arguments as SMT-LIB defines it. This is for solvers
/// whose API has the operator for two arguments only. `apply` applies the operator, `and` makes the
/// conjunction of two or more terms. Returns `None` if the arguments do not fit the attribute.
///
/// # Errors
/// The first error of `apply` or `and`.
pub fn fold<T: Clone, E>(
    fold: Fold,
    args: &[T],
    apply: &mut dyn FnMut(&T, &T) -> Result<T, E>,
    and: &mut dyn FnMut(&[T]) -> Result<T, E>,
) -> Result<Option<T>, E> {
    let conjunction = |parts: Vec<T>, and: &mut dyn FnMut(&[T]) -> Result<T, E>| match &parts[..] {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        several => and(several).map(Some),
    };
    match fold {
        Fold::None | Fold::Any => match args {
            [a, b] => apply(a, b).map(Some),
            _ => Ok(None),
        },
        Fold::LeftAssoc => {
            let Some((first, rest)) = args.split_first() else {
                return Ok(None);
            };
            let mut so_far = first.clone();
            for arg in rest {
                so_far = apply(&so_far, arg)?;
            }
            Ok(Some(so_far))
        }
        Fold::RightAssoc => {
            let Some((last, rest)) = args.split_last() else {
                return Ok(None);
            };
            let mut so_far = last.clone();
            for arg in rest.iter().rev() {
                so_far = apply(arg, &so_far)?;
            }
            Ok(Some(so_far))
        }
        Fold::Chainable => {
            let parts = args.windows(2).map(|pair| apply(&pair[0], &pair[1]));
            let parts = parts.collect::<Result<Vec<T>, E>>()?;
            conjunction(parts, and)
        }
        Fold::Pairwise => {
            let mut parts = Vec::new();
            for (n, a) in args.iter().enumerate() {
                for b in &args[n + 1..] {
                    parts.push(apply(a, b)?);
                }
            }
            conjunction(parts, and)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spells_out_each_attribute() {
        let text = |kind: Fold| {
            let args = ["a", "b", "c"].map(str::to_owned);
            fold::<String, ()>(
                kind,
                &args,
                &mut |a, b| Ok(format!("(f {a} {b})")),
                &mut |parts| Ok(format!("(and {})", parts.join(" "))),
            )
            .unwrap()
            .unwrap_or_default()
        };
        assert_eq!(text(Fold::LeftAssoc), "(f (f a b) c)");
        assert_eq!(text(Fold::RightAssoc), "(f a (f b c))");
        assert_eq!(text(Fold::Chainable), "(and (f a b) (f b c))");
        assert_eq!(text(Fold::Pairwise), "(and (f a b) (f a c) (f b c))");
        assert_eq!(text(Fold::None), "");
    }
}
