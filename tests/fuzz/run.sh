#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Fuzzes for a while: run.sh BUILD TARGET|all SECONDS, with all a target on each core at a time.
# Starts from tests/fuzz/corpus; inputs that reach new code go to BUILD/corpus, those that break a
# promise to BUILD/findings.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
build=$1 wanted=$2 seconds=$3
export OMP_NUM_THREADS=1 LSAN_OPTIONS=suppressions=$here/../support/known_leaks.txt
export ASAN_OPTIONS=external_symbolizer_path=/usr/bin/addr2line
export UBSAN_OPTIONS=print_stacktrace=1:$ASAN_OPTIONS
# Bounds of one input, seconds and megabytes: the readers promise to stay far below them. Names of
# newly reached functions take a look-up in all of the program each, and are not printed.
bounds=(-timeout=10 -rss_limit_mb=2560 -max_len=4096 -print_funcs=0)

say() { printf 'fuzz: %s\n' "$*"; }

# fuzz TARGET: fails if an input broke a promise.
fuzz() {
    local program=$build/tests/fuzz/tobiuo_fuzz log=$build/$1.log finding
    export TOBIUO_FUZZ_TARGET=$1
    local corpus=$build/corpus/$1 findings=$build/findings/$1
    mkdir -p "$corpus" "$findings"
    if "$program" "${bounds[@]}" "-max_total_time=$seconds" "-artifact_prefix=$findings/" \
        "-dict=$here/dictionaries/$1" "$corpus" "$here/corpus/$1" >"$log" 2>&1; then
        say "$1: no finding; $(grep '^Done' "$log")"
        return 0
    fi
    tail -n 40 "$log"
    finding=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    say "$1: an input broke a promise (all that was said is in $log); once more:"
    say "  TOBIUO_FUZZ_TARGET=$1 $program ${bounds[*]} ${finding:-$here/corpus/$1/*}"
    return 1
}

if [[ $wanted == all ]]; then
    find "$here"/corpus -mindepth 1 -maxdepth 1 -printf '%f\n' | sort |
        xargs -P "$(nproc)" -I '{}' "${BASH_SOURCE[0]}" "$build" '{}' "$seconds" || exit 1
elif [[ -d $here/corpus/$wanted ]]; then
    fuzz "$wanted"
else
    say "there is no target '$wanted'; choose all or one of: $(ls -x "$here/corpus")" >&2
    exit 2
fi
