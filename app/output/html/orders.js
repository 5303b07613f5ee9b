/* The charts of orders of convergence beside theory. */

/** The observed orders of one operator beside theory, and its errors on three grids. */
function ordersCharts(group) {
    const operator = group[0].operator;
    const known = group.filter((row) => isNumber(row.theory));
    const theories = distinct(known, "theory");
    const errors = chartCard({
        title: `${operator}: errors`,
        sub: "the largest and the smallest error of all pairs of walls on each grid",
        x: { label: "cells of an axis", log: 2 },
        y: { label: "error", log: 10 },
        lines: errorLines(group).concat(theories.map((theory) => slopeLine(group, theory))),
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

function slopeLine(group, theory) {
    const [largest] = errorLines(group);
    const { x, y } = largest;
    return {
        label: `order ${theory}`,
        x: [x[0], x[x.length - 1]],
        colour: 7,
        dash: [5, 5],
        width: 1.5,
        y: [y[0], y[0] * (x[0] / x[x.length - 1]) ** theory],
    };
}
