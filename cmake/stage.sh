#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# stage.sh BUILD DIR: gathers a build into a folder that runs on another Linux machine.
#
# bin/ holds the program, bin/tests/ the test programs, lib/ every shared library that they need
# except glibc's own (which must be the machine's) and the NVIDIA driver's and CUDA's (which the
# program opens when a case asks for a GPU). Everything is found relative to the program.
# shellcheck disable=SC2016  # $ORIGIN is for the dynamic linker
set -euo pipefail

build=$(readlink -f "$1")
mkdir -p "$2"
stage=$(readlink -f "$2")
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
limit=180000000  # bytes: what is copied to a GPU server again and again should stay small

glibc='ld-linux.*|libc|libm|libmvec|libpthread|libdl|librt|libresolv|libutil|libanl'
nvidia='libcuda|libcudart|libnvrtc.*|libnvidia.*|libnvJitLink'

fail() {
    printf 'stage: %s\n' "$*" >&2
    exit 1
}

mark='tobiuo, gathered by ./dev stage'
if [[ -n $(ls -A "$stage") ]]; then
    head -n 1 "$stage/README.txt" 2>/dev/null | grep -q "^$mark" ||
        fail "$stage holds something else than an earlier stage: name another folder"
    rm -rf "${stage:?}"/{bin,lib,configs,tests,LICENSE,third-party.md,README.txt}
fi
mkdir -p "$stage"/{bin/tests,lib}
echo "$mark: unfinished" >"$stage/README.txt"

is_program() { [[ $(head -c 4 "$1" | tail -c 3) == ELF ]]; }

tests=()
while read -r file; do
    if is_program "$file"; then tests+=("$file"); fi
done < <(find "$build/tests" -path "$build/tests/house" -prune -o -name CMakeFiles -prune -o \
    -type f -executable -print)

# Copies a program without its symbols, and sets the folder of its libraries. RPATH also holds for
# the libraries' own dependencies, RUNPATH does not.
place_program() {
    local from=$1 to=$2 libraries=$3
    strip -o "$to" "$from"
    patchelf --force-rpath --set-rpath "$libraries" "$to"
}

place_program "$build/app/tobiuo" "$stage/bin/tobiuo" '$ORIGIN/../lib'
for test in "${tests[@]}"; do
    place_program "$test" "$stage/bin/tests/$(basename "$test")" '$ORIGIN/../../lib'
done

needed() { ldd "$build/app/tobiuo" "${tests[@]}"; }
if needed | grep 'not found' >&2; then
    fail "the build itself does not find these libraries: run ./dev build again"
fi
while read -r name path; do
    [[ $name =~ ^($glibc|$nvidia)\.so ]] || strip --strip-unneeded -o "$stage/lib/$name" "$path"
done < <(needed | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u)

# The modules of VkFFT and MPI, opened at run time from their place in an installation. MPI itself is
# the machine's.
for module in vkfft mpi; do
    if [[ -f $build/app/libtobiuo_$module.so ]]; then
        mkdir -p "$stage/lib/tobiuo"
        strip --strip-unneeded -o "$stage/lib/tobiuo/libtobiuo_$module.so" \
            "$build/app/libtobiuo_$module.so"
    fi
done

cmake --install "$build" --component cases --prefix "$stage/installed" >/dev/null
mv "$stage"/installed/*/tobiuo/configs "$stage/configs"
rm -r "$stage/installed"
mkdir -p "$stage/tests/fuzz"
cp -r "$root/tests/fuzz/corpus" "$stage/tests/fuzz/corpus"  # the tests read it
cp "$root/LICENSE" "$root/docs/third-party.md" "$stage"

glibc_needed=$(find "$stage/bin" "$stage/lib" -type f -exec objdump -T {} + |
    grep -o 'GLIBC_2\.[0-9]*' | sort -uV | tail -n 1)
cat >"$stage/README.txt" <<EOF
$mark: run it as  bin/tobiuo run configs/himeno-s.yaml
Tests: in this folder, for each name in bin/tests,
  TOBIUO_SOURCE_DIR=\$PWD TOBIUO_PROGRAM=\$PWD/bin/tobiuo bin/tests/NAME
It needs Linux on $(uname -m) with glibc ${glibc_needed#GLIBC_} or newer; for GPUs
also the NVIDIA driver and CUDA's NVRTC library.
EOF

bytes=$(find "$stage" -type f -printf '%s\n' | awk '{ sum += $1 } END { printf "%d", sum }')
printf 'stage: %s: %s programs, %s libraries, %s MB, needs glibc %s\n' "$stage" \
    "$(find "$stage/bin" -type f | wc -l)" "$(find "$stage/lib" -name '*.so*' | wc -l)" \
    "$(awk -v bytes="$bytes" 'BEGIN { printf "%.1f", bytes / 1e6 }')" "${glibc_needed#GLIBC_}"
if ((bytes > limit)); then
    find "$stage" -type f -printf '%s %P\n' | sort -rn | head -n 12 >&2
    fail "more than $((limit / 1000000)) MB; the largest files are above"
fi
