//! Fixed points: rules about relations, and queries whether something can be derived. The arguments
//! are the parameters and the commands of Z3's scripts. The right answers to programs of Datalog
//! are computed here.

mod datalog;
mod draw;
mod program;

use super::super::checks::{
    COVER, EMPTY_RELATION, FIXEDPOINT_ANSWER, LEMMAS, NOTHING_PRINTED, REACHABLE, READ_QUERY,
    READ_RULES, RULES,
};
use super::super::ffi::{self, Ast, Context, Decl, Fixedpoint, Symbol};
use super::combination::read_text;
use super::parameters::{FIXED_POINT_OPTION, OF_FIXED_POINTS, Settings, Value};
use super::{ExtensionCall, LIMIT_TEXT, add_origin, refused};
use crate::shared::actions::Takes;
use crate::smt2::tree::Expr;
use datalog::{Extension, value};
use murxla_fsm::action::{Arg, Call, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use program::{Command, Program, Relation, script_of, with_program};
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::rc::Rc;

/// The kind of the names of parameters of fixed points.
pub(super) const PARAMETER: &str = "parameter of fixed points";

arguments! {
    /// What `z3-fixedpoint` takes.
    pub(super) struct FixedpointArgs<'c> {
        /// Parameters, as in `(set-option :fp.…)`.
        parameters: Text,
        /// Commands: `declare-rel`, `declare-var`, `rule` and `query`.
        commands: Texts,
    }
}

/// Parameters and commands of a fixed point.
pub(super) const PROGRAM: Takes = Takes {
    params: FixedpointArgs::PARAMS,
    pick: |cx| {
        let names = cx.context.available.names.as_ref()?;
        let settings = draw::settings(names, cx.rng);
        let is_datalog = Engine::of(&settings) == Engine::Datalog;
        let commands = draw::commands(cx.rng, is_datalog);
        let commands = commands.into_iter().map(Into::into).collect();
        Some(smallvec![
            Arg::Text(settings.to_string().into()),
            Arg::Texts(commands)
        ])
    },
    valid: |_, call| {
        let args = FixedpointArgs::args(call)?;
        settings(args.parameters).map_err(Invalid::Wrong)?;
        with_program(args.commands, |_| ()).map_err(Invalid::Wrong)
    },
    names: |call| {
        let args = FixedpointArgs::args(call);
        let settings = args.map(|args| settings(args.parameters).unwrap_or_default());
        settings.map_or_else(|_| Vec::new(), |s| s.names(PARAMETER).collect())
    },
};

fn settings(text: &str) -> std::result::Result<Settings, String> {
    read_text(text, |all| Settings::read(&[OF_FIXED_POINTS], all))
}

/// The commands of a script with the same queries: those that set the parameters, and those of the
/// call.
pub(super) fn script(call: &Call) -> Result<Vec<String>> {
    let args = FixedpointArgs::args(call)?;
    let settings = settings(args.parameters).map_err(Error::Rejected)?;
    let options = settings.iter();
    let options =
        options.map(|(name, value)| format!("(set-option :{FIXED_POINT_OPTION}{name} {value})"));
    let commands = with_program(args.commands, script_of).map_err(Error::Rejected)?;
    Ok(options.chain(commands).collect())
}

/// The engines for fixed points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Engine {
    /// The one that Z3 chooses.
    Usual,
    Datalog,
    /// Bounded model checking.
    Bmc,
    Spacer,
    /// On rules that were transformed, where Z3 tells nothing of covers.
    SpacerTransformed,
}

impl Engine {
    /// The engine that parameters choose. The last value of a parameter counts.
    fn of(settings: &Settings) -> Self {
        let last = |wanted: &str| settings.iter().rev().find(|(name, _)| *name == wanted);
        let is_slice = |name: &str| name == "xform.slice";
        let transforms = |(name, _): &(&str, Value)| name.starts_with("xform.") && !is_slice(name);
        match last("engine") {
            Some((_, Value::Word("datalog"))) => Self::Datalog,
            Some((_, Value::Word("bmc"))) => Self::Bmc,
            Some((_, Value::Word("spacer"))) => {
                let slices = last("xform.slice") != Some(&("xform.slice", Value::Flag(false)));
                match slices || settings.iter().any(transforms) {
                    true => Self::SpacerTransformed,
                    false => Self::Spacer,
                }
            }
            _ => Self::Usual,
        }
    }

    fn is_spacer(self) -> bool {
        matches!(self, Engine::Spacer | Engine::SpacerTransformed)
    }
}

/// A fixed point, and what the program declares.
struct Run<'a, 't> {
    cx: &'a Rc<Context>,
    program: &'a Program<'t>,
    engine: Engine,
    settings: &'a Settings,
    fixedpoint: Fixedpoint,
    relations: BTreeMap<&'t str, Decl>,
    variables: BTreeMap<&'t str, Ast>,
    /// The relations and variables by their names, for the parser.
    decls: Vec<(Symbol, Decl)>,
    /// Whether some facts are rows of a table, which are not printed.
    has_rows: bool,
}

/// The number that stands for all levels.
const EVERYWHERE: i32 = -1;

impl<'a, 't> Run<'a, 't> {
    fn new(
        cx: &'a Rc<Context>,
        program: &'a Program<'t>,
        engine: Engine,
        settings: &'a Settings,
    ) -> Result<Self> {
        let mut run = Self {
            cx,
            program,
            engine,
            settings,
            fixedpoint: with_settings(cx, settings)?,
            relations: BTreeMap::new(),
            variables: BTreeMap::new(),
            decls: Vec::new(),
            has_rows: false,
        };
        run.declare()?;
        Ok(run)
    }

    /// Makes the relations and the variables. The parser makes their sorts.
    fn declare(&mut self) -> Result {
        let (cx, program) = (self.cx, self.program);
        for Relation {
            name,
            sorts,
            representation,
        } in &program.relations
        {
            let mut text = format!("(declare-fun {name} ({}) Bool)\n", sorts.join(" "));
            let mut applied = String::new();
            for (n, sort) in sorts.iter().enumerate() {
                // The parser is never asked for these names.
                let _ = writeln!(text, "(declare-const column!{n} {sort})");
                let _ = write!(applied, " column!{n}");
            }
            let _ = match sorts.len() {
                0 => write!(text, "(assert {name})"),
                _ => write!(text, "(assert ({name}{applied}))"),
            };
            let (decl, _) = self.parsed_application(&text)?;
            cx.fixedpoint_register_relation(&self.fixedpoint, &decl)?;
            if let Some(kind) = representation {
                let kind = cx.mk_string_symbol(kind)?;
                cx.fixedpoint_set_predicate_representation(&self.fixedpoint, &decl, &[kind])?;
            }
            self.decls.push((cx.get_decl_name(&decl)?, decl.clone()));
            self.relations.insert(name, decl);
        }
        for (name, sort) in &program.variables {
            let text = format!("(declare-const {name} {sort})\n(assert (= {name} {name}))");
            let (_, mut sides) = self.parsed_application(&text)?;
            let constant = sides.pop().ok_or_else(nothing_parsed)?;
            if let Some((decl, _)) = cx.parts(&constant)? {
                self.decls.push((cx.get_decl_name(&decl)?, decl));
            }
            self.variables.insert(name, constant);
        }
        Ok(())
    }

    /// The application that a text asserts: its function and its arguments.
    fn parsed_application(&self, text: &str) -> Result<(Decl, Vec<Ast>)> {
        let formulas = self.cx.items(&self.cx.parse(text, &[], &[])?)?;
        let first = formulas.first().ok_or_else(nothing_parsed)?;
        self.cx.parts(first)?.ok_or_else(nothing_parsed)
    }

    /// A formula over the relations and variables. Its variables are bound, by `forall` or by
    /// `exists`.
    fn formula(&self, formula: Expr<'_>, is_forall: bool) -> Result<Ast> {
        let cx = self.cx;
        let text = format!("(assert {})", formula.text());
        let formulas = cx.items(&cx.parse(&text, &[], &self.decls)?)?;
        let body = formulas.into_iter().next().ok_or_else(nothing_parsed)?;
        let used = self.program.variables_of(formula);
        let used = used.iter().filter_map(|(name, _)| self.variables.get(name));
        let used: Vec<Ast> = used.cloned().collect();
        if used.is_empty() {
            return Ok(body);
        }
        cx.quantifier(is_forall, 0, &used, &[], &body)
    }

    /// Adds a rule, as a rule or as a row of a table, and perhaps once more.
    fn add_rule(&mut self, rule: program::Rule<'_>, number: i32, rng: &mut Rng) -> Result {
        let (cx, fixedpoint) = (self.cx, &self.fixedpoint);
        let (as_row, again) = (rng.coin(), rng.chance(20));
        if as_row
            && self.engine == Engine::Datalog
            && let Some((relation, row)) = self.row(rule.formula)
        {
            cx.fixedpoint_add_fact(fixedpoint, relation, &row)?;
            self.has_rows = true;
            return Ok(());
        }
        let name = match rule.name {
            Some(name) => cx.mk_string_symbol(name.trim_matches('|'))?,
            None => cx.mk_int_symbol(number)?,
        };
        let formula = self.formula(rule.formula, true)?;
        cx.fixedpoint_add_rule(fixedpoint, &formula, name)?;
        if again && rule.name.is_some() {
            // The same rule replaces itself.
            cx.fixedpoint_update_rule(fixedpoint, &formula, name)?;
        }
        Ok(())
    }

    /// A rule that is a fact about bit-vectors: the relation, and the columns.
    fn row(&self, formula: Expr<'_>) -> Option<(&Decl, Vec<u32>)> {
        let parts = formula.list()?;
        let (name, literals) = parts.split_first()?;
        let relation = self.program.relation(name.text())?;
        let columns = literals
            .iter()
            .zip(&relation.sorts)
            .map(|(literal, sort)| value(*literal, datalog::width(sort)?));
        let columns: Vec<u32> = columns.collect::<Option<_>>()?;
        let is_row = !columns.is_empty() && columns.len() == relation.sorts.len();
        let decl = self.relations.get(relation.name).filter(|_| is_row)?;
        Some((decl, columns))
    }

    /// Asks a query. `None` if there is no answer.
    fn ask(&self, query: &Ast, right: Option<bool>, rng: &mut Rng) -> Result<Option<bool>> {
        let cx = self.cx;
        let level = (self.engine.is_spacer() && rng.chance(30)).then(|| rng.range(0, 3));
        let said = match cx.query(&self.fixedpoint, query, level) {
            Err(Error::Resources(_)) => return Ok(None),
            said => said?,
        };
        cx.fixedpoint_get_reason_unknown(&self.fixedpoint)?;
        let holds = match said {
            Answer::Sat => true,
            Answer::Unsat => false,
            Answer::Unknown => return Ok(None),
        };
        if right.is_some_and(|right| right != holds) {
            return FIXEDPOINT_ANSWER.fails_for(said.name(), format!("by {}", self.settings));
        }
        if !matches!(self.engine, Engine::Usual | Engine::Bmc) {
            let answer = cx.fixedpoint_get_answer(&self.fixedpoint);
            // The new core makes no proofs, which the engine spacer needs for the answer.
            match answer {
                Err(error) if cx.has_new_core() => return Err(refused(error)),
                answer => answer?,
            };
        }
        if self.engine.is_spacer() && holds {
            cx.fixedpoint_get_ground_sat_answer(&self.fixedpoint)?;
            cx.items(&cx.fixedpoint_get_rules_along_trace(&self.fixedpoint)?)?;
            cx.fixedpoint_get_rule_names_along_trace(&self.fixedpoint)?;
        }
        Ok(Some(holds))
    }

    /// Prints the rules, and parses them into another fixed point, which must give the same
    /// answers.
    fn reread(&self, query: &Ast, holds: bool) -> Result {
        let cx = self.cx;
        let text = cx.fixedpoint_to_string(&self.fixedpoint, std::slice::from_ref(query))?;
        NOTHING_PRINTED.must_for("rules", !text.is_empty())?;
        if self.has_rows {
            return Ok(());
        }
        // The query is left out, because 5.4.0 prints its rule as an assertion, which no engine
        // accepts.
        let text = cx.fixedpoint_to_string(&self.fixedpoint, &[])?;
        let other = with_settings(cx, self.settings)?;
        let queries = cx.items(&cx.fixedpoint_from_string(&other, &text)?)?;
        READ_QUERY.must(queries.is_empty())?;
        let said = match cx.query(&other, query, None) {
            Err(Error::Resources(_)) => return Ok(()),
            said => said?,
        };
        let wrong = if holds { Answer::Unsat } else { Answer::Sat };
        READ_RULES
            .must(said != wrong)
            .map_err(|e| add_origin(e, &self.settings.to_string()))
    }

    /// Adds a true statement about a relation: the values of its last column.
    fn hint(&self, extension: &Extension<'_>, rng: &mut Rng) -> Result {
        let cx = self.cx;
        let Some((name, decl)) = rng.pick(&Vec::from_iter(&self.relations)).copied() else {
            return Ok(());
        };
        let Some((tuples, count)) = extension.get(name).zip(self.columns(name)) else {
            return Ok(());
        };
        let sorts = (0..count as u32).map(|n| cx.get_domain(decl, n));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        let Some(sort) = sorts.last() else {
            return Ok(());
        };
        let last = cx.mk_bound(count as u32 - 1, sort)?;
        let ends = tuples.iter().filter_map(|tuple| tuple.last());
        let ends = ends.map(|end| cx.mk_eq(&last, &cx.mk_int(*end as i32, sort)?));
        let ends = cx.mk_or(&ends.collect::<Result<Vec<_>>>()?)?;
        match rng.below(3) {
            0 => cx.fixedpoint_add_cover(&self.fixedpoint, EVERYWHERE, decl, &ends),
            1 => cx.fixedpoint_add_invariant(&self.fixedpoint, decl, &ends),
            _ => {
                let columns = sorts.iter().map(|sort| cx.mk_fresh_const("column", sort));
                let columns = columns.collect::<Result<Vec<_>>>()?;
                let ends = cx.substitute_vars(&ends, &columns)?;
                let rule = cx.mk_implies(&cx.apply(decl, &columns)?, &ends)?;
                let rule = cx.quantifier(true, 0, &columns, &[], &rule)?;
                cx.fixedpoint_add_constraint(&self.fixedpoint, &rule, 0)
            }
        }
    }

    /// The number of columns of a relation.
    fn columns(&self, name: &str) -> Option<usize> {
        Some(self.program.relation(name)?.sorts.len())
    }

    /// Compares covers and reachable facts with the tuples of the relations. Covers must be true
    /// for all of them, and reachable facts must be among them.
    fn check_covers(&self, extension: &Extension<'_>) -> Result {
        let cx = self.cx;
        for (name, decl) in &self.relations {
            let Some((tuples, count @ 1..=2)) = extension.get(name).zip(self.columns(name)) else {
                continue;
            };
            let levels = cx.fixedpoint_get_num_levels(&self.fixedpoint, decl)?;
            let cover = cx.fixedpoint_get_cover_delta(&self.fixedpoint, EVERYWHERE, decl)?;
            if let Some(last) = levels.checked_sub(1) {
                cx.fixedpoint_get_cover_delta(&self.fixedpoint, last as i32, decl)?;
            }
            let reachable = cx.fixedpoint_get_reachable(&self.fixedpoint, decl)?;
            let sort = cx.get_domain(decl, 0)?;
            let sizes = 1_u32 << cx.get_bv_sort_size(&sort)?;
            for number in 0..sizes.pow(count as u32) {
                let tuple: Vec<u32> = match count {
                    1 => vec![number],
                    _ => vec![number / sizes, number % sizes],
                };
                let at = tuple.iter().map(|value| cx.mk_int(*value as i32, &sort));
                let at = at.collect::<Result<Vec<_>>>()?;
                let says = |of: &Ast| {
                    let said = cx.simplify(&cx.substitute_vars(of, &at)?)?;
                    cx.get_bool_value(&said)
                };
                if tuples.contains(&tuple) {
                    COVER.must(says(&cover)? != ffi::Z3_L_FALSE)?;
                } else {
                    REACHABLE.must(says(&reachable)? != ffi::Z3_L_TRUE)?;
                }
            }
        }
        Ok(())
    }
}

/// The parser has read no formula of a text that asserts one.
fn nothing_parsed() -> Error {
    Error::Rejected("Z3 parses no formula".to_owned())
}

/// A fixed point with parameters.
fn with_settings(cx: &Rc<Context>, settings: &Settings) -> Result<Fixedpoint> {
    let fixedpoint = cx.mk_fixedpoint()?;
    let params = settings.params(cx)?;
    cx.params_validate(&params, &cx.fixedpoint_get_param_descrs(&fixedpoint)?)?;
    cx.fixedpoint_set_params(&fixedpoint, &params)?;
    Ok(fixedpoint)
}

/// Executes the commands.
pub(super) fn fixedpoint(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    // The limits of the context are those of its fixed points.
    let cx = call.cx.new_context(&[(c"rlimit", LIMIT_TEXT)])?;
    let args = FixedpointArgs::args(call.call)?;
    let settings = settings(args.parameters).map_err(Error::Rejected)?;
    let engine = Engine::of(&settings);
    let seed = call.call.seed;
    let done = with_program(args.commands, |program| {
        execute(&mut Run::new(&cx, program, engine, &settings)?, seed)
    });
    done.map_err(Error::Rejected)?
}

/// The source of the choices for a text. They do not depend on other texts, so that a trace without
/// some of them makes the same choices for the others.
fn choices(seed: u32, text: &str) -> Rng {
    let hash = text.bytes().fold(u64::from(seed), |hash, byte| {
        hash.wrapping_mul(0x100_0000_01b3)
            .wrapping_add(u64::from(byte))
    });
    Rng::new(hash)
}

fn execute(run: &mut Run<'_, '_>, seed: u32) -> Result<Effect> {
    let (cx, engine) = (run.cx, run.engine);
    let answers = datalog::answers(run.program);
    let all = answers.as_ref().and_then(|answers| answers.last());
    let mut rng = choices(seed, "");
    let hints = engine == Engine::Spacer && rng.coin();
    let lemmas = match engine.is_spacer() && rng.coin() {
        true => Some(cx.watch_lemmas(&run.fixedpoint)?),
        false => None,
    };
    let (mut queries, mut has_rules) = (0, false);
    for (number, command) in (0..).zip(&run.program.commands) {
        match command {
            Command::Rule(rule) => {
                let formula = rule.formula;
                run.add_rule(*rule, number, &mut choices(seed, formula.text()))?;
                has_rules |= !run.program.variables_of(formula).is_empty();
            }
            Command::Query(formula) => {
                if queries == 0 {
                    let listed = cx.items(&cx.fixedpoint_get_rules(&run.fixedpoint)?)?;
                    RULES.must(!has_rules || !listed.is_empty())?;
                    cx.items(&cx.fixedpoint_get_assertions(&run.fixedpoint)?)?;
                    if let (true, Some((extension, _))) = (hints, all) {
                        run.hint(extension, &mut rng)?;
                    }
                }
                let known = answers.as_ref().and_then(|answers| answers.get(queries));
                queries += 1;
                let rng = &mut choices(seed, formula.text());
                let query = run.formula(*formula, false)?;
                let right = known.map(|(_, holds)| *holds);
                let Some(holds) = run.ask(&query, right, rng)? else {
                    return Ok(Effect::Done);
                };
                if rng.coin() {
                    run.reread(&query, holds)?;
                }
            }
        }
    }
    let fixedpoint = &run.fixedpoint;
    match (engine, all) {
        (Engine::Spacer, Some((extension, _))) => run.check_covers(extension)?,
        (Engine::Datalog, Some((extension, _))) => {
            for (name, decl) in &run.relations {
                let is_empty = extension.get(name).is_none_or(BTreeSet::is_empty);
                let said = cx.fixedpoint_query_relations(fixedpoint, std::slice::from_ref(decl))?;
                EMPTY_RELATION.must(is_empty || said != Answer::Unsat)?;
            }
        }
        _ => {}
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
