//! Parameters of fixed points that change no answer, and their values. Left out are those that
//! print, set a limit of time or resources, are for debugging, make relations larger, or concern
//! arrays, which the rules do not have. With others, 5.4.0 gives up (`spacer.propagate`), answers
//! wrongly (`spacer.gpdr`) or crashes (`xform.unfold_rules`, `datalog.generate_explanations`).

use Values::{Flag, UpTo, Words};

/// The values of a parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values {
    Flag,
    /// The numbers from 0 to this one.
    UpTo(u32),
    Words(&'static [&'static str]),
}

pub(super) const TABLE: &[(&str, Values)] = &[
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
