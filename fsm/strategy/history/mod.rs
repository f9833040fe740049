//! Skeletons filled with atoms (Sun, Yang, Wen, Zhou, Wang: Validating SMT Solvers via Skeleton Enumeration Empowered by Historical
//! Bug-Triggering Inputs, ICSE 2023).
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

pub use atom::Signature;
pub(super) use mined::Miner;
pub use mined::{EntryAtom, EntryParts, Mined};
pub use rules::{Limits, Rule, mine};
pub use skeleton::{Part, Skeleton, text};

use super::pose::Poser;
use super::problem::Problem;
use super::storm::held;
use super::{Input, Made, Strategy};
use fill::Filler;

/// The strategy.
pub struct History;

/// The largest number of sets of formulas of a run.
const SETS: usize = 8;

/// How often a set has 1, 2, … formulas. The paper found that four of five bug reports have at most five assertions, and 2.8 in the mean.
const FORMULAS: [u32; 5] = [15, 25, 30, 20, 10];

/// In percent, how often the formulas of a set are made true under the hidden assignment.
const HELD: u32 = 30;

impl Strategy for History {
    fn name(&self) -> &'static str {
        "history"
    }

    fn make(&self, input: &mut Input<'_>) -> Option<Made> {
        let mined = input.entries.mined;
        let mut problem = Problem::draw(input)?;
        let mut poser = Poser::default();
        let mut filler = Filler::new(&mut problem, mined);
        for _ in 0..=filler.rng().index(SETS) {
            let count = 1 + filler.rng().weighted(FORMULAS.into_iter())?;
            filler.forget();
            let mut formulas: Vec<_> = (0..count).filter_map(|_| filler.formula()).collect();
            let library = &mut filler.problem.library;
            if library.rng.chance(HELD) {
                let known = formulas.iter().map(|formula| held(library, *formula));
                formulas = known.flatten().collect();
            }
            if !formulas.is_empty() {
                poser.pose(library, &formulas);
            }
        }
        (!poser.steps.is_empty()).then(|| problem.made(poser.steps))
    }
}
