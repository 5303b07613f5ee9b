# SPDX-License-Identifier: BSD-3-Clause
# Opens results of runs in ParaView and compares arrays, bounds and times with the report:
#   pvpython tests/paraview/check_results.py [--pictures FOLDER] RESULTS...
# where RESULTS are folders such as configs/out/himeno-s. --pictures also saves a view of each.
import argparse
import json
import math
import pathlib
import re
import sys
from xml.etree import ElementTree

from paraview import servermanager, simple


def expected_fields(folder):
    """The names in output.fields of the resolved case."""
    text = (folder / "case.resolved.yaml").read_text()
    return sorted(re.search(r"^  fields: \[(.*)\]$", text, re.MULTILINE).group(1).split(", "))


def expected_bounds(grid):
    """(lower, upper) of each axis that the case has."""
    for axis, lower in enumerate(grid["lower"]):
        yield lower, lower + grid["cells"][axis] * grid["spacing"][axis]


def series_of(folder):
    """The (time, file) of each set of fields, in order."""
    sets = ElementTree.parse(folder / "results.pvd").iterfind("Collection/DataSet")
    return [(float(one.attrib["timestep"]), folder / one.attrib["file"]) for one in sets]


def is_on_cells(grid):
    """Whether values are at centres of cells, as those of flows always are."""
    return grid.get("location", "cell") == "cell"


def complaints_about(reader, folder, report, time):
    """What the file says otherwise than the report at a time, a sentence each."""
    grid = report["grid"]
    reader.UpdatePipeline(time)
    on_cells = is_on_cells(grid)
    data = reader.CellData if on_cells else reader.PointData
    names = sorted(data.keys())
    if names != expected_fields(folder):
        yield f"has the arrays {names}, not {expected_fields(folder)}"
    for name in names:
        least, most = data[name].GetRange()
        if not (math.isfinite(least) and math.isfinite(most)):
            yield f"has values of '{name}' from {least} to {most}"
    information = reader.GetDataInformation()
    count = information.GetNumberOfCells() if on_cells else information.GetNumberOfPoints()
    expected = grid.get("values", math.prod(grid["cells"]))
    if count != expected:
        yield f"has {count} values, not {expected}"
    bounds = information.GetBounds()
    for axis, (lower, upper) in enumerate(expected_bounds(grid)):
        close = 1e-12 * (upper - lower)
        found = bounds[2 * axis:2 * axis + 2]
        if abs(found[0] - lower) > close or abs(found[1] - upper) > close:
            yield f"lies between {found} along axis {axis}, not {(lower, upper)}"
    values = servermanager.Fetch(reader).GetFieldData().GetArray("TimeValue")
    if values is None or values.GetTuple1(0) != time:
        yield f"has another TimeValue than {time}"


def complaints_about_folder(folder, pictures):
    report = json.loads((folder / "report.json").read_text())
    series = series_of(folder)
    time, file = series[-1]
    if report["solver"] == "himeno" and time != report["total_sweeps"]:
        yield f"results.pvd: ends at {time}, not with sweep {report['total_sweeps']}"
    for path in (folder / "results.pvd", file):
        reader = simple.OpenDataFile(str(path))
        if reader is None:
            yield f"{path}: ParaView has no reader for it"
            continue
        complaints = list(complaints_about(reader, folder, report, time))
        for complaint in complaints:
            yield f"{path}: {complaint}"
        if path.suffix == ".pvd":
            times = list(reader.TimestepValues)
            if times != [one for one, _ in series]:
                yield f"{path}: has the times {times}"
            if pictures and not complaints:
                save_picture(reader, report, pictures / f"{report['name']}.png")
        simple.Delete(reader)


def save_picture(reader, report, path):
    """The data coloured by p, seen from a corner; a case of one or two axes from the front."""
    view = simple.CreateView("RenderView")
    view.ViewSize = [800, 600]
    display = simple.Show(reader, view)
    grid = report["grid"]
    flat = len(grid["cells"]) < 3
    display.Representation = "Surface"
    simple.ColorBy(display, ("CELLS" if is_on_cells(grid) else "POINTS", "p"))
    display.RescaleTransferFunctionToDataRange()
    display.SetScalarBarVisibility(view, True)
    view.ResetCamera()
    if not flat:
        camera = view.GetActiveCamera()
        camera.Azimuth(30)
        camera.Elevation(25)
    simple.SaveScreenshot(str(path), view)
    simple.Delete(view)


def main():
    parser = argparse.ArgumentParser(description="checks results of runs in ParaView")
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="RESULTS")
    parser.add_argument("--pictures", type=pathlib.Path, help="save a view of each in this folder")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    print(servermanager.vtkSMProxyManager.GetParaViewSourceVersion())
    failed = False
    for folder in options.folders:
        complaints = list(complaints_about_folder(folder, options.pictures))
        print(f"{folder}: {'wrong' if complaints else 'as the report says'}")
        for complaint in complaints:
            print(f"  {complaint}")
        failed = failed or bool(complaints)
    return 1 if failed else 0


sys.exit(main())
