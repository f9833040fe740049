//! What the calls of Boolector's API are in SMT-LIB.
//!
//! In Boolector a formula is a bit-vector of width one. In a script a comparison is a formula, and
//! so is a connective of formulas. Where the API takes a bit-vector, a formula `f` is
//! `(ite f #b1 #b0)`. Where it takes a formula, a bit-vector `b` is `(= b #b1)`.

use super::own_log;
use murxla_fsm::wrapper::call_form::CallForm::{
    self, Application, AssertAssumptions, Assume, Based, Binder, Cases, Check, Command,
    ForgetAssumptions, Formula, FunctionSort, Idle, IfFormulas, Instance, Literal, NewConstant,
    Numeral, Same, SetOption, Sort, Term, Value, Variable,
};
use murxla_fsm::wrapper::call_form::{CallForms, PrintedValues};

/// The forms.
pub(super) const FORMS: CallForms = CallForms {
    rows: ROWS,
    operators: || OPERATORS.to_vec(),
    same: &[],
    own_log: Some(own_log::LOG),
    // A value is not printed: the library ends the process if it is that of an array.
    values: &[PrintedValues {
        printer: "boolector_get_opt_lng",
        functions: &[("boolector_set_opt", Some("option"))],
    }],
};

/// Functions that make a bit-vector of all their arguments.
#[rustfmt::skip]
const OPERATORS: &[(&str, &str)] = &[
    ("boolector_neg", "bvneg"), ("boolector_inc", "bvinc"), ("boolector_dec", "bvdec"),
    ("boolector_redand", "bvredand"), ("boolector_redor", "bvredor"), ("boolector_redxor", "bvredxor"),
    ("boolector_nand", "bvnand"), ("boolector_nor", "bvnor"), ("boolector_xnor", "bvxnor"),
    ("boolector_add", "bvadd"), ("boolector_sub", "bvsub"), ("boolector_mul", "bvmul"),
    ("boolector_udiv", "bvudiv"), ("boolector_urem", "bvurem"), ("boolector_sdiv", "bvsdiv"),
    ("boolector_srem", "bvsrem"), ("boolector_smod", "bvsmod"),
    ("boolector_sll", "bvshl"), ("boolector_srl", "bvlshr"), ("boolector_sra", "bvashr"),
    ("boolector_rol", "bvrol"), ("boolector_ror", "bvror"), ("boolector_concat", "concat"),
    ("boolector_uext", "zero_extend"), ("boolector_sext", "sign_extend"), ("boolector_slice", "extract"),
    ("boolector_roli", "rotate_left"), ("boolector_rori", "rotate_right"), ("boolector_repeat", "repeat"),
    ("boolector_read", "select"), ("boolector_write", "store"),
];

/// The options that all solvers have, and all others.
#[rustfmt::skip]
const OPTIONS: &[(&str, CallForm)] = &[
    ("0", Cases("value", &[("0", set("produce-models", "false")), ("_", set("produce-models", "true"))])),
    ("1", Cases("value", &[("0", set("incremental", "false")), ("_", set("incremental", "true"))])),
    ("_", set("", "value")),
];

const fn set(name: &'static str, value: &'static str) -> CallForm {
    SetOption(Some("btor"), name, value)
}

#[rustfmt::skip]
const ROWS: &[(&str, CallForm)] = &[
    // Instances and options.
    ("boolector_new", Instance(None)),
    ("boolector_delete", Idle),
    ("boolector_set_abort", Idle),
    ("boolector_set_term", Idle),
    ("boolector_terminate", Idle),
    ("boolector_set_msg_prefix", Idle),
    ("boolector_reset_time", Idle),
    ("boolector_reset_stats", Idle),
    ("boolector_set_trapi", Idle),
    ("boolector_get_trapi", Idle),
    ("boolector_set_opt", Cases("option", OPTIONS)),
    // Sorts.
    ("boolector_bool_sort", Sort("(_ BitVec 1)")),
    ("boolector_bitvec_sort", Sort("(_ BitVec width)")),
    ("boolector_fun_sort", FunctionSort("domain", "codomain")),
    ("boolector_array_sort", Sort("(Array index element)")),
    // Symbols.
    ("boolector_var", NewConstant(Some("symbol"), "sort")),
    ("boolector_array", NewConstant(Some("symbol"), "sort")),
    ("boolector_uf", NewConstant(Some("symbol"), "sort")),
    ("boolector_param", Variable(Some("symbol"), "sort")),
    ("boolector_var_mark_bool", Idle),
    ("boolector_set_symbol", Idle),
    // Values.
    ("boolector_true", Formula("true")),
    ("boolector_false", Formula("false")),
    ("boolector_const", Literal("#b", "bits")),
    ("boolector_constd", Numeral("digits", "sort")),
    ("boolector_consth", Based("digits", "16", "sort")),
    ("boolector_zero", Numeral("0", "sort")),
    ("boolector_one", Numeral("1", "sort")),
    ("boolector_ones", Numeral("-1", "sort")),
    ("boolector_min_signed", Numeral("min-signed", "sort")),
    ("boolector_max_signed", Numeral("max-signed", "sort")),
    ("boolector_unsigned_int", Numeral("value", "sort")),
    ("boolector_int", Numeral("value", "sort")),
    ("boolector_const_array", Term("((as const sort) value)")),
    // Formulas.
    ("boolector_not", IfFormulas("a", &Formula("(not a?)"), &Term("(bvnot a)"))),
    ("boolector_and", IfFormulas("a b", &Formula("(and a? b?)"), &Term("(bvand a b)"))),
    ("boolector_or", IfFormulas("a b", &Formula("(or a? b?)"), &Term("(bvor a b)"))),
    ("boolector_xor", IfFormulas("a b", &Formula("(xor a? b?)"), &Term("(bvxor a b)"))),
    ("boolector_implies", Formula("(=> a? b?)")),
    ("boolector_iff", Formula("(= a? b?)")),
    ("boolector_eq", IfFormulas("a b", &Formula("(= a? b?)"), &Formula("(= a b)"))),
    ("boolector_ne", Formula("(distinct a b)")),
    ("boolector_ult", Formula("(bvult a b)")),
    ("boolector_ulte", Formula("(bvule a b)")),
    ("boolector_ugt", Formula("(bvugt a b)")),
    ("boolector_ugte", Formula("(bvuge a b)")),
    ("boolector_slt", Formula("(bvslt a b)")),
    ("boolector_slte", Formula("(bvsle a b)")),
    ("boolector_sgt", Formula("(bvsgt a b)")),
    ("boolector_sgte", Formula("(bvsge a b)")),
    ("boolector_uaddo", Formula("(bvuaddo a b)")),
    ("boolector_saddo", Formula("(bvsaddo a b)")),
    ("boolector_usubo", Formula("(bvusubo a b)")),
    ("boolector_ssubo", Formula("(bvssubo a b)")),
    ("boolector_umulo", Formula("(bvumulo a b)")),
    ("boolector_smulo", Formula("(bvsmulo a b)")),
    ("boolector_sdivo", Formula("(bvsdivo a b)")),
    ("boolector_cond", IfFormulas("b c", &Formula("(ite a? b? c?)"), &Term("(ite a? b c)"))),
    // Functions and quantifiers.
    ("boolector_fun", Binder("lambda", "params", "body")),
    ("boolector_forall", Binder("forall", "params", "body?")),
    ("boolector_exists", Binder("exists", "params", "body?")),
    ("boolector_apply", Application("fun", "args")),
    // Nodes and sorts that exist.
    ("boolector_match_node", Same("node")),
    // Solving.
    ("boolector_push", Command("(push levels)")),
    ("boolector_pop", Command("(pop levels)")),
    ("boolector_assert", Command("(assert node?)")),
    ("boolector_assume", Assume("node")),
    ("boolector_reset_assumptions", ForgetAssumptions),
    ("boolector_fixate_assumptions", AssertAssumptions),
    ("boolector_sat", Check("(check-sat)")),
    ("boolector_limited_sat", Check("(check-sat)")),
    ("boolector_get_failed_assumptions", Command("(get-unsat-assumptions)")),
    // Models.
    ("boolector_bv_assignment", Command("(get-value (node))")),
    ("boolector_free_bv_assignment", Idle),
    ("boolector_free_bits", Idle),
    ("boolector_array_assignment", Command("(get-value (node))")),
    ("boolector_free_array_assignment", Idle),
    ("boolector_uf_assignment", Idle),
    ("boolector_free_uf_assignment", Idle),
    ("boolector_get_value", Value("btor", "node")),
    ("boolector_print_value_smt2", Idle),
    ("boolector_print_model", Idle),
    ("boolector_dump_btor", Idle),
    ("boolector_dump_smt2", Idle),
    ("boolector_dump_aiger_ascii", Idle),
    ("boolector_dump_aiger_binary", Idle),
    ("boolector_dump_btor_node", Idle),
    ("boolector_dump_smt2_node", Idle),
];
