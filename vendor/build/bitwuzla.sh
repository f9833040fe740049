#!/bin/sh
# Builds libbitwuzla.so, in a folder that holds unpacked sources: bitwuzla, or SOURCE, cadical, symfpu and numbers (GMP
# and MPFR as libraries with headers), gmpxx (the source of GMP, for one header), meson and ninja. The library and those
# that it needs end in `out`. See vendor/README.md for the variables.
#
# Bitwuzla's own build would download CaDiCaL and SymFPU, and look for GMP and MPFR on the system. Here all are
# subprojects of meson that are there already.
set -eu

here=$(pwd)
ninja=$(find "$here/ninja" -type f -name ninja)
chmod +x "$ninja"
PATH=$(dirname "$ninja"):$PATH
PYTHONPATH=$here/meson
export PYTHONPATH PATH
subprojects=source/subprojects


# What a wrap file names as folder, with the files of meson that Bitwuzla has for it.
adopt() {
    folder=$subprojects/$(sed -n 's/^directory *= *//p' $subprojects/"$1".wrap | grep . || echo "$1")
    mkdir -p "$folder"
    cp -R "$2"/. "$folder"
    cp -R $subprojects/packagefiles/"$1"/. "$folder"
}

# A library that is there, as a subproject: name, version, headers, library.
given() {
    mkdir -p "$subprojects/$1/include"
    for header in $3; do cp "$header" "$subprojects/$1/include"; done
    cat > "$subprojects/$1/meson.build" <<END
project('$1', 'c', version: '$2')
${1}_dep = declare_dependency(include_directories: include_directories('include'),
                              link_args: ['$here/out/$(basename "$4")'])
END
    rm -f "$subprojects/$1"*.wrap
    printf '[wrap-file]\ndirectory = %s\n[provide]\n%s = %s_dep\n' "$1" "$1" "$1" > "$subprojects/$1.wrap"
}

# Files that are compiled together include some headers twice, and some before what these need. The numbers of lines
# stay as they are.
allow_unity() {
    find source/src -name '*.h' -exec sed -i '1s/^/#pragma once\n#line 1\n/' {} +
    sed -i '1s/^/#include <cstring>\n#line 1\n/' $subprojects/cadical-*/src/util.hpp
}

# Puts the sources into the folder `source`.
prepare() {
    rm -rf source
    if test -n "$SOURCE"; then cp -R "$SOURCE" source; else
        # In the crate as in the source distribution it lies in a folder of its own.
        cp -R bitwuzla/bitwuzla* source
    fi
    adopt cadical cadical/cadical
    # What Bitwuzla changes in CaDiCaL. Lines of the crate may end with a carriage return.
    find $subprojects/cadical-* -name '*.[ch]*' -type f -exec sed -i 's/\r$//' {} +
    for change in $subprojects/packagefiles/cadical/*.patch; do
        test ! -e "$change" || patch -p1 -d $subprojects/cadical-* < "$change"
    done
    adopt symfpu symfpu/usr/include/symfpu
    test -n "$SOURCE" || allow_unity
    # No package has SymFPU 1.2.0, which Bitwuzla's build requires since 0.10.0. Its changes to SymFPU are for formats that
    # are off by default.
    sed -i 's/[^ ]*\.contains(.makeOne(.)/true/' source/src/meson.build
    given gmp 6.3.0 "numbers/gmpy2/gmp.h gmpxx/gmp-6.3.0-c/gmpxx.h" numbers/gmpy2.libs/libgmp-*.so*
    given mpfr 4.2.2 numbers/gmpy2/mpfr.h numbers/gmpy2.libs/libmpfr-*.so*
}

# They are parts of the result, which is moved away when a build has ended.
mkdir -p out
cp numbers/gmpy2.libs/libgmp-*.so* numbers/gmpy2.libs/libmpfr-*.so* out
if ! test -e build/build.ninja; then
    prepare
    # A debug build also has the checks of models and cores that Bitwuzla's developers use.
    case "$ASSERTIONS$CFLAGS" in
        yes*) type="--buildtype=debug -Db_ndebug=false" ;;
        ?*) type="--buildtype=plain -Db_ndebug=true" ;;
        *) type=--buildtype=release ;;
    esac
    # Several files are compiled as one, which takes less than half the time. Sources of a user may not allow this.
    unity="--unity=on --unity-size=8"
    test -z "$SOURCE" || unity=--unity=off
    python3 -m mesonbuild.mesonmain setup build source $type $unity --default-library=shared --wrap-mode=nodownload \
        --force-fallback-for=gmp,mpfr,cadical,symfpu -Dtesting=disabled -Dunit_testing=disabled -Db_lundef=false \
        -Dcadical:default_library=static -Db_staticpic=true "-Dcpp_link_args=$LDFLAGS -Wl,-rpath,\$ORIGIN"
elif test -n "$SOURCE"; then
    # What has changed in the checkout.
    cp -Ru "$SOURCE"/. source
fi
ninja -C build src/libbitwuzla.so.0
cp build/src/libbitwuzla.so.0 out/libbitwuzla.so
# Those that older releases are split into.
find build/src -name 'libbitwuzla?*.so' -exec cp {} out \;
