/* The page of several runs side by side. */

/** All values of a report, flat: {"run.sweeps": 103, ...}; arrays as one text. */
function flattened(value, path = "", into = {}) {
    if (Array.isArray(value)) {
        into[path] = value.every((one) => typeof one !== "object" || one === null)
            ? value.join(", ")
            : plural(value.length, "entry").replace(/entrys$/, "entries");
    } else if (value !== null && typeof value === "object") {
        for (const [key, one] of Object.entries(value)) {
            flattened(one, path ? `${path}.${key}` : key, into);
        }
    } else {
        into[path] = value;
    }
    return into;
}

/** What differs by itself and says nothing about the case. */
const ownOfEach = new RegExp(
    "^(schema|name|case|started|finished|(setup|waited)_seconds|restarted_from|series|run|" +
        "rehearsal|flow|residual|error|order|conditioning|null_space|total_sweeps|statistics|" +
        "link|ranks|status|exit_code|ceiling|plan|memory_bytes|device_bytes|versions[.]git|" +
        "kernel[.](choice|plan)|grid[.](values|unknowns|interior|spacing))",
);

/** The settings in which the runs differ, a row for each. */
function differences(runs) {
    const flat = runs.map(({ report }) => flattened(report));
    const keys = [...new Set(flat.flatMap(Object.keys))].filter((key) => !ownOfEach.test(key));
    return keys
        .filter((key) => new Set(flat.map((one) => String(one[key]))).size > 1)
        .map((key) => [
            key,
            ...flat.map((one) =>
                isNumber(one[key]) ? number(one[key]) : String(one[key] ?? "\u2013"),
            ),
        ]);
}

/** Figures of the runs, a row for each run; the best of a column is bold. */
function figuresTable(runs, figures) {
    const shown = figures.filter(([, of]) =>
        runs.some(({ report }) => {
            const value = of(report);
            return value !== null && value !== undefined;
        }),
    );
    const table = dataTable(
        ["run", "status", ...shown.map(([label]) => label)],
        runs.map((source) => [
            runName(source),
            make(
                `span.chip${levelOf(source.report) ? `.${levelOf(source.report)}` : ""}`,
                null,
                source.report.status,
            ),
            ...shown.map(([, of]) => of(source.report) ?? "\u2013"),
        ]),
    );
    shown.forEach(([, of, sense], column) => {
        const values = runs.map(({ report }) => of(report));
        if (!sense || withoutGaps(values).length < 2) return;
        const best =
            sense > 0 ? Math.max(...withoutGaps(values)) : Math.min(...withoutGaps(values));
        values.forEach((value, row) => {
            if (value === best)
                table.querySelectorAll("tbody tr")[row].cells[column + 2].classList.add("best");
        });
    });
    return table;
}

/** The settings as columns where there are more runs than fit beside each other, otherwise as rows. */
function differencesTable(runs, changes) {
    if (runs.length <= 12) return dataTable(["key", ...runs.map(runName)], changes);
    return dataTable(
        ["run", ...changes.map(([key]) => key)],
        runs.map((source, run) => [runName(source), ...changes.map((row) => row[run + 1])]),
    );
}

/** What is known of each run, folded; of many runs it is written when it is unfolded. */
function foldedProvenance(source, kind, many) {
    const write = (into) =>
        into.append(
            ...orSentence(
                () => [make("p.facts", null, kind.verdict(source.report)), provenance(source)],
                runName(source),
            ),
        );
    const folded = make("details", null, make("summary", null, runName(source)));
    if (many) folded.addEventListener("toggle", () => write(folded), { once: true });
    else write(folded);
    return folded;
}

/** One solver's runs side by side, those of a study if there is one. */
function comparison(runs, study) {
    const solver = runs[0].report.solver;
    const kind = runKinds[solver];
    const changes = differences(runs);
    const speeds = runs.filter(
        ({ report }) => report.ceiling && isNumber(report.run.percent_of_ceiling),
    );
    const charts = [convergenceChart(study), ...kind.charts(runs, study)].filter(Boolean);
    if (speeds.length > 0) {
        charts.push(
            card(
                "Speed beside the machine\u2019s ceiling",
                "percent of the measured memory ceiling",
                bars(
                    speeds.map((source, at) => ({
                        label: runName(source),
                        value: source.report.run.percent_of_ceiling,
                        text: percent(source.report.run.percent_of_ceiling),
                        colour: at,
                    })),
                    Math.max(100, ...speeds.map(({ report }) => report.run.percent_of_ceiling)),
                ),
            ),
        );
    }
    return [
        make("div.card.data", { style: "margin-top:22px" }, figuresTable(runs, kind.figures)),
        changes.length > 0
            ? section(
                  "What differs",
                  make("div.card", null, differencesTable(runs, changes)),
              )
            : null,
        charts.length > 0 ? make("h2", null, "Histories and orders") : null,
        make("div.cards", null, charts),
        runs.some((source) => source.pictures.length > 0)
            ? section(
                  "Fields",
                  make(
                      "div.cards.small",
                      null,
                      runs.flatMap((source) =>
                          pictureCards(source).map((one) => {
                              one.querySelector("h3").textContent = runName(source);
                              return one;
                          }),
                      ),
                  ),
              )
            : null,
        section(
            "Provenance",
            runs.map((source) => foldedProvenance(source, kind, runs.length > 30)),
        ),
    ].filter(Boolean);
}

/** The page of several runs, of a study if there is one: those of each solver are compared. */
function runsPage(runs, study) {
    const bad = runs.filter(({ report }) => report.status !== "done");
    const solvers = [...new Set(runs.map(({ report }) => report.solver))];
    const verdict =
        bad.length === 0
            ? `All ${number(runs.length)} runs are done.`
            : `${number(runs.length - bad.length)} of ${number(runs.length)} runs are done; ` +
              `${bad.map((source) => `${runName(source)} is ${source.report.status}`).join(", ")}.`;
    return [
        heading({
            kind: `tobiuo ${study ? "study" : "report"} \u00b7 ${solvers.join(", ")}`,
            name: study ? study.name : `${number(runs.length)} runs side by side`,
            chip: bad.length === 0 ? "done" : "see below",
            level: bad.length === 0 ? "" : "fair",
            verdict,
        }),
        ...solvers
            .flatMap((solver) => [
                solvers.length > 1 ? make("h2", null, `solver: ${solver}`) : null,
                ...comparison(
                    runs.filter(({ report }) => report.solver === solver),
                    study,
                ),
            ])
            .filter(Boolean),
    ];
}
