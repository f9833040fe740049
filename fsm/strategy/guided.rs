//! Runs that an entry guides. Such an entry is not a part of a corpus: it is the trace of an
//! earlier run of the campaign, which has reached new code of the solver.

use super::opening::{may_combine, options, step};
use crate::action::{Arg, Context, Role, SwarmConfig};
use crate::actions::{New, SetLogic, SetOption};
use crate::edit::{Step, read_with};
use crate::features::theories_of_steps;
use crate::rng::Rng;
use crate::state::{HIGHER_ORDER, InstanceState};
use crate::strategy::corpus::Entry;
use crate::theory::{Theories, Theory};
use crate::trace::lex;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;
use std::rc::Rc;

/// How a run uses the entry that guides it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GuideKind {
    /// A strategy changes the formulas of the entry.
    Formulas,
    /// The run makes the calls of the entry, and a walk continues it. The walk has the logic, the
    /// options and the theories of the entry.
    State,
    /// The run makes the calls of the entry with other options and without its logic, and a walk
    /// with any theories continues it.
    Options,
}

impl GuideKind {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Formulas, "formulas"),
        (Self::State, "state"),
        (Self::Options, "options"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The entry that guides a run, and how the run uses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guide {
    /// How the run uses it.
    pub kind: GuideKind,
    /// The entry.
    pub entry: Entry,
}

/// The key of the first line of the text of a guide.
const GUIDE: &str = "# guide: ";

impl Guide {
    /// Its text: a line with the kind and the name of the entry, and then the entry.
    #[must_use]
    pub fn text(kind: GuideKind, name: &str, entry: &str) -> String {
        format!("{GUIDE}{} {name}\n{entry}", kind.name())
    }

    /// Reads the text of a guide. `None` if it is another text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (line, entry) = text.strip_prefix(GUIDE)?.split_once('\n')?;
        let (kind, name) = line.split_once(' ')?;
        let mut kinds = GuideKind::ALL.into_iter();
        Some(Self {
            kind: kinds.find(|(_, its)| *its == kind)?.0,
            entry: Entry {
                name: name.into(),
                text: entry.into(),
            },
        })
    }
}

/// The entry that guides a run, as strategies use it.
pub struct GuideEntry {
    pub(super) name: Box<str>,
    pub(super) steps: Rc<[Step]>,
}

impl GuideEntry {
    /// The entry, if it has no theories but the `allowed` ones. `None` also if the solver lacks
    /// what it needs.
    #[must_use]
    pub fn new(entry: &Entry, allowed: Theories, context: &Context) -> Option<Self> {
        let mut steps = entry.steps(context)?;
        let last = last_instance(&steps);
        steps.truncate(last.end);
        steps.drain(..last.start);
        is_allowed(theories_of_steps(&steps, context), allowed).then(|| Self {
            name: entry.name.clone(),
            steps: steps.into(),
        })
    }
}

/// In percent, how often a run makes all calls of the last instance of the entry. Otherwise it
/// makes some of the first ones.
const WHOLE: u32 = 60;

/// The calls of an entry with which a run begins.
pub struct Prefix {
    kind: GuideKind,
    /// The calls of its last instance, as far as a walk can continue them.
    steps: Vec<Step>,
    /// The theories of these calls.
    pub uses: Theories,
    /// The theories that the walk behind them may use.
    pub theories: Theories,
    /// Whether the arithmetic of the walk is linear, if the calls decide it.
    pub linear: Option<bool>,
}

impl Prefix {
    /// Draws the calls. `allowed` are the theories that runs may use. `None` if the solver lacks
    /// what the entry needs, or if no walk can continue it.
    #[must_use]
    pub fn draw(
        guide: &Guide,
        allowed: Theories,
        context: &Context,
        rng: &mut Rng,
    ) -> Option<Self> {
        let mut goes_on = Vec::new();
        let see = &mut |step: &Step, state: &InstanceState| {
            goes_on.push(may_go_on(step, state, context));
        };
        let script = lex(&guide.entry.text).ok()?;
        let mut steps = read_with(&script, context, see).ok()?;
        let last = last_instance(&steps);
        let places: Vec<usize> = last.clone().filter(|place| goes_on[*place]).collect();
        let end = match rng.chance(WHOLE) {
            true => *places.last()?,
            false => *rng.pick(&places)?,
        };
        steps.truncate(end + 1);
        steps.drain(..last.start);
        // An instance that was reset is as new.
        let is_reset = |step: &&mut Step| step.call.action.role() == Role::Reset;
        if let Some(first) = steps.first_mut().filter(is_reset) {
            *first = step(rng, &New, SmallVec::new());
        }
        let uses = theories_of_steps(&steps, context);
        if !may_combine(uses, context) || !is_allowed(uses, allowed) {
            return None;
        }
        let logic = logic(&steps);
        let is_linear = |name: &str| LINEAR.iter().any(|part| name.contains(part));
        let keeps = guide.kind != GuideKind::Options;
        Some(Self {
            kind: guide.kind,
            uses,
            theories: if keeps { uses } else { allowed },
            linear: logic.filter(|name| keeps && is_linear(name)).map(|_| true),
            steps,
        })
    }

    /// Whether a walk with these theories may continue the calls.
    #[must_use]
    pub fn may_be_continued(&self, theories: Theories, context: &Context) -> bool {
        may_combine(self.uses.union(theories), context)
    }

    /// The calls for a walk with this configuration.
    #[must_use]
    pub fn into_steps(self, swarm: &SwarmConfig, context: &Context, rng: &mut Rng) -> Vec<Step> {
        if self.kind != GuideKind::Options {
            return self.steps;
        }
        let all = self.uses.union(swarm.theories);
        let mut steps = vec![step(rng, &New, SmallVec::new())];
        steps.extend(options(rng, &[], all, &swarm.settings, context));
        let is_higher_order = logic(&self.steps).is_some_and(|name| name.starts_with(HIGHER_ORDER));
        if is_higher_order {
            let name = Arg::Word(format!("{HIGHER_ORDER}ALL").into());
            steps.push(step(rng, &SetLogic, smallvec![name]));
        }
        let is_opening = |step: &Step| {
            let role = step.call.action.role();
            matches!(role, Role::Open | Role::Configure)
        };
        let body = self.steps.into_iter().skip_while(is_opening);
        steps.extend(body);
        steps
    }
}

/// Whether runs may use these theories.
fn is_allowed(uses: Theories, mut allowed: Theories) -> bool {
    allowed.insert(Theory::Bool);
    uses.is_within(allowed)
}

/// Logics with one of these in their names have linear arithmetic only.
const LINEAR: [&str; 3] = ["LIA", "LRA", "LIRA"];

/// Whether a walk can continue a run after a step.
fn may_go_on(step: &Step, state: &InstanceState, context: &Context) -> bool {
    let may_check = state.checks.count == 0 || state.options.incremental;
    let role = step.call.action.role();
    state.live
        && may_check
        && state.undefined_function().is_none()
        && !matches!(role, Role::Open | Role::Configure | Role::Reset)
        && SetOption::forced(state, context).is_none()
}

/// The places of the steps of the last instance, without the one that closes it. It begins with the
/// step that opens or resets it.
fn last_instance(steps: &[Step]) -> Range<usize> {
    let role = |step: &Step| step.call.action.role();
    let begins = |step: &Step| matches!(role(step), Role::Open | Role::Reset);
    let start = steps.iter().rposition(begins).unwrap_or_default();
    let mut behind = steps[start..].iter();
    let length = behind.position(|step| role(step) == Role::Close);
    start..start + length.unwrap_or(steps.len() - start)
}

/// The logic that some steps set.
fn logic(steps: &[Step]) -> Option<&str> {
    let args = steps.iter().find_map(|step| SetLogic::of(&step.call))?;
    Some(args.logic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guides_are_written_and_read() {
        for (kind, name) in GuideKind::ALL {
            assert_eq!(kind.name(), name);
            let text = Guide::text(kind, "e 1", "0 new\n");
            let guide = Guide::parse(&text).unwrap();
            assert_eq!(guide.kind, kind);
            assert_eq!((&*guide.entry.name, &*guide.entry.text), ("e 1", "0 new\n"));
        }
        for text in ["", "# guide: ", "# guide: none x\n", "0 new\n"] {
            assert_eq!(Guide::parse(text), None);
        }
    }
}
