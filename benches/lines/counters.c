/* Linked last into a library that clang has built with -fprofile-instr-generate. The processes of a campaign end in many
   ways, and clang writes its counters only when a process exits. So this file maps the counters onto a file that all
   processes share: what is in COUNTERS when the library is loaded. Children that are forked later count there, too, also
   those that are killed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096

extern char *__llvm_profile_begin_counters(void);
extern char *__llvm_profile_end_counters(void);
extern void __llvm_profile_set_filename(const char *);
extern int __llvm_profile_write_file(void);

/* Clang's runtime writes nothing by itself if this is defined:
   https://clang.llvm.org/docs/SourceBasedCodeCoverage.html#using-the-profiling-runtime-without-static-initializers */
int __llvm_profile_runtime;

/* An empty page among the counters. It aligns their section, and its last page has no other data, because this file is
   linked last. */
__attribute__((section("__llvm_prf_cnts"), aligned(PAGE), used)) static char last_page[PAGE];

static size_t size_of_counters(void) { return __llvm_profile_end_counters() - __llvm_profile_begin_counters(); }

static void fail(const char *what) {
    perror(what);
    _exit(3);
}

__attribute__((constructor)) static void share_counters(void) {
    const char *path = getenv("COUNTERS");
    if (!path) return;
    int file = open(path, O_RDWR | O_CREAT, 0666);
    if (file < 0 || ftruncate(file, size_of_counters())) fail(path);
    void *counters = __llvm_profile_begin_counters();
    if ((size_t)counters % PAGE || size_of_counters() % PAGE) fail("the counters are not aligned");
    /* What ran before this constructor: the initialization of the library's variables. */
    uint64_t *before = malloc(size_of_counters());
    if (!before) fail("malloc");
    memcpy(before, counters, size_of_counters());
    if (mmap(counters, size_of_counters(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
        fail(path);
    for (size_t i = 0; i < size_of_counters() / sizeof *before; i++) ((uint64_t *)counters)[i] += before[i];
    free(before);
    close(file);
}

/* Writes the counters to a profile that llvm-profdata reads. */
__attribute__((visibility("default"))) int write_profile(const char *path) {
    __llvm_profile_set_filename(path);
    return __llvm_profile_write_file();
}
