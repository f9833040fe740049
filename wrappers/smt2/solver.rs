//! The commands of SMT-LIB, one for each call that has one.

use super::dialect::{LAMBDA, NEEDS_ARGUMENT};
use super::print::{TermText, TracedTerm, free_variables};
use super::script::Script;
use super::symbol::is_simple;
use murxla_fsm::op::{CONST_ARRAY, Linear, Op, Shape};
use murxla_fsm::solver::{Answer, Error, Result, Solver, TermId};
use murxla_fsm::sort::{Datatypes, Sort, SortConstructor, SortId, SortKind, SortView, members};
use murxla_fsm::value::Value;
use std::any::Any;
use std::sync::Arc;

/// Options that every wrapper has, and that must be set before the logic.
pub(super) const START_MODE: [&str; 3] = [
    "produce-models",
    "produce-unsat-cores",
    "produce-unsat-assumptions",
];

/// Other options of the standard.
pub(super) const STANDARD: [&str; 8] = [
    "diagnostic-output-channel",
    "print-success",
    "produce-assertions",
    "produce-assignments",
    "produce-proofs",
    "random-seed",
    "reproducible-resource-limit",
    "verbosity",
];

/// The largest number of levels. Only a damaged trace has more.
const LEVEL_LIMIT: usize = 1 << 20;

/// The longest text of a sort. The texts of nested arrays can grow exponentially.
const SORT_LIMIT: usize = 1 << 16;

/// The value of an attribute. It becomes a string if it is neither a literal nor a symbol.
fn attribute_value(value: &str) -> String {
    let is_number = value.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && value.bytes().next().is_some_and(|b| b.is_ascii_digit())
        && value.bytes().last().is_some_and(|b| b.is_ascii_digit())
        && value.bytes().filter(|b| *b == b'.').count() < 2;
    if is_simple(value) || is_number {
        value.to_owned()
    } else {
        format!("\"{}\"", value.replace('"', "\"\""))
    }
}

impl Script {
    /// Adds a comment that the program needs an argument, which chooses another engine than usual.
    pub(crate) fn needs_argument(&mut self, argument: &str) {
        self.text.push_str(&format!("{NEEDS_ARGUMENT}{argument}\n"));
        self.state.options.needs_arguments = true;
    }
}

impl Solver for Script {
    fn begin(&mut self, seed: u32) {
        self.state.seed = seed;
    }

    fn set_logic(&mut self, logic: &str) -> Result {
        if self.state.options.left_start_mode
            || self.state.options.logic.is_some()
            || !is_simple(logic)
        {
            return Err(Error::Rejected(format!("cannot set the logic {logic} now")));
        }
        self.write_logic(logic);
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result {
        let is_common = name == "incremental" || START_MODE.contains(&name);
        if is_common && !matches!(value, "true" | "false") {
            return Err(Error::Option(format!(
                "{name} is true or false, not {value}"
            )));
        }
        if is_common && self.state.options.left_start_mode {
            return Err(Error::Option(format!("{name} comes before all else")));
        }
        if name == "incremental" && !self.dialect.language.options.has_incremental {
            return Ok(());
        }
        if self
            .dialect
            .language
            .imports
            .as_program
            .contains(&(name, value))
        {
            return Ok(());
        }
        let arguments = self.dialect.language.options.arguments.iter();
        let mut arguments = arguments.filter(|row| (row.option, row.value) == (name, value));
        if let Some(row) = arguments.next() {
            self.needs_argument(row.argument);
            return Ok(());
        }
        let is_known = is_common || STANDARD.contains(&name);
        let Some(keyword) = self.dialect.option(name, is_known) else {
            let what = format!("the option {name} = {value}");
            self.omit(&what, "does not have it");
            return Ok(());
        };
        if self.dialect.language.options.command_limits.contains(&name) && !self.is_online() {
            self.state.options.limit = Some((keyword, attribute_value(value)));
            return Ok(());
        }
        let value_text = self.dialect.option_value(attribute_value(value), is_known);
        let line = format!("(set-option :{keyword} {value_text})");
        if self.state.options.left_start_mode {
            self.command(&line);
        } else {
            self.insert_option(&format!("{line}\n"));
        }
        self.state.options.set(name, value);
        Ok(())
    }

    fn mk_sort(&mut self, out: SortId, sort: &Sort) -> Result {
        let text = match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::Real => "Real".to_owned(),
            Sort::String => "String".to_owned(),
            Sort::RegLan => "RegLan".to_owned(),
            Sort::Ff(size) => format!("(_ FiniteField {size})"),
            Sort::Bv(0) => return Err(Error::Rejected("a bit-vector without bits".to_owned())),
            Sort::Bv(width) => format!("(_ BitVec {width})"),
            Sort::Fp(exponent, significand) => {
                self.require_for_format(sort);
                fp_sort(*exponent, *significand, self.state.seed)?
            }
            Sort::Rm => "RoundingMode".to_owned(),
            Sort::Array(index, element) => {
                let part = |sort: &SortId| self.state.sorts.get(*sort).map(Sort::kind);
                let parts = [part(index), part(element)];
                if !self.dialect.language.sorts.has_arrays_as_indices
                    && parts[0] == Some(SortKind::Array)
                {
                    let what = "an array indexed by arrays";
                    return Err(Error::Unsupported(what.to_owned()));
                }
                let narrow = self.dialect.language.logics.narrow;
                let logic = self.state.options.logic.as_deref();
                if logic.is_some_and(|logic| narrow.contains(&logic))
                    && parts != [Some(SortKind::Bv); 2]
                {
                    self.widen_logic();
                }
                self.composed_text(sort.kind(), &self.sort_list(&[*index, *element])?)?
            }
            Sort::Set(_) | Sort::Bag(_) | Sort::Seq(_) | Sort::Nullable(_) => {
                let option = self.dialect.language.options.for_sets;
                if let (Some(option), Sort::Set(_)) = (option, sort) {
                    self.require(option);
                }
                self.composed_text(sort.kind(), &self.sort_list(&sort.parts())?)?
            }
            Sort::Tuple(parts) => self.tuple_sort(parts)?,
            Sort::Fun(domain, codomain) => {
                if domain.is_empty() {
                    return Err(Error::Rejected("a function without arguments".to_owned()));
                }
                format!(
                    "(->{}{})",
                    self.sort_list(domain)?,
                    self.sort_list(&[*codomain])?
                )
            }
            Sort::Uninterpreted(name) => self.declare_sort(name),
            Sort::Constructor(SortConstructor::Uninterpreted(name, arity)) => {
                self.declare_sort_of(name, *arity)
            }
            Sort::Constructor(SortConstructor::Dt(group, member)) => {
                self.datatype_symbol(group, *member)?
            }
            Sort::Instance(name, args) => {
                let symbol = self.state.declarations.sorts.get(name).cloned();
                let unknown = || Error::Rejected(format!("'{name}' makes no sorts"));
                format!("({}{})", symbol.ok_or_else(unknown)?, self.sort_list(args)?)
            }
            Sort::Dt(datatype) => self.datatype_sort(datatype)?,
        };
        if text.len() > SORT_LIMIT {
            return Err(Error::Unsupported(format!("a sort as long as {out}")));
        }
        self.state.sorts.insert(out, sort.clone());
        self.state.declarations.sort_texts.insert(out, text);
        self.write_selections(out);
        Ok(())
    }

    fn mk_datatypes(&mut self, out: &[SortId], group: &Arc<Datatypes>) -> Result {
        self.declare_datatypes(group)?;
        for (id, sort) in out.iter().zip(members(group)) {
            let text = match &sort {
                Sort::Dt(datatype) => self.datatype_sort(datatype)?,
                Sort::Constructor(SortConstructor::Dt(_, member)) => {
                    self.datatype_symbol(group, *member)?
                }
                _ => continue,
            };
            self.state.sorts.insert(*id, sort);
            self.state.declarations.sort_texts.insert(*id, text);
        }
        for id in out {
            self.write_selections(*id);
        }
        Ok(())
    }

    fn mk_const(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.sort_text(sort)?;
        let symbol = self.state.symbols.fresh(symbol);
        if self.assigned {
            self.define(out, sort, &symbol)?;
        } else {
            self.declare(sort, &symbol)?;
            self.comment_value(out, &symbol);
        }
        self.insert(out, TracedTerm::leaf(sort, symbol));
        Ok(())
    }

    fn mk_var(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.sort_text(sort)?;
        let symbol = self.state.symbols.fresh(symbol);
        let mut variable = TracedTerm::leaf(sort, symbol);
        variable.free = [out].into();
        self.insert(out, variable);
        Ok(())
    }

    fn mk_value(&mut self, out: TermId, sort: SortId, value: &Value) -> Result {
        let mut term = TracedTerm::leaf(sort, self.literal(sort, value)?);
        term.value = Some(value.clone());
        self.insert(out, term);
        Ok(())
    }

    fn mk_special_value(
        &mut self,
        out: TermId,
        sort: SortId,
        name: &str,
        value: Option<&Value>,
    ) -> Result {
        let is_collection = matches!(
            self.state.sorts.get(sort),
            Some(Sort::Set(_) | Sort::Bag(_) | Sort::Nullable(_))
        );
        match value {
            Some(value) if !is_collection => self.mk_value(out, sort, value),
            _ => {
                let mut term = TracedTerm::leaf(sort, self.named_value(sort, name)?);
                term.value = value.cloned();
                self.insert(out, term);
                Ok(())
            }
        }
    }

    fn mk_term(
        &mut self,
        out: TermId,
        op: Op,
        args: &[TermId],
        indices: &[u32],
        sort: SortId,
    ) -> Result {
        self.sort_text(sort)?;
        let shape = self.signature(op)?.shape;
        if shape == Shape::Lambda && self.dialect.lacks(LAMBDA) {
            let unsupported = || Error::Unsupported("a lambda with free variables".to_owned());
            let (params, bodies) = shape.binding(args).ok_or_else(unsupported)?;
            let body = self.term_text(bodies[0], params);
            let body = body.map_err(|_| unsupported());
            return body.and_then(|_| self.mk_fun(out, sort, LAMBDA, params, bodies[0]));
        }
        let kind = match self.definition(op, args, indices, sort)? {
            Some(symbol) => TermText::Apply {
                open: format!("({symbol}"),
                args: args.to_vec(),
                close: ")".to_owned(),
            },
            None => self.kind(op, args, indices)?,
        };
        // Conversions may be the first to have a format.
        if let Some(sort) = self.state.sorts.get(sort).cloned() {
            self.require_for_format(&sort);
        }
        if let Some(option) = self.dialect.language.options.for_constant_arrays
            && op == CONST_ARRAY
        {
            self.require(option);
        }
        if self.dialect.needs_all(op, self.row(op)?.smt) {
            self.widen_logic();
        }
        if !self.is_linear(op, args)? {
            let options = &self.state.options;
            let logic = options.logic.as_deref().unwrap_or_default();
            let is_linear = self.dialect.language.logics.is_all_linear && !options.needs_arguments;
            if is_linear && logic == "ALL" {
                let what = "nonlinear arithmetic in the logic ALL";
                return Err(Error::Unsupported(what.to_owned()));
            }
        }
        let bound: &[TermId] = match &kind {
            TermText::Binder { vars, .. } | TermText::Case { vars, .. } => vars,
            _ => &[],
        };
        let terms = args
            .iter()
            .filter_map(|arg| self.state.terms.get(*arg).ok());
        let term = TracedTerm {
            sort,
            free: free_variables(terms.clone(), bound),
            binds: matches!(kind, TermText::Binder { .. }) || terms.clone().any(|t| t.binds),
            kind,
            arity: args.len(),
            value: None,
        };
        self.insert(out, term);
        Ok(())
    }

    fn mk_fun(
        &mut self,
        out: TermId,
        sort: SortId,
        symbol: &str,
        params: &[TermId],
        body: TermId,
    ) -> Result {
        let params_text = self.variable_list(params)?;
        let binds = self.state.terms.get(body)?.binds;
        let body = self.term_text(body, params)?;
        let codomain = match self.domain(sort) {
            Some((domain, codomain)) if domain.len() == params.len() => self.sort_text(codomain)?,
            _ => {
                let count = params.len();
                let message = format!("{sort} is not of functions of {count} arguments");
                return Err(Error::Rejected(message));
            }
        };
        let codomain = codomain.to_owned();
        let symbol = self.state.symbols.fresh(symbol);
        self.command(&format!(
            "(define-fun {symbol} {params_text} {codomain} {body})"
        ));
        let mut function = TracedTerm::leaf(sort, symbol);
        function.binds = binds;
        self.insert(out, function);
        Ok(())
    }

    fn mk_rec_fun(&mut self, out: TermId, sort: SortId, symbol: &str) -> Result {
        self.sort_text(sort)?;
        self.widen_logic();
        let symbol = self.state.symbols.fresh(symbol);
        self.insert(out, TracedTerm::leaf(sort, symbol));
        Ok(())
    }

    fn define_funs_rec(&mut self, definitions: &[(TermId, &[TermId], TermId)]) -> Result {
        let (mut heads, mut bodies) = (Vec::new(), Vec::new());
        for (function, params, body) in definitions {
            let term = self.state.terms.get(*function)?;
            let (TermText::Leaf(symbol), Some((_, codomain))) =
                (&term.kind, self.domain(term.sort))
            else {
                return Err(Error::Rejected(format!("{function} is not a function")));
            };
            let params_text = self.variable_list(params)?;
            heads.push(format!(
                "{symbol} {params_text} {}",
                self.sort_text(codomain)?
            ));
            bodies.push(self.term_text(*body, params)?);
        }
        match (&heads[..], &bodies[..]) {
            ([head], [body]) => self.command(&format!("(define-fun-rec {head} {body})")),
            _ => {
                let (heads, bodies) = (heads.join(") ("), bodies.join(" "));
                self.command(&format!("(define-funs-rec (({heads})) ({bodies}))"));
            }
        }
        Ok(())
    }

    /// SMT-LIB has no command for it.
    fn simplify(&mut self, out: TermId, term: TermId) -> Result {
        self.mk_same(out, term)
    }

    fn mk_same(&mut self, out: TermId, term: TermId) -> Result {
        let same = self.state.terms.get(term)?.clone();
        self.insert(out, same);
        Ok(())
    }

    fn assert_formula(&mut self, formula: TermId) -> Result {
        self.write_assertion(formula)?;
        self.state.assertions.add(formula);
        Ok(())
    }

    fn check_sat(&mut self) -> Result<Answer> {
        self.check("(check-sat)");
        Ok(self.printed_result())
    }

    fn check_sat_assuming(&mut self, assumptions: &[TermId]) -> Result<Answer> {
        if self.dialect.language.assumptions.has_level && self.has_other_engine() {
            return self.check_in_level(assumptions);
        }
        let mut texts = Vec::new();
        for id in assumptions {
            texts.push(self.assumption_text(*id)?);
        }
        if texts.is_empty() && !self.dialect.language.assumptions.can_be_empty {
            return self.check_sat();
        }
        self.check(&format!("(check-sat-assuming ({}))", texts.join(" ")));
        Ok(self.printed_result())
    }

    fn push(&mut self, levels: u32) -> Result {
        let depth = self.state.assertions.depth() + levels as usize;
        if depth > LEVEL_LIMIT {
            return Err(Error::Resources(format!("{depth} levels")));
        }
        self.leave_assumed_level();
        self.state.assertions.push(levels);
        self.command(&format!("(push {levels})"));
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result {
        self.leave_assumed_level();
        self.state.assertions.pop(levels)?;
        self.command(&format!("(pop {levels})"));
        Ok(())
    }

    fn reset(&mut self) -> Result {
        self.take_remarks();
        let reset = self.reset_text();
        self.text.push_str(&reset);
        self.begin_phase();
        Ok(())
    }

    fn reset_assertions(&mut self) -> Result {
        self.needs("reset-assertions")?;
        self.drop_assertions();
        self.state.assertions.clear();
        Ok(())
    }

    fn get_value(&mut self, terms: &[TermId]) -> Result<Vec<Option<Value>>> {
        self.needs_result("get-value")?;
        let (mut texts, mut asked) = (Vec::new(), Vec::new());
        for (place, id) in terms.iter().enumerate() {
            let term = self.state.terms.get(*id)?;
            // In the standard functions have no values.
            if self.domain(term.sort).is_some() {
                continue;
            }
            if term.binds
                && !self
                    .dialect
                    .is_in(self.dialect.language.terms.values_of_binders)
            {
                self.omit(
                    &format!("the value of {id}"),
                    "has no values of terms with bound variables",
                );
                continue;
            }
            asked.push((place, term.sort));
            texts.push(self.term_text(*id, &[])?);
        }
        if !texts.is_empty() {
            self.require("produce-models");
            self.command(&format!("(get-value ({}))", texts.join(" ")));
        }
        let mut values = vec![None; terms.len()];
        for ((place, _), value) in asked.iter().zip(self.printed_values(&asked)) {
            values[*place] = value;
        }
        Ok(values)
    }

    fn get_assertions(&mut self) -> Result<usize> {
        self.needs("get-assertions")?;
        self.require("produce-assertions");
        self.command("(get-assertions)");
        Ok(self.state.assertions.len())
    }

    fn counters(&mut self) -> Result<Vec<(String, u64)>> {
        self.command("(get-info :all-statistics)");
        Ok(Vec::new())
    }

    fn get_unsat_core(&mut self) -> Result<Vec<TermId>> {
        self.needs("get-unsat-core")?;
        self.needs_result("get-unsat-core")?;
        self.require("produce-unsat-cores");
        self.command("(get-unsat-core)");
        Ok(self.printed_core())
    }

    fn get_unsat_assumptions(&mut self) -> Result<Vec<TermId>> {
        self.needs("get-unsat-assumptions")?;
        self.needs_result("get-unsat-assumptions")?;
        self.require("produce-unsat-assumptions");
        self.command("(get-unsat-assumptions)");
        Ok(Vec::new())
    }

    fn print_model(&mut self) -> Result {
        self.needs_result("get-model")?;
        self.require("produce-models");
        self.command("(get-model)");
        Ok(())
    }

    fn term_get_children(&mut self, term: TermId) -> Result<usize> {
        Ok(self.state.terms.get(term)?.arity)
    }

    fn sort_of(&mut self, term: TermId) -> Result<SortView> {
        Ok(self.state.sorts.view(self.state.terms.get(term)?.sort))
    }

    fn read_value(&mut self, term: TermId) -> Result<Option<Value>> {
        Ok(self.state.terms.get(term)?.value.clone())
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

impl Script {
    /// Writes the command of an assertion. Unsatisfiable cores consist of names.
    pub(super) fn write_assertion(&mut self, formula: TermId) -> Result {
        self.leave_assumed_level();
        let text = self.formula_text(formula)?;
        if self.has_option("produce-unsat-cores") {
            let name = self.name_of_assertion();
            self.command(&format!("(assert (! {text} :named {name}))"));
            self.state.names.insert(name, formula);
        } else {
            self.command(&format!("(assert {text})"));
        }
        Ok(())
    }

    /// A new name for an assertion.
    pub(crate) fn name_of_assertion(&mut self) -> String {
        self.state.names.fresh(&mut self.state.symbols)
    }

    /// Whether an application is of linear arithmetic.
    fn is_linear(&self, op: Op, args: &[TermId]) -> Result<bool> {
        let is_open = |arg: &&TermId| {
            let term = self.state.terms.get(**arg);
            term.is_ok_and(|term| term.value.is_none())
        };
        Ok(match self.signature(op)?.linear {
            Linear::Any => true,
            Linear::Product => args.iter().filter(is_open).count() < 2,
            Linear::Quotient => !args.iter().skip(1).any(|arg| is_open(&arg)),
            Linear::Never => false,
        })
    }
}

/// The text of a sort of floating-point numbers, sometimes by its short name.
fn fp_sort(exponent: u32, significand: u32, seed: u32) -> Result<String> {
    let short = match (exponent, significand) {
        (..2, _) | (_, ..2) => {
            let what = format!("a format of widths {exponent} and {significand}");
            return Err(Error::Rejected(what));
        }
        (5, 11) => "Float16",
        (8, 24) => "Float32",
        (11, 53) => "Float64",
        (15, 113) => "Float128",
        _ => "",
    };
    if !short.is_empty() && seed.is_multiple_of(2) {
        return Ok(short.to_owned());
    }
    Ok(format!("(_ FloatingPoint {exponent} {significand})"))
}
