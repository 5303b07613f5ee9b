# SPDX-License-Identifier: BSD-3-Clause
# The numbers in the arrays of VTK's XML files: text, base64 or raw bytes, packed or not.
from __future__ import annotations

import base64
import re
import zlib
from typing import Callable, Dict, List, Optional, Tuple

import numpy as np

from tobiuo import _lz4
from tobiuo._xml_tags import Element, read_tags

try:
    import lzma
except ImportError:  # Python was built without it
    lzma = None  # type: ignore[assignment]


def _unpack_lzma(block: bytes, size: int) -> bytes:
    if lzma is None:
        raise ValueError("it is packed by LZMA, which this Python lacks: write it with LZ4")
    try:
        return lzma.decompress(block)
    except lzma.LZMAError as error:
        raise ValueError(f"a block does not unpack: {error}") from error


def _unpack_zlib(block: bytes, size: int) -> bytes:
    try:
        return zlib.decompress(block)
    except zlib.error as error:
        raise ValueError(f"a block does not unpack: {error}") from error


_UNPACK: Dict[str, Optional[Callable[[bytes, int], bytes]]] = {
    "": None,
    "vtkLZ4DataCompressor": _lz4.unpack,
    "vtkZLibDataCompressor": _unpack_zlib,
    "vtkLZMADataCompressor": _unpack_lzma,
}
TYPES = {
    "Float32": "f4", "Float64": "f8", "Int8": "i1", "UInt8": "u1", "Int16": "i2", "UInt16": "u2",
    "Int32": "i4", "UInt32": "u4", "Int64": "i8", "UInt64": "u8",
}  # fmt: skip
_OTHER_TYPES = ("String", "Bit")
_MOST_COMPONENTS = 256
_WHITE = b" \t\r\n"
_END = re.compile(rb"</VTKFile[ \t\r\n]*>([ \t\r\n]|<!--.*?-->|<\?.*?\?>)*\Z", re.DOTALL)


class Array:
    """A DataArray of a piece, of which only the tag was looked at."""

    def __init__(self, element: Element, location: str) -> None:
        self.element, self.location = element, location
        self.name, self.kind = element.get("Name"), element.get("type")
        self.components = integers(element, "NumberOfComponents", 1, "1")[0]
        if self.kind not in TYPES and self.kind not in _OTHER_TYPES:
            raise ValueError(f"array '{self.name}' has no known type")
        if self.components < 1:
            raise ValueError(f"array '{self.name}' has no components")

    @property
    def objection(self) -> str:
        """Why it is no field of numbers; empty if it is one."""
        if self.components > _MOST_COMPONENTS:
            return f"array '{self.name}' has {self.components} components: write at most 256"
        if self.kind not in TYPES:
            return f"array '{self.name}' is of type {self.kind}: write it as numbers"
        return ""


class Document:
    """A file: the tree of its elements, and the bytes that stand behind them, if any do."""

    def __init__(self, content: bytes) -> None:
        if not content:
            raise ValueError("the file is empty")
        self._content, self._appended, self._appended_as_base64 = content, 0, False
        self.root, end = read_tags(content, "AppendedData")
        if self.root.name != "VTKFile":
            raise ValueError(f"its first element is <{self.root.name}>, not <VTKFile>")
        if end:  # raw bytes are no XML
            self._appended_as_base64 = self.root.only("AppendedData").get("encoding") != "raw"
            while content[end : end + 1] in (b" ", b"\t", b"\r", b"\n"):
                end += 1
            self._appended = end + 1 if content[end : end + 1] == b"_" else 0
            if not _END.search(content[-4096:]):
                raise ValueError("the file is cut short: it does not end with </VTKFile>")
        # What is missing is what VTK takes.
        order = self._word("byte_order", "LittleEndian", ("LittleEndian", "BigEndian"))
        header = self._word("header_type", "UInt32", ("UInt32", "UInt64"))
        self._order = "<" if order == "LittleEndian" else ">"
        self._header = np.dtype(self._order + TYPES[header])
        compressor = self.root.get("compressor")
        if compressor not in _UNPACK:
            raise ValueError(f"it is packed by {compressor}, which is not read: use LZ4 or zlib")
        self._unpack = _UNPACK[compressor]

    def _word(self, name: str, otherwise: str, known: Tuple[str, str]) -> str:
        word = self.root.get(name, otherwise)
        if word not in known:
            raise ValueError(f"its {name} is {word!r}, neither {known[0]} nor {known[1]}")
        return word

    def numbers(self, array: Array, tuples: int) -> np.ndarray:
        """The values of an array of so many tuples, in the machine's byte order, one after the
        other. Raises ValueError with a sentence if they are damaged or others than that."""
        if array.objection:
            raise ValueError(array.objection)
        kind = np.dtype(self._order + TYPES[array.kind])
        native = kind.newbyteorder("=")
        count = tuples * array.components
        try:
            element = array.element
            if element.get("offset"):
                data = self._binary(self._source(element), kind.itemsize * count)
            elif element.get("format") == "binary":
                text = element.text.encode("ascii", "replace").lstrip(_WHITE)
                data = self._binary(_Base64(text, 0), kind.itemsize * count)
            else:
                return _from_text(element.text, native, count)
        except ValueError as error:
            raise ValueError(f"array '{array.name}' cannot be read: {error}") from error
        return np.frombuffer(data, dtype=kind).astype(native)

    def _source(self, element: Element) -> _Source:
        offset = integers(element, "offset", 1)[0]
        if not self._appended or not 0 <= offset < len(self._content):
            raise ValueError("it lies beyond the end")
        kind = _Base64 if self._appended_as_base64 else _Source
        return kind(self._content, self._appended + offset)

    def _binary(self, source: _Source, due: int) -> bytes:
        """The bytes of an array: before them stand their number, or that of the blocks, the bytes
        of each, those of the last one if it has fewer, and the packed bytes of each."""
        width = self._header.itemsize
        if self._unpack is None:
            if self._words(source.run(width, width + due), 1)[0] != due:
                raise ValueError("its size is not that of the grid")
            return source.run(width + due)[width:]
        blocks, size, last = self._words(source.run(3 * width, 3 * width), 3)
        last = last or size
        if not blocks or not size or last > size or (blocks - 1) * size + last != due:
            raise ValueError("its blocks do not hold the values of the grid")
        if blocks * width > source.left:
            raise ValueError("its sizes lie beyond the end")
        head = source.run((3 + blocks) * width)
        packed = self._words(head, 3 + blocks)[3:]
        source.next_run((3 + blocks) * width)
        if sum(packed) > source.left:
            raise ValueError("its blocks lie beyond the end")
        return self._joined(source.run(sum(packed)), packed, [size] * (blocks - 1) + [last])

    def _words(self, data: bytes, count: int) -> List[int]:
        return [int(word) for word in np.frombuffer(data, self._header, count)]

    def _joined(self, data: bytes, packed: List[int], sizes: List[int]) -> bytes:
        assert self._unpack is not None
        found, at = [], 0
        for count, size in zip(packed, sizes):
            found.append(self._unpack(data[at : at + count], size))
            if len(found[-1]) != size:
                raise ValueError("a block does not unpack")
            at += count
        return b"".join(found)


class _Source:
    """Raw bytes of an array."""

    def __init__(self, content: bytes, begin: int) -> None:
        self._content, self._at = content, begin

    @property
    def left(self) -> int:
        return max(len(self._content) - self._at, 0)

    def run(self, count: int, whole: int = 0) -> bytes:
        """The first ``count`` bytes of the run, which has ``whole`` bytes if that is more."""
        if count > self.left:
            raise ValueError("it is cut short")
        return self._content[self._at : self._at + count]

    def next_run(self, count: int) -> None:
        self._at += count


class _Base64(_Source):
    """Runs of base64, each of which is closed by padding; white space may be in them."""

    def __init__(self, content: bytes, begin: int) -> None:
        super().__init__(content, begin)
        self._plain = False

    def run(self, count: int, whole: int = 0) -> bytes:
        letters = 4 * ((count + 2) // 3)
        text = self._content[self._at : self._at + letters]
        if not self._plain and any(letter in text for letter in _WHITE):
            end = self._content.find(b"<", self._at)
            rest = self._content[self._at : end if end >= 0 else None]
            self._content, self._at, self._plain = rest.translate(None, _WHITE), 0, True
            text = self._content[:letters]
        if len(text) < letters:
            raise ValueError("it is cut short or no base64")
        return base64.b64decode(text, validate=True)[:count]

    def next_run(self, count: int) -> None:
        self._at += 4 * ((count + 2) // 3)


def _from_text(text: str, kind: np.dtype, count: int) -> np.ndarray:
    words = text.split()
    if len(words) != count:
        raise ValueError(f"it has {len(words)} values where the grid has {count}")
    if re.search(r"[^\x00-\x7f]|_|0[xX]|[+][-]", text):
        raise ValueError("a word in it is no number")
    if kind.kind == "f":
        wide = np.array(words, dtype=np.float64)
        with np.errstate(over="ignore", under="ignore"):
            values = wide.astype(kind)
        infinite = np.flatnonzero(np.isinf(values))
        if any("n" not in words[at].lower() for at in infinite):
            raise ValueError("a number in it is too large for its type")
        return values
    limits = np.iinfo(kind)
    numbers = [int(word) for word in words]
    if numbers and not limits.min <= min(numbers) <= max(numbers) <= limits.max:
        raise ValueError("a number in it is too large for its type")
    return np.array(numbers, dtype=kind)


def integers(element: Element, name: str, count: int, otherwise: str = "") -> Tuple[int, ...]:
    """The integers in an attribute, which may have signs."""
    text = element.get(name, otherwise)
    words = text.split()
    if len(words) != count or not all(re.fullmatch(r"[+-]?[0-9]+", word) for word in words):
        raise ValueError(f"{name} is {text[:60]!r}" if text else f"it has no {name}")
    return tuple(int(word) for word in words)


def reals(element: Element, name: str, count: int, otherwise: str) -> Tuple[float, ...]:
    """The real numbers in an attribute."""
    text = element.get(name, otherwise)
    words = text.split()
    if len(words) != count or any("_" in word for word in words):
        raise ValueError(f"{name} is {text[:60]!r}")
    return tuple(float(word) for word in words)
