//! Memory leaks: a run leaks if the memory in use grows each time its calls are made again in the
//! same process.

use crate::actions::called;
use crate::trace_file::closed;
use murxla_executor::{Item, Outcome, Verdict};
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::SetOption;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::trace::{Script, lex};
use std::sync::Arc;

/// A run may leak if it leaves more memory in use than this, in bytes. It leaks if each repetition
/// leaves half of this. The first calls of a run that leaks do so if they leave a quarter: other
/// calls leave much less.
pub const LEAK: i64 = 1 << 20;

/// How often the calls are made in one process.
pub const REPEATS: usize = 8;

/// The first repetitions, in which caches fill, do not count.
pub const WARM_UP: usize = 3;

/// The runs that show whether a trace leaks. They are made in one process.
pub fn repeated(trace: &Arc<str>) -> Vec<Item> {
    vec![Item::Trace(Arc::clone(trace)); REPEATS]
}

/// By how many bytes the memory in use grows each time at least, if the repetitions of a trace
/// leak.
pub fn growth(repetitions: &[Outcome]) -> Option<i64> {
    least_growth(repetitions).filter(|least| *least >= LEAK / 2)
}

/// The least growth after the warm-up. `None` if a repetition is missing or did not end well.
pub fn least_growth(repetitions: &[Outcome]) -> Option<i64> {
    let ended_well = |outcome: &Outcome| outcome.verdict == Verdict::Ok;
    if repetitions.len() < REPEATS || !repetitions.iter().all(ended_well) {
        return None;
    }
    let warm = repetitions.iter().skip(WARM_UP);
    warm.map(|outcome| outcome.cost.growth).min()
}

/// How memory in use grew in each repetition, as a sentence.
pub fn grown(repetitions: &[Outcome]) -> String {
    let grown = repetitions
        .iter()
        .map(|outcome| format!("{}", outcome.cost.growth >> 10));
    let grown: Vec<String> = grown.collect();
    format!(
        "memory in use grows by {} kB when the calls are made {} times in one process",
        grown.join(", "),
        repetitions.len()
    )
}

/// Whether a trace is of a finding of this kind, or shows such a bug.
#[must_use]
pub fn is_of(script: &Script) -> bool {
    let leak = BugKind::Leak.family();
    let is_kind = |name: &str| name == leak || name.starts_with(&format!("{leak}-"));
    let mut headers = ["finding", "expect"].into_iter();
    headers.any(|key| script.header(key).is_some_and(is_kind))
}

/// The calls of a trace that leaks, in order to find the one that leaks.
pub struct LeakingCalls<'t> {
    trace: &'t str,
    /// For each call, its place in the trace and the place behind its results and notes.
    calls: Vec<(usize, usize)>,
    /// The largest number of first calls that are known not to leak.
    none: usize,
    /// The smallest number of first calls that are known to leak.
    some: usize,
}

impl<'t> LeakingCalls<'t> {
    /// Begins the search. So far, it is only known that all calls together leak.
    #[must_use]
    pub fn new(trace: &'t str) -> Self {
        let mut calls: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        for line in trace.split_inclusive('\n') {
            let end = at + line.len();
            match calls.last_mut() {
                _ if called(line).is_some() => calls.push((at, end)),
                Some((_, behind)) => *behind = end,
                None => {}
            }
            at = end;
        }
        Self {
            trace,
            none: 0,
            some: calls.len(),
            calls,
        }
    }

    /// The trace to repeat next: the first calls, and one that closes the instance. `None` if the
    /// search has ended.
    #[must_use]
    pub fn next(&self) -> Option<Arc<str>> {
        (self.some > self.none + 1).then(|| self.first(self.middle()))
    }

    /// Continues the search: `leaks` says whether the trace that was [next](Self::next) leaks.
    pub fn learn(&mut self, leaks: bool) {
        let middle = self.middle();
        if leaks {
            self.some = middle;
        } else {
            self.none = middle;
        }
    }

    fn middle(&self) -> usize {
        usize::midpoint(self.none, self.some)
    }

    fn first(&self, count: usize) -> Arc<str> {
        closed(&self.trace[..self.calls[count - 1].1], "").into()
    }

    /// The last of the first calls that leak, once the search has ended.
    #[must_use]
    pub fn found(&self) -> &'t str {
        let place = self.calls.get(self.some.wrapping_sub(1));
        place.map_or("", |(start, end)| &self.trace[*start..*end])
    }
}

/// What is the same in all calls of one kind: the action, with the operator, the kind of sort, or
/// the name of the option.
#[must_use]
pub fn kind_of(call: &str) -> String {
    let Some(line) = lex(call)
        .ok()
        .and_then(|script| script.lines.into_iter().next())
    else {
        return String::new();
    };
    let mut kind = line.action.text.clone();
    let is_option = kind == SetOption.name();
    let general = line.args.iter().enumerate().find(|(place, token)| {
        let is_name = token.text.contains("OP_") || token.text.starts_with("SORT_");
        !token.quoted && (is_name || is_option && *place == 0)
    });
    if let Some((_, token)) = general {
        kind.push(' ');
        kind.push_str(&token.text);
    }
    kind
}

/// When runs that may leak are repeated. A solver may leak in most runs, so runs are left out if
/// the earlier ones were not news.
#[derive(Debug)]
pub struct LeakWatch {
    /// A run that leaves more memory in use than this, in bytes, may leak.
    threshold: i64,
    /// The number of runs to leave out, and those of them that are left.
    gap: u32,
    left: u32,
}

impl Default for LeakWatch {
    fn default() -> Self {
        Self {
            threshold: LEAK,
            gap: 0,
            left: 0,
        }
    }
}

impl LeakWatch {
    /// Whether a run left so much memory in use that it may leak.
    #[must_use]
    pub fn suspects(&self, run: &Outcome) -> bool {
        run.verdict == Verdict::Ok && run.cost.growth > self.threshold
    }

    /// Whether the next run that may leak is repeated.
    pub fn is_due(&mut self) -> bool {
        let is_due = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_due
    }

    /// Notes that a run did not leak. Caches grow in steps, so only a larger growth is suspected
    /// from now on.
    pub fn note_no_leak(&mut self) {
        self.threshold = self.threshold.saturating_mul(2);
    }

    /// Notes that a run leaked. `is_new` says whether the leak was not known.
    pub fn note_leak(&mut self, is_new: bool) {
        self.gap = if is_new {
            0
        } else {
            self.gap.saturating_mul(2).saturating_add(1)
        };
        self.left = self.gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "# seed: 0x1\n    7 new\n    3 set-option bug leak\n    9 mk-sort SORT_BOOL\n      return s1\n    \
                         4 check-sat\n#= sat\n    5 delete\n";

    /// The search finds each call, and what is repeated is a trace.
    #[test]
    fn the_leaking_call_is_found() {
        let count = 5;
        for leaking in 1..=count {
            let mut calls = LeakingCalls::new(TRACE);
            assert_eq!(calls.calls.len(), count);
            while let Some(trace) = calls.next() {
                let script = lex(&trace).unwrap();
                assert_eq!(script.lines.last().unwrap().action.text, "delete");
                calls.learn(script.lines.len() > leaking);
            }
            let call = lex(calls.found()).unwrap().lines[0].call();
            assert_eq!(call, lex(TRACE).unwrap().lines[leaking - 1].call());
        }
        assert_eq!(LeakingCalls::new("").found(), "");
    }

    #[test]
    fn calls_of_one_kind_are_the_same() {
        for (call, kind) in [
            ("    4 check-sat\n#= sat\n", "check-sat"),
            (" 3 set-option bug leak\n", "set-option bug"),
            ("9 mk-sort SORT_BV 8\n  return s2\n", "mk-sort SORT_BV"),
            ("9 mk-term OP_AND SORT_BOOL 2 t1 t2\n", "mk-term OP_AND"),
            ("1 mk-const s1 \"OP_X\"\n", "mk-const"),
            ("", ""),
        ] {
            assert_eq!(kind_of(call), kind);
        }
    }

    #[test]
    fn runs_without_news_are_left_out() {
        let mut watch = LeakWatch::default();
        assert!(watch.is_due());
        watch.note_leak(true);
        assert!(watch.is_due());
        watch.note_leak(false);
        assert!(!watch.is_due() && watch.is_due());
        watch.note_leak(false);
        assert!(!watch.is_due() && !watch.is_due() && !watch.is_due() && watch.is_due());
        watch.note_leak(true);
        assert!(watch.is_due());
    }
}
