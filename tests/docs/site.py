# SPDX-License-Identifier: BSD-3-Clause
# Makes the site of the documents where Sphinx is, and looks whether its parts are there.
"""usage: site.py ROOT PROGRAM BUILD

Prints "skipped" where an interpreter with Sphinx, its extensions and the theme, or doxygen, is
missing: ./dev docs installs them.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = "import sphinx, myst_parser, breathe, furo, sphinx_copybutton, numpy"
# What a part of each page says when it was made as it should be.
EXPECTED = {
    "docs/index.html": "First steps",
    "docs/reference/keys.html": "grid.cells",
    "docs/reference/options.html": "--dry-run",
    "docs/reference/cpp-poisson.html": "DistributedSolver",
    "docs/reference/cpp-fft.html": "PointwisePlan",
    "docs/reference/c.html": "tobiuo_poisson_create",
    "docs/reference/python.html": "tobiuo.poisson.solve",
    "search.html": "searchindex.js",
    "index.html": "docs/index.html",
}


def interpreter():
    """An interpreter that can make the site, or None."""
    for python in (os.environ.get("TOBIUO_PYTHON", ""), "/usr/bin/python3", "python3"):
        if python and shutil.which(python) and subprocess.run(
                [python, "-c", NEEDED], capture_output=True, check=False).returncode == 0:
            return python
    return None


def main(root, program, build):
    python = interpreter()
    if python is None or not shutil.which("doxygen"):
        print("skipped: there is no python3 with Sphinx and what the site needs, or no doxygen "
              "(./dev docs installs them)")
        return 0
    shutil.rmtree(build, ignore_errors=True)
    status = subprocess.run([python, "-B", f"{root}/docs/site/make.py", program, build],
                            check=False).returncode
    if status != 0:
        return status
    html = Path(build) / "html"
    complaints = [f"{page} does not have '{words}'" for page, words in EXPECTED.items()
                  if words not in re.sub(r"</?(span|wbr)[^>]*>", "",
                                         (html / page).read_text(encoding="utf-8"))]
    remote = [f"{page.relative_to(html)} loads {found.group(1)}" for page in html.rglob("*.html")
              for found in re.finditer(r'(?:<script[^>]*src|<link rel="stylesheet"[^>]*href|<img[^>]*src)'
                                       r'="(https?:[^"]+)"', page.read_text(encoding="utf-8"))]
    print("\n".join(complaints + remote) or "the site has all parts")
    return len(complaints) + len(remote) > 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
