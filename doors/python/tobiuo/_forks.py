# SPDX-License-Identifier: BSD-3-Clause
# What a fork of the process does to locks and handles: the child has the thread that forked alone.
from __future__ import annotations

import os
import weakref
from typing import Any, Callable

_renewed: "weakref.WeakSet[Any]" = weakref.WeakSet()


def renew_in_child(thing: Any) -> None:
    """Calls ``thing.after_fork()`` in each child that is forked while the thing lives, before
    anything else runs there: a lock that another thread holds would never be free again."""
    _renewed.add(thing)


def call_in_child(function: Callable[[], None]) -> None:
    """Calls a function of a module in each child that is forked."""
    os.register_at_fork(after_in_child=function)


def _renew() -> None:
    for thing in list(_renewed):
        thing.after_fork()


call_in_child(_renew)
