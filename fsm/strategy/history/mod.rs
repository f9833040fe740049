//! Skeletons filled with atoms (Sun, Yang, Wen, Zhou, Wang: Validating SMT Solvers via Skeleton
//! Enumeration Empowered by Historical Bug-Triggering Inputs, ICSE 2023).
//!
//! | file | holds |
//! |---|---|
//! | `skeleton.rs` | the Boolean structure and the quantifiers of formulas |
//! | `atom.rs` | atoms and their signatures |
//! | `rules.rs` | association rules |
//! | `mined.rs` | what a corpus has |
//! | `fill.rs` | atoms in the holes of skeletons |

mod atom;
mod fill;
mod mined;
mod rules;
mod skeleton;

pub use atom::AtomSignature;
pub(super) use mined::Miner;
pub use mined::{EntryAtom, EntryParts, Mined};
pub use rules::{AssociationRule, Limits, mine};
pub use skeleton::{Part, Skeleton, text};

use super::pose::Poser;
use super::problem::Problem;
use super::storm::as_true;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::theory::{Theories, Theory};
use fill::Filler;

/// The strategy. Its parts can be left out, to measure what they contribute.
pub struct History {
    name: &'static str,
    has_rules: bool,
    has_skeletons: bool,
}

impl History {
    /// With all of its parts.
    pub const ALL: Self = Self {
        name: "history",
        has_rules: true,
        has_skeletons: true,
    };
    /// Association rules do not decide which atoms come together.
    pub const WITHOUT_RULES: Self = Self {
        name: "history-no-rules",
        has_rules: false,
        ..Self::ALL
    };
    /// Formulas are single atoms.
    pub const WITHOUT_SKELETONS: Self = Self {
        name: "history-no-skeletons",
        has_skeletons: false,
        ..Self::ALL
    };

    /// An entry, or only the theories of some atoms.
    fn draw_problem<'a>(input: &'a mut StrategyInput<'_>) -> Option<Problem<'a>> {
        if input.rng.chance(ENTRY) {
            return Problem::draw(input);
        }
        let groups = &input.entries.mined.groups;
        let mut theories = Theories::from_iter([Theory::Bool]);
        for _ in 0..input.rng.range(1, THEORIES) {
            let atoms = groups.iter().map(|group| group.atoms.len() as u32);
            let drawn = input.rng.weighted(atoms)?;
            theories = theories.union(groups[drawn].theories);
        }
        Problem::without_entry(input, theories)
    }
}

/// In percent, how often a run has an entry whose theories and options it takes. The others mix
/// more theories, and time out more often.
const ENTRY: u32 = 75;

/// The largest number of atoms whose theories a run without an entry has.
const THEORIES: u32 = 3;

/// The largest number of sets of formulas of a run.
const SETS: usize = 8;

/// How often a set has 1, 2, … formulas. The paper found that four of five bug reports have at most
/// five assertions, and 2.8 in the mean.
const FORMULAS: [u32; 5] = [15, 25, 30, 20, 10];

/// In percent, how often the formulas of a set are made true under the hidden assignment.
const HELD: u32 = 30;

impl Strategy for History {
    fn name(&self) -> &'static str {
        self.name
    }

    fn needs_parts(&self) -> bool {
        true
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        let mined = input.entries.mined;
        let mut problem = Self::draw_problem(input)?;
        let mut poser = Poser::default();
        let mut filler = Filler::new(&mut problem, mined, self);
        for _ in 0..=filler.rng().index(SETS) {
            let count = 1 + filler.rng().weighted(FORMULAS.into_iter())?;
            filler.begin_set();
            let mut formulas: Vec<_> = (0..count).filter_map(|_| filler.formula()).collect();
            let (terms, draws) = (&mut filler.problem.terms, &mut filler.problem.draws);
            if draws.rng.chance(HELD) {
                let known = formulas
                    .iter()
                    .map(|formula| as_true(terms, draws, *formula));
                formulas = known.flatten().collect();
            }
            if !formulas.is_empty() {
                poser.pose(terms, draws, &formulas);
            }
        }
        (!poser.steps.is_empty()).then(|| problem.into_run(poser.steps))
    }
}
