/* The part of a recorder that does not depend on the solver: it finds the functions of the library,
 * and writes a line before and a line after each call.
 *
 * A line is one write at the end of the file. So threads do not mix their lines, and a crash of the
 * program loses none. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A function of the library: its name, the function here that stands before it, and its address. */
struct function {
  const char *name;
  void *recorder;
  _Atomic(void *) original;
};

/* Longer strings are cut, longer arrays are not written. */
enum { MOST = 1 << 20 };

#define HIDDEN __attribute__((visibility("hidden")))

extern HIDDEN struct function functions[];
extern HIDDEN const size_t function_count;

/* ---- The file ---- */

static _Atomic int file = -1;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned long long last_call;

/* A child of the program writes a file of its own, because its memory is another one. */
static void forget_file(void) { file = -1; }

static int open_file(void) {
  int opened = file;
  if (opened != -1) return opened;
  pthread_mutex_lock(&opening);
  opened = file;
  const char *name = getenv("MURXLA_RECORD");
  if (opened == -1 && name) {
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC;
    opened = open(name, flags, 0600);
    if (opened < 0 && errno == EEXIST) {
      char other[4096];
      snprintf(other, sizeof other, "%s.%d", name, (int)getpid());
      opened = open(other, flags, 0600);
    }
    static int is_registered;
    if (!is_registered++) pthread_atfork(NULL, NULL, forget_file);
    if (opened >= 0) dprintf(opened, "murxla-record 1 " SOLVER "\n");
  }
  file = opened < 0 ? -2 : opened;
  pthread_mutex_unlock(&opening);
  return opened;
}

/* ---- A line ---- */

struct line {
  char *text;
  size_t length, size;
};

/* A recorded call. Calls that the library makes within one are not recorded. */
struct call {
  unsigned long long number;
  int is_outermost;
  /* `errno` as the library left it. */
  int error;
};

static __thread struct line line;
static __thread int depth;

static void put(const char *text, size_t length) {
  if (line.size - line.length < length) {
    size_t size = 2 * (line.length + length) + 256;
    char *text = realloc(line.text, size);
    if (!text) return;
    line.text = text;
    line.size = size;
  }
  memcpy(line.text + line.length, text, length);
  line.length += length;
}

static void put_word(const char *word) { put(word, strlen(word)); }

#define PUT(format, value)                                            \
  do {                                                                \
    char text[64];                                                    \
    put(text, (size_t)snprintf(text, sizeof text, format, (value)));  \
  } while (0)

static void put_signed(long long value) { PUT("%lld", value); }
static void put_unsigned(unsigned long long value) { PUT("%llu", value); }
static void put_real(double value) { PUT("%a", value); }
static void put_handle(unsigned long long value) { PUT("@%llx", value); }

static void put_bytes(const char *text, size_t length) {
  static const char digits[] = "0123456789abcdef";
  put("\"", 1);
  for (size_t i = 0; i < length && i < MOST; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte >= ' ' && byte <= '~' && byte != '"' && byte != '\\') {
      put(text + i, 1);
    } else {
      char escape[] = {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
      put(escape, sizeof escape);
    }
  }
  put("\"", 1);
}

static void put_text(const char *text) {
  if (text) put_bytes(text, strlen(text));
  else put_word("-");
}

static void write_line(void) {
  put("\n", 1);
  int to = open_file();
  for (size_t done = 0; to >= 0 && done < line.length;) {
    ssize_t written = write(to, line.text + done, line.length - done);
    if (written < 0 && errno != EINTR) break;
    if (written > 0) done += (size_t)written;
  }
  line.length = 0;
}

static void begin_result(struct call *call) {
  call->error = errno;
  line.length = 0;
  PUT("< %llu", call->number);
}

static void begin_call(struct call *call, const char *name) {
  call->number = ++last_call;
  line.length = 0;
  PUT("> %llu", call->number);
  PUT(" %ld ", (long)syscall(SYS_gettid));
  put_word(name);
}

static struct call enter(void) { return (struct call){0, depth++ == 0, errno}; }

/* Also if an exception of C++ leaves the call. */
static void leave(struct call *call) {
  depth--;
  if (call->is_outermost) errno = call->error;
}

/* ---- The library ---- */

typedef void *lookup(void *, const char *);

static lookup *system_dlsym(void) {
  static lookup *found;
  if (!found) found = (lookup *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  if (!found) found = (lookup *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  if (!found) found = (lookup *)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.17");
  return found;
}

struct search {
  struct function *function;
  void *found;
};

/* Looks into a library that the program has loaded for itself: it is not in the global scope. */
static int search_library(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  void *library = info->dlpi_name[0] ? dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (!library) return 0;
  void *found = system_dlsym()(library, search->function->name);
  if (found && found != search->function->recorder) search->found = found;
  dlclose(library);
  return search->found != NULL;
}

static void *original(struct function *function) {
  void *known = function->original;
  if (known) return known;
  struct search search = {function, system_dlsym()(RTLD_NEXT, function->name)};
  if (!search.found) dl_iterate_phdr(search_library, &search);
  if (!search.found) {
    fprintf(stderr, "murxla-rs record: no library has %s\n", function->name);
    abort();
  }
  function->original = search.found;
  return search.found;
}

/* Programs that load the library themselves look its functions up. They get the ones here. */
void *dlsym(void *library, const char *name) {
  size_t low = 0, high = function_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    struct function *function = &functions[middle];
    int order = strcmp(name, function->name);
    if (order == 0) {
      void *found = system_dlsym()(library, name);
      if (!found || found == function->recorder) return found;
      function->original = found;
      return function->recorder;
    }
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  /* A jump, so that the system sees who calls: RTLD_NEXT depends on it. */
  return system_dlsym()(library, name);
}
