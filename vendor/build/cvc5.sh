#!/bin/sh
# Builds libcvc5.so with assertions or sanitizers from SOURCE, a checkout of cvc5. No package has the sources. cmake and
# what cvc5 needs must be on the machine, or cvc5's build downloads it. The library ends in `out`. See
# vendor/README.md for the variables.
set -eu

test -n "$ASSERTIONS" && assertions=ON || assertions=OFF
cmake -S "$SOURCE" -B build -DCMAKE_BUILD_TYPE=Testing "-DCMAKE_CXX_FLAGS_TESTING=" "-DCMAKE_C_FLAGS_TESTING=" \
    -DBUILD_SHARED_LIBS=ON -DENABLE_ASSERTIONS=$assertions -DENABLE_DEBUG_SYMBOLS=OFF -DENABLE_AUTO_DOWNLOAD=ON
cmake --build build --target cvc5 --parallel "$(nproc)"
mkdir -p out
cp -L "$(find build/src -name 'libcvc5.so' | head -n 1)" out/libcvc5.so
find build -name '*.so*' -type f ! -name 'libcvc5.so*' -exec cp {} out \;
