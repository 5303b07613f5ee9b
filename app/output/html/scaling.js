/* The charts of one rank and several, measured and predicted. */

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
