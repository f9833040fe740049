/* A program for cvc5: arithmetic, strings, bit-vectors, functions, a quantifier and options. The
 * numbers of kinds differ between releases, so that it looks them up. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct term *Term;
typedef struct sort *Sort;
typedef struct op *Op;
typedef struct result *Result;
typedef struct manager Manager;
typedef struct solver Solver;

Manager *cvc5_term_manager_new(void);
void cvc5_term_manager_delete(Manager *);
Solver *cvc5_new(Manager *);
void cvc5_delete(Solver *);
void cvc5_set_logic(Solver *, const char *);
void cvc5_set_option(Solver *, const char *, const char *);
const char *cvc5_kind_to_string(int);
Sort cvc5_get_integer_sort(Manager *);
Sort cvc5_get_string_sort(Manager *);
Sort cvc5_mk_bv_sort(Manager *, uint32_t);
Sort cvc5_mk_uninterpreted_sort(Manager *, const char *);
Sort cvc5_mk_fun_sort(Manager *, size_t, const Sort *, Sort);
Term cvc5_mk_const(Manager *, Sort, const char *);
Term cvc5_mk_var(Manager *, Sort, const char *);
Term cvc5_declare_fun(Solver *, const char *, size_t, const Sort *, Sort, bool);
Term cvc5_mk_integer_int64(Manager *, int64_t);
Term cvc5_mk_string(Manager *, const char *, bool);
Term cvc5_mk_bv(Manager *, uint32_t, const char *, uint32_t);
Term cvc5_mk_real_num_den(Manager *, int64_t, int64_t);
Term cvc5_mk_term(Manager *, int, size_t, const Term *);
Op cvc5_mk_op(Manager *, int, size_t, const uint32_t *);
Term cvc5_mk_term_from_op(Manager *, Op, size_t, const Term *);
void cvc5_assert_formula(Solver *, Term);
void cvc5_push(Solver *, uint32_t);
void cvc5_pop(Solver *, uint32_t);
Result cvc5_check_sat(Solver *);
Result cvc5_check_sat_assuming(Solver *, size_t, const Term *);
bool cvc5_result_is_sat(Result);
bool cvc5_result_is_unsat(Result);
Term cvc5_get_value(Solver *, Term);

static int kind(const char *wanted) {
  for (int number = 0;; number++) {
    const char *name = cvc5_kind_to_string(number);
    if (!strncmp(name, "CVC5_KIND_", 10)) name += 10;
    if (!strcmp(name, wanted)) return number;
  }
}

static Manager *tm;

static Term make1(const char *name, Term a) { return cvc5_mk_term(tm, kind(name), 1, &a); }

static Term make2(const char *name, Term a, Term b) {
  Term both[] = {a, b};
  return cvc5_mk_term(tm, kind(name), 2, both);
}

int main(void) {
  tm = cvc5_term_manager_new();
  Solver *solver = cvc5_new(tm);
  cvc5_set_logic(solver, "ALL");
  cvc5_set_option(solver, "produce-models", "true");
  cvc5_set_option(solver, "incremental", "true");
  Sort integer = cvc5_get_integer_sort(tm), word = cvc5_mk_bv_sort(tm, 8);
  Term n = cvc5_mk_const(tm, integer, "n"), five = cvc5_mk_integer_int64(tm, 5);
  cvc5_assert_formula(solver, make2("GT", n, five));
  Term text = cvc5_mk_const(tm, cvc5_get_string_sort(tm), "text");
  cvc5_assert_formula(solver, make2("EQUAL", make1("STRING_LENGTH", text), n));
  cvc5_assert_formula(solver, make2("STRING_PREFIX", cvc5_mk_string(tm, "say \"a\"", false), text));
  Term third = cvc5_mk_real_num_den(tm, 1, 3);
  cvc5_assert_formula(solver, make2("LT", third, make1("TO_REAL", n)));
  Term x = cvc5_mk_const(tm, word, "x");
  uint32_t indices[] = {3, 0};
  Op low = cvc5_mk_op(tm, kind("BITVECTOR_EXTRACT"), 2, indices);
  Term half = cvc5_mk_term_from_op(tm, low, 1, &x);
  cvc5_assert_formula(solver, make2("EQUAL", half, cvc5_mk_bv(tm, 4, "1010", 2)));
  Result result = cvc5_check_sat(solver);
  int first = cvc5_result_is_sat(result);
  cvc5_assert_formula(solver, make2("EQUAL", x, cvc5_get_value(solver, x)));

  Sort sort = cvc5_mk_uninterpreted_sort(tm, "U"), domain[] = {sort, integer};
  Term f = cvc5_declare_fun(solver, "f", 2, domain, sort, true);
  Term g = cvc5_mk_const(tm, cvc5_mk_fun_sort(tm, 1, domain, sort), "g");
  Term c = cvc5_mk_const(tm, sort, "c"), applied[] = {f, c, n};
  Term result_of_f = cvc5_mk_term(tm, kind("APPLY_UF"), 3, applied);
  Term assumption = make2("DISTINCT", result_of_f, make2("APPLY_UF", g, c));
  int second = cvc5_result_is_sat(cvc5_check_sat_assuming(solver, 1, &assumption));

  cvc5_push(solver, 1);
  Term bound = cvc5_mk_var(tm, integer, "n");
  Term variables = make1("VARIABLE_LIST", bound);
  cvc5_assert_formula(solver, make2("FORALL", variables, make2("LT", bound, n)));
  int last = cvc5_result_is_unsat(cvc5_check_sat(solver));
  cvc5_pop(solver, 1);
  cvc5_delete(solver);
  cvc5_term_manager_delete(tm);
  printf("%d %d %d\n", first, second, last);
  return first && second && last ? 0 : 1;
}
