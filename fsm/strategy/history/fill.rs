//! Skeletons with atoms in their holes.

use super::super::adopt::IdMap;
use super::super::makers::Makers;
use super::super::mutants::ATTEMPTS;
use super::super::problem::Problem;
use super::History;
use super::mined::{Atom, Mined};
use super::skeleton::{Part, text};
use crate::action::Arg;
use crate::actions::MkRecFun;
use crate::edit::Step;
use crate::features::theories_of_steps;
use crate::op::Op;
use crate::rng::Rng;
use crate::solver::TermId;
use crate::state::Leaf;
use crate::theory::{Theories, Theory};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// In percent, how often a sort that an atom needs is replaced by a similar one that is there.
const UNIFIED: u32 = 60;

/// In percent, how often a quantifier binds an additional variable that does not occur.
const UNUSED: u32 = 20;

/// In percent, how often a constant and a variable of an atom become another constant of the sort.
const EXCHANGED: [u32; 2] = [40, 80];

/// In percent, how often a run mixes theories that its entry does not have. Solvers answer fewer of
/// these checks.
const MIXED: u32 = 25;

/// Fills skeletons.
pub(super) struct Filler<'p, 'a> {
    pub(super) problem: &'p mut Problem<'a>,
    mined: &'a Mined,
    history: &'p History,
    /// The entries from which atoms were taken.
    sources: FxHashMap<usize, Source>,
    /// The signatures of the atoms of the present set of formulas.
    filled: Vec<u32>,
    /// The rules that were applied for this set.
    applied: Vec<usize>,
    /// Signatures that rules want next.
    due: Vec<u32>,
    /// Whether atoms may have theories that the entry does not have.
    may_mix: bool,
}

/// An entry from which atoms are taken.
struct Source {
    steps: Rc<[Step]>,
    makers: Makers,
    names: IdMap,
}

impl<'p, 'a> Filler<'p, 'a> {
    pub(super) fn new(
        problem: &'p mut Problem<'a>,
        mined: &'a Mined,
        history: &'p History,
    ) -> Self {
        let own = problem.entry.take().map(|(number, steps, names)| {
            let source = Source {
                makers: Makers::new(&steps),
                steps,
                names,
            };
            (number, source)
        });
        let may_mix = problem.draws.rng.chance(MIXED);
        Self {
            problem,
            mined,
            history,
            sources: own.into_iter().collect(),
            filled: Vec::new(),
            applied: Vec::new(),
            due: Vec::new(),
            may_mix,
        }
    }

    pub(super) fn rng(&mut self) -> &mut Rng {
        self.problem.draws.rng
    }

    /// Begins a set of formulas.
    pub(super) fn begin_set(&mut self) {
        self.filled.clear();
        self.applied.clear();
        self.due.clear();
    }

    /// A formula with the structure of a skeleton.
    pub(super) fn formula(&mut self) -> Option<TermId> {
        let mined = self.mined;
        for _ in 0..ATTEMPTS {
            // Solvers answer more checks of smaller formulas.
            let drawn = [(); 2].map(|()| self.rng().pick(&mined.skeletons));
            let drawn = drawn.into_iter().flatten();
            let skeleton: &[Part] = match self.history.has_skeletons {
                true => drawn.min_by_key(|skeleton| skeleton.len())?,
                false => &[Part::Hole],
            };
            let before = self.problem.notes.len();
            let filled = self.fill(&mut skeleton.iter());
            let (terms, draws) = (&self.problem.terms, &self.problem.draws);
            if let Some(formula) = filled.filter(|id| terms.state.is_formula(*id)) {
                let skeleton = text(skeleton, &draws.context.ops);
                self.problem
                    .notes
                    .insert(before, format!("{formula}: {skeleton}"));
                return Some(formula);
            }
            self.problem.notes.truncate(before);
        }
        None
    }

    /// What takes the place of the next part of a skeleton.
    fn fill(&mut self, parts: &mut std::slice::Iter<'_, Part>) -> Option<TermId> {
        match *parts.next()? {
            Part::Hole => self.atom(),
            Part::Connective(op, count) => {
                let args = (0..count).map(|_| self.fill(parts));
                let args = args.collect::<Option<Vec<_>>>()?;
                self.problem
                    .terms
                    .apply(&mut self.problem.draws, op, &args, &[])
            }
            Part::Quantifier(op, count) => {
                let body = self.fill(parts)?;
                let theory = self.problem.draws.context.ops.row(op).theory;
                match self.problem.admit(Theories::from_iter([theory])) {
                    true => self.quantified(op, count, body),
                    false => Some(body),
                }
            }
        }
    }

    /// A formula that binds variables in place of constants that occur in it. At times it binds one
    /// that does not occur.
    fn quantified(&mut self, op: Op, count: u16, body: TermId) -> Option<TermId> {
        let (terms, draws) = (&mut self.problem.terms, &mut self.problem.draws);
        let is_constant = |id: &TermId| terms.has_leaf(*id, &Leaf::Const);
        let mut constants = terms.subterms(&[body]);
        constants.retain(is_constant);
        draws.rng.shuffle(&mut constants);
        let mut bound = Vec::new();
        let mut by = FxHashMap::default();
        for constant in constants {
            if bound.len() == usize::from(count) {
                break;
            }
            let sort = terms.state.term(constant)?.sort;
            if let Some(variable) = terms.variable(draws, sort) {
                bound.push(variable);
                by.insert(constant, variable);
            }
        }
        if bound.is_empty() {
            return Some(body);
        }
        if draws.rng.chance(UNUSED) {
            let sort = terms.state.term(bound[0])?.sort;
            bound.extend(terms.variable(draws, sort));
        }
        bound.push(terms.replaced(draws, &[body], by)?.pop()?);
        terms.apply(draws, op, &bound, &[])
    }

    /// An atom without free variables. Rules decide which one, if some apply.
    fn atom(&mut self) -> Option<TermId> {
        for _ in 0..ATTEMPTS {
            let signature = self.signature()?;
            let Some(atom) = self.draw(signature) else {
                continue;
            };
            let Some(term) = self.adopt(atom) else {
                continue;
            };
            let Some(placed) = self.place(term) else {
                continue;
            };
            self.filled.push(signature);
            let name = self.problem.entries.name(atom.entry);
            self.problem
                .notes
                .push(format!("{placed}: {} of {name}", atom.term));
            return Some(placed);
        }
        None
    }

    /// An atom with a signature. Those of entries from which the run has taken atoms are preferred:
    /// they have constants in common, and their entries are not read again. Whether an entry shows
    /// a bug does not matter: a run takes atoms of dozens of entries, and seldom shows their bugs.
    fn draw(&mut self, signature: u32) -> Option<Atom> {
        let atoms = &self.mined.groups[signature as usize].atoms;
        let near = atoms.iter().copied();
        let near = near.filter(|atom| self.sources.contains_key(&atom.entry));
        let near: Vec<Atom> = near.collect();
        let is_near = self.rng().coin();
        let drawn = self.rng().pick(&near).filter(|_| is_near).copied();
        drawn.or_else(|| self.rng().pick(atoms).copied())
    }

    /// The signature of the next atom.
    fn signature(&mut self) -> Option<u32> {
        if let Some(due) = self.due.pop() {
            return Some(due);
        }
        let applies = |(number, rule): &(usize, &super::AssociationRule)| {
            let is_met = rule
                .antecedent
                .iter()
                .all(|item| self.filled.contains(item));
            let groups = &self.mined.groups;
            let mut wanted = rule.consequent.iter();
            is_met
                && self.history.has_rules
                && !self.applied.contains(number)
                && wanted.all(|item| self.fits(groups[*item as usize].theories))
        };
        let rules = self.mined.rules.iter().enumerate();
        let rules: Vec<(usize, &super::AssociationRule)> = rules.filter(applies).collect();
        if let Some((number, rule)) = self.rng().pick(&rules).copied() {
            self.applied.push(number);
            self.due.extend(&rule.consequent);
            return self.due.pop();
        }
        let groups = self.mined.groups.iter().enumerate();
        let fitting = groups.filter(|(_, group)| self.fits(group.theories));
        let fitting: Vec<(u32, u32)> = fitting
            .map(|(number, group)| (number as u32, group.atoms.len() as u32))
            .collect();
        let drawn = self
            .rng()
            .weighted(fitting.iter().map(|(_, atoms)| *atoms))?;
        Some(fitting[drawn].0)
    }

    /// Whether formulas of the run may have these theories.
    fn fits(&self, theories: Theories) -> bool {
        let uses = self.problem.uses;
        let opening = &self.problem.draws.opening;
        let is_known = |theory| theory == Theory::Bool || uses.has(theory);
        theories
            .iter()
            .all(|theory| opening.allows(theory) && (self.may_mix || is_known(theory)))
    }

    /// The atom as a term of the run.
    fn adopt(&mut self, atom: Atom) -> Option<TermId> {
        let mut source = match self.sources.remove(&atom.entry) {
            Some(source) => source,
            None => {
                let (entries, context) = (self.problem.entries, self.problem.draws.context);
                let steps = entries.steps(atom.entry, context)?;
                Source {
                    makers: Makers::new(&steps),
                    names: IdMap::default(),
                    steps,
                }
            }
        };
        let made = self.adopt_from(&mut source, atom.term);
        self.sources.insert(atom.entry, source);
        made
    }

    /// A term of an entry as a term of the run.
    fn adopt_from(&mut self, source: &mut Source, term: TermId) -> Option<TermId> {
        let Source {
            steps,
            makers,
            names,
        } = source;
        let context = self.problem.draws.context;
        let needed = makers.needed(steps, &[term], &context.ops);
        let theirs = theories_of_steps(needed.iter().map(|number| &steps[*number]), context);
        if !self.fits(theirs) || !self.problem.admit(theirs) {
            return None;
        }
        let (terms, draws) = (&mut self.problem.terms, &mut self.problem.draws);
        for number in &needed {
            let call = &steps[*number].call;
            if names.has(call) {
                continue;
            }
            if MkRecFun::of(call).is_some() {
                return None; // Some logics do not have recursive functions.
            }
            match (call.args.first(), call.ids.sort) {
                // The names of constructors could be taken.
                (Some(Arg::Datatypes(_)), _) => return None,
                (Some(Arg::NewSort(sort)), Some(id)) if draws.rng.chance(UNIFIED) => {
                    if let Some(with) = terms.similar(draws, sort) {
                        names.alias_sort(id, with);
                    }
                }
                _ => {}
            }
        }
        terms.adopt_cone(draws, steps, &needed, names, term)
    }

    /// The atom with other constants, and with constants in place of its free variables.
    fn place(&mut self, atom: TermId) -> Option<TermId> {
        let (terms, draws) = (&mut self.problem.terms, &mut self.problem.draws);
        let free = terms.state.term(atom)?.free.clone();
        let mut by = FxHashMap::default();
        for id in terms.subterms(&[atom]) {
            let is_free = free.contains(&id);
            if !is_free && !terms.has_leaf(id, &Leaf::Const) {
                continue;
            }
            let sort = terms.state.term(id)?.sort;
            let constants = terms.constants(sort);
            let with = match draws.rng.pick(&constants) {
                Some(constant) if draws.rng.chance(EXCHANGED[usize::from(is_free)]) => {
                    Some(*constant)
                }
                _ if is_free => Some(terms.constant(draws, sort)?),
                _ => None,
            };
            by.extend(with.filter(|with| *with != id).map(|with| (id, with)));
        }
        if by.is_empty() {
            return Some(atom);
        }
        terms.replaced(draws, &[atom], by)?.pop()
    }
}
