//! The cost of a trace: a simpler trace costs less.

use murxla_fsm::action::{Action as _, Arg, Call, Named};
use murxla_fsm::actions::MkConst;
use murxla_fsm::edit::Step;
use murxla_fsm::op::{Index, Ops};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Datatypes, Field, Sort, SortConstructor};
use murxla_fsm::trace::write_value;
use rustc_hash::FxHashMap;

/// The cost of a trace: first the number of calls that make neither sorts nor terms, then the size
/// of the terms that these use, as a script would have them, then the number of all calls, of
/// arguments, and the size of the arguments. A candidate is only run if it costs less than the best
/// trace so far, so minimization terminates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Cost {
    /// The number of calls that make neither a sort nor a term.
    actions: usize,
    /// The number of operators and leaves in the terms of these calls, and in terms without a use.
    /// A term counts as often as it occurs.
    size: u64,
    pub(super) calls: usize,
    arguments: usize,
    weight: u64,
}

impl Cost {
    /// The cost of these steps.
    pub(super) fn of(steps: &[Step], ops: &Ops) -> Self {
        let mut cost = Self {
            calls: steps.len(),
            ..Self::default()
        };
        let mut scratch = String::new();
        // The size of each term so far, and whether it is used.
        let mut sizes: FxHashMap<TermId, (u64, bool)> = FxHashMap::default();
        for step in steps {
            cost.add_call(&step.call, ops, &mut scratch);
            let mut size = 0_u64;
            for term in terms(&step.call) {
                let (part, is_used) = sizes.entry(term).or_insert((1, true));
                *is_used = true;
                size = size.saturating_add(*part);
            }
            match (step.call.ids.term, step.call.ids.sort) {
                (Some(term), _) => {
                    sizes.insert(term, (size.saturating_add(1), false));
                }
                (None, Some(_)) => {}
                (None, None) => {
                    cost.actions += 1;
                    cost.size = cost.size.saturating_add(size);
                }
            }
        }
        let unused = sizes.values().filter(|(_, is_used)| !is_used);
        let size = unused.map(|(size, _)| *size).chain([cost.size]);
        cost.size = size.fold(0, u64::saturating_add);
        cost
    }

    fn add_call(&mut self, call: &Call, ops: &Ops, scratch: &mut String) {
        self.weight += u64::from(call.seed.checked_ilog10().map_or(0, |log| log + 1));
        // A value is simpler than a constant: a script need not declare it.
        self.arguments += usize::from(call.action.name() == MkConst.name());
        let mut index_kinds: &[Index] = &[];
        for arg in &call.args {
            match arg {
                Arg::Sort(_) | Arg::Term(_) => self.ids(1),
                Arg::Sorts(ids) => self.list(ids.len()),
                Arg::Terms(ids) => self.list(ids.len()),
                Arg::SortArgs(ids) => self.ids(ids.len()),
                Arg::Op(op) => {
                    // The table begins with the operators that most solvers have.
                    self.arguments += 1;
                    self.weight += op.index() as u64;
                    index_kinds = &ops.signature(*op).indices;
                }
                Arg::Kind(kind) => self.text(kind.name()),
                Arg::Indices(indices) => {
                    self.list(indices.len());
                    for (n, index) in indices.iter().enumerate() {
                        if !matches!(index_kinds.get(n), Some(Index::Sort(_))) {
                            self.weight += u64::from(*index);
                        }
                    }
                }
                Arg::Number(number) => self.number(*number),
                Arg::Word(text) | Arg::Text(text) => self.text(text),
                Arg::Texts(texts) => {
                    self.list(texts.len());
                    texts.iter().for_each(|text| self.text(text));
                }
                Arg::NewSort(sort) => self.sort(sort),
                Arg::Value(value) => {
                    scratch.clear();
                    write_value(scratch, value);
                    self.text(scratch);
                }
                Arg::Named(kind, Named { sort, symbols }) => {
                    self.text(kind.name());
                    self.ids(usize::from(sort.is_some()));
                    self.list(symbols.len());
                    symbols.iter().for_each(|symbol| self.text(symbol));
                }
                Arg::Datatypes(group) => self.datatypes(group),
            }
        }
    }

    /// Ids have no weight, because a trace is not simpler if it uses another term.
    fn ids(&mut self, count: usize) {
        self.arguments += count;
    }

    /// The cost of a list.
    fn list(&mut self, count: usize) {
        self.arguments += 1 + count;
        self.weight += count as u64;
    }

    fn number(&mut self, number: u32) {
        self.arguments += 1;
        self.weight += u64::from(number);
    }

    fn text(&mut self, text: &str) {
        let weigh = |byte: u8| match byte {
            b'0'..=b'9' => 10 + u64::from(byte - b'0'),
            _ => 12,
        };
        self.arguments += 1;
        self.weight += text.bytes().map(weigh).sum::<u64>();
    }

    fn sort(&mut self, sort: &Sort) {
        self.text(sort.kind().name());
        match sort {
            Sort::Bv(width) => self.number(*width),
            Sort::Fp(exponent, significand) => {
                self.number(*exponent);
                self.number(*significand);
            }
            Sort::Ff(size) => self.text(&size.to_string()),
            Sort::Uninterpreted(symbol) => self.text(symbol),
            Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity)) => {
                self.text(symbol);
                self.number(*arity);
            }
            sort => self.ids(sort.parts().len()),
        }
    }

    fn datatypes(&mut self, group: &Datatypes) {
        group.symbols().for_each(|symbol| self.text(symbol));
        for member in group.members() {
            self.list(member.params.len());
            self.list(member.constructors.len());
            for constructor in &member.constructors {
                self.list(constructor.selectors.len());
                let fields = constructor.selectors.iter().map(|s| &s.field);
                fields.for_each(|field| field.each(&mut |part| self.field(part)));
            }
        }
    }

    fn field(&mut self, field: &Field) {
        match field {
            Field::Composed(kind, _) => self.text(kind.name()),
            _ => self.ids(1),
        }
    }
}

/// The terms that a call takes.
fn terms(call: &Call) -> impl Iterator<Item = TermId> {
    let terms = call.args.iter().flat_map(|arg| match arg {
        Arg::Term(term) => std::slice::from_ref(term),
        Arg::Terms(terms) => terms,
        _ => &[],
    });
    terms.copied()
}
