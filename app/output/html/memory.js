/* The charts of the memory study, beside the figures of the papers. */

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
