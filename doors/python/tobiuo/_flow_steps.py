# SPDX-License-Identifier: BSD-3-Clause
# The function of a number of steps of a flow, with its gradients: of arrays, and of what PyTorch and JAX
# record.
from __future__ import annotations

import dataclasses
import threading
from ctypes import byref, c_double, c_int64
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays, _cuda
from tobiuo._arrays import HOST
from tobiuo._families import adopted
from tobiuo._flow_problem import Face, faces_of, problem_of, vector_of
from tobiuo._given import real, whole
from tobiuo._handles import Owner
from tobiuo._library import check, library
from tobiuo._needs import Need
from tobiuo._recorded import recorder_in

#: What a face gives: the axis across it, its end, and the component, such as ("y", "upper", "u").
FaceKey = Tuple[str, str, str]

_AXES = ("x", "y", "z")
_ENDS = ("lower", "upper")
_QUANTITIES = ("u", "v", "w", "scalar")
_INPUTS = ("force", "viscosity", "diffusivity")


class Gradients(NamedTuple):
    """The gradients of a function of the last state."""

    state: Any  #: by the first state, in its order
    force: np.ndarray  #: along x, y and z
    viscosity: float
    diffusivity: float  #: 0 without a scalar
    #: by what faces give, at each point, by keys such as ("y", "upper", "u"): axis, end, and u, v, w or
    #: scalar. That by a number is their sum
    faces: Dict[FaceKey, np.ndarray]


class Steps(Owner):
    """A function: the state of a flow after a number of steps, of the state before these, force,
    viscosity, diffusivity and what faces give. It has gradients, the discrete adjoint of the steps.

    solver     the ``Solver`` whose problem it is, with periodic faces, walls and inflows, explicit
               diffusion, three projections a step and no more than one scalar; it stays as it is
    time_step, steps   their length and number
    steps_between      between how many a state is kept; 0: about sqrt(steps / 3), which takes the
               least memory. With as many as there are steps nothing is computed twice
    states_on_device   how many of these are where the solver works, the older ones in host memory;
               None: all
    threads    on the CPU, as of ``Solver``

        steps = flow.Steps(solver, 0.01, 50)
        end = steps(state)                          # as solver.resume, 50 steps and solver.state
        gradients = steps.backward(by_end)          # of any function with these derivatives

    With tensors of PyTorch, and arrays of JAX in ``jax.grad`` and ``jax.vjp``, calls are recorded:

        force = torch.zeros(3, dtype=torch.float64, requires_grad=True)
        loss = ((steps(state, force=force) - wanted) ** 2).sum()
        loss.backward()

    Gradients have none of their own. Those by a velocity on an upper face that is given are those of the
    face, not of the state. JAX's functions work in host memory.

    Raises InvalidArgument with the library's sentence for flows whose steps have no gradients.
    """

    family = "flow_adjoint"

    def __init__(
        self,
        solver: Any,
        time_step: float,
        steps: int,
        *,
        steps_between: int = 0,
        states_on_device: Optional[int] = None,
        threads: int = 0,
    ) -> None:
        self._given = dict(solver._description)  # set_force of the solver changes the original
        self._box_shape = solver.box_shape
        asked = {"backend": None, "threads": threads, "device": None}
        described = {
            "solver": solver, "time_step": time_step, "steps": steps, "steps_between": steps_between,
            "states_on_device": states_on_device, "threads": threads,
        }  # fmt: skip
        on_device = -1 if states_on_device is None else whole(states_on_device, "states_on_device")
        create = (
            solver._handle, real(time_step, "time_step"), whole(steps, "steps"),
            whole(steps_between, "steps_between"), on_device,
        )  # fmt: skip
        if solver.device == HOST:
            super().__init__(asked, described, *create)
        else:
            with _cuda.on_device(solver.device):
                super().__init__(asked, described, *create)
        self.steps, self.time_step = int(steps), float(time_step)
        self.dtype = solver.dtype
        #: of states and of gradients by them
        self.state_shape = solver.state_shape
        self.has_scalar = solver.has_scalar
        self.alignment = solver.alignment
        self._read = Need("state", self.state_shape, self.dtype, self.device)
        self._written = Need("out", self.state_shape, self.dtype, self.device, True, self.alignment)
        self._turns = threading.RLock()
        self._serial = 0  # of the last advance
        self._stream: int = 0

    def __call__(
        self,
        state: Any,
        *,
        start: bool = False,
        force: Any = None,
        viscosity: Any = None,
        diffusivity: Any = None,
        faces: Optional[Mapping[FaceKey, Any]] = None,
    ) -> Any:
        """The state after the steps, in a new array of the module of ``state``.

        state        as ``Solver.state`` writes it: u, v, w and the scalar, one behind the other, each
                     in the order of its array
        start        begins as ``Solver.start``: without the part of the velocity that has divergence
        force, viscosity, diffusivity   numbers in place of those of the solver
        faces        what faces give in place of what they do, by keys such as ("y", "upper", "u"):
                     the axis across the face, its end, and "u", "v", "w" or "scalar". A number where
                     the face has a number, else an array of the shape of the face

        Raises TypeError or ValueError as ``Solver.resume`` does, InvalidArgument for numbers that make no
        flow.
        """
        values = {"force": force, "viscosity": viscosity, "diffusivity": diffusivity}
        named = {name: value for name, value in values.items() if value is not None}
        named.update(self._known(faces))
        recorder = _recorder_of({"state": state, **named})
        if recorder is not None:
            return recorder.advanced(self, state, bool(start), named)
        return self.advance(state, start, named)[0]

    def backward(self, by_end: Any, out: Any = None) -> Gradients:
        """The gradients of a function of the last state that the last call returned, from its
        derivatives by that state, an array like it. ``out`` takes the gradient by the state."""
        with self._turns:
            read, current = self._read.find(by_end)
            if self.device != HOST and current != self._stream:
                raise ValueError(
                    f"the steps are on the stream {self._stream}, but by_end is on {current}: make "
                    "both calls on one stream"
                )
            array, address = self._place(by_end, out)
            count = self.state_shape[0]
            self._call(
                library().tobiuo_flow_adjoint_backward, read, address, count, self._stream
            )  # fmt: skip
            force, viscosity, diffusivity = (c_double * 3)(), c_double(), c_double()
            self._call(
                library().tobiuo_flow_adjoint_gradients_and_wait, force, byref(viscosity),
                byref(diffusivity), self._stream,
            )  # fmt: skip
            return Gradients(
                array, np.array(force[:]), viscosity.value, diffusivity.value, self._by_faces()
            )

    def advance(self, state: Any, start: bool, named: Mapping[Any, Any]) -> Tuple[Any, int]:
        """The last state, and a number of this call, see ``backward_of``. ``named`` has the values of
        inputs, which are numbers and arrays in host memory."""
        with self._turns:
            problem, kept = self._problem_with(named)
            read, current = self._read.find(state)
            self._stream = current
            self._call(library().tobiuo_flow_adjoint_set_numbers, byref(problem), self._stream)
            del kept
            array, address = self._place(state, None)
            self._call(
                library().tobiuo_flow_adjoint_advance, read, int(start), address,
                self.state_shape[0], self._stream,
            )  # fmt: skip
            self._serial += 1
            return array, self._serial

    def backward_of(
        self, serial: int, state: Any, start: bool, named: Mapping[Any, Any], by_end: Any
    ) -> Gradients:
        """The gradients of a call of ``advance`` that had these arguments, which is made again if it
        was not the last one."""
        with self._turns:
            if serial != self._serial:
                self.advance(state, start, named)
            return self.backward(by_end)

    @property
    def memory_bytes(self) -> int:
        """Bytes that it owns where the solver works."""
        found = c_int64()
        check(library().tobiuo_flow_adjoint_memory_bytes(self._handle, byref(found)))
        return found.value

    def face_shape(self, key: FaceKey) -> Tuple[int, ...]:
        """The shape of what a face gives."""
        at = len(self._box_shape) - 1 - _AXES.index(key[0])
        return self._box_shape[:at] + self._box_shape[at + 1 :]

    def _place(self, like: Any, out: Any) -> Tuple[Any, int]:
        if out is not None:
            return out, self._written.find(out)[0]
        array, address, _ = self._written.made(like)
        return array, address

    def _by_faces(self) -> Dict[FaceKey, np.ndarray]:
        found: Dict[FaceKey, np.ndarray] = {}
        count = c_int64()
        for which in range(2 * len(self._box_shape)):
            for quantity, name in enumerate(_QUANTITIES):
                ask = library().tobiuo_flow_adjoint_face
                check(ask(self._handle, which, quantity, None, byref(count)))
                if count.value:
                    values = (c_double * count.value)()
                    check(ask(self._handle, which, quantity, values, byref(count)))
                    key = (_AXES[which // 2], _ENDS[which % 2], name)
                    found[key] = np.array(values).reshape(self.face_shape(key))
        return found

    def _known(self, faces: Optional[Mapping[FaceKey, Any]]) -> Dict[Any, Any]:
        for key in faces or {}:
            known = isinstance(key, tuple) and len(key) == 3
            known = known and key[0] in _AXES[: len(self._box_shape)]
            if not known or key[1] not in _ENDS or key[2] not in _QUANTITIES:
                raise ValueError(
                    f"faces has {key!r}: give an axis of the flow, an end and a component, such as "
                    '("y", "upper", "u")'
                )
        return dict(faces or {})

    def _problem_with(self, named: Mapping[Any, Any]) -> Tuple[Any, List[Any]]:
        """The structure of the problem with these inputs, and what it points at."""
        given = dict(self._given)
        pairs = [list(pair) for pair in faces_of(given["faces"], len(self._box_shape))]
        scalar = given["scalar"]
        scalar_faces = _scalar_pairs(scalar, len(self._box_shape))
        for key, value in named.items():
            if key == "force":
                given["force"] = vector_of(_host(value), "force")
            elif key == "viscosity":
                given["viscosity"] = float(_host(value))
            elif key == "diffusivity":
                self._expect_scalar()
                scalar = dataclasses.replace(scalar, diffusivity=float(_host(value)))
            else:
                at, end = len(self._box_shape) - 1 - _AXES.index(key[0]), _ENDS.index(key[1])
                if key[2] == "scalar":
                    self._expect_scalar()
                    before = scalar_faces[at][end]
                    scalar_faces[at][end] = (before[0] if before else "flux", _host(value))
                else:
                    pairs[at][end] = _with_velocity(
                        pairs[at][end], _QUANTITIES.index(key[2]), _host(value)
                    )
        if scalar is not None:
            scalar = dataclasses.replace(scalar, faces=[tuple(pair) for pair in scalar_faces])
        problem, _, kept = problem_of(
            self._box_shape, given["spacing"], [tuple(pair) for pair in pairs],
            given["viscosity"], given["force"], scalar, given["precision"],
            given["implicit_diffusion"],
        )  # fmt: skip
        return problem, kept

    def _expect_scalar(self) -> None:
        if not self.has_scalar:
            raise ValueError("an input of the scalar is given, but the flow carries none: leave it out")

    def _on_its_device(self) -> Dict[str, Any]:
        return dict(self._description)  # the solver has a device

    def __copy__(self) -> "Steps":
        made: Steps = super().__copy__()  # type: ignore[assignment]
        made._given = self._given
        return made

    def __reduce_ex__(self, protocol: Any) -> Tuple[Any, ...]:
        return (*super().__reduce_ex__(protocol), {"_given": self._given})

    def after_fork(self) -> None:
        super().after_fork()
        self._turns = threading.RLock()


def _scalar_pairs(scalar: Any, count: int) -> List[List[Any]]:
    given: Sequence[Any] = [None] * count
    if scalar is not None and scalar.faces is not None:
        given = scalar.faces
    return [[None, None] if pair is None else list(pair) for pair in given]


def _with_velocity(face: Face, component: int, value: Any) -> Face:
    velocity = list(face.velocity) + [0.0] * (3 - len(face.velocity))
    velocity[component] = value
    return dataclasses.replace(face, velocity=velocity)


def _host(value: Any) -> Any:
    """A number or an array in host memory."""
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    return np.asarray(value, dtype=np.float64)


def gradient_of(gradients: Gradients, key: Any, shape: Tuple[int, ...]) -> np.ndarray:
    """The gradient by an input of a shape."""
    if key == "force":  # of which components at the end may be left away
        return gradients.force[: shape[0]].reshape(shape)
    if key in _INPUTS:
        return np.asarray(getattr(gradients, key), dtype=np.float64).reshape(shape)
    found = gradients.faces.get(key)
    if found is None:
        return np.zeros(shape)
    return found.sum().reshape(shape) if found.shape != shape else found


def _recorder_of(values: Mapping[Any, Any]) -> Any:
    """The module that makes a call known to what records one of the values; None if nothing does.
    Raises TypeError for a sequence that has what is recorded."""
    for name, value in values.items():
        if isinstance(value, (list, tuple)) and recorder_in(*value) is not None:
            raise TypeError(
                f"{name} is a {type(value).__name__} that has what is recorded for gradients, and "
                "these would be lost: make one array of it, by torch.stack or jax.numpy.stack"
            )
    for value in values.values():
        module = type(value).__module__.partition(".")[0]
        if module == "torch":
            from tobiuo import _torch_flow

            return _torch_flow
        if _arrays.is_of_jax(value) or module in ("jax", "jaxlib"):
            from tobiuo import _jax_flow

            return _jax_flow
    return None
