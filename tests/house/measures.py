#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints the size of the tree: lines, files, back ends by name, abstract bases.

    tests/house/measures.py                    the working tree
    tests/house/measures.py HEAD~50 HEAD       two revisions, side by side
    tests/house/measures.py --json HEAD

It counts the files that git tracks. A floor is a folder of the root that holds code of the project:
include, runtime, kernels, solvers, app, studies, doors, cmake. C++ files are those of the floors.
"""
import argparse
import io
import json
import re
import statistics
import subprocess
import sys
import tarfile
from collections import Counter
from pathlib import Path, PurePosixPath

FLOORS = ("include", "runtime", "kernels", "solvers", "app", "studies", "doors", "cmake")
CPP = (".cpp", ".hpp", ".cuh", ".cu", ".h")
SMALL_FILE = 50
LARGE_FILE = 400
LARGE_FOLDER = 25
# The places that may name a back end.
BACK_ENDS = ("include/", "doors/", "runtime/", "app/run/place.")


def git(tree, *arguments):
    """What a command of git prints; ends the program with git's own sentence if it fails."""
    done = subprocess.run(["git", "-C", str(tree), *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"measures.py: {done.stderr.decode().strip()}")
    return done.stdout


def tracked_files(tree):
    """The tracked files of the working tree: bytes by path."""
    names = git(tree, "ls-files", "-z", "--cached").decode().split("\0")
    paths = {name: Path(tree, name) for name in names if name}
    return {name: path.read_bytes() for name, path in paths.items()
            if path.is_file() and not path.is_symlink()}


def files_of(tree, revision):
    """The files of a revision: bytes by path."""
    with tarfile.open(fileobj=io.BytesIO(git(tree, "archive", revision))) as archive:
        return {member.name: archive.extractfile(member).read()
                for member in archive.getmembers() if member.isfile()}


def floor_of(name):
    return PurePosixPath(name).parts[0]


def is_cmake(name):
    return name.endswith("CMakeLists.txt") or name.endswith(".cmake")


# Comments, literals, and lines of the preprocessor: what is no declaration. A quotation mark after
# a digit separates digits.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-zA-Z])'(?:\\.|[^'\\\n])+'|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
DEFAULT = re.compile(r"\btypename\s+(\w+)\s*=\s*([\w:]+)")
# What opens a scope: a namespace, or a class with its bases.
OPENING = re.compile(
    r"\bnamespace\s+(?P<space>[\w:]+)?\s*$"
    r"|(?<!enum )\b(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?(?P<name>[\w:]+)\s*(?:<.*>)?"
    r"(?:\s+final)?\s*(?:(?<!:):(?!:)(?P<bases>[^;{}()]*))?$", re.S)
PURE = re.compile(r"\bvirtual\b[^;{}]*=\s*0\s*$")


class Scope:
    """A pair of braces: of a namespace, a class (`bases` is then a list) or anything else."""

    def __init__(self, name, bases=None):
        self.name = name
        self.bases = bases


def scope_of(head, around):
    """The scope that begins after `head`, in the scope with the qualified name `around`. A class
    has the arguments of its bases among its bases, for a mixin may derive from one of them, and
    what a parameter of its template is by default."""
    defaults = dict(DEFAULT.findall(head))
    found = OPENING.search(head.strip())
    name = found and (found["space"] or found["name"])
    if not name:
        return Scope(around)
    qualified = f"{around}::{name}" if around else name
    if found["space"]:
        return Scope(qualified)
    words = re.findall(r"[A-Za-z_][\w:]*", found["bases"] or "")
    return Scope(qualified, [defaults.get(word, word) for word in words])


def classes_of(text):
    """The classes that a text defines: (qualified name, bases as written, has pure functions)."""
    found = {}
    scopes = [Scope("")]
    for piece, end in re.findall(r"([^;{}]*)([;{}])", NO_CODE.sub(" ", text)):
        here = scopes[-1]
        if end == "{":
            scopes.append(scope_of(piece, here.name))
            if scopes[-1].bases is not None:
                found[scopes[-1].name] = [scopes[-1].bases, False]
        elif end == ";" and here.bases is not None and PURE.search(piece):
            found[here.name][1] = True
        elif end == "}" and len(scopes) > 1:
            scopes.pop()
    return [(name, bases, pure) for name, (bases, pure) in found.items()]


def resolved(base, name, known):
    """The known class that the class `name` means by `base`: of the nearest scope, or the only one
    of that name."""
    scope = name
    while scope:
        scope = scope.rpartition("::")[0]
        candidate = f"{scope}::{base}" if scope else base
        if candidate in known and candidate != name:
            return candidate
    others = [one for one in known if one.endswith("::" + base)]
    return others[0] if len(others) == 1 else None


def abstract_bases(texts):
    """The classes with pure virtual functions: for each the classes that derive from it, directly
    or not. Classes of one qualified name (in unnamed namespaces) are one."""
    classes = {}
    for text in texts:
        for name, bases, pure in classes_of(text):
            known = classes.setdefault(name, [set(), False])
            known[0].update(bases)
            known[1] = known[1] or pure
    above = {name: {resolved(base, name, classes) for base in bases} - {None}
             for name, (bases, _) in classes.items()}

    def all_above(name, seen):
        for base in above[name] - seen:
            seen.add(base)
            all_above(base, seen)
        return seen

    derived = {name: [] for name, (_, pure) in classes.items() if pure}
    for name in classes:
        for base in all_above(name, set()) & derived.keys():
            derived[base].append(name)
    return {name: sorted(derived[name]) for name in sorted(derived)}


def measures(files):
    """All measures of a tree, given as bytes by path."""
    lines = {name: content.count(b"\n") for name, content in files.items()}
    in_floors = [name for name in files if floor_of(name) in FLOORS]
    cpp = sorted(name for name in in_floors if name.endswith(CPP))
    texts = {name: files[name].decode(errors="replace") for name in cpp}
    code = [name for name in in_floors if name.endswith(CPP) or is_cmake(name)]
    per_floor = Counter()
    for name in code:
        per_floor[floor_of(name)] += lines[name]
    folders = Counter(str(PurePosixPath(name).parent) for name in in_floors)
    small = sum(lines[name] <= SMALL_FILE for name in cpp)
    return {
        "lines": sum(per_floor.values()),
        "lines_of_floors": {floor: per_floor[floor] for floor in FLOORS},
        "lines_of_app": per_floor["app"],
        "lines_of_tests": sum(lines[name] for name in files
                              if floor_of(name) == "tests"
                              and (name.endswith(CPP) or is_cmake(name))),
        "cpp_files": len(cpp),
        "median_lines": statistics.median(lines[name] for name in cpp) if cpp else 0,
        "small_files": small,
        "share_of_small_files": round(small / len(cpp), 3) if cpp else 0,
        "named_back_ends": sum(text.count("Backend::") for name, text in texts.items()
                               if not name.startswith(BACK_ENDS)),
        "large_folders": {name: count for name, count in sorted(folders.items())
                          if count > LARGE_FOLDER},
        "large_files": {name: lines[name] for name in cpp if lines[name] > LARGE_FILE},
        "abstract_bases": abstract_bases(texts.values()),
    }


def rows_of(all_measures):
    """The rows of the table: what, and a word for each tree."""
    def row(what, word):
        return [what] + [word(one) for one in all_measures]

    def number(value):
        return f"{value:,}"

    yield row("lines of C++ and CMake, without tests", lambda one: number(one["lines"]))
    for floor in FLOORS:
        yield row(f"  {floor}/", lambda one, floor=floor: number(one["lines_of_floors"][floor]))
    yield row("lines of tests", lambda one: number(one["lines_of_tests"]))
    yield row("C++ files, without tests", lambda one: number(one["cpp_files"]))
    yield row("  median of their lines", lambda one: f"{one['median_lines']:g}")
    yield row(f"  of at most {SMALL_FILE} lines",
              lambda one: f"{one['small_files']} ({100 * one['share_of_small_files']:.0f} %)")
    yield row(f"  above {LARGE_FILE} lines", lambda one: str(len(one["large_files"])))
    yield row(f"folders with more than {LARGE_FOLDER} files",
              lambda one: str(len(one["large_folders"])))
    yield row("Backend:: where no back end is chosen", lambda one: str(one["named_back_ends"]))
    yield row("classes with pure virtual functions",
              lambda one: str(len(one["abstract_bases"])))
    yield row("  classes that derive from them",
              lambda one: str(len(set().union(*one["abstract_bases"].values()))))


def names_of(one):
    """The names behind the counts, as lines."""
    for what, named in ((f"folders with more than {LARGE_FOLDER} files", one["large_folders"]),
                        (f"files above {LARGE_FILE} lines", one["large_files"])):
        yield f"{what}:"
        yield from (f"  {count:4} {name}" for name, count in named.items())
    yield "classes with pure virtual functions, and those that derive from them:"
    for base, derived in one["abstract_bases"].items():
        yield f"  {len(derived):4} {base}" + (f": {', '.join(derived)}" if derived else "")


def print_table(trees):
    rows = [[""] + list(trees)] + list(rows_of(trees.values()))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for what, *words in rows:
        cells = [f"{word:>{width}}" for word, width in zip(words, widths[1:])]
        print("  ".join([f"{what:<{widths[0]}}"] + cells))
    for title, one in trees.items():
        print(f"\n{title}")
        print("\n".join(names_of(one)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revisions", nargs="*", metavar="REVISION",
                        help="revisions to count; default: the working tree")
    parser.add_argument("--json", action="store_true", help="all measures as JSON")
    parser.add_argument("--tree", default=Path(__file__).parent, metavar="DIR",
                        help="a folder of the tree; default: the tree of this file")
    options = parser.parse_args()
    root = git(options.tree, "rev-parse", "--show-toplevel").decode().strip()
    if options.revisions:
        trees = {name: measures(files_of(root, name)) for name in options.revisions}
    else:
        trees = {"working tree": measures(tracked_files(root))}
    if options.json:
        print(json.dumps(trees, indent=2))
    else:
        print_table(trees)


if __name__ == "__main__":
    main()
