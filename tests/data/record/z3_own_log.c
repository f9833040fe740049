/* A program that lets Z3 write its own log into a file. */

typedef void *Object;

int Z3_open_log(const char *);
void Z3_close_log(void);
Object Z3_mk_config(void);
Object Z3_mk_context(Object);
Object Z3_mk_solver(Object);
void Z3_solver_inc_ref(Object, Object);
void Z3_solver_push(Object, Object);
void Z3_solver_pop(Object, Object, unsigned);
void Z3_solver_assert(Object, Object, Object);
int Z3_solver_check(Object, Object);
Object Z3_mk_string_symbol(Object, const char *);
Object Z3_mk_int_symbol(Object, int);
Object Z3_mk_int_sort(Object);
Object Z3_mk_enumeration_sort(Object, Object, unsigned, const Object *, Object *, Object *);
Object Z3_mk_fpa_sort_single(Object);
Object Z3_mk_fpa_numeral_double(Object, double, Object);
Object Z3_mk_const(Object, Object, Object);
Object Z3_mk_app(Object, Object, unsigned, const Object *);
Object Z3_mk_int(Object, int, Object);
Object Z3_mk_eq(Object, Object, Object);
Object Z3_mk_gt(Object, Object, Object);
Object Z3_mk_not(Object, Object);
Object Z3_mk_add(Object, unsigned, const Object *);
Object Z3_mk_distinct(Object, unsigned, const Object *);
Object Z3_mk_forall_const(Object, unsigned, unsigned, const Object *, unsigned, const Object *, Object);

int main(int count, char **arguments) {
  if (count != 2 || !Z3_open_log(arguments[1])) return 1;
  Object context = Z3_mk_context(Z3_mk_config()), solver = Z3_mk_solver(context);
  Z3_solver_inc_ref(context, solver);
  Object integer = Z3_mk_int_sort(context);
  Object x = Z3_mk_const(context, Z3_mk_string_symbol(context, "x |\xc3\xa4"), integer);
  Object y = Z3_mk_const(context, Z3_mk_int_symbol(context, 7), integer);
  Object both[] = {x, y}, sum = Z3_mk_add(context, 2, both);
  Z3_solver_assert(context, solver, Z3_mk_eq(context, sum, Z3_mk_int(context, -5, integer)));
  Object single = Z3_mk_fpa_sort_single(context);
  Object f = Z3_mk_const(context, Z3_mk_string_symbol(context, "f"), single);
  Z3_solver_assert(context, solver, Z3_mk_eq(context, f, Z3_mk_fpa_numeral_double(context, 1.25, single)));
  int first = Z3_solver_check(context, solver);

  Object names[] = {Z3_mk_string_symbol(context, "red"), Z3_mk_string_symbol(context, "green")};
  Object constants[2], testers[2];
  Object sort = Z3_mk_enumeration_sort(context, Z3_mk_string_symbol(context, "Color"), 2, names, constants, testers);
  Object colors[] = {Z3_mk_const(context, Z3_mk_string_symbol(context, "c"), sort),
                     Z3_mk_app(context, constants[0], 0, 0), Z3_mk_app(context, constants[1], 0, 0)};
  Z3_solver_push(context, solver);
  Z3_solver_assert(context, solver, Z3_mk_distinct(context, 3, colors));
  int second = Z3_solver_check(context, solver);
  Z3_solver_pop(context, solver, 1);
  Object all = Z3_mk_forall_const(context, 0, 1, &x, 0, 0, Z3_mk_gt(context, x, y));
  Z3_solver_assert(context, solver, Z3_mk_not(context, all));
  int third = Z3_solver_check(context, solver);
  Z3_close_log();
  return first == 1 && second == -1 && third == 1 ? 0 : 1;
}
