#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# readme_test.py ROOT: whether the README is short, and what it names is there.
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")


class Readme(unittest.TestCase):
    def test_it_is_read_in_two_minutes(self):
        self.assertLess(len(PAGE), 9000)

    def test_the_files_that_it_links_and_runs_are_there(self):
        named = re.findall(r"\]\(([^)#:\s]+)", PAGE)
        named += re.findall(r"configs/[\w-]+\.yaml", PAGE)
        self.assertGreater(len(named), 20)
        self.assertEqual([name for name in named if not (ROOT / name).exists()], [])

    def test_the_commands_of_dev_are_known(self):
        known = re.findall(r"(?m)^  ([a-z]+)\b", (ROOT / "dev").read_text(encoding="utf-8"))
        named = re.findall(r"\./dev\s([a-z]+)", PAGE)
        self.assertEqual(sorted(set(named) - set(known)), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
