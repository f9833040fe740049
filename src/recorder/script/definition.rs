//! Definitions and declarations.

use super::super::log::{Datum, LoggedCall};
use super::objects::{Object, SortText};
use super::{Definition, Made, Writer};
use murxla_fsm::wrapper::c_api::CType;

/// Names are cut after this number of characters.
const MOST_NAME: usize = 200;

impl Writer<'_> {
    /// Defines the name of a term, which the call has made.
    pub(super) fn define(&mut self, call: &LoggedCall, text: String) -> Made<()> {
        let name = self.define_as(call, "", text);
        self.keep_term(call, Object::Term(name))
    }

    /// Defines the name of a formula, for an API whose formulas are bit-vectors.
    pub(super) fn define_formula(&mut self, call: &LoggedCall, text: String) -> Made<()> {
        let name = self.define_as(call, "", text);
        self.keep_term(call, Object::Formula(name))
    }

    /// Adds the definition of the name with the number of a call and a suffix.
    pub(super) fn define_as(&mut self, call: &LoggedCall, suffix: &str, text: String) -> String {
        let uses = symbols(&text).filter(|symbol| self.definitions.contains_key(*symbol));
        let uses = uses.map(str::to_owned).collect();
        self.define_with(call, suffix, text, uses)
    }

    /// As [`Self::define_as`]. The names that are free in the text are known.
    pub(super) fn define_with(
        &mut self,
        call: &LoggedCall,
        suffix: &str,
        text: String,
        uses: Vec<String>,
    ) -> String {
        let name = format!("@{}{suffix}", call.number);
        let is_open = uses.iter().any(|used| self.is(used, |its| its.is_open));
        if !is_open {
            self.add_line(call, None, format!("(define-term {name} {text})"));
        }
        let definition = Definition {
            text,
            uses,
            sort: None,
            is_open,
        };
        self.definitions.insert(name.clone(), definition);
        name
    }

    /// Keeps a term that a call has made, unless the library has returned a constant.
    pub(super) fn keep_term(&mut self, call: &LoggedCall, object: Object) -> Made<()> {
        match self.returned_constant(call) {
            true => Ok(()),
            false => self.keep(call, object),
        }
    }

    /// Whether a call has returned a constant. A number stands for the same term from then on,
    /// unlike an address.
    fn returned_constant(&self, call: &LoggedCall) -> bool {
        let result = &call.function.result;
        let handle = self.result(call).and_then(Datum::handle);
        let found = handle.and_then(|handle| self.objects.get(result.written, handle));
        matches!(result.kind, CType::Handle { .. })
            && matches!(found, Some(Object::Term(name)) if self.is(name, |its| its.sort.is_some()))
    }

    fn is(&self, name: &str, has: fn(&Definition) -> bool) -> bool {
        self.definitions.get(name).is_some_and(has)
    }

    /// Defines the name of a sort.
    pub(super) fn define_sort(
        &mut self,
        call: &LoggedCall,
        text: String,
        function: Option<(Vec<String>, String)>,
    ) -> Made<()> {
        let is_simple = !text.starts_with('(');
        let name = if is_simple {
            text.clone()
        } else {
            format!("@s{}", call.number)
        };
        if !is_simple {
            self.add_line(call, None, format!("(define-sort {name} () {text})"));
        }
        self.keep(
            call,
            Object::Sort(SortText {
                name,
                text,
                function,
            }),
        )
    }

    /// Declares a constant or function, unless it is declared. A symbol may be declared with
    /// several sorts.
    pub(super) fn declare(&mut self, call: &LoggedCall, symbol: &str, sort: &SortText) -> String {
        let key = (self.context(call), symbol.to_owned(), sort.name.clone());
        if let Some(name) = self.declared.get(&key) {
            return name.clone();
        }
        let name = self.declare_new(call, symbol, sort);
        self.declared.insert(key, name.clone());
        name
    }

    /// Declares a constant or function that differs from all others.
    pub(super) fn declare_new(
        &mut self,
        call: &LoggedCall,
        symbol: &str,
        sort: &SortText,
    ) -> String {
        let name = self.fresh(symbol);
        let text = match &sort.function {
            Some((domain, codomain)) => {
                format!("(declare-fun {name} ({}) {codomain})", domain.join(" "))
            }
            None => format!("(declare-const {name} {})", sort.name),
        };
        self.add_line(call, None, text);
        let definition = Definition {
            text: name.clone(),
            uses: Vec::new(),
            sort: Some(sort.name.clone()),
            is_open: false,
        };
        self.definitions.insert(name.clone(), definition);
        name
    }

    /// Makes a variable, which a binder declares.
    pub(super) fn variable(
        &mut self,
        call: &LoggedCall,
        symbol: &str,
        sort: &SortText,
    ) -> Made<()> {
        let name = self.fresh(symbol);
        let definition = Definition {
            text: name.clone(),
            uses: Vec::new(),
            sort: Some(sort.name.clone()),
            is_open: true,
        };
        self.definitions.insert(name.clone(), definition);
        self.keep(call, Object::Term(name))
    }

    /// The uninterpreted sort of a symbol, which is declared once.
    pub(super) fn named_sort(&mut self, call: &LoggedCall, symbol: &str) -> Made<()> {
        let key = (self.context(call), symbol.to_owned(), String::new());
        if let Some(name) = self.declared.get(&key) {
            return self.define_sort(call, name.clone(), None);
        }
        let name = self.fresh(symbol);
        self.declared.insert(key, name.clone());
        self.declare_sort(call, name)
    }

    /// Declares an uninterpreted sort that differs from all others.
    pub(super) fn new_sort(&mut self, call: &LoggedCall, symbol: &str) -> Made<()> {
        let name = self.fresh(symbol);
        self.declare_sort(call, name)
    }

    fn declare_sort(&mut self, call: &LoggedCall, name: String) -> Made<()> {
        self.add_line(call, None, format!("(declare-sort {name} 0)"));
        self.define_sort(call, name, None)
    }

    /// A name that no other object has. Each use repeats it, so that a long symbol is cut.
    fn fresh(&mut self, symbol: &str) -> String {
        let end = symbol.char_indices().nth(MOST_NAME);
        self.names
            .fresh(&symbol[..end.map_or(symbol.len(), |(at, _)| at)])
    }
}

/// The symbols in a text.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(['(', ')', ' ']);
        let end = match rest.chars().next()? {
            quote @ ('|' | '"') => rest[1..].find(quote).map(|end| end + 2),
            _ => rest.find(['(', ')', ' ']),
        };
        let (symbol, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        Some(symbol)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn symbols_may_be_quoted() {
        let found: Vec<_> = super::symbols("(f |a (b| \"x |\" ((_ g 1)) @3)").collect();
        assert_eq!(found, ["f", "|a (b|", "\"x |\"", "_", "g", "1", "@3"]);
    }
}
