//! Draws combinations of the tactics, probes and simplifiers that the library has.

use super::super::parameters::{self, Settings, Value};
use super::{Combination, FORMS, Kind};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::LibraryNames;

/// Tactics that solve, from which solvers are made.
const SOLVERS: &[&str] = &[
    "smt",
    "sat",
    "qfbv",
    "qfaufbv",
    "qfauflia",
    "qflia",
    "qflra",
    "qfnia",
    "qfnra",
    "qfnra-nlsat",
    "nlsat",
    "qfidl",
    "qfuf",
    "qfufbv",
    "qfufbv_ackr",
    "qffp",
    "qffpbv",
    "lia",
    "lra",
    "nra",
    "lira",
    "ufbv",
    "bv",
    "ufnia",
    "uflra",
    "auflia",
    "auflira",
    "aufnira",
    "horn",
    "qsat",
    "qe",
    "qe-sat",
    "qe2",
    "nlqsat",
    "default",
    "smtfd",
    "qffplra",
    "qffd",
    "qe_rec",
    "ff-unique",
    "ff-solve",
    "ff-sat",
    "qfbv-sls",
    "sls-smt",
];

/// Tactics that are not combined, with the reason, apart from those that solve.
const UNUSED_TACTICS: &[(&str, &str)] = &[
    (
        "bv1-blast",
        "takes equations, extract and concat only, as its description says",
    ),
    ("collect-statistics", "prints"),
    (
        "euf-completion",
        "crashes 5.4.0 for equations of sequences and others",
    ),
    ("psat", "answers would depend on scheduling"),
    ("psmt", "answers would depend on scheduling"),
    ("pqffd", "answers would depend on scheduling"),
    ("skip", "drawn apart"),
    ("fail", "drawn apart"),
    ("fail-if-undecided", "drawn apart"),
];

/// Simplifiers that are not used, with the reason.
const UNUSED_SIMPLIFIERS: &[(&str, &str)] = &[
    (
        "euf-completion",
        "push crashes 5.4.0, whatever was asserted, known",
    ),
    (
        "bv1-blast",
        "takes equations, extract and concat only, as its description says",
    ),
    (
        "bvarray2uf",
        "throws where there are quantifiers, as it says it handles none",
    ),
];

/// Draws combinations.
pub(in super::super) struct Drawer<'a> {
    names: &'a LibraryNames,
    rng: &'a mut Rng,
    /// The tactics for preprocessing, which are fast for all formulas.
    tactics: Vec<&'a str>,
}

impl<'a> Drawer<'a> {
    pub(in super::super) fn new(names: &'a LibraryNames, rng: &'a mut Rng) -> Self {
        let is_unused = |name: &str| UNUSED_TACTICS.iter().any(|(unused, _)| *unused == name);
        let all = names.of(Kind::Tactic.name()).iter().map(String::as_str);
        let tactics = all.filter(|name| !SOLVERS.contains(name) && !is_unused(name));
        Self {
            names,
            rng,
            tactics: tactics.collect(),
        }
    }

    /// The source of randomness.
    pub(in super::super) fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// Draws a tactic for preprocessing.
    pub(in super::super) fn tactic(&mut self, depth: u32) -> Combination {
        let combined = if depth == 0 { 0 } else { self.rng.below(16) };
        let Some(depth) = depth.checked_sub(1).filter(|_| combined >= 5) else {
            return self.plain();
        };
        match combined {
            5..10 => tactic("then", [self.tactic(depth), self.tactic(depth)]),
            10 => tactic("or-else", [self.tactic(depth), self.tactic(depth)]),
            11 => tactic("repeat", [self.tactic(depth), self.number(1, 3)]),
            12 => {
                let probe = self.probe(1);
                tactic("if", [probe, self.tactic(depth), self.tactic(depth)])
            }
            13 => tactic("when", [self.probe(1), self.tactic(depth)]),
            // A minute is never over.
            14 => tactic("try-for", [self.tactic(depth), self.number(60_000, 60_000)]),
            // If the left tactic fails, the right one is used.
            _ => tactic("or-else", [self.failing(), self.tactic(depth)]),
        }
    }

    /// Draws a tactic that solves, perhaps with a tactic for preprocessing before it.
    pub(in super::super) fn solver(&mut self) -> Option<Combination> {
        let names = self.names;
        let is_there = |name: &&&str| names.has(Kind::Tactic.name(), name);
        let last: Vec<&&str> = SOLVERS.iter().filter(is_there).collect();
        let last = named(self.rng.pick(&last)?);
        if !self.rng.coin() {
            return Some(last);
        }
        let first = tactic("or-else", [self.tactic(1), named("skip")]);
        Some(tactic("then", [first, last]))
    }

    /// Draws a tactic `sat` with engines that are off by default.
    pub(in super::super) fn engines(&mut self) -> Combination {
        let kind = Kind::Tactic.parameters_of("sat");
        let mut settings = Settings::default();
        for (table, share, value) in [
            (parameters::ENGINES, 40, Value::Flag(true)),
            (parameters::AT_ONCE, 50, Value::Number(0)),
        ] {
            for (name, _) in table {
                if self.names.has(&kind, name) && self.rng.chance(share) {
                    settings.set(name, value);
                }
            }
        }
        using("sat", settings)
    }

    /// Draws a tactic `smt` with another solver for arithmetic.
    pub(in super::super) fn arithmetic(&mut self) -> Combination {
        let kind = Kind::Tactic.parameters_of("smt");
        let mut settings = Settings::default();
        let number = self.rng.range(1, 6);
        for ((name, _), value) in parameters::ARITHMETIC
            .iter()
            .zip([Value::Flag(false), Value::Number(number)])
        {
            if self.names.has(&kind, name) {
                settings.set(name, value);
            }
        }
        using("smt", settings)
    }

    /// Draws two simplifiers, one after the other. `None` if the library has none.
    pub(in super::super) fn simplifiers(&mut self) -> Option<Combination> {
        let all = self.names.of(Kind::Simplifier.name()).iter();
        let is_unused = |name: &str| UNUSED_SIMPLIFIERS.iter().any(|(unused, _)| *unused == name);
        let all: Vec<&String> = all.filter(|name| !is_unused(name)).collect();
        let mut draw = || {
            let name = *self.rng.pick(&all)?;
            let settings = self.parameter(Kind::Simplifier, name);
            Some(using(name, settings))
        };
        let parts = [draw()?, draw()?];
        Some(made(Kind::Simplifier, "then", parts))
    }

    /// Draws a tactic that fails, always or for some goals.
    fn failing(&mut self) -> Combination {
        match self.rng.below(3) {
            0 => named("fail"),
            1 => tactic("fail-if", [self.probe(1)]),
            _ => named("fail-if-undecided"),
        }
    }

    fn plain(&mut self) -> Combination {
        let Some(name) = self.rng.pick(&self.tactics).copied() else {
            return named("skip");
        };
        let settings = match self.rng.chance(30) {
            true => self.parameter(Kind::Tactic, name),
            false => Settings::default(),
        };
        using(name, settings)
    }

    /// Draws a parameter of a tactic or simplifier, and its value, if there are any.
    fn parameter(&mut self, kind: Kind, name: &str) -> Settings {
        let kind = kind.parameters_of(name);
        let rows = parameters::SHARED.iter();
        let rows: Vec<_> = rows.filter(|row| self.names.has(&kind, row.0)).collect();
        let mut settings = Settings::default();
        if let Some(row) = self.rng.pick(&rows) {
            settings.set(row.0, row.1.draw(self.rng));
        }
        settings
    }

    /// Draws a probe.
    pub(in super::super) fn probe(&mut self, depth: u32) -> Combination {
        let Some(depth) = depth.checked_sub(1) else {
            let all = self.names.of(Kind::Probe.name());
            return match self.rng.pick(all) {
                Some(name) if self.rng.chance(80) => named(name),
                _ => self.number(0, 3),
            };
        };
        let forms: Vec<_> = FORMS
            .iter()
            .filter(|form| form.kind == Kind::Probe)
            .collect();
        let Some(form) = self.rng.pick(&forms) else {
            return self.number(0, 3);
        };
        let parts = form.parts.iter().map(|_| self.probe(depth));
        Combination::Form(form, parts.collect())
    }

    fn number(&mut self, least: u32, greatest: u32) -> Combination {
        Combination::Number(self.rng.range(least, greatest))
    }
}

fn named(name: &str) -> Combination {
    Combination::Name(name.to_owned())
}

/// A name with parameters, if there are any.
fn using(name: &str, settings: Settings) -> Combination {
    match settings.is_empty() {
        true => named(name),
        false => Combination::UsingParams(name.to_owned(), settings),
    }
}

fn tactic<const N: usize>(head: &str, parts: [Combination; N]) -> Combination {
    made(Kind::Tactic, head, parts)
}

fn made<const N: usize>(kind: Kind, head: &str, parts: [Combination; N]) -> Combination {
    let mut forms = FORMS.iter();
    let form = forms.find(|form| form.kind == kind && form.head == head);
    form.map_or_else(|| named(head), |form| Combination::Form(form, parts.into()))
}
