#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# release_test.py ROOT: whether all that names the version names that of CMakeLists.txt, and whether
# CITATION.cff, CHANGELOG.md and the files in .github/ are well formed.
import datetime
import re
import sys
import unittest
from pathlib import Path

try:
    import yaml
except ImportError:
    print("skipped: this python3 has no PyYAML (Debian: python3-yaml)")
    sys.exit(0)

ROOT = Path(sys.argv[1]).resolve()
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "What is stable",
         "What may break")
# The fields of version 1.2.0 of the Citation File Format that name a work as a whole.
CITATION = {"abstract", "authors", "cff-version", "commit", "date-released", "doi", "identifiers",
            "keywords", "license", "license-url", "message", "preferred-citation", "references",
            "repository", "repository-artifact", "repository-code", "title", "type", "url",
            "version"}
ENTITY = {"address", "alias", "city", "country", "date-end", "date-start", "email", "fax",
          "location", "name", "orcid", "post-code", "region", "tel", "website"}


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def found(pattern, name):
    return re.findall(pattern, text_of(name), re.M)


VERSION = found(r"^project\(tobiuo VERSION (\d+\.\d+\.\d+)", "CMakeLists.txt")[0]
MINOR = VERSION.rpartition(".")[0]


class Version(unittest.TestCase):
    def test_it_is_the_same_wherever_it_is_written(self):
        for name, pattern in (("doors/python/tobiuo/__init__.py", r'^__version__ = "([^"]+)"'),
                              ("packaging/conda/recipe.yaml", r'^  version: "([^"]+)"'),
                              ("packaging/spack/package.py", r'^    version\("([^"]+)"\)'),
                              ("packaging/spack/package.py", r"tobiuo@([0-9.]+)"),
                              ("CITATION.cff", r"^version: (\S+)")):
            self.assertEqual(found(pattern, name), [VERSION], name)

    def test_programs_that_find_the_package_ask_for_it(self):
        pages = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("tests/house/*/CMakeLists.txt"),
                 ROOT / "README.md", ROOT / "CHANGELOG.md"]
        asked = {page: found(r"find_package\(tobiuo (\d[0-9.]*)", page) for page in pages}
        self.assertGreaterEqual(sum(map(len, asked.values())), 4)
        for page, versions in asked.items():
            self.assertEqual(set(versions) - {MINOR}, set(), page)

    def test_pages_name_the_files_of_this_version(self):
        for page in ROOT.glob("docs/**/*.md"):
            named = found(r"tobiuo[-_](\d+\.\d+\.\d+)", page)
            self.assertEqual(set(named) - {VERSION}, set(), page)

    def test_it_is_the_newest_that_is_released_or_comes_after_it(self):
        released = found(r"^## \[(\d+\.\d+\.\d+)\]", "CHANGELOG.md")
        numbers = [tuple(map(int, one.split("."))) for one in released]
        self.assertEqual(numbers, sorted(numbers, reverse=True))
        self.assertEqual(released[0], VERSION)


class Changelog(unittest.TestCase):
    def test_each_version_has_its_day_and_known_sections(self):
        headings = found(r"^## (.+)", "CHANGELOG.md")
        self.assertEqual(headings[0], "[Unreleased]")
        days = []
        for heading in headings[1:]:
            version = re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", heading)
            self.assertTrue(version, heading)
            days.append(datetime.date.fromisoformat(version[2]))
        self.assertEqual(days, sorted(days, reverse=True))
        self.assertEqual(set(found(r"^### (.+)", "CHANGELOG.md")) - set(KINDS), set())

    def test_the_number_of_the_c_interface_is_that_of_the_header(self):
        self.assertEqual(found(r"`TOBIUO_ABI_VERSION` \((\d+)\)", "CHANGELOG.md")[:1],
                         found(r"^#define TOBIUO_ABI_VERSION (\d+)", "doors/c/tobiuo.h"))


class Citation(unittest.TestCase):
    def test_it_has_the_form_of_version_1_2_0(self):
        cited = yaml.safe_load(text_of("CITATION.cff"))
        self.assertEqual(set(cited) - CITATION, set())
        self.assertEqual(str(cited["cff-version"]), "1.2.0")
        self.assertIn(cited["type"], ("software", "dataset"))
        for field in ("message", "title", "abstract", "license", "version", "date-released"):
            self.assertIsInstance(cited[field], str)
            self.assertTrue(cited[field])
        for author in cited["authors"]:
            self.assertEqual(set(author) - ENTITY, set())
            self.assertTrue(author["name"])
        self.assertEqual(len(set(cited["keywords"])), len(cited["keywords"]))

    def test_day_holder_and_licence_are_those_of_the_other_files(self):
        cited = yaml.safe_load(text_of("CITATION.cff"))
        day = found(rf"^## \[{re.escape(VERSION)}\] - (\S+)", "CHANGELOG.md")
        self.assertEqual([cited["date-released"]], day)
        (holder,) = found(r"^Copyright \(c\) \d{4}, (.+)", "LICENSE")
        self.assertEqual([one["name"].lower() for one in cited["authors"]], [holder.lower()])
        self.assertEqual(cited["license"], "BSD-3-Clause")


class Forms(unittest.TestCase):
    def test_the_workflow_runs_what_ci_runs(self):
        (job,) = yaml.safe_load(text_of(".github/workflows/ci.yml"))["jobs"].values()
        self.assertIn(".ci/run", [step.get("run") for step in job["steps"]])
        self.assertTrue((ROOT / ".ci" / "run").is_file())

    def test_the_forms_of_issues_ask_for_something(self):
        for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"):
            said = yaml.safe_load(form.read_text(encoding="utf-8"))
            self.assertLessEqual({"name", "description", "body"}, set(said), form)
            named = [part["id"] for part in said["body"] if part["type"] != "markdown"]
            self.assertEqual(len(set(named)), len(named), form)
            self.assertTrue(any(part.get("validations", {}).get("required")
                                for part in said["body"]), form)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
