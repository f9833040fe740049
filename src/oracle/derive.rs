//! Derives traces that check the claims of a run: that a core is unsatisfiable, that unsatisfiable
//! assumptions are, and that some model gives the terms their reported values.

use crate::actions::{is_shared, role};
use crate::triage::checks::{ASSUMPTIONS_ARE_SAT, CORE_IS_SAT, NO_SUCH_MODEL};
use murxla_fsm::action::{Action, Arg, Args, Call, Context, Ids, Role};
use murxla_fsm::actions::{
    AssertFormula, CheckSat, Delete, GetValue, MkSort, MkTerm, MkValue, New, SetOption,
};
use murxla_fsm::edit::{Step, TraceReader, print};
use murxla_fsm::op::EQUAL;
use murxla_fsm::oracle::{BugKind, Topic, chosen_terms, is_small_and_decidable, satisfies};
use murxla_fsm::solver::{Answer, Check, TermId};
use murxla_fsm::sort::{Sort, SortId, SortKind};
use murxla_fsm::state::{InstanceState, Options};
use murxla_fsm::trace::{Line, Note, Script, read_value};
use murxla_fsm::value::Value;
use murxla_fsm::wrapper::OptionArgument;
use smallvec::{SmallVec, smallvec};

/// A claim of a run, as a trace with one check.
#[derive(Debug)]
pub(super) struct Claim {
    /// The kind of finding if the claim is wrong.
    pub(super) kind: BugKind,
    /// The check that fails in that case.
    pub(super) check: &'static Check,
    /// The claim and its line.
    pub(super) detail: String,
    /// The trace.
    pub(super) trace: String,
    /// The answer that refutes the claim.
    pub(super) refuted_by: Answer,
}

/// The first claims of a run, at most `most`.
pub(super) fn claims(script: &Script, context: &Context, most: usize) -> Vec<Claim> {
    let mut replayed = Replayed::new(script, context);
    let mut claims = Vec::new();
    for line in &script.lines {
        replayed.read(line);
        let noted = line.notes.iter();
        claims.extend(noted.filter_map(|note| replayed.core(line, note)));
        claims.extend(replayed.model(line));
        if claims.len() >= most {
            claims.truncate(most);
            break;
        }
    }
    claims
}

/// A trace that asserts the formulas that the last call of a run is about and checks them, with the
/// answer `sat` as the claim of the run. `None` if the call is not about formulas.
pub(super) fn only_check(script: &Script, context: &Context) -> Option<String> {
    let last = script.lines.len().checked_sub(1)?;
    let (replayed, formulas) = Replayed::of_call(script, last, context, is_common_option)?;
    Some(replayed.trace(Vec::new(), formulas, Answer::Sat))
}

/// A trace that asserts the formulas that a call is about in an instance with the same options,
/// checks them, and reads their values and those of their symbols. The engine is chosen by an
/// option, if it is not the usual one. `None` if the call cannot be made, or is not about formulas.
pub(super) fn plain_check(
    (script, call): (&Script, usize),
    engine: Option<&OptionArgument>,
    context: &Context,
) -> Option<String> {
    let keeps_option = |name: &str| name != PRODUCE_MODELS;
    let (replayed, formulas) = Replayed::of_call(script, call, context, keeps_option)?;
    let mut asked = formulas.clone();
    asked.extend(chosen_terms(replayed.state(), &formulas));
    let (opening, setup) = replayed.setup.split_first()?;
    let none = Ids::default();
    let set = |(name, value): (&str, &str)| {
        let words = [name, value].map(|word| Arg::Word(word.into()));
        step_of(&SetOption, words.into_iter().collect(), none)
    };
    let mut steps = vec![opening.clone(), set((PRODUCE_MODELS, "true"))];
    steps.extend(engine.map(|engine| set((engine.option, engine.value))));
    steps.extend_from_slice(setup);
    steps.extend(assertions(formulas));
    steps.push(step_of(&CheckSat, Args::new(), none));
    steps.push(step_of(
        &GetValue,
        smallvec![Arg::Terms(asked.into())],
        none,
    ));
    Some(print(&steps, &context.ops))
}

/// Whether the formulas of the check on a line are true under the values that the next calls read.
/// `None` if this cannot be computed.
pub(super) fn is_satisfied(script: &Script, context: &Context, check: usize) -> Option<bool> {
    let replayed = Replayed::up_to(script, context, check);
    let after = script.lines.iter().filter(|line| line.number > check);
    let queries = after.take_while(|line| role(&line.action.text) == Some(Role::Query));
    let notes = queries.flat_map(|line| &line.notes);
    let value = |note: &Note| {
        let (term, _, value) = replayed.value(note)?;
        Some((term, value))
    };
    let values: Vec<(TermId, Value)> = notes.filter_map(value).collect();
    let formulas: Vec<TermId> = replayed.state().checked().collect();
    satisfies(replayed.state(), &context.ops, &formulas, &values)
}

/// The theories of the formulas of the check on a line.
pub(super) fn topic(script: &Script, context: &Context, check: usize) -> Topic {
    let replayed = Replayed::up_to(script, context, check);
    let formulas: Vec<TermId> = replayed.state().checked().collect();
    Topic::new(replayed.state(), &context.ops, "", &formulas)
}

/// Which of the checks on these lines are of small formulas of a decidable logic.
pub(super) fn decidable(script: &Script, context: &Context, checks: &[usize]) -> Vec<usize> {
    let mut reader = TraceReader::without_values(script, context);
    let mut found = Vec::new();
    for line in &script.lines {
        let is_read = reader.read(line).is_ok();
        if is_read && checks.contains(&line.number) {
            let state = reader.state();
            let formulas: Vec<TermId> = state.checked().collect();
            if is_small_and_decidable(state, &context.ops, &formulas) {
                found.push(line.number);
            }
        }
    }
    found
}

/// The call that reads what [`is_satisfied`] needs, after the check on a line.
pub(super) fn model_query(script: &Script, context: &Context, check: usize) -> String {
    let replayed = Replayed::up_to(script, context, check);
    let formulas: Vec<TermId> = replayed.state().checked().collect();
    let terms = chosen_terms(replayed.state(), &formulas);
    let args = smallvec![Arg::Terms(terms.into())];
    print(&[step_of(&GetValue, args, Ids::default())], &context.ops)
}

/// A run up to some call.
struct Replayed<'a> {
    context: &'a Context,
    reader: TraceReader<'a>,
    /// The steps that make the sorts and terms of the instance, and set its logic and options.
    setup: Vec<Step>,
    /// Whether the option with this name is set.
    keeps_option: fn(&str) -> bool,
}

/// The option without which a solver gives no values.
pub(super) const PRODUCE_MODELS: &str = "produce-models";

/// The options that derived traces set: those that every solver has. Other options are left out,
/// because they may cause the error that the derived trace must detect, and mean nothing to another
/// solver. The first common option, `incremental`, is left out because derived traces have one
/// check.
fn is_common_option(name: &str) -> bool {
    Options::NAMES[1..].contains(&name)
}

impl<'a> Replayed<'a> {
    /// Nothing has been done yet.
    fn new(script: &Script, context: &'a Context) -> Self {
        Self {
            context,
            reader: TraceReader::new(script, context),
            setup: Vec::new(),
            keeps_option: is_common_option,
        }
    }

    /// All calls up to a line.
    fn up_to(script: &Script, context: &'a Context, last: usize) -> Self {
        let mut replayed = Self::new(script, context);
        let lines = script.lines.iter();
        for line in lines.filter(|line| line.number <= last) {
            replayed.read(line);
        }
        replayed
    }

    /// All calls up to one, and the formulas that this call is about. `None` if it cannot be made,
    /// or is not about formulas.
    fn of_call(
        script: &Script,
        call: usize,
        context: &'a Context,
        keeps_option: fn(&str) -> bool,
    ) -> Option<(Self, Vec<TermId>)> {
        let line = script.lines.get(call)?;
        let mut replayed = Self {
            keeps_option,
            ..Self::new(script, context)
        };
        for before in &script.lines[..call] {
            replayed.read(before);
        }
        let mut step = replayed.reader.resolve(line).ok()?;
        replayed.reader.apply(&mut step);
        let state = replayed.state();
        // The terms of a check are assumptions. Those of an action of one solver are what it
        // solves.
        let given = step.call.args.iter().find_map(|arg| match arg {
            Arg::Terms(terms) if !is_shared(&line.action.text) => Some(terms.to_vec()),
            _ => None,
        });
        let formulas = given.unwrap_or_else(|| state.checked().collect());
        let is_formula = |id: &TermId| {
            let sort = state.term(*id).and_then(|term| state.sorts.get(term.sort));
            sort == Some(&Sort::Bool)
        };
        let are_formulas = !formulas.is_empty() && formulas.iter().all(is_formula);
        are_formulas.then_some((replayed, formulas))
    }

    fn state(&self) -> &InstanceState {
        self.reader.state()
    }

    /// Reads the call of a line, and keeps it if derived traces need it. A call that cannot be made
    /// here changes nothing. If its result is needed, the derived trace is not valid, and its
    /// replay reports nothing.
    fn read(&mut self, line: &Line) {
        let Ok(Step {
            call, is_refused, ..
        }) = self.reader.read(line)
        else {
            return;
        };
        let is_kept = match call.action.role() {
            Role::Open => {
                self.setup.clear();
                true
            }
            Role::Reset => {
                self.setup = vec![step_of(&New, Args::new(), Ids::default())];
                false
            }
            Role::Close => {
                self.setup.clear();
                false
            }
            Role::Configure => {
                SetOption::of(&call).is_none_or(|option| (self.keeps_option)(option.name))
            }
            Role::Declare => true,
            _ => call.ids.term.is_some() || call.ids.sort.is_some(),
        };
        if is_kept {
            self.setup.push(Step {
                call,
                answer: None,
                is_refused,
                is_end: false,
                sort: None,
            });
        }
    }

    /// The claim that the note of a core or of unsatisfiable assumptions makes.
    fn core(&self, line: &Line, note: &Note) -> Option<Claim> {
        let detail = |what: &str, terms: &[TermId]| {
            let names: Vec<String> = terms.iter().map(TermId::to_string).collect();
            format!("the {what} on line {}: {}", line.number, names.join(" "))
        };
        match note {
            Note::UnsatCore(terms) => Some(Claim {
                kind: BugKind::WrongCore,
                check: &CORE_IS_SAT,
                detail: detail("core", terms),
                trace: self.trace(Vec::new(), terms.clone(), Answer::Unsat),
                refuted_by: Answer::Sat,
            }),
            Note::UnsatAssumptions(terms) => {
                let asserted = self.state().assertions.formulas.iter().copied();
                let formulas = asserted.chain(terms.iter().copied()).collect();
                Some(Claim {
                    kind: BugKind::WrongAssumptions,
                    check: &ASSUMPTIONS_ARE_SAT,
                    detail: detail("assumptions", terms),
                    trace: self.trace(Vec::new(), formulas, Answer::Unsat),
                    refuted_by: Answer::Sat,
                })
            }
            _ => None,
        }
    }

    /// The claim that the values noted on a line make: some model has all of them.
    fn model(&self, line: &Line) -> Option<Claim> {
        // The sort of the equations. A high id would cost time, because tables are indexed by ids.
        let bool_sort = self.state().sort_id(&Sort::Bool);
        let ids = Ids {
            sort: Some(bool_sort),
            term: None,
        };
        let mk_bool = step_of(&MkSort, smallvec![Arg::NewSort(Sort::Bool)], ids);
        let is_made = self.state().sorts.get(bool_sort).is_some();
        let mut more: Vec<Step> = (!is_made).then_some(mk_bool).into_iter().collect();
        let mut values = Vec::new();
        let mut formulas: Vec<TermId> = self.state().checked().collect();
        let mut next = self.state().ids.term().0;
        for note in &line.notes {
            let Some((term, sort, value)) = self.value(note) else {
                continue;
            };
            let text = self.state().value_text(sort, &value);
            let (constant, equation) = (TermId(next), TermId(next + 1));
            next += 2;
            let ids = Ids {
                sort: None,
                term: Some(constant),
            };
            more.push(step_of(
                &MkValue,
                smallvec![Arg::Sort(sort), Arg::Value(value)],
                ids,
            ));
            let sides: SmallVec<[TermId; 4]> = smallvec![term, constant];
            let ids = Ids {
                sort: Some(bool_sort),
                term: Some(equation),
            };
            more.push(step_of(
                &MkTerm,
                smallvec![
                    Arg::Op(EQUAL),
                    Arg::Kind(SortKind::Bool),
                    Arg::Terms(sides),
                    Arg::Indices(SmallVec::new()),
                ],
                ids,
            ));
            formulas.push(equation);
            values.push(format!("{term} = {text}"));
        }
        if values.is_empty() {
            return None;
        }
        Some(Claim {
            kind: BugKind::WrongModel,
            check: &NO_SUCH_MODEL,
            detail: format!("the values on line {}: {}", line.number, values.join(", ")),
            trace: self.trace(more, formulas, Answer::Sat),
            refuted_by: Answer::Unsat,
        })
    }

    /// The term of the note of a value, its sort, and its value.
    fn value(&self, note: &Note) -> Option<(TermId, SortId, Value)> {
        let Note::Value { term, literal } = note else {
            return None;
        };
        let sort = self.state().term(*term)?.sort;
        let value = read_value(literal, sort, self.state(), self.context)?;
        Some((*term, sort, value))
    }

    /// The set-up, more steps, assertions of the formulas, and a check with the answer that is
    /// claimed.
    fn trace(&self, more: Vec<Step>, formulas: Vec<TermId>, claimed: Answer) -> String {
        let mut steps = self.setup.clone();
        steps.extend(more);
        let none = Ids::default();
        steps.extend(assertions(formulas));
        // The claim is noted as the answer, so that a replay of the evidence reports the
        // difference.
        steps.push(Step {
            answer: Some(claimed),
            ..step_of(&CheckSat, Args::new(), none)
        });
        steps.push(step_of(&Delete, Args::new(), none));
        print(&steps, &self.context.ops)
    }
}

/// The steps that assert formulas.
fn assertions(formulas: Vec<TermId>) -> impl Iterator<Item = Step> {
    let assert = |term| step_of(&AssertFormula, smallvec![Arg::Term(term)], Ids::default());
    formulas.into_iter().map(assert)
}

/// A step of a derived trace.
fn step_of(action: &'static dyn Action, args: Args, ids: Ids) -> Step {
    Step {
        call: Call {
            seed: 0,
            action,
            args,
            ids,
        },
        answer: None,
        is_refused: false,
        is_end: false,
        sort: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::profile::Profile;
    use murxla_fsm::solver::loaded::Unloaded;
    use murxla_fsm::trace::lex;
    use murxla_fsm::wrapper::Wrapper;
    use murxla_wrappers::find;

    /// The claims of a trace on a solver.
    fn claims_on(solver: &str, trace: &str) -> Vec<Claim> {
        let wrapper: &dyn Wrapper = find(solver).unwrap();
        let context = Context::new(wrapper, &Unloaded, &Profile::default());
        claims(&lex(trace).unwrap(), &context, 10)
    }

    /// The text of a trace without its indentation.
    fn text(claim: &Claim) -> String {
        let lines = claim.trace.lines();
        lines.map(|line| line.trim().to_owned() + "\n").collect()
    }

    #[test]
    fn claims_are_of_the_state_they_were_made_in() {
        let trace = "1 new\n2 set-option incremental true\n3 mk-sort SORT_BOOL\n return s1\n\
            4 mk-const s1 \"p\"\n return t1\n5 mk-term OP_NOT SORT_BOOL 1 t1\n return t2 s1\n\
            6 assert-formula t1\n7 push 1\n8 assert-formula t2\n9 check-sat\n#= unsat\n\
            10 get-unsat-core\n#= unsat-core t1 t2\n11 pop 1\n12 check-sat-assuming 1 t1\n#= sat\n\
            13 get-value 1 t2\n#= value t2 false\n";
        let claims = claims_on("smt2", trace);
        assert_eq!(claims.len(), 2);
        let core = "0 assert-formula t1\n0 assert-formula t2\n0 check-sat\n#= unsat\n0 delete\n";
        assert!(text(&claims[0]).ends_with(core), "{}", text(&claims[0]));
        assert!(
            text(&claims[1]).contains("0 mk-value s1 false\nreturn t3\n"),
            "{}",
            text(&claims[1])
        );
        let model = "0 assert-formula t1\n0 assert-formula t1\n0 assert-formula t4\n0 check-sat\n#= sat\n0 delete\n";
        assert!(text(&claims[1]).ends_with(model), "{}", text(&claims[1]));
        assert_eq!(claims[1].refuted_by, Answer::Unsat);
        let detail = &claims[1].detail;
        assert!(detail.ends_with("on line 19: t2 = false"), "{detail}");
    }

    /// An asserting action of one solver. Only its role is known here.
    #[test]
    fn claims_are_of_all_assertions() {
        let trace = "1 new\n2 mk-sort SORT_BOOL\n return s1\n3 mk-const s1 \"p\"\n return t1\n\
            4 mk-const s1 \"q\"\n return t2\n5 mk-term OP_NOT SORT_BOOL 1 t1\n return t3 s1\n\
            6 toy-assert-all 2 t1 t2\n7 check-sat-assuming 1 t3\n#= unsat\n\
            8 get-unsat-assumptions\n#= unsat-assumptions t3\n";
        let claims = claims_on("toy", trace);
        assert_eq!(claims.len(), 1);
        let assumptions =
            "0 assert-formula t1\n0 assert-formula t2\n0 assert-formula t3\n0 check-sat\n";
        let derived = text(&claims[0]);
        assert!(derived.contains(assumptions), "{derived}");
        assert!(!derived.contains("toy-"), "{derived}");
    }

    /// The plain check of the last call of a trace. `setup` is what it makes, and `formulas` is
    /// what it asserts.
    fn is_plain(solver: &str, trace: &str, setup: &str, formulas: &[&str]) {
        let wrapper: &dyn Wrapper = find(solver).unwrap();
        let context = Context::new(wrapper, &Unloaded, &Profile::default());
        let script = lex(trace).unwrap();
        let last = script.lines.len() - 1;
        let made = plain_check((&script, last), None, &context);
        let made = made.map(|made| {
            made.replace("    0 ", "")
                .replace("      return", " return")
        });
        let asserted = formulas
            .iter()
            .map(|term| format!("assert-formula {term}\n"));
        let asked = formulas.join(" ");
        let expected = (!formulas.is_empty()).then(|| {
            let asserted: String = asserted.collect();
            let number = formulas.len();
            format!("{setup}{asserted}check-sat\nget-value {number} {asked}\n")
        });
        assert_eq!(made, expected, "{trace}");
    }

    #[test]
    fn a_plain_check_has_the_formulas_of_the_call() {
        let before = "0 new\n0 delete\n0 new\n0 set-option produce-models false\n\
            0 set-option incremental true\n";
        let made = "mk-sort SORT_BOOL\n return s1\nmk-value s1 true\n return t1\n\
            mk-value s1 false\n return t2\n";
        let setup =
            format!("new\nset-option produce-models true\nset-option incremental true\n{made}");
        let numbered = made.replace("mk-", "0 mk-");
        let trace = format!("{before}{numbered}0 assert-formula t1\n");
        let of = |call: &str, formulas: &[&str]| {
            is_plain("z3", &format!("{trace}{call}\n"), &setup, formulas);
        };
        of("0 check-sat\n#= sat", &["t1"]);
        of("0 check-sat-assuming 1 t2\n#= unsat", &["t1", "t2"]);
        of("7 z3-propagate 1 t2", &["t2"]);
        of("0 mk-const s1 \"p\"\n return t3", &["t1"]);
        of("0 reset-assertions", &[]);
    }
    /// A logic is decidable, or a run of the solver may well give up.
    #[test]
    fn some_checks_are_of_decidable_logics() {
        // Constants `t1` to `t3` of Int, Real and a byte, and the literals 2 and 0.
        let symbols = "0 new\n0 mk-sort SORT_INT\nreturn s1\n0 mk-sort SORT_REAL\nreturn s2\n\
            0 mk-sort SORT_BV 8\nreturn s3\n0 mk-const s1 \"i\"\nreturn t1\n0 mk-const s2 \"r\"\nreturn t2\n\
            0 mk-const s3 \"b\"\nreturn t3\n0 mk-value s1 \"2\"\nreturn t4\n0 mk-value s1 \"0\"\nreturn t5\n";
        let wrapper: &dyn Wrapper = find("cvc5").unwrap();
        let context = Context::new(wrapper, &Unloaded, &Profile::default());
        let is_decidable = |calls: &str, last: u32| {
            let equation = format!(
                "0 mk-term OP_EQUAL SORT_BOOL 2 t{last} t{last}\nreturn t900 s90\n\
                 0 assert-formula t900\n0 check-sat\n#= unknown\n"
            );
            let script = lex(&format!("{symbols}{calls}{equation}")).unwrap();
            let check = script.lines.last().unwrap().number;
            decidable(&script, &context, &[check]) == [check]
        };
        for (application, expected) in [
            ("OP_INT_ADD SORT_INT 2 t1 t4", true),
            ("OP_INT_MUL SORT_INT 2 t1 t4", true),
            ("OP_INT_MUL SORT_INT 2 t1 t1", false),
            ("OP_INT_DIV SORT_INT 2 t1 t4", true),
            ("OP_INT_DIV SORT_INT 2 t1 t5", false),
            ("OP_INT_MOD SORT_INT 2 t4 t1", false),
            ("OP_INT_TO_REAL SORT_REAL 1 t1", true),
            ("OP_BV_MULT SORT_BV 2 t3 t3", true),
            ("OP_BV_UBV_TO_INT SORT_INT 1 t3", false),
            ("OP_SET_SINGLETON SORT_SET 1 t1", false),
        ] {
            let call = format!("0 mk-term {application}\nreturn t10 s20\n");
            assert_eq!(is_decidable(&call, 10), expected, "{application}");
        }
        let quantified = "0 mk-var s1 \"v\"\nreturn t10\n\
            0 mk-term OP_INT_LT SORT_BOOL 2 t10 t1\nreturn t11 s20\n\
            0 mk-term OP_EXISTS SORT_BOOL 2 t10 t11\nreturn t12 s20\n";
        assert!(!is_decidable(quantified, 12));
        let sums = |count: u32| {
            let sum = |n| {
                let next = n + 1;
                format!("0 mk-term OP_INT_ADD SORT_INT 2 t{n} t1\nreturn t{next} s1\n")
            };
            let first = "0 mk-term OP_INT_ADD SORT_INT 2 t1 t1\nreturn t10 s1\n".to_owned();
            first + &(10..10 + count).map(sum).collect::<String>()
        };
        assert!(is_decidable(&sums(100), 110));
        assert!(!is_decidable(&sums(300), 310));
    }
}
