# SPDX-License-Identifier: BSD-3-Clause
# The few calls of the CUDA driver that the package makes: which device is current, which holds an
# array, and waiting for a stream.
from __future__ import annotations

import contextlib
import ctypes
import threading
from ctypes import byref, c_char_p, c_int, c_uint64, c_void_p
from typing import ContextManager, Dict, Optional

from tobiuo import _forks
from tobiuo._errors import DeviceError

_DEVICE_ORDINAL = 9  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL

_lock = threading.Lock()
_driver: Optional[ctypes.CDLL] = None
_contexts: Dict[int, c_void_p] = {}  # of devices, kept until the process ends
_answer = threading.local()  # where the driver writes its answer, made once for each thread
_is_lost = False  # this process was forked from one that had started the driver


def _after_fork() -> None:
    global _lock, _driver, _is_lost
    _lock = threading.Lock()
    _is_lost = _is_lost or _driver is not None
    _driver = None
    _contexts.clear()


_forks.call_in_child(_after_fork)


def _loaded() -> ctypes.CDLL:
    global _driver
    if _is_lost:
        raise DeviceError(
            "this process was forked after its parent had started CUDA, which does not work in the "
            "child: start workers by multiprocessing's 'spawn' or 'forkserver'"
        )
    if _driver is None:
        with _lock:
            if _driver is None:
                try:
                    driver = ctypes.CDLL("libcuda.so.1")
                except OSError as error:
                    raise DeviceError(
                        f"an array is on a GPU, but there is no NVIDIA driver here ({error}): "
                        "install it, or copy the array to the host"
                    ) from None
                driver.cuStreamSynchronize.argtypes = [c_void_p]
                driver.cuPointerGetAttribute.argtypes = [c_void_p, c_int, c_uint64]
                driver.cuCtxPushCurrent_v2.argtypes = [c_void_p]
                status = driver.cuInit(0)
                if status:
                    raise DeviceError(f"the NVIDIA driver does not start ({_name(driver, status)})")
                _driver = driver
    return _driver


def _name(driver: ctypes.CDLL, status: int) -> str:
    text = c_char_p()
    driver.cuGetErrorName(status, byref(text))
    return (text.value or str(status).encode()).decode()


def _check(status: int, doing: str) -> None:
    if status:
        raise DeviceError(f"could not {doing} ({_name(_loaded(), status)})")


def current_device() -> Optional[int]:
    """The number of this thread's device; None where no context is current, as in a new thread."""
    try:
        found, place = _answer.device
    except AttributeError:
        found = c_int()
        place = byref(found)
        _answer.device = found, place
    if (_driver or _loaded()).cuCtxGetDevice(place):
        return None
    return int(found.value)


def device_of(address: int) -> int:
    """The number of the device whose memory holds the address."""
    device = c_int()
    _check(
        _loaded().cuPointerGetAttribute(byref(device), _DEVICE_ORDINAL, address),
        "find the device of an array: its address is in no memory that CUDA knows",
    )
    return device.value


def on_device(device: int) -> ContextManager[object]:
    """Makes a device current inside a ``with``, by the context that CUDA's runtime uses."""
    if device == current_device():
        return contextlib.nullcontext()
    return _pushed(device)


@contextlib.contextmanager
def _pushed(device: int):  # type: ignore[no-untyped-def]
    driver = _loaded()
    with _lock:
        if device not in _contexts:
            context = c_void_p()
            _check(
                driver.cuDevicePrimaryCtxRetain(byref(context), device), f"use device {device}"
            )
            _contexts[device] = context
    _check(driver.cuCtxPushCurrent_v2(_contexts[device]), f"use device {device}")
    try:
        yield
    finally:
        driver.cuCtxPopCurrent_v2(byref(c_void_p()))


def wait_for_stream(stream: int, device: int) -> None:
    """Waits until the work on a stream of a device is done."""
    with on_device(device):
        _check(_loaded().cuStreamSynchronize(stream or None), "wait for a stream")


def wait_for_device() -> None:
    """Waits until all work on the current device is done."""
    _check(_loaded().cuCtxSynchronize(), "wait for the device")
