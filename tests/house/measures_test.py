#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests measures.py on a planted tree whose numbers are known."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MEASURES = Path(__file__).with_name("measures.py")

INTERFACE = """// A probe.
#pragma once
namespace planted::memory {
/* class Commented { virtual void none() = 0; }; */
class Probe {
public:
    virtual ~Probe() = default;
    virtual double time(const char* what = "virtual int text() = 0;") const = 0;
};
enum class Kind { one, two };
}  // namespace planted::memory
"""
DERIVED = """// Probes.
#include "kernels/probe.hpp"
namespace planted::memory {
namespace {
struct Nothing { int count = 0; };
template <typename Plan, typename Base = Probe>
class Typed : public Base {
    virtual void enqueue() = 0;
};
class Copy final : public Typed<Copy> {
    double time(const char*) const override { return 1'000; }
    void enqueue() override {}
};
}  // namespace
}  // namespace planted::memory
namespace planted {
class Outside final : public memory::Probe {};
const auto named = Backend::cuda == Backend::cpu;
}  // namespace planted
"""
TREE = {
    "kernels/probe.hpp": INTERFACE,
    "kernels/CMakeLists.txt": "# kernels\nadd_library(planted)\n",
    "runtime/opencl/a.cpp": "Backend::opencl;\n",
    "solvers/probes.cpp": DERIVED,
    "app/long.cpp": "\n" * 401,
    "app/page.js": "no;\nC++;\n",
    "tests/a_test.cpp": "Backend::cuda;\n" * 3 + "class Fake : public planted::memory::Probe {};\n",
    "docs/a.md": "Backend::\n" * 10,
} | {f"app/many/{number}.hpp": "//\n" * 51 for number in range(26)}


class PlantedTree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.git("init", "--quiet")
        for name, text in TREE.items():
            self.write(name, text)
        self.git("add", ".")
        self.git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet",
                 "--message", "planted")

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, *arguments], check=True)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_measures(self, *arguments):
        return subprocess.run([sys.executable, "-B", MEASURES, "--tree", self.root, *arguments],
                              capture_output=True, text=True, check=False)

    def measures(self, *revisions):
        return json.loads(self.run_measures("--json", *revisions).stdout)

    def test_numbers_are_those_of_the_tree(self):
        one = self.measures("HEAD")["HEAD"]
        interface, derived = INTERFACE.count("\n"), DERIVED.count("\n")
        app = 401 + 26 * 51
        self.assertEqual(one["lines_of_floors"],
                         {"include": 0, "runtime": 1, "kernels": interface + 2,
                          "solvers": derived,
                          "app": app, "studies": 0, "doors": 0, "cmake": 0})
        self.assertEqual(one["lines"], interface + 3 + derived + app)
        self.assertEqual(one["lines_of_app"], app)
        self.assertEqual(one["lines_of_tests"], 4)
        self.assertEqual(one["cpp_files"], 30)
        self.assertEqual(one["median_lines"], 51)
        self.assertEqual(one["small_files"], 3)
        self.assertEqual(one["share_of_small_files"], 0.1)
        self.assertEqual(one["named_back_ends"], 2)
        self.assertEqual(one["large_folders"], {"app/many": 26})
        self.assertEqual(one["large_files"], {"app/long.cpp": 401})

    def test_a_class_derives_directly_or_through_a_mixin(self):
        self.assertEqual(self.measures("HEAD")["HEAD"]["abstract_bases"],
                         {"planted::memory::Probe": ["planted::Outside", "planted::memory::Copy",
                                                     "planted::memory::Typed"],
                          "planted::memory::Typed": ["planted::memory::Copy"]})

    def test_what_git_does_not_track_does_not_count(self):
        self.write("app/mine.cpp", "Backend::cuda;\n")
        self.write("app/long.cpp", "\n" * 2)
        self.assertEqual(self.measures()["working tree"]["cpp_files"], 30)
        self.assertEqual(self.measures()["working tree"]["large_files"], {})
        self.assertEqual(self.measures("HEAD")["HEAD"]["large_files"], {"app/long.cpp": 401})

    def test_two_revisions_stand_side_by_side(self):
        self.git("tag", "before")
        self.git("rm", "--quiet", "app/long.cpp")
        self.git("-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet",
                 "--message", "shorter")
        lines = self.run_measures("before", "HEAD").stdout.splitlines()
        self.assertEqual(lines[0].split(), ["before", "HEAD"])
        self.assertIn(["app/", "1,727", "1,326"], [line.split() for line in lines])

    def test_an_unknown_revision_is_one_sentence(self):
        outcome = self.run_measures("nothing")
        self.assertEqual(outcome.returncode, 1)
        self.assertEqual(outcome.stdout, "")
        self.assertIn("nothing", outcome.stderr)
        self.assertEqual(outcome.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
