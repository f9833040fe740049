//! Calls all getters of terms, sorts, declarations and patterns on all parts of a term. They must
//! agree.

use super::super::checks::{
    APPLICATION, ARGUMENT_SORT, ARRAY_INDEX, DECLARATION_ARITY, DECLARATION_ID, DECLARED_SORT,
    DEPTH_OF_TERM, FLOAT_SIGN, FLOAT_SIGN_BIT, FLOAT_TEXT, GROUND_VARIABLE, HASH, NO_DECLARATION,
    NOT_ITSELF, NOTHING_PRINTED, NUMERAL, PATTERN, PREDICTED_SORT, RATIONAL_PARAMETER,
    REGULAR_EXPRESSIONS, STRING_BYTES, SYMBOL, TERM_KIND, WELL_SORTED,
};
use super::super::ffi::{self, Ast, BinderKind, Context, Decl, Sort, Symbol};
use super::super::sorts::view::view;
use super::ExtensionCall;
use super::rewrite::binder;
use super::walk;
use crate::shared::actions::checks::WAYS_OF_READING;
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Error, Result};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::str::FromStr;

/// The deepest term whose depth is compared.
const DEPTH: u32 = 1000;

/// Reads a term.
pub(super) fn inspect(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let cx = &call.cx;
    let (parts, all) = walk::parts(cx, std::slice::from_ref(&term))?;
    for part in &parts {
        node(cx, part)?;
    }
    if all && cx.table().Z3_get_depth.exists() {
        depths(cx, &parts)?;
    }
    if walk::printable(cx, &term)? {
        for mode in [ffi::Z3_PRINT_LOW_LEVEL, ffi::Z3_PRINT_SMTLIB_FULL] {
            cx.set_ast_print_mode(mode as i32)?;
            NOTHING_PRINTED.must_for("a term", !cx.ast_to_string(&term)?.is_empty())?;
        }
    }
    // The sort in the state of the run must agree with the sort in Z3.
    let predicted = call.state.term(call.id()?);
    if let Some(predicted) = predicted.map(|term| call.state.sorts.view(term.sort)) {
        let actual = view(cx, &cx.get_sort(&term)?)?;
        let actual = call.z3.content.extra.sets.view(call.id()?, actual);
        if predicted != actual {
            return PREDICTED_SORT.fails(format!("{actual}, not {predicted}"));
        }
    }
    Ok(Effect::Done)
}

/// Reads a part of the term.
fn node(cx: &Rc<Context>, term: &Ast) -> Result {
    NOT_ITSELF.must_for("a term", cx.is_eq_ast(term, term)?)?;
    HASH.must(cx.get_ast_hash(term)? == cx.get_ast_hash(&term.clone())?)?;
    WELL_SORTED.must(cx.is_well_sorted(term)?)?;
    let sort = cx.get_sort(term)?;
    self::sort(cx, &sort)?;
    match cx.get_ast_kind(term)? as u32 {
        ffi::Z3_QUANTIFIER_AST => quantifier(cx, term),
        ffi::Z3_VAR_AST => {
            GROUND_VARIABLE.must(!walk::is_ground(cx, term)?)?;
            cx.get_index_value(term).map(|_| ())
        }
        ffi::Z3_APP_AST | ffi::Z3_NUMERAL_AST => {
            application(cx, term)?;
            value(cx, term, &sort)
        }
        kind => TERM_KIND.fails(kind.to_string()),
    }
}

fn application(cx: &Rc<Context>, term: &Ast) -> Result {
    let app = cx.to_app(term)?;
    APPLICATION.must(cx.app_to_ast(&app)? == *term)?;
    let Some((decl, args)) = cx.parts(term)? else {
        return NO_DECLARATION.fails("");
    };
    let arity = cx.get_arity(&decl)?;
    DECLARATION_ARITY.must(cx.get_domain_size(&decl)? == arity)?;
    DECLARED_SORT.must(cx.get_range(&decl)? == cx.get_sort(term)?)?;
    for (n, arg) in (0..arity).zip(&args) {
        ARGUMENT_SORT
            .must(arity as usize != args.len() || cx.get_domain(&decl, n)? == cx.get_sort(arg)?)?;
    }
    declaration(cx, &decl)
}

fn declaration(cx: &Rc<Context>, decl: &Decl) -> Result {
    let ast = cx.func_decl_to_ast(decl)?;
    let back = cx.to_func_decl(&ast)?;
    NOT_ITSELF.must_for("a declaration", cx.is_eq_func_decl(decl, &back)?)?;
    DECLARATION_ID.must(cx.get_func_decl_id(decl)? == cx.get_func_decl_id(&back)?)?;
    NOTHING_PRINTED.must_for("a declaration", !cx.func_decl_to_string(decl)?.is_empty())?;
    symbol(cx, cx.get_decl_name(decl)?)?;
    for n in 0..cx.get_decl_num_parameters(decl)? {
        match cx.get_decl_parameter_kind(decl, n)? as u32 {
            ffi::Z3_PARAMETER_INT => cx.get_decl_int_parameter(decl, n).map(|_| ())?,
            ffi::Z3_PARAMETER_DOUBLE => cx.get_decl_double_parameter(decl, n).map(|_| ())?,
            ffi::Z3_PARAMETER_SYMBOL => symbol(cx, cx.get_decl_symbol_parameter(decl, n)?)?,
            ffi::Z3_PARAMETER_SORT => sort(cx, &cx.get_decl_sort_parameter(decl, n)?)?,
            ffi::Z3_PARAMETER_AST => {
                let ast = cx.get_decl_ast_parameter(decl, n)?;
                NOT_ITSELF.must_for("a parameter", cx.is_eq_ast(&ast, &ast)?)?;
            }
            ffi::Z3_PARAMETER_FUNC_DECL => {
                let function = match cx.get_decl_func_decl_parameter(decl, n) {
                    // Old releases say that strings are declarations, too.
                    Err(Error::Rejected(_)) if !walk::is_recent(cx) => continue,
                    function => function?,
                };
                NOT_ITSELF.must_for("a parameter", cx.is_eq_func_decl(&function, &function)?)?;
            }
            ffi::Z3_PARAMETER_RATIONAL => {
                let text = cx.get_decl_rational_parameter(decl, n)?;
                RATIONAL_PARAMETER.must(BigRational::from_str(&text).is_ok())?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn symbol(cx: &Rc<Context>, symbol: Symbol) -> Result {
    if cx.get_symbol_kind(symbol)? as u32 == ffi::Z3_INT_SYMBOL {
        let number = cx.get_symbol_int(symbol)?;
        return SYMBOL.must(number >= 0);
    }
    cx.get_symbol_string(symbol).map(|_| ())
}

fn sort(cx: &Rc<Context>, sort: &Sort) -> Result {
    NOT_ITSELF.must_for("a sort", cx.is_eq_sort(sort, sort)?)?;
    cx.get_ast_hash(&cx.sort_to_ast(sort)?)?;
    cx.get_sort_id(sort)?;
    symbol(cx, cx.get_sort_name(sort)?)?;
    NOTHING_PRINTED.must_for("a sort", !cx.sort_to_string(sort)?.is_empty())?;
    let kind = cx.get_sort_kind(sort)? as u32;
    REGULAR_EXPRESSIONS.must(cx.is_re_sort(sort)? == (kind == ffi::Z3_RE_SORT))?;
    if kind == ffi::Z3_ARRAY_SORT && cx.table().Z3_get_array_arity.exists() {
        // Functions of several arguments are arrays of several indices.
        ARRAY_INDEX.must(
            cx.get_array_arity(sort)? >= 1
                && cx.get_array_sort_domain_n(sort, 0)? == cx.get_array_sort_domain(sort)?,
        )?;
    }
    view(cx, sort).map(|_| ())
}

fn quantifier(cx: &Rc<Context>, term: &Ast) -> Result {
    let kind = binder(cx, term)?;
    for n in 0..cx.get_quantifier_num_bound(term)? {
        symbol(cx, cx.get_quantifier_bound_name(term, n)?)?;
        sort(cx, &cx.get_quantifier_bound_sort(term, n)?)?;
    }
    if kind == BinderKind::Lambda {
        return Ok(());
    }
    cx.get_quantifier_weight(term)?;
    if cx.table().Z3_get_quantifier_id.exists() {
        cx.get_quantifier_id(term)?;
        cx.get_quantifier_skolem_id(term)?;
    }
    for n in 0..cx.get_quantifier_num_patterns(term)? {
        let pattern = cx.get_quantifier_pattern_ast(term, n)?;
        PATTERN.must(
            cx.get_pattern_num_terms(&pattern)? > 0 && !cx.pattern_to_string(&pattern)?.is_empty(),
        )?;
        cx.get_ast_id(&cx.pattern_to_ast(&pattern)?)?;
    }
    for n in 0..cx.get_quantifier_num_no_patterns(term)? {
        cx.get_ast_id(&cx.get_quantifier_no_pattern_ast(term, n)?)?;
    }
    Ok(())
}

/// Reads a value by all getters.
fn value(cx: &Rc<Context>, term: &Ast, sort: &Sort) -> Result {
    match cx.get_sort_kind(sort)? as u32 {
        ffi::Z3_INT_SORT | ffi::Z3_REAL_SORT | ffi::Z3_BV_SORT
            if cx.is_numeral_ast(term)? && !cx.is_algebraic_number(term)? =>
        {
            numeral(cx, term, sort)
        }
        ffi::Z3_FLOATING_POINT_SORT if cx.table().Z3_fpa_is_numeral.exists() => {
            if cx.fpa_is_numeral(term)? && !cx.fpa_is_numeral_nan(term)? {
                float(cx, term)?;
            }
            Ok(())
        }
        ffi::Z3_SEQ_SORT if cx.is_string_sort(sort)? && cx.is_string(term)? => literal(cx, term),
        _ => Ok(()),
    }
}

/// Reads a string as bytes. By the header, the characters 1 to 255 stand for themselves, and 0 and
/// all others are escaped.
fn literal(cx: &Rc<Context>, term: &Ast) -> Result {
    if !cx.table().Z3_get_string_contents.exists() {
        return Ok(());
    }
    let mut bytes = Vec::new();
    for char in cx.string_contents(term)? {
        match u8::try_from(char) {
            Ok(byte @ 1..) => bytes.push(byte),
            _ => bytes.extend(format!("\\u{{{char:x}}}").bytes()),
        }
    }
    STRING_BYTES.must(bytes == cx.lstring_text(term)?)
}

/// Reads a number in all ways, which must agree with its decimal text. Getters for small numbers
/// must fail for large ones.
fn numeral(cx: &Rc<Context>, term: &Ast, sort: &Sort) -> Result {
    let text = cx.get_numeral_string(term)?;
    let Ok(exact) = BigRational::from_str(&text) else {
        return NUMERAL.fails(format!("'{text}'"));
    };
    let integer = exact.is_integer().then(|| exact.numer().clone());
    let integer = integer.as_ref();
    let rational = cx.get_numeral_rational_int64(term)?;
    let rational = rational.map(|(n, d)| BigRational::new(n.into(), d.into()));
    // Bit-vectors cannot be read as doubles.
    let double = match cx.get_sort_kind(sort)? as u32 {
        ffi::Z3_BV_SORT => None,
        _ => Some(cx.get_numeral_double(term)?),
    };
    let read = [
        (
            "Z3_get_numeral_int",
            cx.get_numeral_int(term)? == integer.and_then(ToPrimitive::to_i32),
        ),
        (
            "Z3_get_numeral_uint",
            cx.get_numeral_uint(term)? == integer.and_then(ToPrimitive::to_u32),
        ),
        (
            "Z3_get_numeral_int64",
            cx.get_numeral_int64(term)? == integer.and_then(ToPrimitive::to_i64),
        ),
        (
            "Z3_get_numeral_uint64",
            cx.get_numeral_uint64(term)? == integer.and_then(ToPrimitive::to_u64),
        ),
        (
            "Z3_get_numeral_rational_int64",
            rational.is_none_or(|read| read == exact),
        ),
        (
            "Z3_get_numeral_double",
            double.is_none_or(|read| near(read, &exact)),
        ),
    ];
    match read.iter().find(|(_, right)| !right) {
        None => Ok(()),
        Some((function, _)) => WAYS_OF_READING.fails_for(*function, text),
    }
}

/// Whether a double is a number, up to the precision of doubles.
fn near(double: f64, exact: &BigRational) -> bool {
    let Some(read) = BigRational::from_float(double) else {
        return exact.abs().to_f64().is_none_or(|size| size > 1e300);
    };
    let slack = exact.abs() / BigRational::from_integer((1_u64 << 40).into());
    let tiny = BigRational::new(One::one(), (u64::MAX).into());
    (read - exact).abs() <= slack + tiny
}

fn float(cx: &Rc<Context>, term: &Ast) -> Result {
    let negative = cx.fpa_is_numeral_negative(term)?;
    FLOAT_SIGN.must(cx.fpa_get_numeral_sign(term)? == Some(negative))?;
    let bit = cx.fpa_get_numeral_sign_bv(term)?;
    FLOAT_SIGN_BIT.must(cx.get_numeral_uint(&bit)? == Some(u32::from(negative)))?;
    let significand = cx.fpa_get_numeral_significand_string(term)?;
    let exponent = cx.fpa_get_numeral_exponent_string(term, false)?;
    FLOAT_TEXT.must(!significand.is_empty() && !exponent.is_empty())
}

/// The depth of an application must be one more than that of its deepest argument.
fn depths(cx: &Rc<Context>, parts: &[Ast]) -> Result {
    let mut depths = BTreeMap::new();
    for part in parts {
        depths.insert(cx.get_ast_id(part)?, cx.get_depth(part)?);
    }
    for part in parts {
        let children = walk::children(cx, part)?;
        let children = children.iter().map(|child| cx.get_ast_id(child));
        let children = children.collect::<Result<Vec<u32>>>()?;
        let deepest = children.iter().filter_map(|id| depths.get(id)).max();
        let depth = depths.get(&cx.get_ast_id(part)?).copied().unwrap_or(0);
        let fits = deepest.is_none_or(|below| depth > DEPTH || depth == below + 1);
        DEPTH_OF_TERM.must(fits)?;
    }
    Ok(())
}
