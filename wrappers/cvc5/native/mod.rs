//! Actions that cvc5 alone has, one file per group. Their names and arguments are those of Murxla where it has
//! them.

mod block;
mod datatypes;
mod declare;
mod inspect;
mod interrupt;
mod omitted;
mod query;
mod search;
mod separation;
mod synth;
mod terms;

pub(super) use inspect::{look_at_result, look_at_value};
pub(super) use omitted::OMITTED;

use super::ffi::{Session, Term as Handle};
use super::solver::Instance;
use murxla_fsm::action::{Action, Context, Effect, Invalid, Pick, Run, Validity};
use murxla_fsm::model::{Leaf, Model, Term};
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::trace::{Args, Call, Ids, Param, Returns};
use murxla_fsm::wrapper::OwnAction;

/// What must have happened before a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum When {
    /// There is an instance.
    Live,
    /// A check may be made.
    Asking,
    /// The last check was answered so, and nothing has changed since.
    Answered(&'static [Answer]),
}

const SAT: When = When::Answered(&[Answer::Sat]);
const UNSAT: When = When::Answered(&[Answer::Unsat]);
const ANSWERED: When = When::Answered(&[Answer::Sat, Answer::Unsat, Answer::Unknown]);

/// What a call sees beside the instance.
struct Seen<'a> {
    call: &'a Call,
    model: &'a Model,
}

/// An action as a row of a table.
struct Native {
    name: &'static str,
    params: &'static [Param],
    /// It asserts a formula that only cvc5 knows, and names it.
    asserts: bool,
    /// It ends what the last answer allows.
    stale: bool,
    when: When,
    /// Options without which cvc5 refuses the call.
    needs: &'static [(&'static str, &'static str)],
    pick: fn(&mut Pick<'_>) -> Option<Args>,
    valid: fn(&Model, &Call) -> Validity,
    run: fn(&mut Instance, &Seen<'_>) -> Result<Effect>,
}

/// What most rows have in common.
const PLAIN: Native = Native {
    name: "",
    params: &[],
    asserts: false,
    stale: false,
    when: When::Live,
    needs: &[],
    pick: |_| Some(Args::new()),
    valid: |_, _| Ok(()),
    run: |_, _| Ok(Effect::Done),
};

/// The actions, with the states in which they are taken.
pub(super) const ACTIONS: &[OwnAction] = &[
    row(&terms::SIMPLIFY, &[("terms", 1), ("assert", 1)]),
    row(&terms::TERM_SUBSTITUTE, &[("terms", 1)]),
    row(&terms::SORT_SUBSTITUTE, &[("sorts", 1), ("inputs", 1)]),
    row(&inspect::INSPECT, &[("terms", 1), ("answered", 1)]),
    row(&declare::DECLARE, &[("inputs", 1)]),
    row(&declare::EXOTICA, &[("inputs", 1)]),
    row(&declare::PLUGIN, &[("answered", 1)]),
    row(&declare::ORACLE, &[("answered", 1)]),
    row(&synth::SYNTH, &[("answered", 1)]),
    row(&separation::SEPARATION, &[("inputs", 1), ("answered", 1)]),
    row(&block::BLOCK_MODEL, &[("sat", 1)]),
    row(&block::BLOCK_MODEL_VALUES, &[("sat", 1)]),
    row(&query::GET_DIFFICULTY, &[("answered", 8)]),
    row(&query::GET_LEARNED_LITERALS, &[("answered", 8)]),
    row(&query::GET_MODEL_DOMAIN_ELEMENTS, &[("sat", 1)]),
    row(&query::IS_MODEL_CORE_SYMBOL, &[("sat", 4)]),
    row(&query::GET_UNSAT_CORE_LEMMAS, &[("unsat", 4)]),
    row(&query::GET_PROOF, &[("unsat", 4)]),
    row(&query::GET_INSTANTIATIONS, &[("answered", 1)]),
    row(&query::GET_STATISTICS, &[("answered", 1)]),
    row(&query::GET_INFO, &[("assert", 1), ("answered", 1)]),
    row(&search::GET_INTERPOLANT, &[("check", 2)]),
    row(&search::GET_ABDUCT, &[("check", 2)]),
    row(&interrupt::CHECK_INTERRUPTED, &[("check", 2)]),
    row(&search::GET_TIMEOUT_CORE, &[("check", 10)]),
    row(&search::GET_TIMEOUT_CORE_ASSUMING, &[("check", 10)]),
    row(&search::GET_QUANTIFIER_ELIMINATION, &[("check", 2)]),
    row(
        &search::GET_QUANTIFIER_ELIMINATION_DISJUNCT,
        &[("check", 3)],
    ),
];

const fn row(action: &'static Native, states: &'static [(&'static str, u32)]) -> OwnAction {
    OwnAction {
        action,
        states,
        needs: action.needs,
    }
}

impl Native {
    /// Whether the call may be made now, its arguments aside.
    fn now(&self, model: &Model) -> Validity {
        if !model.live {
            return Invalid::wrong("there is no solver instance: 'new' is missing");
        }
        if let Some((name, value)) = self.needs.iter().find(|(name, value)| {
            let set = model.settings.get(*name);
            set.is_none_or(|set| **set != **value)
        }) {
            let message = format!("needs the option '{name}' with the value '{value}'");
            return Err(Invalid::NotNow(message));
        }
        let last = model.last.as_ref().map(|last| last.answer);
        match self.when {
            When::Live => Ok(()),
            When::Asking if model.checks == 0 || model.options.incremental => Ok(()),
            When::Answered(wanted) if last.is_some_and(|last| wanted.contains(&last)) => Ok(()),
            When::Asking => Invalid::wrong("a second check needs the option 'incremental'"),
            When::Answered(_) => {
                let message = format!("{} does not follow its answer", self.name);
                Err(Invalid::NotNow(message))
            }
        }
    }
}

impl Action for Native {
    fn name(&self) -> &'static str {
        self.name
    }

    fn params(&self) -> &'static [Param] {
        self.params
    }

    fn returns(&self) -> Returns {
        if self.asserts {
            Returns::Term
        } else {
            Returns::Nothing
        }
    }

    fn searches(&self) -> bool {
        true
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        self.now(cx.model).ok()?;
        let args = (self.pick)(cx)?;
        let ids = Ids {
            sort: None,
            term: self.asserts.then(|| cx.model.fresh_term()),
        };
        let call = Call {
            seed: 0,
            action: &PLAIN,
            args,
            ids,
        };
        (self.valid)(cx.model, &call).ok()?;
        Some((call.args, ids))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        self.now(model)?;
        (self.valid)(model, call)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let seen = Seen {
            call,
            model: cx.model,
        };
        // What it asserts is of the sort of formulas, which nothing may have been of yet.
        let formulas = seen.model.sort_id(&Sort::Bool);
        let is_new = seen.model.sorts.get(formulas).is_none();
        let solver = cx.solver()?;
        if self.asserts && is_new {
            solver.mk_sort(formulas, &Sort::Bool)?;
        }
        let instance = solver.native().downcast_mut::<Instance>();
        let instance = instance.ok_or_else(|| Error::Unsupported(self.name.to_owned()))?;
        (self.run)(instance, &seen)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        if self.asserts {
            let sort = model.sort_id(&Sort::Bool);
            model.add_sort(sort, Sort::Bool);
            model.add_term(call.new_term(), Term::leaf(sort, Leaf::Opaque));
            model.mark_used(call.new_term());
            model.assertions.push(call.new_term());
        }
        if self.stale || self.asserts {
            model.stale();
        }
    }
}

/// What instances beside the run's own are told: all formats, constant arrays and sets are allowed. So many
/// steps, as cvc5 counts them, are what a question is worth, some 20 ms; synthesis does not count, so that there
/// is a limit in milliseconds too.
const OPTIONS: [(&str, &str); 5] = [
    ("fp-exp", "true"),
    ("arrays-exp", "true"),
    ("sets-exp", "true"),
    ("rlimit-per", "20000"),
    ("tlimit-per", "100"),
];

impl Instance {
    /// Another solver over the same terms, with nothing asserted, which may not search for long.
    fn apart(&self, options: &[(&str, &str)]) -> Result<Session> {
        // Before 1.4 a wrong call would end the process.
        if !self.session.reports_errors() {
            return Err(Error::Unsupported("a second solver".to_owned()));
        }
        let session = self.session.beside()?;
        for (name, value) in OPTIONS.iter().chain(options) {
            session.set_option(name, value)?;
        }
        Ok(session)
    }

    /// Another solver over the same terms, which is given what is asserted.
    fn beside(&self, options: &[(&str, &str)]) -> Result<Session> {
        let session = self.apart(options)?;
        for (_, formula) in self.content.asserted.iter() {
            session.assert_formula(*formula)?;
        }
        Ok(session)
    }

    /// Objects if some formulas, together with what is asserted, are satisfiable after all.
    fn refute(&self, formulas: &[Handle], what: &str) -> Result {
        let session = match self.beside(&[]) {
            Err(Error::Unsupported(_)) => return Ok(()),
            session => session?,
        };
        for formula in formulas {
            session.assert_formula(*formula)?;
        }
        if session.answer(session.check_sat()?)? != Answer::Sat {
            return Ok(());
        }
        Err(Error::Check(what.to_owned()))
    }

    /// The negation of a formula.
    fn negation(&self, formula: Handle) -> Result<Handle> {
        self.session.mk_term(self.kinds.not, &[formula])
    }

    /// What cvc5 prints of a term.
    fn text(&self, term: Handle) -> String {
        self.session.term_to_string(term).unwrap_or_default()
    }
}

/// Any closed formula.
fn formula(cx: &mut Pick<'_>) -> Option<TermId> {
    let sort = cx.model.sorts.find(&Sort::Bool)?;
    let drawn = cx.model.pool(sort).pick(cx.rng)?;
    cx.model.is_formula(drawn).then_some(drawn)
}

/// The logic must have quantifiers.
fn needs_quantifiers(model: &Model) -> Validity {
    match &model.logic {
        Some(logic) if logic.starts_with("QF_") => {
            Invalid::wrong(format!("the logic {logic} has no quantifiers"))
        }
        _ => Ok(()),
    }
}

fn is_formula(model: &Model, id: TermId) -> Validity {
    if model.is_formula(id) {
        return Ok(());
    }
    Invalid::wrong(format!("{id} is no closed formula"))
}

/// The kind of a term's sort.
fn kind(model: &Model, id: TermId) -> Option<SortKind> {
    Some(model.sorts.get(model.term(id)?.sort)?.kind())
}
