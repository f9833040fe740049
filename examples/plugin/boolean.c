/* A complete adapter for murxla-rs, and the small solver that it drives. It is a template for adapters of other solvers:
 * the first part is the solver, and the second one the adapter.
 *
 * The solver decides Boolean formulas. It tries all assignments of at most 16 constants, and answers "unknown" if there
 * are more. With `-o bug=true`, it forgets the last assignment. */
#include "murxla_plugin.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The solver ---- */

enum { MAX_CONSTANTS = 16 };

typedef enum { CONSTANT, VALUE, NOT, AND, OR, XOR, IMPLIES, EQUAL, DISTINCT, ITE } operator;

typedef struct {
  operator op;
  uint32_t number; /* a constant: its place in assignments; a value: 0 or 1; else the number of arguments */
  uint32_t *args;  /* their places in `terms` */
  uint64_t round;  /* the assignment under which `value` was computed */
  bool value;
} term;

/* Numbers. The last one can be removed. */
typedef struct {
  uint32_t *all;
  uint32_t count;
} stack;

struct murxla_solver {
  term *terms; /* by the ids of murxla-rs */
  uint32_t term_count;
  uint32_t constants;
  stack asserted; /* the ids of the asserted formulas */
  stack levels;   /* the number of assertions at the beginning of each level */
  uint32_t assignment;
  uint64_t round;
  bool has_bug;
  const char *error;
};

static void *resized(void *memory, size_t count, size_t size) {
  memory = realloc(memory, (count + 1) * size);
  if (memory == NULL) abort();
  return memory;
}

static void push(stack *stack, uint32_t number) {
  stack->all = resized(stack->all, stack->count + 1, sizeof(uint32_t));
  stack->all[stack->count++] = number;
}

/* The value of a term under the present assignment. Each term is computed once. */
static bool value_of(murxla_solver *solver, uint32_t id) {
  term *term = &solver->terms[id];
  if (term->round == solver->round) return term->value;
  bool first = term->args != NULL && value_of(solver, term->args[0]);
  bool value = first;
  uint32_t trues = first;
  for (uint32_t n = 1; term->args != NULL && n < term->number; n++) {
    bool arg = value_of(solver, term->args[n]);
    trues += arg;
    switch (term->op) {
      case AND: value = value && arg; break;
      case OR: value = value || arg; break;
      case XOR: value = value != arg; break;
      default: break;
    }
  }
  uint32_t count = term->number;
  switch (term->op) {
    case CONSTANT: value = solver->assignment >> term->number & 1; break;
    case VALUE: value = term->number; break;
    case NOT: value = !first; break;
    case EQUAL: value = trues == 0 || trues == count; break;
    case DISTINCT: value = count == 2 && trues == 1; break; /* there are only two values */
    case ITE: value = value_of(solver, term->args[first ? 1 : 2]); break;
    case IMPLIES: /* false if all but the last one are true: a => (b => c) */
      value = value_of(solver, term->args[count - 1]) || trues != count - 1;
      break;
    default: break;
  }
  term->round = solver->round;
  term->value = value;
  return value;
}

static void assign(murxla_solver *solver, uint32_t assignment) {
  solver->assignment = assignment;
  solver->round++;
}

static bool all_true(murxla_solver *solver, const uint32_t *formulas, uint32_t count) {
  for (uint32_t n = 0; n < count; n++)
    if (!value_of(solver, formulas[n])) return false;
  return true;
}

/* ---- The adapter ---- */

/* The names in murxla-rs. The equality of Booleans has two. */
static const struct {
  const char *name;
  operator op;
} OPERATORS[] = {{"OP_NOT", NOT},         {"OP_AND", AND},     {"OP_OR", OR},   {"OP_XOR", XOR},
                 {"OP_IMPLIES", IMPLIES}, {"OP_EQUAL", EQUAL}, {"OP_IFF", EQUAL}, {"OP_DISTINCT", DISTINCT},
                 {"OP_ITE", ITE}};

enum { OPERATOR_COUNT = sizeof OPERATORS / sizeof *OPERATORS };

static uint32_t find(const char *name) {
  uint32_t n = 0;
  while (n < OPERATOR_COUNT && strcmp(OPERATORS[n].name, name) != 0) n++;
  return n;
}

/* Stores a term under its id. */
static int add(murxla_solver *solver, uint32_t out, operator op, uint32_t number, uint32_t *args) {
  if (out >= solver->term_count) {
    solver->terms = resized(solver->terms, out + 1, sizeof(term));
    memset(solver->terms + solver->term_count, 0, (out + 1 - solver->term_count) * sizeof(term));
    solver->term_count = out + 1;
  }
  solver->terms[out] = (term){.op = op, .number = number, .args = args};
  return MURXLA_OK;
}

int murxla_plugin_abi(void) { return MURXLA_PLUGIN_ABI; }

const char *murxla_plugin_version(void) { return "boolean 1.0"; }

int murxla_plugin_supports(const char *name) { return strcmp(name, "SORT_BOOL") == 0 || find(name) < OPERATOR_COUNT; }

murxla_solver *murxla_plugin_new(void) {
  murxla_solver *solver = calloc(1, sizeof *solver);
  if (solver != NULL) solver->round = 1; /* new terms have not been computed */
  return solver;
}

void murxla_plugin_delete(murxla_solver *solver) {
  for (uint32_t id = 0; id < solver->term_count; id++) free(solver->terms[id].args);
  free(solver->terms);
  free(solver->asserted.all);
  free(solver->levels.all);
  free(solver);
}

const char *murxla_plugin_error(murxla_solver *solver) { return solver->error; }

int murxla_plugin_set_option(murxla_solver *solver, const char *name, const char *value) {
  if (strcmp(name, "bug") == 0) {
    solver->has_bug = strcmp(value, "true") == 0;
    return MURXLA_OK;
  }
  /* Levels and models are always there. There are no cores. */
  bool is_known = strcmp(name, "incremental") == 0 || strcmp(name, "produce-models") == 0;
  solver->error = "the only option is 'bug'";
  return is_known || strcmp(value, "false") == 0 ? MURXLA_OK : MURXLA_REJECTED;
}

int murxla_plugin_mk_sort(murxla_solver *solver, uint32_t out, const char *kind, const char *symbol,
                          const uint32_t *indices, uint32_t index_count, const uint32_t *parts, uint32_t part_count) {
  /* There is one sort, so that terms need none. */
  (void)solver, (void)out, (void)symbol, (void)indices, (void)index_count, (void)parts, (void)part_count;
  return strcmp(kind, "SORT_BOOL") == 0 ? MURXLA_OK : MURXLA_UNSUPPORTED;
}

int murxla_plugin_mk_const(murxla_solver *solver, uint32_t out, uint32_t sort, const char *symbol) {
  (void)sort, (void)symbol;
  return add(solver, out, CONSTANT, solver->constants++, NULL);
}

int murxla_plugin_mk_value(murxla_solver *solver, uint32_t out, uint32_t sort, const char *text) {
  (void)sort;
  return add(solver, out, VALUE, strcmp(text, "true") == 0, NULL);
}

int murxla_plugin_mk_term(murxla_solver *solver, uint32_t out, const char *op, const uint32_t *args, uint32_t arg_count,
                          const uint32_t *indices, uint32_t index_count, uint32_t sort) {
  (void)indices, (void)index_count, (void)sort;
  uint32_t place = find(op);
  if (place == OPERATOR_COUNT) return MURXLA_UNSUPPORTED;
  uint32_t *copy = resized(NULL, arg_count, sizeof(uint32_t));
  memcpy(copy, args, arg_count * sizeof(uint32_t));
  return add(solver, out, OPERATORS[place].op, arg_count, copy);
}

int murxla_plugin_assert(murxla_solver *solver, uint32_t formula) {
  push(&solver->asserted, formula);
  return MURXLA_OK;
}

int murxla_plugin_check_sat(murxla_solver *solver, const uint32_t *assumptions, uint32_t count) {
  if (solver->constants > MAX_CONSTANTS) return MURXLA_UNKNOWN;
  uint32_t assignments = 1u << solver->constants;
  if (solver->has_bug && assignments > 1) assignments--;
  for (uint32_t assignment = 0; assignment < assignments; assignment++) {
    assign(solver, assignment);
    if (all_true(solver, solver->asserted.all, solver->asserted.count) && all_true(solver, assumptions, count))
      return MURXLA_SAT;
  }
  return MURXLA_UNSAT;
}

int murxla_plugin_push(murxla_solver *solver, uint32_t levels) {
  while (levels-- > 0) push(&solver->levels, solver->asserted.count);
  return MURXLA_OK;
}

int murxla_plugin_pop(murxla_solver *solver, uint32_t levels) {
  while (levels-- > 0) solver->asserted.count = solver->levels.all[--solver->levels.count];
  return MURXLA_OK;
}

int murxla_plugin_reset_assertions(murxla_solver *solver) {
  solver->asserted.count = 0;
  solver->levels.count = 0;
  return MURXLA_OK;
}

/* The last assignment that a check tried is the model. A constant that was made since then has any value. */
int murxla_plugin_get_value(murxla_solver *solver, uint32_t id, const char **text) {
  *text = value_of(solver, id) ? "true" : "false";
  return MURXLA_OK;
}
