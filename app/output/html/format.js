/* Elements of the page, numbers as text, and sentences with numbers in them. */

/** An element: make("td.number", {title: "..."}, "text", child, ...). No text becomes markup. */
function make(kind, ...children) {
    const [tag, ...classes] = kind.split(".");
    const element = document.createElement(tag);
    element.className = classes.join(" ");
    for (const child of children.flat()) {
        if (child === null || child === undefined) continue;
        if (typeof child !== "object" || child instanceof Node) element.append(child);
        else Object.entries(child).forEach(([name, value]) => element.setAttribute(name, value));
    }
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
const rate = (value, what) => scaled(value, rateUnits).join(" ") + what;
const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

/** "96 x 48 x 48", with the sign of multiplication. */
const cellsText = (cells) => (cells || []).map(String).join(" \u00d7 ");

/** "2026-11-25T14:46:12Z" as "2026-11-25 14:46:12 UTC". */
const dateText = (text) =>
    String(text || "")
        .replace("T", " ")
        .replace("Z", " UTC");

const geometricMean = (values) =>
    Math.exp(values.reduce((sum, one) => sum + Math.log(one), 0) / values.length);

/** The values of `rows` under `key`, each once, in the order of the rows. */
const distinct = (rows, key) => [...new Set(rows.map((row) => row[key]))];

/** The value of a path such as "run.gflops", or of numbers multiplied and divided, in a report. */
function valueOf(report, expression) {
    const at = (path) =>
        /^\d/.test(path)
            ? Number(path)
            : (path.split(".").reduce((value, key) => value?.[key], report) ?? null);
    const [first, ...rest] = expression.split(/(?=[*/])/);
    if (rest.length === 0) return at(first);
    const number = rest.reduce((product, one) => {
        const other = at(one.slice(1)) ?? NaN;
        return one[0] === "*" ? product * other : product / other;
    }, at(first) ?? NaN);
    return isNumber(number) ? number : null;
}

const formats = {
    s: seconds,
    "%": percent,
    x: cellsText,
    date: dateText,
    "points/s": (value) => rate(value, "points/s"),
};

function valueText(value, format) {
    if (format[0] === "#") return plural(value, format.slice(1));
    if (formats[format]) return formats[format](value);
    return typeof value === "string" ? value : number(value, Number(format) || undefined);
}

/**
 * A sentence with the values of a report in it: views.hpp says what it may contain. Formats are
 * a number of digits, those above, and #word.
 */
function filled(sentence, report) {
    let rest = sentence;
    const take = (pattern) => {
        const found = pattern.exec(rest);
        if (found) rest = rest.slice(found[0].length);
        return found;
    };
    const part = () => {
        let [text, whole, before] = ["", true, true];
        while (rest && rest[0] !== "]") {
            const field = take(/^\{([^:}]*):?([^}]*)\}/);
            if (field) {
                const value = valueOf(report, field[1]);
                whole = whole && value !== null;
                text += valueText(value, field[2]);
            } else if (take(/^\[/)) {
                const isElse = take(/^else /) !== null;
                const [, not, path] = take(/^if (not )?([^:]*): ?/) || [];
                const holds = !path || Boolean(valueOf(report, path)) === !not;
                const inner = part();
                take(/^\]/);
                const shown = holds && inner.whole && !(isElse && before);
                if (shown) text += inner.text;
                before = shown || (isElse && before);
            } else {
                text += take(/^[^{[\]]+/)[0];
            }
        }
        return { text, whole };
    };
    return part().text;
}

/** A table of two columns, of those rows that have a value. */
const pairsTable = (rows) =>
    scrolled(
        "table.grid.pairs",
        make(
            "tbody",
            rows
                .filter(([, value]) => value !== null && value !== undefined && value !== "")
                .map(([name, value]) =>
                    make("tr", make("th", { scope: "row" }, name), make("td", value)),
                ),
        ),
    );

const scrolled = (kind, ...children) => make("div.scroll", make(kind, ...children));

/** A table with a head; numbers stand at the right. */
function dataTable(head, rows) {
    const kinds = head.map((_, at) => (rows.some((row) => isNumber(row[at])) ? "number" : ""));
    const cell = (tag, at, content, attributes) =>
        make(
            kinds[at] ? `${tag}.${kinds[at]}` : String(content).length < 30 ? `${tag}.short` : tag,
            attributes,
            isNumber(content) ? number(content) : content,
        );
    const rowOf = (row, cellOf) => make("tr", row.map(cellOf));
    return scrolled(
        "table.grid",
        make("thead", rowOf(head, (text, at) => cell("th", at, text, { scope: "col" }))),
        make(
            "tbody",
            rows.map((row) => rowOf(row, (content, at) => cell("td", at, content))),
        ),
    );
}

/** A figure: a number with its unit behind a blank, and a note. */
function tile(label, text, note) {
    const [value, ...unit] = text.split(" ");
    return make(
        "div.tile",
        make("div.label", label),
        make("div.value", value, unit.length > 0 ? make("small", ` ${unit.join(" ")}`) : ""),
        note ? make("div.note", note) : "",
    );
}

const section = (title, ...children) => make("section.data", make("h2", title), ...children);
const card = (title, sub, ...children) =>
    make("article.card.data", make("h3", title), sub ? make("p.sub", sub) : "", ...children);
const folded = (title, ...children) => make("details", make("summary", title), ...children);

/** The top of the page or of one of its parts: what it is, its verdict in a sentence, its facts. */
const heading = ({ kind, name, chip, level, verdict, facts, notices = [] }) =>
    make(
        "header",
        make("div.kind", kind),
        make("h1", name),
        make("div.verdict", chip ? chipOf(chip, level) : "", make("p", verdict)),
        facts ? make("p.facts", facts) : "",
        notices.map((text) => make("p.notice", text)),
    );
const chipOf = (text, level) => make(`span.chip${level ? `.${level}` : ""}`, text);

/** Texts of a list that are there, with a dot between them. */
const listed = (texts) => texts.filter(Boolean).join(" \u00b7 ");
const versionsText = (versions) =>
    Object.entries(versions || {})
        .map(([name, value]) => `${name} ${value}`)
        .join(", ");
