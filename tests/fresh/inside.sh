#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What a new user types on a fresh system, as the README says; run.sh and mounts.sh start it there.
set -uo pipefail

cd /root/tobiuo || exit 1
source /root/fresh/steps.sh

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
    step install --no-install-recommends "${packages[@]}"
    for package in $(packages_for unpack); do
        step unpack "$package"
    done
fi
[[ -z $PARAVIEW ]] || step install --no-install-recommends paraview python3-paraview
if [[ -n $COMPILER_CACHE ]]; then
    step install --no-install-recommends ccache
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
outcome
