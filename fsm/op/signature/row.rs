//! Tuple patterns, whose entries may be rows of any length.

use super::{Bindings, TupleEntry};
use crate::sort::{Sort, SortId, Sorts};

/// Whether the entries match a tuple with these component sorts. Binds free variables. At most one
/// row may be free, otherwise its length is ambiguous.
pub(super) fn matches(
    entries: &[TupleEntry],
    parts: &[SortId],
    sorts: &Sorts,
    bound: &mut Bindings,
) -> bool {
    let length = |entry: &TupleEntry, bound: &Bindings| match entry {
        TupleEntry::Part(_) => Some(1),
        TupleEntry::Row(slot, _) => bound.row(*slot).map(<[SortId]>::len),
    };
    let known: usize = entries
        .iter()
        .filter_map(|entry| length(entry, bound))
        .sum();
    let Some(rest) = parts.len().checked_sub(known) else {
        return false;
    };
    let (mut left, mut free) = (parts, rest);
    for entry in entries {
        let taken = length(entry, bound).unwrap_or_else(|| std::mem::take(&mut free));
        let Some((these, others)) = left.split_at_checked(taken) else {
            return false;
        };
        left = others;
        let fits = match (entry, these) {
            (TupleEntry::Part(pattern), [part]) => pattern.matches(*part, sorts, bound),
            (TupleEntry::Part(_), _) => false,
            (TupleEntry::Row(slot, is_reversed), these) => {
                let row = in_order(these, *is_reversed);
                bound.bind_row(*slot, row)
            }
        };
        if !fits {
            return false;
        }
    }
    left.is_empty()
}

/// The tuple sort that the entries stand for. `None` also if it would have no components.
pub(super) fn instance(entries: &[TupleEntry], sorts: &Sorts, bound: &Bindings) -> Option<Sort> {
    let mut parts = Vec::new();
    for entry in entries {
        match entry {
            TupleEntry::Part(pattern) => parts.push(pattern.name(sorts, bound)?),
            TupleEntry::Row(slot, is_reversed) => {
                parts.extend(in_order(bound.row(*slot)?, *is_reversed));
            }
        }
    }
    (!parts.is_empty()).then(|| Sort::Tuple(parts.into()))
}

/// Binds free variables. A free row is bound to a single component.
pub(super) fn bind_free(
    entries: &[TupleEntry],
    bound: &mut Bindings,
    choose: &mut dyn FnMut() -> Option<SortId>,
) -> Option<()> {
    for entry in entries {
        match entry {
            TupleEntry::Part(pattern) => pattern.bind_free(bound, choose)?,
            TupleEntry::Row(slot, _) if bound.row(*slot).is_none() => {
                bound.bind_row(*slot, [choose()?].into());
            }
            TupleEntry::Row(..) => {}
        }
    }
    Some(())
}

fn in_order(row: &[SortId], is_reversed: bool) -> Box<[SortId]> {
    if is_reversed {
        return row.iter().rev().copied().collect();
    }
    row.into()
}

impl Bindings {
    fn row(&self, slot: usize) -> Option<&[SortId]> {
        self.rows.get(slot)?.as_deref()
    }

    fn bind_row(&mut self, slot: usize, row: Box<[SortId]>) -> bool {
        if self.rows.len() <= slot {
            self.rows.resize(slot + 1, None);
        }
        *self.rows[slot].get_or_insert_with(|| row.clone()) == row
    }
}
