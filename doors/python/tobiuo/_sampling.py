# SPDX-License-Identifier: BSD-3-Clause
# What goes with transforms: frequencies, shifts of the zero frequency, lengths that are fast, workers.
from __future__ import annotations

import contextlib
import threading
from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np

from tobiuo._families import adopted
from tobiuo._given import whole

_OF_COMPLEX = (2, 3, 5, 7, 11)
_OF_REAL = (2, 3, 5)


def frequencies(n: int, d: float, is_half: bool, xp: Any, device: Any) -> Any:
    """fftfreq and rfftfreq in arrays of the module ``xp``, or of numpy."""
    if whole(n, "n") < 1:
        raise ValueError(f"n is {n}: a length is 1 or more")
    found = (np.fft.rfftfreq if is_half else np.fft.fftfreq)(n, d)
    if xp is None or xp is np:
        return found
    return xp.asarray(found) if device is None else xp.asarray(found, device=device)


def shifted(x: Any, axes: Optional[Union[int, Sequence[int]]], back: bool) -> Any:
    """fftshift and ifftshift of arrays of any module."""
    array, family = adopted(x)
    ndim = len(array.shape)
    if axes is None:
        chosen = list(range(ndim))
    else:
        chosen = [whole(axis, "axes") for axis in ((axes,) if np.ndim(axes) == 0 else axes)]
    for axis in chosen:
        if not -ndim <= axis < ndim:
            raise ValueError(f"axes has {axis}, but x has {ndim} axes: count them from 0")
    counts = [array.shape[axis] // 2 for axis in chosen]
    return family.module.roll(array, tuple(-n if back else n for n in counts), tuple(chosen))


def fast_length(target: int, real: bool, step: int) -> int:
    """The nearest length from ``target`` on, upwards or downwards by ``step``, without large prime
    factors."""
    length = whole(target, "target")
    if length < (0 if step > 0 else 1):
        raise ValueError(f"target is {length}: a length is {0 if step > 0 else 1} or more")
    while length > 0:
        rest = length
        for prime in _OF_REAL if real else _OF_COMPLEX:
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            break
        length += step
    return length


class _Workers(threading.local):
    count: Optional[int] = None


_workers = _Workers()


def current_workers() -> Optional[int]:
    """What ``workers=None`` stands for in this thread."""
    return _workers.count


@contextlib.contextmanager
def workers_set_to(count: int) -> Iterator[None]:
    before = _workers.count
    _workers.count = count
    try:
        yield
    finally:
        _workers.count = before
