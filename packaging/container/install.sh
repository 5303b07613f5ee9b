#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# install.sh FOLDER: installs what make.sh has made, as root, and what it needs.
set -euo pipefail

made=$1
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    "$made/tobiuo.deb" openmpi-bin python3 python3-numpy
rm -rf /var/lib/apt/lists/*
find "$made/lib" -name '*.so*' -exec cp -P {} /usr/local/lib/ \;
ldconfig
tobiuo --version
