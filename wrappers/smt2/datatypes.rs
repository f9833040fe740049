//! Datatypes: `declare-datatype(s)`, and the text of applications.

use super::assigned::Comment;
use super::print::TermText;
use super::script::{Script, comment};
use super::sexp::name;
use super::state::DeclaredDatatype;
use murxla_fsm::op::{DatatypeOp, OpRow};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Datatype, Datatypes, Field, Sort, SortId, SortKind};
use murxla_fsm::state::spelling::Spelling as _;
use std::rc::Rc;
use std::sync::Arc;

fn unknown() -> Error {
    Error::Rejected("a datatype, constructor or selector that was not declared".to_owned())
}

/// The largest number of instances that are declared at once. A declaration can need infinitely
/// many.
const MAX_INSTANCES: usize = 32;

/// A datatype of a declaration, with the sorts of its parameters if the dialect has a datatype of
/// its own for each instance.
type Instance = (usize, Vec<SortId>);

impl Script {
    /// Declares datatypes together. If the dialect has a datatype for each instance, those with
    /// parameters are declared when an instance is made.
    pub(super) fn declare_datatypes(&mut self, group: &Arc<Datatypes>) -> Result {
        let members = group.members().iter().enumerate();
        let apart = self.dialect.language.sorts.has_instances;
        let wanted = members.filter(|(_, member)| !apart || member.params.is_empty());
        self.declare_members(group, wanted.map(|(n, _)| (n, Vec::new())).collect())
    }

    /// The text of a datatype. Declares it if the dialect needs that.
    pub(super) fn datatype_sort(&mut self, datatype: &Datatype) -> Result<String> {
        if self.dialect.language.sorts.has_instances {
            let instance = (datatype.member, self.instance_args(datatype));
            if self.declared(&datatype.group, &instance).is_none() {
                self.declare_members(&datatype.group, vec![instance])?;
            }
            return Ok(self.member(datatype)?.symbol.clone());
        }
        let symbol = &self.member(datatype)?.symbol;
        Ok(match &datatype.args[..] {
            [] => symbol.clone(),
            args => format!("({symbol}{})", self.sort_list(args)?),
        })
    }

    /// Declares new datatypes together, with the instances to which they refer. Their symbols are
    /// made first, because they refer to each other.
    fn declare_members(&mut self, group: &Arc<Datatypes>, mut new: Vec<Instance>) -> Result {
        if self.dialect.language.sorts.has_instances {
            self.add_instances(group, &mut new)?;
        }
        if new.is_empty() {
            return Ok(());
        }
        let constructors = group.members().iter().flat_map(|m| &m.constructors);
        let is_set = |part: &Field| matches!(part, Field::Composed(SortKind::Set, _));
        if let Some(option) = self.dialect.language.options.for_sets
            && constructors
                .flat_map(|c| &c.selectors)
                .any(|s| s.field.has(&is_set))
        {
            self.require(option);
        }
        if let Some(option) = self.dialect.language.options.for_nested_datatypes
            && group.is_nested()
        {
            self.require(option);
        }
        let all = self.state.declarations.datatypes.len()
            ..self.state.declarations.datatypes.len() + new.len();
        for (member, args) in new {
            let declared = self.fresh_member(group, member, args)?;
            self.state.declarations.datatypes.push(declared);
        }
        let (mut names, mut bodies) = (String::new(), String::new());
        for place in all.clone() {
            let params: Vec<String> = match self.dialect.language.sorts.has_instances {
                true => Vec::new(),
                false => {
                    let declaration =
                        &group.members()[self.state.declarations.datatypes[place].member];
                    let params = declaration.params.iter();
                    params.map(|p| self.state.symbols.fresh(p)).collect()
                }
            };
            let declared = &self.state.declarations.datatypes[place];
            names.push_str(&format!(" ({} {})", declared.symbol, params.len()));
            let body = self.body(declared, &params)?;
            match &params[..] {
                [] => bodies.push_str(&format!(" {body}")),
                _ => bodies.push_str(&format!(" (par ({}) {body})", params.join(" "))),
            }
        }
        // Of cvc5, in its syntax.
        let codata = if group.is_codata() { "co" } else { "" };
        let command = match &self.state.declarations.datatypes[all] {
            [only] if self.state.seed.is_multiple_of(2) => {
                format!("(declare-{codata}datatype {}{bodies})", only.symbol)
            }
            _ => {
                let (names, bodies) = (names.trim_start(), bodies.trim_start());
                format!("(declare-{codata}datatypes ({names}) ({bodies}))")
            }
        };
        self.command(&command);
        Ok(())
    }

    /// Adds the instances to which those in `new` refer, if they are not declared yet.
    fn add_instances(&self, group: &Arc<Datatypes>, new: &mut Vec<Instance>) -> Result {
        let mut next = 0;
        while let Some((member, args)) = new.get(next).cloned() {
            next += 1;
            let declaration = group.members().get(member).ok_or_else(unknown)?;
            let selectors = declaration.constructors.iter().flat_map(|c| &c.selectors);
            for selector in selectors {
                let mut members = Vec::new();
                selector.field.each_component(&mut |part| {
                    if let Field::Member(other, others) = part {
                        members.push((*other, self.instantiated(others, &args)));
                    }
                });
                for (other, others) in members {
                    let instance = (other, others?);
                    if self.declared(group, &instance).is_none() && !new.contains(&instance) {
                        new.push(instance);
                    }
                }
            }
            if new.len() > MAX_INSTANCES {
                let what = "a datatype with so many instances in its fields";
                return Err(Error::Unsupported(what.to_owned()));
            }
        }
        Ok(())
    }

    /// The sorts of the arguments of a field, where the datatype has these arguments.
    fn instantiated(&self, fields: &[Field], args: &[SortId]) -> Result<Vec<SortId>> {
        let sort = |field: &Field| match field {
            Field::Sort(sort) => Ok(self.state.sorts.canon(*sort)),
            Field::Param(n) => args.get(*n).copied().ok_or_else(unknown),
            Field::Member(..) | Field::Composed(..) => {
                let what = "a datatype inside of another reference";
                Err(Error::Unsupported(what.to_owned()))
            }
        };
        fields.iter().map(sort).collect()
    }

    fn instance_args(&self, datatype: &Datatype) -> Vec<SortId> {
        let args = datatype.args.iter();
        args.map(|arg| self.state.sorts.canon(*arg)).collect()
    }

    /// Symbols for a new datatype.
    fn fresh_member(
        &mut self,
        group: &Arc<Datatypes>,
        member: usize,
        args: Vec<SortId>,
    ) -> Result<DeclaredDatatype> {
        let declaration = group.members().get(member).ok_or_else(unknown)?;
        let name = match &args[..] {
            [] => declaration.symbol.to_string(),
            args => format!("{}<{}>", declaration.symbol, self.sort_list(args)?.trim()),
        };
        let symbols = &mut self.state.symbols;
        let symbol = symbols.fresh(&name);
        let mut constructors = Vec::new();
        for constructor in &declaration.constructors {
            let selectors = constructor.selectors.iter();
            let selectors = selectors.map(|s| symbols.fresh(&s.symbol)).collect();
            constructors.push((symbols.fresh(&constructor.symbol), selectors));
        }
        Ok(DeclaredDatatype {
            group: Arc::clone(group),
            member,
            args,
            symbol,
            constructors,
        })
    }

    /// The constructors of a declaration, in parentheses.
    fn body(&self, declared: &DeclaredDatatype, params: &[String]) -> Result<String> {
        let declaration = &declared.group.members()[declared.member];
        let mut body = String::new();
        let all = declaration.constructors.iter().zip(&declared.constructors);
        for (constructor, (symbol, selectors)) in all {
            body.push_str(&format!(" ({symbol}"));
            for (selector, symbol) in constructor.selectors.iter().zip(selectors) {
                let sort = self.field_text(&selector.field, declared, params)?;
                body.push_str(&format!(" ({symbol} {sort})"));
            }
            body.push(')');
        }
        Ok(format!("({})", body.trim_start()))
    }

    fn field_text(
        &self,
        field: &Field,
        of: &DeclaredDatatype,
        params: &[String],
    ) -> Result<String> {
        match field {
            Field::Sort(sort) => self.sort_text(*sort).map(str::to_owned),
            Field::Param(n) => match of.args.get(*n) {
                Some(sort) => self.sort_text(*sort).map(str::to_owned),
                None => params.get(*n).cloned().ok_or_else(unknown),
            },
            Field::Member(member, args) if self.dialect.language.sorts.has_instances => {
                let instance = (*member, self.instantiated(args, &of.args)?);
                let declared = self.declared(&of.group, &instance);
                Ok(declared.ok_or_else(unknown)?.symbol.clone())
            }
            Field::Member(member, args) => {
                let args = args.iter().map(|arg| self.field_text(arg, of, params));
                let args = args.collect::<Result<Vec<_>>>()?;
                let declared = self.declared(&of.group, &(*member, Vec::new()));
                let symbol = &declared.ok_or_else(unknown)?.symbol;
                Ok(match &args[..] {
                    [] => symbol.clone(),
                    _ => format!("({symbol} {})", args.join(" ")),
                })
            }
            Field::Composed(kind, parts) => {
                let mut list = String::new();
                for part in parts {
                    list.push_str(&format!(" {}", self.field_text(part, of, params)?));
                }
                self.composed_text(*kind, &list)
            }
        }
    }

    /// A sort of this kind. The texts of its parts follow one blank each.
    pub(super) fn composed_text(&self, kind: SortKind, parts: &str) -> Result<String> {
        let mut rows = SortKind::COMPOSED.iter();
        let row = rows.find(|(its, ..)| *its == kind);
        if matches!(kind, SortKind::Bag | SortKind::Nullable)
            && !self.dialect.language.sorts.has_bags
        {
            return Err(Error::Unsupported("a bag or nullable".to_owned()));
        }
        let (_, name, _) = row.ok_or_else(unknown)?;
        Ok(format!("({name}{parts})"))
    }

    fn declared(&self, group: &Arc<Datatypes>, instance: &Instance) -> Option<&DeclaredDatatype> {
        let mut all = self.state.declarations.datatypes.iter();
        all.find(|its| (its.member, &its.args) == (instance.0, &instance.1) && its.group == *group)
    }

    /// The declaration of a datatype.
    fn member(&self, datatype: &Datatype) -> Result<&DeclaredDatatype> {
        let args = match self.dialect.language.sorts.has_instances {
            true => self.instance_args(datatype),
            false => Vec::new(),
        };
        let declared = self.declared(&datatype.group, &(datatype.member, args));
        declared.ok_or_else(unknown)
    }

    /// The text of a datatype without its arguments. If each instance is declared, nothing refers
    /// to it.
    pub(super) fn datatype_symbol(&self, group: &Arc<Datatypes>, member: usize) -> Result<String> {
        if let Some(declared) = self.declared(group, &(member, Vec::new())) {
            return Ok(declared.symbol.clone());
        }
        let declaration = group.members().get(member);
        Ok(declaration.ok_or_else(unknown)?.symbol.to_string())
    }

    /// The number of the constructor of a datatype with this symbol, without its quotes.
    pub(super) fn constructor(&self, datatype: &Datatype, symbol: &str) -> Option<usize> {
        let mut all = self.member(datatype).ok()?.constructors.iter();
        all.position(|(its, _)| name(its) == symbol)
    }

    fn datatype(&self, sort: SortId) -> Result<&Datatype> {
        match self.state.sorts.get(sort) {
            Some(Sort::Dt(datatype)) => Ok(datatype),
            _ => Err(unknown()),
        }
    }

    /// A constructor of a datatype, with its sort if the arguments may not determine it.
    pub(super) fn constructor_text(&self, sort: SortId, constructor: u32) -> Result<String> {
        let datatype = self.datatype(sort)?;
        let member = self.member(datatype)?;
        let constructor = member.constructors.get(constructor as usize);
        let (symbol, _) = constructor.ok_or_else(unknown)?;
        Ok(match &datatype.args[..] {
            [_, ..] if !self.dialect.language.sorts.has_instances => {
                format!("(as {symbol} {})", self.sort_text(sort)?)
            }
            _ => symbol.clone(),
        })
    }

    fn selector_text(&self, sort: SortId, constructor: u32, selector: u32) -> Result<&str> {
        let datatype = self.datatype(sort)?;
        let member = self.member(datatype)?;
        let constructor = member.constructors.get(constructor as usize);
        let (_, selectors) = constructor.ok_or_else(unknown)?;
        let symbol = selectors.get(selector as usize);
        Ok(symbol.ok_or_else(unknown)?)
    }

    /// The text of an application, in parts.
    pub(super) fn datatype_kind(
        &self,
        row: &OpRow,
        part: DatatypeOp,
        args: &[TermId],
        indices: &[u32],
    ) -> Result<TermText> {
        if part == DatatypeOp::Match {
            return Ok(TermText::Match { args: args.into() });
        }
        let (sort, constructor) = match indices {
            [sort, constructor, ..] => (SortId(*sort), Some(*constructor)),
            [sort] => (SortId(*sort), None),
            [] => return Err(unknown()),
        };
        // The symbol may come with its sort. Testers, selectors and patterns need the bare symbol.
        let bare = |constructor: u32| -> Result<&str> {
            let datatype = self.datatype(sort)?;
            let member = self.member(datatype)?;
            let constructor = member.constructors.get(constructor as usize);
            Ok(&constructor.ok_or_else(unknown)?.0)
        };
        let apply = |open: String| TermText::Apply {
            open,
            args: args.to_vec(),
            close: ")".to_owned(),
        };
        Ok(match (part, constructor, indices) {
            (DatatypeOp::Constructor, Some(constructor), _) => {
                let text = self.constructor_text(sort, constructor)?;
                match args {
                    [] => TermText::Leaf(text),
                    _ => apply(format!("({text}")),
                }
            }
            (DatatypeOp::Tester, Some(constructor), _) => {
                apply(format!("((_ {} {})", row.smt, bare(constructor)?))
            }
            (DatatypeOp::Selector, _, [_, constructor, selector]) => {
                let selector = self.selector_text(sort, *constructor, *selector)?;
                apply(format!("({selector}"))
            }
            (DatatypeOp::Updater, _, [_, constructor, selector]) => {
                let selector = self.selector_text(sort, *constructor, *selector)?;
                let update = self.dialect.language.terms.field_update.unwrap_or(row.smt);
                apply(format!("((_ {update} {selector})"))
            }
            (DatatypeOp::Case | DatatypeOp::BindCase, _, _) => {
                let (body, vars) = args.split_last().ok_or_else(unknown)?;
                let mut pattern = match constructor {
                    Some(constructor) => vec![bare(constructor)?.to_owned()],
                    None => Vec::new(),
                };
                for id in vars {
                    let TermText::Leaf(symbol) = &self.state.terms.get(*id)?.kind else {
                        return Err(Error::Rejected(format!("{id} is not a variable")));
                    };
                    pattern.push(symbol.clone());
                }
                let open = match &pattern[..] {
                    [symbol] => format!("({symbol}"),
                    _ => format!("(({})", pattern.join(" ")),
                };
                TermText::Case {
                    open,
                    vars: vars.to_vec(),
                    body: *body,
                }
            }
            _ => return Err(unknown()),
        })
    }

    /// Writes the values that selectors of a new datatype have for terms of other constructors: as
    /// assertions if the assignment is in definitions, otherwise as comments. A value without a
    /// text is left open.
    pub(super) fn write_selections(&mut self, sort: SortId) {
        let model = Rc::clone(&self.state.end_state);
        for (indices, value, result) in model.assignment.selections() {
            let [its, constructor, selector] = *indices else {
                continue;
            };
            let Ok(datatype) = self.datatype(sort).cloned() else {
                continue;
            };
            if SortId(its) != sort {
                continue;
            }
            let fields = datatype.fields(&self.state.sorts, constructor as usize);
            let field = fields.and_then(|fields| fields.get(selector as usize).copied());
            let Ok(symbol) = self
                .selector_text(sort, constructor, selector)
                .map(str::to_owned)
            else {
                continue;
            };
            let Some(field) = field else { continue };
            if !self.assigned {
                let value = Comment(self).text(sort, value);
                let result = Comment(self).text(field, result);
                comment(&mut self.text, &format!("({symbol} {value}) = {result}"));
            } else if let Ok(value) = self.value(sort, value)
                && let Ok(result) = self.value(field, result)
            {
                let premise = format!("(assert (= ({symbol} {value}) {result}))");
                self.command(&premise);
                self.state
                    .value_symbols
                    .premises
                    .push_str(&(premise + "\n"));
            }
        }
    }
}
