# SPDX-License-Identifier: BSD-3-Clause
# Cosine and sine transforms over any axes of any array, with the meanings of scipy.fft.
from __future__ import annotations

from ctypes import byref
from typing import Any, List, Optional, Sequence, Tuple

from tobiuo import _arrays
from tobiuo._arrays import HOST
from tobiuo._given import real, shape_of, whole
from tobiuo._handles import Cache, Owner
from tobiuo._library import PRECISIONS, R2R_KINDS, library, number
from tobiuo._needs import Need, expect_one_array
from tobiuo._plan import ALIGNMENT, REAL
from tobiuo._structures import R2r
from tobiuo._transform import Work

_DEFAULT_LIMIT = 64
_AXES_OF_A_PLAN = 3
_INVERSE_TYPE = {1: 1, 2: 3, 3: 2, 4: 4}
# What a transform of one point multiplies by; a DCT-I has at least two.
_OF_ONE_POINT = {
    "dct-2": 2.0, "dct-3": 1.0, "dct-4": 2.0**0.5,
    "dst-1": 2.0, "dst-2": 2.0, "dst-3": 1.0, "dst-4": 2.0**0.5,
}  # fmt: skip


class R2rPlan(Owner):
    """Cosine and sine transforms over all axes of ``shape``, planned once, executed many times.

    shape      points: (x,), (y, x) or (z, y, x); axes of one point are not transformed
    kinds      "dct-1" to "dct-4" or "dst-1" to "dst-4", one for all axes, or one for each
    scale      what the result is multiplied by; 1 gives the transforms of scipy.fft without norm
    precision, batch, in_place, backend, threads, device   as of ``Plan``

    Order, lifetime, copies, ``alignment`` and errors are those of ``Plan``. Arrays are of ``shape`` and ``dtype``, after
    an axis for the batch if there are several.
    """

    family = "r2r_plan"

    def __init__(
        self,
        shape: Sequence[int],
        kinds: Any = "dct-2",
        precision: str = "double",
        *,
        scale: float = 1.0,
        batch: int = 1,
        in_place: bool = False,
        backend: Optional[str] = None,
        threads: int = 0,
        device: Optional[int] = None,
    ) -> None:
        points, in_place = list(shape_of(shape)), bool(in_place)
        if not 1 <= len(points) <= _AXES_OF_A_PLAN:
            raise ValueError(f"a plan has 1 to 3 axes, but the shape is {tuple(points)}: use batch")
        words = _words_of(kinds, len(points))
        if len(words) != len(points):
            raise ValueError(f"kinds has {len(words)} entries for {len(points)} axes: one for each")
        if real(scale, "scale") == 0:
            raise ValueError("the scale is 0, so that the result would be: give another number")
        absent = _AXES_OF_A_PLAN - len(points)
        transform = R2r()
        transform.extents[:] = points[::-1] + [1] * absent
        transform.kinds[:] = [number(w, R2R_KINDS, "kind") for w in words[::-1]] + [0] * absent
        transform.scale = float(scale)
        transform.batch = whole(batch, "batch")
        transform.precision = number(precision, PRECISIONS, "precision")
        transform.placement = int(in_place)
        asked = {"backend": backend, "threads": threads, "device": device}
        described = {
            "shape": tuple(points), "kinds": tuple(words), "precision": precision,
            "scale": float(scale), "batch": transform.batch, "in_place": in_place, **asked,
        }  # fmt: skip
        super().__init__(asked, described, byref(transform))
        self.shape = ((int(batch),) if batch != 1 else ()) + tuple(points)
        self.dtype = REAL[precision]
        self.in_place = in_place
        self._count = int(batch)
        for n in points:
            self._count *= n
        self.alignment = ALIGNMENT[precision]
        self._read = Need(
            "x", self.shape, self.dtype, self.device, in_place, self.alignment
        )
        self._written = Need("out", self.shape, self.dtype, self.device, True, self.alignment)
        self._execute = library().tobiuo_r2r_plan_execute

    def execute(self, x: Any, out: Any = None, stream: Any = None) -> Any:
        """Transforms ``x`` and returns the result: ``out``, or a new array, or, of a plan in place,
        ``x`` itself. Arguments and errors are those of ``Plan.execute``."""
        read, current = self._read.find(x)
        handle = current if stream is None else _arrays.stream_handle(stream)
        if self.in_place:
            expect_one_array(x, out)
            self._enqueue(read, read, handle)
            return x
        if out is not None:
            self._enqueue(read, self._written.find(out)[0], handle)
            return out
        out, written, family = self._written.made(x)
        self._enqueue(read, written, handle)
        family.finish(handle, self.device)
        return out

    def _enqueue(self, read: int, written: int, stream: int) -> None:
        """Transforms from one address to the other, at which there are arrays as needed."""
        self._call(self._execute, read, written, self._count, stream)

    def __call__(self, x: Any, out: Any = None, stream: Any = None) -> Any:
        return self.execute(x, out, stream)

    def __repr__(self) -> str:
        return f"<tobiuo.fft.R2rPlan {self.describe()}>"


def _words_of(kinds: Any, count: int) -> List[Any]:
    """A kind for each axis."""
    if isinstance(kinds, str):
        return [kinds] * count
    try:
        return list(kinds)
    except TypeError:
        raise TypeError(f"kinds is {kinds!r}: give a word, or one for each axis") from None


plans: Cache[R2rPlan] = Cache(_DEFAULT_LIMIT)
Ends = Tuple[Tuple[int, float], ...]


def transform(
    x: Any, name: str, type: int, s: Any, axes: Any, norm: Any, overwrite: bool, inverse: bool,
    orthogonalize: Optional[bool], workers: Any,
) -> Any:  # fmt: skip
    """dctn, idctn, dstn and idstn; ``name`` is "dct" or "dst"."""
    kind = _kind_of(name, type, norm, inverse)
    work = Work(x, axes, s, workers)
    with work.on_its_device():
        work.to_a_known_type()
        if not work.is_real:
            raise TypeError(
                f"x is {work.dtype}, but cosine and sine transforms take real numbers: transform "
                "its parts, x.real and x.imag"
            )
        if overwrite:
            work.let_overwrite()
        if work.lengths is not None:
            work.resize(work.lengths)
        lengths = [work.array.shape[axis] for axis in work.axes]
        before, after = _ends_of(kind, norm, orthogonalize)
        transform_with_ends(work, kind, _scale(lengths, kind, norm, inverse), before, after)
        return work.array


def described(
    name: str, inverse: bool, type: int, lengths: Sequence[int], norm: Any,
    orthogonalize: Optional[bool],
) -> Tuple[str, float, Ends, Ends]:  # fmt: skip
    """What ``transform_with_ends`` does for dctn and the others: kind, scale, and factors at ends."""
    kind = _kind_of(name, type, norm, inverse)
    return (kind, _scale(lengths, kind, norm, inverse)) + _ends_of(kind, norm, orthogonalize)


def _kind_of(name: str, type: int, norm: Any, inverse: bool) -> str:
    type = whole(type, "type")
    if type not in _INVERSE_TYPE:
        raise ValueError(f"type is {type}: there are 1, 2, 3 and 4")
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"norm is {norm!r}: it is 'backward', 'ortho' or 'forward'")
    return f"{name}-{_INVERSE_TYPE[type] if inverse else type}"


def _scale(lengths: Sequence[int], kind: str, norm: Optional[str], inverse: bool) -> float:
    """What the norm asks for, by the product of the lengths to which transform and inverse come."""
    total = 1.0
    for n in lengths:
        if kind == "dct-1" and n < 2:
            raise ValueError("a DCT-I has at least 2 points, but an axis has 1: take another type")
        total *= 2.0 * (n - 1 if kind == "dct-1" else n + 1 if kind == "dst-1" else n)
    if norm == "ortho":
        return total**-0.5
    return 1.0 / total if inverse == (norm in (None, "backward")) else 1.0


def _ends_of(kind: str, norm: Any, orthogonalize: Optional[bool]) -> Tuple[Ends, Ends]:
    """The factors (end, factor) at the ends of axes before and after an orthogonal transform."""
    ends = {"dct-1": (0, -1), "dct-2": (0,), "dct-3": (0,), "dst-2": (-1,), "dst-3": (-1,)}
    orthogonal = norm == "ortho" if orthogonalize is None else bool(orthogonalize)
    of_kind = ends.get(kind, ()) if orthogonal else ()
    before = tuple((end, 2.0**0.5) for end in of_kind if kind[-1] in "13")
    return before, tuple((end, 2.0**-0.5) for end in of_kind if kind[-1] in "12")


def transform_with_ends(work: Work, kind: str, scale: float, before: Ends, after: Ends) -> None:
    """Transforms the axes of the work, and multiplies values at their ends before and after it."""
    _multiply_ends(work, before)
    if work.is_empty:
        work.array = work.family.contiguous_copy(work.array)
        return
    axes = [axis for axis in sorted(work.axes) if work.array.shape[axis] > 1]
    scale *= _OF_ONE_POINT.get(kind, 1.0) ** (len(work.axes) - len(axes))
    if not axes:
        work.array, work.owned = work.family.contiguous_copy(work.array), True
        work.scale(scale)
    while axes:
        group = axes[-_AXES_OF_A_PLAN:]
        del axes[-_AXES_OF_A_PLAN:]
        _transform_group(work, group, kind, 1.0 if axes else scale)
    _multiply_ends(work, after)


def _multiply_ends(work: Work, ends: Ends) -> None:
    """Multiplies the first or last values along each axis."""
    for axis in work.axes:
        for end, factor in ends:
            place: List[Any] = [slice(None)] * len(work.array.shape)
            place[axis] = end
            work.multiply(tuple(place), factor)


def _transform_group(work: Work, axes: Sequence[int], kind: str, scale: float) -> None:
    ndim, count = len(work.array.shape), len(axes)
    ordered, behind = tuple(axes), tuple(range(ndim - count, ndim))
    if ordered != behind:
        work.array = work.family.moved(work.array, ordered, behind)
    work.make_fit()
    view = work.family.view(work.array)
    in_place = work.owned and not work.family.immutable
    batch = 1
    for length in view.shape[: ndim - count]:
        batch *= length
    key = (tuple(view.shape[ndim - count :]), kind, scale, work.precision, batch, in_place,
           work.threads, view.device, view.stream)  # fmt: skip
    plan = plans.get(key, lambda: _planned(key))
    result = work.array
    if work.family.traces:
        result = work.family.executed(plan, result, view.shape, view.dtype)
    else:
        if not in_place:
            result = work.family.empty(tuple(view.shape), view.dtype, work.array)
        written = view if in_place else work.family.view(result)
        plan._enqueue(view.address, written.address, view.stream)
        work.family.finish(view.stream, view.device)
    work.array, work.owned = result, True
    if ordered != behind:
        work.array = work.family.moved(work.array, behind, ordered)


def _planned(key: Tuple[Any, ...]) -> R2rPlan:
    shape, kind, scale, precision, batch, in_place, threads, device, _ = key
    on_host = device == HOST
    return R2rPlan(
        shape, kind, precision, scale=scale, batch=batch, in_place=in_place, threads=threads,
        backend="cpu" if on_host else "cuda", device=None if on_host else device,
    )  # fmt: skip
