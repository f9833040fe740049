//! `--stats`: statistics of the runs of a campaign, from their traces and reports.

mod counts;
mod cpu;
mod options;
mod repeats;
mod terms;

use crate::actions::{action_of, role};
use crate::payload::{Drive, RunStatistics, counter};
pub use counts::Counts;
use counts::{Distribution, bump, joined, listed, shares};
use cpu::Cpu;
use murxla_coverage::BlockCount;
use murxla_executor::{Item, Outcome, Usage, Verdict};
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::{MkTerm, TermGetChildren};
use murxla_fsm::op::{Op, Ops};
use murxla_fsm::run::{NO_ENTRY, STRATEGY_NOTE};
use murxla_fsm::settings::swarm::needs;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{Line, Note, Script, Token, lex, notes_in};
use options::OptionCounts;
use repeats::Repeats;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use terms::RunTerms;

/// How many runs there were.
#[derive(Clone, Debug, Default, Serialize)]
struct RunCounts {
    #[serde(rename = "runs")]
    total: u64,
    #[serde(rename = "runs_with_check")]
    with_check: u64,
    timeouts: u64,
    /// Those that have reached new blocks.
    #[serde(skip)]
    with_new_blocks: u64,
}

impl RunCounts {
    fn add(&mut self, outcome: &Outcome) {
        self.total += 1;
        self.timeouts += u64::from(outcome.verdict == Verdict::Timeout);
        self.with_new_blocks += u64::from(!outcome.coverage.blocks.is_empty());
    }
}

/// Applications of operators.
#[derive(Clone, Debug, Default, Serialize)]
struct TermCounts {
    #[serde(rename = "op_terms")]
    total: u64,
    /// Those that the solver had to assert, assume or evaluate, as a part of some term.
    #[serde(rename = "live_op_terms")]
    live: u64,
    quantifiers: u64,
    /// Those that contain a quantifier.
    #[serde(rename = "quantified_terms")]
    quantified: u64,
    /// By the kind of their sort.
    sorts: Counts,
}

/// What calls were, and what they did.
#[derive(Clone, Debug, Default, Serialize)]
struct CallCounts {
    answers: Counts,
    options: OptionCounts,
    actions: Counts,
}

/// Applications by operator.
#[derive(Clone, Debug, Default, Serialize)]
struct OperatorCounts {
    #[serde(rename = "ops")]
    all: Counts,
    /// Those of terms that are live.
    #[serde(rename = "live_ops")]
    live: Counts,
    /// The operators that runs could use.
    #[serde(rename = "possible_ops")]
    possible: Vec<&'static str>,
    /// The theory of each operator.
    #[serde(skip)]
    theories: BTreeMap<&'static str, Theory>,
}

impl OperatorCounts {
    fn of(&self, op: &str) -> u64 {
        self.all.get(op).copied().unwrap_or(0)
    }

    /// A line for each theory.
    fn lines(&self) -> Vec<String> {
        let mut by_theory: BTreeMap<&str, Counts> = BTreeMap::new();
        for (op, count) in &self.all {
            let theory = self.theories.get(op.as_str());
            let theory = theory.map_or("no theory", |theory| theory.short());
            by_theory
                .entry(theory)
                .or_default()
                .insert(op.clone(), *count);
        }
        let of_theory =
            |(theory, ops): (&&str, &Counts)| format!("operators of {theory}: {}", listed(ops));
        by_theory.iter().map(of_theory).collect()
    }

    /// The line about the balance of the operators that runs could use.
    fn balance(&self) -> String {
        let mut counts: Vec<u64> = self.possible.iter().map(|op| self.of(op)).collect();
        counts.sort_unstable();
        let median = counts.get(counts.len() / 2).copied().unwrap_or(0);
        let far = |op: &&&str| self.of(op) * 20 < median || self.of(op) > median * 20;
        let far = self.possible.iter().filter(far);
        format!(
            "operators: median count {median}; more than a factor of 20 from it: {}",
            joined(far.map(|op| format!("{op} {}", self.of(op))))
        )
    }
}

/// The sizes of runs and formulas.
#[derive(Clone, Debug, Default, Serialize)]
struct Sizes {
    calls: Distribution,
    checks: Distribution,
    /// Of asserted formulas as graphs: the longest path to a leaf, the number of different terms.
    depth: Distribution,
    #[serde(rename = "size")]
    terms: Distribution,
}

/// The times of calls and processes.
#[derive(Clone, Debug, Default, Serialize)]
struct Times {
    /// The time of the calls of each action, in microseconds of wall-clock time.
    #[serde(rename = "took")]
    calls: Counts,
    cpu: Cpu,
}

impl Times {
    fn add_call(&mut self, action: &str, micros: u64) {
        *self.calls.entry(action.to_owned()).or_default() += micros;
    }
}

/// Functions of the C API.
#[derive(Clone, Debug, Default, Serialize)]
struct ApiFunctions {
    /// Those that were called.
    #[serde(rename = "functions")]
    called: BTreeSet<String>,
    /// Those that runs could call.
    #[serde(skip)]
    all: Vec<&'static str>,
}

impl ApiFunctions {
    /// The line about them, if the solver has a C API.
    fn line(&self) -> Option<String> {
        let never = self.all.iter();
        let never = never.filter(|name| !self.called.contains(**name));
        let called = self.all.len() - never.clone().count();
        (!self.all.is_empty()).then(|| {
            format!(
                "functions of the C API: {called} of {} called; not: {}",
                self.all.len(),
                joined(never.map(|name| (*name).to_owned()))
            )
        })
    }
}

/// Runs of strategies.
#[derive(Clone, Debug, Default, Serialize)]
struct StrategyCounts {
    /// Runs by strategy, without walks.
    #[serde(rename = "strategies")]
    runs: Counts,
    /// Walks that took the place of a strategy which found no entry, by strategy.
    no_entry: Counts,
    /// Notes on calls of strategies that were left out, because the solver lacks what they need.
    left_out: Counts,
}

impl StrategyCounts {
    /// Adds the run with this trace.
    fn add(&mut self, script: &Script) {
        for (key, counts) in [
            (STRATEGY_NOTE, &mut self.runs),
            (NO_ENTRY, &mut self.no_entry),
        ] {
            if let Some(name) = script.header(key) {
                bump(counts, name);
            }
        }
    }
}

/// Statistics of runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    #[serde(flatten)]
    runs: RunCounts,
    #[serde(flatten)]
    terms: TermCounts,
    #[serde(flatten)]
    calls: CallCounts,
    #[serde(flatten)]
    operators: OperatorCounts,
    #[serde(flatten)]
    sizes: Sizes,
    #[serde(flatten)]
    times: Times,
    /// Whether earlier runs of the same process change a run.
    repeats: Repeats,
    #[serde(flatten)]
    api: ApiFunctions,
    /// What the runs and those of earlier parts have reached. It is stored in `coverage.json`.
    #[serde(skip)]
    coverage: Option<BlockCount>,
    #[serde(flatten)]
    strategies: StrategyCounts,
}

/// The operators in `stats.json`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Operators {
    /// The number of runs.
    pub runs: u64,
    /// Applications by operator.
    pub ops: Counts,
    /// Applications that an assertion or query depends on.
    pub live_ops: Counts,
    /// The operators that runs could use.
    pub possible_ops: Vec<String>,
}

fn terms(tokens: &[Token]) -> Vec<u32> {
    let ids = tokens.iter().filter_map(Token::term);
    ids.map(|id| id.0).collect()
}

impl Stats {
    /// Statistics of no runs.
    #[must_use]
    pub fn new(drive: &Drive) -> Self {
        let ops = Ops::with(drive.wrapper.constants().ops);
        let is_possible = |op: &Op| {
            let row = ops.row(*op);
            drive.subset.theories.has(row.theory)
                && !ops.signature(*op).scripted
                && needs(ops.signature(*op)).is_within(drive.subset.theories)
                && !drive.profile.excludes_op(row.name)
        };
        let possible = ops.iter().filter(is_possible);
        let rows = ops.iter().map(|op| ops.row(op));
        let api = drive.wrapper.constants().api;
        let mut stats = Self::default();
        stats.times.cpu.begin();
        stats.operators.possible = possible.map(|op| ops.row(op).name).collect();
        stats.operators.theories = rows.map(|row| (row.name, row.theory)).collect();
        stats.api.all = api.map_or_else(Vec::new, |api| api.bound().collect());
        stats
    }

    /// Adds a run.
    pub fn add(&mut self, outcome: &Outcome) {
        self.runs.add(outcome);
        self.times.cpu.add(outcome);
        let count = |index: usize| u64::from(outcome.counters[index]);
        self.calls.options.refused_late += count(counter::REFUSED);
        self.calls.options.avoided += count(counter::AVOIDED);
        if let Some(run) = RunStatistics::from_bytes(&outcome.attachment) {
            self.api.called.extend(run.called);
            for (action, micros) in run.took {
                self.times.add_call(&action, micros);
            }
            let lacked: BTreeSet<String> = run.lacked.into_iter().collect();
            self.operators.possible.retain(|op| !lacked.contains(*op));
        }
        if let Some(call) = outcome
            .calls
            .last
            .as_deref()
            .filter(|_| !outcome.calls.last_took.is_zero())
        {
            self.times
                .add_call(action_of(call), outcome.calls.last_took.as_micros() as u64);
        }
        for note in notes_in(&outcome.trace).filter(Note::is_left_out) {
            bump(&mut self.strategies.left_out, &note.to_string());
        }
        // The last line of a run that was killed may be incomplete.
        let complete = outcome.trace.rfind('\n').map_or(0, |end| end + 1);
        if let Ok(script) = lex(&outcome.trace[..complete]) {
            self.strategies.add(&script);
            self.count(&script.lines);
        }
    }

    /// The item that repeats a run in a fresh process, if this run is repeated.
    #[must_use]
    pub fn repeat_of(&self, run: &Outcome) -> Option<Item> {
        repeats::is_drawn(run).then(|| Item::Trace(Arc::clone(&run.trace)))
    }

    /// A run is being repeated, with this ticket.
    pub fn begin_repeat(&mut self, run: &Outcome, ticket: u64) {
        self.repeats.begin(run, ticket);
    }

    /// Takes an outcome if it is that of a repetition. Returns whether it is.
    pub fn take_repeat(&mut self, outcome: &Outcome) -> bool {
        let is_repeat = self.repeats.end(outcome);
        if is_repeat {
            self.add_cpu_time(outcome);
        }
        is_repeat
    }

    /// Adds only the CPU time of a run that repeats another, for example to confirm a finding.
    pub fn add_cpu_time(&mut self, outcome: &Outcome) {
        self.times.cpu.add(outcome);
    }

    /// The blocks of the solver's libraries that were reached, if coverage is measured.
    pub fn set_coverage(&mut self, coverage: Option<BlockCount>) {
        self.coverage = coverage;
    }

    /// The campaign has ended, and so have all children. Takes the usage of this process and of all
    /// children, and the CPU time of the oracles' solvers, that of replays, and that which was
    /// available.
    pub fn end(&mut self, parent: Usage, children: Usage, times: [Duration; 3]) {
        self.times.cpu.end(parent, children, times);
    }

    fn count(&mut self, lines: &[Line]) {
        let mut terms = RunTerms::default();
        let mut checks = 0;
        for line in lines {
            bump(&mut self.calls.actions, &line.action.text);
            checks += u64::from(role(&line.action.text) == Some(Role::Check));
            self.count_line(line, &mut terms);
        }
        self.calls.options.add(lines);
        self.sizes.calls.add(lines.len() as u64);
        self.sizes.checks.add(checks);
        self.runs.with_check += u64::from(checks > 0);
        for term in terms.past.iter().chain(terms.now.values()) {
            let Some(op) = &term.op else { continue };
            if term.live {
                self.terms.live += 1;
                bump(&mut self.operators.live, op);
            }
        }
    }

    fn count_line(&mut self, line: &Line, all: &mut RunTerms) {
        let action = line.action.text.as_str();
        let role = role(action);
        let args = terms(&line.args);
        if let Some(answer) = line.answer() {
            bump(&mut self.calls.answers, answer.name());
        }
        if let Some(made) = line.returns.iter().find_map(Token::term) {
            let op = (action == MkTerm.name()).then(|| line.args.first());
            let op = op.flatten().map(|op| op.text.clone());
            if let Some(op) = &op {
                self.terms.total += 1;
                bump(&mut self.operators.all, op);
                self.terms.quantifiers +=
                    u64::from(matches!(op.as_str(), "OP_FORALL" | "OP_EXISTS"));
                if let Some(kind) = line.args.get(1) {
                    bump(&mut self.terms.sorts, &kind.text);
                }
            }
            let is_op = op.is_some();
            let quantified = all.add(made.0, op, args);
            self.terms.quantified += u64::from(is_op && quantified);
            return;
        }
        match role {
            // It inspects a term in the wrapper; no engine of the solver gets the term.
            _ if action == TermGetChildren.name() => {}
            Some(Role::Reset) => all.past.extend(std::mem::take(&mut all.now).into_values()),
            _ => args.iter().for_each(|id| all.mark(*id)),
        }
        if role == Some(Role::Assert) {
            for formula in &args {
                self.sizes
                    .depth
                    .add(all.now.get(formula).map_or(0, |t| t.depth));
                self.sizes.terms.add(all.size(*formula));
            }
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let Self {
            runs,
            terms,
            calls,
            sizes,
            strategies,
            ..
        } = self;
        let mut lines = vec![
            format!(
                "runs: {}, {:.1} % of them check, {:.1} % run out of time",
                runs.total,
                percent(runs.with_check, runs.total),
                percent(runs.timeouts, runs.total)
            ),
            format!(
                "runs of strategies: {}; walks in their place, because they found no entry: {}",
                listed(&strategies.runs),
                listed(&strategies.no_entry)
            ),
            format!("calls per run: {}", sizes.calls),
            format!("checks per run: {}", sizes.checks),
            format!("answers: {}", listed(&calls.answers)),
            calls.options.to_string(),
            format!(
                "operator terms: {}, {:.1} % of them live, {:.1} % quantifiers, {:.1} % with quantifiers",
                terms.total,
                percent(terms.live, terms.total),
                percent(terms.quantifiers, terms.total),
                percent(terms.quantified, terms.total)
            ),
            format!("depth of assertions: {}", sizes.depth),
            format!("size of assertions: {}", sizes.terms),
            format!("sorts: {}", listed(&self.terms.sorts)),
            format!("actions: {}", listed(&calls.actions)),
            format!(
                "calls of strategies that were left out: {}",
                listed(&strategies.left_out)
            ),
            format!("time of calls: {}", shares(&self.times.calls)),
            self.times.cpu.to_string(),
            self.repeats.to_string(),
        ];
        lines.extend(self.operators.lines());
        lines.push(self.operators.balance());
        lines.extend(self.coverage.map(|count| {
            let new = percent(runs.with_new_blocks, runs.total);
            format!("coverage: {count}; {new:.1} % of the runs reached new ones")
        }));
        lines.extend(self.api.line());
        writeln!(f, "{}", lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_assertion_depends_on_is_dead() {
        let trace = "new\nmk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"a\"\nreturn t1\n\
            mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n\
            mk-term OP_AND SORT_BOOL 2 t2 t1\nreturn t3 s1\n\
            mk-term OP_OR SORT_BOOL 2 t2 t1\nreturn t4 s1\nterm-get-children t4\n\
            assert-formula t3\ncheck-sat\n#= sat\nreset\n\
            mk-sort SORT_BOOL\nreturn s1\nmk-const s1 \"a\"\nreturn t1\n\
            mk-term OP_NOT SORT_BOOL 1 t1\nreturn t2 s1\n";
        let mut stats = Stats::default();
        stats.count(&lex(trace).unwrap().lines);
        assert_eq!((stats.terms.total, stats.terms.live), (4, 2));
        assert_eq!(
            stats.operators.live.keys().collect::<Vec<_>>(),
            ["OP_AND", "OP_NOT"]
        );
        assert_eq!(stats.operators.all["OP_NOT"], 2);
        assert_eq!(
            (
                stats.sizes.depth.quantile(0.5),
                stats.sizes.terms.quantile(0.5)
            ),
            (2, 3)
        );
        assert_eq!(
            (
                stats.sizes.checks.quantile(0.5),
                &stats.calls.answers["sat"]
            ),
            (1, &1)
        );
    }
}
