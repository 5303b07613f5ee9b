# SPDX-License-Identifier: BSD-3-Clause
# Finds out whether a call is recorded: for gradients, by a compiler, or to be mapped over an axis.
from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

# For types of arguments the file of this package that serves them where they are recorded; None for
# types that never are.
_servers: Dict[type, Any] = {np.ndarray: None, float: None, int: None, type(None): None}


def recorder_of(x: Any) -> Optional[Any]:
    """What computes a function of ``x`` if its module records it, tobiuo._torch or tobiuo._jax,
    which have ``transform`` and ``solve``; None for a plain call."""
    kind = type(x)
    if kind not in _servers:
        _servers[kind] = _server_of(kind)
    server = _servers[kind]
    return server if server is not None and server.is_recorded(x) else None


def recorder_in(*things: Any) -> Optional[Any]:
    """``recorder_of`` for the first one that is recorded of arguments, which may be sequences."""
    for thing in things:
        if isinstance(thing, (list, tuple)):
            found = recorder_in(*thing)
        else:
            found = recorder_of(thing)
        if found is not None:
            return found
    return None


def _server_of(kind: type) -> Optional[Any]:
    # these modules are loaded where an array of theirs is met, and not before
    name = kind.__module__.partition(".")[0]
    if name == "torch":
        from tobiuo import _torch

        return _torch if issubclass(kind, _torch.torch.Tensor) else None
    if name in ("jax", "jaxlib"):
        from tobiuo import _jax

        return _jax if issubclass(kind, _jax.Tracer) else None
    return None
