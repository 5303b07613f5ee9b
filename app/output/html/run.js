/* The page of one run: verdict, key figures, field, history, orders, speed, provenance. */

const statusLevel = {
    done: "",
    interrupted: "fair",
    "out of steps": "fair",
    stalled: "fair",
    "not converged": "fair",
};
const levelOf = (report) => statusLevel[report.status] ?? "bad";

/** What a case is, in a line: "poisson, 96 x 48 x 48 cells, double precision, on ...". */
function factsOf(report) {
    const grid = report.grid || {};
    const size = grid.preset ? `size ${grid.preset}, ` : "";
    return [
        `${size}${cellsText(grid.cells)} ` +
            `${grid.location === "node" ? "cells, values on nodes" : "cells"}`,
        `${report.precision} precision`,
        report.operator && `${report.operator} operator`,
        report.device,
        dateText(report.finished),
    ]
        .filter(Boolean)
        .join(" \u00b7 ");
}

/** Bars of what was reached beside the ceiling, or beside the link that brings the arrays. */
function speedCard(report) {
    const { run, ceiling, link } = report;
    if (link) {
        return card(
            "Speed of the link",
            "copies between host and GPU, both directions in sum",
            bars([
                {
                    label: "this solve",
                    value: 2 * link.gbps_each_way,
                    text: `${number(2 * link.gbps_each_way)} GB/s`,
                    colour: 0,
                },
                {
                    label: "the link alone",
                    value: link.both_gbps,
                    text: `${number(link.both_gbps)} GB/s`,
                    colour: 7,
                },
            ]),
        );
    }
    if (!ceiling || !isNumber(run.nominal_gbps)) return null;
    const items = [
        {
            label: "this run, nominal",
            value: run.nominal_gbps,
            text: `${number(run.nominal_gbps)} GB/s`,
            colour: 0,
        },
    ];
    if (report.rehearsal) {
        items.push({
            label: "rehearsal",
            value: report.rehearsal.nominal_gbps,
            text: `${number(report.rehearsal.nominal_gbps)} GB/s`,
            colour: 4,
        });
    }
    items.push({
        label: `ceiling: ${ceiling.mix}`,
        value: ceiling.gbps,
        text: `${number(ceiling.gbps)} GB/s`,
        colour: 7,
    });
    const above =
        run.percent_of_ceiling > 110
            ? " Above 100 % the arrays are served by caches, or several sweeps share a pass."
            : "";
    return card(
        "Speed beside the machine\u2019s ceiling",
        `${ceilingText(run)}, measured ${dateText(ceiling.measured)}.${above}`,
        bars(items),
    );
}

const residualCard = ({ residual }) =>
    residual &&
    card(
        "Residual beside rounding",
        "backward error |r| / (|A| |u| + |f|)",
        bars([
            {
                label: "this solve",
                value: residual.backward_error,
                text: number(residual.backward_error, 3),
                colour: 2,
            },
            {
                label: "what rounding explains",
                value: residual.rounding_level,
                text: number(residual.rounding_level, 3),
                colour: 7,
            },
        ]),
    );

function pictureCards(source) {
    return source.pictures.map((picture) =>
        card(
            source.pictures.length > 1
                ? picture.name.replace(/^flow_?|[.]png$/g, "") || "Field"
                : "Field",
            picture.data
                ? picture.smaller
                    ? `${picture.name}, drawn smaller here`
                    : picture.name
                : `${picture.name} is too large for this page and lies beside it`,
            picture.data
                ? make("img", { src: picture.data, alt: `the picture ${picture.name} of the run` })
                : "",
        ),
    );
}

/** Provenance: where, by what and from what the run came, and the case with all defaults. */
function provenance(source) {
    const report = source.report;
    const { versions = {}, kernel, ranks } = report;
    return [
        pairsTable([
            ["case", report.case],
            ["status", `${report.status} (exit code ${report.exit_code})`],
            ["started", dateText(report.started)],
            ["finished", dateText(report.finished)],
            ["machine", report.device],
            ["back end", `${report.backend}: ${report.backend_reason}`],
            ["ranks", ranks && `${ranks.count}, ${ranks.library}`],
            ["kernel", kernel && kernel.choice && `${kernel.choice.replace(/^kernel /, "")} (${kernel.label})`],
            ["plan", report.plan || (kernel && kernel.plan)],
            ["restarted from", report.restarted_from || (report.run && report.run.restarted_from)],
            ["set-up", seconds(report.setup_seconds)],
            [
                "ceiling",
                report.ceiling
                    ? `${number(report.ceiling.gbps)} GB/s, ${report.ceiling.mix}`
                    : "none was measured",
            ],
            [
                "versions",
                Object.entries(versions)
                    .map(([name, value]) => `${name} ${value}`)
                    .join(", "),
            ],
        ]),
        source.case
            ? make(
                  "details",
                  null,
                  make("summary", null, "The case with all defaults (case.resolved.yaml)"),
                  make("pre", null, source.case),
              )
            : "",
    ];
}

function noticesOf(source) {
    const { caveat, conditioning, null_space: space } = source.report;
    return [
        caveat,
        conditioning && conditioning.nearly_singular
            ? `The equation is nearly singular: its condition number is ` +
              `${number(conditioning.condition, 3)}.`
            : null,
        space && !space.balanced
            ? `The source and the walls do not balance: a mean of ` +
              `${number(space.removed_mean, 3)} was taken off the right-hand side.`
            : null,
    ].filter(Boolean);
}

/** The page of one run. */
function runPage(source) {
    const report = source.report;
    const kind = runKinds[report.solver];
    const charts = kind.charts([source]).filter(Boolean);
    return [
        heading({
            kind: `tobiuo run \u00b7 ${report.solver}`,
            name: report.name,
            chip: report.status,
            level: levelOf(report),
            verdict: kind.verdict(report),
            facts: factsOf(report),
            notices: noticesOf(source),
        }),
        kind.tiles(report),
        make("h2", null, "Results"),
        make(
            "div.cards.columns",
            null,
            pictureCards(source),
            charts,
            [speedCard(report), report.solver === "poisson" ? residualCard(report) : null].filter(
                Boolean,
            ),
        ),
        section("Provenance", make("div.card", null, provenance(source))),
    ];
}
