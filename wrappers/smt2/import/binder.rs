//! Variables and what binds them: quantifiers and other binders, cases of matches, and definitions.

use super::apply::Head;
use super::term::{Attribute, Binder, OpenCase, Reading, Task, keywords};
use super::{Importer, Meaning};
use crate::smt2::attributes::{ATTRIBUTE_KEYWORDS, NUMBERED};
use crate::smt2::tree::{Expr, Result};
use murxla_fsm::action::Action as _;
use murxla_fsm::action::{Arg, Call, Invalid};
use murxla_fsm::actions::{MkTerm, MkVar, apply_any};
use murxla_fsm::op::{DT_MATCH_BIND_CASE, DT_MATCH_CASE, NO_PATTERN, Op, PATTERN, Shape, WEIGHT};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use smallvec::smallvec;

impl<'t> Importer<'t> {
    /// Makes a variable. Each binder gets new variables, so that no variable is bound twice.
    fn variable(&mut self, at: Expr<'t>, name: &'t str, sort: SortId) -> Result<TermId> {
        let args = smallvec![Arg::Sort(sort), Arg::Text(self.symbols.fresh(name))];
        let variable = self.new_term(at, &MkVar, args)?;
        self.scopes.names.bind(name, Meaning::Term(variable));
        Ok(variable)
    }

    fn sorted_names(&mut self, list: Expr<'t>) -> Result<Vec<(Expr<'t>, &'t str, SortId)>> {
        let mut all = Vec::new();
        for pair in list.parts("list of variables")? {
            let [name, sort] = pair.parts("variable and sort")?[..] else {
                return Err(pair.fault("a variable is a name and a sort"));
            };
            all.push((pair, name.named("name")?, self.sort(sort)?));
        }
        Ok(all)
    }

    pub(super) fn sorts_of_variables(&mut self, list: Expr<'t>) -> Result<Vec<SortId>> {
        let all = self.sorted_names(list)?;
        Ok(all.into_iter().map(|(_, _, sort)| sort).collect())
    }

    /// Makes the variables of a list, `((x Int) (y Bool))`, and binds their names.
    pub(super) fn variables(&mut self, list: Expr<'t>) -> Result<Vec<TermId>> {
        let all = self.sorted_names(list)?.into_iter();
        let all = all.map(|(at, name, sort)| self.variable(at, name, sort));
        all.collect()
    }

    pub(super) fn open_binder(
        &mut self,
        at: Expr<'t>,
        ops: Vec<Op>,
        args: &[Expr<'t>],
        reading: &mut Reading<'t>,
    ) -> Result<()> {
        let Some((list, bodies)) = args.split_first() else {
            return Err(at.fault(format!("'{}' binds nothing", at.shown())));
        };
        let mark = self.scopes.names.mark();
        let variables = self.variables(*list)?;
        let mut bodies = bodies.to_vec();
        let (mut attributes, mut terms) = (Vec::new(), Vec::new());
        if let [body] = &mut bodies[..]
            && body.is_headed("!")
            && let Some(parts) = body.list()
            && let [_, inner, annotations @ ..] = &parts[..]
            && !annotations.iter().any(|word| word.atom() == Some(":named"))
        {
            *body = *inner;
            for (at, value) in keywords(annotations) {
                match self.attribute(at, value)? {
                    Some((attribute, more)) => {
                        attributes.push(attribute);
                        terms.extend(more);
                    }
                    None => self.leave_out(at, "calls do not support this attribute"),
                }
            }
        }
        reading.tasks.push(Task::Bind(Binder {
            at,
            ops,
            variables,
            mark,
            bodies: bodies.len(),
            attributes,
        }));
        reading.read_all(&terms);
        reading.read_all(&bodies);
        Ok(())
    }

    pub(super) fn bind(&mut self, binder: Binder<'t>, reading: &mut Reading<'t>) -> Result<()> {
        let at = binder.at;
        let terms = reading.take(binder.attributes.iter().map(|its| its.terms).sum());
        let mut bodies = reading.take(binder.bodies);
        self.scopes.names.end(binder.mark);
        let mut terms = &terms[..];
        for attribute in &binder.attributes {
            let (its, rest) = terms.split_at(attribute.terms);
            terms = rest;
            if let [body] = &mut bodies[..] {
                *body = self.annotated(attribute, *body, its, &binder.variables)?;
            }
        }
        let head = Head {
            name: "a binder",
            indices: Vec::new(),
            sort: None,
        };
        let is_last = |op: &Op| self.ops().signature(*op).shape == Shape::Comprehension;
        let args = if binder.ops.iter().any(is_last) {
            [bodies, binder.variables].concat()
        } else {
            [binder.variables, bodies].concat()
        };
        reading
            .terms
            .push(self.choose(at, &binder.ops, &args, &head)?);
        Ok(())
    }

    /// Reads an attribute of the body of a binder. Returns its terms, too. `None` if the keyword is
    /// not known.
    fn attribute(
        &mut self,
        at: Expr<'t>,
        value: Option<Expr<'t>>,
    ) -> Result<Option<(Attribute<'t>, Vec<Expr<'t>>)>> {
        let known = ATTRIBUTE_KEYWORDS.iter();
        let op = known.clone().find(|(_, keyword)| *keyword == at.text());
        let (Some((op, _)), Some(value)) = (op, value) else {
            return Ok(None);
        };
        let (terms, number) = match *op {
            PATTERN => (value.parts("list of terms")?, None),
            NO_PATTERN => (vec![value], None),
            WEIGHT => (Vec::new(), Some(value.number("number")?)),
            _ => (Vec::new(), Some(self.number_of_name(value.named("name")?))),
        };
        let attribute = Attribute {
            at,
            op: *op,
            terms: terms.len(),
            number,
        };
        Ok(Some((attribute, terms)))
    }

    /// The number that stands for the name of a quantifier or of its Skolem functions. Traces have
    /// no such names.
    fn number_of_name(&mut self, name: &'t str) -> u32 {
        let digits = name.strip_prefix(NUMBERED);
        let number = digits.and_then(|digits| digits.parse().ok());
        number.unwrap_or_else(|| self.symbols.number_of_quantifier(name))
    }

    /// Adds an attribute to a body. Patterns that the standard does not allow are left out. Solvers
    /// accept some of them.
    fn annotated(
        &mut self,
        attribute: &Attribute<'t>,
        body: TermId,
        terms: &[TermId],
        variables: &[TermId],
    ) -> Result<TermId> {
        let has = |variable: &TermId| {
            let mut terms = terms.iter().filter_map(|id| self.state.term(*id));
            terms.any(|term| term.free.contains(variable))
        };
        let (at, op) = (attribute.at, attribute.op);
        let args = [&[body], terms].concat();
        let indices: Vec<u32> = attribute.number.into_iter().collect();
        let why = match apply_any(&self.state, self.ops(), op, &args, &indices) {
            _ if op == PATTERN && !variables.iter().all(has) => {
                "the pattern lacks a variable".to_owned()
            }
            Err(message) => message,
            Ok((args_of_call, ids)) => {
                let call = Call {
                    seed: 0,
                    action: &MkTerm,
                    args: args_of_call,
                    ids,
                };
                match MkTerm.valid(&self.state, &call, self.context) {
                    Ok(()) => return self.make(at, op, &args, &indices),
                    Err(Invalid::Wrong(_)) if !terms.is_empty() => {
                        "the standard does not allow such terms in patterns".to_owned()
                    }
                    Err(
                        Invalid::Wrong(why)
                        | Invalid::Unsupported(why)
                        | Invalid::Forbidden(why)
                        | Invalid::NotNow(why),
                    ) => why,
                }
            }
        };
        self.leave_out(at, why);
        Ok(body)
    }

    pub(super) fn open_case(
        &mut self,
        at: Expr<'t>,
        sort: SortId,
        reading: &mut Reading<'t>,
    ) -> Result<()> {
        let [pattern, body] = at.parts("case")?[..] else {
            return Err(at.fault("a case is a pattern and a term"));
        };
        let Some(Sort::Dt(datatype)) = self.state.sorts.get(sort).cloned() else {
            return Err(at.fault("a match is on something of a datatype"));
        };
        let parts = pattern.list().unwrap_or_else(|| vec![pattern]);
        let Some((head, names)) = parts.split_first() else {
            return Err(pattern.fault("a pattern has a name"));
        };
        let name = head.named("constructor or variable")?;
        let constructor = match self.part_of(name, &datatype) {
            Some(Meaning::Constructor(_, _, place)) => Some(place),
            _ if names.is_empty() && pattern.atom().is_some() => None,
            _ => {
                return Err(pattern.fault(format!("'{name}' is not a constructor of the datatype")));
            }
        };
        let mark = self.scopes.names.mark();
        let (names, sorts) = match constructor {
            None => (&parts[..], vec![sort]),
            Some(place) => {
                let fields = datatype.fields(&self.state.sorts, place);
                (names, fields.unwrap_or_default())
            }
        };
        if names.len() != sorts.len() {
            let (wanted, got) = (sorts.len(), names.len());
            return Err(pattern.fault(format!("'{name}' takes {wanted} arguments, not {got}")));
        }
        let mut variables = Vec::new();
        for (name, sort) in names.iter().zip(sorts) {
            variables.push(self.variable(*name, name.named("variable")?, sort)?);
        }
        reading.tasks.push(Task::Yield(OpenCase {
            at,
            sort,
            constructor,
            variables,
            mark,
        }));
        reading.tasks.push(Task::Read(body));
        Ok(())
    }

    pub(super) fn close_case(
        &mut self,
        case: OpenCase<'t>,
        reading: &mut Reading<'t>,
    ) -> Result<()> {
        let body = reading.take(1);
        self.scopes.names.end(case.mark);
        let op = match case.variables.is_empty() {
            true => DT_MATCH_CASE,
            false => DT_MATCH_BIND_CASE,
        };
        let place = case.constructor.map(|place| place as u32);
        let indices: Vec<u32> = [case.sort.0].into_iter().chain(place).collect();
        let args = [case.variables, body].concat();
        reading.terms.push(self.make(case.at, op, &args, &indices)?);
        Ok(())
    }
}
