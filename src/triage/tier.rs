//! What the maintainers of a solver act upon: a bug counts more if its trace needs only what every
//! user has.

use super::{KindRow, Tier};
use crate::actions;
use crate::trace_file::needs;
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::{GetValue, theories_of};
use murxla_fsm::op::{BASE, Ops};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::profile::{OutOfScope, Profile};
use murxla_fsm::sort::SortKind;
use murxla_fsm::state::Options;
use murxla_fsm::theory::Theory;
use murxla_fsm::trace::{CODATA, Line, Script, Token};
use murxla_fsm::wrapper::Wrapper;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// The tier of a finding, as its trace shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The tier.
    pub tier: Tier,
    /// What keeps it from a better tier, or what makes it one of the best.
    pub reason: String,
    /// The number of calls of the trace.
    pub calls: usize,
}

/// The theories of SMT-LIB.
const STANDARD: [Theory; 10] = [
    Theory::Bool,
    Theory::Int,
    Theory::Real,
    Theory::Bv,
    Theory::Array,
    Theory::Uf,
    Theory::Quant,
    Theory::Fp,
    Theory::String,
    Theory::Dt,
];

impl Standing {
    /// The standing of a finding of a kind, as this trace shows it. A part of the trace that the
    /// bug does not need counts, too, so the shortest trace is the best one.
    #[must_use]
    pub fn of(kind: &BugKind, script: &Script, wrapper: &dyn Wrapper, profile: &Profile) -> Self {
        let ops = Ops::with(wrapper.constants().ops);
        let judge = Judge { ops, profile };
        let mut tier = Tier::A;
        let mut reason = "standard operators and common options".to_owned();
        let of_kind = judge.of_kind(kind, script.lines.last());
        let of_value = judge.of_value(kind, script);
        let always_set = wrapper.constants().options.always_set.iter();
        let of_formats = always_set
            .filter(|row| !row.formats.is_empty() && needs(script, row))
            .map(|row| {
                (
                    Tier::B,
                    format!("a format that needs the option {}", row.option),
                )
            });
        let of_lines = script.lines.iter().flat_map(|line| judge.of_line(line));
        for (its, why) in of_kind
            .into_iter()
            .chain(of_value)
            .chain(of_formats)
            .chain(of_lines)
        {
            if its > tier {
                (tier, reason) = (its, why);
            }
        }
        let calls = script.lines.len();
        Self {
            tier,
            reason,
            calls,
        }
    }
}

/// The text continues a line about the finding.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tier {:?}: {}", self.tier, self.reason)
    }
}

struct Judge<'a> {
    ops: Ops,
    profile: &'a Profile,
}

impl Judge<'_> {
    fn of_kind(&self, kind: &BugKind, last: Option<&Line>) -> Option<(Tier, String)> {
        let best = KindRow::of(kind).best;
        if best != Tier::A {
            return Some((
                best,
                format!("{kind} is neither a wrong answer or model of the solver nor a crash"),
            ));
        }
        let last = last?.action.text.as_str();
        let is_check = actions::role(last) == Some(Role::Check);
        let where_else = || (Tier::B, format!("it shows in {last}, and not in a check"));
        (kind.ends_process() && !is_check).then(where_else)
    }

    /// Whether the last call reads the value of a quantified formula that is not asserted. SMT-LIB
    /// has values of terms without quantifiers only.
    fn of_value(&self, kind: &BugKind, script: &Script) -> Option<(Tier, String)> {
        let last = script.lines.last()?;
        if *kind != BugKind::WrongModel || last.action.text != GetValue.name() {
            return None;
        }
        let is_quantifier = |token: &Token| {
            let op = self.ops.find(&token.text).filter(|_| !token.quoted);
            op.is_some_and(|op| self.ops.row(op).theory == Theory::Quant)
        };
        let mut quantified: BTreeSet<&str> = BTreeSet::new();
        let mut asserted: BTreeSet<&str> = BTreeSet::new();
        for line in &script.lines {
            let mut words = line.args.iter().map(|token| token.text.as_str());
            match actions::role(&line.action.text) {
                Some(Role::Assert | Role::Check) => asserted.extend(words),
                _ if line.args.iter().any(is_quantifier)
                    || words.any(|word| quantified.contains(word)) =>
                {
                    quantified.extend(line.returns.first().map(|id| id.text.as_str()));
                }
                _ => {}
            }
        }
        let mut read = last.args.iter().map(|token| token.text.as_str());
        let is_free = read.any(|id| quantified.contains(id) && !asserted.contains(id));
        let why = "the value of a quantified formula that is not asserted".to_owned();
        is_free.then_some((Tier::B, why))
    }

    /// The parts of a call that are not standard.
    fn of_line(&self, line: &Line) -> Vec<(Tier, String)> {
        let name = line.action.text.as_str();
        let mut parts = Vec::new();
        let mut part = |is_extra: bool, what: String, row: Option<&OutOfScope>| match row {
            Some(row) => parts.push((Tier::C, format!("{what}: {}", row.reason))),
            None if is_extra => parts.push((Tier::B, what)),
            None => {}
        };
        let out_of_scope = &self.profile.out_of_scope;
        let row = |has: &dyn Fn(&OutOfScope) -> bool| out_of_scope.iter().find(|row| has(row));
        part(
            !actions::is_shared(name),
            name.to_owned(),
            row(&|row| row.has_action(name)),
        );
        if name == "set-option" {
            let option = line.args.first().map_or("", |token| token.text.as_str());
            let is_own = !Options::NAMES.contains(&option)
                && !self.profile.set_options().contains_key(option);
            let its = row(&|row| row.has_option(option)).filter(|_| is_own);
            part(is_own, format!("the option {option}"), its);
        }
        for token in line.args.iter().filter(|token| !token.quoted) {
            let text = token.text.as_str();
            if text == CODATA {
                part(true, "codatatypes".to_owned(), row(&|row| row.codatatypes));
            } else if let Some(op) = self.ops.find(text) {
                let theory = self.ops.row(op).theory;
                let is_extra = !STANDARD.contains(&theory) || op.index() >= BASE.len();
                let its = row(&|row| row.has_operator(text, theory));
                part(is_extra, text.to_owned(), its);
            } else if let Some(kind) = SortKind::from_name(text) {
                let mut theories = theories_of(kind).peekable();
                let is_extra = theories.peek().is_some()
                    && theories_of(kind).all(|theory| !STANDARD.contains(&theory));
                let its =
                    row(&|row| is_extra && theories_of(kind).all(|theory| row.has_theory(theory)));
                part(is_extra, text.to_owned(), its);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    /// The tier of a finding of Z3 with this trace, and the reason.
    fn of(kind: &str, trace: &str) -> (Tier, String) {
        with("z3", kind, trace)
    }

    /// The same for another solver.
    fn with(solver: &str, kind: &str, trace: &str) -> (Tier, String) {
        let row = r#"{"actions": ["z3-rcf"], "options": ["old.*"], "theories": ["THEORY_BAG"], "codatatypes": true, "reason": "nobody asks"}"#;
        let text =
            format!(r#"{{"options": {{"set": {{"rlimit": "1"}}}}, "unsupported": [{row}]}}"#);
        let profile = Profile::load([("p", text.as_str())]).unwrap();
        let wrapper = murxla_wrappers::find(solver).unwrap();
        let standing = Standing::of(&kind.into(), &lex(trace).unwrap(), wrapper, &profile);
        assert_eq!(standing.calls, trace.matches("0 ").count());
        (standing.tier, standing.reason)
    }

    #[test]
    fn formats_may_need_an_option() {
        let of = |solver, format| {
            let trace = format!("0 new\n0 mk-sort SORT_FP {format}\nreturn s1\n0 check-sat\n");
            with(solver, "wrong-unsat", &trace)
        };
        let reason = "a format that needs the option fp-exp".to_owned();
        assert_eq!(of("cvc5", "3 5"), (Tier::B, reason));
        assert_eq!(of("cvc5", "8 24").0, Tier::A);
        assert_eq!(of("z3", "3 5").0, Tier::A);
    }

    #[test]
    fn tiers_follow_from_traces() {
        let plain = "0 new\n0 set-option produce-models true\n0 set-option rlimit 7\n0 mk-sort SORT_INT\nreturn s1\n\
            0 mk-term OP_INT_ADD SORT_INT s1 s1\nreturn t3 s1\n";
        let with = |more: &str| format!("{plain}{more}");
        let check = with("0 check-sat\n");
        assert_eq!(of("wrong-unsat", &check).0, Tier::A);
        assert_eq!(of("crash-SIGSEGV", &check).0, Tier::A);
        let crash = of("exit-1", &with("0 push s1\n"));
        assert_eq!(
            crash,
            (Tier::B, "it shows in push, and not in a check".to_owned())
        );
        let quantified = with(
            "0 mk-term OP_FORALL SORT_BOOL 2 t1 t2\nreturn t5 s2\n0 mk-term OP_NOT SORT_BOOL 1 t5\nreturn t6 s2\n\
             0 check-sat\n0 get-value 1 t6\n",
        );
        assert_eq!(of("wrong-model", &quantified).0, Tier::B);
        let asserted = quantified.replace("0 check-sat", "0 assert-formula t6\n0 check-sat");
        assert_eq!(of("wrong-model", &asserted).0, Tier::A);
        assert_eq!(of("rejected", &check).0, Tier::B);
        assert_eq!(of("leak", &check).0, Tier::C);
        for (line, tier, reason) in [
            ("0 set-option seed 1\n", Tier::B, "the option seed"),
            (
                "0 set-option old.one 1\n",
                Tier::C,
                "the option old.one: nobody asks",
            ),
            ("0 mk-sort SORT_SET s1\nreturn s2\n", Tier::B, "SORT_SET"),
            (
                "0 mk-sort SORT_BAG s1\nreturn s2\n",
                Tier::C,
                "SORT_BAG: nobody asks",
            ),
            (
                "0 mk-term z3-OP_SET_DELETE SORT_SET s1\nreturn t4 s1\n",
                Tier::B,
                "z3-OP_SET_DELETE",
            ),
            (
                "0 mk-sort SORT_DT codata 1 \"d\" 1 \"c\" 0\nreturn s2\n",
                Tier::C,
                "codatatypes: nobody asks",
            ),
            ("0 z3-solve s1\n", Tier::B, "z3-solve"),
            ("0 z3-rcf\n", Tier::C, "z3-rcf: nobody asks"),
        ] {
            let found = of("wrong-model", &with(line));
            assert!(
                found.0 == tier && found.1.starts_with(reason),
                "{line} {found:?}"
            );
        }
    }
}
