//! The title of an issue: the solver, its release, and what distinguishes the bug from others.
//!
//! Titles are copied into fields that show them as they are, so nothing in them is escaped: what
//! would be markup is code.

use super::markdown::verbatim;
use super::{Issue, shortened};
use crate::actions::{action_of, is_shared};
use crate::trace_file;
use crate::triage::{
    FailedAssertion, Finding, KindRow, TitleDetail, bad_memory, call_name, first_line, reason,
};
use murxla_executor::STACK_OVERFLOW;
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::MkTerm;
use murxla_fsm::op::{BASE, Op, Ops};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{Line, Script};

/// Commands that stand around the one that shows a bug.
const AROUND: [&str; 6] = [
    "push",
    "pop",
    "assert",
    "reset",
    "set-option",
    "declare-const",
];
/// The number of characters that are shown of a message, and of a command.
const MESSAGE: usize = 100;
const COMMAND: usize = 60;
/// The number of operators that are named.
const MOST: usize = 2;

/// Theories of SMT-LIB, the one that the fewest formulas have first. Operators of other theories
/// are rarer.
const RAREST_FIRST: [Theory; 7] = [
    Theory::Dt,
    Theory::String,
    Theory::Fp,
    Theory::Array,
    Theory::Bv,
    Theory::Real,
    Theory::Int,
];
/// Theories of operators that most formulas have.
const EVERYWHERE: [Theory; 3] = [Theory::Bool, Theory::Uf, Theory::Quant];

impl Issue<'_> {
    pub(super) fn title(&self, kind: &KindRow) -> String {
        let Finding {
            observed, solver, ..
        } = self.finding;
        let solver = solver.split(['@', '=']).next().unwrap_or(solver);
        let what = match &observed.kind {
            BugKind::Crash(_) if self.finding.observed.is_stack_overflow() => {
                STACK_OVERFLOW.to_owned()
            }
            BugKind::Crash(kind) | BugKind::Address(kind) | BugKind::Undefined(kind) => {
                verbatim(kind)
            }
            BugKind::Exit(code) => format!("exit {code}"),
            _ => kind.title.to_owned(),
        };
        let detail = self.detail(kind).unwrap_or_default();
        format!(
            "{} {}: {what}{detail}",
            verbatim(solver),
            verbatim(self.release)
        )
    }

    /// What follows after the kind.
    fn detail(&self, kind: &KindRow) -> Option<String> {
        let message = &self.run.message;
        let during = |word: &str| {
            let command = self.command()?;
            Some(format!("{word} {}", verbatim(&command)))
        };
        match kind.detail {
            TitleDetail::Call if bad_memory(message).is_none() => {
                match (self.finding.observed.innermost(), during(", during")) {
                    (Some(function), during) => Some(format!(
                        " in {}{}",
                        verbatim(&function),
                        during.unwrap_or_default()
                    )),
                    (None, _) => during(" in"),
                }
            }
            TitleDetail::Call | TitleDetail::End => {
                let told = bad_memory(message).or_else(|| reason(message));
                let told = told.map(|told| verbatim(&shortened(told, MESSAGE)));
                let told = told.map_or(String::new(), |told| format!(": {told}"));
                Some(during(" in").unwrap_or_default() + &told)
            }
            TitleDetail::Assertion => {
                let failed = FailedAssertion::of(message)?;
                let failed = verbatim(&shortened(&failed.to_string(), MESSAGE));
                Some(format!(
                    ": {failed}{}",
                    during(", during").unwrap_or_default()
                ))
            }
            TitleDetail::Message => {
                let line = first_line(message)?.replace(" []", "");
                let line = self.with_operators(&shortened(&line, MESSAGE));
                Some(format!(": {line}"))
            }
            TitleDetail::Theories => {
                let line = first_line(message).unwrap_or_default();
                let theories = line.find('[').map_or("", |at| &line[at..]);
                let theories = Some(theories).filter(|theories| !theories.starts_with("[]"));
                let theories = theories.filter(|theories| !theories.is_empty());
                let theories = theories.map(|theories| format!(" {}", verbatim(theories)));
                let operators = self.operators().into_iter().map(verbatim);
                let operators = match operators.collect::<Vec<_>>().join(", ") {
                    none if none.is_empty() => none,
                    named => format!(": {named}"),
                };
                let by = during(", by").filter(|_| self.own_call().is_some());
                Some(operators + &theories.unwrap_or_default() + &by.unwrap_or_default())
            }
        }
    }

    /// The first line of a message with symbols of SMT-LIB. That of a wrong model names operators.
    fn with_operators(&self, line: &str) -> String {
        let ops = self.ops();
        let named = line.split_once('(').and_then(|(before, rest)| {
            let (name, after) = rest.split_once(')')?;
            Some((before, ops.find(name)?, after))
        });
        if let Some((before, op, after)) = named {
            let mut symbols = vec![symbol(&ops, op)];
            // Most formulas have these.
            if EVERYWHERE.contains(&ops.row(op).theory) {
                symbols.extend(self.operators());
            }
            let symbols: Vec<String> = symbols.into_iter().map(verbatim).collect();
            let [before, after] = [before, after].map(verbatim);
            return format!("{before}({}){after}", symbols.join(", "));
        }
        let operators = self.operators().into_iter().map(verbatim);
        let operators = operators.collect::<Vec<_>>().join(", ");
        if self.finding.observed.kind != BugKind::WrongModel
            || line.contains('(')
            || operators.is_empty()
        {
            return verbatim(line);
        }
        let (before, theories) = line.split_at(line.find(" [").unwrap_or(line.len()));
        let [before, theories] = [before, theories].map(verbatim);
        format!("{before} ({operators}){theories}")
    }

    /// The operators of the solver.
    fn ops(&self) -> Ops {
        let trace = self.trace.as_ref().ok();
        trace.map_or_else(Ops::default, |trace| trace_file::ops(&trace.script))
    }

    /// The rarest operators of the trace, if it is minimized: another trace has many that the bug
    /// does not need. Those that the script writes in another way are left out, unless all are.
    fn operators(&self) -> Vec<&'static str> {
        let Some(trace) = self.trace.as_ref().ok().filter(|_| self.is_minimized()) else {
            return Vec::new();
        };
        let all = by_rarity(&trace.script, &self.ops());
        let script = trace.program.as_ref().map_or("", |program| &program.text);
        let is_written = |symbol: &&&str| script.contains(**symbol);
        let mut named: Vec<&str> = all.iter().filter(is_written).copied().collect();
        if named.is_empty() {
            named = all;
        }
        named.truncate(MOST);
        named
    }

    /// The action of the last call, if only this solver has it.
    fn own_call(&self) -> Option<&str> {
        let action = action_of(self.run.last_call.as_deref()?);
        (!is_shared(action)).then_some(action)
    }

    /// The last call, for the developers of the solver. For an action that only this program knows,
    /// it is the noted command of the solver's language, or the command, tactic or other text that
    /// it takes, or else its name.
    fn command(&self) -> Option<String> {
        let call = self.run.last_call.as_deref()?;
        let Some(action) = self.own_call() else {
            return Some(call_name(call));
        };
        let last = self.run.calls.iter().flat_map(|script| script.lines.last());
        let inner = |command: &str| {
            let command = command.trim().strip_prefix('(')?.strip_suffix(')')?;
            Some(command.to_owned())
        };
        let noted = last.clone().flat_map(Line::commands).find_map(|command| {
            let command = inner(command)?;
            let name = command.split(' ').next()?;
            (!AROUND.contains(&name)).then_some(command)
        });
        let name = action.split_once('-').map_or(action, |(_, name)| name);
        let taken = || {
            let texts = last.flat_map(|line| &line.args);
            let mut texts = texts.filter(|token| token.quoted && !token.text.is_empty());
            let text = &texts.next()?.text;
            Some(inner(text).unwrap_or_else(|| format!("{name} {text}")))
        };
        let command = noted.or_else(taken).unwrap_or_else(|| name.to_owned());
        Some(shortened(&command, COMMAND))
    }
}

/// The operators of a trace, the rarest ones first: those of the rarest theory, of these the ones
/// that occur least.
fn by_rarity(script: &Script, ops: &Ops) -> Vec<&'static str> {
    let mut counts: Vec<(Op, usize)> = Vec::new();
    let terms = script.lines.iter();
    let terms = terms.filter(|line| line.action.text == MkTerm.name());
    for op in terms.filter_map(|line| ops.find(&line.args.first()?.text)) {
        match counts.iter_mut().find(|(known, _)| *known == op) {
            Some((_, count)) => *count += 1,
            None => counts.push((op, 1)),
        }
    }
    counts.retain(|(op, _)| !EVERYWHERE.contains(&ops.row(*op).theory));
    counts.sort_by_key(|(op, count)| {
        let theory = ops.row(*op).theory;
        let is_own = op.index() >= BASE.len();
        let place = RAREST_FIRST.iter().position(|its| *its == theory);
        (place.filter(|_| !is_own).map(|place| place + 1), *count)
    });
    let mut symbols: Vec<&str> = counts.iter().map(|(op, _)| symbol(ops, *op)).collect();
    symbols.dedup();
    symbols
}

/// The symbol of SMT-LIB, or the name where the operator has none.
fn symbol(ops: &Ops, op: Op) -> &'static str {
    let row = ops.row(op);
    match row.smt {
        "" => row.name,
        symbol => symbol,
    }
}
