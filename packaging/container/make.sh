#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# make.sh TOOLKIT FOLDER: makes the Debian package of this checkout in a fresh Debian, as root, and
# puts it into FOLDER with what installs it. TOOLKIT may hold a CUDA toolkit.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
toolkit=$1
made=$2
mkdir -p "$made/lib"
if [[ -d $toolkit/include ]]; then
    export CUDA_HOME=$toolkit
    # The program opens NVRTC; its headers and libraries must be of the driver's CUDA or older.
    find "$toolkit"/lib64/ -name 'libnvrtc*.so*' -exec cp -P {} "$made/lib/" \;
fi
"$root/dev" deb
cp "$root"/build/deb/*.deb "$made/tobiuo.deb"
cp "$root/packaging/container/install.sh" "$made/"
