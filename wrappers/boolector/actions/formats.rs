//! Writes a formula that Boolector has dumped in its own format, BTOR, in the formats BTOR2 and
//! SMT-LIB 1, which it reads and does not write; and a circuit that it has dumped in the format
//! AIGER in BTOR.
//!
//! A line of BTOR is a node: its number, its operator, its width, for arrays also that of their
//! indices, and its arguments. A negative argument is the complement of a node.

use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The operators of BTOR that are applied to nodes: their names there, in BTOR2, and in SMT-LIB 1.
const OPERATORS: &[(&str, &str, &str)] = &[
    ("add", "add", "bvadd"),
    ("and", "and", "bvand"),
    ("concat", "concat", "concat"),
    ("cond", "ite", "ite"),
    ("eq", "eq", "="),
    ("mul", "mul", "bvmul"),
    ("read", "read", "select"),
    ("sll", "sll", "bvshl"),
    ("slice", "slice", "extract"),
    ("srl", "srl", "bvlshr"),
    ("udiv", "udiv", "bvudiv"),
    ("ult", "ult", "bvult"),
    ("urem", "urem", "bvurem"),
    ("write", "write", "store"),
];

/// The width of a bit-vector, or the widths of elements and indices of an array.
type Widths = (u32, Option<u32>);

/// A node of a dump.
struct Node<'t> {
    id: i64,
    operator: &'t str,
    widths: Widths,
    /// The other words of the line.
    rest: Vec<&'t str>,
}

/// The nodes and roots of a dump. `None` if it has what this file does not know.
fn read(dump: &str) -> Option<(Vec<Node<'_>>, Vec<i64>)> {
    let (mut nodes, mut roots) = (Vec::new(), Vec::new());
    for line in dump.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [id, operator, width, rest @ ..] = &words[..] else {
            return None;
        };
        let (id, width) = (id.parse().ok()?, width.parse().ok()?);
        let row = OPERATORS.iter().find(|(name, ..)| name == operator);
        let has_index = match *operator {
            "root" => {
                roots.push(rest.first()?.parse().ok()?);
                continue;
            }
            "array" | "write" => true,
            "cond" => rest.len() == 4,
            "var" | "const" | "constd" | "consth" | "zero" | "one" | "ones" => false,
            _ => row.is_some().then_some(false)?,
        };
        let (index, rest) = match has_index {
            true => (Some(rest.first()?.parse().ok()?), &rest[1..]),
            false => (None, rest),
        };
        nodes.push(Node {
            id,
            operator,
            widths: (width, index),
            rest: rest.to_vec(),
        });
    }
    Some((nodes, roots))
}

/// How many of the other words of a line are nodes.
fn arity(node: &Node<'_>) -> usize {
    match node.operator {
        "slice" => 1,
        "add" | "and" | "concat" | "eq" | "mul" | "read" | "sll" | "srl" | "udiv" | "ult"
        | "urem" => 2,
        "cond" | "write" => 3,
        _ => 0,
    }
}

/// The text of a dump in BTOR2.
pub(super) fn btor2(dump: &str) -> Option<String> {
    let (nodes, roots) = read(dump)?;
    let (mut text, mut next) = (String::new(), 0);
    let mut sorts: BTreeMap<Widths, i64> = BTreeMap::new();
    let mut ids: BTreeMap<i64, i64> = BTreeMap::new();
    let mut line = |content: &str| {
        next += 1;
        let _ = writeln!(text, "{next} {content}");
        next
    };
    let given = |ids: &BTreeMap<i64, i64>, id: &str| {
        let id: i64 = id.parse().ok()?;
        Some(ids.get(&id.abs())? * id.signum())
    };
    for node in &nodes {
        let (width, index) = node.widths;
        let parts = index.into_iter().chain([width]).map(|width| (width, None));
        for part in parts.chain([node.widths]) {
            if sorts.contains_key(&part) {
                continue;
            }
            let id = match part {
                (width, None) => line(&format!("sort bitvec {width}")),
                (width, Some(index)) => {
                    let (index, element) = (sorts.get(&(index, None))?, sorts.get(&(width, None))?);
                    line(&format!("sort array {index} {element}"))
                }
            };
            sorts.insert(part, id);
        }
        let sort = sorts.get(&node.widths)?;
        let row = OPERATORS.iter().find(|(name, ..)| *name == node.operator);
        let name = match node.operator {
            "var" | "array" => "input",
            other => row.map_or(other, |(_, name, _)| name),
        };
        let arity = arity(node);
        let mut content = format!("{name} {sort}");
        for (place, word) in node.rest.iter().enumerate() {
            let _ = match place < arity {
                true => write!(content, " {}", given(&ids, word)?),
                false => write!(content, " {word}"),
            };
        }
        ids.insert(node.id, line(&content));
    }
    for root in roots {
        line(&format!("constraint {}", given(&ids, &root.to_string())?));
    }
    Some(text)
}

/// The value of a constant, in decimal digits.
fn constant(node: &Node<'_>) -> Option<String> {
    let (width, _) = node.widths;
    let digits = |base| BigUint::parse_bytes(node.rest.first()?.as_bytes(), base);
    let value = match node.operator {
        "zero" => BigUint::ZERO,
        "one" => BigUint::from(1_u32),
        "ones" => (BigUint::from(1_u32) << width) - 1_u32,
        "const" => digits(2)?,
        "constd" => digits(10)?,
        "consth" => digits(16)?,
        _ => return None,
    };
    Some(format!("bv{value}[{width}]"))
}

/// The text of a dump in SMT-LIB 1. There, formulas are not terms: they are made bit-vectors of
/// width 1.
pub(super) fn smt1(dump: &str) -> Option<String> {
    let (nodes, roots) = read(dump)?;
    let (mut symbols, mut lets) = (String::new(), String::new());
    // A symbol may also be a variable of the same name, so symbols have names of their own.
    let mut names: BTreeMap<i64, String> = BTreeMap::new();
    for node in &nodes {
        let given = |id: &str| {
            let id: i64 = id.parse().ok()?;
            let name = names.get(&id.abs())?;
            Some(if id < 0 {
                format!("(bvnot {name})")
            } else {
                name.clone()
            })
        };
        let id = node.id;
        let sort = match node.widths {
            (width, None) => format!("BitVec[{width}]"),
            (width, Some(index)) => format!("Array[{index}:{width}]"),
        };
        if let "var" | "array" = node.operator {
            let _ = writeln!(symbols, ":extrafuns ((x{id} {sort}))");
            names.insert(id, format!("x{id}"));
            continue;
        }
        let row = OPERATORS.iter().find(|(name, ..)| *name == node.operator);
        let value = match row {
            None => constant(node)?,
            Some((_, _, name)) => {
                let args = node.rest.iter().take(arity(node)).map(|id| given(id));
                let args: Vec<String> = args.collect::<Option<_>>()?;
                let all = args.join(" ");
                match (node.operator, &node.rest[..], &args[..]) {
                    ("slice", [_, high, low], _) => format!("(extract[{high}:{low}] {all})"),
                    ("cond", _, [condition, a, b]) => {
                        format!("(ite (= {condition} bv1[1]) {a} {b})")
                    }
                    ("eq" | "ult", ..) => format!("(ite ({name} {all}) bv1[1] bv0[1])"),
                    _ => format!("({name} {all})"),
                }
            }
        };
        let _ = writeln!(lets, "(let (?n{id} {value})");
        names.insert(id, format!("?n{id}"));
    }
    let mut formula = "true".to_owned();
    for root in roots {
        let bit = i32::from(root > 0);
        formula = format!("(and {formula} (= {} bv{bit}[1]))", names.get(&root.abs())?);
    }
    let closed = ")".repeat(lets.lines().count());
    Some(format!(
        "(benchmark dumped\n:logic QF_AUFBV\n{symbols}:formula\n{lets}{formula}{closed}\n)\n"
    ))
}

/// The circuit of a text in AIGER, in BTOR: the conjunction of its outputs. `None` if the text
/// is not a circuit without latches, or its numbers of lines are not those that it announces.
pub(super) fn circuit(aiger: &str) -> Option<String> {
    let mut lines = aiger.lines();
    let header: Vec<&str> = lines.next()?.split(' ').collect();
    let ["aag", _, inputs, "0", outputs, gates] = &header[..] else {
        return None;
    };
    let count = |text: &str| text.parse::<usize>().ok();
    let (inputs, outputs, gates) = (count(inputs)?, count(outputs)?, count(gates)?);
    let mut numbers = |lines_of: usize, width: usize| {
        let all = lines.by_ref().take(lines_of).map(|line| {
            let words = line.split(' ').map(|word| word.parse::<u32>().ok());
            words
                .collect::<Option<Vec<u32>>>()
                .filter(|all| all.len() == width)
        });
        all.collect::<Option<Vec<_>>>()
            .filter(|all| all.len() == lines_of)
    };
    let (inputs, outputs, gates) = (
        numbers(inputs, 1)?,
        numbers(outputs, 1)?,
        numbers(gates, 3)?,
    );
    // Node 1 is false. Literals are even, or odd if they are complements.
    let mut text = "1 zero 1\n".to_owned();
    let mut ids: BTreeMap<u32, i64> = [(0, 1)].into();
    let mut next = 1;
    for input in inputs {
        next += 1;
        ids.insert(input[0] / 2, next);
        let _ = writeln!(text, "{next} var 1");
    }
    // A gate may be written before its arguments.
    let mut waiting = gates;
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|gate| {
            let given = |literal: u32| {
                let id = ids.get(&(literal / 2))?;
                Some(if literal % 2 == 1 { -id } else { *id })
            };
            let (Some(a), Some(b)) = (given(gate[1]), given(gate[2])) else {
                return true;
            };
            next += 1;
            let _ = writeln!(text, "{next} and 1 {a} {b}");
            ids.insert(gate[0] / 2, next);
            false
        });
        if waiting.len() == before {
            return None;
        }
    }
    for output in outputs {
        let id = ids.get(&(output[0] / 2))?;
        let id = if output[0] % 2 == 1 { -id } else { *id };
        next += 1;
        let _ = writeln!(text, "{next} root 1 {id}");
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUMP: &str = "1 var 8 x\n2 constd 8 178\n3 udiv 8 1 -2\n4 slice 1 3 7 7\n5 array 8 2 a b\n\
         6 var 2\n7 write 8 2 5 6 3\n8 cond 8 2 -4 7 5\n9 eq 1 7 8\n10 root 1 -9\n";

    #[test]
    fn dumps_are_written_in_other_formats() {
        assert_eq!(
            btor2(DUMP).unwrap(),
            "1 sort bitvec 8\n2 input 1 x\n3 constd 1 178\n4 udiv 1 2 -3\n5 sort bitvec 1\n6 slice 5 4 7 7\n\
             7 sort bitvec 2\n8 sort array 7 1\n9 input 8 a b\n10 input 7\n11 write 8 9 10 4\n12 ite 8 -6 11 9\n\
             13 eq 5 11 12\n14 constraint -13\n"
        );
        assert_eq!(
            smt1(DUMP).unwrap(),
            "(benchmark dumped\n:logic QF_AUFBV\n:extrafuns ((x1 BitVec[8]))\n:extrafuns ((x5 Array[2:8]))\n\
             :extrafuns ((x6 BitVec[2]))\n:formula\n(let (?n2 bv178[8])\n(let (?n3 (bvudiv x1 (bvnot ?n2)))\n\
             (let (?n4 (extract[7:7] ?n3))\n(let (?n7 (store x5 x6 ?n3))\n\
             (let (?n8 (ite (= (bvnot ?n4) bv1[1]) ?n7 x5))\n(let (?n9 (ite (= ?n7 ?n8) bv1[1] bv0[1]))\n\
             (and true (= ?n9 bv0[1]))))))))\n)\n"
        );
    }

    #[test]
    fn unknown_nodes_are_refused() {
        for dump in [
            "1 lambda 8 2 3 4\n",
            "1 var\n",
            "1 add 8 2 3\n",
            "x var 8\n",
        ] {
            assert_eq!((btor2(dump), smt1(dump)), (None, None), "{dump}");
        }
    }

    #[test]
    fn circuits_are_formulas() {
        let aiger = "aag 4 2 0 1 2\n2\n4\n9\n8 7 2\n6 2 5\ni0 x\n";
        assert_eq!(
            circuit(aiger).unwrap(),
            "1 zero 1\n2 var 1\n3 var 1\n4 and 1 2 -3\n5 and 1 -4 2\n6 root 1 -5\n"
        );
        assert_eq!(circuit("aag 4 2 0 1 2\n2\n4\n9\n8 7 2\n"), None);
        assert_eq!(circuit("aag 2 1 0 1 1\n2\n4\n4 4 2\n"), None);
        assert_eq!(circuit("aig 0 0 0 1 0\n"), None);
    }
}
