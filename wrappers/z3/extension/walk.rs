//! All parts of terms, each once.

use super::super::ffi::{self, Ast, Context, Decl, Sort};
use murxla_fsm::solver::Result;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Parts of a term that are visited at most.
const NODES: usize = 500;

/// The distinct parts of some terms, bodies of binders included: what is above comes before what is below. The
/// second: whether these are all.
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

/// Whether the release is of 2024 or later. What earlier ones say wrongly of parts of terms, others do not.
pub(super) fn is_recent(cx: &Context) -> bool {
    cx.api().Z3_get_depth.exists()
}

/// How deep terms that are printed may be: without the sharing of their parts, which not all printers keep, they grow
/// exponentially.
const PRINTABLE: u32 = 8;

/// Whether a term can be printed in no time.
pub(super) fn printable(cx: &Rc<Context>, term: &Ast) -> Result<bool> {
    if is_recent(cx) {
        return Ok(cx.get_depth(term)? <= PRINTABLE);
    }
    // Without it: the parts level by level.
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
    if cx.api().Z3_is_ground.exists() {
        return cx.is_ground(term);
    }
    let (parts, all) = parts(cx, std::slice::from_ref(term))?;
    for part in &parts {
        let kind = cx.ast_kind(part)? as u32;
        if kind != ffi::Z3_APP_AST && kind != ffi::Z3_NUMERAL_AST {
            return Ok(false);
        }
    }
    Ok(all)
}

/// Whether a condition among the parts is a literal. Where Z3 writes a term anew, it takes the branch for the whole.
pub(super) fn has_decided_ite(cx: &Rc<Context>, parts: &[Ast]) -> Result<bool> {
    for part in parts {
        if let Some((decl, _)) = cx.parts(part)?
            && cx.decl_kind(&decl)? as u32 == ffi::Z3_OP_ITE
            && let [condition, ..] = &children(cx, part)?[..]
            && matches!(cx.bool_value(condition)?, ffi::Z3_L_TRUE | ffi::Z3_L_FALSE)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The arguments of an application, the body of a binder.
pub(super) fn children(cx: &Rc<Context>, term: &Ast) -> Result<Vec<Ast>> {
    if cx.ast_kind(term)? as u32 == ffi::Z3_QUANTIFIER_AST {
        return Ok(vec![cx.quantifier_body(term)?]);
    }
    Ok(cx.parts(term)?.map_or_else(Vec::new, |(_, args)| args))
}

/// The free functions, constants included, and the declared sorts of some terms.
pub(super) struct DeclSignature {
    pub(super) functions: Vec<Decl>,
    pub(super) sorts: Vec<Sort>,
    /// Some of the functions have definitions.
    pub(super) defined: bool,
    /// Some of the sorts are datatypes, whose constructors and selectors are not among the functions.
    pub(super) datatypes: bool,
}

/// What a text about these parts needs to know.
pub(super) fn signature(cx: &Rc<Context>, parts: &[Ast]) -> Result<DeclSignature> {
    // The kind's number differs from version to version, and is one more than that of functions with a definition.
    let example = cx.fresh(c"example", &cx.bool_sort()?)?;
    let free = match cx.parts(&example)? {
        Some((decl, _)) => cx.decl_kind(&decl)?,
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
        todo.push(cx.sort_of(part)?);
        if cx.ast_kind(part)? as u32 == ffi::Z3_QUANTIFIER_AST {
            for n in 0..cx.bound_count(part)? {
                todo.push(cx.quantifier_sort(part, n)?);
            }
        }
        let Some((decl, _)) = cx.parts(part)? else {
            continue;
        };
        for n in 0..cx.arity(&decl)? {
            todo.push(cx.domain(&decl, n)?);
        }
        let kind = cx.decl_kind(&decl)?;
        if (kind == free || kind == free - 1) && functions.insert(cx.get_func_decl_id(&decl)?) {
            signature.defined |= kind != free;
            signature.functions.push(decl);
        }
    }
    while let Some(sort) = todo.pop() {
        if !sorts.insert(cx.get_sort_id(&sort)?) {
            continue;
        }
        match cx.sort_kind(&sort)? as u32 {
            ffi::Z3_ARRAY_SORT => {
                todo.push(cx.array_index(&sort)?);
                todo.push(cx.array_element(&sort)?);
            }
            ffi::Z3_SEQ_SORT => todo.push(cx.seq_element(&sort)?),
            ffi::Z3_RE_SORT => todo.push(cx.re_basis(&sort)?),
            ffi::Z3_DATATYPE_SORT => signature.datatypes = true,
            ffi::Z3_UNINTERPRETED_SORT => signature.sorts.push(sort),
            _ => {}
        }
    }
    Ok(signature)
}
