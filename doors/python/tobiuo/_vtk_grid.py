# SPDX-License-Identifier: BSD-3-Clause
# The grid of a VTK file and its pieces, checked as the program checks them (app/output/field).
from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterable, List, Tuple

import numpy as np

from tobiuo._vtk_data import Array, Document, integers, reals
from tobiuo._xml_tags import Element

_MOST_PIECES = 256
_MOST_VALUES_PER_BYTE = 1e4
_MOST_ARRAYS = 256
AS_GOOD_AS_EQUAL = 1e-6  # a file may store coordinates in single precision

Nodes = Tuple[np.ndarray, ...]


class Extent:
    """The first and the last node along z, y and x."""

    def __init__(self, element: Element, name: str) -> None:
        x0, x1, y0, y1, z0, z1 = self.numbers = integers(element, name, 6)
        self.first, self.last = (z0, y0, x0), (z1, y1, x1)
        self.cells = tuple(b - a for a, b in zip(self.first, self.last))
        if any(abs(number) >= 1 << 31 for number in self.numbers):
            raise ValueError(f"{name} has a number that is too large")

    @property
    def empty(self) -> bool:
        return any(cells == -1 for cells in self.cells)

    def counts(self, location: str) -> Tuple[int, ...]:
        """The values along z, y and x; 1 for one point, at either location."""
        more = 1 if location == "node" else 0
        return tuple(cells + more if cells else 1 for cells in self.cells)


class Piece:
    """A part of a grid: a file, or one of several pieces in a file."""

    def __init__(self, document: Document, element: Element, content_bytes: int) -> None:
        self.extent = Extent(element, "Extent")
        check_plausible(self.extent, content_bytes)
        self.document = document
        self.arrays = arrays_of(element, "")
        grid = document.root.only(document.root.get("type"))
        if document.root.get("type") == "ImageData":
            self.nodes = equal_nodes(grid, self.extent)
        else:
            self.nodes = _coordinates(document, element, self.extent)

    def values(self, array: Array) -> np.ndarray:
        """An array with the axes z, y, x and, of vectors, component."""
        shape = self.extent.counts(array.location)
        numbers = self.document.numbers(array, int(np.prod(shape)))
        return numbers.reshape(shape + ((array.components,) if array.components > 1 else ()))


def check_plausible(extent: Extent, content_bytes: int) -> None:
    values = 1.0
    for cells in extent.cells:
        if cells < 0:
            raise ValueError("the grid has no points along an axis")
        values *= cells + 1.0
    if values > content_bytes * _MOST_VALUES_PER_BYTE:
        raise ValueError("the file is too short for the grid that its header announces")


def arrays_of(parent: Element, prefix: str) -> List[Array]:
    """The arrays of a piece; those of an index, which has none itself, with the prefix P."""
    found = []
    for location, name in (("cell", "CellData"), ("node", "PointData")):
        for data in parent.all(prefix + name):
            elements = data.all("DataArray", "Array", "PDataArray", "PArray")
            found += [Array(element, location) for element in elements]
    if len(found) > _MOST_ARRAYS:
        raise ValueError(f"it has more than {_MOST_ARRAYS} arrays")
    return found


def location_of(arrays: Iterable[Array]) -> str:
    """Where the fields are: on cells if one is there that is no mark of ParaView's, such as
    vtkGhostType, else on nodes."""
    arrays = list(arrays)

    def has_field(location: str) -> bool:
        return any(
            a.location == location and not a.objection and not a.name.startswith("vtk")
            for a in arrays
        )

    if has_field("cell"):
        return "cell"
    only_cells = bool(arrays) and all(a.location == "cell" for a in arrays)
    return "cell" if only_cells else "node"


def equal_nodes(grid: Element, extent: Extent) -> Nodes:
    origin = reals(grid, "Origin", 3, "0 0 0")[::-1]
    spacing = reals(grid, "Spacing", 3, "1 1 1")[::-1]
    if reals(grid, "Direction", 9, "1 0 0 0 1 0 0 0 1") != (1, 0, 0, 0, 1, 0, 0, 0, 1):
        raise ValueError("the grid is rotated (Direction is not the identity)")
    if not np.isfinite(origin + spacing).all() or min(spacing) <= 0:
        raise ValueError("the origin must be finite and the spacing positive")
    return tuple(
        o + h * np.arange(begin, begin + cells + 1)
        for o, h, begin, cells in zip(origin, spacing, extent.first, extent.cells)
    )


def _coordinates(document: Document, piece: Element, extent: Extent) -> Nodes:
    axes = [Array(a, "node") for a in piece.only("Coordinates").all("DataArray")]
    if len(axes) != 3 or any(axis.components != 1 for axis in axes):
        raise ValueError(f"it has coordinates of {len(axes)} axes, not one array for each of three")
    nodes = tuple(
        document.numbers(axis, cells + 1).astype(np.float64)
        for axis, cells in zip(reversed(axes), extent.cells)
    )
    if not all(np.isfinite(n).all() and (np.diff(n) > 0).all() for n in nodes):
        raise ValueError("coordinates must be finite and increase")
    return nodes


def check_cover(pieces: List[Piece], whole: Extent) -> None:
    """Raises ValueError unless every cell between the nodes of ``whole`` is in a piece."""
    flat = [cells == 0 for cells in whole.cells]

    def has_gap(some: List[Extent], axis: int) -> bool:
        at, end = whole.first[axis], whole.last[axis] + flat[axis]
        while at < end:
            stop, here = end, []
            for extent in some:
                first, last = extent.first[axis], extent.last[axis] + flat[axis]
                if first <= at < last:
                    here.append(extent)
                    stop = min(stop, last)
                elif first > at:
                    stop = min(stop, first)
            if not here or (axis < 2 and has_gap(here, axis + 1)):
                return True
            at = stop
        return False

    if has_gap([piece.extent for piece in pieces], 0):
        raise ValueError(f"its pieces leave a gap in the extent {whole.numbers}")


def check_inside(extent: Extent, whole: Extent) -> None:
    for a, b, first, last in zip(extent.first, extent.last, whole.first, whole.last):
        if a > b or a < first or b > last:
            raise ValueError(f"the extent {extent.numbers} is not within {whole.numbers}")


def check_number(count: int) -> None:
    if count == 0:
        raise ValueError("it has no pieces")
    if count > _MOST_PIECES:
        raise ValueError(f"it is in {count} pieces, and at most {_MOST_PIECES} can be read")


def joined_nodes(pieces: List[Piece], whole: Extent) -> Nodes:
    """The nodes of all pieces, each of the first piece that has it; all must lie there."""
    nodes = tuple(np.empty(cells + 1) for cells in whole.cells)
    for piece in reversed(pieces):
        for line, begin, first, part in zip(nodes, piece.extent.first, whole.first, piece.nodes):
            line[begin - first : begin - first + len(part)] = part
    check_place(pieces, whole, nodes)
    return nodes


def check_place(pieces: List[Piece], whole: Extent, nodes: Nodes) -> None:
    for piece in pieces:
        for line, begin, first, part in zip(nodes, piece.extent.first, whole.first, piece.nodes):
            there = line[begin - first : begin - first + len(part)]
            if np.abs(there - part).max() > AS_GOOD_AS_EQUAL * (line[-1] - line[0] or 1.0):
                raise ValueError("the nodes of a piece do not lie where those of the grid do")


def joined(pieces: List[Piece], array: Array, whole: Extent) -> np.ndarray:
    """An array of all pieces; a value that several have comes from the first one."""
    found: List[Tuple[Piece, Array]] = []
    for piece in pieces:
        same = [a for a in piece.arrays if (a.name, a.location) == (array.name, array.location)]
        if not same or (same[0].kind, same[0].components) != (array.kind, array.components):
            raise ValueError(f"a piece lacks the array '{array.name}', or has it of another type")
        found.append((piece, same[0]))
    if len(found) == 1:
        return found[0][0].values(found[0][1])
    counts = whole.counts(array.location)
    like = pieces[0].values(found[0][1])
    values = np.empty(counts + like.shape[3:], like.dtype)
    for piece, own in reversed(found):
        part = piece.values(own)
        where = []
        for axis in range(3):
            begin = piece.extent.first[axis] - whole.first[axis]
            lacks = array.location == "cell" and whole.cells[axis] and not piece.extent.cells[axis]
            where.append(slice(begin, begin + (0 if lacks else part.shape[axis])))
        box = tuple(where)
        values[box] = part[tuple(slice(0, s.stop - s.start) for s in box)]
    return values


def source_of(index: Path, element: Element) -> Path:
    """The file of an index's piece; links are followed before it is trusted."""
    source = element.get("Source")
    if not source:
        raise ValueError("a piece has no Source")
    file = index.parent / source
    inside = index.parent.resolve()
    place = file.resolve()
    if place != inside and inside not in place.parents:
        raise ValueError(f"its piece {source!r} lies outside the folder of the index")
    return file


def by_name(arrays: Iterable[Array]) -> Dict[str, List[Array]]:
    found: Dict[str, List[Array]] = {}
    for array in arrays:
        found.setdefault(array.name, []).append(array)
    return found
