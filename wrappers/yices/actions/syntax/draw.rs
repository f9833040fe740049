//! Draws texts in the language of Yices: well-typed terms over a few named constants, and types.

use murxla_fsm::rng::Rng;

/// The kind of a term: truth values, numbers, and bit-vectors of 8, 1 and 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Truth,
    Number,
    Byte,
    Bit,
    Word,
}

use Kind::{Bit, Byte, Number, Truth, Word};

/// An argument of an operator.
#[derive(Clone, Copy, Debug)]
enum Place {
    Of(Kind),
    /// A number from 0 to 7.
    Index,
}

const T: Place = Place::Of(Truth);
const N: Place = Place::Of(Number);
const V: Place = Place::Of(Byte);
const I: Place = Place::Index;

/// The named constants, each with its type.
pub(super) const CONSTANTS: [(&str, &str); 7] = [
    ("_p", "bool"),
    ("_q", "bool"),
    ("_i", "int"),
    ("_j", "int"),
    ("_r", "real"),
    ("_v", "(bitvector 8)"),
    ("_w", "(bitvector 8)"),
];

/// Operators, with their arguments and results. Some have several rows.
const OPERATORS: &[(&str, &[Place], Kind)] = &[
    ("not", &[T], Truth),
    ("and", &[T, T], Truth),
    ("and", &[T, T, T], Truth),
    ("or", &[T, T], Truth),
    ("or", &[T, T, T], Truth),
    ("xor", &[T, T], Truth),
    ("xor", &[T, T, T], Truth),
    ("=>", &[T, T], Truth),
    ("<=>", &[T, T], Truth),
    ("=", &[T, T], Truth),
    ("/=", &[T, T], Truth),
    ("ite", &[T, T, T], Truth),
    ("if", &[T, T, T], Truth),
    ("bool-to-bv", &[T], Bit),
    ("bool-to-bv", &[T, T, T, T, T, T, T, T], Byte),
    ("+", &[N, N], Number),
    ("+", &[N, N, N], Number),
    ("*", &[N, N], Number),
    ("*", &[N, N, N], Number),
    ("-", &[N, N], Number),
    ("-", &[N], Number),
    ("/", &[N, N], Number),
    ("div", &[N, N], Number),
    ("mod", &[N, N], Number),
    ("divides", &[N, N], Truth),
    ("abs", &[N], Number),
    ("floor", &[N], Number),
    ("ceil", &[N], Number),
    ("is-int", &[N], Truth),
    ("<", &[N, N], Truth),
    ("<=", &[N, N], Truth),
    (">", &[N, N], Truth),
    (">=", &[N, N], Truth),
    ("=", &[N, N], Truth),
    ("/=", &[N, N], Truth),
    ("distinct", &[N, N], Truth),
    ("distinct", &[N, N, N], Truth),
    ("ite", &[T, N, N], Number),
    ("^", &[N, I], Number),
    ("bv-not", &[V], Byte),
    ("bv-neg", &[V], Byte),
    ("bv-redand", &[V], Bit),
    ("bv-redor", &[V], Bit),
    ("bv-comp", &[V, V], Bit),
    ("bv-add", &[V, V], Byte),
    ("bv-add", &[V, V, V], Byte),
    ("bv-mul", &[V, V], Byte),
    ("bv-mul", &[V, V, V], Byte),
    ("bv-and", &[V, V], Byte),
    ("bv-and", &[V, V, V], Byte),
    ("bv-or", &[V, V], Byte),
    ("bv-or", &[V, V, V], Byte),
    ("bv-xor", &[V, V], Byte),
    ("bv-xor", &[V, V, V], Byte),
    ("bv-concat", &[V, V], Word),
    ("bv-sub", &[V, V], Byte),
    ("bv-nand", &[V, V], Byte),
    ("bv-nor", &[V, V], Byte),
    ("bv-xnor", &[V, V], Byte),
    ("bv-div", &[V, V], Byte),
    ("bv-rem", &[V, V], Byte),
    ("bv-sdiv", &[V, V], Byte),
    ("bv-srem", &[V, V], Byte),
    ("bv-smod", &[V, V], Byte),
    ("bv-shl", &[V, V], Byte),
    ("bv-lshr", &[V, V], Byte),
    ("bv-ashr", &[V, V], Byte),
    ("bv-lt", &[V, V], Truth),
    ("bv-le", &[V, V], Truth),
    ("bv-gt", &[V, V], Truth),
    ("bv-ge", &[V, V], Truth),
    ("bv-slt", &[V, V], Truth),
    ("bv-sle", &[V, V], Truth),
    ("bv-sgt", &[V, V], Truth),
    ("bv-sge", &[V, V], Truth),
    ("=", &[V, V], Truth),
    ("/=", &[V, V], Truth),
    ("ite", &[T, V, V], Byte),
    ("bv-pow", &[V, I], Byte),
    ("bv-rotate-left", &[V, I], Byte),
    ("bv-rotate-right", &[V, I], Byte),
    ("bv-shift-left0", &[V, I], Byte),
    ("bv-shift-left1", &[V, I], Byte),
    ("bv-shift-right0", &[V, I], Byte),
    ("bv-shift-right1", &[V, I], Byte),
    ("bv-ashift-right", &[V, I], Byte),
    ("bit", &[V, I], Truth),
];

/// Types.
const TYPES: &[&str] = &[
    "bool",
    "int",
    "real",
    "(bitvector 8)",
    "(-> int bool)",
    "(-> int int real)",
    "(tuple int bool (bitvector 3))",
    "(-> (tuple int int) (-> bool bool))",
];

/// The largest depth of a term.
const DEPTH: u32 = 4;

/// Draws a term.
pub(super) fn term(rng: &mut Rng) -> String {
    let kind = *rng
        .pick(&[Truth, Truth, Number, Byte, Bit, Word])
        .unwrap_or(&Truth);
    let depth = rng.range(0, DEPTH);
    of_kind(rng, kind, depth)
}

/// Draws a type.
pub(super) fn type_text(rng: &mut Rng) -> String {
    rng.pick(TYPES).copied().unwrap_or("bool").to_owned()
}

fn of_kind(rng: &mut Rng, kind: Kind, depth: u32) -> String {
    let Some(depth) = depth.checked_sub(1) else {
        return leaf(rng, kind);
    };
    if rng.chance(20) {
        return special(rng, kind, depth);
    }
    let fits: Vec<_> = OPERATORS.iter().filter(|(.., of)| *of == kind).collect();
    let Some((name, places, _)) = rng.pick(&fits) else {
        return leaf(rng, kind);
    };
    let args = places.iter().map(|place| match place {
        Place::Index => rng.below(8).to_string(),
        Place::Of(kind) => {
            let depth = rng.range(0, depth);
            of_kind(rng, *kind, depth)
        }
    });
    format!("({name} {})", args.collect::<Vec<_>>().join(" "))
}

/// A term of another form: with variables, with tuples, or with numbers that decide its type.
fn special(rng: &mut Rng, kind: Kind, depth: u32) -> String {
    let mut same = || of_kind(rng, kind, depth);
    let (a, b) = (same(), same());
    let sort = match kind {
        Truth => "bool",
        Number => "real",
        Byte => "(bitvector 8)",
        Bit => "(bitvector 1)",
        Word => "(bitvector 16)",
    };
    match (rng.below(7), kind) {
        (0, _) => format!("(let ((_l {a})) _l)"),
        (1, _) => format!("(select (mk-tuple {a} {b}) {})", 1 + rng.below(2)),
        (2, _) => format!("(select (tuple-update (mk-tuple {a} {b}) 1 {b}) 1)"),
        (3, Truth | Byte) => format!("((lambda (_x::{sort}) _x) {a})"),
        (4, Word) => format!("(bv-repeat {} 2)", of_kind(rng, Byte, depth)),
        (5, Word) => format!("(bv-sign-extend {} 8)", of_kind(rng, Byte, depth)),
        (_, Word) => format!("(bv-zero-extend {} 8)", of_kind(rng, Byte, depth)),
        (_, Byte) => {
            let low = rng.below(9);
            let word = of_kind(rng, Word, depth);
            format!("(bv-extract {} {low} {word})", low + 7)
        }
        (_, Bit) => {
            let place = rng.below(8);
            format!("(bv-extract {place} {place} {})", of_kind(rng, Byte, depth))
        }
        (5 | 6, Truth) => format!("(forall (_x::{sort}) (= _x {a}))"),
        _ => format!("(let ((_l {a})) (ite (= _l {b}) _l {b}))"),
    }
}

/// A constant or a value, in one of its notations.
fn leaf(rng: &mut Rng, kind: Kind) -> String {
    let number = rng.below(20);
    let byte = rng.below(256);
    let (notation, other) = (rng.below(8), rng.coin());
    let constant = |first: &str, second: &str| if other { first } else { second }.to_owned();
    match (kind, notation) {
        (Truth, 0) => other.to_string(),
        (Truth, _) => constant("_p", "_q"),
        (Number, 0) => number.to_string(),
        (Number, 1) => format!("-{number}"),
        (Number, 2) => format!("{number}/7"),
        (Number, 3) => format!("{number}.25"),
        (Number, 4) => format!("{number}e2"),
        (Number, 5) => "_r".to_owned(),
        (Number, _) => constant("_i", "_j"),
        (Byte, 0) => format!("0b{byte:08b}"),
        (Byte, 1) => format!("0x{byte:02x}"),
        (Byte, 2) => format!("(mk-bv 8 {byte})"),
        (Byte, _) => constant("_v", "_w"),
        (Bit, _) => constant("0b1", "0b0"),
        (Word, _) => format!("0x{byte:02x}{:02x}", 255 - byte),
    }
}
