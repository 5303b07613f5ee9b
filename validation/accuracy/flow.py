# SPDX-License-Identifier: BSD-3-Clause
# Runs a flow whose results the literature knows, at one or more sizes, and prints and keeps how far
# they differ:
#   python3 validation/accuracy/flow.py cavity --cells 64x64,128x128 --json flow.json
# --judge only looks at the results that lie in the folder of --output. The name `table` prints what
# the file of --json has, or without it the file beside this script.
import argparse
import json
import pathlib
import subprocess
import sys

import flow_measures as measures

# name: case, measure, what is set at any size
VALIDATIONS = {
    "taylor-green": ("flow-taylor-green", measures.taylor_green,
                     ["output.every=10", "output.gradients_every=0"]),
    "cavity": ("flow-cavity", measures.cavity, ["output.every=80"]),
    "channel": ("flow-channel-turbulent", measures.channel,
                ["run.until=60", "statistics.every=200", "output.gradients_every=0"]),
}
VALIDATIONS["ekman"] = ("flow-ekman", measures.ekman, [])
VALIDATIONS["wind"] = ("flow-wind", measures.wind, [])
VALIDATIONS["internal-wave"] = ("flow-internal-wave", measures.oscillation(0.4**0.5), [])
# The Coriolis force alone turns a uniform velocity round, with the period 2 pi / f.
VALIDATIONS["inertial-oscillation"] = (
    "flow-internal-wave", measures.oscillation(0.5),
    ["initial.u=0.1", "initial.v=0", "initial.w=0", "scalar.buoyancy=[0, 0, 0]",
     "scalar.mean_gradient=[0, 0, 0]", "scalar.initial=0", "exact.u=0.1*cos(0.5*t)", "exact.v=0",
     "exact.w=0.1*sin(0.5*t)", "exact.scalar=0"])
VALIDATIONS["stable-layer"] = ("flow-stable-layer", measures.stable_layer, [])
VALIDATIONS["heated-channel"] = ("flow-heated-channel", measures.heated_channel, [])
# A disc and a smooth hill that a rotation carries round once.
ROTATING = ["output.fields=[scalar]", "output.encoding=inline", "output.every=0.1",
            "output.lines={ across: { from: [-0.295, 0.255], to: [0.295, 0.255], points: 60 } }"]
VALIDATIONS["rotating-disc"] = ("flow-rotating-disc", measures.rotating(measures.disc), ROTATING)
VALIDATIONS["rotating-hill"] = (
    "flow-rotating-disc", measures.rotating(measures.hill),
    ROTATING + ["scalar.initial=cos(pi/2*min(1, hypot(x, y - 0.25)/0.25))^4"])
# The heated cavity at a Rayleigh number, until the flow is steady.
for rayleigh, until in ((1e4, 60), (1e5, 150), (1e6, 300)):
    VALIDATIONS[f"heated-cavity-{rayleigh:.0e}".replace("+0", "")] = (
        "flow-heated-cavity", measures.heated_cavity(rayleigh),
        [f"run.until={until}", f"fluid.viscosity=sqrt(0.71/{rayleigh})",
         f"scalar.diffusivity=1/sqrt(0.71*{rayleigh})", "output.history_every=100"])
# A hot cylinder in a cold square.
for rayleigh in (1e4, 1e5, 1e6):
    VALIDATIONS[f"heated-cylinder-{rayleigh:.0e}".replace("+0", "")] = (
        "flow-heated-cylinder", measures.heated_cylinder(rayleigh),
        [f"fluid.viscosity=sqrt(0.71/{rayleigh})",
         f"scalar.diffusivity=1/sqrt(0.71*{rayleigh})"])
# A cylinder between walls at Reynolds number 20 and 100.
INFLOW = "1.2*y*(0.41 - y)/0.41^2"
VALIDATIONS["cylinder-channel-20"] = (
    "flow-cylinder-channel", measures.cylinder_in_channel(is_steady=True),
    [f"faces.x.lower.velocity=['{INFLOW}', 0, 0]", f"initial.u={INFLOW}",
     "obstacles.cylinder.reference.speed=0.2", "run.until=24"])
VALIDATIONS["cylinder-channel-100"] = (
    "flow-cylinder-channel", measures.cylinder_in_channel(is_steady=False), [])
# A cylinder far from the ends of the box, the farther the slower the flow: so many diameters upstream,
# downstream and to each side.
for reynolds, until, before, behind, beside, fine in ((40, 60, 30, 30, 40, 1680),
                                                      (100, 160, 15, 25, 20, 1200)):
    VALIDATIONS[f"cylinder-{reynolds}"] = (
        "flow-cylinder", measures.cylinder(reynolds, fine),
        [f"grid.extent={{ x: [-{before}, {behind}] }}",
         f"grid.coordinates={{ y: '{beside}*sinh(3.5*(2*s - 1))/sinh(3.5)' }}",
         f"fluid.viscosity=1/{reynolds}", f"run.until={until}", "output.every=40",
         "output.gradients_every=0"])
VALIDATIONS["oscillating-cylinder"] = (
    "flow-oscillating-cylinder", measures.oscillating_cylinder, ["output.history_every=1"])
# A sphere in a box that is wide enough: 10 diameters.
for reynolds, until in ((100, 30), (300, 160)):
    VALIDATIONS[f"sphere-{reynolds}"] = (
        "flow-sphere", measures.sphere(reynolds),
        ["grid.extent.x=[-5, 15]", "grid.extent.y=[-5, 5]", "grid.extent.z=[-5, 5]",
         f"fluid.viscosity=1/{reynolds}", "initial.v=0.1*exp(-(x - 1)^2 - y^2 - z^2)",
         f"run.until={until}", "output.gradients_every=0"])
HEAD = ("| case | cells | back end | quantity | value | reference | difference | limit |\n"
        "|---|---|---|---|---|---|---|---|")


def options(arguments):
    parser = argparse.ArgumentParser(description="Compares flows with the literature.")
    parser.add_argument("name", choices=[*VALIDATIONS, "table"],
                        help="what is validated, or the table of all that --json, or the file that "
                             "is kept beside this script, has")
    parser.add_argument("--cells", default="", help="sizes, such as 64x64,128x128; else the case's")
    parser.add_argument("--program", default="tobiuo", help="the program tobiuo (in PATH)")
    parser.add_argument("--backend", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--precision", default="double", choices=["double", "single"])
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="another key of the case, after those that are set here")
    parser.add_argument("--output", default="validation-flow", help="folder of the results")
    parser.add_argument("--json", help="file of rows: those of the same runs are replaced")
    parser.add_argument("--judge", action="store_true", help="run nothing, look at what is there")
    return parser.parse_args(arguments)


def run(case, folder, cells, settings, chosen):
    """Runs the case; ends the command where that fails."""
    command = [chosen.program, "run", str(measures.CONFIGS / f"{case}.yaml"), "--force", "--output",
               str(folder), "--ceiling", "none"]
    keys = [f"backend={chosen.backend}", f"method.precision={chosen.precision}",
            "output.fields=[p]", "output.encoding=appended"]
    if cells:
        keys.append("grid.cells=[" + ",".join(cells.split("x")) + "]")
    for key in keys + settings + chosen.set:
        command += ["--set", key]
    print(" ".join(command), file=sys.stderr)
    code = subprocess.run(command, stdout=sys.stderr).returncode
    if code != 0:
        sys.exit(f"{case} ended with exit code {code}: what it says above is why")


def judged(name, folder):
    """The rows of one run, each with what identifies it."""
    case, measure, _ = VALIDATIONS[name]
    results = folder / case
    if not (results / "report.json").exists():
        sys.exit(f"there are no results in '{results}': run the case first, without --judge")
    report = json.loads((results / "report.json").read_text())
    cells = report["grid"]["cells"]
    about = {"case": name, "cells": "x".join(str(one) for one in cells if one > 1),
             "backend": report["backend"], "precision": report["precision"]}
    run = {"device": report["device"], "git": report["versions"]["git"],
           "steps": report["run"]["steps"], "seconds": report["run"]["seconds"]}
    return [{**about, **one, **run} for one in measure(results, cells[0])]


def line(one):
    limit = "" if one["limit_percent"] is None else f"{one['limit_percent']:.3g} %"
    reference, difference = "", ""
    if one["reference"] is not None:
        reference, difference = f"{one['reference']:.6g}", f"{one['difference_percent']:.2f} %"
    back = f"{one['backend']}, {one['precision']}"
    return (f"| {one['case']} | {one['cells']} | {back} | {one['quantity']} | {one['value']:.6g} | "
            f"{reference} | {difference} | {limit} |")


def identity(one):
    return [one[key] for key in ("case", "cells", "backend", "precision")]


def keep(path, rows):
    """Puts the rows into the file, in place of those of the same runs."""
    kept = json.loads(path.read_text())["rows"] if path.exists() else []
    new = [identity(one) for one in rows]
    rows = [one for one in kept if identity(one) not in new] + rows
    path.write_text(json.dumps({"schema": "tobiuo-validation-flow-1", "rows": rows}, indent=1) +
                    "\n")


def main(arguments):
    chosen = options(arguments)
    if chosen.name == "table":
        path = pathlib.Path(chosen.json or pathlib.Path(__file__).with_name("flow.json"))
        if not path.exists():
            sys.exit(f"{path}: there is no such file: name one by --json, or leave --json out")
        kept = json.loads(path.read_text())["rows"]
        print("\n".join([HEAD, *map(line, kept)]))
        return 0
    case, _, settings = VALIDATIONS[chosen.name]
    rows = []
    print(HEAD)
    for cells in chosen.cells.split(","):
        folder = pathlib.Path(chosen.output) / (cells or "shipped")
        if not chosen.judge:
            run(case, folder, cells, settings, chosen)
        new = judged(chosen.name, folder)
        print("\n".join(line(one) for one in new), flush=True)
        rows += new
        if chosen.json:
            keep(pathlib.Path(chosen.json), new)
    return int(any(one["limit_percent"] is not None and
                   not one["difference_percent"] <= one["limit_percent"] for one in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
