# SPDX-License-Identifier: BSD-3-Clause
# Poisson's and Helmholtz's equation on a box, on CPUs and GPUs.
"""Direct solutions of laplacian(u) + lambda u = f on a box of one to three dimensions.

Arrays have the axes (x,), (y, x) or (z, y, x), and whatever is given for each axis follows the axes
of ``f``: its first axis comes first. ``f`` holds the unknowns: the values at the centres of cells
(``location="cell"``) or at nodes ("node"), where the values on Dirichlet walls are known and are
not part of it, and the last node of a periodic axis, which is the first one again, is not either.

spacing    the width of cells, in units of length: one number for all axes, or one for each. A
           stretched axis is given by its nodes, in increasing order, one more than cells.
boundary   "periodic", "dirichlet", "neumann", "open" or ("robin", a, b) for all axes, or for each
           axis such a condition or a pair (lower, upper) of them. Open ends are free space. At a
           Robin end a u + b du/dn is given, with a and b of one sign.
walls      the values of u at Dirichlet walls, its derivatives along the outward normal at Neumann
           walls and a u + b du/dn at Robin walls: None where all are zero, else for each axis None
           or a pair (lower, upper)
           of None, a number, or an array of the shape of ``f`` without that axis, in the memory of
           ``f``.
operator   "second-order" (three points), "fourth-order" (five points) or "spectral"; along a
           stretched axis the second-order one.
lambda_    in units of length^-2.
rho        None, or a pair (axis, values): a coefficient that changes along one axis of ``f``, with
           which div(rho grad(u)) = f is solved. Its 2 cells + 1 values are at the lower end of the
           axis, in the middle of the first cell, at its upper end and so on.

Many problems of one shape are a batch: ``f`` then has further axes before those of the problem, and
so have arrays of walls; ``lambda_`` may be an array with an entry for each problem. Each is solved
by itself, with the bits that it has in any batch.

Where a constant solves the homogeneous problem (only periodic and Neumann ends, lambda 0), the mean
of f is removed, and u has zero mean. Source: U. Schumann and R. A. Sweet, J. Comput. Phys. 75, 123 (1988).
"""
from __future__ import annotations

import copy
import functools
from ctypes import POINTER, byref, c_double, c_int64
from dataclasses import dataclass
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from tobiuo import _arrays, _cuda
from tobiuo._arrays import HOST
from tobiuo._box import (
    WallsOfBox, fill_levels, kept_spacings, key_of, key_of_rho, lambdas_of, per_axis,
    positions_along, problem_of, sides_of
)  # fmt: skip
from tobiuo._families import adopted, real_numbers
from tobiuo._free_space import FreeSpaceSolver
from tobiuo._given import real, shape_of, whole
from tobiuo._handles import Cache, Owner
from tobiuo._library import FACE_MEANS, SCALINGS, library, number
from tobiuo._needs import Need
from tobiuo._ranks import part_of, planes_of, ranks_of
from tobiuo._recorded import recorder_in, recorder_of
from tobiuo._solved import Asked, axes_of
from tobiuo._structures import Body as BodyStructure
from tobiuo._structures import Coefficient
from tobiuo._structures import MixedWall as MixedWallStructure

__all__ = [
    "Body", "BodyUse", "CoefficientUse", "FreeSpaceSolver", "MixedUse", "MixedWall", "Solver", "solve",
    "clear_cache",
]  # fmt: skip

Spacing = Union[float, Sequence[Any]]
Boundary = Union[str, Sequence[Any]]
Walls = Optional[Sequence[Any]]

_LIMIT = 8
_PRECISIONS = {"float32": "single", "float64": "double"}
_DTYPES = {"single": "float32", "double": "float64"}


def bodies_of(bodies: Sequence[Body], shape: Tuple[int, ...], kept: List[np.ndarray]) -> Any:
    """The structures; `kept` must live until the library has read them."""
    made = (BodyStructure * len(bodies))()
    for at, (one, asked) in enumerate(zip(made, bodies)):
        if not isinstance(asked, Body):
            raise TypeError(f"bodies has {asked!r}: give a Body")
        fill_levels(one, asked.inside, shape, f"inside of body {at + 1}", kept)
        one.conducts = asked.value is not None
        one.value = 0.0 if asked.value is None else real(asked.value, "value")
    return made


def coefficient_of(values: Any, shape: Tuple[int, ...], dtype: str, backend: Any) -> Coefficient:
    """The structure; `values` must live until the library has read them."""
    view = _arrays.view(values)
    if view.device != HOST and backend not in (None, "cuda"):
        raise ValueError(f"coefficient is on a CUDA device, and the back end {backend}: copy it")
    Need("coefficient", shape, dtype, view.device).expect(view)
    made = Coefficient()
    made.values = view.address
    made.count = int(np.prod(shape, dtype=np.int64))
    return made


def mixed_walls_of(
    walls: Sequence[MixedWall], shape: Tuple[int, ...], kept: List[np.ndarray]
) -> Any:
    """The structures; `kept` must live until the library has read them."""
    made = (MixedWallStructure * len(walls))()
    for one, asked in zip(made, walls):
        if not isinstance(asked, MixedWall):
            raise TypeError(f"mixed_walls has {asked!r}: give a MixedWall")
        axis = whole(asked.axis, "axis")
        if not 0 <= axis < len(shape) or asked.end not in ("lower", "upper"):
            raise ValueError(
                f"a mixed wall is at the {asked.end!r} end of axis {axis}: name an axis of f, from "
                f"0 to {len(shape) - 1}, and its 'lower' or 'upper' end"
            )
        points = np.ascontiguousarray(asked.is_dirichlet, dtype=bool)
        if points.shape != shape[:axis] + shape[axis + 1 :]:
            raise ValueError(
                f"is_dirichlet has the shape {points.shape}, but "
                f"{shape[:axis] + shape[axis + 1 :]} is needed: that of f without axis {axis}"
            )
        kept.append(points)
        one.is_dirichlet = points.ctypes.data
        one.count = points.size
        one.axis = len(shape) - 1 - axis
        one.end = asked.end == "upper"
    return made


def batch_of(batch: Any) -> Tuple[int, ...]:
    """The lengths of the axes before those of a problem; none without a batch."""
    if batch is None:
        return ()
    return shape_of([batch] if np.ndim(batch) == 0 else batch)


def pointer_to(numbers: Any) -> Any:
    """The address of an array of doubles for a call; null for a number, which the problem has."""
    if not isinstance(numbers, np.ndarray):
        return None
    return numbers.ctypes.data_as(POINTER(c_double))


def alignment_of(dtype: str, device: int) -> int:
    """Bytes of which the addresses of f and u are multiples: a GPU reads pieces of 16."""
    return _arrays.ITEM_BYTES[dtype] if device == HOST else 16


@dataclass(frozen=True)
class Body:
    """A body in the box, outside of which the equation holds.

    inside  an array of the shape of f, in host memory: booleans, true inside, or a level set, below
            0 inside, such as the distance to the surface, which is linear between the unknowns
    value   of u in the body and on its surface, a conductor; None: nothing goes through the faces
            of its cells
    """

    inside: Any
    value: Optional[float] = None


class BodyUse(NamedTuple):
    """What a solve with bodies took."""

    solves: int  #: of the box
    residual: float  #: what is left beside bodies, as a part of what they keep


@dataclass(frozen=True)
class MixedWall:
    """A Neumann wall that is Dirichlet's on a part of its face.

    axis          of f, the first one 0
    end           "lower" or "upper"
    is_dirichlet  booleans of the shape of f without that axis, in host memory. Values of the wall are
                  those of u where they are true, and derivatives elsewhere
    """

    axis: int
    end: str
    is_dirichlet: Any


class MixedUse(NamedTuple):
    """What the last solve with mixed walls took."""

    solves: int  #: of the box
    residual: float  #: what u misses of its values, as a part of what it misses without fluxes


class CoefficientUse(NamedTuple):
    """What the last solve with a coefficient took."""

    iterations: int  #: each with a solve of the box
    residual: float  #: what is left of the equation, as a part of f with what walls contribute


class Solver(Owner):
    """A problem that is planned once and solved many times.

    shape      the unknowns: the shape of f and u without the axes of a batch; with ``comm`` that of
               the whole box
    precision  "single" or "double": of f, u and the values at walls
    backend, threads, device   as of ``tobiuo.fft.Plan``
    host_arrays  f, u and walls are in host memory (numpy), also on a GPU: ``solve`` copies f there
               and u back, in parts where the GPU's memory does not hold an array, and returns when
               u is complete
    device_bytes  the most bytes of a GPU's memory that a solver with ``host_arrays`` takes; 0: what
               is free, less a tenth
    bodies     ``Body``s in the box: a solve then takes several of the box, waits, and needs an
               ``out`` that is not ``f``. The operator is the second-order one
    tolerance  with bodies, what a solve may leave beside them, as a part of what they keep; with
               a coefficient, what it may leave of the equation, as a part of f
    coefficient  a of div(a grad u) + lambda u = f, an array of ``shape`` and the precision, in host
               memory or where the solver is, all above 0: a solve then takes several of the box,
               waits, and needs an ``out`` that is not ``f``; Error if it does not come to the
               tolerance. The operator is the second-order one
    mixed_walls  ``MixedWall``s, which ``boundary`` has as Neumann's: a solve then takes several of
               the box, waits, and needs an ``out`` that is not ``f``. The operator is the
               second-order one; ``tolerance`` is that of ``MixedUse.residual``
    face_mean  of the coefficients of two unknowns, which the face between them has: "harmonic",
               "arithmetic" or "geometric"
    scaling    what the solve of the box is made for: "root" (a smooth coefficient's square root
               times u), "mean" (its mean, where it jumps) or "automatic", one of these
    iterations at most in a solve with a coefficient
    batch      None, or the number of problems of this shape that a solve takes, or the lengths of
               several axes of them: f and u then have these axes before those of ``shape``
    spacing, boundary, operator, location, lambda_, rho   as the module's text says
    comm, through_host_memory   the ranks of a parallel program that solve together, and how their
               messages go, as of ``tobiuo.flow.Solver``; None: this process alone

    On several ranks each has some planes of z, the first of three axes: ``planes`` is their slice
    of the box, ``shape`` that of f and u, and ``box_shape`` that of the whole box, which the
    arguments above describe. Arrays of walls across x and y have the values beside the planes of
    the rank; walls across z matter on ranks that have one of the two planes beside them, and may be
    given on all. Making and copying a solver, giving it back and ``solve`` are collective, all ranks with
    walls or all without. The last ranks have no planes if there are more of them than planes, and
    arrays of none. Problems without an axis z, and some of one or two, are refused: a plane is
    divided as (z, 1, x). Such a solver cannot be pickled, and serves one solve at a time.

    On a GPU, but for ``host_arrays``, ``solve`` enqueues and returns, without allocating or waiting, and so may be captured
    in a CUDA graph; solver and arrays must live until that work is done, a solver in a graph as
    long as the graph. A solver on a GPU serves one solve at a time: make one for each stream. By
    OpenCL f, u and walls are in host memory, and ``solve`` returns with u.

    On a GPU f and u begin at multiples of ``alignment`` = 16 bytes, as new arrays do; slices such as
    ``f[1:]`` need not, which ``solve`` refuses and ``tobiuo.poisson.solve`` copies. Copies, pickles
    and forks are as of ``tobiuo.fft.Plan``.

    Raises ValueError (InvalidArgument with the library's sentence), DeviceError.
    """

    family = "poisson"

    def __init__(
        self,
        shape: Sequence[int],
        spacing: Spacing,
        boundary: Boundary = "periodic",
        *,
        operator: str = "second-order",
        location: str = "cell",
        lambda_: Any = 0.0,
        rho: Any = None,
        precision: str = "double",
        backend: Optional[str] = None,
        threads: int = 0,
        device: Optional[int] = None,
        host_arrays: bool = False,
        device_bytes: int = 0,
        bodies: Sequence[Body] = (),
        tolerance: float = 1e-8,
        coefficient: Any = None,
        face_mean: str = "harmonic",
        scaling: str = "automatic",
        iterations: int = 500,
        mixed_walls: Sequence[MixedWall] = (),
        batch: Union[None, int, Sequence[int]] = None,
        comm: Any = None,
        through_host_memory: bool = False,
    ) -> None:
        #: of the whole box, which the ranks of ``comm`` divide
        self.box_shape = shape_of(shape)
        axes = len(self.box_shape)
        self.host_arrays = bool(host_arrays)
        most = whole(device_bytes, "device_bytes")
        if most and not self.host_arrays:
            raise ValueError(
                f"device_bytes is {most}, but f and u are on the device: it is a limit for "
                "host_arrays=True"
            )
        spacings = per_axis(spacing, axes, "spacing")
        self.boundary = sides_of(boundary, axes)
        #: the lengths of the axes of f before those of a problem
        self.batch = batch_of(batch)
        lambdas = lambdas_of(lambda_, self.batch)
        one = float(np.ravel(lambdas)[0]) if np.size(lambdas) else 0.0
        problem, nodes = problem_of(
            self.box_shape, spacings, self.boundary, operator, location, one, precision, rho
        )
        asked = {"backend": backend, "threads": threads, "device": device}
        described = {
            "shape": self.box_shape, "spacing": kept_spacings(spacings), "boundary": self.boundary,
            "operator": operator, "location": location, "lambda_": lambdas,
            "rho": copy.deepcopy(rho),
            "precision": precision, "host_arrays": self.host_arrays, "device_bytes": most,
            "bodies": copy.deepcopy(tuple(bodies)), "tolerance": tolerance, "batch": batch,
            "coefficient": copy.deepcopy(coefficient), "face_mean": face_mean, "scaling": scaling,
            "iterations": iterations, "mixed_walls": copy.deepcopy(tuple(mixed_walls)),
            "comm": comm, "through_host_memory": bool(through_host_memory), **asked,
        }  # fmt: skip
        create: Tuple[Any, ...] = (byref(problem),)
        self._problems = int(np.prod(self.batch, dtype=np.int64))
        if batch is not None:
            if bodies or mixed_walls or coefficient is not None or comm is not None:
                raise ValueError(
                    "a batch has bodies, mixed walls or a coefficient in its boxes, or ranks that "
                    "divide them: leave these out, and solve one problem after the other"
                )
            self.maker += "_batch"
            create += (self._problems, pointer_to(lambdas))
        levels: List[np.ndarray] = []
        if bodies:
            if comm is not None or self.host_arrays:
                raise ValueError(
                    "bodies are in a box that ranks divide, or whose arrays are copied for each "
                    "solve: leave out comm and host_arrays"
                )
            self.maker += "_with_bodies"
            create += (
                bodies_of(bodies, self.box_shape, levels), len(bodies), real(tolerance, "tolerance")
            )  # fmt: skip
        if mixed_walls:
            if comm is not None or self.host_arrays or bodies or coefficient is not None:
                raise ValueError(
                    "mixed walls are in a box that ranks divide, with bodies or a coefficient, or "
                    "whose arrays are copied for each solve: leave out comm, bodies, coefficient "
                    "and host_arrays"
                )
            self.maker += "_with_mixed_walls"
            create += (
                mixed_walls_of(mixed_walls, self.box_shape, levels), len(mixed_walls),
                real(tolerance, "tolerance"),
            )  # fmt: skip
        if coefficient is not None:
            if comm is not None or self.host_arrays or bodies:
                raise ValueError(
                    "a coefficient is in a box that ranks divide, with bodies, or whose arrays are "
                    "copied for each solve: leave out comm, bodies and host_arrays"
                )
            given = coefficient_of(coefficient, self.box_shape, _DTYPES[precision], backend)
            given.tolerance = real(tolerance, "tolerance")
            given.iterations = whole(iterations, "iterations")
            given.face_mean = number(face_mean, FACE_MEANS, "face_mean")
            given.scaling = number(scaling, SCALINGS, "scaling")
            self.maker += "_with_coefficient"
            create += (byref(given),)
        ranks = ranks_of(comm, through_host_memory)
        if ranks is not None:
            self.maker += "_on_ranks"
            create += (byref(ranks.structure),)
        if self.host_arrays:
            self.maker += "_for_host_arrays"
            create += (most,)
        super().__init__(asked, described, *create, ranks=ranks)
        del nodes, levels  # they had to live until the library read them
        #: the planes of the first axis of the box that f and u hold
        self.planes = planes_of(
            self.box_shape, functools.partial(library().tobiuo_poisson_planes, self._handle)
        )
        self.shape = self.batch + part_of(self.box_shape, self.planes)
        self.dtype = _DTYPES[precision]
        self._solve = library().tobiuo_poisson_solve
        self._last_stream = 0
        self._points = int(np.prod(self.shape, dtype=np.int64))
        memory = self._memory = HOST if self.host_arrays else self.device
        self.alignment = alignment_of(self.dtype, memory)
        self._read = Need("f", self.shape, self.dtype, memory, False, self.alignment)
        self._written = Need("out", self.shape, self.dtype, memory, True, self.alignment)
        self._walls = WallsOfBox(
            self.boundary, self.shape[len(self.batch) :], self.dtype, memory, self.batch
        )

    def solve(self, f: Any, out: Any = None, walls: Walls = None, stream: Any = None) -> Any:
        """Solves for u and returns it: ``out``, which may be ``f`` itself, or a new array.

        f, out  arrays of ``shape`` and ``dtype``, contiguous, where the solver is
        walls   as the module's text says
        stream  as of ``tobiuo.fft.Plan.execute``

        Raises TypeError (wrong type), ValueError (wrong shape, not contiguous, at another address
        than a multiple of ``alignment``, read-only, on another device, walls along a periodic
        axis), DeviceError.
        """
        read, current = self._read.find(f)
        handle = current if stream is None else _arrays.stream_handle(stream)
        # memory of a GPU that is freed after the call is used again behind this work on the stream
        values = None if walls is None else self._walls.read(walls)
        if out is not None:
            self._enqueue(read, self._written.find(out)[0], values, handle)
            return out
        out, written, family = self._written.made(f)
        self._enqueue(read, written, values, handle)
        family.finish(handle, self._memory)
        return out

    def must_copy(self, out: Any) -> bool:
        """Whether an array is as ``solve`` needs it but for its address. Raises what ``solve``
        does."""
        try:
            self._written.find(out)
        except ValueError:
            view = _arrays.view(out)
            self._written.expect(view._replace(address=0))
            return True
        return False

    def _enqueue(self, read: int, written: int, walls: Any, stream: int) -> None:
        self._last_stream = stream
        self._call(self._solve, read, written, self._points, walls, stream)

    def body_use(self) -> BodyUse:
        """What the last solve with bodies took."""
        solves, residual = c_int64(), c_double()
        self._call(library().tobiuo_poisson_body_use, byref(solves), byref(residual))
        return BodyUse(solves.value, residual.value)

    def mixed_use(self) -> MixedUse:
        """What the last solve with mixed walls took."""
        solves, residual = c_int64(), c_double()
        self._call(library().tobiuo_poisson_mixed_use, byref(solves), byref(residual))
        return MixedUse(solves.value, residual.value)

    def coefficient_use(self) -> CoefficientUse:
        """What the last solve with a coefficient took."""
        iterations, residual = c_int64(), c_double()
        self._call(library().tobiuo_poisson_coefficient_use, byref(iterations), byref(residual))
        return CoefficientUse(iterations.value, residual.value)

    def removed_mean(self, stream: Any = None) -> Any:
        """The mean that the last solve removed from f where a constant is free, else 0: on a GPU of
        the last solve on ``stream`` (None: on that of the last solve), for which it waits; on the
        CPU of this thread's last one; with OpenCL, and on several ranks, of the last one of all
        threads. With bodies it is that of their last solve of the box, and means nothing. Of a
        batch it is an array, with the mean of each problem."""
        handle = self._last_stream if stream is None else _arrays.stream_handle(stream)
        means = np.zeros(self.batch)
        self._call(
            library().tobiuo_poisson_removed_means, handle, pointer_to(means), self._problems
        )
        return means if self.batch else float(means)

    def positions(self, axis: int) -> np.ndarray:
        """The positions of the unknowns along an axis of a problem, in units of length; a uniform
        axis of the box begins at 0."""
        ask = functools.partial(library().tobiuo_poisson_position, self._handle)
        shape = self.shape[len(self.batch) :]
        return positions_along(axis, shape, self.planes.start, ask)

    def __repr__(self) -> str:
        return f"<tobiuo.poisson.Solver {self.describe()}>"


def solve(
    f: Any,
    spacing: Spacing,
    boundary: Boundary = "periodic",
    *,
    walls: Walls = None,
    operator: str = "second-order",
    location: str = "cell",
    lambda_: Any = 0.0,
    axes: Optional[int] = None,
    rho: Any = None,
    out: Any = None,
    threads: int = 0,
    stream: Any = None,
) -> Any:
    """Solves for u where ``f`` lies, and returns it: ``out``, or a new array of its module.

    f  of one to three axes, and before them those of a batch, of the types that ``tobiuo.fft``
       takes: float32 and float64 as they are, float16 becomes single, integers and lists become
       double; complex numbers raise TypeError. Arrays that are not contiguous, and on a GPU those
       that do not begin at a multiple of 16 bytes, are copied, and so is what goes to such an
       ``out``
    walls  as the module's text says; arrays of other types, and lists, become those of f
    axes  of a problem, the last ones of ``f``; those before them are a batch. None: all of them

    The 8 solvers that were used last are kept, by everything but f and the values of walls.

    With tensors of PyTorch that require gradients, and in functions of JAX that are traced, u has
    gradients by f, walls, lambda_ and spacing as docs/python.md says; ``out`` and ``stream`` are
    left out then.

    Raises TypeError (wrong type), ValueError (what cannot be), DeviceError.
    """
    recorder = recorder_of(f)
    if recorder is None:
        recorder = recorder_in(walls, lambda_, spacing)
    if recorder is not None:
        if out is not None or stream is not None:
            raise TypeError(
                "out or stream is given, but f or another argument is recorded for gradients: "
                "leave them out, or detach it"
            )
        return recorder.solve(
            f, Asked(spacing, boundary, walls, operator, location, lambda_, threads, axes, rho,
                     plain_solve)
        )  # fmt: skip
    return plain_solve(
        f, spacing, boundary, walls, operator, location, lambda_, out, threads, stream, axes, rho
    )


def plain_solve(
    f: Any, spacing: Spacing, boundary: Boundary, walls: Walls = None,
    operator: str = "second-order", location: str = "cell", lambda_: Any = 0.0, out: Any = None,
    threads: int = 0, stream: Any = None, axes: Optional[int] = None, rho: Any = None,
) -> Any:  # fmt: skip
    """``solve`` of arrays that have values."""
    array, family = adopted(f)
    with _arrays.on_device_of(family.view(array)):
        array = real_numbers(array, family, "f")
    view = family.view(array)
    count = axes_of(len(view.shape), axes)
    if not view.contiguous or view.address % alignment_of(view.dtype, view.device):
        with _arrays.on_device_of(view):
            array = family.contiguous_copy(array)
        view = family.view(array)
    handle = view.stream if stream is None else _arrays.stream_handle(stream)
    batch = None if axes is None else tuple(view.shape[: len(view.shape) - count])
    lambdas = lambdas_of(lambda_, batch or ())
    key: Tuple[Any, ...] = (
        view.shape, batch, key_of(per_axis(spacing, count, "spacing")), sides_of(boundary, count),
        operator, location, np.asarray(lambdas).tobytes(), key_of_rho(rho), view.dtype,
        threads, view.device, handle,
    )  # fmt: skip
    solver = _solvers.get(
        key,
        lambda: solver_for(
            view.shape[len(view.shape) - count :], spacing, boundary, operator, location, lambda_,
            view.dtype, threads, view.device, rho, batch,
        ),
    )  # fmt: skip
    walls = None if walls is None else _walls_like(walls, view)
    if out is None or not solver.must_copy(out):
        return solver.solve(array, out, walls, handle)
    with _arrays.on_device_of(view):
        _copied(solver.solve(array, None, walls, handle), out, handle, view.device)
    return out


def solver_for(
    shape: Sequence[int], spacing: Spacing, boundary: Boundary, operator: str, location: str,
    lambda_: Any, dtype: str, threads: int, device: int, rho: Any = None, batch: Any = None,
) -> Solver:  # fmt: skip
    """A new solver for arrays of a type on a device."""
    return Solver(
        shape, spacing, boundary, operator=operator, location=location, lambda_=lambda_, rho=rho,
        batch=batch, precision=_PRECISIONS[dtype], threads=threads,
        backend="cpu" if device == HOST else "cuda", device=None if device == HOST else device,
    )  # fmt: skip


def _walls_like(walls: Walls, f: Any) -> Any:
    """Walls whose arrays have the type of f and no gaps."""
    def end_like(value: Any) -> Any:
        if value is None:
            return None
        if np.ndim(value) == 0:
            return real(value, "a wall")
        array, family = adopted(value)
        view = family.view(array)
        with _arrays.on_device_of(view):
            if view.dtype != f.dtype:
                array = family.converted(real_numbers(array, family, "a wall"), f.dtype)
            return array if family.view(array).contiguous else family.contiguous_copy(array)

    def axis_like(pair: Any) -> Any:
        return tuple(map(end_like, pair)) if isinstance(pair, (list, tuple)) else pair

    return type(walls)(map(axis_like, walls)) if isinstance(walls, (list, tuple)) else walls


def _copied(result: Any, out: Any, stream: int, device: int) -> None:
    """Copies a result into an array of any address, in the order of a stream."""
    array, family = adopted(out)
    if device != HOST and family.view(array).stream != stream:
        _cuda.wait_for_stream(stream, device)
    family.copied_into(array, adopted(result)[0])


_solvers: Cache[Solver] = Cache(_LIMIT)


def clear_cache() -> None:
    """Gives back all kept solvers; on a GPU waits for their work."""
    _solvers.clear()
