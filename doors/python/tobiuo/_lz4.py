# SPDX-License-Identifier: BSD-3-Clause
# Unpacks blocks of LZ4: by liblz4 where the system has it, else in Python.
from __future__ import annotations

import ctypes
from typing import Callable

# Source: Y. Collet, LZ4 Block Format Description. A block is a row of sequences: a token, literals,
# and a match, which repeats what was unpacked before; the last sequence has literals only.


def unpack_in_python(block: bytes, size: int) -> bytes:
    """The ``size`` bytes of a block; raises ValueError if it is damaged."""
    out = bytearray()
    at, end = 0, len(block)
    try:
        while True:
            token = block[at]
            at += 1
            count, at = _length(block, token >> 4, at)
            if at + count > end:
                raise IndexError
            out += block[at : at + count]
            at += count
            if at == end:
                break
            offset = block[at] | block[at + 1] << 8
            count, at = _length(block, token & 15, at + 2)
            _repeat(out, offset, count + 4)
            if len(out) > size:
                break
    except IndexError:
        raise ValueError("an LZ4 block is cut off or damaged") from None
    if len(out) != size:
        raise ValueError(f"an LZ4 block has {len(out)} bytes where {size} are due: it is damaged")
    return bytes(out)


def _length(block: bytes, nibble: int, at: int) -> "tuple[int, int]":
    """A length, which goes on in further bytes where the nibble is full, and where it ends."""
    count = nibble
    if nibble == 15:
        more = 255
        while more == 255:
            more = block[at]
            count += more
            at += 1
    return count, at


def _repeat(out: bytearray, offset: int, count: int) -> None:
    begin = len(out) - offset
    if offset == 0 or begin < 0:
        raise IndexError
    piece = bytes(out[begin : begin + count])
    if offset < count:  # the match runs into itself
        piece = (piece * (count // offset + 1))[:count]
    out += piece


def _fastest() -> Callable[[bytes, int], bytes]:
    try:
        decompress = ctypes.CDLL("liblz4.so.1").LZ4_decompress_safe
    except (OSError, AttributeError):
        return unpack_in_python
    decompress.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int]

    def unpack_by_library(block: bytes, size: int) -> bytes:
        out = ctypes.create_string_buffer(max(size, 1))
        if decompress(block, out, len(block), size) != size:
            raise ValueError("an LZ4 block is cut off or damaged")
        return out.raw[:size]

    return unpack_by_library


unpack = _fastest()
