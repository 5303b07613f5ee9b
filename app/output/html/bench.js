/* Charts and sentences about the rows of benchmarks. */

/** Names and colours of those who compete. */
const contestants = {
    ours: ["tobiuo", 0],
    cufft: ["cuFFT", 1],
    vkfft: ["VkFFT", 2],
    fftw: ["FFTW", 3],
    cufftxt: ["cuFFTXt", 1],
    "straight-cufft": ["straight with cuFFT", 1],
    "no-graphs": ["tobiuo without CUDA graphs", 2],
    predictors: ["tobiuo's stages alone", 3],
};
const nameOf = (contestant) => (contestants[contestant] || [contestant])[0];
const peerColour = (contestant, at) => (contestants[contestant] || [null, at + 4])[1];

/** Groups of rows that are equal under all `keys`, in the order of the rows. */
function groupsOf(rows, keys) {
    const groups = new Map();
    for (const row of rows) {
        const name = JSON.stringify(keys.map((key) => row[key]));
        if (!groups.has(name)) groups.set(name, []);
        groups.get(name).push(row);
    }
    return [...groups.values()];
}

/** Sizes as texts; equal lengths as a power: "512^3". */
function sizeText(size) {
    const parts = String(size).split("x");
    return parts.length > 1 && parts.every((part) => part === parts[0])
        ? `${parts[0]}${parts.length === 2 ? "\u00b2" : "\u00b3"}`
        : String(size).replace(/x/g, "\u00d7");
}

const pointsOf = (row) =>
    (
        row.lengths ||
        row.cells ||
        String(row.shape || row.size || "")
            .split("x")
            .map(Number)
    ).reduce((product, one) => product * (Number(one) || 1), 1);

/**
 * A chart of `value(row)` by size, a line for each of `series`; `limit(row)`, if there is one, is
 * drawn dashed.
 */
function sizeChart(rows, { title, sub, size, series, value, y, limit, limitLabel, colour, label }) {
    const ordered = [...rows].sort((a, b) => pointsOf(a) - pointsOf(b));
    const words = distinct(ordered, size);
    const at = (row) => words.indexOf(row[size]);
    const lines = distinct(rows, series).map((name, n) => {
        const own = ordered.filter((row) => row[series] === name);
        return {
            label: label ? label(name, own[0]) : nameOf(name),
            x: own.map(at),
            y: own.map(value),
            colour: colour ? colour(name, n) : peerColour(name, n),
            dots: true,
        };
    });
    if (limit) {
        const limits = words.map((word) =>
            Math.max(...withoutGaps(ordered.filter((row) => row[size] === word).map(limit))),
        );
        lines.push({
            label: limitLabel,
            x: words.map((_, n) => n),
            y: limits,
            colour: 7,
            dash: [5, 5],
            width: 1.5,
        });
    }
    return chartCard({ title, sub, x: { words: words.map(sizeText) }, y, lines });
}

/** How many times as long as ours a peer takes, over all problems that both solved. */
function ratiosTo(rows, peer, keys, time) {
    return groupsOf(rows, keys)
        .map((group) => {
            const one = (name) => group.find((row) => row.contestant === name);
            return one("ours") && one(peer) ? one(peer)[time] / one("ours")[time] : NaN;
        })
        .filter((ratio) => ratio > 0);
}

/** "cuFFT takes 1.33 times as long as tobiuo (geometric mean of 30 problems, 1.07 to 1.56); ..." */
function peersText(rows, keys, time) {
    const texts = distinct(rows, "contestant")
        .filter((name) => name !== "ours")
        .map((peer) => {
            const ratios = ratiosTo(rows, peer, keys, time);
            return ratios.length === 0
                ? null
                : `${nameOf(peer)} takes ${number(geometricMean(ratios), 3)} times as long as ` +
                      `tobiuo ` +
                      (ratios.length > 1
                          ? `(geometric mean of ${ratios.length} problems, ` +
                            `${number(Math.min(...ratios), 3)} to ` +
                            `${number(Math.max(...ratios), 3)})`
                          : "(one problem)");
        })
        .filter(Boolean);
    return texts.length > 0
        ? `${texts.join("; ")}.`
        : "No other library was measured beside tobiuo.";
}

/** Whether our solutions are accurate to rounding, as far as that was checked. */
function accuracyText(rows) {
    const checked = rows.filter(
        (row) => row.contestant === "ours" && typeof row.accurate === "boolean",
    );
    const bad = checked.filter((row) => !row.accurate);
    if (checked.length === 0) return "";
    return bad.length === 0
        ? "Ours are all accurate to rounding."
        : `${bad.length} of our ${checked.length} solutions are less accurate than rounding ` +
              `allows.`;
}

/** A chart of the figures `here` beside those that papers have `published` of their devices. */
function publishedChart(rows, { here, published, look, x, ...chart }) {
    const devices = distinct(
        rows.flatMap((row) => Object.keys(row[published] || {})).map((device) => ({ device })),
        "device",
    );
    const line = (label, at, value) => ({
        label,
        x: x.words.map((_, place) => place),
        y: rows.map(value),
        colour: at,
        ...look[Math.min(at, 1)],
    });
    return chartCard({
        ...chart,
        x,
        lines: [
            line("here", 0, (row) => row[here]),
            ...devices.map((device, at) =>
                line(device, at + 1, (row) => (row[published] || {})[device]),
            ),
        ],
    });
}
