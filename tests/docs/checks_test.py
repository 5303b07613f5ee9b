# SPDX-License-Identifier: BSD-3-Clause
# Tests the checks of the documents themselves: each finds what is wrong in a planted page.
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))

import commands
import links
import prose

import generated
import header_filter
import interfaces


class Prose(unittest.TestCase):
    def test_paragraphs_are_those_of_text_and_items_of_lists(self):
        page = ("# A title\n\nTwo\nlines.\n\n- an item\n  of two lines\n- another\n\n"
                "| a | table |\n|---|---|\n\n```sh\nno text\n```\n\n![a picture](p.png)\n\nThe end.\n")
        self.assertEqual([text for _, text in prose.paragraphs(page)],
                         ["Two lines.", "an item of two lines", "another", "The end."])

    def test_a_dense_page_is_told_of(self):
        dense = ("word " * (prose.MEDIAN + 1) + "\n\n") * 3
        self.assertIn("median", " ".join(prose.complaints_about("p.md", dense)))
        self.assertEqual(list(prose.complaints_about("p.md", "A short one.\n")), [])

    def test_a_long_line_is_told_of_outside_tables(self):
        self.assertEqual(prose.long_lines("| " + "x" * 200 + " |\n" + "y " * 80 + "\n"), [2])


    def test_words_in_angle_brackets_are_told_of_outside_code(self):
        self.assertEqual(prose.tags("`<s>` and\n\n    <s>\n\nthe mean <s>\n<https://a.org>\n"), [5])


class Links(unittest.TestCase):
    def complaints(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs").mkdir()
            (root / "README.md").write_text(text, encoding="utf-8")
            (root / "docs" / "a.md").write_text("# One `key`: two\n\n## Same\n\n## Same\n")
            return links.complaints_about(root)[0]

    def test_links_to_files_and_headings_are_good(self):
        self.assertEqual(self.complaints("[a](docs/a.md) [b](docs/a.md#one-key-two) "
                                         "[c](docs/a.md#same-1) `[no](link)`"), [])

    def test_links_to_nowhere_are_told_of(self):
        told = self.complaints("[a](docs/b.md)\n[b](docs/a.md#three) ![p](p.png)")
        self.assertEqual(len(told), 3)
        self.assertIn("README.md:2: docs/a.md#three", told[1])


class Commands(unittest.TestCase):
    def test_commands_are_lines_without_comments_with_their_exit_codes(self):
        self.assertEqual(list(commands.commands("a b  # says c\n# nothing\nfails # exit code 2\n")),
                         [("a b", 0), ("fails", 2)])

    def test_what_installs_is_left_out_and_what_runs_is_not(self):
        self.assertTrue(commands.reason_to_leave_out("sudo apt-get install paraview"))
        self.assertTrue(commands.reason_to_leave_out("./dev test"))
        self.assertFalse(commands.reason_to_leave_out("./dev run configs/himeno-s.yaml"))
        self.assertFalse(commands.reason_to_leave_out("tobiuo run case.yaml"))


    def test_python_is_that_of_its_virtual_environment(self):
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder).resolve() / "of its own"
            venv.create(made, symlinks=True)
            commands.put_python(Path(folder) / "python3", made / "bin" / "python3")
            found = subprocess.run([f"{folder}/python3", "-c", "import sys; print(sys.prefix)"],
                                   capture_output=True, text=True, check=True)
            self.assertEqual(found.stdout.strip(), str(made))


class Reference(unittest.TestCase):
    def test_pages_of_interfaces_name_all_headers(self):
        named = {f"{folder}{name}.hpp" for _, folder, names in interfaces.AREAS.values()
                 for name in names}
        headers = ROOT / "include" / "tobiuo"
        # fft.hpp includes the headers in fft/, and so on
        there = {path.relative_to(headers).as_posix() for path in headers.rglob("*.hpp")
                 if not path.with_suffix("").is_dir()}
        self.assertEqual(there, named)

    def test_keys_have_values_defaults_and_the_keys_below_them(self):
        rows = {}
        generated.rows_of("run", {"type": "object", "description": "How far", "properties": {
            "cfl": {"type": ["number", "string"], "exclusiveMinimum": 0.0, "default": 0.9},
            "kind": {"oneOf": [{"enum": ["a", "b"]}, {"type": "object", "properties": {
                "size": {"type": ["integer", "string"], "minimum": 1}}}]}}}, rows)
        self.assertEqual(rows["run.cfl"]["values"], ["number above 0"])
        self.assertEqual(rows["run.cfl"]["default"], "0.9")
        self.assertEqual(rows["run.kind"]["values"], ["`a`, `b`", "map"])
        self.assertEqual(rows["run.kind.size"]["values"], ["integer at least 1"])

    def test_commands_are_found_in_a_text_of_help(self):
        text = "tobiuo\n\nSubcommands:\n  run    Run a case\n  bench  Measure\n\nExample: x\n"
        self.assertEqual(generated.subcommands(text), ["run", "bench"])

    def test_contracts_of_headers_become_lists(self):
        self.assertEqual(list(header_filter.with_lists(
            ["/// Solves.", "///", "/// Arrays    are here", "///           and there"])),
            ["/// Solves.", "///", "/// - **Arrays:** are here", "///   and there"])

    def test_comments_of_the_c_header_become_documentation(self):
        self.assertEqual(list(header_filter.documented(
            ["// Makes a plan.", "int make(void);", "typedef struct a {", "  int n;  // how many",
             "} a;"])),
            ["/// Makes a plan.", "int make(void);", "struct a {", "  int n;  ///< how many", "};"])


if __name__ == "__main__":
    unittest.main()
