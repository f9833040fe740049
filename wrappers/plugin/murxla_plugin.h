/* The interface between murxla-rs and an adapter of another solver.
 *
 * An adapter is a shared library that defines these functions and calls the solver. murxla-rs loads it with
 * `--solver plugin=PATH/libmine.so`. `examples/plugin/boolean.c` is a complete one, and the chapter "Other solvers" of
 * the user guide explains it.
 *
 * Ids. murxla-rs chooses the ids of sorts and terms. Both begin near 0 and have no large gaps, so an adapter keeps its
 * sorts in one array and its terms in another. Arguments always have ids that were made before. An id may be given to a
 * sort again that is equal. Variables, values, constants, functions and applications are all terms.
 *
 * Strings end with a zero. A string that murxla-rs passes is valid during the call. A string that the adapter returns
 * stays the adapter's, and must be valid until its next call.
 *
 * Results. A function returns MURXLA_OK, or one of the negative results below. Calls are valid by the rules of SMT-LIB,
 * so that MURXLA_REJECTED is reported as a bug, except for options. A crash, a hang and an exit are bugs, too. There is
 * one thread. C++ exceptions must not leave the adapter. */
#ifndef MURXLA_PLUGIN_H
#define MURXLA_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. */
enum { MURXLA_PLUGIN_ABI = 1 };

/* Results of functions. */
enum {
  MURXLA_OK = 0,
  MURXLA_UNSUPPORTED = -1, /* the solver does not have it: the run goes on without it */
  MURXLA_REJECTED = -2,    /* the solver reports an error; `murxla_plugin_error` has its text */
  MURXLA_RESOURCES = -3,   /* the solver has no memory left */
};

/* Answers of `murxla_plugin_check_sat`. */
enum { MURXLA_UNKNOWN = 0, MURXLA_SAT = 10, MURXLA_UNSAT = 20 };

/* An instance of the solver. The adapter defines this struct. */
typedef struct murxla_solver murxla_solver;

/* ---- Each adapter defines these functions. ---- */

/* Returns MURXLA_PLUGIN_ABI. */
int murxla_plugin_abi(void);

/* The name and version of the solver, "mine 1.0". */
const char *murxla_plugin_version(void);

/* Returns 1 if the solver has this operator or kind of sorts, and 0 if not or if the name is unknown. The operators are
 * those that `murxla-rs show ops` lists, such as "OP_BV_ADD". The kinds of sorts are those of `murxla_plugin_mk_sort`.
 * Runs use nothing else. A theory is used if one of its operators is. */
int murxla_plugin_supports(const char *name);

/* Makes an instance. NULL if there is no memory. Several instances may live at the same time. */
murxla_solver *murxla_plugin_new(void);

/* Frees an instance, with all that belongs to it. */
void murxla_plugin_delete(murxla_solver *solver);

/* Makes the sort `out`. The kind says what it consists of:
 *   SORT_BOOL, SORT_INT, SORT_REAL, SORT_STRING, SORT_REGLAN, SORT_RM (rounding modes): nothing;
 *   SORT_BV: the index is the width; SORT_FP: the indices are the widths of exponent and significand, as in SMT-LIB;
 *   SORT_ARRAY: the parts are the sorts of index and element; SORT_SEQ: the part is the sort of the elements;
 *   SORT_FUN: the parts are the sorts of the arguments and, as the last one, of the result;
 *   SORT_UNINTERPRETED: the symbol. It is "" for all others.
 * Return MURXLA_UNSUPPORTED for a sort that is too wide. */
int murxla_plugin_mk_sort(murxla_solver *solver, uint32_t out, const char *kind, const char *symbol,
                          const uint32_t *indices, uint32_t index_count, const uint32_t *parts, uint32_t part_count);

/* Makes the free constant `out`, or the free function if `sort` is a SORT_FUN. Symbols are any text. */
int murxla_plugin_mk_const(murxla_solver *solver, uint32_t out, uint32_t sort, const char *symbol);

/* Makes the value `out`. The text is a literal of SMT-LIB: true, 5, (- 5), 2.5, (/ 1.0 3.0), #b0101, "a\u{7f}", RNE,
 * (fp #b0 #b01 #b1), (_ NaN 2 3), (as seq.empty (Seq Int)). */
int murxla_plugin_mk_value(murxla_solver *solver, uint32_t out, uint32_t sort, const char *text);

/* Makes the application `out` of an operator, whose sort is `sort`. The arguments and indices are those of SMT-LIB, in
 * the same order; `murxla-rs show ops` has the signatures. OP_FORALL and OP_EXISTS take variables, and the body as the
 * last argument; OP_UF_APPLY takes the function first. An index that is a sort (OP_CONST_ARRAY) is its id. Operators
 * that are associative or chainable take two arguments or more. */
int murxla_plugin_mk_term(murxla_solver *solver, uint32_t out, const char *op, const uint32_t *args, uint32_t arg_count,
                          const uint32_t *indices, uint32_t index_count, uint32_t sort);

/* Asserts a formula, on the innermost level. */
int murxla_plugin_assert(murxla_solver *solver, uint32_t formula);

/* Checks the assertions together with assumptions, which hold in this check only. Returns an answer, or a negative
 * result. Without `murxla_plugin_push` there is one check in an instance, and no assumptions. */
int murxla_plugin_check_sat(murxla_solver *solver, const uint32_t *assumptions, uint32_t count);

/* ---- An adapter may leave out these functions. Runs then do without them. ---- */

/* The text of the last error. */
const char *murxla_plugin_error(murxla_solver *solver);

/* Sets the logic of SMT-LIB, before sorts are made. */
int murxla_plugin_set_logic(murxla_solver *solver, const char *logic);

/* Sets an option. The names "incremental", "produce-models", "produce-unsat-cores" and "produce-unsat-assumptions" come
 * with "true" or "false" before sorts are made: return MURXLA_OK if the solver can do it, even if there is nothing to
 * do. Other options are those that the user sets with `-o NAME=VALUE`. If a negative result is returned, the option has
 * no effect. */
int murxla_plugin_set_option(murxla_solver *solver, const char *name, const char *value);

/* Makes the variable `out`, for quantifiers and functions. Quantifiers and OP_UF_APPLY need this function. */
int murxla_plugin_mk_var(murxla_solver *solver, uint32_t out, uint32_t sort, const char *symbol);

/* Defines the function `out` of the SORT_FUN `sort`. OP_UF_APPLY applies it. OP_UF_APPLY needs this function. */
int murxla_plugin_mk_fun(murxla_solver *solver, uint32_t out, uint32_t sort, const char *symbol, const uint32_t *params,
                         uint32_t param_count, uint32_t body);

/* Opens and closes levels. Terms that were made on a level stay. `push` and `pop` need each other. */
int murxla_plugin_push(murxla_solver *solver, uint32_t levels);
int murxla_plugin_pop(murxla_solver *solver, uint32_t levels);

/* Removes all assertions and levels. Sorts, terms and options stay. */
int murxla_plugin_reset_assertions(murxla_solver *solver);

/* After MURXLA_SAT: the value of a closed term that is not a function, as a literal of SMT-LIB. Arrays are `store` on
 * `((as const (Array Int Int)) 0)`, and elements of a declared sort are `(as @name S)`. Return MURXLA_UNSUPPORTED if
 * there is no such text. */
int murxla_plugin_get_value(murxla_solver *solver, uint32_t term, const char **text);

/* After MURXLA_UNSAT: returns 1 if this assertion or assumption of the last check is in the unsatisfiable core, else 0.
 * The same core is meant until the next call that is not this one. */
int murxla_plugin_in_core(murxla_solver *solver, uint32_t formula);

/* Interrupts a search, which then answers MURXLA_UNKNOWN. It is called in a signal handler, during another call. */
void murxla_plugin_interrupt(murxla_solver *solver);

#ifdef __cplusplus
}
#endif

#endif
