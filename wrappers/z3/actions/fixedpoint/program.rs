//! The commands of a fixed point: relations, variables, rules and queries, in the language of Z3's
//! scripts.

use crate::smt2::tree::{Expr, Fault, with_commands};
use std::collections::BTreeMap;

/// A relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relation<'t> {
    /// Its symbol, as it is written.
    pub(super) name: &'t str,
    /// The texts of the sorts of its columns.
    pub(super) sorts: Vec<&'t str>,
    /// How it is stored, if a command says so.
    pub(super) representation: Option<&'t str>,
}

/// A rule: a formula over the variables, which stands for all their values.
#[derive(Clone, Copy)]
pub(super) struct Rule<'t> {
    pub(super) formula: Expr<'t>,
    /// Its symbol, as it is written.
    pub(super) name: Option<&'t str>,
}

/// A command that is executed in order. Declarations come before all others.
#[derive(Clone, Copy)]
pub(super) enum Command<'t> {
    Rule(Rule<'t>),
    /// A formula, for which values of the variables are wanted.
    Query(Expr<'t>),
}

/// A program: what commands declare, and the other commands.
#[derive(Default)]
pub(super) struct Program<'t> {
    pub(super) relations: Vec<Relation<'t>>,
    /// The texts of the sorts of the variables.
    pub(super) variables: BTreeMap<&'t str, &'t str>,
    pub(super) commands: Vec<Command<'t>>,
}

/// Ways to store relations, other than the usual one. With other ways, 5.4.0 finds relations empty
/// that are not, and several together crash it.
pub(super) const REPRESENTATIONS: &[&str] = &["tr_hashtable", "tr_sparse"];

/// The forms of the commands.
const FORMS: &[(&str, &str)] = &[
    ("declare-rel", "(declare-rel NAME (SORT ...))"),
    ("declare-var", "(declare-var NAME SORT)"),
    ("rule", "(rule FORMULA) or (rule FORMULA NAME)"),
    ("query", "(query FORMULA)"),
];

impl<'t> Program<'t> {
    /// Reads commands.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn read(commands: &[Expr<'t>]) -> Result<Self, Fault> {
        let mut program = Self::default();
        for command in commands {
            program.add(*command)?;
        }
        Ok(program)
    }

    fn add(&mut self, command: Expr<'t>) -> Result<(), Fault> {
        let parts = command.parts("command")?;
        let name = parts.first().and_then(|name| name.symbol());
        // Some keywords name files that Z3 writes.
        let keyword = parts.iter().find(|part| part.text().starts_with(':'));
        if let Some(keyword) = keyword {
            let message = format!("'{}' is not allowed here", keyword.shown());
            return Err(keyword.fault(message));
        }
        match (name, &parts[..]) {
            (Some("declare-rel"), [_, name, sorts, rest @ ..]) if rest.len() < 2 => {
                let representation = rest.first().map(|kind| kind.named("representation"));
                let representation = representation.transpose()?;
                let is_known = |kind: &str| REPRESENTATIONS.contains(&kind);
                if let Some(kind) = rest.first()
                    && !representation.is_some_and(is_known)
                {
                    let known = REPRESENTATIONS.join(" or ");
                    return Err(kind.fault(format!("'{}' is not {known}", kind.shown())));
                }
                let sorts = sorts.parts("list of sorts")?;
                let name = self.new_name(*name)?;
                self.relations.push(Relation {
                    name,
                    sorts: sorts.into_iter().map(Expr::text).collect(),
                    representation,
                });
            }
            (Some("declare-var"), [_, name, sort]) => {
                let name = self.new_name(*name)?;
                self.variables.insert(name, sort.text());
            }
            (Some("rule"), [_, formula, rest @ ..]) if rest.len() < 2 => {
                let name = rest.first();
                if let Some(name) = name {
                    name.named("name of a rule")?;
                }
                self.commands.push(Command::Rule(Rule {
                    formula: *formula,
                    name: name.map(|name| name.text()),
                }));
            }
            (Some("query"), [_, formula]) => self.commands.push(Command::Query(*formula)),
            (name, _) => return Err(command.wrong_form(name.unwrap_or_default(), FORMS)),
        }
        Ok(())
    }

    /// The symbol of a name that is not declared yet, as it is written.
    fn new_name(&self, name: Expr<'t>) -> Result<&'t str, Fault> {
        name.named("name")?;
        let text = name.text();
        if self.relation(text).is_some() || self.variables.contains_key(text) {
            return Err(name.fault(format!("'{text}' is declared twice")));
        }
        Ok(text)
    }

    /// The relation with this symbol.
    pub(super) fn relation(&self, name: &str) -> Option<&Relation<'t>> {
        self.relations.iter().find(|relation| relation.name == name)
    }

    /// The variables that occur in a formula, with their sorts.
    pub(super) fn variables_of(&self, formula: Expr<'_>) -> Vec<(&'t str, &'t str)> {
        let occurs = |name: &str| formula.has_symbol(|symbol| symbol == name.trim_matches('|'));
        let all = self.variables.iter();
        all.filter(|(name, _)| occurs(name))
            .map(|(name, sort)| (*name, *sort))
            .collect()
    }
}

/// The commands as a script has them. There, a query is for a relation without columns.
pub(super) fn script_of(program: &Program<'_>) -> Vec<String> {
    let relations = program.relations.iter().map(|relation| {
        let sorts = relation.sorts.join(" ");
        let stored = relation.representation.map(|kind| format!(" {kind}"));
        let stored = stored.unwrap_or_default();
        format!("(declare-rel {} ({sorts}){stored})", relation.name)
    });
    let variables = program.variables.iter();
    let variables = variables.map(|(name, sort)| format!("(declare-var {name} {sort})"));
    let mut script: Vec<String> = relations.chain(variables).collect();
    for (number, command) in program.commands.iter().enumerate() {
        match command {
            Command::Rule(Rule { formula, name }) => {
                let name = name.map(|name| format!(" {name}")).unwrap_or_default();
                script.push(format!("(rule {}{name})", formula.text()));
            }
            Command::Query(formula) if formula.atom().is_some() => {
                script.push(format!("(query {})", formula.text()));
            }
            Command::Query(formula) => script.extend([
                format!("(declare-rel asked!{number} ())"),
                format!("(rule (=> {} asked!{number}))", formula.text()),
                format!("(query asked!{number})"),
            ]),
        }
    }
    script
}

/// The commands of texts, one for each.
///
/// # Errors
/// The number of the text, and what is wrong.
pub(super) fn with_program<T>(
    texts: &[Box<str>],
    use_it: impl FnOnce(&Program<'_>) -> T,
) -> Result<T, String> {
    with_commands(texts, |commands| Ok(use_it(&Program::read(commands)?)))
}
