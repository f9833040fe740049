//! Algebraic datatypes: their declarations and instances.

use super::{Sort, SortId, Sorts};
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
}

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
    /// Why the declaration is invalid: a symbol occurs twice, or a reference is wrong.
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
                if !selector.field.is_sound(member.params.len(), &arity) {
                    let symbol = &selector.symbol;
                    return Err(format!("'{symbol}' has a wrong number of sort arguments"));
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
                selector.field.map_sorts(to);
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
            selector.field.each_sort(see);
        }
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
    fn map_sorts(&mut self, to: &mut dyn FnMut(SortId) -> SortId) {
        match self {
            Field::Sort(sort) => *sort = to(*sort),
            Field::Param(_) => {}
            Field::Member(_, args) => args.iter_mut().for_each(|arg| arg.map_sorts(to)),
        }
    }

    fn each_sort(&self, see: &mut dyn FnMut(SortId)) {
        match self {
            Field::Sort(sort) => see(*sort),
            Field::Param(_) => {}
            Field::Member(_, args) => args.iter().for_each(|arg| arg.each_sort(see)),
        }
    }

    fn is_sound(&self, params: usize, arity: &dyn Fn(usize) -> Option<usize>) -> bool {
        match self {
            Field::Sort(_) => true,
            Field::Param(n) => *n < params,
            Field::Member(n, args) => {
                arity(*n) == Some(args.len()) && args.iter().all(|arg| arg.is_sound(params, arity))
            }
        }
    }
}

/// For each member, a constructor whose fields have elements that do not contain the member.
/// SMT-LIB 2.7 requires that every datatype has one (well-foundedness, section 4.2.3).
fn bases(members: &[Declaration]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; members.len()];
    loop {
        let inhabited = |field: &Field| match field {
            Field::Member(n, _) => found.get(*n).is_some_and(Option::is_some),
            _ => true,
        };
        let leads_out = |c: &Constructor| c.selectors.iter().all(|s| inhabited(&s.field));
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

    /// The sort of a field. It may not have an id yet. `None` if it contains an unknown sort.
    #[must_use]
    pub fn field(&self, sorts: &Sorts, field: &Field) -> Option<Sort> {
        match field {
            Field::Sort(sort) => sorts.get(*sort).cloned(),
            Field::Param(n) => sorts.get(*self.args.get(*n)?).cloned(),
            Field::Member(member, args) => {
                let args = args.iter().map(|arg| match arg {
                    Field::Sort(sort) => Some(sorts.canon(*sort)),
                    Field::Param(n) => self.args.get(*n).copied(),
                    Field::Member(..) => sorts.find(&self.field(sorts, arg)?),
                });
                Some(Sort::Dt(Datatype {
                    group: Arc::clone(&self.group),
                    member: *member,
                    args: args.collect::<Option<_>>()?,
                }))
            }
        }
    }

    /// The ids of the sorts of a constructor's fields. `None` if one has no id, or the constructor
    /// does not exist.
    #[must_use]
    pub fn fields(&self, sorts: &Sorts, constructor: usize) -> Option<Vec<SortId>> {
        let constructor = self.constructors().get(constructor)?;
        let ids = constructor
            .selectors
            .iter()
            .map(|selector| match &selector.field {
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
