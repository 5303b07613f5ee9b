#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
# Prints a header as doxygen is to read it; doxygen calls it for each one.
"""Comments of the headers are read as text. For doxygen

- plain comments of a C header become documentation;
- a C struct or enumeration has one name, though the header gives it by typedef once more;
- contracts, whose rows begin with a word in a column of its own, become lists.

usage: header_filter.py HEADER
"""
import re
import sys

ROW = re.compile(r"^(\s*)/// {1,3}([A-Za-z][\w-]*(?: [\w-]+){0,3}) {2,}(\S.*)$|^(\s*)/// ([A-Z]\w{8}) (\S.*)$")
MORE = re.compile(r"^(\s*)/// {9,}(\S.*)$")


def with_lists(lines):
    """Rows such as `/// Order     asynchronous` as items of a list."""
    inside = False
    for line in lines:
        row, more = ROW.match(line), MORE.match(line)
        if row and row.group(2):
            inside = True
            yield f"{row.group(1)}/// - **{row.group(2)}:** {row.group(3)}"
        elif inside and row:
            yield f"{row.group(4)}/// - **{row.group(5)}:** {row.group(6)}"
        elif inside and more:
            yield f"{more.group(1)}///   {more.group(2)}"
        else:
            if inside and re.match(r"^\s*/// \S", line):
                yield "///"  # the list ends
            inside = False
            yield line


def starts_a_block_by_itself(lines, number):
    """Whether a comment begins in this line that an empty line or an include follows."""
    if not lines[number].startswith("//") or (number > 0 and lines[number - 1].startswith("//")):
        return False
    end = number
    while end < len(lines) and lines[end].startswith("//"):
        end += 1
    return end < len(lines) and (not lines[end] or lines[end].startswith("#ifndef"))


def documented(lines):
    """Plain comments as documentation of what follows, or of what stands before them."""
    for number, line in enumerate(lines):
        if starts_a_block_by_itself(lines, number):
            yield "/// @file"
        line = re.sub(r"^typedef (struct|enum) (\w+) \{", r"\1 \2 {", line)
        line = re.sub(r"^\} \w+;", "};", line)
        if re.match(r"^\s*//(?!/)", line):
            yield re.sub(r"//", "///", line, count=1)
        else:
            yield re.sub(r"(\S.*?)\s+//(?!/)\s?", r"\1  ///< ", line, count=1)


def main(path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if "SPDX-License" not in line]
    changed = documented(lines) if path.endswith(".h") else with_lists(lines)
    print("\n".join(changed))


if __name__ == "__main__":
    main(sys.argv[1])
