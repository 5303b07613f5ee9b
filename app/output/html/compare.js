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
function figuresTable(runs, columns) {
    const figures = columns
        .map(([label, expression, better]) => ({
            label,
            better,
            values: runs.map(({ report }) => valueOf(report, expression)),
        }))
        .filter(({ values }) => values.some((value) => value !== null));
    const table = dataTable(
        ["run", "status", ...figures.map(({ label }) => label)],
        runs.map((source, run) => [
            runName(source),
            chipOf(source.report.status, levelOf(source.report)),
            ...figures.map(({ values }) => values[run] ?? "\u2013"),
        ]),
    );
    const rows = table.querySelectorAll("tbody tr");
    figures.forEach(({ values, better }, column) => {
        const known = withoutGaps(values);
        if (!better || known.length < 2) return;
        const best = better > 0 ? Math.max(...known) : Math.min(...known);
        values.forEach((value, row) => {
            if (value === best) rows[row].cells[column + 2].classList.add("best");
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
function foldedProvenance(source, many) {
    const write = (into) =>
        into.append(
            ...orSentence(
                () => [make("p.facts", verdictOf(source.report)), provenance(source)].flat(),
                runName(source),
            ),
        );
    const details = folded(runName(source));
    if (many) details.addEventListener("toggle", () => write(details), { once: true });
    else write(details);
    return details;
}

function ceilingsCard(runs) {
    const percents = runs.map(({ report }) => report.ceiling && report.run.percent_of_ceiling);
    const items = runs
        .map((source, run) => ({ label: runName(source), value: percents[run] }))
        .filter(({ value }) => isNumber(value))
        .map((item, colour) => ({ ...item, colour, text: percent(item.value) }));
    return items.length === 0
        ? null
        : card(
              "Speed beside the machine\u2019s ceiling",
              "percent of the measured memory ceiling",
              bars(items, Math.max(100, ...withoutGaps(percents))),
          );
}

/** One solver's runs side by side, those of a study if there is one. */
function comparison(runs, study) {
    const solver = runs[0].report.solver;
    const changes = differences(runs);
    const charts = [
        convergenceChart(study),
        ...runCharts[solver](runs, study),
        ceilingsCard(runs),
    ].filter(Boolean);
    const pictures = runs.flatMap((source) =>
        pictureCards(source).map((one) => {
            one.querySelector("h3").textContent = runName(source);
            return one;
        }),
    );
    return [
        make(
            "div.card.data",
            { style: "margin-top:22px" },
            figuresTable(runs, views[solver].columns),
        ),
        changes.length > 0
            ? section("What differs", make("div.card", differencesTable(runs, changes)))
            : null,
        charts.length > 0 ? make("h2", "Histories and orders") : null,
        make("div.cards", charts),
        pictures.length > 0 ? section("Fields", make("div.cards.small", pictures)) : null,
        section(
            "Provenance",
            runs.map((source) => foldedProvenance(source, runs.length > 30)),
        ),
    ];
}

/** The page of several runs, of a study if there is one: those of each solver are compared. */
function runsPage(runs, study) {
    const bad = runs.filter(({ report }) => report.status !== "done");
    const solvers = distinct(
        runs.map(({ report }) => report),
        "solver",
    );
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
        ...solvers.flatMap((solver) => [
            solvers.length > 1 ? make("h2", `solver: ${solver}`) : null,
            ...comparison(
                runs.filter(({ report }) => report.solver === solver),
                study,
            ),
        ]),
    ].filter(Boolean);
}
