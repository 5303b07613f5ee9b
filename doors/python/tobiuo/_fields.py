# Reads fields on grids from VTK's files into numpy: the program's own, and those of other writers.
from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Iterator, List, Mapping, Optional, Tuple, Union
from xml.parsers.expat import ExpatError

import numpy as np

from tobiuo import _vtk_grid as grids
from tobiuo._errors import Error, InvalidArgument
from tobiuo._input import read_bytes
from tobiuo._vtk_data import Array, Document, integers
from tobiuo._vtk_grid import Extent, Piece

_TYPES = ("ImageData", "RectilinearGrid", "PImageData", "PRectilinearGrid")


class Fields(Mapping[str, np.ndarray]):
    """The fields of a file by their names: ``fields["p"]``.

    An array has the axes (z, y, x), of vectors (z, y, x, component). ``location`` is "cell" or
    "node", and ``location_of(name)`` that of one array, for a file may have both; ``nodes`` are the
    positions of the grid's nodes along z, y and x, in units of length, and ``positions`` (or
    ``positions_of(name)``) those of the values; ``time`` is TimeValue.
    """

    def __init__(
        self,
        arrays: Dict[str, np.ndarray],
        location: str,
        nodes: Tuple[np.ndarray, ...],
        time: float,
        locations: Optional[Mapping[str, str]] = None,
        refused: Optional[Mapping[str, str]] = None,
    ) -> None:
        self._arrays = arrays
        self._locations = dict(locations or {})
        self._refused = dict(refused or {})
        self.location, self.nodes, self.time = location, nodes, time

    def location_of(self, name: str) -> str:
        """Where the values of an array are: "cell" or "node"."""
        self[name]
        return self._locations.get(name, self.location)

    @property
    def positions(self) -> Tuple[np.ndarray, ...]:
        return self._positions(self.location)

    def positions_of(self, name: str) -> Tuple[np.ndarray, ...]:
        """The positions of an array's values along z, y and x."""
        return self._positions(self.location_of(name))

    def _positions(self, location: str) -> Tuple[np.ndarray, ...]:
        if location == "node":
            return self.nodes
        return tuple((n[1:] + n[:-1]) / 2 if len(n) > 1 else n for n in self.nodes)

    def __getitem__(self, name: str) -> np.ndarray:
        if name in self._refused:
            raise Error(self._refused[name])
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


def read_fields(path: Union[str, "os.PathLike[str]"], location: Optional[str] = None) -> Fields:
    """Reads a ``.vti`` or ``.vtr`` file, or the index ``.pvti`` or ``.pvtr`` of several, as tobiuo
    and other programs write them: all arrays, or those at one ``location``, "cell" or "node".

    ``location`` of the result is this one, or else "cell" if fields are there. An array whose name
    cells and nodes both have is an Error when it is asked for, unless ``location`` tells which.
    Raises FileNotFoundError; tobiuo.Error if a file is damaged or of another kind."""
    if location not in (None, "cell", "node"):
        raise InvalidArgument(f"location is {location!r}: give 'cell', 'node' or nothing")
    path = Path(path)
    try:
        return _read(path, _content_of(path), location)
    except (ValueError, KeyError, IndexError, TypeError, ExpatError) as error:
        raise Error(f"{path} cannot be read ({error}): write it again") from error


# Bytes of the largest file of fields that is read: more than a machine has memory for them.
_MOST_BYTES = 1 << 44


def _content_of(path: Path) -> bytes:
    try:
        return read_bytes(path, _MOST_BYTES, follow=True)
    except (FileNotFoundError, PermissionError):
        raise
    except OSError as error:
        raise ValueError(error.strerror) from None


def _read(path: Path, content: bytes, location: Optional[str]) -> Fields:
    document = Document(content)
    kind = document.root.get("type")
    if kind not in _TYPES:
        raise ValueError(f"it holds {kind or 'nothing'}, not ImageData or a RectilinearGrid")
    grid = document.root.only(kind)
    whole = Extent(grid, "WholeExtent")
    elements = grid.all("Piece")
    grids.check_number(len(elements))
    if kind.startswith("P"):
        pieces = [
            _read_piece(path, element, whole, kind)
            for element in elements
            if not Extent(element, "Extent").empty
        ]
        arrays = grids.arrays_of(grid, "P")
    else:
        grids.check_plausible(whole, len(content))
        pieces = []
        for element in elements:
            if len(elements) == 1 or not Extent(element, "Extent").empty:
                grids.check_inside(Extent(element, "Extent"), whole)
                pieces.append(Piece(document, element, len(content)))
        arrays = []
    pieces.sort(key=lambda piece: piece.extent.first[0])
    grids.check_cover(pieces, whole)
    nodes = grids.joined_nodes(pieces, whole)
    if kind == "PImageData" and (grid.get("Origin") or grid.get("Spacing")):
        nodes = grids.equal_nodes(grid, whole)
        grids.check_place(pieces, whole, nodes)
    first = pieces[0]
    time = _time_of(first.document)
    return _fields(pieces, arrays or first.arrays, whole, nodes, time, location)


def _read_piece(index: Path, element: grids.Element, whole: Extent, kind: str) -> Piece:
    said = Extent(element, "Extent")
    grids.check_inside(said, whole)
    content = _content_of(grids.source_of(index, element))
    document = Document(content)
    if "P" + document.root.get("type") != kind:
        raise ValueError(f"its piece {element.get('Source')!r} is of another type")
    parts = document.root.only(kind[1:]).all("Piece")
    if len(parts) != 1:
        raise ValueError(f"its piece {element.get('Source')!r} is in {len(parts)} pieces itself")
    piece = Piece(document, parts[0], len(content))
    if piece.extent.numbers != said.numbers:
        raise ValueError(f"its piece {element.get('Source')!r} has another extent")
    return piece


def _fields(
    pieces: List[Piece],
    arrays: List[Array],
    whole: Extent,
    nodes: Tuple[np.ndarray, ...],
    time: float,
    location: Optional[str],
) -> Fields:
    wanted = [array for array in arrays if location in (None, array.location)]
    found, locations, refused = {}, {}, {}
    for name, same in grids.by_name(wanted).items():
        array = same[0]
        if len({one.location for one in same}) > 1:
            refused[name] = (
                f"cells and nodes both have an array {name!r}: give read_fields the location "
                "'cell' or 'node'"
            )
        elif len(same) > 1:
            refused[name] = f"the file has several arrays {name!r}: write each of them once"
        elif array.objection:
            refused[name] = array.objection
        else:
            found[name] = grids.joined(pieces, array, whole)
            locations[name] = array.location
    place = location or grids.location_of(arrays)
    return Fields(found, place, nodes, time, locations, refused)


def _time_of(document: Document) -> float:
    grid = document.root.only(document.root.get("type"))
    for data in grid.all("FieldData"):
        for element in data.all("DataArray"):
            if element.get("Name") == "TimeValue":
                array = Array(element, "cell")
                if integers(element, "NumberOfTuples", 1, "1")[0] == 1 and not array.objection:
                    return float(document.numbers(array, 1)[0])
    return 0.0
