# Reads the fields that the program writes, .vti and .vtr files and their indices, into numpy.
from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Iterator, Mapping, Tuple, Union
from xml.etree import ElementTree

import numpy as np

from tobiuo._errors import Error
from tobiuo._vtk_data import Document, extent_of


class Fields(Mapping[str, np.ndarray]):
    """The fields of a file by their names: ``fields["p"]``.

    An array has the axes (z, y, x), of vectors (z, y, x, component). ``location`` is "cell" or
    "node"; ``nodes`` are the positions of the grid's nodes along z, y and x, in units of length,
    and ``positions`` those of the values; ``time`` is TimeValue.
    """

    def __init__(
        self,
        arrays: Dict[str, np.ndarray],
        location: str,
        nodes: Tuple[np.ndarray, ...],
        time: float,
    ) -> None:
        self._arrays = arrays
        self.location, self.nodes, self.time = location, nodes, time

    @property
    def positions(self) -> Tuple[np.ndarray, ...]:
        if self.location == "node":
            return self.nodes
        return tuple((n[1:] + n[:-1]) / 2 for n in self.nodes)

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            return self._arrays[name]
        except KeyError:
            raise KeyError(f"there is no field {name!r}, only {', '.join(self._arrays)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in self._arrays.items())
        return f"<tobiuo.Fields at time {self.time}: {shapes}, on {self.location}s>"


def read_fields(path: Union[str, "os.PathLike[str]"]) -> Fields:
    """Reads a ``.vti`` or ``.vtr`` file, or the index ``.pvti`` or ``.pvtr`` of several, as tobiuo
    writes them. Raises FileNotFoundError; tobiuo.Error if a file is damaged or of another kind."""
    path = Path(path)
    content = path.read_bytes()
    try:
        if path.suffix in (".pvti", ".pvtr"):
            return _read_index(path, content)
        return _read_file(content)
    except Error:
        raise
    except (ValueError, KeyError, IndexError, TypeError, ElementTree.ParseError) as error:
        raise Error(f"{path} cannot be read ({error}): write it again") from error


def _read_file(content: bytes) -> Fields:
    document = Document(content)
    kind = document.root.get("type")
    if kind not in ("ImageData", "RectilinearGrid"):
        raise ValueError(f"it holds {kind}, not ImageData or a RectilinearGrid")
    grid = document.root.find(str(kind))
    piece = None if grid is None else grid.find("Piece")
    if grid is None or piece is None:
        raise ValueError("it has no piece")
    first, cells = extent_of(piece.attrib["Extent"])
    if kind == "ImageData":
        nodes = _uniform(grid, first, cells)
    else:
        axes = list(piece.iterfind("Coordinates/DataArray"))
        nodes = tuple(document.numbers(axis).astype(np.float64) for axis in reversed(axes))
    on_nodes = piece.find("PointData/DataArray") is not None
    shape = tuple(count + 1 for count in cells) if on_nodes else cells
    arrays = {}
    for element in piece.iterfind("PointData/DataArray" if on_nodes else "CellData/DataArray"):
        components = int(element.get("NumberOfComponents", "1"))
        whole = shape + ((components,) if components > 1 else ())
        arrays[element.attrib["Name"]] = document.numbers(element).reshape(whole)
    time = 0.0
    for element in grid.iterfind("FieldData/DataArray"):
        if element.get("Name") == "TimeValue":
            time = float(document.numbers(element)[0])
    return Fields(arrays, "node" if on_nodes else "cell", nodes, time)


def _uniform(
    grid: ElementTree.Element, first: Tuple[int, ...], cells: Tuple[int, ...]
) -> Tuple[np.ndarray, ...]:
    origin = [float(word) for word in grid.get("Origin", "0 0 0").split()][::-1]
    spacing = [float(word) for word in grid.get("Spacing", "1 1 1").split()][::-1]
    return tuple(
        o + h * np.arange(begin, begin + count + 1)
        for o, h, begin, count in zip(origin, spacing, first, cells)
    )


def _read_index(path: Path, content: bytes) -> Fields:
    """Joins the pieces of an index; on nodes those where two meet are in both."""
    root = ElementTree.fromstring(content)
    grid = root[0]
    corner, cells = extent_of(grid.attrib["WholeExtent"])
    pieces = []
    for piece in grid.iterfind("Piece"):
        first, _ = extent_of(piece.attrib["Extent"])
        begin = tuple(a - b for a, b in zip(first, corner))
        pieces.append((begin, read_fields(path.parent / piece.attrib["Source"])))
    if not pieces:
        raise ValueError("it names no pieces")
    like = pieces[0][1]
    more = 1 if like.location == "node" else 0
    arrays = {
        name: np.empty(tuple(n + more for n in cells) + array.shape[3:], array.dtype)
        for name, array in like.items()
    }
    nodes = tuple(np.empty(n + 1) for n in cells)
    for begin, fields in pieces:
        for name, array in arrays.items():
            part = fields[name]
            array[tuple(slice(b, b + n) for b, n in zip(begin, part.shape[:3]))] = part
        for whole, b, part in zip(nodes, begin, fields.nodes):
            whole[b : b + len(part)] = part
    return Fields(arrays, like.location, nodes, like.time)
