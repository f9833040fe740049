//! The index of a corpus: what its entries are, and which files could not be imported.

use murxla_fsm::action::{Arg, Context, Role};
use murxla_fsm::edit::Step;
use murxla_fsm::op::Shape;
use murxla_wrappers::smt2::LeftOut;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The name of its file.
pub const INDEX: &str = "index.json";

/// The index of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Index {
    /// By the name of the entry's file.
    pub entries: BTreeMap<String, EntryRecord>,
    /// By the path of a file: why it was not imported, as `line 3, column 1: …`.
    pub refused: BTreeMap<String, String>,
    /// By the path of a file: the entry with the same calls up to names.
    pub repeated: BTreeMap<String, String>,
}

/// The row of an entry in the index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EntryRecord {
    /// The path of the file from which it was made.
    pub source: String,
    /// The solver whose dialect the file has; `smt2` is the standard.
    pub dialect: String,
    /// The theories of its operators.
    pub theories: BTreeSet<String>,
    /// The names of its operators.
    pub operators: BTreeSet<String>,
    /// What else it has, see `features`.
    pub features: BTreeSet<String>,
    /// The number of its calls.
    pub calls: usize,
    /// The expected answers of its checks; empty where there is none.
    pub answers: Vec<String>,
    /// The parts of the script that it lacks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

impl EntryRecord {
    /// Describes the steps of an entry.
    #[must_use]
    pub fn new(source: String, dialect: &str, steps: &[Step], context: &Context) -> Self {
        let ops = &context.ops;
        let rows = operators(steps).map(|op| ops.row(op));
        let checks = steps
            .iter()
            .filter(|step| step.call.action.role() == Role::Check);
        Self {
            source,
            dialect: dialect.to_owned(),
            theories: rows
                .clone()
                .map(|row| row.theory.short().to_owned())
                .collect(),
            operators: rows.map(|row| row.name.to_owned()).collect(),
            features: features(steps, context).map(str::to_owned).collect(),
            calls: steps.len(),
            answers: checks
                .map(|step| step.answer.map_or("", |answer| answer.name()).to_owned())
                .collect(),
            left_out: Vec::new(),
        }
    }
}

fn operators(steps: &[Step]) -> impl Iterator<Item = murxla_fsm::op::Op> + Clone {
    let args = steps.iter().flat_map(|step| &step.call.args);
    args.filter_map(|arg| match arg {
        Arg::Op(op) => Some(*op),
        _ => None,
    })
}

/// What steps have: `quantifiers`, `functions` (defined ones), `levels`, `assumptions`, `options`,
/// `several checks`.
fn features(steps: &[Step], context: &Context) -> impl Iterator<Item = &'static str> {
    let count = |role: Role| {
        let steps = steps.iter().map(|step| step.call.action.role());
        steps.filter(move |its| *its == role).count()
    };
    let has = |name: &str| steps.iter().any(|step| step.call.action.name() == name);
    let quantifies = operators(steps).any(|op| context.ops.signature(op).shape == Shape::Binder);
    [
        ("quantifiers", quantifies),
        ("functions", has("mk-fun") || has("mk-rec-fun")),
        ("levels", count(Role::Push) > 0),
        ("assumptions", has("check-sat-assuming")),
        ("options", has("set-option")),
        ("several checks", count(Role::Check) > 1),
    ]
    .into_iter()
    .filter_map(|(name, is_there)| is_there.then_some(name))
}
