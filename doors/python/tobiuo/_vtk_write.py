# SPDX-License-Identifier: BSD-3-Clause
# Writes fields of numpy as VTK's XML files: one file, or an index and its pieces.
from __future__ import annotations

import os
import threading
import zlib
from pathlib import Path
from typing import Iterable, List, Mapping, NamedTuple, Optional, Tuple
from xml.sax.saxutils import quoteattr

import numpy as np

from tobiuo._vtk_data import TYPES

_NAMES = {code: name for name, code in TYPES.items()}
_BLOCK = 1 << 20  # bytes that are packed at once
Box = Tuple[Tuple[int, int], ...]  # the first and the last node along z, y and x


class Grid(NamedTuple):
    """What is written: arrays with the axes z, y, x and, of vectors, component."""

    arrays: Mapping[str, np.ndarray]
    locations: Mapping[str, str]
    nodes: Tuple[np.ndarray, ...]
    steps: Optional[Tuple[float, ...]]  # widths of cells, where all of an axis are equal
    time: Optional[float]

    @property
    def kind(self) -> str:
        return "RectilinearGrid" if self.steps is None else "ImageData"

    @property
    def whole(self) -> Box:
        return tuple((0, len(line) - 1) for line in self.nodes)

    def tag(self) -> str:
        origin = ""
        if self.steps is not None:
            first = " ".join(repr(float(line[0])) for line in reversed(self.nodes))
            steps = " ".join(repr(float(step)) for step in reversed(self.steps))
            origin = f' Origin="{first}" Spacing="{steps}"'
        return f'{self.kind} WholeExtent="{_numbers(self.whole)}"{origin}'


def boxes(grid: Grid, pieces: int) -> List[Box]:
    """The grid in so many parts along its first axis that has cells."""
    cells = [last for _, last in grid.whole]
    axis = next((at for at in range(3) if cells[at]), 2)
    if not 1 <= pieces <= min(max(cells[axis], 1), 256):
        raise ValueError(
            f"pieces is {pieces}, but the axis that is divided has {cells[axis]} cells, and a file "
            "at most 256 pieces: give a number between 1 and these"
        )
    cuts = [cells[axis] * at // pieces for at in range(pieces + 1)]
    found = []
    for first, last in zip(cuts, cuts[1:]):
        box = list(grid.whole)
        box[axis] = (first, last)
        found.append(tuple(box))
    return found


def piece_content(grid: Grid, box: Box, packed: bool) -> Iterable[bytes]:
    """The bytes of the file of one piece."""
    blocks: List[bytes] = []

    def array_tag(name: str, values: np.ndarray, components: int) -> str:
        offset = sum(map(len, blocks))
        blocks.append(_block(values, packed))
        return f'<DataArray {_described(name, values, components)} format="appended" ' + (
            f'offset="{offset}"/>'
        )

    body = ""
    for location, part in (("cell", "CellData"), ("node", "PointData")):
        more = 1 if location == "node" else 0
        where = tuple(slice(a, max(b + more, a + 1)) for a, b in box)
        tags = [
            array_tag(name, values[where], _components(values))
            for name, values in grid.arrays.items()
            if grid.locations[name] == location
        ]
        body += f"<{part}>{''.join(tags)}</{part}>"
    if grid.steps is None:
        lines = [line[a : b + 1] for line, (a, b) in zip(grid.nodes, box)]
        tags = [array_tag(name, line, 1) for name, line in zip("xyz", reversed(lines))]
        body += f"<Coordinates>{''.join(tags)}</Coordinates>"
    compressor = ' compressor="vtkZLibDataCompressor"' if packed else ""
    # the piece of an index knows the whole grid, too, as VTK wants it
    head = (
        f'<?xml version="1.0"?>\n<VTKFile type="{grid.kind}" version="1.0" '
        f'byte_order="LittleEndian" header_type="UInt64"{compressor}>\n<{grid.tag()}>\n'
        f'{_time_tag(grid.time)}<Piece Extent="{_numbers(box)}">{body}</Piece>\n</{grid.kind}>\n'
        '<AppendedData encoding="raw">\n_'
    )
    return [head.encode(), *blocks, b"\n</AppendedData>\n</VTKFile>\n"]


def index_content(grid: Grid, parts: List[Box], sources: List[str]) -> bytes:
    """The bytes of an index of pieces."""
    body = ""
    for location, part in (("cell", "PCellData"), ("node", "PPointData")):
        tags = [
            f"<PDataArray {_described(name, values, _components(values))}/>"
            for name, values in grid.arrays.items()
            if grid.locations[name] == location
        ]
        body += f"<{part}>{''.join(tags)}</{part}>\n"
    if grid.steps is None:
        tags = [f'<PDataArray type="Float64" Name="{name}"/>' for name in "xyz"]
        body += f"<PCoordinates>{''.join(tags)}</PCoordinates>\n"
    for box, source in zip(parts, sources):
        body += f'<Piece Extent="{_numbers(box)}" Source={quoteattr(source)}/>\n'
    return (
        f'<?xml version="1.0"?>\n<VTKFile type="P{grid.kind}" version="1.0" '
        f'byte_order="LittleEndian" header_type="UInt64">\n<P{grid.tag()} GhostLevel="0">\n'
        f"{body}</P{grid.kind}>\n</VTKFile>\n"
    ).encode()


def put(files: Mapping[Path, Iterable[bytes]]) -> None:
    """Writes all files beside their places, then moves them there in this order: a reader never
    finds a part of one. What fails leaves the old files."""
    mark = f".{os.getpid()}-{threading.get_ident()}.unfinished"
    unfinished = {path: path.with_name(f".{path.name}{mark}") for path in files}
    try:
        for path, chunks in files.items():
            with open(unfinished[path], "wb") as file:
                file.writelines(chunks)
                file.flush()
                os.fsync(file.fileno())
        *pieces, last = files
        if pieces:  # an old index must not name new pieces
            last.unlink(missing_ok=True)
        for path in files:
            os.replace(unfinished[path], path)
    finally:
        for path in unfinished.values():
            path.unlink(missing_ok=True)


def _numbers(box: Box) -> str:
    return " ".join(f"{first} {last}" for first, last in reversed(box))


def _components(values: np.ndarray) -> int:
    return values.shape[3] if values.ndim == 4 else 1


def _described(name: str, values: np.ndarray, components: int) -> str:
    kind = _NAMES[values.dtype.str[1:]]
    return f'type="{kind}" Name={quoteattr(name)} NumberOfComponents="{components}"'


def _time_tag(time: Optional[float]) -> str:
    if time is None:
        return ""
    return (
        '<FieldData><DataArray type="Float64" Name="TimeValue" NumberOfTuples="1" '
        f'format="ascii">{time!r}</DataArray></FieldData>\n'
    )


def _block(values: np.ndarray, packed: bool) -> bytes:
    """Values with their number of bytes before them, or, packed, the sizes of blocks."""
    data = np.ascontiguousarray(values, values.dtype.newbyteorder("<")).tobytes()
    if not packed:
        return np.array([len(data)], "<u8").tobytes() + data
    parts = [zlib.compress(data[at : at + _BLOCK], 1) for at in range(0, len(data), _BLOCK)]
    head = [len(parts), _BLOCK, len(data) % _BLOCK, *map(len, parts)]
    return np.array(head, "<u8").tobytes() + b"".join(parts)
