//! Parameters in arguments of calls, in the language of Z3's scripts: `:som true :max_steps 10`.
//! The tables have those that actions set, and their values. A trace cannot set others,
//! because some name files that Z3 writes.

use super::super::ffi::{Context, ParamDescrs, Params};
use crate::shared::actions::LibraryName;
use crate::smt2::RelationLanguage;
use crate::smt2::tree::{Expr, Fault, Tree};
use Values::{Flag, UpTo, Words};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use std::fmt::{self, Display};
use std::rc::Rc;

/// The values of a parameter.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Values {
    Flag,
    /// The numbers from 0 to this one.
    UpTo(u32),
    Words(&'static [&'static str]),
}

/// Parameters and their values.
pub(in super::super) type Table = [(&'static str, Values)];

/// A value of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Flag(bool),
    Number(u32),
    Word(&'static str),
}

impl Values {
    pub(super) fn draw(self, rng: &mut Rng) -> Value {
        match self {
            Flag => Value::Flag(rng.coin()),
            UpTo(last) => Value::Number(rng.range(0, last)),
            Words(words) => Value::Word(rng.pick(words).copied().unwrap_or_default()),
        }
    }

    /// One of the values.
    fn first(self) -> Value {
        match self {
            Flag => Value::Flag(false),
            UpTo(_) => Value::Number(0),
            Words(words) => Value::Word(words.first().copied().unwrap_or_default()),
        }
    }

    /// The value with this text.
    fn read(self, text: &str) -> Option<Value> {
        match self {
            Flag => text.parse().ok().map(Value::Flag),
            UpTo(last) => {
                let number = text.parse().ok().filter(|number| *number <= last);
                number.map(Value::Number)
            }
            Words(words) => {
                let mut words = words.iter();
                words
                    .find(|word| **word == text)
                    .map(|word| Value::Word(word))
            }
        }
    }
}

impl Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// Parameters with their values, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings(Vec<(&'static str, Value)>);

impl Settings {
    /// Reads parameters of some tables.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn read(tables: &[&Table], parts: &[Expr<'_>]) -> std::result::Result<Self, Fault> {
        let mut settings = Self::default();
        for pair in parts.chunks(2) {
            let keyword = pair[0].shown();
            let mut rows = tables.iter().copied().flatten();
            let row = rows.find(|(name, _)| keyword.strip_prefix(':') == Some(name));
            let Some((name, values)) = row else {
                return Err(pair[0].fault(format!("'{keyword}' is not a parameter here")));
            };
            let Some(value) = pair.get(1) else {
                return Err(pair[0].fault(format!("'{keyword}' needs a value")));
            };
            let Some(read) = value.atom().and_then(|text| values.read(text)) else {
                let value_text = value.shown();
                let message = format!("'{keyword}' cannot have the value '{value_text}'");
                return Err(value.fault(message));
            };
            settings.set(name, read);
        }
        Ok(settings)
    }

    pub(super) fn set(&mut self, name: &'static str, value: Value) {
        self.0.push((name, value));
    }

    /// Keeps the parameters that are accepted alone.
    pub(super) fn retain(&mut self, is_accepted: impl Fn(&Self) -> bool) {
        self.0.retain(|setting| is_accepted(&Self(vec![*setting])));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The parameters, in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &(&'static str, Value)> {
        self.0.iter()
    }

    /// The names of the parameters, which are of this kind.
    pub(super) fn names(&self, kind: &str) -> impl Iterator<Item = LibraryName> {
        self.iter()
            .map(move |(name, _)| LibraryName::new(kind, *name))
    }

    /// The parameters for Z3.
    pub(super) fn params(&self, cx: &Rc<Context>) -> Result<Params> {
        let params = cx.mk_params()?;
        for (name, value) in self.iter() {
            let name = cx.mk_string_symbol(name)?;
            match value {
                Value::Flag(flag) => cx.params_set_bool(&params, name, *flag)?,
                Value::Number(number) => cx.params_set_uint(&params, name, *number)?,
                Value::Word(word) => {
                    cx.params_set_symbol(&params, name, cx.mk_string_symbol(word)?)?;
                }
            }
        }
        Ok(params)
    }

    /// Reads what Z3 says about the parameters.
    pub(super) fn look_up(&self, cx: &Rc<Context>, descrs: &ParamDescrs) -> Result {
        for (name, _) in self.iter() {
            // Some have no description, so that reading it is an error.
            let name = cx.mk_string_symbol(name)?;
            match cx.param_descrs_get_documentation(descrs, name) {
                Ok(_) | Err(Error::Rejected(_)) => {}
                Err(error) => return Err(error),
            }
        }
        cx.param_descrs_to_string(descrs)?;
        Ok(())
    }
}

impl Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (name, value)) in self.iter().enumerate() {
            let blank = if n == 0 { "" } else { " " };
            write!(f, "{blank}:{name} {value}")?;
        }
        Ok(())
    }
}

/// The parameters of tactics that Z3 describes, each with a value.
///
/// # Errors
/// Z3 does not list them.
pub(super) fn listed(cx: &Rc<Context>, descrs: &ParamDescrs) -> Result<Settings> {
    let described = cx.param_names(descrs)?;
    let rows = OF_TACTICS.iter().copied().flatten();
    let rows = rows.filter(|(name, _)| described.iter().any(|(_, there)| there == name));
    let settings = rows.map(|(name, values)| (*name, values.first()));
    Ok(Settings(settings.collect()))
}

/// Parameters of tactics and simplifiers that keep the meaning. Each tactic only knows some of
/// them.
pub(super) const SHARED: &Table = &[
    ("som", Flag),
    ("flat", Flag),
    ("elim_and", Flag),
    ("pull_cheap_ite", Flag),
    ("arith_lhs", Flag),
    ("split_concat_eq", Flag),
    ("solve_eqs_context_solve", Flag),
    ("gaussian", Flag),
    ("distributivity", Flag),
    ("local_ctx", Flag),
    ("hoist_ite", Flag),
    ("elim_inverses", Flag),
    // The kinds of numbers of `subpaving`.
    ("numeral", Words(&["mpq", "mpf", "hwf", "mpff", "mpfx"])),
];

/// Flags of the tactic `sat` that turn on engines and simplifications which are off by default.
/// With `euf`, it solves formulas of theories.
pub(super) const ENGINES: &Table = &[
    ("euf", Flag),
    ("smt", Flag),
    ("anf", Flag),
    ("anf.exlin", Flag),
    ("lookahead_simplify", Flag),
    ("abce", Flag),
    ("acce", Flag),
    ("bca", Flag),
    ("bce", Flag),
    ("cce", Flag),
    ("core.minimize", Flag),
    ("force_cleanup", Flag),
];

/// Numbers for the same tactic that make simplifications begin at once.
pub(super) const AT_ONCE: &Table = &[
    ("anf.delay", UpTo(0)),
    ("bce_delay", UpTo(0)),
    ("bce_at", UpTo(0)),
    ("burst_search", UpTo(0)),
];

/// Parameters of the tactic `smt` that choose a solver for arithmetic. Some of the solvers only
/// decide difference logic.
pub(super) const ARITHMETIC: &Table = &[("auto_config", Flag), ("arith.solver", UpTo(6))];

/// All parameters of tactics and simplifiers.
pub(super) const OF_TACTICS: &[&Table] = &[SHARED, ENGINES, AT_ONCE, ARITHMETIC];

/// Parameters of `Z3_simplify_ex` that keep the meaning. `hi_div0`, for example, would not.
pub(in super::super) const SIMPLIFIER: &Table = &[
    ("som", Flag),
    ("flat", Flag),
    ("elim_and", Flag),
    ("local_ctx", Flag),
    ("pull_cheap_ite", Flag),
    ("hoist_ite", Flag),
    ("push_ite_arith", Flag),
    ("push_ite_bv", Flag),
    ("arith_lhs", Flag),
    ("sort_sums", Flag),
    ("mul2concat", Flag),
    ("split_concat_eq", Flag),
    ("blast_distinct", Flag),
    ("blast_eq_value", Flag),
    ("elim_sign_ext", Flag),
    ("expand_select_store", Flag),
    ("expand_store_eq", Flag),
    ("sort_store", Flag),
];

/// The parameter that limits simplification.
pub(super) const STEPS: &Table = &[("max_steps", UpTo(50))];

/// How the names of options of fixed points begin in scripts.
pub(super) const FIXED_POINT_OPTION: &str = "fp.";

/// The commands of fixed points in scripts.
pub(in super::super) const RELATIONS: RelationLanguage = RelationLanguage {
    action: "fixedpoint",
    option: FIXED_POINT_OPTION,
    is_parameter: |name, value| {
        let text = format!(":{name} {value}");
        let read = |tree: &Tree<'_>| Settings::read(&[OF_FIXED_POINTS], &tree.roots()).is_ok();
        Tree::read(&text).is_ok_and(|tree| read(&tree))
    },
};

/// Parameters of fixed points that change no answer. Left out are those that print, set a limit of
/// time or resources, are for debugging, make relations larger, or concern arrays, which the rules
/// do not have. With others, 5.4.0 gives up (`spacer.propagate`), answers wrongly (`spacer.gpdr`)
/// or crashes (`xform.unfold_rules`, `datalog.generate_explanations`).
pub(super) const OF_FIXED_POINTS: &Table = &[
    ("engine", Words(&["datalog", "bmc", "spacer"])),
    ("datalog.all_or_nothing_deltas", Flag),
    (
        "datalog.default_relation",
        Words(&["external_relation", "pentagon", "doc"]),
    ),
    (
        "datalog.default_table",
        Words(&["sparse", "hashtable", "bitvector", "interval"]),
    ),
    ("datalog.magic_sets_for_queries", Flag),
    ("datalog.similarity_compressor", Flag),
    ("datalog.similarity_compressor_threshold", UpTo(11)),
    ("datalog.subsumption", Flag),
    ("datalog.unbound_compressor", Flag),
    ("spacer.blast_term_ite_inflation", UpTo(3)),
    ("spacer.ctp", Flag),
    ("spacer.elim_aux", Flag),
    ("spacer.eq_prop", Flag),
    ("spacer.expand_bnd", Flag),
    ("spacer.gg.concretize", Flag),
    ("spacer.gg.conjecture", Flag),
    ("spacer.gg.subsume", Flag),
    ("spacer.global", Flag),
    ("spacer.ground_pobs", Flag),
    ("spacer.iuc", UpTo(2)),
    ("spacer.iuc.arith", UpTo(1)),
    ("spacer.iuc.split_farkas_literals", Flag),
    ("spacer.mbqi", Flag),
    ("spacer.native_mbp", Flag),
    ("spacer.order_children", UpTo(2)),
    ("spacer.p3.share_invariants", Flag),
    ("spacer.p3.share_lemmas", Flag),
    ("spacer.push_pob", Flag),
    ("spacer.q3", Flag),
    ("spacer.q3.instantiate", Flag),
    ("spacer.q3.qgen.normalize", Flag),
    ("spacer.q3.use_qgen", Flag),
    ("spacer.random_seed", UpTo(100)),
    ("spacer.reach_dnf", Flag),
    ("spacer.reset_pob_queue", Flag),
    ("spacer.restart_initial_threshold", UpTo(10)),
    ("spacer.restarts", Flag),
    ("spacer.simplify_lemmas_post", Flag),
    ("spacer.simplify_lemmas_pre", Flag),
    ("spacer.simplify_pob", Flag),
    ("spacer.use_array_eq_generalizer", Flag),
    ("spacer.use_bg_invs", Flag),
    ("spacer.use_derivations", Flag),
    ("spacer.use_euf_gen", Flag),
    ("spacer.use_inc_clause", Flag),
    ("spacer.use_inductive_generalizer", Flag),
    ("spacer.use_iuc", Flag),
    ("spacer.use_lemma_as_cti", Flag),
    ("spacer.use_lim_num_gen", Flag),
    ("spacer.weak_abs", Flag),
    ("xform.bit_blast", Flag),
    ("xform.coalesce_rules", Flag),
    ("xform.coi", Flag),
    ("xform.compress_unbound", Flag),
    ("xform.elim_term_ite", Flag),
    ("xform.fix_unbound_vars", Flag),
    ("xform.inline_eager", Flag),
    ("xform.inline_linear", Flag),
    ("xform.inline_linear_branch", Flag),
    ("xform.magic", Flag),
    ("xform.scale", Flag),
    ("xform.slice", Flag),
    ("xform.subsumption_checker", Flag),
    ("xform.tail_simplifier_pve", Flag),
];
