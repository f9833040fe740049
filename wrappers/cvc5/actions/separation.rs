//! Separation logic. In runs, the action uses a new instance, because a heap is declared only once,
//! and can be combined with few theories. Imported scripts declare the heap in the instance of the
//! trace.

use super::super::ffi::{Session, Sort as SortHandle, Term};
use super::{Extension, ExtensionCall, SEARCHING};
use crate::cvc5::checks::{HEAP_NIL, HEAP_PARTS, HEAP_SAT, HEAP_SHAPE, HEAP_UNSAT};
use crate::cvc5::instance::Instance;
use crate::cvc5::ops::Separation;
use crate::shared::actions::rows::{self, Row, Rows};
use crate::shared::actions::{Makes, NOTHING, Takes};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::sort::Sort;
use smallvec::smallvec;

arguments! {
    /// What `cvc5-separation` takes.
    struct LawArgs<'c> {
        /// The sort of locations.
        location: Sort,
        /// The sort of data.
        data: Sort,
        /// The name of a law.
        law: Word,
    }
}

arguments! {
    /// What `cvc5-declare-heap` takes.
    struct HeapArgs {
        /// The sort of locations.
        location: Sort,
        /// The sort of data.
        data: Sort,
    }
}

/// Solves the formulas of a law about heaps from one sort to another.
pub(super) const SEPARATION: Extension = Extension {
    name: "cvc5-separation",
    takes: Takes {
        params: LawArgs::PARAMS,
        pick: |cx| {
            let mut pick = |fits: fn(&Sort) -> bool| {
                let sorts = cx.state.sorts.iter().filter(|(_, sort)| fits(sort));
                let sorts: Vec<_> = sorts.map(|(id, _)| id).collect();
                cx.rng.pick(&sorts).copied()
            };
            let (location, data) = (pick(is_location)?, pick(is_datum)?);
            let [law, _] = rows::draw::<Laws>(cx.rng)?;
            Some(smallvec![Arg::Sort(location), Arg::Sort(data), law])
        },
        valid: |state, call| {
            let args = LawArgs::args(call)?;
            let sort = |id| state.sorts.get(id);
            if !sort(args.location).is_some_and(is_location)
                || !sort(args.data).is_some_and(is_datum)
            {
                return Invalid::wrong(
                    "a heap maps Int or an uninterpreted sort to one of these, Bool, Real or a bit-vector sort",
                );
            }
            rows::is_row::<Laws>(args.law, &[])
        },
        ..NOTHING
    },
    does: separation,
    ..SEARCHING
};

/// Declares the heap of the instance. Runs do not take this action.
pub(super) const DECLARE_HEAP: Extension = Extension {
    name: "cvc5-declare-heap",
    takes: Takes {
        params: HeapArgs::PARAMS,
        pick: |_| None,
        ..NOTHING
    },
    makes: Makes::Declaration,
    searches: false,
    does: |(instance, context)| {
        let HeapArgs { location, data } = HeapArgs::args(context.call)?;
        let sorts = &instance.content.sorts;
        let (location, data) = (*sorts.get(location)?, *sorts.get(data)?);
        instance.session.declare_sep_heap(location, data)?;
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
    ..SEARCHING
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
            nil: session.mk_sep_nil(location)?,
            empty: session.mk_sep_emp()?,
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

    fn equal(&self, left: Term, right: Term) -> Result<Term> {
        self.session.mk_term(self.equal, &[left, right])
    }

    fn differ(&self, left: Term, right: Term) -> Result<Term> {
        self.not(self.equal(left, right)?)
    }

    /// A heap that only maps `x` to `b`.
    fn again(&self) -> Result<Term> {
        self.session
            .mk_term(self.kinds.points_to, &[self.x, self.b])
    }
}

/// What a law says.
enum Says {
    /// The formulas are true for no heap.
    Contradiction(Vec<Term>),
    /// The formula is true for some heap. The kind is that of the heap's value, if it is known.
    Satisfiable(Term, Option<i32>),
}

use Says::{Contradiction, Satisfiable};

/// Laws of heaps, which hold for all sorts.
struct Laws;

impl Rows for Laws {
    type Make = fn(&Heap<'_>) -> Result<Says>;
    const ROWS: &'static [Row<Self::Make>] = &[
        Row::new("one-location", &[], |heap| {
            Ok(Satisfiable(heap.first, Some(heap.kinds.points_to)))
        }),
        Row::new("two-locations", &[], |heap| {
            let both = heap.star(heap.first, heap.second)?;
            Ok(Satisfiable(both, Some(heap.kinds.star)))
        }),
        Row::new("empty", &[], |heap| Ok(Satisfiable(heap.empty, None))),
        Row::new("not-empty", &[], |heap| {
            Ok(Satisfiable(heap.not(heap.empty)?, None))
        }),
        Row::new("empty-and-not", &[], |heap| {
            Ok(Contradiction(vec![heap.first, heap.empty]))
        }),
        Row::new("twice", &[], |heap| {
            Ok(Contradiction(vec![heap.star(heap.first, heap.again()?)?]))
        }),
        Row::new("two-data", &[], |heap| {
            let differ = heap.differ(heap.a, heap.b)?;
            Ok(Contradiction(vec![heap.first, heap.again()?, differ]))
        }),
        Row::new("nil", &[], |heap| {
            let is_nil = heap.equal(heap.x, heap.nil)?;
            Ok(Contradiction(vec![heap.first, is_nil]))
        }),
        Row::new("star-with-empty", &[], |heap| {
            let star = heap.star(heap.first, heap.empty)?;
            Ok(Contradiction(vec![star, heap.not(heap.first)?]))
        }),
        Row::new("empty-with-star", &[], |heap| {
            let star = heap.star(heap.empty, heap.first)?;
            Ok(Contradiction(vec![heap.first, heap.not(star)?]))
        }),
        Row::new("commutative", &[], |heap| {
            let both = heap.star(heap.first, heap.second)?;
            let swapped = heap.star(heap.second, heap.first)?;
            Ok(Contradiction(vec![both, heap.not(swapped)?]))
        }),
        Row::new("one-and-two", &[], |heap| {
            let both = heap.star(heap.first, heap.second)?;
            Ok(Contradiction(vec![both, heap.first]))
        }),
        Row::new("other-location", &[], |heap| {
            let differ = heap.differ(heap.x, heap.y)?;
            Ok(Contradiction(vec![heap.first, heap.second, differ]))
        }),
        Row::new("wand", &[], |heap| {
            let wand = [heap.first, heap.first];
            let wand = heap.session.mk_term(heap.kinds.wand, &wand)?;
            Ok(Contradiction(vec![heap.empty, heap.not(wand)?]))
        }),
    ];
}

fn separation((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let args = LawArgs::args(context.call)?;
    let sorts = &instance.content.sorts;
    let (location, data) = (*sorts.get(args.location)?, *sorts.get(args.data)?);
    let session =
        match instance.scratch_solver(&[("produce-models", "true"), ("incremental", "false")]) {
            Err(Error::Unsupported(_)) => return Ok(Effect::Done),
            session => session?,
        };
    session.set_logic("QF_ALL")?;
    session.declare_sep_heap(location, data)?;
    let heap = match Heap::new(instance, &session, location, data) {
        Err(Error::Unsupported(_)) => return Ok(Effect::Done),
        heap => heap?,
    };
    match (rows::row::<Laws>(args.law)?.make)(&heap)? {
        Contradiction(formulas) => {
            for formula in formulas {
                session.assert_formula(formula)?;
            }
            let answer = session.answer(session.check_sat()?)?;
            HEAP_SAT.must(answer != Answer::Sat)?;
        }
        Satisfiable(formula, kind) => {
            session.assert_formula(formula)?;
            let answer = session.answer(session.check_sat()?)?;
            HEAP_UNSAT.must(answer != Answer::Unsat)?;
            if answer == Answer::Sat {
                look_at_heap(&heap, kind)?;
            }
        }
    }
    Ok(Effect::Done)
}

/// Reads the values of a model. The heap must map `x` to `a`, and no location may be nil.
fn look_at_heap(heap: &Heap<'_>, kind: Option<i32>) -> Result {
    let session = heap.session;
    let (value, nil) = (session.get_value_sep_heap()?, session.get_value_sep_nil()?);
    let Some(kind) = kind else { return Ok(()) };
    HEAP_SHAPE.must(session.term_get_kind(value)? == kind)?;
    HEAP_NIL.must(!session.term_is_equal(session.get_value(heap.x)?, nil)?)?;
    if kind != heap.kinds.points_to {
        return Ok(());
    }
    for (place, part) in [(0, heap.x), (1, heap.a)] {
        HEAP_PARTS.must(session.term_is_equal(
            session.term_get_child(value, place)?,
            session.get_value(part)?,
        )?)?;
    }
    Ok(())
}
