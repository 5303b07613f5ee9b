#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What a new user types on a fresh system, as the README says; run.sh and mounts.sh start it there.
set -uo pipefail

cd /root/tobiuo || exit 1
passed=() failed=()

# step COMMAND...: runs it, and remembers how it ended and how long it took.
step() {
    local start=$SECONDS code=0
    printf 'fresh: $ %s\n' "$*"
    "$@" || code=$?
    local text="$* ($((SECONDS - start)) s)"
    if ((code == 0)); then passed+=("$text"); else failed+=("$text: exit code $code"); fi
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@" \
        >/root/fresh/install.log 2>&1 || { tail -n 25 /root/fresh/install.log && return 1; }
}

# packages_for PATTERN: the packages whose commands in packages.txt match, less those of $WITHOUT.
packages_for() {
    local left_out='^$'
    [[ $WITHOUT != *opencl* ]] || left_out+='|opencl|ocl-icd'
    [[ $WITHOUT != *mpi* ]] || left_out+='|openmpi'
    awk -v pattern="^($1)\$" \
        '!/^#/ { for (i = 2; i <= NF; ++i) if ($i ~ pattern) { print $1; next } }' packages.txt |
        grep -v -E "$left_out"
}

# unpack PACKAGE: into build/unpacked, as ./dev does.
unpack() {
    local folder=build/unpacked/$1
    mkdir -p "$folder" &&
        (cd "$folder" && apt-get -qq -o APT::Sandbox::User=root download "$1" &&
            dpkg-deb --extract ./*.deb . && rm ./*.deb)
}

# readme_commands: the lines of the quick start that a user types, without their comments.
readme_commands() {
    awk '/^## /{ quick = /Quick start/ } /^```/{ block = !block && quick; next }
        quick && block && /^\.\/dev/ { sub(/ *#.*/, ""); print }' README.md | grep -E -e "$ONLY"
}

step apt-get -qq update
if [[ -n $WITHOUT ]]; then
    export TOBIUO_INSTALL=no
    mapfile -t packages < <(packages_for 'build|test')
    step install "${packages[@]}"
    for package in $(packages_for unpack); do
        step unpack "$package"
    done
fi
[[ -z $PARAVIEW ]] || step install paraview python3-paraview
if [[ -n $COMPILER_CACHE ]]; then
    step install ccache
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    export CCACHE_DIR=/root/.cache/ccache
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi
while read -r -a command; do
    step "${command[@]}" </dev/null
done < <(readme_commands)
if compgen -G 'configs/out/*/report.html' >/dev/null; then
    for results in configs/out/*; do
        step test -s "$results/report.html" -a -s "$results/results.pvd"
    done
    [[ -z $PARAVIEW ]] || step pvpython tests/paraview/check_results.py configs/out/*
fi
step build/app/tobiuo info --no-ceilings

echo
((${#passed[@]} == 0)) || printf 'fresh: passed: %s\n' "${passed[@]}"
((${#failed[@]} == 0)) || printf 'fresh: FAILED: %s\n' "${failed[@]}"
exit $((${#failed[@]} > 0))
