#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Follows the README on a fresh, minimal Debian: see usage() below.
set -euo pipefail

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(dirname "$(dirname "$here")")

usage() {
    cat <<'EOF'
usage: sudo tests/fresh/run.sh [options]

Makes a minimal Debian by debootstrap in a folder of its own, clones the newest commit into it, and
types there what the README's quick start says. The mounts are in a namespace of their own and end
with it; the folder is removed at the end. Needs root, debootstrap, git and 10 GB.

  --cuda            with this machine's CUDA toolkit (CUDA_HOME, or /usr/local/cuda), for reading
  --paraview        installs ParaView first, as the README says, and opens the results in it
  --without WHAT    without opencl or mpi: installs the other packages of packages.txt, and
                    ./dev none (may be repeated)
  --package FILE    types what installs and uses this .deb of ./dev deb instead of the README's
                    commands, before and after ParaView
  --working-tree    the files as they are in this checkout instead of the newest commit
  --only PATTERN    of the README's commands only those that match: --only run
  --compiler-cache DIR
                    compiles through ccache, which keeps there what earlier runs compiled
  --suite NAME      the release of Debian (this machine's)
  --mirror ADDRESS  where its packages are (as this machine's apt says)
  --cache DIR       keeps packages between runs (/var/cache/tobiuo-fresh)
  --keep            leaves the folder in place and says where it is

examples:
  sudo tests/fresh/run.sh
  sudo tests/fresh/run.sh --without opencl --without mpi
  sudo tests/fresh/run.sh --cuda --paraview
  sudo tests/fresh/run.sh --package build/deb/tobiuo_*.deb
EOF
}

say() { printf 'fresh: %s\n' "$*"; }

fail() {
    say "$@" >&2
    exit 1
}

need() {
    local command
    for command in "$@"; do
        command -v "$command" >/dev/null || fail "$command is missing: install its Debian package"
    done
    ((EUID == 0)) || fail "debootstrap and chroot need root: type sudo before the command"
}

# The archives that this machine's apt reads, a line "ADDRESS NAME" each.
archives() {
    apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' | sort -u
}

# make_base FILE: a minimal system as an archive, once for each release and cache.
make_base() {
    [[ ! -f $1 ]] || return 0
    say "making a minimal $suite (kept in $1) ..."
    mkdir -p "$cache/base"
    debootstrap --variant=minbase --cache-dir="$cache/base" "$suite" "$box/base" "$mirror" \
        >"$cache/debootstrap.log" 2>&1 || fail "debootstrap failed: see $cache/debootstrap.log"
    tar -C "$box/base" -cf "$1.new" .
    mv "$1.new" "$1"
    rm -rf "$box/base"
}

# clone: the newest commit, or the files of this checkout, in the system's /root/tobiuo.
clone() {
    local copy=$system/root/tobiuo
    git clone --quiet --no-hardlinks "$root" "$copy"
    say "the clone is of $(git -C "$copy" log -1 --format='%h %s')"
    [[ -n $working_tree ]] || return 0
    say "and has the files of $root as they are"
    (cd "$copy" && git ls-files -z | xargs -0 rm -f)
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        while IFS= read -r -d '' file; do [[ ! -e $file ]] || printf '%s\0' "$file"; done |
        tar --null -T - -cf -) | tar -C "$copy" -xf -
}

# prepare: the files of the new system that say where packages come from, and the clone.
prepare() {
    local base=$cache/$suite.tar
    make_base "$base"
    tar -C "$system" -xf "$base"
    cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    if [[ $mirror == "$found_mirror" ]]; then
        archives | awk -v suite="$suite" 'index($2, suite) == 1 { print "deb", $1, $2, "main" }' \
            >"$system/etc/apt/sources.list"
    fi
    echo 'APT::Keep-Downloaded-Packages "true";' >"$system/etc/apt/apt.conf.d/90fresh"
    mkdir -p "$cache/archives/partial" ${compiler_cache:+"$compiler_cache"}
    clone
    mkdir "$system/root/fresh"
    cp "$here"/{steps,inside,package}.sh "$system/root/fresh/"
    [[ -z $package ]] || cp "$package" "$system/root/fresh/tobiuo.deb"
}

suite='' mirror='' found_mirror='' toolkit='' paraview='' without='' working_tree=''
only=. compiler_cache='' package='' keep='' cache=/var/cache/tobiuo-fresh
while (($# > 0)); do
    case $1 in
        --cuda) toolkit=$(readlink -f "${CUDA_HOME:-/usr/local/cuda}") ;;
        --paraview) paraview=yes ;;
        --working-tree) working_tree=yes ;;
        --keep) keep=yes ;;
        --without | --only | --suite | --mirror | --cache | --compiler-cache | --package)
            (($# > 1)) || fail "$1 needs a value: see --help"
            case $1 in
                --without)
                    [[ $2 =~ ^(opencl|mpi)$ ]] || fail "--without $2: choose opencl or mpi"
                    without+=" $2"
                    ;;
                --only) only=$2 ;;
                --suite) suite=$2 ;;
                --mirror) mirror=$2 ;;
                --cache) cache=$2 ;;
                --compiler-cache) compiler_cache=$2 ;;
                --package)
                    [[ -f $2 ]] || fail "--package $2: there is no such file: ./dev deb makes one"
                    package=$2
                    ;;
            esac
            shift
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) fail "unknown option '$1': see --help" ;;
    esac
    shift
done
need debootstrap git unshare chroot
if [[ -n $toolkit && ! -x $toolkit/bin/nvcc ]]; then
    fail "no CUDA toolkit in $toolkit: set CUDA_HOME, or leave out --cuda"
fi
[[ -n $suite ]] || suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
found_mirror=$(archives | awk -v suite="$suite" '$2 == suite { print $1; exit }')
[[ -n $mirror ]] || mirror=$found_mirror
[[ -n $mirror ]] || fail "this machine's apt knows no archive of $suite: name one by --mirror"

mkdir -p "$cache"
box=$(mktemp -d "${TMPDIR:-/var/tmp}/tobiuo-fresh.XXXXXX")
system=$box/system
mkdir "$system"
if [[ -n $keep ]]; then
    trap 'say "the system is in $system"' EXIT
else
    trap 'rm -rf --one-file-system "$box"' EXIT
fi
prepare
what=$([[ -n $toolkit ]] && echo "with CUDA" || echo "without CUDA")
what+=${without:+, without$without}${paraview:+, with ParaView}
if [[ -n $package ]]; then
    say "installing $package on $suite ..."
else
    say "following the README on $suite ($what) ..."
fi

# Processes and mounts end with the namespaces, however this ends.
unshare --mount --pid --fork --kill-child --propagation private \
    env TOOLKIT="$toolkit" PARAVIEW="$paraview" WITHOUT="$without" ONLY="$only" \
    CACHE="$cache" COMPILER_CACHE="$compiler_cache" INSIDE="${package:+package.sh}" \
    "$here/mounts.sh" "$system"
