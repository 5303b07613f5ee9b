/* Charts by uPlot, drawn anew when the page changes its width or colours; bars by elements. */

const plots = [];
const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const paletteSize = 8;
const seriesColour = (index) => colourOf(`--c${index % paletteSize}`);

/**
 * Whether a chart has more lines than the palette has colours. Then lines are thin, have colours in
 * their order from blue to red, and the one next to the pointer stands out, whose words alone are
 * in the legend; else that shows a few lines, and the rest where it is scrolled.
 */
const isCrowded = ({ lines }) => lines.length > paletteSize;
const orderColour = (at, count) => `hsl(${Math.round(250 * (1 - at / (count - 1)))} 70% 48%)`;

/**
 * A card with a chart. `lines` are {label, x, y, colour, dash, dots, bare}: x and y are arrays,
 * colour an index of the palette, dots shows points, bare shows nothing else. `x` and `y` are the
 * axes: {label, log (base), words (texts of 0, 1, ...), text (of a value), zero,
 * around (values that are to be in sight)}.
 */
function chartCard({ title, sub, x, y, lines, height = 270 }) {
    const drawn = lines.filter((line) => line.y.some(isNumber));
    if (drawn.length === 0) return null;
    const place = make(drawn.length > paletteSize ? "div.plot.crowded" : "div.plot");
    plots.push({ place, x, y, lines: drawn, height, chart: null });
    return make(
        "article.card",
        { "data-chart": "waiting" },
        make("h3", title),
        sub ? make("p.sub", sub) : "",
        place,
    );
}

/** A logarithmic axis shows no zero and no negative value. */
const shownValue = (axis, value) => (isNumber(value) && !(axis.log && value <= 0) ? value : null);

function joined(plot) {
    const tables = plot.lines.map((line) => {
        const rows = line.x
            .map((x, at) => [shownValue(plot.x, x), shownValue(plot.y, line.y[at])])
            .filter(([x]) => x !== null)
            .sort((a, b) => a[0] - b[0]);
        return [rows.map((row) => row[0]), rows.map((row) => row[1])];
    });
    return uPlot.join(
        tables,
        tables.map((table) => table.map(() => 1)),
    );
}

/** The whole powers of ten or two between two values, with a step so that there is room. */
function powers(base, least, most, room) {
    const first = Math.ceil(Math.log(least) / Math.log(base) - 1e-9);
    const last = Math.floor(Math.log(most) / Math.log(base) + 1e-9);
    const step = Math.max(1, Math.ceil((last - first + 1) / room));
    const all = [];
    for (let n = first; n <= last; n += step) all.push(base ** n);
    return all;
}

function axisOf(axis, side, width) {
    const grid = { stroke: colourOf("--grid"), width: 1 };
    const options = {
        side,
        grid,
        ticks: { ...grid, size: 4 },
        stroke: colourOf("--soft"),
        label: axis.label,
        labelSize: 20,
        labelFont: "12px system-ui",
        font: "12px system-ui",
        labelGap: 0,
        gap: 3,
        values: (_, splits) => splits.map((value) => (value === null ? "" : axisText(axis, value))),
    };
    if (side === 3) {
        options.size = (_, values) =>
            14 + 6.7 * Math.max(3, ...(values || []).map((text) => text.length));
    } else {
        options.size = axis.label ? 26 : 30;
    }
    if (axis.words) {
        options.grid = { show: false };
        const step = Math.ceil(axis.words.length / Math.max(1, Math.floor(width / wordRoom(axis))));
        options.splits = () => axis.words.map((_, at) => at).filter((at) => at % step === 0);
    } else if (axis.log) {
        options.splits = (_, __, least, most) => {
            const whole = powers(axis.log, least, most, roomOf(side, width));
            return whole.length >= 3 || (axis.log === 2 && whole.length === 2)
                ? whole
                : oneTwoFive(least, most);
        };
        options.filter = (_, splits) => splits;
    } else {
        options.splits = (_, __, least, most) => evenSteps(least, most, roomOf(side, width));
    }
    return options;
}

const wordRoom = (axis) => 12 + 6.6 * Math.max(...axis.words.map((word) => word.length));

/** How many labels have room along an axis. */
const roomOf = (side, width) => (side === 3 ? 6 : Math.max(3, Math.floor(width / 75)));

/** 1, 2 and 5 times the powers of ten between two values that are near each other; or both. */
function oneTwoFive(least, most) {
    const all = [];
    for (let n = Math.floor(Math.log10(least)); n <= Math.log10(most); ++n) {
        all.push(...[1, 2, 5].map((digit) => Number(`${digit}e${n}`)));
    }
    const inside = all.filter((value) => value >= least && value <= most);
    return inside.length >= 2 ? inside : [least, most].map((value) => Number(value.toPrecision(3)));
}

/** Multiples of 1, 2 or 5 times a power of ten between two values. */
function evenSteps(least, most, room) {
    const rough = (most - least) / room;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) * power;
    const all = [];
    for (let n = Math.ceil(least / step - 1e-9); n * step <= most + 1e-9 * step; ++n) {
        all.push(Number((n * step).toPrecision(12)));
    }
    return all;
}

function axisText(axis, value) {
    if (axis.words) return axis.words[value] || "";
    if (axis.text) return axis.text(value);
    const size = Math.abs(value);
    return size !== 0 && (size < 1e-2 || size >= 1e6)
        ? value
              .toExponential(5)
              .replace(/[.]?0+e/, "e")
              .replace("+", "")
              .replace(/-/g, "\u2212")
        : number(value, 6);
}

function scaleOf(axis, values) {
    if (axis.words) return { time: false, range: [-0.4, axis.words.length - 0.6] };
    const shown = withoutGaps(values).concat(axis.around || []);
    let least = Math.min(...shown);
    let most = Math.max(...shown);
    if (axis.log) {
        const margin = axis.tight ? 1.06 : (most / least) ** 0.05 * 1.08;
        return { time: false, distr: 3, log: axis.log, range: [least / margin, most * margin] };
    }
    if (axis.zero) least = Math.min(0, least);
    const margin = (most - least) * 0.05 || Math.abs(most) * 0.05 || 1;
    return {
        time: false,
        range: axis.tight
            ? [least, most > least ? most : least + 1]
            : [axis.zero && least === 0 ? 0 : least - margin, most + margin],
    };
}

function lineOf(plot, line, at) {
    const crowded = isCrowded(plot);
    const stroke = crowded
        ? orderColour(at, plot.lines.length)
        : seriesColour(line.colour ?? 0);
    return {
        label: line.label,
        class: line.bare,
        stroke,
        width: line.bare ? 0 : (line.width ?? (crowded ? 1 : 2)),
        dash: line.dash,
        spanGaps: true,
        paths: line.bare ? () => null : undefined,
        points: {
            show: Boolean(line.dots || line.bare || line.y.length < 2),
            size: 7,
            stroke,
            fill: line.bare === "ring" || line.dots === "ring" ? colourOf("--card") : stroke,
            width: 1.5,
        },
        value: (_, value) => (isNumber(value) ? number(value, 5) : "\u2013"),
    };
}

function draw(plot) {
    const width = Math.max(200, plot.place.clientWidth);
    if (plot.chart) plot.chart.destroy();
    const data = joined(plot);
    const xScale = scaleOf({ tight: !plot.x.words, ...plot.x }, data[0]);
    plot.chart = new uPlot(
        {
            width,
            height: plot.height,
            padding: [10, 12, 0, 4],
            scales: { x: xScale, y: scaleOf(plot.y, data.slice(1).flat()) },
            axes: [axisOf(plot.x, 2, width), axisOf(plot.y, 3, width)],
            series: [
                {
                    label: plot.x.label || "at",
                    value: (_, value) => (value === null ? "\u2013" : axisText(plot.x, value)),
                },
                ...plot.lines.map((line, at) => lineOf(plot, line, at)),
            ],
            legend: {
                markers: {
                    dash: (_, at) => (at > 0 && plot.lines[at - 1].dash ? "dashed" : "solid"),
                },
            },
            focus: { alpha: isCrowded(plot) ? 0.2 : 1 },
            cursor: {
                drag: { x: !plot.x.words, y: false },
                points: { size: 6 },
                focus: { prox: isCrowded(plot) ? 30 : -1 },
            },
        },
        data,
        plot.place,
    );
    plot.place.closest("[data-chart]").dataset.chart = "drawn";
    plot.width = width;
}

function drawAll() {
    plots.forEach(draw);
}

/** Draws all charts, now and whenever the colours or the widths have changed. */
function keepDrawn() {
    drawAll();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
    for (const event of ["beforeprint", "afterprint"]) addEventListener(event, drawAll);
    let waiting = 0;
    addEventListener("resize", () => {
        clearTimeout(waiting);
        waiting = setTimeout(
            () =>
                plots
                    .filter((plot) => Math.abs(plot.place.clientWidth - plot.width) > 1)
                    .forEach(draw),
            120,
        );
    });
}

/** The length of a bar in percent: never too short to be seen. */
const percentOf = (value, most) => Math.max(0.5, Math.min(100, (100 * value) / most));

/** The parts of a wall time that are at least a hundredth of it, with their words and colours. */
const partsOf = (time, words) =>
    Object.entries(words)
        .map(([key, label], at) => ({ label, value: time[key], colour: at }))
        .filter(({ value }) => value >= 0.01 * time.wall_s);

/** One bar whose parts lie side by side, with their words below. */
const stackedBar = (parts, whole, words) =>
    make(
        "div.bars",
        make(
            "div.bar",
            make(
                "div.track.parts",
                parts.map(({ value, colour }) => {
                    const style = `width:${percentOf(value, whole)}%;background:var(--c${colour})`;
                    return make("div.fill", { style });
                }),
            ),
        ),
        parts.map(({ label, value, colour }) =>
            make(
                "div.bar",
                make(
                    "div.row",
                    make(
                        "span",
                        make("i.swatch", { style: `background:var(--c${colour})` }),
                        label,
                    ),
                    make("b", `${words(value)}, ${number((100 * value) / whole, 2)} %`),
                ),
            ),
        ),
    );

/** Bars of one unit beside each other: {label, value, text, colour}; `most` is the full length. */
const bars = (items, most = Math.max(...items.map((item) => item.value))) =>
    make(
        "div.bars",
        items
            .filter((item) => isNumber(item.value))
            .map(({ label, value, text, colour = 0 }) => {
                const style = `width:${percentOf(value, most)}%;background:var(--c${colour})`;
                return make(
                    "div.bar",
                    make("div.row", make("span", label), make("b", text)),
                    make("div.track", make("div.fill", { style })),
                );
            }),
    );
