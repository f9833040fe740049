//! Evaluates programs of Datalog: rules without other operators than `and` and `=>`, over
//! bit-vectors. Each relation has the tuples that the rules derive, and no others.

use super::program::{Command, Program};
use crate::smt2::tree::Expr;
use std::collections::{BTreeMap, BTreeSet};

/// The largest width in bits of a column.
const WIDTH: u32 = 4;
/// The largest number of tuples, in all relations.
const TUPLES: usize = 2000;
/// The largest number of variables of a rule. Each may have 16 values.
const VARIABLES: usize = 4;

/// A tuple of a relation.
pub(super) type Tuple = Vec<u32>;

/// The tuples of each relation.
pub(super) type Extension<'t> = BTreeMap<&'t str, BTreeSet<Tuple>>;

/// A column of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    /// The number of a variable of the rule.
    Variable(usize),
    Value(u32),
}

/// A relation applied to columns.
struct Atom<'t> {
    relation: &'t str,
    columns: Vec<Column>,
}

/// An atom, which holds if all atoms of the body hold.
struct Clause<'t> {
    head: Atom<'t>,
    body: Vec<Atom<'t>>,
    /// The numbers of values of its variables.
    sizes: Vec<u32>,
}

/// The relations that the rules before the query with this number define, and whether the query
/// holds. `None` if the program is not Datalog, or too large.
pub(super) fn answers<'t>(program: &Program<'t>) -> Option<Vec<(Extension<'t>, bool)>> {
    let relations = program.relations.iter();
    let mut extension: Extension<'t> = relations.map(|r| (r.name, BTreeSet::new())).collect();
    let (mut clauses, mut answers) = (Vec::new(), Vec::new());
    for command in &program.commands {
        match command {
            Command::Rule(rule) => clauses.push(clause(program, rule.formula)?),
            Command::Query(formula) => {
                close(&clauses, &mut extension)?;
                // The query holds if a rule with it as its body derives something.
                let mut reader = ClauseReader::new(program, *formula)?;
                let body = reader.atoms(*formula)?;
                let head = Atom {
                    relation: "",
                    columns: Vec::new(),
                };
                let query = Clause {
                    head,
                    body,
                    sizes: reader.sizes,
                };
                let holds = !derived(&query, &extension).is_empty();
                answers.push((extension.clone(), holds));
            }
        }
    }
    Some(answers)
}

/// Adds all tuples that the clauses derive.
fn close<'t>(clauses: &[Clause<'t>], extension: &mut Extension<'t>) -> Option<()> {
    loop {
        let mut has_grown = false;
        for clause in clauses {
            let more = derived(clause, extension);
            let known = extension.get_mut(clause.head.relation)?;
            for tuple in more {
                has_grown |= known.insert(tuple);
            }
        }
        if !has_grown {
            return Some(());
        }
        let tuples: usize = extension.values().map(BTreeSet::len).sum();
        (tuples <= TUPLES).then_some(())?;
    }
}

/// The tuples that a clause derives from what is known.
fn derived(clause: &Clause<'_>, extension: &Extension<'_>) -> BTreeSet<Tuple> {
    let mut found = BTreeSet::new();
    let mut values = vec![None; clause.sizes.len()];
    join(clause, &clause.body, extension, &mut values, &mut found);
    found
}

/// Extends values of variables, so that the rest of the body holds.
fn join(
    clause: &Clause<'_>,
    rest: &[Atom<'_>],
    extension: &Extension<'_>,
    values: &mut Vec<Option<u32>>,
    found: &mut BTreeSet<Tuple>,
) {
    let Some((atom, rest)) = rest.split_first() else {
        return complete(clause, values, found);
    };
    for tuple in extension.get(atom.relation).into_iter().flatten() {
        let before = values.clone();
        let fits = atom.columns.iter().zip(tuple).all(|(column, value)| {
            let bound = match column {
                Column::Value(number) => number,
                Column::Variable(number) => values[*number].get_or_insert(*value),
            };
            bound == value
        });
        if fits {
            join(clause, rest, extension, values, found);
        }
        *values = before;
    }
}

/// Adds the head for all values of the variables that the body does not have.
fn complete(clause: &Clause<'_>, values: &mut Vec<Option<u32>>, found: &mut BTreeSet<Tuple>) {
    let columns = &clause.head.columns;
    let open = columns.iter().find_map(|column| match column {
        Column::Variable(number) if values[*number].is_none() => Some(*number),
        _ => None,
    });
    let Some(open) = open else {
        let tuple = columns.iter().filter_map(|column| match column {
            Column::Value(value) => Some(*value),
            Column::Variable(number) => values[*number],
        });
        found.insert(tuple.collect());
        return;
    };
    for value in 0..clause.sizes[open] {
        values[open] = Some(value);
        complete(clause, values, found);
    }
    values[open] = None;
}

fn clause<'t>(program: &Program<'t>, formula: Expr<'t>) -> Option<Clause<'t>> {
    let mut reader = ClauseReader::new(program, formula)?;
    let (head, body) = match formula.list().as_deref() {
        Some([arrow, body, head]) if arrow.atom() == Some("=>") => {
            (reader.atom(*head)?, reader.atoms(*body)?)
        }
        _ => (reader.atom(formula)?, Vec::new()),
    };
    Some(Clause {
        head,
        body,
        sizes: reader.sizes,
    })
}

/// Reads the atoms of a clause.
struct ClauseReader<'p, 't> {
    program: &'p Program<'t>,
    /// The variables of the formula, and the numbers of their values.
    names: Vec<&'t str>,
    sizes: Vec<u32>,
}

impl<'p, 't> ClauseReader<'p, 't> {
    fn new(program: &'p Program<'t>, formula: Expr<'_>) -> Option<Self> {
        let variables = program.variables_of(formula);
        (variables.len() <= VARIABLES).then_some(())?;
        let sizes = variables.iter().map(|(_, sort)| Some(1 << width(sort)?));
        Some(Self {
            program,
            sizes: sizes.collect::<Option<_>>()?,
            names: variables.into_iter().map(|(name, _)| name).collect(),
        })
    }

    /// The atoms of a conjunction.
    fn atoms(&mut self, formula: Expr<'t>) -> Option<Vec<Atom<'t>>> {
        match formula.list().as_deref() {
            Some([and, parts @ ..]) if and.atom() == Some("and") => {
                parts.iter().map(|part| self.atom(*part)).collect()
            }
            _ => Some(vec![self.atom(formula)?]),
        }
    }

    fn atom(&mut self, formula: Expr<'t>) -> Option<Atom<'t>> {
        let parts = formula.list().unwrap_or_else(|| vec![formula]);
        let (name, args) = parts.split_first()?;
        let relation = self.program.relation(name.text())?;
        (relation.sorts.len() == args.len()).then_some(())?;
        let columns = args.iter().zip(&relation.sorts).map(|(arg, sort)| {
            let width = width(sort)?;
            let variable = self.names.iter().position(|name| arg.text() == *name);
            match variable {
                Some(number) => {
                    (self.sizes[number] == 1 << width).then_some(Column::Variable(number))
                }
                None => Some(Column::Value(value(*arg, width)?)),
            }
        });
        Some(Atom {
            relation: relation.name,
            columns: columns.collect::<Option<_>>()?,
        })
    }
}

/// The width of a sort of small bit-vectors.
pub(super) fn width(sort: &str) -> Option<u32> {
    let width = sort.strip_prefix("(_ BitVec ")?.strip_suffix(')')?;
    width
        .parse()
        .ok()
        .filter(|width| (1..=WIDTH).contains(width))
}

/// The value of a literal.
pub(super) fn value(literal: Expr<'_>, width: u32) -> Option<u32> {
    if let Some(bits) = literal.text().strip_prefix("#b") {
        let fits = bits.len() == width as usize;
        return u32::from_str_radix(bits, 2).ok().filter(|_| fits);
    }
    let parts = literal.list()?;
    let [underscore, number, its] = &parts[..] else {
        return None;
    };
    let is_literal = underscore.text() == "_" && its.text() == width.to_string();
    let number: u32 = number.text().strip_prefix("bv")?.parse().ok()?;
    (is_literal && number < 1 << width).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::super::program::with_program;
    use super::*;

    const CLOSURE: &str = "(declare-rel edge ((_ BitVec 2) (_ BitVec 2)))
(declare-rel path ((_ BitVec 2) (_ BitVec 2)))
(declare-rel all ((_ BitVec 2)))
(declare-rel found ())
(declare-var x (_ BitVec 2))
(declare-var y (_ BitVec 2))
(declare-var z (_ BitVec 2))
(rule (all x))
(rule (=> (edge x y) (path x y)) first)
(rule (=> (and (path x y) (edge y z)) (path x z)))
(rule (edge #b00 #b01))
(query (path #b00 #b10))
(rule (edge (_ bv1 2) #b10))
(query (path #b00 #b10))
(query (and (path x y) (path y x)))
(rule (=> (path x x) found))
(query found)
(rule (edge #b10 #b00))
(query found)
(query (and (path x y) (path y x)))
(query (all #b11))";

    fn of(text: &str) -> Option<Vec<bool>> {
        let texts: Vec<Box<str>> = text.lines().map(Into::into).collect();
        let answers = with_program(&texts, |program| {
            let answers = answers(program)?;
            Some(answers.into_iter().map(|(_, holds)| holds).collect())
        });
        answers.unwrap()
    }

    #[test]
    fn closures_are_computed() {
        let expected = [false, true, false, false, true, true, true];
        assert_eq!(of(CLOSURE).unwrap(), expected);
    }

    #[test]
    fn other_programs_have_no_known_answer() {
        for other in [
            "(declare-rel n (Int))\n(rule (n 0))\n(query (n 0))",
            "(declare-rel p ((_ BitVec 2)))\n(declare-var x (_ BitVec 2))\n(rule (=> (not (p x)) (p x)))\n(query (p x))",
            "(declare-rel p ((_ BitVec 9)))\n(declare-var x (_ BitVec 9))\n(rule (p x))\n(query (p x))",
            "(declare-rel p ((_ BitVec 2)))\n(rule (p #b1))\n(query (p #b01))",
        ] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
