# SPDX-License-Identifier: BSD-3-Clause
# Transforms batches of rows whose norms are far apart by cosines and sines, and prints and keeps how
# far each row is from its definition, beside the norm of that row alone:
#   python3 validation/accuracy/rows.py --backend cpu --json rows.json
# It needs the Python package, numpy, with --backend cuda CuPy, and a long double of more digits than
# a double. A row with NaN stands among the others; it has to stay the only one with NaN.
import argparse
import json
import sys

import numpy as np

from tobiuo import fft

LENGTHS = (16, 31, 118, 512, 1000, 2048)
ROWS = 37
NAN_ROW = 20
LIMIT = 8.0  # eps sqrt(log2 n), as documented of fft::R2rPlan
HEAD = ("| backend | kind | precision | points | worst row, eps sqrt(log2 n) | limit |\n"
        "|---|---|---|---|---|---|")


def matrix(kind, n):
    """The transform of n points as a matrix, by its definition."""
    pi = 4 * np.arctan(np.longdouble(1))
    j = np.arange(n, dtype=np.longdouble)
    k = j[:, None]
    name, number = kind.split("-")
    if name == "dct":
        turns = {"1": j * k / max(n - 1, 1), "2": (j + 0.5) * k / n, "3": j * (k + 0.5) / n,
                 "4": (j + 0.5) * (k + 0.5) / n}[number]
        factors = 2 * np.cos(pi * turns)
        halved = {"1": (0, -1), "3": (0,)}.get(number, ())
    else:
        turns = {"1": (j + 1) * (k + 1) / (n + 1), "2": (j + 0.5) * (k + 1) / n,
                 "3": (j + 1) * (k + 0.5) / n, "4": (j + 0.5) * (k + 0.5) / n}[number]
        factors = 2 * np.sin(pi * turns)
        halved = {"3": (-1,)}.get(number, ())
    for end in halved:
        factors[:, end] /= 2
    return factors


def rows_of(dtype, points):
    """Neighbours differ by up to all digits of the type and more; one row has a NaN."""
    rng = np.random.default_rng(3)
    decades = 30 if dtype == np.float64 else 10
    x = rng.standard_normal((ROWS, points)) * 10.0 ** rng.integers(-decades, decades, (ROWS, 1))
    x[NAN_ROW, points // 2] = np.nan
    return x.astype(dtype)


def worst_row(kind, dtype, points, backend):
    precision = "single" if dtype == np.float32 else "double"
    x = rows_of(dtype, points)
    plan = fft.R2rPlan((points,), kind, precision, batch=ROWS, backend=backend)
    if backend == "cuda":
        import cupy

        found = plan(cupy.asarray(x)).get()
    else:
        found = np.asarray(plan(x))
    whole = np.arange(ROWS) != NAN_ROW
    expected = x[whole].astype(np.longdouble) @ matrix(kind, points).T
    errors = np.linalg.norm((found[whole] - expected).astype(np.longdouble), axis=1)
    worst = np.max(errors / np.linalg.norm(expected, axis=1))  # NaN if a row has one of its own
    return float(worst / (np.finfo(dtype).eps * np.sqrt(np.log2(points))))


def main():
    parser = argparse.ArgumentParser(description="Compares rows of unequal norms with definitions.")
    parser.add_argument("--backend", default="cpu", choices=["cpu", "cuda", "opencl"])
    parser.add_argument("--json", help="file of rows: those of the same back end are replaced")
    chosen = parser.parse_args()
    table = []
    print(HEAD)
    for kind in [f"{name}-{number}" for name in ("dct", "dst") for number in (1, 2, 3, 4)]:
        for dtype in (np.float64, np.float32):
            for points in LENGTHS:
                worst = worst_row(kind, dtype, points, chosen.backend)
                table.append({"backend": chosen.backend, "kind": kind,
                              "precision": np.dtype(dtype).name, "points": points,
                              "worst_row": worst, "limit": LIMIT, "passed": worst <= LIMIT})
                print(f"| {chosen.backend} | {kind} | {np.dtype(dtype).name} | {points} | "
                      f"{worst:.2f} | {LIMIT:g} |")
    if chosen.json:
        keep(table, chosen)
    return 0 if all(row["passed"] for row in table) else 1


def keep(table, chosen):
    try:
        with open(chosen.json) as file:
            others = [row for row in json.load(file) if row["backend"] != chosen.backend]
    except FileNotFoundError:
        others = []
    with open(chosen.json, "w") as file:
        json.dump(others + table, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    sys.exit(main())
