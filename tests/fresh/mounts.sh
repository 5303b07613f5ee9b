#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# mounts.sh SYSTEM: mounts what a system needs to work and enters it; run.sh starts it in namespaces
# of its own.
set -euo pipefail

system=$1
mount -t proc proc "$system/proc"
mount --rbind /sys "$system/sys"
mount --rbind /dev "$system/dev"
mount --bind "$CACHE/archives" "$system/var/cache/apt/archives"
if [[ -n $COMPILER_CACHE ]]; then
    mkdir -p "$system/root/.cache/ccache"
    mount --bind "$COMPILER_CACHE" "$system/root/.cache/ccache"
fi
if [[ -n $TOOLKIT ]]; then
    mkdir -p "$system/usr/local/cuda"
    mount --bind "$TOOLKIT" "$system/usr/local/cuda"
    mount -o remount,bind,ro "$system/usr/local/cuda"
fi
exec env -i HOME=/root LANG=C.UTF-8 TERM=dumb \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PARAVIEW="$PARAVIEW" WITHOUT="$WITHOUT" ONLY="$ONLY" COMPILER_CACHE="$COMPILER_CACHE" \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$system" /bin/bash /root/fresh/inside.sh
