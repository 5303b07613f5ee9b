# SPDX-License-Identifier: BSD-3-Clause
# Times of calls: warmed up, taken in turns, the median of many.
from __future__ import annotations

import math
import statistics
import time
from typing import Any, Callable, List, NamedTuple, Sequence

Call = Callable[[], Any]

_SECONDS_OF_A_REPETITION = 5e-3  # a thousand times what the clock resolves and a GPU is waited for
_MOST_CALLS = 1000  # a GPU's queue takes as many
_CALLS_OF_A_BURST = 50
_BURSTS = 200


class Times(NamedTuple):
    """Seconds of one call, by repetition, each of several calls."""

    seconds: List[float]
    calls: int

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def least(self) -> float:
        return min(self.seconds)

    @property
    def most(self) -> float:
        return max(self.seconds)


def times_of(calls: Sequence[Call], wait: Call, repeat: int) -> List[Times]:
    """The times of calls that are measured in turns, so that whatever else the machine does meets
    all of them. ``wait`` returns when the work that was enqueued is done."""
    counts = [_calls_worth(call, wait) for call in calls]
    found = [Times([], count) for count in counts]
    for _ in range(repeat):
        for call, times in zip(calls, found):
            times.seconds.append(_seconds_of(call, wait, times.calls))
    return found


def enqueuing_times_of(calls: Sequence[Call], wait: Call) -> List[Times]:
    """The times that calls take until they return, in bursts that fit into a GPU's queue."""
    found = [Times([], _CALLS_OF_A_BURST) for _ in calls]
    for call in calls:
        _seconds_of(call, wait, _CALLS_OF_A_BURST)
    for _ in range(_BURSTS):
        for call, times in zip(calls, found):
            begin = time.perf_counter()
            for _ in range(_CALLS_OF_A_BURST):
                call()
            times.seconds.append((time.perf_counter() - begin) / _CALLS_OF_A_BURST)
            wait()
    return found


def _calls_worth(call: Call, wait: Call) -> int:
    """How many calls a repetition has, after two that warm up caches, plans and kernels."""
    _seconds_of(call, wait, 2)
    seconds = _seconds_of(call, wait, 1)
    return max(1, min(_MOST_CALLS, math.ceil(_SECONDS_OF_A_REPETITION / max(seconds, 1e-9))))


def _seconds_of(call: Call, wait: Call, count: int) -> float:
    begin = time.perf_counter()
    for _ in range(count):
        call()
    wait()
    return (time.perf_counter() - begin) / count
