/* Reads the data of the page and writes the page. */

/** Columns of a benchmark's rows: those that its page names first, then all others with scalars. */
function benchTable(rows, order) {
    const scalar = (key) =>
        rows.some((row) => row[key] !== null && row[key] !== undefined) &&
        rows.every((row) => row[key] === null || typeof row[key] !== "object");
    const keys = [...new Set([...order, ...rows.flatMap(Object.keys)])].filter(
        (key) => key !== "plan" && rows.some((row) => key in row) && scalar(key),
    );
    const constant = keys.filter((key) => rows.length > 1 && distinct(rows, key).length === 1);
    const shown = keys.filter((key) => !constant.includes(key));
    const text = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : value);
    const facts = constant.map((key) => `${key} ${plainText(rows[0][key])}`).join(", ");
    return [
        facts ? make("p.facts", `In all rows: ${facts}.`) : "",
        dataTable(
            shown.map((key) => key.replace(/_/g, " ")),
            rows.map((row) => shown.map((key) => text(row[key]))),
        ),
    ];
}

const plainText = (value) => (isNumber(value) ? number(value) : String(value));

function benchPage({ name, bench, row_count: count }) {
    const known = String(bench.schema).replace(/^tobiuo-|-\d+$/g, "");
    const kind = benches[known] || {
        name: bench.schema || name,
        order: [],
        verdict: () => "There are no charts for this kind of file.",
        charts: () => [],
    };
    const rows = bench.rows || [];
    const complete = known in benches && (rows.length > 0 || (bench.series || []).length > 0);
    const charts = complete ? kind.charts(bench).flat().filter(Boolean) : [];
    const good = kind.good ? kind.good(bench) : true;
    const table = rows.length > 0 ? benchTable(rows, kind.order) : null;
    return [
        heading({
            kind: `tobiuo bench \u00b7 ${name}`,
            name: kind.name,
            chip: complete ? (good ? "done" : "see below") : "",
            level: good ? "" : "bad",
            verdict:
                complete || !(known in benches) ? kind.verdict(bench) : "Nothing was measured.",
            facts: listed([
                bench.device,
                bench.device_details && `L2 ${bytes(bench.device_details.l2_bytes)}`,
                bench.host,
                bench.mpi,
                dateText(bench.date),
            ]),
        }),
        charts.length > 0 ? make("h2", kind.about || "Speed beside ceiling and peers") : null,
        make("div.cards", charts),
        table
            ? section(
                  count > rows.length
                      ? `${number(rows.length)} of ${number(count)} rows`
                      : "All rows",
                  make(
                      "div.card",
                      rows.length > 30 ? folded(plural(rows.length, "row"), table) : table,
                  ),
              )
            : null,
        section("Provenance", make("div.card", pairsTable(benchProvenance(name, bench)))),
    ].filter(Boolean);
}

const benchProvenance = (name, bench) => [
    ["file", name],
    ...[
        ["schema", "[{schema}]"],
        ["date", "[{date:date}]"],
        ["device", "[{device}]"],
        ["host", "[{host}]"],
        ["driver", "[{driver}]"],
        ["MPI", "[{mpi}]"],
        ["ceiling", "[{ceiling_gbps} GB/s[, {ceiling_mix}]]"],
        ["copy", "[{copy_gbps} GB/s]"],
    ].map(([label, row]) => [label, filled(row, bench)]),
    ["versions", versionsText(bench.versions)],
];

/** Puts packed reports back into their sources; fitting_page.cpp says how they are packed. */
function unpackReports({ common, own }, sources) {
    const put = (report, path, value) => {
        const parts = path
            .split("/")
            .slice(1)
            .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
        if (parts.includes("__proto__")) return;
        const last = parts.pop();
        parts.reduce((into, part) => (into[part] ??= {}), report)[last] = value;
    };
    const isAbsent = (value) => value !== null && typeof value === "object" && "absent" in value;
    sources
        .filter((source) => !source.bench)
        .forEach((source, run) => {
            source.report = {};
            source.pictures ??= [];
            Object.entries(common).forEach(([path, value]) => put(source.report, path, value));
            Object.entries(own).forEach(([path, values]) => {
                if (!isAbsent(values[run])) put(source.report, path, values[run]);
            });
        });
}

/** What `draw` gives; where a file is not as tobiuo writes it, a sentence instead of an empty page. */
function orSentence(draw, name) {
    try {
        return draw();
    } catch (error) {
        return [
            make(
                "p.facts",
                `${name} cannot be shown (${error.message}): its files are not as tobiuo writes ` +
                    `them, or are of another version.`,
            ),
        ];
    }
}

/** Several runs beside each other or, where they cannot be compared, one after the other. */
function pageOfRuns(runs, study) {
    try {
        return runsPage(runs, study);
    } catch (error) {
        return [
            ...orSentence(() => {
                throw error;
            }, "The comparison of these runs"),
            ...runs.flatMap((source) => orSentence(() => runPage(source), runName(source))),
        ];
    }
}

function writePage() {
    const data = JSON.parse(document.getElementById("data").textContent);
    if (data.reports) unpackReports(data.reports, data.sources);
    const runs = data.sources.filter((source) => source.report);
    const page = document.getElementById("page");
    page.replaceChildren();
    if (location.hash === "#charts") document.body.classList.add("charts-only");
    if (runs.length > 1 || data.study) page.append(...pageOfRuns(runs, data.study));
    else if (runs.length === 1)
        page.append(...orSentence(() => runPage(runs[0]), runName(runs[0])));
    data.sources
        .filter((source) => source.bench)
        .forEach((source) => page.append(...orSentence(() => benchPage(source), source.name)));
    page.append(
        make("footer", `Written by tobiuo ${data.program} \u00b7 charts by uPlot, MIT licence`),
    );
    keepDrawn();
}

writePage();
