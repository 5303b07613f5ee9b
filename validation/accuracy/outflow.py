# SPDX-License-Identifier: BSD-3-Clause
# Sends streams through boxes with gravity along the outflow face, whose pressure there has to be
# hydrostatic, and prints and keeps how far the velocity is from the stream after a passage:
#   python3 validation/accuracy/outflow.py --json outflow.json
# It needs the Python package and numpy.
import argparse
import json
import sys

import numpy as np

from tobiuo import flow

LENGTH, HEIGHT = 4.0, 1.0
GRAVITY = 10.0
LIMIT = 512.0  # eps: some hundred stages, each with a pressure of about GRAVITY
STRATIFICATION = 1.0  # N^2 = GRAVITY * ds/dz
CASES = ("gravity", "buoyant", "stratified")
HEAD = ("| precision | cells | case | worst velocity error, eps | limit |\n"
        "|---|---|---|---|---|")


def scalar_of(case, heights):
    """The scalar of a case: constant and as high as its buoyancy allows, or in stable layers."""
    if case == "gravity":
        return None, None
    profile = heights * STRATIFICATION / GRAVITY if case == "stratified" else np.ones_like(heights)
    faces = (None, (("value", profile), None))
    return flow.Scalar(0.0, buoyancy=(0.0, GRAVITY), faces=faces), profile


def worst_error(case, cells, precision):
    """The largest error of (u, v) = (1, 0), in eps, after the time of one passage."""
    shape = (cells, 4 * cells)
    width = HEIGHT / cells
    heights = (np.arange(cells) + 0.5) * width
    scalar, profile = scalar_of(case, heights)
    force = (0.0, -GRAVITY) if case == "gravity" else ()
    faces = ("free-slip", (flow.Face("inflow", velocity=(1.0,)), "outflow"))
    solver = flow.Solver(shape, width, faces, viscosity=1e-3, force=force, scalar=scalar,
                         precision=precision, backend="cpu")
    rest = np.zeros(shape, solver.dtype)
    solver.start(rest + 1, rest, rest)
    if scalar is not None:
        solver.set_scalar((rest + profile[:, None]).astype(solver.dtype))
    steps = 8 * cells
    solver.step(LENGTH / steps, steps)
    u, v, _ = (np.asarray(array) for array in solver.velocity())
    return float(max(np.max(np.abs(u - 1)), np.max(np.abs(v))) / np.finfo(solver.dtype).eps)


def main():
    parser = argparse.ArgumentParser(description="Compares streams with their exact velocity.")
    parser.add_argument("--json", help="file of rows, which it replaces")
    chosen = parser.parse_args()
    table = []
    print(HEAD)
    for case in CASES:
        for cells in (16, 32):
            for precision in ("double", "single"):
                worst = worst_error(case, cells, precision)
                table.append({"case": case, "precision": precision, "cells": cells,
                              "worst_velocity": worst, "limit": LIMIT, "passed": worst <= LIMIT})
                print(f"| {precision} | {4 * cells}x{cells} | {case} | {worst:.3g} | {LIMIT:g} |")
    if chosen.json:
        with open(chosen.json, "w") as file:
            json.dump(table, file, indent=1)
            file.write("\n")
    return 0 if all(row["passed"] for row in table) else 1


if __name__ == "__main__":
    sys.exit(main())
