# SPDX-License-Identifier: BSD-3-Clause
# Transforms and solves as linear operations with adjoints, of which gradients are made.
"""An operation L is linear over real numbers. Its adjoint has <L x, y> = <x, adjoint(y)> with the
product <a, b> = Re sum conj(a) b, by which PyTorch's gradients are defined: the gradient of a loss
with respect to x is the adjoint of that with respect to L x. JAX leaves the conjugate out, so that
its gradient is conj adjoint(conj y).

Operations are data: equal ones are equal, and ``from_text(operation.text())`` is the same one. Each
has an adjoint that is another one of its kind, and so on, so that derivatives have derivatives.
"""
from __future__ import annotations

import ast
import copy
import functools
import weakref
from dataclasses import dataclass, fields, replace
from typing import Any, Callable, Dict, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays, _r2r, _transform
from tobiuo._families import Family, adopted
from tobiuo._plan import COMPLEX, REAL
from tobiuo._transform import Work

Lengths = Tuple[int, ...]
Ends = Tuple[Tuple[int, float], ...]


@dataclass(frozen=True)
class Operation:
    """What all operations have; arrays may have more axes than an operation knows of, in front."""

    def text(self) -> str:
        """The operation in a text."""
        values = tuple(getattr(self, field.name) for field in fields(self))
        return repr((type(self).__name__, values))

    def apply(self, x: Any) -> Any:
        """The operation on an array of any module that has values."""
        raise NotImplementedError

    def adjoint(self) -> "Operation":
        raise NotImplementedError

    def shape_of(self, shape: Sequence[int]) -> Lengths:
        """The shape of the result for an array of a shape."""
        return tuple(shape)

    def dtype_of(self, dtype: str) -> str:
        """The type of the result for an array of a type."""
        return dtype

    def after_axis(self) -> "Operation":
        """The operation on arrays with one more axis in front."""
        return self

    def transposed(self) -> Tuple[bool, "Operation", bool]:
        """The transpose without a conjugate in the product, by which JAX defines gradients: whether
        the conjugate is taken before and after an operation."""
        return False, self.adjoint(), False


@dataclass(frozen=True)
class Fourier(Operation):
    """A discrete Fourier transform over ``axes``, counted from the front, the last of which is
    halved on the complex side of "r2c" and "c2r".

    given     lengths along the axes of arrays, which are cropped, or filled with zeros, to
              ``points``
    kept      lengths of the result, which is cropped or filled likewise
    points    of the transform, on its real side
    weighted  r2c doubles, and c2r halves, the elements that stand for two of the whole spectrum:
              what makes the adjoint
    """

    kind: str
    inverse: bool
    axes: Lengths
    given: Lengths
    points: Lengths
    kept: Lengths
    scale: float
    weighted: bool
    workers: Optional[int]

    def adjoint(self) -> "Fourier":
        kinds = {"c2c": "c2c", "r2c": "c2r", "c2r": "r2c"}
        weighted = self.kind != "c2c" and not self.weighted
        return replace(
            self, kind=kinds[self.kind], inverse=not self.inverse, given=self.kept,
            kept=self.given, weighted=weighted,
        )  # fmt: skip

    def _modes(self) -> Lengths:
        if self.kind == "c2c":
            return self.points
        return self.points[:-1] + (self.points[-1] // 2 + 1,)

    def apply(self, x: Any) -> Any:
        work = Work(x, self.axes, self.points, self.workers)
        with work.on_its_device():
            if self.kind == "c2r":
                work.resize(self._modes())
                if self.weighted:
                    _multiply_doubled(work, self.axes[-1], self.points[-1], 0.5)
                _transform.reals_of_modes(work, self.points[-1])
            else:
                work.resize(self.points)
                if self.kind == "r2c":
                    _transform.modes_of_reals(work)
                else:
                    _transform.transform_groups(
                        work, work.axes, "inverse" if self.inverse else "forward"
                    )
                if self.kind == "r2c" and self.weighted:
                    _multiply_doubled(work, self.axes[-1], self.points[-1], 2.0)
            work.scale(self.scale)
            work.resize(self.kept)
        return work.array

    def shape_of(self, shape: Sequence[int]) -> Lengths:
        return _with_lengths(shape, self.axes, self.kept)

    def dtype_of(self, dtype: str) -> str:
        names = REAL if self.kind == "c2r" else COMPLEX
        return names[_transform.PRECISIONS[dtype]]

    def after_axis(self) -> "Fourier":
        return replace(self, axes=tuple(axis + 1 for axis in self.axes))

    def transposed(self) -> Tuple[bool, Operation, bool]:
        adjoint = self.adjoint()
        if self.kind == "c2c":
            return False, replace(adjoint, inverse=self.inverse), False
        return self.kind == "r2c", adjoint, self.kind == "c2r"


@dataclass(frozen=True)
class Trigonometric(Operation):
    """A cosine or sine transform of a kind over ``axes``: values at ends are multiplied along each
    axis ``before`` and ``after`` it by the factors of (end, factor); end is 0 or -1."""

    kind: str
    axes: Lengths
    given: Lengths
    points: Lengths
    kept: Lengths
    scale: float
    before: Ends
    after: Ends
    workers: Optional[int]

    def adjoint(self) -> "Trigonometric":
        transposed, before, after = _TRANSPOSED[self.kind]
        return replace(
            self, kind=transposed, given=self.kept, kept=self.given,
            before=_product(self.after, before), after=_product(after, self.before),
        )  # fmt: skip

    def apply(self, x: Any) -> Any:
        work = Work(x, self.axes, self.points, self.workers)
        with work.on_its_device():
            work.resize(self.points)
            _r2r.transform_with_ends(work, self.kind, self.scale, self.before, self.after)
            work.resize(self.kept)
        return work.array

    def shape_of(self, shape: Sequence[int]) -> Lengths:
        return _with_lengths(shape, self.axes, self.kept)

    def after_axis(self) -> "Trigonometric":
        return replace(self, axes=tuple(axis + 1 for axis in self.axes))


# The transpose of each kind: the kind that it is, and what multiplies the values at ends before and
# after that.
_TRANSPOSED: Dict[str, Tuple[str, Ends, Ends]] = {
    "dct-1": ("dct-1", ((0, 2.0), (-1, 2.0)), ((0, 0.5), (-1, 0.5))),
    "dct-2": ("dct-3", ((0, 2.0),), ()),
    "dct-3": ("dct-2", (), ((0, 0.5),)),
    "dct-4": ("dct-4", (), ()),
    "dst-1": ("dst-1", (), ()),
    "dst-2": ("dst-3", ((-1, 2.0),), ()),
    "dst-3": ("dst-2", (), ((-1, 0.5),)),
    "dst-4": ("dst-4", (), ()),
}


def _product(first: Ends, second: Ends) -> Ends:
    """The factors of both at each end, those that are 1 left out."""
    found: Dict[int, float] = {}
    for end, factor in first + second:
        found[end] = found.get(end, 1.0) * factor
    return tuple((end, factor) for end, factor in sorted(found.items()) if factor != 1.0)


def _with_lengths(shape: Sequence[int], axes: Sequence[int], lengths: Sequence[int]) -> Lengths:
    found = list(shape)
    for axis, length in zip(axes, lengths):
        found[axis] = length
    return tuple(found)


def _multiply_doubled(work: Work, axis: int, points: int, factor: float) -> None:
    """Multiplies the elements of a half spectrum that stand for two of the whole one: all but the
    mean and, of an even number of points, the last."""
    place = [slice(None)] * len(work.array.shape)
    place[axis] = slice(1, (points + 1) // 2)
    work.multiply(tuple(place), factor)


@dataclass(frozen=True)
class Solve(Operation):
    """A Poisson solve over the last axes by ``poisson.plain_solve``. It is symmetric between arrays
    that are weighted by the widths of what their values stand for; ``weighted`` is the adjoint, of
    values that are divided by the widths before and multiplied by them after it.

    spacings  a number, or a tuple of nodes, for each axis
    sides     (lower, upper) for each axis, words or ("robin", a, b)
    lambda_   a number, or tuples of one for each problem of a batch, as deep as that has axes
    rho       None, or an axis and a tuple of its values
    """

    spacings: Tuple[Any, ...]
    sides: Tuple[Tuple[Any, Any], ...]
    operator: str
    location: str
    lambda_: Any
    threads: int
    weighted: bool = False
    rho: Optional[Tuple[int, Tuple[float, ...]]] = None

    def adjoint(self) -> "Solve":
        even = all(self.is_even(axis) for axis in range(len(self.sides)))
        return self if even else replace(self, weighted=not self.weighted)

    def is_even(self, axis: int) -> bool:
        """Whether all values along an axis stand for the same width."""
        at_nodes = self.location == "node" and any(map(takes_slope, self.sides[axis]))
        return not at_nodes and not isinstance(self.spacings[axis], tuple)

    def apply(self, x: Any) -> Any:
        array, family = adopted(x)
        count = len(self.sides)
        leading = tuple(array.shape[:-count])
        with _arrays.on_device_of(family.view(array)):
            if self.weighted:
                array = self._times_widths(array, family, -1)
            if family.traces:
                result = family.solved(self, array)
            else:
                result = self._solve(array, leading, family)
            return self._times_widths(result, family, 1) if self.weighted else result

    def _solve(self, f: Any, leading: Lengths, family: Family) -> Any:
        """The solution; the axes of ``leading`` are a batch."""
        from tobiuo import poisson  # which imports this file

        lambda_ = self.lambda_
        if isinstance(lambda_, tuple):
            lambda_ = np.broadcast_to(np.array(lambda_), leading)
        return poisson.plain_solve(
            f, self.spacings, self.sides, operator=self.operator, location=self.location,
            lambda_=lambda_, threads=self.threads, rho=self.rho,
            axes=len(self.sides) if leading else None,
        )  # fmt: skip

    def solver_of(self, shape: Lengths, dtype: str, device: int) -> Any:
        """A solver of arrays of a shape on a device, which nobody else uses."""
        from tobiuo import poisson

        if isinstance(self.lambda_, tuple):
            raise ValueError(
                "lambda_ has a number for each problem of a batch, which traced solves have not: "
                "give one for all, and map over groups of problems"
            )
        return poisson.solver_for(
            shape, self.spacings, self.sides, self.operator, self.location, self.lambda_, dtype,
            self.threads, device, self.rho,
        )  # fmt: skip

    def _times_widths(self, array: Any, family: Family, power: int) -> Any:
        """The array times the widths, or by them, in units that do not matter."""
        first = len(array.shape) - len(self.sides)
        array = family.contiguous_copy(array)
        for axis, sides in enumerate(self.sides):
            if self.is_even(axis):
                continue
            if not isinstance(self.spacings[axis], tuple):
                for end in (0, -1):
                    if takes_slope(sides[end]):
                        place = [slice(None)] * len(array.shape)
                        place[first + axis] = end
                        array = family.with_scaled(array, tuple(place), 0.5**power)
                continue
            widths = widths_along(self.spacings[axis], sides, self.location) ** power
            lengths = [1] * len(array.shape)
            lengths[first + axis] = -1
            array = array * _kept(widths.tobytes(), tuple(lengths), array, family)
        return array


_numbered: "weakref.WeakValueDictionary[int, Any]" = weakref.WeakValueDictionary()


@dataclass(frozen=True)
class FreeSpaceSolve(Solve):
    """A solve by a ``FreeSpaceSolver``, which texts call by a number of this process."""

    solver: Any = None

    def text(self) -> str:
        _numbered[id(self.solver)] = self.solver
        return repr((type(self).__name__, (id(self.solver), self.weighted)))

    @staticmethod
    def of(solver: Any, weighted: bool = False) -> "FreeSpaceSolve":
        given = solver._description
        spacings = tuple(float(spacing) for spacing in given["spacing"])
        return FreeSpaceSolve(
            spacings, given["boundary"], "spectral", given["location"], given["lambda_"], 0,
            weighted, solver=solver,
        )  # fmt: skip

    def _solve(self, f: Any, leading: Lengths, family: Family) -> Any:
        if leading:
            items = family.module.reshape(f, (-1,) + tuple(f.shape[len(leading) :]))
            found = [self._solve(items[at], (), family) for at in range(items.shape[0])]
            return family.module.reshape(family.module.stack(found), f.shape)
        array, family = adopted(f)
        if not family.view(array).contiguous:
            array = family.contiguous_copy(array)
        return self.solver._plain_solve(array)

    def solver_of(self, shape: Lengths, dtype: str, device: int) -> Any:
        if device != self.solver.device:
            raise ValueError(
                "the FreeSpaceSolver is on another device than the function that calls it: make it "
                "there"
            )
        return copy.copy(self.solver)


def takes_slope(end: Any) -> bool:
    """Whether a condition has the derivative at the end, as Neumann's and Robin's have."""
    return end == "neumann" or not isinstance(end, str)


def widths_along(nodes: Sequence[float], sides: Tuple[str, str], location: str) -> np.ndarray:
    """The widths for which the values along a stretched axis stand: those of cells, or on nodes
    half way to both neighbours, as far as the axis goes."""
    cells = np.diff(np.array(nodes))
    if location == "cell":
        return cells
    beyond = [cells[end] if sides[end] == "open" else 0.0 for end in (0, -1)]
    widths = 0.5 * (np.append(cells, beyond[1]) + np.insert(cells, 0, beyond[0]))
    return widths[int(sides[0] == "dirichlet") : len(widths) - int(sides[1] == "dirichlet")]


_copies: Dict[Any, Any] = {}  # of the widths of stretched axes, where solves have needed them


def _kept(widths: bytes, lengths: Lengths, like: Any, family: Family) -> Any:
    """The widths in an array like another one, which is made once, so that later calls copy nothing
    to a device."""
    view = family.view(like)
    if family.traces:
        return family.module.asarray(np.frombuffer(widths).astype(view.dtype).reshape(lengths))
    key = (widths, lengths, view.dtype, family.name, view.device)
    found = _copies.get(key)
    if found is None:
        values = np.frombuffer(widths).astype(view.dtype).reshape(lengths)
        where = {"device": like.device} if family.name == "torch" else {}
        if len(_copies) >= 64:
            _copies.clear()
        found = _copies[key] = family.module.asarray(values, **where)
    return found


_KINDS: Dict[str, Callable[..., Operation]] = {
    "Fourier": Fourier,
    "Trigonometric": Trigonometric,
    "Solve": Solve,
    "FreeSpaceSolve": lambda number, weighted: FreeSpaceSolve.of(_numbered[number], weighted),
}


@functools.lru_cache(maxsize=1024)
def from_text(text: str) -> Operation:
    """The operation of ``Operation.text``."""
    name, values = ast.literal_eval(text)
    return _KINDS[name](*values)


# --- the operations of tobiuo.fft's functions ----------------------------------------------------


def of_transform(
    name: str, shape: Sequence[int], s: Any, axes: Any, norm: Optional[str], workers: Optional[int],
    type: int = 2, orthogonalize: Optional[bool] = None,
) -> Operation:  # fmt: skip
    """The operation of a function of tobiuo.fft for arrays of a shape, complex ones of ``fftn`` and
    ``irfftn``. Raises what the function does."""
    s = None if s is None else _transform.whole_numbers(s, "s")
    places = _transform.positions_of(len(shape), axes, s)
    lengths = _transform.lengths_of(shape, places, s)
    given = tuple(shape[axis] for axis in places)
    if name in ("dctn", "idctn", "dstn", "idstn"):
        return _trigonometric(
            name, tuple(places), given, lengths, norm, workers, type, orthogonalize
        )
    if not places and name != "fftn" and name != "ifftn":
        raise ValueError("axes is empty: a real transform needs at least 1")
    points = tuple(lengths or given)
    if name == "irfftn":
        points = _transform.points_of_modes(given, lengths)
    inverse = name in ("ifftn", "irfftn")
    total = 1
    for n in points:
        total *= n
    kinds = {"rfftn": "r2c", "irfftn": "c2r"}
    kept = points if name != "rfftn" else points[:-1] + (points[-1] // 2 + 1,)
    return Fourier(
        kinds.get(name, "c2c"), inverse, tuple(places), given, points, kept,
        _transform.factor_of(norm, inverse, total), False, workers,
    )  # fmt: skip


def _trigonometric(
    name: str, axes: Lengths, given: Lengths, lengths: Any, norm: Any, workers: Any, type: int,
    orthogonalize: Optional[bool],
) -> Trigonometric:  # fmt: skip
    points = tuple(lengths or given)
    kind, scale, before, after = _r2r.described(
        name.lstrip("i").rstrip("n"), name[0] == "i", type, points, norm, orthogonalize
    )
    return Trigonometric(kind, axes, given, points, points, scale, before, after, workers)
