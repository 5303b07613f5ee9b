# SPDX-License-Identifier: BSD-3-Clause
# Runs the vortices of Taylor and Green at Reynolds number 1600 with one projection a step and with
# three, and prints and keeps the kinetic energy at the end beside that of much shorter steps:
#   python3 validation/accuracy/projections.py --json projections.json
import argparse
import csv
import json
import pathlib
import subprocess
import sys

CASE = pathlib.Path(__file__).parents[2] / "configs" / "flow-taylor-green.yaml"
SHORT = 0.1125  # the Courant number of the steps with which others are compared
LIMIT = 5e-4    # of the kinetic energy, by steps of a Courant number of 0.9
HEAD = ("| projections | Courant number | steps | kinetic energy | difference | seconds |\n"
        "|---|---|---|---|---|---|")


def measured(projections, courant, chosen):
    """A row of a run; ends the command where that fails."""
    folder = pathlib.Path(chosen.output) / f"{projections}-{courant}"
    cells = f"[{', '.join([str(chosen.cells)] * 3)}]"
    command = [chosen.program, "run", str(CASE), "--force", "--output", str(folder), "--ceiling",
               "none"]
    for key in (f"method.projections={projections}", f"run.cfl={courant}", f"run.until={chosen.until}",
                f"grid.cells={cells}", f"backend={chosen.backend}", "output.fields=[p]",
                "output.every=100", "output.gradients_every=0", "output.history_every=1"):
        command += ["--set", key]
    code = subprocess.run(command, stdout=sys.stderr, stderr=subprocess.DEVNULL).returncode
    if code != 0:
        sys.exit(f"{' '.join(command)} ended with exit code {code}: run it to see why")
    results = folder / CASE.stem
    report = json.loads((results / "report.json").read_text())
    with open(results / "history.csv", newline="") as file:
        last = list(csv.DictReader(file))[-1]
    return {"projections": projections, "courant": courant, "cells": chosen.cells,
            "time": float(last["time"]), "kinetic_energy": float(last["kinetic_energy"]),
            "steps": report["run"]["steps"], "seconds": report["run"]["seconds"],
            "backend": report["backend"], "device": report["device"],
            "git": report["versions"]["git"]}


def main():
    parser = argparse.ArgumentParser(description="Compares one projection a step with three.")
    parser.add_argument("--cells", type=int, default=64)
    parser.add_argument("--until", type=float, default=5.0)
    parser.add_argument("--program", default="tobiuo", help="the program tobiuo (in PATH)")
    parser.add_argument("--backend", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--output", default="validation-projections", help="folder of the results")
    parser.add_argument("--json", help="file of rows, which it replaces")
    chosen = parser.parse_args()
    exact = measured("three", SHORT, chosen)["kinetic_energy"]
    rows = []
    print(HEAD)
    for courant in (0.9, 0.45):
        for projections in ("three", "one"):
            row = measured(projections, courant, chosen)
            row["difference"] = row["kinetic_energy"] / exact - 1.0
            row["limit"] = LIMIT
            rows.append(row)
            print(f"| {projections} | {courant:g} | {row['steps']} | {row['kinetic_energy']:.8f} | "
                  f"{row['difference']:.2e} | {row['seconds']:.1f} |", flush=True)
    if chosen.json:
        pathlib.Path(chosen.json).write_text(json.dumps(rows, indent=1) + "\n")
    return int(any(abs(row["difference"]) > LIMIT for row in rows))


if __name__ == "__main__":
    sys.exit(main())
