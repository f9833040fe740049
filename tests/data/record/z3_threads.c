/* A program for Z3 with two solvers in two threads, a child process, and a crash in an error
 * handler. */

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct config *Config;
typedef struct context *Context;
typedef struct solver *Solver;
typedef struct ast *Ast;
typedef struct sort *Sort;
typedef struct symbol *Symbol;

Config Z3_mk_config(void);
Context Z3_mk_context(Config);
void Z3_del_context(Context);
void Z3_set_error_handler(Context, void (*)(Context, int));
Solver Z3_mk_solver(Context);
void Z3_solver_inc_ref(Context, Solver);
void Z3_solver_assert(Context, Solver, Ast);
int Z3_solver_check(Context, Solver);
Symbol Z3_mk_string_symbol(Context, const char *);
Sort Z3_mk_int_sort(Context);
Ast Z3_mk_const(Context, Symbol, Sort);
Ast Z3_mk_int(Context, int, Sort);
Ast Z3_mk_lt(Context, Ast, Ast);
Ast Z3_mk_bvnot(Context, Ast);

static void stop(Context context, int code) {
  (void)context;
  (void)code;
  abort();
}

/* Makes `low < n` and `n < high`. */
static int answer(Context context, int low, int high) {
  Solver solver = Z3_mk_solver(context);
  Z3_solver_inc_ref(context, solver);
  Sort integer = Z3_mk_int_sort(context);
  Ast n = Z3_mk_const(context, Z3_mk_string_symbol(context, "n"), integer);
  Z3_solver_assert(context, solver, Z3_mk_lt(context, Z3_mk_int(context, low, integer), n));
  Z3_solver_assert(context, solver, Z3_mk_lt(context, n, Z3_mk_int(context, high, integer)));
  return Z3_solver_check(context, solver);
}

static void *thread(void *limits) {
  int *numbers = limits;
  Context context = Z3_mk_context(Z3_mk_config());
  for (int i = 0; i < 20; i++) numbers[2] = answer(context, numbers[0], numbers[1]);
  Z3_del_context(context);
  return NULL;
}

int main(void) {
  int limits[2][3] = {{0, 9, 0}, {5, 6, 0}};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, thread, limits[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  if (limits[0][2] != 1 || limits[1][2] != -1) return 1;

  Context context = Z3_mk_context(Z3_mk_config());
  pid_t child = fork();
  if (child == 0) _exit(answer(context, 0, 2) == 1 ? 0 : 1);
  int status = 1;
  if (waitpid(child, &status, 0) != child || status) return 1;

  Z3_set_error_handler(context, stop);
  if (answer(context, 3, 8) != 1) return 1;
  Z3_mk_bvnot(context, Z3_mk_int(context, 1, Z3_mk_int_sort(context)));
  return 2;
}
