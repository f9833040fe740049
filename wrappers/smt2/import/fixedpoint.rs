//! Fixed points: relations, rules and queries. All of a script become one call, with a text for
//! each command.

use super::{Importer, names::Names};
use crate::smt2::RelationLanguage;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Arg, Ids};
use smallvec::smallvec;

/// The commands.
pub(super) const COMMANDS: [&str; 4] = ["declare-rel", "declare-var", "rule", "query"];

/// What a script says about its fixed point.
#[derive(Default)]
pub(super) struct FixedpointSettings {
    /// The parameters that the script sets, as text.
    parameters: Vec<String>,
    /// Whether the call has been made.
    is_made: bool,
}

impl<'t> Importer<'t> {
    /// Whether an option is a parameter of fixed points, which the call of the commands will have.
    pub(super) fn set_relation_parameter(&mut self, at: Expr<'t>, name: &str, value: &str) -> bool {
        let Some(relations) = self.language().commands.relations else {
            return false;
        };
        let Some(parameter) = name.strip_prefix(relations.option) else {
            return false;
        };
        match (relations.is_parameter)(parameter, value) {
            true => {
                let text = format!(":{parameter} {value}");
                self.fixedpoint.parameters.push(text);
            }
            false => self.leave_out(at, "calls do not support this parameter"),
        }
        true
    }

    /// Makes the call for this command and all those of its kind after it.
    pub(super) fn add_fixedpoint(
        &mut self,
        at: Expr<'t>,
        rest: &[Expr<'t>],
        relations: &RelationLanguage,
    ) -> Result<()> {
        if std::mem::replace(&mut self.fixedpoint.is_made, true) {
            return Ok(());
        }
        let of_it = |command: &&Expr<'_>| COMMANDS.iter().any(|name| command.is_headed(name));
        let all = std::iter::once(&at).chain(rest.iter().filter(of_it));
        let is_declared = |name: &str| {
            let is_named = |names: &Names<'_, _>| names.get(name).is_some();
            is_named(&self.scopes.names) || self.scopes.sorts.get(name).is_some()
        };
        let uses_declared = all.clone().any(|command| command.has_symbol(is_declared));
        let Some(action) = self.own_action(relations.action).filter(|_| !uses_declared) else {
            let why = match uses_declared {
                true => "the fixed point uses a symbol that the script declares for assertions",
                false => "the solver has no fixed points",
            };
            for command in all {
                self.leave_out(*command, why);
            }
            return Ok(());
        };
        let texts = all.map(|command| Ok(text(*command)?.into()));
        let texts = texts.collect::<Result<_>>()?;
        let parameters = self.fixedpoint.parameters.join(" ");
        let args = smallvec![Arg::Text(parameters.into()), Arg::Texts(texts)];
        self.call(at, action, args, Ids::default())
    }
}

/// A command on one line. Keywords of queries, which choose what is printed, are left out.
fn text(command: Expr<'_>) -> Result<String> {
    let parts = command.parts("command")?;
    let is_query = command.is_headed("query");
    let parts = parts.iter().take(if is_query { 2 } else { parts.len() });
    let words: Vec<String> = parts.map(|part| part.one_line()).collect();
    Ok(format!("({})", words.join(" ")))
}
