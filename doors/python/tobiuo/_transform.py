# SPDX-License-Identifier: BSD-3-Clause
# Transforms over any axes of any array, by plans over its last axes that are kept.
from __future__ import annotations

import contextlib
import operator
import os
from typing import Any, ContextManager, List, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays
from tobiuo._arrays import HOST
from tobiuo._families import NUMPY, Family, adopted, known_type
from tobiuo._given import whole
from tobiuo._handles import Cache
from tobiuo._plan import ALIGNMENT, COMPLEX, REAL, Plan
from tobiuo._sampling import current_workers

PRECISIONS = {
    "float32": "single", "complex64": "single", "float64": "double", "complex128": "double"
}  # fmt: skip
_DEFAULT_LIMIT = 64
_AXES_OF_A_PLAN = 3

_NOWHERE = contextlib.nullcontext()

plans: Cache[Plan] = Cache(_DEFAULT_LIMIT)


def whole_numbers(given: Any, name: str) -> List[int]:
    """One or several whole numbers; raises ValueError for others, as scipy.fft does."""
    try:
        return [operator.index(n) for n in ((given,) if np.ndim(given) == 0 else given)]
    except TypeError:
        raise ValueError(f"{name} is {given!r}: give whole numbers") from None


def workers_of(workers: Any) -> Any:
    """``workers``, or what None stands for in this thread, for work that another thread does."""
    return current_workers() if workers is None else workers


def threads_of(workers: Any) -> int:
    """The threads of the library, 0 for as many as the size is worth; negative numbers count back
    from all processors, as in scipy.fft."""
    if workers is None:
        workers = current_workers()
        if workers is None:
            return 0
    count = whole(workers, "workers")
    processors = os.cpu_count() or 1
    if count == 0 or count < -processors:
        raise ValueError(
            f"workers is {count}: give 1 or more, -1 for all {processors} processors, -2 for one "
            "less, or None"
        )
    return count if count > 0 else count + 1 + processors


def lengths_of(
    shape: Sequence[int], axes: Sequence[int], s: Optional[Sequence[int]]
) -> Optional[List[int]]:
    """The lengths that are asked for, -1 being that of ``x``; None where none are."""
    if s is None:
        return None
    lengths = [shape[axis] if n == -1 else n for n, axis in zip(s, axes)]
    if min(lengths, default=1) < 1:
        raise ValueError(f"s is {tuple(s)}: lengths are 1 or more, or -1 for that of x")
    return lengths


def positions_of(ndim: int, axes: Optional[Sequence[int]], s: Optional[Sequence[int]]) -> List[int]:
    """The axes that are asked for, counted from the front, in their order; as scipy.fft does."""
    if axes is None:
        count = ndim if s is None else len(s)
        if count > ndim:
            raise ValueError(f"s has {count} lengths, but x has {ndim} axes: leave some out")
        return list(range(ndim - count, ndim))
    found = []
    for axis in whole_numbers(axes, "axes"):
        if not -ndim <= axis < ndim:
            raise ValueError(f"axes has {axis}, but x has {ndim} axes: count them from 0")
        found.append(axis % ndim)
    if len(set(found)) != len(found):
        raise ValueError(f"axes has one twice ({tuple(axes)}): name each once")
    if s is not None and len(s) != len(found):
        raise ValueError(f"s has {len(s)} lengths for {len(found)} axes: give one for each")
    return found


def factor_of(norm: Optional[str], inverse: bool, points: int) -> float:
    """What a transform that is not scaled is to be multiplied by."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"norm is {norm!r}: it is 'backward', 'ortho' or 'forward'")
    if norm == "ortho":
        return 1.0 / float(points) ** 0.5
    return 1.0 / float(points) if inverse == (norm in (None, "backward")) else 1.0


class Work:
    """An array on its way through one transform after another. ``owned`` says that nobody else sees
    it, so that it may be overwritten."""

    def __init__(
        self, x: Any, axes: Optional[Sequence[int]], s: Any, workers: Any, plan: Any = None
    ) -> None:
        s = None if s is None else whole_numbers(s, "s")
        if plan is not None and not isinstance(plan, Plan):
            raise TypeError(f"plan is {plan!r}: give a tobiuo.fft.Plan, or leave it out")
        self._plan = plan
        self.array, self.family = adopted(x)
        self._given = x
        self.owned = False
        shape = self.array.shape
        self.axes = positions_of(len(shape), axes, s)
        self.lengths = lengths_of(shape, self.axes, s)
        self.threads = threads_of(workers)
        if self.lengths is None and any(shape[axis] == 0 for axis in self.axes):
            raise ValueError(f"x has the shape {tuple(shape)}: it has no values along an axis")

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to transform, since an axis that is not transformed is empty."""
        return 0 in self.array.shape

    def let_overwrite(self) -> None:
        """Takes ``x`` as the work's own, as ``overwrite_x`` lets it, if it may be written and none
        of its elements is in two places."""
        if self.family.immutable or self.owned:
            return
        may = self._given is self.array or _arrays.view(self._given).writable
        may = may and self.family.view(self.array).writable
        self.owned = may and _arrays.owns_each_element(self.array)

    def on_its_device(self) -> ContextManager[object]:
        """Makes the device of the array current inside a ``with``."""
        if self.family is NUMPY:
            return _NOWHERE
        return _arrays.on_device_of(self.family.view(self.array))

    def to_a_known_type(self) -> None:
        """``known_type``; other types are refused."""
        name = self.dtype
        if name in PRECISIONS:
            return
        found = known_type(self.array, self.family)
        self.owned = self.owned or found is not self.array
        self.array = found
        if self.dtype not in PRECISIONS:
            raise TypeError(
                f"x is {name}, but transforms take float32, float64, complex64 and complex128: "
                "convert it"
            )

    @property
    def dtype(self) -> str:
        return _arrays.type_name(self.array.dtype)

    @property
    def precision(self) -> str:
        return PRECISIONS[self.dtype]

    @property
    def is_real(self) -> bool:
        return self.dtype.startswith("float")

    def convert(self, dtype: str) -> None:
        self.array, self.owned = self.family.converted(self.array, dtype), True

    def resize(self, lengths: Sequence[int]) -> None:
        """Crops the axes that are transformed, or fills them with zeros, to these lengths."""
        shape = list(self.array.shape)
        for axis, length in zip(self.axes, lengths):
            shape[axis] = length
        if shape != list(self.array.shape):
            self.array, self.owned = self.family.resized(self.array, tuple(shape)), True

    def transform(self, axes: Sequence[int], kind: str, direction: str, last: int = 0) -> None:
        """One pass of the library over at most three axes; c2r needs the length of the last one."""
        shape, halved = self.array.shape, axes[-1]
        if self.is_empty:
            self._make_empty(halved, kind, last)
        elif kind == "r2c" and shape[halved] == 1:  # whose transform is itself
            self.convert(COMPLEX[self.precision])
            self.transform(axes, "c2c", direction)
        elif kind == "c2r" and last == 1:
            self.transform(axes, "c2c", direction)
            self.array = self.family.real_part(self.array)
        else:
            is_halved = kind != "c2c"
            long = [a for a in axes if shape[a] > 1 or (is_halved and a == halved)]
            self._transform_long(long, kind, direction, last)

    def _make_empty(self, halved: int, kind: str, last: int) -> None:
        """The result without values of an array without values."""
        shape = list(self.array.shape)
        if kind != "c2c":
            shape[halved] = last if kind == "c2r" else shape[halved] // 2 + 1
        dtype = (REAL if kind == "c2r" else COMPLEX)[self.precision]
        self.array, self.owned = self.family.empty(tuple(shape), dtype, self.array), True

    def _transform_long(self, axes: Sequence[int], kind: str, direction: str, last: int) -> None:
        """``transform`` over axes of more than one point; without any it is a copy."""
        if not axes:
            self.make_fit(must_be_owned=True)
            return
        ndim, count = len(self.array.shape), len(axes)
        behind = tuple(range(ndim - count, ndim))
        # the order of axes matters to the one that is halved, which is the last
        ordered = tuple(sorted(axes) if kind == "c2c" else sorted(axes[:-1]) + [axes[-1]])
        if ordered != behind:
            self.array = self.family.moved(self.array, ordered, behind)
        self._execute(count, kind, direction, last)
        if ordered != behind:
            self.array = self.family.moved(self.array, behind, ordered)

    def _execute(self, count: int, kind: str, direction: str, last: int) -> None:
        self.make_fit(must_be_owned=kind == "c2r")
        view = self.family.view(self.array)
        shape = view.shape if kind != "c2r" else view.shape[:-1] + (last,)
        first = len(shape) - count
        in_place = kind == "c2c" and self.owned and not self.family.immutable and not self._plan
        batch = 1
        for length in shape[:first]:
            batch *= length
        key = (shape[first:], kind, direction, self.precision, batch, in_place,
               self.threads, view.device, view.stream)  # fmt: skip
        plan = self._given_plan(key) if self._plan else plans.get(key, lambda: _planned(key))
        result = self.array
        if not in_place:
            modes = shape[:-1] + (shape[-1] // 2 + 1,) if kind == "r2c" else shape
            dtype = (REAL if kind == "c2r" else COMPLEX)[self.precision]
            if self.family.traces:
                self.array = self.family.executed(plan, self.array, modes, dtype)
                return
            result = self.family.empty(tuple(modes), dtype, self.array)
        written = view if in_place else self.family.view(result)
        plan._enqueue(view.address, written.address, view.stream)
        self.family.finish(view.stream, view.device)
        self.array, self.owned = result, True

    def _given_plan(self, key: Tuple[Any, ...]) -> Plan:
        """The caller's plan; raises ValueError unless it is one of this key."""
        described = self._plan._description
        names = ("shape", "kind", "direction", "precision", "batch", "in_place")
        found = tuple(described[name] for name in names)
        wanted = (tuple(key[0]),) + key[1:6]
        is_one_way = key[1] != "c2c"  # whose direction is that of the kind
        fits = all(a == b or is_one_way and name == "direction"
                   for a, b, name in zip(found, wanted, names))  # fmt: skip
        if not fits or self._plan.device != key[7] or self._plan._has_functions:
            words = ", ".join(f"{name}={value!r}" for name, value in zip(names, wanted))
            raise ValueError(
                f"plan does not fit (this call transforms by Plan({words}), where x lies): make it "
                "so, or leave it out"
            )
        return self._plan

    def make_fit(self, must_be_owned: bool = False) -> None:
        """Replaces the array by a copy where the library cannot work on it: with gaps, or at an
        address that is no multiple of the alignment; or on one that is not the work's own."""
        view = self.family.view(self.array)
        is_fit = view.contiguous and view.address % ALIGNMENT[self.precision] == 0
        if not is_fit or (must_be_owned and not self.owned):
            self.array, self.owned = self.family.contiguous_copy(self.array), True

    def scale(self, factor: float) -> None:
        if factor != 1.0:
            self.array = self.family.scaled(self.array, factor)

    def multiply(self, place: Tuple[Any, ...], factor: float) -> None:
        """Multiplies some of the values, in an array that is the work's own."""
        if not self.owned:
            self.array, self.owned = self.family.contiguous_copy(self.array), True
        self.array = self.family.with_scaled(self.array, place, factor)


def _planned(key: Tuple[Any, ...]) -> Plan:
    shape, kind, direction, precision, batch, in_place, threads, device, _ = key
    on_host = device == HOST
    return Plan(
        shape, kind, direction, precision, batch=batch, in_place=in_place, threads=threads,
        backend="cpu" if on_host else "cuda", device=None if on_host else device,
    )  # fmt: skip


def complex_transform(
    x: Any, s: Any, axes: Any, norm: Any, overwrite: bool, inverse: bool, workers: Any,
    plan: Any = None,
) -> Any:  # fmt: skip
    """fftn and ifftn."""
    work = Work(x, axes, s, workers, plan)
    with work.on_its_device():
        return _complex(work, norm, overwrite, inverse)


def _complex(work: Work, norm: Any, overwrite: bool, inverse: bool) -> Any:
    work.to_a_known_type()
    factor_of(norm, inverse, 1)
    if work.lengths is not None:
        work.resize(work.lengths)
    if work.is_real:
        work.convert(COMPLEX[work.precision])
    elif overwrite:
        work.let_overwrite()
    points = transform_groups(work, work.axes, "inverse" if inverse else "forward")
    work.scale(factor_of(norm, inverse, points))
    return work.array


def real_transform(
    x: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any = None
) -> Any:
    """rfftn."""
    work = Work(x, axes, s, workers, plan)
    with work.on_its_device():
        return _real(work, norm)


def _real(work: Work, norm: Any) -> Any:
    work.to_a_known_type()
    if not work.is_real:
        raise TypeError(f"x is {work.dtype}, but this transform takes real numbers: use fftn")
    _expect_axes(work)
    factor_of(norm, False, 1)
    if work.lengths is not None:
        work.resize(work.lengths)
    points = _points(work.array.shape, work.axes)
    modes_of_reals(work)
    work.scale(factor_of(norm, False, points))
    return work.array


def modes_of_reals(work: Work) -> None:
    """Transforms real numbers to their half spectrum."""
    work.transform(work.axes[-_AXES_OF_A_PLAN:], "r2c", "forward")
    transform_groups(work, work.axes[:-_AXES_OF_A_PLAN], "forward")


def real_inverse(
    x: Any, s: Any, axes: Any, norm: Any, overwrite: bool, workers: Any, plan: Any = None
) -> Any:
    """irfftn."""
    work = Work(x, axes, s, workers, plan)
    with work.on_its_device():
        return _real_inverse(work, norm, overwrite)


def _real_inverse(work: Work, norm: Any, overwrite: bool) -> Any:
    work.to_a_known_type()
    _expect_axes(work)
    factor_of(norm, True, 1)
    lengths = points_of_modes([work.array.shape[axis] for axis in work.axes], work.lengths)
    if work.is_real:
        work.convert(COMPLEX[work.precision])
    elif overwrite:
        work.let_overwrite()
    work.resize(lengths[:-1] + (lengths[-1] // 2 + 1,))
    reals_of_modes(work, lengths[-1])
    work.scale(factor_of(norm, True, _points(work.array.shape, work.axes)))
    return work.array


def points_of_modes(
    given: Sequence[int], lengths: Optional[Sequence[int]]
) -> Tuple[int, ...]:
    """The points of the real side of a half spectrum whose axes have the given lengths."""
    found = tuple(given[:-1]) + (2 * (given[-1] - 1),) if lengths is None else tuple(lengths)
    if found[-1] < 1:
        raise ValueError("x has 1 value along the last axis, which could be 0 points: give s")
    return found


def reals_of_modes(work: Work, last: int) -> None:
    """Transforms a half spectrum to real numbers, of which the last axis has ``last``."""
    transform_groups(work, work.axes[:-_AXES_OF_A_PLAN], "inverse")
    work.transform(work.axes[-_AXES_OF_A_PLAN:], "c2r", "inverse", last)


OPPOSITE = {None: "forward", "backward": "forward", "forward": "backward"}
#: transforms that are others of the conjugate (True), or the conjugate of others
OF_CONJUGATE = {"hfftn": ("irfftn", True), "ihfftn": ("rfftn", False)}


def hermitian(x: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any) -> Any:
    """hfftn: the sum with exp(-i ...) of a Hermitian signal is that with exp(+i ...) of its
    conjugate."""
    array, family = adopted(x)
    return real_inverse(
        family.conjugate(array), s, axes, OPPOSITE.get(norm, norm), True, workers, plan
    )


def hermitian_inverse(x: Any, s: Any, axes: Any, norm: Any, workers: Any, plan: Any) -> Any:
    """ihfftn."""
    found = real_transform(x, s, axes, OPPOSITE.get(norm, norm), workers, plan)
    return adopted(found)[1].conjugate(found)


def transform_groups(work: Work, axes: Sequence[int], direction: str) -> int:
    """Transforms complex axes, three at a time; the number of points of these axes."""
    if not axes and not work.owned:
        work.array, work.owned = work.family.contiguous_copy(work.array), True
    ordered = sorted(axes)
    while ordered:
        work.transform(ordered[-_AXES_OF_A_PLAN:], "c2c", direction)
        del ordered[-_AXES_OF_A_PLAN:]
    return _points(work.array.shape, axes)


def _points(shape: Sequence[int], axes: Sequence[int]) -> int:
    points = 1
    for axis in axes:
        points *= shape[axis]
    return points


def _expect_axes(work: Work) -> None:
    if not work.axes:
        raise ValueError("axes is empty: a real transform needs at least 1")
