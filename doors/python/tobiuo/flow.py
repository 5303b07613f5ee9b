# SPDX-License-Identifier: BSD-3-Clause
# Incompressible flow in a box, on CPUs and GPUs.
"""Advances du/dt + div(u u) = -grad p + viscosity laplacian(u) + force, div u = 0 in a box of one
to three dimensions; density is 1.

Arrays have the axes (x,), (y, x) or (z, y, x), and what is given for each axis (``spacing``,
``faces``) follows the axes of arrays: that of z comes first. Vectors (velocities, forces) are along
x, y and z, in this order, which is that of u, v, w. All three velocities are there in fewer
dimensions, too.

The grid is staggered: p and the scalar are at centres of cells, each velocity at the centres of the
faces across it. u[k, j, i] belongs to the upper face, across x, of the cell (k, j, i), and v and w
likewise to those across y and z; on an axis that is not periodic the last one lies on the face of
the box, and the one on the lower face is in no array. See docs/flow.md.

Sources: F. H. Harlow and J. E. Welch, Phys. Fluids 8, 2182 (1965); P. R. Spalart, R. D. Moser and
M. M. Rogers, J. Comput. Phys. 96, 297 (1991), appendix A; A. J. Chorin, Math. Comput. 22, 745
(1968).
"""
from __future__ import annotations

import contextlib
import copy
import functools
import operator
import threading
from ctypes import byref, c_double, c_int, c_int64
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from tobiuo import _arrays, _cuda
from tobiuo._arrays import HOST
from tobiuo._box import positions_along
from tobiuo._errors import Error
from tobiuo._families import adopted, family_named
from tobiuo._flow_problem import (
    ClosingUse, Eddies, Face, FurtherScalar, Observed, Obstacle, ObstacleForce, Scalar, Sources,
    Sponge, StepLimit, Vector, obstacles_of, parts_of, problem_of, vector_of
)  # fmt: skip
from tobiuo._given import shape_of, whole
from tobiuo._handles import Owner
from tobiuo._library import check, library, number
from tobiuo._needs import Need
from tobiuo._plan import REAL
from tobiuo._ranks import part_of, planes_of, ranks_of
from tobiuo._structures import FlowObserved
from tobiuo._structures import ObstacleForce as ForceStructure

__all__ = [
    "ClosingUse", "Eddies", "Face", "FurtherScalar", "Observed", "Obstacle", "ObstacleForce",
    "Scalar", "Solver", "Sources", "Sponge", "StepLimit"
]  # fmt: skip

_COMPONENTS = {"u": 0, "v": 1, "w": 2, "p": 3, "scalar": 3}


class Solver(Owner):
    """A flow that is advanced in time.

    shape      cells: the shape of all arrays, (x,), (y, x) or (z, y, x); with ``comm`` that of the
               whole box
    spacing    the width of cells, in units of length: one number for all axes, or one for each. One
               axis that is not periodic may be stretched: it is given by its nodes, in increasing
               order, one more than cells
    faces      "periodic", "no-slip", "free-slip", "inflow", "outflow" or a ``Face`` for all, or for
               each axis such a one or a pair (lower, upper)
    viscosity  kinematic, in length^2 / time
    force      along x, y and z, for each unit of mass, in length / time^2
    scalar     a ``Scalar`` that the flow carries, with buoyancy; None if there is none
    further_scalars   ``FurtherScalar``s beside it
    sources    ``Sources`` that act inside the box: forces that are formulas, rotation, a sponge; None
               if there are none. ``set_time`` tells the time at which the next step begins
    eddies     ``Eddies`` smaller than cells, whose viscosity varies; None if there are none
    obstacles  ``Obstacle``s around which the fluid flows
    closed_tolerance   what closed obstacles may let through in each stage of a step, as a part of
               what the pressure keeps from them; steps then wait for the stream
    precision  "single" or "double": of all arrays
    implicit_diffusion   "x", "y" or "z": an axis along which viscosity and diffusivity are implicit,
               so that its cells do not limit steps by them; velocity and scalar are then of second
               order in time. None if there is none
    projections   how often a step solves Poisson's equation: after each of its three stages, or with 1
               after the last one only, which is faster. Steps are then stable to a Courant number of
               1, velocity and scalar still of third order in time, but with larger errors
    backend, threads, device   as of ``tobiuo.fft.Plan``; there is no flow with OpenCL
    comm       the ranks of a parallel program that compute the flow together, see below; None: this
               process alone
    through_host_memory   of ranks on GPUs: messages go through host memory and ``comm``. Otherwise
               GPUs of one machine copy to each other, those of several use NCCL, and only where
               neither can they take that way

        solver = flow.Solver((64, 64), 2 * np.pi / 64, viscosity=0.01)
        solver.start(u, v, w)
        while time < 1.0:
            step = solver.step_limit(cfl=1.0).seconds
            solver.step(step)
            time += step
        u, v, w = solver.velocity()

    On a GPU calls enqueue and return, and nothing waits but ``observed``, ``step_limit`` without a
    rate, and calls with arrays of JAX. All calls work on one stream: that of the first call with
    arrays. A caller who names it there orders other work on results. Results without ``out`` are arrays
    of the module that ``start`` or ``resume`` was given.

    A copy is planned anew, and goes on from the velocity that the original has; so does what
    ``pickle`` makes of it elsewhere, with the same bits on the same back end. In the child of a
    fork flows on the CPU go on, others raise DeviceError.

    On several ranks each has some planes of z, the first of three axes: ``planes`` is their slice
    of the box, ``shape`` the shape of their arrays, and ``box_shape`` that of the whole box, which
    the arguments above describe, the same on all ranks.

        from mpi4py import MPI
        solver = flow.Solver((64, 64, 64), 1 / 64, viscosity=0.01, comm=MPI.COMM_WORLD)
        u = whole[solver.planes]                     # or made from solver.positions("u", 0)

    ``comm`` is a communicator of mpi4py, or any object with ``Get_rank()``, ``Get_size()``,
    ``Isend(buffer, dest=, tag=)`` and ``Irecv(buffer, source=, tag=)``, whose requests have
    ``Wait()`` and whose buffers are numpy's bytes; where it has ``Dup()`` and ``Free()``, messages
    go over a duplicate. Making and copying a solver, giving it back, ``start``, ``resume``,
    ``set_scalar``, ``step``, ``observed`` and ``step_limit`` without a rate are collective: all
    ranks call them in the same order, and what one rank refuses leaves the others waiting. Each
    rank has two planes or more. What the communicator raises reaches the caller of the call in
    which it did, and the solver is then good for nothing. Results are those of one rank up to
    rounding, with the same bits for as many ranks; a state is that of the planes, and ``observed``
    tells of the whole box. Such a solver cannot be pickled.

    Calls of several threads take turns. The velocity is of second order in space and of third order
    in time where what enters through faces is steady; its divergence is that of rounding.

    Raises ValueError (InvalidArgument with the library's sentence: see docs/flow.md for what cannot
    be), TypeError, DeviceError.
    """

    family = "flow"
    maker = "create_with_rates"

    def __init__(
        self,
        shape: Sequence[int],
        spacing: Union[float, Sequence[Any]],
        faces: Union[str, Face, Sequence[Any]] = "periodic",
        *,
        viscosity: float,
        force: Vector = (),
        scalar: Optional[Scalar] = None,
        further_scalars: Sequence[FurtherScalar] = (),
        sources: Optional[Sources] = None,
        eddies: Optional[Eddies] = None,
        obstacles: Sequence[Obstacle] = (),
        closed_tolerance: float = 1e-6,
        precision: str = "double",
        implicit_diffusion: Optional[str] = None,
        projections: int = 3,
        backend: Optional[str] = None,
        threads: int = 0,
        device: Optional[int] = None,
        comm: Any = None,
        through_host_memory: bool = False,
    ) -> None:
        #: of the whole box, which the ranks of ``comm`` divide
        self.box_shape = shape_of(shape)
        problem, rates, kept = problem_of(
            self.box_shape, spacing, faces, viscosity, force, scalar, precision, implicit_diffusion
        )
        asked = {"backend": backend, "threads": threads, "device": device}
        described = {
            "shape": self.box_shape, "spacing": copy.deepcopy(spacing),
            "faces": copy.deepcopy(faces), "viscosity": viscosity,
            "force": vector_of(force, "force"), "scalar": copy.deepcopy(scalar),
            "further_scalars": copy.deepcopy(tuple(further_scalars)),
            "sources": copy.deepcopy(sources), "eddies": copy.deepcopy(eddies),
            "obstacles": copy.deepcopy(tuple(obstacles)),
            "closed_tolerance": closed_tolerance,
            "precision": precision, "implicit_diffusion": implicit_diffusion,
            "projections": projections, "comm": comm,
            "through_host_memory": bool(through_host_memory), **asked,
        }  # fmt: skip
        create: Tuple[Any, ...] = (byref(problem), rates)
        ranks = ranks_of(comm, through_host_memory)
        self._obstacles = len(described["obstacles"])
        further = described["further_scalars"]
        for one in further:
            if not isinstance(one, FurtherScalar):
                raise TypeError(f"further_scalars has {one!r}: give a FurtherScalar")
            if one.obstacles and len(one.obstacles) != self._obstacles:
                raise ValueError(
                    f"a further scalar has {len(one.obstacles)} obstacles, but there are "
                    f"{self._obstacles}: give it on each, or on none"
                )
        parts = parts_of(
            faces, len(self.box_shape), projections, sources, eddies, scalar, further,
            self.box_shape,
        )  # fmt: skip
        if parts is not None:
            self.maker = "create_with_parts"
            create += (byref(parts[0]),)
        elif self._obstacles > 0:
            self.maker = "create_with_obstacles"
        if self.maker != Solver.maker:
            create += (
                obstacles_of(described["obstacles"], self.box_shape, kept), self._obstacles,
                float(closed_tolerance), None if ranks is None else byref(ranks.structure),
            )  # fmt: skip
        elif ranks is not None:
            self.maker = "create_on_ranks"
            create += (byref(ranks.structure),)
        super().__init__(asked, described, *create, ranks=ranks)
        del kept, parts  # they had to live until the library read them
        #: the planes of the first axis of the box that arrays hold
        self.planes = planes_of(
            self.box_shape, functools.partial(library().tobiuo_flow_planes, self._handle)
        )
        self.shape = part_of(self.box_shape, self.planes)
        self.dtype = REAL[precision]
        self.has_scalar = scalar is not None
        cells, state_values = c_int64(), c_int64()
        check(library().tobiuo_flow_values(self._handle, byref(cells), byref(state_values)))
        self._cells = cells.value
        #: the shape of what ``state`` writes
        self.state_shape = (state_values.value,)
        self._reads = {
            name: Need(name, self.shape, self.dtype, self.device)
            for name in ("u", "v", "w", "values")
        }
        self._reads["state"] = Need("state", self.state_shape, self.dtype, self.device)
        #: of arrays that a flow writes; it reads others at any address of their type
        self.alignment = _alignment_of(self.shape[-1], self.dtype, self.device)
        self._field = Need("out", self.shape, self.dtype, self.device, True, self.alignment)
        self._state = Need("out", self.state_shape, self.dtype, self.device, True, self.alignment)
        self._stream: Optional[int] = None
        self._stream_was_named = False  # by the caller, and not found at an array
        self._taking_turns = threading.Lock()
        self._has_begun = False
        self._scalar_is_set = False
        self._time = 0.0  # at which the next step begins
        self._was_interrupted = False  # by a fork, while another thread was in a call
        self._like: Any = None  # an array of the module of `start`, without values

    def start(self, u: Any, v: Any, w: Any, stream: Any = None) -> None:
        """Begins with this velocity without the part that has divergence. Values on faces that give
        a velocity are replaced by it. The scalar is kept.

        u, v, w  arrays of ``shape`` and ``dtype``, contiguous, where the solver is
        stream   as of ``tobiuo.fft.Plan.execute``

        Raises TypeError (wrong type), ValueError (wrong shape, not contiguous, on another device,
        another stream than before), DeviceError.
        """
        (first, current), (second, _), (third, _) = (
            self._reads[name].find(array) for name, array in (("u", u), ("v", v), ("w", w))
        )
        handle = self._on_stream(current, stream)
        self._call(library().tobiuo_flow_start, first, second, third, self._cells, handle)
        self._begun_by(u)

    def resume(self, state: Any, stream: Any = None) -> None:
        """Begins where another solver of the problem on the same back end was when ``state`` wrote
        this array; steps go on with the same bits.

        state  an array of ``state_shape`` and ``dtype``

        Raises as ``start`` does.
        """
        read, current = self._reads["state"].find(state)
        handle = self._on_stream(current, stream)
        self._call(library().tobiuo_flow_resume, read, self.state_shape[0], handle)
        self._begun_by(state)

    def set_scalar(self, values: Any, stream: Any = None, number: int = 0) -> None:
        """Gives the scalar these values; in a new solver it is zero. ``number`` counts further
        ones from 1.

        Raises as ``start`` does, and ValueError if the flow carries no scalar.
        """
        self._expect_scalar()
        read, current = self._reads["values"].find(values)
        handle = self._on_stream(current, stream)
        self._call(
            library().tobiuo_flow_set_scalar_of, operator.index(number), read, self._cells, handle
        )
        self._scalar_is_set = True
        self._finish(values)

    def set_force(self, force: Vector) -> None:
        """Replaces the force, along x, y and z, in later steps. Raises InvalidArgument if it is not
        finite."""
        self._call(library().tobiuo_flow_set_force, (c_double * 3)(*vector_of(force, "force")))
        self._description["force"] = vector_of(force, "force")

    def set_time(self, time: float) -> None:
        """The time at which the next step begins, for sources that change: 0 in a new solver, and each
        step adds its length. Raises InvalidArgument if it is not finite."""
        self._call(library().tobiuo_flow_set_time, float(time))
        self._time = float(time)

    def step(self, time_step: float, steps: int = 1) -> None:
        """Advances the velocity, and the scalar with it, by ``steps`` steps of ``time_step`` each.

        Raises InvalidArgument if it is not above 0 and finite, Error before ``start``.
        """
        self._expect_begun()
        count = whole(steps, "steps")
        self._call(library().tobiuo_flow_step, float(time_step), count, self._stream)
        for _ in range(count):
            self._time += float(time_step)

    def observed(self) -> Observed:
        """What the last step found out about the velocity before it, or after ``start`` or
        ``resume`` about the velocity that they left. On a GPU it waits for what finds it, a part of
        the last step. Raises Error before ``start``."""
        self._expect_begun()
        found = FlowObserved()
        self._call(library().tobiuo_flow_observed_and_wait, byref(found))
        x, y, z = found.mean_velocity
        return Observed(
            (x, y, z), found.kinetic_energy, found.largest_rate, found.largest_divergence
        )

    def set_obstacles(self, obstacles: Sequence[Obstacle]) -> None:
        """Moves the obstacles: they are the same ones, in the same order and none of them closed,
        where and as fast as they are at the end of the next step. A body should move by less than
        two cells in a step. Collective on several ranks. Raises InvalidArgument for others."""
        kept: List[Any] = []
        self._call(
            library().tobiuo_flow_set_obstacles, obstacles_of(obstacles, self.box_shape, kept),
            len(obstacles), self._stream,
        )  # fmt: skip
        self._description["obstacles"] = copy.deepcopy(tuple(obstacles))

    def obstacle_forces(self) -> List[ObstacleForce]:
        """The mean force on each obstacle over the last step, for which it waits; zero before the
        first one. Collective on several ranks."""
        forces = (ForceStructure * self._obstacles)()
        if self._obstacles > 0:
            self._call(
                library().tobiuo_flow_obstacle_forces_and_wait, forces, self._obstacles,
                self._stream,
            )  # fmt: skip
        return [
            ObstacleForce(tuple(one.force), tuple(one.torque), tuple(one.pressure), one.scalar)
            for one in forces
        ]

    def closing_use(self) -> ClosingUse:
        """What closed obstacles took in the last step."""
        projections, residual = c_int64(), c_double()
        self._call(library().tobiuo_flow_closing_use, byref(projections), byref(residual))
        return ClosingUse(projections.value, residual.value)

    def step_limit(self, cfl: float, rate: Optional[float] = None) -> StepLimit:
        """The longest time step for a Courant number, of which 1.73 is the limit.

        rate  the largest |u| / dx + |v| / dy + |w| / dz; None is that of ``observed()``, which has
              the velocities through the faces of cells only: beside walls that move along themselves
              give theirs if it is larger, where a scalar is layered stably sqrt(buoyancy ds/dz)

        Raises InvalidArgument unless cfl is above 0 and the rate at least 0.
        """
        if rate is None:
            rate = self.observed().largest_rate
        seconds, by_friction = c_double(), c_int()
        self._call(
            library().tobiuo_flow_step_limit, float(rate), float(cfl), byref(seconds),
            byref(by_friction),
        )  # fmt: skip
        return StepLimit(seconds.value, bool(by_friction.value))

    def velocity(self, out: Optional[Sequence[Any]] = None) -> Tuple[Any, Any, Any]:
        """Writes the velocity, which has no divergence, and returns u, v and w.

        out  three arrays of ``shape`` and ``dtype``, contiguous, where the solver is, apart from
             each other, at multiples of ``alignment`` bytes; None makes new ones

        Raises TypeError or ValueError as ``start`` does, also for read-only arrays; Error before
        ``start``.
        """
        self._expect_begun()
        given = (None, None, None) if out is None else tuple(out)
        if len(given) != 3:
            raise ValueError(f"out has {len(given)} arrays: give three, for u, v and w")
        arrays, addresses = zip(*(self._place_for(self._field, array) for array in given))
        _expect_apart(addresses, self._cells * _arrays.ITEM_BYTES[self.dtype])
        self._call(library().tobiuo_flow_velocity, *addresses, self._cells, self._stream)
        self._finish(self._like)
        return arrays[0], arrays[1], arrays[2]

    def pressure(self, out: Any = None) -> Any:
        """Writes the pressure of the last stage, divided by the density, and returns it: ``out``,
        or a new array. It is zero before the first step; its mean is zero unless a face is an
        outflow. Raises as ``velocity`` does."""
        self._expect_begun()
        return self._written(library().tobiuo_flow_pressure, self._field, out, self._cells)

    def scalar(self, out: Any = None, number: int = 0) -> Any:
        """Writes the scalar of a number, 0 being the first, and returns it: ``out``, or a new array.
        Raises as ``velocity`` does, and ValueError if the flow carries none."""
        self._expect_scalar()
        self._expect_begun()
        which = operator.index(number)

        def write(handle: Any, *rest: Any) -> int:
            return library().tobiuo_flow_scalar_values_of(handle, which, *rest)

        return self._written(write, self._field, out, self._cells)

    def state(self, out: Any = None) -> Any:
        """Writes all that steps depend on, for ``resume``, and returns it: ``out``, or a new array
        of ``state_shape``. Raises as ``velocity`` does."""
        self._expect_begun()
        return self._written(library().tobiuo_flow_state, self._state, out, self.state_shape[0])

    def positions(self, field: str, axis: int) -> np.ndarray:
        """The positions of the values of a field along an axis of ``shape``, in units of length; a
        uniform axis of the box begins at 0.

        field  "u", "v", "w", "p" or "scalar"
        """
        component = number(field, _COMPONENTS, "field")
        ask = functools.partial(library().tobiuo_flow_position, self._handle, component)
        return positions_along(axis, self.shape, self.planes.start, ask)

    @property
    def memory_bytes(self) -> int:
        """Bytes of memory that the solver owns."""
        found = c_int64()
        check(library().tobiuo_flow_memory_bytes(self._handle, byref(found)))
        return found.value

    def __repr__(self) -> str:
        return f"<tobiuo.flow.Solver {self.describe()}>"

    def _on_stream(self, current: int, stream: Any) -> int:
        """The stream of all calls, which the first one decides."""
        handle = current if stream is None else _arrays.stream_handle(stream)
        self._stream_was_named |= stream is not None
        if self._stream is None:
            self._stream = handle
        self._expect_stream(handle)
        return handle

    def _expect_stream(self, handle: int) -> None:
        if self.device != HOST and handle != self._stream:
            raise ValueError(
                f"the flow is on the stream {self._stream}, but this call is on {handle}: make all "
                "calls on one stream"
            )

    def _expect_stream_of_array(self, handle: int) -> None:
        if not self._stream_was_named:
            self._expect_stream(handle)

    def after_fork(self) -> None:
        super().after_fork()
        self._was_interrupted |= self._taking_turns.locked()
        self._taking_turns = threading.Lock()

    def __copy__(self) -> "Solver":
        self._expect_whole_state()
        made: Solver = super().__copy__()  # type: ignore[assignment]
        if self._has_begun:
            made.resume(self.state(), self._stream if self._stream_was_named else None)
        made.set_time(self._time)
        return made

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        self._expect_no_ranks()
        self._expect_whole_state()
        if not self._has_begun:
            return _resumed, (type(self), self._description, None, "numpy", self._time)
        array, family = adopted(self.state())
        with _arrays.on_device_of(family.view(array)):
            values = family.to_host(array)
        return _resumed, (type(self), self._description, values, family.name, self._time)

    def _expect_whole_state(self) -> None:
        if self._scalar_is_set and not self._has_begun:
            raise Error("the flow has a scalar, but no velocity yet: copy it after start()")

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        if self._was_interrupted:
            raise Error(
                "this process was forked while another thread was in a call of the flow, whose "
                "state is half written here: make another Solver"
            )
        with self._taking_turns:  # a flow has a state, on the CPU, too
            super()._call(function, *arguments)

    def _begun_by(self, array: Any) -> None:
        """Waits for JAX, and remembers the module of the array, if it is one that can make new
        arrays."""
        self._finish(array)
        self._has_begun = True
        try:
            like, family = adopted(array)
        except TypeError:
            self._like = None
        else:
            self._like = family.empty((0,), self.dtype, like)

    def _finish(self, array: Any) -> None:
        """Waits for the work on an array of JAX."""
        if _arrays.is_of_jax(array):
            adopted(array)[1].finish(self._stream or 0, self.device)

    def _expect_begun(self) -> None:
        if not self._has_begun:
            raise Error("the flow has no velocity yet: call start() or resume() first")

    def _expect_scalar(self) -> None:
        if not self.has_scalar:
            raise ValueError("the flow carries no scalar: give the Solver one")

    def _place_for(self, need: Need, out: Any) -> Tuple[Any, int]:
        """The array that a call writes, and its address."""
        if out is not None:
            address, current = need.find(out)
            self._expect_stream_of_array(current)
            return out, address
        if self._like is None:
            raise TypeError("new arrays of the module of start() cannot be made: give out")
        array, address, family = need.made(self._like)
        self._expect_stream_of_array(family.view(array).stream)
        return array, address

    def _written(self, function: Any, need: Need, out: Any, count: int) -> Any:
        array, address = self._place_for(need, out)
        self._call(function, address, count, self._stream)
        self._finish(self._like)
        return array


def _alignment_of(row: int, dtype: str, device: int) -> int:
    """On a GPU rows that consist of pieces of 16 bytes are written in them."""
    item = _arrays.ITEM_BYTES[dtype]
    return 16 if device != HOST and row * item % 16 == 0 else item


def _expect_apart(addresses: Sequence[int], array_bytes: int) -> None:
    """Raises ValueError if two of the arrays share memory."""
    ordered = sorted(addresses)
    if any(b - a < array_bytes for a, b in zip(ordered, ordered[1:])):
        raise ValueError("the arrays of out share memory: give three arrays apart from each other")


def _resumed(
    kind: Any, description: Any, state: Optional[np.ndarray], module: str, time: float = 0.0
) -> Solver:
    """A flow that was pickled after it had begun."""
    made: Solver = kind(**description)
    made.set_time(time)
    if state is None:  # it had not begun
        return made
    with _cuda.on_device(made.device) if made.device != HOST else contextlib.nullcontext():
        made.resume(state if made.device == HOST else family_named(module).from_host(state))
    return made
