//! Skeletons with atoms in their holes.

use super::super::library::Names;
use super::super::makers::Makers;
use super::super::mutants::ATTEMPTS;
use super::super::problem::Problem;
use super::mined::{Atom, Mined};
use super::skeleton::{Part, text};
use crate::action::Arg;
use crate::actions::MkRecFun;
use crate::edit::Step;
use crate::features::theories_of_steps;
use crate::rng::Rng;
use crate::solver::TermId;
use crate::sort::SortId;
use crate::state::Leaf;
use crate::theory::{Theories, Theory};
use rustc_hash::FxHashMap;

/// In percent, how often a sort that an atom needs is replaced by a similar one that is there.
const UNIFIED: u32 = 60;

/// In percent, how often a constant or a free variable of an atom becomes a variable that is bound at its place.
const CAPTURED: u32 = 60;

/// In percent, how often it becomes another constant of its sort: a constant, and a free variable.
const EXCHANGED: [u32; 2] = [40, 80];

/// In percent, how often a run mixes theories that its entry does not have. Solvers answer fewer of these checks.
const MIXED: u32 = 25;

/// Fills skeletons.
pub(super) struct Filler<'p, 'a> {
    pub(super) problem: &'p mut Problem<'a>,
    mined: &'a Mined,
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
    steps: Vec<Step>,
    makers: Makers,
    names: Names,
}

impl<'p, 'a> Filler<'p, 'a> {
    pub(super) fn new(problem: &'p mut Problem<'a>, mined: &'a Mined) -> Self {
        let (number, steps, names) = std::mem::take(&mut problem.entry);
        let own = Source {
            makers: Makers::new(&steps),
            steps,
            names,
        };
        let may_mix = problem.library.rng.chance(MIXED);
        Self {
            problem,
            mined,
            sources: FxHashMap::from_iter([(number, own)]),
            filled: Vec::new(),
            applied: Vec::new(),
            due: Vec::new(),
            may_mix,
        }
    }

    pub(super) fn rng(&mut self) -> &mut Rng {
        self.problem.library.rng
    }

    /// Begins a set of formulas.
    pub(super) fn forget(&mut self) {
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
            let skeleton = drawn
                .into_iter()
                .flatten()
                .min_by_key(|skeleton| skeleton.len())?;
            let before = self.problem.notes.len();
            let filled = self.fill(&mut skeleton.iter(), &mut Vec::new());
            let library = &self.problem.library;
            if let Some(formula) = filled.filter(|id| library.state.is_formula(*id)) {
                let skeleton = text(skeleton, &library.context.ops);
                self.problem
                    .notes
                    .insert(before, format!("{formula}: {skeleton}"));
                return Some(formula);
            }
            self.problem.notes.truncate(before);
        }
        None
    }

    /// What takes the place of the next part of a skeleton. `scope` has the variables that may occur in it.
    fn fill(
        &mut self,
        parts: &mut std::slice::Iter<'_, Part>,
        scope: &mut Vec<TermId>,
    ) -> Option<TermId> {
        match *parts.next()? {
            Part::Hole => self.atom(scope),
            Part::Connective(op, count) => {
                let args = (0..count).map(|_| self.fill(parts, scope));
                let args = args.collect::<Option<Vec<_>>>()?;
                self.problem.library.apply(op, &args, &[])
            }
            Part::Quantifier(op, count) => {
                let outside = scope.len();
                let theory = self.problem.library.context.ops.row(op).theory;
                if self.problem.admit(Theories::from_iter([theory])) {
                    scope.extend((0..count).filter_map(|_| self.variable()));
                }
                let body = self.fill(parts, scope);
                let mut args = scope.split_off(outside);
                if args.is_empty() {
                    return body;
                }
                args.push(body?);
                self.problem.library.apply(op, &args, &[])
            }
        }
    }

    /// A variable of the sort of a constant or of another variable.
    fn variable(&mut self) -> Option<TermId> {
        let library = &mut self.problem.library;
        let symbols = library.state.terms();
        let symbols = symbols.filter(|(_, term)| matches!(term.leaf, Leaf::Const | Leaf::Var));
        let sorts: Vec<SortId> = symbols.map(|(_, term)| term.sort).collect();
        let sort = *library.rng.pick(&sorts)?;
        library.variable(sort)
    }

    /// An atom in which only variables of the scope are free. Rules decide which one, if some apply.
    fn atom(&mut self, scope: &[TermId]) -> Option<TermId> {
        for _ in 0..ATTEMPTS {
            let signature = self.signature()?;
            let Some(atom) = self.draw(signature) else {
                continue;
            };
            let Some(term) = self.adopt(atom) else {
                continue;
            };
            let Some(placed) = self.place(term, scope) else {
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

    /// An atom with a signature. Those of entries from which the run has taken atoms are preferred: they have constants in common, and
    /// their entries are not read again.
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
        let applies = |(number, rule): &(usize, &super::Rule)| {
            let is_met = rule
                .antecedent
                .iter()
                .all(|item| self.filled.contains(item));
            is_met && !self.applied.contains(number)
        };
        let rules = self.mined.rules.iter().enumerate();
        let rules: Vec<(usize, &super::Rule)> = rules.filter(applies).collect();
        if let Some((number, rule)) = self.rng().pick(&rules).copied() {
            self.applied.push(number);
            self.due.extend(&rule.consequent);
            return self.due.pop();
        }
        let groups = self.mined.groups.iter().enumerate();
        let fitting = groups.filter(|(_, group)| self.fits(group.theories));
        let fitting: Vec<u32> = fitting.map(|(number, _)| number as u32).collect();
        self.rng().pick(&fitting).copied()
    }

    /// Whether formulas of the run may have these theories.
    fn fits(&self, theories: Theories) -> bool {
        let uses = self.problem.uses;
        let setup = &self.problem.library.setup;
        let is_known = |theory| theory == Theory::Bool || uses.has(theory);
        theories
            .iter()
            .all(|theory| setup.allows(theory) && (self.may_mix || is_known(theory)))
    }

    /// The atom as a term of the library.
    fn adopt(&mut self, atom: Atom) -> Option<TermId> {
        let mut source = match self.sources.remove(&atom.entry) {
            Some(source) => source,
            None => {
                let (entries, context) = (self.problem.entries, self.problem.library.context);
                let steps = entries.steps(atom.entry, context)?;
                Source {
                    makers: Makers::new(&steps),
                    names: Names::default(),
                    steps,
                }
            }
        };
        let made = self.adopt_from(&mut source, atom.term);
        self.sources.insert(atom.entry, source);
        made
    }

    /// A term of an entry as a term of the library.
    fn adopt_from(&mut self, source: &mut Source, term: TermId) -> Option<TermId> {
        let Source {
            steps,
            makers,
            names,
        } = source;
        let context = self.problem.library.context;
        let needed = makers.needed(steps, &[term], &context.ops);
        let theirs = theories_of_steps(needed.iter().map(|number| &steps[*number]), context);
        if !self.fits(theirs) || !self.problem.admit(theirs) {
            return None;
        }
        let library = &mut self.problem.library;
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
                (Some(Arg::NewSort(sort)), Some(id)) if library.rng.chance(UNIFIED) => {
                    if let Some(with) = library.similar(sort) {
                        names.unify(id, with);
                    }
                }
                _ => {}
            }
        }
        library.adopt_cone(steps, &needed, names, term)
    }

    /// The atom with variables of the scope, and with other constants.
    fn place(&mut self, atom: TermId, scope: &[TermId]) -> Option<TermId> {
        let library = &mut self.problem.library;
        let free = library.state.term(atom)?.free.clone();
        let mut by = FxHashMap::default();
        for id in library.below(&[atom]) {
            let term = library.state.term(id)?;
            let (sort, is_free) = (term.sort, free.contains(&id));
            if !is_free && term.leaf != Leaf::Const {
                continue;
            }
            let has_sort = |other: &TermId| {
                library
                    .state
                    .term(*other)
                    .is_some_and(|other| other.sort == sort)
            };
            let bound: Vec<TermId> = scope.iter().copied().filter(has_sort).collect();
            let all = library.state.pool(sort).all().iter().copied();
            let is_constant = |id: &TermId| {
                library
                    .state
                    .term(*id)
                    .is_some_and(|term| term.leaf == Leaf::Const)
            };
            let constants: Vec<TermId> = all.filter(is_constant).collect();
            let with = match (library.rng.pick(&bound), library.rng.pick(&constants)) {
                (Some(variable), _) if library.rng.chance(CAPTURED) => Some(*variable),
                (_, Some(constant)) if library.rng.chance(EXCHANGED[usize::from(is_free)]) => {
                    Some(*constant)
                }
                _ if is_free => Some(library.constant(sort)?),
                _ => None,
            };
            by.extend(with.filter(|with| *with != id).map(|with| (id, with)));
        }
        if by.is_empty() {
            return Some(atom);
        }
        library.replaced(&[atom], by)?.pop()
    }
}
