//! Visits all parts of terms, each once.

use super::super::ffi::{self, Ast, Context, Decl, Sort};
use murxla_fsm::solver::Result;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The largest number of parts that are visited.
const NODES: usize = 500;

/// The distinct parts of some terms, with the bodies of binders. Parents come before their
/// children. The second result is whether these are all parts.
pub(in crate::z3) fn parts(cx: &Rc<Context>, roots: &[Ast]) -> Result<(Vec<Ast>, bool)> {
    let (mut todo, mut found) = (roots.to_vec(), Vec::new());
    let mut seen = BTreeSet::new();
    while let Some(term) = todo.pop() {
        if !seen.insert(cx.get_ast_id(&term)?) {
            continue;
        }
        if found.len() == NODES {
            return Ok((found, false));
        }
        todo.extend(children(cx, &term)?);
        found.push(term);
    }
    Ok((found, true))
}

/// Whether the release is of 2024 or later. Earlier releases have errors in the getters of parts of
/// terms.
pub(super) fn is_recent(cx: &Context) -> bool {
    cx.table().Z3_get_depth.exists()
}

/// The largest depth of terms that are printed. Some printers do not keep the sharing of parts, so
/// that texts grow exponentially.
const PRINTABLE: u32 = 8;

/// Whether a term can be printed fast.
pub(super) fn printable(cx: &Rc<Context>, term: &Ast) -> Result<bool> {
    if is_recent(cx) {
        return Ok(cx.get_depth(term)? <= PRINTABLE);
    }
    // Without the getter for depths, the parts are visited level by level.
    let mut level = vec![term.clone()];
    for _ in 0..PRINTABLE {
        let (mut below, mut seen) = (Vec::new(), BTreeSet::new());
        for part in &level {
            for child in children(cx, part)? {
                if seen.insert(cx.get_ast_id(&child)?) {
                    below.push(child);
                }
            }
        }
        level = below;
    }
    Ok(level.is_empty())
}

/// Whether a term has neither variables nor binders.
pub(super) fn is_ground(cx: &Rc<Context>, term: &Ast) -> Result<bool> {
    if cx.table().Z3_is_ground.exists() {
        return cx.is_ground(term);
    }
    let (parts, all) = parts(cx, std::slice::from_ref(term))?;
    for part in &parts {
        let kind = cx.get_ast_kind(part)? as u32;
        if kind != ffi::Z3_APP_AST && kind != ffi::Z3_NUMERAL_AST {
            return Ok(false);
        }
    }
    Ok(all)
}

/// Whether a condition among the parts is a literal. When Z3 makes such a term again, it replaces
/// the `ite` by the branch.
pub(super) fn has_decided_ite(cx: &Rc<Context>, parts: &[Ast]) -> Result<bool> {
    for part in parts {
        if let Some((decl, _)) = cx.parts(part)?
            && cx.get_decl_kind(&decl)? as u32 == ffi::Z3_OP_ITE
            && let [condition, ..] = &children(cx, part)?[..]
            && matches!(
                cx.get_bool_value(condition)?,
                ffi::Z3_L_TRUE | ffi::Z3_L_FALSE
            )
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The arguments of an application, or the body of a binder.
pub(super) fn children(cx: &Rc<Context>, term: &Ast) -> Result<Vec<Ast>> {
    if cx.get_ast_kind(term)? as u32 == ffi::Z3_QUANTIFIER_AST {
        return Ok(vec![cx.get_quantifier_body(term)?]);
    }
    Ok(cx.parts(term)?.map_or_else(Vec::new, |(_, args)| args))
}

/// Whether terms are the same after they were copied to another context and back. Terms with fresh
/// constants or functions may come back as others, because no document promises that these stay the
/// same. They count as the same.
pub(super) fn is_same_after_copy(cx: &Rc<Context>, terms: &[Ast], back: &[Ast]) -> Result<bool> {
    Ok(terms == back || has_fresh(cx, terms)?)
}

/// Whether some terms have constants or functions that are not the declared ones of their names and
/// sorts. It is true for terms that are too large to be visited.
fn has_fresh(cx: &Rc<Context>, terms: &[Ast]) -> Result<bool> {
    let (parts, all) = parts(cx, terms)?;
    for decl in signature(cx, &parts)?.functions {
        let domain = (0..cx.get_arity(&decl)?).map(|n| cx.get_domain(&decl, n));
        let domain = domain.collect::<Result<Vec<_>>>()?;
        let declared = cx.mk_func_decl(cx.get_decl_name(&decl)?, &domain, &cx.get_range(&decl)?)?;
        if !cx.is_eq_func_decl(&declared, &decl)? {
            return Ok(true);
        }
    }
    Ok(!all)
}

/// The free functions, with constants, and the declared sorts of some terms.
pub(super) struct DeclSignature {
    pub(super) functions: Vec<Decl>,
    pub(super) sorts: Vec<Sort>,
    /// Whether some of the functions have definitions.
    pub(super) defined: bool,
    /// Whether some of the sorts are datatypes. Their constructors and selectors are not among the
    /// functions.
    pub(super) datatypes: bool,
}

/// The declarations that a text of these parts needs.
pub(super) fn signature(cx: &Rc<Context>, parts: &[Ast]) -> Result<DeclSignature> {
    // The number of the kind differs between releases. It is one more than that of functions with a
    // definition.
    let example = cx.mk_fresh_const("example", &cx.mk_bool_sort()?)?;
    let free = match cx.parts(&example)? {
        Some((decl, _)) => cx.get_decl_kind(&decl)?,
        None => i32::MAX,
    };
    let mut signature = DeclSignature {
        functions: Vec::new(),
        sorts: Vec::new(),
        defined: false,
        datatypes: false,
    };
    let (mut functions, mut sorts) = (BTreeSet::new(), BTreeSet::new());
    let mut todo = Vec::new();
    for part in parts {
        todo.push(cx.get_sort(part)?);
        if cx.get_ast_kind(part)? as u32 == ffi::Z3_QUANTIFIER_AST {
            for n in 0..cx.get_quantifier_num_bound(part)? {
                todo.push(cx.get_quantifier_bound_sort(part, n)?);
            }
        }
        let Some((decl, _)) = cx.parts(part)? else {
            continue;
        };
        for n in 0..cx.get_arity(&decl)? {
            todo.push(cx.get_domain(&decl, n)?);
        }
        let kind = cx.get_decl_kind(&decl)?;
        if (kind == free || kind == free - 1) && functions.insert(cx.get_func_decl_id(&decl)?) {
            signature.defined |= kind != free;
            signature.functions.push(decl);
        }
    }
    while let Some(sort) = todo.pop() {
        if !sorts.insert(cx.get_sort_id(&sort)?) {
            continue;
        }
        match cx.get_sort_kind(&sort)? as u32 {
            ffi::Z3_ARRAY_SORT => {
                todo.push(cx.get_array_sort_domain(&sort)?);
                todo.push(cx.get_array_sort_range(&sort)?);
            }
            ffi::Z3_SEQ_SORT => todo.push(cx.get_seq_sort_basis(&sort)?),
            ffi::Z3_RE_SORT => todo.push(cx.get_re_sort_basis(&sort)?),
            ffi::Z3_DATATYPE_SORT => signature.datatypes = true,
            ffi::Z3_UNINTERPRETED_SORT => signature.sorts.push(sort),
            _ => {}
        }
    }
    Ok(signature)
}
