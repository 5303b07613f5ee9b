# SPDX-License-Identifier: BSD-3-Clause
# Finds links of the Markdown pages that lead nowhere: files, folders and headings of this tree.
"""Checks every link of README.md, docs/ and the other pages that does not go to another site.

usage: links.py ROOT [--external]      (--external prints the links to other sites, one a line)
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote

from prose import text_lines

LINK = re.compile(r"!?\[(?:[^\]\\]|\\.|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$")
PAGES = ("*.md", "docs/**/*.md", "validation/**/*.md")


def anchor_of(heading, taken):
    """The anchor that a forge, and the site, give a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\- ]", "", text.lower().replace("`", "")).replace(" ", "-")
    number = taken.get(text, -1) + 1
    taken[text] = number
    return text if number == 0 else f"{text}-{number}"


def anchors_of(page):
    """The anchors of all headings of a page."""
    taken = {}
    return {anchor_of(found.group(1), taken) for _, line in text_lines(page)
            if line is not None and (found := HEADING.match(line))}


def links_of(page):
    """The links of a page with the numbers of their lines, without those inside code."""
    result = []
    lines = [line if line is not None else "" for _, line in text_lines(page)]
    text = re.sub(r"`[^`\n]+`", lambda code: "x" * len(code.group(0)), "\n".join(lines))
    for found in LINK.finditer(text):
        result.append((text.count("\n", 0, found.start()) + 1, found.group(1)))
    return result


def complaints_about(root):
    """A sentence for each link that leads nowhere."""
    paths = [path for pattern in PAGES for path in sorted(root.glob(pattern))]
    pages = {path.resolve(): path.read_text(encoding="utf-8") for path in paths}
    anchors = {path: anchors_of(page) for path, page in pages.items()}
    result, count = [], 0
    for path in paths:
        for line, link in links_of(pages[path.resolve()]):
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            place, _, anchor = unquote(link).partition("#")
            target = (path.parent / place).resolve() if place else path.resolve()
            where = f"{path.relative_to(root)}:{line}: {link}"
            if not target.exists():
                result.append(f"{where}: there is no such file")
            elif anchor and target in anchors and anchor not in anchors[target]:
                result.append(f"{where}: {target.name} has no such heading")
    return result, count


def external(root):
    """The links to other sites."""
    found = set()
    for pattern in PAGES:
        for path in root.glob(pattern):
            found |= {link for _, link in links_of(path.read_text(encoding="utf-8"))
                      if link.startswith("http")}
    return sorted(found)


def main(root, *options):
    root = Path(root)
    if "--external" in options:
        print("\n".join(external(root)))
        return 0
    complaints, count = complaints_about(root)
    print("\n".join(complaints) or f"{count} links lead somewhere")
    return len(complaints) > 0 or count < 100


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
