#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# deb.sh BUILD FOLDER: makes the Debian package of a build in FOLDER, and looks at what it holds:
# each file is where Debian wants it and has a name of tobiuo, so that no other package has it.
set -euo pipefail

if ! command -v dpkg-shlibdeps >/dev/null || ! command -v file >/dev/null; then
    echo "skipped: there is no dpkg-shlibdeps or file here (Debian: dpkg-dev, file)"
    exit 0
fi
rm -rf "$2"
mkdir -p "$2"
cpack --config "$1/CPackConfig.cmake" -B "$2" >"$2/cpack.log" 2>&1 || {
    cat "$2/cpack.log"
    exit 1
}
package=$(find "$2" -maxdepth 1 -name 'tobiuo_*.deb')
files=$(dpkg-deb --contents "$package" | awk '!/\/$/ { print $6 }')
failed=0

# complain SENTENCE...
complain() {
    printf 'deb: %s\n' "$*"
    failed=1
}

for file in bin/tobiuo lib/libtobiuo.so.2 lib/libtobiuo_solvers.a include/tobiuo.h \
    include/tobiuo/poisson.hpp lib/cmake/tobiuo/tobiuoConfig.cmake share/man/man1/tobiuo.1.gz \
    share/man/man1/tobiuo-bench-fft.1.gz share/bash-completion/completions/tobiuo \
    share/zsh/vendor-completions/_tobiuo share/fish/vendor_completions.d/tobiuo.fish \
    lib/python3/dist-packages/tobiuo/__init__.py share/tobiuo/configs/himeno-s.yaml \
    share/doc/tobiuo/copyright share/doc/tobiuo/changelog.Debian.gz share/doc/tobiuo/case.md; do
    grep -qx "./usr/$file" <<<"$files" || complain "it lacks /usr/$file"
done
if others=$(grep -v -E '^\./usr/.*tobiuo' <<<"$files"); then
    complain "these files have no name of tobiuo: $others"
fi
depends=$(dpkg-deb --field "$package" Depends)
for needed in libvtk9.1 libfftw3-double3 libyaml-cpp; do
    [[ $depends == *$needed* ]] || complain "it does not depend on $needed: $depends"
done
[[ $depends != *-dev* ]] || complain "it depends on headers: $depends"
exit $failed
