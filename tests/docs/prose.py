# SPDX-License-Identifier: BSD-3-Clause
# Measures the prose of the pages, and holds it to what a reader takes in.
"""Prints for each page its words, paragraphs, and the median and longest paragraph in words; fails
where a page is denser than LIMITS, or a line of text is longer than LONGEST_LINE.

A paragraph is a run of lines of text; each item of a list is one. Headings, tables, code blocks and
pictures are none.

usage: prose.py [--limits] PAGE...
"""
import re
import statistics
import sys

MEDIAN = 65  # words of the median paragraph of a page, at most
LONGEST = 115  # words of any paragraph, at most
LONGEST_LINE = 110  # columns; rows of tables and lines that are one link may be longer

FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
HEADING = re.compile(r"^#{1,6} ")
ITEM = re.compile(r"^\s*([-*+]|\d+[.)]) ")
NO_TEXT = re.compile(r"^\s*(\||!\[|<|\[[^\]]+\]: |\([^)]+\)=$|---$)")


def text_lines(page):
    """The lines of a page with their numbers, None in place of those inside code blocks."""
    fence = None
    for number, line in enumerate(page.splitlines(), start=1):
        found = FENCE.match(line)
        if fence is None and found:
            fence = found.group(1)
            yield number, None
        elif fence is not None:
            if found and found.group(1).startswith(fence) and line.strip() == found.group(1):
                fence = None
            yield number, None
        else:
            yield number, line


def paragraphs(page):
    """The paragraphs of a page as pairs: the number of the first line, the text."""
    result, first, words = [], 0, []

    def end():
        if words:
            result.append((first, " ".join(words)))
        words.clear()

    for number, line in text_lines(page):
        if line is None or not line.strip() or HEADING.match(line) or NO_TEXT.match(line):
            end()
            continue
        if ITEM.match(line):
            end()
            line = ITEM.sub("", line)
        if not words:
            first = number
        words.append(line.strip())
    end()
    return result


def lengths(page):
    """The words of each paragraph of a page."""
    return [len(text.split()) for _, text in paragraphs(page)]


def long_lines(page):
    """The numbers of lines of text that are too long."""
    return [number for number, line in text_lines(page)
            if line is not None and len(line) > LONGEST_LINE
            and not NO_TEXT.match(line) and not HEADING.match(line)]


def tags(page):
    """The lines of text with a word in angle brackets, which a browser takes for HTML."""
    lines = [(number, line) for number, line in text_lines(page)
             if line is not None and not line.startswith("    ")]
    text = re.sub(r"`[^`]*`", lambda code: "\n" * code.group(0).count("\n"),
                  "\n".join(line for _, line in lines))
    return [lines[number][0] for number, line in enumerate(text.splitlines())
            if re.search(r"</?[A-Za-z][\w-]*>", line)]


def complaints_about(path, page):
    """A sentence for each place where a page is too dense."""
    counts = lengths(page)
    if counts and statistics.median(counts) > MEDIAN:
        yield (f"{path}: the median paragraph has {statistics.median(counts):g} words, more than "
               f"{MEDIAN}: give each thought a paragraph, and each list items")
    for line, text in paragraphs(page):
        if len(text.split()) > LONGEST:
            yield f"{path}:{line}: {len(text.split())} words in a paragraph, more than {LONGEST}"
    for line in tags(page):
        yield f"{path}:{line}: a word in angle brackets is a tag to a browser: make it `code`"
    for line in long_lines(page):
        yield f"{path}:{line}: more than {LONGEST_LINE} columns"


def main(*arguments):
    paths = [path for path in arguments if path != "--limits"]
    print(f"{'page':40} {'words':>7} {'paragraphs':>11} {'median':>7} {'longest':>8}")
    words, everything, complaints = 0, [], []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            page = file.read()
        counts = lengths(page)
        words += len(page.split())
        everything += counts
        complaints += complaints_about(path, page)
        print(f"{path:40} {len(page.split()):7} {len(counts):11} "
              f"{statistics.median(counts or [0]):7} {max(counts, default=0):8}")
    print(f"{'all':40} {words:7} {len(everything):11} {statistics.median(everything or [0]):7} "
          f"{max(everything, default=0):8}")
    if "--limits" in arguments:
        print("\n".join(complaints))
        return len(complaints) > 0
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
