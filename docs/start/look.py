# SPDX-License-Identifier: BSD-3-Clause
# Draws the end of a run in ParaView: pvpython look.py RESULTS.pvd PICTURE.png [FIELD]
import sys

from paraview import simple

results, picture = sys.argv[1:3]
field = sys.argv[3] if len(sys.argv) > 3 else "scalar"

simple._DisableFirstRenderCameraReset()
view = simple.CreateView("RenderView")
view.ViewSize = [1000, 360]
view.OrientationAxesVisibility = 0
view.UseColorPaletteForBackground = 0
view.Background = [1, 1, 1]

run = simple.OpenDataFile(results)
view.ViewTime = run.TimestepValues[-1]
run.UpdatePipeline(view.ViewTime)
left, _, lower, upper, back, front = run.GetDataInformation().GetBounds()
middle = (back + front) / 2

# Values of cells become values of nodes, which are smooth and have streamlines.
nodes = simple.CellDatatoPointData(Input=run)
plane = simple.Slice(Input=nodes)
plane.SliceType.Origin = [0, 0, middle]
plane.SliceType.Normal = [0, 0, 1]
colours = simple.Show(plane, view)
simple.ColorBy(colours, ("POINTS", field))
colours.RescaleTransferFunctionToDataRange()
colours.SetScalarBarVisibility(view, True)
bar = simple.GetScalarBar(simple.GetColorTransferFunction(field), view)
bar.TitleColor = bar.LabelColor = [0, 0, 0]
bar.Orientation = "Horizontal"
bar.WindowLocation = "Lower Center"

lines = simple.StreamTracer(Input=nodes, SeedType="Line", Vectors=["POINTS", "velocity"])
lines.MaximumStreamlineLength = 100
lines.SeedType.Point1 = [left + 0.05, lower, middle]
lines.SeedType.Point2 = [left + 0.05, upper, middle]
lines.SeedType.Resolution = 16
drawn = simple.Show(lines, view)
drawn.ColorArrayName = [None, ""]
drawn.AmbientColor = drawn.DiffuseColor = [1, 1, 1]
drawn.Position = [0, 0, front - back]  # before the plane

view.ResetCamera(True)
view.CameraParallelProjection = 1
view.CameraParallelScale = 0.72 * (upper - lower)
simple.SaveScreenshot(picture, view)
