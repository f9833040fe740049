/* A program for Bitwuzla: bit-vectors, floating-point numbers, arrays, functions and a quantifier.
 * The numbers of kinds differ between releases, so that it looks them up. */

#include <stdio.h>
#include <string.h>

typedef struct term *Term;
typedef struct sort *Sort;
typedef struct manager Manager;
typedef struct options Options;
typedef struct solver Solver;

Manager *bitwuzla_term_manager_new(void);
Options *bitwuzla_options_new(void);
void bitwuzla_set_option(Options *, unsigned, unsigned long);
Solver *bitwuzla_new(Manager *, const Options *);
void bitwuzla_delete(Solver *);
void bitwuzla_options_delete(Options *);
void bitwuzla_term_manager_delete(Manager *);
const char *bitwuzla_kind_to_string(unsigned);
Sort bitwuzla_mk_bool_sort(Manager *);
Sort bitwuzla_mk_bv_sort(Manager *, unsigned long);
Sort bitwuzla_mk_array_sort(Manager *, Sort, Sort);
Sort bitwuzla_mk_fp_sort(Manager *, unsigned long, unsigned long);
Sort bitwuzla_mk_fun_sort(Manager *, unsigned long, Sort *, Sort);
Sort bitwuzla_term_get_sort(Term);
Term bitwuzla_mk_const(Manager *, Sort, const char *);
Term bitwuzla_mk_var(Manager *, Sort, const char *);
Term bitwuzla_mk_bv_value(Manager *, Sort, const char *, unsigned char);
Term bitwuzla_mk_bv_value_uint64(Manager *, Sort, unsigned long);
Term bitwuzla_mk_bv_max_signed(Manager *, Sort);
Term bitwuzla_mk_bv_min_signed(Manager *, Sort);
Term bitwuzla_mk_rm_value(Manager *, unsigned);
Term bitwuzla_mk_fp_pos_inf(Manager *, Sort);
Term bitwuzla_mk_term1(Manager *, unsigned, Term);
Term bitwuzla_mk_term2(Manager *, unsigned, Term, Term);
Term bitwuzla_mk_term3(Manager *, unsigned, Term, Term, Term);
Term bitwuzla_mk_term(Manager *, unsigned, unsigned, Term *);
Term bitwuzla_mk_term1_indexed2(Manager *, unsigned, Term, unsigned long, unsigned long);
void bitwuzla_assert(Solver *, Term);
void bitwuzla_push(Solver *, unsigned long);
void bitwuzla_pop(Solver *, unsigned long);
int bitwuzla_check_sat(Solver *);
int bitwuzla_check_sat_assuming(Solver *, unsigned, Term *);
Term bitwuzla_get_value(Solver *, Term);

static unsigned kind(const char *wanted) {
  for (unsigned number = 0;; number++) {
    const char *name = bitwuzla_kind_to_string(number);
    if (!strncmp(name, "BITWUZLA_KIND_", 14)) name += 14;
    if (!strcmp(name, wanted)) return number;
  }
}

int main(void) {
  Manager *tm = bitwuzla_term_manager_new();
  Options *options = bitwuzla_options_new();
  bitwuzla_set_option(options, 1, 1);
  Solver *solver = bitwuzla_new(tm, options);
  Sort word = bitwuzla_mk_bv_sort(tm, 8);
  Term x = bitwuzla_mk_const(tm, word, "x"), other = bitwuzla_mk_const(tm, word, "x");
  Term hex = bitwuzla_mk_bv_value(tm, word, "7f", 16);
  Term sum = bitwuzla_mk_term2(tm, kind("BV_ADD"), x, bitwuzla_mk_bv_value_uint64(tm, word, 3));
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("EQUAL"), sum, hex));
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("DISTINCT"), x, other));
  Term half = bitwuzla_mk_term1_indexed2(tm, kind("BV_EXTRACT"), x, 3, 0);
  Term value = bitwuzla_mk_bv_value_uint64(tm, bitwuzla_term_get_sort(half), 12);
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("EQUAL"), half, value));
  Term limits[] = {bitwuzla_mk_term2(tm, kind("BV_SLT"), bitwuzla_mk_bv_min_signed(tm, word), x),
                   bitwuzla_mk_term2(tm, kind("BV_SLE"), x, bitwuzla_mk_bv_max_signed(tm, word)),
                   bitwuzla_mk_term1(tm, kind("NOT"), bitwuzla_mk_const(tm, bitwuzla_mk_bool_sort(tm), NULL))};
  bitwuzla_assert(solver, bitwuzla_mk_term(tm, kind("AND"), 3, limits));
  int first = bitwuzla_check_sat(solver);
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("EQUAL"), x, bitwuzla_get_value(solver, x)));

  Sort real = bitwuzla_mk_fp_sort(tm, 5, 11);
  Term nearest = bitwuzla_mk_rm_value(tm, 0), f = bitwuzla_mk_const(tm, real, "f");
  Term twice = bitwuzla_mk_term3(tm, kind("FP_ADD"), nearest, f, f);
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("FP_LT"), twice, bitwuzla_mk_fp_pos_inf(tm, real)));
  Term memory = bitwuzla_mk_const(tm, bitwuzla_mk_array_sort(tm, word, word), "memory");
  Term written = bitwuzla_mk_term3(tm, kind("STORE"), memory, x, other);
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("EQUAL"), memory, written));
  Sort words[] = {word, word};
  Term function = bitwuzla_mk_const(tm, bitwuzla_mk_fun_sort(tm, 2, words, word), "function");
  Term applied[] = {function, x, other};
  Term result = bitwuzla_mk_term(tm, kind("APPLY"), 3, applied);
  Term differs = bitwuzla_mk_term2(tm, kind("DISTINCT"), result, x);
  int second = bitwuzla_check_sat_assuming(solver, 1, &differs);

  bitwuzla_push(solver, 1);
  Term bound = bitwuzla_mk_var(tm, word, "x"), inner = bitwuzla_mk_var(tm, word, "y");
  Term equal = bitwuzla_mk_term2(tm, kind("EQUAL"), bound, inner);
  Term exists = bitwuzla_mk_term2(tm, kind("EXISTS"), inner, bitwuzla_mk_term1(tm, kind("NOT"), equal));
  Term less = bitwuzla_mk_term2(tm, kind("BV_ULT"), bound, x);
  Term both = bitwuzla_mk_term2(tm, kind("AND"), exists, less);
  bitwuzla_assert(solver, bitwuzla_mk_term2(tm, kind("FORALL"), bound, both));
  int third = bitwuzla_check_sat(solver);
  bitwuzla_pop(solver, 1);
  int last = bitwuzla_check_sat(solver);

  bitwuzla_delete(solver);
  bitwuzla_options_delete(options);
  bitwuzla_term_manager_delete(tm);
  printf("%d %d %d %d\n", first, second, third, last);
  return first == 10 && second == 10 && third == 20 && last == 10 ? 0 : 1;
}
