//! `--stats`: statistics of the runs of a campaign, from their traces and reports.

mod cpu;
mod options;
mod repeats;
mod terms;

use crate::actions::{action_of, role};
use crate::payload::{Drive, RunStatistics, counter};
use cpu::Cpu;
use murxla_coverage::BlockCount;
use murxla_executor::{Item, Outcome, Usage, Verdict};
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::{MkTerm, TermGetChildren};
use murxla_fsm::op::{Op, Ops};
use murxla_fsm::run::{NO_ENTRY, STRATEGY_NOTE};
use murxla_fsm::settings::swarm::needs;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{Line, Note, Token, lex, notes_in};
use options::OptionCounts;
use repeats::Repeats;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use terms::RunTerms;

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// How often each number occurred.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
struct Distribution(BTreeMap<u64, u64>);

impl Distribution {
    fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// The quantile: the smallest number such that the given share of all numbers is at most as
    /// large. 0 without numbers.
    fn quantile(&self, share: f64) -> u64 {
        let total: u64 = self.0.values().sum();
        let wanted = (total as f64 * share).ceil() as u64;
        let mut seen = 0;
        let at = |(_, count): &(&u64, &u64)| {
            seen += **count;
            seen >= wanted.max(1)
        };
        self.0.iter().find(at).map_or(0, |(number, _)| *number)
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, most] = [0.5, 0.9].map(|share| self.quantile(share));
        let max = self.0.keys().next_back().unwrap_or(&0);
        write!(f, "median {median}, 90 % up to {most}, max {max}")
    }
}

/// Statistics of runs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    runs: u64,
    runs_with_check: u64,
    timeouts: u64,
    /// Applications of operators. Those that the solver had to assert, assume or evaluate, as a
    /// part of some term, are live.
    op_terms: u64,
    live_op_terms: u64,
    /// Applications of quantifiers, and terms that contain one.
    quantifiers: u64,
    quantified_terms: u64,
    answers: Counts,
    options: OptionCounts,
    actions: Counts,
    ops: Counts,
    /// Operators of terms that are live.
    live_ops: Counts,
    /// Terms by the kind of their sort.
    sorts: Counts,
    calls: Distribution,
    checks: Distribution,
    /// Of asserted formulas as graphs: the longest path to a leaf, the number of different terms.
    depth: Distribution,
    size: Distribution,
    /// The time of the calls of each action, in microseconds of wall-clock time.
    took: Counts,
    cpu: Cpu,
    /// Whether earlier runs of the same process change a run.
    repeats: Repeats,
    /// Functions of the C API that were called.
    functions: BTreeSet<String>,
    /// What the runs and those of earlier parts have reached. It is stored in `coverage.json`.
    #[serde(skip)]
    coverage: Option<BlockCount>,
    /// The number of runs that have reached new blocks.
    #[serde(skip)]
    runs_with_new_blocks: u64,
    /// Runs by strategy, without walks.
    strategies: Counts,
    /// Walks that took the place of a strategy which found no entry, by strategy.
    no_entry: Counts,
    /// Notes on calls of strategies that were left out, because the solver lacks what they need.
    left_out: Counts,
    /// The operators that runs could use.
    possible_ops: Vec<&'static str>,
    /// The theory of each operator.
    #[serde(skip)]
    theories: BTreeMap<&'static str, Theory>,
    /// The functions of the C API that runs could call.
    #[serde(skip)]
    all_functions: Vec<&'static str>,
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

fn bump(counts: &mut Counts, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
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
            drive.theories.has(row.theory)
                && !ops.signature(*op).scripted
                && needs(ops.signature(*op)).is_within(drive.theories)
                && !drive.profile.excludes_op(row.name)
        };
        let possible = ops.iter().filter(is_possible);
        let rows = ops.iter().map(|op| ops.row(op));
        let mut cpu = Cpu::default();
        cpu.begin();
        Self {
            cpu,
            theories: rows.map(|row| (row.name, row.theory)).collect(),
            possible_ops: possible.map(|op| ops.row(op).name).collect(),
            all_functions: drive
                .wrapper
                .constants()
                .api
                .map_or_else(Vec::new, |api| api.bound().collect()),
            ..Self::default()
        }
    }

    /// Adds a run.
    pub fn add(&mut self, outcome: &Outcome) {
        self.runs += 1;
        self.timeouts += u64::from(outcome.verdict == Verdict::Timeout);
        self.runs_with_new_blocks += u64::from(!outcome.new_blocks.is_empty());
        self.cpu.add(outcome);
        let count = |index: usize| u64::from(outcome.counters[index]);
        self.options.refused_late += count(counter::REFUSED);
        self.options.avoided += count(counter::AVOIDED);
        if let Some(run) = RunStatistics::from_bytes(&outcome.attachment) {
            self.functions.extend(run.called);
            for (action, micros) in run.took {
                self.add_time(&action, micros);
            }
            let lacked: BTreeSet<String> = run.lacked.into_iter().collect();
            self.possible_ops.retain(|op| !lacked.contains(*op));
        }
        if let Some(call) = outcome
            .last_call
            .as_deref()
            .filter(|_| !outcome.in_call.is_zero())
        {
            self.add_time(action_of(call), outcome.in_call.as_micros() as u64);
        }
        for note in notes_in(&outcome.trace).filter(Note::is_left_out) {
            bump(&mut self.left_out, &note.to_string());
        }
        // The last line of a run that was killed may be incomplete.
        let complete = outcome.trace.rfind('\n').map_or(0, |end| end + 1);
        if let Ok(script) = lex(&outcome.trace[..complete]) {
            for (key, counts) in [
                (STRATEGY_NOTE, &mut self.strategies),
                (NO_ENTRY, &mut self.no_entry),
            ] {
                if let Some(name) = script.header(key) {
                    bump(counts, name);
                }
            }
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
        self.cpu.add(outcome);
    }

    /// The blocks of the solver's libraries that were reached, if coverage is measured.
    pub fn set_coverage(&mut self, coverage: Option<BlockCount>) {
        self.coverage = coverage;
    }

    /// The campaign has ended, and so have all children. Takes the usage of this process and of all
    /// children, and the CPU time of the oracles' solvers, that of replays, and that which was
    /// available.
    pub fn end(&mut self, parent: Usage, children: Usage, times: [Duration; 3]) {
        self.cpu.end(parent, children, times);
    }

    fn count(&mut self, lines: &[Line]) {
        let mut terms = RunTerms::default();
        let mut checks = 0;
        for line in lines {
            bump(&mut self.actions, &line.action.text);
            checks += u64::from(role(&line.action.text) == Some(Role::Check));
            self.count_line(line, &mut terms);
        }
        self.options.add(lines);
        self.calls.add(lines.len() as u64);
        self.checks.add(checks);
        self.runs_with_check += u64::from(checks > 0);
        for term in terms.past.iter().chain(terms.now.values()) {
            let Some(op) = &term.op else { continue };
            if term.live {
                self.live_op_terms += 1;
                bump(&mut self.live_ops, op);
            }
        }
    }

    fn count_line(&mut self, line: &Line, all: &mut RunTerms) {
        let action = line.action.text.as_str();
        let role = role(action);
        let args = terms(&line.args);
        if let Some(answer) = line.answer() {
            bump(&mut self.answers, answer.name());
        }
        if let Some(made) = line.returns.iter().find_map(Token::term) {
            let op = (action == MkTerm.name()).then(|| line.args.first());
            let op = op.flatten().map(|op| op.text.clone());
            if let Some(op) = &op {
                self.op_terms += 1;
                bump(&mut self.ops, op);
                self.quantifiers += u64::from(matches!(op.as_str(), "OP_FORALL" | "OP_EXISTS"));
                if let Some(kind) = line.args.get(1) {
                    bump(&mut self.sorts, &kind.text);
                }
            }
            let is_op = op.is_some();
            let quantified = all.add(made.0, op, args);
            self.quantified_terms += u64::from(is_op && quantified);
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
                self.depth.add(all.now.get(formula).map_or(0, |t| t.depth));
                self.size.add(all.size(*formula));
            }
        }
    }

    fn add_time(&mut self, action: &str, micros: u64) {
        *self.took.entry(action.to_owned()).or_default() += micros;
    }

    fn of(&self, op: &str) -> u64 {
        self.ops.get(op).copied().unwrap_or(0)
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let mut lines = vec![
            format!(
                "runs: {}, {:.1} % of them check, {:.1} % run out of time",
                self.runs,
                percent(self.runs_with_check, self.runs),
                percent(self.timeouts, self.runs)
            ),
            format!(
                "runs of strategies: {}; walks in their place, because they found no entry: {}",
                listed(&self.strategies),
                listed(&self.no_entry)
            ),
            format!("calls per run: {}", self.calls),
            format!("checks per run: {}", self.checks),
            format!("answers: {}", listed(&self.answers)),
            self.options.to_string(),
            format!(
                "operator terms: {}, {:.1} % of them live, {:.1} % quantifiers, {:.1} % with quantifiers",
                self.op_terms,
                percent(self.live_op_terms, self.op_terms),
                percent(self.quantifiers, self.op_terms),
                percent(self.quantified_terms, self.op_terms)
            ),
            format!("depth of assertions: {}", self.depth),
            format!("size of assertions: {}", self.size),
            format!("sorts: {}", listed(&self.sorts)),
            format!("actions: {}", listed(&self.actions)),
            format!(
                "calls of strategies that were left out: {}",
                listed(&self.left_out)
            ),
            format!("time of calls: {}", shares(&self.took)),
            self.cpu.to_string(),
            self.repeats.to_string(),
        ];
        let mut counts: Vec<u64> = self.possible_ops.iter().map(|op| self.of(op)).collect();
        counts.sort_unstable();
        let median = counts.get(counts.len() / 2).copied().unwrap_or(0);
        let far = |op: &&&str| self.of(op) * 20 < median || self.of(op) > median * 20;
        let mut by_theory: BTreeMap<&str, Counts> = BTreeMap::new();
        for (op, count) in &self.ops {
            let theory = self.theories.get(op.as_str());
            let theory = theory.map_or("no theory", |theory| theory.short());
            by_theory
                .entry(theory)
                .or_default()
                .insert(op.clone(), *count);
        }
        let of_theory =
            |(theory, ops): (&&str, &Counts)| format!("operators of {theory}: {}", listed(ops));
        lines.extend(by_theory.iter().map(of_theory));
        lines.push(format!(
            "operators: median count {median}; more than a factor of 20 from it: {}",
            joined(
                self.possible_ops
                    .iter()
                    .filter(far)
                    .map(|op| format!("{op} {}", self.of(op)))
            )
        ));
        lines.extend(self.coverage.map(|count| {
            let new = percent(self.runs_with_new_blocks, self.runs);
            format!("coverage: {count}; {new:.1} % of the runs reached new ones")
        }));
        if !self.all_functions.is_empty() {
            let never = self
                .all_functions
                .iter()
                .filter(|name| !self.functions.contains(**name));
            let called = self.all_functions.len() - never.clone().count();
            lines.push(format!(
                "functions of the C API: {called} of {} called; not: {}",
                self.all_functions.len(),
                joined(never.map(|name| (*name).to_owned()))
            ));
        }
        writeln!(f, "{}", lines.join("\n"))
    }
}

/// Names with their counts, the most frequent first.
fn listed(counts: &Counts) -> String {
    let sorted = most_first(counts).into_iter();
    joined(sorted.map(|(name, count)| format!("{name} {count}")))
}

fn most_first(counts: &Counts) -> Vec<(&str, u64)> {
    let counts = counts.iter().map(|(name, count)| (name.as_str(), *count));
    let mut sorted: Vec<_> = counts.collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    sorted
}

/// Percentages of the sum, from one on.
fn shares(counts: &Counts) -> String {
    let sum: u64 = counts.values().sum();
    let percent = |count: u64| 100.0 * count as f64 / sum.max(1) as f64;
    let sorted = most_first(counts).into_iter();
    let shares = sorted.map(|(name, count)| (name, percent(count)));
    joined(
        shares
            .filter(|(_, share)| *share >= 1.0)
            .map(|(name, share)| format!("{name} {share:.0} %")),
    )
}

fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return "none".to_owned();
    }
    items.join(", ")
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
        assert_eq!((stats.op_terms, stats.live_op_terms), (4, 2));
        assert_eq!(
            stats.live_ops.keys().collect::<Vec<_>>(),
            ["OP_AND", "OP_NOT"]
        );
        assert_eq!(stats.ops["OP_NOT"], 2);
        assert_eq!(
            (stats.depth.quantile(0.5), stats.size.quantile(0.5)),
            (2, 3)
        );
        assert_eq!((stats.checks.quantile(0.5), &stats.answers["sat"]), (1, &1));
    }

    #[test]
    fn quantiles_of_nothing_and_of_some() {
        let mut some = Distribution::default();
        assert_eq!(some.to_string(), "median 0, 90 % up to 0, max 0");
        (1..=10).for_each(|n| some.add(n));
        assert_eq!(some.to_string(), "median 5, 90 % up to 9, max 10");
    }
}
