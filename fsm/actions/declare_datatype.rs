//! Draws the declarations of datatypes.

use super::draw::component;
use crate::action::Pick;
use crate::profile::Kinds;
use crate::sort::{Constructor, Datatypes, Declaration, Field, Selector, SortKind};
use crate::theory::Theory;

/// The form of a drawn datatype.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DatatypeForm {
    /// Constructors without fields.
    Enumeration,
    /// One constructor.
    Record,
    /// An empty list, and a constructor with elements and the rest of the list.
    List,
    /// Leaves and inner nodes.
    Tree,
    /// Any constructors.
    Any,
}

/// The forms with their weights.
const FORMS: [(DatatypeForm, u32); 5] = [
    (DatatypeForm::Enumeration, 3),
    (DatatypeForm::Record, 4),
    (DatatypeForm::List, 4),
    (DatatypeForm::Tree, 3),
    (DatatypeForm::Any, 4),
];

/// The odds in percent that a field of a declared datatype is an array or a sequence of it.
const NESTED: u32 = 15;

/// Draws the field itself, or a sort that is composed of it.
fn nested(cx: &mut Pick<'_>, field: Field) -> Option<Field> {
    let barred = &cx.context.restrictions;
    let kinds = [
        (SortKind::Array, Theory::Array, barred.places.array_element),
        (SortKind::Seq, Theory::Seq, barred.places.seq_element),
    ];
    let fits = |(kind, theory, elements): &&(SortKind, Theory, Kinds)| {
        let is_barred = barred.sorts.has(*kind) || barred.places.field.has(*kind);
        cx.swarm.theories.has(*theory) && !is_barred && !elements.has(SortKind::Dt)
    };
    let kinds: Vec<_> = kinds.iter().filter(fits).collect();
    if !cx.context.available.nested_datatypes || kinds.is_empty() || !cx.rng.chance(NESTED) {
        return Some(field);
    }
    let kind = cx.rng.pick(&kinds)?.0;
    let parts = match kind {
        SortKind::Array => vec![
            Field::Sort(component(cx, barred.places.array_index)?),
            field,
        ],
        _ => vec![field],
    };
    nested(cx, Field::Composed(kind, parts))
}

/// Draws a declaration of one datatype, or of some that may refer to each other.
pub(super) fn declaration(cx: &mut Pick<'_>) -> Option<Datatypes> {
    let first = cx.state.sort_number();
    let count = 1 + cx.rng.weighted([60, 30, 10].into_iter())?;
    let is_codata = cx.context.available.codatatypes && cx.rng.chance(20);
    let has_params = !cx.context.restrictions.sorts.has(SortKind::Constructor);
    let mut params = Vec::new();
    for _ in 0..count {
        let most = if has_params && cx.rng.chance(30) {
            2
        } else {
            0
        };
        params.push(if most > 0 { 1 + cx.rng.index(most) } else { 0 });
    }
    let mut members = Vec::new();
    for own in 0..count {
        let number = first + own as u32;
        let symbol = cx.swarm.names.legal_symbol(cx.rng, "d", number);
        let weights = FORMS.iter().map(|(_, weight)| *weight);
        let (kind, _) = FORMS[cx.rng.weighted(weights)?];
        // For each constructor: the number of fields of existing sorts, and the number of fields of
        // the declared datatypes.
        let mut shapes: Vec<(usize, usize)> = match kind {
            DatatypeForm::Enumeration => vec![(0, 0); 1 + cx.rng.index(5)],
            DatatypeForm::Record => vec![(1 + cx.rng.index(4), 0)],
            DatatypeForm::List => vec![(0, 0), (cx.rng.index(3), 1)],
            DatatypeForm::Tree => vec![(cx.rng.index(2), 0), (cx.rng.index(2), 2)],
            // The first constructor is not recursive, so the datatype has finite values.
            DatatypeForm::Any => {
                let more = cx.rng.index(4);
                let shape = |_| (cx.rng.index(3), cx.rng.index(3));
                let more: Vec<_> = (0..more).map(shape).collect();
                [vec![(cx.rng.index(3), 0)], more].concat()
            }
        };
        // Codatatypes have infinite values, so they need no constructor that is not recursive.
        if is_codata && cx.rng.coin() && shapes.iter().any(|(_, recursive)| *recursive > 0) {
            shapes.retain(|(_, recursive)| *recursive > 0);
        }
        cx.rng.shuffle(&mut shapes);
        let mut constructors = Vec::new();
        for (place, (elsewhere, recursive)) in shapes.into_iter().enumerate() {
            let symbol: Box<str> = format!("{symbol}c{place}").into();
            let mut fields = Vec::new();
            for _ in 0..elsewhere {
                fields.push(if params[own] > 0 && cx.rng.chance(60) {
                    Field::Param(cx.rng.index(params[own]))
                } else {
                    Field::Sort(component(cx, cx.context.restrictions.places.field)?)
                });
            }
            for _ in 0..recursive {
                let other = if cx.rng.coin() {
                    own
                } else {
                    cx.rng.index(count)
                };
                // The arguments are the parameters of this datatype. With other ones there would be
                // infinitely many instances.
                let args = (0..params[other]).map(|n| match params[own] {
                    0 => component(cx, cx.context.restrictions.places.field).map(Field::Sort),
                    own => Some(Field::Param(n % own)),
                });
                let member = Field::Member(other, args.collect::<Option<_>>()?);
                fields.push(nested(cx, member)?);
            }
            cx.rng.shuffle(&mut fields);
            let selector = |(n, field)| Selector {
                symbol: format!("{symbol}s{n}").into(),
                field,
            };
            let selectors = fields.into_iter().enumerate().map(selector).collect();
            constructors.push(Constructor { symbol, selectors });
        }
        let params = (0..params[own]).map(|n| format!("_d{number}p{n}").into());
        members.push(Declaration {
            params: params.collect(),
            symbol,
            constructors,
        });
    }
    match is_codata {
        true => Datatypes::codatatypes(members).ok(),
        false => Datatypes::new(members).ok(),
    }
}
