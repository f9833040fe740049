//! Reads the declarations of datatypes.

use super::super::print::CODATA;
use super::{Reader, ResolveError, Token};
use crate::sort::{Constructor, Datatypes, Declaration, Field, Selector};
use std::sync::Arc;

/// A field. References to other datatypes of the group are still symbols.
enum Reference {
    Known(Field),
    Member(String, Vec<Field>),
}

impl Reader<'_> {
    /// Reads declarations in the format that `trace::print::datatype::write` writes.
    pub(super) fn datatypes(&mut self) -> Result<Arc<Datatypes>, ResolveError> {
        let start = self.line.args[self.next - 1].clone();
        let is_codata = self
            .peek()
            .is_some_and(|token| !token.quoted && token.text == CODATA);
        self.next += usize::from(is_codata);
        let count = self.count()?;
        let mut members = Vec::new();
        let mut references = Vec::new();
        for own in 0..count {
            let symbol = self.symbol()?;
            let mut params: Vec<Box<str>> = Vec::new();
            for _ in 0..self.count()? {
                let token = self.take("a parameter")?;
                match between(&token.text, "s\"", "\"") {
                    Some(symbol) if !token.quoted => params.push(self.allowed(&token, symbol)?),
                    _ => return self.bad(&token, format!("'{}' is not a parameter", token.text)),
                }
            }
            let mut constructors = Vec::new();
            for _ in 0..self.count()? {
                let symbol = self.symbol()?;
                let mut selectors = Vec::new();
                for _ in 0..self.count()? {
                    let symbol = self.symbol()?;
                    let field = match self.field(own, &params)? {
                        Reference::Known(field) => field,
                        Reference::Member(name, args) => {
                            let place = (own, constructors.len(), selectors.len());
                            references.push((place, name));
                            Field::Member(0, args)
                        }
                    };
                    selectors.push(Selector { symbol, field });
                }
                constructors.push(Constructor { symbol, selectors });
            }
            members.push(Declaration {
                symbol,
                params,
                constructors,
            });
        }
        for ((own, constructor, selector), name) in references {
            let Some(place) = members.iter().position(|m| *m.symbol == *name) else {
                return self.bad(&start, format!("no datatype '{name}' is declared here"));
            };
            let selector = &mut members[own].constructors[constructor].selectors[selector];
            if let Field::Member(member, _) = &mut selector.field {
                *member = place;
            }
        }
        let declared = match is_codata {
            true => Datatypes::codatatypes(members),
            false => Datatypes::new(members),
        };
        match declared {
            Ok(group) => Ok(Arc::new(group)),
            Err(message) => self.bad(&start, message),
        }
    }

    pub(super) fn symbol(&mut self) -> Result<Box<str>, ResolveError> {
        let token = self.take("a symbol")?;
        if token.quoted {
            return self.allowed(&token, token.text.clone());
        }
        self.bad(&token, format!("'{}' must be in quotes", token.text))
    }

    /// The symbol of a token, if traces may have it.
    pub(super) fn allowed(&self, token: &Token, symbol: String) -> Result<Box<str>, ResolveError> {
        if self.context.files.allow_symbol(&symbol) {
            return Ok(symbol.into());
        }
        let message =
            format!("the symbol '{symbol}' has a character after which a parser may read commands");
        Err(ResolveError::Forbidden(self.line.error(token, message)))
    }

    fn field(&mut self, own: usize, params: &[Box<str>]) -> Result<Reference, ResolveError> {
        let Some(token) = self.peek().filter(|token| !token.quoted).cloned() else {
            return Ok(Reference::Known(Field::Sort(self.sort()?)));
        };
        if token.text == "s(nil)" {
            self.next += 1;
            let args = (0..params.len()).map(Field::Param).collect();
            return Ok(Reference::Known(Field::Member(own, args)));
        }
        if let Some(symbol) = between(&token.text, "s\"", "\"") {
            self.next += 1;
            return match params.iter().position(|param| **param == *symbol) {
                Some(n) => Ok(Reference::Known(Field::Param(n))),
                None => self.bad(&token, format!("'{symbol}' is not a parameter")),
            };
        }
        let Some(symbol) = between(&token.text, "s<\"", "\">") else {
            return Ok(Reference::Known(Field::Sort(self.sort()?)));
        };
        self.next += 1;
        let mut args = Vec::new();
        for _ in 0..self.count()? {
            let token = self.peek().cloned();
            match (self.field(own, params)?, token) {
                (Reference::Known(field), _) => args.push(field),
                (_, Some(token)) => {
                    return self.bad(
                        &token,
                        "references in references are not supported".to_owned(),
                    );
                }
                _ => {}
            }
        }
        Ok(Reference::Member(symbol, args))
    }
}

/// The text between `start` and `end`. Two quotes in it stand for one.
fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let inside = text.strip_prefix(start)?.strip_suffix(end)?;
    Some(inside.replace("\"\"", "\""))
}
