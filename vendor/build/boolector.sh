#!/bin/sh
# Builds libboolector.so, in a folder that holds unpacked sources: boolector, btor2tools, sat (PySAT, which brings the
# sources of CaDiCaL and Lingeling) and cmake. The library ends in `out`. It contains its parser and its SAT solvers.
#
# Taken from the environment:
# CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS: the compilers, and flags for optimisation and sanitizers
# ASSERTIONS: `yes` keeps the assertions and self-checks of all parts
# SOURCE: a checkout of Boolector that is built instead of the packaged source. Nothing is written into it.
#
# The script can be run again after an interruption. It continues then.
set -eu

here=$(pwd)
CC=${CC:-cc} CXX=${CXX:-c++} CFLAGS=${CFLAGS:-} CXXFLAGS=${CXXFLAGS:-} LDFLAGS=${LDFLAGS:-}
export CC CXX
# The configure scripts and cmake would take these themselves, in the wrong place.
c_flags="$CFLAGS -fPIC" cxx_flags="$CXXFLAGS -fPIC" link_flags=$LDFLAGS
unset CFLAGS CXXFLAGS LDFLAGS
no_checks=
if [ "${ASSERTIONS:-}" != yes ]; then
    no_checks=-DNDEBUG
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

# CaDiCaL 1.0.3, which Boolector is released with. The checks are the assertions, and the proof checker that is on if
# there are assertions.
unpack sat/python_sat*/solvers/cadical103.tar.gz cadical
test -f cadical/ready || (cd cadical && sh ./configure && touch ready)
make -C cadical/build -j"$jobs" libcadical.a CXX="$CXX" CXXFLAGS="$cxx_flags $no_checks"
cp cadical/build/libcadical.a lib
cp -p cadical/src/ccadical.h include

# Lingeling. With assertions it also checks its models.
unpack sat/python_sat*/solvers/lingeling.tar.gz lingeling-all
unpack lingeling-all/lingeling-*.tar.gz lingeling
test -f lingeling/ready || (cd lingeling && sh ./configure.sh --no-aiger --no-yalsat --no-druplig && touch ready)
make -C lingeling liblgl.a CC="$CC" CFLAGS="$c_flags -DNLGLOG -DNLGLDRUPLIG -DNLGLYALSAT -DNLGLFILES -DNLGLDEMA \
    ${no_checks:+$no_checks -DNCHKSOL}"
cp lingeling/liblgl.a lib
cp -p lingeling/lglib.h include

# The parser of BTOR2, which is one file.
parser=btor2tools/btor2tools/src
# shellcheck disable=SC2086
$CC $c_flags $no_checks -I$parser -c $parser/btor2parser/btor2parser.c -o btor2parser.o
ar rcs lib/libbtor2parser.a btor2parser.o
cp -p $parser/btor2parser/btor2parser.h include

# The packaged source is of November 2021. It is Boolector 3.2.2 with the C API of 3.2.3. It does not recognise
# some remainders, because it takes the wrong operand. Later releases have corrected that.
sed -i '/udiv = mul->e\[0\];/{n;s/mul->e\[0\]/mul->e[1]/}' boolector/boolector/src/btorrewrite.c

# Boolector's own build types would add -O3, or else logging. Any other name adds nothing.
# Git would be asked for the state of the source, and might write into a checkout.
cmake=$here/cmake/cmake/data/bin/cmake
chmod +x "$cmake"
"$cmake" -S "${SOURCE:-boolector/boolector}" -B build -G "Unix Makefiles" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_POLICY_VERSION_MINIMUM=3.5 -DBUILD_SHARED_LIBS=ON -DCMAKE_PREFIX_PATH="$here" \
    -DUSE_CADICAL=ON -DUSE_LINGELING=ON -DUSE_CMS=OFF -DUSE_MINISAT=OFF -DUSE_PICOSAT=OFF -DTESTING=OFF \
    -DCMAKE_DISABLE_FIND_PACKAGE_Git=ON \
    "-DCMAKE_C_FLAGS=$c_flags $no_checks" "-DCMAKE_CXX_FLAGS=$cxx_flags $no_checks" \
    "-DCMAKE_SHARED_LINKER_FLAGS=$link_flags"
"$cmake" --build build --target boolector -j "$jobs"
cp build/lib/libboolector.so out
