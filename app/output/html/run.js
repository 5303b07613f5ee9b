/* The page of one run: verdict, key figures, field, history, orders, speed, provenance. */

const statusLevel = {
    done: "",
    interrupted: "fair",
    "out of steps": "fair",
    stalled: "fair",
    "not converged": "fair",
};
const levelOf = (report) => statusLevel[report.status] ?? "bad";

function verdictOf(report) {
    const view = views[report.solver];
    const sentence = (report.status === "diverged" && view.diverged) || view.verdict;
    return filled(sentence, { ...report, end: view.ends[report.status] ?? report.status });
}

/** The sentences in `texts` about a report, and only those that say something. */
const filledAll = (texts, report) => texts.map((text) => filled(text, report)).filter(Boolean);

const tilesOf = (report) =>
    views[report.solver].tiles
        .map(([label, ...texts]) => [label, ...texts.map((text) => filled(text, report))])
        .filter(([, value]) => value)
        .map((texts) => tile(...texts));

/** What a case is, in a line: "96 x 48 x 48 cells, double precision, on ...". */
const factsOf = (report) =>
    listed(
        filledAll(
            [
                "[size {grid.preset}, ]{grid.cells:x} cells" +
                    (report.grid?.location === "node" ? ", values on nodes" : ""),
                "{precision} precision",
                "[{operator} operator]",
                "[{device}]",
                "[{finished:date}]",
            ],
            report,
        ),
    );

const bar = (label, value, colour, unit) => ({
    label,
    value,
    colour,
    text: unit ? `${number(value)} ${unit}` : number(value, 3),
});

/** Bars of what was reached beside the ceiling, or beside the link that brings the arrays. */
function speedCard(report) {
    const { run, ceiling, link, rehearsal } = report;
    if (link) {
        return card(
            "Speed of the link",
            "copies between host and GPU, both directions in sum",
            bars([
                bar("this solve", 2 * link.gbps_each_way, 0, "GB/s"),
                bar("the link alone", link.both_gbps, 7, "GB/s"),
            ]),
        );
    }
    if (!ceiling || !isNumber(run.nominal_gbps)) return null;
    const above =
        run.percent_of_ceiling > 110
            ? " Above 100 % the arrays are served by caches, or several sweeps share a pass."
            : "";
    return card(
        "Speed beside the machine\u2019s ceiling",
        filled(
            "[{run.percent_of_ceiling:%} of the machine\u2019s measured memory ceiling], measured " +
                `{ceiling.measured:date}.${above}`,
            report,
        ),
        bars([
            bar("this run, nominal", run.nominal_gbps, 0, "GB/s"),
            ...(rehearsal ? [bar("rehearsal", rehearsal.nominal_gbps, 4, "GB/s")] : []),
            bar(`ceiling: ${ceiling.mix}`, ceiling.gbps, 7, "GB/s"),
        ]),
    );
}

/** A bar of the wall time of the process in the parts that add up to it. */
function timeCard({ solver, time }) {
    if (!time || !(time.wall_s > 0)) return null;
    const parts = partsOf(time, views[solver].parts);
    const sub = "all of the process, from its start to this report";
    return card("Where the time went", sub, stackedBar(parts, time.wall_s, seconds));
}

const residualCard = ({ residual }) =>
    residual &&
    card(
        "Residual beside rounding",
        "backward error |r| / (|A| |u| + |f|)",
        bars([
            bar("this solve", residual.backward_error, 2),
            bar("what rounding explains", residual.rounding_level, 7),
        ]),
    );

const pictureCards = ({ pictures }) =>
    pictures.map(({ name, data, smaller }) =>
        card(
            pictures.length > 1 ? name.replace(/^flow_?|[.]png$/g, "") || "Field" : "Field",
            !data
                ? `${name} is too large for this page and lies beside it`
                : smaller
                  ? `${name}, drawn smaller here`
                  : name,
            data ? make("img", { src: data, alt: `the picture ${name} of the run` }) : "",
        ),
    );

const provenanceRows = [
    ["case", "[{case}]"],
    ["status", "{status} (exit code {exit_code})"],
    ["started", "[{started:date}]"],
    ["finished", "[{finished:date}]"],
    ["machine", "[{device}]"],
    ["back end", "[{backend}: {backend_reason}]"],
    ["ranks", "[{ranks.count}, {ranks.library}]"],
    ["kernel", "[if kernel.choice: {kernel.choice} ({kernel.label})]"],
    ["plan", "[if plan: {plan}][else [{kernel.plan}]]"],
    ["restarted from", "[{restarted_from}][else [{run.restarted_from}]]"],
    ["time", "[{time.words}]"],
    ["ceiling", "[{ceiling.gbps} GB/s, {ceiling.mix}][else none was measured]"],
];

/** Provenance: where, by what and from what the run came, and the case with all defaults. */
const provenance = ({ report, case: text }) => [
    pairsTable([
        ...provenanceRows.map(([name, row]) => [name, filled(row, report).replace(/^kernel /, "")]),
        ["versions", versionsText(report.versions)],
    ]),
    text
        ? folded("The case with all defaults (case.resolved.yaml)", make("pre", text))
        : "",
];

/** The page of one run. */
function runPage(source) {
    const report = source.report;
    const cards = [...runCharts[report.solver]([source]), speedCard(report), residualCard(report), timeCard(report)];
    return [
        heading({
            kind: `tobiuo run \u00b7 ${report.solver}`,
            name: report.name,
            chip: report.status,
            level: levelOf(report),
            verdict: verdictOf(report),
            facts: factsOf(report),
            notices: filledAll(views[report.solver].notices, report),
        }),
        make("div.tiles", tilesOf(report)),
        make("h2", "Results"),
        make("div.cards.columns", pictureCards(source), cards.filter(Boolean)),
        section("Provenance", make("div.card", provenance(source))),
    ];
}
