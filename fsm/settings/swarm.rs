//! Swarm testing: each run draws its own subset of theories, operators, widths and weights, so that
//! runs differ and rare combinations occur (Groce et al., ISSTA 2012).

use crate::action::{Context, OpWeights};
pub use crate::action::{Intent, SwarmConfig};
use crate::features::sort_features;
use crate::op::{ATTRIBUTES, BASE, DatatypeOp, Op, PATTERN, Pattern, Shape, Signature};
use crate::rng::Rng;
use crate::settings;
use crate::state::names::Names;
use crate::theory::{Theories, Theory};

/// Widths worth trying: tiny ones, and those around machine words, where solvers use different
/// code.
const WIDTHS: [u32; 18] = [1, 1, 2, 2, 3, 4, 4, 5, 7, 8, 8, 16, 31, 32, 33, 64, 65, 128];

/// Widths above 64. Solvers store values of these widths in another way than values of a machine
/// word.
const WIDE: [u32; 8] = [65, 72, 96, 127, 128, 129, 192, 256];

/// Formats worth trying: mostly small ones, which are solved fast, and those of processors. No
/// exponent is wider than its significand, because Z3 does not add numbers of such formats.
const FORMATS: [(u32, u32); 18] = [
    (2, 3),
    (2, 3),
    (2, 4),
    (2, 5),
    (2, 5),
    (3, 3),
    (3, 3),
    (3, 4),
    (3, 4),
    (3, 5),
    (3, 8),
    (4, 5),
    (5, 11),
    (5, 11),
    (8, 8),
    (8, 24),
    (11, 53),
    (15, 113),
];

/// The theories whose sorts may have few elements.
const FINITE: [Theory; 10] = [
    Theory::Bool,
    Theory::Bv,
    Theory::Array,
    Theory::Set,
    Theory::Uf,
    Theory::Quant,
    Theory::Fp,
    Theory::Ff,
    Theory::Dt,
    Theory::Tuple,
];

/// Makes the seed that decides whether a walk has small sorts only. It says "small".
const SMALL: u64 = 0x73_6d61_6c6c;

/// The widths and formats in walks with small sorts.
const SMALL_WIDTHS: [u32; 3] = [1, 2, 3];
const SMALL_FORMATS: [(u32, u32); 2] = [(2, 3), (3, 3)];

impl SwarmConfig {
    /// Draws the configuration of the walk of a seed. Some walks have small sorts only, because
    /// [all assignments](crate::oracle::exhaustive) decide most of their checks.
    #[must_use]
    pub fn draw_walk(seed: u64, rng: &mut Rng, allowed: Theories, context: &Context) -> Self {
        let finite = allowed.intersection(FINITE.into_iter().collect());
        let has_choice = finite.iter().any(|theory| theory != Theory::Bool);
        // The other walks are the same whatever this share is.
        let is_small = has_choice && Rng::new(seed ^ SMALL).chance(context.runs.small);
        if !is_small {
            return Self::draw(rng, allowed, None, context);
        }
        let mut swarm = Self::draw(rng, finite, None, context);
        swarm.widths.retain(|width| SMALL_WIDTHS.contains(width));
        swarm.widths.extend(rng.pick(&SMALL_WIDTHS));
        if context.restrictions.formats.is_empty() && !swarm.formats.is_empty() {
            swarm.formats = rng.pick(&SMALL_FORMATS).copied().into_iter().collect();
        }
        swarm
    }

    /// Draws the configuration of a run from the theories that the campaign allows. Whether
    /// arithmetic is `linear` is drawn, too, unless it is known.
    #[must_use]
    pub fn draw(rng: &mut Rng, allowed: Theories, linear: Option<bool>, context: &Context) -> Self {
        let intents = [Intent::Free, Intent::Planted, Intent::Refuted];
        let intent = rng.weighted(context.runs.odds().into_iter());
        let ops = &context.ops;
        let is_there = |theory: &Theory| {
            let mut members = ops.iter().filter(|op| ops.row(*op).theory == *theory);
            *theory != Theory::Bool && members.any(|op| context.supports(op))
        };
        let mut others: Vec<Theory> = allowed.iter().filter(is_there).collect();
        rng.shuffle(&mut others);
        // One run in eight has all theories. The others have a few, so that these combine.
        let keep = if rng.chance(12) {
            others.len()
        } else {
            1 + rng.index(others.len().min(4))
        };
        let mut theories: Theories = others.into_iter().take(keep).collect();
        // Operators between theories would be rare if each theory was drawn on its own.
        for theory in theories.iter() {
            if rng.chance(40) {
                theories = theories.union(also_needed(rng, theory, theories, allowed, context));
            }
        }
        // Quantifiers combine with every theory. As one theory of many they would be in few runs.
        if allowed.has(Theory::Quant) && rng.chance(20) {
            theories.insert(Theory::Quant);
        }
        // Functions as values are hard to solve, so they get fewer runs than their share. They need
        // functions, and most of their operators are about sorts of other theories.
        if theories.has(Theory::Ho) {
            if rng.chance(40) {
                theories.remove(Theory::Ho);
            } else {
                theories.insert(Theory::Uf);
                for _ in 0..2 {
                    theories =
                        theories.union(also_needed(rng, Theory::Ho, theories, allowed, context));
                }
            }
        }
        for (theory, others) in &context.restrictions.apart {
            if !theories.has(*theory) || theories.intersection(*others) == Theories::default() {
                continue;
            }
            if rng.coin() {
                theories.remove(*theory);
            } else {
                others.iter().for_each(|other| theories.remove(other));
            }
        }
        theories.insert(Theory::Bool);
        let count = 1 + rng.index(3);
        let mut widths: Vec<u32> = (0..count)
            .filter_map(|_| rng.pick(&WIDTHS).copied())
            .collect();
        if rng.chance(20) {
            widths.extend(rng.pick(&WIDE));
        }
        let mut formats = Vec::new();
        if theories.has(Theory::Fp) {
            let count = 1 + rng.index(2);
            let allowed = &context.restrictions.formats;
            let choice: &[_] = if allowed.is_empty() {
                &FORMATS
            } else {
                allowed
            };
            formats.extend((0..count).filter_map(|_| rng.pick(choice).copied()));
            // The widths of the parts of a number, so that there are terms to make numbers of.
            if let (true, Some((exponent, significand))) = (rng.chance(75), formats.first()) {
                widths = vec![1, *exponent, significand - 1, exponent + significand];
            }
        }
        let drawn = context.user.linear || rng.coin() && !theories.has(Theory::Transcendental);
        let linear = linear.unwrap_or(drawn);
        let weights = op_weights(rng, theories, linear, context);
        let boolean = |op: &Op| {
            let signature = context.ops.signature(*op);
            let takes_any = matches!(
                signature.shape,
                Shape::Plain | Shape::Dt(_) | Shape::Tuple(_)
            );
            signature.result == Pattern::Bool && takes_any
        };
        let closers: Vec<Op> = context
            .ops
            .iter()
            .filter(|op| boolean(op) && weights[op.index()] > 0)
            .collect();
        let extension_actions = rng.below(4) == 0 && context.user.few_operators.is_none();
        let features = context.ops.iter().filter(|op| weights[op.index()] > 0);
        let features = features.map(|op| context.ops.row(op).name);
        let features = features.chain(sort_features(theories));
        let settings = settings::draw(rng, features, theories, extension_actions, context);
        Self {
            intent: intent.map_or(Intent::Free, |n| intents[n]),
            theories,
            linear,
            widths,
            formats,
            ops: OpWeights::new(weights, closers),
            settings,
            calls: length(rng, context.runs.calls),
            extension_actions,
            names: Names::draw(rng, context.plain_names),
        }
    }

    /// The same configuration with all operators of these theories.
    #[must_use]
    pub fn with_all_operators(mut self, theories: Theories, context: &Context) -> Self {
        self.theories = theories;
        let linear = self.linear;
        self.ops
            .turn_on(MEAN_WEIGHT, |op| is_usable(op, theories, linear, context));
        self
    }
}

/// Draws the factor of one edge of the machine for one run, in quarters. Most edges keep their
/// weight, one in eight is rarer and one in eight is more frequent.
#[must_use]
pub fn edge_factor(rng: &mut Rng) -> u32 {
    match rng.below(8) {
        0 => 1,
        1 => 12,
        _ => 4,
    }
}

/// The budget of calls. There are more short runs than long ones, because a bug that shows in few
/// calls is found and understood sooner.
fn length(rng: &mut Rng, (least, most): (u32, u32)) -> u32 {
    let longest = rng.range(least, most);
    rng.range(least, longest)
}

/// The theory that a sort of the pattern needs, with those of its parts.
fn needed(pattern: &Pattern) -> Theories {
    let theory = match pattern {
        Pattern::Bool | Pattern::Var(_) => return Theories::default(),
        Pattern::Int => Theory::Int,
        Pattern::Real => Theory::Real,
        Pattern::Bv(_) => Theory::Bv,
        Pattern::Array(_) => Theory::Array,
        Pattern::Set(_) => Theory::Set,
        Pattern::Bag(_) => Theory::Bag,
        Pattern::Tuple(_) => Theory::Tuple,
        Pattern::Nullable(_) => Theory::Nullable,
        Pattern::Fp(..) | Pattern::Rm => Theory::Fp,
        Pattern::String | Pattern::RegLan => Theory::String,
        Pattern::Seq(_) => Theory::Seq,
        Pattern::Ff(_) => Theory::Ff,
        Pattern::Uninterpreted(_) => Theory::Uf,
        Pattern::Fun(_) => Theory::Ho,
    };
    let mut theories: Theories = [theory].into_iter().collect();
    if let Pattern::Set(element) | Pattern::Bag(element) | Pattern::Nullable(element) = pattern {
        theories = theories.union(needed(element));
    }
    theories
}

/// The theories that the sorts of an operator's signature need.
#[must_use]
pub fn needs(signature: &Signature) -> Theories {
    let patterns = signature.args.iter().chain([&signature.result]);
    let mut all = patterns.fold(Theories::default(), |all, p| all.union(needed(p)));
    if signature.shape == Shape::Comprehension {
        all.insert(Theory::Quant); // Its meaning is that values of the variables exist.
    }
    all
}

/// The theories that some operator of `theory` needs in addition to `theories`.
fn also_needed(
    rng: &mut Rng,
    theory: Theory,
    theories: Theories,
    allowed: Theories,
    context: &Context,
) -> Theories {
    let ops = &context.ops;
    let is_open = |op: &Op| {
        let needs = needs(ops.signature(*op));
        let lacks = !needs.is_within(theories) && needs.is_within(allowed);
        ops.row(*op).theory == theory && context.supports(*op) && lacks
    };
    let open: Vec<Op> = ops.iter().filter(is_open).collect();
    let op = rng.pick(&open);
    op.map_or_else(Theories::default, |op| needs(ops.signature(*op)))
}

/// Whether only scenarios make such terms.
fn is_of_scenario(shape: Shape) -> bool {
    use DatatypeOp::{BindCase, Case, Match};
    matches!(shape, Shape::Annotated | Shape::Dt(Case | BindCase | Match))
}

/// How much more often an operator is tried because it seldom finds arguments. An operator between
/// sorts needs terms of each, and an indexed one needs sorts that fit its indices.
fn rarity(signature: &Signature) -> u32 {
    let patterns = signature.args.iter().chain([&signature.result]);
    let fixed = patterns.filter(|p| !matches!(p, Pattern::Bool | Pattern::Var(_) | Pattern::Rm));
    let mut kinds: Vec<_> = fixed.map(std::mem::discriminant).collect();
    kinds.dedup();
    let is_composed = |p: &Pattern| match (p, &signature.result) {
        (Pattern::Set(element) | Pattern::Bag(element), _) => {
            matches!(**element, Pattern::Tuple(_))
        }
        // The bit-vector has as many bits as the format of the number.
        (Pattern::Bv(_), Pattern::Fp(..)) => true,
        (Pattern::Fun(_), _) => true,
        _ => false,
    };
    let is_nullable = |p: &Pattern| matches!(p, Pattern::Nullable(_));
    let lifts = is_nullable(&signature.result) && signature.args.iter().any(is_nullable);
    match kinds.len() {
        _ if matches!(signature.shape, Shape::Partial | Shape::Lambda) => 8,
        _ if signature.args.iter().any(is_composed) => 8,
        0 | 1 if !lifts => 1,
        2 if !lifts => 4,
        _ => 12,
    }
}

/// Whether walks apply an operator in runs with these theories.
fn is_usable(op: Op, theories: Theories, linear: bool, context: &Context) -> bool {
    let signature = context.ops.signature(op);
    context.supports(op)
        && theories.has(context.ops.row(op).theory)
        && !signature.scripted
        && signature.linear.is_allowed(linear)
        && !is_of_scenario(signature.shape)
        && needs(signature).is_within(theories)
}

/// The mean weight of the operators of a theory.
const MEAN_WEIGHT: u32 = 1000;

/// Theories in use have the same share, except that Core and theories of few operators have a
/// smaller one. In a theory each run prefers some operators and leaves out others.
fn op_weights(rng: &mut Rng, theories: Theories, linear: bool, context: &Context) -> Vec<u32> {
    let ops = &context.ops;
    let usable = |op: &Op| is_usable(*op, theories, linear, context);
    // Operators that came later, and that walks do not draw: attributes other than patterns, and
    // operators of scripts that are in the base table or take functions. They draw nothing and do
    // not count, so that seeds keep their runs.
    let takes_function = |arg: &Pattern| matches!(arg, Pattern::Fun(_));
    let came_later = |op: &Op| {
        let Signature { scripted, args, .. } = ops.signature(*op);
        ATTRIBUTES.contains(op) && *op != PATTERN
            || *scripted && (op.index() < BASE.len() || args.iter().any(takes_function))
    };
    let draw = |op: &Op, rng: &mut Rng| match came_later(op) {
        true => 0,
        false => rng.below(8),
    };
    let mut weights: Vec<u32> = ops
        .iter()
        .map(|op| match (usable(&op), draw(&op, rng)) {
            (false, _) | (true, 0) => 0,
            (true, 1) => 40 * rarity(ops.signature(op)),
            (true, _) => 10 * rarity(ops.signature(op)),
        })
        .collect();
    if let Some(most) = context.user.few_operators {
        let mut used: Vec<usize> = (0..weights.len()).filter(|n| weights[*n] > 0).collect();
        rng.shuffle(&mut used);
        used.iter().skip(most).for_each(|n| weights[*n] = 0);
    }
    for theory in theories.iter() {
        let is_member = |op: &Op| ops.row(*op).theory == theory && !came_later(op);
        let members = || ops.iter().filter(is_member);
        let total: u32 = members().map(|op| weights[op.index()]).sum();
        let share = match theory {
            Theory::Bool => 700,
            Theory::Quant => 2500,
            _ => MEAN_WEIGHT * (members().count() as u32).min(14),
        };
        for op in members() {
            let weight = &mut weights[op.index()];
            if *weight > 0 {
                *weight = (*weight * share / total.max(1)).max(1);
            }
        }
    }
    // Scenarios negate often, too.
    let not = &mut weights[crate::op::NOT.index()];
    *not = not.div_ceil(4);
    // Equality makes formulas of terms of every sort. Without it some terms could not reach an
    // assertion.
    let equal = &mut weights[crate::op::EQUAL.index()];
    *equal = (*equal).max(100);
    weights
}
