/* Charts of what runs wrote on their way; several runs are overlaid. */

/** The name of a run in a legend. */
const runName = (source) => source.label || source.report.name;

/** The largest of the values, 0 without any. */
const largest = (values) =>
    values.reduce((most, value) => (isNumber(value) ? Math.max(most, Math.abs(value)) : most), 0);

/** Lines without those that are 0 but for rounding: beside the others, or a scale of their own. */
function loudOf(lines, scale = 0) {
    const rounding = 1e-10;
    const least = rounding * Math.max(scale, ...lines.map(({ y }) => largest(y)));
    return lines.filter(({ y }) => largest(y) > least);
}

/** The largest speed that the kinetic energy of a run leaves room for, as a root of a mean square. */
const speedOf = ({ history }) =>
    history?.columns.kinetic_energy ? Math.sqrt(2 * largest(history.columns.kinetic_energy)) : 0;

/** A chart of columns of each run's history against `along`. */
function historyChart(runs, along, columns, { title, sub, y, quiet }) {
    const alone = runs.length === 1;
    const known = runs.filter(({ history }) => history);
    const thinned = known.some(({ history }) => history.rows > history.columns[along].length);
    const note = thinned ? "every few rows of history.csv are drawn" : "";
    const shown = (lines) => (quiet ? loudOf(lines, Math.max(...runs.map(quiet))) : lines);
    return chartCard({
        title,
        sub: [sub, note].filter(Boolean).join("; "),
        x: { label: along },
        y,
        lines: shown(
            runs.flatMap((source, run) =>
                columns
                    .filter((column) => source.history && source.history.columns[column])
                    .map((column, at) => ({
                        label: alone
                            ? column
                            : listOf(runName(source), columns.length > 1 && column),
                        x: source.history.columns[along],
                        y: source.history.columns[column],
                        colour: alone ? at : run,
                        dash: !alone && at > 0 ? [6, 4] : undefined,
                    })),
            ),
        ),
    });
}

const listOf = (...texts) => texts.filter(Boolean).join(", ");

const flowCharts = (runs) => {
    const names = runs.flatMap(({ history }) => (history ? Object.keys(history.columns) : []));
    const shear = [...new Set(names)].filter((name) => name.startsWith("shear_"));
    const chart = (columns, title, sub, y = {}, quiet = null) =>
        historyChart(runs, "time", columns, { title, sub, y, quiet });
    const alone = () => 0; // beside the other lines only
    return [
        chart(["kinetic_energy"], "Kinetic energy", "half the mean square of the velocity"),
        chart(
            ["dissipation", "enstrophy"],
            "Dissipation and enstrophy",
            "viscosity times the mean square of the gradients; half the mean square of the " +
                "vorticity",
            { log: 10 },
        ),
        chart(["change"], "Rate of change", "of its largest value in a unit of time", { log: 10 }),
        chart(["largest_divergence"], "Largest divergence", "of all cells: rounding", { log: 10 }),
        chart(["mean_u", "mean_v", "mean_w"], "Mean velocity", "", {}, speedOf),
        chart(["courant", "time_step"], "Courant number and time step", ""),
        chart(shear, "Shear at walls", "force on the wall for each unit of its area", {}, alone),
    ];
};

/** Profiles of statistics along their axis, with those of a reference as rings. */
function profileCharts(runs) {
    const panels = [
        ["Mean velocity", ["u", "v", "w"]],
        ["Mean pressure", ["p"]],
        ["Normal stresses", ["uu", "vv", "ww"]],
        ["Shear stresses", ["uv", "uw", "vw"]],
        ["Mean scalar", ["s"]],
        ["Variance of the scalar", ["ss"]],
        ["Turbulent fluxes of the scalar", ["us", "vs", "ws"]],
    ];
    const shown = runs.filter((source) => source.statistics);
    if (shown.length === 0) return [];
    const { axis, samples } = shown[0].report.statistics;
    return panels.map(([title, names]) =>
        chartCard({
            title: `${title}, along ${axis}`,
            sub: shown.length === 1 ? plural(samples, "sample") : "",
            x: { label: axis },
            y: {},
            lines: loudOf(
                shown.flatMap((source, run) =>
                    profileLines(source, names, shown.length === 1 ? null : run),
                ),
            ),
        }),
    );
}

function profileLines(source, names, run) {
    const lines = (columns, own, look) =>
        names
            .filter((name) => columns[name])
            .map((name, at) => ({
                label: listOf(run !== null && runName(source), name, own),
                x: columns.position,
                y: columns[name],
                colour: run ?? at,
                ...look(at),
            }));
    const dash = (at) => ({ dash: run !== null && at > 0 ? [6, 2 + 2 * at] : undefined });
    return [
        ...lines(source.statistics.columns, "", dash),
        ...lines(source.report.statistics.reference ?? {}, "reference", () => ({ bare: "ring" })),
    ];
}

/** The names of columns of tables, without some. */
function columnsBut(tables, some) {
    const names = new Set(tables.flatMap(({ columns }) => Object.keys(columns)));
    return [...names].filter((name) => !some.includes(name));
}

/** What probes saw: a chart for each quantity, a line for each probe. */
function probeCharts(runs) {
    const shown = runs.filter((source) => source.probes);
    const probes = shown.flatMap((source) =>
        Object.entries(source.probes.of).map(([probe, columns]) => ({
            label: listOf(shown.length > 1 && runName(source), `probe ${probe}`),
            columns,
            time: source.probes.shared.time,
        })),
    );
    const speed = largest(
        probes.flatMap(({ columns }) => ["u", "v", "w"].map((name) => largest(columns[name] ?? []))),
    );
    return columnsBut(probes, ["step", "time", "probe"]).map((name) =>
        chartCard({
            title: `${name} at probes`,
            sub: "",
            x: { label: "time" },
            y: {},
            lines: loudOf(
                probes.map(({ label, columns, time }, colour) => ({
                    label,
                    x: time,
                    y: time.map((_, at) => columns[name]?.[at]),
                    colour,
                })),
                "uvw".includes(name) ? speed : 0,
            ),
        }),
    );
}

/** Profiles along lines at their last time: a chart for each line and quantity. */
function lineCharts(runs) {
    const shown = runs.filter((source) => source.lines);
    const names = [...new Set(shown.flatMap(({ lines }) => lines.columns.line))];
    const charts = (name) => {
        const profiles = shown.map((source, run) => {
            const { columns } = source.lines;
            const own = columns.line.map((_, at) => at).filter((at) => columns.line[at] === name);
            const last = Math.max(...own.map((at) => columns.step[at]));
            const rows = own.filter((at) => columns.step[at] === last);
            return { source, run, columns, rows, time: columns.time[rows[0]] };
        });
        const alone = profiles.length === 1;
        const places = ["step", "time", "line", "position", "x", "y", "z", "u", "v", "w", "p"];
        const scalars = columnsBut(profiles, places).map((scalar) => [scalar]);
        return [["u", "v", "w"], ["p"], ...scalars].map((quantities) =>
            chartCard({
                title: `${listOf(...quantities)} along ${name}`,
                sub: alone ? `at time ${number(profiles[0].time)}` : "",
                x: { label: "position" },
                y: {},
                lines: loudOf(
                    profiles.flatMap(({ source, run, columns, rows }) =>
                        quantities
                            .filter((quantity) => columns[quantity])
                            .map((quantity, at) => ({
                                label: alone ? quantity : listOf(runName(source), quantity),
                                x: rows.map((row) => columns.position[row]),
                                y: rows.map((row) => columns[quantity][row]),
                                colour: alone ? at : run,
                                dash: !alone && at > 0 ? [6, 2 + 2 * at] : undefined,
                            })),
                    ),
                ),
            }),
        );
    };
    return names.flatMap(charts);
}

/** The last spectra of a run: a chart for each axis and layer, a line for each quantity. */
function spectrumCharts(runs) {
    const shown = runs.filter((source) => source.spectra);
    const keyOf = (columns, row) => `${columns.along[row]},${columns.position[row] ?? ""}`;
    const keys = [
        ...new Set(
            shown.flatMap(({ spectra: { columns } }) =>
                columns.along.map((_, row) => keyOf(columns, row)),
            ),
        ),
    ];
    return keys.map((key) => {
        const [along, position] = key.split(",");
        const spectra = shown.map((source, run) => {
            const { columns } = source.spectra;
            const last = Math.max(...columns.step);
            const rows = columns.step
                .map((_, row) => row)
                .filter(
                    (row) =>
                        columns.step[row] === last &&
                        columns.wave_number[row] > 0 &&
                        keyOf(columns, row) === key,
                );
            return { source, run, columns, rows };
        });
        const alone = spectra.length === 1;
        const time = alone && spectra[0].rows.length > 0 && spectra[0].columns.time[spectra[0].rows[0]];
        return chartCard({
            title: along === "shells" ? "Spectrum in shells" : `Spectrum along ${along}`,
            sub: listOf(
                "what each wave number has of the mean squares",
                position && `in the layer at ${position}`,
                isNumber(time) && `at time ${number(time)}`,
            ),
            x: { label: "wave number", log: 10 },
            y: { log: 10 },
            lines: loudOf(
                spectra.flatMap(({ source, run, columns, rows }) =>
                    ["u", "v", "w", "scalar"]
                        .filter((quantity) => columns[quantity])
                        .map((quantity, at) => ({
                            label: alone ? quantity : listOf(runName(source), quantity),
                            x: rows.map((row) => columns.wave_number[row]),
                            y: rows.map((row) => columns[quantity][row]),
                            colour: alone ? at : run,
                            dash: !alone && at > 0 ? [6, 2 + 2 * at] : undefined,
                        })),
                ),
            ),
        });
    });
}

/** The time of each solve of a Poisson run. */
function solvesChart(runs) {
    const lines = runs
        .map(({ report }, run) => {
            const each = report.run.seconds_each || [];
            return {
                label: runs.length > 1 ? runName(runs[run]) : "time",
                x: each.map((_, at) => at + 1),
                y: each.map((value) => 1e3 * value),
                colour: run,
                dots: each.length < 40,
            };
        })
        .filter((line) => line.y.length > 1);
    return chartCard({
        title: "Time of each solve",
        sub: "all from the same right-hand side",
        x: { label: "solve" },
        y: { label: "ms", zero: true },
        lines,
    });
}

/** A line of an order through a point, from `x` to `last`. */
const orderLine = (label, order, [x, y], last, colour) => ({
    label,
    x: [x, last],
    y: [y, y * (x / last) ** Number(order)],
    colour,
    dash: [5, 5],
    width: 1.5,
});
const theoryLine = (order, ...rest) =>
    orderLine(`order ${number(Number(order))} of theory`, order, ...rest);

/** The errors of a study's grids, a line for each series of them, beside the orders of theory. */
function convergenceChart(study) {
    const series = ((study && study.convergence) || []).filter(({ points }) => points.length > 1);
    if (series.length === 0) return null;
    const lines = series.flatMap(({ label, expected_order: order, points }, at) => {
        const x = points.map(({ cells }) => cells);
        const y = points.map(({ error_l2: error }) => error);
        const observed = points[points.length - 1].order;
        const name = listOf(label || "error", isNumber(observed) && `order ${number(observed, 3)}`);
        const own = { label: name, x, y, colour: at };
        return isNumber(order) && isNumber(y[0])
            ? [own, theoryLine(order, [x[0], y[0]], x[x.length - 1], at)]
            : [own];
    });
    return errorCard(lines);
}

const errorCard = (lines) =>
    chartCard({
        title: "Order of convergence beside theory",
        sub: "l2 error to the exact solution against the cells of an axis",
        x: { label: "cells", log: 2 },
        y: { label: "error", log: 10 },
        lines,
    });

/** The errors of grids beside lines of the orders that theory expects. */
function orderChart(runs) {
    const shown = runs.filter(({ report }) => report.error);
    const lines = shown.map((source, run) => {
        const { order, error, grid } = source.report;
        const other = order && (order.coarse_cells || order.fine_cells);
        return {
            label: shown.length > 1 ? runName(source) : "error",
            x: [grid.cells, ...(other ? [other] : [])].map(geometricMean),
            y: [error.l2, ...(other ? [order.coarse_l2 ?? order.fine_l2] : [])],
            colour: run,
            bare: "disc",
        };
    });
    const points = lines
        .flatMap((line) => line.x.map((x, at) => [x, line.y[at]]))
        .sort((a, b) => a[0] - b[0]);
    if (new Set(points.map(([x]) => x)).size < 2) return null;
    const expected = shown.flatMap(
        ({ report }) => String(report.order?.expected).match(/\d+/g) || [],
    );
    const [last] = points[points.length - 1];
    return errorCard([
        ...lines,
        ...[...new Set(expected)].map((order) => theoryLine(order, points[0], last, 7)),
    ]);
}

/** The charts of runs of each solver, of a study if there is one. */
const runCharts = {
    himeno: (runs) => [
        historyChart(runs, "sweep", ["gosa"], {
            title: "History of gosa",
            sub: "mean square of the change of p in a sweep",
            y: { label: "gosa", log: 10 },
        }),
    ],
    poisson: (runs, study) => [study ? null : orderChart(runs), solvesChart(runs)],
    flow: (runs) => [...flowCharts(runs), ...profileCharts(runs), ...probeCharts(runs), ...lineCharts(runs), ...spectrumCharts(runs)],
};
