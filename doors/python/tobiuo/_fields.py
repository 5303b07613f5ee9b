# SPDX-License-Identifier: BSD-3-Clause
# Fields on grids in VTK's files, read into numpy and written: the program's own, those of others.
from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from xml.parsers.expat import ExpatError

import numpy as np

from tobiuo import _html, _vtk_write
from tobiuo import _vtk_grid as grids
from tobiuo._errors import Error, InvalidArgument
from tobiuo._given import real, whole
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

    def _repr_html_(self) -> str:
        rows = [
            (name, self.location_of(name), array.shape, array.dtype, *_html.limits(array))
            for name, array in self._arrays.items()
        ]
        heads = ("field", "location", "shape", "type", "least", "largest")
        return _html.table(f"fields at time {self.time:g}", rows, heads)


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


def write_fields(
    path: Union[str, "os.PathLike[str]"],
    fields: Mapping[str, Any],
    spacing: Any = 1.0,
    origin: Any = 0.0,
    location: Union[str, Mapping[str, str]] = "cell",
    time: Optional[float] = None,
    pieces: int = 1,
    packed: bool = False,
) -> Path:
    """Writes arrays as a ``.vti`` or ``.vtr`` file, or as the index ``.pvti`` or ``.pvtr`` of
    ``pieces`` files beside it (``p_0.vti`` beside ``p.pvti``), and returns its path.

    fields    arrays by their names, with the axes (z, y, x), (y, x) or (x,), and of vectors one
              more of their components; or ``Fields``, which know their grid and time
    spacing   as of a solver, z first: the width of cells, or one for each axis; in the place of a
              width also the positions of all nodes. Where all arrays are vectors of fewer than
              three axes, give one for each axis
    origin    the position of the first node, a number or one for each axis
    location  "cell" or "node", of all arrays or by their names
    packed    compresses by zlib

    A ``.vti`` has equal cells. Files appear whole or not at all, in place of older ones. Raises
    TypeError or ValueError for what cannot be written, OSError."""
    path = Path(path)
    ends = {".vti": False, ".vtr": False, ".pvti": True, ".pvtr": True}
    if path.suffix not in ends:
        raise InvalidArgument(f"{path.name} does not end with {', '.join(ends)}: name it so")
    given = fields if isinstance(fields, Fields) else None
    if given is not None:
        spacing, location = given.nodes, {name: given.location_of(name) for name in given}
        time = given.time if time is None else time
    arrays, rank = _writable(fields, spacing)
    locations = {name: _place_of(name, location) for name in arrays}
    nodes, steps = _nodes_to_write(arrays, locations, rank, spacing, origin)
    if path.suffix.endswith("r"):
        steps = None
    elif steps is None:
        raise InvalidArgument(
            f"cells have several widths, but a {path.suffix} file has equal ones: name it "
            f"{path.with_suffix(path.suffix[:-1] + 'r').name}"
        )
    arrays = {name: a.reshape((1,) * (3 - rank) + a.shape) for name, a in arrays.items()}
    moment = None if time is None else real(time, "time")
    grid = _vtk_write.Grid(arrays, locations, nodes, steps, moment)
    pieces = whole(pieces, "pieces")
    if not ends[path.suffix] and pieces != 1:
        raise InvalidArgument(
            f"{path.name} is one piece, not {pieces}: several need an index, name it "
            f"{path.with_suffix('.p' + path.suffix[1:]).name}"
        )
    boxes = _vtk_write.boxes(grid, pieces)
    if not ends[path.suffix]:
        _vtk_write.put({path: _vtk_write.piece_content(grid, boxes[0], packed)})
        return path
    names = [f"{path.stem}_{number}.{path.suffix[2:]}" for number in range(pieces)]
    files = {
        path.with_name(name): _vtk_write.piece_content(grid, box, packed)
        for name, box in zip(names, boxes)
    }
    files[path] = [_vtk_write.index_content(grid, boxes, names)]
    _vtk_write.put(files)
    return path


def _writable(fields: Mapping[str, Any], spacing: Any) -> Tuple[Dict[str, np.ndarray], int]:
    """The arrays in types that a file can have, and the number of their axes."""
    if not isinstance(fields, Mapping) or not fields:
        raise TypeError("fields are no dictionary of arrays: give them names, as {'p': p}")
    arrays = {}
    for name, values in fields.items():
        if not isinstance(name, str) or not name or not name.isprintable():
            raise InvalidArgument(f"{name!r} is no name of a field: give a text")
        try:
            array = np.asarray(values)
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{name!r} is no array of numpy, nor becomes one ({error}): copy it to host memory"
            ) from None
        if array.dtype.kind == "b" or array.dtype == np.float16:
            array = array.astype("u1" if array.dtype.kind == "b" else "f4")
        if array.dtype.kind not in "fiu" or array.dtype.itemsize > 8:
            raise TypeError(
                f"{name!r} is {array.dtype}, which no file of VTK has: write real numbers of at "
                "most 8 bytes, of complex ones real and imaginary parts"
            )
        arrays[name] = array
    least = min(array.ndim for array in arrays.values())
    rank = min(least, 3) if _is_one(spacing) else len(spacing)
    for name, array in arrays.items():
        is_vector = array.ndim == rank + 1 and 1 <= array.shape[-1] <= 256
        if not 1 <= rank <= 3 or not array.size or not (array.ndim == rank or is_vector):
            raise InvalidArgument(
                f"{name!r} has the shape {array.shape}, which is no field of {rank} axes (and one "
                "of 1 to 256 components): give all fields the same one to three axes"
            )
    return arrays, rank


def _is_one(value: Any) -> bool:
    """Whether a value stands for all axes, and is no sequence."""
    return not isinstance(value, (list, tuple)) and getattr(value, "ndim", 0) == 0


def _place_of(name: str, location: Union[str, Mapping[str, str]]) -> str:
    word = location.get(name, "cell") if isinstance(location, Mapping) else location
    if word not in ("cell", "node"):
        raise InvalidArgument(f"the location of {name!r} is {word!r}: give 'cell' or 'node'")
    return word


def _nodes_to_write(
    arrays: Mapping[str, np.ndarray],
    locations: Mapping[str, str],
    rank: int,
    spacing: Any,
    origin: Any,
) -> Tuple[Tuple[np.ndarray, ...], Optional[Tuple[float, ...]]]:
    """The nodes along z, y and x, of which absent axes have one, and equal widths of cells."""
    name, first = next(iter(arrays.items()))
    cells = [n - (locations[name] == "node") for n in first.shape[:rank]]
    nodes, steps = [np.zeros(1)] * (3 - rank), [1.0] * (3 - rank)
    widths = [spacing] * rank if _is_one(spacing) else list(spacing)
    origins = [origin] * rank if _is_one(origin) else list(origin)
    if len(origins) != rank:
        raise InvalidArgument(f"origin has {len(origins)} numbers for {rank} axes: give one each")
    for axis, (width, begin, count) in enumerate(zip(widths, origins, cells)):
        if not _is_one(width):
            line = np.array(width, np.float64)
            count = len(line) - 1
        else:
            line = real(begin, "origin") + real(width, "spacing") * np.arange(count + 1)
        step = (line[-1] - line[0]) / count if count else 1.0
        if line.ndim != 1 or not np.isfinite(line).all() or not (np.diff(line) > 0).all():
            raise InvalidArgument(
                f"the nodes of axis {axis} do not increase, or are not finite: give positive "
                "widths, or positions that increase"
            )
        equal = np.abs(line - (line[0] + step * np.arange(count + 1))).max()
        nodes.append(line)
        steps.append(step if equal <= 1e-12 * np.abs(line).max() else np.nan)
        for name, array in arrays.items():
            due = count + 1 if locations[name] == "node" or not count else count
            if array.shape[axis] != due:
                raise InvalidArgument(
                    f"{name!r} has {array.shape[axis]} values along axis {axis}, where a grid of "
                    f"{count} cells has {due} on its {locations[name]}s: give all the same grid"
                )
    return tuple(nodes), None if np.isnan(steps).any() else tuple(map(float, steps))


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
