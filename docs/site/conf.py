# SPDX-License-Identifier: BSD-3-Clause
# How Sphinx makes the site; make.py starts it in the tree of pages that it gathers.
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, os.environ["TOBIUO_DOCS_ROOT"] + "/doors/python")

import docstrings  # noqa: E402

project = "tobiuo"
author = "the authors of tobiuo"
copyright = author
version = release = os.environ["TOBIUO_DOCS_VERSION"]

extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md", "validation/*/*.md"]
exclude_patterns = ["docs/site/**"]
smartquotes = False  # -- is an option

myst_heading_anchors = 4

breathe_projects = {"tobiuo": os.environ["TOBIUO_DOCS_DOXYGEN"]}
breathe_default_project = "tobiuo"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"tobiuo {release}"
html_copy_source = False
html_show_sphinx = False
html_static_path = [str(Path(__file__).parent / "static"), os.environ["TOBIUO_DOCS_STATIC"]]
html_css_files = ["dark.css", "site.css"]
html_theme_options = {"navigation_with_keys": True}
copybutton_prompt_text = "$ "
pygments_style = "friendly"
pygments_dark_style = "github-dark"

HEADING = re.compile(r"^## (.+)$")
ENTRY = re.compile(r"^- (?:\[[^\]]*\]\(|`)([\w./-]+)\.md[)`]")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def toctrees(index):
    """The tables of contents that the lists of links of the index stand for: a heading, its pages."""
    result, caption, pages = [], "", []

    def end():
        if pages:
            result.append("\n```{toctree}\n:hidden:\n:caption: " + caption + "\n\n" +
                          "\n".join(pages) + "\n```\n")

    for line in index.splitlines():
        if found := HEADING.match(line):
            end()
            caption, pages = found.group(1), []
        elif found := ENTRY.match(line):
            pages.append(found.group(1))
    end()
    return "".join(result)


def further_pages(tree, index):
    """A list of the pages beside docs/ that the index does not name, such as CHANGELOG.md."""
    pages = [path.relative_to(tree) for pattern in ("*.md", "validation/*/*.md")
             for path in sorted(tree.glob(pattern))]
    return "".join(f"- [](../{page})\n" for page in pages if f"(../{page})" not in index)


def without_links_to_folders(folder, page):
    """A page whose links to folders, which a site of pages has not, are their words."""
    def replaced(link):
        return link.group(1) if (folder / link.group(2)).is_dir() else link.group(0)

    return LINK.sub(replaced, page)


def prepare(app, name, source):
    """Changes the text of a page for the site: on a forge it is read as it is."""
    folder = Path(app.srcdir, name).parent
    source[0] = without_links_to_folders(folder, source[0])
    if name == root_doc:
        source[0] += further_pages(folder.parent, source[0])
        source[0] += toctrees(source[0])
        source[0] = re.sub(r"^- `(reference/[\w-]+)\.md`", r"- [](\1.md)", source[0], flags=re.M)


def setup(app):
    """Is called by Sphinx."""
    app.connect("source-read", prepare)
    app.connect("autodoc-process-docstring", docstrings.process)
