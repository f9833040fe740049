/* An adapter without a solver. It takes everything, knows no answer, and aborts if the wrapper breaks a promise of the
 * header. Bit-vectors with more than 64 bits are not supported. */
#include "murxla_plugin.h"

#include <stdlib.h>
#include <string.h>

enum { IDS = 1 << 16 };

struct murxla_solver {
  const char *kinds[IDS]; /* the kinds of sorts */
  uint32_t sorts[IDS];    /* the sorts of terms, plus one */
  uint32_t levels;
};

static const struct {
  const char *name;
  uint32_t indices, parts;
} KINDS[] = {{"SORT_BOOL", 0, 0},   {"SORT_INT", 0, 0},    {"SORT_REAL", 0, 0}, {"SORT_STRING", 0, 0},
             {"SORT_REGLAN", 0, 0}, {"SORT_RM", 0, 0},     {"SORT_BV", 1, 0},   {"SORT_FP", 2, 0},
             {"SORT_ARRAY", 0, 2},  {"SORT_SEQ", 0, 1},    {"SORT_FUN", 0, 9},  {"SORT_UNINTERPRETED", 0, 0}};

static void must(int holds) {
  if (!holds) abort();
}

static void known_sort(murxla_solver *s, uint32_t sort) { must(sort < IDS && s->kinds[sort] != NULL); }

static void known_term(murxla_solver *s, uint32_t term) { must(term < IDS && s->sorts[term] != 0); }

static int add(murxla_solver *s, uint32_t out, uint32_t sort) {
  known_sort(s, sort);
  must(out < IDS);
  s->sorts[out] = sort + 1;
  return MURXLA_OK;
}

int murxla_plugin_abi(void) { return MURXLA_PLUGIN_ABI; }
const char *murxla_plugin_version(void) { return NULL; }
int murxla_plugin_supports(const char *name) { return name != NULL; }
murxla_solver *murxla_plugin_new(void) { return calloc(1, sizeof(murxla_solver)); }
void murxla_plugin_delete(murxla_solver *s) { free(s); }

int murxla_plugin_set_logic(murxla_solver *s, const char *logic) {
  must(s->kinds[0] == NULL && logic[0] != 0);
  return MURXLA_OK;
}

int murxla_plugin_mk_sort(murxla_solver *s, uint32_t out, const char *kind, const char *symbol, const uint32_t *indices,
                          uint32_t index_count, const uint32_t *parts, uint32_t part_count) {
  uint32_t n = 0;
  while (strcmp(KINDS[n].name, kind) != 0) must(++n < sizeof KINDS / sizeof *KINDS);
  must(index_count == KINDS[n].indices);
  must(KINDS[n].parts == 9 ? part_count > 1 : part_count == KINDS[n].parts);
  must((symbol[0] != 0) <= (strcmp(kind, "SORT_UNINTERPRETED") == 0));
  for (uint32_t i = 0; i < part_count; i++) known_sort(s, parts[i]);
  if (index_count == 1 && indices[0] > 64) return MURXLA_UNSUPPORTED;
  must(out < IDS);
  s->kinds[out] = KINDS[n].name;
  return MURXLA_OK;
}

int murxla_plugin_mk_const(murxla_solver *s, uint32_t out, uint32_t sort, const char *symbol) {
  must(symbol != NULL);
  return add(s, out, sort);
}

int murxla_plugin_mk_var(murxla_solver *s, uint32_t out, uint32_t sort, const char *symbol) {
  return murxla_plugin_mk_const(s, out, sort, symbol);
}

int murxla_plugin_mk_value(murxla_solver *s, uint32_t out, uint32_t sort, const char *text) {
  must(text[0] != 0);
  return add(s, out, sort);
}

int murxla_plugin_mk_term(murxla_solver *s, uint32_t out, const char *op, const uint32_t *args, uint32_t arg_count,
                          const uint32_t *indices, uint32_t index_count, uint32_t sort) {
  must(strncmp(op, "OP_", 3) == 0);
  for (uint32_t i = 0; i < arg_count; i++) known_term(s, args[i]);
  if (strcmp(op, "OP_CONST_ARRAY") == 0) must(index_count == 1 && strcmp(s->kinds[indices[0]], "SORT_ARRAY") == 0);
  if (strcmp(op, "OP_BV_EXTRACT") == 0) must(index_count == 2 && indices[0] >= indices[1]);
  if (strcmp(op, "OP_UF_APPLY") == 0) must(strcmp(s->kinds[s->sorts[args[0]] - 1], "SORT_FUN") == 0);
  return add(s, out, sort);
}

int murxla_plugin_mk_fun(murxla_solver *s, uint32_t out, uint32_t sort, const char *symbol, const uint32_t *params,
                         uint32_t param_count, uint32_t body) {
  must(symbol != NULL && param_count > 0);
  for (uint32_t i = 0; i < param_count; i++) known_term(s, params[i]);
  known_term(s, body);
  return add(s, out, sort);
}

int murxla_plugin_assert(murxla_solver *s, uint32_t formula) {
  known_term(s, formula);
  must(strcmp(s->kinds[s->sorts[formula] - 1], "SORT_BOOL") == 0);
  return MURXLA_OK;
}

int murxla_plugin_check_sat(murxla_solver *s, const uint32_t *assumptions, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) known_term(s, assumptions[i]);
  return MURXLA_UNKNOWN;
}

int murxla_plugin_push(murxla_solver *s, uint32_t levels) {
  s->levels += levels;
  return MURXLA_OK;
}

int murxla_plugin_pop(murxla_solver *s, uint32_t levels) {
  must(s->levels >= levels);
  s->levels -= levels;
  return MURXLA_OK;
}
