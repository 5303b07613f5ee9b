# SPDX-License-Identifier: BSD-3-Clause
# The faces and the scalar of a flow, its measures, and its problem in the structures of the C
# interface.
from __future__ import annotations

import ctypes
import math
import operator
from dataclasses import dataclass
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from tobiuo._box import fill_ends, fill_levels, per_axis
from tobiuo._given import real
from tobiuo._library import (
    EDDY_MODELS, FACES, IMPLICIT_AXES, OBSTACLE_METHODS, PRECISIONS, SCALAR_ADVECTIONS,
    SCALAR_FACES, number
)  # fmt: skip
from tobiuo._structures import FlowFace, FlowProblem, FlowScalar, ScalarFace
from tobiuo._structures import FlowEddies, FlowFurtherScalar, FlowParts, FlowSources
from tobiuo._structures import Obstacle as ObstacleStructure

_COMPONENTS = 3  # of vectors, along x, y and z
_ALL_STAGES = 3  # of a step, each with a projection

Vector = Sequence[float]


@dataclass(frozen=True)
class Face:
    """One face of the box.

    kind      "periodic", "no-slip", "free-slip", "inflow" or "outflow"
    velocity  of the wall or of the inflow along x, y and z, in length / time; those left away are
              0, as they must be on faces of other kinds. Each is a number, or an array of the shape
              of the flow without the axis across the face: one value for each point of that velocity on the face, which along the face are
              at the upper faces of cells. Arrays are in host memory.
    flow_rate  of an inflow: what enters the box through it in a unit of time, the sum of velocity
              times area (an absent axis has the width 1), below 0 where it leaves. The velocity
              across the face is scaled to it; None takes the velocity as it is
    roughness  of a wall whose friction is that of the logarithmic law: its length z0, 0 of a smooth
              one; None: its own friction
    """

    kind: str
    velocity: Sequence[Any] = ()
    flow_rate: Optional[float] = None
    roughness: Optional[float] = None


@dataclass(frozen=True)
class Scalar:
    """A scalar s that the flow carries, such as temperature:
    ds/dt + div(u s) = diffusivity laplacian(s). It adds the force buoyancy (s - reference).

    diffusivity  in length^2 / time
    buoyancy     along x, y and z, in length / time^2 for each unit of s
    reference    the scalar without buoyancy
    faces        None where all insulate, else for each axis, in the order of the axes of arrays,
                 None or a pair (lower, upper) of None (which insulates), ("value", s) or
                 ("flux", what diffuses into the box for each unit of area and time); each a number
                 or an array of the shape of the flow without that axis
    advection    "central", or "bounded": it stays between its least and largest values, to
                 rounding, in steps of ``step_limit``; then diffusion is not implicit
    """

    diffusivity: float
    buoyancy: Vector = ()
    reference: float = 0.0
    faces: Optional[Sequence[Any]] = None
    advection: str = "central"


@dataclass(frozen=True)
class FurtherScalar:
    """One more scalar beside that of the flow, which is number 0: these are counted from 1.

    scalar     a ``Scalar``; the directions of buoyancy of all are the same or opposite
    source     what it gains in a unit of time: a formula as of ``Sources``
    gradient   along x, y and z, of a mean above which it is counted
    sponge     to what it tends by the rate of the sponge of ``Sources``: a formula
    obstacles  what each obstacle gives it, as ``Obstacle.scalar``; empty where all insulate
    """

    scalar: Scalar
    source: str = ""
    gradient: Vector = ()
    sponge: str = ""
    obstacles: Sequence[Optional[Tuple[str, float]]] = ()


@dataclass(frozen=True)
class Obstacle:
    """A body in the flow, which stays where it is.

    inside    an array of the shape of the box, in host memory: booleans, true in the cells of the
              body, or a level set at the centres of cells, below 0 inside, such as the distance to
              the surface, which is linear between them
    velocity, spin, centre   along x, y and z: the velocity at a place is
              velocity + spin x (place - centre)
    scalar    None of a body that insulates, ("value", s) or ("flux", what diffuses out of it for
              each unit of area and time)
    method    "forcing" (velocities beside the surface are forced) or "closed" (the body is whole
              cells, and nothing flows through their faces)
    """

    inside: Any
    velocity: Vector = ()
    spin: Vector = ()
    centre: Vector = ()
    scalar: Optional[Tuple[str, float]] = None
    method: str = "forcing"


class ObstacleForce(NamedTuple):
    """What the flow does to an obstacle, divided by the density and, where axes are absent, of a
    unit of length along them."""

    force: Tuple[float, float, float]
    torque: Tuple[float, float, float]  #: about the origin
    pressure: Tuple[float, float, float]  #: the part of the force by pressure of a closed one
    scalar: float  #: that one with a value of it gives the flow in a unit of time


@dataclass(frozen=True)
class Sponge:
    """Where velocity and scalar tend to targets, such as before an outflow. Formulas are those of
    ``Sources``; of a target that is empty nothing is damped.

    rate      in 1 / time, not below 0: a formula of x, y and z
    velocity  along x, y and z
    scalar    of the flow
    """

    rate: str = ""
    velocity: Sequence[str] = ()
    scalar: str = ""


@dataclass(frozen=True)
class Sources:
    """What acts inside the box beside the force. Formulas are texts of x, y, z and the time t, such
    as "sin(2*pi*y) * cos(t)"; an empty one is 0. See docs/flow.md.

    force            along x, y and z, for each unit of mass, in length / time^2: formulas
    rotation         along x, y and z: twice the angular velocity of the frame, in 1 / time
    scalar           what the scalar gains in a unit of time: a formula
    scalar_gradient  along x, y and z, of a mean above which the scalar is counted
    sponge           a ``Sponge``, or None
    """

    force: Sequence[str] = ()
    rotation: Vector = ()
    scalar: str = ""
    scalar_gradient: Vector = ()
    sponge: Optional[Sponge] = None


@dataclass(frozen=True)
class Eddies:
    """The viscosity of eddies that are smaller than cells, for large-eddy simulation. See docs/flow.md.

    model     "smagorinsky", "wale", "vreman", or "none"
    constant  of the model; None: 0.17, 0.5, 0.07
    damping   whether the length of smagorinsky becomes 0.4 times the distance to a wall near it
    prandtl   what the viscosity of eddies is divided by for their diffusivity of the scalar
    more_viscosity   a formula of x, y, z and t that adds to the viscosity, without a model, too
    viscosity_of_scalar   one of s, the scalar, that adds likewise
    """

    model: str
    constant: Optional[float] = None
    damping: bool = False
    prandtl: float = 0.7
    more_viscosity: str = ""
    viscosity_of_scalar: str = ""


class ClosingUse(NamedTuple):
    """What closed obstacles took in a step."""

    projections: int  #: solves of Poisson's equation
    residual: float  #: what they let through, as a part of what the pressure keeps from them


class Observed(NamedTuple):
    """What a step found out about the velocity before it."""

    mean_velocity: Tuple[float, float, float]  #: along x, y, z, over the box, weighted by volume
    kinetic_energy: float  #: for each unit of mass: half the mean square
    largest_rate: float  #: of |u| / dx + |v| / dy + |w| / dz, in 1 / time, which limits steps
    largest_divergence: float  #: of |div u|, in 1 / time


class StepLimit(NamedTuple):
    """The longest time step with which the velocity stays bounded, and what limits it."""

    seconds: float  #: in the units of time of the problem; infinite for a fluid at rest
    by_friction: bool  #: whether viscosity or diffusivity limits it more than the velocity


def problem_of(
    shape: Tuple[int, ...],
    spacing: Any,
    faces: Any,
    viscosity: float,
    force: Vector,
    scalar: Optional[Scalar],
    precision: str,
    implicit_diffusion: Optional[str],
) -> Tuple[FlowProblem, Any, List[Any]]:
    """The structure, the flow rates of its faces, and what it points at. Raises ValueError or TypeError for what cannot be."""
    if not 1 <= len(shape) <= _COMPONENTS:
        raise ValueError(f"the shape {shape} has {len(shape)} axes: flows have 1 to 3")
    problem = FlowProblem()
    rates = (ctypes.c_double * len(problem.faces))(*[math.nan] * len(problem.faces))
    kept: List[Any] = []
    problem.viscosity = real(viscosity, "viscosity")
    problem.force[:] = vector_of(force, "force")
    problem.precision = number(precision, PRECISIONS, "precision")
    problem.implicit_diffusion = number(implicit_diffusion, IMPLICIT_AXES, "implicit_diffusion")
    for axis in problem.axes:
        axis.cells, axis.upper = 1, 1.0
    for at, width in enumerate(per_axis(spacing, len(shape), "spacing")):
        axis = problem.axes[len(shape) - 1 - at]
        axis.cells = shape[at]
        fill_ends(axis, at, width, kept)
    for at, pair in enumerate(_pairs_of(faces, len(shape))):
        for end, face in enumerate(pair):
            which = 2 * (len(shape) - 1 - at) + end
            _fill_face(problem.faces[which], face, shape[:at] + shape[at + 1 :], kept)
            if face.flow_rate is not None:
                rates[which] = _rate_of(face)
    if scalar is not None:
        problem.scalar = ctypes.pointer(_scalar_of(scalar, shape, kept))
    return problem, rates, kept


def obstacles_of(
    obstacles: Sequence[Obstacle], shape: Tuple[int, ...], kept: List[Any]
) -> Any:
    """The structures; `kept` must live until the library has read them."""
    made = (ObstacleStructure * len(obstacles))()
    for at, (one, asked) in enumerate(zip(made, obstacles)):
        if not isinstance(asked, Obstacle):
            raise TypeError(f"obstacles has {asked!r}: give an Obstacle")
        fill_levels(one, asked.inside, shape, f"inside of obstacle {at + 1}", kept)
        one.velocity[:] = vector_of(asked.velocity, "velocity")
        one.spin[:] = vector_of(asked.spin, "spin")
        one.centre[:] = vector_of(asked.centre, "centre")
        kind, value = ("flux", 0.0) if asked.scalar is None else asked.scalar
        one.scalar_kind = number(kind, SCALAR_FACES, "the scalar of an obstacle")
        one.scalar = real(value, "the scalar of an obstacle")
        one.method = number(asked.method, OBSTACLE_METHODS, "method")
    return made


def sources_of(sources: Sources) -> FlowSources:
    """The structure, which owns its texts. Raises TypeError or ValueError for what cannot be."""
    made = FlowSources()
    sponge = Sponge() if sources.sponge is None else sources.sponge
    made.force[:] = _texts_of(sources.force, "force")
    made.rotation[:] = vector_of(sources.rotation, "rotation")
    made.scalar = _text_of(sources.scalar, "scalar")
    made.scalar_gradient[:] = vector_of(sources.scalar_gradient, "scalar_gradient")
    made.sponge_rate = _text_of(sponge.rate, "rate")
    made.sponge_velocity[:] = _texts_of(sponge.velocity, "velocity")
    made.sponge_scalar = _text_of(sponge.scalar, "scalar")
    return made


def parts_of(
    faces: Any,
    axes: int,
    projections: int,
    sources: Optional[Sources],
    eddies: Optional[Eddies],
    scalar: Optional[Scalar],
    further: Sequence[FurtherScalar],
    shape: Tuple[int, ...],
) -> Optional[Tuple[FlowParts, List[Any]]]:
    """The structure and what it points at; None where a flow has nothing of it."""
    roughness = (ctypes.c_double * 6)(*[math.nan] * 6)
    for at, pair in enumerate(_pairs_of(faces, axes)):
        for end, face in enumerate(pair):
            if face.roughness is not None:
                roughness[2 * (axes - 1 - at) + end] = real(face.roughness, "roughness")
    is_rough = not all(math.isnan(one) for one in roughness)
    advection = 0
    if scalar is not None:
        advection = number(scalar.advection, SCALAR_ADVECTIONS, "advection")
    is_plain = projections == _ALL_STAGES and sources is None and eddies is None
    if is_plain and not is_rough and advection == 0 and not further:
        return None
    parts = FlowParts()
    parts.scalar_advection = advection
    parts.projections = operator.index(projections)
    kept: List[Any] = []
    if sources is not None:
        kept.append(sources_of(sources))
        parts.sources = ctypes.pointer(kept[-1])
    if eddies is not None:
        kept.append(_eddies_of(eddies))
        parts.eddies = ctypes.pointer(kept[-1])
    if further:
        all_further = (FlowFurtherScalar * len(further))()
        for made, one in zip(all_further, further):
            _fill_further_scalar(made, one, shape, kept)
        kept.append(all_further)
        parts.further_scalars = ctypes.cast(all_further, ctypes.POINTER(FlowFurtherScalar))
        parts.further_scalar_count = len(further)
    if is_rough:
        kept.append(roughness)
        parts.roughness = ctypes.cast(roughness, ctypes.POINTER(ctypes.c_double))
    return parts, kept


def _above_zero(given: float, name: str) -> float:
    value = real(given, name)
    if not value > 0.0:
        raise ValueError(f"{name} of the eddies is {value}: give a number above 0")
    return value


def _eddies_of(eddies: Eddies) -> FlowEddies:
    if not isinstance(eddies, Eddies):
        raise TypeError(f"eddies is {eddies!r}: give flow.Eddies")
    made = FlowEddies()
    made.model = number(eddies.model, EDDY_MODELS, "model")
    made.damping = int(bool(eddies.damping))
    made.constant = 0.0 if eddies.constant is None else _above_zero(eddies.constant, "constant")
    made.prandtl = _above_zero(eddies.prandtl, "prandtl")
    made.more_viscosity = _text_of(eddies.more_viscosity, "more_viscosity")
    made.viscosity_of_scalar = _text_of(eddies.viscosity_of_scalar, "viscosity_of_scalar")
    return made


def _texts_of(given: Sequence[str], name: str) -> List[bytes]:
    texts = [given] if isinstance(given, str) else list(given)
    if len(texts) > _COMPONENTS:
        raise ValueError(f"{name} has {len(texts)} formulas: it has them along x, y and z")
    return [_text_of(one, name) for one in texts + [""] * (_COMPONENTS - len(texts))]


def _text_of(given: str, name: str) -> bytes:
    if not isinstance(given, str):
        raise TypeError(f"{name} is {given!r}: give a formula as a text, such as \"sin(x)\"")
    return given.encode()


def vector_of(given: Vector, name: str) -> Tuple[float, float, float]:
    """Components along x, y and z; those left away are 0."""
    try:
        values = [float(value) for value in given]
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {given!r}: give numbers along x, y and z") from None
    if len(values) > _COMPONENTS:
        raise ValueError(f"{name} has {len(values)} components: it has them along x, y and z")
    x, y, z = values + [0.0] * (_COMPONENTS - len(values))
    return x, y, z


def _pairs_of(faces: Any, count: int) -> List[Tuple[Face, Face]]:
    """The faces at both ends of each axis."""
    if isinstance(faces, (str, Face)):
        faces = [faces] * count
    found = []
    for given in per_axis(faces, count, "faces"):
        pair = (given, given)
        if not isinstance(given, (str, Face)):
            pair = tuple(given) if isinstance(given, (list, tuple)) else ()
        if len(pair) != 2:
            raise ValueError(
                f"faces has {given!r} for an axis: it is a word, a Face, or a pair (lower, upper)"
            )
        lower, upper = (Face(face) if isinstance(face, str) else face for face in pair)
        for face in (lower, upper):
            if not isinstance(face, Face):
                raise TypeError(f"faces has {face!r}: give a word, or a Face")
        found.append((lower, upper))
    return found


def _fill_face(made: FlowFace, face: Face, across: Tuple[int, ...], kept: List[Any]) -> None:
    made.kind = number(face.kind, FACES, "the kind of a face")
    if len(face.velocity) > _COMPONENTS:
        raise ValueError(
            f"the velocity of a face has {len(face.velocity)} components: it has them along x, y "
            "and z"
        )
    for component, value in enumerate(face.velocity):
        values = _values_of(value, across, "the velocity of a face")
        if values.ndim == 0:
            made.velocity[component] = float(values)
        else:
            kept.append(values)
            made.profiles[component] = values.ctypes.data
            made.profile_count = values.size


def _rate_of(face: Face) -> float:
    rate = real(face.flow_rate, "the flow_rate of a face")
    if math.isnan(rate):
        raise ValueError("the flow_rate of a face is not a number: leave it out, or give one")
    return rate


def _values_of(given: Any, across: Tuple[int, ...], name: str) -> np.ndarray:
    """A number as an array without axes, or the values on a face in host memory."""
    try:
        values = np.array(given, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise TypeError(
            f"{name} is {type(given).__name__}: give a number, or an array in host memory"
        ) from None
    if values.ndim and values.shape != across:
        raise ValueError(f"{name} has the shape {values.shape}, but the face has {across}")
    return values


def _scalar_of(scalar: Scalar, shape: Tuple[int, ...], kept: List[Any]) -> FlowScalar:
    if not isinstance(scalar, Scalar):
        raise TypeError(f"scalar is {scalar!r}: give a Scalar")
    made = FlowScalar()
    made.diffusivity = real(scalar.diffusivity, "diffusivity")
    made.buoyancy[:] = vector_of(scalar.buoyancy, "buoyancy")
    made.reference = real(scalar.reference, "reference")
    given = [None] * len(shape) if scalar.faces is None else scalar.faces
    for at, pair in enumerate(per_axis(given, len(shape), "faces of the scalar")):
        if pair is None:
            continue
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ValueError(
                f"faces of the scalar has {pair!r} for axis {at}: give a pair (lower, upper)"
            )
        across = shape[:at] + shape[at + 1 :]
        for end, face in enumerate(pair):
            if face is not None:
                _fill_scalar_face(made.faces[2 * (len(shape) - 1 - at) + end], face, across, kept)
    return made


def _fill_further_scalar(
    made: FlowFurtherScalar, one: FurtherScalar, shape: Tuple[int, ...], kept: List[Any]
) -> None:
    made.scalar = ctypes.pointer(_scalar_of(one.scalar, shape, kept))
    made.advection = number(one.scalar.advection, SCALAR_ADVECTIONS, "advection")
    made.source = _text_of(one.source, "source")
    made.gradient[:] = vector_of(one.gradient, "gradient")
    made.sponge = _text_of(one.sponge, "sponge")
    if one.obstacles:
        given = [("flux", 0.0) if pair is None else pair for pair in one.obstacles]
        kinds = [number(kind, SCALAR_FACES, "the scalar of an obstacle") for kind, _ in given]
        values = [real(value, "the scalar of an obstacle") for _, value in given]
        made.obstacle_kinds = (ctypes.c_int32 * len(given))(*kinds)
        made.obstacle_values = (ctypes.c_double * len(given))(*values)


def _fill_scalar_face(
    made: ScalarFace, face: Any, across: Tuple[int, ...], kept: List[Any]
) -> None:
    if not isinstance(face, (list, tuple)) or len(face) != 2:
        raise ValueError(
            f"faces of the scalar has {face!r}: give None, ('value', s) or ('flux', number)"
        )
    made.kind = number(face[0], SCALAR_FACES, "the kind of a scalar on a face")
    values = _values_of(face[1], across, "the scalar on a face")
    if values.ndim == 0:
        made.number = float(values)
    else:
        kept.append(values)
        made.values, made.count = values.ctypes.data, values.size
