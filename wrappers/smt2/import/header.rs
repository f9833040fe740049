//! Options and expected answers in the comments of a script, and the options that its commands
//! need.

use super::Importer;
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::{Arg, Ids};
use murxla_fsm::actions::SetOption;
use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use smallvec::smallvec;
use std::collections::VecDeque;

/// What the comments say in which cvc5's regression tests have options and expected answers.
#[derive(Default)]
pub(super) struct Header {
    /// Options, by name and value.
    options: Vec<(String, String)>,
    /// The logic that replaces the one of the script.
    pub(super) logic: Option<String>,
    pub(super) answers: ExpectedAnswers,
}

/// The answers that are expected of checks.
#[derive(Default)]
pub(super) struct ExpectedAnswers {
    /// Those that the comments say. Empty if their number is not that of the checks.
    in_comments: VecDeque<Answer>,
    /// That of the next check, by `set-info`.
    pub(super) of_next: Option<Answer>,
}

impl ExpectedAnswers {
    /// Drops the answers in comments if their number is not that of the checks.
    pub(super) fn expect_checks(&mut self, checks: usize) {
        if self.in_comments.len() != checks {
            self.in_comments.clear();
        }
    }

    /// The expected answer of a check.
    pub(super) fn take(&mut self) -> Option<Answer> {
        self.in_comments.pop_front().or(self.of_next.take())
    }
}

/// Short options of cvc5's program that are options of the solver.
const SHORT: &[(&str, &str)] = &[("-i", "incremental"), ("-m", "produce-models")];

/// Commands that need an option, each with the place of the option in `Options::NAMES`.
const NEEDS: &[(&str, usize)] = &[
    ("push", 0),
    ("pop", 0),
    ("check-sat-assuming", 0),
    ("get-value", 1),
    ("get-model", 1),
    ("block-model", 1),
    ("block-model-values", 1),
    ("get-unsat-core", 2),
    ("get-unsat-core-lemmas", 2),
    ("get-unsat-assumptions", 3),
];

impl Header {
    pub(super) fn read(text: &str) -> Self {
        let mut header = Self::default();
        for line in text.lines() {
            let Some(comment) = line.trim_start().strip_prefix(';') else {
                continue;
            };
            let comment = comment.trim();
            if let Some(words) = comment.strip_prefix("COMMAND-LINE:") {
                header.command_line(words);
            } else if let Some(answer) = comment.strip_prefix("EXPECT:") {
                let answer = Answer::from_name(answer.trim());
                header.answers.in_comments.extend(answer);
            }
        }
        header
    }

    /// Reads options of the forms `--name`, `--no-name`, `--name=value` and `--name value`.
    fn command_line(&mut self, words: &str) {
        let words: Vec<&str> = words.split_whitespace().collect();
        let mut rest = &words[..];
        while let Some((word, more)) = rest.split_first() {
            rest = more;
            let Some(option) = word.strip_prefix("--") else {
                let short = SHORT.iter().find(|(short, _)| short == word);
                let on = |(_, name): &(&str, &str)| ((*name).to_owned(), "true".to_owned());
                self.options.extend(short.map(on));
                continue;
            };
            let (name, value) = match (option.split_once('='), more.first()) {
                (Some((name, value)), _) => (name, value.trim_matches('"')),
                (None, Some(value)) if !value.starts_with('-') => {
                    rest = &more[1..];
                    (option, *value)
                }
                (None, _) => match option.strip_prefix("no-") {
                    Some(name) => (name, "false"),
                    None => (option, "true"),
                },
            };
            if name == "force-logic" {
                self.logic = Some(value.to_owned());
                continue;
            }
            self.options.push((name.to_owned(), value.to_owned()));
        }
    }
}

/// The number of checks before `exit`.
pub(super) fn count_checks(commands: &[Expr<'_>]) -> usize {
    let until = commands.iter().take_while(|c| !c.is_headed("exit"));
    until.filter(|c| is_check(**c)).count()
}

/// The command that checks with a tactic.
pub(super) const USING: &str = "check-sat-using";

pub(super) fn is_check(command: Expr<'_>) -> bool {
    let mut names = ["check-sat", "check-sat-assuming", USING].into_iter();
    names.any(|name| command.is_headed(name))
}

impl<'t> Importer<'t> {
    /// Sets the options of the user and of the header, and those that the commands up to the next
    /// `reset` need.
    pub(super) fn set_options(&mut self, at: Expr<'t>, commands: &[Expr<'t>]) -> Result<()> {
        for (name, value) in self.language().imports.as_program {
            self.set(at, name, value)?;
        }
        let by_user = self.config.options.iter();
        for (name, value) in by_user.chain(&self.header.options.clone()) {
            self.set(at, name, value)?;
        }
        let until = |c: &&Expr<'t>| !c.is_headed("reset") && !c.is_headed("exit");
        let phase: Vec<_> = commands.iter().take_while(until).collect();
        let has = |word: &str| phase.iter().any(|command| command.is_headed(word));
        let checks = phase.iter().filter(|command| is_check(***command)).count();
        for (n, name) in Options::NAMES.iter().enumerate() {
            let mut needs = NEEDS.iter().filter(|(_, option)| *option == n);
            let is_implied = match n {
                0 => checks > 1,
                1 => self.config.values,
                _ => false,
            };
            if is_implied || needs.any(|(command, _)| has(command)) {
                self.set(at, name, "true")?;
            }
        }
        // Solvers' programs are not incremental by default, but their libraries may be. An option
        // that is on stays on.
        self.set(at, Options::NAMES[0], "false")?;
        if let Some((option, symbols)) = self.language().imports.costly_option
            && !phase
                .iter()
                .any(|c| c.has_symbol(|name| symbols.contains(&name)))
        {
            self.set(at, option, "false")?;
        }
        match self.header.logic.clone() {
            Some(logic) => self.take_logic(at, &logic),
            None => Ok(()),
        }
    }

    /// Sets an option. An option of all solvers that is on stays on.
    pub(super) fn set(&mut self, at: Expr<'t>, name: &str, value: &str) -> Result<()> {
        let is_on = self.state.options.get_mut(name).is_some_and(|on| *on);
        if is_on || name.is_empty() || format!("{name}{value}").contains(char::is_control) {
            return Ok(());
        }
        let args = smallvec![Arg::Word(name.into()), Arg::Word(value.into())];
        self.call(at, &SetOption, args, Ids::default())
    }
}
