# SPDX-License-Identifier: BSD-3-Clause
# validation/accuracy/flow.py: its measures on results that are known, and the command on few cells.
import contextlib
import io
import json
import math
import os
import pathlib
import tempfile
import unittest

import flow
import flow_measures as measures

PROGRAM = os.environ["TOBIUO_PROGRAM"]


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, lines):
        (self.folder / name).write_text("\n".join(lines) + "\n")


class Measures(InAFolder):
    def test_a_cubic_is_interpolated_exactly_and_a_parabola_has_its_peak(self):
        places = [0.0, 0.5, 0.7, 1.5, 2.0, 2.25]
        values = [place ** 3 - place for place in places]
        for at in (0.1, 0.7, 1.4, 2.2):
            self.assertAlmostEqual(measures.interpolated(places, values, at), at ** 3 - at)
        times = [0.1 * n for n in range(30)]
        self.assertEqual([round(one, 12) for one in measures.peak(
            times, [5.0 - (time - 1.234) ** 2 for time in times])], [1.234, 5.0])

    def test_a_row_is_in_percent_of_its_scale_and_the_worst_one_counts(self):
        worst = measures.worst("u", [(1.0, 1.1), (0.0, 0.3), (2.0, 2.0)], scale=2.0, limit=20.0)
        self.assertEqual((worst["value"], worst["reference"]), (0.0, 0.3))
        self.assertAlmostEqual(worst["difference_percent"], 15.0)
        self.assertEqual(worst["limit_percent"], 20.0)

    def test_the_reference_itself_differs_by_nothing_in_the_cavity(self):
        known = measures.table(measures.HERE / "reference" / "cavity-1000.csv")
        lines = ["step,time,probe,u,v,w,p"]
        for time, scale in ((1, 0.5), (2, 1.0)):
            for one in known:
                lines.append(f"{time},{time},{one['probe']}," + ",".join(
                    str(scale * float(one["value"])) if name == one["component"] else "9"
                    for name in ("u", "v")) + ",0,0")
        self.write("probes.csv", lines)
        rows = measures.cavity(self.folder, 256)
        self.assertEqual([one["difference_percent"] for one in rows], [0.0] * 5)
        self.assertEqual([one["limit_percent"] for one in rows], [1.0] * 5)
        coarse = measures.cavity(self.folder, 128)
        self.assertEqual([one["limit_percent"] for one in coarse], [1.0] * 2 + [None] * 3)

    def write_body(self, **told):
        (self.folder / "report.json").write_text(json.dumps({"obstacles": [told]}))

    def test_forces_on_a_cylinder_between_walls_are_those_of_the_late_rows(self):
        self.write_body(coefficients=[5.58, 0.0107, 0.0], strouhal=0.3, **{"from": 1.0})
        self.write("history.csv", ["time,cylinder_cx,cylinder_cy", "0.5,9,9", "1.0,3.1,-1",
                                   "1.5,3.23,1.02", "2.0,3.2,0.5"])
        steady = measures.cylinder_in_channel(is_steady=True)(self.folder, 880)
        self.assertEqual([one["difference_percent"] for one in steady], [0.0, 0.0])
        self.assertEqual([one["limit_percent"] for one in steady], [3.0, None])
        rows = measures.cylinder_in_channel(is_steady=False)(self.folder, 440)
        self.assertEqual([round(one["difference_percent"], 9) for one in rows], [0.0, 2.0, 0.0])
        self.assertEqual([one["limit_percent"] for one in rows], [None] * 3)

    def test_what_half_of_a_hot_cylinder_gives_is_compared(self):
        self.write_body(nusselt=3.24 / (0.2 * math.pi))
        only, = measures.heated_cylinder(1e4)(self.folder, 80)
        self.assertAlmostEqual(only["difference_percent"], 0.0)
        self.assertEqual(only["limit_percent"], 3.0)

    def test_the_force_on_a_sphere_has_its_lift_in_any_direction(self):
        self.write_body(coefficients=[0.656, 0.0414, -0.0552], frequency=0.137, **{"from": 1.0})
        rows = measures.sphere(300)(self.folder, 480)
        for one in rows:
            self.assertAlmostEqual(one["difference_percent"], 0.0)
        self.assertEqual([one["limit_percent"] for one in rows], [3.0, None, None])
        drag, = measures.sphere(100)(self.folder, 100)
        self.assertIsNone(drag["limit_percent"])

    def test_a_curve_of_known_loss_is_compared_with_the_spectral_one(self):
        known = measures.table(measures.HERE / "reference" / "taylor-green-1600.csv")
        self.write("history.csv", ["time,kinetic_energy"] + [
            f"{one['time']},{one['kinetic_energy']}" for one in known])
        rows = {one["quantity"]: one for one in measures.taylor_green(self.folder, 512)}
        self.assertLess(rows["dissipation, of its peak"]["difference_percent"], 0.2)
        self.assertLess(rows["peak of dissipation"]["difference_percent"], 0.2)
        self.assertAlmostEqual(rows["time of the peak"]["reference"], 9.0, delta=0.05)
        self.assertEqual(rows["kinetic energy, of that at the start"]["difference_percent"], 0.0)
        self.write("history.csv", ["time,kinetic_energy", "0,0.125", "1,0.124"])
        with self.assertRaisesRegex(SystemExit, "has 2 rows, which make no curve"):
            measures.taylor_green(self.folder, 512)

    def test_both_halves_of_a_channel_count(self):
        known = measures.table(measures.CONFIGS / "flow-channel-turbulent.csv")[:-1]
        half = [[float(one[name]) for name in ("position", "u", "uu", "vv", "ww", "uv")]
                for one in known]
        other = [[-at, 1.2 * u, uu, vv, ww, -uv] for at, u, uu, vv, ww, uv in reversed(half)]
        self.write("statistics.csv", ["position,u,uu,vv,ww,uv"] + [
            ",".join(map(str, one)) for one in half + other])
        self.write("history.csv", ["time,mean_u", "0,99", "2,15", "4,17"])
        self.write("report.json", ['{"statistics": {"from": 1.0}}'])
        rows = {one["quantity"]: one for one in measures.channel(self.folder, 192)}
        self.assertAlmostEqual(rows["mean velocity"]["difference_percent"], 10.0, delta=0.1)
        self.assertLess(rows["stress uv, of its peak"]["difference_percent"], 1.0)
        self.assertEqual(rows["bulk velocity"]["value"], 16.0)

    def test_both_walls_of_a_heated_cavity_count(self):
        faces = [{"axis": "x", "end": "lower", "nusselt": 1.01 * 4.52164},
                 {"axis": "x", "end": "upper", "nusselt": 4.52164},
                 {"axis": "y", "end": "upper", "nusselt": None}]
        self.write("report.json", [json.dumps({"scalar": {"faces": faces}})])
        rows = measures.heated_cavity(1e5)(self.folder, 64)
        self.assertEqual([round(one["difference_percent"], 9) for one in rows], [1.0, 0.0])
        self.assertEqual([one["limit_percent"] for one in rows], [1.0, 1.0])
        self.assertIsNone(measures.heated_cavity(1e5)(self.folder, 32)[0]["limit_percent"])


class Command(InAFolder):
    def command(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = flow.main([*arguments, "--program", PROGRAM, "--backend", "cpu", "--output",
                              str(self.folder / "out"), "--json", str(self.folder / "rows.json")])
        return code, out.getvalue()

    def test_every_validation_runs_on_few_cells_and_keeps_its_rows(self):
        for name, cells, settings in (
                ("cavity", "8x8,12x12", ["run.until=1", "output.every=1", "probes.every=1"]),
                ("heated-cavity-1e4", "8x8", ["run.until=1"]),
                ("taylor-green", "8x8x8", ["run.until=2", "output.every=2", "run.cfl=0.2",
                                             "output.history_every=1"]),
                ("channel", "8x16x8", ["run.until=0.2", "statistics.from=0.1",
                                       "statistics.every=1", "output.history_every=1"])):
            with self.subTest(name):
                code, out = self.command(name, "--cells", cells, *(
                    word for setting in settings for word in ("--set", setting)))
                self.assertEqual(code, 0)
                self.assertIn(f"| {name} | {cells.split(',')[-1]} | cpu, double | ", out)
        rows = json.loads((self.folder / "rows.json").read_text())["rows"]
        self.assertEqual(len(rows), 2 * 5 + 2 + 4 + 6)
        self.assertTrue(all(math.isfinite(one["difference_percent"]) for one in rows))
        self.assertEqual({one["limit_percent"] for one in rows}, {None}, "the grids are coarse")
        code, out = self.command("cavity", "--cells", "8x8", "--judge")
        self.assertEqual(code, 0)
        self.assertEqual(out.count("| cavity | 8x8 |"), 5)
        code, out = self.command("table")
        self.assertEqual((code, len(out.splitlines())), (0, 2 + len(rows)))
        again = json.loads((self.folder / "rows.json").read_text())["rows"]
        self.assertEqual(len(again), len(rows), "the same run is there once")

    def test_a_run_that_fails_ends_the_command_with_its_exit_code(self):
        with self.assertRaisesRegex(SystemExit, "flow-cavity ended with exit code 7"):
            self.command("cavity", "--cells", "8x8", "--set", "run.max_steps=1")
        with self.assertRaisesRegex(SystemExit, "there are no results in "):
            self.command("cavity", "--cells", "4x4", "--judge")


if __name__ == "__main__":
    unittest.main()
