/* A program for Boolector: bit-vectors, arrays, functions, quantifiers, assumptions and values. */

#include <stdio.h>
#include <string.h>

typedef struct Btor Btor;
typedef struct BoolectorNode Node;
typedef struct BoolectorAnonymous *Sort;

Btor *boolector_new(void);
void boolector_delete(Btor *);
void boolector_set_opt(Btor *, unsigned, unsigned);
const char *boolector_get_opt_lng(Btor *, unsigned);
unsigned boolector_first_opt(Btor *);
unsigned boolector_next_opt(Btor *, unsigned);
void boolector_push(Btor *, unsigned);
void boolector_pop(Btor *, unsigned);
void boolector_assert(Btor *, Node *);
void boolector_assume(Btor *, Node *);
void boolector_fixate_assumptions(Btor *);
void boolector_reset_assumptions(Btor *);
int boolector_sat(Btor *);
Sort boolector_bool_sort(Btor *);
Sort boolector_bitvec_sort(Btor *, unsigned);
Sort boolector_fun_sort(Btor *, Sort *, unsigned, Sort);
Sort boolector_array_sort(Btor *, Sort, Sort);
Node *boolector_var(Btor *, Sort, const char *);
Node *boolector_array(Btor *, Sort, const char *);
Node *boolector_uf(Btor *, Sort, const char *);
Node *boolector_param(Btor *, Sort, const char *);
Node *boolector_copy(Btor *, Node *);
void boolector_release(Btor *, Node *);
void boolector_release_all(Btor *);
Node *boolector_const(Btor *, const char *);
Node *boolector_consth(Btor *, Sort, const char *);
Node *boolector_int(Btor *, int, Sort);
Node *boolector_max_signed(Btor *, Sort);
Node *boolector_not(Btor *, Node *);
Node *boolector_and(Btor *, Node *, Node *);
Node *boolector_iff(Btor *, Node *, Node *);
Node *boolector_eq(Btor *, Node *, Node *);
Node *boolector_ne(Btor *, Node *, Node *);
Node *boolector_mul(Btor *, Node *, Node *);
Node *boolector_ult(Btor *, Node *, Node *);
Node *boolector_uaddo(Btor *, Node *, Node *);
Node *boolector_redor(Btor *, Node *);
Node *boolector_concat(Btor *, Node *, Node *);
Node *boolector_slice(Btor *, Node *, unsigned, unsigned);
Node *boolector_uext(Btor *, Node *, unsigned);
Node *boolector_read(Btor *, Node *, Node *);
Node *boolector_write(Btor *, Node *, Node *, Node *);
Node *boolector_cond(Btor *, Node *, Node *, Node *);
Node *boolector_apply(Btor *, Node **, unsigned, Node *);
Node *boolector_fun(Btor *, Node **, unsigned, Node *);
Node *boolector_forall(Btor *, Node **, unsigned, Node *);
const char *boolector_bv_assignment(Btor *, Node *);
void boolector_free_bv_assignment(Btor *, const char *);

static void set(Btor *btor, const char *name, unsigned value) {
  unsigned option = boolector_first_opt(btor);
  while (strcmp(boolector_get_opt_lng(btor, option), name)) option = boolector_next_opt(btor, option);
  boolector_set_opt(btor, option, value);
}

int main(int count, char **arguments) {
  (void)arguments;
  Btor *btor = boolector_new();
  set(btor, "model-gen", 1);
  set(btor, "incremental", 1);
  set(btor, "rewrite-level", 1);
  Sort bit = boolector_bool_sort(btor), byte = boolector_bitvec_sort(btor, 8);
  Node *p = boolector_var(btor, bit, "p"), *x = boolector_var(btor, byte, "x y"), *y = boolector_var(btor, byte, NULL);
  Node *below = boolector_ult(btor, x, y), *twelve = boolector_int(btor, 12, byte);
  /* A formula in the place of a bit-vector, and a bit-vector in the place of a formula. */
  Node *both = boolector_and(btor, below, boolector_iff(btor, p, boolector_redor(btor, x)));
  boolector_assert(btor, both);
  boolector_assert(btor, boolector_eq(btor, boolector_mul(btor, x, y), twelve));
  Node *wide = boolector_concat(btor, below, boolector_slice(btor, y, 6, 0));
  boolector_assert(btor, boolector_ne(btor, wide, boolector_uext(btor, boolector_const(btor, "1010"), 4)));
  boolector_assert(btor, boolector_not(btor, boolector_uaddo(btor, x, boolector_consth(btor, byte, "0f"))));
  int first = boolector_sat(btor);
  const char *value = boolector_bv_assignment(btor, x);
  boolector_free_bv_assignment(btor, value);

  boolector_assume(btor, p);
  boolector_assume(btor, boolector_not(btor, below));
  int second = boolector_sat(btor);
  boolector_assume(btor, boolector_not(btor, p));
  boolector_reset_assumptions(btor);
  boolector_assume(btor, p);
  boolector_fixate_assumptions(btor);
  int third = boolector_sat(btor);

  boolector_push(btor, 1);
  Node *memory = boolector_array(btor, boolector_array_sort(btor, byte, byte), "memory");
  Node *written = boolector_write(btor, memory, x, boolector_copy(btor, y));
  boolector_release(btor, y);
  Sort domain[] = {byte, bit};
  Node *f = boolector_uf(btor, boolector_fun_sort(btor, domain, 2, byte), "f");
  Node *operands[] = {boolector_read(btor, written, x), below};
  Node *chosen = boolector_cond(btor, p, boolector_apply(btor, operands, 2, f), boolector_max_signed(btor, byte));
  boolector_assert(btor, boolector_ult(btor, chosen, twelve));
  Node *a = boolector_param(btor, byte, "a");
  Node *same = boolector_fun(btor, &a, 1, boolector_mul(btor, a, twelve));
  boolector_assert(btor, boolector_ne(btor, boolector_apply(btor, &x, 1, same), boolector_mul(btor, twelve, x)));
  int fourth = boolector_sat(btor);
  boolector_pop(btor, 1);
  boolector_release_all(btor);
  boolector_delete(btor);
  printf("%d %d %d %d\n", first, second, third, fourth);
  if (first != 10 || second != 20 || third != 10 || fourth != 20) return 1;
  /* The library's own log has only the newest instance. */
  if (count > 1) return 0;

  btor = boolector_new();
  byte = boolector_bitvec_sort(btor, 8);
  Node *b = boolector_param(btor, byte, "b"), *z = boolector_var(btor, byte, "z");
  boolector_assert(btor, boolector_forall(btor, &b, 1, boolector_ult(btor, z, b)));
  int last = boolector_sat(btor);
  boolector_release_all(btor);
  boolector_delete(btor);
  return last == 20 ? 0 : 1;
}
