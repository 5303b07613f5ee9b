/* The charts of benchmarks that are not by size: orders of convergence, ranks, the memory study. */

/** The observed orders of one operator beside theory, and its errors on three grids. */
function ordersCharts(group) {
    const operator = group[0].operator;
    const known = group.filter((row) => isNumber(row.theory));
    const theories = distinct(known, "theory");
    const lines = errorLines(group);
    const { x, y } = lines[0];
    const errors = chartCard({
        title: `${operator}: errors`,
        sub: "the largest and the smallest error of all pairs of walls on each grid",
        x: { label: "cells of an axis", log: 2 },
        y: { label: "error", log: 10 },
        lines: [
            ...lines,
            ...theories.map((theory) =>
                orderLine(`order ${theory}`, theory, [x[0], y[0]], x[x.length - 1], 7),
            ),
        ],
    });
    const orders =
        known.length === 0
            ? null
            : chartCard({
                  title: `${operator}: observed order`,
                  sub: "each point is a pair of walls on cells or nodes; theory is dashed",
                  x: { label: "problem" },
                  y: {
                      label: "order",
                      around: theories.flatMap((theory) => [theory - 0.25, theory + 0.25]),
                  },
                  lines: [
                      {
                          label: "observed",
                          x: known.map((_, at) => at + 1),
                          y: known.map((row) => row.order),
                          bare: "disc",
                          colour: 1,
                      },
                      ...theories.map((theory) => ({
                          label: `theory ${theory}`,
                          x: [1, known.length],
                          y: [theory, theory],
                          colour: 0,
                          dash: [6, 4],
                      })),
                  ],
              });
    return [orders, errors];
}

function errorLines(group) {
    const points = group.flatMap((row) =>
        row.cells.map((cells, at) => ({ cells, error: row.errors[at] })),
    );
    const cells = distinct(points, "cells").sort((a, b) => a - b);
    return [
        ["largest", Math.max, 1],
        ["smallest", Math.min, 2],
    ].map(([label, choose, colour]) => ({
        label,
        x: cells,
        colour,
        dots: true,
        y: cells.map((count) =>
            choose(
                ...points
                    .filter((point) => point.cells === count && point.error > 0)
                    .map((point) => point.error),
            ),
        ),
    }));
}

/** A chart for each problem, or for each kind of job where there are predicted curves. */
function scalingCharts(bench) {
    const keys = ["job", "scaling", "variant", "precision", "backend"];
    const curves = bench.curves || [];
    const same = (a, b) =>
        keys.every((key) => a[key] === b[key]) && (a.scaling === "weak" || a.shape === b.shape);
    const problems = [];
    for (const one of curves.length > 0 ? curves : bench.rows) {
        if (!problems.some((problem) => same(problem, one))) problems.push(one);
    }
    const chosen = curves.length > 0 ? drawnProblems(problems) : problems;
    return chosen.map((problem) => {
        const rows = bench.rows.filter((row) => same(row, problem));
        const own = curves.filter((curve) => same(curve, problem));
        const first = own[0];
        const one = first ? first.ms[0] : (rows.find((row) => row.ranks === 1) || {}).ms;
        const counts = first ? first.ranks : distinct(rows, "ranks");
        return chartCard({
            title: `${problem.job}, ${problem.scaling} scaling`,
            sub:
                `${sizeText(problem.shape)}${problem.scaling === "weak" ? " a rank" : ""}, ` +
                `${problem.variant}, ${problem.precision} precision`,
            x: { label: "ranks", log: 2 },
            y: { label: "ms", log: 10 },
            lines: [
                {
                    label: "ideal",
                    x: counts,
                    y: counts.map((count) => one / (problem.scaling === "weak" ? 1 : count)),
                    colour: 7,
                    dash: [2, 4],
                    width: 1.5,
                },
                ...own.flatMap((curve, at) => [
                    {
                        label: `${curve.method}, predicted`,
                        x: curve.ranks,
                        y: curve.ms,
                        colour: at + 1,
                    },
                    {
                        label: `${curve.method}, messages alone`,
                        x: curve.ranks,
                        y: curve.exchange_ms,
                        colour: at + 1,
                        dash: [6, 4],
                        width: 1.5,
                    },
                ]),
                {
                    label: "measured",
                    x: rows.map((row) => row.ranks),
                    y: rows.map((row) => row.ms),
                    colour: 0,
                    bare: "disc",
                },
                {
                    label: "cuFFTXt",
                    x: rows.map((row) => row.ranks),
                    y: rows.map((row) => row.cufftxt_ms),
                    colour: 3,
                    bare: "ring",
                },
            ],
        });
    });
}

/** A problem for each kind of job: the last in double precision, if there is one. */
function drawnProblems(problems) {
    const chosen = new Map();
    for (const one of problems) {
        const name = `${one.job} ${one.scaling}`;
        const before = chosen.get(name);
        if (!before || one.precision === "double" || before.precision !== "double")
            chosen.set(name, one);
    }
    return [...chosen.values()];
}

const binaryText = (value) => bytes(value).replace(/[.]0+ /, " ");
const memoryPanels = {
    "copy-size": [
        "Copy bandwidth against buffer size",
        { label: "source and target together", text: binaryText },
    ],
    "copy-threads": ["Copy bandwidth against threads", { label: "threads in all" }],
    mix: ["Bandwidth of a sweep\u2019s mix", { label: "all arrays together", text: binaryText }],
    latency: ["Latency of random access", { label: "buffer", text: binaryText }],
    streams: ["Copy bandwidth of many streams", { label: "streams" }],
    link: ["Link between host and GPU", { label: "a row", text: binaryText }],
};

/** What tells the series of a panel apart, in words. */
function memoryLabel(one, all) {
    const told = [
        "direction",
        "way",
        "method",
        "streams",
        "lines_per_step",
        "element_bytes",
        "threads_per_block",
    ].filter(
        (key) =>
            one[key] !== undefined &&
            new Set(all.map((other) => other[key]).filter((value) => value !== undefined)).size > 1,
    );
    const words = told
        .map(
            (key) =>
                ({
                    streams: plural(one.streams, "stream"),
                    element_bytes: `${one.element_bytes} B an element`,
                    threads_per_block: `${one.threads_per_block} a block`,
                    lines_per_step: `${plural(one.lines_per_step, "line")} a step`,
                    method: one.method === "driver" ? "driver\u2019s own copy" : null,
                })[key] ?? (key === "method" ? null : String(one[key])),
        )
        .filter(Boolean);
    if (one.barrier) words.push("barrier");
    return words.join(", ") || one.method;
}

/** The corners of levels, each of which holds for every x up to its own; no x is there twice. */
const stairs = (points, first) =>
    points.flatMap(([x, y], at) => [
        [at > 0 ? points[at - 1][0] * (1 + 1e-9) : Math.min(first, x / 2), y],
        [x, y],
    ]);

function memoryCharts(bench) {
    const peak = (bench.device_details || {}).peak_gbps || 0;
    return Object.entries(memoryPanels).map(([study, [title, x]]) => {
        const all = bench.series.filter((one) => one.study === study);
        if (all.length === 0) return null;
        const conditions = all[all.length - 1].conditions; // those that fill the device come last
        const shown = all.filter((one) => one.conditions === conditions);
        const { x: key, y: figure } = shown[0];
        const relative = figure === "gbps" && peak > 0 && study !== "link";
        const share = (value, of) => (relative ? (100 * value) / of : value);
        const half = shown.filter((one) => one.barrier).length || shown.length;
        const lines = shown.map((one, at) => ({
            label: memoryLabel(one, shown),
            x: one.points.map((point) => point[key]),
            y: one.points.map((point) => share(point[figure], peak)),
            dots: one.barrier === false ? "ring" : true,
            colour: one.method === "driver" && study !== "link" ? 7 : at % half,
            dash: one.barrier === false ? [6, 4] : undefined,
        }));
        const papers = (bench.published || []).filter(
            (one) => one.study === study && (relative || figure !== "gbps"),
        );
        lines.push(
            ...papers.map((one, at) => {
                const points = one.levels
                    ? stairs(one.points, Math.min(...lines[0].x))
                    : one.points;
                return {
                    label: `${one.device}${one.barrier ? ", barrier" : ""} (${one.paper})`,
                    colour: 4 + (at % 4),
                    x: points.map((point) => point[0]),
                    y: points.map((point) => share(point[1], one.peak_gbps)),
                    ...(points.length > 1 ? { dots: !one.levels } : { bare: "disc" }),
                };
            }),
        );
        return chartCard({
            title,
            sub: conditions,
            height: 330,
            x: { ...x, log: 2 },
            lines,
            y: {
                label: relative ? "% of theoretical peak" : figure === "ns" ? "ns" : "GB/s",
                zero: true,
            },
        });
    });
}
