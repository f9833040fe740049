//! Finds the functions in which a bug is: those whose blocks are reached by runs that show it, and
//! not by similar runs that do not (spectrum-based fault localization).

use super::Coverage;
use std::collections::BTreeSet;
use std::ops::Range;

/// The most functions that are named.
const MOST: usize = 5;

/// What a run says about the bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observation {
    /// It shows the bug.
    Shows,
    /// It does not show the bug, and lacks something that the bug needs.
    LacksNeed,
    /// It has all that the bug needs as far as is known, but does not show it.
    Other,
}

/// What one run has reached.
pub struct CoveredRun {
    /// What it says about the bug.
    pub observation: Observation,
    /// The numbers of the blocks.
    pub blocks: BTreeSet<u32>,
}

/// A function of a solver's libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredFunction {
    /// Its symbol, or its place in the library if it has none.
    pub name: String,
    /// The numbers of its blocks.
    pub blocks: Range<u32>,
}

impl Coverage {
    /// The functions of all libraries, in the order of their blocks.
    ///
    /// # Errors
    /// As [`Coverage::blocks`].
    pub fn functions(&self) -> Result<Vec<CoveredFunction>, String> {
        let mut functions = Vec::new();
        for (library, blocks) in self.libraries.iter().zip(self.blocks()?) {
            let file = library.path.file_name().unwrap_or_default();
            let first = library.blocks.start;
            for (function, numbers) in blocks.functions_with_blocks(self.granularity) {
                let name = match function.name.is_empty() {
                    true => format!("{}+{:#x}", file.to_string_lossy(), function.start),
                    false => function.name.clone(),
                };
                functions.push(CoveredFunction {
                    name,
                    blocks: first + numbers.start..first + numbers.end,
                });
            }
        }
        Ok(functions)
    }
}

/// How suspicious a block is that `failing` of all runs with the bug reach and `passing` runs
/// without it: the coefficient of Ochiai, from 0 to 1 (Abreu, Zoeteweij, van Gemund: On the
/// Accuracy of Spectrum-based Fault Localization, 2007).
fn ochiai(failing: usize, passing: usize, all_failing: usize) -> f64 {
    failing as f64 / ((all_failing * (failing + passing)) as f64).sqrt().max(1.0)
}

/// How suspicious a function is. The fields are compared in this order.
#[derive(PartialEq, PartialOrd, Debug)]
struct Suspicion {
    /// The highest coefficient of its blocks, against the runs that lack something. Runs with other
    /// values often reach the error, and are right by chance. So they count less.
    against_lacking: f64,
    /// Whether its first block has this coefficient.
    is_entered: bool,
    /// The highest coefficient of these blocks, against the other runs.
    against_others: f64,
    /// The number of these blocks.
    blocks: usize,
}

/// The names of the most suspicious functions, at most five of those that are telling. Only blocks
/// count that the first run with the bug reaches.
#[must_use]
pub fn suspicious_functions(
    runs: &[CoveredRun],
    functions: &[CoveredFunction],
    is_telling: impl Fn(&str) -> bool,
) -> Vec<String> {
    let of = |observation| {
        runs.iter()
            .filter(move |run| run.observation == observation)
    };
    let all_failing = of(Observation::Shows).count();
    let Some(first) = of(Observation::Shows)
        .next()
        .filter(|_| runs.len() > all_failing)
    else {
        return Vec::new();
    };
    let reaching = |block: &u32, observation| {
        let runs = of(observation).filter(|run| run.blocks.contains(block));
        runs.count()
    };
    let coefficient = |block: &u32, observation| {
        let failing = reaching(block, Observation::Shows);
        ochiai(failing, reaching(block, observation), all_failing)
    };
    let suspicion = |function: &CoveredFunction| {
        let reached = first.blocks.range(function.blocks.clone());
        let against: Vec<(&u32, f64)> = reached
            .map(|block| (block, coefficient(block, Observation::LacksNeed)))
            .collect();
        let against_lacking = against.iter().map(|(_, it)| *it).reduce(f64::max)?;
        let best = || against.iter().filter(|(_, it)| *it == against_lacking);
        let others = best().map(|(block, _)| coefficient(block, Observation::Other));
        Some(Suspicion {
            against_lacking,
            is_entered: best().any(|(block, _)| **block == function.blocks.start),
            against_others: others.fold(0.0, f64::max),
            blocks: best().count(),
        })
    };
    // A block that all runs reach says nothing.
    let least = ochiai(all_failing, of(Observation::LacksNeed).count(), all_failing);
    let telling = functions
        .iter()
        .filter(|function| is_telling(&function.name));
    let mut ranked: Vec<(Suspicion, &str)> = telling
        .filter_map(|function| Some((suspicion(function)?, function.name.as_str())))
        .filter(|(suspicion, _)| suspicion.against_lacking > least)
        .collect();
    ranked.sort_by(|(one, _), (other, _)| {
        other.partial_cmp(one).unwrap_or(std::cmp::Ordering::Equal)
    });
    let names = ranked.into_iter().map(|(_, name)| name.to_owned());
    names.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(observation: Observation, blocks: &[u32]) -> CoveredRun {
        CoveredRun {
            observation,
            blocks: blocks.iter().copied().collect(),
        }
    }

    /// Blocks: `shared` 0 to 2, `wrong` 3 to 5, `after` 6 to 8, `other` 9.
    fn functions() -> Vec<CoveredFunction> {
        [
            ("shared", 0..3),
            ("wrong", 3..6),
            ("after", 6..9),
            ("other", 9..10),
        ]
        .map(|(name, blocks)| CoveredFunction {
            name: name.to_owned(),
            blocks,
        })
        .into()
    }

    #[test]
    fn functions_that_only_runs_with_the_bug_enter_come_first() {
        let runs = [
            run(Observation::Shows, &[0, 1, 3, 4, 6, 7]),
            run(Observation::Shows, &[0, 1, 3, 4]),
            run(Observation::LacksNeed, &[0, 6]),
            run(Observation::LacksNeed, &[0, 2]),
            run(Observation::Other, &[0, 1, 3, 5]),
        ];
        let found = suspicious_functions(&runs, &functions(), |_| true);
        assert_eq!(found, ["wrong", "shared"]);
        let found = suspicious_functions(&runs, &functions(), |name| name != "wrong");
        assert_eq!(found, ["shared"]);
    }

    #[test]
    fn without_other_runs_nothing_is_suspicious() {
        let runs = [run(Observation::Shows, &[0, 3])];
        assert!(suspicious_functions(&runs, &functions(), |_| true).is_empty());
        assert!(suspicious_functions(&[], &functions(), |_| true).is_empty());
    }
}
