#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# kernels.sh PROGRAM DIR CASE...: runs cases on the GPU of this machine and keeps the kernels that
# they compiled in DIR, which all users may read.
#
# A program finds kernels in ../lib/tobiuo/kernels beside its folder, so that DIR is
# PREFIX/lib/tobiuo/kernels where PREFIX is that of an installation. They serve GPUs of the
# architecture of this one, under the version of NVRTC of this machine, until the program changes.
set -euo pipefail

program=$(readlink -f "$1")
install -d -m 755 "$2"
kernels=$(readlink -f "$2")
shift 2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count=0
for case in "$@"; do
    printf 'kernels: %s ...\n' "$case" >&2
    XDG_CACHE_HOME=$scratch/cache "$program" run "$case" --set backend=cuda --ceiling none \
        --no-wisdom --force --output "$scratch/results" --quiet
    rm -rf "$scratch/results"
    mapfile -t made < <(find "$scratch/cache" -type f -name '*-sm_*' 2>/dev/null)
    if ((${#made[@]} > 0)); then
        install -m 644 -t "$kernels" "${made[@]}"
        rm -rf "$scratch/cache"
        count=$((count + ${#made[@]}))
    fi
done
printf 'kernels: %d new in %s\n' "$count" "$kernels" >&2
