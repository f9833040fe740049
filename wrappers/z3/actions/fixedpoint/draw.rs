//! Draws parameters and commands of fixed points: the paths of a graph, and more relations that are
//! defined by them.

use super::super::parameters::{OF_FIXED_POINTS, Settings, Value};
use super::PARAMETER;
use super::program::REPRESENTATIONS;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::LibraryNames;

/// The share of parameters that are set, in percent.
const SET: u32 = 15;

/// Draws an engine and some of the parameters that it reads.
pub(super) fn settings(names: &LibraryNames, rng: &mut Rng) -> Settings {
    let mut settings = Settings::default();
    let (engine, modules): (_, &[&str]) = match rng.below(8) {
        0..3 => ("datalog", &["datalog.", "xform."]),
        3 => ("bmc", &["xform."]),
        4 | 5 => ("spacer", &["spacer."]),
        _ => ("spacer", &["spacer.", "xform."]),
    };
    settings.set("engine", Value::Word(engine));
    if modules == ["spacer."] {
        settings.set("xform.slice", Value::Flag(false));
    }
    if rng.coin() {
        for (name, values) in OF_FIXED_POINTS {
            let is_read = modules.iter().any(|module| name.starts_with(module));
            if is_read && rng.chance(SET) && names.has(PARAMETER, name) {
                settings.set(name, values.draw(rng));
            }
        }
    }
    settings
}

/// The largest width of nodes in bits.
const WIDTH: u32 = 3;

/// Ways to define the paths of a graph: the body of the second rule.
const CLOSURES: &[&str] = &[
    "(and (path x y) (edge y z))",
    "(and (edge x y) (path y z))",
    "(and (path x y) (path y z))",
];

/// Further relations, with their columns and rules.
const FURTHER: &[(&str, usize, &[&str])] = &[
    ("loop", 1, &["(=> (path x x) (loop x))"]),
    (
        "linked",
        2,
        &[
            "(=> (edge x y) (linked x y))",
            "(=> (linked x y) (linked y x))",
        ],
    ),
    ("both", 2, &["(=> (and (path x y) (path y x)) (both x y))"]),
    ("start", 1, &["(=> (edge x y) (start x))"]),
    ("two", 2, &["(=> (and (edge x y) (edge y z)) (two x z))"]),
    ("any", 0, &["(=> (path x y) any)"]),
];

/// Draws commands. `is_datalog` says whether relations may be stored in other ways.
pub(super) fn commands(rng: &mut Rng, is_datalog: bool) -> Vec<String> {
    let width = rng.range(1, WIDTH);
    let sort = format!("(_ BitVec {width})");
    let mut commands = Vec::new();
    let represented = match rng.pick(REPRESENTATIONS) {
        Some(kind) if is_datalog && rng.chance(30) => format!(" {kind}"),
        _ => String::new(),
    };
    let further = rng.pick(FURTHER).filter(|_| rng.chance(40));
    commands.push(format!("(declare-rel edge ({sort} {sort}))"));
    commands.push(format!("(declare-rel path ({sort} {sort}){represented})"));
    if let Some((name, columns, _)) = further {
        let columns = vec![&*sort; *columns].join(" ");
        commands.push(format!("(declare-rel {name} ({columns}))"));
    }
    commands.extend(["x", "y", "z"].map(|name| format!("(declare-var {name} {sort})")));
    let closure = rng.pick(CLOSURES).copied().unwrap_or(CLOSURES[0]);
    commands.push("(rule (=> (edge x y) (path x y)) first)".to_owned());
    commands.push(format!("(rule (=> {closure} (path x z)) further)"));
    let rules = further.iter().flat_map(|(_, _, rules)| *rules);
    commands.extend(rules.map(|rule| format!("(rule {rule})")));
    let node = |rng: &mut Rng| {
        let number = rng.below(1 << width);
        format!("#b{number:0width$b}", width = width as usize)
    };
    for _ in 0..rng.range(1, 10) {
        let (a, b) = (node(rng), node(rng));
        commands.push(format!("(rule (edge {a} {b}))"));
    }
    for _ in 0..rng.range(1, 3) {
        let (name, columns) = match further {
            Some((name, columns, _)) if rng.coin() => (*name, *columns),
            _ => ("path", 2),
        };
        let args: Vec<String> = (0..columns).map(|_| node(rng)).collect();
        commands.push(match columns {
            0 => format!("(query {name})"),
            _ => format!("(query ({name} {}))", args.join(" ")),
        });
    }
    commands
}
