# SPDX-License-Identifier: BSD-3-Clause
# Arguments of the package's calls: what they are, or the sentence that says what they must be.
from __future__ import annotations

import operator
from typing import Any, Tuple


def whole(value: Any, name: str) -> int:
    """A whole number; raises TypeError for anything else, 2.5 included."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}: give a whole number") from None


def real(value: Any, name: str) -> float:
    """A real number; raises TypeError for anything else."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}: give a number") from None


def shape_of(value: Any, name: str = "shape") -> Tuple[int, ...]:
    """The lengths along axes; raises TypeError for what is no sequence of whole numbers."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} is {value!r}: give a sequence of whole numbers, as (64, 64)")
    try:
        return tuple(operator.index(count) for count in value)
    except TypeError:
        raise TypeError(
            f"{name} is {value!r}: give a sequence of whole numbers, as (64, 64)"
        ) from None


def text(value: Any, name: str) -> str:
    """A text; raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}: give a text")
    return value
