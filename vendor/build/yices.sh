#!/bin/sh
# Builds libyices.so, in a folder that holds unpacked sources: yices (with the archives of Yices, libpoly and CUDD) and
# numbers (GMP as a library with its header). The library and GMP end in `out`. MCSAT is part of the library, and so are
# libpoly and CUDD, which MCSAT needs.
#
# Taken from the environment:
# CC, CFLAGS, LDFLAGS: the compiler, and flags for optimisation and sanitizers
# ASSERTIONS: `yes` keeps the assertions and self-checks of all parts except GMP
# SOURCE: a checkout of Yices that is built instead of the packaged source. It is copied. If it was never built before,
# gperf must be installed.
#
# The script can be run again after an interruption. It continues then.
set -eu

here=$(pwd)
CC=${CC:-cc} CFLAGS=${CFLAGS:-} LDFLAGS=${LDFLAGS:-}
flags="$CFLAGS -fPIC" link_flags=$LDFLAGS
# The configure script of CUDD runs programs. They need neither these flags nor a sanitizer.
unset CFLAGS LDFLAGS
no_checks=-DNDEBUG
mode=release
if [ "${ASSERTIONS:-}" = yes ]; then
    no_checks=
    mode=debug
fi
jobs=$(nproc)
mkdir -p lib include out

# Headers are copied with their times (cp -p), so that a second run does not compile all again.

# Unpacks an archive that holds one folder, as the folder $2. An interrupted try leaves only `$2.part`.
unpack() {
    test ! -d "$2" || return 0
    rm -rf "$2.part"
    python3 -m tarfile -e "$1" "$2.part"
    mv "$2.part"/* "$2"
}

# The file name of GMP is the one that the libraries of the package refer to.
gmp=$(basename numbers/gmpy2.libs/libgmp-*.so*)
cp numbers/gmpy2.libs/"$gmp" out
cp -p numbers/gmpy2/gmp.h include

# CUDD. The tools that made its configure script are not called again.
unpack yices/third-party/cudd-*.tar.gz cudd
test -f cudd/ready || (cd cudd && sh ./configure CC="$CC" --disable-shared --with-pic && touch ready)
make -C cudd -j"$jobs" cudd/libcudd.la CC="$CC" CFLAGS="$flags $no_checks" ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:
cp cudd/cudd/.libs/libcudd.a lib
cp -p cudd/cudd/cudd.h include

# The C part of libpoly. Its own build needs cmake.
unpack yices/third-party/libpoly-*.tar.gz libpoly
mkdir -p libpoly/objects include/poly
# Only whether these are defined matters.
test -f include/poly/version.h || sed 's/@[A-Z_]*@/0/' libpoly/include/version.h.in > libpoly/include/version.h
cp -p libpoly/include/*.h include/poly
cat > libpoly/objects/Makefile <<'MAKE'
SOURCES = $(filter-out %/open_memstream.c, $(wildcard ../src/*.c ../src/*/*.c))
OBJECTS = $(subst /,_,$(patsubst ../src/%.c,%.o,$(SOURCES)))
libpoly.a: $(OBJECTS)
	ar rcs $@ $^
define rule
$(subst /,_,$(patsubst ../src/%.c,%.o,$(1))): $(1)
	$$(CC) $$(FLAGS) -c $$< -o $$@
endef
$(foreach source,$(SOURCES),$(eval $(call rule,$(source))))
MAKE
make -C libpoly/objects -j"$jobs" CC="$CC" \
    FLAGS="$flags $no_checks -std=gnu99 -DHAVE_OPEN_MEMSTREAM -I../include -I../src -I$here/include"
cp libpoly/objects/libpoly.a lib

# The source of Yices. A checkout is copied without what was built in it. Times are kept, so only changed files are
# compiled again.
if [ -n "${SOURCE:-}" ]; then
    mkdir -p source
    tar -C "$SOURCE" --exclude=./.git --exclude=./build --exclude=./configs -cf - . | tar -C source -xf -
else
    # It contains what gperf would generate.
    unpack yices/third-party/yices-*.tar.gz source
fi
# Each mode has its own optimisation and debug information. The given flags count instead. A library with a sanitizer
# may have undefined symbols.
sed -i 's/ -O3 -fomit-frame-pointer//; s/^\(CFLAGS := $(CFLAGS)\) -g$/\1/; s/ -Wl,--no-undefined//' source/src/Makefile

# What the configure script would write.
arch=$(uname -m)-linux
mkdir -p source/configs
cat > source/configs/make.include."$arch" <<MAKE
SED = sed
LN_S = ln -s
MKDIR_P = mkdir -p
INSTALL = install -c
EGREP = grep -E
CC = $CC
CFLAGS = $flags
CPPFLAGS = -I$here/include
LIBS = $here/lib/libcudd.a $here/lib/libpoly.a $here/out/$gmp -lm
LDFLAGS = $link_flags -Wl,-rpath,'\$\$ORIGIN'
LD = ld
AR = ar
RANLIB = ranlib
GPERF = gperf
STRIP = :
WORDS_BIGENDIAN = no
ENABLE_MCSAT = yes
MAKE
make -C source -j"$jobs" ARCH="$arch" MODE=$mode lib
cp source/build/"$arch"-$mode/lib/libyices.so.*.*.* out/libyices.so
