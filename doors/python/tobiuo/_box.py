# SPDX-License-Identifier: BSD-3-Clause
# The problem of a Poisson solver in the structures of the C interface.
from __future__ import annotations

import functools
from ctypes import byref, c_double
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from tobiuo._given import real, whole
from tobiuo._library import CONDITIONS, LOCATIONS, OPERATORS, PRECISIONS, check, number
from tobiuo._needs import Need
from tobiuo._structures import Axis, PoissonProblem, Wall

#: the word of a condition, or "robin" with its two factors
End = Union[str, Tuple[str, float, float]]
Sides = Tuple[Tuple[End, End], ...]


def per_axis(given: Any, count: int, name: str) -> List[Any]:
    """One entry for each axis, of one for all, or of a sequence of them; of a single axis the entry
    itself will do, too."""
    if not isinstance(given, (list, tuple)) and getattr(given, "ndim", 0) == 0:
        return [given] * count
    if count == 1 and len(given) != 1:
        return [given]
    if len(given) != count:
        raise ValueError(f"{name} has {len(given)} entries for {count} axes: give one for each")
    return list(given)


def key_of(spacings: Sequence[Any]) -> Tuple[Any, ...]:
    """Spacings as a part of a dictionary's key."""
    return tuple(s if isinstance(s, float) else _numbers_of(s).tobytes() for s in spacings)


def kept_spacings(spacings: Sequence[Any]) -> Tuple[Any, ...]:
    """Spacings as a description keeps them: numbers, and copies of nodes."""
    return tuple(
        float(s) if np.ndim(s) == 0 else np.array(s, dtype=np.float64) for s in spacings
    )


def sides_of(boundary: Any, count: int) -> Sides:
    """The conditions at both ends of each axis; raises ValueError for what is none."""
    if _is_robin(boundary):
        boundary = [boundary] * count
    return _sides_of_word(boundary, count) if isinstance(boundary, str) else _sides(boundary, count)


@functools.lru_cache(maxsize=32)
def _sides_of_word(boundary: str, count: int) -> Sides:
    return _sides([boundary] * count, count)


def _sides(boundary: Any, count: int) -> Sides:
    found = []
    for sides in per_axis(boundary, count, "boundary"):
        pair = (sides, sides)
        if not isinstance(sides, str) and not _is_robin(sides):
            pair = tuple(sides) if isinstance(sides, (list, tuple)) else ()
        if len(pair) != 2:
            raise ValueError(
                f"boundary has {sides!r} for an axis: it is a word, or a pair (lower, upper)"
            )
        found.append((_end_of(pair[0]), _end_of(pair[1])))
    return tuple(found)


def _is_robin(end: Any) -> bool:
    return isinstance(end, (list, tuple)) and len(end) == 3 and end[0] == "robin"


def _end_of(end: Any) -> End:
    if _is_robin(end):
        return ("robin", real(end[1], "a of robin"), real(end[2], "b of robin"))
    if end == "robin":
        raise ValueError('boundary has "robin" without its factors: give ("robin", a, b)')
    number(end, CONDITIONS, "boundary")
    return str(end)


def _rho_of(rho: Any) -> Tuple[int, np.ndarray]:
    """The axis and the values of a rho; raises ValueError or TypeError for what is none."""
    if not isinstance(rho, (list, tuple)) or len(rho) != 2:
        raise ValueError(f"rho is {rho!r}: give a pair of an axis and 2 cells + 1 values")
    try:
        values = np.ascontiguousarray(rho[1], dtype=np.float64).ravel()
    except (TypeError, ValueError, RuntimeError):
        raise TypeError(
            f"rho has {type(rho[1]).__name__}: give numbers, without gradients, in host memory"
        ) from None
    return whole(rho[0], "the axis of rho"), values


def _fill_rho(problem: PoissonProblem, axes: int, rho: Any, kept: List[np.ndarray]) -> None:
    """``rho`` is a pair of an axis of arrays and values, which the structure points at."""
    axis, values = _rho_of(rho)
    if not -axes <= axis < axes:
        raise ValueError(f"rho has the axis {axis}, but there are {axes}: count them from 0")
    kept.append(values)
    problem.rho, problem.rho_count = values.ctypes.data, len(values)
    problem.rho_axis = axes - 1 - axis % axes


def key_of_rho(rho: Any) -> Any:
    """rho as a part of a dictionary's key."""
    if rho is None:
        return None
    axis, values = _rho_of(rho)
    return axis, values.tobytes()


def plain_rho(rho: Any) -> Optional[Tuple[int, Tuple[float, ...]]]:
    """rho by numbers of Python."""
    if rho is None:
        return None
    axis, values = _rho_of(rho)
    return axis, tuple(values.tolist())


def lambdas_of(lambda_: Any, batch: Tuple[int, ...]) -> Union[float, np.ndarray]:
    """A number, or the lambda of each problem of a batch."""
    if np.ndim(lambda_) == 0:
        return real(lambda_, "lambda_")
    try:
        found = np.array(lambda_, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise TypeError(
            f"lambda_ is {lambda_!r}: give a number, or one for each problem of a batch"
        ) from None
    if found.shape != batch:
        raise ValueError(
            f"lambda_ has the shape {found.shape}, and the batch {batch}: give one number, or one "
            "for each problem"
        )
    return found


def problem_of(
    shape: Tuple[int, ...],
    spacings: Sequence[Any],
    sides: Sides,
    operator: str,
    location: str,
    lambda_: float,
    precision: str,
    rho: Any = None,
) -> Tuple[PoissonProblem, List[np.ndarray]]:
    """The structure, and the arrays of nodes that it points at."""
    if not 1 <= len(shape) <= 3:
        raise ValueError(f"the shape {shape} has {len(shape)} axes: solvers take 1 to 3")
    problem = PoissonProblem()
    problem.lambda_ = real(lambda_, "lambda_")
    problem.location = number(location, LOCATIONS, "location")
    problem.op = number(operator, OPERATORS, "operator")
    problem.precision = number(precision, PRECISIONS, "precision")
    kept: List[np.ndarray] = []
    for absent in range(len(shape), 3):
        problem.axes[absent] = Axis(cells=1, upper=1.0)
    for at, (count, spacing, pair) in enumerate(zip(shape, spacings, sides)):
        axis = problem.axes[len(shape) - 1 - at]
        axis.cells = _cells_of(count, pair, location)
        for end, given in enumerate(pair):
            if not isinstance(given, str):
                problem.robin[len(shape) - 1 - at][end][:] = given[1:]
        axis.lower_condition, axis.upper_condition = (
            CONDITIONS[end if isinstance(end, str) else end[0]] for end in pair
        )
        fill_ends(axis, at, spacing, kept)
    if rho is not None:
        _fill_rho(problem, len(shape), rho, kept)
    return problem, kept


def _numbers_of(spacing: Any) -> np.ndarray:
    try:
        numbers = np.asarray(spacing)
    except (TypeError, ValueError, RuntimeError):  # lists of other lengths, an array on a GPU
        is_number = getattr(spacing, "shape", None) == ()
        numbers = np.asarray(float(spacing) if is_number else None)
    if numbers.dtype.kind not in "biuf":
        raise TypeError(
            f"spacing has {spacing!r}: give the width of cells, or the nodes of a stretched axis"
        )
    return numbers.astype(np.float64, order="C")


def fill_ends(axis: Axis, at: int, spacing: Any, kept: List[Any]) -> None:
    """Ends and nodes of an axis whose cells are known; ``kept`` gets the nodes that it points at,
    ``at`` is the axis's place in arrays."""
    nodes = _numbers_of(spacing)
    if nodes.ndim == 0:
        axis.upper = float(nodes) * axis.cells
    elif nodes.ndim == 1 and len(nodes) == axis.cells + 1:
        kept.append(nodes)
        axis.lower, axis.upper = nodes[0], nodes[-1]
        axis.nodes, axis.node_count = nodes.ctypes.data, len(nodes)
    else:
        raise ValueError(
            f"spacing has an array of the shape {nodes.shape} for axis {at}, whose "
            f"{axis.cells} cells have {axis.cells + 1} nodes: give one number, or the nodes"
        )


def positions_along(
    axis: int, shape: Tuple[int, ...], first: int, ask: Callable[[int, int, Any], int]
) -> np.ndarray:
    """The positions of the values along an axis of arrays of a shape, which hold the planes of a
    box from ``first`` on; ``ask`` is a function of the library that writes the one of an axis,
    counted from x, and an index."""
    count = len(shape)
    if not -count <= axis < count:
        raise ValueError(f"axis is {axis}, but there are {count}: count them from 0")
    axis %= count
    position = c_double()
    found = np.empty(shape[axis])
    begin = first if axis == 0 else 0
    for index in range(shape[axis]):
        check(ask(count - 1 - axis, begin + index, byref(position)))
        found[index] = position.value
    return found


def _cells_of(unknowns: int, sides: Tuple[End, End], location: str) -> int:
    """Between walls there is one node more than cells; a Dirichlet wall holds one of them."""
    if location == "cell" or "periodic" in sides:
        return unknowns
    return unknowns - 1 + sides.count("dirichlet")


class WallsOfBox:
    """Reads the argument ``walls`` of a solve for a box of a shape, or for a batch of such boxes."""

    _six = Wall * 6
    _numbers = (int, float, np.integer, np.floating)

    def __init__(
        self, sides: Sides, shape: Tuple[int, ...], dtype: str, device: int,
        batch: Tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        #: for each axis what arrays at its ends must be, and their values; None if it is periodic
        self._needs: List[Optional[Tuple[Need, int]]] = []
        for at, pair in enumerate(sides):
            across = batch + shape[:at] + shape[at + 1 :]
            need = Need(f"the array of a wall of axis {at}", across, dtype, device)
            count = int(np.prod(across, dtype=np.int64))
            self._needs.append(None if "periodic" in pair else (need, count))

    def read(self, walls: Optional[Sequence[Any]]) -> Any:
        """The six walls of the C interface, or None; they point at arrays of ``walls``. Raises
        TypeError or ValueError for what cannot be."""
        if walls is None:
            return None
        made = self._six()
        axes = len(self._needs)
        for at, pair in enumerate(per_axis(walls, axes, "walls")):
            if pair is None:
                continue
            if not isinstance(pair, (list, tuple)) or len(pair) != 2:
                raise ValueError(f"walls has {pair!r} for axis {at}: give a pair (lower, upper)")
            needed = self._needs[at]
            for end, value in enumerate(pair):
                if value is None:
                    continue
                if needed is None:
                    raise ValueError(f"axis {at} is periodic: it has no walls")
                wall = made[2 * (axes - 1 - at) + end]
                if isinstance(value, self._numbers):
                    wall.constant = value
                else:
                    wall.values = needed[0].find(value)[0]
                    wall.count = needed[1]
        return made


def fill_levels(
    made: Any, inside: Any, shape: Tuple[int, ...], name: str, kept: List[np.ndarray]
) -> None:
    """Gives the structure of a body its level set: of booleans, true inside, or numbers, below 0
    inside; `kept` must live until the library has read it."""
    given = np.asarray(inside)
    if given.shape != shape:
        raise ValueError(f"{name} has the shape {given.shape}: give it that of the box, {shape}")
    if given.dtype.kind not in "bfiu":
        raise TypeError(
            f"{name} is {given.dtype}: give booleans, true inside, or numbers, below 0 inside"
        )
    levels = np.where(given, -1.0, 1.0) if given.dtype == np.bool_ else given
    kept.append(np.ascontiguousarray(levels, dtype=np.float64))
    made.levels, made.count = kept[-1].ctypes.data, kept[-1].size
