# SPDX-License-Identifier: BSD-3-Clause
# Owners of what the library makes, and the limited store of those that are used again.
from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections import OrderedDict
from ctypes import byref, c_char_p, c_int, c_void_p
from typing import Any, Callable, Dict, Generic, Hashable, Optional, Tuple, Type, TypeVar

from tobiuo import _cuda, _forks, _html
from tobiuo._arrays import HOST
from tobiuo._errors import DeviceError, Error
from tobiuo._given import whole
from tobiuo._library import BACKENDS, check, library, number
from tobiuo._ranks import Ranks
from tobiuo._structures import Options

Value = TypeVar("Value")

_WORDS = {number: word for word, number in BACKENDS.items() if word}


class _Handle(c_void_p):
    """What the library made; it is given back when nothing refers to this object any more."""


def _destroy(
    handle: int, destroy: str, backend: str, device: int, process: int, ranks: Optional[Ranks]
) -> None:
    if process != os.getpid() and (backend != "cpu" or ranks is not None):
        return  # the child of a fork: the device's driver, and other ranks, serve the parent alone
    _destroy_here(handle, destroy, device)
    if ranks is not None:
        ranks.free()
        ranks.raise_kept()


def _destroy_here(handle: int, destroy: str, device: int) -> None:
    if device == HOST:
        getattr(library(), destroy)(handle)
        return
    with _cuda.on_device(device):
        try:
            _cuda.wait_for_device()  # its work must be done before it goes
        except DeviceError:
            return  # a graph is being captured, or the device has failed: its memory stays
        getattr(library(), destroy)(handle)


class Owner:
    """A handle of the library with its device. Derived classes name their functions by ``family``:
    tobiuo_<family>_create, or what ``maker`` says, and the like.

    A copy (``copy.copy``, ``copy.deepcopy``) is planned anew on the device of the original; what is
    pickled is the description, from which the reader plans. ``described_by`` has it: the arguments
    of the class by their names, which nobody else changes."""

    family = ""
    maker = "create"
    _ranks: Optional[Ranks] = None  # None unless the handle is that of a rank
    #: bytes of which the addresses of arrays are multiples
    alignment = 1

    def __init__(
        self, asked: Dict[str, Any], described_by: Dict[str, Any], *create: Any,
        ranks: Optional[Ranks] = None,
    ) -> None:  # fmt: skip
        """Makes the handle by ``create``, the arguments before the options; ``ranks`` are those
        that it is on."""
        self._description = described_by
        self._ranks = ranks
        try:
            self._make(asked, create)
        except BaseException:
            if ranks is not None:
                ranks.free()
            raise

    def _make(self, asked: Dict[str, Any], create: Tuple[Any, ...]) -> None:
        backend, threads, device = asked["backend"], asked["threads"], asked["device"]
        options = Options(number(backend, BACKENDS, "backend"), whole(threads, "threads"))
        if device is not None and backend == "opencl":
            raise ValueError(
                f"device is {device}, but it counts CUDA devices: leave it out, and name an OpenCL "
                "device in TOBIUO_OPENCL_DEVICE"
            )
        if device is not None and backend != "cuda":
            raise ValueError("a device is named, but not the back end: ask for backend='cuda'")
        if device is not None:
            device = whole(device, "device")
        handle = _Handle()
        with _cuda.on_device(device) if device is not None else contextlib.nullcontext():
            maker = getattr(library(), f"tobiuo_{self.family}_{self.maker}")
            status = maker(*create, byref(options), byref(handle))
            if self._ranks is not None:
                self._ranks.raise_kept()
            check(status)
            self.backend = self._found_backend(handle)  #: "cpu", "cuda" or "opencl"
            #: where the arrays are: HOST, or the number of a CUDA device
            self.device = HOST if self.backend != "cuda" else _cuda.current_device() or 0
        self._handle = handle
        self._process = os.getpid()
        self._lock = threading.Lock()
        finalizer = weakref.finalize(
            handle, _destroy, handle.value, f"tobiuo_{self.family}_destroy", self.backend,
            self.device, self._process, self._ranks,
        )  # fmt: skip
        finalizer.atexit = False  # the driver may be gone by then, and the memory goes anyway
        _forks.renew_in_child(self)

    def _found_backend(self, handle: c_void_p) -> str:
        backend = c_int()
        check(getattr(library(), f"tobiuo_{self.family}_backend")(handle, byref(backend)))
        return _WORDS[backend.value]

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls the library with the handle and the arguments. On a GPU, with OpenCL and on several
        ranks calls take turns, with the device of the handle; the CPU has room for all."""
        if self.backend == "cpu" and self._ranks is None:
            status = function(self._handle, *arguments)
        else:
            self._expect_process()
            with self._lock:
                if self.device == HOST or _cuda.current_device() == self.device:
                    status = function(self._handle, *arguments)
                else:
                    with _cuda.on_device(self.device):
                        status = function(self._handle, *arguments)
                if self._ranks is not None:
                    self._ranks.raise_kept()
        if status:
            check(status)

    def describe(self) -> str:
        """One line for a log: what is computed, by which passes, and which addresses arrays may
        have."""
        text = c_char_p()
        check(getattr(library(), f"tobiuo_{self.family}_describe")(self._handle, byref(text)))
        return f"{(text.value or b'').decode()}, arrays at multiples of {self.alignment} bytes"

    def _repr_html_(self) -> str:
        where = {"cpu": "the CPU", "cuda": f"CUDA device {self.device}"}.get(self.backend, "OpenCL")
        rows = [("computes", self.describe()), ("runs on", where)]
        return _html.table(f"{self.family.replace('_', ' ')}: {type(self).__name__}", rows)

    def after_fork(self) -> None:
        """In the child of a fork: no thread there holds a lock."""
        self._lock = threading.Lock()

    def _expect_process(self) -> None:
        """Raises Error in the child of a fork of what works on several ranks, DeviceError of what
        works on a device."""
        if self._ranks is not None and self._process != os.getpid():
            raise Error(
                f"the {type(self).__name__} was made on the ranks of a communicator before this "
                "process was forked, and the child is no rank: use it in the parent"
            )
        if self.backend != "cpu" and self._process != os.getpid():
            driver = "CUDA" if self.backend == "cuda" else "OpenCL"
            raise DeviceError(
                f"the {type(self).__name__} was made before this process was forked, and {driver} "
                "does not work in the child: start workers by multiprocessing's 'spawn' or "
                "'forkserver', and make it there"
            )

    def _expect_no_ranks(self) -> None:
        """Raises TypeError on several ranks, which a pickle cannot have."""
        if self._ranks is not None:
            raise TypeError(
                f"a {type(self).__name__} on the ranks of a communicator cannot be pickled: keep "
                "its arrays, and make another one from them"
            )

    def _on_its_device(self) -> Dict[str, Any]:
        """The description of a copy in this process, which is where the original is."""
        description = dict(self._description)
        if "backend" in description:
            description["backend"] = self.backend
        if self.device != HOST:
            description["device"] = self.device
        return description

    def __copy__(self) -> "Owner":
        self._expect_process()
        return _planned_anew(type(self), self._on_its_device())

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Owner":
        return self.__copy__()

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        self._expect_no_ranks()
        return _planned_anew, (type(self), self._description)


def _planned_anew(kind: Type[Owner], description: Dict[str, Any]) -> Owner:
    return kind(**description)


class Cache(Generic[Value]):
    """Keeps what was used last, up to a limit. Any thread may ask; what two threads make at the
    same time is made twice, and one of them is kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.after_fork()
        _forks.renew_in_child(self)
        self._kept: "OrderedDict[Hashable, Value]" = OrderedDict()

    def after_fork(self) -> None:
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        with self._lock:
            found: Optional[Value] = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            found = self._kept.setdefault(key, made)
            self._kept.move_to_end(key)
            gone = [self._kept.popitem(last=False) for _ in range(len(self._kept) - self._limit)]
        del gone  # outside of the lock: it may wait for a GPU
        return found

    def resize(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"the limit is {limit}: keep 1 or more")
        with self._lock:
            self._limit = limit
            gone = [self._kept.popitem(last=False) for _ in range(len(self._kept) - limit)]
        del gone

    def clear(self) -> None:
        with self._lock:
            gone, self._kept = self._kept, OrderedDict()
        gone.clear()

    def __len__(self) -> int:
        return len(self._kept)
