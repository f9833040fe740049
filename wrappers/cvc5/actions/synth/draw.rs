//! Draws problems of synthesis: the texts of their commands.

use super::problem::TARGETS;
use murxla_fsm::rng::Rng;

/// The operators of a sort.
struct Words {
    sort: String,
    add: &'static str,
    less: &'static str,
    zero: String,
    one: String,
}

impl Words {
    /// Those of integers, or of bit-vectors of some width.
    fn draw(rng: &mut Rng) -> Self {
        if rng.coin() {
            return Self {
                sort: "Int".to_owned(),
                add: "+",
                less: "<=",
                zero: "0".to_owned(),
                one: "1".to_owned(),
            };
        }
        let width = rng.range(1, 16);
        Self {
            sort: format!("(_ BitVec {width})"),
            add: "bvadd",
            less: "bvule",
            zero: format!("(_ bv0 {width})"),
            one: format!("(_ bv1 {width})"),
        }
    }

    /// A comparison of two terms.
    fn relation(&self, rng: &mut Rng, a: &str, b: &str) -> String {
        let (a, b) = if rng.coin() { (b, a) } else { (a, b) };
        let relation = if rng.chance(60) { self.less } else { "=" };
        format!("({relation} {a} {b})")
    }

    /// The grammar: additions of parameters and constants, and choices between them. Its first
    /// symbol is for numbers or, if they are asked for, for conditions.
    fn grammar(&self, rng: &mut Rng, params: &[&str], conditions: bool) -> String {
        let Self {
            sort,
            add,
            less,
            zero,
            one,
        } = self;
        let mut rules = format!("{zero} {one} ({add} S S) (ite C S S)");
        match rng.coin() {
            true => rules += &format!(" (Variable {sort})"),
            false => params
                .iter()
                .for_each(|param| rules += &format!(" {param}")),
        }
        if rng.coin() {
            rules += &format!(" (Constant {sort})");
        }
        let mut symbols = [format!("(S {sort})"), "(C Bool)".to_owned()];
        let mut rules = [
            format!("(S {sort} ({rules}))"),
            format!("(C Bool (({less} S S)))"),
        ];
        if conditions {
            symbols.reverse();
            rules.reverse();
        }
        format!(" ({}) ({})", symbols.join(" "), rules.join(" "))
    }
}

/// Draws the commands of a problem.
pub(super) fn commands(rng: &mut Rng) -> Vec<String> {
    match rng.below(8) {
        0 | 1 => terms_of_grammar(rng),
        2 => invariant(rng),
        3 => examples(rng),
        4 => strings(rng),
        _ => relations(rng),
    }
}

const CHECK: &str = "(check-synth)";
const CHECK_NEXT: &str = "(check-synth-next)";

/// Draws the queries for solutions.
fn add_checks(rng: &mut Rng, commands: &mut Vec<String>) {
    commands.push(CHECK.to_owned());
    let more = (0..2).take_while(|_| rng.coin()).count();
    commands.extend((0..more).map(|_| CHECK_NEXT.to_owned()));
}

/// A function of two parameters that is compared with inputs and constants.
fn relations(rng: &mut Rng) -> Vec<String> {
    let words = Words::draw(rng);
    let grammar = match rng.coin() {
        true => words.grammar(rng, &["p", "q"], false),
        false => String::new(),
    };
    let Words { sort, one, .. } = &words;
    let mut commands = vec![format!(
        "(synth-fun f ((p {sort}) (q {sort})) {sort}{grammar})"
    )];
    commands.extend(["x", "y"].map(|name| format!("(declare-var {name} {sort})")));
    for _ in 0..=rng.index(3) {
        let other = *rng.pick(&["x", "y", one]).unwrap_or(&"x");
        let formula = words.relation(rng, "(f x y)", other);
        commands.push(format!("(constraint {formula})"));
    }
    if rng.chance(30) {
        let formula = words.relation(rng, "x", "y");
        commands.push(format!("(assume {formula})"));
    }
    add_checks(rng, &mut commands);
    commands
}

/// A function with some values that are given.
fn examples(rng: &mut Rng) -> Vec<String> {
    let words = Words::draw(rng);
    let grammar = words.grammar(rng, &["p"], false);
    let Words {
        sort,
        add,
        zero,
        one,
        ..
    } = &words;
    let mut commands = vec![format!("(synth-fun f ((p {sort})) {sort}{grammar})")];
    let mut point = zero.clone();
    for _ in 0..2 + rng.index(3) {
        let value = *rng.pick(&[zero, one, &point]).unwrap_or(&zero);
        commands.push(format!("(constraint (= (f {point}) {value}))"));
        point = format!("({add} {point} {one})");
    }
    add_checks(rng, &mut commands);
    commands
}

/// A function of strings with some values that are given. There is a solution: a letter before or
/// behind the parameter.
fn strings(rng: &mut Rng) -> Vec<String> {
    let grammar = match rng.chance(70) {
        true => " ((S String)) ((S String (p \"a\" \"b\" (str.++ S S))))",
        false => "",
    };
    let mut commands = vec![format!("(synth-fun f ((p String)) String{grammar})")];
    let is_before = rng.coin();
    for point in ["", "b", "ab", "bab"] {
        let value = match is_before {
            true => format!("a{point}"),
            false => format!("{point}a"),
        };
        commands.push(format!("(constraint (= (f \"{point}\") \"{value}\"))"));
    }
    add_checks(rng, &mut commands);
    commands
}

/// The terms of a grammar, or equations and queries of them.
fn terms_of_grammar(rng: &mut Rng) -> Vec<String> {
    let words = Words::draw(rng);
    let target = *rng.pick(&TARGETS).unwrap_or(&TARGETS[0]);
    // Queries are formulas.
    let conditions = target == ":query";
    let grammar = words.grammar(rng, &[], conditions);
    let sort = if conditions { "Bool" } else { &words.sort };
    let mut commands = vec![format!("(synth-fun f () {sort}{grammar})")];
    commands.push(format!("(find-synth {target})"));
    commands.extend(["(find-synth-next)"; 2].map(str::to_owned));
    commands
}

/// An invariant of a loop that counts up from 0.
fn invariant(rng: &mut Rng) -> Vec<String> {
    let words = Words::draw(rng);
    let goal = words.relation(rng, &words.zero, "x");
    let Words {
        sort,
        add,
        zero,
        one,
        ..
    } = &words;
    let mut commands = vec![
        format!("(synth-fun inv ((x {sort})) Bool)"),
        format!("(define-fun start ((x {sort})) Bool (= x {zero}))"),
        format!("(define-fun step ((x {sort}) (y {sort})) Bool (= y ({add} x {one})))"),
        format!("(define-fun goal ((x {sort})) Bool {goal})"),
        "(inv-constraint inv start step goal)".to_owned(),
    ];
    add_checks(rng, &mut commands);
    commands
}
