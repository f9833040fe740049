//! Simplifies the seeds of calls, which decide the choices of the wrapper.

use super::{Edit, Pass};
use crate::minimize::candidate::Candidate;
use murxla_fsm::action::Context;

/// Sets the seeds of calls to 0: of all calls, of halves, and of single calls. Only the seeds that
/// matter are left.
pub(super) struct ClearSeeds;

/// Tries small seeds, with which a wrapper may draw less that the bug does not need.
pub(super) struct TrySmallSeeds;

/// The small seeds. All of them have one digit, so that they are equally simple.
const SMALL: std::ops::RangeInclusive<u32> = 1..=9;

impl Pass for TrySmallSeeds {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let large = |place: &usize| best.steps[*place].call.seed > *SMALL.end();
        let places = (0..best.steps.len()).filter(large);
        let seeds = places.flat_map(|place| SMALL.map(move |seed| (place, seed)));
        let edits = seeds.map(|(place, seed)| {
            let edit = move || {
                let mut steps = best.steps.clone();
                steps[place].call.seed = seed;
                Some(steps)
            };
            Box::new(edit) as Edit<'c>
        });
        edits.collect()
    }
}

impl Pass for ClearSeeds {
    fn edits<'c>(&self, best: &'c Candidate, _: &'c Context) -> Vec<Edit<'c>> {
        let seeded: Vec<usize> = (0..best.steps.len())
            .filter(|place| best.steps[*place].call.seed > 0)
            .collect();
        let mut edits: Vec<Edit<'c>> = Vec::new();
        let mut size = seeded.len();
        while size > 0 {
            for part in seeded.chunks(size) {
                let part = part.to_vec();
                edits.push(Box::new(move || {
                    let mut steps = best.steps.clone();
                    part.iter().for_each(|place| steps[*place].call.seed = 0);
                    Some(steps)
                }));
            }
            size /= 2;
        }
        edits
    }
}
