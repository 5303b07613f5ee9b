#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the tables of docs/performance.md and the README, and the README's chart, from the results.

usage: tables.py           writes them
       tables.py --check   says what differs from the results, and fails if anything does

A page has a table between `<!-- table NAME -->` and `<!-- end of table -->`, where it wants it. The
functions that make the tables are in performance_tables.py and headlines.py.
"""
import argparse
import re
import sys

from headlines import speed_chart, speed_table
from measured import HERE
from performance_tables import TABLES

ROOT = HERE.parent.parent
PAGES = {"docs/performance.md": TABLES, "README.md": {"speed": speed_table}}
CHARTS = {"docs/speed.svg": speed_chart}
BLOCK = re.compile(r"(<!-- table (\S+) -->\n).*?(<!-- end of table -->)", re.S)


def with_tables(name, text, makers):
    """A page's text with its tables as the results have them. A table that is not known, and one
    that the page does not show, end the program."""
    shown = [found[2] for found in BLOCK.finditer(text)]
    for one in sorted(set(shown) ^ set(makers)):
        sys.exit(f"tables.py: {name} shows the table {one}, which no function makes: correct its "
                 "name" if one in shown else
                 f"tables.py: {name} lacks the table {one}: put <!-- table {one} --> and <!-- end "
                 "of table --> where it belongs")
    return BLOCK.sub(lambda found: "".join(
        [found[1], "\n", *(f"{line}\n" for line in makers[found[2]]()), "\n", found[3]]), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail on differences")
    check = parser.parse_args().check
    made = {name: with_tables(name, (ROOT / name).read_text(encoding="utf-8"), makers)
            for name, makers in PAGES.items()}
    made |= {name: make() for name, make in CHARTS.items()}
    differ = []
    for name, text in made.items():
        path = ROOT / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            differ.append(name)
            if not check:
                path.write_text(text, encoding="utf-8")
    for name in differ:
        print(f"{name} differs from the results: run validation/performance/tables.py" if check
              else f"wrote {name}")
    return 1 if check and differ else 0


if __name__ == "__main__":
    sys.exit(main())
