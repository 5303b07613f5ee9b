#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Opens pages of reports in a headless Chromium: no word on its console, all charts and pictures
# drawn, nothing wider than the window of a screen or a phone. Without Chromium it says "skipped".
#
# usage: check_pages.sh PROGRAM ROOT SCRATCH
set -euo pipefail

program=$1 root=$2 scratch=$3
browser=${TOBIUO_BROWSER:-$(command -v chromium || command -v google-chrome || true)}
if [[ -z $browser ]]; then
    echo "skipped: there is no chromium here (Debian: chromium)"
    exit 0
fi

rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

fail() {
    echo "$@" >&2
    exit 1
}

# What is put at the end of each page, in a copy: it tells the page around it what it sees.
cat >probe.html <<'EOF'
<script>
addEventListener("load", () => setTimeout(() => {
    const isDrawn = (canvas) => new Uint32Array(canvas.getContext("2d")
        .getImageData(0, 0, canvas.width, canvas.height).data.buffer).some((pixel) => pixel !== 0);
    const charts = [...document.querySelectorAll("[data-chart]")];
    const drawn = charts.filter((chart) => chart.dataset.chart === "drawn" &&
        isDrawn(chart.querySelector("canvas")));
    const pictures = [...document.images];
    parent.postMessage({
        width: innerWidth, charts: charts.length, drawn: drawn.length, pictures: pictures.length,
        loaded: pictures.filter((one) => one.complete && one.naturalWidth > 0).length,
        overflow: document.documentElement.scrollWidth - innerWidth,
        raw: document.getElementById("page").textContent.includes("[object "),
        verdict: document.querySelector(".verdict p").textContent,
    }, "*");
}, 200));
</script>
EOF

# frames NAME: a page with NAME.probed.html on a screen and on a phone, and what the probes tell.
frames() {
    cat <<EOF
<body><iframe src="$1.probed.html" style="width:1280px;height:900px"></iframe>
<iframe src="$1.probed.html" style="width:390px;height:844px"></iframe>
<script>
addEventListener("message", ({ data }) => {
    const line = document.createElement("p");
    line.textContent = "seen " + Object.entries(data).map((pair) => pair.join("=")).join("; ");
    document.body.append(line);
});
</script></body>
EOF
}

numbers="charts=([0-9]+); drawn=([0-9]+); pictures=([0-9]+); loaded=([0-9]+); overflow=(-?[0-9]+);"
# check FILE CHARTS PICTURES VERDICT: at least so many charts, exactly so many pictures, and a
# verdict that matches.
check() {
    local file=$1 charts=$2 pictures=$3 verdict=$4 name seen line
    name=$(tr '/.' '__' <<<"${file#"$scratch"/}")
    (($(stat -c %s "$file") <= 400000)) || fail "$file is larger than 400 kB"
    ! grep -qE '(src|href)="?https?:' "$file" || fail "$file loads something from elsewhere"
    cat "$file" probe.html >"$name.probed.html"
    frames "$name" >"$name.html"
    "$browser" --headless=new --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" \
        --window-size=1400,1900 --virtual-time-budget=8000 --enable-logging=stderr --dump-dom \
        "file://$scratch/$name.html" >"$name.dom" 2>"$name.log" || fail "$browser failed: $name.log"
    ! grep CONSOLE "$name.log" || fail "$file: the console is not empty"
    mapfile -t seen < <(grep -o '<p>seen [^<]*' "$name.dom")
    ((${#seen[@]} == 2)) || fail "$file: ${#seen[@]} of 2 windows tell what they see"
    for line in "${seen[@]}"; do
        [[ $line =~ $numbers ]] || fail "$file: $line"
        ((BASH_REMATCH[1] >= charts && BASH_REMATCH[2] == BASH_REMATCH[1])) || fail "$file: charts: $line"
        ((BASH_REMATCH[3] == pictures && BASH_REMATCH[4] == pictures)) || fail "$file: pictures: $line"
        ((BASH_REMATCH[5] <= 0)) || fail "$file is wider than its window: $line"
        [[ $line != *"raw=true"* ]] || fail "$file shows an object that is no text: $line"
        [[ $line =~ $verdict ]] || fail "$file: the verdict: $line"
    done
    echo "$file: ${seen[0]#<p>seen }"
}

# Runs; the name of a case's file is no markup.
hostile="$scratch/<img src=x onerror=alert(1)>.yaml"
cp "$root/configs/himeno-xs.yaml" "$hostile"
"$program" run "$hostile" "$root/configs/poisson-vortices.yaml" \
    "$root/configs/flow-taylor-green.yaml" --output "$scratch/out" -q --ceiling measure >run.log
for name in himeno-xs poisson-vortices flow-taylor-green; do
    cp "out/$name/report.html" before.html
    "$program" report "out/$name"
    cmp "out/$name/report.html" before.html
done
check "$scratch/out/himeno-xs/report.html" 1 1 "Done: 1003 sweeps"
check "$scratch/out/poisson-vortices/report.html" 2 1 "holds to rounding.*of convergence is 2[.0-9]*; theory"
check "$scratch/out/flow-taylor-green/report.html" 5 1 "Done: time 10 after"
"$program" report out/*/ --output several.html
check "$scratch/several.html" 5 3 "All 3 runs are done"

# Benchmarks of each schema; that of a file is renewed beside it.
measured=$root/validation/performance/h200
cp "$measured/poisson.json" .
"$program" report poisson.json
check "$scratch/poisson.html" 10 0 "cuFFT takes [.0-9]* times as long"
"$program" report "$measured/fft.json" "$measured"/himeno{,_ladder}.json "$measured/flow.json" \
    --output sweeps.html
check "$scratch/sweeps.html" 14 0 "cuFFT takes [.0-9]* times as long"
"$program" report "$measured/memory.json" "$root/validation/performance/h100/scaling.json" \
    --output memory.html
check "$scratch/memory.html" 9 0 "of the theoretical peak"
"$program" report "$root/validation/accuracy/poisson_orders.json" "$measured/out-of-card.json" \
    "$measured/fft_published.json" --output orders.html
check "$scratch/orders.html" 14 0 "All 198 observed orders"
