# SPDX-License-Identifier: BSD-3-Clause
# Pages of the reference that show the interfaces in C++, C and Python, by Breathe and autodoc.
import hashlib
import xml.etree.ElementTree as xml

AREAS = {
    "cpp": ("The C++ interface: what all share", "", (
        "backend", "error", "extents", "grid", "stream", "watch", "page_lock", "communicator",
        "mpi", "opencl_device", "level_set")),
    "cpp-fft": ("The C++ interface: transforms", "fft/", (
        "transform", "plan", "functions", "r2r_plan", "pointwise_plan", "out_of_card_plan",
        "distributed_plan", "pass_choice")),
    "cpp-poisson": ("The C++ interface: Poisson's equation", "poisson/", (
        "problem", "walls", "solver", "coefficient_solver", "body_solver", "mixed_solver",
        "free_space_solver", "distributed_solver")),
    "cpp-flow": ("The C++ interface: flow", "flow/", (
        "problem", "solver", "adjoint", "inflow_turbulence")),
}
C_PAGE = """# The C interface, all functions

What [tobiuo.h](../../doors/c/tobiuo.h) and, for ranks of MPI,
[tobiuo_mpi.h](../../doors/c/tobiuo_mpi.h) declare. How to begin is in [c.md](../c.md).

## tobiuo.h

```{doxygenfile} tobiuo.h
```

## tobiuo_mpi.h

```{doxygenfile} tobiuo_mpi.h
```
"""
PYTHON_PAGE = """# The Python interface, all functions

What each module has, from its docstrings. How to begin is in [python.md](../python.md).
"""
PYTHON_MODULES = {"tobiuo": ":imported-members:\n   :exclude-members: fft, flow, poisson",
                  "tobiuo.fft": ":undoc-members:", "tobiuo.poisson": "", "tobiuo.flow": ""}


class Declared:
    """What doxygen has found in the headers, by header."""

    def __init__(self, folder):
        self.by_header = {}
        for path in sorted(folder.glob("*.xml")):
            for compound in xml.parse(path).getroot().iter("compounddef"):
                self._add(compound)

    def _add(self, compound):
        kind, name = compound.get("kind"), compound.findtext("compoundname")
        if kind in ("class", "struct") and "::" in name:
            outer = name.rsplit("::", 1)[0]
            self._place(compound, outer, f"doxygen{kind}", name, ":members:\n:undoc-members:\n")
        elif kind == "namespace":
            for member in compound.iter("memberdef"):
                self._add_member(name, member)

    def _add_member(self, namespace, member):
        kind, name = member.get("kind"), f"{namespace}::{member.findtext('name')}"
        if kind == "function":
            name += member.findtext("argsstring")
        if kind in ("function", "enum", "typedef", "variable"):
            self._place(member, namespace, f"doxygen{kind}", name, "")

    def _place(self, element, outer, directive, name, options):
        location = element.find("location")
        header = location.get("file").rsplit("include/", 1)[-1]
        line = int(location.get("line"))
        self.by_header.setdefault(header, []).append((line, outer, directive, name, options))

    def sections(self, header):
        """The directives of a header in the order of its lines; members of classes are theirs."""
        rows = sorted(self.by_header.get(header, []))
        classes = {name for _, _, directive, name, _ in rows if "class" in directive
                   or "struct" in directive}
        return "".join(f"```{{{directive}}} {name}\n{options}```\n\n"
                       for _, outer, directive, name, options in rows if outer not in classes)


def digest_of(*folders):
    """A comment of a page that changes with what Sphinx reads beside it."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted([*folder.glob("*.xml"), *folder.glob("*.py")]):
            digest.update(path.read_bytes())
    return f"\n% {digest.hexdigest()}\n"


def pages(doxygen, package):
    """The pages by their names, from the folders of what doxygen has written and of the package."""
    declared = Declared(doxygen)
    result = {}
    for name, (title, folder, headers) in AREAS.items():
        parts = [f"# {title}\n\nWhole programs are in [library.md](../library.md).\n"]
        for header in headers:
            path = f"tobiuo/{folder}{header}.hpp"
            link = f"[Read the header](../../include/{path})."
            parts.append(f"\n## {path}\n\n{link}\n\n{declared.sections(path)}")
        result[name] = "".join(parts)
    result["c"] = C_PAGE
    result["python"] = PYTHON_PAGE + "".join(
        f"\n## {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n   {options}\n```\n"
        for module, options in PYTHON_MODULES.items())
    return {name: page + digest_of(package if name == "python" else doxygen)
            for name, page in result.items()}
