/* A program that loads Z3 itself, and looks its functions up. */

#include <dlfcn.h>

typedef void *Object;

static void *library;

static Object (*function(const char *name))() { return (Object (*)())dlsym(library, name); }

int main(int count, char **arguments) {
  library = count == 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : 0;
  if (!library) return 1;
  Object context = function("Z3_mk_context")(function("Z3_mk_config")());
  Object solver = function("Z3_mk_simple_solver")(context);
  function("Z3_solver_inc_ref")(context, solver);
  Object name = function("Z3_mk_string_symbol")(context, "p");
  Object p = function("Z3_mk_const")(context, name, function("Z3_mk_bool_sort")(context));
  Object both[2] = {p, function("Z3_mk_not")(context, p)};
  function("Z3_solver_assert")(context, solver, function("Z3_mk_and")(context, 2, both));
  int answer = ((int (*)(Object, Object))dlsym(library, "Z3_solver_check"))(context, solver);
  return answer == -1 ? 0 : 1;
}
