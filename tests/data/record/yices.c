/* A program for Yices: arithmetic, bit-vectors, arrays, functions and a configuration. */

#include <stdio.h>

typedef int term_t, type_t;
typedef struct context context_t;
typedef struct model model_t;
typedef struct config config_t;
typedef struct params params_t;

void yices_init(void);
config_t *yices_new_config(void);
int yices_set_config(config_t *, const char *, const char *);
context_t *yices_new_context(const config_t *);
void yices_free_config(config_t *);
void yices_free_context(context_t *);
type_t yices_bool_type(void);
type_t yices_int_type(void);
type_t yices_real_type(void);
type_t yices_bv_type(unsigned);
type_t yices_new_uninterpreted_type(void);
type_t yices_function_type(unsigned, const type_t *, type_t);
term_t yices_new_uninterpreted_term(type_t);
int yices_set_term_name(term_t, const char *);
term_t yices_get_term_by_name(const char *);
term_t yices_int32(int);
term_t yices_parse_rational(const char *);
term_t yices_add(term_t, term_t);
term_t yices_mul(term_t, term_t);
term_t yices_not(term_t);
term_t yices_and(unsigned, term_t *);
term_t yices_or2(term_t, term_t);
term_t yices_eq(term_t, term_t);
term_t yices_neq(term_t, term_t);
term_t yices_arith_lt_atom(term_t, term_t);
term_t yices_arith_gt0_atom(term_t);
term_t yices_bvconst_uint32(unsigned, unsigned);
term_t yices_bvconst_from_array(unsigned, const int *);
term_t yices_parse_bvhex(const char *);
term_t yices_bvextract(term_t, unsigned, unsigned);
term_t yices_bvconcat2(term_t, term_t);
term_t yices_bitextract(term_t, unsigned);
term_t yices_shift_left0(term_t, unsigned);
term_t yices_application(term_t, unsigned, const term_t *);
term_t yices_update1(term_t, term_t, term_t);
int yices_assert_formula(context_t *, term_t);
int yices_assert_formulas(context_t *, unsigned, const term_t *);
int yices_push(context_t *);
int yices_pop(context_t *);
int yices_check_context(context_t *, const params_t *);
int yices_check_context_with_assumptions(context_t *, const params_t *, unsigned, const term_t *);
model_t *yices_get_model(context_t *, int);
int yices_get_int32_value(model_t *, term_t, int *);
void yices_free_model(model_t *);

int main(void) {
  yices_init();
  config_t *config = yices_new_config();
  yices_set_config(config, "mode", "push-pop");
  context_t *context = yices_new_context(config);
  yices_free_config(config);
  type_t integer = yices_int_type(), real = yices_real_type();
  term_t n = yices_new_uninterpreted_term(integer), r = yices_new_uninterpreted_term(real);
  yices_set_term_name(n, "n");
  term_t same = yices_get_term_by_name("n");
  yices_assert_formula(context, yices_arith_lt_atom(yices_int32(5), same));
  yices_assert_formula(context, yices_arith_lt_atom(yices_add(n, yices_int32(2)), yices_int32(9)));
  yices_assert_formula(context, yices_eq(yices_mul(yices_int32(3), r), yices_parse_rational("1/2")));
  yices_assert_formula(context, yices_arith_gt0_atom(yices_add(n, r)));
  int first = yices_check_context(context, NULL), value = 0;
  model_t *model = yices_get_model(context, 1);
  yices_get_int32_value(model, n, &value);
  yices_free_model(model);

  term_t p = yices_new_uninterpreted_term(yices_bool_type());
  /* The library returns the constant. */
  term_t twice = yices_not(yices_not(p));
  term_t x = yices_new_uninterpreted_term(yices_bv_type(8));
  const int bits[] = {0, 1, 0, 1};
  term_t pattern = yices_bvconcat2(yices_parse_bvhex("a"), yices_bvconst_from_array(4, bits));
  term_t formulas[] = {yices_or2(twice, yices_bitextract(x, 7)), yices_eq(x, pattern),
                       yices_eq(yices_bvextract(x, 0, 3), yices_bvconst_uint32(4, 10)),
                       yices_neq(yices_shift_left0(x, 1), x)};
  yices_assert_formulas(context, 4, formulas);
  type_t domain[] = {integer, integer}, sort = yices_new_uninterpreted_type();
  term_t memory = yices_new_uninterpreted_term(yices_function_type(1, domain, sort));
  term_t function = yices_new_uninterpreted_term(yices_function_type(2, domain, sort));
  term_t arguments[] = {n, yices_int32(1)}, element = yices_application(function, 2, arguments);
  term_t read = yices_application(yices_update1(memory, n, element), 1, arguments);
  term_t differs = yices_neq(read, element), conjuncts[] = {p, differs};
  int second = yices_check_context_with_assumptions(context, NULL, 1, &p);
  yices_push(context);
  yices_assert_formula(context, yices_and(2, conjuncts));
  int third = yices_check_context(context, NULL);
  yices_pop(context);
  int last = yices_check_context(context, NULL);
  yices_free_context(context);
  printf("%d %d %d %d, %d\n", first, second, third, last, value);
  return first == 3 && second == 3 && third == 4 && last == 3 && value == 6 ? 0 : 1;
}
