# Owners of what the library makes, and the limited store of those that are used again.
from __future__ import annotations

import contextlib
import threading
import weakref
from collections import OrderedDict
from ctypes import byref, c_char_p, c_int, c_void_p
from typing import Any, Callable, Dict, Generic, Hashable, Optional, TypeVar

from tobiuo import _cuda
from tobiuo._arrays import HOST
from tobiuo._errors import DeviceError
from tobiuo._library import BACKENDS, check, library, number
from tobiuo._structures import Options

Value = TypeVar("Value")

_WORDS = {number: word for word, number in BACKENDS.items() if word}


def _destroy(handle: int, destroy: str, device: int) -> None:
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
    tobiuo_<family>_create, or what ``maker`` says, and the like."""

    family = ""
    maker = "create"

    def __init__(self, asked: Dict[str, Any], *create: Any) -> None:
        """Makes the handle by ``create``, the arguments before and behind the options."""
        backend, threads, device = asked["backend"], asked["threads"], asked["device"]
        options = Options(number(backend, BACKENDS, "backend"), int(threads))
        if device is not None and backend == "opencl":
            raise ValueError(
                f"device is {device}, but it counts CUDA devices: leave it out, and name an OpenCL "
                "device in TOBIUO_OPENCL_DEVICE"
            )
        if device is not None and backend != "cuda":
            raise ValueError("a device is named, but not the back end: ask for backend='cuda'")
        handle = c_void_p()
        with _cuda.on_device(device) if device is not None else contextlib.nullcontext():
            maker = getattr(library(), f"tobiuo_{self.family}_{self.maker}")
            check(maker(*create, byref(options), byref(handle)))
            self.backend = self._found_backend(handle)  #: "cpu", "cuda" or "opencl"
            #: where the arrays are: HOST, or the number of a CUDA device
            self.device = HOST if self.backend != "cuda" else _cuda.current_device() or 0
        self._handle = handle
        self._lock = threading.Lock()
        finalizer = weakref.finalize(
            self, _destroy, handle.value, f"tobiuo_{self.family}_destroy", self.device
        )
        finalizer.atexit = False  # the driver may be gone by then, and the memory goes anyway

    def _found_backend(self, handle: c_void_p) -> str:
        backend = c_int()
        check(getattr(library(), f"tobiuo_{self.family}_backend")(handle, byref(backend)))
        return _WORDS[backend.value]

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls the library with the handle and the arguments. On a GPU and by OpenCL calls take
        turns, with the device of the handle; the CPU has room for all."""
        if self.backend == "cpu":
            status = function(self._handle, *arguments)
        else:
            with self._lock:
                if self.device == HOST or _cuda.current_device() == self.device:
                    status = function(self._handle, *arguments)
                else:
                    with _cuda.on_device(self.device):
                        status = function(self._handle, *arguments)
        if status:
            check(status)

    def describe(self) -> str:
        """One line for a log: what is computed, and by which passes."""
        text = c_char_p()
        check(getattr(library(), f"tobiuo_{self.family}_describe")(self._handle, byref(text)))
        return (text.value or b"").decode()


class Cache(Generic[Value]):
    """Keeps what was used last, up to a limit. Any thread may ask; what two threads make at the
    same time is made twice, and one of them is kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: "OrderedDict[Hashable, Value]" = OrderedDict()

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
