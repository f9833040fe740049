//! Fixed points: the paths of a small graph. The right answers are computed here.

use super::super::checks::{
    COVER, EMPTY_RELATION, FIXEDPOINT_ANSWER, LEMMAS, NOTHING_PRINTED, REACHABLE, READ_QUERY,
    READ_RULES, RULES,
};
use super::super::ffi::{self, Ast, Context, Decl, Fixedpoint, c_text};
use super::combination::read_text;
use super::parameters::{OF_FIXED_POINTS, Settings, Value};
use super::{ExtensionCall, LIMIT, add_origin, note_command};
use crate::shared::actions::{Takes, first_text};
use murxla_fsm::action::{Arg, Call, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::LibraryNames;
use murxla_fsm::solver::{Answer, Error, Result};
use smallvec::smallvec;
use std::ffi::CStr;
use std::rc::Rc;

/// How the names of options of fixed points begin in scripts.
const OPTION: &str = "fp.";

/// The kind of the names of parameters of fixed points.
pub(super) const PARAMETER: &str = "parameter of fixed points";

/// The share of parameters that are set, in percent.
const SET: u32 = 15;

arguments! {
    /// Parameters.
    struct FixedpointArgs<'c> {
        parameters: Text,
    }
}

/// Parameters of a fixed point.
pub(super) const PARAMETERS: Takes = Takes {
    params: FixedpointArgs::PARAMS,
    pick: |cx| {
        let names = cx.context.names.as_ref()?;
        let settings = draw_settings(names, cx.rng);
        Some(smallvec![Arg::Text(settings.to_string().into())])
    },
    valid: |_, call| {
        let settings = settings(call).map_err(Invalid::Wrong)?;
        Engine::of(&settings).map(drop).map_err(Invalid::Wrong)
    },
    names: |call| settings(call).map_or_else(|_| Vec::new(), |s| s.names(PARAMETER).collect()),
};

fn settings(call: &Call) -> std::result::Result<Settings, String> {
    let text = first_text(call).map_err(|error| error.to_string())?;
    read_text(text, |all| Settings::read(&[OF_FIXED_POINTS], all))
}

/// The commands of a script that set the parameters of the call.
pub(super) fn option_commands(call: &Call) -> Result<Vec<String>> {
    let settings = settings(call).map_err(Error::Rejected)?;
    let set = settings.iter();
    Ok(set
        .map(|(name, value)| format!("(set-option :{OPTION}{name} {value})"))
        .collect())
}

/// Draws an engine and some of the parameters that it reads.
fn draw_settings(names: &LibraryNames, rng: &mut Rng) -> Settings {
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

/// The width of nodes in bits.
const WIDTH: u32 = 3;
/// The number of nodes.
const NODES: u32 = 1 << WIDTH;

/// How relations can be represented. With other kinds, 5.4.0 finds relations empty that are not,
/// and several together crash it.
const REPRESENTATIONS: &[&CStr] = &[c"tr_hashtable", c"tr_sparse"];

/// The pairs of nodes that are connected by a path.
type Reach = [[bool; NODES as usize]; NODES as usize];

/// The engines for fixed points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engine {
    Datalog,
    /// Bounded model checking.
    Bmc,
    Spacer,
    /// On rules that were transformed, where Z3 tells nothing of covers.
    SpacerTransformed,
}

impl Engine {
    /// The engine that parameters choose. The last value of a parameter counts.
    ///
    /// # Errors
    /// They do not choose one.
    fn of(settings: &Settings) -> std::result::Result<Self, String> {
        let last = |wanted: &str| settings.iter().rev().find(|(name, _)| *name == wanted);
        let is_slice = |name: &str| name == "xform.slice";
        let transforms = |(name, _): &(&str, Value)| name.starts_with("xform.") && !is_slice(name);
        match last("engine") {
            Some((_, Value::Word("datalog"))) => Ok(Self::Datalog),
            Some((_, Value::Word("bmc"))) => Ok(Self::Bmc),
            Some((_, Value::Word("spacer"))) => {
                let slices = last("xform.slice") != Some(&("xform.slice", Value::Flag(false)));
                Ok(match slices || settings.iter().any(transforms) {
                    true => Self::SpacerTransformed,
                    false => Self::Spacer,
                })
            }
            _ => Err("the parameter ':engine' is missing".to_owned()),
        }
    }

    fn is_spacer(self) -> bool {
        matches!(self, Engine::Spacer | Engine::SpacerTransformed)
    }
}

/// Two relations, and rules by which `path` is the transitive closure of `edge`.
struct Graph<'a> {
    cx: &'a Rc<Context>,
    engine: Engine,
    fixedpoint: Fixedpoint,
    settings: &'a Settings,
    /// The parameters and the representation, for messages.
    by: String,
    /// The commands of a script that do the same and are not noted yet.
    commands: Vec<String>,
    /// The number of queries.
    queries: u32,
    edge: Decl,
    path: Decl,
    /// The right answers.
    reach: Reach,
    /// Whether some edges are rows of a table, which are not printed.
    has_rows: bool,
}

impl<'a> Graph<'a> {
    /// Draws the edges of a graph, and computes their closure.
    fn new(cx: &'a Rc<Context>, rng: &mut Rng, settings: &'a Settings) -> Result<Self> {
        let engine = Engine::of(settings).map_err(Error::Rejected)?;
        let fixedpoint = with_settings(cx, settings)?;
        let mut by = settings.to_string();
        let mut commands = Vec::new();
        let (node, truth) = (cx.bv_sort(WIDTH)?, cx.bool_sort()?);
        let relation = |name| cx.func_decl(cx.symbol(name)?, &[node.clone(), node.clone()], &truth);
        let (edge, path) = (relation(c"edge")?, relation(c"path")?);
        cx.fixedpoint_register_relation(&fixedpoint, &edge)?;
        cx.fixedpoint_register_relation(&fixedpoint, &path)?;
        let mut represented = String::new();
        if engine == Engine::Datalog && rng.chance(30) {
            let kind = rng.pick(REPRESENTATIONS).copied().unwrap_or(c"tr_sparse");
            represented = format!(" {}", kind.to_string_lossy());
            by.push_str(&represented);
            cx.represent(&fixedpoint, &path, &[cx.symbol(kind)?])?;
        }
        let sorts = format!("({NODE} {NODE})");
        commands.push(format!("(declare-rel edge {sorts})"));
        commands.push(format!("(declare-rel path {sorts}{represented})"));
        commands.extend(["x", "y", "z"].map(|name| format!("(declare-var {name} {NODE})")));
        commands.push("(rule (=> (edge x y) (path x y)) first)".to_owned());
        commands.push("(rule (=> (and (path x y) (edge y z)) (path x z)) further)".to_owned());
        let variable = |name| cx.fresh(name, &node);
        let (x, y, z) = (variable(c"x")?, variable(c"y")?, variable(c"z")?);
        let of = |relation, a: &Ast, b: &Ast| cx.apply(relation, &[a.clone(), b.clone()]);
        let first = cx.implies(&of(&edge, &x, &y)?, &of(&path, &x, &y)?)?;
        let both = cx.conjunction(&[of(&path, &x, &y)?, of(&edge, &y, &z)?])?;
        let further = cx.implies(&both, &of(&path, &x, &z)?)?;
        let variables = [x, y, z];
        let first = cx.quantifier(true, 0, &variables[..2], &[], &first)?;
        cx.fixedpoint_add_rule(&fixedpoint, &first, cx.symbol(c"first")?)?;
        let further = cx.quantifier(true, 0, &variables, &[], &further)?;
        cx.fixedpoint_add_rule(&fixedpoint, &further, cx.symbol(c"further")?)?;
        let mut graph = Self {
            cx,
            engine,
            fixedpoint,
            settings,
            by,
            commands,
            queries: 0,
            edge,
            path,
            reach: Reach::default(),
            has_rows: false,
        };
        graph.draw_edges(rng)?;
        if rng.coin() {
            // The same rule again.
            graph
                .commands
                .push("; the first rule, which replaces itself".to_owned());
            cx.fixedpoint_update_rule(&graph.fixedpoint, &first, cx.symbol(c"first")?)?;
        }
        close_transitively(&mut graph.reach);
        Ok(graph)
    }

    /// Adds edges, as facts or as rules.
    fn draw_edges(&mut self, rng: &mut Rng) -> Result {
        let cx = self.cx;
        for n in 0..rng.range(1, 10) {
            let (a, b) = (rng.range(0, NODES - 1), rng.range(0, NODES - 1));
            self.reach[a as usize][b as usize] = true;
            self.commands
                .push(format!("(rule (edge {} {}))", node_text(a), node_text(b)));
            if self.engine == Engine::Datalog && rng.coin() {
                cx.fact(&self.fixedpoint, &self.edge, &mut [a, b])?;
                self.has_rows = true;
            } else {
                let fact = cx.apply(&self.edge, &[node(cx, a)?, node(cx, b)?])?;
                let name = cx.mk_int_symbol(n as i32)?;
                cx.fixedpoint_add_rule(&self.fixedpoint, &fact, name)?;
            }
        }
        Ok(())
    }

    /// Adds a true statement: a path ends where an edge ends.
    fn hint(&mut self, rng: &mut Rng) -> Result {
        let cx = self.cx;
        self.commands
            .push("; a true statement about paths".to_owned());
        let y = cx.bound(1, &cx.bv_sort(WIDTH)?)?;
        let ends = (0..NODES).filter(|end| self.reach.iter().any(|from| from[*end as usize]));
        let ends = ends.map(|end| cx.eq(&y, &node(cx, end)?));
        let ends = cx.disjunction(&ends.collect::<Result<Vec<_>>>()?)?;
        match rng.below(3) {
            0 => cx.fixedpoint_add_cover(&self.fixedpoint, EVERYWHERE, &self.path, &ends),
            1 => cx.fixedpoint_add_invariant(&self.fixedpoint, &self.path, &ends),
            _ => {
                let (a, b) = (
                    cx.fresh(c"x", &cx.bv_sort(WIDTH)?)?,
                    cx.fresh(c"y", &cx.bv_sort(WIDTH)?)?,
                );
                let ends = cx.substitute_vars(&ends, &[a.clone(), b.clone()])?;
                let rule = cx.implies(&cx.apply(&self.path, &[a.clone(), b.clone()])?, &ends)?;
                let rule = cx.quantifier(true, 0, &[a, b], &[], &rule)?;
                cx.fixedpoint_add_constraint(&self.fixedpoint, &rule, 0)
            }
        }
    }

    /// Compares covers and reachable facts with the graph. Covers must be true for all paths, and
    /// reachable facts must be paths.
    fn check_covers(&self) -> Result {
        let cx = self.cx;
        let levels = cx.fixedpoint_get_num_levels(&self.fixedpoint, &self.path)?;
        let cover = cx.fixedpoint_get_cover_delta(&self.fixedpoint, EVERYWHERE, &self.path)?;
        if let Some(last) = levels.checked_sub(1) {
            cx.fixedpoint_get_cover_delta(&self.fixedpoint, last as i32, &self.path)?;
        }
        let reachable = cx.fixedpoint_get_reachable(&self.fixedpoint, &self.path)?;
        for (a, row) in (0..).zip(&self.reach) {
            for (b, there) in (0..).zip(row) {
                let at = [node(cx, a)?, node(cx, b)?];
                let says = |of: &Ast| {
                    let said = cx.simplify(&cx.substitute_vars(of, &at)?)?;
                    cx.bool_value(&said)
                };
                if *there {
                    COVER.must(says(&cover)? != ffi::Z3_L_FALSE)?;
                } else {
                    REACHABLE.must(says(&reachable)? != ffi::Z3_L_TRUE)?;
                }
            }
        }
        Ok(())
    }

    /// Asks whether there is a path. `None` if there is no answer.
    fn ask(&mut self, rng: &mut Rng, note: &mut dyn FnMut(&str)) -> Result<Option<(Ast, bool)>> {
        let cx = self.cx;
        let (a, b) = (rng.range(0, NODES - 1), rng.range(0, NODES - 1));
        let query = cx.apply(&self.path, &[node(cx, a)?, node(cx, b)?])?;
        let level = (self.engine.is_spacer() && rng.chance(30)).then(|| rng.range(0, 3));
        if level.is_some() {
            self.commands
                .push("; the level at which a query begins".to_owned());
        }
        let name = format!("asked{}", self.queries);
        self.queries += 1;
        let path = format!("(path {} {})", node_text(a), node_text(b));
        self.commands.push(format!("(declare-rel {name} ())"));
        self.commands.push(format!("(rule (=> {path} {name}))"));
        self.commands.push(format!("(query {name})"));
        for command in self.commands.drain(..) {
            note_command(note, &command);
        }
        let said = match cx.query(&self.fixedpoint, &query, level) {
            Err(Error::Resources(_)) => return Ok(None),
            said => said?,
        };
        cx.fixedpoint_get_reason_unknown(&self.fixedpoint)?;
        let there = self.reach[a as usize][b as usize];
        let right = match said {
            Answer::Sat => there,
            Answer::Unsat => !there,
            Answer::Unknown => return Ok(None),
        };
        if !right {
            return FIXEDPOINT_ANSWER.fails_for(said.name(), format!("by {}", self.by));
        }
        if self.engine != Engine::Bmc {
            cx.fixedpoint_get_answer(&self.fixedpoint)?;
        }
        if self.engine.is_spacer() && there {
            cx.fixedpoint_get_ground_sat_answer(&self.fixedpoint)?;
            cx.items(&cx.fixedpoint_get_rules_along_trace(&self.fixedpoint)?)?;
            cx.fixedpoint_get_rule_names_along_trace(&self.fixedpoint)?;
        }
        Ok(Some((query, there)))
    }

    /// Prints the rules, and parses them into another fixed point, which must give the same
    /// answers.
    fn reread(&self, query: &Ast, there: bool) -> Result {
        let cx = self.cx;
        let text = cx.print_rules(&self.fixedpoint, std::slice::from_ref(query))?;
        NOTHING_PRINTED.must_for("rules", !text.is_empty())?;
        if self.has_rows {
            return Ok(());
        }
        // The query is left out, because 5.4.0 prints its rule as an assertion, which no engine
        // accepts.
        let text = cx.print_rules(&self.fixedpoint, &[])?;
        let other = with_settings(cx, self.settings)?;
        let queries = cx.items(&cx.fixedpoint_from_string(&other, &c_text(&text)?)?)?;
        READ_QUERY.must(queries.is_empty())?;
        let said = match cx.query(&other, query, None) {
            Err(Error::Resources(_)) => return Ok(()),
            said => said?,
        };
        let wrong = if there { Answer::Unsat } else { Answer::Sat };
        READ_RULES
            .must(said != wrong)
            .map_err(|e| add_origin(e, &self.settings.to_string()))
    }
}

/// The number that stands for all levels.
const EVERYWHERE: i32 = -1;

/// A fixed point with parameters.
fn with_settings(cx: &Rc<Context>, settings: &Settings) -> Result<Fixedpoint> {
    let fixedpoint = cx.mk_fixedpoint()?;
    let params = settings.params(cx)?;
    cx.params_validate(&params, &cx.fixedpoint_get_param_descrs(&fixedpoint)?)?;
    cx.fixedpoint_set_params(&fixedpoint, &params)?;
    Ok(fixedpoint)
}

/// The sort of nodes in scripts.
const NODE: &str = "(_ BitVec 3)";

fn node_text(n: u32) -> String {
    format!("(_ bv{n} {WIDTH})")
}

fn node(cx: &Rc<Context>, n: u32) -> Result<Ast> {
    cx.int(n as i32, &cx.bv_sort(WIDTH)?)
}

/// Draws a graph, and asks for paths.
pub(super) fn fixedpoint(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (cx, rng, note) = (&call.cx, &mut call.z3.rng, &mut *call.note);
    // The limits of the context are those of its fixed points.
    let cx = cx.new_context(&[(c"rlimit", c_limit())])?;
    let cx = &cx;
    let settings = settings(call.call).map_err(Error::Rejected)?;
    let mut graph = Graph::new(cx, rng, &settings)?;
    let engine = graph.engine;
    let rules = cx.items(&cx.fixedpoint_get_rules(&graph.fixedpoint)?)?;
    RULES.must(rules.len() >= 2)?;
    if engine == Engine::Spacer && rng.coin() {
        graph.hint(rng)?;
    }
    let listens = engine.is_spacer() && rng.coin();
    let lemmas = listens
        .then(|| cx.watch_lemmas(&graph.fixedpoint))
        .transpose()?;
    cx.items(&cx.fixedpoint_get_assertions(&graph.fixedpoint)?)?;
    for _ in 0..3 {
        let Some((query, there)) = graph.ask(rng, note)? else {
            return Ok(Effect::Done);
        };
        if rng.coin() {
            graph.reread(&query, there)?;
        }
    }
    let fixedpoint = &graph.fixedpoint;
    match engine {
        Engine::Spacer => graph.check_covers()?,
        Engine::Bmc | Engine::SpacerTransformed => {}
        Engine::Datalog => {
            let said = cx.query_relations(fixedpoint, std::slice::from_ref(&graph.path))?;
            EMPTY_RELATION.must(said != Answer::Unsat)?;
        }
    }
    if let Some(lemmas) = lemmas {
        let seen = lemmas.seen();
        LEMMAS.must(seen.lemmas == 0 || seen.steps > 0)?;
    }
    cx.stats_size(&cx.fixedpoint_get_statistics(fixedpoint)?)?;
    NOTHING_PRINTED.must_for(
        "parameters of a fixed point",
        !cx.fixedpoint_get_help(fixedpoint)?.is_empty(),
    )?;
    Ok(Effect::Done)
}

/// `LIMIT` as text.
fn c_limit() -> &'static CStr {
    const { assert!(LIMIT == 50_000) };
    c"50000"
}

/// The transitive closure.
fn close_transitively(reach: &mut Reach) {
    let nodes = 0..NODES as usize;
    for middle in nodes.clone() {
        for from in nodes.clone() {
            for to in nodes.clone() {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
        }
    }
}
