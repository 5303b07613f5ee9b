#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# performance_tables_test.py ROOT: whether the figures of docs/performance.md and of the README, and
# its chart, are those of the results in validation/performance; and how their tables are made.
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(sys.argv[1]).resolve()
SCRIPTS = ROOT / "validation" / "performance"
sys.path.insert(0, str(SCRIPTS))

import headlines  # noqa: E402
import measured  # noqa: E402
import performance_tables  # noqa: E402
import tables  # noqa: E402


class Pages(unittest.TestCase):
    def test_they_show_what_was_measured(self):
        done = subprocess.run([sys.executable, "-B", SCRIPTS / "tables.py", "--check"],
                              stdout=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual((done.stdout, done.returncode), ("", 0))

    def test_a_changed_figure_is_written_anew(self):
        page = (ROOT / "README.md").read_text(encoding="utf-8")
        makers = tables.PAGES["README.md"]
        figure = headlines.digits(next(headlines.headlines()).ours)
        self.assertIn(figure, page)
        drifted = page.replace(f" {figure} ", " 1 ")
        self.assertNotEqual(drifted, page)
        self.assertEqual(tables.with_tables("README.md", drifted, makers), page)

    def test_a_table_that_is_unknown_or_missing_ends_with_a_sentence(self):
        for text, makers, named in (("<!-- table what -->\n<!-- end of table -->", {}, "what"),
                                    ("", {"speed": list}, "speed")):
            with self.assertRaises(SystemExit) as ended:
                tables.with_tables("page.md", text, makers)
            self.assertRegex(str(ended.exception), f"page.md .* the table {named}")

    def test_every_file_of_results_has_its_command(self):
        files = {str(path.relative_to(SCRIPTS)) for path in SCRIPTS.glob("*/*.json")}
        self.assertEqual(files - set(measured.commands()), set())


class Figures(unittest.TestCase):
    def test_they_have_three_digits(self):
        for value, text in ((0.0105440, "0.0105"), (0.2996, "0.300"), (9.996, "10.0"),
                            (2.9, "2.90"), (268.4, "268"), (6216.9, "6217"), (999.7, "1000"),
                            (None, "")):
            self.assertEqual(performance_tables.digits(value), text)

    def test_a_row_is_one_row(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write('{"rows": [{"a": 1, "b": 1}, {"a": 1, "b": 2}]}')
            file.flush()
            results = measured.Measured(file.name)
            self.assertEqual(results.row(b=2)["a"], 1)
            self.assertIsNone(results.find(a=2))
            for wanted in ({"a": 1}, {"a": 2}):
                with self.assertRaises(LookupError):
                    results.row(**wanted)

    def test_noise_is_how_far_the_slowest_is_from_the_median(self):
        results = measured.Measured.__new__(measured.Measured)
        results.rows = [{"ms": 2.0, "ms_max": slowest, "repetitions": 3}
                        for slowest in (2.0, 2.2, 3.0)]
        half, worst = results.noise()
        self.assertAlmostEqual(half, 0.1)
        self.assertAlmostEqual(worst, 0.5)

    def test_the_peer_is_the_fastest_that_is_accurate(self):
        results = measured.Measured.__new__(measured.Measured)
        results.name = "planted"
        results.rows = [{"contestant": name, "ms": ms, "accurate": accurate} for name, ms, accurate
                        in (("ours", 1.0, True), ("cufft", 4.0, True), ("vkfft", 2.0, False))]
        one = headlines.against("", "", results, "ours", ("cufft", "vkfft"))
        self.assertEqual((one.peer_name, one.times_as_fast()), ("cuFFT", 4.0))


class Chart(unittest.TestCase):
    def test_it_has_a_bar_for_each_row_of_the_table(self):
        drawing = ElementTree.fromstring(headlines.speed_chart())
        bars = [one for one in drawing.iter("{http://www.w3.org/2000/svg}rect")
                if one.get("class") == "bar"]
        self.assertEqual(len(bars), len(headlines.speed_table()) - 2)
        self.assertTrue(all(float(bar.get("width")) > 0 for bar in bars))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
