# SPDX-License-Identifier: BSD-3-Clause
# The elements of an XML file as a tree, by the program's own limits (app/output/field/xml_tags.hpp).
from __future__ import annotations

from typing import Dict, List, Optional, Tuple
from xml.parsers import expat

_MOST_LEVELS = 16
_MOST_ATTRIBUTES = 64
_MOST_BYTES = 1 << 20  # of all tags together
_ENCODINGS = ("utf-8", "utf-16", "iso-8859-1", "us-ascii")


class Element:
    """An element; its text is without references, comments and children."""

    def __init__(self, name: str, attributes: Dict[str, str]) -> None:
        self.name, self.attributes = name, attributes
        self.children: List[Element] = []
        self.parts: List[str] = []

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def get(self, key: str, otherwise: str = "") -> str:
        """The value of an attribute; ``otherwise`` if it does not exist or is empty."""
        return self.attributes.get(key) or otherwise

    def all(self, *names: str) -> List[Element]:
        return [child for child in self.children if child.name in names]

    def only(self, name: str) -> Element:
        found = self.all(name)
        if len(found) != 1:
            raise ValueError(f"it has {len(found)} elements <{name}>")
        return found[0]


class _Last(Exception):
    """The start of the last element to be read was found."""


class _Reader:
    def __init__(self, content: bytes, last: str) -> None:
        self._content, self._last = content, last
        self.root: Optional[Element] = None
        self.end = 0
        self._open: List[Element] = []
        self._bytes = 0
        parser = self._parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.XmlDeclHandler = self._declared
        parser.StartDoctypeDeclHandler = self._doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda name: self._open.pop()
        parser.CharacterDataHandler = self._text

    def read(self) -> None:
        try:
            self._parser.Parse(self._content, True)
        except _Last:
            pass

    def _declared(self, version: str, encoding: Optional[str], standalone: int) -> None:
        if encoding is not None and encoding.lower() not in _ENCODINGS:
            raise ValueError(f"its encoding {encoding!r} is not read, but UTF-8 is")

    def _doctype(self, *declared: object) -> None:
        raise ValueError("it has a document type")

    def _start(self, name: str, attributes: Dict[str, str]) -> None:
        self._bytes += len(name) + sum(len(k) + len(v) for k, v in attributes.items())
        if len(self._open) == _MOST_LEVELS or len(attributes) > _MOST_ATTRIBUTES:
            raise ValueError("its tags are nested too deeply, or have too many attributes")
        if self._bytes > _MOST_BYTES:
            raise ValueError(f"its tags have more than {_MOST_BYTES} bytes")
        element = Element(name, attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        if name == self._last:
            self.end = _end_of_tag(self._content, self._parser.CurrentByteIndex)
            raise _Last

    def _text(self, text: str) -> None:
        self._open[-1].parts.append(text)


def _end_of_tag(content: bytes, begin: int) -> int:
    """Where the tag that begins at ``begin`` is over: ">" may be in the value of an attribute."""
    quote = 0
    for at in range(begin, len(content)):
        letter = content[at]
        if quote:
            quote = 0 if letter == quote else quote
        elif letter in b"\"'":
            quote = letter
        elif letter == ord(">"):
            return at + 1
    return len(content)


def read_tags(content: bytes, last: str) -> Tuple[Element, int]:
    """The root element, and where the start tag called ``last`` ends; 0 if there is none. What
    follows that tag need not be XML. Raises ValueError or expat.ExpatError for malformed XML, for a
    document type (it is not needed, and entities can grow without bound), or an exceeded limit."""
    reader = _Reader(content, last)
    reader.read()
    if reader.root is None:
        raise ValueError("it has no tags")
    return reader.root, reader.end
