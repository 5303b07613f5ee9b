# SPDX-License-Identifier: BSD-3-Clause
# The ranks of a parallel program, whose messages go through a communicator of Python.
"""A solver on several ranks gets ``comm``: a communicator of mpi4py, or any object with

    Get_rank(), Get_size()
    Isend(buffer, dest=rank, tag=number), Irecv(buffer, source=rank, tag=number)
              begin to send and to receive, and return a request whose Wait() waits for the end;
              buffers are arrays of numpy of bytes (uint8)

Messages from one rank to another arrive in the order in which they were sent, and a rank may send
to itself. Where there is ``Dup()`` a solver sends over a duplicate of its own, which it gives back
by ``Free()``, so that its messages never meet those of the program.
"""
from __future__ import annotations

import ctypes
from ctypes import byref, c_char, c_int64
from typing import Any, Callable, Iterator, List, Optional, Tuple

import numpy as np

from tobiuo._given import whole
from tobiuo._library import check
from tobiuo._structures import Communicator, Exchange, Messages

_TAG = 0
_LONGEST = 1 << 30  # MPI counts bytes in an int: longer messages go in pieces

_NEEDED = ("Get_rank", "Get_size", "Isend", "Irecv")


def ranks_of(comm: Any, through_host_memory: bool) -> "Optional[Ranks]":
    """The ranks of a communicator, or None if there is none. Collective. Raises TypeError for what
    is no communicator."""
    if comm is not None:
        return Ranks(comm, through_host_memory)
    if through_host_memory:
        raise ValueError("through_host_memory is set, but comm is None: it says how ranks send")
    return None


class Ranks:
    """The ranks of a communicator as the C interface takes them. Collective, where the communicator
    is duplicated.

    An exception of the communicator cannot pass the library: it is kept, the library's call fails,
    and ``raise_kept`` raises it to the caller of that."""

    def __init__(self, comm: Any, through_host_memory: bool) -> None:
        missing = [name for name in _NEEDED if not callable(getattr(comm, name, None))]
        if missing:
            raise TypeError(
                f"comm is {type(comm).__name__}, which has no {missing[0]}: give a communicator of "
                f"mpi4py, or an object with {', '.join(_NEEDED)}"
            )
        self.rank = whole(comm.Get_rank(), "the rank of comm")
        self.size = whole(comm.Get_size(), "the size of comm")
        self._kept: Optional[BaseException] = None
        self._duplicate = comm.Dup() if callable(getattr(comm, "Dup", None)) else None
        self._comm = comm if self._duplicate is None else self._duplicate
        self._exchange = Exchange(self._exchanged)  # it must live as long as the solver
        #: what the library is given
        self.structure = Communicator(
            rank=self.rank, size=self.size, exchange=self._exchange,
            through_host_memory=int(bool(through_host_memory)),
        )  # fmt: skip

    def raise_kept(self) -> None:
        """Raises what the last exchange has raised, if anything."""
        kept, self._kept = self._kept, None
        if kept is not None:
            raise kept

    def free(self) -> None:
        """Gives the duplicate back. Collective."""
        duplicate, self._duplicate = self._duplicate, None
        if duplicate is not None:
            duplicate.Free()

    def _exchanged(self, _context: Any, messages: Any, text: int, text_bytes: int) -> int:
        try:
            self._exchange_all(messages.contents)
        except BaseException as error:
            self._kept = error
            said = f"{type(error).__name__}: {error}".encode("utf-8", "replace")
            said = said[: text_bytes - 1] + b"\0"
            ctypes.memmove(text, said, len(said))
            return 1
        return 0

    def _exchange_all(self, messages: Messages) -> None:
        requests: List[Any] = []
        for at in range(messages.receive_count):
            place = messages.receives[at]
            for piece in _pieces(place.data, place.bytes):
                requests.append(self._comm.Irecv(piece, source=place.from_, tag=_TAG))
        for at in range(messages.send_count):
            message = messages.sends[at]
            for piece in _pieces(message.data, message.bytes):
                requests.append(self._comm.Isend(piece, dest=message.to, tag=_TAG))
        for request in requests:
            request.Wait()


def _pieces(address: Optional[int], count: int) -> Iterator[np.ndarray]:
    """The bytes at an address as arrays, one of no bytes if there are none."""
    for at in range(0, max(count, 1), _LONGEST):
        length = min(_LONGEST, count - at)
        yield np.ndarray((length,), np.uint8, (c_char * length).from_address((address or 0) + at))


def planes_of(box: Tuple[int, ...], ask: Callable[[Any, Any], int]) -> slice:
    """The planes of the first axis of a box that arrays of a solver hold; ``ask`` is a function of
    the library that writes the first of z and their number. Without an axis z arrays hold all."""
    if len(box) < 3:
        return slice(0, box[0])
    first, count = c_int64(), c_int64()
    check(ask(byref(first), byref(count)))
    return slice(first.value, first.value + count.value)


def part_of(box: Tuple[int, ...], planes: slice) -> Tuple[int, ...]:
    """The shape of these planes of a box."""
    return (planes.stop - planes.start,) + box[1:]
