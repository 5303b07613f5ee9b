/* Elements of the page, and numbers as text. */

/** An element: make("td.number", {title: "..."}, "text", child, ...). No text becomes markup. */
function make(kind, properties, ...children) {
    const [tag, ...classes] = kind.split(".");
    const element = document.createElement(tag);
    element.className = classes.join(" ");
    for (const [name, value] of Object.entries(properties || {})) {
        if (value !== undefined && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const withoutGaps = (values) => values.filter(isNumber);

/** A number with so many significant digits: 12 345, 1.23e-9; a dash where there is none. */
const number = (value, digits = 4) =>
    isNumber(value) ? plainNumber(value, digits).replace(/-/g, "\u2212") : "\u2013";

function plainNumber(value, digits) {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
        return value
            .toExponential(digits - 1)
            .replace(/\.?0+e/, "e")
            .replace("e+", "e");
    }
    if (Number.isInteger(value)) return grouped(String(value));
    const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
    const text = value.toFixed(Math.min(places, 12));
    return grouped(text.includes(".") ? text.replace(/\.?0+$/, "") : text);
}

/** Digits before the point in groups of three, by narrow spaces that do not break. */
function grouped(text) {
    const [whole, part] = text.split(".");
    const groups = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u202f") : whole;
    return part === undefined ? groups : `${groups}.${part}`;
}

/** A value in the unit of its size: scaled(0.0022, [[1, "s"], [1e-3, "ms"]]) is ["2.2", "ms"]. */
function scaled(value, units, digits = 4) {
    if (!isNumber(value)) return ["\u2013", ""];
    const [factor, unit] = units.find(([one]) => Math.abs(value) >= one) || units[units.length - 1];
    return [number(value / factor, digits), unit];
}

const secondUnits = [
    [3600, "h"],
    [60, "min"],
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "\u00b5s"],
    [1e-9, "ns"],
];
const byteUnits = [
    [2 ** 40, "TiB"],
    [2 ** 30, "GiB"],
    [2 ** 20, "MiB"],
    [2 ** 10, "KiB"],
    [1, "B"],
];
const rateUnits = [
    [1e12, "T"],
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
    [1, ""],
];
const spoken = ([value, unit]) => (unit ? `${value} ${unit}` : value);
const seconds = (value) => spoken(scaled(value, secondUnits));
const bytes = (value) => spoken(scaled(value, byteUnits, 3));
const percent = (value) => `${number(value, 3)} %`;
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** "96 x 48 x 48", with the sign of multiplication. */
const cellsText = (cells) => (cells || []).map(String).join(" \u00d7 ");

/** A file's name without its folders and its last ending. */
const baseName = (path) =>
    String(path || "")
        .split("/")
        .pop()
        .replace(/\.[^.]*$/, "");

/** "2026-11-25T14:46:12Z" as "2026-11-25 14:46:12 UTC". */
const dateText = (text) =>
    String(text || "")
        .replace("T", " ")
        .replace("Z", " UTC");

const geometricMean = (values) =>
    Math.exp(values.reduce((sum, one) => sum + Math.log(one), 0) / values.length);

/** The values of `rows` under `key`, each once, in the order of the rows. */
const distinct = (rows, key) => [...new Set(rows.map((row) => row[key]))];

/** A table of two columns, of those rows that have a value. */
function pairsTable(rows) {
    const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
    return make(
        "div.scroll",
        null,
        make(
            "table.grid.pairs",
            null,
            make(
                "tbody",
                null,
                shown.map(([name, value]) =>
                    make(
                        "tr",
                        null,
                        make("th", { scope: "row" }, name),
                        make("td", null, value instanceof Node ? value : String(value)),
                    ),
                ),
            ),
        ),
    );
}

/** A table with a head; numbers stand at the right. */
function dataTable(head, rows) {
    const kinds = head.map((_, at) => (rows.some((row) => isNumber(row[at])) ? "number" : ""));
    const cell = (tag, at, content, attributes) =>
        make(
            kinds[at] ? `${tag}.${kinds[at]}` : String(content).length < 30 ? `${tag}.short` : tag,
            attributes,
            content instanceof Node
                ? content
                : isNumber(content)
                  ? number(content)
                  : content === null || content === undefined
                    ? ""
                    : String(content),
        );
    return make(
        "div.scroll",
        null,
        make(
            "table.grid",
            null,
            make(
                "thead",
                null,
                make(
                    "tr",
                    null,
                    head.map((text, at) => cell("th", at, text, { scope: "col" })),
                ),
            ),
            make(
                "tbody",
                null,
                rows.map((row) =>
                    make(
                        "tr",
                        null,
                        row.map((content, at) => cell("td", at, content)),
                    ),
                ),
            ),
        ),
    );
}

function tile(label, [value, unit], note) {
    return make(
        "div.tile",
        null,
        make("div.label", null, label),
        make("div.value", null, value, unit ? make("small", null, ` ${unit}`) : ""),
        note ? make("div.note", null, note) : "",
    );
}

const tiles = (...all) => make("div.tiles", null, ...all);
const section = (title, ...children) =>
    make("section.data", null, make("h2", null, title), ...children);
const card = (title, sub, ...children) =>
    make(
        "article.card.data",
        null,
        make("h3", null, title),
        sub ? make("p.sub", null, sub) : "",
        ...children,
    );

/** The top of the page or of one of its parts: what it is, its verdict in a sentence, its facts. */
function heading({ kind, name, chip, level, verdict, facts, notices }) {
    return make(
        "header",
        null,
        make("div.kind", null, kind),
        make("h1", null, name),
        make(
            "div.verdict",
            null,
            chip ? make(`span.chip${level ? `.${level}` : ""}`, null, chip) : "",
            make("p", null, verdict),
        ),
        facts ? make("p.facts", null, facts) : "",
        (notices || []).map((text) => make("p.notice", null, text)),
    );
}
