# Runs a case of the program on coarser and finer grids, and compares the fields.
import tempfile
from pathlib import Path

import tobiuo

CASE = """
name: rods
solver: poisson
grid: { cells: [32, 16, 16], extent: { x: [0, 2], y: [0, 1], z: [0, 1] } }
boundary: { x: periodic, y: { lower: neumann, upper: { dirichlet: "sin(pi*x)" } }, z: neumann }
source: "-150*exp(-20*((x - 0.5)^2 + (y - 0.35)^2))"
output: { picture: false }
"""

with tempfile.TemporaryDirectory() as folder:
    case = Path(folder) / "rods.yaml"
    case.write_text(CASE)
    warmest = []
    for factor in (1, 2, 4):
        results = tobiuo.run(
            case,
            set={"grid.cells": [32 * factor, 16 * factor, 16 * factor]},
            output=Path(folder) / f"grid-{factor}",
        )
        field = results.fields()["p"]
        warmest.append(field.max())
        print(f"{field.shape}: warmest {warmest[-1]:.4f}, on {results.report['device']}")
    assert abs(warmest[2] - warmest[1]) < abs(warmest[1] - warmest[0])
