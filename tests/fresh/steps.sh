# SPDX-License-Identifier: BSD-3-Clause
# What the scripts inside a fresh system share: steps that are timed, and what became of them.
# shellcheck shell=bash
passed=() failed=()

# step COMMAND...: runs it, and remembers how it ended and how long it took.
step() {
    local start=$SECONDS code=0
    printf 'fresh: $ %s\n' "$*"
    "$@" || code=$?
    local text="$* ($((SECONDS - start)) s)"
    if ((code == 0)); then passed+=("$text"); else failed+=("$text: exit code $code"); fi
}

# install ARGUMENT...: installs packages; what apt says is shown where it fails.
install() {
    DEBIAN_FRONTEND=noninteractive apt-get install --yes "$@" \
        >/root/fresh/install.log 2>&1 || { tail -n 25 /root/fresh/install.log && return 1; }
}

# outcome: says how all steps ended; fails where one did.
outcome() {
    echo
    ((${#passed[@]} == 0)) || printf 'fresh: passed: %s\n' "${passed[@]}"
    ((${#failed[@]} == 0)) || printf 'fresh: FAILED: %s\n' "${failed[@]}"
    ((${#failed[@]} == 0))
}
