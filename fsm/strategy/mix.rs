//! Which strategies make the runs of a campaign, and how often.

use super::fusion::Partners;
use super::history::{EntryParts, Mined, Miner};
use super::{
    AllUsable, DrawnEntries, Entries, EntryStates, Enumeration, STRATEGIES, Strategy, WALK, opening,
};
use crate::action::Context;
use crate::edit::Step;
use crate::features::theories_of_steps;
use crate::profile::nearest::suggestion;
use crate::rng::Rng;
use crate::state::InstanceState;
use crate::strategy::corpus::Corpus;
use crate::theory::{Theories, Theory};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The weights of the walk and of all other strategies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    walk: u32,
    /// In the order of [`STRATEGIES`].
    others: Vec<u32>,
}

impl Default for Weights {
    /// The usual ones.
    fn default() -> Self {
        Self {
            walk: WALK.1,
            others: STRATEGIES.iter().map(|(_, weight)| *weight).collect(),
        }
    }
}

impl Weights {
    /// The walk alone.
    #[must_use]
    pub fn walk() -> Self {
        Self {
            walk: 1,
            others: vec![0; STRATEGIES.len()],
        }
    }

    /// The weights of some strategies. All others have the weight 0.
    ///
    /// # Errors
    /// A name that is unknown or given twice, or all weights are 0.
    pub fn new(named: &[(String, u32)]) -> Result<Self, String> {
        let mut weights = Self {
            walk: 0,
            others: vec![0; STRATEGIES.len()],
        };
        for (place, (name, weight)) in named.iter().enumerate() {
            if named[..place].iter().any(|(other, _)| other == name) {
                return Err(format!("the strategy '{name}' is given twice"));
            }
            let others = STRATEGIES.iter().zip(&mut weights.others);
            let mut others = others.map(|((strategy, _), its)| (strategy.name(), its));
            let its = match others.find(|(other, _)| other == name) {
                Some((_, its)) => its,
                None if name == WALK.0 => &mut weights.walk,
                None => {
                    let near = suggestion(name, names());
                    let all = names().collect::<Vec<_>>().join(", ");
                    return Err(format!("unknown strategy '{name}'{near}; there are: {all}"));
                }
            };
            *its = *weight;
        }
        if weights.all().all(|weight| weight == 0) {
            return Err("all weights are 0".to_owned());
        }
        Ok(weights)
    }

    /// Whether all runs are enumerated. Then seeds are positions.
    #[must_use]
    pub fn enumerate_only(&self) -> bool {
        self.walk == 0 && !self.use_entries()
    }

    /// Whether some runs are made from entries.
    #[must_use]
    pub fn use_entries(&self) -> bool {
        self.used().any(Strategy::needs_entries)
    }

    /// The strategies other than the walk that make runs.
    fn used(&self) -> impl Iterator<Item = &'static dyn Strategy> {
        let all = STRATEGIES.iter().zip(&self.others);
        all.filter_map(|((strategy, _), weight)| (*weight > 0).then_some(*strategy))
    }

    /// That of the walk, and then those of the others.
    fn all(&self) -> impl Iterator<Item = u32> + Clone {
        std::iter::once(self.walk).chain(self.others.iter().copied())
    }
}

/// The names of all strategies.
pub fn names() -> impl Iterator<Item = &'static str> {
    let others = STRATEGIES.iter().map(|(strategy, _)| strategy.name());
    std::iter::once(WALK.0).chain(others)
}

/// The strategies of a campaign with their corpus.
pub struct Mix {
    weights: Weights,
    corpus: Arc<Corpus>,
    states: Rc<dyn EntryStates>,
    /// The numbers of the entries that the solver and the user allow.
    usable: Vec<usize>,
    /// The steps of the shortest of these entries.
    parsed: BTreeMap<usize, Rc<[Step]>>,
    /// The theories that runs may use.
    theories: Theories,
    mined: Mined,
    partners: Partners,
    enumeration: Enumeration,
}

/// The steps of entries with at most this many bytes are kept, and at most this many bytes in all.
/// The steps need ten times as much memory. All children of a process share them.
const PARSED: [usize; 2] = [20_000, 2_000_000];

impl Mix {
    /// The strategies for a solver. Runs use entries of the corpus with these theories, unless its
    /// states say that they show a bug.
    #[must_use]
    pub fn new(
        weights: Weights,
        (corpus, states): (Arc<Corpus>, Rc<dyn EntryStates>),
        mut theories: Theories,
        context: &Context,
    ) -> Self {
        theories.insert(Theory::Bool);
        let mut usable = Vec::new();
        let (mut parsed, mut room) = (BTreeMap::new(), PARSED[1]);
        let mut miner = Miner::default();
        let mut partners = Partners::default();
        let needs_entries = weights.use_entries();
        let needs_parts = weights.used().any(Strategy::needs_parts);
        let entries = corpus.entries().iter().enumerate();
        for (number, entry) in entries.take_while(|_| needs_entries) {
            let mut parts = EntryParts::default();
            let mut declared = BTreeSet::new();
            let see = &mut |step: &Step, state: &InstanceState| {
                declared.extend(Partners::key_of_constant(step, state));
                if needs_parts {
                    parts.see(step, state);
                }
            };
            let Some(steps) = entry.read(context, see) else {
                continue;
            };
            let uses = theories_of_steps(&steps, context);
            if uses.is_within(theories)
                && opening::may_combine(uses, context)
                && (!context.user.linear || opening::is_linear(&steps, context))
            {
                usable.push(number);
                let size = entry.text.len();
                if size <= PARSED[0].min(room) {
                    room -= size;
                    parsed.insert(number, steps.into());
                }
                partners.add(number, declared);
                miner.add(number, parts, &context.ops);
            }
        }
        let enumerates = weights.used().any(|strategy| !strategy.needs_entries());
        let enumeration = match enumerates {
            true => Enumeration::new(theories, context),
            false => Enumeration::default(),
        };
        Self {
            enumeration,
            weights,
            corpus,
            states,
            usable,
            parsed,
            theories,
            mined: miner.mined(),
            partners,
        }
    }

    /// The walk alone.
    #[must_use]
    pub fn walk() -> Self {
        Self {
            weights: Weights::walk(),
            corpus: Arc::default(),
            states: Rc::new(AllUsable),
            usable: Vec::new(),
            parsed: BTreeMap::new(),
            theories: Theories::all(),
            mined: Mined::default(),
            partners: Partners::default(),
            enumeration: Enumeration::default(),
        }
    }

    /// The strategy of a run. `None` if it is a walk.
    pub fn draw(&self, rng: &mut Rng) -> Option<&'static dyn Strategy> {
        let drawn = rng.weighted(self.weights.all())?;
        let (strategy, _) = STRATEGIES.get(drawn.checked_sub(1)?)?;
        (!strategy.needs_entries() || !self.usable.is_empty()).then_some(*strategy)
    }

    /// The strategy of a run that an entry guides. `None` if no strategy of the campaign uses
    /// entries.
    pub fn draw_guided(&self, rng: &mut Rng) -> Option<&'static dyn Strategy> {
        let all = STRATEGIES.iter().zip(&self.weights.others);
        let weights = all.map(|((strategy, _), weight)| match strategy.needs_entries() {
            true => *weight,
            false => 0,
        });
        let drawn = rng.weighted(weights)?;
        STRATEGIES.get(drawn).map(|(strategy, _)| *strategy)
    }

    /// How many entries of the corpus are used, unless it is all, or which formulas are enumerated.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        if self.weights.enumerate_only() {
            return self.enumeration.remarks();
        }
        self.remark_on_entries().into_iter().collect()
    }

    fn remark_on_entries(&self) -> Option<String> {
        let (used, all) = (self.usable.len(), self.corpus.entries().len());
        let needs_entries = self.weights.use_entries();
        if needs_entries && used == 0 {
            return Some(
                "strategies can use no entry of the corpus: all runs are walks".to_owned(),
            );
        }
        (needs_entries && used < all).then(|| {
            format!("strategies use {used} of the {all} entries of the corpus; the others need what the solver, its profile, or --theories and --linear exclude")
        })
    }

    /// A run that has drawn no entries yet.
    #[must_use]
    pub fn begin_run(&self) -> DrawnEntries<'_> {
        DrawnEntries::new(&*self.states)
    }

    /// The digest of the corpus, if traces name it.
    #[must_use]
    pub fn digest(&self) -> Option<&str> {
        self.corpus.digest()
    }

    /// The entries that a run may use.
    #[must_use]
    pub fn entries<'a>(&'a self, drawn: &'a DrawnEntries<'a>) -> Entries<'a> {
        Entries {
            drawn,
            corpus: &self.corpus,
            usable: &self.usable,
            parsed: &self.parsed,
            theories: self.theories,
            mined: &self.mined,
            partners: &self.partners,
            enumeration: &self.enumeration,
            guide: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_name_strategies() {
        let weights = |words: &[(&str, u32)]| {
            let named: Vec<(String, u32)> =
                words.iter().map(|(n, w)| ((*n).to_owned(), *w)).collect();
            Weights::new(&named)
        };
        assert_eq!(weights(&[("walk", 5)]).unwrap().walk, 5);
        assert_eq!(weights(&[("opfuzz", 2)]).unwrap().others[0], 2);
        let message = weights(&[("opfuz", 1)]).unwrap_err();
        assert!(message.contains("did you mean 'opfuzz'"), "{message}");
        assert!(weights(&[("walk", 0)]).unwrap_err().contains("all weights"));
        assert!(
            weights(&[("walk", 1), ("walk", 2)])
                .unwrap_err()
                .contains("twice")
        );
    }
}
