//! Symbols. Each string of a trace becomes a different symbol, which is legal in SMT-LIB and not
//! used by theories of solvers.

use murxla_fsm::op::BASE;
use rustc_hash::FxHashMap;

/// Reserved words: those of the standard, and binders of solvers.
const RESERVED: &str = "\
    ! _ as BINARY choice DECIMAL exists HEXADECIMAL forall lambda let match NUMERAL par \
    STRING assert check-sat check-sat-assuming declare-const declare-datatype \
    declare-datatypes declare-fun declare-sort declare-sort-parameter define-const \
    define-fun define-fun-rec define-funs-rec define-sort echo exit get-assertions \
    get-assignment get-info get-model get-option get-proof get-unsat-assumptions \
    get-unsat-core get-value pop push reset reset-assertions set-info set-logic set-option";

/// Symbols of theories that are not in the operator table and have none of the `PREFIXES`. Z3 5.4.0
/// and cvc5 1.4.2 refuse declarations of most of them, quoted or not.
const THEORIES: &str = "\
    Array BitVec Bool FloatingPoint Float16 Float32 Float64 Float128 Int List Real RegLan \
    Relation RoundingMode Seq Set String Table Unicode UnitTuple Bag Tuple true false iff \
    implies if ^ ~ /_total acos acosh arccos arccot arccsc arcsec arcsin arctan asin asinh \
    atan atanh bag const cos cosh cot csc div_total eqrange exp fp iand int2bv map mod_total \
    piand pi pto rem RNA RNE RTN RTP RTZ roundNearestTiesToAway roundNearestTiesToEven \
    roundTowardNegative roundTowardPositive roundTowardZero sec sep sin sinh sqrt tan tanh \
    to_fp to_fp_unsigned tuple wand";

/// Prefixes of symbols of theories, such as strings, sets and floating-point numbers.
const PREFIXES: &str = "\
    bag. ff. fp. int. nullable. re. real. rel. sep. seq. set. str. table. tuple.";

/// The symbols of a script.
#[derive(Debug, Default)]
pub struct SymbolTable {
    /// Symbols in use, each with the number for the next symbol of the same name.
    taken: FxHashMap<String, u32>,
}

impl SymbolTable {
    /// A symbol that no other call returned: the wanted, if it is free, or one that is similar to
    /// it. Sorts, functions and variables share one name space, so that no symbol shadows another
    /// one.
    pub fn fresh(&mut self, wanted: &str) -> String {
        // `|a b|` is how the symbol `a b` is written.
        let bare = wanted.strip_prefix('|').and_then(|w| w.strip_suffix('|'));
        let mut base: String = bare.unwrap_or(wanted).chars().map(legal).collect();
        if base.starts_with(['@', '.']) {
            // Such symbols are reserved for solvers.
            base.insert(0, '_');
        }
        if !self.taken.contains_key(&base) {
            self.taken.insert(base.clone(), 1);
            if !is_reserved(&base) {
                return quote(&base);
            }
        }
        loop {
            let next = self.taken.get_mut(&base).map_or(0, |next| {
                *next += 1;
                *next - 1
            });
            let candidate = format!("{base}!{next}");
            if !self.taken.contains_key(&candidate) {
                self.taken.insert(candidate.clone(), 1);
                return quote(&candidate);
            }
        }
    }
}

/// The name of the `let` variable for the n-th term. `fresh` never returns it.
pub(crate) fn let_name(n: u32) -> String {
    format!("${n}")
}

fn contains(words: &str, symbol: &str) -> bool {
    words.split(' ').any(|word| word == symbol)
}

fn is_reserved(symbol: &str) -> bool {
    let is_let_name = symbol
        .strip_prefix('$')
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    // All symbols of bit-vectors, with those that only some solvers have.
    let is_bv = symbol.strip_prefix("bv").is_some_and(|rest| {
        rest.bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    });
    is_let_name
        || is_bv
        || contains(RESERVED, symbol)
        || contains(THEORIES, symbol)
        || PREFIXES.split(' ').any(|prefix| symbol.starts_with(prefix))
        || (!symbol.is_empty() && BASE.iter().any(|row| row.smt == symbol))
}

/// Replaces characters that are not allowed in quoted symbols. Allowed are printable characters and
/// white space, without `|` and `\`.
fn legal(c: char) -> char {
    match c {
        '|' | '\\' => '_',
        '\t' | '\n' | '\r' => c,
        c if c.is_control() => '_',
        c => c,
    }
}

/// Whether `text` is a simple symbol. Some simple symbols are reserved.
pub(crate) fn is_simple(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&b))
}

/// A symbol as it is written: in bars, unless it is simple. It contains neither `|` nor `\`.
#[must_use]
pub fn quote(symbol: &str) -> String {
    if is_simple(symbol) {
        symbol.to_owned()
    } else {
        format!("|{symbol}|")
    }
}
