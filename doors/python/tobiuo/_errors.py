# SPDX-License-Identifier: BSD-3-Clause
# The exceptions of the package.
from __future__ import annotations

from typing import Any, Tuple


class Error(RuntimeError):
    """What could not be done: one sentence with the reason and what to do."""


class InvalidArgument(Error, ValueError):
    """The library refused what it was asked for."""


class DeviceError(Error):
    """This machine has no such back end, or the GPU refuses."""


class OutOfMemory(Error, MemoryError):
    """The host's memory does not suffice."""


class LibraryNotFound(Error):
    """libtobiuo was not found, or it cannot be used; the text says where it was looked for."""


class RunError(Error):
    """The program ended without results; ``exit_code`` is what it returned."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.exit_code)


class RunInterrupted(KeyboardInterrupt):
    """A run was stopped by Ctrl-C or a notebook's interrupt; ``results`` is what it kept, or
    None."""

    def __init__(self, sentence: str, results: Any = None) -> None:
        super().__init__(sentence)
        self.results = results
