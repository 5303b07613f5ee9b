#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Makes the pictures in docs/. Look at them before they are committed.
#
# usage: docs/draw.sh [PROGRAM [CASE...]]   (build/app/tobiuo)
#
# With names of cases, such as flow-cavity, it runs these (some take a GPU, or hours) and makes
# docs/flow-cavity.png and so on of them. Without it makes the pictures of reports, benchmarks and the
# first steps, by a headless Chromium from the pages that tobiuo writes, and by ParaView.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
program=${1:-$root/build/app/tobiuo}
cases=("${@:2}")
browser=${TOBIUO_BROWSER:-$(command -v chromium || command -v google-chrome || true)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

for name in "${cases[@]}"; do
    "$program" run "configs/$name.yaml" --output "$scratch/out"
    for picture in p flow; do
        [[ ! -f $scratch/out/$name/$picture.png ]] ||
            cp "$scratch/out/$name/$picture.png" "docs/$name.png"
    done
done
((${#cases[@]} == 0)) || exit 0

# shoot PAGE WIDTH HEIGHT PICTURE [OPTION ...]: a picture of the top of a page.
shoot() {
    "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
        --run-all-compositor-stages-before-draw --default-tile-width=4096 \
        --default-tile-height=4096 --user-data-dir="$scratch/profile" --window-size="$2,$3" \
        --virtual-time-budget=5000 \
        --screenshot="$root/docs/$4" "${@:5}" "file://$scratch/$1" 2>/dev/null
}

# page NAME SOURCE: the page of a run or a benchmark.
page() { "$program" report "$2" --output "$scratch/$1"; }

page fft.html validation/performance/h200/fft.json
shoot fft.html#charts 1240 1310 fft-h200.png
page memory.html validation/performance/h200/memory.json
shoot memory.html#charts 1240 1610 memory-h200.png
page scaling.html validation/performance/h100/scaling.json
shoot scaling.html#charts 1240 960 scaling-h100.png

page poisson-bench.html validation/performance/h200/poisson.json
shoot poisson-bench.html 1000 1070 report-bench-dark.png --blink-settings=preferredColorScheme=0
"$program" run configs/poisson-vortices.yaml --output "$scratch/out" --ceiling measure -q
cp "$scratch/out/poisson-vortices/report.html" "$scratch/run.html"
shoot run.html 1000 1290 report-poisson.png

# Pictures of the first steps are what their commands draw; without a screen xvfb-run -a starts this.
"${TOBIUO_PYTHON:-/usr/bin/python3}" -B tests/docs/commands.py "$root" "$program" \
    "$(dirname "$program")/../doors/c/libtobiuo.so" "$scratch/steps" docs/start/first-steps.md
steps=$scratch/steps/first-steps
cp "$steps/out/fin/flow.png" docs/start/fin.png
cp "$steps/fin-paraview.png" docs/start/
