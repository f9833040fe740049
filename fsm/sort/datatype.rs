//! Algebraic datatypes: their declarations and instances.

use super::{Sort, SortId, SortKind, Sorts};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Datatypes that are declared together and may refer to each other. Their order is that of the
/// declaration.
#[derive(PartialEq, Eq, Debug)]
pub struct Datatypes {
    members: Vec<Declaration>,
    /// For each member a constructor that ends the recursion. A codatatype may have none.
    bases: Vec<Option<usize>>,
    is_codata: bool,
}

/// The declaration of one datatype.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declaration {
    /// Its symbol.
    pub symbol: Box<str>,
    /// The symbols of its sort parameters.
    pub params: Vec<Box<str>>,
    /// Its constructors. There is at least one.
    pub constructors: Vec<Constructor>,
}

/// A constructor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constructor {
    /// Its symbol.
    pub symbol: Box<str>,
    /// The selectors of its arguments, in order.
    pub selectors: Vec<Selector>,
}

/// A selector.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Selector {
    /// Its symbol.
    pub symbol: Box<str>,
    /// The sort of the selected argument.
    pub field: Field,
}

/// The sort of an argument of a constructor, as written in the declaration.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Field {
    /// A sort that was made before the declaration.
    Sort(SortId),
    /// The n-th parameter of the datatype.
    Param(usize),
    /// A member of the same declaration, with arguments for its parameters.
    Member(usize, Vec<Field>),
    /// A sort of a kind in [`SortKind::COMPOSED`] with these parts: `(Array Int Tree)`.
    Composed(SortKind, Vec<Field>),
}

/// The largest depth to which the sort of a field nests.
pub const MAX_FIELD_DEPTH: u32 = 64;

/// All symbols of a declaration differ from those of other declarations, so the first one
/// identifies it.
impl Hash for Datatypes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.members.first().map(|m| &m.symbol).hash(state);
    }
}

impl Datatypes {
    /// The declaration of datatypes.
    ///
    /// # Errors
    /// Why the declaration is invalid: a symbol occurs twice, a reference is wrong, or a datatype
    /// has no finite elements.
    pub fn new(members: Vec<Declaration>) -> Result<Self, String> {
        let group = Self::codatatypes(members)?;
        let endless = group.bases.iter().position(Option::is_none);
        match endless.map(|n| &group.members[n].symbol) {
            Some(symbol) => Err(format!("'{symbol}' is not well-founded")),
            None => Ok(Self {
                is_codata: false,
                ..group
            }),
        }
    }

    /// The declaration of codatatypes. Their elements may be infinite.
    ///
    /// # Errors
    /// Why the declaration is invalid: a symbol occurs twice, a reference is wrong, or a datatype
    /// is the index of an array in its own declaration.
    pub fn codatatypes(members: Vec<Declaration>) -> Result<Self, String> {
        let mut symbols: Vec<&str> = Vec::new();
        for member in &members {
            symbols.push(&member.symbol);
            for constructor in &member.constructors {
                symbols.push(&constructor.symbol);
                symbols.extend(constructor.selectors.iter().map(|s| &*s.symbol));
            }
        }
        symbols.sort_unstable();
        if let Some(pair) = symbols.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("'{}' is declared twice", pair[0]));
        }
        let arity = |n: usize| members.get(n).map(|m| m.params.len());
        for member in &members {
            let selectors = member.constructors.iter().flat_map(|c| &c.selectors);
            for selector in selectors {
                let fault = selector.field.fault(member.params.len(), &arity, 0);
                if let Some(fault) = fault {
                    return Err(format!("'{}' {fault}", selector.symbol));
                }
            }
        }
        let bases = bases(&members);
        Ok(Self {
            members,
            bases,
            is_codata: true,
        })
    }

    /// Whether they are codatatypes.
    #[must_use]
    pub fn is_codata(&self) -> bool {
        self.is_codata
    }

    /// The same declaration with `to` applied to the sorts that were made before it.
    #[must_use]
    pub fn map_sorts(&self, to: &mut dyn FnMut(SortId) -> SortId) -> Self {
        let mut members = self.members.clone();
        for member in &mut members {
            let constructors = member.constructors.iter_mut();
            for selector in constructors.flat_map(|c| &mut c.selectors) {
                selector.field.edit(&mut |part| {
                    if let Field::Sort(sort) = part {
                        *sort = to(*sort);
                    }
                });
            }
        }
        Self {
            members,
            bases: self.bases.clone(),
            is_codata: self.is_codata,
        }
    }

    /// Calls `see` for the sorts in it that were made before, in the order of
    /// [`Datatypes::map_sorts`].
    pub fn each_sort(&self, see: &mut dyn FnMut(SortId)) {
        let constructors = self.members.iter().flat_map(|m| &m.constructors);
        for selector in constructors.flat_map(|c| &c.selectors) {
            selector.field.each(&mut |part| {
                if let Field::Sort(sort) = part {
                    see(*sort);
                }
            });
        }
    }

    /// Whether one of them is inside of another sort in a field, such as `(Seq Tree)`.
    #[must_use]
    pub fn is_nested(&self) -> bool {
        let is_nested = |part: &Field| matches!(part, Field::Composed(..)) && part.is_recursive();
        let constructors = self.members.iter().flat_map(|m| &m.constructors);
        let mut selectors = constructors.flat_map(|c| &c.selectors);
        selectors.any(|selector| selector.field.has(&is_nested))
    }

    /// The declared datatypes, in order.
    #[must_use]
    pub fn members(&self) -> &[Declaration] {
        &self.members
    }

    /// Every declared symbol, except sort parameters.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.members.iter().flat_map(|member| {
            let constructors = member.constructors.iter().flat_map(|constructor| {
                let selectors = constructor.selectors.iter().map(|s| &*s.symbol);
                std::iter::once(&*constructor.symbol).chain(selectors)
            });
            std::iter::once(&*member.symbol).chain(constructors)
        })
    }
}

impl Field {
    /// The arguments or parts.
    fn parts(&self) -> &[Field] {
        match self {
            Field::Sort(_) | Field::Param(_) => &[],
            Field::Member(_, parts) | Field::Composed(_, parts) => parts,
        }
    }

    /// Calls `edit` for everything in it, the innermost first.
    pub fn edit(&mut self, edit: &mut dyn FnMut(&mut Field)) {
        if let Field::Member(_, parts) | Field::Composed(_, parts) = self {
            parts.iter_mut().for_each(|part| part.edit(edit));
        }
        edit(self);
    }

    /// Calls `see` for everything in it, in the order of [`Field::edit`].
    pub fn each(&self, see: &mut dyn FnMut(&Field)) {
        self.parts().iter().for_each(|part| part.each(see));
        see(self);
    }

    /// Calls `see` for it and, if it is composed, for its parts. Its elements consist of elements
    /// of these sorts.
    pub fn each_component(&self, see: &mut dyn FnMut(&Field)) {
        if let Field::Composed(_, parts) = self {
            parts.iter().for_each(|part| part.each_component(see));
        }
        see(self);
    }

    /// Whether `wanted` is true for something in it.
    #[must_use]
    pub fn has(&self, wanted: &dyn Fn(&Field) -> bool) -> bool {
        wanted(self) || self.parts().iter().any(|part| part.has(wanted))
    }

    /// Whether members of the same declaration are in it.
    #[must_use]
    pub fn is_recursive(&self) -> bool {
        self.has(&|part| matches!(part, Field::Member(..)))
    }

    /// What is wrong. There are no sets with an element for each set of themselves, so that a
    /// datatype cannot be the index of an array in its own declaration.
    fn fault(
        &self,
        params: usize,
        arity: &dyn Fn(usize) -> Option<usize>,
        depth: u32,
    ) -> Option<&'static str> {
        let wanted = match self {
            _ if depth > MAX_FIELD_DEPTH => return Some("is nested too deeply"),
            Field::Param(n) if *n >= params => None,
            Field::Sort(_) | Field::Param(_) => Some(0),
            Field::Member(n, _) => arity(*n),
            Field::Composed(SortKind::Array, parts)
                if parts.first().is_some_and(Field::is_recursive) =>
            {
                return Some("has a datatype of its own declaration as the index of an array");
            }
            Field::Composed(kind, _) => kind.parts(),
        };
        if wanted != Some(self.parts().len()) {
            return Some("has a wrong number of sort arguments");
        }
        let mut parts = self.parts().iter();
        parts.find_map(|part| part.fault(params, arity, depth + 1))
    }

    /// Whether it has elements if the datatypes have some that satisfy `is_inhabited`. Solvers ask
    /// this of the parts of all sorts, even of sequences, which may be empty.
    fn is_inhabited(&self, is_inhabited: &dyn Fn(usize) -> bool) -> bool {
        match self {
            Field::Sort(_) | Field::Param(_) => true,
            Field::Member(n, _) => is_inhabited(*n),
            Field::Composed(_, parts) => parts.iter().all(|part| part.is_inhabited(is_inhabited)),
        }
    }
}

/// For each member, a constructor whose fields have elements that do not contain the member.
/// SMT-LIB 2.7 requires that every datatype has one (well-foundedness, section 4.2.3).
fn bases(members: &[Declaration]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; members.len()];
    loop {
        let has_base = |n: usize| found.get(n).is_some_and(Option::is_some);
        let leads_out = |c: &Constructor| {
            let mut fields = c.selectors.iter().map(|s| &s.field);
            fields.all(|field| field.is_inhabited(&has_base))
        };
        // A round only uses the results of earlier rounds, so the constructors it finds cannot
        // depend on each other.
        let round: Vec<Option<usize>> = members
            .iter()
            .zip(&found)
            .map(|(member, known)| known.or_else(|| member.constructors.iter().position(leads_out)))
            .collect();
        if round == found {
            return found;
        }
        found = round;
    }
}

/// A datatype: a member of a declaration with arguments for its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Datatype {
    /// The declaration that it belongs to.
    pub group: Arc<Datatypes>,
    /// The number of the member.
    pub member: usize,
    /// The sorts for its parameters.
    pub args: Box<[SortId]>,
}

impl Datatype {
    /// The declaration of this datatype alone.
    ///
    /// # Panics
    /// If `member` is not a member of the declaration.
    #[must_use]
    pub fn declaration(&self) -> &Declaration {
        &self.group.members[self.member]
    }

    /// Its constructors.
    #[must_use]
    pub fn constructors(&self) -> &[Constructor] {
        &self.declaration().constructors
    }

    /// The number of a constructor that ends the recursion. A codatatype may have none.
    #[must_use]
    pub fn base(&self) -> Option<usize> {
        self.group.bases[self.member]
    }

    /// The sort of a field. It may not have an id yet. `None` if it contains an unknown sort, or
    /// one without an id.
    #[must_use]
    pub fn field(&self, sorts: &Sorts, field: &Field) -> Option<Sort> {
        match field {
            Field::Sort(sort) => sorts.get(*sort).cloned(),
            Field::Param(n) => sorts.get(*self.args.get(*n)?).cloned(),
            Field::Member(member, args) => Some(Sort::Dt(Datatype {
                group: Arc::clone(&self.group),
                member: *member,
                args: self.ids(sorts, args)?.into(),
            })),
            Field::Composed(kind, parts) => Sort::composed(*kind, &self.ids(sorts, parts)?),
        }
    }

    /// The ids of the sorts of a constructor's fields. `None` if one has no id, or the constructor
    /// does not exist.
    #[must_use]
    pub fn fields(&self, sorts: &Sorts, constructor: usize) -> Option<Vec<SortId>> {
        let constructor = self.constructors().get(constructor)?;
        self.ids(sorts, constructor.selectors.iter().map(|s| &s.field))
    }

    fn ids<'f>(
        &self,
        sorts: &Sorts,
        fields: impl IntoIterator<Item = &'f Field>,
    ) -> Option<Vec<SortId>> {
        let ids = fields.into_iter().map(|field| match field {
            Field::Sort(sort) => Some(sorts.canon(*sort)),
            Field::Param(n) => self.args.get(*n).copied(),
            field => sorts.find(&self.field(sorts, field)?),
        });
        ids.collect()
    }
}

/// A sort constructor: it has parameters, and makes a sort of each list of arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SortConstructor {
    /// A datatype with parameters.
    Dt(Arc<Datatypes>, usize),
    /// A declared sort without interpretation: its symbol and the number of its parameters, which
    /// is at least 1.
    Uninterpreted(Box<str>, u32),
}

impl SortConstructor {
    /// The number of parameters.
    #[must_use]
    pub fn arity(&self) -> usize {
        match self {
            SortConstructor::Dt(group, member) => {
                group.members.get(*member).map_or(0, |m| m.params.len())
            }
            SortConstructor::Uninterpreted(_, arity) => *arity as usize,
        }
    }

    /// The sort that it makes of these arguments.
    #[must_use]
    pub fn instance(&self, args: &[SortId]) -> Sort {
        match self {
            SortConstructor::Dt(group, member) => Sort::Dt(Datatype {
                group: Arc::clone(group),
                member: *member,
                args: args.into(),
            }),
            SortConstructor::Uninterpreted(symbol, _) => {
                Sort::Instance(symbol.clone(), args.into())
            }
        }
    }
}

/// What the members of a declaration are: sorts, or sort constructors if they have parameters.
#[must_use]
pub fn members(group: &Arc<Datatypes>) -> Vec<Sort> {
    let sort = |(member, declaration): (usize, &Declaration)| {
        let constructing = SortConstructor::Dt(Arc::clone(group), member);
        if declaration.params.is_empty() {
            constructing.instance(&[])
        } else {
            Sort::Constructor(constructing)
        }
    };
    group.members.iter().enumerate().map(sort).collect()
}
