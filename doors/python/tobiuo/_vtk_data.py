# The numbers in the arrays of VTK's XML files: text, base64 or raw bytes, packed or not.
from __future__ import annotations

import base64
import zlib
from typing import Any, Callable, Dict, Optional, Tuple
from xml.etree import ElementTree

import numpy as np

from tobiuo import _lz4

_UNPACK: Dict[Optional[str], Optional[Callable[[bytes, int], bytes]]] = {
    None: None,
    "vtkLZ4DataCompressor": _lz4.unpack,
    "vtkZLibDataCompressor": lambda block, size: zlib.decompress(block),
}
_TYPES = {
    "Float32": "f4", "Float64": "f8", "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2",
    "Int32": "i4", "UInt32": "u4", "Int64": "i8", "UInt64": "u8",
}  # fmt: skip


class Document:
    """A file: the tree of its elements, and the bytes that stand behind them, if any do."""

    def __init__(self, content: bytes) -> None:
        self._appended = b""
        begin = content.find(b"<AppendedData")
        if begin >= 0:  # raw bytes are no XML
            tag_end = content.index(b">", begin)
            if b'"raw"' not in content[begin:tag_end]:
                raise ValueError("its data is appended as base64, which is not read: append it raw")
            self._appended = content[content.index(b"_", tag_end) + 1 :]
            content = content[:begin] + b"</VTKFile>"
        self.root = ElementTree.fromstring(content)
        order = self.root.get("byte_order", "LittleEndian")
        self._order = "<" if order == "LittleEndian" else ">"
        self._header = np.dtype(self._order + _TYPES[self.root.get("header_type", "UInt32")])
        compressor = self.root.get("compressor")
        if compressor not in _UNPACK:
            raise ValueError(f"it is packed by {compressor}, which is not read: use LZ4 or zlib")
        self._unpack = _UNPACK[compressor]

    def numbers(self, element: ElementTree.Element) -> np.ndarray:
        """The values of a DataArray, in the machine's byte order, one after the other."""
        kind = np.dtype(self._order + _TYPES[element.attrib["type"]])
        way = element.get("format", "ascii")
        if way == "ascii":
            return np.array((element.text or "").split(), dtype=kind.newbyteorder("="))
        if way == "appended":
            data = self._from_raw(int(element.attrib["offset"]))
        else:
            data = self._from_base64("".join((element.text or "").split()))
        return np.frombuffer(data, dtype=kind).astype(kind.newbyteorder("="))

    def _from_raw(self, offset: int) -> bytes:
        source = self._appended
        if self._unpack is None:
            size = int(np.frombuffer(source, self._header, 1, offset)[0])
            begin = offset + self._header.itemsize
            return source[begin : begin + size]
        blocks = int(np.frombuffer(source, self._header, 1, offset)[0])
        head = np.frombuffer(source, self._header, 3 + blocks, offset)
        begin = offset + head.nbytes
        return self._joined(head, source[begin : begin + int(head[3:].sum())])

    def _from_base64(self, text: str) -> bytes:
        width = self._header.itemsize
        if self._unpack is None:
            data = base64.b64decode(text)
            size = int(np.frombuffer(data, self._header, 1)[0])
            return data[width : width + size]
        blocks = int(np.frombuffer(base64.b64decode(text[: _encoded(width)]), self._header, 1)[0])
        end = _encoded((3 + blocks) * width)  # the head is encoded by itself
        head = np.frombuffer(base64.b64decode(text[:end]), self._header, 3 + blocks)
        return self._joined(head, base64.b64decode(text[end:]))

    def _joined(self, head: np.ndarray, packed: bytes) -> bytes:
        """The blocks, unpacked: head is their number, the bytes of each and of the last one if it
        has fewer, and then the packed bytes of each."""
        blocks, size, last = (int(value) for value in head[:3])
        if len(packed) < int(head[3:].sum()):
            raise ValueError("the data of an array is cut off")
        assert self._unpack is not None
        found, at = [], 0
        for index in range(blocks):
            end = at + int(head[3 + index])
            due = last if last and index == blocks - 1 else size
            found.append(self._unpack(packed[at:end], due))
            at = end
        return b"".join(found)


def _encoded(count: int) -> int:
    """The letters of base64 for so many bytes: reading a part of a head needs whole groups."""
    return 4 * ((count + 2) // 3)


def extent_of(text: str) -> Tuple[Any, ...]:
    """The first node of (z, y, x) and the cells along them of an extent "x0 x1 y0 y1 z0 z1"."""
    x0, x1, y0, y1, z0, z1 = (int(word) for word in text.split())
    return (z0, y0, x0), (z1 - z0, y1 - y0, x1 - x0)
