#!/bin/sh
# Builds libz3.so with assertions or sanitizers, in a folder that holds unpacked sources: z3, or SOURCE, and the tools
# cmake and ninja. The library ends in `out`. See vendor/README.md for the variables.
set -eu

here=$(pwd)
ninja=$(find "$here/ninja" -type f -name ninja)
cmake=$(find "$here/cmake" -type f -path '*/bin/cmake')
chmod +x "$ninja" "$cmake"
# In the source distribution it lies in a folder of its own.
source=${SOURCE:-$(echo "$here"/z3/z3*/core)}

# Debug defines Z3DEBUG, which switches the assertions on.
test -n "$ASSERTIONS" && type=Debug || type=Release
"$cmake" -G Ninja -S "$source" -B build "-DCMAKE_MAKE_PROGRAM=$ninja" -DCMAKE_BUILD_TYPE=$type \
    -DCMAKE_CXX_FLAGS_DEBUG= -DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG -DCMAKE_C_FLAGS_RELEASE= \
    -DZ3_BUILD_LIBZ3_SHARED=ON -DZ3_BUILD_EXECUTABLE=OFF -DZ3_BUILD_TEST_EXECUTABLES=OFF \
    -DZ3_ENABLE_EXAMPLE_TARGETS=OFF -DZ3_INCLUDE_GIT_DESCRIBE=OFF -DZ3_INCLUDE_GIT_HASH=OFF
"$ninja" -C build libz3.so
mkdir -p out
cp -L build/libz3.so out/libz3.so
