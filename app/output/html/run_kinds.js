/* What the page of a run of each solver says, draws and compares. */

/** The words about a machine's ceiling, or an empty text. */
const ceilingText = (run) =>
    isNumber(run.percent_of_ceiling)
        ? `${percent(run.percent_of_ceiling)} of the machine\u2019s measured memory ceiling`
        : "";

const runKinds = {
    himeno: {
        verdict(report) {
            const run = report.run;
            const end =
                {
                    done: "Done",
                    diverged: "The pressure is no longer finite",
                    "not converged": "Not converged within the sweeps allowed",
                    interrupted: "Stopped early",
                }[report.status] || report.status;
            const ceiling = ceilingText(run);
            return (
                `${end}: ${plural(run.sweeps, "sweep")} in ${seconds(run.seconds)} by the kernel ` +
                `${report.kernel.name}, ${number(run.gflops)} ` +
                `GFLOPS${ceiling ? `, ${ceiling}` : ""}; ` +
                `gosa is ${number(run.gosa, 7)}.`
            );
        },
        tiles(report) {
            const run = report.run;
            return tiles(
                tile("Speed", [number(run.gflops), "GFLOPS"], report.label),
                tile("Memory", [number(run.nominal_gbps), "GB/s"], ceilingText(run) || "nominal"),
                tile(
                    "gosa",
                    [number(run.gosa, 5), ""],
                    `after ${plural(report.total_sweeps, "sweep")}`,
                ),
                tile(
                    "Time",
                    scaled(run.seconds, secondUnits),
                    `${seconds(report.setup_seconds)} of set-up before`,
                ),
            );
        },
        charts: (runs) => [
            historyChart(runs, "sweep", ["gosa"], {
                title: "History of gosa",
                sub: "mean square of the change of p in a sweep",
                y: { label: "gosa", log: 10 },
            }),
        ],
        figures: [
            ["GFLOPS", (r) => r.run.gflops, 1],
            ["GB/s, nominal", (r) => r.run.nominal_gbps, 1],
            ["% of ceiling", (r) => r.run.percent_of_ceiling, 1],
            ["sweeps", (r) => r.total_sweeps],
            ["seconds", (r) => r.run.seconds],
            ["gosa", (r) => r.run.gosa],
        ],
    },
    poisson: {
        verdict(report) {
            if (report.status === "diverged") return "The solution is not finite.";
            const { run, residual, order } = report;
            const holds =
                (residual.at_rounding_level ?? residual.backward_error <= residual.rounding_level)
                    ? "the discrete equation holds to rounding"
                    : "the residual is larger than rounding explains";
            const observed =
                order && isNumber(order.observed)
                    ? ` The observed order of convergence is ${number(order.observed, 3)}; ` +
                      `theory says ${order.expected}${order.doubt ? " and does not explain it" : ""}.`
                    : "";
            const error = report.error
                ? ` The solution differs from the exact one by ` +
                  `${number(report.error.relative_l2, 3)} of its norm.`
                : "";
            return (
                `${report.status === "done" ? "Solved" : "Stopped early, solved"} in ` +
                `${seconds(run.seconds)}: ${holds}.${error}${observed}`
            );
        },
        tiles(report) {
            const { run, residual, error, order } = report;
            return tiles(
                tile(
                    "Time of a solve",
                    scaled(run.seconds, secondUnits),
                    `median of ${number(run.solves)}, best ${seconds(run.best_seconds)}`,
                ),
                tile(
                    "Speed",
                    scaledRate(run.points_per_second, "points/s"),
                    ceilingText(run) || `${number(run.nominal_gbps)} GB/s nominal`,
                ),
                tile(
                    "Backward error",
                    [number(residual.backward_error, 3), ""],
                    `rounding explains ${number(residual.rounding_level, 3)}`,
                ),
                error
                    ? tile(
                          "Error",
                          [number(error.relative_l2, 3), ""],
                          "to the exact solution, relative l2",
                      )
                    : null,
                order
                    ? tile(
                          "Order",
                          [isNumber(order.observed) ? number(order.observed, 3) : "\u2013", ""],
                          `theory: ${order.expected}`,
                      )
                    : null,
            );
        },
        charts: (runs, study) => [study ? null : orderChart(runs), solvesChart(runs)],
        figures: [
            ["ms a solve", (r) => 1e3 * r.run.seconds, -1],
            ["Mpoints/s", (r) => 1e-6 * r.run.points_per_second, 1],
            ["% of ceiling", (r) => r.run.percent_of_ceiling, 1],
            ["backward error", (r) => r.residual.backward_error, -1],
            ["relative error", (r) => r.error && r.error.relative_l2, -1],
            ["order", (r) => r.order && r.order.observed],
            ["order in theory", (r) => r.order && r.order.expected],
        ],
    },
    flow: {
        verdict(report) {
            const { run, flow } = report;
            if (report.status === "diverged") {
                return (
                    `The velocity is no longer ` +
                    `finite${report.trouble ? ` ${report.trouble}` : ""}.`
                );
            }
            const end = {
                done: "Done",
                interrupted: "Stopped early",
                "out of steps": "Out of steps",
                stalled: "Time stood still",
            }[report.status];
            return (
                `${end || report.status}: time ${number(run.time)} after ` +
                `${plural(run.steps, "step")}, ` +
                `${number(run.ns_per_point)} ns for each cell and step; the divergence is at ` +
                `most ` +
                `${number(flow.largest_divergence, 3)}, the kinetic energy ` +
                `${number(flow.kinetic_energy, 5)}.`
            );
        },
        tiles(report) {
            const { run, flow } = report;
            const own = run.steps - run.first_step;
            return tiles(
                tile("Time reached", [number(run.time), ""], `in ${plural(run.steps, "step")}`),
                tile("Speed", [number(run.ns_per_point), "ns"], "for each cell and step"),
                tile(
                    "A step",
                    scaled(own > 0 ? run.seconds / own : NaN, secondUnits),
                    `${seconds(run.seconds)} in all`,
                ),
                tile(
                    "Kinetic energy",
                    [number(flow.kinetic_energy, 5), ""],
                    "half the mean square of the velocity",
                ),
                tile(
                    "Divergence",
                    [number(flow.largest_divergence, 3), ""],
                    "the largest of all cells",
                ),
                tile("Courant number", [number(flow.courant, 3), ""], "of the last step"),
            );
        },
        charts: (runs) => [...flowCharts(runs), ...profileCharts(runs), ...probeCharts(runs)],
        figures: [
            ["time", (r) => r.run.time],
            ["steps", (r) => r.run.steps],
            ["ns a cell and step", (r) => r.run.ns_per_point, -1],
            ["seconds", (r) => r.run.seconds],
            ["kinetic energy", (r) => r.flow.kinetic_energy],
            ["divergence", (r) => r.flow.largest_divergence, -1],
        ],
    },
};

function scaledRate(value, what) {
    const [text, unit] = scaled(value, rateUnits);
    return [text, unit + what];
}
