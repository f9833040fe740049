//! From a line to a call. Names are looked up, and the call is checked against the state of the
//! instance, so that a replay makes only valid calls.

mod datatype;

use super::lex::tokens;
use super::{Line, Token, TraceError, foreign};
use crate::action::{
    Action, Arg, Args, Call, Context, Ids, Invalid, Named, Param, Returns, sort_count,
};
use crate::op::{ATTRIBUTES, DT_MATCH, DatatypeOp, EXISTS, FORALL, Index, Shape};
use crate::solver::TermId;
use crate::sort::{Sort, SortConstructor, SortId, SortKind};
use crate::state::{InstanceState, MAX_ID, MAX_WIDTH};
use crate::value::numeral::{decimal, integer};
use crate::value::{Bv, Ff, Format, Fp, Rm, Str, Value, is_prime};
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::Zero;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The largest size of a finite field in bits. For larger ones the test for primality would take
/// long.
const MAX_FIELD: u64 = 512;

/// The largest arity of a sort constructor. Without a limit, a damaged trace could use all memory.
const MAX_ARITY: u32 = 64;

/// Why the call of a line cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
pub enum ResolveError {
    /// The line is wrong.
    #[error(transparent)]
    Bad(TraceError),
    /// The line may be right, but an action, operator or sort is unknown or the solver does not
    /// support it.
    #[error(transparent)]
    Unsupported(TraceError),
    /// The call depends on an answer that is different this time, so it must be left out.
    #[error(transparent)]
    NotNow(TraceError),
    /// The call would make the solver read or write a file, and traces are not trusted.
    #[error(transparent)]
    Forbidden(TraceError),
}

/// Reads the tokens of a line, one after the other.
pub(super) struct Reader<'a> {
    pub(super) line: &'a Line,
    /// The place of the next argument.
    pub(super) next: usize,
    state: &'a InstanceState,
    context: &'a Context,
}

/// Makes the call of a line.
///
/// # Errors
/// What is wrong or not supported, with line and column.
pub fn resolve(
    line: &Line,
    state: &InstanceState,
    context: &Context,
) -> Result<Call, ResolveError> {
    let Some(action) = context.action(&line.action.text) else {
        let (action, solver) = (&line.action.text, &context.solver_label);
        let message = format!("action '{action}' is not supported by {solver}");
        return Err(ResolveError::Unsupported(line.error(&line.action, message)));
    };
    let mut reader = Reader {
        line,
        next: 0,
        state,
        context,
    };
    let mut args = Args::new();
    for param in action.params() {
        let is_old = reader.peek().is_none() || line.args.len() < action.params().len();
        let arg = reader.arg(*param, &args);
        args.push(match arg {
            Err(error) if is_old => return Err(explain_few_arguments(error, action, context)),
            arg => arg?,
        });
    }
    if let Some(extra) = line.args.get(reader.next) {
        return Err(bad(line, extra, format!("unexpected '{}'", extra.text)));
    }
    let ids = ids(line, action.returns(), sort_count(&args), state, context)?;
    let mut call = Call {
        seed: line.seed,
        action,
        args,
        ids,
    };
    if context.foreign.is_some() {
        foreign::adapt(&mut call, state, context)
            .map_err(|message| ResolveError::Unsupported(line.error(&line.action, message)))?;
    }
    action
        .valid(state, &call, context)
        .map_err(|invalid| match invalid {
            Invalid::Wrong(message) => bad(line, &line.action, message),
            Invalid::NotNow(message) => ResolveError::NotNow(line.error(&line.action, message)),
            Invalid::Forbidden(message) => {
                ResolveError::Forbidden(line.error(&line.action, message))
            }
            Invalid::Unsupported(message) => {
                ResolveError::Unsupported(line.error(&line.action, message))
            }
        })?;
    Ok(call)
}

/// Older versions drew arguments of extension actions from the seeds of calls.
fn explain_few_arguments(
    error: ResolveError,
    action: &dyn Action,
    context: &Context,
) -> ResolveError {
    let mut extensions = context.available.extensions.iter();
    let is_extension = extensions.any(|extension| extension.action.name() == action.name());
    match error {
        ResolveError::Bad(mut error) if is_extension => {
            error.message += "; older versions drew arguments of this call from its seed";
            ResolveError::Bad(error)
        }
        other => other,
    }
}

fn bad(line: &Line, token: &Token, message: String) -> ResolveError {
    ResolveError::Bad(line.error(token, message))
}

/// The ids of the `return` line. If the line is missing, as after a call that crashed, the ids are
/// fresh.
fn ids(
    line: &Line,
    returns: Returns,
    sorts: usize,
    state: &InstanceState,
    context: &Context,
) -> Result<Ids, ResolveError> {
    let wrong = |expected: &str| {
        let token = line.returns.first().unwrap_or(&line.action);
        Err(bad(line, token, format!("'return' must name {expected}")))
    };
    let (fresh_term, fresh_sort) = (Some(state.ids.term()), Some(state.ids.sort()));
    let mut ids = match (returns, &line.returns[..]) {
        (Returns::Nothing, []) => Ids::default(),
        (Returns::Nothing, _) => return wrong("nothing after this action"),
        (Returns::Sort, []) => Ids {
            sort: fresh_sort,
            term: None,
        },
        (Returns::Sort, [sort]) if sort.sort().is_some() && sorts == 1 => Ids {
            sort: sort.sort(),
            term: None,
        },
        (Returns::Sort, [first, more @ ..]) if sorts > 1 => {
            let mut follow = first.sort().map(|first| (first.0 + 1..).map(SortId));
            let is_next = |id: &Token| follow.as_mut().and_then(Iterator::next) == id.sort();
            if more.len() + 1 != sorts || first.sort().is_none() || !more.iter().all(is_next) {
                return wrong(&format!("{sorts} sorts, whose ids follow each other"));
            }
            Ids {
                sort: first.sort(),
                term: None,
            }
        }
        (Returns::Sort, _) => return wrong("one sort"),
        (Returns::Term, []) => Ids {
            sort: None,
            term: fresh_term,
        },
        (Returns::Term, [term]) if term.term().is_some() => Ids {
            sort: None,
            term: term.term(),
        },
        (Returns::Term, _) => return wrong("one term"),
        (Returns::TermAndSort, []) => Ids {
            sort: fresh_sort,
            term: fresh_term,
        },
        (Returns::TermAndSort, [term, sort]) if term.term().is_some() && sort.sort().is_some() => {
            Ids {
                sort: sort.sort(),
                term: term.term(),
            }
        }
        (Returns::TermAndSort, _) => return wrong("a term and its sort"),
    };
    if let Some(known) = ids.term.filter(|t| state.term(*t).is_some()) {
        if context.foreign.is_none() {
            return Err(bad(
                line,
                &line.action,
                format!("{known} is a term already"),
            ));
        }
        // The solver of the C++ original simplified the result to an existing term, which may be of
        // a subsort. Here the result is a new term with new ids.
        ids.term = fresh_term;
        ids.sort = ids.sort.and(fresh_sort);
    }
    if ids
        .sort
        .is_some_and(|s| s.0 as usize + sorts > MAX_ID as usize)
        || ids.term.is_some_and(|t| t.0 >= MAX_ID)
    {
        return wrong("ids that are not used up");
    }
    Ok(ids)
}

/// The value that a note has as text, see [`Note::Value`](super::Note::Value). `None` if it is not
/// a value of the sort.
#[must_use]
pub fn read_value(
    literal: &str,
    sort: SortId,
    state: &InstanceState,
    context: &Context,
) -> Option<Value> {
    let args = tokens(literal).ok()?;
    let line = Line {
        number: 1,
        place: None,
        seed: 0,
        action: args.first()?.clone(),
        args,
        returns: Vec::new(),
        notes: Vec::new(),
    };
    let mut reader = Reader {
        line: &line,
        next: 0,
        state,
        context,
    };
    let value = reader.value(sort).ok();
    value.filter(|_| reader.peek().is_none())
}

/// Whether the operator `op`, the first argument of a call, takes a part of a term at this place of
/// its `count` arguments. Parts are cases of a match and bodies with attributes.
pub(crate) fn takes_part(op: Option<&Arg>, place: usize, count: usize) -> bool {
    match op {
        Some(Arg::Op(DT_MATCH)) => place > 0,
        Some(Arg::Op(FORALL | EXISTS)) => place + 1 == count,
        Some(Arg::Op(op)) if ATTRIBUTES.contains(op) => place == 0,
        _ => false,
    }
}

impl Reader<'_> {
    pub(super) fn bad<T>(&self, token: &Token, message: String) -> Result<T, ResolveError> {
        Err(bad(self.line, token, message))
    }

    pub(super) fn take(&mut self, what: &str) -> Result<Token, ResolveError> {
        let Some(token) = self.line.args.get(self.next) else {
            let message = format!("{what} is missing");
            return self.bad(&self.line.action, message);
        };
        self.next += 1;
        Ok(token.clone())
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.line.args.get(self.next)
    }

    fn number(&mut self, what: &str) -> Result<u32, ResolveError> {
        let token = self.take(&format!("the {what}"))?;
        match token.number() {
            Some(number) => Ok(number),
            None => self.bad(&token, format!("'{}' is not a valid {what}", token.text)),
        }
    }

    /// Reads the number of the items that follow on the line.
    pub(super) fn count(&mut self) -> Result<usize, ResolveError> {
        let count = self.number("number of items")? as usize;
        if count > self.line.args.len() - self.next {
            let message = format!("{count} items are announced, but the line contains fewer");
            return self.bad(&self.line.args[self.next - 1], message);
        }
        Ok(count)
    }

    pub(super) fn sort(&mut self) -> Result<SortId, ResolveError> {
        let token = self.take("a sort")?;
        let sort = token.sort();
        match sort.and_then(|s| Some((s, self.state.sorts.get(s)?))) {
            Some((_, Sort::Constructor(_))) => self.bad(
                &token,
                format!("'{}' makes sorts and is not a sort", token.text),
            ),
            Some((sort, _)) => Ok(sort),
            None => self.bad(
                &token,
                format!("'{}' is not a sort that was made before", token.text),
            ),
        }
    }

    fn sorts(&mut self) -> Result<SmallVec<[SortId; 4]>, ResolveError> {
        let mut sorts = SmallVec::new();
        while self.peek().is_some() {
            sorts.push(self.sort()?);
        }
        Ok(sorts)
    }

    /// Reads the symbols that an operator of datatypes names.
    fn named(&mut self, part: DatatypeOp) -> Result<Named, ResolveError> {
        let sort = part.names_sort().then(|| self.sort()).transpose()?;
        let token = self.peek().cloned();
        let count = self.count()?;
        let (least, most) = part.symbols();
        if let Some(token) = token.filter(|_| count < least || count > most) {
            return self.bad(
                &token,
                format!("the operator does not name {count} symbols"),
            );
        }
        let symbols = (0..count).map(|_| self.symbol());
        let symbols = symbols.collect::<Result<_, ResolveError>>()?;
        Ok(Named { sort, symbols })
    }

    fn term(&mut self) -> Result<TermId, ResolveError> {
        self.term_or_part(false)
    }

    fn term_or_part(&mut self, part: bool) -> Result<TermId, ResolveError> {
        let token = self.take("a term")?;
        let known = |id: TermId| Some((id, self.state.term(id)?));
        match token.term().and_then(known) {
            Some((_, term)) if term.is_part() && !part => {
                let role = if term.is_case() {
                    "a case of a match"
                } else {
                    "the body of a quantifier"
                };
                self.bad(&token, format!("'{}' is {role} only", token.text))
            }
            Some((term, _)) => Ok(term),
            None => self.bad(
                &token,
                format!("'{}' is not a term that was made before", token.text),
            ),
        }
    }

    fn arg(&mut self, param: Param, before: &Args) -> Result<Arg, ResolveError> {
        Ok(match param {
            Param::Sort => Arg::Sort(self.sort()?),
            Param::Term => Arg::Term(self.term()?),
            Param::Sorts => {
                let count = self.count()?;
                let sorts = (0..count).map(|_| self.sort());
                Arg::Sorts(sorts.collect::<Result<_, _>>()?)
            }
            Param::Terms => {
                let count = self.count()?;
                let mut terms = SmallVec::new();
                for place in 0..count {
                    terms.push(self.term_or_part(takes_part(before.first(), place, count))?);
                }
                Arg::Terms(terms)
            }
            Param::Constructor => {
                let token = self.take("a sort")?;
                match token.sort().filter(|s| self.state.sorts.get(*s).is_some()) {
                    Some(sort) => Arg::Sort(sort),
                    None => {
                        return self.bad(&token, format!("'{}' makes no sorts", token.text));
                    }
                }
            }
            Param::SortArgs => Arg::SortArgs(self.sorts()?),
            Param::Op => {
                let token = self.take("an operator")?;
                match self.context.ops.find(&token.text) {
                    // Attributes of formulas are ignored by libraries that do not have them.
                    Some(op) if self.context.supports(op) || ATTRIBUTES.contains(&op) => {
                        Arg::Op(op)
                    }
                    known => {
                        let (op, solver) = (&token.text, &self.context.solver_label);
                        let mut message = format!("operator '{op}' is not supported by {solver}");
                        let theory = known.map(|op| self.context.ops.row(op).theory);
                        if let Some((needing, component)) = self.context.available.missing_component
                            && theory == Some(needing)
                        {
                            message.push_str(&format!(", which was built without {component}"));
                        }
                        return Err(ResolveError::Unsupported(self.line.error(&token, message)));
                    }
                }
            }
            Param::Kind => {
                let (_, kind) = self.kind()?;
                let shape = match before.first() {
                    Some(Arg::Op(op)) => Some(self.context.ops.signature(*op).shape),
                    _ => None,
                };
                match shape {
                    Some(Shape::Dt(part)) if part != DatatypeOp::Match => {
                        Arg::Named(kind, self.named(part)?)
                    }
                    _ => Arg::Kind(kind),
                }
            }
            Param::Indices => {
                let signature = match before.first() {
                    Some(Arg::Op(op)) => Some(self.context.ops.signature(*op)),
                    _ => None,
                };
                let mut indices = SmallVec::new();
                if self.peek().is_some() {
                    let count = self.count()?;
                    for n in 0..count {
                        indices.push(match signature.and_then(|s| s.indices.get(n)) {
                            Some(Index::Sort(_)) => self.sort()?.0,
                            _ => self.number("index")?,
                        });
                    }
                }
                Arg::Indices(indices)
            }
            Param::Number => Arg::Number(self.number("number")?),
            Param::Word => Arg::Word(self.take("a word")?.text.into()),
            Param::Text => Arg::Text(self.symbol()?),
            Param::Texts => {
                let count = self.count()?;
                let texts = (0..count).map(|_| self.symbol());
                Arg::Texts(texts.collect::<Result<_, _>>()?)
            }
            Param::NewSort => match self.new_sort()? {
                Some(sort) => Arg::NewSort(sort),
                None => Arg::Datatypes(self.datatypes()?),
            },
            Param::Value => match before.last() {
                Some(Arg::Sort(sort)) => Arg::Value(self.value(*sort)?),
                _ => return self.bad(&self.line.action, "a value without a sort".to_owned()),
            },
        })
    }

    fn kind(&mut self) -> Result<(Token, SortKind), ResolveError> {
        let token = self.take("a kind of sorts")?;
        match SortKind::from_name(&token.text) {
            Some(kind) => Ok((token, kind)),
            None => {
                let message = format!("sort '{}' is not supported by murxla-rs", token.text);
                Err(ResolveError::Unsupported(self.line.error(&token, message)))
            }
        }
    }

    /// Reads a new sort; `None` for datatypes, which declare several sorts.
    fn new_sort(&mut self) -> Result<Option<Sort>, ResolveError> {
        let (token, kind) = self.kind()?;
        Ok(Some(match kind {
            SortKind::Dt => return Ok(None),
            SortKind::Constructor => {
                return self.bad(&token, "the name of its kind makes no sort".to_owned());
            }
            SortKind::Bool => Sort::Bool,
            SortKind::Int => Sort::Int,
            SortKind::Real => Sort::Real,
            SortKind::Bv => match self.number("width")? {
                0 => return self.bad(&token, "the width must be at least 1".to_owned()),
                width if width > MAX_WIDTH => {
                    return self.bad(&token, format!("the width exceeds {MAX_WIDTH}"));
                }
                width => Sort::Bv(width),
            },
            SortKind::Array => Sort::Array(self.sort()?, self.sort()?),
            SortKind::Set => Sort::Set(self.sort()?),
            SortKind::Bag => Sort::Bag(self.sort()?),
            SortKind::Fun => {
                let mut sorts = self.sorts()?;
                let Some(codomain) = sorts.pop().filter(|_| !sorts.is_empty()) else {
                    return self.bad(&token, "a function has a domain and a codomain".to_owned());
                };
                Sort::Fun(sorts.to_vec().into(), codomain)
            }
            SortKind::Uninterpreted => {
                let token = self.take("a symbol")?;
                let symbol = self.allowed(&token, token.text.clone())?;
                let arity = match self.peek() {
                    Some(_) => Some(self.number("number of sorts")?),
                    None => None,
                };
                match arity {
                    None | Some(0) => Sort::Uninterpreted(symbol),
                    Some(arity) if arity > MAX_ARITY => {
                        return self.bad(&token, format!("more than {MAX_ARITY} sorts"));
                    }
                    Some(arity) => Sort::Constructor(SortConstructor::Uninterpreted(symbol, arity)),
                }
            }
            SortKind::Fp => {
                let widths = [self.number("width")?, self.number("width")?];
                if widths.iter().any(|width| !(2..=MAX_WIDTH).contains(width)) {
                    let message = format!("the widths must be 2 to {MAX_WIDTH}");
                    return self.bad(&token, message);
                }
                Sort::Fp(widths[0], widths[1])
            }
            SortKind::Rm => Sort::Rm,
            SortKind::String => Sort::String,
            SortKind::RegLan => Sort::RegLan,
            SortKind::Seq => Sort::Seq(self.sort()?),
            SortKind::Nullable => Sort::Nullable(self.sort()?),
            SortKind::Tuple => Sort::Tuple(self.sorts()?.to_vec().into()),
            SortKind::Ff => {
                let token = self.take("a size")?;
                let size = integer(&token.text).and_then(|size| size.to_biguint());
                let fits = |size: &BigUint| size.bits() <= MAX_FIELD && is_prime(size);
                match size.filter(fits) {
                    Some(size) => Sort::Ff(Arc::new(size)),
                    None => return self.bad(&token, "the size must be a prime".to_owned()),
                }
            }
        }))
    }

    /// Reads a value in the notation of this program or of the C++ original.
    fn value(&mut self, sort: crate::sort::SortId) -> Result<Value, ResolveError> {
        let token = self.take("a value")?;
        let wrong = format!("'{}' is not a value of the sort", token.text);
        let value = match self.state.sorts.get(sort) {
            Some(Sort::Bool) if !token.quoted => match token.text.as_str() {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Some(Sort::Int) if token.quoted => integer(&token.text).map(Value::Int),
            Some(Sort::Ff(size)) if token.quoted => {
                let number = integer(&token.text);
                number.and_then(|n| Ff::new(size, &n)).map(Value::Ff)
            }
            Some(Sort::String) if token.quoted => Str::parse(&token.text).map(Value::String),
            Some(Sort::Real) if token.quoted => {
                let mut value = real(&token.text);
                if self.peek().is_some() {
                    let denominator = real(&self.take("a denominator")?.text);
                    value = value
                        .zip(denominator.filter(|d| !d.is_zero()))
                        .map(|(n, d)| n / d);
                }
                value.map(Value::Real)
            }
            Some(Sort::Bv(width)) if token.quoted => {
                let width = *width;
                match self.number("base")? {
                    base @ (2 | 10 | 16) => Bv::parse(width, &token.text, base).map(Value::Bv),
                    _ => None,
                }
            }
            Some(Sort::Fp(exponent, significand)) if token.quoted => {
                let format = Format::new(*exponent, *significand);
                Fp::parse(format, &token.text).map(Value::Fp)
            }
            Some(Sort::Rm) if !token.quoted => Rm::from_name(&token.text).map(Value::Rm),
            _ => None,
        };
        value.map_or_else(|| self.bad(&token, wrong), Ok)
    }
}

/// Parses `-12`, `1.25` or `3/4`.
fn real(text: &str) -> Option<BigRational> {
    if let Some((numerator, denominator)) = text.split_once('/') {
        let denominator = integer(denominator).filter(|d| !d.is_zero())?;
        return Some(BigRational::new(integer(numerator)?, denominator));
    }
    decimal(text)
}
