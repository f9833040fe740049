//! What only Bitwuzla can be asked.

use super::ffi::{Parser, Session, Term};
use super::solver::Instance;
use super::{options, terms, value};
use murxla_fsm::action::{Action, Context, Effect, Invalid, Pick, Run, Validity};
use murxla_fsm::model::{Leaf, Model};
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::SortKind;
use murxla_fsm::trace::{Arg, Args, Call, Ids, Param};
use murxla_fsm::wrapper::OwnAction;
use smallvec::smallvec;

/// All of them, with the states of the machine that they are taken in.
pub(super) const ACTIONS: &[OwnAction] = &[
    OwnAction {
        action: &TermValue,
        states: &[("sat", 4)],
        needs: &[],
    },
    OwnAction {
        action: &SubstituteTerm,
        states: &[("terms", 3)],
        needs: &[],
    },
    OwnAction {
        action: &IsUnsatAssumption,
        states: &[("unsat", 6)],
        needs: &[],
    },
    OwnAction {
        action: &GetInterpolant,
        states: &[("unsat", 3)],
        needs: &[],
    },
    OwnAction {
        action: &Preprocess,
        states: &[("assert", 1)],
        needs: &[],
    },
    OwnAction {
        action: &PrintParse,
        states: &[("assert", 1), ("sat", 1), ("unsat", 1)],
        needs: &[],
    },
    OwnAction {
        action: &Misc,
        states: &[("terms", 1)],
        needs: &[],
    },
];

/// The instance of this wrapper behind a run's solver.
fn instance<'a>(cx: &'a mut Run<'_>, call: &Call) -> Result<&'a mut Instance> {
    let native = cx.solver()?.native();
    native
        .downcast_mut()
        .ok_or_else(|| Error::Unsupported(call.action.name().to_owned()))
}

fn live(model: &Model) -> Validity {
    if model.live {
        return Ok(());
    }
    Err(Invalid::Wrong("there is no solver instance".to_owned()))
}

/// The last check must have had this answer, with nothing changed since.
fn after(model: &Model, wanted: Answer) -> Validity {
    live(model)?;
    match &model.last {
        Some(last) if last.answer == wanted => Ok(()),
        _ => Err(Invalid::NotNow(format!(
            "there is no '{}' before it",
            wanted.name()
        ))),
    }
}

fn wrong(message: String) -> Error {
    Error::Check(message)
}

/// Any term that has been made.
fn any_term(cx: &mut Pick<'_>) -> Option<TermId> {
    let newest = cx.model.fresh_term().0;
    let id = TermId(1 + cx.rng.below(u64::from(newest.saturating_sub(1))) as u32);
    cx.model.term(id).map(|_| id)
}

/// `bitwuzla-term-value`: a value is read, made again and assumed to be that of the term.
struct TermValue;

impl Action for TermValue {
    fn name(&self) -> &'static str {
        "bitwuzla-term-value"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Term]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let term = any_term(cx)?;
        let model = cx.model;
        let sort = model.sorts.get(model.term(term)?.sort)?.kind();
        let has_literals = matches!(
            sort,
            SortKind::Bool | SortKind::Bv | SortKind::Fp | SortKind::Rm
        );
        let now = model.options.models && model.options.incremental;
        let closed = model.term(term)?.free.is_empty();
        (now && closed && has_literals && after(model, Answer::Sat).is_ok())
            .then(|| (smallvec![Arg::Term(term)], Ids::default()))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        let open = |term| !model.term(term).is_some_and(|t| t.free.is_empty());
        if open(call.term(0)) {
            return Err(Invalid::Wrong(format!("{} is open", call.term(0))));
        }
        after(model, Answer::Sat)
    }

    fn searches(&self) -> bool {
        true
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let instance = instance(cx, call)?;
        let session = &instance.session;
        let term = *instance.content.terms.get(call.term(0))?;
        let said = session.value(term)?;
        let Some(value) = value::read(session, &mut instance.rng, said)? else {
            return Ok(Effect::Done);
        };
        let again = value::write(session, &mut instance.rng, session.term_sort(term)?, &value)?;
        if again != said {
            return Err(wrong(format!(
                "the value {value} is another term when made"
            )));
        }
        let equal = instance.kinds.of(op::EQUAL).unwrap_or_default();
        let mut assumed = instance.content.terms(&instance.content.assumptions)?;
        assumed.push(session.mk_term2(equal, term, again)?);
        match Session::answer(session.check_sat_assuming(&assumed)?)? {
            Answer::Unsat => Err(wrong(format!(
                "{} cannot have the value that it has in a model, {value}",
                call.term(0)
            ))),
            _ => Ok(Effect::Done),
        }
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        model.mark_used(call.term(0));
        // The solver's last check is now another one.
        model.last = None;
    }
}

/// `bitwuzla-substitute-term`: in some terms, some are replaced by others, one by one and all at once.
struct SubstituteTerm;

/// Bitwuzla replaces variables where they are bound as well, and then rejects what that makes.
fn is_replaceable(model: &Model, term: TermId) -> bool {
    { model.term(term) }.is_some_and(|term| term.leaf != Leaf::Var)
}

impl Action for SubstituteTerm {
    fn name(&self) -> &'static str {
        "bitwuzla-substitute-term"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Terms, Param::Terms, Param::Terms]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let of = (0..=cx.rng.index(3)).map(|_| any_term(cx));
        let of = of.collect::<Option<_>>()?;
        let (mut from, mut to) = (smallvec![], smallvec![]);
        for _ in 0..=cx.rng.index(3) {
            let term = any_term(cx)?;
            let model = cx.model;
            let place = cx.rng.index(usize::MAX);
            let pool = model.pool(model.term(term)?.sort).values();
            if is_replaceable(model, term) && !from.contains(&term) && !pool.is_empty() {
                from.push(term);
                to.push(pool[place % pool.len()]);
            }
        }
        let is_some = !from.is_empty();
        is_some.then(|| {
            let args = smallvec![Arg::Terms(of), Arg::Terms(from), Arg::Terms(to)];
            (args, Ids::default())
        })
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        live(model)?;
        let (from, to) = (call.terms(1), call.terms(2));
        let sort = |term: &TermId| Some(model.sorts.canon(model.term(*term)?.sort));
        let fits = from.iter().zip(to).all(|(a, b)| sort(a) == sort(b));
        let wrong = if !fits || from.len() != to.len() {
            "the terms to replace and their replacements differ in number or sorts"
        } else if call.terms(0).is_empty() || from.is_empty() {
            "there is nothing to replace"
        } else if !from.iter().all(|term| is_replaceable(model, *term)) {
            "a variable cannot be replaced: it may be bound"
        } else {
            return Ok(());
        };
        Err(Invalid::Wrong(wrong.to_owned()))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let instance = instance(cx, call)?;
        let (session, content) = (&instance.session, &instance.content);
        let of = content.terms(call.terms(0))?;
        let (from, to) = (content.terms(call.terms(1))?, content.terms(call.terms(2))?);
        let mut all = of.clone();
        session.substitute_all(&mut all, &from, &to)?;
        for (term, result) in of.iter().zip(all) {
            if session.substitute(*term, &from, &to)? != result {
                return Err(wrong(
                    "substituting in one and in many terms differs".to_owned(),
                ));
            }
            if !session.same_sort(*term, result)? {
                return Err(wrong("a substitution changes the sort".to_owned()));
            }
            terms::view_of(session, result)?;
        }
        Ok(Effect::Done)
    }
}

/// `bitwuzla-is-unsat-assumption`: what is said of one assumption is what the list says.
struct IsUnsatAssumption;

impl Action for IsUnsatAssumption {
    fn name(&self) -> &'static str {
        "bitwuzla-is-unsat-assumption"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Term]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if !cx.model.options.assumptions {
            return None;
        }
        let last = cx.model.last.as_ref();
        let last = last.filter(|last| last.answer == Answer::Unsat && last.assuming)?;
        let term = *cx.rng.pick(&last.assumptions)?;
        Some((smallvec![Arg::Term(term)], Ids::default()))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        if !model.options.assumptions {
            return Err(Invalid::Wrong(
                "needs the option 'produce-unsat-assumptions'".to_owned(),
            ));
        }
        after(model, Answer::Unsat)?;
        let assumed =
            |last: &murxla_fsm::model::LastCheck| last.assumptions.contains(&call.term(0));
        match model.last.as_ref().is_some_and(assumed) {
            true => Ok(()),
            false => Err(Invalid::Wrong(format!("{} was not assumed", call.term(0)))),
        }
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let instance = instance(cx, call)?;
        let term = *instance.content.terms.get(call.term(0))?;
        let said = instance.session.is_unsat_assumption(term)?;
        if said != instance.session.unsat_assumptions()?.contains(&term) {
            return Err(wrong(format!(
                "{} is an unsat assumption: {said}, but the list of all says otherwise",
                call.term(0)
            )));
        }
        Ok(Effect::Done)
    }
}

/// `bitwuzla-get-interpolant`: of the first assertions and the others, in a solver of its own, which has to find
/// them unsatisfiable too. Others prove that the first imply the interpolant, which contradicts the others.
struct GetInterpolant;

/// Whether formulas are unsatisfiable, by a solver that does nothing else. `None` if it does not know.
fn refuted(instance: &Instance, formulas: &[Term]) -> Result<Option<bool>> {
    let session = instance.session.sibling()?;
    for formula in formulas {
        session.assert_formula(*formula)?;
    }
    Ok(match Session::answer(session.check_sat()?)? {
        Answer::Unsat => Some(true),
        Answer::Sat => Some(false),
        Answer::Unknown => None,
    })
}

impl Action for GetInterpolant {
    fn name(&self) -> &'static str {
        "bitwuzla-get-interpolant"
    }

    /// How many assertions come first.
    fn params(&self) -> &'static [Param] {
        &[Param::Number]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        after(cx.model, Answer::Unsat).ok()?;
        let count = cx.model.assertions.len();
        let first = 1 + cx.rng.index(count.checked_sub(1).filter(|n| *n > 0)?) as u32;
        Some((smallvec![Arg::Number(first)], Ids::default()))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        after(model, Answer::Unsat)?;
        let first = call.number(0) as usize;
        match first > 0 && first < model.assertions.len() {
            true => Ok(()),
            false => Err(Invalid::Wrong(
                "there are not so many assertions".to_owned(),
            )),
        }
    }

    fn searches(&self) -> bool {
        true
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let instance = instance(cx, call)?;
        if !instance.session.api().interpolates() {
            return Err(Error::Unsupported("interpolation".to_owned()));
        }
        let mut formulas = instance.content.terms(&instance.content.asserted)?;
        let first = (call.number(0) as usize).min(formulas.len());
        formulas.extend(instance.content.terms(&instance.content.assumptions)?);
        let (a, b) = formulas.split_at(first);
        // What stands on both sides is of the first.
        let b: Vec<Term> = { b.iter().copied() }
            .filter(|term| !a.contains(term))
            .collect();
        let session = instance.sibling()?;
        options::set(&session, "produce-interpolants", "true")?;
        for formula in a.iter().chain(&b) {
            session.assert_formula(*formula)?;
        }
        if Session::answer(session.check_sat()?)? != Answer::Unsat {
            return Ok(Effect::Done);
        }
        let interpolant = session.interpolant(a)?;
        let listed = session.interpolants(&[a.to_vec(), b.clone()])?;
        if listed.is_empty() {
            return Err(wrong("there is no sequence of interpolants".to_owned()));
        }
        let not = instance.kinds.of(op::NOT).unwrap_or_default();
        for interpolant in listed.into_iter().take(1).chain([interpolant]) {
            let negated = session.mk_term1(not, interpolant)?;
            let implied = [a, &[negated]].concat();
            let contradicts = [&b[..], &[interpolant]].concat();
            for (what, formulas) in [
                ("is not implied by the first assertions", implied),
                ("does not contradict the others", contradicts),
            ] {
                if refuted(instance, &formulas)? == Some(false) {
                    let text = session.term_to_string(interpolant)?;
                    return Err(wrong(format!("the interpolant {what}: {text}")));
                }
            }
        }
        Ok(Effect::Done)
    }
}

/// `bitwuzla-simplify`: the assertions are preprocessed.
struct Preprocess;

impl Action for Preprocess {
    fn name(&self) -> &'static str {
        "bitwuzla-simplify"
    }

    fn searches(&self) -> bool {
        true
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let instance = instance(cx, call)?;
        instance.session.preprocess()?;
        instance.content.preprocessed = true;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, _: &Call, _: &Effect, _: &Context) {
        model.last = None;
    }
}

/// `bitwuzla-print-parse`: the assertions are printed and parsed again, and must have the same answer.
struct PrintParse;

impl Action for PrintParse {
    fn name(&self) -> &'static str {
        "bitwuzla-print-parse"
    }

    fn searches(&self) -> bool {
        true
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        // Of a check under assumptions the answer is that of more than what is printed.
        let last = cx.model.last.as_ref().filter(|last| !last.assuming);
        let expected = last.map(|last| last.answer);
        let instance = instance(cx, call)?;
        // In base 16, 0.9.1 prints the number one with one digit, whatever its width.
        let base = if instance.rng.coin() { 2 } else { 10 };
        let script = instance.session.formula("smt2", base)?;
        let parser = Parser::new(instance.session.api(), "smt2", base)?;
        parser
            .parse(&script)
            .map_err(|error| wrong(format!("what is printed cannot be parsed: {error}")))?;
        parser.declared()?;
        parser.statistics()?;
        // Other sorts are not of every logic.
        let (sort, term) = (parser.sort("Bool")?, parser.term("(not false)")?);
        if (sort.as_str(), term.as_str()) != ("Bool", "(not false)") {
            return Err(wrong(format!("the parser reads {sort} and {term}")));
        }
        if !matches!(expected, Some(Answer::Sat | Answer::Unsat)) {
            return Ok(Effect::Done);
        }
        let answer = parser.check_sat()?;
        if answer != Answer::Unknown && Some(answer) != expected {
            return Err(wrong(format!(
                "the printed formula is {}, unlike the one that was printed:\n{script}",
                answer.name()
            )));
        }
        Ok(Effect::Done)
    }
}

/// `bitwuzla-misc`: what the library says of itself.
struct Misc;

impl Action for Misc {
    fn name(&self) -> &'static str {
        "bitwuzla-misc"
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let session = &instance(cx, call)?.session;
        let [version, git, copyright] = session.api().about();
        if version.is_empty() || !copyright.contains("Bitwuzla") {
            return Err(wrong(format!("the library says it is '{version}' '{git}'")));
        }
        let (answers, modes) = session.api().names();
        let modes = modes.map(|mode| mode.trim_start_matches("BITWUZLA_RM_").to_owned());
        if answers != ["sat", "unsat", "unknown"] || modes != ["RNE", "RNA", "RTN", "RTP", "RTZ"] {
            return Err(wrong(format!("the names {answers:?} and {modes:?}")));
        }
        let statistics = session.statistics()?;
        match statistics.iter().find(|(key, _)| key.is_empty()) {
            Some((_, value)) => Err(wrong(format!("the statistic {value} has no name"))),
            None => Ok(Effect::Done),
        }
    }
}
