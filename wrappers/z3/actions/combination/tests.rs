//! The texts of combinations.

use super::super::parameters::Settings;
use super::super::solve::SolveCommand;
use super::*;
use murxla_fsm::rng::Rng;

/// The names of a library with two tactics, a simplifier and two probes.
fn names() -> LibraryNames {
    let mut names = LibraryNames::default();
    let list = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    names.add("tactic", list(&["simplify", "sat", "smt"]));
    names.add("simplifier", list(&["solve-eqs"]));
    names.add("probe", list(&["is-qfbv", "size"]));
    names.add(
        "parameter of the tactic simplify",
        list(&["som", "numeral"]),
    );
    names.add("parameter of the tactic sat", list(&["euf", "bce_at"]));
    names.add("parameter of the simplifier solve-eqs", list(&["gaussian"]));
    names
}

/// What is drawn is read as what it is, and has names of the library only.
#[test]
fn drawn_texts_are_read() {
    let names = names();
    let mut rng = Rng::new(1);
    let mut texts = String::new();
    for _ in 0..500 {
        let mut drawer = Drawer::new(&names, &mut rng);
        let drawn = [
            (Kind::Tactic, drawer.tactic(3)),
            (Kind::Tactic, drawer.solver().unwrap()),
            (Kind::Tactic, drawer.engines()),
            (Kind::Simplifier, drawer.simplifiers().unwrap()),
            (Kind::Probe, drawer.probe(3)),
        ];
        for (kind, drawn) in drawn {
            let text = drawn.to_string();
            assert_eq!(Combination::read(kind, &text), Ok(drawn.clone()), "{text}");
            let mut used = Vec::new();
            drawn.add_names(kind, &mut used);
            let own = ["skip", "fail", "fail-if-undecided"];
            used.retain(|used| !own.contains(&&*used.name));
            let missing = used.iter().find(|used| !names.has(&used.kind, &used.name));
            assert_eq!(missing, None, "{text}");
            texts.push_str(&text);
        }
    }
    for form in FORMS {
        assert!(texts.contains(&format!("({} ", form.head)), "{}", form.head);
    }
    assert!(texts.contains("(using-params sat :euf true :bce_at 0)"));
}

/// Wrong texts have errors with places.
#[test]
fn wrong_texts_are_told() {
    let deep = "(not ".repeat(100_000) + "size" + &")".repeat(100_000);
    let nested = "(not ".repeat(40) + "size" + &")".repeat(40);
    for (kind, text, at, message) in [
        (Kind::Tactic, "", 1, "a tactic is missing"),
        (Kind::Tactic, "smt sat", 5, "there is a second tactic"),
        (Kind::Tactic, "(then smt", 1, "'(' without ')'"),
        (Kind::Tactic, "smt)", 4, "')' without '('"),
        (Kind::Tactic, "()", 1, "'()' is not a tactic"),
        (Kind::Tactic, "((smt))", 2, "'(smt)' is not a name"),
        (Kind::Tactic, "(äö smt (if size ))", 1, "is not a tactic"),
        (
            Kind::Tactic,
            "(then smt |a b|)",
            11,
            "'|a b|' is not a tactic",
        ),
        (Kind::Tactic, "(then smt \"sat\")", 11, "is not a tactic"),
        (Kind::Tactic, "(then smt)", 1, "'then' takes 2 arguments"),
        (Kind::Tactic, "(repeat smt -1)", 13, "'-1' is not a number"),
        (
            Kind::Tactic,
            "(repeat smt 4294967296)",
            13,
            "is not a number",
        ),
        (
            Kind::Tactic,
            "(and smt sat)",
            1,
            "'(and smt sat)' is not a tactic",
        ),
        (
            Kind::Tactic,
            "(using-params smt :smtlib2_log x)",
            19,
            "is not a parameter",
        ),
        (
            Kind::Tactic,
            "(using-params smt :som)",
            19,
            "':som' needs a value",
        ),
        (
            Kind::Tactic,
            "(using-params smt :som 1)",
            24,
            "cannot have the value '1'",
        ),
        (
            Kind::Tactic,
            "(using-params (then a b) :som true)",
            15,
            "is not a tactic",
        ),
        (Kind::Simplifier, "(or-else a b)", 1, "is not a simplifier"),
        (
            Kind::Probe,
            "(using-params size :som true)",
            1,
            "is not a probe",
        ),
        (Kind::Probe, "(< size 1.5)", 9, "'1.5' is not a probe"),
        (Kind::Probe, &nested, 161, "nested too deeply"),
    ] {
        let error = Combination::read(kind, text).unwrap_err();
        let start = format!("at character {at} of the text: ");
        assert!(error.starts_with(&start), "{text}: {error}");
        assert!(error.contains(message), "{text}: {error}");
    }
    let error = Combination::read(Kind::Probe, &deep).unwrap_err();
    assert_eq!(error, "a text may have 10000 bytes");
}

/// Commands that say how to solve are three.
#[test]
fn commands_are_read() {
    for text in [
        "(check-sat)",
        "(check-sat-using (then (or-else (using-params simplify :som true) skip) smt))",
        "(set-simplifier (then solve-eqs (using-params solve-eqs :gaussian false)))",
    ] {
        assert_eq!(SolveCommand::read(text).unwrap().to_string(), text);
    }
    for text in [
        "",
        "check-sat",
        "(check-sat) (exit)",
        "(echo \"x\")",
        "(check-sat-using)",
    ] {
        SolveCommand::read(text).unwrap_err();
    }
}

/// Parameters are printed as they are read, and later ones do not replace earlier ones.
#[test]
fn parameters_are_read() {
    let tables = &[parameters::OF_FIXED_POINTS];
    let read = |text: &str| read_text(text, |all| Settings::read(tables, all));
    let text = ":engine spacer :spacer.iuc 2 :spacer.ctp true :spacer.iuc 0";
    assert_eq!(read(text).unwrap().to_string(), text);
    assert!(read("").unwrap().is_empty());
    for text in [
        "engine spacer",
        ":engine",
        ":engine pdr",
        ":spacer.iuc 3",
        ":spacer.trace_file x",
    ] {
        read(text).unwrap_err();
    }
}
