//! Separation logic. In runs, the action uses a new instance, because a heap is declared only once,
//! and can be combined with few theories. The formulas are true for no heap or for some heap, for
//! all sorts of locations and data. Imported scripts declare the heap in the instance of the trace.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::{Extension, ExtensionCall, PLAIN};
use crate::cvc5::checks::{HEAP_NIL, HEAP_PARTS, HEAP_SAT, HEAP_SHAPE, HEAP_UNSAT};
use crate::cvc5::instance::Instance;
use crate::cvc5::ops::Separation;
use crate::shared::actions::Makes;
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::sort::Sort;
use smallvec::smallvec;

arguments! {
    /// What both actions take.
    struct HeapArgs {
        /// The sort of locations.
        location: Sort,
        /// The sort of data.
        data: Sort,
    }
}

/// Solves formulas about a heap from one sort to another.
pub(super) const SEPARATION: Extension = Extension {
    name: "cvc5-separation",
    params: HeapArgs::PARAMS,
    pick: |cx| {
        let mut pick = |fits: fn(&Sort) -> bool| {
            let sorts = cx.state.sorts.iter().filter(|(_, sort)| fits(sort));
            let sorts: Vec<_> = sorts.map(|(id, _)| id).collect();
            cx.rng.pick(&sorts).copied()
        };
        Some(smallvec![
            Arg::Sort(pick(is_location)?),
            Arg::Sort(pick(is_datum)?)
        ])
    },
    valid: |state, call| {
        let HeapArgs { location, data } = HeapArgs::args(call)?;
        let sort = |id| state.sorts.get(id);
        match sort(location).is_some_and(is_location) && sort(data).is_some_and(is_datum) {
            true => Ok(()),
            false => Invalid::wrong("a heap is from integers or an uninterpreted sort"),
        }
    },
    does: separation,
    ..PLAIN
};

/// Declares the heap of the instance. Runs do not take this action.
pub(super) const DECLARE_HEAP: Extension = Extension {
    name: "cvc5-declare-heap",
    params: HeapArgs::PARAMS,
    makes: Makes::Declaration,
    searches: false,
    pick: |_| None,
    does: |(instance, context)| {
        let HeapArgs { location, data } = HeapArgs::args(context.call)?;
        let sorts = &instance.content.sorts;
        let (location, data) = (*sorts.get(location)?, *sorts.get(data)?);
        instance.session.declare_heap(location, data)?;
        instance.content.extra.heap = Some([location, data]);
        Ok(Effect::Done)
    },
    writes: Some(|script, context| {
        let HeapArgs { location, data } = HeapArgs::args(context.call)?;
        let (location, data) = (script.sort_text(location)?, script.sort_text(data)?);
        let command = format!("(declare-heap ({location} {data}))");
        script.command(&command);
        Ok(Effect::Done)
    }),
    ..PLAIN
};

/// Locations have an infinite sort, so that any heap is possible.
fn is_location(sort: &Sort) -> bool {
    matches!(sort, Sort::Int | Sort::Uninterpreted(_))
}

fn is_datum(sort: &Sort) -> bool {
    is_location(sort) || matches!(sort, Sort::Bool | Sort::Real | Sort::Bv(_))
}

/// The parts of formulas.
struct Heap<'a> {
    session: &'a Session,
    kinds: Separation,
    not: i32,
    equal: i32,
    /// Locations.
    x: Term,
    y: Term,
    nil: Term,
    /// Data.
    a: Term,
    b: Term,
    /// The heap without locations, the heap that only maps `x` to `a`, and the heap that only maps
    /// `y` to `b`.
    empty: Term,
    first: Term,
    second: Term,
}

impl<'a> Heap<'a> {
    fn new(
        instance: &Instance,
        session: &'a Session,
        location: SortHandle,
        data: SortHandle,
    ) -> Result<Self> {
        let kinds = &instance.kinds;
        let unknown = || Error::Unsupported("separation logic".to_owned());
        let separation = kinds.separation.ok_or_else(unknown)?;
        let constant = |sort, name: &str| session.mk_const(sort, name);
        let (x, y) = (constant(location, "_x")?, constant(location, "_y")?);
        let (a, b) = (constant(data, "_a")?, constant(data, "_b")?);
        Ok(Self {
            kinds: separation,
            not: kinds.not,
            equal: kinds.of(op::EQUAL).ok_or_else(unknown)?,
            nil: session.sep_nil(location)?,
            empty: session.sep_emp()?,
            first: session.mk_term(separation.points_to, &[x, a])?,
            second: session.mk_term(separation.points_to, &[y, b])?,
            session,
            x,
            y,
            a,
            b,
        })
    }

    fn star(&self, left: Term, right: Term) -> Result<Term> {
        self.session.mk_term(self.kinds.star, &[left, right])
    }

    fn not(&self, formula: Term) -> Result<Term> {
        self.session.mk_term(self.not, &[formula])
    }

    fn differ(&self, left: Term, right: Term) -> Result<Term> {
        self.not(self.session.mk_term(self.equal, &[left, right])?)
    }

    /// Formulas that are true for no heap.
    fn contradictions(&self) -> Result<Vec<Vec<Term>>> {
        let (first, second) = (self.first, self.second);
        let again = self
            .session
            .mk_term(self.kinds.points_to, &[self.x, self.b])?;
        let both = self.star(first, second)?;
        let wand = self.session.mk_term(self.kinds.wand, &[first, first])?;
        Ok(vec![
            vec![first, self.empty],
            vec![self.star(first, again)?],
            vec![first, again, self.differ(self.a, self.b)?],
            vec![
                first,
                self.session.mk_term(self.equal, &[self.x, self.nil])?,
            ],
            vec![self.star(first, self.empty)?, self.not(first)?],
            vec![first, self.not(self.star(self.empty, first)?)?],
            vec![both, self.not(self.star(second, first)?)?],
            vec![both, first],
            vec![first, second, self.differ(self.x, self.y)?],
            vec![self.empty, self.not(wand)?],
        ])
    }

    /// Formulas that are true for some heap, each with the kind of the value of the heap, if it is
    /// known.
    fn satisfiable(&self) -> Result<Vec<(Term, Option<i32>)>> {
        Ok(vec![
            (self.first, Some(self.kinds.points_to)),
            (self.star(self.first, self.second)?, Some(self.kinds.star)),
            (self.empty, None),
            (self.not(self.empty)?, None),
        ])
    }
}

fn separation((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let HeapArgs { location, data } = HeapArgs::args(context.call)?;
    let sorts = &instance.content.sorts;
    let (location, data) = (*sorts.get(location)?, *sorts.get(data)?);
    let session =
        match instance.scratch_solver(&[("produce-models", "true"), ("incremental", "false")]) {
            Err(Error::Unsupported(_)) => return Ok(Effect::Done),
            session => session?,
        };
    session.set_logic("QF_ALL")?;
    session.declare_heap(location, data)?;
    let heap = match Heap::new(instance, &session, location, data) {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        heap => heap?,
    };
    if instance.rng.coin() {
        let all = heap.contradictions()?;
        let formulas = instance.rng.pick(&all).into_iter().flatten();
        formulas
            .into_iter()
            .try_for_each(|f| session.assert_formula(*f))?;
        let answer = session.answer(session.check_sat()?)?;
        HEAP_SAT.must(answer != Answer::Sat)?;
        return Ok(Effect::Done);
    }
    let all = heap.satisfiable()?;
    let Some((formula, kind)) = instance.rng.pick(&all).copied() else {
        return Ok(Effect::Done);
    };
    session.assert_formula(formula)?;
    let answer = session.answer(session.check_sat()?)?;
    HEAP_UNSAT.must(answer != Answer::Unsat)?;
    if answer == Answer::Sat {
        look_at_heap(&heap, kind)?;
    }
    Ok(Effect::Done)
}

/// Reads the values of a model. The heap must map `x` to `a`, and no location may be nil.
fn look_at_heap(heap: &Heap<'_>, kind: Option<i32>) -> Result {
    let session = heap.session;
    let (value, nil) = (session.heap_value()?, session.nil_value()?);
    let Some(kind) = kind else { return Ok(()) };
    HEAP_SHAPE.must(session.term_kind(value)? == kind)?;
    HEAP_NIL.must(!session.term_is_equal(session.value(heap.x)?, nil)?)?;
    if kind != heap.kinds.points_to {
        return Ok(());
    }
    for (place, part) in [(0, heap.x), (1, heap.a)] {
        HEAP_PARTS
            .must(session.term_is_equal(session.child(value, place)?, session.value(part)?)?)?;
    }
    Ok(())
}
