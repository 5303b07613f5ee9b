#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Makes the site of the documents: ./dev docs calls it.
"""Gathers the pages, makes those of the reference, and has Sphinx write the site into BUILD/html.

usage: make.py PROGRAM BUILD [--external]

PROGRAM is the program tobiuo, which says its keys and options. With --external the links to other
sites are checked, too, which needs a network; nothing else does.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import generated
import interfaces
import theme

ROOT = Path(__file__).resolve().parents[2]
# What no page links to; the site copies the files of all else that pages name.
NOT_LINKED = re.compile(r"^(\.git|\.cache|docs|build.*|stage.*|.*\.md)$")
DOXYFILE = """
PROJECT_NAME = tobiuo
INPUT = include/tobiuo doors/c/tobiuo.h doors/c/tobiuo_mpi.h
RECURSIVE = YES
OUTPUT_DIRECTORY = "{out}"
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_DOC_ERROR = NO
EXTRACT_ALL = YES
EXTRACT_PRIVATE = NO
HIDE_UNDOC_MEMBERS = NO
AUTOLINK_SUPPORT = NO
MARKDOWN_SUPPORT = YES
JAVADOC_AUTOBRIEF = YES
MACRO_EXPANSION = YES
ENABLE_PREPROCESSING = YES
OPTIMIZE_OUTPUT_FOR_C = NO
EXTENSION_MAPPING = h=C
FILTER_PATTERNS = *.h="{filter}" *.hpp="{filter}"
FILTER_SOURCE_FILES = YES
"""


def write(path, text):
    """Writes a file unless it has this text: what has not changed is not read again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def gather(tree, reference):
    """The pages of the site in a tree like that of the sources, so that their links are the same."""
    tree.mkdir(parents=True, exist_ok=True)
    kept = set()
    for source in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*")]:
        place = source.relative_to(ROOT)
        if source.is_dir() or place.parts[:2] == ("docs", "site"):
            continue
        target = tree / place
        kept.add(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copyfile(source, target)
    for name, page in reference.items():
        target = tree / "docs" / "reference" / f"{name}.md"
        kept.add(target)
        write(target, page)
    for entry in ROOT.iterdir():
        link = tree / entry.name
        if not NOT_LINKED.match(entry.name) and not link.is_symlink():
            link.symlink_to(entry)
    for old in [*tree.glob("*.md"), *tree.glob("docs/**/*.md")]:
        if old not in kept:
            old.unlink()


def version():
    """The version of the project."""
    found = re.search(r"project\(tobiuo VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    return found.group(1)


def main(program, build, *options):
    build = Path(build).resolve()
    tree, doxygen = build / "tree", build / "doxygen"
    doxygen.mkdir(parents=True, exist_ok=True)
    filter_command = rf'\"{sys.executable}\" docs/site/header_filter.py'
    doxyfile = DOXYFILE.format(out=doxygen, filter=filter_command)
    subprocess.run(["doxygen", "-"], check=True, input=doxyfile, text=True, cwd=ROOT)
    gather(tree, {"keys": generated.page_of_keys(program),
                  "options": generated.page_of_commands(program),
                  **interfaces.pages(doxygen / "xml", ROOT / "doors/python/tobiuo")})
    theme.mend(build / "static")
    environment = {**os.environ, "TOBIUO_DOCS_ROOT": str(ROOT), "TOBIUO_DOCS_VERSION": version(),
                   "TOBIUO_DOCS_DOXYGEN": str(doxygen / "xml"),
                   "TOBIUO_DOCS_STATIC": str(build / "static"), "PYTHONDONTWRITEBYTECODE": "1"}
    builder = "linkcheck" if "--external" in options else "html"
    status = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", builder, "-W", "--keep-going", "-a", "-q", "-j", "auto",
         "-c", str(Path(__file__).parent), "-d", str(build / "doctrees"), str(tree),
         str(build / builder)], env=environment, check=False).returncode
    if status == 0 and builder == "html":
        write(build / "html" / "index.html", '<!doctype html><meta charset="utf-8">'
              '<title>tobiuo</title><meta http-equiv="refresh" content="0; url=docs/index.html">'
              '<a href="docs/index.html">tobiuo</a>\n')
        print(f"docs: open {build / 'html' / 'index.html'}")
    return status


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
