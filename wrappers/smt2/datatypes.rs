//! Datatypes: `declare-datatype(s)`, and the text of applications.

use super::Flavour;
use super::print::TermText;
use super::script::{Script, comment};
use super::sexp::name;
use super::state::DeclaredMember;
use murxla_fsm::op::{DatatypeOp, OpRow};
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::{Datatype, Datatypes, Field, Sort, SortId};
use murxla_fsm::value::Cell;
use std::rc::Rc;
use std::sync::Arc;

fn unknown() -> Error {
    Error::Rejected("a datatype, constructor or selector that was not declared".to_owned())
}

impl Script {
    /// Declares datatypes together. Their symbols are made first, because they refer to each other.
    pub(super) fn declare_datatypes(&mut self, group: &Arc<Datatypes>) -> Result {
        let symbols = &mut self.state.symbols;
        let mut members = Vec::new();
        for member in group.members() {
            let symbol = symbols.fresh(&member.symbol);
            let mut constructors = Vec::new();
            for constructor in &member.constructors {
                let selectors = constructor.selectors.iter();
                let selectors = selectors.map(|s| symbols.fresh(&s.symbol));
                let selectors: Vec<String> = selectors.collect();
                constructors.push((symbols.fresh(&constructor.symbol), selectors));
            }
            members.push(DeclaredMember {
                symbol,
                constructors,
            });
        }
        let (mut names, mut bodies) = (String::new(), String::new());
        for (declaration, member) in group.members().iter().zip(&members) {
            let params = declaration.params.iter();
            let params = params.map(|p| self.state.symbols.fresh(p));
            let params: Vec<String> = params.collect();
            names.push_str(&format!(" ({} {})", member.symbol, params.len()));
            let mut body = String::new();
            let all = declaration.constructors.iter().zip(&member.constructors);
            for (constructor, (symbol, selectors)) in all {
                body.push_str(&format!(" ({symbol}"));
                for (selector, symbol) in constructor.selectors.iter().zip(selectors) {
                    let sort = self.field_text(&selector.field, &params, &members)?;
                    body.push_str(&format!(" ({symbol} {sort})"));
                }
                body.push(')');
            }
            let body = format!("({})", body.trim_start());
            match &params[..] {
                [] => bodies.push_str(&format!(" {body}")),
                _ => bodies.push_str(&format!(" (par ({}) {body})", params.join(" "))),
            }
        }
        // Of cvc5, in its syntax.
        let codata = if group.is_codata() { "co" } else { "" };
        let command = match &members[..] {
            [only] if self.state.seed.is_multiple_of(2) => {
                format!("(declare-{codata}datatype {}{bodies})", only.symbol)
            }
            _ => {
                let (names, bodies) = (names.trim_start(), bodies.trim_start());
                format!("(declare-{codata}datatypes ({names}) ({bodies}))")
            }
        };
        self.command(&command);
        self.state.datatypes.push((Arc::clone(group), members));
        Ok(())
    }

    fn field_text(
        &self,
        field: &Field,
        params: &[String],
        members: &[DeclaredMember],
    ) -> Result<String> {
        match field {
            Field::Sort(sort) => self.sort_text(*sort).map(str::to_owned),
            Field::Param(n) => params.get(*n).cloned().ok_or_else(unknown),
            Field::Member(member, args) => {
                let args = args.iter().map(|arg| self.field_text(arg, params, members));
                let args = args.collect::<Result<Vec<_>>>()?;
                let symbol = &members.get(*member).ok_or_else(unknown)?.symbol;
                Ok(match &args[..] {
                    [] => symbol.clone(),
                    _ => format!("({symbol} {})", args.join(" ")),
                })
            }
        }
    }

    fn member(&self, group: &Arc<Datatypes>, member: usize) -> Result<&DeclaredMember> {
        let known = self.state.datatypes.iter().find(|(its, _)| its == group);
        known
            .and_then(|(_, members)| members.get(member))
            .ok_or_else(unknown)
    }

    /// The text of a datatype without its arguments.
    pub(super) fn datatype_symbol(&self, group: &Arc<Datatypes>, member: usize) -> Result<String> {
        Ok(self.member(group, member)?.symbol.clone())
    }

    /// The number of the constructor of a datatype with this symbol, without its quotes.
    pub(super) fn constructor(&self, datatype: &Datatype, symbol: &str) -> Option<usize> {
        let member = self.member(&datatype.group, datatype.member).ok()?;
        let mut all = member.constructors.iter();
        all.position(|(its, _)| name(its) == symbol)
    }

    fn datatype(&self, sort: SortId) -> Result<&Datatype> {
        match self.state.sorts.get(sort) {
            Some(Sort::Dt(datatype)) => Ok(datatype),
            _ => Err(unknown()),
        }
    }

    /// A constructor of a datatype, with its sort if the arguments may not determine it.
    fn constructor_text(&self, sort: SortId, constructor: u32) -> Result<String> {
        let datatype = self.datatype(sort)?;
        let member = self.member(&datatype.group, datatype.member)?;
        let constructor = member.constructors.get(constructor as usize);
        let (symbol, _) = constructor.ok_or_else(unknown)?;
        Ok(match &datatype.args[..] {
            [] => symbol.clone(),
            _ => format!("(as {symbol} {})", self.sort_text(sort)?),
        })
    }

    fn selector_text(&self, sort: SortId, constructor: u32, selector: u32) -> Result<&str> {
        let datatype = self.datatype(sort)?;
        let member = self.member(&datatype.group, datatype.member)?;
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
            let member = self.member(&datatype.group, datatype.member)?;
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
                let update = match self.flavour {
                    Flavour::Z3 => "update-field",
                    _ => row.smt,
                };
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

    /// The text of a value.
    pub(super) fn cell_text(&mut self, sort: SortId, cell: &Cell) -> Result<String> {
        let datatype = self.datatype(sort)?.clone();
        let mut text = self.constructor_text(sort, cell.constructor())?;
        let fields = datatype.fields(&self.state.sorts, cell.constructor() as usize);
        for (field, arg) in fields.ok_or_else(unknown)?.into_iter().zip(cell.args()) {
            let arg = self.value_text(field, arg)?;
            text.push_str(&format!(" {arg}"));
        }
        Ok(match cell.args() {
            [] => text,
            _ => format!("({text})"),
        })
    }

    /// Asserts the values of selectors of a new datatype for terms of other constructors. A value without a text is left open.
    pub(super) fn tell_selections(&mut self, sort: SortId) {
        let model = Rc::clone(&self.state.model);
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
            if !self.assigned {
                comment(&mut self.text, &format!("({symbol} {value}) = {result}"));
            } else if let Some(field) = field
                && let Ok(value) = self.value_text(sort, value)
                && let Ok(result) = self.value_text(field, result)
            {
                let premise = format!("(assert (= ({symbol} {value}) {result}))");
                self.command(&premise);
                self.state.stand_ins.premises.push_str(&(premise + "\n"));
            }
        }
    }
}
