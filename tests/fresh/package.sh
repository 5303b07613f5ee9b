#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What a user of the Debian package types on a fresh system; run.sh --package starts it there.
set -uo pipefail

cd /root || exit 1
source /root/fresh/steps.sh
checkout=/root/tobiuo
python=/usr/lib/python3/dist-packages/tobiuo

is_installed() {
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

# completes WORDS...: whether bash offers something for the last of them.
completes() {
    bash -c '. /usr/share/bash-completion/completions/tobiuo
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _tobiuo && ((${#COMPREPLY[@]} > 0))' bash "$@"
}

# consumer: an outside program that finds the installed library.
consumer() {
    cmake -S "$checkout/tests/house/consumer" -B consumer -DCMAKE_BUILD_TYPE=Release &&
        cmake --build consumer --parallel "$(nproc)" && ctest --test-dir consumer
}

step apt-get -qq update
step install /root/fresh/tobiuo.deb
step tobiuo --version
step tobiuo info --no-ceilings
step tobiuo new mine --kind poisson
step tobiuo check mine.yaml
step tobiuo run mine.yaml
step test -s out/mine/report.html -a -s out/mine/results.pvd
step tobiuo run /usr/share/tobiuo/configs/himeno-xs.yaml --output /root/out
step python3 -c 'import tobiuo; print(tobiuo.__file__, tobiuo.fft.rfft([1.0, 2.0]))'
step python3 -c 'import tobiuo; print(tobiuo.run("mine.yaml", output="again"))'
step completes tobiuo run --c
step install --no-install-recommends man-db zsh fish
step man --warnings --pager=cat tobiuo-run
step zsh -n /usr/share/zsh/vendor-completions/_tobiuo
step fish -n /usr/share/fish/vendor_completions.d/tobiuo.fish
step install --no-install-recommends g++ cmake make
step consumer
step mpirun --allow-run-as-root --oversubscribe -n 2 tobiuo run mine.yaml --output ranks

step install --no-install-recommends paraview python3-paraview
step is_installed tobiuo
step pvpython "$checkout/tests/paraview/check_results.py" out/mine
step apt-get -qq --yes remove tobiuo
step test ! -e "$python" -a ! -e /usr/bin/tobiuo
step is_installed paraview
step install /root/fresh/tobiuo.deb
step is_installed paraview
step is_installed python3-paraview
step tobiuo run mine.yaml --force
outcome
