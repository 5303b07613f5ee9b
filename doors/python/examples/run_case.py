# SPDX-License-Identifier: BSD-3-Clause
# Runs a case of the program on coarser and finer grids, and compares the fields.
import tempfile

import tobiuo

CASE = {
    "name": "rods",
    "solver": "poisson",
    "grid": {"cells": [32, 16, 16], "extent": {"x": [0, 2], "y": [0, 1], "z": [0, 1]}},
    "boundary": {
        "x": "periodic",
        "y": {"lower": "neumann", "upper": {"dirichlet": "sin(pi*x)"}},
        "z": "neumann",
    },
    "source": "-150*exp(-20*((x - 0.5)^2 + (y - 0.35)^2))",
    "output": {"picture": False},
}

with tempfile.TemporaryDirectory() as folder:
    case = tobiuo.Case(CASE, folder=folder)
    warmest = []
    for factor in (1, 2, 4):
        finer = case.set({"grid.cells": [32 * factor, 16 * factor, 16 * factor]})
        results = finer.run(output=f"{folder}/grid-{factor}")
        field = results.fields()["p"]
        warmest.append(field.max())
        print(f"{field.shape}: warmest {warmest[-1]:.4f}, on {results.report['device']}")
    assert abs(warmest[2] - warmest[1]) < abs(warmest[1] - warmest[0])
