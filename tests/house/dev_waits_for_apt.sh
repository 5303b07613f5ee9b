#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# dev_waits_for_apt.sh DEV PACKAGES: checks that ./dev waits for each of apt's locks and says so
# once, and that it ends at once where apt fails for another reason. apt-get, dpkg, CMake and sleep
# are scripts here, so that nothing of this machine is asked, locked or installed.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/bin"
cp "$1" "$folder/dev"
grep -v ' unpack$' "$2" >"$folder/packages.txt"

# fake NAME: a command of that name whose script is the standard input.
fake() {
    { echo '#!/bin/bash'; cat; } >"$folder/bin/$1"
    chmod +x "$folder/bin/$1"
}

fake dpkg-query <<<'exit 1'
fake cmake <<<'exit 0'
fake sudo <<<'[[ $1 == -v ]] || exec "$@"'
fake sleep <<<'exit 0'
# Each call says and removes the first line of what the test prepared, and fails; without a line it
# is done.
fake apt-get <<'FAKE'
cd "$(dirname "${BASH_SOURCE[0]}")/.."
echo "$*" >>calls
[[ -s sayings ]] || exit 0
head -n 1 sayings >&2
sed -i 1d sayings
exit 100
FAKE

# build_where SAYING...: ./dev build where apt-get says these one after the other; its exit status.
build_where() {
    rm -f "$folder/calls"
    printf '%s\n' "$@" >"$folder/sayings"
    status=0
    PATH=$folder/bin:$PATH TOBIUO_INSTALL='' "$folder/dev" build >"$folder/said" 2>&1 || status=$?
}

# expect WHAT COMMAND...: ends the test unless the command succeeds.
expect() {
    if ! "${@:2}"; then
        printf 'not so: %s; ./dev ended with %s and said:\n' "$1" "$status" >&2
        cat "$folder/said" >&2
        exit 1
    fi
}

times() { [[ $(grep -c -e "$2" "$folder/$3") == "$1" ]]; }

held='It is held by process 4711 (unattended-upgr)'
build_where "E: Could not get lock /var/lib/apt/lists/lock. $held" \
    "E: Could not get lock /var/lib/apt/lists/lock. $held"
expect 'it waits for the lock of the lists' test "$status" = 0
expect 'it asks until the lock is free' times 3 update calls
expect 'it says once for what it waits' times 1 "another program uses apt (Could not get lock \
/var/lib/apt/lists/lock. $held): waiting for it" said

for saying in "E: Could not get lock /var/lib/dpkg/lock-frontend. $held" \
    "E: Could not get lock /var/cache/apt/archives/lock. $held" \
    'E: Could not get lock /var/lib/dpkg/lock - open (11: Resource temporarily unavailable)' \
    'dpkg: error: dpkg frontend lock was locked by another process with pid 4711'; do
    build_where "$saying"
    expect "it waits where apt says: $saying" test "$status" = 0
    expect 'it says so' times 1 'another program uses apt' said
done

for saying in 'E: Unable to locate package cmake' \
    'E: Could not open lock file /var/lib/apt/lists/lock - open (13: Permission denied)'; do
    build_where "$saying"
    expect "it ends where apt says: $saying" test "$status" = 1
    expect 'it asks once' times 1 update calls
    expect 'it shows what apt said' grep -qF "$saying" "$folder/said"
    expect 'it does not speak of another program' times 0 'another program' said
done
