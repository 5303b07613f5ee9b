/* What the page of each benchmark says and draws, by the name of its schema. */

const fftKeys = ["size", "kind", "direction", "precision", "placement", "batch"];
const poissonKeys = ["shape", "boundary", "location", "operator", "precision", "backend"];
const flowKeys = ["case", "shape", "precision", "backend"];

const benches = {
    "bench-himeno": {
        name: "Himeno sweeps",
        order: [
            "size",
            "kernel",
            "gflops",
            "nominal_gbps",
            "ceiling_gbps",
            "percent_of_ceiling",
            "label",
        ],
        verdict({ rows }) {
            const best = rows.reduce((a, b) => (a.gflops >= b.gflops ? a : b));
            const official = rows.filter((row) => row.label === "official-rules");
            const top =
                official.length > 0 && official.reduce((a, b) => (a.gflops >= b.gflops ? a : b));
            return (
                `The fastest kernel is ${best.kernel} at size ${best.size}: ` +
                `${number(best.gflops)} GFLOPS, ` +
                `${percent(best.percent_of_ceiling)} of the ceiling of one sweep a pass` +
                (top && top !== best
                    ? `; by the official rules ${top.kernel} at size ${top.size}: ` +
                      `${number(top.gflops)} GFLOPS, ${percent(top.percent_of_ceiling)}.`
                    : ".")
            );
        },
        charts: ({ rows }) =>
            groupsOf(rows, ["backend", "precision"]).map((group) =>
                sizeChart(group, {
                    title:
                        "Sweeps " +
                        ({ cuda: "on the GPU", opencl: "with OpenCL" }[group[0].backend] ??
                            "on the CPU") +
                        `, ${group[0].precision} precision`,
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
        order: [
            "size",
            "kind",
            "precision",
            "contestant",
            "ms",
            "gflops",
            "percent_of_limit",
            "ratio_to_cufft",
            "error_l2",
        ],
        verdict: ({ rows }) => peersText(rows, fftKeys, "ms"),
        charts: ({ rows }) =>
            groupsOf(rows, ["precision", "kind", "placement", "batch"]).map((group) =>
                sizeChart(group, {
                    title: `${group[0].kind}, ${group[0].precision} precision`,
                    sub: `${group[0].placement}, batch ${group[0].batch}`,
                    size: "size",
                    series: "contestant",
                    value: (row) => row.gflops,
                    y: { label: "GFLOPS", zero: true },
                    limit: (row) =>
                        row.contestant === "ours" ? (100 * row.gflops) / row.percent_of_limit : NaN,
                    limitLabel: "limit of memory",
                }),
            ),
    },
    "bench-poisson": {
        name: "Poisson solves",
        order: [
            "shape",
            "boundary",
            "precision",
            "contestant",
            "ms",
            "mpoints_per_second",
            "percent_of_ceiling",
            "backward_error",
        ],
        verdict: ({ rows }) => `${peersText(rows, poissonKeys, "ms")} ${accuracyText(rows)}`,
        charts: ({ rows }) =>
            groupsOf(rows, ["backend", "precision", "boundary", "location", "operator"]).map(
                (group) =>
                    sizeChart(group, {
                        title: `${group[0].boundary}, ${group[0].precision} precision`,
                        sub:
                            `${group[0].operator}, values on ${group[0].location}s, ` +
                            `${group[0].backend}`,
                        size: "shape",
                        series: "contestant",
                        value: (row) => 1e-3 * row.mpoints_per_second,
                        y: { label: "Gpoints/s", log: 10 },
                        limit: (row) =>
                            row.contestant === "ours"
                                ? row.ceiling_gbps / row.bytes_per_point
                                : NaN,
                        limitLabel: "ceiling of memory",
                    }),
            ),
    },
    "bench-flow": {
        name: "Time steps of flows",
        order: [
            "case",
            "shape",
            "precision",
            "contestant",
            "ms_per_step",
            "ns_per_point",
            "percent_of_ceiling",
        ],
        verdict: ({ rows }) =>
            peersText(
                rows.filter((row) => row.contestant !== "predictors"),
                flowKeys,
                "ms",
            ),
        charts: ({ rows }) =>
            groupsOf(rows, ["case", "precision", "backend"]).map((group) =>
                sizeChart(group, {
                    title: `${group[0].case}, ${group[0].precision} precision`,
                    sub: `${group[0].backend}; less is better`,
                    size: "shape",
                    series: "contestant",
                    value: (row) => row.ns_per_point,
                    y: { label: "ns a cell and step", zero: true },
                }),
            ),
    },
    "bench-out-of-card": {
        name: "Arrays in host memory",
        order: [
            "kind",
            "shape",
            "boundary",
            "operator",
            "precision",
            "seconds",
            "limit_seconds",
            "fftw_seconds",
            "percent_of_duplex",
        ],
        verdict({ rows }) {
            const shares = withoutGaps(rows.map((row) => row.percent_of_duplex));
            return (
                `${plural(rows.length, "problem")} with the arrays in host memory keep the link ` +
                `at ` +
                `${number(Math.min(...shares), 3)} to ${number(Math.max(...shares), 3)} % of ` +
                `what it copies in both directions at once.`
            );
        },
        charts: ({ rows }) =>
            groupsOf(rows, ["kind", "precision"]).map((group) => {
                const words = group.map((row) =>
                    [
                        sizeText(row.shape),
                        row.boundary,
                        row.operator === "second-order" ? null : row.operator,
                    ]
                        .filter(Boolean)
                        .join(" "),
                );
                const x = words.map((_, at) => at);
                return chartCard({
                    title: `${group[0].kind}, ${group[0].precision} precision`,
                    sub: "seconds; less is better",
                    x: { words },
                    y: { label: "s", log: 10 },
                    lines: [
                        ["tobiuo", "seconds", 0],
                        ["the link alone", "limit_seconds", 7],
                        ["FFTW", "fftw_seconds", 3],
                    ].map(([label, key, colour]) => ({
                        label,
                        x,
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
        charts: ({ rows }) => groupsOf(rows, ["operator", "theory"]).flatMap(ordersCharts),
    },
    "bench-scaling": {
        name: "Several ranks",
        order: [
            "job",
            "scaling",
            "shape",
            "precision",
            "variant",
            "ranks",
            "ms",
            "speedup",
            "predicted_ms",
            "cufftxt_ms",
        ],
        verdict({ rows }) {
            const strong = rows.filter((row) => row.scaling === "strong" && row.ranks > 1);
            if (strong.length === 0) return `${plural(rows.length, "row")} were measured.`;
            const best = strong.reduce((a, b) => (a.efficiency >= b.efficiency ? a : b));
            return (
                `${plural(best.ranks, "rank")} give a speedup of ${number(best.speedup, 3)} at ` +
                `best ` +
                `(${best.job} ${sizeText(best.shape)}, ${best.precision}), ` +
                `${number(Math.min(...strong.map((row) => row.speedup)), 3)} at least.`
            );
        },
        charts: scalingCharts,
    },
    "bench-memory": {
        name: "Memory study",
        order: [],
        verdict(bench) {
            const copies = bench.series.filter((one) => one.study === "copy-size");
            const best = Math.max(...copies.map((one) => one.points[one.points.length - 1].gbps));
            const peak = bench.device_details && bench.device_details.peak_gbps;
            return isNumber(best)
                ? `The fastest copy of the largest buffer moves ${number(best)} GB/s, read and ` +
                      `written` +
                      (peak ? `, ${percent((100 * best) / peak)} of the theoretical peak.` : ".")
                : `${plural(bench.series.length, "curve")} were measured.`;
        },
        charts: memoryCharts,
    },
    "bench-ladder": {
        name: "Ladder of optimisations",
        order: ["size", "step", "name", "gflops", "reason"],
        verdict({ rows }) {
            const measured = rows.filter((row) => isNumber(row.gflops));
            const best = measured.reduce((a, b) => (a.gflops >= b.gflops ? a : b));
            return (
                `The fastest step here is \u201c${best.name.trim()}\u201d at size ` +
                `${best.size}: ${number(best.gflops)} GFLOPS.`
            );
        },
        charts: ({ rows }) =>
            groupsOf(rows, ["size"]).map((group) => {
                const words = group.map((row) => String(row.step));
                const x = words.map((_, at) => at);
                const papers = [
                    ...new Set(group.flatMap((row) => Object.keys(row.published_gflops || {}))),
                ];
                return chartCard({
                    title: `Size ${group[0].size}`,
                    sub: "the steps of the paper, here and on its GPUs",
                    x: { words, label: "step" },
                    y: { label: "GFLOPS", log: 10 },
                    lines: [
                        {
                            label: "here",
                            x,
                            y: group.map((row) => row.gflops),
                            dots: true,
                            colour: 0,
                        },
                        ...papers.map((device, at) => ({
                            label: device,
                            x,
                            dots: "ring",
                            colour: at + 1,
                            y: group.map((row) => (row.published_gflops || {})[device]),
                        })),
                    ],
                });
            }),
    },
    "bench-fft-published": {
        name: "Published transforms, rerun",
        order: ["table", "what", "unit", "here"],
        verdict: ({ rows, paper }) =>
            `${plural(rows.length, "figure")} of ${paper || "the paper"} beside those of this GPU.`,
        charts: ({ rows }) =>
            groupsOf(rows, ["table", "unit"]).map((group) => {
                const words = group.map((row) => row.what);
                const x = words.map((_, at) => at);
                const devices = [
                    ...new Set(group.flatMap((row) => Object.keys(row.published || {}))),
                ];
                return chartCard({
                    title: `Table ${group[0].table}`,
                    sub: "",
                    x: { words },
                    y: { label: group[0].unit, log: 10 },
                    lines: [
                        {
                            label: "here",
                            x,
                            y: group.map((row) => row.here),
                            bare: "disc",
                            colour: 0,
                        },
                        ...devices.map((device, at) => ({
                            label: device,
                            x,
                            bare: "ring",
                            colour: at + 1,
                            y: group.map((row) => (row.published || {})[device]),
                        })),
                    ],
                });
            }),
    },
};
