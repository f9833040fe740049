//! All of the wrapper's `unsafe`: a thin layer over Boolector's C API.
//!
//! A wrong call ends the process with a message of the library, like an assertion. The library has
//! a handler for it, but the handler must not return, and nothing may unwind through C.

mod files;
mod models;

use super::bindings as raw;
use super::checks::{COPY, NO_ANSWER, NO_INSTANCE, NO_NODE};
use crate::shared::library::interrupt::{SearchBudget, must_stop};
use crate::shared::library::{self, c};
use crate::shared::options::sat_solvers::Environment;
pub(super) use files::Format;
pub(super) use models::Points;
use murxla_fsm::solver::loaded::LoadError;
use murxla_fsm::solver::{Answer, Result};
use raw::{BoolectorApi, BoolectorNode, Btor};
use std::ffi::{CString, c_char, c_int, c_uint, c_ulong};
use std::path::Path;
use std::ptr;

/// A node of the library. Nodes are made and used by one `Session`, which lives longer than they
/// do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub(super) struct Term(*mut BoolectorNode);

/// A sort of the library, with the same lifetime as `Term`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(super) struct Sort(c_ulong);

/// An option, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OptionNumber(c_uint);

/// A loaded library. It is never closed.
#[derive(Clone, Copy)]
pub(super) struct Api(&'static BoolectorApi);

/// An instance, with all nodes and sorts that were made by it.
pub(super) struct Session {
    api: Api,
    btor: *mut Btor,
    budget: Box<SearchBudget>,
}

/// The library calls this function instead of `exit`.
unsafe extern "C" fn give_up(message: *const c_char) {
    let prefix = b"boolector: error: ";
    // SAFETY: the message is a string that ends with a zero; `_exit` does not return.
    unsafe {
        libc::write(2, prefix.as_ptr().cast(), prefix.len());
        if !message.is_null() {
            libc::write(2, message.cast(), libc::strlen(message));
        }
        libc::write(2, b"\n".as_ptr().cast(), 1);
        libc::_exit(1)
    }
}

/// A copy of a string of the library. It is empty if there is none.
///
/// # Safety
/// It is null or ends with a zero.
unsafe fn text(string: *const c_char) -> String {
    // SAFETY: as the caller says.
    unsafe { library::text(string) }.unwrap_or_default()
}

fn nodes(nodes: &[Term]) -> *mut *mut BoolectorNode {
    // The library reads the array only.
    nodes.as_ptr().cast_mut().cast()
}

impl Api {
    /// Loads the library at `path`.
    pub(super) fn load(path: &Path) -> std::result::Result<Self, LoadError> {
        let file = path.display();
        let library = library::open(path)?;
        // SAFETY: the declarations are those of the releases since 3.2.3, see `api.h`.
        let api = unsafe { BoolectorApi::from_library(library) };
        // Every release since 3.2.3 has all of them.
        if let Some(name) = api.missing(BoolectorApi::NAMES) {
            return Err(LoadError(format!(
                "{file} is not a Boolector: it has no {name}"
            )));
        }
        let api = Self(Box::leak(Box::new(api)));
        // SAFETY: before any instance, as the library recommends; the handler does not return.
        unsafe { api.0.boolector_set_abort(Some(give_up)) };
        Ok(api)
    }
}

impl Environment for Api {
    fn set_variable(&self, name: &CString, value: Option<&CString>) {
        // SAFETY: the strings live until the call returns, which copies them. Only this thread uses
        // the environment.
        unsafe {
            match value {
                Some(value) => self.0.setenv(name.as_ptr(), value.as_ptr(), 1),
                None => self.0.unsetenv(name.as_ptr()),
            }
        };
    }
}

impl Api {
    /// The functions that have been called.
    pub(super) fn called(self) -> Vec<&'static str> {
        self.0.called()
    }
}

impl Session {
    pub(super) fn new(api: Api) -> Result<Self> {
        // SAFETY: takes nothing.
        Self::owner(api, unsafe { api.0.boolector_new() })
    }

    fn owner(api: Api, btor: *mut Btor) -> Result<Self> {
        if btor.is_null() {
            return NO_INSTANCE.fails("");
        }
        let budget = SearchBudget::new();
        // SAFETY: the state lives in a box as long as the instance.
        unsafe { (api.0).boolector_set_term(btor, Some(must_stop), budget.state()) };
        Ok(Self { api, btor, budget })
    }

    /// An exact copy, whose nodes have the same numbers.
    pub(super) fn clone_session(&self) -> Result<Self> {
        // SAFETY: the instance is live.
        let twin = Self::owner(self.api, unsafe { self.api.0.boolector_clone(self.btor) })?;
        twin.budget.copy_from(&self.budget);
        Ok(twin)
    }

    /// The version of the library. Commit and copyright are read, too.
    pub(super) fn version(&self) -> String {
        // SAFETY: the strings are constants of the library.
        unsafe {
            text(self.api.0.boolector_git_id(self.btor));
            text(self.api.0.boolector_copyright(self.btor));
            text(self.api.0.boolector_version(self.btor))
        }
    }

    /// How long searches may go on.
    pub(super) fn budget(&self) -> &SearchBudget {
        &self.budget
    }

    /// The options, in the order of the library.
    pub(super) fn options(&self) -> Vec<OptionNumber> {
        let (api, mut all) = (self.api.0, Vec::new());
        // SAFETY: any number may be asked about.
        unsafe {
            let mut option = api.boolector_first_opt(self.btor);
            while api.boolector_has_opt(self.btor, option) {
                all.push(OptionNumber(option));
                option = api.boolector_next_opt(self.btor, option);
            }
        }
        all
    }

    fn node(&self, node: *mut BoolectorNode) -> Result<Term> {
        if node.is_null() {
            return NO_NODE.fails("");
        }
        Ok(Term(node))
    }

    /// The failed assumptions of the last check.
    pub(super) fn failed_assumptions(&self) -> Vec<Term> {
        let mut all = Vec::new();
        // SAFETY: the array ends with a null pointer, stays the library's, and is copied at once.
        unsafe {
            let mut next = self.api.0.boolector_get_failed_assumptions(self.btor);
            while !next.is_null() && !(*next).is_null() {
                all.push(Term(*next));
                next = next.add(1);
            }
        }
        all
    }

    /// The value of a node that is a constant, as bits.
    pub(super) fn bits(&self, node: Term) -> String {
        // SAFETY: the node is a live constant; the string is copied and freed.
        unsafe {
            let bits = self.api.0.boolector_get_bits(self.btor, node.0);
            let copy = text(bits);
            self.api.0.boolector_free_bits(self.btor, bits);
            copy
        }
    }

    /// Whether a node belongs to this instance, by its own getter.
    pub(super) fn owns(&self, node: Term) -> bool {
        // SAFETY: the node is live.
        unsafe { self.api.0.boolector_get_btor(node.0) == self.btor }
    }

    /// Adds references to a node and its sort, and releases them. Nothing must change.
    pub(super) fn copy_and_release(&self, node: Term) -> Result {
        let api = self.api.0;
        // SAFETY: all are live; only the references that the copies added are released.
        let (copy, sort, sort_copy) = unsafe {
            let copy = api.boolector_copy(self.btor, node.0);
            let sort = api.boolector_get_sort(self.btor, node.0);
            let sort_copy = api.boolector_copy_sort(self.btor, sort);
            api.boolector_release_sort(self.btor, sort_copy);
            api.boolector_release(self.btor, copy);
            (copy, sort, sort_copy)
        };
        COPY.must(copy == node.0 && sort == sort_copy)
    }

    fn answer(&self, result: c_int) -> Result<Answer> {
        match u32::try_from(result) {
            Ok(raw::BOOLECTOR_SAT) => Ok(Answer::Sat),
            Ok(raw::BOOLECTOR_UNSAT) => Ok(Answer::Unsat),
            Ok(raw::BOOLECTOR_UNKNOWN) => Ok(Answer::Unknown),
            _ => NO_ANSWER.fails(result.to_string()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the instance is live; its nodes and sorts are not used any more.
        unsafe {
            self.api.0.boolector_release_all(self.btor);
            self.api.0.boolector_delete(self.btor);
        }
    }
}

/// Makes a method for each function, `name(arguments) = function(what is passed)`. The groups have
/// different result types.
macro_rules! functions {
    (
        $self:ident
        nodes { $($node:ident($($narg:ident: $ntype:ty),*) = $nfn:ident($($npass:expr),*);)* }
        sorts { $($sort:ident($($sarg:ident: $stype:ty),*) = $sfn:ident($($spass:expr),*);)* }
        answers { $($answer:ident($($aarg:ident: $atype:ty),*) = $afn:ident($($apass:expr),*);)* }
        texts { $($text:ident($($xarg:ident: $xtype:ty),*) = $xfn:ident($($xpass:expr),*);)* }
        plain { $($plain:ident($($parg:ident: $ptype:ty),*) -> $back:ty = $pfn:ident($($ppass:expr),*);)* }
        named { $($named:ident($($marg:ident: $mtype:ty),*) = $mfn:ident($($mpass:expr),*);)* }
    ) => {
        impl Session {
            $(pub(super) fn $node(&$self $(, $narg: $ntype)*) -> Result<Term> {
                // SAFETY: the instance is live, nodes and sorts are its own; slices are passed with
                // their lengths, and strings live until the call returns.
                $self.node(unsafe { $self.api.0.$nfn($self.btor $(, $npass)*) })
            })*
            $(pub(super) fn $sort(&$self $(, $sarg: $stype)*) -> Sort {
                // SAFETY: as above.
                Sort(unsafe { $self.api.0.$sfn($self.btor $(, $spass)*) })
            })*
            $(pub(super) fn $answer(&$self $(, $aarg: $atype)*) -> Result<Answer> {
                // SAFETY: as above.
                $self.answer(unsafe { $self.api.0.$afn($self.btor $(, $apass)*) })
            })*
            $(pub(super) fn $text(&$self $(, $xarg: $xtype)*) -> String {
                // SAFETY: as above; the string is copied at once.
                unsafe { text($self.api.0.$xfn($self.btor $(, $xpass)*)) }
            })*
            $(pub(super) fn $plain(&$self $(, $parg: $ptype)*) -> $back {
                // SAFETY: as above.
                unsafe { $self.api.0.$pfn($self.btor $(, $ppass)*) }
            })*
            $(pub(super) fn $named(&$self $(, $marg: $mtype)*) -> Result {
                // SAFETY: as above.
                unsafe { $self.api.0.$mfn($self.btor $(, $mpass)*) };
                Ok(())
            })*
        }
    };
}

functions! {
    self
    nodes {
    var(sort: Sort, symbol: &str) = boolector_var(sort.0, c(symbol)?.as_ptr());
    array(sort: Sort, symbol: &str) = boolector_array(sort.0, c(symbol)?.as_ptr());
    uf(sort: Sort, symbol: &str) = boolector_uf(sort.0, c(symbol)?.as_ptr());
    param(sort: Sort, symbol: &str) = boolector_param(sort.0, c(symbol)?.as_ptr());
    nameless_var(sort: Sort) = boolector_var(sort.0, ptr::null());
    nameless_array(sort: Sort) = boolector_array(sort.0, ptr::null());
    nameless_uf(sort: Sort) = boolector_uf(sort.0, ptr::null());
    nameless_param(sort: Sort) = boolector_param(sort.0, ptr::null());
    truth() = boolector_true();
    falsity() = boolector_false();
    binary(bits: &str) = boolector_const(c(bits)?.as_ptr());
    decimal(sort: Sort, digits: &str) = boolector_constd(sort.0, c(digits)?.as_ptr());
    hexadecimal(sort: Sort, digits: &str) = boolector_consth(sort.0, c(digits)?.as_ptr());
    zero(sort: Sort) = boolector_zero(sort.0);
    ones(sort: Sort) = boolector_ones(sort.0);
    one(sort: Sort) = boolector_one(sort.0);
    min_signed(sort: Sort) = boolector_min_signed(sort.0);
    max_signed(sort: Sort) = boolector_max_signed(sort.0);
    unsigned_int(value: u32, sort: Sort) = boolector_unsigned_int(value, sort.0);
    int(value: i32, sort: Sort) = boolector_int(value, sort.0);
    const_array(sort: Sort, value: Term) = boolector_const_array(sort.0, value.0);

    not(a: Term) = boolector_not(a.0);
    neg(a: Term) = boolector_neg(a.0);
    redor(a: Term) = boolector_redor(a.0);
    redxor(a: Term) = boolector_redxor(a.0);
    redand(a: Term) = boolector_redand(a.0);
    inc(a: Term) = boolector_inc(a.0);
    dec(a: Term) = boolector_dec(a.0);
    implies(a: Term, b: Term) = boolector_implies(a.0, b.0);
    iff(a: Term, b: Term) = boolector_iff(a.0, b.0);
    eq(a: Term, b: Term) = boolector_eq(a.0, b.0);
    ne(a: Term, b: Term) = boolector_ne(a.0, b.0);
    xor(a: Term, b: Term) = boolector_xor(a.0, b.0);
    xnor(a: Term, b: Term) = boolector_xnor(a.0, b.0);
    and(a: Term, b: Term) = boolector_and(a.0, b.0);
    nand(a: Term, b: Term) = boolector_nand(a.0, b.0);
    or(a: Term, b: Term) = boolector_or(a.0, b.0);
    nor(a: Term, b: Term) = boolector_nor(a.0, b.0);
    add(a: Term, b: Term) = boolector_add(a.0, b.0);
    uaddo(a: Term, b: Term) = boolector_uaddo(a.0, b.0);
    saddo(a: Term, b: Term) = boolector_saddo(a.0, b.0);
    mul(a: Term, b: Term) = boolector_mul(a.0, b.0);
    umulo(a: Term, b: Term) = boolector_umulo(a.0, b.0);
    smulo(a: Term, b: Term) = boolector_smulo(a.0, b.0);
    ult(a: Term, b: Term) = boolector_ult(a.0, b.0);
    slt(a: Term, b: Term) = boolector_slt(a.0, b.0);
    ulte(a: Term, b: Term) = boolector_ulte(a.0, b.0);
    slte(a: Term, b: Term) = boolector_slte(a.0, b.0);
    ugt(a: Term, b: Term) = boolector_ugt(a.0, b.0);
    sgt(a: Term, b: Term) = boolector_sgt(a.0, b.0);
    ugte(a: Term, b: Term) = boolector_ugte(a.0, b.0);
    sgte(a: Term, b: Term) = boolector_sgte(a.0, b.0);
    sll(a: Term, b: Term) = boolector_sll(a.0, b.0);
    srl(a: Term, b: Term) = boolector_srl(a.0, b.0);
    sra(a: Term, b: Term) = boolector_sra(a.0, b.0);
    rol(a: Term, b: Term) = boolector_rol(a.0, b.0);
    ror(a: Term, b: Term) = boolector_ror(a.0, b.0);
    sub(a: Term, b: Term) = boolector_sub(a.0, b.0);
    usubo(a: Term, b: Term) = boolector_usubo(a.0, b.0);
    ssubo(a: Term, b: Term) = boolector_ssubo(a.0, b.0);
    udiv(a: Term, b: Term) = boolector_udiv(a.0, b.0);
    sdiv(a: Term, b: Term) = boolector_sdiv(a.0, b.0);
    sdivo(a: Term, b: Term) = boolector_sdivo(a.0, b.0);
    urem(a: Term, b: Term) = boolector_urem(a.0, b.0);
    srem(a: Term, b: Term) = boolector_srem(a.0, b.0);
    smod(a: Term, b: Term) = boolector_smod(a.0, b.0);
    concat(a: Term, b: Term) = boolector_concat(a.0, b.0);
    read(a: Term, b: Term) = boolector_read(a.0, b.0);
    uext(a: Term, count: u32) = boolector_uext(a.0, count);
    sext(a: Term, count: u32) = boolector_sext(a.0, count);
    roli(a: Term, count: u32) = boolector_roli(a.0, count);
    rori(a: Term, count: u32) = boolector_rori(a.0, count);
    repeat(a: Term, count: u32) = boolector_repeat(a.0, count);
    slice(a: Term, high: u32, low: u32) = boolector_slice(a.0, high, low);
    write(a: Term, b: Term, c: Term) = boolector_write(a.0, b.0, c.0);
    cond(a: Term, b: Term, c: Term) = boolector_cond(a.0, b.0, c.0);
    fun(params: &[Term], body: Term) = boolector_fun(nodes(params), params.len() as u32, body.0);
    forall(params: &[Term], body: Term) = boolector_forall(nodes(params), params.len() as u32, body.0);
    exists(params: &[Term], body: Term) = boolector_exists(nodes(params), params.len() as u32, body.0);
    apply(args: &[Term], fun: Term) = boolector_apply(nodes(args), args.len() as u32, fun.0);

    match_id(id: i32) = boolector_match_node_by_id(id);
    match_node(node: Term) = boolector_match_node(node.0);
    value(node: Term) = boolector_get_value(node.0);
    }
    sorts {
    bool_sort() = boolector_bool_sort();
    bv_sort(width: u32) = boolector_bitvec_sort(width);
    fun_sort(domain: &[Sort], codomain: Sort)
        = boolector_fun_sort(domain.as_ptr().cast_mut().cast(), domain.len() as u32, codomain.0);
    array_sort(index: Sort, element: Sort) = boolector_array_sort(index.0, element.0);
    sort_of(node: Term) = boolector_get_sort(node.0);
    codomain_of(node: Term) = boolector_fun_get_codomain_sort(node.0);
    }
    answers {
    check() = boolector_sat();
    limited_check(lemmas: i32, conflicts: i32) = boolector_limited_sat(lemmas, conflicts);
    simplify() = boolector_simplify();
    }
    texts {
    symbol(node: Term) = boolector_get_symbol(node.0);
    option_name(option: OptionNumber) = boolector_get_opt_lng(option.0);
    option_short_name(option: OptionNumber) = boolector_get_opt_shrt(option.0);
    option_description(option: OptionNumber) = boolector_get_opt_desc(option.0);
    }
    plain {
    option(option: OptionNumber) -> u32 = boolector_get_opt(option.0);
    option_min(option: OptionNumber) -> u32 = boolector_get_opt_min(option.0);
    option_max(option: OptionNumber) -> u32 = boolector_get_opt_max(option.0);
    option_default(option: OptionNumber) -> u32 = boolector_get_opt_dflt(option.0);
    set_option(option: OptionNumber, value: u32) -> () = boolector_set_opt(option.0, value);
    push(levels: u32) -> () = boolector_push(levels);
    pop(levels: u32) -> () = boolector_pop(levels);
    assert(node: Term) -> () = boolector_assert(node.0);
    assume(node: Term) -> () = boolector_assume(node.0);
    failed(node: Term) -> bool = boolector_failed(node.0);
    fixate_assumptions() -> () = boolector_fixate_assumptions();
    reset_assumptions() -> () = boolector_reset_assumptions();
    release_all() -> () = boolector_release_all();
    references() -> u32 = boolector_get_refs();
    terminates() -> i32 = boolector_terminate();
    reset_time() -> () = boolector_reset_time();
    reset_stats() -> () = boolector_reset_stats();
    mark_bool(node: Term) -> () = boolector_var_mark_bool(node.0);
    id(node: Term) -> i32 = boolector_get_node_id(node.0);
    width(node: Term) -> u32 = boolector_get_width(node.0);
    index_width(node: Term) -> u32 = boolector_get_index_width(node.0);
    arity(node: Term) -> u32 = boolector_get_fun_arity(node.0);
    misfit(args: &[Term], fun: Term) -> i32
        = boolector_fun_sort_check(nodes(args), args.len() as u32, fun.0);
    same_sort(a: Term, b: Term) -> bool = boolector_is_equal_sort(a.0, b.0);
    is_const(node: Term) -> bool = boolector_is_const(node.0);
    is_var(node: Term) -> bool = boolector_is_var(node.0);
    is_array(node: Term) -> bool = boolector_is_array(node.0);
    is_array_var(node: Term) -> bool = boolector_is_array_var(node.0);
    is_param(node: Term) -> bool = boolector_is_param(node.0);
    is_bound_param(node: Term) -> bool = boolector_is_bound_param(node.0);
    is_uf(node: Term) -> bool = boolector_is_uf(node.0);
    is_fun(node: Term) -> bool = boolector_is_fun(node.0);
    is_zero(node: Term) -> bool = boolector_is_bv_const_zero(node.0);
    is_one(node: Term) -> bool = boolector_is_bv_const_one(node.0);
    is_ones(node: Term) -> bool = boolector_is_bv_const_ones(node.0);
    is_min_signed(node: Term) -> bool = boolector_is_bv_const_min_signed(node.0);
    is_max_signed(node: Term) -> bool = boolector_is_bv_const_max_signed(node.0);
    is_array_sort(sort: Sort) -> bool = boolector_is_array_sort(sort.0);
    is_bv_sort(sort: Sort) -> bool = boolector_is_bitvec_sort(sort.0);
    is_fun_sort(sort: Sort) -> bool = boolector_is_fun_sort(sort.0);
    sort_width(sort: Sort) -> u32 = boolector_bitvec_sort_get_width(sort.0);
    }
    named {
    set_symbol(node: Term, symbol: &str) = boolector_set_symbol(node.0, c(symbol)?.as_ptr());
    set_sat_solver(name: &str) = boolector_set_sat_solver(c(name)?.as_ptr());
    set_msg_prefix(prefix: &str) = boolector_set_msg_prefix(c(prefix)?.as_ptr());
    }
}
