//! The commands of a synthesis problem, in the language SyGuS-IF 2.1, with the queries that cvc5
//! adds to it.

use crate::smt2::tree::{Expr, Fault, with_commands};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, Fault>;

/// A name and its sort.
pub(super) type Typed<'t> = (&'t str, Expr<'t>);

/// A function: its name, its parameters, and the sort of its values.
pub(super) struct Function<'t> {
    pub(super) name: &'t str,
    pub(super) params: Vec<Typed<'t>>,
    pub(super) sort: Expr<'t>,
}

/// The symbols of a grammar, each with its rules.
pub(super) type Grammar<'t> = Vec<(Typed<'t>, Vec<Expr<'t>>)>;

/// A query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Query {
    /// For a solution.
    Check,
    /// For another one.
    CheckNext,
    /// For terms of the grammar. The number is that of the library for what is wanted.
    Find(i32),
    /// For another term.
    FindNext,
}

/// What [`Query::Find`] may look for, in the order of the library.
pub(super) const TARGETS: [&str; 5] = [
    ":enum",
    ":rewrite",
    ":rewrite_unsound",
    ":rewrite_input",
    ":query",
];

/// A function, with constraints for all values of the inputs for which the assumptions hold.
pub(super) struct Problem<'t> {
    pub(super) function: Function<'t>,
    pub(super) grammar: Option<Grammar<'t>>,
    pub(super) inputs: Vec<Typed<'t>>,
    /// Terms with parameters.
    pub(super) definitions: Vec<(Function<'t>, Expr<'t>)>,
    pub(super) constraints: Vec<Expr<'t>>,
    pub(super) assumptions: Vec<Expr<'t>>,
    /// The names of an invariant, a start, a step and a goal.
    pub(super) invariants: Vec<[&'t str; 4]>,
    pub(super) queries: Vec<Query>,
}

/// The forms of the commands.
const FORMS: &[(&str, &str)] = &[
    (
        "synth-fun",
        "(synth-fun NAME ((NAME SORT) ...) SORT) or with ((NAME SORT) ...) ((NAME SORT (RULE ...)) ...)",
    ),
    ("declare-var", "(declare-var NAME SORT)"),
    (
        "define-fun",
        "(define-fun NAME ((NAME SORT) ...) SORT TERM)",
    ),
    ("constraint", "(constraint FORMULA)"),
    ("assume", "(assume FORMULA)"),
    ("inv-constraint", "(inv-constraint NAME NAME NAME NAME)"),
    ("check-synth", "(check-synth)"),
    ("check-synth-next", "(check-synth-next)"),
    (
        "find-synth",
        "(find-synth TARGET), with one of :enum, :rewrite, :rewrite_unsound, :rewrite_input and :query",
    ),
    ("find-synth-next", "(find-synth-next)"),
];

/// The largest length of all commands in bytes. A trace may come from an attacker.
const LONG: usize = 20_000;

/// Reads the commands of texts, one for each.
///
/// # Errors
/// The number of the text, and what is wrong.
pub(super) fn with_problem<T>(
    texts: &[Box<str>],
    use_it: impl FnOnce(&Problem<'_>) -> T,
) -> std::result::Result<T, String> {
    let length: usize = texts.iter().map(|text| text.len()).sum();
    if length > LONG {
        return Err(format!("the commands are longer than {LONG} bytes"));
    }
    with_commands(texts, |commands| Ok(use_it(&Problem::read(commands)?)))
}

impl<'t> Problem<'t> {
    fn read(commands: &[Expr<'t>]) -> Result<Self> {
        let Some((first, others)) = commands.split_first() else {
            let message = "the first command, which is synth-fun, is missing".to_owned();
            return Err(Fault { at: 0, message });
        };
        let mut problem = Self::begin(*first)?;
        let mut names = BTreeSet::from([problem.function.name]);
        for command in others {
            let declared = problem.add(*command)?;
            if let Some(name) = declared.filter(|name| !names.insert(name)) {
                return Err(command.fault(format!("'{name}' is declared twice")));
            }
        }
        Ok(problem)
    }

    /// Reads the first command, which declares the function.
    fn begin(command: Expr<'t>) -> Result<Self> {
        let parts = command.parts("command")?;
        let (function, grammar) = match &parts[..] {
            [head, name, params, sort, rest @ ..] if head.atom() == Some("synth-fun") => {
                (function(*name, *params, *sort)?, rest)
            }
            _ => return Err(command.wrong_form("synth-fun", FORMS)),
        };
        let grammar = match grammar {
            [] => None,
            [symbols, rules] => Some(read_grammar(*symbols, *rules)?),
            _ => return Err(command.wrong_form("synth-fun", FORMS)),
        };
        Ok(Self {
            function,
            grammar,
            inputs: Vec::new(),
            definitions: Vec::new(),
            constraints: Vec::new(),
            assumptions: Vec::new(),
            invariants: Vec::new(),
            queries: Vec::new(),
        })
    }

    /// Whether terms of the grammar are asked for.
    pub(super) fn has_find(&self) -> bool {
        let mut queries = self.queries.iter();
        queries.any(|query| matches!(query, Query::Find(_)))
    }

    /// Adds another command. The result is the name that it declares.
    fn add(&mut self, command: Expr<'t>) -> Result<Option<&'t str>> {
        let parts = command.parts("command")?;
        let head = parts.first().and_then(|head| head.atom());
        if head.is_some_and(|head| !QUERIES.contains(&head)) && !self.queries.is_empty() {
            return Err(command.fault("only queries follow a query"));
        }
        match (head, &parts[1.min(parts.len())..]) {
            (Some("declare-var"), [name, sort]) => {
                self.inputs.push((plain_name(*name)?, *sort));
                return Ok(self.inputs.last().map(|(name, _)| *name));
            }
            (Some("define-fun"), [name, params, sort, body]) => {
                let function = function(*name, *params, *sort)?;
                let name = function.name;
                self.definitions.push((function, *body));
                return Ok(Some(name));
            }
            (Some("constraint"), [formula]) => self.constraints.push(*formula),
            (Some("assume"), [formula]) => self.assumptions.push(*formula),
            (Some("inv-constraint"), [invariant, start, step, goal]) => {
                self.invariants.push([
                    plain_name(*invariant)?,
                    plain_name(*start)?,
                    plain_name(*step)?,
                    plain_name(*goal)?,
                ]);
            }
            (Some("check-synth"), []) => self.queries.push(Query::Check),
            (Some("check-synth-next"), []) if self.queries.contains(&Query::Check) => {
                self.queries.push(Query::CheckNext);
            }
            (Some("find-synth-next"), []) if self.has_find() => self.queries.push(Query::FindNext),
            (Some("check-synth-next" | "find-synth-next"), []) => {
                return Err(command.fault("a query for the first result must come before it"));
            }
            (Some("find-synth"), [target]) => {
                let mut targets = TARGETS.iter();
                let target = targets.position(|known| target.atom() == Some(known));
                let target = target.ok_or_else(|| command.wrong_form("find-synth", FORMS))?;
                self.queries.push(Query::Find(target as i32));
            }
            (head, _) => return Err(command.wrong_form(head.unwrap_or_default(), FORMS)),
        }
        Ok(None)
    }
}

/// The commands that ask.
const QUERIES: [&str; 4] = [
    "check-synth",
    "check-synth-next",
    "find-synth",
    "find-synth-next",
];

/// A name. Those in bars are not accepted, because scripts would have them without bars.
fn plain_name<'t>(name: Expr<'t>) -> Result<&'t str> {
    let plain = name.named("name")?;
    match plain == name.text() {
        true => Ok(plain),
        false => Err(name.fault(format!("'{}' is not a name without bars", name.shown()))),
    }
}

fn function<'t>(name: Expr<'t>, params: Expr<'t>, sort: Expr<'t>) -> Result<Function<'t>> {
    Ok(Function {
        name: plain_name(name)?,
        params: typed(params)?,
        sort,
    })
}

fn typed(list: Expr<'_>) -> Result<Vec<Typed<'_>>> {
    let items = list.parts("list of names and sorts")?.into_iter();
    let items = items.map(|item| match item.parts("name and sort")?[..] {
        [name, sort] => Ok((plain_name(name)?, sort)),
        _ => Err(item.fault(format!("'{}' is not (NAME SORT)", item.shown()))),
    });
    items.collect()
}

fn read_grammar<'t>(symbols: Expr<'t>, rules: Expr<'t>) -> Result<Grammar<'t>> {
    let all = rules.parts("list of rules")?;
    let mut grammar = Vec::new();
    for (name, sort) in typed(symbols)? {
        let mut rules_of = all.iter().filter_map(|rule| match rule.list()?[..] {
            [of, _, rules] if of.atom() == Some(name) => rules.list(),
            _ => None,
        });
        let rules_of = rules_of.next().filter(|rules| !rules.is_empty());
        let rules_of = rules_of
            .ok_or_else(|| rules.fault(format!("'{name}' has no rules (NAME SORT (…))")))?;
        grammar.push(((name, sort), rules_of));
    }
    match grammar.is_empty() {
        false => Ok(grammar),
        true => Err(symbols.fault("a grammar has symbols")),
    }
}
