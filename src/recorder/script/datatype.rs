//! Datatypes, as APIs declare them: constructors first, then the sorts.

use super::super::log::{Datum, LoggedCall};
use super::objects::{Object, SortText};
use super::{Made, Writer, parameter, unknown};
use murxla_fsm::wrapper::c_api::CParameter;
use murxla_fsm::wrapper::call_form::DatatypeForm;

/// A constructor.
pub(super) struct Constructor {
    name: String,
    /// The names of its fields, and their sorts, or the numbers of the datatypes that are declared
    /// together.
    fields: Vec<(String, Result<String, usize>)>,
}

impl Writer<'_> {
    pub(super) fn datatype(&mut self, call: &LoggedCall, form: DatatypeForm) -> Made<()> {
        match form {
            DatatypeForm::Constructor(name, names, sorts, references) => {
                let name = self.symbol(call, name)?;
                let fields = self.fields(call, names, sorts, Some(references))?;
                let object = Object::Constructors(vec![self.constructor(&name, fields)]);
                self.keep(call, object)
            }
            DatatypeForm::List(constructors) => {
                let object = Object::Constructors(self.listed(call, constructors)?);
                self.keep(call, object)
            }
            DatatypeForm::Declaration(name, constructors) => {
                let name = self.symbol(call, name)?;
                let members = vec![(name, self.listed(call, constructors)?)];
                let sorts = self.declare_datatypes(call, &members)?;
                self.keep(call, sorts.into_iter().next().ok_or("it has no sort")?)
            }
            DatatypeForm::Declarations(names, lists, sorts) => {
                let names = self.symbols(call, names)?;
                let lists = self.handles(call, lists)?;
                let lists = lists.into_iter().map(|object| match object {
                    Object::Constructors(numbers) => Ok(numbers),
                    _ => Err(unknown("constructors")),
                });
                let lists = lists.collect::<Made<Vec<_>>>()?;
                let members: Vec<_> = names.into_iter().zip(lists).collect();
                let made = self.declare_datatypes(call, &members)?;
                self.store(call, sorts, made)
            }
            DatatypeForm::Enumeration(name, names, constructors, testers) => {
                let name = self.symbol(call, name)?;
                let names = self.symbols(call, names)?;
                let numbers: Vec<usize> = names
                    .iter()
                    .map(|name| self.constructor(name, Vec::new()))
                    .collect();
                let sorts = self.declare_datatypes(call, &[(name, numbers.clone())])?;
                self.keep(call, sorts.into_iter().next().ok_or("it has no sort")?)?;
                let made = numbers.iter().map(|n| self.made(*n)).collect();
                self.store(call, constructors, made)?;
                let tests = numbers.iter().map(|n| self.tester(*n)).collect();
                self.store(call, testers, tests)
            }
            DatatypeForm::Tuple(name, names, sorts, constructor, selectors) => {
                let name = self.symbol(call, name)?;
                let fields = self.fields(call, names, sorts, None)?;
                let number = self.constructor(&name, fields);
                let made = self.declare_datatypes(call, &[(name, vec![number])])?;
                self.keep(call, made.into_iter().next().ok_or("it has no sort")?)?;
                self.store(call, constructor, vec![self.made(number)])?;
                self.store(call, selectors, self.selectors(number))
            }
            DatatypeForm::Made(sort, number) => {
                let number = self.numbered(call, sort, number)?;
                self.keep(call, self.made(number))
            }
            DatatypeForm::Tester(sort, number) => {
                let number = self.numbered(call, sort, number)?;
                self.keep(call, self.tester(number))
            }
            DatatypeForm::Selector(sort, number, field) => {
                let number = self.numbered(call, sort, number)?;
                let field = self.number(call, field)?;
                let selectors = self.selectors(number);
                let selector = selectors
                    .into_iter()
                    .nth(field)
                    .ok_or("there is no such field")?;
                self.keep(call, selector)
            }
            DatatypeForm::Parts(constructor, made, tester, selectors) => {
                let number = match self.object(call, constructor)? {
                    Object::Constructors(numbers) => numbers.first().copied(),
                    _ => None,
                };
                let number = number.ok_or_else(|| unknown(constructor))?;
                self.store(call, made, vec![self.made(number)])?;
                self.store(call, tester, vec![self.tester(number)])?;
                self.store(call, selectors, self.selectors(number))
            }
        }
    }

    fn constructor(&mut self, name: &str, fields: Vec<(String, Result<String, usize>)>) -> usize {
        let name = self.names.fresh(name);
        self.constructors.push(Constructor { name, fields });
        self.constructors.len() - 1
    }

    /// Names and sorts of the fields of a constructor. A field without a sort has the one of a
    /// datatype that is declared with it.
    fn fields(
        &mut self,
        call: &LoggedCall,
        names: &str,
        sorts: &str,
        references: Option<&str>,
    ) -> Made<Vec<(String, Result<String, usize>)>> {
        let names = self.symbols(call, names)?;
        let (Datum::List(sorts), sort) = parameter(call, sorts)? else {
            return Err(unknown(sorts));
        };
        let mut fields = Vec::new();
        for (n, (name, datum)) in names.iter().zip(sorts).enumerate() {
            let field = match (datum, references) {
                (Datum::Handle(0), Some(references)) => match parameter(call, references)?.0 {
                    Datum::List(all) => match all.get(n) {
                        Some(Datum::Number(number)) => Err(number.parse().unwrap_or_default()),
                        _ => return Err(unknown(references)),
                    },
                    _ => return Err(unknown(references)),
                },
                _ => Ok(self.spelled(sort, datum)?),
            };
            fields.push((self.names.fresh(name), field));
        }
        Ok(fields)
    }

    /// Declares datatypes together, and returns their sorts.
    fn declare_datatypes(
        &mut self,
        call: &LoggedCall,
        members: &[(String, Vec<usize>)],
    ) -> Made<Vec<Object>> {
        let names: Vec<String> = members
            .iter()
            .map(|(name, _)| self.names.fresh(name))
            .collect();
        let mut declarations = Vec::new();
        for (_, numbers) in members {
            let mut constructors = Vec::new();
            for number in numbers {
                let Constructor { name, fields } = &self.constructors[*number];
                let mut text = format!("({name}");
                for (field, sort) in fields {
                    let sort = match sort {
                        Ok(sort) => sort,
                        Err(number) => names.get(*number).ok_or("a field has no sort")?,
                    };
                    text.push_str(&format!(" ({field} {sort})"));
                }
                constructors.push(text + ")");
            }
            declarations.push(format!("({})", constructors.join(" ")));
        }
        let heads: Vec<String> = names.iter().map(|name| format!("({name} 0)")).collect();
        let text = format!(
            "(declare-datatypes ({}) ({}))",
            heads.join(" "),
            declarations.join(" ")
        );
        self.add_line(call, None, text);
        for (name, (_, numbers)) in names.iter().zip(members) {
            self.datatypes.insert(name.clone(), numbers.clone());
        }
        let sort = |name: &String| {
            Object::Sort(SortText {
                name: name.clone(),
                text: name.clone(),
                function: None,
            })
        };
        Ok(names.iter().map(sort).collect())
    }

    fn made(&self, number: usize) -> Object {
        Object::Function(self.constructors[number].name.clone())
    }

    fn tester(&self, number: usize) -> Object {
        Object::Function(format!("(_ is {})", self.constructors[number].name))
    }

    fn selectors(&self, number: usize) -> Vec<Object> {
        let fields = self.constructors[number].fields.iter();
        fields
            .map(|(name, _)| Object::Function(name.clone()))
            .collect()
    }

    /// The constructor with a number in a sort.
    fn numbered(&self, call: &LoggedCall, sort: &str, number: &str) -> Made<usize> {
        let sort = self.sort(call, sort)?;
        let all = self
            .datatypes
            .get(&sort.name)
            .ok_or("its sort is not a datatype")?;
        let number = all.get(self.number(call, number)?).copied();
        number.ok_or_else(|| "there is no such constructor".to_owned())
    }

    fn number(&self, call: &LoggedCall, name: &str) -> Made<usize> {
        match self.datum(call, name)? {
            Datum::Number(number) => number.parse().map_err(|_| unknown(name)),
            _ => Err(unknown(name)),
        }
    }

    /// The objects in an array.
    fn handles(&self, call: &LoggedCall, name: &str) -> Made<Vec<Object>> {
        match parameter(call, name)? {
            (Datum::List(all), parameter) => {
                let objects = all
                    .iter()
                    .map(|datum| self.objects.find(parameter, datum).cloned());
                objects.collect()
            }
            _ => Err(unknown(name)),
        }
    }

    fn symbols(&self, call: &LoggedCall, name: &str) -> Made<Vec<String>> {
        let symbols = self
            .handles(call, name)?
            .into_iter()
            .map(|object| match object {
                Object::Symbol(symbol) => Ok(symbol),
                _ => Err(unknown(name)),
            });
        symbols.collect()
    }

    /// The constructors in an array.
    fn listed(&self, call: &LoggedCall, name: &str) -> Made<Vec<usize>> {
        let mut numbers = Vec::new();
        for object in self.handles(call, name)? {
            match object {
                Object::Constructors(more) => numbers.extend(more),
                _ => return Err(unknown(name)),
            }
        }
        Ok(numbers)
    }

    /// Keeps the objects that a call has written through a parameter.
    fn store(&mut self, call: &LoggedCall, name: &str, objects: Vec<Object>) -> Made<()> {
        let parameters = call.function.parameters;
        let place = parameters
            .iter()
            .position(|parameter| parameter.name == name);
        let Some(place) = place else {
            return Err(unknown(name));
        };
        let written = call.returned.iter().flat_map(|returned| &returned.written);
        for (at, datum) in written {
            if let (true, Datum::List(handles)) = (*at == place, datum) {
                for (handle, object) in handles.iter().zip(&objects) {
                    if let Some(handle) = handle.handle() {
                        let CParameter { written, kind, .. } = &parameters[place];
                        self.objects.insert(written, kind, handle, object.clone());
                    }
                }
            }
        }
        Ok(())
    }
}
