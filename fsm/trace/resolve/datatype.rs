//! Reads the declarations of datatypes.

use super::super::print::CODATA;
use super::{Reader, ResolveError, Token};
use crate::sort::{
    Constructor, Datatypes, Declaration, Field, MAX_FIELD_DEPTH, Selector, SortKind,
};
use std::sync::Arc;

/// The symbols of the datatypes that fields refer to. Until all datatypes are read, the number of a
/// member is a place in this list.
type References = Vec<String>;

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
        let mut references = References::new();
        for _ in 0..count {
            let own = self.symbol()?;
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
                    let name = self.symbol()?;
                    let field = self.field((&own, &params), &mut references, 0)?;
                    selectors.push(Selector {
                        symbol: name,
                        field,
                    });
                }
                constructors.push(Constructor { symbol, selectors });
            }
            members.push(Declaration {
                symbol: own,
                params,
                constructors,
            });
        }
        let mut places = Vec::new();
        for name in references {
            match members.iter().position(|m| *m.symbol == *name) {
                Some(place) => places.push(place),
                None => return self.bad(&start, format!("no datatype '{name}' is declared here")),
            }
        }
        let constructors = members.iter_mut().flat_map(|m| &mut m.constructors);
        for selector in constructors.flat_map(|c| &mut c.selectors) {
            selector.field.edit(&mut |part| {
                if let Field::Member(member, _) = part {
                    *member = places[*member];
                }
            });
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
        if self.context.options.files.allow_symbol(&symbol) {
            return Ok(symbol.into());
        }
        let message =
            format!("the symbol '{symbol}' has a character after which a parser may read commands");
        Err(ResolveError::Forbidden(self.line.error(token, message)))
    }

    /// Reads a field of a datatype with this symbol and these parameters.
    fn field(
        &mut self,
        (own, params): (&str, &[Box<str>]),
        references: &mut References,
        depth: u32,
    ) -> Result<Field, ResolveError> {
        let Some(token) = self.peek().filter(|token| !token.quoted).cloned() else {
            return Ok(Field::Sort(self.sort()?));
        };
        if depth > MAX_FIELD_DEPTH {
            return self.bad(&token, "the sort is nested too deeply".to_owned());
        }
        let mut parts = |reader: &mut Self, count: usize| {
            let mut part = || reader.field((own, params), references, depth + 1);
            (0..count).map(|_| part()).collect::<Result<Vec<_>, _>>()
        };
        let composed = |kind: SortKind| Some((kind, kind.parts()?));
        if let Some((kind, count)) = SortKind::from_name(&token.text).and_then(composed) {
            self.next += 1;
            return Ok(Field::Composed(kind, parts(self, count)?));
        }
        if let Some(symbol) = between(&token.text, "s\"", "\"") {
            self.next += 1;
            return match params.iter().position(|param| **param == *symbol) {
                Some(n) => Ok(Field::Param(n)),
                None => self.bad(&token, format!("'{symbol}' is not a parameter")),
            };
        }
        let (symbol, args) = if token.text == "s(nil)" {
            self.next += 1;
            (
                own.to_owned(),
                (0..params.len()).map(Field::Param).collect(),
            )
        } else if let Some(symbol) = between(&token.text, "s<\"", "\">") {
            self.next += 1;
            let count = self.count()?;
            (symbol, parts(self, count)?)
        } else {
            return Ok(Field::Sort(self.sort()?));
        };
        references.push(symbol);
        Ok(Field::Member(references.len() - 1, args))
    }
}

/// The text between `start` and `end`. Two quotes in it stand for one.
fn between(text: &str, start: &str, end: &str) -> Option<String> {
    let inside = text.strip_prefix(start)?.strip_suffix(end)?;
    Some(inside.replace("\"\"", "\""))
}
