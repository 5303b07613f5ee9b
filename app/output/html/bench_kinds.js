/* What the page of each benchmark says and draws, by the name of its schema. */

const fftKeys = ["size", "kind", "direction", "precision", "placement", "batch"];
const poissonKeys = ["shape", "boundary", "location", "operator", "precision", "backend"];
const wholeKeys = ["case", "size", "backend"];
const withParts = (rows) => rows.filter(({ steps_s }) => isNumber(steps_s));
const flowKeys = ["case", "shape", "precision", "backend"];

/** What draws a chart of each group of rows that are equal under `keys`; `one` is its first row. */
const chartsBy =
    (keys, chart) =>
    ({ rows }) =>
        groupsOf(rows, keys).map((group) => chart(group[0], group));

/** The row with the most under `key`. */
const best = (rows, key) => rows.reduce((a, b) => (a[key] >= b[key] ? a : b));

const ofOurs = (limit) => (row) => (row.contestant === "ours" ? limit(row) : NaN);

const benches = {
    "bench-himeno": {
        name: "Himeno sweeps",
        order: ["size", "kernel", "gflops", "nominal_gbps", "ceiling_gbps", "percent_of_ceiling",
            "label"],
        verdict({ rows }) {
            const first = best(rows, "gflops");
            const official = rows.filter((row) => row.label === "official-rules");
            const top = official.length > 0 ? best(official, "gflops") : first;
            const speed =
                "{kernel} at size {size}: {gflops} GFLOPS, {percent_of_ceiling:%}";
            return (
                filled(`The fastest kernel is ${speed} of the ceiling of one sweep a pass`, first) +
                (top !== first ? filled(`; by the official rules ${speed}.`, top) : ".")
            );
        },
        charts: chartsBy(["backend", "precision"], (one, group) =>
            sizeChart(group, {
                title:
                    "Sweeps " +
                    ({ cuda: "on the GPU", opencl: "with OpenCL" }[one.backend] ?? "on the CPU") +
                    `, ${one.precision} precision`,
                sub: "the ceiling is that of one sweep a pass over memory",
                size: "size",
                series: "kernel",
                value: (row) => row.gflops,
                y: { label: "GFLOPS", zero: true },
                limit: (row) => (100 * row.gflops) / row.percent_of_ceiling,
                limitLabel: "ceiling",
                label: (name, row) => `${name} (${row.label})`,
                colour: (_, at) => at,
            }),
        ),
    },
    "bench-fft": {
        name: "Fourier transforms",
        order: ["size", "kind", "precision", "contestant", "ms", "gflops", "percent_of_limit",
            "ratio_to_cufft", "error_l2"],
        verdict: ({ rows }) => peersText(rows, fftKeys, "ms"),
        charts: chartsBy(["precision", "kind", "placement", "batch"], (one, group) =>
            sizeChart(group, {
                title: `${one.kind}, ${one.precision} precision`,
                sub: `${one.placement}, batch ${one.batch}`,
                size: "size",
                series: "contestant",
                value: (row) => row.gflops,
                y: { label: "GFLOPS", zero: true },
                limit: ofOurs((row) => (100 * row.gflops) / row.percent_of_limit),
                limitLabel: "limit of memory",
            }),
        ),
    },
    "bench-poisson": {
        name: "Poisson solves",
        order: ["shape", "boundary", "precision", "contestant", "ms", "mpoints_per_second",
            "percent_of_ceiling", "backward_error"],
        verdict: ({ rows }) => `${peersText(rows, poissonKeys, "ms")} ${accuracyText(rows)}`,
        charts: chartsBy(
            ["backend", "precision", "boundary", "location", "operator"],
            (one, group) =>
                sizeChart(group, {
                    title: `${one.boundary}, ${one.precision} precision`,
                    sub: `${one.operator}, values on ${one.location}s, ${one.backend}`,
                    size: "shape",
                    series: "contestant",
                    value: (row) => 1e-3 * row.mpoints_per_second,
                    y: { label: "Gpoints/s", log: 10 },
                    limit: ofOurs((row) => row.ceiling_gbps / row.bytes_per_point),
                    limitLabel: "ceiling of memory",
                }),
        ),
    },
    "bench-flow": {
        name: "Time steps of flows",
        order: ["case", "shape", "precision", "contestant", "ms_per_step", "ns_per_point",
            "percent_of_ceiling"],
        verdict: ({ rows }) =>
            peersText(
                rows.filter((row) => row.contestant !== "predictors"),
                flowKeys,
                "ms",
            ),
        charts: chartsBy(["case", "precision", "backend"], (one, group) =>
            sizeChart(group, {
                title: `${one.case}, ${one.precision} precision`,
                sub: `${one.backend}; less is better`,
                size: "shape",
                series: "contestant",
                value: (row) => row.ns_per_point,
                y: { label: "ns a cell and step", zero: true },
            }),
        ),
    },
    "bench-whole": {
        name: "Whole runs",
        order: ["case", "cells", "backend", "contestant", "wall_s", "plan_s", "fill_s", "steps_s",
            "observe_s", "files_s", "other_s", "gb_written", "gb_per_s"],
        verdict({ rows }) {
            const shares = withParts(rows).map((row) => (100 * row.steps_s) / row.wall_s);
            const old = ratiosTo(rows, "old", wholeKeys, "wall_s");
            return (
                (shares.length > 0
                    ? `Steps are ${number(Math.min(...shares), 2)} to ` +
                      `${number(Math.max(...shares), 2)} % of the wall time.`
                    : "") +
                (old.length > 0
                    ? ` The old program takes ${number(geometricMean(old), 3)} times as long ` +
                      `(geometric mean of ${plural(old.length, "case")}).`
                    : "")
            );
        },
        charts: ({ rows }) =>
            withParts(rows).map((row) =>
                card(
                    `${row.case}, ${sizeText(row.cells.join("x"))}`,
                    `${nameOf(row.contestant)}, ${row.backend}: ${seconds(row.wall_s)}`,
                    stackedBar(partsOf(row, views.flow.parts), row.wall_s, seconds),
                ),
            ),
    },
    "bench-out-of-card": {
        name: "Arrays in host memory",
        order: ["kind", "shape", "boundary", "operator", "precision", "seconds", "limit_seconds",
            "fftw_seconds", "percent_of_duplex"],
        verdict({ rows }) {
            const shares = withoutGaps(rows.map((row) => row.percent_of_duplex));
            return (
                `${plural(rows.length, "problem")} with the arrays in host memory keep the link ` +
                `at ${number(Math.min(...shares), 3)} to ${number(Math.max(...shares), 3)} % of ` +
                `what it copies in both directions at once.`
            );
        },
        charts: chartsBy(["kind", "precision"], (one, group) => {
            const words = group.map(({ shape, boundary, operator }) =>
                [sizeText(shape), boundary, operator === "second-order" ? null : operator]
                    .filter(Boolean)
                    .join(" "),
            );
            return chartCard({
                title: `${one.kind}, ${one.precision} precision`,
                sub: "seconds; less is better",
                x: { words },
                y: { label: "s", log: 10 },
                lines: [
                    ["tobiuo", "seconds", 0],
                    ["the link alone", "limit_seconds", 7],
                    ["FFTW", "fftw_seconds", 3],
                ].map(([label, key, colour]) => ({
                    label,
                    x: words.map((_, at) => at),
                    y: group.map((row) => row[key]),
                    colour,
                    bare: "disc",
                })),
            });
        }),
    },
    orders: {
        name: "Orders of convergence",
        about: "Orders beside theory",
        order: ["operator", "location", "walls", "x", "y", "order", "theory", "deviation"],
        verdict: (bench) =>
            bench.as_theory_says
                ? `All ${number(bench.rows.length)} observed orders are as theory says; the ` +
                  `largest deviation is ${number(bench.worst_deviation, 2)}.`
                : `${plural(bench.rows.filter((row) => !row.as_theory_says).length, "order")} ` +
                  `of ${bench.rows.length} deviate from theory.`,
        good: (bench) => bench.as_theory_says,
        charts: chartsBy(["operator", "theory"], (_, group) => ordersCharts(group)),
    },
    "bench-scaling": {
        name: "Several ranks",
        order: ["job", "scaling", "shape", "precision", "variant", "ranks", "ms", "speedup",
            "predicted_ms", "cufftxt_ms"],
        verdict({ rows }) {
            const strong = rows.filter((row) => row.scaling === "strong" && row.ranks > 1);
            if (strong.length === 0) return `${plural(rows.length, "row")} were measured.`;
            const most = best(strong, "efficiency");
            return (
                `${plural(most.ranks, "rank")} give a speedup of ${number(most.speedup, 3)} at ` +
                `best (${most.job} ${sizeText(most.shape)}, ${most.precision}), ` +
                `${number(Math.min(...strong.map((row) => row.speedup)), 3)} at least.`
            );
        },
        charts: scalingCharts,
    },
    "bench-memory": {
        name: "Memory study",
        order: [],
        verdict({ series, device_details: device }) {
            const copies = series.filter((one) => one.study === "copy-size");
            const most = Math.max(...copies.map((one) => one.points[one.points.length - 1].gbps));
            const peak = device && device.peak_gbps;
            return isNumber(most)
                ? `The fastest copy of the largest buffer moves ${number(most)} GB/s, read and ` +
                      `written` +
                      (peak ? `, ${percent((100 * most) / peak)} of the theoretical peak.` : ".")
                : `${plural(series.length, "curve")} were measured.`;
        },
        charts: memoryCharts,
    },
    "bench-ladder": {
        name: "Ladder of optimisations",
        order: ["size", "step", "name", "gflops", "reason"],
        verdict({ rows }) {
            const { name, size, gflops } = best(
                rows.filter((row) => isNumber(row.gflops)),
                "gflops",
            );
            return (
                `The fastest step here is \u201c${name.trim()}\u201d at size ${size}: ` +
                `${number(gflops)} GFLOPS.`
            );
        },
        charts: chartsBy(["size"], (one, group) =>
            publishedChart(group, {
                title: `Size ${one.size}`,
                sub: "the steps of the paper, here and on its GPUs",
                x: { words: group.map((row) => String(row.step)), label: "step" },
                y: { label: "GFLOPS", log: 10 },
                here: "gflops",
                published: "published_gflops",
                look: [{ dots: true }, { dots: "ring" }],
            }),
        ),
    },
    "bench-fft-published": {
        name: "Published transforms, rerun",
        order: ["table", "what", "unit", "here"],
        verdict: ({ rows, paper }) =>
            `${plural(rows.length, "figure")} of ${paper || "the paper"} beside those of this GPU.`,
        charts: chartsBy(["table", "unit"], (one, group) =>
            publishedChart(group, {
                title: `Table ${one.table}`,
                sub: "",
                x: { words: group.map((row) => row.what) },
                y: { label: one.unit, log: 10 },
                here: "here",
                published: "published",
                look: [{ bare: "disc" }, { bare: "ring" }],
            }),
        ),
    },
};
